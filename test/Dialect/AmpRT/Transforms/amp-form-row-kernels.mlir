// RUN: amp-opt %s -split-input-file --amp-differentiate --amp-lowering-pipeline --amp-fuse-elementwise --amp-form-row-kernels --canonicalize | FileCheck %s

// The rows are read once, in their own type: no fill, no copy in f32.
// CHECK-LABEL: func.func @softmax(
// CHECK: %[[EMPTY:.*]] = tensor.empty
// CHECK-NEXT: amprt.row_kernel ins(%{{.*}} : tensor<64x256xf16>) outs(%[[EMPTY]] : tensor<64x256xf16>)
// CHECK-SAME: maps [#[[FULL:.*]], #[[FULL]]] reduced [1]
// CHECK-NEXT: ^bb0(%[[X:.*]]: f16):
// CHECK-NEXT: %[[WIDE:.*]] = arith.extf %[[X]]
// CHECK-NEXT: %[[MAX:.*]] = amprt.reduce <maximumf> %[[WIDE]]
// CHECK-NEXT: %[[SHIFTED:.*]] = arith.subf %[[WIDE]], %[[MAX]]
// CHECK-NEXT: %[[EXP:.*]] = math.exp %[[SHIFTED]]
// CHECK-NEXT: %[[SUM:.*]] = amprt.reduce <add> %[[EXP]]
// CHECK-NEXT: %[[SCALE:.*]] = arith.divf %{{.*}}, %[[SUM]]
// CHECK-NEXT: %[[Y:.*]] = arith.mulf %[[EXP]], %[[SCALE]]
// CHECK-NEXT: %[[NARROW:.*]] = arith.truncf %[[Y]]
// CHECK-NEXT: amprt.yield %[[NARROW]] : f16
// CHECK-NEXT: }
// CHECK-NEXT: bufferization.materialize_in_destination
func.func @softmax(%x: tensor<64x256xf16>) -> tensor<64x256xf16> {
  %y = amp.softmax %x {dim = 1 : i64} : (tensor<64x256xf16>) -> tensor<64x256xf16>
  return %y : tensor<64x256xf16>
}

// -----

// A softmax over columns is one over what lies apart.
// CHECK-LABEL: func.func @softmax_columns(
// CHECK: amprt.row_kernel {{.*}} reduced [0]
// CHECK-NOT: linalg
// CHECK: return
func.func @softmax_columns(%x: tensor<64x256xf32>) -> tensor<64x256xf32> {
  %y = amp.softmax %x {dim = 0 : i64} : (tensor<64x256xf32>) -> tensor<64x256xf32>
  return %y : tensor<64x256xf32>
}

// -----

