// RUN: amp-opt %s --amp-decompose=target=cuda --split-input-file --remarks-filter-missed=amp-decompose 2>%t.log | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.log
// RUN: amp-opt %s --amp-decompose --split-input-file --remarks-filter-missed=amp-decompose -o %t.cpu 2>%t.cpu.log
// RUN: FileCheck %s --check-prefix=CPU --input-file=%t.cpu.log

// Convolutions of no library. A remark says so in each module, once for each kind of op.
// REMARK: remark: [Missed] amp.convolution | Category:amp-decompose | Reason="computed by several ops: only cpu has a library that does it in one"
// REMARK-NOT: remark:
// REMARK: remark: [Missed] amp.convolution | Category:amp-decompose | Reason="computed by several ops: no device has a library that does it in one for tensor<2x3x9x9xf64>"
// CPU-NOT: only cpu
// CPU: remark: [Missed] amp.convolution | Category:amp-decompose | Reason="computed by several ops: no device has a library that does it in one for tensor<2x3x9x9xf64>"
// CPU-NOT: only cpu

// One product for each sample, of what is gathered where it lies.
// CHECK-LABEL: func.func @samples
// CHECK: %[[X:.*]] = amp.im2col %{{.*}} {{.*}} : (tensor<2x3x9x9xf32>) -> tensor<2x12x64xf32>
// CHECK: amp.matmul %{{.*}}, %{{.*}} : (tensor<4x12xf32>, tensor<2x12x64xf32>) -> tensor<2x4x64xf32>
// CHECK-NOT: amp.transpose
// CHECK: return
func.func @samples(%x: tensor<2x3x9x9xf32>, %w: tensor<4x3x2x2xf32>) -> (tensor<2x4x8x8xf32>, tensor<2x4x8x8xf32>) {
  %0 = amp.conv2d %x, %w : (tensor<2x3x9x9xf32>, tensor<4x3x2x2xf32>) -> tensor<2x4x8x8xf32>
  %1 = amp.conv2d %x, %w : (tensor<2x3x9x9xf32>, tensor<4x3x2x2xf32>) -> tensor<2x4x8x8xf32>
  return %0, %1 : tensor<2x4x8x8xf32>, tensor<2x4x8x8xf32>
}

// -----

// Few places: samples are brought together, as a dimension of which each is a window.
// CHECK-LABEL: func.func @wide
// CHECK: %[[X:.*]] = amp.transpose %{{.*}} {permutation = array<i64: 1, 0, 2, 3>} : (tensor<2x3x9x9xf64>) -> tensor<3x2x9x9xf64>
// CHECK: %[[IMAGE:.*]] = amp.reshape %[[X]] {shape = array<i64: 1, 3, 2, 9, 9>}
// CHECK: amp.im2col %[[IMAGE]] {dilation = array<i64: 1, 1, 1>, kernel_size = array<i64: 1, 3, 3>, padding = array<i64: 0, 0, 0>, stride = array<i64: 1, 3, 3>} {{.*}} -> tensor<1x27x18xf64>
// CHECK: amp.matmul {{.*}} : (tensor<4x27xf64>, tensor<27x18xf64>) -> tensor<4x18xf64>
// CHECK: amp.transpose %{{.*}} : (tensor<4x2x3x3xf64>) -> tensor<2x4x3x3xf64>
func.func @wide(%x: tensor<2x3x9x9xf64>, %w: tensor<4x3x3x3xf64>) -> tensor<2x4x3x3xf64> {
  %0 = amp.conv2d %x, %w {stride = array<i64: 3, 3>} : (tensor<2x3x9x9xf64>, tensor<4x3x3x3xf64>) -> tensor<2x4x3x3xf64>
  return %0 : tensor<2x4x3x3xf64>
}

// -----

// Single elements are gathered already.
// CHECK-LABEL: func.func @pointwise
// CHECK-NOT: amp.im2col
// CHECK-NOT: amp.transpose
// CHECK: amp.matmul {{.*}} : (tensor<4x3xf64>, tensor<2x3x81xf64>) -> tensor<2x4x81xf64>
// CHECK-NOT: amp.transpose
// CHECK: return
func.func @pointwise(%x: tensor<2x3x9x9xf64>, %w: tensor<4x3x1x1xf64>) -> tensor<2x4x9x9xf64> {
  %0 = amp.conv2d %x, %w : (tensor<2x3x9x9xf64>, tensor<4x3x1x1xf64>) -> tensor<2x4x9x9xf64>
  return %0 : tensor<2x4x9x9xf64>
}

// -----

// A product for each group.
// CHECK-LABEL: func.func @groups
// CHECK: amp.matmul {{.*}} : (tensor<2x3x8xf64>, tensor<2x8x128xf64>) -> tensor<2x3x128xf64>
func.func @groups(%x: tensor<2x4x9x9xf64>, %w: tensor<6x2x2x2xf64>) -> tensor<2x6x8x8xf64> {
  %0 = amp.conv2d %x, %w {groups = 2 : i64} : (tensor<2x4x9x9xf64>, tensor<6x2x2x2xf64>) -> tensor<2x6x8x8xf64>
  return %0 : tensor<2x6x8x8xf64>
}

// -----

