// RUN: amp-opt %s -verify-diagnostics -split-input-file

// One case per diagnostic, named after what is wrong.

#full = affine_map<(r, c) -> (r, c)>
func.func @no_destination(%x: memref<4x8xf32>) {
  // expected-error @+1 {{'amprt.row_kernel' op expects at least one destination}}
  "amprt.row_kernel"(%x) <{indexing_maps = [#full], reduced = array<i64>, operandSegmentSizes = array<i32: 1, 0>}> ({
  ^bb0(%0: f32):
    amprt.yield
  }) : (memref<4x8xf32>) -> ()
  return
}

// -----

#full = affine_map<(r, c) -> (r, c)>
func.func @map_missing(%x: memref<4x8xf32>, %y: memref<4x8xf32>) {
  // expected-error @+1 {{'amprt.row_kernel' op expects a map for each operand, 2, found 1}}
  amprt.row_kernel ins(%x : memref<4x8xf32>) outs(%y : memref<4x8xf32>) maps [#full] reduced [] {
  ^bb0(%0: f32):
    amprt.yield %0 : f32
  }
  return
}

// -----

#full = affine_map<(r, c) -> (r, c)>
func.func @reduced_loops_out_of_order(%x: memref<4x8xf32>, %y: memref<f32>) {
  // expected-error @+1 {{'amprt.row_kernel' op expects reduced loops in [0, 2), in order, found 0}}
  amprt.row_kernel ins(%x : memref<4x8xf32>) outs(%y : memref<f32>) maps [#full, affine_map<(r, c) -> ()>] reduced [1, 0] {
  ^bb0(%0: f32):
    %1 = amprt.reduce <add> %0 : f32
    amprt.yield %1 : f32
  }
  return
}

// -----

#full = affine_map<(r, c) -> (r, c)>
func.func @tensors_and_buffers(%x: memref<4x8xf32>, %y: tensor<4x8xf32>) {
  // expected-error @+1 {{'amprt.row_kernel' op expects tensors or buffers, not both, found 'tensor<4x8xf32>' and 'memref<4x8xf32>'}}
  %z = amprt.row_kernel ins(%x : memref<4x8xf32>) outs(%y : tensor<4x8xf32>) maps [#full, #full] reduced [] -> tensor<4x8xf32> {
  ^bb0(%0: f32):
    amprt.yield %0 : f32
  }
  return
}

// -----

#full = affine_map<(r, c) -> (r, c)>
func.func @unknown_sizes(%x: tensor<?x8xf32>, %y: tensor<?x8xf32>) {
  // expected-error @+1 {{'amprt.row_kernel' op expects static shapes, found 'tensor<?x8xf32>'}}
  %z = amprt.row_kernel ins(%x : tensor<?x8xf32>) outs(%y : tensor<?x8xf32>) maps [#full, #full] reduced [] -> tensor<?x8xf32> {
  ^bb0(%0: f32):
    amprt.yield %0 : f32
  }
  return
}

// -----

#full = affine_map<(r, c) -> (r, c)>
func.func @computed_index(%x: memref<8x8xf32>, %y: memref<4x8xf32>) {
  // expected-error @+1 {{'amprt.row_kernel' op operand 0, a 'memref<8x8xf32>', has the map affine_map<(d0, d1) -> (d0 * 2, d1)>; expected loops and 0 as indices}}
  amprt.row_kernel ins(%x : memref<8x8xf32>) outs(%y : memref<4x8xf32>)
      maps [affine_map<(r, c) -> (2 * r, c)>, #full] reduced [] {
  ^bb0(%0: f32):
    amprt.yield %0 : f32
  }
  return
}

// -----

#full = affine_map<(r, c) -> (r, c)>
func.func @other_loops(%x: memref<8xf32>, %y: memref<4x8xf32>) {
  // expected-error @+1 {{operand 1, a 'memref<8xf32>', has the map affine_map<(d0) -> (d0)>; expected one of 2 loops}}
  "amprt.row_kernel"(%y, %x, %y) <{indexing_maps = [#full, affine_map<(c) -> (c)>, #full], reduced = array<i64>, operandSegmentSizes = array<i32: 2, 1>}> ({
  ^bb0(%0: f32, %1: f32):
    amprt.yield %0 : f32
  }) : (memref<4x8xf32>, memref<8xf32>, memref<4x8xf32>) -> ()
  return
}

