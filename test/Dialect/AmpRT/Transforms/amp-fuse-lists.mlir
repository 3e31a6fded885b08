// RUN: amp-opt %s --amp-fuse-lists -split-input-file | FileCheck %s
// RUN: amp-opt %s --amp-fuse-lists -split-input-file --remarks-filter=amp-lists --remark-format=emitRemark -o %t 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// Unscaled gradients are tested, their norm is taken, and they update two groups: each op
// reads the gradients as they came; test and norm are one op.
// REMARK: remark: {{.*}}inlined | Category:amp-lists | arrays=2
// REMARK: remark: {{.*}}inlined | Category:amp-lists | arrays=1
// REMARK: remark: {{.*}}inlined | Category:amp-lists | arrays=1
// REMARK: remark: {{.*}}joined | Category:amp-lists | arrays=4
// CHECK-LABEL: func.func @step(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: tensor<8xf32>, %[[ARG1:[a-z0-9]+]]: tensor<4xf32>, %[[ARG2:[a-z0-9]+]]: tensor<f32>, %[[ARG3:[a-z0-9]+]]: tensor<8xf32>, %[[ARG4:[a-z0-9]+]]: tensor<4xf32>)
// CHECK: %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[V0:.*]] = tensor.empty() : tensor<f32>
// CHECK: %[[V1:.*]] = linalg.fill ins(%[[CST]] : f32) outs(%[[V0]] : tensor<f32>) -> tensor<f32>
// CHECK: %[[V2:.*]] = tensor.empty() : tensor<f32>
// CHECK: %[[V3:.*]] = linalg.fill ins(%[[CST]] : f32) outs(%[[V2]] : tensor<f32>) -> tensor<f32>
// CHECK: %[[V4:.*]]:2 = amprt.reduce_list ins(%[[ARG0]], %[[ARG1]] : tensor<8xf32>, tensor<4xf32>) scalars(%[[ARG2]] : tensor<f32>) outs(%[[V1]], %[[V3]] : tensor<f32>, tensor<f32>) -> tensor<f32>, tensor<f32> {
// CHECK-NEXT: ^bb0(%[[ARG5:[a-z0-9_]+]]: f32, %[[ARG6:[a-z0-9_]+]]: f32, %[[ARG7:[a-z0-9_]+]]: f32, %[[ARG8:[a-z0-9_]+]]: f32)
// CHECK: %[[V9:.*]] = arith.addf %[[ARG5]], %[[ARG7]] : f32
// CHECK: %[[V10:.*]] = arith.mulf %[[ARG5]], %[[ARG6]] : f32
// CHECK: %[[V11:.*]] = arith.mulf %[[V10]], %[[V10]] : f32
// CHECK: %[[V12:.*]] = arith.addf %[[V11]], %[[ARG8]] : f32
// CHECK: amprt.yield %[[V9]], %[[V12]] : f32, f32
// CHECK: %[[V5:.*]] = tensor.empty() : tensor<8xf32>
// CHECK: %[[V6:.*]] = tensor.empty() : tensor<4xf32>
// CHECK: %[[V7:.*]] = amprt.map_list ins(%[[ARG0]] : tensor<8xf32>) scalars(%[[ARG2]], %[[V4]]#1 : tensor<f32>, tensor<f32>) outs(%[[ARG3]] : tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT: ^bb0(%[[ARG5:[a-z0-9_]+]]: f32, %[[ARG6:[a-z0-9_]+]]: f32, %[[ARG7:[a-z0-9_]+]]: f32, %[[ARG8:[a-z0-9_]+]]: f32)
// CHECK: %[[V9:.*]] = arith.mulf %[[ARG5]], %[[ARG6]] : f32
// CHECK: %[[V10:.*]] = arith.mulf %[[V9]], %[[ARG7]] : f32
// CHECK: %[[V11:.*]] = arith.subf %[[ARG8]], %[[V10]] : f32
// CHECK: amprt.yield %[[V11]] : f32
// CHECK: %[[V8:.*]] = amprt.map_list ins(%[[ARG1]] : tensor<4xf32>) scalars(%[[ARG2]], %[[V4]]#0 : tensor<f32>, tensor<f32>) outs(%[[ARG4]] : tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT: ^bb0(%[[ARG5:[a-z0-9_]+]]: f32, %[[ARG6:[a-z0-9_]+]]: f32, %[[ARG7:[a-z0-9_]+]]: f32, %[[ARG8:[a-z0-9_]+]]: f32)
// CHECK: %[[V9:.*]] = arith.mulf %[[ARG5]], %[[ARG6]] : f32
// CHECK: %[[V10:.*]] = arith.mulf %[[V9]], %[[ARG7]] : f32
// CHECK: %[[V11:.*]] = arith.subf %[[ARG8]], %[[V10]] : f32
// CHECK: amprt.yield %[[V11]] : f32
// CHECK: return %[[V7]], %[[V8]], %[[V4]]#0, %[[V4]]#1 : tensor<8xf32>, tensor<4xf32>, tensor<f32>, tensor<f32>
func.func @step(%g: tensor<8xf32>, %h: tensor<4xf32>, %inverse: tensor<f32>, %w: tensor<8xf32>, %v: tensor<4xf32>)
    -> (tensor<8xf32>, tensor<4xf32>, tensor<f32>, tensor<f32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %sum = amprt.reduce_list ins(%g, %h : tensor<8xf32>, tensor<4xf32>) outs(%init : tensor<f32>) -> tensor<f32> {
  ^bb0(%x: f32, %n: f32):
    %1 = arith.addf %x, %n : f32
    amprt.yield %1 : f32
  }
  %e0 = tensor.empty() : tensor<8xf32>
  %e1 = tensor.empty() : tensor<4xf32>
  %u:2 = amprt.map_list ins(%g, %h : tensor<8xf32>, tensor<4xf32>) scalars(%inverse : tensor<f32>)
      outs(%e0, %e1 : tensor<8xf32>, tensor<4xf32>) -> tensor<8xf32>, tensor<4xf32> {
  ^bb0(%element: f32, %factor: f32, %o: f32):
    %0 = arith.mulf %element, %factor : f32
    amprt.yield %0 : f32
  }
  %f = tensor.empty() : tensor<f32>
  %init2 = linalg.fill ins(%zero : f32) outs(%f : tensor<f32>) -> tensor<f32>
  %norm = amprt.reduce_list ins(%u#0, %u#1 : tensor<8xf32>, tensor<4xf32>) outs(%init2 : tensor<f32>) -> tensor<f32> {
  ^bb0(%element: f32, %sum_so_far: f32):
    %0 = arith.mulf %element, %element : f32
    %1 = arith.addf %0, %sum_so_far : f32
    amprt.yield %1 : f32
  }
  %a = amprt.map_list ins(%u#0 : tensor<8xf32>) scalars(%norm : tensor<f32>) outs(%w : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%gradient: f32, %rate: f32, %old: f32):
    %0 = arith.mulf %gradient, %rate : f32
    %1 = arith.subf %old, %0 : f32
    amprt.yield %1 : f32
  }
  %b = amprt.map_list ins(%u#1 : tensor<4xf32>) scalars(%sum : tensor<f32>) outs(%v : tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%gradient: f32, %rate: f32, %old: f32):
    %0 = arith.mulf %gradient, %rate : f32
    %1 = arith.subf %old, %0 : f32
    amprt.yield %1 : f32
  }
  return %a, %b, %sum, %norm : tensor<8xf32>, tensor<4xf32>, tensor<f32>, tensor<f32>
}

