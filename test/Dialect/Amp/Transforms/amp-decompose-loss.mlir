// RUN: amp-opt %s --amp-decompose --cse -split-input-file -verify-diagnostics | FileCheck %s

//===----------------------------------------------------------------------===//
// Losses
//===----------------------------------------------------------------------===//

// In f32, and rounded once. Neither |x| nor a maximum, so that derivatives at 0 are right.
// CHECK-LABEL: func.func @logits
// CHECK-SAME: (%[[X16:.*]]: tensor<4x8xf16>, %[[T16:.*]]: tensor<4x8xf16>, %[[Q16:.*]]: tensor<8xf16>)
// CHECK: %[[T:.*]] = amp.cast %[[T16]]
// CHECK: %[[Q:.*]] = amp.cast %[[Q16]]
// CHECK: %[[POSITIVE:.*]] = amp.mul %[[Q]], %[[T]]
// CHECK: %[[X:.*]] = amp.cast %[[X16]]
// CHECK: %[[BELOW:.*]] = amp.compare lt, %[[X]], %[[ZERO:.*]] : (
// CHECK: %[[MINUS:.*]] = amp.neg %[[X]]
// CHECK: %[[SMALL:.*]] = amp.where %[[BELOW]], %[[X]], %[[MINUS]]
// CHECK: %[[EXP:.*]] = amp.exp %[[SMALL]]
// CHECK: %[[LOG:.*]] = amp.log1p %[[EXP]]
// CHECK: %[[A:.*]] = amp.where %[[BELOW]], %[[MINUS]], %[[ZERO]]
// CHECK: amp.add %[[LOG]], %[[A]]
// CHECK: amp.mul %[[POSITIVE]]
// CHECK: amp.where %[[BELOW]], %[[ZERO]], %[[X]]
// CHECK: %[[MEAN:.*]] = amp.mean %{{.*}} : (tensor<4x8xf32>) -> tensor<f32>
// CHECK: %[[Y:.*]] = amp.cast %[[MEAN]] : tensor<f32> to tensor<f16>
// CHECK: return %[[Y]]
func.func @logits(%x: tensor<4x8xf16>, %t: tensor<4x8xf16>, %q: tensor<8xf16>) -> tensor<f16> {
  %0 = amp.binary_cross_entropy_with_logits %x, %t pos_weight(%q)
      : (tensor<4x8xf16>, tensor<4x8xf16>, tensor<8xf16>) -> tensor<f16>
  return %0 : tensor<f16>
}

