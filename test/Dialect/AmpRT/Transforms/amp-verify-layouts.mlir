// RUN: amp-opt %s --split-input-file --amp-verify-layouts -verify-diagnostics

#id = affine_map<(n, c, l) -> (n, c, l)>

// Between two convolutions everything is copied to channels last and back.
// expected-error @below {{copies 24576 bytes between layouts, where 8192 are enough; run amp-assign-layouts}}
func.func @first(%x: tensor<2x16x16xf32>, %v: tensor<32x16x3xf32>, %w: tensor<16x32x3xf32>) -> tensor<2x16x16xf32> {
  %e = tensor.empty() : tensor<2x32x16xf32>
  // expected-note @below {{the first op that should write another layout}}
  %y = amprt.convolution forward ins(%x, %v : tensor<2x16x16xf32>, tensor<32x16x3xf32>) outs(%e : tensor<2x32x16xf32>)
    {stride = array<i64: 1>, padding = array<i64: 1>, dilation = array<i64: 1>, groups = 1 : i64} -> tensor<2x32x16xf32>
  %g = tensor.empty() : tensor<2x16x16xf32>
  %r = amprt.convolution forward ins(%y, %w : tensor<2x32x16xf32>, tensor<16x32x3xf32>) outs(%g : tensor<2x16x16xf32>)
    {stride = array<i64: 1>, padding = array<i64: 1>, dilation = array<i64: 1>, groups = 1 : i64} -> tensor<2x16x16xf32>
  return %r : tensor<2x16x16xf32>
}

// -----

// Stored so, they are not.
func.func @last(%x: tensor<2x16x16xf32>, %v: tensor<32x16x3xf32>, %w: tensor<16x32x3xf32>) -> tensor<2x16x16xf32> {
  %e = tensor.empty() : tensor<2x16x32xf32>
  %y = amprt.convolution forward ins(%x, %v : tensor<2x16x16xf32>, tensor<32x16x3xf32>) outs(%e : tensor<2x16x32xf32>)
    {stride = array<i64: 1>, padding = array<i64: 1>, dilation = array<i64: 1>, groups = 1 : i64,
     output_layout = #amprt.layout<channels_last>} -> tensor<2x16x32xf32>
  %g = tensor.empty() : tensor<2x16x16xf32>
  %r = amprt.convolution forward ins(%y, %w : tensor<2x16x32xf32>, tensor<16x32x3xf32>) outs(%g : tensor<2x16x16xf32>)
    {stride = array<i64: 1>, padding = array<i64: 1>, dilation = array<i64: 1>, groups = 1 : i64,
     input_layout = #amprt.layout<channels_last>} -> tensor<2x16x16xf32>
  return %r : tensor<2x16x16xf32>
}
