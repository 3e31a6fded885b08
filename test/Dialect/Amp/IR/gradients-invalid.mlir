// RUN: amp-opt %s -verify-diagnostics -split-input-file

// One case per diagnostic, named after what is wrong.

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
