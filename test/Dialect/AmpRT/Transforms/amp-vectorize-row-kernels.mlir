// RUN: amp-opt %s --pass-pipeline="builtin.module(func.func(amp-vectorize-row-kernels,canonicalize,cse))" | FileCheck %s
// RUN: amp-opt %s --pass-pipeline="builtin.module(func.func(amp-vectorize-row-kernels{vector-bits=256},canonicalize,cse))" | FileCheck %s --check-prefix=AVX

#full = affine_map<(r, c) -> (r, c)>
#column = affine_map<(r, c) -> (c)>
// Along rows: two vectors of partial results, sums in blocks, a mask for what is left of a row, exponentials that
// are kept, and what the first stage reads of the next row while the last is at work.
// CHECK-LABEL: func.func @rows
// CHECK: %[[KEPT:.*]] = memref.alloca() {alignment = 64 : i64} : memref<1000xf32>
// CHECK: scf.for %{{.*}} = %c0 to %c4 step %c1 {
// CHECK: %[[MAX:.*]]:2 = scf.for %{{.*}} = %c0 to %c992 step %c32 iter_args(%{{.*}}, %{{.*}}) -> (vector<16xf32>, vector<16xf32>)
// CHECK-COUNT-2: arith.maximumf
// CHECK: %[[LAST:.*]] = vector.maskedload %{{.*}} : memref<4000xf32, strided<[1]>>, vector<16xi1>, vector<16xf32> into vector<16xf32>
// CHECK: arith.select %{{.*}}, %[[LAST]], %{{.*}} : vector<16xi1>, vector<16xf32>
// CHECK: arith.maximumf %{{.*}} : vector<8xf32>
// CHECK: arith.maximumf %{{.*}} : vector<1xf32>
// CHECK: scf.for %[[BLOCK:.*]] = %c0 to %c992 step %c512 iter_args
// CHECK: scf.for %{{.*}} = %[[BLOCK]] to %{{.*}} step %c32 iter_args
// CHECK: %[[EXP:.*]] = math.exp %{{.*}} : vector<16xf32>
// CHECK: arith.addf %{{.*}}, %[[EXP]] : vector<16xf32>
// CHECK: vector.store %[[EXP]], %[[KEPT]]
// CHECK: scf.for %{{.*}} = %c0 to %c992 step %c32 {
// CHECK-NOT: math.exp
// CHECK: vector.load %[[KEPT]]
// CHECK: memref.prefetch
// CHECK: vector.store
// AVX-LABEL: func.func @rows
// AVX: iter_args(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) -> (vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>)
func.func @rows(%x: memref<4x1000xf32>, %y: memref<4x1000xf32>) {
  amprt.row_kernel ins(%x : memref<4x1000xf32>) outs(%y : memref<4x1000xf32>)
      maps [#full, #full] reduced [1] {
  ^bb0(%0: f32):
    %1 = amprt.reduce <maximumf> %0 : f32
    %2 = arith.subf %0, %1 : f32
    %3 = math.exp %2 : f32
    %4 = amprt.reduce <add> %3 : f32
    %5 = arith.divf %3, %4 : f32
    amprt.yield %5 : f32
  }
  return
}
// Across rows: 16 of them in vectors, those in a buffer.
// CHECK-LABEL: func.func @columns
// CHECK: %[[SUMS:.*]] = memref.alloca() {alignment = 64 : i64} : memref<512xf32>
// CHECK: scf.for %[[FROM:.*]] = %c0 to %c100 step %c16 {
// CHECK: %[[TO:.*]] = arith.minsi
// CHECK: scf.for %{{.*}} = %c0 to %c256 step %c64 {
// CHECK: scf.for %{{.*}} = %[[FROM]] to %[[TO]] step %c1 iter_args
// CHECK-COUNT-4: memref.prefetch
// CHECK: vector.load %[[SUMS]]
// CHECK: vector.store %{{.*}}, %[[SUMS]]
func.func @columns(%x: memref<100x256xf32>, %sum: memref<256xf32>) {
  amprt.row_kernel ins(%x : memref<100x256xf32>) outs(%sum : memref<256xf32>)
      maps [#full, #column] reduced [0] {
  ^bb0(%0: f32):
    %1 = amprt.reduce <add> %0 : f32
    amprt.yield %1 : f32
  }
  return
}
// Elements alone: what there is one of for each row is loaded once.
// CHECK-LABEL: func.func @elements
// CHECK: scf.for %[[ROW:.*]] = %c0 to %c64 step %c1 {
// CHECK-NEXT: memref.load %{{.*}}[%[[ROW]]]
// CHECK: scf.for %{{.*}} = %c0 to %c192 step %c64 {
// CHECK-COUNT-7: vector.store
// CHECK: vector.maskedstore
func.func @elements(%x: memref<64x250xf32>, %y: memref<64x1xf32>) {
  amprt.row_kernel ins(%x, %y : memref<64x250xf32>, memref<64x1xf32>) outs(%x : memref<64x250xf32>)
      maps [#full, affine_map<(r, c) -> (r, 0)>, #full] reduced [] {
  ^bb0(%0: f32, %1: f32):
    %2 = arith.mulf %0, %1 : f32
    amprt.yield %2 : f32
  }
  return
}

// An integer division minds values of no element: element by element.
// CHECK-LABEL: func.func @integers
// CHECK-NOT: vector
// CHECK: arith.divsi %{{.*}} : i32
func.func @integers(%x: memref<64xi32>, %y: memref<64xi32>) {
  amprt.row_kernel ins(%x, %y : memref<64xi32>, memref<64xi32>) outs(%x : memref<64xi32>)
      maps [affine_map<(r) -> (r)>, affine_map<(r) -> (r)>, affine_map<(r) -> (r)>] reduced [] {
  ^bb0(%0: i32, %1: i32):
    %2 = arith.divsi %0, %1 : i32
    amprt.yield %2 : i32
  }
  return
}

// A transposition: strips of the result, each over all of its rows.
// CHECK-LABEL: func.func @transposed
// CHECK: scf.for %{{.*}} = %c0 to %c192 step %c64 {
// CHECK: scf.for %{{.*}} = %c0 to %c48 step %c1 {
// CHECK: vector.from_elements
// CHECK: vector.store
func.func @transposed(%x: memref<200x48xf32>, %y: memref<48x200xf32>) {
  amprt.row_kernel ins(%x : memref<200x48xf32>) outs(%y : memref<48x200xf32>)
      maps [affine_map<(r, c) -> (c, r)>, #full] reduced [] {
  ^bb0(%0: f32):
    amprt.yield %0 : f32
  }
  return
}
