//===- Convolutions.td -------------------------------------*- tablegen -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_DIALECT_AMP_IR_CONVOLUTIONS_TD
#define AMP_DIALECT_AMP_IR_CONVOLUTIONS_TD

include "amp/Dialect/Amp/IR/AmpBase.td"

def Amp_ConvolutionsGroup : OpDocGroup {
  let summary = "Convolutions";
  let description = "Convolutions of one to three dimensions, transposed ones, and their windows.";
}

let opDocGroup = Amp_ConvolutionsGroup in {

class Amp_CompositeConvolutionOp<string mnemonic>
    : Amp_WideningOp<mnemonic, "index < 2"> {
  let extraClassDeclaration = saved # [{
    bool isConvolution() { return true; }
  }];
}

class Amp_ConvOp<int n>
    : Amp_CompositeConvolutionOp<"conv" # n # "d"> {
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
    : Amp_CompositeConvolutionOp<"conv_transpose" # n # "d"> {
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
def Amp_ConvTbcOp : Amp_CompositeConvolutionOp<"conv_tbc"> {
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
// What they are made of
//===----------------------------------------------------------------------===//

// One of the three products that belong to a convolution without its bias. Each is linear
// in its first two operands, and its derivatives are the others. The device's library
// computes it where it can; elsewhere it is decomposed.
class Amp_ConvolutionProductOp<string mnemonic, dag operands, dag sizes = (ins)>
    : Amp_DifferentiableCompositeOp<mnemonic,
        [ComputeTypeOpInterface, HomogeneousOpInterface]> {
  let arguments = !con(operands,
    (ins DenseI64ArrayAttr:$stride, DenseI64ArrayAttr:$padding,
         DenseI64ArrayAttr:$dilation, DefaultValuedAttr<I64Attr, "1">:$groups),
    sizes, (ins OptionalAttr<TypeAttr>:$compute_type));
  let results = (outs Amp_FloatTensor:$result);
  let hasVerifier = 1;
  code product = [{
    bool isConvolution() { return true; }
    bool isSavedOperand(unsigned index) { return index < 2; }
    bool hasRecord(::mlir::amp::TargetKind target);
    bool mayHaveRecord() { return true; }
  }];
  let extraClassDeclaration = !strconcat(product, degreesAdd);
  let extraClassDefinition = names # [{
    bool $cppClass::isCompatibleReturnTypes(::mlir::TypeRange inferred,
                                            ::mlir::TypeRange actual) {
      return ::mlir::amp::detail::areCompatibleContractionTypes(inferred, actual);
    }
  }];
  // What all their descriptions say.
  string types = [{
    `stride`, `padding` and `dilation` have a number for each of 1 to 3 spatial dimensions.
    16-bit operands are accumulated in f32 and rounded once; the result may also be f32.
    `compute_type` is that of `amp.conv1d`.
  }];
}

def Amp_ConvolutionOp : Amp_ConvolutionProductOp<"convolution",
    (ins Amp_FloatTensor:$input, Amp_FloatTensor:$weight,
         Optional<Amp_FloatTensor>:$bias)> {
  let summary = "convolution over one to three spatial dimensions";
  let description = [{
    `input` is `[N, C, spatial...]`, `weight` is `[O, C / groups, kernel...]`, `bias` is
    `[O]`, the result is `[N, O, spatial...]`, as `amp.conv1d` to `amp.conv3d` define it.
}] # types # [{
    ```mlir
    %y = amp.convolution %x, %w {stride = array<i64: 1>, padding = array<i64: 1>,
                                 dilation = array<i64: 1>}
        : (tensor<2x4x16xf16>, tensor<8x4x3xf16>) -> tensor<2x8x16xf32>
    ```
  }];
  let extraClassDeclaration = product # [{
    // The product and the bias are added.
    ::llvm::FailureOr<int64_t> inferDegree(
        ::llvm::ArrayRef<std::optional<int64_t>> degrees) {
      int64_t sum = ::mlir::amp::detail::getSumOfDegrees(degrees.take_front(2));
      if (degrees.size() > 2 && degrees[2] && *degrees[2] != sum)
        return ::mlir::failure();
      return sum;
    }
  }];
}

