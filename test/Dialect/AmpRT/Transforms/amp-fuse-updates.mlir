// RUN: amp-opt %s --amp-fuse-updates -split-input-file | FileCheck %s
// RUN: amp-opt %s --amp-fuse-updates -split-input-file --remarks-filter=amp-flatten --remark-format=emitRemark -o %t 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
// RUN: not amp-opt %S/amp-flatten-updates-invalid.mlir -split-input-file --amp-fuse-updates 2>&1 | FileCheck %s --check-prefix=FLOW

// FLOW: error: expects a body without control flow

#id = affine_map<(d0) -> (d0)>
#all = affine_map<(d0) -> ()>

// Momentum with a loss scale and clipping: one op tests the gradients and takes their
// norm, one updates momentum, parameters and their copies. Unscaled and clipped gradients
// are computed where they are read, and are not there any more.
// REMARK: remark: {{.*}}forwarded | Category:amp-flatten | ops=2
// REMARK: remark: {{.*}}forwarded | Category:amp-flatten | ops=2
// REMARK: remark: {{.*}}forwarded | Category:amp-flatten | ops=2
// REMARK: remark: {{.*}}fused | Category:amp-flatten | ops=2
// REMARK: remark: {{.*}}fused | Category:amp-flatten | ops=3
// CHECK-LABEL: func.func @step(
// CHECK-SAME: %[[W:[a-z0-9]+]]: memref<64xf32>, %[[M:[a-z0-9]+]]: memref<64xf32>, %[[L:[a-z0-9]+]]: memref<64xf16>, %[[INV:[a-z0-9]+]]: memref<f32>, %[[LR:[a-z0-9]+]]: memref<f32>, %[[X:[a-z0-9]+]]: memref<8x8xf32>
// CHECK: %[[G:.*]] = memref.alloc() : memref<8x8xf32>
// CHECK: %[[FLAT:.*]] = memref.collapse_shape %[[G]]
// CHECK-NOT: memref.alloc() : memref<64xf32>
// CHECK: linalg.generic {{.*}}iterator_types = ["reduction"]} ins(%[[FLAT]], %[[INV]] : {{.*}}) outs(%[[FOUND:.*]], %[[NORM:.*]] : memref<i1>, memref<f32>)
// CHECK: arith.ori
// CHECK: arith.mulf
// CHECK: arith.mulf
// CHECK: arith.addf
// CHECK: linalg.yield %{{.*}}, %{{.*}} : i1, f32
// CHECK: linalg.generic {{.*}} ins(%[[NORM]] : memref<f32>)
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel"]} ins(%[[FLAT]], %[[INV]], %[[NORM]], %[[FOUND]], %[[LR]] : {{.*}}) outs(%[[M]], %[[W]], %[[L]] : memref<64xf32>, memref<64xf32>, memref<64xf16>)
// CHECK-NEXT: ^bb0(%[[GI:[a-z0-9_]+]]: f32, %[[INVI:[a-z0-9_]+]]: f32, %[[CLIP:[a-z0-9_]+]]: f32, %[[FI:[a-z0-9_]+]]: i1, %[[LRI:[a-z0-9_]+]]: f32, %[[MI:[a-z0-9_]+]]: f32, %[[WI:[a-z0-9_]+]]: f32, %{{.*}}: f16):
// CHECK: %[[U:.*]] = arith.mulf %[[GI]], %[[INVI]]
// CHECK: %[[C:.*]] = arith.mulf %[[U]], %[[CLIP]]
// CHECK: %[[SUM:.*]] = arith.addf %[[MI]], %[[C]]
// CHECK: %[[M1:.*]] = arith.select %[[FI]], %[[MI]], %[[SUM]]
// CHECK: %[[D:.*]] = arith.mulf %[[M1]], %[[LRI]]
// CHECK: %[[DIFF:.*]] = arith.subf %[[WI]], %[[D]]
// CHECK: %[[W1:.*]] = arith.select %[[FI]], %[[WI]], %[[DIFF]]
// CHECK: %[[L1:.*]] = arith.truncf %[[W1]]
// CHECK: linalg.yield %[[M1]], %[[W1]], %[[L1]] : f32, f32, f16
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @step(%w: memref<64xf32>, %m: memref<64xf32>, %low: memref<64xf16>,
                %inverse: memref<f32>, %lr: memref<f32>, %x: memref<8x8xf32>) {
  %false = arith.constant false
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %matrix = memref.alloc() : memref<8x8xf32>
  amprt.gemm ins(%x, %x : memref<8x8xf32>, memref<8x8xf32>) outs(%matrix : memref<8x8xf32>)
  %g = memref.collapse_shape %matrix [[0, 1]] : memref<8x8xf32> into memref<64xf32>
  %found = memref.alloc() : memref<i1>
  linalg.fill ins(%false : i1) outs(%found : memref<i1>)
  linalg.generic {indexing_maps = [#id, #all], iterator_types = ["reduction"]} ins(%g : memref<64xf32>) outs(%found : memref<i1>) {
  ^bb0(%a: f32, %f: i1):
    %0 = arith.cmpf uno, %a, %a : f32
    %1 = arith.ori %0, %f : i1
    linalg.yield %1 : i1
  }
  %unscaled = memref.alloc() : memref<64xf32>
  linalg.generic {indexing_maps = [#id, #all, #id], iterator_types = ["parallel"]} ins(%g, %inverse : memref<64xf32>, memref<f32>) outs(%unscaled : memref<64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %a, %b : f32
    linalg.yield %0 : f32
  }
  %norm = memref.alloc() : memref<f32>
  linalg.fill ins(%zero : f32) outs(%norm : memref<f32>)
  linalg.generic {indexing_maps = [#id, #all], iterator_types = ["reduction"]} ins(%unscaled : memref<64xf32>) outs(%norm : memref<f32>) {
  ^bb0(%a: f32, %s: f32):
    %0 = arith.mulf %a, %a : f32
    %1 = arith.addf %0, %s : f32
    linalg.yield %1 : f32
  }
  linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%norm : memref<f32>) outs(%norm : memref<f32>) {
  ^bb0(%n: f32, %o: f32):
    %0 = arith.divf %one, %n : f32
    linalg.yield %0 : f32
  }
  %clipped = memref.alloc() : memref<64xf32>
  linalg.generic {indexing_maps = [#id, #all, #id], iterator_types = ["parallel"]} ins(%unscaled, %norm : memref<64xf32>, memref<f32>) outs(%clipped : memref<64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %a, %b : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#all, #id, #id, #id], iterator_types = ["parallel"]} ins(%found, %m, %clipped : memref<i1>, memref<64xf32>, memref<64xf32>) outs(%m : memref<64xf32>) {
  ^bb0(%f: i1, %a: f32, %b: f32, %o: f32):
    %0 = arith.addf %a, %b : f32
    %1 = arith.select %f, %a, %0 : f32
    linalg.yield %1 : f32
  }
  linalg.generic {indexing_maps = [#all, #id, #id, #all, #id], iterator_types = ["parallel"]} ins(%found, %w, %m, %lr : memref<i1>, memref<64xf32>, memref<64xf32>, memref<f32>) outs(%w : memref<64xf32>) {
  ^bb0(%f: i1, %a: f32, %b: f32, %r: f32, %o: f32):
    %0 = arith.mulf %b, %r : f32
    %1 = arith.subf %a, %0 : f32
    %2 = arith.select %f, %a, %1 : f32
    linalg.yield %2 : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%w : memref<64xf32>) outs(%low : memref<64xf16>) {
  ^bb0(%a: f32, %o: f16):
    %0 = arith.truncf %a : f32 to f16
    linalg.yield %0 : f16
  }
  return
}

// -----

#id = affine_map<(d0) -> (d0)>
#all = affine_map<(d0) -> ()>

// A scalar that lies in what another op writes is read by all points before it is written;
// in one op it would change on the way.
// CHECK-LABEL: func.func @scalar_inside(
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : memref<16xf32>)
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : memref<16xf32>)
func.func @scalar_inside(%s: memref<64xi8>, %y: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %all = memref.view %s[%c0][] : memref<64xi8> to memref<16xf32>
  %one = memref.view %s[%c8][] : memref<64xi8> to memref<f32>
  linalg.generic {indexing_maps = [#id, #all, #id], iterator_types = ["parallel"]} ins(%all, %one : memref<16xf32>, memref<f32>) outs(%y : memref<16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %a, %b : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%y : memref<16xf32>) outs(%all : memref<16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.negf %a : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#id = affine_map<(d0) -> (d0)>
#id2 = affine_map<(d0, d1) -> (d0, d1)>

// No forwarding: a reader that is neither an update nor a reduction; a function that is
// not cheap; two buffers to read instead of one; what it is made of changes before the
// reader.
// CHECK-LABEL: func.func @written(
// CHECK-COUNT-4: memref.alloc() : memref<16xf32>
// CHECK-COUNT-9: linalg.generic
func.func @written(%x: memref<16xf32>, %z: memref<16xf32>, %y0: memref<16xf32>, %y1: memref<16xf32>,
                   %y2: memref<16xf32>, %y3: memref<16xf32>, %m: memref<4x4xf32>) {
  %a = memref.alloc() : memref<16xf32>
  %b = memref.alloc() : memref<16xf32>
  %c = memref.alloc() : memref<16xf32>
  %d = memref.alloc() : memref<16xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : memref<16xf32>) outs(%a : memref<16xf32>) {
  ^bb0(%v: f32, %o: f32):
    %0 = arith.negf %v : f32
    linalg.yield %0 : f32
  }
  %matrix = memref.expand_shape %a [[0, 1]] output_shape [4, 4] : memref<16xf32> into memref<4x4xf32>
  amprt.gemm ins(%matrix, %matrix : memref<4x4xf32>, memref<4x4xf32>) outs(%m : memref<4x4xf32>)
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : memref<16xf32>) outs(%y0 : memref<16xf32>) {
  ^bb0(%v: f32, %o: f32):
    %0 = arith.negf %v : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : memref<16xf32>) outs(%b : memref<16xf32>) {
  ^bb0(%v: f32, %o: f32):
    %0 = math.exp %v : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%b : memref<16xf32>) outs(%y1 : memref<16xf32>) {
  ^bb0(%v: f32, %o: f32):
    %0 = arith.negf %v : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%x, %z : memref<16xf32>, memref<16xf32>) outs(%c : memref<16xf32>) {
  ^bb0(%v: f32, %w: f32, %o: f32):
    %0 = arith.addf %v, %w : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%c : memref<16xf32>) outs(%y2 : memref<16xf32>) {
  ^bb0(%v: f32, %o: f32):
    %0 = arith.negf %v : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : memref<16xf32>) outs(%d : memref<16xf32>) {
  ^bb0(%v: f32, %o: f32):
    %0 = arith.negf %v : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, #id2], iterator_types = ["parallel", "parallel"]} ins(%m : memref<4x4xf32>) outs(%m : memref<4x4xf32>) {
  ^bb0(%v: f32, %o: f32):
    linalg.yield %v : f32
  }
  %transposed = memref.expand_shape %x [[0, 1]] output_shape [4, 4] : memref<16xf32> into memref<4x4xf32>
  memref.copy %m, %transposed : memref<4x4xf32> to memref<4x4xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%d : memref<16xf32>) outs(%y3 : memref<16xf32>) {
  ^bb0(%v: f32, %o: f32):
    %0 = arith.negf %v : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#id = affine_map<(d0) -> (d0)>

// Parts of one buffer: the same part is the same element, another one has nothing to do
// with it, and one that overlaps is left alone.
// REMARK: remark: {{.*}}fused | Category:amp-flatten | ops=2
// CHECK-LABEL: func.func @parts(
// CHECK: %[[FIRST:.*]] = memref.view %{{.*}}[%c0
// CHECK: %[[SECOND:.*]] = memref.view %{{.*}}[%c32
// CHECK: %[[MIDDLE:.*]] = memref.view %{{.*}}[%c16
// CHECK: linalg.generic {{.*}} outs(%[[SECOND]] : memref<8xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[MIDDLE]] : memref<8xf32>) outs(%{{.*}} : memref<8xf32>)
// CHECK: linalg.generic {{.*}} outs(%[[FIRST]], %{{.*}} : memref<8xf32>, memref<8xf16>)
func.func @parts(%s: memref<64xi8>, %low: memref<8xf16>, %y: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %first = memref.view %s[%c0][] : memref<64xi8> to memref<8xf32>
  %second = memref.view %s[%c32][] : memref<64xi8> to memref<8xf32>
  %middle = memref.view %s[%c16][] : memref<64xi8> to memref<8xf32>
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%second : memref<8xf32>) {
  ^bb0(%o: f32):
    %0 = arith.negf %o : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%middle : memref<8xf32>) outs(%y : memref<8xf32>) {
  ^bb0(%v: f32, %o: f32):
    linalg.yield %v : f32
  }
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%first : memref<8xf32>) {
  ^bb0(%o: f32):
    %0 = arith.negf %o : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%first : memref<8xf32>) outs(%low : memref<8xf16>) {
  ^bb0(%v: f32, %o: f16):
    %0 = arith.truncf %v : f32 to f16
    linalg.yield %0 : f16
  }
  return
}

// -----

// The last reader writes what the producer reads for each element.
// CHECK-LABEL: func.func @last_reader(
// CHECK: %[[T:.*]] = memref.alloc() : memref<8xf32>
// CHECK: linalg.generic {{.*}} outs(%[[T]] : memref<8xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[T]] : memref<8xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[T]] : memref<8xf32>)
#id = affine_map<(d0) -> (d0)>
#all = affine_map<(d0) -> ()>
func.func @last_reader(%x: memref<8xf32>, %s: memref<f32>, %w: memref<8xf32>) {
  %t = memref.alloc() : memref<8xf32>
  linalg.generic {indexing_maps = [#id, #all, #id], iterator_types = ["parallel"]} ins(%x, %s : memref<8xf32>, memref<f32>) outs(%t : memref<8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %a, %b : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%t : memref<8xf32>) outs(%w : memref<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.subf %o, %a : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #all], iterator_types = ["reduction"]} ins(%t : memref<8xf32>) outs(%s : memref<f32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.addf %a, %o : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#id = affine_map<(d0) -> (d0)>

// A part of a buffer that lies in one piece is updated as a whole one is.
// REMARK: remark: {{.*}}fused | Category:amp-flatten | ops=2
// CHECK-LABEL: func.func @part(
// CHECK: linalg.generic {{.*}} outs(%{{.*}}, %{{.*}} : memref<4xf32, strided<[1]>>, memref<4xf32>)
// CHECK-NOT: linalg.generic
func.func @part(%w: memref<8xf32>, %y: memref<4xf32>) {
  %a = memref.subview %w[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%a : memref<4xf32, strided<[1]>>) {
  ^bb0(%o: f32):
    %0 = arith.negf %o : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : memref<4xf32, strided<[1]>>) outs(%y : memref<4xf32>) {
  ^bb0(%v: f32, %o: f32):
    linalg.yield %v : f32
  }
  return
}
