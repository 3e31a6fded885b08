// RUN: amp-opt %s --convert-amp-to-linalg -verify-diagnostics -split-input-file --mlir-print-op-on-diagnostic=false

func.func @complex(%x: tensor<4xcomplex<f32>>) -> tensor<8xcomplex<f32>> {
  // expected-error @+1 {{'amp.concat' op has no kernels for elements of 'complex<f32>'}}
  %0 = amp.concat %x, %x {dim = 0 : i64} : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> tensor<8xcomplex<f32>>
  return %0 : tensor<8xcomplex<f32>>
}

// -----

func.func @eight_bits(%x: tensor<4xf32>) -> tensor<4xf8E5M2> {
  // expected-error @+1 {{'amp.cast' op has no kernels for elements of 'f8E5M2'}}
  %0 = amp.cast %x : tensor<4xf32> to tensor<4xf8E5M2>
  return %0 : tensor<4xf8E5M2>
}

// -----

func.func @unknown_size(%x: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @+1 {{'amp.exp' op has an unknown size in dimension 0 of operand 0, 'tensor<?xf32>'; run amp-specialize-shapes before convert-amp-to-linalg}}
  %0 = amp.exp %x : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @composite(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // expected-error @+1 {{'amp.softmax' op is no core op; run amp-decompose before convert-amp-to-linalg}}
  %0 = amp.softmax %x {dim = 1 : i64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
