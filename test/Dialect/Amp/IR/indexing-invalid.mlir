// RUN: amp-opt %s -verify-diagnostics -split-input-file

// One case per diagnostic, named after what is wrong.

func.func @one_hot_of_no_class(%t: tensor<4xi64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.one_hot' op expects at least one class, found 0}}
  %0 = amp.one_hot %t {classes = 0 : i64, dtype = f32} : (tensor<4xi64>) -> tensor<4x0xf32>
  return
}

// -----

func.func @one_hot_of_tensors(%t: tensor<4xi64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.one_hot' op expects a floating-point dtype, found 'tensor<f32>'}}
  %0 = amp.one_hot %t {classes = 3 : i64, dtype = tensor<f32>} : (tensor<4xi64>) -> tensor<4x3xf32>
  return
}

// -----

func.func @indices_are_narrow(%x: tensor<4x8xf16>, %i: tensor<2xi32>) {
  // expected-error @+1 {{'amp.index_select' op operand #1 must be ranked tensor of 64-bit signless integer values, but got 'tensor<2xi32>'}}
  %0 = amp.index_select %x, %i {dim = 0 : i64} : (tensor<4x8xf16>, tensor<2xi32>) -> tensor<2x8xf16>
  return
}

// -----

func.func @select_by_a_matrix(%x: tensor<4x8xf16>, %i: tensor<2x2xi64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.index_select' op expects a vector of indices, found 'tensor<2x2xi64>'}}
  %0 = amp.index_select %x, %i {dim = 0 : i64} : (tensor<4x8xf16>, tensor<2x2xi64>) -> tensor<2x8xf16>
  return
}

// -----

func.func @select_along_no_dimension(%x: tensor<4x8xf16>, %i: tensor<2xi64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.index_select' op expects dim in [-2, 2) for 'tensor<4x8xf16>', found 2}}
  %0 = amp.index_select %x, %i {dim = 2 : i64} : (tensor<4x8xf16>, tensor<2xi64>) -> tensor<2x8xf16>
  return
}

// -----

func.func @gather_along_no_dimension(%x: tensor<4x8xf16>, %i: tensor<4x2xi64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.gather' op expects dim in [-2, 2) for 'tensor<4x8xf16>', found 2}}
  %0 = amp.gather %x, %i {dim = 2 : i64} : (tensor<4x8xf16>, tensor<4x2xi64>) -> tensor<4x2xf16>
  return
}

// -----

func.func @gather_more_rows(%x: tensor<4x8xf16>, %i: tensor<5x2xi64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.gather' op expects indices of the input's rank, not larger than it in other dimensions than 1, found 'tensor<5x2xi64>' for 'tensor<4x8xf16>'}}
  %0 = amp.gather %x, %i {dim = 1 : i64} : (tensor<4x8xf16>, tensor<5x2xi64>) -> tensor<5x2xf16>
  return
}

// -----

func.func @gather_by_a_vector(%x: tensor<4x8xf16>, %i: tensor<4xi64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.gather' op expects indices of the input's rank, not larger than it in other dimensions than 1, found 'tensor<4xi64>' for 'tensor<4x8xf16>'}}
  %0 = amp.gather %x, %i {dim = 1 : i64} : (tensor<4x8xf16>, tensor<4xi64>) -> tensor<4xf16>
  return
}

// -----

func.func @scatter_along_no_dimension(%x: tensor<4x8xf16>, %i: tensor<4x2xi64>, %s: tensor<4x2xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.scatter_add' op expects dim in [-2, 2) for 'tensor<4x8xf16>', found 2}}
  %0 = amp.scatter_add %x, %i, %s {dim = 2 : i64} : (tensor<4x8xf16>, tensor<4x2xi64>, tensor<4x2xf16>) -> tensor<4x8xf16>
  return
}

// -----

func.func @scatter_of_another_type(%x: tensor<4x8xf16>, %i: tensor<4x2xi64>, %s: tensor<4x2xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.scatter_add' op expects operands of one element type, found 'f16' and 'f32'}}
  %0 = amp.scatter_add %x, %i, %s {dim = 1 : i64} : (tensor<4x8xf16>, tensor<4x2xi64>, tensor<4x2xf32>) -> tensor<4x8xf16>
  return
}

// -----

func.func @scatter_more_rows(%x: tensor<4x8xf16>, %i: tensor<5x2xi64>, %s: tensor<5x2xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.scatter_add' op expects indices of the input's rank, not larger than it in other dimensions than 1, found 'tensor<5x2xi64>' for 'tensor<4x8xf16>'}}
  %0 = amp.scatter_add %x, %i, %s {dim = 1 : i64} : (tensor<4x8xf16>, tensor<5x2xi64>, tensor<5x2xf16>) -> tensor<4x8xf16>
  return
}

