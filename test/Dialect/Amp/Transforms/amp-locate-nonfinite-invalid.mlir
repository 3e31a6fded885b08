// RUN: amp-opt %s --amp-locate-nonfinite --split-input-file --verify-diagnostics

func.func @unknown(%x: tensor<?x2xf32>) -> tensor<?x2xf32> {
  // expected-error@+1 {{'amp.exp' op has an unknown size in dimension 0 of operand 0, 'tensor<?x2xf32>'; run amp-specialize-shapes before amp-locate-nonfinite}}
  %e = amp.exp %x : (tensor<?x2xf32>) -> tensor<?x2xf32>
  return %e : tensor<?x2xf32>
}

// -----

// An argument that no op reads.
// expected-error@+1 {{'func.func' op has an unknown size in dimension 0 of argument 1, 'tensor<?xf32>'; run amp-specialize-shapes before amp-locate-nonfinite}}
func.func @unused(%x: tensor<4xf32>, %y: tensor<?xf32>) -> tensor<4xf32> {
  %e = amp.exp %x : (tensor<4xf32>) -> tensor<4xf32>
  return %e : tensor<4xf32>
}