// -----

// What two ops make becomes an op for each; a reduction goes on where the other one ended.
// REMARK: remark: {{.*}}inlined | Category:amp-lists | arrays=1
// REMARK: remark: {{.*}}inlined | Category:amp-lists | arrays=1
// CHECK-LABEL: func.func @two_producers(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: tensor<8xf16>, %[[ARG1:[a-z0-9]+]]: tensor<4xf32>, %[[ARG2:[a-z0-9]+]]: tensor<2xf32>, %[[ARG3:[a-z0-9]+]]: tensor<f32>, %[[ARG4:[a-z0-9]+]]: tensor<f32>)
// CHECK: %[[V0:.*]] = tensor.empty() : tensor<8xf32>
// CHECK: %[[V1:.*]] = tensor.empty() : tensor<4xf32>
// CHECK: %[[V2:.*]] = amprt.reduce_list ins(%[[ARG1]] : tensor<4xf32>) scalars(%[[ARG3]] : tensor<f32>) outs(%[[ARG4]] : tensor<f32>) -> tensor<f32> {
// CHECK-NEXT: ^bb0(%[[ARG5:[a-z0-9_]+]]: f32, %[[ARG6:[a-z0-9_]+]]: f32, %[[ARG7:[a-z0-9_]+]]: f32)
// CHECK: %[[V5:.*]] = arith.mulf %[[ARG5]], %[[ARG6]] : f32
// CHECK: %[[V6:.*]] = arith.mulf %[[V5]], %[[V5]] : f32
// CHECK: %[[V7:.*]] = arith.addf %[[V6]], %[[ARG7]] : f32
// CHECK: amprt.yield %[[V7]] : f32
// CHECK: %[[V3:.*]] = amprt.reduce_list ins(%[[ARG2]] : tensor<2xf32>) outs(%[[V2]] : tensor<f32>) -> tensor<f32> {
// CHECK-NEXT: ^bb0(%[[ARG5:[a-z0-9_]+]]: f32, %[[ARG6:[a-z0-9_]+]]: f32)
// CHECK: %[[V5:.*]] = arith.mulf %[[ARG5]], %[[ARG5]] : f32
// CHECK: %[[V6:.*]] = arith.addf %[[V5]], %[[ARG6]] : f32
// CHECK: amprt.yield %[[V6]] : f32
// CHECK: %[[V4:.*]] = amprt.reduce_list ins(%[[ARG0]] : tensor<8xf16>) outs(%[[V3]] : tensor<f32>) -> tensor<f32> {
// CHECK-NEXT: ^bb0(%[[ARG5:[a-z0-9_]+]]: f16, %[[ARG6:[a-z0-9_]+]]: f32)
// CHECK: %[[V5:.*]] = arith.extf %[[ARG5]] : f16 to f32
// CHECK: %[[V6:.*]] = arith.mulf %[[V5]], %[[V5]] : f32
// CHECK: %[[V7:.*]] = arith.addf %[[V6]], %[[ARG6]] : f32
// CHECK: amprt.yield %[[V7]] : f32
// CHECK: return %[[V4]] : tensor<f32>
func.func @two_producers(%g: tensor<8xf16>, %h: tensor<4xf32>, %plain: tensor<2xf32>, %s: tensor<f32>, %init: tensor<f32>) -> tensor<f32> {
  %e0 = tensor.empty() : tensor<8xf32>
  %u = amprt.map_list ins(%g : tensor<8xf16>) outs(%e0 : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%x: f16, %o: f32):
    %0 = arith.extf %x : f16 to f32
    amprt.yield %0 : f32
  }
  %e1 = tensor.empty() : tensor<4xf32>
  %v = amprt.map_list ins(%h : tensor<4xf32>) scalars(%s : tensor<f32>) outs(%e1 : tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%element: f32, %factor: f32, %o: f32):
    %0 = arith.mulf %element, %factor : f32
    amprt.yield %0 : f32
  }
  %norm = amprt.reduce_list ins(%v, %plain, %u : tensor<4xf32>, tensor<2xf32>, tensor<8xf32>) outs(%init : tensor<f32>) -> tensor<f32> {
  ^bb0(%element: f32, %sum_so_far: f32):
    %0 = arith.mulf %element, %element : f32
    %1 = arith.addf %0, %sum_so_far : f32
    amprt.yield %1 : f32
  }
  return %norm : tensor<f32>
}

