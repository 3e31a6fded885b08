// RUN: amp-opt %s | FileCheck %s
// RUN: amp-opt %s | amp-opt | FileCheck %s
// RUN: amp-opt %s --mlir-print-op-generic | amp-opt | FileCheck %s
// RUN: amp-opt %s --emit-bytecode | amp-opt | FileCheck %s

// Convolutions: every op comes back as it was written: pretty, generic and as bytecode.
// Operands have sizes that make each dimension of the result tell where it comes from.

// CHECK-LABEL: func.func @conv(
func.func @conv(%x1: tensor<4x6x16xf16>, %w1: tensor<8x3x3xf16>, %b: tensor<8xf16>,
                %x2: tensor<4x3x16x15xf32>, %w2: tensor<8x3x3x5xf32>,
                %x3: tensor<4x3x16x16x16xbf16>, %w3: tensor<8x3x3x3x3xbf16>,
                %x4: tensor<4x3x16x15xf64>, %w4: tensor<8x3x3x5xf64>,
                %d: tensor<?x3x?x16xf16>, %dw: tensor<8x3x3x3xf16>) {
  // CHECK: amp.conv1d %{{.*}}, %{{.*}}, %{{.*}} {dilation = array<i64: 2>, groups = 2 : i64, padding = array<i64: 1>, stride = array<i64: 3>} : (tensor<4x6x16xf16>, tensor<8x3x3xf16>, tensor<8xf16>) -> tensor<4x8x5xf16>
  %0 = amp.conv1d %x1, %w1, %b {dilation = array<i64: 2>, groups = 2 : i64, padding = array<i64: 1>, stride = array<i64: 3>} : (tensor<4x6x16xf16>, tensor<8x3x3xf16>, tensor<8xf16>) -> tensor<4x8x5xf16>
  // 16-bit operands with f32 sums that are not rounded.
  // CHECK: amp.conv1d %{{.*}}, %{{.*}} {compute_type = f32, groups = 2 : i64} : (tensor<4x6x16xf16>, tensor<8x3x3xf16>) -> tensor<4x8x14xf32>
  %1 = amp.conv1d %x1, %w1 {compute_type = f32, groups = 2 : i64} : (tensor<4x6x16xf16>, tensor<8x3x3xf16>) -> tensor<4x8x14xf32>
  // CHECK: amp.conv2d %{{.*}}, %{{.*}} : (tensor<4x3x16x15xf32>, tensor<8x3x3x5xf32>) -> tensor<4x8x14x11xf32>
  %2 = amp.conv2d %x2, %w2 : (tensor<4x3x16x15xf32>, tensor<8x3x3x5xf32>) -> tensor<4x8x14x11xf32>
  // CHECK: amp.conv2d %{{.*}}, %{{.*}} {compute_type = tf32, padding = array<i64: 1, 2>, stride = array<i64: 2, 1>} : (tensor<4x3x16x15xf32>, tensor<8x3x3x5xf32>) -> tensor<4x8x8x15xf32>
  %3 = amp.conv2d %x2, %w2 {compute_type = tf32, padding = array<i64: 1, 2>, stride = array<i64: 2, 1>} : (tensor<4x3x16x15xf32>, tensor<8x3x3x5xf32>) -> tensor<4x8x8x15xf32>
  // CHECK: amp.conv2d %{{.*}}, %{{.*}} {compute_type = f64} : (tensor<4x3x16x15xf64>, tensor<8x3x3x5xf64>) -> tensor<4x8x14x11xf64>
  %4 = amp.conv2d %x4, %w4 {compute_type = f64} : (tensor<4x3x16x15xf64>, tensor<8x3x3x5xf64>) -> tensor<4x8x14x11xf64>
  // CHECK: amp.conv3d %{{.*}}, %{{.*}} {padding = array<i64: 1, 1, 1>} : (tensor<4x3x16x16x16xbf16>, tensor<8x3x3x3x3xbf16>) -> tensor<4x8x16x16x16xbf16>
  %5 = amp.conv3d %x3, %w3 {padding = array<i64: 1, 1, 1>} : (tensor<4x3x16x16x16xbf16>, tensor<8x3x3x3x3xbf16>) -> tensor<4x8x16x16x16xbf16>
  // CHECK: amp.conv2d %{{.*}}, %{{.*}}, %{{.*}} {padding = array<i64: 1, 1>} : (tensor<?x3x?x16xf16>, tensor<8x3x3x3xf16>, tensor<8xf16>) -> tensor<?x8x?x16xf16>
  %6 = amp.conv2d %d, %dw, %b {padding = array<i64: 1, 1>} : (tensor<?x3x?x16xf16>, tensor<8x3x3x3xf16>, tensor<8xf16>) -> tensor<?x8x?x16xf16>
  return
}

