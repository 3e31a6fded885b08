// RUN: amp-opt %s --amp-elide-copies -split-input-file | FileCheck %s

#v = affine_map<(d0, d1) -> (d0, d1)>

// Two parts of rows that one kernel computes: each is written between those of the other.
// CHECK-LABEL: func.func @parts(
// CHECK-SAME: %[[X:.*]]: memref<4x8xf32>, %[[ALL:.*]]: memref<3x4x16xf32>)
// CHECK: amprt.repeat 3 times
// CHECK-NOT: alloc
// CHECK: %[[ROW:.*]] = amprt.advance %[[ALL]]
// CHECK-DAG: %[[A:.*]] = memref.subview %[[ROW]][0, 0] [4, 8]
// CHECK-DAG: %[[B:.*]] = memref.subview %[[ROW]][0, 8] [4, 8]
// CHECK: amprt.row_kernel ins(%[[X]] : {{.*}}) outs(%[[A]], %[[B]] :
// CHECK-NOT: copy
// CHECK: return
func.func @parts(%x: memref<4x8xf32>, %all: memref<3x4x16xf32>) {
  amprt.repeat 3 times {
  ^bb0(%i: index):
    %a = memref.alloc() : memref<4x8xf32>
    %b = memref.alloc() : memref<4x8xf32>
    amprt.row_kernel ins(%x : memref<4x8xf32>) outs(%a, %b : memref<4x8xf32>, memref<4x8xf32>) maps [#v, #v, #v] reduced [] {
    ^bb0(%e: f32):
      %n = arith.negf %e : f32
      amprt.yield %e, %n : f32, f32
    }
    %row = amprt.advance %all[%i] from 0 by [256] : memref<3x4x16xf32> to memref<4x16xf32>
    %pa = memref.subview %row[0, 0] [4, 8] [1, 1] : memref<4x16xf32> to memref<4x8xf32, strided<[16, 1]>>
    memref.copy %a, %pa : memref<4x8xf32> to memref<4x8xf32, strided<[16, 1]>>
    %pb = memref.subview %row[0, 8] [4, 8] [1, 1] : memref<4x16xf32> to memref<4x8xf32, strided<[16, 1], offset: 8>>
    memref.copy %b, %pb : memref<4x8xf32> to memref<4x8xf32, strided<[16, 1], offset: 8>>
  }
  return
}

// -----

#v = affine_map<(d0, d1) -> (d0, d1)>

// What is read in the place before is not written over.
// CHECK-LABEL: func.func @read_between(
// CHECK: %[[A:.*]] = memref.alloc
// CHECK: linalg.generic {{.*}} outs(%[[A]] :
// CHECK: memref.copy %[[A]]
func.func @read_between(%x: memref<4x8xf32>, %y: memref<4x8xf32>, %z: memref<4x4xf32>) {
  %a = memref.alloc() : memref<4x8xf32>
  linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<4x8xf32>) outs(%a : memref<4x8xf32>) {
  ^bb0(%e: f32, %o: f32):
    linalg.yield %e : f32
  }
  amprt.gemm ins(%y, %y : memref<4x8xf32>, memref<4x8xf32>) outs(%z : memref<4x4xf32>) {transpose_b}
  memref.copy %a, %y : memref<4x8xf32> to memref<4x8xf32>
  return
}

// -----

#v = affine_map<(d0, d1) -> (d0, d1)>

// What goes on to be read stays what it was when the place is written again.
// CHECK-LABEL: func.func @written_later(
// CHECK: memref.copy
func.func @written_later(%x: memref<4x8xf32>, %y: memref<4x8xf32>, %z: memref<4x8xf32>) {
  %a = memref.alloc() : memref<4x8xf32>
  linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<4x8xf32>) outs(%a : memref<4x8xf32>) {
  ^bb0(%e: f32, %o: f32):
    linalg.yield %e : f32
  }
  memref.copy %a, %y : memref<4x8xf32> to memref<4x8xf32>
  amprt.fill 0.000000e+00 : f32 into %y : memref<4x8xf32>
  linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<4x8xf32>) outs(%z : memref<4x8xf32>) {
  ^bb0(%e: f32, %o: f32):
    linalg.yield %e : f32
  }
  return
}

// -----

#v = affine_map<(d0, d1) -> (d0, d1)>

