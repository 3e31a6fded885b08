// RUN: amp-opt %s -verify-diagnostics -split-input-file

// One case per diagnostic, named after what is wrong.

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

func.func @conv1d_of_image(%a: tensor<4x3x16x16xf32>, %b: tensor<8x3x3xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.conv1d' op expects input [N, C, L], found 'tensor<4x3x16x16xf32>'}}
  %0 = amp.conv1d %a, %b : (tensor<4x3x16x16xf32>, tensor<8x3x3xf32>) -> tensor<4x8x14xf32>
  return
}

// -----

func.func @conv2d_without_batch(%a: tensor<3x16x16xf32>, %b: tensor<8x3x3x3xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.conv2d' op expects input [N, C, H, W], found 'tensor<3x16x16xf32>'}}
  %0 = amp.conv2d %a, %b : (tensor<3x16x16xf32>, tensor<8x3x3x3xf32>) -> tensor<4x8x14x14xf32>
  return
}

// -----

func.func @conv3d_of_image(%a: tensor<4x3x16x16xf32>, %b: tensor<8x3x3x3x3xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.conv3d' op expects input [N, C, D, H, W], found 'tensor<4x3x16x16xf32>'}}
  %0 = amp.conv3d %a, %b : (tensor<4x3x16x16xf32>, tensor<8x3x3x3x3xf32>) -> tensor<4x8x14x14x14xf32>
  return
}

// -----

func.func @conv2d_weight_of_wrong_rank(%a: tensor<4x3x16x16xf32>, %b: tensor<8x3x3xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.conv2d' op expects weight [O, C / groups, kH, kW], found 'tensor<8x3x3xf32>'}}
  %0 = amp.conv2d %a, %b : (tensor<4x3x16x16xf32>, tensor<8x3x3xf32>) -> tensor<4x8x14x14xf32>
  return
}

// -----

func.func @conv2d_element_types_differ(%a: tensor<4x3x16x16xf32>, %b: tensor<8x3x3x3xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.conv2d' op expects operands of one element type, found 'f32' and 'f16'}}
  %0 = amp.conv2d %a, %b : (tensor<4x3x16x16xf32>, tensor<8x3x3x3xf16>) -> tensor<4x8x14x14xf32>
  return
}

// -----

func.func @conv2d_bias_of_other_type(%a: tensor<4x3x16x16xf32>, %b: tensor<8x3x3x3xf32>, %c: tensor<8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.conv2d' op expects operands of one element type, found 'f32' and 'f16'}}
  %0 = amp.conv2d %a, %b, %c : (tensor<4x3x16x16xf32>, tensor<8x3x3x3xf32>, tensor<8xf16>) -> tensor<4x8x14x14xf32>
  return
}

// -----

func.func @conv2d_with_one_stride(%a: tensor<4x3x16x16xf32>, %b: tensor<8x3x3x3xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.conv2d' op expects stride to have 2 element(s) in [1, 2147483647], found [2]}}
  %0 = amp.conv2d %a, %b {stride = array<i64: 2>} : (tensor<4x3x16x16xf32>, tensor<8x3x3x3xf32>) -> tensor<4x8x7x7xf32>
  return
}

// -----

func.func @conv2d_stride_of_zero(%a: tensor<4x3x16x16xf32>, %b: tensor<8x3x3x3xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.conv2d' op expects stride to have 2 element(s) in [1, 2147483647], found [1, 0]}}
  %0 = amp.conv2d %a, %b {stride = array<i64: 1, 0>} : (tensor<4x3x16x16xf32>, tensor<8x3x3x3xf32>) -> tensor<4x8x14x14xf32>
  return
}

// -----

func.func @conv2d_negative_padding(%a: tensor<4x3x16x16xf32>, %b: tensor<8x3x3x3xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.conv2d' op expects padding to have 2 element(s) in [0, 2147483647], found [0, -1]}}
  %0 = amp.conv2d %a, %b {padding = array<i64: 0, -1>} : (tensor<4x3x16x16xf32>, tensor<8x3x3x3xf32>) -> tensor<4x8x14x12xf32>
  return
}

