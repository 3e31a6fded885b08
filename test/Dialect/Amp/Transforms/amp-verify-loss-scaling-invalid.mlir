// RUN: amp-opt %s --amp-verify-loss-scaling --split-input-file --verify-diagnostics

// A gradient of a scaled loss reaches the step as it is.

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
amp.grad_scaler @s
func.func @train(%x: tensor<4xf32>) {
  %w = amp.read @w : tensor<4xf32>
  %l = amp.mse_loss %w, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  %one = amp.constant dense<1.0> : tensor<f32>
  %seed = amp.scale @s, %one : tensor<f32>
  // expected-note@+1 {{the gradient comes from here}}
  %g = amp.backward %l wrt(%w) seed(%seed) : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %u, %f = amp.unscale @s(%g) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<i1>)
  // expected-error@+1 {{'amp.step' op reads a gradient that is scaled; unscale it with amp.unscale @s before}}
  amp.step @opt(%g) skip_if(%f) : tensor<4xf32>, tensor<i1>
  amp.update_scale @s(%f) : tensor<i1>
  return
}

// -----

// Unscaled twice, one after the other.

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
amp.grad_scaler @s
func.func @train(%x: tensor<4xf32>) {
  %w = amp.read @w : tensor<4xf32>
  %l = amp.mse_loss %w, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  %one = amp.constant dense<1.0> : tensor<f32>
  %seed = amp.scale @s, %one : tensor<f32>
  %g = amp.backward %l wrt(%w) seed(%seed) : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // expected-note@+1 {{unscaled here first}}
  %u, %f = amp.unscale @s(%g) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<i1>)
  // expected-error@+1 {{'amp.unscale' op unscales a gradient that was unscaled before; unscale once per step}}
  %v, %f2 = amp.unscale @s(%u) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<i1>)
  return
}

// -----

// Unscaled twice, both times the gradient itself.

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
amp.grad_scaler @s
func.func @train(%x: tensor<4xf32>) {
  %w = amp.read @w : tensor<4xf32>
  %l = amp.mse_loss %w, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  %one = amp.constant dense<1.0> : tensor<f32>
  %seed = amp.scale @s, %one : tensor<f32>
  %g = amp.backward %l wrt(%w) seed(%seed) : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // expected-note@+1 {{unscaled here first}}
  %u, %f = amp.unscale @s(%g) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<i1>)
  // expected-error@+1 {{'amp.unscale' op unscales a gradient that was unscaled before}}
  %v, %f2 = amp.unscale @s(%g) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<i1>)
  return
}

// -----

// Unscaled after the step.

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
amp.grad_scaler @s
func.func @train(%x: tensor<4xf32>) {
  %w = amp.read @w : tensor<4xf32>
  %l = amp.mse_loss %w, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  %one = amp.constant dense<1.0> : tensor<f32>
  %seed = amp.scale @s, %one : tensor<f32>
  %g = amp.backward %l wrt(%w) seed(%seed) : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %u, %f = amp.unscale @s(%g) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<i1>)
  // expected-note@+1 {{step here}}
  amp.step @opt(%u) skip_if(%f) : tensor<4xf32>, tensor<i1>
  // expected-error@+1 {{'amp.unscale' op unscales gradients after the step that read them; unscale before it}}
  %v, %f2 = amp.unscale @s(%g) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<i1>)
  return
}

// -----

// The loss was not scaled.

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
amp.grad_scaler @s
func.func @train(%x: tensor<4xf32>) {
  %w = amp.read @w : tensor<4xf32>
  %l = amp.mse_loss %w, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  %one = amp.constant dense<1.0> : tensor<f32>
  // expected-note@+1 {{the gradient comes from here}}
  %g = amp.backward %l wrt(%w) : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  // expected-error@+1 {{'amp.unscale' op unscales the gradient of a loss that was not scaled; scale the loss or the seed of its amp.backward with amp.scale @s}}
  %u, %f = amp.unscale @s(%g) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<i1>)
  return
}

// -----

