// RUN: amp-opt %s --convert-amp-to-linalg | FileCheck %s

// The scalars of functions beyond the core.

// CHECK-LABEL: func.func @functions
func.func @functions(%x: tensor<f32>, %y: tensor<f32>) {
  // CHECK: math.acos
  %0 = amp.acos %x : (tensor<f32>) -> tensor<f32>
  // CHECK: math.erfc
  %1 = amp.erfc %x : (tensor<f32>) -> tensor<f32>
  // A half goes to the even neighbour.
  // CHECK: math.roundeven
  %2 = amp.round %x : (tensor<f32>) -> tensor<f32>
  // exp(x) - 1, corrected; math.expm1 would not be.
  // CHECK: %[[U:.*]] = math.exp
  // CHECK: %[[D:.*]] = arith.subf %[[U]], %{{.*}}
  // CHECK: %[[LOG:.*]] = math.log %[[U]]
  // CHECK: %[[FACTOR:.*]] = arith.divf %{{.*}}, %[[LOG]]
  // CHECK: arith.mulf %[[D]], %[[FACTOR]]
  // CHECK-NOT: math.expm1
  %3 = amp.expm1 %x : (tensor<f32>) -> tensor<f32>
  // NaN stays NaN: not maxnumf.
  // CHECK: arith.constant -2.0
  // CHECK: arith.maximumf
  // CHECK: arith.minimumf
  %4 = amp.hardtanh %x {min_val = -2.0 : f64} : (tensor<f32>) -> tensor<f32>
  // CHECK: arith.cmpf une
  %5 = amp.isnan %x : (tensor<f32>) -> tensor<i1>
  // CHECK: math.atan2
  %6 = amp.atan2 %x, %y : (tensor<f32>, tensor<f32>) -> tensor<f32>
  // The remainder is exact, which the rounded quotient is not.
  // CHECK: arith.remf
  %7 = amp.floor_divide %x, %y : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return
}

// No divisor is 0, or -1, of which the quotient may overflow.
// CHECK-LABEL: func.func @floor_divide
// CHECK: %[[ZERO:.*]] = arith.cmpi eq, %[[B:.*]], %{{.*}} : i32
// CHECK: %[[MINUS:.*]] = arith.cmpi eq, %[[B]], %{{.*}} : i32
// CHECK: %[[SPECIAL:.*]] = arith.ori %[[ZERO]], %[[MINUS]]
// CHECK: %[[SAFE:.*]] = arith.select %[[SPECIAL]], %{{.*}}, %[[B]]
// CHECK: arith.divsi %{{.*}}, %[[SAFE]]
func.func @floor_divide(%a: tensor<8xi32>, %b: tensor<8xi32>) -> tensor<8xi32> {
  %0 = amp.floor_divide %a, %b : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>
  return %0 : tensor<8xi32>
}

// Unsigned numbers are not below 0.
// CHECK-LABEL: func.func @unsigned
// CHECK: arith.divui
// CHECK: arith.cmpi ugt
func.func @unsigned(%a: tensor<8xui8>, %b: tensor<8xui8>) -> (tensor<8xui8>, tensor<8xui8>) {
  %0 = amp.floor_divide %a, %b : (tensor<8xui8>, tensor<8xui8>) -> tensor<8xui8>
  %1 = amp.sign %a : (tensor<8xui8>) -> tensor<8xui8>
  return %0, %1 : tensor<8xui8>, tensor<8xui8>
}
