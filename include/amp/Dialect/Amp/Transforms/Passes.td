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

def AmpSelectEntryPass : Pass<"amp-select-entry", "::mlir::ModuleOp"> {
  let summary = "keep one entry point";
  let description = [{
    Removes all functions but one: a program is compiled from one entry point, and the
    others may have other shapes.

    Precondition: the entry point calls no other function. Postcondition: the module has
    one function.
    Options: `entry` names the function; it may be left out if there is one.
    Failure: no such function, or a function without a body; a call that would refer to a
    removed function.

    Example: test/Dialect/Amp/Transforms/amp-select-entry.mlir
  }];
  let options = [
    Option<"entry", "entry", "std::string", [{""}],
           "The entry point; may be left out if there is one function">,
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
    argument is marked `amp.batch`, of every argument.
    Failure: a shape that contradicts the declared one, or a `?` that remains.

    Example: test/Dialect/Amp/Transforms/amp-specialize-shapes.mlir
  }];
  let options = [
    Option<"entry", "entry", "std::string", [{""}],
           "The entry point; every function with a body if empty">,
    ListOption<"shapes", "shapes", "std::string", "One shape per argument">,
    Option<"batch", "batch", "int64_t", "0",
           "Size of the batch dimension; 0 leaves it">,
  ];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
}

def AmpAssignPrecisionPass : Pass<"amp-assign-precision", "::mlir::func::FuncOp"> {
  let summary = "make precision explicit by allow and deny lists";
  let description = [{
    Decides for each op in an `amp.autocast` region (for the whole function, where it
    has none) in which type it runs, inserts the casts, and dissolves the regions.

    This is PyTorch's eager rule. The policy gives each op a category: `allow` runs in
    the region's low type, `deny` in f32, `promote` and ops with no entry in the widest
    of their operands' types. Operands that are f64, integer or complex are left alone,
    one by one. Declared types of regions and functions hold: a value that leaves in
    another type is cast.

    Level O0 only dissolves the regions. O1 is the rule above. O2 runs everything in the
    low type except losses, with f32 parameters; O3 does the same, after
    `amp-store-parameters`.

    Precondition: one floating-point type per op. Postcondition: no `amp.autocast`;
    every cast is an `amp.cast`.
    Options: `dtype` is the low type where a region has none; `level` as above; `keep-f32`
    is a regular expression: ops whose location's name or whose variables' names match
    run in f32; `implicit-region=false` leaves functions without a region alone.
    Failure: an unknown type, level or regular expression; an op whose result types do
    not follow from its cast operands.
    Remarks: one per op, category `amp-precision`, under the op's name.

    Example: test/Dialect/Amp/Transforms/amp-assign-precision.mlir
  }];
  let options = [
    Option<"dtype", "dtype", "std::string", [{"f16"}], "Low type: f16 or bf16">,
    Option<"level", "level", "std::string", [{"O1"}], "O0, O1, O2 or O3">,
    Option<"keepF32", "keep-f32", "std::string", [{""}],
           "Regular expression of names whose ops run in f32">,
    Option<"implicitRegion", "implicit-region", "bool", "true",
           "Treat a function without a region as one region">,
  ];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
}

def AmpStoreParametersPass : Pass<"amp-store-parameters", "::mlir::ModuleOp"> {
  let summary = "keep parameters in the low type, without f32 masters";
  let description = [{
    What level O3 adds to O2: each f32 parameter becomes a variable of `dtype`. Reads give
    the low type, widened where an op expects f32; gradients with respect to it are of the
    low type; assignments round.

    Precondition: none. Postcondition: no f32 parameter.
    Options: `dtype` is f16 or bf16.
    Failure: an unknown type; a parameter whose constant initializer has another form
    than dense.

    Example: test/Dialect/Amp/Transforms/amp-store-parameters.mlir
  }];
  let options = [
    Option<"dtype", "dtype", "std::string", [{"f16"}], "Low type: f16 or bf16">,
  ];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
}

def AmpOptimizeCastsPass : Pass<"amp-optimize-casts", "::mlir::func::FuncOp"> {
  let summary = "cast each value once to each type";
  let description = [{
    Merges casts of one value to one type, removes casts to the value's own type, and
    lets a value that was widened and narrowed again be itself. A value that was
    narrowed and widened keeps its rounding. One cast per weight and step is the result:
    the cast cache, at compile time.

    Precondition: none. Postcondition: of two casts of one value to one type in one
    block, none is dominated by the other. Casts from a region with `cache(false)` carry
    `amp.uncached` and are left alone.
    Failure: none.

    Example: test/Dialect/Amp/Transforms/amp-optimize-casts.mlir
  }];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
}

