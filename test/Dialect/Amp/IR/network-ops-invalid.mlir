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

//===----------------------------------------------------------------------===//
// Pooling
//===----------------------------------------------------------------------===//

func.func @max_pool2d_without_batch(%a: tensor<8x16x16xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.max_pool2d' op expects input [N, C, H, W], found 'tensor<8x16x16xf32>'}}
  %0 = amp.max_pool2d %a {kernel_size = array<i64: 2, 2>} : (tensor<8x16x16xf32>) -> tensor<8x8x8xf32>
  return
}

// -----

func.func @max_pool3d_of_image(%a: tensor<4x8x16x16xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.max_pool3d' op expects input [N, C, D, H, W], found 'tensor<4x8x16x16xf32>'}}
  %0 = amp.max_pool3d %a {kernel_size = array<i64: 2, 2, 2>} : (tensor<4x8x16x16xf32>) -> tensor<4x8x8x8x8xf32>
  return
}

// -----

func.func @max_pool2d_with_one_size(%a: tensor<4x8x16x16xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.max_pool2d' op expects kernel_size to have 2 element(s) in [1, 2147483647], found [2]}}
  %0 = amp.max_pool2d %a {kernel_size = array<i64: 2>} : (tensor<4x8x16x16xf32>) -> tensor<4x8x8x8xf32>
  return
}

// -----

func.func @max_pool2d_with_one_stride(%a: tensor<4x8x16x16xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.max_pool2d' op expects stride to have 2 element(s) in [1, 2147483647], found [2]}}
  %0 = amp.max_pool2d %a {kernel_size = array<i64: 2, 2>, stride = array<i64: 2>} : (tensor<4x8x16x16xf32>) -> tensor<4x8x8x8xf32>
  return
}

// -----

func.func @max_pool2d_dilation_of_zero(%a: tensor<4x8x16x16xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.max_pool2d' op expects dilation to have 2 element(s) in [1, 2147483647], found [0, 1]}}
  %0 = amp.max_pool2d %a {kernel_size = array<i64: 2, 2>, dilation = array<i64: 0, 1>} : (tensor<4x8x16x16xf32>) -> tensor<4x8x8x8xf32>
  return
}

// -----

func.func @max_pool2d_too_much_padding(%a: tensor<4x8x16x16xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.max_pool2d' op expects padding of at most half of kernel_size, found [1, 2] and [3, 3]}}
  %0 = amp.max_pool2d %a {kernel_size = array<i64: 3, 3>, padding = array<i64: 1, 2>} : (tensor<4x8x16x16xf32>) -> tensor<4x8x6x6xf32>
  return
}

// -----

func.func @max_pool2d_negative_padding(%a: tensor<4x8x16x16xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.max_pool2d' op expects padding to have 2 element(s) in [0, 2147483647], found [0, -1]}}
  %0 = amp.max_pool2d %a {kernel_size = array<i64: 2, 2>, padding = array<i64: 0, -1>} : (tensor<4x8x16x16xf32>) -> tensor<4x8x8x7xf32>
  return
}

// -----

func.func @max_pool2d_window_too_large(%a: tensor<4x8x16x4xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.max_pool2d' op expects a window no larger than the padded input, found in spatial dimension 1 7 (dilated) and 6, from 'tensor<4x8x16x4xf32>'}}
  %0 = amp.max_pool2d %a {kernel_size = array<i64: 3, 3>, dilation = array<i64: 1, 3>, padding = array<i64: 1, 1>} : (tensor<4x8x16x4xf32>) -> tensor<4x8x6x1xf32>
  return
}

// -----

func.func @max_pool2d_empty_input(%a: tensor<4x8x0x4xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.max_pool2d' op expects input without empty dimensions from dimension 1 on, found 'tensor<4x8x0x4xf32>'}}
  %0 = amp.max_pool2d %a {kernel_size = array<i64: 2, 2>} : (tensor<4x8x0x4xf32>) -> tensor<4x8x0x2xf32>
  return
}

// -----

func.func @max_pool2d_result_of_other_size(%a: tensor<?x8x15x?xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.max_pool2d' op inferred type(s) 'tensor<?x8x7x?xf32>' are incompatible with return type(s) of operation 'tensor<?x8x8x?xf32>'}}
  %0 = amp.max_pool2d %a {kernel_size = array<i64: 2, 2>} : (tensor<?x8x15x?xf32>) -> tensor<?x8x8x?xf32>
  return
}

// -----

func.func @max_pool2d_rounds_up(%a: tensor<4x8x15x16xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.max_pool2d' op inferred type(s) 'tensor<4x8x8x8xf32>' are incompatible with return type(s) of operation 'tensor<4x8x7x8xf32>'}}
  %0 = amp.max_pool2d %a {kernel_size = array<i64: 2, 2>, ceil_mode = true} : (tensor<4x8x15x16xf32>) -> tensor<4x8x7x8xf32>
  return
}

// -----

func.func @avg_pool2d_of_sequence(%a: tensor<4x8x16xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.avg_pool2d' op expects input [N, C, H, W], found 'tensor<4x8x16xf32>'}}
  %0 = amp.avg_pool2d %a {kernel_size = array<i64: 2, 2>} : (tensor<4x8x16xf32>) -> tensor<4x8x8xf32>
  return
}

// -----

func.func @avg_pool2d_too_much_padding(%a: tensor<4x8x16x16xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.avg_pool2d' op expects padding of at most half of kernel_size, found [2, 0] and [2, 2]}}
  %0 = amp.avg_pool2d %a {kernel_size = array<i64: 2, 2>, padding = array<i64: 2, 0>} : (tensor<4x8x16x16xf32>) -> tensor<4x8x10x8xf32>
  return
}

// -----

func.func @avg_pool2d_divides_by_zero(%a: tensor<4x8x16x16xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.avg_pool2d' op expects divisor_override other than 0}}
  %0 = amp.avg_pool2d %a {kernel_size = array<i64: 2, 2>, divisor_override = 0 : i64} : (tensor<4x8x16x16xf32>) -> tensor<4x8x8x8xf32>
  return
}

// -----

func.func @adaptive_avg_pool1d_of_image(%a: tensor<4x8x7x7xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.adaptive_avg_pool1d' op expects input [N, C, L], found 'tensor<4x8x7x7xf32>'}}
  %0 = amp.adaptive_avg_pool1d %a {output_size = array<i64: 1>} : (tensor<4x8x7x7xf32>) -> tensor<4x8x1xf32>
  return
}

// -----

func.func @adaptive_avg_pool2d_with_one_size(%a: tensor<4x8x7x7xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.adaptive_avg_pool2d' op expects output_size to have 2 element(s) in [1, 2147483647], found [1]}}
  %0 = amp.adaptive_avg_pool2d %a {output_size = array<i64: 1>} : (tensor<4x8x7x7xf32>) -> tensor<4x8x1x1xf32>
  return
}

// -----

func.func @adaptive_max_pool3d_to_nothing(%a: tensor<4x8x7x7x7xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.adaptive_max_pool3d' op expects output_size to have 3 element(s) in [1, 2147483647], found [1, 0, 1]}}
  %0 = amp.adaptive_max_pool3d %a {output_size = array<i64: 1, 0, 1>} : (tensor<4x8x7x7x7xf32>) -> tensor<4x8x1x0x1xf32>
  return
}

// -----

