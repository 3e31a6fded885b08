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

/// Ops at places told at run time. Each destination becomes its result.
template <typename OpTy>
struct IndexingModel
    : public DstBufferizableOpInterfaceExternalModel<IndexingModel<OpTy>,
                                                     OpTy> {
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const AnalysisState &) const {
    return !cast<DestinationStyleOpInterface>(op).isDpsInit(&operand) ||
           cast<IndexingOpInterface>(op).readsDestination();
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    rewriter.setInsertionPoint(op);
    SmallVector<Value> buffers;
    for (Value operand : op->getOperands()) {
      FailureOr<Value> buffer =
          isa<TensorType>(operand.getType())
              ? getBuffer(rewriter, operand, options, state)
              : operand;
      if (failed(buffer))
        return failure();
      buffers.push_back(*buffer);
    }
    Operation *made = clone(rewriter, op, TypeRange(), buffers);
    replaceOpWithBufferizedValues(
        rewriter, op, cast<DestinationStyleOpInterface>(made).getDpsInits());
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

/// Row kernels: each destination becomes its result. What was an element's is
/// read before it is written where nothing is reduced; a row may be read again
/// after its first element is written.
struct RowKernelInterface
    : public DstBufferizableOpInterfaceExternalModel<RowKernelInterface,
                                                     RowKernelOp> {
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const AnalysisState &) const {
    return !cast<RowKernelOp>(op).isDpsInit(&operand);
  }

  bool bufferizesToElementwiseAccess(Operation *op, const AnalysisState &,
                                     ArrayRef<OpOperand *> operands) const {
    auto kernel = cast<RowKernelOp>(op);
    return kernel.getReduced().empty() &&
           llvm::all_of(operands, [&](OpOperand *operand) {
             return kernel.getMatchingIndexingMap(operand) ==
                    kernel.getMatchingIndexingMap(operands.front());
           });
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto kernel = cast<RowKernelOp>(op);
    rewriter.setInsertionPoint(op);
    SmallVector<Value> buffers;
    for (Value operand : op->getOperands()) {
      FailureOr<Value> buffer = getBuffer(rewriter, operand, options, state);
      if (failed(buffer))
        return failure();
      buffers.push_back(*buffer);
    }
    mlir::clone(rewriter, op, TypeRange(), buffers);
    replaceOpWithBufferizedValues(
        rewriter, op, ArrayRef(buffers).drop_front(kernel.getInputs().size()));
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

/// Attaches their model to those of `Ops` that are records in destination
/// style, or at places told at run time.
template <typename... Ops>
static void attachModels(MLIRContext *context) {
  auto attach = [&](auto *op) {
    using Op = std::remove_pointer_t<decltype(op)>;
    if constexpr (Op::template hasTrait<RecordOpInterface::Trait>() &&
                  Op::template hasTrait<DestinationStyleOpInterface::Trait>())
      Op::template attachInterface<RecordModel<Op>>(*context);
    if constexpr (Op::template hasTrait<IndexingOpInterface::Trait>())
      Op::template attachInterface<IndexingModel<Op>>(*context);
  };
  (attach(static_cast<Ops *>(nullptr)), ...);
}

void amprt::registerBufferizableOpInterfaceExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, AmpRTDialect *) {
    attachModels<
#define GET_OP_LIST
#include "amp/Dialect/AmpRT/IR/AmpRTOps.cpp.inc"
        >(context);
    LiveOutOp::attachInterface<LiveOutInterface>(*context);
    MapListOp::attachInterface<ListInterface<MapListOp>>(*context);
    RowKernelOp::attachInterface<RowKernelInterface>(*context);
    ReduceListOp::attachInterface<ListInterface<ReduceListOp>>(*context);
  });
}
