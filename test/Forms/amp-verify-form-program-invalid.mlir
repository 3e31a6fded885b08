// RUN: amp-opt %s --split-input-file --verify-diagnostics --amp-verify-form=form=program

// What a program may not hold, one case per message.

// expected-error@+1 {{'func.func' op is not one block without results, as a program is}}
func.func @results(%a: memref<4xf32>) -> memref<4xf32> {
  return %a : memref<4xf32>
}

// -----

// expected-error@+1 {{argument 0 is of type 'memref<?xf32>'; a program is on buffers of static shapes}}
func.func @dynamic(%a: memref<?xf32>) { return }

// -----

// expected-error@+1 {{argument 0 is of type 'memref<4xf32, strided<[2]>>', which is not contiguous}}
func.func @strided(%a: memref<4xf32, strided<[2]>>) { return }

// -----

func.func @alloc() {
  // expected-error@+1 {{is not an op of a program, which has records (launches, library calls, copies) and views}}
  %a = memref.alloc() : memref<4xf32>
  return
}

// -----

func.func @elements() {
  // expected-error@+1 {{has a result of type 'memref<4xvector<4xf32>>'; a program is on buffers}}
  %a = memref.alloc() : memref<4xvector<4xf32>>
  return
}

// -----

func.func @place(%a: memref<16xi8>) {
  %c = arith.constant 8 : index
  // expected-error@+1 {{'memref.view' op of 'memref<4xf32>' at byte 8 does not lie in 'memref<16xi8>'}}
  %v = memref.view %a[%c][] : memref<16xi8> to memref<4xf32>
  return
}

// -----

func.func @aligned(%a: memref<32xi8>) {
  %c = arith.constant 6 : index
  // expected-error@+1 {{'memref.view' op of elements of 'f32' begins at byte 6, which is not aligned for them}}
  %v = memref.view %a[%c][] : memref<32xi8> to memref<4xf32>
  return
}

// -----

func.func @view(%a: memref<32xi8>) {
  %c = arith.constant -4 : index
  // expected-error@+1 {{at byte -4 does not lie in 'memref<32xi8>'}}
  %v = memref.view %a[%c][] : memref<32xi8> to memref<4xf32>
  return
}

// -----

func.func @slice(%a: memref<8xf32>) {
  // expected-error@+1 {{has offset 4, size 4 and stride -1 in dimension 0}}
  %v = memref.subview %a[4] [4] [-1] : memref<8xf32> to memref<4xf32, strided<[-1], offset: 4>>
  return
}

// -----

func.func @copy(%a: memref<4x8xf32>, %b: memref<4x4xf32>) {
  %v = memref.subview %a[0, 0] [4, 4] [1, 1] : memref<4x8xf32> to memref<4x4xf32, strided<[8, 1]>>
  // expected-error@+1 {{'memref.copy' op cannot describe operand 0 in 'memref<4x4xf32, strided<[8, 1]>>'; expected a buffer that its record takes}}
  memref.copy %v, %b : memref<4x4xf32, strided<[8, 1]>> to memref<4x4xf32>
  return
}

// -----

func.func @nothing(%a: memref<0x4xf32>, %b: memref<4x2xf32>, %c: memref<0x2xf32>) {
  // expected-error@+1 {{multiplies 1 times 0x4 by 4x2; expected sizes from 1}}
  amprt.gemm ins(%a, %b : memref<0x4xf32>, memref<4x2xf32>) outs(%c : memref<0x2xf32>)
  return
}

// -----

func.func @columns(%a: memref<4x8xf32>, %b: memref<4x2xf32>, %c: memref<4x2xf32>) {
  %v = memref.subview %a[0, 0] [4, 4] [1, 2] : memref<4x8xf32> to memref<4x4xf32, strided<[8, 2]>>
  // expected-error@+1 {{'amprt.gemm' op cannot describe operand 0 in 'memref<4x4xf32, strided<[8, 2]>>'}}
  amprt.gemm ins(%v, %b : memref<4x4xf32, strided<[8, 2]>>, memref<4x2xf32>) outs(%c : memref<4x2xf32>)
  return
}

// -----

module @kernels {
  func.func @kernel(%x: memref<4xf32>, %begin: index, %end: index) { return }
}
func.func @types(%a: memref<8xf32>) {
  // expected-error@+1 {{'amprt.launch' op has operands of other types than kernel @kernels::@kernel}}
  amprt.launch @kernels::@kernel(%a) {num_outputs = 1 : i64} : memref<8xf32>
  return
}

// -----

module @kernels {
  func.func private @kernel(%x: memref<4xf32>, %begin: index, %end: index)
}
func.func @body(%a: memref<4xf32>) {
  // expected-error@+1 {{'amprt.launch' op launches @kernels::@kernel, which is no kernel with a body}}
  amprt.launch @kernels::@kernel(%a) {num_outputs = 1 : i64} : memref<4xf32>
  return
}

// -----

module @kernels {
  // expected-error@+1 {{'func.func' op has control flow; a kernel has none but loops}}
  func.func @kernel(%x: memref<4xf32>, %begin: index, %end: index) {
    cf.br ^bb1
  ^bb1:
    return
  }
}
func.func @control(%a: memref<4xf32>) {
  amprt.launch @kernels::@kernel(%a) {num_outputs = 1 : i64} : memref<4xf32>
  return
}

// -----