// There and back, with a product between: each way is one kernel, and what the way back
// needs of the forward one is what that has made anyway.
// CHECK-LABEL: func.func @log_softmax(
// CHECK: %[[Y:.*]] = amprt.row_kernel ins(%{{.*}} : tensor<64x10xf32>) outs(%{{.*}} : tensor<64x10xf32>)
// CHECK: amprt.gemm
// CHECK: %[[DY:.*]] = amprt.gemm
// CHECK: amprt.row_kernel ins(%[[DY]], %[[Y]] : tensor<64x10xf32>, tensor<64x10xf32>) outs(%{{.*}} : tensor<64x10xf32>)
func.func @log_softmax(%x: tensor<64x10xf32>, %w: tensor<10x8xf32>) -> (tensor<64x8xf32>, tensor<64x10xf32>) {
  %y = amp.log_softmax %x {dim = 1 : i64} : (tensor<64x10xf32>) -> tensor<64x10xf32>
  %z = amp.matmul %y, %w : (tensor<64x10xf32>, tensor<10x8xf32>) -> tensor<64x8xf32>
  %p = amp.mul %z, %z : (tensor<64x8xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
  %l = amp.sum %p : (tensor<64x8xf32>) -> tensor<f32>
  %dx = amp.backward %l wrt(%x) : (tensor<f32>, tensor<64x10xf32>) -> tensor<64x10xf32>
  return %z, %dx : tensor<64x8xf32>, tensor<64x10xf32>
}

// -----

// The loss of each row and the gradient are one kernel; the mean over rows is another. How
// many rows count, by which the gradient is divided, is known before: what says which do is
// computed for that alone.
// CHECK-LABEL: func.func @cross_entropy(
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<64x1000xf16>, %[[T:[a-z0-9]+]]: tensor<64xi64>
// CHECK: %[[VALID:.*]] = linalg.generic {{.*}} ins(%[[T]]
// CHECK: %[[COUNT:.*]] = linalg.generic {{.*}} ins(%[[VALID]]
// CHECK: %[[K:.*]]:2 = amprt.row_kernel ins(%[[T]], %[[X]], %[[VALID]], %[[COUNT]] : tensor<64xi64>, tensor<64x1000xf16>, tensor<64xi1>, tensor<f32>) outs(%{{.*}}, %{{.*}} : tensor<64xf32>, tensor<64x1000xf16>)
// CHECK: amprt.index 1
// CHECK: linalg.generic {{.*}}"reduction"{{.*}} ins(%[[VALID]], %[[K]]#0
func.func @cross_entropy(%x: tensor<64x1000xf16>, %t: tensor<64xi64>) -> (tensor<f32>, tensor<64x1000xf16>) {
  %c = amp.cast %x : tensor<64x1000xf16> to tensor<64x1000xf32>
  %l = amp.cross_entropy %c, %t : (tensor<64x1000xf32>, tensor<64xi64>) -> tensor<f32>
  %g = amp.backward %l wrt(%x) : (tensor<f32>, tensor<64x1000xf16>) -> tensor<64x1000xf16>
  return %l, %g : tensor<f32>, tensor<64x1000xf16>
}

// -----

// The way back of a norm over rows is a kernel of rows, with two sums over each, and one of
// columns. Both compute the normalized rows again from three numbers of each, the mean, what
// it is off by, and the deviation: to store them would be more bytes.
// CHECK-LABEL: func.func @layer_norm(
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<64x256xf16>, %[[W:[a-z0-9]+]]: tensor<256xf16>
// CHECK-NOT: linalg
// CHECK: %[[K:.*]]:4 = amprt.row_kernel ins({{.*}}) outs(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x256xf16>)
// CHECK: amprt.gemm ins(%[[K]]#3
// CHECK: %[[DY:.*]] = amprt.gemm {{.*}} outs(%{{.*}} : tensor<64x256xf16>)
// CHECK: amprt.row_kernel ins(%[[X]], %[[K]]#0, %[[K]]#1, %[[K]]#2, %[[W]], %[[DY]] : tensor<64x256xf16>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<256xf16>, tensor<64x256xf16>) outs(%{{.*}} : tensor<64x256xf16>) {{.*}} reduced [1]
// CHECK-COUNT-2: amprt.reduce <add>
// CHECK-NOT: amprt.reduce
// CHECK: amprt.row_kernel ins(%[[X]], %[[K]]#0, %[[K]]#1, %[[K]]#2, %[[DY]] : tensor<64x256xf16>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x256xf16>) outs(%{{.*}}, %{{.*}} : tensor<256xf16>, tensor<256xf16>)
// CHECK-SAME: maps [#[[FULL:map[0-9]*]], #[[ROW:map[0-9]*]], #[[ROW]], #[[ROW]], #[[FULL]], #[[COLUMN:map[0-9]*]], #[[COLUMN]]] reduced [0]
func.func @layer_norm(%x: tensor<64x256xf16>, %w : tensor<256xf16>, %b : tensor<256xf16>, %m: tensor<256x256xf16>)
    -> (tensor<64x256xf16>, tensor<64x256xf16>, tensor<256xf16>, tensor<256xf16>, tensor<256x256xf16>) {
  %y = amp.layer_norm %x weight(%w) bias(%b) {normalized_shape = array<i64: 256>} : (tensor<64x256xf16>, tensor<256xf16>, tensor<256xf16>) -> tensor<64x256xf16>
  %z = amp.linear %y, %m : (tensor<64x256xf16>, tensor<256x256xf16>) -> tensor<64x256xf16>
  %p = amp.mul %z, %z : (tensor<64x256xf16>, tensor<64x256xf16>) -> tensor<64x256xf16>
  %l = amp.sum %p : (tensor<64x256xf16>) -> tensor<f16>
  %g:4 = amp.backward %l wrt(%x, %w, %b, %m) : (tensor<f16>, tensor<64x256xf16>, tensor<256xf16>, tensor<256xf16>, tensor<256x256xf16>)
    -> (tensor<64x256xf16>, tensor<256xf16>, tensor<256xf16>, tensor<256x256xf16>)
  return %z, %g#0, %g#1, %g#2, %g#3 : tensor<64x256xf16>, tensor<64x256xf16>, tensor<256xf16>, tensor<256xf16>, tensor<256x256xf16>
}

// -----

// The sum that is normalized is used otherwise, too: it is written by the kernel that
// reduces it, and not read again.
// CHECK-LABEL: func.func @residual(
// CHECK: amprt.row_kernel ins(%{{.*}}, %{{.*}}, %{{.*}} : tensor<64x256xf16>, tensor<64x256xf16>, tensor<256xf16>) outs(%{{.*}}, %{{.*}} : tensor<64x256xf16>, tensor<64x256xf16>)
// CHECK-NOT: linalg
// CHECK: return
func.func @residual(%x: tensor<64x256xf16>, %r: tensor<64x256xf16>, %w : tensor<256xf16>) -> (tensor<64x256xf16>, tensor<64x256xf16>) {
  %h = amp.add %x, %r : (tensor<64x256xf16>, tensor<64x256xf16>) -> tensor<64x256xf16>
  %y = amp.rms_norm %h, %w {normalized_shape = array<i64: 256>} : (tensor<64x256xf16>, tensor<256xf16>) -> tensor<64x256xf16>
  return %h, %y : tensor<64x256xf16>, tensor<64x256xf16>
}

// -----

// Channels are split into groups: the arrays are seen in another shape, and nothing moves.
// CHECK-LABEL: func.func @group_norm(
// CHECK: %[[X:.*]] = tensor.expand_shape {{.*}} : tensor<32x64x14x14xf32> into tensor<32x8x8x14x14xf32>
// CHECK: %[[K:.*]] = amprt.row_kernel ins(%[[X]], %{{.*}}, %{{.*}} : tensor<32x8x8x14x14xf32>, tensor<8x8xf32>, tensor<8x8xf32>)
// CHECK-SAME: maps [#[[ALL:map[0-9]*]], #[[CHANNEL:map[0-9]*]], #[[CHANNEL]], #[[ALL]]] reduced [2, 3, 4]
// CHECK: tensor.collapse_shape %[[K]]
// CHECK-NOT: linalg
// CHECK: return
func.func @group_norm(%x: tensor<32x64x14x14xf32>, %w : tensor<64xf32>, %b : tensor<64xf32>) -> tensor<32x64x14x14xf32> {
  %y = amp.group_norm %x weight(%w) bias(%b) {num_groups = 8 : i64} : (tensor<32x64x14x14xf32>, tensor<64xf32>, tensor<64xf32>) -> tensor<32x64x14x14xf32>
  return %y : tensor<32x64x14x14xf32>
}

// -----

// Statistics of channels, which the running ones are updated by, and the normalized batch.
// CHECK-LABEL: func.func @batch_norm(
// CHECK: amprt.row_kernel {{.*}} outs({{.*}}tensor<32x64x14x14xf32>{{.*}}) {{.*}} reduced [0, 2, 3]
// CHECK-NOT: amprt.row_kernel
// CHECK: return
func.func @batch_norm(%x: tensor<32x64x14x14xf32>, %w : tensor<64xf32>, %b : tensor<64xf32>) -> tensor<32x64x14x14xf32> {
  %y = amp.batch_norm %x weight(%w) bias(%b) {training = true} : (tensor<32x64x14x14xf32>, tensor<64xf32>, tensor<64xf32>) -> tensor<32x64x14x14xf32>
  return %y : tensor<32x64x14x14xf32>
}

// -----

// A bias's gradient is summed where the gradient it is the sum of is made.
// CHECK-LABEL: func.func @bias_gradient(
// CHECK: amprt.row_kernel {{.*}} outs(%{{.*}}, %{{.*}} : tensor<64x512xf16>, tensor<512xf16>) {{.*}} reduced [0]
// CHECK: math.erf
// CHECK: amprt.reduce <add>
// CHECK-NOT: linalg
// CHECK: return
func.func @bias_gradient(%x: tensor<64x256xf16>, %w: tensor<512x256xf16>, %b: tensor<512xf16>, %dy: tensor<64x512xf16>) -> (tensor<512x256xf16>, tensor<512xf16>) {
  %h = amp.linear %x, %w, %b : (tensor<64x256xf16>, tensor<512x256xf16>, tensor<512xf16>) -> tensor<64x512xf16>
  %y = amp.gelu %h : (tensor<64x512xf16>) -> tensor<64x512xf16>
  %p = amp.mul %y, %dy : (tensor<64x512xf16>, tensor<64x512xf16>) -> tensor<64x512xf16>
  %l = amp.sum %p : (tensor<64x512xf16>) -> tensor<f16>
  %g:2 = amp.backward %l wrt(%w, %b) : (tensor<f16>, tensor<512x256xf16>, tensor<512xf16>) -> (tensor<512x256xf16>, tensor<512xf16>)
  return %g#0, %g#1 : tensor<512x256xf16>, tensor<512xf16>
}

// -----

// Elements of the generator's state are read along no loop.
// CHECK-LABEL: func.func @dropout(
// CHECK: %[[COUNTER:.*]] = tensor.extract_slice %{{.*}}[1] [1] [1]
// CHECK: amprt.row_kernel ins({{.*}}%[[COUNTER]]
// CHECK: amprt.index 0
// CHECK: amprt.index 1
// CHECK: amprt.reduce <add>
// CHECK: return
func.func @dropout(%x: tensor<64x256xf32>, %r: tensor<64x256xf32>, %s: tensor<2xi64>) -> tensor<64x256xf32> {
  %d, %next = amp.dropout %x, %s {p = 0.1 : f64} : (tensor<64x256xf32>, tensor<2xi64>) -> (tensor<64x256xf32>, tensor<2xi64>)
  %h = amp.add %d, %r : (tensor<64x256xf32>, tensor<64x256xf32>) -> tensor<64x256xf32>
  %y = amp.layer_norm %h {normalized_shape = array<i64: 256>} : (tensor<64x256xf32>) -> tensor<64x256xf32>
  return %y : tensor<64x256xf32>
}

// -----

// Integers, booleans and f64: what they start from is what combining leaves as it is. Of a
// row of nothing that is all there is.
// CHECK-LABEL: func.func @others(
// CHECK: amprt.reduce <maxsi> %{{.*}} : i32
// CHECK: amprt.reduce <or> %{{.*}} : i1
// CHECK: amprt.reduce <add> %{{.*}} : f64
// CHECK: linalg.fill
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<64x0xf32>)
// CHECK: amprt.row_kernel {{.*}} outs(%{{.*}}, %{{.*}} : tensor<64xf16>, tensor<64xi64>)
// CHECK: %[[MAX:.*]] = amprt.reduce <maximumf> %[[X:.*]] : f32
// CHECK: arith.cmpf oeq, %[[X]], %[[MAX]]
// CHECK: amprt.reduce <minsi> %{{.*}} : i64
// CHECK-NOT: linalg
// CHECK: return
func.func @others(%i: tensor<64x8xi32>, %p: tensor<64x8xi1>, %d: tensor<64x8xf64>, %none: tensor<64x0xf32>, %x: tensor<64x8xf16>)
    -> (tensor<64xi32>, tensor<64xi1>, tensor<64xf64>, tensor<64xf32>, tensor<64xf16>, tensor<64xi64>) {
  %0 = amp.amax %i {dims = array<i64: 1>} : (tensor<64x8xi32>) -> tensor<64xi32>
  %1 = amp.any %p {dims = array<i64: 1>} : (tensor<64x8xi1>) -> tensor<64xi1>
  %2 = amp.sum %d {dims = array<i64: 1>} : (tensor<64x8xf64>) -> tensor<64xf64>
  %3 = amp.sum %none {dims = array<i64: 1>} : (tensor<64x0xf32>) -> tensor<64xf32>
  %4 = amp.amax %x {dims = array<i64: 1>} : (tensor<64x8xf16>) -> tensor<64xf16>
  %5 = amp.argmax %x {dim = 1 : i64} : (tensor<64x8xf16>) -> tensor<64xi64>
  return %0, %1, %2, %3, %4, %5 : tensor<64xi32>, tensor<64xi1>, tensor<64xf64>, tensor<64xf32>, tensor<64xf16>, tensor<64xi64>
}
