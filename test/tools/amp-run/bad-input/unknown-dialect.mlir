// A module is data: it cannot call into the process.
// RUN: bash -c 'amp-run %s; test $? = 3' 2>&1 | FileCheck %s
// CHECK: unknown-dialect.mlir:[[#@LINE+2]]:{{[0-9]+}}: error:
// CHECK: error: {{.*}}is not a {{valid module|training graph}}
"llvm.call"() {callee = @system} : () -> ()
