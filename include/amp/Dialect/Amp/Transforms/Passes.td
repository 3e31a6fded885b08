//===- Passes.td -------------------------------------------*- tablegen -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_DIALECT_AMP_TRANSFORMS_PASSES_TD
#define AMP_DIALECT_AMP_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def AmpInlineCallsPass : Pass<"amp-inline-calls", "::mlir::ModuleOp"> {
  let summary = "replace calls by the ops of their callees";
  let description = [{
    A program is one function. Each `func.call` becomes a copy of the callee's body; where
    the callee has the attribute `amp.autocast`, in an `amp.autocast` region of the same
    settings, so that precision is assigned as if it were called.

    Unlike the upstream inliner it knows the decorator, and changes nothing else.

    Precondition: callees without control flow. Postcondition: calls of external functions
    alone. Functions stay; amp-select-entry removes them.
    Options: none.
    Failure: recursion; a callee with control flow; more than 262,144 ops in all.

    Example: test/Dialect/Amp/Transforms/amp-inline-calls.mlir
  }];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
}

def AmpCheckGraphPass : Pass<"amp-check-graph", "::mlir::ModuleOp"> {
  let summary = "warn of what a source graph says to no effect";
  let description = [{
    Looks for what somebody wrote and nobody reads, and says so where it stands:
    - a variable that no op reads or assigns and no optimizer updates;
    - an optimizer that no `amp.step` applies;
    - an `amp.grad_scaler` that no op uses in a module that has scaler ops, or that has
      no `amp.step` whose gradients it could scale;
    - an `amp.autocast` region without an op to which precision is assigned, and one that
      turns off what is not on;
    - an op's attribute whose dialect's prefix nobody knows.

    Two arguments, or two results, of one name (`amp.name`) are an error: data is bound
    and results are shown by name.

    Precondition: none; of a kernel graph only the names are looked at. Postcondition: the
    module is unchanged.
    Options: `as-errors` makes the warnings errors.
    Failure: a name that occurs twice; with `as-errors` what is above.

    Example: test/Dialect/Amp/Transforms/amp-check-graph.mlir
  }];
  let options = [
    Option<"asErrors", "as-errors", "bool", "false", "Warnings are errors">,
  ];
}

def AmpSelectEntryPass : Pass<"amp-select-entry", "::mlir::ModuleOp"> {
  let summary = "keep what is compiled";
  let description = [{
    Removes all functions but one, or but those that are marked `amp.specialization`, as
    `compileModule` marks the specializations of entry points: others may have other
    shapes. Without a name and a mark all stay.

    Precondition: what is kept calls no other function. Postcondition: the module has that
    and no more functions.
    Options: `entry` names the function.
    Failure: no such function, or a function without a body; a call that would refer to a
    removed function.

    Example: test/Dialect/Amp/Transforms/amp-select-entry.mlir
  }];
  let options = [
    Option<"entry", "entry", "::mlir::amp::PassOptional<std::string>", "std::nullopt",
           "The entry point; those that are marked without one">,
  ];
}

def AmpSpecializeShapesPass : Pass<"amp-specialize-shapes", "::mlir::ModuleOp"> {
  let summary = "replace `?` by the sizes of given inputs";
  let description = [{
    Gives the arguments of an entry point static shapes and infers all other shapes
    from them, operation by operation.

    Precondition: every op between arguments and results infers its types.
    Postcondition: the entry point's types are static.
    Options: `entry` names the function; `shapes` gives one shape per argument, sizes
    separated by `x` (`64x10`; an empty one is a scalar), or `*` for an argument that
    stays as it is. `batch` instead sets the first dimension, where it is `?` or the
    argument is marked `amp.batch`, of every argument. What a function's attribute
    `amp.specialization` says of shapes is in place of `shapes`.
    Failure: a shape that contradicts the declared one, or a `?` that remains.

    Example: test/Dialect/Amp/Transforms/amp-specialize-shapes.mlir
  }];
  let options = [
    Option<"entry", "entry", "::mlir::amp::PassOptional<std::string>", "std::nullopt",
           "The entry point; every function with a body without one">,
    ListOption<"shapes", "shapes", "std::string", "One shape per argument">,
    Option<"batch", "batch", "::mlir::amp::PassOptional<int64_t>", "std::nullopt",
           "Size of the batch dimension">,
  ];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
}

