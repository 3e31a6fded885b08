// RUN: amp-opt %s --amp-differentiate --split-input-file --remarks-filter-missed=amp-differentiate 2>%t.log | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.log

// One op forward, one backward: what is kept is the operands, the result, and one number
// for each row.
// CHECK-LABEL: func.func @one_op
// CHECK: %[[Y:.*]], %[[L:.*]] = amp.attention %[[Q:.*]], %[[K:.*]], %[[V:.*]] {is_causal = true
// CHECK: amp.backward
// CHECK: = amp.attention_backward %{{.*}}, %[[Q]], %[[K]], %[[V]] of %[[Y]], %[[L]] {is_causal = true
// CHECK-NOT: amp.matmul
// CHECK: amp.yield
func.func @one_op(%q: tensor<2x4x6x8xf32>, %k: tensor<2x4x6x8xf32>, %v: tensor<2x4x6x8xf32>)
    -> (tensor<2x4x6x8xf32>, tensor<2x4x6x8xf32>, tensor<2x4x6x8xf32>) {
  %0 = amp.scaled_dot_product_attention %q, %k, %v {is_causal = true} : (tensor<2x4x6x8xf32>, tensor<2x4x6x8xf32>, tensor<2x4x6x8xf32>) -> tensor<2x4x6x8xf32>
  %loss = amp.mean %0 : (tensor<2x4x6x8xf32>) -> tensor<f32>
  %g:3 = amp.backward %loss wrt(%q, %k, %v) : (tensor<f32>, tensor<2x4x6x8xf32>, tensor<2x4x6x8xf32>, tensor<2x4x6x8xf32>) -> (tensor<2x4x6x8xf32>, tensor<2x4x6x8xf32>, tensor<2x4x6x8xf32>)
  return %g#0, %g#1, %g#2 : tensor<2x4x6x8xf32>, tensor<2x4x6x8xf32>, tensor<2x4x6x8xf32>
}

// -----

// The gradient of a mask is that of the scores, summed where the mask is repeated.
// REMARK: remark: [Missed] amp.attention | Category:amp-differentiate | Reason="scores are stored: the mask has a gradient"
// CHECK-LABEL: func.func @mask
// CHECK: amp.backward
// CHECK-NOT: amp.attention_backward
// CHECK: amp.sum %{{.*}} {dims = array<i64: 0, 1>} : (tensor<2x4x6x6xf32>) -> tensor<6x6xf32>
// CHECK: amp.yield
func.func @mask(%q: tensor<2x4x6x8xf32>, %m: tensor<6x6xf32>) -> tensor<6x6xf32> {
  %0 = amp.scaled_dot_product_attention %q, %q, %q, %m : (tensor<2x4x6x8xf32>, tensor<2x4x6x8xf32>, tensor<2x4x6x8xf32>, tensor<6x6xf32>) -> tensor<2x4x6x8xf32>
  %loss = amp.mean %0 : (tensor<2x4x6x8xf32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%m) : (tensor<f32>, tensor<6x6xf32>) -> tensor<6x6xf32>
  return %g : tensor<6x6xf32>
}
