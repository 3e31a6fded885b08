//===- AmpLossOps.td ---------------------------------------*- tablegen -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Losses, distances and products of matrices and vectors.
// These ops have shapes and a place in precision policies.

#ifndef AMP_DIALECT_AMP_IR_AMPLOSSOPS_TD
#define AMP_DIALECT_AMP_IR_AMPLOSSOPS_TD

include "amp/Dialect/Amp/IR/AmpBase.td"

// Class indices and lengths.
def Amp_IndexTensor : RankedTensorOf<[I64]>;
// Labels that are 1 or -1.
def Amp_SignTensor : RankedTensorOf<[Amp_Float, I8, I16, I32, I64]>;

// An op whose result types `infer` gives: the body of `inferReturnTypes`.
class Amp_InferredOp<string mnemonic, string infer, list<Trait> traits = []>
    : Amp_GraphOp<mnemonic,
        [DeclareOpInterfaceMethods<DecomposableOpInterface>] # traits> {
  let results = (outs Amp_FloatTensor:$result);
  code inference = [{
    ::llvm::LogicalResult $cppClass::inferReturnTypes(
        ::mlir::MLIRContext *, std::optional<::mlir::Location> location,
        Adaptor adaptor, ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      ::Inference inference(location, getOperationName());
      return inference.}] # infer # [{;
    }
  }];
  let extraClassDefinition = compatible # inference;
}

//===----------------------------------------------------------------------===//
// Losses
//===----------------------------------------------------------------------===//

// A loss: its gradient reads all operands.
class Amp_LossOp<string mnemonic, string infer, dag operands, dag parameters = (ins),
                 list<Trait> traits = []>
    : Amp_InferredOp<mnemonic, infer, traits> {
  let arguments = !con(operands, parameters, (ins
    DefaultValuedAttr<Amp_LossReductionAttr, "::mlir::amp::LossReduction::Mean">:$reduction));
  let extraClassDeclaration = [{
    bool isSavedOperand(unsigned) { return true; }
  }];
}

// A loss of operands of one shape, one value per element.
class Amp_PointwiseLossOp<string mnemonic, dag operands, dag parameters = (ins)>
    : Amp_LossOp<mnemonic, [{inferPointwiseLoss(adaptor.getOperands(), ::mlir::ValueRange(),
          adaptor.getReduction(), types)}], operands, parameters>;
// The usual one.
class Amp_TargetLossOp<string mnemonic, dag parameters = (ins)>
    : Amp_PointwiseLossOp<mnemonic,
        (ins Amp_FloatTensor:$input, Amp_FloatTensor:$target), parameters>;

// A loss of rows [D] or [N, D] of one shape, one value per row.
class Amp_RowLossOp<string mnemonic, dag operands, dag parameters = (ins),
                    list<Trait> traits = []>
    : Amp_LossOp<mnemonic, [{inferRowLoss(adaptor.getOperands(),
          adaptor.getReduction(), types)}], operands, parameters, traits>;

defvar weighted = [{inferPointwiseLoss(adaptor.getOperands().take_front(2),
          adaptor.getOperands().drop_front(2), adaptor.getReduction(), types)}];

def Amp_BinaryCrossEntropyOp : Amp_LossOp<"binary_cross_entropy", weighted,
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
    "binary_cross_entropy_with_logits", weighted,
    (ins Amp_FloatTensor:$input, Amp_FloatTensor:$target,
         Optional<Amp_FloatTensor>:$weight, Optional<Amp_FloatTensor>:$pos_weight),
    (ins), [AttrSizedOperandSegments]> {
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
    [{inferClassLoss(adaptor.getInput(), adaptor.getTarget(), adaptor.getWeight(),
          /*maxRank=*/std::nullopt, adaptor.getReduction(), types)}],
    (ins Amp_FloatTensor:$input, Amp_IndexTensor:$target,
         Optional<Amp_FloatTensor>:$weight),
    (ins DefaultValuedAttr<I64Attr, "-100">:$ignore_index), [Amp_UsesIndex]> {
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
    [{inferClassLoss(adaptor.getInput(), adaptor.getTarget(), adaptor.getWeight(),
          /*maxRank=*/2, adaptor.getReduction(), types)}],
    (ins Amp_FloatTensor:$input, Amp_IndexTensor:$target,
         Optional<Amp_FloatTensor>:$weight),
    (ins DefaultValuedAttr<I64Attr, "1">:$p,
         DefaultValuedAttr<F64Attr, "1.0">:$margin), [Amp_UsesIndex]> {
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
}

def Amp_MultilabelSoftMarginLossOp : Amp_LossOp<"multilabel_soft_margin_loss",
    [{inferLabelsLoss(adaptor.getInput(), adaptor.getTarget(), adaptor.getWeight(),
          adaptor.getReduction(), types)}],
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
    [{inferCosineLoss(adaptor.getInput1(), adaptor.getInput2(), adaptor.getTarget(),
          adaptor.getReduction(), types)}],
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
    [{inferCtcLoss(adaptor.getLogProbs(), adaptor.getTargets(), adaptor.getInputLengths(),
          adaptor.getTargetLengths(), adaptor.getReduction(), types)}],
    (ins Amp_FloatTensor:$log_probs, Amp_IndexTensor:$targets,
         Amp_IndexTensor:$input_lengths, Amp_IndexTensor:$target_lengths),
    (ins DefaultValuedAttr<I64Attr, "0">:$blank,
         DefaultValuedAttr<BoolAttr, "false">:$zero_infinity), [Amp_UsesIndex]> {
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
    divides each loss by its target's length first. `zero_infinity` makes the loss and
    the gradient of a target that is too long 0. With `reduction` none the result has the
    lengths' shape.

    ```mlir
    %l = amp.ctc_loss %x, %t, %n, %m
        : (tensor<50x16x20xf32>, tensor<16x30xi64>, tensor<16xi64>, tensor<16xi64>) -> tensor<f32>
    ```
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    bool isSavedOperand(unsigned) { return true; }
    // The log-likelihood of each sequence; a reduced one is of no use.
    bool isSavedResult(unsigned) {
      return getReduction() == ::mlir::amp::LossReduction::None;
    }
  }];
}

