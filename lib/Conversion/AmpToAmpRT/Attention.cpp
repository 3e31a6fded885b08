//===- Attention.cpp - Attention as one record ----------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Records take matrices whose heads come before or behind their rows. So the
// transposes between projections and heads become flags.

#include "amp/Dialect/Amp/IR/Attention.h"
#include "AttentionLowering.h"
#include "amp/Dialect/Amp/IR/Shapes.h"
#include "amp/Dialect/AmpRT/IR/AmpRT.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;

static constexpr int64_t kExchange[] = {0, 2, 1, 3};

/// The op that exchanges heads and rows of a matrix, or null.
static TransposeOp asExchange(Operation *op) {
  auto transpose = dyn_cast_if_present<TransposeOp>(op);
  return transpose && transpose.getPermutation() == ArrayRef(kExchange)
             ? transpose
             : TransposeOp();
}

static bool isExchange(Operation *op) {
  return static_cast<bool>(asExchange(op));
}

namespace {
/// Makes a record of one op.
class RecordBuilder {
public:
  RecordBuilder(RewriterBase &rewriter, Operation *op)
      : rewriter(rewriter), op(op) {}

  /// A matrix that is read, as it was before heads and rows were exchanged.
  void addMatrix(Value value) {
    if (TransposeOp exchange = asExchange(value.getDefiningOp())) {
      rowsFirst.push_back(numMatrices);
      value = exchange.getInput();
    }
    ++numMatrices;
    inputs.push_back(value);
  }
  void addRows(Value value) { inputs.push_back(value); }

  /// A matrix that is written, in the order that its users want.
  void addResult(Value value) {
    RankedTensorType type = getTensorType(value);
    bool isExchanged = llvm::any_of(value.getUsers(), isExchange);
    exchanged.push_back(isExchanged);
    if (isExchanged) {
      rowsFirst.push_back(numMatrices);
      SmallVector<int64_t> shape(type.getShape());
      std::swap(shape[1], shape[2]);
      type = type.clone(shape);
    }
    ++numMatrices;
    addEmpty(type);
  }
  void addRowResult(Value value) {
    exchanged.push_back(false);
    addEmpty(getTensorType(value));
  }

  template <typename RecordOp, typename OpTy>
  void replace(OpTy source);

private:
  void addEmpty(RankedTensorType type) {
    outs.push_back(tensor::EmptyOp::create(
        rewriter, op->getLoc(), type.getShape(), type.getElementType()));
  }

  RewriterBase &rewriter;
  Operation *op;
  SmallVector<Value> inputs, outs;
  SmallVector<int64_t> rowsFirst;
  SmallVector<bool> exchanged;
  int64_t numMatrices = 0;
};
} // namespace

template <typename RecordOp, typename OpTy>
void RecordBuilder::replace(OpTy source) {
  Value state =
      source.getDropoutP().isZero() ? Value() : source.getRandomState();
  auto record = RecordOp::create(
      rewriter, op->getLoc(), ValueRange(outs).getTypes(), inputs,
      source.getAttnMask(), state, outs, source.getScaleAttr(),
      source.getDropoutPAttr(),
      source.getIsCausal() ? rewriter.getUnitAttr() : UnitAttr(),
      rewriter.getDenseI64ArrayAttr(rowsFirst));
  for (auto [result, made, isExchanged] :
       llvm::zip(op->getResults(), record->getResults(), exchanged)) {
    if (!isExchanged) {
      rewriter.replaceAllUsesWith(result, made);
      continue;
    }
    for (Operation *user : llvm::make_early_inc_range(result.getUsers()))
      if (isExchange(user))
        rewriter.replaceOp(user, made);
    if (!result.use_empty())
      rewriter.replaceAllUsesWith(
          result, TransposeOp::create(rewriter, op->getLoc(), made, kExchange));
  }
  rewriter.eraseOp(op);
}

static void lower(AttentionOp op, RewriterBase &rewriter) {
  RecordBuilder record(rewriter, op);
  record.addMatrix(op.getQuery());
  record.addMatrix(op.getKey());
  record.addMatrix(op.getValue());
  record.addResult(op.getResult());
  record.addRowResult(op.getLogsumexp());
  record.replace<amprt::AttentionRecordOp>(op);
}

static void lower(AttentionBackwardOp op, RewriterBase &rewriter) {
  RecordBuilder record(rewriter, op);
  for (Value matrix : {op.getQuery(), op.getKey(), op.getValue(),
                       op.getOutput(), op.getGradient()})
    record.addMatrix(matrix);
  record.addRows(op.getLogsumexp());
  for (Value result : op.getResults())
    record.addResult(result);
  record.replace<amprt::AttentionBackwardRecordOp>(op);
}

LogicalResult mlir::amp::lowerAttentions(Operation *root) {
  SmallVector<Operation *> attentions;
  root->walk([&](Operation *op) {
    if (isa<AttentionOp, AttentionBackwardOp>(op))
      attentions.push_back(op);
  });
  IRRewriter rewriter(root->getContext());
  for (Operation *op : attentions) {
    if (failed(verifyStaticShapes(op, "convert-amp-to-amprt")))
      return failure();
    if (getElementTypeOrSelf(op->getOperand(1)).isF64())
      return op->emitOpError("has no record for elements of f64; run "
                             "amp-decompose before convert-amp-to-amprt");
    rewriter.setInsertionPoint(op);
    if (auto attention = dyn_cast<AttentionOp>(op))
      lower(attention, rewriter);
    else
      lower(cast<AttentionBackwardOp>(op), rewriter);
  }
  return success();
}