// -----

#full = affine_map<(r, c) -> (r, c)>
func.func @index_missing(%x: memref<4x8xf32>, %y: memref<4x8xf32>) {
  // expected-error @+1 {{has the map affine_map<(d0, d1) -> (d0)>; expected an index for each dimension}}
  amprt.row_kernel ins(%x : memref<4x8xf32>) outs(%y : memref<4x8xf32>)
      maps [affine_map<(r, c) -> (r)>, #full] reduced [] {
  ^bb0(%0: f32):
    amprt.yield %0 : f32
  }
  return
}

// -----

#full = affine_map<(r, c) -> (r, c)>
func.func @diagonal(%x: memref<4x4xf32>, %y: memref<4x4xf32>) {
  // expected-error @+1 {{has the map affine_map<(d0, d1) -> (d0, d0)>; expected each loop once}}
  amprt.row_kernel ins(%x : memref<4x4xf32>) outs(%y : memref<4x4xf32>)
      maps [affine_map<(r, c) -> (r, r)>, #full] reduced [] {
  ^bb0(%0: f32):
    amprt.yield %0 : f32
  }
  return
}

// -----

#full = affine_map<(r, c) -> (r, c)>
func.func @written_more_than_once(%x: memref<4x8xf32>, %y: memref<8xf32>) {
  // expected-error @+1 {{operand 1, a 'memref<8xf32>', has the map affine_map<(d0, d1) -> (d1)>; expected every loop that is not reduced}}
  amprt.row_kernel ins(%x : memref<4x8xf32>) outs(%y : memref<8xf32>)
      maps [#full, affine_map<(r, c) -> (c)>] reduced [] {
  ^bb0(%0: f32):
    amprt.yield %0 : f32
  }
  return
}

// -----

#full = affine_map<(a, b, c) -> (a, b, c)>
func.func @part_of_a_row(%x: memref<2x4x8xf32>, %y: memref<2x4xf32>) {
  // expected-error @+1 {{operand 1, a 'memref<2x4xf32>', has the map affine_map<(d0, d1, d2) -> (d0, d1)>; expected all of the reduced loops or none}}
  amprt.row_kernel ins(%x : memref<2x4x8xf32>) outs(%y : memref<2x4xf32>)
      maps [#full, affine_map<(a, b, c) -> (a, b)>] reduced [1, 2] {
  ^bb0(%0: f32):
    amprt.yield %0 : f32
  }
  return
}

// -----

#full = affine_map<(r, c) -> (r, c)>
func.func @other_size(%x: memref<4x8xf32>, %y: memref<4x9xf32>) {
  // expected-error @+1 {{'amprt.row_kernel' op has a 'memref<4x9xf32>' where loop 1 has 8 iterations}}
  amprt.row_kernel ins(%x : memref<4x8xf32>) outs(%y : memref<4x9xf32>) maps [#full, #full] reduced [] {
  ^bb0(%0: f32):
    amprt.yield %0 : f32
  }
  return
}

// -----

func.func @loop_of_nothing(%y: memref<4xf32>) {
  // expected-error @+1 {{'amprt.row_kernel' op has loop 1, which walks no operand, so that its length is unknown}}
  amprt.row_kernel outs(%y : memref<4xf32>) maps [affine_map<(r, c) -> (r)>] reduced [1] {
    %0 = arith.constant 1.0 : f32
    amprt.yield %0 : f32
  }
  return
}

// -----

#full = affine_map<(r, c) -> (r, c)>
func.func @result_missing(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) {
  // expected-error @+1 {{'amprt.row_kernel' op has a result for each destination that is a tensor, 1, found 0}}
  amprt.row_kernel ins(%x : tensor<4x8xf32>) outs(%y : tensor<4x8xf32>) maps [#full, #full] reduced [] {
  ^bb0(%0: f32):
    amprt.yield %0 : f32
  }
  return
}

// -----

