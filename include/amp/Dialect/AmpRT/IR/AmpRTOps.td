//===- AmpRTOps.td -----------------------------------------*- tablegen -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_DIALECT_AMPRT_IR_AMPRTOPS_TD
#define AMP_DIALECT_AMPRT_IR_AMPRTOPS_TD

include "amp/Dialect/AmpRT/IR/RecordOpInterface.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def AmpRT_Dialect : Dialect {
  let name = "amprt";
  let cppNamespace = "::mlir::amprt";
  let summary = "Library calls and kernel launches of a compiled program";
  let description = [{
    The level of the runtime's records. Ops are in destination style on tensors, and on
    memrefs after bufferization; none names a device.
  }];
  let useDefaultAttributePrinterParser = 1;
}

def AmpRT_Compute : I32EnumAttr<"Compute", "Type of products and sums", [
  I32EnumAttrCase<"F32", 0, "f32">, I32EnumAttrCase<"TF32", 1, "tf32">,
  I32EnumAttrCase<"F64", 2, "f64">]> {
  let cppNamespace = "::mlir::amprt";
  let genSpecializedAttr = 0;
}
def AmpRT_ComputeAttr : EnumAttr<AmpRT_Dialect, AmpRT_Compute, "compute"> {
  let assemblyFormat = "`<` $value `>`";
}

def AmpRT_Direction : I32EnumAttr<"Direction", "Which of a convolution's products", [
  I32EnumAttrCase<"Forward", 0, "forward">,
  I32EnumAttrCase<"BackwardInput", 1, "backward_input">,
  I32EnumAttrCase<"BackwardWeight", 2, "backward_weight">]> {
  let cppNamespace = "::mlir::amprt";
  let genSpecializedAttr = 0;
}
def AmpRT_DirectionAttr : EnumAttr<AmpRT_Dialect, AmpRT_Direction, "direction">;

def AmpRT_Layout : I32EnumAttr<"ChannelLayout", "Where the channels of a tensor are", [
  I32EnumAttrCase<"ChannelsFirst", 0, "channels_first">,
  I32EnumAttrCase<"ChannelsLast", 1, "channels_last">]> {
  let cppNamespace = "::mlir::amprt";
  let genSpecializedAttr = 0;
}
def AmpRT_LayoutAttr : EnumAttr<AmpRT_Dialect, AmpRT_Layout, "layout"> {
  let assemblyFormat = "`<` $value `>`";
}

def AmpRT_Float : AnyTypeOf<[F64, F32, F16, BF16]>;
def AmpRT_Matrix : AnyTypeOf<[RankedTensorOf<[AmpRT_Float]>, MemRefOf<[AmpRT_Float]>]>;

/// An op that is one record of the program, with the methods of RecordOpInterface that
/// it implements besides those without a default.
class AmpRT_RecordOp<string mnemonic, list<string> methods, list<Trait> traits = []>
    : Op<AmpRT_Dialect, mnemonic, traits # [
          DeclareOpInterfaceMethods<RecordOpInterface, methods>,
          DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let extraClassDefinition = [{
    void $cppClass::getEffects(::llvm::SmallVectorImpl<
        ::mlir::SideEffects::EffectInstance<::mlir::MemoryEffects::Effect>> &effects) {
      ::mlir::amprt::getRecordEffects(*this, effects);
    }
  }];
}

