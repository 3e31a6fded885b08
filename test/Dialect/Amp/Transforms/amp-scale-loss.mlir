// RUN: amp-opt %s --amp-scale-loss -split-input-file | FileCheck %s
// RUN: amp-opt %s --amp-scale-loss="mode=fixed init-scale=128" -split-input-file | FileCheck %s --check-prefix=FIXED
// RUN: amp-opt %s --amp-scale-loss="mode=off" -split-input-file | FileCheck %s --check-prefix=OFF
// RUN: amp-opt %s --amp-scale-loss="mode=none skip-limit=50" -split-input-file | FileCheck %s --check-prefix=NONE
// RUN: amp-opt %s --amp-scale-loss="max-scale=16777216" -split-input-file | FileCheck %s --check-prefix=MAX
// RUN: amp-opt %s --amp-scale-loss="init-scale=8 growth-interval=5 min-scale=2" -split-input-file | FileCheck %s --check-prefix=OPTIONS

// A module without a scaler gets one. The seed is scaled, the gradients are unscaled and
// tested, the step skips, the scale is updated after it.

// CHECK: amp.grad_scaler @grad_scaler
// FIXED: amp.grad_scaler @grad_scaler {fixed, init_scale = 1.280000e+02 : f64}
// OPTIONS: amp.grad_scaler @grad_scaler {growth_interval = 5 : i64, init_scale = 8.000000e+00 : f64, min_scale = 2.000000e+00 : f64}
// MAX: amp.grad_scaler @grad_scaler {max_scale = 0x4170000000000000 : f64}
// OFF-NOT: amp.grad_scaler
// NONE-NOT: amp.grad_scaler
// NONE-LABEL: func.func @train
// NONE-NOT: amp.{{scale|unscale|update_scale}}
// NONE: return
amp.variable parameter @w : tensor<8xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}

// CHECK-LABEL: func.func @train
// CHECK: %[[ONE:.*]] = amp.constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[SEED:.*]] = amp.scale @grad_scaler, %[[ONE]] : tensor<f32>
// CHECK: %[[G:.*]] = amp.backward %{{.*}} wrt(%{{.*}}) seed(%[[SEED]])
// CHECK: %[[U:.*]], %[[INF:.*]] = amp.unscale @grad_scaler(%[[G]])
// CHECK: amp.step @opt(%[[U]]) skip_if(%[[INF]])
// CHECK: amp.update_scale @grad_scaler(%[[INF]])
// OFF-LABEL: func.func @train
// OFF-NOT: amp.{{scale|unscale|update_scale}}
// OFF: amp.step @opt(%{{.*}}) : tensor<8xf32>
func.func @train(%x: tensor<8xf32>) -> tensor<f32> {
  %w = amp.read @w : tensor<8xf32>
  %loss = amp.mse_loss %w, %x : (tensor<8xf32>, tensor<8xf32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%w) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  amp.step @opt(%g) : tensor<8xf32>
  return %loss : tensor<f32>
}

// A function without steps needs no scaling.
// CHECK-LABEL: func.func @evaluate
// CHECK-NOT: amp.{{scale|unscale|update_scale}}
// CHECK: return
func.func @evaluate(%x: tensor<8xf32>) -> tensor<8xf32> {
  %loss = amp.sum %x : (tensor<8xf32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%x) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  return %g : tensor<8xf32>
}

// -----

// The module's scaler is taken, its floor kept. A seed of the user's is scaled. Backward
// regions written by hand are treated as symbolic ones. Two losses have a flag each; a
// step skips on the flags of the gradients that it reads, through what was computed from
// them; the scale is updated once, on all of them.

// CHECK: amp.grad_scaler @scaler {{.*}}min_scale = 4.000000e+00
// OPTIONS: amp.grad_scaler @scaler {growth_interval = 5 : i64, init_scale = 8.000000e+00 : f64, min_scale = 4.000000e+00 : f64}
// OFF-NOT: amp.grad_scaler
amp.grad_scaler @scaler {min_scale = 4.0 : f64}
amp.variable parameter @a : tensor<8xf32> = #amp.init<zeros>
amp.variable parameter @b : tensor<8xf32> = #amp.init<zeros>
amp.optimizer sgd @opt_a [@a] {lr = 0.1 : f64}
amp.optimizer sgd @opt_b [@b] {lr = 0.1 : f64}

