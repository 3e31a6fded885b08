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

/// True if neighbouring elements of a row are neighbours in memory.
static bool hasDenseRows(Value buffer) {
  SmallVector<int64_t> strides;
  int64_t offset;
  auto type = cast<MemRefType>(buffer.getType());
  return succeeded(type.getStridesAndOffset(strides, offset)) &&
         strides.back() == 1;
}

namespace {
struct GemmInterface
    : public DstBufferizableOpInterfaceExternalModel<GemmInterface, GemmOp> {
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const AnalysisState &) const {
    return &operand != &cast<GemmOp>(op).getOutMutable();
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto gemm = cast<GemmOp>(op);
    rewriter.setInsertionPoint(op);
    SmallVector<Value> buffers;
    for (OpOperand &operand : gemm->getOpOperands()) {
      FailureOr<Value> buffer =
          getBuffer(rewriter, operand.get(), options, state);
      if (failed(buffer))
        return failure();
      // Libraries take rows whose elements lie side by side.
      if (&operand != &gemm.getOutMutable() && !hasDenseRows(*buffer)) {
        auto type = cast<MemRefType>(buffer->getType());
        Value copy = memref::AllocOp::create(
            rewriter, op->getLoc(),
            MemRefType::get(type.getShape(), type.getElementType()));
        memref::CopyOp::create(rewriter, op->getLoc(), *buffer, copy);
        buffer = copy;
      }
      buffers.push_back(*buffer);
    }
    OperationState created(op->getLoc(), GemmOp::getOperationName(), buffers,
                           TypeRange(), op->getAttrs());
    rewriter.create(created);
    replaceOpWithBufferizedValues(rewriter, op, buffers.back());
    return success();
  }
};
} // namespace

void amprt::registerBufferizableOpInterfaceExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, AmpRTDialect *) {
    GemmOp::attachInterface<GemmInterface>(*context);
  });
}
