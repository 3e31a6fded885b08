// RUN: amp-opt %s -verify-diagnostics -split-input-file

// One case per diagnostic, named after what is wrong.

func.func @pixels_of_a_matrix(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.pixel_shuffle' op expects rank 3 or more, found 'tensor<4x8xf16>'}}
  %0 = amp.pixel_shuffle %x {factor = 2 : i64} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  return
}

// -----

func.func @factor_is_zero(%x: tensor<4x4x4xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.pixel_unshuffle' op expects a factor of at least 1, whose square is a size, found 0}}
  %0 = amp.pixel_unshuffle %x {factor = 0 : i64} : (tensor<4x4x4xf16>) -> tensor<4x4x4xf16>
  return
}

// -----

func.func @factor_is_too_large(%x: tensor<4x4x4xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.pixel_shuffle' op expects a factor of at least 1, whose square is a size, found 4294967296}}
  %0 = amp.pixel_shuffle %x {factor = 4294967296 : i64} : (tensor<4x4x4xf16>) -> tensor<4x4x4xf16>
  return
}

// -----

func.func @channels_do_not_divide(%x: tensor<6x4x4xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.pixel_shuffle' op expects a multiple of 4 channels for factor 2, found 6 in 'tensor<6x4x4xf16>'}}
  %0 = amp.pixel_shuffle %x {factor = 2 : i64} : (tensor<6x4x4xf16>) -> tensor<1x8x8xf16>
  return
}

// -----

func.func @too_many_pixels(%x: tensor<?x4611686018427387904x1xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.pixel_shuffle' op result has too many elements}}
  %0 = amp.pixel_shuffle %x {factor = 2 : i64} : (tensor<?x4611686018427387904x1xf16>) -> tensor<?x?x2xf16>
  return
}

// -----

func.func @pixels_do_not_divide(%x: tensor<1x4x5xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.pixel_unshuffle' op expects a multiple of 2 in dimension 2, found 'tensor<1x4x5xf16>'}}
  %0 = amp.pixel_unshuffle %x {factor = 2 : i64} : (tensor<1x4x5xf16>) -> tensor<4x2x2xf16>
  return
}

// -----

func.func @too_many_channels(%x: tensor<4611686018427387904x2x2xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.pixel_unshuffle' op result has too many elements}}
  %0 = amp.pixel_unshuffle %x {factor = 2 : i64} : (tensor<4611686018427387904x2x2xf16>) -> tensor<?x1x1xf16>
  return
}

// -----

func.func @upsample_nearest1d_of_image(%a: tensor<4x3x8x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.upsample_nearest1d' op expects input [N, C, L], found 'tensor<4x3x8x8xf32>'}}
  %0 = amp.upsample_nearest1d %a {output_size = array<i64: 16>} : (tensor<4x3x8x8xf32>) -> tensor<4x3x16xf32>
  return
}

// -----

func.func @upsample_nearest_exact2d_with_one_size(%a: tensor<4x3x8x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp._upsample_nearest_exact2d' op expects output_size to have 2 element(s) in [1, 2147483647], found [16]}}
  %0 = amp._upsample_nearest_exact2d %a {output_size = array<i64: 16>} : (tensor<4x3x8x8xf32>) -> tensor<4x3x16x16xf32>
  return
}

// -----

func.func @upsample_bilinear2d_of_nothing(%a: tensor<4x3x0x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.upsample_bilinear2d' op expects input without empty dimensions from dimension 1 on, found 'tensor<4x3x0x8xf32>'}}
  %0 = amp.upsample_bilinear2d %a {output_size = array<i64: 16, 16>} : (tensor<4x3x0x8xf32>) -> tensor<4x3x16x16xf32>
  return
}

// -----

func.func @upsample_nearest2d_has_no_corners(%a: tensor<4x3x8x8xf32>) {
  // expected-error @+1 {{'amp.upsample_nearest2d' op has no attribute 'align_corners'; known are output_size}}
  %0 = amp.upsample_nearest2d %a {output_size = array<i64: 16, 16>, align_corners = true} : (tensor<4x3x8x8xf32>) -> tensor<4x3x16x16xf32>
  return
}

// -----