//===----------------------------------------------------------------------===//
// Distances
//===----------------------------------------------------------------------===//

// A distance: its gradient reads inputs and result.
class Amp_DistanceOp<string mnemonic, string infer, dag operands, dag parameters>
    : Amp_InferredOp<mnemonic, infer> {
  let arguments = !con(operands, parameters);
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    bool isSavedOperand(unsigned) { return true; }
    bool isSavedResult(unsigned) { return true; }
  }];
}

def Amp_CosineSimilarityOp : Amp_DistanceOp<"cosine_similarity",
    [{inferInner(adaptor.getX1(), adaptor.getX2(), adaptor.getDim(), types)}],
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
    [{inferDist(adaptor.getInput(), adaptor.getOther(), types)}],
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
}

def Amp_PdistOp : Amp_DistanceOp<"pdist", [{inferPdist(adaptor.getInput(), types)}],
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
    [{inferCdist(adaptor.getX1(), adaptor.getX2(), types)}],
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

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

// A sum of products of its operands. `saved` tells which operands, `index`, are
// factors: the gradient reads them.
class Amp_ProductOp<string mnemonic, string infer, dag operands,
                    dag parameters = (ins), string saved = "true">
    : Amp_InferredOp<mnemonic, infer, [ComputeTypeOpInterface]> {
  let arguments = !con(operands, parameters, (ins OptionalAttr<TypeAttr>:$compute_type));
  // What all their descriptions say.
  string rounding = [{
    16-bit operands are accumulated in f32 and rounded once; the result may also be f32.
    `compute_type` is that of `amp.linear`.
  }];
  let hasVerifier = 1;
  code saving = [{
    bool isSavedOperand([[maybe_unused]] unsigned index) { return }] # saved # [{; }
  }];
  let extraClassDeclaration = saving;
  code definition = inference # [{
    bool $cppClass::isCompatibleReturnTypes(::mlir::TypeRange inferred,
                                            ::mlir::TypeRange actual) {
      return ::mlir::amp::detail::areCompatibleContractionTypes(inferred, actual);
    }
    ::llvm::LogicalResult $cppClass::verify() {
      // Shapes are inferred later, and with them the number of operands checked.
      ::mlir::ValueRange operands = (*this)->getOperands();
      return ::mlir::success(operands.empty() ||
          succeeded(::mlir::amp::detail::verifyComputeType(
              *this, getComputeType(), operands.front().getType())));
    }
  }];
  let extraClassDefinition = definition;
}

// Two factors; `letters` are their shapes and the result's, `forms` says it in words.
class Amp_PairProductOp<string mnemonic, string letters, string what, string forms,
                        string types>
    : Amp_ProductOp<mnemonic, "inferProduct(\"" # letters #
          "\", adaptor.getOperands(), types)",
        (ins Amp_FloatTensor:$lhs, Amp_FloatTensor:$rhs)> {
  let summary = what;
  let description = "\n    " # forms # "\n" # rounding # [{
    ```mlir
    %c = amp.}] # mnemonic # [{ %a, %b : }] # types # [{
    ```
  }];
}

def Amp_MmOp : Amp_PairProductOp<"mm", "nk,km->nm", "product of two matrices",
    "`[N, K]` times `[K, M]` is `[N, M]`.",
    "(tensor<4x8xf16>, tensor<8x16xf16>) -> tensor<4x16xf16>">;
