// RUN: amp-opt %s --amp-assign-precision --split-input-file --verify-diagnostics

// A sum in StableHLO's reduce has one type inside and out.
module attributes {amp.policy = {ops = {sum = "allow"}}} {
  func.func @sum(%x: tensor<4x8xf32>, %init: tensor<f32>) -> tensor<4xf32> {
    // expected-error @+1 {{'stablehlo.reduce' op is in category 'allow' (attribute amp.policy), but operand 0 stays 'tensor<4x8xf32>': the op computes in the type that it was written with}}
    %0 = "stablehlo.reduce"(%x, %init) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%1) : (tensor<f32>) -> ()
    }) {dimensions = array<i64: 1>} : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}

// -----

func.func @form(%x: tensor<4xf32>) {
  // expected-error @+1 {{custom op 'stablehlo.negate' is read in generic form alone; have it printed so (in JAX, print_generic_op_form=True)}}
  %0 = stablehlo.negate %x : tensor<4xf32>
  return
}

// -----

// What somebody asked for is not left to the makers of buffers.
module attributes {amp.policy = {ops = {linalg.matmul = "allow"}}} {
  func.func @buffers(%m: memref<4x4xf32>) {
    // expected-error @+1 {{'linalg.matmul' op is in category 'allow' (attribute amp.policy), but operand 0 is of type 'memref<4x4xf32>', which cannot be cast}}
    linalg.matmul ins(%m, %m : memref<4x4xf32>, memref<4x4xf32>) outs(%m : memref<4x4xf32>)
    return
  }
}

// -----

// An op without a definition has nobody else who would refuse it.
func.func @mixed(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // expected-error @+2 {{'stablehlo.dot_general' op takes operands of one floating-point type, but operand 1 is 'f32' beside 'f16'}}
  // expected-error @+1 {{'stablehlo.dot_general' op cannot take operands of the types that attribute amp.precision gives them one by one}}
  %0 = "stablehlo.dot_general"(%x, %x) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}>
    {amp.precision = {category = "allow", operands = {"1" = "deny"}}} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

// A region that uses what is outside of it does not follow.
module attributes {amp.policy = {ops = {stablehlo.reduce = "allow"}}} {
  func.func @captured(%x: tensor<4x8xf32>, %init: tensor<f32>) -> tensor<4xf32> {
    // expected-error @+1 {{'stablehlo.reduce' op is in category 'allow' (attribute amp.policy), but operand 0 stays 'tensor<4x8xf32>'}}
    %0 = "stablehlo.reduce"(%x, %init) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = "stablehlo.maximum"(%a, %init) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%1) : (tensor<f32>) -> ()
    }) {dimensions = array<i64: 1>} : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
