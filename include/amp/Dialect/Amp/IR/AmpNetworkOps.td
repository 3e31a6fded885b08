//===- AmpNetworkOps.td ------------------------------------*- tablegen -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Convolutions, pooling, resampling, normalization, recurrent cells, attention. Each is
// made of core ops (lib/Dialect/Amp/IR/NetworkDecompositions.cpp), and so are its kernels
// and its derivatives.

#ifndef AMP_DIALECT_AMP_IR_AMPNETWORKOPS_TD
#define AMP_DIALECT_AMP_IR_AMPNETWORKOPS_TD

include "amp/Dialect/Amp/IR/AmpBase.td"

//===----------------------------------------------------------------------===//
// What the families share
//===----------------------------------------------------------------------===//

// `infer` is the function of NetworkOps.cpp that checks operands and attributes and
// gives the result types; `saved` is the C++ condition on `index` under which the
// derivative reads that operand.
class Amp_NetworkOp<string mnemonic, string infer, string saved, list<Trait> traits = []>
    : Amp_GraphOp<mnemonic,
        [DeclareOpInterfaceMethods<DecomposableOpInterface>] # traits> {
  code inference = [{
    ::llvm::LogicalResult $cppClass::inferReturnTypes(
        ::mlir::MLIRContext *context, std::optional<::mlir::Location> location,
        Adaptor adaptor, ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      return }] # infer # [{({location, getOperationName()}, adaptor, types);
    }
  }];
  code savedOperands = [{
    bool isSavedOperand(unsigned index) { return }] # saved # [{; }
  }];
  let extraClassDeclaration = savedOperands;
  let extraClassDefinition = compatible # inference;
}

// Sums products: the type of the sums can be set, which is that of the first operand's
// elements or wider.
class Amp_NetworkContractionOp<string mnemonic, string infer, string saved,
                               list<Trait> traits = []>
    : Amp_NetworkOp<mnemonic, infer, saved, [ComputeTypeOpInterface] # traits> {
  code verification = [{
    ::llvm::LogicalResult $cppClass::verify() {
      return ::mlir::amp::detail::verifyComputeType(
          *this, getComputeType(), (*this)->getOperand(0).getType());
    }
  }];
  let hasVerifier = 1;
  let extraClassDefinition = compatible # inference # verification;
}

// One result, which may be the f32 sums of 16-bit operands.
class Amp_NetworkWideningOp<string mnemonic, string infer, string saved,
                            list<Trait> traits = []>
    : Amp_NetworkContractionOp<mnemonic, infer, saved, traits> {
  let compatible = [{
    bool $cppClass::isCompatibleReturnTypes(::mlir::TypeRange inferred,
                                            ::mlir::TypeRange actual) {
      return ::mlir::amp::detail::areCompatibleContractionTypes(inferred, actual);
    }
  }];
}

class Amp_NetworkConvolutionOp<string mnemonic, string infer>
    : Amp_NetworkWideningOp<mnemonic, infer, "index < 2"> {
  let extraClassDeclaration = savedOperands # [{
    bool isConvolution() { return true; }
  }];
}

// `item`, once for each of `n` spatial dimensions.
class Amp_PerDim<int n, string item, string separator = ", "> {
  string text = !interleave(!listsplat(item, n), separator);
}

// How `n` spatial dimensions are written.
class Amp_Spatial<int n> {
  string axes = !cond(!eq(n, 1): "L", !eq(n, 2): "H, W", !eq(n, 3): "D, H, W");
  string kernel = !cond(!eq(n, 1): "kL", !eq(n, 2): "kH, kW", !eq(n, 3): "kD, kH, kW");
  string zeros = "{" # Amp_PerDim<n, "0">.text # "}";
  string ones = "{" # Amp_PerDim<n, "1">.text # "}";
}

// A tensor type in an example: `prefix`, then `n` times `size`.
class Amp_ExampleType<string prefix, int n, string size, string element> {
  string type = "tensor<" # prefix # "x" # Amp_PerDim<n, size, "x">.text # "x" # element # ">";
}

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

class Amp_ConvOp<int n>
    : Amp_NetworkConvolutionOp<"conv" # n # "d", "inferConvolution<" # n # ">"> {
  let summary = "convolution over " # n # " spatial dimension(s)";
  let description = [{
    `input` is `[N, C, }] # Amp_Spatial<n>.axes # [{]`, `weight` is
    `[O, C / groups, }] # Amp_Spatial<n>.kernel # [{]`, `bias` is `[O]`, the result is
    `[N, O, }] # Amp_Spatial<n>.axes # [{]` with spatial sizes

        floor((size + 2 padding - dilation (kernel - 1) - 1) / stride) + 1

    As in PyTorch the kernel is not mirrored (cross-correlation), along each spatial
    dimension:

        y[n, o, i] = bias[o] + Σ_{c, j} weight[o, c, j] x[n, c, stride i + dilation j - padding]

    where an `x` outside of the input is 0. The channels of input and result are split
    into `groups` equal parts that do not mix. 16-bit operands are accumulated in f32
    and rounded once; the result may also be f32. `compute_type` is the type of the
    sums: f64 for f64 operands, otherwise f32; for f32 operands also `tf32`.

    ```mlir
    %y = amp.conv}] # n # [{d %x, %w, %b {padding = array<i64: }] # Amp_PerDim<n, "1">.text # [{>}
        : (}] # Amp_ExampleType<"4x3", n, "16", "f16">.type # [{, }]
              # Amp_ExampleType<"8x3", n, "3", "f16">.type # [{, tensor<8xf16>)
        -> }] # Amp_ExampleType<"4x8", n, "16", "f16">.type # [{
    ```
  }];
  let arguments = (ins Amp_FloatTensor:$input, Amp_FloatTensor:$weight,
    Optional<Amp_FloatTensor>:$bias,
    DefaultValuedAttr<DenseI64ArrayAttr, Amp_Spatial<n>.ones>:$stride,
    DefaultValuedAttr<DenseI64ArrayAttr, Amp_Spatial<n>.zeros>:$padding,
    DefaultValuedAttr<DenseI64ArrayAttr, Amp_Spatial<n>.ones>:$dilation,
    DefaultValuedAttr<I64Attr, "1">:$groups,
    OptionalAttr<TypeAttr>:$compute_type);
  let results = (outs Amp_FloatTensor:$result);
}
def Amp_Conv1dOp : Amp_ConvOp<1>;
def Amp_Conv2dOp : Amp_ConvOp<2>;
def Amp_Conv3dOp : Amp_ConvOp<3>;

