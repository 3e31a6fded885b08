// Errors of the plugin's passes and dialects are diagnostics of mlir-opt.

// RUN: split-file %s %t
// RUN: not %mlir-opt %t/banned.mlir --pass-pipeline='builtin.module(amp-assign-precision)' 2>&1 | FileCheck %s --check-prefix=BANNED
// BANNED: banned.mlir:2:{{.*}}error: 'amp.binary_cross_entropy' op is unsafe under autocast
// RUN: not %mlir-opt %t/unassigned.mlir --pass-pipeline='builtin.module(amp-verify-precision)' 2>&1 | FileCheck %s --check-prefix=UNASSIGNED
// UNASSIGNED: unassigned.mlir:2:{{.*}}error: 'amp.linear' op is in category 'allow' (preset torch-cuda), but operand 0 is 'tensor<4x3xf32>'; run amp-assign-precision
// RUN: not %mlir-opt %t/invalid.mlir 2>&1 | FileCheck %s --check-prefix=INVALID
// INVALID: invalid.mlir:2:{{.*}}error: 'amp.linear' op
// RUN: not %mlir-opt %t/unassigned.mlir --pass-pipeline='builtin.module(amp-training-pipeline{entry=f levl=O1})' 2>&1 | FileCheck %s --check-prefix=OPTION
// OPTION: no such option levl

//--- banned.mlir
func.func @loss(%p: tensor<4xf32>, %t: tensor<4xf32>) -> tensor<f32> {
  %0 = amp.binary_cross_entropy %p, %t : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}
//--- unassigned.mlir
func.func @f(%x: tensor<4x3xf32>, %w: tensor<2x3xf32>) -> tensor<4x2xf32> attributes {amp.assigned = {level = "O1", preset = "torch-cuda"}} {
  %y = amp.linear %x, %w : (tensor<4x3xf32>, tensor<2x3xf32>) -> tensor<4x2xf32>
  return %y : tensor<4x2xf32>
}
//--- invalid.mlir
func.func @f(%x: tensor<4x3xf32>, %w: tensor<2x5xf32>) -> tensor<4x2xf32> {
  %y = amp.linear %x, %w : (tensor<4x3xf32>, tensor<2x5xf32>) -> tensor<4x2xf32>
  return %y : tensor<4x2xf32>
}
