// RUN: amp-opt %s --amp-specialize-shapes="batch=8" | FileCheck %s

// `batch` reaches the first dimension where it is unknown or marked, and no other. What
// was unknown stays marked.

// CHECK-LABEL: func.func @batch(
// CHECK-SAME: tensor<8x4xf32> {amp.batch}, %{{.*}}: tensor<8xf32> {amp.batch}, %{{.*}}: tensor<5xf32>, %{{.*}}: tensor<f32>
func.func @batch(%a: tensor<?x4xf32>, %b: tensor<8xf32> {amp.batch}, %c: tensor<5xf32>, %d: tensor<f32>) {
  return
}

// A backward region written by hand is refined too.
// CHECK-LABEL: func.func @backward
func.func @backward(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %loss = amp.sum %x : (tensor<?x4xf32>) -> tensor<f32>
  // CHECK: amp.backward {{.*}} -> tensor<8x4xf32> {
  // CHECK: amp.mul {{.*}} -> tensor<8x4xf32>
  // CHECK: amp.yield {{.*}} : tensor<8x4xf32>
  %g = amp.backward %loss wrt(%x) : (tensor<f32>, tensor<?x4xf32>) -> tensor<?x4xf32> {
  ^bb0(%seed: tensor<f32>):
    %dx = amp.mul %x, %seed : (tensor<?x4xf32>, tensor<f32>) -> tensor<?x4xf32>
    amp.yield %dx : tensor<?x4xf32>
  }
  return %g : tensor<?x4xf32>
}
