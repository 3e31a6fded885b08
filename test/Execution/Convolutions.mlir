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

// Windows of 2 elements that are 2 apart, at -1, 1 and 3; then channels before elements, and
// the last dimension first.
func.func @columns() {
  %x = check.input dense<[[[1.0, 2.0, 3.0, 4.0, 5.0]]]> : tensor<1x1x5xf32>
  %y = amp.im2col %x {kernel_size = array<i64: 2>, stride = array<i64: 2>, padding = array<i64: 1>, dilation = array<i64: 2>} : (tensor<1x1x5xf32>) -> tensor<1x2x3xf32>
  check.equal %y, dense<[[[0.0, 2.0, 4.0], [2.0, 4.0, 0.0]]]> : tensor<1x2x3xf32>
  %z = amp.col2im %y {output_size = array<i64: 5>, kernel_size = array<i64: 2>, stride = array<i64: 2>, padding = array<i64: 1>, dilation = array<i64: 2>} : (tensor<1x2x3xf32>) -> tensor<1x1x5xf32>
  check.equal %z, dense<[[[0.0, 4.0, 0.0, 8.0, 0.0]]]> : tensor<1x1x5xf32>
  %i = check.input dense<[[[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]]]]> : tensor<1x2x2x2xf32>
  %c = amp.im2col %i {kernel_size = array<i64: 1, 2>, stride = array<i64: 1, 1>, padding = array<i64: 0, 0>, dilation = array<i64: 1, 1>} : (tensor<1x2x2x2xf32>) -> tensor<1x4x2xf32>
  check.equal %c, dense<[[[1.0, 3.0], [2.0, 4.0], [5.0, 7.0], [6.0, 8.0]]]> : tensor<1x4x2xf32>
  return
}

// Of the sum of squares: each is the other's derivative, and that of both once more.
func.func @column_gradients() {
  %x = check.input dense<[[[1.0, 2.0, 3.0]]]> : tensor<1x1x3xf32>
  %y = amp.im2col %x {kernel_size = array<i64: 2>, stride = array<i64: 1>, padding = array<i64: 0>, dilation = array<i64: 1>} : (tensor<1x1x3xf32>) -> tensor<1x2x2xf32>
  %s = amp.mul %y, %y : (tensor<1x2x2xf32>, tensor<1x2x2xf32>) -> tensor<1x2x2xf32>
  %a = amp.sum %s : (tensor<1x2x2xf32>) -> tensor<f32>
  %dx = amp.backward %a wrt(%x) : (tensor<f32>, tensor<1x1x3xf32>) -> tensor<1x1x3xf32>
  check.equal %dx, dense<[[[2.0, 8.0, 6.0]]]> : tensor<1x1x3xf32>
  %n = amp.sum %dx : (tensor<1x1x3xf32>) -> tensor<f32>
  %ddx = amp.backward %n wrt(%x) : (tensor<f32>, tensor<1x1x3xf32>) -> tensor<1x1x3xf32>
  check.equal %ddx, dense<[[[2.0, 4.0, 2.0]]]> : tensor<1x1x3xf32>
  %c = check.input dense<[[[1.0, 2.0], [3.0, 4.0]]]> : tensor<1x2x2xf32>
  %z = amp.col2im %c {output_size = array<i64: 3>, kernel_size = array<i64: 2>, stride = array<i64: 1>, padding = array<i64: 0>, dilation = array<i64: 1>} : (tensor<1x2x2xf32>) -> tensor<1x1x3xf32>
  check.equal %z, dense<[[[1.0, 5.0, 4.0]]]> : tensor<1x1x3xf32>
  %q = amp.mul %z, %z : (tensor<1x1x3xf32>, tensor<1x1x3xf32>) -> tensor<1x1x3xf32>
  %b = amp.sum %q : (tensor<1x1x3xf32>) -> tensor<f32>
  %dc = amp.backward %b wrt(%c) : (tensor<f32>, tensor<1x2x2xf32>) -> tensor<1x2x2xf32>
  check.equal %dc, dense<[[[2.0, 10.0], [10.0, 8.0]]]> : tensor<1x2x2xf32>
  return
}

// What no library computes: f64. An infinity is in the windows that have it, and a weight that
// is one is where windows are.
func.func @infinities() {
  %x = check.input dense<[[[0x7FF0000000000000, 1.0, 2.0]]]> : tensor<1x1x3xf64>
  %w = check.input dense<1.0> : tensor<1x1x2xf64>
  %y = amp.conv1d %x, %w {padding = array<i64: 1>} : (tensor<1x1x3xf64>, tensor<1x1x2xf64>) -> tensor<1x1x4xf64>
  check.equal %y, dense<[[[0x7FF0000000000000, 0x7FF0000000000000, 3.0, 2.0]]]> : tensor<1x1x4xf64>
  %d = check.input dense<1.0> : tensor<1x1x2xf64>
  %v = check.input dense<0x7FF0000000000000> : tensor<1x1x1xf64>
  %dx = amp.convolution_backward_input %d, %v {stride = array<i64: 2>, padding = array<i64: 0>, dilation = array<i64: 1>, size = array<i64: 4>} : (tensor<1x1x2xf64>, tensor<1x1x1xf64>) -> tensor<1x1x4xf64>
  check.equal %dx, dense<[[[0x7FF0000000000000, 0.0, 0x7FF0000000000000, 0.0]]]> : tensor<1x1x4xf64>
  return
}

// Patches side by side, and a kernel as large as the image with a padding of half of it: the
// elements that the windows have in the image.
func.func @large_kernels() {
  %x = check.input dense<1.0> : tensor<1x2x32x48xf64>
  %w = check.input dense<0.5> : tensor<3x2x16x16xf64>
  %y = amp.conv2d %x, %w {stride = array<i64: 16, 16>} : (tensor<1x2x32x48xf64>, tensor<3x2x16x16xf64>) -> tensor<1x3x2x3xf64>
  check.equal %y, dense<256.0> : tensor<1x3x2x3xf64>
  %s = amp.sum %y : (tensor<1x3x2x3xf64>) -> tensor<f64>
  %g:2 = amp.backward %s wrt(%x, %w) : (tensor<f64>, tensor<1x2x32x48xf64>, tensor<3x2x16x16xf64>) -> (tensor<1x2x32x48xf64>, tensor<3x2x16x16xf64>)
  check.equal %g#0, dense<1.5> : tensor<1x2x32x48xf64>
  check.equal %g#1, dense<6.0> : tensor<3x2x16x16xf64>
  %i = check.input dense<1.0> : tensor<1x1x31x2xf64>
  %v = check.input dense<1.0> : tensor<1x1x31x31xf64>
  %z = amp.conv2d %i, %v {padding = array<i64: 0, 15>} : (tensor<1x1x31x2xf64>, tensor<1x1x31x31xf64>) -> tensor<1x1x1x2xf64>
  check.equal %z, dense<62.0> : tensor<1x1x1x2xf64>
  %t = amp.sum %z : (tensor<1x1x1x2xf64>) -> tensor<f64>
  %h = amp.backward %t wrt(%i) : (tensor<f64>, tensor<1x1x31x2xf64>) -> tensor<1x1x31x2xf64>
  check.equal %h, dense<2.0> : tensor<1x1x31x2xf64>
  return
}
