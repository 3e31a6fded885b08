// RUN: amp-opt %s -pass-pipeline="builtin.module(func.func(amp-lower-indexing,cse,canonicalize))" | FileCheck %s

// A row is copied as one; a place that does not exist gives a row of NaN.
// CHECK-LABEL: func.func @rows
// CHECK-SAME: (%[[X:.*]]: memref<1x9x4xf16>, %[[I:.*]]: memref<1x6x1xi64>, %[[Y:.*]]: memref<1x6x4xf16>)
// CHECK-DAG: %[[NAN:.*]] = arith.constant 0x7E00 : f16
// CHECK-DAG: %[[PLACES:.*]] = arith.constant 9 : index
// CHECK: %[[LOADED:.*]] = memref.load %[[I]][%{{.*}}, %[[J:.*]], %{{.*}}]
// CHECK: %[[PLACE:.*]] = arith.index_cast %[[LOADED]]
// CHECK: %[[EXISTS:.*]] = arith.cmpi ult, %[[PLACE]], %[[PLACES]]
// CHECK: scf.if %[[EXISTS]] {
// CHECK-NEXT: scf.for %[[D:.*]] =
// CHECK-NEXT: %[[V:.*]] = memref.load %[[X]][%{{.*}}, %[[PLACE]], %[[D]]]
// CHECK-NEXT: memref.store %[[V]], %[[Y]][%{{.*}}, %[[J]], %[[D]]]
// CHECK: } else {
// CHECK-NEXT: scf.for
// CHECK-NEXT: memref.store %[[NAN]], %[[Y]]
func.func @rows(%x: memref<1x9x4xf16>, %i: memref<1x6x1xi64>, %y: memref<1x6x4xf16>) {
  amprt.read_at ins(%x, %i : memref<1x9x4xf16>, memref<1x6x1xi64>) outs(%y : memref<1x6x4xf16>)
  return
}

// A row of some cache lines, anywhere in a table, is fetched before its turn.
// CHECK-LABEL: func.func @long_rows
// CHECK-SAME: (%[[X:.*]]: memref<1x9x40xf32>, %[[I:.*]]: memref<1x6x1xi64>,
// CHECK-DAG: %[[AHEAD:.*]] = arith.constant 4 : index
// CHECK-DAG: %[[LAST:.*]] = arith.constant 5 : index
// CHECK-DAG: %[[LAST_PLACE:.*]] = arith.constant 8 : index
// CHECK-DAG: %[[LINE:.*]] = arith.constant 16 : index
// CHECK: scf.for %[[J:[a-z0-9]+]] =
// CHECK: %[[NEXT:.*]] = arith.addi %[[J]], %[[AHEAD]]
// CHECK: %[[ROW:.*]] = arith.minui %[[NEXT]], %[[LAST]]
// CHECK: memref.load %[[I]][%{{.*}}, %[[ROW]], %{{.*}}]
// CHECK: %[[PLACE:.*]] = arith.minui %{{.*}}, %[[LAST_PLACE]]
// CHECK: scf.for %[[D:.*]] = %{{.*}} to %{{.*}} step %[[LINE]]
// CHECK-NEXT: memref.prefetch %[[X]][%{{.*}}, %[[PLACE]], %[[D]]], read, locality<3>, data
func.func @long_rows(%x: memref<1x9x40xf32>, %i: memref<1x6x1xi64>, %y: memref<1x6x40xf32>) {
  amprt.read_at ins(%x, %i : memref<1x9x40xf32>, memref<1x6x1xi64>) outs(%y : memref<1x6x40xf32>)
  return
}