// The loss was scaled twice.

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
amp.grad_scaler @s
func.func @train(%x: tensor<4xf32>) {
  %w = amp.read @w : tensor<4xf32>
  %l = amp.mse_loss %w, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  %one = amp.constant dense<1.0> : tensor<f32>
  %a = amp.scale @s, %one : tensor<f32>
  %seed = amp.scale @s, %a : tensor<f32>
  %g = amp.backward %l wrt(%w) seed(%seed) : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // expected-error@+1 {{'amp.unscale' op unscales once what carries the scale to the power 2}}
  %u, %f = amp.unscale @s(%g) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<i1>)
  return
}

// -----

// Two scalers: unscaled by the other one.

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
amp.grad_scaler @s
amp.grad_scaler @t
func.func @train(%x: tensor<4xf32>) {
  %w = amp.read @w : tensor<4xf32>
  %l = amp.mse_loss %w, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  %one = amp.constant dense<1.0> : tensor<f32>
  %seed = amp.scale @s, %one : tensor<f32>
  %g = amp.backward %l wrt(%w) seed(%seed) : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // expected-error@+1 {{'amp.unscale' op unscales by @t what @s scaled}}
  %u, %f = amp.unscale @t(%g) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<i1>)
  return
}

// -----

// Two scalers on one loss.

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
amp.grad_scaler @s
amp.grad_scaler @t
func.func @train(%x: tensor<4xf32>) {
  %w = amp.read @w : tensor<4xf32>
  %l = amp.mse_loss %w, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  %one = amp.constant dense<1.0> : tensor<f32>
  %a = amp.scale @s, %one : tensor<f32>
  // expected-error@+1 {{'amp.scale' op scales what @s has scaled already}}
  %b = amp.scale @t, %a : tensor<f32>
  return
}

// -----

// Two scalers in one sum.

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
amp.grad_scaler @s
amp.grad_scaler @t
func.func @train(%x: tensor<4xf32>) {
  %w = amp.read @w : tensor<4xf32>
  %l = amp.mse_loss %w, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  %one = amp.constant dense<1.0> : tensor<f32>
  %seed = amp.scale @s, %one : tensor<f32>
  %g = amp.backward %l wrt(%w) seed(%seed) : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %seed2 = amp.scale @t, %one : tensor<f32>
  %h = amp.backward %l wrt(%w) seed(%seed2) : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // expected-error@+1 {{'amp.add' op combines values that @s and @t scaled; unscale them before}}
  %sum = amp.add %g, %h : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// A scaled and an unscaled gradient cannot be added.

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
amp.grad_scaler @s
func.func @train(%x: tensor<4xf32>) {
  %w = amp.read @w : tensor<4xf32>
  %l = amp.mse_loss %w, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  %one = amp.constant dense<1.0> : tensor<f32>
  %seed = amp.scale @s, %one : tensor<f32>
  %g = amp.backward %l wrt(%w) seed(%seed) : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %h = amp.backward %l wrt(%w) : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  // expected-note@+1 {{by this op, which is not linear in it}}
  %sum = amp.add %g, %h : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // expected-error@+1 {{'amp.unscale' op reads a value that was computed from a scaled one in a way that the scale cannot be taken out of again; unscale before}}
  %u, %f = amp.unscale @s(%sum) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<i1>)
  return
}

// -----

// Clipped before unscaling.

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
amp.grad_scaler @s
func.func @train(%x: tensor<4xf32>) {
  %w = amp.read @w : tensor<4xf32>
  %l = amp.mse_loss %w, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  %one = amp.constant dense<1.0> : tensor<f32>
  %seed = amp.scale @s, %one : tensor<f32>
  %g = amp.backward %l wrt(%w) seed(%seed) : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // expected-note@+1 {{by this op, which is not linear in it}}
  %c, %n = amp.clip_grad_norm(%g) {max_norm = 1.0 : f64} : (tensor<4xf32>) -> (tensor<4xf32>, tensor<f32>)
  // expected-error@+1 {{'amp.unscale' op reads a value that was computed from a scaled one}}
  %u, %f = amp.unscale @s(%c) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<i1>)
  return
}

// -----

