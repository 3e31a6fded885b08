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
// CHECK: %[[SKIPPED:.*]] = amp.read @scaler.skipped : tensor<i64>
// CHECK: %[[ONE:.*]] = amp.cast %[[FOUND]] : tensor<i1> to tensor<i64>
// CHECK: %[[MORE:.*]] = amp.add %[[SKIPPED]], %[[ONE]]
// CHECK: amp.assign @scaler.skipped, %[[MORE]]
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
// CHECK-NOT: amp.assign
// CHECK: return
func.func @fixed(%a: tensor<i1>) {
  amp.update_scale @scaler(%a) : tensor<i1>
  return
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
// CHECK: %[[LOOK:.*]] = amp.mul %{{.*}}, %[[AFTER]]
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