// -----

func.func @conv2d_gigantic_dilation(%a: tensor<4x3x16x16xf32>, %b: tensor<8x3x3x3xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.conv2d' op expects dilation to have 2 element(s) in [1, 2147483647], found [1, 9223372036854775807]}}
  %0 = amp.conv2d %a, %b {dilation = array<i64: 1, 9223372036854775807>} : (tensor<4x3x16x16xf32>, tensor<8x3x3x3xf32>) -> tensor<4x8x14x14xf32>
  return
}

// -----

func.func @conv2d_without_groups(%a: tensor<4x3x16x16xf32>, %b: tensor<8x3x3x3xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.conv2d' op expects groups in [1, 2147483647], found 0}}
  %0 = amp.conv2d %a, %b {groups = 0 : i64} : (tensor<4x3x16x16xf32>, tensor<8x3x3x3xf32>) -> tensor<4x8x14x14xf32>
  return
}

// -----

func.func @conv2d_empty_kernel(%a: tensor<4x3x16x16xf32>, %b: tensor<8x3x0x3xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.conv2d' op expects weight without empty dimensions from dimension 0 on, found 'tensor<8x3x0x3xf32>'}}
  %0 = amp.conv2d %a, %b : (tensor<4x3x16x16xf32>, tensor<8x3x0x3xf32>) -> tensor<4x8x17x14xf32>
  return
}

// -----

func.func @conv2d_channels_differ(%a: tensor<4x6x16x16xf32>, %b: tensor<8x4x3x3xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.conv2d' op expects 8 input channels as the weight 'tensor<8x4x3x3xf32>' with groups = 2 has, found 6 in 'tensor<4x6x16x16xf32>'}}
  %0 = amp.conv2d %a, %b {groups = 2 : i64} : (tensor<4x6x16x16xf32>, tensor<8x4x3x3xf32>) -> tensor<4x8x14x14xf32>
  return
}

// -----

func.func @conv2d_groups_of_unequal_size(%a: tensor<4x6x16x16xf32>, %b: tensor<7x3x3x3xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.conv2d' op expects output channels that groups = 2 divides, found 7 in the weight 'tensor<7x3x3x3xf32>'}}
  %0 = amp.conv2d %a, %b {groups = 2 : i64} : (tensor<4x6x16x16xf32>, tensor<7x3x3x3xf32>) -> tensor<4x7x14x14xf32>
  return
}

// -----

func.func @conv2d_bias_of_wrong_size(%a: tensor<4x3x16x16xf32>, %b: tensor<8x3x3x3xf32>, %c: tensor<3xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.conv2d' op expects bias of type 'tensor<8xf32>', found 'tensor<3xf32>'}}
  %0 = amp.conv2d %a, %b, %c : (tensor<4x3x16x16xf32>, tensor<8x3x3x3xf32>, tensor<3xf32>) -> tensor<4x8x14x14xf32>
  return
}

// -----

func.func @conv2d_kernel_too_large(%a: tensor<4x3x16x4xf32>, %b: tensor<8x3x3x3xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.conv2d' op expects a kernel no larger than the padded input, found in spatial dimension 1 7 (dilated) and 6, from 'tensor<4x3x16x4xf32>' and 'tensor<8x3x3x3xf32>'}}
  %0 = amp.conv2d %a, %b {dilation = array<i64: 1, 3>, padding = array<i64: 1, 1>} : (tensor<4x3x16x4xf32>, tensor<8x3x3x3xf32>) -> tensor<4x8x16x1xf32>
  return
}

// -----

