// RUN: amp-opt %s --amp-outline-kernels -split-input-file | FileCheck %s
// RUN: amp-opt %s --amp-outline-kernels="fuse=false" -split-input-file | FileCheck %s --check-prefix=APART

#id = affine_map<(i, j) -> (i, j)>
#rows = affine_map<(i, j) -> (i)>
#columns = affine_map<(i, j) -> (j)>

// Ops whose dependences stay within a row are one kernel over the rows. What is written
// comes first among its operands; no buffer is an alias of another.
// CHECK-LABEL: func.func @rows(
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<512x8xf32>, %[[Y:[a-z0-9]+]]: memref<512x8xf32>)
// CHECK: %[[A:.*]] = memref.alloc() : memref<512x8xf32>
// CHECK: %[[B:.*]] = memref.alloc() : memref<512xf32>
// CHECK: amprt.launch @kernels::@[[KERNEL:[a-z0-9_]+]](%[[A]], %[[B]], %[[Y]], %[[X]]) {extent = 512 : i64, grain = 512 : i64, num_outputs = 3 : i64}
// CHECK-NOT: amprt.launch
// CHECK: module @kernels
// CHECK: func.func @[[KERNEL]](%{{.*}}: memref<?x8xf32> {llvm.noalias}, %{{.*}}, %{{.*}}, %{{.*}}, %[[FROM:[a-z0-9]+]]: index, %[[TO:[a-z0-9]+]]: index)
// CHECK: scf.for %[[I:[a-z0-9]+]] = %[[FROM]] to %[[TO]]
// CHECK: memref.subview %{{.*}}[%[[I]], 0]
// CHECK-COUNT-3: linalg.generic
// Each op apart is a kernel of its own.
// APART-LABEL: func.func @rows(
// APART-COUNT-3: amprt.launch {{.*}}num_outputs = 1 : i64
// APART-NOT: amprt.launch
func.func @rows(%x: memref<512x8xf32>, %y: memref<512x8xf32>) {
  %a = memref.alloc() : memref<512x8xf32>
  %b = memref.alloc() : memref<512xf32>
  %one = arith.constant 1.0 : f32
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%x : memref<512x8xf32>) outs(%a : memref<512x8xf32>) {
  ^bb0(%e: f32, %o: f32):
    %s = arith.addf %e, %one : f32
    linalg.yield %s : f32
  }
  linalg.generic {indexing_maps = [#id, #rows], iterator_types = ["parallel", "reduction"]}
    ins(%a : memref<512x8xf32>) outs(%b : memref<512xf32>) {
  ^bb0(%e: f32, %o: f32):
    %s = arith.addf %e, %o : f32
    linalg.yield %s : f32
  }
  linalg.generic {indexing_maps = [#id, #rows, #id], iterator_types = ["parallel", "parallel"]}
    ins(%a, %b : memref<512x8xf32>, memref<512xf32>) outs(%y : memref<512x8xf32>) {
  ^bb0(%e: f32, %f: f32, %o: f32):
    %s = arith.mulf %e, %f : f32
    linalg.yield %s : f32
  }
  return
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#columns = affine_map<(i, j) -> (j)>

// A sum over the columns needs all rows of what was computed before: another launch.
// APART-LABEL: func.func @columns(
// CHECK-LABEL: func.func @columns(
// CHECK-COUNT-2: amprt.launch
// CHECK: module @kernels
func.func @columns(%x: memref<512x8xf32>, %y: memref<8xf32>) {
  %a = memref.alloc() : memref<512x8xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%x : memref<512x8xf32>) outs(%a : memref<512x8xf32>) {
  ^bb0(%e: f32, %o: f32):
    %s = math.exp %e : f32
    linalg.yield %s : f32
  }
  linalg.generic {indexing_maps = [#id, #columns], iterator_types = ["reduction", "parallel"]}
    ins(%a : memref<512x8xf32>) outs(%y : memref<8xf32>) {
  ^bb0(%e: f32, %o: f32):
    %s = arith.addf %e, %o : f32
    linalg.yield %s : f32
  }
  return
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#inner = affine_map<(i, j) -> (i, 0, j)>

// A view of another shape has the same rows: its ops share a kernel.
// CHECK-LABEL: func.func @reshaped(
// CHECK-COUNT-1: amprt.launch
// CHECK-NOT: amprt.launch
// CHECK: module @kernels
// CHECK: func.func @{{.*}}(%{{[a-z0-9]+}}: memref<?x8xf32>, %{{[a-z0-9]+}}: memref<?x8xf32> {llvm.noalias}, %{{[a-z0-9]+}}: memref<?x8xf32> {llvm.noalias}, %{{[a-z0-9]+}}: memref<?x1x8xf32>, %
func.func @reshaped(%x: memref<512x8xf32>, %y: memref<512x8xf32>) {
  %a = memref.alloc() : memref<512x8xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%x : memref<512x8xf32>) outs(%a : memref<512x8xf32>) {
  ^bb0(%e: f32, %o: f32):
    %s = math.exp %e : f32
    linalg.yield %s : f32
  }
  %b = memref.expand_shape %a [[0], [1, 2]] output_shape [512, 1, 8] : memref<512x8xf32> into memref<512x1x8xf32>
  linalg.generic {indexing_maps = [#inner, #id], iterator_types = ["parallel", "parallel"]}
    ins(%b : memref<512x1x8xf32>) outs(%y : memref<512x8xf32>) {
  ^bb0(%e: f32, %o: f32):
    %s = math.tanh %e : f32
    linalg.yield %s : f32
  }
  return
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#flat = affine_map<(i) -> (i)>

// A view with other rows has them elsewhere.
// CHECK-LABEL: func.func @regrouped(
// CHECK-COUNT-2: amprt.launch
func.func @regrouped(%x: memref<512x8xf32>, %y: memref<4096xf32>) {
  %a = memref.alloc() : memref<512x8xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%x : memref<512x8xf32>) outs(%a : memref<512x8xf32>) {
  ^bb0(%e: f32, %o: f32):
    %s = math.exp %e : f32
    linalg.yield %s : f32
  }
  %b = memref.collapse_shape %a [[0, 1]] : memref<512x8xf32> into memref<4096xf32>
  linalg.generic {indexing_maps = [#flat, #flat], iterator_types = ["parallel"]}
    ins(%b : memref<4096xf32>) outs(%y : memref<4096xf32>) {
  ^bb0(%e: f32, %o: f32):
    %s = math.tanh %e : f32
    linalg.yield %s : f32
  }
  return
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#swapped = affine_map<(i, j) -> (j, i)>

// Reading another row than was written: not in one kernel, though all extents are equal.
// CHECK-LABEL: func.func @transposed(
// CHECK-COUNT-2: amprt.launch
// CHECK: module @kernels
func.func @transposed(%x: memref<64x64xf32>, %y: memref<64x64xf32>) {
  %a = memref.alloc() : memref<64x64xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%x : memref<64x64xf32>) outs(%a : memref<64x64xf32>) {
  ^bb0(%e: f32, %o: f32):
    %s = math.exp %e : f32
    linalg.yield %s : f32
  }
  linalg.generic {indexing_maps = [#id, #swapped, #id], iterator_types = ["parallel", "parallel"]}
    ins(%a, %a : memref<64x64xf32>, memref<64x64xf32>) outs(%y : memref<64x64xf32>) {
  ^bb0(%e: f32, %f: f32, %o: f32):
    %s = arith.addf %e, %f : f32
    linalg.yield %s : f32
  }
  return
}

// -----

#id = affine_map<(i) -> (i)>

// Two views of one buffer overlap: their ops do not share a kernel, and a kernel that has
// both is not told that they are apart. A kernel's arguments begin at the operands' first
// elements.
// CHECK-LABEL: func.func @views(
// CHECK-COUNT-2: amprt.launch
// CHECK: module @kernels
// CHECK: func.func @{{.*}}(%{{[a-z0-9]+}}: memref<?xf32>, %{{[a-z0-9]+}}: memref<?xf32>, %
func.func @views(%x: memref<1024xf32>, %y: memref<512xf32>) {
  %low = memref.subview %x[0] [512] [1] : memref<1024xf32> to memref<512xf32, strided<[1]>>
  %high = memref.subview %x[256] [512] [1] : memref<1024xf32> to memref<512xf32, strided<[1], offset: 256>>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
    ins(%low : memref<512xf32, strided<[1]>>) outs(%high : memref<512xf32, strided<[1], offset: 256>>) {
  ^bb0(%e: f32, %o: f32):
    linalg.yield %e : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
    ins(%low : memref<512xf32, strided<[1]>>) outs(%y : memref<512xf32>) {
  ^bb0(%e: f32, %o: f32):
    linalg.yield %e : f32
  }
  return
}

// -----

#id = affine_map<(i) -> (i)>

// Views of one buffer that lie apart, here halves of a flat buffer and of an argument, are
// buffers of their own: ops on them share a kernel, which is told so.
// CHECK-LABEL: func.func @apart(
// CHECK-COUNT-1: amprt.launch
// CHECK-NOT: amprt.launch
// CHECK: module @kernels
// CHECK: func.func @{{.*}}(%{{[a-z0-9]+}}: memref<?xf32> {llvm.noalias}, %{{[a-z0-9]+}}: memref<?xf32> {llvm.noalias}, %{{[a-z0-9]+}}: memref<?xf32> {llvm.noalias}, %{{[a-z0-9]+}}: memref<?xf32> {llvm.noalias}, %
func.func @apart(%x: memref<1024xf32>, %flat: memref<4096xi8>) {
  %c0 = arith.constant 0 : index
  %c2048 = arith.constant 2048 : index
  %a = memref.view %flat[%c0][] : memref<4096xi8> to memref<512xf32>
  %b = memref.view %flat[%c2048][] : memref<4096xi8> to memref<512xf32>
  %low = memref.subview %x[0] [512] [1] : memref<1024xf32> to memref<512xf32, strided<[1]>>
  %high = memref.subview %x[512] [512] [1] : memref<1024xf32> to memref<512xf32, strided<[1], offset: 512>>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
    ins(%low : memref<512xf32, strided<[1]>>) outs(%a : memref<512xf32>) {
  ^bb0(%e: f32, %o: f32):
    linalg.yield %e : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
    ins(%high : memref<512xf32, strided<[1], offset: 512>>) outs(%b : memref<512xf32>) {
  ^bb0(%e: f32, %o: f32):
    %n = arith.negf %e : f32
    linalg.yield %n : f32
  }
  return
}

// -----

#id = affine_map<(i) -> (i)>

// Columns of one matrix have bytes of each other between them, and none in common: parts of
// rows of one length.
// CHECK-LABEL: func.func @between(
// CHECK-COUNT-1: amprt.launch
// CHECK-NOT: amprt.launch
// CHECK: func.func @{{.*}}(%{{.*}}: memref<{{.*}}> {llvm.noalias}, %{{.*}}: memref<{{.*}}> {llvm.noalias}
func.func @between(%x: memref<1024xf32>) {
  %even = memref.subview %x[0] [512] [2] : memref<1024xf32> to memref<512xf32, strided<[2]>>
  %odd = memref.subview %x[1] [512] [2] : memref<1024xf32> to memref<512xf32, strided<[2], offset: 1>>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
    ins(%even : memref<512xf32, strided<[2]>>) outs(%odd : memref<512xf32, strided<[2], offset: 1>>) {
  ^bb0(%e: f32, %o: f32):
    linalg.yield %e : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
    ins(%odd : memref<512xf32, strided<[2], offset: 1>>) outs(%even : memref<512xf32, strided<[2]>>) {
  ^bb0(%e: f32, %o: f32):
    linalg.yield %e : f32
  }
  return
}

// -----

#id = affine_map<(i) -> (i)>

// Equal ops share a kernel; a GEMM or a copy between them ends the group. A copy of
// contiguous memory stays, one of strided memory is a kernel.
// CHECK-LABEL: func.func @shared(
// CHECK: amprt.launch @kernels::@[[SAME:[a-z0-9_]+]](
// CHECK: memref.copy
// CHECK: amprt.launch @kernels::@[[SAME]](
// CHECK: amprt.gemm
// CHECK-NOT: memref.copy
// CHECK: amprt.launch
// CHECK: module @kernels
// CHECK-COUNT-2: func.func
// CHECK-NOT: func.func
func.func @shared(%x: memref<64xf32>, %y: memref<64xf32>, %m: memref<8x8xf32>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
    ins(%x : memref<64xf32>) outs(%y : memref<64xf32>) {
  ^bb0(%e: f32, %o: f32):
    %s = math.exp %e : f32
    linalg.yield %s : f32
  }
  memref.copy %y, %x : memref<64xf32> to memref<64xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
    ins(%y : memref<64xf32>) outs(%x : memref<64xf32>) {
  ^bb0(%e: f32, %o: f32):
    %s = math.exp %e : f32
    linalg.yield %s : f32
  }
  %p = memref.alloc() : memref<8x8xf32>
  amprt.gemm ins(%m, %m : memref<8x8xf32>, memref<8x8xf32>) outs(%p : memref<8x8xf32>)
  %from = memref.subview %m[0, 0] [8, 4] [1, 1] : memref<8x8xf32> to memref<8x4xf32, strided<[8, 1]>>
  %to = memref.subview %p[0, 4] [8, 4] [1, 1] : memref<8x8xf32> to memref<8x4xf32, strided<[8, 1], offset: 4>>
  memref.copy %from, %to : memref<8x4xf32, strided<[8, 1]>> to memref<8x4xf32, strided<[8, 1], offset: 4>>
  return
}

// -----

#id = affine_map<(i) -> (i)>

// What fills a buffer is a record if it stands alone, if the buffer is contiguous and if
// its value fits a record; it costs nothing beside others.
// CHECK-LABEL: func.func @fills(
// CHECK: amprt.fill 0xFF800000 : f32 into %{{.*}} : memref<64xf32>
// CHECK: memref.copy
// CHECK: amprt.fill -1 : i64 into %{{.*}} : memref<8xi64>
// CHECK: memref.copy
// CHECK: amprt.launch @kernels::@fill_i64(
// CHECK: memref.copy
// CHECK: amprt.launch @kernels::@fill_f32(
// CHECK: memref.copy
// CHECK: amprt.launch @kernels::@exp_f32(
// CHECK-NOT: amprt
// CHECK: return
func.func @fills(%x: memref<64xf32>, %y: memref<64xf32>, %i: memref<8xi64>, %j: memref<8xi64>) {
  %lowest = arith.constant 0xFF800000 : f32
  %minus = arith.constant -1 : i64
  %one = arith.constant 1 : i64
  linalg.fill ins(%lowest : f32) outs(%x : memref<64xf32>)
  memref.copy %x, %y : memref<64xf32> to memref<64xf32>
  linalg.fill ins(%minus : i64) outs(%i : memref<8xi64>)
  memref.copy %i, %j : memref<8xi64> to memref<8xi64>
  linalg.fill ins(%one : i64) outs(%i : memref<8xi64>)
  memref.copy %i, %j : memref<8xi64> to memref<8xi64>
  %even = memref.subview %x[0] [32] [2] : memref<64xf32> to memref<32xf32, strided<[2]>>
  linalg.fill ins(%lowest : f32) outs(%even : memref<32xf32, strided<[2]>>)
  memref.copy %i, %j : memref<8xi64> to memref<8xi64>
  linalg.fill ins(%lowest : f32) outs(%x : memref<64xf32>)
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
    ins(%y : memref<64xf32>) outs(%x : memref<64xf32>) {
  ^bb0(%e: f32, %o: f32):
    %s = math.exp %e : f32
    linalg.yield %s : f32
  }
  return
}

// -----

#scalar = affine_map<() -> ()>

// Scalars have no loop; they run one after the other in one kernel. An op over no elements
// computes nothing.
// CHECK-LABEL: func.func @scalars(
// CHECK-COUNT-1: amprt.launch @{{.*}} {num_outputs = 2 : i64}
// CHECK-NOT: amprt.launch
// CHECK: module @kernels
func.func @scalars(%x: memref<f32>, %y: memref<f32>, %z: memref<0xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%z : memref<0xf32>)
  linalg.generic {indexing_maps = [#scalar, #scalar], iterator_types = []}
    ins(%x : memref<f32>) outs(%y : memref<f32>) {
  ^bb0(%e: f32, %o: f32):
    %s = math.exp %e : f32
    linalg.yield %s : f32
  }
  linalg.generic {indexing_maps = [#scalar, #scalar], iterator_types = []}
    ins(%y : memref<f32>) outs(%x : memref<f32>) {
  ^bb0(%e: f32, %o: f32):
    %s = math.exp %e : f32
    linalg.yield %s : f32
  }
  return
}
