// RUN: amp-opt %s --amp-verify-loss-scaling --split-input-file | FileCheck %s

// What is right passes as it is.
// CHECK-COUNT-18: func.func @train
// CHECK-NOT: func.func

// Scale, unscale, step, update.

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
  amp.update_scale @s(%f) : tensor<i1>
  return
}

// -----

// The loss itself is scaled, as users of PyTorch do.

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
amp.grad_scaler @s
func.func @train(%x: tensor<4xf32>) {
  %w = amp.read @w : tensor<4xf32>
  %l = amp.mse_loss %w, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  %one = amp.constant dense<1.0> : tensor<f32>
  %sl = amp.scale @s, %l : tensor<f32>
  %g = amp.backward %sl wrt(%w) : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  %u, %f = amp.unscale @s(%g) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<i1>)
  amp.step @opt(%u) skip_if(%f) : tensor<4xf32>, tensor<i1>
  amp.update_scale @s(%f) : tensor<i1>
  return
}

// -----

// Clipped after unscaling: finite gradients stay finite.

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
  %c, %n = amp.clip_grad_norm(%u) {max_norm = 1.0 : f64} : (tensor<4xf32>) -> (tensor<4xf32>, tensor<f32>)
  %v = amp.clip_grad_value(%c) {clip_value = 1.0 : f64} : (tensor<4xf32>) -> tensor<4xf32>
  amp.step @opt(%v) skip_if(%f) : tensor<4xf32>, tensor<i1>
  amp.update_scale @s(%f) : tensor<i1>
  return
}

// -----

// Changed, and tested again.

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
  %f2 = amp.check_finite(%c) : (tensor<4xf32>) -> tensor<i1>
  amp.step @opt(%c) skip_if(%f2) : tensor<4xf32>, tensor<i1>
  amp.update_scale @s(%f) : tensor<i1>
  return
}

// -----

// Flags are joined before the step.

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
  %f2 = amp.check_finite(%x) : (tensor<4xf32>) -> tensor<i1>
  %any = amp.logical_or %f2, %f : (tensor<i1>, tensor<i1>) -> tensor<i1>
  amp.step @opt(%u) skip_if(%any) : tensor<4xf32>, tensor<i1>
  amp.update_scale @s(%f) : tensor<i1>
  return
}

// -----

// Gradients of two losses of one scale are added before they are unscaled.

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
amp.grad_scaler @s
func.func @train(%x: tensor<4xf32>) {
  %w = amp.read @w : tensor<4xf32>
  %l = amp.mse_loss %w, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  %one = amp.constant dense<1.0> : tensor<f32>
  %seed = amp.scale @s, %one : tensor<f32>
  %g = amp.backward %l wrt(%w) seed(%seed) : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %h = amp.backward %l wrt(%w) seed(%seed) : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %sum = amp.add %g, %h : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %u, %f = amp.unscale @s(%sum) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<i1>)
  amp.step @opt(%u) skip_if(%f) : tensor<4xf32>, tensor<i1>
  amp.update_scale @s(%f) : tensor<i1>
  return
}

// -----

// A penalty on gradients whose scale is divided out.

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
amp.grad_scaler @s
func.func @train(%x: tensor<4xf32>) {
  %w = amp.read @w : tensor<4xf32>
  %l = amp.mse_loss %w, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  %one = amp.constant dense<1.0> : tensor<f32>
  %seed = amp.scale @s, %one : tensor<f32>
  %g = amp.backward %l wrt(%w) seed(%seed) : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %scale = amp.get_scale @s : tensor<f32>
  %true = amp.div %g, %scale : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %square = amp.mul %true, %true : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %penalty = amp.sum %square : (tensor<4xf32>) -> tensor<f32>
  %total = amp.add %l, %penalty : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %seed2 = amp.scale @s, %one : tensor<f32>
  %h = amp.backward %total wrt(%w) seed(%seed2) : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %u, %f = amp.unscale @s(%h) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<i1>)
  amp.step @opt(%u) skip_if(%f) : tensor<4xf32>, tensor<i1>
  amp.update_scale @s(%f) : tensor<i1>
  return
}