// An element is read at a place that exists, and used if it is the one.
// CHECK-LABEL: func.func @elements
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK: %[[PLACE:.*]] = arith.index_cast
// CHECK: %[[EXISTS:.*]] = arith.cmpi ult, %[[PLACE]]
// CHECK: %[[SAFE:.*]] = arith.select %[[EXISTS]], %[[PLACE]], %{{.*}} : index
// CHECK: %[[V:.*]] = memref.load %{{.*}}[%{{.*}}, %[[SAFE]], %{{.*}}]
// CHECK: arith.select %[[EXISTS]], %[[V]], %[[ZERO]]
func.func @elements(%x: memref<2x9x4xi32>, %i: memref<2x6x4xi32>, %y: memref<2x6x4xi32>) {
  amprt.read_at ins(%x, %i : memref<2x9x4xi32>, memref<2x6x4xi32>) outs(%y : memref<2x6x4xi32>)
  return
}

// Zeros, counts, ends, and backwards through the elements.
// CHECK-LABEL: func.func @group
// CHECK-SAME: (%[[I:.*]]: memref<1x6x1xi64>, %[[ORDER:.*]]: memref<1x6x1xi32>, %[[STARTS:.*]]: memref<1x10x1xi32>)
// CHECK-DAG: %[[PLACES:.*]] = arith.constant 9 : index
// CHECK-DAG: %[[LAST:.*]] = arith.constant 5 : index
// CHECK: scf.for
// CHECK-NEXT: memref.store %{{.*}}, %[[STARTS]]
// CHECK: scf.for
// CHECK: %[[BUCKET:.*]] = arith.minui %{{.*}}, %[[PLACES]]
// CHECK: memref.store %{{.*}}, %[[STARTS]][%{{.*}}, %[[BUCKET]], %{{.*}}]
// CHECK: scf.for
// CHECK: memref.store %{{.*}}, %[[STARTS]]
// CHECK: scf.for %[[K:.*]] =
// CHECK: %[[J:.*]] = arith.subi %[[LAST]], %[[K]]
// CHECK: %[[AT:.*]] = arith.minui %{{.*}}, %[[PLACES]]
// CHECK: memref.store %{{.*}}, %[[STARTS]][%{{.*}}, %[[AT]], %{{.*}}]
// CHECK: memref.store %{{.*}}, %[[ORDER]]
func.func @group(%i: memref<1x6x1xi64>, %o: memref<1x6x1xi32>, %s: memref<1x10x1xi32>) {
  amprt.group_at ins(%i : memref<1x6x1xi64>) outs(%o, %s : memref<1x6x1xi32>, memref<1x10x1xi32>)
  return
}

// Some elements of a row at a time, in f32, rounded once; a row that nothing names is zeros.
// CHECK-LABEL: func.func @sums(
// CHECK: %[[SUMS:.*]] = memref.alloca() : memref<64xf32>
// CHECK: %[[SOME:.*]] = arith.cmpi ult
// CHECK: scf.if %[[SOME]] {
// CHECK: scf.for {{.*}} step %c64
// CHECK: scf.for
// CHECK-NEXT: memref.store %{{.*}}, %[[SUMS]]
// CHECK: scf.for
// CHECK: %[[J:.*]] = arith.minui %{{.*}}, %c5
// CHECK: scf.for
// CHECK: memref.load %arg0[%c0, %[[J]], %{{.*}}]
// CHECK: arith.addf {{.*}} : f32
// CHECK-NEXT: memref.store %{{.*}}, %[[SUMS]]
// CHECK: scf.for
// CHECK: arith.truncf {{.*}} : f32 to f16
// CHECK: } else {
// CHECK-NEXT: scf.for
// CHECK-NEXT: memref.store
func.func @sums(%x: memref<1x6x100xf16>, %o: memref<1x6x1xi32>, %s: memref<1x10x1xi32>, %y: memref<1x9x100xf16>) {
  amprt.sum_groups ins(%x, %o, %s : memref<1x6x100xf16>, memref<1x6x1xi32>, memref<1x10x1xi32>) outs(%y : memref<1x9x100xf16>)
  return
}

