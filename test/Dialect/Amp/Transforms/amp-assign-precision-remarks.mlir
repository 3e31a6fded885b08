// RUN: amp-opt %s --amp-assign-precision="keep-f32=^head" --remarks-filter=amp-precision --remark-format=emitRemark -o %t 2>&1 | FileCheck %s --implicit-check-not=remark:

// One remark per op that was decided: its category, the rule that decided, the type and
// the casts that it cost. Ops of integers are not decided about, casts neither.

// CHECK: remark: {{.*}}linear | Category:amp-precision | casts=2, category=allow, rule=policy, type=f16
// CHECK: remark: {{.*}}relu | Category:amp-precision | casts=0, category=promote, rule="not listed", type=f16
// CHECK: remark: {{.*}}sum | Category:amp-precision | casts=1, category=deny, rule=policy, type=f32
// CHECK: remark: {{.*}}neg | Category:amp-precision | casts=1, category=deny, rule=keep-f32, type=f32
func.func @remarks(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>, %i: tensor<4xi32>)
    -> (tensor<f32>, tensor<4x8xf32>, tensor<4xi32>) {
  %0 = amp.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %1 = amp.relu %0 : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = amp.sum %1 : (tensor<4x8xf32>) -> tensor<f32>
  %3 = amp.neg %1 : (tensor<4x8xf32>) -> tensor<4x8xf32> loc("head.neg")
  %4 = amp.abs %i : (tensor<4xi32>) -> tensor<4xi32>
  return %2, %3, %4 : tensor<f32>, tensor<4x8xf32>, tensor<4xi32>
}