class Amp_ConvTransposeOp<int n>
    : Amp_NetworkConvolutionOp<"conv_transpose" # n # "d",
        "inferTransposedConvolution<" # n # ">"> {
  let summary = "transposed convolution over " # n # " spatial dimension(s)";
  let description = [{
    What the derivative of `amp.conv}] # n # [{d` by its input is: `input` is
    `[N, C, }] # Amp_Spatial<n>.axes # [{]`, `weight` is
    `[C, O / groups, }] # Amp_Spatial<n>.kernel # [{]`, `bias` is `[O]`, the result is
    `[N, O, }] # Amp_Spatial<n>.axes # [{]` with spatial sizes

        (size - 1) stride - 2 padding + dilation (kernel - 1) + output_padding + 1

    Element `i` of the input adds `weight[c, o, j] x[n, c, i]` to element
    `stride i + dilation j - padding` of the result, along each spatial dimension.
    `output_padding` adds to the size at the end only, and is smaller than `stride` or
    `dilation`. 16-bit operands are accumulated in f32 and rounded once; the result may
    also be f32. `compute_type` is the type of the sums: f64 for f64 operands, otherwise
    f32; for f32 operands also `tf32`.

    ```mlir
    %y = amp.conv_transpose}] # n # [{d %x, %w, %b
        {stride = array<i64: }] # Amp_PerDim<n, "2">.text # [{>, padding = array<i64: }]
         # Amp_PerDim<n, "1">.text # [{>, output_padding = array<i64: }]
         # Amp_PerDim<n, "1">.text # [{>}
        : (}] # Amp_ExampleType<"4x8", n, "8", "f16">.type # [{, }]
              # Amp_ExampleType<"8x3", n, "3", "f16">.type # [{, tensor<3xf16>)
        -> }] # Amp_ExampleType<"4x3", n, "16", "f16">.type # [{
    ```
  }];
  let arguments = (ins Amp_FloatTensor:$input, Amp_FloatTensor:$weight,
    Optional<Amp_FloatTensor>:$bias,
    DefaultValuedAttr<DenseI64ArrayAttr, Amp_Spatial<n>.ones>:$stride,
    DefaultValuedAttr<DenseI64ArrayAttr, Amp_Spatial<n>.zeros>:$padding,
    DefaultValuedAttr<DenseI64ArrayAttr, Amp_Spatial<n>.zeros>:$output_padding,
    DefaultValuedAttr<I64Attr, "1">:$groups,
    DefaultValuedAttr<DenseI64ArrayAttr, Amp_Spatial<n>.ones>:$dilation,
    OptionalAttr<TypeAttr>:$compute_type);
  let results = (outs Amp_FloatTensor:$result);
}
def Amp_ConvTranspose1dOp : Amp_ConvTransposeOp<1>;
def Amp_ConvTranspose2dOp : Amp_ConvTransposeOp<2>;
def Amp_ConvTranspose3dOp : Amp_ConvTransposeOp<3>;

def Amp_ConvTbcOp : Amp_NetworkConvolutionOp<"conv_tbc", "inferConvTbc"> {
  let summary = "convolution over time, channels last";
  let description = [{
    `input` is `[T, N, C]`, `weight` is `[k, C, O]`, `bias` is `[O]`, the result is
    `[T + 2 pad - k + 1, N, O]`:

        y[t, n, o] = bias[o] + Σ_{j, c} weight[j, c, o] x[t + j - pad, n, c]

    where an `x` outside of the input is 0. Types are those of `amp.conv1d`.

    ```mlir
    %y = amp.conv_tbc %x, %w, %b {pad = 1 : i64}
        : (tensor<16x4x8xf16>, tensor<3x8x32xf16>, tensor<32xf16>) -> tensor<16x4x32xf16>
    ```
  }];
  let arguments = (ins Amp_FloatTensor:$input, Amp_FloatTensor:$weight,
    Amp_FloatTensor:$bias, DefaultValuedAttr<I64Attr, "0">:$pad,
    OptionalAttr<TypeAttr>:$compute_type);
  let results = (outs Amp_FloatTensor:$result);
}

//===----------------------------------------------------------------------===//
// Pooling
//===----------------------------------------------------------------------===//