// Clipped by value before unscaling.

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
amp.grad_scaler @s
func.func @train(%x: tensor<4xf32>) {
  %w = amp.read @w : tensor<4xf32>
  %l = amp.mse_loss %w, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  %one = amp.constant dense<1.0> : tensor<f32>
  %seed = amp.scale @s, %one : tensor<f32>
  %g = amp.backward %l wrt(%w) seed(%seed) : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // expected-note@+1 {{by this op}}
  %c = amp.clip_grad_value(%g) {clip_value = 1.0 : f64} : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error@+1 {{'amp.unscale' op reads a value that was computed from a scaled one}}
  %u, %f = amp.unscale @s(%c) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<i1>)
  return
}

// -----

// The step does not skip.

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
amp.grad_scaler @s
func.func @train(%x: tensor<4xf32>) {
  %w = amp.read @w : tensor<4xf32>
  %l = amp.mse_loss %w, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  %one = amp.constant dense<1.0> : tensor<f32>
  %seed = amp.scale @s, %one : tensor<f32>
  %g = amp.backward %l wrt(%w) seed(%seed) : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // expected-note@+1 {{tested here}}
  %u, %f = amp.unscale @s(%g) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<i1>)
  // expected-error@+1 {{'amp.step' op does not skip when gradient 0 is not finite; give it the flag as 'skip_if'}}
  amp.step @opt(%u) : tensor<4xf32>
  amp.update_scale @s(%f) : tensor<i1>
  return
}

// -----

// Changed after the test, and not tested again.

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
amp.grad_scaler @s
func.func @train(%x: tensor<4xf32>) {
  %w = amp.read @w : tensor<4xf32>
  %l = amp.mse_loss %w, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  %one = amp.constant dense<1.0> : tensor<f32>
  %seed = amp.scale @s, %one : tensor<f32>
  %g = amp.backward %l wrt(%w) seed(%seed) : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %u, %f = amp.unscale @s(%g) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<i1>)
  // expected-note@+1 {{changed here}}
  %c = amp.mul %u, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // expected-error@+1 {{'amp.step' op reads gradient 0, which was changed after it was tested, and may not be finite any more; test it again with amp.check_finite and skip by its flag}}
  amp.step @opt(%c) skip_if(%f) : tensor<4xf32>, tensor<i1>
  amp.update_scale @s(%f) : tensor<i1>
  return
}

// -----

// The flag of the second test is not used.

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
amp.grad_scaler @s
func.func @train(%x: tensor<4xf32>) {
  %w = amp.read @w : tensor<4xf32>
  %l = amp.mse_loss %w, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  %one = amp.constant dense<1.0> : tensor<f32>
  %seed = amp.scale @s, %one : tensor<f32>
  %g = amp.backward %l wrt(%w) seed(%seed) : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %u, %f = amp.unscale @s(%g) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<i1>)
  %c = amp.mul %u, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // expected-note@+1 {{tested here}}
  %f2 = amp.check_finite(%c) : (tensor<4xf32>) -> tensor<i1>
  // expected-error@+1 {{'amp.step' op does not skip when gradient 0 is not finite}}
  amp.step @opt(%c) skip_if(%f) : tensor<4xf32>, tensor<i1>
  amp.update_scale @s(%f) : tensor<i1>
  return
}

// -----

// Updated before the step.

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
amp.grad_scaler @s
func.func @train(%x: tensor<4xf32>) {
  %w = amp.read @w : tensor<4xf32>
  %l = amp.mse_loss %w, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  %one = amp.constant dense<1.0> : tensor<f32>
  %seed = amp.scale @s, %one : tensor<f32>
  %g = amp.backward %l wrt(%w) seed(%seed) : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %u, %f = amp.unscale @s(%g) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<i1>)
  // expected-error@+1 {{'amp.update_scale' op updates the scale before a step; update it once, after all steps}}
  amp.update_scale @s(%f) : tensor<i1>
  // expected-note@+1 {{step here}}
  amp.step @opt(%u) skip_if(%f) : tensor<4xf32>, tensor<i1>
  return
}

// -----

