// RUN: amp-opt %s --canonicalize -split-input-file | FileCheck %s

//===----------------------------------------------------------------------===//
// Casts
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @cast_to_own_type
// CHECK-SAME: (%[[X:.*]]: tensor<8xf32>)
// CHECK: return %[[X]]
func.func @cast_to_own_type(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = amp.cast %x : tensor<8xf32> to tensor<8xf32>
  return %0 : tensor<8xf32>
}

// Each 16-bit value is an f32 value: the way there and back changes nothing.
// CHECK-LABEL: func.func @widened_and_narrowed
// CHECK-SAME: (%[[H:.*]]: tensor<8xf16>, %[[B:.*]]: tensor<8xbf16>)
// CHECK: return %[[H]], %[[B]]
func.func @widened_and_narrowed(%h: tensor<8xf16>, %b: tensor<8xbf16>)
    -> (tensor<8xf16>, tensor<8xbf16>) {
  %0 = amp.cast %h : tensor<8xf16> to tensor<8xf32>
  %1 = amp.cast %0 : tensor<8xf32> to tensor<8xf16>
  %2 = amp.cast %b : tensor<8xbf16> to tensor<8xf64>
  %3 = amp.cast %2 : tensor<8xf64> to tensor<8xbf16>
  return %1, %3 : tensor<8xf16>, tensor<8xbf16>
}

// A lossless first cast is skipped: one rounding remains.
// CHECK-LABEL: func.func @widened_and_cast_on
// CHECK-SAME: (%[[H:.*]]: tensor<8xf16>)
// CHECK-DAG: %[[B:.*]] = amp.cast %[[H]] : tensor<8xf16> to tensor<8xbf16>
// CHECK-DAG: %[[D:.*]] = amp.cast %[[H]] : tensor<8xf16> to tensor<8xf64>
// CHECK: return %[[B]], %[[D]]
func.func @widened_and_cast_on(%h: tensor<8xf16>) -> (tensor<8xbf16>, tensor<8xf64>) {
  %0 = amp.cast %h : tensor<8xf16> to tensor<8xf32>
  %1 = amp.cast %0 : tensor<8xf32> to tensor<8xbf16>
  %2 = amp.cast %0 : tensor<8xf32> to tensor<8xf64>
  return %1, %2 : tensor<8xbf16>, tensor<8xf64>
}

// A rounding that was asked for stays.
// CHECK-LABEL: func.func @narrowed_and_widened
// CHECK-SAME: (%[[X:.*]]: tensor<8xf32>, %[[H:.*]]: tensor<8xf16>)
// CHECK-DAG: %[[N:.*]] = amp.cast %[[X]] : tensor<8xf32> to tensor<8xf16>
// CHECK-DAG: %[[W:.*]] = amp.cast %[[N]] : tensor<8xf16> to tensor<8xf32>
// f16 and bf16 hold different values: neither way is lossless.
// CHECK-DAG: %[[B:.*]] = amp.cast %[[H]] : tensor<8xf16> to tensor<8xbf16>
// CHECK-DAG: %[[BACK:.*]] = amp.cast %[[B]] : tensor<8xbf16> to tensor<8xf16>
// CHECK: return %[[W]], %[[BACK]]
func.func @narrowed_and_widened(%x: tensor<8xf32>, %h: tensor<8xf16>)
    -> (tensor<8xf32>, tensor<8xf16>) {
  %0 = amp.cast %x : tensor<8xf32> to tensor<8xf16>
  %1 = amp.cast %0 : tensor<8xf16> to tensor<8xf32>
  %2 = amp.cast %h : tensor<8xf16> to tensor<8xbf16>
  %3 = amp.cast %2 : tensor<8xbf16> to tensor<8xf16>
  return %1, %3 : tensor<8xf32>, tensor<8xf16>
}