class Amp_MaxPoolOp<int n>
    : Amp_NetworkOp<"max_pool" # n # "d", "inferMaxPool<" # n # ">", "index == 0"> {
  let summary = "largest value of each window";
  let description = [{
    `input` is `[N, C, }] # Amp_Spatial<n>.axes # [{]`. A window takes `kernel_size`
    elements, `dilation` apart, and the next one begins `stride` further (by default
    `kernel_size`). What `padding` adds on each side, at most half of the kernel, is
    never the largest; a NaN is. The spatial sizes of the result are

        floor((size + 2 padding - dilation (kernel_size - 1) - 1) / stride) + 1

    `ceil_mode` rounds up instead, but leaves out a window that would begin behind the
    input and its padding before it.

    ```mlir
    %y = amp.max_pool}] # n # [{d %x {kernel_size = array<i64: }] # Amp_PerDim<n, "3">.text
        # [{>, stride = array<i64: }] # Amp_PerDim<n, "2">.text
        # [{>, padding = array<i64: }] # Amp_PerDim<n, "1">.text # [{>}
        : (}] # Amp_ExampleType<"4x8", n, "16", "f16">.type # [{) -> }]
              # Amp_ExampleType<"4x8", n, "8", "f16">.type # [{
    ```
  }];
  let arguments = (ins Amp_FloatTensor:$input, DenseI64ArrayAttr:$kernel_size,
    DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$stride,
    DefaultValuedAttr<DenseI64ArrayAttr, Amp_Spatial<n>.zeros>:$padding,
    DefaultValuedAttr<DenseI64ArrayAttr, Amp_Spatial<n>.ones>:$dilation,
    DefaultValuedAttr<BoolAttr, "false">:$ceil_mode);
  let results = (outs Amp_FloatTensor:$result);
}
def Amp_MaxPool2dOp : Amp_MaxPoolOp<2>;
def Amp_MaxPool3dOp : Amp_MaxPoolOp<3>;

class Amp_AvgPoolOp<int n>
    : Amp_NetworkOp<"avg_pool" # n # "d", "inferAvgPool<" # n # ">", "false"> {
  let summary = "arithmetic mean of each window";
  let description = [{
    Windows and result sizes are those of `amp.max_pool}] # n # [{d` without dilation.
    The sum of a window, in f32 for 16-bit floats, is divided by the number of its
    elements in the input and, with `count_include_pad`, in the padding; what `ceil_mode`
    lets stand out beyond the padding never counts. `divisor_override` is the divisor of
    every window instead.

    ```mlir
    %y = amp.avg_pool}] # n # [{d %x {kernel_size = array<i64: }] # Amp_PerDim<n, "2">.text # [{>}
        : (}] # Amp_ExampleType<"4x8", n, "16", "f16">.type # [{) -> }]
              # Amp_ExampleType<"4x8", n, "8", "f16">.type # [{
    ```
  }];
  let arguments = (ins Amp_FloatTensor:$input, DenseI64ArrayAttr:$kernel_size,
    DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$stride,
    DefaultValuedAttr<DenseI64ArrayAttr, Amp_Spatial<n>.zeros>:$padding,
    DefaultValuedAttr<BoolAttr, "false">:$ceil_mode,
    DefaultValuedAttr<BoolAttr, "true">:$count_include_pad,
    OptionalAttr<I64Attr>:$divisor_override);
  let results = (outs Amp_FloatTensor:$result);
}
def Amp_AvgPool2dOp : Amp_AvgPoolOp<2>;
def Amp_AvgPool3dOp : Amp_AvgPoolOp<3>;

class Amp_AdaptivePoolOp<string kind, string what, int n, string saved>
    : Amp_NetworkOp<"adaptive_" # kind # "_pool" # n # "d", "inferResample<" # n # ">", saved> {
  let summary = what # " of each window of a grid of given size";
  let description = [{
    `input` is `[N, C, }] # Amp_Spatial<n>.axes # [{]`, the result has the spatial sizes
    `output_size`. Along each dimension window `i` goes from `floor(i size / output_size)`
    up to, but without, `ceil((i + 1) size / output_size)`.

    ```mlir
    %y = amp.adaptive_}] # kind # [{_pool}] # n # [{d %x {output_size = array<i64: }]
        # Amp_PerDim<n, "1">.text # [{>}
        : (}] # Amp_ExampleType<"4x8", n, "7", "f16">.type # [{) -> }]
              # Amp_ExampleType<"4x8", n, "1", "f16">.type # [{
    ```
  }];
  let arguments = (ins Amp_FloatTensor:$input, DenseI64ArrayAttr:$output_size);
  let results = (outs Amp_FloatTensor:$result);
}
class Amp_AdaptiveAvgPoolOp<int n> : Amp_AdaptivePoolOp<"avg", "arithmetic mean", n, "false">;
class Amp_AdaptiveMaxPoolOp<int n> : Amp_AdaptivePoolOp<"max", "largest value", n, "index == 0">;
def Amp_AdaptiveAvgPool1dOp : Amp_AdaptiveAvgPoolOp<1>;
def Amp_AdaptiveAvgPool2dOp : Amp_AdaptiveAvgPoolOp<2>;
def Amp_AdaptiveAvgPool3dOp : Amp_AdaptiveAvgPoolOp<3>;
def Amp_AdaptiveMaxPool2dOp : Amp_AdaptiveMaxPoolOp<2>;
def Amp_AdaptiveMaxPool3dOp : Amp_AdaptiveMaxPoolOp<3>;

//===----------------------------------------------------------------------===//
// Resampling
//===----------------------------------------------------------------------===//

class Amp_UpsampleOp<string mnemonic, int n, string how>
    : Amp_NetworkOp<mnemonic, "inferResample<" # n # ">", "false"> {
  string sizes = [{
    `input` is `[N, C, }] # Amp_Spatial<n>.axes # [{]`, the result has the spatial sizes
    `output_size`; smaller ones than the input's are allowed. Positions follow from the
    ratio `r = size / output_size`, as PyTorch's do when it is given sizes.
  }];
  string example = [{
    ```mlir
    %y = amp.}] # mnemonic # [{ %x {output_size = array<i64: }] # Amp_PerDim<n, "16">.text # [{>}
        : (}] # Amp_ExampleType<"4x3", n, "8", "f32">.type # [{) -> }]
              # Amp_ExampleType<"4x3", n, "16", "f32">.type # [{
    ```
  }];
  let summary = "resizes by " # how;
  let results = (outs Amp_FloatTensor:$result);
}