// CHECK-LABEL: func.func @sums_of_elements
// CHECK: %[[BEFORE:.*]] = memref.load %arg3
// CHECK: %[[SUM:.*]] = scf.for {{.*}} iter_args(%[[S:.*]] = %[[BEFORE]]) -> (f32)
// CHECK: arith.addf %[[S]]
// CHECK: memref.store %[[SUM]], %arg3
func.func @sums_of_elements(%x: memref<2x6x3xf32>, %o: memref<2x6x3xi32>, %s: memref<2x10x3xi32>, %y: memref<2x9x3xf32>) {
  amprt.sum_groups ins(%x, %o, %s : memref<2x6x3xf32>, memref<2x6x3xi32>, memref<2x10x3xi32>) outs(%y : memref<2x9x3xf32>) {accumulate}
  return
}

// The last place that begins before the end of 64 positions, by bisection; what begins there, or
// the next part of it.
// CHECK-LABEL: func.func @cut(
// CHECK-SAME: %[[STARTS:.*]]: memref<1x10x1xi32>, %[[BEGINS:.*]]: memref<1x10x1xi32>
// CHECK-DAG: %[[NONE:.*]] = arith.constant -1 : i32
// CHECK-DAG: %[[PART:.*]] = arith.constant 64 : index
// CHECK: scf.for %{{.*}} = %c0 to %c10
// CHECK: %[[FIRST:.*]] = arith.muli %{{.*}}, %[[PART]]
// CHECK: scf.for %{{.*}} = %c0 to %c4 step %c1 iter_args
// CHECK: memref.load %[[STARTS]]
// CHECK: %[[BEGIN:.*]] = arith.index_cast
// CHECK: arith.maxui %[[FIRST]], %
// CHECK: arith.divui %{{.*}}, %[[PART]]
// CHECK: %[[WHOLE:.*]] = arith.andi
// CHECK: arith.select %[[WHOLE]], %{{.*}}, %[[NONE]]
// CHECK: memref.store %{{.*}}, %[[BEGINS]]
func.func @cut(%s: memref<1x10x1xi32>, %b: memref<1x10x1xi32>) {
  amprt.cut_groups ins(%s : memref<1x10x1xi32>) outs(%b : memref<1x10x1xi32>) {part = 64 : i64}
  return
}

// At most 64 elements are added, of which the first position may be none.
// CHECK-LABEL: func.func @sums_of_parts(
// CHECK-SAME: %[[X:[a-z0-9]*]]: memref<1x600x100xf16>, %{{.*}}, %[[B:[a-z0-9]*]]: memref<1x10x1xi32>, %[[Y:[a-z0-9]*]]: memref<1x10x100xf32>
// CHECK: memref.load %[[B]]
// CHECK: %[[BEGIN:.*]] = arith.minui %{{.*}}, %c600
// CHECK: %[[BEHIND:.*]] = arith.addi %[[BEGIN]], %c64
// CHECK: %[[END:.*]] = arith.minui %[[BEHIND]], %c600
// CHECK: scf.if
// CHECK: scf.for %{{.*}} = %[[BEGIN]] to %[[END]]
// CHECK: memref.load %[[X]]
// CHECK: arith.extf
// CHECK-NOT: arith.truncf
// CHECK: memref.store %{{.*}}, %[[Y]]
func.func @sums_of_parts(%x: memref<1x600x100xf16>, %o: memref<1x600x1xi32>, %b: memref<1x10x1xi32>, %y: memref<1x10x100xf32>) {
  amprt.sum_parts ins(%x, %o, %b : memref<1x600x100xf16>, memref<1x600x1xi32>, memref<1x10x1xi32>) outs(%y : memref<1x10x100xf32>) {part = 64 : i64}
  return
}

