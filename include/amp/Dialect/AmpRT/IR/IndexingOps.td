//===- IndexingOps.td --------------------------------------*- tablegen -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Ops that move elements to and from places which are known at run time only.

#ifndef AMP_DIALECT_AMPRT_IR_INDEXINGOPS_TD
#define AMP_DIALECT_AMPRT_IR_INDEXINGOPS_TD

include "amp/Dialect/AmpRT/IR/IndexingOpInterface.td"
include "mlir/Interfaces/IndexingMapOpInterface.td"
include "mlir/Interfaces/TilingInterface.td"

def AmpRT_Places
    : AnyTypeOf<[RankedTensorOf<[I32, I64]>, MemRefOf<[I32, I64]>]>;
def AmpRT_Positions : AnyTypeOf<[RankedTensorOf<[I32]>, MemRefOf<[I32]>]>;

class AmpRT_IndexingOp<string mnemonic, string iterators, string destinations,
                       list<Trait> traits = []>
    : Op<AmpRT_Dialect, mnemonic, traits # [DestinationStyleOpInterface,
        DeclareOpInterfaceMethods<IndexingOpInterface>,
        DeclareOpInterfaceMethods<IndexingMapOpInterface,
            ["getIndexingMapsArray", "getStaticLoopRanges"]>,
        DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
        DeclareOpInterfaceMethods<TilingInterface,
            ["getLoopIteratorTypes", "getIterationDomain", "getTiledImplementation"]>]> {
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let hasVerifier = 1;
  code style = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() { return }] # destinations # [{; }
    ::llvm::ArrayRef<int64_t> getShape(::mlir::OpOperand *operand) {
      return ::llvm::cast<::mlir::ShapedType>(operand->get().getType()).getShape();
    }
  }];
  let extraClassDeclaration = style;
  code implementation = [{
    void $cppClass::getEffects(::llvm::SmallVectorImpl<
        ::mlir::SideEffects::EffectInstance<::mlir::MemoryEffects::Effect>> &effects) {
      ::mlir::amprt::getIndexingEffects(*this, effects);
    }
    ::mlir::ArrayAttr $cppClass::getIndexingMaps() {
      return ::mlir::Builder(getContext()).getAffineMapArrayAttr(getIndexingMapsArray());
    }
    ::llvm::SmallVector<::mlir::AffineMap> $cppClass::getIndexingMapsArray() {
      return ::mlir::amprt::getIndexingMaps(*this);
    }
    ::llvm::SmallVector<int64_t> $cppClass::getStaticLoopRanges() {
      return ::mlir::amprt::getIndexingRanges(*this);
    }
    ::llvm::SmallVector<::mlir::utils::IteratorType> $cppClass::getLoopIteratorTypes() {
      using ::mlir::utils::IteratorType;
      return {IteratorType::parallel, IteratorType::}] # iterators # [{, IteratorType::parallel};
    }
    ::llvm::SmallVector<::mlir::Range> $cppClass::getIterationDomain(::mlir::OpBuilder &builder) {
      return ::mlir::amprt::getIndexingDomain(*this, builder);
    }
    ::mlir::FailureOr<::mlir::TilingResult> $cppClass::getTiledImplementation(
        ::mlir::OpBuilder &builder, ::llvm::ArrayRef<::mlir::OpFoldResult> offsets,
        ::llvm::ArrayRef<::mlir::OpFoldResult> sizes) {
      return ::mlir::amprt::tileIndexing(*this, builder, offsets, sizes);
    }
  }];
  let extraClassDefinition = implementation;
}

