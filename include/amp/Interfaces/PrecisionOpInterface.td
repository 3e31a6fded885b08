//===- PrecisionOpInterface.td -----------------------------*- tablegen -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_INTERFACES_PRECISIONOPINTERFACE_TD
#define AMP_INTERFACES_PRECISIONOPINTERFACE_TD

include "mlir/IR/OpBase.td"

def PrecisionOpInterface : OpInterface<"PrecisionOpInterface"> {
  let cppNamespace = "::mlir::amp";
  let description = [{
    What precision assignment has to know about an op. The policy speaks of ops
    by name; this interface gives the name, says which operands a policy may
    cast, and gives the op's result types anew after its operands were cast.
    A pass that assigns precision needs nothing else. An op of another dialect
    implements it in its definition or by an external model: those that come with
    the compiler are in `lib/ForeignDialects`.
  }];

  let methods = [
    InterfaceMethod<[{
        The op's name in policy tables: PyTorch's name of the function. An op of
        another dialect gives that of the function whose rule it follows, such as
        `linear` for a product with weights that runs low, and by default its own
        full name, which no preset has. An entry of a policy for its full name
        (`mydialect.op`) comes first. The text must outlive the op.
      }],
      "::llvm::StringRef", "getPrecisionName", (ins), "", [{
        return ::mlir::amp::detail::getDefaultPrecisionName($_op);
      }]>,
    InterfaceMethod<[{
        True if operand `index` takes part in the op's precision: the policy may
        cast it. Only floating-point operands are asked about. One that keeps its
        own type, such as the running statistics of a normalization, may differ
        in type from the others.
      }],
      "bool", "isPrecisionOperand", (ins "unsigned":$index), "", [{
        return true;
      }]>,
    InterfaceMethod<[{
        True if operand `index`, which takes part, may be f32 all the same beside
        16-bit ones: the parameters of a normalization, where no list casts them.
      }],
      "bool", "mayStayWide", (ins "unsigned":$index), "", [{
        return false;
      }]>,
    InterfaceMethod<[{
        True if operand `index` has a say in which type a `promote` op takes. Without
        one it is only cast.
      }],
      "bool", "isPromotionOperand", (ins "unsigned":$index), "", [{
        return true;
      }]>,
    InterfaceMethod<[{
        True if result `index`, a floating-point one, has the type that the op runs
        in. Others, such as updated statistics, keep a type of their own.
      }],
      "bool", "isPrecisionResult", (ins "unsigned":$index), "", [{
        return true;
      }]>,
    InterfaceMethod<[{
        Sets the result types that follow from the operands' present types, and has
        the op's regions fit them. Fails, with a diagnostic, where there are none; of
        an op with regions, those that nothing was done to are left as they were.
      }],
      "::llvm::LogicalResult", "refineResultTypes", (ins), "", [{
        return ::mlir::amp::detail::refineInferredResultTypes($_op);
      }]>,
    InterfaceMethod<[{
        True if the gradient of this op reads operand `index`: it is kept from
        the forward to the backward pass. Must agree with `buildGradients`.
      }],
      "bool", "isSavedOperand", (ins "unsigned":$index), "", [{
        return false;
      }]>,
    InterfaceMethod<[{
        True if the gradient of this op reads result `index`.
      }],
      "bool", "isSavedResult", (ins "unsigned":$index), "", [{
        return false;
      }]>,
    InterfaceMethod<[{
        True if the framework has no kernel of that name but composes it of other
        functions: where no list names the op, precision is assigned to the ops
        of its `DecomposableOpInterface`, one by one.
      }],
      "bool", "isImplicitComposite", (ins), "", [{
        return false;
      }]>,
  ];
}

def TransparentRegionsOpInterface : OpInterface<"TransparentRegionsOpInterface"> {
  let cppNamespace = "::mlir::amp";
  let description = [{
    An op of another dialect whose regions precision assignment enters: control flow that
    does not implement `RegionBranchOpInterface`. When its regions run, and how often, is
    the op's business; what enters and leaves them keeps its type. Has no methods.
  }];
}

def OutputTypeOpInterface : OpInterface<"OutputTypeOpInterface"> {
  let cppNamespace = "::mlir::amp";
  let description = [{
    An op with PyTorch's optional `dtype` argument: the input is converted to it as
    it is read, and it is the result's element type. An explicit one is respected
    by every policy.
  }];

  let methods = [
    InterfaceMethod<"The output type that was asked for, if any.",
      "::std::optional<::mlir::Type>", "getDtype">,
    InterfaceMethod<"Asks for an output type.",
      "void", "setDtype", (ins "::std::optional<::mlir::Type>":$type)>,
  ];
}

def ComputeTypeOpInterface : OpInterface<"ComputeTypeOpInterface"> {
  let cppNamespace = "::mlir::amp";
  let description = [{
    An op that sums products, such as a matrix product or a convolution. Its
    compute type is that of the sums: f32 for 16-bit operands, f64 for f64; `tf32`
    lets f32 operands be multiplied with 10 mantissa bits and summed in f32.
  }];

  let methods = [
    InterfaceMethod<"The compute type that was set, if any.",
      "::std::optional<::mlir::Type>", "getComputeType">,
    InterfaceMethod<"Sets the compute type.",
      "void", "setComputeType", (ins "::std::optional<::mlir::Type>":$type)>,
    InterfaceMethod<[{
        Adds the sizes of the matrices that the op multiplies: those of which
        Tensor Cores want a multiple of 8.
      }],
      "void", "getProductSizes", (ins "::llvm::SmallVectorImpl<int64_t> &":$sizes),
      "", [{
        ::mlir::amp::detail::getMatrixSizes($_op, sizes);
      }]>,
    InterfaceMethod<"True for convolutions, whose tf32 is chosen apart.",
      "bool", "isConvolution", (ins), "", [{
        return false;
      }]>,
  ];
}

#endif // AMP_INTERFACES_PRECISIONOPINTERFACE_TD
