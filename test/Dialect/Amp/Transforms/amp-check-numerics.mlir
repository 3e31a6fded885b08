// RUN: amp-opt %s --amp-check-numerics --split-input-file --verify-diagnostics | FileCheck %s
// RUN: amp-opt %s --amp-check-numerics="tensor-cores=false" --split-input-file 2>&1 | FileCheck %s --check-prefix=NO-SIZES
// RUN: not amp-opt %s --amp-check-numerics="as-errors" --split-input-file 2>&1 | FileCheck %s --check-prefix=ERRORS

// What 16-bit types do not hold, with the value and the remedy. The graph stays as it is.

// NO-SIZES: warning: 'amp.cast' op constant 1.000000e-12 becomes 0
// NO-SIZES-NOT: warning: {{.*}}Tensor Cores
// ERRORS-NOT: warning:
// ERRORS: error: 'amp.cast' op constant 1.000000e-12 becomes 0 in 'f16'

// An epsilon vanishes in f16; bf16 has f32's range.
// CHECK-LABEL: func.func @epsilon
// CHECK: amp.cast %{{.*}} : tensor<f32> to tensor<f16>
func.func @epsilon() -> (tensor<f16>, tensor<bf16>) {
  %c = amp.constant dense<1.0e-12> : tensor<f32>
  // expected-warning @+2 {{constant 1.000000e-12 becomes 0 in 'f16'}}
  // expected-note @+1 {{'f16' holds numbers down to 5.960464e-08; use such a one, or keep the op that reads the constant in f32 (amp.precision = "deny", or the option 'keep-f32')}}
  %0 = amp.cast %c : tensor<f32> to tensor<f16>
  %1 = amp.cast %c : tensor<f32> to tensor<bf16>
  return %0, %1 : tensor<f16>, tensor<bf16>
}

// -----

// A mask overflows; so does one element of several, and the first is named.
// CHECK-LABEL: func.func @mask
func.func @mask() -> (tensor<4xf16>, tensor<2xf16>) {
  %c = amp.constant dense<-1.0e9> : tensor<4xf32>
  // expected-warning @+2 {{constant -1.000000e+09 becomes -inf in 'f16'}}
  // expected-note @+1 {{'f16' holds numbers as far as -6.550400e+04; use such a one}}
  %0 = amp.cast %c : tensor<4xf32> to tensor<4xf16>
  %d = amp.constant dense<[1.0, 70000.0]> : tensor<2xf32>
  // expected-warning @+2 {{constant 7.000000e+04 becomes inf in 'f16'}}
  // expected-note @+1 {{'f16' holds numbers as far as 6.550400e+04}}
  %1 = amp.cast %d : tensor<2xf32> to tensor<2xf16>
  return %0, %1 : tensor<4xf16>, tensor<2xf16>
}

// -----

// The largest bf16 number is smaller than the largest f32 one.
func.func @largest() -> tensor<bf16> {
  %c = amp.constant dense<3.4028234e38> : tensor<f32>
  // expected-warning @+2 {{becomes inf in 'bf16'}}
  // expected-note @+1 {{'bf16' holds numbers as far as 3.389531e+38}}
  %0 = amp.cast %c : tensor<f32> to tensor<bf16>
  return %0 : tensor<bf16>
}

// -----

// Zero, infinity, NaN, numbers that are only rounded, subnormal ones, and widening are
// nobody's business.
// CHECK-LABEL: func.func @harmless
func.func @harmless() -> (tensor<5xf16>, tensor<f64>) {
  %c = amp.constant dense<[0.0, 0x7F800000, 0x7FC00000, 0.1, 1.0e-7]> : tensor<5xf32>
  %0 = amp.cast %c : tensor<5xf32> to tensor<5xf16>
  %d = amp.constant dense<1.0e-30> : tensor<f32>
  %1 = amp.cast %d : tensor<f32> to tensor<f64>
  return %0, %1 : tensor<5xf16>, tensor<f64>
}

// -----

// Sizes of 16-bit products: of all of M, N and K, with what to pad them to. Sizes that
// nobody knows are not odd.
func.func @sizes(%a: tensor<4x10xf16>, %b: tensor<10x16xf16>, %l: tensor<2x3x8xf16>, %w: tensor<16x8xf16>, %d: tensor<?x8xf16>) {
  // expected-warning @+2 {{has 4, 10 among its matrices' sizes, no multiple of 8, which Tensor Cores want for operands of 'f16'}}
  // expected-note @+1 {{pad with zeros: 4 to 8, 10 to 16}}
  %0 = amp.matmul %a, %b : (tensor<4x10xf16>, tensor<10x16xf16>) -> tensor<4x16xf16>
  // A batch of rows is one matrix: 2 times 3 rows.
  // expected-warning @+2 {{has 6 among its matrices' sizes}}
  // expected-note @+1 {{pad with zeros: 6 to 8}}
  %1 = amp.linear %l, %w : (tensor<2x3x8xf16>, tensor<16x8xf16>) -> tensor<2x3x16xf16>
  %2 = amp.linear %d, %w : (tensor<?x8xf16>, tensor<16x8xf16>) -> tensor<?x16xf16>
  return
}

// -----