#full = affine_map<(r, c) -> (r, c)>
func.func @other_result(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) {
  // expected-error @+1 {{'amprt.row_kernel' op expects a result of the destination's type 'tensor<4x8xf32>', found 'tensor<4x8xf16>'}}
  %z = amprt.row_kernel ins(%x : tensor<4x8xf32>) outs(%y : tensor<4x8xf32>) maps [#full, #full] reduced [] -> tensor<4x8xf16> {
  ^bb0(%0: f32):
    amprt.yield %0 : f32
  }
  return
}

// -----

#full = affine_map<(r, c) -> (r, c)>
func.func @argument_missing(%x: memref<4x8xf32>, %y: memref<4x8xf32>) {
  // expected-error @+1 {{'amprt.row_kernel' op expects a body that takes an element of each input, 1, found 0}}
  amprt.row_kernel ins(%x : memref<4x8xf32>) outs(%y : memref<4x8xf32>) maps [#full, #full] reduced [] {
    %0 = arith.constant 1.0 : f32
    amprt.yield %0 : f32
  }
  return
}

// -----

#full = affine_map<(r, c) -> (r, c)>
func.func @argument_of_other_type(%x: memref<4x8xf32>, %y: memref<4x8xf16>) {
  // expected-error @+1 {{'amprt.row_kernel' op has a body that takes 'f16' of a 'memref<4x8xf32>'}}
  amprt.row_kernel ins(%x : memref<4x8xf32>) outs(%y : memref<4x8xf16>) maps [#full, #full] reduced [] {
  ^bb0(%0: f16):
    amprt.yield %0 : f16
  }
  return
}

// -----

#full = affine_map<(r, c) -> (r, c)>
func.func @yields_too_much(%x: memref<4x8xf32>, %y: memref<4x8xf32>) {
  // expected-error @+1 {{'amprt.row_kernel' op yields 2 value(s), but has 1 destination(s)}}
  amprt.row_kernel ins(%x : memref<4x8xf32>) outs(%y : memref<4x8xf32>) maps [#full, #full] reduced [] {
  ^bb0(%0: f32):
    amprt.yield %0, %0 : f32, f32
  }
  return
}

// -----

#full = affine_map<(r, c) -> (r, c)>
func.func @yields_other_type(%x: memref<4x8xf32>, %y: memref<4x8xf16>) {
  // expected-error @+1 {{'amprt.row_kernel' op yields 'f32' for destination 0, a 'memref<4x8xf16>'}}
  amprt.row_kernel ins(%x : memref<4x8xf32>) outs(%y : memref<4x8xf16>) maps [#full, #full] reduced [] {
  ^bb0(%0: f32):
    amprt.yield %0 : f32
  }
  return
}

// -----

#full = affine_map<(r, c) -> (r, c)>
func.func @not_reduced(%x: memref<4x8xf32>, %y: memref<4xf32>) {
  // expected-error @+1 {{'amprt.row_kernel' op yields a value of each point for destination 0, which has one for each row; combine it by 'amprt.reduce'}}
  amprt.row_kernel ins(%x : memref<4x8xf32>) outs(%y : memref<4xf32>) maps [#full, affine_map<(r, c) -> (r)>] reduced [1] {
  ^bb0(%0: f32):
    amprt.yield %0 : f32
  }
  return
}

// -----

#full = affine_map<(r, c) -> (r, c)>
func.func @combined_by_an_integer_op(%x: memref<4x8xf32>, %y: memref<4xf32>) {
  amprt.row_kernel ins(%x : memref<4x8xf32>) outs(%y : memref<4xf32>) maps [#full, affine_map<(r, c) -> (r)>] reduced [1] {
  ^bb0(%0: f32):
    // expected-error @+1 {{'amprt.reduce' op cannot combine values of 'f32' by 'maxsi'}}
    %1 = amprt.reduce <maxsi> %0 : f32
    amprt.yield %1 : f32
  }
  return
}

// -----

#full = affine_map<(r, c) -> (r, c)>
func.func @index_of_no_loop(%x: memref<4x8xf32>, %y: memref<4x8xf32>) {
  amprt.row_kernel ins(%x : memref<4x8xf32>) outs(%y : memref<4x8xf32>) maps [#full, #full] reduced [] {
  ^bb0(%0: f32):
    // expected-error @+1 {{'amprt.index' op expects a loop in [0, 2), found 2}}
    %1 = amprt.index 2 : index
    amprt.yield %0 : f32
  }
  return
}
