// RUN: amp-opt %s -verify-diagnostics -split-input-file

func.func @rank(%x: memref<9x4xf32>, %i: memref<1x6x1xi64>, %y: memref<1x6x4xf32>) {
  // expected-error @+1 {{expects three dimensions, found 'memref<9x4xf32>'}}
  amprt.read_at ins(%x, %i : memref<9x4xf32>, memref<1x6x1xi64>) outs(%y : memref<1x6x4xf32>)
  return
}

// -----

func.func @other_rows(%x: memref<2x9x4xf32>, %i: memref<1x6x1xi64>, %y: memref<1x6x4xf32>) {
  // expected-error @+1 {{expects dimension 0 of operand 0 to have size 1, as 'memref<1x6x4xf32>' has it, found 'memref<2x9x4xf32>'}}
  amprt.read_at ins(%x, %i : memref<2x9x4xf32>, memref<1x6x1xi64>) outs(%y : memref<1x6x4xf32>)
  return
}

// -----

func.func @other_index(%x: memref<2x9x4xf32>, %i: memref<2x6x3xi64>, %y: memref<2x6x4xf32>) {
  // expected-error @+1 {{expects dimension 2 of operand 1 to have size 4 or 1, as 'memref<2x6x4xf32>' has it, found 'memref<2x6x3xi64>'}}
  amprt.read_at ins(%x, %i : memref<2x9x4xf32>, memref<2x6x3xi64>) outs(%y : memref<2x6x4xf32>)
  return
}

// -----

func.func @other_elements(%x: memref<1x9x4xf32>, %i: memref<1x6x1xi64>, %y: memref<1x6x4xf16>) {
  // expected-error @+1 {{expects one type of elements, found 'memref<1x9x4xf32>' and 'memref<1x6x4xf16>'}}
  amprt.read_at ins(%x, %i : memref<1x9x4xf32>, memref<1x6x1xi64>) outs(%y : memref<1x6x4xf16>)
  return
}

// -----

func.func @nowhere_to_read(%x: memref<1x0x4xf32>, %i: memref<1x6x1xi64>, %y: memref<1x6x4xf32>) {
  // expected-error @+1 {{expects a known number of places to read, one or more, found 'memref<1x0x4xf32>'}}
  amprt.read_at ins(%x, %i : memref<1x0x4xf32>, memref<1x6x1xi64>) outs(%y : memref<1x6x4xf32>)
  return
}

// -----

func.func @tensor_and_buffer(%x: memref<1x9x4xf32>, %i: tensor<1x6x1xi64>, %y: memref<1x6x4xf32>) {
  // expected-error @+1 {{expects tensors or buffers, not both, found 'memref<1x9x4xf32>' and 'tensor<1x6x1xi64>'}}
  amprt.read_at ins(%x, %i : memref<1x9x4xf32>, tensor<1x6x1xi64>) outs(%y : memref<1x6x4xf32>)
  return
}

// -----

func.func @no_result(%x: tensor<1x9x4xf32>, %i: tensor<1x6x1xi64>, %y: tensor<1x6x4xf32>) {
  // expected-error @+1 {{has a result for each destination that is a tensor, of its type}}
  amprt.read_at ins(%x, %i : tensor<1x9x4xf32>, tensor<1x6x1xi64>) outs(%y : tensor<1x6x4xf32>)
  return
}

// -----

func.func @nothing_to_group(%i: memref<1x0x1xi64>, %o: memref<1x0x1xi32>, %s: memref<1x4x1xi32>) {
  // expected-error @+1 {{expects a known number of elements to group, one or more, found 'memref<1x0x1xi32>'}}
  amprt.group_at ins(%i : memref<1x0x1xi64>) outs(%o, %s : memref<1x0x1xi32>, memref<1x4x1xi32>)
  return
}

// -----

func.func @no_place(%i: memref<1x5x1xi64>, %o: memref<1x5x1xi32>, %s: memref<1x1x1xi32>) {
  // expected-error @+1 {{expects one element of 'starts' more than places, two or more, found 'memref<1x1x1xi32>'}}
  amprt.group_at ins(%i : memref<1x5x1xi64>) outs(%o, %s : memref<1x5x1xi32>, memref<1x1x1xi32>)
  return
}

