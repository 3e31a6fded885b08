// RUN: amp-opt %s --amp-outline-kernels="target=cuda" -split-input-file | FileCheck %s

#id = affine_map<(i, j) -> (i, j)>
#columns = affine_map<(i, j) -> (j)>

// A thread has 16 bytes of each operand; indices have 32 bits; the bias is found without
// another division. What is read and what nothing else is, is said.
// CHECK-LABEL: func.func @elements(
// CHECK: amprt.launch @kernels::@add_f16(%{{.*}}) {block = array<i64: 256, 1, 1>, grid = array<i64: 64, 1, 1>, num_outputs = 1 : i64}
// CHECK: gpu.func @add_f16(%[[Y:.*]]: memref<131072xf16> {llvm.align = 256 : i64, llvm.noalias}, %[[X:.*]]: memref<131072xf16> {llvm.align = 256 : i64, llvm.noalias, llvm.readonly}, %[[B:.*]]: memref<256xf16> {{.*}}) kernel attributes {known_block_size = array<i32: 256, 1, 1>, known_grid_size = array<i32: 64, 1, 1>}
// CHECK-NOT: arith.divui %{{.*}} : index
// CHECK: arith.remui %{{.*}} : i32
// CHECK: vector.load %[[X]][%{{.*}}] {alignment = 16 : i64} : memref<131072xf16>, vector<8xf16>
// CHECK: vector.load %[[B]][%{{.*}}] {alignment = 16 : i64} : memref<256xf16>, vector<8xf16>
// CHECK-COUNT-8: arith.addf %{{.*}} : f16
// CHECK: vector.store %{{.*}}, %[[Y]][%{{.*}}] {alignment = 16 : i64} : memref<131072xf16>, vector<8xf16>
// CHECK-NOT: scf.if
// CHECK: gpu.return
func.func @elements(%x: memref<512x256xf16>, %b: memref<256xf16>, %y: memref<512x256xf16>) {
  linalg.generic {indexing_maps = [#id, #columns, #id], iterator_types = ["parallel", "parallel"]}
    ins(%x, %b : memref<512x256xf16>, memref<256xf16>) outs(%y : memref<512x256xf16>) {
  ^bb0(%e: f16, %f: f16, %o: f16):
    %s = arith.addf %e, %f : f16
    linalg.yield %s : f16
  }
  return
}

// -----

#id = affine_map<(i) -> (i)>

// What no vector takes has a thread for each element in the same kernel. A bool has a byte.
// An argument's alignment divides its size: no load that LLVM widens leaves it.
// A view that begins where no 16 bytes do has narrower vectors.
// CHECK-LABEL: func.func @rest(
// CHECK: gpu.func @{{.*}}(%[[Y:.*]]: memref<10007xi8> {llvm.align = 1 : i64, llvm.noalias}, %[[X:.*]]: memref<10007xf32> {llvm.align = 4 : i64, {{.*}}})
// CHECK: %[[IS:.*]] = arith.cmpi ult, %{{.*}}, %{{.*}} : i32
// CHECK: scf.if %[[IS]]
// CHECK: vector.load %[[X]][%{{.*}}] {alignment = 8 : i64} : memref<10007xf32>, vector<2xf32>
// CHECK: arith.extui %{{.*}} : i1 to i8
// CHECK: vector.store %{{.*}}, %[[Y]][%{{.*}}] {alignment = 2 : i64} : memref<10007xi8>, vector<2xi8>
// CHECK: scf.if
// CHECK: memref.load %[[X]]
// CHECK: memref.store %{{.*}}, %[[Y]]
func.func @rest(%x: memref<10016xf32>, %y: memref<10007xi1>) {
  %zero = arith.constant 0.0 : f32
  %v = memref.subview %x[2] [10007] [1] : memref<10016xf32> to memref<10007xf32, strided<[1], offset: 2>>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
    ins(%v : memref<10007xf32, strided<[1], offset: 2>>) outs(%y : memref<10007xi1>) {
  ^bb0(%e: f32, %o: i1):
    %s = arith.cmpf ogt, %e, %zero : f32
    linalg.yield %s : i1
  }
  return
}

// -----

#full = affine_map<(r, c) -> (r, c)>

// A warp has a short row: one load, exchanges for each reduction, one store.
// CHECK-LABEL: func.func @rows(
// CHECK: amprt.launch @kernels::@[[ROWS:[a-z0-9_]+]](%{{.*}}) {block = array<i64: 256, 1, 1>, grid = array<i64: 512, 1, 1>
// A block has a long one, and goes through it once for each stage.
// CHECK: amprt.launch @kernels::@[[LONG:[a-z0-9_]+]](%{{.*}}) {block = array<i64: 1024, 1, 1>, grid = array<i64: 8, 1, 1>
// CHECK: gpu.func @[[ROWS]](
// CHECK-COUNT-1: vector.load
// CHECK-NOT: vector.load
// CHECK-COUNT-5: gpu.shuffle xor
// CHECK: arith.subf
// CHECK-COUNT-5: gpu.shuffle xor
// CHECK-NOT: gpu.barrier
// CHECK-COUNT-1: vector.store
// CHECK: gpu.func @[[LONG]]({{.*}}) workgroup(%{{.*}} : memref<32xf32, #gpu.address_space<workgroup>>
// CHECK: scf.for
// CHECK-COUNT-4: vector.load
// CHECK: gpu.barrier
// CHECK: scf.for
// CHECK: gpu.barrier
// CHECK: scf.for
// CHECK: vector.store
func.func @rows(%x: memref<4096x256xf16>, %y: memref<4096x256xf16>, %u: memref<8x65536xf32>, %v: memref<8x65536xf32>) {
  amprt.row_kernel ins(%x : memref<4096x256xf16>) outs(%y : memref<4096x256xf16>)
      maps [#full, #full] reduced [1] {
  ^bb0(%0: f16):
    %1 = arith.extf %0 : f16 to f32
    %2 = amprt.reduce <maximumf> %1 : f32
    %3 = arith.subf %1, %2 : f32
    %4 = amprt.reduce <add> %3 : f32
    %5 = arith.divf %3, %4 : f32
    %6 = arith.truncf %5 : f32 to f16
    amprt.yield %6 : f16
  }
  amprt.row_kernel ins(%u : memref<8x65536xf32>) outs(%v : memref<8x65536xf32>)
      maps [#full, #full] reduced [1] {
  ^bb0(%0: f32):
    %2 = amprt.reduce <maximumf> %0 : f32
    %3 = arith.subf %0, %2 : f32
    %4 = amprt.reduce <add> %3 : f32
    %5 = arith.divf %3, %4 : f32
    amprt.yield %5 : f32
  }
  return
}

// -----

#full = affine_map<(r, c) -> (r, c)>
#column = affine_map<(r, c) -> (c)>
#one = affine_map<(r, c) -> ()>

// Columns combine in shared memory. Blocks that share them, or everything, leave what they
// have in memory; the last one, says a counter that is then zero again, combines that.
// CHECK-LABEL: func.func @columns(
// CHECK: %[[PARTS:.*]] = memref.alloc() : memref<2048xf32>
// CHECK: amprt.launch @kernels::@sum_columns(%{{.*}}, %[[PARTS]], %{{.*}}) {{{.*}}num_outputs = 2 : i64}
// CHECK: amprt.launch @kernels::@sum_all(
// CHECK: memref.global "private" @finished_blocks : memref<1024xi32, 1> = dense<0>
// CHECK: gpu.func @sum_columns(%[[Y:[a-z0-9]+]]: memref<256xf32> {{[^%]*}}, %[[P:[a-z0-9]+]]: memref<2048xf32>
// CHECK: vector.load
// CHECK: memref.store %{{.*}} : memref<{{[0-9]+}}xf32, #gpu.address_space<workgroup>>
// CHECK: gpu.barrier
// CHECK: memref.store %{{.*}}, %[[P]]
// CHECK: gpu.barrier
// CHECK: nvvm.memory.barrier
// CHECK: memref.atomic_rmw addi
// CHECK: nvvm.memory.barrier
// CHECK: memref.atomic_rmw assign
// CHECK: memref.load %[[P]]
// CHECK: vector.store %{{.*}}, %[[Y]]
func.func @columns(%x: memref<512x256xf16>, %y: memref<256xf32>, %all: memref<f32>) {
  amprt.row_kernel ins(%x : memref<512x256xf16>) outs(%y : memref<256xf32>)
      maps [#full, #column] reduced [0] {
  ^bb0(%0: f16):
    %1 = arith.extf %0 : f16 to f32
    %2 = amprt.reduce <add> %1 : f32
    amprt.yield %2 : f32
  }
  amprt.row_kernel ins(%x : memref<512x256xf16>) outs(%all : memref<f32>)
      maps [#full, #one] reduced [0, 1] {
  ^bb0(%0: f16):
    %1 = arith.extf %0 : f16 to f32
    %2 = amprt.reduce <add> %1 : f32
    amprt.yield %2 : f32
  }
  return
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#swapped = affine_map<(i, j) -> (j, i)>

// A thread turns a square of a transpose in its registers: 8 vectors of 8, read along the
// one dimension and written along the other, before any of them is needed.
// CHECK-LABEL: func.func @transpose(
// CHECK: amprt.launch @kernels::@{{.*}} {block = array<i64: 128, 1, 1>, grid = array<i64: 16, 1, 1>
// CHECK: gpu.func @transpose_f16(%[[Y:.*]]: memref<131072xf16> {{[^%]*}}, %[[X:.*]]: memref<131072xf16> {{[^%]*}}) kernel
// CHECK-COUNT-8: vector.load %[[X]][%{{.*}}] {alignment = 16 : i64} : memref<131072xf16>, vector<8xf16>
// CHECK-NOT: vector.load
// CHECK-COUNT-8: vector.store %{{.*}}, %[[Y]][%{{.*}}] {alignment = 16 : i64} : memref<131072xf16>, vector<8xf16>
// CHECK-NOT: vector.store
// CHECK: gpu.return
func.func @transpose(%x: memref<512x256xf16>, %y: memref<256x512xf16>) {
  linalg.generic {indexing_maps = [#swapped, #id], iterator_types = ["parallel", "parallel"]}
    ins(%x : memref<512x256xf16>) outs(%y : memref<256x512xf16>) {
  ^bb0(%e: f16, %o: f16):
    linalg.yield %e : f16
  }
  return
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#swapped = affine_map<(i, j) -> (j, i)>

// Where rows do not begin at vectors it goes through shared memory, of which a row has an
// element more.
// CHECK-LABEL: func.func @transpose_odd(
// CHECK: gpu.func @transpose_f32({{.*}}) workgroup(%[[TILE:.*]] : memref<1056xf32, #gpu.address_space<workgroup>>)
// CHECK-COUNT-4: memref.store %{{.*}}, %[[TILE]]
// CHECK: gpu.barrier
// CHECK-COUNT-4: memref.load %[[TILE]]
func.func @transpose_odd(%x: memref<511x257xf32>, %y: memref<257x511xf32>) {
  linalg.generic {indexing_maps = [#swapped, #id], iterator_types = ["parallel", "parallel"]}
    ins(%x : memref<511x257xf32>) outs(%y : memref<257x511xf32>) {
  ^bb0(%e: f32, %o: f32):
    linalg.yield %e : f32
  }
  return
}

// -----

#id = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>
#scalar = affine_map<() -> ()>

// Small ops share a block, however far apart they are: the sum begins with a constant, a
// barrier stands where other threads have written what is read. `fuse=false` keeps them
// apart.
// CHECK-LABEL: func.func @small(
// CHECK-NOT: amprt.fill
// CHECK: amprt.launch @kernels::@[[BIG:[a-z0-9_]+]](%arg2, %arg1)
// CHECK: amprt.launch @kernels::@[[SMALL:[a-z0-9_]+]]({{.*}}) {block = array<i64: 32, 1, 1>, grid = array<i64: 1, 1, 1>
// CHECK-NOT: amprt.launch
// CHECK: gpu.func @[[BIG]](
// CHECK: gpu.func @[[SMALL]](
// CHECK: gpu.shuffle xor
// CHECK: gpu.barrier
// CHECK: math.exp
func.func @small(%x: memref<64xf32>, %big: memref<65536xf32>, %out: memref<65536xf32>, %s: memref<f32>, %t: memref<f32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%s : memref<f32>)
  linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction"]}
    ins(%x : memref<64xf32>) outs(%s : memref<f32>) {
  ^bb0(%e: f32, %o: f32):
    %0 = arith.addf %e, %o : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
    ins(%big : memref<65536xf32>) outs(%out : memref<65536xf32>) {
  ^bb0(%e: f32, %o: f32):
    %0 = arith.negf %e : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#scalar, #scalar], iterator_types = []}
    ins(%s : memref<f32>) outs(%t : memref<f32>) {
  ^bb0(%e: f32, %o: f32):
    %0 = math.exp %e : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#id = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>

// What no one op combines has a thread for each result, which runs the loop.
// CHECK-LABEL: func.func @argmax(
// CHECK: amprt.launch @kernels::@{{.*}} {block = array<i64: 32, 1, 1>, grid = array<i64: 1, 1, 1>, num_outputs = 2 : i64}
// CHECK: gpu.func
// CHECK: %{{.*}}:2 = scf.for %{{.*}} -> (f32, i64)
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

// -----

// Of rows a thread has 16 bytes of each array, or as many as divide a row: 64 elements are 16
// accesses, 6 are 3. Where each element has an index, a thread has one.
// CHECK-LABEL: func.func @places(
// CHECK: amprt.launch @kernels::@[[READ:read_at_f32]](%{{.*}}) {block = array<i64: 256, 1, 1>, grid = array<i64: 32, 1, 1>
// CHECK: amprt.launch @kernels::@[[SUM:sum_groups_f16]](%{{.*}}) {block = array<i64: 256, 1, 1>, grid = array<i64: 12, 1, 1>
// CHECK: amprt.launch @kernels::@[[ONE:read_at_f32_2]](%{{.*}}) {block = array<i64: 256, 1, 1>, grid = array<i64: 8, 1, 1>
// CHECK: gpu.func @[[READ]](
// CHECK: arith.cmpi ult, %{{.*}}, %{{.*}} : i32
// CHECK: %[[ROW:.*]] = vector.load %{{.*}} {alignment = 16 : i64} : memref<1x1000x64xf32{{.*}}>, vector<4xf32>
// CHECK: vector.store %{{.*}} {alignment = 16 : i64} : memref<1x512x64xf32{{.*}}>, vector<4xf32>
// CHECK: gpu.func @[[SUM]](
// CHECK: scf.for {{.*}} -> (f32, f32)
// CHECK: vector.load %{{.*}} {alignment = 4 : i64} : memref<1x512x6xf16{{.*}}>, vector<2xf16>
// CHECK: vector.store %{{.*}} {alignment = 4 : i64} : memref<1x1000x6xf16{{.*}}>, vector<2xf16>
// CHECK: gpu.func @[[ONE]](
// CHECK-NOT: vector.load
// CHECK: gpu.return
func.func @places(%t: memref<1x1000x64xf32>, %i: memref<1x512x1xi64>, %y: memref<1x512x64xf32>,
                  %x: memref<1x512x6xf16>, %o: memref<1x512x1xi32>, %s: memref<1x1001x1xi32>, %g: memref<1x1000x6xf16>,
                  %e: memref<1x500x4xf32>, %j: memref<1x500x4xi64>, %z: memref<1x500x4xf32>) {
  amprt.read_at ins(%t, %i : memref<1x1000x64xf32>, memref<1x512x1xi64>) outs(%y : memref<1x512x64xf32>)
  amprt.sum_groups ins(%x, %o, %s : memref<1x512x6xf16>, memref<1x512x1xi32>, memref<1x1001x1xi32>) outs(%g : memref<1x1000x6xf16>)
  amprt.read_at ins(%e, %j : memref<1x500x4xf32>, memref<1x500x4xi64>) outs(%z : memref<1x500x4xf32>)
  return
}