// -----

// Nothing is done twice that is not cheap, and what reads the place that it writes is done
// there.
// CHECK-LABEL: func.func @not_cheap(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: tensor<8xf32>, %[[ARG1:[a-z0-9]+]]: tensor<8xf32>, %[[ARG2:[a-z0-9]+]]: tensor<8xf32>, %[[ARG3:[a-z0-9]+]]: tensor<8xf32>, %[[ARG4:[a-z0-9]+]]: tensor<f32>)
// CHECK: %[[V0:.*]] = tensor.empty() : tensor<8xf32>
// CHECK: %[[V1:.*]] = amprt.map_list ins(%[[ARG0]] : tensor<8xf32>) outs(%[[V0]] : tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT: ^bb0(%[[ARG5:[a-z0-9_]+]]: f32, %[[ARG6:[a-z0-9_]+]]: f32)
// CHECK: %[[V5:.*]] = math.sqrt %[[ARG5]] : f32
// CHECK: amprt.yield %[[V5]] : f32
// CHECK: %[[V2:.*]] = amprt.map_list ins(%[[V1]] : tensor<8xf32>) scalars(%[[ARG4]] : tensor<f32>) outs(%[[ARG1]] : tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT: ^bb0(%[[ARG5:[a-z0-9_]+]]: f32, %[[ARG6:[a-z0-9_]+]]: f32, %[[ARG7:[a-z0-9_]+]]: f32)
// CHECK: %[[V5:.*]] = arith.mulf %[[ARG5]], %[[ARG6]] : f32
// CHECK: %[[V6:.*]] = arith.subf %[[ARG7]], %[[V5]] : f32
// CHECK: amprt.yield %[[V6]] : f32
// CHECK: %[[V3:.*]] = amprt.map_list ins(%[[ARG0]] : tensor<8xf32>) outs(%[[ARG3]] : tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT: ^bb0(%[[ARG5:[a-z0-9_]+]]: f32, %[[ARG6:[a-z0-9_]+]]: f32)
// CHECK: %[[V5:.*]] = arith.addf %[[ARG5]], %[[ARG6]] : f32
// CHECK: amprt.yield %[[V5]] : f32
// CHECK: %[[V4:.*]] = amprt.map_list ins(%[[V3]] : tensor<8xf32>) scalars(%[[ARG4]] : tensor<f32>) outs(%[[ARG2]] : tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT: ^bb0(%[[ARG5:[a-z0-9_]+]]: f32, %[[ARG6:[a-z0-9_]+]]: f32, %[[ARG7:[a-z0-9_]+]]: f32)
// CHECK: %[[V5:.*]] = arith.mulf %[[ARG5]], %[[ARG6]] : f32
// CHECK: %[[V6:.*]] = arith.subf %[[ARG7]], %[[V5]] : f32
// CHECK: amprt.yield %[[V6]] : f32
// CHECK: return %[[V2]], %[[V4]], %[[V3]] : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
func.func @not_cheap(%g: tensor<8xf32>, %w: tensor<8xf32>, %v: tensor<8xf32>, %m: tensor<8xf32>, %r: tensor<f32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %root = amprt.map_list ins(%g : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%x: f32, %o: f32):
    %0 = math.sqrt %x : f32
    amprt.yield %0 : f32
  }
  %a = amprt.map_list ins(%root : tensor<8xf32>) scalars(%r : tensor<f32>) outs(%w : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%gradient: f32, %rate: f32, %old: f32):
    %0 = arith.mulf %gradient, %rate : f32
    %1 = arith.subf %old, %0 : f32
    amprt.yield %1 : f32
  }
  %sum = amprt.map_list ins(%g : tensor<8xf32>) outs(%m : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%x: f32, %o: f32):
    %0 = arith.addf %x, %o : f32
    amprt.yield %0 : f32
  }
  %b = amprt.map_list ins(%sum : tensor<8xf32>) scalars(%r : tensor<f32>) outs(%v : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%gradient: f32, %rate: f32, %old: f32):
    %0 = arith.mulf %gradient, %rate : f32
    %1 = arith.subf %old, %0 : f32
    amprt.yield %1 : f32
  }
  return %a, %b, %sum : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

