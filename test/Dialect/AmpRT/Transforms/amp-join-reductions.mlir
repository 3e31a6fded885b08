// RUN: amp-opt %s --amp-join-reductions -split-input-file | FileCheck %s

#id = affine_map<(d0) -> (d0)>
#all = affine_map<(d0) -> ()>
#none = affine_map<() -> ()>

// Three sums that are added, and two tests one of which is true, become one of each. The
// scalar is filled before the first of them.
// CHECK-LABEL: func.func @norm(
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<8xf32>, %[[B:[a-z0-9]+]]: memref<4xf32>, %[[C:[a-z0-9]+]]: memref<2xf32>
// CHECK: %[[S:.*]] = memref.alloc() : memref<f32>
// CHECK: linalg.fill ins(%{{.*}}) outs(%[[S]]
// CHECK: linalg.generic {{.*}} ins(%[[B]] : {{.*}}) outs(%[[S]] : memref<f32>)
// CHECK: linalg.generic {{.*}} ins(%[[A]] : {{.*}}) outs(%[[S]] : memref<f32>)
// CHECK: %[[F:.*]] = memref.alloc() : memref<i1>
// CHECK: linalg.generic {{.*}} ins(%[[A]] : {{.*}}) outs(%[[F]] : memref<i1>)
// CHECK: linalg.generic {{.*}} ins(%[[C]] : {{.*}}) outs(%[[S]] : memref<f32>)
// CHECK: linalg.generic {{.*}} ins(%[[C]] : {{.*}}) outs(%[[F]] : memref<i1>)
// CHECK: linalg.generic {{.*}} ins(%[[S]], %[[F]] : memref<f32>, memref<i1>)
// CHECK-NEXT: ^bb0(%[[SUM:[a-z0-9_]+]]: f32, %[[ANY:[a-z0-9_]+]]: i1, %{{.*}}: f32):
// CHECK-NEXT: %[[ROOT:.*]] = math.sqrt %[[SUM]]
// CHECK-NEXT: %[[R:.*]] = arith.select %[[ANY]], %{{.*}}, %[[ROOT]]
// CHECK-NEXT: linalg.yield %[[R]]
// CHECK-NOT: linalg.generic
func.func @norm(%a: memref<8xf32>, %b: memref<4xf32>, %c: memref<2xf32>, %y: memref<f32>) {
  %zero = arith.constant 0.0 : f32
  %false = arith.constant false
  %sb = memref.alloc() : memref<f32>
  linalg.fill ins(%zero : f32) outs(%sb : memref<f32>)
  linalg.generic {indexing_maps = [#id, #all], iterator_types = ["reduction"]} ins(%b : memref<4xf32>) outs(%sb : memref<f32>) {
  ^bb0(%v: f32, %s: f32):
    %0 = arith.addf %v, %s : f32
    linalg.yield %0 : f32
  }
  %sa = memref.alloc() : memref<f32>
  linalg.fill ins(%zero : f32) outs(%sa : memref<f32>)
  linalg.generic {indexing_maps = [#id, #all], iterator_types = ["reduction"]} ins(%a : memref<8xf32>) outs(%sa : memref<f32>) {
  ^bb0(%v: f32, %s: f32):
    %0 = arith.mulf %v, %v : f32
    %1 = arith.addf %s, %0 fastmath<reassoc> : f32
    linalg.yield %1 : f32
  }
  %fa = memref.alloc() : memref<i1>
  linalg.fill ins(%false : i1) outs(%fa : memref<i1>)
  linalg.generic {indexing_maps = [#id, #all], iterator_types = ["reduction"]} ins(%a : memref<8xf32>) outs(%fa : memref<i1>) {
  ^bb0(%v: f32, %s: i1):
    %0 = arith.cmpf uno, %v, %v : f32
    %1 = arith.ori %0, %s : i1
    linalg.yield %1 : i1
  }
  %sc = memref.alloc() : memref<f32>
  linalg.fill ins(%zero : f32) outs(%sc : memref<f32>)
  linalg.generic {indexing_maps = [#id, #all], iterator_types = ["reduction"]} ins(%c : memref<2xf32>) outs(%sc : memref<f32>) {
  ^bb0(%v: f32, %s: f32):
    %0 = arith.addf %v, %s : f32
    linalg.yield %0 : f32
  }
  %fc = memref.alloc() : memref<i1>
  linalg.fill ins(%false : i1) outs(%fc : memref<i1>)
  linalg.generic {indexing_maps = [#id, #all], iterator_types = ["reduction"]} ins(%c : memref<2xf32>) outs(%fc : memref<i1>) {
  ^bb0(%v: f32, %s: i1):
    %0 = arith.cmpf uno, %v, %v : f32
    %1 = arith.ori %0, %s : i1
    linalg.yield %1 : i1
  }
  linalg.generic {indexing_maps = [#none, #none, #none, #none, #none, #none], iterator_types = []} ins(%sa, %sb, %sc, %fa, %fc : memref<f32>, memref<f32>, memref<f32>, memref<i1>, memref<i1>) outs(%y : memref<f32>) {
  ^bb0(%p: f32, %q: f32, %r: f32, %f: i1, %g: i1, %o: f32):
    %0 = arith.addf %p, %q : f32
    %1 = arith.addf %r, %0 : f32
    %2 = arith.ori %f, %g : i1
    %3 = math.sqrt %1 : f32
    %4 = arith.select %2, %zero, %3 : f32
    linalg.yield %4 : f32
  }
  memref.dealloc %sa : memref<f32>
  memref.dealloc %fc : memref<i1>
  return
}

// -----

#id = affine_map<(d0) -> (d0)>
#all = affine_map<(d0) -> ()>
#none = affine_map<() -> ()>

// Not joined: a sum that something else reads too, one that begins with 1, one that is
// multiplied with the others, and the largest element among sums.
// CHECK-LABEL: func.func @separate(
// CHECK-COUNT-4: linalg.fill
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : memref<f32>, memref<f32>, memref<f32>, memref<f32>)
func.func @separate(%a: memref<8xf32>, %y: memref<f32>, %z: memref<f32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %s0 = memref.alloc() : memref<f32>
  %s1 = memref.alloc() : memref<f32>
  %s2 = memref.alloc() : memref<f32>
  %s3 = memref.alloc() : memref<f32>
  linalg.fill ins(%zero : f32) outs(%s0 : memref<f32>)
  linalg.generic {indexing_maps = [#id, #all], iterator_types = ["reduction"]} ins(%a : memref<8xf32>) outs(%s0 : memref<f32>) {
  ^bb0(%v: f32, %s: f32):
    %0 = arith.addf %v, %s : f32
    linalg.yield %0 : f32
  }
  memref.copy %s0, %z : memref<f32> to memref<f32>
  linalg.fill ins(%one : f32) outs(%s1 : memref<f32>)
  linalg.generic {indexing_maps = [#id, #all], iterator_types = ["reduction"]} ins(%a : memref<8xf32>) outs(%s1 : memref<f32>) {
  ^bb0(%v: f32, %s: f32):
    %0 = arith.addf %v, %s : f32
    linalg.yield %0 : f32
  }
  linalg.fill ins(%zero : f32) outs(%s2 : memref<f32>)
  linalg.generic {indexing_maps = [#id, #all], iterator_types = ["reduction"]} ins(%a : memref<8xf32>) outs(%s2 : memref<f32>) {
  ^bb0(%v: f32, %s: f32):
    %0 = arith.addf %v, %s : f32
    linalg.yield %0 : f32
  }
  linalg.fill ins(%low : f32) outs(%s3 : memref<f32>)
  linalg.generic {indexing_maps = [#id, #all], iterator_types = ["reduction"]} ins(%a : memref<8xf32>) outs(%s3 : memref<f32>) {
  ^bb0(%v: f32, %s: f32):
    %0 = arith.maximumf %v, %s : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#none, #none, #none, #none, #none], iterator_types = []} ins(%s0, %s1, %s2, %s3 : memref<f32>, memref<f32>, memref<f32>, memref<f32>) outs(%y : memref<f32>) {
  ^bb0(%p: f32, %q: f32, %r: f32, %m: f32, %o: f32):
    %0 = arith.addf %p, %q : f32
    %1 = arith.mulf %0, %r : f32
    %2 = arith.addf %1, %m : f32
    linalg.yield %2 : f32
  }
  return
}
