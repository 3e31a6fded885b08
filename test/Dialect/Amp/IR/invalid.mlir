// RUN: amp-opt %s -verify-diagnostics -split-input-file

// One case per diagnostic, named after what is wrong.

//===----------------------------------------------------------------------===//
// Attributes of entry points
//===----------------------------------------------------------------------===//

// expected-error @+1 {{'amp.name' expects a non-empty string, found 1 : i64}}
func.func @argument_name_is_no_string(%x: tensor<4xf32> {amp.name = 1 : i64}) { return }

// -----

// expected-error @+1 {{'amp.name' expects a non-empty string, found ""}}
func.func @argument_name_is_empty(%x: tensor<4xf32> {amp.name = ""}) { return }

// -----

// expected-error @+1 {{'amp.batch' expects no value, found 4 : i64}}
func.func @batch_has_a_value(%x: tensor<4xf32> {amp.batch = 4 : i64}) { return }

// -----

// expected-error @+1 {{'amp.variable' expects a symbol, found "w"}}
func.func @variable_is_no_symbol(%x: tensor<4xf32> {amp.variable = "w"}) { return }

// -----

// expected-error @+1 {{'amp.output' expects a string, found unit}}
func.func @output_is_no_string(%x: tensor<4xf32> {amp.output}) { return }

// -----

// expected-error @+1 {{'amp.element_type' expects ui8, the one unsigned type, found "ui8"}}
func.func @element_type_is_no_type(%x: tensor<4xi8> {amp.element_type = "ui8"}) { return }

// -----

// expected-error @+1 {{'amp.index_ranges' expects a list of #amp.index_range, found [0, 10]}}
func.func @f(%x: tensor<4xi64> {amp.index_ranges = [0, 10]}) {
  return
}

// -----

// expected-error @+1 {{'amp.storage_offset' expects an i64 from 0, found -1 : i64}}
func.func @bytes_are_no_number(%x: tensor<4xi8> {amp.storage_offset = -1 : i64}) { return }

// -----

// expected-error @+1 {{'amp.storage_bytes' expects an i64 from 0, found 4 : i8}}
func.func @bytes_are_no_i64(%x: tensor<4xi8> {amp.storage_bytes = 4 : i8}) { return }

// -----

// expected-error @+1 {{'amp.places' is a list of dictionaries on a function, found [1]}}
func.func @places_are_no_dictionaries() attributes {amp.places = [1]} { return }

// -----

// expected-error @+1 {{'amp.arena_bytes' is an i64 from 0 on a function, found 4 : i128}}
func.func @arena_is_no_i64() attributes {amp.arena_bytes = 4 : i128} { return }

// -----

// expected-error @+1 {{unknown argument attribute 'amp.reduction'; known are 'amp.name', 'amp.batch', 'amp.variable', 'amp.storage', 'amp.storage_offset', 'amp.storage_bytes', 'amp.output', 'amp.element_type' and 'amp.index_ranges'}}
func.func @unknown_argument_attribute(%x: tensor<4xf32> {amp.reduction = "mean"}) { return }

// -----

// expected-error @+1 {{'amp.name' expects a non-empty string, found ""}}
func.func @result_name_is_empty(%x: tensor<f32>) -> (tensor<f32> {amp.name = ""}) {
  return %x : tensor<f32>
}

// -----

// expected-error @+1 {{'amp.reduction' expects "mean" or "sum", found "max"}}
func.func @unknown_reduction(%x: tensor<f32>) -> (tensor<f32> {amp.reduction = "max"}) {
  return %x : tensor<f32>
}

// -----

// expected-error @+1 {{unknown result attribute 'amp.output'; known are 'amp.name', 'amp.reduction' and 'amp.batch'}}
func.func @unknown_result_attribute(%x: tensor<f32>) -> (tensor<f32> {amp.output}) {
  return %x : tensor<f32>
}

// -----

// expected-error @+1 {{'amp.batch' expects no value, found 2 : i64}}
func.func @result_batch(%x: tensor<2xf32>) -> (tensor<2xf32> {amp.batch = 2}) {
  return %x : tensor<2xf32>
}

// -----

//===----------------------------------------------------------------------===//
// Initializers
//===----------------------------------------------------------------------===//

// expected-error @+1 {{unknown initializer 'glorot'; expected one of zeros, constant, uniform, normal, kaiming_uniform, kaiming_normal, xavier_uniform, xavier_normal, orthogonal, seed}}
amp.variable parameter @unknown_initializer : tensor<4x4xf32> = #amp.init<glorot>

// -----

// expected-error @+1 {{initializer 'uniform' takes 2 parameter(s), found 1}}
amp.variable parameter @too_few_parameters : tensor<4x4xf32> = #amp.init<uniform(1.0)>

// -----

// expected-error @+1 {{initializer 'zeros' takes 0 parameter(s), found 1}}
amp.variable parameter @no_parameters : tensor<4x4xf32> = #amp.init<zeros(1.0)>

// -----

// expected-error @+1 {{initializer 'kaiming_normal' takes at most 1 parameter(s), found 2}}
amp.variable parameter @too_many_parameters : tensor<4x4xf32> = #amp.init<kaiming_normal(0.0, 1.0)>

// -----

// expected-error @+1 {{initializer 'seed' takes 0 parameter(s), found 1}}
amp.variable rng @seed_parameter : tensor<2xi64> = #amp.init<seed(1.0)>

// -----

// expected-error @+1 {{expects tensor<2xi64> for the initializer 'seed', found 'tensor<4xi64>'}}
amp.variable rng @seed_shape : tensor<4xi64> = #amp.init<seed>

// -----

// expected-error @+1 {{expects tensor<2xi64> for the initializer 'seed', found 'tensor<2xf32>'}}
amp.variable rng @seed_type : tensor<2xf32> = #amp.init<seed>

// -----

// expected-error @+1 {{initializer parameters must be finite}}
amp.variable parameter @infinite_parameter : tensor<4x4xf32> = #amp.init<constant(1.0e999)>

// -----

// expected-error @+1 {{uniform bounds must be ascending, found 1.000000e+00 and -1.000000e+00}}
amp.variable parameter @descending_bounds : tensor<4x4xf32> = #amp.init<uniform(1.0, -1.0)>

// -----

// expected-error @+1 {{standard deviation must not be negative, found -1.000000e+00}}
amp.variable parameter @negative_deviation : tensor<4x4xf32> = #amp.init<normal(0.0, -1.0)>

// -----

// expected-error @+1 {{expected '<'}}
amp.variable parameter @no_initializer : tensor<4x4xf32> = #amp.init

// -----

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

// expected-error @+1 {{'amp.variable' op has no attribute 'statistics'; known are copy_of, initializer, role, statistic, sym_name, sym_visibility, type}}
amp.variable parameter @unknown_attribute : tensor<f32> = #amp.init<zeros> {statistics = "x"}

// -----

// expected-error @+1 {{'amp.variable' op expects a static shape, found 'tensor<?xf32>'}}
amp.variable parameter @unknown_size : tensor<?xf32> = #amp.init<zeros>

// -----

// expected-error @+1 {{'amp.variable' op expects a floating-point type for the initializer 'normal', found 'tensor<4xi32>'}}
amp.variable parameter @distribution_of_integers : tensor<4xi32> = #amp.init<normal(0.0, 1.0)>

// -----

