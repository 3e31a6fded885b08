// RUN: amp-opt %s --amp-accumulate-gradients="k=2" --split-input-file --verify-diagnostics
// RUN: not amp-opt %s --split-input-file --amp-accumulate-gradients="k=0" 2>&1 | FileCheck %s --check-prefix=K
// RUN: not amp-opt %s --split-input-file --amp-accumulate-gradients="reduction=max" 2>&1 | FileCheck %s --check-prefix=REDUCTION
// RUN: not amp-opt %s --split-input-file --amp-accumulate-gradients="phase=first" 2>&1 | FileCheck %s --check-prefix=PHASE

// K: error: amp-accumulate-gradients: k must be at least 1, found 0
// REDUCTION: for the --reduction option: expected mean or sum, found 'max'
// PHASE: for the --phase option: expected any, inner or last, found 'first'

amp.grad_scaler @scaler
amp.variable parameter @w : tensor<8xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
func.func @unscaled_by_hand(%x: tensor<8xf32>) {
  %w = amp.read @w : tensor<8xf32>
  %loss = amp.mse_loss %w, %x : (tensor<8xf32>, tensor<8xf32>) -> tensor<f32>
  %scaled = amp.scale @scaler, %loss : tensor<f32>
  %g = amp.backward %scaled wrt(%w) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  // expected-error @+1 {{'amp.unscale' op is in a function whose gradients are to be accumulated; place amp.accumulate before it by hand}}
  %u, %inf = amp.unscale @scaler(%g) : (tensor<8xf32>) -> (tensor<8xf32>, tensor<i1>)
  amp.step @opt(%u) skip_if(%inf) : tensor<8xf32>, tensor<i1>
  amp.update_scale @scaler(%inf) : tensor<i1>
  return
}

// -----

amp.variable parameter @w : tensor<8xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
func.func @own_condition(%x: tensor<8xf32>, %c: tensor<i1>) {
  %w = amp.read @w : tensor<8xf32>
  %loss = amp.mse_loss %w, %x : (tensor<8xf32>, tensor<8xf32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%w) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  // expected-error @+1 {{'amp.step' op happens under a condition of its own; place amp.accumulate by hand, and let the step happen when both hold}}
  amp.step @opt(%g) when(%c) : tensor<8xf32>, tensor<i1>
  return
}

