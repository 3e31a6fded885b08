// RUN: amp-opt %s | FileCheck %s
// RUN: amp-opt %s | amp-opt | FileCheck %s
// RUN: amp-opt %s --mlir-print-op-generic | amp-opt | FileCheck %s
// RUN: amp-opt %s --emit-bytecode | amp-opt | FileCheck %s

// Casts: every op comes back as it was written: pretty, generic and as bytecode.

// CHECK-LABEL: func.func @casts
// CHECK: amp.cast %{{.*}} : tensor<8xf32> to tensor<8xf16>
// CHECK: amp.cast %{{.*}} : tensor<8xf16> to tensor<8xbf16>
// CHECK: amp.cast %{{.*}} : tensor<8xbf16> to tensor<8xf64>
// CHECK: amp.cast %{{.*}} : tensor<8xf64> to tensor<8xui8>
// CHECK: amp.cast %{{.*}} : tensor<8xui8> to tensor<8xi8>
// CHECK: amp.cast %{{.*}} : tensor<8xi8> to tensor<8xi16>
// CHECK: amp.cast %{{.*}} : tensor<8xi16> to tensor<8xi32>
// CHECK: amp.cast %{{.*}} : tensor<8xi32> to tensor<8xi64>
// CHECK: amp.cast %{{.*}} : tensor<8xi64> to tensor<8xi1>
// CHECK: amp.cast %{{.*}} : tensor<8xi1> to tensor<8xf8E4M3FN>
// CHECK: amp.cast %{{.*}} : tensor<8xf8E4M3FN> to tensor<8xf8E5M2>
// CHECK: amp.cast %{{.*}} : tensor<8xcomplex<f32>> to tensor<8xcomplex<f64>>
func.func @casts(%x: tensor<8xf32>, %c: tensor<8xcomplex<f32>>)
    -> (tensor<8xf8E5M2>, tensor<8xcomplex<f64>>) {
  %0 = amp.cast %x : tensor<8xf32> to tensor<8xf16>
  %1 = amp.cast %0 : tensor<8xf16> to tensor<8xbf16>
  %2 = amp.cast %1 : tensor<8xbf16> to tensor<8xf64>
  %3 = amp.cast %2 : tensor<8xf64> to tensor<8xui8>
  %4 = amp.cast %3 : tensor<8xui8> to tensor<8xi8>
  %5 = amp.cast %4 : tensor<8xi8> to tensor<8xi16>
  %6 = amp.cast %5 : tensor<8xi16> to tensor<8xi32>
  %7 = amp.cast %6 : tensor<8xi32> to tensor<8xi64>
  %8 = amp.cast %7 : tensor<8xi64> to tensor<8xi1>
  %9 = amp.cast %8 : tensor<8xi1> to tensor<8xf8E4M3FN>
  %10 = amp.cast %9 : tensor<8xf8E4M3FN> to tensor<8xf8E5M2>
  %11 = amp.cast %c : tensor<8xcomplex<f32>> to tensor<8xcomplex<f64>>
  return %10, %11 : tensor<8xf8E5M2>, tensor<8xcomplex<f64>>
}

// CHECK-LABEL: func.func @constants
// CHECK: amp.constant dense<5.000000e-01> : tensor<f32>
// CHECK: amp.constant dense<[1, 2]> : tensor<2xui8>
// CHECK: amp.constant dense<true> : tensor<i1>
// CHECK: amp.constant dense<(1.000000e+00,2.000000e+00)> : tensor<complex<f64>>
func.func @constants() -> (tensor<f32>, tensor<2xui8>, tensor<i1>, tensor<complex<f64>>) {
  %0 = amp.constant dense<0.5> : tensor<f32>
  %1 = amp.constant dense<[1, 2]> : tensor<2xui8>
  %2 = amp.constant dense<true> : tensor<i1>
  %3 = amp.constant dense<(1.0, 2.0)> : tensor<complex<f64>>
  return %0, %1, %2, %3 : tensor<f32>, tensor<2xui8>, tensor<i1>, tensor<complex<f64>>
}
