// RUN: amp-opt %s --convert-amp-to-amprt | FileCheck %s

// The weight is stored [out, in] and used transposed; the bias is the epilogue's, and so
// is a ReLU that is the only user. The destination is never filled.
// CHECK-LABEL: func.func @linear
// CHECK-SAME: (%[[X:.*]]: tensor<4x8xf32>, %[[W:.*]]: tensor<16x8xf32>, %[[B:.*]]: tensor<16xf32>)
// CHECK: %[[OUT:.*]] = tensor.empty() : tensor<4x16xf32>
// CHECK: %[[Y:.*]] = amprt.gemm ins(%[[X]], %[[W]] : tensor<4x8xf32>, tensor<16x8xf32>) bias(%[[B]] : tensor<16xf32>) outs(%[[OUT]] : tensor<4x16xf32>) {relu, transpose_b}
// CHECK-NOT: amp.relu
// CHECK: return %[[Y]]
func.func @linear(%x: tensor<4x8xf32>, %w: tensor<16x8xf32>, %b: tensor<16xf32>) -> tensor<4x16xf32> {
  %0 = amp.linear %x, %w, %b : (tensor<4x8xf32>, tensor<16x8xf32>, tensor<16xf32>) -> tensor<4x16xf32>
  %1 = amp.relu %0 : (tensor<4x16xf32>) -> tensor<4x16xf32>
  return %1 : tensor<4x16xf32>
}

// A ReLU beside another user is computed apart.
// CHECK-LABEL: func.func @relu_is_not_alone
// CHECK: %[[Y:.*]] = amprt.gemm {{.*}} {transpose_b}
// CHECK: %[[R:.*]] = amp.relu %[[Y]]
// CHECK: return %[[Y]], %[[R]]
func.func @relu_is_not_alone(%x: tensor<4x8xf32>, %w: tensor<16x8xf32>) -> (tensor<4x16xf32>, tensor<4x16xf32>) {
  %0 = amp.linear %x, %w : (tensor<4x8xf32>, tensor<16x8xf32>) -> tensor<4x16xf32>
  %1 = amp.relu %0 : (tensor<4x16xf32>) -> tensor<4x16xf32>
  return %0, %1 : tensor<4x16xf32>, tensor<4x16xf32>
}

// All dimensions but the last are rows.
// CHECK-LABEL: func.func @linear_of_rank_3
// CHECK: %[[X:.*]] = amp.reshape %{{.*}} {shape = array<i64: 6, 8>}
// CHECK: %[[Y:.*]] = amprt.gemm ins(%[[X]], %{{.*}} -> tensor<6x4xf16>
// CHECK: amp.reshape %[[Y]] {{.*}} : (tensor<6x4xf16>) -> tensor<2x3x4xf16>
func.func @linear_of_rank_3(%x: tensor<2x3x8xf16>, %w: tensor<4x8xf16>) -> tensor<2x3x4xf16> {
  %0 = amp.linear %x, %w : (tensor<2x3x8xf16>, tensor<4x8xf16>) -> tensor<2x3x4xf16>
  return %0 : tensor<2x3x4xf16>
}