// -----

// The square root of a squared gradient carries the scale once.

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
amp.grad_scaler @s
func.func @train(%x: tensor<4xf32>) {
  %w = amp.read @w : tensor<4xf32>
  %l = amp.mse_loss %w, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  %one = amp.constant dense<1.0> : tensor<f32>
  %seed = amp.scale @s, %one : tensor<f32>
  %g = amp.backward %l wrt(%w) seed(%seed) : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %square = amp.mul %g, %g : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %norm = amp.sqrt %square : (tensor<4xf32>) -> tensor<4xf32>
  %u, %f = amp.unscale @s(%norm) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<i1>)
  amp.step @opt(%u) skip_if(%f) : tensor<4xf32>, tensor<i1>
  amp.update_scale @s(%f) : tensor<i1>
  return
}

// -----

// Accumulated, then unscaled.

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
amp.grad_scaler @s
func.func @train(%x: tensor<4xf32>) {
  %w = amp.read @w : tensor<4xf32>
  %l = amp.mse_loss %w, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  %one = amp.constant dense<1.0> : tensor<f32>
  %seed = amp.scale @s, %one : tensor<f32>
  %g = amp.backward %l wrt(%w) seed(%seed) : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %a, %done = amp.accumulate "acc"(%g) {k = 2 : i64} : (tensor<4xf32>) -> (tensor<4xf32>, tensor<i1>)
  %u, %f = amp.unscale @s(%a) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<i1>)
  amp.step @opt(%u) skip_if(%f) when(%done) : tensor<4xf32>, tensor<i1>, tensor<i1>
  amp.update_scale @s(%f) when(%done) : tensor<i1>, tensor<i1>
  return
}

// -----

// A second optimizer without a scale.

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
amp.grad_scaler @s
amp.variable parameter @v : tensor<4xf32> = #amp.init<zeros>
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
  %v = amp.read @v : tensor<4xf32>
  %l2 = amp.mse_loss %v, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  %h = amp.backward %l2 wrt(%v) : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  amp.step @other(%h) : tensor<4xf32>
  return
}

// -----

// f16 parameters under a fixed scale.

amp.variable parameter @w : tensor<4xf16> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
amp.grad_scaler @s {fixed}
func.func @train(%x: tensor<4xf32>) {
  %w = amp.read @w : tensor<4xf16>
  %ww = amp.cast %w : tensor<4xf16> to tensor<4xf32>
  %l = amp.mse_loss %ww, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  %one = amp.constant dense<1.0> : tensor<f32>
  %seed = amp.scale @s, %one : tensor<f32>
  %g = amp.backward %l wrt(%w) seed(%seed) : (tensor<f32>, tensor<4xf16>, tensor<f32>) -> tensor<4xf16>
  %u, %f = amp.unscale @s(%g) : (tensor<4xf16>) -> (tensor<4xf32>, tensor<i1>)
  amp.step @opt(%u) skip_if(%f) : tensor<4xf32>, tensor<i1>
  amp.update_scale @s(%f) : tensor<i1>
  return
}

// -----

// No loss scale, nothing to check.

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
func.func @train(%x: tensor<4xf32>) {
  %w = amp.read @w : tensor<4xf32>
  %l = amp.mse_loss %w, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  %one = amp.constant dense<1.0> : tensor<f32>
  %g = amp.backward %l wrt(%w) : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  amp.step @opt(%g) : tensor<4xf32>
  return
}

// -----

// A gradient that comes in is taken as scaled.

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
amp.grad_scaler @s
func.func @train(%g: tensor<4xf32>) {
  %u, %f = amp.unscale @s(%g) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<i1>)
  amp.step @opt(%u) skip_if(%f) : tensor<4xf32>, tensor<i1>
  amp.update_scale @s(%f) : tensor<i1>
  return
}

// -----