// -----

func.func @too_many(%i: memref<1x3000000000x1xi64>, %o: memref<1x3000000000x1xi32>, %s: memref<1x4x1xi32>) {
  // expected-error @+1 {{counts to 2147483647, found 'memref<1x3000000000x1xi32>'; group fewer at a time}}
  amprt.group_at ins(%i : memref<1x3000000000x1xi64>) outs(%o, %s : memref<1x3000000000x1xi32>, memref<1x4x1xi32>)
  return
}

// -----

func.func @starts(%x: memref<1x6x4xf32>, %o: memref<1x6x1xi32>, %s: memref<1x9x1xi32>, %y: memref<1x9x4xf32>) {
  // expected-error @+1 {{expects dimension 1 of operand 2 to have size 10, as 'memref<1x9x4xf32>' has it, found 'memref<1x9x1xi32>'}}
  amprt.sum_groups ins(%x, %o, %s : memref<1x6x4xf32>, memref<1x6x1xi32>, memref<1x9x1xi32>) outs(%y : memref<1x9x4xf32>)
  return
}

// -----

func.func @two_groups(%x: memref<1x6x4xf32>, %o: memref<1x6x1xi32>, %s: memref<1x10x4xi32>, %y: memref<1x9x4xf32>) {
  // expected-error @+1 {{expects 'order' and 'starts' of one group_at, found 'memref<1x6x1xi32>' and 'memref<1x10x4xi32>'}}
  amprt.sum_groups ins(%x, %o, %s : memref<1x6x4xf32>, memref<1x6x1xi32>, memref<1x10x4xi32>) outs(%y : memref<1x9x4xf32>)
  return
}

// -----

func.func @sum_of_other_elements(%x: memref<1x6x4xf16>, %o: memref<1x6x1xi32>, %s: memref<1x10x1xi32>, %y: memref<1x9x4xf32>) {
  // expected-error @+1 {{expects one type of elements, found 'memref<1x6x4xf16>' and 'memref<1x9x4xf32>'}}
  amprt.sum_groups ins(%x, %o, %s : memref<1x6x4xf16>, memref<1x6x1xi32>, memref<1x10x1xi32>) outs(%y : memref<1x9x4xf32>)
  return
}

// -----

func.func @truth(%x: memref<1x6x4xi1>, %o: memref<1x6x1xi32>, %s: memref<1x10x1xi32>, %y: memref<1x9x4xi1>) {
  // expected-error @+1 {{cannot sum truth values, found 'memref<1x6x4xi1>'}}
  amprt.sum_groups ins(%x, %o, %s : memref<1x6x4xi1>, memref<1x6x1xi32>, memref<1x10x1xi32>) outs(%y : memref<1x9x4xi1>)
  return
}

// -----

func.func @nothing_to_add(%x: memref<1x0x4xf32>, %o: memref<1x0x1xi32>, %s: memref<1x10x1xi32>, %y: memref<1x9x4xf32>) {
  // expected-error @+1 {{expects a known number of elements to add, one or more, found 'memref<1x0x4xf32>'}}
  amprt.sum_groups ins(%x, %o, %s : memref<1x0x4xf32>, memref<1x0x1xi32>, memref<1x10x1xi32>) outs(%y : memref<1x9x4xf32>)
  return
}

// -----

func.func @cut_without_places(%s: memref<1x1x1xi32>, %b: memref<1x4x1xi32>) {
  // expected-error @+1 {{expects one element of 'starts' more than places, two or more, found 'memref<1x1x1xi32>'}}
  amprt.cut_groups ins(%s : memref<1x1x1xi32>) outs(%b : memref<1x4x1xi32>) {part = 64 : i64}
  return
}

// -----