def Amp_ConvolutionBackwardInputOp : Amp_ConvolutionProductOp<
    "convolution_backward_input",
    (ins Amp_FloatTensor:$gradient, Amp_FloatTensor:$weight),
    (ins DenseI64ArrayAttr:$size)> {
  let summary = "derivative of a convolution by its input";
  let description = [{
    `gradient` is that of the result of `amp.convolution`, `weight` and the attributes are
    its own, and `size` has the spatial sizes of its input, whose shape the result has.
    Transposed convolutions are this, too.
}] # types # [{
    ```mlir
    %dx = amp.convolution_backward_input %dy, %w
        {stride = array<i64: 2>, padding = array<i64: 1>, dilation = array<i64: 1>,
         size = array<i64: 16>}
        : (tensor<2x8x8xf16>, tensor<8x4x3xf16>) -> tensor<2x4x16xf16>
    ```
  }];
}

def Amp_ConvolutionBackwardWeightOp : Amp_ConvolutionProductOp<
    "convolution_backward_weight",
    (ins Amp_FloatTensor:$input, Amp_FloatTensor:$gradient),
    (ins DenseI64ArrayAttr:$kernel)> {
  let summary = "derivative of a convolution by its weight";
  let description = [{
    `gradient` is that of the result of `amp.convolution`, `input` and the attributes are
    its own, and `kernel` has the spatial sizes of its weight, whose shape the result has.
}] # types # [{
    ```mlir
    %dw = amp.convolution_backward_weight %x, %dy
        {stride = array<i64: 1>, padding = array<i64: 1>, dilation = array<i64: 1>,
         kernel = array<i64: 3>}
        : (tensor<2x4x16xf16>, tensor<2x8x16xf16>) -> tensor<8x4x3xf32>
    ```
  }];
}

//===----------------------------------------------------------------------===//
// Windows of images
//===----------------------------------------------------------------------===//

// The windows of a convolution, each with all its elements, and the derivative.
class Amp_SlidingWindowsOp<string mnemonic, dag sizes = (ins)>
    : Amp_ComputeOp<mnemonic, [HomogeneousOpInterface]> {
  let arguments = !con((ins Amp_FloatTensor:$input), sizes,
    (ins DenseI64ArrayAttr:$kernel_size, DenseI64ArrayAttr:$stride,
         DenseI64ArrayAttr:$padding, DenseI64ArrayAttr:$dilation));
  let results = (outs Amp_FloatTensor:$result);
}

def Amp_Im2colOp : Amp_SlidingWindowsOp<"im2col"> {
  let summary = "all elements of each window, as columns";
  let description = [{
    What PyTorch's `unfold` does, of one to four spatial dimensions: `input` is
    `[N, C, spatial...]`, and the result is `[N, C k, L]`, where k is the number of elements of
    a kernel of `kernel_size`, and L that of the windows that `amp.convolution` has in the input
    for the same attributes. Row `c k + j` has element j of channel c of each window; of both
    the last dimension is the fastest. Where a window stands out, the element is 0.

    ```mlir
    %y = amp.im2col %x {kernel_size = array<i64: 3, 3>, stride = array<i64: 1, 1>,
                        padding = array<i64: 1, 1>, dilation = array<i64: 1, 1>}
        : (tensor<4x3x16x15xf16>) -> tensor<4x27x240xf16>
    ```

    A convolution is the product of the weight as a matrix with it. The gradient is
    `amp.col2im`.
  }];
}

def Amp_Col2imOp : Amp_SlidingWindowsOp<"col2im", (ins DenseI64ArrayAttr:$output_size)> {
  let summary = "sums of columns that are windows";
  let description = [{
    What PyTorch's `fold` does, the derivative of `amp.im2col`: `input` is `[N, C k, L]`, and
    the result is `[N, C, output_size...]`. Each of its elements is the sum of all that
    `amp.im2col` makes of it, in f32 for 16-bit floats, with one rounding; what no window has is
    0, and what stands out is in no sum.

    ```mlir
    %x = amp.col2im %y {output_size = array<i64: 16, 15>, kernel_size = array<i64: 3, 3>,
                        stride = array<i64: 1, 1>, padding = array<i64: 1, 1>,
                        dilation = array<i64: 1, 1>}
        : (tensor<4x27x240xf16>) -> tensor<4x3x16x15xf16>
    ```

    The gradient is `amp.im2col`.
  }];
}

} // opDocGroup

#endif // AMP_DIALECT_AMP_IR_CONVOLUTIONS_TD