// A second test takes nothing from the first one.

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
amp.grad_scaler @s
func.func @train(%x: tensor<4xf32>, %g: tensor<4xf32>, %h: tensor<4xf32>) {
  %u, %f = amp.unscale @s(%g) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<i1>)
  %k = amp.check_finite(%u) : (tensor<4xf32>) -> tensor<i1>
  amp.step @opt(%u) skip_if(%f) : tensor<4xf32>, tensor<i1>
  amp.update_scale @s(%f) : tensor<i1>
  return
}

// -----

// A group that is known to be complete needs no condition.

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
amp.grad_scaler @s
func.func @train(%x: tensor<4xf32>, %g: tensor<4xf32>, %h: tensor<4xf32>) {
  %a, %done = amp.accumulate "a"(%g) {k = 2 : i64, known_complete = true} : (tensor<4xf32>) -> (tensor<4xf32>, tensor<i1>)
  %u, %f = amp.unscale @s(%a) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<i1>)
  amp.step @opt(%u) skip_if(%f) : tensor<4xf32>, tensor<i1>
  amp.update_scale @s(%f) : tensor<i1>
  return
}

// -----

// Through the steps of a scan: slices and a sum of them from 0, which is scaled as they are,
// times what is not; a state of its own is not.

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
  %last, %k, %ys = amp.scan carry(%zero, %one) each(%g) with(%one)
      : (tensor<f32>, tensor<f32>, tensor<4xf32>, tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<4xf32>) {
  ^bb0(%sum: tensor<f32>, %factor: tensor<f32>, %slice: tensor<f32>, %half: tensor<f32>):
    %kept = amp.mul %sum, %half : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %next = amp.add %kept, %slice : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %other = amp.tanh %factor : (tensor<f32>) -> tensor<f32>
    %y = amp.mul %next, %other : (tensor<f32>, tensor<f32>) -> tensor<f32>
    amp.yield %next, %other, %y : tensor<f32>, tensor<f32>, tensor<f32>
  }
  %all = amp.add %ys, %last : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %free = amp.mul %all, %k : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %u, %f = amp.unscale @s(%free) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<i1>)
  amp.step @opt(%u) skip_if(%f) : tensor<4xf32>, tensor<i1>
  amp.update_scale @s(%f) : tensor<i1>
  return
}

// -----

// A scan in a scan: what the inner one carries from 0 is scaled by the slices of the outer one.

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
  %rows = amp.reshape %g {shape = array<i64: 2, 2>} : (tensor<4xf32>) -> tensor<2x2xf32>
  %ys = amp.scan each(%rows) : (tensor<2x2xf32>) -> tensor<2x2xf32> {
  ^bb0(%row: tensor<2xf32>):
    %nothing = amp.constant dense<0.0> : tensor<f32>
    %last, %zs = amp.scan carry(%nothing) each(%row) reverse : (tensor<f32>, tensor<2xf32>) -> (tensor<f32>, tensor<2xf32>) {
    ^bb1(%sum: tensor<f32>, %slice: tensor<f32>):
      %next = amp.add %sum, %slice : (tensor<f32>, tensor<f32>) -> tensor<f32>
      amp.yield %next, %next : tensor<f32>, tensor<f32>
    }
    %y = amp.sub %zs, %last : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
    amp.yield %y : tensor<2xf32>
  }
  %flat = amp.reshape %ys {shape = array<i64: 4>} : (tensor<2x2xf32>) -> tensor<4xf32>
  %u, %f = amp.unscale @s(%flat) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<i1>)
  amp.step @opt(%u) skip_if(%f) : tensor<4xf32>, tensor<i1>
  amp.update_scale @s(%f) : tensor<i1>
  return
}

// -----

// What keeps finite values finite does so in the steps of a scan.

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
  ^bb0(%before: tensor<f32>, %slice: tensor<f32>):
    %away = amp.neg %slice : (tensor<f32>) -> tensor<f32>
    amp.yield %away, %before : tensor<f32>, tensor<f32>
  }
  amp.step @opt(%u) skip_if(%f) : tensor<4xf32>, tensor<i1>
  amp.update_scale @s(%f) : tensor<i1>
  return
}
