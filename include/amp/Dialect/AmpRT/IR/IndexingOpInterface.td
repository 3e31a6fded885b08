//===- IndexingOpInterface.td ------------------------------*- tablegen -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_DIALECT_AMPRT_IR_INDEXINGOPINTERFACE_TD
#define AMP_DIALECT_AMPRT_IR_INDEXINGOPINTERFACE_TD

include "mlir/IR/OpBase.td"

def IndexingOpInterface : OpInterface<"IndexingOpInterface"> {
  let cppNamespace = "::mlir::amprt";
  let description = [{
    An op in destination style that reads or writes at places which it is told at run time, or
    in windows. It becomes a kernel. Its operands have three dimensions, and a place in the
    second one that is out of bounds is never used: what the op touches follows from the sizes,
    and those from the rules that it gives. It reads what it does not write, every element that
    it writes is written, and no destination may overlap another operand.
  }];

  let methods = [
    InterfaceMethod<[{
        Which dimensions of operands go together. They hold on tensors, on buffers, and on
        the parts of them that a kernel works on.
      }],
      "::llvm::SmallVector<::mlir::amprt::SizeRule>", "getSizeRules">,
    InterfaceMethod<[{
        What of the second dimension of operand `index` one iteration of the second loop
        needs.
      }],
      "::mlir::amprt::Reach", "getReach", (ins "unsigned":$index)>,
    InterfaceMethod<[{
        How many iterations the second loop has: as many as the first destination has
        places, unless the op says otherwise.
      }],
      "int64_t", "getNumIterations", (ins), [{}], [{
        return ::mlir::amprt::countPlaces($_op);
      }]>,
    InterfaceMethod<[{
        Whether what a destination holds before is used.
      }],
      "bool", "readsDestination">,
  ];
}

#endif // AMP_DIALECT_AMPRT_IR_INDEXINGOPINTERFACE_TD
