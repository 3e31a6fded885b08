// RUN: amp-opt %s --allow-unregistered-dialect --amp-assign-precision --split-input-file --verify-diagnostics
// RUN: amp-opt %s --allow-unregistered-dialect --amp-assign-precision="assigner=eager" --split-input-file --verify-diagnostics

// What a policy wants of an op that cannot be had is an error, and never half done.

// A region that sums up f32 elements cannot take f16 ones.
module attributes {amp.policy = {ops = {stablehlo.reduce = "allow"}}} {
  func.func @reduce(%x: tensor<4x8xf32>, %init: tensor<f32>) -> tensor<4xf32> {
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

// Nobody knows what an unknown op computes on its elements.
module attributes {amp.policy = {ops = {mydialect.reduce = "allow"}}} {
  func.func @unknown_region(%x: tensor<4x8xf32>) -> tensor<4xf32> {
    // expected-error @+1 {{'mydialect.reduce' op is in category 'allow' (attribute amp.policy), but operand 0 stays 'tensor<4x8xf32>': the op has regions and does not implement PrecisionOpInterface, so that it keeps its types}}
    %0 = "mydialect.reduce"(%x) ({
    ^bb0(%a: f32, %b: f32):
      %1 = arith.addf %a, %b : f32
      "mydialect.yield"(%1) : (f32) -> ()
    }) : (tensor<4x8xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}

// -----

// What was written in 16 bits is summed up so.
module attributes {amp.policy = {ops = {linalg.matmul = "deny"}}} {
  func.func @widened(%a: tensor<4x8xf16>, %b: tensor<8x4xf16>, %c: tensor<4x4xf16>) -> tensor<4x4xf16> {
    // expected-error @+1 {{'linalg.matmul' op is in category 'deny' (attribute amp.policy), but operand 0 stays 'tensor<4x8xf16>': the op computes in the type that it was written with}}
    %0 = linalg.matmul ins(%a, %b : tensor<4x8xf16>, tensor<8x4xf16>) outs(%c : tensor<4x4xf16>) -> tensor<4x4xf16>
    return %0 : tensor<4x4xf16>
  }
}

// -----

// Nobody knows when, or how often, the region of an unknown op runs.
module attributes {amp.policy = {ops = {tosa.tanh = "allow"}}} {
  func.func @unknown(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
    %0 = "mydialect.scope"(%x) ({
    ^bb0(%arg: tensor<4x8xf32>):
      // expected-error @+1 {{'tosa.tanh' op is in category 'allow' (attribute amp.policy), but operand 0 stays 'tensor<4x8xf32>': it is in a region of 'mydialect.scope', which precision assignment does not enter; it enters regions of one block of ops that implement RegionBranchOpInterface}}
      %1 = tosa.tanh %arg : (tensor<4x8xf32>) -> tensor<4x8xf32>
      "mydialect.yield"(%1) : (tensor<4x8xf32>) -> ()
    }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    return %0 : tensor<4x8xf32>
  }
}

// -----

// Ops of the amp dialect likewise.
func.func @nested(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> tensor<4x8xf32> {
  %0 = scf.execute_region -> tensor<4x8xf32> {
    cf.br ^bb1
  ^bb1:
    // expected-error @+1 {{'amp.linear' op is in category 'allow' (preset torch-cuda), but operand 0 stays 'tensor<4x8xf32>': it is in a region of 'scf.execute_region'}}
    %1 = amp.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    scf.yield %1 : tensor<4x8xf32>
  }
  return %0 : tensor<4x8xf32>
}

// -----

func.func @region(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = "mydialect.scope"(%x) ({
  ^bb0(%arg: tensor<4x8xf32>):
    // expected-error @+1 {{'amp.autocast' op is in a region of 'mydialect.scope', which precision assignment does not enter}}
    %1 = amp.autocast -> tensor<4x8xf32> {
      amp.yield %arg : tensor<4x8xf32>
    }
    "mydialect.yield"(%1) : (tensor<4x8xf32>) -> ()
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// Only ranked tensors are cast.
module attributes {amp.policy = {ops = {mydialect.op = "allow"}}} {
  func.func @memref(%x: memref<4xf32>) {
    // expected-error @+1 {{'mydialect.op' op is in category 'allow' (attribute amp.policy), but operand 0 is of type 'memref<4xf32>', which cannot be cast: precision assignment casts ranked tensors of floating-point numbers; make it one, or give the op the category follow}}
    "mydialect.op"(%x) : (memref<4xf32>) -> ()
    return
  }
}

// -----

module attributes {amp.policy = {ops = {arith.addf = "allow"}}} {
  func.func @vector(%x: vector<4xf32>) {
    // expected-error @+1 {{operand 0 is of type 'vector<4xf32>', which cannot be cast}}
    %0 = arith.addf %x, %x : vector<4xf32>
    return
  }
}

// -----

module attributes {amp.policy = {ops = {mydialect.op = "allow"}}} {
  func.func @unranked(%x: tensor<*xf32>) {
    // expected-error @+1 {{operand 0 is of type 'tensor<*xf32>', which cannot be cast}}
    "mydialect.op"(%x) : (tensor<*xf32>) -> ()
    return
  }
}

// -----

module attributes {amp.policy = {ops = {mydialect.op = "allow"}}} {
  func.func @tuple(%x: tuple<tensor<4xf32>, i32>) {
    // expected-error @+1 {{operand 0 is of type 'tuple<tensor<4xf32>, i32>', which cannot be cast}}
    "mydialect.op"(%x) : (tuple<tensor<4xf32>, i32>) -> ()
    return
  }
}

// -----

module attributes {amp.policy = {ops = {mydialect.op = "allow"}}} {
  func.func @quantized(%x: tensor<4x!quant.uniform<i8:f32, 0.5>>) {
    // expected-error @+1 {{operand 0 is of type 'tensor<4x!quant.uniform<i8:f32, 5.000000e-01>>', which cannot be cast}}
    "mydialect.op"(%x) : (tensor<4x!quant.uniform<i8:f32, 0.5>>) -> ()
    return
  }
}

// -----

// The lists name torch-mlir's ops, whose tensors have a type of their own.
func.func @vtensor(%x: !torch.vtensor<[2,2],f32>) {
  // expected-error @+1 {{'torch.aten.mm' op is in category 'allow' (preset torch-cuda), but operand 0 is of type '!torch.vtensor<[2,2],f32>', which cannot be cast}}
  %0 = "torch.aten.mm"(%x, %x) : (!torch.vtensor<[2,2],f32>, !torch.vtensor<[2,2],f32>) -> !torch.vtensor<[2,2],f32>
  return
}

// -----

// What an op's own verifier does not accept is not what is left.
module attributes {amp.policy = {ops = {tensor.insert = "allow"}}} {
  func.func @scalar(%x: tensor<4xf32>, %s: f32, %i: index) -> tensor<4xf32> {
    // expected-error @+2 {{'tensor.insert' op failed to verify that scalar type matches element type of dest}}
    // expected-error @+1 {{'tensor.insert' op is not valid with the types that the policy gives it; take its name out of the policy, or give its operands categories of their own}}
    %0 = tensor.insert %s into %x[%i] : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}

// -----

// An operand that there is not.
func.func @operand(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // expected-error @+1 {{'amp.relu' op attribute amp.precision is about operand 9, but the op has 1, counted from 0}}
  %0 = amp.relu %x {amp.precision = {category = "allow", operands = {"9" = "deny"}}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
