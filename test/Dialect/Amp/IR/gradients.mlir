// RUN: amp-opt %s | FileCheck %s
// RUN: amp-opt %s | amp-opt | FileCheck %s
// RUN: amp-opt %s --mlir-print-op-generic | amp-opt | FileCheck %s
// RUN: amp-opt %s --emit-bytecode | amp-opt | FileCheck %s

// Lists of gradients: every op comes back as it was written: pretty, generic and as bytecode.

// CHECK-LABEL: func.func @clip(
func.func @clip(%g: tensor<16x8xf32>, %h: tensor<4xf16>, %d: tensor<8xf64>) {
  // CHECK: amp.clip_grad_norm(%{{.*}}) {max_norm = 1.000000e+00 : f64} : (tensor<16x8xf32>) -> (tensor<16x8xf32>, tensor<f32>)
  %one, %norm = amp.clip_grad_norm(%g) {max_norm = 1.0 : f64} : (tensor<16x8xf32>) -> (tensor<16x8xf32>, tensor<f32>)
  // CHECK: amp.clip_grad_norm(%{{.*}}, %{{.*}}) {max_norm = 5.000000e-01 : f64, norm_type = 1.000000e+00 : f64} : (tensor<16x8xf32>, tensor<4xf16>) -> (tensor<16x8xf32>, tensor<4xf16>, tensor<f32>)
  %two:3 = amp.clip_grad_norm(%g, %h) {max_norm = 0.5 : f64, norm_type = 1.0 : f64}
    : (tensor<16x8xf32>, tensor<4xf16>) -> (tensor<16x8xf32>, tensor<4xf16>, tensor<f32>)
  // The norm is in f64 if all gradients are.
  // CHECK: amp.clip_grad_norm(%{{.*}}) {max_norm = 1.000000e+00 : f64} : (tensor<8xf64>) -> (tensor<8xf64>, tensor<f64>)
  %wide, %wideNorm = amp.clip_grad_norm(%d) {max_norm = 1.0 : f64} : (tensor<8xf64>) -> (tensor<8xf64>, tensor<f64>)
  // CHECK: amp.clip_grad_value(%{{.*}}, %{{.*}}) {clip_value = 2.500000e-01 : f64} : (tensor<16x8xf32>, tensor<4xf16>) -> (tensor<16x8xf32>, tensor<4xf16>)
  %values:2 = amp.clip_grad_value(%g, %h) {clip_value = 0.25 : f64}
    : (tensor<16x8xf32>, tensor<4xf16>) -> (tensor<16x8xf32>, tensor<4xf16>)
  return
}

// CHECK-LABEL: func.func @check_finite(
func.func @check_finite(%g: tensor<16x8xf32>, %h: tensor<4xf16>) {
  // CHECK: amp.check_finite(%{{.*}}, %{{.*}}) : (tensor<16x8xf32>, tensor<4xf16>) -> tensor<i1>
  %found = amp.check_finite(%g, %h) : (tensor<16x8xf32>, tensor<4xf16>) -> tensor<i1>
  return
}

// CHECK-LABEL: func.func @accumulate(
func.func @accumulate(%g: tensor<16x8xf32>, %h: tensor<4xf16>) {
  // 16-bit gradients are summed in their own type or in f32.
  // CHECK: amp.accumulate "sums"(%{{.*}}, %{{.*}}) {k = 4 : i64} : (tensor<16x8xf32>, tensor<4xf16>) -> (tensor<16x8xf32>, tensor<4xf32>, tensor<i1>)
  %mean:3 = amp.accumulate "sums"(%g, %h) {k = 4 : i64}
    : (tensor<16x8xf32>, tensor<4xf16>) -> (tensor<16x8xf32>, tensor<4xf32>, tensor<i1>)
  // CHECK: amp.accumulate "halves"(%{{.*}}) {k = 2 : i64, reduction = #amp.reduction<sum>} : (tensor<4xf16>) -> (tensor<4xf16>, tensor<i1>)
  %sum:2 = amp.accumulate "halves"(%h) {k = 2 : i64, reduction = #amp.reduction<sum>}
    : (tensor<4xf16>) -> (tensor<4xf16>, tensor<i1>)
  return
}
