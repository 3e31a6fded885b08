// RUN: amp-opt %s --split-input-file --verify-diagnostics

// What to write for an op that there is not.

func.func @other_name(%x: tensor<4x8xf32>) -> tensor<8x8xf32> {
  // expected-error @+1 {{custom op 'amp.cat' is unknown; write `amp.concat %a, %b {dim = 1 : i64}`}}
  %0 = amp.cat %x, %x : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

func.func @view(%x: tensor<4x8xf32>) -> tensor<32xf32> {
  // expected-error @+1 {{custom op 'amp.view' is unknown; write `amp.reshape %x {shape = array<i64: -1, 64>}`}}
  %0 = amp.view %x : (tensor<4x8xf32>) -> tensor<32xf32>
  return %0 : tensor<32xf32>
}

// -----

func.func @composed(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // expected-error @+1 {{custom op 'amp.triu' is unknown; write amp.where with an amp.constant as mask, and zeros}}
  %0 = amp.triu %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

func.func @absent(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // expected-error @+1 {{custom op 'amp.cholesky' is unknown, and no ops make it: no op factorizes or inverts matrices}}
  %0 = amp.cholesky %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// The name in place is that of the function.
func.func @other_name_in_place(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // expected-error @+1 {{custom op 'amp.multiply_' is unknown; write `amp.mul %a, %b`}}
  %0 = amp.multiply_ %x, %x : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

func.func @in_place(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // expected-error @+1 {{custom op 'amp.relu_' is unknown; did you mean 'amp.relu'?}}
  %0 = amp.relu_ %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

func.func @misspelt(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // expected-error @+1 {{custom op 'amp.sofmax' is unknown; did you mean 'amp.softmax'?}}
  %0 = amp.sofmax %x {dim = 1 : i64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

func.func @nothing_similar() {
  // expected-error @+1 {{custom op 'amp.quicksort_elements' is unknown}}
  amp.quicksort_elements
  return
}

// -----

// A word where the attribute has a form of its own.
func.func @enum(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // expected-error @+1 {{'amp.gelu' op attribute 'approximate' failed to satisfy constraint: Form of GELU: #amp.gelu<none> or #amp.gelu<tanh>}}
  %0 = amp.gelu %x {approximate = "tanh"} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

func.func @unknown_word(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // expected-error @+1 {{expected one of none, tanh, found 'erf'}}
  %0 = amp.gelu %x {approximate = #amp.gelu<erf>} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

func.func @quoted_word(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // expected-error @+1 {{expected one of none, tanh, as a bare word}}
  %0 = amp.gelu %x {approximate = #amp.gelu<"tanh">} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// An unknown attribute is spoken of before the one that is missing in its place.
amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op has no attribute 'learning_rate'; known are alpha, amsgrad, beta1, beta2, centered, dampening, decoupled_weight_decay, eps, groups, initial_accumulator, kind, lr, lr_decay, momentum, momentum_decay, nesterov, parameters, rho, schedule, schedule_on_step, sym_name, sym_visibility, weight_decay; did you mean 'lr'?}}
amp.optimizer sgd @opt [@w] {learning_rate = 0.1 : f64}

// -----

func.func @axis(%x: tensor<4x8xf32>) -> tensor<8x8xf32> {
  // expected-error @+1 {{'amp.concat' op has no attribute 'axis'; known are dim; did you mean 'dim'?}}
  %0 = amp.concat %x, %x {axis = 0 : i64} : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

func.func @axes(%x: tensor<4x8xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'amp.sum' op has no attribute 'axis'; known are dims, dtype, keepdim; did you mean 'dims'?}}
  %0 = amp.sum %x {axis = array<i64: 1>} : (tensor<4x8xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