// Updated twice.

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
amp.grad_scaler @s
func.func @train(%x: tensor<4xf32>) {
  %w = amp.read @w : tensor<4xf32>
  %l = amp.mse_loss %w, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  %one = amp.constant dense<1.0> : tensor<f32>
  %seed = amp.scale @s, %one : tensor<f32>
  %g = amp.backward %l wrt(%w) seed(%seed) : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %u, %f = amp.unscale @s(%g) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<i1>)
  amp.step @opt(%u) skip_if(%f) : tensor<4xf32>, tensor<i1>
  // expected-note@+1 {{first here}}
  amp.update_scale @s(%f) : tensor<i1>
  // expected-error@+1 {{'amp.update_scale' op updates @s a second time; update a scale once per step, with all flags}}
  amp.update_scale @s(%f) : tensor<i1>
  return
}

// -----

// The update does not see the flag of a step.

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
amp.grad_scaler @s
func.func @train(%x: tensor<4xf32>) {
  %w = amp.read @w : tensor<4xf32>
  %l = amp.mse_loss %w, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  %one = amp.constant dense<1.0> : tensor<f32>
  %seed = amp.scale @s, %one : tensor<f32>
  %g = amp.backward %l wrt(%w) seed(%seed) : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %u, %f = amp.unscale @s(%g) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<i1>)
  // expected-note@+1 {{step here}}
  amp.step @opt(%u) skip_if(%f) : tensor<4xf32>, tensor<i1>
  %seed2 = amp.scale @s, %one : tensor<f32>
  %h = amp.backward %l wrt(%w) seed(%seed2) : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %v, %f2 = amp.unscale @s(%h) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<i1>)
  // expected-error@+1 {{'amp.update_scale' op does not get the flag of every step; give it that of the gradients that this step reads}}
  amp.update_scale @s(%f2) : tensor<i1>
  return
}

// -----

// Unscaled within an accumulation.

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
amp.grad_scaler @s
func.func @train(%x: tensor<4xf32>) {
  %w = amp.read @w : tensor<4xf32>
  %l = amp.mse_loss %w, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  %one = amp.constant dense<1.0> : tensor<f32>
  %seed = amp.scale @s, %one : tensor<f32>
  %g = amp.backward %l wrt(%w) seed(%seed) : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // expected-error@+1 {{'amp.unscale' op unscales gradients within an accumulation; unscale their sum, once, after it}}
  %u, %f = amp.unscale @s(%g) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<i1>)
  // expected-note@+1 {{accumulated here}}
  %a, %done = amp.accumulate "acc"(%u) {k = 2 : i64} : (tensor<4xf32>) -> (tensor<4xf32>, tensor<i1>)
  amp.step @opt(%a) skip_if(%f) when(%done) : tensor<4xf32>, tensor<i1>, tensor<i1>
  return
}

// -----

// A step within an accumulation.

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
amp.grad_scaler @s
func.func @train(%x: tensor<4xf32>) {
  %w = amp.read @w : tensor<4xf32>
  %l = amp.mse_loss %w, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  %one = amp.constant dense<1.0> : tensor<f32>
  %seed = amp.scale @s, %one : tensor<f32>
  %g = amp.backward %l wrt(%w) seed(%seed) : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // expected-note@+1 {{accumulated here}}
  %a, %done = amp.accumulate "acc"(%g) {k = 2 : i64} : (tensor<4xf32>) -> (tensor<4xf32>, tensor<i1>)
  %u, %f = amp.unscale @s(%a) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<i1>)
  // expected-error@+1 {{'amp.step' op happens within an accumulation; give it the flag of amp.accumulate as 'when'}}
  amp.step @opt(%u) skip_if(%f) : tensor<4xf32>, tensor<i1>
  amp.update_scale @s(%f) : tensor<i1>
  return
}

// -----

// The scale changes within an accumulation.

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
amp.grad_scaler @s
func.func @train(%x: tensor<4xf32>) {
  %w = amp.read @w : tensor<4xf32>
  %l = amp.mse_loss %w, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  %one = amp.constant dense<1.0> : tensor<f32>
  %seed = amp.scale @s, %one : tensor<f32>
  %g = amp.backward %l wrt(%w) seed(%seed) : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // expected-note@+1 {{accumulated here}}
  %a, %done = amp.accumulate "acc"(%g) {k = 2 : i64} : (tensor<4xf32>) -> (tensor<4xf32>, tensor<i1>)
  %u, %f = amp.unscale @s(%a) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<i1>)
  amp.step @opt(%u) skip_if(%f) when(%done) : tensor<4xf32>, tensor<i1>, tensor<i1>
  // expected-error@+1 {{'amp.update_scale' op happens within an accumulation}}
  amp.update_scale @s(%f) : tensor<i1>
  return
}

