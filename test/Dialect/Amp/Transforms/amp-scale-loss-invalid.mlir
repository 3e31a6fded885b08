// RUN: amp-opt %s --amp-scale-loss -verify-diagnostics -split-input-file --mlir-print-op-on-diagnostic=false
amp.variable parameter @w : tensor<8xf16> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
func.func @loss_of_halves(%x: tensor<8xf16>) {
  %w = amp.read @w : tensor<8xf16>
  %loss = amp.mse_loss %w, %x : (tensor<8xf16>, tensor<8xf16>) -> tensor<f16>
  // expected-error @+1 {{'amp.backward' op has a loss of 'tensor<f16>', which the loss scale would overflow; compute the loss in f32}}
  %g = amp.backward %loss wrt(%w) : (tensor<f16>, tensor<8xf16>) -> tensor<8xf16>
  amp.step @opt(%g) : tensor<8xf16>
  return
}

// -----

// expected-note @+1 {{scaler 'one'}}
amp.grad_scaler @one
// expected-note @+1 {{scaler 'two'}}
amp.grad_scaler @two
amp.variable parameter @w : tensor<8xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
// expected-error @+1 {{the module has 2 scalers; say with amp.scale, amp.unscale and amp.update_scale which one scales which loss}}
func.func @two_scalers(%x: tensor<8xf32>) {
  %w = amp.read @w : tensor<8xf32>
  %loss = amp.mse_loss %w, %x : (tensor<8xf32>, tensor<8xf32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%w) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  amp.step @opt(%g) : tensor<8xf32>
  return
}

// -----

// The name of the scaler that the pass adds is taken.
// expected-note @+1 {{by this symbol}}
amp.variable parameter @grad_scaler : tensor<8xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@grad_scaler] {lr = 0.1 : f64}
// expected-error @+1 {{needs a scaler, but the module has none and the name 'grad_scaler' is taken; add an amp.grad_scaler}}
func.func @name_is_taken(%x: tensor<8xf32>) {
  %w = amp.read @grad_scaler : tensor<8xf32>
  %loss = amp.mse_loss %w, %x : (tensor<8xf32>, tensor<8xf32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%w) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  amp.step @opt(%g) : tensor<8xf32>
  return
}

// -----

// Gradients are scaled until they are accumulated: what else uses them would be wrong.
amp.variable parameter @w : tensor<8xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
func.func @gradient_before_accumulation(%x: tensor<8xf32>) -> tensor<8xf32> {
  %w = amp.read @w : tensor<8xf32>
  %loss = amp.mse_loss %w, %x : (tensor<8xf32>, tensor<8xf32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%w) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  %s, %c = amp.accumulate "acc"(%g) {k = 2 : i64} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<i1>)
  amp.step @opt(%s) when(%c) : tensor<8xf32>, tensor<i1>
  // expected-error @+1 {{'amp.neg' op uses a gradient that is scaled until it is accumulated; use the accumulated one}}
  %n = amp.neg %g : (tensor<8xf32>) -> tensor<8xf32>
  return %n : tensor<8xf32>
}

// -----

// Steps under different conditions share no update of the scale.
amp.variable parameter @w : tensor<8xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
amp.variable parameter @v : tensor<8xf32> = #amp.init<zeros>
amp.optimizer sgd @other [@v] {lr = 0.1 : f64}
func.func @different_conditions(%x: tensor<8xf32>, %c: tensor<i1>) {
  %w = amp.read @w : tensor<8xf32>
  %v = amp.read @v : tensor<8xf32>
  %p = amp.mul %w, %v : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %loss = amp.mse_loss %p, %x : (tensor<8xf32>, tensor<8xf32>) -> tensor<f32>
  %g:2 = amp.backward %loss wrt(%w, %v) : (tensor<f32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  // expected-error @+1 {{'amp.step' op happens under another condition than the last step, and the scale is updated once for both; write the scaler's ops by hand}}
  amp.step @opt(%g#0) when(%c) : tensor<8xf32>, tensor<i1>
  amp.step @other(%g#1) : tensor<8xf32>
  return
}
