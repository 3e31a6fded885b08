// RUN: amp-opt %s --amp-lowering-pipeline --amp-fuse-elementwise --amp-form-row-kernels --canonicalize | FileCheck %s

// The rows are read once, in their own type: no fill, no copy in f32.
// CHECK-LABEL: func.func @softmax(
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty
// CHECK-NEXT: amprt.row_kernel ins(%{{.*}} : tensor<64x256xf16>) outs(%[[EMPTY]] : tensor<64x256xf16>)
// CHECK-SAME: maps [#[[FULL:.*]], #[[FULL]]] reduced [1]
// CHECK-NEXT: ^bb0(%[[X:.*]]: f16):
// CHECK-NEXT: %[[WIDE:.*]] = arith.extf %[[X]]
// CHECK-NEXT: %[[MAX:.*]] = amprt.reduce <maximumf> %[[WIDE]]
// CHECK-NEXT: %[[SHIFTED:.*]] = arith.subf %[[WIDE]], %[[MAX]]
// CHECK-NEXT: %[[EXP:.*]] = math.exp %[[SHIFTED]]
// CHECK-NEXT: %[[SUM:.*]] = amprt.reduce <add> %[[EXP]]
// CHECK-NEXT: %[[Y:.*]] = arith.divf %[[EXP]], %[[SUM]]
// CHECK-NEXT: %[[NARROW:.*]] = arith.truncf %[[Y]]
// CHECK-NEXT: amprt.yield %[[NARROW]] : f16
// CHECK-NEXT: }
// CHECK-NEXT: bufferization.materialize_in_destination
func.func @softmax(%x: tensor<64x256xf16>) -> tensor<64x256xf16> {
  %y = amp.softmax %x {dim = 1 : i64} : (tensor<64x256xf16>) -> tensor<64x256xf16>
  return %y : tensor<64x256xf16>
}