def Amp_MvOp : Amp_PairProductOp<"mv", "nk,k->n", "product of a matrix and a vector",
    "`[N, K]` times `[K]` is `[N]`.",
    "(tensor<4x8xf16>, tensor<8xf16>) -> tensor<4xf16>">;
def Amp_BmmOp : Amp_PairProductOp<"bmm", "bnk,bkm->bnm",
    "products of the matrices of two batches",
    "`[B, N, K]` times `[B, K, M]` is `[B, N, M]`; the batch is not broadcast.",
    "(tensor<2x4x8xf16>, tensor<2x8x16xf16>) -> tensor<2x4x16xf16>">;

// A product of two factors, added to an input. The gradient does not read that one.
class Amp_AddedProductOp<string mnemonic, string letters, string first, string second,
                         string what, string formula, string forms, string types>
    : Amp_ProductOp<mnemonic, "inferAddedProduct(\"" # letters #
          "\", adaptor.getOperands(), types)",
        !con((ins Amp_FloatTensor:$input), !dag(ins, [Amp_FloatTensor], [first]),
             !dag(ins, [Amp_FloatTensor], [second])),
        (ins DefaultValuedAttr<F64Attr, "1.0">:$beta,
             DefaultValuedAttr<F64Attr, "1.0">:$alpha),
        "index != 0"> {
  let extraClassDeclaration = saving # [{
    void getProductSizes(::llvm::SmallVectorImpl<int64_t> &sizes);
  }];
  let extraClassDefinition = definition # [{
    void $cppClass::getProductSizes(::llvm::SmallVectorImpl<int64_t> &sizes) {
      ::getFactorSizes((*this)->getOperands().drop_front(), sizes);
    }
  }];
  let summary = what;
  let description = "\n    `" # formula # "`: " # forms # [{ The input
    broadcasts to the product's shape; with a `beta` of 0 it is not read.
}] # rounding # [{
    ```mlir
    %c = amp.}] # mnemonic # [{ %x, %a, %b {alpha = 0.5 : f64} : }] # types # [{
    ```
  }];
}

def Amp_AddmmOp : Amp_AddedProductOp<"addmm", "nk,km->nm", "mat1", "mat2",
    "product of two matrices, added to a matrix",
    "beta input + alpha (mat1 mat2)", "`[N, K]` times `[K, M]` is `[N, M]`.",
    "(tensor<16xf16>, tensor<4x8xf16>, tensor<8x16xf16>) -> tensor<4x16xf16>">;
def Amp_AddmvOp : Amp_AddedProductOp<"addmv", "nk,k->n", "mat", "vec",
    "product of a matrix and a vector, added to a vector",
    "beta input + alpha (mat vec)", "`[N, K]` times `[K]` is `[N]`.",
    "(tensor<4xf16>, tensor<4x8xf16>, tensor<8xf16>) -> tensor<4xf16>">;
def Amp_AddrOp : Amp_AddedProductOp<"addr", "n,m->nm", "vec1", "vec2",
    "outer product of two vectors, added to a matrix",
    "beta input + alpha vec1 vec2ᵀ", "`[N]` and `[M]` give `[N, M]`.",
    "(tensor<4x8xf16>, tensor<4xf16>, tensor<8xf16>) -> tensor<4x8xf16>">;
def Amp_AddbmmOp : Amp_AddedProductOp<"addbmm", "bnk,bkm->nm", "batch1", "batch2",
    "sum of the products of two batches, added to a matrix",
    "beta input + alpha (sum over b of batch1[b] batch2[b])",
    "`[B, N, K]` times `[B, K, M]` gives `[N, M]`.",
    "(tensor<4x16xf16>, tensor<2x4x8xf16>, tensor<2x8x16xf16>) -> tensor<4x16xf16>">;
def Amp_BaddbmmOp : Amp_AddedProductOp<"baddbmm", "bnk,bkm->bnm", "batch1", "batch2",
    "products of the matrices of two batches, added to a batch",
    "beta input + alpha (batch1[b] batch2[b])",
    "`[B, N, K]` times `[B, K, M]` gives `[B, N, M]`.",
    "(tensor<2x4x16xf16>, tensor<2x4x8xf16>, tensor<2x8x16xf16>) -> tensor<2x4x16xf16>">;