// Truncation towards zero is no rounding to be skipped, and i64 holds values that f32
// does not.
// CHECK-LABEL: func.func @through_integers
// CHECK-SAME: (%[[X:.*]]: tensor<8xf32>, %[[I:.*]]: tensor<8xi64>)
// CHECK-DAG: %[[T:.*]] = amp.cast %[[X]] : tensor<8xf32> to tensor<8xi32>
// CHECK-DAG: %[[F:.*]] = amp.cast %[[T]] : tensor<8xi32> to tensor<8xf32>
// CHECK-DAG: %[[R:.*]] = amp.cast %[[I]] : tensor<8xi64> to tensor<8xf32>
// CHECK-DAG: %[[J:.*]] = amp.cast %[[R]] : tensor<8xf32> to tensor<8xi64>
// CHECK: return %[[F]], %[[J]]
func.func @through_integers(%x: tensor<8xf32>, %i: tensor<8xi64>)
    -> (tensor<8xf32>, tensor<8xi64>) {
  %0 = amp.cast %x : tensor<8xf32> to tensor<8xi32>
  %1 = amp.cast %0 : tensor<8xi32> to tensor<8xf32>
  %2 = amp.cast %i : tensor<8xi64> to tensor<8xf32>
  %3 = amp.cast %2 : tensor<8xf32> to tensor<8xi64>
  return %1, %3 : tensor<8xf32>, tensor<8xi64>
}