// 8-bit operands want multiples of 16.
func.func @sizes8(%a: tensor<16x8xf8E4M3FN>, %b: tensor<8x16xf8E4M3FN>) {
  // expected-warning @+2 {{has 8 among its matrices' sizes, no multiple of 16, which Tensor Cores want for operands of 'f8E4M3FN'}}
  // expected-note @+1 {{pad with zeros: 8 to 16}}
  %0 = amp.matmul %a, %b : (tensor<16x8xf8E4M3FN>, tensor<8x16xf8E4M3FN>) -> tensor<16x16xf8E4M3FN>
  return
}

// -----

// f32 products, convolutions of any size, and derivatives, whose sizes are those of the
// forward ops.
// CHECK-LABEL: func.func @other_sizes
func.func @other_sizes(%a: tensor<3x5xf32>, %b: tensor<5x7xf32>, %x: tensor<1x3x9x9xf16>, %w: tensor<5x3x3x3xf16>, %h: tensor<3x3xf16>, %s: tensor<f32>) {
  %0 = amp.matmul %a, %b : (tensor<3x5xf32>, tensor<5x7xf32>) -> tensor<3x7xf32>
  %1 = amp.conv2d %x, %w : (tensor<1x3x9x9xf16>, tensor<5x3x3x3xf16>) -> tensor<1x5x7x7xf16>
  %2 = amp.backward %s wrt(%h) : (tensor<f32>, tensor<3x3xf16>) -> tensor<3x3xf16> {
  ^bb0(%seed: tensor<f32>):
    %3 = amp.matmul %h, %h : (tensor<3x3xf16>, tensor<3x3xf16>) -> tensor<3x3xf16>
    amp.yield %3 : tensor<3x3xf16>
  }
  return
}

// -----

// f16 counts to 2048. With an f32 result, in bf16, or of 2048 elements a sum is fine; what
// counts is the number of elements of one sum.
func.func @reductions(%x: tensor<2049xf16>, %y: tensor<2048xf16>, %b: tensor<4096xbf16>, %m: tensor<4096x4096xf16>) {
  // expected-warning @+2 {{reduces 2049 elements to f16, which counts to 2048 and holds sums up to 65504}}
  // expected-note @+1 {{ask for an f32 result (dtype = f32), or use bf16}}
  %0 = amp.sum %x : (tensor<2049xf16>) -> tensor<f16>
  %1 = amp.sum %x {dtype = f32} : (tensor<2049xf16>) -> tensor<f32>
  %2 = amp.sum %y : (tensor<2048xf16>) -> tensor<f16>
  %3 = amp.sum %b : (tensor<4096xbf16>) -> tensor<bf16>
  // expected-warning @+2 {{reduces 4096 elements to f16}}
  // expected-note @+1 {{ask for an f32 result}}
  %4 = amp.sum %m {dims = array<i64: 1>} : (tensor<4096x4096xf16>) -> tensor<4096xf16>
  return
}

// -----

// A softmax reduces nothing: its result has as many elements.
// CHECK-LABEL: func.func @softmax
func.func @softmax(%x: tensor<4x4096xf16>) -> tensor<4x4096xf16> {
  %0 = amp.softmax %x {dim = 1 : i64} : (tensor<4x4096xf16>) -> tensor<4x4096xf16>
  return %0 : tensor<4x4096xf16>
}

// -----

// Narrowed only to be widened: somebody asked for the rounding, and it is kept. If the
// narrow value has another use, it was narrowed for that.
// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%x: tensor<8xf32>, %y: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf16>) {
  // expected-note @+1 {{rounded here; remove this cast if the rounding is not meant}}
  %0 = amp.cast %x : tensor<8xf32> to tensor<8xf16>
  // expected-warning @+1 {{widens a value that was only rounded to 'f16'; the rounding is kept}}
  %1 = amp.cast %0 : tensor<8xf16> to tensor<8xf32>
  %2 = amp.cast %y : tensor<8xf32> to tensor<8xf16>
  %3 = amp.cast %2 : tensor<8xf16> to tensor<8xf32>
  return %1, %3, %2 : tensor<8xf32>, tensor<8xf32>, tensor<8xf16>
}

// -----

// Integers and truth values are other numbers.
// CHECK-LABEL: func.func @to_integers
func.func @to_integers(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = amp.cast %x : tensor<8xf32> to tensor<8xi64>
  %1 = amp.cast %0 : tensor<8xi64> to tensor<8xf32>
  %2 = amp.cast %x : tensor<8xf32> to tensor<8xi1>
  %3 = amp.cast %2 : tensor<8xi1> to tensor<8xf32>
  return %1, %3 : tensor<8xf32>, tensor<8xf32>
}

// -----

// Of an einsum nobody knows yet which sizes are those of matrices.
func.func @einsum(%a: tensor<2x5x3x64xf16>, %b: tensor<2x7x3x64xf16>) -> tensor<2x3x5x7xf16> {
  %0 = amp.einsum %a, %b {equation = "bqhd,bkhd->bhqk"}
      : (tensor<2x5x3x64xf16>, tensor<2x7x3x64xf16>) -> tensor<2x3x5x7xf16>
  return %0 : tensor<2x3x5x7xf16>
}