// -----

func.func @source_is_too_small(%x: tensor<4x8xf16>, %i: tensor<4x2xi64>, %s: tensor<4x1xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.scatter_add' op expects indices of the source's rank, not larger than it, found 'tensor<4x2xi64>' for 'tensor<4x1xf16>'}}
  %0 = amp.scatter_add %x, %i, %s {dim = 1 : i64} : (tensor<4x8xf16>, tensor<4x2xi64>, tensor<4x1xf16>) -> tensor<4x8xf16>
  return
}

// -----

func.func @source_of_another_rank(%x: tensor<4x8xf16>, %i: tensor<4x2xi64>, %s: tensor<8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.scatter_add' op expects indices of the source's rank, not larger than it, found 'tensor<4x2xi64>' for 'tensor<8xf16>'}}
  %0 = amp.scatter_add %x, %i, %s {dim = 1 : i64} : (tensor<4x8xf16>, tensor<4x2xi64>, tensor<8xf16>) -> tensor<4x8xf16>
  return
}

// -----

func.func @copy_along_no_dimension(%x: tensor<4x8xf16>, %i: tensor<2xi64>, %s: tensor<4x2xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.index_copy' op expects dim in [-2, 2) for 'tensor<4x8xf16>', found -3}}
  %0 = amp.index_copy %x, %i, %s {dim = -3 : i64} : (tensor<4x8xf16>, tensor<2xi64>, tensor<4x2xf16>) -> tensor<4x8xf16>
  return
}

// -----

func.func @copy_of_another_type(%x: tensor<4x8xf16>, %i: tensor<2xi64>, %s: tensor<4x2xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.index_copy' op expects operands of one element type, found 'f16' and 'f32'}}
  %0 = amp.index_copy %x, %i, %s {dim = 1 : i64} : (tensor<4x8xf16>, tensor<2xi64>, tensor<4x2xf32>) -> tensor<4x8xf16>
  return
}

// -----

func.func @copy_by_a_matrix(%x: tensor<4x8xf16>, %i: tensor<2x1xi64>, %s: tensor<4x2xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.index_copy' op expects a vector of indices, found 'tensor<2x1xi64>'}}
  %0 = amp.index_copy %x, %i, %s {dim = 1 : i64} : (tensor<4x8xf16>, tensor<2x1xi64>, tensor<4x2xf16>) -> tensor<4x8xf16>
  return
}

// -----

func.func @copy_of_more_slices(%x: tensor<4x8xf16>, %i: tensor<2xi64>, %s: tensor<4x3xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.index_copy' op expects source 'tensor<4x2xf16>' for 'tensor<2xi64>' along dimension 1 of 'tensor<4x8xf16>', found 'tensor<4x3xf16>'}}
  %0 = amp.index_copy %x, %i, %s {dim = 1 : i64} : (tensor<4x8xf16>, tensor<2xi64>, tensor<4x3xf16>) -> tensor<4x8xf16>
  return
}

// -----

func.func @put_into_a_scalar(%x: tensor<f16>, %i: tensor<2xi64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.index_put' op expects rank 1 or more, found 'tensor<f16>'}}
  %0 = amp.index_put %x, %i, %x : (tensor<f16>, tensor<2xi64>, tensor<f16>) -> tensor<f16>
  return
}

// -----

func.func @put_of_another_type(%x: tensor<4x8xf16>, %i: tensor<2xi64>, %s: tensor<2x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.index_put' op expects operands of one element type, found 'f16' and 'f32'}}
  %0 = amp.index_put %x, %i, %s : (tensor<4x8xf16>, tensor<2xi64>, tensor<2x8xf32>) -> tensor<4x8xf16>
  return
}

// -----

func.func @put_of_more_values(%x: tensor<4x8xf16>, %i: tensor<2xi64>, %s: tensor<3x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.index_put' op cannot broadcast 'tensor<3x8xf16>' to 'tensor<2x8xf16>', the shape of the indices followed by that of a slice}}
  %0 = amp.index_put %x, %i, %s : (tensor<4x8xf16>, tensor<2xi64>, tensor<3x8xf16>) -> tensor<4x8xf16>
  return
}

// -----

func.func @put_of_a_larger_rank(%x: tensor<4x8xf16>, %i: tensor<2xi64>, %s: tensor<1x2x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.index_put' op cannot broadcast 'tensor<1x2x8xf16>' to 'tensor<2x8xf16>', the shape of the indices followed by that of a slice}}
  %0 = amp.index_put %x, %i, %s {accumulate = true} : (tensor<4x8xf16>, tensor<2xi64>, tensor<1x2x8xf16>) -> tensor<4x8xf16>
  return
}

