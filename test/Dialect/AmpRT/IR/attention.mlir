// RUN: amp-opt %s | FileCheck %s
// RUN: amp-opt %s | amp-opt | FileCheck %s
// RUN: amp-opt %s --mlir-print-op-generic | amp-opt | FileCheck %s
// RUN: amp-opt %s --emit-bytecode | amp-opt | FileCheck %s

// CHECK-LABEL: func.func @attention
func.func @attention(%q: tensor<2x6x4x8xbf16>, %k: tensor<2x2x5x8xbf16>, %v: tensor<2x2x5x3xbf16>,
                     %m: tensor<2x1x1x5xi1>, %s: tensor<2xi64>, %y: tensor<2x6x4x3xf32>, %l: tensor<2x4x6xf32>) {
  // CHECK: amprt.attention ins(%{{.*}}, %{{.*}}, %{{.*}} : tensor<2x6x4x8xbf16>, tensor<2x2x5x8xbf16>, tensor<2x2x5x3xbf16>) mask(%{{.*}} : tensor<2x1x1x5xi1>) random(%{{.*}} : tensor<2xi64>) outs(%{{.*}}, %{{.*}} : tensor<2x6x4x3xf32>, tensor<2x4x6xf32>) {dropout_p = 5.000000e-01 : f64, rows_first = array<i64: 0, 3>, scale = 1.250000e-01 : f64} -> tensor<2x6x4x3xf32>, tensor<2x4x6xf32>
  %0:2 = amprt.attention ins(%q, %k, %v : tensor<2x6x4x8xbf16>, tensor<2x2x5x8xbf16>, tensor<2x2x5x3xbf16>)
    mask(%m : tensor<2x1x1x5xi1>) random(%s : tensor<2xi64>) outs(%y, %l : tensor<2x6x4x3xf32>, tensor<2x4x6xf32>)
    {dropout_p = 0.5 : f64, rows_first = array<i64: 0, 3>, scale = 0.125 : f64} -> tensor<2x6x4x3xf32>, tensor<2x4x6xf32>
  return
}

// CHECK-LABEL: func.func @backward_on_buffers
func.func @backward_on_buffers(%q: memref<2x4x6x8xf32>, %k: memref<2x2x5x8xf32>, %v: memref<2x2x5x3xf32>,
                               %y: memref<2x4x6x3xf32>, %l: memref<2x4x6xf32>, %dq: memref<2x6x4x8xf32>) {
  // CHECK: amprt.attention_backward ins({{.*}}) outs({{.*}}) {is_causal, rows_first = array<i64: 5>, scale = 1.000000e+00 : f64}
  // CHECK-NOT: ->
  amprt.attention_backward
    ins(%q, %k, %v, %y, %y, %l : memref<2x4x6x8xf32>, memref<2x2x5x8xf32>, memref<2x2x5x3xf32>, memref<2x4x6x3xf32>, memref<2x4x6x3xf32>, memref<2x4x6xf32>)
    outs(%dq, %k, %v : memref<2x6x4x8xf32>, memref<2x2x5x8xf32>, memref<2x2x5x3xf32>)
    {is_causal, rows_first = array<i64: 5>, scale = 1.0 : f64}
  return
}
