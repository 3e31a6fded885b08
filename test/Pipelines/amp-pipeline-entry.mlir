// RUN: amp-opt %S/Inputs/mlp.mlir --amp-pipeline="entry=evaluate batch=32 level=O2" | FileCheck %s

// One entry point is compiled, whatever the others need: the training step keeps its
// unknown batch size, and is not part of the program.

// CHECK-NOT: func.func @train
// CHECK-LABEL: func.func @evaluate(
// CHECK-SAME: {amp.name = "y", amp.output = ""}
// CHECK: amprt.gemm {{.*}} outs(%{{.*}} : memref<32x16xf16>) {relu, transpose_b}
// CHECK: return{{$}}
// CHECK-NOT: func.func @train
