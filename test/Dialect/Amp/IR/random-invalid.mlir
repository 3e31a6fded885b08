// RUN: amp-opt %s -verify-diagnostics -split-input-file

// One case per diagnostic, named after what is wrong.

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