def AmpRT_ReadAtOp : AmpRT_IndexingOp<"read_at", "parallel", "getOutMutable()"> {
  let summary = "elements along the second of three dimensions";
  let description = [{
    `out[a][j][d] = input[a][index[a][j][d]][d]`, where `index` may have the size 1 for `a`
    and for `d`. A place outside of the input gives NaN, and 0 in integers and with `zeros`.

    ```mlir
    func.func @rows(%table: tensor<1x1000x64xf32>, %index: tensor<1x16x1xi64>)
        -> tensor<1x16x64xf32> {
      %e = tensor.empty() : tensor<1x16x64xf32>
      %y = amprt.read_at ins(%table, %index : tensor<1x1000x64xf32>, tensor<1x16x1xi64>)
          outs(%e : tensor<1x16x64xf32>) -> tensor<1x16x64xf32>
      return %y : tensor<1x16x64xf32>
    }
    ```

    Where an index stands for whole rows, a CPU copies rows, and neighbouring threads of a
    GPU read neighbouring elements.
  }];
  let arguments = (ins AmpRT_Array:$input, AmpRT_Places:$index, AmpRT_Array:$out,
                       UnitAttr:$zeros);
  let assemblyFormat = [{
    `ins` `(` $input `,` $index `:` type($input) `,` type($index) `)`
    `outs` `(` $out `:` type($out) `)` attr-dict (`->` type($results)^)?
  }];
}

def AmpRT_GroupAtOp : AmpRT_IndexingOp<"group_at", "reduction",
    "::mlir::MutableOperandRange(*this, 1, 2)"> {
  let summary = "which elements name each place";
  let description = [{
    Of `index[a][j][d]`: `order[a][..][d]` lists all j, first those that name place 0, then
    those of place 1, and so on, those of one place in their own order, and at last those
    that name no place. Those of place s are `order[a][k][d]` for k from `starts[a][s][d]`
    up to but not including `starts[a][s + 1][d]`. There are as many places as `starts` has
    elements, less one.

    ```mlir
    func.func @group(%index: tensor<1x16x1xi64>) -> (tensor<1x16x1xi32>, tensor<1x1001x1xi32>) {
      %o = tensor.empty() : tensor<1x16x1xi32>
      %s = tensor.empty() : tensor<1x1001x1xi32>
      %order, %starts = amprt.group_at ins(%index : tensor<1x16x1xi64>)
          outs(%o, %s : tensor<1x16x1xi32>, tensor<1x1001x1xi32>)
          -> tensor<1x16x1xi32>, tensor<1x1001x1xi32>
      return %order, %starts : tensor<1x16x1xi32>, tensor<1x1001x1xi32>
    }
    ```

    A CPU counts, in time with the elements and the places. For a GPU `amp-expand-grouping`
    makes it a sort.
  }];
  let arguments = (ins AmpRT_Places:$index, AmpRT_Positions:$order, AmpRT_Positions:$starts);
  let assemblyFormat = [{
    `ins` `(` $index `:` type($index) `)`
    `outs` `(` $order `,` $starts `:` type($order) `,` type($starts) `)`
    attr-dict (`->` type($results)^)?
  }];
}

def AmpRT_CutGroupsOp : AmpRT_IndexingOp<"cut_groups", "reduction", "getBeginsMutable()"> {
  let summary = "where the parts of long groups begin";
  let description = [{
    A group of `amprt.group_at` that has `part` elements or more has parts of so many, from its
    first element on, and a rest that is shorter. At most one part begins at a position from
    `part` i up to, but without, `part` (i + 1), whatever the groups are: `begins[a][i][d]` is
    that position, and -1 where no part begins.

    ```mlir
    func.func @cut(%starts: tensor<1x1001x1xi32>) -> tensor<1x64x1xi32> {
      %e = tensor.empty() : tensor<1x64x1xi32>
      %begins = amprt.cut_groups ins(%starts : tensor<1x1001x1xi32>)
          outs(%e : tensor<1x64x1xi32>) {part = 64 : i64} -> tensor<1x64x1xi32>
      return %begins : tensor<1x64x1xi32>
    }
    ```

    So the sum of a group is one of parts, which several threads compute (`amprt.sum_parts`),
    and of a rest, however many elements name one place.
  }];
  let arguments = (ins AmpRT_Positions:$starts, AmpRT_Positions:$begins,
                       ConfinedAttr<I64Attr, [IntPositive]>:$part);
  let assemblyFormat = [{
    `ins` `(` $starts `:` type($starts) `)` `outs` `(` $begins `:` type($begins) `)` attr-dict
      (`->` type($results)^)?
  }];
}

