// RUN: amp-opt %s --pass-pipeline="builtin.module(func.func(amp-close-kernel-arguments))" | FileCheck %s
// RUN: amp-opt %s --amp-cpu-kernel-pipeline | FileCheck %s --check-prefix=LLVM

// What is open ends where the loop's part does; static buffers stay as they are.
// CHECK-LABEL: func.func @rows(
// CHECK-SAME: %[[Y:[a-z0-9]+]]: memref<f32> {llvm.noalias}, %[[X:[a-z0-9]+]]: memref<f32>, %{{[a-z0-9]+}}: memref<8xf32>, %{{[a-z0-9]+}}: index, %[[END:[a-z0-9]+]]: index)
// CHECK-DAG: memref.reinterpret_cast %[[Y]] to offset: [0], sizes: [%[[END]], 8], strides: [8, 1] : memref<f32> to memref<?x8xf32>
// CHECK-DAG: memref.reinterpret_cast %[[X]] to offset: [0], sizes: [%[[END]], 8], strides: [16, 1] : memref<f32> to memref<?x8xf32, strided<[16, 1]>>
// Sizes are nothing that LLVM gets.
// LLVM: llvm.func @rows(%{{.*}}: !llvm.ptr {llvm.noalias}, %{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr, %{{.*}}: i64, %{{.*}}: i64)
// LLVM-NOT: unrealized_conversion_cast
#id = affine_map<(i, j) -> (i, j)>
#columns = affine_map<(i, j) -> (j)>
func.func @rows(%y: memref<?x8xf32> {llvm.noalias}, %x: memref<?x8xf32, strided<[16, 1]>>, %b: memref<8xf32>, %begin: index, %end: index) {
  %n = affine.apply affine_map<(a, b) -> (b - a)>(%begin, %end)
  %xs = memref.subview %x[%begin, 0] [%n, 8] [1, 1] : memref<?x8xf32, strided<[16, 1]>> to memref<?x8xf32, strided<[16, 1], offset: ?>>
  %ys = memref.subview %y[%begin, 0] [%n, 8] [1, 1] : memref<?x8xf32> to memref<?x8xf32, strided<[8, 1], offset: ?>>
  linalg.generic {indexing_maps = [#id, #columns, #id], iterator_types = ["parallel", "parallel"]}
    ins(%xs, %b : memref<?x8xf32, strided<[16, 1], offset: ?>>, memref<8xf32>) outs(%ys : memref<?x8xf32, strided<[8, 1], offset: ?>>) {
  ^bb0(%in: f32, %bias: f32, %out: f32):
    %s = arith.addf %in, %bias : f32
    linalg.yield %s : f32
  }
  return
}
