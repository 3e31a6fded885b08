//===- AttentionOps.td -------------------------------------*- tablegen -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_DIALECT_AMPRT_IR_ATTENTIONOPS_TD
#define AMP_DIALECT_AMPRT_IR_ATTENTIONOPS_TD

def AmpRT_AttentionMask : AnyTypeOf<[RankedTensorOf<[AmpRT_Float, I1]>,
                                     MemRefOf<[AmpRT_Float, I1]>]>;
def AmpRT_RandomState : AnyTypeOf<[RankedTensorOf<[I64]>, MemRefOf<[I64]>]>;

// Forward and backward: one record, of which the backward one has more operands.
class AmpRT_AttentionBase<string mnemonic>
    : AmpRT_RecordOp<mnemonic, ["getRecordOperands", "takesLayout", "verifyRecord"],
        [DestinationStyleOpInterface, AttrSizedOperandSegments]> {
  dag attributes = (ins F64Attr:$scale, DefaultValuedAttr<F64Attr, "0.0">:$dropout_p,
    UnitAttr:$is_causal, DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$rows_first);
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() { return getOutsMutable(); }
  }];
}

def AmpRT_AttentionRecordOp : AmpRT_AttentionBase<"attention"> {
  let summary = "attention that stores no scores, by the device's library";
  let description = [{
    `softmax(q kᵀ scale + mask) v` for query `[B, H, L, E]`, key `[B, K, S, E]` and value
    `[B, K, S, Ev]`, of which the inputs are these three; H / K heads of the query share
    theirs. Destinations are the result `[B, H, L, Ev]`, of the operands' type or f32, and
    the logarithms of the rows' sums `[B, H, L]`, f32. Products and sums are f32; the
    result is rounded once. A row in which nothing takes part is 0, with the logarithm
    -inf.

    `rows_first` numbers those of query, key, value and result, from 0, that are stored with
    the second and the third dimension exchanged, as projections of rows have them:
    `[B, L, H, E]`. The mask, f32, f16, bf16 or i1, has four dimensions, of which those of
    size 1 are repeated. Elements of the scores are dropped as `amp.dropout` drops them, with the
    numbers that `random` gives.

    ```mlir
    %y:2 = amprt.attention ins(%q, %k, %v : tensor<4x32x8x64xf32>, tensor<4x32x8x64xf32>, tensor<4x32x8x64xf32>)
        outs(%a, %b : tensor<4x8x32x64xf32>, tensor<4x8x32xf32>)
        {is_causal, rows_first = array<i64: 0, 1, 2>, scale = 0.125 : f64}
        -> tensor<4x8x32x64xf32>, tensor<4x8x32xf32>
    ```
  }];
  let arguments = !con((ins Variadic<AmpRT_Matrix>:$inputs, Optional<AmpRT_AttentionMask>:$mask,
    Optional<AmpRT_RandomState>:$random, Variadic<AmpRT_Matrix>:$outs), attributes);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = [{
    `ins` `(` $inputs `:` type($inputs) `)` (`mask` `(` $mask^ `:` type($mask) `)`)?
    (`random` `(` $random^ `:` type($random) `)`)?
    `outs` `(` $outs `:` type($outs) `)` attr-dict (`->` type($results)^)?
  }];
}

def AmpRT_AttentionBackwardRecordOp : AmpRT_AttentionBase<"attention_backward"> {
  let summary = "derivative of attention, by the device's library";
  let description = [{
    The inputs are query, key, value, the result, the gradient of the result, and the
    logarithms; the destinations the gradients of query, key and value. `rows_first`
    numbers the matrices among them: the five inputs before the logarithms are 0 to 4, the
    destinations 5 to 7.

    ```mlir
    %d:3 = amprt.attention_backward
        ins(%q, %k, %v, %y, %dy, %l : tensor<4x8x32x64xf32>, tensor<4x8x32x64xf32>,
            tensor<4x8x32x64xf32>, tensor<4x8x32x64xf32>, tensor<4x8x32x64xf32>, tensor<4x8x32xf32>)
        outs(%a, %b, %c : tensor<4x8x32x64xf32>, tensor<4x8x32x64xf32>, tensor<4x8x32x64xf32>)
        {scale = 0.125 : f64}
        -> tensor<4x8x32x64xf32>, tensor<4x8x32x64xf32>, tensor<4x8x32x64xf32>
    ```
  }];
  let arguments = !con((ins Variadic<AmpRT_Matrix>:$inputs, Optional<AmpRT_AttentionMask>:$mask,
    Optional<AmpRT_RandomState>:$random, Variadic<AmpRT_Matrix>:$outs), attributes);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = [{
    `ins` `(` $inputs `:` type($inputs) `)` (`mask` `(` $mask^ `:` type($mask) `)`)?
    (`random` `(` $random^ `:` type($random) `)`)?
    `outs` `(` $outs `:` type($outs) `)` attr-dict (`->` type($results)^)?
  }];
}

#endif // AMP_DIALECT_AMPRT_IR_ATTENTIONOPS_TD
