// RUN: amp-opt %s --amp-differentiate --amp-scale-loss --amp-locate-nonfinite="entry=train" | FileCheck %s
// RUN: not amp-opt %s --amp-locate-nonfinite="entry=eval" 2>&1 | FileCheck %s --check-prefix=ENTRY

// ENTRY: error: has no entry point 'eval'

amp.variable parameter @w : tensor<8xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}

// Each op is tested, the backward pass too; the first that failed is the result. Nothing
// is stepped, assigned or updated.
// CHECK-LABEL: func.func @train
// CHECK-SAME: -> (tensor<i64> {amp.name = "nonfinite_op"})
// CHECK-SAME: amp.places = ["the argument 'x' at {{.*}}mlir:[[@LINE+21]]:{{[0-9]+}}"
// CHECK-SAME: "'amp.read' at {{.*}}mlir:[[@LINE+21]]:{{[0-9]+}}"
// CHECK-SAME: "'amp.exp' at 'layer'"
// CHECK-SAME: "'amp.mse_loss' at
// CHECK-SAME: "'amp.scale' at
// CHECK-SAME: "'amp.mul' at 'layer'"
// CHECK: %[[X:.*]] = amp.check_finite(%arg0)
// CHECK: %[[W:.*]] = amp.read @w
// CHECK: %[[R:.*]] = amp.check_finite(%[[W]])
// CHECK: %[[E:.*]] = amp.exp %[[W]]
// CHECK: %[[L:.*]] = amp.check_finite(%[[E]])
// CHECK: amp.scale
// CHECK-NOT: amp.{{step|assign|unscale|update_scale|backward}}
// CHECK: %[[NONE:.*]] = amp.constant dense<-1> : tensor<i64>
// CHECK: %[[TWO:.*]] = amp.constant dense<2> : tensor<i64>
// CHECK: %[[C:.*]] = amp.where %[[L]], %[[TWO]], %{{.*}}
// CHECK: %[[ONE:.*]] = amp.constant dense<1> : tensor<i64>
// CHECK: %[[B:.*]] = amp.where %[[R]], %[[ONE]], %[[C]]
// CHECK: %[[ZERO:.*]] = amp.constant dense<0> : tensor<i64>
// CHECK: %[[A:.*]] = amp.where %[[X]], %[[ZERO]], %[[B]]
// CHECK: return %[[A]]
func.func @train(%x: tensor<8xf32> {amp.name = "x"}) -> tensor<f32> {
  %w = amp.read @w : tensor<8xf32>
  %e = amp.exp %w : (tensor<8xf32>) -> tensor<8xf32> loc("layer")
  %loss = amp.mse_loss %e, %x : (tensor<8xf32>, tensor<8xf32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%w) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  amp.step @opt(%g) : tensor<8xf32>
  amp.assign @w, %x : tensor<8xf32>
  return %loss : tensor<f32>
}