class Amp_UpsampleNearestOp<int n>
    : Amp_UpsampleOp<"upsample_nearest" # n # "d", n, "nearest elements, as OpenCV does"> {
  let description = sizes # [{
    Element `i` of the result is element `floor(i r)` of the input, along each spatial
    dimension.
  }] # example;
  let arguments = (ins Amp_FloatTensor:$input, DenseI64ArrayAttr:$output_size);
}
def Amp_UpsampleNearest1dOp : Amp_UpsampleNearestOp<1>;
def Amp_UpsampleNearest2dOp : Amp_UpsampleNearestOp<2>;
def Amp_UpsampleNearest3dOp : Amp_UpsampleNearestOp<3>;

class Amp_UpsampleNearestExactOp<int n>
    : Amp_UpsampleOp<"_upsample_nearest_exact" # n # "d", n, "nearest elements' centres"> {
  let description = sizes # [{
    Element `i` of the result is element `floor((i + 1/2) r)` of the input, along each
    spatial dimension.
  }] # example;
  let arguments = (ins Amp_FloatTensor:$input, DenseI64ArrayAttr:$output_size);
}
def Amp_UpsampleNearestExact1dOp : Amp_UpsampleNearestExactOp<1>;
def Amp_UpsampleNearestExact2dOp : Amp_UpsampleNearestExactOp<2>;
def Amp_UpsampleNearestExact3dOp : Amp_UpsampleNearestExactOp<3>;

class Amp_UpsampleInterpolateOp<string mnemonic, int n, string how, string detail>
    : Amp_UpsampleOp<mnemonic, n, how> {
  let description = sizes # [{
    Element `i` of the result lies at `(i + 1/2) r - 1/2` of the input, along each spatial
    dimension.}] # detail # example;
  let arguments = (ins Amp_FloatTensor:$input, DenseI64ArrayAttr:$output_size,
                       DefaultValuedAttr<BoolAttr, "false">:$align_corners);
}

// Where elements lie; the antialiased forms differ.
def Amp_AlignCorners {
  string text = [{ With `align_corners` it lies at `i (size - 1) / (output_size - 1)`, so
    that the outermost elements' centres stay where they are.}];
}

class Amp_UpsampleLinearOp<string kind, int n, string neighbours>
    : Amp_UpsampleInterpolateOp<"upsample_" # kind # n # "d", n, kind # " interpolation",
        Amp_AlignCorners.text # [{
    It is interpolated linearly between the }] # neighbours # [{ elements around;
    negative positions count as 0, and beyond the last element that one continues.
  }]>;
def Amp_UpsampleLinear1dOp : Amp_UpsampleLinearOp<"linear", 1, "2">;
def Amp_UpsampleBilinear2dOp : Amp_UpsampleLinearOp<"bilinear", 2, "4">;
def Amp_UpsampleTrilinear3dOp : Amp_UpsampleLinearOp<"trilinear", 3, "8">;

def Amp_UpsampleBicubic2dOp : Amp_UpsampleInterpolateOp<"upsample_bicubic2d", 2,
    "bicubic interpolation", Amp_AlignCorners.text # [{
    It is interpolated by cubic convolution (Keys, 1981, with a = -0.75) of the 4 by 4
    elements around; beyond the edges the outermost elements continue.
  }]>;

class Amp_UpsampleAntialiasOp<string kind, string filter>
    : Amp_UpsampleInterpolateOp<"_upsample_" # kind # "2d_aa", 2,
        kind # " interpolation with antialiasing", [{ With `align_corners` the ratio is
    `(size - 1) / (output_size - 1)`.
    The weights are those of }] # filter # [{,
    which is stretched by `r` where the image becomes smaller, so that every element
    counts; they are normalized to sum 1 over the elements that lie in the input.
  }]>;
def Amp_UpsampleBilinear2dAaOp
    : Amp_UpsampleAntialiasOp<"bilinear", "the triangle filter of radius 1">;
def Amp_UpsampleBicubic2dAaOp
    : Amp_UpsampleAntialiasOp<"bicubic", "Keys' cubic filter (a = -0.5) of radius 2">;

def Amp_GridSamplerOp : Amp_NetworkOp<"grid_sampler", "inferGridSampler", "true"> {
  let summary = "reads the input at the positions of a grid";
  let description = [{
    `input` is `[N, C, H, W]` and `grid` is `[N, H', W', 2]`, the result is
    `[N, C, H', W']`; or `[N, C, D, H, W]`, `[N, D', H', W', 3]` and `[N, C, D', H', W']`.
    The last dimension of the grid holds a position, `x` (along W) first. -1 and 1 are the
    centres of the outermost elements with `align_corners`, otherwise their outer edges.

    `interpolation_mode` is `"bilinear"`, `"nearest"`, or for images `"bicubic"`.
    `padding_mode` says what is read outside: `"zeros"`, the nearest element of the
    `"border"`, or the `"reflection"` at the outermost centres or edges.

    ```mlir
    %y = amp.grid_sampler %x, %grid {align_corners = true, padding_mode = "border"}
        : (tensor<4x3x16x16xf32>, tensor<4x8x8x2xf32>) -> tensor<4x3x8x8xf32>
    ```
  }];
  let arguments = (ins Amp_FloatTensor:$input, Amp_FloatTensor:$grid,
    DefaultValuedAttr<StrAttr, "\"bilinear\"">:$interpolation_mode,
    DefaultValuedAttr<StrAttr, "\"zeros\"">:$padding_mode,
    DefaultValuedAttr<BoolAttr, "false">:$align_corners);
  let results = (outs Amp_FloatTensor:$result);
}

//===----------------------------------------------------------------------===//
// Normalization
//===----------------------------------------------------------------------===//

