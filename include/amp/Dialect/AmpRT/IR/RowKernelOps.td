//===- RowKernelOps.td -------------------------------------*- tablegen -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What one kernel does with rows: one description for all devices.

#ifndef AMP_DIALECT_AMPRT_IR_ROWKERNELOPS_TD
#define AMP_DIALECT_AMPRT_IR_ROWKERNELOPS_TD

include "mlir/Interfaces/IndexingMapOpInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/TilingInterface.td"

/// The ops of arith that combine a row, by name.
def AmpRT_Combiner : I32EnumAttr<"Combiner", "How a row is combined", [
  I32EnumAttrCase<"Add", 0, "add">, I32EnumAttrCase<"Mul", 1, "mul">,
  I32EnumAttrCase<"MaximumF", 2, "maximumf">, I32EnumAttrCase<"MinimumF", 3, "minimumf">,
  I32EnumAttrCase<"MaxNumF", 4, "maxnumf">, I32EnumAttrCase<"MinNumF", 5, "minnumf">,
  I32EnumAttrCase<"MaxSI", 6, "maxsi">, I32EnumAttrCase<"MinSI", 7, "minsi">,
  I32EnumAttrCase<"MaxUI", 8, "maxui">, I32EnumAttrCase<"MinUI", 9, "minui">,
  I32EnumAttrCase<"And", 10, "and">, I32EnumAttrCase<"Or", 11, "or">]> {
  let cppNamespace = "::mlir::amprt";
  let genSpecializedAttr = 0;
}
def AmpRT_CombinerAttr : EnumAttr<AmpRT_Dialect, AmpRT_Combiner, "combiner"> {
  let assemblyFormat = "`<` $value `>`";
}

def AmpRT_RowKernelOp : Op<AmpRT_Dialect, "row_kernel", [
    AttrSizedOperandSegments, DestinationStyleOpInterface, SingleBlock,
    DeclareOpInterfaceMethods<IndexingMapOpInterface,
        ["getIndexingMapsArray", "getStaticLoopRanges"]>,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<TilingInterface,
        ["getLoopIteratorTypes", "getIterationDomain", "getTiledImplementation"]>]> {
  let summary = "one computation on the elements of rows and on what rows reduce to";
  let description = [{
    Loops over an iteration space, of which some are `reduced`. All points of the reduced
    loops, for one point of the others, are a row. The body computes for each point from the
    elements of `ins` that their maps name; `amprt.reduce` in it combines what it computed
    for all points of the row, and what is computed from that may again be combined. A value
    is that of a row if it depends on no reduced loop otherwise. Each of `outs` gets what the
    body yields: for each point, or, where its map has no reduced loop, for each row.

    ```mlir
    func.func @softmax(%x: tensor<64x256xf16>) -> tensor<64x256xf16> {
      %e = tensor.empty() : tensor<64x256xf16>
      %y = amprt.row_kernel ins(%x : tensor<64x256xf16>) outs(%e : tensor<64x256xf16>)
          maps [affine_map<(r, c) -> (r, c)>, affine_map<(r, c) -> (r, c)>] reduced [1]
          -> tensor<64x256xf16> {
      ^bb0(%0: f16):
        %1 = arith.extf %0 : f16 to f32
        %2 = amprt.reduce <maximumf> %1 : f32
        %3 = arith.subf %1, %2 : f32
        %4 = math.exp %3 : f32
        %5 = amprt.reduce <add> %4 : f32
        %6 = arith.divf %4, %5 : f32
        %7 = arith.truncf %6 : f32 to f16
        amprt.yield %7 : f16
      }
      return %y : tensor<64x256xf16>
    }
    ```

    Destinations are not read: what a sum starts from is a constant of the kernel. In which
    order a row is combined is the target's, and depends on shapes only. Rows, columns
    (`reduced [0]`), and everything (no loop is left) are one op; how the loops are walked
    follows from where the elements lie.

    Maps of `ins` are projected permutations, or have a 0 where a size is 1; those of `outs`
    name each loop that is not reduced once, and all of the reduced loops or none. On buffers
    a destination may be an input with the same map, if nothing is reduced.
  }];
  let arguments = (ins Variadic<AmpRT_Array>:$inputs, Variadic<AmpRT_Array>:$outs,
                       AffineMapArrayAttr:$indexing_maps, DenseI64ArrayAttr:$reduced);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$region);
  let assemblyFormat = [{
    (`ins` `(` $inputs^ `:` type($inputs) `)`)?
    `outs` `(` $outs `:` type($outs) `)` `maps` $indexing_maps
    `reduced` $reduced (`->` type($results)^)?
    attr-dict-with-keyword $region
  }];
  let skipDefaultBuilders = 1;
  let builders = [
    // On tensors the results are those of `outs`; the body takes an element of each input.
    OpBuilder<(ins "::mlir::ValueRange":$inputs, "::mlir::ValueRange":$outs,
        "::llvm::ArrayRef<::mlir::AffineMap>":$maps, "::llvm::ArrayRef<int64_t>":$reduced,
        CArg<"::llvm::function_ref<::mlir::ValueRange(::mlir::OpBuilder &, "
             "::mlir::Location, ::mlir::ValueRange)>", "nullptr">:$body)>
  ];
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let hasCanonicalizeMethod = 1;
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() { return getOutsMutable(); }
    ::mlir::OperandRange getYielded() { return getBody()->getTerminator()->getOperands(); }
    unsigned getNumLoops() {
      return getIndexingMaps().empty()
          ? 0 : ::llvm::cast<::mlir::AffineMapAttr>(getIndexingMaps()[0]).getValue().getNumDims();
    }
    ::llvm::ArrayRef<int64_t> getShape(::mlir::OpOperand *operand) {
      return ::llvm::cast<::mlir::ShapedType>(operand->get().getType()).getShape();
    }
    bool isReduced(unsigned loop) { return ::llvm::is_contained(getReduced(), loop); }
    /// True if `map` has no reduced loop: an element is a row's.
    bool isOfRow(::mlir::AffineMap map) {
      return ::llvm::none_of(getReduced(), [&](int64_t loop) {
        return map.isFunctionOfDim(loop);
      });
    }
    /// The values of the body that are one for each row.
    ::llvm::DenseSet<::mlir::Value> getRowValues();
  }];
}