def AmpRT_SumPartsOp : AmpRT_IndexingOp<"sum_parts", "parallel", "getOutMutable()"> {
  let summary = "sums of the parts of long groups";
  let description = [{
    `out[a][i][d]` is the sum of `input[a][j][d]` over the `part` elements j that
    `amprt.group_at` lists from position `begins[a][i][d]` on, one after the other; it is 0
    where that is -1. Sums of 16-bit elements are f32 and are not rounded. `order` and `begins`
    may have the size 1 for `a` and for `d`.

    ```mlir
    func.func @parts(%g: tensor<1x4096x64xf16>, %order: tensor<1x4096x1xi32>,
                     %begins: tensor<1x64x1xi32>) -> tensor<1x64x64xf32> {
      %e = tensor.empty() : tensor<1x64x64xf32>
      %y = amprt.sum_parts ins(%g, %order, %begins
              : tensor<1x4096x64xf16>, tensor<1x4096x1xi32>, tensor<1x64x1xi32>)
          outs(%e : tensor<1x64x64xf32>) {part = 64 : i64} -> tensor<1x64x64xf32>
      return %y : tensor<1x64x64xf32>
    }
    ```
  }];
  let arguments = (ins AmpRT_Array:$input, AmpRT_Positions:$order, AmpRT_Positions:$begins,
                       AmpRT_Array:$out, ConfinedAttr<I64Attr, [IntPositive]>:$part);
  let assemblyFormat = [{
    `ins` `(` $input `,` $order `,` $begins `:` type($input) `,` type($order) `,`
      type($begins) `)`
    `outs` `(` $out `:` type($out) `)` attr-dict (`->` type($results)^)?
  }];
}

def AmpRT_SumGroupsOp : AmpRT_IndexingOp<"sum_groups", "parallel", "getOutMutable()"> {
  let summary = "sums of the elements that name a place";
  let description = [{
    `out[a][s][d]` is the sum of `input[a][j][d]` over the j that `amprt.group_at` lists for
    place s, one after the other, in f32 for 16-bit elements, with one rounding; with
    `accumulate` the sum begins with what `out[a][s][d]` holds. `order` and `starts` may have
    the size 1 for `a` and for `d`.

    ```mlir
    func.func @sum(%g: tensor<1x16x64xf32>, %order: tensor<1x16x1xi32>,
                   %starts: tensor<1x1001x1xi32>) -> tensor<1x1000x64xf32> {
      %e = tensor.empty() : tensor<1x1000x64xf32>
      %y = amprt.sum_groups ins(%g, %order, %starts
              : tensor<1x16x64xf32>, tensor<1x16x1xi32>, tensor<1x1001x1xi32>)
          outs(%e : tensor<1x1000x64xf32>) -> tensor<1x1000x64xf32>
      return %y : tensor<1x1000x64xf32>
    }
    ```

    Each place is one thread's, whose sum has one order: no element is added to by two
    threads. With `accumulate`, rows that nothing names are not touched.

    With `parts` the sums of `amprt.sum_parts` for parts of `part` elements are added first, in
    their order, and then the elements of the rest one after the other: what a thread adds is
    bounded, however many elements name one place.
  }];
  let arguments = (ins AmpRT_Array:$input, AmpRT_Positions:$order, AmpRT_Positions:$starts,
                       Optional<AmpRT_Array>:$parts, AmpRT_Array:$out, UnitAttr:$accumulate,
                       OptionalAttr<ConfinedAttr<I64Attr, [IntPositive]>>:$part);
  let assemblyFormat = [{
    `ins` `(` $input `,` $order `,` $starts `:` type($input) `,` type($order) `,`
      type($starts) `)`
    (`parts` `(` $parts^ `:` type($parts) `)`)?
    `outs` `(` $out `:` type($out) `)` attr-dict (`->` type($results)^)?
  }];
}