func.func @grid_sampler_of_sequence(%a: tensor<4x3x16xf32>, %b: tensor<4x8x1xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.grid_sampler' op expects input [N, C, H, W] or [N, C, D, H, W], found 'tensor<4x3x16xf32>'}}
  %0 = amp.grid_sampler %a, %b : (tensor<4x3x16xf32>, tensor<4x8x1xf32>) -> tensor<4x3x8xf32>
  return
}

// -----

func.func @grid_sampler_grid_of_other_batch(%a: tensor<4x3x16x16xf32>, %b: tensor<5x8x8x2xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.grid_sampler' op expects grid of type 'tensor<4x8x8x2xf32>', found 'tensor<5x8x8x2xf32>'}}
  %0 = amp.grid_sampler %a, %b : (tensor<4x3x16x16xf32>, tensor<5x8x8x2xf32>) -> tensor<4x3x8x8xf32>
  return
}

// -----

func.func @grid_sampler_grid_without_positions(%a: tensor<4x3x16x16xf32>, %b: tensor<4x8x8x3xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.grid_sampler' op expects grid of type 'tensor<4x8x8x2xf32>', found 'tensor<4x8x8x3xf32>'}}
  %0 = amp.grid_sampler %a, %b : (tensor<4x3x16x16xf32>, tensor<4x8x8x3xf32>) -> tensor<4x3x8x8xf32>
  return
}

// -----

func.func @grid_sampler_grid_of_wrong_rank(%a: tensor<4x3x16x16x16xf32>, %b: tensor<4x8x8x3xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.grid_sampler' op expects grid of type 'tensor<4x8x8x3x3xf32>', found 'tensor<4x8x8x3xf32>'}}
  %0 = amp.grid_sampler %a, %b : (tensor<4x3x16x16x16xf32>, tensor<4x8x8x3xf32>) -> tensor<4x3x8x8x8xf32>
  return
}

// -----

func.func @grid_sampler_of_nothing(%a: tensor<4x3x0x16xf32>, %b: tensor<4x8x8x2xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.grid_sampler' op expects input without empty dimensions from dimension 1 on, found 'tensor<4x3x0x16xf32>'}}
  %0 = amp.grid_sampler %a, %b : (tensor<4x3x0x16xf32>, tensor<4x8x8x2xf32>) -> tensor<4x3x8x8xf32>
  return
}

// -----

func.func @grid_sampler_element_types_differ(%a: tensor<4x3x16x16xf16>, %b: tensor<4x8x8x2xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.grid_sampler' op expects operands of one element type, found 'f16' and 'f32'}}
  %0 = amp.grid_sampler %a, %b : (tensor<4x3x16x16xf16>, tensor<4x8x8x2xf32>) -> tensor<4x3x8x8xf32>
  return
}

// -----

func.func @grid_sampler_unknown_interpolation(%a: tensor<4x3x16x16xf32>, %b: tensor<4x8x8x2xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.grid_sampler' op expects interpolation_mode to be one of bilinear, nearest, bicubic, found cubic}}
  %0 = amp.grid_sampler %a, %b {interpolation_mode = "cubic"} : (tensor<4x3x16x16xf32>, tensor<4x8x8x2xf32>) -> tensor<4x3x8x8xf32>
  return
}

// -----

func.func @grid_sampler_unknown_padding(%a: tensor<4x3x16x16xf32>, %b: tensor<4x8x8x2xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.grid_sampler' op expects padding_mode to be one of zeros, border, reflection, found wrap}}
  %0 = amp.grid_sampler %a, %b {padding_mode = "wrap"} : (tensor<4x3x16x16xf32>, tensor<4x8x8x2xf32>) -> tensor<4x3x8x8xf32>
  return
}

// -----

func.func @grid_sampler_bicubic_of_volume(%a: tensor<4x3x16x16x16xf32>, %b: tensor<4x8x8x8x3xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.grid_sampler' op expects input [N, C, H, W] with interpolation_mode bicubic, found 'tensor<4x3x16x16x16xf32>'}}
  %0 = amp.grid_sampler %a, %b {interpolation_mode = "bicubic"} : (tensor<4x3x16x16x16xf32>, tensor<4x8x8x8x3xf32>) -> tensor<4x3x8x8x8xf32>
  return
}
