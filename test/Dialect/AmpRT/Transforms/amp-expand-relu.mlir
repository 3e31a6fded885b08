// RUN: amp-opt %s --amp-expand-relu | FileCheck %s
// RUN: amp-opt %s --amp-expand-relu --amp-fuse-elementwise | FileCheck %s --check-prefix=FUSED

#id = affine_map<(i, j) -> (i, j)>

// A kernel reads it: it becomes a part of that. A NaN stays one.
// CHECK-LABEL: func.func @for_a_kernel(
// CHECK: %[[PRODUCT:.*]] = amprt.gemm ins(%{{.*}}) outs(%{{.*}} : tensor<4x16xf16>) {transpose_b} -> tensor<4x16xf16>
// CHECK: %[[OUT:.*]] = tensor.empty() : tensor<4x16xf16>
// CHECK: linalg.generic {{.*}} ins(%[[PRODUCT]] : tensor<4x16xf16>) outs(%[[OUT]] : tensor<4x16xf16>)
// CHECK: %[[WIDE:.*]] = arith.extf %{{.*}} : f16 to f32
// CHECK: %[[RELU:.*]] = arith.maximumf %[[WIDE]], %{{.*}} : f32
// CHECK: arith.truncf %[[RELU]] : f32 to f16
// FUSED-LABEL: func.func @for_a_kernel(
// FUSED: amprt.gemm
// FUSED: linalg.generic
// FUSED: arith.maximumf
// FUSED: arith.mulf
// FUSED-NOT: linalg.generic
// FUSED: return
func.func @for_a_kernel(%a: tensor<4x8xf16>, %b: tensor<16x8xf16>) -> tensor<4x16xf16> {
  %e = tensor.empty() : tensor<4x16xf16>
  %c = amprt.gemm ins(%a, %b : tensor<4x8xf16>, tensor<16x8xf16>) outs(%e : tensor<4x16xf16>) {transpose_b, relu} -> tensor<4x16xf16>
  %f = tensor.empty() : tensor<4x16xf16>
  %d = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%c : tensor<4x16xf16>) outs(%f : tensor<4x16xf16>) {
  ^bb0(%x: f16, %o: f16):
    %y = arith.mulf %x, %x : f16
    linalg.yield %y : f16
  } -> tensor<4x16xf16>
  return %d : tensor<4x16xf16>
}

// The next product reads it: it is written over what the library wrote.
// CHECK-LABEL: func.func @for_a_product(
// CHECK: %[[PRODUCT:.*]] = amprt.gemm ins(%{{.*}}) bias(%{{.*}}) outs(%{{.*}} : tensor<4x16xf32>) {transpose_b} -> tensor<4x16xf32>
// CHECK: %[[RELU:.*]] = linalg.generic {{.*}} outs(%[[PRODUCT]] : tensor<4x16xf32>)
// CHECK: arith.maximumf %{{.*}}, %{{.*}} : f32
// CHECK: amprt.gemm ins(%[[RELU]], %{{.*}})
// CHECK: linalg.generic {{.*}} ins(%[[RELU]] : tensor<4x16xf32>)
func.func @for_a_product(%a: tensor<4x8xf32>, %b: tensor<16x8xf32>, %w: tensor<2x16xf32>, %bias: tensor<16xf32>)
    -> (tensor<4x2xf32>, tensor<4x16xf32>) {
  %e = tensor.empty() : tensor<4x16xf32>
  %c = amprt.gemm ins(%a, %b : tensor<4x8xf32>, tensor<16x8xf32>) bias(%bias : tensor<16xf32>)
    outs(%e : tensor<4x16xf32>) {transpose_b, relu} -> tensor<4x16xf32>
  %f = tensor.empty() : tensor<4x2xf32>
  %d = amprt.gemm ins(%c, %w : tensor<4x16xf32>, tensor<2x16xf32>) outs(%f : tensor<4x2xf32>) {transpose_b} -> tensor<4x2xf32>
  %g = tensor.empty() : tensor<4x16xf32>
  %h = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%c : tensor<4x16xf32>) outs(%g : tensor<4x16xf32>) {
  ^bb0(%x: f32, %o: f32):
    %y = arith.mulf %x, %x : f32
    linalg.yield %y : f32
  } -> tensor<4x16xf32>
  return %d, %h : tensor<4x2xf32>, tensor<4x16xf32>
}
