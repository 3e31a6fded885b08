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
