// RUN: amp-opt %s -split-input-file --amp-pipeline | FileCheck %s --check-prefixes=CHECK,HOST
// RUN: amp-opt %s -split-input-file --amp-pipeline=target=cuda | FileCheck %s --check-prefixes=CHECK,CUDA

// How many kernels there are each way. A product stands between the way there and the way
// back, as in a network. Nothing is filled, and no 16-bit input is copied in f32: beside
// what products read and write, the arena has numbers of rows.

// CHECK-LABEL: func.func @softmax(
// CHECK-SAME: amp.arena_bytes = 73728 : i64
// CHECK-NOT: amprt.{{launch|fill}}
// CHECK: amprt.launch @kernels::@softmax_rows_cast_f16(
// CHECK-NOT: amprt.{{launch|fill}}
// CHECK: amprt.gemm
// CHECK-NOT: amprt.fill
// CHECK: amprt.gemm {{.*}}transpose_b
// CHECK-NOT: amprt.{{launch|fill}}
// CHECK: amprt.launch @kernels::@{{.*}}_rows_cast_f16(
// CHECK-NOT: amprt.{{launch|fill}}
// CHECK: return
func.func @softmax(%x: tensor<64x256xf16>, %w: tensor<256x64xf16>) -> (tensor<64x64xf16>, tensor<64x256xf16>) {
  %y = amp.softmax %x {dim = 1 : i64} : (tensor<64x256xf16>) -> tensor<64x256xf16>
  %z = amp.matmul %y, %w : (tensor<64x256xf16>, tensor<256x64xf16>) -> tensor<64x64xf16>
  %s = amp.mul %z, %z : (tensor<64x64xf16>, tensor<64x64xf16>) -> tensor<64x64xf16>
  %l = amp.sum %s {dtype = f32} : (tensor<64x64xf16>) -> tensor<f32>
  %dx = amp.backward %l wrt(%x) : (tensor<f32>, tensor<64x256xf16>) -> tensor<64x256xf16>
  return %z, %dx : tensor<64x64xf16>, tensor<64x256xf16>
}

// -----

// CHECK-LABEL: func.func @log_softmax(
// CHECK-SAME: amp.arena_bytes = 73728 : i64
// CHECK-NOT: amprt.{{launch|fill}}
// CHECK: amprt.launch @kernels::@log_softmax_rows_cast_f16(
// CHECK-NOT: amprt.{{launch|fill}}
// CHECK: amprt.gemm
// CHECK-NOT: amprt.fill
// CHECK: amprt.gemm {{.*}}transpose_b
// CHECK-NOT: amprt.{{launch|fill}}
// CHECK: amprt.launch @kernels::@{{.*}}_rows_cast_f16(
// CHECK-NOT: amprt.{{launch|fill}}
// CHECK: return
func.func @log_softmax(%x: tensor<64x256xf16>, %w: tensor<256x64xf16>) -> (tensor<64x64xf16>, tensor<64x256xf16>) {
  %y = amp.log_softmax %x {dim = 1 : i64} : (tensor<64x256xf16>) -> tensor<64x256xf16>
  %z = amp.matmul %y, %w : (tensor<64x256xf16>, tensor<256x64xf16>) -> tensor<64x64xf16>
  %s = amp.mul %z, %z : (tensor<64x64xf16>, tensor<64x64xf16>) -> tensor<64x64xf16>
  %l = amp.sum %s {dtype = f32} : (tensor<64x64xf16>) -> tensor<f32>
  %dx = amp.backward %l wrt(%x) : (tensor<f32>, tensor<64x256xf16>) -> tensor<64x256xf16>
  return %z, %dx : tensor<64x64xf16>, tensor<64x256xf16>
}

// -----

