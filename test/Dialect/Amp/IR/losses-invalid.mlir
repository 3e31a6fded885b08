// RUN: amp-opt %s -verify-diagnostics -split-input-file

// One case per diagnostic, named after what is wrong.

//===----------------------------------------------------------------------===//
// mse_loss and cross_entropy
//===----------------------------------------------------------------------===//

func.func @mse_loss_shapes_differ(%x: tensor<4x8xf32>, %t: tensor<8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.mse_loss' op expects input and target of one type, found 'tensor<4x8xf32>' and 'tensor<8xf32>'}}
  %0 = amp.mse_loss %x, %t : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<f32>
  return
}

// -----

func.func @mse_loss_unreduced_is_no_scalar(%x: tensor<4x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.mse_loss' op inferred type(s) 'tensor<4x8xf32>' are incompatible with return type(s) of operation 'tensor<f32>'}}
  %0 = amp.mse_loss %x, %x {reduction = #amp.reduction<none>} : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<f32>
  return
}

// -----

func.func @cross_entropy_batches_differ(%x: tensor<4x10xf32>, %t: tensor<5xi64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.cross_entropy' op expects logits [C], [N, C] or [N, C, ...] and class indices [], [N] or [N, ...] or probabilities of the logits' shape, found 'tensor<4x10xf32>' and 'tensor<5xi64>'}}
  %0 = amp.cross_entropy %x, %t : (tensor<4x10xf32>, tensor<5xi64>) -> tensor<f32>
  return
}

// -----

func.func @cross_entropy_without_classes(%x: tensor<4x0xf32>, %t: tensor<4xi64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.cross_entropy' op expects at least one class, found 'tensor<4x0xf32>'}}
  %0 = amp.cross_entropy %x, %t : (tensor<4x0xf32>, tensor<4xi64>) -> tensor<f32>
  return
}

// -----

func.func @cross_entropy_target_of_numbers(%x: tensor<4x10xf32>, %t: tensor<4xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.cross_entropy' op expects logits [C], [N, C] or [N, C, ...] and class indices [], [N] or [N, ...] or probabilities of the logits' shape, found 'tensor<4x10xf32>' and 'tensor<4xf32>'}}
  %0 = amp.cross_entropy %x, %t : (tensor<4x10xf32>, tensor<4xf32>) -> tensor<f32>
  return
}

// -----

func.func @cross_entropy_target_of_truth_values(%x: tensor<4x2xf32>, %t: tensor<4xi1>) {
  // expected-error @+1 {{'amp.cross_entropy' op expects class indices, found 'tensor<4xi1>'}}
  %0 = amp.cross_entropy %x, %t : (tensor<4x2xf32>, tensor<4xi1>) -> tensor<f32>
  return
}

// -----

func.func @cross_entropy_classes_last(%x: tensor<4x8x10xf32>, %t: tensor<4x8xi64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.cross_entropy' op expects logits [C], [N, C] or [N, C, ...] and class indices [], [N] or [N, ...] or probabilities of the logits' shape, found 'tensor<4x8x10xf32>' and 'tensor<4x8xi64>'}}
  %0 = amp.cross_entropy %x, %t : (tensor<4x8x10xf32>, tensor<4x8xi64>) -> tensor<f32>
  return
}

// -----

func.func @cross_entropy_of_a_number(%x: tensor<f32>, %t: tensor<i64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.cross_entropy' op expects logits [C], [N, C] or [N, C, ...] and class indices [], [N] or [N, ...] or probabilities of the logits' shape, found 'tensor<f32>' and 'tensor<i64>'}}
  %0 = amp.cross_entropy %x, %t : (tensor<f32>, tensor<i64>) -> tensor<f32>
  return
}

// -----

func.func @cross_entropy_weight_per_row(%x: tensor<4x10xf32>, %t: tensor<4xi64>, %w: tensor<4xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.cross_entropy' op expects one weight per class of 'tensor<4x10xf32>', found 'tensor<4xf32>'}}
  %0 = amp.cross_entropy %x, %t, %w : (tensor<4x10xf32>, tensor<4xi64>, tensor<4xf32>) -> tensor<f32>
  return
}

// -----

