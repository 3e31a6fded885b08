// RUN: amp-opt %s -verify-diagnostics -split-input-file

// One case per diagnostic, named after what is wrong.

func.func @attention_query_of_wrong_rank(%a: tensor<64xf32>, %b: tensor<4x8x20x64xf32>, %c: tensor<4x8x20x48xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.scaled_dot_product_attention' op expects query [..., L, E], found 'tensor<64xf32>'}}
  %0 = amp.scaled_dot_product_attention %a, %b, %c : (tensor<64xf32>, tensor<4x8x20x64xf32>, tensor<4x8x20x48xf32>) -> tensor<4x8x32x48xf32>
  return
}

// -----

func.func @attention_key_of_wrong_rank(%a: tensor<4x8x32x64xf32>, %b: tensor<64xf32>, %c: tensor<4x8x20x48xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.scaled_dot_product_attention' op expects key [..., S, E], found 'tensor<64xf32>'}}
  %0 = amp.scaled_dot_product_attention %a, %b, %c : (tensor<4x8x32x64xf32>, tensor<64xf32>, tensor<4x8x20x48xf32>) -> tensor<4x8x32x48xf32>
  return
}

// -----

func.func @attention_value_of_wrong_rank(%a: tensor<4x8x32x64xf32>, %b: tensor<4x8x20x64xf32>, %c: tensor<48xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.scaled_dot_product_attention' op expects value [..., S, Ev], found 'tensor<48xf32>'}}
  %0 = amp.scaled_dot_product_attention %a, %b, %c : (tensor<4x8x32x64xf32>, tensor<4x8x20x64xf32>, tensor<48xf32>) -> tensor<4x8x32x48xf32>
  return
}

// -----

func.func @attention_heads_differ(%a: tensor<4x8x32x64xf32>, %b: tensor<4x8x20x64xf32>, %c: tensor<4x1x20x48xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.scaled_dot_product_attention' op expects query, key and value with equal leading dimensions, found 'tensor<4x8x32x64xf32>', 'tensor<4x8x20x64xf32>' and 'tensor<4x1x20x48xf32>'}}
  %0 = amp.scaled_dot_product_attention %a, %b, %c : (tensor<4x8x32x64xf32>, tensor<4x8x20x64xf32>, tensor<4x1x20x48xf32>) -> tensor<4x8x32x48xf32>
  return
}

// -----

func.func @attention_features_differ(%a: tensor<4x8x32x64xf32>, %b: tensor<4x8x20x48xf32>, %c: tensor<4x8x20x48xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.scaled_dot_product_attention' op expects query and key with an equal last dimension, found 'tensor<4x8x32x64xf32>' and 'tensor<4x8x20x48xf32>'}}
  %0 = amp.scaled_dot_product_attention %a, %b, %c : (tensor<4x8x32x64xf32>, tensor<4x8x20x48xf32>, tensor<4x8x20x48xf32>) -> tensor<4x8x32x48xf32>
  return
}

// -----

func.func @attention_values_without_keys(%a: tensor<4x8x32x64xf32>, %b: tensor<4x8x20x64xf32>, %c: tensor<4x8x21x48xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.scaled_dot_product_attention' op expects as many keys as values, found 'tensor<4x8x20x64xf32>' and 'tensor<4x8x21x48xf32>'}}
  %0 = amp.scaled_dot_product_attention %a, %b, %c : (tensor<4x8x32x64xf32>, tensor<4x8x20x64xf32>, tensor<4x8x21x48xf32>) -> tensor<4x8x32x48xf32>
  return
}

// -----

func.func @attention_causal_with_mask(%a: tensor<4x8x32x64xf32>, %b: tensor<4x8x20x64xf32>, %c: tensor<4x8x20x48xf32>, %d: tensor<32x20xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.scaled_dot_product_attention' op expects is_causal or attn_mask, found both; add the causal mask to attn_mask}}
  %0 = amp.scaled_dot_product_attention %a, %b, %c, %d {is_causal = true} : (tensor<4x8x32x64xf32>, tensor<4x8x20x64xf32>, tensor<4x8x20x48xf32>, tensor<32x20xf32>) -> tensor<4x8x32x48xf32>
  return
}

// -----

