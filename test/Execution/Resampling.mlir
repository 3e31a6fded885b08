// RUN: amp-check %s
// RUN: amp-check %s --options="level=O1 dtype=f16"
// RUN: amp-check %s --options="level=O1 dtype=bf16"
// RUN: %if simulator %{ %simulated_gpu amp-check %s --device=cuda %}

func.func @pixel_shuffle() {
  %x = check.input dense<[[[[1.0]], [[2.0]], [[3.0]], [[4.0]]]]> : tensor<1x4x1x1xf32>
  %y = amp.pixel_shuffle %x {factor = 2 : i64} : (tensor<1x4x1x1xf32>) -> tensor<1x1x2x2xf32>
  check.equal %y, dense<[[[[1.0, 2.0], [3.0, 4.0]]]]> : tensor<1x1x2x2xf32>
  return
}

// The mean of all, the second element, and nothing beyond the edge; nearest to the third.
func.func @grid_sampler() {
  %x = check.input dense<[[[[1.0, 2.0], [3.0, 4.0]]]]> : tensor<1x1x2x2xf32>
  %grid = check.input dense<[[[[0.0, 0.0], [1.0, -1.0], [9.0, 0.0], [-0.5, 0.75]]]]> : tensor<1x1x4x2xf32>
  %y = amp.grid_sampler %x, %grid {align_corners = true} : (tensor<1x1x2x2xf32>, tensor<1x1x4x2xf32>) -> tensor<1x1x1x4xf32>
  check.equal %y, dense<[[[[2.5, 2.0, 0.0, 3.0]]]]> : tensor<1x1x1x4xf32>
  %border = amp.grid_sampler %x, %grid {padding_mode = "border", interpolation_mode = "nearest"} : (tensor<1x1x2x2xf32>, tensor<1x1x4x2xf32>) -> tensor<1x1x1x4xf32>
  check.equal %border, dense<[[[[1.0, 2.0, 2.0, 3.0]]]]> : tensor<1x1x1x4xf32>
  return
}

// What is not read does not matter. Between four pixels each has a quarter of the gradient;
// the slope is 1 along x, and 2 along y, where two pixels are twice as far apart in the grid.
func.func @grid_sampler_gradient() {
  %x = check.input dense<[[[[1.0, 2.0, 0x7F800000], [3.0, 4.0, 0x7FC00000]]]]> : tensor<1x1x2x3xf32>
  %grid = check.input dense<[[[[-0.5, 0.0]]]]> : tensor<1x1x1x2xf32>
  %y = amp.grid_sampler %x, %grid {align_corners = true} : (tensor<1x1x2x3xf32>, tensor<1x1x1x2xf32>) -> tensor<1x1x1x1xf32>
  check.equal %y, dense<2.5> : tensor<1x1x1x1xf32>
  %loss = amp.sum %y : (tensor<1x1x1x1xf32>) -> tensor<f32>
  %g:2 = amp.backward %loss wrt(%x, %grid) : (tensor<f32>, tensor<1x1x2x3xf32>, tensor<1x1x1x2xf32>) -> (tensor<1x1x2x3xf32>, tensor<1x1x1x2xf32>)
  check.equal %g#0, dense<[[[[0.25, 0.25, 0.0], [0.25, 0.25, 0.0]]]]> : tensor<1x1x2x3xf32>
  check.equal %g#1, dense<[[[[1.0, 1.0]]]]> : tensor<1x1x1x2xf32>
  return
}

// The second as torch.nn.Upsample's example does: halves of pixels, edges repeated.
func.func @upsample() {
  %x = check.input dense<[[[1.0, 2.0]]]> : tensor<1x1x2xf32>
  %nearest = amp.upsample_nearest1d %x {output_size = array<i64: 4>} : (tensor<1x1x2xf32>) -> tensor<1x1x4xf32>
  check.equal %nearest, dense<[[[1.0, 1.0, 2.0, 2.0]]]> : tensor<1x1x4xf32>
  %linear = amp.upsample_linear1d %x {output_size = array<i64: 4>} : (tensor<1x1x2xf32>) -> tensor<1x1x4xf32>
  check.equal %linear, dense<[[[1.0, 1.25, 1.75, 2.0]]]> : tensor<1x1x4xf32>
  return
}

// Two of three elements, and sums of what was read of each.
func.func @nearest_of_no_whole_ratio() {
  %x = check.input dense<[[[1.0, 2.0, 4.0]]]> : tensor<1x1x3xf32>
  %y = amp.upsample_nearest1d %x {output_size = array<i64: 5>} : (tensor<1x1x3xf32>) -> tensor<1x1x5xf32>
  check.equal %y, dense<[[[1.0, 1.0, 2.0, 2.0, 4.0]]]> : tensor<1x1x5xf32>
  %loss = amp.sum %y : (tensor<1x1x5xf32>) -> tensor<f32>
  %dx = amp.backward %loss wrt(%x) : (tensor<f32>, tensor<1x1x3xf32>) -> tensor<1x1x3xf32>
  check.equal %dx, dense<[[[2.0, 2.0, 1.0]]]> : tensor<1x1x3xf32>
  return
}

// Corners stay; an element's gradient is the sum of its weights.
func.func @linear_aligned() {
  %x = check.input dense<[[[1.0, 3.0]]]> : tensor<1x1x2xf32>
  %y = amp.upsample_linear1d %x {output_size = array<i64: 5>, align_corners = true} : (tensor<1x1x2xf32>) -> tensor<1x1x5xf32>
  check.equal %y, dense<[[[1.0, 1.5, 2.0, 2.5, 3.0]]]> : tensor<1x1x5xf32>
  %loss = amp.sum %y : (tensor<1x1x5xf32>) -> tensor<f32>
  %dx = amp.backward %loss wrt(%x) : (tensor<f32>, tensor<1x1x2xf32>) -> tensor<1x1x2xf32>
  check.equal %dx, dense<[[[2.5, 2.5]]]> : tensor<1x1x2xf32>
  return
}

// A mean of four, by a filter that is stretched.
func.func @smaller() {
  %x = check.input dense<[[[[1.0, 3.0]], [[5.0, 7.0]]]]> : tensor<1x2x1x2xf32>
  %y = amp._upsample_bilinear2d_aa %x {output_size = array<i64: 1, 1>} : (tensor<1x2x1x2xf32>) -> tensor<1x2x1x1xf32>
  check.equal %y, dense<[[[[2.0]], [[6.0]]]]> : tensor<1x2x1x1xf32>
  return
}
