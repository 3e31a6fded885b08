// RUN: amp-opt %s --amp-materialize-state --amp-decompose -split-input-file | FileCheck %s

//===----------------------------------------------------------------------===//
// Softmax and losses
//===----------------------------------------------------------------------===//

// In f32, and rounded once.
// CHECK-LABEL: func.func @softmax
// CHECK: %[[X:.*]] = amp.cast %{{.*}} : tensor<4x10xf16> to tensor<4x10xf32>
// CHECK: %[[MAX:.*]] = amp.amax %[[X]] {dims = array<i64: 1>, keepdim = true}
// CHECK: %[[SHIFTED:.*]] = amp.sub %[[X]], %[[MAX]]
// CHECK: %[[EXP:.*]] = amp.exp %[[SHIFTED]]
// CHECK: %[[SUM:.*]] = amp.sum %[[EXP]] {dims = array<i64: 1>, keepdim = true}
// CHECK: %[[P:.*]] = amp.div %[[EXP]], %[[SUM]]
// CHECK: %[[Y:.*]] = amp.cast %[[P]] : tensor<4x10xf32> to tensor<4x10xf16>
// CHECK: return %[[Y]]
func.func @softmax(%x: tensor<4x10xf16>) -> tensor<4x10xf16> {
  %0 = amp.softmax %x {dim = -1 : i64} : (tensor<4x10xf16>) -> tensor<4x10xf16>
  return %0 : tensor<4x10xf16>
}

// CHECK-LABEL: func.func @log_softmax
// CHECK: %[[SHIFTED:.*]] = amp.sub
// CHECK: %[[EXP:.*]] = amp.exp %[[SHIFTED]]
// CHECK: %[[SUM:.*]] = amp.sum %[[EXP]] {dims = array<i64: 0>, keepdim = true}
// CHECK: %[[LOG:.*]] = amp.log %[[SUM]]
// CHECK: amp.sub %[[SHIFTED]], %[[LOG]]
func.func @log_softmax(%x: tensor<4x10xf64>) -> tensor<4x10xf64> {
  %0 = amp.log_softmax %x {dim = 0 : i64} : (tensor<4x10xf64>) -> tensor<4x10xf64>
  return %0 : tensor<4x10xf64>
}

// CHECK-LABEL: func.func @softmax_backward
// CHECK-SAME: (%[[DY:.*]]: tensor<4x10xf32>, %[[Y:.*]]: tensor<4x10xf32>)
// CHECK: %[[PRODUCT:.*]] = amp.mul %[[DY]], %[[Y]]
// CHECK: %[[DOT:.*]] = amp.sum %[[PRODUCT]] {dims = array<i64: 1>, keepdim = true}
// CHECK: %[[REST:.*]] = amp.sub %[[DY]], %[[DOT]]
// CHECK: amp.mul %[[Y]], %[[REST]]
// CHECK: %[[E:.*]] = amp.exp %[[Y]]
// CHECK: %[[S:.*]] = amp.sum %[[DY]] {dims = array<i64: 1>, keepdim = true}
// CHECK: %[[T:.*]] = amp.mul %[[E]], %[[S]]
// CHECK: amp.sub %[[DY]], %[[T]]
func.func @softmax_backward(%dy: tensor<4x10xf32>, %y: tensor<4x10xf32>) -> (tensor<4x10xf32>, tensor<4x10xf32>) {
  %0 = amp.softmax_backward %dy, %y {dim = 1 : i64} : (tensor<4x10xf32>, tensor<4x10xf32>) -> tensor<4x10xf32>
  %1 = amp.log_softmax_backward %dy, %y {dim = 1 : i64} : (tensor<4x10xf32>, tensor<4x10xf32>) -> tensor<4x10xf32>
  return %0, %1 : tensor<4x10xf32>, tensor<4x10xf32>
}

