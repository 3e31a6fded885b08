//===- ListOps.td ------------------------------------------*- tablegen -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Ops on lists of tensors: what an optimizer does to all its parameters is one op,
// however many there are, until it is known where they lie.

#ifndef AMP_DIALECT_AMPRT_IR_LISTOPS_TD
#define AMP_DIALECT_AMPRT_IR_LISTOPS_TD

def AmpRT_Element : AnyTypeOf<[F64, F32, F16, BF16, I1, I8, I16, I32, I64]>;
def AmpRT_Array
    : AnyTypeOf<[RankedTensorOf<[AmpRT_Element]>, MemRefOf<[AmpRT_Element]>]>;

class AmpRT_ListOp<string mnemonic, list<Trait> traits = []>
    : Op<AmpRT_Dialect, mnemonic, [AttrSizedOperandSegments, DestinationStyleOpInterface,
        DeclareOpInterfaceMethods<MemoryEffectsOpInterface>, IsolatedFromAbove,
        SingleBlock] # traits> {
  let arguments = (ins Variadic<AmpRT_Array>:$inputs, Variadic<AmpRT_Array>:$scalars,
                       Variadic<AmpRT_Array>:$outs);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$region);
  let assemblyFormat = [{
    (`ins` `(` $inputs^ `:` type($inputs) `)`)?
    (`scalars` `(` $scalars^ `:` type($scalars) `)`)?
    `outs` `(` $outs `:` type($outs) `)` (`->` type($results)^)?
    attr-dict-with-keyword $region
  }];
  let skipDefaultBuilders = 1;
  let builders = [
    // On tensors the results are those of `outs`; the body is still to be built.
    OpBuilder<(ins "::mlir::ValueRange":$inputs, "::mlir::ValueRange":$scalars,
                   "::mlir::ValueRange":$outs)>
  ];
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  code listMethods = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() { return getOutsMutable(); }
    /// What the destinations hold then.
    ::mlir::OperandRange getYielded() { return getBody()->getTerminator()->getOperands(); }
    /// How many lists the inputs are.
    unsigned getNumInputLists() {
      return getBody()->getNumArguments() - getScalars().size() -
             getYielded().size();
    }
    ::mlir::OperandRange getInputList(unsigned list) {
      return getInputs().slice(list * getLength(), getLength());
    }
    ::mlir::Value getInput(unsigned list, unsigned index) {
      return getInputs()[list * getLength() + index];
    }
    /// The body's arguments: an element of each list of inputs, the scalars, and what the
    /// destinations hold.
    ::mlir::BlockArgument getInputElement(unsigned list) {
      return getBody()->getArgument(list);
    }
    ::mlir::BlockArgument getScalarElement(unsigned index) {
      return getBody()->getArgument(getNumInputLists() + index);
    }
    ::mlir::BlockArgument getOutElement(unsigned list) {
      return getBody()->getArgument(getNumInputLists() + getScalars().size() + list);
    }
  }];
}

def AmpRT_MapListOp : AmpRT_ListOp<"map_list"> {
  let summary = "one elementwise computation on every array of a list";
  let description = [{
    `ins` and `outs` are lists of arrays, one list after the other, each of the same
    length n: of `k n` inputs the body takes k elements. The i-th arrays of all lists have
    one shape, and the arrays of a list one element type. For each i, and each place p in
    their shape, the body computes from elements `ins[*][i][p]`, from the scalars, which are
    the same everywhere, and from what `outs[*][i][p]` hold what they hold then.

    ```mlir
    func.func @step(%g0: tensor<4x8xf32>, %g1: tensor<8xf32>, %rate: tensor<f32>,
                    %w0: tensor<4x8xf32>, %w1: tensor<8xf32>) {
      %new:2 = amprt.map_list ins(%g0, %g1 : tensor<4x8xf32>, tensor<8xf32>)
          scalars(%rate : tensor<f32>) outs(%w0, %w1 : tensor<4x8xf32>, tensor<8xf32>)
          -> tensor<4x8xf32>, tensor<8xf32> {
      ^bb0(%g: f32, %r: f32, %w: f32):
        %0 = arith.mulf %r, %g : f32
        %1 = arith.subf %w, %0 : f32
        amprt.yield %1 : f32
      }
      return
    }
    ```

    All arrays are computed at once. On buffers no destination overlaps another one or an
    input. `amp-expand-lists` makes a linalg op of each run of arrays that are neighbours in
    memory.
  }];
  let extraClassDeclaration = listMethods # [{
    /// How many arrays a list has.
    unsigned getLength() { return getOuts().size() / getYielded().size(); }
    unsigned getNumOutLists() { return getYielded().size(); }
    ::mlir::OperandRange getOutList(unsigned list) {
      return getOuts().slice(list * getLength(), getLength());
    }
    ::mlir::Value getOut(unsigned list, unsigned index) {
      return getOuts()[list * getLength() + index];
    }
    /// The shape of the arrays number `index`.
    ::llvm::ArrayRef<int64_t> getShape(unsigned index) {
      return ::llvm::cast<::mlir::ShapedType>(getOut(0, index).getType()).getShape();
    }
    /// True if what a destination holds is used.
    bool readsDestination(::mlir::OpOperand &out);
  }];
}