// Channels that do not mix are multiplied and summed, f16 in f32.
// CHECK-LABEL: func.func @channels
// CHECK: amp.im2col {{.*}} -> tensor<2x16x64xf16>
// CHECK-NOT: amp.matmul
// CHECK: amp.mul {{.*}} : (tensor<4x2x4x1xf32>, tensor<2x4x1x4x64xf32>) -> tensor<2x4x2x4x64xf32>
// CHECK: amp.sum {{.*}} -> tensor<2x4x2x64xf32>
func.func @channels(%x: tensor<2x4x9x9xf16>, %w: tensor<8x1x2x2xf16>) -> tensor<2x8x8x8xf16> {
  %0 = amp.conv2d %x, %w {groups = 4 : i64} : (tensor<2x4x9x9xf16>, tensor<8x1x2x2xf16>) -> tensor<2x8x8x8xf16>
  return %0 : tensor<2x8x8x8xf16>
}

// -----

// The derivative by the input adds up what a product gives, the one by the weight sums over
// samples and places.
// CHECK-LABEL: func.func @derivatives
// CHECK: %[[COLUMNS:.*]] = amp.matmul {{.*}} : (tensor<12x4xf64>, tensor<2x4x64xf64>) -> tensor<2x12x64xf64>
// CHECK: amp.col2im {{.*}} {dilation = array<i64: 1, 1>, kernel_size = array<i64: 2, 2>, output_size = array<i64: 9, 9>, padding = array<i64: 0, 0>, stride = array<i64: 1, 1>} : (tensor<2x12x64xf64>) -> tensor<2x3x9x9xf64>
// CHECK: amp.im2col {{.*}} : (tensor<1x3x2x9x9xf64>) -> tensor<1x12x128xf64>
// CHECK: amp.matmul {{.*}} : (tensor<4x128xf64>, tensor<128x12xf64>) -> tensor<4x12xf64>
func.func @derivatives(%x: tensor<2x3x9x9xf64>, %w: tensor<4x3x2x2xf64>, %dy: tensor<2x4x8x8xf64>) -> (tensor<2x3x9x9xf64>, tensor<4x3x2x2xf64>) {
  %0 = amp.convolution_backward_input %dy, %w {stride = array<i64: 1, 1>, padding = array<i64: 0, 0>, dilation = array<i64: 1, 1>, size = array<i64: 9, 9>} : (tensor<2x4x8x8xf64>, tensor<4x3x2x2xf64>) -> tensor<2x3x9x9xf64>
  %1 = amp.convolution_backward_weight %x, %dy {stride = array<i64: 1, 1>, padding = array<i64: 0, 0>, dilation = array<i64: 1, 1>, kernel = array<i64: 2, 2>} : (tensor<2x3x9x9xf64>, tensor<2x4x8x8xf64>) -> tensor<4x3x2x2xf64>
  return %0, %1 : tensor<2x3x9x9xf64>, tensor<4x3x2x2xf64>
}

// -----

// Sums of no samples.
// CHECK-LABEL: func.func @empty
// CHECK: amp.constant dense<0.000000e+00> : tensor<0x4x8x8xf64>
// CHECK: amp.constant dense<0.000000e+00> : tensor<4x3x2x2xf64>
func.func @empty(%x: tensor<0x3x9x9xf64>, %w: tensor<4x3x2x2xf64>, %dy: tensor<0x4x8x8xf64>) -> (tensor<0x4x8x8xf64>, tensor<4x3x2x2xf64>) {
  %0 = amp.conv2d %x, %w : (tensor<0x3x9x9xf64>, tensor<4x3x2x2xf64>) -> tensor<0x4x8x8xf64>
  %1 = amp.convolution_backward_weight %x, %dy {stride = array<i64: 1, 1>, padding = array<i64: 0, 0>, dilation = array<i64: 1, 1>, kernel = array<i64: 2, 2>} : (tensor<0x3x9x9xf64>, tensor<0x4x8x8xf64>) -> tensor<4x3x2x2xf64>
  return %0, %1 : tensor<0x4x8x8xf64>, tensor<4x3x2x2xf64>
}

// -----

// As many ops, whatever the kernel.
// CHECK-LABEL: func.func @kernel_of_3
// CHECK-COUNT-1: amp.im2col
// CHECK-NOT: amp.im2col
// CHECK-NOT: amp.slice
// CHECK: return
func.func @kernel_of_3(%x: tensor<1x3x64x64xf64>, %w: tensor<4x3x3x3xf64>) -> tensor<1x4x62x62xf64> {
  %0 = amp.conv2d %x, %w : (tensor<1x3x64x64xf64>, tensor<4x3x3x3xf64>) -> tensor<1x4x62x62xf64>
  return %0 : tensor<1x4x62x62xf64>
}

// -----

// CHECK-LABEL: func.func @kernel_of_31
// CHECK-COUNT-1: amp.im2col
// CHECK-NOT: amp.im2col
// CHECK-NOT: amp.slice
// CHECK: return
func.func @kernel_of_31(%x: tensor<1x3x64x64xf64>, %w: tensor<4x3x31x31xf64>) -> tensor<1x4x34x34xf64> {
  %0 = amp.conv2d %x, %w : (tensor<1x3x64x64xf64>, tensor<4x3x31x31xf64>) -> tensor<1x4x34x34xf64>
  return %0 : tensor<1x4x34x34xf64>
}
