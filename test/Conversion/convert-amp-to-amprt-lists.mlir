// RUN: amp-opt %s --amp-materialize-state --convert-amp-to-amprt -split-input-file | FileCheck %s

// Ops on all gradients become list ops.

//===----------------------------------------------------------------------===//
// Loss scaling
//===----------------------------------------------------------------------===//

amp.grad_scaler @scaler {growth_interval = 3 : i64, min_scale = 1.0 : f64, max_scale = 1.0e+6 : f64}

// The test comes before the multiplication; the reciprocal is taken in f64. Arrays of each
// element type are lists of their own.
// CHECK-LABEL: func.func @unscale(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: tensor<8xf16>, %[[ARG1:[a-z0-9]+]]: tensor<4x4xf32>, %[[ARG2:[a-z0-9]+]]: tensor<2xf16>)
// CHECK: %[[V0:.*]] = amp.read @scaler.scale : tensor<f32>
// CHECK: %[[V1:.*]] = amp.cast %[[V0]] : tensor<f32> to tensor<f64>
// CHECK: %[[V2:.*]] = amp.reciprocal %[[V1]] : (tensor<f64>) -> tensor<f64>
// CHECK: %[[V3:.*]] = amp.cast %[[V2]] : tensor<f64> to tensor<f32>
// CHECK: %[[FALSE:.*]] = arith.constant false
// CHECK: %[[V4:.*]] = tensor.empty() : tensor<i1>
// CHECK: %[[V5:.*]] = linalg.fill ins(%[[FALSE]] : i1) outs(%[[V4]] : tensor<i1>) -> tensor<i1>
// CHECK: %[[V6:.*]] = amprt.reduce_list ins(%[[ARG0]], %[[ARG2]] : tensor<8xf16>, tensor<2xf16>) outs(%[[V5]] : tensor<i1>) -> tensor<i1> {
// CHECK-NEXT: ^bb0(%[[ARG3:[a-z0-9_]+]]: f16, %[[ARG4:[a-z0-9_]+]]: i1)
// CHECK: %[[V13:.*]] = arith.extf %[[ARG3]] : f16 to f32
// CHECK: %[[V14:.*]] = math.absf %[[V13]] : f32
// CHECK: %[[CST:.*]] = arith.constant 0x7F800000 : f32
// CHECK: %[[V15:.*]] = arith.cmpf olt, %[[V14]], %[[CST]] : f32
// CHECK: %[[TRUE:.*]] = arith.constant true
// CHECK: %[[V16:.*]] = arith.xori %[[V15]], %[[TRUE]] : i1
// CHECK: %[[V17:.*]] = arith.ori %[[V16]], %[[ARG4]] : i1
// CHECK: amprt.yield %[[V17]] : i1
// CHECK: %[[V7:.*]] = amprt.reduce_list ins(%[[ARG1]] : tensor<4x4xf32>) outs(%[[V6]] : tensor<i1>) -> tensor<i1> {
// CHECK-NEXT: ^bb0(%[[ARG3:[a-z0-9_]+]]: f32, %[[ARG4:[a-z0-9_]+]]: i1)
// CHECK: %[[V13:.*]] = math.absf %[[ARG3]] : f32
// CHECK: %[[CST:.*]] = arith.constant 0x7F800000 : f32
// CHECK: %[[V14:.*]] = arith.cmpf olt, %[[V13]], %[[CST]] : f32
// CHECK: %[[TRUE:.*]] = arith.constant true
// CHECK: %[[V15:.*]] = arith.xori %[[V14]], %[[TRUE]] : i1
// CHECK: %[[V16:.*]] = arith.ori %[[V15]], %[[ARG4]] : i1
// CHECK: amprt.yield %[[V16]] : i1
// CHECK: %[[V8:.*]] = tensor.empty() : tensor<8xf32>
// CHECK: %[[V9:.*]] = tensor.empty() : tensor<2xf32>
// CHECK: %[[V10:.*]]:2 = amprt.map_list ins(%[[ARG0]], %[[ARG2]] : tensor<8xf16>, tensor<2xf16>) scalars(%[[V3]] : tensor<f32>) outs(%[[V8]], %[[V9]] : tensor<8xf32>, tensor<2xf32>) -> tensor<8xf32>, tensor<2xf32> {
// CHECK-NEXT: ^bb0(%[[ARG3:[a-z0-9_]+]]: f16, %[[ARG4:[a-z0-9_]+]]: f32, %[[ARG5:[a-z0-9_]+]]: f32)
// CHECK: %[[V13:.*]] = arith.extf %[[ARG3]] : f16 to f32
// CHECK: %[[V14:.*]] = arith.mulf %[[V13]], %[[ARG4]] : f32
// CHECK: amprt.yield %[[V14]] : f32
// CHECK: %[[V11:.*]] = tensor.empty() : tensor<4x4xf32>
// CHECK: %[[V12:.*]] = amprt.map_list ins(%[[ARG1]] : tensor<4x4xf32>) scalars(%[[V3]] : tensor<f32>) outs(%[[V11]] : tensor<4x4xf32>) -> tensor<4x4xf32> {
// CHECK-NEXT: ^bb0(%[[ARG3:[a-z0-9_]+]]: f32, %[[ARG4:[a-z0-9_]+]]: f32, %[[ARG5:[a-z0-9_]+]]: f32)
// CHECK: %[[V13:.*]] = arith.mulf %[[ARG3]], %[[ARG4]] : f32
// CHECK: amprt.yield %[[V13]] : f32
// CHECK: return %[[V10]]#0, %[[V12]], %[[V10]]#1, %[[V7]] : tensor<8xf32>, tensor<4x4xf32>, tensor<2xf32>, tensor<i1>
func.func @unscale(%g: tensor<8xf16>, %h: tensor<4x4xf32>, %i: tensor<2xf16>)
    -> (tensor<8xf32>, tensor<4x4xf32>, tensor<2xf32>, tensor<i1>) {
  %u:3, %inf = amp.unscale @scaler(%g, %h, %i) : (tensor<8xf16>, tensor<4x4xf32>, tensor<2xf16>)
    -> (tensor<8xf32>, tensor<4x4xf32>, tensor<2xf32>, tensor<i1>)
  return %u#0, %u#1, %u#2, %inf : tensor<8xf32>, tensor<4x4xf32>, tensor<2xf32>, tensor<i1>
}

// -----

// A scaler that has halted finds everything.

amp.grad_scaler @scaler {skip_limit = 3 : i64}
// CHECK-LABEL: func.func @limit(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: tensor<8xf32>)
// CHECK: %[[V0:.*]] = amp.read @scaler.scale : tensor<f32>
// CHECK: %[[V1:.*]] = amp.cast %[[V0]] : tensor<f32> to tensor<f64>
// CHECK: %[[V2:.*]] = amp.reciprocal %[[V1]] : (tensor<f64>) -> tensor<f64>
// CHECK: %[[V3:.*]] = amp.cast %[[V2]] : tensor<f64> to tensor<f32>
// CHECK: %[[FALSE:.*]] = arith.constant false
// CHECK: %[[V4:.*]] = tensor.empty() : tensor<i1>
// CHECK: %[[V5:.*]] = linalg.fill ins(%[[FALSE]] : i1) outs(%[[V4]] : tensor<i1>) -> tensor<i1>
// CHECK: %[[V6:.*]] = amprt.reduce_list ins(%[[ARG0]] : tensor<8xf32>) outs(%[[V5]] : tensor<i1>) -> tensor<i1> {
// CHECK-NEXT: ^bb0(%[[ARG1:[a-z0-9_]+]]: f32, %[[ARG2:[a-z0-9_]+]]: i1)
// CHECK: %[[V13:.*]] = math.absf %[[ARG1]] : f32
// CHECK: %[[CST:.*]] = arith.constant 0x7F800000 : f32
// CHECK: %[[V14:.*]] = arith.cmpf olt, %[[V13]], %[[CST]] : f32
// CHECK: %[[TRUE:.*]] = arith.constant true
// CHECK: %[[V15:.*]] = arith.xori %[[V14]], %[[TRUE]] : i1
// CHECK: %[[V16:.*]] = arith.ori %[[V15]], %[[ARG2]] : i1
// CHECK: amprt.yield %[[V16]] : i1
// CHECK: %[[V7:.*]] = amp.read @scaler.consecutive_skips : tensor<i64>
// CHECK: %[[V8:.*]] = amp.constant dense<3> : tensor<i64>
// CHECK: %[[V9:.*]] = amp.compare  ge, %[[V7]], %[[V8]] : (tensor<i64>, tensor<i64>) -> tensor<i1>
// CHECK: %[[V10:.*]] = amp.logical_or %[[V6]], %[[V9]] : (tensor<i1>, tensor<i1>) -> tensor<i1>
// CHECK: %[[V11:.*]] = tensor.empty() : tensor<8xf32>
// CHECK: %[[V12:.*]] = amprt.map_list ins(%[[ARG0]] : tensor<8xf32>) scalars(%[[V3]] : tensor<f32>) outs(%[[V11]] : tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT: ^bb0(%[[ARG1:[a-z0-9_]+]]: f32, %[[ARG2:[a-z0-9_]+]]: f32, %[[ARG3:[a-z0-9_]+]]: f32)
// CHECK: %[[V13:.*]] = arith.mulf %[[ARG1]], %[[ARG2]] : f32
// CHECK: amprt.yield %[[V13]] : f32
// CHECK: return %[[V10]] : tensor<i1>
func.func @limit(%g: tensor<8xf32>) -> tensor<i1> {
  %u, %inf = amp.unscale @scaler(%g) : (tensor<8xf32>) -> (tensor<8xf32>, tensor<i1>)
  return %inf : tensor<i1>
}

// -----

//===----------------------------------------------------------------------===//
// Work on gradients
//===----------------------------------------------------------------------===//

