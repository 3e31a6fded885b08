// RUN: amp-opt %s --amp-assign-precision="tf32=none" | FileCheck %s --check-prefixes=CHECK,NO-GEMM,NO-CONV
// RUN: amp-opt %s --amp-assign-precision | FileCheck %s --check-prefixes=CHECK,NO-GEMM,NO-CONV
// RUN: amp-opt %s --amp-assign-precision="tf32=gemm" | FileCheck %s --check-prefixes=CHECK,GEMM,NO-CONV
// RUN: amp-opt %s --amp-assign-precision="tf32=conv" | FileCheck %s --check-prefixes=CHECK,NO-GEMM,CONV
// RUN: amp-opt %s --amp-assign-precision="tf32=all" | FileCheck %s --check-prefixes=CHECK,GEMM,CONV
// RUN: amp-opt %s --amp-assign-precision="tf32=all" | amp-opt --amp-verify-precision="all"

// f32 contractions may multiply in tf32, where that is asked for: products and convolutions
// apart. One that has a compute type keeps it.

// CHECK-LABEL: func.func @kept
// NO-GEMM: amp.mm %{{[^{]*}} {amp.exempt = "attribute amp.precision", amp.precision = "deny"} : {{.*}} -> tensor<8x8xf32>
// GEMM: amp.mm {{.*}} {{{.*}}compute_type = tf32} : {{.*}} -> tensor<8x8xf32>
// CHECK: amp.linear {{.*}} {{{.*}}compute_type = f32} : {{.*}} -> tensor<8x8xf32>
// NO-CONV: amp.conv1d %{{[^{]*}} {amp.exempt = "attribute amp.precision", amp.precision = "deny"} : {{.*}} -> tensor<1x8x6xf32>
// CONV: amp.conv1d {{.*}} {{{.*}}compute_type = tf32} : {{.*}} -> tensor<1x8x6xf32>
func.func @kept(%x: tensor<8x8xf32>, %s: tensor<1x8x8xf32>, %w: tensor<8x8x3xf32>) {
  %0 = amp.mm %x, %x {amp.precision = "deny"} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = amp.linear %x, %x {amp.precision = "deny", compute_type = f32} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = amp.conv1d %s, %w {amp.precision = "deny"} : (tensor<1x8x8xf32>, tensor<8x8x3xf32>) -> tensor<1x8x6xf32>
  return
}

// 16-bit operands are summed in f32, f64 ones take no part, and where autocast is off
// nothing is set for f32.
// CHECK-LABEL: func.func @others
// CHECK: amp.mm {{.*}} {compute_type = f32} : {{.*}} -> tensor<8x8xf16>
// CHECK: amp.mm %{{[^{]*}} {amp.exempt = "outside of autocast"} : (tensor<8x8xf64>, tensor<8x8xf64>) -> tensor<8x8xf64>
// CHECK: amp.mm %{{[^{]*}} {amp.exempt = "outside of autocast"} : {{.*}} -> tensor<8x8xf32>
// Sums of 16-bit products are f32 there, too, and say so.
// CHECK: amp.mm %{{[^{]*}} {amp.exempt = "outside of autocast", compute_type = f32} : {{.*}} -> tensor<8x8xf16>
func.func @others(%x: tensor<8x8xf32>, %d: tensor<8x8xf64>, %h: tensor<8x8xf16>) {
  %0 = amp.autocast -> tensor<8x8xf32> {
    %1 = amp.mm %x, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    amp.yield %1 : tensor<8x8xf32>
  }
  %2 = amp.mm %d, %d : (tensor<8x8xf64>, tensor<8x8xf64>) -> tensor<8x8xf64>
  %3 = amp.mm %x, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %4 = amp.mm %h, %h : (tensor<8x8xf16>, tensor<8x8xf16>) -> tensor<8x8xf16>
  return
}

// tf32 is for f32 operands: where they become 16-bit, the sums are f32, whatever was set.
// CHECK-LABEL: func.func @lowered
// CHECK: amp.mm {{.*}} {compute_type = f32} : (tensor<8x8xf16>, tensor<8x8xf16>) -> tensor<8x8xf16>
func.func @lowered(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = amp.mm %x, %x {compute_type = tf32} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