// -----

// An optimizer that nobody steps.

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
amp.grad_scaler @s
amp.variable parameter @v : tensor<4xf32> = #amp.init<zeros>
// expected-error@+1 {{'amp.optimizer' op is never stepped, though the loss scale is updated; add an amp.step or remove it}}
amp.optimizer sgd @other [@v] {lr = 0.1 : f64}
func.func @train(%x: tensor<4xf32>) {
  %w = amp.read @w : tensor<4xf32>
  %l = amp.mse_loss %w, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  %one = amp.constant dense<1.0> : tensor<f32>
  %seed = amp.scale @s, %one : tensor<f32>
  %g = amp.backward %l wrt(%w) seed(%seed) : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %u, %f = amp.unscale @s(%g) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<i1>)
  amp.step @opt(%u) skip_if(%f) : tensor<4xf32>, tensor<i1>
  amp.update_scale @s(%f) : tensor<i1>
  return
}

// -----

// f16 parameters under a dynamic scale.

// expected-note@+1 {{parameter here}}
amp.variable parameter @w : tensor<4xf16> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
amp.grad_scaler @s
func.func @train(%x: tensor<4xf32>) {
  %w = amp.read @w : tensor<4xf16>
  %ww = amp.cast %w : tensor<4xf16> to tensor<4xf32>
  %l = amp.mse_loss %ww, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  %one = amp.constant dense<1.0> : tensor<f32>
  %seed = amp.scale @s, %one : tensor<f32>
  %g = amp.backward %l wrt(%w) seed(%seed) : (tensor<f32>, tensor<4xf16>, tensor<f32>) -> tensor<4xf16>
  %u, %f = amp.unscale @s(%g) : (tensor<4xf16>) -> (tensor<4xf32>, tensor<i1>)
  // expected-error@+1 {{'amp.step' op updates the f16 parameter @w under a dynamic loss scale, whose gradients cannot be unscaled without loss; keep parameters in f32 (levels O1 and O2) or the scale fixed}}
  amp.step @opt(%u) skip_if(%f) : tensor<4xf32>, tensor<i1>
  amp.update_scale @s(%f) : tensor<i1>
  return
}

// -----

// A scaler op in a backward region.

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
amp.grad_scaler @s
func.func @train(%x: tensor<4xf32>) {
  %w = amp.read @w : tensor<4xf32>
  %l = amp.mse_loss %w, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  %one = amp.constant dense<1.0> : tensor<f32>
  %seed = amp.scale @s, %one : tensor<f32>
  %g = amp.backward %l wrt(%w) seed(%seed) : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32> {
  ^bb0(%d: tensor<f32>):
    %p = amp.mul %d, %w : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
    // expected-error@+1 {{'amp.unscale' op lies in a region; unscaling and updating the scale happen once per step, in the function itself}}
    %q, %f = amp.unscale @s(%p) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<i1>)
    amp.yield %q : tensor<4xf32>
  }
  return
}

// -----

// A constant that is not finite.

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
amp.grad_scaler @s
func.func @train(%x: tensor<4xf32>, %g: tensor<4xf32>, %h: tensor<4xf32>) {
  %inf = amp.constant dense<0x7F800000> : tensor<f32>
  %u, %f = amp.unscale @s(%g) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<i1>)
  // expected-note@+1 {{changed here}}
  %m = amp.maximum %u, %inf : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // expected-error@+1 {{'amp.step' op reads gradient 0, which was changed after it was tested}}
  amp.step @opt(%m) skip_if(%f) : tensor<4xf32>, tensor<i1>
  amp.update_scale @s(%f) : tensor<i1>
  return
}

// -----

