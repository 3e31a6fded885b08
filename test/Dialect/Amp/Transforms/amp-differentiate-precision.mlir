// RUN: amp-opt %s --amp-differentiate | FileCheck %s --check-prefixes=CHECK,F32
// RUN: amp-opt %s --amp-differentiate="wgrad-type=as-forward" | FileCheck %s --check-prefixes=CHECK,HALF

// Gradients run in the type of their forward op. The gradient of a weight that was cast
// comes out of its GEMM, or its sum, in f32; or is rounded first, as PyTorch does.

// CHECK-LABEL: func.func @mixed
// CHECK-SAME: (%[[X:.*]]: tensor<4x8xf16>,
// CHECK: ^bb0(%[[SEED:.*]]: tensor<f32>):
// CHECK: %[[DY:.*]] = amp.cast %{{.*}} : tensor<4x16xf32> to tensor<4x16xf16>
// CHECK: %[[DYT:.*]] = amp.transpose %[[DY]]
// F32: %[[DB:.*]] = amp.sum %[[DY]] {dims = array<i64: 0>, dtype = f32} : (tensor<4x16xf16>) -> tensor<16xf32>
// F32: %[[DW:.*]] = amp.matmul %[[DYT]], %[[X]] {compute_type = f32} : (tensor<16x4xf16>, tensor<4x8xf16>) -> tensor<16x8xf32>
// HALF: %[[DWH:.*]] = amp.matmul %[[DYT]], %[[X]] {compute_type = f32} : (tensor<16x4xf16>, tensor<4x8xf16>) -> tensor<16x8xf16>
// HALF: %[[DBH:.*]] = amp.sum %[[DY]] {dims = array<i64: 0>} : (tensor<4x16xf16>) -> tensor<16xf16>
// HALF-DAG: %[[DB:.*]] = amp.cast %[[DBH]] : tensor<16xf16> to tensor<16xf32>
// HALF-DAG: %[[DW:.*]] = amp.cast %[[DWH]] : tensor<16x8xf16> to tensor<16x8xf32>
// CHECK: amp.yield %[[DW]], %[[DB]]
func.func @mixed(%x: tensor<4x8xf16>, %w: tensor<16x8xf32>, %b: tensor<16xf32>, %t: tensor<4x16xf32>)
    -> (tensor<16x8xf32>, tensor<16xf32>) {
  %wh = amp.cast %w : tensor<16x8xf32> to tensor<16x8xf16>
  %bh = amp.cast %b : tensor<16xf32> to tensor<16xf16>
  %y = amp.linear %x, %wh, %bh : (tensor<4x8xf16>, tensor<16x8xf16>, tensor<16xf16>) -> tensor<4x16xf16>
  %yw = amp.cast %y : tensor<4x16xf16> to tensor<4x16xf32>
  %loss = amp.mse_loss %yw, %t : (tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<f32>
  %g:2 = amp.backward %loss wrt(%w, %b) : (tensor<f32>, tensor<16x8xf32>, tensor<16xf32>) -> (tensor<16x8xf32>, tensor<16xf32>)
  return %g#0, %g#1 : tensor<16x8xf32>, tensor<16xf32>
}

// A weight that two GEMMs use: their gradients meet in 16 bits, as the cast copy did,
// whatever `wgrad-type` says.
// CHECK-LABEL: func.func @used_twice
// CHECK: ^bb0
// CHECK: amp.matmul {{.*}} -> tensor<8x8xf16>
// CHECK: %[[SUM:.*]] = amp.add {{.*}} -> tensor<8x8xf16>
// CHECK: %[[DW:.*]] = amp.cast %[[SUM]] : tensor<8x8xf16> to tensor<8x8xf32>
// CHECK: amp.yield %[[DW]]
func.func @used_twice(%x: tensor<4x8xf16>, %w: tensor<8x8xf32>, %t: tensor<4x8xf32>) -> tensor<8x8xf32> {
  %wh = amp.cast %w : tensor<8x8xf32> to tensor<8x8xf16>
  %h = amp.linear %x, %wh : (tensor<4x8xf16>, tensor<8x8xf16>) -> tensor<4x8xf16>
  %y = amp.linear %h, %wh : (tensor<4x8xf16>, tensor<8x8xf16>) -> tensor<4x8xf16>
  %yw = amp.cast %y : tensor<4x8xf16> to tensor<4x8xf32>
  %loss = amp.mse_loss %yw, %t : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%w) : (tensor<f32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %g : tensor<8x8xf32>
}

// A sum gives both operands the same gradient: widening that of the bias leaves that of the
// other operand in 16 bits.
// CHECK-LABEL: func.func @shared
// CHECK: ^bb0
// F32: %[[D16:.*]] = amp.sum %{{.*}} {dims = array<i64: 0>} : (tensor<4x16xf16>) -> tensor<16xf16>
// F32: amp.sum %{{.*}} {dims = array<i64: 0>, dtype = f32} : (tensor<4x16xf16>) -> tensor<16xf32>
// F32: amp.relu_backward %[[D16]], %{{.*}} : (tensor<16xf16>, tensor<16xf16>) -> tensor<16xf16>
func.func @shared(%x: tensor<4x8xf16>, %w: tensor<16x8xf16>, %p: tensor<16xf32>, %q: tensor<16xf16>,
                  %t: tensor<4x16xf32>) -> (tensor<16xf32>, tensor<16xf16>) {
  %r = amp.relu %q : (tensor<16xf16>) -> tensor<16xf16>
  %ph = amp.cast %p : tensor<16xf32> to tensor<16xf16>
  %b = amp.add %r, %ph : (tensor<16xf16>, tensor<16xf16>) -> tensor<16xf16>
  %y = amp.linear %x, %w, %b : (tensor<4x8xf16>, tensor<16x8xf16>, tensor<16xf16>) -> tensor<4x16xf16>
  %yw = amp.cast %y : tensor<4x16xf16> to tensor<4x16xf32>
  %loss = amp.mse_loss %yw, %t : (tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<f32>
  %g:2 = amp.backward %loss wrt(%p, %q) : (tensor<f32>, tensor<16xf32>, tensor<16xf16>) -> (tensor<16xf32>, tensor<16xf16>)
  return %g#0, %g#1 : tensor<16xf32>, tensor<16xf16>
}
