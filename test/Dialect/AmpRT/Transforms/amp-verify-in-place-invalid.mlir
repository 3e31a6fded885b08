// RUN: amp-opt %s --amp-verify-in-place -verify-diagnostics -split-input-file --mlir-print-op-on-diagnostic=false
// RUN: not amp-opt %s --amp-verify-in-place -split-input-file 2>/dev/null | FileCheck %s

// What returns its arguments passes, and returns nothing any more.
// CHECK-LABEL: func.func @in_place(
// CHECK-SAME: %{{.*}}: memref<8xf32> {amp.variable = @w}) {
// CHECK: return{{$}}
func.func @in_place(%w: memref<8xf32> {amp.variable = @w}) -> (memref<8xf32> {amp.name = "w"}) {
  return %w : memref<8xf32>
}

func.func private @external(memref<8xf32>) -> memref<8xf32>

// -----

func.func @buffer_of_its_own(%w: memref<8xf32>) -> (memref<8xf32>, memref<8xf32>) {
  // expected-note @+1 {{it lives in this buffer}}
  %0 = memref.alloc() : memref<8xf32>
  memref.copy %w, %0 : memref<8xf32> to memref<8xf32>
  // expected-error @+2 {{a result or a variable's new value was not written in place}}
  // expected-note @+1 {{amp-functionalize-state gives every result a destination before bufferization}}
  return %w, %0 : memref<8xf32>, memref<8xf32>
}

// -----

// A view of an argument is not the argument.
func.func @view(%w: memref<8xf32>) -> memref<4xf32, strided<[1], offset: 4>> {
  // expected-note @+1 {{it lives in this buffer}}
  %0 = memref.subview %w[4] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 4>>
  // expected-error @+2 {{a result or a variable's new value was not written in place}}
  // expected-note @+1 {{amp-functionalize-state gives every result a destination before bufferization}}
  return %0 : memref<4xf32, strided<[1], offset: 4>>
}

// -----

// Two results that are one argument: one of them was not written.
func.func @one_argument_twice(%w: memref<8xf32>, %v: memref<8xf32>) -> (memref<8xf32>, memref<8xf32>) {
  // expected-error @+1 {{two results live in one buffer}}
  return %w, %w : memref<8xf32>, memref<8xf32>
}

// -----

// expected-error @+1 {{expects a body without control flow, and no callers}}
func.func @control_flow(%x: memref<4xf32>) -> memref<4xf32> {
  cf.br ^bb1
^bb1:
  return %x : memref<4xf32>
}
