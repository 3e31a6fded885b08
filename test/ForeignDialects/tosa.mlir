// RUN: amp-opt %s --amp-assign-precision --amp-verify-precision --amp-optimize-casts --amp-lower-casts | FileCheck %s
// RUN: amp-opt %s --amp-assign-precision --amp-lower-casts | mlir-opt --tosa-attach-target="profiles=pro_fp extensions=bf16" --tosa-validate -o /dev/null
// RUN: amp-opt %s --amp-assign-precision="dtype=bf16" --amp-lower-casts | mlir-opt --tosa-attach-target="profiles=pro_fp extensions=bf16" --tosa-validate -o /dev/null

// A product of tosa has f32 results: that is its accumulator. Zero points have the operands'
// type.
// CHECK-LABEL: func.func @matmul
// CHECK: %[[A:.*]] = tosa.cast %arg0 : (tensor<1x4x8xf32>) -> tensor<1x4x8xf16>
// CHECK: %[[B:.*]] = tosa.cast %arg1 : (tensor<1x8x4xf32>) -> tensor<1x8x4xf16>
// CHECK: %[[Z:.*]] = "tosa.const"() <{values = dense<0.000000e+00> : tensor<1xf16>}> : () -> tensor<1xf16>
// CHECK: tosa.matmul %[[A]], %[[B]], %[[Z]], %[[Z]] : {{.*}} -> tensor<1x4x4xf32>
func.func @matmul(%a: tensor<1x4x8xf32>, %b: tensor<1x8x4xf32>) -> tensor<1x4x4xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %0 = tosa.matmul %a, %b, %z, %z : (tensor<1x4x8xf32>, tensor<1x8x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4xf32>
  return %0 : tensor<1x4x4xf32>
}

// A convolution says in which type it accumulates, and rounds once. The bounds of a clamp
// follow its type: what f16 does not hold is infinite. exp is denied.
// CHECK-LABEL: func.func @conv
// CHECK: %[[Y:.*]] = tosa.conv2d {{.*}} {acc_type = f32, {{.*}}} : (tensor<1x8x8x3xf16>, tensor<4x3x3x3xf16>, tensor<4xf16>, tensor<1xf16>, tensor<1xf16>) -> tensor<1x8x8x4xf16>
// CHECK: %[[C:.*]] = tosa.clamp %[[Y]] {max_val = 0x7C00 : f16, min_val = 0.000000e+00 : f16}
// CHECK: %[[W:.*]] = tosa.cast %[[C]] : (tensor<1x8x8x4xf16>) -> tensor<1x8x8x4xf32>
// CHECK: tosa.exp %[[W]] : (tensor<1x8x8x4xf32>)
func.func @conv(%x: tensor<1x8x8x3xf32>, %w: tensor<4x3x3x3xf32>, %b: tensor<4xf32>) -> tensor<1x8x8x4xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %0 = tosa.conv2d %x, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>}
    : (tensor<1x8x8x3xf32>, tensor<4x3x3x3xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x8x4xf32>
  %1 = tosa.clamp %0 {min_val = 0.0 : f32, max_val = 3.40282347E+38 : f32} : (tensor<1x8x8x4xf32>) -> tensor<1x8x8x4xf32>
  %2 = tosa.exp %1 : (tensor<1x8x8x4xf32>) -> tensor<1x8x8x4xf32>
  return %2 : tensor<1x8x8x4xf32>
}

// Elements that are moved, and a pool with its own accumulator.
// CHECK-LABEL: func.func @moved
// CHECK: tosa.avg_pool2d {{.*}} {acc_type = f32, {{.*}}} : (tensor<1x4x4x2xf16>, tensor<1xf16>, tensor<1xf16>) -> tensor<1x2x2x2xf16>
// CHECK: tosa.transpose %{{.*}} : (tensor<1x2x2x2xf16>) -> tensor<1x2x2x2xf16>
func.func @moved(%x: tensor<1x4x4x2xf32>, %w: tensor<2x1x1x2xf32>, %b: tensor<2xf32>) -> tensor<1x2x2x2xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %0 = tosa.conv2d %x, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
    : (tensor<1x4x4x2xf32>, tensor<2x1x1x2xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x2xf32>
  %1 = tosa.avg_pool2d %0, %z, %z {acc_type = f32, kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>}
    : (tensor<1x4x4x2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2x2xf32>
  %2 = tosa.transpose %1 {perms = array<i32: 0, 2, 1, 3>} : (tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  return %2 : tensor<1x2x2x2xf32>
}

// Branches are entered.
// CHECK-LABEL: func.func @branch
// CHECK: tosa.cond_if
// CHECK: tosa.matmul {{.*}} : (tensor<1x4x4xf16>, tensor<1x4x4xf16>, tensor<1xf16>, tensor<1xf16>) -> tensor<1x4x4xf32>
// CHECK: tosa.yield %{{.*}} : tensor<1x4x4xf32>
func.func @branch(%c: tensor<i1>, %x: tensor<1x4x4xf32>) -> tensor<1x4x4xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %0 = "tosa.cond_if"(%c, %x) ({
  ^bb0(%a: tensor<1x4x4xf32>):
    %1 = tosa.matmul %a, %a, %z, %z : (tensor<1x4x4xf32>, tensor<1x4x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4xf32>
    tosa.yield %1 : tensor<1x4x4xf32>
  }, {
  ^bb0(%a: tensor<1x4x4xf32>):
    tosa.yield %a : tensor<1x4x4xf32>
  }) : (tensor<i1>, tensor<1x4x4xf32>) -> tensor<1x4x4xf32>
  return %0 : tensor<1x4x4xf32>
}
