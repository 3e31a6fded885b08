// RUN: amp-opt %s --amp-differentiate | FileCheck %s

// Gradients of the ops that networks are made of: what each backward region holds.

//===----------------------------------------------------------------------===//
// Contractions
//===----------------------------------------------------------------------===//

// dx = dy w, dw = dyᵀ x, db = the sum of dy over the rows.
// CHECK-LABEL: func.func @linear
// CHECK-SAME: (%[[X:.*]]: tensor<4x8xf32>, %[[W:.*]]: tensor<16x8xf32>, %[[B:.*]]: tensor<16xf32>)
// CHECK: ^bb0(%[[SEED:.*]]: tensor<f32>):
// CHECK: %[[DY:.*]] = amp.broadcast_to %{{.*}} {shape = array<i64: 4, 16>}
// CHECK: %[[DX:.*]] = amp.matmul %[[DY]], %[[W]] : (tensor<4x16xf32>, tensor<16x8xf32>) -> tensor<4x8xf32>
// CHECK: %[[DYT:.*]] = amp.transpose %[[DY]] {permutation = array<i64: 1, 0>}
// CHECK: %[[DW:.*]] = amp.matmul %[[DYT]], %[[X]] : (tensor<16x4xf32>, tensor<4x8xf32>) -> tensor<16x8xf32>
// CHECK: %[[DB:.*]] = amp.sum %[[DY]] {dims = array<i64: 0>} : (tensor<4x16xf32>) -> tensor<16xf32>
// CHECK: amp.yield %[[DX]], %[[DW]], %[[DB]]
func.func @linear(%x: tensor<4x8xf32>, %w: tensor<16x8xf32>, %b: tensor<16xf32>)
    -> (tensor<4x8xf32>, tensor<16x8xf32>, tensor<16xf32>) {
  %y = amp.linear %x, %w, %b : (tensor<4x8xf32>, tensor<16x8xf32>, tensor<16xf32>) -> tensor<4x16xf32>
  %loss = amp.sum %y : (tensor<4x16xf32>) -> tensor<f32>
  %g:3 = amp.backward %loss wrt(%x, %w, %b) : (tensor<f32>, tensor<4x8xf32>, tensor<16x8xf32>, tensor<16xf32>)
    -> (tensor<4x8xf32>, tensor<16x8xf32>, tensor<16xf32>)
  return %g#0, %g#1, %g#2 : tensor<4x8xf32>, tensor<16x8xf32>, tensor<16xf32>
}

