// RUN: amp-opt %s --amp-outline-kernels | FileCheck %s

#point = affine_map<(d) -> (d)>

// A result of 32 MiB, of which no cache holds much until it is read, is to go past them; not what
// the kernel reads, too, nor what is smaller.
// CHECK: func.func @neg_f32(
// CHECK-SAME: memref<?xf32> {amprt.streamed, llvm.noalias}, %{{.*}}: memref<?xf32> {llvm.noalias}
// CHECK: func.func @neg_f32_2(
// CHECK-SAME: memref<?xf32> {llvm.noalias}, %{{.*}}: index
// CHECK: func.func @neg_f32_3(
// CHECK-SAME: memref<?xf32> {llvm.noalias}, %{{.*}}: memref<?xf32> {llvm.noalias}
func.func @large(%x: memref<8388608xf32>, %y: memref<8388608xf32>) {
  linalg.generic {indexing_maps = [#point, #point], iterator_types = ["parallel"]}
      ins(%x : memref<8388608xf32>) outs(%y : memref<8388608xf32>) {
  ^bb0(%0: f32, %1: f32):
    %2 = arith.negf %0 : f32
    linalg.yield %2 : f32
  }
  return
}
func.func @in_place(%x: memref<8388608xf32>) {
  linalg.generic {indexing_maps = [#point], iterator_types = ["parallel"]}
      outs(%x : memref<8388608xf32>) {
  ^bb0(%0: f32):
    %1 = arith.negf %0 : f32
    linalg.yield %1 : f32
  }
  return
}
func.func @small(%x: memref<8388607xf32>, %y: memref<8388607xf32>) {
  linalg.generic {indexing_maps = [#point, #point], iterator_types = ["parallel"]}
      ins(%x : memref<8388607xf32>) outs(%y : memref<8388607xf32>) {
  ^bb0(%0: f32, %1: f32):
    %2 = arith.negf %0 : f32
    linalg.yield %2 : f32
  }
  return
}
