// RUN: amp-opt %s --amp-assign-layouts --amp-verify-layouts | FileCheck %s
// RUN: amp-opt %s --amp-assign-layouts --canonicalize | FileCheck %s --check-prefix=CANONICAL

#id = affine_map<(n, c, h, w) -> (n, c, h, w)>
#channel = affine_map<(n, c, h, w) -> (c)>
#last = affine_map<(n, h, w, c) -> (n, c, h, w)>
#turned = affine_map<(n, p, c) -> (n, c, p)>
#id3 = affine_map<(n, p, c) -> (n, p, c)>

// What two convolutions have between them is stored with channels last. The
// argument and the result are not: the records copy them in any case.
// CHECK-DAG: #[[$ID:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
// CHECK-DAG: #[[$LAST:.*]] = affine_map<(d0, d1, d2, d3) -> (d3)>
// CHECK-LABEL: func.func @chain(
// CHECK: %[[FIRST:.*]] = amprt.convolution forward ins(%{{.*}} : tensor<2x16x8x8xf32>, tensor<32x16x3x3xf32>) outs(%{{.*}} : tensor<2x8x8x32xf32>)
// CHECK-SAME: output_layout = #amprt.layout<channels_last>
// CHECK: %[[SCALED:.*]] = linalg.generic {indexing_maps = [#[[$ID]], #[[$LAST]], #[[$ID]]], {{.*}}} ins(%[[FIRST]], %{{.*}} : tensor<2x8x8x32xf32>, tensor<32xf32>) outs(%{{.*}} : tensor<2x8x8x32xf32>)
// CHECK: %[[SECOND:.*]] = amprt.convolution forward ins(%[[SCALED]], %{{.*}} : tensor<2x8x8x32xf32>, {{.*}}) outs(%{{.*}} : tensor<2x16x8x8xf32>)
// CHECK-NOT: output_layout
// CHECK-SAME: input_layout = #amprt.layout<channels_last>
// CHECK: return %[[SECOND]] : tensor<2x16x8x8xf32>
func.func @chain(%x: tensor<2x16x8x8xf32>, %v: tensor<32x16x3x3xf32>, %w: tensor<16x32x3x3xf32>, %s: tensor<32xf32>) -> tensor<2x16x8x8xf32> {
  %e = tensor.empty() : tensor<2x32x8x8xf32>
  %y = amprt.convolution forward ins(%x, %v : tensor<2x16x8x8xf32>, tensor<32x16x3x3xf32>) outs(%e : tensor<2x32x8x8xf32>)
    {stride = array<i64: 1, 1>, padding = array<i64: 1, 1>, dilation = array<i64: 1, 1>, groups = 1 : i64} -> tensor<2x32x8x8xf32>
  %f = tensor.empty() : tensor<2x32x8x8xf32>
  %z = linalg.generic {indexing_maps = [#id, #channel, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%y, %s : tensor<2x32x8x8xf32>, tensor<32xf32>) outs(%f : tensor<2x32x8x8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    linalg.yield %p : f32
  } -> tensor<2x32x8x8xf32>
  %g = tensor.empty() : tensor<2x16x8x8xf32>
  %r = amprt.convolution forward ins(%z, %w : tensor<2x32x8x8xf32>, tensor<16x32x3x3xf32>) outs(%g : tensor<2x16x8x8xf32>)
    {stride = array<i64: 1, 1>, padding = array<i64: 1, 1>, dilation = array<i64: 1, 1>, groups = 1 : i64} -> tensor<2x16x8x8xf32>
  return %r : tensor<2x16x8x8xf32>
}

// Windows have the channels behind them; a sum over an image is one of columns;
// the number of an element in its row, here its channel, stays what it is.
// CHECK-LABEL: func.func @followers(
// CHECK: %[[ROWS:.*]] = tensor.collapse_shape %{{.*}} {{\[}}[0], [1, 2], [3]] : tensor<2x8x8x32xf32> into tensor<2x64x32xf32>
// CHECK: amprt.max_windows ins(%[[ROWS]] : tensor<2x64x32xf32>) outs(%{{.*}} : tensor<2x16x32xf32>)
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction", "reduction", "parallel"]} ins(%{{.*}} : tensor<2x4x4x32xf32>) outs(%{{.*}} : tensor<2x32xf32>)
// CHECK: %[[CHANNEL:.*]] = linalg.index 3 : index
// CHECK: arith.index_cast %[[CHANNEL]] :
func.func @followers(%x: tensor<2x16x8x8xf32>, %v: tensor<32x16x3x3xf32>) -> tensor<2x32xf32> {
  %e = tensor.empty() : tensor<2x32x8x8xf32>
  %y = amprt.convolution forward ins(%x, %v : tensor<2x16x8x8xf32>, tensor<32x16x3x3xf32>) outs(%e : tensor<2x32x8x8xf32>)
    {stride = array<i64: 1, 1>, padding = array<i64: 1, 1>, dilation = array<i64: 1, 1>, groups = 1 : i64} -> tensor<2x32x8x8xf32>
  %c = tensor.collapse_shape %y [[0, 1, 2, 3]] : tensor<2x32x8x8xf32> into tensor<4096xf32>
  %i = tensor.expand_shape %c [[0, 1, 2]] output_shape [64, 64, 1] : tensor<4096xf32> into tensor<64x64x1xf32>
  %f = tensor.empty() : tensor<64x16x1xf32>
  %m = amprt.max_windows ins(%i : tensor<64x64x1xf32>) outs(%f : tensor<64x16x1xf32>)
    {size = array<i64: 8, 8>, count = array<i64: 4, 4>, stride = array<i64: 2, 2>, divisor = array<i64: 1, 1>,
     begin = array<i64: 0, 0>, end = array<i64: 2, 2>, step = array<i64: 1, 1>} -> tensor<64x16x1xf32>
  %d = tensor.collapse_shape %m [[0, 1, 2]] : tensor<64x16x1xf32> into tensor<1024xf32>
  %j = tensor.expand_shape %d [[0, 1, 2, 3]] output_shape [2, 32, 4, 4] : tensor<1024xf32> into tensor<2x32x4x4xf32>
  %zero = arith.constant 0.0 : f32
  %g = tensor.empty() : tensor<2x32xf32>
  %h = linalg.fill ins(%zero : f32) outs(%g : tensor<2x32xf32>) -> tensor<2x32xf32>
  %s = linalg.generic {indexing_maps = [#id, affine_map<(n, c, h, w) -> (n, c)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
    ins(%j : tensor<2x32x4x4xf32>) outs(%h : tensor<2x32xf32>) {
  ^bb0(%a: f32, %o: f32):
    %channel = linalg.index 1 : index
    %n = arith.index_cast %channel : index to i32
    %k = arith.sitofp %n : i32 to f32
    %b = arith.mulf %a, %k : f32
    %p = arith.addf %b, %o : f32
    linalg.yield %p : f32
  } -> tensor<2x32xf32>
  return %s : tensor<2x32xf32>
}

// A transposition that somebody wrote is none any more.
// CANONICAL-LABEL: func.func @patches(
// CANONICAL: %[[Y:.*]] = amprt.convolution forward {{.*}} -> tensor<2x4x4x24xf32>
// CANONICAL-NOT: linalg.generic
// CANONICAL: %[[R:.*]] = tensor.collapse_shape %[[Y]] {{\[}}[0], [1, 2], [3]] : tensor<2x4x4x24xf32> into tensor<2x16x24xf32>
// CANONICAL: return %[[R]]
func.func @patches(%x: tensor<2x3x16x16xf32>, %w: tensor<24x3x4x4xf32>) -> tensor<2x16x24xf32> {
  %e = tensor.empty() : tensor<2x24x4x4xf32>
  %y = amprt.convolution forward ins(%x, %w : tensor<2x3x16x16xf32>, tensor<24x3x4x4xf32>) outs(%e : tensor<2x24x4x4xf32>)
    {stride = array<i64: 4, 4>, padding = array<i64: 0, 0>, dilation = array<i64: 1, 1>, groups = 1 : i64} -> tensor<2x24x4x4xf32>
  %c = tensor.collapse_shape %y [[0], [1], [2, 3]] : tensor<2x24x4x4xf32> into tensor<2x24x16xf32>
  %f = tensor.empty() : tensor<2x16x24xf32>
  %r = linalg.generic {indexing_maps = [#turned, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%c : tensor<2x24x16xf32>) outs(%f : tensor<2x16x24xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<2x16x24xf32>
  return %r : tensor<2x16x24xf32>
}

// Parts of images, at places along other dimensions.
// CHECK-LABEL: func.func @parts(
// CHECK: tensor.extract_slice %{{.*}}[0, 1, 2, 8] [2, 6, 4, 16] [1, 1, 1, 1] : tensor<2x8x8x32xf32> to tensor<2x6x4x16xf32>
// CHECK: linalg.fill {{.*}} -> tensor<2x8x8x16xf32>
// CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[0, 1, 2, 0] [2, 6, 4, 16] [1, 1, 1, 1] : tensor<2x6x4x16xf32> into tensor<2x8x8x16xf32>
// CHECK: amprt.convolution forward {{.*}}input_layout = #amprt.layout<channels_last>
func.func @parts(%x: tensor<2x16x8x8xf32>, %v: tensor<32x16x3x3xf32>, %w: tensor<16x16x3x3xf32>) -> tensor<2x16x8x8xf32> {
  %e = tensor.empty() : tensor<2x32x8x8xf32>
  %y = amprt.convolution forward ins(%x, %v : tensor<2x16x8x8xf32>, tensor<32x16x3x3xf32>) outs(%e : tensor<2x32x8x8xf32>)
    {stride = array<i64: 1, 1>, padding = array<i64: 1, 1>, dilation = array<i64: 1, 1>, groups = 1 : i64} -> tensor<2x32x8x8xf32>
  %p = tensor.extract_slice %y[0, 8, 1, 2] [2, 16, 6, 4] [1, 1, 1, 1] : tensor<2x32x8x8xf32> to tensor<2x16x6x4xf32>
  %zero = arith.constant 0.0 : f32
  %f = tensor.empty() : tensor<2x16x8x8xf32>
  %z = linalg.fill ins(%zero : f32) outs(%f : tensor<2x16x8x8xf32>) -> tensor<2x16x8x8xf32>
  %q = tensor.insert_slice %p into %z[0, 0, 1, 2] [2, 16, 6, 4] [1, 1, 1, 1] : tensor<2x16x6x4xf32> into tensor<2x16x8x8xf32>
  %g = tensor.empty() : tensor<2x16x8x8xf32>
  %r = amprt.convolution forward ins(%q, %w : tensor<2x16x8x8xf32>, tensor<16x16x3x3xf32>) outs(%g : tensor<2x16x8x8xf32>)
    {stride = array<i64: 1, 1>, padding = array<i64: 1, 1>, dilation = array<i64: 1, 1>, groups = 1 : i64} -> tensor<2x16x8x8xf32>
  return %r : tensor<2x16x8x8xf32>
}

// What is read and written by others only would be copied either way.
// CHECK-LABEL: func.func @alone(
// CHECK-NOT: channels_last
// CHECK: return
func.func @alone(%x: tensor<2x16x8x8xf32>, %v: tensor<16x16x3x3xf32>) -> tensor<2x16x8x8xf32> {
  %e = tensor.empty() : tensor<2x16x8x8xf32>
  %y = amprt.convolution forward ins(%x, %v : tensor<2x16x8x8xf32>, tensor<16x16x3x3xf32>) outs(%e : tensor<2x16x8x8xf32>)
    {stride = array<i64: 1, 1>, padding = array<i64: 1, 1>, dilation = array<i64: 1, 1>, groups = 1 : i64} -> tensor<2x16x8x8xf32>
  return %y : tensor<2x16x8x8xf32>
}

// A dimension of one element is in no order: images of one row, and of one
// pixel, which are the same either way.
// CHECK-LABEL: func.func @rows(
// CHECK: amprt.convolution forward {{.*}} -> tensor<2x1x8x16xf32>
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<2x1x8x16xf32>)
// CHECK: %[[Z:.*]] = amprt.convolution forward ins(%{{.*}} : tensor<2x1x8x16xf32>, tensor<16x16x1x8xf32>) outs(%{{.*}} : tensor<2x1x1x16xf32>)
// CHECK-SAME: input_layout = #amprt.layout<channels_last>, output_layout = #amprt.layout<channels_last>
// CHECK: return %{{.*}} : tensor<2x16x1x1xf32>
func.func @rows(%x: tensor<2x16x1x8xf32>, %v: tensor<16x16x1x3xf32>, %w: tensor<16x16x1x8xf32>) -> tensor<2x16x1x1xf32> {
  %e = tensor.empty() : tensor<2x16x1x8xf32>
  %y = amprt.convolution forward ins(%x, %v : tensor<2x16x1x8xf32>, tensor<16x16x1x3xf32>) outs(%e : tensor<2x16x1x8xf32>)
    {stride = array<i64: 1, 1>, padding = array<i64: 0, 1>, dilation = array<i64: 1, 1>, groups = 1 : i64} -> tensor<2x16x1x8xf32>
  %f = tensor.empty() : tensor<2x16x1x8xf32>
  %p = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%y : tensor<2x16x1x8xf32>) outs(%f : tensor<2x16x1x8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %b = arith.mulf %a, %a : f32
    linalg.yield %b : f32
  } -> tensor<2x16x1x8xf32>
  %g = tensor.empty() : tensor<2x16x1x1xf32>
  %z = amprt.convolution forward ins(%p, %w : tensor<2x16x1x8xf32>, tensor<16x16x1x8xf32>) outs(%g : tensor<2x16x1x1xf32>)
    {stride = array<i64: 1, 1>, padding = array<i64: 0, 0>, dilation = array<i64: 1, 1>, groups = 1 : i64} -> tensor<2x16x1x1xf32>
  return %z : tensor<2x16x1x1xf32>
}

// What several ops read with its channels last is stored so, and they stay as
// they are: they and the convolution choose differently.
// CHECK-LABEL: func.func @read_last(
// CHECK: %[[Y:.*]] = amprt.convolution forward {{.*}}output_layout = #amprt.layout<channels_last>{{.*}} -> tensor<2x8x8x16xf32>
// CHECK-COUNT-3: linalg.generic {indexing_maps = [#[[$ID]], #[[$ID]]], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%[[Y]] : tensor<2x8x8x16xf32>)
func.func @read_last(%x: tensor<2x16x8x8xf32>, %v: tensor<16x16x3x3xf32>) -> (tensor<2x8x8x16xf32>, tensor<2x8x8x16xf32>, tensor<2x8x8x16xf32>) {
  %e = tensor.empty() : tensor<2x16x8x8xf32>
  %y = amprt.convolution forward ins(%x, %v : tensor<2x16x8x8xf32>, tensor<16x16x3x3xf32>) outs(%e : tensor<2x16x8x8xf32>)
    {stride = array<i64: 1, 1>, padding = array<i64: 1, 1>, dilation = array<i64: 1, 1>, groups = 1 : i64} -> tensor<2x16x8x8xf32>
  %f = tensor.empty() : tensor<2x8x8x16xf32>
  %p = linalg.generic {indexing_maps = [#last, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%y : tensor<2x16x8x8xf32>) outs(%f : tensor<2x8x8x16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %b = arith.mulf %a, %a : f32
    linalg.yield %b : f32
  } -> tensor<2x8x8x16xf32>
  %q = linalg.generic {indexing_maps = [#last, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%y : tensor<2x16x8x8xf32>) outs(%f : tensor<2x8x8x16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %b = arith.addf %a, %a : f32
    linalg.yield %b : f32
  } -> tensor<2x8x8x16xf32>
  %r = linalg.generic {indexing_maps = [#last, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%y : tensor<2x16x8x8xf32>) outs(%f : tensor<2x8x8x16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %b = arith.negf %a : f32
    linalg.yield %b : f32
  } -> tensor<2x8x8x16xf32>
  return %p, %q, %r : tensor<2x8x8x16xf32>, tensor<2x8x8x16xf32>, tensor<2x8x8x16xf32>
}
