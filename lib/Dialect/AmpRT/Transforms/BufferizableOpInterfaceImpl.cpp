//===- BufferizableOpInterfaceImpl.cpp ------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Dialect/AmpRT/IR/AmpRT.h"
#include "amp/Dialect/AmpRT/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/DstBufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::amprt;
using namespace mlir::bufferization;

/// A buffer of its own for an operand whose layout the record does not take.
static Value allocateContiguous(OpBuilder &builder, Location loc,
                                MemRefType type) {
  return memref::AllocOp::create(
      builder, loc, MemRefType::get(type.getShape(), type.getElementType()));
}

namespace {
/// A record in destination style. It writes every element of its destinations.
template <typename RecordOp>
struct RecordModel
    : public DstBufferizableOpInterfaceExternalModel<RecordModel<RecordOp>,
                                                     RecordOp> {
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const AnalysisState &) const {
    return cast<RecordOpInterface>(op).readsOperand(operand);
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto record = cast<RecordOpInterface>(op);
    auto destinations = cast<DestinationStyleOpInterface>(op);
    Location loc = op->getLoc();
    rewriter.setInsertionPoint(op);
    SmallVector<Value> buffers, results;
    SmallVector<std::pair<Value, Value>> copiesBack;
    for (OpOperand &operand : op->getOpOperands()) {
      if (!isa<TensorType>(operand.get().getType())) {
        buffers.push_back(operand.get());
        continue;
      }
      FailureOr<Value> buffer =
          getBuffer(rewriter, operand.get(), options, state);
      if (failed(buffer))
        return failure();
      if (destinations.isDpsInit(&operand))
        results.push_back(*buffer);
      auto type = cast<MemRefType>(buffer->getType());
      if (!record.takesLayout(operand, type)) {
        Value copy = allocateContiguous(rewriter, loc, type);
        if (record.readsOperand(operand))
          memref::CopyOp::create(rewriter, loc, *buffer, copy);
        if (record.writesOperand(operand))
          copiesBack.push_back({copy, *buffer});
        buffer = copy;
      }
      buffers.push_back(*buffer);
    }
    OperationState created(loc, op->getName(), buffers, TypeRange(),
                           op->getAttrs());
    rewriter.create(created);
    for (auto [from, to] : copiesBack)
      memref::CopyOp::create(rewriter, loc, from, to);
    replaceOpWithBufferizedValues(rewriter, op, results);
    return success();
  }
};
} // namespace

/// Attaches the model to those of `Ops` that are records in destination style.
template <typename... Ops>
static void attachRecordModels(MLIRContext *context) {
  auto attach = [&](auto *op) {
    using Op = std::remove_pointer_t<decltype(op)>;
    if constexpr (Op::template hasTrait<RecordOpInterface::Trait>() &&
                  Op::template hasTrait<DestinationStyleOpInterface::Trait>())
      Op::template attachInterface<RecordModel<Op>>(*context);
  };
  (attach(static_cast<Ops *>(nullptr)), ...);
}

void amprt::registerBufferizableOpInterfaceExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, AmpRTDialect *) {
    attachRecordModels<
#define GET_OP_LIST
#include "amp/Dialect/AmpRT/IR/AmpRTOps.cpp.inc"
        >(context);
  });
}
