// RUN: amp-opt %s --amp-differentiate --amp-scale-loss --amp-locate-nonfinite="entry=train" | FileCheck %s
// RUN: amp-opt %s --amp-locate-nonfinite="entry=classify" | FileCheck %s --check-prefix=INDEX
// RUN: amp-opt %s --amp-locate-nonfinite="entry=loop" | FileCheck %s --check-prefix=SCAN
// RUN: not amp-opt %s --amp-locate-nonfinite="entry=eval" 2>&1 | FileCheck %s --check-prefix=ENTRY

// ENTRY: error: has no entry point 'eval'

amp.variable parameter @w : tensor<8xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}

// What comes in is tested, and each op, those of the backward pass too; the first of both
// that failed are the results, and the share of zeros among the gradients. Nothing is
// stepped, assigned or updated.
// CHECK-LABEL: func.func @train
// CHECK-SAME: -> (tensor<i64> {amp.name = "nonfinite_input"}, tensor<i64> {amp.name = "nonfinite_op"}, tensor<i64> {amp.name = "nonfinite_step"}, tensor<f32> {amp.name = "zero_gradients"})
// CHECK-SAME: amp.op_locations = [{kind = "argument", location = "{{.*}}mlir:[[@LINE+21]]:{{[0-9]+}}", name = "x", op = "", type = "f32"}
// CHECK-SAME: {kind = "variable", location = "{{.*}}mlir:[[@LINE+21]]:{{[0-9]+}}", name = "w", op = "", type = "f32"}
// CHECK-SAME: {kind = "result", location = "'layer'", name = "layer", op = "amp.exp", type = "f32"}
// CHECK-SAME: {kind = "result", {{.*}}name = "", op = "amp.mse_loss"
// CHECK-SAME: {kind = "gradient", location = "'layer'", name = "layer", op = "amp.mul", type = "f32"}
// CHECK: %[[X:.*]] = amp.check_finite(%arg0)
// CHECK: %[[W:.*]] = amp.read @w
// CHECK: %[[R:.*]] = amp.check_finite(%[[W]])
// CHECK: %[[E:.*]] = amp.exp %[[W]]
// CHECK: %[[L:.*]] = amp.check_finite(%[[E]])
// CHECK-NOT: amp.{{step|assign|unscale|update_scale|backward}}
// CHECK: %[[G:.*]] = amp.mul %{{.*}}, %[[E]]
// CHECK: %[[EQ:.*]] = amp.compare eq, %[[G]], %{{.*}} : (tensor<8xf32>, tensor<f32>) -> tensor<8xi1>
// CHECK: %[[ONES:.*]] = amp.cast %[[EQ]] : tensor<8xi1> to tensor<8xf32>
// CHECK: %[[MEAN:.*]] = amp.mean %[[ONES]]
// CHECK: %[[PART:.*]] = amp.mul %[[MEAN]]
// CHECK: %[[SHARE:.*]] = amp.add %{{.*}}, %[[PART]]
// CHECK: amp.where %[[R]],
// CHECK: %[[INPUT:.*]] = amp.where %[[X]],
// CHECK: %[[OP:.*]] = amp.where %[[L]],
// CHECK: return %[[INPUT]], %[[OP]], %{{.*}}, %[[SHARE]]
func.func @train(%x: tensor<8xf32> {amp.name = "x"}) -> tensor<f32> {
  %w = amp.read @w : tensor<8xf32>
  %e = amp.exp %w : (tensor<8xf32>) -> tensor<8xf32> loc("layer")
  %loss = amp.mse_loss %e, %x : (tensor<8xf32>, tensor<8xf32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%w) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  amp.step @opt(%g) : tensor<8xf32>
  amp.assign @w, %x : tensor<8xf32>
  return %loss : tensor<f32>
}