func.func @conv2d_gigantic_kernel(%a: tensor<4x3x16x4xf32>, %b: tensor<8x3x9223372036854775807x3xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.conv2d' op expects a kernel no larger than the padded input, found in spatial dimension 0 2305843009213693952 (dilated) and 16, from 'tensor<4x3x16x4xf32>' and 'tensor<8x3x9223372036854775807x3xf32>'}}
  %0 = amp.conv2d %a, %b {dilation = array<i64: 2147483647, 1>} : (tensor<4x3x16x4xf32>, tensor<8x3x9223372036854775807x3xf32>) -> tensor<4x8x16x1xf32>
  return
}

// -----

func.func @conv2d_result_of_other_size(%a: tensor<?x3x16x?xf32>, %b: tensor<8x3x3x5xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.conv2d' op inferred type(s) 'tensor<?x8x14x?xf32>' are incompatible with return type(s) of operation 'tensor<?x8x16x?xf32>'}}
  %0 = amp.conv2d %a, %b : (tensor<?x3x16x?xf32>, tensor<8x3x3x5xf32>) -> tensor<?x8x16x?xf32>
  return
}

// -----

func.func @conv2d_widens_to_f64(%a: tensor<4x3x16x16xf32>, %b: tensor<8x3x3x3xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.conv2d' op inferred type(s) 'tensor<4x8x14x14xf32>' are incompatible with return type(s) of operation 'tensor<4x8x14x14xf64>'}}
  %0 = amp.conv2d %a, %b : (tensor<4x3x16x16xf32>, tensor<8x3x3x3xf32>) -> tensor<4x8x14x14xf64>
  return
}

// -----

func.func @conv2d_compute_type_too_narrow(%a: tensor<4x3x16x16xf16>, %b: tensor<8x3x3x3xf16>) {
  // expected-error @+1 {{'amp.conv2d' op expects compute_type 'f32' for operands of 'f16', found 'f16'}}
  %0 = amp.conv2d %a, %b {compute_type = f16} : (tensor<4x3x16x16xf16>, tensor<8x3x3x3xf16>) -> tensor<4x8x14x14xf16>
  return
}

// -----

func.func @conv2d_tf32_of_f16(%a: tensor<4x3x16x16xf16>, %b: tensor<8x3x3x3xf16>) {
  // expected-error @+1 {{'amp.conv2d' op expects compute_type 'f32' for operands of 'f16', found 'tf32'}}
  %0 = amp.conv2d %a, %b {compute_type = tf32} : (tensor<4x3x16x16xf16>, tensor<8x3x3x3xf16>) -> tensor<4x8x14x14xf16>
  return
}

// -----

func.func @conv2d_f32_sums_of_f64(%a: tensor<4x3x16x16xf64>, %b: tensor<8x3x3x3xf64>) {
  // expected-error @+1 {{'amp.conv2d' op expects compute_type 'f64' for operands of 'f64', found 'f32'}}
  %0 = amp.conv2d %a, %b {compute_type = f32} : (tensor<4x3x16x16xf64>, tensor<8x3x3x3xf64>) -> tensor<4x8x14x14xf64>
  return
}

// -----

