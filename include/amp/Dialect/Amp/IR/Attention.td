//===- Attention.td ----------------------------------------*- tablegen -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_DIALECT_AMP_IR_ATTENTION_TD
#define AMP_DIALECT_AMP_IR_ATTENTION_TD

include "amp/Dialect/Amp/IR/AmpBase.td"

def Amp_AttentionGroup : OpDocGroup {
  let summary = "Attention";
  let description = "Attention of queries to keys and values.";
}

// What the forward and the backward op have in common.
class Amp_AttentionParts {
  dag operands = (ins Amp_FloatTensor:$query, Amp_FloatTensor:$key, Amp_FloatTensor:$value,
    Optional<RankedTensorOf<[Amp_Float, I1]>>:$attn_mask,
    Optional<Amp_RandomStateTensor>:$random_state);
  dag attributes = (ins F64Attr:$scale, DefaultValuedAttr<F64Attr, "0.0">:$dropout_p,
    DefaultValuedAttr<BoolAttr, "false">:$is_causal, OptionalAttr<TypeAttr>:$compute_type);
}
defvar attentionParts = Amp_AttentionParts<>;

let opDocGroup = Amp_AttentionGroup in {

// The derivative computes the probabilities again, and so needs the mask too.
def Amp_ScaledDotProductAttentionOp
    : Amp_WideningOp<"scaled_dot_product_attention", "true", "true",
                     [AttrSizedOperandSegments]> {
  let summary = "softmax(q kᵀ scale + mask) v";
  let description = [{
    `query` is `[..., L, E]`, `key` is `[..., S, E]`, `value` is `[..., S, Ev]`, with equal
    leading dimensions, and the result is `[..., L, Ev]`:

        result = dropout(softmax(query keyᵀ scale + attn_mask)) value

    `scale` is `1 / sqrt(E)` unless given. `attn_mask` broadcasts to `[..., L, S]`: a
    floating-point one is added, and may be f32 beside 16-bit operands; an i1 one says who
    takes part. `is_causal` lets row `i`
    see the columns up to `i`, and goes without a mask. A row in which nothing takes part
    is 0. 16-bit operands: sums and softmax are f32; the result is rounded once, and may
    also be f32. `compute_type` is the type of the sums: f64 for f64 operands, otherwise
    f32; for f32 operands also `tf32`.

    With `enable_gqa` the last of the leading dimensions, the heads, may be smaller in `key`
    and `value`, by a factor: so many successive heads of the query share theirs.

    A `dropout_p` above 0 drops probabilities as `amp.dropout` of the `[..., L, S]`
    probabilities does, with its random numbers: `random` is the state from which they are
    drawn, and the second result the state behind them, to be assigned by the graph. As in
    PyTorch there is no `training`; in evaluation `dropout_p` is left out, with the state or
    without it.

    ```mlir
    %y = amp.scaled_dot_product_attention %q, %k, %v {is_causal = true}
        : (tensor<4x8x32x64xf16>, tensor<4x8x32x64xf16>, tensor<4x8x32x64xf16>)
        -> tensor<4x8x32x64xf16>
    %r = amp.read @rng : tensor<2xi64>
    %z, %next = amp.scaled_dot_product_attention %q, %k2, %v2 random(%r)
        {dropout_p = 0.1 : f64, enable_gqa = true}
        : (tensor<4x8x32x64xf16>, tensor<4x2x32x64xf16>, tensor<4x2x32x64xf16>, tensor<2xi64>)
        -> (tensor<4x8x32x64xf16>, tensor<2xi64>)
    ```
  }];
  let arguments = (ins Amp_FloatTensor:$query, Amp_FloatTensor:$key, Amp_FloatTensor:$value,
    Optional<RankedTensorOf<[Amp_Float, I1]>>:$attn_mask,
    Optional<Amp_RandomStateTensor>:$random_state,
    DefaultValuedAttr<F64Attr, "0.0">:$dropout_p,
    DefaultValuedAttr<BoolAttr, "false">:$is_causal, OptionalAttr<F64Attr>:$scale,
    DefaultValuedAttr<BoolAttr, "false">:$enable_gqa, OptionalAttr<TypeAttr>:$compute_type);
  let results = (outs Amp_FloatTensor:$result, Optional<Amp_RandomStateTensor>:$next_state);
  let assemblyFormat = [{
    $query `,` $key `,` $value (`,` $attn_mask^)? (`random` `(` $random_state^ `)`)?
    attr-dict `:` functional-type(operands, results)
  }];
  let extraClassDeclaration = saved # [{
    // The mask is added to f32 sums.
    bool mayStayWide(unsigned index) { return index == 3; }
    bool isPrecisionResult(unsigned index) { return index == 0; }
    void getProductSizes(::llvm::SmallVectorImpl<int64_t> &sizes);
  }];
}