// -----

func.func @embedding_weight_of_wrong_rank(%a: tensor<1000xf32>, %b: tensor<4xi64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.embedding' op expects weight [V, D], found 'tensor<1000xf32>'}}
  %0 = amp.embedding %a, %b : (tensor<1000xf32>, tensor<4xi64>) -> tensor<4xf32>
  return
}

// -----

func.func @embedding_padding_behind_the_end(%a: tensor<1000x64xf32>, %b: tensor<4xi64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.embedding' op expects padding_idx in [-1000, 1000) of 'tensor<1000x64xf32>', found 1000}}
  %0 = amp.embedding %a, %b {padding_idx = 1000 : i64} : (tensor<1000x64xf32>, tensor<4xi64>) -> tensor<4x64xf32>
  return
}

// -----

func.func @embedding_padding_before_the_start(%a: tensor<1000x64xf32>, %b: tensor<4xi64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.embedding' op expects padding_idx in [-1000, 1000) of 'tensor<1000x64xf32>', found -1001}}
  %0 = amp.embedding %a, %b {padding_idx = -1001 : i64} : (tensor<1000x64xf32>, tensor<4xi64>) -> tensor<4x64xf32>
  return
}

// -----

func.func @embedding_of_floats(%a: tensor<1000x64xf32>, %b: tensor<4xf32>) {
  // expected-error @+1 {{'amp.embedding' op operand #1 must be ranked tensor of 32-bit signless integer or 64-bit signless integer values, but got 'tensor<4xf32>'}}
  %0 = amp.embedding %a, %b : (tensor<1000x64xf32>, tensor<4xf32>) -> tensor<4x64xf32>
  return
}

// -----

func.func @embedding_result_of_other_size(%a: tensor<1000x64xf32>, %b: tensor<4x?xi64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.embedding' op inferred type(s) 'tensor<4x?x64xf32>' are incompatible with return type(s) of operation 'tensor<4x?x32xf32>'}}
  %0 = amp.embedding %a, %b : (tensor<1000x64xf32>, tensor<4x?xi64>) -> tensor<4x?x32xf32>
  return
}

// -----

func.func @read_at_of_other_rows(%x: tensor<2x5x3xf32>, %i: tensor<3x4x1xi64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.read_at' op expects three dimensions, and indices of the same first and last size or of size 1 in the first and the last one, found 'tensor<2x5x3xf32>' and 'tensor<3x4x1xi64>'}}
  %0 = amp.read_at %x, %i : (tensor<2x5x3xf32>, tensor<3x4x1xi64>) -> tensor<2x4x3xf32>
  return
}

// -----

func.func @read_at_of_nothing(%x: tensor<2x0x3xf32>, %i: tensor<1x4x1xi64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.read_at' op expects elements to read, found 'tensor<2x0x3xf32>'}}
  %0 = amp.read_at %x, %i : (tensor<2x0x3xf32>, tensor<1x4x1xi64>) -> tensor<2x4x3xf32>
  return
}

// -----

func.func @sum_at_of_more(%x: tensor<2x5x3xf32>, %i: tensor<1x4x1xi64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.sum_at' op expects three dimensions, and indices of the same sizes or of size 1 in the first and the last one, found 'tensor<2x5x3xf32>' and 'tensor<1x4x1xi64>'}}
  %0 = amp.sum_at %x, %i {size = 7 : i64} : (tensor<2x5x3xf32>, tensor<1x4x1xi64>) -> tensor<2x7x3xf32>
  return
}

// -----

func.func @sum_at_no_place(%x: tensor<2x4x3xf32>, %i: tensor<1x4x1xi64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.sum_at' op expects at least one place, found 0}}
  %0 = amp.sum_at %x, %i {size = 0 : i64} : (tensor<2x4x3xf32>, tensor<1x4x1xi64>) -> tensor<2x0x3xf32>
  return
}

// -----

func.func @sum_at_onto_others(%x: tensor<2x4x3xf32>, %i: tensor<1x4x1xi64>, %y: tensor<2x6x3xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.sum_at' op expects to add to 'tensor<2x7x3xf32>', found 'tensor<2x6x3xf32>'}}
  %0 = amp.sum_at %x, %i, %y {size = 7 : i64} : (tensor<2x4x3xf32>, tensor<1x4x1xi64>, tensor<2x6x3xf32>) -> tensor<2x7x3xf32>
  return
}

// -----

func.func @last_at_of_vector(%i: tensor<4xi64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.last_at' op expects three dimensions, found 'tensor<4xi64>'}}
  %0 = amp.last_at %i {size = 7 : i64} : (tensor<4xi64>) -> tensor<7xi64>
  return
}
