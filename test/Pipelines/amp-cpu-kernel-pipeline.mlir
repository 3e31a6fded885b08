// RUN: amp-opt %s --amp-cpu-kernel-pipeline | FileCheck %s

// A kernel in, LLVM dialect out: bare pointers and the loop's bounds. Nothing calls libm
// for exp in f32; 16-bit floats are computed in f32.

// CHECK-LABEL: llvm.func @kernel_0(
// CHECK-SAME: !llvm.ptr {llvm.noalias}, %{{[a-z0-9]+}}: !llvm.ptr {llvm.noalias}, %{{[a-z0-9]+}}: i64, %{{[a-z0-9]+}}: i64
// CHECK-NOT: llvm.call
// CHECK-NOT: unrealized_conversion_cast
// CHECK: llvm.return
// CHECK-NOT: math.

// Functions of libm take the elements of vectors one by one; no op of vectors is left.
// CHECK-LABEL: llvm.func @kernel_1(
// CHECK-NOT: vector.
// CHECK: llvm.call @erf(
// CHECK-NOT: vector.
// CHECK: llvm.return
#map = affine_map<()[s0, s1] -> (-s0 + s1)>
module @kernels {
  func.func @kernel_0(%y: memref<64x8xbf16> {llvm.noalias}, %x: memref<64x8xbf16> {llvm.noalias}, %from: index, %to: index) {
    %n = affine.apply #map()[%from, %to]
    %0 = memref.subview %x[%from, 0] [%n, 8] [1, 1] : memref<64x8xbf16> to memref<?x8xbf16, strided<[8, 1], offset: ?>>
    %1 = memref.subview %y[%from, 0] [%n, 8] [1, 1] : memref<64x8xbf16> to memref<?x8xbf16, strided<[8, 1], offset: ?>>
    linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%0 : memref<?x8xbf16, strided<[8, 1], offset: ?>>) outs(%1 : memref<?x8xbf16, strided<[8, 1], offset: ?>>) {
    ^bb0(%e: bf16, %o: bf16):
      %w = arith.extf %e : bf16 to f32
      %s = math.exp %w : f32
      %r = arith.truncf %s : f32 to bf16
      linalg.yield %r : bf16
    }
    return
  }
  func.func @kernel_1(%y: memref<64x16xf64> {llvm.noalias}, %x: memref<64x16xf64> {llvm.noalias}, %from: index, %to: index) {
    %n = affine.apply #map()[%from, %to]
    %0 = memref.subview %x[%from, 0] [%n, 16] [1, 1] : memref<64x16xf64> to memref<?x16xf64, strided<[16, 1], offset: ?>>
    %1 = memref.subview %y[%from, 0] [%n, 16] [1, 1] : memref<64x16xf64> to memref<?x16xf64, strided<[16, 1], offset: ?>>
    amprt.row_kernel ins(%0 : memref<?x16xf64, strided<[16, 1], offset: ?>>) outs(%1 : memref<?x16xf64, strided<[16, 1], offset: ?>>)
        maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>] reduced [1] {
    ^bb0(%e: f64):
      %s = amprt.reduce <add> %e : f64
      %w = math.erf %e : f64
      %r = arith.addf %w, %s : f64
      amprt.yield %r : f64
    }
    return
  }
}
