// RUN: amp-opt %s --amp-assign-precision="assigner=eager" | FileCheck %s --check-prefixes=CHECK,TYPES
// RUN: amp-opt %s --amp-assign-precision | FileCheck %s --check-prefixes=CHECK,TYPES
// RUN: amp-opt %s --amp-assign-precision="assigner=propagate" | FileCheck %s --check-prefixes=CHECK,TYPES
// RUN: amp-opt %s --amp-assign-precision --amp-optimize-casts | amp-opt --amp-verify-precision="all" | FileCheck %s --check-prefixes=CHECK,HOISTED

// Steps of a scan are assigned as the rest. A state has the declared type before and behind
// each step; slices, invariants and outputs are as they come.
// CHECK-LABEL: func.func @steps
// CHECK-SAME: (%[[H:.*]]: tensor<4x8xf32>, %[[XS:.*]]: tensor<3x4x8xf32>, %[[W:.*]]: tensor<8x8xf32>)
// CHECK: %[[US:.*]] = amp.linear {{.*}} -> tensor<3x4x8xf16>
// TYPES: %{{.*}}:2 = amp.scan carry(%[[H]]) each(%[[US]]) with(%[[W]]) : (tensor<4x8xf32>, tensor<3x4x8xf16>, tensor<8x8xf32>) -> (tensor<4x8xf32>, tensor<3x4x8xf16>)
// HOISTED: %{{.*}}:2 = amp.scan carry(%[[H]]) each(%[[US]]) with(%{{.*}}) : (tensor<4x8xf32>, tensor<3x4x8xf16>, tensor<8x8xf16>) -> (tensor<4x8xf32>, tensor<3x4x8xf16>)
// CHECK-NEXT: ^bb0(%[[A:.*]]: tensor<4x8xf32>, %[[U:.*]]: tensor<4x8xf16>, %[[M:.*]]: tensor<8x8x{{f32|f16}}>):
// TYPES-DAG: amp.cast %[[M]] : tensor<8x8xf32> to tensor<8x8xf16>
// HOISTED-NOT: amp.cast %[[M]]
// CHECK: %[[V:.*]] = amp.linear {{.*}} -> tensor<4x8xf16>
// CHECK: %[[S:.*]] = amp.add %[[U]], %[[V]] : {{.*}} -> tensor<4x8xf16>
// CHECK: %[[N:.*]] = amp.tanh %[[S]] : {{.*}} -> tensor<4x8xf16>
// CHECK: %[[NEXT:.*]] = amp.cast %[[N]] : tensor<4x8xf16> to tensor<4x8xf32>
// CHECK: amp.yield %[[NEXT]], %[[N]] : tensor<4x8xf32>, tensor<4x8xf16>
func.func @steps(%h: tensor<4x8xf32>, %xs: tensor<3x4x8xf32>, %w: tensor<8x8xf32>) -> (tensor<4x8xf32>, tensor<3x4x8xf32>) {
  %us = amp.linear %xs, %w : (tensor<3x4x8xf32>, tensor<8x8xf32>) -> tensor<3x4x8xf32>
  %l, %ys = amp.scan carry(%h) each(%us) with(%w)
      : (tensor<4x8xf32>, tensor<3x4x8xf32>, tensor<8x8xf32>) -> (tensor<4x8xf32>, tensor<3x4x8xf32>) {
  ^bb0(%a: tensor<4x8xf32>, %u: tensor<4x8xf32>, %m: tensor<8x8xf32>):
    %v = amp.linear %a, %m : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %s = amp.add %u, %v : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %n = amp.tanh %s : (tensor<4x8xf32>) -> tensor<4x8xf32>
    amp.yield %n, %n : tensor<4x8xf32>, tensor<4x8xf32>
  }
  return %l, %ys : tensor<4x8xf32>, tensor<3x4x8xf32>
}