// -----

// Sums are reset by the op that reads them last, those that nobody reads last by their own.
// REMARK: remark: {{.*}}joined | Category:amp-lists | arrays=1
// CHECK-LABEL: func.func @reset(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: tensor<8xf32>, %[[ARG1:[a-z0-9]+]]: tensor<4xf32>, %[[ARG2:[a-z0-9]+]]: tensor<8xf32>, %[[ARG3:[a-z0-9]+]]: tensor<f32>)
// CHECK: %[[V0:.*]]:2 = amprt.map_list scalars(%[[ARG3]] : tensor<f32>) outs(%[[ARG2]], %[[ARG0]] : tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>, tensor<8xf32> {
// CHECK-NEXT: ^bb0(%[[ARG4:[a-z0-9_]+]]: f32, %[[ARG5:[a-z0-9_]+]]: f32, %[[ARG6:[a-z0-9_]+]]: f32)
// CHECK: %[[V2:.*]] = arith.mulf %[[ARG6]], %[[ARG4]] : f32
// CHECK: %[[V3:.*]] = arith.subf %[[ARG5]], %[[V2]] : f32
// CHECK: %[[V4:.*]] = arith.mulf %[[ARG4]], %[[ARG6]] : f32
// CHECK: amprt.yield %[[V3]], %[[V4]] : f32, f32
// CHECK: %[[V1:.*]] = amprt.map_list scalars(%[[ARG3]] : tensor<f32>) outs(%[[ARG1]] : tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT: ^bb0(%[[ARG4:[a-z0-9_]+]]: f32, %[[ARG5:[a-z0-9_]+]]: f32)
// CHECK: %[[V2:.*]] = arith.mulf %[[ARG4]], %[[ARG5]] : f32
// CHECK: amprt.yield %[[V2]] : f32
// CHECK: return %[[V0]]#0, %[[V0]]#1, %[[V1]] : tensor<8xf32>, tensor<8xf32>, tensor<4xf32>
func.func @reset(%s: tensor<8xf32>, %t: tensor<4xf32>, %w: tensor<8xf32>, %r: tensor<f32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<4xf32>) {
  %a = amprt.map_list ins(%s : tensor<8xf32>) scalars(%r : tensor<f32>) outs(%w : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%gradient: f32, %rate: f32, %old: f32):
    %0 = arith.mulf %gradient, %rate : f32
    %1 = arith.subf %old, %0 : f32
    amprt.yield %1 : f32
  }
  %z:2 = amprt.map_list scalars(%r : tensor<f32>) outs(%s, %t : tensor<8xf32>, tensor<4xf32>) -> tensor<8xf32>, tensor<4xf32> {
  ^bb0(%x: f32, %o: f32):
    %0 = arith.mulf %x, %o : f32
    amprt.yield %0 : f32
  }
  return %a, %z#0, %z#1 : tensor<8xf32>, tensor<8xf32>, tensor<4xf32>
}

