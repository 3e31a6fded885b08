// RUN: amp-opt %s -verify-diagnostics -split-input-file

// One case per diagnostic, named after what is wrong.

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

// expected-error @+1 {{'amp.grad_scaler' op expects skip_limit >= 0, found -1}}
amp.grad_scaler @scaler {skip_limit = -1 : i64}

// -----

amp.grad_scaler @scaler
func.func @update(%f: tensor<i1>, %w: tensor<2xi1>) {
  // expected-error @+1 {{'amp.update_scale' op expects flags of type tensor<i1>, found 'tensor<2xi1>'}}
  amp.update_scale @scaler(%f) when(%w) : tensor<i1>, tensor<2xi1>
  return
}

// -----

func.func @get_scale() {
  // expected-error @+1 {{'amp.get_scale' op refers to unknown symbol @scaler}}
  %s = amp.get_scale @scaler : tensor<f32>
  return
}
