// RUN: amp-check %s
// RUN: amp-check %s --options="level=O1 dtype=f16"
// RUN: amp-check %s --options="level=O1 dtype=bf16"
// RUN: %if simulator %{ %simulated_gpu amp-check %s --device=cuda %}

func.func @pool2d() {
  %x = check.input dense<[[[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]]]]> : tensor<1x1x2x4xf32>
  %max = amp.max_pool2d %x {kernel_size = array<i64: 2, 2>} : (tensor<1x1x2x4xf32>) -> tensor<1x1x1x2xf32>
  check.equal %max, dense<[[[[6.0, 8.0]]]]> : tensor<1x1x1x2xf32>
  %avg = amp.avg_pool2d %x {kernel_size = array<i64: 2, 2>} : (tensor<1x1x2x4xf32>) -> tensor<1x1x1x2xf32>
  check.equal %avg, dense<[[[[3.5, 5.5]]]]> : tensor<1x1x1x2xf32>
  %one = amp.adaptive_avg_pool2d %x {output_size = array<i64: 1, 1>} : (tensor<1x1x2x4xf32>) -> tensor<1x1x1x1xf32>
  check.equal %one, dense<4.5> : tensor<1x1x1x1xf32>
  return
}

// The first window of the means begins in the padding, which counts for the first of them.
func.func @pool1d() {
  %x = check.input dense<[[[1.0, 5.0, 3.0]]]> : tensor<1x1x3xf32>
  %max = amp.max_pool1d %x {kernel_size = array<i64: 2>, ceil_mode = true} : (tensor<1x1x3xf32>) -> tensor<1x1x2xf32>
  check.equal %max, dense<[[[5.0, 3.0]]]> : tensor<1x1x2xf32>
  %avg = amp.avg_pool1d %x {kernel_size = array<i64: 2>, padding = array<i64: 1>} : (tensor<1x1x3xf32>) -> tensor<1x1x2xf32>
  check.equal %avg, dense<[[[0.5, 4.0]]]> : tensor<1x1x2xf32>
  %input = amp.avg_pool1d %x {kernel_size = array<i64: 2>, padding = array<i64: 1>, count_include_pad = false} : (tensor<1x1x3xf32>) -> tensor<1x1x2xf32>
  check.equal %input, dense<[[[1.0, 4.0]]]> : tensor<1x1x2xf32>
  %two = amp.adaptive_max_pool1d %x {output_size = array<i64: 2>} : (tensor<1x1x3xf32>) -> tensor<1x1x2xf32>
  check.equal %two, dense<[[[5.0, 5.0]]]> : tensor<1x1x2xf32>
  return
}

// The gradient goes to the first of equal elements, and to NaN.
func.func @max_pool_gradient() {
  %x = check.input dense<[[[[2.0, 2.0], [0x7FC00000, 3.0]]]]> : tensor<1x1x2x2xf32>
  %max = amp.max_pool2d %x {kernel_size = array<i64: 1, 2>} : (tensor<1x1x2x2xf32>) -> tensor<1x1x2x1xf32>
  %loss = amp.sum %max : (tensor<1x1x2x1xf32>) -> tensor<f32>
  %dx = amp.backward %loss wrt(%x) : (tensor<f32>, tensor<1x1x2x2xf32>) -> tensor<1x1x2x2xf32>
  check.equal %dx, dense<[[[[1.0, 0.0], [1.0, 0.0]]]]> : tensor<1x1x2x2xf32>
  return
}

// Padding is in no maximum: where a window has -inf alone, the gradient is that of its first
// element. A window that overlaps another one adds to what it chose.
func.func @max_pool_of_nothing_larger() {
  %x = check.input dense<[[[0xFF800000, 0xFF800000, 1.0, 0.0]]]> : tensor<1x1x4xf32>
  %max = amp.max_pool1d %x {kernel_size = array<i64: 3>, stride = array<i64: 1>, padding = array<i64: 1>} : (tensor<1x1x4xf32>) -> tensor<1x1x4xf32>
  check.equal %max, dense<[[[0xFF800000, 1.0, 1.0, 1.0]]]> : tensor<1x1x4xf32>
  %loss = amp.sum %max : (tensor<1x1x4xf32>) -> tensor<f32>
  %dx = amp.backward %loss wrt(%x) : (tensor<f32>, tensor<1x1x4xf32>) -> tensor<1x1x4xf32>
  check.equal %dx, dense<[[[1.0, 0.0, 3.0, 0.0]]]> : tensor<1x1x4xf32>
  return
}

// Of equal elements the first one by rows, of several NaN the last one.
func.func @max_pool_ties() {
  %x = check.input dense<[[[[1.0, 2.0], [2.0, 0.0], [0x7FC00000, 5.0], [0.0, 0x7FC00000]]]]> : tensor<1x1x4x2xf32>
  %max = amp.max_pool2d %x {kernel_size = array<i64: 2, 2>} : (tensor<1x1x4x2xf32>) -> tensor<1x1x2x1xf32>
  %loss = amp.sum %max : (tensor<1x1x2x1xf32>) -> tensor<f32>
  %dx = amp.backward %loss wrt(%x) : (tensor<f32>, tensor<1x1x4x2xf32>) -> tensor<1x1x4x2xf32>
  check.equal %dx, dense<[[[[0.0, 1.0], [0.0, 0.0], [0.0, 0.0], [0.0, 1.0]]]]> : tensor<1x1x4x2xf32>
  return
}

// Each second element; the first window begins in the padding.
func.func @max_pool_dilated() {
  %x = check.input dense<[[[4.0, 1.0, 2.0, 3.0, 0.0]]]> : tensor<1x1x5xf32>
  %max = amp.max_pool1d %x {kernel_size = array<i64: 2>, stride = array<i64: 1>, padding = array<i64: 1>, dilation = array<i64: 2>} : (tensor<1x1x5xf32>) -> tensor<1x1x5xf32>
  check.equal %max, dense<[[[1.0, 4.0, 3.0, 2.0, 3.0]]]> : tensor<1x1x5xf32>
  return
}

// Windows of unequal sizes share an element.
func.func @adaptive_gradient() {
  %x = check.input dense<[[[1.0, 2.0, 6.0]]]> : tensor<1x1x3xf32>
  %mean = amp.adaptive_avg_pool1d %x {output_size = array<i64: 2>} : (tensor<1x1x3xf32>) -> tensor<1x1x2xf32>
  check.equal %mean, dense<[[[1.5, 4.0]]]> : tensor<1x1x2xf32>
  %loss = amp.sum %mean : (tensor<1x1x2xf32>) -> tensor<f32>
  %dx = amp.backward %loss wrt(%x) : (tensor<f32>, tensor<1x1x3xf32>) -> tensor<1x1x3xf32>
  check.equal %dx, dense<[[[0.5, 1.0, 0.5]]]> : tensor<1x1x3xf32>
  return
}

// No image, and none of its windows.
func.func @no_images() {
  %x = check.input dense<> : tensor<0x2x4xf32>
  %max = amp.max_pool1d %x {kernel_size = array<i64: 2>} : (tensor<0x2x4xf32>) -> tensor<0x2x2xf32>
  check.equal %max, dense<> : tensor<0x2x2xf32>
  %mean = amp.avg_pool1d %x {kernel_size = array<i64: 2>} : (tensor<0x2x4xf32>) -> tensor<0x2x2xf32>
  check.equal %mean, dense<> : tensor<0x2x2xf32>
  return
}
