// RUN: amp-opt %s --amp-differentiate -verify-diagnostics -split-input-file --mlir-print-op-on-diagnostic=false
// RUN: not amp-opt %s --amp-differentiate="wgrad-type=f16" 2>&1 | FileCheck %s

// CHECK: for the --wgrad-type option: expected f32 or as-forward, found 'f16'

func.func @unknown_size(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  // expected-error @+1 {{'amp.exp' op has an unknown size in dimension 0 of operand 0, 'tensor<?x8xf32>'; run amp-specialize-shapes before amp-differentiate}}
  %y = amp.exp %x : (tensor<?x8xf32>) -> tensor<?x8xf32>
  %loss = amp.sum %y : (tensor<?x8xf32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%x) : (tensor<f32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  return %g : tensor<?x8xf32>
}

// -----

func.func @argument_of_unknown_size(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  // expected-error @+1 {{'amp.sum' op has an unknown size in dimension 0 of operand 0, 'tensor<?x8xf32>'; run amp-specialize-shapes before amp-differentiate}}
  %loss = amp.sum %x : (tensor<?x8xf32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%x) : (tensor<f32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  return %g : tensor<?x8xf32>
}

// -----

func.func private @unknown(tensor<8xf32>) -> tensor<8xf32>
func.func @no_derivative(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{'func.call' op has no derivative, but the loss depends on it}}
  %y = func.call @unknown(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %loss = amp.sum %y : (tensor<8xf32>) -> tensor<f32>
  // expected-note @+1 {{gradient asked for here}}
  %g = amp.backward %loss wrt(%x) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  return %g : tensor<8xf32>
}

// -----

func.func private @unknown_too(tensor<8xf32>) -> tensor<8xf32>

// What is reached through the gradient of another loss is reported at its place, too.
func.func @no_derivative_within(%x: tensor<8xf32>) -> tensor<8xf32> {
  %l0 = amp.sum %x : (tensor<8xf32>) -> tensor<f32>
  %d = amp.backward %l0 wrt(%x) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%seed: tensor<f32>):
    // expected-error @+1 {{'func.call' op has no derivative, but the loss depends on it}}
    %y = func.call @unknown_too(%x) : (tensor<8xf32>) -> tensor<8xf32>
    amp.yield %y : tensor<8xf32>
  }
  %l1 = amp.sum %d : (tensor<8xf32>) -> tensor<f32>
  // expected-note @+1 {{gradient asked for here}}
  %g = amp.backward %l1 wrt(%x) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  return %g : tensor<8xf32>
}

// -----

// What acts on a list of gradients is no part of a forward pass.
amp.grad_scaler @s
func.func @unscale(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{'amp.unscale' op has no derivative, but the loss depends on it}}
  %y, %inf = amp.unscale @s(%x) : (tensor<8xf32>) -> (tensor<8xf32>, tensor<i1>)
  %loss = amp.sum %y : (tensor<8xf32>) -> tensor<f32>
  // expected-note @+1 {{gradient asked for here}}
  %g = amp.backward %loss wrt(%x) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  return %g : tensor<8xf32>
}

// -----

// A region captures values: the loss depends on them all the same, and their gradient is
// not 0.
func.func @autocast_is_left(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+2 {{'amp.autocast' op has no derivative, but the loss depends on it}}
  // expected-note @+1 {{amp-assign-precision, which comes before amp-differentiate, dissolves it}}
  %y = amp.autocast -> tensor<8xf32> {
    %e = amp.exp %x : (tensor<8xf32>) -> tensor<8xf32>
    amp.yield %e : tensor<8xf32>
  }
  %loss = amp.sum %y : (tensor<8xf32>) -> tensor<f32>
  // expected-note @+1 {{gradient asked for here}}
  %g = amp.backward %loss wrt(%x) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  return %g : tensor<8xf32>
}

// -----

// expected-error @+1 {{expects a body without control flow}}
func.func @control_flow(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = amp.exp %x : (tensor<8xf32>) -> tensor<8xf32>
  cf.br ^bb1
^bb1:
  %loss = amp.sum %y : (tensor<8xf32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%x) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  return %g : tensor<8xf32>
}

// -----

func.func @saved_on_the_way(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{'amp.custom_function' op saves a value that is neither an input nor a result, and a gradient of its gradient depends on it}}
  %y, %s = amp.custom_function(%x) saved(1) : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>):
    // expected-note @+1 {{make this value a result too, or save what it is computed from}}
    %e = amp.exp %a : (tensor<8xf32>) -> tensor<8xf32>
    %l = amp.sqrt %e : (tensor<8xf32>) -> tensor<8xf32>
    amp.yield %l, %e : tensor<8xf32>, tensor<8xf32>
  } backward {
  ^bb0(%e: tensor<8xf32>, %dy: tensor<8xf32>):
    %d = amp.mul %dy, %e : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    amp.yield %d : tensor<8xf32>
  }
  %l0 = amp.sum %y : (tensor<8xf32>) -> tensor<f32>
  %d = amp.backward %l0 wrt(%x) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  %l1 = amp.sum %d : (tensor<8xf32>) -> tensor<f32>
  %g = amp.backward %l1 wrt(%x) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  return %g : tensor<8xf32>
}

// -----

func.func private @unknown_step(tensor<8xf32>) -> tensor<8xf32>

// In a step of a scan, too.
func.func @no_derivative_of_a_step(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = amp.scan carry(%x) steps(3) : (tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: tensor<8xf32>):
    // expected-error @+1 {{'func.call' op has no derivative, but the loss depends on it}}
    %n = func.call @unknown_step(%a) : (tensor<8xf32>) -> tensor<8xf32>
    amp.yield %n : tensor<8xf32>
  }
  %l = amp.sum %y : (tensor<8xf32>) -> tensor<f32>
  // expected-note @+1 {{gradient asked for here}}
  %g = amp.backward %l wrt(%x) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  return %g : tensor<8xf32>
}
