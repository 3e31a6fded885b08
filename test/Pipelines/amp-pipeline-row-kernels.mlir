// RUN: amp-opt %s -split-input-file --amp-pipeline | FileCheck %s
// RUN: amp-opt %s -split-input-file --amp-pipeline=target=cuda | FileCheck %s

// How many kernels there are each way. A product stands between the way there and the way
// back, as in a network. Nothing is filled, and no input is copied.

// CHECK-LABEL: func.func @softmax(
// CHECK-NOT: amprt.{{launch|fill}}
// CHECK: amprt.launch @kernels::@softmax_rows_cast_f16(
// CHECK-NOT: amprt.{{launch|fill}}
// CHECK: amprt.gemm
// CHECK-NOT: amprt.fill
// CHECK: amprt.gemm {{.*}}transpose_b
// CHECK-NEXT: amprt.launch
// CHECK-NOT: amprt.{{launch|fill}}
// CHECK: return
func.func @softmax(%x: tensor<64x256xf16>, %w: tensor<256x64xf16>) -> (tensor<64x64xf16>, tensor<64x256xf16>) {
  %y = amp.softmax %x {dim = 1 : i64} : (tensor<64x256xf16>) -> tensor<64x256xf16>
  %z = amp.matmul %y, %w : (tensor<64x256xf16>, tensor<256x64xf16>) -> tensor<64x64xf16>
  %l = amp.sum %z : (tensor<64x64xf16>) -> tensor<f16>
  %dx = amp.backward %l wrt(%x) : (tensor<f16>, tensor<64x256xf16>) -> tensor<64x256xf16>
  return %z, %dx : tensor<64x64xf16>, tensor<64x256xf16>
}