def AmpDifferentiatePass : Pass<"amp-differentiate", "::mlir::func::FuncOp"> {
  let summary = "fill symbolic `amp.backward` ops";
  let description = [{
    Builds the region of each `amp.backward` that has none, in reverse mode, from the
    ops' `DifferentiableOpInterface`. Gradients run in the type of their forward op.

    Precondition: static shapes; precision assigned. Postcondition: every `amp.backward`
    has a region.
    Options: with `wgrad-type=f32` the gradient of a weight that was cast to 16 bits comes
    out of its GEMM in f32, unrounded; `as-forward` rounds it to the weight's 16-bit type
    first, as PyTorch does.
    Failure: an op between `wrt` value and loss that has no derivative; a `wrt` value on
    which the loss does not depend is no failure: its gradient is zero.

    Example: test/Dialect/Amp/Transforms/amp-differentiate.mlir
  }];
  let options = [
    Option<"wgradType", "wgrad-type", "std::string", [{"f32"}],
           "Type of weight gradients of 16-bit GEMMs: f32 or as-forward">,
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
    Options: `mode` is `dynamic`, `fixed` (the scale stays `init-scale`) or `off`, which
    removes all scaler ops; `init-scale` and `growth-interval`, where not 0, replace those
    of the module's `amp.grad_scaler`; `min-scale` gives a floor where the scaler has
    none. A module without `amp.grad_scaler` gets one named `@grad_scaler`.
    Failure: an unknown mode; a 16-bit loss; several scalers and no scaler ops.

    Example: test/Dialect/Amp/Transforms/amp-scale-loss.mlir
  }];
  let options = [
    Option<"mode", "mode", "std::string", [{"dynamic"}], "dynamic, fixed or off">,
    Option<"initScale", "init-scale", "double", "0", "First scale; 0 keeps the scaler's">,
    Option<"growthInterval", "growth-interval", "int64_t", "0",
           "Steps between growths; 0 keeps the scaler's">,
    Option<"minScale", "min-scale", "double", "0", "Floor of the scale; 0 is none">,
  ];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
}

def AmpMaterializeStatePass : Pass<"amp-materialize-state", "::mlir::ModuleOp"> {
  let summary = "make the variables that scalers and optimizers own";
  let description = [{
    Adds one `amp.variable` for each piece of state that an `amp.grad_scaler` or an
    `amp.optimizer` owns, with the names that their documentation gives.

    Precondition: none. Postcondition: every variable that `amp-decompose` reads exists.
    Failure: such a name is taken by something else.

    Example: test/Dialect/Amp/Transforms/amp-materialize-state.mlir
  }];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
}

def AmpDecomposePass : Pass<"amp-decompose", "::mlir::func::FuncOp"> {
  let summary = "replace composite ops by core ops";
  let description = [{
    Inlines `amp.backward` regions and replaces every op that implements
    `DecomposableOpInterface`: softmax, losses, scaler ops, steps.

    Precondition: every `amp.backward` has a region; the variables of
    `amp-materialize-state` exist. Postcondition: core compute ops, reads and assigns
    only.
    Failure: a symbolic `amp.backward`.

    Example: test/Dialect/Amp/Transforms/amp-decompose.mlir
  }];
  let dependentDialects = ["::mlir::amp::AmpDialect"];
}

def AmpFunctionalizeStatePass : Pass<"amp-functionalize-state", "::mlir::ModuleOp"> {
  let summary = "turn variables into arguments and results";
  let description = [{
    Makes an entry point a function of tensors: each variable that it touches becomes an
    argument with the attribute `amp.variable`, and each result, and each variable that
    it assigns, is written to a destination argument
    (`bufferization.materialize_in_destination`) and returned. Arguments are ordered:
    inputs, variables by name, destinations of the results. Other functions are removed.

    Precondition: reads and assigns only (`amp-decompose`), static shapes.
    Postcondition: no read or assign; each variable is read once and returned at most
    once.
    Options: `entry` names the function.
    Failure: no such function; calls.

    Example: test/Dialect/Amp/Transforms/amp-functionalize-state.mlir
  }];
  let options = [
    Option<"entry", "entry", "std::string", [{""}],
           "The entry point; may be left out if there is one function">,
  ];
  let dependentDialects = ["::mlir::amp::AmpDialect",
                           "::mlir::bufferization::BufferizationDialect"];
}

#endif // AMP_DIALECT_AMP_TRANSFORMS_PASSES_TD
