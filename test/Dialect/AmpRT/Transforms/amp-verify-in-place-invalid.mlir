// RUN: amp-opt %s --amp-verify-in-place -verify-diagnostics -split-input-file --mlir-print-op-on-diagnostic=false
// RUN: not amp-opt %s --amp-verify-in-place -split-input-file 2>/dev/null | FileCheck %s

// What holds its arguments passes.
// CHECK-LABEL: func.func @in_place(
// CHECK-NOT: amprt.live_out
// CHECK: return
func.func @in_place(%w: memref<8xf32> {amp.variable = @w}) {
  amprt.live_out %w : memref<8xf32>
  return
}

func.func private @external(memref<8xf32>) -> memref<8xf32>

// -----

func.func @buffer_of_its_own(%w: memref<8xf32>) {
  // expected-note @+1 {{it lives in this buffer}}
  %0 = memref.alloc() : memref<8xf32>
  memref.copy %w, %0 : memref<8xf32> to memref<8xf32>
  // expected-error @+2 {{'amprt.live_out' op holds a result, or a variable's new value, that was not written in place}}
  // expected-note @+1 {{amp-functionalize-state gives every result a destination before bufferization}}
  amprt.live_out %w, %0 : memref<8xf32>, memref<8xf32>
  return
}

// -----

// A view of an argument is not the argument.
func.func @view(%w: memref<8xf32>) {
  // expected-note @+1 {{it lives in this buffer}}
  %0 = memref.subview %w[4] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 4>>
  // expected-error @+2 {{'amprt.live_out' op holds a result, or a variable's new value, that was not written in place}}
  // expected-note @+1 {{amp-functionalize-state gives every result a destination before bufferization}}
  amprt.live_out %0 : memref<4xf32, strided<[1], offset: 4>>
  return
}

// -----

// Two results that are one argument: one of them was not written.
func.func @one_argument_twice(%w: memref<8xf32>, %v: memref<8xf32>) {
  // expected-error @+1 {{'amprt.live_out' op has two results that live in one buffer}}
  amprt.live_out %w, %w : memref<8xf32>, memref<8xf32>
  return
}

// -----

// expected-error @+1 {{returns values; run amp-hold-results before bufferization}}
func.func @returns(%w: memref<8xf32>) -> memref<8xf32> {
  return %w : memref<8xf32>
}
