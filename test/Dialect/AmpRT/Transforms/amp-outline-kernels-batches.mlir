// RUN: amp-opt %s --amp-outline-kernels --amp-plan-memory --amp-verify-form=form=program | FileCheck %s

// How many rows there are is nothing that a kernel knows: one serves both functions, also
// where what is read is a part of wider rows, and where several ops share it.
// CHECK-LABEL: func.func @many(
// CHECK: amprt.launch @kernels::@[[ONE:[a-z0-9_]+]](%{{.*}}) {extent = 96 : i64
// CHECK: amprt.gemm
// CHECK: amprt.launch @kernels::@[[TWO:[a-z0-9_]+]](%{{.*}}) {extent = 96 : i64
// CHECK-LABEL: func.func @few(
// CHECK: amprt.launch @kernels::@[[ONE]](%{{.*}}) {extent = 5 : i64
// CHECK: amprt.gemm
// CHECK: amprt.launch @kernels::@[[TWO]](%{{.*}}) {extent = 5 : i64
// CHECK: module @kernels
// CHECK-COUNT-2: func.func
// CHECK-NOT: func.func
#id = affine_map<(i, j) -> (i, j)>
#columns = affine_map<(i, j) -> (j)>
func.func @many(%x: memref<96x128xf32>, %b: memref<64xf32>, %w: memref<64x64xf32>, %h: memref<96x64xf32>, %g: memref<96x64xf32>, %y: memref<96x64xf32>) {
  %half = memref.subview %x[0, 64] [96, 64] [1, 1] : memref<96x128xf32> to memref<96x64xf32, strided<[128, 1], offset: 64>>
  linalg.generic {indexing_maps = [#id, #columns, #id], iterator_types = ["parallel", "parallel"]}
    ins(%half, %b : memref<96x64xf32, strided<[128, 1], offset: 64>>, memref<64xf32>) outs(%h : memref<96x64xf32>) {
  ^bb0(%in: f32, %bias: f32, %out: f32):
    %s = arith.addf %in, %bias : f32
    linalg.yield %s : f32
  }
  amprt.gemm ins(%h, %w : memref<96x64xf32>, memref<64x64xf32>) outs(%g : memref<96x64xf32>)
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%g : memref<96x64xf32>) outs(%h : memref<96x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = math.exp %in : f32
    linalg.yield %s : f32
  }
  linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%h, %g : memref<96x64xf32>, memref<96x64xf32>) outs(%y : memref<96x64xf32>) {
  ^bb0(%in: f32, %other: f32, %out: f32):
    %s = arith.mulf %in, %other : f32
    linalg.yield %s : f32
  }
  return
}
func.func @few(%x: memref<5x128xf32>, %b: memref<64xf32>, %w: memref<64x64xf32>, %h: memref<5x64xf32>, %g: memref<5x64xf32>, %y: memref<5x64xf32>) {
  %half = memref.subview %x[0, 64] [5, 64] [1, 1] : memref<5x128xf32> to memref<5x64xf32, strided<[128, 1], offset: 64>>
  linalg.generic {indexing_maps = [#id, #columns, #id], iterator_types = ["parallel", "parallel"]}
    ins(%half, %b : memref<5x64xf32, strided<[128, 1], offset: 64>>, memref<64xf32>) outs(%h : memref<5x64xf32>) {
  ^bb0(%in: f32, %bias: f32, %out: f32):
    %s = arith.addf %in, %bias : f32
    linalg.yield %s : f32
  }
  amprt.gemm ins(%h, %w : memref<5x64xf32>, memref<64x64xf32>) outs(%g : memref<5x64xf32>)
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%g : memref<5x64xf32>) outs(%h : memref<5x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = math.exp %in : f32
    linalg.yield %s : f32
  }
  linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%h, %g : memref<5x64xf32>, memref<5x64xf32>) outs(%y : memref<5x64xf32>) {
  ^bb0(%in: f32, %other: f32, %out: f32):
    %s = arith.mulf %in, %other : f32
    linalg.yield %s : f32
  }
  return
}
