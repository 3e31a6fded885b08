// RUN: amp-opt %s | FileCheck %s
// RUN: amp-opt %s | amp-opt | FileCheck %s
// RUN: amp-opt %s --mlir-print-op-generic | amp-opt | FileCheck %s
// RUN: amp-opt %s --emit-bytecode | amp-opt | FileCheck %s

// Reductions: every op comes back as it was written: pretty, generic and as bytecode.

// CHECK-LABEL: func.func @reductions
func.func @reductions(%x: tensor<4x8xf32>, %i: tensor<4x8xi32>, %p: tensor<4x8xi1>) {
  // CHECK: amp.sum %{{[^ ]*}} : (tensor<4x8xf32>) -> tensor<f32>
  %all = amp.sum %x : (tensor<4x8xf32>) -> tensor<f32>
  // CHECK: amp.sum %{{.*}} {dims = array<i64: 1>} : (tensor<4x8xf32>) -> tensor<4xf32>
  %rows = amp.sum %x {dims = array<i64: 1>} : (tensor<4x8xf32>) -> tensor<4xf32>
  // CHECK: amp.sum %{{.*}} {dims = array<i64: -1>, keepdim = true} : (tensor<4x8xi32>) -> tensor<4x1xi32>
  %kept = amp.sum %i {dims = array<i64: -1>, keepdim = true} : (tensor<4x8xi32>) -> tensor<4x1xi32>
  // CHECK: amp.mean %{{.*}} {dims = array<i64: 1, 0>} : (tensor<4x8xf32>) -> tensor<f32>
  %mean = amp.mean %x {dims = array<i64: 1, 0>} : (tensor<4x8xf32>) -> tensor<f32>
  // CHECK: amp.amax %
  %amax = amp.amax %x {dims = array<i64: 0>} : (tensor<4x8xf32>) -> tensor<8xf32>
  // CHECK: amp.amin %
  %amin = amp.amin %x {dims = array<i64: 0>} : (tensor<4x8xf32>) -> tensor<8xf32>
  // CHECK: amp.any %{{.*}} : (tensor<4x8xi1>) -> tensor<i1>
  %any = amp.any %p : (tensor<4x8xi1>) -> tensor<i1>
  // CHECK: amp.argmax %{{.*}} {dim = 1 : i64} : (tensor<4x8xf32>) -> tensor<4xi64>
  %argmax = amp.argmax %x {dim = 1 : i64} : (tensor<4x8xf32>) -> tensor<4xi64>
  // CHECK: amp.argmax %{{.*}} {dim = -2 : i64} : (tensor<4x8xi32>) -> tensor<8xi64>
  %argmaxi = amp.argmax %i {dim = -2 : i64} : (tensor<4x8xi32>) -> tensor<8xi64>
  return
}

// CHECK-LABEL: func.func @scans(
func.func @scans(%h: tensor<4x8xf16>, %i: tensor<4x8xi32>, %d: tensor<?x8xf16>) {
  // CHECK: amp.cumsum %{{.*}} {dim = 1 : i64} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %cumsum = amp.cumsum %h {dim = 1 : i64} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.cumsum %{{.*}} {dim = -1 : i64, dtype = f32} : (tensor<?x8xf16>) -> tensor<?x8xf32>
  %wide = amp.cumsum %d {dim = -1 : i64, dtype = f32} : (tensor<?x8xf16>) -> tensor<?x8xf32>
  // CHECK: amp.cumsum %{{.*}} {dim = 0 : i64} : (tensor<4x8xi32>) -> tensor<4x8xi32>
  %cumsumi = amp.cumsum %i {dim = 0 : i64} : (tensor<4x8xi32>) -> tensor<4x8xi32>
  // CHECK: amp.cumprod %{{.*}} {dim = -2 : i64} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %cumprod = amp.cumprod %h {dim = -2 : i64} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.cumprod %{{.*}} {dim = 0 : i64, dtype = bf16} : (tensor<4x8xf16>) -> tensor<4x8xbf16>
  %narrow = amp.cumprod %h {dim = 0 : i64, dtype = bf16} : (tensor<4x8xf16>) -> tensor<4x8xbf16>
  return
}

