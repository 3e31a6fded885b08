// RUN: amp-opt %S/Inputs/mlp.mlir --amp-training-pipeline="batch=32 level=O1 dtype=f16 loss-scale=dynamic" | FileCheck %s -D\$LOW=f16 --check-prefixes=CHECK,SCALED,COPY
// RUN: amp-opt %S/Inputs/mlp.mlir --amp-training-pipeline="batch=32 level=O1 dtype=f16 loss-scale=dynamic hoist-weight-casts=false" | FileCheck %s -D\$LOW=f16 --check-prefixes=CHECK,SCALED,CAST
// RUN: amp-opt %S/Inputs/mlp.mlir --amp-training-pipeline="batch=32 level=O1 dtype=bf16" | FileCheck %s -D\$LOW=bf16 --check-prefixes=CHECK,PLAIN,COPY
// RUN: amp-opt %S/Inputs/mlp.mlir --amp-training-pipeline="batch=32 level=O0" | FileCheck %s --check-prefix=F32
// RUN: amp-opt %S/Inputs/mlp.mlir --amp-training-pipeline="batch=32" | FileCheck %s --check-prefix=F32

// Source graph to scaled graph. In mixed precision the output of a linear layer is 16-bit,
// the loss is f32, and so are the gradients that reach the step.

// SCALED: amp.grad_scaler @grad_scaler
// COPY: amp.variable buffer @w1.[[$LOW]] : tensor<16x8x[[$LOW]]> = #amp.init<zeros> {copy_of = @w1}
// CAST-NOT: copy_of
// CHECK-LABEL: func.func @train(
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<32x8xf32>
// The steady step casts no weight: it reads the copies that the last one wrote.
// COPY: %[[W1L:.*]] = amp.read @w1.[[$LOW]]
// CHECK: %[[W1:.*]] = amp.read @w1 :
// COPY: %[[B1L:.*]] = amp.read @b1.[[$LOW]]
// CHECK: %[[B1:.*]] = amp.read @b1 :
// COPY: %[[W2L:.*]] = amp.read @w2.[[$LOW]]
// CHECK: %[[W2:.*]] = amp.read @w2 :
// Without copies there is one cast per weight in the whole step, forward and backward.
// CHECK-DAG: %[[XL:.*]] = amp.cast %[[X]] : tensor<32x8xf32> to tensor<32x8x[[$LOW]]>
// CAST-DAG: %[[W1L:.*]] = amp.cast %[[W1]] : tensor<16x8xf32> to tensor<16x8x[[$LOW]]>
// CAST-DAG: %[[B1L:.*]] = amp.cast %[[B1]] : tensor<16xf32> to tensor<16x[[$LOW]]>
// CHECK: amp.linear %[[XL]], %[[W1L]], %[[B1L]] {compute_type = f32} : {{.*}} -> tensor<32x16x[[$LOW]]>
// CHECK: %[[A:.*]] = amp.relu {{.*}} -> tensor<32x16x[[$LOW]]>
// CAST: %[[W2L:.*]] = amp.cast %[[W2]] : tensor<4x16xf32> to tensor<4x16x[[$LOW]]>
// CHECK-NOT: amp.cast %[[W1]]
// CHECK-NOT: amp.cast %[[W2]]
// CHECK: %[[Y:.*]] = amp.linear %[[A]], %[[W2L]] {compute_type = f32} : {{.*}} -> tensor<32x4x[[$LOW]]>
// CHECK: %[[YW:.*]] = amp.cast %[[Y]] : tensor<32x4x[[$LOW]]> to tensor<32x4xf32>
// CHECK: %[[LOSS:.*]] = amp.mse_loss %[[YW]], %{{.*}} -> tensor<f32>
// SCALED: %[[SEED:.*]] = amp.scale @grad_scaler
// SCALED: %[[G:.*]]:3 = amp.backward %[[LOSS]] wrt(%[[W1]], %[[B1]], %[[W2]]) seed(%[[SEED]])
// PLAIN-NOT: amp.scale
// PLAIN: %[[G:.*]]:3 = amp.backward %[[LOSS]] wrt(%[[W1]], %[[B1]], %[[W2]]) :
// CHECK: amp.matmul {{.*}} : (tensor<32x4x[[$LOW]]>, tensor<4x16x[[$LOW]]>) -> tensor<32x16x[[$LOW]]>
// CHECK: amp.matmul {{.*}} -> tensor<4x16xf32>
// CHECK: amp.matmul {{.*}} -> tensor<16x8xf32>
// CHECK: amp.yield {{.*}} : tensor<16x8xf32>, tensor<16xf32>, tensor<4x16xf32>
// SCALED: %[[U:.*]]:3, %[[INF:.*]] = amp.unscale @grad_scaler(%[[G]]#0, %[[G]]#1, %[[G]]#2)
// SCALED: amp.step @opt(%[[U]]#0, %[[U]]#1, %[[U]]#2) skip_if(%[[INF]])
// PLAIN: amp.step @opt(%[[G]]#0, %[[G]]#1, %[[G]]#2) :
// The step writes the copies of what it updates.
// CHECK-NOT: amp.assign
// SCALED: amp.update_scale @grad_scaler(%[[INF]])
// CHECK: return %[[LOSS]]

// What leaves the evaluation has its declared type. It reads the copies, too.
// CHECK-LABEL: func.func @evaluate(
// COPY: amp.read @w1.[[$LOW]]
// CAST: amp.cast {{.*}} : tensor<16x8xf32> to tensor<16x8x[[$LOW]]>
// CHECK: amp.linear {{.*}} -> tensor<32x4x[[$LOW]]>
// CHECK: %[[R:.*]] = amp.cast {{.*}} to tensor<32x4xf32>
// CHECK: return %[[R]]

// F32-NOT: f16
// F32-LABEL: func.func @train(
// F32: amp.linear {{.*}} -> tensor<32x16xf32>
// F32-NOT: amp.cast
// F32: amp.step @opt
// F32-NOT: f16
