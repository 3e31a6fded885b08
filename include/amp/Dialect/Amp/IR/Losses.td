//===- Losses.td -------------------------------------------*- tablegen -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_DIALECT_AMP_IR_LOSSES_TD
#define AMP_DIALECT_AMP_IR_LOSSES_TD

include "amp/Dialect/Amp/IR/AmpBase.td"

def Amp_LossesGroup : OpDocGroup {
  let summary = "Losses and distances";
  let description = "Losses, and distances of vectors.";
}

// Labels that are 1 or -1.
def Amp_SignTensor : RankedTensorOf<[Amp_Float, I8, I16, I32, I64]>;

let opDocGroup = Amp_LossesGroup in {

def Amp_MseLossOp : Amp_DifferentiableCompositeOp<"mse_loss"> {
  let summary = "mean squared error";
  let description = [{
    `(input - target)²`, of equal shapes, with `reduction` mean (of all elements),
    sum, or none.

    ```mlir
    %l = amp.mse_loss %y, %t : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<f32>
    ```
  }];
  let arguments = (ins Amp_FloatTensor:$input, Amp_FloatTensor:$target,
    DefaultValuedAttr<Amp_LossReductionAttr, "::mlir::amp::LossReduction::Mean">:$reduction);
  let results = (outs Amp_FloatTensor:$result);
  let extraClassDeclaration = !strconcat(savesInput, anySizes);
}

def Amp_CrossEntropyOp : Amp_DifferentiableCompositeOp<"cross_entropy", [Amp_UsesIndex]> {
  let summary = "softmax cross entropy";
  let description = [{
    `-sum over the classes of weight q log_softmax(input)`: `input` holds logits `[C]`,
    `[N, C]` or `[N, C, ...]`, and `weight`, 1 where it is missing, is `[C]`. With label
    smoothing ε the distribution is `q = (1 - ε) p + ε / C`. `target` says what p is, by

    - class indices, of the input's shape without `C`: p is 1 at the class, 0 elsewhere. Where
      the target is `ignore_index` the loss is 0. With another target outside [0, C) the
      loss, and its gradient, is NaN;
    - probabilities, of the input's shape: they are p.

    A class whose `weight q` is 0 adds nothing, even if its logit is -inf. The mean divides
    the sum by the weights of the targets that are not ignored, for probabilities by the
    number of distributions. With `reduction` none the result has the input's shape
    without `C`.

    ```mlir
    %l = amp.cross_entropy %x, %t {label_smoothing = 0.1 : f64}
        : (tensor<4x10xf32>, tensor<4xi64>) -> tensor<f32>
    %m = amp.cross_entropy %y, %u, %w {ignore_index = 255 : i64}
        : (tensor<2x21x8x8xf32>, tensor<2x8x8xi64>, tensor<21xf32>) -> tensor<f32>
    %n = amp.cross_entropy %x, %p : (tensor<4x10xf32>, tensor<4x10xf32>) -> tensor<f32>
    ```
  }];
  let arguments = (ins Amp_FloatTensor:$input, Amp_NumberTensor:$target,
    Optional<Amp_FloatTensor>:$weight,
    DefaultValuedAttr<F64Attr, "0.0">:$label_smoothing,
    DefaultValuedAttr<I64Attr, "-100">:$ignore_index,
    DefaultValuedAttr<Amp_LossReductionAttr, "::mlir::amp::LossReduction::Mean">:$reduction);
  let results = (outs Amp_FloatTensor:$result);
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::llvm::StringRef getPrecisionName() { return "cross_entropy_loss"; }
    bool isSavedOperand(unsigned) { return true; }
    /// The target is probabilities, not class indices.
    bool hasProbabilities();
    // All but the number of rows.
    bool needsStaticSize(::mlir::Value value, unsigned dim);
  }];
}