// CHECK-LABEL: func.func @mse_loss
// CHECK: %[[D:.*]] = amp.sub
// CHECK: %[[SQUARE:.*]] = amp.mul %[[D]], %[[D]]
// CHECK: amp.mean %[[SQUARE]] : (tensor<4x8xf32>) -> tensor<f32>
// CHECK: amp.sum %{{.*}} : (tensor<4x8xf32>) -> tensor<f32>
func.func @mse_loss(%x: tensor<4x8xf32>, %t: tensor<4x8xf32>) -> (tensor<f32>, tensor<f32>) {
  %0 = amp.mse_loss %x, %t : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<f32>
  %1 = amp.mse_loss %x, %t {reduction = #amp.reduction<sum>} : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<f32>
  return %0, %1 : tensor<f32>, tensor<f32>
}

// The distribution with label smoothing is 0.9 onehot + 0.1 / 10. Rows that are ignored
// count neither in the sum nor in the divisor.
// CHECK-LABEL: func.func @cross_entropy
// CHECK-SAME: (%[[X:.*]]: tensor<4x10xf32>, %[[T:.*]]: tensor<4xi32>)
// CHECK: %[[T64:.*]] = amp.cast %[[T]] : tensor<4xi32> to tensor<4xi64>
// CHECK: %[[IGNORED:.*]] = amp.constant dense<7> : tensor<i64>
// CHECK: %[[COUNTS:.*]] = amp.compare ne, %[[T64]], %[[IGNORED]]
// CHECK: amp.one_hot %[[T64]] {classes = 10 : i64, dtype = f32}
// CHECK: amp.constant dense<0.899999976> : tensor<f32>
// CHECK: amp.constant dense<0.00999999977> : tensor<f32>
// CHECK: %[[ROWS:.*]] = amp.sum %{{.*}} : (tensor<4xf32>) -> tensor<f32>
// CHECK: %[[LOSS:.*]] = amp.where %[[COUNTS]], %{{.*}} -> tensor<4xf32>
// CHECK: %[[SUM:.*]] = amp.sum %[[LOSS]] : (tensor<4xf32>) -> tensor<f32>
// CHECK: %[[MEAN:.*]] = amp.div %[[SUM]], %[[ROWS]]
// CHECK: return %[[MEAN]]
func.func @cross_entropy(%x: tensor<4x10xf32>, %t: tensor<4xi32>) -> tensor<f32> {
  %0 = amp.cross_entropy %x, %t {label_smoothing = 0.1 : f64, ignore_index = 7 : i64} : (tensor<4x10xf32>, tensor<4xi32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

//===----------------------------------------------------------------------===//
// Backward
//===----------------------------------------------------------------------===//

// The region is inlined, with the seed, or 1, for its argument.
// CHECK-LABEL: func.func @backward
// CHECK-SAME: (%[[X:.*]]: tensor<8xf32>, %[[S:.*]]: tensor<f32>)
// CHECK-NOT: amp.backward
// CHECK: %[[ONE:.*]] = amp.constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[A:.*]] = amp.mul %[[X]], %[[ONE]]
// CHECK: %[[B:.*]] = amp.mul %[[X]], %[[S]]
// CHECK: return %[[A]], %[[B]]
func.func @backward(%x: tensor<8xf32>, %s: tensor<f32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %loss = amp.sum %x : (tensor<8xf32>) -> tensor<f32>
  %a = amp.backward %loss wrt(%x) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%seed: tensor<f32>):
    %0 = amp.mul %x, %seed : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
    amp.yield %0 : tensor<8xf32>
  }
  %b = amp.backward %loss wrt(%x) seed(%s) : (tensor<f32>, tensor<8xf32>, tensor<f32>) -> tensor<8xf32> {
  ^bb0(%seed: tensor<f32>):
    %0 = amp.mul %x, %seed : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
    amp.yield %0 : tensor<8xf32>
  }
  return %a, %b : tensor<8xf32>, tensor<8xf32>
}

// -----

//===----------------------------------------------------------------------===//
// Loss scaling
//===----------------------------------------------------------------------===//

amp.grad_scaler @scaler {growth_interval = 3 : i64, min_scale = 1.0 : f64, max_scale = 1.0e+6 : f64}

// The test comes before the multiplication; the reciprocal is taken in f64.
// CHECK-LABEL: func.func @unscale
// CHECK-SAME: (%[[LOSS:.*]]: tensor<f32>, %[[G:.*]]: tensor<8xf16>)
// CHECK: %[[SCALE:.*]] = amp.read @scaler.scale : tensor<f32>
// CHECK: amp.mul %[[LOSS]], %[[SCALE]]
// CHECK: %[[SCALE2:.*]] = amp.read @scaler.scale : tensor<f32>
// CHECK: %[[WIDE:.*]] = amp.cast %[[SCALE2]] : tensor<f32> to tensor<f64>
// CHECK: %[[INVERSE:.*]] = amp.reciprocal %[[WIDE]]
// CHECK: %[[F:.*]] = amp.cast %[[INVERSE]] : tensor<f64> to tensor<f32>
// CHECK: %[[FINITE:.*]] = amp.isfinite %[[G]] : (tensor<8xf16>) -> tensor<8xi1>
// CHECK: %[[BAD:.*]] = amp.logical_not %[[FINITE]]
// CHECK: %[[ANY:.*]] = amp.any %[[BAD]] : (tensor<8xi1>) -> tensor<i1>
// CHECK: %[[GW:.*]] = amp.cast %[[G]] : tensor<8xf16> to tensor<8xf32>
// CHECK: %[[U:.*]] = amp.mul %[[GW]], %[[F]]
// CHECK: return %{{.*}}, %[[U]], %[[ANY]]
func.func @unscale(%loss: tensor<f32>, %g: tensor<8xf16>) -> (tensor<f32>, tensor<8xf32>, tensor<i1>) {
  %s = amp.scale @scaler, %loss : tensor<f32>
  %u, %inf = amp.unscale @scaler(%g) : (tensor<8xf16>) -> (tensor<8xf32>, tensor<i1>)
  return %s, %u, %inf : tensor<f32>, tensor<8xf32>, tensor<i1>
}

// Skipped steps are counted; the scale backs off, bounded below, or grows, bounded above
// and only if the result is finite; growth and back-off restart the count.
// CHECK-LABEL: func.func @update
// CHECK-SAME: (%[[A:.*]]: tensor<i1>, %[[B:.*]]: tensor<i1>)
// CHECK: %[[FOUND:.*]] = amp.logical_or %[[A]], %[[B]]
// CHECK: %[[ONE:.*]] = amp.cast %[[FOUND]] : tensor<i1> to tensor<i64>
// CHECK: %[[SKIPPED:.*]] = amp.read @scaler.skipped : tensor<i64>
// CHECK: %[[MORE:.*]] = amp.add %[[SKIPPED]], %[[ONE]]
// CHECK: amp.assign @scaler.skipped, %[[MORE]]
// CHECK: %[[ROW:.*]] = amp.read @scaler.consecutive_skips : tensor<i64>
// CHECK: %[[LONGER:.*]] = amp.add %[[ROW]], %[[ONE]]
// CHECK: %[[ZERO64:.*]] = amp.constant dense<0> : tensor<i64>
// CHECK: %[[ROW2:.*]] = amp.where %[[FOUND]], %[[LONGER]], %[[ZERO64]]
// CHECK: amp.assign @scaler.consecutive_skips, %[[ROW2]]
// CHECK: %[[SCALE:.*]] = amp.read @scaler.scale
// CHECK: %[[TRACKER:.*]] = amp.read @scaler.growth_tracker
// CHECK: %[[SMALLER:.*]] = amp.maximum
// CHECK: %[[LARGER:.*]] = amp.minimum
// CHECK: %[[FINITE:.*]] = amp.isfinite %[[LARGER]]
// CHECK: %[[KEPT:.*]] = amp.where %[[FINITE]], %[[LARGER]], %[[SCALE]]
// CHECK: %[[COUNT:.*]] = amp.add %[[TRACKER]], %{{.*}}
// CHECK: %[[INTERVAL:.*]] = amp.constant dense<3> : tensor<i32>
// CHECK: %[[GROWS:.*]] = amp.compare eq, %[[COUNT]], %[[INTERVAL]]
// CHECK: %[[GROWN:.*]] = amp.where %[[GROWS]], %[[KEPT]], %[[SCALE]]
// CHECK: %[[RESTARTS:.*]] = amp.logical_or %[[FOUND]], %[[GROWS]]
// CHECK: %[[NEW:.*]] = amp.where %[[FOUND]], %[[SMALLER]], %[[GROWN]]
// CHECK: amp.assign @scaler.scale, %[[NEW]]
// CHECK: %[[ZERO:.*]] = amp.constant dense<0> : tensor<i32>
// CHECK: %[[AFTER:.*]] = amp.where %[[RESTARTS]], %[[ZERO]], %[[COUNT]]
// CHECK: amp.assign @scaler.growth_tracker, %[[AFTER]]
func.func @update(%a: tensor<i1>, %b: tensor<i1>) {
  amp.update_scale @scaler(%a, %b) : tensor<i1>, tensor<i1>
  return
}

// -----

// A fixed scale only counts the skipped steps.

amp.grad_scaler @scaler {fixed}
// CHECK-LABEL: func.func @fixed
// CHECK: amp.assign @scaler.skipped
// CHECK: amp.assign @scaler.consecutive_skips
// CHECK-NOT: amp.assign
// CHECK: return
func.func @fixed(%a: tensor<i1>) {
  amp.update_scale @scaler(%a) : tensor<i1>
  return
}

// -----

// A scaler that has halted finds everything, and keeps its scale; an update that does not
// happen leaves all of the state.

amp.grad_scaler @scaler {skip_limit = 3 : i64}
// CHECK-LABEL: func.func @limit
// CHECK: %[[ANY:.*]] = amp.any
// CHECK: %[[ROW:.*]] = amp.read @scaler.consecutive_skips
// CHECK: %[[THREE:.*]] = amp.constant dense<3> : tensor<i64>
// CHECK: %[[HALTED:.*]] = amp.compare ge, %[[ROW]], %[[THREE]]
// CHECK: %[[FOUND:.*]] = amp.logical_or %[[ANY]], %[[HALTED]]
// CHECK: %[[SKIPPED:.*]] = amp.read @scaler.skipped
// CHECK: %[[MORE:.*]] = amp.add %[[SKIPPED]]
// CHECK: %[[KEPT:.*]] = amp.where %arg1, %[[MORE]], %[[SKIPPED]]
// CHECK: amp.assign @scaler.skipped, %[[KEPT]]
// CHECK: %[[SCALE:.*]] = amp.read @scaler.scale
// CHECK: amp.where %{{.*}}, %[[SCALE]], %{{.*}}
// CHECK: %[[NEW:.*]] = amp.where %[[FOUND]]
// CHECK: %[[THEN:.*]] = amp.where %arg1, %[[NEW]], %[[SCALE]]
// CHECK: amp.assign @scaler.scale, %[[THEN]]
func.func @limit(%g: tensor<8xf32>, %when: tensor<i1>) {
  %u, %inf = amp.unscale @scaler(%g) : (tensor<8xf32>) -> (tensor<8xf32>, tensor<i1>)
  amp.update_scale @scaler(%inf) when(%when) : tensor<i1>, tensor<i1>
  return
}

// -----

//===----------------------------------------------------------------------===//
// Work on gradients
//===----------------------------------------------------------------------===//

// A product of f16 matrices in f32 is finite exactly if its factors are: where they are
// smaller by much they are tested, each once, as they lie in memory.
// CHECK-LABEL: func.func @product
// CHECK-SAME: (%[[DY:.*]]: tensor<2x2048xf16>, %[[X:.*]]: tensor<2x2048xf16>, %[[H:.*]]: tensor<2x2048xbf16>)
// CHECK: %[[F0:.*]] = amp.isfinite %[[DY]]
// CHECK: %[[F1:.*]] = amp.isfinite %[[X]]
// CHECK-NOT: amp.isfinite
// CHECK: return
func.func @product(%dy: tensor<2x2048xf16>, %x: tensor<2x2048xf16>, %h: tensor<2x2048xbf16>) -> (tensor<i1>, tensor<2048x2048xf32>, tensor<2048x2048xf32>) {
  %t = amp.transpose %dy {permutation = array<i64: 1, 0>} : (tensor<2x2048xf16>) -> tensor<2048x2xf16>
  %g = amp.matmul %t, %x {compute_type = f32} : (tensor<2048x2xf16>, tensor<2x2048xf16>) -> tensor<2048x2048xf32>
  %s = amp.matmul %t, %dy {compute_type = f32} : (tensor<2048x2xf16>, tensor<2x2048xf16>) -> tensor<2048x2048xf32>
  %f = amp.check_finite(%g, %s) : (tensor<2048x2048xf32>, tensor<2048x2048xf32>) -> tensor<i1>
  return %f, %g, %s : tensor<i1>, tensor<2048x2048xf32>, tensor<2048x2048xf32>
}

// A product of bf16 matrices may overflow, and an f16 result is rounded: those are tested
// themselves; so is a product that is not smaller than its factors by 8 MiB.
// CHECK-LABEL: func.func @other_products
// CHECK: %[[G:.*]] = amp.matmul
// CHECK: %[[R:.*]] = amp.matmul
// CHECK: %[[S:.*]] = amp.matmul
// CHECK: %[[T:.*]] = amp.matmul
// CHECK: amp.isfinite %[[G]]
// CHECK: amp.isfinite %[[R]]
// CHECK: amp.isfinite %[[S]]
// CHECK: amp.isfinite %[[T]]
// CHECK: return
func.func @other_products(%a: tensor<2048x2xbf16>, %b: tensor<2x2048xbf16>, %c: tensor<2048x2xf16>, %d: tensor<2x2048xf16>, %e: tensor<2x1024xf16>)
    -> tensor<i1> {
  %g = amp.matmul %a, %b {compute_type = f32} : (tensor<2048x2xbf16>, tensor<2x2048xbf16>) -> tensor<2048x2048xf32>
  %r = amp.matmul %c, %d {compute_type = f32} : (tensor<2048x2xf16>, tensor<2x2048xf16>) -> tensor<2048x2048xf16>
  %s = amp.matmul %d, %c {compute_type = f32} : (tensor<2x2048xf16>, tensor<2048x2xf16>) -> tensor<2x2xf32>
  %t = amp.matmul %c, %e {compute_type = f32} : (tensor<2048x2xf16>, tensor<2x1024xf16>) -> tensor<2048x1024xf32>
  %f = amp.check_finite(%g, %r, %s, %t) : (tensor<2048x2048xf32>, tensor<2048x2048xf16>, tensor<2x2xf32>, tensor<2048x1024xf32>) -> tensor<i1>
  return %f : tensor<i1>
}

// One sum of squares over all gradients, in f32.
// CHECK-LABEL: func.func @clip
// CHECK-SAME: (%[[A:.*]]: tensor<8xf32>, %[[B:.*]]: tensor<4xf16>)
// CHECK: %[[AA:.*]] = amp.mul %[[A]], %[[A]]
// CHECK: %[[SA:.*]] = amp.sum %[[AA]]
// CHECK: %[[BW:.*]] = amp.cast %[[B]] : tensor<4xf16> to tensor<4xf32>
// CHECK: %[[BB:.*]] = amp.mul %[[BW]], %[[BW]]
// CHECK: %[[SB:.*]] = amp.sum %[[BB]]
// CHECK: %[[S:.*]] = amp.add %[[SA]], %[[SB]]
// CHECK: %[[NORM:.*]] = amp.sqrt %[[S]]
// CHECK: %[[MORE:.*]] = amp.add %[[NORM]]
// CHECK: %[[RATIO:.*]] = amp.div %{{.*}}, %[[MORE]]
// CHECK: %[[FACTOR:.*]] = amp.minimum %[[RATIO]]
// CHECK: %[[CA:.*]] = amp.mul %[[A]], %[[FACTOR]]
// CHECK: %[[CB:.*]] = amp.mul %{{.*}}, %[[FACTOR]]
// CHECK: %[[CN:.*]] = amp.cast %[[CB]] : tensor<4xf32> to tensor<4xf16>
// CHECK: return %[[CA]], %[[CN]], %[[NORM]]
func.func @clip(%a: tensor<8xf32>, %b: tensor<4xf16>) -> (tensor<8xf32>, tensor<4xf16>, tensor<f32>) {
  %c:2, %n = amp.clip_grad_norm(%a, %b) {max_norm = 1.0 : f64} : (tensor<8xf32>, tensor<4xf16>) -> (tensor<8xf32>, tensor<4xf16>, tensor<f32>)
  return %c#0, %c#1, %n : tensor<8xf32>, tensor<4xf16>, tensor<f32>
}

// CHECK-LABEL: func.func @clip_value
// CHECK: %[[LESS:.*]] = amp.minimum %arg0
// CHECK: amp.maximum %[[LESS]]
func.func @clip_value(%a: tensor<8xf32>) -> tensor<8xf32> {
  %c = amp.clip_grad_value(%a) {clip_value = 0.5 : f64} : (tensor<8xf32>) -> tensor<8xf32>
  return %c : tensor<8xf32>
}

// -----

// The count and the sums outlive the run, and start again when the group is complete.
amp.variable optimizer_state @acc.count : tensor<i64> = #amp.init<zeros>
amp.variable optimizer_state @acc.sum.0 : tensor<8xf32> = #amp.init<zeros>
// CHECK-LABEL: func.func @accumulate
// CHECK: %[[COUNT:.*]] = amp.read @acc.count
// CHECK: %[[NEXT:.*]] = amp.add %[[COUNT]]
// CHECK: %[[DONE:.*]] = amp.compare ge, %[[NEXT]]
// CHECK: %[[REST:.*]] = amp.where %[[DONE]], %{{.*}}, %[[NEXT]]
// CHECK: amp.assign @acc.count, %[[REST]]
// CHECK: %[[G:.*]] = amp.cast %arg0 : tensor<8xf16> to tensor<8xf32>
// CHECK: %[[TERM:.*]] = amp.div %[[G]]
// CHECK: %[[BEFORE:.*]] = amp.read @acc.sum.0
// CHECK: %[[SUM:.*]] = amp.add %[[BEFORE]], %[[TERM]]
// CHECK: %[[LEFT:.*]] = amp.where %[[DONE]], %{{.*}}, %[[SUM]]
// CHECK: amp.assign @acc.sum.0, %[[LEFT]]
// CHECK: return %[[SUM]], %[[DONE]]
func.func @accumulate(%g: tensor<8xf16>) -> (tensor<8xf32>, tensor<i1>) {
  %s, %c = amp.accumulate "acc"(%g) {k = 4 : i64} : (tensor<8xf16>) -> (tensor<8xf32>, tensor<i1>)
  return %s, %c : tensor<8xf32>, tensor<i1>
}

// -----

//===----------------------------------------------------------------------===//
// Optimizers
//===----------------------------------------------------------------------===//

amp.variable parameter @w : tensor<8xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}

