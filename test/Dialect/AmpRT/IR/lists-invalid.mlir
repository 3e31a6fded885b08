// RUN: amp-opt %s -verify-diagnostics -split-input-file -allow-unregistered-dialect

// One case per diagnostic, named after what is wrong.

func.func @none(%a: memref<4xf32>, %b: memref<2xf32>, %c: memref<4xf16>, %s: memref<f32>, %i: memref<i1>) {
  // expected-error @+1 {{'amprt.map_list' op expects at least one destination}}
  "amprt.map_list"(%a) <{operandSegmentSizes = array<i32: 1, 0, 0>}> ({
  ^bb0(%x: f32):
    "amprt.yield"() : () -> ()
  }) : (memref<4xf32>) -> ()
  return
}

// -----

func.func @tensors_and_buffers(%a: memref<4xf32>, %b: memref<2xf32>, %c: memref<4xf16>, %s: memref<f32>, %i: memref<i1>, %t: tensor<4xf32>) {
  // expected-error @+1 {{'amprt.map_list' op expects tensors or buffers, not both, found 'memref<4xf32>' and 'tensor<4xf32>'}}
  amprt.map_list ins(%t : tensor<4xf32>) outs(%a : memref<4xf32>) {
  ^bb0(%x: f32, %o: f32):
    amprt.yield %x : f32
  }
  return
}

// -----

func.func @unknown_size(%t: tensor<?xf32>) {
  // expected-error @+1 {{'amprt.map_list' op expects static shapes, found 'tensor<?xf32>'}}
  %0 = amprt.map_list outs(%t : tensor<?xf32>) -> tensor<?xf32> {
  ^bb0(%o: f32):
    amprt.yield %o : f32
  }
  return
}

// -----

func.func @no_result(%t: tensor<4xf32>) {
  // expected-error @+1 {{'amprt.map_list' op has a result for each destination that is a tensor, 1, found 0}}
  amprt.map_list outs(%t : tensor<4xf32>) {
  ^bb0(%o: f32):
    amprt.yield %o : f32
  }
  return
}

// -----

func.func @result_type(%t: tensor<4xf32>) {
  // expected-error @+1 {{'amprt.map_list' op expects a result of the destination's type 'tensor<4xf32>', found 'tensor<5xf32>'}}
  %0 = amprt.map_list outs(%t : tensor<4xf32>) -> tensor<5xf32> {
  ^bb0(%o: f32):
    amprt.yield %o : f32
  }
  return
}

// -----

func.func @scalar_rank(%a: memref<4xf32>, %b: memref<2xf32>, %c: memref<4xf16>, %s: memref<f32>, %i: memref<i1>) {
  // expected-error @+1 {{'amprt.map_list' op expects scalars of rank 0, found 'memref<2xf32>'}}
  amprt.map_list scalars(%b : memref<2xf32>) outs(%a : memref<4xf32>) {
  ^bb0(%x: f32, %o: f32):
    amprt.yield %x : f32
  }
  return
}

// -----

func.func @terminator(%a: memref<4xf32>, %b: memref<2xf32>, %c: memref<4xf16>, %s: memref<f32>, %i: memref<i1>) {
  // expected-error @+1 {{'amprt.map_list' op expects a body that ends with 'amprt.yield'}}
  amprt.map_list outs(%a : memref<4xf32>) {
  ^bb0(%o: f32):
    "test.end"() : () -> ()
  }
  return
}

// -----

func.func @yields_nothing(%a: memref<4xf32>, %b: memref<2xf32>, %c: memref<4xf16>, %s: memref<f32>, %i: memref<i1>) {
  // expected-error @+1 {{'amprt.map_list' op expects a body that yields a value}}
  amprt.map_list outs(%a : memref<4xf32>) {
  ^bb0(%o: f32):
    amprt.yield
  }
  return
}

// -----

func.func @few_arguments(%a: memref<4xf32>, %b: memref<2xf32>, %c: memref<4xf16>, %s: memref<f32>, %i: memref<i1>) {
  // expected-error @+1 {{'amprt.map_list' op expects a body that takes an element of each list of inputs, 1 scalar(s) and 1 destination(s), found 1 argument(s)}}
  amprt.map_list scalars(%s : memref<f32>) outs(%a : memref<4xf32>) {
  ^bb0(%o: f32):
    amprt.yield %o : f32
  }
  return
}

// -----

func.func @yielded_type(%a: memref<4xf32>, %b: memref<2xf32>, %c: memref<4xf16>, %s: memref<f32>, %i: memref<i1>) {
  // expected-error @+1 {{'amprt.map_list' op yields 'f32' for destination 0, expected 'f16'}}
  amprt.map_list ins(%a : memref<4xf32>) outs(%c : memref<4xf16>) {
  ^bb0(%x: f32, %o: f16):
    amprt.yield %x : f32
  }
  return
}

// -----

func.func @uneven_destinations(%a: memref<4xf32>, %b: memref<2xf32>, %c: memref<4xf16>, %s: memref<f32>, %i: memref<i1>) {
  // expected-error @+1 {{'amprt.map_list' op yields 2 value(s), but has 1 destination(s)}}
  amprt.map_list outs(%a : memref<4xf32>) {
  ^bb0(%x: f32, %o: f32):
    amprt.yield %x, %o : f32, f32
  }
  return
}

// -----