func.func @conv2d_unknown_attribute(%a: tensor<4x3x16x16xf32>, %b: tensor<8x3x3x3xf32>) {
  // expected-error @+1 {{'amp.conv2d' op has no attribute 'strides'; known are compute_type, dilation, groups, padding, stride}}
  %0 = amp.conv2d %a, %b {strides = array<i64: 1, 1>} : (tensor<4x3x16x16xf32>, tensor<8x3x3x3xf32>) -> tensor<4x8x14x14xf32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// Transposed convolutions
//===----------------------------------------------------------------------===//

func.func @conv_transpose1d_of_image(%a: tensor<4x3x16x16xf32>, %b: tensor<3x8x3xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.conv_transpose1d' op expects input [N, C, L], found 'tensor<4x3x16x16xf32>'}}
  %0 = amp.conv_transpose1d %a, %b : (tensor<4x3x16x16xf32>, tensor<3x8x3xf32>) -> tensor<4x8x18xf32>
  return
}

// -----

func.func @conv_transpose2d_weight_of_wrong_rank(%a: tensor<4x3x16x16xf32>, %b: tensor<3x8x3xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.conv_transpose2d' op expects weight [C, O / groups, kH, kW], found 'tensor<3x8x3xf32>'}}
  %0 = amp.conv_transpose2d %a, %b : (tensor<4x3x16x16xf32>, tensor<3x8x3xf32>) -> tensor<4x8x18x18xf32>
  return
}

// -----

func.func @conv_transpose2d_channels_differ(%a: tensor<4x8x16x16xf32>, %b: tensor<3x8x3x3xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.conv_transpose2d' op expects 3 input channels as the weight 'tensor<3x8x3x3xf32>' has, found 8 in 'tensor<4x8x16x16xf32>'}}
  %0 = amp.conv_transpose2d %a, %b : (tensor<4x8x16x16xf32>, tensor<3x8x3x3xf32>) -> tensor<4x8x18x18xf32>
  return
}

// -----

func.func @conv_transpose2d_groups_of_unequal_size(%a: tensor<4x3x16x16xf32>, %b: tensor<3x8x3x3xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.conv_transpose2d' op expects input channels that groups = 2 divides, found 3 in 'tensor<4x3x16x16xf32>'}}
  %0 = amp.conv_transpose2d %a, %b {groups = 2 : i64} : (tensor<4x3x16x16xf32>, tensor<3x8x3x3xf32>) -> tensor<4x16x18x18xf32>
  return
}

// -----

func.func @conv_transpose2d_bias_of_wrong_size(%a: tensor<4x4x16x16xf32>, %b: tensor<4x8x3x3xf32>, %c: tensor<8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.conv_transpose2d' op expects bias of type 'tensor<16xf32>', found 'tensor<8xf32>'}}
  %0 = amp.conv_transpose2d %a, %b, %c {groups = 2 : i64} : (tensor<4x4x16x16xf32>, tensor<4x8x3x3xf32>, tensor<8xf32>) -> tensor<4x16x18x18xf32>
  return
}

// -----

func.func @conv_transpose2d_empty_input(%a: tensor<4x3x0x16xf32>, %b: tensor<3x8x3x3xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.conv_transpose2d' op expects input without empty dimensions from dimension 2 on, found 'tensor<4x3x0x16xf32>'}}
  %0 = amp.conv_transpose2d %a, %b : (tensor<4x3x0x16xf32>, tensor<3x8x3x3xf32>) -> tensor<4x8x2x18xf32>
  return
}

// -----

func.func @conv_transpose2d_negative_output_padding(%a: tensor<4x3x16x16xf32>, %b: tensor<3x8x3x3xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.conv_transpose2d' op expects output_padding to have 2 element(s) in [0, 2147483647], found [-1, 0]}}
  %0 = amp.conv_transpose2d %a, %b {output_padding = array<i64: -1, 0>} : (tensor<4x3x16x16xf32>, tensor<3x8x3x3xf32>) -> tensor<4x8x17x18xf32>
  return
}

// -----

func.func @conv_transpose2d_output_padding_too_large(%a: tensor<4x3x16x16xf32>, %b: tensor<3x8x3x3xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.conv_transpose2d' op expects output_padding smaller than stride or dilation, found in spatial dimension 1 2 with stride 2 and dilation 1}}
  %0 = amp.conv_transpose2d %a, %b {output_padding = array<i64: 0, 2>, stride = array<i64: 2, 2>} : (tensor<4x3x16x16xf32>, tensor<3x8x3x3xf32>) -> tensor<4x8x33x35xf32>
  return
}

// -----

func.func @conv_transpose2d_nothing_left(%a: tensor<4x3x16x2xf32>, %b: tensor<3x8x3x3xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.conv_transpose2d' op expects less padding than the result has elements, found in spatial dimension 1 padding 2 and a size of 0, from 'tensor<4x3x16x2xf32>' and 'tensor<3x8x3x3xf32>'}}
  %0 = amp.conv_transpose2d %a, %b {padding = array<i64: 0, 2>} : (tensor<4x3x16x2xf32>, tensor<3x8x3x3xf32>) -> tensor<4x8x18x0xf32>
  return
}

// -----

func.func @conv_transpose2d_result_of_other_size(%a: tensor<4x3x?x16xf32>, %b: tensor<3x8x3x3xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.conv_transpose2d' op inferred type(s) 'tensor<4x8x?x35xf32>' are incompatible with return type(s) of operation 'tensor<4x8x?x31xf32>'}}
  %0 = amp.conv_transpose2d %a, %b {dilation = array<i64: 1, 2>, stride = array<i64: 1, 2>} : (tensor<4x3x?x16xf32>, tensor<3x8x3x3xf32>) -> tensor<4x8x?x31xf32>
  return
}

// -----

func.func @conv_transpose2d_compute_type(%a: tensor<4x3x16x16xf32>, %b: tensor<3x8x3x3xf32>) {
  // expected-error @+1 {{'amp.conv_transpose2d' op expects compute_type 'f32' or tf32 for operands of 'f32', found 'i32'}}
  %0 = amp.conv_transpose2d %a, %b {compute_type = i32} : (tensor<4x3x16x16xf32>, tensor<3x8x3x3xf32>) -> tensor<4x8x18x18xf32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// Convolution over time
//===----------------------------------------------------------------------===//

func.func @conv_tbc_input_of_wrong_rank(%a: tensor<16x8xf32>, %b: tensor<3x8x32xf32>, %c: tensor<32xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.conv_tbc' op expects input [T, N, C], found 'tensor<16x8xf32>'}}
  %0 = amp.conv_tbc %a, %b, %c : (tensor<16x8xf32>, tensor<3x8x32xf32>, tensor<32xf32>) -> tensor<14x4x32xf32>
  return
}

// -----

func.func @conv_tbc_weight_of_wrong_rank(%a: tensor<16x4x8xf32>, %b: tensor<8x32xf32>, %c: tensor<32xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.conv_tbc' op expects weight [k, C, O], found 'tensor<8x32xf32>'}}
  %0 = amp.conv_tbc %a, %b, %c : (tensor<16x4x8xf32>, tensor<8x32xf32>, tensor<32xf32>) -> tensor<14x4x32xf32>
  return
}

// -----

func.func @conv_tbc_element_types_differ(%a: tensor<16x4x8xf32>, %b: tensor<3x8x32xf32>, %c: tensor<32xf64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.conv_tbc' op expects operands of one element type, found 'f32' and 'f64'}}
  %0 = amp.conv_tbc %a, %b, %c : (tensor<16x4x8xf32>, tensor<3x8x32xf32>, tensor<32xf64>) -> tensor<14x4x32xf32>
  return
}

// -----

func.func @conv_tbc_empty_kernel(%a: tensor<16x4x8xf32>, %b: tensor<0x8x32xf32>, %c: tensor<32xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.conv_tbc' op expects weight without empty dimensions from dimension 0 on, found 'tensor<0x8x32xf32>'}}
  %0 = amp.conv_tbc %a, %b, %c : (tensor<16x4x8xf32>, tensor<0x8x32xf32>, tensor<32xf32>) -> tensor<17x4x32xf32>
  return
}

// -----

func.func @conv_tbc_negative_padding(%a: tensor<16x4x8xf32>, %b: tensor<3x8x32xf32>, %c: tensor<32xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.conv_tbc' op expects pad in [0, 2147483647], found -1}}
  %0 = amp.conv_tbc %a, %b, %c {pad = -1 : i64} : (tensor<16x4x8xf32>, tensor<3x8x32xf32>, tensor<32xf32>) -> tensor<12x4x32xf32>
  return
}

// -----

func.func @conv_tbc_channels_differ(%a: tensor<16x4x9xf32>, %b: tensor<3x8x32xf32>, %c: tensor<32xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.conv_tbc' op expects 8 input channels as the weight 'tensor<3x8x32xf32>' has, found 9 in 'tensor<16x4x9xf32>'}}
  %0 = amp.conv_tbc %a, %b, %c : (tensor<16x4x9xf32>, tensor<3x8x32xf32>, tensor<32xf32>) -> tensor<14x4x32xf32>
  return
}

// -----

func.func @conv_tbc_bias_of_wrong_size(%a: tensor<16x4x8xf32>, %b: tensor<3x8x32xf32>, %c: tensor<8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.conv_tbc' op expects bias of type 'tensor<32xf32>', found 'tensor<8xf32>'}}
  %0 = amp.conv_tbc %a, %b, %c : (tensor<16x4x8xf32>, tensor<3x8x32xf32>, tensor<8xf32>) -> tensor<14x4x32xf32>
  return
}

// -----

func.func @conv_tbc_kernel_too_large(%a: tensor<2x4x8xf32>, %b: tensor<5x8x32xf32>, %c: tensor<32xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.conv_tbc' op expects a kernel no larger than the padded input, found 5 and 4, from 'tensor<2x4x8xf32>' and 'tensor<5x8x32xf32>'}}
  %0 = amp.conv_tbc %a, %b, %c {pad = 1 : i64} : (tensor<2x4x8xf32>, tensor<5x8x32xf32>, tensor<32xf32>) -> tensor<1x4x32xf32>
  return
}

// -----

func.func @conv_tbc_compute_type(%a: tensor<16x4x8xbf16>, %b: tensor<3x8x32xbf16>, %c: tensor<32xbf16>) {
  // expected-error @+1 {{'amp.conv_tbc' op expects compute_type 'f32' for operands of 'bf16', found 'tf32'}}
  %0 = amp.conv_tbc %a, %b, %c {compute_type = tf32} : (tensor<16x4x8xbf16>, tensor<3x8x32xbf16>, tensor<32xbf16>) -> tensor<14x4x32xbf16>
  return
}

// -----

func.func @products_of_four_dimensions(%x: tensor<1x1x2x2x2x2xf32>, %w: tensor<1x1x1x1x1x1xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{expects 1 to 3 strides, one for each spatial dimension, found 4}}
  %0 = amp.convolution %x, %w {stride = array<i64: 1, 1, 1, 1>, padding = array<i64: 0, 0, 0, 0>, dilation = array<i64: 1, 1, 1, 1>} : (tensor<1x1x2x2x2x2xf32>, tensor<1x1x1x1x1x1xf32>) -> tensor<1x1x2x2x2x2xf32>
  return
}

// -----

func.func @convolution_of_another_rank(%x: tensor<4x3x8x8xf32>, %w: tensor<8x3x3xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.convolution' op expects input [N, C, L], found 'tensor<4x3x8x8xf32>'}}
  %0 = amp.convolution %x, %w {stride = array<i64: 1>, padding = array<i64: 0>, dilation = array<i64: 1>} : (tensor<4x3x8x8xf32>, tensor<8x3x3xf32>) -> tensor<4x8x6xf32>
  return
}

// -----

func.func @input_gradient_of_other_channels(%g: tensor<4x6x6xf32>, %w: tensor<8x3x3xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{expects as many channels in 'tensor<4x6x6xf32>' as in 'tensor<8x3x3xf32>', found 6 and 8}}
  %0 = amp.convolution_backward_input %g, %w {stride = array<i64: 1>, padding = array<i64: 0>, dilation = array<i64: 1>, size = array<i64: 8>} : (tensor<4x6x6xf32>, tensor<8x3x3xf32>) -> tensor<4x3x8xf32>
  return
}

