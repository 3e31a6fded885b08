// RUN: amp-opt %s --amp-lower-casts --split-input-file | FileCheck %s

// Casts are written as those who use the value write them.

// CHECK-LABEL: func.func @dialects
// CHECK-NOT: amp.
// CHECK: %[[T:.*]] = tosa.cast %arg0 : (tensor<4xf32>) -> tensor<4xf16>
// CHECK: tosa.tanh %[[T]]
// CHECK: %[[S:.*]] = "stablehlo.convert"(%arg0) : (tensor<4xf32>) -> tensor<4xf16>
// CHECK: "stablehlo.tanh"(%[[S]])
// CHECK: %[[A:.*]] = arith.truncf %arg0 : tensor<4xf32> to tensor<4xf16>
// CHECK: math.tanh %[[A]]
func.func @dialects(%x: tensor<4xf32>) attributes {amp.assigned = {level = "O1", preset = "torch-cuda"}} {
  %0 = amp.cast %x : tensor<4xf32> to tensor<4xf16>
  %1 = tosa.tanh %0 : (tensor<4xf16>) -> tensor<4xf16>
  %2 = amp.cast %x : tensor<4xf32> to tensor<4xf16>
  %3 = "stablehlo.tanh"(%2) {amp.exempt = "outside of autocast"} : (tensor<4xf16>) -> tensor<4xf16>
  %4 = amp.cast %x : tensor<4xf32> to tensor<4xf16>
  %5 = math.tanh %4 : tensor<4xf16>
  return
}

// -----

// Else as those who make it do, and else as the function does.
// CHECK-LABEL: func.func @returned
// CHECK: %[[W:.*]] = "stablehlo.convert"(%{{.*}}) : (tensor<4xf16>) -> tensor<4xf32>
// CHECK: %[[N:.*]] = "stablehlo.convert"(%arg0) : (tensor<4xf16>) -> tensor<4xf32>
// CHECK: return %[[W]], %[[N]]
func.func @returned(%x: tensor<4xf16>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = "stablehlo.tanh"(%x) : (tensor<4xf16>) -> tensor<4xf16>
  %1 = amp.cast %0 : tensor<4xf16> to tensor<4xf32>
  %2 = amp.cast %x : tensor<4xf16> to tensor<4xf32>
  return %1, %2 : tensor<4xf32>, tensor<4xf32>
}

// -----

// No dialect casts from one 16-bit type to the other.
// CHECK-LABEL: func.func @half
// CHECK: %[[W:.*]] = arith.extf %arg0 : tensor<4xf16> to tensor<4xf32>
// CHECK: %[[N:.*]] = arith.truncf %[[W]] : tensor<4xf32> to tensor<4xbf16>
// CHECK: math.tanh %[[N]]
func.func @half(%x: tensor<4xf16>) -> tensor<4xbf16> {
  %0 = amp.cast %x : tensor<4xf16> to tensor<4xbf16>
  %1 = math.tanh %0 : tensor<4xbf16>
  return %1 : tensor<4xbf16>
}

// -----

// A constant is cast here, unless that makes two large ones; so is a tensor that nothing was
// written to.
// CHECK-LABEL: func.func @constants
// CHECK: "tosa.const"() <{values = dense<[1.000000e+00, 0x7C00]> : tensor<2xf16>}>
// CHECK: "stablehlo.constant"() <{value = dense<5.000000e-01> : tensor<f16>}>
// CHECK: tensor.empty() : tensor<4xf16>
// CHECK-NOT: tensor<2xf32>
func.func @constants() -> (tensor<2xf16>, tensor<f16>, tensor<4xf16>) {
  %0 = "tosa.const"() <{values = dense<[1.0, 1.0e6]> : tensor<2xf32>}> : () -> tensor<2xf32>
  %1 = amp.cast %0 : tensor<2xf32> to tensor<2xf16>
  %2 = "stablehlo.constant"() <{value = dense<0.5> : tensor<f32>}> : () -> tensor<f32>
  %3 = amp.cast %2 : tensor<f32> to tensor<f16>
  %4 = tensor.empty() : tensor<4xf32>
  %5 = amp.cast %4 : tensor<4xf32> to tensor<4xf16>
  return %1, %3, %5 : tensor<2xf16>, tensor<f16>, tensor<4xf16>
}
