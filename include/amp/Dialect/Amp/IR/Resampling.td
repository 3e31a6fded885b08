//===- Resampling.td ---------------------------------------*- tablegen -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_DIALECT_AMP_IR_RESAMPLING_TD
#define AMP_DIALECT_AMP_IR_RESAMPLING_TD

include "amp/Dialect/Amp/IR/AmpBase.td"

def Amp_ResamplingGroup : OpDocGroup {
  let summary = "Resampling";
  let description = "Tensors of images in other sizes.";
}

// Where elements lie; the antialiased forms differ.
def Amp_AlignCorners {
  string text = [{ With `align_corners` it lies at `i (size - 1) / (output_size - 1)`, so
    that the outermost elements' centres stay where they are.}];
}

let opDocGroup = Amp_ResamplingGroup in {

class Amp_PixelOp<string mnemonic, string what, string text, string from, string to>
    : Amp_CompositeOp<mnemonic> {
  let arguments = (ins Amp_Tensor:$input, I64Attr:$factor);
  let results = (outs Amp_Tensor:$result);
  let summary = what;
  let description = [{
    }] # text # [{

    ```mlir
    %y = amp.}] # mnemonic # " %x {factor = 2 : i64} : (" # from # ") -> " # to # [{
    ```
  }];
}

def Amp_PixelShuffleOp : Amp_PixelOp<"pixel_shuffle", "moves channels into pixels",
    "From `[..., C r², H, W]` to `[..., C, H r, W r]` with the factor r: channel\n"
    "    `c r² + i r + j` goes to the pixels `(h r + i, w r + j)` of channel c.",
    "tensor<1x12x4x4xf32>", "tensor<1x3x8x8xf32>">;
def Amp_PixelUnshuffleOp : Amp_PixelOp<"pixel_unshuffle", "moves pixels into channels",
    "From `[..., C, H r, W r]` to `[..., C r², H, W]` with the factor r: the inverse of\n"
    "    `amp.pixel_shuffle`.",
    "tensor<1x3x8x8xf32>", "tensor<1x12x4x4xf32>">;
class Amp_UpsampleOp<string mnemonic, int n, string how>
    : Amp_CompositeOp<mnemonic> {
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
def Amp_GridSamplerOp : Amp_CompositeOp<"grid_sampler", "true"> {
  let summary = "reads the input at the positions of a grid";
  let description = [{
    `input` is `[N, C, H, W]` and `grid` is `[N, H', W', 2]`, the result is
    `[N, C, H', W']`; or `[N, C, D, H, W]`, `[N, D', H', W', 3]` and `[N, C, D', H', W']`.
    The last dimension of the grid holds a position, `x` (along W) first. -1 and 1 are the
    centres of the outermost elements with `align_corners`, otherwise their outer edges.

    `interpolation_mode` is `"bilinear"`, `"nearest"`, or for images `"bicubic"`.
    `padding_mode` says what is read outside: `"zeros"`, the nearest element of the
    `"border"`, or the `"reflection"` at the outermost centres or edges. A position that is
    NaN is outside.

    Only the elements around a position are read. The gradient of the input is a sum of those
    of all positions that read an element, in their order.

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

} // opDocGroup

#endif // AMP_DIALECT_AMP_IR_RESAMPLING_TD