func.func @uneven_inputs(%a: memref<4xf32>, %b: memref<2xf32>, %c: memref<4xf16>, %s: memref<f32>, %i: memref<i1>) {
  // expected-error @+1 {{'amprt.map_list' op expects 1 list(s) of 1 inputs, found 2}}
  amprt.map_list ins(%a, %a : memref<4xf32>, memref<4xf32>) outs(%a : memref<4xf32>) {
  ^bb0(%x: f32, %o: f32):
    amprt.yield %x : f32
  }
  return
}

// -----

func.func @mixed_list(%a: memref<4xf32>, %b: memref<2xf32>, %c: memref<4xf16>, %s: memref<f32>, %i: memref<i1>) {
  // expected-error @+1 {{'amprt.map_list' op has a body that takes 'f32' of list 0 of inputs, which has a 'memref<4xf16>'}}
  amprt.map_list ins(%a, %c : memref<4xf32>, memref<4xf16>) outs(%a, %a : memref<4xf32>, memref<4xf32>) {
  ^bb0(%x: f32, %o: f32):
    amprt.yield %x : f32
  }
  return
}

// -----

func.func @scalar_type(%a: memref<4xf32>, %b: memref<2xf32>, %c: memref<4xf16>, %s: memref<f32>, %i: memref<i1>) {
  // expected-error @+1 {{'amprt.map_list' op has a body that takes 'f32' as scalar 0, which is a 'memref<i1>'}}
  amprt.map_list scalars(%i : memref<i1>) outs(%a : memref<4xf32>) {
  ^bb0(%x: f32, %o: f32):
    amprt.yield %x : f32
  }
  return
}

// -----

func.func @input_shape(%a: memref<4xf32>, %b: memref<2xf32>, %c: memref<4xf16>, %s: memref<f32>, %i: memref<i1>) {
  // expected-error @+1 {{'amprt.map_list' op expects arrays number 0 of all lists to have one shape, found 'memref<2xf32>' in list 0 of inputs}}
  amprt.map_list ins(%b : memref<2xf32>) outs(%a : memref<4xf32>) {
  ^bb0(%x: f32, %o: f32):
    amprt.yield %x : f32
  }
  return
}

// -----

func.func @out_shape(%a: memref<4xf32>, %b: memref<2xf32>, %c: memref<4xf16>, %s: memref<f32>, %i: memref<i1>) {
  // expected-error @+1 {{'amprt.map_list' op expects arrays number 0 of all lists to have one shape, found 'memref<2xf32>' in list 1 of destinations}}
  amprt.map_list outs(%a, %b : memref<4xf32>, memref<2xf32>) {
  ^bb0(%x: f32, %o: f32):
    amprt.yield %x, %o : f32, f32
  }
  return
}

// -----

func.func @reduce_nothing(%a: memref<4xf32>, %b: memref<2xf32>, %c: memref<4xf16>, %s: memref<f32>, %i: memref<i1>) {
  // expected-error @+1 {{'amprt.reduce_list' op expects lists of inputs, of one length, found 0 input(s) in 0 list(s)}}
  amprt.reduce_list outs(%s : memref<f32>) {
  ^bb0(%o: f32):
    amprt.yield %o : f32
  }
  return
}

// -----

func.func @reduce_destinations(%a: memref<4xf32>, %b: memref<2xf32>, %c: memref<4xf16>, %s: memref<f32>, %i: memref<i1>) {
  // expected-error @+1 {{'amprt.reduce_list' op yields 1 value(s), but has 2 destination(s)}}
  amprt.reduce_list ins(%a : memref<4xf32>) outs(%s, %s : memref<f32>, memref<f32>) {
  ^bb0(%x: f32, %o: f32):
    %0 = arith.addf %x, %o : f32
    amprt.yield %0 : f32
  }
  return
}

// -----

func.func @reduce_to_array(%a: memref<4xf32>, %b: memref<2xf32>, %c: memref<4xf16>, %s: memref<f32>, %i: memref<i1>) {
  // expected-error @+1 {{'amprt.reduce_list' op expects destinations of rank 0, found 'memref<4xf32>'}}
  amprt.reduce_list ins(%a : memref<4xf32>) outs(%a : memref<4xf32>) {
  ^bb0(%x: f32, %o: f32):
    %0 = arith.addf %x, %o : f32
    amprt.yield %0 : f32
  }
  return
}

// -----

func.func @not_associative(%a: memref<4xf32>, %b: memref<2xf32>, %c: memref<4xf16>, %s: memref<f32>, %i: memref<i1>) {
  // expected-error @+1 {{'amprt.reduce_list' op expects one associative op of arith, with a neutral element, to combine destination 0 with what its body computes}}
  amprt.reduce_list ins(%a : memref<4xf32>) outs(%s : memref<f32>) {
  ^bb0(%x: f32, %o: f32):
    %0 = arith.subf %o, %x : f32
    amprt.yield %0 : f32
  }
  return
}

// -----

func.func @combined_twice(%a: memref<4xf32>, %b: memref<2xf32>, %c: memref<4xf16>, %s: memref<f32>, %i: memref<i1>) {
  // expected-error @+1 {{'amprt.reduce_list' op expects one associative op of arith, with a neutral element, to combine destination 0 with what its body computes}}
  amprt.reduce_list ins(%a : memref<4xf32>) outs(%s : memref<f32>) {
  ^bb0(%x: f32, %o: f32):
    %0 = arith.addf %o, %x : f32
    %1 = arith.addf %0, %x : f32
    amprt.yield %1 : f32
  }
  return
}
