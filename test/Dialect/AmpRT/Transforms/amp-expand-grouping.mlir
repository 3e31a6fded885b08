// RUN: amp-opt %s --amp-expand-grouping | FileCheck %s
// RUN: amp-opt %s --amp-expand-grouping --amp-outline-kernels="target=cuda" | FileCheck %s --check-prefix=GPU

// A run is sorted by counting, and that is all.
// CHECK-LABEL: func.func @few
// CHECK-SAME: (%[[I:.*]]: memref<1x256x1xi64>, %[[O:.*]]: memref<1x256x1xi32>, %[[S:.*]]: memref<1x10x1xi32>)
// CHECK-NEXT: amprt.rank_at ins(%[[I]] : {{.*}}) outs(%[[O]] : {{.*}}) {places = 9 : i64, run = 256 : i64}
// CHECK-NEXT: amprt.find_at ins(%[[I]], %[[O]] : {{.*}}) outs(%[[S]] : {{.*}})
// CHECK-NEXT: return
func.func @few(%i: memref<1x256x1xi64>, %o: memref<1x256x1xi32>, %s: memref<1x10x1xi32>) {
  amprt.group_at ins(%i : memref<1x256x1xi64>) outs(%o, %s : memref<1x256x1xi32>, memref<1x10x1xi32>)
  return
}

// Runs are merged, to and fro between two buffers, the last time into the order's.
// CHECK-LABEL: func.func @many
// CHECK-SAME: (%[[I:.*]]: memref<2x1025x3xi32>, %[[O:.*]]: memref<2x1025x3xi32>, %[[S:.*]]: memref<2x10x3xi32>)
// CHECK-NEXT: %[[T:.*]] = memref.alloc() : memref<2x1025x3xi32>
// CHECK-NEXT: amprt.rank_at ins(%[[I]] : {{.*}}) outs(%[[T]] : {{.*}}) {places = 9 : i64, run = 256 : i64}
// CHECK-NEXT: amprt.merge_at ins(%[[I]], %[[T]] : {{.*}}) outs(%[[O]] : {{.*}}) {places = 9 : i64, run = 256 : i64}
// CHECK-NEXT: amprt.merge_at ins(%[[I]], %[[O]] : {{.*}}) outs(%[[T]] : {{.*}}) {places = 9 : i64, run = 512 : i64}
// CHECK-NEXT: amprt.merge_at ins(%[[I]], %[[T]] : {{.*}}) outs(%[[O]] : {{.*}}) {places = 9 : i64, run = 1024 : i64}
// CHECK-NEXT: amprt.find_at ins(%[[I]], %[[O]] : {{.*}}) outs(%[[S]] : {{.*}})
// CHECK-NEXT: return
func.func @many(%i: memref<2x1025x3xi32>, %o: memref<2x1025x3xi32>, %s: memref<2x10x3xi32>) {
  amprt.group_at ins(%i : memref<2x1025x3xi32>) outs(%o, %s : memref<2x1025x3xi32>, memref<2x10x3xi32>)
  return
}

// Each step is a kernel of a thread for each element.
// GPU-LABEL: func.func @many
// GPU: amprt.launch @kernels::@rank_at_i32{{(_2)?}}({{.*}}) {block = array<i64: 256, 1, 1>, grid = array<i64: 25, 1, 1>, num_outputs = 1 : i64}
// GPU: amprt.launch @kernels::@merge_at_i32
// GPU: amprt.launch @kernels::@merge_at_i32_2
// GPU: amprt.launch @kernels::@merge_at_i32_3
// GPU: amprt.launch @kernels::@find_at_i32

// A group is at most so many parts of 64 as 600 elements have, and a rest: each sum is a
// thread's.
// GPU-LABEL: func.func @sums
// GPU: amprt.launch @kernels::@cut_groups_i32({{.*}}) {block = array<i64: 256, 1, 1>, grid = array<i64: 1, 1, 1>, num_outputs = 1 : i64}
// GPU: amprt.launch @kernels::@sum_parts_f32({{.*}}) {block = array<i64: 256, 1, 1>, grid = array<i64: 1, 1, 1>, num_outputs = 1 : i64}
// GPU: amprt.launch @kernels::@sum_groups_f16({{.*}}) {block = array<i64: 256, 1, 1>, grid = array<i64: 10, 1, 1>, num_outputs = 1 : i64}
func.func @sums(%x: memref<1x600x100xf16>, %o: memref<1x600x1xi32>, %s: memref<1x101x1xi32>, %b: memref<1x10x1xi32>,
                %p: memref<1x10x100xf32>, %y: memref<1x100x100xf16>) {
  amprt.cut_groups ins(%s : memref<1x101x1xi32>) outs(%b : memref<1x10x1xi32>) {part = 64 : i64}
  amprt.sum_parts ins(%x, %o, %b : memref<1x600x100xf16>, memref<1x600x1xi32>, memref<1x10x1xi32>) outs(%p : memref<1x10x100xf32>) {part = 64 : i64}
  amprt.sum_groups ins(%x, %o, %s : memref<1x600x100xf16>, memref<1x600x1xi32>, memref<1x101x1xi32>)
      parts(%p : memref<1x10x100xf32>) outs(%y : memref<1x100x100xf16>) {part = 64 : i64}
  return
}
