// RUN: amp-opt %s | FileCheck %s
// RUN: amp-opt %s | amp-opt | FileCheck %s
// RUN: amp-opt %s --mlir-print-op-generic | amp-opt | FileCheck %s
// RUN: amp-opt %s --emit-bytecode | amp-opt | FileCheck %s

// Resampling: every op comes back as it was written: pretty, generic and as bytecode.

// CHECK-LABEL: func.func @pixels(
func.func @pixels(%x: tensor<1x12x4x4xf16>, %d: tensor<?x4x?xf16>, %s: tensor<?x?x8x6xf32>) {
  // CHECK: amp.pixel_shuffle %{{.*}} {factor = 2 : i64} : (tensor<1x12x4x4xf16>) -> tensor<1x3x8x8xf16>
  %shuffle = amp.pixel_shuffle %x {factor = 2 : i64} : (tensor<1x12x4x4xf16>) -> tensor<1x3x8x8xf16>
  // CHECK: amp.pixel_shuffle %{{.*}} {factor = 3 : i64} : (tensor<?x4x?xf16>) -> tensor<?x12x?xf16>
  %unknown = amp.pixel_shuffle %d {factor = 3 : i64} : (tensor<?x4x?xf16>) -> tensor<?x12x?xf16>
  // CHECK: amp.pixel_unshuffle %{{.*}} {factor = 4 : i64} : (tensor<1x12x4x4xf16>) -> tensor<1x192x1x1xf16>
  %unshuffle = amp.pixel_unshuffle %x {factor = 4 : i64} : (tensor<1x12x4x4xf16>) -> tensor<1x192x1x1xf16>
  // CHECK: amp.pixel_unshuffle %{{.*}} {factor = 2 : i64} : (tensor<?x?x8x6xf32>) -> tensor<?x?x4x3xf32>
  %channels = amp.pixel_unshuffle %s {factor = 2 : i64} : (tensor<?x?x8x6xf32>) -> tensor<?x?x4x3xf32>
  return
}

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
