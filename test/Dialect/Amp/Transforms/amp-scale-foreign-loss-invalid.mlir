// RUN: split-file %s %t
// RUN: amp-opt %t/left.mlir --amp-scale-foreign-loss="seed-argument=0 gradients=0" --verify-diagnostics
// RUN: amp-opt %t/other.mlir --amp-scale-foreign-loss="seed-argument=0 gradients=0,1" --verify-diagnostics
// RUN: amp-opt %t/square.mlir --amp-scale-foreign-loss="seed-argument=0 gradients=0" --verify-diagnostics
// RUN: amp-opt %t/call.mlir --amp-scale-foreign-loss="entry=f seed-argument=0 gradients=0" --verify-diagnostics
// RUN: amp-opt %t/seeds.mlir --amp-scale-foreign-loss="seed=^seed gradients=0" --verify-diagnostics
// RUN: amp-opt %t/none.mlir --amp-scale-foreign-loss="seed=grad gradients=0" --verify-diagnostics
// RUN: amp-opt %t/both.mlir --amp-scale-foreign-loss="gradients=0" --verify-diagnostics
// RUN: amp-opt %t/result.mlir --amp-scale-foreign-loss="seed-argument=0 gradients=1" --verify-diagnostics
// RUN: amp-opt %t/gradients.mlir --amp-scale-foreign-loss="seed-argument=0" --verify-diagnostics
// RUN: amp-opt %t/absent.mlir --amp-scale-foreign-loss="seed-argument=0 gradients=0" --verify-diagnostics
// RUN: amp-opt %t/regions.mlir --amp-scale-foreign-loss="seed-argument=0 gradients=0" --split-input-file --verify-diagnostics
// RUN: amp-opt %t/entering.mlir --amp-scale-foreign-loss="seed-argument=0 gradients=0" --split-input-file --verify-diagnostics

//--- absent.mlir
// expected-error @+1 {{amp-scale-foreign-loss: the program has no op of StableHLO}}
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

//--- left.mlir
// A gradient that was not named.
// expected-error @+1 {{amp-scale-foreign-loss: result 1 is left multiplied by the loss scale: it depends on the seed; name it among the gradients}}
func.func @f(%seed: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // expected-note @+1 {{it is made here}}
  %0 = "stablehlo.negate"(%seed) : (tensor<4xf32>) -> tensor<4xf32>
  return %0, %0 : tensor<4xf32>, tensor<4xf32>
}

//--- other.mlir
// One that is none.
// expected-error @+1 {{amp-scale-foreign-loss: result 1 is divided by the loss scale, and was not multiplied by it: it does not depend on the seed, or is named twice}}
func.func @f(%seed: tensor<4xf32>, %x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // expected-note @+1 {{it is made here}}
  %0 = "stablehlo.negate"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %seed, %0 : tensor<4xf32>, tensor<4xf32>
}

//--- square.mlir
func.func @f(%seed: tensor<4xf32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'stablehlo.add' op does not pass the loss scale on as a factor: operand 0 has power 1, operand 1 has power 0}}
  %0 = "stablehlo.add"(%seed, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

//--- call.mlir
func.func private @g(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.negate"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @f(%seed: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'func.call' op is in the way of the loss scale; run amp-inline-calls}}
  %0 = func.call @g(%seed) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

//--- seeds.mlir
// expected-note @unknown {{'stablehlo.negate' at 'seed/a'}}
// expected-note @unknown {{'stablehlo.negate' at 'seed/b'}}
// expected-error @+1 {{amp-scale-foreign-loss: the seed is one value, but '^seed' finds 2}}
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.negate"(%x) : (tensor<4xf32>) -> tensor<4xf32> loc("seed/a")
  %1 = "stablehlo.negate"(%0) : (tensor<4xf32>) -> tensor<4xf32> loc("seed/b")
  return %1 : tensor<4xf32>
}

//--- none.mlir
// expected-error @+1 {{amp-scale-foreign-loss: no op of 'f' with a location that matches 'grad' gives a tensor of floating-point numbers; print locations into the program (in JAX, enable_debug_info=True)}}
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.negate"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

//--- both.mlir
// expected-error @+1 {{amp-scale-foreign-loss: set one of seed and seed-argument}}
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.negate"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

//--- result.mlir
// expected-error @+1 {{amp-scale-foreign-loss: gradient 1 is no result of 'f', which has 1, counted from 0}}
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.negate"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

//--- gradients.mlir
// expected-error @+1 {{amp-scale-foreign-loss: name the gradients: set gradients, or gradient-locations}}
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.negate"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

//--- regions.mlir
// Nobody has verified the regions of an op that is known by name alone.
func.func @f(%seed: tensor<4xf32>, %p: tensor<i1>) -> tensor<4xf32> {
  // expected-error @+1 {{'stablehlo.if' op has regions through which the loss scale cannot be followed: they are neither branches}}
  %0 = "stablehlo.if"(%p) ({}, {}) : (tensor<i1>) -> tensor<4xf32>
  return %seed : tensor<4xf32>
}

// -----

func.func @f(%seed: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'stablehlo.while' op has regions through which the loss scale cannot be followed}}
  %0 = "stablehlo.while"(%seed) ({
  ^bb0(%a: tensor<4xf32>):
  }, {
  ^bb0(%a: tensor<4xf32>):
    "stablehlo.return"(%a) : (tensor<4xf32>) -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @f(%seed: tensor<4xf32>, %p: tensor<i1>) -> tensor<4xf32> {
  // expected-error @+1 {{'stablehlo.while' op has regions through which the loss scale cannot be followed}}
  %0:2 = "stablehlo.while"(%seed, %seed) ({
  ^bb0(%a: tensor<4xf32>):
    "stablehlo.return"(%p) : (tensor<i1>) -> ()
  }, {
  ^bb0(%a: tensor<4xf32>):
    "stablehlo.return"(%a) : (tensor<4xf32>) -> ()
  }) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %0#0 : tensor<4xf32>
}

//--- entering.mlir
// What enters a region has its factor there.
func.func @f(%seed: tensor<4xf32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "sdy.manual_computation"(%x, %seed) ({
  ^bb0(%a: tensor<4xf32>, %b: tensor<4xf32>):
    // expected-error @+1 {{'stablehlo.add' op does not pass the loss scale on as a factor: operand 0 has power 0, operand 1 has power 1}}
    %1 = "stablehlo.add"(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    "sdy.return"(%1) : (tensor<4xf32>) -> ()
  }) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @f(%seed: tensor<4xf32>, %x: tensor<4xf32>, %p: tensor<i1>) -> tensor<4xf32> {
  %c = "stablehlo.negate"(%seed) : (tensor<4xf32>) -> tensor<4xf32>
  %0 = tosa.cond_if %p (%a = %x, %b = %c) : tensor<i1> (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: tensor<4xf32>, %b: tensor<4xf32>):
    tosa.yield %b : tensor<4xf32>
  } else {
  ^bb0(%a: tensor<4xf32>, %b: tensor<4xf32>):
    // expected-error @+1 {{'stablehlo.add' op does not pass the loss scale on as a factor: operand 0 has power 0, operand 1 has power 1}}
    %1 = "stablehlo.add"(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    tosa.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