// -----

// Somebody reads them later.
// CHECK-LABEL: func.func @read_later(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: tensor<8xf32>, %[[ARG1:[a-z0-9]+]]: tensor<8xf32>, %[[ARG2:[a-z0-9]+]]: tensor<f32>)
// CHECK: %[[V0:.*]] = amprt.map_list ins(%[[ARG0]] : tensor<8xf32>) scalars(%[[ARG2]] : tensor<f32>) outs(%[[ARG1]] : tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT: ^bb0(%[[ARG3:[a-z0-9_]+]]: f32, %[[ARG4:[a-z0-9_]+]]: f32, %[[ARG5:[a-z0-9_]+]]: f32)
// CHECK: %[[V2:.*]] = arith.mulf %[[ARG3]], %[[ARG4]] : f32
// CHECK: %[[V3:.*]] = arith.subf %[[ARG5]], %[[V2]] : f32
// CHECK: amprt.yield %[[V3]] : f32
// CHECK: %[[EXTRACTED_SLICE:.*]] = tensor.extract_slice %[[ARG0]][0] [4] [1] : tensor<8xf32> to tensor<4xf32>
// CHECK: %[[V1:.*]] = amprt.map_list outs(%[[ARG0]] : tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT: ^bb0(%[[ARG3:[a-z0-9_]+]]: f32)
// CHECK: %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: amprt.yield %[[CST]] : f32
// CHECK: return %[[V0]], %[[V1]], %[[EXTRACTED_SLICE]] : tensor<8xf32>, tensor<8xf32>, tensor<4xf32>
func.func @read_later(%s: tensor<8xf32>, %w: tensor<8xf32>, %r: tensor<f32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<4xf32>) {
  %a = amprt.map_list ins(%s : tensor<8xf32>) scalars(%r : tensor<f32>) outs(%w : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%gradient: f32, %rate: f32, %old: f32):
    %0 = arith.mulf %gradient, %rate : f32
    %1 = arith.subf %old, %0 : f32
    amprt.yield %1 : f32
  }
  %half = tensor.extract_slice %s[0] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %z = amprt.map_list outs(%s : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%o: f32):
    %0 = arith.constant 0.0 : f32
    amprt.yield %0 : f32
  }
  return %a, %z, %half : tensor<8xf32>, tensor<8xf32>, tensor<4xf32>
}

// -----

