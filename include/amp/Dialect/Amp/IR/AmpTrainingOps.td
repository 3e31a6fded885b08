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

def Amp_StorageOp : Amp_Op<"storage", [Symbol,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "variables that lie one after another in memory";
  let description = [{
    The variables have elements of one type, and a variable is in one storage at most. Each
    begins where the one before it ends, so that ops on several of them can be one op on
    the whole. `amp-lay-out-state` makes storages; variables in none lie for themselves.

    ```mlir
    amp.storage @opt.parameters [@fc.weight, @fc.bias]
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, FlatSymbolRefArrayAttr:$variables,
    OptionalAttr<StrAttr>:$sym_visibility);
  let assemblyFormat = "$sym_name $variables attr-dict";
  let extraClassDeclaration = [{
    /// The bytes before each variable, and at the end the bytes of all.
    ::llvm::SmallVector<int64_t> getOffsets(::mlir::SymbolTable &symbols);
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

//===----------------------------------------------------------------------===//
// Work on gradients
//===----------------------------------------------------------------------===//

// Takes gradients and gives them changed, in their types.
class Amp_GradientsOp<string mnemonic, list<Trait> traits = []>
    : Amp_Op<mnemonic, [Amp_ActsOnList] # traits> {
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

//===----------------------------------------------------------------------===//
// Optimizers
//===----------------------------------------------------------------------===//

def Amp_OptimizerOp : Amp_Op<"optimizer", [Symbol,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "an update rule and the parameters that it updates";
  let description = [{
    The rules are PyTorch's. `sgd`: with gradient g, d = g + weight_decay w; with momentum
    the buffer is b = d on the first step, then b = momentum b + (1 - dampening) d, and
    d = b, or d + momentum b with `nesterov`; w = w - lr d.

    `adam` (Kingma and Ba, 2015): d = g + weight_decay w; m = beta1 m + (1 - beta1) d;
    v = beta2 v + (1 - beta2) d²; with step t (from 1)

        w = w - lr / (1 - beta1ᵗ) m / (sqrt(v) / sqrt(1 - beta2ᵗ) + eps)

    and with `amsgrad` the largest v so far in place of v. `adamw` (Loshchilov and Hutter,
    2019) leaves the gradient alone and first shrinks w by the factor 1 - lr weight_decay.
    `weight_decay` is 0 by default, 0.01 for `adamw`.

    `groups` is a list of dictionaries: each names some of the optimizer's parameters
    under `parameters`, and their own `lr`, `weight_decay`, `momentum`, `dampening`,
    `nesterov`, `beta1`, `beta2`, `eps` or `amsgrad`, as far as they differ; a parameter
    in no group has the optimizer's own. `schedule` says how the rates change from
    iteration to iteration, with skipped steps or without, as PyTorch's; with
    `schedule_on_step` only steps that are not skipped count. The schedule of a group with
    an `lr` of its own starts from that.

    The optimizer owns the variables `<name>.lr` (f64), for group i with a rate of its own
    `<name>.lr.<i>`; with a schedule `<name>.iterations` (i64) and `<name>.rate` (f64, what
    became of `<name>.lr` in the last iteration); per parameter with momentum
    `<name>.momentum.<parameter>`, for Adam `<name>.exp_avg.<parameter>`,
    `<name>.exp_avg_sq.<parameter>` and with amsgrad `<name>.max_exp_avg_sq.<parameter>`;
    and for Adam, or where SGD's first step differs from the others, `<name>.steps` (i64,
    steps not skipped). `amp-materialize-state` makes them. State of 16-bit parameters is
    f32.

    ```mlir
    amp.optimizer sgd @opt [@fc.weight, @fc.bias] {lr = 0.1 : f64, momentum = 0.9 : f64}
    ```
    ```mlir
    amp.optimizer adamw @opt [@fc.weight, @fc.bias] {lr = 1.0e-3 : f64,
      groups = [ {parameters = [@fc.bias], weight_decay = 0.0 : f64} ],
      schedule = #amp.schedule<cosine, {iterations = 1000, warmup = 100}>}
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, Amp_OptimizerKindAttr:$kind,
    FlatSymbolRefArrayAttr:$parameters,
    F64Attr:$lr,
    DefaultValuedAttr<F64Attr, "0.0">:$momentum,
    DefaultValuedAttr<F64Attr, "0.0">:$dampening,
    OptionalAttr<F64Attr>:$weight_decay,
    UnitAttr:$nesterov,
    DefaultValuedAttr<F64Attr, "0.9">:$beta1,
    DefaultValuedAttr<F64Attr, "0.999">:$beta2,
    DefaultValuedAttr<F64Attr, "1.0e-8">:$eps,
    UnitAttr:$amsgrad,
    OptionalAttr<TypedArrayAttrBase<DictionaryAttr, "list of groups">>:$groups,
    OptionalAttr<Amp_ScheduleAttr>:$schedule,
    UnitAttr:$schedule_on_step,
    OptionalAttr<StrAttr>:$sym_visibility);
  let assemblyFormat = "$kind $sym_name $parameters attr-dict";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// What holds for one parameter.
    struct Settings {
      double momentum, dampening, weightDecay, beta1, beta2, eps;
      bool nesterov, amsgrad;
      /// The variable with the rate, and its first value.
      std::string rateName;
      double rate;
    };
    Settings getSettings(::llvm::StringRef parameter);
    /// The optimizer's own, which hold for parameters in no group.
    Settings getSettings();
    /// The parameter's place in `groups`; none if it is in no group.
    std::optional<unsigned> getGroupIndex(::llvm::StringRef parameter);

    std::string getLearningRateName() { return (getSymName() + ".lr").str(); }
    std::string getRateName() { return (getSymName() + ".rate").str(); }
    std::string getIterationsName() { return (getSymName() + ".iterations").str(); }
    std::string getStepsName() { return (getSymName() + ".steps").str(); }
    /// What is kept of a parameter: momentum, or the averages.
    ::llvm::SmallVector<::llvm::StringRef> getStateKinds(::llvm::StringRef parameter);
    std::string getStateName(::llvm::StringRef kind, ::llvm::StringRef parameter) {
      return (getSymName() + "." + kind + "." + parameter).str();
    }
    bool isAdam() { return getKind() != OptimizerKind::SGD; }
    /// Adam corrects its averages by the number of steps. SGD's first momentum buffer is
    /// the gradient, which dampening would otherwise reduce.
    bool needsStepCount();
  }];
}