def AmpRT_GemmOp : AmpRT_RecordOp<"gemm", ["getRecordOperands", "takesLayout", "verifyRecord"], [
    DestinationStyleOpInterface]> {
  let summary = "matrix product by the device's library";
  let description = [{
    `out = epilogue(op(lhs) op(rhs) + bias)`, where `op` transposes the last two
    dimensions if asked. Rank 2, or 3 with a batch first; an operand of rank 2 is used for
    each batch. Products and sums are in the `compute` type, the epilogue is applied to
    the accumulated value, and there is one rounding, to the destination's type. The
    destination is not read.

    ```mlir
    %c = amprt.gemm ins(%a, %b : tensor<4x8xf16>, tensor<16x8xf16>) bias(%d : tensor<16xf16>)
        outs(%e : tensor<4x16xf16>) {transpose_b, relu} -> tensor<4x16xf16>
    ```
  }];
  let arguments = (ins AmpRT_Matrix:$lhs, AmpRT_Matrix:$rhs,
    Optional<AmpRT_Matrix>:$bias, AmpRT_Matrix:$out,
    UnitAttr:$transpose_a, UnitAttr:$transpose_b, UnitAttr:$relu,
    DefaultValuedAttr<AmpRT_ComputeAttr, "::mlir::amprt::Compute::F32">:$compute);
  let results = (outs Optional<AnyRankedTensor>:$result);
  let assemblyFormat = [{
    `ins` `(` $lhs `,` $rhs `:` type($lhs) `,` type($rhs) `)`
    (`bias` `(` $bias^ `:` type($bias) `)`)?
    `outs` `(` $out `:` type($out) `)` attr-dict (`->` type($result)^)?
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() { return getOutMutable(); }
    /// Sizes of the product: batch, rows, columns, inner.
    struct Sizes { int64_t batch, m, n, k; };
    Sizes getSizes();
  }];
}

def AmpRT_ConvolutionRecordOp
    : AmpRT_RecordOp<"convolution", ["getRecordOperands", "verifyRecord"], [
          DestinationStyleOpInterface]> {
  let summary = "a convolution, or one of its derivatives, by the device's library";
  let description = [{
    One of three products of an input `[N, C, spatial...]`, a weight
    `[O, C / groups, kernel...]` and an output `[N, O, spatial...]` with 1 to 3 spatial
    dimensions, as `amp.convolution` defines it, of which two are given:

    | direction | `lhs` | `rhs` | `out` |
    |---|---|---|---|
    | `forward` | input | weight | output |
    | `backward_input` | output's gradient | weight | input's gradient |
    | `backward_weight` | input | output's gradient | weight's gradient |

    With the layout `channels_last` a tensor is stored, and typed, as `[N, spatial..., C]`,
    a weight as `[O, kernel..., C / groups]`. Products and sums are in the `compute` type,
    the epilogue, a bias of `[O]` (`forward` only) and a ReLU, is applied to the
    accumulated value, and there is one rounding, to the destination's type. The destination
    is not read.

    ```mlir
    %y = amprt.convolution forward
        ins(%x, %w : tensor<2x4x16xf16>, tensor<8x4x3xf16>) bias(%b : tensor<8xf16>)
        outs(%e : tensor<2x8x16xf16>)
        {stride = array<i64: 1>, padding = array<i64: 1>, dilation = array<i64: 1>,
         groups = 1 : i64, relu} -> tensor<2x8x16xf16>
    ```
  }];
  let arguments = (ins AmpRT_DirectionAttr:$direction,
    AmpRT_Matrix:$lhs, AmpRT_Matrix:$rhs, Optional<AmpRT_Matrix>:$bias, AmpRT_Matrix:$out,
    DenseI64ArrayAttr:$stride, DenseI64ArrayAttr:$padding, DenseI64ArrayAttr:$dilation,
    I64Attr:$groups, UnitAttr:$relu,
    DefaultValuedAttr<AmpRT_ComputeAttr, "::mlir::amprt::Compute::F32">:$compute,
    DefaultValuedAttr<AmpRT_LayoutAttr,
                      "::mlir::amprt::ChannelLayout::ChannelsFirst">:$input_layout,
    DefaultValuedAttr<AmpRT_LayoutAttr,
                      "::mlir::amprt::ChannelLayout::ChannelsFirst">:$weight_layout,
    DefaultValuedAttr<AmpRT_LayoutAttr,
                      "::mlir::amprt::ChannelLayout::ChannelsFirst">:$output_layout);
  let results = (outs Optional<AnyRankedTensor>:$result);
  // The attribute's printer begins with the space.
  let assemblyFormat = [{
    `` $direction `ins` `(` $lhs `,` $rhs `:` type($lhs) `,` type($rhs) `)`
    (`bias` `(` $bias^ `:` type($bias) `)`)?
    `outs` `(` $out `:` type($out) `)` attr-dict (`->` type($result)^)?
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() { return getOutMutable(); }
    /// The three tensors of the convolution, whatever is given and computed.
    ::mlir::Value getInput();
    ::mlir::Value getWeight();
    ::mlir::Value getOutput();
    /// Where the channels of an operand are that is the input or the output.
    ::std::optional<ChannelLayout> getChannelLayout(::mlir::OpOperand &operand);
    void setChannelLayout(::mlir::OpOperand &operand, ChannelLayout layout);
    /// The dimensions of a tensor that has `layout` in the order of the other one.
    static ::llvm::SmallVector<int64_t> getOtherOrder(int64_t rank, ChannelLayout layout);
    /// Sizes of a tensor: of samples or outputs, of channels, then the spatial ones.
    static ::llvm::SmallVector<int64_t> getSizes(::mlir::Value value,
                                                ChannelLayout layout);
  }];
}

