// RUN: amp-opt %s | FileCheck %s
// RUN: amp-opt %s | amp-opt | FileCheck %s
// RUN: amp-opt %s --mlir-print-op-generic | amp-opt | FileCheck %s
// RUN: amp-opt %s --emit-bytecode | amp-opt | FileCheck %s

// Normalization: every op comes back as it was written: pretty, generic and as bytecode.

// CHECK-LABEL: func.func @softmax
func.func @softmax(%x: tensor<4x10xf32>) {
  // CHECK: amp.softmax %{{.*}} {dim = 1 : i64} : (tensor<4x10xf32>) -> tensor<4x10xf32>
  %0 = amp.softmax %x {dim = 1 : i64} : (tensor<4x10xf32>) -> tensor<4x10xf32>
  // CHECK: amp.log_softmax %{{.*}} {dim = -1 : i64}
  %1 = amp.log_softmax %x {dim = -1 : i64} : (tensor<4x10xf32>) -> tensor<4x10xf32>
  // CHECK: amp.softmax_backward %{{.*}}, %{{.*}} {dim = 1 : i64}
  %2 = amp.softmax_backward %x, %0 {dim = 1 : i64} : (tensor<4x10xf32>, tensor<4x10xf32>) -> tensor<4x10xf32>
  // CHECK: amp.log_softmax_backward %
  %3 = amp.log_softmax_backward %x, %1 {dim = 1 : i64} : (tensor<4x10xf32>, tensor<4x10xf32>) -> tensor<4x10xf32>
  return
}

// CHECK-LABEL: func.func @output_types
func.func @output_types(%h: tensor<4x8xf16>, %d: tensor<?x8xf16>) {
  // CHECK: amp.softmax %{{.*}} {dim = 1 : i64, dtype = bf16} : (tensor<4x8xf16>) -> tensor<4x8xbf16>
  %1 = amp.softmax %h {dim = 1 : i64, dtype = bf16} : (tensor<4x8xf16>) -> tensor<4x8xbf16>
  // CHECK: amp.log_softmax %{{.*}} {dim = -1 : i64, dtype = f64} : (tensor<?x8xf16>) -> tensor<?x8xf64>
  %2 = amp.log_softmax %d {dim = -1 : i64, dtype = f64} : (tensor<?x8xf16>) -> tensor<?x8xf64>
  return
}

// The parts are what precision assignment sees.
// CHECK-LABEL: func.func @softmin_and_normalize(
func.func @softmin_and_normalize(%x: tensor<4x10xf16>, %d: tensor<?x8xf32>)
    -> (tensor<4x10xf16>, tensor<?x8xf32>, tensor<4x10xf16>) {
  // CHECK: amp.softmin %{{.*}} {dim = 1 : i64} : (tensor<4x10xf16>) -> tensor<4x10xf16>
  %softmin = amp.softmin %x {dim = 1 : i64} : (tensor<4x10xf16>) -> tensor<4x10xf16>
  // CHECK: amp.normalize %{{[^ ]*}} : (tensor<?x8xf32>) -> tensor<?x8xf32>
  %normalize = amp.normalize %d : (tensor<?x8xf32>) -> tensor<?x8xf32>
  // CHECK: amp.normalize %{{.*}} {dim = -2 : i64, eps = 1.000000e-03 : f64, p = 1.000000e+00 : f64} : (tensor<4x10xf16>) -> tensor<4x10xf16>
  %p = amp.normalize %x {dim = -2 : i64, eps = 1.0e-3 : f64, p = 1.0 : f64}
    : (tensor<4x10xf16>) -> tensor<4x10xf16>
  return %softmin, %normalize, %p : tensor<4x10xf16>, tensor<?x8xf32>, tensor<4x10xf16>
}