// -----

func.func @input_gradient_in_groups(%g: tensor<4x8x6xf32>, %w: tensor<8x3x3xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{expects output channels that groups = 3 divides, found 8}}
  %0 = amp.convolution_backward_input %g, %w {stride = array<i64: 1>, padding = array<i64: 0>, dilation = array<i64: 1>, groups = 3 : i64, size = array<i64: 8>} : (tensor<4x8x6xf32>, tensor<8x3x3xf32>) -> tensor<4x9x8xf32>
  return
}

// -----

func.func @input_gradient_of_another_size(%g: tensor<4x8x6xf32>, %w: tensor<8x3x3xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{expects a gradient of 7 elements in spatial dimension 0, as many as windows of 3 (dilated) have places in 9 with padding 0 and stride 1, found 6}}
  %0 = amp.convolution_backward_input %g, %w {stride = array<i64: 1>, padding = array<i64: 0>, dilation = array<i64: 1>, size = array<i64: 9>} : (tensor<4x8x6xf32>, tensor<8x3x3xf32>) -> tensor<4x3x9xf32>
  return
}

// -----

func.func @input_gradient_without_size(%g: tensor<4x8x6xf32>, %w: tensor<8x3x3xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{expects size to have 1 element(s) in [0, 2147483647], found []}}
  %0 = amp.convolution_backward_input %g, %w {stride = array<i64: 1>, padding = array<i64: 0>, dilation = array<i64: 1>, size = array<i64>} : (tensor<4x8x6xf32>, tensor<8x3x3xf32>) -> tensor<4x3x8xf32>
  return
}

