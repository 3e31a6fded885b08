//===- DifferentiableOpInterface.td ------------------------*- tablegen -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_INTERFACES_DIFFERENTIABLEOPINTERFACE_TD
#define AMP_INTERFACES_DIFFERENTIABLEOPINTERFACE_TD

include "mlir/IR/OpBase.td"

def DifferentiableOpInterface : OpInterface<"DifferentiableOpInterface"> {
  let cppNamespace = "::mlir::amp";
  let description = [{
    The reverse-mode derivative of an op: from the gradient of the loss with
    respect to each result, the gradient with respect to each operand (the
    vector-Jacobian product). Shapes must be static.
  }];

  let methods = [
    InterfaceMethod<[{
        Builds the gradients of the operands.

        `resultGradients` has one value per result, of the result's type, or null
        where no gradient arrives. `needed[i]` says whether the gradient of
        operand `i` is wanted; the op writes it to `operandGradients[i]`, of the
        operand's type, or leaves null where the operand has no influence.
        Fails, with a diagnostic, if the op cannot be differentiated as it is.
      }],
      "::llvm::LogicalResult", "buildGradients",
      (ins "::mlir::OpBuilder &":$builder,
           "::mlir::ValueRange":$resultGradients,
           "::llvm::ArrayRef<bool>":$needed,
           "::llvm::MutableArrayRef<::mlir::Value>":$operandGradients)>,
  ];
}

#endif // AMP_INTERFACES_DIFFERENTIABLEOPINTERFACE_TD
