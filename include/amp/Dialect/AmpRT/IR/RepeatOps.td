//===- RepeatOps.td ----------------------------------------*- tablegen -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Loops of a launch list: the same records again, on views that move.

#ifndef AMP_DIALECT_AMPRT_IR_REPEATOPS_TD
#define AMP_DIALECT_AMPRT_IR_REPEATOPS_TD

include "mlir/Interfaces/ViewLikeInterface.td"

def AmpRT_RepeatOp : Op<AmpRT_Dialect, "repeat", [
    DeclareOpInterfaceMethods<RecordOpInterface, ["verifyRecord"]>,
    RecursiveMemoryEffects, NoTerminator, SingleBlock]> {
  let summary = "records that run several times";
  let description = [{
    Runs the ops of its body `count` times, one iteration after the other. The block's
    argument is the number of the iteration, from 0, for the views that advance with it:
    nothing else may use it. Repeats are nested at most `AMPRT_MOST_REPEATS` deep.

    ```mlir
    amprt.repeat 200 times {
    ^bb0(%i: index):
      %x = amprt.advance %all[%i] from 0 by [1024] : memref<200x16x16xf32> to memref<16x16xf32>
      amprt.launch @kernels::@tanh(%h, %x) {num_outputs = 1 : i64}
          : memref<16x16xf32>, memref<16x16xf32>
    }
    ```
  }];
  let arguments = (ins I64Attr:$count);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$count `times` $body attr-dict";
  let skipDefaultBuilders = 1;
  let builders = [OpBuilder<(ins "int64_t":$count)>];
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    /// The number of the iteration.
    ::mlir::BlockArgument getIteration() { return getBody().getArgument(0); }
  }];
}

def AmpRT_AdvanceOp : Op<AmpRT_Dialect, "advance", [
    DeclareOpInterfaceMethods<ViewLikeOpInterface>, Pure]> {
  let summary = "a view that moves with the iterations of repeats";
  let description = [{
    A buffer of elements of `source`, `offset` bytes after its first element in the first
    iteration, and `steps` bytes further in each iteration of the repeats whose numbers
    are `iterations`. The result counts from its own first element.
  }];
  let arguments = (ins AnyMemRef:$source, Variadic<Index>:$iterations,
    I64Attr:$offset, DenseI64ArrayAttr:$steps);
  let results = (outs AnyMemRef:$result);
  let assemblyFormat = [{
    $source `[` $iterations `]` `from` $offset `by` $steps attr-dict
    `:` type($source) `to` type($result)
  }];
  let hasVerifier = 1;
}

#endif // AMP_DIALECT_AMPRT_IR_REPEATOPS_TD