// CHECK-LABEL: func.func @conv_transpose(
func.func @conv_transpose(%x1: tensor<4x8x8xf16>, %w1: tensor<8x3x3xf16>, %b: tensor<6xf16>,
                          %x2: tensor<4x8x8x8xf32>, %w2: tensor<8x3x3x3xf32>,
                          %x3: tensor<4x8x8x8x8xbf16>, %w3: tensor<8x3x3x3x3xbf16>,
                          %d: tensor<4x8x?x8xf32>) {
  // CHECK: amp.conv_transpose1d %{{.*}}, %{{.*}}, %{{.*}} {dilation = array<i64: 2>, groups = 2 : i64, output_padding = array<i64: 1>, padding = array<i64: 1>, stride = array<i64: 3>} : (tensor<4x8x8xf16>, tensor<8x3x3xf16>, tensor<6xf16>) -> tensor<4x6x25xf16>
  %0 = amp.conv_transpose1d %x1, %w1, %b {dilation = array<i64: 2>, groups = 2 : i64, output_padding = array<i64: 1>, padding = array<i64: 1>, stride = array<i64: 3>} : (tensor<4x8x8xf16>, tensor<8x3x3xf16>, tensor<6xf16>) -> tensor<4x6x25xf16>
  // CHECK: amp.conv_transpose2d %{{.*}}, %{{.*}} {compute_type = tf32, output_padding = array<i64: 1, 1>, padding = array<i64: 1, 1>, stride = array<i64: 2, 2>} : (tensor<4x8x8x8xf32>, tensor<8x3x3x3xf32>) -> tensor<4x3x16x16xf32>
  %1 = amp.conv_transpose2d %x2, %w2 {compute_type = tf32, output_padding = array<i64: 1, 1>, padding = array<i64: 1, 1>, stride = array<i64: 2, 2>} : (tensor<4x8x8x8xf32>, tensor<8x3x3x3xf32>) -> tensor<4x3x16x16xf32>
  // CHECK: amp.conv_transpose2d %{{.*}}, %{{.*}} : (tensor<4x8x?x8xf32>, tensor<8x3x3x3xf32>) -> tensor<4x3x?x10xf32>
  %2 = amp.conv_transpose2d %d, %w2 : (tensor<4x8x?x8xf32>, tensor<8x3x3x3xf32>) -> tensor<4x3x?x10xf32>
  // CHECK: amp.conv_transpose3d %{{.*}}, %{{.*}} : (tensor<4x8x8x8x8xbf16>, tensor<8x3x3x3x3xbf16>) -> tensor<4x3x10x10x10xf32>
  %3 = amp.conv_transpose3d %x3, %w3 : (tensor<4x8x8x8x8xbf16>, tensor<8x3x3x3x3xbf16>) -> tensor<4x3x10x10x10xf32>
  return
}

