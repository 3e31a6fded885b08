// Composite ops of sizes that a few characters can ask for, and no memory holds the parts
// of.
// RUN: amp-opt %s --amp-decompose --split-input-file --verify-diagnostics

func.func @window(%x: tensor<1x1x20001x4xf32>) -> tensor<1x1x2x4xf32> {
  // expected-error @+1 {{'amp.max_pool2d' op has 20000 elements in a window, each of which becomes ops of its own; at most 10000 are supported}}
  %y = amp.max_pool2d %x {kernel_size = array<i64: 20000, 1>, stride = array<i64: 1, 1>} : (tensor<1x1x20001x4xf32>) -> tensor<1x1x2x4xf32>
  return %y : tensor<1x1x2x4xf32>
}

// -----

// Of f64, for which there is no library.
func.func @kernel(%x: tensor<1x1x200x200xf64>, %w: tensor<1x1x101x100xf64>) -> tensor<1x1x100x101xf64> {
  // expected-error @+1 {{'amp.convolution' op has 10100 elements in a window}}
  %y = amp.conv2d %x, %w : (tensor<1x1x200x200xf64>, tensor<1x1x101x100xf64>) -> tensor<1x1x100x101xf64>
  return %y : tensor<1x1x100x101xf64>
}

// -----

func.func @adaptive(%x: tensor<1x1x30000x4xf32>) -> tensor<1x1x7x4xf32> {
  // expected-error @+1 {{'amp.adaptive_avg_pool2d' op has 30007 elements in windows}}
  %y = amp.adaptive_avg_pool2d %x {output_size = array<i64: 7, 4>} : (tensor<1x1x30000x4xf32>) -> tensor<1x1x7x4xf32>
  return %y : tensor<1x1x7x4xf32>
}

// -----

func.func @resize(%x: tensor<1x1x7x4xf32>) -> tensor<1x1x30000x4xf32> {
  // expected-error @+1 {{'amp.upsample_nearest2d' op has 30000 elements in a dimension}}
  %y = amp.upsample_nearest2d %x {output_size = array<i64: 30000, 4>} : (tensor<1x1x7x4xf32>) -> tensor<1x1x30000x4xf32>
  return %y : tensor<1x1x30000x4xf32>
}

// -----

// A prime number.
func.func @reverse(%x: tensor<1000003xf32>) -> tensor<1000003xf32> {
  // expected-error @+1 {{'amp.flip' op has 1000003 slices to reverse}}
  %y = amp.flip %x {dims = array<i64: 0>} : (tensor<1000003xf32>) -> tensor<1000003xf32>
  return %y : tensor<1000003xf32>
}

// -----

func.func @order(%x: tensor<100000000000xf32>) -> tensor<1xi64> {
  // expected-error @+1 {{'amp.topk' op compares the numbers of 100000000000 elements for each of a result; at most 65536 are supported}}
  %y, %i = amp.topk %x {k = 1 : i64} : (tensor<100000000000xf32>) -> (tensor<1xf32>, tensor<1xi64>)
  return %i : tensor<1xi64>
}

// -----

func.func @grid(%x: tensor<1x1x100000000000x1xf32>, %g: tensor<1x1x1x2xf32>) -> tensor<1x1x1x1xf32> {
  // expected-error @+1 {{'amp.grid_sampler' op compares the numbers of 100000000000 elements for each of a result; at most 65536 are supported}}
  %y = amp.grid_sampler %x, %g : (tensor<1x1x100000000000x1xf32>, tensor<1x1x1x2xf32>) -> tensor<1x1x1x1xf32>
  return %y : tensor<1x1x1x1xf32>
}
