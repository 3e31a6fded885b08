// RUN: amp-opt %s --amp-decompose -split-input-file | FileCheck %s

//===----------------------------------------------------------------------===//
// Reductions and norms
//===----------------------------------------------------------------------===//

// In f32, rounded once. Where the variance is 0 the root is taken of 1, so that the
// derivative there is 0.
// CHECK-LABEL: func.func @std
// CHECK: %[[X:.*]] = amp.cast %{{.*}} : tensor<4x10xf16> to tensor<4x10xf32>
// CHECK: %[[MEAN:.*]] = amp.mean %[[X]] {dims = array<i64: 1>, keepdim = true}
// CHECK: %[[D:.*]] = amp.sub %[[X]], %[[MEAN]]
// CHECK: %[[SQUARE:.*]] = amp.mul %[[D]], %[[D]]
// CHECK: %[[SUM:.*]] = amp.sum %[[SQUARE]] {dims = array<i64: 1>}
// CHECK: %[[COUNT:.*]] = amp.constant dense<9.000000e+00> : tensor<f32>
// CHECK: %[[VAR:.*]] = amp.div %[[SUM]], %[[COUNT]]
// CHECK: %[[ZERO:.*]] = amp.compare eq, %[[VAR]], %{{.*}}
// CHECK: %[[SAFE:.*]] = amp.where %[[ZERO]], %{{.*}}, %[[VAR]]
// CHECK: %[[ROOT:.*]] = amp.sqrt %[[SAFE]]
// CHECK: %[[STD:.*]] = amp.where %[[ZERO]], %{{.*}}, %[[ROOT]]
// CHECK: amp.cast %[[STD]] : tensor<4xf32> to tensor<4xf16>
func.func @std(%x: tensor<4x10xf16>) -> tensor<4xf16> {
  %0 = amp.std %x {dims = array<i64: 1>} : (tensor<4x10xf16>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// -----

// An infinite maximum is not subtracted.
// CHECK-LABEL: func.func @logsumexp
// CHECK-SAME: (%[[X:.*]]: tensor<4x10xf32>)
// CHECK: %[[MAX:.*]] = amp.amax %[[X]] {dims = array<i64: 1>, keepdim = true}
// CHECK: %[[FINITE:.*]] = amp.isfinite %[[MAX]]
// CHECK: %[[SHIFT:.*]] = amp.where %[[FINITE]], %[[MAX]], %{{.*}}
// CHECK: %[[D:.*]] = amp.sub %[[X]], %[[SHIFT]]
// CHECK: %[[E:.*]] = amp.exp %[[D]]
// CHECK: %[[SUM:.*]] = amp.sum %[[E]] {dims = array<i64: 1>}
// CHECK: %[[LOG:.*]] = amp.log %[[SUM]]
// CHECK: %[[BACK:.*]] = amp.reshape %[[SHIFT]]
// CHECK: amp.add %[[LOG]], %[[BACK]]
func.func @logsumexp(%x: tensor<4x10xf32>) -> tensor<4xf32> {
  %0 = amp.logsumexp %x {dims = array<i64: 1>} : (tensor<4x10xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Elements are converted to `dtype` as they are read.
// CHECK-LABEL: func.func @norms
// CHECK-SAME: (%[[X:.*]]: tensor<4x10xf16>)
// CHECK: %[[D:.*]] = amp.cast %[[X]] : tensor<4x10xf16> to tensor<4x10xf64>
// CHECK: %[[A:.*]] = amp.abs %[[D]]
// CHECK: amp.sum %[[A]] : (tensor<4x10xf64>) -> tensor<f64>
// CHECK: %[[W:.*]] = amp.cast %[[X]] : tensor<4x10xf16> to tensor<4x10xf32>
// CHECK: %[[B:.*]] = amp.abs %[[W]]
// CHECK: %[[ROWS:.*]] = amp.sum %[[B]] {dims = array<i64: 1>, keepdim = true} : (tensor<4x10xf32>) -> tensor<4x1xf32>
// CHECK: %[[C:.*]] = amp.abs %[[ROWS]]
// CHECK: amp.amax %[[C]] {dims = array<i64: 0, 1>} : (tensor<4x1xf32>) -> tensor<f32>
func.func @norms(%x: tensor<4x10xf16>) -> (tensor<f64>, tensor<f16>) {
  %0 = amp.norm %x {p = 1.0 : f64, dtype = f64} : (tensor<4x10xf16>) -> tensor<f64>
  %1 = amp.linalg_matrix_norm %x {ord = 0x7FF0000000000000 : f64} : (tensor<4x10xf16>) -> tensor<f16>
  return %0, %1 : tensor<f64>, tensor<f16>
}

// -----

// Halves meet until one element is left; what is left over waits.
// CHECK-LABEL: func.func @prod
// CHECK: %[[X:.*]] = amp.reshape %{{.*}} {shape = array<i64: 4, 3>}
// CHECK: %[[A:.*]] = amp.slice %[[X]] {offsets = array<i64: 0, 0>, sizes = array<i64: 4, 1>}
// CHECK: %[[B:.*]] = amp.slice %[[X]] {offsets = array<i64: 0, 1>, sizes = array<i64: 4, 1>}
// CHECK: %[[AB:.*]] = amp.mul %[[A]], %[[B]]
// CHECK: %[[C:.*]] = amp.slice %[[X]] {offsets = array<i64: 0, 2>, sizes = array<i64: 4, 1>}
// CHECK: %[[REST:.*]] = amp.concat %[[AB]], %[[C]] {dim = 1 : i64}
// CHECK: amp.slice %[[REST]] {offsets = array<i64: 0, 0>
// CHECK: amp.slice %[[REST]] {offsets = array<i64: 0, 1>
// CHECK: amp.mul {{.*}} -> tensor<4x1xi32>
// CHECK: amp.reshape %{{.*}} {shape = array<i64: 4>}
func.func @prod(%x: tensor<4x3xi32>) -> tensor<4xi32> {
  %0 = amp.prod %x {dims = array<i64: 1>} : (tensor<4x3xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

// Steps of 1 and 2.
// CHECK-LABEL: func.func @cumsum
// CHECK-SAME: (%[[X:.*]]: tensor<3xf32>)
// CHECK: %[[A:.*]] = amp.slice %[[X]] {offsets = array<i64: 0>, sizes = array<i64: 2>}
// CHECK: %[[B:.*]] = amp.slice %[[X]] {offsets = array<i64: 1>, sizes = array<i64: 2>}
// CHECK: %[[S:.*]] = amp.add %[[A]], %[[B]]
// CHECK: %[[F:.*]] = amp.slice %[[X]] {offsets = array<i64: 0>, sizes = array<i64: 1>}
// CHECK: %[[Y:.*]] = amp.concat %[[F]], %[[S]]
// CHECK: amp.slice %[[Y]] {offsets = array<i64: 0>, sizes = array<i64: 1>}
// CHECK: amp.slice %[[Y]] {offsets = array<i64: 2>, sizes = array<i64: 1>}
// CHECK: amp.add
// CHECK: amp.concat
func.func @cumsum(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = amp.cumsum %x {dim = 0 : i64} : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

//===----------------------------------------------------------------------===//
// Composites
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @composites
// CHECK-SAME: (%[[X:.*]]: tensor<4x10xf16>, %[[Y:.*]]: tensor<4x10xf32>)
// CHECK: %[[NEG:.*]] = amp.neg %[[X]]
// CHECK-NOT: amp.softmin
// CHECK: amp.amax
// CHECK: %[[SQUARE:.*]] = amp.mul %[[Y]], %[[Y]]
// CHECK: amp.sum %[[SQUARE]] {dims = array<i64: 1>, keepdim = true}
// CHECK: %[[NORM:.*]] = amp.where {{.*}} -> tensor<4x1xf32>
// CHECK: %[[EPS:.*]] = amp.constant dense<9.99999996E-13> : tensor<f32>
// CHECK: %[[MAX:.*]] = amp.maximum %{{.*}}, %[[EPS]]
// CHECK: amp.div %[[Y]], %[[MAX]]
func.func @composites(%x: tensor<4x10xf16>, %y: tensor<4x10xf32>)
    -> (tensor<4x10xf16>, tensor<4x10xf32>) {
  %0 = amp.softmin %x {dim = 1 : i64} : (tensor<4x10xf16>) -> tensor<4x10xf16>
  %1 = amp.normalize %y : (tensor<4x10xf32>) -> tensor<4x10xf32>
  return %0, %1 : tensor<4x10xf16>, tensor<4x10xf32>
}

// -----

//===----------------------------------------------------------------------===//
// Shapes and indexing
//===----------------------------------------------------------------------===//

// The diagonal is every eleventh element.
// CHECK-LABEL: func.func @trace
// CHECK: %[[FLAT:.*]] = amp.reshape %{{.*}} {shape = array<i64: 40>}
// CHECK: %[[D:.*]] = amp.slice %[[FLAT]] {offsets = array<i64: 0>, sizes = array<i64: 4>, strides = array<i64: 11>}
// CHECK: amp.sum %[[D]] : (tensor<4xf32>) -> tensor<f32>
func.func @trace(%x: tensor<4x10xf32>) -> tensor<f32> {
  %0 = amp.trace %x : (tensor<4x10xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// Read at places that a constant lists.
// CHECK-LABEL: func.func @flip
// CHECK: %[[I:.*]] = amp.constant dense<[5, 4, 3, 2, 1, 0]> : tensor<6xi64>
// CHECK: %[[PLACES:.*]] = amp.reshape %[[I]] {shape = array<i64: 1, 6, 1>}
// CHECK: %[[X:.*]] = amp.reshape %{{.*}} {shape = array<i64: 4, 6, 1>}
// CHECK: amp.read_at %[[X]], %[[PLACES]]
func.func @flip(%x: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %0 = amp.flip %x {dims = array<i64: 1>} : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// -----

// CHECK-LABEL: func.func @tile
// CHECK: amp.reshape %{{.*}} {shape = array<i64: 1, 1, 1, 8>}
// CHECK: amp.broadcast_to %{{.*}} {shape = array<i64: 2, 1, 3, 8>}
// CHECK: amp.reshape %{{.*}} {shape = array<i64: 2, 24>}
func.func @tile(%x: tensor<8xf32>) -> tensor<2x24xf32> {
  %0 = amp.tile %x {repeats = array<i64: 2, 3>} : (tensor<8xf32>) -> tensor<2x24xf32>
  return %0 : tensor<2x24xf32>
}

// -----

// Slices are read at their places: the chosen dimension is the second of three.
// CHECK-LABEL: func.func @index_select
// CHECK-SAME: (%[[X:.*]]: tensor<4x10xf32>, %[[I:.*]]: tensor<3xi64>)
// CHECK: %[[INDEX:.*]] = amp.reshape %[[I]] {shape = array<i64: 1, 3, 1>}
// CHECK: %[[ROWS:.*]] = amp.reshape %[[X]] {shape = array<i64: 1, 4, 10>}
// CHECK: %[[Y:.*]] = amp.read_at %[[ROWS]], %[[INDEX]] : (tensor<1x4x10xf32>, tensor<1x3x1xi64>) -> tensor<1x3x10xf32>
// CHECK: amp.reshape %[[Y]] {shape = array<i64: 3, 10>}
func.func @index_select(%x: tensor<4x10xf32>, %i: tensor<3xi64>) -> tensor<3x10xf32> {
  %0 = amp.index_select %x, %i {dim = 0 : i64} : (tensor<4x10xf32>, tensor<3xi64>) -> tensor<3x10xf32>
  return %0 : tensor<3x10xf32>
}

// -----

// CHECK-LABEL: func.func @detach
// CHECK-SAME: (%[[X:.*]]: tensor<8xf32>)
// CHECK-NEXT: return %[[X]]
func.func @detach(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = amp.detach %x : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// Each element is added at the place of its index; what meets at a place is one sum.
// CHECK-LABEL: func.func @scatter_add
// CHECK-SAME: (%[[X:.*]]: tensor<4x8xbf16>, %[[I:.*]]: tensor<4x3xi64>, %[[S:.*]]: tensor<4x3xbf16>)
// CHECK: %[[INDEX:.*]] = amp.reshape %[[I]] {shape = array<i64: 4, 3, 1>}
// CHECK: %[[Y:.*]] = amp.sum_at %{{.*}}, %[[INDEX]], %{{.*}} {size = 8 : i64}
// CHECK-SAME: (tensor<4x3x1xbf16>, tensor<4x3x1xi64>, tensor<4x8x1xbf16>) -> tensor<4x8x1xbf16>
// CHECK: amp.reshape %[[Y]] {shape = array<i64: 4, 8>}
func.func @scatter_add(%x: tensor<4x8xbf16>, %i: tensor<4x3xi64>, %s: tensor<4x3xbf16>) -> tensor<4x8xbf16> {
  %0 = amp.scatter_add %x, %i, %s {dim = 1 : i64} : (tensor<4x8xbf16>, tensor<4x3xi64>, tensor<4x3xbf16>) -> tensor<4x8xbf16>
  return %0 : tensor<4x8xbf16>
}

// -----

// The last slice for a place replaces what is there.
// CHECK-LABEL: func.func @index_copy
// CHECK-SAME: (%[[X:.*]]: tensor<4x8xf32>, %[[I:.*]]: tensor<2xi64>, %[[S:.*]]: tensor<2x8xf32>)
// CHECK: %[[INDEX:.*]] = amp.reshape %[[I]] {shape = array<i64: 1, 2, 1>}
// CHECK: %[[LAST:.*]] = amp.last_at %[[INDEX]] {size = 4 : i64}
// CHECK: %[[IS:.*]] = amp.compare ge, %[[LAST]]
// CHECK: %[[ROWS:.*]] = amp.read_at %{{.*}}, %[[LAST]] {zeros}
// CHECK: amp.where %[[IS]], %[[ROWS]], %{{.*}} : (tensor<1x4x1xi1>, tensor<1x4x8xf32>, tensor<1x4x8xf32>)
func.func @index_copy(%x: tensor<4x8xf32>, %i: tensor<2xi64>, %s: tensor<2x8xf32>) -> tensor<4x8xf32> {
  %0 = amp.index_copy %x, %i, %s {dim = 0 : i64} : (tensor<4x8xf32>, tensor<2xi64>, tensor<2x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