// The parts of a group first, then its rest.
// CHECK-LABEL: func.func @sums_with_parts(
// CHECK-SAME: %[[X:[a-z0-9]*]]: memref<2x600x3xf32>, %{{.*}}, %{{.*}}, %[[P:[a-z0-9]*]]: memref<2x10x3xf32>, %[[Y:[a-z0-9]*]]: memref<2x9x3xf32>
// CHECK: %[[PARTS:.*]] = arith.divui
// CHECK: %[[FIRST:.*]] = arith.divui
// CHECK: %[[LAST:.*]] = arith.addi %[[FIRST]], %[[PARTS]]
// CHECK: %[[OF_PARTS:.*]] = scf.for %{{.*}} = %[[FIRST]] to %[[LAST]] {{.*}} iter_args
// CHECK: memref.load %[[P]]
// CHECK: %[[SUM:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[OF_PARTS]])
// CHECK: memref.load %[[X]]
// CHECK: memref.store %[[SUM]], %[[Y]]
func.func @sums_with_parts(%x: memref<2x600x3xf32>, %o: memref<2x600x3xi32>, %s: memref<2x10x3xi32>, %p: memref<2x10x3xf32>, %y: memref<2x9x3xf32>) {
  amprt.sum_groups ins(%x, %o, %s : memref<2x600x3xf32>, memref<2x600x3xi32>, memref<2x10x3xi32>) parts(%p : memref<2x10x3xf32>) outs(%y : memref<2x9x3xf32>) {part = 64 : i64}
  return
}

// Rows of a window are combined in a row on the stack, then what is in the row; the first
// position begins in the padding, and has a loop of its own.
// CHECK-LABEL: func.func @largest
// CHECK-SAME: (%[[X:.*]]: memref<1x36x1xf32>, %[[Y:.*]]: memref<1x9x1xf32>, %[[I:.*]]: memref<1x9x1xi32>)
// CHECK-DAG: %[[ROW:.*]] = memref.alloca() : memref<6xf32>
// CHECK-DAG: %[[PLACES:.*]] = memref.alloca() : memref<6xi32>
// CHECK: memref.load %[[X]]
// CHECK: arith.cmpf ogt
// CHECK: memref.store %{{.*}}, %[[ROW]]
// CHECK: memref.store %{{.*}}, %[[PLACES]]
// CHECK: memref.store %{{.*}}, %[[Y]]
// CHECK: memref.store %{{.*}}, %[[I]]
// CHECK: scf.for %{{.*}} = %c1 to %c3 step %c1
// CHECK: scf.for %{{.*}} = %c0 to %c3 step %c1 iter_args
// CHECK: memref.store %{{.*}}, %[[Y]]
// CHECK: memref.store %{{.*}}, %[[I]]
func.func @largest(%x: memref<1x36x1xf32>, %y: memref<1x9x1xf32>, %i: memref<1x9x1xi32>) {
  amprt.max_windows ins(%x : memref<1x36x1xf32>) outs(%y : memref<1x9x1xf32>) index(%i : memref<1x9x1xi32>) {size = array<i64: 6, 6>, count = array<i64: 3, 3>, stride = array<i64: 2, 2>, divisor = array<i64: 1, 1>, begin = array<i64: -1, -1>, end = array<i64: 2, 2>, step = array<i64: 1, 1>}
  return
}

// What chose an element is added to it, unless it chose none.
// CHECK-LABEL: func.func @chosen
// CHECK: memref.store %cst, %arg2
// CHECK: %[[EXISTS:.*]] = arith.cmpi ult, %{{.*}}, %c6 : index
// CHECK: scf.if %[[EXISTS]]
// CHECK: arith.addf
// CHECK: memref.store %{{.*}}, %arg2
func.func @chosen(%x: memref<1x3x1xf32>, %i: memref<1x3x1xi32>, %y: memref<1x6x1xf32>) {
  amprt.sum_chosen ins(%x, %i : memref<1x3x1xf32>, memref<1x3x1xi32>) outs(%y : memref<1x6x1xf32>) {size = array<i64: 6>, count = array<i64: 3>, stride = array<i64: 2>, divisor = array<i64: 1>, begin = array<i64: -1>, end = array<i64: 2>}
  return
}