// The part [begin, end) of 8 elements, by a launch that says there are 9.
module @kernels {
  func.func @kernel(%x: memref<8xf32>, %begin: index, %end: index) {
    %c = arith.constant 0.0 : f32
    %size = affine.apply affine_map<(d0, d1) -> (d1 - d0)>(%begin, %end)
    // expected-error@+1 {{'memref.subview' op cannot be shown to stay in dimension 0 of what it is a view of}}
    %part = memref.subview %x[%begin] [%size] [1] : memref<8xf32> to memref<?xf32, strided<[1], offset: ?>>
    linalg.fill ins(%c : f32) outs(%part : memref<?xf32, strided<[1], offset: ?>>)
    return
  }
}
func.func @extent(%a: memref<8xf32>) {
  amprt.launch @kernels::@kernel(%a) {num_outputs = 1 : i64, extent = 9 : i64} : memref<8xf32>
  return
}

// -----

module @kernels {
  func.func @kernel(%x: memref<8xf32>, %y: memref<8xf32>, %begin: index, %end: index) {
    // expected-error@+1 {{'linalg.generic' op operand 0 is indexed by affine_map<(d0) -> (d0 mod 8)>, whose result 0 cannot be shown to stay in its dimension}}
    linalg.generic {indexing_maps = [affine_map<(d0) -> (d0 mod 8)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
        ins(%y : memref<8xf32>) outs(%x : memref<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    }
    return
  }
}
func.func @periodic(%a: memref<8xf32>, %b: memref<8xf32>) {
  amprt.launch @kernels::@kernel(%a, %b) {num_outputs = 1 : i64} : memref<8xf32>, memref<8xf32>
  return
}

// -----

module @kernels {
  func.func @kernel(%x: memref<8xf32>, %y: memref<8xf32>, %begin: index, %end: index) {
    %c = arith.constant 0.0 : f32
    // expected-error@+1 {{'linalg.fill' op writes what is not among the first 1 operands of the launch}}
    linalg.fill ins(%c : f32) outs(%y : memref<8xf32>)
    return
  }
}
func.func @input(%a: memref<8xf32>, %b: memref<8xf32>) {
  amprt.launch @kernels::@kernel(%a, %b) {num_outputs = 1 : i64} : memref<8xf32>, memref<8xf32>
  return
}

// -----

module @kernels {
  func.func @kernel(%x: memref<8xf32>, %begin: index, %end: index) {
    // expected-error@+1 {{is not an op of a kernel, which has what amp-outline-kernels makes}}
    %v = memref.load %x[%begin] : memref<8xf32>
    return
  }
}
func.func @load(%a: memref<8xf32>) {
  amprt.launch @kernels::@kernel(%a) {num_outputs = 1 : i64} : memref<8xf32>
  return
}

// -----

module @kernels {
  func.func @kernel(%x: memref<8xf32>, %begin: index, %end: index) {
    %c = arith.constant 0.0 : f32
    %one = arith.constant 1 : index
    // expected-error@+1 {{'scf.for' op carries values; a kernel's loop does not}}
    %s = scf.for %i = %begin to %end step %one iter_args(%acc = %c) -> f32 {
      scf.yield %acc : f32
    }
    return
  }
}
func.func @carried(%a: memref<8xf32>) {
  amprt.launch @kernels::@kernel(%a) {num_outputs = 1 : i64} : memref<8xf32>
  return
}

// -----

// expected-error@+1 {{is not an op of a program's module}}
llvm.mlir.global external @g() : i32

// -----

// The part of the index is not that of the result.
module @kernels {
  func.func @kernel(%y: memref<1x8x4xf32>, %x: memref<1x9x4xf32>, %i: memref<1x8x1xi64>, %begin: index, %end: index) {
    %size = affine.apply affine_map<(d0, d1) -> (d1 - d0)>(%begin, %end)
    %part = memref.subview %y[0, %begin, 0] [1, %size, 4] [1, 1, 1] : memref<1x8x4xf32> to memref<1x?x4xf32, strided<[32, 4, 1], offset: ?>>
    %index = memref.subview %i[0, 0, 0] [1, %size, 1] [1, 1, 1] : memref<1x8x1xi64> to memref<1x?x1xi64, strided<[8, 1, 1]>>
    amprt.read_at ins(%x, %index : memref<1x9x4xf32>, memref<1x?x1xi64, strided<[8, 1, 1]>>) outs(%part : memref<1x?x4xf32, strided<[32, 4, 1], offset: ?>>)
    %short = memref.subview %y[0, %begin, 0] [1, %size, 3] [1, 1, 1] : memref<1x8x4xf32> to memref<1x?x3xf32, strided<[32, 4, 1], offset: ?>>
    %narrow = memref.subview %x[0, 0, 0] [1, 9, 3] [1, 1, 1] : memref<1x9x4xf32> to memref<1x9x3xf32, strided<[36, 4, 1]>>
    // expected-error@+1 {{'amprt.read_at' op operand 1 cannot be shown to have in dimension 1 the size that operand 2 asks for}}
    amprt.read_at ins(%narrow, %i : memref<1x9x3xf32, strided<[36, 4, 1]>>, memref<1x8x1xi64>) outs(%short : memref<1x?x3xf32, strided<[32, 4, 1], offset: ?>>)
    return
  }
}
func.func @parts(%y: memref<1x8x4xf32>, %x: memref<1x9x4xf32>, %i: memref<1x8x1xi64>) {
  amprt.launch @kernels::@kernel(%y, %x, %i) {num_outputs = 1 : i64, extent = 8 : i64} : memref<1x8x4xf32>, memref<1x9x4xf32>, memref<1x8x1xi64>
  return
}