def AmpRT_ReduceOp : Op<AmpRT_Dialect, "reduce", [
    Pure, HasParent<"::mlir::amprt::RowKernelOp">, SameOperandsAndResultType]> {
  let summary = "combines a value over a row";
  let description = [{
    In the body of an `amprt.row_kernel`: what `value` is at all points of the row, combined
    by `kind`. f32 sums are blocked, so that their error is that of the logarithm or of the
    root of the length, and the same for every number of threads.

    ```mlir
    func.func @row_sums(%x: memref<64x256xf32>, %y: memref<64xf32>) {
      amprt.row_kernel ins(%x : memref<64x256xf32>) outs(%y : memref<64xf32>)
          maps [affine_map<(r, c) -> (r, c)>, affine_map<(r, c) -> (r)>] reduced [1] {
      ^bb0(%0: f32):
        %1 = amprt.reduce <add> %0 : f32
        amprt.yield %1 : f32
      }
      return
    }
    ```
  }];
  let arguments = (ins AmpRT_CombinerAttr:$kind, AmpRT_Element:$value);
  let results = (outs AmpRT_Element:$result);
  let assemblyFormat = "$kind $value attr-dict `:` type($value)";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// What leaves others as they are.
    ::mlir::TypedAttr getNeutral();
    /// `a` and `b`, which may be vectors, combined.
    ::mlir::Value combine(::mlir::OpBuilder &builder, ::mlir::Value a, ::mlir::Value b);
  }];
}

def AmpRT_IndexOp : Op<AmpRT_Dialect, "index", [
    Pure, HasParent<"::mlir::amprt::RowKernelOp">]> {
  let summary = "the index of a loop";
  let description = [{
    In the body of an `amprt.row_kernel`: where its point is along a loop.

    ```mlir
    func.func @lower_triangle(%x: memref<64x64xf32>, %y: memref<64x64xf32>) {
      amprt.row_kernel ins(%x : memref<64x64xf32>) outs(%y : memref<64x64xf32>)
          maps [affine_map<(r, c) -> (r, c)>, affine_map<(r, c) -> (r, c)>] reduced [] {
      ^bb0(%0: f32):
        %row = amprt.index 0 : index
        %column = amprt.index 1 : index
        %zero = arith.constant 0.0 : f32
        %above = arith.cmpi ugt, %column, %row : index
        %1 = arith.select %above, %zero, %0 : f32
        amprt.yield %1 : f32
      }
      return
    }
    ```
  }];
  let arguments = (ins ConfinedAttr<I64Attr, [IntNonNegative]>:$loop);
  let results = (outs Index:$result);
  let assemblyFormat = "$loop attr-dict `:` type($result)";
  let hasVerifier = 1;
}

#endif // AMP_DIALECT_AMPRT_IR_ROWKERNELOPS_TD
