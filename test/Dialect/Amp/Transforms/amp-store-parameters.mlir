// RUN: amp-opt %s --amp-store-parameters | FileCheck %s
// RUN: amp-opt %s --amp-store-parameters="dtype=bf16" | FileCheck %s --check-prefix=BF16
// RUN: amp-opt %s --amp-store-parameters="keep-batchnorm-f32" | FileCheck %s --check-prefix=KEPT

// Parameters of f32 become 16-bit ones; what is no parameter, or of another type, stays.
// Constants are rounded to nearest, ties to even.

// CHECK: amp.variable parameter @w : tensor<8x8xf16> = #amp.init<kaiming_uniform>
// BF16: amp.variable parameter @w : tensor<8x8xbf16> = #amp.init<kaiming_uniform>
amp.variable parameter @w : tensor<8x8xf32> = #amp.init<kaiming_uniform>
// CHECK: amp.variable parameter @b : tensor<2xf16> = dense<[2.048000e+03, 1.000000e+00]>
// BF16: amp.variable parameter @b : tensor<2xbf16> = dense<[2.048000e+03, 1.000000e+00]>
amp.variable parameter @b : tensor<2xf32> = dense<[2049.0, 1.0]> : tensor<2xf32>
// CHECK: amp.variable parameter @d : tensor<8xf64>
amp.variable parameter @d : tensor<8xf64> = #amp.init<zeros>
// CHECK: amp.variable buffer @mean : tensor<8x8xf32>
amp.variable buffer @mean : tensor<8x8xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}

// Ops see what is stored widened. The gradient is of the stored type, and the step takes
// it as it is.
// CHECK-LABEL: func.func @train
// CHECK: %[[W:.*]] = amp.read @w : tensor<8x8xf16>
// CHECK: %[[WIDE:.*]] = amp.cast %[[W]] : tensor<8x8xf16> to tensor<8x8xf32>
// CHECK: amp.linear %{{.*}}, %[[WIDE]]
// CHECK: %[[G:.*]] = amp.backward %{{.*}} wrt(%[[W]]) : (tensor<f32>, tensor<8x8xf16>) -> tensor<8x8xf16>
// CHECK: amp.step @opt(%[[G]]) : tensor<8x8xf16>
func.func @train(%x: tensor<4x8xf32>) {
  %w = amp.read @w : tensor<8x8xf32>
  %y = amp.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %loss = amp.mse_loss %y, %x : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%w) : (tensor<f32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  amp.step @opt(%g) : tensor<8x8xf32>
  return
}

// Another user of a gradient sees it widened; an assignment rounds; a gradient that is
// computed on the way goes to the step in f32.
// CHECK-LABEL: func.func @users
// CHECK: %[[G:.*]] = amp.backward {{.*}} -> tensor<8x8xf16>
// CHECK: %[[WIDE:.*]] = amp.cast %[[G]] : tensor<8x8xf16> to tensor<8x8xf32>
// CHECK: %[[HALF:.*]] = amp.mul %[[WIDE]], %[[WIDE]]
// CHECK: amp.step @opt(%[[HALF]]) : tensor<8x8xf32>
// CHECK: %[[STORED:.*]] = amp.cast %[[HALF]] : tensor<8x8xf32> to tensor<8x8xf16>
// CHECK: amp.assign @w, %[[STORED]] : tensor<8x8xf16>
// CHECK: amp.assign @mean, %[[WIDE]] : tensor<8x8xf32>
func.func @users(%x: tensor<4x8xf32>) {
  %w = amp.read @w : tensor<8x8xf32>
  %y = amp.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %loss = amp.mse_loss %y, %x : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%w) : (tensor<f32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %h = amp.mul %g, %g : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  amp.step @opt(%h) : tensor<8x8xf32>
  amp.assign @w, %h : tensor<8x8xf32>
  amp.assign @mean, %g : tensor<8x8xf32>
  return
}

// Gradients pass the scaler on their way to the step.
amp.grad_scaler @scaler
// CHECK-LABEL: func.func @scaled
// CHECK: %[[G:.*]] = amp.backward {{.*}} -> tensor<8x8xf16>
// CHECK: amp.unscale @scaler(
// CHECK: amp.step @opt(%{{.*}}) {{.*}} : tensor<8x8xf32>, tensor<i1>
func.func @scaled(%x: tensor<4x8xf32>) {
  %w = amp.read @w : tensor<8x8xf32>
  %y = amp.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %loss = amp.mse_loss %y, %x : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%w) : (tensor<f32>, tensor<8x8xf32>) -> tensor<8x8xf32> {
  ^bb0(%seed: tensor<f32>):
    %d = amp.mul %w, %seed : (tensor<8x8xf32>, tensor<f32>) -> tensor<8x8xf32>
    amp.yield %d : tensor<8x8xf32>
  }
  %u, %inf = amp.unscale @scaler(%g) : (tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<i1>)
  amp.step @opt(%u) skip_if(%inf) : tensor<8x8xf32>, tensor<i1>
  return
}

// With keep-batchnorm-f32 parameters that an op keeps in their own type stay; one that
// another op reads as well does, too. By default they are parameters as all others.
// CHECK: amp.variable parameter @gamma : tensor<8xf16>
// KEPT: amp.variable parameter @gamma : tensor<8xf32>
amp.variable parameter @gamma : tensor<8xf32> = #amp.init<zeros>
// CHECK: amp.variable parameter @beta : tensor<8xf16>
// KEPT: amp.variable parameter @beta : tensor<8xf32>
amp.variable parameter @beta : tensor<8xf32> = #amp.init<zeros>
// KEPT: amp.variable parameter @scale : tensor<8xf16>
amp.variable parameter @scale : tensor<8xf32> = #amp.init<zeros>
// CHECK-LABEL: func.func @batch_norm
// CHECK: amp.read @gamma : tensor<8xf16>
// KEPT-LABEL: func.func @batch_norm
// KEPT: %[[G:.*]] = amp.read @gamma : tensor<8xf32>
// KEPT: %[[B:.*]] = amp.read @beta : tensor<8xf32>
// KEPT: %[[S:.*]] = amp.read @scale : tensor<8xf16>
// KEPT: %[[SW:.*]] = amp.cast %[[S]] : tensor<8xf16> to tensor<8xf32>
// KEPT: amp.batch_norm %{{.*}} weight(%[[G]]) bias(%[[B]])
// KEPT: amp.mul %{{.*}}, %[[SW]]
// KEPT: amp.add %{{.*}}, %[[B]]
func.func @batch_norm(%x: tensor<4x8xf32>, %c: tensor<8xf32>) -> tensor<4x8xf32> {
  %g = amp.read @gamma : tensor<8xf32>
  %b = amp.read @beta : tensor<8xf32>
  %s = amp.read @scale : tensor<8xf32>
  %n = amp.batch_norm %x weight(%g) bias(%b) running_mean(%c) running_var(%c)
    : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  %0 = amp.mul %n, %s : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  %1 = amp.add %0, %b : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}
