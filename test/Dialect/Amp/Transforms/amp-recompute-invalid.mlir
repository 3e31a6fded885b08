// RUN: amp-opt %s --amp-recompute=budget=1000 --split-input-file --verify-diagnostics
// RUN: not amp-opt %s --amp-recompute=budget=-1 2>&1 | FileCheck %s

// CHECK: error: amp-recompute: budget must be at least 1, found -1

amp.variable buffer @b : tensor<64x64xf32> = #amp.init<zeros>
func.func @budget(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // What was read is not there any more.
  %b = amp.read @b : tensor<64x64xf32>
  %y = amp.mul %b, %x : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  amp.assign @b, %x : tensor<64x64xf32>
  %loss = amp.sum %y : (tensor<64x64xf32>) -> tensor<f32>
  // expected-error @+1 {{'amp.backward' op cannot be computed with 1000 bytes kept for it: the least is 16384}}
  %g = amp.backward %loss wrt(%x) : (tensor<f32>, tensor<64x64xf32>) -> (tensor<64x64xf32>) {
  ^bb0(%seed: tensor<f32>):
    %d = amp.mul %b, %seed : (tensor<64x64xf32>, tensor<f32>) -> tensor<64x64xf32>
    amp.yield %d : tensor<64x64xf32>
  }
  return %g : tensor<64x64xf32>
}

// -----

func.func @unknown_size(%x: tensor<?x64xf32>) -> tensor<?x64xf32> {
  // expected-error @+1 {{'amp.exp' op has an unknown size in dimension 0 of operand 0, 'tensor<?x64xf32>'; run amp-specialize-shapes before amp-recompute}}
  %y = amp.exp %x : (tensor<?x64xf32>) -> tensor<?x64xf32>
  %loss = amp.sum %y : (tensor<?x64xf32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%x) : (tensor<f32>, tensor<?x64xf32>) -> (tensor<?x64xf32>) {
  ^bb0(%seed: tensor<f32>):
    %d = amp.mul %y, %seed : (tensor<?x64xf32>, tensor<f32>) -> tensor<?x64xf32>
    amp.yield %d : tensor<?x64xf32>
  }
  return %g : tensor<?x64xf32>
}