// What says which rows count, and how many do; then the loss of each row with the gradient;
// then the mean. A block of a GPU says both.
// CHECK-LABEL: func.func @cross_entropy(
// CHECK-SAME: amp.arena_bytes = {{[0-9][0-9]?[0-9]?[0-9]?}} : i64
// CHECK-NOT: amprt.{{launch|fill}}
// HOST: amprt.launch @kernels::@compare_i1(
// HOST: amprt.launch @kernels::@sum_all(
// CUDA: amprt.launch @kernels::@compare_sum_all(
// CHECK: amprt.launch @kernels::@cross_entropy_{{.*}}rows({{.*}}memref<64x1000xf32>, {{.*}}memref<64x1000xf32>
// CHECK-NOT: amprt.launch {{.*}}64x1000
// CHECK: return
func.func @cross_entropy(%x: tensor<64x1000xf32>, %t: tensor<64xi64>) -> (tensor<f32>, tensor<64x1000xf32>) {
  %l = amp.cross_entropy %x, %t : (tensor<64x1000xf32>, tensor<64xi64>) -> tensor<f32>
  %dx = amp.backward %l wrt(%x) : (tensor<f32>, tensor<64x1000xf32>) -> tensor<64x1000xf32>
  return %l, %dx : tensor<f32>, tensor<64x1000xf32>
}

// -----

// Back: a kernel of rows, and one of columns for weight and bias.
// CHECK-LABEL: func.func @layer_norm(
// CHECK-SAME: amp.arena_bytes = 41728 : i64
// CHECK-NOT: amprt.{{launch|fill}}
// CHECK: amprt.launch @kernels::@layer_norm_mul_add_rows_cast_f16(
// CHECK-NOT: amprt.{{launch|fill}}
// CHECK: amprt.gemm
// CHECK-NOT: amprt.fill
// CHECK: amprt.gemm {{.*}}transpose_b
// CHECK-NOT: amprt.{{launch|fill}}
// CHECK: amprt.launch @kernels::@{{.*}}_rows_cast_f16(
// CHECK-NOT: amprt.{{launch|fill}}
// CHECK: amprt.launch @kernels::@{{.*}}_columns_cast_f16(
// CHECK-NOT: amprt.{{launch|fill}}
// CHECK: return
func.func @layer_norm(%x: tensor<64x256xf16>, %g: tensor<256xf16>, %b: tensor<256xf16>, %w: tensor<256x64xf16>)
    -> (tensor<64x64xf16>, tensor<64x256xf16>, tensor<256xf16>, tensor<256xf16>) {
  %y = amp.layer_norm %x weight(%g) bias(%b) {normalized_shape = array<i64: 256>} : (tensor<64x256xf16>, tensor<256xf16>, tensor<256xf16>) -> tensor<64x256xf16>
  %z = amp.matmul %y, %w : (tensor<64x256xf16>, tensor<256x64xf16>) -> tensor<64x64xf16>
  %s = amp.mul %z, %z : (tensor<64x64xf16>, tensor<64x64xf16>) -> tensor<64x64xf16>
  %l = amp.sum %s {dtype = f32} : (tensor<64x64xf16>) -> tensor<f32>
  %d:3 = amp.backward %l wrt(%x, %g, %b) : (tensor<f32>, tensor<64x256xf16>, tensor<256xf16>, tensor<256xf16>) -> (tensor<64x256xf16>, tensor<256xf16>, tensor<256xf16>)
  return %z, %d#0, %d#1, %d#2 : tensor<64x64xf16>, tensor<64x256xf16>, tensor<256xf16>, tensor<256xf16>
}

// -----

