// RUN: amp-opt %S/Inputs/mlp.mlir --amp-training-pipeline="entry=train batch=32 level=O1 loss-scale=dynamic" --amp-lowering-pipeline="entry=train" | FileCheck %s

// Scaled graph to kernel graph: state as arguments, GEMMs as library ops with their
// epilogues, everything else linalg on tensors. No op of the amp dialect is left but
// symbols.

// CHECK-DAG: amp.variable scaler @grad_scaler.scale
// CHECK-DAG: amp.variable optimizer_state @opt.momentum.w1
// CHECK-DAG: amp.flat_buffer @opt.parameters [@w1, @w2, @b1]
// CHECK-DAG: amp.flat_buffer @opt.momentum [@opt.momentum.w1, @opt.momentum.w2, @opt.momentum.b1]
// CHECK-LABEL: func.func @train(
// CHECK-SAME: {amp.batch, amp.name = "x"}
// CHECK-SAME: %[[B1:[a-z0-9]+]]: tensor<16xf32> {amp.flat_buffer = @opt.parameters, amp.flat_buffer_bytes = 832 : i64, {{.*}}amp.variable = @b1}
// CHECK-SAME: {amp.variable = @grad_scaler.growth_tracker}
// CHECK-SAME: {amp.variable = @grad_scaler.scale}
// CHECK-SAME: {amp.variable = @grad_scaler.skipped}
// CHECK-SAME: {amp.variable = @opt.lr}
// CHECK-SAME: {amp.flat_buffer = @opt.momentum, amp.flat_buffer_bytes = 832 : i64, {{.*}}amp.variable = @opt.momentum.b1}
// CHECK-SAME: {amp.flat_buffer = @opt.momentum, amp.flat_buffer_bytes = 832 : i64, {{.*}}amp.variable = @opt.momentum.w1}
// CHECK-SAME: {amp.flat_buffer = @opt.momentum, amp.flat_buffer_bytes = 832 : i64, {{.*}}amp.variable = @opt.momentum.w2}
// CHECK-SAME: %[[W1:[a-z0-9]+]]: tensor<16x8xf32> {amp.flat_buffer = @opt.parameters, amp.flat_buffer_bytes = 832 : i64, {{.*}}amp.variable = @w1}
// CHECK-SAME: %[[W2:[a-z0-9]+]]: tensor<4x16xf32> {amp.flat_buffer = @opt.parameters, amp.flat_buffer_bytes = 832 : i64, {{.*}}amp.variable = @w2}
// CHECK-SAME: %[[LOSS:[a-z0-9]+]]: tensor<f32> {amp.name = "loss", amp.output = "mean"}
// CHECK: amprt.gemm {{.*}} bias(%{{.*}} : tensor<16xf16>) {{.*}} {relu, transpose_b} -> tensor<32x16xf16>
// CHECK: amprt.gemm {{.*}} {transpose_b} -> tensor<32x4xf16>
// CHECK: amprt.gemm {{.*}} -> tensor<32x16xf16>
// CHECK: amprt.gemm {{.*}} {transpose_a} -> tensor<4x16xf32>
// CHECK: amprt.gemm {{.*}} {transpose_a} -> tensor<16x8xf32>
// CHECK-NOT: amprt.gemm
// CHECK: bufferization.materialize_in_destination %{{.*}} in %[[LOSS]]
// CHECK: bufferization.materialize_in_destination %{{.*}} in %[[B1]]
// CHECK: bufferization.materialize_in_destination %{{.*}} in %[[W1]]
// CHECK: bufferization.materialize_in_destination %{{.*}} in %[[W2]]
// CHECK-NOT: func.func
