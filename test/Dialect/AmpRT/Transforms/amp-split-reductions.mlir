// RUN: amp-opt %s --amp-split-reductions | FileCheck %s

#id1 = affine_map<(d0) -> (d0)>
#id2 = affine_map<(d0, d1) -> (d0, d1)>
#all1 = affine_map<(d0) -> ()>
#all2 = affine_map<(d0, d1) -> ()>
#row = affine_map<(d0, d1) -> (d0)>

// Elements one after another: rows.
// What they are reduced to goes on from what is there.
// CHECK-LABEL: func.func @matrix(
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<64x1024xf32>, %[[Y:[a-z0-9]+]]: memref<f32>
// CHECK: %[[P:.*]] = memref.alloc() : memref<256xf32>
// CHECK: linalg.fill ins(%cst{{.*}} : f32) outs(%[[P]] : memref<256xf32>)
// CHECK: %[[ROWS:.*]] = memref.expand_shape %{{.*}} into memref<256x256xf32>
// CHECK: linalg.generic {indexing_maps = [#{{.*}}, #[[KEPT:.*]]], iterator_types = ["parallel", "reduction"]} ins(%[[ROWS]] : {{.*}}) outs(%[[P]] : memref<256xf32>)
// CHECK: arith.mulf
// CHECK: linalg.generic {{.*}}iterator_types = ["reduction"]} ins(%[[P]] : memref<256xf32>) outs(%[[Y]] : memref<f32>)
// CHECK: arith.addf %{{.*}}, %{{.*}} fastmath<reassoc>
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @matrix(%x: memref<64x1024xf32>, %y: memref<f32>) {
  linalg.generic {indexing_maps = [#id2, #all2], iterator_types = ["reduction", "reduction"]} ins(%x : memref<64x1024xf32>) outs(%y : memref<f32>) {
  ^bb0(%v: f32, %s: f32):
    %0 = arith.mulf %v, %v : f32
    %1 = arith.addf %0, %s fastmath<reassoc> : f32
    linalg.yield %1 : f32
  }
  return
}

// A length without a fitting divisor leaves a rest.
// CHECK-LABEL: func.func @rest(
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<10007xi1>, %[[S:[a-z0-9]+]]: memref<i1>, %[[Y:[a-z0-9]+]]: memref<i1>
// CHECK: arith.constant false
// CHECK: memref.subview %[[X]][0] [9984] [1]
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "reduction"]} ins(%{{.*}}, %[[S]] : memref<39x256xi1>, memref<i1>) outs(%{{.*}} : memref<39xi1>)
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : memref<39xi1>) outs(%[[Y]] : memref<i1>)
// CHECK: memref.subview %[[X]][9984] [23] [1]
// CHECK: linalg.generic {{.*}}iterator_types = ["reduction"]} ins(%{{.*}}, %[[S]] : memref<23xi1, {{.*}}>, memref<i1>) outs(%[[Y]] : memref<i1>)
// CHECK: return
func.func @rest(%x: memref<10007xi1>, %s: memref<i1>, %y: memref<i1>) {
  linalg.generic {indexing_maps = [#id1, #all1, #all1], iterator_types = ["reduction"]} ins(%x, %s : memref<10007xi1>, memref<i1>) outs(%y : memref<i1>) {
  ^bb0(%v: i1, %w: i1, %a: i1):
    %0 = arith.xori %v, %w : i1
    %1 = arith.ori %0, %a : i1
    linalg.yield %1 : i1
  }
  return
}

// Other operands: along the first loop.
// CHECK-LABEL: func.func @broadcast(
// CHECK: %[[P:.*]] = memref.alloc() : memref<4xf32>
// CHECK: arith.constant 0xFF800000 : f32
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "reduction"]} ins(%{{.*}}, %{{.*}} : memref<4x8xf32>, memref<4xf32>) outs(%[[P]] : memref<4xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[P]] : memref<4xf32>) outs(%{{.*}} : memref<f32>)
// CHECK: return
func.func @broadcast(%x: memref<4x8xf32>, %r: memref<4xf32>, %y: memref<f32>) {
  linalg.generic {indexing_maps = [#id2, #row, #all2], iterator_types = ["reduction", "reduction"]} ins(%x, %r : memref<4x8xf32>, memref<4xf32>) outs(%y : memref<f32>) {
  ^bb0(%v: f32, %w: f32, %m: f32):
    %0 = arith.subf %v, %w : f32
    %1 = arith.maximumf %0, %m : f32
    linalg.yield %1 : f32
  }
  return
}

// Short ones, and those of some dimensions only, stay.
// CHECK-LABEL: func.func @stay(
// CHECK-NOT: memref.alloc
// CHECK: iterator_types = ["reduction"]
// CHECK: iterator_types = ["parallel", "reduction"]
// CHECK: return
func.func @stay(%x: memref<1000xf32>, %m: memref<64x1024xf32>, %y: memref<f32>, %z: memref<64xf32>) {
  linalg.generic {indexing_maps = [#id1, #all1], iterator_types = ["reduction"]} ins(%x : memref<1000xf32>) outs(%y : memref<f32>) {
  ^bb0(%v: f32, %s: f32):
    %0 = arith.addf %v, %s : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id2, #row], iterator_types = ["parallel", "reduction"]} ins(%m : memref<64x1024xf32>) outs(%z : memref<64xf32>) {
  ^bb0(%v: f32, %s: f32):
    %0 = arith.addf %v, %s : f32
    linalg.yield %0 : f32
  }
  return
}

// More than threads run at a time: longer columns, and still hardly a rest.
// CHECK-LABEL: func.func @large(
// CHECK: return
func.func @large(%x: memref<123999989xf32>, %y: memref<f32>) {
  linalg.generic {indexing_maps = [#id1, #all1], iterator_types = ["reduction"]} ins(%x : memref<123999989xf32>) outs(%y : memref<f32>) {
  ^bb0(%v: f32, %a: f32):
    %0 = arith.addf %v, %a fastmath<reassoc> : f32
    linalg.yield %0 : f32
  }
  return
}

// A short one is one loop on a CPU, whatever its shape.
// CHECK-LABEL: func.func @short(
// CHECK: %[[FLAT:.*]] = memref.collapse_shape %{{.*}} : memref<3x4x8xf32> into memref<96xf32>
// CHECK: linalg.generic {{.*}}iterator_types = ["reduction"]} ins(%[[FLAT]] : memref<96xf32>)
// CHECK: return
func.func @short(%x: memref<3x4x8xf32>, %y: memref<f32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> ()>], iterator_types = ["reduction", "reduction", "reduction"]} ins(%x : memref<3x4x8xf32>) outs(%y : memref<f32>) {
  ^bb0(%v: f32, %a: f32):
    %0 = arith.addf %v, %a fastmath<reassoc> : f32
    linalg.yield %0 : f32
  }
  return
}

// On a CPU a long sum beside parallel loops is two of them, here of a batch of images
// for each channel, with what is the same for all images.
// CHECK-LABEL: func.func @channels(
// CHECK: %[[PARTS:.*]] = memref.alloc() : memref<16x8xf32>
// CHECK: linalg.fill ins(%{{.*}}) outs(%[[PARTS]]
// CHECK: iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins({{.*}}) outs(%[[PARTS]] : memref<16x8xf32>)
// CHECK: linalg.generic {{.*}}iterator_types = ["reduction", "parallel"]} ins(%[[PARTS]] : memref<16x8xf32>) outs(%{{.*}} : memref<8xf32>)
// CHECK: return
func.func @channels(%x: memref<16x8x20x20xf32>, %m: memref<1x8x1x1xf32>, %y: memref<8xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (0, d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d1)>], iterator_types = ["reduction", "parallel", "reduction", "reduction"]} ins(%x, %m : memref<16x8x20x20xf32>, memref<1x8x1x1xf32>) outs(%y : memref<8xf32>) {
  ^bb0(%v: f32, %mean: f32, %a: f32):
    %0 = arith.subf %v, %mean : f32
    %1 = arith.mulf %0, %0 : f32
    %2 = arith.addf %1, %a fastmath<reassoc> : f32
    linalg.yield %2 : f32
  }
  return
}

