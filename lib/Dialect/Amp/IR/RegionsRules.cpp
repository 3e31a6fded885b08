//===- RegionsRules.cpp - Regions -----------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Derivatives and decompositions.

#include "amp/Dialect/Amp/IR/Regions.h"

#include "amp/Dialect/Amp/IR/Casts.h"
#include "amp/Dialect/Amp/IR/Elementwise.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

/// Copies the ops of `block`, without the terminator, to the insertion point.
static void cloneBody(OpBuilder &builder, Block &block, IRMapping &mapping,
                      SmallVectorImpl<Value> &yielded) {
  for (Operation &op : block.without_terminator())
    builder.clone(op, mapping);
  for (Value value : block.getTerminator()->getOperands())
    yielded.push_back(mapping.lookupOrDefault(value));
}

/// Hands the gradients of saved values, which arrive when the backward region
/// is differentiated, on to what was saved: a result, in `gradients`, or an
/// input, in `inputs`.
static LogicalResult passSavedGradients(CustomFunctionOp op, OpBuilder &builder,
                                        MutableArrayRef<Value> gradients,
                                        MutableArrayRef<Value> inputs) {
  Location loc = op.getLoc();
  auto add = [&](Value &sum, Value gradient) {
    sum =
        sum ? AddOp::create(builder, loc, sum, gradient).getResult() : gradient;
  };
  size_t outputs = op.getNumResults() - op.getSaved();
  OperandRange yielded = op.getForward().front().getTerminator()->getOperands();
  for (size_t i = outputs; i < gradients.size(); ++i) {
    if (!gradients[i])
      continue;
    Value value = yielded[i];
    auto output = llvm::find(yielded.take_front(outputs), value);
    if (output != yielded.begin() + outputs) {
      add(gradients[std::distance(yielded.begin(), output)], gradients[i]);
      continue;
    }
    while (auto castOp = value.getDefiningOp<CastOp>())
      value = castOp.getInput();
    if (isa_and_present<ConstantOp>(value.getDefiningOp()))
      continue;
    auto input = dyn_cast<BlockArgument>(value);
    if (!input) {
      InFlightDiagnostic diag = op.emitOpError("saves a value that is neither "
                                               "an input nor a result, and a "
                                               "gradient of its gradient "
                                               "depends on it");
      diag.attachNote(value.getLoc())
          << "make this value a result too, or save what it is computed from";
      return diag;
    }
    Type elementType = getElementTypeOrSelf(input);
    if (isa<FloatType>(elementType))
      add(inputs[input.getArgNumber()],
          createCast(builder, loc, gradients[i], elementType));
  }
  return success();
}

LogicalResult
CustomFunctionOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                                 ArrayRef<bool> needed,
                                 MutableArrayRef<Value> operandGradients) {
  Block &body = getBackward().front();
  size_t saved = getSaved(), outputs = getNumResults() - saved;
  SmallVector<Value> arriving(gradients), direct(getNumOperands());
  if (failed(passSavedGradients(*this, builder, arriving, direct)))
    return failure();
  IRMapping mapping;
  for (size_t i = 0; i < saved; ++i)
    mapping.map(body.getArgument(i), getResult(outputs + i));
  for (size_t i = 0; i < outputs; ++i) {
    Value gradient = arriving[i];
    if (!gradient)
      gradient = createSplat(builder, getLoc(), getTensorType(getResult(i)), 0);
    mapping.map(body.getArgument(saved + i), gradient);
  }
  SmallVector<Value> results;
  cloneBody(builder, body, mapping, results);
  auto next = results.begin();
  for (auto [i, operand] : llvm::enumerate(getOperands())) {
    if (!isa<FloatType>(getElementTypeOrSelf(operand)))
      continue;
    Value gradient = *next++;
    if (!needed[i])
      continue;
    operandGradients[i] =
        direct[i]
            ? AddOp::create(builder, getLoc(), gradient, direct[i]).getResult()
            : gradient;
  }
  return success();
}

LogicalResult CustomFunctionOp::decompose(OpBuilder &builder,
                                          SmallVectorImpl<Value> &results) {
  IRMapping mapping;
  mapping.map(getForward().front().getArguments(), getOperands());
  cloneBody(builder, getForward().front(), mapping, results);
  return success();
}
