// RUN: amp-opt %s -verify-diagnostics -split-input-file

// One case per diagnostic of the math family, named after what is wrong.

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

func.func @mixed_element_types(%a: tensor<8xf16>, %b: tensor<8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.atan2' op expects operands of one element type, found 'f16' and 'f32'}}
  %0 = amp.atan2 %a, %b : (tensor<8xf16>, tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @shapes_do_not_broadcast(%a: tensor<4x8xf16>, %b: tensor<4xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.addcmul' op shapes do not broadcast: 'tensor<4x8xf16>' 'tensor<4x8xf16>' 'tensor<4xf16>'; expected dimensions, from the last one, to be equal or 1}}
  %0 = amp.addcmul %a, %a, %b : (tensor<4x8xf16>, tensor<4x8xf16>, tensor<4xf16>) -> tensor<4x8xf16>
  return
}

// -----

func.func @sine_of_integers(%x: tensor<8xi32>) {
  // expected-error @+1 {{'amp.sin' op operand #0 must be ranked tensor of floating-point type values, but got 'tensor<8xi32>'}}
  %0 = amp.sin %x : (tensor<8xi32>) -> tensor<8xi32>
  return
}

// -----

func.func @result_of_another_type(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.expm1' op inferred type(s) 'tensor<4x8xf16>' are incompatible with return type(s) of operation 'tensor<4x8xf32>'}}
  %0 = amp.expm1 %x : (tensor<4x8xf16>) -> tensor<4x8xf32>
  return
}

// -----

func.func @test_gives_truth_values(%x: tensor<4x8xf16>) {
  // expected-error @+1 {{'amp.isnan' op result #0 must be ranked tensor of 1-bit signless integer values, but got 'tensor<4x8xf16>'}}
  %0 = amp.isnan %x : (tensor<4x8xf16>) -> tensor<4x8xf16>
  return
}

// -----

func.func @unknown_attribute(%x: tensor<4x8xf16>) {
  // expected-error @+1 {{'amp.elu' op has no attribute 'slope'; known are alpha}}
  %0 = amp.elu %x {slope = 0.5 : f64} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  return
}

// -----

func.func @clamp_without_bounds(%x: tensor<4x8xf16>) {
  // expected-error @+1 {{'amp.clamp' op expects 'min' or 'max', found neither}}
  %0 = amp.clamp %x : (tensor<4x8xf16>) -> tensor<4x8xf16>
  return
}

// -----

func.func @bounds_cross(%x: tensor<4x8xf16>) {
  // expected-error @+1 {{'amp.hardtanh' op expects min_val not above max_val, found 2.000000e+00 and 1.000000e+00}}
  %0 = amp.hardtanh %x {min_val = 2.0 : f64} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  return
}

// -----

func.func @beta_is_zero(%x: tensor<4x8xf16>) {
  // expected-error @+1 {{'amp.softplus' op expects beta other than 0}}
  %0 = amp.softplus %x {beta = 0.0 : f64} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  return
}

// -----

//===----------------------------------------------------------------------===//
// Scans, reductions, norms
//===----------------------------------------------------------------------===//

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

// -----

//===----------------------------------------------------------------------===//
// Products of vectors
//===----------------------------------------------------------------------===//

func.func @dot_of_matrices(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.dot' op expects vectors of one length, found 'tensor<4x8xf16>' and 'tensor<4x8xf16>'}}
  %0 = amp.dot %x, %x : (tensor<4x8xf16>, tensor<4x8xf16>) -> tensor<f16>
  return
}

// -----

func.func @dot_of_lengths(%a: tensor<8xf16>, %b: tensor<4xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.dot' op expects vectors of one length, found 'tensor<8xf16>' and 'tensor<4xf16>'}}
  %0 = amp.dot %a, %b : (tensor<8xf16>, tensor<4xf16>) -> tensor<f16>
  return
}

// -----

func.func @dot_of_types(%a: tensor<8xf16>, %b: tensor<8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.vdot' op expects operands of one element type, found 'f16' and 'f32'}}
  %0 = amp.vdot %a, %b : (tensor<8xf16>, tensor<8xf32>) -> tensor<f16>
  return
}

// -----

func.func @cross_of_ranks(%a: tensor<4x3xf16>, %b: tensor<3xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.cross' op expects operands of one rank, found 'tensor<4x3xf16>' and 'tensor<3xf16>'}}
  %0 = amp.cross %a, %b : (tensor<4x3xf16>, tensor<3xf16>) -> tensor<4x3xf16>
  return
}

// -----

func.func @cross_along_no_dimension(%a: tensor<3xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.cross' op expects dim in [-1, 1) for 'tensor<3xf16>', found 1}}
  %0 = amp.cross %a, %a {dim = 1 : i64} : (tensor<3xf16>, tensor<3xf16>) -> tensor<3xf16>
  return
}

// -----

func.func @cross_of_pairs(%a: tensor<4x3xf16>, %b: tensor<4x1xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.cross' op expects size 3 in dimension 1, found 'tensor<4x3xf16>' and 'tensor<4x1xf16>'}}
  %0 = amp.cross %a, %b : (tensor<4x3xf16>, tensor<4x1xf16>) -> tensor<4x3xf16>
  return
}

// -----

func.func @cross_of_types(%a: tensor<3xf16>, %b: tensor<3xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.cross' op expects operands of one element type, found 'f16' and 'f32'}}
  %0 = amp.cross %a, %b : (tensor<3xf16>, tensor<3xf32>) -> tensor<3xf16>
  return
}

// -----

//===----------------------------------------------------------------------===//
// Composites
//===----------------------------------------------------------------------===//

func.func @softmin_along_no_dimension(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.softmin' op expects dim in [-2, 2) for 'tensor<4x8xf16>', found 2}}
  %0 = amp.softmin %x {dim = 2 : i64} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  return
}

// -----

func.func @normalize_a_vector(%x: tensor<8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.normalize' op expects dim in [-1, 1) for 'tensor<8xf16>', found 1}}
  %0 = amp.normalize %x : (tensor<8xf16>) -> tensor<8xf16>
  return
}

// -----

func.func @normalize_p_is_no_number(%x: tensor<4x8xf16>) {
  // expected-error @+1 {{'amp.normalize' op expects p to be a number, found NaN}}
  %0 = amp.normalize %x {p = 0x7FF8000000000000 : f64} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  return
}

// -----

func.func @negative_eps(%x: tensor<4x8xf16>) {
  // expected-error @+1 {{'amp.normalize' op expects eps of at least 0, found -1.000000e+00}}
  %0 = amp.normalize %x {eps = -1.0 : f64} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  return
}

// -----

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

func.func @stack_of_nothing() {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.stack' op expects an operand}}
  %0 = amp.stack : () -> tensor<0xf16>
  return
}

// -----

func.func @stack_at_no_dimension(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.stack' op expects dim in [-3, 3) for 'tensor<4x8xf16>', found 3}}
  %0 = amp.stack %x {dim = 3 : i64} : (tensor<4x8xf16>) -> tensor<4x8x1xf16>
  return
}

// -----

func.func @stack_of_types(%a: tensor<8xf16>, %b: tensor<8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.stack' op expects operands of one element type, found 'f16' and 'f32'}}
  %0 = amp.stack %a, %b : (tensor<8xf16>, tensor<8xf32>) -> tensor<2x8xf16>
  return
}

// -----

func.func @stack_of_shapes(%a: tensor<8xf16>, %b: tensor<?xf16>, %c: tensor<4xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.stack' op expects operands of one shape, found 'tensor<?xf16>' and 'tensor<4xf16>'}}
  %0 = amp.stack %b, %a, %c : (tensor<?xf16>, tensor<8xf16>, tensor<4xf16>) -> tensor<3x8xf16>
  return
}

// -----

func.func @stack_of_ranks(%a: tensor<8xf16>, %b: tensor<1x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.stack' op expects operands of one shape, found 'tensor<8xf16>' and 'tensor<1x8xf16>'}}
  %0 = amp.stack %a, %b : (tensor<8xf16>, tensor<1x8xf16>) -> tensor<2x8xf16>
  return
}

// -----

func.func @split_along_no_dimension(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.split' op expects dim in [-2, 2) for 'tensor<4x8xf16>', found 2}}
  %0 = amp.split %x {dim = 2 : i64, sizes = array<i64: 4>} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  return
}

// -----

func.func @split_into_nothing(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.split' op expects a size}}
  amp.split %x {sizes = array<i64>} : (tensor<4x8xf16>) -> ()
  return
}

// -----

func.func @negative_part(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.split' op expects sizes of at least 0, found -1}}
  %0:2 = amp.split %x {sizes = array<i64: 5, -1>} : (tensor<4x8xf16>) -> (tensor<5x8xf16>, tensor<0x8xf16>)
  return
}

// -----

func.func @parts_are_not_the_whole(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.split' op expects sizes that add up to 4, the size of dimension 0 of 'tensor<4x8xf16>', found 3}}
  %0:2 = amp.split %x {sizes = array<i64: 2, 1>} : (tensor<4x8xf16>) -> (tensor<2x8xf16>, tensor<1x8xf16>)
  return
}

// -----

func.func @parts_are_too_large(%x: tensor<?xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.split' op result has too many elements}}
  %0:2 = amp.split %x {sizes = array<i64: 9223372036854775807, 1>} : (tensor<?xf16>) -> (tensor<?xf16>, tensor<1xf16>)
  return
}

// -----

func.func @too_few_parts(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.split' op inferred type(s) 'tensor<2x8xf16>', 'tensor<2x8xf16>' are incompatible with return type(s) of operation 'tensor<2x8xf16>'}}
  %0 = amp.split %x {sizes = array<i64: 2, 2>} : (tensor<4x8xf16>) -> tensor<2x8xf16>
  return
}

// -----

func.func @squeeze_of_unknown_sizes(%x: tensor<?x1xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.squeeze' op cannot tell which dimensions of 'tensor<?x1xf16>' have size 1; list them in 'dims'}}
  %0 = amp.squeeze %x : (tensor<?x1xf16>) -> tensor<?xf16>
  return
}

// -----

func.func @squeeze_of_another_size(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.squeeze' op expects size 1 in dimension 1 of 'tensor<4x8xf16>'}}
  %0 = amp.squeeze %x {dims = array<i64: -1>} : (tensor<4x8xf16>) -> tensor<4xf16>
  return
}

// -----

func.func @squeeze_of_no_dimension(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.squeeze' op expects dim in [-2, 2) for 'tensor<4x8xf16>', found 2}}
  %0 = amp.squeeze %x {dims = array<i64: 2>} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  return
}

// -----

func.func @unsqueeze_at_no_dimension(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.unsqueeze' op expects dim in [-3, 3) for 'tensor<4x8xf16>', found -4}}
  %0 = amp.unsqueeze %x {dim = -4 : i64} : (tensor<4x8xf16>) -> tensor<1x4x8xf16>
  return
}

// -----

func.func @flip_of_no_dimension(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.flip' op expects dim in [-2, 2) for 'tensor<4x8xf16>', found 2}}
  %0 = amp.flip %x {dims = array<i64: 2>} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  return
}

// -----

func.func @flipped_twice(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.flip' op lists dimension 1 twice}}
  %0 = amp.flip %x {dims = array<i64: 1, -1>} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  return
}

// -----

func.func @negative_repeats(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.tile' op expects repeats of at least 0, found -1}}
  %0 = amp.tile %x {repeats = array<i64: -1>} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  return
}

// -----

func.func @too_many_repeats(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.tile' op result has too many elements}}
  %0 = amp.tile %x {repeats = array<i64: 4611686018427387904>} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  return
}

// -----

func.func @zeros_of_another_type(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.zeros_like' op inferred type(s) 'tensor<4x8xf16>' are incompatible with return type(s) of operation 'tensor<4x8xf32>'}}
  %0 = amp.zeros_like %x : (tensor<4x8xf16>) -> tensor<4x8xf32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// Padding and pixels
//===----------------------------------------------------------------------===//

func.func @pad_of_one_dimension(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.constant_pad_nd' op expects 2 entries, one per dimension, in 'low' and 'high', found 1 and 2}}
  %0 = amp.constant_pad_nd %x {low = array<i64: 1>, high = array<i64: 0, 0>} : (tensor<4x8xf16>) -> tensor<4x9xf16>
  return
}

// -----

func.func @nothing_left_to_take(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.constant_pad_nd' op cannot pad dimension 0 of 'tensor<4x8xf16>' with -3 and -2}}
  %0 = amp.constant_pad_nd %x {low = array<i64: -3, 0>, high = array<i64: -2, 0>} : (tensor<4x8xf16>) -> tensor<0x8xf16>
  return
}

// -----

func.func @taken_before_added(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.constant_pad_nd' op cannot pad dimension 1 of 'tensor<4x8xf16>' with -9 and 9}}
  %0 = amp.constant_pad_nd %x {low = array<i64: 0, -9>, high = array<i64: 0, 9>} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  return
}

// -----

func.func @pad_entries_differ(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.reflection_pad' op expects one to three entries in 'low' and as many in 'high', found 1 and 0}}
  %0 = amp.reflection_pad %x {low = array<i64: 1>, high = array<i64>} : (tensor<4x8xf16>) -> tensor<4x9xf16>
  return
}

// -----

func.func @pad_of_nothing(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.replication_pad' op expects one to three entries in 'low' and as many in 'high', found 0 and 0}}
  %0 = amp.replication_pad %x {low = array<i64>, high = array<i64>} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  return
}

// -----

func.func @pad_of_channels(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.reflection_pad' op expects rank 3 or 4 to pad 2 dimensions, found 'tensor<4x8xf16>'}}
  %0 = amp.reflection_pad %x {low = array<i64: 1, 1>, high = array<i64: 1, 1>} : (tensor<4x8xf16>) -> tensor<6x10xf16>
  return
}

// -----

func.func @negative_pad(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.replication_pad' op expects 'low' and 'high' of at least 0, found -1 and 0}}
  %0 = amp.replication_pad %x {low = array<i64: -1>, high = array<i64: 0>} : (tensor<4x8xf16>) -> tensor<4x7xf16>
  return
}

// -----

func.func @mirror_is_too_small(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.reflection_pad' op expects more than 8 elements in dimension 1, which is padded with 0 and 8, found 'tensor<4x8xf16>'}}
  %0 = amp.reflection_pad %x {low = array<i64: 0>, high = array<i64: 8>} : (tensor<4x8xf16>) -> tensor<4x16xf16>
  return
}

// -----

func.func @no_edge(%x: tensor<4x0xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.replication_pad' op expects more than 0 elements in dimension 1, which is padded with 1 and 0, found 'tensor<4x0xf16>'}}
  %0 = amp.replication_pad %x {low = array<i64: 1>, high = array<i64: 0>} : (tensor<4x0xf16>) -> tensor<4x1xf16>
  return
}

// -----

func.func @pad_is_too_large(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.replication_pad' op result has too many elements}}
  %0 = amp.replication_pad %x {low = array<i64: 9223372036854775807>, high = array<i64: 0>} : (tensor<4x8xf16>) -> tensor<4x?xf16>
  return
}

// -----

func.func @pixels_of_a_matrix(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.pixel_shuffle' op expects rank 3 or more, found 'tensor<4x8xf16>'}}
  %0 = amp.pixel_shuffle %x {factor = 2 : i64} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  return
}

// -----

func.func @factor_is_zero(%x: tensor<4x4x4xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.pixel_unshuffle' op expects a factor of at least 1, whose square is a size, found 0}}
  %0 = amp.pixel_unshuffle %x {factor = 0 : i64} : (tensor<4x4x4xf16>) -> tensor<4x4x4xf16>
  return
}

// -----

func.func @factor_is_too_large(%x: tensor<4x4x4xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.pixel_shuffle' op expects a factor of at least 1, whose square is a size, found 4294967296}}
  %0 = amp.pixel_shuffle %x {factor = 4294967296 : i64} : (tensor<4x4x4xf16>) -> tensor<4x4x4xf16>
  return
}

// -----

func.func @channels_do_not_divide(%x: tensor<6x4x4xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.pixel_shuffle' op expects a multiple of 4 channels for factor 2, found 6 in 'tensor<6x4x4xf16>'}}
  %0 = amp.pixel_shuffle %x {factor = 2 : i64} : (tensor<6x4x4xf16>) -> tensor<1x8x8xf16>
  return
}

// -----

func.func @too_many_pixels(%x: tensor<?x4611686018427387904x1xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.pixel_shuffle' op result has too many elements}}
  %0 = amp.pixel_shuffle %x {factor = 2 : i64} : (tensor<?x4611686018427387904x1xf16>) -> tensor<?x?x2xf16>
  return
}

// -----

func.func @pixels_do_not_divide(%x: tensor<1x4x5xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.pixel_unshuffle' op expects a multiple of 2 in dimension 2, found 'tensor<1x4x5xf16>'}}
  %0 = amp.pixel_unshuffle %x {factor = 2 : i64} : (tensor<1x4x5xf16>) -> tensor<4x2x2xf16>
  return
}

// -----

func.func @too_many_channels(%x: tensor<4611686018427387904x2x2xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.pixel_unshuffle' op result has too many elements}}
  %0 = amp.pixel_unshuffle %x {factor = 2 : i64} : (tensor<4611686018427387904x2x2xf16>) -> tensor<?x1x1xf16>
  return
}

// -----

//===----------------------------------------------------------------------===//
// Indexing
//===----------------------------------------------------------------------===//

func.func @indices_are_narrow(%x: tensor<4x8xf16>, %i: tensor<2xi32>) {
  // expected-error @+1 {{'amp.index_select' op operand #1 must be ranked tensor of 64-bit signless integer values, but got 'tensor<2xi32>'}}
  %0 = amp.index_select %x, %i {dim = 0 : i64} : (tensor<4x8xf16>, tensor<2xi32>) -> tensor<2x8xf16>
  return
}

// -----

func.func @select_by_a_matrix(%x: tensor<4x8xf16>, %i: tensor<2x2xi64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.index_select' op expects a vector of indices, found 'tensor<2x2xi64>'}}
  %0 = amp.index_select %x, %i {dim = 0 : i64} : (tensor<4x8xf16>, tensor<2x2xi64>) -> tensor<2x8xf16>
  return
}

// -----

func.func @select_along_no_dimension(%x: tensor<4x8xf16>, %i: tensor<2xi64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.index_select' op expects dim in [-2, 2) for 'tensor<4x8xf16>', found 2}}
  %0 = amp.index_select %x, %i {dim = 2 : i64} : (tensor<4x8xf16>, tensor<2xi64>) -> tensor<2x8xf16>
  return
}

// -----

func.func @gather_along_no_dimension(%x: tensor<4x8xf16>, %i: tensor<4x2xi64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.gather' op expects dim in [-2, 2) for 'tensor<4x8xf16>', found 2}}
  %0 = amp.gather %x, %i {dim = 2 : i64} : (tensor<4x8xf16>, tensor<4x2xi64>) -> tensor<4x2xf16>
  return
}

// -----

func.func @gather_more_rows(%x: tensor<4x8xf16>, %i: tensor<5x2xi64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.gather' op expects indices of the input's rank, not larger than it in other dimensions than 1, found 'tensor<5x2xi64>' for 'tensor<4x8xf16>'}}
  %0 = amp.gather %x, %i {dim = 1 : i64} : (tensor<4x8xf16>, tensor<5x2xi64>) -> tensor<5x2xf16>
  return
}

// -----

func.func @gather_by_a_vector(%x: tensor<4x8xf16>, %i: tensor<4xi64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.gather' op expects indices of the input's rank, not larger than it in other dimensions than 1, found 'tensor<4xi64>' for 'tensor<4x8xf16>'}}
  %0 = amp.gather %x, %i {dim = 1 : i64} : (tensor<4x8xf16>, tensor<4xi64>) -> tensor<4xf16>
  return
}

