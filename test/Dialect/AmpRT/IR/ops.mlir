// RUN: amp-opt %s | FileCheck %s
// RUN: amp-opt %s | amp-opt | FileCheck %s
// RUN: amp-opt %s --mlir-print-op-generic | amp-opt | FileCheck %s
// RUN: amp-opt %s --emit-bytecode | amp-opt | FileCheck %s
// RUN: amp-opt %s | not grep -E "[^ ]  "

// CHECK-LABEL: func.func @gemm_on_tensors
func.func @gemm_on_tensors(%a: tensor<4x8xf16>, %w: tensor<16x8xf16>, %d: tensor<16xf16>,
                           %e: tensor<4x16xf16>, %f: tensor<4x16xf32>) {
  // CHECK: amprt.gemm ins(%{{.*}}, %{{.*}} : tensor<4x8xf16>, tensor<16x8xf16>) outs(%{{.*}} : tensor<4x16xf16>) {transpose_b} -> tensor<4x16xf16>
  %0 = amprt.gemm ins(%a, %w : tensor<4x8xf16>, tensor<16x8xf16>) outs(%e : tensor<4x16xf16>) {transpose_b} -> tensor<4x16xf16>
  // CHECK: amprt.gemm {{.*}} bias(%{{.*}} : tensor<16xf16>) outs(%{{.*}} : tensor<4x16xf16>) {relu, transpose_b} -> tensor<4x16xf16>
  %1 = amprt.gemm ins(%a, %w : tensor<4x8xf16>, tensor<16x8xf16>) bias(%d : tensor<16xf16>)
    outs(%e : tensor<4x16xf16>) {transpose_b, relu} -> tensor<4x16xf16>
  // 16-bit operands may give f32.
  // CHECK: amprt.gemm {{.*}} outs(%{{.*}} : tensor<4x16xf32>) {transpose_b} -> tensor<4x16xf32>
  %2 = amprt.gemm ins(%a, %w : tensor<4x8xf16>, tensor<16x8xf16>) outs(%f : tensor<4x16xf32>) {transpose_b} -> tensor<4x16xf32>
  return
}

