// RUN: amp-opt %s | not grep -E "[^ ]  "
// RUN: amp-opt %s | FileCheck %s
// RUN: amp-opt %s | amp-opt | FileCheck %s
// RUN: amp-opt %s --mlir-print-op-generic | amp-opt | FileCheck %s
// RUN: amp-opt %s --emit-bytecode | amp-opt | FileCheck %s

// Loss scaling: every op comes back as it was written: pretty, generic and as bytecode.

// CHECK: amp.grad_scaler @scaler {{{.*}}growth_interval = 100 : i64{{.*}}}
amp.grad_scaler @scaler {growth_interval = 100 : i64}
// CHECK: amp.grad_scaler @default
// CHECK-NOT: {
amp.grad_scaler @default
// CHECK: amp.grad_scaler @all {backoff_factor = 2.500000e-01 : f64, fixed, growth_factor = 4.000000e+00 : f64, growth_interval = 10 : i64, init_scale = 1.024000e+03 : f64, max_scale = 4.096000e+03 : f64, min_scale = 1.000000e+00 : f64}
amp.grad_scaler @all {backoff_factor = 0.25 : f64, growth_factor = 4.0 : f64,
  growth_interval = 10 : i64, init_scale = 1024.0 : f64, max_scale = 4096.0 : f64,
  min_scale = 1.0 : f64, fixed}

// CHECK-LABEL: func.func @scaling
func.func @scaling(%loss: tensor<f32>, %g: tensor<16x8xf32>, %h: tensor<4xf16>) {
  // CHECK: amp.scale @scaler, %{{.*}} : tensor<f32>
  %scaled = amp.scale @scaler, %loss : tensor<f32>
  // CHECK: %[[G:.*]]:2, %[[FOUND:.*]] = amp.unscale @scaler(%{{.*}}, %{{.*}}) : (tensor<16x8xf32>, tensor<4xf16>) -> (tensor<16x8xf32>, tensor<4xf32>, tensor<i1>)
  %u:3 = amp.unscale @scaler(%g, %h) : (tensor<16x8xf32>, tensor<4xf16>) -> (tensor<16x8xf32>, tensor<4xf32>, tensor<i1>)
  // CHECK: amp.get_scale @scaler : tensor<f32>
  %scale = amp.get_scale @scaler : tensor<f32>
  // CHECK: amp.update_scale @scaler(%[[FOUND]], %[[FOUND]]) : tensor<i1>, tensor<i1>
  amp.update_scale @scaler(%u#2, %u#2) : tensor<i1>, tensor<i1>
  return
}