// CHECK-LABEL: func.func @batch_norm(
func.func @batch_norm(%x: tensor<4x8x16x16xf16>, %c: tensor<8xf32>, %d: tensor<8xf64>,
                      %y: tensor<?x?xf32>) {
  // CHECK: amp.batch_norm %{{.*}} {training = true} : (tensor<4x8x16x16xf16>) -> tensor<4x8x16x16xf16>
  %0 = amp.batch_norm %x {training = true} : (tensor<4x8x16x16xf16>) -> tensor<4x8x16x16xf16>
  // CHECK: amp.batch_norm %{{.*}} weight(%{{.*}}) {training = true} : (tensor<4x8x16x16xf16>, tensor<8xf32>) -> tensor<4x8x16x16xf16>
  %1 = amp.batch_norm %x weight(%c) {training = true} : (tensor<4x8x16x16xf16>, tensor<8xf32>) -> tensor<4x8x16x16xf16>
  // CHECK: amp.batch_norm %{{.*}} bias(%{{.*}}) {training = true} : (tensor<4x8x16x16xf16>, tensor<8xf32>) -> tensor<4x8x16x16xf16>
  %2 = amp.batch_norm %x bias(%c) {training = true} : (tensor<4x8x16x16xf16>, tensor<8xf32>) -> tensor<4x8x16x16xf16>
  // Running statistics come back updated, in their own type.
  // CHECK: amp.batch_norm %{{.*}} running_mean(%{{.*}}) running_var(%{{.*}}) {training = true} : (tensor<4x8x16x16xf16>, tensor<8xf32>, tensor<8xf64>) -> (tensor<4x8x16x16xf16>, tensor<8xf32>, tensor<8xf64>)
  %3, %mean3, %var3 = amp.batch_norm %x running_mean(%c) running_var(%d) {training = true} : (tensor<4x8x16x16xf16>, tensor<8xf32>, tensor<8xf64>) -> (tensor<4x8x16x16xf16>, tensor<8xf32>, tensor<8xf64>)
  // CHECK: amp.batch_norm %{{.*}} weight(%{{.*}}) bias(%{{.*}}) running_mean(%{{.*}}) running_var(%{{.*}}) {eps = 1.000000e-03 : f64, momentum = 2.000000e-01 : f64, training = true} : (tensor<4x8x16x16xf16>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<4x8x16x16xf16>, tensor<8xf32>, tensor<8xf32>)
  %4, %mean4, %var4 = amp.batch_norm %x weight(%c) bias(%c) running_mean(%c) running_var(%c) {eps = 1.000000e-03 : f64, momentum = 2.000000e-01 : f64, training = true} : (tensor<4x8x16x16xf16>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<4x8x16x16xf16>, tensor<8xf32>, tensor<8xf32>)
  // CHECK: amp.batch_norm %{{.*}} weight(%{{.*}}) bias(%{{.*}}) running_mean(%{{.*}}) running_var(%{{.*}}) : (tensor<4x8x16x16xf16>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8x16x16xf16>
  %5 = amp.batch_norm %x weight(%c) bias(%c) running_mean(%c) running_var(%c) : (tensor<4x8x16x16xf16>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8x16x16xf16>
  // CHECK: amp.batch_norm %{{.*}} weight(%{{.*}}) {training = true} : (tensor<?x?xf32>, tensor<8xf32>) -> tensor<?x?xf32>
  %6 = amp.batch_norm %y weight(%c) {training = true} : (tensor<?x?xf32>, tensor<8xf32>) -> tensor<?x?xf32>
  return
}

// CHECK-LABEL: func.func @instance_norm(
func.func @instance_norm(%x: tensor<4x8x16xbf16>, %c: tensor<8xf32>) {
  // CHECK: amp.instance_norm %{{.*}} weight(%{{.*}}) bias(%{{.*}}) {eps = 1.000000e-03 : f64} : (tensor<4x8x16xbf16>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8x16xbf16>
  %0 = amp.instance_norm %x weight(%c) bias(%c) {eps = 1.000000e-03 : f64} : (tensor<4x8x16xbf16>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8x16xbf16>
  // CHECK: amp.instance_norm %{{.*}} running_mean(%{{.*}}) running_var(%{{.*}}) {use_input_stats = false} : (tensor<4x8x16xbf16>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8x16xbf16>
  %1 = amp.instance_norm %x running_mean(%c) running_var(%c) {use_input_stats = false} : (tensor<4x8x16xbf16>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8x16xbf16>
  // CHECK: amp.instance_norm %{{.*}} running_mean(%{{.*}}) running_var(%{{.*}}) {momentum = 2.000000e-01 : f64} : (tensor<4x8x16xbf16>, tensor<8xf32>, tensor<8xf32>) -> (tensor<4x8x16xbf16>, tensor<8xf32>, tensor<8xf32>)
  %2, %mean, %var = amp.instance_norm %x running_mean(%c) running_var(%c) {momentum = 2.000000e-01 : f64} : (tensor<4x8x16xbf16>, tensor<8xf32>, tensor<8xf32>) -> (tensor<4x8x16xbf16>, tensor<8xf32>, tensor<8xf32>)
  return
}

// CHECK-LABEL: func.func @layer_norm(
func.func @layer_norm(%x: tensor<4x16x64xf16>, %w: tensor<16x64xf16>, %d: tensor<?x?xf32>) {
  // CHECK: amp.layer_norm %{{.*}} {normalized_shape = array<i64: 64>} : (tensor<4x16x64xf16>) -> tensor<4x16x64xf16>
  %0 = amp.layer_norm %x {normalized_shape = array<i64: 64>} : (tensor<4x16x64xf16>) -> tensor<4x16x64xf16>
  // CHECK: amp.layer_norm %{{.*}} weight(%{{.*}}) {eps = 1.000000e-03 : f64, normalized_shape = array<i64: 16, 64>} : (tensor<4x16x64xf16>, tensor<16x64xf16>) -> tensor<4x16x64xf16>
  %1 = amp.layer_norm %x weight(%w) {eps = 1.000000e-03 : f64, normalized_shape = array<i64: 16, 64>} : (tensor<4x16x64xf16>, tensor<16x64xf16>) -> tensor<4x16x64xf16>
  // CHECK: amp.layer_norm %{{.*}} bias(%{{.*}}) {normalized_shape = array<i64: 16, 64>} : (tensor<4x16x64xf16>, tensor<16x64xf16>) -> tensor<4x16x64xf16>
  %2 = amp.layer_norm %x bias(%w) {normalized_shape = array<i64: 16, 64>} : (tensor<4x16x64xf16>, tensor<16x64xf16>) -> tensor<4x16x64xf16>
  // CHECK: amp.layer_norm %{{.*}} weight(%{{.*}}) bias(%{{.*}}) {normalized_shape = array<i64: 16, 64>} : (tensor<4x16x64xf16>, tensor<16x64xf16>, tensor<16x64xf16>) -> tensor<4x16x64xf16>
  %3 = amp.layer_norm %x weight(%w) bias(%w) {normalized_shape = array<i64: 16, 64>} : (tensor<4x16x64xf16>, tensor<16x64xf16>, tensor<16x64xf16>) -> tensor<4x16x64xf16>
  // CHECK: amp.layer_norm %{{.*}} {normalized_shape = array<i64: 64>} : (tensor<?x?xf32>) -> tensor<?x64xf32>
  %4 = amp.layer_norm %d {normalized_shape = array<i64: 64>} : (tensor<?x?xf32>) -> tensor<?x64xf32>
  return
}

// CHECK-LABEL: func.func @rms_norm(
func.func @rms_norm(%x: tensor<4x16x64xf16>, %w: tensor<64xf16>) {
  // CHECK: amp.rms_norm %{{.*}} {normalized_shape = array<i64: 16, 64>} : (tensor<4x16x64xf16>) -> tensor<4x16x64xf16>
  %0 = amp.rms_norm %x {normalized_shape = array<i64: 16, 64>} : (tensor<4x16x64xf16>) -> tensor<4x16x64xf16>
  // CHECK: amp.rms_norm %{{.*}}, %{{.*}} {eps = 1.000000e-03 : f64, normalized_shape = array<i64: 64>} : (tensor<4x16x64xf16>, tensor<64xf16>) -> tensor<4x16x64xf16>
  %1 = amp.rms_norm %x, %w {eps = 1.000000e-03 : f64, normalized_shape = array<i64: 64>} : (tensor<4x16x64xf16>, tensor<64xf16>) -> tensor<4x16x64xf16>
  return
}

// CHECK-LABEL: func.func @group_norm(
func.func @group_norm(%x: tensor<4x8x16x16xf16>, %c: tensor<8xf16>, %d: tensor<?x?xf16>) {
  // CHECK: amp.group_norm %{{.*}} {num_groups = 4 : i64} : (tensor<4x8x16x16xf16>) -> tensor<4x8x16x16xf16>
  %0 = amp.group_norm %x {num_groups = 4 : i64} : (tensor<4x8x16x16xf16>) -> tensor<4x8x16x16xf16>
  // CHECK: amp.group_norm %{{.*}} weight(%{{.*}}) bias(%{{.*}}) {eps = 1.000000e-03 : f64, num_groups = 8 : i64} : (tensor<4x8x16x16xf16>, tensor<8xf16>, tensor<8xf16>) -> tensor<4x8x16x16xf16>
  %1 = amp.group_norm %x weight(%c) bias(%c) {eps = 1.000000e-03 : f64, num_groups = 8 : i64} : (tensor<4x8x16x16xf16>, tensor<8xf16>, tensor<8xf16>) -> tensor<4x8x16x16xf16>
  // CHECK: amp.group_norm %{{.*}} bias(%{{.*}}) {num_groups = 2 : i64} : (tensor<?x?xf16>, tensor<8xf16>) -> tensor<?x?xf16>
  %2 = amp.group_norm %d bias(%c) {num_groups = 2 : i64} : (tensor<?x?xf16>, tensor<8xf16>) -> tensor<?x?xf16>
  return
}

// CHECK-LABEL: func.func @local_response_norm(
func.func @local_response_norm(%x: tensor<4x8x16xf16>) {
  // CHECK: amp.local_response_norm %{{.*}} {size = 5 : i64} : (tensor<4x8x16xf16>) -> tensor<4x8x16xf16>
  %0 = amp.local_response_norm %x {size = 5 : i64} : (tensor<4x8x16xf16>) -> tensor<4x8x16xf16>
  // CHECK: amp.local_response_norm %{{.*}} {alpha = 1.000000e-03 : f64, beta = 5.000000e-01 : f64, k = 2.000000e+00 : f64, size = 3 : i64} : (tensor<4x8x16xf16>) -> tensor<4x8x16xf16>
  %1 = amp.local_response_norm %x {alpha = 1.000000e-03 : f64, beta = 5.000000e-01 : f64, k = 2.000000e+00 : f64, size = 3 : i64} : (tensor<4x8x16xf16>) -> tensor<4x8x16xf16>
  return
}