def AmpAssignPrecisionPass : Pass<"amp-assign-precision", "::mlir::ModuleOp"> {
  let summary = "make precision explicit by allow and deny lists";
  let description = [{
    Decides for each op in an `amp.autocast` region (for the whole function, where
    neither it nor what it calls has one) in which type it runs, inserts the casts, and
    dissolves the regions.

    The policy (Design/Policy.md) gives each op a category: `allow` runs in the region's
    low type, `deny` in f32, `promote` in the widest of its operands' types; `follow`
    and `clear` are neutral; `banned` is an error. Operands that are f64, integer or
    complex are left alone, one by one, and an output type that the op asks for is
    respected. Neutral ops are up to the assigner (Design/Precision.md): `eager` is
    PyTorch's rule, they take what arrives; `propagate` is TensorFlow's, they join
    allowed neighbours; `min-cut` moves the fewest bytes.

    The state follows calls: a function that is called in several states, with `eager`
    also with several types, is cloned for each. A function with the attribute
    `amp.autocast` is a region. Declared types hold where a function returns to the
    outside, where state is assigned and where other ops take a value.

    Level O0 only dissolves the regions. O1 is the rule above. O2 runs the whole model in
    the low type, up to its losses, with f32 parameters; O3 does the same, after
    `amp-store-parameters`, and casts batch norm's parameters too.

    Ops of other dialects that implement `PrecisionOpInterface` (Design/ForeignDialects.md)
    are assigned like any other. So is one that the policy names, if it has no regions; with
    regions it keeps the types that it was written with, and a category that wants others is
    an error. The regions of an op that implements `RegionBranchOpInterface` or
    `TransparentRegionsOpInterface` (`scf.if`, `stablehlo.while`) are entered, and what they
    yield has its declared type; a region of another op may not hold ops to which
    precision is assigned. The policy casts ranked tensors: an op that is to run in the
    low type and takes a memref, a vector or a type of another dialect is an error, unless
    it is a preset that says so of an op that is known. What nobody knows keeps its types,
    and a remark says so.

    What the policy says to no effect, because no op of the graph is meant or because
    something else decides, is a warning at the end.

    Precondition: one floating-point type per op; one block per region. Postcondition: no
    `amp.autocast`; every cast is an `amp.cast`; sums of 16-bit products have an explicit
    compute type; functions in which precision was assigned to an op, or to a callee's,
    carry `amp.assigned`, and ops for which the lists do not hold `amp.exempt`.
    Options: `dtype` is the low type where a region has none; `level` as above; `preset`
    is the policy's table; `assigner` as above; `policy` is a file that changes the
    policy; `keep-f32` is a regular expression: ops whose location's name or whose
    variables' names match run in f32; `implicit-region=false` leaves functions without
    a region alone; `fail-on-unlisted` makes ops in no list errors; `keep-batchnorm-f32`
    overrides the level; `tf32` chooses f32 contractions that may multiply in tf32;
    `low-after-deny` lets `min-cut` put any neutral op after a denied one into the low
    type, not `clear` ones alone; `keep-normalizations=false` lets `min-cut` and
    `propagate` take a spelled-out softmax or normalization apart; `unused` is what becomes
    of the warnings at the end: `warn`, `error` or `ignore`.
    Failure: `keep-f32` that is no regular expression; a policy that cannot be read; a banned op; an
    op with contradictory entries; an op that promotes a third type; recursion; control
    flow; an op whose result types do not follow from its cast operands, or that cannot
    take them.
    Remarks: category `amp-precision`: one per op, under the op's name, and one per
    function, with the bytes that the assigner's choice and the eager one move. Category
    `amp-policy`: what became of each line of the policy.

    Example: test/Dialect/Amp/Transforms/amp-assign-precision.mlir
  }];
  let options = [
    Option<"dtype", "dtype", "::mlir::amp::LowType", "::mlir::amp::LowType::F16",
           "Low type">,
    Option<"level", "level", "::mlir::amp::OptLevel", "::mlir::amp::OptLevel::O1",
           "Level of precision">,
    Option<"preset", "preset", "::mlir::amp::PolicyPreset",
           "::mlir::amp::PolicyPreset::TorchCuda",
           "Framework whose allow and deny lists hold">,
    Option<"assigner", "assigner", "::mlir::amp::AssignerKind",
           "::mlir::amp::AssignerKind::MinCut", "Who decides about neutral ops">,
    Option<"policyFile", "policy", "::mlir::amp::PassOptional<std::string>",
           "std::nullopt", "Policy file, YAML or JSON, that changes the preset">,
    Option<"keepF32", "keep-f32", "::mlir::amp::PassOptional<std::string>",
           "std::nullopt", "Regular expression of names whose ops run in f32">,
    Option<"implicitRegion", "implicit-region", "bool", "true",
           "Treat a function without a region as one region">,
    Option<"failOnUnlisted", "fail-on-unlisted", "bool", "false",
           "Ops in no list are errors">,
    Option<"keepBatchNormF32", "keep-batchnorm-f32",
           "::mlir::amp::PassOptional<bool>", "std::nullopt",
           "Keep batch norm's parameters and statistics in f32; without it the level decides">,
    Option<"tf32", "tf32", "::mlir::amp::Tf32", "::mlir::amp::Tf32::None",
           "f32 contractions that may multiply in tf32">,
    Option<"lowAfterDeny", "low-after-deny", "bool", "false",
           "min-cut may narrow what a denied op made in any neutral op">,
    Option<"keepNormalizations", "keep-normalizations", "bool", "true",
           "Spelled-out softmax and normalizations stay in f32 as a whole">,
    Option<"unused", "unused", "::mlir::amp::UnusedReport",
           "::mlir::amp::UnusedReport::Warn",
           "What becomes of what the policy says to no effect">,
  ];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
}

