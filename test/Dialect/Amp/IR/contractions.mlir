// RUN: amp-opt %s | FileCheck %s
// RUN: amp-opt %s | amp-opt | FileCheck %s
// RUN: amp-opt %s --mlir-print-op-generic | amp-opt | FileCheck %s
// RUN: amp-opt %s --emit-bytecode | amp-opt | FileCheck %s

// Contractions: every op comes back as it was written: pretty, generic and as bytecode.
// What is known of sizes beside a `?` is tested by contradiction in
// contractions-invalid.mlir.

// CHECK-LABEL: func.func @linear_and_matmul
func.func @linear_and_matmul(%x: tensor<2x4x8xf16>, %w: tensor<16x8xf16>, %b: tensor<16xf16>,
                        %m: tensor<2x8x16xf16>, %v: tensor<8xf16>) {
  // CHECK: amp.linear %{{.*}}, %{{.*}}, %{{.*}} : (tensor<2x4x8xf16>, tensor<16x8xf16>, tensor<16xf16>) -> tensor<2x4x16xf16>
  %bias = amp.linear %x, %w, %b : (tensor<2x4x8xf16>, tensor<16x8xf16>, tensor<16xf16>) -> tensor<2x4x16xf16>
  // CHECK: amp.linear %{{.*}}, %{{.*}} : (tensor<8xf16>, tensor<16x8xf16>) -> tensor<16xf16>
  %vector = amp.linear %v, %w : (tensor<8xf16>, tensor<16x8xf16>) -> tensor<16xf16>
  // 16-bit operands may give f32.
  // CHECK: amp.linear %{{.*}} -> tensor<2x4x16xf32>
  %wide = amp.linear %x, %w : (tensor<2x4x8xf16>, tensor<16x8xf16>) -> tensor<2x4x16xf32>
  // CHECK: amp.matmul %{{.*}}, %{{.*}} : (tensor<2x4x8xf16>, tensor<2x8x16xf16>) -> tensor<2x4x16xf16>
  %batch = amp.matmul %x, %m : (tensor<2x4x8xf16>, tensor<2x8x16xf16>) -> tensor<2x4x16xf16>
  // CHECK: amp.matmul %{{.*}} : (tensor<16x8xf16>, tensor<2x8x16xf16>) -> tensor<2x16x16xf32>
  %shared = amp.matmul %w, %m : (tensor<16x8xf16>, tensor<2x8x16xf16>) -> tensor<2x16x16xf32>
  return
}

// CHECK-LABEL: func.func @compute_types
func.func @compute_types(%h: tensor<8x8xf16>, %x: tensor<8x8xf32>, %d: tensor<8x8xf64>) {
  // CHECK: amp.linear %{{.*}} {compute_type = f32} : (tensor<8x8xf16>, tensor<8x8xf16>) -> tensor<8x8xf16>
  %0 = amp.linear %h, %h {compute_type = f32} : (tensor<8x8xf16>, tensor<8x8xf16>) -> tensor<8x8xf16>
  // CHECK: amp.matmul %{{.*}} {compute_type = f32} : (tensor<8x8xf16>, tensor<8x8xf16>) -> tensor<8x8xf32>
  %1 = amp.matmul %h, %h {compute_type = f32} : (tensor<8x8xf16>, tensor<8x8xf16>) -> tensor<8x8xf32>
  // CHECK: amp.linear %{{.*}} {compute_type = tf32} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = amp.linear %x, %x {compute_type = tf32} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK: amp.matmul %{{.*}} {compute_type = f64} : (tensor<8x8xf64>, tensor<8x8xf64>) -> tensor<8x8xf64>
  %3 = amp.matmul %d, %d {compute_type = f64} : (tensor<8x8xf64>, tensor<8x8xf64>) -> tensor<8x8xf64>
  return
}