// expected-error @+1 {{'amp.variable' op expects rank 2 or more for the initializer 'kaiming_uniform', found 'tensor<4xf32>'}}
amp.variable parameter @fan_of_a_vector : tensor<4xf32> = #amp.init<kaiming_uniform>

// -----

// expected-error @+1 {{'amp.variable' op expects an '#amp.init' or a dense initializer, found "zeros"}}
amp.variable parameter @initializer_is_a_string : tensor<4xf32> = "zeros"

// -----

// expected-error @+1 {{'amp.variable' op expects an initializer of the variable's type 'tensor<4xf32>', found 'tensor<4xf64>'}}
amp.variable parameter @initializer_of_another_type : tensor<4xf32> = dense<0.0> : tensor<4xf64>

// -----

// expected-error @+2 {{expected ::mlir::amp::VariableRole to be one of: parameter, buffer, optimizer_state, scaler}}
// expected-error @+1 {{failed to parse Amp_}}
amp.variable weight @unknown_role : tensor<4xf32> = #amp.init<zeros>

// -----

// expected-error @+1 {{ranked tensor of}}
amp.variable parameter @unranked : tensor<*xf32> = #amp.init<zeros>

// -----

// expected-error @+1 {{ranked tensor of}}
amp.variable parameter @unknown_element_type : tensor<4xi4> = #amp.init<zeros>

// -----

func.func @read_unknown_variable() {
  // expected-error @+1 {{'amp.read' op refers to unknown symbol @w}}
  %0 = amp.read @w : tensor<4xf32>
  return
}

// -----

func.func @read_function() {
  // expected-error @+1 {{'amp.read' op expects @read_function to be an 'amp.variable', found 'func.func'}}
  %0 = amp.read @read_function : tensor<4xf32>
  return
}

// -----

amp.variable buffer @v : tensor<4xf32> = #amp.init<zeros>
func.func @read_in_another_type() {
  // expected-error @+1 {{'amp.read' op has type 'tensor<4xf16>', but variable @v is 'tensor<4xf32>'}}
  %0 = amp.read @v : tensor<4xf16>
  return
}

// -----

func.func @assign_unknown_variable(%x: tensor<4xf32>) {
  // expected-error @+1 {{'amp.assign' op refers to unknown symbol @w}}
  amp.assign @w, %x : tensor<4xf32>
  return
}

// -----