// A product of f16 matrices in f32 is finite exactly if its factors are: where they are
// smaller by much they are tested, each once, as they lie in memory.
// CHECK-LABEL: func.func @product(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: tensor<2x2048xf16>, %[[ARG1:[a-z0-9]+]]: tensor<2x2048xf16>, %[[ARG2:[a-z0-9]+]]: tensor<2x2048xbf16>)
// CHECK: %[[V0:.*]] = tensor.empty() : tensor<2048x2048xf32>
// CHECK: %[[V1:.*]] = amprt.gemm ins(%[[ARG0]], %[[ARG1]] : tensor<2x2048xf16>, tensor<2x2048xf16>) outs(%[[V0]] : tensor<2048x2048xf32>) {transpose_a} -> tensor<2048x2048xf32>
// CHECK: %[[V2:.*]] = tensor.empty() : tensor<2048x2048xf32>
// CHECK: %[[V3:.*]] = amprt.gemm ins(%[[ARG0]], %[[ARG0]] : tensor<2x2048xf16>, tensor<2x2048xf16>) outs(%[[V2]] : tensor<2048x2048xf32>) {transpose_a} -> tensor<2048x2048xf32>
// CHECK: %[[FALSE:.*]] = arith.constant false
// CHECK: %[[V4:.*]] = tensor.empty() : tensor<i1>
// CHECK: %[[V5:.*]] = linalg.fill ins(%[[FALSE]] : i1) outs(%[[V4]] : tensor<i1>) -> tensor<i1>
// CHECK: %[[V6:.*]] = amprt.reduce_list ins(%[[ARG0]], %[[ARG1]] : tensor<2x2048xf16>, tensor<2x2048xf16>) outs(%[[V5]] : tensor<i1>) -> tensor<i1> {
// CHECK-NEXT: ^bb0(%[[ARG3:[a-z0-9_]+]]: f16, %[[ARG4:[a-z0-9_]+]]: i1)
// CHECK: %[[V7:.*]] = arith.extf %[[ARG3]] : f16 to f32
// CHECK: %[[V8:.*]] = math.absf %[[V7]] : f32
// CHECK: %[[CST:.*]] = arith.constant 0x7F800000 : f32
// CHECK: %[[V9:.*]] = arith.cmpf olt, %[[V8]], %[[CST]] : f32
// CHECK: %[[TRUE:.*]] = arith.constant true
// CHECK: %[[V10:.*]] = arith.xori %[[V9]], %[[TRUE]] : i1
// CHECK: %[[V11:.*]] = arith.ori %[[V10]], %[[ARG4]] : i1
// CHECK: amprt.yield %[[V11]] : i1
// CHECK: return %[[V6]], %[[V1]], %[[V3]] : tensor<i1>, tensor<2048x2048xf32>, tensor<2048x2048xf32>
func.func @product(%dy: tensor<2x2048xf16>, %x: tensor<2x2048xf16>, %h: tensor<2x2048xbf16>) -> (tensor<i1>, tensor<2048x2048xf32>, tensor<2048x2048xf32>) {
  %t = amp.transpose %dy {permutation = array<i64: 1, 0>} : (tensor<2x2048xf16>) -> tensor<2048x2xf16>
  %g = amp.matmul %t, %x {compute_type = f32} : (tensor<2048x2xf16>, tensor<2x2048xf16>) -> tensor<2048x2048xf32>
  %s = amp.matmul %t, %dy {compute_type = f32} : (tensor<2048x2xf16>, tensor<2x2048xf16>) -> tensor<2048x2048xf32>
  %f = amp.check_finite(%g, %s) : (tensor<2048x2048xf32>, tensor<2048x2048xf32>) -> tensor<i1>
  return %f, %g, %s : tensor<i1>, tensor<2048x2048xf32>, tensor<2048x2048xf32>
}

// A product of bf16 matrices may overflow, and an f16 result is rounded: those are tested
// themselves; so is a product that is not smaller than its factors by 8 MiB.
// CHECK-LABEL: func.func @other_products(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: tensor<2048x2xbf16>, %[[ARG1:[a-z0-9]+]]: tensor<2x2048xbf16>, %[[ARG2:[a-z0-9]+]]: tensor<2048x2xf16>, %[[ARG3:[a-z0-9]+]]: tensor<2x2048xf16>, %[[ARG4:[a-z0-9]+]]: tensor<2x1024xf16>)
// CHECK: %[[V0:.*]] = tensor.empty() : tensor<2048x2048xf32>
// CHECK: %[[V1:.*]] = amprt.gemm ins(%[[ARG0]], %[[ARG1]] : tensor<2048x2xbf16>, tensor<2x2048xbf16>) outs(%[[V0]] : tensor<2048x2048xf32>) -> tensor<2048x2048xf32>
// CHECK: %[[V2:.*]] = tensor.empty() : tensor<2048x2048xf16>
// CHECK: %[[V3:.*]] = amprt.gemm ins(%[[ARG2]], %[[ARG3]] : tensor<2048x2xf16>, tensor<2x2048xf16>) outs(%[[V2]] : tensor<2048x2048xf16>) -> tensor<2048x2048xf16>
// CHECK: %[[V4:.*]] = tensor.empty() : tensor<2x2xf32>
// CHECK: %[[V5:.*]] = amprt.gemm ins(%[[ARG3]], %[[ARG2]] : tensor<2x2048xf16>, tensor<2048x2xf16>) outs(%[[V4]] : tensor<2x2xf32>) -> tensor<2x2xf32>
// CHECK: %[[V6:.*]] = tensor.empty() : tensor<2048x1024xf32>
// CHECK: %[[V7:.*]] = amprt.gemm ins(%[[ARG2]], %[[ARG4]] : tensor<2048x2xf16>, tensor<2x1024xf16>) outs(%[[V6]] : tensor<2048x1024xf32>) -> tensor<2048x1024xf32>
// CHECK: %[[FALSE:.*]] = arith.constant false
// CHECK: %[[V8:.*]] = tensor.empty() : tensor<i1>
// CHECK: %[[V9:.*]] = linalg.fill ins(%[[FALSE]] : i1) outs(%[[V8]] : tensor<i1>) -> tensor<i1>
// CHECK: %[[V10:.*]] = amprt.reduce_list ins(%[[V1]], %[[V5]], %[[V7]] : tensor<2048x2048xf32>, tensor<2x2xf32>, tensor<2048x1024xf32>) outs(%[[V9]] : tensor<i1>) -> tensor<i1> {
// CHECK-NEXT: ^bb0(%[[ARG5:[a-z0-9_]+]]: f32, %[[ARG6:[a-z0-9_]+]]: i1)
// CHECK: %[[V12:.*]] = math.absf %[[ARG5]] : f32
// CHECK: %[[CST:.*]] = arith.constant 0x7F800000 : f32
// CHECK: %[[V13:.*]] = arith.cmpf olt, %[[V12]], %[[CST]] : f32
// CHECK: %[[TRUE:.*]] = arith.constant true
// CHECK: %[[V14:.*]] = arith.xori %[[V13]], %[[TRUE]] : i1
// CHECK: %[[V15:.*]] = arith.ori %[[V14]], %[[ARG6]] : i1
// CHECK: amprt.yield %[[V15]] : i1
// CHECK: %[[V11:.*]] = amprt.reduce_list ins(%[[V3]] : tensor<2048x2048xf16>) outs(%[[V10]] : tensor<i1>) -> tensor<i1> {
// CHECK-NEXT: ^bb0(%[[ARG5:[a-z0-9_]+]]: f16, %[[ARG6:[a-z0-9_]+]]: i1)
// CHECK: %[[V12:.*]] = arith.extf %[[ARG5]] : f16 to f32
// CHECK: %[[V13:.*]] = math.absf %[[V12]] : f32
// CHECK: %[[CST:.*]] = arith.constant 0x7F800000 : f32
// CHECK: %[[V14:.*]] = arith.cmpf olt, %[[V13]], %[[CST]] : f32
// CHECK: %[[TRUE:.*]] = arith.constant true
// CHECK: %[[V15:.*]] = arith.xori %[[V14]], %[[TRUE]] : i1
// CHECK: %[[V16:.*]] = arith.ori %[[V15]], %[[ARG6]] : i1
// CHECK: amprt.yield %[[V16]] : i1
// CHECK: return %[[V11]] : tensor<i1>
func.func @other_products(%a: tensor<2048x2xbf16>, %b: tensor<2x2048xbf16>, %c: tensor<2048x2xf16>, %d: tensor<2x2048xf16>, %e: tensor<2x1024xf16>)
    -> tensor<i1> {
  %g = amp.matmul %a, %b {compute_type = f32} : (tensor<2048x2xbf16>, tensor<2x2048xbf16>) -> tensor<2048x2048xf32>
  %r = amp.matmul %c, %d {compute_type = f32} : (tensor<2048x2xf16>, tensor<2x2048xf16>) -> tensor<2048x2048xf16>
  %s = amp.matmul %d, %c {compute_type = f32} : (tensor<2x2048xf16>, tensor<2048x2xf16>) -> tensor<2x2xf32>
  %t = amp.matmul %c, %e {compute_type = f32} : (tensor<2048x2xf16>, tensor<2x1024xf16>) -> tensor<2048x1024xf32>
  %f = amp.check_finite(%g, %r, %s, %t) : (tensor<2048x2048xf32>, tensor<2048x2048xf16>, tensor<2x2xf32>, tensor<2048x1024xf32>) -> tensor<i1>
  return %f : tensor<i1>
}

// One sum of squares over all gradients, in f32.
// CHECK-LABEL: func.func @clip(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: tensor<8xf32>, %[[ARG1:[a-z0-9]+]]: tensor<4xf16>)
// CHECK: %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[V0:.*]] = tensor.empty() : tensor<f32>
// CHECK: %[[V1:.*]] = linalg.fill ins(%[[CST]] : f32) outs(%[[V0]] : tensor<f32>) -> tensor<f32>
// CHECK: %[[V2:.*]] = amprt.reduce_list ins(%[[ARG0]] : tensor<8xf32>) outs(%[[V1]] : tensor<f32>) -> tensor<f32> {
// CHECK-NEXT: ^bb0(%[[ARG2:[a-z0-9_]+]]: f32, %[[ARG3:[a-z0-9_]+]]: f32)
// CHECK: %[[V15:.*]] = arith.mulf %[[ARG2]], %[[ARG2]] : f32
// CHECK: %[[V16:.*]] = arith.addf %[[V15]], %[[ARG3]] fastmath<reassoc> : f32
// CHECK: amprt.yield %[[V16]] : f32
// CHECK: %[[V3:.*]] = amprt.reduce_list ins(%[[ARG1]] : tensor<4xf16>) outs(%[[V2]] : tensor<f32>) -> tensor<f32> {
// CHECK-NEXT: ^bb0(%[[ARG2:[a-z0-9_]+]]: f16, %[[ARG3:[a-z0-9_]+]]: f32)
// CHECK: %[[V15:.*]] = arith.extf %[[ARG2]] : f16 to f32
// CHECK: %[[V16:.*]] = arith.mulf %[[V15]], %[[V15]] : f32
// CHECK: %[[V17:.*]] = arith.addf %[[V16]], %[[ARG3]] fastmath<reassoc> : f32
// CHECK: amprt.yield %[[V17]] : f32
// CHECK: %[[V4:.*]] = amp.sqrt %[[V3]] : (tensor<f32>) -> tensor<f32>
// CHECK: %[[V5:.*]] = amp.constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V6:.*]] = amp.constant dense<9.99999997E-7> : tensor<f32>
// CHECK: %[[V7:.*]] = amp.add %[[V4]], %[[V6]] : (tensor<f32>, tensor<f32>) -> tensor<f32>
// CHECK: %[[V8:.*]] = amp.div %[[V5]], %[[V7]] : (tensor<f32>, tensor<f32>) -> tensor<f32>
// CHECK: %[[V9:.*]] = amp.constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V10:.*]] = amp.minimum %[[V8]], %[[V9]] : (tensor<f32>, tensor<f32>) -> tensor<f32>
// CHECK: %[[V11:.*]] = tensor.empty() : tensor<8xf32>
// CHECK: %[[V12:.*]] = amprt.map_list ins(%[[ARG0]] : tensor<8xf32>) scalars(%[[V10]] : tensor<f32>) outs(%[[V11]] : tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT: ^bb0(%[[ARG2:[a-z0-9_]+]]: f32, %[[ARG3:[a-z0-9_]+]]: f32, %[[ARG4:[a-z0-9_]+]]: f32)
// CHECK: %[[V15:.*]] = arith.mulf %[[ARG2]], %[[ARG3]] : f32
// CHECK: amprt.yield %[[V15]] : f32
// CHECK: %[[V13:.*]] = tensor.empty() : tensor<4xf16>
// CHECK: %[[V14:.*]] = amprt.map_list ins(%[[ARG1]] : tensor<4xf16>) scalars(%[[V10]] : tensor<f32>) outs(%[[V13]] : tensor<4xf16>) -> tensor<4xf16> {
// CHECK-NEXT: ^bb0(%[[ARG2:[a-z0-9_]+]]: f16, %[[ARG3:[a-z0-9_]+]]: f32, %[[ARG4:[a-z0-9_]+]]: f16)
// CHECK: %[[V15:.*]] = arith.extf %[[ARG2]] : f16 to f32
// CHECK: %[[V16:.*]] = arith.mulf %[[V15]], %[[ARG3]] : f32
// CHECK: %[[V17:.*]] = arith.truncf %[[V16]] : f32 to f16
// CHECK: amprt.yield %[[V17]] : f16
// CHECK: return %[[V12]], %[[V14]], %[[V4]] : tensor<8xf32>, tensor<4xf16>, tensor<f32>
func.func @clip(%a: tensor<8xf32>, %b: tensor<4xf16>) -> (tensor<8xf32>, tensor<4xf16>, tensor<f32>) {
  %c:2, %n = amp.clip_grad_norm(%a, %b) {max_norm = 1.0 : f64} : (tensor<8xf32>, tensor<4xf16>) -> (tensor<8xf32>, tensor<4xf16>, tensor<f32>)
  return %c#0, %c#1, %n : tensor<8xf32>, tensor<4xf16>, tensor<f32>
}