// A loss: its gradient reads all operands.
class Amp_LossOp<string mnemonic, dag operands, dag parameters = (ins),
                 string savedResults = "false", list<Trait> traits = []>
    : Amp_CompositeOp<mnemonic, "true", savedResults, traits> {
  let extraClassDeclaration = !strconcat(saved, anySizes);
  let results = (outs Amp_FloatTensor:$result);
  let arguments = !con(operands, parameters, (ins
    DefaultValuedAttr<Amp_LossReductionAttr, "::mlir::amp::LossReduction::Mean">:$reduction));
}

// A loss of operands of one shape, one value per element.
class Amp_PointwiseLossOp<string mnemonic, dag operands, dag parameters = (ins)>
    : Amp_LossOp<mnemonic, operands, parameters>;

// The usual one.
class Amp_TargetLossOp<string mnemonic, dag parameters = (ins)>
    : Amp_PointwiseLossOp<mnemonic,
        (ins Amp_FloatTensor:$input, Amp_FloatTensor:$target), parameters>;

// A loss of rows [D] or [N, D] of one shape, one value per row.
class Amp_RowLossOp<string mnemonic, dag operands, dag parameters = (ins),
                    list<Trait> traits = []>
    : Amp_LossOp<mnemonic, operands, parameters, "false", traits>;

def Amp_BinaryCrossEntropyOp : Amp_LossOp<"binary_cross_entropy",
    (ins Amp_FloatTensor:$input, Amp_FloatTensor:$target,
         Optional<Amp_FloatTensor>:$weight)> {
  let summary = "binary cross entropy of probabilities";
  let description = [{
    `-weight (target log input + (1 - target) log(1 - input))` of probabilities in [0, 1],
    with the logarithms cut off at -100. `input` and `target` have one shape; `weight`,
    if there is one, broadcasts to it. `reduction` is the mean of all elements, their
    sum, or none.

    Its gradient `(input - target) / (input (1 - input))`, the denominator at least 1e-12,
    does not fit into 16 bits: policies for f16 ban the op. `amp-fuse-safe-losses` replaces it where the
    probabilities come from `amp.sigmoid`.

    ```mlir
    %l = amp.binary_cross_entropy %p, %t : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<f32>
    %m = amp.binary_cross_entropy %p, %t, %w
        : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>) -> tensor<f32>
    ```
  }];
}

def Amp_BinaryCrossEntropyWithLogitsOp : Amp_LossOp<
    "binary_cross_entropy_with_logits",
    (ins Amp_FloatTensor:$input, Amp_FloatTensor:$target,
         Optional<Amp_FloatTensor>:$weight, Optional<Amp_FloatTensor>:$pos_weight),
    (ins), "false", [AttrSizedOperandSegments]> {
  let summary = "binary cross entropy of logits";
  let description = [{
    `-weight (pos_weight target log σ(input) + (1 - target) log(1 - σ(input)))`, σ being
    the sigmoid, computed without overflow as

    `weight ((1 - target) input + (1 + (pos_weight - 1) target) (log(1 + exp(-|input|)) + max(-input, 0)))`.

    `input` and `target` have one shape; the weights, 1 where they are missing, broadcast
    to it. `reduction` is the mean of all elements, their sum, or none.

    ```mlir
    %l = amp.binary_cross_entropy_with_logits %x, %t
        : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<f32>
    %m = amp.binary_cross_entropy_with_logits %x, %t weight(%w) pos_weight(%q)
        : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x1xf32>, tensor<8xf32>) -> tensor<f32>
    ```
  }];
  let assemblyFormat = [{
    $input `,` $target (`weight` `(` $weight^ `)`)? (`pos_weight` `(` $pos_weight^ `)`)?
    attr-dict `:` functional-type(operands, results)
  }];
}

