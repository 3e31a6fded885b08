// RUN: amp-opt %S/Inputs/mlp.mlir --amp-pipeline="entry=train batch=32 level=O1 dtype=f16 loss-scale=dynamic" -o %t.f16.mlir
// RUN: amp-opt %S/Inputs/mlp.mlir --amp-pipeline="entry=train batch=32 level=O1 dtype=bf16" -o %t.bf16.mlir
// RUN: amp-opt %S/Inputs/mlp.mlir --amp-pipeline="entry=train batch=32 level=O0" -o %t.f32.mlir
// RUN: FileCheck %s --check-prefixes=CHECK,MIXED -D\$LOW=f16 < %t.f16.mlir
// RUN: FileCheck %s --check-prefixes=CHECK,MIXED -D\$LOW=bf16 < %t.bf16.mlir
// RUN: FileCheck %s --check-prefixes=CHECK,F32 < %t.f32.mlir
// RUN: FileCheck %s --check-prefix=FLAT < %t.f16.mlir
// RUN: FileCheck %s --check-prefix=FLAT < %t.bf16.mlir
// RUN: FileCheck %s --check-prefix=FLAT < %t.f32.mlir

// Source graph to program: a flat launch list over one arena, with state and results
// written in place.

// CHECK-LABEL: func.func @train(
// CHECK-SAME: %[[ARENA:[a-z0-9]+]]: memref<[[BYTES:[0-9]+]]xi8> {amp.name = "arena"}
// CHECK-SAME: %[[ALL:[a-z0-9]+]]: memref<832xi8> {amp.flat_buffer = @opt.parameters}
// MIXED-SAME: %[[LOWS:[a-z0-9]+]]: memref<416xi8> {amp.flat_buffer = @opt.parameters.[[$LOW]]}
// CHECK-SAME: %[[LOSS:[a-z0-9]+]]: memref<f32> {amp.name = "loss", amp.output = "mean"}
// CHECK-SAME: attributes {amp.arena_bytes = [[BYTES]] : i64
// The copies of the weights are operands as they lie.
// MIXED-DAG: %[[ALLLOW:.*]] = memref.view %[[LOWS]][%c0{{.*}}][] : memref<416xi8> to memref<208x[[$LOW]]>
// MIXED-DAG: %[[W1L:.*]] = memref.view %[[LOWS]][%c0{{.*}}][] : memref<416xi8> to memref<16x8x[[$LOW]]>
// MIXED-DAG: %[[W2L:.*]] = memref.view %[[LOWS]][%c256{{.*}}][] : memref<416xi8> to memref<4x16x[[$LOW]]>
// CHECK-DAG: %[[ALLW:.*]] = memref.view %[[ALL]][%c0{{.*}}][] : memref<832xi8> to memref<208xf32>
// MIXED-DAG: memref.view %[[ARENA]]{{.*}} to memref<32x8x[[$LOW]]>
// MIXED: amprt.gemm ins(%{{.*}}, %[[W1L]] : {{.*}} outs(%{{.*}} : memref<32x16x[[$LOW]]>) {relu, transpose_b}
// MIXED: amprt.gemm ins(%{{.*}}, %[[W2L]] : {{.*}} outs(%{{.*}} : memref<32x4x[[$LOW]]>) {transpose_b}
// F32: amprt.gemm {{.*}} outs(%{{.*}} : memref<32x16xf32>) {relu, transpose_b}
// F32: amprt.gemm {{.*}} outs(%{{.*}} : memref<32x4xf32>) {transpose_b}
// The loss goes into its destination.
// CHECK: amprt.launch {{.*}}%[[LOSS]]
// Weight gradients are f32.
// CHECK: amprt.gemm {{.*}} outs(%{{.*}} : memref<4x16xf32>) {transpose_a}
// CHECK: amprt.gemm {{.*}} outs(%{{.*}} : memref<16x8xf32>) {transpose_a}
// One launch updates momentum, parameters and their copies, all of them where they are.
// F32: amprt.launch @{{.*}}(%[[ALLW]], %{{.*}}) {extent = 208 : i64, {{.*}}num_outputs = 2 : i64}
// MIXED: amprt.launch @{{.*}}(%[[ALLW]], %{{[a-z0-9_]+}}, %[[ALLLOW]], {{.*}}) {extent = 208 : i64, {{.*}}num_outputs = 3 : i64}
// CHECK: return{{$}}

// Nothing but launches, GEMMs, views and constants between entry and return.
// FLAT-LABEL: func.func @train(
// FLAT-NOT: {{memref\.(alloc|copy|dealloc|load|store)|linalg\.|scf\.|bufferization\.|tensor\.}}
// FLAT: return{{$}}
