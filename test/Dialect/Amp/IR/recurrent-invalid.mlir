// RUN: amp-opt %s -verify-diagnostics -split-input-file

// One case per diagnostic, named after what is wrong.

func.func @lstm_cell_with_one_bias(%a: tensor<4x8xf32>, %b: tensor<4x16xf32>, %c: tensor<4x16xf32>, %d: tensor<64x8xf32>, %e: tensor<64x16xf32>, %f: tensor<64xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.lstm_cell' op expects both b_ih and b_hh or neither, so 5 or 7 operands, found 6}}
  %0:2 = amp.lstm_cell %a, %b, %c, %d, %e, %f : (tensor<4x8xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<64x8xf32>, tensor<64x16xf32>, tensor<64xf32>) -> (tensor<4x16xf32>, tensor<4x16xf32>)
  return
}

// -----

func.func @gru_cell_with_one_bias(%a: tensor<4x8xf32>, %b: tensor<4x16xf32>, %c: tensor<48x8xf32>, %d: tensor<48x16xf32>, %e: tensor<48xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.gru_cell' op expects both b_ih and b_hh or neither, so 4 or 6 operands, found 5}}
  %0 = amp.gru_cell %a, %b, %c, %d, %e : (tensor<4x8xf32>, tensor<4x16xf32>, tensor<48x8xf32>, tensor<48x16xf32>, tensor<48xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @lstm_cell_element_types_differ(%a: tensor<4x8xf32>, %b: tensor<4x16xf32>, %c: tensor<4x16xf64>, %d: tensor<64x8xf32>, %e: tensor<64x16xf32>, %f: tensor<64xf32>, %g: tensor<64xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.lstm_cell' op expects operands of one element type, found 'f32' and 'f64'}}
  %0:2 = amp.lstm_cell %a, %b, %c, %d, %e, %f, %g : (tensor<4x8xf32>, tensor<4x16xf32>, tensor<4x16xf64>, tensor<64x8xf32>, tensor<64x16xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<4x16xf32>, tensor<4x16xf32>)
  return
}

// -----

func.func @lstm_cell_of_sequence(%a: tensor<32x4x8xf32>, %b: tensor<4x16xf32>, %c: tensor<4x16xf32>, %d: tensor<64x8xf32>, %e: tensor<64x16xf32>, %f: tensor<64xf32>, %g: tensor<64xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.lstm_cell' op expects input [N, in], found 'tensor<32x4x8xf32>'}}
  %0:2 = amp.lstm_cell %a, %b, %c, %d, %e, %f, %g : (tensor<32x4x8xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<64x8xf32>, tensor<64x16xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<4x16xf32>, tensor<4x16xf32>)
  return
}

// -----

func.func @lstm_cell_hidden_state_of_layer(%a: tensor<4x8xf32>, %b: tensor<1x4x16xf32>, %c: tensor<4x16xf32>, %d: tensor<64x8xf32>, %e: tensor<64x16xf32>, %f: tensor<64xf32>, %g: tensor<64xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.lstm_cell' op expects hx [N, H], found 'tensor<1x4x16xf32>'}}
  %0:2 = amp.lstm_cell %a, %b, %c, %d, %e, %f, %g : (tensor<4x8xf32>, tensor<1x4x16xf32>, tensor<4x16xf32>, tensor<64x8xf32>, tensor<64x16xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<4x16xf32>, tensor<4x16xf32>)
  return
}

// -----

func.func @lstm_cell_hidden_state_of_other_batch(%a: tensor<4x8xf32>, %b: tensor<5x16xf32>, %c: tensor<4x16xf32>, %d: tensor<64x8xf32>, %e: tensor<64x16xf32>, %f: tensor<64xf32>, %g: tensor<64xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.lstm_cell' op expects hx of type 'tensor<4x16xf32>', found 'tensor<5x16xf32>'}}
  %0:2 = amp.lstm_cell %a, %b, %c, %d, %e, %f, %g : (tensor<4x8xf32>, tensor<5x16xf32>, tensor<4x16xf32>, tensor<64x8xf32>, tensor<64x16xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<4x16xf32>, tensor<4x16xf32>)
  return
}

// -----

func.func @lstm_cell_cell_state_of_other_size(%a: tensor<4x8xf32>, %b: tensor<4x16xf32>, %c: tensor<4x8xf32>, %d: tensor<64x8xf32>, %e: tensor<64x16xf32>, %f: tensor<64xf32>, %g: tensor<64xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.lstm_cell' op expects cx of type 'tensor<4x16xf32>', found 'tensor<4x8xf32>'}}
  %0:2 = amp.lstm_cell %a, %b, %c, %d, %e, %f, %g : (tensor<4x8xf32>, tensor<4x16xf32>, tensor<4x8xf32>, tensor<64x8xf32>, tensor<64x16xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<4x16xf32>, tensor<4x16xf32>)
  return
}

// -----

func.func @lstm_cell_w_ih_of_gru(%a: tensor<4x8xf32>, %b: tensor<4x16xf32>, %c: tensor<4x16xf32>, %d: tensor<48x8xf32>, %e: tensor<64x16xf32>, %f: tensor<64xf32>, %g: tensor<64xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.lstm_cell' op expects w_ih of type 'tensor<64x8xf32>', found 'tensor<48x8xf32>'}}
  %0:2 = amp.lstm_cell %a, %b, %c, %d, %e, %f, %g : (tensor<4x8xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<48x8xf32>, tensor<64x16xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<4x16xf32>, tensor<4x16xf32>)
  return
}

// -----

func.func @lstm_cell_features_differ(%a: tensor<4x9xf32>, %b: tensor<4x16xf32>, %c: tensor<4x16xf32>, %d: tensor<64x8xf32>, %e: tensor<64x16xf32>, %f: tensor<64xf32>, %g: tensor<64xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.lstm_cell' op expects w_ih of type 'tensor<64x9xf32>', found 'tensor<64x8xf32>'}}
  %0:2 = amp.lstm_cell %a, %b, %c, %d, %e, %f, %g : (tensor<4x9xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<64x8xf32>, tensor<64x16xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<4x16xf32>, tensor<4x16xf32>)
  return
}

// -----

func.func @lstm_cell_w_hh_of_wrong_rank(%a: tensor<4x8xf32>, %b: tensor<4x16xf32>, %c: tensor<4x16xf32>, %d: tensor<64x8xf32>, %e: tensor<64xf32>, %f: tensor<64xf32>, %g: tensor<64xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.lstm_cell' op expects w_hh [gates H, H], found 'tensor<64xf32>'}}
  %0:2 = amp.lstm_cell %a, %b, %c, %d, %e, %f, %g : (tensor<4x8xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<64x8xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<4x16xf32>, tensor<4x16xf32>)
  return
}

// -----

func.func @lstm_cell_w_hh_of_other_size(%a: tensor<4x8xf32>, %b: tensor<4x16xf32>, %c: tensor<4x16xf32>, %d: tensor<64x8xf32>, %e: tensor<64x8xf32>, %f: tensor<64xf32>, %g: tensor<64xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.lstm_cell' op expects w_hh of type 'tensor<64x16xf32>', found 'tensor<64x8xf32>'}}
  %0:2 = amp.lstm_cell %a, %b, %c, %d, %e, %f, %g : (tensor<4x8xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<64x8xf32>, tensor<64x8xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<4x16xf32>, tensor<4x16xf32>)
  return
}

// -----

func.func @lstm_cell_b_ih_of_wrong_size(%a: tensor<4x8xf32>, %b: tensor<4x16xf32>, %c: tensor<4x16xf32>, %d: tensor<64x8xf32>, %e: tensor<64x16xf32>, %f: tensor<16xf32>, %g: tensor<64xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.lstm_cell' op expects b_ih of type 'tensor<64xf32>', found 'tensor<16xf32>'}}
  %0:2 = amp.lstm_cell %a, %b, %c, %d, %e, %f, %g : (tensor<4x8xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<64x8xf32>, tensor<64x16xf32>, tensor<16xf32>, tensor<64xf32>) -> (tensor<4x16xf32>, tensor<4x16xf32>)
  return
}

// -----

func.func @lstm_cell_b_hh_of_wrong_size(%a: tensor<4x8xf32>, %b: tensor<4x16xf32>, %c: tensor<4x16xf32>, %d: tensor<64x8xf32>, %e: tensor<64x16xf32>, %f: tensor<64xf32>, %g: tensor<16xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.lstm_cell' op expects b_hh of type 'tensor<64xf32>', found 'tensor<16xf32>'}}
  %0:2 = amp.lstm_cell %a, %b, %c, %d, %e, %f, %g : (tensor<4x8xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<64x8xf32>, tensor<64x16xf32>, tensor<64xf32>, tensor<16xf32>) -> (tensor<4x16xf32>, tensor<4x16xf32>)
  return
}

// -----

func.func @lstm_cell_compute_type(%a: tensor<4x8xf32>, %b: tensor<4x16xf32>, %c: tensor<4x16xf32>, %d: tensor<64x8xf32>, %e: tensor<64x16xf32>, %f: tensor<64xf32>, %g: tensor<64xf32>) {
  // expected-error @+1 {{'amp.lstm_cell' op expects compute_type 'f32' or tf32 for operands of 'f32', found 'bf16'}}
  %0:2 = amp.lstm_cell %a, %b, %c, %d, %e, %f, %g {compute_type = bf16} : (tensor<4x8xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<64x8xf32>, tensor<64x16xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<4x16xf32>, tensor<4x16xf32>)
  return
}

// -----

func.func @lstm_cell_does_not_widen(%a: tensor<4x8xf16>, %b: tensor<4x16xf16>, %c: tensor<4x16xf16>, %d: tensor<64x8xf16>, %e: tensor<64x16xf16>, %f: tensor<64xf16>, %g: tensor<64xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.lstm_cell' op inferred type(s) 'tensor<4x16xf16>', 'tensor<4x16xf16>' are incompatible with return type(s) of operation 'tensor<4x16xf32>', 'tensor<4x16xf32>'}}
  %0:2 = amp.lstm_cell %a, %b, %c, %d, %e, %f, %g : (tensor<4x8xf16>, tensor<4x16xf16>, tensor<4x16xf16>, tensor<64x8xf16>, tensor<64x16xf16>, tensor<64xf16>, tensor<64xf16>) -> (tensor<4x16xf32>, tensor<4x16xf32>)
  return
}

// -----

func.func @gru_cell_w_ih_of_lstm(%a: tensor<4x8xf32>, %b: tensor<4x16xf32>, %c: tensor<64x8xf32>, %d: tensor<48x16xf32>, %e: tensor<48xf32>, %f: tensor<48xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.gru_cell' op expects w_ih of type 'tensor<48x8xf32>', found 'tensor<64x8xf32>'}}
  %0 = amp.gru_cell %a, %b, %c, %d, %e, %f : (tensor<4x8xf32>, tensor<4x16xf32>, tensor<64x8xf32>, tensor<48x16xf32>, tensor<48xf32>, tensor<48xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @rnn_tanh_cell_w_hh_of_gru(%a: tensor<4x8xf32>, %b: tensor<4x16xf32>, %c: tensor<16x8xf32>, %d: tensor<48x16xf32>, %e: tensor<16xf32>, %f: tensor<16xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.rnn_tanh_cell' op expects w_hh of type 'tensor<16x16xf32>', found 'tensor<48x16xf32>'}}
  %0 = amp.rnn_tanh_cell %a, %b, %c, %d, %e, %f : (tensor<4x8xf32>, tensor<4x16xf32>, tensor<16x8xf32>, tensor<48x16xf32>, tensor<16xf32>, tensor<16xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @rnn_relu_cell_result_of_other_size(%a: tensor<?x8xf32>, %b: tensor<?x?xf32>, %c: tensor<16x8xf32>, %d: tensor<16x16xf32>, %e: tensor<16xf32>, %f: tensor<16xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.rnn_relu_cell' op inferred type(s) 'tensor<?x16xf32>' are incompatible with return type(s) of operation 'tensor<?x8xf32>'}}
  %0 = amp.rnn_relu_cell %a, %b, %c, %d, %e, %f : (tensor<?x8xf32>, tensor<?x?xf32>, tensor<16x8xf32>, tensor<16x16xf32>, tensor<16xf32>, tensor<16xf32>) -> tensor<?x8xf32>
  return
}

// -----

func.func @lstm_with_one_bias(%a: tensor<32x4x8xf32>, %b: tensor<1x4x16xf32>, %c: tensor<1x4x16xf32>, %d: tensor<64x8xf32>, %e: tensor<64x16xf32>, %f: tensor<64xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.lstm' op expects w_ih and w_hh of each layer and direction, b_ih and b_hh of all or none, so 2 or 4 weights, found 3}}
  %0:3 = amp.lstm %a, %b, %c, %d, %e, %f : (tensor<32x4x8xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>, tensor<64x8xf32>, tensor<64x16xf32>, tensor<64xf32>) -> (tensor<32x4x16xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>)
  return
}

// -----

func.func @lstm_states_of_a_batch(%a: tensor<4x8xf32>, %b: tensor<1x4x16xf32>, %c: tensor<1x4x16xf32>, %d: tensor<64x8xf32>, %e: tensor<64x16xf32>, %f: tensor<64xf32>, %g: tensor<64xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.lstm' op expects h0 [1, H] for an input [T, in], found 'tensor<1x4x16xf32>'}}
  %0:3 = amp.lstm %a, %b, %c, %d, %e, %f, %g : (tensor<4x8xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>, tensor<64x8xf32>, tensor<64x16xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<32x4x16xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>)
  return
}

// -----

func.func @lstm_of_four_dimensions(%a: tensor<4x32x8x1xf32>, %b: tensor<1x4x16xf32>, %c: tensor<1x4x16xf32>, %d: tensor<64x8xf32>, %e: tensor<64x16xf32>, %f: tensor<64xf32>, %g: tensor<64xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.lstm' op expects input [N, T, in] or [T, in], found 'tensor<4x32x8x1xf32>'}}
  %0:3 = amp.lstm %a, %b, %c, %d, %e, %f, %g {batch_first = true} : (tensor<4x32x8x1xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>, tensor<64x8xf32>, tensor<64x16xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<32x4x16xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>)
  return
}

// -----

func.func @lstm_of_fewer_weights(%a: tensor<32x4x8xf32>, %h: tensor<4x4x16xf32>, %w: tensor<64x8xf32>, %u: tensor<64x16xf32>, %v: tensor<64x32xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.lstm' op expects w_ih and w_hh of each layer and direction, b_ih and b_hh of all or none, so 8 or 16 weights, found 6}}
  %0:3 = amp.lstm %a, %h, %h, %w, %u, %w, %u, %v, %u {num_layers = 2 : i64, bidirectional = true} : (tensor<32x4x8xf32>, tensor<4x4x16xf32>, tensor<4x4x16xf32>, tensor<64x8xf32>, tensor<64x16xf32>, tensor<64x8xf32>, tensor<64x16xf32>, tensor<64x32xf32>, tensor<64x16xf32>) -> (tensor<32x4x32xf32>, tensor<4x4x16xf32>, tensor<4x4x16xf32>)
  return
}

// -----

func.func @lstm_second_layer_of_one_direction(%a: tensor<32x4x8xf32>, %h: tensor<4x4x16xf32>, %w: tensor<64x8xf32>, %u: tensor<64x16xf32>, %v: tensor<64x32xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.lstm' op expects w_ih_l1_reverse of type 'tensor<64x32xf32>', found 'tensor<64x8xf32>'}}
  %0:3 = amp.lstm %a, %h, %h, %w, %u, %w, %u, %v, %u, %w, %u {num_layers = 2 : i64, bidirectional = true} : (tensor<32x4x8xf32>, tensor<4x4x16xf32>, tensor<4x4x16xf32>, tensor<64x8xf32>, tensor<64x16xf32>, tensor<64x8xf32>, tensor<64x16xf32>, tensor<64x32xf32>, tensor<64x16xf32>, tensor<64x8xf32>, tensor<64x16xf32>) -> (tensor<32x4x32xf32>, tensor<4x4x16xf32>, tensor<4x4x16xf32>)
  return
}

// -----

func.func @lstm_of_no_layer(%a: tensor<32x4x8xf32>, %h: tensor<1x4x16xf32>, %w: tensor<64x8xf32>, %u: tensor<64x16xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.lstm' op expects num_layers in [1, 2147483647], found 0}}
  %0:3 = amp.lstm %a, %h, %h, %w, %u {num_layers = 0 : i64} : (tensor<32x4x8xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>, tensor<64x8xf32>, tensor<64x16xf32>) -> (tensor<32x4x16xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>)
  return
}

// -----

func.func @lstm_states_of_one_layer(%a: tensor<32x4x8xf32>, %h: tensor<4x4x16xf32>, %w: tensor<64x8xf32>, %u: tensor<64x16xf32>, %v: tensor<64x32xf32>, %g: tensor<1x4x16xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.lstm' op expects h0 of type 'tensor<4x4x16xf32>', found 'tensor<1x4x16xf32>'}}
  %0:3 = amp.lstm %a, %g, %h, %w, %u, %w, %u, %v, %u, %v, %u {num_layers = 2 : i64, bidirectional = true} : (tensor<32x4x8xf32>, tensor<1x4x16xf32>, tensor<4x4x16xf32>, tensor<64x8xf32>, tensor<64x16xf32>, tensor<64x8xf32>, tensor<64x16xf32>, tensor<64x32xf32>, tensor<64x16xf32>, tensor<64x32xf32>, tensor<64x16xf32>) -> (tensor<32x4x32xf32>, tensor<4x4x16xf32>, tensor<4x4x16xf32>)
  return
}

// -----

func.func @lstm_output_of_one_direction(%a: tensor<32x4x8xf32>, %h: tensor<4x4x16xf32>, %w: tensor<64x8xf32>, %u: tensor<64x16xf32>, %v: tensor<64x32xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.lstm' op inferred type(s) 'tensor<32x4x32xf32>', 'tensor<4x4x16xf32>', 'tensor<4x4x16xf32>' are incompatible with return type(s) of operation 'tensor<32x4x16xf32>', 'tensor<4x4x16xf32>', 'tensor<4x4x16xf32>'}}
  %0:3 = amp.lstm %a, %h, %h, %w, %u, %w, %u, %v, %u, %v, %u {num_layers = 2 : i64, bidirectional = true} : (tensor<32x4x8xf32>, tensor<4x4x16xf32>, tensor<4x4x16xf32>, tensor<64x8xf32>, tensor<64x16xf32>, tensor<64x8xf32>, tensor<64x16xf32>, tensor<64x32xf32>, tensor<64x16xf32>, tensor<64x32xf32>, tensor<64x16xf32>) -> (tensor<32x4x16xf32>, tensor<4x4x16xf32>, tensor<4x4x16xf32>)
  return
}

// -----

func.func @lstm_dropout_without_random_numbers(%a: tensor<32x4x8xf32>, %h: tensor<4x4x16xf32>, %w: tensor<64x8xf32>, %u: tensor<64x16xf32>, %v: tensor<64x32xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.lstm' op expects the state of its random numbers, random(%state), for dropout = 5.000000e-01}}
  %0:3 = amp.lstm %a, %h, %h, %w, %u, %w, %u, %v, %u, %v, %u {num_layers = 2 : i64, bidirectional = true, dropout = 0.5 : f64} : (tensor<32x4x8xf32>, tensor<4x4x16xf32>, tensor<4x4x16xf32>, tensor<64x8xf32>, tensor<64x16xf32>, tensor<64x8xf32>, tensor<64x16xf32>, tensor<64x32xf32>, tensor<64x16xf32>, tensor<64x32xf32>, tensor<64x16xf32>) -> (tensor<32x4x32xf32>, tensor<4x4x16xf32>, tensor<4x4x16xf32>)
  return
}

// -----

func.func @lstm_with_projections(%a: tensor<32x4x8xf32>, %h: tensor<1x4x16xf32>, %w: tensor<64x8xf32>, %u: tensor<64x16xf32>) {
  // expected-error @+1 {{'amp.lstm' op has no attribute 'proj_size'}}
  %0:3 = amp.lstm %a, %h, %h, %w, %u {proj_size = 4 : i64} : (tensor<32x4x8xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>, tensor<64x8xf32>, tensor<64x16xf32>) -> (tensor<32x4x16xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>)
  return
}

// -----

func.func @lstm_of_no_step(%a: tensor<0x4x8xf32>, %b: tensor<1x4x16xf32>, %c: tensor<1x4x16xf32>, %d: tensor<64x8xf32>, %e: tensor<64x16xf32>, %f: tensor<64xf32>, %g: tensor<64xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.lstm' op expects a sequence of one step or more, found 'tensor<0x4x8xf32>'}}
  %0:3 = amp.lstm %a, %b, %c, %d, %e, %f, %g : (tensor<0x4x8xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>, tensor<64x8xf32>, tensor<64x16xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<0x4x16xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>)
  return
}

// -----

func.func @lstm_state_of_cell(%a: tensor<32x4x8xf32>, %b: tensor<4x16xf32>, %c: tensor<1x4x16xf32>, %d: tensor<64x8xf32>, %e: tensor<64x16xf32>, %f: tensor<64xf32>, %g: tensor<64xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.lstm' op expects h0 [1, N, H], found 'tensor<4x16xf32>'}}
  %0:3 = amp.lstm %a, %b, %c, %d, %e, %f, %g : (tensor<32x4x8xf32>, tensor<4x16xf32>, tensor<1x4x16xf32>, tensor<64x8xf32>, tensor<64x16xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<32x4x16xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>)
  return
}

// -----

func.func @lstm_state_of_two_layers(%a: tensor<32x4x8xf32>, %b: tensor<2x4x16xf32>, %c: tensor<1x4x16xf32>, %d: tensor<64x8xf32>, %e: tensor<64x16xf32>, %f: tensor<64xf32>, %g: tensor<64xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.lstm' op expects h0 of type 'tensor<1x4x16xf32>', found 'tensor<2x4x16xf32>'}}
  %0:3 = amp.lstm %a, %b, %c, %d, %e, %f, %g : (tensor<32x4x8xf32>, tensor<2x4x16xf32>, tensor<1x4x16xf32>, tensor<64x8xf32>, tensor<64x16xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<32x4x16xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>)
  return
}

// -----

func.func @lstm_batch_is_not_first(%a: tensor<32x4x8xf32>, %b: tensor<1x4x16xf32>, %c: tensor<1x4x16xf32>, %d: tensor<64x8xf32>, %e: tensor<64x16xf32>, %f: tensor<64xf32>, %g: tensor<64xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.lstm' op expects h0 of type 'tensor<1x32x16xf32>', found 'tensor<1x4x16xf32>'}}
  %0:3 = amp.lstm %a, %b, %c, %d, %e, %f, %g {batch_first = true} : (tensor<32x4x8xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>, tensor<64x8xf32>, tensor<64x16xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<32x4x16xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>)
  return
}

// -----

func.func @lstm_cell_state_of_two_layers(%a: tensor<32x4x8xf32>, %b: tensor<1x4x16xf32>, %c: tensor<2x4x16xf32>, %d: tensor<64x8xf32>, %e: tensor<64x16xf32>, %f: tensor<64xf32>, %g: tensor<64xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.lstm' op expects c0 of type 'tensor<1x4x16xf32>', found 'tensor<2x4x16xf32>'}}
  %0:3 = amp.lstm %a, %b, %c, %d, %e, %f, %g : (tensor<32x4x8xf32>, tensor<1x4x16xf32>, tensor<2x4x16xf32>, tensor<64x8xf32>, tensor<64x16xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<32x4x16xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>)
  return
}

// -----

func.func @lstm_result_is_batch_first(%a: tensor<4x32x8xf32>, %b: tensor<1x4x16xf32>, %c: tensor<1x4x16xf32>, %d: tensor<64x8xf32>, %e: tensor<64x16xf32>, %f: tensor<64xf32>, %g: tensor<64xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.lstm' op inferred type(s) 'tensor<4x32x16xf32>', 'tensor<1x4x16xf32>', 'tensor<1x4x16xf32>' are incompatible with return type(s) of operation 'tensor<32x4x16xf32>', 'tensor<1x4x16xf32>', 'tensor<1x4x16xf32>'}}
  %0:3 = amp.lstm %a, %b, %c, %d, %e, %f, %g {batch_first = true} : (tensor<4x32x8xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>, tensor<64x8xf32>, tensor<64x16xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<32x4x16xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>)
  return
}

// -----

func.func @lstm_tf32_of_bf16(%a: tensor<32x4x8xbf16>, %b: tensor<1x4x16xbf16>, %c: tensor<1x4x16xbf16>, %d: tensor<64x8xbf16>, %e: tensor<64x16xbf16>, %f: tensor<64xbf16>, %g: tensor<64xbf16>) {
  // expected-error @+1 {{'amp.lstm' op expects compute_type 'f32' for operands of 'bf16', found 'tf32'}}
  %0:3 = amp.lstm %a, %b, %c, %d, %e, %f, %g {compute_type = tf32} : (tensor<32x4x8xbf16>, tensor<1x4x16xbf16>, tensor<1x4x16xbf16>, tensor<64x8xbf16>, tensor<64x16xbf16>, tensor<64xbf16>, tensor<64xbf16>) -> (tensor<32x4x16xbf16>, tensor<1x4x16xbf16>, tensor<1x4x16xbf16>)
  return
}

// -----

func.func @gru_w_hh_of_lstm(%a: tensor<32x4x8xf32>, %b: tensor<1x4x16xf32>, %c: tensor<48x8xf32>, %d: tensor<64x16xf32>, %e: tensor<48xf32>, %f: tensor<48xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.gru' op expects w_hh of type 'tensor<48x16xf32>', found 'tensor<64x16xf32>'}}
  %0:2 = amp.gru %a, %b, %c, %d, %e, %f : (tensor<32x4x8xf32>, tensor<1x4x16xf32>, tensor<48x8xf32>, tensor<64x16xf32>, tensor<48xf32>, tensor<48xf32>) -> (tensor<32x4x16xf32>, tensor<1x4x16xf32>)
  return
}

// -----

func.func @rnn_tanh_b_ih_of_gru(%a: tensor<32x4x8xf32>, %b: tensor<1x4x16xf32>, %c: tensor<16x8xf32>, %d: tensor<16x16xf32>, %e: tensor<48xf32>, %f: tensor<16xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.rnn_tanh' op expects b_ih of type 'tensor<16xf32>', found 'tensor<48xf32>'}}
  %0:2 = amp.rnn_tanh %a, %b, %c, %d, %e, %f : (tensor<32x4x8xf32>, tensor<1x4x16xf32>, tensor<16x8xf32>, tensor<16x16xf32>, tensor<48xf32>, tensor<16xf32>) -> (tensor<32x4x16xf32>, tensor<1x4x16xf32>)
  return
}

// -----

func.func @rnn_relu_element_types_differ(%a: tensor<32x4x8xf32>, %b: tensor<1x4x16xf32>, %c: tensor<16x8xf32>, %d: tensor<16x16xf32>, %e: tensor<16xf32>, %f: tensor<16xbf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.rnn_relu' op expects operands of one element type, found 'f32' and 'bf16'}}
  %0:2 = amp.rnn_relu %a, %b, %c, %d, %e, %f : (tensor<32x4x8xf32>, tensor<1x4x16xf32>, tensor<16x8xf32>, tensor<16x16xf32>, tensor<16xf32>, tensor<16xbf16>) -> (tensor<32x4x16xf32>, tensor<1x4x16xf32>)
  return
}

// -----

func.func @gru_lengths_of_other_batch(%a: tensor<32x4x8xf32>, %h: tensor<1x4x16xf32>, %w: tensor<48x8xf32>, %u: tensor<48x16xf32>, %n: tensor<32xi64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.gru' op expects lengths of type 'tensor<4xi64>', found 'tensor<32xi64>'}}
  %0:2 = amp.gru %a, %h, %w, %u lengths(%n) : (tensor<32x4x8xf32>, tensor<1x4x16xf32>, tensor<48x8xf32>, tensor<48x16xf32>, tensor<32xi64>) -> (tensor<32x4x16xf32>, tensor<1x4x16xf32>)
  return
}

// -----

func.func @gru_lengths_of_wrong_rank(%a: tensor<32x4x8xf32>, %h: tensor<1x4x16xf32>, %w: tensor<48x8xf32>, %u: tensor<48x16xf32>, %n: tensor<4x1xi64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.gru' op expects lengths of type 'tensor<4xi64>', found 'tensor<4x1xi64>'}}
  %0:2 = amp.gru %a, %h, %w, %u lengths(%n) : (tensor<32x4x8xf32>, tensor<1x4x16xf32>, tensor<48x8xf32>, tensor<48x16xf32>, tensor<4x1xi64>) -> (tensor<32x4x16xf32>, tensor<1x4x16xf32>)
  return
}

// -----

func.func @gru_length_of_one_sequence(%a: tensor<32x8xf32>, %h: tensor<1x16xf32>, %w: tensor<48x8xf32>, %u: tensor<48x16xf32>, %n: tensor<1xi64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.gru' op expects lengths of a batch, input [T, N, in], found 'tensor<32x8xf32>'}}
  %0:2 = amp.gru %a, %h, %w, %u lengths(%n) : (tensor<32x8xf32>, tensor<1x16xf32>, tensor<48x8xf32>, tensor<48x16xf32>, tensor<1xi64>) -> (tensor<32x16xf32>, tensor<1x16xf32>)
  return
}

// -----

func.func @gru_lengths_of_floats(%a: tensor<32x4x8xf32>, %h: tensor<1x4x16xf32>, %w: tensor<48x8xf32>, %u: tensor<48x16xf32>, %n: tensor<4xf32>) {
  // expected-error @+1 {{'amp.gru' op operand #4 must be ranked tensor of 32-bit signless integer or 64-bit signless integer values, but got 'tensor<4xf32>'}}
  %0:2 = amp.gru %a, %h, %w, %u lengths(%n) : (tensor<32x4x8xf32>, tensor<1x4x16xf32>, tensor<48x8xf32>, tensor<48x16xf32>, tensor<4xf32>) -> (tensor<32x4x16xf32>, tensor<1x4x16xf32>)
  return
}
