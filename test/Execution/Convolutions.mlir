// RUN: amp-check %s
// RUN: amp-check %s --options="level=O1 dtype=f16"
// RUN: amp-check %s --options="level=O1 dtype=bf16"
// RUN: %if simulator %{ %simulated_gpu amp-check %s --device=cuda %}

// A cross-correlation: 1 - 3, 2 - 4.
func.func @conv1d() {
  %x = check.input dense<[[[1.0, 2.0, 3.0, 4.0]]]> : tensor<1x1x4xf32>
  %w = check.input dense<[[[1.0, 0.0, -1.0]]]> : tensor<1x1x3xf32>
  %b = check.input dense<[10.0]> : tensor<1xf32>
  %y = amp.conv1d %x, %w, %b : (tensor<1x1x4xf32>, tensor<1x1x3xf32>, tensor<1xf32>) -> tensor<1x1x2xf32>
  check.equal %y, dense<8.0> : tensor<1x1x2xf32>
  %padded = amp.conv1d %x, %w {padding = array<i64: 1>} : (tensor<1x1x4xf32>, tensor<1x1x3xf32>) -> tensor<1x1x4xf32>
  check.equal %padded, dense<[[[-2.0, -2.0, -2.0, 3.0]]]> : tensor<1x1x4xf32>
  return
}

func.func @conv2d() {
  %x = check.input dense<[[[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]]]> : tensor<1x1x3x3xf32>
  %w = check.input dense<[[[[1.0, 0.0], [0.0, 2.0]]]]> : tensor<1x1x2x2xf32>
  %y = amp.conv2d %x, %w : (tensor<1x1x3x3xf32>, tensor<1x1x2x2xf32>) -> tensor<1x1x2x2xf32>
  check.equal %y, dense<[[[[11.0, 14.0], [20.0, 23.0]]]]> : tensor<1x1x2x2xf32>
  // Of the sum: how often each element was multiplied, and by what.
  %loss = amp.sum %y : (tensor<1x1x2x2xf32>) -> tensor<f32>
  %g:2 = amp.backward %loss wrt(%x, %w) : (tensor<f32>, tensor<1x1x3x3xf32>, tensor<1x1x2x2xf32>) -> (tensor<1x1x3x3xf32>, tensor<1x1x2x2xf32>)
  check.equal %g#0, dense<[[[[1.0, 1.0, 0.0], [1.0, 3.0, 2.0], [0.0, 2.0, 2.0]]]]> : tensor<1x1x3x3xf32>
  check.equal %g#1, dense<[[[[12.0, 16.0], [24.0, 28.0]]]]> : tensor<1x1x2x2xf32>
  return
}

func.func @conv_transpose1d() {
  %x = check.input dense<[[[1.0, 2.0]]]> : tensor<1x1x2xf32>
  %w = check.input dense<[[[1.0, 1.0, 1.0]]]> : tensor<1x1x3xf32>
  %y = amp.conv_transpose1d %x, %w : (tensor<1x1x2xf32>, tensor<1x1x3xf32>) -> tensor<1x1x4xf32>
  check.equal %y, dense<[[[1.0, 3.0, 3.0, 2.0]]]> : tensor<1x1x4xf32>
  return
}

// What conv1d's examples are made of: the gradients of the sums of 1 - 3 and 2 - 4.
func.func @products() {
  %x = check.input dense<[[[1.0, 2.0, 3.0, 4.0]]]> : tensor<1x1x4xf32>
  %w = check.input dense<[[[1.0, 0.0, -1.0]]]> : tensor<1x1x3xf32>
  %d = check.input dense<[[[1.0, 2.0]]]> : tensor<1x1x2xf32>
  %b = check.input dense<[10.0]> : tensor<1xf32>
  %y = amp.convolution %x, %w, %b {stride = array<i64: 1>, padding = array<i64: 0>, dilation = array<i64: 1>} : (tensor<1x1x4xf32>, tensor<1x1x3xf32>, tensor<1xf32>) -> tensor<1x1x2xf32>
  check.equal %y, dense<8.0> : tensor<1x1x2xf32>
  %dx = amp.convolution_backward_input %d, %w {stride = array<i64: 1>, padding = array<i64: 0>, dilation = array<i64: 1>, size = array<i64: 4>} : (tensor<1x1x2xf32>, tensor<1x1x3xf32>) -> tensor<1x1x4xf32>
  check.equal %dx, dense<[[[1.0, 2.0, -1.0, -2.0]]]> : tensor<1x1x4xf32>
  %dw = amp.convolution_backward_weight %x, %d {stride = array<i64: 1>, padding = array<i64: 0>, dilation = array<i64: 1>, kernel = array<i64: 3>} : (tensor<1x1x4xf32>, tensor<1x1x2xf32>) -> tensor<1x1x3xf32>
  check.equal %dw, dense<[[[5.0, 8.0, 11.0]]]> : tensor<1x1x3xf32>
  return
}

// A kernel of one element that walks over each second one; the bias, and a ReLU behind it.
func.func @pointwise() {
  %x = check.input dense<[[[1.0, 2.0, 3.0], [-4.0, 5.0, 6.0]]]> : tensor<1x2x3xf32>
  %w = check.input dense<[[[1.0], [2.0]], [[0.0], [-1.0]]]> : tensor<2x2x1xf32>
  %b = check.input dense<[1.0, -1.0]> : tensor<2xf32>
  %y = amp.conv1d %x, %w, %b {stride = array<i64: 2>} : (tensor<1x2x3xf32>, tensor<2x2x1xf32>, tensor<2xf32>) -> tensor<1x2x2xf32>
  %r = amp.relu %y : (tensor<1x2x2xf32>) -> tensor<1x2x2xf32>
  check.equal %r, dense<[[[0.0, 16.0], [3.0, 0.0]]]> : tensor<1x2x2xf32>
  return
}