// w - lr g. The learning rate is a device value.
// CHECK-LABEL: func.func @plain
// CHECK-SAME: (%[[G:.*]]: tensor<8xf32>)
// CHECK: %[[LR:.*]] = amp.read @opt.lr : tensor<f64>
// CHECK: %[[W:.*]] = amp.read @w
// CHECK: %[[RATE:.*]] = amp.cast %[[LR]] : tensor<f64> to tensor<f32>
// CHECK: %[[CHANGE:.*]] = amp.mul %[[RATE]], %[[G]]
// CHECK: %[[NEW:.*]] = amp.sub %[[W]], %[[CHANGE]]
// CHECK: amp.assign @w, %[[NEW]]
func.func @plain(%g: tensor<8xf32>) {
  amp.step @opt(%g) : tensor<8xf32>
  return
}

// -----

amp.variable parameter @w : tensor<8xf16> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64, momentum = 0.5 : f64, nesterov, weight_decay = 0.25 : f64}

// 16-bit parameters are updated in f32 and rounded once; a skipped step leaves parameter
// and momentum as they were, bit for bit.
// CHECK-LABEL: func.func @skipped
// CHECK-SAME: (%[[G:.*]]: tensor<8xf16>, %[[A:.*]]: tensor<i1>, %[[B:.*]]: tensor<i1>)
// CHECK: %[[SKIP:.*]] = amp.logical_or %[[A]], %[[B]]
// CHECK: %[[STORED:.*]] = amp.read @w : tensor<8xf16>
// CHECK: %[[W:.*]] = amp.cast %[[STORED]] : tensor<8xf16> to tensor<8xf32>
// CHECK: %[[GW:.*]] = amp.cast %[[G]] : tensor<8xf16> to tensor<8xf32>
// CHECK: %[[DECAY:.*]] = amp.constant dense<2.500000e-01> : tensor<f32>
// CHECK: %[[SHRINK:.*]] = amp.mul %[[DECAY]], %[[W]]
// CHECK: %[[D:.*]] = amp.add %[[GW]], %[[SHRINK]]
// CHECK: %[[BUFFER:.*]] = amp.read @opt.momentum.w : tensor<8xf32>
// CHECK: %[[HALF:.*]] = amp.mul %{{.*}}, %[[BUFFER]]
// CHECK: %[[AFTER:.*]] = amp.add %[[HALF]], %[[D]]
// CHECK: %[[KEPT:.*]] = amp.where %[[SKIP]], %[[BUFFER]], %[[AFTER]]
// CHECK: amp.assign @opt.momentum.w, %[[KEPT]]
// CHECK: %[[LOOK:.*]] = amp.mul %{{.*}}, %[[KEPT]]
// CHECK: %[[DIRECTION:.*]] = amp.add %[[D]], %[[LOOK]]
// CHECK: %[[CHANGE:.*]] = amp.mul %{{.*}}, %[[DIRECTION]]
// CHECK: %[[UPDATED:.*]] = amp.sub %[[W]], %[[CHANGE]]
// CHECK: %[[ROUNDED:.*]] = amp.cast %[[UPDATED]] : tensor<8xf32> to tensor<8xf16>
// CHECK: %[[FINAL:.*]] = amp.where %[[SKIP]], %[[STORED]], %[[ROUNDED]]
// CHECK: amp.assign @w, %[[FINAL]] : tensor<8xf16>
func.func @skipped(%g: tensor<8xf16>, %a: tensor<i1>, %b: tensor<i1>) {
  amp.step @opt(%g) skip_if(%a, %b) : tensor<8xf16>, tensor<i1>, tensor<i1>
  return
}

