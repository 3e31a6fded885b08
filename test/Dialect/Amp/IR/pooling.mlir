// RUN: amp-opt %s | FileCheck %s
// RUN: amp-opt %s | amp-opt | FileCheck %s
// RUN: amp-opt %s --mlir-print-op-generic | amp-opt | FileCheck %s
// RUN: amp-opt %s --emit-bytecode | amp-opt | FileCheck %s

// Pooling: every op comes back as it was written: pretty, generic and as bytecode.
// Operands have sizes that make each dimension of the result tell where it comes from.

// CHECK-LABEL: func.func @max_pool(
func.func @max_pool(%x1: tensor<4x8x15xf16>, %x2: tensor<4x8x16x15xf16>, %x3: tensor<4x8x16x16x16xf32>,
                    %d: tensor<?x8x?x15xf32>, %small: tensor<1x1x2x2xf32>) {
  // CHECK: amp.max_pool2d %{{.*}} {kernel_size = array<i64: 2, 3>} : (tensor<4x8x16x15xf16>) -> tensor<4x8x8x5xf16>
  %0 = amp.max_pool2d %x2 {kernel_size = array<i64: 2, 3>} : (tensor<4x8x16x15xf16>) -> tensor<4x8x8x5xf16>
  // CHECK: amp.max_pool2d %{{.*}} {dilation = array<i64: 2, 1>, kernel_size = array<i64: 3, 3>, padding = array<i64: 1, 0>, stride = array<i64: 2, 1>} : (tensor<4x8x16x15xf16>) -> tensor<4x8x7x13xf16>
  %1 = amp.max_pool2d %x2 {dilation = array<i64: 2, 1>, kernel_size = array<i64: 3, 3>, padding = array<i64: 1, 0>, stride = array<i64: 2, 1>} : (tensor<4x8x16x15xf16>) -> tensor<4x8x7x13xf16>
  // CHECK: amp.max_pool2d %{{.*}} {kernel_size = array<i64: 2, 2>} : (tensor<?x8x?x15xf32>) -> tensor<?x8x?x7xf32>
  %2 = amp.max_pool2d %d {kernel_size = array<i64: 2, 2>} : (tensor<?x8x?x15xf32>) -> tensor<?x8x?x7xf32>
  // CHECK: amp.max_pool2d %{{.*}} {ceil_mode = true, kernel_size = array<i64: 2, 2>} : (tensor<?x8x?x15xf32>) -> tensor<?x8x?x8xf32>
  %3 = amp.max_pool2d %d {ceil_mode = true, kernel_size = array<i64: 2, 2>} : (tensor<?x8x?x15xf32>) -> tensor<?x8x?x8xf32>
  // A window that would begin behind the input is left out, one that is larger stays.
  // CHECK: amp.max_pool2d %{{.*}} {ceil_mode = true, kernel_size = array<i64: 1, 3>, stride = array<i64: 3, 2>} : (tensor<1x1x2x2xf32>) -> tensor<1x1x1x1xf32>
  %4 = amp.max_pool2d %small {ceil_mode = true, kernel_size = array<i64: 1, 3>, stride = array<i64: 3, 2>} : (tensor<1x1x2x2xf32>) -> tensor<1x1x1x1xf32>
  // CHECK: amp.max_pool1d %{{.*}} {ceil_mode = true, dilation = array<i64: 2>, kernel_size = array<i64: 3>, padding = array<i64: 1>, stride = array<i64: 2>} : (tensor<4x8x15xf16>) -> tensor<4x8x7xf16>
  %6 = amp.max_pool1d %x1 {ceil_mode = true, dilation = array<i64: 2>, kernel_size = array<i64: 3>, padding = array<i64: 1>, stride = array<i64: 2>} : (tensor<4x8x15xf16>) -> tensor<4x8x7xf16>
  // CHECK: amp.max_pool3d %{{.*}} {kernel_size = array<i64: 3, 3, 3>, padding = array<i64: 1, 1, 1>, stride = array<i64: 2, 2, 2>} : (tensor<4x8x16x16x16xf32>) -> tensor<4x8x8x8x8xf32>
  %5 = amp.max_pool3d %x3 {kernel_size = array<i64: 3, 3, 3>, padding = array<i64: 1, 1, 1>, stride = array<i64: 2, 2, 2>} : (tensor<4x8x16x16x16xf32>) -> tensor<4x8x8x8x8xf32>
  return
}

