// RUN: amp-opt %s -split-input-file -verify-diagnostics

func.func @never(%a: memref<8xf32>) {
  // expected-error @below {{'amprt.repeat' op expects a count from 1 to 2147483647, found 0}}
  amprt.repeat 0 times {
  ^bb0(%i: index):
    amprt.fill 0.0 : f32 into %a : memref<8xf32>
  }
  return
}

// -----

func.func @no_number(%a: memref<8xf32>) {
  // expected-error @below {{'amprt.repeat' op expects a body with one argument of type index, the number of the iteration}}
  amprt.repeat 2 times {
    amprt.fill 0.0 : f32 into %a : memref<8xf32>
  }
  return
}

// -----

func.func @computes(%a: memref<8xf32>) {
  // expected-error @below {{'amprt.repeat' op expects views alone, amprt.advance, to use the number of the iteration}}
  amprt.repeat 2 times {
  ^bb0(%i: index):
    // expected-note @below {{this op does, too}}
    %0 = memref.subview %a[%i] [2] [1] : memref<8xf32> to memref<2xf32, strided<[1], offset: ?>>
  }
  return
}

// -----

func.func @deep(%a: memref<8xf32>) {
  amprt.repeat 2 times {
  ^bb0(%i: index):
    amprt.repeat 2 times {
    ^bb0(%j: index):
      // expected-error @below {{'amprt.repeat' op is in 2 others; at most 2 repeats can be nested}}
      amprt.repeat 2 times {
      ^bb0(%k: index):
        amprt.fill 0.0 : f32 into %a : memref<8xf32>
      }
    }
  }
  return
}

// -----

func.func @other_elements(%a: memref<8xf32>) {
  amprt.repeat 2 times {
  ^bb0(%i: index):
    // expected-error @below {{expects a view of the source's elements, found 'memref<2xi32>' of 'memref<8xf32>'}}
    %0 = amprt.advance %a[%i] from 0 by [8] : memref<8xf32> to memref<2xi32>
  }
  return
}

// -----

func.func @unknown_place(%a: memref<8xf32>) {
  amprt.repeat 2 times {
  ^bb0(%i: index):
    // expected-error @below {{expects buffers of static shapes and strides, and a result that counts from its own first element}}
    %0 = amprt.advance %a[%i] from 0 by [8] : memref<8xf32> to memref<2xf32, strided<[1], offset: ?>>
  }
  return
}

// -----

func.func @steps(%a: memref<8xf32>) {
  amprt.repeat 2 times {
  ^bb0(%i: index):
    // expected-error @below {{expects a step for each repeat, found 2 for 1}}
    %0 = amprt.advance %a[%i] from 0 by [8, 4] : memref<8xf32> to memref<2xf32>
  }
  return
}

// -----

func.func @not_a_number(%a: memref<8xf32>, %i: index) {
  // expected-error @below {{expects numbers of iterations of amprt.repeat}}
  %0 = amprt.advance %a[%i] from 0 by [8] : memref<8xf32> to memref<2xf32>
  return
}

// -----

func.func @between_elements(%a: memref<8xf32>) {
  amprt.repeat 2 times {
  ^bb0(%i: index):
    // expected-error @below {{of elements of 4 bytes expects multiples of that, found offset 0 and steps 6}}
    %0 = amprt.advance %a[%i] from 0 by [6] : memref<8xf32> to memref<2xf32>
  }
  return
}

// -----

func.func @beyond_the_end(%a: memref<8xf32>) {
  amprt.repeat 5 times {
  ^bb0(%i: index):
    // expected-error @below {{of 4 bytes from byte 0 in steps of 8 leaves its source of 32 bytes in an iteration}}
    %0 = amprt.advance %a[%i] from 0 by [8] : memref<8xf32> to memref<1xf32>
  }
  return
}

// -----

func.func @before_the_beginning(%a: memref<8xf32>) {
  amprt.repeat 5 times {
  ^bb0(%i: index):
    // expected-error @below {{of 4 bytes from byte 12 in steps of -4 leaves its source of 32 bytes in an iteration}}
    %0 = amprt.advance %a[%i] from 12 by [-4] : memref<8xf32> to memref<1xf32>
  }
  return
}
