//===- Indexing.td -----------------------------------------*- tablegen -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_DIALECT_AMP_IR_INDEXING_TD
#define AMP_DIALECT_AMP_IR_INDEXING_TD

include "amp/Dialect/Amp/IR/AmpBase.td"

def Amp_IndexingGroup : OpDocGroup {
  let summary = "Indexing";
  let description = "Elements and rows that are chosen by indices.";
}

def Amp_PlaceTensor : RankedTensorOf<[I32, I64]>;

let opDocGroup = Amp_IndexingGroup in {

def Amp_OneHotOp : Amp_ComputeOp<"one_hot"> {
  let summary = "1 at the index, 0 elsewhere";
  let description = [{
    Appends a dimension of size `classes`. An index outside [0, classes) gives zeros.

    ```mlir
    %q = amp.one_hot %t {classes = 10 : i64, dtype = f32} : (tensor<4xi64>) -> tensor<4x10xf32>
    ```
  }];
  let arguments = (ins Amp_IntTensor:$input, I64Attr:$classes, TypeAttr:$dtype);
  let results = (outs Amp_FloatTensor:$result);
}

// What the others are made of: along the second of three dimensions, at places that an
// index names.
def Amp_ReadAtOp : Amp_ComputeOp<"read_at", [HomogeneousOpInterface, Amp_UsesIndex]> {
  let summary = "elements along the second of three dimensions";
  let description = [{
    `y[a][j][d] = x[a][index[a][j][d]][d]`, where `index` may have the size 1 for `a` and
    for `d`. A place outside [0, size) gives NaN, and 0 in integers and with `zeros`. What
    is not chosen is not looked at: no infinity or NaN leaves its place. Elements at the
    place `constant_at` get no gradient.

    ```mlir
    %y = amp.read_at %x, %i : (tensor<2x5x3xf32>, tensor<1x4x1xi64>) -> tensor<2x4x3xf32>
    ```
  }];
  let arguments = (ins Amp_Tensor:$input, Amp_PlaceTensor:$index, UnitAttr:$zeros,
                       OptionalAttr<I64Attr>:$constant_at);
  let results = (outs Amp_Tensor:$result);
}

def Amp_SumAtOp : Amp_ComputeOp<"sum_at", [HomogeneousOpInterface]> {
  let summary = "sums at places along the second of three dimensions";
  let description = [{
    The derivative of `amp.read_at`: `y[a][s][d]` is the sum of `x[a][j][d]` over all j with
    `index[a][j][d] = s`, for s in [0, `size`), and of `onto[a][s][d]` if that is given.
    `index` may have the size 1 for `a` and for `d`; elements whose place is none are in no
    sum. Terms are added in the order of j, on a GPU in parts where they are many, in f32
    for 16-bit ones, with one rounding. Index and shapes alone decide the order: it is the
    same for any number of threads.

    ```mlir
    %y = amp.sum_at %x, %i {size = 5 : i64} : (tensor<2x4x3xf32>, tensor<1x4x1xi64>) -> tensor<2x5x3xf32>
    ```
  }];
  let arguments = (ins Amp_NumberTensor:$input, Amp_PlaceTensor:$index,
                       Optional<Amp_NumberTensor>:$onto, I64Attr:$size);
  let results = (outs Amp_NumberTensor:$result);
}

def Amp_LastAtOp : Amp_ComputeOp<"last_at"> {
  let summary = "the last of those that name a place";
  let description = [{
    `y[a][s][d]` is the largest j with `index[a][j][d] = s`, for s in [0, `size`), and -1
    where there is none.

    ```mlir
    %y = amp.last_at %i {size = 5 : i64} : (tensor<1x4x1xi64>) -> tensor<1x5x1xi64>
    ```
  }];
  let arguments = (ins Amp_PlaceTensor:$index, I64Attr:$size);
  let results = (outs RankedTensorOf<[I64]>:$result);
}

// Derivatives read the indices only: operand 1.
class Amp_IndexOp<string mnemonic, dag values, dag attributes = (ins I64Attr:$dim)>
    : Amp_CompositeOp<mnemonic, "index == 1", "false", [Amp_UsesIndex]> {
  let arguments = !con((ins Amp_Tensor:$input, Amp_IndexTensor:$index), values,
                       attributes);
  let results = (outs Amp_Tensor:$result);
}

def Amp_IndexSelectOp : Amp_IndexOp<"index_select", (ins)> {
  let summary = "chosen slices along a dimension";
  let description = [{
    Slice i along dimension `dim` (negative counts from the end) is slice `index[i]` of
    the input. Indices are in [0, size).

    ```mlir
    %y = amp.index_select %x, %i {dim = 1 : i64} : (tensor<4x8xf32>, tensor<3xi64>) -> tensor<4x3xf32>
    ```
  }];
}

def Amp_GatherOp : Amp_IndexOp<"gather", (ins)> {
  let summary = "chosen elements along a dimension";
  let description = [{
    The result has the shape of `index`. In it, for `dim` 1 of three dimensions,
    `y[i][j][k] = x[i][index[i][j][k]][k]`. Both have one rank; `index` is not larger
    than the input in the other dimensions, and its elements are in [0, size).

    ```mlir
    %y = amp.gather %x, %i {dim = 1 : i64} : (tensor<4x8xf32>, tensor<4x3xi64>) -> tensor<4x3xf32>
    ```
  }];
}

def Amp_IndexCopyOp : Amp_IndexOp<"index_copy", (ins Amp_Tensor:$source)> {
  let summary = "replaces slices along a dimension";
  let description = [{
    The input with slice i of `source` at place `index[i]` of dimension `dim` (negative
    counts from the end). Indices are in [0, size); of several slices at one place the last
    one stays, and has the gradient.

    ```mlir
    %y = amp.index_copy %x, %i, %s {dim = 0 : i64}
        : (tensor<4x8xf32>, tensor<2xi64>, tensor<2x8xf32>) -> tensor<4x8xf32>
    ```
  }];
}

def Amp_IndexPutOp : Amp_IndexOp<"index_put", (ins Amp_Tensor:$values),
    (ins DefaultValuedAttr<BoolAttr, "false">:$accumulate)> {
  let summary = "replaces slices of the first dimension, or adds to them";
  let description = [{
    The input with `values[i...]` at place `index[i...]` of dimension 0; with `accumulate`
    it is added to what is there. `values` is broadcast to the shape of `index` followed by
    the input's other dimensions. Indices are in [-size, size); without `accumulate`, of
    several values at one place the last one stays, and has the gradient.

    ```mlir
    %y = amp.index_put %x, %i, %v {accumulate = true}
        : (tensor<4x8xf32>, tensor<2xi64>, tensor<2x8xf32>) -> tensor<4x8xf32>
    ```
  }];
}

def Amp_ScatterAddOp : Amp_IndexOp<"scatter_add", (ins Amp_Tensor:$src)> {
  let summary = "adds elements at chosen places along a dimension";
  let description = [{
    The input with elements of `src` added: for `dim` 1 of three dimensions,
    `y[i][index[i][j][k]][k] += src[i][j][k]` for each element of `index`. All have one
    rank; `index` is not larger than `src`, nor than the input in the other dimensions,
    and its elements are in [0, size).

    ```mlir
    %y = amp.scatter_add %x, %i, %s {dim = 1 : i64}
        : (tensor<4x8xf32>, tensor<4x3xi64>, tensor<4x3xf32>) -> tensor<4x8xf32>
    ```
  }];
}

def Amp_EmbeddingOp : Amp_CompositeOp<"embedding", "index == 1", "false", [Amp_UsesIndex]> {
  let summary = "rows of a table";
  let description = [{
    `weight` is `[V, D]`; for indices of any shape the result has one dimension more,
    `[..., D]`, and holds `weight[index]`. The row `padding_idx` (negative counts from the
    end) gets no gradient. The rows of the result are NaN for an index outside [0, V), which
    has no gradient. Rows are copied: an infinity or NaN in the table stays in its row.

    ```mlir
    %y = amp.embedding %w, %i {padding_idx = 0 : i64}
        : (tensor<1000x64xf32>, tensor<4x16xi64>) -> tensor<4x16x64xf32>
    ```
  }];
  let arguments = (ins Amp_FloatTensor:$weight, RankedTensorOf<[I32, I64]>:$indices,
                       OptionalAttr<I64Attr>:$padding_idx);
  let results = (outs Amp_FloatTensor:$result);
}

} // opDocGroup

#endif // AMP_DIALECT_AMP_IR_INDEXING_TD