// CHECK-LABEL: func.func @two_losses
// CHECK-SAME: %[[S:[^:]*]]: tensor<f32>)
// CHECK: %[[SEED:.*]] = amp.scale @scaler, %[[S]]
// CHECK: %[[GA:.*]] = amp.backward %{{.*}} seed(%[[SEED]])
// CHECK: %[[UA:.*]], %[[INFA:.*]] = amp.unscale @scaler(%[[GA]])
// CHECK: %[[GB:.*]]:2 = amp.backward
// CHECK: ^bb0
// CHECK: %[[UBA:.*]], %[[INFBA:.*]] = amp.unscale @scaler(%[[GB]]#0)
// CHECK: %[[UBB:.*]], %[[INFBB:.*]] = amp.unscale @scaler(%[[GB]]#1)
// CHECK: %[[SUM:.*]] = amp.add %[[UA]], %[[UBA]]
// CHECK: amp.step @opt_a(%[[SUM]]) skip_if(%[[INFA]], %[[INFBA]])
// CHECK: amp.step @opt_b(%[[UBB]]) skip_if(%[[INFBB]])
// CHECK: amp.update_scale @scaler(%[[INFA]], %[[INFBA]], %[[INFBB]])
// CHECK-NOT: amp.update_scale
// CHECK: return
func.func @two_losses(%x: tensor<8xf32>, %s: tensor<f32>) {
  %a = amp.read @a : tensor<8xf32>
  %b = amp.read @b : tensor<8xf32>
  %la = amp.mse_loss %a, %x : (tensor<8xf32>, tensor<8xf32>) -> tensor<f32>
  %ga = amp.backward %la wrt(%a) seed(%s) : (tensor<f32>, tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %lb = amp.mse_loss %b, %a : (tensor<8xf32>, tensor<8xf32>) -> tensor<f32>
  %gb:2 = amp.backward %lb wrt(%a, %b) : (tensor<f32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  ^bb0(%seed: tensor<f32>):
    %d = amp.mul %a, %seed : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
    amp.yield %d, %d : tensor<8xf32>, tensor<8xf32>
  }
  %g = amp.add %ga, %gb#0 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  amp.step @opt_a(%g) : tensor<8xf32>
  amp.step @opt_b(%gb#1) : tensor<8xf32>
  return
}

// -----

// A backward whose gradients reach no step is not scaled: nothing would be gained, and
// its overflow is nobody's business.

amp.grad_scaler @scaler
amp.variable parameter @w : tensor<8xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}

// CHECK-LABEL: func.func @monitored
// CHECK: amp.backward {{.*}} seed
// CHECK: amp.unscale
// CHECK-NOT: amp.unscale
// CHECK: return
func.func @monitored(%x: tensor<8xf32>) -> tensor<8xf32> {
  %w = amp.read @w : tensor<8xf32>
  %loss = amp.mse_loss %w, %x : (tensor<8xf32>, tensor<8xf32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%w) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  amp.step @opt(%g) : tensor<8xf32>
  %dx = amp.backward %loss wrt(%x) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  return %dx : tensor<8xf32>
}

// -----

// A function with scaler ops of its own is left as written; `off` takes them out: the
// gradients pass, the steps do not skip, another user of the flag sees false.

amp.grad_scaler @scaler
amp.variable parameter @w : tensor<8xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}

// CHECK-LABEL: func.func @explicit
// CHECK-COUNT-1: amp.scale
// CHECK-NOT: amp.scale
// CHECK-COUNT-1: amp.unscale
// CHECK-NOT: amp.unscale
// CHECK-COUNT-1: amp.update_scale
// CHECK-NOT: amp.update_scale
// OFF-LABEL: func.func @explicit
// OFF: %[[LOSS:.*]] = amp.mse_loss
// OFF: %[[G:.*]] = amp.backward %[[LOSS]] wrt(%{{.*}}) :
// OFF: %[[FALSE:.*]] = amp.constant dense<false> : tensor<i1>
// OFF: amp.step @opt(%[[G]]) : tensor<8xf32>
// OFF-NOT: amp.update_scale
// OFF: return %[[FALSE]]
func.func @explicit(%x: tensor<8xf32>) -> tensor<i1> {
  %w = amp.read @w : tensor<8xf32>
  %loss = amp.mse_loss %w, %x : (tensor<8xf32>, tensor<8xf32>) -> tensor<f32>
  %scaled = amp.scale @scaler, %loss : tensor<f32>
  %g = amp.backward %scaled wrt(%w) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  %u, %inf = amp.unscale @scaler(%g) : (tensor<8xf32>) -> (tensor<8xf32>, tensor<i1>)
  amp.step @opt(%u) skip_if(%inf) : tensor<8xf32>, tensor<i1>
  amp.update_scale @scaler(%inf) : tensor<i1>
  return %inf : tensor<i1>
}

