// RUN: amp-opt %s --amp-repeat-loops --allow-unregistered-dialect -split-input-file | FileCheck %s

// Slices at the loop's variable, and counted from the other end.
// CHECK-LABEL: func.func @slices(
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<5x2x4xf32>, %[[Y:[a-z0-9]+]]: memref<5x2x4xf32>
// CHECK: amprt.repeat 5 times {
// CHECK-NEXT: ^bb0(%[[I:.*]]: index):
// CHECK-NEXT: %[[A:.*]] = amprt.advance %[[X]][%[[I]]] from 0 by [32] : memref<5x2x4xf32> to memref<2x4xf32>
// CHECK-NEXT: %[[B:.*]] = amprt.advance %[[Y]][%[[I]]] from 128 by [-32] : memref<5x2x4xf32> to memref<2x4xf32>
// CHECK-NEXT: memref.copy %[[A]], %[[B]]
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @slices(%x: memref<5x2x4xf32>, %y: memref<5x2x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  scf.for %i = %c0 to %c5 step %c1 {
    %a = memref.subview %x[%i, 0, 0] [1, 2, 4] [1, 1, 1] : memref<5x2x4xf32> to memref<2x4xf32, strided<[4, 1], offset: ?>>
    %j = affine.apply affine_map<(d0) -> (-d0 + 4)>(%i)
    %b = memref.subview %y[%j, 0, 0] [1, 2, 4] [1, 1, 1] : memref<5x2x4xf32> to memref<2x4xf32, strided<[4, 1], offset: ?>>
    memref.copy %a, %b : memref<2x4xf32, strided<[4, 1], offset: ?>> to memref<2x4xf32, strided<[4, 1], offset: ?>>
  }
  return
}

// -----

// A loop that begins elsewhere and takes larger steps: 3 iterations, at 1, 3 and 5. Views of
// a view that moves count from there.
// CHECK-LABEL: func.func @steps(
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<6x4x8xf16>
// CHECK: amprt.repeat 3 times {
// CHECK-NEXT: ^bb0(%[[I:.*]]: index):
// CHECK-NEXT: %[[A:.*]] = amprt.advance %[[X]][%[[I]]] from 64 by [128] : memref<6x4x8xf16> to memref<4x8xf16>
// CHECK-NEXT: %[[B:.*]] = memref.subview %[[A]][1, 4] [2, 4] [1, 1] : memref<4x8xf16> to memref<2x4xf16, strided<[8, 1], offset: 12>>
// CHECK-NEXT: %[[C:.*]] = memref.expand_shape %[[A]] {{.*}} : memref<4x8xf16> into memref<2x2x8xf16>
// CHECK-NEXT: %[[D:.*]] = memref.collapse_shape %[[A]] {{.*}} : memref<4x8xf16> into memref<32xf16>
// CHECK-NEXT: "test.use"(%[[B]], %[[C]], %[[D]])
func.func @steps(%x: memref<6x4x8xf16>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c6 = arith.constant 6 : index
  scf.for %i = %c1 to %c6 step %c2 {
    %a = memref.subview %x[%i, 0, 0] [1, 4, 8] [1, 1, 1] : memref<6x4x8xf16> to memref<4x8xf16, strided<[8, 1], offset: ?>>
    %b = memref.subview %a[1, 4] [2, 4] [1, 1] : memref<4x8xf16, strided<[8, 1], offset: ?>> to memref<2x4xf16, strided<[8, 1], offset: ?>>
    %c = memref.expand_shape %a [[0, 1], [2]] output_shape [2, 2, 8] : memref<4x8xf16, strided<[8, 1], offset: ?>> into memref<2x2x8xf16, strided<[16, 8, 1], offset: ?>>
    %d = memref.collapse_shape %a [[0, 1]] : memref<4x8xf16, strided<[8, 1], offset: ?>> into memref<32xf16, strided<[1], offset: ?>>
    "test.use"(%b, %c, %d) : (memref<2x4xf16, strided<[8, 1], offset: ?>>, memref<2x2x8xf16, strided<[16, 8, 1], offset: ?>>, memref<32xf16, strided<[1], offset: ?>>) -> ()
  }
  return
}

// -----

// What moves with two loops, at once or one after the other, and a column that moves.
// CHECK-LABEL: func.func @nested(
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<3x5x8xf32>
// CHECK: amprt.repeat 3 times {
// CHECK-NEXT: ^bb0(%[[I:.*]]: index):
// CHECK-NEXT: %[[A:.*]] = amprt.advance %[[X]][%[[I]]] from 0 by [160] : memref<3x5x8xf32> to memref<5x8xf32>
// CHECK-NEXT: amprt.repeat 5 times {
// CHECK-NEXT: ^bb0(%[[J:.*]]: index):
// CHECK-NEXT: %[[B:.*]] = amprt.advance %[[A]][%[[J]]] from 0 by [32] : memref<5x8xf32> to memref<8xf32>
// CHECK-NEXT: %[[C:.*]] = amprt.advance %[[X]][%[[I]], %[[J]]] from 0 by [160, 4] : memref<3x5x8xf32> to memref<5xf32, strided<[8]>>
// CHECK-NEXT: "test.use"(%[[B]], %[[C]])
func.func @nested(%x: memref<3x5x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  scf.for %i = %c0 to %c3 step %c1 {
    %a = memref.subview %x[%i, 0, 0] [1, 5, 8] [1, 1, 1] : memref<3x5x8xf32> to memref<5x8xf32, strided<[8, 1], offset: ?>>
    scf.for %j = %c0 to %c5 step %c1 {
      %b = memref.subview %a[%j, 0] [1, 8] [1, 1] : memref<5x8xf32, strided<[8, 1], offset: ?>> to memref<8xf32, strided<[1], offset: ?>>
      %c = memref.subview %x[%i, 0, %j] [1, 5, 1] [1, 1, 1] : memref<3x5x8xf32> to memref<5xf32, strided<[8], offset: ?>>
      "test.use"(%b, %c) : (memref<8xf32, strided<[1], offset: ?>>, memref<5xf32, strided<[8], offset: ?>>) -> ()
    }
  }
  return
}

// -----

// CHECK-LABEL: func.func @never(
// CHECK-NEXT: arith.constant
// CHECK-NEXT: arith.constant
// CHECK-NEXT: return
func.func @never() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c1 to %c0 step %c1 {
    "test.use"() : () -> ()
  }
  return
}
