//===- Regions.td ------------------------------------------*- tablegen -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_DIALECT_AMP_IR_REGIONS_TD
#define AMP_DIALECT_AMP_IR_REGIONS_TD

include "amp/Dialect/Amp/IR/AmpBase.td"

def Amp_RegionsGroup : OpDocGroup {
  let summary = "Regions";
  let description = "Regions of autocast, of loops, of custom functions and of backward passes.";
}

let opDocGroup = Amp_RegionsGroup in {

def Amp_YieldOp : Amp_Op<"yield", [Pure, Terminator, ReturnLike,
    ParentOneOf<["AutocastOp", "BackwardOp", "CustomFunctionOp", "ScanOp"]>]> {
  let summary = "gives the enclosing region's results";
  let description = [{
    Ends a region of an `amp.autocast`, an `amp.backward`, an `amp.custom_function` or an
    `amp.scan`.

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
    cast the whole model, do not use it). `cache(false)` casts a
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
  let extraClassDeclaration = anySizes;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def Amp_ScanOp : Amp_Op<"scan", [AttrSizedOperandSegments, IsolatedFromAbove,
    RecursiveMemoryEffects, RecursivelySpeculatable, SingleBlockImplicitTerminator<"YieldOp">]> {
  let summary = "one step after the other";
  let description = [{
    A loop over the steps of sequences, which all have as many: their first dimension. The
    region is one step. It takes the states, which `carry` gives for the first step, a slice
    of each sequence of `each`, without the first dimension, and the values of `with`, the same in
    every step. It yields the states for the next step, of the same types, and outputs. The
    results are the states behind the last step, and each output of all steps, one step
    behind the other in a new first dimension. With `reverse` the steps go from the last one
    to the first: the slices that a step takes, and where its outputs lie, are those of its
    place. Where no sequence says how many steps there are, `steps` does.

    What a step uses of the graph around it are operands, so that every pass sees them as
    those of any op. State is not read or written in a step: read a variable before the
    scan, and hand it on by `with`.

    In an autocast region precision is assigned to the ops of a step. States keep the
    type that was declared, slices and values of `with` are taken as they arrive, and
    outputs as they were computed.

    ```mlir
    %last, %ys = amp.scan carry(%h) each(%xs) with(%w)
        : (tensor<4x8xf32>, tensor<32x4x8xf32>, tensor<8x8xf32>)
        -> (tensor<4x8xf32>, tensor<32x4x8xf32>) {
    ^bb0(%state: tensor<4x8xf32>, %x: tensor<4x8xf32>, %weight: tensor<8x8xf32>):
      %u = amp.linear %state, %weight
          : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
      %sum = amp.add %x, %u : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
      %next = amp.tanh %sum : (tensor<4x8xf32>) -> tensor<4x8xf32>
      amp.yield %next, %next : tensor<4x8xf32>, tensor<4x8xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<Amp_Tensor>:$initial, Variadic<Amp_Tensor>:$sequences,
                       Variadic<Amp_Tensor>:$invariants, OptionalAttr<I64Attr>:$steps,
                       UnitAttr:$reverse);
  let results = (outs Variadic<Amp_Tensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    (`carry` `(` $initial^ `)`)? (`each` `(` $sequences^ `)`)? (`with` `(` $invariants^ `)`)?
    (`steps` `(` $steps^ `)`)? (`reverse` $reverse^)?
    attr-dict `:` functional-type(operands, results) $body
  }];
  let extraClassDeclaration = [{
    unsigned getNumStates() { return getInitial().size(); }
    /// The number of steps; unknown if no sequence has a known one.
    int64_t getNumSteps();
    /// What a step takes of the operands: states, slices and invariants.
    ::mlir::Block::BlockArgListType getStateArguments();
    ::mlir::Block::BlockArgListType getSliceArguments();
    ::mlir::Block::BlockArgListType getInvariantArguments();
    /// The states behind the last step, and the outputs of all steps.
    ::mlir::ResultRange getLastStates();
    ::mlir::ResultRange getOutputs();
    YieldOp getYield();
    /// Hands `value` on to the steps, whole or cut, and gives what they take.
    ::mlir::BlockArgument addInvariant(::mlir::Value value);
    ::mlir::BlockArgument addSequence(::mlir::Value value);
    /// Takes out invariants and sequences that no step uses. True if there were some.
    bool eraseUnusedOperands();
    /// Builds a scan of the same steps, which it takes from this one, that yields
    /// `outputs`, values of the step, in the place of this one's outputs. Nothing of this
    /// scan but the results may be used any more.
    ScanOp takeSteps(::mlir::OpBuilder &builder, ::mlir::ValueRange outputs);
  }];
  let hasCanonicalizer = 1;
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

} // opDocGroup

#endif // AMP_DIALECT_AMP_IR_REGIONS_TD
