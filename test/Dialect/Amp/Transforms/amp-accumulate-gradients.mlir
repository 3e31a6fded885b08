// RUN: amp-opt %s --amp-accumulate-gradients="k=4" | FileCheck %s
// RUN: amp-opt %s --amp-accumulate-gradients="k=4 reduction=sum" | FileCheck %s --check-prefix=SUM
// RUN: amp-opt %s --amp-accumulate-gradients="k=4 phase=inner" | FileCheck %s --check-prefix=INNER
// RUN: amp-opt %s --amp-accumulate-gradients="k=4 phase=last" | FileCheck %s --check-prefix=LAST
// RUN: amp-opt %s --amp-accumulate-gradients | FileCheck %s --check-prefix=ONE

amp.variable parameter @w : tensor<8xf32> = #amp.init<zeros>
amp.variable parameter @h : tensor<8xf16> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
amp.optimizer sgd @half [@h] {lr = 0.1 : f64}

// The loss is divided by k, so that no gradient is rounded once more; clipping sees the
// sums, the step happens when they are complete.
// CHECK-LABEL: func.func @train
// CHECK: %[[SEED:.*]] = amp.constant dense<2.500000e-01> : tensor<f32>
// CHECK: %[[G:.*]] = amp.backward %{{.*}} wrt(%{{.*}}) seed(%[[SEED]])
// CHECK: %[[S:.*]], %[[DONE:.*]] = amp.accumulate "{{train|short}}.accumulated.0"(%[[G]]) {k = 4 : i64, reduction = #amp.reduction<sum>}
// CHECK: %[[C:.*]], %{{.*}} = amp.clip_grad_norm(%[[S]])
// CHECK: amp.step @opt(%[[C]]) when(%[[DONE]])

// A sum leaves the losses as they are.
// SUM-LABEL: func.func @train
// SUM: amp.backward %{{.*}} wrt(%{{.*}}) : (tensor<f32>, tensor<8xf32>)
// SUM: amp.accumulate "{{train|short}}.accumulated.0"(%{{.*}}) {k = 4 : i64, reduction = #amp.reduction<sum>}

// Whoever counts says what the flag is.
// INNER-LABEL: func.func @train
// INNER: %[[NO:.*]] = amp.constant dense<false> : tensor<i1>
// INNER: amp.accumulate "{{train|short}}.accumulated.0"(%{{.*}}) {k = 4 : i64, known_complete = false
// INNER: amp.step @opt(%{{.*}}) when(%[[NO]])
// LAST-LABEL: func.func @train
// LAST: %[[YES:.*]] = amp.constant dense<true> : tensor<i1>
// LAST: amp.accumulate "{{train|short}}.accumulated.0"(%{{.*}}) {k = 4 : i64, known_complete = true
// LAST: amp.step @opt(%{{.*}}) when(%[[YES]])

// One micro-batch needs nothing.
// ONE-LABEL: func.func @train
// ONE-NOT: amp.accumulate
// ONE-LABEL: func.func @by_hand
func.func @train(%x: tensor<8xf32>) -> tensor<8xf32> {
  %w = amp.read @w : tensor<8xf32>
  %loss = amp.mse_loss %w, %x : (tensor<8xf32>, tensor<8xf32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%w) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  %c, %n = amp.clip_grad_norm(%g) {max_norm = 1.0 : f64} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  amp.step @opt(%c) : tensor<8xf32>
  return %g : tensor<8xf32>
}

// An accumulation that is there stays, whatever k says; its mean moves to the seed.
// CHECK-LABEL: func.func @by_hand
// CHECK: %[[S0:.*]] = amp.div %arg1, %{{.*}} : (tensor<f32>, tensor<f32>) -> tensor<f32>
// CHECK: amp.backward %{{.*}} seed(%[[S0]])
// CHECK: amp.accumulate "mine"(%{{.*}}) {k = 3 : i64, reduction = #amp.reduction<sum>}
// CHECK-NOT: amp.accumulate
// ONE: amp.accumulate "mine"(%{{.*}}) {k = 3 : i64, reduction = #amp.reduction<sum>}
func.func @by_hand(%x: tensor<8xf32>, %seed: tensor<f32>) {
  %w = amp.read @w : tensor<8xf32>
  %loss = amp.mse_loss %w, %x : (tensor<8xf32>, tensor<8xf32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%w) seed(%seed) : (tensor<f32>, tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %s, %done = amp.accumulate "mine"(%g) {k = 3 : i64} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<i1>)
  amp.step @opt(%s) when(%done) : tensor<8xf32>, tensor<i1>
  return
}