// The states behind all steps, and those before them, which begin with another one: rows
// 1 to 4 and 0 to 3 of one buffer. The first one is copied.
// CHECK-LABEL: func.func @states(
// CHECK-SAME: %[[X:.*]]: memref<4x64xf32>, %[[FIRST:.*]]: memref<1x64xf32>
// CHECK: %[[WHOLE:.*]] = memref.alloc() : memref<320xf32>
// CHECK: %[[BEHIND:.*]] = amprt.advance %[[WHOLE]][] from 256 by []
// CHECK: %[[BEFORE:.*]] = amprt.advance %[[WHOLE]][] from 0 by []
// CHECK: linalg.generic {{.*}} outs(%[[BEHIND]] :
// CHECK-COUNT-1: memref.copy
// CHECK-NOT: memref.copy
// CHECK: amprt.gemm ins(%[[BEFORE]], %[[BEHIND]] :
func.func @states(%x: memref<4x64xf32>, %first: memref<1x64xf32>, %y: memref<4x4xf32>) {
  %behind = memref.alloc() : memref<4x64xf32>
  linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<4x64xf32>) outs(%behind : memref<4x64xf32>) {
  ^bb0(%e: f32, %o: f32):
    linalg.yield %e : f32
  }
  %before = memref.alloc() : memref<4x64xf32>
  %0 = memref.subview %before[0, 0] [1, 64] [1, 1] : memref<4x64xf32> to memref<1x64xf32, strided<[64, 1]>>
  memref.copy %first, %0 : memref<1x64xf32> to memref<1x64xf32, strided<[64, 1]>>
  %from = memref.subview %behind[0, 0] [3, 64] [1, 1] : memref<4x64xf32> to memref<3x64xf32, strided<[64, 1]>>
  %to = memref.subview %before[1, 0] [3, 64] [1, 1] : memref<4x64xf32> to memref<3x64xf32, strided<[64, 1], offset: 64>>
  memref.copy %from, %to : memref<3x64xf32, strided<[64, 1]>> to memref<3x64xf32, strided<[64, 1], offset: 64>>
  amprt.gemm ins(%before, %behind : memref<4x64xf32>, memref<4x64xf32>) outs(%y : memref<4x4xf32>) {transpose_b}
  return
}

// -----

// One that is changed afterwards is no window of the other.
// CHECK-LABEL: func.func @changed(
// CHECK-COUNT-2: memref.copy
func.func @changed(%x: memref<4x64xf32>, %y: memref<4x4xf32>) {
  %behind = memref.alloc() : memref<4x64xf32>
  %before = memref.alloc() : memref<4x64xf32>
  memref.copy %x, %behind : memref<4x64xf32> to memref<4x64xf32>
  %from = memref.subview %behind[0, 0] [3, 64] [1, 1] : memref<4x64xf32> to memref<3x64xf32, strided<[64, 1]>>
  %to = memref.subview %before[1, 0] [3, 64] [1, 1] : memref<4x64xf32> to memref<3x64xf32, strided<[64, 1], offset: 64>>
  memref.copy %from, %to : memref<3x64xf32, strided<[64, 1]>> to memref<3x64xf32, strided<[64, 1], offset: 64>>
  amprt.fill 0.000000e+00 : f32 into %behind : memref<4x64xf32>
  amprt.gemm ins(%before, %behind : memref<4x64xf32>, memref<4x64xf32>) outs(%y : memref<4x4xf32>) {transpose_b}
  return
}

// -----

#v = affine_map<(d0, d1) -> (d0, d1)>

// So is it of 16-bit states, a step of which has 256 bytes.
// CHECK-LABEL: func.func @narrow_states(
// CHECK: %[[WHOLE:.*]] = memref.alloc() : memref<640xbf16>
// CHECK: %[[BEHIND:.*]] = amprt.advance %[[WHOLE]][] from 256 by []
// CHECK: %[[BEFORE:.*]] = amprt.advance %[[WHOLE]][] from 0 by []
// CHECK-COUNT-1: memref.copy
// CHECK-NOT: memref.copy
// CHECK: amprt.gemm ins(%[[BEFORE]], %[[BEHIND]] :
func.func @narrow_states(%x: memref<4x128xbf16>, %first: memref<1x128xbf16>, %y: memref<4x4xf32>) {
  %behind = memref.alloc() : memref<4x128xbf16>
  linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<4x128xbf16>) outs(%behind : memref<4x128xbf16>) {
  ^bb0(%e: bf16, %o: bf16):
    linalg.yield %e : bf16
  }
  %before = memref.alloc() : memref<4x128xbf16>
  %0 = memref.subview %before[0, 0] [1, 128] [1, 1] : memref<4x128xbf16> to memref<1x128xbf16, strided<[128, 1]>>
  memref.copy %first, %0 : memref<1x128xbf16> to memref<1x128xbf16, strided<[128, 1]>>
  %from = memref.subview %behind[0, 0] [3, 128] [1, 1] : memref<4x128xbf16> to memref<3x128xbf16, strided<[128, 1]>>
  %to = memref.subview %before[1, 0] [3, 128] [1, 1] : memref<4x128xbf16> to memref<3x128xbf16, strided<[128, 1], offset: 128>>
  memref.copy %from, %to : memref<3x128xbf16, strided<[128, 1]>> to memref<3x128xbf16, strided<[128, 1], offset: 128>>
  amprt.gemm ins(%before, %behind : memref<4x128xbf16>, memref<4x128xbf16>) outs(%y : memref<4x4xf32>) {transpose_b}
  return
}