def AmpRT_FillOp : AmpRT_RecordOp<"fill", []> {
  let summary = "one value for every element of a buffer";
  let description = [{
    What the device's library does for memory at once, without a kernel. An element has 1,
    2 or 4 bytes; one of 8 has two equal halves, as 0 has.

    ```mlir
    amprt.fill 0.000000e+00 : f32 into %a : memref<64x8xf32>
    ```
  }];
  let arguments = (ins TypedAttrInterface:$value, AnyMemRef:$out);
  let assemblyFormat = "$value `into` $out attr-dict `:` type($out)";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The bytes that repeat; none if they are more than a record holds.
    static ::std::optional<::amprt_fill> getPattern(::mlir::TypedAttr value);
  }];
}

def AmpRT_LaunchOp : AmpRT_RecordOp<"launch", ["takesLayout"], [
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "launch of a leaf kernel";
  let description = [{
    On the CPU the kernel's iterations [0, `extent`) are spread over threads in pieces of
    at least `grain`; on a GPU there are `grid` blocks of `block` threads. The first
    `num_outputs` operands are written (and may be read), the others are only read. The
    kernel's argument begins at the operand's first element: it has the operand's type,
    without an offset.

    ```mlir
    amprt.launch @kernels::@add(%c, %a, %b) {extent = 512 : i64, grain = 16 : i64, num_outputs = 1 : i64}
        : memref<512xf32>, memref<512xf32>, memref<512xf32>
    ```
  }];
  let arguments = (ins SymbolRefAttr:$kernel, Variadic<AnyMemRef>:$operands,
    I64Attr:$num_outputs, DefaultValuedAttr<I64Attr, "1">:$extent,
    DefaultValuedAttr<I64Attr, "1">:$grain,
    DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$grid,
    DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$block);
  let assemblyFormat = "$kernel `(` $operands `)` attr-dict `:` type($operands)";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The kernel's argument for an operand of `type`. If it is open, it does
    /// not say the first size, along which a kernel of the CPU has its loop.
    static ::mlir::MemRefType getArgumentType(::mlir::MemRefType type,
                                              bool isOpen = false);
  }];
}

include "amp/Dialect/AmpRT/IR/AttentionOps.td"
include "amp/Dialect/AmpRT/IR/ListOps.td"
include "amp/Dialect/AmpRT/IR/RandomOps.td"
include "amp/Dialect/AmpRT/IR/RepeatOps.td"
include "amp/Dialect/AmpRT/IR/RowKernelOps.td"
include "amp/Dialect/AmpRT/IR/IndexingOps.td"
include "amp/Dialect/AmpRT/IR/WindowOps.td"

#endif // AMP_DIALECT_AMPRT_IR_AMPRTOPS_TD
