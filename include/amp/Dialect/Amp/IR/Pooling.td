//===- Pooling.td ------------------------------------------*- tablegen -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_DIALECT_AMP_IR_POOLING_TD
#define AMP_DIALECT_AMP_IR_POOLING_TD

include "amp/Dialect/Amp/IR/AmpBase.td"

def Amp_PoolingGroup : OpDocGroup {
  let summary = "Pooling";
  let description = "The largest value or the mean of windows.";
}

let opDocGroup = Amp_PoolingGroup in {

class Amp_MaxPoolOp<int n>
    : Amp_CompositeOp<"max_pool" # n # "d", "index == 0"> {
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

def Amp_MaxPool1dOp : Amp_MaxPoolOp<1>;
def Amp_MaxPool2dOp : Amp_MaxPoolOp<2>;
def Amp_MaxPool3dOp : Amp_MaxPoolOp<3>;
class Amp_AvgPoolOp<int n>
    : Amp_CompositeOp<"avg_pool" # n # "d"> {
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

def Amp_AvgPool1dOp : Amp_AvgPoolOp<1>;
def Amp_AvgPool2dOp : Amp_AvgPoolOp<2>;
def Amp_AvgPool3dOp : Amp_AvgPoolOp<3>;
class Amp_AdaptivePoolOp<string kind, string what, int n, string saved>
    : Amp_CompositeOp<"adaptive_" # kind # "_pool" # n # "d", saved> {
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
def Amp_AdaptiveMaxPool1dOp : Amp_AdaptiveMaxPoolOp<1>;
def Amp_AdaptiveMaxPool2dOp : Amp_AdaptiveMaxPoolOp<2>;
def Amp_AdaptiveMaxPool3dOp : Amp_AdaptiveMaxPoolOp<3>;

// What pools, and resizing, are made of: windows of the second of three dimensions, which
// stands for one to three of its own.
defvar windowRule = (ins DenseI64ArrayAttr:$size, DenseI64ArrayAttr:$count,
                         DenseI64ArrayAttr:$stride, DenseI64ArrayAttr:$divisor,
                         DenseI64ArrayAttr:$begin, DenseI64ArrayAttr:$end);

def Amp_SumWindowsOp : Amp_ComputeOp<"sum_windows",
    [OutputTypeOpInterface, HomogeneousOpInterface]> {
  let summary = "sums of windows along the second of three dimensions";
  let description = [{
    The second dimension of `x` has one to three dimensions of sizes `size`, the last of
    which is the fastest; that of the result has as many, of `count` positions. Along each
    the window of position p goes from `floor((stride p + begin) / divisor)` up to, but
    without, `floor((stride p + end) / divisor)`; what of it is outside of `[0, size)` does
    not exist. Elements of a window are added, along the last dimension first, in f32 for
    16-bit floats, with one rounding. With `dtype` elements are converted to it as they are
    read, and it is the result's element type.

    `weights` are factors of elements: along each dimension, one dimension after the other,
    for each position as many as windows have elements at most, those that do not exist
    included. What does not exist is not looked at: its weight is of no use, and no infinity
    leaves its place.

    ```mlir
    %y = amp.sum_windows %x {size = array<i64: 4, 6>, count = array<i64: 2, 3>,
        stride = array<i64: 2, 2>, divisor = array<i64: 1, 1>, begin = array<i64: 0, 0>,
        end = array<i64: 2, 2>} : (tensor<8x24x1xf32>) -> tensor<8x6x1xf32>
    ```

    The gradient is a sum of windows, too: of the positions that have an element in theirs.
  }];
  let arguments = !con((ins Amp_FloatTensor:$input), windowRule,
                       (ins OptionalAttr<DenseF64ArrayAttr>:$weights,
                            OptionalAttr<TypeAttr>:$dtype));
  let results = (outs Amp_FloatTensor:$result);
}

def Amp_MaxWindowsOp : Amp_ComputeOp<"max_windows", [HomogeneousOpInterface]> {
  let summary = "largest elements of windows along the second of three dimensions";
  let description = [{
    Windows are those of `amp.sum_windows`, of which each `step`th element counts. `values`
    are the largest elements, and `index` says which they are of the second dimension of
    `x`: the first of the largest ones, or the last NaN. A window of nothing has -inf and
    the index -1.

    ```mlir
    %v, %i = amp.max_windows %x {size = array<i64: 4, 6>, count = array<i64: 2, 3>,
        stride = array<i64: 2, 2>, divisor = array<i64: 1, 1>, begin = array<i64: 0, 0>,
        end = array<i64: 2, 2>, step = array<i64: 1, 1>}
        : (tensor<8x24x1xf32>) -> (tensor<8x6x1xf32>, tensor<8x6x1xi32>)
    ```
  }];
  let arguments = !con((ins Amp_FloatTensor:$input), windowRule,
                       (ins DenseI64ArrayAttr:$step));
  let results = (outs Amp_FloatTensor:$values, RankedTensorOf<[I32]>:$index);
}

def Amp_SumChosenOp : Amp_ComputeOp<"sum_chosen", [HomogeneousOpInterface]> {
  let summary = "sums of what chose an element of its window";
  let description = [{
    The derivative of `amp.max_windows`, whose attributes it has: element s of the second
    dimension of the result is the sum of the elements of `x` whose index is s, in their
    order, in f32 for 16-bit floats, with one rounding.

    ```mlir
    %dx = amp.sum_chosen %dy, %i {size = array<i64: 4, 6>, count = array<i64: 2, 3>,
        stride = array<i64: 2, 2>, divisor = array<i64: 1, 1>, begin = array<i64: 0, 0>,
        end = array<i64: 2, 2>}
        : (tensor<8x6x1xf32>, tensor<8x6x1xi32>) -> tensor<8x24x1xf32>
    ```
  }];
  let arguments = !con((ins Amp_FloatTensor:$input, RankedTensorOf<[I32]>:$index), windowRule);
  let results = (outs Amp_FloatTensor:$result);
}

} // opDocGroup

#endif // AMP_DIALECT_AMP_IR_POOLING_TD
