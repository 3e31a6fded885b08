// RUN: bash -c 'amp-run %s; test $? = 3' 2>&1 | FileCheck %s
func.func @f() {
  // CHECK: resource.mlir:[[#@LINE+1]]:8: error: {{.*}}dense_resource
  %a = amp.constant dense_resource<blob> : tensor<1xi64>
  return
}
{-#
  dialect_resources: {
    builtin: { blob: "0x080000000100000000000000" }
  }
#-}
