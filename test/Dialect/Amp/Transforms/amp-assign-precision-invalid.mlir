// RUN: split-file %s %t
// RUN: not amp-opt %t/empty.mlir --amp-assign-precision="dtype=f8" 2>&1 | FileCheck %s --check-prefix=DTYPE
// RUN: not amp-opt %t/empty.mlir --amp-assign-precision="level=O4" 2>&1 | FileCheck %s --check-prefix=LEVEL
// RUN: not amp-opt %t/empty.mlir --amp-assign-precision="keep-f32=(" 2>&1 | FileCheck %s --check-prefix=REGEX
// RUN: not amp-opt %t/control.mlir --amp-assign-precision 2>&1 | FileCheck %s --check-prefix=CONTROL

//--- empty.mlir
// DTYPE: error: amp-assign-precision: dtype must be f16 or bf16, found 'f8'
// LEVEL: error: amp-assign-precision: level must be O0, O1, O2 or O3, found 'O4'
// REGEX: error: amp-assign-precision: keep-f32 '(' is no regular expression: parentheses not balanced
func.func @empty() { return }

//--- control.mlir
// What is behind a branch must not silently stay in f32.
// CONTROL: error: expects a body without control flow
func.func @control(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  cf.br ^bb1(%x : tensor<8x8xf32>)
^bb1(%y: tensor<8x8xf32>):
  %0 = amp.matmul %y, %y : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

