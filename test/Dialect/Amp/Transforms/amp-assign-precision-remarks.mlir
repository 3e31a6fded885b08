// RUN: amp-opt %s --amp-assign-precision="keep-f32=^head" --remarks-filter=amp-precision --remark-format=emitRemark -o %t 2>&1 | FileCheck %s --check-prefixes=CHECK,CUT -D\$RULE=min-cut --implicit-check-not=remark:
// RUN: amp-opt %s --amp-assign-precision="keep-f32=^head assigner=propagate" --remarks-filter=amp-precision --remark-format=emitRemark -o %t 2>&1 | FileCheck %s --check-prefixes=CHECK,PAINT -D\$RULE=propagate --implicit-check-not=remark:
// RUN: amp-opt %s --amp-assign-precision="keep-f32=^head assigner=eager" --remarks-filter=amp-precision --remark-format=emitRemark -o %t 2>&1 | FileCheck %s -D\$RULE='"preset torch-cuda"' --implicit-check-not=remark:

// One remark per function, with the bytes that the assigner's choice and the eager one
// move, and one per op that was decided about: its category, who decided, the type and the
// casts that it cost. Ops of integers are not decided about, nor are casts.

// Two casts are in the op's operands (576 bytes), one in that of the denied op (192); the
// neutral op moves 64 elements.
// CUT: remark: {{.*}}assigner | Category:amp-precision | Function={{.*}} | eager-cast-bytes=768, eager-casts=3, eager-op-bytes=128, eager-saved-bytes=0, min-cut-cast-bytes=768, min-cut-casts=3, min-cut-op-bytes=128, min-cut-saved-bytes=0
// PAINT: remark: {{.*}}assigner | Category:amp-precision | Function={{.*}} | eager-cast-bytes=768, eager-casts=3, eager-op-bytes=128, eager-saved-bytes=0, propagate-cast-bytes=768, propagate-casts=3, propagate-op-bytes=128, propagate-saved-bytes=0
// CHECK: remark: {{.*}}linear | Category:amp-precision | Function={{.*}} | bytes=576, casts=2, category=allow, rule="preset torch-cuda", type=f16
// CHECK: remark: {{.*}}relu | Category:amp-precision | Function={{.*}} | bytes=0, casts=0, category=clear, rule=[[$RULE]], type=f16
// CHECK: remark: {{.*}}sum | Category:amp-precision | Function={{.*}} | bytes=0, casts=0, category=deny-set-output, rule="preset torch-cuda", type=f32
// CHECK: remark: {{.*}}neg | Category:amp-precision | Function={{.*}} | bytes=192, casts=1, category=deny, rule=keep-f32, type=f32
func.func @remarks(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>, %i: tensor<4xi32>)
    -> (tensor<f32>, tensor<4x8xf32>, tensor<4xi32>) {
  %0 = amp.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %1 = amp.relu %0 : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = amp.sum %1 : (tensor<4x8xf32>) -> tensor<f32>
  %3 = amp.neg %1 : (tensor<4x8xf32>) -> tensor<4x8xf32> loc("head.neg")
  %4 = amp.abs %i : (tensor<4xi32>) -> tensor<4xi32>
  return %2, %3, %4 : tensor<f32>, tensor<4x8xf32>, tensor<4xi32>
}

// A cast that serves two ops costs the first of them; what an attribute, a disabled region
// or nobody says is named as such.
// CUT: remark: {{.*}}assigner |
// PAINT: remark: {{.*}}assigner |
// CHECK: remark: {{.*}}linear | Category:amp-precision | Function={{.*}} | bytes=576, casts=2, category=allow, {{.*}}, type=f16
// CHECK: remark: {{.*}}linear | Category:amp-precision | Function={{.*}} | bytes=0, casts=0, category=allow, {{.*}}, type=f16
// CHECK: remark: {{.*}}exp | Category:amp-precision | Function={{.*}} | bytes=0, casts=0, category=allow, rule="attribute amp.precision", type=f16
func.func @sources(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> tensor<4x8xf32>
    attributes {amp.autocast = {}} {
  %0 = amp.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %1 = amp.linear %0, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %2 = amp.exp %1 {amp.precision = "allow"} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %3 = amp.autocast enabled(false) -> tensor<4x8xf32> {
    %4 = amp.exp %2 : (tensor<4x8xf32>) -> tensor<4x8xf32>
    amp.yield %4 : tensor<4x8xf32>
  }
  return %3 : tensor<4x8xf32>
}
