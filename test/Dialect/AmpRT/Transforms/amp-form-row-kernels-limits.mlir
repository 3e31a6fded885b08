// RUN: amp-opt %s -split-input-file --amp-form-row-kernels | FileCheck %s
// RUN: amp-opt %s -split-input-file --amp-form-row-kernels=elementwise | FileCheck %s --check-prefix=ELEMENTS

// What becomes no row kernel, or no part of one.

#id = affine_map<(i, j) -> (i, j)>
#swapped = affine_map<(i, j) -> (j, i)>
#rows = affine_map<(i, j) -> (i)>
#one = affine_map<(i, j) -> ()>

// Everything is cut by amp-split-reductions.
// CHECK-LABEL: func.func @everything(
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<f32>)
// CHECK: amprt.row_kernel {{.*}} outs(%{{.*}} : tensor<8xf32>)
// CHECK: return
func.func @everything(%x: tensor<8x8193xf32>) -> (tensor<f32>, tensor<8xf32>) {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<f32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<f32>) -> tensor<f32>
  %0 = linalg.generic {indexing_maps = [#id, #one], iterator_types = ["reduction", "reduction"]} ins(%x : tensor<8x8193xf32>) outs(%f0 : tensor<f32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  %e1 = tensor.empty() : tensor<8xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<8xf32>) -> tensor<8xf32>
  %1 = linalg.generic {indexing_maps = [#id, #rows], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<8x8193xf32>) outs(%f1 : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  return %0, %1 : tensor<f32>, tensor<8xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#rows = affine_map<(i, j) -> (i)>

// A product between the sum and its reader has to stand between them: the reader is no
// part of the kernel, which would need what depends on it.
// CHECK-LABEL: func.func @cycle(
// CHECK: %[[SUM:.*]] = amprt.row_kernel
// CHECK: %[[PRODUCT:.*]] = amprt.gemm ins(%[[SUM]]
// CHECK: linalg.generic {{.*}} ins(%[[SUM]], %[[PRODUCT]]
// CHECK: return
func.func @cycle(%x: tensor<64x8x4xf32>, %w: tensor<8x8xf32>) -> tensor<64x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x8xf32>) -> tensor<64x8xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x : tensor<64x8x4xf32>) outs(%f : tensor<64x8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<64x8xf32>
  %product = amprt.gemm ins(%sum, %w : tensor<64x8xf32>, tensor<8x8xf32>) outs(%e : tensor<64x8xf32>) -> tensor<64x8xf32>
  %both = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%sum, %product : tensor<64x8xf32>, tensor<64x8xf32>) outs(%e : tensor<64x8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<64x8xf32>
  return %both : tensor<64x8xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#swapped = affine_map<(i, j) -> (j, i)>
#rows = affine_map<(i, j) -> (i)>
#shifted = affine_map<(i, j) -> (i, 7 - j)>

// A sum that is added to another value ends with that one; a sum of what is read along no
// loop of its own, or in an order of its own, one of a constant, and one by a combiner
// that is none, stay as they are. A copy in another order is no work for rows.
// CHECK-LABEL: func.func @bodies(
// CHECK: %[[SUM:.*]] = amprt.reduce <add> %{{.*}} : f32
// CHECK: %[[WHOLE:.*]] = arith.addf %[[SUM]], %{{.*}} : f32
// CHECK: amprt.yield %[[WHOLE]] : f32
// CHECK: linalg.generic
// CHECK-SAME: "reduction"
// CHECK: linalg.generic
// CHECK-SAME: "reduction"
// CHECK: linalg.generic
// CHECK-SAME: "reduction"
// CHECK: amprt.row_kernel
// CHECK: linalg.generic {{.*}}"parallel", "parallel"
// CHECK: return
func.func @bodies(%x: tensor<64x8xf32>, %before: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<8x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %ones = arith.constant dense<1.0> : tensor<64x8xf32>
  %e = tensor.empty() : tensor<64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  %0 = linalg.generic {indexing_maps = [#id, #rows], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<64x8xf32>) outs(%before : tensor<64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<64xf32>
  %1 = linalg.generic {indexing_maps = [#shifted, #id, #rows], iterator_types = ["parallel", "reduction"]} ins(%x, %x : tensor<64x8xf32>, tensor<64x8xf32>) outs(%f : tensor<64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<64xf32>
  %2 = linalg.generic {indexing_maps = [#id, #rows], iterator_types = ["parallel", "reduction"]} ins(%ones : tensor<64x8xf32>) outs(%f : tensor<64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<64xf32>
  %3 = linalg.generic {indexing_maps = [#id, #rows], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<64x8xf32>) outs(%f : tensor<64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.subf %o, %a : f32
    linalg.yield %s : f32
  } -> tensor<64xf32>
  %exp = tensor.empty() : tensor<64x8xf32>
  %4 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<64x8xf32>) outs(%exp : tensor<64x8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = math.exp %a : f32
    linalg.yield %s : f32
  } -> tensor<64x8xf32>
  %5 = linalg.generic {indexing_maps = [#id, #rows], iterator_types = ["parallel", "reduction"]} ins(%4 : tensor<64x8xf32>) outs(%f : tensor<64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<64xf32>
  %t = tensor.empty() : tensor<8x64xf32>
  %6 = linalg.generic {indexing_maps = [#swapped, #id], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<64x8xf32>) outs(%t : tensor<8x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<8x64xf32>
  return %0, %1, %2, %3, %5, %6 : tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<8x64xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>

// Elements alone, where they are asked for.
// CHECK-LABEL: func.func @elements(
// CHECK-NOT: amprt.row_kernel
// CHECK: return
// ELEMENTS-LABEL: func.func @elements(
// ELEMENTS: amprt.row_kernel {{.*}} outs(%{{.*}}, %{{.*}} : tensor<64x8xf32>, tensor<64x8xf32>) {{.*}} reduced []
// ELEMENTS-NOT: linalg
// ELEMENTS: return
func.func @elements(%x: tensor<64x8xf32>) -> (tensor<64x8xf32>, tensor<64x8xf32>) {
  %e = tensor.empty() : tensor<64x8xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<64x8xf32>) outs(%e : tensor<64x8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = math.exp %a : f32
    linalg.yield %s : f32
  } -> tensor<64x8xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<64x8xf32>) outs(%e : tensor<64x8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %a : f32
    linalg.yield %s : f32
  } -> tensor<64x8xf32>
  return %0, %1 : tensor<64x8xf32>, tensor<64x8xf32>
}
