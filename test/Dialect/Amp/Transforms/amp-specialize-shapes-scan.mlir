// RUN: amp-opt %s --amp-specialize-shapes="entry=f shapes=4x8,3x4x8" | FileCheck %s

// Sizes reach the steps of a scan, and what comes of them.
// CHECK-LABEL: func.func @f(
// CHECK: amp.scan carry(%{{.*}}) each(%{{.*}}) : (tensor<4x8xf32>, tensor<3x4x8xf32>) -> (tensor<4x8xf32>, tensor<3x4x16xf32>)
// CHECK-NEXT: ^bb0(%[[A:.*]]: tensor<4x8xf32>, %[[X:.*]]: tensor<4x8xf32>):
// CHECK: amp.add %[[A]], %[[X]] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: amp.yield %{{.*}}, %{{.*}} : tensor<4x8xf32>, tensor<4x16xf32>
// CHECK: return %{{.*}} : tensor<3x4x16xf32>
func.func @f(%h: tensor<?x8xf32>, %xs: tensor<?x?x8xf32>) -> tensor<?x?x16xf32> {
  %l, %ys = amp.scan carry(%h) each(%xs) : (tensor<?x8xf32>, tensor<?x?x8xf32>) -> (tensor<?x8xf32>, tensor<?x?x16xf32>) {
  ^bb0(%a: tensor<?x8xf32>, %x: tensor<?x8xf32>):
    %n = amp.add %a, %x : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
    %y = amp.concat %n, %x {dim = 1 : i64} : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x16xf32>
    amp.yield %n, %y : tensor<?x8xf32>, tensor<?x16xf32>
  }
  return %ys : tensor<?x?x16xf32>
}
