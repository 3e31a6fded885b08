// RUN: amp-opt %s --pass-pipeline="builtin.module(func.func(amp-vectorize-row-kernels,canonicalize,cse))" | FileCheck %s
// RUN: amp-opt %s --pass-pipeline="builtin.module(func.func(amp-vectorize-row-kernels{vector-bits=256},canonicalize,cse))" | FileCheck %s --check-prefix=AVX

#full = affine_map<(r, c) -> (r, c)>
#column = affine_map<(r, c) -> (c)>
// Along rows: two vectors of partial results, sums in blocks whose sums are in f64, a mask for what is left of a row, exponentials that
// are kept, and what the first stage reads of the next row while the one before the last computes.
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
// CHECK: memref.prefetch
// CHECK: arith.addf %{{.*}}, %[[EXP]] : vector<16xf32>
// CHECK: vector.store %[[EXP]], %[[KEPT]]
// CHECK: arith.addf %{{.*}} : vector<16xf64>
// CHECK: scf.for %{{.*}} = %c0 to %c992 step %c32 {
// CHECK-NOT: {{math.exp|prefetch}}
// CHECK: vector.load %[[KEPT]]
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
// Across rows: 16 of them in vectors, what they add up to in a buffer; 4 of them where they are far apart.
// CHECK-LABEL: func.func @columns
// CHECK: %[[SUMS:.*]] = memref.alloca() {alignment = 64 : i64} : memref<1024xf64>
// CHECK: scf.for %[[FROM:.*]] = %c0 to %c100 step %c16 {
// CHECK: %[[TO:.*]] = arith.minsi
// CHECK: scf.for %{{.*}} = %c0 to %c256 step %c64 {
// CHECK: scf.for %{{.*}} = %[[FROM]] to %[[TO]] step %c1 iter_args
// CHECK-COUNT-4: memref.prefetch
// CHECK: vector.load %[[SUMS]]
// CHECK: arith.extf %{{.*}} : vector<16xf32> to vector<16xf64>
// CHECK: vector.store %{{.*}}, %[[SUMS]]
// CHECK: arith.truncf %{{.*}} : vector<16xf64> to vector<16xf32>
func.func @columns(%x: memref<100x256xf32>, %sum: memref<256xf32>) {
  amprt.row_kernel ins(%x : memref<100x256xf32>) outs(%sum : memref<256xf32>)
      maps [#full, #column] reduced [0] {
  ^bb0(%0: f32):
    %1 = amprt.reduce <add> %0 : f32
    amprt.yield %1 : f32
  }
  return
}
// CHECK-LABEL: func.func @far_columns
// CHECK: scf.for %{{.*}} = %c0 to %c100 step %c4 {
func.func @far_columns(%x: memref<100x512xf32>, %sum: memref<512xf32>) {
  amprt.row_kernel ins(%x : memref<100x512xf32>) outs(%sum : memref<512xf32>)
      maps [#full, #column] reduced [0] {
  ^bb0(%0: f32):
    %1 = amprt.reduce <add> %0 : f32
    amprt.yield %1 : f32
  }
  return
}
// Squares about a mean are added up in the walk that adds up the values, about the first of each block.
// CHECK-LABEL: func.func @moments
// CHECK: %[[SQUARES:.*]] = memref.alloca() {alignment = 64 : i64} : memref<256xf64>
// CHECK: %[[SUMS:.*]] = memref.alloca() {alignment = 64 : i64} : memref<256xf64>
// CHECK: scf.for %[[FROM:.*]] = %c0 to %c100 step %c16 {
// CHECK: %[[PIVOT:.*]] = vector.load {{.*}} vector<16xf32>
// CHECK: scf.for
// CHECK: %[[VALUE:.*]] = vector.load {{.*}} vector<16xf32>
// CHECK: %[[LESS:.*]] = arith.subf %[[VALUE]], %[[PIVOT]] : vector<16xf32>
// CHECK: arith.addf %{{.*}}, %[[LESS]] : vector<16xf32>
// CHECK: %[[SQUARE:.*]] = arith.mulf %[[LESS]], %[[LESS]] : vector<16xf32>
// CHECK: arith.addf %{{.*}}, %[[SQUARE]] : vector<16xf32>
// CHECK: arith.extf %[[PIVOT]] : vector<16xf32> to vector<16xf64>
// CHECK: vector.store %{{.*}}, %[[SUMS]]
// CHECK: vector.store %{{.*}}, %[[SQUARES]]
// What a mean is taken from is each column's own; then all columns are stored.
// CHECK: scf.for %{{.*}} = %c0 to %c256 step %c64 {
// CHECK: %[[SUM:.*]] = vector.load %[[SUMS]]
// CHECK: %[[ROUNDED:.*]] = arith.truncf %[[SUM]] : vector<16xf64> to vector<16xf32>
// CHECK: %[[MEAN:.*]] = arith.divf %[[ROUNDED]], %{{.*}} : vector<16xf32>
// CHECK: %[[EXACT:.*]] = arith.extf %[[MEAN]] : vector<16xf32> to vector<16xf64>
// CHECK: %[[ALL:.*]] = arith.mulf %[[EXACT]], %{{.*}} : vector<16xf64>
// CHECK: %[[REST:.*]] = arith.subf %[[SUM]], %[[ALL]] : vector<16xf64>
// CHECK: arith.truncf %[[REST]]
// CHECK: %[[ABOUT:.*]] = vector.load %[[SQUARES]]
// CHECK: arith.subf %[[ABOUT]], %{{.*}} : vector<16xf64>
// CHECK: arith.maximumf
// CHECK: scf.for %{{.*}} = %c0 to %c100 step %c1 {
// CHECK: vector.store
func.func @moments(%x: memref<100x256xf32>, %y: memref<100x256xf32>) {
  %n = arith.constant 100.0 : f32
  amprt.row_kernel ins(%x : memref<100x256xf32>) outs(%y : memref<100x256xf32>)
      maps [#full, #full] reduced [0] {
  ^bb0(%0: f32):
    %1 = amprt.reduce <add> %0 : f32
    %2 = arith.divf %1, %n : f32
    %3 = arith.subf %0, %2 : f32
    %4 = amprt.reduce <add> %3 : f32
    %5 = arith.mulf %3, %3 : f32
    %6 = amprt.reduce <add> %5 : f32
    %7 = arith.divf %4, %n : f32
    %8 = arith.subf %3, %7 : f32
    %9 = arith.divf %8, %6 : f32
    amprt.yield %9 : f32
  }
  return
}
// Along a row as well; of a short one, whose sums have one block, they are added up when the mean is known.
// CHECK-LABEL: func.func @row_moments
// CHECK: scf.for %{{.*}} = %c0 to %c4 step %c1 {
// CHECK: scf.for %[[FROM:.*]] = %c0 to %c992 step %c512 iter_args
// CHECK: %[[PIVOT:.*]] = vector.load {{.*}} vector<16xf32>
// CHECK: scf.for %{{.*}} = %[[FROM]]
// CHECK: arith.subf %{{.*}}, %[[PIVOT]] : vector<16xf32>
// CHECK: vector.maskedload
// CHECK: %[[LAST:.*]] = arith.select
// CHECK: arith.subf %{{.*}}, %[[LAST]] : vector<16xf32>
// CHECK-NOT: scf.for
// CHECK: return
func.func @row_moments(%x: memref<4x1000xf32>, %variance: memref<4xf32>) {
  %n = arith.constant 1000.0 : f32
  amprt.row_kernel ins(%x : memref<4x1000xf32>) outs(%variance : memref<4xf32>)
      maps [#full, affine_map<(r, c) -> (r)>] reduced [1] {
  ^bb0(%0: f32):
    %1 = amprt.reduce <add> %0 : f32
    %2 = arith.divf %1, %n : f32
    %3 = arith.subf %0, %2 : f32
    %4 = arith.mulf %3, %3 : f32
    %5 = amprt.reduce <add> %4 : f32
    amprt.yield %5 : f32
  }
  return
}
// Along rows that have parts, if those are long.
// CHECK-LABEL: func.func @part_moments
// CHECK: scf.for %{{.*}} = %c0 to %c8 step %c1 iter_args
// CHECK: vector.load
// CHECK: %[[PIVOT:.*]] = vector.load {{.*}} vector<16xf32>
// CHECK: scf.for
// CHECK: arith.subf %{{.*}}, %[[PIVOT]] : vector<16xf32>
// CHECK-NOT: scf.for
// CHECK: return
// CHECK-LABEL: func.func @short_part_moments
// CHECK-COUNT-2: scf.for %{{.*}} = %c0 to %c80 step %c1 iter_args
// CHECK: return
func.func @part_moments(%x: memref<8x4x256xf32>, %variance: memref<4xf32>) {
  %n = arith.constant 2048.0 : f32
  amprt.row_kernel ins(%x : memref<8x4x256xf32>) outs(%variance : memref<4xf32>)
      maps [affine_map<(n, r, c) -> (n, r, c)>, affine_map<(n, r, c) -> (r)>] reduced [0, 2] {
  ^bb0(%0: f32):
    %1 = amprt.reduce <add> %0 : f32
    %2 = arith.divf %1, %n : f32
    %3 = arith.subf %0, %2 : f32
    %4 = arith.mulf %3, %3 : f32
    %5 = amprt.reduce <add> %4 : f32
    amprt.yield %5 : f32
  }
  return
}
func.func @short_part_moments(%x: memref<80x4x49xf32>, %variance: memref<4xf32>) {
  %n = arith.constant 3920.0 : f32
  amprt.row_kernel ins(%x : memref<80x4x49xf32>) outs(%variance : memref<4xf32>)
      maps [affine_map<(n, r, c) -> (n, r, c)>, affine_map<(n, r, c) -> (r)>] reduced [0, 2] {
  ^bb0(%0: f32):
    %1 = amprt.reduce <add> %0 : f32
    %2 = arith.divf %1, %n : f32
    %3 = arith.subf %0, %2 : f32
    %4 = arith.mulf %3, %3 : f32
    %5 = amprt.reduce <add> %4 : f32
    amprt.yield %5 : f32
  }
  return
}
// CHECK-LABEL: func.func @short_row_moments
// CHECK-NOT: f64
// CHECK: return
func.func @short_row_moments(%x: memref<4x512xf32>, %variance: memref<4xf32>) {
  %n = arith.constant 512.0 : f32
  amprt.row_kernel ins(%x : memref<4x512xf32>) outs(%variance : memref<4xf32>)
      maps [#full, affine_map<(r, c) -> (r)>] reduced [1] {
  ^bb0(%0: f32):
    %1 = amprt.reduce <add> %0 : f32
    %2 = arith.divf %1, %n : f32
    %3 = arith.subf %0, %2 : f32
    %4 = arith.mulf %3, %3 : f32
    %5 = amprt.reduce <add> %4 : f32
    amprt.yield %5 : f32
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

// A transposition goes by a tile on the stack: rows of it are loaded whole, exchanged with columns by permutations of
// two vectors at a time, and stored; then it is read like any other operand. What is next is fetched meanwhile.
// CHECK-LABEL: func.func @transposed
// CHECK: %[[TILE:.*]] = memref.alloca() {alignment = 64 : i64} : memref<4096xf32>
// CHECK: scf.for %{{.*}} = %c0 to %c256 step %c64 {
// CHECK: scf.for %{{.*}} = %c0 to %c512 step %c64 {
// CHECK: scf.for %{{.*}} = %c0 to %c64 step %c16 {
// CHECK: scf.for %{{.*}} = %c0 to %c64 step %c16 {
// CHECK-COUNT-16: vector.load {{.*}} vector<16xf32>
// CHECK-COUNT-64: vector.shuffle
// CHECK-COUNT-16: vector.store %{{.*}}, %[[TILE]]
// CHECK: scf.for
// CHECK: vector.load %[[TILE]]
// CHECK: vector.store
// AVX-LABEL: func.func @transposed
// AVX-COUNT-24: vector.shuffle {{.*}} vector<8xi32>
func.func @transposed(%x: memref<256x512xf32>, %y: memref<512x256xf32>) {
  amprt.row_kernel ins(%x : memref<256x512xf32>) outs(%y : memref<512x256xf32>)
      maps [affine_map<(r, c) -> (c, r)>, #full] reduced [] {
  ^bb0(%0: f32):
    amprt.yield %0 : f32
  }
  return
}

// So does a linalg op that transposes, with what it computes, and what is left of tiles by masks.
// CHECK-LABEL: func.func @linalg
// CHECK-NOT: linalg.generic
// CHECK: vector.create_mask
// CHECK: vector.shuffle {{.*}} vector<16xi16>
// CHECK: arith.addf %{{.*}} : vector<16xf32>
func.func @linalg(%x: memref<200x48xbf16>, %y: memref<48x200xf32>) {
  linalg.generic {indexing_maps = [affine_map<(r, c) -> (c, r)>, #full], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<200x48xbf16>) outs(%y : memref<48x200xf32>) {
  ^bb0(%0: bf16, %1: f32):
    %2 = arith.extf %0 : bf16 to f32
    %3 = arith.addf %2, %2 : f32
    linalg.yield %3 : f32
  }
  return
}

// One whose elements lie as its loops go stays.
// CHECK-LABEL: func.func @contiguous
// CHECK: linalg.generic
func.func @contiguous(%x: memref<200x48xf32>, %y: memref<200x48xf32>) {
  linalg.generic {indexing_maps = [#full, #full], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<200x48xf32>) outs(%y : memref<200x48xf32>) {
  ^bb0(%0: f32, %1: f32):
    %2 = arith.addf %0, %0 : f32
    linalg.yield %2 : f32
  }
  return
}

// Many rows of few elements: by a tile, a row for each lane, of which nothing is combined across.
// CHECK-LABEL: func.func @short_rows
// CHECK: vector.shuffle
// CHECK: arith.maximumf %{{.*}} : vector<16xf32>
// CHECK-NOT: vector<8xf32>
// CHECK: math.exp
// CHECK: arith.divf
// CHECK: vector.shuffle
// CHECK: return
func.func @short_rows(%x: memref<256x16xf32>, %y: memref<256x16xf32>) {
  amprt.row_kernel ins(%x : memref<256x16xf32>) outs(%y : memref<256x16xf32>)
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

// What each element of a short row gets is one of the row: a value of a lane, kept until the tile that is written has it.
// CHECK-LABEL: func.func @short_row_sums
// CHECK: %[[KEPT:.*]] = memref.alloca() {alignment = 64 : i64} : memref<64xf32>
// CHECK: %[[SUMS:.*]] = memref.alloca() {alignment = 64 : i64} : memref<64xf32>
// CHECK: %[[OUT:.*]] = memref.alloca() {alignment = 64 : i64} : memref<1024xf32>
// CHECK: arith.addf %{{.*}} : vector<16xf32>
// CHECK: %[[SUM:.*]] = vector.load %[[SUMS]]
// CHECK: vector.store %[[SUM]], %[[KEPT]]
// CHECK: scf.for %{{.*}} = %c0 to %c4 step %c1 {
// CHECK: %[[EACH:.*]] = vector.load %[[KEPT]]
// CHECK: vector.store %[[EACH]], %[[OUT]]
// CHECK: vector.shuffle
// CHECK: vector.maskedstore
func.func @short_row_sums(%x: memref<256x4xf32>, %y: memref<256x4xf32>) {
  amprt.row_kernel ins(%x : memref<256x4xf32>) outs(%y : memref<256x4xf32>)
      maps [#full, #full] reduced [1] {
  ^bb0(%0: f32):
    %1 = amprt.reduce <add> %0 : f32
    amprt.yield %1 : f32
  }
  return
}

// What a column adds up to is stored in each of its rows: it is kept until then.
// CHECK-LABEL: func.func @column_sums
// CHECK: %[[KEPT:.*]] = memref.alloca() {alignment = 64 : i64} : memref<1024xf32>
// CHECK: %[[SUMS:.*]] = memref.alloca() {alignment = 64 : i64} : memref<1024xf64>
// CHECK: vector.load %[[SUMS]]
// CHECK: %[[SUM:.*]] = arith.truncf %{{.*}} : vector<16xf64> to vector<16xf32>
// CHECK: vector.store %[[SUM]], %[[KEPT]]
// CHECK: scf.for %{{.*}} = %c0 to %c100 step %c1 {
// CHECK: %[[EACH:.*]] = vector.load %[[KEPT]]
// CHECK: vector.store %[[EACH]], %{{.*}} : memref<25600xf32, strided<[1]>>
func.func @column_sums(%x: memref<100x256xf32>, %y: memref<100x256xf32>) {
  amprt.row_kernel ins(%x : memref<100x256xf32>) outs(%y : memref<100x256xf32>)
      maps [#full, #full] reduced [0] {
  ^bb0(%0: f32):
    %1 = amprt.reduce <add> %0 : f32
    amprt.yield %1 : f32
  }
  return
}

// What no cache holds goes past the caches, a whole vector at a time, where it begins with a line;
// the last elements of a row do not. Then all of it is written before the kernel ends.
// CHECK-LABEL: func.func @streamed_rows
// CHECK: %[[BASE:.*]] = memref.extract_aligned_pointer_as_index
// CHECK: %[[REST:.*]] = arith.remui %{{.*}}, %c64
// CHECK: %[[ALIGNED:.*]] = arith.cmpi eq, %[[REST]], %c0
// CHECK: scf.if %[[ALIGNED]] {
// CHECK-NEXT: vector.store %{{.*}} {alignment = 64 : i64, nontemporal = true}
// CHECK-NEXT: } else {
// CHECK-NEXT: vector.store %{{[^{]*}} :
// CHECK: vector.maskedstore
// CHECK: llvm.fence seq_cst
// CHECK-NEXT: return
func.func @streamed_rows(%x: memref<8x2056xf32>, %y: memref<8x2064xf32> {amprt.streamed}) {
  %part = memref.subview %y[0, 0] [8, 2056] [1, 1] : memref<8x2064xf32> to memref<8x2056xf32, strided<[2064, 1]>>
  amprt.row_kernel ins(%x : memref<8x2056xf32>) outs(%part : memref<8x2056xf32, strided<[2064, 1]>>)
      maps [affine_map<(r, c) -> (r, c)>, affine_map<(r, c) -> (r, c)>] reduced [1] {
  ^bb0(%0: f32):
    %1 = amprt.reduce <add> %0 : f32
    %2 = arith.divf %0, %1 : f32
    amprt.yield %2 : f32
  }
  return
}

// Rows that are no lines do not.
// CHECK-LABEL: func.func @no_lines
// CHECK-NOT: {{nontemporal|llvm.fence}}
// CHECK: return
func.func @no_lines(%x: memref<8x1000xf32>, %y: memref<8x1000xf32> {amprt.streamed}) {
  amprt.row_kernel ins(%x : memref<8x1000xf32>) outs(%y : memref<8x1000xf32>)
      maps [affine_map<(r, c) -> (r, c)>, affine_map<(r, c) -> (r, c)>] reduced [1] {
  ^bb0(%0: f32):
    %1 = amprt.reduce <add> %0 : f32
    %2 = arith.divf %0, %1 : f32
    amprt.yield %2 : f32
  }
  return
}

// So do elementwise ops, which are vectors then; 16-bit floats by their bits.
// CHECK-LABEL: func.func @streamed_elements
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<?xf32>
// CHECK: %[[BITS:.*]] = arith.bitcast %{{.*}} : vector<32xbf16> to vector<32xi16>
// CHECK: vector.store %[[BITS]], {{.*}} {alignment = 64 : i64, nontemporal = true} : memref<?xi16, {{.*}}>, vector<32xi16>
// CHECK: llvm.fence seq_cst
// Not what has no form for vectors.
// CHECK: linalg.generic
func.func @streamed_elements(%x: memref<?xf32>, %y: memref<?xbf16> {amprt.streamed}, %i: memref<?xi32>, %j: memref<?xi32> {amprt.streamed}) {
  linalg.generic {indexing_maps = [affine_map<(d) -> (d)>, affine_map<(d) -> (d)>], iterator_types = ["parallel"]}
      ins(%x : memref<?xf32>) outs(%y : memref<?xbf16>) {
  ^bb0(%0: f32, %1: bf16):
    %2 = arith.truncf %0 : f32 to bf16
    linalg.yield %2 : bf16
  }
  linalg.generic {indexing_maps = [affine_map<(d) -> (d)>, affine_map<(d) -> (d)>], iterator_types = ["parallel"]}
      ins(%i : memref<?xi32>) outs(%j : memref<?xi32>) {
  ^bb0(%0: i32, %1: i32):
    %2 = arith.divsi %0, %0 : i32
    linalg.yield %2 : i32
  }
  return
}

// Random words of a strip are whole blocks, in lanes of 64 bits, computed once and read from the stack, where a strip may begin within a
// block: then there is one block more.
// CHECK-LABEL: func.func @random_words
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<8x100xf32>, %[[STATE:[a-z0-9]+]]: memref<2xi64>
// CHECK-DAG: %[[WORDS:.*]] = memref.alloca() {alignment = 64 : i64} : memref<68xi32>
// CHECK-DAG: %[[FIRST:.*]] = memref.subview %[[STATE]][1] [1] [1] : memref<2xi64> to memref<1xi64, strided<[1], offset: 1>>
// CHECK: scf.for %{{.*}} = %c0 to %c8 step %c1 {
// CHECK-DAG: memref.load %[[STATE]][%c0]
// CHECK-DAG: memref.load %[[FIRST]][%c0]
// CHECK-COUNT-19: arith.muli %{{.*}} : vector<16xi64>
// CHECK: %[[ALL:.*]] = vector.bitcast %{{.*}} : vector<32xi64> to vector<64xi32>
// CHECK: vector.store %[[ALL]], %[[WORDS]][%c0] : memref<68xi32>, vector<64xi32>
// CHECK: %[[BEGIN:.*]] = arith.andi %{{.*}}, %c3_i64 : i64
// CHECK: %[[IS_WITHIN:.*]] = arith.cmpi ne, %[[BEGIN]], %c0_i64 : i64
// CHECK: scf.if %[[IS_WITHIN]] {
// CHECK-COUNT-19: arith.muli %{{.*}} : vector<1xi64>
// CHECK: vector.store %{{.*}}, %[[WORDS]][%c64] : memref<68xi32>, vector<4xi32>
// CHECK-COUNT-4: vector.load %[[WORDS]][%{{.*}}] : memref<68xi32>, vector<16xi32>
// CHECK-NOT: amprt.random_word
// CHECK: return
// AVX-LABEL: func.func @random_words
// AVX-COUNT-19: arith.muli %{{.*}} : vector<16xi64>
// AVX: vector.store %{{.*}} : memref<68xi32>, vector<64xi32>
// AVX-COUNT-8: vector.load %{{.*}} : memref<68xi32>, vector<8xi32>
func.func @random_words(%x: memref<8x100xf32>, %state: memref<2xi64>, %y: memref<8x100xf32>) {
  linalg.generic {indexing_maps = [affine_map<(r, c) -> (0)>, affine_map<(r, c) -> (1)>, affine_map<(r, c) -> (r, c)>,
                                   affine_map<(r, c) -> (r, c)>], iterator_types = ["parallel", "parallel"]}
      ins(%state, %state, %x : memref<2xi64>, memref<2xi64>, memref<8x100xf32>) outs(%y : memref<8x100xf32>) {
  ^bb0(%seed: i64, %first: i64, %0: f32, %1: f32):
    %r = linalg.index 0 : index
    %c = linalg.index 1 : index
    %place = affine.apply affine_map<(r, c) -> (r * 100 + c)>(%r, %c)
    %2 = arith.index_cast %place : index to i64
    %3 = amprt.random_word %seed, %first[%2] : i32
    %zero = arith.constant 0 : i32
    %4 = arith.cmpi slt, %3, %zero : i32
    %5 = arith.constant 0.0 : f32
    %6 = arith.select %4, %0, %5 : f32
    linalg.yield %6 : f32
  }
  return
}

// Those of lanes that are no neighbours are computed one by one.
// CHECK-LABEL: func.func @random_words_apart
// CHECK: amprt.random_word %{{.*}} : vector<16xi32>
func.func @random_words_apart(%x: memref<64xf32>, %state: memref<1xi64>, %y: memref<64xf32>) {
  linalg.generic {indexing_maps = [affine_map<(c) -> (0)>, affine_map<(c) -> (c)>, affine_map<(c) -> (c)>], iterator_types = ["parallel"]}
      ins(%state, %x : memref<1xi64>, memref<64xf32>) outs(%y : memref<64xf32>) {
  ^bb0(%seed: i64, %0: f32, %1: f32):
    %c = linalg.index 0 : index
    %two = arith.constant 2 : i64
    %2 = arith.index_cast %c : index to i64
    %3 = arith.muli %2, %two : i64
    %4 = amprt.random_word %seed, %seed[%3] : i32
    %zero = arith.constant 0 : i32
    %5 = arith.cmpi slt, %4, %zero : i32
    %6 = arith.constant 0.0 : f32
    %7 = arith.select %5, %0, %6 : f32
    linalg.yield %7 : f32
  }
  return
}

// Booleans in memory are vectors of bytes.
// CHECK-LABEL: func.func @masked
// CHECK: %[[BYTES:.*]] = vector.load %{{.*}} : memref<64xi8, {{.*}}>, vector<16xi8>
// CHECK: arith.trunci %[[BYTES]] : vector<16xi8> to vector<16xi1>
func.func @masked(%m: memref<64xi1>, %x: memref<64xf32>, %y: memref<64xf32>) {
  linalg.generic {indexing_maps = [affine_map<(c) -> (c)>, affine_map<(c) -> (c)>, affine_map<(c) -> (c)>], iterator_types = ["parallel"]}
      ins(%m, %x : memref<64xi1>, memref<64xf32>) outs(%y : memref<64xf32>) {
  ^bb0(%c: i1, %0: f32, %1: f32):
    %zero = arith.constant 0.0 : f32
    %2 = arith.select %c, %0, %zero : f32
    linalg.yield %2 : f32
  }
  return
}

// Of bf16, a vector has the even elements before the odd ones: what is loaded and stored, masks, and indices. What lanes add up to
// is combined in the order of memory.
// CHECK-LABEL: func.func @pairs
// CHECK: %[[LAST:.*]] = arith.constant dense<[true, true, true, false, {{.*}}]> : vector<32xi1>
// CHECK: %[[LOADED:.*]] = vector.load {{.*}} vector<32xbf16>
// CHECK: %[[LANES:.*]] = vector.shuffle %[[LOADED]], %[[LOADED]] [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 1, 3, 5, {{.*}}, 31]
// CHECK: arith.extf %[[LANES]] : vector<32xbf16> to vector<32xf32>
// CHECK: vector.maskedload %{{.*}}, %[[LAST]]
// CHECK: arith.select
// CHECK: vector.shuffle %{{.*}} [0, 16, 1, 17, 2, 18, {{.*}}, 15, 31] : vector<32xf32>, vector<32xf32>
// CHECK: vector.extract_strided_slice {{.*}} sizes = [16]
// CHECK: %[[STEP:.*]] = vector.step : vector<32xindex>
// CHECK: %[[PLACES:.*]] = vector.shuffle %[[STEP]], %[[STEP]] [0, 2, 4, 6
// CHECK: arith.addi %{{.*}}, %[[PLACES]]
// CHECK: %[[ROUNDED:.*]] = arith.truncf %{{.*}} : vector<32xf32> to vector<32xbf16>
// CHECK: %[[STORED:.*]] = vector.shuffle %[[ROUNDED]], %[[ROUNDED]] [0, 16, 1, 17, 2, 18, {{.*}}, 15, 31]
// CHECK: vector.store %[[STORED]]
// AVX-LABEL: func.func @pairs
// AVX: vector.shuffle %{{.*}} [0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15] : vector<16xbf16>, vector<16xbf16>
func.func @pairs(%x: memref<4x99xbf16>, %y: memref<4x99xbf16>) {
  amprt.row_kernel ins(%x : memref<4x99xbf16>) outs(%y : memref<4x99xbf16>)
      maps [#full, #full] reduced [1] {
  ^bb0(%0: bf16):
    %1 = arith.extf %0 : bf16 to f32
    %2 = amprt.reduce <add> %1 : f32
    %3 = amprt.index 1 : index
    %4 = arith.index_cast %3 : index to i32
    %5 = arith.sitofp %4 : i32 to f32
    %6 = arith.divf %5, %2 : f32
    %7 = arith.truncf %6 : f32 to bf16
    amprt.yield %7 : bf16
  }
  return
}
// Not where more of it is f32: what there is one of for each column does not count.
// CHECK-LABEL: func.func @fewer_pairs
// CHECK-NOT: vector.shuffle
// CHECK: return
// CHECK-LABEL: func.func @pairs_of_columns
// CHECK: %[[BIAS:.*]] = vector.load {{.*}} vector<32xf32>
// CHECK: vector.shuffle %[[BIAS]], %[[BIAS]] [0, 2
// CHECK: vector.load {{.*}} vector<32xbf16>
func.func @fewer_pairs(%x: memref<100x256xf32>, %y: memref<100x256xf32>, %z: memref<100x256xbf16>) {
  amprt.row_kernel ins(%x, %y : memref<100x256xf32>, memref<100x256xf32>) outs(%z : memref<100x256xbf16>)
      maps [#full, #full, #full] reduced [] {
  ^bb0(%0: f32, %1: f32):
    %2 = arith.addf %0, %1 : f32
    %3 = arith.truncf %2 : f32 to bf16
    amprt.yield %3 : bf16
  }
  return
}
func.func @pairs_of_columns(%x: memref<100x256xbf16>, %bias: memref<256xf32>, %sum: memref<256xf32>) {
  amprt.row_kernel ins(%x, %bias : memref<100x256xbf16>, memref<256xf32>) outs(%sum : memref<256xf32>)
      maps [#full, #column, #column] reduced [0] {
  ^bb0(%0: bf16, %1: f32):
    %2 = arith.extf %0 : bf16 to f32
    %3 = arith.mulf %2, %1 : f32
    %4 = amprt.reduce <add> %3 : f32
    amprt.yield %4 : f32
  }
  return
}