// CHECK-LABEL: func.func @conv_tbc(
func.func @conv_tbc(%x: tensor<16x4x8xf16>, %w: tensor<3x8x32xf16>, %b: tensor<32xf16>,
                    %d: tensor<?x4x8xf16>) {
  // CHECK: amp.conv_tbc %{{.*}}, %{{.*}}, %{{.*}} : (tensor<16x4x8xf16>, tensor<3x8x32xf16>, tensor<32xf16>) -> tensor<14x4x32xf16>
  %0 = amp.conv_tbc %x, %w, %b : (tensor<16x4x8xf16>, tensor<3x8x32xf16>, tensor<32xf16>) -> tensor<14x4x32xf16>
  // CHECK: amp.conv_tbc %{{.*}}, %{{.*}}, %{{.*}} {compute_type = f32, pad = 1 : i64} : (tensor<16x4x8xf16>, tensor<3x8x32xf16>, tensor<32xf16>) -> tensor<16x4x32xf32>
  %1 = amp.conv_tbc %x, %w, %b {compute_type = f32, pad = 1 : i64} : (tensor<16x4x8xf16>, tensor<3x8x32xf16>, tensor<32xf16>) -> tensor<16x4x32xf32>
  // CHECK: amp.conv_tbc %{{.*}}, %{{.*}}, %{{.*}} : (tensor<?x4x8xf16>, tensor<3x8x32xf16>, tensor<32xf16>) -> tensor<?x4x32xf16>
  %2 = amp.conv_tbc %d, %w, %b : (tensor<?x4x8xf16>, tensor<3x8x32xf16>, tensor<32xf16>) -> tensor<?x4x32xf16>
  return
}

// What they are made of: a convolution and its derivatives, which have one another's shapes.
// CHECK-LABEL: func.func @products(
func.func @products(%x1: tensor<4x6x16xf16>, %w1: tensor<8x3x3xf16>, %y1: tensor<4x8x5xf16>,
                    %b: tensor<8xf16>, %x3: tensor<2x3x5x6x7xf32>, %w3: tensor<4x3x1x2x3xf32>,
                    %y3: tensor<2x4x5x5x5xf32>) {
  // CHECK: amp.convolution %{{.*}}, %{{.*}}, %{{.*}} {dilation = array<i64: 2>, groups = 2 : i64, padding = array<i64: 1>, stride = array<i64: 3>} : (tensor<4x6x16xf16>, tensor<8x3x3xf16>, tensor<8xf16>) -> tensor<4x8x5xf16>
  %0 = amp.convolution %x1, %w1, %b {dilation = array<i64: 2>, groups = 2 : i64, padding = array<i64: 1>, stride = array<i64: 3>} : (tensor<4x6x16xf16>, tensor<8x3x3xf16>, tensor<8xf16>) -> tensor<4x8x5xf16>
  // CHECK: amp.convolution %{{.*}}, %{{.*}} {compute_type = tf32, dilation = array<i64: 1, 1, 1>, padding = array<i64: 0, 0, 0>, stride = array<i64: 1, 1, 1>} : (tensor<2x3x5x6x7xf32>, tensor<4x3x1x2x3xf32>) -> tensor<2x4x5x5x5xf32>
  %1 = amp.convolution %x3, %w3 {compute_type = tf32, dilation = array<i64: 1, 1, 1>, padding = array<i64: 0, 0, 0>, stride = array<i64: 1, 1, 1>} : (tensor<2x3x5x6x7xf32>, tensor<4x3x1x2x3xf32>) -> tensor<2x4x5x5x5xf32>
  // 17 elements, of which no window reads the last one.
  // CHECK: amp.convolution_backward_input %{{.*}}, %{{.*}} {dilation = array<i64: 2>, groups = 2 : i64, padding = array<i64: 1>, size = array<i64: 17>, stride = array<i64: 3>} : (tensor<4x8x5xf16>, tensor<8x3x3xf16>) -> tensor<4x6x17xf16>
  %2 = amp.convolution_backward_input %y1, %w1 {dilation = array<i64: 2>, groups = 2 : i64, padding = array<i64: 1>, size = array<i64: 17>, stride = array<i64: 3>} : (tensor<4x8x5xf16>, tensor<8x3x3xf16>) -> tensor<4x6x17xf16>
  // CHECK: amp.convolution_backward_weight %{{.*}}, %{{.*}} {compute_type = f32, dilation = array<i64: 2>, groups = 2 : i64, kernel = array<i64: 3>, padding = array<i64: 1>, stride = array<i64: 3>} : (tensor<4x6x16xf16>, tensor<4x8x5xf16>) -> tensor<8x3x3xf32>
  %3 = amp.convolution_backward_weight %x1, %y1 {compute_type = f32, dilation = array<i64: 2>, groups = 2 : i64, kernel = array<i64: 3>, padding = array<i64: 1>, stride = array<i64: 3>} : (tensor<4x6x16xf16>, tensor<4x8x5xf16>) -> tensor<8x3x3xf32>
  // CHECK: amp.convolution_backward_weight %{{.*}}, %{{.*}} {dilation = array<i64: 1, 1, 1>, kernel = array<i64: 1, 2, 3>, padding = array<i64: 0, 0, 0>, stride = array<i64: 1, 1, 1>} : (tensor<2x3x5x6x7xf32>, tensor<2x4x5x5x5xf32>) -> tensor<4x3x1x2x3xf32>
  %4 = amp.convolution_backward_weight %x3, %y3 {dilation = array<i64: 1, 1, 1>, kernel = array<i64: 1, 2, 3>, padding = array<i64: 0, 0, 0>, stride = array<i64: 1, 1, 1>} : (tensor<2x3x5x6x7xf32>, tensor<2x4x5x5x5xf32>) -> tensor<4x3x1x2x3xf32>
  return
}