// A batch of vectors is one matrix; only what was asked for is computed.
// CHECK-LABEL: func.func @linear_of_rank_3
// CHECK: ^bb0
// CHECK: %[[DY:.*]] = amp.reshape %{{.*}} {shape = array<i64: 6, 4>} : (tensor<2x3x4xf32>) -> tensor<6x4xf32>
// CHECK: %[[DYT:.*]] = amp.transpose %[[DY]]
// CHECK: %[[X:.*]] = amp.reshape %{{.*}} {shape = array<i64: 6, 8>} : (tensor<2x3x8xf32>) -> tensor<6x8xf32>
// CHECK: %[[DW:.*]] = amp.matmul %[[DYT]], %[[X]]
// CHECK-NOT: amp.matmul
// CHECK: amp.yield %[[DW]]
func.func @linear_of_rank_3(%x: tensor<2x3x8xf32>, %w: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %y = amp.linear %x, %w : (tensor<2x3x8xf32>, tensor<4x8xf32>) -> tensor<2x3x4xf32>
  %loss = amp.sum %y : (tensor<2x3x4xf32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%w) : (tensor<f32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %g : tensor<4x8xf32>
}

// A matrix that was used for each batch collects the sum over the batch.
// CHECK-LABEL: func.func @matmul
// CHECK-SAME: (%[[A:.*]]: tensor<2x4x8xf32>, %[[B:.*]]: tensor<8x3xf32>)
// CHECK: ^bb0
// CHECK: %[[DY:.*]] = amp.broadcast_to
// CHECK: %[[BT:.*]] = amp.transpose %[[B]] {permutation = array<i64: 1, 0>}
// CHECK: %[[DA:.*]] = amp.matmul %[[DY]], %[[BT]] : (tensor<2x4x3xf32>, tensor<3x8xf32>) -> tensor<2x4x8xf32>
// CHECK: %[[AT:.*]] = amp.transpose %[[A]] {permutation = array<i64: 0, 2, 1>}
// CHECK: %[[DBS:.*]] = amp.matmul %[[AT]], %[[DY]] : (tensor<2x8x4xf32>, tensor<2x4x3xf32>) -> tensor<2x8x3xf32>
// CHECK: %[[DB:.*]] = amp.sum %[[DBS]] {dims = array<i64: 0>} : (tensor<2x8x3xf32>) -> tensor<8x3xf32>
// CHECK: amp.yield %[[DA]], %[[DB]]
func.func @matmul(%a: tensor<2x4x8xf32>, %b: tensor<8x3xf32>) -> (tensor<2x4x8xf32>, tensor<8x3xf32>) {
  %y = amp.matmul %a, %b : (tensor<2x4x8xf32>, tensor<8x3xf32>) -> tensor<2x4x3xf32>
  %loss = amp.sum %y : (tensor<2x4x3xf32>) -> tensor<f32>
  %g:2 = amp.backward %loss wrt(%a, %b) : (tensor<f32>, tensor<2x4x8xf32>, tensor<8x3xf32>)
    -> (tensor<2x4x8xf32>, tensor<8x3xf32>)
  return %g#0, %g#1 : tensor<2x4x8xf32>, tensor<8x3xf32>
}

//===----------------------------------------------------------------------===//
// Activations and elementwise ops
//===----------------------------------------------------------------------===//

// ReLU, tanh and sigmoid use their saved results, GELU its input and its form.
// CHECK-LABEL: func.func @activations
// CHECK-SAME: (%[[X:.*]]: tensor<8xf32>)
// CHECK: %[[R:.*]] = amp.relu %[[X]]
// CHECK: %[[T:.*]] = amp.tanh %[[R]]
// CHECK: %[[S:.*]] = amp.sigmoid %[[T]]
// CHECK: ^bb0
// CHECK: %[[DY:.*]] = amp.broadcast_to
// CHECK: %[[DS:.*]] = amp.gelu_backward %[[DY]], %[[S]] {approximate = #amp.gelu<tanh>}
// CHECK: %[[DT:.*]] = amp.sigmoid_backward %[[DS]], %[[S]]
// CHECK: %[[DR:.*]] = amp.tanh_backward %[[DT]], %[[T]]
// CHECK: %[[DX:.*]] = amp.relu_backward %[[DR]], %[[R]]
// CHECK: amp.yield %[[DX]]
func.func @activations(%x: tensor<8xf32>) -> tensor<8xf32> {
  %r = amp.relu %x : (tensor<8xf32>) -> tensor<8xf32>
  %t = amp.tanh %r : (tensor<8xf32>) -> tensor<8xf32>
  %s = amp.sigmoid %t : (tensor<8xf32>) -> tensor<8xf32>
  %y = amp.gelu %s {approximate = #amp.gelu<tanh>} : (tensor<8xf32>) -> tensor<8xf32>
  %loss = amp.sum %y : (tensor<8xf32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%x) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  return %g : tensor<8xf32>
}

// What was broadcast is summed: to [8] over the rows, to [4, 1] over the columns.
// CHECK-LABEL: func.func @broadcasts
// CHECK-SAME: (%[[A:.*]]: tensor<4x8xf32>, %[[B:.*]]: tensor<8xf32>, %[[C:.*]]: tensor<4x1xf32>)
// CHECK: %[[P:.*]] = amp.mul %[[A]], %[[B]]
// CHECK: ^bb0
// CHECK: %[[DY:.*]] = amp.broadcast_to
// CHECK: %[[NEG:.*]] = amp.neg %[[DY]]
// CHECK: %[[DC0:.*]] = amp.sum %[[NEG]] {dims = array<i64: 1>} : (tensor<4x8xf32>) -> tensor<4xf32>
// CHECK: %[[DC:.*]] = amp.reshape %[[DC0]] {shape = array<i64: 4, 1>}
// CHECK: %[[DA:.*]] = amp.mul %[[DY]], %[[B]]
// CHECK: %[[DB0:.*]] = amp.mul %[[DY]], %[[A]]
// CHECK: %[[DB:.*]] = amp.sum %[[DB0]] {dims = array<i64: 0>} : (tensor<4x8xf32>) -> tensor<8xf32>
// CHECK: amp.yield %[[DA]], %[[DB]], %[[DC]]
func.func @broadcasts(%a: tensor<4x8xf32>, %b: tensor<8xf32>, %c: tensor<4x1xf32>)
    -> (tensor<4x8xf32>, tensor<8xf32>, tensor<4x1xf32>) {
  %p = amp.mul %a, %b : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  %y = amp.sub %p, %c : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
  %loss = amp.sum %y : (tensor<4x8xf32>) -> tensor<f32>
  %g:3 = amp.backward %loss wrt(%a, %b, %c) : (tensor<f32>, tensor<4x8xf32>, tensor<8xf32>, tensor<4x1xf32>)
    -> (tensor<4x8xf32>, tensor<8xf32>, tensor<4x1xf32>)
  return %g#0, %g#1, %g#2 : tensor<4x8xf32>, tensor<8xf32>, tensor<4x1xf32>
}

// A value that is used twice collects both gradients; one operand twice counts twice.
// CHECK-LABEL: func.func @used_twice
// CHECK-SAME: (%[[X:.*]]: tensor<8xf32>)
// CHECK: ^bb0
// CHECK: %[[DY:.*]] = amp.broadcast_to
// CHECK: %[[L:.*]] = amp.mul %[[DY]], %[[X]]
// CHECK: %[[R:.*]] = amp.mul %[[DY]], %[[X]]
// CHECK: %[[DX:.*]] = amp.add %[[L]], %[[R]]
// CHECK: amp.yield %[[DX]]
func.func @used_twice(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = amp.mul %x, %x : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %loss = amp.sum %y : (tensor<8xf32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%x) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  return %g : tensor<8xf32>
}

//===----------------------------------------------------------------------===//
// Losses, reductions, shapes
//===----------------------------------------------------------------------===//

// Mean squared error: 2 / 32 of the difference, times the seed; the target's is negated.
// CHECK-LABEL: func.func @mse_loss
// CHECK-SAME: (%[[X:.*]]: tensor<4x8xf32>, %[[T:.*]]: tensor<4x8xf32>)
// CHECK: ^bb0(%[[SEED:.*]]: tensor<f32>):
// CHECK-DAG: %[[D:.*]] = amp.sub %[[X]], %[[T]]
// CHECK-DAG: %[[C:.*]] = amp.constant dense<6.250000e-02>
// CHECK: %[[F:.*]] = amp.mul %[[SEED]], %[[C]]
// CHECK: %[[DX:.*]] = amp.mul %[[F]], %[[D]]
// CHECK: %[[DT:.*]] = amp.neg %[[DX]]
// CHECK: amp.yield %[[DX]], %[[DT]]
func.func @mse_loss(%x: tensor<4x8xf32>, %t: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %loss = amp.mse_loss %x, %t : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<f32>
  %g:2 = amp.backward %loss wrt(%x, %t) : (tensor<f32>, tensor<4x8xf32>, tensor<4x8xf32>)
    -> (tensor<4x8xf32>, tensor<4x8xf32>)
  return %g#0, %g#1 : tensor<4x8xf32>, tensor<4x8xf32>
}

// Cross entropy: softmax minus the target's distribution, 0 in ignored rows, divided by the
// number of rows that count.
// CHECK-LABEL: func.func @cross_entropy
// CHECK-SAME: (%[[X:.*]]: tensor<4x10xf32>, %[[T:.*]]: tensor<4xi64>)
// CHECK: ^bb0(%[[SEED:.*]]: tensor<f32>):
// CHECK: %[[COUNTS:.*]] = amp.compare ne, %[[T]], %{{.*}}
// CHECK: %[[HOT:.*]] = amp.one_hot %[[T]] {classes = 10 : i64, dtype = f32}
// CHECK: %[[Q:.*]] = amp.where %{{.*}}, %[[HOT]], %{{.*}} : (tensor<4x1xi1>, tensor<4x10xf32>, tensor<f32>)
// CHECK: %[[ROWS:.*]] = amp.sum %{{.*}} : (tensor<4xf32>) -> tensor<f32>
// CHECK: %[[P:.*]] = amp.softmax %[[X]] {dim = 1 : i64}
// CHECK: %[[F:.*]] = amp.div %[[SEED]], %[[ROWS]]
// CHECK: %[[ROW:.*]] = amp.where %[[COUNTS]], %[[F]], %{{.*}} -> tensor<4xf32>
// CHECK: %[[COLUMN:.*]] = amp.reshape %[[ROW]] {shape = array<i64: 4, 1>}
// CHECK: %[[D:.*]] = amp.sub %[[P]], %[[Q]]
// CHECK: %[[DX:.*]] = amp.mul %[[D]], %[[COLUMN]]
// CHECK: amp.yield %[[DX]]
func.func @cross_entropy(%x: tensor<4x10xf32>, %t: tensor<4xi64>) -> tensor<4x10xf32> {
  %loss = amp.cross_entropy %x, %t : (tensor<4x10xf32>, tensor<4xi64>) -> tensor<f32>
  %g = amp.backward %loss wrt(%x) : (tensor<f32>, tensor<4x10xf32>) -> tensor<4x10xf32>
  return %g : tensor<4x10xf32>
}

// CHECK-LABEL: func.func @softmax
// CHECK: %[[P:.*]] = amp.softmax
// CHECK: %[[L:.*]] = amp.log_softmax
// CHECK: ^bb0
// CHECK: %[[DP:.*]] = amp.log_softmax_backward %{{.*}}, %[[L]] {dim = 0 : i64}
// CHECK: %[[DX:.*]] = amp.softmax_backward %[[DP]], %[[P]] {dim = -1 : i64}
// CHECK: amp.yield %[[DX]]
func.func @softmax(%x: tensor<4x10xf32>) -> tensor<4x10xf32> {
  %p = amp.softmax %x {dim = -1 : i64} : (tensor<4x10xf32>) -> tensor<4x10xf32>
  %l = amp.log_softmax %p {dim = 0 : i64} : (tensor<4x10xf32>) -> tensor<4x10xf32>
  %loss = amp.sum %l : (tensor<4x10xf32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%x) : (tensor<f32>, tensor<4x10xf32>) -> tensor<4x10xf32>
  return %g : tensor<4x10xf32>
}

// The gradient of a mean is divided by the number of elements in f32, since a count may
// lie beyond f16; an extremum's goes in equal parts to all that attain it.
// CHECK-LABEL: func.func @reductions
// CHECK: %[[M:.*]] = amp.amax
// CHECK: ^bb0
// CHECK: amp.constant dense<4.000000e+00> : tensor<f32>
// CHECK: %[[SHARE:.*]] = amp.div %{{.*}} -> tensor<1xf32>
// CHECK: amp.cast %[[SHARE]] : tensor<1xf32> to tensor<1xf16>
// CHECK: %[[Y:.*]] = amp.reshape %[[M]] {shape = array<i64: 4, 1>}
// CHECK: %[[AT:.*]] = amp.compare eq, %{{.*}}, %[[Y]]
// CHECK: %[[ONES:.*]] = amp.cast %[[AT]] : tensor<4x8xi1> to tensor<4x8xf32>
// CHECK: %[[COUNT:.*]] = amp.sum %[[ONES]] {dims = array<i64: 1>, keepdim = true}
// CHECK: %[[PART:.*]] = amp.div %{{.*}}, %[[COUNT]]
// CHECK: %[[WIDE:.*]] = amp.mul %[[ONES]], %[[PART]]
// CHECK: %[[DX:.*]] = amp.cast %[[WIDE]] : tensor<4x8xf32> to tensor<4x8xf16>
// CHECK: amp.yield %[[DX]]
func.func @reductions(%x: tensor<4x8xf16>) -> tensor<4x8xf16> {
  %m = amp.amax %x {dims = array<i64: 1>} : (tensor<4x8xf16>) -> tensor<4xf16>
  %loss = amp.mean %m : (tensor<4xf16>) -> tensor<f16>
  %g = amp.backward %loss wrt(%x) : (tensor<f16>, tensor<4x8xf16>) -> tensor<4x8xf16>
  return %g : tensor<4x8xf16>
}

// CHECK-LABEL: func.func @shapes
// CHECK: ^bb0
// CHECK: %[[DY:.*]] = amp.broadcast_to %{{.*}} {shape = array<i64: 3, 10>}
// CHECK: %[[D1:.*]] = amp.slice %[[DY]] {offsets = array<i64: 0, 0>, sizes = array<i64: 3, 8>}
// CHECK: %[[D2:.*]] = amp.slice %[[DY]] {offsets = array<i64: 0, 8>, sizes = array<i64: 3, 2>}
// CHECK: %[[D3:.*]] = amp.slice_backward %[[D2]] {offsets = array<i64: 0, 1>, shape = array<i64: 3, 8>, strides = array<i64: 1, 2>}
// CHECK: %[[D4:.*]] = amp.add %[[D1]], %[[D3]]
// CHECK: %[[D5:.*]] = amp.transpose %[[D4]] {permutation = array<i64: 1, 0>}
// CHECK: %[[D6:.*]] = amp.reshape %[[D5]] {shape = array<i64: 24>}
// CHECK: amp.yield %[[D6]]
func.func @shapes(%x: tensor<24xf32>) -> tensor<24xf32> {
  %0 = amp.reshape %x {shape = array<i64: 8, 3>} : (tensor<24xf32>) -> tensor<8x3xf32>
  %1 = amp.transpose %0 {permutation = array<i64: 1, 0>} : (tensor<8x3xf32>) -> tensor<3x8xf32>
  %2 = amp.slice %1 {offsets = array<i64: 0, 1>, sizes = array<i64: 3, 2>, strides = array<i64: 1, 2>} : (tensor<3x8xf32>) -> tensor<3x2xf32>
  %3 = amp.concat %1, %2 {dim = 1 : i64} : (tensor<3x8xf32>, tensor<3x2xf32>) -> tensor<3x10xf32>
  %loss = amp.sum %3 : (tensor<3x10xf32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%x) : (tensor<f32>, tensor<24xf32>) -> tensor<24xf32>
  return %g : tensor<24xf32>
}

//===----------------------------------------------------------------------===//
// The op itself
//===----------------------------------------------------------------------===//

// A value on which the loss does not depend, or only through integers, has gradient 0.
// CHECK-LABEL: func.func @no_influence
// CHECK: ^bb0
// CHECK: %[[ZERO:.*]] = amp.constant dense<0.000000e+00> : tensor<8xf32>
// CHECK: amp.yield %{{.*}}, %[[ZERO]] :
func.func @no_influence(%x: tensor<8xf32>, %z: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %p = amp.compare gt, %z, %x : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
  %y = amp.where %p, %x, %x : (tensor<8xi1>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %loss = amp.sum %y : (tensor<8xf32>) -> tensor<f32>
  %g:2 = amp.backward %loss wrt(%x, %z) : (tensor<f32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  return %g#0, %g#1 : tensor<8xf32>, tensor<8xf32>
}

// With respect to a value on the way: what comes before it plays no part.
// CHECK-LABEL: func.func @intermediate
// CHECK: ^bb0
// CHECK-NOT: amp.mul
// CHECK: amp.yield
func.func @intermediate(%x: tensor<8xf32>) -> tensor<8xf32> {
  %h = amp.exp %x : (tensor<8xf32>) -> tensor<8xf32>
  %y = amp.tanh %h : (tensor<8xf32>) -> tensor<8xf32>
  %loss = amp.sum %y : (tensor<8xf32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%h) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  return %g : tensor<8xf32>
}

// A region written by hand stays.
// CHECK-LABEL: func.func @by_hand
// CHECK: ^bb0(%[[SEED:.*]]: tensor<f32>):
// CHECK-NEXT: amp.yield %[[SEED]]
func.func @by_hand(%x: tensor<f32>) -> tensor<f32> {
  %loss = amp.exp %x : (tensor<f32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%x) : (tensor<f32>, tensor<f32>) -> tensor<f32> {
  ^bb0(%seed: tensor<f32>):
    amp.yield %seed : tensor<f32>
  }
  return %g : tensor<f32>
}

// Of nothing there is a gradient too.
// CHECK-LABEL: func.func @linear_of_nothing
// CHECK: amp.reshape %{{.*}} {shape = array<i64: 6, 0>}
func.func @linear_of_nothing(%x: tensor<2x3x0xf32>, %w: tensor<4x0xf32>) -> tensor<4x0xf32> {
  %y = amp.linear %x, %w : (tensor<2x3x0xf32>, tensor<4x0xf32>) -> tensor<2x3x4xf32>
  %loss = amp.sum %y : (tensor<2x3x4xf32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%w) : (tensor<f32>, tensor<4x0xf32>) -> tensor<4x0xf32>
  return %g : tensor<4x0xf32>
}

// The derivatives of a convolution are one op each, and those of these, too.
// CHECK-LABEL: func.func @convolution
// CHECK-SAME: (%[[X:.*]]: tensor<2x4x8x8xf32>, %[[W:.*]]: tensor<6x4x3x3xf32>, %[[B:.*]]: tensor<6xf32>)
// CHECK: amp.backward
// CHECK: %[[DY:.*]] = amp.broadcast_to {{.*}} -> tensor<2x6x8x8xf32>
// CHECK-DAG: amp.convolution_backward_input %[[DY]], %[[W]] {dilation = array<i64: 1, 1>, padding = array<i64: 1, 1>, size = array<i64: 8, 8>, stride = array<i64: 1, 1>} : (tensor<2x6x8x8xf32>, tensor<6x4x3x3xf32>) -> tensor<2x4x8x8xf32>
// CHECK-DAG: amp.convolution_backward_weight %[[X]], %[[DY]] {dilation = array<i64: 1, 1>, kernel = array<i64: 3, 3>, padding = array<i64: 1, 1>, stride = array<i64: 1, 1>} : (tensor<2x4x8x8xf32>, tensor<2x6x8x8xf32>) -> tensor<6x4x3x3xf32>
// CHECK-DAG: amp.sum %[[DY]] {dims = array<i64: 0, 2, 3>
func.func @convolution(%x: tensor<2x4x8x8xf32>, %w: tensor<6x4x3x3xf32>, %b: tensor<6xf32>) -> (tensor<2x4x8x8xf32>, tensor<6x4x3x3xf32>, tensor<6xf32>) {
  %y = amp.convolution %x, %w, %b {stride = array<i64: 1, 1>, padding = array<i64: 1, 1>, dilation = array<i64: 1, 1>} : (tensor<2x4x8x8xf32>, tensor<6x4x3x3xf32>, tensor<6xf32>) -> tensor<2x6x8x8xf32>
  %loss = amp.sum %y : (tensor<2x6x8x8xf32>) -> tensor<f32>
  %g:3 = amp.backward %loss wrt(%x, %w, %b) : (tensor<f32>, tensor<2x4x8x8xf32>, tensor<6x4x3x3xf32>, tensor<6xf32>) -> (tensor<2x4x8x8xf32>, tensor<6x4x3x3xf32>, tensor<6xf32>)
  return %g#0, %g#1, %g#2 : tensor<2x4x8x8xf32>, tensor<6x4x3x3xf32>, tensor<6xf32>
}

// CHECK-LABEL: func.func @convolution_backward_input
// CHECK: amp.backward
// CHECK: %[[DX:.*]] = amp.broadcast_to {{.*}} -> tensor<2x4x8x8xf32>
// CHECK-DAG: amp.convolution %[[DX]], %{{.*}} : (tensor<2x4x8x8xf32>, tensor<6x4x3x3xf32>) -> tensor<2x6x8x8xf32>
// CHECK-DAG: amp.convolution_backward_weight %[[DX]], %{{.*}} -> tensor<6x4x3x3xf32>
func.func @convolution_backward_input(%d: tensor<2x6x8x8xf32>, %w: tensor<6x4x3x3xf32>) -> (tensor<2x6x8x8xf32>, tensor<6x4x3x3xf32>) {
  %y = amp.convolution_backward_input %d, %w {stride = array<i64: 1, 1>, padding = array<i64: 1, 1>, dilation = array<i64: 1, 1>, size = array<i64: 8, 8>} : (tensor<2x6x8x8xf32>, tensor<6x4x3x3xf32>) -> tensor<2x4x8x8xf32>
  %loss = amp.sum %y : (tensor<2x4x8x8xf32>) -> tensor<f32>
  %g:2 = amp.backward %loss wrt(%d, %w) : (tensor<f32>, tensor<2x6x8x8xf32>, tensor<6x4x3x3xf32>) -> (tensor<2x6x8x8xf32>, tensor<6x4x3x3xf32>)
  return %g#0, %g#1 : tensor<2x6x8x8xf32>, tensor<6x4x3x3xf32>
}

// CHECK-LABEL: func.func @convolution_backward_weight
// CHECK: amp.backward
// CHECK: %[[DW:.*]] = amp.broadcast_to {{.*}} -> tensor<6x4x3x3xf32>
// CHECK-DAG: amp.convolution_backward_input %{{.*}}, %[[DW]] {{.*}} -> tensor<2x4x8x8xf32>
// CHECK-DAG: amp.convolution %{{.*}}, %[[DW]] {{.*}} -> tensor<2x6x8x8xf32>
func.func @convolution_backward_weight(%x: tensor<2x4x8x8xf32>, %d: tensor<2x6x8x8xf32>) -> (tensor<2x4x8x8xf32>, tensor<2x6x8x8xf32>) {
  %y = amp.convolution_backward_weight %x, %d {stride = array<i64: 1, 1>, padding = array<i64: 1, 1>, dilation = array<i64: 1, 1>, kernel = array<i64: 3, 3>} : (tensor<2x4x8x8xf32>, tensor<2x6x8x8xf32>) -> tensor<6x4x3x3xf32>
  %loss = amp.sum %y : (tensor<6x4x3x3xf32>) -> tensor<f32>
  %g:2 = amp.backward %loss wrt(%x, %d) : (tensor<f32>, tensor<2x4x8x8xf32>, tensor<2x6x8x8xf32>) -> (tensor<2x4x8x8xf32>, tensor<2x6x8x8xf32>)
  return %g#0, %g#1 : tensor<2x4x8x8xf32>, tensor<2x6x8x8xf32>
}
