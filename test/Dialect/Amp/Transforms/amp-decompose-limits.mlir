// Composite ops of sizes that a few characters can ask for, and no memory holds the parts
// of.
// RUN: amp-opt %s --amp-decompose --split-input-file --verify-diagnostics

func.func @means(%x: tensor<1x1x40000000x1xf32>) -> tensor<1x1x20000000x1xf32> {
  // expected-error @+1 {{'amp.avg_pool2d' op needs a constant of 20000000 elements; at most 16777216 are supported}}
  %y = amp.avg_pool2d %x {kernel_size = array<i64: 2, 1>} : (tensor<1x1x40000000x1xf32>) -> tensor<1x1x20000000x1xf32>
  return %y : tensor<1x1x20000000x1xf32>
}

// -----

func.func @adaptive(%x: tensor<1x1x40000000xf32>) -> tensor<1x1x20000000xf32> {
  // expected-error @+1 {{'amp.adaptive_avg_pool1d' op needs a constant of 20000000 elements}}
  %y = amp.adaptive_avg_pool1d %x {output_size = array<i64: 20000000>} : (tensor<1x1x40000000xf32>) -> tensor<1x1x20000000xf32>
  return %y : tensor<1x1x20000000xf32>
}

// -----

func.func @resize(%x: tensor<1x1x7xf32>) -> tensor<1x1x20000000xf32> {
  // expected-error @+1 {{'amp.upsample_linear1d' op needs a constant of 20000007 elements}}
  %y = amp.upsample_linear1d %x {output_size = array<i64: 20000000>} : (tensor<1x1x7xf32>) -> tensor<1x1x20000000xf32>
  return %y : tensor<1x1x20000000xf32>
}

// -----

func.func @pad(%x: tensor<1x1x20000000xf32>) -> tensor<1x1x20000002xf32> {
  // expected-error @+1 {{'amp.reflection_pad' op needs a constant of 20000002 elements}}
  %y = amp.reflection_pad %x {low = array<i64: 1>, high = array<i64: 1>} : (tensor<1x1x20000000xf32>) -> tensor<1x1x20000002xf32>
  return %y : tensor<1x1x20000002xf32>
}

// -----

func.func @reverse(%x: tensor<100000000000xf32>) -> tensor<100000000000xf32> {
  // expected-error @+1 {{'amp.flip' op needs a constant of 100000000000 elements}}
  %y = amp.flip %x {dims = array<i64: 0>} : (tensor<100000000000xf32>) -> tensor<100000000000xf32>
  return %y : tensor<100000000000xf32>
}

// -----

// Of f64, for which there is no library.
func.func @kernel(%x: tensor<1x1x2000000000x2000000000xf64>, %w: tensor<1x1x101x100xf64>) -> tensor<1x1x1999999900x1999999901xf64> {
  // expected-error @+1 {{'amp.convolution' op has more elements in windows than there are numbers}}
  %y = amp.conv2d %x, %w : (tensor<1x1x2000000000x2000000000xf64>, tensor<1x1x101x100xf64>) -> tensor<1x1x1999999900x1999999901xf64>
  return %y : tensor<1x1x1999999900x1999999901xf64>
}

// -----

func.func @order(%x: tensor<100000000000xf32>) -> tensor<1xi64> {
  // expected-error @+1 {{'amp.topk' op needs a constant of 100000000000 elements; at most 16777216 are supported}}
  %y, %i = amp.topk %x {k = 1 : i64} : (tensor<100000000000xf32>) -> (tensor<1xf32>, tensor<1xi64>)
  return %i : tensor<1xi64>
}