// A single loop is cut by a divisor.
// CHECK-LABEL: func.func @columns(
// CHECK: %[[CUT:.*]] = memref.expand_shape %{{.*}} {{\[\[}}0, 1], [2]] output_shape [25, 40, 3] : memref<1000x3xf32> into memref<25x40x3xf32>
// CHECK: iterator_types = ["parallel", "reduction", "parallel"]} ins(%[[CUT]] : memref<25x40x3xf32>) outs(%{{.*}} : memref<25x3xf32>)
// CHECK: iterator_types = ["reduction", "parallel"]} ins(%{{.*}} : memref<25x3xf32>) outs(%{{.*}} : memref<3xf32>)
// CHECK: return
func.func @columns(%x: memref<1000x3xf32>, %y: memref<3xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "parallel"]} ins(%x : memref<1000x3xf32>) outs(%y : memref<3xf32>) {
  ^bb0(%v: f32, %a: f32):
    %0 = arith.addf %v, %a fastmath<reassoc> : f32
    linalg.yield %0 : f32
  }
  return
}

// Not cut: a short sum, one of a prime number of terms, the largest element, and rows of
// which vectors add many at a time.
// CHECK-LABEL: func.func @uncut(
// CHECK-NOT: memref.alloc
// CHECK: return
func.func @uncut(%x: memref<64x3xf32>, %p: memref<1009x3xf32>, %z: memref<1000x3xf32>, %r: memref<3x1000xf32>, %y: memref<3xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%r : memref<3x1000xf32>) outs(%y : memref<3xf32>) {
  ^bb0(%v: f32, %a: f32):
    %0 = arith.addf %v, %a fastmath<reassoc> : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "parallel"]} ins(%x : memref<64x3xf32>) outs(%y : memref<3xf32>) {
  ^bb0(%v: f32, %a: f32):
    %0 = arith.addf %v, %a fastmath<reassoc> : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "parallel"]} ins(%p : memref<1009x3xf32>) outs(%y : memref<3xf32>) {
  ^bb0(%v: f32, %a: f32):
    %0 = arith.addf %v, %a fastmath<reassoc> : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "parallel"]} ins(%z : memref<1000x3xf32>) outs(%y : memref<3xf32>) {
  ^bb0(%v: f32, %a: f32):
    %0 = arith.maximumf %v, %a : f32
    linalg.yield %0 : f32
  }
  return
}

