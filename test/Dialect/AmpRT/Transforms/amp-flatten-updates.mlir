// RUN: amp-opt %s --amp-flatten-updates --canonicalize -split-input-file | FileCheck %s
// RUN: amp-opt %s --amp-flatten-updates -split-input-file --remarks-filter=amp-flatten --remark-format=emitRemark -o %t 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

#id1 = affine_map<(d0) -> (d0)>
#id2 = affine_map<(d0, d1) -> (d0, d1)>
#all1 = affine_map<(d0) -> ()>
#all2 = affine_map<(d0, d1) -> ()>

// Two variables of one storage become one argument. Their gradients get places in one
// buffer, which the product and the sum write; test and update are one op each, the update
// where both gradients are there.
// REMARK: remark: {{.*}}flattened | Category:amp-flatten | elements=24, ops=2
// REMARK: remark: {{.*}}flattened | Category:amp-flatten | elements=24, ops=2
// CHECK-LABEL: func.func @step(
// CHECK-SAME: %[[S:[a-z0-9]+]]: memref<96xi8> {amp.storage = @p}, %[[LR:[a-z0-9]+]]: memref<f32>
// CHECK: %[[ALLW:.*]] = memref.view %[[S]][%c0{{.*}}][] : memref<96xi8> to memref<24xf32>
// CHECK: %[[G:.*]] = memref.alloc() : memref<96xi8>
// CHECK: %[[ALLG:.*]] = memref.view %[[G]][%c0{{.*}}][] : memref<96xi8> to memref<24xf32>
// CHECK: %[[GW:.*]] = memref.view %[[G]][%c0{{.*}}][] : memref<96xi8> to memref<4x4xf32>
// CHECK: amprt.gemm {{.*}} outs(%[[GW]]
// CHECK: %[[GB:.*]] = memref.view %[[G]][%c64{{.*}}][] : memref<96xi8> to memref<8xf32>
// CHECK: linalg.fill {{.*}} outs(%[[GB]]
// CHECK: linalg.generic {{.*}}iterator_types = ["reduction"]} ins(%[[ALLG]] : memref<24xf32>) outs(%{{.*}} : memref<f32>)
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel"]} ins(%[[ALLG]], %[[LR]] : memref<24xf32>, memref<f32>) outs(%[[ALLW]] : memref<24xf32>)
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @step(
    %b: memref<8xf32> {amp.variable = @b, amp.storage = @p, amp.storage_offset = 64 : i64, amp.storage_bytes = 96 : i64},
    %lr: memref<f32> {amp.variable = @lr},
    %w: memref<4x4xf32> {amp.variable = @w, amp.storage = @p, amp.storage_offset = 0 : i64, amp.storage_bytes = 96 : i64},
    %x: memref<4x4xf32>, %norm: memref<f32>) {
  %zero = arith.constant 0.0 : f32
  %gw = memref.alloc() : memref<4x4xf32>
  amprt.gemm ins(%x, %x : memref<4x4xf32>, memref<4x4xf32>) outs(%gw : memref<4x4xf32>)
  linalg.fill ins(%zero : f32) outs(%norm : memref<f32>)
  linalg.generic {indexing_maps = [#id2, #all2], iterator_types = ["reduction", "reduction"]} ins(%gw : memref<4x4xf32>) outs(%norm : memref<f32>) {
  ^bb0(%g: f32, %n: f32):
    %0 = arith.mulf %g, %g : f32
    %1 = arith.addf %0, %n : f32
    linalg.yield %1 : f32
  }
  linalg.generic {indexing_maps = [#id2, #all2, #id2], iterator_types = ["parallel", "parallel"]} ins(%gw, %lr : memref<4x4xf32>, memref<f32>) outs(%w : memref<4x4xf32>) {
  ^bb0(%g: f32, %r: f32, %v: f32):
    %0 = arith.mulf %g, %r : f32
    %1 = arith.subf %v, %0 : f32
    linalg.yield %1 : f32
  }
  %gb = memref.alloc() : memref<8xf32>
  linalg.fill ins(%zero : f32) outs(%gb : memref<8xf32>)
  linalg.generic {indexing_maps = [#id1, #all1], iterator_types = ["reduction"]} ins(%gb : memref<8xf32>) outs(%norm : memref<f32>) {
  ^bb0(%g: f32, %n: f32):
    %0 = arith.mulf %g, %g : f32
    %1 = arith.addf %0, %n : f32
    linalg.yield %1 : f32
  }
  linalg.generic {indexing_maps = [#id1, #all1, #id1], iterator_types = ["parallel"]} ins(%gb, %lr : memref<8xf32>, memref<f32>) outs(%b : memref<8xf32>) {
  ^bb0(%g: f32, %r: f32, %v: f32):
    %0 = arith.mulf %g, %r : f32
    %1 = arith.subf %v, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// -----

#id1 = affine_map<(d0) -> (d0)>
#all1 = affine_map<(d0) -> ()>

// What differs is a run of its own: a scalar of another group, between two runs of the
// first one's. The storage's unused part is still part of it.
// REMARK-COUNT-1: remark: {{.*}}flattened | Category:amp-flatten | elements=8, ops=2
// CHECK-LABEL: func.func @groups(
// CHECK-SAME: %[[S:[a-z0-9]+]]: memref<128xi8> {amp.storage = @p}
// CHECK-DAG: %[[AB:.*]] = memref.view %[[S]][%c0{{.*}}][] : memref<128xi8> to memref<8xf32>
// CHECK-DAG: %[[C:.*]] = memref.view %[[S]][%c32{{.*}}][] : memref<128xi8> to memref<4xf32>
// CHECK-DAG: %[[D:.*]] = memref.view %[[S]][%c48{{.*}}][] : memref<128xi8> to memref<4xf32>
// CHECK: linalg.generic {{.*}} outs(%[[AB]] : memref<8xf32>)
// CHECK: linalg.generic {{.*}} outs(%[[C]] : memref<4xf32>)
// CHECK: linalg.generic {{.*}} outs(%[[D]] : memref<4xf32>)
func.func @groups(
    %a: memref<4xf32> {amp.variable = @a, amp.storage = @p, amp.storage_offset = 0 : i64, amp.storage_bytes = 128 : i64},
    %b: memref<4xf32> {amp.variable = @b, amp.storage = @p, amp.storage_offset = 16 : i64, amp.storage_bytes = 128 : i64},
    %c: memref<4xf32> {amp.variable = @c, amp.storage = @p, amp.storage_offset = 32 : i64, amp.storage_bytes = 128 : i64},
    %d: memref<4xf32> {amp.variable = @d, amp.storage = @p, amp.storage_offset = 48 : i64, amp.storage_bytes = 128 : i64},
    %lr: memref<f32>, %other: memref<f32>) {
  linalg.generic {indexing_maps = [#all1, #id1], iterator_types = ["parallel"]} ins(%lr : memref<f32>) outs(%a : memref<4xf32>) {
  ^bb0(%r: f32, %v: f32):
    %0 = arith.mulf %v, %r : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#all1, #id1], iterator_types = ["parallel"]} ins(%lr : memref<f32>) outs(%b : memref<4xf32>) {
  ^bb0(%r: f32, %v: f32):
    %0 = arith.mulf %v, %r : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#all1, #id1], iterator_types = ["parallel"]} ins(%other : memref<f32>) outs(%c : memref<4xf32>) {
  ^bb0(%r: f32, %v: f32):
    %0 = arith.mulf %v, %r : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#all1, #id1], iterator_types = ["parallel"]} ins(%lr : memref<f32>) outs(%d : memref<4xf32>) {
  ^bb0(%r: f32, %v: f32):
    %0 = arith.mulf %v, %r : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#id1 = affine_map<(d0) -> (d0)>

// The second op needs what the product gives, and the product what the first one gives:
// neither can move to the other. The buffers stay their own.
// CHECK-LABEL: func.func @dependent(
// CHECK-SAME: %[[S:[a-z0-9]+]]: memref<128xi8> {amp.storage = @p}
// CHECK: memref.alloc() : memref<16xf32>
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : memref<16xf32>)
// CHECK: math.exp
// CHECK: amprt.gemm
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : memref<16xf32>)
func.func @dependent(
    %a: memref<16xf32> {amp.variable = @a, amp.storage = @p, amp.storage_offset = 0 : i64, amp.storage_bytes = 128 : i64},
    %b: memref<16xf32> {amp.variable = @b, amp.storage = @p, amp.storage_offset = 64 : i64, amp.storage_bytes = 128 : i64},
    %y: memref<16xf32>) {
  %t = memref.alloc() : memref<16xf32>
  linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]} ins(%a : memref<16xf32>) outs(%t : memref<16xf32>) {
  ^bb0(%v: f32, %o: f32):
    %0 = math.exp %v : f32
    linalg.yield %0 : f32
  }
  %left = memref.expand_shape %t [[0, 1]] output_shape [4, 4] : memref<16xf32> into memref<4x4xf32>
  %right = memref.expand_shape %b [[0, 1]] output_shape [4, 4] : memref<16xf32> into memref<4x4xf32>
  amprt.gemm ins(%left, %left : memref<4x4xf32>, memref<4x4xf32>) outs(%right : memref<4x4xf32>)
  %u = memref.alloc() : memref<16xf32>
  linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]} ins(%b : memref<16xf32>) outs(%u : memref<16xf32>) {
  ^bb0(%v: f32, %o: f32):
    %0 = math.exp %v : f32
    linalg.yield %0 : f32
  }
  memref.copy %u, %y : memref<16xf32> to memref<16xf32>
  return
}

// -----

#id1 = affine_map<(d0) -> (d0)>
#all1 = affine_map<(d0) -> ()>

// A part of a variable that is read between two updates of it and its neighbour: they
// happen where the last one was, not where the first one was.
// REMARK: remark: {{.*}}flattened | Category:amp-flatten | elements=16, ops=2
// CHECK-LABEL: func.func @read_between(
// CHECK: memref.subview
// CHECK: memref.copy
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : memref<16xf32>)
func.func @read_between(
    %a: memref<8xf32> {amp.variable = @a, amp.storage = @p, amp.storage_offset = 0 : i64, amp.storage_bytes = 64 : i64},
    %b: memref<8xf32> {amp.variable = @b, amp.storage = @p, amp.storage_offset = 32 : i64, amp.storage_bytes = 64 : i64},
    %lr: memref<f32>, %y: memref<4xf32>) {
  linalg.generic {indexing_maps = [#all1, #id1], iterator_types = ["parallel"]} ins(%lr : memref<f32>) outs(%a : memref<8xf32>) {
  ^bb0(%r: f32, %v: f32):
    %0 = arith.mulf %v, %r : f32
    linalg.yield %0 : f32
  }
  %part = memref.subview %b[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
  memref.copy %part, %y : memref<4xf32, strided<[1]>> to memref<4xf32>
  linalg.generic {indexing_maps = [#all1, #id1], iterator_types = ["parallel"]} ins(%lr : memref<f32>) outs(%b : memref<8xf32>) {
  ^bb0(%r: f32, %v: f32):
    %0 = arith.mulf %v, %r : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

// The second op of each pair reads what the first one writes; the pairs' first input is no
// buffer that could lie with the others. The sum of all comes when all exponentials are
// there.
// REMARK: remark: {{.*}}flattened | Category:amp-flatten | elements=8, ops=2
// REMARK: remark: {{.*}}flattened | Category:amp-flatten | elements=12, ops=3
// CHECK-LABEL: func.func @behind(
// CHECK-COUNT-2: math.exp
// CHECK: arith.addf
// CHECK-NOT: math.exp
// CHECK: return
#id = affine_map<(d0) -> (d0)>
func.func @behind(
    %m0: memref<4xf32> {amp.variable = @m0, amp.storage = @m, amp.storage_offset = 0 : i64, amp.storage_bytes = 48 : i64},
    %m1: memref<4xf32> {amp.variable = @m1, amp.storage = @m, amp.storage_offset = 16 : i64, amp.storage_bytes = 48 : i64},
    %m2: memref<4xf32> {amp.variable = @m2, amp.storage = @m, amp.storage_offset = 32 : i64, amp.storage_bytes = 48 : i64},
    %x0: memref<4xf32>, %y: memref<4xf32>) {
  %x1 = memref.alloc() : memref<4xf32>
  %x2 = memref.alloc() : memref<4xf32>
  memref.copy %y, %x1 : memref<4xf32> to memref<4xf32>
  memref.copy %y, %x2 : memref<4xf32> to memref<4xf32>
  %t0 = memref.alloc() : memref<4xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x0 : memref<4xf32>) outs(%t0 : memref<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = math.exp %a : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%t0 : memref<4xf32>) outs(%m0 : memref<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.addf %a, %o : f32
    linalg.yield %0 : f32
  }
  %t1 = memref.alloc() : memref<4xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x1 : memref<4xf32>) outs(%t1 : memref<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = math.exp %a : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%t1 : memref<4xf32>) outs(%m1 : memref<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.addf %a, %o : f32
    linalg.yield %0 : f32
  }
  %t2 = memref.alloc() : memref<4xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x2 : memref<4xf32>) outs(%t2 : memref<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = math.exp %a : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%t2 : memref<4xf32>) outs(%m2 : memref<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.addf %a, %o : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#id = affine_map<(d0) -> (d0)>

// Each op reads what the next one writes. As one op they would read it while it is written.
// CHECK-LABEL: func.func @shift(
// CHECK-COUNT-2: linalg.generic
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @shift(
    %a: memref<4xf32> {amp.variable = @a, amp.storage = @p, amp.storage_offset = 0 : i64, amp.storage_bytes = 48 : i64},
    %b: memref<4xf32> {amp.variable = @b, amp.storage = @p, amp.storage_offset = 16 : i64, amp.storage_bytes = 48 : i64},
    %c: memref<4xf32> {amp.variable = @c, amp.storage = @p, amp.storage_offset = 32 : i64, amp.storage_bytes = 48 : i64}) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%b : memref<4xf32>) outs(%c : memref<4xf32>) {
  ^bb0(%v: f32, %o: f32):
    %0 = arith.negf %v : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : memref<4xf32>) outs(%b : memref<4xf32>) {
  ^bb0(%v: f32, %o: f32):
    %0 = arith.negf %v : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

// So it is with one element that all read and one of them writes.
// CHECK-LABEL: func.func @scalar(
// CHECK-COUNT-2: linalg.generic
// CHECK-NOT: linalg.generic
// CHECK: return
#id = affine_map<(d0) -> (d0)>
#all = affine_map<(d0) -> ()>
func.func @scalar(
    %a: memref<1xf32> {amp.variable = @a, amp.storage = @m, amp.storage_offset = 0 : i64, amp.storage_bytes = 20 : i64},
    %b: memref<4xf32> {amp.variable = @b, amp.storage = @m, amp.storage_offset = 4 : i64, amp.storage_bytes = 20 : i64}) {
  %s = memref.collapse_shape %a [] : memref<1xf32> into memref<f32>
  linalg.generic {indexing_maps = [#all, #id], iterator_types = ["parallel"]} ins(%s : memref<f32>) outs(%b : memref<4xf32>) {
  ^bb0(%v: f32, %o: f32):
    %0 = arith.mulf %v, %o : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#all, #id], iterator_types = ["parallel"]} ins(%s : memref<f32>) outs(%a : memref<1xf32>) {
  ^bb0(%v: f32, %o: f32):
    %0 = arith.mulf %v, %o : f32
    linalg.yield %0 : f32
  }
  return
}