// -----

func.func @scatter_along_no_dimension(%x: tensor<4x8xf16>, %i: tensor<4x2xi64>, %s: tensor<4x2xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.scatter_add' op expects dim in [-2, 2) for 'tensor<4x8xf16>', found 2}}
  %0 = amp.scatter_add %x, %i, %s {dim = 2 : i64} : (tensor<4x8xf16>, tensor<4x2xi64>, tensor<4x2xf16>) -> tensor<4x8xf16>
  return
}

// -----

func.func @scatter_of_another_type(%x: tensor<4x8xf16>, %i: tensor<4x2xi64>, %s: tensor<4x2xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.scatter_add' op expects operands of one element type, found 'f16' and 'f32'}}
  %0 = amp.scatter_add %x, %i, %s {dim = 1 : i64} : (tensor<4x8xf16>, tensor<4x2xi64>, tensor<4x2xf32>) -> tensor<4x8xf16>
  return
}

// -----

func.func @scatter_more_rows(%x: tensor<4x8xf16>, %i: tensor<5x2xi64>, %s: tensor<5x2xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.scatter_add' op expects indices of the input's rank, not larger than it in other dimensions than 1, found 'tensor<5x2xi64>' for 'tensor<4x8xf16>'}}
  %0 = amp.scatter_add %x, %i, %s {dim = 1 : i64} : (tensor<4x8xf16>, tensor<5x2xi64>, tensor<5x2xf16>) -> tensor<4x8xf16>
  return
}