def AmpFuseSafeLossesPass : Pass<"amp-fuse-safe-losses", "::mlir::func::FuncOp"> {
  let summary = "replace losses that do not fit into 16 bits by ones that do";
  let description = [{
    Binary cross entropy of probabilities has a gradient that overflows 16 bits, and
    policies ban it. Where the probabilities come from `amp.sigmoid`, also through casts
    between floating-point types and ops that move elements, such as `amp.squeeze`, it
    becomes `amp.binary_cross_entropy_with_logits` of the sigmoid's input, with the same
    target, weight, reduction and location; the logits are moved likewise, and cast to the
    target's element type where that differs. The sigmoid and what is between go away
    unless something else uses them.

    The fused loss does not cut off logarithms at -100, and probabilities are not rounded
    on the way: where they are not saturated, it is the same function.

    Precondition: none; run it before `amp-assign-precision`, which refuses what is
    banned. Postcondition: no `amp.binary_cross_entropy` whose input is a sigmoid.
    Failure: none; a loss of other probabilities is left alone.
    Remarks: one per loss, category `amp-fuse-safe-losses`, under the op's name.

    Example: test/Dialect/Amp/Transforms/amp-fuse-safe-losses.mlir
  }];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
}

def AmpVerifyPrecisionPass : Pass<"amp-verify-precision", "::mlir::ModuleOp"> {
  let summary = "check that an assignment keeps to the lists";
  let description = [{
    Derives anew, from the IR and the preset alone, what `amp-assign-precision` has to
    guarantee: that denied ops run in f32 and allowed ones in a 16-bit type, that no
    banned op is left, that operands that take part in an op's precision have one type,
    and that sums of 16-bit products have an explicit compute type. Ops with
    `amp.exempt` are free of the lists, but not of the rest; so are the ops in
    `amp.backward` and `amp.custom_function` regions, which run as their forward ops do.
    Functions without `amp.assigned` were not assigned and are not checked, unless
    `all` asks for it.

    Precondition: none. Postcondition: the module is unchanged.
    Options: `all` reports functions that were not assigned, if there is anything in them
    to assign.
    Failure: a violation, at the op, with the pass that should have prevented it.

    Example: test/Dialect/Amp/Transforms/amp-verify-precision.mlir
  }];
  let options = [
    Option<"all", "all", "bool", "false",
           "Functions that were not assigned are errors">,
  ];
}

def AmpCheckNumericsPass : Pass<"amp-check-numerics", "::mlir::func::FuncOp"> {
  let summary = "warn of what low precision does to a graph";
  let description = [{
    Looks at an assigned graph for what 16-bit types do not hold, and warns at the op,
    with the value and the remedy:
    - a constant that becomes 0 or infinite when it is cast (an epsilon of 1e-12, a mask
      of -1e9);
    - a matrix product of 16-bit operands of which M, N or K is no multiple of 8 (of 16
      for 8-bit ones), which Tensor Cores are slow at, with the padding that mends it;
    - a reduction of more than 2048 f16 elements with an f16 result: f16 counts to 2048;
    - an op of a softmax or a normalization that is spelled out in elementary ops, and
      runs in 16 bits, where the lists keep the whole in f32;
    - a value that the graph narrows only to widen it: the rounding is kept, since
      somebody asked for it.

    Precondition: precision assigned. Postcondition: the function is unchanged.
    Options: `tensor-cores=false` leaves out the second; `as-errors` makes the warnings
    errors.
    Failure: none without `as-errors`.

    Example: test/Dialect/Amp/Transforms/amp-check-numerics.mlir
  }];
  let options = [
    Option<"tensorCores", "tensor-cores", "bool", "true",
           "Warn of sizes that Tensor Cores are slow at">,
    Option<"asErrors", "as-errors", "bool", "false", "Warnings are errors">,
  ];
}