def Amp_NllLossOp : Amp_LossOp<"nll_loss",
    (ins Amp_FloatTensor:$input, Amp_IndexTensor:$target,
         Optional<Amp_FloatTensor>:$weight),
    (ins DefaultValuedAttr<I64Attr, "-100">:$ignore_index), "false", [Amp_UsesIndex]> {
  let summary = "negative log-likelihood of classes";
  let description = [{
    `-weight[target] input[target]`: `input` holds log-probabilities `[C]`, `[N, C]` or
    `[N, C, ...]`, `target` class indices, of that shape without `C`. `weight` is `[C]`.
    Where the target is `ignore_index` the loss is 0. The mean divides the sum by the
    weights of the targets that are not ignored. With `reduction` none the result has
    the target's shape.

    ```mlir
    %l = amp.nll_loss %x, %t : (tensor<4x10xf32>, tensor<4xi64>) -> tensor<f32>
    %m = amp.nll_loss %y, %u, %w {ignore_index = 255 : i64}
        : (tensor<2x21x8x8xf32>, tensor<2x8x8xi64>, tensor<21xf32>) -> tensor<f32>
    ```
  }];
  let extraClassDeclaration = saved;
}

def Amp_L1LossOp : Amp_TargetLossOp<"l1_loss"> {
  let summary = "mean absolute error";
  let description = [{
    `|input - target|` of equal shapes, with `reduction` mean (of all elements), sum, or
    none.

    ```mlir
    %l = amp.l1_loss %y, %t : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<f32>
    ```
  }];
}

def Amp_SmoothL1LossOp : Amp_TargetLossOp<"smooth_l1_loss",
    (ins DefaultValuedAttr<F64Attr, "1.0">:$beta)> {
  let summary = "absolute error, squared near zero";
  let description = [{
    With d = |input - target|: `d² / (2 beta)` where d < `beta`, else `d - beta / 2`. A
    `beta` of 0 gives `amp.l1_loss`. Shapes are equal; `reduction` is the mean of all
    elements, their sum, or none.

    ```mlir
    %l = amp.smooth_l1_loss %y, %t {beta = 0.5 : f64}
        : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<f32>
    ```
  }];
  let hasVerifier = 1;
}

def Amp_HuberLossOp : Amp_TargetLossOp<"huber_loss",
    (ins DefaultValuedAttr<F64Attr, "1.0">:$delta)> {
  let summary = "squared error, linear beyond a threshold";
  let description = [{
    With d = |input - target|: `d² / 2` where d < `delta`, else `delta (d - delta / 2)`.
    Shapes are equal; `reduction` is the mean of all elements, their sum, or none.

    ```mlir
    %l = amp.huber_loss %y, %t {delta = 2.0 : f64}
        : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<f32>
    ```
  }];
  let hasVerifier = 1;
}

