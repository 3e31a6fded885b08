// RUN: amp-opt %s -verify-diagnostics -split-input-file

// One case per diagnostic, named after what is wrong.

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

// expected-error @+1 {{expected one of parameter, buffer, optimizer_state, scaler, rng, found 'weight'}}
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

//===----------------------------------------------------------------------===//
// Storages
//===----------------------------------------------------------------------===//

// expected-error @+1 {{'amp.flat_buffer' op expects at least one variable}}
amp.flat_buffer @empty []

// -----

// expected-error @+1 {{'amp.flat_buffer' op refers to unknown symbol @w}}
amp.flat_buffer @s [@w]

// -----

amp.grad_scaler @scaler
// expected-error @+1 {{'amp.flat_buffer' op expects @scaler to be an 'amp.variable', found 'amp.grad_scaler'}}
amp.flat_buffer @s [@scaler]

// -----

amp.variable parameter @a : tensor<4xf32> = #amp.init<zeros>
amp.variable parameter @b : tensor<4xf16> = #amp.init<zeros>
// expected-error @+1 {{'amp.flat_buffer' op expects elements of one type, found 'f32' and, in @b, 'f16'}}
amp.flat_buffer @s [@a, @b]

// -----

amp.variable parameter @a : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.flat_buffer' op gives a second place to @a}}
amp.flat_buffer @s [@a, @a]

// -----

amp.variable parameter @a : tensor<4xf32> = #amp.init<zeros>
amp.flat_buffer @s [@a]
// expected-error @+1 {{'amp.flat_buffer' op gives a second place to @a}}
amp.flat_buffer @t [@a]

// -----

amp.variable buffer @a : tensor<4xcomplex<f32>> = #amp.init<zeros>
// expected-error @+1 {{'amp.flat_buffer' op expects variables of known size with integers or floats, found @a of type 'tensor<4xcomplex<f32>>'}}
amp.flat_buffer @s [@a]

// -----

amp.variable buffer @a : tensor<4611686018427387904xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.flat_buffer' op has no 64-bit size with @a of type 'tensor<4611686018427387904xf32>'}}
amp.flat_buffer @s [@a]