def AmpStoreParametersPass : Pass<"amp-store-parameters", "::mlir::ModuleOp"> {
  let summary = "keep parameters in the low type, without f32 masters";
  let description = [{
    What level O3 adds to O2: each f32 parameter becomes a variable of `dtype`. Reads give
    the low type, widened where an op expects f32; gradients with respect to it are of the
    low type; assignments round.

    Precondition: none. Postcondition: no f32 parameter, but those that `keep-batchnorm-f32`
    leaves: parameters that are operands of an op that keeps them in their own type.
    Options: `dtype` is f16 or bf16; `keep-batchnorm-f32` as said.
    Failure: a parameter whose constant initializer has another form
    than dense.

    Example: test/Dialect/Amp/Transforms/amp-store-parameters.mlir
  }];
  let options = [
    Option<"dtype", "dtype", "::mlir::amp::LowType", "::mlir::amp::LowType::F16",
           "Low type">,
    Option<"keepBatchNormF32", "keep-batchnorm-f32", "bool", "false",
           "Leave the parameters of batch norm in f32">,
  ];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
}

def AmpOptimizeCastsPass : Pass<"amp-optimize-casts", "::mlir::func::FuncOp"> {
  let summary = "cast each value once to each type";
  let description = [{
    Merges reads of one variable between writes and casts of one value to one type, removes
    casts to the value's own type, and lets a value that was widened and narrowed again be
    itself. A value that was narrowed and widened keeps its rounding. One cast per weight
    and step is the result: the cast cache, at compile time, across regions and the
    backward graph, never stale after an update. What every step of an `amp.scan` would
    cast is cast before it: what is the same in all steps, and sequences that become
    narrower.

    When it is `settled` what is computed, nobody asks any more in which type a gradient is
    added up: a state of a scan whose every value was widened, and only that, is carried as
    it was before, and what is joined to be narrowed is narrowed in parts, by what makes
    them. No number changes.

    Precondition: none; `settled` after differentiation. Postcondition: of two casts of one value to one type in one
    block, none is dominated by the other. Casts from a region with `cache(false)` carry
    `amp.uncached` and are left alone.
    Failure: none.
    Options: `settled`, which says that no derivative and no policy follows.
    Remarks: category `amp-casts`: one per cast that was removed, with its bytes.

    Example: test/Dialect/Amp/Transforms/amp-optimize-casts.mlir
  }];
  let options = [
    Option<"settled", "settled", "bool", "false",
           "states and joined parts have the type that they are asked for in">,
  ];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
}