// A table's gradient is tested, a norm is taken of it, and it updates the table: it is summed
// where it is read, and of all zeros in it a row is left. What is written into the table is
// put there in the shape in which it is made.
// REMARK: remark: {{.*}}joined | Category:amp-lists | arrays=4
// REMARK: remark: {{.*}}summed | Category:amp-lists | arrays=1
// CHECK-LABEL: func.func @table(
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<1x6x4xf32>, %[[I:[a-z0-9]+]]: tensor<1x6x1xi64>, %[[H:[a-z0-9]+]]: tensor<4xf32>, %[[R:[a-z0-9]+]]: tensor<f32>, %[[W:[a-z0-9]+]]: tensor<9x4xf32>, %[[V:[a-z0-9]+]]: tensor<4xf32>
// CHECK: %[[GROUPS:.*]]:2 = amprt.group_at
// CHECK-NOT: amprt.sum_groups
// CHECK: %[[ALL:.*]] = tensor.empty() : tensor<1x7x4xf32>
// CHECK: %[[DISTINCT:.*]] = amprt.sum_distinct ins(%[[X]], %[[GROUPS]]#0, %[[GROUPS]]#1, %[[I]] : {{.*}}) outs(%[[ALL]] : tensor<1x7x4xf32>)
// CHECK: %[[TESTED:.*]]:2 = amprt.reduce_list ins(%[[DISTINCT]], %[[H]] : tensor<1x7x4xf32>, tensor<4xf32>)
// CHECK: %[[RATE:.*]] = tensor.expand_shape %[[R]] [] output_shape [1, 1, 1]
// CHECK: %[[SKIP:.*]] = tensor.expand_shape %[[TESTED]]#0 [] output_shape [1, 1, 1]
// CHECK: %[[OLD:.*]] = tensor.expand_shape %[[W]] {{.*}} into tensor<1x9x4xf32>
// CHECK: %[[NEW:.*]] = amprt.map_groups ins(%[[X]], %[[GROUPS]]#0, %[[GROUPS]]#1 : {{.*}}) scalars(%[[RATE]], %[[SKIP]] : {{.*}}) outs(%[[OLD]] : tensor<1x9x4xf32>) -> tensor<1x9x4xf32> {
// CHECK-NEXT: ^bb0(%[[SUM:.*]]: f32, %[[A:.*]]: f32, %[[B:.*]]: i1, %[[C:.*]]: f32):
// CHECK-NEXT: %[[STEP:.*]] = arith.mulf %[[SUM]], %[[A]] : f32
// CHECK-NEXT: %[[DONE:.*]] = arith.subf %[[C]], %[[STEP]] : f32
// CHECK-NEXT: %[[KEPT:.*]] = arith.select %[[B]], %[[C]], %[[DONE]] : f32
// CHECK-NEXT: amprt.yield %[[KEPT]] : f32
// CHECK: %[[OTHER:.*]] = amprt.map_list ins(%[[H]] : tensor<4xf32>) scalars(%[[R]], %[[TESTED]]#0 : {{.*}}) outs(%[[V]] : tensor<4xf32>)
// CHECK: %[[STORED:.*]] = bufferization.materialize_in_destination %[[NEW]] in %[[OLD]]
// CHECK: %[[RESULT:.*]] = tensor.collapse_shape %[[STORED]] {{.*}} into tensor<9x4xf32>
// CHECK: return %[[RESULT]], %[[OTHER]], %[[TESTED]]#1
func.func @table(%x: tensor<1x6x4xf32>, %i: tensor<1x6x1xi64>, %h: tensor<4xf32>, %r: tensor<f32>, %w: tensor<9x4xf32>, %v: tensor<4xf32>, %no: tensor<i1>, %zero: tensor<f32>)
    -> (tensor<9x4xf32>, tensor<4xf32>, tensor<f32>) {
  %e0 = tensor.empty() : tensor<1x6x1xi32>
  %e1 = tensor.empty() : tensor<1x10x1xi32>
  %order, %starts = amprt.group_at ins(%i : tensor<1x6x1xi64>) outs(%e0, %e1 : tensor<1x6x1xi32>, tensor<1x10x1xi32>) -> tensor<1x6x1xi32>, tensor<1x10x1xi32>
  %e2 = tensor.empty() : tensor<1x9x4xf32>
  %sums = amprt.sum_groups ins(%x, %order, %starts : tensor<1x6x4xf32>, tensor<1x6x1xi32>, tensor<1x10x1xi32>) outs(%e2 : tensor<1x9x4xf32>) -> tensor<1x9x4xf32>
  %g = tensor.collapse_shape %sums [[0, 1], [2]] : tensor<1x9x4xf32> into tensor<9x4xf32>
  %found = amprt.reduce_list ins(%g, %h : tensor<9x4xf32>, tensor<4xf32>) outs(%no : tensor<i1>) -> tensor<i1> {
  ^bb0(%gradient: f32, %so_far: i1):
    %0 = arith.cmpf uno, %gradient, %gradient : f32
    %1 = arith.ori %0, %so_far : i1
    amprt.yield %1 : i1
  }
  %norm = amprt.reduce_list ins(%g, %h : tensor<9x4xf32>, tensor<4xf32>) scalars(%r : tensor<f32>) outs(%zero : tensor<f32>) -> tensor<f32> {
  ^bb0(%gradient: f32, %factor: f32, %so_far: f32):
    %0 = arith.mulf %gradient, %factor : f32
    %1 = arith.mulf %0, %0 : f32
    %2 = arith.addf %so_far, %1 : f32
    amprt.yield %2 : f32
  }
  %new:2 = amprt.map_list ins(%g, %h : tensor<9x4xf32>, tensor<4xf32>) scalars(%r, %found : tensor<f32>, tensor<i1>) outs(%w, %v : tensor<9x4xf32>, tensor<4xf32>) -> tensor<9x4xf32>, tensor<4xf32> {
  ^bb0(%gradient: f32, %rate: f32, %skip: i1, %old: f32):
    %0 = arith.mulf %gradient, %rate : f32
    %1 = arith.subf %old, %0 : f32
    %2 = arith.select %skip, %old, %1 : f32
    amprt.yield %2 : f32
  }
  %stored = bufferization.materialize_in_destination %new#0 in %w : (tensor<9x4xf32>, tensor<9x4xf32>) -> tensor<9x4xf32>
  return %stored, %new#1, %norm : tensor<9x4xf32>, tensor<4xf32>, tensor<f32>
}