// -----

// A scaler with `enabled = false` goes, and with it all that names it; its module gets no
// other one. `mode=none` does this too, and sets the skip limit of other scalers.

amp.grad_scaler @scaler {enabled = false}
amp.variable parameter @w : tensor<8xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}

// CHECK-LABEL: func.func @disabled
// CHECK: %[[G:.*]] = amp.backward %{{.*}} wrt(%{{.*}}) :
// CHECK: amp.step @opt(%[[G]]) : tensor<8xf32>
// CHECK: %[[ONE:.*]] = amp.constant dense<1.000000e+00> : tensor<f32>
// CHECK: return %[[ONE]]
// NONE-LABEL: func.func @disabled
// NONE-NOT: amp.{{scale|unscale|update_scale|get_scale}}
// NONE: amp.step @opt(%{{.*}}) : tensor<8xf32>
func.func @disabled(%x: tensor<8xf32>) -> tensor<f32> {
  %w = amp.read @w : tensor<8xf32>
  %loss = amp.mse_loss %w, %x : (tensor<8xf32>, tensor<8xf32>) -> tensor<f32>
  %scaled = amp.scale @scaler, %loss : tensor<f32>
  %g = amp.backward %scaled wrt(%w) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  %u, %inf = amp.unscale @scaler(%g) : (tensor<8xf32>) -> (tensor<8xf32>, tensor<i1>)
  amp.step @opt(%u) skip_if(%inf) : tensor<8xf32>, tensor<i1>
  amp.update_scale @scaler(%inf) : tensor<i1>
  %s = amp.get_scale @scaler : tensor<f32>
  return %s : tensor<f32>
}

// NONE-NOT: amp.grad_scaler
// CHECK-NOT: amp.grad_scaler
// CHECK-LABEL: func.func @symbolic_disabled
// CHECK-NOT: amp.{{scale|unscale|update_scale}}
// CHECK: return
func.func @symbolic_disabled(%x: tensor<8xf32>) {
  %w = amp.read @w : tensor<8xf32>
  %loss = amp.mse_loss %w, %x : (tensor<8xf32>, tensor<8xf32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%w) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  amp.step @opt(%g) : tensor<8xf32>
  return
}

// -----

// A scaler that the graph fixes stays fixed.
// CHECK: amp.grad_scaler @scaler {fixed, init_scale = 1.024000e+03 : f64}
// NONE: amp.grad_scaler @scaler {fixed, init_scale = 1.024000e+03 : f64, skip_limit = 50 : i64}
amp.grad_scaler @scaler {fixed, init_scale = 1024.0 : f64}

// -----

// Clipping comes after unscaling; a gradient that is returned is unscaled too.

amp.variable parameter @w : tensor<8xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}

// CHECK-LABEL: func.func @clipped
// CHECK: %[[G:.*]] = amp.backward
// CHECK: %[[U:.*]], %[[INF:.*]] = amp.unscale @grad_scaler(%[[G]])
// CHECK: %[[C:.*]], %{{.*}} = amp.clip_grad_norm(%[[U]])
// CHECK: amp.step @opt(%[[C]]) skip_if(%[[INF]])
// CHECK: return %[[U]]
func.func @clipped(%x: tensor<8xf32>) -> tensor<8xf32> {
  %w = amp.read @w : tensor<8xf32>
  %loss = amp.mse_loss %w, %x : (tensor<8xf32>, tensor<8xf32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%w) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  %c, %n = amp.clip_grad_norm(%g) {max_norm = 1.0 : f64} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  amp.step @opt(%c) : tensor<8xf32>
  return %g : tensor<8xf32>
}