// Per channel, with running statistics. Only the input has a precision: the others keep
// the type in which they are stored.
class Amp_ChannelNormOp<string mnemonic, string batchStatistics>
    : Amp_NetworkOp<mnemonic, "inferChannelNorm", "isSaved(index)",
        [AttrSizedOperandSegments, SameVariadicResultSize]> {
  let results = (outs Amp_FloatTensor:$result, Optional<Amp_FloatTensor>:$new_running_mean,
                      Optional<Amp_FloatTensor>:$new_running_var);
  let assemblyFormat = [{
    $input (`weight` `(` $weight^ `)`)? (`bias` `(` $bias^ `)`)?
    (`running_mean` `(` $running_mean^ `)`)? (`running_var` `(` $running_var^ `)`)?
    attr-dict `:` functional-type(operands, results)
  }];
  let extraClassDeclaration = savedOperands # [{
    bool isPrecisionOperand(unsigned index) { return index == 0; }
    bool isPrecisionResult(unsigned index) { return index == 0; }
    // Input and weight; without statistics of the batch, the running ones too.
    bool isSaved(unsigned index) {
      return index == 0 || (getWeight() && index == 1) ||
             (!}] # batchStatistics # [{() && index + 2 >= getNumOperands());
    }
  }];
}

def Amp_BatchNormOp : Amp_ChannelNormOp<"batch_norm", "getTraining"> {
  let summary = "normalization over the batch, per channel";
  let description = [{
    `input` is `[N, C, ...]`; weight, bias and running statistics are `[C]`. Per channel,

        y = (x - mean) / sqrt(var + eps) * weight + bias

    where `mean` and `var` (biased) are those of the batch if `training`, otherwise
    `running_mean` and `running_var`. The op has no side effect: in training, running
    statistics that are given come back updated, as two more results,

        new_running = (1 - momentum) running + momentum batch

    with the unbiased variance of the batch, and the variables are assigned by the graph.
    The other operands may have another type than the input (f32 beside f16); the result
    has the input's type, updated statistics their own. Computed in f32 for 16-bit floats
    and rounded once.

    ```mlir
    %y, %mean, %var = amp.batch_norm %x weight(%w) bias(%b) running_mean(%m)
        running_var(%v) {training = true}
        : (tensor<4x8x16x16xf16>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>,
           tensor<8xf32>) -> (tensor<4x8x16x16xf16>, tensor<8xf32>, tensor<8xf32>)
    ```
  }];
  let arguments = (ins Amp_FloatTensor:$input, Optional<Amp_FloatTensor>:$weight,
    Optional<Amp_FloatTensor>:$bias, Optional<Amp_FloatTensor>:$running_mean,
    Optional<Amp_FloatTensor>:$running_var,
    DefaultValuedAttr<BoolAttr, "false">:$training,
    DefaultValuedAttr<F64Attr, "0.1">:$momentum,
    DefaultValuedAttr<F64Attr, "1e-5">:$eps);
}

def Amp_InstanceNormOp : Amp_ChannelNormOp<"instance_norm", "getUseInputStats"> {
  let summary = "normalization of each channel of each sample";
  let description = [{
    `input` is `[N, C, L, ...]`. As `amp.batch_norm`, but with `use_input_stats` mean and
    variance are those of one channel of one sample, and running statistics are updated
    with their means over the batch.

    ```mlir
    %y = amp.instance_norm %x weight(%w) bias(%b)
        : (tensor<4x8x16x16xf16>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8x16x16xf16>
    ```
  }];
  let arguments = (ins Amp_FloatTensor:$input, Optional<Amp_FloatTensor>:$weight,
    Optional<Amp_FloatTensor>:$bias, Optional<Amp_FloatTensor>:$running_mean,
    Optional<Amp_FloatTensor>:$running_var,
    DefaultValuedAttr<BoolAttr, "true">:$use_input_stats,
    DefaultValuedAttr<F64Attr, "0.1">:$momentum,
    DefaultValuedAttr<F64Attr, "1e-5">:$eps);
}

// The parameters may be f32 beside a 16-bit input.
defvar normParameters = [{
    bool mayStayWide(unsigned index) { return index > 0; }
}];

class Amp_AffineNormOp<string mnemonic, string infer>
    : Amp_NetworkOp<mnemonic, infer, "index == 0 || (getWeight() && index == 1)",
        [AttrSizedOperandSegments]> {
  let results = (outs Amp_FloatTensor:$result);
  let extraClassDeclaration = !strconcat(savedOperands, normParameters);
  let assemblyFormat = [{
    $input (`weight` `(` $weight^ `)`)? (`bias` `(` $bias^ `)`)? attr-dict
    `:` functional-type(operands, results)
  }];
}

def Amp_LayerNormOp : Amp_AffineNormOp<"layer_norm", "inferLayerNorm"> {
  let summary = "normalization over the last dimensions";
  let description = [{
    `(x - mean) / sqrt(var + eps) * weight + bias`, where mean and variance (biased) are
    taken over the last dimensions, of sizes `normalized_shape`; weight and bias have that
    shape. Computed in f32 for 16-bit floats and rounded once; weight and bias
    may be f32 beside a 16-bit input.

    ```mlir
    %y = amp.layer_norm %x weight(%w) bias(%b) {normalized_shape = array<i64: 64>}
        : (tensor<4x16x64xf32>, tensor<64xf32>, tensor<64xf32>) -> tensor<4x16x64xf32>
    ```
  }];
  let arguments = (ins Amp_FloatTensor:$input, Optional<Amp_FloatTensor>:$weight,
    Optional<Amp_FloatTensor>:$bias, DenseI64ArrayAttr:$normalized_shape,
    DefaultValuedAttr<F64Attr, "1e-5">:$eps);
}

