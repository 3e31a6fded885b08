// RUN: amp-opt %s -verify-diagnostics -split-input-file

func.func @unknown(%x: memref<1x?x1xf32>, %y: memref<1x2x1xf32>) {
  // expected-error @+1 {{expects a known second size, found 'memref<1x?x1xf32>'}}
  amprt.sum_windows ins(%x : memref<1x?x1xf32>) outs(%y : memref<1x2x1xf32>) {size = array<i64: 4>, count = array<i64: 2>, stride = array<i64: 2>, divisor = array<i64: 1>, begin = array<i64: 0>, end = array<i64: 2>}
  return
}

// -----

func.func @elements(%x: memref<1x5x1xf32>, %y: memref<1x2x1xf32>) {
  // expected-error @+1 {{expects windows of 5 elements, found 4}}
  amprt.sum_windows ins(%x : memref<1x5x1xf32>) outs(%y : memref<1x2x1xf32>) {size = array<i64: 4>, count = array<i64: 2>, stride = array<i64: 2>, divisor = array<i64: 1>, begin = array<i64: 0>, end = array<i64: 2>}
  return
}

// -----

func.func @images(%x: memref<2x4x1xf32>, %y: memref<1x2x1xf32>) {
  // expected-error @+1 {{expects dimension 0 of operand 0 to have size 1, as 'memref<1x2x1xf32>' has it, found 'memref<2x4x1xf32>'}}
  amprt.sum_windows ins(%x : memref<2x4x1xf32>) outs(%y : memref<1x2x1xf32>) {size = array<i64: 4>, count = array<i64: 2>, stride = array<i64: 2>, divisor = array<i64: 1>, begin = array<i64: 0>, end = array<i64: 2>}
  return
}

// -----

func.func @weights(%x: memref<1x4x1xf16>, %w: memref<1x4x1xf16>, %y: memref<1x2x1xf16>) {
  // expected-error @+1 {{expects weights of shape 1x4x1 and type 'f32', found 'memref<1x4x1xf16>'}}
  amprt.sum_windows ins(%x : memref<1x4x1xf16>) weights(%w : memref<1x4x1xf16>) outs(%y : memref<1x2x1xf16>) {size = array<i64: 4>, count = array<i64: 2>, stride = array<i64: 2>, divisor = array<i64: 1>, begin = array<i64: 0>, end = array<i64: 2>}
  return
}

// -----

func.func @types(%x: memref<1x4x1xf32>, %y: memref<1x2x1xf16>) {
  // expected-error @+1 {{expects one type of elements, found 'memref<1x4x1xf32>' and 'memref<1x2x1xf16>'}}
  amprt.max_windows ins(%x : memref<1x4x1xf32>) outs(%y : memref<1x2x1xf16>) {size = array<i64: 4>, count = array<i64: 2>, stride = array<i64: 2>, divisor = array<i64: 1>, begin = array<i64: 0>, end = array<i64: 2>, step = array<i64: 1>}
  return
}

// -----

func.func @step(%x: memref<1x4x1xf32>, %y: memref<1x2x1xf32>) {
  // expected-error @+1 {{expects a step of 1 or more for each dimension, and of 1 where the divisor is not}}
  amprt.max_windows ins(%x : memref<1x4x1xf32>) outs(%y : memref<1x2x1xf32>) {size = array<i64: 4>, count = array<i64: 2>, stride = array<i64: 2>, divisor = array<i64: 1>, begin = array<i64: 0>, end = array<i64: 2>, step = array<i64: 0>}
  return
}

// -----

func.func @many(%x: memref<1x3000000000x1xf32>, %y: memref<1x2x1xf32>) {
  // expected-error @+1 {{counts to 2147483647, found 'memref<1x3000000000x1xf32>'}}
  amprt.max_windows ins(%x : memref<1x3000000000x1xf32>) outs(%y : memref<1x2x1xf32>) {size = array<i64: 3000000000>, count = array<i64: 2>, stride = array<i64: 2>, divisor = array<i64: 1>, begin = array<i64: 0>, end = array<i64: 2>, step = array<i64: 1>}
  return
}

// -----