// CHECK-LABEL: func.func @clip_value(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: tensor<8xf32>)
// CHECK: %[[V0:.*]] = tensor.empty() : tensor<8xf32>
// CHECK: %[[V1:.*]] = amprt.map_list ins(%[[ARG0]] : tensor<8xf32>) outs(%[[V0]] : tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT: ^bb0(%[[ARG1:[a-z0-9_]+]]: f32, %[[ARG2:[a-z0-9_]+]]: f32)
// CHECK: %[[CST:.*]] = arith.constant 5.000000e-01 : f32
// CHECK: %[[V2:.*]] = arith.minimumf %[[ARG1]], %[[CST]] : f32
// CHECK: %[[CST_0:.*]] = arith.constant -5.000000e-01 : f32
// CHECK: %[[V3:.*]] = arith.maximumf %[[V2]], %[[CST_0]] : f32
// CHECK: amprt.yield %[[V3]] : f32
// CHECK: return %[[V1]] : tensor<8xf32>
func.func @clip_value(%a: tensor<8xf32>) -> tensor<8xf32> {
  %c = amp.clip_grad_value(%a) {clip_value = 0.5 : f64} : (tensor<8xf32>) -> tensor<8xf32>
  return %c : tensor<8xf32>
}

// -----

// The count and the sums outlive the run, and start again when the group is complete.
amp.variable optimizer_state @acc.count : tensor<i64> = #amp.init<zeros>
amp.variable optimizer_state @acc.sum.0 : tensor<8xf32> = #amp.init<zeros>
// CHECK-LABEL: func.func @accumulate(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: tensor<8xf16>)
// CHECK: %[[V0:.*]] = amp.read @acc.count : tensor<i64>
// CHECK: %[[V1:.*]] = amp.constant dense<1> : tensor<i64>
// CHECK: %[[V2:.*]] = amp.add %[[V0]], %[[V1]] : (tensor<i64>, tensor<i64>) -> tensor<i64>
// CHECK: %[[V3:.*]] = amp.constant dense<4> : tensor<i64>
// CHECK: %[[V4:.*]] = amp.compare  ge, %[[V2]], %[[V3]] : (tensor<i64>, tensor<i64>) -> tensor<i1>
// CHECK: %[[V5:.*]] = amp.constant dense<0> : tensor<i64>
// CHECK: %[[V6:.*]] = amp.where %[[V4]], %[[V5]], %[[V2]] : (tensor<i1>, tensor<i64>, tensor<i64>) -> tensor<i64>
// CHECK: amp.assign @acc.count, %[[V6]] : tensor<i64>
// CHECK: %[[V7:.*]] = amp.read @acc.sum.0 : tensor<8xf32>
// CHECK: %[[V8:.*]] = amprt.map_list ins(%[[ARG0]] : tensor<8xf16>) outs(%[[V7]] : tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT: ^bb0(%[[ARG1:[a-z0-9_]+]]: f16, %[[ARG2:[a-z0-9_]+]]: f32)
// CHECK: %[[V10:.*]] = arith.extf %[[ARG1]] : f16 to f32
// CHECK: %[[CST:.*]] = arith.constant 4.000000e+00 : f32
// CHECK: %[[V11:.*]] = arith.divf %[[V10]], %[[CST]] : f32
// CHECK: %[[V12:.*]] = arith.addf %[[ARG2]], %[[V11]] : f32
// CHECK: amprt.yield %[[V12]] : f32
// CHECK: amp.assign @acc.sum.0, %[[V8]] : tensor<8xf32>
// CHECK: %[[V9:.*]] = amprt.map_list scalars(%[[V4]] : tensor<i1>) outs(%[[V8]] : tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT: ^bb0(%[[ARG1:[a-z0-9_]+]]: i1, %[[ARG2:[a-z0-9_]+]]: f32)
// CHECK: %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[V10:.*]] = arith.select %[[ARG1]], %[[CST]], %[[ARG2]] : f32
// CHECK: amprt.yield %[[V10]] : f32
// CHECK: amp.assign @acc.sum.0, %[[V9]] : tensor<8xf32>
// CHECK: return %[[V8]], %[[V4]] : tensor<8xf32>, tensor<i1>
func.func @accumulate(%g: tensor<8xf16>) -> (tensor<8xf32>, tensor<i1>) {
  %s, %c = amp.accumulate "acc"(%g) {k = 4 : i64} : (tensor<8xf16>) -> (tensor<8xf32>, tensor<i1>)
  return %s, %c : tensor<8xf32>, tensor<i1>
}

// -----