// An index out of range is told from the NaN that it gives.
// INDEX-LABEL: func.func @classify
// INDEX-SAME: {kind = "index", location = "'labels'", name = "labels", op = "amp.cross_entropy", type = "f32"}
// INDEX-SAME: {kind = "result", {{.*}}name = "labels", op = "amp.cross_entropy"
// INDEX: %[[T:.*]] = amp.cast %arg1 : tensor<4xi32> to tensor<4xi64>
// INDEX: %[[LOW:.*]] = amp.compare lt, %[[T]]
// INDEX: %[[HIGH:.*]] = amp.compare ge, %[[T]]
// INDEX: %[[OUT:.*]] = amp.logical_or %[[LOW]], %[[HIGH]]
// INDEX: %[[NOT:.*]] = amp.compare ne, %[[T]]
// INDEX: %[[WRONG:.*]] = amp.logical_and %[[OUT]], %[[NOT]]
// INDEX: %[[NAN:.*]] = amp.where %[[WRONG]]
// INDEX: amp.cross_entropy
// INDEX: amp.check_finite(%[[NAN]])
func.func @classify(%x: tensor<4x3xf32>, %t: tensor<4xi32>) -> tensor<f32> {
  %loss = amp.cross_entropy %x, %t : (tensor<4x3xf32>, tensor<4xi32>) -> tensor<f32> loc("labels")
  return %loss : tensor<f32>
}

// The ops of a step are tested in it; the scan carries which was the first that failed, in
// which step, and which step comes next, here from the last one on.
// SCAN-LABEL: func.func @loop
// SCAN-SAME: {kind = "result", location = "'inner'", name = "inner", op = "amp.exp", type = "f16"}
// SCAN-SAME: {kind = "result", location = "'outer'", name = "outer", op = "amp.add", type = "f16"}
// SCAN: %[[LAST:.*]] = amp.constant dense<7> : tensor<i64>
// SCAN: %[[R:.*]]:5 = amp.scan carry(%arg0, %{{.*}}, %{{.*}}, %[[LAST]]) each(%arg1) reverse
// SCAN-NEXT: ^bb0(%[[H:.*]]: tensor<2xf16>, %[[NUMBER:.*]]: tensor<i64>, %[[STEP:.*]]: tensor<i64>, %[[PLACE:.*]]: tensor<i64>, %[[X:.*]]: tensor<2xf16>):
// SCAN-NEXT: %[[E:.*]] = amp.exp %[[X]]
// SCAN-NEXT: %[[FINITE:.*]] = amp.isfinite %[[E]]
// SCAN-NEXT: %[[WRONG:.*]] = amp.logical_not %[[FINITE]]
// SCAN-NEXT: %[[ANY:.*]] = amp.any %[[WRONG]]
// SCAN: %[[SUM:.*]] = amp.add %[[H]], %[[E]]
// SCAN: %[[SEARCHING:.*]] = amp.compare lt, %[[NUMBER]]
// SCAN: %[[NEXT:.*]] = amp.add %[[PLACE]], %{{.*}} : (tensor<i64>, tensor<i64>) -> tensor<i64>
// SCAN: %[[FOUND:.*]] = amp.where %[[ANY]],
// SCAN: %[[NEWNUMBER:.*]] = amp.where %[[SEARCHING]], %{{.*}}, %[[NUMBER]]
// SCAN: %[[NEWSTEP:.*]] = amp.where %[[SEARCHING]], %[[PLACE]], %[[STEP]]
// SCAN: amp.yield %[[SUM]], %[[NEWNUMBER]], %[[NEWSTEP]], %[[NEXT]], %[[E]]
// SCAN: %[[IS:.*]] = amp.compare ge, %[[R]]#1
// SCAN: %[[OP:.*]] = amp.where %[[IS]], %[[R]]#1
// SCAN: %[[AT:.*]] = amp.where %[[IS]], %[[R]]#2
// SCAN: return %{{.*}}, %[[OP]], %[[AT]]
func.func @loop(%h: tensor<2xf16>, %xs: tensor<7x2xf16>) -> tensor<2xf16> {
  %last, %ys = amp.scan carry(%h) each(%xs) reverse : (tensor<2xf16>, tensor<7x2xf16>) -> (tensor<2xf16>, tensor<7x2xf16>) {
  ^bb0(%state: tensor<2xf16>, %x: tensor<2xf16>):
    %e = amp.exp %x : (tensor<2xf16>) -> tensor<2xf16> loc("inner")
    %s = amp.add %state, %e : (tensor<2xf16>, tensor<2xf16>) -> tensor<2xf16> loc("outer")
    amp.yield %s, %e : tensor<2xf16>, tensor<2xf16>
  }
  return %last : tensor<2xf16>
}
