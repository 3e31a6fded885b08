// RUN: amp-opt %s | FileCheck %s
// RUN: amp-opt %s | amp-opt | FileCheck %s
// RUN: amp-opt %s --mlir-print-op-generic | amp-opt | FileCheck %s
// RUN: amp-opt %s --emit-bytecode | amp-opt | FileCheck %s

// Networks' ops, with and without what is optional, come back as they were written.
// Operands have sizes that make each dimension of the result tell where it comes from.

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// Pooling
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @max_pool(
func.func @max_pool(%x2: tensor<4x8x16x15xf16>, %x3: tensor<4x8x16x16x16xf32>,
                    %d: tensor<?x8x?x15xf32>, %small: tensor<1x1x2x2xf32>) {
  // CHECK: amp.max_pool2d %{{.*}} {kernel_size = array<i64: 2, 3>} : (tensor<4x8x16x15xf16>) -> tensor<4x8x8x5xf16>
  %0 = amp.max_pool2d %x2 {kernel_size = array<i64: 2, 3>} : (tensor<4x8x16x15xf16>) -> tensor<4x8x8x5xf16>
  // CHECK: amp.max_pool2d %{{.*}} {dilation = array<i64: 2, 1>, kernel_size = array<i64: 3, 3>, padding = array<i64: 1, 0>, stride = array<i64: 2, 1>} : (tensor<4x8x16x15xf16>) -> tensor<4x8x7x13xf16>
  %1 = amp.max_pool2d %x2 {dilation = array<i64: 2, 1>, kernel_size = array<i64: 3, 3>, padding = array<i64: 1, 0>, stride = array<i64: 2, 1>} : (tensor<4x8x16x15xf16>) -> tensor<4x8x7x13xf16>
  // CHECK: amp.max_pool2d %{{.*}} {kernel_size = array<i64: 2, 2>} : (tensor<?x8x?x15xf32>) -> tensor<?x8x?x7xf32>
  %2 = amp.max_pool2d %d {kernel_size = array<i64: 2, 2>} : (tensor<?x8x?x15xf32>) -> tensor<?x8x?x7xf32>
  // CHECK: amp.max_pool2d %{{.*}} {ceil_mode = true, kernel_size = array<i64: 2, 2>} : (tensor<?x8x?x15xf32>) -> tensor<?x8x?x8xf32>
  %3 = amp.max_pool2d %d {ceil_mode = true, kernel_size = array<i64: 2, 2>} : (tensor<?x8x?x15xf32>) -> tensor<?x8x?x8xf32>
  // A window that would begin behind the input is left out, one that is larger stays.
  // CHECK: amp.max_pool2d %{{.*}} {ceil_mode = true, kernel_size = array<i64: 1, 3>, stride = array<i64: 3, 2>} : (tensor<1x1x2x2xf32>) -> tensor<1x1x1x1xf32>
  %4 = amp.max_pool2d %small {ceil_mode = true, kernel_size = array<i64: 1, 3>, stride = array<i64: 3, 2>} : (tensor<1x1x2x2xf32>) -> tensor<1x1x1x1xf32>
  // CHECK: amp.max_pool3d %{{.*}} {kernel_size = array<i64: 3, 3, 3>, padding = array<i64: 1, 1, 1>, stride = array<i64: 2, 2, 2>} : (tensor<4x8x16x16x16xf32>) -> tensor<4x8x8x8x8xf32>
  %5 = amp.max_pool3d %x3 {kernel_size = array<i64: 3, 3, 3>, padding = array<i64: 1, 1, 1>, stride = array<i64: 2, 2, 2>} : (tensor<4x8x16x16x16xf32>) -> tensor<4x8x8x8x8xf32>
  return
}

// CHECK-LABEL: func.func @avg_pool(
func.func @avg_pool(%x2: tensor<4x8x16x15xf16>, %x3: tensor<4x8x16x16x16xf32>) {
  // CHECK: amp.avg_pool2d %{{.*}} {kernel_size = array<i64: 2, 3>} : (tensor<4x8x16x15xf16>) -> tensor<4x8x8x5xf16>
  %0 = amp.avg_pool2d %x2 {kernel_size = array<i64: 2, 3>} : (tensor<4x8x16x15xf16>) -> tensor<4x8x8x5xf16>
  // CHECK: amp.avg_pool2d %{{.*}} {ceil_mode = true, count_include_pad = false, divisor_override = 5 : i64, kernel_size = array<i64: 3, 3>, padding = array<i64: 1, 1>, stride = array<i64: 2, 2>} : (tensor<4x8x16x15xf16>) -> tensor<4x8x9x8xf16>
  %1 = amp.avg_pool2d %x2 {ceil_mode = true, count_include_pad = false, divisor_override = 5 : i64, kernel_size = array<i64: 3, 3>, padding = array<i64: 1, 1>, stride = array<i64: 2, 2>} : (tensor<4x8x16x15xf16>) -> tensor<4x8x9x8xf16>
  // CHECK: amp.avg_pool3d %{{.*}} {kernel_size = array<i64: 2, 2, 2>} : (tensor<4x8x16x16x16xf32>) -> tensor<4x8x8x8x8xf32>
  %2 = amp.avg_pool3d %x3 {kernel_size = array<i64: 2, 2, 2>} : (tensor<4x8x16x16x16xf32>) -> tensor<4x8x8x8x8xf32>
  return
}

// CHECK-LABEL: func.func @adaptive_pool(
func.func @adaptive_pool(%x1: tensor<4x8x7xf16>, %x2: tensor<?x8x?x7xf32>,
                         %x3: tensor<4x8x7x7x7xbf16>) {
  // CHECK: amp.adaptive_avg_pool1d %{{.*}} {output_size = array<i64: 3>} : (tensor<4x8x7xf16>) -> tensor<4x8x3xf16>
  %0 = amp.adaptive_avg_pool1d %x1 {output_size = array<i64: 3>} : (tensor<4x8x7xf16>) -> tensor<4x8x3xf16>
  // CHECK: amp.adaptive_avg_pool2d %{{.*}} {output_size = array<i64: 1, 9>} : (tensor<?x8x?x7xf32>) -> tensor<?x8x1x9xf32>
  %1 = amp.adaptive_avg_pool2d %x2 {output_size = array<i64: 1, 9>} : (tensor<?x8x?x7xf32>) -> tensor<?x8x1x9xf32>
  // CHECK: amp.adaptive_avg_pool3d %{{.*}} {output_size = array<i64: 1, 2, 3>} : (tensor<4x8x7x7x7xbf16>) -> tensor<4x8x1x2x3xbf16>
  %2 = amp.adaptive_avg_pool3d %x3 {output_size = array<i64: 1, 2, 3>} : (tensor<4x8x7x7x7xbf16>) -> tensor<4x8x1x2x3xbf16>
  // CHECK: amp.adaptive_max_pool2d %{{.*}} {output_size = array<i64: 1, 1>} : (tensor<?x8x?x7xf32>) -> tensor<?x8x1x1xf32>
  %3 = amp.adaptive_max_pool2d %x2 {output_size = array<i64: 1, 1>} : (tensor<?x8x?x7xf32>) -> tensor<?x8x1x1xf32>
  // CHECK: amp.adaptive_max_pool3d %{{.*}} {output_size = array<i64: 1, 2, 3>} : (tensor<4x8x7x7x7xbf16>) -> tensor<4x8x1x2x3xbf16>
  %4 = amp.adaptive_max_pool3d %x3 {output_size = array<i64: 1, 2, 3>} : (tensor<4x8x7x7x7xbf16>) -> tensor<4x8x1x2x3xbf16>
  return
}

//===----------------------------------------------------------------------===//
// Resampling
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @upsample(
func.func @upsample(%x1: tensor<4x3x8xf16>, %x2: tensor<?x3x?x8xf32>, %x3: tensor<4x3x8x8x8xf32>) {
  // CHECK: amp.upsample_nearest1d %{{.*}} {output_size = array<i64: 16>} : (tensor<4x3x8xf16>) -> tensor<4x3x16xf16>
  %0 = amp.upsample_nearest1d %x1 {output_size = array<i64: 16>} : (tensor<4x3x8xf16>) -> tensor<4x3x16xf16>
  // CHECK: amp.upsample_nearest2d %{{.*}} {output_size = array<i64: 16, 4>} : (tensor<?x3x?x8xf32>) -> tensor<?x3x16x4xf32>
  %1 = amp.upsample_nearest2d %x2 {output_size = array<i64: 16, 4>} : (tensor<?x3x?x8xf32>) -> tensor<?x3x16x4xf32>
  // CHECK: amp.upsample_nearest3d %{{.*}} {output_size = array<i64: 16, 4, 8>} : (tensor<4x3x8x8x8xf32>) -> tensor<4x3x16x4x8xf32>
  %2 = amp.upsample_nearest3d %x3 {output_size = array<i64: 16, 4, 8>} : (tensor<4x3x8x8x8xf32>) -> tensor<4x3x16x4x8xf32>
  // CHECK: amp._upsample_nearest_exact1d %{{.*}} {output_size = array<i64: 16>} : (tensor<4x3x8xf16>) -> tensor<4x3x16xf16>
  %3 = amp._upsample_nearest_exact1d %x1 {output_size = array<i64: 16>} : (tensor<4x3x8xf16>) -> tensor<4x3x16xf16>
  // CHECK: amp._upsample_nearest_exact2d %{{.*}} {output_size = array<i64: 16, 4>} : (tensor<?x3x?x8xf32>) -> tensor<?x3x16x4xf32>
  %4 = amp._upsample_nearest_exact2d %x2 {output_size = array<i64: 16, 4>} : (tensor<?x3x?x8xf32>) -> tensor<?x3x16x4xf32>
  // CHECK: amp._upsample_nearest_exact3d %{{.*}} {output_size = array<i64: 16, 4, 8>} : (tensor<4x3x8x8x8xf32>) -> tensor<4x3x16x4x8xf32>
  %5 = amp._upsample_nearest_exact3d %x3 {output_size = array<i64: 16, 4, 8>} : (tensor<4x3x8x8x8xf32>) -> tensor<4x3x16x4x8xf32>
  // CHECK: amp.upsample_linear1d %{{.*}} {align_corners = true, output_size = array<i64: 16>} : (tensor<4x3x8xf16>) -> tensor<4x3x16xf16>
  %6 = amp.upsample_linear1d %x1 {align_corners = true, output_size = array<i64: 16>} : (tensor<4x3x8xf16>) -> tensor<4x3x16xf16>
  // CHECK: amp.upsample_bilinear2d %{{.*}} {output_size = array<i64: 16, 4>} : (tensor<?x3x?x8xf32>) -> tensor<?x3x16x4xf32>
  %7 = amp.upsample_bilinear2d %x2 {output_size = array<i64: 16, 4>} : (tensor<?x3x?x8xf32>) -> tensor<?x3x16x4xf32>
  // CHECK: amp.upsample_trilinear3d %{{.*}} {align_corners = true, output_size = array<i64: 16, 4, 8>} : (tensor<4x3x8x8x8xf32>) -> tensor<4x3x16x4x8xf32>
  %8 = amp.upsample_trilinear3d %x3 {align_corners = true, output_size = array<i64: 16, 4, 8>} : (tensor<4x3x8x8x8xf32>) -> tensor<4x3x16x4x8xf32>
  // CHECK: amp.upsample_bicubic2d %{{.*}} {align_corners = true, output_size = array<i64: 16, 4>} : (tensor<?x3x?x8xf32>) -> tensor<?x3x16x4xf32>
  %9 = amp.upsample_bicubic2d %x2 {align_corners = true, output_size = array<i64: 16, 4>} : (tensor<?x3x?x8xf32>) -> tensor<?x3x16x4xf32>
  // CHECK: amp._upsample_bilinear2d_aa %{{.*}} {output_size = array<i64: 4, 4>} : (tensor<?x3x?x8xf32>) -> tensor<?x3x4x4xf32>
  %10 = amp._upsample_bilinear2d_aa %x2 {output_size = array<i64: 4, 4>} : (tensor<?x3x?x8xf32>) -> tensor<?x3x4x4xf32>
  // CHECK: amp._upsample_bicubic2d_aa %{{.*}} {align_corners = true, output_size = array<i64: 4, 4>} : (tensor<?x3x?x8xf32>) -> tensor<?x3x4x4xf32>
  %11 = amp._upsample_bicubic2d_aa %x2 {align_corners = true, output_size = array<i64: 4, 4>} : (tensor<?x3x?x8xf32>) -> tensor<?x3x4x4xf32>
  return
}

// CHECK-LABEL: func.func @grid_sampler(
func.func @grid_sampler(%x2: tensor<?x3x16x16xf16>, %g2: tensor<4x8x?x2xf16>,
                        %x3: tensor<4x3x16x16x16xf32>, %g3: tensor<4x8x7x6x3xf32>) {
  // CHECK: amp.grid_sampler %{{.*}}, %{{.*}} : (tensor<?x3x16x16xf16>, tensor<4x8x?x2xf16>) -> tensor<4x3x8x?xf16>
  %0 = amp.grid_sampler %x2, %g2 : (tensor<?x3x16x16xf16>, tensor<4x8x?x2xf16>) -> tensor<4x3x8x?xf16>
  // CHECK: amp.grid_sampler %{{.*}}, %{{.*}} {align_corners = true, interpolation_mode = "bicubic", padding_mode = "reflection"} : (tensor<?x3x16x16xf16>, tensor<4x8x?x2xf16>) -> tensor<4x3x8x?xf16>
  %1 = amp.grid_sampler %x2, %g2 {align_corners = true, interpolation_mode = "bicubic", padding_mode = "reflection"} : (tensor<?x3x16x16xf16>, tensor<4x8x?x2xf16>) -> tensor<4x3x8x?xf16>
  // CHECK: amp.grid_sampler %{{.*}}, %{{.*}} {interpolation_mode = "nearest", padding_mode = "border"} : (tensor<4x3x16x16x16xf32>, tensor<4x8x7x6x3xf32>) -> tensor<4x3x8x7x6xf32>
  %2 = amp.grid_sampler %x3, %g3 {interpolation_mode = "nearest", padding_mode = "border"} : (tensor<4x3x16x16x16xf32>, tensor<4x8x7x6x3xf32>) -> tensor<4x3x8x7x6xf32>
  return
}

//===----------------------------------------------------------------------===//
// Normalization
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @batch_norm(
func.func @batch_norm(%x: tensor<4x8x16x16xf16>, %c: tensor<8xf32>, %d: tensor<8xf64>,
                      %y: tensor<?x?xf32>) {
  // CHECK: amp.batch_norm %{{.*}} {training = true} : (tensor<4x8x16x16xf16>) -> tensor<4x8x16x16xf16>
  %0 = amp.batch_norm %x {training = true} : (tensor<4x8x16x16xf16>) -> tensor<4x8x16x16xf16>
  // CHECK: amp.batch_norm %{{.*}} weight(%{{.*}}) {training = true} : (tensor<4x8x16x16xf16>, tensor<8xf32>) -> tensor<4x8x16x16xf16>
  %1 = amp.batch_norm %x weight(%c) {training = true} : (tensor<4x8x16x16xf16>, tensor<8xf32>) -> tensor<4x8x16x16xf16>
  // CHECK: amp.batch_norm %{{.*}} bias(%{{.*}}) {training = true} : (tensor<4x8x16x16xf16>, tensor<8xf32>) -> tensor<4x8x16x16xf16>
  %2 = amp.batch_norm %x bias(%c) {training = true} : (tensor<4x8x16x16xf16>, tensor<8xf32>) -> tensor<4x8x16x16xf16>
  // Running statistics come back updated, in their own type.
  // CHECK: amp.batch_norm %{{.*}} running_mean(%{{.*}}) running_var(%{{.*}}) {training = true} : (tensor<4x8x16x16xf16>, tensor<8xf32>, tensor<8xf64>) -> (tensor<4x8x16x16xf16>, tensor<8xf32>, tensor<8xf64>)
  %3, %mean3, %var3 = amp.batch_norm %x running_mean(%c) running_var(%d) {training = true} : (tensor<4x8x16x16xf16>, tensor<8xf32>, tensor<8xf64>) -> (tensor<4x8x16x16xf16>, tensor<8xf32>, tensor<8xf64>)
  // CHECK: amp.batch_norm %{{.*}} weight(%{{.*}}) bias(%{{.*}}) running_mean(%{{.*}}) running_var(%{{.*}}) {eps = 1.000000e-03 : f64, momentum = 2.000000e-01 : f64, training = true} : (tensor<4x8x16x16xf16>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<4x8x16x16xf16>, tensor<8xf32>, tensor<8xf32>)
  %4, %mean4, %var4 = amp.batch_norm %x weight(%c) bias(%c) running_mean(%c) running_var(%c) {eps = 1.000000e-03 : f64, momentum = 2.000000e-01 : f64, training = true} : (tensor<4x8x16x16xf16>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<4x8x16x16xf16>, tensor<8xf32>, tensor<8xf32>)
  // CHECK: amp.batch_norm %{{.*}} weight(%{{.*}}) bias(%{{.*}}) running_mean(%{{.*}}) running_var(%{{.*}}) : (tensor<4x8x16x16xf16>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8x16x16xf16>
  %5 = amp.batch_norm %x weight(%c) bias(%c) running_mean(%c) running_var(%c) : (tensor<4x8x16x16xf16>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8x16x16xf16>
  // CHECK: amp.batch_norm %{{.*}} weight(%{{.*}}) {training = true} : (tensor<?x?xf32>, tensor<8xf32>) -> tensor<?x?xf32>
  %6 = amp.batch_norm %y weight(%c) {training = true} : (tensor<?x?xf32>, tensor<8xf32>) -> tensor<?x?xf32>
  return
}

// CHECK-LABEL: func.func @instance_norm(
func.func @instance_norm(%x: tensor<4x8x16xbf16>, %c: tensor<8xf32>) {
  // CHECK: amp.instance_norm %{{.*}} weight(%{{.*}}) bias(%{{.*}}) {eps = 1.000000e-03 : f64} : (tensor<4x8x16xbf16>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8x16xbf16>
  %0 = amp.instance_norm %x weight(%c) bias(%c) {eps = 1.000000e-03 : f64} : (tensor<4x8x16xbf16>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8x16xbf16>
  // CHECK: amp.instance_norm %{{.*}} running_mean(%{{.*}}) running_var(%{{.*}}) {use_input_stats = false} : (tensor<4x8x16xbf16>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8x16xbf16>
  %1 = amp.instance_norm %x running_mean(%c) running_var(%c) {use_input_stats = false} : (tensor<4x8x16xbf16>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8x16xbf16>
  // CHECK: amp.instance_norm %{{.*}} running_mean(%{{.*}}) running_var(%{{.*}}) {momentum = 2.000000e-01 : f64} : (tensor<4x8x16xbf16>, tensor<8xf32>, tensor<8xf32>) -> (tensor<4x8x16xbf16>, tensor<8xf32>, tensor<8xf32>)
  %2, %mean, %var = amp.instance_norm %x running_mean(%c) running_var(%c) {momentum = 2.000000e-01 : f64} : (tensor<4x8x16xbf16>, tensor<8xf32>, tensor<8xf32>) -> (tensor<4x8x16xbf16>, tensor<8xf32>, tensor<8xf32>)
  return
}

// CHECK-LABEL: func.func @layer_norm(
func.func @layer_norm(%x: tensor<4x16x64xf16>, %w: tensor<16x64xf16>, %d: tensor<?x?xf32>) {
  // CHECK: amp.layer_norm %{{.*}} {normalized_shape = array<i64: 64>} : (tensor<4x16x64xf16>) -> tensor<4x16x64xf16>
  %0 = amp.layer_norm %x {normalized_shape = array<i64: 64>} : (tensor<4x16x64xf16>) -> tensor<4x16x64xf16>
  // CHECK: amp.layer_norm %{{.*}} weight(%{{.*}}) {eps = 1.000000e-03 : f64, normalized_shape = array<i64: 16, 64>} : (tensor<4x16x64xf16>, tensor<16x64xf16>) -> tensor<4x16x64xf16>
  %1 = amp.layer_norm %x weight(%w) {eps = 1.000000e-03 : f64, normalized_shape = array<i64: 16, 64>} : (tensor<4x16x64xf16>, tensor<16x64xf16>) -> tensor<4x16x64xf16>
  // CHECK: amp.layer_norm %{{.*}} bias(%{{.*}}) {normalized_shape = array<i64: 16, 64>} : (tensor<4x16x64xf16>, tensor<16x64xf16>) -> tensor<4x16x64xf16>
  %2 = amp.layer_norm %x bias(%w) {normalized_shape = array<i64: 16, 64>} : (tensor<4x16x64xf16>, tensor<16x64xf16>) -> tensor<4x16x64xf16>
  // CHECK: amp.layer_norm %{{.*}} weight(%{{.*}}) bias(%{{.*}}) {normalized_shape = array<i64: 16, 64>} : (tensor<4x16x64xf16>, tensor<16x64xf16>, tensor<16x64xf16>) -> tensor<4x16x64xf16>
  %3 = amp.layer_norm %x weight(%w) bias(%w) {normalized_shape = array<i64: 16, 64>} : (tensor<4x16x64xf16>, tensor<16x64xf16>, tensor<16x64xf16>) -> tensor<4x16x64xf16>
  // CHECK: amp.layer_norm %{{.*}} {normalized_shape = array<i64: 64>} : (tensor<?x?xf32>) -> tensor<?x64xf32>
  %4 = amp.layer_norm %d {normalized_shape = array<i64: 64>} : (tensor<?x?xf32>) -> tensor<?x64xf32>
  return
}

// CHECK-LABEL: func.func @rms_norm(
func.func @rms_norm(%x: tensor<4x16x64xf16>, %w: tensor<64xf16>) {
  // CHECK: amp.rms_norm %{{.*}} {normalized_shape = array<i64: 16, 64>} : (tensor<4x16x64xf16>) -> tensor<4x16x64xf16>
  %0 = amp.rms_norm %x {normalized_shape = array<i64: 16, 64>} : (tensor<4x16x64xf16>) -> tensor<4x16x64xf16>
  // CHECK: amp.rms_norm %{{.*}}, %{{.*}} {eps = 1.000000e-03 : f64, normalized_shape = array<i64: 64>} : (tensor<4x16x64xf16>, tensor<64xf16>) -> tensor<4x16x64xf16>
  %1 = amp.rms_norm %x, %w {eps = 1.000000e-03 : f64, normalized_shape = array<i64: 64>} : (tensor<4x16x64xf16>, tensor<64xf16>) -> tensor<4x16x64xf16>
  return
}

// CHECK-LABEL: func.func @group_norm(
func.func @group_norm(%x: tensor<4x8x16x16xf16>, %c: tensor<8xf16>, %d: tensor<?x?xf16>) {
  // CHECK: amp.group_norm %{{.*}} {num_groups = 4 : i64} : (tensor<4x8x16x16xf16>) -> tensor<4x8x16x16xf16>
  %0 = amp.group_norm %x {num_groups = 4 : i64} : (tensor<4x8x16x16xf16>) -> tensor<4x8x16x16xf16>
  // CHECK: amp.group_norm %{{.*}} weight(%{{.*}}) bias(%{{.*}}) {eps = 1.000000e-03 : f64, num_groups = 8 : i64} : (tensor<4x8x16x16xf16>, tensor<8xf16>, tensor<8xf16>) -> tensor<4x8x16x16xf16>
  %1 = amp.group_norm %x weight(%c) bias(%c) {eps = 1.000000e-03 : f64, num_groups = 8 : i64} : (tensor<4x8x16x16xf16>, tensor<8xf16>, tensor<8xf16>) -> tensor<4x8x16x16xf16>
  // CHECK: amp.group_norm %{{.*}} bias(%{{.*}}) {num_groups = 2 : i64} : (tensor<?x?xf16>, tensor<8xf16>) -> tensor<?x?xf16>
  %2 = amp.group_norm %d bias(%c) {num_groups = 2 : i64} : (tensor<?x?xf16>, tensor<8xf16>) -> tensor<?x?xf16>
  return
}

// CHECK-LABEL: func.func @local_response_norm(
func.func @local_response_norm(%x: tensor<4x8x16xf16>) {
  // CHECK: amp.local_response_norm %{{.*}} {size = 5 : i64} : (tensor<4x8x16xf16>) -> tensor<4x8x16xf16>
  %0 = amp.local_response_norm %x {size = 5 : i64} : (tensor<4x8x16xf16>) -> tensor<4x8x16xf16>
  // CHECK: amp.local_response_norm %{{.*}} {alpha = 1.000000e-03 : f64, beta = 5.000000e-01 : f64, k = 2.000000e+00 : f64, size = 3 : i64} : (tensor<4x8x16xf16>) -> tensor<4x8x16xf16>
  %1 = amp.local_response_norm %x {alpha = 1.000000e-03 : f64, beta = 5.000000e-01 : f64, k = 2.000000e+00 : f64, size = 3 : i64} : (tensor<4x8x16xf16>) -> tensor<4x8x16xf16>
  return
}

//===----------------------------------------------------------------------===//
// Recurrent networks
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @cells(
func.func @cells(%x: tensor<4x8xf16>, %s: tensor<4x16xf16>,
                 %wi: tensor<64x8xf16>, %wh: tensor<64x16xf16>, %b: tensor<64xf16>,
                 %wi3: tensor<48x8xf16>, %wh3: tensor<48x16xf16>, %b3: tensor<48xf16>,
                 %wi1: tensor<16x8xf16>, %wh1: tensor<16x16xf16>, %b1: tensor<16xf16>,
                 %xd: tensor<?x8xf16>, %sd: tensor<?x?xf16>) {
  // CHECK: amp.lstm_cell %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<4x8xf16>, tensor<4x16xf16>, tensor<4x16xf16>, tensor<64x8xf16>, tensor<64x16xf16>, tensor<64xf16>, tensor<64xf16>) -> (tensor<4x16xf16>, tensor<4x16xf16>)
  %h0, %c0 = amp.lstm_cell %x, %s, %s, %wi, %wh, %b, %b : (tensor<4x8xf16>, tensor<4x16xf16>, tensor<4x16xf16>, tensor<64x8xf16>, tensor<64x16xf16>, tensor<64xf16>, tensor<64xf16>) -> (tensor<4x16xf16>, tensor<4x16xf16>)
  // CHECK: amp.lstm_cell %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} {compute_type = f32} : (tensor<4x8xf16>, tensor<4x16xf16>, tensor<4x16xf16>, tensor<64x8xf16>, tensor<64x16xf16>) -> (tensor<4x16xf16>, tensor<4x16xf16>)
  %h1, %c1 = amp.lstm_cell %x, %s, %s, %wi, %wh {compute_type = f32} : (tensor<4x8xf16>, tensor<4x16xf16>, tensor<4x16xf16>, tensor<64x8xf16>, tensor<64x16xf16>) -> (tensor<4x16xf16>, tensor<4x16xf16>)
  // The number of hidden units is that of the weight.
  // CHECK: amp.lstm_cell %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<?x8xf16>, tensor<?x?xf16>, tensor<?x?xf16>, tensor<64x8xf16>, tensor<64x16xf16>) -> (tensor<?x16xf16>, tensor<?x16xf16>)
  %h2, %c2 = amp.lstm_cell %xd, %sd, %sd, %wi, %wh : (tensor<?x8xf16>, tensor<?x?xf16>, tensor<?x?xf16>, tensor<64x8xf16>, tensor<64x16xf16>) -> (tensor<?x16xf16>, tensor<?x16xf16>)
  // CHECK: amp.gru_cell %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<4x8xf16>, tensor<4x16xf16>, tensor<48x8xf16>, tensor<48x16xf16>, tensor<48xf16>, tensor<48xf16>) -> tensor<4x16xf16>
  %h3 = amp.gru_cell %x, %s, %wi3, %wh3, %b3, %b3 : (tensor<4x8xf16>, tensor<4x16xf16>, tensor<48x8xf16>, tensor<48x16xf16>, tensor<48xf16>, tensor<48xf16>) -> tensor<4x16xf16>
  // CHECK: amp.rnn_tanh_cell %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<4x8xf16>, tensor<4x16xf16>, tensor<16x8xf16>, tensor<16x16xf16>, tensor<16xf16>, tensor<16xf16>) -> tensor<4x16xf16>
  %h4 = amp.rnn_tanh_cell %x, %s, %wi1, %wh1, %b1, %b1 : (tensor<4x8xf16>, tensor<4x16xf16>, tensor<16x8xf16>, tensor<16x16xf16>, tensor<16xf16>, tensor<16xf16>) -> tensor<4x16xf16>
  // CHECK: amp.rnn_relu_cell %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} {compute_type = f32} : (tensor<4x8xf16>, tensor<4x16xf16>, tensor<16x8xf16>, tensor<16x16xf16>) -> tensor<4x16xf16>
  %h5 = amp.rnn_relu_cell %x, %s, %wi1, %wh1 {compute_type = f32} : (tensor<4x8xf16>, tensor<4x16xf16>, tensor<16x8xf16>, tensor<16x16xf16>) -> tensor<4x16xf16>
  return
}

// CHECK-LABEL: func.func @layers(
func.func @layers(%x: tensor<32x4x8xf32>, %s: tensor<1x4x16xf32>, %xb: tensor<4x32x8xf32>,
                  %wi: tensor<64x8xf32>, %wh: tensor<64x16xf32>, %b: tensor<64xf32>,
                  %wi3: tensor<48x8xf32>, %wh3: tensor<48x16xf32>, %b3: tensor<48xf32>,
                  %wi1: tensor<16x8xf32>, %wh1: tensor<16x16xf32>, %b1: tensor<16xf32>,
                  %xd: tensor<?x?x8xf32>) {
  // CHECK: amp.lstm %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<32x4x8xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>, tensor<64x8xf32>, tensor<64x16xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<32x4x16xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>)
  %y0, %h0, %c0 = amp.lstm %x, %s, %s, %wi, %wh, %b, %b : (tensor<32x4x8xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>, tensor<64x8xf32>, tensor<64x16xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<32x4x16xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>)
  // CHECK: amp.lstm %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} {batch_first = true, compute_type = tf32} : (tensor<4x32x8xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>, tensor<64x8xf32>, tensor<64x16xf32>) -> (tensor<4x32x16xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>)
  %y1, %h1, %c1 = amp.lstm %xb, %s, %s, %wi, %wh {batch_first = true, compute_type = tf32} : (tensor<4x32x8xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>, tensor<64x8xf32>, tensor<64x16xf32>) -> (tensor<4x32x16xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>)
  // CHECK: amp.lstm %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<?x?x8xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>, tensor<64x8xf32>, tensor<64x16xf32>) -> (tensor<?x4x16xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>)
  %y2, %h2, %c2 = amp.lstm %xd, %s, %s, %wi, %wh : (tensor<?x?x8xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>, tensor<64x8xf32>, tensor<64x16xf32>) -> (tensor<?x4x16xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>)
  // CHECK: amp.gru %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} {batch_first = true} : (tensor<4x32x8xf32>, tensor<1x4x16xf32>, tensor<48x8xf32>, tensor<48x16xf32>, tensor<48xf32>, tensor<48xf32>) -> (tensor<4x32x16xf32>, tensor<1x4x16xf32>)
  %y3, %h3 = amp.gru %xb, %s, %wi3, %wh3, %b3, %b3 {batch_first = true} : (tensor<4x32x8xf32>, tensor<1x4x16xf32>, tensor<48x8xf32>, tensor<48x16xf32>, tensor<48xf32>, tensor<48xf32>) -> (tensor<4x32x16xf32>, tensor<1x4x16xf32>)
  // CHECK: amp.rnn_tanh %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<32x4x8xf32>, tensor<1x4x16xf32>, tensor<16x8xf32>, tensor<16x16xf32>, tensor<16xf32>, tensor<16xf32>) -> (tensor<32x4x16xf32>, tensor<1x4x16xf32>)
  %y4, %h4 = amp.rnn_tanh %x, %s, %wi1, %wh1, %b1, %b1 : (tensor<32x4x8xf32>, tensor<1x4x16xf32>, tensor<16x8xf32>, tensor<16x16xf32>, tensor<16xf32>, tensor<16xf32>) -> (tensor<32x4x16xf32>, tensor<1x4x16xf32>)
  // CHECK: amp.rnn_relu %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<32x4x8xf32>, tensor<1x4x16xf32>, tensor<16x8xf32>, tensor<16x16xf32>) -> (tensor<32x4x16xf32>, tensor<1x4x16xf32>)
  %y5, %h5 = amp.rnn_relu %x, %s, %wi1, %wh1 : (tensor<32x4x8xf32>, tensor<1x4x16xf32>, tensor<16x8xf32>, tensor<16x16xf32>) -> (tensor<32x4x16xf32>, tensor<1x4x16xf32>)
  return
}

//===----------------------------------------------------------------------===//
// Attention and what remains
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @attention(
func.func @attention(%q: tensor<4x8x32x64xf16>, %k: tensor<4x8x20x64xf16>, %v: tensor<4x8x20x48xf16>,
                     %mask: tensor<32x20xf16>, %who: tensor<4x1x1x20xi1>,
                     %q2: tensor<32x64xf32>, %d: tensor<?x8x?x64xf16>) {
  // CHECK: amp.scaled_dot_product_attention %{{.*}}, %{{.*}}, %{{.*}} : (tensor<4x8x32x64xf16>, tensor<4x8x20x64xf16>, tensor<4x8x20x48xf16>) -> tensor<4x8x32x48xf16>
  %0 = amp.scaled_dot_product_attention %q, %k, %v : (tensor<4x8x32x64xf16>, tensor<4x8x20x64xf16>, tensor<4x8x20x48xf16>) -> tensor<4x8x32x48xf16>
  // CHECK: amp.scaled_dot_product_attention %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} {compute_type = f32, scale = 1.000000e+00 : f64} : (tensor<4x8x32x64xf16>, tensor<4x8x20x64xf16>, tensor<4x8x20x48xf16>, tensor<32x20xf16>) -> tensor<4x8x32x48xf32>
  %1 = amp.scaled_dot_product_attention %q, %k, %v, %mask {compute_type = f32, scale = 1.000000e+00 : f64} : (tensor<4x8x32x64xf16>, tensor<4x8x20x64xf16>, tensor<4x8x20x48xf16>, tensor<32x20xf16>) -> tensor<4x8x32x48xf32>
  // CHECK: amp.scaled_dot_product_attention %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<4x8x32x64xf16>, tensor<4x8x20x64xf16>, tensor<4x8x20x48xf16>, tensor<4x1x1x20xi1>) -> tensor<4x8x32x48xf16>
  %2 = amp.scaled_dot_product_attention %q, %k, %v, %who : (tensor<4x8x32x64xf16>, tensor<4x8x20x64xf16>, tensor<4x8x20x48xf16>, tensor<4x1x1x20xi1>) -> tensor<4x8x32x48xf16>
  // CHECK: amp.scaled_dot_product_attention %{{.*}}, %{{.*}}, %{{.*}} {is_causal = true} : (tensor<32x64xf32>, tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
  %3 = amp.scaled_dot_product_attention %q2, %q2, %q2 {is_causal = true} : (tensor<32x64xf32>, tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
  // CHECK: amp.scaled_dot_product_attention %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<?x8x?x64xf16>, tensor<4x8x20x64xf16>, tensor<4x8x20x48xf16>, tensor<32x20xf16>) -> tensor<4x8x?x48xf16>
  %4 = amp.scaled_dot_product_attention %d, %k, %v, %mask : (tensor<?x8x?x64xf16>, tensor<4x8x20x64xf16>, tensor<4x8x20x48xf16>, tensor<32x20xf16>) -> tensor<4x8x?x48xf16>
  return
}

// CHECK-LABEL: func.func @embedding(
func.func @embedding(%w: tensor<1000x64xf16>, %i: tensor<4x?xi64>, %j: tensor<i32>) {
  // CHECK: amp.embedding %{{.*}}, %{{.*}} : (tensor<1000x64xf16>, tensor<4x?xi64>) -> tensor<4x?x64xf16>
  %0 = amp.embedding %w, %i : (tensor<1000x64xf16>, tensor<4x?xi64>) -> tensor<4x?x64xf16>
  // CHECK: amp.embedding %{{.*}}, %{{.*}} {padding_idx = -1 : i64} : (tensor<1000x64xf16>, tensor<i32>) -> tensor<64xf16>
  %1 = amp.embedding %w, %j {padding_idx = -1 : i64} : (tensor<1000x64xf16>, tensor<i32>) -> tensor<64xf16>
  return
}

// CHECK-LABEL: func.func @prelu(
func.func @prelu(%x: tensor<4x8x16xf16>, %c: tensor<8xf16>, %one: tensor<1xf16>, %w: tensor<f16>,
                 %v: tensor<?xf16>) {
  // CHECK: amp.prelu %{{.*}}, %{{.*}} : (tensor<4x8x16xf16>, tensor<8xf16>) -> tensor<4x8x16xf16>
  %0 = amp.prelu %x, %c : (tensor<4x8x16xf16>, tensor<8xf16>) -> tensor<4x8x16xf16>
  // CHECK: amp.prelu %{{.*}}, %{{.*}} : (tensor<4x8x16xf16>, tensor<1xf16>) -> tensor<4x8x16xf16>
  %1 = amp.prelu %x, %one : (tensor<4x8x16xf16>, tensor<1xf16>) -> tensor<4x8x16xf16>
  // CHECK: amp.prelu %{{.*}}, %{{.*}} : (tensor<?xf16>, tensor<f16>) -> tensor<?xf16>
  %2 = amp.prelu %v, %w : (tensor<?xf16>, tensor<f16>) -> tensor<?xf16>
  // CHECK: amp.prelu %{{.*}}, %{{.*}} : (tensor<4x8x16xf16>, tensor<?xf16>) -> tensor<4x8x16xf16>
  %3 = amp.prelu %x, %v : (tensor<4x8x16xf16>, tensor<?xf16>) -> tensor<4x8x16xf16>
  return
}

// CHECK-LABEL: func.func @bilinear(
func.func @bilinear(%x1: tensor<4x?x8xf16>, %x2: tensor<?x5x16xf16>, %w: tensor<32x8x16xf16>,
                    %b: tensor<32xf16>, %x3: tensor<4x5x8xf16>, %x4: tensor<4x5x16xf16>) {
  // CHECK: amp.bilinear %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<4x?x8xf16>, tensor<?x5x16xf16>, tensor<32x8x16xf16>, tensor<32xf16>) -> tensor<4x5x32xf16>
  %0 = amp.bilinear %x1, %x2, %w, %b : (tensor<4x?x8xf16>, tensor<?x5x16xf16>, tensor<32x8x16xf16>, tensor<32xf16>) -> tensor<4x5x32xf16>
  // CHECK: amp.bilinear %{{.*}}, %{{.*}}, %{{.*}} {compute_type = f32} : (tensor<4x?x8xf16>, tensor<?x5x16xf16>, tensor<32x8x16xf16>) -> tensor<4x5x32xf32>
  %1 = amp.bilinear %x1, %x2, %w {compute_type = f32} : (tensor<4x?x8xf16>, tensor<?x5x16xf16>, tensor<32x8x16xf16>) -> tensor<4x5x32xf32>
  // CHECK: amp.bilinear %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<4x5x8xf16>, tensor<4x5x16xf16>, tensor<32x8x16xf16>, tensor<32xf16>) -> tensor<4x5x32xf16>
  %2 = amp.bilinear %x3, %x4, %w, %b : (tensor<4x5x8xf16>, tensor<4x5x16xf16>, tensor<32x8x16xf16>, tensor<32xf16>) -> tensor<4x5x32xf16>
  return
}
