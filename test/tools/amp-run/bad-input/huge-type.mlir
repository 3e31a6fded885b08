// RUN: bash -c 'amp-run %s; test $? = 3' 2>&1 | FileCheck %s
// CHECK: huge-type.mlir:[[#@LINE+1]]:1: error: {{.*}}does not fit in 64 bits
func.func @f(%x: tensor<4611686018427387904x4611686018427387904xf32>) {
  return
}