func.func @attention_mask_transposed(%a: tensor<4x8x32x64xf32>, %b: tensor<4x8x20x64xf32>, %c: tensor<4x8x20x48xf32>, %d: tensor<20x32xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.scaled_dot_product_attention' op expects attn_mask that broadcasts to 'tensor<4x8x32x20xf32>', found 'tensor<20x32xf32>'}}
  %0 = amp.scaled_dot_product_attention %a, %b, %c, %d : (tensor<4x8x32x64xf32>, tensor<4x8x20x64xf32>, tensor<4x8x20x48xf32>, tensor<20x32xf32>) -> tensor<4x8x32x48xf32>
  return
}

// -----

func.func @attention_mask_of_higher_rank(%a: tensor<4x8x32x64xf32>, %b: tensor<4x8x20x64xf32>, %c: tensor<4x8x20x48xf32>, %d: tensor<1x4x8x32x20xi1>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.scaled_dot_product_attention' op expects attn_mask that broadcasts to 'tensor<4x8x32x20xi1>', found 'tensor<1x4x8x32x20xi1>'}}
  %0 = amp.scaled_dot_product_attention %a, %b, %c, %d : (tensor<4x8x32x64xf32>, tensor<4x8x20x64xf32>, tensor<4x8x20x48xf32>, tensor<1x4x8x32x20xi1>) -> tensor<4x8x32x48xf32>
  return
}

// -----

func.func @attention_mask_of_other_type(%a: tensor<4x8x32x64xf32>, %b: tensor<4x8x20x64xf32>, %c: tensor<4x8x20x48xf32>, %d: tensor<32x20xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.scaled_dot_product_attention' op expects operands of one element type, found 'f32' and 'f16'}}
  %0 = amp.scaled_dot_product_attention %a, %b, %c, %d : (tensor<4x8x32x64xf32>, tensor<4x8x20x64xf32>, tensor<4x8x20x48xf32>, tensor<32x20xf16>) -> tensor<4x8x32x48xf32>
  return
}

// -----

func.func @attention_value_of_other_type(%a: tensor<4x8x32x64xf32>, %b: tensor<4x8x20x64xf32>, %c: tensor<4x8x20x48xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.scaled_dot_product_attention' op expects operands of one element type, found 'f32' and 'f16'}}
  %0 = amp.scaled_dot_product_attention %a, %b, %c : (tensor<4x8x32x64xf32>, tensor<4x8x20x64xf32>, tensor<4x8x20x48xf16>) -> tensor<4x8x32x48xf32>
  return
}

// -----

func.func @attention_mask_of_integers(%a: tensor<4x8x32x64xf32>, %b: tensor<4x8x20x64xf32>, %c: tensor<4x8x20x48xf32>, %d: tensor<32x20xi32>) {
  // expected-error @+1 {{'amp.scaled_dot_product_attention' op operand #3 must be ranked tensor of floating-point type or 1-bit signless integer values, but got 'tensor<32x20xi32>'}}
  %0 = amp.scaled_dot_product_attention %a, %b, %c, %d : (tensor<4x8x32x64xf32>, tensor<4x8x20x64xf32>, tensor<4x8x20x48xf32>, tensor<32x20xi32>) -> tensor<4x8x32x48xf32>
  return
}

// -----

func.func @attention_dropout_without_random_numbers(%a: tensor<4x8x32x64xf32>, %b: tensor<4x8x20x64xf32>, %c: tensor<4x8x20x48xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.scaled_dot_product_attention' op expects the state of its random numbers, random(%state), for dropout_p = 5.000000e-01}}
  %0 = amp.scaled_dot_product_attention %a, %b, %c {dropout_p = 0.5 : f64} : (tensor<4x8x32x64xf32>, tensor<4x8x20x64xf32>, tensor<4x8x20x48xf32>) -> tensor<4x8x32x48xf32>
  return
}

// -----

func.func @attention_drops_more_than_all(%a: tensor<4x8x32x64xf32>, %b: tensor<4x8x20x64xf32>, %c: tensor<4x8x20x48xf32>, %s: tensor<2xi64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.scaled_dot_product_attention' op expects dropout_p in [0, 1], found 1.500000e+00}}
  %0:2 = amp.scaled_dot_product_attention %a, %b, %c random(%s) {dropout_p = 1.5 : f64} : (tensor<4x8x32x64xf32>, tensor<4x8x20x64xf32>, tensor<4x8x20x48xf32>, tensor<2xi64>) -> (tensor<4x8x32x48xf32>, tensor<2xi64>)
  return
}

// -----