def Amp_ChainMatmulOp : Amp_ProductOp<"chain_matmul",
    [{inferChain(adaptor.getMatrices(), /*allowVectors=*/false, types)}],
    (ins Variadic<Amp_FloatTensor>:$matrices)> {
  let summary = "product of several matrices";
  let description = [{
    The product of one or more matrices, each with as many rows as the one before has
    columns, in the order of multiplication that takes the fewest operations. Products on
    the way have the operands' type too.
  }] # rounding # [{
    ```mlir
    %y = amp.chain_matmul %a, %b, %c
        : (tensor<4x8xf16>, tensor<8x2xf16>, tensor<2x16xf16>) -> tensor<4x16xf16>
    ```
  }];
}

def Amp_LinalgMultiDotOp : Amp_ProductOp<"linalg_multi_dot",
    [{inferChain(adaptor.getTensors(), /*allowVectors=*/true, types)}],
    (ins Variadic<Amp_FloatTensor>:$tensors)> {
  let summary = "product of several matrices, with vectors at the ends";
  let description = [{
    As `amp.chain_matmul`, of two or more. The first operand may be a vector, which is a
    row, and the last one, which is a column; that dimension is gone from the result.
  }] # rounding # [{
    ```mlir
    %y = amp.linalg_multi_dot %a, %b, %c
        : (tensor<8xf16>, tensor<8x2xf16>, tensor<2x16xf16>) -> tensor<16xf16>
    ```
  }];
}

def Amp_LinalgVecdotOp : Amp_ProductOp<"linalg_vecdot",
    [{inferInner(adaptor.getX(), adaptor.getY(), adaptor.getDim(), types)}],
    (ins Amp_FloatTensor:$x, Amp_FloatTensor:$y),
    (ins DefaultValuedAttr<I64Attr, "-1">:$dim)> {
  let summary = "inner products of vectors";
  let description = [{
    `sum(x y)` along dimension `dim` of the operands' shapes, which are broadcast first;
    it is gone from the result.
  }] # rounding # [{
    ```mlir
    %d = amp.linalg_vecdot %a, %b : (tensor<4x64xf16>, tensor<64xf16>) -> tensor<4xf16>
    ```
  }];
  let extraClassDeclaration = saving # [{
    // No matrices.
    void getProductSizes(::llvm::SmallVectorImpl<int64_t> &) {}
  }];
}

def Amp_TensordotOp : Amp_ProductOp<"tensordot",
    [{inferTensordot(adaptor.getLhs(), adaptor.getRhs(), adaptor.getDimsA(),
          adaptor.getDimsB(), types)}],
    (ins Amp_FloatTensor:$lhs, Amp_FloatTensor:$rhs),
    (ins DenseI64ArrayAttr:$dims_a, DenseI64ArrayAttr:$dims_b)> {
  let summary = "contraction of listed dimensions";
  let description = [{
    Sums the products over the dimensions `dims_a` of the left operand, each with its
    partner in `dims_b` of the right one, of equal size or 1. The result's dimensions are
    the others, the left operand's first. (PyTorch's form with a number n stands for the
    last n on the left and the first n on the right.)
  }] # rounding # [{
    ```mlir
    %y = amp.tensordot %a, %b {dims_a = array<i64: 1, 2>, dims_b = array<i64: 0, 1>}
        : (tensor<4x8x2xf16>, tensor<8x2x16xf16>) -> tensor<4x16xf16>
    ```
  }];
  let extraClassDeclaration = saving # [{
    void getProductSizes(::llvm::SmallVectorImpl<int64_t> &sizes);
  }];
}

def Amp_EinsumOp : Amp_ProductOp<"einsum",
    [{inferEinsum(adaptor.getEquation(), adaptor.getInputs(), types)}],
    (ins Variadic<Amp_FloatTensor>:$inputs), (ins StrAttr:$equation)> {
  let summary = "sum of products in Einstein's notation";
  let description = [{
    `equation` gives each dimension of each operand a letter, `bij,bjk->bik`: operands
    are separated by commas, what follows `->` is the result. Dimensions with one letter
    have one size, or 1 (they broadcast); a letter twice in an operand takes its diagonal.
    Letters that the result lacks are summed over. Without `->` the result has the
    letters that appear once, capitals first, in alphabetical order.

    `...` stands for any number of dimensions, which are aligned at the last one and
    broadcast. Without `->` they come first in the result; a result without them is
    summed over them.

    Three operands and more are multiplied from left to right; products on the way have
    the operands' type too.
  }] # rounding # [{
    ```mlir
    %y = amp.einsum %a, %b {equation = "bhqd,bhkd->bhqk"}
        : (tensor<2x4x8x64xf16>, tensor<2x4x6x64xf16>) -> tensor<2x4x8x6xf16>
    ```
  }];
  let extraClassDeclaration = saving # [{
    // Which letters become rows, columns and inner dimension, the lowering says.
    void getProductSizes(::llvm::SmallVectorImpl<int64_t> &) {}
  }];
}

#endif // AMP_DIALECT_AMP_IR_AMPLOSSOPS_TD
