// RUN: bash -c 'amp-run %s; test $? = 3' 2>&1 | FileCheck %s
// CHECK: external.mlir:[[#@LINE+1]]:1: error: {{.*}}external functions are not allowed
func.func private @f()