def AmpRT_SumDistinctOp : AmpRT_IndexingOp<"sum_distinct", "parallel", "getOutMutable()"> {
  let summary = "the sums of the places that are named, each once";
  let description = [{
    Of the sums that `amprt.sum_groups` gives for `index`, of which `order` and `starts` are
    the `amprt.group_at`: `out[a][j][d]` is that of the place which element j names, if it is
    the first element to name it, and 0 if not. One more row than there are elements is 0: it
    stands for all places that nothing names.

    ```mlir
    func.func @sums(%g: tensor<1x16x64xf32>, %order: tensor<1x16x1xi32>,
                    %starts: tensor<1x1001x1xi32>, %index: tensor<1x16x1xi64>)
        -> tensor<1x17x64xf32> {
      %e = tensor.empty() : tensor<1x17x64xf32>
      %y = amprt.sum_distinct ins(%g, %order, %starts, %index : tensor<1x16x64xf32>,
              tensor<1x16x1xi32>, tensor<1x1001x1xi32>, tensor<1x16x1xi64>)
          outs(%e : tensor<1x17x64xf32>) -> tensor<1x17x64xf32>
      return %y : tensor<1x17x64xf32>
    }
    ```

    Who reduces all sums, as a test for infinities or a norm, reads these instead.
  }];
  let arguments = (ins AmpRT_Array:$input, AmpRT_Positions:$order, AmpRT_Positions:$starts,
                       AmpRT_Places:$index, Optional<AmpRT_Array>:$parts, AmpRT_Array:$out,
                       OptionalAttr<ConfinedAttr<I64Attr, [IntPositive]>>:$part);
  let assemblyFormat = [{
    `ins` `(` $input `,` $order `,` $starts `,` $index `:` type($input) `,` type($order) `,`
      type($starts) `,` type($index) `)`
    (`parts` `(` $parts^ `:` type($parts) `)`)?
    `outs` `(` $out `:` type($out) `)` attr-dict (`->` type($results)^)?
  }];
}

def AmpRT_MapGroupsOp : AmpRT_IndexingOp<"map_groups", "parallel", "getOutsMutable()",
    [AttrSizedOperandSegments, IsolatedFromAbove, SingleBlock]> {
  let summary = "one elementwise computation on the sums of the elements that name a place";
  let description = [{
    As `amprt.sum_groups`, but nothing is stored of a sum: the body computes from it, as it
    would be stored, from elements `others[*][a][s][d]`, from the scalars, which are the same
    everywhere, and from what `outs[*][a][s][d]` hold what they hold then.

    ```mlir
    func.func @step(%g: tensor<1x16x64xf32>, %order: tensor<1x16x1xi32>,
                    %starts: tensor<1x1001x1xi32>, %rate: tensor<1x1x1xf32>,
                    %w: tensor<1x1000x64xf32>) -> tensor<1x1000x64xf32> {
      %new = amprt.map_groups ins(%g, %order, %starts
              : tensor<1x16x64xf32>, tensor<1x16x1xi32>, tensor<1x1001x1xi32>)
          scalars(%rate : tensor<1x1x1xf32>)
          outs(%w : tensor<1x1000x64xf32>) -> tensor<1x1000x64xf32> {
      ^bb0(%sum: f32, %r: f32, %old: f32):
        %0 = arith.mulf %r, %sum : f32
        %1 = arith.subf %old, %0 : f32
        amprt.yield %1 : f32
      }
      return %new : tensor<1x1000x64xf32>
    }
    ```

    It is what an optimizer does to a table of which a batch reads a few rows
    (`amp-fuse-lists`): the gradient, as large as the table and zero nearly everywhere, is in
    no memory.
  }];
  let arguments = (ins AmpRT_Array:$input, AmpRT_Positions:$order, AmpRT_Positions:$starts,
                       Optional<AmpRT_Array>:$parts, Variadic<AmpRT_Array>:$others,
                       Variadic<AmpRT_Array>:$scalars, Variadic<AmpRT_Array>:$outs,
                       OptionalAttr<ConfinedAttr<I64Attr, [IntPositive]>>:$part);
  let regions = (region SizedRegion<1>:$region);
  let assemblyFormat = [{
    `ins` `(` $input `,` $order `,` $starts `:` type($input) `,` type($order) `,`
      type($starts) `)`
    (`parts` `(` $parts^ `:` type($parts) `)`)?
    (`others` `(` $others^ `:` type($others) `)`)?
    (`scalars` `(` $scalars^ `:` type($scalars) `)`)?
    `outs` `(` $outs `:` type($outs) `)` (`->` type($results)^)?
    attr-dict-with-keyword $region
  }];
  let hasRegionVerifier = 1;
  let extraClassDeclaration = style # [{
    /// The body's arguments behind the sum: elements of others and scalars, and what the
    /// destinations hold.
    ::mlir::ValueRange getOtherElements() {
      return getBody()->getArguments().slice(1, getOthers().size());
    }
    ::mlir::ValueRange getScalarElements() {
      return getBody()->getArguments().slice(1 + getOthers().size(), getScalars().size());
    }
    ::mlir::ValueRange getOutElements() {
      return getBody()->getArguments().take_back(getOuts().size());
    }
  }];
}