func.func @cross_entropy_probabilities_of_other_type(%x: tensor<4x10xf32>, %t: tensor<4x10xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.cross_entropy' op expects operands of one element type, found 'f32' and 'f16'}}
  %0 = amp.cross_entropy %x, %t : (tensor<4x10xf32>, tensor<4x10xf16>) -> tensor<f32>
  return
}

// -----

func.func @cross_entropy_ignores_probabilities(%x: tensor<4x10xf32>) {
  // expected-error @+1 {{'amp.cross_entropy' op expects class indices where there is an ignore_index, found 'tensor<4x10xf32>'}}
  %0 = amp.cross_entropy %x, %x {ignore_index = 0 : i64} : (tensor<4x10xf32>, tensor<4x10xf32>) -> tensor<f32>
  return
}

// -----

func.func @cross_entropy_result_of_other_size(%x: tensor<?x10x?xf32>, %t: tensor<4x8xi64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.cross_entropy' op inferred type(s) 'tensor<4x8xf32>' are incompatible with return type(s) of operation 'tensor<4x9xf32>'}}
  %0 = amp.cross_entropy %x, %t {reduction = #amp.reduction<none>} : (tensor<?x10x?xf32>, tensor<4x8xi64>) -> tensor<4x9xf32>
  return
}

// -----

func.func @label_smoothing_above_one(%x: tensor<4x10xf32>, %t: tensor<4xi64>) {
  // expected-error @+1 {{'amp.cross_entropy' op expects label_smoothing in [0, 1], found 1.5}}
  %0 = amp.cross_entropy %x, %t {label_smoothing = 1.5 : f64} : (tensor<4x10xf32>, tensor<4xi64>) -> tensor<f32>
  return
}

// -----

func.func @label_smoothing_is_nan(%x: tensor<4x10xf32>, %t: tensor<4xi64>) {
  // expected-error-re @+1 {{'amp.cross_entropy' op expects label_smoothing in [0, 1], found {{.*}}nan}}
  %0 = amp.cross_entropy %x, %t {label_smoothing = 0x7FF8000000000000 : f64} : (tensor<4x10xf32>, tensor<4xi64>) -> tensor<f32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// Losses of one value per element
//===----------------------------------------------------------------------===//

func.func @loss_shapes_differ(%x: tensor<4x8xf32>, %t: tensor<8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.l1_loss' op expects operands of one shape, found 'tensor<4x8xf32>' and 'tensor<8xf32>'}}
  %0 = amp.l1_loss %x, %t : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<f32>
  return
}

// -----

func.func @loss_types_differ(%x: tensor<4x8xf32>, %t: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.huber_loss' op expects operands of one element type, found 'f32' and 'f16'}}
  %0 = amp.huber_loss %x, %t : (tensor<4x8xf32>, tensor<4x8xf16>) -> tensor<f32>
  return
}

// -----

func.func @loss_result_of_another_type(%x: tensor<4x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.kl_div' op inferred type(s) 'tensor<f32>' are incompatible with return type(s) of operation 'tensor<f16>'}}
  %0 = amp.kl_div %x, %x : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<f16>
  return
}

// -----

func.func @loss_unreduced_is_no_scalar(%x: tensor<4x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.soft_margin_loss' op inferred type(s) 'tensor<4x8xf32>' are incompatible with return type(s) of operation 'tensor<f32>'}}
  %0 = amp.soft_margin_loss %x, %x {reduction = #amp.reduction<none>} : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<f32>
  return
}

// -----

func.func @loss_of_three_shapes(%a: tensor<8xf32>, %t: tensor<4xi64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.margin_ranking_loss' op expects operands of one shape, found 'tensor<8xf32>' and 'tensor<8xf32>' and 'tensor<4xi64>'}}
  %0 = amp.margin_ranking_loss %a, %a, %t : (tensor<8xf32>, tensor<8xf32>, tensor<4xi64>) -> tensor<f32>
  return
}

// -----

func.func @labels_without_a_sign(%x: tensor<8xf32>, %t: tensor<8xi1>) {
  // expected-error @+1 {{'amp.hinge_embedding_loss' op operand #1 must be ranked tensor of floating-point type or 8-bit signless integer or 16-bit signless integer or 32-bit signless integer or 64-bit signless integer values, but got 'tensor<8xi1>'}}
  %0 = amp.hinge_embedding_loss %x, %t : (tensor<8xf32>, tensor<8xi1>) -> tensor<f32>
  return
}

// -----

func.func @loss_of_integers(%x: tensor<8xi32>) {
  // expected-error @+1 {{'amp.poisson_nll_loss' op operand #0 must be ranked tensor of floating-point type values, but got 'tensor<8xi32>'}}
  %0 = amp.poisson_nll_loss %x, %x : (tensor<8xi32>, tensor<8xi32>) -> tensor<f32>
  return
}

// -----

func.func @weight_does_not_broadcast(%x: tensor<4x8xf32>, %w: tensor<4xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.binary_cross_entropy' op expects weights that broadcast to 'tensor<4x8xf32>', found 'tensor<4xf32>'}}
  %0 = amp.binary_cross_entropy %x, %x, %w : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4xf32>) -> tensor<f32>
  return
}

// -----

func.func @weight_of_higher_rank(%x: tensor<4x8xf32>, %w: tensor<2x4x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.binary_cross_entropy_with_logits' op expects weights that broadcast to 'tensor<4x8xf32>', found 'tensor<2x4x8xf32>'}}
  %0 = amp.binary_cross_entropy_with_logits %x, %x pos_weight(%w) : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<2x4x8xf32>) -> tensor<f32>
  return
}

// -----

func.func @weight_of_another_type(%x: tensor<4x8xf32>, %w: tensor<8xbf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.binary_cross_entropy_with_logits' op expects operands of one element type, found 'f32' and 'bf16'}}
  %0 = amp.binary_cross_entropy_with_logits %x, %x weight(%w) : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xbf16>) -> tensor<f32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// Losses of one value per row
//===----------------------------------------------------------------------===//

func.func @nll_loss_of_a_scalar(%x: tensor<f32>, %t: tensor<i64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.nll_loss' op expects input [C], [N, C] or [N, C, ...] and class indices [], [N] or [N, ...], found 'tensor<f32>' and 'tensor<i64>'}}
  %0 = amp.nll_loss %x, %t : (tensor<f32>, tensor<i64>) -> tensor<f32>
  return
}

// -----

func.func @nll_loss_batches_differ(%x: tensor<4x10xf32>, %t: tensor<5xi64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.nll_loss' op expects input [C], [N, C] or [N, C, ...] and class indices [], [N] or [N, ...], found 'tensor<4x10xf32>' and 'tensor<5xi64>'}}
  %0 = amp.nll_loss %x, %t : (tensor<4x10xf32>, tensor<5xi64>) -> tensor<f32>
  return
}

// -----

func.func @nll_loss_weight_per_sample(%x: tensor<4x10xf32>, %t: tensor<4xi64>, %w: tensor<4xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.nll_loss' op expects one weight per class of 'tensor<4x10xf32>', found 'tensor<4xf32>'}}
  %0 = amp.nll_loss %x, %t, %w : (tensor<4x10xf32>, tensor<4xi64>, tensor<4xf32>) -> tensor<f32>
  return
}

// -----

func.func @nll_loss_weight_of_another_type(%x: tensor<4x10xf32>, %t: tensor<4xi64>, %w: tensor<10xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.nll_loss' op expects operands of one element type, found 'f32' and 'f16'}}
  %0 = amp.nll_loss %x, %t, %w : (tensor<4x10xf32>, tensor<4xi64>, tensor<10xf16>) -> tensor<f32>
  return
}

// -----

func.func @nll_loss_of_narrow_indices(%x: tensor<4x10xf32>, %t: tensor<4xi32>) {
  // expected-error @+1 {{'amp.nll_loss' op operand #1 must be ranked tensor of 64-bit signless integer values, but got 'tensor<4xi32>'}}
  %0 = amp.nll_loss %x, %t : (tensor<4x10xf32>, tensor<4xi32>) -> tensor<f32>
  return
}

// -----

func.func @multi_margin_loss_of_images(%x: tensor<4x10x8xf32>, %t: tensor<4x8xi64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.multi_margin_loss' op expects input [C] or [N, C] and class indices [] or [N], found 'tensor<4x10x8xf32>' and 'tensor<4x8xi64>'}}
  %0 = amp.multi_margin_loss %x, %t : (tensor<4x10x8xf32>, tensor<4x8xi64>) -> tensor<f32>
  return
}

// -----

func.func @multilabel_margin_loss_of_one_label(%x: tensor<4x10xf32>, %t: tensor<4x1xi64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.multilabel_margin_loss' op expects operands of one shape, [D] or [N, D], found 'tensor<4x10xf32>' and 'tensor<4x1xi64>'}}
  %0 = amp.multilabel_margin_loss %x, %t : (tensor<4x10xf32>, tensor<4x1xi64>) -> tensor<f32>
  return
}

// -----

func.func @multilabel_soft_margin_loss_of_a_scalar(%x: tensor<f32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.multilabel_soft_margin_loss' op expects operands of one shape [..., C], found 'tensor<f32>' and 'tensor<f32>'}}
  %0 = amp.multilabel_soft_margin_loss %x, %x : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @multilabel_soft_margin_loss_weight(%x: tensor<4x10xf32>, %w: tensor<1x10xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.multilabel_soft_margin_loss' op expects one weight per class of 'tensor<4x10xf32>', found 'tensor<1x10xf32>'}}
  %0 = amp.multilabel_soft_margin_loss %x, %x, %w : (tensor<4x10xf32>, tensor<4x10xf32>, tensor<1x10xf32>) -> tensor<f32>
  return
}

// -----

func.func @triplet_margin_loss_of_cubes(%x: tensor<2x3x4xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.triplet_margin_loss' op expects operands of one shape, [D] or [N, D], found 'tensor<2x3x4xf32>' and 'tensor<2x3x4xf32>' and 'tensor<2x3x4xf32>'}}
  %0 = amp.triplet_margin_loss %x, %x, %x : (tensor<2x3x4xf32>, tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<f32>
  return
}

// -----

func.func @cosine_embedding_loss_target_per_element(%x: tensor<4x64xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.cosine_embedding_loss' op expects inputs of one shape, [D] or [N, D], and a target [] or [N], found 'tensor<4x64xf32>' and 'tensor<4x64xf32>' and 'tensor<4x64xf32>'}}
  %0 = amp.cosine_embedding_loss %x, %x, %x : (tensor<4x64xf32>, tensor<4x64xf32>, tensor<4x64xf32>) -> tensor<f32>
  return
}

// -----

func.func @cosine_embedding_loss_of_scalars(%x: tensor<f32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.cosine_embedding_loss' op expects inputs of one shape, [D] or [N, D], and a target [] or [N], found 'tensor<f32>' and 'tensor<f32>' and 'tensor<f32>'}}
  %0 = amp.cosine_embedding_loss %x, %x, %x : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @ctc_loss_lengths_differ(%x: tensor<50x16x20xf32>, %t: tensor<16x30xi64>, %n: tensor<16xi64>, %m: tensor<15xi64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.ctc_loss' op expects log-probabilities [T, N, C] with targets [N, S] or [S] and lengths [N], or [T, C] with targets [S] and lengths [], found 'tensor<50x16x20xf32>' and 'tensor<16x30xi64>' and 'tensor<16xi64>' and 'tensor<15xi64>'}}
  %0 = amp.ctc_loss %x, %t, %n, %m : (tensor<50x16x20xf32>, tensor<16x30xi64>, tensor<16xi64>, tensor<15xi64>) -> tensor<f32>
  return
}

// -----

func.func @ctc_loss_targets_of_another_batch(%x: tensor<50x16x20xf32>, %t: tensor<8x30xi64>, %n: tensor<16xi64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.ctc_loss' op expects log-probabilities [T, N, C] with targets [N, S] or [S] and lengths [N], or [T, C] with targets [S] and lengths [], found 'tensor<50x16x20xf32>' and 'tensor<8x30xi64>' and 'tensor<16xi64>' and 'tensor<16xi64>'}}
  %0 = amp.ctc_loss %x, %t, %n, %n : (tensor<50x16x20xf32>, tensor<8x30xi64>, tensor<16xi64>, tensor<16xi64>) -> tensor<f32>
  return
}

// -----

func.func @ctc_loss_of_one_sequence_with_a_batch_of_targets(%x: tensor<50x20xf32>, %t: tensor<1x30xi64>, %n: tensor<i64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.ctc_loss' op expects log-probabilities [T, N, C] with targets [N, S] or [S] and lengths [N], or [T, C] with targets [S] and lengths [], found 'tensor<50x20xf32>' and 'tensor<1x30xi64>' and 'tensor<i64>' and 'tensor<i64>'}}
  %0 = amp.ctc_loss %x, %t, %n, %n : (tensor<50x20xf32>, tensor<1x30xi64>, tensor<i64>, tensor<i64>) -> tensor<f32>
  return
}

// -----

func.func @ctc_loss_of_scalars(%x: tensor<f32>, %n: tensor<i64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.ctc_loss' op expects log-probabilities [T, N, C] with targets [N, S] or [S] and lengths [N], or [T, C] with targets [S] and lengths [], found 'tensor<f32>' and 'tensor<i64>' and 'tensor<i64>' and 'tensor<i64>'}}
  %0 = amp.ctc_loss %x, %n, %n, %n : (tensor<f32>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<f32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// Parameters of losses and distances
//===----------------------------------------------------------------------===//

func.func @smooth_l1_loss_beta_below_zero(%x: tensor<4x8xf32>) {
  // expected-error @+1 {{'amp.smooth_l1_loss' op expects a finite beta of 0 or more, found -1.0}}
  %0 = amp.smooth_l1_loss %x, %x {beta = -1.0 : f64} : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<f32>
  return
}

// -----

func.func @huber_loss_delta_of_zero(%x: tensor<4x8xf32>) {
  // expected-error @+1 {{'amp.huber_loss' op expects a finite delta above 0, found 0.0}}
  %0 = amp.huber_loss %x, %x {delta = 0.0 : f64} : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<f32>
  return
}

// -----

func.func @huber_loss_delta_is_infinite(%x: tensor<4x8xf32>) {
  // expected-error @+1 {{'amp.huber_loss' op expects a finite delta above 0, found INF}}
  %0 = amp.huber_loss %x, %x {delta = 0x7FF0000000000000 : f64} : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<f32>
  return
}

// -----

func.func @poisson_nll_loss_eps_below_zero(%x: tensor<4x8xf32>) {
  // expected-error @+1 {{'amp.poisson_nll_loss' op expects a finite eps of 0 or more, found -1.0}}
  %0 = amp.poisson_nll_loss %x, %x {eps = -1.0 : f64} : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<f32>
  return
}

// -----

func.func @hinge_embedding_loss_margin_is_nan(%x: tensor<4x8xf32>) {
  // expected-error-re @+1 {{'amp.hinge_embedding_loss' op expects a finite margin, found {{.*}}nan}}
  %0 = amp.hinge_embedding_loss %x, %x {margin = 0x7FF8000000000000 : f64} : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<f32>
  return
}

// -----

func.func @margin_ranking_loss_margin_is_infinite(%x: tensor<4x8xf32>) {
  // expected-error @+1 {{'amp.margin_ranking_loss' op expects a finite margin, found INF}}
  %0 = amp.margin_ranking_loss %x, %x, %x {margin = 0x7FF0000000000000 : f64} : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<f32>
  return
}

// -----

func.func @cosine_embedding_loss_margin_is_infinite(%x: tensor<4x8xf32>, %t: tensor<4xf32>) {
  // expected-error @+1 {{'amp.cosine_embedding_loss' op expects a finite margin, found INF}}
  %0 = amp.cosine_embedding_loss %x, %x, %t {margin = 0x7FF0000000000000 : f64} : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4xf32>) -> tensor<f32>
  return
}

// -----

func.func @multi_margin_loss_cubed(%x: tensor<4x8xf32>, %t: tensor<4xi64>) {
  // expected-error @+1 {{'amp.multi_margin_loss' op expects p to be 1 or 2, found 3}}
  %0 = amp.multi_margin_loss %x, %t {p = 3 : i64} : (tensor<4x8xf32>, tensor<4xi64>) -> tensor<f32>
  return
}

// -----

func.func @multi_margin_loss_margin_is_nan(%x: tensor<4x8xf32>, %t: tensor<4xi64>) {
  // expected-error-re @+1 {{'amp.multi_margin_loss' op expects a finite margin, found {{.*}}nan}}
  %0 = amp.multi_margin_loss %x, %t {margin = 0x7FF8000000000000 : f64} : (tensor<4x8xf32>, tensor<4xi64>) -> tensor<f32>
  return
}

// -----

func.func @triplet_margin_loss_without_a_margin(%x: tensor<4x8xf32>) {
  // expected-error @+1 {{'amp.triplet_margin_loss' op expects a finite margin above 0, found 0.0}}
  %0 = amp.triplet_margin_loss %x, %x, %x {margin = 0.0 : f64} : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<f32>
  return
}

// -----

func.func @triplet_margin_loss_eps_below_zero(%x: tensor<4x8xf32>) {
  // expected-error @+1 {{'amp.triplet_margin_loss' op expects a finite eps of 0 or more, found -1.0}}
  %0 = amp.triplet_margin_loss %x, %x, %x {eps = -1.0 : f64} : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<f32>
  return
}

// -----

func.func @triplet_margin_loss_norm_below_zero(%x: tensor<4x8xf32>) {
  // expected-error @+1 {{'amp.triplet_margin_loss' op expects p of 0 or more, found -2.0}}
  %0 = amp.triplet_margin_loss %x, %x, %x {p = -2.0 : f64} : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<f32>
  return
}

// -----

func.func @ctc_loss_blank_is_no_class(%x: tensor<50x16x20xf32>, %t: tensor<16x30xi64>, %n: tensor<16xi64>) {
  // expected-error @+1 {{'amp.ctc_loss' op expects blank to be a class of 'tensor<50x16x20xf32>', found 20}}
  %0 = amp.ctc_loss %x, %t, %n, %n {blank = 20 : i64} : (tensor<50x16x20xf32>, tensor<16x30xi64>, tensor<16xi64>, tensor<16xi64>) -> tensor<f32>
  return
}

// -----

func.func @ctc_loss_blank_below_zero(%x: tensor<50x16x?xf32>, %t: tensor<16x30xi64>, %n: tensor<16xi64>) {
  // expected-error @+1 {{'amp.ctc_loss' op expects blank to be a class of 'tensor<50x16x?xf32>', found -1}}
  %0 = amp.ctc_loss %x, %t, %n, %n {blank = -1 : i64} : (tensor<50x16x?xf32>, tensor<16x30xi64>, tensor<16xi64>, tensor<16xi64>) -> tensor<f32>
  return
}

// -----

func.func @cosine_similarity_eps_is_nan(%x: tensor<4x8xf32>) {
  // expected-error-re @+1 {{'amp.cosine_similarity' op expects a finite eps of 0 or more, found {{.*}}nan}}
  %0 = amp.cosine_similarity %x, %x {eps = 0x7FF8000000000000 : f64} : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @dist_norm_is_nan(%x: tensor<4x8xf32>) {
  // expected-error-re @+1 {{'amp.dist' op expects p of 0 or more, found {{.*}}nan}}
  %0 = amp.dist %x, %x {p = 0x7FF8000000000000 : f64} : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<f32>
  return
}

// -----

func.func @pdist_norm_below_zero(%x: tensor<4x8xf32>) {
  // expected-error @+1 {{'amp.pdist' op expects p of 0 or more, found -1.0}}
  %0 = amp.pdist %x {p = -1.0 : f64} : (tensor<4x8xf32>) -> tensor<6xf32>
  return
}

// -----

func.func @cdist_norm_below_zero(%x: tensor<4x8xf32>) {
  // expected-error @+1 {{'amp.cdist' op expects p of 0 or more, found -1.0}}
  %0 = amp.cdist %x, %x {p = -1.0 : f64} : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @misspelt_parameter(%x: tensor<4x8xf32>) {
  // expected-error @+1 {{'amp.pdist' op has no attribute 'norm'; known are p}}
  %0 = amp.pdist %x {norm = 1.0 : f64} : (tensor<4x8xf32>) -> tensor<6xf32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// Distances
//===----------------------------------------------------------------------===//

func.func @cosine_similarity_does_not_broadcast(%x: tensor<4x8xf32>, %y: tensor<3x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.cosine_similarity' op expects operands that broadcast, found 'tensor<4x8xf32>' and 'tensor<3x8xf32>'}}
  %0 = amp.cosine_similarity %x, %y : (tensor<4x8xf32>, tensor<3x8xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @cosine_similarity_dim_of_vectors(%x: tensor<8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.cosine_similarity' op expects dim in [-1, 1) of 'tensor<8xf32>' and 'tensor<8xf32>', found 1}}
  %0 = amp.cosine_similarity %x, %x : (tensor<8xf32>, tensor<8xf32>) -> tensor<f32>
  return
}

// -----

func.func @cosine_similarity_types_differ(%x: tensor<4x8xf32>, %y: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.cosine_similarity' op expects operands of one element type, found 'f32' and 'f16'}}
  %0 = amp.cosine_similarity %x, %y : (tensor<4x8xf32>, tensor<4x8xf16>) -> tensor<4xf32>
  return
}

// -----

func.func @dist_does_not_broadcast(%x: tensor<4x8xf32>, %y: tensor<4xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.dist' op expects operands that broadcast, found 'tensor<4x8xf32>' and 'tensor<4xf32>'}}
  %0 = amp.dist %x, %y : (tensor<4x8xf32>, tensor<4xf32>) -> tensor<f32>
  return
}

// -----

func.func @dist_types_differ(%x: tensor<4x8xf32>, %y: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.dist' op expects operands of one element type, found 'f32' and 'f16'}}
  %0 = amp.dist %x, %y : (tensor<4x8xf32>, tensor<4x8xf16>) -> tensor<f32>
  return
}

// -----

func.func @dist_is_a_scalar(%x: tensor<4x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.dist' op inferred type(s) 'tensor<f32>' are incompatible with return type(s) of operation 'tensor<4xf32>'}}
  %0 = amp.dist %x, %x : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @pdist_of_a_vector(%x: tensor<8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.pdist' op expects a matrix [N, M], found 'tensor<8xf32>'}}
  %0 = amp.pdist %x : (tensor<8xf32>) -> tensor<28xf32>
  return
}

// -----

func.func @pdist_counts_pairs_once(%x: tensor<4x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.pdist' op inferred type(s) 'tensor<6xf32>' are incompatible with return type(s) of operation 'tensor<12xf32>'}}
  %0 = amp.pdist %x : (tensor<4x8xf32>) -> tensor<12xf32>
  return
}

// -----

func.func @pdist_of_an_odd_number(%x: tensor<5x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.pdist' op inferred type(s) 'tensor<10xf32>' are incompatible with return type(s) of operation 'tensor<8xf32>'}}
  %0 = amp.pdist %x : (tensor<5x8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @pdist_of_too_many_rows(%x: tensor<6000000000x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.pdist' op has more pairs of rows than can be counted in 'tensor<6000000000x8xf32>'}}
  %0 = amp.pdist %x : (tensor<6000000000x8xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @cdist_of_a_vector(%x: tensor<4x8xf32>, %y: tensor<8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.cdist' op expects matrices [..., P, M] and [..., R, M] whose leading dimensions broadcast, found 'tensor<4x8xf32>' and 'tensor<8xf32>'}}
  %0 = amp.cdist %x, %y : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @cdist_columns_differ(%x: tensor<4x8xf32>, %y: tensor<4x1xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.cdist' op expects matrices [..., P, M] and [..., R, M] whose leading dimensions broadcast, found 'tensor<4x8xf32>' and 'tensor<4x1xf32>'}}
  %0 = amp.cdist %x, %y : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @cdist_batches_differ(%x: tensor<2x4x8xf32>, %y: tensor<3x4x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.cdist' op expects matrices [..., P, M] and [..., R, M] whose leading dimensions broadcast, found 'tensor<2x4x8xf32>' and 'tensor<3x4x8xf32>'}}
  %0 = amp.cdist %x, %y : (tensor<2x4x8xf32>, tensor<3x4x8xf32>) -> tensor<2x4x4xf32>
  return
}

// -----

func.func @cdist_types_differ(%x: tensor<4x8xf32>, %y: tensor<4x8xf64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.cdist' op expects operands of one element type, found 'f32' and 'f64'}}
  %0 = amp.cdist %x, %y : (tensor<4x8xf32>, tensor<4x8xf64>) -> tensor<4x4xf32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// Sizes beside a `?`: a declared result that contradicts what follows shows it
//===----------------------------------------------------------------------===//

func.func @l1_loss_learns_sizes(%x: tensor<?x8xf32>, %t: tensor<4x?xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.l1_loss' op inferred type(s) 'tensor<4x8xf32>' are incompatible with return type(s) of operation 'tensor<5x8xf32>'}}
  %0 = amp.l1_loss %x, %t {reduction = #amp.reduction<none>} : (tensor<?x8xf32>, tensor<4x?xf32>) -> tensor<5x8xf32>
  return
}

// -----

func.func @binary_cross_entropy_learns_sizes(%x: tensor<?x8xf32>, %w: tensor<4x1xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.binary_cross_entropy' op inferred type(s) 'tensor<4x8xf32>' are incompatible with return type(s) of operation 'tensor<5x8xf32>'}}
  %0 = amp.binary_cross_entropy %x, %x, %w {reduction = #amp.reduction<none>} : (tensor<?x8xf32>, tensor<?x8xf32>, tensor<4x1xf32>) -> tensor<5x8xf32>
  return
}

// -----

func.func @nll_loss_learns_sizes(%x: tensor<?x10x6xf32>, %t: tensor<4x?xi64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.nll_loss' op inferred type(s) 'tensor<4x6xf32>' are incompatible with return type(s) of operation 'tensor<4x5xf32>'}}
  %0 = amp.nll_loss %x, %t {reduction = #amp.reduction<none>} : (tensor<?x10x6xf32>, tensor<4x?xi64>) -> tensor<4x5xf32>
  return
}

// -----

func.func @triplet_margin_loss_learns_sizes(%x: tensor<?x8xf32>, %y: tensor<4x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.triplet_margin_loss' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<5xf32>'}}
  %0 = amp.triplet_margin_loss %x, %x, %y {reduction = #amp.reduction<none>} : (tensor<?x8xf32>, tensor<?x8xf32>, tensor<4x8xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @cosine_embedding_loss_learns_sizes(%x: tensor<?x8xf32>, %t: tensor<4xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.cosine_embedding_loss' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<5xf32>'}}
  %0 = amp.cosine_embedding_loss %x, %x, %t {reduction = #amp.reduction<none>} : (tensor<?x8xf32>, tensor<?x8xf32>, tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @ctc_loss_learns_sizes(%x: tensor<50x?x20xf32>, %t: tensor<16x30xi64>, %n: tensor<?xi64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.ctc_loss' op inferred type(s) 'tensor<16xf32>' are incompatible with return type(s) of operation 'tensor<15xf32>'}}
  %0 = amp.ctc_loss %x, %t, %n, %n {reduction = #amp.reduction<none>} : (tensor<50x?x20xf32>, tensor<16x30xi64>, tensor<?xi64>, tensor<?xi64>) -> tensor<15xf32>
  return
}

// -----

func.func @cosine_similarity_learns_sizes(%x: tensor<?x1x8xf32>, %y: tensor<5x?x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.cosine_similarity' op inferred type(s) 'tensor<5x?xf32>' are incompatible with return type(s) of operation 'tensor<4x2xf32>'}}
  %0 = amp.cosine_similarity %x, %y {dim = 2 : i64} : (tensor<?x1x8xf32>, tensor<5x?x8xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @cdist_learns_sizes(%x: tensor<?x4x8xf32>, %y: tensor<3x?x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.cdist' op inferred type(s) 'tensor<3x4x?xf32>' are incompatible with return type(s) of operation 'tensor<2x4x6xf32>'}}
  %0 = amp.cdist %x, %y : (tensor<?x4x8xf32>, tensor<3x?x8xf32>) -> tensor<2x4x6xf32>
  return
}