def Amp_GroupNormOp : Amp_AffineNormOp<"group_norm", "inferGroupNorm"> {
  let summary = "normalization of groups of channels";
  let description = [{
    `input` is `[N, C, ...]`; weight and bias are `[C]`. The channels are split into
    `num_groups` equal parts, and each part of each sample is normalized:
    `(x - mean) / sqrt(var + eps) * weight + bias`, with the biased variance. Computed in
    f32 for 16-bit floats and rounded once; weight and bias
    may be f32 beside a 16-bit input.

    ```mlir
    %y = amp.group_norm %x weight(%w) bias(%b) {num_groups = 4 : i64}
        : (tensor<4x8x16x16xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8x16x16xf32>
    ```
  }];
  let arguments = (ins Amp_FloatTensor:$input, Optional<Amp_FloatTensor>:$weight,
    Optional<Amp_FloatTensor>:$bias, I64Attr:$num_groups,
    DefaultValuedAttr<F64Attr, "1e-5">:$eps);
}

def Amp_RmsNormOp : Amp_NetworkOp<"rms_norm", "inferRmsNorm", "index < 2"> {
  let summary = "division by the root of the mean square";
  let description = [{
    `x / sqrt(mean(x²) + eps) * weight`, where the mean is taken over the last dimensions,
    of sizes `normalized_shape`; the weight has that shape, and may be f32 beside a 16-bit
    input. Computed in f32 for 16-bit floats and rounded once. Without `eps` it is the machine epsilon of the type that is
    computed in.

    ```mlir
    %y = amp.rms_norm %x, %w {normalized_shape = array<i64: 64>, eps = 1.0e-6 : f64}
        : (tensor<4x16x64xf32>, tensor<64xf32>) -> tensor<4x16x64xf32>
    ```
  }];
  let arguments = (ins Amp_FloatTensor:$input, Optional<Amp_FloatTensor>:$weight,
    DenseI64ArrayAttr:$normalized_shape, OptionalAttr<F64Attr>:$eps);
  let results = (outs Amp_FloatTensor:$result);
  let extraClassDeclaration = !strconcat(savedOperands, normParameters);
}

def Amp_LocalResponseNormOp
    : Amp_NetworkOp<"local_response_norm", "inferLocalResponseNorm", "index == 0"> {
  let summary = "normalization over neighbouring channels";
  let description = [{
    `input` is `[N, C, L, ...]`, and

        y = x / (k + alpha mean(x²))^beta

    where the mean is taken over `size` channels from `c - floor(size / 2)` on; channels
    that do not exist count as 0.

    ```mlir
    %y = amp.local_response_norm %x {size = 5 : i64, k = 2.0 : f64}
        : (tensor<4x8x16x16xf32>) -> tensor<4x8x16x16xf32>
    ```
  }];
  let arguments = (ins Amp_FloatTensor:$input, I64Attr:$size,
    DefaultValuedAttr<F64Attr, "1e-4">:$alpha, DefaultValuedAttr<F64Attr, "0.75">:$beta,
    DefaultValuedAttr<F64Attr, "1.0">:$k);
  let results = (outs Amp_FloatTensor:$result);
}

//===----------------------------------------------------------------------===//
// Recurrent networks
//===----------------------------------------------------------------------===//

// The kinds of recurrent networks: what the weights hold and what a step does.
class Amp_RecurrentKind<string name, int gates, bit cell, string formula> {
  string Name = name;
  int Gates = gates;
  bit Cell = cell;
  string Formula = formula;
  // The size of the gates, in H hidden units.
  string Hidden = !if(!eq(gates, 1), "H", gates # " H");
  // The same in examples, which have 16.
  string Rows = !cast<string>(!mul(gates, 16));
}
def Amp_LstmKind : Amp_RecurrentKind<"lstm", 4, 1, [{
        i, f, g, o = split(x w_ihᵀ + b_ih + h w_hhᵀ + b_hh)
        c' = sigmoid(f) c + sigmoid(i) tanh(g)
        h' = sigmoid(o) tanh(c')
}]>;
def Amp_GruKind : Amp_RecurrentKind<"gru", 3, 0, [{
        r_x, z_x, n_x = split(x w_ihᵀ + b_ih)
        r_h, z_h, n_h = split(h w_hhᵀ + b_hh)
        r = sigmoid(r_x + r_h), z = sigmoid(z_x + z_h), n = tanh(n_x + r n_h)
        h' = (1 - z) n + z h
}]>;
def Amp_RnnTanhKind : Amp_RecurrentKind<"rnn_tanh", 1, 0, [{
        h' = tanh(x w_ihᵀ + b_ih + h w_hhᵀ + b_hh)
}]>;
def Amp_RnnReluKind : Amp_RecurrentKind<"rnn_relu", 1, 0, [{
        h' = relu(x w_ihᵀ + b_ih + h w_hhᵀ + b_hh)
}]>;

// All operands but the biases are read by the derivative.
class Amp_RecurrentOp<string suffix, string infer, Amp_RecurrentKind kind>
    : Amp_NetworkContractionOp<kind.Name # suffix,
        infer # "<" # kind.Gates # ", " # !if(kind.Cell, "true", "false") # ">",
        "index < " # !if(kind.Cell, "5", "4"), [SameVariadicOperandSize]> {
  string weights = [{
    `w_ih` is `[}] # kind.Hidden # [{, in]`, `w_hh` is `[}] # kind.Hidden # [{, H]`, `b_ih`
    and `b_hh` are `[}] # kind.Hidden # [{]`, both given or neither. One step is
  }] # kind.Formula # [{
    `compute_type` is the type of the matrix products' sums: f64 for f64 operands, otherwise
    f32; for f32 operands also `tf32`.
  }];
}

