// RUN: amp-opt %s -verify-diagnostics -split-input-file

// One case per diagnostic, named after what is wrong.

func.func @shapes_do_not_broadcast(%a: tensor<4x8xf32>, %b: tensor<7xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.add' op shapes do not broadcast: 'tensor<4x8xf32>' 'tensor<7xf32>'; expected dimensions, from the last one, to be equal or 1}}
  %0 = amp.add %a, %b : (tensor<4x8xf32>, tensor<7xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @mixed_element_types(%a: tensor<8xf32>, %b: tensor<8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.mul' op expects operands of one element type, found 'f32' and 'f16'}}
  %0 = amp.mul %a, %b : (tensor<8xf32>, tensor<8xf16>) -> tensor<8xf32>
  return
}

// -----

func.func @wrong_result_shape(%a: tensor<8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.add' op inferred type(s) 'tensor<8xf32>' are incompatible with return type(s) of operation 'tensor<9xf32>'}}
  %0 = amp.add %a, %a : (tensor<8xf32>, tensor<8xf32>) -> tensor<9xf32>
  return
}

// -----

func.func @wrong_result_element_type(%a: tensor<8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.exp' op inferred type(s) 'tensor<8xf32>' are incompatible with return type(s) of operation 'tensor<8xf16>'}}
  %0 = amp.exp %a : (tensor<8xf32>) -> tensor<8xf16>
  return
}

// -----

func.func @activation_of_integers(%a: tensor<8xi32>) {
  // expected-error @+1 {{'amp.relu' op operand #0 must be ranked tensor of floating-point type values, but got 'tensor<8xi32>'}}
  %0 = amp.relu %a : (tensor<8xi32>) -> tensor<8xi32>
  return
}

// -----

func.func @division_of_integers(%a: tensor<8xi32>) {
  // expected-error @+1 {{'amp.div' op operand #0 must be ranked tensor of floating-point type values, but got 'tensor<8xi32>'}}
  %0 = amp.div %a, %a : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>
  return
}

// -----

func.func @product_of_complex(%a: tensor<8xcomplex<f32>>) {
  // expected-error @+1 {{'amp.mul' op operand #0 must be ranked tensor of floating-point type or integer type values, but got 'tensor<8xcomplex<f32>>'}}
  %0 = amp.mul %a, %a : (tensor<8xcomplex<f32>>, tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>>
  return
}

// -----

func.func @logic_on_numbers(%a: tensor<8xf32>) {
  // expected-error @+1 {{'amp.logical_and' op operand #0 must be ranked tensor of 1-bit signless integer values, but got 'tensor<8xf32>'}}
  %0 = amp.logical_and %a, %a : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @bits_of_floats(%a: tensor<8xf32>) {
  // expected-error @+1 {{'amp.bitwise_xor' op operand #0 must be ranked tensor of integer type values, but got 'tensor<8xf32>'}}
  %0 = amp.bitwise_xor %a, %a : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @unknown_predicate(%a: tensor<8xf32>) {
  // expected-error @+1 {{expected one of eq, ne, lt, le, gt, ge, found 'less'}}
  %0 = amp.compare less, %a, %a : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
  return
}

// -----

func.func @comparison_gives_numbers(%a: tensor<8xf32>) {
  // expected-error @+1 {{'amp.compare' op result #0 must be ranked tensor of 1-bit signless integer values, but got 'tensor<8xf32>'}}
  %0 = amp.compare lt, %a, %a : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @choice_between_types(%p: tensor<8xi1>, %a: tensor<8xf32>, %b: tensor<8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.where' op expects operands of one element type, found 'f32' and 'f16'}}
  %0 = amp.where %p, %a, %b : (tensor<8xi1>, tensor<8xf32>, tensor<8xf16>) -> tensor<8xf32>
  return
}

// -----

func.func @choice_does_not_broadcast(%p: tensor<8xi1>, %a: tensor<7xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.where' op shapes do not broadcast: 'tensor<8xi1>' 'tensor<7xf32>' 'tensor<7xf32>'}}
  %0 = amp.where %p, %a, %a : (tensor<8xi1>, tensor<7xf32>, tensor<7xf32>) -> tensor<8xf32>
  return
}

// -----

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

func.func @prelu_weight_of_other_channels(%a: tensor<4x8x16xf32>, %b: tensor<16xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.prelu' op expects weight of type 'tensor<8xf32>', found 'tensor<16xf32>'}}
  %0 = amp.prelu %a, %b : (tensor<4x8x16xf32>, tensor<16xf32>) -> tensor<4x8x16xf32>
  return
}

// -----

func.func @prelu_weight_of_vector(%a: tensor<8xf32>, %b: tensor<8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.prelu' op expects weight of type 'tensor<1xf32>', found 'tensor<8xf32>'}}
  %0 = amp.prelu %a, %b : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @prelu_weight_of_wrong_rank(%a: tensor<4x8x16xf32>, %b: tensor<8x1xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.prelu' op expects weight of type 'tensor<8xf32>', found 'tensor<8x1xf32>'}}
  %0 = amp.prelu %a, %b : (tensor<4x8x16xf32>, tensor<8x1xf32>) -> tensor<4x8x16xf32>
  return
}

// -----

func.func @prelu_element_types_differ(%a: tensor<4x8x16xf16>, %b: tensor<8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.prelu' op expects operands of one element type, found 'f16' and 'f32'}}
  %0 = amp.prelu %a, %b : (tensor<4x8x16xf16>, tensor<8xf32>) -> tensor<4x8x16xf16>
  return
}

// -----

func.func @alpha_is_zero(%x: tensor<4x8xf16>) {
  // expected-error @+1 {{'amp.celu' op expects alpha other than 0}}
  %0 = amp.celu %x {alpha = 0.0 : f64} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  return
}

// -----

func.func @hardshrink_by_less_than_nothing(%x: tensor<4x8xf16>) {
  // expected-error @+1 {{'amp.hardshrink' op expects lambd >= 0, found -5.000000e-01}}
  %0 = amp.hardshrink %x {lambd = -0.5 : f64} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  return
}

// -----

func.func @softshrink_by_less_than_nothing(%x: tensor<4x8xf16>) {
  // expected-error @+1 {{'amp.softshrink' op expects lambd >= 0, found -5.000000e-01}}
  %0 = amp.softshrink %x {lambd = -0.5 : f64} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  return
}

// -----

func.func @glu_of_odd_size(%x: tensor<4x7xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.glu' op expects an even size of dimension 1 of 'tensor<4x7xf16>', found 7}}
  %0 = amp.glu %x : (tensor<4x7xf16>) -> tensor<4x3xf16>
  return
}

// -----

func.func @glu_dim(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.glu' op expects dim in [-2, 2) for 'tensor<4x8xf16>', found 2}}
  %0 = amp.glu %x {dim = 2 : i64} : (tensor<4x8xf16>) -> tensor<4x4xf16>
  return
}
