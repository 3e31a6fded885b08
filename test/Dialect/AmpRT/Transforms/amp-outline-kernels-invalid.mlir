// RUN: amp-opt %s --amp-outline-kernels -verify-diagnostics -split-input-file --mlir-print-op-on-diagnostic=false
// RUN: not amp-opt %s --amp-outline-kernels="target=tpu" 2>&1 | FileCheck %s

// CHECK: error: amp-outline-kernels: target must be cpu or cuda, found 'tpu'

func.func @tensors(%x: tensor<8xf32>) {
  %c = arith.constant 1.0 : f32
  // expected-error @+1 {{expects buffers of static shape; bufferize and specialize before amp-outline-kernels}}
  %0 = linalg.fill ins(%c : f32) outs(%x : tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @unknown_size(%x: memref<?xf32>) {
  %c = arith.constant 1.0 : f32
  // expected-error @+1 {{expects buffers of static shape; bufferize and specialize before amp-outline-kernels}}
  linalg.fill ins(%c : f32) outs(%x : memref<?xf32>)
  return
}

// -----

func.func @load(%x: memref<f32>) {
  // expected-error @+1 {{cannot be part of a program: expected a linalg op, a GEMM, a copy, a view or an allocation, found 'memref.load'}}
  %0 = memref.load %x[] : memref<f32>
  return
}

// -----

// expected-error @+1 {{expects a body without control flow}}
func.func @control_flow(%x: memref<8xf32>) {
  %c = arith.constant 1.0 : f32
  cf.br ^bb1
^bb1:
  linalg.fill ins(%c : f32) outs(%x : memref<8xf32>)
  return
}

// -----

// A symbol that the kernels would take.
// expected-error @+1 {{has the name 'kernels', which the kernels of a program take; rename it}}
amp.variable parameter @kernels : tensor<8xf32> = #amp.init<zeros>
func.func @taken(%x: memref<8xf32>) {
  %c = arith.constant 1.0 : f32
  linalg.fill ins(%c : f32) outs(%x : memref<8xf32>)
  return
}