// Near 0 and 1 logarithms are constants, and the derivative is that of a straight line
// through 0: x minus what was x, detached.
// CHECK-LABEL: func.func @probabilities
// CHECK-SAME: (%[[X:.*]]: tensor<8xf32>, %{{.*}}: tensor<8xf32>)
// CHECK: %[[EDGE:.*]] = amp.compare lt
// CHECK: amp.sub %[[X]], %[[X]]
// CHECK: %[[INSIDE:.*]] = amp.where %[[EDGE]], %{{.*}}, %[[X]]
// CHECK: %[[BOUND:.*]] = amp.constant dense<-1.000000e+02>
// CHECK: amp.maximum %{{.*}}, %[[BOUND]]
// CHECK: amp.log %[[INSIDE]]
// CHECK: amp.sum %{{.*}} : (tensor<8xf32>) -> tensor<f32>
func.func @probabilities(%x: tensor<8xf32>, %t: tensor<8xf32>) -> tensor<f32> {
  %0 = amp.binary_cross_entropy %x, %t {reduction = #amp.reduction<sum>} : (tensor<8xf32>, tensor<8xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// The branch that is not taken is harmless: its square is 0.
// CHECK-LABEL: func.func @smooth
// CHECK: %[[D:.*]] = amp.sub
// CHECK: %[[ABS:.*]] = amp.abs %[[D]]
// CHECK: %[[NEAR:.*]] = amp.compare lt, %[[ABS]]
// CHECK: %[[SAFE:.*]] = amp.where %[[NEAR]], %[[D]]
// CHECK: amp.mul %[[SAFE]], %[[SAFE]]
// CHECK: %[[Y:.*]] = amp.where %[[NEAR]]
// CHECK-NOT: amp.mean
// CHECK: return %[[Y]], %[[ABS]]
func.func @smooth(%x: tensor<4x8xf64>, %t: tensor<4x8xf64>) -> (tensor<4x8xf64>, tensor<4x8xf64>) {
  %0 = amp.smooth_l1_loss %x, %t {reduction = #amp.reduction<none>} : (tensor<4x8xf64>, tensor<4x8xf64>) -> tensor<4x8xf64>
  %1 = amp.smooth_l1_loss %x, %t {beta = 0.0 : f64, reduction = #amp.reduction<none>} : (tensor<4x8xf64>, tensor<4x8xf64>) -> tensor<4x8xf64>
  return %0, %1 : tensor<4x8xf64>, tensor<4x8xf64>
}

// Classes come last. The divisor adds up the weights of what is not ignored.
// CHECK-LABEL: func.func @nll
// CHECK-SAME: (%[[X:.*]]: tensor<2x5x3xf32>, %[[T:.*]]: tensor<2x3xi64>, %[[W:.*]]: tensor<5xf32>)
// CHECK: %[[ROWS:.*]] = amp.transpose %[[X]] {permutation = array<i64: 0, 2, 1>}
// CHECK: %[[COUNTS:.*]] = amp.compare ne, %[[T]]
// CHECK: amp.one_hot %[[T]] {classes = 5 : i64, dtype = f32}
// CHECK: %[[CHOSEN:.*]] = amp.where
// CHECK: %[[PRODUCT:.*]] = amp.mul %[[CHOSEN]], %[[ROWS]]
// CHECK: amp.mul %[[CHOSEN]], %[[W]]
// CHECK: %[[WEIGHTS:.*]] = amp.where %[[COUNTS]]
// CHECK: %[[LOSS:.*]] = amp.where %[[COUNTS]]
// CHECK: %[[SUM:.*]] = amp.sum %[[LOSS]]
// CHECK: %[[DIVISOR:.*]] = amp.sum %[[WEIGHTS]]
// CHECK: amp.div %[[SUM]], %[[DIVISOR]]
func.func @nll(%x: tensor<2x5x3xf32>, %t: tensor<2x3xi64>, %w: tensor<5xf32>) -> tensor<f32> {
  %0 = amp.nll_loss %x, %t, %w : (tensor<2x5x3xf32>, tensor<2x3xi64>, tensor<5xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

//===----------------------------------------------------------------------===//
// Distances
//===----------------------------------------------------------------------===//

// The root of 0 has no derivative: 1 stands for it.
// CHECK-LABEL: func.func @cdist
// CHECK: %[[A:.*]] = amp.reshape %{{.*}} -> tensor<4x1x3xf32>
// CHECK: %[[B:.*]] = amp.reshape %{{.*}} -> tensor<1x5x3xf32>
// CHECK: %[[D:.*]] = amp.sub %[[A]], %[[B]]
// CHECK: %[[TERMS:.*]] = amp.mul %[[D]], %[[D]]
// CHECK: %[[SUM:.*]] = amp.sum %[[TERMS]] {dims = array<i64: -1>}
// CHECK: %[[ZERO:.*]] = amp.compare eq, %[[SUM]]
// CHECK: %[[SAFE:.*]] = amp.where %[[ZERO]], %{{.*}}, %[[SUM]]
// CHECK: %[[ROOT:.*]] = amp.sqrt %[[SAFE]]
// CHECK: amp.where %[[ZERO]], %{{.*}}, %[[ROOT]]
func.func @cdist(%a: tensor<4x3xf32>, %b: tensor<5x3xf32>) -> tensor<4x5xf32> {
  %0 = amp.cdist %a, %b : (tensor<4x3xf32>, tensor<5x3xf32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @mm
// CHECK-SAME: (%[[A:.*]]: tensor<4x8xf16>, %[[B:.*]]: tensor<8x16xf16>)
// CHECK-NEXT: %[[C:.*]] = amp.matmul %[[A]], %[[B]] {compute_type = f32} : (tensor<4x8xf16>, tensor<8x16xf16>) -> tensor<4x16xf16>
// CHECK-NEXT: %[[D:.*]] = amp.matmul %[[A]], %[[B]] {compute_type = f32} : (tensor<4x8xf16>, tensor<8x16xf16>) -> tensor<4x16xf32>
// CHECK-NEXT: return %[[C]], %[[D]]
func.func @mm(%a: tensor<4x8xf16>, %b: tensor<8x16xf16>) -> (tensor<4x16xf16>, tensor<4x16xf32>) {
  %0 = amp.mm %a, %b {compute_type = f32} : (tensor<4x8xf16>, tensor<8x16xf16>) -> tensor<4x16xf16>
  %1 = amp.mm %a, %b : (tensor<4x8xf16>, tensor<8x16xf16>) -> tensor<4x16xf32>
  return %0, %1 : tensor<4x16xf16>, tensor<4x16xf32>
}

// The product stays in f32 until the input is added.
// CHECK-LABEL: func.func @addmm
// CHECK-SAME: (%[[X:.*]]: tensor<16xf16>, %[[A:.*]]: tensor<4x8xf16>, %[[B:.*]]: tensor<8x16xf16>)
// CHECK: %[[P:.*]] = amp.matmul %[[A]], %[[B]] {compute_type = f32} : (tensor<4x8xf16>, tensor<8x16xf16>) -> tensor<4x16xf32>
// CHECK: %[[SCALED:.*]] = amp.mul %{{.*}}, %[[P]]
// CHECK: %[[WIDE:.*]] = amp.cast %[[X]]
// CHECK: %[[SUM:.*]] = amp.add %[[WIDE]], %[[SCALED]]
// CHECK: amp.cast %[[SUM]] : tensor<4x16xf32> to tensor<4x16xf16>
func.func @addmm(%x: tensor<16xf16>, %a: tensor<4x8xf16>, %b: tensor<8x16xf16>) -> tensor<4x16xf16> {
  %0 = amp.addmm %x, %a, %b {alpha = 0.5 : f64} : (tensor<16xf16>, tensor<4x8xf16>, tensor<8x16xf16>) -> tensor<4x16xf16>
  return %0 : tensor<4x16xf16>
}

// 4 8 2 + 4 2 16 multiplications, not 8 2 16 + 4 8 16; and 2 16 3 + 8 2 3, not
// 8 2 16 + 8 16 3.
// CHECK-LABEL: func.func @chain
// CHECK-SAME: (%[[A:.*]]: tensor<4x8xf32>, %[[B:.*]]: tensor<8x2xf32>, %[[C:.*]]: tensor<2x16xf32>, %[[D:.*]]: tensor<16x3xf32>)
// CHECK: %[[AB:.*]] = amp.matmul %[[A]], %[[B]]
// CHECK: amp.matmul %[[AB]], %[[C]]
// CHECK: %[[CD:.*]] = amp.matmul %[[C]], %[[D]]
// CHECK: amp.matmul %[[B]], %[[CD]]
func.func @chain(%a: tensor<4x8xf32>, %b: tensor<8x2xf32>, %c: tensor<2x16xf32>, %d: tensor<16x3xf32>) -> (tensor<4x16xf32>, tensor<8x3xf32>) {
  %0 = amp.chain_matmul %a, %b, %c : (tensor<4x8xf32>, tensor<8x2xf32>, tensor<2x16xf32>) -> tensor<4x16xf32>
  %1 = amp.chain_matmul %b, %c, %d : (tensor<8x2xf32>, tensor<2x16xf32>, tensor<16x3xf32>) -> tensor<8x3xf32>
  return %0, %1 : tensor<4x16xf32>, tensor<8x3xf32>
}

// Batches are flattened; the transposed factor stays where it is.
// CHECK-LABEL: func.func @scores
// CHECK-SAME: (%[[Q:.*]]: tensor<2x4x8x64xf16>, %[[K:.*]]: tensor<2x4x6x64xf16>)
// CHECK: %[[QM:.*]] = amp.reshape %[[Q]] {{.*}} -> tensor<8x8x64xf16>
// CHECK: %[[KM:.*]] = amp.reshape %[[K]] {{.*}} -> tensor<8x6x64xf16>
// CHECK: %[[KT:.*]] = amp.transpose %[[KM]] {permutation = array<i64: 0, 2, 1>}
// CHECK: %[[S:.*]] = amp.matmul %[[QM]], %[[KT]]
// CHECK: amp.reshape %[[S]] {{.*}} -> tensor<2x4x8x6xf16>
func.func @scores(%q: tensor<2x4x8x64xf16>, %k: tensor<2x4x6x64xf16>) -> tensor<2x4x8x6xf16> {
  %0 = amp.einsum %q, %k {equation = "bhqd,bhkd->bhqk"}
      : (tensor<2x4x8x64xf16>, tensor<2x4x6x64xf16>) -> tensor<2x4x8x6xf16>
  return %0 : tensor<2x4x8x6xf16>
}

// No side of a matrix: a sum of products, in f32.
// CHECK-LABEL: func.func @vecdot
// CHECK: %[[P:.*]] = amp.mul %{{.*}} -> tensor<4x64xf32>
// CHECK: %[[S:.*]] = amp.sum %[[P]] {dims = array<i64: 1>}
// CHECK: amp.cast %[[S]] : tensor<4xf32> to tensor<4xf16>
func.func @vecdot(%a: tensor<4x64xf16>, %b: tensor<4x64xf16>) -> tensor<4xf16> {
  %0 = amp.linalg_vecdot %a, %b : (tensor<4x64xf16>, tensor<4x64xf16>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// CHECK-LABEL: func.func @diagonal
// CHECK: %[[FLAT:.*]] = amp.reshape %{{.*}} -> tensor<25xf32>
// CHECK: %[[D:.*]] = amp.slice %[[FLAT]] {offsets = array<i64: 0>, sizes = array<i64: 5>, strides = array<i64: 6>}
// CHECK: amp.sum %[[D]]
func.func @diagonal(%a: tensor<5x5xf32>) -> tensor<f32> {
  %0 = amp.einsum %a {equation = "ii"} : (tensor<5x5xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// The rows need not be counted, only the classes.

// CHECK-LABEL: func.func @unknown_batch
// CHECK: amp.amax {{.*}} : (tensor<?x3xf32>) -> tensor<?x1xf32>
// CHECK: amp.div {{.*}} : (tensor<?x3xf32>, tensor<?x1xf32>) -> tensor<?x3xf32>
// CHECK-NOT: amp.cross_entropy
// CHECK-NOT: amp.softmax
func.func @unknown_batch(%x: tensor<?x3xf32>, %t: tensor<?xi64>)
    -> (tensor<f32>, tensor<?x3xf32>) {
  %loss = amp.cross_entropy %x, %t : (tensor<?x3xf32>, tensor<?xi64>) -> tensor<f32>
  %y = amp.softmax %x {dim = 1 : i64} : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %loss, %y : tensor<f32>, tensor<?x3xf32>
}

// -----

func.func @unknown_rows(%x: tensor<?x5xf32>) -> tensor<?xf32> {
  // expected-error @+1 {{'amp.pdist' op has an unknown size in dimension 0 of operand 0, 'tensor<?x5xf32>'; run amp-specialize-shapes before amp-decompose}}
  %0 = amp.pdist %x : (tensor<?x5xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// One step after the other, in f32: the labels of a target are read once, and the loss of each
// is rounded once. The sum of probabilities is there for its gradient.
// CHECK-LABEL: func.func @ctc
// CHECK-DAG: %[[X:.*]] = amp.cast %arg0 : tensor<5x2x3xf16> to tensor<5x2x3xf32>
// CHECK-DAG: amp.read_at %{{.*}} : (tensor<2x3x5xf32>, tensor<2x4x1xi64>) -> tensor<2x4x5xf32>
// CHECK: %[[LAST:.*]]:2 = amp.scan carry(%{{.*}}, %{{.*}}) each(%{{.*}}, %{{.*}}, %{{.*}}) with(%{{.*}}) : (tensor<2x5xf32>, tensor<2x4xf32>,
// CHECK: amp.read_at
// CHECK: amp.read_at
// CHECK: %[[MASS:.*]] = amp.sum %{{.*}} {dims = array<i64: 0, 2>} : (tensor<5x2x3xf32>) -> tensor<2xf32>
// CHECK: amp.sub %[[MASS]], %[[MASS]]
// CHECK: %[[LOSS:.*]] = amp.mean
// CHECK: amp.cast %{{.*}} : tensor<f32> to tensor<f16>
func.func @ctc(%x: tensor<5x2x3xf16>, %t: tensor<2x4xi64>, %n: tensor<2xi64>) -> tensor<f16> {
  %0 = amp.ctc_loss %x, %t, %n, %n : (tensor<5x2x3xf16>, tensor<2x4xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<f16>
  return %0 : tensor<f16>
}

// -----

func.func @ctc_of_nothing(%x: tensor<0x2x3xf32>, %t: tensor<2x4xi64>, %n: tensor<2xi64>) -> tensor<f32> {
  // expected-error @+1 {{'amp.ctc_loss' op expects at least one step, sequence and class, found 'tensor<0x2x3xf32>'}}
  %0 = amp.ctc_loss %x, %t, %n, %n : (tensor<0x2x3xf32>, tensor<2x4xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<f32>
  return %0 : tensor<f32>
}
