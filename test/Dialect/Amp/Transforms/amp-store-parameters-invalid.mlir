// RUN: split-file %s %t
// RUN: not amp-opt %t/empty.mlir --amp-store-parameters="dtype=f32" 2>&1 | FileCheck %s --check-prefix=DTYPE
// RUN: not amp-opt %t/resource.mlir --amp-store-parameters 2>&1 | FileCheck %s --check-prefix=RESOURCE

//--- empty.mlir
// DTYPE: for the --dtype option: expected f16 or bf16, found 'f32'
func.func @empty() { return }

//--- resource.mlir
// RESOURCE: error: 'amp.variable' op has an initializer that cannot be rounded to 'f16'; expected a dense one
amp.variable parameter @w : tensor<2xf32> = dense_resource<blob> : tensor<2xf32>
{-#
  dialect_resources: { builtin: { blob: "0x040000000000803F00000040" } }
#-}