// -----

#v = affine_map<(d0, d1) -> (d0, d1)>

// A window that began where no buffer may is a buffer of its own.
// CHECK-LABEL: func.func @between_alignments(
// CHECK-COUNT-2: memref.copy
// CHECK: return
func.func @between_alignments(%x: memref<4x64xbf16>, %first: memref<1x64xbf16>, %y: memref<4x4xf32>) {
  %behind = memref.alloc() : memref<4x64xbf16>
  linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<4x64xbf16>) outs(%behind : memref<4x64xbf16>) {
  ^bb0(%e: bf16, %o: bf16):
    linalg.yield %e : bf16
  }
  %before = memref.alloc() : memref<4x64xbf16>
  %0 = memref.subview %before[0, 0] [1, 64] [1, 1] : memref<4x64xbf16> to memref<1x64xbf16, strided<[64, 1]>>
  memref.copy %first, %0 : memref<1x64xbf16> to memref<1x64xbf16, strided<[64, 1]>>
  %from = memref.subview %behind[0, 0] [3, 64] [1, 1] : memref<4x64xbf16> to memref<3x64xbf16, strided<[64, 1]>>
  %to = memref.subview %before[1, 0] [3, 64] [1, 1] : memref<4x64xbf16> to memref<3x64xbf16, strided<[64, 1], offset: 64>>
  memref.copy %from, %to : memref<3x64xbf16, strided<[64, 1]>> to memref<3x64xbf16, strided<[64, 1], offset: 64>>
  amprt.gemm ins(%before, %behind : memref<4x64xbf16>, memref<4x64xbf16>) outs(%y : memref<4x4xf32>) {transpose_b}
  return
}

// -----

// What is read before the copy is what was there.
// CHECK-LABEL: func.func @read_before(
// CHECK-COUNT-3: memref.copy
func.func @read_before(%x: memref<4x64xf32>, %y: memref<4x4xf32>, %z: memref<4x64xf32>) {
  %behind = memref.alloc() : memref<4x64xf32>
  %before = memref.alloc() : memref<4x64xf32>
  memref.copy %x, %behind : memref<4x64xf32> to memref<4x64xf32>
  memref.copy %before, %z : memref<4x64xf32> to memref<4x64xf32>
  %from = memref.subview %behind[0, 0] [3, 64] [1, 1] : memref<4x64xf32> to memref<3x64xf32, strided<[64, 1]>>
  %to = memref.subview %before[1, 0] [3, 64] [1, 1] : memref<4x64xf32> to memref<3x64xf32, strided<[64, 1], offset: 64>>
  memref.copy %from, %to : memref<3x64xf32, strided<[64, 1]>> to memref<3x64xf32, strided<[64, 1], offset: 64>>
  amprt.gemm ins(%before, %behind : memref<4x64xf32>, memref<4x64xf32>) outs(%y : memref<4x4xf32>) {transpose_b}
  return
}

// -----

// Columns that become rows are all of both, in another order.
// CHECK-LABEL: func.func @turned(
// CHECK-COUNT-2: memref.copy
func.func @turned(%x: memref<64x64xf32>, %y: memref<64x64xf32>) {
  %a = memref.alloc() : memref<64x64xf32>
  %b = memref.alloc() : memref<64x64xf32>
  memref.copy %x, %a : memref<64x64xf32> to memref<64x64xf32>
  %t = memref.reinterpret_cast %a to offset: [0], sizes: [64, 64], strides: [1, 64] : memref<64x64xf32> to memref<64x64xf32, strided<[1, 64]>>
  memref.copy %t, %b : memref<64x64xf32, strided<[1, 64]>> to memref<64x64xf32>
  amprt.gemm ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%y : memref<64x64xf32>)
  return
}

// -----

