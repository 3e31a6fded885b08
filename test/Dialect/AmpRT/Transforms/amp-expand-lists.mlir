// RUN: amp-opt %s --amp-expand-lists --canonicalize -split-input-file | FileCheck %s
// RUN: amp-opt %s --amp-expand-lists -split-input-file --remarks-filter=amp-lists --remark-format=emitRemark -o %t 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// Two variables of one flat buffer become one argument. Their gradients get places in one
// buffer, in the flat buffer's order, which the product and the sum write; norm and update are
// one op each.
// REMARK: remark: {{.*}}expanded | Category:amp-lists | arrays=2
// REMARK: remark: {{.*}}expanded | Category:amp-lists | arrays=2
// CHECK-LABEL: func.func @step(
// CHECK-SAME: %[[S:[a-z0-9]+]]: memref<96xi8> {amp.flat_buffer = @p}, %[[LR:[a-z0-9]+]]: memref<f32>
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
    %b: memref<8xf32> {amp.variable = @b, amp.flat_buffer = @p, amp.flat_buffer_offset = 64 : i64, amp.flat_buffer_bytes = 96 : i64},
    %lr: memref<f32> {amp.variable = @lr},
    %w: memref<4x4xf32> {amp.variable = @w, amp.flat_buffer = @p, amp.flat_buffer_offset = 0 : i64, amp.flat_buffer_bytes = 96 : i64},
    %x: memref<4x4xf32>, %norm: memref<f32>) {
  %zero = arith.constant 0.0 : f32
  %gw = memref.alloc() : memref<4x4xf32>
  amprt.gemm ins(%x, %x : memref<4x4xf32>, memref<4x4xf32>) outs(%gw : memref<4x4xf32>)
  %gb = memref.alloc() : memref<8xf32>
  linalg.fill ins(%zero : f32) outs(%gb : memref<8xf32>)
  linalg.fill ins(%zero : f32) outs(%norm : memref<f32>)
  amprt.reduce_list ins(%gb, %gw : memref<8xf32>, memref<4x4xf32>) outs(%norm : memref<f32>) {
  ^bb0(%element: f32, %sum_so_far: f32):
    %0 = arith.mulf %element, %element : f32
    %1 = arith.addf %0, %sum_so_far : f32
    amprt.yield %1 : f32
  }
  amprt.map_list ins(%gb, %gw : memref<8xf32>, memref<4x4xf32>) scalars(%lr : memref<f32>)
      outs(%b, %w : memref<8xf32>, memref<4x4xf32>) {
  ^bb0(%gradient: f32, %rate: f32, %old: f32):
    %0 = arith.mulf %gradient, %rate : f32
    %1 = arith.subf %old, %0 : f32
    amprt.yield %1 : f32
  }
  return
}

// -----