// -----

func.func @weight_gradient_of_other_samples(%x: tensor<4x3x8xf32>, %g: tensor<5x8x6xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{expects as many samples in 'tensor<5x8x6xf32>' as in 'tensor<4x3x8xf32>', found 5 and 4}}
  %0 = amp.convolution_backward_weight %x, %g {stride = array<i64: 1>, padding = array<i64: 0>, dilation = array<i64: 1>, kernel = array<i64: 3>} : (tensor<4x3x8xf32>, tensor<5x8x6xf32>) -> tensor<8x3x3xf32>
  return
}

// -----

func.func @weight_gradient_in_groups(%x: tensor<4x3x8xf32>, %g: tensor<4x8x6xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{expects input channels that groups = 2 divides, found 3}}
  %0 = amp.convolution_backward_weight %x, %g {stride = array<i64: 1>, padding = array<i64: 0>, dilation = array<i64: 1>, groups = 2 : i64, kernel = array<i64: 3>} : (tensor<4x3x8xf32>, tensor<4x8x6xf32>) -> tensor<8x1x3xf32>
  return
}

// -----

func.func @weight_gradient_of_nothing(%x: tensor<4x3x8xf32>, %g: tensor<4x8x9xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{expects kernel to have 1 element(s) in [1, 2147483647], found [0]}}
  %0 = amp.convolution_backward_weight %x, %g {stride = array<i64: 1>, padding = array<i64: 0>, dilation = array<i64: 1>, kernel = array<i64: 0>} : (tensor<4x3x8xf32>, tensor<4x8x9xf32>) -> tensor<8x3x0xf32>
  return
}

