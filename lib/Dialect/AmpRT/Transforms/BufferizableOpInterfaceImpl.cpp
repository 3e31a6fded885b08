//===- BufferizableOpInterfaceImpl.cpp
//----------------------------------------------------------===//
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

using namespace mlir;
using namespace mlir::amprt;
using namespace mlir::bufferization;

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
    SmallVector<Value> buffers;
    for (Value operand : gemm->getOperands()) {
      FailureOr<Value> buffer = getBuffer(rewriter, operand, options, state);
      if (failed(buffer))
        return failure();
      buffers.push_back(*buffer);
    }
    rewriter.setInsertionPoint(op);
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