// -----

amp.variable parameter @w : tensor<8xf64> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64, momentum = 0.5 : f64, dampening = 0.25 : f64}

// The first step takes the gradient undampened; f64 stays f64.
// CHECK-LABEL: func.func @dampened
// CHECK: %[[STEPS:.*]] = amp.read @opt.steps : tensor<i64>
// CHECK: %[[FIRST:.*]] = amp.compare eq, %[[STEPS]], %{{.*}}
// CHECK: %[[NEXT:.*]] = amp.add %[[STEPS]], %{{.*}}
// CHECK: amp.assign @opt.steps, %[[NEXT]]
// CHECK: amp.constant dense<7.500000e-01> : tensor<f64>
// CHECK: amp.where %[[FIRST]], %{{.*}} -> tensor<8xf64>
func.func @dampened(%g: tensor<8xf64>) {
  amp.step @opt(%g) : tensor<8xf64>
  return
}

// -----

amp.variable parameter @w : tensor<8xf32> = #amp.init<zeros>
amp.variable parameter @h : tensor<4xf16> = #amp.init<zeros>
amp.optimizer adamw @opt [@w, @h] {lr = 1.0e-3 : f64,
  groups = [{parameters = [@h], lr = 0.5 : f64, weight_decay = 0.0 : f64, amsgrad}],
  schedule = #amp.schedule<linear, {iterations = 100, warmup = 10}>}

// The schedule advances with a skipped step, but not where there is none; rates and
// corrections are f64 scalars. The group has its own rate and state.
// CHECK-LABEL: func.func @adamw
// CHECK-SAME: (%[[G:.*]]: tensor<8xf32>, %[[H:.*]]: tensor<4xf16>, %[[S:.*]]: tensor<i1>, %[[WHEN:.*]]: tensor<i1>)
// CHECK: %[[IDLE:.*]] = amp.logical_not %[[WHEN]]
// CHECK: %[[STAYS:.*]] = amp.logical_or %[[S]], %[[IDLE]]
// CHECK: %[[T:.*]] = amp.read @opt.iterations : tensor<i64>
// CHECK: %[[TIME:.*]] = amp.cast %[[T]] : tensor<i64> to tensor<f64>
// CHECK: %[[SHARE:.*]] = amp.div
// CHECK: %[[WARM:.*]] = amp.minimum %[[SHARE]], %{{.*}} : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[FACTOR:.*]] = amp.add %{{.*}} : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[LR:.*]] = amp.read @opt.lr : tensor<f64>
// CHECK: %[[FULL:.*]] = amp.mul %[[LR]], %[[FACTOR]]
// CHECK: %[[RATE:.*]] = amp.mul %[[FULL]], %[[WARM]]
// CHECK: amp.where %[[IDLE]], %{{.*}}, %[[RATE]]
// CHECK: amp.assign @opt.rate
// CHECK: %[[T1:.*]] = amp.add %[[T]], %{{.*}}
// CHECK: %[[TN:.*]] = amp.where %[[IDLE]], %[[T]], %[[T1]]
// CHECK: amp.assign @opt.iterations, %[[TN]]
// CHECK: %[[STEPS:.*]] = amp.read @opt.steps : tensor<i64>
// CHECK: %[[NEXT:.*]] = amp.add %[[STEPS]], %{{.*}}
// CHECK: %[[KEPT:.*]] = amp.where %[[STAYS]], %[[STEPS]], %[[NEXT]]
// CHECK: amp.assign @opt.steps, %[[KEPT]]
// CHECK: %[[N:.*]] = amp.cast %[[NEXT]] : tensor<i64> to tensor<f64>

// The weight shrinks by 1 - rate weight_decay; the gradient stays. What the averages
// become, kept or new, is what the update reads: it needs no other copy.
// CHECK: %[[W:.*]] = amp.read @w
// CHECK: %[[DECAY:.*]] = amp.mul %[[RATE]], %{{.*}} : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[LEFT:.*]] = amp.sub %{{.*}}, %[[DECAY]]
// CHECK: %[[SHRINK:.*]] = amp.cast %[[LEFT]] : tensor<f64> to tensor<f32>
// CHECK: %[[SMALLER:.*]] = amp.mul %[[W]], %[[SHRINK]]
// CHECK: %[[M:.*]] = amp.read @opt.exp_avg.w
// CHECK: %[[D:.*]] = amp.sub %[[G]], %[[M]]
// CHECK: %[[DM:.*]] = amp.mul %{{.*}}, %[[D]]
// CHECK: %[[MEAN:.*]] = amp.add %[[M]], %[[DM]]
// CHECK: %[[NEWM:.*]] = amp.where %[[STAYS]], %[[M]], %[[MEAN]]
// CHECK: amp.assign @opt.exp_avg.w, %[[NEWM]]
// CHECK: %[[V:.*]] = amp.read @opt.exp_avg_sq.w
// CHECK: %[[VARIANCE:.*]] = amp.add
// CHECK: %[[NEWV:.*]] = amp.where %[[STAYS]], %[[V]], %[[VARIANCE]]
// CHECK: amp.assign @opt.exp_avg_sq.w, %[[NEWV]]
// CHECK: %[[P2:.*]] = amp.pow %{{.*}}, %[[N]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[C2:.*]] = amp.sub %{{.*}}, %[[P2]]
// CHECK: %[[R2:.*]] = amp.sqrt %[[C2]]
// CHECK: %[[P1:.*]] = amp.pow %{{.*}}, %[[N]]
// CHECK: %[[C1:.*]] = amp.sub %{{.*}}, %[[P1]]
// CHECK: %[[SIZE:.*]] = amp.div %[[RATE]], %[[C1]]
// CHECK: %[[ROOT:.*]] = amp.sqrt %[[NEWV]]
// CHECK: %[[RF:.*]] = amp.cast %[[R2]] : tensor<f64> to tensor<f32>
// CHECK: %[[Q:.*]] = amp.div %[[ROOT]], %[[RF]]
// CHECK: %[[DENOMINATOR:.*]] = amp.add %[[Q]], %{{.*}}
// CHECK: %[[SF:.*]] = amp.cast %[[SIZE]] : tensor<f64> to tensor<f32>
// CHECK: %[[NUMERATOR:.*]] = amp.mul %[[SF]], %[[NEWM]]
// CHECK: %[[CHANGE:.*]] = amp.div %[[NUMERATOR]], %[[DENOMINATOR]]
// CHECK: %[[UPDATED:.*]] = amp.sub %[[SMALLER]], %[[CHANGE]]
// CHECK: %[[FINAL:.*]] = amp.where %[[STAYS]], %[[W]], %[[UPDATED]]
// CHECK: amp.assign @w, %[[FINAL]]

// CHECK: %[[LR0:.*]] = amp.read @opt.lr.0 : tensor<f64>
// CHECK: amp.mul %[[LR0]], %[[FACTOR]]
// CHECK: %[[STORED:.*]] = amp.read @h
// CHECK: %[[WIDE:.*]] = amp.cast %[[STORED]] : tensor<4xf16> to tensor<4xf32>
// CHECK-NOT: amp.pow
// CHECK: %[[MAX:.*]] = amp.read @opt.max_exp_avg_sq.h : tensor<4xf32>
// CHECK: %[[LARGEST:.*]] = amp.maximum %[[MAX]], %{{.*}}
// CHECK: %[[NEWMAX:.*]] = amp.where %{{.*}}, %[[MAX]], %[[LARGEST]]
// CHECK: amp.assign @opt.max_exp_avg_sq.h, %[[NEWMAX]]
// CHECK: amp.sqrt %[[NEWMAX]]
// CHECK: amp.sub %[[WIDE]], %{{.*}}
// CHECK: amp.assign @h, %{{.*}} : tensor<4xf16>
func.func @adamw(%g: tensor<8xf32>, %h: tensor<4xf16>, %s: tensor<i1>, %when: tensor<i1>) {
  amp.step @opt(%g, %h) skip_if(%s) when(%when) : tensor<8xf32>, tensor<4xf16>, tensor<i1>, tensor<i1>
  return
}

// -----

amp.variable parameter @w : tensor<8xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 1.0e-3 : f64, schedule_on_step,
  schedule = #amp.schedule<step, {step_size = 30, gamma = 0.5}>}

// With schedule_on_step a skipped step is no iteration. The quotient is floored by a
// cast.
// CHECK-LABEL: func.func @on_step
// CHECK-SAME: (%[[G:.*]]: tensor<8xf32>, %[[SKIP:.*]]: tensor<i1>)
// CHECK: %[[T:.*]] = amp.read @opt.iterations
// CHECK: %[[K:.*]] = amp.cast %{{.*}} : tensor<f64> to tensor<i64>
// CHECK: %[[F:.*]] = amp.cast %[[K]] : tensor<i64> to tensor<f64>
// CHECK: amp.pow %{{.*}}, %[[F]]
// CHECK-NOT: amp.where
// CHECK: amp.assign @opt.rate
// CHECK: %[[NEXT:.*]] = amp.add %[[T]], %{{.*}}
// CHECK: %[[KEPT:.*]] = amp.where %[[SKIP]], %[[T]], %[[NEXT]]
// CHECK: amp.assign @opt.iterations, %[[KEPT]]
func.func @on_step(%g: tensor<8xf32>, %skip: tensor<i1>) {
  amp.step @opt(%g) skip_if(%skip) : tensor<8xf32>, tensor<i1>
  return
}

// -----

//===----------------------------------------------------------------------===//
// Composite ops in regions
//===----------------------------------------------------------------------===//

// A custom function becomes its forward region, whose ops are decomposed in turn.
// CHECK-LABEL: func.func @in_custom_function
// CHECK-NOT: amp.custom_function
// CHECK: amp.exp
// CHECK: amp.sum
// CHECK: amp.log
// CHECK-NOT: amp.softmax
// CHECK: return
func.func @in_custom_function(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %y = amp.custom_function(%x) : (tensor<4x8xf32>) -> tensor<4x8xf32> {
  ^bb0(%a: tensor<4x8xf32>):
    %p = amp.softmax %a {dim = 1 : i64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %q = amp.custom_function(%p) : (tensor<4x8xf32>) -> tensor<4x8xf32> {
    ^bb0(%b: tensor<4x8xf32>):
      %l = amp.log_softmax %b {dim = 0 : i64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
      %n = amp.normalize %l : (tensor<4x8xf32>) -> tensor<4x8xf32>
      amp.yield %n : tensor<4x8xf32>
    } backward {
    ^bb0(%g: tensor<4x8xf32>):
      %s = amp.softmin %g {dim = 1 : i64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
      amp.yield %s : tensor<4x8xf32>
    }
    amp.yield %q : tensor<4x8xf32>
  } backward {
  ^bb0(%g: tensor<4x8xf32>):
    %s = amp.softmax %g {dim = 1 : i64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    amp.yield %s : tensor<4x8xf32>
  }
  return %y : tensor<4x8xf32>
}

// In a backward region, and in one that is a region of a custom function.
// CHECK-LABEL: func.func @in_backward
// CHECK-NOT: amp.backward
// CHECK-NOT: amp.softmax
// CHECK-COUNT-2: amp.exp
// CHECK-NOT: amp.softmax
// CHECK: return
func.func @in_backward(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %y = amp.custom_function(%x) : (tensor<4x8xf32>) -> tensor<4x8xf32> {
  ^bb0(%a: tensor<4x8xf32>):
    %l = amp.sum %a : (tensor<4x8xf32>) -> tensor<f32>
    %g = amp.backward %l wrt(%a) : (tensor<f32>, tensor<4x8xf32>) -> tensor<4x8xf32> {
    ^bb0(%s: tensor<f32>):
      %p = amp.softmax %a {dim = 1 : i64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
      amp.yield %p : tensor<4x8xf32>
    }
    amp.yield %g : tensor<4x8xf32>
  } backward {
  ^bb0(%g: tensor<4x8xf32>):
    amp.yield %g : tensor<4x8xf32>
  }
  %loss = amp.sum %y : (tensor<4x8xf32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%x) : (tensor<f32>, tensor<4x8xf32>) -> tensor<4x8xf32> {
  ^bb0(%s: tensor<f32>):
    %z = amp.custom_function(%y) : (tensor<4x8xf32>) -> tensor<4x8xf32> {
    ^bb0(%a: tensor<4x8xf32>):
      %p = amp.softmax %a {dim = 1 : i64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
      amp.yield %p : tensor<4x8xf32>
    } backward {
    ^bb0(%g: tensor<4x8xf32>):
      amp.yield %g : tensor<4x8xf32>
    }
    amp.yield %z : tensor<4x8xf32>
  }
  return %g : tensor<4x8xf32>
}

// A region that is not composite stays, and its ops are decomposed.
// CHECK-LABEL: func.func @in_autocast
// CHECK: amp.autocast
// CHECK-NOT: amp.softmax
// CHECK: amp.exp
// CHECK: amp.yield
func.func @in_autocast(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %y = amp.autocast dtype(f16) -> tensor<4x8xf32> {
    %p = amp.softmax %x {dim = 1 : i64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    amp.yield %p : tensor<4x8xf32>
  }
  return %y : tensor<4x8xf32>
}

// The compute type of a product follows from the types that assignment gave.
// CHECK-LABEL: func.func @embedding_in_16_bits
// CHECK: amp.matmul {{.*}} {compute_type = f32} : (tensor<6x5xbf16>, tensor<5x4xbf16>) -> tensor<6x4xbf16>
func.func @embedding_in_16_bits(%w: tensor<5x4xbf16>, %i: tensor<2x3xi32>) -> tensor<2x3x4xbf16> {
  %y = amp.embedding %w, %i : (tensor<5x4xbf16>, tensor<2x3xi32>) -> tensor<2x3x4xbf16>
  return %y : tensor<2x3x4xbf16>
}
