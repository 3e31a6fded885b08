// RUN: bash -c 'amp-run %s; test $? = 3' 2>&1 | FileCheck %s
// CHECK: syntax.mlir:[[#@LINE+2]]:14: error:
// CHECK: error: {{.*}}is not a valid module
func.func @f( {