// Nor is one that may be changed by another name, whose bytes nobody knows.
// CHECK-LABEL: func.func @renamed(
// CHECK-COUNT-2: memref.copy
func.func @renamed(%x: memref<4x64xf32>, %y: memref<4x4xf32>) {
  %behind = memref.alloc() : memref<4x64xf32>
  %before = memref.alloc() : memref<4x64xf32>
  memref.copy %x, %behind : memref<4x64xf32> to memref<4x64xf32>
  %name = memref.transpose %behind (i, j) -> (j, i) : memref<4x64xf32> to memref<64x4xf32, strided<[1, 64]>>
  %from = memref.subview %behind[0, 0] [3, 64] [1, 1] : memref<4x64xf32> to memref<3x64xf32, strided<[64, 1]>>
  %to = memref.subview %before[1, 0] [3, 64] [1, 1] : memref<4x64xf32> to memref<3x64xf32, strided<[64, 1], offset: 64>>
  memref.copy %from, %to : memref<3x64xf32, strided<[64, 1]>> to memref<3x64xf32, strided<[64, 1], offset: 64>>
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%name : memref<64x4xf32, strided<[1, 64]>>)
  amprt.gemm ins(%before, %behind : memref<4x64xf32>, memref<4x64xf32>) outs(%y : memref<4x4xf32>) {transpose_b}
  return
}

// -----

// What has another shape where it goes is written there in the shape that it is computed in, and
// read there in any.
// CHECK-LABEL: func.func @reshaped(
// CHECK-SAME: %[[X:.*]]: memref<1x9x8xf32>, %[[I:.*]]: memref<1x6x1xi64>, %[[Y:.*]]: memref<2x3x8xf32>, %[[Z:.*]]: memref<8xf32>)
// CHECK-NOT: alloc
// CHECK: %[[ROWS:.*]] = memref.collapse_shape %[[Y]] {{\[\[}}0, 1], [2]] : memref<2x3x8xf32> into memref<6x8xf32>
// CHECK-NEXT: %[[FULL:.*]] = memref.expand_shape %[[ROWS]] {{\[\[}}0, 1], [2]] output_shape [1, 6, 8]
// CHECK-NEXT: amprt.read_at ins(%[[X]], %[[I]] : {{.*}}) outs(%[[FULL]] : memref<1x6x8xf32>)
// CHECK-NOT: copy
// CHECK: %[[READ:.*]] = memref.collapse_shape %[[FULL]] {{\[\[}}0, 1, 2]]
// CHECK: amprt.row_kernel ins(%[[READ]] : memref<48xf32>)
// CHECK-NOT: copy
// CHECK: return
func.func @reshaped(%x: memref<1x9x8xf32>, %i: memref<1x6x1xi64>, %y: memref<2x3x8xf32>, %z: memref<8xf32>) {
  %a = memref.alloc() : memref<1x6x8xf32>
  amprt.read_at ins(%x, %i : memref<1x9x8xf32>, memref<1x6x1xi64>) outs(%a : memref<1x6x8xf32>)
  %rows = memref.collapse_shape %a [[0, 1], [2]] : memref<1x6x8xf32> into memref<6x8xf32>
  %parts = memref.expand_shape %rows [[0, 1], [2]] output_shape [2, 3, 8] : memref<6x8xf32> into memref<2x3x8xf32>
  memref.copy %parts, %y : memref<2x3x8xf32> to memref<2x3x8xf32>
  %flat = memref.collapse_shape %a [[0, 1, 2]] : memref<1x6x8xf32> into memref<48xf32>
  %s = memref.alloc() : memref<f32>
  amprt.row_kernel ins(%flat : memref<48xf32>) outs(%s : memref<f32>) maps [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>] reduced [0] {
  ^bb0(%e: f32):
    %sum = amprt.reduce <add> %e : f32
    amprt.yield %sum : f32
  }
  return
}

// -----

#v = affine_map<(d0, d1) -> (d0, d1)>

// Rows that are not neighbours in memory have no other shape.
// CHECK-LABEL: func.func @between_others(
// CHECK: %[[A:.*]] = memref.alloc
// CHECK: linalg.generic {{.*}} outs(%[[A]] :
// CHECK: memref.copy
func.func @between_others(%x: memref<4x8xf32>, %y: memref<2x2x16xf32>) {
  %a = memref.alloc() : memref<4x8xf32>
  linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<4x8xf32>) outs(%a : memref<4x8xf32>) {
  ^bb0(%e: f32, %o: f32):
    linalg.yield %e : f32
  }
  %parts = memref.expand_shape %a [[0, 1], [2]] output_shape [2, 2, 8] : memref<4x8xf32> into memref<2x2x8xf32>
  %place = memref.subview %y[0, 0, 8] [2, 2, 8] [1, 1, 1] : memref<2x2x16xf32> to memref<2x2x8xf32, strided<[32, 16, 1], offset: 8>>
  memref.copy %parts, %place : memref<2x2x8xf32> to memref<2x2x8xf32, strided<[32, 16, 1], offset: 8>>
  return
}