// -----

func.func @weight_gradient_of_another_size(%x: tensor<4x3x8xf32>, %g: tensor<4x8x7xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{expects a gradient of 6 elements in spatial dimension 0}}
  %0 = amp.convolution_backward_weight %x, %g {stride = array<i64: 1>, padding = array<i64: 0>, dilation = array<i64: 1>, kernel = array<i64: 3>} : (tensor<4x3x8xf32>, tensor<4x8x7xf32>) -> tensor<8x3x3xf32>
  return
}

// -----

func.func @weight_gradient_in_f64(%x: tensor<4x3x8xf32>, %g: tensor<4x8x6xf32>) {
  // expected-error @+1 {{expects compute_type 'f32' or tf32 for operands of 'f32', found 'f64'}}
  %0 = amp.convolution_backward_weight %x, %g {stride = array<i64: 1>, padding = array<i64: 0>, dilation = array<i64: 1>, compute_type = f64, kernel = array<i64: 3>} : (tensor<4x3x8xf32>, tensor<4x8x6xf32>) -> tensor<8x3x3xf32>
  return
}

// -----

func.func @columns_of_nothing(%x: tensor<4x3x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.im2col' op expects a kernel_size of 1 to 4 dimensions, found []}}
  %0 = amp.im2col %x {kernel_size = array<i64>, stride = array<i64: 1>, padding = array<i64: 0>, dilation = array<i64: 1>} : (tensor<4x3x8xf32>) -> tensor<4x3x8xf32>
  return
}

