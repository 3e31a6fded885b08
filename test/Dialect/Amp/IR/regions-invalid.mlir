// RUN: amp-opt %s -verify-diagnostics -split-input-file

// One case per diagnostic, named after what is wrong.

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
  // expected-error @+1 {{'amp.yield' op expects parent op to be one of 'amp.autocast, amp.backward, amp.custom_function, amp.scan'}}
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

func.func @scan_of_unknown_length(%h: tensor<4xf32>, %xs: tensor<3x4xf32>, %s: tensor<f32>, %zs: tensor<2x4xf32>) {
  // expected-error @+1 {{'amp.scan' op expects 'steps' if it has no sequence, and else none}}
  %l = amp.scan carry(%h) : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: tensor<4xf32>):
    amp.yield %a : tensor<4xf32>
  }
  return
}

// -----

func.func @scan_of_two_lengths(%h: tensor<4xf32>, %xs: tensor<3x4xf32>, %s: tensor<f32>, %zs: tensor<2x4xf32>) {
  // expected-error @+1 {{'amp.scan' op expects 'steps' if it has no sequence, and else none}}
  %l:2 = amp.scan carry(%h) each(%xs) steps(3) : (tensor<4xf32>, tensor<3x4xf32>) -> (tensor<4xf32>, tensor<3x4xf32>) {
  ^bb0(%a: tensor<4xf32>, %b: tensor<4xf32>):
    amp.yield %a, %b : tensor<4xf32>, tensor<4xf32>
  }
  return
}

// -----

func.func @scan_of_negative_length(%h: tensor<4xf32>, %xs: tensor<3x4xf32>, %s: tensor<f32>, %zs: tensor<2x4xf32>) {
  // expected-error @+1 {{'amp.scan' op expects steps >= 0, found -1}}
  %l = amp.scan carry(%h) steps(-1) : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: tensor<4xf32>):
    amp.yield %a : tensor<4xf32>
  }
  return
}

// -----

func.func @scan_of_a_scalar(%h: tensor<4xf32>, %xs: tensor<3x4xf32>, %s: tensor<f32>, %zs: tensor<2x4xf32>) {
  // expected-error @+1 {{'amp.scan' op expects sequences with a first dimension, of steps, found 'tensor<f32>' as sequence 0}}
  %l:2 = amp.scan carry(%h) each(%s) : (tensor<4xf32>, tensor<f32>) -> (tensor<4xf32>, tensor<3x4xf32>) {
  ^bb0(%a: tensor<4xf32>, %b: tensor<4xf32>):
    amp.yield %a, %b : tensor<4xf32>, tensor<4xf32>
  }
  return
}

// -----

func.func @scan_of_sequences_that_differ(%h: tensor<4xf32>, %xs: tensor<3x4xf32>, %s: tensor<f32>, %zs: tensor<2x4xf32>) {
  // expected-error @+1 {{'amp.scan' op expects sequences of one length, found 3 and, in sequence 1, 2 steps}}
  %l = amp.scan carry(%h) each(%xs, %zs) : (tensor<4xf32>, tensor<3x4xf32>, tensor<2x4xf32>) -> tensor<4xf32> {
  ^bb0(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<4xf32>):
    amp.yield %a : tensor<4xf32>
  }
  return
}

// -----

func.func @scan_without_last_state(%h: tensor<4xf32>, %xs: tensor<3x4xf32>, %s: tensor<f32>, %zs: tensor<2x4xf32>) {
  // expected-error @+1 {{'amp.scan' op expects a result per state, 1, found 0}}
  amp.scan carry(%h) each(%xs) : (tensor<4xf32>, tensor<3x4xf32>) -> () {
  ^bb0(%a: tensor<4xf32>, %b: tensor<4xf32>):
    amp.yield %a, %b : tensor<4xf32>, tensor<4xf32>
  }
  return
}

// -----