// CHECK-LABEL: func.func @linear_of_vector
// CHECK: amprt.gemm {{.*}} -> tensor<1x4xf32>
// CHECK: amp.reshape {{.*}} -> tensor<4xf32>
func.func @linear_of_vector(%x: tensor<8xf32>, %w: tensor<4x8xf32>) -> tensor<4xf32> {
  %0 = amp.linear %x, %w : (tensor<8xf32>, tensor<4x8xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Transposes of the last two dimensions become flags and go; on a weight that is used
// transposed the two cancel.
// CHECK-LABEL: func.func @transposes
// CHECK-SAME: (%[[A:.*]]: tensor<8x4xbf16>, %[[B:.*]]: tensor<16x8xbf16>)
// CHECK-NOT: amp.transpose
// CHECK: amprt.gemm ins(%[[A]], %[[B]] : tensor<8x4xbf16>, tensor<16x8xbf16>) {{.*}} {transpose_a, transpose_b} -> tensor<4x16xf32>
// CHECK: amprt.gemm ins(%[[B]], %[[A]] : tensor<16x8xbf16>, tensor<8x4xbf16>) outs(%{{.*}} : tensor<16x4xbf16>) -> tensor<16x4xbf16>
func.func @transposes(%a: tensor<8x4xbf16>, %b: tensor<16x8xbf16>) -> (tensor<4x16xf32>, tensor<16x4xbf16>) {
  %at = amp.transpose %a {permutation = array<i64: 1, 0>} : (tensor<8x4xbf16>) -> tensor<4x8xbf16>
  %bt = amp.transpose %b {permutation = array<i64: 1, 0>} : (tensor<16x8xbf16>) -> tensor<8x16xbf16>
  %0 = amp.matmul %at, %bt : (tensor<4x8xbf16>, tensor<8x16xbf16>) -> tensor<4x16xf32>
  %1 = amp.linear %b, %at : (tensor<16x8xbf16>, tensor<4x8xbf16>) -> tensor<16x4xbf16>
  return %0, %1 : tensor<4x16xf32>, tensor<16x4xbf16>
}

// Another permutation is data movement.
// CHECK-LABEL: func.func @batch_is_moved
// CHECK: %[[T:.*]] = amp.transpose
// CHECK: amprt.gemm ins(%[[T]], %{{.*}} : tensor<4x2x8xf32>, tensor<8x3xf32>)
func.func @batch_is_moved(%a: tensor<2x4x8xf32>, %b: tensor<8x3xf32>) -> tensor<4x2x3xf32> {
  %t = amp.transpose %a {permutation = array<i64: 1, 0, 2>} : (tensor<2x4x8xf32>) -> tensor<4x2x8xf32>
  %0 = amp.matmul %t, %b : (tensor<4x2x8xf32>, tensor<8x3xf32>) -> tensor<4x2x3xf32>
  return %0 : tensor<4x2x3xf32>
}

// Several batch dimensions are one.
// CHECK-LABEL: func.func @batches
// CHECK: amprt.gemm ins({{.*}} : tensor<6x4x8xf32>, tensor<6x8x5xf32>) {{.*}} -> tensor<6x4x5xf32>
// CHECK: amp.reshape {{.*}} -> tensor<2x3x4x5xf32>
func.func @batches(%a: tensor<2x3x4x8xf32>, %b: tensor<2x3x8x5xf32>) -> tensor<2x3x4x5xf32> {
  %0 = amp.matmul %a, %b : (tensor<2x3x4x8xf32>, tensor<2x3x8x5xf32>) -> tensor<2x3x4x5xf32>
  return %0 : tensor<2x3x4x5xf32>
}

// f64 is computed in f64.
// CHECK-LABEL: func.func @double
// CHECK: amprt.gemm {{.*}} {compute = #amprt.compute<f64>} -> tensor<4x4xf64>
func.func @double(%a: tensor<4x8xf64>, %b: tensor<8x4xf64>) -> tensor<4x4xf64> {
  %0 = amp.matmul %a, %b : (tensor<4x8xf64>, tensor<8x4xf64>) -> tensor<4x4xf64>
  return %0 : tensor<4x4xf64>
}

// The bias of a wider result is widened, exactly.
// CHECK-LABEL: func.func @wide_result
// CHECK: %[[B:.*]] = amp.cast %{{.*}} : tensor<16xf16> to tensor<16xf32>
// CHECK: amprt.gemm {{.*}} bias(%[[B]] : tensor<16xf32>) {{.*}} -> tensor<4x16xf32>
func.func @wide_result(%x: tensor<4x8xf16>, %w: tensor<16x8xf16>, %b: tensor<16xf16>) -> tensor<4x16xf32> {
  %0 = amp.linear %x, %w, %b : (tensor<4x8xf16>, tensor<16x8xf16>, tensor<16xf16>) -> tensor<4x16xf32>
  return %0 : tensor<4x16xf32>
}

// Bias and ReLU are the epilogue of a convolution that is forward.
// CHECK-LABEL: func.func @convolution
// CHECK: %[[Y:.*]] = amprt.convolution forward ins(%{{.*}}, %{{.*}} : tensor<2x4x8x8xf16>, tensor<6x4x3x3xf16>) bias(%{{.*}} : tensor<6xf16>) outs(%{{.*}} : tensor<2x6x8x8xf16>) {dilation = array<i64: 1, 1>, groups = 1 : i64, padding = array<i64: 1, 1>, relu, stride = array<i64: 1, 1>}
// CHECK-NEXT: return %[[Y]]
func.func @convolution(%x: tensor<2x4x8x8xf16>, %w: tensor<6x4x3x3xf16>, %b: tensor<6xf16>) -> tensor<2x6x8x8xf16> {
  %y = amp.convolution %x, %w, %b {stride = array<i64: 1, 1>, padding = array<i64: 1, 1>, dilation = array<i64: 1, 1>} : (tensor<2x4x8x8xf16>, tensor<6x4x3x3xf16>, tensor<6xf16>) -> tensor<2x6x8x8xf16>
  %r = amp.relu %y : (tensor<2x6x8x8xf16>) -> tensor<2x6x8x8xf16>
  return %r : tensor<2x6x8x8xf16>
}

// Of f32 sums the bias is widened; tf32 is said.
// CHECK-LABEL: func.func @convolution_types
// CHECK: amprt.convolution forward {{.*}} bias(%{{.*}} : tensor<6xf32>) outs(%{{.*}} : tensor<2x6x8x8xf32>)
// CHECK: amprt.convolution forward {{.*}} {compute = #amprt.compute<tf32>
func.func @convolution_types(%x: tensor<2x4x8x8xf16>, %w: tensor<6x4x3x3xf16>, %b: tensor<6xf16>, %v: tensor<2x4x8x8xf32>, %u: tensor<6x4x3x3xf32>) -> (tensor<2x6x8x8xf32>, tensor<2x6x8x8xf32>) {
  %y = amp.convolution %x, %w, %b {stride = array<i64: 1, 1>, padding = array<i64: 1, 1>, dilation = array<i64: 1, 1>} : (tensor<2x4x8x8xf16>, tensor<6x4x3x3xf16>, tensor<6xf16>) -> tensor<2x6x8x8xf32>
  %z = amp.convolution %v, %u {stride = array<i64: 1, 1>, padding = array<i64: 1, 1>, dilation = array<i64: 1, 1>, compute_type = tf32} : (tensor<2x4x8x8xf32>, tensor<6x4x3x3xf32>) -> tensor<2x6x8x8xf32>
  return %y, %z : tensor<2x6x8x8xf32>, tensor<2x6x8x8xf32>
}

// The ReLU of a derivative is an op of its own.
// CHECK-LABEL: func.func @convolution_derivatives
// CHECK: amprt.convolution backward_input ins(%{{.*}}, %{{.*}} : tensor<2x6x8x8xf32>, tensor<6x4x3x3xf32>) outs(%{{.*}} : tensor<2x4x8x8xf32>)
// CHECK: amp.relu
// CHECK: amprt.convolution backward_weight ins(%{{.*}}, %{{.*}} : tensor<2x4x8x8xf32>, tensor<2x6x8x8xf32>) outs(%{{.*}} : tensor<6x4x3x3xf32>)
func.func @convolution_derivatives(%x: tensor<2x4x8x8xf32>, %w: tensor<6x4x3x3xf32>, %d: tensor<2x6x8x8xf32>) -> (tensor<2x4x8x8xf32>, tensor<6x4x3x3xf32>) {
  %0 = amp.convolution_backward_input %d, %w {stride = array<i64: 1, 1>, padding = array<i64: 1, 1>, dilation = array<i64: 1, 1>, size = array<i64: 8, 8>} : (tensor<2x6x8x8xf32>, tensor<6x4x3x3xf32>) -> tensor<2x4x8x8xf32>
  %1 = amp.relu %0 : (tensor<2x4x8x8xf32>) -> tensor<2x4x8x8xf32>
  %2 = amp.convolution_backward_weight %x, %d {stride = array<i64: 1, 1>, padding = array<i64: 1, 1>, dilation = array<i64: 1, 1>, kernel = array<i64: 3, 3>} : (tensor<2x4x8x8xf32>, tensor<2x6x8x8xf32>) -> tensor<6x4x3x3xf32>
  return %1, %2 : tensor<2x4x8x8xf32>, tensor<6x4x3x3xf32>
}