func.func @chosen_types(%x: memref<1x2x1xf16>, %i: memref<1x2x1xi32>, %y: memref<1x4x1xf32>) {
  // expected-error @+1 {{expects one type of elements, found 'memref<1x2x1xf16>' and 'memref<1x4x1xf32>'}}
  amprt.sum_chosen ins(%x, %i : memref<1x2x1xf16>, memref<1x2x1xi32>) outs(%y : memref<1x4x1xf32>) {size = array<i64: 4>, count = array<i64: 2>, stride = array<i64: 2>, divisor = array<i64: 1>, begin = array<i64: 0>, end = array<i64: 2>}
  return
}

// -----

func.func @gathered_types(%x: memref<1x4x1xf32>, %y: memref<1x6x1xf16>) {
  // expected-error @+1 {{expects one type of elements, found 'memref<1x4x1xf32>' and 'memref<1x6x1xf16>'}}
  amprt.gather_windows ins(%x : memref<1x4x1xf32>) outs(%y : memref<1x6x1xf16>) {size = array<i64: 4>, count = array<i64: 3>, kernel = array<i64: 2>, stride = array<i64: 1>, padding = array<i64: 0>, dilation = array<i64: 1>}
  return
}

// -----

func.func @gathered_elements(%x: memref<1x4x1xf32>, %y: memref<1x5x1xf32>) {
  // expected-error @+1 {{expects 6 elements in windows, found 5}}
  amprt.gather_windows ins(%x : memref<1x4x1xf32>) outs(%y : memref<1x5x1xf32>) {size = array<i64: 4>, count = array<i64: 3>, kernel = array<i64: 2>, stride = array<i64: 1>, padding = array<i64: 0>, dilation = array<i64: 1>}
  return
}

// -----

func.func @gathered_images(%x: memref<1x6x1xf32>, %y: memref<1x5x1xf32>) {
  // expected-error @+1 {{expects windows of 5 elements, found 4}}
  amprt.sum_gathered ins(%x : memref<1x6x1xf32>) outs(%y : memref<1x5x1xf32>) {size = array<i64: 4>, count = array<i64: 3>, kernel = array<i64: 2>, stride = array<i64: 1>, padding = array<i64: 0>, dilation = array<i64: 1>}
  return
}

// -----

func.func @gathered_unknown(%x: memref<1x?x1xf32>, %y: memref<1x4x1xf32>) {
  // expected-error @+1 {{expects a known second size, found 'memref<1x?x1xf32>'}}
  amprt.sum_gathered ins(%x : memref<1x?x1xf32>) outs(%y : memref<1x4x1xf32>) {size = array<i64: 4>, count = array<i64: 3>, kernel = array<i64: 2>, stride = array<i64: 1>, padding = array<i64: 0>, dilation = array<i64: 1>}
  return
}

// -----

func.func @gathered_dimensions(%x: memref<1x4x1xf32>, %y: memref<1x6x1xf32>) {
  // expected-error @+1 {{expects size, count, kernel, stride, padding and dilation of as many dimensions each}}
  amprt.gather_windows ins(%x : memref<1x4x1xf32>) outs(%y : memref<1x6x1xf32>) {size = array<i64: 4>, count = array<i64: 3>, kernel = array<i64: 2, 2>, stride = array<i64: 1>, padding = array<i64: 0>, dilation = array<i64: 1>}
  return
}

// -----

func.func @gathered_nothing(%x: memref<1x4x1xf32>, %y: memref<1x6x1xf32>) {
  // expected-error @+1 {{expects kernel and dilation of 1 or more, and padding of 0 or more, in dimension 0}}
  amprt.gather_windows ins(%x : memref<1x4x1xf32>) outs(%y : memref<1x6x1xf32>) {size = array<i64: 4>, count = array<i64: 3>, kernel = array<i64: 0>, stride = array<i64: 1>, padding = array<i64: 0>, dilation = array<i64: 1>}
  return
}

// -----

func.func @gathered_far(%x: memref<1x4x1xf32>, %y: memref<1x6x1xf32>) {
  // expected-error @+1 {{expects bounds of windows that are numbers of 62 bits in dimension 0}}
  amprt.gather_windows ins(%x : memref<1x4x1xf32>) outs(%y : memref<1x6x1xf32>) {size = array<i64: 4>, count = array<i64: 3>, kernel = array<i64: 2>, stride = array<i64: 1>, padding = array<i64: 4611686018427387904>, dilation = array<i64: 1>}
  return
}
