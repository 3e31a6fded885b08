// RUN: amp-check %s
// RUN: %if simulator %{ %simulated_gpu amp-check %s --device=cuda %}

// relu(3 x + 4 h), twice.
func.func @rnn_relu_cell() {
  %x = check.input dense<[[1.0], [-9.0]]> : tensor<2x1xf32>
  %h = check.input dense<[[2.0], [1.0]]> : tensor<2x1xf32>
  %w = check.input dense<3.0> : tensor<1x1xf32>
  %u = check.input dense<4.0> : tensor<1x1xf32>
  %y = amp.rnn_relu_cell %x, %h, %w, %u : (tensor<2x1xf32>, tensor<2x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<2x1xf32>
  check.equal %y, dense<[[11.0], [0.0]]> : tensor<2x1xf32>
  return
}

// Without weights every gate is 1/2 and every candidate 0: c' = c / 2,
// h' = tanh(c') / 2 = tanh(1) / 2; 4 units of 2^-23.
func.func @lstm_cell() {
  %x = check.input dense<1.0> : tensor<1x1xf32>
  %h = check.input dense<1.0> : tensor<1x1xf32>
  %c = check.input dense<2.0> : tensor<1x1xf32>
  %w = check.input dense<0.0> : tensor<4x1xf32>
  %h1, %c1 = amp.lstm_cell %x, %h, %c, %w, %w : (tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<4x1xf32>, tensor<4x1xf32>) -> (tensor<1x1xf32>, tensor<1x1xf32>)
  check.close %c1, dense<1.0> : tensor<1x1xf32> rtol(4.8e-7)
  check.close %h1, dense<0.38079707797788245> : tensor<1x1xf32> rtol(4.8e-7)
  return
}

// h' = (1 - z) 0 + z h.
func.func @gru_cell() {
  %x = check.input dense<1.0> : tensor<1x1xf32>
  %h = check.input dense<3.0> : tensor<1x1xf32>
  %w = check.input dense<0.0> : tensor<3x1xf32>
  %y = amp.gru_cell %x, %h, %w, %w : (tensor<1x1xf32>, tensor<1x1xf32>, tensor<3x1xf32>, tensor<3x1xf32>) -> tensor<1x1xf32>
  check.close %y, dense<1.5> : tensor<1x1xf32> rtol(4.8e-7)
  return
}

// Sums so far, in both directions: relu(x + h) of 1, 2, 4, from 0 forwards and from 8
// backwards. The second layer adds the two, and so on.
func.func @rnn_relu_stack() {
  %x = check.input dense<[[1.0], [2.0], [4.0]]> : tensor<3x1xf32>
  %h = check.input dense<[[0.0], [8.0], [0.0], [0.0]]> : tensor<4x1xf32>
  %w = check.input dense<1.0> : tensor<1x1xf32>
  %v = check.input dense<1.0> : tensor<1x2xf32>
  %h12 = check.input dense<[[0.0], [8.0]]> : tensor<2x1xf32>
  %one, %h1 = amp.rnn_relu %x, %h12, %w, %w, %w, %w {bidirectional = true} : (tensor<3x1xf32>, tensor<2x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>) -> (tensor<3x2xf32>, tensor<2x1xf32>)
  check.equal %one, dense<[[1.0, 15.0], [3.0, 14.0], [7.0, 12.0]]> : tensor<3x2xf32>
  check.equal %h1, dense<[[7.0], [15.0]]> : tensor<2x1xf32>
  %two, %h2 = amp.rnn_relu %x, %h, %w, %w, %w, %w, %v, %w, %v, %w {num_layers = 2 : i64, bidirectional = true} : (tensor<3x1xf32>, tensor<4x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x2xf32>, tensor<1x1xf32>, tensor<1x2xf32>, tensor<1x1xf32>) -> (tensor<3x2xf32>, tensor<4x1xf32>)
  check.equal %two, dense<[[16.0, 52.0], [33.0, 36.0], [52.0, 19.0]]> : tensor<3x2xf32>
  check.equal %h2, dense<[[7.0], [15.0], [52.0], [52.0]]> : tensor<4x1xf32>
  return
}

// What the first layer gives, 1, is dropped or doubled on its way to the second, as
// amp.dropout of the same state does.
func.func @rnn_relu_dropout() {
  %x = check.input dense<1.0> : tensor<1x8x1xf32>
  %h = check.input dense<0.0> : tensor<2x8x1xf32>
  %w = check.input dense<1.0> : tensor<1x1xf32>
  %state = check.input dense<[5, 7]> : tensor<2xi64>
  %y, %last, %next = amp.rnn_relu %x, %h, %w, %w, %w, %w random(%state) {num_layers = 2 : i64, dropout = 0.5 : f64} : (tensor<1x8x1xf32>, tensor<2x8x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<2xi64>) -> (tensor<1x8x1xf32>, tensor<2x8x1xf32>, tensor<2xi64>)
  check.equal %next, dense<[5, 9]> : tensor<2xi64>
  %kept, %same = amp.dropout %x, %state {p = 0.5 : f64} : (tensor<1x8x1xf32>, tensor<2xi64>) -> (tensor<1x8x1xf32>, tensor<2xi64>)
  %difference = amp.sub %y, %kept : (tensor<1x8x1xf32>, tensor<1x8x1xf32>) -> tensor<1x8x1xf32>
  check.equal %difference, dense<0.0> : tensor<1x8x1xf32>
  return
}

// Sequences of 3, 1 and no steps, in both directions: the first sum backwards is that of the
// last valid element, and what lies behind the end, even NaN, is seen nowhere. Of a sequence
// without elements the last states are the first ones.
func.func @rnn_relu_lengths() {
  %x = check.input dense<[[[1.0], [2.0], [0x7FC00000]], [[4.0], [0x7FC00000], [0x7F800000]], [[8.0], [0x7F800000], [3.0]]]> : tensor<3x3x1xf32>
  %h = check.input dense<[[[0.0], [0.0], [5.0]], [[16.0], [32.0], [6.0]]]> : tensor<2x3x1xf32>
  %w = check.input dense<1.0> : tensor<1x1xf32>
  %n = check.input dense<[3, 1, 0]> : tensor<3xi32>
  %y, %last = amp.rnn_relu %x, %h, %w, %w, %w, %w lengths(%n) {bidirectional = true} : (tensor<3x3x1xf32>, tensor<2x3x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<3xi32>) -> (tensor<3x3x2xf32>, tensor<2x3x1xf32>)
  check.equal %y, dense<[[[1.0, 29.0], [2.0, 34.0], [0.0, 0.0]], [[5.0, 28.0], [0.0, 0.0], [0.0, 0.0]], [[13.0, 24.0], [0.0, 0.0], [0.0, 0.0]]]> : tensor<3x3x2xf32>
  check.equal %last, dense<[[[13.0], [2.0], [5.0]], [[29.0], [34.0], [6.0]]]> : tensor<2x3x1xf32>
  %sum = amp.sum %y : (tensor<3x3x2xf32>) -> tensor<f32>
  %dx, %dw = amp.backward %sum wrt(%x, %w) : (tensor<f32>, tensor<3x3x1xf32>, tensor<1x1xf32>) -> (tensor<3x3x1xf32>, tensor<1x1xf32>)
  // How many sums an element is in, in both directions.
  check.equal %dx, dense<[[[4.0], [2.0], [0.0]], [[4.0], [0.0], [0.0]], [[4.0], [0.0], [0.0]]]> : tensor<3x3x1xf32>
  return
}

// One above the number of steps is all of them, and one below 0 is none.
func.func @rnn_relu_lengths_beyond() {
  %x = check.input dense<[[[1.0], [2.0]], [[4.0], [8.0]]]> : tensor<2x2x1xf32>
  %h = check.input dense<[[[7.0], [0.0]]]> : tensor<1x2x1xf32>
  %w = check.input dense<1.0> : tensor<1x1xf32>
  %n = check.input dense<[-1, 9000000000]> : tensor<2xi64>
  %y, %last = amp.rnn_relu %x, %h, %w, %w lengths(%n) {batch_first = true} : (tensor<2x2x1xf32>, tensor<1x2x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<2xi64>) -> (tensor<2x2x1xf32>, tensor<1x2x1xf32>)
  check.equal %y, dense<[[[0.0], [0.0]], [[4.0], [12.0]]]> : tensor<2x2x1xf32>
  check.equal %last, dense<[[[7.0], [12.0]]]> : tensor<1x2x1xf32>
  return
}
