// RUN: amp-opt %s --amp-assign-precision="level=O2" | FileCheck %s --check-prefixes=CHECK,KEPT
// RUN: amp-opt %s --amp-assign-precision="level=O2 keep-batchnorm-f32=true" | FileCheck %s --check-prefixes=CHECK,KEPT
// RUN: amp-opt %s --amp-assign-precision="level=O2 keep-batchnorm-f32=false" | FileCheck %s --check-prefixes=CHECK,CAST
// RUN: amp-opt %s --amp-assign-precision="level=O2 dtype=bf16" | FileCheck %s --check-prefix=BF16
// RUN: amp-opt %s --amp-assign-precision="level=O2" | amp-opt --amp-verify-precision="all"

// Level O2 of Apex: the whole model runs in the low type, denied ops included, up to its
// losses. Parameters stay f32 variables, batch norm's are not cast.

amp.variable parameter @w : tensor<8x8xf32> = #amp.init<zeros>

// Inputs are cast where they enter, from the first op on. The loss, and what follows it,
// is f32; so is the gradient of an f32 parameter.
// CHECK: func.func @train{{.*}} attributes {amp.assigned = {level = "O2", preset = "cast-model"}}
// CHECK: %[[W:.*]] = amp.read @w : tensor<8x8xf32>
// CHECK: %[[S:.*]] = amp.add {{.*}} : (tensor<4x8xf16>, tensor<4x8xf16>) -> tensor<4x8xf16>
// CHECK: %[[WH:.*]] = amp.cast %[[W]] : tensor<8x8xf32> to tensor<8x8xf16>
// CHECK: %[[Y:.*]] = amp.linear %[[S]], %[[WH]] {compute_type = f32} : {{.*}} -> tensor<4x8xf16>
// CHECK: %[[E:.*]] = amp.exp %[[Y]] : (tensor<4x8xf16>) -> tensor<4x8xf16>
// CHECK: %[[P:.*]] = amp.softmax %[[E]] {dim = 1 : i64} : (tensor<4x8xf16>) -> tensor<4x8xf16>
// CHECK: %[[PW:.*]] = amp.cast %[[P]] : tensor<4x8xf16> to tensor<4x8xf32>
// CHECK: %[[L:.*]] = amp.mse_loss %[[PW]], %{{.*}} : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<f32>
// CHECK: %[[M:.*]] = amp.mul %[[L]], %[[L]] {amp.exempt = "after the loss"} : (tensor<f32>, tensor<f32>) -> tensor<f32>
// CHECK: amp.backward %[[M]] wrt(%[[W]]) : (tensor<f32>, tensor<8x8xf32>) -> tensor<8x8xf32>
// BF16: func.func @train
// BF16: amp.add {{.*}} -> tensor<4x8xbf16>
// BF16: amp.softmax {{.*}} -> tensor<4x8xbf16>
// BF16: amp.mse_loss {{.*}} -> tensor<f32>
func.func @train(%x: tensor<4x8xf32>, %t: tensor<4x8xf32>) -> tensor<f32> {
  %w = amp.read @w : tensor<8x8xf32>
  %s = amp.add %x, %x : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %y = amp.linear %s, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %e = amp.exp %y : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %p = amp.softmax %e {dim = 1 : i64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %loss = amp.mse_loss %p, %t : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<f32>
  %m = amp.mul %loss, %loss : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %g = amp.backward %m wrt(%w) : (tensor<f32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  amp.assign @w, %g : tensor<8x8xf32>
  return %m : tensor<f32>
}

// Outputs are cast back to f32.
// CHECK-LABEL: func.func @predict
// CHECK: %[[Y:.*]] = amp.linear {{.*}} -> tensor<4x8xf16>
// CHECK: %[[R:.*]] = amp.cast %[[Y]] : tensor<4x8xf16> to tensor<4x8xf32>
// CHECK: return %[[R]] : tensor<4x8xf32>
func.func @predict(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %w = amp.read @w : tensor<8x8xf32>
  %y = amp.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}

// Batch norm keeps parameters and statistics in f32, unless that is overridden.
// CHECK-LABEL: func.func @batch_norm
// CHECK-SAME: %[[C:[a-z0-9]+]]: tensor<8xf32>)
// KEPT: amp.batch_norm %{{.*}} weight(%[[C]]) bias(%[[C]]) running_mean(%[[C]]) running_var(%[[C]]) : (tensor<4x8x16x16xf16>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8x16x16xf16>
// CAST: %[[CH:.*]] = amp.cast %[[C]] : tensor<8xf32> to tensor<8xf16>
// CAST: amp.batch_norm %{{.*}} weight(%[[CH]]) bias(%[[CH]]) running_mean(%[[CH]]) running_var(%[[CH]]) : (tensor<4x8x16x16xf16>, tensor<8xf16>, tensor<8xf16>, tensor<8xf16>, tensor<8xf16>) -> tensor<4x8x16x16xf16>
func.func @batch_norm(%x: tensor<4x8x16x16xf32>, %c: tensor<8xf32>) -> tensor<4x8x16x16xf32> {
  %n = amp.batch_norm %x weight(%c) bias(%c) running_mean(%c) running_var(%c)
    : (tensor<4x8x16x16xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8x16x16xf32>
  return %n : tensor<4x8x16x16xf32>
}

// The level is a property of the model, whatever its regions say: there is one low type,
// and nothing is switched off.
// CHECK-LABEL: func.func @regions
// CHECK-NOT: amp.autocast
// CHECK: amp.relu {{.*}} -> tensor<4x8xf16>
// CHECK: amp.tanh {{.*}} -> tensor<4x8xf16>
// CHECK-NOT: amp.exempt
// CHECK: return
func.func @regions(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = amp.autocast dtype(bf16) -> tensor<4x8xf32> {
    %y = amp.relu %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
    amp.yield %y : tensor<4x8xf32>
  }
  %1 = amp.autocast enabled(false) -> tensor<4x8xf32> {
    %y = amp.tanh %0 : (tensor<4x8xf32>) -> tensor<4x8xf32>
    amp.yield %y : tensor<4x8xf32>
  }
  return %1 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @decorated
// CHECK: amp.tanh {{.*}} -> tensor<4x8xf16>
func.func @decorated(%x: tensor<4x8xf32>) -> tensor<4x8xf32>
    attributes {amp.autocast = {enabled = false}} {
  %0 = amp.tanh %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// Functions that the model calls are part of it.
// CHECK-LABEL: func.func private @layer
// CHECK: amp.tanh {{.*}} -> tensor<4x8xf16>
func.func private @layer(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = amp.tanh %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
// CHECK-LABEL: func.func @caller
// CHECK: call @layer
func.func @caller(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = func.call @layer(%x) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// Two losses: what adds them up is f32, what one of them shares with the model is not.
// CHECK-LABEL: func.func @two_losses
// CHECK: %[[A:.*]] = amp.l1_loss {{.*}} -> tensor<f32>
// CHECK: %[[H:.*]] = amp.relu {{.*}} -> tensor<4x8xf16>
// CHECK: %[[B:.*]] = amp.mse_loss {{.*}} -> tensor<f32>
// CHECK: amp.add %[[A]], %[[B]] {amp.exempt = "after the loss"} : (tensor<f32>, tensor<f32>) -> tensor<f32>
func.func @two_losses(%x: tensor<4x8xf32>, %t: tensor<4x8xf32>) -> tensor<f32> {
  %a = amp.l1_loss %x, %t : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<f32>
  %h = amp.relu %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %b = amp.mse_loss %h, %t : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<f32>
  %s = amp.add %a, %b : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
