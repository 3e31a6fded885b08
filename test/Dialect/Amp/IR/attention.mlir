// RUN: amp-opt %s | FileCheck %s
// RUN: amp-opt %s | amp-opt | FileCheck %s
// RUN: amp-opt %s --mlir-print-op-generic | amp-opt | FileCheck %s
// RUN: amp-opt %s --emit-bytecode | amp-opt | FileCheck %s

// Attention: every op comes back as it was written: pretty, generic and as bytecode.
// Operands have sizes that make each dimension of the result tell where it comes from.

// CHECK-LABEL: func.func @attention(
func.func @attention(%q: tensor<4x8x32x64xf16>, %k: tensor<4x8x20x64xf16>, %v: tensor<4x8x20x48xf16>,
                     %mask: tensor<32x20xf16>, %who: tensor<4x1x1x20xi1>,
                     %q2: tensor<32x64xf32>, %d: tensor<?x8x?x64xf16>,
                     %k2: tensor<4x2x20x64xf16>, %v2: tensor<?x?x20x48xf16>, %s: tensor<2xi64>) {
  // CHECK: amp.scaled_dot_product_attention %{{.*}}, %{{.*}}, %{{.*}} : (tensor<4x8x32x64xf16>, tensor<4x8x20x64xf16>, tensor<4x8x20x48xf16>) -> tensor<4x8x32x48xf16>
  %0 = amp.scaled_dot_product_attention %q, %k, %v : (tensor<4x8x32x64xf16>, tensor<4x8x20x64xf16>, tensor<4x8x20x48xf16>) -> tensor<4x8x32x48xf16>
  // CHECK: amp.scaled_dot_product_attention %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} {compute_type = f32, scale = 1.000000e+00 : f64} : (tensor<4x8x32x64xf16>, tensor<4x8x20x64xf16>, tensor<4x8x20x48xf16>, tensor<32x20xf16>) -> tensor<4x8x32x48xf32>
  %1 = amp.scaled_dot_product_attention %q, %k, %v, %mask {compute_type = f32, scale = 1.000000e+00 : f64} : (tensor<4x8x32x64xf16>, tensor<4x8x20x64xf16>, tensor<4x8x20x48xf16>, tensor<32x20xf16>) -> tensor<4x8x32x48xf32>
  // CHECK: amp.scaled_dot_product_attention %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<4x8x32x64xf16>, tensor<4x8x20x64xf16>, tensor<4x8x20x48xf16>, tensor<4x1x1x20xi1>) -> tensor<4x8x32x48xf16>
  %2 = amp.scaled_dot_product_attention %q, %k, %v, %who : (tensor<4x8x32x64xf16>, tensor<4x8x20x64xf16>, tensor<4x8x20x48xf16>, tensor<4x1x1x20xi1>) -> tensor<4x8x32x48xf16>
  // CHECK: amp.scaled_dot_product_attention %{{.*}}, %{{.*}}, %{{.*}} {is_causal = true} : (tensor<32x64xf32>, tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
  %3 = amp.scaled_dot_product_attention %q2, %q2, %q2 {is_causal = true} : (tensor<32x64xf32>, tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
  // CHECK: amp.scaled_dot_product_attention %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<?x8x?x64xf16>, tensor<4x8x20x64xf16>, tensor<4x8x20x48xf16>, tensor<32x20xf16>) -> tensor<4x8x?x48xf16>
  %4 = amp.scaled_dot_product_attention %d, %k, %v, %mask : (tensor<?x8x?x64xf16>, tensor<4x8x20x64xf16>, tensor<4x8x20x48xf16>, tensor<32x20xf16>) -> tensor<4x8x?x48xf16>
  // CHECK: amp.scaled_dot_product_attention %{{[^ ]*}}, %{{[^ ]*}}, %{{[^ ]*}} random(%{{[^ ]*}}) {dropout_p = 1.000000e-01 : f64, is_causal = true} : (tensor<32x64xf32>, tensor<32x64xf32>, tensor<32x64xf32>, tensor<2xi64>) -> (tensor<32x64xf32>, tensor<2xi64>)
  %5, %n5 = amp.scaled_dot_product_attention %q2, %q2, %q2 random(%s) {dropout_p = 0.1 : f64, is_causal = true} : (tensor<32x64xf32>, tensor<32x64xf32>, tensor<32x64xf32>, tensor<2xi64>) -> (tensor<32x64xf32>, tensor<2xi64>)
  // CHECK: amp.scaled_dot_product_attention %{{[^ ]*}}, %{{[^ ]*}}, %{{[^ ]*}}, %{{[^ ]*}} random(%{{[^ ]*}}) {compute_type = f32} : (tensor<4x8x32x64xf16>, tensor<4x8x20x64xf16>, tensor<4x8x20x48xf16>, tensor<32x20xf16>, tensor<2xi64>) -> (tensor<4x8x32x48xf32>, tensor<2xi64>)
  %6, %n6 = amp.scaled_dot_product_attention %q, %k, %v, %mask random(%s) {compute_type = f32} : (tensor<4x8x32x64xf16>, tensor<4x8x20x64xf16>, tensor<4x8x20x48xf16>, tensor<32x20xf16>, tensor<2xi64>) -> (tensor<4x8x32x48xf32>, tensor<2xi64>)
  // CHECK: amp.scaled_dot_product_attention %{{[^ ]*}}, %{{[^ ]*}}, %{{[^ ]*}} {enable_gqa = true} : (tensor<4x8x32x64xf16>, tensor<4x2x20x64xf16>, tensor<?x?x20x48xf16>) -> tensor<4x8x32x48xf16>
  %7 = amp.scaled_dot_product_attention %q, %k2, %v2 {enable_gqa = true} : (tensor<4x8x32x64xf16>, tensor<4x2x20x64xf16>, tensor<?x?x20x48xf16>) -> tensor<4x8x32x48xf16>
  return
}

// CHECK-LABEL: func.func @core(
func.func @core(%q: tensor<4x8x32x64xf16>, %k: tensor<4x2x20x64xf16>, %v: tensor<4x2x20x48xf16>,
                %mask: tensor<1x8x32x20xf32>, %s: tensor<2xi64>, %dy: tensor<4x8x32x48xf32>) {
  // CHECK: %[[Y:.*]], %[[L:.*]] = amp.attention %{{[^ ]*}}, %{{[^ ]*}}, %{{[^ ]*}}, %{{[^ ]*}} random(%{{[^ ]*}}) {dropout_p = 1.000000e-01 : f64, scale = 1.250000e-01 : f64} : (tensor<4x8x32x64xf16>, tensor<4x2x20x64xf16>, tensor<4x2x20x48xf16>, tensor<1x8x32x20xf32>, tensor<2xi64>) -> (tensor<4x8x32x48xf32>, tensor<4x8x32xf32>)
  %y, %l = amp.attention %q, %k, %v, %mask random(%s) {dropout_p = 0.1 : f64, scale = 0.125 : f64} : (tensor<4x8x32x64xf16>, tensor<4x2x20x64xf16>, tensor<4x2x20x48xf16>, tensor<1x8x32x20xf32>, tensor<2xi64>) -> (tensor<4x8x32x48xf32>, tensor<4x8x32xf32>)
  // CHECK: amp.attention_backward %{{[^ ]*}}, %{{[^ ]*}}, %{{[^ ]*}}, %{{[^ ]*}}, %{{[^ ]*}} random(%{{[^ ]*}}) of %[[Y]], %[[L]] {dropout_p = 1.000000e-01 : f64, scale = 1.250000e-01 : f64} : (tensor<4x8x32x48xf32>, tensor<4x8x32x64xf16>, tensor<4x2x20x64xf16>, tensor<4x2x20x48xf16>, tensor<1x8x32x20xf32>, tensor<2xi64>, tensor<4x8x32x48xf32>, tensor<4x8x32xf32>) -> (tensor<4x8x32x64xf16>, tensor<4x2x20x64xf16>, tensor<4x2x20x48xf16>)
  %d:3 = amp.attention_backward %dy, %q, %k, %v, %mask random(%s) of %y, %l {dropout_p = 0.1 : f64, scale = 0.125 : f64} : (tensor<4x8x32x48xf32>, tensor<4x8x32x64xf16>, tensor<4x2x20x64xf16>, tensor<4x2x20x48xf16>, tensor<1x8x32x20xf32>, tensor<2xi64>, tensor<4x8x32x48xf32>, tensor<4x8x32xf32>) -> (tensor<4x8x32x64xf16>, tensor<4x2x20x64xf16>, tensor<4x2x20x48xf16>)
  // CHECK: amp.attention %{{[^ ]*}}, %{{[^ ]*}}, %{{[^ ]*}} {is_causal = true, scale = 1.000000e+00 : f64} : {{.*}} -> (tensor<4x8x32x48xf16>, tensor<4x8x32xf32>)
  %z, %m = amp.attention %q, %k, %v {is_causal = true, scale = 1.0 : f64} : (tensor<4x8x32x64xf16>, tensor<4x2x20x64xf16>, tensor<4x2x20x48xf16>) -> (tensor<4x8x32x48xf16>, tensor<4x8x32xf32>)
  return
}
