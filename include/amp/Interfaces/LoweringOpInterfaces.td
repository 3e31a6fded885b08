//===- LoweringOpInterfaces.td -----------------------------*- tablegen -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_INTERFACES_LOWERINGOPINTERFACES_TD
#define AMP_INTERFACES_LOWERINGOPINTERFACES_TD

include "mlir/IR/OpBase.td"

def ElementwiseOpInterface : OpInterface<"ElementwiseOpInterface"> {
  let cppNamespace = "::mlir::amp";
  let description = [{
    An op whose result element depends on the operands' elements at the same
    index, after NumPy broadcasting.
  }];

  let methods = [
    InterfaceMethod<[{
        Builds the computation of one element. `operands` are scalars: 16-bit
        floats arrive widened to f32, and the result is then expected in f32 (or
        in the result's type, where that is no 16-bit float), so that there is one
        rounding, at the end. Integers are signless.
      }],
      "::mlir::Value", "buildScalar",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::Location":$loc,
           "::mlir::ValueRange":$operands)>,
  ];
}

def DecomposableOpInterface : OpInterface<"DecomposableOpInterface"> {
  let cppNamespace = "::mlir::amp";
  let description = [{
    A composite op, or one that acts on state: `amp-decompose` replaces it by core
    ops of the dialect.
  }];

  let methods = [
    InterfaceMethod<[{
        Builds the replacement before the op and gives one value per result.
        Fails with a diagnostic.
      }],
      "::llvm::LogicalResult", "decompose",
      (ins "::mlir::OpBuilder &":$builder,
           "::llvm::SmallVectorImpl<::mlir::Value> &":$results)>,
    InterfaceMethod<[{
        True if `decompose` needs to know the size of dimension `dim` of `value`, an
        operand or result of the op or an argument of its regions. Who calls `decompose`
        has checked it.
      }],
      "bool", "needsStaticSize", (ins "::mlir::Value":$value, "unsigned":$dim), "", [{
        return true;
      }]>,
    InterfaceMethod<[{
        True if devices of the kind `target` compute the op as it is, as one record:
        `amp-decompose` leaves it to `convert-amp-to-amprt`.
      }],
      "bool", "hasRecord", (ins "::mlir::amp::TargetKind":$target), "", [{
        return false;
      }]>,
    InterfaceMethod<[{
        True if devices of some kind compute such an op as one record, be it of operands of
        other types or sizes.
      }],
      "bool", "mayHaveRecord", (ins), "", [{
        return false;
      }]>,
  ];
}

#endif // AMP_INTERFACES_LOWERINGOPINTERFACES_TD
