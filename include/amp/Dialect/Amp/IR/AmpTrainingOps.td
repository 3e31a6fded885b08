//===- AmpTrainingOps.td -----------------------------------*- tablegen -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_DIALECT_AMP_IR_AMPTRAININGOPS_TD
#define AMP_DIALECT_AMP_IR_AMPTRAININGOPS_TD

include "amp/Dialect/Amp/IR/AmpBase.td"

//===----------------------------------------------------------------------===//
// State
//===----------------------------------------------------------------------===//

def Amp_VariableOp : Amp_Op<"variable", [Symbol,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "state that outlives a step";
  let description = [{
    A named tensor with a role and a first value. Whatever must survive a checkpoint
    is a variable. The first value is a distribution (`#amp.init`) or a dense constant
    of the variable's type. `statistic` names what the value means to a reader of the
    training log, such as the loss scale. `copy_of` names the variable whose value, rounded
    to this one's type, this one always has: it starts as that, not as the initializer
    says, and whoever sets the other variable from outside the graph sets this one too.

    ```mlir
    amp.variable parameter @fc.weight : tensor<16x8xf32> = #amp.init<kaiming_uniform>
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, Amp_VariableRoleAttr:$role,
    TypeAttrOf<Amp_Tensor>:$type, AnyAttr:$initializer,
    OptionalAttr<StrAttr>:$statistic, OptionalAttr<FlatSymbolRefAttr>:$copy_of,
    OptionalAttr<StrAttr>:$sym_visibility);
  let assemblyFormat = [{
    $role $sym_name `:` $type `=` $initializer attr-dict
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::RankedTensorType getTensorType() {
      return ::llvm::cast<::mlir::RankedTensorType>(getType());
    }
  }];
}

def Amp_ReadOp : Amp_Op<"read", [DeclareOpInterfaceMethods<SymbolUserOpInterface>,
    MemoryEffects<[MemRead]>]> {
  let summary = "the present value of a variable";
  let description = [{
    ```mlir
    %w = amp.read @fc.weight : tensor<16x8xf32>
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$variable);
  let results = (outs Amp_Tensor:$result);
  let assemblyFormat = "$variable attr-dict `:` type($result)";
}

def Amp_AssignOp : Amp_Op<"assign", [DeclareOpInterfaceMethods<SymbolUserOpInterface>,
    MemoryEffects<[MemWrite]>]> {
  let summary = "gives a variable a new value";
  let description = [{
    Reads before it see the old value, reads after it the new one.

    ```mlir
    amp.assign @fc.weight, %w : tensor<16x8xf32>
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$variable, Amp_Tensor:$value);
  let assemblyFormat = "$variable `,` $value attr-dict `:` type($value)";
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

def Amp_YieldOp : Amp_Op<"yield", [Pure, Terminator, ReturnLike,
    ParentOneOf<["AutocastOp", "BackwardOp", "CustomFunctionOp"]>]> {
  let summary = "gives the enclosing region's results";
  let description = [{
    Ends a region of an `amp.autocast`, an `amp.backward` or an `amp.custom_function`.

    ```mlir
    %y = amp.autocast enabled(false) -> tensor<4xf32> {
      %r = amp.relu %x : (tensor<4xf32>) -> tensor<4xf32>
      amp.yield %r : tensor<4xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<Amp_Tensor>:$values);
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
  let builders = [OpBuilder<(ins), [{ (void)$_builder; (void)$_state; }]>];
}

def Amp_AutocastOp : Amp_Op<"autocast", [SingleBlock, RecursiveMemoryEffects,
    SingleBlockImplicitTerminator<"YieldOp">, NoRegionArguments]> {
  let summary = "a region in which precision is assigned";
  let description = [{
    The counterpart of PyTorch's context manager. `dtype` is the low type, f16 or bf16;
    where it is missing, the enclosing region's or the pass's. `enabled(false)` is a
    region in which nothing is assigned: ops take what arrives (levels O2 and O3, which
    cast the whole model, do not heed it). `cache(false)` casts a
    weight anew for each use; without it the enclosing region's choice holds. Regions nest;
    the inner one wins. As in PyTorch, what leaves
    a region keeps the type that it was assigned, whatever the result declares; the
    function's own types hold where it returns.

    A function with the attribute `amp.autocast = {dtype = f16, enabled = true, cache =
    true}` (each key optional) is one such region: PyTorch's decorator.

    ```mlir
    %y = amp.autocast dtype(bf16) -> tensor<4x16xf32> {
      %h = amp.linear %x, %w : (tensor<4x8xf32>, tensor<16x8xf32>) -> tensor<4x16xf32>
      amp.yield %h : tensor<4x16xf32>
    }
    ```
  }];
  let arguments = (ins OptionalAttr<TypeAttr>:$dtype,
    DefaultValuedAttr<BoolAttr, "true">:$enabled,
    OptionalAttr<BoolAttr>:$cache);
  let results = (outs Variadic<Amp_Tensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    (`dtype` `(` $dtype^ `)`)? (`enabled` `(` $enabled^ `)`)? (`cache` `(` $cache^ `)`)?
    attr-dict-with-keyword (`->` type($results)^)? $body
  }];
  let hasVerifier = 1;
}

def Amp_CustomFunctionOp : Amp_Op<"custom_function", [IsolatedFromAbove,
    RecursiveMemoryEffects, SingleBlockImplicitTerminator<"YieldOp">,
    DeclareOpInterfaceMethods<DifferentiableOpInterface>,
    DeclareOpInterfaceMethods<DecomposableOpInterface>]> {
  let summary = "a function with its own derivative";
  let description = [{
    The counterpart of `torch.autograd.Function`. The forward region takes the inputs and
    yields the results, of which the last `saved` are there for the backward region only.
    That takes the saved values and the gradients of the other results, and yields the
    gradient of each floating-point input.

    In an autocast region the forward region is assigned as the rest, and the backward
    region in the same state, as `custom_fwd` and `custom_bwd` do. With `cast_inputs`
    floating-point inputs (but f64) are cast to that type, and both regions take what
    arrives, as with autocast off. Outside of autocast regions `cast_inputs` does nothing.

    ```mlir
    %y, %s = amp.custom_function(%x) cast_inputs(f32) saved(1)
        : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
    ^bb0(%input: tensor<8xf32>):
      %e = amp.exp %input : (tensor<8xf32>) -> tensor<8xf32>
      amp.yield %e, %e : tensor<8xf32>, tensor<8xf32>
    } backward {
    ^bb0(%exp: tensor<8xf32>, %dresult: tensor<8xf32>):
      %dx = amp.mul %dresult, %exp : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
      amp.yield %dx : tensor<8xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<Amp_Tensor>:$inputs, OptionalAttr<TypeAttr>:$cast_inputs,
                       DefaultValuedAttr<I64Attr, "0">:$saved);
  let results = (outs Variadic<Amp_Tensor>:$results);
  let regions = (region SizedRegion<1>:$forward, SizedRegion<1>:$backward);
  let assemblyFormat = [{
    `(` $inputs `)` (`cast_inputs` `(` $cast_inputs^ `)`)? (`saved` `(` $saved^ `)`)?
    attr-dict `:` functional-type(operands, results) $forward `backward` $backward
  }];
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def Amp_BackwardOp : Amp_Op<"backward", [AttrSizedOperandSegments, RecursiveMemoryEffects,
    SingleBlockImplicitTerminator<"YieldOp">]> {
  let summary = "gradients of a loss";
  let description = [{
    The gradients of `loss` with respect to the `wrt` values, of their types. `seed` is
    the gradient of the loss itself, 1 if there is none.

    Without a region the op is symbolic, and `amp-differentiate` fills it. With one, the
    region's argument is the seed and it yields the gradients: whoever produced the graph
    may write it by hand. Loss scaling treats both alike.

    ```mlir
    %dw = amp.backward %loss wrt(%w) : (tensor<f32>, tensor<16x8xf32>) -> tensor<16x8xf32>
    ```
  }];
  let arguments = (ins Amp_FloatTensor:$loss, Variadic<Amp_FloatTensor>:$wrt,
                       Optional<Amp_FloatTensor>:$seed);
  let results = (outs Variadic<Amp_FloatTensor>:$gradients);
  let regions = (region MaxSizedRegion<1>:$body);
  let assemblyFormat = [{
    $loss `wrt` `(` $wrt `)` (`seed` `(` $seed^ `)`)? attr-dict `:`
    functional-type(operands, results) ($body^)?
  }];
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Loss scaling
//===----------------------------------------------------------------------===//

def Amp_GradScalerOp : Amp_Op<"grad_scaler", [Symbol]> {
  let summary = "a dynamic loss scale";
  let description = [{
    PyTorch's `GradScaler`: the scale is multiplied by `growth_factor` after
    `growth_interval` steps without a non-finite gradient, if the result is finite, and
    by `backoff_factor` after each step with one. `min_scale` and `max_scale` bound it;
    without them it is unbounded, as PyTorch's. With `fixed` the scale stays
    `init_scale`; steps with non-finite gradients are skipped all the same.

    The scaler owns the variables `<name>.scale` (f32), `<name>.growth_tracker` (i32) and
    `<name>.skipped` (i64, the number of skipped steps), made by `amp-materialize-state`.

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
    UnitAttr:$fixed,
    OptionalAttr<StrAttr>:$sym_visibility);
  let assemblyFormat = "$sym_name attr-dict";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    std::string getScaleName() { return (getSymName() + ".scale").str(); }
    std::string getGrowthTrackerName() { return (getSymName() + ".growth_tracker").str(); }
    std::string getSkippedName() { return (getSymName() + ".skipped").str(); }
  }];
}

class Amp_ScalerUserOp<string mnemonic, list<Trait> traits = []>
    : Amp_Op<mnemonic, [DeclareOpInterfaceMethods<SymbolUserOpInterface>,
        DeclareOpInterfaceMethods<DecomposableOpInterface>] # traits>;

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

def Amp_UnscaleOp : Amp_ScalerUserOp<"unscale", [MemoryEffects<[MemRead]>]> {
  let summary = "divides gradients by the loss scale and tests them";
  let description = [{
    Multiplies each gradient by the scale's reciprocal (computed in f64, rounded to f32)
    and gives, last, an `i1` that is true if an element of any gradient was infinite or
    NaN before. The test comes before the multiplication.

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

def Amp_UpdateScaleOp : Amp_ScalerUserOp<"update_scale", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "grows the loss scale, or backs off";
  let description = [{
    Once per step, after every optimizer's step: backs off if one of the flags is true,
    else counts towards the next growth.

    ```mlir
    amp.update_scale @scaler(%found_inf) : tensor<i1>
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$scaler,
                       Variadic<RankedTensorOf<[I1]>>:$found_inf);
  let assemblyFormat = "$scaler `(` $found_inf `)` attr-dict `:` type($found_inf)";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Optimizers
//===----------------------------------------------------------------------===//

def Amp_OptimizerOp : Amp_Op<"optimizer", [Symbol,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "an update rule and the parameters that it updates";
  let description = [{
    `sgd` is PyTorch's: with gradient g, d = g + weight_decay w; with momentum the buffer
    is b = d on the first step, then b = momentum b + (1 - dampening) d, and d = b, or
    d + momentum b with `nesterov`; w = w - lr d.

    The optimizer owns the variables `<name>.lr` (f64), with momentum one
    `<name>.momentum.<parameter>` per parameter, and where the first step differs from
    the others `<name>.steps` (i64, steps not skipped); `amp-materialize-state` makes them.

    ```mlir
    amp.optimizer sgd @opt [@fc.weight, @fc.bias] {lr = 0.1 : f64, momentum = 0.9 : f64}
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, Amp_OptimizerKindAttr:$kind,
    FlatSymbolRefArrayAttr:$parameters,
    F64Attr:$lr,
    DefaultValuedAttr<F64Attr, "0.0">:$momentum,
    DefaultValuedAttr<F64Attr, "0.0">:$dampening,
    DefaultValuedAttr<F64Attr, "0.0">:$weight_decay,
    UnitAttr:$nesterov,
    OptionalAttr<StrAttr>:$sym_visibility);
  let assemblyFormat = "$kind $sym_name $parameters attr-dict";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    std::string getLearningRateName() { return (getSymName() + ".lr").str(); }
    std::string getStepsName() { return (getSymName() + ".steps").str(); }
    std::string getMomentumName(::llvm::StringRef parameter) {
      return (getSymName() + ".momentum." + parameter).str();
    }
    // The momentum buffer of the first step is the gradient, which dampening would
    // otherwise reduce: only then must steps be counted.
    bool needsStepCount() {
      return getMomentum().convertToDouble() != 0.0 &&
             getDampening().convertToDouble() != 0.0;
    }
  }];
}

def Amp_StepOp : Amp_Op<"step", [AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>,
    DeclareOpInterfaceMethods<DecomposableOpInterface>,
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "updates an optimizer's parameters";
  let description = [{
    One gradient per parameter, in the optimizer's order and of the parameters' types (or
    f32 for a 16-bit one).
    If a `skip_if` flag is true, parameters and optimizer state stay as they are, bit
    for bit; the decision is made on the device.

    ```mlir
    amp.step @opt(%dw, %db) skip_if(%found_inf) : tensor<16x8xf32>, tensor<16xf32>, tensor<i1>
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$optimizer, Variadic<Amp_FloatTensor>:$gradients,
                       Variadic<RankedTensorOf<[I1]>>:$skip_if);
  let assemblyFormat = [{
    $optimizer `(` $gradients `)` (`skip_if` `(` $skip_if^ `)`)? attr-dict `:`
    type(operands)
  }];
}

#endif // AMP_DIALECT_AMP_IR_AMPTRAININGOPS_TD