// With the sum that the residual goes on with.
// CHECK-LABEL: func.func @residual_rms_norm(
// CHECK-NOT: amprt.{{launch|fill}}
// CHECK: amprt.launch @kernels::@add_rms_norm_mul_rows_cast_f16(
// CHECK-NOT: amprt.{{launch|fill}}
// CHECK: amprt.gemm
// CHECK-NOT: amprt.fill
// CHECK: amprt.gemm {{.*}}transpose_b
// CHECK-NOT: amprt.{{launch|fill}}
// CHECK: amprt.launch @kernels::@{{.*}}_rows_cast_f16(
// CHECK-NOT: amprt.{{launch|fill}}
// CHECK: amprt.launch @kernels::@{{.*}}_columns_cast_f16(
// CHECK-NOT: amprt.{{launch|fill}}
// CHECK: return
func.func @residual_rms_norm(%x: tensor<64x256xf16>, %r: tensor<64x256xf16>, %g: tensor<256xf16>, %w: tensor<256x256xf16>)
    -> (tensor<64x256xf16>, tensor<64x256xf16>, tensor<256xf16>) {
  %h = amp.add %x, %r : (tensor<64x256xf16>, tensor<64x256xf16>) -> tensor<64x256xf16>
  %y = amp.rms_norm %h, %g {normalized_shape = array<i64: 256>} : (tensor<64x256xf16>, tensor<256xf16>) -> tensor<64x256xf16>
  %p = amp.matmul %y, %w : (tensor<64x256xf16>, tensor<256x256xf16>) -> tensor<64x256xf16>
  %z = amp.add %p, %h : (tensor<64x256xf16>, tensor<64x256xf16>) -> tensor<64x256xf16>
  %s = amp.mul %z, %z : (tensor<64x256xf16>, tensor<64x256xf16>) -> tensor<64x256xf16>
  %l = amp.sum %s {dtype = f32} : (tensor<64x256xf16>) -> tensor<f32>
  %d:2 = amp.backward %l wrt(%x, %g) : (tensor<f32>, tensor<64x256xf16>, tensor<256xf16>) -> (tensor<64x256xf16>, tensor<256xf16>)
  return %z, %d#0, %d#1 : tensor<64x256xf16>, tensor<64x256xf16>, tensor<256xf16>
}

// -----

// CHECK-LABEL: func.func @argmax(
// CHECK-NOT: amprt.{{launch|fill}}
// CHECK: amprt.launch @kernels::@argmax_rows(
// CHECK-NOT: amprt.{{launch|fill}}
// CHECK: return
func.func @argmax(%x: tensor<64x256xf16>) -> tensor<64xi64> {
  %y = amp.argmax %x {dim = 1 : i64} : (tensor<64x256xf16>) -> tensor<64xi64>
  return %y : tensor<64xi64>
}

// -----

// CHECK-LABEL: func.func @batch_norm(
// CHECK-NOT: amprt.{{launch|fill}}
// CHECK: amprt.launch @kernels::@batch_norm_mul_add_dims_cast_f16(
// CHECK-NOT: amprt.{{launch|fill}}
// CHECK: return
func.func @batch_norm(%x: tensor<8x32x14x14xf16>, %g: tensor<32xf16>, %b: tensor<32xf16>) -> tensor<8x32x14x14xf16> {
  %y = amp.batch_norm %x weight(%g) bias(%b) {training = true} : (tensor<8x32x14x14xf16>, tensor<32xf16>, tensor<32xf16>) -> tensor<8x32x14x14xf16>
  return %y : tensor<8x32x14x14xf16>
}

// -----

// A group's channels are a row.
// CHECK-LABEL: func.func @group_norm(
// CHECK-NOT: amprt.{{launch|fill}}
// CHECK: amprt.launch @kernels::@layer_norm_mul_add_rows_cast_f16(
// CHECK-NOT: amprt.{{launch|fill}}
// CHECK: return
func.func @group_norm(%x: tensor<8x32x14x14xf16>, %g: tensor<32xf16>, %b: tensor<32xf16>) -> tensor<8x32x14x14xf16> {
  %y = amp.group_norm %x weight(%g) bias(%b) {num_groups = 8 : i64} : (tensor<8x32x14x14xf16>, tensor<32xf16>, tensor<32xf16>) -> tensor<8x32x14x14xf16>
  return %y : tensor<8x32x14x14xf16>
}
