// RUN: amp-opt %s --convert-amp-to-amprt | FileCheck %s

// Heads that were behind the rows stay there: no transpose is left.
// CHECK-LABEL: func.func @projections
// CHECK-SAME: (%[[Q:[^:]*]]: tensor<2x6x4x8xf32>, %[[K:[^:]*]]: tensor<2x4x5x8xf32>
// CHECK: %[[Y:.*]]:2 = amprt.attention ins(%[[Q]], %[[K]], %[[K]] : {{.*}}) outs({{.*}} : tensor<2x6x4x8xf32>, tensor<2x4x6xf32>) {is_causal, rows_first = array<i64: 0, 3>, scale = 1.000000e+00 : f64}
// CHECK-NOT: amp.transpose
// CHECK: return %[[Y]]#0
func.func @projections(%q: tensor<2x6x4x8xf32>, %k: tensor<2x4x5x8xf32>) -> tensor<2x6x4x8xf32> {
  %0 = amp.transpose %q {permutation = array<i64: 0, 2, 1, 3>} : (tensor<2x6x4x8xf32>) -> tensor<2x4x6x8xf32>
  %y, %l = amp.attention %0, %k, %k {is_causal = true, scale = 1.0 : f64} : (tensor<2x4x6x8xf32>, tensor<2x4x5x8xf32>, tensor<2x4x5x8xf32>) -> (tensor<2x4x6x8xf32>, tensor<2x4x6xf32>)
  %1 = amp.transpose %y {permutation = array<i64: 0, 2, 1, 3>} : (tensor<2x4x6x8xf32>) -> tensor<2x6x4x8xf32>
  return %1 : tensor<2x6x4x8xf32>
}

// Of another transpose there is nothing to fold. A mask and random numbers pass.
// CHECK-LABEL: func.func @others
// CHECK: %[[K:.*]] = amp.transpose
// CHECK: amprt.attention ins(%{{.*}}, %[[K]], %[[K]] : {{.*}}) mask(%{{.*}} : tensor<1x1x6x5xf32>) random(%{{.*}} : tensor<2xi64>) outs({{.*}}) {dropout_p = 1.000000e-01 : f64, scale = 1.000000e+00 : f64}
func.func @others(%q: tensor<2x4x6x8xf32>, %k: tensor<2x4x8x5xf32>, %m: tensor<1x1x6x5xf32>, %s: tensor<2xi64>) -> tensor<2x4x6x8xf32> {
  %0 = amp.transpose %k {permutation = array<i64: 0, 1, 3, 2>} : (tensor<2x4x8x5xf32>) -> tensor<2x4x5x8xf32>
  %y, %l = amp.attention %q, %0, %0, %m random(%s) {dropout_p = 0.1 : f64, scale = 1.0 : f64} : (tensor<2x4x6x8xf32>, tensor<2x4x5x8xf32>, tensor<2x4x5x8xf32>, tensor<1x1x6x5xf32>, tensor<2xi64>) -> (tensor<2x4x6x8xf32>, tensor<2x4x6xf32>)
  return %y : tensor<2x4x6x8xf32>
}

// The forward op writes its result as one user wants it, the backward op reads it so.
// CHECK-LABEL: func.func @backward
// CHECK: %[[Y:.*]]:2 = amprt.attention {{.*}} {rows_first = array<i64: 3>,
// CHECK: %[[D:.*]]:3 = amprt.attention_backward ins(%{{.*}}, %{{.*}}, %{{.*}}, %[[Y]]#0, %{{.*}}, %[[Y]]#1 : {{.*}}) outs({{.*}} : tensor<2x4x6x8xf32>, tensor<2x5x4x8xf32>, tensor<2x4x5x8xf32>) {rows_first = array<i64: 3, 4, 6>, scale = 1.000000e+00 : f64}
// CHECK-NOT: amp.transpose
// CHECK: return %[[Y]]#0, %[[D]]#0, %[[D]]#1, %[[D]]#2
func.func @backward(%q: tensor<2x4x6x8xf32>, %k: tensor<2x4x5x8xf32>, %g: tensor<2x6x4x8xf32>)
    -> (tensor<2x6x4x8xf32>, tensor<2x4x6x8xf32>, tensor<2x5x4x8xf32>, tensor<2x4x5x8xf32>) {
  %y, %l = amp.attention %q, %k, %k {scale = 1.0 : f64} : (tensor<2x4x6x8xf32>, tensor<2x4x5x8xf32>, tensor<2x4x5x8xf32>) -> (tensor<2x4x6x8xf32>, tensor<2x4x6xf32>)
  %0 = amp.transpose %y {permutation = array<i64: 0, 2, 1, 3>} : (tensor<2x4x6x8xf32>) -> tensor<2x6x4x8xf32>
  %1 = amp.transpose %g {permutation = array<i64: 0, 2, 1, 3>} : (tensor<2x6x4x8xf32>) -> tensor<2x4x6x8xf32>
  %d:3 = amp.attention_backward %1, %q, %k, %k of %y, %l {scale = 1.0 : f64} : (tensor<2x4x6x8xf32>, tensor<2x4x6x8xf32>, tensor<2x4x5x8xf32>, tensor<2x4x5x8xf32>, tensor<2x4x6x8xf32>, tensor<2x4x6xf32>) -> (tensor<2x4x6x8xf32>, tensor<2x4x5x8xf32>, tensor<2x4x5x8xf32>)
  %2 = amp.transpose %d#1 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<2x4x5x8xf32>) -> tensor<2x5x4x8xf32>
  return %0, %d#0, %2, %d#2 : tensor<2x6x4x8xf32>, tensor<2x4x6x8xf32>, tensor<2x5x4x8xf32>, tensor<2x4x5x8xf32>
}
