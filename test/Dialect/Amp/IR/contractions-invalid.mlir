// RUN: amp-opt %s -verify-diagnostics -split-input-file

// One case per diagnostic, named after what is wrong.

//===----------------------------------------------------------------------===//
// linear and matmul
//===----------------------------------------------------------------------===//

func.func @linear_weight_is_no_matrix(%x: tensor<4x8xf32>, %w: tensor<8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.linear' op expects input [..., in] and weight [out, in], found 'tensor<4x8xf32>' and 'tensor<8xf32>'}}
  %0 = amp.linear %x, %w : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @linear_features_differ(%x: tensor<4x8xf32>, %w: tensor<16x9xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.linear' op expects 9 input features as the weight 'tensor<16x9xf32>' has, found 8 in 'tensor<4x8xf32>'}}
  %0 = amp.linear %x, %w : (tensor<4x8xf32>, tensor<16x9xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @linear_element_types_differ(%x: tensor<4x8xf32>, %w: tensor<16x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.linear' op expects operands of one element type, found 'f32' and 'f16'}}
  %0 = amp.linear %x, %w : (tensor<4x8xf32>, tensor<16x8xf16>) -> tensor<4x16xf32>
  return
}

// -----

func.func @linear_bias_of_wrong_size(%x: tensor<4x8xf32>, %w: tensor<16x8xf32>, %b: tensor<8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.linear' op expects bias of type 'tensor<16xf32>', found 'tensor<8xf32>'}}
  %0 = amp.linear %x, %w, %b : (tensor<4x8xf32>, tensor<16x8xf32>, tensor<8xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @linear_matrix_as_bias_of_unknown_size(%x: tensor<4x8xf32>, %w: tensor<?x8xf32>, %b: tensor<?x2xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.linear' op expects bias of type 'tensor<?xf32>', found 'tensor<?x2xf32>'}}
  %0 = amp.linear %x, %w, %b : (tensor<4x8xf32>, tensor<?x8xf32>, tensor<?x2xf32>) -> tensor<4x?xf32>
  return
}

// -----

func.func @linear_bias_of_other_type(%x: tensor<4x8xf16>, %w: tensor<16x8xf16>, %b: tensor<16xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.linear' op expects operands of one element type, found 'f16' and a bias of 'f32'}}
  %0 = amp.linear %x, %w, %b : (tensor<4x8xf16>, tensor<16x8xf16>, tensor<16xf32>) -> tensor<4x16xf16>
  return
}

// -----

func.func @linear_narrows(%x: tensor<4x8xf32>, %w: tensor<16x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.linear' op inferred type(s) 'tensor<4x16xf32>' are incompatible with return type(s) of operation 'tensor<4x16xf16>'}}
  %0 = amp.linear %x, %w : (tensor<4x8xf32>, tensor<16x8xf32>) -> tensor<4x16xf16>
  return
}

// -----

func.func @matmul_of_vector(%a: tensor<4x8xf32>, %b: tensor<8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.matmul' op expects operands of rank 2 or more, found 'tensor<4x8xf32>' and 'tensor<8xf32>'}}
  %0 = amp.matmul %a, %b : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @matmul_inner_sizes_differ(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.matmul' op expects as many columns on the left as rows on the right, found 'tensor<4x8xf32>' and 'tensor<4x8xf32>'}}
  %0 = amp.matmul %a, %b : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @matmul_element_types_differ(%a: tensor<4x8xf32>, %b: tensor<8x4xbf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.matmul' op expects operands of one element type, found 'f32' and 'bf16'}}
  %0 = amp.matmul %a, %b : (tensor<4x8xf32>, tensor<8x4xbf16>) -> tensor<4x4xf32>
  return
}

// -----

func.func @matmul_batches_differ(%a: tensor<2x4x8xf32>, %b: tensor<3x8x4xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.matmul' op expects equal batch dimensions, or none on one side, found 'tensor<2x4x8xf32>' and 'tensor<3x8x4xf32>'}}
  %0 = amp.matmul %a, %b : (tensor<2x4x8xf32>, tensor<3x8x4xf32>) -> tensor<2x4x4xf32>
  return
}

// -----

func.func @linear_sums_in_f16(%h: tensor<8x8xf16>) {
  // expected-error @+1 {{'amp.linear' op expects compute_type 'f32' for operands of 'f16', found 'f16'}}
  %0 = amp.linear %h, %h {compute_type = f16} : (tensor<8x8xf16>, tensor<8x8xf16>) -> tensor<8x8xf16>
  return
}

// -----

// 16-bit operands have fewer digits than tf32.
func.func @matmul_tf32_of_f16(%h: tensor<8x8xf16>) {
  // expected-error @+1 {{'amp.matmul' op expects compute_type 'f32' for operands of 'f16', found 'tf32'}}
  %0 = amp.matmul %h, %h {compute_type = tf32} : (tensor<8x8xf16>, tensor<8x8xf16>) -> tensor<8x8xf16>
  return
}

// -----

func.func @matmul_f64_of_f32(%x: tensor<8x8xf32>) {
  // expected-error @+1 {{'amp.matmul' op expects compute_type 'f32' or tf32 for operands of 'f32', found 'f64'}}
  %0 = amp.matmul %x, %x {compute_type = f64} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
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
// Products
//===----------------------------------------------------------------------===//

func.func @mm_sizes_differ(%a: tensor<4x8xf16>, %b: tensor<8x16xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.mm' op expects factors [N, K] and [K, M], found 'tensor<8x16xf16>' and 'tensor<4x8xf16>'}}
  %0 = amp.mm %b, %a : (tensor<8x16xf16>, tensor<4x8xf16>) -> tensor<8x8xf16>
  return
}

// -----

func.func @mm_of_a_batch(%a: tensor<2x4x8xf16>, %b: tensor<8x16xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.mm' op expects factors [N, K] and [K, M], found 'tensor<2x4x8xf16>' and 'tensor<8x16xf16>'}}
  %0 = amp.mm %a, %b : (tensor<2x4x8xf16>, tensor<8x16xf16>) -> tensor<2x4x16xf16>
  return
}

// -----

func.func @mm_types_differ(%a: tensor<4x8xf16>, %b: tensor<8x16xbf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.mm' op expects operands of one element type, found 'f16' and 'bf16'}}
  %0 = amp.mm %a, %b : (tensor<4x8xf16>, tensor<8x16xbf16>) -> tensor<4x16xf16>
  return
}

// -----

func.func @mm_of_f32_has_no_narrow_result(%a: tensor<4x4xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.mm' op inferred type(s) 'tensor<4x4xf32>' are incompatible with return type(s) of operation 'tensor<4x4xf16>'}}
  %0 = amp.mm %a, %a : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf16>
  return
}

// -----

func.func @mv_sizes_differ(%a: tensor<4x8xf16>, %v: tensor<4xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.mv' op expects factors [N, K] and [K], found 'tensor<4x8xf16>' and 'tensor<4xf16>'}}
  %0 = amp.mv %a, %v : (tensor<4x8xf16>, tensor<4xf16>) -> tensor<4xf16>
  return
}

// -----

func.func @bmm_batch_is_not_broadcast(%a: tensor<2x4x8xf16>, %b: tensor<1x8x16xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.bmm' op expects factors [B, N, K] and [B, K, M], found 'tensor<2x4x8xf16>' and 'tensor<1x8x16xf16>'}}
  %0 = amp.bmm %a, %b : (tensor<2x4x8xf16>, tensor<1x8x16xf16>) -> tensor<2x4x16xf16>
  return
}

// -----

func.func @addmm_input_does_not_broadcast(%a: tensor<4x8xf16>, %b: tensor<8x16xf16>, %x: tensor<4xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.addmm' op expects an input that broadcasts to the product 'tensor<4x16xf16>', found 'tensor<4xf16>'}}
  %0 = amp.addmm %x, %a, %b : (tensor<4xf16>, tensor<4x8xf16>, tensor<8x16xf16>) -> tensor<4x16xf16>
  return
}

// -----

func.func @addmm_input_of_higher_rank(%a: tensor<4x8xf16>, %b: tensor<8x16xf16>, %x: tensor<1x4x16xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.addmm' op expects an input that broadcasts to the product 'tensor<4x16xf16>', found 'tensor<1x4x16xf16>'}}
  %0 = amp.addmm %x, %a, %b : (tensor<1x4x16xf16>, tensor<4x8xf16>, tensor<8x16xf16>) -> tensor<4x16xf16>
  return
}

// -----

func.func @addmm_factors_do_not_fit(%a: tensor<4x8xf16>, %b: tensor<8x16xf16>, %x: tensor<4x16xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.addmm' op expects factors [N, K] and [K, M], found 'tensor<8x16xf16>' and 'tensor<8x16xf16>'}}
  %0 = amp.addmm %x, %b, %b : (tensor<4x16xf16>, tensor<8x16xf16>, tensor<8x16xf16>) -> tensor<8x16xf16>
  return
}

// -----

func.func @addmm_input_of_another_type(%a: tensor<4x8xf16>, %b: tensor<8x16xf16>, %x: tensor<16xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.addmm' op expects operands of one element type, found 'f32' and 'f16'}}
  %0 = amp.addmm %x, %a, %b : (tensor<16xf32>, tensor<4x8xf16>, tensor<8x16xf16>) -> tensor<4x16xf16>
  return
}

// -----

func.func @addmv_of_vectors(%x: tensor<4xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.addmv' op expects factors [N, K] and [K], found 'tensor<4xf16>' and 'tensor<4xf16>'}}
  %0 = amp.addmv %x, %x, %x : (tensor<4xf16>, tensor<4xf16>, tensor<4xf16>) -> tensor<4xf16>
  return
}

// -----

func.func @addr_of_matrices(%x: tensor<4x4xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.addr' op expects factors [N] and [M], found 'tensor<4x4xf16>' and 'tensor<4x4xf16>'}}
  %0 = amp.addr %x, %x, %x : (tensor<4x4xf16>, tensor<4x4xf16>, tensor<4x4xf16>) -> tensor<4x4xf16>
  return
}

// -----

func.func @addbmm_has_no_batch(%x: tensor<f16>, %a: tensor<2x4x8xf16>, %b: tensor<2x8x16xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.addbmm' op inferred type(s) 'tensor<4x16xf16>' are incompatible with return type(s) of operation 'tensor<2x4x16xf16>'}}
  %0 = amp.addbmm %x, %a, %b : (tensor<f16>, tensor<2x4x8xf16>, tensor<2x8x16xf16>) -> tensor<2x4x16xf16>
  return
}

// -----

func.func @baddbmm_has_a_batch(%x: tensor<f16>, %a: tensor<2x4x8xf16>, %b: tensor<2x8x16xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.baddbmm' op inferred type(s) 'tensor<2x4x16xf16>' are incompatible with return type(s) of operation 'tensor<4x16xf16>'}}
  %0 = amp.baddbmm %x, %a, %b : (tensor<f16>, tensor<2x4x8xf16>, tensor<2x8x16xf16>) -> tensor<4x16xf16>
  return
}

// -----

func.func @compute_type_is_narrow(%a: tensor<4x8xf16>, %b: tensor<8x16xf16>) {
  // expected-error @+1 {{'amp.mm' op expects compute_type 'f32' for operands of 'f16', found 'f16'}}
  %0 = amp.mm %a, %b {compute_type = f16} : (tensor<4x8xf16>, tensor<8x16xf16>) -> tensor<4x16xf16>
  return
}

// -----

func.func @compute_type_tf32_of_halves(%a: tensor<4x8xf16>, %b: tensor<8x16xf16>) {
  // expected-error @+1 {{'amp.mm' op expects compute_type 'f32' for operands of 'f16', found 'tf32'}}
  %0 = amp.mm %a, %b {compute_type = tf32} : (tensor<4x8xf16>, tensor<8x16xf16>) -> tensor<4x16xf16>
  return
}

// -----

func.func @compute_type_f64_of_f32(%x: tensor<4x4xf32>) {
  // expected-error @+1 {{'amp.einsum' op expects compute_type 'f32' or tf32 for operands of 'f32', found 'f64'}}
  %0 = amp.einsum %x {equation = "ij->i", compute_type = f64} : (tensor<4x4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @compute_type_f32_of_f64(%x: tensor<4xf64>) {
  // expected-error @+1 {{'amp.linalg_vecdot' op expects compute_type 'f64' for operands of 'f64', found 'f32'}}
  %0 = amp.linalg_vecdot %x, %x {compute_type = f32} : (tensor<4xf64>, tensor<4xf64>) -> tensor<f64>
  return
}

// -----

//===----------------------------------------------------------------------===//
// Chains and contractions
//===----------------------------------------------------------------------===//

func.func @chain_of_nothing() {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.chain_matmul' op expects 1 or more operands, found 0}}
  %0 = amp.chain_matmul : () -> tensor<f32>
  return
}

// -----

func.func @multi_dot_of_one(%a: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.linalg_multi_dot' op expects 2 or more operands, found 1}}
  %0 = amp.linalg_multi_dot %a : (tensor<4x8xf16>) -> tensor<4x8xf16>
  return
}

// -----

func.func @chain_of_a_vector(%v: tensor<8xf16>, %b: tensor<8x16xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.chain_matmul' op expects a matrix as operand #0, found 'tensor<8xf16>'}}
  %0 = amp.chain_matmul %v, %b : (tensor<8xf16>, tensor<8x16xf16>) -> tensor<16xf16>
  return
}

// -----

func.func @multi_dot_with_a_vector_inside(%a: tensor<4x8xf16>, %v: tensor<8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.linalg_multi_dot' op expects a matrix as operand #1, found 'tensor<8xf16>'}}
  %0 = amp.linalg_multi_dot %a, %v, %v : (tensor<4x8xf16>, tensor<8xf16>, tensor<8xf16>) -> tensor<4xf16>
  return
}

// -----

func.func @multi_dot_of_a_scalar(%a: tensor<4x8xf16>, %v: tensor<f16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.linalg_multi_dot' op expects a matrix or a vector as operand #1, found 'tensor<f16>'}}
  %0 = amp.linalg_multi_dot %a, %v : (tensor<4x8xf16>, tensor<f16>) -> tensor<4x8xf16>
  return
}

// -----

func.func @chain_sizes_differ(%a: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.chain_matmul' op expects 8 rows, as the operand before has columns, in operand #1, found 'tensor<4x8xf16>'}}
  %0 = amp.chain_matmul %a, %a : (tensor<4x8xf16>, tensor<4x8xf16>) -> tensor<4x8xf16>
  return
}

// -----

func.func @chain_types_differ(%a: tensor<4x8xf16>, %b: tensor<8x16xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.chain_matmul' op expects operands of one element type, found 'f16' and 'f32'}}
  %0 = amp.chain_matmul %a, %b : (tensor<4x8xf16>, tensor<8x16xf32>) -> tensor<4x16xf16>
  return
}

// -----

func.func @vecdot_dim_out_of_range(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.linalg_vecdot' op expects dim in [-2, 2) of 'tensor<4x8xf16>' and 'tensor<4x8xf16>', found -3}}
  %0 = amp.linalg_vecdot %x, %x {dim = -3 : i64} : (tensor<4x8xf16>, tensor<4x8xf16>) -> tensor<4xf16>
  return
}

// -----

func.func @tensordot_lists_of_different_lengths(%a: tensor<4x8xf16>, %b: tensor<8x16xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.tensordot' op expects as many dimensions in dims_a as in dims_b, found 1 and 0}}
  %0 = amp.tensordot %a, %b {dims_a = array<i64: 1>, dims_b = array<i64>} : (tensor<4x8xf16>, tensor<8x16xf16>) -> tensor<4x16xf16>
  return
}

// -----

func.func @tensordot_dim_out_of_range(%a: tensor<4x8xf16>, %b: tensor<8x16xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.tensordot' op expects dims_b in [-2, 2) of 'tensor<8x16xf16>', found 2}}
  %0 = amp.tensordot %a, %b {dims_a = array<i64: 1>, dims_b = array<i64: 2>} : (tensor<4x8xf16>, tensor<8x16xf16>) -> tensor<4x16xf16>
  return
}

// -----

func.func @tensordot_dim_twice(%a: tensor<4x8xf16>, %b: tensor<8x16xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.tensordot' op lists dimension 1 twice in dims_a}}
  %0 = amp.tensordot %a, %b {dims_a = array<i64: 1, -1>, dims_b = array<i64: 0, 1>} : (tensor<4x8xf16>, tensor<8x16xf16>) -> tensor<4x16xf16>
  return
}

// -----

func.func @tensordot_sizes_differ(%a: tensor<4x8xf16>, %b: tensor<8x16xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.tensordot' op expects contracted dimensions of one size, found 4 in dimension 0 of 'tensor<4x8xf16>' and 8 in dimension 0 of 'tensor<8x16xf16>'}}
  %0 = amp.tensordot %a, %b {dims_a = array<i64: 0>, dims_b = array<i64: 0>} : (tensor<4x8xf16>, tensor<8x16xf16>) -> tensor<4x16xf16>
  return
}

// -----

func.func @tensordot_types_differ(%a: tensor<4x8xf16>, %b: tensor<8x16xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.tensordot' op expects operands of one element type, found 'f16' and 'f32'}}
  %0 = amp.tensordot %a, %b {dims_a = array<i64: 1>, dims_b = array<i64: 0>} : (tensor<4x8xf16>, tensor<8x16xf32>) -> tensor<4x16xf16>
  return
}

// -----

//===----------------------------------------------------------------------===//
// einsum
//===----------------------------------------------------------------------===//

func.func @einsum_of_too_few_operands(%a: tensor<4x8xf16>, %b: tensor<8x16xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.einsum' op expects 3 operand(s) by equation "ij,jk,kl->il", found 2}}
  %0 = amp.einsum %a, %b {equation = "ij,jk,kl->il"} : (tensor<4x8xf16>, tensor<8x16xf16>) -> tensor<4x16xf16>
  return
}

// -----

func.func @einsum_of_no_operand() {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.einsum' op expects 1 operand(s) by equation "", found 0}}
  %0 = amp.einsum  {equation = ""} : () -> tensor<f32>
  return
}

// -----

func.func @einsum_with_a_digit(%a: tensor<4x8xf16>, %b: tensor<8x16xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.einsum' op expects letters, at most one '...' per operand, ',' and at most one '->' in equation "i1,1k->ik", found '1'}}
  %0 = amp.einsum %a, %b {equation = "i1,1k->ik"} : (tensor<4x8xf16>, tensor<8x16xf16>) -> tensor<4x16xf16>
  return
}

// -----

func.func @einsum_with_two_arrows(%a: tensor<4x8xf16>, %b: tensor<8x16xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.einsum' op expects letters, at most one '...' per operand, ',' and at most one '->' in equation "ij,jk->ik->ki", found '->ki'}}
  %0 = amp.einsum %a, %b {equation = "ij,jk->ik->ki"} : (tensor<4x8xf16>, tensor<8x16xf16>) -> tensor<4x16xf16>
  return
}

// -----

func.func @einsum_with_two_dots(%a: tensor<4x8xf16>, %b: tensor<8x16xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.einsum' op expects letters, at most one '...' per operand, ',' and at most one '->' in equation "..j,jk->ik", found '..j'}}
  %0 = amp.einsum %a, %b {equation = "..j,jk->ik"} : (tensor<4x8xf16>, tensor<8x16xf16>) -> tensor<4x16xf16>
  return
}

// -----

func.func @einsum_with_two_ellipses(%a: tensor<4x8xf16>, %b: tensor<8x16xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.einsum' op expects letters, at most one '...' per operand, ',' and at most one '->' in equation "...i...,jk->jk", found '...'}}
  %0 = amp.einsum %a, %b {equation = "...i...,jk->jk"} : (tensor<4x8xf16>, tensor<8x16xf16>) -> tensor<4x16xf16>
  return
}

// -----

func.func @einsum_result_of_two_operands(%a: tensor<4x8xf16>, %b: tensor<8x16xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.einsum' op expects letters, at most one '...' per operand, ',' and at most one '->' in equation "ij,jk->i,k", found ',k'}}
  %0 = amp.einsum %a, %b {equation = "ij,jk->i,k"} : (tensor<4x8xf16>, tensor<8x16xf16>) -> tensor<4x16xf16>
  return
}

// -----

func.func @einsum_rank_differs(%a: tensor<4x8xf16>, %b: tensor<8x16xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.einsum' op expects 3 dimension(s) by subscript 'ijk' in operand #0, found 'tensor<4x8xf16>'}}
  %0 = amp.einsum %a, %b {equation = "ijk,jk->ik"} : (tensor<4x8xf16>, tensor<8x16xf16>) -> tensor<4x16xf16>
  return
}

// -----

func.func @einsum_rank_below_letters(%a: tensor<4x8xf16>, %b: tensor<8x16xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.einsum' op expects at least 3 dimension(s) by subscript '...ijk' in operand #0, found 'tensor<4x8xf16>'}}
  %0 = amp.einsum %a, %b {equation = "...ijk,jk->ik"} : (tensor<4x8xf16>, tensor<8x16xf16>) -> tensor<4x16xf16>
  return
}

// -----

func.func @einsum_of_no_square(%a: tensor<4x8xf16>, %b: tensor<8x16xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.einsum' op expects dimensions of one size for the repeated letter 'i' in operand #0, found 'tensor<4x8xf16>'}}
  %0 = amp.einsum %a, %b {equation = "ii,jk->ik"} : (tensor<4x8xf16>, tensor<8x16xf16>) -> tensor<4x16xf16>
  return
}

// -----

func.func @einsum_sizes_differ(%a: tensor<4x8xf16>, %b: tensor<8x16xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.einsum' op expects one size, or 1, for the letter 'j', found 4 and 8 in operand #1 'tensor<8x16xf16>'}}
  %0 = amp.einsum %a, %b {equation = "ji,jk->ik"} : (tensor<4x8xf16>, tensor<8x16xf16>) -> tensor<4x16xf16>
  return
}

// -----

func.func @einsum_ellipses_differ(%a: tensor<4x8xf16>, %b: tensor<8x16xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.einsum' op expects dimensions under '...' that broadcast, found 'tensor<4x8xf16>' and 'tensor<8x16xf16>'}}
  %0 = amp.einsum %a, %b {equation = "...,...->..."} : (tensor<4x8xf16>, tensor<8x16xf16>) -> tensor<4x16xf16>
  return
}

// -----

func.func @einsum_letter_from_nowhere(%a: tensor<4x8xf16>, %b: tensor<8x16xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.einsum' op has the letter 'z' in the result only of equation "ij,jk->iz"}}
  %0 = amp.einsum %a, %b {equation = "ij,jk->iz"} : (tensor<4x8xf16>, tensor<8x16xf16>) -> tensor<4x16xf16>
  return
}

// -----

func.func @einsum_letter_twice_in_the_result(%a: tensor<4x8xf16>, %b: tensor<8x16xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.einsum' op has the letter 'i' twice in the result of equation "ij,jk->iik"}}
  %0 = amp.einsum %a, %b {equation = "ij,jk->iik"} : (tensor<4x8xf16>, tensor<8x16xf16>) -> tensor<4x16xf16>
  return
}

// -----

func.func @einsum_types_differ(%a: tensor<4x8xf16>, %b: tensor<8x16xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.einsum' op expects operands of one element type, found 'f16' and 'f32'}}
  %0 = amp.einsum %a, %b {equation = "ij,jk->ik"} : (tensor<4x8xf16>, tensor<8x16xf32>) -> tensor<4x16xf16>
  return
}

// -----

func.func @einsum_implicit_result_is_sorted(%a: tensor<4x8xf16>, %b: tensor<8x16xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.einsum' op inferred type(s) 'tensor<16x4xf16>' are incompatible with return type(s) of operation 'tensor<4x16xf16>'}}
  %0 = amp.einsum %a, %b {equation = "kj,ji"} : (tensor<4x8xf16>, tensor<8x16xf16>) -> tensor<4x16xf16>
  return
}

// -----

func.func @einsum_implicit_result_lacks_repeated_letters(%a: tensor<4x8xf16>, %b: tensor<8x16xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.einsum' op inferred type(s) 'tensor<4x16xf16>' are incompatible with return type(s) of operation 'tensor<4x8x16xf16>'}}
  %0 = amp.einsum %a, %b {equation = "ij,jk"} : (tensor<4x8xf16>, tensor<8x16xf16>) -> tensor<4x8x16xf16>
  return
}

// -----

//===----------------------------------------------------------------------===//
// Sizes beside a `?`: a declared result that contradicts what follows shows it
//===----------------------------------------------------------------------===//

func.func @bmm_learns_sizes(%x: tensor<?x4x8xf32>, %y: tensor<3x8x?xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.bmm' op inferred type(s) 'tensor<3x4x?xf32>' are incompatible with return type(s) of operation 'tensor<2x4x6xf32>'}}
  %0 = amp.bmm %x, %y : (tensor<?x4x8xf32>, tensor<3x8x?xf32>) -> tensor<2x4x6xf32>
  return
}

// -----

func.func @addmm_learns_sizes(%x: tensor<4x6xf32>, %a: tensor<?x8xf32>, %b: tensor<8x?xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.addmm' op inferred type(s) 'tensor<4x6xf32>' are incompatible with return type(s) of operation 'tensor<4x7xf32>'}}
  %0 = amp.addmm %x, %a, %b : (tensor<4x6xf32>, tensor<?x8xf32>, tensor<8x?xf32>) -> tensor<4x7xf32>
  return
}

// -----

func.func @einsum_learns_sizes(%a: tensor<?x8xf32>, %b: tensor<4x?xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.einsum' op inferred type(s) 'tensor<4x8xf32>' are incompatible with return type(s) of operation 'tensor<5x8xf32>'}}
  %0 = amp.einsum %a, %b {equation = "ij,ij->ij"} : (tensor<?x8xf32>, tensor<4x?xf32>) -> tensor<5x8xf32>
  return
}

// -----

func.func @einsum_learns_sizes_too(%a: tensor<?x?xf32>, %b: tensor<8x1xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.einsum' op inferred type(s) 'tensor<?x8xf32>' are incompatible with return type(s) of operation 'tensor<4x7xf32>'}}
  %0 = amp.einsum %a, %b {equation = "...i,i...->...i"} : (tensor<?x?xf32>, tensor<8x1xf32>) -> tensor<4x7xf32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// bilinear
//===----------------------------------------------------------------------===//

func.func @bilinear_input1_is_scalar(%a: tensor<f32>, %b: tensor<4x16xf32>, %c: tensor<32x8x16xf32>, %d: tensor<32xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.bilinear' op expects input1 [..., in1], found 'tensor<f32>'}}
  %0 = amp.bilinear %a, %b, %c, %d : (tensor<f32>, tensor<4x16xf32>, tensor<32x8x16xf32>, tensor<32xf32>) -> tensor<4x32xf32>
  return
}

// -----

func.func @bilinear_input2_is_scalar(%a: tensor<4x8xf32>, %b: tensor<f32>, %c: tensor<32x8x16xf32>, %d: tensor<32xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.bilinear' op expects input2 [..., in2], found 'tensor<f32>'}}
  %0 = amp.bilinear %a, %b, %c, %d : (tensor<4x8xf32>, tensor<f32>, tensor<32x8x16xf32>, tensor<32xf32>) -> tensor<4x32xf32>
  return
}

// -----

func.func @bilinear_weight_is_matrix(%a: tensor<4x8xf32>, %b: tensor<4x16xf32>, %c: tensor<32x8xf32>, %d: tensor<32xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.bilinear' op expects weight [out, in1, in2], found 'tensor<32x8xf32>'}}
  %0 = amp.bilinear %a, %b, %c, %d : (tensor<4x8xf32>, tensor<4x16xf32>, tensor<32x8xf32>, tensor<32xf32>) -> tensor<4x32xf32>
  return
}

// -----

func.func @bilinear_batches_differ(%a: tensor<4x8xf32>, %b: tensor<5x16xf32>, %c: tensor<32x8x16xf32>, %d: tensor<32xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.bilinear' op expects input1 and input2 with equal leading dimensions, found 'tensor<4x8xf32>' and 'tensor<5x16xf32>'}}
  %0 = amp.bilinear %a, %b, %c, %d : (tensor<4x8xf32>, tensor<5x16xf32>, tensor<32x8x16xf32>, tensor<32xf32>) -> tensor<4x32xf32>
  return
}

// -----

func.func @bilinear_features_exchanged(%a: tensor<4x8xf32>, %b: tensor<4x16xf32>, %c: tensor<32x16x8xf32>, %d: tensor<32xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.bilinear' op expects weight of type 'tensor<32x8x16xf32>', found 'tensor<32x16x8xf32>'}}
  %0 = amp.bilinear %a, %b, %c, %d : (tensor<4x8xf32>, tensor<4x16xf32>, tensor<32x16x8xf32>, tensor<32xf32>) -> tensor<4x32xf32>
  return
}

// -----

func.func @bilinear_bias_of_wrong_size(%a: tensor<4x8xf32>, %b: tensor<4x16xf32>, %c: tensor<32x8x16xf32>, %d: tensor<8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.bilinear' op expects bias of type 'tensor<32xf32>', found 'tensor<8xf32>'}}
  %0 = amp.bilinear %a, %b, %c, %d : (tensor<4x8xf32>, tensor<4x16xf32>, tensor<32x8x16xf32>, tensor<8xf32>) -> tensor<4x32xf32>
  return
}

// -----

func.func @bilinear_element_types_differ(%a: tensor<4x8xf32>, %b: tensor<4x16xbf16>, %c: tensor<32x8x16xf32>, %d: tensor<32xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.bilinear' op expects operands of one element type, found 'f32' and 'bf16'}}
  %0 = amp.bilinear %a, %b, %c, %d : (tensor<4x8xf32>, tensor<4x16xbf16>, tensor<32x8x16xf32>, tensor<32xf32>) -> tensor<4x32xf32>
  return
}

// -----

func.func @bilinear_compute_type(%a: tensor<4x8xf32>, %b: tensor<4x16xf32>, %c: tensor<32x8x16xf32>, %d: tensor<32xf32>) {
  // expected-error @+1 {{'amp.bilinear' op expects compute_type 'f32' or tf32 for operands of 'f32', found 'f8E5M2'}}
  %0 = amp.bilinear %a, %b, %c, %d {compute_type = f8E5M2} : (tensor<4x8xf32>, tensor<4x16xf32>, tensor<32x8x16xf32>, tensor<32xf32>) -> tensor<4x32xf32>
  return
}

// -----

func.func @bilinear_result_of_other_size(%a: tensor<?x5x8xf32>, %b: tensor<4x?x16xf32>, %c: tensor<32x8x16xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.bilinear' op inferred type(s) 'tensor<4x5x32xf32>' are incompatible with return type(s) of operation 'tensor<4x5x8xf32>'}}
  %0 = amp.bilinear %a, %b, %c : (tensor<?x5x8xf32>, tensor<4x?x16xf32>, tensor<32x8x16xf32>) -> tensor<4x5x8xf32>
  return
}