// A backward op whose gradients somebody else uses too, or a second accumulation, keeps its
// loss.
// CHECK-LABEL: func.func @shared
// CHECK: amp.backward %{{[a-z0-9]+}} wrt(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) :
// CHECK: amp.accumulate "a"(%{{.*}}) {k = 3 : i64} :
// CHECK: amp.accumulate "b"(%{{.*}}) {k = 3 : i64} :
func.func @shared(%x: tensor<8xf32>) {
  %w = amp.read @w : tensor<8xf32>
  %loss = amp.mse_loss %w, %x : (tensor<8xf32>, tensor<8xf32>) -> tensor<f32>
  %g:2 = amp.backward %loss wrt(%w, %x) : (tensor<f32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  %a, %done = amp.accumulate "a"(%g#0) {k = 3 : i64} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<i1>)
  %b, %done_b = amp.accumulate "b"(%g#1) {k = 3 : i64} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<i1>)
  amp.step @opt(%a) when(%done) : tensor<8xf32>, tensor<i1>
  return
}

// Where something else than a backward op makes a gradient, the mean is the op's own.
// CHECK-LABEL: func.func @not_a_backward
// CHECK: amp.accumulate "other"(%{{.*}}) {k = 3 : i64} :
func.func @not_a_backward(%g: tensor<8xf32>) {
  %s, %done = amp.accumulate "other"(%g) {k = 3 : i64} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<i1>)
  amp.step @opt(%s) when(%done) : tensor<8xf32>, tensor<i1>
  return
}

// 16-bit gradients are added in f32. A function without a step has nothing to add up.
// CHECK-LABEL: func.func @short
// CHECK: amp.accumulate "{{train|short}}.accumulated.0"(%{{.*}}) {{.*}} : (tensor<8xf16>) -> (tensor<8xf32>, tensor<i1>)
// CHECK: amp.step @half(%{{.*}}) when(%{{.*}}) : tensor<8xf32>, tensor<i1>
// CHECK-LABEL: func.func @evaluate
// CHECK-NOT: amp.accumulate
func.func @short(%x: tensor<8xf32>) {
  %h = amp.read @h : tensor<8xf16>
  %wide = amp.cast %h : tensor<8xf16> to tensor<8xf32>
  %loss = amp.mse_loss %wide, %x : (tensor<8xf32>, tensor<8xf32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%h) : (tensor<f32>, tensor<8xf16>) -> tensor<8xf16>
  amp.step @half(%g) : tensor<8xf16>
  return
}

func.func @evaluate(%x: tensor<8xf32>) -> tensor<8xf32> {
  %w = amp.read @w : tensor<8xf32>
  %loss = amp.mse_loss %w, %x : (tensor<8xf32>, tensor<8xf32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%w) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  return %g : tensor<8xf32>
}

// Two losses and two optimizers happen together: one flag serves both.
// CHECK-LABEL: func.func @two
// CHECK: %{{.*}}, %[[FIRST:.*]] = amp.accumulate "two.accumulated.0"
// CHECK: amp.accumulate "two.accumulated.1"
// CHECK: amp.step @opt(%{{.*}}) when(%[[FIRST]])
// CHECK: amp.step @other(%{{.*}}) when(%[[FIRST]])
amp.variable parameter @v : tensor<8xf32> = #amp.init<zeros>
amp.optimizer sgd @other [@v] {lr = 0.1 : f64}
func.func @two(%x: tensor<8xf32>) {
  %w = amp.read @w : tensor<8xf32>
  %v = amp.read @v : tensor<8xf32>
  %l0 = amp.mse_loss %w, %x : (tensor<8xf32>, tensor<8xf32>) -> tensor<f32>
  %l1 = amp.mse_loss %v, %x : (tensor<8xf32>, tensor<8xf32>) -> tensor<f32>
  %g0 = amp.backward %l0 wrt(%w) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  %g1 = amp.backward %l1 wrt(%v) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  amp.step @opt(%g0) : tensor<8xf32>
  amp.step @other(%g1) : tensor<8xf32>
  return
}