// Windows of a convolution and their sums.
// CHECK-LABEL: func.func @columns(
func.func @columns(%x: tensor<4x3x16x15xf16>, %d: tensor<?x?x7xf32>, %y: tensor<?x6x4xf32>,
                   %z: tensor<2x16x?xbf16>) {
  // CHECK: amp.im2col %{{.*}} {dilation = array<i64: 1, 2>, kernel_size = array<i64: 3, 3>, padding = array<i64: 1, 1>, stride = array<i64: 2, 1>} : (tensor<4x3x16x15xf16>) -> tensor<4x27x104xf16>
  %0 = amp.im2col %x {kernel_size = array<i64: 3, 3>, stride = array<i64: 2, 1>, padding = array<i64: 1, 1>, dilation = array<i64: 1, 2>} : (tensor<4x3x16x15xf16>) -> tensor<4x27x104xf16>
  // CHECK: amp.im2col %{{.*}} {dilation = array<i64: 1>, kernel_size = array<i64: 2>, padding = array<i64: 0>, stride = array<i64: 2>} : (tensor<?x?x7xf32>) -> tensor<?x?x3xf32>
  %1 = amp.im2col %d {kernel_size = array<i64: 2>, stride = array<i64: 2>, padding = array<i64: 0>, dilation = array<i64: 1>} : (tensor<?x?x7xf32>) -> tensor<?x?x3xf32>
  // CHECK: amp.col2im %{{.*}} {dilation = array<i64: 1>, kernel_size = array<i64: 2>, output_size = array<i64: 9>, padding = array<i64: 0>, stride = array<i64: 2>} : (tensor<?x6x4xf32>) -> tensor<?x3x9xf32>
  %2 = amp.col2im %y {output_size = array<i64: 9>, kernel_size = array<i64: 2>, stride = array<i64: 2>, padding = array<i64: 0>, dilation = array<i64: 1>} : (tensor<?x6x4xf32>) -> tensor<?x3x9xf32>
  // CHECK: amp.col2im %{{.*}} {dilation = array<i64: 1, 1, 1, 1>, kernel_size = array<i64: 2, 1, 2, 1>, output_size = array<i64: 2, 3, 4, 5>, padding = array<i64: 0, 0, 1, 0>, stride = array<i64: 1, 1, 1, 1>} : (tensor<2x16x?xbf16>) -> tensor<2x4x2x3x4x5xbf16>
  %3 = amp.col2im %z {output_size = array<i64: 2, 3, 4, 5>, kernel_size = array<i64: 2, 1, 2, 1>, stride = array<i64: 1, 1, 1, 1>, padding = array<i64: 0, 0, 1, 0>, dilation = array<i64: 1, 1, 1, 1>} : (tensor<2x16x?xbf16>) -> tensor<2x4x2x3x4x5xbf16>
  return
}
