// RUN: amp-opt %s --amp-assign-precision --amp-optimize-casts --amp-lower-casts | FileCheck %s
// RUN: amp-opt %s --amp-assign-precision --amp-lower-casts | mlir-opt -o /dev/null

// arith and math are elementwise on tensors. Constants are rounded when it is compiled.

// CHECK-LABEL: func.func @tensors
// CHECK: %[[P:.*]] = linalg.matmul {{.*}} -> tensor<4x4xf32>
// CHECK: %[[LOW:.*]] = arith.truncf %[[P]] : tensor<4x4xf32> to tensor<4x4xf16>
// CHECK: %[[HALF:.*]] = arith.constant dense<5.000000e-01> : tensor<4x4xf16>
// CHECK: %[[S:.*]] = arith.mulf %[[LOW]], %[[HALF]] : tensor<4x4xf16>
// CHECK: %[[M:.*]] = arith.maximumf %[[S]], %[[LOW]] : tensor<4x4xf16>
// CHECK: linalg.matmul ins(%[[M]], %[[M]] : tensor<4x4xf16>, tensor<4x4xf16>)
func.func @tensors(%x: tensor<4x4xf32>, %o: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %half = arith.constant dense<0.5> : tensor<4x4xf32>
  %p = linalg.matmul ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%o : tensor<4x4xf32>) -> tensor<4x4xf32>
  %s = arith.mulf %p, %half : tensor<4x4xf32>
  %m = arith.maximumf %s, %p : tensor<4x4xf32>
  %q = linalg.matmul ins(%m, %m : tensor<4x4xf32>, tensor<4x4xf32>) outs(%o : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %q : tensor<4x4xf32>
}

// A logarithm is denied. A cast that somebody wrote stays, and gets what it was written for.
// CHECK-LABEL: func.func @functions
// CHECK: %[[W:.*]] = arith.extf %arg0 : tensor<4xf16> to tensor<4xf32>
// CHECK: math.log %[[W]] : tensor<4xf32>
func.func @functions(%x: tensor<4xf16>) -> tensor<4xf16> {
  %w = arith.extf %x : tensor<4xf16> to tensor<4xf32>
  %l = math.log %w : tensor<4xf32>
  %n = arith.truncf %l : tensor<4xf32> to tensor<4xf16>
  return %n : tensor<4xf16>
}

// Scalars and vectors are not cast.
// CHECK-LABEL: func.func @scalars
// CHECK: math.exp %arg0 : f32
// CHECK: math.exp %arg1 : vector<4xf16>
func.func @scalars(%x: f32, %v: vector<4xf16>) -> (f32, vector<4xf16>) {
  %0 = math.exp %x : f32
  %1 = math.exp %v : vector<4xf16>
  return %0, %1 : f32, vector<4xf16>
}