// -----

// Who else reads a gradient finds it in memory.
// CHECK-LABEL: func.func @read_elsewhere(
// CHECK: amprt.sum_groups
// CHECK-NOT: amprt.map_groups
func.func @read_elsewhere(%x: tensor<1x6x4xf32>, %i: tensor<1x6x1xi64>, %h: tensor<4xf32>, %r: tensor<f32>, %w: tensor<9x4xf32>, %v: tensor<4xf32>)
    -> (tensor<9x4xf32>, tensor<4xf32>, tensor<1x9x4xf32>) {
  %e0 = tensor.empty() : tensor<1x6x1xi32>
  %e1 = tensor.empty() : tensor<1x10x1xi32>
  %order, %starts = amprt.group_at ins(%i : tensor<1x6x1xi64>) outs(%e0, %e1 : tensor<1x6x1xi32>, tensor<1x10x1xi32>) -> tensor<1x6x1xi32>, tensor<1x10x1xi32>
  %e2 = tensor.empty() : tensor<1x9x4xf32>
  %sums = amprt.sum_groups ins(%x, %order, %starts : tensor<1x6x4xf32>, tensor<1x6x1xi32>, tensor<1x10x1xi32>) outs(%e2 : tensor<1x9x4xf32>) -> tensor<1x9x4xf32>
  %g = tensor.collapse_shape %sums [[0, 1], [2]] : tensor<1x9x4xf32> into tensor<9x4xf32>
  %new:2 = amprt.map_list ins(%g, %h : tensor<9x4xf32>, tensor<4xf32>) scalars(%r : tensor<f32>) outs(%w, %v : tensor<9x4xf32>, tensor<4xf32>) -> tensor<9x4xf32>, tensor<4xf32> {
  ^bb0(%gradient: f32, %rate: f32, %old: f32):
    %0 = arith.mulf %gradient, %rate : f32
    %1 = arith.subf %old, %0 : f32
    amprt.yield %1 : f32
  }
  return %new#0, %new#1, %sums : tensor<9x4xf32>, tensor<4xf32>, tensor<1x9x4xf32>
}

// -----

// So does a reduction to which zeros make a difference.
// CHECK-LABEL: func.func @counted(
// CHECK: amprt.sum_groups
// CHECK-NOT: amprt.map_groups
func.func @counted(%x: tensor<1x6x4xf32>, %i: tensor<1x6x1xi64>, %h: tensor<4xf32>, %r: tensor<f32>, %w: tensor<9x4xf32>, %v: tensor<4xf32>)
    -> (tensor<9x4xf32>, tensor<4xf32>, tensor<f32>) {
  %e0 = tensor.empty() : tensor<1x6x1xi32>
  %e1 = tensor.empty() : tensor<1x10x1xi32>
  %order, %starts = amprt.group_at ins(%i : tensor<1x6x1xi64>) outs(%e0, %e1 : tensor<1x6x1xi32>, tensor<1x10x1xi32>) -> tensor<1x6x1xi32>, tensor<1x10x1xi32>
  %e2 = tensor.empty() : tensor<1x9x4xf32>
  %sums = amprt.sum_groups ins(%x, %order, %starts : tensor<1x6x4xf32>, tensor<1x6x1xi32>, tensor<1x10x1xi32>) outs(%e2 : tensor<1x9x4xf32>) -> tensor<1x9x4xf32>
  %g = tensor.collapse_shape %sums [[0, 1], [2]] : tensor<1x9x4xf32> into tensor<9x4xf32>
  %count = amprt.reduce_list ins(%g, %h : tensor<9x4xf32>, tensor<4xf32>) outs(%r : tensor<f32>) -> tensor<f32> {
  ^bb0(%gradient: f32, %so_far: f32):
    %0 = math.exp %gradient : f32
    %1 = arith.addf %0, %so_far : f32
    amprt.yield %1 : f32
  }
  %new:2 = amprt.map_list ins(%g, %h : tensor<9x4xf32>, tensor<4xf32>) scalars(%r : tensor<f32>) outs(%w, %v : tensor<9x4xf32>, tensor<4xf32>) -> tensor<9x4xf32>, tensor<4xf32> {
  ^bb0(%gradient: f32, %rate: f32, %old: f32):
    %0 = arith.mulf %gradient, %rate : f32
    %1 = arith.subf %old, %0 : f32
    amprt.yield %1 : f32
  }
  return %new#0, %new#1, %count : tensor<9x4xf32>, tensor<4xf32>, tensor<f32>
}

