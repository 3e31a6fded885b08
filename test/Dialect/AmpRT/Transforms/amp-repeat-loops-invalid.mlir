// RUN: amp-opt %s --amp-repeat-loops --allow-unregistered-dialect -split-input-file -verify-diagnostics

func.func @carries(%a: memref<8xf32>, %b: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  // expected-error @below {{carries a value of type 'memref<8xf32>'; expected what it carries to stay in one buffer, which amp-carry-in-place prepares}}
  %r:2 = scf.for %i = %c0 to %c5 step %c1 iter_args(%x = %a, %y = %b) -> (memref<8xf32>, memref<8xf32>) {
    scf.yield %y, %x : memref<8xf32>, memref<8xf32>
  }
  return
}

// -----

func.func @computed(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @below {{has computed bounds; a program's are constants}}
  scf.for %i = %c0 to %n step %c1 {
    "test.use"() : () -> ()
  }
  return
}

// -----

func.func @square(%a: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  scf.for %i = %c0 to %c5 step %c1 {
    %j = affine.apply affine_map<(d0) -> (d0 floordiv 2)>(%i)
    // expected-error @below {{has an offset that is not a constant, and a multiple of the number of each loop's iteration}}
    %x = memref.subview %a[%j] [8] [1] : memref<32xf32> to memref<8xf32, strided<[1], offset: ?>>
    "test.use"(%x) : (memref<8xf32, strided<[1], offset: ?>>) -> ()
  }
  return
}

// -----

func.func @sizes(%a: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  scf.for %i = %c0 to %c5 step %c1 {
    // expected-error @below {{has computed sizes or strides; a program's are constants}}
    %x = memref.subview %a[%i] [%i] [1] : memref<32xf32> to memref<?xf32, strided<[1], offset: ?>>
    "test.use"(%x) : (memref<?xf32, strided<[1], offset: ?>>) -> ()
  }
  return
}

// -----

func.func @number(%a: memref<5xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  scf.for %i = %c0 to %c5 step %c1 {
    // expected-error @below {{computes with the number of a loop's iteration, which is for offsets of slices alone; expected a slice of what was computed for all iterations}}
    "test.use"(%i) : (index) -> ()
  }
  return
}
