// RUN: amp-opt %s | FileCheck %s
// RUN: amp-opt %s | amp-opt | FileCheck %s
// RUN: amp-opt %s --mlir-print-op-generic | amp-opt | FileCheck %s
// RUN: amp-opt %s --emit-bytecode | amp-opt | FileCheck %s

// Random numbers: every op comes back as it was written: pretty, generic and as bytecode.

// CHECK-LABEL: func.func @random
func.func @random(%x: tensor<4x8xf16>, %s: tensor<2xi64>) -> tensor<2xi64> {
  // CHECK: amp.random_bits %{{.*}} {shape = array<i64: 4, 8>} : (tensor<2xi64>) -> tensor<4x8xi32>
  %bits = amp.random_bits %s {shape = array<i64: 4, 8>} : (tensor<2xi64>) -> tensor<4x8xi32>
  // CHECK: amp.random_bits %{{.*}} {shape = array<i64>} : (tensor<2xi64>) -> tensor<i32>
  %one = amp.random_bits %s {shape = array<i64>} : (tensor<2xi64>) -> tensor<i32>
  // CHECK: amp.dropout %{{.*}}, %{{.*}} {p = 1.000000e-01 : f64} : (tensor<4x8xf16>, tensor<2xi64>) -> (tensor<4x8xf16>, tensor<2xi64>)
  %y, %next = amp.dropout %x, %s {p = 0.1 : f64} : (tensor<4x8xf16>, tensor<2xi64>) -> (tensor<4x8xf16>, tensor<2xi64>)
  // CHECK: amp.dropout %{{.*}}, %{{.*}} {training = false} : (tensor<4x8xf16>, tensor<2xi64>) -> (tensor<4x8xf16>, tensor<2xi64>)
  %z, %last = amp.dropout %y, %next {training = false} : (tensor<4x8xf16>, tensor<2xi64>) -> (tensor<4x8xf16>, tensor<2xi64>)
  return %last : tensor<2xi64>
}