// A group of its own, with a scalar that differs, lies between two runs of the first one's.
// The gradients of both are one buffer all the same, which is reduced at once.
// REMARK: remark: {{.*}}expanded | Category:amp-lists | arrays=3
// REMARK: remark: {{.*}}expanded | Category:amp-lists | arrays=1
// REMARK: remark: {{.*}}expanded | Category:amp-lists | arrays=1
// REMARK: remark: {{.*}}expanded | Category:amp-lists | arrays=1
// CHECK-LABEL: func.func @groups(
// CHECK-SAME: %[[S:[a-z0-9]+]]: memref<64xi8> {amp.flat_buffer = @p}, %[[LR:[a-z0-9]+]]: memref<f32>, %[[LR2:[a-z0-9]+]]: memref<f32>
// CHECK-DAG: %[[A:.*]] = memref.view %[[S]][%c0{{.*}}][] : memref<64xi8> to memref<4xf32>
// CHECK-DAG: %[[B:.*]] = memref.view %[[S]][%c16{{.*}}][] : memref<64xi8> to memref<4xf32>
// CHECK-DAG: %[[C:.*]] = memref.view %[[S]][%c32{{.*}}][] : memref<64xi8> to memref<4xf32>
// CHECK-DAG: %[[G:.*]] = memref.alloc() : memref<48xi8>
// CHECK-DAG: %[[ALLG:.*]] = memref.view %[[G]][%c0{{.*}}][] : memref<48xi8> to memref<12xf32>
// CHECK: linalg.generic {{.*}} ins(%[[ALLG]] : memref<12xf32>) outs(%{{.*}} : memref<f32>)
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %[[LR]] : memref<4xf32>, memref<f32>) outs(%[[A]] : memref<4xf32>)
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %[[LR]] : memref<4xf32>, memref<f32>) outs(%[[C]] : memref<4xf32>)
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %[[LR2]] : memref<4xf32>, memref<f32>) outs(%[[B]] : memref<4xf32>)
// CHECK: return
func.func @groups(
    %a: memref<4xf32> {amp.variable = @a, amp.flat_buffer = @p, amp.flat_buffer_offset = 0 : i64, amp.flat_buffer_bytes = 64 : i64},
    %b: memref<4xf32> {amp.variable = @b, amp.flat_buffer = @p, amp.flat_buffer_offset = 16 : i64, amp.flat_buffer_bytes = 64 : i64},
    %c: memref<4xf32> {amp.variable = @c, amp.flat_buffer = @p, amp.flat_buffer_offset = 32 : i64, amp.flat_buffer_bytes = 64 : i64},
    %lr: memref<f32>, %lr2: memref<f32>, %x: memref<4xf32>, %norm: memref<f32>) {
  %ga = memref.alloc() : memref<4xf32>
  %gb = memref.alloc() : memref<4xf32>
  %gc = memref.alloc() : memref<4xf32>
  memref.copy %x, %gc : memref<4xf32> to memref<4xf32>
  memref.copy %x, %gb : memref<4xf32> to memref<4xf32>
  memref.copy %x, %ga : memref<4xf32> to memref<4xf32>
  amprt.reduce_list ins(%gc, %ga, %gb : memref<4xf32>, memref<4xf32>, memref<4xf32>) outs(%norm : memref<f32>) {
  ^bb0(%element: f32, %sum_so_far: f32):
    %0 = arith.mulf %element, %element : f32
    %1 = arith.addf %0, %sum_so_far : f32
    amprt.yield %1 : f32
  }
  amprt.map_list ins(%gc, %ga : memref<4xf32>, memref<4xf32>) scalars(%lr : memref<f32>)
      outs(%c, %a : memref<4xf32>, memref<4xf32>) {
  ^bb0(%gradient: f32, %rate: f32, %old: f32):
    %0 = arith.mulf %gradient, %rate : f32
    %1 = arith.subf %old, %0 : f32
    amprt.yield %1 : f32
  }
  amprt.map_list ins(%gb : memref<4xf32>) scalars(%lr2 : memref<f32>) outs(%b : memref<4xf32>) {
  ^bb0(%gradient: f32, %rate: f32, %old: f32):
    %0 = arith.mulf %gradient, %rate : f32
    %1 = arith.subf %old, %0 : f32
    amprt.yield %1 : f32
  }
  return
}

// -----