// -----

func.func @source_is_too_small(%x: tensor<4x8xf16>, %i: tensor<4x2xi64>, %s: tensor<4x1xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.scatter_add' op expects indices of the source's rank, not larger than it, found 'tensor<4x2xi64>' for 'tensor<4x1xf16>'}}
  %0 = amp.scatter_add %x, %i, %s {dim = 1 : i64} : (tensor<4x8xf16>, tensor<4x2xi64>, tensor<4x1xf16>) -> tensor<4x8xf16>
  return
}

// -----

func.func @source_of_another_rank(%x: tensor<4x8xf16>, %i: tensor<4x2xi64>, %s: tensor<8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.scatter_add' op expects indices of the source's rank, not larger than it, found 'tensor<4x2xi64>' for 'tensor<8xf16>'}}
  %0 = amp.scatter_add %x, %i, %s {dim = 1 : i64} : (tensor<4x8xf16>, tensor<4x2xi64>, tensor<8xf16>) -> tensor<4x8xf16>
  return
}

// -----

func.func @copy_along_no_dimension(%x: tensor<4x8xf16>, %i: tensor<2xi64>, %s: tensor<4x2xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.index_copy' op expects dim in [-2, 2) for 'tensor<4x8xf16>', found -3}}
  %0 = amp.index_copy %x, %i, %s {dim = -3 : i64} : (tensor<4x8xf16>, tensor<2xi64>, tensor<4x2xf16>) -> tensor<4x8xf16>
  return
}

