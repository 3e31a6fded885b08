// RUN: amp-opt %s | FileCheck %s
// RUN: amp-opt %s | amp-opt | FileCheck %s
// RUN: amp-opt %s --mlir-print-op-generic | amp-opt | FileCheck %s

// Windows of images of 4 by 6 elements, on tensors and on buffers.

// CHECK-LABEL: func.func @tensors
func.func @tensors(%x: tensor<8x24x1xf16>, %w: tensor<1x10x1xf32>) -> tensor<8x24x1xf16> {
  %0 = tensor.empty() : tensor<8x6x1xf32>
  // CHECK: amprt.sum_windows ins(%{{.*}} : tensor<8x24x1xf16>) weights(%{{.*}} : tensor<1x10x1xf32>) outs(%{{.*}} : tensor<8x6x1xf32>) {{.*}} -> tensor<8x6x1xf32>
  %s = amprt.sum_windows ins(%x : tensor<8x24x1xf16>) weights(%w : tensor<1x10x1xf32>) outs(%0 : tensor<8x6x1xf32>) {size = array<i64: 4, 6>, count = array<i64: 2, 3>, stride = array<i64: 2, 2>, divisor = array<i64: 1, 1>, begin = array<i64: 0, 0>, end = array<i64: 2, 2>} -> tensor<8x6x1xf32>
  %1 = tensor.empty() : tensor<8x6x1xf16>
  %2 = tensor.empty() : tensor<8x6x1xi32>
  // CHECK: amprt.max_windows ins(%{{.*}} : tensor<8x24x1xf16>) outs(%{{.*}} : tensor<8x6x1xf16>) index(%{{.*}} : tensor<8x6x1xi32>) {{.*}} -> tensor<8x6x1xf16>, tensor<8x6x1xi32>
  %v, %i = amprt.max_windows ins(%x : tensor<8x24x1xf16>) outs(%1 : tensor<8x6x1xf16>) index(%2 : tensor<8x6x1xi32>) {size = array<i64: 4, 6>, count = array<i64: 2, 3>, stride = array<i64: 2, 2>, divisor = array<i64: 1, 1>, begin = array<i64: 0, 0>, end = array<i64: 2, 2>, step = array<i64: 1, 1>} -> tensor<8x6x1xf16>, tensor<8x6x1xi32>
  %3 = tensor.empty() : tensor<8x24x1xf16>
  // CHECK: amprt.sum_chosen ins(%{{.*}}, %{{.*}} : tensor<8x6x1xf16>, tensor<8x6x1xi32>) outs(%{{.*}} : tensor<8x24x1xf16>) {{.*}} -> tensor<8x24x1xf16>
  %d = amprt.sum_chosen ins(%v, %i : tensor<8x6x1xf16>, tensor<8x6x1xi32>) outs(%3 : tensor<8x24x1xf16>) {size = array<i64: 4, 6>, count = array<i64: 2, 3>, stride = array<i64: 2, 2>, divisor = array<i64: 1, 1>, begin = array<i64: 0, 0>, end = array<i64: 2, 2>} -> tensor<8x24x1xf16>
  return %d : tensor<8x24x1xf16>
}

// CHECK-LABEL: func.func @buffers
func.func @buffers(%x: memref<8x24x1xf32>, %y: memref<8x6x1xf32>) {
  // CHECK: amprt.sum_windows ins(%{{.*}} : memref<8x24x1xf32>) outs(%{{.*}} : memref<8x6x1xf32>) {
  amprt.sum_windows ins(%x : memref<8x24x1xf32>) outs(%y : memref<8x6x1xf32>) {size = array<i64: 4, 6>, count = array<i64: 2, 3>, stride = array<i64: 2, 2>, divisor = array<i64: 1, 1>, begin = array<i64: 0, 0>, end = array<i64: 2, 2>}
  // CHECK: amprt.max_windows ins(%{{.*}} : memref<8x24x1xf32>) outs(%{{.*}} : memref<8x6x1xf32>) {
  amprt.max_windows ins(%x : memref<8x24x1xf32>) outs(%y : memref<8x6x1xf32>) {size = array<i64: 4, 6>, count = array<i64: 2, 3>, stride = array<i64: 2, 2>, divisor = array<i64: 1, 1>, begin = array<i64: 0, 0>, end = array<i64: 2, 2>, step = array<i64: 1, 1>}
  return
}

// All elements of windows, which overlap and stand out, and their sums.
// CHECK-LABEL: func.func @gathered
func.func @gathered(%x: tensor<8x24x1xf16>, %y: memref<8x36x1xf32>, %z: memref<8x24x1xf32>) -> tensor<8x36x1xf16> {
  %0 = tensor.empty() : tensor<8x36x1xf16>
  // CHECK: amprt.gather_windows ins(%{{.*}} : tensor<8x24x1xf16>) outs(%{{.*}} : tensor<8x36x1xf16>) {{.*}} -> tensor<8x36x1xf16>
  %g = amprt.gather_windows ins(%x : tensor<8x24x1xf16>) outs(%0 : tensor<8x36x1xf16>) {size = array<i64: 4, 6>, count = array<i64: 3, 3>, kernel = array<i64: 2, 2>, stride = array<i64: 1, 2>, padding = array<i64: 0, 1>, dilation = array<i64: 1, 2>} -> tensor<8x36x1xf16>
  // CHECK: amprt.sum_gathered ins(%{{.*}} : memref<8x36x1xf32>) outs(%{{.*}} : memref<8x24x1xf32>) {
  amprt.sum_gathered ins(%y : memref<8x36x1xf32>) outs(%z : memref<8x24x1xf32>) {size = array<i64: 4, 6>, count = array<i64: 3, 3>, kernel = array<i64: 2, 2>, stride = array<i64: 1, 2>, padding = array<i64: 0, 1>, dilation = array<i64: 1, 2>}
  return %g : tensor<8x36x1xf16>
}