amp.variable buffer @v : tensor<4xf32> = #amp.init<zeros>
func.func @assign_another_shape(%x: tensor<5xf32>) {
  // expected-error @+1 {{'amp.assign' op has type 'tensor<5xf32>', but variable @v is 'tensor<4xf32>'}}
  amp.assign @v, %x : tensor<5xf32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// Casts and constants
//===----------------------------------------------------------------------===//

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

// -----

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

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

func.func @unknown_predicate(%a: tensor<8xf32>) {
  // expected-error @+2 {{expected ::mlir::amp::ComparePredicate to be one of: eq, ne, lt, le, gt, ge}}
  // expected-error @+1 {{failed to parse Amp_}}
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

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// Contractions
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
  // expected-error @+1 {{'amp.linear' op expects a bias of 16 elements, found 'tensor<8xf32>'}}
  %0 = amp.linear %x, %w, %b : (tensor<4x8xf32>, tensor<16x8xf32>, tensor<8xf32>) -> tensor<4x16xf32>
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

//===----------------------------------------------------------------------===//
// Softmax and losses
//===----------------------------------------------------------------------===//

func.func @softmax_dimension_does_not_exist(%x: tensor<4x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.softmax' op expects dim in [-2, 2) of 'tensor<4x8xf32>', found 2}}
  %0 = amp.softmax %x {dim = 2 : i64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @softmax_backward_types_differ(%x: tensor<4x8xf32>, %y: tensor<4x9xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.softmax_backward' op expects operands of one type, found 'tensor<4x8xf32>' and 'tensor<4x9xf32>'}}
  %0 = amp.softmax_backward %x, %y {dim = 1 : i64} : (tensor<4x8xf32>, tensor<4x9xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @mse_loss_shapes_differ(%x: tensor<4x8xf32>, %t: tensor<8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.mse_loss' op expects input and target of one type, found 'tensor<4x8xf32>' and 'tensor<8xf32>'}}
  %0 = amp.mse_loss %x, %t : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<f32>
  return
}

// -----

func.func @mse_loss_unreduced_is_no_scalar(%x: tensor<4x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.mse_loss' op inferred type(s) 'tensor<4x8xf32>' are incompatible with return type(s) of operation 'tensor<f32>'}}
  %0 = amp.mse_loss %x, %x {reduction = #amp.reduction<none>} : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<f32>
  return
}

// -----

func.func @cross_entropy_batches_differ(%x: tensor<4x10xf32>, %t: tensor<5xi64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.cross_entropy' op expects logits [N, C] and class indices [N], found 'tensor<4x10xf32>' and 'tensor<5xi64>'}}
  %0 = amp.cross_entropy %x, %t : (tensor<4x10xf32>, tensor<5xi64>) -> tensor<f32>
  return
}

// -----

func.func @cross_entropy_without_classes(%x: tensor<4x0xf32>, %t: tensor<4xi64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.cross_entropy' op expects at least one class, found 'tensor<4x0xf32>'}}
  %0 = amp.cross_entropy %x, %t : (tensor<4x0xf32>, tensor<4xi64>) -> tensor<f32>
  return
}

// -----

func.func @cross_entropy_target_of_numbers(%x: tensor<4x10xf32>, %t: tensor<4xf32>) {
  // expected-error @+1 {{'amp.cross_entropy' op operand #1 must be ranked tensor of integer type values, but got 'tensor<4xf32>'}}
  %0 = amp.cross_entropy %x, %t : (tensor<4x10xf32>, tensor<4xf32>) -> tensor<f32>
  return
}

// -----

func.func @cross_entropy_target_of_truth_values(%x: tensor<4x2xf32>, %t: tensor<4xi1>) {
  // expected-error @+1 {{'amp.cross_entropy' op expects class indices, found 'tensor<4xi1>'}}
  %0 = amp.cross_entropy %x, %t : (tensor<4x2xf32>, tensor<4xi1>) -> tensor<f32>
  return
}

// -----

func.func @label_smoothing_above_one(%x: tensor<4x10xf32>, %t: tensor<4xi64>) {
  // expected-error @+1 {{'amp.cross_entropy' op expects label_smoothing in [0, 1], found 1.5}}
  %0 = amp.cross_entropy %x, %t {label_smoothing = 1.5 : f64} : (tensor<4x10xf32>, tensor<4xi64>) -> tensor<f32>
  return
}

// -----

func.func @label_smoothing_is_nan(%x: tensor<4x10xf32>, %t: tensor<4xi64>) {
  // expected-error-re @+1 {{'amp.cross_entropy' op expects label_smoothing in [0, 1], found {{.*}}nan}}
  %0 = amp.cross_entropy %x, %t {label_smoothing = 0x7FF8000000000000 : f64} : (tensor<4x10xf32>, tensor<4xi64>) -> tensor<f32>
  return
}

// -----

func.func @one_hot_of_no_class(%t: tensor<4xi64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.one_hot' op expects at least one class, found 0}}
  %0 = amp.one_hot %t {classes = 0 : i64, dtype = f32} : (tensor<4xi64>) -> tensor<4x0xf32>
  return
}

// -----

func.func @one_hot_of_tensors(%t: tensor<4xi64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.one_hot' op expects a floating-point dtype, found 'tensor<f32>'}}
  %0 = amp.one_hot %t {classes = 3 : i64, dtype = tensor<f32>} : (tensor<4xi64>) -> tensor<4x3xf32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

func.func @reshape_with_two_open_sizes(%x: tensor<4x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.reshape' op shape has two entries of -1}}
  %0 = amp.reshape %x {shape = array<i64: -1, -1>} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @reshape_to_negative_size(%x: tensor<4x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.reshape' op shape entries are sizes or -1, found -2}}
  %0 = amp.reshape %x {shape = array<i64: -2, 8>} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @reshape_of_uncountable(%x: tensor<4294967296x4294967296xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.reshape' op input 'tensor<4294967296x4294967296xf32>' has too many elements}}
  %0 = amp.reshape %x {shape = array<i64: 8>} : (tensor<4294967296x4294967296xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @reshape_overflows(%x: tensor<?xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.reshape' op shape has too many elements}}
  %0 = amp.reshape %x {shape = array<i64: 4294967296, 4294967296>} : (tensor<?xf32>) -> tensor<4294967296x4294967296xf32>
  return
}

// -----

func.func @reshape_leaves_a_rest(%x: tensor<4x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.reshape' op cannot spread 32 elements of 'tensor<4x8xf32>' over -1 times 5}}
  %0 = amp.reshape %x {shape = array<i64: -1, 5>} : (tensor<4x8xf32>) -> tensor<6x5xf32>
  return
}

// -----

func.func @reshape_to_other_count(%x: tensor<4x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.reshape' op expects 33 elements, found 32 in 'tensor<4x8xf32>'}}
  %0 = amp.reshape %x {shape = array<i64: 33>} : (tensor<4x8xf32>) -> tensor<33xf32>
  return
}

// -----

func.func @transpose_by_no_permutation(%x: tensor<4x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.transpose' op expects a permutation of the 2 dimensions of 'tensor<4x8xf32>', found [0, 0]}}
  %0 = amp.transpose %x {permutation = array<i64: 0, 0>} : (tensor<4x8xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @transpose_of_other_rank(%x: tensor<4x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.transpose' op expects a permutation of the 2 dimensions of 'tensor<4x8xf32>', found [0, 1, 2]}}
  %0 = amp.transpose %x {permutation = array<i64: 0, 1, 2>} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @broadcast_to_other_size(%x: tensor<4x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.broadcast_to' op cannot broadcast 'tensor<4x8xf32>' to [4, 9]; expected dimensions, from the last one, to be equal or 1}}
  %0 = amp.broadcast_to %x {shape = array<i64: 4, 9>} : (tensor<4x8xf32>) -> tensor<4x9xf32>
  return
}

// -----

func.func @broadcast_to_lower_rank(%x: tensor<4x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.broadcast_to' op cannot broadcast 'tensor<4x8xf32>' to [8]}}
  %0 = amp.broadcast_to %x {shape = array<i64: 8>} : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @slice_of_other_rank(%x: tensor<4x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.slice' op expects 2 offsets, sizes and strides, one per dimension}}
  %0 = amp.slice %x {offsets = array<i64: 0>, sizes = array<i64: 4>} : (tensor<4x8xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @slice_from_negative_offset(%x: tensor<4x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.slice' op expects offsets of at least 0 and strides of at least 1 in dimension 1, found offset -1, size 4 and stride 1}}
  %0 = amp.slice %x {offsets = array<i64: 0, -1>, sizes = array<i64: 4, 4>} : (tensor<4x8xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @slice_by_no_stride(%x: tensor<4x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.slice' op expects offsets of at least 0 and strides of at least 1 in dimension 0, found offset 0, size 4 and stride 0}}
  %0 = amp.slice %x {offsets = array<i64: 0, 0>, sizes = array<i64: 4, 4>, strides = array<i64: 0, 1>} : (tensor<4x8xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @slice_reaches_past_end(%x: tensor<4x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.slice' op reaches past dimension 1: 4 elements from 2 by 2 in a size of 8}}
  %0 = amp.slice %x {offsets = array<i64: 0, 2>, sizes = array<i64: 4, 4>, strides = array<i64: 1, 2>} : (tensor<4x8xf32>) -> tensor<4x4xf32>
  return
}

// -----

// The number of steps from offset to end must not be computed by an overflowing sum.
func.func @slice_by_huge_stride(%x: tensor<8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.slice' op reaches past dimension 0: 2 elements from 0 by 9223372036854775807 in a size of 8}}
  %0 = amp.slice %x {offsets = array<i64: 0>, sizes = array<i64: 2>, strides = array<i64: 9223372036854775807>} : (tensor<8xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @slice_backward_of_unknown_size(%x: tensor<4x4xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.slice_backward' op expects a static shape, found a size of -1}}
  %0 = amp.slice_backward %x {shape = array<i64: -1, 8>, offsets = array<i64: 0, 0>} : (tensor<4x4xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @slice_backward_reaches_past_end(%x: tensor<4x4xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.slice_backward' op reaches past dimension 1: 4 elements from 5 by 1 in a size of 8}}
  %0 = amp.slice_backward %x {shape = array<i64: 4, 8>, offsets = array<i64: 0, 5>} : (tensor<4x4xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @concat_of_nothing() {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.concat' op expects an operand}}
  %0 = amp.concat {dim = 0 : i64} : () -> tensor<4xf32>
  return
}

// -----

func.func @concat_dimension_does_not_exist(%x: tensor<4x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.concat' op expects dim in [0, 2), found 2}}
  %0 = amp.concat %x, %x {dim = 2 : i64} : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @concat_of_other_sizes(%x: tensor<4x8xf32>, %y: tensor<5x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.concat' op expects operands that differ in dimension 1 only, found 'tensor<4x8xf32>' and 'tensor<5x8xf32>'}}
  %0 = amp.concat %x, %y {dim = 1 : i64} : (tensor<4x8xf32>, tensor<5x8xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @concat_of_other_element_types(%x: tensor<4x8xf32>, %y: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.concat' op expects operands that differ in dimension 1 only, found 'tensor<4x8xf32>' and 'tensor<4x8xf16>'}}
  %0 = amp.concat %x, %y {dim = 1 : i64} : (tensor<4x8xf32>, tensor<4x8xf16>) -> tensor<4x16xf32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

func.func @autocast_to_f32(%x: tensor<4xf32>) {
  // expected-error @+1 {{'amp.autocast' op expects dtype f16 or bf16, found 'f32'}}
  amp.autocast dtype(f32) {
  }
  return
}

// -----

func.func @autocast_yields_too_few(%x: tensor<4xf32>) {
  %0:2 = amp.autocast -> tensor<4xf32>, tensor<4xf32> {
    // expected-error @+1 {{'amp.yield' op gives 1 value(s), expected 2}}
    amp.yield %x : tensor<4xf32>
  }
  return
}

// -----

func.func @autocast_yields_nothing(%x: tensor<4xf32>) {
  // expected-error @+1 {{'amp.yield' op gives 0 value(s), expected 1}}
  %0 = amp.autocast -> tensor<4xf32> {
  }
  return
}

// -----

func.func @autocast_yields_another_type(%x: tensor<4xf32>) {
  %0 = amp.autocast -> tensor<4xf16> {
    // expected-error @+1 {{'amp.yield' op gives 'tensor<4xf32>' as value 0, expected 'tensor<4xf16>'}}
    amp.yield %x : tensor<4xf32>
  }
  return
}

// -----

func.func @yield_outside_of_region(%x: tensor<4xf32>) {
  // expected-error @+1 {{'amp.yield' op expects parent op to be one of 'amp.autocast, amp.backward, amp.custom_function'}}
  amp.yield %x : tensor<4xf32>
}

// -----

func.func @backward_of_tensor_without_seed(%x: tensor<4xf32>) {
  // expected-error @+1 {{'amp.backward' op expects a scalar loss or a seed, found a loss of type 'tensor<4xf32>'}}
  %0 = amp.backward %x wrt(%x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @backward_seed_of_other_type(%x: tensor<f32>, %s: tensor<f16>) {
  // expected-error @+1 {{'amp.backward' op expects a seed of the loss's type 'tensor<f32>', found 'tensor<f16>'}}
  %0 = amp.backward %x wrt(%x) seed(%s) : (tensor<f32>, tensor<f32>, tensor<f16>) -> tensor<f32>
  return
}

// -----

func.func @backward_gives_too_few(%x: tensor<f32>) {
  // expected-error @+1 {{'amp.backward' op expects one gradient per 'wrt' value, 2, found 1}}
  %0 = amp.backward %x wrt(%x, %x) : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @backward_gradient_of_other_type(%x: tensor<f32>, %w: tensor<4xf32>) {
  // expected-error @+1 {{'amp.backward' op expects gradient 0 of type 'tensor<4xf32>', found 'tensor<4xf16>'}}
  %0 = amp.backward %x wrt(%w) : (tensor<f32>, tensor<4xf32>) -> tensor<4xf16>
  return
}

// -----

func.func @backward_region_without_seed(%x: tensor<f32>, %w: tensor<4xf32>) {
  // expected-error @+1 {{'amp.backward' op expects its region to take the seed, one argument of type 'tensor<f32>'}}
  %0 = amp.backward %x wrt(%w) : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32> {
    amp.yield %w : tensor<4xf32>
  }
  return
}

// -----

func.func @backward_region_yields_another_type(%x: tensor<f32>, %w: tensor<4xf32>) {
  %0 = amp.backward %x wrt(%w) : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%seed: tensor<f32>):
    // expected-error @+1 {{'amp.yield' op gives 'tensor<f32>' as value 0, expected 'tensor<4xf32>'}}
    amp.yield %seed : tensor<f32>
  }
  return
}

// -----

func.func @backward_with_respect_to_integers(%x: tensor<f32>, %w: tensor<4xi32>) {
  // expected-error @+1 {{'amp.backward' op operand #1 must be variadic of ranked tensor of floating-point type values, but got 'tensor<4xi32>'}}
  %0 = amp.backward %x wrt(%w) : (tensor<f32>, tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// Loss scaling
//===----------------------------------------------------------------------===//

// expected-error @+1 {{'amp.grad_scaler' op has no attribute 'initial_scale'; known are backoff_factor, enabled, fixed, growth_factor, growth_interval, init_scale, max_scale, min_scale, skip_limit, sym_name, sym_visibility}}
amp.grad_scaler @unknown_attribute {initial_scale = 1.0 : f64}

// -----

// expected-error @+1 {{'amp.grad_scaler' op expects an init_scale that is positive and finite in f32, found 0}}
amp.grad_scaler @zero_scale {init_scale = 0.0 : f64}

// -----

// expected-error @+1 {{'amp.grad_scaler' op expects an init_scale that is positive and finite in f32, found INF}}
amp.grad_scaler @infinite_scale {init_scale = 0x7FF0000000000000 : f64}

// -----

// expected-error @+1 {{'amp.grad_scaler' op expects growth_factor > 1, found 1}}
amp.grad_scaler @no_growth {growth_factor = 1.0 : f64}

// -----

// expected-error @+1 {{'amp.grad_scaler' op expects backoff_factor in (0, 1), found 1}}
amp.grad_scaler @no_backoff {backoff_factor = 1.0 : f64}

// -----

// expected-error @+1 {{'amp.grad_scaler' op expects growth_interval in [1, 2147483647], found 0}}
amp.grad_scaler @no_interval {growth_interval = 0 : i64}

// -----

// expected-error @+1 {{'amp.grad_scaler' op expects growth_interval in [1, 2147483647], found 2147483648}}
amp.grad_scaler @interval_beyond_the_tracker {growth_interval = 2147483648 : i64}

// -----

// expected-error @+1 {{'amp.grad_scaler' op expects min_scale <= init_scale <= max_scale, found 1.310720e+05, 6.553600e+04 and}}
amp.grad_scaler @floor_above_scale {min_scale = 131072.0 : f64}

// -----

// expected-error @+1 {{'amp.grad_scaler' op expects min_scale <= init_scale <= max_scale, found 0.000000e+00, 6.553600e+04 and 1.000000e+00}}
amp.grad_scaler @ceiling_below_scale {max_scale = 1.0 : f64}

// -----

func.func @scale_by_unknown_scaler(%x: tensor<f32>) {
  // expected-error @+1 {{'amp.scale' op refers to unknown symbol @s}}
  %0 = amp.scale @s, %x : tensor<f32>
  return
}

// -----

amp.variable buffer @v : tensor<f32> = #amp.init<zeros>
func.func @scale_by_variable(%x: tensor<f32>) {
  // expected-error @+1 {{'amp.scale' op expects @v to be an 'amp.grad_scaler', found 'amp.variable'}}
  %0 = amp.scale @v, %x : tensor<f32>
  return
}

// -----

func.func @unscale_by_unknown_scaler(%x: tensor<4xf32>) {
  // expected-error @+1 {{'amp.unscale' op refers to unknown symbol @s}}
  %0, %1 = amp.unscale @s(%x) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<i1>)
  return
}

// -----

amp.grad_scaler @s
func.func @unscale_nothing() {
  // expected-error @+1 {{'amp.unscale' op expects at least one gradient}}
  %0 = amp.unscale @s() : () -> tensor<i1>
  return
}

// -----

amp.grad_scaler @s
func.func @unscale_gives_too_few(%x: tensor<4xf32>) {
  // expected-error @+1 {{'amp.unscale' op expects one result per gradient and the flag, found 2 gradient(s) and 2 result(s)}}
  %0, %1 = amp.unscale @s(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<i1>)
  return
}

// -----

amp.grad_scaler @s
func.func @unscale_narrows(%x: tensor<4xf32>) {
  // expected-error @+1 {{'amp.unscale' op expects the unscaled gradient of 'tensor<4xf32>' in its own type or f32, found 'tensor<4xf16>'}}
  %0, %1 = amp.unscale @s(%x) : (tensor<4xf32>) -> (tensor<4xf16>, tensor<i1>)
  return
}

// -----

amp.grad_scaler @s
func.func @unscale_flag_per_element(%x: tensor<4xf32>) {
  // expected-error @+1 {{'amp.unscale' op expects flags of type tensor<i1>, found 'tensor<4xi1>'}}
  %0, %1 = amp.unscale @s(%x) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xi1>)
  return
}

// -----

func.func @update_unknown_scale(%f: tensor<i1>) {
  // expected-error @+1 {{'amp.update_scale' op refers to unknown symbol @s}}
  amp.update_scale @s(%f) : tensor<i1>
  return
}

// -----

amp.grad_scaler @s
func.func @update_without_flag() {
  // expected-error @+1 {{'amp.update_scale' op expects the flag of at least one 'amp.unscale'}}
  "amp.update_scale"() {scaler = @s} : () -> ()
  return
}

// -----

amp.grad_scaler @s
func.func @update_with_many_flags(%f: tensor<4xi1>) {
  // expected-error @+1 {{'amp.update_scale' op expects flags of type tensor<i1>, found 'tensor<4xi1>'}}
  amp.update_scale @s(%f) : tensor<4xi1>
  return
}

// -----

//===----------------------------------------------------------------------===//
// Optimizers
//===----------------------------------------------------------------------===//

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op has no attribute 'learning_rate'; known are amsgrad, beta1, beta2, dampening, eps, groups, kind, lr, momentum, nesterov, parameters, schedule, schedule_on_step, sym_name, sym_visibility, weight_decay}}
amp.optimizer sgd @unknown_attribute [@w] {lr = 0.1 : f64, learning_rate = 0.1 : f64}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op requires attribute 'lr'}}
amp.optimizer sgd @no_learning_rate [@w]

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op expects lr >= 0, found -1.000000e-01}}
amp.optimizer sgd @negative_learning_rate [@w] {lr = -0.1 : f64}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op expects momentum >= 0, found -5.000000e-01}}
amp.optimizer sgd @negative_momentum [@w] {lr = 0.1 : f64, momentum = -0.5 : f64}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op expects dampening >= 0, found -5.000000e-01}}
amp.optimizer sgd @negative_dampening [@w] {lr = 0.1 : f64, dampening = -0.5 : f64}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op expects weight_decay >= 0, found -5.000000e-01}}
amp.optimizer sgd @negative_weight_decay [@w] {lr = 0.1 : f64, weight_decay = -0.5 : f64}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op expects a momentum and no dampening with nesterov}}
amp.optimizer sgd @nesterov_without_momentum [@w] {lr = 0.1 : f64, nesterov}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op expects a momentum and no dampening with nesterov}}
amp.optimizer sgd @nesterov_with_dampening [@w] {lr = 0.1 : f64, momentum = 0.5 : f64, dampening = 0.5 : f64, nesterov}

// -----

// expected-error @+1 {{'amp.optimizer' op expects at least one parameter}}
amp.optimizer sgd @no_parameters [] {lr = 0.1 : f64}

// -----

// expected-error @+1 {{'amp.optimizer' op refers to unknown symbol @w}}
amp.optimizer sgd @unknown_parameter [@w] {lr = 0.1 : f64}

// -----

amp.variable parameter @w : tensor<4xi32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op expects parameters of floating-point type, but @w is 'tensor<4xi32>'}}
amp.optimizer sgd @parameter_of_integers [@w] {lr = 0.1 : f64}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op lists parameter @w twice}}
amp.optimizer sgd @parameter_listed_twice [@w, @w] {lr = 0.1 : f64}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+2 {{expected ::mlir::amp::OptimizerKind to be one of: sgd, adam, adamw}}
// expected-error @+1 {{failed to parse Amp_}}
amp.optimizer rprop @unknown_kind [@w] {lr = 0.1 : f64}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op expects eps >= 0, found INF}}
amp.optimizer adam @infinite_eps [@w] {lr = 0.1 : f64, eps = 0x7FF0000000000000 : f64}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op expects beta1 in [0, 1), found 1.000000e+00}}
amp.optimizer adam @beta_of_one [@w] {lr = 0.1 : f64, beta1 = 1.0 : f64}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op expects beta2 in [0, 1), found -1.000000e-01}}
amp.optimizer adamw @negative_beta [@w] {lr = 0.1 : f64, beta2 = -0.1 : f64}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op has 'momentum', which adam does not heed}}
amp.optimizer adam @momentum_of_adam [@w] {lr = 0.1 : f64, momentum = 0.9 : f64}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op has 'dampening', which adamw does not heed}}
amp.optimizer adamw @dampening_of_adamw [@w] {lr = 0.1 : f64, dampening = 0.9 : f64}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op has 'nesterov', which adam does not heed}}
amp.optimizer adam @nesterov_of_adam [@w] {lr = 0.1 : f64, nesterov}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op has 'beta2', which sgd does not heed}}
amp.optimizer sgd @beta_of_sgd [@w] {lr = 0.1 : f64, beta2 = 0.99 : f64}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op has 'eps', which sgd does not heed}}
amp.optimizer sgd @eps_of_sgd [@w] {lr = 0.1 : f64, eps = 0.0 : f64}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op has 'amsgrad', which sgd does not heed}}
amp.optimizer sgd @amsgrad_of_sgd [@w] {lr = 0.1 : f64, amsgrad}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op expects a schedule with schedule_on_step}}
amp.optimizer adamw @schedule_on_step_alone [@w] {lr = 0.1 : f64, schedule_on_step}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op expects group 0 to name its parameters, as in parameters = [@w]}}
amp.optimizer adamw @group_without_parameters [@w] {lr = 0.1 : f64, groups = [{lr = 0.1 : f64}]}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op expects group 1 to name its parameters, as in parameters = [@w]}}
amp.optimizer adamw @group_of_no_parameters [@w] {lr = 0.1 : f64, groups = [{parameters = [@w]}, {parameters = []}]}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
amp.variable parameter @v : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op group 0 names @v, which is no parameter of the optimizer}}
amp.optimizer adamw @group_of_other_parameter [@w] {lr = 0.1 : f64, groups = [{parameters = [@v]}]}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op group 0 names "w", which is no parameter of the optimizer}}
amp.optimizer adamw @group_of_string [@w] {lr = 0.1 : f64, groups = [{parameters = ["w"]}]}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
amp.variable parameter @v : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op group 1 names @w, which a group has named already}}
amp.optimizer adamw @parameter_in_two_groups [@w, @v] {lr = 0.1 : f64, groups = [{parameters = [@w]}, {parameters = [@v, @w]}]}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op group 0 has an unknown key 'rate'; known are parameters, lr, weight_decay, beta1, beta2, eps, amsgrad}}
amp.optimizer adamw @unknown_key_of_group [@w] {lr = 0.1 : f64, groups = [{parameters = [@w], rate = 0.1 : f64}]}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op group 0 has an unknown key 'rate'; known are parameters, lr, weight_decay, momentum, dampening, nesterov}}
amp.optimizer sgd @unknown_key_of_sgd_group [@w] {lr = 0.1 : f64, groups = [{parameters = [@w], rate = 0.1 : f64}]}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op group 0 has 'momentum', which adamw does not heed}}
amp.optimizer adamw @momentum_of_adam_group [@w] {lr = 0.1 : f64, groups = [{parameters = [@w], momentum = 0.5 : f64}]}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op expects 'lr' of group 0 to be an f64, found 1 : i64}}
amp.optimizer adamw @integer_in_group [@w] {lr = 0.1 : f64, groups = [{parameters = [@w], lr = 1}]}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op expects 'eps' of group 0 to be an f64, found}}
amp.optimizer adamw @f32_in_group [@w] {lr = 0.1 : f64, groups = [{parameters = [@w], eps = 0.5 : f32}]}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op expects 'amsgrad' of group 0 to be true or false, found 1 : i64}}
amp.optimizer adamw @number_as_flag_of_group [@w] {lr = 0.1 : f64, groups = [{parameters = [@w], amsgrad = 1}]}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op expects weight_decay >= 0 in group 0, found -1.000000e+00}}
amp.optimizer adamw @negative_in_group [@w] {lr = 0.1 : f64, groups = [{parameters = [@w], weight_decay = -1.0 : f64}]}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op expects beta1 in [0, 1) in group 0, found 1.000000e+00}}
amp.optimizer adamw @beta_in_group [@w] {lr = 0.1 : f64, groups = [{parameters = [@w], beta1 = 1.0 : f64}]}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op expects a momentum and no dampening with nesterov in group 0}}
amp.optimizer sgd @nesterov_in_group [@w] {lr = 0.1 : f64, groups = [{parameters = [@w], momentum = 0.0 : f64}], momentum = 0.5 : f64, nesterov}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{schedule 'cosine' needs 'iterations'}}
amp.optimizer sgd @schedule_without_iterations [@w] {lr = 0.1 : f64, schedule = #amp.schedule<cosine>}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{schedule 'step' needs 'step_size'}}
amp.optimizer sgd @schedule_without_step_size [@w] {lr = 0.1 : f64, schedule = #amp.schedule<step, {gamma = 0.5}>}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{schedule 'step' has no 'iterations'; known are step_size, gamma, warmup}}
amp.optimizer sgd @schedule_with_unknown_key [@w] {lr = 0.1 : f64, schedule = #amp.schedule<step, {step_size = 3, iterations = 5}>}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{schedule 'constant' has no 'gamma'; known are warmup}}
amp.optimizer sgd @constant_schedule_with_key [@w] {lr = 0.1 : f64, schedule = #amp.schedule<constant, {gamma = 0.5}>}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{schedule expects 'iterations' to be an i64 >= 1, found 0 : i64}}
amp.optimizer sgd @schedule_of_no_iterations [@w] {lr = 0.1 : f64, schedule = #amp.schedule<linear, {iterations = 0}>}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{schedule expects 'warmup' to be an i64 >= 1, found 5.000000e-01 : f64}}
amp.optimizer sgd @schedule_of_half_an_iteration [@w] {lr = 0.1 : f64, schedule = #amp.schedule<constant, {warmup = 0.5}>}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{schedule expects 'iterations' to be an i64 >= 1, found 5 : i8}}
amp.optimizer sgd @schedule_of_narrow_integer [@w] {lr = 0.1 : f64, schedule = #amp.schedule<linear, {iterations = 5 : i8}>}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{schedule expects 'eta_min' to be an f64, found true}}
amp.optimizer sgd @schedule_of_flag [@w] {lr = 0.1 : f64, schedule = #amp.schedule<cosine, {iterations = 5, eta_min = true}>}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{schedule expects 'gamma' to be finite and not negative, found -5.000000e-01 : f64}}
amp.optimizer sgd @schedule_below_zero [@w] {lr = 0.1 : f64, schedule = #amp.schedule<step, {step_size = 5, gamma = -0.5}>}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{schedule expects 'div_factor' to be positive, found 0.000000e+00 : f64}}
amp.optimizer sgd @schedule_divided_by_zero [@w] {lr = 0.1 : f64, schedule = #amp.schedule<one_cycle, {iterations = 5, div_factor = 0.0}>}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{schedule expects 'pct_start' to be in [0, 1], found 1.500000e+00 : f64}}
amp.optimizer sgd @schedule_share [@w] {lr = 0.1 : f64, schedule = #amp.schedule<one_cycle, {iterations = 5, pct_start = 1.5}>}

// -----

func.func @step_of_unknown_optimizer(%g: tensor<4xf32>) {
  // expected-error @+1 {{'amp.step' op refers to unknown symbol @opt}}
  amp.step @opt(%g) : tensor<4xf32>
  return
}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
func.func @step_with_too_many_gradients(%g: tensor<4xf32>) {
  // expected-error @+1 {{'amp.step' op expects one gradient per parameter of @opt, 1, found 2}}
  amp.step @opt(%g, %g) : tensor<4xf32>, tensor<4xf32>
  return
}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
func.func @step_with_gradient_of_other_type(%g: tensor<4xf16>) {
  // expected-error @+1 {{'amp.step' op expects a gradient of type 'tensor<4xf32>' for @w, found 'tensor<4xf16>'}}
  amp.step @opt(%g) : tensor<4xf16>
  return
}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
func.func @step_with_flag_per_element(%g: tensor<4xf32>, %f: tensor<4xi1>) {
  // expected-error @+1 {{'amp.step' op expects flags of type tensor<i1>, found 'tensor<4xi1>'}}
  amp.step @opt(%g) skip_if(%f) : tensor<4xf32>, tensor<4xi1>
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

func.func @softmax_integer_dtype(%x: tensor<8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.softmax' op expects a floating-point dtype for floating-point elements only, found 'i32' for 'tensor<8xf16>'}}
  %0 = amp.softmax %x {dim = 0 : i64, dtype = i32} : (tensor<8xf16>) -> tensor<8xf16>
  return
}

// -----

// The output type is the result's.
func.func @log_softmax_other_result(%x: tensor<8xf16>) {
  // expected-error @+2 {{'amp.log_softmax' op inferred type(s) 'tensor<8xf32>' are incompatible with return type(s) of operation 'tensor<8xf16>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = amp.log_softmax %x {dim = 0 : i64, dtype = f32} : (tensor<8xf16>) -> tensor<8xf16>
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

// expected-error @+1 {{'amp.variable' op refers to unknown symbol @none}}
amp.variable buffer @copy_of_nothing : tensor<8xf16> = #amp.init<zeros> {copy_of = @none}

// -----

amp.variable parameter @w : tensor<8xf32> = #amp.init<zeros>
amp.variable buffer @first : tensor<8xf16> = #amp.init<zeros> {copy_of = @w}
// expected-error @+1 {{'amp.variable' op is a copy of @first, which is a copy itself; expected its original @w}}
amp.variable buffer @second : tensor<8xbf16> = #amp.init<zeros> {copy_of = @first}

// -----

amp.variable parameter @w : tensor<8xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.variable' op expects to be a copy of floating-point numbers of its own shape, but @w is 'tensor<8xf32>' and it is 'tensor<4xf16>'}}
amp.variable buffer @other_shape : tensor<4xf16> = #amp.init<zeros> {copy_of = @w}

// -----

amp.variable parameter @w : tensor<8xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.variable' op expects to be a copy of floating-point numbers of its own shape, but @w is 'tensor<8xf32>' and it is 'tensor<8xi32>'}}
amp.variable buffer @integers : tensor<8xi32> = #amp.init<zeros> {copy_of = @w}

// -----

func.func @custom_function_casts_to_integer(%x: tensor<8xf32>) {
  // expected-error @+1 {{'amp.custom_function' op expects a floating-point type for cast_inputs, found 'i32'}}
  %0 = amp.custom_function(%x) cast_inputs(i32) : (tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: tensor<8xf32>):
    amp.yield %a : tensor<8xf32>
  } backward {
  ^bb0(%g: tensor<8xf32>):
    amp.yield %g : tensor<8xf32>
  }
  return
}

// -----

func.func @custom_function_saves_too_much(%x: tensor<8xf32>) {
  // expected-error @+1 {{'amp.custom_function' op expects saved in [0, 1], the number of results, found 2}}
  %0 = amp.custom_function(%x) saved(2) : (tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: tensor<8xf32>):
    amp.yield %a : tensor<8xf32>
  } backward {
  ^bb0(%g: tensor<8xf32>):
    amp.yield %g : tensor<8xf32>
  }
  return
}

// -----

func.func @custom_function_forward_arguments(%x: tensor<8xf32>) {
  // expected-error @+1 {{'amp.custom_function' op expects its forward region to take 'tensor<8xf32>', found 'tensor<4xf32>'}}
  amp.custom_function(%x) : (tensor<8xf32>) -> () {
  ^bb0(%a: tensor<4xf32>):
    amp.yield
  } backward {
    %0 = amp.constant dense<0.0> : tensor<8xf32>
    amp.yield %0 : tensor<8xf32>
  }
  return
}

// -----

func.func @custom_function_forward_results(%x: tensor<8xf32>) {
  %0 = amp.custom_function(%x) : (tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: tensor<8xf32>):
    %s = amp.sum %a : (tensor<8xf32>) -> tensor<f32>
    // expected-error @+1 {{'amp.yield' op ends the forward region with values of 'tensor<f32>', expected 'tensor<8xf32>'}}
    amp.yield %s : tensor<f32>
  } backward {
  ^bb0(%g: tensor<8xf32>):
    amp.yield %g : tensor<8xf32>
  }
  return
}

// -----

// The saved values come first, then the gradients of the other results.
func.func @custom_function_backward_arguments(%x: tensor<8xf32>) {
  // expected-error @+1 {{'amp.custom_function' op expects its backward region to take 'tensor<f32>', 'tensor<8xf32>', found 'tensor<8xf32>', 'tensor<f32>'}}
  %0, %1 = amp.custom_function(%x) saved(1) : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>) {
  ^bb0(%a: tensor<8xf32>):
    %s = amp.sum %a : (tensor<8xf32>) -> tensor<f32>
    amp.yield %a, %s : tensor<8xf32>, tensor<f32>
  } backward {
  ^bb0(%g: tensor<8xf32>, %saved: tensor<f32>):
    amp.yield %g : tensor<8xf32>
  }
  return
}

// -----

// An integer input has no gradient.
func.func @custom_function_gradients(%x: tensor<8xf32>, %i: tensor<8xi64>) {
  %0 = amp.custom_function(%x, %i) : (tensor<8xf32>, tensor<8xi64>) -> tensor<8xf32> {
  ^bb0(%a: tensor<8xf32>, %b: tensor<8xi64>):
    amp.yield %a : tensor<8xf32>
  } backward {
  ^bb0(%g: tensor<8xf32>):
    // expected-error @+1 {{'amp.yield' op ends the backward region with values of 'tensor<8xf32>', 'tensor<8xf32>', expected 'tensor<8xf32>'}}
    amp.yield %g, %g : tensor<8xf32>, tensor<8xf32>
  }
  return
}

// -----

func.func @custom_function_reads_outside(%x: tensor<8xf32>) {
  // expected-note @+1 {{required by region isolation constraints}}
  %0 = amp.custom_function(%x) : (tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: tensor<8xf32>):
    // expected-error @+1 {{'amp.add' op using value defined outside the region}}
    %s = amp.add %a, %x : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    amp.yield %s : tensor<8xf32>
  } backward {
  ^bb0(%g: tensor<8xf32>):
    amp.yield %g : tensor<8xf32>
  }
  return
}

// -----

// expected-error @+1 {{'amp.autocast' is a dictionary on a function, found f16}}
func.func @decorator_is_type() attributes {amp.autocast = f16} { return }

// -----

func.func @decorator_on_op(%x: tensor<8xf32>) {
  // expected-error @+1 {{'amp.autocast' is a dictionary on a function, found {}}}
  %0 = amp.relu %x {amp.autocast = {}} : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// expected-error @+1 {{'amp.autocast' expects dtype f16 or bf16, found f32}}
func.func @decorator_dtype() attributes {amp.autocast = {dtype = f32}} { return }

// -----

// expected-error @+1 {{'amp.autocast' expects true or false for enabled, found 1 : i64}}
func.func @decorator_enabled() attributes {amp.autocast = {enabled = 1}} { return }

// -----

// expected-error @+1 {{'amp.autocast' has no key 'type'; known are dtype, enabled and cache}}
func.func @decorator_key() attributes {amp.autocast = {type = f16}} { return }

// -----

// expected-error @+1 {{unknown attribute 'amp.autocats'; known are 'amp.autocast', 'amp.policy', 'amp.precision', 'amp.assigned', 'amp.exempt', 'amp.uncached', 'amp.places', 'amp.recompute' and 'amp.arena_bytes'}}
func.func @misspelt() attributes {amp.autocats = {}} { return }

// -----

func.func @misspelt_on_op(%x: tensor<8xf32>) {
  // expected-error @+1 {{unknown attribute 'amp.precison'; known are}}
  %0 = amp.relu %x {amp.precison = "deny"} : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @precision_is_number(%x: tensor<8xf32>) {
  // expected-error @+1 {{'amp.precision' is a category, such as "deny", or a dictionary, found 1 : i64 on 'amp.relu'}}
  %0 = amp.relu %x {amp.precision = 1} : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// expected-error @+1 {{'amp.policy' is a dictionary on a module or a function, found "apex" on 'func.func'}}
func.func @policy_is_string() attributes {amp.policy = "apex"} { return }

// -----

func.func @policy_on_op(%x: tensor<8xf32>) {
  // expected-error @+1 {{'amp.policy' is a dictionary on a module or a function, found {} on 'amp.relu'}}
  %0 = amp.relu %x {amp.policy = {}} : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// expected-error @+1 {{'amp.assigned' is a dictionary on a function, found "O1" on 'func.func'}}
func.func @assigned_is_string() attributes {amp.assigned = "O1"} { return }

// -----

func.func @exempt_is_unit(%x: tensor<8xf32>) {
  // expected-error @+1 {{'amp.exempt' is a string, found unit on 'amp.relu'}}
  %0 = amp.relu %x {amp.exempt} : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @uncached_is_bool(%x: tensor<8xf32>) {
  // expected-error @+1 {{'amp.uncached' is a unit attribute, found true on 'amp.cast'}}
  %0 = amp.cast %x {amp.uncached = true} : tensor<8xf32> to tensor<8xf16>
  return
}

// -----

// expected-error @+1 {{'amp.grad_scaler' op expects skip_limit >= 0, found -1}}
amp.grad_scaler @scaler {skip_limit = -1 : i64}

// -----

func.func @clip(%g: tensor<8xf32>) {
  // expected-error @+1 {{'amp.clip_grad_norm' op expects max_norm >= 0, found -1}}
  %c, %n = amp.clip_grad_norm(%g) {max_norm = -1.0 : f64} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return
}

// -----

func.func @clip(%g: tensor<8xf32>) {
  // expected-error @+1 {{'amp.clip_grad_norm' op expects norm_type > 0, found 0}}
  %c, %n = amp.clip_grad_norm(%g) {max_norm = 1.0 : f64, norm_type = 0.0 : f64} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return
}

// -----

func.func @clip(%g: tensor<8xf32>) {
  // expected-error @+1 {{'amp.clip_grad_norm' op expects the norm in f32, found 'tensor<f64>'}}
  %c, %n = amp.clip_grad_norm(%g) {max_norm = 1.0 : f64} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f64>)
  return
}

// -----

func.func @clip(%g: tensor<8xf64>) {
  // expected-error @+1 {{'amp.clip_grad_norm' op expects the norm in f64, as all gradients are, found 'tensor<f32>'}}
  %c, %n = amp.clip_grad_norm(%g) {max_norm = 1.0 : f64} : (tensor<8xf64>) -> (tensor<8xf64>, tensor<f32>)
  return
}

// -----

func.func @clip(%g: tensor<8xf16>) {
  // expected-error @+1 {{'amp.clip_grad_norm' op expects the gradient of 'tensor<8xf16>' in its own type, found 'tensor<8xf32>'}}
  %c, %n = amp.clip_grad_norm(%g) {max_norm = 1.0 : f64} : (tensor<8xf16>) -> (tensor<8xf32>, tensor<f32>)
  return
}

// -----

func.func @clip() {
  // expected-error @+1 {{'amp.clip_grad_norm' op expects at least one gradient}}
  %n = amp.clip_grad_norm() {max_norm = 1.0 : f64} : () -> tensor<f32>
  return
}

// -----

func.func @clip(%g: tensor<8xf32>) {
  // expected-error @+1 {{'amp.clip_grad_value' op expects clip_value >= 0, found -1}}
  %c = amp.clip_grad_value(%g) {clip_value = -1.0 : f64} : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @clip(%g: tensor<8xf32>) {
  // expected-error @+1 {{'amp.clip_grad_value' op expects one changed gradient per gradient, 1, found 2}}
  %c:2 = amp.clip_grad_value(%g) {clip_value = 1.0 : f64} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  return
}

// -----

func.func @check() {
  // expected-error @+1 {{'amp.check_finite' op expects at least one gradient}}
  %f = amp.check_finite() : () -> tensor<i1>
  return
}

// -----

func.func @accumulate(%g: tensor<8xf32>) {
  // expected-error @+1 {{'amp.accumulate' op expects k >= 1, found 0}}
  %s, %c = amp.accumulate "acc"(%g) {k = 0 : i64} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<i1>)
  return
}

// -----

func.func @accumulate(%g: tensor<8xf32>) {
  // expected-error @+1 {{'amp.accumulate' op expects a name for its variables}}
  %s, %c = amp.accumulate ""(%g) {k = 2 : i64} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<i1>)
  return
}

// -----

func.func @accumulate(%g: tensor<8xf32>) {
  // expected-error @+1 {{'amp.accumulate' op expects the reduction mean or sum, found none}}
  %s, %c = amp.accumulate "acc"(%g) {k = 2 : i64, reduction = #amp.reduction<none>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<i1>)
  return
}

// -----

func.func @accumulate(%g: tensor<8xf16>) {
  // expected-error @+1 {{'amp.accumulate' op expects the gradient of 'tensor<8xf16>' in its own type or f32, found 'tensor<8xbf16>'}}
  %s, %c = amp.accumulate "acc"(%g) {k = 2 : i64} : (tensor<8xf16>) -> (tensor<8xbf16>, tensor<i1>)
  return
}

// -----

amp.grad_scaler @scaler
func.func @update(%f: tensor<i1>, %w: tensor<2xi1>) {
  // expected-error @+1 {{'amp.update_scale' op expects flags of type tensor<i1>, found 'tensor<2xi1>'}}
  amp.update_scale @scaler(%f) when(%w) : tensor<i1>, tensor<2xi1>
  return
}

// -----

amp.variable parameter @w : tensor<8xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
func.func @step(%g: tensor<8xf32>, %w: tensor<2xi1>) {
  // expected-error @+1 {{'amp.step' op expects flags of type tensor<i1>, found 'tensor<2xi1>'}}
  amp.step @opt(%g) when(%w) : tensor<8xf32>, tensor<2xi1>
  return
}

// -----

func.func @get_scale() {
  // expected-error @+1 {{'amp.get_scale' op refers to unknown symbol @scaler}}
  %s = amp.get_scale @scaler : tensor<f32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// Random numbers
//===----------------------------------------------------------------------===//

func.func @bits_of_one_number(%s: tensor<1xi64>) {
  // expected-error @+2 {{'amp.random_bits' op expects a state of type tensor<2xi64>, found 'tensor<1xi64>'}}
  // expected-error @+1 {{'amp.random_bits' op failed to infer returned types}}
  %0 = amp.random_bits %s {shape = array<i64: 4>} : (tensor<1xi64>) -> tensor<4xi32>
  return
}

// -----

func.func @bits_of_negative_size(%s: tensor<2xi64>) {
  // expected-error @+2 {{'amp.random_bits' op expects sizes >= 0, found -1}}
  // expected-error @+1 {{'amp.random_bits' op failed to infer returned types}}
  %0 = amp.random_bits %s {shape = array<i64: -1>} : (tensor<2xi64>) -> tensor<4xi32>
  return
}

// -----

func.func @dropout_of_one_number(%x: tensor<8xf32>, %s: tensor<i64>) {
  // expected-error @+2 {{'amp.dropout' op expects a state of type tensor<2xi64>, found 'tensor<i64>'}}
  // expected-error @+1 {{'amp.dropout' op failed to infer returned types}}
  %0, %1 = amp.dropout %x, %s : (tensor<8xf32>, tensor<i64>) -> (tensor<8xf32>, tensor<i64>)
  return
}

// -----

func.func @dropout_more_than_all(%x: tensor<8xf32>, %s: tensor<2xi64>) {
  // expected-error @+1 {{'amp.dropout' op expects p in [0, 1], found 1.500000e+00}}
  %0, %1 = amp.dropout %x, %s {p = 1.5 : f64} : (tensor<8xf32>, tensor<2xi64>) -> (tensor<8xf32>, tensor<2xi64>)
  return
}

// -----

// expected-error @+1 {{'amp.storage' expects a symbol, found "s"}}
func.func @storage_is_no_symbol(%x: tensor<4xf32> {amp.storage = "s"}) { return }

// -----

// expected-error @+1 {{'amp.storage_offset' expects an i64 from 0, found @s}}
func.func @offset_is_no_integer(%x: tensor<4xf32> {amp.storage_offset = @s}) { return }

// -----

// expected-error @+1 {{'amp.storage' op expects at least one variable}}
amp.storage @empty []

// -----

// expected-error @+1 {{'amp.storage' op refers to unknown symbol @w}}
amp.storage @s [@w]

// -----

amp.grad_scaler @scaler
// expected-error @+1 {{'amp.storage' op expects @scaler to be an 'amp.variable', found 'amp.grad_scaler'}}
amp.storage @s [@scaler]

// -----

amp.variable parameter @a : tensor<4xf32> = #amp.init<zeros>
amp.variable parameter @b : tensor<4xf16> = #amp.init<zeros>
// expected-error @+1 {{'amp.storage' op expects elements of one type, found 'f32' and, in @b, 'f16'}}
amp.storage @s [@a, @b]

// -----

amp.variable parameter @a : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.storage' op gives a second place to @a}}
amp.storage @s [@a, @a]

// -----

amp.variable parameter @a : tensor<4xf32> = #amp.init<zeros>
amp.storage @s [@a]
// expected-error @+1 {{'amp.storage' op gives a second place to @a}}
amp.storage @t [@a]

// -----

amp.variable buffer @a : tensor<4xcomplex<f32>> = #amp.init<zeros>
// expected-error @+1 {{'amp.storage' op expects variables of known size with integers or floats, found @a of type 'tensor<4xcomplex<f32>>'}}
amp.storage @s [@a]

// -----

amp.variable buffer @a : tensor<4611686018427387904xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.storage' op has no 64-bit size with @a of type 'tensor<4611686018427387904xf32>'}}
amp.storage @s [@a]