// CHECK-LABEL: func.func @products_of_vectors(
func.func @products_of_vectors(%v: tensor<8xf16>, %d: tensor<?xf16>, %c: tensor<8xcomplex<f32>>,
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

// CHECK-LABEL: func.func @products_of_matrices
func.func @products_of_matrices(%a: tensor<4x8xf16>, %b: tensor<8x16xf16>, %v: tensor<8xf16>, %e: tensor<?x?x8xf32>,
                    %f: tensor<2x?x16xf32>, %d: tensor<4x?xf64>,
                   %g: tensor<2x4x8xbf16>, %h: tensor<2x8x3xbf16>) {
  // CHECK: amp.mm %{{[^ ]*}}, %{{[^ ]*}} : (tensor<4x8xf16>, tensor<8x16xf16>) -> tensor<4x16xf16>
  %mm = amp.mm %a, %b : (tensor<4x8xf16>, tensor<8x16xf16>) -> tensor<4x16xf16>
  // A result in the type of the sums.
  // CHECK: amp.mm %{{.*}} {compute_type = f32} : (tensor<4x8xf16>, tensor<8x16xf16>) -> tensor<4x16xf32>
  %wide = amp.mm %a, %b {compute_type = f32} : (tensor<4x8xf16>, tensor<8x16xf16>) -> tensor<4x16xf32>
  // CHECK: amp.mm %{{.*}} {compute_type = f64} : (tensor<4x?xf64>, tensor<4x?xf64>) -> tensor<4x?xf64>
  %double = amp.mm %d, %d {compute_type = f64} : (tensor<4x?xf64>, tensor<4x?xf64>) -> tensor<4x?xf64>
  // CHECK: amp.mv %{{.*}} : (tensor<4x8xf16>, tensor<8xf16>) -> tensor<4xf16>
  %mv = amp.mv %a, %v : (tensor<4x8xf16>, tensor<8xf16>) -> tensor<4xf16>
  // CHECK: amp.bmm %{{.*}} {compute_type = tf32} : (tensor<?x?x8xf32>, tensor<2x?x16xf32>) -> tensor<2x?x16xf32>
  %bmm = amp.bmm %e, %f {compute_type = tf32} : (tensor<?x?x8xf32>, tensor<2x?x16xf32>) -> tensor<2x?x16xf32>
  // CHECK: amp.bmm %{{.*}} : (tensor<2x4x8xbf16>, tensor<2x8x3xbf16>) -> tensor<2x4x3xbf16>
  %known = amp.bmm %g, %h : (tensor<2x4x8xbf16>, tensor<2x8x3xbf16>) -> tensor<2x4x3xbf16>
  return
}

// CHECK-LABEL: func.func @added_products
func.func @added_products(%a: tensor<4x8xf16>, %b: tensor<8x16xf16>, %v: tensor<8xf16>, %u: tensor<4xf16>,
                          %bias: tensor<16xf16>, %one: tensor<1x1xf16>, %x: tensor<2x4x8xf16>, %y: tensor<2x8x16xf16>,
                          %s: tensor<f16>, %open: tensor<?x8xf32>, %square: tensor<8x?xf32>, %sum: tensor<4x6xf32>) {
  // CHECK: amp.addmm %{{[^ ]*}}, %{{[^ ]*}}, %{{[^ ]*}} : (tensor<16xf16>, tensor<4x8xf16>, tensor<8x16xf16>) -> tensor<4x16xf16>
  %addmm = amp.addmm %bias, %a, %b : (tensor<16xf16>, tensor<4x8xf16>, tensor<8x16xf16>) -> tensor<4x16xf16>
  // CHECK: amp.addmm %{{.*}} {alpha = 5.000000e-01 : f64, beta = 0.000000e+00 : f64, compute_type = f32} : {{.*}} -> tensor<4x16xf32>
  %scaled = amp.addmm %one, %a, %b {beta = 0.0 : f64, alpha = 0.5 : f64, compute_type = f32}
    : (tensor<1x1xf16>, tensor<4x8xf16>, tensor<8x16xf16>) -> tensor<4x16xf32>
  // The input's sizes are the product's.
  // CHECK: amp.addmm %{{.*}} {compute_type = tf32} : (tensor<4x6xf32>, tensor<?x8xf32>, tensor<8x?xf32>) -> tensor<4x6xf32>
  %known = amp.addmm %sum, %open, %square {compute_type = tf32}
    : (tensor<4x6xf32>, tensor<?x8xf32>, tensor<8x?xf32>) -> tensor<4x6xf32>
  // CHECK: amp.addmv %{{.*}} {alpha = 2.000000e+00 : f64} : (tensor<4xf16>, tensor<4x8xf16>, tensor<8xf16>) -> tensor<4xf16>
  %addmv = amp.addmv %u, %a, %v {alpha = 2.0 : f64} : (tensor<4xf16>, tensor<4x8xf16>, tensor<8xf16>) -> tensor<4xf16>
  // CHECK: amp.addr %{{.*}} {beta = -1.000000e+00 : f64} : (tensor<4x8xf16>, tensor<4xf16>, tensor<8xf16>) -> tensor<4x8xf16>
  %addr = amp.addr %a, %u, %v {beta = -1.0 : f64} : (tensor<4x8xf16>, tensor<4xf16>, tensor<8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.addbmm %{{.*}} : (tensor<16xf16>, tensor<2x4x8xf16>, tensor<2x8x16xf16>) -> tensor<4x16xf16>
  %addbmm = amp.addbmm %bias, %x, %y : (tensor<16xf16>, tensor<2x4x8xf16>, tensor<2x8x16xf16>) -> tensor<4x16xf16>
  // CHECK: amp.baddbmm %{{.*}} : (tensor<f16>, tensor<2x4x8xf16>, tensor<2x8x16xf16>) -> tensor<2x4x16xf16>
  %baddbmm = amp.baddbmm %s, %x, %y : (tensor<f16>, tensor<2x4x8xf16>, tensor<2x8x16xf16>) -> tensor<2x4x16xf16>
  return
}

// CHECK-LABEL: func.func @chains
func.func @chains(%a: tensor<4x8xf16>, %b: tensor<8x?xf16>, %c: tensor<2x16xf16>, %row: tensor<4xf16>, %column: tensor<16xf16>) {
  // CHECK: amp.chain_matmul %{{[^ ]*}} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %one = amp.chain_matmul %a : (tensor<4x8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.chain_matmul %{{.*}}, %{{.*}}, %{{.*}} {compute_type = f32} : {{.*}} -> tensor<4x16xf32>
  %three = amp.chain_matmul %a, %b, %c {compute_type = f32}
    : (tensor<4x8xf16>, tensor<8x?xf16>, tensor<2x16xf16>) -> tensor<4x16xf32>
  // CHECK: amp.linalg_multi_dot %{{.*}} : {{.*}} -> tensor<4x16xf16>
  %matrix = amp.linalg_multi_dot %a, %b, %c : (tensor<4x8xf16>, tensor<8x?xf16>, tensor<2x16xf16>) -> tensor<4x16xf16>
  // CHECK: amp.linalg_multi_dot %{{.*}} : {{.*}} -> tensor<8xf16>
  %left = amp.linalg_multi_dot %row, %a : (tensor<4xf16>, tensor<4x8xf16>) -> tensor<8xf16>
  // CHECK: amp.linalg_multi_dot %{{.*}} : {{.*}} -> tensor<8xf16>
  %right = amp.linalg_multi_dot %b, %c, %column : (tensor<8x?xf16>, tensor<2x16xf16>, tensor<16xf16>) -> tensor<8xf16>
  // CHECK: amp.linalg_multi_dot %{{.*}} : (tensor<4xf16>, tensor<4xf16>) -> tensor<f16>
  %scalar = amp.linalg_multi_dot %row, %row : (tensor<4xf16>, tensor<4xf16>) -> tensor<f16>
  return
}

// CHECK-LABEL: func.func @contractions
func.func @contractions(%a: tensor<4x8x2xf16>, %b: tensor<2x?x16xf16>, %v: tensor<2xf16>, %one: tensor<1x3xf16>) {
  // CHECK: amp.linalg_vecdot %{{[^ ]*}}, %{{[^ ]*}} : (tensor<4x8x2xf16>, tensor<2xf16>) -> tensor<4x8xf16>
  %last = amp.linalg_vecdot %a, %v : (tensor<4x8x2xf16>, tensor<2xf16>) -> tensor<4x8xf16>
  // CHECK: amp.linalg_vecdot %{{.*}} {compute_type = f32, dim = 0 : i64} : {{.*}} -> tensor<8x2xf32>
  %first = amp.linalg_vecdot %a, %a {dim = 0 : i64, compute_type = f32} : (tensor<4x8x2xf16>, tensor<4x8x2xf16>) -> tensor<8x2xf32>
  // CHECK: amp.tensordot %{{.*}} {dims_a = array<i64: 1, -1>, dims_b = array<i64: 1, 0>} : {{.*}} -> tensor<4x16xf16>
  %dot = amp.tensordot %a, %b {dims_a = array<i64: 1, -1>, dims_b = array<i64: 1, 0>}
    : (tensor<4x8x2xf16>, tensor<2x?x16xf16>) -> tensor<4x16xf16>
  // CHECK: amp.tensordot %{{.*}} {dims_a = array<i64: 0>, dims_b = array<i64: 0>} : {{.*}} -> tensor<8x2x3xf16>
  %repeated = amp.tensordot %a, %one {dims_a = array<i64: 0>, dims_b = array<i64: 0>}
    : (tensor<4x8x2xf16>, tensor<1x3xf16>) -> tensor<8x2x3xf16>
  // CHECK: amp.tensordot %{{.*}} {compute_type = f32, dims_a = array<i64>, dims_b = array<i64>} : {{.*}} -> tensor<2x2xf32>
  %outer = amp.tensordot %v, %v {dims_a = array<i64>, dims_b = array<i64>, compute_type = f32}
    : (tensor<2xf16>, tensor<2xf16>) -> tensor<2x2xf32>
  return
}

// CHECK-LABEL: func.func @einsum
func.func @einsum(%q: tensor<2x4x8x64xf16>, %k: tensor<2x4x?x64xf16>, %s: tensor<8x8xf32>, %m: tensor<8x3xf32>,
                  %one: tensor<1x3xf32>, %v: tensor<5xf32>, %d: tensor<4x2x?xf32>) {
  // CHECK: amp.einsum %{{.*}} {equation = "bhqd,bhkd->bhqk"} : (tensor<2x4x8x64xf16>, tensor<2x4x?x64xf16>) -> tensor<2x4x8x?xf16>
  %scores = amp.einsum %q, %k {equation = "bhqd,bhkd->bhqk"}
    : (tensor<2x4x8x64xf16>, tensor<2x4x?x64xf16>) -> tensor<2x4x8x?xf16>
  // CHECK: amp.einsum %{{.*}} {compute_type = f32, equation = "...qd, ...kd -> ...qk"} : {{.*}} -> tensor<2x4x8x?xf32>
  %wide = amp.einsum %q, %k {equation = "...qd, ...kd -> ...qk", compute_type = f32}
    : (tensor<2x4x8x64xf16>, tensor<2x4x?x64xf16>) -> tensor<2x4x8x?xf32>
  // Implicit: letters that appear once, in alphabetical order, capitals first.
  // CHECK: amp.einsum %{{.*}} {equation = "bj,bA"} : (tensor<8x8xf32>, tensor<8x3xf32>) -> tensor<3x8xf32>
  %implicit = amp.einsum %s, %m {equation = "bj,bA"} : (tensor<8x8xf32>, tensor<8x3xf32>) -> tensor<3x8xf32>
  // CHECK: amp.einsum %{{.*}} {equation = "ba"} : (tensor<8x3xf32>) -> tensor<3x8xf32>
  %transpose = amp.einsum %m {equation = "ba"} : (tensor<8x3xf32>) -> tensor<3x8xf32>
  // CHECK: amp.einsum %{{.*}} {equation = "ii"} : (tensor<8x8xf32>) -> tensor<f32>
  %trace = amp.einsum %s {equation = "ii"} : (tensor<8x8xf32>) -> tensor<f32>
  // CHECK: amp.einsum %{{.*}} {equation = "ii->i"} : (tensor<8x8xf32>) -> tensor<8xf32>
  %diagonal = amp.einsum %s {equation = "ii->i"} : (tensor<8x8xf32>) -> tensor<8xf32>
  // CHECK: amp.einsum %{{.*}} {equation = "ij->"} : (tensor<8x3xf32>) -> tensor<f32>
  %sum = amp.einsum %m {equation = "ij->"} : (tensor<8x3xf32>) -> tensor<f32>
  // Sizes of 1 broadcast, under letters and under '...'.
  // CHECK: amp.einsum %{{.*}} {equation = "ij,ij->ij"} : (tensor<8x3xf32>, tensor<1x3xf32>) -> tensor<8x3xf32>
  %product = amp.einsum %m, %one {equation = "ij,ij->ij"} : (tensor<8x3xf32>, tensor<1x3xf32>) -> tensor<8x3xf32>
  // CHECK: amp.einsum %{{.*}} {equation = "...,...i"} : (tensor<8x3xf32>, tensor<1x3xf32>) -> tensor<8x3x3xf32>
  %open = amp.einsum %m, %one {equation = "...,...i"} : (tensor<8x3xf32>, tensor<1x3xf32>) -> tensor<8x3x3xf32>
  // CHECK: amp.einsum %{{.*}} {equation = "i...->i"} : (tensor<2x4x8x64xf16>) -> tensor<2xf16>
  %summed = amp.einsum %q {equation = "i...->i"} : (tensor<2x4x8x64xf16>) -> tensor<2xf16>
  // CHECK: amp.einsum %{{.*}}, %{{.*}}, %{{.*}} {equation = "k,ji,il->kjl"} : {{.*}} -> tensor<5x8x3xf32>
  %three = amp.einsum %v, %s, %m {equation = "k,ji,il->kjl"}
    : (tensor<5xf32>, tensor<8x8xf32>, tensor<8x3xf32>) -> tensor<5x8x3xf32>
  // A letter twice in one operand: one of the sizes may be open.
  // CHECK: amp.einsum %{{.*}} {equation = "iji->ij"} : (tensor<4x2x?xf32>) -> tensor<4x2xf32>
  %slices = amp.einsum %d {equation = "iji->ij"} : (tensor<4x2x?xf32>) -> tensor<4x2xf32>
  return
}

// CHECK-LABEL: func.func @bilinear(
func.func @bilinear(%x1: tensor<4x?x8xf16>, %x2: tensor<?x5x16xf16>, %w: tensor<32x8x16xf16>,
                    %b: tensor<32xf16>, %x3: tensor<4x5x8xf16>, %x4: tensor<4x5x16xf16>) {
  // CHECK: amp.bilinear %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<4x?x8xf16>, tensor<?x5x16xf16>, tensor<32x8x16xf16>, tensor<32xf16>) -> tensor<4x5x32xf16>
  %0 = amp.bilinear %x1, %x2, %w, %b : (tensor<4x?x8xf16>, tensor<?x5x16xf16>, tensor<32x8x16xf16>, tensor<32xf16>) -> tensor<4x5x32xf16>
  // CHECK: amp.bilinear %{{.*}}, %{{.*}}, %{{.*}} {compute_type = f32} : (tensor<4x?x8xf16>, tensor<?x5x16xf16>, tensor<32x8x16xf16>) -> tensor<4x5x32xf32>
  %1 = amp.bilinear %x1, %x2, %w {compute_type = f32} : (tensor<4x?x8xf16>, tensor<?x5x16xf16>, tensor<32x8x16xf16>) -> tensor<4x5x32xf32>
  // CHECK: amp.bilinear %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<4x5x8xf16>, tensor<4x5x16xf16>, tensor<32x8x16xf16>, tensor<32xf16>) -> tensor<4x5x32xf16>
  %2 = amp.bilinear %x3, %x4, %w, %b : (tensor<4x5x8xf16>, tensor<4x5x16xf16>, tensor<32x8x16xf16>, tensor<32xf16>) -> tensor<4x5x32xf16>
  return
}
