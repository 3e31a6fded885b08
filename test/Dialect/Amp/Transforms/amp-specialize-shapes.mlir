// RUN: amp-opt %s --amp-specialize-shapes="entry=train batch=32" -split-input-file | FileCheck %s --check-prefixes=CHECK,BATCH
// RUN: amp-opt %s --amp-specialize-shapes="entry=train shapes=16x4,16" -split-input-file | FileCheck %s --check-prefixes=CHECK,SHAPES

// The batch size reaches every op: inside regions, through gradients and the scaler.

amp.variable parameter @w : tensor<3x4xf32> = #amp.init<zeros>
amp.grad_scaler @scaler

// CHECK-LABEL: func.func @train(
// BATCH-SAME: tensor<32x4xf32>
// BATCH-SAME: tensor<32xi64>
// BATCH-SAME: -> tensor<32x3xf32>
// SHAPES-SAME: tensor<16x4xf32>
// SHAPES-SAME: tensor<16xi64>
// SHAPES-SAME: -> tensor<16x3xf32>
func.func @train(%x: tensor<?x4xf32>, %t: tensor<?xi64>) -> tensor<?x3xf32> {
  %w = amp.read @w : tensor<3x4xf32>
  // BATCH: amp.autocast -> tensor<32x3xf32>
  // SHAPES: amp.autocast -> tensor<16x3xf32>
  %y = amp.autocast -> tensor<?x3xf32> {
    // BATCH: amp.linear {{.*}} -> tensor<32x3xf32>
    // SHAPES: amp.linear {{.*}} -> tensor<16x3xf32>
    %h = amp.linear %x, %w : (tensor<?x4xf32>, tensor<3x4xf32>) -> tensor<?x3xf32>
    amp.yield %h : tensor<?x3xf32>
  }
  %loss = amp.cross_entropy %y, %t : (tensor<?x3xf32>, tensor<?xi64>) -> tensor<f32>
  // BATCH: amp.backward {{.*}} -> tensor<32x3xf32>
  // SHAPES: amp.backward {{.*}} -> tensor<16x3xf32>
  %dy = amp.backward %loss wrt(%y) : (tensor<f32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  // BATCH: amp.unscale {{.*}} -> (tensor<32x3xf32>, tensor<i1>)
  // SHAPES: amp.unscale {{.*}} -> (tensor<16x3xf32>, tensor<i1>)
  %g, %inf = amp.unscale @scaler(%dy) : (tensor<?x3xf32>) -> (tensor<?x3xf32>, tensor<i1>)
  // BATCH: return {{.*}} : tensor<32x3xf32>
  // SHAPES: return {{.*}} : tensor<16x3xf32>
  return %g : tensor<?x3xf32>
}

// Another entry point stays as it is.
// CHECK-LABEL: func.func @evaluate(
// CHECK-SAME: tensor<?x4xf32>
func.func @evaluate(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  return %x : tensor<?x4xf32>
}

// -----

// Both regions of a custom function, and what gradients pass on their way to a step.

// CHECK-LABEL: func.func @train(
// BATCH: %[[Y:.*]]:2 = amp.custom_function(%{{.*}}) saved(1) : (tensor<32x4xf32>) -> (tensor<32xf32>, tensor<32x4xf32>) {
// BATCH-NEXT: ^bb0(%{{.*}}: tensor<32x4xf32>):
// BATCH: ^bb0(%{{.*}}: tensor<32x4xf32>, %{{.*}}: tensor<32xf32>):
// BATCH-NEXT: amp.reshape {{.*}} -> tensor<32x1xf32>
// BATCH: amp.accumulate {{.*}} -> (tensor<32x4xf32>, tensor<i1>)
// BATCH: amp.clip_grad_norm{{.*}} -> (tensor<32x4xf32>, tensor<f32>)
// BATCH: amp.clip_grad_value{{.*}} -> tensor<32x4xf32>
// SHAPES: amp.custom_function(%{{.*}}) saved(1) : (tensor<16x4xf32>) -> (tensor<16xf32>, tensor<16x4xf32>) {
// SHAPES: ^bb0(%{{.*}}: tensor<16x4xf32>, %{{.*}}: tensor<16xf32>):
func.func @train(%x: tensor<?x4xf32>, %t: tensor<?xf32>) -> tensor<?x4xf32> {
  %y, %s = amp.custom_function(%x) saved(1) : (tensor<?x4xf32>) -> (tensor<?xf32>, tensor<?x4xf32>) {
  ^bb0(%a: tensor<?x4xf32>):
    %q = amp.mul %a, %a : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
    %r = amp.sum %q {dims = array<i64: 1>} : (tensor<?x4xf32>) -> tensor<?xf32>
    amp.yield %r, %a : tensor<?xf32>, tensor<?x4xf32>
  } backward {
  ^bb0(%a: tensor<?x4xf32>, %dr: tensor<?xf32>):
    %column = amp.reshape %dr {shape = array<i64: -1, 1>} : (tensor<?xf32>) -> tensor<?x1xf32>
    %twice = amp.add %a, %a : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
    %da = amp.mul %twice, %column : (tensor<?x4xf32>, tensor<?x1xf32>) -> tensor<?x4xf32>
    amp.yield %da : tensor<?x4xf32>
  }
  %loss = amp.mse_loss %y, %t : (tensor<?xf32>, tensor<?xf32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%x) : (tensor<f32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %m, %complete = amp.accumulate "sums"(%g) {k = 2 : i64} : (tensor<?x4xf32>) -> (tensor<?x4xf32>, tensor<i1>)
  %c, %norm = amp.clip_grad_norm(%m) {max_norm = 1.0 : f64} : (tensor<?x4xf32>) -> (tensor<?x4xf32>, tensor<f32>)
  %v = amp.clip_grad_value(%c) {clip_value = 1.0 : f64} : (tensor<?x4xf32>) -> tensor<?x4xf32>
  return %v : tensor<?x4xf32>
}