def Amp_KlDivOp : Amp_TargetLossOp<"kl_div",
    (ins DefaultValuedAttr<BoolAttr, "false">:$log_target)> {
  let summary = "Kullback-Leibler divergence";
  let description = [{
    `target (log target - input)`, where 0 log 0 is 0, of log-probabilities `input` and
    probabilities `target`; with `log_target` the target holds logarithms too:
    `exp(target) (target - input)`. Shapes are equal; `reduction` is the mean of all
    elements, their sum, or none. (PyTorch's `batchmean` is the sum, divided by the first
    dimension's size.)

    ```mlir
    %l = amp.kl_div %x, %t {log_target = true, reduction = #amp.reduction<sum>}
        : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<f32>
    ```
  }];
}

def Amp_PoissonNllLossOp : Amp_TargetLossOp<"poisson_nll_loss", (ins
    DefaultValuedAttr<BoolAttr, "true">:$log_input,
    DefaultValuedAttr<BoolAttr, "false">:$full,
    DefaultValuedAttr<F64Attr, "1.0e-8">:$eps)> {
  let summary = "negative log-likelihood of Poisson counts";
  let description = [{
    `exp(input) - target input`, or `input - target log(input + eps)` if `log_input` is
    false. `full` adds Stirling's approximation of `log(target!)`, where the target is
    above 1: `target log target - target + log(2 π target) / 2`. Shapes are equal;
    `reduction` is the mean of all elements, their sum, or none.

    ```mlir
    %l = amp.poisson_nll_loss %x, %t {full = true, log_input = false}
        : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<f32>
    ```
  }];
  let hasVerifier = 1;
}

def Amp_HingeEmbeddingLossOp : Amp_PointwiseLossOp<"hinge_embedding_loss",
    (ins Amp_FloatTensor:$input, Amp_SignTensor:$target),
    (ins DefaultValuedAttr<F64Attr, "1.0">:$margin)> {
  let summary = "hinge loss of distances";
  let description = [{
    `input` where the target is 1, `max(0, margin - input)` where it is -1. Shapes are
    equal; `reduction` is the mean of all elements, their sum, or none.

    ```mlir
    %l = amp.hinge_embedding_loss %d, %t : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<f32>
    ```
  }];
  let hasVerifier = 1;
}

def Amp_MarginRankingLossOp : Amp_PointwiseLossOp<"margin_ranking_loss",
    (ins Amp_FloatTensor:$input1, Amp_FloatTensor:$input2, Amp_SignTensor:$target),
    (ins DefaultValuedAttr<F64Attr, "0.0">:$margin)> {
  let summary = "loss of pairs in the wrong order";
  let description = [{
    `max(0, -target (input1 - input2) + margin)`: a target of 1 wants the first input
    to be larger, one of -1 the second. Shapes are equal; `reduction` is the mean of all
    elements, their sum, or none.

    ```mlir
    %l = amp.margin_ranking_loss %a, %b, %t {margin = 0.5 : f64}
        : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<f32>
    ```
  }];
  let hasVerifier = 1;
}

def Amp_SoftMarginLossOp : Amp_PointwiseLossOp<"soft_margin_loss",
    (ins Amp_FloatTensor:$input, Amp_SignTensor:$target)> {
  let summary = "logistic loss of two classes";
  let description = [{
    `log(1 + exp(-target input))` with targets 1 and -1. Shapes are equal; `reduction` is
    the mean of all elements, their sum, or none.

    ```mlir
    %l = amp.soft_margin_loss %x, %t : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<f32>
    ```
  }];
}

def Amp_MultiMarginLossOp : Amp_LossOp<"multi_margin_loss",
    (ins Amp_FloatTensor:$input, Amp_IndexTensor:$target,
         Optional<Amp_FloatTensor>:$weight),
    (ins DefaultValuedAttr<I64Attr, "1">:$p,
         DefaultValuedAttr<F64Attr, "1.0">:$margin), "false", [Amp_UsesIndex]> {
  let summary = "hinge loss of several classes";
  let description = [{
    Per row x with the class index y:
    `weight[y] sum over i ≠ y of max(0, margin - x[y] + x[i])^p, divided by C`. `input` is
    `[C]` or `[N, C]`, `target` is `[]` or `[N]`, `weight` is `[C]`; `p` is 1 or 2. The
    result has the target's shape, unless `reduction` takes the rows' mean or sum.

    ```mlir
    %l = amp.multi_margin_loss %x, %t {p = 2 : i64} : (tensor<4x10xf32>, tensor<4xi64>) -> tensor<f32>
    ```
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = saved;
}

def Amp_MultilabelMarginLossOp : Amp_RowLossOp<"multilabel_margin_loss",
    (ins Amp_FloatTensor:$input, Amp_IndexTensor:$target), (ins), [Amp_UsesIndex]> {
  let summary = "hinge loss of several classes, several of which are right";
  let description = [{
    Per row x whose classes are Y, the target's entries before the first -1:
    `sum over j in Y, i not in Y of max(0, 1 - x[j] + x[i]), divided by C`. `input` and
    `target` are `[C]` or `[N, C]`. One value per row, unless `reduction` takes the rows'
    mean or sum.

    ```mlir
    %l = amp.multilabel_margin_loss %x, %t : (tensor<4x10xf32>, tensor<4x10xi64>) -> tensor<f32>
    ```
  }];
  let extraClassDeclaration = saved;
}

def Amp_MultilabelSoftMarginLossOp : Amp_LossOp<"multilabel_soft_margin_loss",
    (ins Amp_FloatTensor:$input, Amp_FloatTensor:$target,
         Optional<Amp_FloatTensor>:$weight)> {
  let summary = "binary cross entropy of logits, averaged over classes";
  let description = [{
    The mean over the last dimension, the classes, of
    `-weight (target log σ(input) + (1 - target) log(1 - σ(input)))`. `input` and `target`
    have one shape `[..., C]`; `weight` is `[C]`. The result is `[...]`, unless
    `reduction` takes its mean or sum.

    ```mlir
    %l = amp.multilabel_soft_margin_loss %x, %t, %w
        : (tensor<4x10xf32>, tensor<4x10xf32>, tensor<10xf32>) -> tensor<f32>
    ```
  }];
}

def Amp_TripletMarginLossOp : Amp_RowLossOp<"triplet_margin_loss",
    (ins Amp_FloatTensor:$anchor, Amp_FloatTensor:$positive, Amp_FloatTensor:$negative),
    (ins DefaultValuedAttr<F64Attr, "1.0">:$margin,
         DefaultValuedAttr<F64Attr, "2.0">:$p,
         DefaultValuedAttr<F64Attr, "1.0e-6">:$eps,
         DefaultValuedAttr<BoolAttr, "false">:$swap)> {
  let summary = "distance to a like vector against distance to an unlike one";
  let description = [{
    `max(0, d(anchor, positive) - d(anchor, negative) + margin)` with the `p`-norm
    `d(a, b) = ‖a - b + eps‖` of the last dimension. `swap` takes the smaller one of
    `d(anchor, negative)` and `d(positive, negative)`. The operands are `[D]` or
    `[N, D]`; one value per row, unless `reduction` takes the rows' mean or sum.

    ```mlir
    %l = amp.triplet_margin_loss %a, %b, %c {swap = true}
        : (tensor<4x64xf32>, tensor<4x64xf32>, tensor<4x64xf32>) -> tensor<f32>
    ```
  }];
  let hasVerifier = 1;
}

def Amp_CosineEmbeddingLossOp : Amp_LossOp<"cosine_embedding_loss",
    (ins Amp_FloatTensor:$input1, Amp_FloatTensor:$input2, Amp_SignTensor:$target),
    (ins DefaultValuedAttr<F64Attr, "0.0">:$margin)> {
  let summary = "loss of the angle between vectors";
  let description = [{
    `1 - cos(input1, input2)` where the target is 1, `max(0, cos(input1, input2) - margin)`
    where it is -1, with
    `cos(a, b) = sum(a b) / sqrt((sum(a²) + 1e-12) (sum(b²) + 1e-12))`. The inputs are
    `[D]` or `[N, D]`, the target `[]` or `[N]`. The result has the target's shape, unless
    `reduction` takes the rows' mean or sum.

    ```mlir
    %l = amp.cosine_embedding_loss %a, %b, %t
        : (tensor<4x64xf32>, tensor<4x64xf32>, tensor<4xf32>) -> tensor<f32>
    ```
  }];
  let hasVerifier = 1;
}

def Amp_CtcLossOp : Amp_LossOp<"ctc_loss",
    (ins Amp_FloatTensor:$log_probs, Amp_IndexTensor:$targets,
         Amp_IndexTensor:$input_lengths, Amp_IndexTensor:$target_lengths),
    (ins DefaultValuedAttr<I64Attr, "0">:$blank,
         DefaultValuedAttr<BoolAttr, "false">:$zero_infinity),
    "false", [Amp_UsesIndex]> {
  let summary = "connectionist temporal classification";
  let description = [{
    `-log` of the probability that a sequence of `T` steps reads as the target, over all
    alignments with repetitions and the class `blank` in between (Graves et al., 2006).

    | operand | shape |
    |---|---|
    | `log_probs` | `[T, N, C]`, logarithms of probabilities |
    | `targets` | `[N, S]`, or `[S]` with all targets one after the other |
    | `input_lengths`, `target_lengths` | `[N]` |

    A single sequence has `log_probs` `[T, C]`, targets `[S]` and lengths `[]`. The mean
    divides each loss by its target's length, or by 1, first. A target that cannot be read in
    so many steps has an infinite loss, and a gradient that is infinite or NaN;
    `zero_infinity` makes both 0. With `reduction` none the result has the lengths' shape. A
    class or length that does not exist gives NaN.

    The gradient is PyTorch's, that of log-probabilities whose exponentials add up to 1 in
    each step: `exp(log_probs)` minus the share that alignments have of each class. Behind a
    `amp.log_softmax` it is the derivative. Sums are computed in f32, of 16-bit operands, too,
    one step after the other: an `amp.scan`.

    ```mlir
    %l = amp.ctc_loss %x, %t, %n, %m
        : (tensor<50x16x20xf32>, tensor<16x30xi64>, tensor<16xi64>, tensor<16xi64>) -> tensor<f32>
    ```
  }];
  let extraClassDeclaration = saved;
  let hasVerifier = 1;
}

// A distance: its gradient reads inputs and result.
class Amp_DistanceOp<string mnemonic, dag operands, dag parameters>
    : Amp_CompositeOp<mnemonic, "true", "true"> {
  let results = (outs Amp_FloatTensor:$result);
  let arguments = !con(operands, parameters);
  let hasVerifier = 1;
}

def Amp_CosineSimilarityOp : Amp_DistanceOp<"cosine_similarity",
    (ins Amp_FloatTensor:$x1, Amp_FloatTensor:$x2),
    (ins DefaultValuedAttr<I64Attr, "1">:$dim,
         DefaultValuedAttr<F64Attr, "1.0e-8">:$eps)> {
  let summary = "cosine of the angle between vectors";
  let description = [{
    `sum(x1 x2) / (max(‖x1‖, eps) max(‖x2‖, eps))` along dimension `dim` of the operands'
    shapes, which are broadcast first; it is gone from the result.

    ```mlir
    %c = amp.cosine_similarity %a, %b : (tensor<4x64xf32>, tensor<4x64xf32>) -> tensor<4xf32>
    ```
  }];
}

def Amp_DistOp : Amp_DistanceOp<"dist",
    (ins Amp_FloatTensor:$input, Amp_FloatTensor:$other),
    (ins DefaultValuedAttr<F64Attr, "2.0">:$p)> {
  let summary = "norm of a difference";
  let description = [{
    The `p`-norm of all elements of `input - other`, a scalar. Shapes broadcast; `p` may
    be infinite. The gradient of a distance of 0 is 0.

    ```mlir
    %d = amp.dist %a, %b {p = 1.0 : f64} : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<f32>
    ```
  }];
  let extraClassDeclaration = !strconcat(saved, anySizes);
}

def Amp_PdistOp : Amp_DistanceOp<"pdist",
    (ins Amp_FloatTensor:$input), (ins DefaultValuedAttr<F64Attr, "2.0">:$p)> {
  let summary = "distances between the rows of a matrix";
  let description = [{
    The `p`-norm of `row i - row j` for all i < j, in the order (0, 1), (0, 2), …,
    (1, 2), …: `[N, M]` gives `[N (N - 1) / 2]`.

    ```mlir
    %d = amp.pdist %x : (tensor<4x8xf32>) -> tensor<6xf32>
    ```
  }];
}

def Amp_CdistOp : Amp_DistanceOp<"cdist",
    (ins Amp_FloatTensor:$x1, Amp_FloatTensor:$x2),
    (ins DefaultValuedAttr<F64Attr, "2.0">:$p)> {
  let summary = "distances between the rows of two matrices";
  let description = [{
    The `p`-norm of `row i of x1 - row j of x2` for all i and j: `[..., P, M]` and
    `[..., R, M]` give `[..., P, R]`. Leading dimensions broadcast.

    ```mlir
    %d = amp.cdist %a, %b : (tensor<2x4x8xf32>, tensor<6x8xf32>) -> tensor<2x4x6xf32>
    ```
  }];
}

} // opDocGroup

#endif // AMP_DIALECT_AMP_IR_LOSSES_TD
