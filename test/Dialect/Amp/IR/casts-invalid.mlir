// RUN: amp-opt %s -verify-diagnostics -split-input-file

// One case per diagnostic, named after what is wrong.

func.func @cast_changes_shape(%x: tensor<4xf32>) {
  // expected-error @+1 {{'amp.cast' op requires the same shape for all operands and results}}
  %0 = amp.cast %x : tensor<4xf32> to tensor<5xf16>
  return
}

// -----

func.func @cast_complex_to_real(%x: tensor<4xcomplex<f32>>) {
  // expected-error @+1 {{'amp.cast' op converts complex to complex only, found 'tensor<4xcomplex<f32>>' to 'tensor<4xf32>'}}
  %0 = amp.cast %x : tensor<4xcomplex<f32>> to tensor<4xf32>
  return
}

// -----

func.func @cast_real_to_complex(%x: tensor<4xf32>) {
  // expected-error @+1 {{'amp.cast' op converts complex to complex only, found 'tensor<4xf32>' to 'tensor<4xcomplex<f32>>'}}
  %0 = amp.cast %x : tensor<4xf32> to tensor<4xcomplex<f32>>
  return
}

// -----

func.func @cast_to_index(%x: tensor<4xf32>) {
  // expected-error @+1 {{'amp.cast' op result #0 must be ranked tensor of floating-point type or integer type or complex type}}
  %0 = amp.cast %x : tensor<4xf32> to tensor<4xindex>
  return
}

// -----

func.func @constant_of_vector() {
  // expected-error @+1 {{'amp.constant' op result #0 must be ranked tensor of}}
  %0 = amp.constant dense<1.0> : vector<4xf32>
  return
}