func.func @cut_of_another_shape(%s: memref<1x10x4xi32>, %b: memref<1x4x1xi32>) {
  // expected-error @+1 {{expects dimension 2 of operand 0 to have size 1, as 'memref<1x4x1xi32>' has it, found 'memref<1x10x4xi32>'}}
  amprt.cut_groups ins(%s : memref<1x10x4xi32>) outs(%b : memref<1x4x1xi32>) {part = 64 : i64}
  return
}

// -----

func.func @parts_are_rounded(%x: memref<1x600x4xf16>, %o: memref<1x600x1xi32>, %b: memref<1x10x1xi32>, %y: memref<1x10x4xf16>) {
  // expected-error @+1 {{expects sums of parts in 'f32', found 'memref<1x10x4xf16>'}}
  amprt.sum_parts ins(%x, %o, %b : memref<1x600x4xf16>, memref<1x600x1xi32>, memref<1x10x1xi32>) outs(%y : memref<1x10x4xf16>) {part = 64 : i64}
  return
}

// -----

func.func @begins_of_other_parts(%x: memref<1x600x4xf16>, %o: memref<1x600x1xi32>, %b: memref<1x9x1xi32>, %y: memref<1x10x4xf32>) {
  // expected-error @+1 {{expects dimension 1 of operand 2 to have size 10, as 'memref<1x10x4xf32>' has it, found 'memref<1x9x1xi32>'}}
  amprt.sum_parts ins(%x, %o, %b : memref<1x600x4xf16>, memref<1x600x1xi32>, memref<1x9x1xi32>) outs(%y : memref<1x10x4xf32>) {part = 64 : i64}
  return
}

// -----

func.func @part_of_nothing(%x: memref<1x600x4xf32>, %o: memref<1x600x1xi32>, %s: memref<1x10x1xi32>, %y: memref<1x9x4xf32>) {
  // expected-error @+1 {{expects 'part' with sums of parts, and only with them}}
  amprt.sum_groups ins(%x, %o, %s : memref<1x600x4xf32>, memref<1x600x1xi32>, memref<1x10x1xi32>) outs(%y : memref<1x9x4xf32>) {part = 64 : i64}
  return
}

// -----

func.func @too_few_parts(%x: memref<1x600x4xf32>, %o: memref<1x600x1xi32>, %s: memref<1x10x1xi32>, %p: memref<1x9x4xf32>, %y: memref<1x9x4xf32>) {
  // expected-error @+1 {{expects 10 sums for parts of 64 of 600 elements, found 'memref<1x9x4xf32>'}}
  amprt.sum_groups ins(%x, %o, %s : memref<1x600x4xf32>, memref<1x600x1xi32>, memref<1x10x1xi32>) parts(%p : memref<1x9x4xf32>) outs(%y : memref<1x9x4xf32>) {part = 64 : i64}
  return
}

// -----

func.func @merge_of_other_sizes(%i: memref<1x6x1xi64>, %o: memref<1x6x1xi32>, %m: memref<1x7x1xi32>) {
  // expected-error @+1 {{expects dimension 1 of operand 0 to have size 7, as 'memref<1x7x1xi32>' has it, found 'memref<1x6x1xi64>'}}
  amprt.merge_at ins(%i, %o : memref<1x6x1xi64>, memref<1x6x1xi32>) outs(%m : memref<1x7x1xi32>) {places = 3 : i64, run = 2 : i64}
  return
}

// -----

func.func @distinct_without_zeros(%x: tensor<1x6x4xf32>, %i: tensor<1x6x1xi64>, %o: tensor<1x6x1xi32>, %s: tensor<1x10x1xi32>, %y: tensor<1x6x4xf32>) {
  // expected-error @+1 {{expects a row more than there are elements, 7, found 'tensor<1x6x4xf32>'}}
  %0 = amprt.sum_distinct ins(%x, %o, %s, %i : tensor<1x6x4xf32>, tensor<1x6x1xi32>, tensor<1x10x1xi32>, tensor<1x6x1xi64>) outs(%y : tensor<1x6x4xf32>) -> tensor<1x6x4xf32>
  return
}

// -----

