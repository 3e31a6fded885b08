// RUN: amp-opt %s --amp-differentiate --amp-decompose --canonicalize --cse | FileCheck %s

// A pool is as many ops for a large kernel as for a small one, and so is its derivative: those
// that each of the functions has, and no other.

// CHECK-LABEL: func.func @max_of_3
// CHECK-COUNT-1: amp.max_windows
// CHECK-NOT: amp.max_windows
// CHECK-NOT: amp.slice
// CHECK-COUNT-1: amp.sum_chosen
// CHECK-NOT: amp.sum_chosen
func.func @max_of_3(%x: tensor<1x1x64x64xf32>, %dy: tensor<1x1x62x62xf32>) -> tensor<1x1x64x64xf32> {
  %y = amp.max_pool2d %x {kernel_size = array<i64: 3, 3>, stride = array<i64: 1, 1>} : (tensor<1x1x64x64xf32>) -> tensor<1x1x62x62xf32>
  %p = amp.mul %y, %dy : (tensor<1x1x62x62xf32>, tensor<1x1x62x62xf32>) -> tensor<1x1x62x62xf32>
  %loss = amp.sum %p : (tensor<1x1x62x62xf32>) -> tensor<f32>
  %dx = amp.backward %loss wrt(%x) : (tensor<f32>, tensor<1x1x64x64xf32>) -> tensor<1x1x64x64xf32>
  return %dx : tensor<1x1x64x64xf32>
}

// CHECK-LABEL: func.func @max_of_32
// CHECK-COUNT-1: amp.max_windows
// CHECK-NOT: amp.max_windows
// CHECK-NOT: amp.slice
// CHECK-COUNT-1: amp.sum_chosen
// CHECK-NOT: amp.sum_chosen
func.func @max_of_32(%x: tensor<1x1x64x64xf32>, %dy: tensor<1x1x33x33xf32>) -> tensor<1x1x64x64xf32> {
  %y = amp.max_pool2d %x {kernel_size = array<i64: 32, 32>, stride = array<i64: 1, 1>} : (tensor<1x1x64x64xf32>) -> tensor<1x1x33x33xf32>
  %p = amp.mul %y, %dy : (tensor<1x1x33x33xf32>, tensor<1x1x33x33xf32>) -> tensor<1x1x33x33xf32>
  %loss = amp.sum %p : (tensor<1x1x33x33xf32>) -> tensor<f32>
  %dx = amp.backward %loss wrt(%x) : (tensor<f32>, tensor<1x1x64x64xf32>) -> tensor<1x1x64x64xf32>
  return %dx : tensor<1x1x64x64xf32>
}

// An image is resized by one op, whatever the ratio of sizes.
// CHECK-LABEL: func.func @resized
// CHECK-NOT: amp.slice
// CHECK: amp.sum_windows
// CHECK-NOT: amp.slice
// CHECK: amp.sum_windows
// CHECK-NOT: amp.sum_windows
func.func @resized(%x: tensor<1x1x5x7xf32>) -> (tensor<1x1x13x17xf32>, tensor<1x1x13x17xf32>) {
  %0 = amp.upsample_nearest2d %x {output_size = array<i64: 13, 17>} : (tensor<1x1x5x7xf32>) -> tensor<1x1x13x17xf32>
  %1 = amp.upsample_bicubic2d %x {output_size = array<i64: 13, 17>} : (tensor<1x1x5x7xf32>) -> tensor<1x1x13x17xf32>
  return %0, %1 : tensor<1x1x13x17xf32>, tensor<1x1x13x17xf32>
}

// An edge of any width is read at places that a constant lists.
// CHECK-LABEL: func.func @padded
// CHECK-NOT: amp.slice
// CHECK-COUNT-2: amp.read_at
// CHECK-NOT: amp.read_at
func.func @padded(%x: tensor<1x1x5x7xf32>) -> tensor<1x1x11x13xf32> {
  %0 = amp.reflection_pad %x {low = array<i64: 3, 3>, high = array<i64: 3, 3>} : (tensor<1x1x5x7xf32>) -> tensor<1x1x11x13xf32>
  return %0 : tensor<1x1x11x13xf32>
}
