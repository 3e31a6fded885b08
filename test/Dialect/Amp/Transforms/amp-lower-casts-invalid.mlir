// RUN: amp-opt %s --amp-lower-casts --split-input-file --verify-diagnostics

func.func @integer(%x: tensor<4xi64>) -> tensor<4xf32> {
  // expected-error @+1 {{'amp.cast' op is no cast between floating-point types; run convert-amp-to-linalg}}
  %0 = amp.cast %x : tensor<4xi64> to tensor<4xf32>
  %1 = math.tanh %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

func.func @alone(%x: tensor<4xf32>) -> tensor<4xf16> {
  // expected-error @+1 {{'amp.cast' op is in a function without an op whose dialect could write it}}
  %0 = amp.cast %x : tensor<4xf32> to tensor<4xf16>
  return %0 : tensor<4xf16>
}