// A gradient that two variables share lies beside the third one's for the second of them
// alone; an argument, a part of a buffer, a scalar are runs of their own, and an array
// without elements is none.
// REMARK: remark: {{.*}}expanded | Category:amp-lists | arrays=1
// REMARK: remark: {{.*}}expanded | Category:amp-lists | arrays=1
// REMARK: remark: {{.*}}expanded | Category:amp-lists | arrays=1
// REMARK: remark: {{.*}}expanded | Category:amp-lists | arrays=1
// REMARK: remark: {{.*}}expanded | Category:amp-lists | arrays=2
// CHECK-LABEL: func.func @alone(
// CHECK-SAME: %[[S:[a-z0-9]+]]: memref<48xi8> {amp.flat_buffer = @p}, %{{.*}}, %[[D:[a-z0-9]+]]: memref<4xf32>, %[[E:[a-z0-9]+]]: memref<4xf32>, %[[F:[a-z0-9]+]]: memref<f32>
// CHECK-DAG: %[[BC:.*]] = memref.view %[[S]][%c16{{.*}}][] : memref<48xi8> to memref<8xf32>
// CHECK-DAG: %[[G:.*]] = memref.alloc() : memref<32xi8>
// CHECK-DAG: %[[GBC:.*]] = memref.view %[[G]][%c0{{.*}}][] : memref<32xi8> to memref<8xf32>
// CHECK-DAG: %[[A:.*]] = memref.view %[[S]][%c0{{.*}}][] : memref<48xi8> to memref<4xf32>
// CHECK-DAG: %[[GA:.*]] = memref.view %[[G]][%c0{{.*}}][] : memref<32xi8> to memref<4xf32>
// CHECK: linalg.generic {{.*}} outs(%[[D]] : memref<4xf32>)
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : memref<4xf32, strided<[2]>>, memref<f32>) outs(%[[E]] : memref<4xf32>)
// CHECK: linalg.generic {indexing_maps = [{{.*}}], iterator_types = []} {{.*}} outs(%[[F]] : memref<f32>)
// CHECK: linalg.generic {{.*}} ins(%[[GA]], {{.*}} outs(%[[A]] : memref<4xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[GBC]], {{.*}} outs(%[[BC]] : memref<8xf32>)
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @alone(
    %a: memref<4xf32> {amp.variable = @a, amp.flat_buffer = @p, amp.flat_buffer_offset = 0 : i64, amp.flat_buffer_bytes = 48 : i64},
    %b: memref<4xf32> {amp.variable = @b, amp.flat_buffer = @p, amp.flat_buffer_offset = 16 : i64, amp.flat_buffer_bytes = 48 : i64},
    %c: memref<2x2xf32> {amp.variable = @c, amp.flat_buffer = @p, amp.flat_buffer_offset = 32 : i64, amp.flat_buffer_bytes = 48 : i64},
    %lr: memref<f32>, %d: memref<4xf32>, %e: memref<4xf32>, %f: memref<f32>, %h: memref<0xf32>,
    %x: memref<4xf32>, %y: memref<8xf32>, %s: memref<f32>, %none: memref<0xf32>) {
  %g = memref.alloc() : memref<4xf32>
  memref.copy %x, %g : memref<4xf32> to memref<4xf32>
  %gc = memref.alloc() : memref<2x2xf32>
  %gx = memref.expand_shape %x [[0, 1]] output_shape [2, 2] : memref<4xf32> into memref<2x2xf32>
  memref.copy %gx, %gc : memref<2x2xf32> to memref<2x2xf32>
  %part = memref.subview %y[0] [4] [2] : memref<8xf32> to memref<4xf32, strided<[2]>>
  amprt.map_list ins(%g, %g, %gc, %x, %part, %s, %none
      : memref<4xf32>, memref<4xf32>, memref<2x2xf32>, memref<4xf32>, memref<4xf32, strided<[2]>>, memref<f32>, memref<0xf32>)
      scalars(%lr : memref<f32>) outs(%a, %b, %c, %d, %e, %f, %h
      : memref<4xf32>, memref<4xf32>, memref<2x2xf32>, memref<4xf32>, memref<4xf32>, memref<f32>, memref<0xf32>) {
  ^bb0(%gradient: f32, %rate: f32, %old: f32):
    %0 = arith.mulf %gradient, %rate : f32
    %1 = arith.subf %old, %0 : f32
    amprt.yield %1 : f32
  }
  return
}

// -----

// The flat buffer's unused end is no part of what is reduced.
// REMARK: remark: {{.*}}expanded | Category:amp-lists | arrays=2
// CHECK-LABEL: func.func @padding(
// CHECK: %[[ALL:.*]] = memref.view %{{.*}}[%c0{{.*}}][] : memref<64xi8> to memref<8xf32>
// CHECK: linalg.generic {{.*}} ins(%[[ALL]] : memref<8xf32>) outs(%{{.*}} : memref<f32>)
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @padding(
    %a: memref<4xf32> {amp.variable = @a, amp.flat_buffer = @p, amp.flat_buffer_offset = 0 : i64, amp.flat_buffer_bytes = 64 : i64},
    %b: memref<4xf32> {amp.variable = @b, amp.flat_buffer = @p, amp.flat_buffer_offset = 16 : i64, amp.flat_buffer_bytes = 64 : i64}, %norm: memref<f32>) {
  amprt.reduce_list ins(%b, %a : memref<4xf32>, memref<4xf32>) outs(%norm : memref<f32>) {
  ^bb0(%element: f32, %sum_so_far: f32):
    %0 = arith.mulf %element, %element : f32
    %1 = arith.addf %0, %sum_so_far : f32
    amprt.yield %1 : f32
  }
  return
}
