//===- Gradients.td ----------------------------------------*- tablegen -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_DIALECT_AMP_IR_GRADIENTS_TD
#define AMP_DIALECT_AMP_IR_GRADIENTS_TD

include "amp/Dialect/Amp/IR/AmpBase.td"

def Amp_GradientsGroup : OpDocGroup {
  let summary = "Work on gradients";
  let description = "What is done with gradients between the backward pass and the step.";
}

let opDocGroup = Amp_GradientsGroup in {

// Takes gradients and gives them changed, in their types.
class Amp_GradientsOp<string mnemonic, list<Trait> traits = []>
    : Amp_Op<mnemonic, [DeclareOpInterfaceMethods<DecomposableOpInterface>] # traits> {
  let hasVerifier = 1;
}

// Clipping compares with a number: gradients that carry a factor come out wrong. What
// is finite stays so, even where the norm overflows: the factor is 0 then.
defvar clipping = [{
  ::llvm::FailureOr<int64_t> inferDegree(
      ::llvm::ArrayRef<std::optional<int64_t>> degrees) {
    for (std::optional<int64_t> degree : degrees)
      if (degree.value_or(0) != 0)
        return ::mlir::failure();
    return 0;
  }
  bool keepsFinite() { return true; }
}];

def Amp_ClipGradNormOp : Amp_GradientsOp<"clip_grad_norm", [Pure, HomogeneousOpInterface]> {
  let summary = "scales gradients down to a norm";
  let description = [{
    PyTorch's `clip_grad_norm_`: all gradients, taken as one vector, are multiplied by
    min(max_norm / (norm + 1e-6), 1). The last result is the norm before, in f32 (in f64
    if all gradients are f64). `norm_type` is p of the p-norm, which may be infinite.
    Sums and products are computed in f32 for 16-bit gradients. Scaled gradients are
    unscaled before: `amp-scale-loss` puts `amp.unscale` before it.

    ```mlir
    %c:2, %norm = amp.clip_grad_norm(%dw, %db) {max_norm = 1.0 : f64}
        : (tensor<16x8xf32>, tensor<16xf32>) -> (tensor<16x8xf32>, tensor<16xf32>, tensor<f32>)
    ```
  }];
  let arguments = (ins Variadic<Amp_FloatTensor>:$gradients, F64Attr:$max_norm,
                       DefaultValuedAttr<F64Attr, "2.0">:$norm_type);
  let results = (outs Variadic<Amp_FloatTensor>:$clipped,
                      0DTensorOf<[F32, F64]>:$norm);
  let assemblyFormat = [{
    `(` $gradients `)` attr-dict `:` functional-type(operands, results)
  }];
  let extraClassDeclaration = clipping;
}

def Amp_ClipGradValueOp : Amp_GradientsOp<"clip_grad_value", [Pure, HomogeneousOpInterface]> {
  let summary = "bounds each element of gradients";
  let description = [{
    PyTorch's `clip_grad_value_`: elements below -clip_value or above clip_value become
    that; NaN stays.

    ```mlir
    %c = amp.clip_grad_value(%dw) {clip_value = 0.5 : f64}
        : (tensor<16x8xf32>) -> tensor<16x8xf32>
    ```
  }];
  let arguments = (ins Variadic<Amp_FloatTensor>:$gradients, F64Attr:$clip_value);
  let results = (outs Variadic<Amp_FloatTensor>:$clipped);
  let assemblyFormat = [{
    `(` $gradients `)` attr-dict `:` functional-type(operands, results)
  }];
  let extraClassDeclaration = clipping;
}

def Amp_CheckFiniteOp : Amp_GradientsOp<"check_finite", [Pure]> {
  let summary = "true if an element of any gradient is infinite or NaN";
  let description = [{
    What `amp.unscale` tests, without unscaling: for gradients that were changed since.

    ```mlir
    %found_inf = amp.check_finite(%dw, %db) : (tensor<16x8xf32>, tensor<16xf32>) -> tensor<i1>
    ```
  }];
  let arguments = (ins Variadic<Amp_FloatTensor>:$gradients);
  let results = (outs 0DTensorOf<[I1]>:$found_inf);
  let assemblyFormat = [{
    `(` $gradients `)` attr-dict `:` functional-type(operands, results)
  }];
}

def Amp_AccumulateOp : Amp_GradientsOp<"accumulate",
    [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "adds up the gradients of k micro-batches";
  let description = [{
    Each run adds the gradients to sums that outlive it. The results are the sums so far
    (16-bit gradients are added in f32 and may come out in it) and, last, whether k
    micro-batches are complete; then the sums start from zero again. With `reduction`
    mean each gradient is divided by k as it comes; where an `amp.backward` makes it,
    `amp-accumulate-gradients` divides the loss instead, as PyTorch's users do. Steps and
    `amp.update_scale` take the flag as `when`; unscaling, clipping and the step come
    after the accumulation, once.

    A last group of fewer micro-batches is not complete, and waits for the next. Whoever
    counts the micro-batches may complete it all the same: see `amp-accumulate-gradients`.

    `known_complete` says what the flag will be: then whoever runs the program counts, and
    the count kept here is not asked.

    The op owns the variables `<name>.count` (i64) and `<name>.sum.<i>`, one per
    gradient, f32 for 16-bit ones; `amp-materialize-state` makes them.

    ```mlir
    %g:2, %complete = amp.accumulate "sums"(%dw, %db) {k = 4 : i64}
        : (tensor<16x8xf32>, tensor<16xf32>) -> (tensor<16x8xf32>, tensor<16xf32>, tensor<i1>)
    ```
  }];
  let arguments = (ins StrAttr:$name, Variadic<Amp_FloatTensor>:$gradients, I64Attr:$k,
    DefaultValuedAttr<Amp_LossReductionAttr, "::mlir::amp::LossReduction::Mean">:$reduction,
    OptionalAttr<BoolAttr>:$known_complete);
  let results = (outs Variadic<Amp_FloatTensor>:$sums, 0DTensorOf<[I1]>:$complete);
  let assemblyFormat = [{
    $name `(` $gradients `)` attr-dict `:` functional-type(operands, results)
  }];
  let extraClassDeclaration = [{
    std::string getCountName() { return (getName() + ".count").str(); }
    std::string getSumName(unsigned index) {
      return (getName() + ".sum." + ::llvm::Twine(index)).str();
    }
  }];
}

} // opDocGroup

#endif // AMP_DIALECT_AMP_IR_GRADIENTS_TD