// What is known to be incomplete is not reset.
amp.variable optimizer_state @acc.count : tensor<i64> = #amp.init<zeros>
amp.variable optimizer_state @acc.sum.0 : tensor<8xf32> = #amp.init<zeros>
// CHECK-LABEL: func.func @inner(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: tensor<8xf16>)
// CHECK: %[[V0:.*]] = amp.read @acc.count : tensor<i64>
// CHECK: %[[V1:.*]] = amp.constant dense<1> : tensor<i64>
// CHECK: %[[V2:.*]] = amp.add %[[V0]], %[[V1]] : (tensor<i64>, tensor<i64>) -> tensor<i64>
// CHECK: %[[V3:.*]] = amp.constant dense<false> : tensor<i1>
// CHECK: %[[V4:.*]] = amp.constant dense<0> : tensor<i64>
// CHECK: %[[V5:.*]] = amp.where %[[V3]], %[[V4]], %[[V2]] : (tensor<i1>, tensor<i64>, tensor<i64>) -> tensor<i64>
// CHECK: amp.assign @acc.count, %[[V5]] : tensor<i64>
// CHECK: %[[V6:.*]] = amp.read @acc.sum.0 : tensor<8xf32>
// CHECK: %[[V7:.*]] = amprt.map_list ins(%[[ARG0]] : tensor<8xf16>) outs(%[[V6]] : tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT: ^bb0(%[[ARG1:[a-z0-9_]+]]: f16, %[[ARG2:[a-z0-9_]+]]: f32)
// CHECK: %[[V8:.*]] = arith.extf %[[ARG1]] : f16 to f32
// CHECK: %[[V9:.*]] = arith.addf %[[ARG2]], %[[V8]] : f32
// CHECK: amprt.yield %[[V9]] : f32
// CHECK: amp.assign @acc.sum.0, %[[V7]] : tensor<8xf32>
// CHECK: return %[[V7]] : tensor<8xf32>
func.func @inner(%g: tensor<8xf16>) -> tensor<8xf32> {
  %s, %c = amp.accumulate "acc"(%g) {k = 4 : i64, known_complete = false, reduction = #amp.reduction<sum>}
    : (tensor<8xf16>) -> (tensor<8xf32>, tensor<i1>)
  return %s : tensor<8xf32>
}

// -----

// What is complete becomes 0, at the end.
amp.variable optimizer_state @acc.count : tensor<i64> = #amp.init<zeros>
amp.variable optimizer_state @acc.sum.0 : tensor<8xf32> = #amp.init<zeros>
// CHECK-LABEL: func.func @last(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: tensor<8xf32>)
// CHECK: %[[V0:.*]] = amp.read @acc.count : tensor<i64>
// CHECK: %[[V1:.*]] = amp.constant dense<1> : tensor<i64>
// CHECK: %[[V2:.*]] = amp.add %[[V0]], %[[V1]] : (tensor<i64>, tensor<i64>) -> tensor<i64>
// CHECK: %[[V3:.*]] = amp.constant dense<true> : tensor<i1>
// CHECK: %[[V4:.*]] = amp.constant dense<0> : tensor<i64>
// CHECK: %[[V5:.*]] = amp.where %[[V3]], %[[V4]], %[[V2]] : (tensor<i1>, tensor<i64>, tensor<i64>) -> tensor<i64>
// CHECK: amp.assign @acc.count, %[[V5]] : tensor<i64>
// CHECK: %[[V6:.*]] = amp.read @acc.sum.0 : tensor<8xf32>
// CHECK: %[[V7:.*]] = amprt.map_list ins(%[[ARG0]] : tensor<8xf32>) outs(%[[V6]] : tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT: ^bb0(%[[ARG1:[a-z0-9_]+]]: f32, %[[ARG2:[a-z0-9_]+]]: f32)
// CHECK: %[[V10:.*]] = arith.addf %[[ARG2]], %[[ARG1]] : f32
// CHECK: amprt.yield %[[V10]] : f32
// CHECK: amp.assign @acc.sum.0, %[[V7]] : tensor<8xf32>
// CHECK: %[[V8:.*]] = amp.neg %[[V7]] : (tensor<8xf32>) -> tensor<8xf32>
// CHECK: %[[V9:.*]] = amprt.map_list outs(%[[V7]] : tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT: ^bb0(%[[ARG1:[a-z0-9_]+]]: f32)
// CHECK: %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: amprt.yield %[[CST]] : f32
// CHECK: amp.assign @acc.sum.0, %[[V9]] : tensor<8xf32>
// CHECK: return %[[V8]] : tensor<8xf32>
func.func @last(%g: tensor<8xf32>) -> tensor<8xf32> {
  %s, %c = amp.accumulate "acc"(%g) {k = 4 : i64, known_complete = true, reduction = #amp.reduction<sum>}
    : (tensor<8xf32>) -> (tensor<8xf32>, tensor<i1>)
  %r = amp.neg %s : (tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

//===----------------------------------------------------------------------===//
// Optimizers
//===----------------------------------------------------------------------===//

amp.variable parameter @w : tensor<8xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}

// w - lr g. The learning rate is a device value.
// CHECK-LABEL: func.func @plain(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: tensor<8xf32>)
// CHECK: %[[V0:.*]] = amp.read @opt.lr : tensor<f64>
// CHECK: %[[V1:.*]] = amp.read @w : tensor<8xf32>
// CHECK: %[[V2:.*]] = amp.cast %[[V0]] : tensor<f64> to tensor<f32>
// CHECK: %[[V3:.*]] = amprt.map_list ins(%[[ARG0]] : tensor<8xf32>) scalars(%[[V2]] : tensor<f32>) outs(%[[V1]] : tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT: ^bb0(%[[ARG1:[a-z0-9_]+]]: f32, %[[ARG2:[a-z0-9_]+]]: f32, %[[ARG3:[a-z0-9_]+]]: f32)
// CHECK: %[[V4:.*]] = arith.mulf %[[ARG2]], %[[ARG1]] : f32
// CHECK: %[[V5:.*]] = arith.subf %[[ARG3]], %[[V4]] : f32
// CHECK: amprt.yield %[[V5]] : f32
// CHECK: amp.assign @w, %[[V3]] : tensor<8xf32>
// CHECK: return
func.func @plain(%g: tensor<8xf32>) {
  amp.step @opt(%g) : tensor<8xf32>
  return
}

// -----

amp.variable parameter @w : tensor<8xf16> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64, momentum = 0.5 : f64, nesterov, weight_decay = 0.25 : f64}

// 16-bit parameters are updated in f32 and rounded once; a skipped step leaves parameter
// and momentum as they were, bit for bit.
// CHECK-LABEL: func.func @skipped(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: tensor<8xf16>, %[[ARG1:[a-z0-9]+]]: tensor<i1>, %[[ARG2:[a-z0-9]+]]: tensor<i1>)
// CHECK: %[[V0:.*]] = amp.logical_or %[[ARG1]], %[[ARG2]] : (tensor<i1>, tensor<i1>) -> tensor<i1>
// CHECK: %[[V1:.*]] = amp.read @opt.lr : tensor<f64>
// CHECK: %[[V2:.*]] = amp.read @w : tensor<8xf16>
// CHECK: %[[V3:.*]] = amp.read @opt.momentum.w : tensor<8xf32>
// CHECK: %[[V4:.*]] = amp.cast %[[V1]] : tensor<f64> to tensor<f32>
// CHECK: %[[V5:.*]]:2 = amprt.map_list ins(%[[ARG0]] : tensor<8xf16>) scalars(%[[V0]], %[[V4]] : tensor<i1>, tensor<f32>) outs(%[[V2]], %[[V3]] : tensor<8xf16>, tensor<8xf32>) -> tensor<8xf16>, tensor<8xf32> {
// CHECK-NEXT: ^bb0(%[[ARG3:[a-z0-9_]+]]: f16, %[[ARG4:[a-z0-9_]+]]: i1, %[[ARG5:[a-z0-9_]+]]: f32, %[[ARG6:[a-z0-9_]+]]: f16, %[[ARG7:[a-z0-9_]+]]: f32)
// CHECK: %[[V6:.*]] = arith.extf %[[ARG6]] : f16 to f32
// CHECK: %[[V7:.*]] = arith.extf %[[ARG3]] : f16 to f32
// CHECK: %[[CST:.*]] = arith.constant 2.500000e-01 : f32
// CHECK: %[[V8:.*]] = arith.mulf %[[CST]], %[[V6]] : f32
// CHECK: %[[V9:.*]] = arith.addf %[[V7]], %[[V8]] : f32
// CHECK: %[[CST_0:.*]] = arith.constant 5.000000e-01 : f32
// CHECK: %[[V10:.*]] = arith.mulf %[[CST_0]], %[[ARG7]] : f32
// CHECK: %[[V11:.*]] = arith.addf %[[V10]], %[[V9]] : f32
// CHECK: %[[V12:.*]] = arith.select %[[ARG4]], %[[ARG7]], %[[V11]] : f32
// CHECK: %[[V13:.*]] = arith.mulf %[[CST_0]], %[[V12]] : f32
// CHECK: %[[V14:.*]] = arith.addf %[[V9]], %[[V13]] : f32
// CHECK: %[[V15:.*]] = arith.mulf %[[ARG5]], %[[V14]] : f32
// CHECK: %[[V16:.*]] = arith.subf %[[V6]], %[[V15]] : f32
// CHECK: %[[V17:.*]] = arith.truncf %[[V16]] : f32 to f16
// CHECK: %[[V18:.*]] = arith.extf %[[ARG6]] : f16 to f32
// CHECK: %[[V19:.*]] = arith.extf %[[V17]] : f16 to f32
// CHECK: %[[V20:.*]] = arith.select %[[ARG4]], %[[V18]], %[[V19]] : f32
// CHECK: %[[V21:.*]] = arith.truncf %[[V20]] : f32 to f16
// CHECK: amprt.yield %[[V21]], %[[V12]] : f16, f32
// CHECK: amp.assign @w, %[[V5]]#0 : tensor<8xf16>
// CHECK: amp.assign @opt.momentum.w, %[[V5]]#1 : tensor<8xf32>
// CHECK: return
func.func @skipped(%g: tensor<8xf16>, %a: tensor<i1>, %b: tensor<i1>) {
  amp.step @opt(%g) skip_if(%a, %b) : tensor<8xf16>, tensor<i1>, tensor<i1>
  return
}

// -----

amp.variable parameter @w : tensor<8xf64> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64, momentum = 0.5 : f64, dampening = 0.25 : f64}

// The first step takes the gradient undampened; f64 stays f64.
// CHECK-LABEL: func.func @dampened(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: tensor<8xf64>)
// CHECK: %[[V0:.*]] = amp.read @opt.lr : tensor<f64>
// CHECK: %[[V1:.*]] = amp.read @opt.steps : tensor<i64>
// CHECK: %[[V2:.*]] = amp.constant dense<0> : tensor<i64>
// CHECK: %[[V3:.*]] = amp.compare  eq, %[[V1]], %[[V2]] : (tensor<i64>, tensor<i64>) -> tensor<i1>
// CHECK: %[[V4:.*]] = amp.constant dense<1> : tensor<i64>
// CHECK: %[[V5:.*]] = amp.add %[[V1]], %[[V4]] : (tensor<i64>, tensor<i64>) -> tensor<i64>
// CHECK: amp.assign @opt.steps, %[[V5]] : tensor<i64>
// CHECK: %[[V6:.*]] = amp.read @w : tensor<8xf64>
// CHECK: %[[V7:.*]] = amp.read @opt.momentum.w : tensor<8xf64>
// CHECK: %[[V8:.*]]:2 = amprt.map_list ins(%[[ARG0]] : tensor<8xf64>) scalars(%[[V3]], %[[V0]] : tensor<i1>, tensor<f64>) outs(%[[V6]], %[[V7]] : tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>, tensor<8xf64> {
// CHECK-NEXT: ^bb0(%[[ARG1:[a-z0-9_]+]]: f64, %[[ARG2:[a-z0-9_]+]]: i1, %[[ARG3:[a-z0-9_]+]]: f64, %[[ARG4:[a-z0-9_]+]]: f64, %[[ARG5:[a-z0-9_]+]]: f64)
// CHECK: %[[CST:.*]] = arith.constant 5.000000e-01 : f64
// CHECK: %[[CST_0:.*]] = arith.constant 7.500000e-01 : f64
// CHECK: %[[V9:.*]] = arith.mulf %[[CST_0]], %[[ARG1]] : f64
// CHECK: %[[V10:.*]] = arith.mulf %[[CST]], %[[ARG5]] : f64
// CHECK: %[[V11:.*]] = arith.addf %[[V10]], %[[V9]] : f64
// CHECK: %[[V12:.*]] = arith.select %[[ARG2]], %[[ARG1]], %[[V11]] : f64
// CHECK: %[[V13:.*]] = arith.mulf %[[ARG3]], %[[V12]] : f64
// CHECK: %[[V14:.*]] = arith.subf %[[ARG4]], %[[V13]] : f64
// CHECK: amprt.yield %[[V14]], %[[V12]] : f64, f64
// CHECK: amp.assign @w, %[[V8]]#0 : tensor<8xf64>
// CHECK: amp.assign @opt.momentum.w, %[[V8]]#1 : tensor<8xf64>
// CHECK: return
func.func @dampened(%g: tensor<8xf64>) {
  amp.step @opt(%g) : tensor<8xf64>
  return
}

// -----

amp.variable parameter @w : tensor<8xf32> = #amp.init<zeros>
amp.variable parameter @h : tensor<4xf16> = #amp.init<zeros>
amp.optimizer adamw @opt [@w, @h] {lr = 1.0e-3 : f64,
  groups = [{parameters = [@h], lr = 0.5 : f64, weight_decay = 0.0 : f64, amsgrad}],
  schedule = #amp.schedule<linear, {iterations = 100, warmup = 10}>}

// The schedule advances with a skipped step, but not where there is none; rates and
// corrections are f64 scalars. The group has its own rate and state.

// The weight shrinks by 1 - rate weight_decay; the gradient stays. What the averages
// become, kept or new, is what the update reads: it needs no other copy.

// CHECK-LABEL: func.func @adamw(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: tensor<8xf32>, %[[ARG1:[a-z0-9]+]]: tensor<4xf16>, %[[ARG2:[a-z0-9]+]]: tensor<i1>, %[[ARG3:[a-z0-9]+]]: tensor<i1>)
// CHECK: %[[V0:.*]] = amp.logical_not %[[ARG3]] : (tensor<i1>) -> tensor<i1>
// CHECK: %[[V1:.*]] = amp.logical_or %[[ARG2]], %[[V0]] : (tensor<i1>, tensor<i1>) -> tensor<i1>
// CHECK: %[[V2:.*]] = amp.read @opt.iterations : tensor<i64>
// CHECK: %[[V3:.*]] = amp.cast %[[V2]] : tensor<i64> to tensor<f64>
// CHECK: %[[V4:.*]] = amp.constant dense<1.000000e+00> : tensor<f64>
// CHECK: %[[V5:.*]] = amp.add %[[V3]], %[[V4]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V6:.*]] = amp.constant dense<1.000000e+01> : tensor<f64>
// CHECK: %[[V7:.*]] = amp.div %[[V5]], %[[V6]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V8:.*]] = amp.constant dense<1.000000e+00> : tensor<f64>
// CHECK: %[[V9:.*]] = amp.minimum %[[V7]], %[[V8]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V10:.*]] = amp.constant dense<1.000000e+01> : tensor<f64>
// CHECK: %[[V11:.*]] = amp.sub %[[V3]], %[[V10]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V12:.*]] = amp.constant dense<0.000000e+00> : tensor<f64>
// CHECK: %[[V13:.*]] = amp.maximum %[[V11]], %[[V12]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V14:.*]] = amp.constant dense<1.000000e+02> : tensor<f64>
// CHECK: %[[V15:.*]] = amp.minimum %[[V13]], %[[V14]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V16:.*]] = amp.div %[[V15]], %[[V14]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V17:.*]] = amp.constant dense<0.33333333333333331> : tensor<f64>
// CHECK: %[[V18:.*]] = amp.constant dense<0.66666666666666674> : tensor<f64>
// CHECK: %[[V19:.*]] = amp.mul %[[V18]], %[[V16]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V20:.*]] = amp.add %[[V17]], %[[V19]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V21:.*]] = amp.read @opt.rate : tensor<f64>
// CHECK: %[[V22:.*]] = amp.read @opt.lr : tensor<f64>
// CHECK: %[[V23:.*]] = amp.mul %[[V22]], %[[V20]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V24:.*]] = amp.mul %[[V23]], %[[V9]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V25:.*]] = amp.where %[[V0]], %[[V21]], %[[V24]] : (tensor<i1>, tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: amp.assign @opt.rate, %[[V25]] : tensor<f64>
// CHECK: %[[V26:.*]] = amp.constant dense<1> : tensor<i64>
// CHECK: %[[V27:.*]] = amp.add %[[V2]], %[[V26]] : (tensor<i64>, tensor<i64>) -> tensor<i64>
// CHECK: %[[V28:.*]] = amp.where %[[V0]], %[[V2]], %[[V27]] : (tensor<i1>, tensor<i64>, tensor<i64>) -> tensor<i64>
// CHECK: amp.assign @opt.iterations, %[[V28]] : tensor<i64>
// CHECK: %[[V29:.*]] = amp.read @opt.steps : tensor<i64>
// CHECK: %[[V30:.*]] = amp.constant dense<1> : tensor<i64>
// CHECK: %[[V31:.*]] = amp.add %[[V29]], %[[V30]] : (tensor<i64>, tensor<i64>) -> tensor<i64>
// CHECK: %[[V32:.*]] = amp.where %[[V1]], %[[V29]], %[[V31]] : (tensor<i1>, tensor<i64>, tensor<i64>) -> tensor<i64>
// CHECK: amp.assign @opt.steps, %[[V32]] : tensor<i64>
// CHECK: %[[V33:.*]] = amp.cast %[[V31]] : tensor<i64> to tensor<f64>
// CHECK: %[[V34:.*]] = amp.read @w : tensor<8xf32>
// CHECK: %[[V35:.*]] = amp.read @opt.exp_avg.w : tensor<8xf32>
// CHECK: %[[V36:.*]] = amp.read @opt.exp_avg_sq.w : tensor<8xf32>
// CHECK: %[[V37:.*]] = amp.constant dense<1.000000e+00> : tensor<f64>
// CHECK: %[[V38:.*]] = amp.constant dense<0.99899999999999999> : tensor<f64>
// CHECK: %[[V39:.*]] = amp.pow %[[V38]], %[[V33]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V40:.*]] = amp.sub %[[V37]], %[[V39]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V41:.*]] = amp.sqrt %[[V40]] : (tensor<f64>) -> tensor<f64>
// CHECK: %[[V42:.*]] = amp.cast %[[V41]] : tensor<f64> to tensor<f32>
// CHECK: %[[V43:.*]] = amp.constant dense<1.000000e+00> : tensor<f64>
// CHECK: %[[V44:.*]] = amp.constant dense<9.000000e-01> : tensor<f64>
// CHECK: %[[V45:.*]] = amp.pow %[[V44]], %[[V33]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V46:.*]] = amp.sub %[[V43]], %[[V45]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V47:.*]] = amp.div %[[V24]], %[[V46]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V48:.*]] = amp.cast %[[V47]] : tensor<f64> to tensor<f32>
// CHECK: %[[V49:.*]] = amp.constant dense<1.000000e-02> : tensor<f64>
// CHECK: %[[V50:.*]] = amp.mul %[[V24]], %[[V49]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V51:.*]] = amp.constant dense<1.000000e+00> : tensor<f64>
// CHECK: %[[V52:.*]] = amp.sub %[[V51]], %[[V50]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V53:.*]] = amp.cast %[[V52]] : tensor<f64> to tensor<f32>
// CHECK: %[[V54:.*]]:3 = amprt.map_list ins(%[[ARG0]] : tensor<8xf32>) scalars(%[[V1]], %[[V53]], %[[V42]], %[[V48]] : tensor<i1>, tensor<f32>, tensor<f32>, tensor<f32>) outs(%[[V34]], %[[V35]], %[[V36]] : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>, tensor<8xf32>, tensor<8xf32> {
// CHECK-NEXT: ^bb0(%[[ARG4:[a-z0-9_]+]]: f32, %[[ARG5:[a-z0-9_]+]]: i1, %[[ARG6:[a-z0-9_]+]]: f32, %[[ARG7:[a-z0-9_]+]]: f32, %[[ARG8:[a-z0-9_]+]]: f32, %[[ARG9:[a-z0-9_]+]]: f32, %[[ARG10:[a-z0-9_]+]]: f32, %[[ARG11:[a-z0-9_]+]]: f32)
// CHECK: %[[V67:.*]] = arith.mulf %[[ARG9]], %[[ARG6]] : f32
// CHECK: %[[V68:.*]] = arith.subf %[[ARG4]], %[[ARG10]] : f32
// CHECK: %[[CST:.*]] = arith.constant 1.000000e-01 : f32
// CHECK: %[[V69:.*]] = arith.mulf %[[CST]], %[[V68]] : f32
// CHECK: %[[V70:.*]] = arith.addf %[[ARG10]], %[[V69]] : f32
// CHECK: %[[V71:.*]] = arith.select %[[ARG5]], %[[ARG10]], %[[V70]] : f32
// CHECK: %[[CST_0:.*]] = arith.constant 1.000000e-03 : f32
// CHECK: %[[V72:.*]] = arith.mulf %[[CST_0]], %[[ARG4]] : f32
// CHECK: %[[V73:.*]] = arith.mulf %[[V72]], %[[ARG4]] : f32
// CHECK: %[[CST_1:.*]] = arith.constant 9.990000e-01 : f32
// CHECK: %[[V74:.*]] = arith.mulf %[[ARG11]], %[[CST_1]] : f32
// CHECK: %[[V75:.*]] = arith.addf %[[V74]], %[[V73]] : f32
// CHECK: %[[V76:.*]] = arith.select %[[ARG5]], %[[ARG11]], %[[V75]] : f32
// CHECK: %[[V77:.*]] = math.sqrt %[[V76]] : f32
// CHECK: %[[V78:.*]] = arith.divf %[[V77]], %[[ARG7]] : f32
// CHECK: %[[CST_2:.*]] = arith.constant 9.99999993E-9 : f32
// CHECK: %[[V79:.*]] = arith.addf %[[V78]], %[[CST_2]] : f32
// CHECK: %[[V80:.*]] = arith.mulf %[[ARG8]], %[[V71]] : f32
// CHECK: %[[V81:.*]] = arith.divf %[[V80]], %[[V79]] : f32
// CHECK: %[[V82:.*]] = arith.subf %[[V67]], %[[V81]] : f32
// CHECK: %[[V83:.*]] = arith.select %[[ARG5]], %[[ARG9]], %[[V82]] : f32
// CHECK: amprt.yield %[[V83]], %[[V71]], %[[V76]] : f32, f32, f32
// CHECK: amp.assign @w, %[[V54]]#0 : tensor<8xf32>
// CHECK: amp.assign @opt.exp_avg.w, %[[V54]]#1 : tensor<8xf32>
// CHECK: amp.assign @opt.exp_avg_sq.w, %[[V54]]#2 : tensor<8xf32>
// CHECK: %[[V55:.*]] = amp.read @h : tensor<4xf16>
// CHECK: %[[V56:.*]] = amp.read @opt.exp_avg.h : tensor<4xf32>
// CHECK: %[[V57:.*]] = amp.read @opt.exp_avg_sq.h : tensor<4xf32>
// CHECK: %[[V58:.*]] = amp.read @opt.max_exp_avg_sq.h : tensor<4xf32>
// CHECK: %[[V59:.*]] = amp.read @opt.lr.0 : tensor<f64>
// CHECK: %[[V60:.*]] = amp.mul %[[V59]], %[[V20]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V61:.*]] = amp.mul %[[V60]], %[[V9]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V62:.*]] = amp.sqrt %[[V40]] : (tensor<f64>) -> tensor<f64>
// CHECK: %[[V63:.*]] = amp.cast %[[V62]] : tensor<f64> to tensor<f32>
// CHECK: %[[V64:.*]] = amp.div %[[V61]], %[[V46]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V65:.*]] = amp.cast %[[V64]] : tensor<f64> to tensor<f32>
// CHECK: %[[V66:.*]]:4 = amprt.map_list ins(%[[ARG1]] : tensor<4xf16>) scalars(%[[V1]], %[[V63]], %[[V65]] : tensor<i1>, tensor<f32>, tensor<f32>) outs(%[[V55]], %[[V56]], %[[V57]], %[[V58]] : tensor<4xf16>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf16>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32> {
// CHECK-NEXT: ^bb0(%[[ARG4:[a-z0-9_]+]]: f16, %[[ARG5:[a-z0-9_]+]]: i1, %[[ARG6:[a-z0-9_]+]]: f32, %[[ARG7:[a-z0-9_]+]]: f32, %[[ARG8:[a-z0-9_]+]]: f16, %[[ARG9:[a-z0-9_]+]]: f32, %[[ARG10:[a-z0-9_]+]]: f32, %[[ARG11:[a-z0-9_]+]]: f32)
// CHECK: %[[V67:.*]] = arith.extf %[[ARG8]] : f16 to f32
// CHECK: %[[V68:.*]] = arith.extf %[[ARG4]] : f16 to f32
// CHECK: %[[V69:.*]] = arith.subf %[[V68]], %[[ARG9]] : f32
// CHECK: %[[CST:.*]] = arith.constant 1.000000e-01 : f32
// CHECK: %[[V70:.*]] = arith.mulf %[[CST]], %[[V69]] : f32
// CHECK: %[[V71:.*]] = arith.addf %[[ARG9]], %[[V70]] : f32
// CHECK: %[[V72:.*]] = arith.select %[[ARG5]], %[[ARG9]], %[[V71]] : f32
// CHECK: %[[CST_0:.*]] = arith.constant 1.000000e-03 : f32
// CHECK: %[[V73:.*]] = arith.mulf %[[CST_0]], %[[V68]] : f32
// CHECK: %[[V74:.*]] = arith.mulf %[[V73]], %[[V68]] : f32
// CHECK: %[[CST_1:.*]] = arith.constant 9.990000e-01 : f32
// CHECK: %[[V75:.*]] = arith.mulf %[[ARG10]], %[[CST_1]] : f32
// CHECK: %[[V76:.*]] = arith.addf %[[V75]], %[[V74]] : f32
// CHECK: %[[V77:.*]] = arith.select %[[ARG5]], %[[ARG10]], %[[V76]] : f32
// CHECK: %[[V78:.*]] = arith.maximumf %[[ARG11]], %[[V77]] : f32
// CHECK: %[[V79:.*]] = arith.select %[[ARG5]], %[[ARG11]], %[[V78]] : f32
// CHECK: %[[V80:.*]] = math.sqrt %[[V79]] : f32
// CHECK: %[[V81:.*]] = arith.divf %[[V80]], %[[ARG6]] : f32
// CHECK: %[[CST_2:.*]] = arith.constant 9.99999993E-9 : f32
// CHECK: %[[V82:.*]] = arith.addf %[[V81]], %[[CST_2]] : f32
// CHECK: %[[V83:.*]] = arith.mulf %[[ARG7]], %[[V72]] : f32
// CHECK: %[[V84:.*]] = arith.divf %[[V83]], %[[V82]] : f32
// CHECK: %[[V85:.*]] = arith.subf %[[V67]], %[[V84]] : f32
// CHECK: %[[V86:.*]] = arith.truncf %[[V85]] : f32 to f16
// CHECK: %[[V87:.*]] = arith.extf %[[ARG8]] : f16 to f32
// CHECK: %[[V88:.*]] = arith.extf %[[V86]] : f16 to f32
// CHECK: %[[V89:.*]] = arith.select %[[ARG5]], %[[V87]], %[[V88]] : f32
// CHECK: %[[V90:.*]] = arith.truncf %[[V89]] : f32 to f16
// CHECK: amprt.yield %[[V90]], %[[V72]], %[[V77]], %[[V79]] : f16, f32, f32, f32
// CHECK: amp.assign @h, %[[V66]]#0 : tensor<4xf16>
// CHECK: amp.assign @opt.exp_avg.h, %[[V66]]#1 : tensor<4xf32>
// CHECK: amp.assign @opt.exp_avg_sq.h, %[[V66]]#2 : tensor<4xf32>
// CHECK: amp.assign @opt.max_exp_avg_sq.h, %[[V66]]#3 : tensor<4xf32>
// CHECK: return
func.func @adamw(%g: tensor<8xf32>, %h: tensor<4xf16>, %s: tensor<i1>, %when: tensor<i1>) {
  amp.step @opt(%g, %h) skip_if(%s) when(%when) : tensor<8xf32>, tensor<4xf16>, tensor<i1>, tensor<i1>
  return
}

// -----

amp.variable parameter @w : tensor<8xf32> = #amp.init<zeros>
amp.variable parameter @h : tensor<4xf32> = #amp.init<zeros>
amp.optimizer nadam @opt [@w, @h] {lr = 0.5 : f64, momentum_decay = 0.25 : f64,
  weight_decay = 0.125 : f64, decoupled_weight_decay,
  groups = [{parameters = [@h], lr = 0.125 : f64, weight_decay = 0.0 : f64}]}

// Momenta, their product and the shares that follow are f64 scalars, which groups with the same
// momentum share: their product is written once, and stays in a skipped step.
// CHECK-LABEL: func.func @nadam(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: tensor<8xf32>, %[[ARG1:[a-z0-9]+]]: tensor<4xf32>, %[[ARG2:[a-z0-9]+]]: tensor<i1>)
// CHECK: %[[V0:.*]] = amp.read @opt.lr : tensor<f64>
// CHECK: %[[V1:.*]] = amp.read @opt.steps : tensor<i64>
// CHECK: %[[V2:.*]] = amp.constant dense<1> : tensor<i64>
// CHECK: %[[V3:.*]] = amp.add %[[V1]], %[[V2]] : (tensor<i64>, tensor<i64>) -> tensor<i64>
// CHECK: %[[V4:.*]] = amp.where %[[ARG2]], %[[V1]], %[[V3]] : (tensor<i1>, tensor<i64>, tensor<i64>) -> tensor<i64>
// CHECK: amp.assign @opt.steps, %[[V4]] : tensor<i64>
// CHECK: %[[V5:.*]] = amp.cast %[[V3]] : tensor<i64> to tensor<f64>
// CHECK: %[[V6:.*]] = amp.read @w : tensor<8xf32>
// CHECK: %[[V7:.*]] = amp.read @opt.exp_avg.w : tensor<8xf32>
// CHECK: %[[V8:.*]] = amp.read @opt.exp_avg_sq.w : tensor<8xf32>
// CHECK: %[[V9:.*]] = amp.constant dense<1.000000e+00> : tensor<f64>
// CHECK: %[[V10:.*]] = amp.constant dense<2.500000e-01> : tensor<f64>
// CHECK: %[[V11:.*]] = amp.mul %[[V5]], %[[V10]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V12:.*]] = amp.constant dense<0.95999999999999996> : tensor<f64>
// CHECK: %[[V13:.*]] = amp.pow %[[V12]], %[[V11]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V14:.*]] = amp.constant dense<5.000000e-01> : tensor<f64>
// CHECK: %[[V15:.*]] = amp.mul %[[V14]], %[[V13]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V16:.*]] = amp.sub %[[V9]], %[[V15]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V17:.*]] = amp.constant dense<9.000000e-01> : tensor<f64>
// CHECK: %[[V18:.*]] = amp.mul %[[V17]], %[[V16]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V19:.*]] = amp.add %[[V5]], %[[V9]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V20:.*]] = amp.constant dense<2.500000e-01> : tensor<f64>
// CHECK: %[[V21:.*]] = amp.mul %[[V19]], %[[V20]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V22:.*]] = amp.constant dense<0.95999999999999996> : tensor<f64>
// CHECK: %[[V23:.*]] = amp.pow %[[V22]], %[[V21]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V24:.*]] = amp.constant dense<5.000000e-01> : tensor<f64>
// CHECK: %[[V25:.*]] = amp.mul %[[V24]], %[[V23]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V26:.*]] = amp.sub %[[V9]], %[[V25]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V27:.*]] = amp.constant dense<9.000000e-01> : tensor<f64>
// CHECK: %[[V28:.*]] = amp.mul %[[V27]], %[[V26]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V29:.*]] = amp.read @opt.mu_product : tensor<f64>
// CHECK: %[[V30:.*]] = amp.mul %[[V29]], %[[V18]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V31:.*]] = amp.where %[[ARG2]], %[[V29]], %[[V30]] : (tensor<i1>, tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: amp.assign @opt.mu_product, %[[V31]] : tensor<f64>
// CHECK: %[[V32:.*]] = amp.sub %[[V9]], %[[V18]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V33:.*]] = amp.sub %[[V9]], %[[V30]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V34:.*]] = amp.div %[[V32]], %[[V33]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V35:.*]] = amp.mul %[[V30]], %[[V28]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V36:.*]] = amp.sub %[[V9]], %[[V35]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V37:.*]] = amp.div %[[V28]], %[[V36]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V38:.*]] = amp.constant dense<1.000000e+00> : tensor<f64>
// CHECK: %[[V39:.*]] = amp.constant dense<0.99899999999999999> : tensor<f64>
// CHECK: %[[V40:.*]] = amp.pow %[[V39]], %[[V5]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V41:.*]] = amp.sub %[[V38]], %[[V40]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V42:.*]] = amp.cast %[[V41]] : tensor<f64> to tensor<f32>
// CHECK: %[[V43:.*]] = amp.mul %[[V0]], %[[V34]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V44:.*]] = amp.cast %[[V43]] : tensor<f64> to tensor<f32>
// CHECK: %[[V45:.*]] = amp.mul %[[V0]], %[[V37]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V46:.*]] = amp.cast %[[V45]] : tensor<f64> to tensor<f32>
// CHECK: %[[V47:.*]] = amp.constant dense<1.250000e-01> : tensor<f64>
// CHECK: %[[V48:.*]] = amp.mul %[[V0]], %[[V47]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V49:.*]] = amp.constant dense<1.000000e+00> : tensor<f64>
// CHECK: %[[V50:.*]] = amp.sub %[[V49]], %[[V48]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V51:.*]] = amp.cast %[[V50]] : tensor<f64> to tensor<f32>
// CHECK: %[[V52:.*]]:3 = amprt.map_list ins(%[[ARG0]] : tensor<8xf32>) scalars(%[[ARG2]], %[[V51]], %[[V42]], %[[V44]], %[[V46]] : tensor<i1>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) outs(%[[V6]], %[[V7]], %[[V8]] : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>, tensor<8xf32>, tensor<8xf32> {
// CHECK-NEXT: ^bb0(%[[ARG3:[a-z0-9_]+]]: f32, %[[ARG4:[a-z0-9_]+]]: i1, %[[ARG5:[a-z0-9_]+]]: f32, %[[ARG6:[a-z0-9_]+]]: f32, %[[ARG7:[a-z0-9_]+]]: f32, %[[ARG8:[a-z0-9_]+]]: f32, %[[ARG9:[a-z0-9_]+]]: f32, %[[ARG10:[a-z0-9_]+]]: f32, %[[ARG11:[a-z0-9_]+]]: f32)
// CHECK: %[[V53:.*]] = arith.mulf %[[ARG9]], %[[ARG5]] : f32
// CHECK: %[[V54:.*]] = arith.subf %[[ARG3]], %[[ARG10]] : f32
// CHECK: %[[V55:.*]] = arith.constant 1.000000e-01 : f32
// CHECK: %[[V56:.*]] = arith.mulf %[[V55]], %[[V54]] : f32
// CHECK: %[[V57:.*]] = arith.addf %[[ARG10]], %[[V56]] : f32
// CHECK: %[[V58:.*]] = arith.select %[[ARG4]], %[[ARG10]], %[[V57]] : f32
// CHECK: %[[V59:.*]] = arith.constant 1.000000e-03 : f32
// CHECK: %[[V60:.*]] = arith.mulf %[[V59]], %[[ARG3]] : f32
// CHECK: %[[V61:.*]] = arith.mulf %[[V60]], %[[ARG3]] : f32
// CHECK: %[[V62:.*]] = arith.constant 9.990000e-01 : f32
// CHECK: %[[V63:.*]] = arith.mulf %[[ARG11]], %[[V62]] : f32
// CHECK: %[[V64:.*]] = arith.addf %[[V63]], %[[V61]] : f32
// CHECK: %[[V65:.*]] = arith.select %[[ARG4]], %[[ARG11]], %[[V64]] : f32
// CHECK: %[[V66:.*]] = arith.divf %[[V65]], %[[ARG6]] : f32
// CHECK: %[[V67:.*]] = math.sqrt %[[V66]] : f32
// CHECK: %[[V68:.*]] = arith.constant 9.99999993E-9 : f32
// CHECK: %[[V69:.*]] = arith.addf %[[V67]], %[[V68]] : f32
// CHECK: %[[V70:.*]] = arith.mulf %[[ARG7]], %[[ARG3]] : f32
// CHECK: %[[V71:.*]] = arith.divf %[[V70]], %[[V69]] : f32
// CHECK: %[[V72:.*]] = arith.subf %[[V53]], %[[V71]] : f32
// CHECK: %[[V73:.*]] = arith.mulf %[[ARG8]], %[[V58]] : f32
// CHECK: %[[V74:.*]] = arith.divf %[[V73]], %[[V69]] : f32
// CHECK: %[[V75:.*]] = arith.subf %[[V72]], %[[V74]] : f32
// CHECK: %[[V76:.*]] = arith.select %[[ARG4]], %[[ARG9]], %[[V75]] : f32
// CHECK: amprt.yield %[[V76]], %[[V58]], %[[V65]] : f32, f32, f32
// CHECK: amp.assign @w, %[[V52]]#0 : tensor<8xf32>
// CHECK: amp.assign @opt.exp_avg.w, %[[V52]]#1 : tensor<8xf32>
// CHECK: amp.assign @opt.exp_avg_sq.w, %[[V52]]#2 : tensor<8xf32>
// CHECK: %[[V77:.*]] = amp.read @h : tensor<4xf32>
// CHECK: %[[V78:.*]] = amp.read @opt.exp_avg.h : tensor<4xf32>
// CHECK: %[[V79:.*]] = amp.read @opt.exp_avg_sq.h : tensor<4xf32>
// CHECK: %[[V80:.*]] = amp.read @opt.lr.0 : tensor<f64>
// CHECK: %[[V81:.*]] = amp.cast %[[V41]] : tensor<f64> to tensor<f32>
// CHECK: %[[V82:.*]] = amp.mul %[[V80]], %[[V34]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V83:.*]] = amp.cast %[[V82]] : tensor<f64> to tensor<f32>
// CHECK: %[[V84:.*]] = amp.mul %[[V80]], %[[V37]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V85:.*]] = amp.cast %[[V84]] : tensor<f64> to tensor<f32>
// CHECK: %[[V86:.*]]:3 = amprt.map_list ins(%[[ARG1]] : tensor<4xf32>) scalars(%[[ARG2]], %[[V81]], %[[V83]], %[[V85]] : tensor<i1>, tensor<f32>, tensor<f32>, tensor<f32>) outs(%[[V77]], %[[V78]], %[[V79]] : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>, tensor<4xf32>, tensor<4xf32> {
// CHECK-NEXT: ^bb0(%[[ARG3:[a-z0-9_]+]]: f32, %[[ARG4:[a-z0-9_]+]]: i1, %[[ARG5:[a-z0-9_]+]]: f32, %[[ARG6:[a-z0-9_]+]]: f32, %[[ARG7:[a-z0-9_]+]]: f32, %[[ARG8:[a-z0-9_]+]]: f32, %[[ARG9:[a-z0-9_]+]]: f32, %[[ARG10:[a-z0-9_]+]]: f32)
// CHECK: %[[V87:.*]] = arith.subf %[[ARG3]], %[[ARG9]] : f32
// CHECK: %[[V88:.*]] = arith.constant 1.000000e-01 : f32
// CHECK: %[[V89:.*]] = arith.mulf %[[V88]], %[[V87]] : f32
// CHECK: %[[V90:.*]] = arith.addf %[[ARG9]], %[[V89]] : f32
// CHECK: %[[V91:.*]] = arith.select %[[ARG4]], %[[ARG9]], %[[V90]] : f32
// CHECK: %[[V92:.*]] = arith.constant 1.000000e-03 : f32
// CHECK: %[[V93:.*]] = arith.mulf %[[V92]], %[[ARG3]] : f32
// CHECK: %[[V94:.*]] = arith.mulf %[[V93]], %[[ARG3]] : f32
// CHECK: %[[V95:.*]] = arith.constant 9.990000e-01 : f32
// CHECK: %[[V96:.*]] = arith.mulf %[[ARG10]], %[[V95]] : f32
// CHECK: %[[V97:.*]] = arith.addf %[[V96]], %[[V94]] : f32
// CHECK: %[[V98:.*]] = arith.select %[[ARG4]], %[[ARG10]], %[[V97]] : f32
// CHECK: %[[V99:.*]] = arith.divf %[[V98]], %[[ARG5]] : f32
// CHECK: %[[V100:.*]] = math.sqrt %[[V99]] : f32
// CHECK: %[[V101:.*]] = arith.constant 9.99999993E-9 : f32
// CHECK: %[[V102:.*]] = arith.addf %[[V100]], %[[V101]] : f32
// CHECK: %[[V103:.*]] = arith.mulf %[[ARG6]], %[[ARG3]] : f32
// CHECK: %[[V104:.*]] = arith.divf %[[V103]], %[[V102]] : f32
// CHECK: %[[V105:.*]] = arith.subf %[[ARG8]], %[[V104]] : f32
// CHECK: %[[V106:.*]] = arith.mulf %[[ARG7]], %[[V91]] : f32
// CHECK: %[[V107:.*]] = arith.divf %[[V106]], %[[V102]] : f32
// CHECK: %[[V108:.*]] = arith.subf %[[V105]], %[[V107]] : f32
// CHECK: %[[V109:.*]] = arith.select %[[ARG4]], %[[ARG8]], %[[V108]] : f32
// CHECK: amprt.yield %[[V109]], %[[V91]], %[[V98]] : f32, f32, f32
// CHECK: amp.assign @h, %[[V86]]#0 : tensor<4xf32>
// CHECK: amp.assign @opt.exp_avg.h, %[[V86]]#1 : tensor<4xf32>
// CHECK: amp.assign @opt.exp_avg_sq.h, %[[V86]]#2 : tensor<4xf32>
// CHECK: return
func.func @nadam(%g: tensor<8xf32>, %h: tensor<4xf32>, %skip: tensor<i1>) {
  amp.step @opt(%g, %h) skip_if(%skip) : tensor<8xf32>, tensor<4xf32>, tensor<i1>
  return
}

// -----

amp.variable parameter @w : tensor<8xf32> = #amp.init<zeros>
amp.optimizer radam @opt [@w] {lr = 0.5 : f64, beta2 = 0.9375 : f64}

// The rectification and whether there is one are scalars; elements choose between two changes.
// CHECK-LABEL: func.func @radam(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: tensor<8xf32>)
// CHECK: %[[V0:.*]] = amp.read @opt.lr : tensor<f64>
// CHECK: %[[V1:.*]] = amp.read @opt.steps : tensor<i64>
// CHECK: %[[V2:.*]] = amp.constant dense<1> : tensor<i64>
// CHECK: %[[V3:.*]] = amp.add %[[V1]], %[[V2]] : (tensor<i64>, tensor<i64>) -> tensor<i64>
// CHECK: amp.assign @opt.steps, %[[V3]] : tensor<i64>
// CHECK: %[[V4:.*]] = amp.cast %[[V3]] : tensor<i64> to tensor<f64>
// CHECK: %[[V5:.*]] = amp.read @w : tensor<8xf32>
// CHECK: %[[V6:.*]] = amp.read @opt.exp_avg.w : tensor<8xf32>
// CHECK: %[[V7:.*]] = amp.read @opt.exp_avg_sq.w : tensor<8xf32>
// CHECK: %[[V8:.*]] = amp.constant dense<2.000000e+00> : tensor<f64>
// CHECK: %[[V9:.*]] = amp.mul %[[V8]], %[[V4]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V10:.*]] = amp.constant dense<9.375000e-01> : tensor<f64>
// CHECK: %[[V11:.*]] = amp.pow %[[V10]], %[[V4]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V12:.*]] = amp.mul %[[V9]], %[[V11]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V13:.*]] = amp.constant dense<1.000000e+00> : tensor<f64>
// CHECK: %[[V14:.*]] = amp.sub %[[V13]], %[[V11]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V15:.*]] = amp.div %[[V12]], %[[V14]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V16:.*]] = amp.constant dense<3.100000e+01> : tensor<f64>
// CHECK: %[[V17:.*]] = amp.sub %[[V16]], %[[V15]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V18:.*]] = amp.constant dense<5.000000e+00> : tensor<f64>
// CHECK: %[[V19:.*]] = amp.compare gt, %[[V17]], %[[V18]] : (tensor<f64>, tensor<f64>) -> tensor<i1>
// CHECK: %[[V20:.*]] = amp.constant dense<4.000000e+00> : tensor<f64>
// CHECK: %[[V21:.*]] = amp.sub %[[V17]], %[[V20]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V22:.*]] = amp.constant dense<2.000000e+00> : tensor<f64>
// CHECK: %[[V23:.*]] = amp.sub %[[V17]], %[[V22]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V24:.*]] = amp.mul %[[V21]], %[[V23]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V25:.*]] = amp.constant dense<3.100000e+01> : tensor<f64>
// CHECK: %[[V26:.*]] = amp.mul %[[V24]], %[[V25]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V27:.*]] = amp.constant dense<7.830000e+02> : tensor<f64>
// CHECK: %[[V28:.*]] = amp.mul %[[V27]], %[[V17]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V29:.*]] = amp.div %[[V26]], %[[V28]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V30:.*]] = amp.sqrt %[[V29]] : (tensor<f64>) -> tensor<f64>
// CHECK: %[[V31:.*]] = amp.cast %[[V0]] : tensor<f64> to tensor<f32>
// CHECK: %[[V32:.*]] = amp.constant dense<1.000000e+00> : tensor<f64>
// CHECK: %[[V33:.*]] = amp.constant dense<9.000000e-01> : tensor<f64>
// CHECK: %[[V34:.*]] = amp.pow %[[V33]], %[[V4]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V35:.*]] = amp.sub %[[V32]], %[[V34]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V36:.*]] = amp.cast %[[V35]] : tensor<f64> to tensor<f32>
// CHECK: %[[V37:.*]] = amp.sqrt %[[V14]] : (tensor<f64>) -> tensor<f64>
// CHECK: %[[V38:.*]] = amp.cast %[[V37]] : tensor<f64> to tensor<f32>
// CHECK: %[[V39:.*]] = amp.cast %[[V30]] : tensor<f64> to tensor<f32>
// CHECK: %[[V40:.*]]:3 = amprt.map_list ins(%[[ARG0]] : tensor<8xf32>) scalars(%[[V31]], %[[V36]], %[[V38]], %[[V19]], %[[V39]] : tensor<f32>, tensor<f32>, tensor<f32>, tensor<i1>, tensor<f32>) outs(%[[V5]], %[[V6]], %[[V7]] : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>, tensor<8xf32>, tensor<8xf32> {
// CHECK-NEXT: ^bb0(%[[ARG1:[a-z0-9_]+]]: f32, %[[ARG2:[a-z0-9_]+]]: f32, %[[ARG3:[a-z0-9_]+]]: f32, %[[ARG4:[a-z0-9_]+]]: f32, %[[ARG5:[a-z0-9_]+]]: i1, %[[ARG6:[a-z0-9_]+]]: f32, %[[ARG7:[a-z0-9_]+]]: f32, %[[ARG8:[a-z0-9_]+]]: f32, %[[ARG9:[a-z0-9_]+]]: f32)
// CHECK: %[[V41:.*]] = arith.subf %[[ARG1]], %[[ARG8]] : f32
// CHECK: %[[V42:.*]] = arith.constant 1.000000e-01 : f32
// CHECK: %[[V43:.*]] = arith.mulf %[[V42]], %[[V41]] : f32
// CHECK: %[[V44:.*]] = arith.addf %[[ARG8]], %[[V43]] : f32
// CHECK: %[[V45:.*]] = arith.constant 6.250000e-02 : f32
// CHECK: %[[V46:.*]] = arith.mulf %[[V45]], %[[ARG1]] : f32
// CHECK: %[[V47:.*]] = arith.mulf %[[V46]], %[[ARG1]] : f32
// CHECK: %[[V48:.*]] = arith.constant 9.375000e-01 : f32
// CHECK: %[[V49:.*]] = arith.mulf %[[ARG9]], %[[V48]] : f32
// CHECK: %[[V50:.*]] = arith.addf %[[V49]], %[[V47]] : f32
// CHECK: %[[V51:.*]] = arith.divf %[[V44]], %[[ARG3]] : f32
// CHECK: %[[V52:.*]] = arith.mulf %[[V51]], %[[ARG2]] : f32
// CHECK: %[[V53:.*]] = math.sqrt %[[V50]] : f32
// CHECK: %[[V54:.*]] = arith.constant 9.99999993E-9 : f32
// CHECK: %[[V55:.*]] = arith.addf %[[V53]], %[[V54]] : f32
// CHECK: %[[V56:.*]] = arith.divf %[[ARG4]], %[[V55]] : f32
// CHECK: %[[V57:.*]] = arith.mulf %[[V52]], %[[V56]] : f32
// CHECK: %[[V58:.*]] = arith.mulf %[[V57]], %[[ARG6]] : f32
// CHECK: %[[V59:.*]] = arith.select %[[ARG5]], %[[V58]], %[[V52]] : f32
// CHECK: %[[V60:.*]] = arith.subf %[[ARG7]], %[[V59]] : f32
// CHECK: amprt.yield %[[V60]], %[[V44]], %[[V50]] : f32, f32, f32
// CHECK: amp.assign @w, %[[V40]]#0 : tensor<8xf32>
// CHECK: amp.assign @opt.exp_avg.w, %[[V40]]#1 : tensor<8xf32>
// CHECK: amp.assign @opt.exp_avg_sq.w, %[[V40]]#2 : tensor<8xf32>
// CHECK: return
func.func @radam(%g: tensor<8xf32>) {
  amp.step @opt(%g) : tensor<8xf32>
  return
}

// -----

amp.variable parameter @w : tensor<8xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 1.0e-3 : f64, schedule_on_step,
  schedule = #amp.schedule<step, {step_size = 30, gamma = 0.5}>}

// With schedule_on_step a skipped step is no iteration. The quotient is floored by a
// cast.
// CHECK-LABEL: func.func @on_step(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: tensor<8xf32>, %[[ARG1:[a-z0-9]+]]: tensor<i1>)
// CHECK: %[[V0:.*]] = amp.read @opt.iterations : tensor<i64>
// CHECK: %[[V1:.*]] = amp.cast %[[V0]] : tensor<i64> to tensor<f64>
// CHECK: %[[V2:.*]] = amp.constant dense<3.000000e+01> : tensor<f64>
// CHECK: %[[V3:.*]] = amp.div %[[V1]], %[[V2]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V4:.*]] = amp.cast %[[V3]] : tensor<f64> to tensor<i64>
// CHECK: %[[V5:.*]] = amp.constant dense<5.000000e-01> : tensor<f64>
// CHECK: %[[V6:.*]] = amp.cast %[[V4]] : tensor<i64> to tensor<f64>
// CHECK: %[[V7:.*]] = amp.pow %[[V5]], %[[V6]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[V8:.*]] = amp.read @opt.lr : tensor<f64>
// CHECK: %[[V9:.*]] = amp.mul %[[V8]], %[[V7]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: amp.assign @opt.rate, %[[V9]] : tensor<f64>
// CHECK: %[[V10:.*]] = amp.constant dense<1> : tensor<i64>
// CHECK: %[[V11:.*]] = amp.add %[[V0]], %[[V10]] : (tensor<i64>, tensor<i64>) -> tensor<i64>
// CHECK: %[[V12:.*]] = amp.where %[[ARG1]], %[[V0]], %[[V11]] : (tensor<i1>, tensor<i64>, tensor<i64>) -> tensor<i64>
// CHECK: amp.assign @opt.iterations, %[[V12]] : tensor<i64>
// CHECK: %[[V13:.*]] = amp.read @w : tensor<8xf32>
// CHECK: %[[V14:.*]] = amp.cast %[[V9]] : tensor<f64> to tensor<f32>
// CHECK: %[[V15:.*]] = amprt.map_list ins(%[[ARG0]] : tensor<8xf32>) scalars(%[[ARG1]], %[[V14]] : tensor<i1>, tensor<f32>) outs(%[[V13]] : tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT: ^bb0(%[[ARG2:[a-z0-9_]+]]: f32, %[[ARG3:[a-z0-9_]+]]: i1, %[[ARG4:[a-z0-9_]+]]: f32, %[[ARG5:[a-z0-9_]+]]: f32)
// CHECK: %[[V16:.*]] = arith.mulf %[[ARG4]], %[[ARG2]] : f32
// CHECK: %[[V17:.*]] = arith.subf %[[ARG5]], %[[V16]] : f32
// CHECK: %[[V18:.*]] = arith.select %[[ARG3]], %[[ARG5]], %[[V17]] : f32
// CHECK: amprt.yield %[[V18]] : f32
// CHECK: amp.assign @w, %[[V15]] : tensor<8xf32>
// CHECK: return
func.func @on_step(%g: tensor<8xf32>, %skip: tensor<i1>) {
  amp.step @opt(%g) skip_if(%skip) : tensor<8xf32>, tensor<i1>
  return
}

// -----

// A group is one op, with its state and the copies of its parameters; element types make
// groups of their own.
amp.variable parameter @a : tensor<8xf32> = #amp.init<zeros>
amp.variable buffer @a.f16 : tensor<8xf16> = #amp.init<zeros> {copy_of = @a}
amp.variable parameter @b : tensor<2x2xf32> = #amp.init<zeros>
amp.variable buffer @b.f16 : tensor<2x2xf16> = #amp.init<zeros> {copy_of = @b}
amp.variable parameter @c : tensor<4xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@a, @c, @b] {lr = 0.1 : f64}
// CHECK-LABEL: func.func @copies(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: tensor<8xf32>, %[[ARG1:[a-z0-9]+]]: tensor<2x2xf32>, %[[ARG2:[a-z0-9]+]]: tensor<4xf32>)
// CHECK: %[[V0:.*]] = amp.read @opt.lr : tensor<f64>
// CHECK: %[[V1:.*]] = amp.read @a : tensor<8xf32>
// CHECK: %[[V2:.*]] = amp.read @a.f16 : tensor<8xf16>
// CHECK: %[[V3:.*]] = amp.read @b : tensor<2x2xf32>
// CHECK: %[[V4:.*]] = amp.read @b.f16 : tensor<2x2xf16>
// CHECK: %[[V5:.*]] = amp.cast %[[V0]] : tensor<f64> to tensor<f32>
// CHECK: %[[V6:.*]]:4 = amprt.map_list ins(%[[ARG0]], %[[ARG1]] : tensor<8xf32>, tensor<2x2xf32>) scalars(%[[V5]] : tensor<f32>) outs(%[[V1]], %[[V3]], %[[V2]], %[[V4]] : tensor<8xf32>, tensor<2x2xf32>, tensor<8xf16>, tensor<2x2xf16>) -> tensor<8xf32>, tensor<2x2xf32>, tensor<8xf16>, tensor<2x2xf16> {
// CHECK-NEXT: ^bb0(%[[ARG3:[a-z0-9_]+]]: f32, %[[ARG4:[a-z0-9_]+]]: f32, %[[ARG5:[a-z0-9_]+]]: f32, %[[ARG6:[a-z0-9_]+]]: f16)
// CHECK: %[[V10:.*]] = arith.mulf %[[ARG4]], %[[ARG3]] : f32
// CHECK: %[[V11:.*]] = arith.subf %[[ARG5]], %[[V10]] : f32
// CHECK: %[[V12:.*]] = arith.truncf %[[V11]] : f32 to f16
// CHECK: amprt.yield %[[V11]], %[[V12]] : f32, f16
// CHECK: amp.assign @a, %[[V6]]#0 : tensor<8xf32>
// CHECK: amp.assign @b, %[[V6]]#1 : tensor<2x2xf32>
// CHECK: amp.assign @a.f16, %[[V6]]#2 : tensor<8xf16>
// CHECK: amp.assign @b.f16, %[[V6]]#3 : tensor<2x2xf16>
// CHECK: %[[V7:.*]] = amp.read @c : tensor<4xf32>
// CHECK: %[[V8:.*]] = amp.cast %[[V0]] : tensor<f64> to tensor<f32>
// CHECK: %[[V9:.*]] = amprt.map_list ins(%[[ARG2]] : tensor<4xf32>) scalars(%[[V8]] : tensor<f32>) outs(%[[V7]] : tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT: ^bb0(%[[ARG3:[a-z0-9_]+]]: f32, %[[ARG4:[a-z0-9_]+]]: f32, %[[ARG5:[a-z0-9_]+]]: f32)
// CHECK: %[[V10:.*]] = arith.mulf %[[ARG4]], %[[ARG3]] : f32
// CHECK: %[[V11:.*]] = arith.subf %[[ARG5]], %[[V10]] : f32
// CHECK: amprt.yield %[[V11]] : f32
// CHECK: amp.assign @c, %[[V9]] : tensor<4xf32>
// CHECK: return
func.func @copies(%a: tensor<8xf32>, %b: tensor<2x2xf32>, %c: tensor<4xf32>) {
  amp.step @opt(%a, %c, %b) : tensor<8xf32>, tensor<4xf32>, tensor<2x2xf32>
  return
}

// -----

amp.variable parameter @w : tensor<8xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 1.0e-3 : f64,
  schedule = #amp.schedule<plateau, {interval = 10, warmup = 5}>}

// The iteration's rate is that before it is reduced. What is decided where the interval
// does not end, or the step does not happen, is not kept.
// CHECK-LABEL: func.func @plateau(
// CHECK-SAME: %{{.*}}: tensor<8xf32>, %[[LOSS:.*]]: tensor<f32>, %[[WHEN:.*]]: tensor<i1>)
// CHECK: %[[IDLE:.*]] = amp.logical_not %[[WHEN]]
// CHECK: %[[LR:.*]] = amp.read @opt.lr
// CHECK: %[[FACTOR:.*]] = amp.read @opt.factor
// CHECK: %[[BASE:.*]] = amp.mul %[[LR]], %[[FACTOR]]
// CHECK: %[[RATE:.*]] = amp.mul %[[BASE]], %{{.*}}
// CHECK: amp.assign @opt.rate
// CHECK: %[[METRIC:.*]] = amp.cast %[[LOSS]] : tensor<f32> to tensor<f64>
// CHECK: amp.isfinite %[[METRIC]]
// CHECK: %[[MADE:.*]] = amp.logical_not %[[IDLE]]
// CHECK: %[[ENDS:.*]] = amp.logical_and %{{.*}}, %[[MADE]]
// CHECK: amp.assign @opt.factor
// CHECK: amp.where %[[ENDS]]
// CHECK: amp.assign @opt.best
// CHECK: amp.assign @opt.bad_intervals
// CHECK: amp.assign @opt.cooldown
// CHECK: amp.assign @opt.metric_sum
// CHECK: amp.assign @opt.metric_count
// CHECK: amp.assign @opt.iterations
// CHECK: %[[NARROW:.*]] = amp.cast %[[RATE]] : tensor<f64> to tensor<f32>
// CHECK: amprt.map_list ins(%{{.*}}) scalars(%[[IDLE]], %[[NARROW]]
func.func @plateau(%g: tensor<8xf32>, %loss: tensor<f32>, %when: tensor<i1>) {
  amp.step @opt(%g) when(%when) metric(%loss) : tensor<8xf32>, tensor<i1>, tensor<f32>
  return
}

// -----

amp.variable parameter @w : tensor<8xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 1.0e-3 : f64,
  schedule = #amp.schedule<plateau, {interval = 10}>}

// A step that never happens leaves its metric.
// CHECK-LABEL: func.func @within_an_accumulation(
// CHECK-NOT: amp.assign
// CHECK: amp.assign @opt.metric_sum
// CHECK: amp.assign @opt.metric_count
// CHECK-NOT: amp.assign
// CHECK: return
func.func @within_an_accumulation(%g: tensor<8xf32>, %loss: tensor<f32>) {
  %no = amp.constant dense<false> : tensor<i1>
  amp.step @opt(%g) when(%no) metric(%loss) : tensor<8xf32>, tensor<i1>, tensor<f32>
  return
}