// -----

func.func @copy_of_another_type(%x: tensor<4x8xf16>, %i: tensor<2xi64>, %s: tensor<4x2xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.index_copy' op expects operands of one element type, found 'f16' and 'f32'}}
  %0 = amp.index_copy %x, %i, %s {dim = 1 : i64} : (tensor<4x8xf16>, tensor<2xi64>, tensor<4x2xf32>) -> tensor<4x8xf16>
  return
}

// -----

func.func @copy_by_a_matrix(%x: tensor<4x8xf16>, %i: tensor<2x1xi64>, %s: tensor<4x2xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.index_copy' op expects a vector of indices, found 'tensor<2x1xi64>'}}
  %0 = amp.index_copy %x, %i, %s {dim = 1 : i64} : (tensor<4x8xf16>, tensor<2x1xi64>, tensor<4x2xf16>) -> tensor<4x8xf16>
  return
}

// -----

func.func @copy_of_more_slices(%x: tensor<4x8xf16>, %i: tensor<2xi64>, %s: tensor<4x3xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.index_copy' op expects source 'tensor<4x2xf16>' for 'tensor<2xi64>' along dimension 1 of 'tensor<4x8xf16>', found 'tensor<4x3xf16>'}}
  %0 = amp.index_copy %x, %i, %s {dim = 1 : i64} : (tensor<4x8xf16>, tensor<2xi64>, tensor<4x3xf16>) -> tensor<4x8xf16>
  return
}

