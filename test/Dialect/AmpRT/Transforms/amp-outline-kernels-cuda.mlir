// RUN: amp-opt %s --amp-outline-kernels="target=cuda" -split-input-file | FileCheck %s

#id = affine_map<(i, j) -> (i, j)>
#rows = affine_map<(i, j) -> (i)>

// Each op is a kernel: a thread per point of the parallel loops, the last dimension the
// fastest, with the reduction in a register.
// CHECK-LABEL: func.func @kernels_of_rows(
// CHECK: amprt.launch @kernels::@[[MAP:[a-z0-9_]+]](%{{.*}}) {block = array<i64: 256, 1, 1>, grid = array<i64: 16, 1, 1>, num_outputs = 1 : i64}
// CHECK: amprt.launch @kernels::@[[SUM:[a-z0-9_]+]](%{{.*}}) {block = array<i64: 256, 1, 1>, grid = array<i64: 2, 1, 1>, num_outputs = 1 : i64}
// CHECK: gpu.module @kernels
// CHECK: gpu.func @[[MAP]](%[[OUT:.*]]: memref<500x8xf32>, %[[IN:.*]]: memref<500x8xf32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>}
// CHECK: %[[BLOCK:.*]] = gpu.block_id x
// CHECK: %[[FIRST:.*]] = arith.muli %[[BLOCK]], %{{.*}}
// CHECK: %[[THREAD:.*]] = gpu.thread_id x
// CHECK: %[[POINT:.*]] = arith.addi %[[FIRST]], %[[THREAD]]
// CHECK: %[[POINTS:.*]] = arith.constant 4000 : index
// CHECK: %[[INSIDE:.*]] = arith.cmpi ult, %[[POINT]], %[[POINTS]]
// CHECK: scf.if %[[INSIDE]]
// CHECK: %[[J:.*]] = arith.remui %[[POINT]]
// CHECK: %[[I:.*]] = arith.divui %[[POINT]]
// CHECK: memref.load %[[IN]][%[[I]], %[[J]]]
// CHECK: memref.store %{{.*}}, %[[OUT]][%[[I]], %[[J]]]
// CHECK: gpu.func @[[SUM]](%[[B:.*]]: memref<500xf32>, %[[A:.*]]: memref<500x8xf32>)
// CHECK: %[[INIT:.*]] = memref.load %[[B]]
// CHECK: %[[TOTAL:.*]] = scf.for %{{.*}} iter_args(%{{.*}} = %[[INIT]]) -> (f32)
// CHECK: memref.store %[[TOTAL]], %[[B]]
func.func @kernels_of_rows(%x: memref<500x8xf32>, %y: memref<500xf32>) {
  %a = memref.alloc() : memref<500x8xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%x : memref<500x8xf32>) outs(%a : memref<500x8xf32>) {
  ^bb0(%e: f32, %o: f32):
    %s = math.exp %e : f32
    linalg.yield %s : f32
  }
  linalg.generic {indexing_maps = [#id, #rows], iterator_types = ["parallel", "reduction"]}
    ins(%a : memref<500x8xf32>) outs(%y : memref<500xf32>) {
  ^bb0(%e: f32, %o: f32):
    %s = arith.addf %e, %o : f32
    linalg.yield %s : f32
  }
  return
}

// -----

#id = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>

// A sum of everything is one thread of one block; indices and values with two results work.
// CHECK-LABEL: func.func @argmax(
// CHECK: amprt.launch @kernels::@{{.*}} {block = array<i64: 256, 1, 1>, grid = array<i64: 1, 1, 1>, num_outputs = 2 : i64}
// CHECK: gpu.func
// CHECK: %{{.*}}:2 = scf.for %[[I:[a-z0-9]+]] = {{.*}} -> (f32, i64)
// CHECK: arith.index_cast %[[I]] : index to i64
func.func @argmax(%x: memref<64xf32>, %v: memref<f32>, %n: memref<i64>) {
  linalg.generic {indexing_maps = [#id, #none, #none], iterator_types = ["reduction"]}
    ins(%x : memref<64xf32>) outs(%v, %n : memref<f32>, memref<i64>) {
  ^bb0(%e: f32, %best: f32, %at: i64):
    %i = linalg.index 0 : index
    %c = arith.index_cast %i : index to i64
    %p = arith.cmpf ogt, %e, %best : f32
    %0 = arith.select %p, %e, %best : f32
    %1 = arith.select %p, %c, %at : i64
    linalg.yield %0, %1 : f32, i64
  }
  return
}