// CHECK-LABEL: func.func @products_and_moments(
func.func @products_and_moments(%x: tensor<4x8xf32>, %h: tensor<4x8xf16>, %i: tensor<4x8xi32>,
                     %d: tensor<?x8xf16>) {
  // CHECK: amp.prod %{{[^ ]*}} : (tensor<4x8xf16>) -> tensor<f16>
  %prod = amp.prod %h : (tensor<4x8xf16>) -> tensor<f16>
  // CHECK: amp.prod %{{.*}} {dims = array<i64: -1>, dtype = f32, keepdim = true} : (tensor<?x8xf16>) -> tensor<?x1xf32>
  %prod1 = amp.prod %d {dims = array<i64: -1>, dtype = f32, keepdim = true}
    : (tensor<?x8xf16>) -> tensor<?x1xf32>
  // CHECK: amp.prod %{{.*}} {dims = array<i64: 0>} : (tensor<4x8xi32>) -> tensor<8xi32>
  %prodi = amp.prod %i {dims = array<i64: 0>} : (tensor<4x8xi32>) -> tensor<8xi32>
  // CHECK: amp.var %{{.*}} {dims = array<i64: 1>} : (tensor<4x8xf16>) -> tensor<4xf16>
  %var = amp.var %h {dims = array<i64: 1>} : (tensor<4x8xf16>) -> tensor<4xf16>
  // CHECK: amp.var %{{.*}} {correction = 0 : i64, dims = array<i64: 0, 1>, keepdim = true} : (tensor<4x8xf32>) -> tensor<1x1xf32>
  %var0 = amp.var %x {correction = 0 : i64, dims = array<i64: 0, 1>, keepdim = true}
    : (tensor<4x8xf32>) -> tensor<1x1xf32>
  // CHECK: amp.std %{{[^ ]*}} : (tensor<4x8xf16>) -> tensor<f16>
  %std = amp.std %h : (tensor<4x8xf16>) -> tensor<f16>
  // CHECK: amp.std %{{.*}} {correction = 0 : i64, dims = array<i64: 1>} : (tensor<?x8xf16>) -> tensor<?xf16>
  %std0 = amp.std %d {correction = 0 : i64, dims = array<i64: 1>} : (tensor<?x8xf16>) -> tensor<?xf16>
  // CHECK: amp.logsumexp %{{.*}} {dims = array<i64: 1>, keepdim = true} : (tensor<4x8xf16>) -> tensor<4x1xf16>
  %lse = amp.logsumexp %h {dims = array<i64: 1>, keepdim = true} : (tensor<4x8xf16>) -> tensor<4x1xf16>
  // CHECK: amp.trace %{{.*}} : (tensor<4x8xf16>) -> tensor<f16>
  %trace = amp.trace %h : (tensor<4x8xf16>) -> tensor<f16>
  // CHECK: amp.trace %{{.*}} : (tensor<4x8xi32>) -> tensor<i32>
  %tracei = amp.trace %i : (tensor<4x8xi32>) -> tensor<i32>
  return
}

