// RUN: amp-opt %s | FileCheck %s
// RUN: amp-opt %s | amp-opt | FileCheck %s
// RUN: amp-opt %s --mlir-print-op-generic | amp-opt | FileCheck %s
// RUN: amp-opt %s --emit-bytecode | amp-opt | FileCheck %s

// Shapes: every op comes back as it was written: pretty, generic and as bytecode.

// CHECK-LABEL: func.func @shapes
func.func @shapes(%x: tensor<4x8x8xf32>, %y: tensor<4x8xi64>, %c: tensor<4x8xcomplex<f32>>,
                  %v: tensor<8xf32>, %d: tensor<?x8x8xf32>) {
  // CHECK: amp.reshape %{{.*}} {shape = array<i64: -1, 64>} : (tensor<4x8x8xf32>) -> tensor<4x64xf32>
  %0 = amp.reshape %x {shape = array<i64: -1, 64>} : (tensor<4x8x8xf32>) -> tensor<4x64xf32>
  // CHECK: amp.reshape %{{.*}} {shape = array<i64: -1, 64>} : (tensor<?x8x8xf32>) -> tensor<?x64xf32>
  %1 = amp.reshape %d {shape = array<i64: -1, 64>} : (tensor<?x8x8xf32>) -> tensor<?x64xf32>
  // CHECK: amp.reshape %{{.*}} {shape = array<i64>} : (tensor<1xf32>) -> tensor<f32>
  %one = amp.constant dense<1.0> : tensor<1xf32>
  %2 = amp.reshape %one {shape = array<i64>} : (tensor<1xf32>) -> tensor<f32>
  // CHECK: amp.transpose %{{.*}} {permutation = array<i64: 2, 0, 1>} : (tensor<4x8x8xf32>) -> tensor<8x4x8xf32>
  %3 = amp.transpose %x {permutation = array<i64: 2, 0, 1>} : (tensor<4x8x8xf32>) -> tensor<8x4x8xf32>
  // CHECK: amp.broadcast_to %{{.*}} {shape = array<i64: 4, 8>} : (tensor<8xf32>) -> tensor<4x8xf32>
  %4 = amp.broadcast_to %v {shape = array<i64: 4, 8>} : (tensor<8xf32>) -> tensor<4x8xf32>
  // CHECK: amp.slice %{{.*}} {offsets = array<i64: 0, 2>, sizes = array<i64: -1, 4>} : (tensor<4x8xi64>) -> tensor<4x4xi64>
  %5 = amp.slice %y {offsets = array<i64: 0, 2>, sizes = array<i64: -1, 4>} : (tensor<4x8xi64>) -> tensor<4x4xi64>
  // CHECK: amp.slice %{{.*}} {offsets = array<i64: 0, 1>, sizes = array<i64: 2, -1>, strides = array<i64: 2, 3>} : (tensor<4x8xi64>) -> tensor<2x3xi64>
  %6 = amp.slice %y {offsets = array<i64: 0, 1>, sizes = array<i64: 2, -1>, strides = array<i64: 2, 3>} : (tensor<4x8xi64>) -> tensor<2x3xi64>
  // CHECK: amp.slice_backward %{{.*}} {offsets = array<i64: 0, 2>, shape = array<i64: 4, 8>} : (tensor<4x4xi64>) -> tensor<4x8xi64>
  %7 = amp.slice_backward %5 {shape = array<i64: 4, 8>, offsets = array<i64: 0, 2>} : (tensor<4x4xi64>) -> tensor<4x8xi64>
  // CHECK: amp.concat %{{.*}}, %{{.*}} {dim = 1 : i64} : (tensor<4x8xcomplex<f32>>, tensor<4x8xcomplex<f32>>) -> tensor<4x16xcomplex<f32>>
  %8 = amp.concat %c, %c {dim = 1 : i64} : (tensor<4x8xcomplex<f32>>, tensor<4x8xcomplex<f32>>) -> tensor<4x16xcomplex<f32>>
  return
}

