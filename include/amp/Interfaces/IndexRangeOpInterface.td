//===- IndexRangeOpInterface.td ----------------------------*- tablegen -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_INTERFACES_INDEXRANGEOPINTERFACE_TD
#define AMP_INTERFACES_INDEXRANGEOPINTERFACE_TD

include "mlir/IR/OpBase.td"

def IndexRangeOpInterface : OpInterface<"IndexRangeOpInterface"> {
  let cppNamespace = "::mlir::amp";
  let description = [{
    Which integers an op accepts where it uses an operand as an index: class numbers,
    rows of a table, places of elements. What is out of range can be refused before it
    is used, and named where it is met.
  }];

  let methods = [
    InterfaceMethod<[{
        The range of the elements of operand `index`; none if it is no index, or if a
        size is not known.
      }],
      "::std::optional<::mlir::amp::IndexRange>", "getIndexRange",
      (ins "unsigned":$index), [{}], [{
        return std::nullopt;
      }]>,
    InterfaceMethod<[{
        Whether the results hold every element of operand `index`, unchanged: what is
        asked of them is asked of the operand.
      }],
      "bool", "keepsElements", (ins "unsigned":$index), [{}], [{
        return false;
      }]>,
  ];
}

#endif // AMP_INTERFACES_INDEXRANGEOPINTERFACE_TD
