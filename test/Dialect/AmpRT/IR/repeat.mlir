// RUN: amp-opt %s | FileCheck %s
// RUN: amp-opt %s | amp-opt | FileCheck %s
// RUN: amp-opt %s --mlir-print-op-generic | amp-opt | FileCheck %s
// RUN: amp-opt %s --emit-bytecode | amp-opt | FileCheck %s

// A view counts from its own first element, forwards or backwards, whatever its source
// counts from.
// CHECK-LABEL: func.func @repeat(
func.func @repeat(%all: memref<5x2x4xf32>, %last: memref<2x4xf32>) {
  // CHECK: amprt.repeat 5 times {
  // CHECK: ^bb0(%[[I:.*]]: index):
  amprt.repeat 5 times {
  ^bb0(%i: index):
    // CHECK: %[[X:.*]] = amprt.advance %{{.*}}[%[[I]]] from 128 by [-32] : memref<5x2x4xf32> to memref<2x4xf32>
    %x = amprt.advance %all[%i] from 128 by [-32] : memref<5x2x4xf32> to memref<2x4xf32>
    // CHECK: memref.copy %[[X]], %{{.*}} : memref<2x4xf32> to memref<2x4xf32>
    memref.copy %x, %last : memref<2x4xf32> to memref<2x4xf32>
  }
  return
}

// CHECK-LABEL: func.func @nested(
func.func @nested(%all: memref<3x5x8xf16>, %part: memref<3x4xf16, strided<[40, 1], offset: 4>>) {
  // CHECK: amprt.repeat 3 times {
  // CHECK: ^bb0(%[[I:.*]]: index):
  // CHECK: amprt.repeat 5 times {
  // CHECK: ^bb0(%[[J:.*]]: index):
  amprt.repeat 3 times {
  ^bb0(%i: index):
    amprt.repeat 5 times {
    ^bb0(%j: index):
      // CHECK: amprt.advance %{{.*}}[%[[I]], %[[J]]] from 8 by [80, 16] : memref<3x5x8xf16> to memref<4xf16>
      %x = amprt.advance %all[%i, %j] from 8 by [80, 16] : memref<3x5x8xf16> to memref<4xf16>
      // CHECK: amprt.advance %{{.*}}[%[[I]]] from 0 by [80] : memref<3x4xf16, strided<[40, 1], offset: 4>> to memref<4xf16>
      %y = amprt.advance %part[%i] from 0 by [80] : memref<3x4xf16, strided<[40, 1], offset: 4>> to memref<4xf16>
      memref.copy %x, %y : memref<4xf16> to memref<4xf16>
    }
  }
  return
}
