//===- RecordOpInterface.cpp ----------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Dialect/AmpRT/IR/RecordOpInterface.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::amprt;

#include "amp/Dialect/AmpRT/IR/RecordOpInterface.cpp.inc"

void mlir::amprt::getRecordEffects(
    RecordOpInterface op,
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<MemRefType>(operand.get().getType()))
      continue;
    if (op.readsOperand(operand))
      effects.emplace_back(MemoryEffects::Read::get(), &operand);
    if (op.writesOperand(operand))
      effects.emplace_back(MemoryEffects::Write::get(), &operand);
  }
}

namespace {
/// A copy of bytes.
struct CopyRecord
    : public RecordOpInterface::ExternalModel<CopyRecord, memref::CopyOp> {
  bool readsOperand(Operation *, OpOperand &operand) const {
    return operand.getOperandNumber() == 0;
  }
  bool writesOperand(Operation *, OpOperand &operand) const {
    return operand.getOperandNumber() == 1;
  }
  std::string getRecordName(Operation *) const { return "copy"; }
  LogicalResult
  writeRecord(Operation *, amprt_record &record,
              llvm::function_ref<std::optional<uint32_t>(StringRef)>) const {
    record.kind = AMPRT_RECORD_COPY;
    return success();
  }
};
} // namespace

void mlir::amprt::registerRecordOpInterfaceExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, memref::MemRefDialect *) {
    memref::CopyOp::attachInterface<CopyRecord>(*context);
  });
}
