// RUN: amp-opt %s --amp-materialize-state -verify-diagnostics -split-input-file --mlir-print-op-on-diagnostic=false

// expected-note @+1 {{but the name is taken}}
func.func private @scaler.scale()
// expected-error @+1 {{'amp.grad_scaler' op needs a variable 'scaler.scale' of role scaler and type 'tensor<f32>'}}
amp.grad_scaler @scaler

// -----

amp.variable parameter @w : tensor<8xf32> = #amp.init<zeros>
// A variable of another type under that name.
// expected-note @+1 {{but the name is taken}}
amp.variable optimizer_state @opt.lr : tensor<f32> = #amp.init<constant(0.1)>
// expected-error @+1 {{'amp.optimizer' op needs a variable 'opt.lr' of role optimizer_state and type 'tensor<f64>'}}
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}

// -----

amp.variable parameter @w : tensor<8xf32> = #amp.init<zeros>
// A variable of another role.
// expected-note @+1 {{but the name is taken}}
amp.variable buffer @opt.momentum.w : tensor<8xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op needs a variable 'opt.momentum.w' of role optimizer_state and type 'tensor<8xf32>'}}
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64, momentum = 0.9 : f64}

// -----

func.func @one_name(%g: tensor<8xf32>) {
  // expected-note @+1 {{the other one}}
  %s, %c = amp.accumulate "sums"(%g) {k = 2 : i64} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<i1>)
  // expected-error @+1 {{'amp.accumulate' op has the name "sums" of another accumulation, whose sums it would change; choose another name}}
  %t, %d = amp.accumulate "sums"(%g) {k = 2 : i64} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<i1>)
  return
}
