// RUN: amp-opt %s --amp-specialize-shapes="shapes=*,2x3,,5x0" | FileCheck %s

// `*` leaves an argument, an empty shape is a scalar, a size may be 0. Without `entry`
// every function with a body is specialized.

// CHECK-LABEL: func.func @shapes(
// CHECK-SAME: tensor<7xf32>, %{{.*}}: tensor<2x3xf32> {amp.batch}, %{{.*}}: tensor<f32>, %{{.*}}: tensor<5x0xf32>
func.func @shapes(%a: tensor<7xf32>, %b: tensor<?x?xf32>, %c: tensor<f32>, %d: tensor<?x?xf32>)
    -> (tensor<?xf32>, tensor<?x?xf16>, tensor<?x?xf32>, tensor<?xf32>) {
  // CHECK: amp.reshape {{.*}} -> tensor<6xf32>
  %0 = amp.reshape %b {shape = array<i64: -1>} : (tensor<?x?xf32>) -> tensor<?xf32>
  // CHECK: amp.cast {{.*}} to tensor<2x3xf16>
  %1 = amp.cast %b : tensor<?x?xf32> to tensor<?x?xf16>
  // CHECK: amp.concat {{.*}} -> tensor<4x3xf32>
  %2 = amp.concat %b, %b {dim = 0 : i64} : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  // CHECK: amp.sum {{.*}} -> tensor<5xf32>
  %3 = amp.sum %d {dims = array<i64: 1>} : (tensor<?x?xf32>) -> tensor<?xf32>
  // CHECK: return {{.*}} : tensor<6xf32>, tensor<2x3xf16>, tensor<4x3xf32>, tensor<5xf32>
  return %0, %1, %2, %3 : tensor<?xf32>, tensor<?x?xf16>, tensor<?x?xf32>, tensor<?xf32>
}

func.func private @external(tensor<?xf32>)
