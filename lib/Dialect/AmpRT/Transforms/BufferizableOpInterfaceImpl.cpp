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
#include "mlir/IR/IRMapping.h"

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

/// List ops: each destination becomes its result, in place where the analysis
/// allows it. Nothing is asked of a list as a whole, so that the analysis takes
/// time with its length.
template <typename OpTy>
struct ListInterface
    : public DstBufferizableOpInterfaceExternalModel<ListInterface<OpTy>,
                                                     OpTy> {
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const AnalysisState &) const {
    auto list = cast<OpTy>(op);
    return !list.isDpsInit(&operand) || list.readsDestination(operand);
  }

  /// Without looking at every operand, as the default does.
  AliasingOpOperandList getAliasingOpOperands(Operation *op, Value value,
                                              const AnalysisState &) const {
    OpOperand &init = *cast<OpTy>(op).getTiedOpOperand(cast<OpResult>(value));
    return {{&init, BufferRelation::Equivalent}};
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto list = cast<OpTy>(op);
    rewriter.setInsertionPoint(op);
    auto getBuffers = [&](OperandRange tensors) {
      SmallVector<Value> buffers;
      for (Value tensor : tensors) {
        FailureOr<Value> buffer = getBuffer(rewriter, tensor, options, state);
        buffers.push_back(succeeded(buffer) ? *buffer : Value());
      }
      return buffers;
    };
    SmallVector<Value> inputs = getBuffers(list.getInputs());
    SmallVector<Value> scalars = getBuffers(list.getScalars());
    SmallVector<Value> outs = getBuffers(list.getOuts());
    for (ArrayRef<Value> buffers : {inputs, scalars, outs})
      if (llvm::is_contained(buffers, Value()))
        return failure();
    // The body says how many lists there are: a copy of it is there from the
    // start, and the op keeps its own as long as it is asked.
    OperationState created(op->getLoc(), OpTy::getOperationName());
    OpTy::build(rewriter, created, inputs, scalars, outs);
    IRMapping mapping;
    list.getRegion().cloneInto(created.regions.front().get(), mapping);
    rewriter.create(created);
    replaceOpWithBufferizedValues(rewriter, op, outs);
    return success();
  }
};

struct LiveOutInterface
    : public BufferizableOpInterface::ExternalModel<LiveOutInterface,
                                                    LiveOutOp> {
  bool bufferizesToMemoryRead(Operation *, OpOperand &,
                              const AnalysisState &) const {
    return true;
  }
  bool bufferizesToMemoryWrite(Operation *, OpOperand &,
                               const AnalysisState &) const {
    return false;
  }
  AliasingValueList getAliasingValues(Operation *, OpOperand &,
                                      const AnalysisState &) const {
    return {};
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    rewriter.setInsertionPoint(op);
    SmallVector<Value> buffers;
    for (Value value : op->getOperands()) {
      FailureOr<Value> buffer = isa<TensorType>(value.getType())
                                    ? getBuffer(rewriter, value, options, state)
                                    : value;
      if (failed(buffer))
        return failure();
      buffers.push_back(*buffer);
    }
    LiveOutOp::create(rewriter, op->getLoc(), buffers);
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void amprt::registerBufferizableOpInterfaceExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, AmpRTDialect *) {
    GemmOp::attachInterface<GemmInterface>(*context);
    LiveOutOp::attachInterface<LiveOutInterface>(*context);
    MapListOp::attachInterface<ListInterface<MapListOp>>(*context);
    ReduceListOp::attachInterface<ListInterface<ReduceListOp>>(*context);
  });
}