// Clipping that is spelled out, before unscaling.

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
amp.grad_scaler @s
func.func @train(%x: tensor<4xf32>, %g: tensor<4xf32>, %h: tensor<4xf32>) {
  %w = amp.read @w : tensor<4xf32>
  %l = amp.mse_loss %w, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  %sl = amp.scale @s, %l : tensor<f32>
  %b = amp.backward %sl wrt(%w) : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  %one = amp.constant dense<1.0> : tensor<f32>
  %zero = amp.constant dense<0.0> : tensor<f32>
  // expected-note@+1 {{by this op, which is not linear in it}}
  %p = amp.compare lt, %b, %one : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
  %c = amp.where %p, %b, %zero : (tensor<4xi1>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // expected-error@+1 {{'amp.unscale' op reads a value that was computed from a scaled one}}
  %u, %f = amp.unscale @s(%c) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<i1>)
  return
}

// -----

// Two unscaled gradients meet in one norm: the update needs both flags.

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
amp.variable parameter @v : tensor<4xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w, @v] {lr = 0.1 : f64}
amp.grad_scaler @s
func.func @train(%g: tensor<4xf32>, %h: tensor<4xf32>) {
  %u, %f = amp.unscale @s(%g) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<i1>)
  %v, %f2 = amp.unscale @s(%h) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<i1>)
  %c:2, %n = amp.clip_grad_norm(%u, %v) {max_norm = 1.0 : f64} : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<f32>)
  // expected-note@+1 {{step here}}
  amp.step @opt(%c#0, %c#1) skip_if(%f, %f2) : tensor<4xf32>, tensor<4xf32>, tensor<i1>, tensor<i1>
  // expected-error@+1 {{'amp.update_scale' op does not get the flag of every step}}
  amp.update_scale @s(%f) : tensor<i1>
  return
}

// -----

// The flag of another accumulation, of which something else is known.

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
amp.grad_scaler @s
func.func @train(%x: tensor<4xf32>, %g: tensor<4xf32>, %h: tensor<4xf32>) {
  // expected-note@+1 {{accumulated here}}
  %a, %done = amp.accumulate "a"(%g) {k = 2 : i64} : (tensor<4xf32>) -> (tensor<4xf32>, tensor<i1>)
  %b, %last = amp.accumulate "b"(%h) {k = 2 : i64, known_complete = true} : (tensor<4xf32>) -> (tensor<4xf32>, tensor<i1>)
  %u, %f = amp.unscale @s(%a) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<i1>)
  // expected-error@+1 {{'amp.step' op happens within an accumulation}}
  amp.step @opt(%u) skip_if(%f) when(%last) : tensor<4xf32>, tensor<i1>, tensor<i1>
  return
}

// -----

// The metric of a plateau is the loss behind the scale.

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64, schedule = #amp.schedule<plateau, {interval = 5}>}
amp.grad_scaler @s
func.func @train(%x: tensor<4xf32>) {
  %w = amp.read @w : tensor<4xf32>
  %l = amp.mse_loss %w, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  %scaled = amp.scale @s, %l : tensor<f32>
  %g = amp.backward %scaled wrt(%w) : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  %u, %f = amp.unscale @s(%g) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<i1>)
  // expected-error@+1 {{'amp.step' op reads a metric that is scaled; give it the loss as it is before the scale}}
  amp.step @opt(%u) skip_if(%f) metric(%scaled) : tensor<4xf32>, tensor<i1>, tensor<f32>
  amp.update_scale @s(%f) : tensor<i1>
  return
}

// -----

// A step is not linear in the state, which is scaled behind the first one.

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
amp.grad_scaler @s
func.func @train(%x: tensor<4xf32>) {
  %w = amp.read @w : tensor<4xf32>
  %l = amp.mse_loss %w, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  %one = amp.constant dense<1.0> : tensor<f32>
  %zero = amp.constant dense<0.0> : tensor<f32>
  %seed = amp.scale @s, %one : tensor<f32>
  %g = amp.backward %l wrt(%w) seed(%seed) : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %last, %ys = amp.scan carry(%zero) each(%g) : (tensor<f32>, tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>) {
  ^bb0(%sum: tensor<f32>, %slice: tensor<f32>):
    %next = amp.add %sum, %slice : (tensor<f32>, tensor<f32>) -> tensor<f32>
    // expected-note@+1 {{by this op, which is not linear in it}}
    %y = amp.tanh %sum : (tensor<f32>) -> tensor<f32>
    amp.yield %next, %y : tensor<f32>, tensor<f32>
  }
  // expected-error@+1 {{'amp.unscale' op reads a value that was computed from a scaled one in a way that the scale cannot be taken out of again}}
  %u, %f = amp.unscale @s(%ys) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<i1>)
  amp.step @opt(%u) skip_if(%f) : tensor<4xf32>, tensor<i1>
  amp.update_scale @s(%f) : tensor<i1>
  return
}