// -----

func.func @put_into_a_scalar(%x: tensor<f16>, %i: tensor<2xi64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.index_put' op expects rank 1 or more, found 'tensor<f16>'}}
  %0 = amp.index_put %x, %i, %x : (tensor<f16>, tensor<2xi64>, tensor<f16>) -> tensor<f16>
  return
}

// -----

func.func @put_of_another_type(%x: tensor<4x8xf16>, %i: tensor<2xi64>, %s: tensor<2x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.index_put' op expects operands of one element type, found 'f16' and 'f32'}}
  %0 = amp.index_put %x, %i, %s : (tensor<4x8xf16>, tensor<2xi64>, tensor<2x8xf32>) -> tensor<4x8xf16>
  return
}

// -----

func.func @put_of_more_values(%x: tensor<4x8xf16>, %i: tensor<2xi64>, %s: tensor<3x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.index_put' op cannot broadcast 'tensor<3x8xf16>' to 'tensor<2x8xf16>', the shape of the indices followed by that of a slice}}
  %0 = amp.index_put %x, %i, %s : (tensor<4x8xf16>, tensor<2xi64>, tensor<3x8xf16>) -> tensor<4x8xf16>
  return
}

// -----

func.func @put_of_a_larger_rank(%x: tensor<4x8xf16>, %i: tensor<2xi64>, %s: tensor<1x2x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.index_put' op cannot broadcast 'tensor<1x2x8xf16>' to 'tensor<2x8xf16>', the shape of the indices followed by that of a slice}}
  %0 = amp.index_put %x, %i, %s {accumulate = true} : (tensor<4x8xf16>, tensor<2xi64>, tensor<1x2x8xf16>) -> tensor<4x8xf16>
  return
}