// The left matrix is one for each batch, the right one is used for all.
// CHECK-LABEL: func.func @gemm_with_batch
func.func @gemm_with_batch(%a: tensor<2x8x4xf32>, %b: tensor<8x16xf32>, %e: tensor<2x4x16xf32>) {
  // CHECK: amprt.gemm ins(%{{.*}} : tensor<2x8x4xf32>, tensor<8x16xf32>) outs(%{{.*}} : tensor<2x4x16xf32>) {compute = #amprt.compute<tf32>, transpose_a} -> tensor<2x4x16xf32>
  %0 = amprt.gemm ins(%a, %b : tensor<2x8x4xf32>, tensor<8x16xf32>) outs(%e : tensor<2x4x16xf32>)
    {transpose_a, compute = #amprt.compute<tf32>} -> tensor<2x4x16xf32>
  return
}

// CHECK-LABEL: func.func @gemm_on_memrefs
func.func @gemm_on_memrefs(%a: memref<4x8xf64>, %b: memref<8x16xf64>, %c: memref<4x16xf64>) {
  // CHECK: amprt.gemm ins(%{{.*}} : memref<4x8xf64>, memref<8x16xf64>) outs(%{{.*}} : memref<4x16xf64>) {compute = #amprt.compute<f64>}
  // CHECK-NOT: ->
  amprt.gemm ins(%a, %b : memref<4x8xf64>, memref<8x16xf64>) outs(%c : memref<4x16xf64>) {compute = #amprt.compute<f64>}
  return
}

// CHECK-LABEL: func.func @convolution_on_tensors
func.func @convolution_on_tensors(%x: tensor<2x6x16xf16>, %w: tensor<8x3x3xf16>, %b: tensor<8xf16>,
                                  %y: tensor<2x8x5xf16>, %e: tensor<8x3x3xf32>) {
  // CHECK: amprt.convolution forward ins(%{{.*}}, %{{.*}} : tensor<2x6x16xf16>, tensor<8x3x3xf16>) bias(%{{.*}} : tensor<8xf16>) outs(%{{.*}} : tensor<2x8x5xf16>) {dilation = array<i64: 2>, groups = 2 : i64, padding = array<i64: 1>, relu, stride = array<i64: 3>} -> tensor<2x8x5xf16>
  %0 = amprt.convolution forward ins(%x, %w : tensor<2x6x16xf16>, tensor<8x3x3xf16>) bias(%b : tensor<8xf16>)
    outs(%y : tensor<2x8x5xf16>) {dilation = array<i64: 2>, groups = 2 : i64, padding = array<i64: 1>, relu, stride = array<i64: 3>} -> tensor<2x8x5xf16>
  // CHECK: amprt.convolution backward_input {{.*}} -> tensor<2x6x16xf16>
  %1 = amprt.convolution backward_input ins(%y, %w : tensor<2x8x5xf16>, tensor<8x3x3xf16>) outs(%x : tensor<2x6x16xf16>)
    {dilation = array<i64: 2>, groups = 2 : i64, padding = array<i64: 1>, stride = array<i64: 3>} -> tensor<2x6x16xf16>
  // CHECK: amprt.convolution backward_weight {{.*}} -> tensor<8x3x3xf32>
  %2 = amprt.convolution backward_weight ins(%x, %y : tensor<2x6x16xf16>, tensor<2x8x5xf16>) outs(%e : tensor<8x3x3xf32>)
    {dilation = array<i64: 2>, groups = 2 : i64, padding = array<i64: 1>, stride = array<i64: 3>} -> tensor<8x3x3xf32>
  return
}

// The input has its channels last, the weight, too, the output first.
// CHECK-LABEL: func.func @convolution_with_layouts
func.func @convolution_with_layouts(%x: memref<2x6x7x3xf32>, %w: memref<8x3x3x3xf32>, %y: memref<2x8x4x5xf32>) {
  // CHECK: amprt.convolution forward ins(%{{.*}}, %{{.*}} : memref<2x6x7x3xf32>, memref<8x3x3x3xf32>) outs(%{{.*}} : memref<2x8x4x5xf32>)
  // CHECK-SAME: input_layout = #amprt.layout<channels_last>
  // CHECK-SAME: weight_layout = #amprt.layout<channels_last>
  // CHECK-NOT: ->
  amprt.convolution forward ins(%x, %w : memref<2x6x7x3xf32>, memref<8x3x3x3xf32>) outs(%y : memref<2x8x4x5xf32>)
    {dilation = array<i64: 1, 1>, groups = 1 : i64, padding = array<i64: 0, 0>, stride = array<i64: 1, 1>,
     input_layout = #amprt.layout<channels_last>, weight_layout = #amprt.layout<channels_last>}
  return
}

// CHECK-LABEL: func.func @fill
func.func @fill(%a: memref<4x8xbf16>, %b: memref<f64>, %c: memref<8xi1>) {
  // CHECK: amprt.fill 1.000000e+00 : bf16 into %{{.*}} : memref<4x8xbf16>
  amprt.fill 1.0 : bf16 into %a : memref<4x8xbf16>
  // CHECK: amprt.fill 0.000000e+00 : f64 into %{{.*}} : memref<f64>
  amprt.fill 0.0 : f64 into %b : memref<f64>
  // CHECK: amprt.fill true into %{{.*}} : memref<8xi1>
  amprt.fill true into %c : memref<8xi1>
  return
}

module @kernels {
  func.func @add(%c: memref<512xf32>, %a: memref<512xf32>, %b: memref<512xf32>, %from: index, %to: index) {
    return
  }
}

// CHECK-LABEL: func.func @launch
func.func @launch(%a: memref<512xf32>, %b: memref<512xf32>, %c: memref<512xf32>) {
  // CHECK: amprt.launch @kernels::@add(%{{.*}}, %{{.*}}, %{{.*}}) {extent = 512 : i64, grain = 16 : i64, num_outputs = 1 : i64} : memref<512xf32>, memref<512xf32>, memref<512xf32>
  amprt.launch @kernels::@add(%c, %a, %b) {extent = 512 : i64, grain = 16 : i64, num_outputs = 1 : i64}
    : memref<512xf32>, memref<512xf32>, memref<512xf32>
  // CHECK: amprt.launch {{.*}} {block = array<i64: 256, 1, 1>, grid = array<i64: 2, 1, 1>, num_outputs = 1 : i64}
  amprt.launch @kernels::@add(%c, %a, %b) {num_outputs = 1 : i64, grid = array<i64: 2, 1, 1>, block = array<i64: 256, 1, 1>}
    : memref<512xf32>, memref<512xf32>, memref<512xf32>
  return
}


// CHECK-LABEL: func.func @random_word
func.func @random_word(%seed: i64, %seeds: vector<4xi64>) -> (i32, vector<4xi32>) {
  // CHECK: amprt.random_word %{{.*}}, %{{.*}}[%{{.*}}] : i32
  %0 = amprt.random_word %seed, %seed[%seed] : i32
  // CHECK: amprt.random_word %{{.*}}, %{{.*}}[%{{.*}}] : vector<4xi32>
  %1 = amprt.random_word %seeds, %seeds[%seeds] : vector<4xi32>
  return %0, %1 : i32, vector<4xi32>
}
