// RUN: amp-opt %s --amp-training-pipeline="level=O1 dtype=f16 loss-scale=dynamic hoist-weight-casts=false" | FileCheck %s
// RUN: amp-opt %s --amp-training-pipeline="level=O1 dtype=bf16 assigner=eager" -o /dev/null
// RUN: amp-opt %s --amp-training-pipeline="level=O2 dtype=f16 loss-scale=dynamic" -o /dev/null
// RUN: amp-opt %s --amp-training-pipeline="level=O3 dtype=f16" -o /dev/null

// A gradient penalty: the first gradient is computed by ops of the step, in the types that
// the forward ops were assigned, and precision verification lets them be. The loss that the
// optimizer's gradients come from is scaled.

// CHECK-LABEL: func.func @train(
// CHECK: %[[H:.*]] = amp.gelu %{{.*}} -> tensor<8x16xf16>
// CHECK: amp.softmax_backward %{{.*}} {amp.exempt = "derivative", {{.*}}} : (tensor<8x8xf32>
// CHECK: amp.gelu_backward %{{.*}}, %{{.*}} {amp.exempt = "derivative"} : {{.*}} -> tensor<8x16xf16>
// CHECK: %[[DX:.*]] = amp.matmul %{{.*}} {amp.exempt = "derivative", compute_type = f32} : {{.*}} -> tensor<8x8xf32>
// CHECK: amp.mul %[[DX]], %[[DX]]
// CHECK: %[[PENALTY:.*]] = amp.sum
// CHECK: %[[LOSS:.*]] = amp.add %{{.*}}, %[[PENALTY]]
// CHECK: %[[SEED:.*]] = amp.scale @grad_scaler
// CHECK: %[[G:.*]]:3 = amp.backward %[[LOSS]] wrt({{.*}}) seed(%[[SEED]])
// CHECK: amp.gelu_backward %{{.*}} -> tensor<8x16xf16>
// CHECK: amp.unscale @grad_scaler(%[[G]]#0, %[[G]]#1, %[[G]]#2)
// CHECK: amp.step @sgd
amp.variable parameter @w1 : tensor<16x8xf32> = #amp.init<kaiming_uniform>
amp.variable parameter @b1 : tensor<16xf32> = #amp.init<zeros>
amp.variable parameter @w2 : tensor<8x16xf32> = #amp.init<kaiming_uniform>
amp.optimizer sgd @sgd [@w1, @b1, @w2] {lr = 0.01 : f64}
func.func @train(%x: tensor<8x8xf32>) -> tensor<f32> {
  %w1 = amp.read @w1 : tensor<16x8xf32>
  %b1 = amp.read @b1 : tensor<16xf32>
  %w2 = amp.read @w2 : tensor<8x16xf32>
  %h0 = amp.linear %x, %w1, %b1 : (tensor<8x8xf32>, tensor<16x8xf32>, tensor<16xf32>) -> tensor<8x16xf32>
  %h = amp.gelu %h0 : (tensor<8x16xf32>) -> tensor<8x16xf32>
  %y = amp.linear %h, %w2 : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x8xf32>
  %p = amp.softmax %y {dim = 1 : i64} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %e = amp.exp %p : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %l = amp.sum %e : (tensor<8x8xf32>) -> tensor<f32>
  %dx = amp.backward %l wrt(%x) : (tensor<f32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %square = amp.mul %dx, %dx : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %penalty = amp.sum %square : (tensor<8x8xf32>) -> tensor<f32>
  %loss = amp.add %l, %penalty : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %g:3 = amp.backward %loss wrt(%w1, %b1, %w2)
      : (tensor<f32>, tensor<16x8xf32>, tensor<16xf32>, tensor<8x16xf32>) -> (tensor<16x8xf32>, tensor<16xf32>, tensor<8x16xf32>)
  amp.step @sgd(%g#0, %g#1, %g#2) : tensor<16x8xf32>, tensor<16xf32>, tensor<8x16xf32>
  return %loss : tensor<f32>
}