// Of each tap a row: zeros up to the first position that has an element there, those that have
// one, which are copied, and zeros. How many these are follows from the tap.
// CHECK-LABEL: func.func @gathered
// CHECK-SAME: (%[[X:.*]]: memref<1x6x1xf16>, %[[Y:.*]]: memref<1x9x1xf16>)
// CHECK: scf.for %{{.*}} = %c0 to %c3 step %c1
// CHECK: %[[FROM:.*]] = arith.minui %{{.*}}, %c3
// CHECK: %[[TO:.*]] = arith.maxui %{{.*}}, %[[FROM]]
// CHECK: scf.for %{{.*}} = %c0 to %[[FROM]]
// CHECK: memref.store %cst{{.*}}, %[[Y]]
// CHECK: scf.for %{{.*}} = %[[FROM]] to %[[TO]]
// CHECK: %[[E:.*]] = memref.load %[[X]]
// CHECK: memref.store %[[E]], %[[Y]]
// CHECK: scf.for %{{.*}} = %[[TO]] to %c3
// CHECK: memref.store %cst{{.*}}, %[[Y]]
// CHECK-NOT: scf.for
// CHECK: return
func.func @gathered(%x: memref<1x6x1xf16>, %y: memref<1x9x1xf16>) {
  amprt.gather_windows ins(%x : memref<1x6x1xf16>) outs(%y : memref<1x9x1xf16>) {size = array<i64: 6>, count = array<i64: 3>, kernel = array<i64: 3>, stride = array<i64: 2>, padding = array<i64: 1>, dilation = array<i64: 1>}
  return
}

// The sums of a row are kept on the stack, in f32, and rounded once.
// CHECK-LABEL: func.func @sum_gathered
// CHECK-SAME: (%[[X:.*]]: memref<1x9x1xf16>, %[[Y:.*]]: memref<1x6x1xf16>)
// CHECK: %[[ROW:.*]] = memref.alloca() : memref<6xf32>
// CHECK: arith.extf
// CHECK: arith.addf
// CHECK: memref.store %{{.*}}, %[[ROW]]
// CHECK: arith.truncf
// CHECK: memref.store %{{.*}}, %[[Y]]
func.func @sum_gathered(%x: memref<1x9x1xf16>, %y: memref<1x6x1xf16>) {
  amprt.sum_gathered ins(%x : memref<1x9x1xf16>) outs(%y : memref<1x6x1xf16>) {size = array<i64: 6>, count = array<i64: 3>, kernel = array<i64: 3>, stride = array<i64: 2>, padding = array<i64: 1>, dilation = array<i64: 1>}
  return
}

// Channels are neighbours: each element of a window is added to a row of them.
// CHECK-LABEL: func.func @channels(
// CHECK: %[[ROW:.*]] = memref.alloca() : memref<5xf32>
// CHECK: scf.for {{.*}} to %c6
// CHECK: scf.for %[[D:.*]] = %c0 to %c5
// CHECK: memref.store %cst, %[[ROW]][%[[D]]]
// CHECK: scf.for %[[S:.*]] = %{{.*}} to %{{.*}} step %c1
// CHECK: scf.for %[[D:.*]] = %c0 to %c5
// CHECK: %[[X:.*]] = memref.load %arg0[%c0, %[[S]], %[[D]]]
// CHECK: %[[WIDE:.*]] = arith.extf %[[X]] : f16 to f32
// CHECK: %[[SOFAR:.*]] = memref.load %[[ROW]][%[[D]]]
// CHECK: %[[SUM:.*]] = arith.addf %[[SOFAR]], %[[WIDE]]
// CHECK: memref.store %[[SUM]], %[[ROW]][%[[D]]]
// CHECK: arith.truncf
func.func @channels(%x: memref<1x6x5xf16>, %y: memref<1x6x5xf16>) {
  amprt.sum_windows ins(%x : memref<1x6x5xf16>) outs(%y : memref<1x6x5xf16>) {size = array<i64: 6>, count = array<i64: 6>, stride = array<i64: 1>, divisor = array<i64: 1>, begin = array<i64: -1>, end = array<i64: 2>}
  return
}