// CHECK-LABEL: func.func @avg_pool(
func.func @avg_pool(%x1: tensor<4x8x15xf16>, %x2: tensor<4x8x16x15xf16>, %x3: tensor<4x8x16x16x16xf32>) {
  // CHECK: amp.avg_pool2d %{{.*}} {kernel_size = array<i64: 2, 3>} : (tensor<4x8x16x15xf16>) -> tensor<4x8x8x5xf16>
  %0 = amp.avg_pool2d %x2 {kernel_size = array<i64: 2, 3>} : (tensor<4x8x16x15xf16>) -> tensor<4x8x8x5xf16>
  // CHECK: amp.avg_pool2d %{{.*}} {ceil_mode = true, count_include_pad = false, divisor_override = 5 : i64, kernel_size = array<i64: 3, 3>, padding = array<i64: 1, 1>, stride = array<i64: 2, 2>} : (tensor<4x8x16x15xf16>) -> tensor<4x8x9x8xf16>
  %1 = amp.avg_pool2d %x2 {ceil_mode = true, count_include_pad = false, divisor_override = 5 : i64, kernel_size = array<i64: 3, 3>, padding = array<i64: 1, 1>, stride = array<i64: 2, 2>} : (tensor<4x8x16x15xf16>) -> tensor<4x8x9x8xf16>
  // CHECK: amp.avg_pool1d %{{.*}} {count_include_pad = false, kernel_size = array<i64: 2>, padding = array<i64: 1>} : (tensor<4x8x15xf16>) -> tensor<4x8x8xf16>
  %3 = amp.avg_pool1d %x1 {count_include_pad = false, kernel_size = array<i64: 2>, padding = array<i64: 1>} : (tensor<4x8x15xf16>) -> tensor<4x8x8xf16>
  // CHECK: amp.avg_pool3d %{{.*}} {kernel_size = array<i64: 2, 2, 2>} : (tensor<4x8x16x16x16xf32>) -> tensor<4x8x8x8x8xf32>
  %2 = amp.avg_pool3d %x3 {kernel_size = array<i64: 2, 2, 2>} : (tensor<4x8x16x16x16xf32>) -> tensor<4x8x8x8x8xf32>
  return
}

// CHECK-LABEL: func.func @adaptive_pool(
func.func @adaptive_pool(%x1: tensor<4x8x7xf16>, %x2: tensor<?x8x?x7xf32>,
                         %x3: tensor<4x8x7x7x7xbf16>) {
  // CHECK: amp.adaptive_avg_pool1d %{{.*}} {output_size = array<i64: 3>} : (tensor<4x8x7xf16>) -> tensor<4x8x3xf16>
  %0 = amp.adaptive_avg_pool1d %x1 {output_size = array<i64: 3>} : (tensor<4x8x7xf16>) -> tensor<4x8x3xf16>
  // CHECK: amp.adaptive_avg_pool2d %{{.*}} {output_size = array<i64: 1, 9>} : (tensor<?x8x?x7xf32>) -> tensor<?x8x1x9xf32>
  %1 = amp.adaptive_avg_pool2d %x2 {output_size = array<i64: 1, 9>} : (tensor<?x8x?x7xf32>) -> tensor<?x8x1x9xf32>
  // CHECK: amp.adaptive_avg_pool3d %{{.*}} {output_size = array<i64: 1, 2, 3>} : (tensor<4x8x7x7x7xbf16>) -> tensor<4x8x1x2x3xbf16>
  %2 = amp.adaptive_avg_pool3d %x3 {output_size = array<i64: 1, 2, 3>} : (tensor<4x8x7x7x7xbf16>) -> tensor<4x8x1x2x3xbf16>
  // CHECK: amp.adaptive_max_pool2d %{{.*}} {output_size = array<i64: 1, 1>} : (tensor<?x8x?x7xf32>) -> tensor<?x8x1x1xf32>
  %3 = amp.adaptive_max_pool2d %x2 {output_size = array<i64: 1, 1>} : (tensor<?x8x?x7xf32>) -> tensor<?x8x1x1xf32>
  // CHECK: amp.adaptive_max_pool1d %{{.*}} {output_size = array<i64: 9>} : (tensor<4x8x7xf16>) -> tensor<4x8x9xf16>
  %5 = amp.adaptive_max_pool1d %x1 {output_size = array<i64: 9>} : (tensor<4x8x7xf16>) -> tensor<4x8x9xf16>
  // CHECK: amp.adaptive_max_pool3d %{{.*}} {output_size = array<i64: 1, 2, 3>} : (tensor<4x8x7x7x7xbf16>) -> tensor<4x8x1x2x3xbf16>
  %4 = amp.adaptive_max_pool3d %x3 {output_size = array<i64: 1, 2, 3>} : (tensor<4x8x7x7x7xbf16>) -> tensor<4x8x1x2x3xbf16>
  return
}

