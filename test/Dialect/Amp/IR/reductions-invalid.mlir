// RUN: amp-opt %s -verify-diagnostics -split-input-file

// One case per diagnostic, named after what is wrong.

func.func @reduced_dimension_does_not_exist(%x: tensor<4x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.sum' op expects dims in [-2, 2) of 'tensor<4x8xf32>', found 2}}
  %0 = amp.sum %x {dims = array<i64: 2>} : (tensor<4x8xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @dimension_reduced_twice(%x: tensor<4x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.mean' op lists dimension 1 twice}}
  %0 = amp.mean %x {dims = array<i64: 1, -1>} : (tensor<4x8xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @mean_of_integers(%x: tensor<4x8xi32>) {
  // expected-error @+1 {{'amp.mean' op operand #0 must be ranked tensor of floating-point type values, but got 'tensor<4x8xi32>'}}
  %0 = amp.mean %x : (tensor<4x8xi32>) -> tensor<i32>
  return
}

// -----

func.func @argmax_dimension_does_not_exist(%x: tensor<4x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.argmax' op expects dim in [-2, 2) of 'tensor<4x8xf32>', found -3}}
  %0 = amp.argmax %x {dim = -3 : i64} : (tensor<4x8xf32>) -> tensor<4xi64>
  return
}

// -----

func.func @sum_dtype_of_integers(%i: tensor<8xi32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.sum' op expects a floating-point dtype for floating-point elements only, found 'f32' for 'tensor<i32>'}}
  %0 = amp.sum %i {dtype = f32} : (tensor<8xi32>) -> tensor<i32>
  return
}

// -----

func.func @scan_along_no_dimension(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.cumsum' op expects dim in [-2, 2) for 'tensor<4x8xf16>', found 2}}
  %0 = amp.cumsum %x {dim = 2 : i64} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  return
}

// -----

func.func @dtype_of_integers(%x: tensor<8xi32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.cumsum' op expects a floating-point dtype for floating-point elements only, found 'f32' for 'tensor<8xi32>'}}
  %0 = amp.cumsum %x {dim = 0 : i64, dtype = f32} : (tensor<8xi32>) -> tensor<8xf32>
  return
}

// -----

func.func @integer_dtype(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.prod' op expects a floating-point dtype for floating-point elements only, found 'i32' for 'tensor<f16>'}}
  %0 = amp.prod %x {dtype = i32} : (tensor<4x8xf16>) -> tensor<i32>
  return
}

// -----

func.func @dtype_is_not_the_result(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.norm' op inferred type(s) 'tensor<f32>' are incompatible with return type(s) of operation 'tensor<f16>'}}
  %0 = amp.norm %x {dtype = f32} : (tensor<4x8xf16>) -> tensor<f16>
  return
}

// -----

func.func @reduction_of_no_dimension(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.var' op expects dims in [-2, 2) of 'tensor<4x8xf16>', found 2}}
  %0 = amp.var %x {dims = array<i64: 2>} : (tensor<4x8xf16>) -> tensor<4xf16>
  return
}

// -----

func.func @reduced_twice(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.logsumexp' op lists dimension 1 twice}}
  %0 = amp.logsumexp %x {dims = array<i64: 1, -1>} : (tensor<4x8xf16>) -> tensor<4xf16>
  return
}

// -----

func.func @order_is_no_number(%x: tensor<4x8xf16>) {
  // expected-error @+1 {{'amp.linalg_vector_norm' op expects ord to be a number, found NaN}}
  %0 = amp.linalg_vector_norm %x {ord = 0x7FF8000000000000 : f64} : (tensor<4x8xf16>) -> tensor<f16>
  return
}

// -----

func.func @p_is_no_number(%x: tensor<4x8xf16>) {
  // expected-error @+1 {{'amp.norm' op expects p to be a number, found NaN}}
  %0 = amp.norm %x {p = 0x7FF8000000000000 : f64} : (tensor<4x8xf16>) -> tensor<f16>
  return
}

// -----

func.func @frobenius_norm_of_three_dims(%x: tensor<2x4x8xf16>) {
  // expected-error @+1 {{'amp.frobenius_norm' op expects at most two dims, found 3}}
  %0 = amp.frobenius_norm %x {dims = array<i64: 0, 1, 2>} : (tensor<2x4x8xf16>) -> tensor<f16>
  return
}

// -----

func.func @matrix_norm_of_a_vector(%x: tensor<8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.nuclear_norm' op expects rank 2 or more, found 'tensor<8xf16>'}}
  %0 = amp.nuclear_norm %x : (tensor<8xf16>) -> tensor<f16>
  return
}

// -----

func.func @matrix_norm_of_one_dim(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.linalg_matrix_norm' op expects two dims or none, found 1}}
  %0 = amp.linalg_matrix_norm %x {dims = array<i64: 1>} : (tensor<4x8xf16>) -> tensor<4xf16>
  return
}

// -----

func.func @unknown_norm(%x: tensor<4x8xf16>) {
  // expected-error @+1 {{'amp.linalg_matrix_norm' op expects ord "fro", "nuc", 1, -1, 2, -2 or an infinity, found "max"}}
  %0 = amp.linalg_matrix_norm %x {ord = "max"} : (tensor<4x8xf16>) -> tensor<f16>
  return
}

// -----

func.func @unknown_order(%x: tensor<4x8xf16>) {
  // expected-error @+1 {{'amp.linalg_matrix_norm' op expects ord "fro", "nuc", 1, -1, 2, -2 or an infinity, found 3.000000e+00 : f64}}
  %0 = amp.linalg_matrix_norm %x {ord = 3.0 : f64} : (tensor<4x8xf16>) -> tensor<f16>
  return
}

// -----

func.func @order_is_an_integer(%x: tensor<4x8xf16>) {
  // expected-error @+1 {{'amp.linalg_matrix_norm' op attribute 'ord' failed to satisfy constraint: string attribute or 64-bit float attribute}}
  %0 = amp.linalg_matrix_norm %x {ord = 2 : i64} : (tensor<4x8xf16>) -> tensor<f16>
  return
}

// -----

func.func @renorm_of_a_vector(%x: tensor<8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.renorm' op expects rank 2 or more, found 'tensor<8xf16>'}}
  %0 = amp.renorm %x {dim = 0 : i64, maxnorm = 1.0 : f64, p = 2.0 : f64} : (tensor<8xf16>) -> tensor<8xf16>
  return
}

// -----

func.func @renorm_along_no_dimension(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.renorm' op expects dim in [-2, 2) for 'tensor<4x8xf16>', found -3}}
  %0 = amp.renorm %x {dim = -3 : i64, maxnorm = 1.0 : f64, p = 2.0 : f64} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  return
}

// -----

func.func @renorm_p_is_zero(%x: tensor<4x8xf16>) {
  // expected-error @+1 {{'amp.renorm' op expects a positive p, found 0.000000e+00}}
  %0 = amp.renorm %x {dim = 0 : i64, maxnorm = 1.0 : f64, p = 0.0 : f64} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  return
}

// -----

func.func @negative_norm(%x: tensor<4x8xf16>) {
  // expected-error @+1 {{'amp.renorm' op expects maxnorm of at least 0, found -1.000000e+00}}
  %0 = amp.renorm %x {dim = 0 : i64, maxnorm = -1.0 : f64, p = 2.0 : f64} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  return
}

// -----

func.func @topk_along_no_dimension(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.topk' op expects dim in [-2, 2) for 'tensor<4x8xf16>', found 2}}
  %0:2 = amp.topk %x {k = 1 : i64, dim = 2 : i64} : (tensor<4x8xf16>) -> (tensor<4x1xf16>, tensor<4x1xi64>)
  return
}

// -----

func.func @negative_k(%x: tensor<4x?xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.topk' op expects k of at least 0, found -1}}
  %0:2 = amp.topk %x {k = -1 : i64} : (tensor<4x?xf16>) -> (tensor<4x?xf16>, tensor<4x?xi64>)
  return
}

// -----

func.func @k_is_too_large(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.topk' op expects k of at most 8, the size of dimension 1 of 'tensor<4x8xf16>', found 9}}
  %0:2 = amp.topk %x {k = 9 : i64} : (tensor<4x8xf16>) -> (tensor<4x9xf16>, tensor<4x9xi64>)
  return
}

// -----

func.func @trace_of_a_vector(%x: tensor<8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.trace' op expects a matrix, found 'tensor<8xf16>'}}
  %0 = amp.trace %x : (tensor<8xf16>) -> tensor<f16>
  return
}
