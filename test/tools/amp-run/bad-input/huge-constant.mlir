// RUN: bash -c 'amp-run %s; test $? = 3' 2>&1 | FileCheck %s
func.func @f() {
  // CHECK: huge-constant.mlir:[[#@LINE+1]]:8: error: {{.*}}at most 256 MiB are allowed
  %a = amp.constant dense<0.0> : tensor<100000x100000xf32>
  return
}