// What pools and resizing are made of.
// CHECK-LABEL: func.func @windows(
func.func @windows(%x: tensor<8x24x1xf16>, %dy: tensor<8x6x1xf16>) {
  // CHECK: amp.sum_windows %{{.*}} {begin = array<i64: 0, 0>, count = array<i64: 2, 3>, divisor = array<i64: 1, 1>, end = array<i64: 2, 2>, size = array<i64: 4, 6>, stride = array<i64: 2, 2>} : (tensor<8x24x1xf16>) -> tensor<8x6x1xf16>
  %0 = amp.sum_windows %x {size = array<i64: 4, 6>, count = array<i64: 2, 3>, stride = array<i64: 2, 2>, divisor = array<i64: 1, 1>, begin = array<i64: 0, 0>, end = array<i64: 2, 2>} : (tensor<8x24x1xf16>) -> tensor<8x6x1xf16>
  // CHECK: amp.sum_windows %{{.*}} {begin = array<i64: 0, 0>, count = array<i64: 2, 3>, divisor = array<i64: 1, 1>, dtype = f32, end = array<i64: 2, 2>, size = array<i64: 4, 6>, stride = array<i64: 2, 2>, weights = array<f64: 1.000000e+00,
  // CHECK-SAME: : (tensor<8x24x1xf16>) -> tensor<8x6x1xf32>
  %1 = amp.sum_windows %x {size = array<i64: 4, 6>, count = array<i64: 2, 3>, stride = array<i64: 2, 2>, divisor = array<i64: 1, 1>, begin = array<i64: 0, 0>, end = array<i64: 2, 2>, dtype = f32, weights = array<f64: 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0>} : (tensor<8x24x1xf16>) -> tensor<8x6x1xf32>
  // CHECK: %[[VALUES:.*]], %[[INDEX:.*]] = amp.max_windows %{{.*}} {begin = array<i64: 0, 0>, count = array<i64: 2, 3>, divisor = array<i64: 1, 1>, end = array<i64: 2, 2>, size = array<i64: 4, 6>, step = array<i64: 1, 1>, stride = array<i64: 2, 2>} : (tensor<8x24x1xf16>) -> (tensor<8x6x1xf16>, tensor<8x6x1xi32>)
  %2, %3 = amp.max_windows %x {size = array<i64: 4, 6>, count = array<i64: 2, 3>, stride = array<i64: 2, 2>, divisor = array<i64: 1, 1>, begin = array<i64: 0, 0>, end = array<i64: 2, 2>, step = array<i64: 1, 1>} : (tensor<8x24x1xf16>) -> (tensor<8x6x1xf16>, tensor<8x6x1xi32>)
  // CHECK: amp.sum_chosen %{{.*}}, %[[INDEX]] {begin = array<i64: 0, 0>, count = array<i64: 2, 3>, divisor = array<i64: 1, 1>, end = array<i64: 2, 2>, size = array<i64: 4, 6>, stride = array<i64: 2, 2>} : (tensor<8x6x1xf16>, tensor<8x6x1xi32>) -> tensor<8x24x1xf16>
  %4 = amp.sum_chosen %dy, %3 {size = array<i64: 4, 6>, count = array<i64: 2, 3>, stride = array<i64: 2, 2>, divisor = array<i64: 1, 1>, begin = array<i64: 0, 0>, end = array<i64: 2, 2>} : (tensor<8x6x1xf16>, tensor<8x6x1xi32>) -> tensor<8x24x1xf16>
  return
}
