// RUN: amp-opt %s --amp-assign-precision | FileCheck %s
// RUN: amp-opt %s --amp-assign-precision --remarks-filter=amp-precision -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: not amp-opt %s --amp-assign-precision="fail-on-unlisted" 2>&1 | FileCheck %s --check-prefix=UNLISTED

// A policy names known ops by the function that they are, or by their own name, which comes
// first. What nobody knows keeps its types, and a remark says so.

// UNLISTED: 'math.cbrt' op is in no list of preset 'torch-cuda', and unlisted ops are errors

module attributes {amp.policy = {ops = {exp = "allow", tosa.exp = "deny", math.tanh = "allow"}}} {

// REMARK: remark: [Missed] math.cbrt | {{.*}}Reason="the op is not known, nor named by the policy, and keeps its types"
// CHECK-LABEL: func.func @names
// CHECK: math.exp {{.*}} : tensor<4xf16>
// CHECK: tosa.exp {{.*}} : (tensor<4xf32>) -> tensor<4xf32>
// CHECK: math.tanh {{.*}} : tensor<4xf16>
// CHECK: math.cbrt {{.*}} : tensor<4xf32>
func.func @names(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = math.exp %x : tensor<4xf32>
  %1 = tosa.exp %x : (tensor<4xf32>) -> tensor<4xf32>
  %2 = math.tanh %x : tensor<4xf32>
  %3 = math.cbrt %x : tensor<4xf32>
  return %0, %1, %2, %3 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// So it does in a region that nobody knows.
// REMARK: remark: [Missed] linalg.matmul | {{.*}}Reason="the op is in a region of 'shape.assuming', which is not entered"
// CHECK-LABEL: func.func @enclosed
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<4x4xf32>, tensor<4x4xf32>)
func.func @enclosed(%w: !shape.witness, %x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = "shape.assuming"(%w) ({
    %1 = linalg.matmul ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%x : tensor<4x4xf32>) -> tensor<4x4xf32>
    "shape.assuming_yield"(%1) : (tensor<4x4xf32>) -> ()
  }) : (!shape.witness) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
}