def Amp_AttentionOp : Amp_DifferentiableCompositeOp<"attention",
    [AttrSizedOperandSegments, ComputeTypeOpInterface]> {
  let summary = "attention that stores no scores";
  let description = [{
    What `amp.scaled_dot_product_attention` becomes, on four dimensions: `query` is
    `[B, H, L, E]`, `key` `[B, K, S, E]`, `value` `[B, K, S, Ev]`, where K divides H and
    H / K successive heads of the query share theirs; `attn_mask` has four dimensions, each
    1 or that of the scores `[B, H, L, S]`. `logsumexp`, f32, or f64 for f64 operands, is the
    logarithm of the sum of a row's exponentials, from which `amp.attention_backward`
    computes the probabilities again; of a row in which nothing takes part it is -inf.
    Random numbers are those of `amp.dropout` of the scores.

    Where the target has a record for it, it stays one op; elsewhere `amp-decompose` makes
    products and a softmax of it.

    ```mlir
    %y, %lse = amp.attention %q, %k, %v {is_causal = true, scale = 0.125 : f64}
        : (tensor<4x8x32x64xf16>, tensor<4x8x32x64xf16>, tensor<4x8x32x64xf16>)
        -> (tensor<4x8x32x64xf16>, tensor<4x8x32xf32>)
    ```
  }];
  let arguments = !con(attentionParts.operands, attentionParts.attributes);
  let results = (outs Amp_FloatTensor:$result, Amp_FloatTensor:$logsumexp);
  let assemblyFormat = [{
    $query `,` $key `,` $value (`,` $attn_mask^)? (`random` `(` $random_state^ `)`)?
    attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
  let compatible = [{
    bool $cppClass::isCompatibleReturnTypes(::mlir::TypeRange inferred,
                                            ::mlir::TypeRange actual) {
      return ::mlir::amp::detail::areCompatibleContractionTypes(inferred, actual);
    }
  }];
  let extraClassDeclaration = [{
    ::llvm::StringRef getPrecisionName() { return "scaled_dot_product_attention"; }
    bool isSavedOperand(unsigned) { return true; }
    bool isSavedResult(unsigned) { return true; }
    bool mayStayWide(unsigned index) { return index == 3; }
    bool isPrecisionResult(unsigned index) { return index == 0; }
    void getProductSizes(::llvm::SmallVectorImpl<int64_t> &sizes);
    bool hasRecord(::mlir::amp::TargetKind target);
    bool mayHaveRecord() { return true; }
  }];
}

def Amp_AttentionBackwardOp : Amp_CompositeOp<"attention_backward", "true", "false",
    [AttrSizedOperandSegments, ComputeTypeOpInterface, HomogeneousOpInterface]> {
  let summary = "derivative of attention by query, key and value";
  let description = [{
    `gradient` is that of the result, which is `output`. The probabilities are computed
    again from the operands and `logsumexp`.

    ```mlir
    %dq, %dk, %dv = amp.attention_backward %dy, %q, %k, %v of %y, %lse
        {is_causal = true, scale = 0.125 : f64}
        : (tensor<4x8x32x64xf16>, tensor<4x8x32x64xf16>, tensor<4x8x32x64xf16>,
           tensor<4x8x32x64xf16>, tensor<4x8x32x64xf16>, tensor<4x8x32xf32>)
        -> (tensor<4x8x32x64xf16>, tensor<4x8x32x64xf16>, tensor<4x8x32x64xf16>)
    ```
  }];
  let arguments = !con((ins Amp_FloatTensor:$gradient), attentionParts.operands,
    (ins Amp_FloatTensor:$output, Amp_FloatTensor:$logsumexp), attentionParts.attributes);
  let results = (outs Amp_FloatTensor:$query_gradient, Amp_FloatTensor:$key_gradient,
    Amp_FloatTensor:$value_gradient);
  let assemblyFormat = [{
    $gradient `,` $query `,` $key `,` $value (`,` $attn_mask^)?
    (`random` `(` $random_state^ `)`)? `of` $output `,` $logsumexp
    attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = !strconcat(saved, degreeOfGradient, [{
    ::llvm::StringRef getPrecisionName() { return "scaled_dot_product_attention"; }
    // The last one is logsumexp; the gradient and the output may be f32, too.
    bool isPrecisionOperand(unsigned index) { return index + 1 != (*this)->getNumOperands(); }
    bool mayStayWide(unsigned index) { return index == 0 || index > 3; }
    void getProductSizes(::llvm::SmallVectorImpl<int64_t> &sizes);
    bool hasRecord(::mlir::amp::TargetKind target);
    bool mayHaveRecord() { return true; }
  }]);
}

} // opDocGroup

#endif // AMP_DIALECT_AMP_IR_ATTENTION_TD