func.func @scan_to_another_type(%h: tensor<4xf32>, %xs: tensor<3x4xf32>, %s: tensor<f32>, %zs: tensor<2x4xf32>) {
  // expected-error @+1 {{'amp.scan' op expects state 0 of one type before and behind all steps, found 'tensor<4xf32>' and 'tensor<4xf16>'}}
  %l:2 = amp.scan carry(%h) each(%xs) : (tensor<4xf32>, tensor<3x4xf32>) -> (tensor<4xf16>, tensor<3x4xf32>) {
  ^bb0(%a: tensor<4xf32>, %b: tensor<4xf32>):
    amp.yield %a, %b : tensor<4xf32>, tensor<4xf32>
  }
  return
}

// -----

func.func @scan_to_a_scalar(%h: tensor<4xf32>, %xs: tensor<3x4xf32>, %s: tensor<f32>, %zs: tensor<2x4xf32>) {
  // expected-error @+1 {{'amp.scan' op expects outputs with a first dimension, of steps, found 'tensor<f32>'}}
  %l:2 = amp.scan carry(%h) each(%xs) : (tensor<4xf32>, tensor<3x4xf32>) -> (tensor<4xf32>, tensor<f32>) {
  ^bb0(%a: tensor<4xf32>, %b: tensor<4xf32>):
    amp.yield %a, %b : tensor<4xf32>, tensor<4xf32>
  }
  return
}

// -----

func.func @scan_takes_other_values(%h: tensor<4xf32>, %xs: tensor<3x4xf32>, %s: tensor<f32>, %zs: tensor<2x4xf32>) {
  // expected-error @+1 {{'amp.scan' op expects its region to take 'tensor<4xf32>', 'tensor<4xf32>', found 'tensor<4xf32>'}}
  %l:2 = amp.scan carry(%h) each(%xs) : (tensor<4xf32>, tensor<3x4xf32>) -> (tensor<4xf32>, tensor<3x4xf32>) {
  ^bb0(%a: tensor<4xf32>):
    amp.yield %a, %a : tensor<4xf32>, tensor<4xf32>
  }
  return
}

// -----

func.func @scan_gives_other_lengths(%h: tensor<4xf32>, %xs: tensor<3x4xf32>, %s: tensor<f32>, %zs: tensor<2x4xf32>) {
  // expected-error @+1 {{'amp.scan' op expects outputs of 3 steps, found 'tensor<2x4xf32>'}}
  %l:2 = amp.scan carry(%h) each(%xs) : (tensor<4xf32>, tensor<3x4xf32>) -> (tensor<4xf32>, tensor<2x4xf32>) {
  ^bb0(%a: tensor<4xf32>, %b: tensor<4xf32>):
    amp.yield %a, %b : tensor<4xf32>, tensor<4xf32>
  }
  return
}

// -----

func.func @scan_yields_other_values(%h: tensor<4xf32>, %xs: tensor<3x4xf32>, %s: tensor<f32>, %zs: tensor<2x4xf32>) {
  %l:2 = amp.scan carry(%h) each(%xs) : (tensor<4xf32>, tensor<3x4xf32>) -> (tensor<4xf32>, tensor<3x4xf32>) {
  ^bb0(%a: tensor<4xf32>, %b: tensor<4xf32>):
    // expected-error @+1 {{'amp.yield' op ends a step with values of 'tensor<4xf32>', expected 'tensor<4xf32>', 'tensor<4xf32>'}}
    amp.yield %a : tensor<4xf32>
  }
  return
}

// -----

amp.variable buffer @v : tensor<4xf32> = #amp.init<zeros>
func.func @scan_reads_state(%h: tensor<4xf32>, %xs: tensor<3x4xf32>) {
  %l = amp.scan carry(%h) each(%xs) : (tensor<4xf32>, tensor<3x4xf32>) -> tensor<4xf32> {
  ^bb0(%a: tensor<4xf32>, %b: tensor<4xf32>):
    // expected-error @+1 {{'amp.read' op acts on state in a step of an amp.scan; read before the scan, hand the value on by 'with', and write behind it}}
    %v = amp.read @v : tensor<4xf32>
    %n = amp.add %a, %v : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    amp.yield %n : tensor<4xf32>
  }
  return
}