def AmpLowerCastsPass : Pass<"amp-lower-casts", "::mlir::ModuleOp"> {
  let summary = "write casts in the dialects of the ops around them";
  let description = [{
    Replaces each `amp.cast` between floating-point types by the cast of the dialect that
    uses the value (else of the one that makes it, else of the function's first op whose
    dialect has one): `tosa.cast`, `stablehlo.convert`, `arith.extf` and `arith.truncf`. A
    dialect says how it casts through `CastDialectInterface`; those that do not say have
    arith's. From one 16-bit type to the other there are two casts, by way of f32. A cast of
    a constant becomes a constant. What assignment noted on ops and functions is removed, and
    a program that came without ops of the amp dialect is without them again: `mlir-opt`
    reads it.

    Precondition: precision assigned. Postcondition: no `amp.cast`, and no `amp.assigned`,
    `amp.exempt`, `amp.policy` or `amp.precision`.
    Failure: a cast from or to integers, for which `convert-amp-to-linalg` is.

    Example: test/Dialect/Amp/Transforms/amp-lower-casts.mlir
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def AmpScaleForeignLossPass : Pass<"amp-scale-foreign-loss", "::mlir::ModuleOp"> {
  let summary = "scale the loss of a step in StableHLO";
  let description = [{
    Gives a step that computes its own gradients, as `jax.value_and_grad` makes it, the loss
    scale of PyTorch's `GradScaler`: the function takes the scale as one more argument, the
    last, a `tensor<f32>`, and gives as one more result, the last, whether an infinity or NaN
    was found, a `tensor<i1>`. Nothing else of its signature changes. What is multiplied and
    divided is named:

    - the seed, the gradient of the loss with respect to itself or what the first op of the
      backward pass makes of it: by `seed`, a regular expression for the name of its location
      (`transpose\(jvp\(loss\)\)/div`), which finds one value, or by `seed-argument`;
    - the gradients: by `gradients`, the indices of results, or by `gradient-locations`, a
      regular expression (`/gradients/`), of which those count that no other of them uses.
      Each is tested as it is, widened to f32, and multiplied by the reciprocal of the scale.

    Then it is proved that no more was needed: every op that the scale reaches must pass it on
    as a factor, to a known power, and no result may have one left. A gradient that was not
    named, one that was named but does not depend on the seed, and a seed that is none are
    errors.

    Precondition: precision assigned; no calls (`amp-inline-calls`). Postcondition: as above.
    Options: `entry`, the function; `seed` and `seed-argument`, of which one is set;
    `gradients` and `gradient-locations`, of which at least one is.
    Failure: a name that finds nothing, or more seeds than one; a gradient of unknown shape;
    an op or a result that is not proportional to the scale.

    Example: test/Dialect/Amp/Transforms/amp-scale-foreign-loss.mlir
  }];
  let options = [
    Option<"entry", "entry", "::mlir::amp::PassOptional<std::string>", "std::nullopt",
           "The function; the only one without a name">,
    Option<"seed", "seed", "::mlir::amp::PassOptional<std::string>", "std::nullopt",
           "Location of the op that makes the seed">,
    Option<"seedArgument", "seed-argument", "::mlir::amp::PassOptional<int64_t>", "std::nullopt",
           "The argument that is the seed">,
    ListOption<"gradients", "gradients", "int64_t", "Results that are gradients">,
    Option<"gradientLocations", "gradient-locations", "::mlir::amp::PassOptional<std::string>",
           "std::nullopt", "Locations of ops that make gradients">,
  ];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
}

def AmpHoistWeightCastsPass : Pass<"amp-hoist-weight-casts", "::mlir::ModuleOp"> {
  let summary = "let the optimizer write the low-precision copies of weights";
  let description = [{
    Where a function of the module updates a parameter by `amp.step`, replaces the casts of
    the parameter's value at the start of each function by reads of a variable that always
    holds the cast value (`copy_of`). A step writes the copies of its parameters with them, in one
    kernel, and the steady step casts no weight. A skipped step writes the copy of the old
    value: the same bits. What another op assigns to a parameter is assigned to its copies
    too.

    A module without a step keeps its casts.

    Precondition: precision assigned; gradients built; the module has all functions that
    change a parameter. Postcondition: no cast of a parameter that a function steps, but
    after an assignment.
    Options: none.
    Failure: none. Where a parameter is assigned directly, its copies are too.
    Remarks: category `amp-casts`: one per variable made, with the bytes per step saved.

    Example: test/Dialect/Amp/Transforms/amp-hoist-weight-casts.mlir
  }];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
}

def AmpDifferentiatePass : Pass<"amp-differentiate", "::mlir::func::FuncOp"> {
  let summary = "fill symbolic `amp.backward` ops";
  let description = [{
    Builds the region of each `amp.backward` that has none, in reverse mode and in program
    order, from the ops' `DifferentiableOpInterface`. Gradients run in the type of their
    forward op. Two kinds of ops are first replaced, where they stand, if the loss depends
    on a `wrt` value through them: an earlier `amp.backward` by the ops of its region (it
    stays for gradients that have other ends), so that gradients of any order exist, and
    an op that has no derivative but a `DecomposableOpInterface` by its decomposition. An
    `amp.scan` gets a scan backwards, and becomes one that stacks what that reads. In a
    function with assigned precision those ops get `amp.exempt`. Ops that are not used are
    erased, in the region and among those.

    Precondition: static shapes; precision assigned. Postcondition: every `amp.backward`
    has a region.
    Options: with `wgrad-type=f32` the gradient of a weight that was cast to 16 bits comes
    out of its GEMM in f32, unrounded; `as-forward` rounds it to the weight's 16-bit type
    first, as PyTorch does.
    Failure: an op between `wrt` value and loss that has neither a derivative nor a
    decomposition, or whose decomposition reads a variable that amp-materialize-state has
    yet to make; more than 1,048,576 ops made, or 262,144 of derivatives of which
    derivatives are taken. A `wrt` value on which the loss does not depend, or only by
    way of integers, is no failure: its gradient is zero.

    Example: test/Dialect/Amp/Transforms/amp-differentiate.mlir
  }];
  let options = [
    Option<"wgradType", "wgrad-type", "::mlir::amp::WgradType",
           "::mlir::amp::WgradType::F32", "Type of weight gradients of 16-bit GEMMs">,
  ];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
}

def AmpScaleLossPass : Pass<"amp-scale-loss", "::mlir::ModuleOp"> {
  let summary = "scale the loss, unscale the gradients, skip non-finite steps";
  let description = [{
    For each `amp.backward` whose gradients reach an `amp.step`: multiplies the seed by
    the loss scale, divides the gradients by it, and tests them; lets each `amp.step`
    skip if a gradient that it reads was not finite; updates the scale after the last
    step. Symbolic and hand-written backward regions are treated alike. A function that
    has scaler ops of its own is left as written.

    Precondition: losses in f32 or f64. Postcondition: every gradient that reaches a step
    is unscaled once.
    A scaler with `enabled = false` goes, with all ops that name it.
    Options: `mode` is `dynamic`, `fixed` (the scale stays `init-scale`), `off`, which
    removes all scaler ops, or `none`, which scales nothing that the graph does not scale;
    `skip-limit` is that of scalers that have none; `init-scale` and `growth-interval`
    replace those of the module's `amp.grad_scaler`; `min-scale` and
    `max-scale` give a floor and a ceiling where the scaler has none. A module without
    `amp.grad_scaler` gets one named `@grad_scaler`.
    Failure: a scale that is not positive and finite, an interval or a limit below 1; a
    16-bit loss; several scalers and no scaler ops; a taken
    name `grad_scaler`; steps under different conditions; a use, outside of the
    accumulation, of a gradient that is scaled until it is accumulated.

    Example: test/Dialect/Amp/Transforms/amp-scale-loss.mlir
  }];
  let options = [
    Option<"mode", "mode", "::mlir::amp::PassOptional<::mlir::amp::LossScaleMode>",
           "::mlir::amp::LossScaleMode::Dynamic",
           "What becomes of the loss scale; none leaves scalers as written">,
    Option<"initScale", "init-scale", "::mlir::amp::PassOptional<double>", "std::nullopt",
           "First scale, in place of the scaler's">,
    Option<"growthInterval", "growth-interval", "::mlir::amp::PassOptional<int64_t>",
           "std::nullopt", "Steps between growths, in place of the scaler's">,
    Option<"minScale", "min-scale", "::mlir::amp::PassOptional<double>", "std::nullopt",
           "Floor of the scale">,
    Option<"maxScale", "max-scale", "::mlir::amp::PassOptional<double>", "std::nullopt",
           "Ceiling of the scale">,
    Option<"skipLimit", "skip-limit", "::mlir::amp::PassOptional<int64_t>", "std::nullopt",
           "Skipped steps in a row after which the scaler halts">,
  ];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
}

def AmpAccumulateGradientsPass : Pass<"amp-accumulate-gradients", "::mlir::ModuleOp"> {
  let summary = "step once for several micro-batches";
  let description = [{
    With `k` above 1 puts an `amp.accumulate` behind each `amp.backward` whose gradients
    an `amp.step` takes, where the function has none; every use of the gradients then sees
    the sums. For each `amp.accumulate` that alone uses the gradients of its backward ops,
    divides their seeds by k (`reduction` mean) and makes it a sum.

    `phase` says what is known about the micro-batches of a program. `any`: the device
    counts. `inner` and `last`: whoever runs the programs counts, and runs the one
    compiled with `last` for the k-th micro-batch and the one compiled with `inner` for
    the others; then the flag is a constant, what hangs on it goes, and an inner program
    has no optimizer. A group that is cut short is completed by `last` alone, in the
    device's count too.

    Precondition: gradients built, losses not scaled yet. Postcondition: no
    `amp.accumulate` of reduction mean behind an `amp.backward`.
    Options: `k` and `reduction` (mean or sum) of the ops that are put in;
    `phase` is any, inner or last.
    Failure: `k` below 1; a function that is to accumulate gradients and unscales them on
    its own, or has a step with a condition of its own.

    Example: test/Dialect/Amp/Transforms/amp-accumulate-gradients.mlir
  }];
  let options = [
    Option<"k", "k", "int64_t", "1", "Micro-batches of a step">,
    Option<"reduction", "reduction", "::mlir::amp::AccumulateReduction",
           "::mlir::amp::AccumulateReduction::Mean",
           "What becomes of the micro-batches' gradients">,
    Option<"phase", "phase", "::mlir::amp::MicroBatchPhase",
           "::mlir::amp::MicroBatchPhase::Any", "Which micro-batches the program runs">,
  ];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
}

def AmpVerifyLossScalingPass : Pass<"amp-verify-loss-scaling", "::mlir::ModuleOp"> {
  let summary = "check that scaled gradients are unscaled, tested and guarded";
  let description = [{
    Derives from the IR alone, in functions with scaler ops, by which scaler each gradient
    is scaled, and reports at the op
    - a gradient that reaches a step scaled, or unscaled twice, or unscaled by another
      scaler than the one that scaled it, or unscaled though its loss was not scaled;
    - a step that does not skip when a gradient that it reads was not finite, and a
      gradient that was changed after its test by more than clipping, and not tested
      again;
    - clipping of scaled gradients;
    - unscaling, or an update of the scale, inside an accumulation;
    - `amp.unscale` behind the step that reads the same gradients, `amp.update_scale`
      before the step or twice in a function, or without a flag of the step's gradients;
    - an optimizer that no function steps, though a scale is updated;
    - f16 parameters under a dynamic scaler.

    A value in the step of an `amp.scan` is followed like any other: what is known of a
    state is what holds before each step.

    Precondition: gradients built. Postcondition: the module is unchanged.
    Failure: a violation, at the op, with the remedy.

    Example: test/Dialect/Amp/Transforms/amp-verify-loss-scaling.mlir
  }];
}

def AmpInferIndexRangesPass : Pass<"amp-infer-index-ranges", "::mlir::func::FuncOp"> {
  let summary = "note which integers an argument may hold, where it is used as an index";
  let description = [{
    Gives each argument of integers, if its elements reach an op that uses them as an
    index, the attribute `amp.index_ranges`: one range per op, with the op's place. Whoever
    binds data to the argument can then refuse a label out of range before it is used. Ops
    say themselves what they accept, and which pass elements on unchanged
    (`IndexRangeOpInterface`). An argument that is computed with, sliced or given to
    another function is not followed there.

    Precondition: none; an unknown number of classes gives no range. Postcondition: the
    arguments of the function have the attribute, or none.
    Options: none. Failure: none.

    Example: test/Dialect/Amp/Transforms/amp-infer-index-ranges.mlir
  }];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
}

def AmpLocateNonfinitePass : Pass<"amp-locate-nonfinite", "::mlir::ModuleOp"> {
  let summary = "tell which op of a step gives the first non-finite value";
  let description = [{
    Makes a function that diagnoses a step. Its results are

    | result | what |
    |---|---|
    | `nonfinite_input` (i64) | the first argument or variable with an infinity or NaN |
    | `nonfinite_op` (i64) | the first op with one among its results, or with an index out of range |
    | `nonfinite_step` (i64) | its step if it is in an `amp.scan`, from 1 by places in the sequences, else -1 |
    | `zero_gradients` (f32) | how many of the gradients that steps read are 0, from 0 to 1 |

    The ops of an `amp.scan` are tested in each step. The first two are numbers of the
    function's attribute `amp.op_locations`, or -1. That is a list, in program order, of
    dictionaries of strings: `kind` (`argument`, `variable`, `index`, `result`, or `gradient`
    for an op of a backward pass), `op`, the `name` of the argument, of the variable or of
    the op's location, the `location`, and the element `type`. State is read but not
    changed, and scalers that have halted are let go on.

    Precondition: static shapes; gradients built, losses scaled. Postcondition: no
    assignment, step or update in the function. An accumulation is looked at as if the
    micro-batch were alone.
    Options: `entry` names the function.
    Failure: no such function; an unknown size.

    Example: test/Dialect/Amp/Transforms/amp-locate-nonfinite.mlir
  }];
  let options = [
    Option<"entry", "entry", "::mlir::amp::PassOptional<std::string>", "std::nullopt",
           "The entry point; may be left out if there is one function">,
  ];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
}

def AmpRecomputePass : Pass<"amp-recompute", "::mlir::func::FuncOp"> {
  let summary = "compute values again instead of keeping them";
  let description = [{
    Chooses what the forward pass keeps for the backward pass: the values that the region
    of an `amp.backward` uses. A value that is cheap to compute (elementwise ops, casts,
    dropout, random bits, and ops that move elements) from values that are kept anyway is
    computed again in the region, before its first use there, if that lowers the bytes
    kept. The choice is a minimum cut. Arguments, constants, variables that are not written
    in between, and what is used after the backward pass are there anyway. With a `budget`
    also dearer values are computed again, reductions and softmax first and products last,
    those with the least work per byte first, until the bytes kept are within it.

    With `kind=blocks` the forward pass is cut into blocks where few bytes go across, and
    what goes across is kept: of a transformer the inputs of its layers. All else that the
    backward pass needs of a block, products and attention with it, is computed again when
    it comes to that block; the last block, with which it begins, is kept as it is. Where
    the cuts are, and how many, is chosen so that what is kept and the largest block
    together are the fewest bytes. The results of ops that are not computed again (loops,
    reads of variables that are written in between) are kept. A `budget` is then for what
    is kept and one block.

    Copies have the attribute `amp.recompute`, which keeps them apart from the op in the
    forward pass, and so have the ops of the derivative itself that it might share with the
    forward pass, such as the random bits of a dropout.

    Precondition: gradients built, static shapes. Postcondition: every op gets the values
    that it got before. The sums of a loss may be ordered in another way, because other
    ops are fused with them.
    Options: `budget` in bytes for what is kept between forward and backward;
    `kind=off` leaves cheap values alone where the budget is kept.
    Failure: a budget that cannot be kept, with the least one that can.
    Remarks: category `amp-recompute`: one per value computed again, with its bytes; the
    bytes kept before and after, with the number of ops computed again; and of blocks their
    number and the most bytes there are at once of what is kept and one block.

    Example: test/Dialect/Amp/Transforms/amp-recompute.mlir
  }];
  let options = [
    Option<"budget", "budget", "::mlir::amp::PassOptional<int64_t>", "std::nullopt",
           "Most bytes kept for the backward pass">,
    Option<"kind", "kind", "::mlir::amp::RecomputeKind",
           "::mlir::amp::RecomputeKind::Cheap",
           "What is computed again whether or not the budget demands it">,
  ];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
}

def AmpMaterializeStatePass : Pass<"amp-materialize-state", "::mlir::ModuleOp"> {
  let summary = "make the variables that scalers, optimizers and accumulations own";
  let description = [{
    Adds one `amp.variable` for each piece of state that an `amp.grad_scaler`, an
    `amp.optimizer` or an `amp.accumulate` owns, with the names that their documentation
    gives.

    Precondition: none. Postcondition: every variable that `amp-decompose` and
    `convert-amp-to-amprt` read exists.
    Failure: such a name is taken by something else, or two accumulations share one.

    Example: test/Dialect/Amp/Transforms/amp-materialize-state.mlir
  }];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
}

def AmpLayOutStatePass : Pass<"amp-lay-out-state", "::mlir::ModuleOp"> {
  let summary = "let the state of an optimizer's parameters lie one after another";
  let description = [{
    Makes an `amp.flat_buffer` of each optimizer's parameters, and one of each thing that
    is kept of them in the same order: momentum or averages, 16-bit copies, sums of
    micro-batches. Parameters of one group are neighbours; within a group matrices come
    before vectors, and what is a multiple of a greater power of two before what is not,
    so that each begins at a multiple of the greatest power of two that divides its own
    size, up to 256 elements, wherever only such sizes come before it. Parameters of
    several element types have flat buffers of their own, whose names end with the type.

    Where parameters and their state lie depends on the optimizers and the types of the
    parameters only, so that all programs of a module agree. Copies and sums are there for
    the entry point that is compiled.

    Precondition: the variables of `amp-materialize-state` exist, static shapes.
    Postcondition: none that a later pass needs. Failure: none.

    Example: test/Dialect/Amp/Transforms/amp-lay-out-state.mlir
  }];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
}

def AmpDecomposePass : Pass<"amp-decompose", "::mlir::func::FuncOp"> {
  let summary = "replace composite ops by core ops";
  let description = [{
    Inlines `amp.backward` regions and replaces every op that implements
    `DecomposableOpInterface`: softmax, losses, the loss scale. Ops on all gradients stay:
    `convert-amp-to-amprt` makes lists of them. So do ops that the target's library
    computes as they are, such as attention on a CPU; a remark says once for each kind of
    op where it has none.

    Precondition: every `amp.backward` has a region; the variables of
    `amp-materialize-state` exist. Postcondition: core compute ops, reads and assigns,
    ops on all gradients, and those with a record only.
    Options: `target` is cpu or cuda.
    Failure: a symbolic `amp.backward`; an op of more than 10,000 parts, such as elements
    of a window; more than 1,048,576 ops made.

    Example: test/Dialect/Amp/Transforms/amp-decompose.mlir
  }];
  let options = [
    Option<"target", "target", "::mlir::amp::TargetKind", "::mlir::amp::TargetKind::Cpu",
           "Kind of device that runs the program">,
  ];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
}

def AmpFunctionalizeStatePass : Pass<"amp-functionalize-state", "::mlir::ModuleOp"> {
  let summary = "turn variables into arguments and results";
  let description = [{
    Makes each function one of tensors: each variable that it touches becomes an
    argument with the attribute `amp.variable`, and each result, and each variable that it
    assigns, is written to a destination argument
    (`bufferization.materialize_in_destination`) and returned. Arguments are ordered:
    inputs, variables by name, destinations of the results.
    The argument of a variable that an `amp.flat_buffer` has a place for says which, with
    the bytes before it and of the whole: `amp.flat_buffer`, `amp.flat_buffer_offset`,
    `amp.flat_buffer_bytes`.

    Precondition: reads and assigns only (`amp-decompose`, `convert-amp-to-amprt`), static
    shapes.
    Postcondition: no read or assign; each variable is read once and returned at most
    once.
    Options: none.
    Failure: calls.

    Example: test/Dialect/Amp/Transforms/amp-functionalize-state.mlir
  }];
  let dependentDialects = ["::mlir::amp::AmpDialect",
                           "::mlir::bufferization::BufferizationDialect"];
}

#endif // AMP_DIALECT_AMP_TRANSFORMS_PASSES_TD
