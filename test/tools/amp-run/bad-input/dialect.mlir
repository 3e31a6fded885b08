// RUN: bash -c 'amp-run %s; test $? = 3' 2>&1 | FileCheck %s

func.func @f() {
  %a = arith.constant 1 : i32
  // CHECK: dialect.mlir:[[#@LINE+1]]:8: error: {{.*}}is not an op of a training graph
  %b = arith.addi %a, %a : i32
  return
}
