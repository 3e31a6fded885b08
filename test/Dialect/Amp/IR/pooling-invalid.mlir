// RUN: amp-opt %s -verify-diagnostics -split-input-file

// One case per diagnostic, named after what is wrong.

func.func @max_pool2d_without_batch(%a: tensor<8x16x16xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.max_pool2d' op expects input [N, C, H, W], found 'tensor<8x16x16xf32>'}}
  %0 = amp.max_pool2d %a {kernel_size = array<i64: 2, 2>} : (tensor<8x16x16xf32>) -> tensor<8x8x8xf32>
  return
}

// -----

func.func @max_pool1d_of_image(%a: tensor<4x8x16x16xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.max_pool1d' op expects input [N, C, L], found 'tensor<4x8x16x16xf32>'}}
  %0 = amp.max_pool1d %a {kernel_size = array<i64: 2>} : (tensor<4x8x16x16xf32>) -> tensor<4x8x8x8xf32>
  return
}

// -----

func.func @avg_pool1d_too_much_padding(%a: tensor<4x8x16xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.avg_pool1d' op expects padding of at most half of kernel_size, found [2] and [3]}}
  %0 = amp.avg_pool1d %a {kernel_size = array<i64: 3>, padding = array<i64: 2>} : (tensor<4x8x16xf32>) -> tensor<4x8x6xf32>
  return
}

// -----

func.func @adaptive_max_pool1d_to_matrix(%a: tensor<4x8x16xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.adaptive_max_pool1d' op expects output_size to have 1 element(s) in [1, 2147483647], found [2, 2]}}
  %0 = amp.adaptive_max_pool1d %a {output_size = array<i64: 2, 2>} : (tensor<4x8x16xf32>) -> tensor<4x8x2x2xf32>
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

func.func @windows_rank(%x: tensor<4x1xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.sum_windows' op expects input [A, S, D], found 'tensor<4x1xf32>'}}
  %y = amp.sum_windows %x {size = array<i64: 4>, count = array<i64: 2>, stride = array<i64: 2>, divisor = array<i64: 1>, begin = array<i64: 0>, end = array<i64: 2>} : (tensor<4x1xf32>) -> tensor<2x1xf32>
  return
}

// -----

func.func @windows_no_dimensions(%x: tensor<1x4x1xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.sum_windows' op expects size, count, stride, divisor, begin and end of one to four dimensions each}}
  %y = amp.sum_windows %x {size = array<i64>, count = array<i64>, stride = array<i64>, divisor = array<i64>, begin = array<i64>, end = array<i64>} : (tensor<1x4x1xf32>) -> tensor<1x2x1xf32>
  return
}

// -----

func.func @windows_no_stride(%x: tensor<1x4x1xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.sum_windows' op expects size, count, stride and divisor of 1 or more in dimension 0}}
  %y = amp.sum_windows %x {size = array<i64: 4>, count = array<i64: 2>, stride = array<i64: 0>, divisor = array<i64: 1>, begin = array<i64: 0>, end = array<i64: 2>} : (tensor<1x4x1xf32>) -> tensor<1x2x1xf32>
  return
}

// -----

func.func @windows_no_elements(%x: tensor<1x4x1xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.sum_windows' op expects windows that begin before they end in dimension 0}}
  %y = amp.sum_windows %x {size = array<i64: 4>, count = array<i64: 2>, stride = array<i64: 2>, divisor = array<i64: 1>, begin = array<i64: 0>, end = array<i64: 0>} : (tensor<1x4x1xf32>) -> tensor<1x2x1xf32>
  return
}

// -----

func.func @windows_far(%x: tensor<1x4x1xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.sum_windows' op expects bounds of windows that are numbers of 62 bits in dimension 0}}
  %y = amp.sum_windows %x {size = array<i64: 4>, count = array<i64: 2>, stride = array<i64: 4611686018427387904>, divisor = array<i64: 1>, begin = array<i64: 0>, end = array<i64: 2>} : (tensor<1x4x1xf32>) -> tensor<1x2x1xf32>
  return
}

// -----

func.func @windows_other_elements(%x: tensor<1x5x1xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.sum_windows' op expects windows of 5 elements, found 4}}
  %y = amp.sum_windows %x {size = array<i64: 4>, count = array<i64: 2>, stride = array<i64: 2>, divisor = array<i64: 1>, begin = array<i64: 0>, end = array<i64: 2>} : (tensor<1x5x1xf32>) -> tensor<1x2x1xf32>
  return
}

// -----

func.func @windows_weights(%x: tensor<1x4x1xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.sum_windows' op expects 4 weights, found 1}}
  %y = amp.sum_windows %x {size = array<i64: 4>, count = array<i64: 2>, stride = array<i64: 2>, divisor = array<i64: 1>, begin = array<i64: 0>, end = array<i64: 2>, weights = array<f64: 1.0>} : (tensor<1x4x1xf32>) -> tensor<1x2x1xf32>
  return
}

// -----

func.func @windows_step(%x: tensor<1x4x1xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.max_windows' op expects a step of 1 or more for each dimension, and of 1 where the divisor is not}}
  %y, %i = amp.max_windows %x {size = array<i64: 4>, count = array<i64: 2>, stride = array<i64: 2>, divisor = array<i64: 2>, begin = array<i64: 0>, end = array<i64: 2>, step = array<i64: 2>} : (tensor<1x4x1xf32>) -> (tensor<1x2x1xf32>, tensor<1x2x1xi32>)
  return
}

// -----

func.func @windows_many(%x: tensor<1x3000000000x1xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.max_windows' op counts to 2147483647, found windows of 'tensor<1x3000000000x1xf32>'}}
  %y, %i = amp.max_windows %x {size = array<i64: 3000000000>, count = array<i64: 2>, stride = array<i64: 2>, divisor = array<i64: 1>, begin = array<i64: 0>, end = array<i64: 2>, step = array<i64: 1>} : (tensor<1x3000000000x1xf32>) -> (tensor<1x2x1xf32>, tensor<1x2x1xi32>)
  return
}

// -----

func.func @windows_positions(%x: tensor<1x3x1xf32>, %i: tensor<1x3x1xi32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.sum_chosen' op expects windows at 3 positions, found 2}}
  %y = amp.sum_chosen %x, %i {size = array<i64: 4>, count = array<i64: 2>, stride = array<i64: 2>, divisor = array<i64: 1>, begin = array<i64: 0>, end = array<i64: 2>} : (tensor<1x3x1xf32>, tensor<1x3x1xi32>) -> tensor<1x4x1xf32>
  return
}

// -----

func.func @windows_index(%x: tensor<1x2x1xf32>, %i: tensor<1x3x1xi32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.sum_chosen' op expects index}}
  %y = amp.sum_chosen %x, %i {size = array<i64: 4>, count = array<i64: 2>, stride = array<i64: 2>, divisor = array<i64: 1>, begin = array<i64: 0>, end = array<i64: 2>} : (tensor<1x2x1xf32>, tensor<1x3x1xi32>) -> tensor<1x4x1xf32>
  return
}