// CHECK-LABEL: func.func @norms(
func.func @norms(%x: tensor<4x8xf32>, %h: tensor<4x8xf16>, %b: tensor<?x4x8xf16>) {
  // CHECK: amp.linalg_vector_norm %{{[^ ]*}} : (tensor<4x8xf16>) -> tensor<f16>
  %vector = amp.linalg_vector_norm %h : (tensor<4x8xf16>) -> tensor<f16>
  // CHECK: amp.linalg_vector_norm %{{.*}} {dims = array<i64: 1>, dtype = f32, keepdim = true, ord = 0x7FF0000000000000 : f64} : (tensor<4x8xf16>) -> tensor<4x1xf32>
  %largest = amp.linalg_vector_norm %h {dims = array<i64: 1>, dtype = f32, keepdim = true, ord = 0x7FF0000000000000 : f64}
    : (tensor<4x8xf16>) -> tensor<4x1xf32>
  // CHECK: amp.norm %{{.*}} {dims = array<i64: 1>} : (tensor<4x8xf16>) -> tensor<4xf16>
  %norm = amp.norm %h {dims = array<i64: 1>} : (tensor<4x8xf16>) -> tensor<4xf16>
  // CHECK: amp.norm %{{.*}} {dims = array<i64: -1, 1>, dtype = f32, keepdim = true, p = 1.000000e+00 : f64} : (tensor<?x4x8xf16>) -> tensor<?x1x1xf32>
  %norm1 = amp.norm %b {dims = array<i64: -1, 1>, dtype = f32, keepdim = true, p = 1.0 : f64}
    : (tensor<?x4x8xf16>) -> tensor<?x1x1xf32>
  // CHECK: amp.frobenius_norm %{{.*}} {dims = array<i64: 0, 1>, keepdim = true} : (tensor<4x8xf16>) -> tensor<1x1xf16>
  %frobenius = amp.frobenius_norm %h {dims = array<i64: 0, 1>, keepdim = true} : (tensor<4x8xf16>) -> tensor<1x1xf16>
  // CHECK: amp.linalg_matrix_norm %{{[^ ]*}} : (tensor<?x4x8xf16>) -> tensor<?xf16>
  %matrix = amp.linalg_matrix_norm %b : (tensor<?x4x8xf16>) -> tensor<?xf16>
  // CHECK: amp.linalg_matrix_norm %{{.*}} {ord = "fro"} : (tensor<4x8xf16>) -> tensor<f16>
  %fro = amp.linalg_matrix_norm %h {ord = "fro"} : (tensor<4x8xf16>) -> tensor<f16>
  // CHECK: amp.linalg_matrix_norm %{{.*}} {dtype = f32, keepdim = true, ord = "nuc"} : (tensor<4x8xf16>) -> tensor<1x1xf32>
  %nuc = amp.linalg_matrix_norm %h {dtype = f32, keepdim = true, ord = "nuc"} : (tensor<4x8xf16>) -> tensor<1x1xf32>
  // CHECK: amp.linalg_matrix_norm %{{.*}} {ord = 1.000000e+00 : f64} : (tensor<4x8xf32>) -> tensor<f32>
  %columns = amp.linalg_matrix_norm %x {ord = 1.0 : f64} : (tensor<4x8xf32>) -> tensor<f32>
  // CHECK: amp.linalg_matrix_norm %{{.*}} {dims = array<i64: 0, 1>, ord = -2.000000e+00 : f64} : (tensor<?x4x8xf16>) -> tensor<8xf16>
  %singular = amp.linalg_matrix_norm %b {dims = array<i64: 0, 1>, ord = -2.0 : f64} : (tensor<?x4x8xf16>) -> tensor<8xf16>
  // CHECK: amp.linalg_matrix_norm %{{.*}} {ord = 0x7FF0000000000000 : f64} : (tensor<4x8xf32>) -> tensor<f32>
  %rows = amp.linalg_matrix_norm %x {ord = 0x7FF0000000000000 : f64} : (tensor<4x8xf32>) -> tensor<f32>
  // CHECK: amp.nuclear_norm %{{.*}} : (tensor<?x4x8xf16>) -> tensor<?xf16>
  %nuclear = amp.nuclear_norm %b : (tensor<?x4x8xf16>) -> tensor<?xf16>
  // CHECK: amp.nuclear_norm %{{.*}} {dims = array<i64: 0, 2>, keepdim = true} : (tensor<?x4x8xf16>) -> tensor<1x4x1xf16>
  %kept = amp.nuclear_norm %b {dims = array<i64: 0, 2>, keepdim = true} : (tensor<?x4x8xf16>) -> tensor<1x4x1xf16>
  // CHECK: amp.renorm %{{.*}} {dim = 0 : i64, maxnorm = 1.000000e+00 : f64, p = 2.000000e+00 : f64} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %renorm = amp.renorm %h {dim = 0 : i64, maxnorm = 1.0 : f64, p = 2.0 : f64} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  return
}

// CHECK-LABEL: func.func @topk(
func.func @topk(%h: tensor<4x8xf16>, %i: tensor<?x8xi32>, %d: tensor<4x?xf16>) {
  // CHECK: amp.topk %{{.*}} {k = 3 : i64} : (tensor<4x8xf16>) -> (tensor<4x3xf16>, tensor<4x3xi64>)
  %values, %indices = amp.topk %h {k = 3 : i64} : (tensor<4x8xf16>) -> (tensor<4x3xf16>, tensor<4x3xi64>)
  // CHECK: amp.topk %{{.*}} {dim = 0 : i64, k = 9 : i64, largest = false, sorted = false} : (tensor<?x8xi32>) -> (tensor<9x8xi32>, tensor<9x8xi64>)
  %least:2 = amp.topk %i {dim = 0 : i64, k = 9 : i64, largest = false, sorted = false}
    : (tensor<?x8xi32>) -> (tensor<9x8xi32>, tensor<9x8xi64>)
  // CHECK: amp.topk %{{.*}} {k = 0 : i64} : (tensor<4x?xf16>) -> (tensor<4x0xf16>, tensor<4x0xi64>)
  %none:2 = amp.topk %d {k = 0 : i64} : (tensor<4x?xf16>) -> (tensor<4x0xf16>, tensor<4x0xi64>)
  return
}

// CHECK-LABEL: func.func @output_types
func.func @output_types(%h: tensor<4x8xf16>) {
  // CHECK: amp.sum %{{.*}} {dims = array<i64: 1>, dtype = f32, keepdim = true} : (tensor<4x8xf16>) -> tensor<4x1xf32>
  %0 = amp.sum %h {dims = array<i64: 1>, dtype = f32, keepdim = true} : (tensor<4x8xf16>) -> tensor<4x1xf32>
  return
}
