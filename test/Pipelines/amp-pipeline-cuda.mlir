// RUN: amp-opt %S/Inputs/mlp.mlir --amp-pipeline="entry=train batch=300 level=O1 dtype=bf16 target=cuda" | FileCheck %s

// The same launch list for a GPU: the kernels are functions of a gpu.module, each launched
// over a grid.

// CHECK-LABEL: func.func @train(
// CHECK-SAME: memref<{{[0-9]+}}xi8> {amp.name = "arena"}
// CHECK-NOT: memref.{{alloc|copy}}
// CHECK: amprt.launch @kernels::@[[CAST:cast_bf16]](%{{.*}}) {block = array<i64: 256, 1, 1>, grid = array<i64: 3, 1, 1>, num_outputs = 1 : i64} : memref<300x8xbf16>, memref<300x8xf32>
// CHECK: amprt.gemm {{.*}} outs(%[[PRODUCT:.*]] : memref<300x16xbf16>) {transpose_b}
// CHECK: amprt.launch @kernels::@relu_cast_bf16(%[[PRODUCT]]) {{.*}} : memref<300x16xbf16>
// CHECK: return{{$}}
// CHECK: gpu.module @kernels
// CHECK: gpu.func @[[CAST]](%[[OUT:[a-z0-9]+]]: memref<2400xbf16> {{[^%]*}}, %[[IN:[a-z0-9]+]]: memref<2400xf32> {{[^%]*}}) kernel
// CHECK: %[[X:.*]] = vector.load %[[IN]]{{.*}} vector<4xf32>
// CHECK: %[[E:.*]] = vector.extract %[[X]][0]
// CHECK: arith.truncf %[[E]] : f32 to bf16
// CHECK: vector.store %{{.*}}, %[[OUT]]{{.*}} vector<4xbf16>
// CHECK: gpu.return