// So are the largest of them, with where they are.
// CHECK-LABEL: func.func @largest_channels(
// CHECK-DAG: %[[VALUES:.*]] = memref.alloca() : memref<8xf32>
// CHECK-DAG: %[[PLACES:.*]] = memref.alloca() : memref<8xi32>
// CHECK: memref.load %arg0[%{{.*}}, %{{.*}}, %[[D:.*]]]
// CHECK: memref.store %{{.*}}, %[[VALUES]][%[[D]]]
// CHECK: memref.store %{{.*}}, %[[PLACES]][%[[D]]]
func.func @largest_channels(%x: memref<2x16x8xf32>, %y: memref<2x4x8xf32>, %i: memref<2x4x8xi32>) {
  amprt.max_windows ins(%x : memref<2x16x8xf32>) outs(%y : memref<2x4x8xf32>) index(%i : memref<2x4x8xi32>) {size = array<i64: 4, 4>, count = array<i64: 2, 2>, stride = array<i64: 2, 2>, divisor = array<i64: 1, 1>, begin = array<i64: 0, 0>, end = array<i64: 2, 2>, step = array<i64: 1, 1>}
  return
}

// And what chose them: of each place the positions that have it in their windows.
// CHECK-LABEL: func.func @chosen_channels(
// CHECK: %[[ROW:.*]] = memref.alloca() : memref<8xf32>
// CHECK: scf.for %[[PLACE:.*]] = %c0 to %c6
// CHECK: %[[I:.*]] = memref.load %arg1[%{{.*}}, %{{.*}}, %[[D:.*]]]
// CHECK: %[[HERE:.*]] = arith.cmpi eq, %[[I]], %{{.*}} : i32
// CHECK: arith.select %[[HERE]]
// CHECK: memref.store %{{.*}}, %[[ROW]][%[[D]]]
func.func @chosen_channels(%x: memref<2x3x8xf32>, %i: memref<2x3x8xi32>, %y: memref<2x6x8xf32>) {
  amprt.sum_chosen ins(%x, %i : memref<2x3x8xf32>, memref<2x3x8xi32>) outs(%y : memref<2x6x8xf32>) {size = array<i64: 6>, count = array<i64: 3>, stride = array<i64: 2>, divisor = array<i64: 1>, begin = array<i64: -1>, end = array<i64: 2>}
  return
}

// -----

// Zeros of a buffer that no cache holds go past the caches, a line at a time, and are written
// before the kernel ends.
// CHECK-LABEL: func.func @streamed(
// CHECK-SAME: %[[Y:[a-z0-9]+]]: memref<1x50257x256xf32>, %[[BEGIN:[a-z0-9]+]]: index
// CHECK-DAG: %[[ZEROS:.*]] = arith.constant dense<0.000000e+00> : vector<16xf32>
// CHECK-DAG: %[[BASE:.*]] = memref.extract_aligned_pointer_as_index %[[Y]]
// CHECK-DAG: %[[REST:.*]] = arith.remui %[[BASE]], %c64
// CHECK: %[[ALIGNED:.*]] = arith.cmpi eq, %[[REST]], %c0
// CHECK: scf.if %[[ALIGNED]]
// CHECK: vector.store %[[ZEROS]], %[[Y]][%{{.*}}, %{{.*}}, %{{.*}}] {alignment = 64 : i64, nontemporal = true} : memref<1x50257x256xf32>, vector<16xf32>
// CHECK: } else {
// CHECK: memref.store
// CHECK: llvm.fence seq_cst
func.func @streamed(%x: memref<1x6x256xf32>, %o: memref<1x6x1xi32>, %s: memref<1x50258x1xi32>,
                    %y: memref<1x50257x256xf32> {amprt.streamed}, %begin: index) {
  %starts = memref.subview %s[0, %begin, 0] [1, 65, 1] [1, 1, 1] : memref<1x50258x1xi32> to memref<1x65x1xi32, strided<[50258, 1, 1], offset: ?>>
  %part = memref.subview %y[0, %begin, 0] [1, 64, 256] [1, 1, 1] : memref<1x50257x256xf32> to memref<1x64x256xf32, strided<[12865792, 256, 1], offset: ?>>
  amprt.sum_groups ins(%x, %o, %starts : memref<1x6x256xf32>, memref<1x6x1xi32>, memref<1x65x1xi32, strided<[50258, 1, 1], offset: ?>>)
    outs(%part : memref<1x64x256xf32, strided<[12865792, 256, 1], offset: ?>>)
  return
}

