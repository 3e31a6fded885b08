// RUN: amp-opt %s --amp-differentiate -verify-diagnostics -split-input-file --mlir-print-op-on-diagnostic=false
// RUN: not amp-opt %s --amp-differentiate="wgrad-type=f16" 2>&1 | FileCheck %s

// CHECK: error: amp-differentiate: wgrad-type must be f32 or as-forward, found 'f16'

func.func @unknown_size(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  // expected-error @+1 {{'amp.exp' op has the unknown size in 'tensor<?x8xf32>'; run amp-specialize-shapes before amp-differentiate}}
  %y = amp.exp %x : (tensor<?x8xf32>) -> tensor<?x8xf32>
  %loss = amp.sum %y : (tensor<?x8xf32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%x) : (tensor<f32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  return %g : tensor<?x8xf32>
}

// -----

func.func @argument_of_unknown_size(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  // expected-error @+1 {{'amp.sum' op has the unknown size in 'tensor<?x8xf32>'; run amp-specialize-shapes before amp-differentiate}}
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

func.func @no_second_derivative(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{'amp.relu_backward' op has no second derivative}}
  %y = amp.relu_backward %x, %x : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %loss = amp.sum %y : (tensor<8xf32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%x) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  return %g : tensor<8xf32>
}

// -----

func.func @no_second_derivative_of_softmax(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{'amp.log_softmax_backward' op has no second derivative}}
  %y = amp.log_softmax_backward %x, %x {dim = 0 : i64} : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %loss = amp.sum %y : (tensor<8xf32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%x) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  return %g : tensor<8xf32>
}

// -----

func.func @gradient_of_gradient(%x: tensor<8xf32>) -> tensor<8xf32> {
  %l0 = amp.sum %x : (tensor<8xf32>) -> tensor<f32>
  // expected-error @+2 {{'amp.backward' op has no derivative, but the loss depends on it}}
  // expected-note @+1 {{gradients of gradients are not supported yet}}
  %d = amp.backward %l0 wrt(%x) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  %l1 = amp.sum %d : (tensor<8xf32>) -> tensor<f32>
  // expected-note @+1 {{gradient asked for here}}
  %g = amp.backward %l1 wrt(%x) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
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