func.func @distinct_of_other_index(%x: memref<1x6x4xf32>, %i: memref<1x5x1xi64>, %o: memref<1x6x1xi32>, %s: memref<1x10x1xi32>, %y: memref<1x7x4xf32>) {
  // expected-error @+1 {{expects dimension 1 of operand 3 to have size 6, as 'memref<1x6x1xi32>' has it, found 'memref<1x5x1xi64>'}}
  amprt.sum_distinct ins(%x, %o, %s, %i : memref<1x6x4xf32>, memref<1x6x1xi32>, memref<1x10x1xi32>, memref<1x5x1xi64>) outs(%y : memref<1x7x4xf32>)
  return
}

// -----

func.func @distinct_of_no_place(%x: memref<1x6x4xf32>, %i: memref<1x6x1xi64>, %o: memref<1x6x1xi32>, %s: memref<1x1x1xi32>, %y: memref<1x7x4xf32>) {
  // expected-error @+1 {{expects one element of 'starts' more than places, two or more, found 'memref<1x1x1xi32>'}}
  amprt.sum_distinct ins(%x, %o, %s, %i : memref<1x6x4xf32>, memref<1x6x1xi32>, memref<1x1x1xi32>, memref<1x6x1xi64>) outs(%y : memref<1x7x4xf32>)
  return
}

// -----

func.func @map_other_shape(%x: memref<1x6x4xf32>, %o: memref<1x6x1xi32>, %s: memref<1x10x1xi32>, %m: memref<1x8x4xf32>, %y: memref<1x9x4xf32>) {
  // expected-error @+1 {{expects dimension 1 of operand 3 to have size 9, as 'memref<1x9x4xf32>' has it, found 'memref<1x8x4xf32>'}}
  amprt.map_groups ins(%x, %o, %s : memref<1x6x4xf32>, memref<1x6x1xi32>, memref<1x10x1xi32>) others(%m : memref<1x8x4xf32>) outs(%y : memref<1x9x4xf32>) {
  ^bb0(%sum: f32, %other: f32, %old: f32):
    amprt.yield %sum : f32
  }
  return
}

// -----

func.func @map_large_scalar(%x: memref<1x6x4xf32>, %o: memref<1x6x1xi32>, %s: memref<1x10x1xi32>, %r: memref<1x2x1xf32>, %y: memref<1x9x4xf32>) {
  // expected-error @+1 {{expects scalars of one element, found 'memref<1x2x1xf32>'}}
  amprt.map_groups ins(%x, %o, %s : memref<1x6x4xf32>, memref<1x6x1xi32>, memref<1x10x1xi32>) scalars(%r : memref<1x2x1xf32>) outs(%y : memref<1x9x4xf32>) {
  ^bb0(%sum: f32, %rate: f32, %old: f32):
    amprt.yield %sum : f32
  }
  return
}

// -----

func.func @map_other_arguments(%x: memref<1x6x4xf16>, %o: memref<1x6x1xi32>, %s: memref<1x10x1xi32>, %y: memref<1x9x4xf32>) {
  // expected-error @+1 {{expects a body that takes the sum and an element of each of the others, the scalars and the destinations, 'f16', 'f32', found 'f32', 'f32'}}
  amprt.map_groups ins(%x, %o, %s : memref<1x6x4xf16>, memref<1x6x1xi32>, memref<1x10x1xi32>) outs(%y : memref<1x9x4xf32>) {
  ^bb0(%sum: f32, %old: f32):
    amprt.yield %sum : f32
  }
  return
}

// -----

func.func @map_yields_other(%x: memref<1x6x4xf16>, %o: memref<1x6x1xi32>, %s: memref<1x10x1xi32>, %y: memref<1x9x4xf32>) {
  // expected-error @+1 {{expects a body that yields an element of each destination, 'f32', found 'f16'}}
  amprt.map_groups ins(%x, %o, %s : memref<1x6x4xf16>, memref<1x6x1xi32>, memref<1x10x1xi32>) outs(%y : memref<1x9x4xf32>) {
  ^bb0(%sum: f16, %old: f32):
    amprt.yield %sum : f16
  }
  return
}