class Amp_RecurrentCellOp<Amp_RecurrentKind kind>
    : Amp_RecurrentOp<"_cell", "inferRecurrentCell", kind> {
  let summary = "one step of `" # kind.Name # "`";
  let description = [{
    `input` is `[N, in]`, the hidden state `hx` }]
    # !if(kind.Cell, "and the cell state `cx` are", "is") # [{
    `[N, H]`, and so }]
    # !if(kind.Cell, "are the new states `h` and `c`", "is the new state `h`") # [{.
  }] # weights # [{
    ```mlir
    %h}] # !if(kind.Cell, ", %c", "") # [{ = amp.}] # kind.Name # [{_cell %x, %hx, }]
       # !if(kind.Cell, "%cx, ", "") # [{%w_ih, %w_hh, %b_ih, %b_hh
        : (tensor<4x8xf16>, tensor<4x16xf16>, }] # !if(kind.Cell, "tensor<4x16xf16>, ", "")
        # [{tensor<}] # kind.Rows # [{x8xf16>,
           tensor<}] # kind.Rows # [{x16xf16>, tensor<}] # kind.Rows # [{xf16>, tensor<}]
        # kind.Rows # [{xf16>)
        -> }] # !if(kind.Cell, "(tensor<4x16xf16>, tensor<4x16xf16>)", "tensor<4x16xf16>") # [{
    ```
  }];
  let arguments = !con(
    (ins Amp_FloatTensor:$input, Amp_FloatTensor:$hx),
    !if(kind.Cell, (ins Amp_FloatTensor:$cx), (ins)),
    (ins Amp_FloatTensor:$w_ih, Amp_FloatTensor:$w_hh, Optional<Amp_FloatTensor>:$b_ih,
         Optional<Amp_FloatTensor>:$b_hh, OptionalAttr<TypeAttr>:$compute_type));
  let results = !if(kind.Cell,
    (outs Amp_FloatTensor:$h, Amp_FloatTensor:$c), (outs Amp_FloatTensor:$h));
}
def Amp_LstmCellOp : Amp_RecurrentCellOp<Amp_LstmKind>;
def Amp_GruCellOp : Amp_RecurrentCellOp<Amp_GruKind>;
def Amp_RnnTanhCellOp : Amp_RecurrentCellOp<Amp_RnnTanhKind>;
def Amp_RnnReluCellOp : Amp_RecurrentCellOp<Amp_RnnReluKind>;

class Amp_RecurrentLayerOp<Amp_RecurrentKind kind>
    : Amp_RecurrentOp<"", "inferRecurrentLayer", kind> {
  let summary = "a layer of `" # kind.Name # "` over a sequence";
  let description = [{
    One layer in one direction. `input` is `[T, N, in]`, `output` holds the hidden state
    behind each step, `[T, N, H]`; with `batch_first` they are `[N, T, in]` and
    `[N, T, H]`. The first states `h0`}] # !if(kind.Cell, " and `c0`", "") # [{ and the last ones
    `h_n`}] # !if(kind.Cell, " and `c_n`", "") # [{ are `[1, N, H]`, as PyTorch's are.
  }] # weights # [{
    ```mlir
    %y, %h_n}] # !if(kind.Cell, ", %c_n", "") # [{ = amp.}] # kind.Name # [{ %x, %h0, }]
       # !if(kind.Cell, "%c0, ", "") # [{%w_ih, %w_hh, %b_ih, %b_hh {batch_first = true}
        : (tensor<4x32x8xf16>, tensor<1x4x16xf16>, }]
        # !if(kind.Cell, "tensor<1x4x16xf16>, ", "") # [{tensor<}] # kind.Rows # [{x8xf16>,
           tensor<}] # kind.Rows # [{x16xf16>, tensor<}] # kind.Rows # [{xf16>, tensor<}]
        # kind.Rows # [{xf16>)
        -> (tensor<4x32x16xf16>, tensor<1x4x16xf16>}]
        # !if(kind.Cell, ", tensor<1x4x16xf16>", "") # [{)
    ```
  }];
  let arguments = !con(
    (ins Amp_FloatTensor:$input, Amp_FloatTensor:$h0),
    !if(kind.Cell, (ins Amp_FloatTensor:$c0), (ins)),
    (ins Amp_FloatTensor:$w_ih, Amp_FloatTensor:$w_hh, Optional<Amp_FloatTensor>:$b_ih,
         Optional<Amp_FloatTensor>:$b_hh, DefaultValuedAttr<BoolAttr, "false">:$batch_first,
         OptionalAttr<TypeAttr>:$compute_type));
  let results = !con((outs Amp_FloatTensor:$output, Amp_FloatTensor:$h_n),
    !if(kind.Cell, (outs Amp_FloatTensor:$c_n), (outs)));
  let extraClassDeclaration = savedOperands # [{
    // The hidden states of all steps.
    bool isSavedResult(unsigned index) { return index == 0; }
    void getProductSizes(::llvm::SmallVectorImpl<int64_t> &sizes);
  }];
  let extraClassDefinition = compatible # inference # verification # [{
    // Those of a step; the input's layout does not matter.
    void $cppClass::getProductSizes(::llvm::SmallVectorImpl<int64_t> &sizes) {
      addMatrixSizes({getH0(), getWIh(), getWHh()}, sizes);
    }
  }];
}
def Amp_LstmOp : Amp_RecurrentLayerOp<Amp_LstmKind>;
def Amp_GruOp : Amp_RecurrentLayerOp<Amp_GruKind>;
def Amp_RnnTanhOp : Amp_RecurrentLayerOp<Amp_RnnTanhKind>;
def Amp_RnnReluOp : Amp_RecurrentLayerOp<Amp_RnnReluKind>;

//===----------------------------------------------------------------------===//
// Attention and what remains
//===----------------------------------------------------------------------===//