def Amp_StepOp : Amp_Op<"step", [AttrSizedOperandSegments, Amp_ActsOnList,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>,
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "updates an optimizer's parameters";
  let description = [{
    One gradient per parameter, in the optimizer's order and of the parameters' types (or
    f32 for a 16-bit one).
    If a `skip_if` flag is true, parameters and optimizer state stay as they are, bit
    for bit, but for the schedule, which advances unless the optimizer has
    `schedule_on_step`; the decision is made on the device. Where `when` is false nothing
    happens at all: the schedule does not advance either. Variables that are copies of the
    parameters are written too.

    ```mlir
    amp.step @opt(%dw, %db) skip_if(%found_inf) : tensor<16x8xf32>, tensor<16xf32>, tensor<i1>
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$optimizer, Variadic<Amp_FloatTensor>:$gradients,
                       Variadic<RankedTensorOf<[I1]>>:$skip_if,
                       Optional<RankedTensorOf<[I1]>>:$when);
  let assemblyFormat = [{
    $optimizer `(` $gradients `)` (`skip_if` `(` $skip_if^ `)`)? (`when` `(` $when^ `)`)?
    attr-dict `:` type(operands)
  }];
  let hasCanonicalizeMethod = 1;
}

#endif // AMP_DIALECT_AMP_IR_AMPTRAININGOPS_TD
