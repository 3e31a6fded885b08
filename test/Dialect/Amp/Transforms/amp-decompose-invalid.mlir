// RUN: amp-opt %s --amp-decompose -verify-diagnostics -split-input-file --mlir-print-op-on-diagnostic=false

func.func @symbolic_backward(%x: tensor<8xf32>) -> tensor<8xf32> {
  %loss = amp.sum %x : (tensor<8xf32>) -> tensor<f32>
  // expected-error @+1 {{'amp.backward' op has no region; run amp-differentiate before amp-decompose}}
  %g = amp.backward %loss wrt(%x) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  return %g : tensor<8xf32>
}

// -----

// Without its state a step has nothing to read.
amp.variable parameter @w : tensor<8xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
func.func @no_state(%g: tensor<8xf32>) {
  // expected-error @+1 {{'amp.step' op needs the variable 'opt.lr'; run amp-materialize-state before amp-decompose}}
  amp.step @opt(%g) : tensor<8xf32>
  return
}

// -----

func.func @unknown_classes(%x: tensor<4x?xf32>, %t: tensor<4xi64>) -> tensor<f32> {
  // expected-error @+1 {{'amp.cross_entropy' op has an unknown number of classes in 'tensor<4x?xf32>'; run amp-specialize-shapes before amp-decompose}}
  %loss = amp.cross_entropy %x, %t : (tensor<4x?xf32>, tensor<4xi64>) -> tensor<f32>
  return %loss : tensor<f32>
}
