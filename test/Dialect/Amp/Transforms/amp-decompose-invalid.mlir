// RUN: amp-opt %s --amp-decompose -verify-diagnostics -split-input-file --mlir-print-op-on-diagnostic=false

func.func @symbolic_backward(%x: tensor<8xf32>) -> tensor<8xf32> {
  %loss = amp.sum %x : (tensor<8xf32>) -> tensor<f32>
  // expected-error @+1 {{'amp.backward' op has no region; run amp-differentiate before amp-decompose}}
  %g = amp.backward %loss wrt(%x) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  return %g : tensor<8xf32>
}

// -----

func.func @unknown_classes(%x: tensor<4x?xf32>, %t: tensor<4xi64>) -> tensor<f32> {
  // expected-error @+1 {{'amp.cross_entropy' op has an unknown size in dimension 1 of operand 0, 'tensor<4x?xf32>'; run amp-specialize-shapes before amp-decompose}}
  %loss = amp.cross_entropy %x, %t : (tensor<4x?xf32>, tensor<4xi64>) -> tensor<f32>
  return %loss : tensor<f32>
}

// -----

func.func @no_decomposition(%x: tensor<8x8xf32>) -> tensor<f32> {
  // expected-error @+1 {{'amp.nuclear_norm' op needs singular values, which no kernel computes; orders of a matrix norm without them are "fro", 1, -1 and the infinities}}
  %0 = amp.nuclear_norm %x : (tensor<8x8xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @unknown_size(%x: tensor<?x4xf32>) -> tensor<?xf32> {
  // expected-error @+1 {{'amp.prod' op has an unknown size in dimension 0 of operand 0, 'tensor<?x4xf32>'; run amp-specialize-shapes before amp-decompose}}
  %0 = amp.prod %x {dims = array<i64: 1>} : (tensor<?x4xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @complex(%x: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  // expected-error @+1 {{'amp.zeros_like' op has no kernels for elements of 'complex<f32>'}}
  %0 = amp.zeros_like %x : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}

// -----

func.func @singular_values(%x: tensor<4x4xf32>) -> tensor<f32> {
  // expected-error @+1 {{'amp.linalg_matrix_norm' op needs singular values, which no kernel computes; orders of a matrix norm without them are "fro", 1, -1 and the infinities}}
  %0 = amp.linalg_matrix_norm %x {ord = 2.0 : f64} : (tensor<4x4xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @empty_dimension(%x: tensor<0x4xf32>, %i: tensor<2xi64>) -> tensor<2x4xf32> {
  // expected-error @+1 {{'amp.index_select' op cannot select from dimension 0 of 'tensor<0x4xf32>', which is empty}}
  %0 = amp.index_select %x, %i {dim = 0 : i64} : (tensor<0x4xf32>, tensor<2xi64>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

func.func @one_value(%x: tensor<1x8xf32>) -> tensor<1x8xf32> {
  // expected-error @+1 {{'amp.batch_norm' op expects more than one value per mean with statistics of the batch, found 'tensor<1x8xf32>'}}
  %y = amp.batch_norm %x {training = true} : (tensor<1x8xf32>) -> tensor<1x8xf32>
  return %y : tensor<1x8xf32>
}

// -----

func.func @unknown_batch(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  // expected-error @+1 {{'amp.layer_norm' op has an unknown size in dimension 0 of operand 0, 'tensor<?x8xf32>'; run amp-specialize-shapes before amp-decompose}}
  %y = amp.layer_norm %x {normalized_shape = array<i64: 8>} : (tensor<?x8xf32>) -> tensor<?x8xf32>
  return %y : tensor<?x8xf32>
}