// Not where rows are no lines, nor where nothing says so.
// CHECK-LABEL: func.func @cached(
// CHECK-NOT: nontemporal
// CHECK-NOT: llvm.fence
// CHECK: return
func.func @cached(%x: memref<1x6x100xf32>, %o: memref<1x6x1xi32>, %s: memref<1x200001x1xi32>,
                  %y: memref<1x200000x100xf32> {amprt.streamed}, %x2: memref<1x6x256xf32>, %y2: memref<1x1000x256xf32>,
                  %s2: memref<1x1001x1xi32>) {
  %part = memref.subview %y[0, 0, 0] [1, 200000, 100] [1, 1, 1] : memref<1x200000x100xf32> to memref<1x200000x100xf32, strided<[20000000, 100, 1]>>
  amprt.sum_groups ins(%x, %o, %s : memref<1x6x100xf32>, memref<1x6x1xi32>, memref<1x200001x1xi32>)
    outs(%part : memref<1x200000x100xf32, strided<[20000000, 100, 1]>>)
  %part2 = memref.subview %y2[0, 0, 0] [1, 1000, 256] [1, 1, 1] : memref<1x1000x256xf32> to memref<1x1000x256xf32, strided<[256000, 256, 1]>>
  amprt.sum_groups ins(%x2, %o, %s2 : memref<1x6x256xf32>, memref<1x6x1xi32>, memref<1x1001x1xi32>)
    outs(%part2 : memref<1x1000x256xf32, strided<[256000, 256, 1]>>)
  return
}

// -----

// So do rows that are read, as integers where they are 16-bit floats, and the rows of places that
// do not exist as all others.
// CHECK-LABEL: func.func @streamed_rows(
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<1x50x64xbf16>
// CHECK: %[[FROM:.*]] = builtin.unrealized_conversion_cast %[[X]] : memref<1x50x64xbf16> to memref<1x50x64xi16>
// CHECK: %[[ROW:.*]] = vector.load %[[FROM]][%{{.*}}] : memref<1x50x64xi16>, vector<32xi16>
// CHECK: vector.store %[[ROW]], %{{.*}} {alignment = 64 : i64, nontemporal = true} : memref<1x300000x64xi16>, vector<32xi16>
// CHECK: } else {
// CHECK: memref.store
// CHECK: } else {
// CHECK: memref.store
// CHECK: llvm.fence seq_cst
func.func @streamed_rows(%x: memref<1x50x64xbf16>, %i: memref<1x300000x1xi64>,
                         %y: memref<1x300000x64xbf16> {amprt.streamed}, %begin: index) {
  %index = memref.subview %i[0, %begin, 0] [1, 64, 1] [1, 1, 1] : memref<1x300000x1xi64> to memref<1x64x1xi64, strided<[300000, 1, 1], offset: ?>>
  %part = memref.subview %y[0, %begin, 0] [1, 64, 64] [1, 1, 1] : memref<1x300000x64xbf16> to memref<1x64x64xbf16, strided<[19200000, 64, 1], offset: ?>>
  amprt.read_at ins(%x, %index : memref<1x50x64xbf16>, memref<1x64x1xi64, strided<[300000, 1, 1], offset: ?>>)
    outs(%part : memref<1x64x64xbf16, strided<[19200000, 64, 1], offset: ?>>)
  return
}