def AmpRT_ReduceListOp : AmpRT_ListOp<"reduce_list"> {
  let summary = "reduces all elements of the arrays of a list to scalars";
  let description = [{
    `ins` are lists as in `amprt.map_list`; `outs` are scalars. The body combines, for each
    element of each array, what the scalars hold with what it computes from the element.
    What combines is one associative op of arith for each scalar, applied once: in which
    order elements are combined depends on shapes and on the layout of memory only.

    ```mlir
    func.func @norm(%g0: tensor<4x8xf32>, %g1: tensor<8xf32>, %zero: tensor<f32>) {
      %squares = amprt.reduce_list ins(%g0, %g1 : tensor<4x8xf32>, tensor<8xf32>)
          outs(%zero : tensor<f32>) -> tensor<f32> {
      ^bb0(%g: f32, %so_far: f32):
        %0 = arith.mulf %g, %g : f32
        %1 = arith.addf %0, %so_far : f32
        amprt.yield %1 : f32
      }
      return
    }
    ```
  }];
  let extraClassDeclaration = listMethods # [{
    /// How many arrays a list has.
    unsigned getLength() { return getInputs().size() / getNumInputLists(); }
    unsigned getNumOutLists() { return getOuts().size(); }
    /// The shape of the arrays number `index`.
    ::llvm::ArrayRef<int64_t> getShape(unsigned index) {
      return ::llvm::cast<::mlir::ShapedType>(getInput(0, index).getType()).getShape();
    }
    /// True: what a destination holds is what is combined.
    bool readsDestination(::mlir::OpOperand &) { return true; }
  }];
}

def AmpRT_YieldOp : Op<AmpRT_Dialect, "yield", [Pure, Terminator,
    ParentOneOf<["::mlir::amprt::MapListOp", "::mlir::amprt::ReduceListOp",
                 "::mlir::amprt::MapGroupsOp", "::mlir::amprt::RowKernelOp"]>]> {
  let summary = "ends the body of a list op, of sums of groups, or of a row kernel";
  let description = [{
    Gives what each list of destinations, each scalar, or each destination holds then.

    ```mlir
    func.func @double(%w: tensor<8xf32>) {
      %twice = amprt.map_list outs(%w : tensor<8xf32>) -> tensor<8xf32> {
      ^bb0(%x: f32):
        %0 = arith.addf %x, %x : f32
        amprt.yield %0 : f32
      }
      return
    }
    ```
  }];
  let arguments = (ins Variadic<AmpRT_Element>:$values);
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
}

def AmpRT_LiveOutOp : Op<AmpRT_Dialect, "live_out"> {
  let summary = "holds what outlives the function";
  let description = [{
    Uses results and the variables' new values where a `return` would: One-Shot Bufferize
    compares each value that is returned with each argument, which takes time with the
    square of a network's depth, and what is written in place need not be returned.

    ```mlir
    amprt.live_out %w, %loss : tensor<4x8xf32>, tensor<f32>
    ```
  }];
  let arguments = (ins Variadic<AnyTypeOf<[AnyRankedTensor, AnyMemRef]>>:$values);
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
}

#endif // AMP_DIALECT_AMPRT_IR_LISTOPS_TD
