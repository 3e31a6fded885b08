//===- RecordOpInterface.td --------------------------------*- tablegen -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_DIALECT_AMPRT_IR_RECORDOPINTERFACE_TD
#define AMP_DIALECT_AMPRT_IR_RECORDOPINTERFACE_TD

include "mlir/IR/OpBase.td"

def RecordOpInterface : OpInterface<"RecordOpInterface"> {
  let cppNamespace = "::mlir::amprt";
  let description = [{
    An op that becomes one record of a program (Design/Programs.md): a kernel launch, a
    library call or a copy. Bufferization, the outliner, the verifiers of forms and the
    writer of programs know records by this interface alone.

    A record in destination style exists on tensors, too, where it writes every element
    of its results.
  }];

  let methods = [
    InterfaceMethod<[{
        The operands in the order of the record's slices. Each slice goes from the first
        to the last element of a buffer.
      }],
      "::llvm::SmallVector<::mlir::OpOperand *>", "getRecordOperands", (ins), [{}], [{
        ::llvm::SmallVector<::mlir::OpOperand *> operands;
        for (::mlir::OpOperand &operand : $_op->getOpOperands())
          operands.push_back(&operand);
        return operands;
      }]>,
    InterfaceMethod<[{
        Whether the record reads elements of the operand.
      }],
      "bool", "readsOperand", (ins "::mlir::OpOperand &":$operand)>,
    InterfaceMethod<[{
        Whether the record writes elements of the operand.
      }],
      "bool", "writesOperand", (ins "::mlir::OpOperand &":$operand)>,
    InterfaceMethod<[{
        Whether the record can describe the operand in a buffer of the type: libraries
        want rows whose elements lie side by side. Bufferization copies what has another
        layout.
      }],
      "bool", "takesLayout",
      (ins "::mlir::OpOperand &":$operand, "::mlir::MemRefType":$type), [{}], [{
        return type.areTrailingDimsContiguous(type.getRank());
      }]>,
    InterfaceMethod<[{
        Fails, with a diagnostic, for what the op may say but the library does not
        compute, such as a product of nothing. Holds on tensors and on buffers; layouts
        are asked for apart.
      }],
      "::llvm::LogicalResult", "verifyRecord", (ins), [{}], [{
        return ::mlir::success();
      }]>,
    InterfaceMethod<[{
        What the record computes, for plans, profiles and errors.
      }],
      "::std::string", "getRecordName">,
    InterfaceMethod<[{
        Sets the kind and the kind's own fields of a record that is zero; the name, the
        place in the source and the operands are the caller's. `findKernel` gives the
        number of a kernel among the program's. Fails with a diagnostic. The op is on
        buffers, valid, and takes their layouts.
      }],
      "::llvm::LogicalResult", "writeRecord",
      (ins "::amprt_record &":$record,
           "::llvm::function_ref<::std::optional<uint32_t>(::llvm::StringRef)>":$findKernel)>,
  ];
}

#endif // AMP_DIALECT_AMPRT_IR_RECORDOPINTERFACE_TD