// -----

// A state that is scaled once more in each step.

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
amp.grad_scaler @s
func.func @train(%x: tensor<4xf32>) {
  %w = amp.read @w : tensor<4xf32>
  %l = amp.mse_loss %w, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  %one = amp.constant dense<1.0> : tensor<f32>
  %zero = amp.constant dense<0.0> : tensor<f32>
  %seed = amp.scale @s, %one : tensor<f32>
  %g = amp.backward %l wrt(%w) seed(%seed) : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // expected-note@+1 {{by this op, which is not linear in it}}
  %last, %ys = amp.scan carry(%one) each(%g) : (tensor<f32>, tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>) {
  ^bb0(%product: tensor<f32>, %slice: tensor<f32>):
    %next = amp.mul %product, %slice : (tensor<f32>, tensor<f32>) -> tensor<f32>
    amp.yield %next, %next : tensor<f32>, tensor<f32>
  }
  // expected-error@+1 {{'amp.unscale' op reads a value that was computed from a scaled one in a way that the scale cannot be taken out of again}}
  %u, %f = amp.unscale @s(%ys) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<i1>)
  amp.step @opt(%u) skip_if(%f) : tensor<4xf32>, tensor<i1>
  amp.update_scale @s(%f) : tensor<i1>
  return
}

// -----

// What the steps give is scaled to the power 2.

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
amp.grad_scaler @s
func.func @train(%x: tensor<4xf32>) {
  %w = amp.read @w : tensor<4xf32>
  %l = amp.mse_loss %w, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  %one = amp.constant dense<1.0> : tensor<f32>
  %zero = amp.constant dense<0.0> : tensor<f32>
  %seed = amp.scale @s, %one : tensor<f32>
  %g = amp.backward %l wrt(%w) seed(%seed) : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %scale = amp.get_scale @s : tensor<f32>
  %ys = amp.scan each(%g) with(%scale) : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32> {
  ^bb0(%slice: tensor<f32>, %factor: tensor<f32>):
    %y = amp.mul %slice, %factor : (tensor<f32>, tensor<f32>) -> tensor<f32>
    amp.yield %y : tensor<f32>
  }
  // expected-error@+1 {{'amp.unscale' op unscales once what carries the scale to the power 2}}
  %u, %f = amp.unscale @s(%ys) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<i1>)
  amp.step @opt(%u) skip_if(%f) : tensor<4xf32>, tensor<i1>
  amp.update_scale @s(%f) : tensor<i1>
  return
}

// -----

// A sum over steps may overflow, after its terms were tested.

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
amp.grad_scaler @s
func.func @train(%x: tensor<4xf32>) {
  %w = amp.read @w : tensor<4xf32>
  %l = amp.mse_loss %w, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  %one = amp.constant dense<1.0> : tensor<f32>
  %zero = amp.constant dense<0.0> : tensor<f32>
  %seed = amp.scale @s, %one : tensor<f32>
  %g = amp.backward %l wrt(%w) seed(%seed) : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %v, %f = amp.unscale @s(%g) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<i1>)
  %last, %u = amp.scan carry(%zero) each(%v) : (tensor<f32>, tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>) {
  ^bb0(%sum: tensor<f32>, %slice: tensor<f32>):
    // expected-note@+1 {{changed here}}
    %next = amp.add %sum, %slice : (tensor<f32>, tensor<f32>) -> tensor<f32>
    amp.yield %next, %sum : tensor<f32>, tensor<f32>
  }
  // expected-error@+1 {{'amp.step' op reads gradient 0}}
  amp.step @opt(%u) skip_if(%f) : tensor<4xf32>, tensor<i1>
  amp.update_scale @s(%f) : tensor<i1>
  return
}
