//===- Shapes.td -------------------------------------------*- tablegen -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_DIALECT_AMP_IR_SHAPES_TD
#define AMP_DIALECT_AMP_IR_SHAPES_TD

include "amp/Dialect/Amp/IR/AmpBase.td"

def Amp_ShapesGroup : OpDocGroup {
  let summary = "Shapes";
  let description = "Ops that move elements.";
}

let opDocGroup = Amp_ShapesGroup in {

def Amp_ReshapeOp : Amp_ComputeOp<"reshape", [HomogeneousOpInterface, Amp_KeepsElements]> {
  let summary = "the same elements in another shape";
  let description = [{
    Row-major order is kept. One entry of `shape` may be -1: what is left.

    ```mlir
    %y = amp.reshape %x {shape = array<i64: -1, 64>} : (tensor<4x8x8xf32>) -> tensor<4x64xf32>
    ```
  }];
  let arguments = (ins Amp_Tensor:$input, DenseI64ArrayAttr:$shape);
  let results = (outs Amp_Tensor:$result);
  let hasFolder = 1;
  let hasCanonicalizer = 1;
  let extraClassDeclaration = keepsFinite;
}

def Amp_TransposeOp : Amp_ComputeOp<"transpose", [HomogeneousOpInterface, Amp_KeepsElements]> {
  let summary = "permutes dimensions";
  let description = [{
    Dimension `i` of the result is dimension `permutation[i]` of the input.

    ```mlir
    %y = amp.transpose %x {permutation = array<i64: 1, 0>} : (tensor<4x8xf32>) -> tensor<8x4xf32>
    ```
  }];
  let arguments = (ins Amp_Tensor:$input, DenseI64ArrayAttr:$permutation);
  let results = (outs Amp_Tensor:$result);
  let hasFolder = 1;
  let extraClassDeclaration = keepsFinite;
}

def Amp_BroadcastToOp : Amp_ComputeOp<"broadcast_to", [HomogeneousOpInterface, Amp_KeepsElements]> {
  let summary = "repeats along dimensions of size 1";
  let description = [{
    NumPy's rule: dimensions are matched from the last one; missing ones are added.

    ```mlir
    %y = amp.broadcast_to %x {shape = array<i64: 4, 8>} : (tensor<8xf32>) -> tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Amp_Tensor:$input, DenseI64ArrayAttr:$shape);
  let results = (outs Amp_Tensor:$result);
  let hasFolder = 1;
  let extraClassDeclaration = keepsFinite;
}

def Amp_SliceOp : Amp_ComputeOp<"slice", [HomogeneousOpInterface]> {
  let summary = "a strided part";
  let description = [{
    Element `i` of a dimension is element `offset + i stride` of the input. A size of
    -1 takes all that is left. `strides` may be omitted: 1.

    ```mlir
    %y = amp.slice %x {offsets = array<i64: 0, 2>, sizes = array<i64: -1, 4>}
        : (tensor<4x8xf32>) -> tensor<4x4xf32>
    ```
  }];
  let arguments = (ins Amp_Tensor:$input, DenseI64ArrayAttr:$offsets,
    DenseI64ArrayAttr:$sizes, DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$strides);
  let results = (outs Amp_Tensor:$result);
  let hasFolder = 1;
  let hasCanonicalizeMethod = 1;
  let extraClassDeclaration = keepsFinite;
}

def Amp_SliceBackwardOp : Amp_ComputeOp<"slice_backward", [HomogeneousOpInterface]> {
  let summary = "derivative of slice: the gradient's elements among zeros";
  let description = [{
    ```mlir
    %dx = amp.slice_backward %dy {shape = array<i64: 4, 8>, offsets = array<i64: 0, 2>}
        : (tensor<4x4xf32>) -> tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Amp_Tensor:$gradient, DenseI64ArrayAttr:$shape,
    DenseI64ArrayAttr:$offsets, DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$strides);
  let results = (outs Amp_Tensor:$result);
  let hasCanonicalizeMethod = 1;
  let extraClassDeclaration = keepsFinite;
}

def Amp_ConcatOp : Amp_ComputeOp<"concat", [HomogeneousOpInterface]> {
  let summary = "joins tensors along a dimension";
  let description = [{
    ```mlir
    %y = amp.concat %a, %b {dim = 1 : i64} : (tensor<4x8xf32>, tensor<4x2xf32>) -> tensor<4x10xf32>
    ```
  }];
  let arguments = (ins Variadic<Amp_Tensor>:$inputs, I64Attr:$dim);
  let results = (outs Amp_Tensor:$result);
  let hasFolder = 1;
  let extraClassDeclaration = !strconcat(keepsFinite, [{
    ::llvm::StringRef getPrecisionName() { return "cat"; }
  }]);
}

def Amp_StackOp : Amp_CompositeOp<"stack"> {
  let summary = "joins tensors along a new dimension";
  let description = [{
    The operands are of one type; `dim` is the new dimension's place in the result
    (negative counts from the end).

    ```mlir
    %y = amp.stack %a, %b {dim = 1 : i64} : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x2x8xf32>
    ```
  }];
  let arguments = (ins Variadic<Amp_Tensor>:$inputs, DefaultValuedAttr<I64Attr, "0">:$dim);
  let results = (outs Amp_Tensor:$result);
}

def Amp_SplitOp : Amp_CompositeOp<"split"> {
  let summary = "cuts a tensor into parts along a dimension";
  let description = [{
    One part per entry of `sizes`, which add up to the size of dimension `dim` (negative
    counts from the end).

    ```mlir
    %a, %b = amp.split %x {sizes = array<i64: 2, 6>, dim = 1 : i64}
        : (tensor<4x8xf32>) -> (tensor<4x2xf32>, tensor<4x6xf32>)
    ```
  }];
  let arguments = (ins Amp_Tensor:$input, DenseI64ArrayAttr:$sizes,
                       DefaultValuedAttr<I64Attr, "0">:$dim);
  let results = (outs Variadic<Amp_Tensor>:$parts);
}

class Amp_ShapeOp<string mnemonic, dag attributes, TypeConstraint type = Amp_Tensor,
                  list<Trait> traits = []>
    : Amp_CompositeOp<mnemonic, "false", "false", traits> {
  let arguments = !con((ins type:$input), attributes);
  let results = (outs type:$result);
}

def Amp_SqueezeOp : Amp_ShapeOp<"squeeze",
    (ins DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$dims)> {
  let summary = "drops dimensions of size 1";
  let description = [{
    The listed ones (negative ones count from the end); if none is listed, all that have
    size 1, and then sizes must be known. A listed dimension of another size is an error.

    ```mlir
    %y = amp.squeeze %x {dims = array<i64: 1>} : (tensor<4x1x8xf32>) -> tensor<4x8xf32>
    ```
  }];
}

def Amp_UnsqueezeOp : Amp_ShapeOp<"unsqueeze", (ins I64Attr:$dim)> {
  let summary = "adds a dimension of size 1";
  let description = [{
    `dim` is its place in the result (negative counts from the end).

    ```mlir
    %y = amp.unsqueeze %x {dim = 1 : i64} : (tensor<4x8xf32>) -> tensor<4x1x8xf32>
    ```
  }];
}

def Amp_FlipOp : Amp_ShapeOp<"flip", (ins DenseI64ArrayAttr:$dims)> {
  let summary = "reverses the order along dimensions";
  let description = [{
    Negative ones count from the end.

    ```mlir
    %y = amp.flip %x {dims = array<i64: 1>} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    ```
  }];
}

def Amp_TileOp : Amp_ShapeOp<"tile", (ins DenseI64ArrayAttr:$repeats)> {
  let summary = "repeats a tensor along its dimensions";
  let description = [{
    `repeats` and the shape are matched from the last dimension; what one has less than
    the other is 1.

    ```mlir
    %y = amp.tile %x {repeats = array<i64: 2, 3>} : (tensor<8xf32>) -> tensor<2x24xf32>
    ```
  }];
}

def Amp_ConstantPadNdOp : Amp_ShapeOp<"constant_pad_nd",
    (ins DenseI64ArrayAttr:$low, DenseI64ArrayAttr:$high,
         DefaultValuedAttr<F64Attr, "0.0">:$value), Amp_NumberTensor> {
  let summary = "adds elements of one value at the edges";
  let description = [{
    `low` and `high` tell how many before and after each dimension, in the order of the
    dimensions; a negative number takes elements away. (PyTorch lists pairs from the last
    dimension.)

    ```mlir
    %y = amp.constant_pad_nd %x {low = array<i64: 0, 1>, high = array<i64: 0, 2>, value = 1.0 : f64}
        : (tensor<4x8xf32>) -> tensor<4x11xf32>
    ```
  }];
}

class Amp_PadOp<string mnemonic, string what, string text>
    : Amp_ShapeOp<mnemonic, (ins DenseI64ArrayAttr:$low, DenseI64ArrayAttr:$high),
                      Amp_NumberTensor> {
  let summary = what;
  let description = [{
    `low` and `high` tell how many elements before and after each of the last one, two or
    three dimensions, in their order; before these stand channels and, if there is one,
    the batch. }] # text # [{ Policies know the op as
    `}] # mnemonic # [{1d`, `}] # mnemonic # [{2d` or `}] # mnemonic # [{3d`.

    ```mlir
    %y = amp.}] # mnemonic # [{ %x {low = array<i64: 1, 1>, high = array<i64: 1, 2>}
        : (tensor<4x3x8x8xf32>) -> tensor<4x3x10x11xf32>
    ```
  }];
  let extraClassDeclaration = saved # [{
    ::llvm::StringRef getPrecisionName();
  }];
}