// The first element to name a place sums what names it; others, and the row behind them, are 0.
// CHECK-LABEL: func.func @distinct
// CHECK-SAME: (%[[X:.*]]: memref<1x6x4xf32>, %[[O:.*]]: memref<1x6x1xi32>, %[[S:.*]]: memref<1x10x1xi32>, %[[I:.*]]: memref<1x6x1xi64>, %[[Y:.*]]: memref<1x7x4xf32>)
// CHECK-DAG: %[[COUNT:.*]] = arith.constant 6 : index
// CHECK-DAG: %[[PLACES:.*]] = arith.constant 9 : index
// CHECK: scf.for %[[J:[a-z0-9]+]] =
// CHECK: %[[PLACE:.*]] = arith.index_cast %{{.*}} : i64 to index
// CHECK: memref.load %[[O]]
// CHECK: %[[FIRST:.*]] = arith.index_cast
// CHECK: arith.cmpi ult, %[[J]], %[[COUNT]]
// CHECK: arith.cmpi ult, %[[PLACE]], %[[PLACES]]
// CHECK: arith.cmpi eq, %[[FIRST]], %[[J]]
// CHECK: scf.if
// CHECK: } else {
// CHECK-NEXT: scf.for
// CHECK-NEXT: memref.store %{{.*}}, %[[Y]][%{{.*}}, %[[J]], %{{.*}}]
func.func @distinct(%x: memref<1x6x4xf32>, %o: memref<1x6x1xi32>, %s: memref<1x10x1xi32>, %i: memref<1x6x1xi64>, %y: memref<1x7x4xf32>) {
  amprt.sum_distinct ins(%x, %o, %s, %i : memref<1x6x4xf32>, memref<1x6x1xi32>, memref<1x10x1xi32>, memref<1x6x1xi64>) outs(%y : memref<1x7x4xf32>)
  return
}

// The body is applied to a sum as it would be stored, and to 0 where nothing is summed.
// CHECK-LABEL: func.func @computed
// CHECK-SAME: %[[R:[a-z0-9]+]]: memref<1x1x1xf32>, %[[W:[a-z0-9]+]]: memref<1x9x4xf32>)
// CHECK: scf.if
// CHECK: %[[SUM:.*]] = arith.truncf %{{.*}} : f32 to f16
// CHECK: %[[RATE:.*]] = memref.load %[[R]]
// CHECK: %[[OLD:.*]] = memref.load %[[W]]
// CHECK: %[[WIDE:.*]] = arith.extf %[[SUM]] : f16 to f32
// CHECK: %[[STEP:.*]] = arith.mulf %[[RATE]], %[[WIDE]]
// CHECK: %[[NEW:.*]] = arith.subf %[[OLD]], %[[STEP]]
// CHECK: memref.store %[[NEW]], %[[W]]
// CHECK: } else {
// CHECK-NEXT: scf.for
// CHECK: arith.mulf
// CHECK: memref.store %{{.*}}, %[[W]]
func.func @computed(%x: memref<1x6x4xf16>, %o: memref<1x6x1xi32>, %s: memref<1x10x1xi32>, %r: memref<1x1x1xf32>, %w: memref<1x9x4xf32>) {
  amprt.map_groups ins(%x, %o, %s : memref<1x6x4xf16>, memref<1x6x1xi32>, memref<1x10x1xi32>) scalars(%r : memref<1x1x1xf32>) outs(%w : memref<1x9x4xf32>) {
  ^bb0(%sum: f16, %rate: f32, %old: f32):
    %0 = arith.extf %sum : f16 to f32
    %1 = arith.mulf %rate, %0 : f32
    %2 = arith.subf %old, %1 : f32
    amprt.yield %2 : f32
  }
  return
}
