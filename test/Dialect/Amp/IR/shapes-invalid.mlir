// RUN: amp-opt %s -verify-diagnostics -split-input-file

// One case per diagnostic, named after what is wrong.

func.func @reshape_with_two_open_sizes(%x: tensor<4x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.reshape' op shape has two entries of -1}}
  %0 = amp.reshape %x {shape = array<i64: -1, -1>} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @reshape_to_negative_size(%x: tensor<4x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.reshape' op shape entries are sizes or -1, found -2}}
  %0 = amp.reshape %x {shape = array<i64: -2, 8>} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @reshape_of_uncountable(%x: tensor<4294967296x4294967296xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.reshape' op input 'tensor<4294967296x4294967296xf32>' has too many elements}}
  %0 = amp.reshape %x {shape = array<i64: 8>} : (tensor<4294967296x4294967296xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @reshape_overflows(%x: tensor<?xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.reshape' op shape has too many elements}}
  %0 = amp.reshape %x {shape = array<i64: 4294967296, 4294967296>} : (tensor<?xf32>) -> tensor<4294967296x4294967296xf32>
  return
}

// -----

func.func @reshape_leaves_a_rest(%x: tensor<4x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.reshape' op cannot spread 32 elements of 'tensor<4x8xf32>' over -1 times 5}}
  %0 = amp.reshape %x {shape = array<i64: -1, 5>} : (tensor<4x8xf32>) -> tensor<6x5xf32>
  return
}

// -----

func.func @reshape_to_other_count(%x: tensor<4x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.reshape' op expects 33 elements, found 32 in 'tensor<4x8xf32>'}}
  %0 = amp.reshape %x {shape = array<i64: 33>} : (tensor<4x8xf32>) -> tensor<33xf32>
  return
}

// -----

func.func @transpose_by_no_permutation(%x: tensor<4x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.transpose' op expects a permutation of the 2 dimensions of 'tensor<4x8xf32>', found [0, 0]}}
  %0 = amp.transpose %x {permutation = array<i64: 0, 0>} : (tensor<4x8xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @transpose_of_other_rank(%x: tensor<4x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.transpose' op expects a permutation of the 2 dimensions of 'tensor<4x8xf32>', found [0, 1, 2]}}
  %0 = amp.transpose %x {permutation = array<i64: 0, 1, 2>} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @broadcast_to_other_size(%x: tensor<4x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.broadcast_to' op cannot broadcast 'tensor<4x8xf32>' to [4, 9]; expected dimensions, from the last one, to be equal or 1}}
  %0 = amp.broadcast_to %x {shape = array<i64: 4, 9>} : (tensor<4x8xf32>) -> tensor<4x9xf32>
  return
}

// -----

func.func @broadcast_to_lower_rank(%x: tensor<4x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.broadcast_to' op cannot broadcast 'tensor<4x8xf32>' to [8]}}
  %0 = amp.broadcast_to %x {shape = array<i64: 8>} : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @slice_of_other_rank(%x: tensor<4x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.slice' op expects 2 offsets, sizes and strides, one per dimension}}
  %0 = amp.slice %x {offsets = array<i64: 0>, sizes = array<i64: 4>} : (tensor<4x8xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @slice_from_negative_offset(%x: tensor<4x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.slice' op expects offsets of at least 0 and strides of at least 1 in dimension 1, found offset -1, size 4 and stride 1}}
  %0 = amp.slice %x {offsets = array<i64: 0, -1>, sizes = array<i64: 4, 4>} : (tensor<4x8xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @slice_by_no_stride(%x: tensor<4x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.slice' op expects offsets of at least 0 and strides of at least 1 in dimension 0, found offset 0, size 4 and stride 0}}
  %0 = amp.slice %x {offsets = array<i64: 0, 0>, sizes = array<i64: 4, 4>, strides = array<i64: 0, 1>} : (tensor<4x8xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @slice_reaches_past_end(%x: tensor<4x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.slice' op reaches past dimension 1: 4 elements from 2 by 2 in a size of 8}}
  %0 = amp.slice %x {offsets = array<i64: 0, 2>, sizes = array<i64: 4, 4>, strides = array<i64: 1, 2>} : (tensor<4x8xf32>) -> tensor<4x4xf32>
  return
}

// -----

// The number of steps from offset to end must not be computed by an overflowing sum.
func.func @slice_by_huge_stride(%x: tensor<8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.slice' op reaches past dimension 0: 2 elements from 0 by 9223372036854775807 in a size of 8}}
  %0 = amp.slice %x {offsets = array<i64: 0>, sizes = array<i64: 2>, strides = array<i64: 9223372036854775807>} : (tensor<8xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @slice_backward_of_unknown_size(%x: tensor<4x4xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.slice_backward' op expects a static shape, found a size of -1}}
  %0 = amp.slice_backward %x {shape = array<i64: -1, 8>, offsets = array<i64: 0, 0>} : (tensor<4x4xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @slice_backward_reaches_past_end(%x: tensor<4x4xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.slice_backward' op reaches past dimension 1: 4 elements from 5 by 1 in a size of 8}}
  %0 = amp.slice_backward %x {shape = array<i64: 4, 8>, offsets = array<i64: 0, 5>} : (tensor<4x4xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @concat_of_nothing() {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.concat' op expects an operand}}
  %0 = amp.concat {dim = 0 : i64} : () -> tensor<4xf32>
  return
}

// -----

func.func @concat_dimension_does_not_exist(%x: tensor<4x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.concat' op expects dim in [0, 2), found 2}}
  %0 = amp.concat %x, %x {dim = 2 : i64} : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @concat_of_other_sizes(%x: tensor<4x8xf32>, %y: tensor<5x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.concat' op expects operands that differ in dimension 1 only, found 'tensor<4x8xf32>' and 'tensor<5x8xf32>'}}
  %0 = amp.concat %x, %y {dim = 1 : i64} : (tensor<4x8xf32>, tensor<5x8xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @concat_of_other_element_types(%x: tensor<4x8xf32>, %y: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.concat' op expects operands that differ in dimension 1 only, found 'tensor<4x8xf32>' and 'tensor<4x8xf16>'}}
  %0 = amp.concat %x, %y {dim = 1 : i64} : (tensor<4x8xf32>, tensor<4x8xf16>) -> tensor<4x16xf32>
  return
}

// -----

func.func @stack_of_nothing() {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.stack' op expects an operand}}
  %0 = amp.stack : () -> tensor<0xf16>
  return
}

// -----

func.func @stack_at_no_dimension(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.stack' op expects dim in [-3, 3) for 'tensor<4x8xf16>', found 3}}
  %0 = amp.stack %x {dim = 3 : i64} : (tensor<4x8xf16>) -> tensor<4x8x1xf16>
  return
}

// -----

func.func @stack_of_types(%a: tensor<8xf16>, %b: tensor<8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.stack' op expects operands of one element type, found 'f16' and 'f32'}}
  %0 = amp.stack %a, %b : (tensor<8xf16>, tensor<8xf32>) -> tensor<2x8xf16>
  return
}

// -----

func.func @stack_of_shapes(%a: tensor<8xf16>, %b: tensor<?xf16>, %c: tensor<4xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.stack' op expects operands of one shape, found 'tensor<?xf16>' and 'tensor<4xf16>'}}
  %0 = amp.stack %b, %a, %c : (tensor<?xf16>, tensor<8xf16>, tensor<4xf16>) -> tensor<3x8xf16>
  return
}

// -----

func.func @stack_of_ranks(%a: tensor<8xf16>, %b: tensor<1x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.stack' op expects operands of one shape, found 'tensor<8xf16>' and 'tensor<1x8xf16>'}}
  %0 = amp.stack %a, %b : (tensor<8xf16>, tensor<1x8xf16>) -> tensor<2x8xf16>
  return
}

// -----

func.func @split_along_no_dimension(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.split' op expects dim in [-2, 2) for 'tensor<4x8xf16>', found 2}}
  %0 = amp.split %x {dim = 2 : i64, sizes = array<i64: 4>} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  return
}

// -----

func.func @split_into_nothing(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.split' op expects a size}}
  amp.split %x {sizes = array<i64>} : (tensor<4x8xf16>) -> ()
  return
}

// -----

func.func @negative_part(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.split' op expects sizes of at least 0, found -1}}
  %0:2 = amp.split %x {sizes = array<i64: 5, -1>} : (tensor<4x8xf16>) -> (tensor<5x8xf16>, tensor<0x8xf16>)
  return
}

// -----

func.func @parts_are_not_the_whole(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.split' op expects sizes that add up to 4, the size of dimension 0 of 'tensor<4x8xf16>', found 3}}
  %0:2 = amp.split %x {sizes = array<i64: 2, 1>} : (tensor<4x8xf16>) -> (tensor<2x8xf16>, tensor<1x8xf16>)
  return
}

// -----

func.func @parts_are_too_large(%x: tensor<?xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.split' op result has too many elements}}
  %0:2 = amp.split %x {sizes = array<i64: 9223372036854775807, 1>} : (tensor<?xf16>) -> (tensor<?xf16>, tensor<1xf16>)
  return
}

// -----

func.func @too_few_parts(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.split' op inferred type(s) 'tensor<2x8xf16>', 'tensor<2x8xf16>' are incompatible with return type(s) of operation 'tensor<2x8xf16>'}}
  %0 = amp.split %x {sizes = array<i64: 2, 2>} : (tensor<4x8xf16>) -> tensor<2x8xf16>
  return
}

// -----

func.func @squeeze_of_unknown_sizes(%x: tensor<?x1xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.squeeze' op cannot tell which dimensions of 'tensor<?x1xf16>' have size 1; list them in 'dims'}}
  %0 = amp.squeeze %x : (tensor<?x1xf16>) -> tensor<?xf16>
  return
}

// -----

func.func @squeeze_of_another_size(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.squeeze' op expects size 1 in dimension 1 of 'tensor<4x8xf16>'}}
  %0 = amp.squeeze %x {dims = array<i64: -1>} : (tensor<4x8xf16>) -> tensor<4xf16>
  return
}

// -----

func.func @squeeze_of_no_dimension(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.squeeze' op expects dim in [-2, 2) for 'tensor<4x8xf16>', found 2}}
  %0 = amp.squeeze %x {dims = array<i64: 2>} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  return
}

// -----

func.func @unsqueeze_at_no_dimension(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.unsqueeze' op expects dim in [-3, 3) for 'tensor<4x8xf16>', found -4}}
  %0 = amp.unsqueeze %x {dim = -4 : i64} : (tensor<4x8xf16>) -> tensor<1x4x8xf16>
  return
}

// -----

func.func @flip_of_no_dimension(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.flip' op expects dim in [-2, 2) for 'tensor<4x8xf16>', found 2}}
  %0 = amp.flip %x {dims = array<i64: 2>} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  return
}

// -----

func.func @flipped_twice(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.flip' op lists dimension 1 twice}}
  %0 = amp.flip %x {dims = array<i64: 1, -1>} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  return
}

// -----

func.func @negative_repeats(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.tile' op expects repeats of at least 0, found -1}}
  %0 = amp.tile %x {repeats = array<i64: -1>} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  return
}

// -----

func.func @too_many_repeats(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.tile' op result has too many elements}}
  %0 = amp.tile %x {repeats = array<i64: 4611686018427387904>} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  return
}

// -----

func.func @zeros_of_another_type(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.zeros_like' op inferred type(s) 'tensor<4x8xf16>' are incompatible with return type(s) of operation 'tensor<4x8xf32>'}}
  %0 = amp.zeros_like %x : (tensor<4x8xf16>) -> tensor<4x8xf32>
  return
}

// -----

func.func @pad_of_one_dimension(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.constant_pad_nd' op expects 2 entries, one per dimension, in 'low' and 'high', found 1 and 2}}
  %0 = amp.constant_pad_nd %x {low = array<i64: 1>, high = array<i64: 0, 0>} : (tensor<4x8xf16>) -> tensor<4x9xf16>
  return
}

// -----

func.func @nothing_left_to_take(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.constant_pad_nd' op cannot pad dimension 0 of 'tensor<4x8xf16>' with -3 and -2}}
  %0 = amp.constant_pad_nd %x {low = array<i64: -3, 0>, high = array<i64: -2, 0>} : (tensor<4x8xf16>) -> tensor<0x8xf16>
  return
}

// -----

func.func @taken_before_added(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.constant_pad_nd' op cannot pad dimension 1 of 'tensor<4x8xf16>' with -9 and 9}}
  %0 = amp.constant_pad_nd %x {low = array<i64: 0, -9>, high = array<i64: 0, 9>} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  return
}

// -----

func.func @pad_entries_differ(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.reflection_pad' op expects one to three entries in 'low' and as many in 'high', found 1 and 0}}
  %0 = amp.reflection_pad %x {low = array<i64: 1>, high = array<i64>} : (tensor<4x8xf16>) -> tensor<4x9xf16>
  return
}

// -----

func.func @pad_of_nothing(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.replication_pad' op expects one to three entries in 'low' and as many in 'high', found 0 and 0}}
  %0 = amp.replication_pad %x {low = array<i64>, high = array<i64>} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  return
}

// -----

func.func @pad_of_channels(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.reflection_pad' op expects rank 3 or 4 to pad 2 dimensions, found 'tensor<4x8xf16>'}}
  %0 = amp.reflection_pad %x {low = array<i64: 1, 1>, high = array<i64: 1, 1>} : (tensor<4x8xf16>) -> tensor<6x10xf16>
  return
}

// -----

func.func @negative_pad(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.replication_pad' op expects 'low' and 'high' of at least 0, found -1 and 0}}
  %0 = amp.replication_pad %x {low = array<i64: -1>, high = array<i64: 0>} : (tensor<4x8xf16>) -> tensor<4x7xf16>
  return
}

// -----

func.func @mirror_is_too_small(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.reflection_pad' op expects more than 8 elements in dimension 1, which is padded with 0 and 8, found 'tensor<4x8xf16>'}}
  %0 = amp.reflection_pad %x {low = array<i64: 0>, high = array<i64: 8>} : (tensor<4x8xf16>) -> tensor<4x16xf16>
  return
}

// -----

func.func @no_edge(%x: tensor<4x0xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.replication_pad' op expects more than 0 elements in dimension 1, which is padded with 1 and 0, found 'tensor<4x0xf16>'}}
  %0 = amp.replication_pad %x {low = array<i64: 1>, high = array<i64: 0>} : (tensor<4x0xf16>) -> tensor<4x1xf16>
  return
}

// -----

func.func @pad_is_too_large(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.replication_pad' op result has too many elements}}
  %0 = amp.replication_pad %x {low = array<i64: 9223372036854775807>, high = array<i64: 0>} : (tensor<4x8xf16>) -> tensor<4x?xf16>
  return
}