def Amp_ReflectionPadOp : Amp_PadOp<"reflection_pad",
    "mirrors a tensor at its edges, which are not repeated",
    "Each is less than the dimension's size.">;
def Amp_ReplicationPadOp : Amp_PadOp<"replication_pad",
    "repeats the elements at a tensor's edges",
    "The dimensions are not empty.">;
class Amp_SameTypeOp<string mnemonic, string what, string text, list<Trait> traits = []>
    : Amp_ShapeOp<mnemonic, (ins), Amp_Tensor, traits> {
  let summary = what;
  let description = [{
    }] # text # [{

    ```mlir
    %y = amp.}] # mnemonic # [{ %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
    ```
  }];
  let extraClassDefinition = names # compatible # [{
    ::llvm::LogicalResult $cppClass::inferReturnTypes(
        ::mlir::MLIRContext *context, std::optional<::mlir::Location> location,
        Adaptor adaptor, ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      types.push_back(adaptor.getInput().getType());
      return ::mlir::success();
    }
  }];
}

def Amp_DetachOp : Amp_SameTypeOp<"detach", "the input as a constant",
    "No gradient passes through it.",
    [DeclareOpInterfaceMethods<DifferentiableOpInterface>]> {
  let extraClassDeclaration = !strconcat(saved, anySizes);
}
def Amp_ZerosLikeOp : Amp_SameTypeOp<"zeros_like", "zeros in the input's type and shape",
    "The input's elements have no influence.">;
def Amp_OnesLikeOp : Amp_SameTypeOp<"ones_like", "ones in the input's type and shape",
    "The input's elements have no influence.">;

} // opDocGroup

#endif // AMP_DIALECT_AMP_IR_SHAPES_TD
