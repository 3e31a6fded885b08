// RUN: amp-opt %s --amp-materialize-state --amp-decompose -split-input-file | FileCheck %s

//===----------------------------------------------------------------------===//
// Softmax and losses
//===----------------------------------------------------------------------===//

// In f32, and rounded once. To 16 bits, a row has one division, to f32 each element.
// CHECK-LABEL: func.func @softmax
// CHECK: %[[X:.*]] = amp.cast %{{.*}} : tensor<4x10xf16> to tensor<4x10xf32>
// CHECK: %[[MAX:.*]] = amp.amax %[[X]] {dims = array<i64: 1>, keepdim = true}
// CHECK: %[[SHIFTED:.*]] = amp.sub %[[X]], %[[MAX]]
// CHECK: %[[EXP:.*]] = amp.exp %[[SHIFTED]]
// CHECK: %[[SUM:.*]] = amp.sum %[[EXP]] {dims = array<i64: 1>, keepdim = true}
// CHECK: %[[ONE:.*]] = amp.constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[SCALE:.*]] = amp.div %[[ONE]], %[[SUM]] : (tensor<f32>, tensor<4x1xf32>) -> tensor<4x1xf32>
// CHECK: %[[P:.*]] = amp.mul %[[EXP]], %[[SCALE]]
// CHECK: %[[Y:.*]] = amp.cast %[[P]] : tensor<4x10xf32> to tensor<4x10xf16>
// CHECK: return %[[Y]]
func.func @softmax(%x: tensor<4x10xf16>) -> tensor<4x10xf16> {
  %0 = amp.softmax %x {dim = -1 : i64} : (tensor<4x10xf16>) -> tensor<4x10xf16>
  return %0 : tensor<4x10xf16>
}

// CHECK-LABEL: func.func @softmax_f32
// CHECK: %[[EXP:.*]] = amp.exp
// CHECK: %[[SUM:.*]] = amp.sum %[[EXP]]
// CHECK: amp.div %[[EXP]], %[[SUM]]
func.func @softmax_f32(%x: tensor<4x10xf32>) -> tensor<4x10xf32> {
  %0 = amp.softmax %x {dim = -1 : i64} : (tensor<4x10xf32>) -> tensor<4x10xf32>
  return %0 : tensor<4x10xf32>
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

// CHECK-LABEL: func.func @scale
// CHECK-SAME: (%[[LOSS:.*]]: tensor<f32>)
// CHECK: %[[SCALE:.*]] = amp.read @scaler.scale : tensor<f32>
// CHECK: amp.mul %[[LOSS]], %[[SCALE]]
func.func @scale(%loss: tensor<f32>) -> tensor<f32> {
  %s = amp.scale @scaler, %loss : tensor<f32>
  return %s : tensor<f32>
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

// An update that does not happen leaves all of the state; a scaler that halts keeps its
// scale.

amp.grad_scaler @scaler {skip_limit = 3 : i64}
// CHECK-LABEL: func.func @limit
// CHECK: %[[SKIPPED:.*]] = amp.read @scaler.skipped
// CHECK: %[[MORE:.*]] = amp.add %[[SKIPPED]]
// CHECK: %[[KEPT:.*]] = amp.where %arg1, %[[MORE]], %[[SKIPPED]]
// CHECK: amp.assign @scaler.skipped, %[[KEPT]]
// CHECK: %[[THREE:.*]] = amp.constant dense<3> : tensor<i64>
// CHECK: %[[HALTED:.*]] = amp.compare ge, %{{.*}}, %[[THREE]]
// CHECK: %[[SCALE:.*]] = amp.read @scaler.scale
// CHECK: amp.where %[[HALTED]], %[[SCALE]], %{{.*}}
// CHECK: %[[NEW:.*]] = amp.where %arg0
// CHECK: %[[THEN:.*]] = amp.where %arg1, %[[NEW]], %[[SCALE]]
// CHECK: amp.assign @scaler.scale, %[[THEN]]
func.func @limit(%inf: tensor<i1>, %when: tensor<i1>) {
  amp.update_scale @scaler(%inf) when(%when) : tensor<i1>, tensor<i1>
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

// Rows are read as they are.
// CHECK-LABEL: func.func @embedding_in_16_bits
// CHECK: amp.read_at {{.*}} {constant_at = 4 : i64} : (tensor<1x5x4xbf16>, tensor<1x6x1xi32>) -> tensor<1x6x4xbf16>
func.func @embedding_in_16_bits(%w: tensor<5x4xbf16>, %i: tensor<2x3xi32>) -> tensor<2x3x4xbf16> {
  %y = amp.embedding %w, %i {padding_idx = -1 : i64} : (tensor<5x4xbf16>, tensor<2x3xi32>) -> tensor<2x3x4xbf16>
  return %y : tensor<2x3x4xbf16>
}