// CHECK-LABEL: func.func @further_shapes(
func.func @further_shapes(%h: tensor<4x8xf16>, %d: tensor<?x8xf16>, %s: tensor<4x1x8x1xf16>,
                 %u: tensor<?x1x8xf16>, %c: tensor<4x8xcomplex<f32>>, %i: tensor<4x8xi64>,
                 %v: tensor<8xf16>) {
  // CHECK: amp.stack %{{.*}}, %{{.*}}, %{{.*}} : (tensor<4x8xf16>, tensor<?x8xf16>, tensor<4x8xf16>) -> tensor<3x4x8xf16>
  %stack = amp.stack %h, %d, %h : (tensor<4x8xf16>, tensor<?x8xf16>, tensor<4x8xf16>) -> tensor<3x4x8xf16>
  // CHECK: amp.stack %{{.*}}, %{{.*}} {dim = -1 : i64} : (tensor<?x8xf16>, tensor<?x8xf16>) -> tensor<?x8x2xf16>
  %last = amp.stack %d, %d {dim = -1 : i64} : (tensor<?x8xf16>, tensor<?x8xf16>) -> tensor<?x8x2xf16>
  // CHECK: amp.split %{{.*}} {dim = 1 : i64, sizes = array<i64: 2, 6>} : (tensor<4x8xf16>) -> (tensor<4x2xf16>, tensor<4x6xf16>)
  %a, %b = amp.split %h {dim = 1 : i64, sizes = array<i64: 2, 6>} : (tensor<4x8xf16>) -> (tensor<4x2xf16>, tensor<4x6xf16>)
  // CHECK: amp.split %{{.*}} {sizes = array<i64: 1, 0, 2>} : (tensor<?x8xf16>) -> (tensor<1x8xf16>, tensor<0x8xf16>, tensor<2x8xf16>)
  %parts:3 = amp.split %d {sizes = array<i64: 1, 0, 2>}
    : (tensor<?x8xf16>) -> (tensor<1x8xf16>, tensor<0x8xf16>, tensor<2x8xf16>)
  // CHECK: amp.squeeze %{{[^ ]*}} : (tensor<4x1x8x1xf16>) -> tensor<4x8xf16>
  %all = amp.squeeze %s : (tensor<4x1x8x1xf16>) -> tensor<4x8xf16>
  // CHECK: amp.squeeze %{{.*}} {dims = array<i64: -2>} : (tensor<?x1x8xf16>) -> tensor<?x8xf16>
  %squeeze = amp.squeeze %u {dims = array<i64: -2>} : (tensor<?x1x8xf16>) -> tensor<?x8xf16>
  // `?` is taken to be 1 where it is listed.
  // CHECK: amp.squeeze %{{.*}} {dims = array<i64: 0, 1>} : (tensor<?x1x8xf16>) -> tensor<8xf16>
  %one = amp.squeeze %u {dims = array<i64: 0, 1>} : (tensor<?x1x8xf16>) -> tensor<8xf16>
  // CHECK: amp.unsqueeze %{{.*}} {dim = 0 : i64} : (tensor<4x8xcomplex<f32>>) -> tensor<1x4x8xcomplex<f32>>
  %first = amp.unsqueeze %c {dim = 0 : i64} : (tensor<4x8xcomplex<f32>>) -> tensor<1x4x8xcomplex<f32>>
  // CHECK: amp.unsqueeze %{{.*}} {dim = -1 : i64} : (tensor<?x8xf16>) -> tensor<?x8x1xf16>
  %unsqueeze = amp.unsqueeze %d {dim = -1 : i64} : (tensor<?x8xf16>) -> tensor<?x8x1xf16>
  // CHECK: amp.flip %{{.*}} {dims = array<i64: 0, -1>} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %flip = amp.flip %h {dims = array<i64: 0, -1>} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.tile %{{.*}} {repeats = array<i64: 2, 3>} : (tensor<8xf16>) -> tensor<2x24xf16>
  %tile = amp.tile %v {repeats = array<i64: 2, 3>} : (tensor<8xf16>) -> tensor<2x24xf16>
  // CHECK: amp.tile %{{.*}} {repeats = array<i64: 2>} : (tensor<?x1x8xf16>) -> tensor<?x1x16xf16>
  %tiled = amp.tile %u {repeats = array<i64: 2>} : (tensor<?x1x8xf16>) -> tensor<?x1x16xf16>
  // CHECK: amp.tile %{{.*}} {repeats = array<i64: 0, 1>} : (tensor<?x8xf16>) -> tensor<0x8xf16>
  %empty = amp.tile %d {repeats = array<i64: 0, 1>} : (tensor<?x8xf16>) -> tensor<0x8xf16>
  // CHECK: amp.detach %{{.*}} : (tensor<?x8xf16>) -> tensor<?x8xf16>
  %detach = amp.detach %d : (tensor<?x8xf16>) -> tensor<?x8xf16>
  // CHECK: amp.zeros_like %{{.*}} : (tensor<4x8xi64>) -> tensor<4x8xi64>
  %zeros = amp.zeros_like %i : (tensor<4x8xi64>) -> tensor<4x8xi64>
  // CHECK: amp.ones_like %{{.*}} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %ones = amp.ones_like %h : (tensor<4x8xf16>) -> tensor<4x8xf16>
  return
}

