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
    A pass that assigns precision needs nothing else.
  }];

  let methods = [
    InterfaceMethod<[{
        The op's name in policy tables: PyTorch's name of the function.
      }],
      "::llvm::StringRef", "getPrecisionName", (ins), "", [{
        return $_op->getName().stripDialect();
      }]>,
    InterfaceMethod<[{
        True if the policy may cast operand `index`. Only floating-point operands
        are asked about.
      }],
      "bool", "isPrecisionOperand", (ins "unsigned":$index), "", [{
        return true;
      }]>,
    InterfaceMethod<[{
        Sets the result types that follow from the operands' present types.
      }],
      "::llvm::LogicalResult", "refineResultTypes", (ins), "", [{
        return ::mlir::amp::detail::refineInferredResultTypes($_op);
      }]>,
  ];

  let extraClassDeclaration = [{}];
}

#endif // AMP_INTERFACES_PRECISIONOPINTERFACE_TD
