// RUN: amp-opt %s --amp-assign-precision="level=O1" | FileCheck %s
// RUN: amp-opt %s --amp-assign-precision | FileCheck %s
// RUN: amp-opt %s --amp-assign-precision="level=O1 dtype=bf16" | FileCheck %s --check-prefix=BF16

// Level O1 of Apex, the default: lists decide, op by op. Parameters stay f32 variables,
// which the graph casts, and batch norm's are not cast at all.

amp.variable parameter @w : tensor<8x8xf32> = #amp.init<zeros>

// CHECK: func.func @train{{.*}} attributes {amp.assigned = {level = "O1", preset = "torch-cuda"}}
// CHECK: %[[W:.*]] = amp.read @w : tensor<8x8xf32>
// CHECK: %[[WH:.*]] = amp.cast %[[W]] : tensor<8x8xf32> to tensor<8x8xf16>
// CHECK: %[[Y:.*]] = amp.linear %{{.*}}, %[[WH]] {compute_type = f32} : {{.*}} -> tensor<4x8xf16>
// CHECK: %[[A:.*]] = amp.relu %[[Y]] : (tensor<4x8xf16>) -> tensor<4x8xf16>
// CHECK: %[[P:.*]] = amp.softmax %[[A]] {dim = 1 : i64, dtype = f32} : (tensor<4x8xf16>) -> tensor<4x8xf32>
// CHECK: %[[L:.*]] = amp.mse_loss %[[P]], %{{.*}} -> tensor<f32>
// CHECK: amp.backward %[[L]] wrt(%[[W]]) : (tensor<f32>, tensor<8x8xf32>) -> tensor<8x8xf32>
// BF16: func.func @train
// BF16: amp.linear {{.*}} -> tensor<4x8xbf16>
// BF16: amp.softmax {{.*}} : (tensor<4x8xbf16>) -> tensor<4x8xf32>
func.func @train(%x: tensor<4x8xf32>, %t: tensor<4x8xf32>) -> tensor<f32> {
  %w = amp.read @w : tensor<8x8xf32>
  %y = amp.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %a = amp.relu %y : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %p = amp.softmax %a {dim = 1 : i64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %loss = amp.mse_loss %p, %t : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%w) : (tensor<f32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  amp.assign @w, %g : tensor<8x8xf32>
  return %loss : tensor<f32>
}

// The input of batch norm is 16-bit, the rest is as it was.
// CHECK-LABEL: func.func @batch_norm
// CHECK-SAME: %[[C:[a-z0-9]+]]: tensor<8xf32>)
// CHECK: %[[Y:.*]] = amp.conv2d {{.*}} -> tensor<4x8x14x14xf16>
// CHECK: amp.batch_norm %[[Y]] weight(%[[C]]) bias(%[[C]]) running_mean(%[[C]]) running_var(%[[C]]) : (tensor<4x8x14x14xf16>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8x14x14xf16>
func.func @batch_norm(%x: tensor<4x8x16x16xf32>, %w: tensor<8x8x3x3xf32>, %c: tensor<8xf32>)
    -> tensor<4x8x14x14xf32> {
  %y = amp.conv2d %x, %w : (tensor<4x8x16x16xf32>, tensor<8x8x3x3xf32>) -> tensor<4x8x14x14xf32>
  %n = amp.batch_norm %y weight(%c) bias(%c) running_mean(%c) running_var(%c)
    : (tensor<4x8x14x14xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8x14x14xf32>
  return %n : tensor<4x8x14x14xf32>
}