func.func @attention_state_of_one_number(%a: tensor<4x8x32x64xf32>, %b: tensor<4x8x20x64xf32>, %c: tensor<4x8x20x48xf32>, %s: tensor<1xi64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.scaled_dot_product_attention' op expects a state of type tensor<2xi64>, found 'tensor<1xi64>'}}
  %0:2 = amp.scaled_dot_product_attention %a, %b, %c random(%s) {dropout_p = 0.5 : f64} : (tensor<4x8x32x64xf32>, tensor<4x8x20x64xf32>, tensor<4x8x20x48xf32>, tensor<1xi64>) -> (tensor<4x8x32x48xf32>, tensor<1xi64>)
  return
}

// -----

func.func @attention_without_next_state(%a: tensor<4x8x32x64xf32>, %b: tensor<4x8x20x64xf32>, %c: tensor<4x8x20x48xf32>, %s: tensor<2xi64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.scaled_dot_product_attention' op inferred type(s) 'tensor<4x8x32x48xf32>', 'tensor<2xi64>' are incompatible with return type(s) of operation 'tensor<4x8x32x48xf32>'}}
  %0 = amp.scaled_dot_product_attention %a, %b, %c random(%s) {dropout_p = 0.5 : f64} : (tensor<4x8x32x64xf32>, tensor<4x8x20x64xf32>, tensor<4x8x20x48xf32>, tensor<2xi64>) -> tensor<4x8x32x48xf32>
  return
}

// -----

func.func @attention_groups_of_unequal_size(%a: tensor<4x8x32x64xf32>, %b: tensor<4x3x20x64xf32>, %c: tensor<4x3x20x48xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.scaled_dot_product_attention' op expects a number of query heads that is a multiple of that of keys, found 'tensor<4x8x32x64xf32>' and 'tensor<4x3x20x64xf32>'}}
  %0 = amp.scaled_dot_product_attention %a, %b, %c {enable_gqa = true} : (tensor<4x8x32x64xf32>, tensor<4x3x20x64xf32>, tensor<4x3x20x48xf32>) -> tensor<4x8x32x48xf32>
  return
}

// -----

func.func @attention_groups_of_no_key(%a: tensor<4x8x32x64xf32>, %b: tensor<4x0x20x64xf32>, %c: tensor<4x0x20x48xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.scaled_dot_product_attention' op expects a number of query heads that is a multiple of that of keys, found 'tensor<4x8x32x64xf32>' and 'tensor<4x0x20x64xf32>'}}
  %0 = amp.scaled_dot_product_attention %a, %b, %c {enable_gqa = true} : (tensor<4x8x32x64xf32>, tensor<4x0x20x64xf32>, tensor<4x0x20x48xf32>) -> tensor<4x8x32x48xf32>
  return
}

// -----

func.func @attention_groups_of_keys_and_values_differ(%a: tensor<4x8x32x64xf32>, %b: tensor<4x2x20x64xf32>, %c: tensor<4x4x20x48xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.scaled_dot_product_attention' op expects as many heads of keys as of values, found 'tensor<4x2x20x64xf32>' and 'tensor<4x4x20x48xf32>'}}
  %0 = amp.scaled_dot_product_attention %a, %b, %c {enable_gqa = true} : (tensor<4x8x32x64xf32>, tensor<4x2x20x64xf32>, tensor<4x4x20x48xf32>) -> tensor<4x8x32x48xf32>
  return
}

// -----

func.func @attention_groups_of_other_batches(%a: tensor<4x8x32x64xf32>, %b: tensor<5x2x20x64xf32>, %c: tensor<5x2x20x48xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.scaled_dot_product_attention' op expects query, key and value with equal leading dimensions before the heads, found 'tensor<4x8x32x64xf32>', 'tensor<5x2x20x64xf32>' and 'tensor<5x2x20x48xf32>'}}
  %0 = amp.scaled_dot_product_attention %a, %b, %c {enable_gqa = true} : (tensor<4x8x32x64xf32>, tensor<5x2x20x64xf32>, tensor<5x2x20x48xf32>) -> tensor<4x8x32x48xf32>
  return
}

// -----