// -----

// What is summed is larger than the table: it is summed at once.
// CHECK-LABEL: func.func @many_elements(
// CHECK: amprt.sum_groups
// CHECK-NOT: amprt.map_groups
func.func @many_elements(%x: tensor<1x60x4xf32>, %i: tensor<1x60x1xi64>, %h: tensor<4xf32>, %r: tensor<f32>, %w: tensor<9x4xf32>, %v: tensor<4xf32>)
    -> (tensor<9x4xf32>, tensor<4xf32>) {
  %e0 = tensor.empty() : tensor<1x60x1xi32>
  %e1 = tensor.empty() : tensor<1x10x1xi32>
  %order, %starts = amprt.group_at ins(%i : tensor<1x60x1xi64>) outs(%e0, %e1 : tensor<1x60x1xi32>, tensor<1x10x1xi32>) -> tensor<1x60x1xi32>, tensor<1x10x1xi32>
  %e2 = tensor.empty() : tensor<1x9x4xf32>
  %sums = amprt.sum_groups ins(%x, %order, %starts : tensor<1x60x4xf32>, tensor<1x60x1xi32>, tensor<1x10x1xi32>) outs(%e2 : tensor<1x9x4xf32>) -> tensor<1x9x4xf32>
  %g = tensor.collapse_shape %sums [[0, 1], [2]] : tensor<1x9x4xf32> into tensor<9x4xf32>
  %new:2 = amprt.map_list ins(%g, %h : tensor<9x4xf32>, tensor<4xf32>) scalars(%r : tensor<f32>) outs(%w, %v : tensor<9x4xf32>, tensor<4xf32>) -> tensor<9x4xf32>, tensor<4xf32> {
  ^bb0(%gradient: f32, %rate: f32, %old: f32):
    %0 = arith.mulf %gradient, %rate : f32
    %1 = arith.subf %old, %0 : f32
    amprt.yield %1 : f32
  }
  return %new#0, %new#1 : tensor<9x4xf32>, tensor<4xf32>
}

// -----

// Two tables that are read by one index have one gradient: each update sums it.
// REMARK: remark: {{.*}}summed | Category:amp-lists | arrays=1
// REMARK: remark: {{.*}}summed | Category:amp-lists | arrays=1
// CHECK-LABEL: func.func @two_tables(
// CHECK-NOT: amprt.sum_groups
// CHECK: amprt.map_groups
// CHECK: amprt.map_groups
// CHECK-NOT: amprt.map_list
func.func @two_tables(%x: tensor<1x6x4xf32>, %i: tensor<1x6x1xi64>, %r: tensor<f32>, %w: tensor<9x4xf32>, %v: tensor<9x4xf32>)
    -> (tensor<9x4xf32>, tensor<9x4xf32>) {
  %e0 = tensor.empty() : tensor<1x6x1xi32>
  %e1 = tensor.empty() : tensor<1x10x1xi32>
  %order, %starts = amprt.group_at ins(%i : tensor<1x6x1xi64>) outs(%e0, %e1 : tensor<1x6x1xi32>, tensor<1x10x1xi32>) -> tensor<1x6x1xi32>, tensor<1x10x1xi32>
  %e2 = tensor.empty() : tensor<1x9x4xf32>
  %sums = amprt.sum_groups ins(%x, %order, %starts : tensor<1x6x4xf32>, tensor<1x6x1xi32>, tensor<1x10x1xi32>) outs(%e2 : tensor<1x9x4xf32>) -> tensor<1x9x4xf32>
  %g = tensor.collapse_shape %sums [[0, 1], [2]] : tensor<1x9x4xf32> into tensor<9x4xf32>
  %new:2 = amprt.map_list ins(%g, %g : tensor<9x4xf32>, tensor<9x4xf32>) scalars(%r : tensor<f32>) outs(%w, %v : tensor<9x4xf32>, tensor<9x4xf32>) -> tensor<9x4xf32>, tensor<9x4xf32> {
  ^bb0(%gradient: f32, %rate: f32, %old: f32):
    %0 = arith.mulf %gradient, %rate : f32
    %1 = arith.subf %old, %0 : f32
    amprt.yield %1 : f32
  }
  return %new#0, %new#1 : tensor<9x4xf32>, tensor<9x4xf32>
}