// Constants are rounded to nearest, ties to even (2049 lies between 2048 and 2050),
// and overflow to infinity.
// CHECK-LABEL: func.func @cast_of_constant
// CHECK: amp.constant dense<[2.048000e+03, 0x7C00, -0.000000e+00]> : tensor<3xf16>
func.func @cast_of_constant() -> tensor<3xf16> {
  %0 = amp.constant dense<[2049.0, 65520.0, -0.0]> : tensor<3xf32>
  %1 = amp.cast %0 : tensor<3xf32> to tensor<3xf16>
  return %1 : tensor<3xf16>
}

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @negated_twice
// CHECK-SAME: (%[[X:.*]]: tensor<8xf32>)
// CHECK: return %[[X]]
func.func @negated_twice(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = amp.neg %x : (tensor<8xf32>) -> tensor<8xf32>
  %1 = amp.neg %0 : (tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}

// CHECK-LABEL: func.func @relu_of_relu
// CHECK: %[[Y:.*]] = amp.relu
// CHECK-NOT: amp.relu
// CHECK: return %[[Y]]
func.func @relu_of_relu(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = amp.relu %x : (tensor<8xf32>) -> tensor<8xf32>
  %1 = amp.relu %0 : (tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}

// CHECK-LABEL: func.func @neutral
// CHECK-SAME: (%[[X:.*]]: tensor<8xf32>, %[[I:.*]]: tensor<8xi32>)
// CHECK: return %[[X]], %[[X]], %[[X]], %[[X]], %[[I]], %[[I]]
func.func @neutral(%x: tensor<8xf32>, %i: tensor<8xi32>)
    -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xi32>, tensor<8xi32>) {
  %zero = amp.constant dense<0.0> : tensor<f32>
  %one = amp.constant dense<1.0> : tensor<f32>
  %izero = amp.constant dense<0> : tensor<i32>
  %ione = amp.constant dense<1> : tensor<i32>
  %mul = amp.mul %x, %one : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %lmul = amp.mul %one, %x : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  %div = amp.div %x, %one : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %sub = amp.sub %x, %zero : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %add = amp.add %i, %izero : (tensor<8xi32>, tensor<i32>) -> tensor<8xi32>
  %imul = amp.mul %i, %ione : (tensor<8xi32>, tensor<i32>) -> tensor<8xi32>
  return %mul, %lmul, %div, %sub, %add, %imul
    : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xi32>, tensor<8xi32>
}

// -0.0 + 0.0 is 0.0, and -0.0 - (-0.0) is 0.0: neither operand may be dropped.
// CHECK-LABEL: func.func @zero_is_not_neutral
// CHECK: %[[ADD:.*]] = amp.add
// CHECK: %[[SUB:.*]] = amp.sub
// CHECK: return %[[ADD]], %[[SUB]]
func.func @zero_is_not_neutral(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %zero = amp.constant dense<0.0> : tensor<f32>
  %minus = amp.constant dense<-0.0> : tensor<f32>
  %0 = amp.add %x, %zero : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %1 = amp.sub %x, %minus : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

// Multiplication by 1 that also broadcasts is not neutral.
// CHECK-LABEL: func.func @neutral_but_broadcasts
// CHECK: amp.mul
func.func @neutral_but_broadcasts(%x: tensor<8xf32>) -> tensor<4x8xf32> {
  %one = amp.constant dense<1.0> : tensor<4x8xf32>
  %0 = amp.mul %x, %one : (tensor<8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @where
// CHECK-SAME: (%[[P:.*]]: tensor<8xi1>, %[[A:.*]]: tensor<8xf32>, %[[B:.*]]: tensor<8xf32>)
// CHECK: return %[[A]], %[[B]], %[[A]]
func.func @where(%p: tensor<8xi1>, %a: tensor<8xf32>, %b: tensor<8xf32>)
    -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %true = amp.constant dense<true> : tensor<i1>
  %false = amp.constant dense<false> : tensor<8xi1>
  %0 = amp.where %true, %a, %b : (tensor<i1>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %1 = amp.where %false, %a, %b : (tensor<8xi1>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %2 = amp.where %p, %a, %a : (tensor<8xi1>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %0, %1, %2 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

// A choice that broadcasts stays.
// CHECK-LABEL: func.func @where_broadcasts
// CHECK: %[[Y:.*]] = amp.where
// CHECK: return %[[Y]]
func.func @where_broadcasts(%a: tensor<f32>, %b: tensor<8xf32>) -> tensor<8xf32> {
  %true = amp.constant dense<true> : tensor<i1>
  %0 = amp.where %true, %a, %b : (tensor<i1>, tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @reshape
// CHECK-SAME: (%[[X:.*]]: tensor<4x8xf32>)
// CHECK-DAG: %[[C:.*]] = amp.constant dense<{{\[}}[1, 2], [3, 4]]> : tensor<2x2xi32>
// CHECK-DAG: %[[Y:.*]] = amp.reshape %[[X]] {shape = array<i64: 16, 2>}
// CHECK: return %[[X]], %[[X]], %[[Y]], %[[C]]
func.func @reshape(%x: tensor<4x8xf32>)
    -> (tensor<4x8xf32>, tensor<4x8xf32>, tensor<16x2xf32>, tensor<2x2xi32>) {
  %same = amp.reshape %x {shape = array<i64: 4, 8>} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %flat = amp.reshape %x {shape = array<i64: -1>} : (tensor<4x8xf32>) -> tensor<32xf32>
  %back = amp.reshape %flat {shape = array<i64: 4, -1>} : (tensor<32xf32>) -> tensor<4x8xf32>
  %other = amp.reshape %flat {shape = array<i64: 16, 2>} : (tensor<32xf32>) -> tensor<16x2xf32>
  %constant = amp.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %matrix = amp.reshape %constant {shape = array<i64: 2, 2>} : (tensor<4xi32>) -> tensor<2x2xi32>
  return %same, %back, %other, %matrix
    : tensor<4x8xf32>, tensor<4x8xf32>, tensor<16x2xf32>, tensor<2x2xi32>
}

// Equal types with `?` need not be equal shapes.
// CHECK-LABEL: func.func @reshape_of_unknown_sizes
// CHECK: %[[Y:.*]] = amp.reshape
// CHECK: return %[[Y]]
func.func @reshape_of_unknown_sizes(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = "amp.reshape"(%x) {shape = array<i64: -1, 8>} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @transpose
// CHECK-SAME: (%[[X:.*]]: tensor<2x3x4xf32>)
// CHECK: %[[Y:.*]] = amp.transpose %[[X]] {permutation = array<i64: 2, 0, 1>} : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
// CHECK: return %[[X]], %[[X]], %[[Y]]
func.func @transpose(%x: tensor<2x3x4xf32>)
    -> (tensor<2x3x4xf32>, tensor<2x3x4xf32>, tensor<4x2x3xf32>) {
  %same = amp.transpose %x {permutation = array<i64: 0, 1, 2>} : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %there = amp.transpose %x {permutation = array<i64: 1, 2, 0>} : (tensor<2x3x4xf32>) -> tensor<3x4x2xf32>
  %back = amp.transpose %there {permutation = array<i64: 2, 0, 1>} : (tensor<3x4x2xf32>) -> tensor<2x3x4xf32>
  %twice = amp.transpose %there {permutation = array<i64: 1, 2, 0>} : (tensor<3x4x2xf32>) -> tensor<4x2x3xf32>
  return %same, %back, %twice : tensor<2x3x4xf32>, tensor<2x3x4xf32>, tensor<4x2x3xf32>
}

// CHECK-LABEL: func.func @same_shape
// CHECK-SAME: (%[[X:.*]]: tensor<4x8xf32>)
// CHECK: return %[[X]], %[[X]], %[[X]]
func.func @same_shape(%x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) {
  %broadcast = amp.broadcast_to %x {shape = array<i64: 4, 8>} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %slice = amp.slice %x {offsets = array<i64: 0, 0>, sizes = array<i64: -1, 8>} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %concat = amp.concat %x {dim = 1 : i64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %broadcast, %slice, %concat : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>
}

//===----------------------------------------------------------------------===//
// Effects
//===----------------------------------------------------------------------===//

amp.variable buffer @v : tensor<8xf32> = #amp.init<zeros>

// What computes goes if nothing uses it; what acts on state stays.
// CHECK-LABEL: func.func @unused
// CHECK-NOT: amp.exp
// CHECK-NOT: amp.read
// CHECK: amp.assign @v
func.func @unused(%x: tensor<8xf32>) {
  %0 = amp.exp %x : (tensor<8xf32>) -> tensor<8xf32>
  %1 = amp.read @v : tensor<8xf32>
  amp.assign @v, %x : tensor<8xf32>
  return
}

// -----

// Equal constants become one.
// CHECK-LABEL: func.func @constant_is_kept_once
// CHECK-COUNT-1: amp.constant
// CHECK-NOT: amp.constant
func.func @constant_is_kept_once(%x: tensor<8xf32>) -> tensor<8xf32> {
  %a = amp.constant dense<2.0> : tensor<f32>
  %b = amp.constant dense<2.0> : tensor<f32>
  %0 = amp.mul %x, %a : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %1 = amp.mul %0, %b : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}

// -----

// A condition that holds is none; a step that never happens is none, but for its metric.
amp.variable parameter @w : tensor<8xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
amp.optimizer sgd @plateau [@w] {lr = 0.1 : f64,
  schedule = #amp.schedule<plateau, {interval = 5}>}
// CHECK-LABEL: func.func @steps
// CHECK-NOT: amp.step
// CHECK: %[[NO:.*]] = amp.constant dense<false>
// CHECK-NOT: amp.step
// CHECK: amp.step @opt(%{{[^)]*}}) : tensor<8xf32>
// CHECK-NEXT: amp.step @plateau(%{{[^)]*}}) when(%[[NO]]) metric(%{{[^)]*}})
// CHECK-NEXT: amp.step @plateau(%{{[^)]*}}) metric(%{{[^)]*}}) : tensor<8xf32>, tensor<f32>
// CHECK-NEXT: return
func.func @steps(%g: tensor<8xf32>, %loss: tensor<f32>) {
  %yes = amp.constant dense<true> : tensor<i1>
  %no = amp.constant dense<false> : tensor<i1>
  amp.step @opt(%g) when(%no) : tensor<8xf32>, tensor<i1>
  amp.step @opt(%g) when(%yes) : tensor<8xf32>, tensor<i1>
  amp.step @plateau(%g) when(%no) metric(%loss) : tensor<8xf32>, tensor<i1>, tensor<f32>
  amp.step @plateau(%g) when(%yes) metric(%loss) : tensor<8xf32>, tensor<i1>, tensor<f32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// Scans and parts
//===----------------------------------------------------------------------===//

// What no step uses, what is there twice and what stays the same goes; what is the same in
// every step is computed once, but for constants and what it would make larger.
// CHECK-LABEL: func.func @scan
// CHECK-SAME: (%[[H:.*]]: tensor<4x8xf32>, %[[XS:.*]]: tensor<3x4x8xf32>, %[[W:.*]]: tensor<8x8xf32>)
// CHECK: %[[N:.*]] = amp.neg %[[W]]
// CHECK: %[[SCAN:.*]]:2 = amp.scan carry(%[[H]]) each(%[[XS]]) with(%[[N]], %[[H]]) :
// CHECK-NEXT: ^bb0(%[[A:.*]]: tensor<4x8xf32>, %[[X:.*]]: tensor<4x8xf32>, %[[M:.*]]: tensor<8x8xf32>, %[[B:.*]]: tensor<4x8xf32>):
// CHECK-NEXT: %[[TWO:.*]] = amp.constant dense<2.000000e+00> : tensor<4x8xf32>
// CHECK-NEXT: %[[P:.*]] = amp.matmul %[[A]], %[[M]]
// CHECK-NEXT: %[[Q:.*]] = amp.mul %[[P]], %[[TWO]]
// CHECK-NEXT: %[[R:.*]] = amp.add %[[Q]], %[[X]]
// CHECK-NEXT: %[[S:.*]] = amp.add %[[R]], %[[X]]
// CHECK-NEXT: %[[T:.*]] = amp.add %[[S]], %[[B]]
// CHECK-NEXT: amp.yield %[[T]], %[[T]]
// CHECK: return %[[SCAN]]#0, %[[H]], %[[SCAN]]#1, %[[SCAN]]#1
func.func @scan(%h: tensor<4x8xf32>, %xs: tensor<3x4x8xf32>, %w: tensor<8x8xf32>)
    -> (tensor<4x8xf32>, tensor<4x8xf32>, tensor<3x4x8xf32>, tensor<3x4x8xf32>) {
  %c = amp.constant dense<2.0> : tensor<3x4x8xf32>
  %l:6 = amp.scan carry(%h, %h) each(%xs, %xs, %c, %xs) with(%w, %w)
      : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<3x4x8xf32>, tensor<3x4x8xf32>, tensor<3x4x8xf32>, tensor<3x4x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>)
      -> (tensor<4x8xf32>, tensor<4x8xf32>, tensor<3x4x8xf32>, tensor<3x4x8xf32>, tensor<3x4x8xf32>, tensor<3x4x8xf32>) {
  ^bb0(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>, %x: tensor<4x8xf32>, %y: tensor<4x8xf32>, %two: tensor<4x8xf32>, %z: tensor<4x8xf32>, %m: tensor<8x8xf32>, %unused: tensor<8x8xf32>):
    %n = amp.neg %m : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %p = amp.matmul %a, %n : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %q = amp.mul %p, %two : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %r = amp.add %q, %x : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %s = amp.add %r, %y : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %t = amp.add %s, %b : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    amp.yield %t, %b, %t, %t, %q, %z : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>
  }
  return %l#0, %l#1, %l#2, %l#3 : tensor<4x8xf32>, tensor<4x8xf32>, tensor<3x4x8xf32>, tensor<3x4x8xf32>
}

// -----

// The number of steps is not lost with the last sequence.
// CHECK-LABEL: func.func @steps
// CHECK: amp.scan carry(%{{.*}}) steps(3)
func.func @steps(%h: tensor<8xf32>, %xs: tensor<3x8xf32>) -> tensor<8xf32> {
  %l = amp.scan carry(%h) each(%xs) : (tensor<8xf32>, tensor<3x8xf32>) -> tensor<8xf32> {
  ^bb0(%a: tensor<8xf32>, %x: tensor<8xf32>):
    %n = amp.sin %a : (tensor<8xf32>) -> tensor<8xf32>
    amp.yield %n : tensor<8xf32>
  }
  return %l : tensor<8xf32>
}

// -----

// What elementwise ops use in parts is computed in parts.
// CHECK-LABEL: func.func @parts
// CHECK-SAME: (%[[X:.*]]: tensor<4x8xf32>, %[[B:.*]]: tensor<8xf32>, %[[S:.*]]: tensor<4x1xf32>)
// CHECK-DAG: %[[X0:.*]] = amp.slice %[[X]] {offsets = array<i64: 0, 2>, sizes = array<i64: 4, 4>}
// CHECK-DAG: %[[B0:.*]] = amp.slice %[[B]] {offsets = array<i64: 2>, sizes = array<i64: 4>}
// CHECK-DAG: %[[SUM:.*]] = amp.add %[[X0]], %[[B0]]
// CHECK: %[[PRODUCT:.*]] = amp.mul %[[SUM]], %[[S]] : (tensor<4x4xf32>, tensor<4x1xf32>) -> tensor<4x4xf32>
// CHECK: amp.tanh %[[PRODUCT]]
func.func @parts(%x: tensor<4x8xf32>, %b: tensor<8xf32>, %s: tensor<4x1xf32>) -> tensor<4x4xf32> {
  %0 = amp.add %x, %b : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  %1 = amp.mul %0, %s : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
  %2 = amp.slice %1 {offsets = array<i64: 0, 2>, sizes = array<i64: 4, 4>} : (tensor<4x8xf32>) -> tensor<4x4xf32>
  %3 = amp.tanh %2 : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %3 : tensor<4x4xf32>
}

// -----

// Not where something else uses all of it, or a part twice.
// CHECK-LABEL: func.func @whole
// CHECK: amp.exp %{{.*}} : (tensor<8xf32>) -> tensor<8xf32>
// CHECK: amp.exp %{{.*}} : (tensor<4xf32>) -> tensor<4xf32>
// CHECK: amp.cos %{{.*}} : (tensor<8xf32>) -> tensor<8xf32>
func.func @whole(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<4xf32>, tensor<6xf32>, tensor<6xf32>) {
  %0 = amp.exp %x : (tensor<8xf32>) -> tensor<8xf32>
  %1 = amp.slice %0 {offsets = array<i64: 2>, sizes = array<i64: 4>} : (tensor<8xf32>) -> tensor<4xf32>
  %2 = amp.exp %1 : (tensor<4xf32>) -> tensor<4xf32>
  %3 = amp.cos %x : (tensor<8xf32>) -> tensor<8xf32>
  %4 = amp.slice %3 {offsets = array<i64: 0>, sizes = array<i64: 6>} : (tensor<8xf32>) -> tensor<6xf32>
  %5 = amp.slice %3 {offsets = array<i64: 2>, sizes = array<i64: 6>} : (tensor<8xf32>) -> tensor<6xf32>
  %6 = amp.sin %4 : (tensor<6xf32>) -> tensor<6xf32>
  %7 = amp.tan %5 : (tensor<6xf32>) -> tensor<6xf32>
  return %0, %2, %6, %7 : tensor<8xf32>, tensor<4xf32>, tensor<6xf32>, tensor<6xf32>
}

// -----

// Gradients of parts that are all there is lie side by side.
// CHECK-LABEL: func.func @join
// CHECK-SAME: (%[[A:.*]]: tensor<4x2xf32>, %[[B:.*]]: tensor<4x5xf32>, %[[C:.*]]: tensor<4x1xf32>)
// CHECK: %[[ALL:.*]] = amp.concat %[[B]], %[[C]], %[[A]] {dim = 1 : i64}
// CHECK: return %[[ALL]]
func.func @join(%a: tensor<4x2xf32>, %b: tensor<4x5xf32>, %c: tensor<4x1xf32>) -> tensor<4x8xf32> {
  %0 = amp.slice_backward %a {shape = array<i64: 4, 8>, offsets = array<i64: 0, 6>} : (tensor<4x2xf32>) -> tensor<4x8xf32>
  %1 = amp.slice_backward %b {shape = array<i64: 4, 8>, offsets = array<i64: 0, 0>} : (tensor<4x5xf32>) -> tensor<4x8xf32>
  %2 = amp.add %0, %1 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %3 = amp.slice_backward %c {shape = array<i64: 4, 8>, offsets = array<i64: 0, 5>} : (tensor<4x1xf32>) -> tensor<4x8xf32>
  %4 = amp.add %3, %2 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %4 : tensor<4x8xf32>
}

// -----

// Nor where they leave a gap, or overlap.
// CHECK-LABEL: func.func @gap
// CHECK-NOT: amp.concat
func.func @gap(%a: tensor<2xf32>, %b: tensor<5xf32>, %c: tensor<3xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = amp.slice_backward %a {shape = array<i64: 8>, offsets = array<i64: 6>} : (tensor<2xf32>) -> tensor<8xf32>
  %1 = amp.slice_backward %b {shape = array<i64: 8>, offsets = array<i64: 0>} : (tensor<5xf32>) -> tensor<8xf32>
  %2 = amp.add %0, %1 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %3 = amp.slice_backward %c {shape = array<i64: 8>, offsets = array<i64: 4>} : (tensor<3xf32>) -> tensor<8xf32>
  %4 = amp.slice_backward %b {shape = array<i64: 8>, offsets = array<i64: 0>} : (tensor<5xf32>) -> tensor<8xf32>
  %5 = amp.add %3, %4 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %2, %5 : tensor<8xf32>, tensor<8xf32>
}

// -----

// Of what is transposed, the part that is asked for alone is moved.
// CHECK-LABEL: func.func @slice_of_transpose
// CHECK-SAME: (%[[X:.*]]: tensor<4x6x8xf32>)
// CHECK: %[[S:.*]] = amp.slice %[[X]] {offsets = array<i64: 1, 5, 0>, sizes = array<i64: 3, 1, 8>} : (tensor<4x6x8xf32>) -> tensor<3x1x8xf32>
// CHECK: %[[T:.*]] = amp.transpose %[[S]] {permutation = array<i64: 1, 0, 2>} : (tensor<3x1x8xf32>) -> tensor<1x3x8xf32>
// CHECK: return %[[T]]
func.func @slice_of_transpose(%x: tensor<4x6x8xf32>) -> tensor<1x3x8xf32> {
  %0 = amp.transpose %x {permutation = array<i64: 1, 0, 2>} : (tensor<4x6x8xf32>) -> tensor<6x4x8xf32>
  %1 = amp.slice %0 {offsets = array<i64: 5, 1, 0>, sizes = array<i64: 1, 3, 8>} : (tensor<6x4x8xf32>) -> tensor<1x3x8xf32>
  return %1 : tensor<1x3x8xf32>
}

// -----

// Parts that are all of it are no less to move.
// CHECK-LABEL: func.func @all_parts_of_transpose
// CHECK: amp.transpose
// CHECK-COUNT-2: amp.slice
func.func @all_parts_of_transpose(%x: tensor<4x6xf32>) -> (tensor<3x4xf32>, tensor<3x4xf32>) {
  %0 = amp.transpose %x {permutation = array<i64: 1, 0>} : (tensor<4x6xf32>) -> tensor<6x4xf32>
  %1 = amp.slice %0 {offsets = array<i64: 0, 0>, sizes = array<i64: 3, 4>} : (tensor<6x4xf32>) -> tensor<3x4xf32>
  %2 = amp.slice %0 {offsets = array<i64: 3, 0>, sizes = array<i64: 3, 4>} : (tensor<6x4xf32>) -> tensor<3x4xf32>
  return %1, %2 : tensor<3x4xf32>, tensor<3x4xf32>
}

// -----

// CHECK-LABEL: func.func @transpose_of_slice_backward
// CHECK-SAME: (%[[G:.*]]: tensor<2x1x8xf32>)
// CHECK: %[[T:.*]] = amp.transpose %[[G]] {permutation = array<i64: 1, 0, 2>} : (tensor<2x1x8xf32>) -> tensor<1x2x8xf32>
// CHECK: %[[S:.*]] = amp.slice_backward %[[T]] {offsets = array<i64: 5, 0, 0>, shape = array<i64: 6, 4, 8>, strides = array<i64: 1, 2, 1>}
// CHECK: return %[[S]]
func.func @transpose_of_slice_backward(%g: tensor<2x1x8xf32>) -> tensor<6x4x8xf32> {
  %0 = amp.slice_backward %g {offsets = array<i64: 0, 5, 0>, shape = array<i64: 4, 6, 8>, strides = array<i64: 2, 1, 1>} : (tensor<2x1x8xf32>) -> tensor<4x6x8xf32>
  %1 = amp.transpose %0 {permutation = array<i64: 1, 0, 2>} : (tensor<4x6x8xf32>) -> tensor<6x4x8xf32>
  return %1 : tensor<6x4x8xf32>
}