// CHECK-LABEL: func.func @padding(
func.func @padding(%h: tensor<4x8xf16>, %d: tensor<?x3x8x8xf16>, %s: tensor<3x4x8x8xf32>,
                  %i: tensor<4x8xi32>) {
  // CHECK: amp.constant_pad_nd %{{.*}} {high = array<i64: 0, -2>, low = array<i64: 1, 0>} : (tensor<4x8xf16>) -> tensor<5x6xf16>
  %constant = amp.constant_pad_nd %h {high = array<i64: 0, -2>, low = array<i64: 1, 0>} : (tensor<4x8xf16>) -> tensor<5x6xf16>
  // CHECK: amp.constant_pad_nd %{{.*}} {high = array<i64: 1, 0, 0, 2>, low = array<i64: 0, 0, 1, -8>, value = 1.000000e+00 : f64} : (tensor<?x3x8x8xf16>) -> tensor<?x3x9x2xf16>
  %ones = amp.constant_pad_nd %d {high = array<i64: 1, 0, 0, 2>, low = array<i64: 0, 0, 1, -8>, value = 1.0 : f64}
    : (tensor<?x3x8x8xf16>) -> tensor<?x3x9x2xf16>
  // CHECK: amp.constant_pad_nd %{{.*}} {high = array<i64: 0, 0>, low = array<i64: 0, 1>} : (tensor<4x8xi32>) -> tensor<4x9xi32>
  %padi = amp.constant_pad_nd %i {high = array<i64: 0, 0>, low = array<i64: 0, 1>} : (tensor<4x8xi32>) -> tensor<4x9xi32>
  // CHECK: amp.reflection_pad %{{.*}} {high = array<i64: 0>, low = array<i64: 7>} : (tensor<4x8xf16>) -> tensor<4x15xf16>
  %mirror1 = amp.reflection_pad %h {high = array<i64: 0>, low = array<i64: 7>} : (tensor<4x8xf16>) -> tensor<4x15xf16>
  // CHECK: amp.reflection_pad %{{.*}} {high = array<i64: 1, 2>, low = array<i64: 3, 4>} : (tensor<?x3x8x8xf16>) -> tensor<?x3x12x14xf16>
  %mirror2 = amp.reflection_pad %d {high = array<i64: 1, 2>, low = array<i64: 3, 4>}
    : (tensor<?x3x8x8xf16>) -> tensor<?x3x12x14xf16>
  // CHECK: amp.reflection_pad %{{.*}} {high = array<i64: 1, 1, 1>, low = array<i64: 0, 0, 0>} : (tensor<3x4x8x8xf32>) -> tensor<3x5x9x9xf32>
  %mirror3 = amp.reflection_pad %s {high = array<i64: 1, 1, 1>, low = array<i64: 0, 0, 0>}
    : (tensor<3x4x8x8xf32>) -> tensor<3x5x9x9xf32>
  // CHECK: amp.replication_pad %{{.*}} {high = array<i64: 9>, low = array<i64: 9>} : (tensor<4x8xf16>) -> tensor<4x26xf16>
  %edge1 = amp.replication_pad %h {high = array<i64: 9>, low = array<i64: 9>} : (tensor<4x8xf16>) -> tensor<4x26xf16>
  // CHECK: amp.replication_pad %{{.*}} {high = array<i64: 1, 2>, low = array<i64: 3, 4>} : (tensor<?x3x8x8xf16>) -> tensor<?x3x12x14xf16>
  %edge2 = amp.replication_pad %d {high = array<i64: 1, 2>, low = array<i64: 3, 4>}
    : (tensor<?x3x8x8xf16>) -> tensor<?x3x12x14xf16>
  return
}