// -----

// Micro-batches: gradients stay scaled until they are added up; what follows happens when
// the group is complete.

amp.variable parameter @w : tensor<8xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}

// CHECK-LABEL: func.func @accumulated
// CHECK: %[[G:.*]] = amp.backward %{{.*}} seed(%{{.*}})
// CHECK: %[[H:.*]] = amp.cast %[[G]] : tensor<8xf32> to tensor<8xf16>
// CHECK: %[[S:.*]], %[[DONE:.*]] = amp.accumulate "acc"(%[[H]])
// CHECK: %[[U:.*]], %[[INF:.*]] = amp.unscale @grad_scaler(%[[S]])
// CHECK: amp.step @opt(%[[U]]) skip_if(%[[INF]]) when(%[[DONE]])
// CHECK: amp.update_scale @grad_scaler(%[[INF]]) when(%[[DONE]])
func.func @accumulated(%x: tensor<8xf32>) {
  %w = amp.read @w : tensor<8xf32>
  %loss = amp.mse_loss %w, %x : (tensor<8xf32>, tensor<8xf32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%w) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  %h = amp.cast %g : tensor<8xf32> to tensor<8xf16>
  %s, %c = amp.accumulate "acc"(%h) {k = 2 : i64} : (tensor<8xf16>) -> (tensor<8xf32>, tensor<i1>)
  amp.step @opt(%s) when(%c) : tensor<8xf32>, tensor<i1>
  return
}

// -----

// Clipping of 16-bit gradients goes on in the f32 into which they are unscaled.

amp.variable parameter @w : tensor<8xbf16> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}

// CHECK-LABEL: func.func @clipped_halves
// CHECK: %[[U:.*]], %[[INF:.*]] = amp.unscale @grad_scaler(%{{.*}}) : (tensor<8xbf16>) -> (tensor<8xf32>, tensor<i1>)
// CHECK: %[[C:.*]], %{{.*}} = amp.clip_grad_norm(%[[U]]) {{.*}} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
// CHECK: %[[D:.*]] = amp.clip_grad_value(%[[C]]) {{.*}} : (tensor<8xf32>) -> tensor<8xf32>
// CHECK: %[[B:.*]] = amp.cast %[[D]] : tensor<8xf32> to tensor<8xbf16>
// CHECK-NOT: amp.cast
// CHECK: amp.step @opt(%[[D]]) skip_if(%[[INF]]) : tensor<8xf32>, tensor<i1>
// CHECK: return %[[B]]
func.func @clipped_halves(%x: tensor<8xf32>) -> tensor<8xbf16> {
  %w = amp.read @w : tensor<8xbf16>
  %wide = amp.cast %w : tensor<8xbf16> to tensor<8xf32>
  %loss = amp.mse_loss %wide, %x : (tensor<8xf32>, tensor<8xf32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%w) : (tensor<f32>, tensor<8xbf16>) -> tensor<8xbf16>
  %c, %n = amp.clip_grad_norm(%g) {max_norm = 1.0 : f64} : (tensor<8xbf16>) -> (tensor<8xbf16>, tensor<f32>)
  %d = amp.clip_grad_value(%c) {clip_value = 1.0 : f64} : (tensor<8xbf16>) -> tensor<8xbf16>
  amp.step @opt(%d) : tensor<8xbf16>
  return %d : tensor<8xbf16>
}

// -----

// `off` takes flags out of where they are listed, and nothing else.

amp.grad_scaler @scaler
amp.variable parameter @w : tensor<8xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}

// OFF-LABEL: func.func @flag_as_condition
// OFF: %[[NO:.*]] = amp.constant dense<false>
// OFF: amp.step @opt(%arg0) skip_if(%arg1) when(%[[NO]]) : tensor<8xf32>, tensor<i1>, tensor<i1>
func.func @flag_as_condition(%g: tensor<8xf32>, %c: tensor<i1>) {
  %u, %f = amp.unscale @scaler(%g) : (tensor<8xf32>) -> (tensor<8xf32>, tensor<i1>)
  amp.step @opt(%u) skip_if(%f, %c, %f) when(%f) : tensor<8xf32>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>
  return
}