func.func @adaptive_max_pool2d_result_of_other_size(%a: tensor<?x8x?x7xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.adaptive_max_pool2d' op inferred type(s) 'tensor<?x8x1x2xf32>' are incompatible with return type(s) of operation 'tensor<?x8x1x7xf32>'}}
  %0 = amp.adaptive_max_pool2d %a {output_size = array<i64: 1, 2>} : (tensor<?x8x?x7xf32>) -> tensor<?x8x1x7xf32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// Resampling
//===----------------------------------------------------------------------===//

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

// -----

//===----------------------------------------------------------------------===//
// Normalization
//===----------------------------------------------------------------------===//

func.func @batch_norm_without_channels(%a: tensor<4xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.batch_norm' op expects input [N, C, ...], found 'tensor<4xf32>'}}
  %0 = amp.batch_norm %a {training = true} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @batch_norm_without_variance(%a: tensor<4x8x16x16xf32>, %b: tensor<8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.batch_norm' op expects both running_mean and running_var or neither, found running_mean only}}
  %0 = amp.batch_norm %a running_mean(%b) {training = true} : (tensor<4x8x16x16xf32>, tensor<8xf32>) -> tensor<4x8x16x16xf32>
  return
}

// -----

func.func @batch_norm_without_mean(%a: tensor<4x8x16x16xf32>, %b: tensor<8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.batch_norm' op expects both running_mean and running_var or neither, found running_var only}}
  %0 = amp.batch_norm %a running_var(%b) {training = true} : (tensor<4x8x16x16xf32>, tensor<8xf32>) -> tensor<4x8x16x16xf32>
  return
}

// -----

func.func @batch_norm_without_statistics(%a: tensor<4x8x16x16xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.batch_norm' op expects running_mean and running_var, or training = true}}
  %0 = amp.batch_norm %a : (tensor<4x8x16x16xf32>) -> tensor<4x8x16x16xf32>
  return
}

// -----

func.func @batch_norm_weight_of_wrong_size(%a: tensor<4x8x16x16xf32>, %b: tensor<4xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.batch_norm' op expects weight of type 'tensor<8xf32>', found 'tensor<4xf32>'}}
  %0 = amp.batch_norm %a weight(%b) {training = true} : (tensor<4x8x16x16xf32>, tensor<4xf32>) -> tensor<4x8x16x16xf32>
  return
}

// -----

func.func @batch_norm_bias_of_wrong_size(%a: tensor<4x8x16x16xf32>, %b: tensor<4xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.batch_norm' op expects bias of type 'tensor<8xf32>', found 'tensor<4xf32>'}}
  %0 = amp.batch_norm %a bias(%b) {training = true} : (tensor<4x8x16x16xf32>, tensor<4xf32>) -> tensor<4x8x16x16xf32>
  return
}

// -----

func.func @batch_norm_mean_of_wrong_size(%a: tensor<4x8x16x16xf32>, %b: tensor<4xf32>, %c: tensor<8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.batch_norm' op expects running_mean of type 'tensor<8xf32>', found 'tensor<4xf32>'}}
  %0 = amp.batch_norm %a running_mean(%b) running_var(%c) : (tensor<4x8x16x16xf32>, tensor<4xf32>, tensor<8xf32>) -> tensor<4x8x16x16xf32>
  return
}

// -----

func.func @batch_norm_variance_of_wrong_rank(%a: tensor<4x8x16x16xf32>, %b: tensor<8xf32>, %c: tensor<8x1xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.batch_norm' op expects running_var of type 'tensor<8xf32>', found 'tensor<8x1xf32>'}}
  %0 = amp.batch_norm %a running_mean(%b) running_var(%c) : (tensor<4x8x16x16xf32>, tensor<8xf32>, tensor<8x1xf32>) -> tensor<4x8x16x16xf32>
  return
}

// -----

func.func @batch_norm_negative_eps(%a: tensor<4x8x16x16xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.batch_norm' op expects eps to be finite and >= 0, found -1.000000e+00}}
  %0 = amp.batch_norm %a {training = true, eps = -1.0 : f64} : (tensor<4x8x16x16xf32>) -> tensor<4x8x16x16xf32>
  return
}

// -----

func.func @batch_norm_loses_statistics(%a: tensor<4x8x16x16xf32>, %b: tensor<8xf32>, %c: tensor<8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.batch_norm' op inferred type(s) 'tensor<4x8x16x16xf32>', 'tensor<8xf32>', 'tensor<8xf32>' are incompatible with return type(s) of operation 'tensor<4x8x16x16xf32>'}}
  %0 = amp.batch_norm %a running_mean(%b) running_var(%c) {training = true} : (tensor<4x8x16x16xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8x16x16xf32>
  return
}

// -----

func.func @batch_norm_one_statistic(%a: tensor<4x8x16x16xf32>, %b: tensor<8xf32>, %c: tensor<8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.batch_norm' op inferred type(s) 'tensor<4x8x16x16xf32>', 'tensor<8xf32>', 'tensor<8xf32>' are incompatible with return type(s) of operation 'tensor<4x8x16x16xf32>', 'tensor<8xf32>'}}
  %0:2 = amp.batch_norm %a running_mean(%b) running_var(%c) {training = true} : (tensor<4x8x16x16xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<4x8x16x16xf32>, tensor<8xf32>)
  return
}

// -----

func.func @batch_norm_updates_nothing(%a: tensor<4x8x16x16xf32>, %b: tensor<8xf32>, %c: tensor<8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.batch_norm' op inferred type(s) 'tensor<4x8x16x16xf32>' are incompatible with return type(s) of operation 'tensor<4x8x16x16xf32>', 'tensor<8xf32>', 'tensor<8xf32>'}}
  %0:3 = amp.batch_norm %a running_mean(%b) running_var(%c) : (tensor<4x8x16x16xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<4x8x16x16xf32>, tensor<8xf32>, tensor<8xf32>)
  return
}

// -----

func.func @batch_norm_result_has_type_of_weight(%a: tensor<4x8x16x16xf16>, %b: tensor<8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.batch_norm' op inferred type(s) 'tensor<4x8x16x16xf16>' are incompatible with return type(s) of operation 'tensor<4x8x16x16xf32>'}}
  %0 = amp.batch_norm %a weight(%b) {training = true} : (tensor<4x8x16x16xf16>, tensor<8xf32>) -> tensor<4x8x16x16xf32>
  return
}

// -----

func.func @instance_norm_without_elements(%a: tensor<4x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.instance_norm' op expects input [N, C, L, ...], found 'tensor<4x8xf32>'}}
  %0 = amp.instance_norm %a : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @instance_norm_without_statistics(%a: tensor<4x8x16x16xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.instance_norm' op expects running_mean and running_var, or use_input_stats = true}}
  %0 = amp.instance_norm %a {use_input_stats = false} : (tensor<4x8x16x16xf32>) -> tensor<4x8x16x16xf32>
  return
}

// -----

func.func @instance_norm_loses_statistics(%a: tensor<4x8x16x16xf32>, %b: tensor<8xf32>, %c: tensor<8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.instance_norm' op inferred type(s) 'tensor<4x8x16x16xf32>', 'tensor<8xf32>', 'tensor<8xf32>' are incompatible with return type(s) of operation 'tensor<4x8x16x16xf32>'}}
  %0 = amp.instance_norm %a running_mean(%b) running_var(%c) : (tensor<4x8x16x16xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8x16x16xf32>
  return
}

// -----

func.func @layer_norm_of_other_dimensions(%a: tensor<4x16x64xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.layer_norm' op expects input that ends in the dimensions normalized_shape = [16], one or more, found 'tensor<4x16x64xf32>'}}
  %0 = amp.layer_norm %a {normalized_shape = array<i64: 16>} : (tensor<4x16x64xf32>) -> tensor<4x16x64xf32>
  return
}

// -----

func.func @layer_norm_of_no_dimension(%a: tensor<4x16x64xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.layer_norm' op expects input that ends in the dimensions normalized_shape = [], one or more, found 'tensor<4x16x64xf32>'}}
  %0 = amp.layer_norm %a {normalized_shape = array<i64>} : (tensor<4x16x64xf32>) -> tensor<4x16x64xf32>
  return
}

// -----

func.func @layer_norm_of_more_dimensions(%a: tensor<64xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.layer_norm' op expects input that ends in the dimensions normalized_shape = [16, 64], one or more, found 'tensor<64xf32>'}}
  %0 = amp.layer_norm %a {normalized_shape = array<i64: 16, 64>} : (tensor<64xf32>) -> tensor<64xf32>
  return
}

// -----

func.func @layer_norm_of_nothing(%a: tensor<4x?xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.layer_norm' op expects normalized_shape of sizes >= 1, found [0]}}
  %0 = amp.layer_norm %a {normalized_shape = array<i64: 0>} : (tensor<4x?xf32>) -> tensor<4x0xf32>
  return
}

// -----

func.func @layer_norm_weight_of_wrong_size(%a: tensor<4x16x64xf32>, %b: tensor<16x64xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.layer_norm' op expects weight of type 'tensor<64xf32>', found 'tensor<16x64xf32>'}}
  %0 = amp.layer_norm %a weight(%b) {normalized_shape = array<i64: 64>} : (tensor<4x16x64xf32>, tensor<16x64xf32>) -> tensor<4x16x64xf32>
  return
}

// -----

func.func @layer_norm_bias_of_wrong_size(%a: tensor<4x16x64xf32>, %b: tensor<16xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.layer_norm' op expects bias of type 'tensor<64xf32>', found 'tensor<16xf32>'}}
  %0 = amp.layer_norm %a bias(%b) {normalized_shape = array<i64: 64>} : (tensor<4x16x64xf32>, tensor<16xf32>) -> tensor<4x16x64xf32>
  return
}

// -----

func.func @layer_norm_element_types_differ(%a: tensor<4x16x64xf32>, %b: tensor<64xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.layer_norm' op expects parameters of the input's element type 'f32', found 'f16'}}
  %0 = amp.layer_norm %a weight(%b) {normalized_shape = array<i64: 64>} : (tensor<4x16x64xf32>, tensor<64xf16>) -> tensor<4x16x64xf32>
  return
}

// -----

func.func @layer_norm_infinite_eps(%a: tensor<4x16x64xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.layer_norm' op expects eps to be finite and >= 0, found INF}}
  %0 = amp.layer_norm %a {normalized_shape = array<i64: 64>, eps = 0x7FF0000000000000 : f64} : (tensor<4x16x64xf32>) -> tensor<4x16x64xf32>
  return
}

// -----

func.func @layer_norm_completes_shape(%a: tensor<4x?xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.layer_norm' op inferred type(s) 'tensor<4x64xf32>' are incompatible with return type(s) of operation 'tensor<4x32xf32>'}}
  %0 = amp.layer_norm %a {normalized_shape = array<i64: 64>} : (tensor<4x?xf32>) -> tensor<4x32xf32>
  return
}

// -----

func.func @rms_norm_weight_of_wrong_size(%a: tensor<4x16x64xf32>, %b: tensor<16xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.rms_norm' op expects weight of type 'tensor<64xf32>', found 'tensor<16xf32>'}}
  %0 = amp.rms_norm %a, %b {normalized_shape = array<i64: 64>} : (tensor<4x16x64xf32>, tensor<16xf32>) -> tensor<4x16x64xf32>
  return
}

// -----

func.func @rms_norm_element_types_differ(%a: tensor<4x16x64xf32>, %b: tensor<64xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.rms_norm' op expects parameters of the input's element type 'f32', found 'f16'}}
  %0 = amp.rms_norm %a, %b {normalized_shape = array<i64: 64>} : (tensor<4x16x64xf32>, tensor<64xf16>) -> tensor<4x16x64xf32>
  return
}

// -----

func.func @rms_norm_negative_eps(%a: tensor<4x16x64xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.rms_norm' op expects eps to be finite and >= 0, found -1.000000e+00}}
  %0 = amp.rms_norm %a {normalized_shape = array<i64: 64>, eps = -1.0 : f64} : (tensor<4x16x64xf32>) -> tensor<4x16x64xf32>
  return
}

// -----

func.func @group_norm_without_channels(%a: tensor<8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.group_norm' op expects input [N, C, ...], found 'tensor<8xf32>'}}
  %0 = amp.group_norm %a {num_groups = 2 : i64} : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @group_norm_without_groups(%a: tensor<4x8x16x16xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.group_norm' op expects num_groups in [1, 2147483647], found 0}}
  %0 = amp.group_norm %a {num_groups = 0 : i64} : (tensor<4x8x16x16xf32>) -> tensor<4x8x16x16xf32>
  return
}

// -----

func.func @group_norm_groups_of_unequal_size(%a: tensor<4x8x16x16xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.group_norm' op expects channels that num_groups = 3 divides, found 8 in 'tensor<4x8x16x16xf32>'}}
  %0 = amp.group_norm %a {num_groups = 3 : i64} : (tensor<4x8x16x16xf32>) -> tensor<4x8x16x16xf32>
  return
}

// -----

func.func @group_norm_weight_of_wrong_size(%a: tensor<4x8x16x16xf32>, %b: tensor<2xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.group_norm' op expects weight of type 'tensor<8xf32>', found 'tensor<2xf32>'}}
  %0 = amp.group_norm %a weight(%b) {num_groups = 2 : i64} : (tensor<4x8x16x16xf32>, tensor<2xf32>) -> tensor<4x8x16x16xf32>
  return
}

// -----

func.func @group_norm_bias_of_wrong_size(%a: tensor<4x8x16x16xf32>, %b: tensor<2xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.group_norm' op expects bias of type 'tensor<8xf32>', found 'tensor<2xf32>'}}
  %0 = amp.group_norm %a bias(%b) {num_groups = 2 : i64} : (tensor<4x8x16x16xf32>, tensor<2xf32>) -> tensor<4x8x16x16xf32>
  return
}

// -----

func.func @group_norm_element_types_differ(%a: tensor<4x8x16x16xf32>, %b: tensor<8xbf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.group_norm' op expects parameters of the input's element type 'f32', found 'bf16'}}
  %0 = amp.group_norm %a bias(%b) {num_groups = 2 : i64} : (tensor<4x8x16x16xf32>, tensor<8xbf16>) -> tensor<4x8x16x16xf32>
  return
}

