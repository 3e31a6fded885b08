// RUN: amp-opt %s --pass-pipeline="builtin.module(func.func(amp-close-kernel-arguments))" -verify-diagnostics -split-input-file --mlir-print-op-on-diagnostic=false

// expected-error @+1 {{argument 0 is of type 'memref<4x?xf32>'; of a kernel's buffers the first size alone may be open, where its last argument is the end of its loop}}
func.func @columns(%x: memref<4x?xf32>, %begin: index, %end: index) {
  return
}

// -----

// expected-error @+1 {{argument 0 is of type 'memref<?xf32>'; of a kernel's buffers the first size alone may be open}}
func.func @unbounded(%x: memref<?xf32>) {
  return
}
