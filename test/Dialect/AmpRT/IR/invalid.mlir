// RUN: amp-opt %s -verify-diagnostics -split-input-file

// One case per diagnostic, named after what is wrong.

func.func @gemm_of_vectors(%a: tensor<8xf32>, %b: tensor<8x4xf32>, %c: tensor<4xf32>) {
  // expected-error @+1 {{'amprt.gemm' op expects matrices of rank 2, or 3 with a batch, found 'tensor<8xf32>', 'tensor<8x4xf32>' and 'tensor<4xf32>'}}
  %0 = amprt.gemm ins(%a, %b : tensor<8xf32>, tensor<8x4xf32>) outs(%c : tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @gemm_of_unknown_sizes(%a: tensor<?x8xf32>, %b: tensor<8x4xf32>, %c: tensor<?x4xf32>) {
  // expected-error @+1 {{'amprt.gemm' op expects static shapes, found 'tensor<?x8xf32>', 'tensor<8x4xf32>' and 'tensor<?x4xf32>'}}
  %0 = amprt.gemm ins(%a, %b : tensor<?x8xf32>, tensor<8x4xf32>) outs(%c : tensor<?x4xf32>) -> tensor<?x4xf32>
  return
}

// -----

func.func @gemm_inner_sizes_differ(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>, %c: tensor<4x8xf32>) {
  // expected-error @+1 {{'amprt.gemm' op sizes do not fit: 'tensor<4x8xf32>' by 'tensor<4x8xf32>' into 'tensor<4x8xf32>'}}
  %0 = amprt.gemm ins(%a, %b : tensor<4x8xf32>, tensor<4x8xf32>) outs(%c : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @gemm_needs_no_transpose(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>) {
  // expected-error @+1 {{'amprt.gemm' op sizes do not fit}}
  %0 = amprt.gemm ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) {transpose_b} -> tensor<4x16xf32>
  return
}

// -----

func.func @gemm_batches_differ(%a: tensor<2x4x8xf32>, %b: tensor<3x8x4xf32>, %c: tensor<2x4x4xf32>) {
  // expected-error @+1 {{'amprt.gemm' op sizes do not fit: 'tensor<2x4x8xf32>' by 'tensor<3x8x4xf32>' into 'tensor<2x4x4xf32>'}}
  %0 = amprt.gemm ins(%a, %b : tensor<2x4x8xf32>, tensor<3x8x4xf32>) outs(%c : tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  return
}

// -----

func.func @gemm_of_mixed_types(%a: tensor<4x8xf16>, %b: tensor<8x4xbf16>, %c: tensor<4x4xf32>) {
  // expected-error @+1 {{'amprt.gemm' op expects operands of one element type, found 'f16' and 'bf16'}}
  %0 = amprt.gemm ins(%a, %b : tensor<4x8xf16>, tensor<8x4xbf16>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @gemm_of_integers(%a: tensor<4x8xi8>, %b: tensor<8x4xi8>, %c: tensor<4x4xi8>) {
  // expected-error @+1 {{'amprt.gemm' op operand #0 must be}}
  %0 = amprt.gemm ins(%a, %b : tensor<4x8xi8>, tensor<8x4xi8>) outs(%c : tensor<4x4xi8>) -> tensor<4x4xi8>
  return
}

// -----

func.func @gemm_narrows(%a: tensor<4x8xf32>, %b: tensor<8x4xf32>, %c: tensor<4x4xf16>) {
  // expected-error @+1 {{'amprt.gemm' op expects a destination of 'f32', found 'f16'}}
  %0 = amprt.gemm ins(%a, %b : tensor<4x8xf32>, tensor<8x4xf32>) outs(%c : tensor<4x4xf16>) -> tensor<4x4xf16>
  return
}

// -----

func.func @gemm_of_halves_into_double(%a: tensor<4x8xf16>, %b: tensor<8x4xf16>, %c: tensor<4x4xf64>) {
  // expected-error @+1 {{'amprt.gemm' op expects a destination of 'f16' or f32, found 'f64'}}
  %0 = amprt.gemm ins(%a, %b : tensor<4x8xf16>, tensor<8x4xf16>) outs(%c : tensor<4x4xf64>) -> tensor<4x4xf64>
  return
}

// -----

func.func @double_gemm_in_single(%a: tensor<4x8xf64>, %b: tensor<8x4xf64>, %c: tensor<4x4xf64>) {
  // expected-error @+1 {{'amprt.gemm' op cannot compute in f32 on 'f64'}}
  %0 = amprt.gemm ins(%a, %b : tensor<4x8xf64>, tensor<8x4xf64>) outs(%c : tensor<4x4xf64>) -> tensor<4x4xf64>
  return
}

// -----

func.func @half_gemm_in_tf32(%a: tensor<4x8xf16>, %b: tensor<8x4xf16>, %c: tensor<4x4xf16>) {
  // expected-error @+1 {{'amprt.gemm' op cannot compute in tf32 on 'f16'}}
  %0 = amprt.gemm ins(%a, %b : tensor<4x8xf16>, tensor<8x4xf16>) outs(%c : tensor<4x4xf16>) {compute = #amprt.compute<tf32>} -> tensor<4x4xf16>
  return
}

// -----

func.func @bias_of_wrong_size(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %d: tensor<4xf32>, %c: tensor<4x16xf32>) {
  // expected-error @+1 {{'amprt.gemm' op expects a bias of 16 elements of 'f32' or f32, found 'tensor<4xf32>'}}
  %0 = amprt.gemm ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) bias(%d : tensor<4xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @bias_of_other_type(%a: tensor<4x8xf16>, %b: tensor<8x16xf16>, %d: tensor<16xbf16>, %c: tensor<4x16xf16>) {
  // expected-error @+1 {{'amprt.gemm' op expects a bias of 16 elements of 'f16' or f32, found 'tensor<16xbf16>'}}
  %0 = amprt.gemm ins(%a, %b : tensor<4x8xf16>, tensor<8x16xf16>) bias(%d : tensor<16xbf16>) outs(%c : tensor<4x16xf16>) -> tensor<4x16xf16>
  return
}

// -----

func.func @result_of_other_type(%a: tensor<4x8xf16>, %b: tensor<8x4xf16>, %c: tensor<4x4xf16>) {
  // expected-error @+1 {{'amprt.gemm' op expects a result of the destination's type 'tensor<4x4xf16>', found 'tensor<4x4xf32>'}}
  %0 = amprt.gemm ins(%a, %b : tensor<4x8xf16>, tensor<8x4xf16>) outs(%c : tensor<4x4xf16>) -> tensor<4x4xf32>
  return
}

// -----

func.func @tensor_without_result(%a: tensor<4x8xf32>, %b: tensor<8x4xf32>, %c: tensor<4x4xf32>) {
  // expected-error @+1 {{'amprt.gemm' op has a result exactly if its destination is a tensor}}
  amprt.gemm ins(%a, %b : tensor<4x8xf32>, tensor<8x4xf32>) outs(%c : tensor<4x4xf32>)
  return
}

// -----

func.func @tensors_into_buffer(%a: tensor<4x8xf32>, %b: tensor<8x4xf32>, %c: memref<4x4xf32>) {
  // expected-error @+1 {{'amprt.gemm' op expects tensors or buffers, not both, found 'tensor<4x8xf32>', 'tensor<8x4xf32>' and 'memref<4x4xf32>'}}
  amprt.gemm ins(%a, %b : tensor<4x8xf32>, tensor<8x4xf32>) outs(%c : memref<4x4xf32>)
  return
}

// -----

func.func @launch_of_unknown_kernel(%a: memref<8xf32>) {
  // expected-error @+1 {{'amprt.launch' op refers to unknown kernel @kernels::@k}}
  amprt.launch @kernels::@k(%a) {num_outputs = 1 : i64} : memref<8xf32>
  return
}

// -----

module @kernels {
  func.func private @k(memref<8xf32>)
}
func.func @launch_without_outputs(%a: memref<8xf32>) {
  // expected-error @+1 {{'amprt.launch' op expects num_outputs in [1, 1], found 0}}
  amprt.launch @kernels::@k(%a) {num_outputs = 0 : i64} : memref<8xf32>
  return
}

// -----

module @kernels {
  func.func private @k(memref<8xf32>)
}
func.func @launch_with_too_many_outputs(%a: memref<8xf32>) {
  // expected-error @+1 {{'amprt.launch' op expects num_outputs in [1, 1], found 2}}
  amprt.launch @kernels::@k(%a) {num_outputs = 2 : i64} : memref<8xf32>
  return
}

// -----

module @kernels {
  func.func private @k(memref<8xf32>)
}
func.func @launch_over_nothing(%a: memref<8xf32>) {
  // expected-error @+1 {{'amprt.launch' op expects a positive extent and grain, found 0 and 1}}
  amprt.launch @kernels::@k(%a) {num_outputs = 1 : i64, extent = 0 : i64} : memref<8xf32>
  return
}

// -----

module @kernels {
  func.func private @k(memref<8xf32>)
}
func.func @launch_in_flat_blocks(%a: memref<8xf32>) {
  // expected-error @+1 {{'amprt.launch' op expects three sizes of grid and block, or none, found 1 and 1}}
  amprt.launch @kernels::@k(%a) {num_outputs = 1 : i64, grid = array<i64: 1>, block = array<i64: 256>} : memref<8xf32>
  return
}

// -----

module @kernels {
  func.func private @k(memref<8xf32>)
}
func.func @launch_without_blocks(%a: memref<8xf32>) {
  // expected-error @+1 {{'amprt.launch' op expects three sizes of grid and block, or none, found 3 and 0}}
  amprt.launch @kernels::@k(%a) {num_outputs = 1 : i64, grid = array<i64: 1, 1, 1>} : memref<8xf32>
  return
}

// -----

module @kernels {
  func.func private @k(memref<8xf32>)
}
func.func @launch_in_too_many_blocks(%a: memref<8xf32>) {
  // expected-error @+1 {{'amprt.launch' op expects sizes of grid and block from 1 to 2147483647, found 4294967296}}
  amprt.launch @kernels::@k(%a) {num_outputs = 1 : i64, grid = array<i64: 4294967296, 1, 1>, block = array<i64: 256, 1, 1>} : memref<8xf32>
  return
}

// -----

func.func @fill_of_another_type(%a: memref<8xf32>) {
  // expected-error @+1 {{'amprt.fill' op expects a value of the elements' type 'f32', found 0 : i32}}
  amprt.fill 0 : i32 into %a : memref<8xf32>
  return
}

// -----

func.func @fill_of_halves_that_differ(%a: memref<8xi64>) {
  // expected-error @+1 {{'amprt.fill' op cannot repeat 1 : i64; expected a number of 1, 2 or 4 bytes, or one of 8 whose halves are equal}}
  amprt.fill 1 : i64 into %a : memref<8xi64>
  return
}

// -----

func.func @convolution_of_four_dimensions(%x: tensor<2x6x16xf32>, %w: tensor<8x3x3xf32>, %y: tensor<2x8x5xf32>) {
  // expected-error @+1 {{'amprt.convolution' op expects 1 to 3 spatial dimensions, found 4 strides}}
  %0 = amprt.convolution forward ins(%x, %w : tensor<2x6x16xf32>, tensor<8x3x3xf32>) outs(%y : tensor<2x8x5xf32>) {dilation = array<i64: 1, 1, 1, 1>, groups = 1 : i64, padding = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1, 1, 1>} -> tensor<2x8x5xf32>
  return
}

// -----

func.func @convolution_with_few_paddings(%x: tensor<2x6x16xf32>, %w: tensor<8x3x3xf32>, %y: tensor<2x8x5xf32>) {
  // expected-error @+1 {{'amprt.convolution' op expects as many paddings and dilations as 1 strides, found 0 and 1}}
  %0 = amprt.convolution forward ins(%x, %w : tensor<2x6x16xf32>, tensor<8x3x3xf32>) outs(%y : tensor<2x8x5xf32>) {dilation = array<i64: 2>, groups = 2 : i64, padding = array<i64>, stride = array<i64: 3>} -> tensor<2x8x5xf32>
  return
}

// -----

func.func @convolution_that_stays(%x: tensor<2x6x16xf32>, %w: tensor<8x3x3xf32>, %y: tensor<2x8x5xf32>) {
  // expected-error @+1 {{'amprt.convolution' op expects strides, dilations and groups from 1, and paddings from 0}}
  %0 = amprt.convolution forward ins(%x, %w : tensor<2x6x16xf32>, tensor<8x3x3xf32>) outs(%y : tensor<2x8x5xf32>) {dilation = array<i64: 2>, groups = 2 : i64, padding = array<i64: 1>, stride = array<i64: 0>} -> tensor<2x8x5xf32>
  return
}

// -----

func.func @convolution_of_tensor_and_buffer(%x: tensor<2x6x16xf32>, %w: memref<8x3x3xf32>, %y: tensor<2x8x5xf32>) {
  // expected-error @+1 {{'amprt.convolution' op expects tensors or buffers, not both, found 'memref<8x3x3xf32>' and 'tensor<2x8x5xf32>'}}
  %0 = amprt.convolution forward ins(%x, %w : tensor<2x6x16xf32>, memref<8x3x3xf32>) outs(%y : tensor<2x8x5xf32>) {dilation = array<i64: 2>, groups = 2 : i64, padding = array<i64: 1>, stride = array<i64: 3>} -> tensor<2x8x5xf32>
  return
}

// -----

func.func @convolution_of_unknown_sizes(%x: tensor<?x6x16xf32>, %w: tensor<8x3x3xf32>, %y: tensor<2x8x5xf32>) {
  // expected-error @+1 {{'amprt.convolution' op expects static shapes, found 'tensor<?x6x16xf32>'}}
  %0 = amprt.convolution forward ins(%x, %w : tensor<?x6x16xf32>, tensor<8x3x3xf32>) outs(%y : tensor<2x8x5xf32>) {dilation = array<i64: 2>, groups = 2 : i64, padding = array<i64: 1>, stride = array<i64: 3>} -> tensor<2x8x5xf32>
  return
}

// -----

func.func @convolution_of_images(%x: tensor<2x6x16xf32>, %w: tensor<8x3x3x3xf32>, %y: tensor<2x8x5xf32>) {
  // expected-error @+1 {{'amprt.convolution' op expects tensors of rank 3, found 'tensor<8x3x3x3xf32>'}}
  %0 = amprt.convolution forward ins(%x, %w : tensor<2x6x16xf32>, tensor<8x3x3x3xf32>) outs(%y : tensor<2x8x5xf32>) {dilation = array<i64: 2>, groups = 2 : i64, padding = array<i64: 1>, stride = array<i64: 3>} -> tensor<2x8x5xf32>
  return
}

// -----

func.func @convolution_of_mixed_types(%x: tensor<2x6x16xf32>, %w: tensor<8x3x3xf16>, %y: tensor<2x8x5xf32>) {
  // expected-error @+1 {{'amprt.convolution' op expects operands of one element type, found 'f32' and 'f16'}}
  %0 = amprt.convolution forward ins(%x, %w : tensor<2x6x16xf32>, tensor<8x3x3xf16>) outs(%y : tensor<2x8x5xf32>) {dilation = array<i64: 2>, groups = 2 : i64, padding = array<i64: 1>, stride = array<i64: 3>} -> tensor<2x8x5xf32>
  return
}

// -----

func.func @convolution_narrows(%x: tensor<2x6x16xf32>, %w: tensor<8x3x3xf32>, %y: tensor<2x8x5xf16>) {
  // expected-error @+1 {{'amprt.convolution' op expects a destination of 'f32', found 'f16'}}
  %0 = amprt.convolution forward ins(%x, %w : tensor<2x6x16xf32>, tensor<8x3x3xf32>) outs(%y : tensor<2x8x5xf16>) {dilation = array<i64: 2>, groups = 2 : i64, padding = array<i64: 1>, stride = array<i64: 3>} -> tensor<2x8x5xf16>
  return
}

// -----

func.func @convolution_in_tf32(%x: tensor<2x6x16xf16>, %w: tensor<8x3x3xf16>, %y: tensor<2x8x5xf16>) {
  // expected-error @+1 {{'amprt.convolution' op cannot compute in tf32 on 'f16'}}
  %0 = amprt.convolution forward ins(%x, %w : tensor<2x6x16xf16>, tensor<8x3x3xf16>) outs(%y : tensor<2x8x5xf16>) {dilation = array<i64: 2>, groups = 2 : i64, padding = array<i64: 1>, stride = array<i64: 3>, compute = #amprt.compute<tf32>} -> tensor<2x8x5xf16>
  return
}

// -----

func.func @derivative_with_relu(%x: tensor<2x8x5xf32>, %w: tensor<8x3x3xf32>, %y: tensor<2x6x16xf32>) {
  // expected-error @+1 {{'amprt.convolution' op has a bias or a ReLU only if it is forward, found backward_input}}
  %0 = amprt.convolution backward_input ins(%x, %w : tensor<2x8x5xf32>, tensor<8x3x3xf32>) outs(%y : tensor<2x6x16xf32>) {dilation = array<i64: 2>, groups = 2 : i64, padding = array<i64: 1>, stride = array<i64: 3>, relu} -> tensor<2x6x16xf32>
  return
}

// -----

func.func @convolution_with_long_bias(%x: tensor<2x6x16xf32>, %w: tensor<8x3x3xf32>, %y: tensor<2x8x5xf32>, %b: tensor<6xf32>) {
  // expected-error @+1 {{'amprt.convolution' op expects a bias of 8 elements of 'f32' or f32, found 'tensor<6xf32>'}}
  %0 = amprt.convolution forward ins(%x, %w : tensor<2x6x16xf32>, tensor<8x3x3xf32>) bias(%b : tensor<6xf32>) outs(%y : tensor<2x8x5xf32>) {dilation = array<i64: 2>, groups = 2 : i64, padding = array<i64: 1>, stride = array<i64: 3>} -> tensor<2x8x5xf32>
  return
}

// -----

func.func @convolution_of_other_samples(%x: tensor<3x6x16xf32>, %w: tensor<8x3x3xf32>, %y: tensor<2x8x5xf32>) {
  // expected-error @+1 {{'amprt.convolution' op expects as many samples of the input as of the output, found 3 and 2, from an input 'tensor<3x6x16xf32>'}}
  %0 = amprt.convolution forward ins(%x, %w : tensor<3x6x16xf32>, tensor<8x3x3xf32>) outs(%y : tensor<2x8x5xf32>) {dilation = array<i64: 2>, groups = 2 : i64, padding = array<i64: 1>, stride = array<i64: 3>} -> tensor<2x8x5xf32>
  return
}

// -----

func.func @convolution_of_other_outputs(%x: tensor<2x6x16xf32>, %w: tensor<10x3x3xf32>, %y: tensor<2x8x5xf32>) {
  // expected-error @+1 {{'amprt.convolution' op expects as many outputs of the weight as channels of the output, a multiple of 2 groups, found 10 and 8}}
  %0 = amprt.convolution forward ins(%x, %w : tensor<2x6x16xf32>, tensor<10x3x3xf32>) outs(%y : tensor<2x8x5xf32>) {dilation = array<i64: 2>, groups = 2 : i64, padding = array<i64: 1>, stride = array<i64: 3>} -> tensor<2x8x5xf32>
  return
}

// -----

func.func @convolution_of_other_channels(%x: tensor<2x6x16xf32>, %w: tensor<8x4x3xf32>, %y: tensor<2x8x5xf32>) {
  // expected-error @+1 {{'amprt.convolution' op expects channels of the input for each of 2 groups as the weight has, found 6 for 4}}
  %0 = amprt.convolution forward ins(%x, %w : tensor<2x6x16xf32>, tensor<8x4x3xf32>) outs(%y : tensor<2x8x5xf32>) {dilation = array<i64: 2>, groups = 2 : i64, padding = array<i64: 1>, stride = array<i64: 3>} -> tensor<2x8x5xf32>
  return
}

// -----

func.func @convolution_of_another_size(%x: tensor<2x6x16xf32>, %w: tensor<8x3x3xf32>, %y: tensor<2x8x6xf32>) {
  // expected-error @+1 {{'amprt.convolution' op expects an output of 5 elements in spatial dimension 0, found 6}}
  %0 = amprt.convolution forward ins(%x, %w : tensor<2x6x16xf32>, tensor<8x3x3xf32>) outs(%y : tensor<2x8x6xf32>) {dilation = array<i64: 2>, groups = 2 : i64, padding = array<i64: 1>, stride = array<i64: 3>} -> tensor<2x8x6xf32>
  return
}

// -----

func.func @convolution_without_result(%x: tensor<2x6x16xf32>, %w: tensor<8x3x3xf32>, %y: tensor<2x8x5xf32>) {
  // expected-error @+1 {{'amprt.convolution' op has a result exactly if its destination is a tensor}}
  amprt.convolution forward ins(%x, %w : tensor<2x6x16xf32>, tensor<8x3x3xf32>) outs(%y : tensor<2x8x5xf32>) {dilation = array<i64: 2>, groups = 2 : i64, padding = array<i64: 1>, stride = array<i64: 3>}
  return
}

// -----

func.func @convolution_of_another_result(%x: tensor<2x6x16xf32>, %w: tensor<8x3x3xf32>, %y: tensor<2x8x5xf32>) {
  // expected-error @+1 {{'amprt.convolution' op expects a result of the destination's type 'tensor<2x8x5xf32>', found 'tensor<2x8x6xf32>'}}
  %0 = amprt.convolution forward ins(%x, %w : tensor<2x6x16xf32>, tensor<8x3x3xf32>) outs(%y : tensor<2x8x5xf32>) {dilation = array<i64: 2>, groups = 2 : i64, padding = array<i64: 1>, stride = array<i64: 3>} -> tensor<2x8x6xf32>
  return
}

// -----

func.func @random_word_of_64_bits(%seed: i64) -> i64 {
  // expected-error @+1 {{custom op 'amprt.random_word' 'result' must be i32-like, but got 'i64'}}
  %0 = amprt.random_word %seed, %seed[%seed] : i64
  return %0 : i64
}

// -----

func.func @random_word_of_32_bits(%seed: i64, %place: i32) -> i32 {
  // expected-error @+1 {{'amprt.random_word' op failed to verify that 'place' has 64 bits for each result}}
  %0 = "amprt.random_word"(%seed, %seed, %place) : (i64, i64, i32) -> i32
  return %0 : i32
}
