// RUN: amp-opt %s --amp-outline-kernels -verify-diagnostics -split-input-file --mlir-print-op-on-diagnostic=false
// RUN: not amp-opt %s --amp-outline-kernels="target=tpu" 2>&1 | FileCheck %s

// CHECK: for the --target option: expected cpu or cuda, found 'tpu'

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
  // expected-error @+1 {{cannot be part of a program: expected a linalg op, a record, a view or an allocation, found 'memref.load'}}
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

// -----

func.func @scalar(%s: f32, %x: memref<8xf32>) {
  // expected-error @+1 {{uses a value of type 'f32' that is neither a buffer among its operands nor a constant; it cannot become a kernel}}
  linalg.fill ins(%s : f32) outs(%x : memref<8xf32>)
  return
}

// -----

// Ops of a payload may use what is outside of it.
func.func @captured(%a: memref<8xf32>, %x: memref<8xf32>) {
  // expected-error @+1 {{uses a value of type 'memref<8xf32>' that is neither a buffer among its operands nor a constant}}
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%x : memref<8xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %v = memref.load %a[%i] : memref<8xf32>
    linalg.yield %v : f32
  }
  return
}

// -----

func.func @elements() {
  // expected-error @+1 {{'memref.alloc' op has a buffer of unknown size, 'memref<8xcomplex<f32>>'; expected static shapes of integers or floating-point numbers}}
  %0 = memref.alloc() : memref<8xcomplex<f32>>
  return
}