//===----------------------------------------------------------------------===//
// A stable sort in steps that are kernels
//===----------------------------------------------------------------------===//

def AmpRT_PlaceBuffer : MemRefOf<[I32, I64]>;
def AmpRT_PositionBuffer : MemRefOf<[I32]>;

def AmpRT_RankAtOp : AmpRT_IndexingOp<"rank_at", "reduction", "getOrderMutable()"> {
  let summary = "each run of elements in the order of their places";
  let description = [{
    The first step of `amprt.group_at` on a GPU: `order[a][..][d]` lists the elements of
    `index`, those of each run of `run` sorted by place, those of one place in their own
    order, and at the end of the run those that name none of `places`. Each element counts
    those of its run that go before it.

    ```mlir
    amprt.rank_at ins(%index : memref<1x512x1xi64>) outs(%order : memref<1x512x1xi32>)
        {places = 1000 : i64, run = 256 : i64}
    ```
  }];
  let results = (outs);
  let arguments = (ins AmpRT_PlaceBuffer:$index, AmpRT_PositionBuffer:$order,
                       ConfinedAttr<I64Attr, [IntPositive]>:$places,
                       ConfinedAttr<I64Attr, [IntPositive]>:$run);
  let assemblyFormat = [{
    `ins` `(` $index `:` type($index) `)` `outs` `(` $order `:` type($order) `)` attr-dict
  }];
}

def AmpRT_MergeAtOp : AmpRT_IndexingOp<"merge_at", "reduction", "getMergedMutable()"> {
  let summary = "each two neighbouring runs as one";
  let description = [{
    `order` has sorted runs of `run` elements, as `amprt.rank_at` gives them; `merged` has
    runs of twice as many. Each element finds by bisection how many of the other run go
    before it.

    ```mlir
    amprt.merge_at ins(%index, %order : memref<1x512x1xi64>, memref<1x512x1xi32>)
        outs(%merged : memref<1x512x1xi32>) {places = 1000 : i64, run = 256 : i64}
    ```
  }];
  let results = (outs);
  let arguments = (ins AmpRT_PlaceBuffer:$index, AmpRT_PositionBuffer:$order,
                       AmpRT_PositionBuffer:$merged,
                       ConfinedAttr<I64Attr, [IntPositive]>:$places,
                       ConfinedAttr<I64Attr, [IntPositive]>:$run);
  let assemblyFormat = [{
    `ins` `(` $index `,` $order `:` type($index) `,` type($order) `)`
    `outs` `(` $merged `:` type($merged) `)` attr-dict
  }];
}

def AmpRT_FindAtOp : AmpRT_IndexingOp<"find_at", "reduction", "getStartsMutable()"> {
  let summary = "where in a sorted order each place begins";
  let description = [{
    The last step of `amprt.group_at` on a GPU: `starts` from `order`, by bisection.

    ```mlir
    amprt.find_at ins(%index, %order : memref<1x512x1xi64>, memref<1x512x1xi32>)
        outs(%starts : memref<1x1001x1xi32>)
    ```
  }];
  let results = (outs);
  let arguments = (ins AmpRT_PlaceBuffer:$index, AmpRT_PositionBuffer:$order,
                       AmpRT_PositionBuffer:$starts);
  let assemblyFormat = [{
    `ins` `(` $index `,` $order `:` type($index) `,` type($order) `)`
    `outs` `(` $starts `:` type($starts) `)` attr-dict
  }];
}

#endif // AMP_DIALECT_AMPRT_IR_INDEXINGOPS_TD
