// RUN: amp-opt %s | FileCheck %s
// RUN: amp-opt %s | amp-opt | FileCheck %s
// RUN: amp-opt %s --mlir-print-op-generic | amp-opt | FileCheck %s
// RUN: amp-opt %s --emit-bytecode | amp-opt | FileCheck %s

// The math family: every op comes back as it was written, and unknown sizes pass
// through shape inference.

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @unary(
func.func @unary(%x: tensor<4x8xf32>, %h: tensor<4x8xf16>, %i: tensor<4x8xi32>,
                %d: tensor<?x8xf16>) {
  // CHECK: amp.acos %{{.*}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %acos = amp.acos %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: amp.asin %{{.*}} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %asin = amp.asin %h : (tensor<4x8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.atan %{{.*}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %atan = amp.atan %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: amp.sin %{{.*}} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %sin = amp.sin %h : (tensor<4x8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.cos %{{.*}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %cos = amp.cos %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: amp.tan %{{.*}} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %tan = amp.tan %h : (tensor<4x8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.sinh %{{.*}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %sinh = amp.sinh %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: amp.cosh %{{.*}} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %cosh = amp.cosh %h : (tensor<4x8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.erfc %{{.*}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %erfc = amp.erfc %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: amp.erfinv %{{.*}} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %erfinv = amp.erfinv %h : (tensor<4x8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.expm1 %{{.*}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %expm1 = amp.expm1 %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: amp.log1p %{{.*}} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %log1p = amp.log1p %h : (tensor<4x8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.log2 %{{.*}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %log2 = amp.log2 %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: amp.log10 %{{.*}} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %log10 = amp.log10 %h : (tensor<4x8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.ceil %{{.*}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %ceil = amp.ceil %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: amp.floor %{{.*}} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %floor = amp.floor %h : (tensor<4x8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.round %{{.*}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %round = amp.round %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: amp.sin %{{.*}} : (tensor<?x8xf16>) -> tensor<?x8xf16>
  %unknown = amp.sin %d : (tensor<?x8xf16>) -> tensor<?x8xf16>
  // CHECK: amp.sign %{{.*}} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %sign = amp.sign %h : (tensor<4x8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.sign %{{.*}} : (tensor<4x8xi32>) -> tensor<4x8xi32>
  %signi = amp.sign %i : (tensor<4x8xi32>) -> tensor<4x8xi32>
  // CHECK: amp.square %{{.*}} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %square = amp.square %h : (tensor<4x8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.square %{{.*}} : (tensor<4x8xi32>) -> tensor<4x8xi32>
  %squarei = amp.square %i : (tensor<4x8xi32>) -> tensor<4x8xi32>
  return
}

// CHECK-LABEL: func.func @activations_and_tests(
func.func @activations_and_tests(%x: tensor<4x8xf32>, %h: tensor<4x8xf16>, %d: tensor<?x8xf32>) {
  // CHECK: amp.elu %{{[^ ]*}} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %elu = amp.elu %h : (tensor<4x8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.elu %{{.*}} {alpha = 5.000000e-01 : f64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %elu_set = amp.elu %x {alpha = 0.5 : f64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: amp.leaky_relu %{{[^ ]*}} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %leaky_relu = amp.leaky_relu %h : (tensor<4x8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.leaky_relu %{{.*}} {negative_slope = 2.500000e-01 : f64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %leaky_relu_set = amp.leaky_relu %x {negative_slope = 0.25 : f64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: amp.hardtanh %{{[^ ]*}} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %hardtanh = amp.hardtanh %h : (tensor<4x8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.hardtanh %{{.*}} {max_val = 2.000000e+00 : f64, min_val = -2.000000e+00 : f64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %hardtanh_set = amp.hardtanh %x {min_val = -2.0 : f64, max_val = 2.0 : f64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: amp.softplus %{{[^ ]*}} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %softplus = amp.softplus %h : (tensor<4x8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.softplus %{{.*}} {beta = 2.000000e+00 : f64, threshold = 1.000000e+01 : f64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %softplus_set = amp.softplus %x {beta = 2.0 : f64, threshold = 10.0 : f64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: amp.selu %{{.*}} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %selu = amp.selu %h : (tensor<4x8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.relu6 %{{.*}} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %relu6 = amp.relu6 %h : (tensor<4x8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.silu %{{.*}} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %silu = amp.silu %h : (tensor<4x8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.softsign %{{.*}} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %softsign = amp.softsign %h : (tensor<4x8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.clamp %{{.*}} {min = 0.000000e+00 : f64} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %least = amp.clamp %h {min = 0.0 : f64} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.clamp %{{.*}} {max = 1.000000e+00 : f64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %most = amp.clamp %x {max = 1.0 : f64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: amp.clamp %{{.*}} {max = 1.000000e+00 : f64, min = 0.000000e+00 : f64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %clamp = amp.clamp %x {min = 0.0 : f64, max = 1.0 : f64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: amp.isinf %{{.*}} : (tensor<4x8xf16>) -> tensor<4x8xi1>
  %isinf = amp.isinf %h : (tensor<4x8xf16>) -> tensor<4x8xi1>
  // CHECK: amp.isnan %{{.*}} : (tensor<?x8xf32>) -> tensor<?x8xi1>
  %isnan = amp.isnan %d : (tensor<?x8xf32>) -> tensor<?x8xi1>
  return
}

// CHECK-LABEL: func.func @broadcast(
func.func @broadcast(%a: tensor<4x8xf16>, %b: tensor<8xf16>, %c: tensor<4x1xf16>,
                    %i: tensor<4x8xi64>, %d: tensor<?x8xf16>) {
  // CHECK: amp.atan2 %{{.*}}, %{{.*}} : (tensor<4x8xf16>, tensor<8xf16>) -> tensor<4x8xf16>
  %atan2 = amp.atan2 %a, %b : (tensor<4x8xf16>, tensor<8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.floor_divide %{{.*}}, %{{.*}} : (tensor<8xf16>, tensor<4x8xf16>) -> tensor<4x8xf16>
  %floor = amp.floor_divide %b, %a : (tensor<8xf16>, tensor<4x8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.floor_divide %{{.*}}, %{{.*}} : (tensor<4x8xi64>, tensor<4x8xi64>) -> tensor<4x8xi64>
  %floori = amp.floor_divide %i, %i : (tensor<4x8xi64>, tensor<4x8xi64>) -> tensor<4x8xi64>
  // CHECK: amp.squared_difference %{{.*}}, %{{.*}} : (tensor<4x8xf16>, tensor<4x1xf16>) -> tensor<4x8xf16>
  %squared = amp.squared_difference %a, %c : (tensor<4x8xf16>, tensor<4x1xf16>) -> tensor<4x8xf16>
  // CHECK: amp.addcmul %{{[^ ]*}}, %{{[^ ]*}}, %{{[^ ]*}} : (tensor<4x1xf16>, tensor<4x8xf16>, tensor<8xf16>) -> tensor<4x8xf16>
  %addcmul = amp.addcmul %c, %a, %b : (tensor<4x1xf16>, tensor<4x8xf16>, tensor<8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.addcdiv %{{.*}} {value = 5.000000e-01 : f64} : (tensor<4x8xf16>, tensor<8xf16>, tensor<4x1xf16>) -> tensor<4x8xf16>
  %addcdiv = amp.addcdiv %a, %b, %c {value = 0.5 : f64}
    : (tensor<4x8xf16>, tensor<8xf16>, tensor<4x1xf16>) -> tensor<4x8xf16>
  // CHECK: amp.atan2 %{{.*}}, %{{.*}} : (tensor<?x8xf16>, tensor<8xf16>) -> tensor<?x8xf16>
  %unknown = amp.atan2 %d, %b : (tensor<?x8xf16>, tensor<8xf16>) -> tensor<?x8xf16>
  return
}

//===----------------------------------------------------------------------===//
// Scans, reductions, norms
//===----------------------------------------------------------------------===//

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

// CHECK-LABEL: func.func @reductions(
func.func @reductions(%x: tensor<4x8xf32>, %h: tensor<4x8xf16>, %i: tensor<4x8xi32>,
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

// CHECK-LABEL: func.func @products(
func.func @products(%v: tensor<8xf16>, %d: tensor<?xf16>, %c: tensor<8xcomplex<f32>>,
                   %a: tensor<4x3xf16>, %b: tensor<1x?xf16>, %e: tensor<3x4xi32>) {
  // CHECK: amp.dot %{{.*}}, %{{.*}} : (tensor<8xf16>, tensor<?xf16>) -> tensor<f16>
  %dot = amp.dot %v, %d : (tensor<8xf16>, tensor<?xf16>) -> tensor<f16>
  // CHECK: amp.dot %{{.*}}, %{{.*}} : (tensor<8xf16>, tensor<8xf16>) -> tensor<f16>
  %square = amp.dot %v, %v : (tensor<8xf16>, tensor<8xf16>) -> tensor<f16>
  // CHECK: amp.vdot %{{.*}}, %{{.*}} : (tensor<8xf16>, tensor<8xf16>) -> tensor<f16>
  %vdot = amp.vdot %v, %v : (tensor<8xf16>, tensor<8xf16>) -> tensor<f16>
  // CHECK: amp.vdot %{{.*}}, %{{.*}} : (tensor<8xcomplex<f32>>, tensor<8xcomplex<f32>>) -> tensor<complex<f32>>
  %vdotc = amp.vdot %c, %c : (tensor<8xcomplex<f32>>, tensor<8xcomplex<f32>>) -> tensor<complex<f32>>
  // CHECK: amp.cross %{{.*}}, %{{.*}} : (tensor<4x3xf16>, tensor<1x?xf16>) -> tensor<4x3xf16>
  %cross = amp.cross %a, %b : (tensor<4x3xf16>, tensor<1x?xf16>) -> tensor<4x3xf16>
  // CHECK: amp.cross %{{.*}}, %{{.*}} : (tensor<1x?xf16>, tensor<1x?xf16>) -> tensor<1x3xf16>
  %unknown = amp.cross %b, %b : (tensor<1x?xf16>, tensor<1x?xf16>) -> tensor<1x3xf16>
  // CHECK: amp.cross %{{.*}}, %{{.*}} {dim = 0 : i64} : (tensor<3x4xi32>, tensor<3x4xi32>) -> tensor<3x4xi32>
  %crossi = amp.cross %e, %e {dim = 0 : i64} : (tensor<3x4xi32>, tensor<3x4xi32>) -> tensor<3x4xi32>
  return
}

//===----------------------------------------------------------------------===//
// Composites
//===----------------------------------------------------------------------===//

// The parts are what precision assignment sees.
// CHECK-LABEL: func.func @composites(
func.func @composites(%x: tensor<4x10xf16>, %d: tensor<?x8xf32>)
    -> (tensor<4x10xf16>, tensor<?x8xf32>, tensor<4x10xf16>) {
  // CHECK: amp.softmin %{{.*}} {dim = 1 : i64} : (tensor<4x10xf16>) -> tensor<4x10xf16>
  %softmin = amp.softmin %x {dim = 1 : i64} : (tensor<4x10xf16>) -> tensor<4x10xf16>
  // CHECK: amp.normalize %{{[^ ]*}} : (tensor<?x8xf32>) -> tensor<?x8xf32>
  %normalize = amp.normalize %d : (tensor<?x8xf32>) -> tensor<?x8xf32>
  // CHECK: amp.normalize %{{.*}} {dim = -2 : i64, eps = 1.000000e-03 : f64, p = 1.000000e+00 : f64} : (tensor<4x10xf16>) -> tensor<4x10xf16>
  %p = amp.normalize %x {dim = -2 : i64, eps = 1.0e-3 : f64, p = 1.0 : f64}
    : (tensor<4x10xf16>) -> tensor<4x10xf16>
  return %softmin, %normalize, %p : tensor<4x10xf16>, tensor<?x8xf32>, tensor<4x10xf16>
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @shapes(
func.func @shapes(%h: tensor<4x8xf16>, %d: tensor<?x8xf16>, %s: tensor<4x1x8x1xf16>,
                 %u: tensor<?x1x8xf16>, %c: tensor<4x8xcomplex<f32>>, %i: tensor<4x8xi64>,
                 %v: tensor<8xf16>) {
  // CHECK: amp.stack %{{.*}}, %{{.*}}, %{{.*}} : (tensor<4x8xf16>, tensor<?x8xf16>, tensor<4x8xf16>) -> tensor<3x4x8xf16>
  %stack = amp.stack %h, %d, %h : (tensor<4x8xf16>, tensor<?x8xf16>, tensor<4x8xf16>) -> tensor<3x4x8xf16>
  // CHECK: amp.stack %{{.*}}, %{{.*}} {dim = -1 : i64} : (tensor<?x8xf16>, tensor<?x8xf16>) -> tensor<?x8x2xf16>
  %last = amp.stack %d, %d {dim = -1 : i64} : (tensor<?x8xf16>, tensor<?x8xf16>) -> tensor<?x8x2xf16>
  // CHECK: amp.split %{{.*}} {dim = 1 : i64, sizes = array<i64: 2, 6>} : (tensor<4x8xf16>) -> (tensor<4x2xf16>, tensor<4x6xf16>)
  %a, %b = amp.split %h {dim = 1 : i64, sizes = array<i64: 2, 6>} : (tensor<4x8xf16>) -> (tensor<4x2xf16>, tensor<4x6xf16>)
  // CHECK: amp.split %{{.*}} {sizes = array<i64: 1, 0, 2>} : (tensor<?x8xf16>) -> (tensor<1x8xf16>, tensor<0x8xf16>, tensor<2x8xf16>)
  %parts:3 = amp.split %d {sizes = array<i64: 1, 0, 2>}
    : (tensor<?x8xf16>) -> (tensor<1x8xf16>, tensor<0x8xf16>, tensor<2x8xf16>)
  // CHECK: amp.squeeze %{{[^ ]*}} : (tensor<4x1x8x1xf16>) -> tensor<4x8xf16>
  %all = amp.squeeze %s : (tensor<4x1x8x1xf16>) -> tensor<4x8xf16>
  // CHECK: amp.squeeze %{{.*}} {dims = array<i64: -2>} : (tensor<?x1x8xf16>) -> tensor<?x8xf16>
  %squeeze = amp.squeeze %u {dims = array<i64: -2>} : (tensor<?x1x8xf16>) -> tensor<?x8xf16>
  // `?` is taken to be 1 where it is listed.
  // CHECK: amp.squeeze %{{.*}} {dims = array<i64: 0, 1>} : (tensor<?x1x8xf16>) -> tensor<8xf16>
  %one = amp.squeeze %u {dims = array<i64: 0, 1>} : (tensor<?x1x8xf16>) -> tensor<8xf16>
  // CHECK: amp.unsqueeze %{{.*}} {dim = 0 : i64} : (tensor<4x8xcomplex<f32>>) -> tensor<1x4x8xcomplex<f32>>
  %first = amp.unsqueeze %c {dim = 0 : i64} : (tensor<4x8xcomplex<f32>>) -> tensor<1x4x8xcomplex<f32>>
  // CHECK: amp.unsqueeze %{{.*}} {dim = -1 : i64} : (tensor<?x8xf16>) -> tensor<?x8x1xf16>
  %unsqueeze = amp.unsqueeze %d {dim = -1 : i64} : (tensor<?x8xf16>) -> tensor<?x8x1xf16>
  // CHECK: amp.flip %{{.*}} {dims = array<i64: 0, -1>} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %flip = amp.flip %h {dims = array<i64: 0, -1>} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.tile %{{.*}} {repeats = array<i64: 2, 3>} : (tensor<8xf16>) -> tensor<2x24xf16>
  %tile = amp.tile %v {repeats = array<i64: 2, 3>} : (tensor<8xf16>) -> tensor<2x24xf16>
  // CHECK: amp.tile %{{.*}} {repeats = array<i64: 2>} : (tensor<?x1x8xf16>) -> tensor<?x1x16xf16>
  %tiled = amp.tile %u {repeats = array<i64: 2>} : (tensor<?x1x8xf16>) -> tensor<?x1x16xf16>
  // CHECK: amp.tile %{{.*}} {repeats = array<i64: 0, 1>} : (tensor<?x8xf16>) -> tensor<0x8xf16>
  %empty = amp.tile %d {repeats = array<i64: 0, 1>} : (tensor<?x8xf16>) -> tensor<0x8xf16>
  // CHECK: amp.detach %{{.*}} : (tensor<?x8xf16>) -> tensor<?x8xf16>
  %detach = amp.detach %d : (tensor<?x8xf16>) -> tensor<?x8xf16>
  // CHECK: amp.zeros_like %{{.*}} : (tensor<4x8xi64>) -> tensor<4x8xi64>
  %zeros = amp.zeros_like %i : (tensor<4x8xi64>) -> tensor<4x8xi64>
  // CHECK: amp.ones_like %{{.*}} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %ones = amp.ones_like %h : (tensor<4x8xf16>) -> tensor<4x8xf16>
  return
}

// CHECK-LABEL: func.func @padding(
func.func @padding(%h: tensor<4x8xf16>, %d: tensor<?x3x8x8xf16>, %s: tensor<3x4x8x8xf32>,
                  %i: tensor<4x8xi32>) {
  // CHECK: amp.constant_pad_nd %{{.*}} {high = array<i64: 0, -2>, low = array<i64: 1, 0>} : (tensor<4x8xf16>) -> tensor<5x6xf16>
  %constant = amp.constant_pad_nd %h {high = array<i64: 0, -2>, low = array<i64: 1, 0>} : (tensor<4x8xf16>) -> tensor<5x6xf16>
  // CHECK: amp.constant_pad_nd %{{.*}} {high = array<i64: 1, 0, 0, 2>, low = array<i64: 0, 0, 1, -8>, value = 1.000000e+00 : f64} : (tensor<?x3x8x8xf16>) -> tensor<?x3x9x2xf16>
  %ones = amp.constant_pad_nd %d {high = array<i64: 1, 0, 0, 2>, low = array<i64: 0, 0, 1, -8>, value = 1.0 : f64}
    : (tensor<?x3x8x8xf16>) -> tensor<?x3x9x2xf16>
  // CHECK: amp.constant_pad_nd %{{.*}} {high = array<i64: 0, 0>, low = array<i64: 0, 1>} : (tensor<4x8xi32>) -> tensor<4x9xi32>
  %padi = amp.constant_pad_nd %i {high = array<i64: 0, 0>, low = array<i64: 0, 1>} : (tensor<4x8xi32>) -> tensor<4x9xi32>
  // CHECK: amp.reflection_pad %{{.*}} {high = array<i64: 0>, low = array<i64: 7>} : (tensor<4x8xf16>) -> tensor<4x15xf16>
  %mirror1 = amp.reflection_pad %h {high = array<i64: 0>, low = array<i64: 7>} : (tensor<4x8xf16>) -> tensor<4x15xf16>
  // CHECK: amp.reflection_pad %{{.*}} {high = array<i64: 1, 2>, low = array<i64: 3, 4>} : (tensor<?x3x8x8xf16>) -> tensor<?x3x12x14xf16>
  %mirror2 = amp.reflection_pad %d {high = array<i64: 1, 2>, low = array<i64: 3, 4>}
    : (tensor<?x3x8x8xf16>) -> tensor<?x3x12x14xf16>
  // CHECK: amp.reflection_pad %{{.*}} {high = array<i64: 1, 1, 1>, low = array<i64: 0, 0, 0>} : (tensor<3x4x8x8xf32>) -> tensor<3x5x9x9xf32>
  %mirror3 = amp.reflection_pad %s {high = array<i64: 1, 1, 1>, low = array<i64: 0, 0, 0>}
    : (tensor<3x4x8x8xf32>) -> tensor<3x5x9x9xf32>
  // CHECK: amp.replication_pad %{{.*}} {high = array<i64: 9>, low = array<i64: 9>} : (tensor<4x8xf16>) -> tensor<4x26xf16>
  %edge1 = amp.replication_pad %h {high = array<i64: 9>, low = array<i64: 9>} : (tensor<4x8xf16>) -> tensor<4x26xf16>
  // CHECK: amp.replication_pad %{{.*}} {high = array<i64: 1, 2>, low = array<i64: 3, 4>} : (tensor<?x3x8x8xf16>) -> tensor<?x3x12x14xf16>
  %edge2 = amp.replication_pad %d {high = array<i64: 1, 2>, low = array<i64: 3, 4>}
    : (tensor<?x3x8x8xf16>) -> tensor<?x3x12x14xf16>
  return
}

// CHECK-LABEL: func.func @pixels(
func.func @pixels(%x: tensor<1x12x4x4xf16>, %d: tensor<?x4x?xf16>, %s: tensor<?x?x8x6xf32>) {
  // CHECK: amp.pixel_shuffle %{{.*}} {factor = 2 : i64} : (tensor<1x12x4x4xf16>) -> tensor<1x3x8x8xf16>
  %shuffle = amp.pixel_shuffle %x {factor = 2 : i64} : (tensor<1x12x4x4xf16>) -> tensor<1x3x8x8xf16>
  // CHECK: amp.pixel_shuffle %{{.*}} {factor = 3 : i64} : (tensor<?x4x?xf16>) -> tensor<?x12x?xf16>
  %unknown = amp.pixel_shuffle %d {factor = 3 : i64} : (tensor<?x4x?xf16>) -> tensor<?x12x?xf16>
  // CHECK: amp.pixel_unshuffle %{{.*}} {factor = 4 : i64} : (tensor<1x12x4x4xf16>) -> tensor<1x192x1x1xf16>
  %unshuffle = amp.pixel_unshuffle %x {factor = 4 : i64} : (tensor<1x12x4x4xf16>) -> tensor<1x192x1x1xf16>
  // CHECK: amp.pixel_unshuffle %{{.*}} {factor = 2 : i64} : (tensor<?x?x8x6xf32>) -> tensor<?x?x4x3xf32>
  %channels = amp.pixel_unshuffle %s {factor = 2 : i64} : (tensor<?x?x8x6xf32>) -> tensor<?x?x4x3xf32>
  return
}

//===----------------------------------------------------------------------===//
// Indexing
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @indexing(
func.func @indexing(%h: tensor<4x8xf16>, %d: tensor<?x8xf16>, %v: tensor<3xi64>, %u: tensor<?xi64>,
                   %m: tensor<4x3xi64>, %s: tensor<3x8xf16>, %w: tensor<4x3xf16>,
                   %b: tensor<8xf16>, %i: tensor<4x8xi32>) {
  // CHECK: amp.index_select %{{.*}}, %{{.*}} {dim = -1 : i64} : (tensor<4x8xf16>, tensor<3xi64>) -> tensor<4x3xf16>
  %select = amp.index_select %h, %v {dim = -1 : i64} : (tensor<4x8xf16>, tensor<3xi64>) -> tensor<4x3xf16>
  // CHECK: amp.index_select %{{.*}}, %{{.*}} {dim = 0 : i64} : (tensor<4x8xi32>, tensor<?xi64>) -> tensor<?x8xi32>
  %selected = amp.index_select %i, %u {dim = 0 : i64} : (tensor<4x8xi32>, tensor<?xi64>) -> tensor<?x8xi32>
  // CHECK: amp.gather %{{.*}}, %{{.*}} {dim = 1 : i64} : (tensor<4x8xf16>, tensor<4x3xi64>) -> tensor<4x3xf16>
  %gather = amp.gather %h, %m {dim = 1 : i64} : (tensor<4x8xf16>, tensor<4x3xi64>) -> tensor<4x3xf16>
  // CHECK: amp.gather %{{.*}}, %{{.*}} {dim = 0 : i64} : (tensor<?x8xf16>, tensor<4x3xi64>) -> tensor<4x3xf16>
  %gathered = amp.gather %d, %m {dim = 0 : i64} : (tensor<?x8xf16>, tensor<4x3xi64>) -> tensor<4x3xf16>
  // CHECK: amp.index_copy %{{.*}}, %{{.*}}, %{{.*}} {dim = 0 : i64} : (tensor<4x8xf16>, tensor<3xi64>, tensor<3x8xf16>) -> tensor<4x8xf16>
  %copy = amp.index_copy %h, %v, %s {dim = 0 : i64}
    : (tensor<4x8xf16>, tensor<3xi64>, tensor<3x8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.index_copy %{{.*}}, %{{.*}}, %{{.*}} {dim = -2 : i64} : (tensor<?x8xf16>, tensor<?xi64>, tensor<3x8xf16>) -> tensor<?x8xf16>
  %copied = amp.index_copy %d, %u, %s {dim = -2 : i64}
    : (tensor<?x8xf16>, tensor<?xi64>, tensor<3x8xf16>) -> tensor<?x8xf16>
  // CHECK: amp.index_put %{{[^ ]*}}, %{{[^ ]*}}, %{{[^ ]*}} : (tensor<4x8xf16>, tensor<3xi64>, tensor<3x8xf16>) -> tensor<4x8xf16>
  %put = amp.index_put %h, %v, %s : (tensor<4x8xf16>, tensor<3xi64>, tensor<3x8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.index_put %{{.*}}, %{{.*}}, %{{.*}} {accumulate = true} : (tensor<?x8xf16>, tensor<4x3xi64>, tensor<8xf16>) -> tensor<?x8xf16>
  %added = amp.index_put %d, %m, %b {accumulate = true}
    : (tensor<?x8xf16>, tensor<4x3xi64>, tensor<8xf16>) -> tensor<?x8xf16>
  // CHECK: amp.scatter_add %{{.*}}, %{{.*}}, %{{.*}} {dim = 1 : i64} : (tensor<4x8xf16>, tensor<4x3xi64>, tensor<4x3xf16>) -> tensor<4x8xf16>
  %scatter = amp.scatter_add %h, %m, %w {dim = 1 : i64}
    : (tensor<4x8xf16>, tensor<4x3xi64>, tensor<4x3xf16>) -> tensor<4x8xf16>
  // CHECK: amp.scatter_add %{{.*}}, %{{.*}}, %{{.*}} {dim = 1 : i64} : (tensor<?x8xf16>, tensor<4x3xi64>, tensor<4x8xf16>) -> tensor<?x8xf16>
  %scattered = amp.scatter_add %d, %m, %h {dim = 1 : i64}
    : (tensor<?x8xf16>, tensor<4x3xi64>, tensor<4x8xf16>) -> tensor<?x8xf16>
  return
}