func.func @attention_groups_without_heads(%a: tensor<32x64xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.scaled_dot_product_attention' op expects query [..., H, L, E], found 'tensor<32x64xf32>'}}
  %0 = amp.scaled_dot_product_attention %a, %a, %a {enable_gqa = true} : (tensor<32x64xf32>, tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
  return
}

// -----

func.func @attention_compute_type(%a: tensor<4x8x32x64xf16>, %b: tensor<4x8x20x64xf16>, %c: tensor<4x8x20x48xf16>) {
  // expected-error @+1 {{'amp.scaled_dot_product_attention' op expects compute_type 'f32' for operands of 'f16', found 'f16'}}
  %0 = amp.scaled_dot_product_attention %a, %b, %c {compute_type = f16} : (tensor<4x8x32x64xf16>, tensor<4x8x20x64xf16>, tensor<4x8x20x48xf16>) -> tensor<4x8x32x48xf16>
  return
}

// -----

func.func @attention_result_of_other_size(%a: tensor<?x8x?x64xf32>, %b: tensor<4x8x20x64xf32>, %c: tensor<4x8x20x48xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.scaled_dot_product_attention' op inferred type(s) 'tensor<4x8x?x48xf32>' are incompatible with return type(s) of operation 'tensor<4x8x?x64xf32>'}}
  %0 = amp.scaled_dot_product_attention %a, %b, %c : (tensor<?x8x?x64xf32>, tensor<4x8x20x64xf32>, tensor<4x8x20x48xf32>) -> tensor<4x8x?x64xf32>
  return
}

// -----

func.func @core_rank(%q: tensor<2x4x6x8xf32>, %k: tensor<2x2x5x8xf32>, %v: tensor<2x5x3xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.attention' op expects value}}
  %y, %l = amp.attention %q, %k, %v {scale = 1.0 : f64} : (tensor<2x4x6x8xf32>, tensor<2x2x5x8xf32>, tensor<2x5x3xf32>) -> (tensor<2x4x6x3xf32>, tensor<2x4x6xf32>)
  return
}

// -----

func.func @core_heads(%q: tensor<2x4x6x8xf32>, %k: tensor<2x3x5x8xf32>, %v: tensor<2x3x5x3xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.attention' op expects query [B, H, L, E], key [B, K, S, E] and value [B, K, S, Ev], where K divides H}}
  %y, %l = amp.attention %q, %k, %v {scale = 1.0 : f64} : (tensor<2x4x6x8xf32>, tensor<2x3x5x8xf32>, tensor<2x3x5x3xf32>) -> (tensor<2x4x6x3xf32>, tensor<2x4x6xf32>)
  return
}

// -----

func.func @core_sizes(%q: tensor<2x4x6x8xf32>, %k: tensor<2x2x5x7xf32>, %v: tensor<2x2x5x3xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.attention' op expects query [B, H, L, E], key [B, K, S, E] and value [B, K, S, Ev], where K divides H}}
  %y, %l = amp.attention %q, %k, %v {scale = 1.0 : f64} : (tensor<2x4x6x8xf32>, tensor<2x2x5x7xf32>, tensor<2x2x5x3xf32>) -> (tensor<2x4x6x3xf32>, tensor<2x4x6xf32>)
  return
}

// -----

func.func @core_mask_and_causal(%q: tensor<2x4x6x8xf32>, %k: tensor<2x2x5x8xf32>, %v: tensor<2x2x5x3xf32>, %m: tensor<1x1x6x5xi1>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.attention' op expects is_causal or attn_mask, found both; add the causal mask to attn_mask}}
  %y, %l = amp.attention %q, %k, %v, %m {is_causal = true, scale = 1.0 : f64} : (tensor<2x4x6x8xf32>, tensor<2x2x5x8xf32>, tensor<2x2x5x3xf32>, tensor<1x1x6x5xi1>) -> (tensor<2x4x6x3xf32>, tensor<2x4x6xf32>)
  return
}

// -----

func.func @core_mask_rank(%q: tensor<2x4x6x8xf32>, %k: tensor<2x2x5x8xf32>, %v: tensor<2x2x5x3xf32>, %m: tensor<6x5xi1>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.attention' op expects attn_mask that broadcasts to 'tensor<2x4x6x5xi1>', found 'tensor<6x5xi1>'}}
  %y, %l = amp.attention %q, %k, %v, %m {scale = 1.0 : f64} : (tensor<2x4x6x8xf32>, tensor<2x2x5x8xf32>, tensor<2x2x5x3xf32>, tensor<6x5xi1>) -> (tensor<2x4x6x3xf32>, tensor<2x4x6xf32>)
  return
}

// -----

func.func @core_mask_type(%q: tensor<2x4x6x8xf32>, %k: tensor<2x2x5x8xf32>, %v: tensor<2x2x5x3xf32>, %m: tensor<1x1x6x5xf16>) {
  // expected-error @+1 {{'amp.attention' op expects attn_mask of i1, 'f32' or the type of its sums, found 'tensor<1x1x6x5xf16>'}}
  %y, %l = amp.attention %q, %k, %v, %m {scale = 1.0 : f64} : (tensor<2x4x6x8xf32>, tensor<2x2x5x8xf32>, tensor<2x2x5x3xf32>, tensor<1x1x6x5xf16>) -> (tensor<2x4x6x3xf32>, tensor<2x4x6xf32>)
  return
}

// -----

func.func @core_dropout_without_state(%q: tensor<2x4x6x8xf32>, %k: tensor<2x2x5x8xf32>, %v: tensor<2x2x5x3xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.attention' op}}
  %y, %l = amp.attention %q, %k, %v {dropout_p = 0.5 : f64, scale = 1.0 : f64} : (tensor<2x4x6x8xf32>, tensor<2x2x5x8xf32>, tensor<2x2x5x3xf32>) -> (tensor<2x4x6x3xf32>, tensor<2x4x6xf32>)
  return
}

// -----

func.func @core_compute_type(%q: tensor<2x4x6x8xf32>, %k: tensor<2x2x5x8xf32>, %v: tensor<2x2x5x3xf32>) {
  // expected-error @+1 {{'amp.attention' op expects compute_type 'f32' or tf32 for operands of 'f32', found 'f64'}}
  %y, %l = amp.attention %q, %k, %v {compute_type = f64, scale = 1.0 : f64} : (tensor<2x4x6x8xf32>, tensor<2x2x5x8xf32>, tensor<2x2x5x3xf32>) -> (tensor<2x4x6x3xf32>, tensor<2x4x6xf32>)
  return
}

// -----

func.func @core_gradient_shape(%g: tensor<2x4x6x4xf32>, %q: tensor<2x4x6x8xf32>, %k: tensor<2x2x5x8xf32>, %v: tensor<2x2x5x3xf32>, %y: tensor<2x4x6x3xf32>, %l: tensor<2x4x6xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.attention_backward' op expects}}
  %d:3 = amp.attention_backward %g, %q, %k, %v of %y, %l {scale = 1.0 : f64} : (tensor<2x4x6x4xf32>, tensor<2x4x6x8xf32>, tensor<2x2x5x8xf32>, tensor<2x2x5x3xf32>, tensor<2x4x6x3xf32>, tensor<2x4x6xf32>) -> (tensor<2x4x6x8xf32>, tensor<2x2x5x8xf32>, tensor<2x2x5x3xf32>)
  return
}

// -----

func.func @core_gradient_type(%g: tensor<2x4x6x3xf16>, %q: tensor<2x4x6x8xf32>, %k: tensor<2x2x5x8xf32>, %v: tensor<2x2x5x3xf32>, %y: tensor<2x4x6x3xf32>, %l: tensor<2x4x6xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.attention_backward' op expects gradient and output of one element type, that of query or, where that has 16 bits, f32, found 'tensor<2x4x6x3xf16>' and 'tensor<2x4x6x3xf32>'}}
  %d:3 = amp.attention_backward %g, %q, %k, %v of %y, %l {scale = 1.0 : f64} : (tensor<2x4x6x3xf16>, tensor<2x4x6x8xf32>, tensor<2x2x5x8xf32>, tensor<2x2x5x3xf32>, tensor<2x4x6x3xf32>, tensor<2x4x6xf32>) -> (tensor<2x4x6x8xf32>, tensor<2x2x5x8xf32>, tensor<2x2x5x3xf32>)
  return
}

// -----

func.func @core_logsumexp_type(%g: tensor<2x4x6x3xf32>, %q: tensor<2x4x6x8xf32>, %k: tensor<2x2x5x8xf32>, %v: tensor<2x2x5x3xf32>, %y: tensor<2x4x6x3xf32>, %l: tensor<2x4x6xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.attention_backward' op expects logsumexp of 'f32', found 'tensor<2x4x6xf16>'}}
  %d:3 = amp.attention_backward %g, %q, %k, %v of %y, %l {scale = 1.0 : f64} : (tensor<2x4x6x3xf32>, tensor<2x4x6x8xf32>, tensor<2x2x5x8xf32>, tensor<2x2x5x3xf32>, tensor<2x4x6x3xf32>, tensor<2x4x6xf16>) -> (tensor<2x4x6x8xf32>, tensor<2x2x5x8xf32>, tensor<2x2x5x3xf32>)
  return
}