// Few long rows of a kernel: parts of them, which are combined; then what needs no reduction. A
// row of which no number of parts leaves nothing has a rest.
// CPU-LABEL: func.func @few_rows
// CPU: memref.expand_shape %{{.*}} output_shape [2, 16, 16384]
// CPU: amprt.row_kernel {{.*}} outs(%[[PARTS:.*]] : memref<16x2xf32>) maps {{.*}} reduced [2]
// CPU: amprt.reduce <add>
// CPU: amprt.row_kernel ins(%[[PARTS]] : memref<16x2xf32>) outs(%[[SUM:.*]] : memref<2xf32>) maps {{.*}} reduced [0]
// CPU: amprt.reduce <add>
// CPU: amprt.row_kernel ins(%{{.*}}, %[[SUM]] : memref<2x262144xf32>, memref<2xf32>) {{.*}} reduced []
// CPU: arith.subf
func.func @few_rows(%x: memref<2x262144xf32>, %y: memref<2x262144xf32>) {
  amprt.row_kernel ins(%x : memref<2x262144xf32>) outs(%y : memref<2x262144xf32>)
      maps [affine_map<(r, c) -> (r, c)>, affine_map<(r, c) -> (r, c)>] reduced [1] {
  ^bb0(%0: f32):
    %1 = amprt.reduce <add> %0 : f32
    %2 = arith.subf %0, %1 : f32
    amprt.yield %2 : f32
  }
  return
}

// CPU-LABEL: func.func @rest
// CPU: memref.subview %{{.*}}[0] [100002] [1]
// CPU: memref.expand_shape %{{.*}} output_shape [3, 33334]
// CPU: memref.subview %{{.*}}[100002] [1] [1]
// CPU: amprt.reduce <maxsi>
// CPU: %[[ALL:.*]] = amprt.reduce <maxsi>
// CPU: arith.maxsi %[[ALL]]
func.func @rest(%x: memref<100003xi32>, %y: memref<i32>) {
  amprt.row_kernel ins(%x : memref<100003xi32>) outs(%y : memref<i32>)
      maps [affine_map<(r) -> (r)>, affine_map<(r) -> ()>] reduced [0] {
  ^bb0(%0: i32):
    %1 = amprt.reduce <maxsi> %0 : i32
    amprt.yield %1 : i32
  }
  return
}

// Rows for all threads, which stay in a cache.
// CPU-LABEL: func.func @many_rows
// CPU-COUNT-1: amprt.row_kernel
// CPU-NOT: amprt.row_kernel
// CPU: return
func.func @many_rows(%x: memref<8x262144xf32>, %y: memref<8x262144xf32>) {
  amprt.row_kernel ins(%x : memref<8x262144xf32>) outs(%y : memref<8x262144xf32>)
      maps [affine_map<(r, c) -> (r, c)>, affine_map<(r, c) -> (r, c)>] reduced [1] {
  ^bb0(%0: f32):
    %1 = amprt.reduce <add> %0 : f32
    %2 = arith.subf %0, %1 : f32
    amprt.yield %2 : f32
  }
  return
}