// The derivative computes the probabilities again, and so needs the mask too.
def Amp_ScaledDotProductAttentionOp
    : Amp_NetworkWideningOp<"scaled_dot_product_attention", "inferAttention", "true"> {
  let summary = "softmax(q kᵀ scale + mask) v";
  let description = [{
    `query` is `[..., L, E]`, `key` is `[..., S, E]`, `value` is `[..., S, Ev]`, with equal
    leading dimensions, and the result is `[..., L, Ev]`:

        result = softmax(query keyᵀ scale + attn_mask) value

    `scale` is `1 / sqrt(E)` unless given. `attn_mask` broadcasts to `[..., L, S]`: a
    floating-point one is added, and may be f32 beside 16-bit operands; an i1 one says who
    takes part. `is_causal` lets row `i`
    see the columns up to `i`, and goes without a mask. A row in which nothing takes part
    is NaN. 16-bit operands: sums and softmax are f32; the result is rounded once, and may
    also be f32. `compute_type` is the type of the sums: f64 for f64 operands, otherwise
    f32; for f32 operands also `tf32`. `dropout_p` must be 0, because the op draws no
    random numbers.

    ```mlir
    %y = amp.scaled_dot_product_attention %q, %k, %v {is_causal = true}
        : (tensor<4x8x32x64xf16>, tensor<4x8x32x64xf16>, tensor<4x8x32x64xf16>)
        -> tensor<4x8x32x64xf16>
    ```
  }];
  let arguments = (ins Amp_FloatTensor:$query, Amp_FloatTensor:$key, Amp_FloatTensor:$value,
    Optional<RankedTensorOf<[Amp_Float, I1]>>:$attn_mask,
    DefaultValuedAttr<F64Attr, "0.0">:$dropout_p,
    DefaultValuedAttr<BoolAttr, "false">:$is_causal, OptionalAttr<F64Attr>:$scale,
    OptionalAttr<TypeAttr>:$compute_type);
  let results = (outs Amp_FloatTensor:$result);
  let extraClassDeclaration = savedOperands # [{
    bool isSavedResult(unsigned) { return true; }
    // The mask is added to f32 sums.
    bool mayStayWide(unsigned index) { return index == 3; }
    void getProductSizes(::llvm::SmallVectorImpl<int64_t> &sizes);
  }];
  let extraClassDefinition = compatible # inference # verification # [{
    // A mask is added, not multiplied.
    void $cppClass::getProductSizes(::llvm::SmallVectorImpl<int64_t> &sizes) {
      addMatrixSizes({getQuery(), getKey(), getValue()}, sizes);
    }
  }];
}

def Amp_EmbeddingOp : Amp_NetworkOp<"embedding", "inferEmbedding", "index == 1", [Amp_UsesIndex]> {
  let summary = "rows of a table";
  let description = [{
    `weight` is `[V, D]`; for indices of any shape the result has one dimension more,
    `[..., D]`, and holds `weight[index]`. The row `padding_idx` (negative counts from the
    end) gets no gradient. The rows of the result are NaN for an index outside [0, V), which
    has no gradient. Rows are found by a product with a matrix of ones and zeros: an
    infinity or NaN anywhere in the table makes every row NaN.

    ```mlir
    %y = amp.embedding %w, %i {padding_idx = 0 : i64}
        : (tensor<1000x64xf32>, tensor<4x16xi64>) -> tensor<4x16x64xf32>
    ```
  }];
  let arguments = (ins Amp_FloatTensor:$weight, RankedTensorOf<[I32, I64]>:$indices,
                       OptionalAttr<I64Attr>:$padding_idx);
  let results = (outs Amp_FloatTensor:$result);
}

def Amp_PreluOp : Amp_NetworkOp<"prelu", "inferPrelu", "true"> {
  let summary = "x where x > 0, else weight x";
  let description = [{
    `weight` has one element, or one for each channel: dimension 1 of the input.

    ```mlir
    %y = amp.prelu %x, %w : (tensor<4x8x16xf16>, tensor<8xf16>) -> tensor<4x8x16xf16>
    ```
  }];
  let arguments = (ins Amp_FloatTensor:$input, Amp_FloatTensor:$weight);
  let results = (outs Amp_FloatTensor:$result);
}

def Amp_BilinearOp : Amp_NetworkWideningOp<"bilinear", "inferBilinear", "index < 3"> {
  let summary = "x1ᵀ w x2 + b";
  let description = [{
    `input1` is `[..., in1]`, `input2` is `[..., in2]` with equal leading dimensions,
    `weight` is `[out, in1, in2]`, `bias` is `[out]`, and the result is `[..., out]`:

        y[o] = bias[o] + Σ_{i, j} x1[i] weight[o, i, j] x2[j]

    Types are those of `amp.conv1d`.

    ```mlir
    %y = amp.bilinear %x1, %x2, %w, %b
        : (tensor<4x8xf32>, tensor<4x16xf32>, tensor<32x8x16xf32>, tensor<32xf32>)
        -> tensor<4x32xf32>
    ```
  }];
  let arguments = (ins Amp_FloatTensor:$input1, Amp_FloatTensor:$input2,
    Amp_FloatTensor:$weight, Optional<Amp_FloatTensor>:$bias,
    OptionalAttr<TypeAttr>:$compute_type);
  let results = (outs Amp_FloatTensor:$result);
  let extraClassDeclaration = savedOperands # [{
    // As in PyTorch, whose promotion does not look at optional arguments.
    bool isPromotionOperand(unsigned index) { return index < 3; }
    void getProductSizes(::llvm::SmallVectorImpl<int64_t> &sizes) {
      ::llvm::append_range(sizes, getWeight().getType().getShape());
    }
  }];
}

#endif // AMP_DIALECT_AMP_IR_AMPNETWORKOPS_TD
