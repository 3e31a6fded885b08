//===- Scaling.td ------------------------------------------*- tablegen -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_DIALECT_AMP_IR_SCALING_TD
#define AMP_DIALECT_AMP_IR_SCALING_TD

include "amp/Dialect/Amp/IR/AmpBase.td"

def Amp_ScalingGroup : OpDocGroup {
  let summary = "Loss scaling";
  let description = "The loss scale.";
}

let opDocGroup = Amp_ScalingGroup in {

def Amp_GradScalerOp : Amp_Op<"grad_scaler", [Symbol]> {
  let summary = "a dynamic loss scale";
  let description = [{
    PyTorch's `GradScaler`: the scale is multiplied by `growth_factor` after
    `growth_interval` steps without a non-finite gradient, if the result is finite, and
    by `backoff_factor` after each step with one. `min_scale` and `max_scale` bound it;
    without them it is unbounded, as PyTorch's. With `fixed` the scale stays
    `init_scale`; steps with non-finite gradients are skipped all the same. With
    `enabled = false` the scale is 1 and nothing is tested, skipped or updated:
    `amp-scale-loss` takes the scaler and the ops that name it out of the graph.

    After `skip_limit` skipped steps in a row the scaler halts: from then on
    `amp.unscale` says that it found non-finite gradients, so that nothing is updated any
    more, and the scale stays. Without it, or with 0, there is no limit, as in PyTorch.

    The scaler owns the variables `<name>.scale` (f32), `<name>.growth_tracker` (i32),
    `<name>.skipped` (i64, the number of skipped steps) and `<name>.consecutive_skips`
    (i64, of those since the last step that was not skipped), made by
    `amp-materialize-state`.

    ```mlir
    amp.grad_scaler @scaler {growth_interval = 100 : i64}
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
    DefaultValuedAttr<F64Attr, "65536.0">:$init_scale,
    DefaultValuedAttr<F64Attr, "2.0">:$growth_factor,
    DefaultValuedAttr<F64Attr, "0.5">:$backoff_factor,
    DefaultValuedAttr<I64Attr, "2000">:$growth_interval,
    OptionalAttr<F64Attr>:$min_scale, OptionalAttr<F64Attr>:$max_scale,
    UnitAttr:$fixed, DefaultValuedAttr<BoolAttr, "true">:$enabled,
    OptionalAttr<I64Attr>:$skip_limit,
    OptionalAttr<StrAttr>:$sym_visibility);
  let assemblyFormat = "$sym_name attr-dict";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    std::string getScaleName() { return (getSymName() + ".scale").str(); }
    std::string getGrowthTrackerName() { return (getSymName() + ".growth_tracker").str(); }
    std::string getSkippedName() { return (getSymName() + ".skipped").str(); }
    std::string getConsecutiveSkipsName() {
      return (getSymName() + ".consecutive_skips").str();
    }
  }];
}

class Amp_ScalerUserOp<string mnemonic, list<Trait> traits = []>
    : Amp_Op<mnemonic, [DeclareOpInterfaceMethods<SymbolUserOpInterface>,
        DeclareOpInterfaceMethods<DecomposableOpInterface>] # traits> {
  let extraClassDeclaration = anySizes;
}

def Amp_ScaleOp : Amp_ScalerUserOp<"scale", [SameOperandsAndResultType,
    MemoryEffects<[MemRead]>, DeclareOpInterfaceMethods<DifferentiableOpInterface>]> {
  let summary = "multiplies a loss, or its gradient, by the loss scale";
  let description = [{
    ```mlir
    %s = amp.scale @scaler, %loss : tensor<f32>
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$scaler, Amp_FloatTensor:$value);
  let results = (outs Amp_FloatTensor:$result);
  let assemblyFormat = "$scaler `,` $value attr-dict `:` type($value)";
}

def Amp_GetScaleOp : Amp_ScalerUserOp<"get_scale", [MemoryEffects<[MemRead]>]> {
  let summary = "the present loss scale";
  let description = [{
    For what is computed from scaled gradients before they are unscaled, such as a
    gradient penalty: divide by it.

    ```mlir
    %s = amp.get_scale @scaler : tensor<f32>
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$scaler);
  let results = (outs 0DTensorOf<[F32]>:$result);
  let assemblyFormat = "$scaler attr-dict `:` type($result)";
}

def Amp_UnscaleOp : Amp_Op<"unscale", [Amp_ActsOnList,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>, MemoryEffects<[MemRead]>]> {
  let summary = "divides gradients by the loss scale and tests them";
  let description = [{
    Multiplies each gradient by the scale's reciprocal (computed in f64, rounded to f32)
    and gives, last, an `i1` that is true if an element of any gradient was infinite or
    NaN before. The test comes before the multiplication. The flag is also true if the
    scaler has halted (`skip_limit`).

    ```mlir
    %g, %found_inf = amp.unscale @scaler(%dw) : (tensor<16x8xf32>) -> (tensor<16x8xf32>, tensor<i1>)
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$scaler, Variadic<Amp_FloatTensor>:$gradients);
  let results = (outs Variadic<Amp_FloatTensor>:$unscaled, RankedTensorOf<[I1]>:$found_inf);
  let assemblyFormat = [{
    $scaler `(` $gradients `)` attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Amp_UpdateScaleOp : Amp_ScalerUserOp<"update_scale",
    [AttrSizedOperandSegments, MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "grows the loss scale, or backs off";
  let description = [{
    Once per step, after every optimizer's step: backs off if one of the flags is true,
    else counts towards the next growth. Where `when` is false it does nothing, as within
    an accumulation.

    ```mlir
    amp.update_scale @scaler(%found_inf) : tensor<i1>
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$scaler,
                       Variadic<RankedTensorOf<[I1]>>:$found_inf,
                       Optional<RankedTensorOf<[I1]>>:$when);
  let assemblyFormat = [{
    $scaler `(` $found_inf `)` (`when` `(` $when^ `)`)? attr-dict `:` type(operands)
  }];
  let hasVerifier = 1;
  let hasCanonicalizeMethod = 1;
}

} // opDocGroup

#endif // AMP_DIALECT_AMP_IR_SCALING_TD