// -----

func.func @group_norm_negative_eps(%a: tensor<4x8x16x16xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.group_norm' op expects eps to be finite and >= 0, found -1.000000e+00}}
  %0 = amp.group_norm %a {num_groups = 2 : i64, eps = -1.0 : f64} : (tensor<4x8x16x16xf32>) -> tensor<4x8x16x16xf32>
  return
}

// -----

func.func @local_response_norm_without_elements(%a: tensor<4x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.local_response_norm' op expects input [N, C, L, ...], found 'tensor<4x8xf32>'}}
  %0 = amp.local_response_norm %a {size = 5 : i64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @local_response_norm_of_no_channel(%a: tensor<4x8x16x16xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.local_response_norm' op expects size in [1, 2147483647], found 0}}
  %0 = amp.local_response_norm %a {size = 0 : i64} : (tensor<4x8x16x16xf32>) -> tensor<4x8x16x16xf32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// Recurrent networks
//===----------------------------------------------------------------------===//

func.func @lstm_cell_with_one_bias(%a: tensor<4x8xf32>, %b: tensor<4x16xf32>, %c: tensor<4x16xf32>, %d: tensor<64x8xf32>, %e: tensor<64x16xf32>, %f: tensor<64xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.lstm_cell' op expects both b_ih and b_hh or neither, so 5 or 7 operands, found 6}}
  %0:2 = amp.lstm_cell %a, %b, %c, %d, %e, %f : (tensor<4x8xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<64x8xf32>, tensor<64x16xf32>, tensor<64xf32>) -> (tensor<4x16xf32>, tensor<4x16xf32>)
  return
}

// -----

func.func @gru_cell_with_one_bias(%a: tensor<4x8xf32>, %b: tensor<4x16xf32>, %c: tensor<48x8xf32>, %d: tensor<48x16xf32>, %e: tensor<48xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.gru_cell' op expects both b_ih and b_hh or neither, so 4 or 6 operands, found 5}}
  %0 = amp.gru_cell %a, %b, %c, %d, %e : (tensor<4x8xf32>, tensor<4x16xf32>, tensor<48x8xf32>, tensor<48x16xf32>, tensor<48xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @lstm_cell_element_types_differ(%a: tensor<4x8xf32>, %b: tensor<4x16xf32>, %c: tensor<4x16xf64>, %d: tensor<64x8xf32>, %e: tensor<64x16xf32>, %f: tensor<64xf32>, %g: tensor<64xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.lstm_cell' op expects operands of one element type, found 'f32' and 'f64'}}
  %0:2 = amp.lstm_cell %a, %b, %c, %d, %e, %f, %g : (tensor<4x8xf32>, tensor<4x16xf32>, tensor<4x16xf64>, tensor<64x8xf32>, tensor<64x16xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<4x16xf32>, tensor<4x16xf32>)
  return
}

// -----

func.func @lstm_cell_of_sequence(%a: tensor<32x4x8xf32>, %b: tensor<4x16xf32>, %c: tensor<4x16xf32>, %d: tensor<64x8xf32>, %e: tensor<64x16xf32>, %f: tensor<64xf32>, %g: tensor<64xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.lstm_cell' op expects input [N, in], found 'tensor<32x4x8xf32>'}}
  %0:2 = amp.lstm_cell %a, %b, %c, %d, %e, %f, %g : (tensor<32x4x8xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<64x8xf32>, tensor<64x16xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<4x16xf32>, tensor<4x16xf32>)
  return
}

// -----

func.func @lstm_cell_hidden_state_of_layer(%a: tensor<4x8xf32>, %b: tensor<1x4x16xf32>, %c: tensor<4x16xf32>, %d: tensor<64x8xf32>, %e: tensor<64x16xf32>, %f: tensor<64xf32>, %g: tensor<64xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.lstm_cell' op expects hx [N, H], found 'tensor<1x4x16xf32>'}}
  %0:2 = amp.lstm_cell %a, %b, %c, %d, %e, %f, %g : (tensor<4x8xf32>, tensor<1x4x16xf32>, tensor<4x16xf32>, tensor<64x8xf32>, tensor<64x16xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<4x16xf32>, tensor<4x16xf32>)
  return
}

// -----

func.func @lstm_cell_hidden_state_of_other_batch(%a: tensor<4x8xf32>, %b: tensor<5x16xf32>, %c: tensor<4x16xf32>, %d: tensor<64x8xf32>, %e: tensor<64x16xf32>, %f: tensor<64xf32>, %g: tensor<64xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.lstm_cell' op expects hx of type 'tensor<4x16xf32>', found 'tensor<5x16xf32>'}}
  %0:2 = amp.lstm_cell %a, %b, %c, %d, %e, %f, %g : (tensor<4x8xf32>, tensor<5x16xf32>, tensor<4x16xf32>, tensor<64x8xf32>, tensor<64x16xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<4x16xf32>, tensor<4x16xf32>)
  return
}

// -----

func.func @lstm_cell_cell_state_of_other_size(%a: tensor<4x8xf32>, %b: tensor<4x16xf32>, %c: tensor<4x8xf32>, %d: tensor<64x8xf32>, %e: tensor<64x16xf32>, %f: tensor<64xf32>, %g: tensor<64xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.lstm_cell' op expects cx of type 'tensor<4x16xf32>', found 'tensor<4x8xf32>'}}
  %0:2 = amp.lstm_cell %a, %b, %c, %d, %e, %f, %g : (tensor<4x8xf32>, tensor<4x16xf32>, tensor<4x8xf32>, tensor<64x8xf32>, tensor<64x16xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<4x16xf32>, tensor<4x16xf32>)
  return
}

// -----

func.func @lstm_cell_w_ih_of_gru(%a: tensor<4x8xf32>, %b: tensor<4x16xf32>, %c: tensor<4x16xf32>, %d: tensor<48x8xf32>, %e: tensor<64x16xf32>, %f: tensor<64xf32>, %g: tensor<64xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.lstm_cell' op expects w_ih of type 'tensor<64x8xf32>', found 'tensor<48x8xf32>'}}
  %0:2 = amp.lstm_cell %a, %b, %c, %d, %e, %f, %g : (tensor<4x8xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<48x8xf32>, tensor<64x16xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<4x16xf32>, tensor<4x16xf32>)
  return
}

// -----

func.func @lstm_cell_features_differ(%a: tensor<4x9xf32>, %b: tensor<4x16xf32>, %c: tensor<4x16xf32>, %d: tensor<64x8xf32>, %e: tensor<64x16xf32>, %f: tensor<64xf32>, %g: tensor<64xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.lstm_cell' op expects w_ih of type 'tensor<64x9xf32>', found 'tensor<64x8xf32>'}}
  %0:2 = amp.lstm_cell %a, %b, %c, %d, %e, %f, %g : (tensor<4x9xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<64x8xf32>, tensor<64x16xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<4x16xf32>, tensor<4x16xf32>)
  return
}

// -----

func.func @lstm_cell_w_hh_of_wrong_rank(%a: tensor<4x8xf32>, %b: tensor<4x16xf32>, %c: tensor<4x16xf32>, %d: tensor<64x8xf32>, %e: tensor<64xf32>, %f: tensor<64xf32>, %g: tensor<64xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.lstm_cell' op expects w_hh [gates H, H], found 'tensor<64xf32>'}}
  %0:2 = amp.lstm_cell %a, %b, %c, %d, %e, %f, %g : (tensor<4x8xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<64x8xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<4x16xf32>, tensor<4x16xf32>)
  return
}

// -----

func.func @lstm_cell_w_hh_of_other_size(%a: tensor<4x8xf32>, %b: tensor<4x16xf32>, %c: tensor<4x16xf32>, %d: tensor<64x8xf32>, %e: tensor<64x8xf32>, %f: tensor<64xf32>, %g: tensor<64xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.lstm_cell' op expects w_hh of type 'tensor<64x16xf32>', found 'tensor<64x8xf32>'}}
  %0:2 = amp.lstm_cell %a, %b, %c, %d, %e, %f, %g : (tensor<4x8xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<64x8xf32>, tensor<64x8xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<4x16xf32>, tensor<4x16xf32>)
  return
}

// -----

func.func @lstm_cell_b_ih_of_wrong_size(%a: tensor<4x8xf32>, %b: tensor<4x16xf32>, %c: tensor<4x16xf32>, %d: tensor<64x8xf32>, %e: tensor<64x16xf32>, %f: tensor<16xf32>, %g: tensor<64xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.lstm_cell' op expects b_ih of type 'tensor<64xf32>', found 'tensor<16xf32>'}}
  %0:2 = amp.lstm_cell %a, %b, %c, %d, %e, %f, %g : (tensor<4x8xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<64x8xf32>, tensor<64x16xf32>, tensor<16xf32>, tensor<64xf32>) -> (tensor<4x16xf32>, tensor<4x16xf32>)
  return
}

// -----

func.func @lstm_cell_b_hh_of_wrong_size(%a: tensor<4x8xf32>, %b: tensor<4x16xf32>, %c: tensor<4x16xf32>, %d: tensor<64x8xf32>, %e: tensor<64x16xf32>, %f: tensor<64xf32>, %g: tensor<16xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.lstm_cell' op expects b_hh of type 'tensor<64xf32>', found 'tensor<16xf32>'}}
  %0:2 = amp.lstm_cell %a, %b, %c, %d, %e, %f, %g : (tensor<4x8xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<64x8xf32>, tensor<64x16xf32>, tensor<64xf32>, tensor<16xf32>) -> (tensor<4x16xf32>, tensor<4x16xf32>)
  return
}

// -----

func.func @lstm_cell_compute_type(%a: tensor<4x8xf32>, %b: tensor<4x16xf32>, %c: tensor<4x16xf32>, %d: tensor<64x8xf32>, %e: tensor<64x16xf32>, %f: tensor<64xf32>, %g: tensor<64xf32>) {
  // expected-error @+1 {{'amp.lstm_cell' op expects compute_type 'f32' or tf32 for operands of 'f32', found 'bf16'}}
  %0:2 = amp.lstm_cell %a, %b, %c, %d, %e, %f, %g {compute_type = bf16} : (tensor<4x8xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<64x8xf32>, tensor<64x16xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<4x16xf32>, tensor<4x16xf32>)
  return
}

// -----

func.func @lstm_cell_does_not_widen(%a: tensor<4x8xf16>, %b: tensor<4x16xf16>, %c: tensor<4x16xf16>, %d: tensor<64x8xf16>, %e: tensor<64x16xf16>, %f: tensor<64xf16>, %g: tensor<64xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.lstm_cell' op inferred type(s) 'tensor<4x16xf16>', 'tensor<4x16xf16>' are incompatible with return type(s) of operation 'tensor<4x16xf32>', 'tensor<4x16xf32>'}}
  %0:2 = amp.lstm_cell %a, %b, %c, %d, %e, %f, %g : (tensor<4x8xf16>, tensor<4x16xf16>, tensor<4x16xf16>, tensor<64x8xf16>, tensor<64x16xf16>, tensor<64xf16>, tensor<64xf16>) -> (tensor<4x16xf32>, tensor<4x16xf32>)
  return
}

// -----

func.func @gru_cell_w_ih_of_lstm(%a: tensor<4x8xf32>, %b: tensor<4x16xf32>, %c: tensor<64x8xf32>, %d: tensor<48x16xf32>, %e: tensor<48xf32>, %f: tensor<48xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.gru_cell' op expects w_ih of type 'tensor<48x8xf32>', found 'tensor<64x8xf32>'}}
  %0 = amp.gru_cell %a, %b, %c, %d, %e, %f : (tensor<4x8xf32>, tensor<4x16xf32>, tensor<64x8xf32>, tensor<48x16xf32>, tensor<48xf32>, tensor<48xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @rnn_tanh_cell_w_hh_of_gru(%a: tensor<4x8xf32>, %b: tensor<4x16xf32>, %c: tensor<16x8xf32>, %d: tensor<48x16xf32>, %e: tensor<16xf32>, %f: tensor<16xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.rnn_tanh_cell' op expects w_hh of type 'tensor<16x16xf32>', found 'tensor<48x16xf32>'}}
  %0 = amp.rnn_tanh_cell %a, %b, %c, %d, %e, %f : (tensor<4x8xf32>, tensor<4x16xf32>, tensor<16x8xf32>, tensor<48x16xf32>, tensor<16xf32>, tensor<16xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @rnn_relu_cell_result_of_other_size(%a: tensor<?x8xf32>, %b: tensor<?x?xf32>, %c: tensor<16x8xf32>, %d: tensor<16x16xf32>, %e: tensor<16xf32>, %f: tensor<16xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.rnn_relu_cell' op inferred type(s) 'tensor<?x16xf32>' are incompatible with return type(s) of operation 'tensor<?x8xf32>'}}
  %0 = amp.rnn_relu_cell %a, %b, %c, %d, %e, %f : (tensor<?x8xf32>, tensor<?x?xf32>, tensor<16x8xf32>, tensor<16x16xf32>, tensor<16xf32>, tensor<16xf32>) -> tensor<?x8xf32>
  return
}

// -----

func.func @lstm_with_one_bias(%a: tensor<32x4x8xf32>, %b: tensor<1x4x16xf32>, %c: tensor<1x4x16xf32>, %d: tensor<64x8xf32>, %e: tensor<64x16xf32>, %f: tensor<64xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.lstm' op expects both b_ih and b_hh or neither, so 5 or 7 operands, found 6}}
  %0:3 = amp.lstm %a, %b, %c, %d, %e, %f : (tensor<32x4x8xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>, tensor<64x8xf32>, tensor<64x16xf32>, tensor<64xf32>) -> (tensor<32x4x16xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>)
  return
}

// -----

func.func @lstm_of_one_step(%a: tensor<4x8xf32>, %b: tensor<1x4x16xf32>, %c: tensor<1x4x16xf32>, %d: tensor<64x8xf32>, %e: tensor<64x16xf32>, %f: tensor<64xf32>, %g: tensor<64xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.lstm' op expects input [T, N, in], found 'tensor<4x8xf32>'}}
  %0:3 = amp.lstm %a, %b, %c, %d, %e, %f, %g : (tensor<4x8xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>, tensor<64x8xf32>, tensor<64x16xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<32x4x16xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>)
  return
}

// -----

func.func @lstm_of_one_step_batch_first(%a: tensor<4x8xf32>, %b: tensor<1x4x16xf32>, %c: tensor<1x4x16xf32>, %d: tensor<64x8xf32>, %e: tensor<64x16xf32>, %f: tensor<64xf32>, %g: tensor<64xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.lstm' op expects input [N, T, in], found 'tensor<4x8xf32>'}}
  %0:3 = amp.lstm %a, %b, %c, %d, %e, %f, %g {batch_first = true} : (tensor<4x8xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>, tensor<64x8xf32>, tensor<64x16xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<32x4x16xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>)
  return
}

// -----

func.func @lstm_of_no_step(%a: tensor<0x4x8xf32>, %b: tensor<1x4x16xf32>, %c: tensor<1x4x16xf32>, %d: tensor<64x8xf32>, %e: tensor<64x16xf32>, %f: tensor<64xf32>, %g: tensor<64xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.lstm' op expects a sequence of one step or more, found 'tensor<0x4x8xf32>'}}
  %0:3 = amp.lstm %a, %b, %c, %d, %e, %f, %g : (tensor<0x4x8xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>, tensor<64x8xf32>, tensor<64x16xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<0x4x16xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>)
  return
}

// -----

func.func @lstm_state_of_cell(%a: tensor<32x4x8xf32>, %b: tensor<4x16xf32>, %c: tensor<1x4x16xf32>, %d: tensor<64x8xf32>, %e: tensor<64x16xf32>, %f: tensor<64xf32>, %g: tensor<64xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.lstm' op expects h0 [1, N, H], found 'tensor<4x16xf32>'}}
  %0:3 = amp.lstm %a, %b, %c, %d, %e, %f, %g : (tensor<32x4x8xf32>, tensor<4x16xf32>, tensor<1x4x16xf32>, tensor<64x8xf32>, tensor<64x16xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<32x4x16xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>)
  return
}

// -----

func.func @lstm_state_of_two_layers(%a: tensor<32x4x8xf32>, %b: tensor<2x4x16xf32>, %c: tensor<1x4x16xf32>, %d: tensor<64x8xf32>, %e: tensor<64x16xf32>, %f: tensor<64xf32>, %g: tensor<64xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.lstm' op expects h0 of type 'tensor<1x4x16xf32>', found 'tensor<2x4x16xf32>'}}
  %0:3 = amp.lstm %a, %b, %c, %d, %e, %f, %g : (tensor<32x4x8xf32>, tensor<2x4x16xf32>, tensor<1x4x16xf32>, tensor<64x8xf32>, tensor<64x16xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<32x4x16xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>)
  return
}

// -----

func.func @lstm_batch_is_not_first(%a: tensor<32x4x8xf32>, %b: tensor<1x4x16xf32>, %c: tensor<1x4x16xf32>, %d: tensor<64x8xf32>, %e: tensor<64x16xf32>, %f: tensor<64xf32>, %g: tensor<64xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.lstm' op expects h0 of type 'tensor<1x32x16xf32>', found 'tensor<1x4x16xf32>'}}
  %0:3 = amp.lstm %a, %b, %c, %d, %e, %f, %g {batch_first = true} : (tensor<32x4x8xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>, tensor<64x8xf32>, tensor<64x16xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<32x4x16xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>)
  return
}

// -----

func.func @lstm_cell_state_of_two_layers(%a: tensor<32x4x8xf32>, %b: tensor<1x4x16xf32>, %c: tensor<2x4x16xf32>, %d: tensor<64x8xf32>, %e: tensor<64x16xf32>, %f: tensor<64xf32>, %g: tensor<64xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.lstm' op expects c0 of type 'tensor<1x4x16xf32>', found 'tensor<2x4x16xf32>'}}
  %0:3 = amp.lstm %a, %b, %c, %d, %e, %f, %g : (tensor<32x4x8xf32>, tensor<1x4x16xf32>, tensor<2x4x16xf32>, tensor<64x8xf32>, tensor<64x16xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<32x4x16xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>)
  return
}

// -----

func.func @lstm_result_is_batch_first(%a: tensor<4x32x8xf32>, %b: tensor<1x4x16xf32>, %c: tensor<1x4x16xf32>, %d: tensor<64x8xf32>, %e: tensor<64x16xf32>, %f: tensor<64xf32>, %g: tensor<64xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.lstm' op inferred type(s) 'tensor<4x32x16xf32>', 'tensor<1x4x16xf32>', 'tensor<1x4x16xf32>' are incompatible with return type(s) of operation 'tensor<32x4x16xf32>', 'tensor<1x4x16xf32>', 'tensor<1x4x16xf32>'}}
  %0:3 = amp.lstm %a, %b, %c, %d, %e, %f, %g {batch_first = true} : (tensor<4x32x8xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>, tensor<64x8xf32>, tensor<64x16xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<32x4x16xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>)
  return
}

// -----

func.func @lstm_tf32_of_bf16(%a: tensor<32x4x8xbf16>, %b: tensor<1x4x16xbf16>, %c: tensor<1x4x16xbf16>, %d: tensor<64x8xbf16>, %e: tensor<64x16xbf16>, %f: tensor<64xbf16>, %g: tensor<64xbf16>) {
  // expected-error @+1 {{'amp.lstm' op expects compute_type 'f32' for operands of 'bf16', found 'tf32'}}
  %0:3 = amp.lstm %a, %b, %c, %d, %e, %f, %g {compute_type = tf32} : (tensor<32x4x8xbf16>, tensor<1x4x16xbf16>, tensor<1x4x16xbf16>, tensor<64x8xbf16>, tensor<64x16xbf16>, tensor<64xbf16>, tensor<64xbf16>) -> (tensor<32x4x16xbf16>, tensor<1x4x16xbf16>, tensor<1x4x16xbf16>)
  return
}

// -----

func.func @gru_w_hh_of_lstm(%a: tensor<32x4x8xf32>, %b: tensor<1x4x16xf32>, %c: tensor<48x8xf32>, %d: tensor<64x16xf32>, %e: tensor<48xf32>, %f: tensor<48xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.gru' op expects w_hh of type 'tensor<48x16xf32>', found 'tensor<64x16xf32>'}}
  %0:2 = amp.gru %a, %b, %c, %d, %e, %f : (tensor<32x4x8xf32>, tensor<1x4x16xf32>, tensor<48x8xf32>, tensor<64x16xf32>, tensor<48xf32>, tensor<48xf32>) -> (tensor<32x4x16xf32>, tensor<1x4x16xf32>)
  return
}

// -----

func.func @rnn_tanh_b_ih_of_gru(%a: tensor<32x4x8xf32>, %b: tensor<1x4x16xf32>, %c: tensor<16x8xf32>, %d: tensor<16x16xf32>, %e: tensor<48xf32>, %f: tensor<16xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.rnn_tanh' op expects b_ih of type 'tensor<16xf32>', found 'tensor<48xf32>'}}
  %0:2 = amp.rnn_tanh %a, %b, %c, %d, %e, %f : (tensor<32x4x8xf32>, tensor<1x4x16xf32>, tensor<16x8xf32>, tensor<16x16xf32>, tensor<48xf32>, tensor<16xf32>) -> (tensor<32x4x16xf32>, tensor<1x4x16xf32>)
  return
}

// -----

func.func @rnn_relu_element_types_differ(%a: tensor<32x4x8xf32>, %b: tensor<1x4x16xf32>, %c: tensor<16x8xf32>, %d: tensor<16x16xf32>, %e: tensor<16xf32>, %f: tensor<16xbf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.rnn_relu' op expects operands of one element type, found 'f32' and 'bf16'}}
  %0:2 = amp.rnn_relu %a, %b, %c, %d, %e, %f : (tensor<32x4x8xf32>, tensor<1x4x16xf32>, tensor<16x8xf32>, tensor<16x16xf32>, tensor<16xf32>, tensor<16xbf16>) -> (tensor<32x4x16xf32>, tensor<1x4x16xf32>)
  return
}

// -----

//===----------------------------------------------------------------------===//
// Attention
//===----------------------------------------------------------------------===//

func.func @attention_query_of_wrong_rank(%a: tensor<64xf32>, %b: tensor<4x8x20x64xf32>, %c: tensor<4x8x20x48xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.scaled_dot_product_attention' op expects query [..., L, E], found 'tensor<64xf32>'}}
  %0 = amp.scaled_dot_product_attention %a, %b, %c : (tensor<64xf32>, tensor<4x8x20x64xf32>, tensor<4x8x20x48xf32>) -> tensor<4x8x32x48xf32>
  return
}

// -----

func.func @attention_key_of_wrong_rank(%a: tensor<4x8x32x64xf32>, %b: tensor<64xf32>, %c: tensor<4x8x20x48xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.scaled_dot_product_attention' op expects key [..., S, E], found 'tensor<64xf32>'}}
  %0 = amp.scaled_dot_product_attention %a, %b, %c : (tensor<4x8x32x64xf32>, tensor<64xf32>, tensor<4x8x20x48xf32>) -> tensor<4x8x32x48xf32>
  return
}

// -----

func.func @attention_value_of_wrong_rank(%a: tensor<4x8x32x64xf32>, %b: tensor<4x8x20x64xf32>, %c: tensor<48xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.scaled_dot_product_attention' op expects value [..., S, Ev], found 'tensor<48xf32>'}}
  %0 = amp.scaled_dot_product_attention %a, %b, %c : (tensor<4x8x32x64xf32>, tensor<4x8x20x64xf32>, tensor<48xf32>) -> tensor<4x8x32x48xf32>
  return
}

// -----

func.func @attention_heads_differ(%a: tensor<4x8x32x64xf32>, %b: tensor<4x8x20x64xf32>, %c: tensor<4x1x20x48xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.scaled_dot_product_attention' op expects query, key and value with equal leading dimensions, found 'tensor<4x8x32x64xf32>', 'tensor<4x8x20x64xf32>' and 'tensor<4x1x20x48xf32>'}}
  %0 = amp.scaled_dot_product_attention %a, %b, %c : (tensor<4x8x32x64xf32>, tensor<4x8x20x64xf32>, tensor<4x1x20x48xf32>) -> tensor<4x8x32x48xf32>
  return
}

// -----

func.func @attention_features_differ(%a: tensor<4x8x32x64xf32>, %b: tensor<4x8x20x48xf32>, %c: tensor<4x8x20x48xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.scaled_dot_product_attention' op expects query and key with an equal last dimension, found 'tensor<4x8x32x64xf32>' and 'tensor<4x8x20x48xf32>'}}
  %0 = amp.scaled_dot_product_attention %a, %b, %c : (tensor<4x8x32x64xf32>, tensor<4x8x20x48xf32>, tensor<4x8x20x48xf32>) -> tensor<4x8x32x48xf32>
  return
}

// -----

func.func @attention_values_without_keys(%a: tensor<4x8x32x64xf32>, %b: tensor<4x8x20x64xf32>, %c: tensor<4x8x21x48xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.scaled_dot_product_attention' op expects as many keys as values, found 'tensor<4x8x20x64xf32>' and 'tensor<4x8x21x48xf32>'}}
  %0 = amp.scaled_dot_product_attention %a, %b, %c : (tensor<4x8x32x64xf32>, tensor<4x8x20x64xf32>, tensor<4x8x21x48xf32>) -> tensor<4x8x32x48xf32>
  return
}

// -----

func.func @attention_causal_with_mask(%a: tensor<4x8x32x64xf32>, %b: tensor<4x8x20x64xf32>, %c: tensor<4x8x20x48xf32>, %d: tensor<32x20xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.scaled_dot_product_attention' op expects is_causal or attn_mask, found both; add the causal mask to attn_mask}}
  %0 = amp.scaled_dot_product_attention %a, %b, %c, %d {is_causal = true} : (tensor<4x8x32x64xf32>, tensor<4x8x20x64xf32>, tensor<4x8x20x48xf32>, tensor<32x20xf32>) -> tensor<4x8x32x48xf32>
  return
}

// -----

func.func @attention_mask_transposed(%a: tensor<4x8x32x64xf32>, %b: tensor<4x8x20x64xf32>, %c: tensor<4x8x20x48xf32>, %d: tensor<20x32xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.scaled_dot_product_attention' op expects attn_mask that broadcasts to 'tensor<4x8x32x20xf32>', found 'tensor<20x32xf32>'}}
  %0 = amp.scaled_dot_product_attention %a, %b, %c, %d : (tensor<4x8x32x64xf32>, tensor<4x8x20x64xf32>, tensor<4x8x20x48xf32>, tensor<20x32xf32>) -> tensor<4x8x32x48xf32>
  return
}

// -----

func.func @attention_mask_of_higher_rank(%a: tensor<4x8x32x64xf32>, %b: tensor<4x8x20x64xf32>, %c: tensor<4x8x20x48xf32>, %d: tensor<1x4x8x32x20xi1>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.scaled_dot_product_attention' op expects attn_mask that broadcasts to 'tensor<4x8x32x20xi1>', found 'tensor<1x4x8x32x20xi1>'}}
  %0 = amp.scaled_dot_product_attention %a, %b, %c, %d : (tensor<4x8x32x64xf32>, tensor<4x8x20x64xf32>, tensor<4x8x20x48xf32>, tensor<1x4x8x32x20xi1>) -> tensor<4x8x32x48xf32>
  return
}

// -----

func.func @attention_mask_of_other_type(%a: tensor<4x8x32x64xf32>, %b: tensor<4x8x20x64xf32>, %c: tensor<4x8x20x48xf32>, %d: tensor<32x20xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.scaled_dot_product_attention' op expects operands of one element type, found 'f32' and 'f16'}}
  %0 = amp.scaled_dot_product_attention %a, %b, %c, %d : (tensor<4x8x32x64xf32>, tensor<4x8x20x64xf32>, tensor<4x8x20x48xf32>, tensor<32x20xf16>) -> tensor<4x8x32x48xf32>
  return
}

// -----

func.func @attention_value_of_other_type(%a: tensor<4x8x32x64xf32>, %b: tensor<4x8x20x64xf32>, %c: tensor<4x8x20x48xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.scaled_dot_product_attention' op expects operands of one element type, found 'f32' and 'f16'}}
  %0 = amp.scaled_dot_product_attention %a, %b, %c : (tensor<4x8x32x64xf32>, tensor<4x8x20x64xf32>, tensor<4x8x20x48xf16>) -> tensor<4x8x32x48xf32>
  return
}

// -----

func.func @attention_mask_of_integers(%a: tensor<4x8x32x64xf32>, %b: tensor<4x8x20x64xf32>, %c: tensor<4x8x20x48xf32>, %d: tensor<32x20xi32>) {
  // expected-error @+1 {{'amp.scaled_dot_product_attention' op operand #3 must be ranked tensor of floating-point type or 1-bit signless integer values, but got 'tensor<32x20xi32>'}}
  %0 = amp.scaled_dot_product_attention %a, %b, %c, %d : (tensor<4x8x32x64xf32>, tensor<4x8x20x64xf32>, tensor<4x8x20x48xf32>, tensor<32x20xi32>) -> tensor<4x8x32x48xf32>
  return
}

// -----

func.func @attention_with_dropout(%a: tensor<4x8x32x64xf32>, %b: tensor<4x8x20x64xf32>, %c: tensor<4x8x20x48xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.scaled_dot_product_attention' op expects dropout_p = 0, because it draws no random numbers, found 5.000000e-01}}
  %0 = amp.scaled_dot_product_attention %a, %b, %c {dropout_p = 0.5 : f64} : (tensor<4x8x32x64xf32>, tensor<4x8x20x64xf32>, tensor<4x8x20x48xf32>) -> tensor<4x8x32x48xf32>
  return
}

// -----

func.func @attention_compute_type(%a: tensor<4x8x32x64xf16>, %b: tensor<4x8x20x64xf16>, %c: tensor<4x8x20x48xf16>) {
  // expected-error @+1 {{'amp.scaled_dot_product_attention' op expects compute_type 'f32' for operands of 'f16', found 'f16'}}
  %0 = amp.scaled_dot_product_attention %a, %b, %c {compute_type = f16} : (tensor<4x8x32x64xf16>, tensor<4x8x20x64xf16>, tensor<4x8x20x48xf16>) -> tensor<4x8x32x48xf16>
  return
}

// -----

func.func @attention_result_of_other_size(%a: tensor<?x8x?x64xf32>, %b: tensor<4x8x20x64xf32>, %c: tensor<4x8x20x48xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.scaled_dot_product_attention' op inferred type(s) 'tensor<4x8x?x48xf32>' are incompatible with return type(s) of operation 'tensor<4x8x?x64xf32>'}}
  %0 = amp.scaled_dot_product_attention %a, %b, %c : (tensor<?x8x?x64xf32>, tensor<4x8x20x64xf32>, tensor<4x8x20x48xf32>) -> tensor<4x8x?x64xf32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// Embedding, prelu, bilinear
//===----------------------------------------------------------------------===//

func.func @embedding_weight_of_wrong_rank(%a: tensor<1000xf32>, %b: tensor<4xi64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.embedding' op expects weight [V, D], found 'tensor<1000xf32>'}}
  %0 = amp.embedding %a, %b : (tensor<1000xf32>, tensor<4xi64>) -> tensor<4xf32>
  return
}

// -----

func.func @embedding_padding_behind_the_end(%a: tensor<1000x64xf32>, %b: tensor<4xi64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.embedding' op expects padding_idx in [-1000, 1000) of 'tensor<1000x64xf32>', found 1000}}
  %0 = amp.embedding %a, %b {padding_idx = 1000 : i64} : (tensor<1000x64xf32>, tensor<4xi64>) -> tensor<4x64xf32>
  return
}

// -----

func.func @embedding_padding_before_the_start(%a: tensor<1000x64xf32>, %b: tensor<4xi64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.embedding' op expects padding_idx in [-1000, 1000) of 'tensor<1000x64xf32>', found -1001}}
  %0 = amp.embedding %a, %b {padding_idx = -1001 : i64} : (tensor<1000x64xf32>, tensor<4xi64>) -> tensor<4x64xf32>
  return
}

// -----

func.func @embedding_of_floats(%a: tensor<1000x64xf32>, %b: tensor<4xf32>) {
  // expected-error @+1 {{'amp.embedding' op operand #1 must be ranked tensor of 32-bit signless integer or 64-bit signless integer values, but got 'tensor<4xf32>'}}
  %0 = amp.embedding %a, %b : (tensor<1000x64xf32>, tensor<4xf32>) -> tensor<4x64xf32>
  return
}

// -----

func.func @embedding_result_of_other_size(%a: tensor<1000x64xf32>, %b: tensor<4x?xi64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.embedding' op inferred type(s) 'tensor<4x?x64xf32>' are incompatible with return type(s) of operation 'tensor<4x?x32xf32>'}}
  %0 = amp.embedding %a, %b : (tensor<1000x64xf32>, tensor<4x?xi64>) -> tensor<4x?x32xf32>
  return
}

// -----

func.func @prelu_weight_of_other_channels(%a: tensor<4x8x16xf32>, %b: tensor<16xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.prelu' op expects weight of type 'tensor<8xf32>', found 'tensor<16xf32>'}}
  %0 = amp.prelu %a, %b : (tensor<4x8x16xf32>, tensor<16xf32>) -> tensor<4x8x16xf32>
  return
}

// -----

func.func @prelu_weight_of_vector(%a: tensor<8xf32>, %b: tensor<8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.prelu' op expects weight of type 'tensor<1xf32>', found 'tensor<8xf32>'}}
  %0 = amp.prelu %a, %b : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @prelu_weight_of_wrong_rank(%a: tensor<4x8x16xf32>, %b: tensor<8x1xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.prelu' op expects weight of type 'tensor<8xf32>', found 'tensor<8x1xf32>'}}
  %0 = amp.prelu %a, %b : (tensor<4x8x16xf32>, tensor<8x1xf32>) -> tensor<4x8x16xf32>
  return
}

// -----

func.func @prelu_element_types_differ(%a: tensor<4x8x16xf16>, %b: tensor<8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.prelu' op expects operands of one element type, found 'f16' and 'f32'}}
  %0 = amp.prelu %a, %b : (tensor<4x8x16xf16>, tensor<8xf32>) -> tensor<4x8x16xf16>
  return
}

// -----

func.func @bilinear_input1_is_scalar(%a: tensor<f32>, %b: tensor<4x16xf32>, %c: tensor<32x8x16xf32>, %d: tensor<32xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.bilinear' op expects input1 [..., in1], found 'tensor<f32>'}}
  %0 = amp.bilinear %a, %b, %c, %d : (tensor<f32>, tensor<4x16xf32>, tensor<32x8x16xf32>, tensor<32xf32>) -> tensor<4x32xf32>
  return
}

// -----

func.func @bilinear_input2_is_scalar(%a: tensor<4x8xf32>, %b: tensor<f32>, %c: tensor<32x8x16xf32>, %d: tensor<32xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.bilinear' op expects input2 [..., in2], found 'tensor<f32>'}}
  %0 = amp.bilinear %a, %b, %c, %d : (tensor<4x8xf32>, tensor<f32>, tensor<32x8x16xf32>, tensor<32xf32>) -> tensor<4x32xf32>
  return
}

// -----

func.func @bilinear_weight_is_matrix(%a: tensor<4x8xf32>, %b: tensor<4x16xf32>, %c: tensor<32x8xf32>, %d: tensor<32xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.bilinear' op expects weight [out, in1, in2], found 'tensor<32x8xf32>'}}
  %0 = amp.bilinear %a, %b, %c, %d : (tensor<4x8xf32>, tensor<4x16xf32>, tensor<32x8xf32>, tensor<32xf32>) -> tensor<4x32xf32>
  return
}

// -----

func.func @bilinear_batches_differ(%a: tensor<4x8xf32>, %b: tensor<5x16xf32>, %c: tensor<32x8x16xf32>, %d: tensor<32xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.bilinear' op expects input1 and input2 with equal leading dimensions, found 'tensor<4x8xf32>' and 'tensor<5x16xf32>'}}
  %0 = amp.bilinear %a, %b, %c, %d : (tensor<4x8xf32>, tensor<5x16xf32>, tensor<32x8x16xf32>, tensor<32xf32>) -> tensor<4x32xf32>
  return
}

// -----

func.func @bilinear_features_exchanged(%a: tensor<4x8xf32>, %b: tensor<4x16xf32>, %c: tensor<32x16x8xf32>, %d: tensor<32xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.bilinear' op expects weight of type 'tensor<32x8x16xf32>', found 'tensor<32x16x8xf32>'}}
  %0 = amp.bilinear %a, %b, %c, %d : (tensor<4x8xf32>, tensor<4x16xf32>, tensor<32x16x8xf32>, tensor<32xf32>) -> tensor<4x32xf32>
  return
}

// -----

func.func @bilinear_bias_of_wrong_size(%a: tensor<4x8xf32>, %b: tensor<4x16xf32>, %c: tensor<32x8x16xf32>, %d: tensor<8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.bilinear' op expects bias of type 'tensor<32xf32>', found 'tensor<8xf32>'}}
  %0 = amp.bilinear %a, %b, %c, %d : (tensor<4x8xf32>, tensor<4x16xf32>, tensor<32x8x16xf32>, tensor<8xf32>) -> tensor<4x32xf32>
  return
}

// -----

func.func @bilinear_element_types_differ(%a: tensor<4x8xf32>, %b: tensor<4x16xbf16>, %c: tensor<32x8x16xf32>, %d: tensor<32xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.bilinear' op expects operands of one element type, found 'f32' and 'bf16'}}
  %0 = amp.bilinear %a, %b, %c, %d : (tensor<4x8xf32>, tensor<4x16xbf16>, tensor<32x8x16xf32>, tensor<32xf32>) -> tensor<4x32xf32>
  return
}

// -----

func.func @bilinear_compute_type(%a: tensor<4x8xf32>, %b: tensor<4x16xf32>, %c: tensor<32x8x16xf32>, %d: tensor<32xf32>) {
  // expected-error @+1 {{'amp.bilinear' op expects compute_type 'f32' or tf32 for operands of 'f32', found 'f8E5M2'}}
  %0 = amp.bilinear %a, %b, %c, %d {compute_type = f8E5M2} : (tensor<4x8xf32>, tensor<4x16xf32>, tensor<32x8x16xf32>, tensor<32xf32>) -> tensor<4x32xf32>
  return
}

// -----

func.func @bilinear_result_of_other_size(%a: tensor<?x5x8xf32>, %b: tensor<4x?x16xf32>, %c: tensor<32x8x16xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.bilinear' op inferred type(s) 'tensor<4x5x32xf32>' are incompatible with return type(s) of operation 'tensor<4x5x8xf32>'}}
  %0 = amp.bilinear %a, %b, %c : (tensor<?x5x8xf32>, tensor<4x?x16xf32>, tensor<32x8x16xf32>) -> tensor<4x5x8xf32>
  return
}