// -----

func.func @columns_of_another_rank(%x: tensor<4x3x8x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.im2col' op expects input [N, C, spatial...], found 'tensor<4x3x8x8xf32>'}}
  %0 = amp.im2col %x {kernel_size = array<i64: 2>, stride = array<i64: 1>, padding = array<i64: 0>, dilation = array<i64: 1>} : (tensor<4x3x8x8xf32>) -> tensor<4x6x7xf32>
  return
}

// -----

func.func @columns_without_stride(%x: tensor<4x3x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{expects stride to have 1 element(s) in [1, 2147483647], found []}}
  %0 = amp.im2col %x {kernel_size = array<i64: 2>, stride = array<i64>, padding = array<i64: 0>, dilation = array<i64: 1>} : (tensor<4x3x8xf32>) -> tensor<4x6x7xf32>
  return
}

// -----

func.func @columns_of_large_windows(%x: tensor<4x3x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{expects a kernel no larger than the padded input, found in spatial dimension 0 9 (dilated) and 8}}
  %0 = amp.im2col %x {kernel_size = array<i64: 5>, stride = array<i64: 1>, padding = array<i64: 0>, dilation = array<i64: 2>} : (tensor<4x3x8xf32>) -> tensor<4x15x1xf32>
  return
}

// -----

func.func @columns_beyond_numbers(%x: tensor<4x6000000000x2000000000xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.im2col' op result has too many elements}}
  %0 = amp.im2col %x {kernel_size = array<i64: 2000000000>, stride = array<i64: 1>, padding = array<i64: 0>, dilation = array<i64: 1>} : (tensor<4x6000000000x2000000000xf32>) -> tensor<4x1x1xf32>
  return
}

// -----

func.func @image_of_other_rows(%x: tensor<4x7x4xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.col2im' op expects a multiple of 2 rows, as many as a kernel of [2] has elements, found 7 in 'tensor<4x7x4xf32>'}}
  %0 = amp.col2im %x {output_size = array<i64: 5>, kernel_size = array<i64: 2>, stride = array<i64: 1>, padding = array<i64: 0>, dilation = array<i64: 1>} : (tensor<4x7x4xf32>) -> tensor<4x3x5xf32>
  return
}

// -----

func.func @image_of_other_columns(%x: tensor<4x6x4xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.col2im' op expects 5 windows, as many as there are in an output_size of [6], found 4 in 'tensor<4x6x4xf32>'}}
  %0 = amp.col2im %x {output_size = array<i64: 6>, kernel_size = array<i64: 2>, stride = array<i64: 1>, padding = array<i64: 0>, dilation = array<i64: 1>} : (tensor<4x6x4xf32>) -> tensor<4x3x6xf32>
  return
}

// -----

func.func @image_of_another_rank(%x: tensor<4x6x4xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{expects output_size to have 1 element(s) in [0, 2147483647], found [2, 2]}}
  %0 = amp.col2im %x {output_size = array<i64: 2, 2>, kernel_size = array<i64: 2>, stride = array<i64: 1>, padding = array<i64: 0>, dilation = array<i64: 1>} : (tensor<4x6x4xf32>) -> tensor<4x3x2x2xf32>
  return
}
