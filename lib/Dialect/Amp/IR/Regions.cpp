//===- Regions.cpp - Regions ----------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Types, verification and folds.

#include "amp/Dialect/Amp/IR/Regions.h"

#include "amp/Dialect/Amp/IR/Casts.h"
#include "amp/Dialect/Amp/IR/Shapes.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

/// Checks that a region yields what its op gives.
static LogicalResult verifyYield(Operation *op, Region &region) {
  auto yield = dyn_cast<YieldOp>(region.front().getTerminator());
  if (!yield)
    return op->emitOpError("expects its region to end with 'amp.yield'");
  if (yield.getNumOperands() != op->getNumResults())
    return yield.emitOpError("gives ")
           << yield.getNumOperands() << " value(s), expected "
           << op->getNumResults();
  for (auto [i, value] : llvm::enumerate(yield.getOperands())) {
    Type expected = op->getResult(i).getType();
    if (!mlir::amp::detail::areCompatibleTypes(value.getType(), expected))
      return yield.emitOpError("gives ") << value.getType() << " as value " << i
                                         << ", expected " << expected;
  }
  return success();
}

LogicalResult AutocastOp::verify() {
  if (std::optional<Type> dtype = getDtype())
    if (!is16BitFloat(*dtype))
      return emitOpError("expects dtype f16 or bf16, found ") << *dtype;
  return verifyYield(*this, getBody());
}

LogicalResult BackwardOp::verify() {
  if (getTensorType(getLoss()).getRank() != 0 && !getSeed())
    return emitOpError("expects a scalar loss or a seed, found a loss of type ")
           << getLoss().getType();
  if (getSeed() && getSeed().getType() != getLoss().getType())
    return emitOpError("expects a seed of the loss's type ")
           << getLoss().getType() << ", found " << getSeed().getType();
  if (getWrt().size() != getNumResults())
    return emitOpError("expects one gradient per 'wrt' value, ")
           << getWrt().size() << ", found " << getNumResults();
  for (auto [i, value] : llvm::enumerate(getWrt()))
    if (value.getType() != getResult(i).getType())
      return emitOpError("expects gradient ")
             << i << " of type " << value.getType() << ", found "
             << getResult(i).getType();
  return success();
}

LogicalResult BackwardOp::verifyRegions() {
  if (getBody().empty())
    return success();
  Block &block = getBody().front();
  if (block.getNumArguments() != 1 ||
      block.getArgument(0).getType() != getLoss().getType())
    return emitOpError(
               "expects its region to take the seed, one argument of type ")
           << getLoss().getType();
  return verifyYield(*this, getBody());
}

LogicalResult CustomFunctionOp::verify() {
  if (std::optional<Type> type = getCastInputs())
    if (!isa<FloatType>(*type))
      return emitOpError(
                 "expects a floating-point type for cast_inputs, found ")
             << *type;
  auto saved = static_cast<int64_t>(getSaved());
  if (saved < 0 || saved > getNumResults())
    return emitOpError("expects saved in [0, ")
           << getNumResults() << "], the number of results, found " << saved;
  return success();
}

/// Checks the arguments that a region takes.
static LogicalResult verifyArguments(Operation *op, StringRef region,
                                     Block &block, TypeRange expected) {
  if (TypeRange(block.getArgumentTypes()) == expected)
    return success();
  return op->emitOpError("expects its ")
         << region << " region to take " << expected << ", found "
         << TypeRange(block.getArgumentTypes());
}

static LogicalResult verifyYielded(Operation *op, StringRef region,
                                   Block &block, TypeRange expected) {
  auto yield = dyn_cast<YieldOp>(block.getTerminator());
  if (!yield)
    return op->emitOpError("expects its ")
           << region << " region to end with 'amp.yield'";
  if (TypeRange(yield.getOperandTypes()) == expected)
    return success();
  return yield.emitOpError("ends the ")
         << region << " region with values of " << yield.getOperandTypes()
         << ", expected " << expected;
}

//===----------------------------------------------------------------------===//
// Scans
//===----------------------------------------------------------------------===//

/// The type of a step's part of all steps.
static RankedTensorType getSliceType(Value sequence) {
  RankedTensorType type = getTensorType(sequence);
  return RankedTensorType::get(type.getShape().drop_front(),
                               type.getElementType());
}

Block::BlockArgListType ScanOp::getStateArguments() {
  return getBody().getArguments().take_front(getInitial().size());
}

Block::BlockArgListType ScanOp::getSliceArguments() {
  return getBody().getArguments().slice(getInitial().size(),
                                        getSequences().size());
}

Block::BlockArgListType ScanOp::getInvariantArguments() {
  return getBody().getArguments().take_back(getInvariants().size());
}

ResultRange ScanOp::getLastStates() {
  return getResults().take_front(getInitial().size());
}

ResultRange ScanOp::getOutputs() {
  return getResults().drop_front(getInitial().size());
}

YieldOp ScanOp::getYield() {
  return cast<YieldOp>(getBody().front().getTerminator());
}

int64_t ScanOp::getNumSteps() {
  if (std::optional<uint64_t> steps = getSteps())
    return static_cast<int64_t>(*steps);
  for (Value sequence : getSequences())
    if (!getTensorType(sequence).isDynamicDim(0))
      return getTensorType(sequence).getDimSize(0);
  return ShapedType::kDynamic;
}

BlockArgument ScanOp::addInvariant(Value value) {
  getInvariantsMutable().append(value);
  return getBody().addArgument(value.getType(), value.getLoc());
}

BlockArgument ScanOp::addSequence(Value value) {
  unsigned position = getInitial().size() + getSequences().size();
  getSequencesMutable().append(value);
  // The sequences say how many steps there are.
  setSteps(std::nullopt);
  return getBody().insertArgument(position, getSliceType(value),
                                  value.getLoc());
}

bool ScanOp::eraseUnusedOperands() {
  bool hasChanged = false;
  int64_t steps = getNumSteps();
  unsigned states = getInitial().size(), cut = getSequences().size();
  for (unsigned i = getNumOperands(); i-- > states;) {
    if (!getBody().getArgument(i).use_empty())
      continue;
    if (i < states + cut) {
      // The last one is left, if nothing else says how many steps there are.
      if (getSequences().size() == 1 && ShapedType::isDynamic(steps))
        continue;
      getSequencesMutable().erase(i - states);
    } else {
      getInvariantsMutable().erase(i - states - cut);
    }
    getBody().eraseArgument(i);
    hasChanged = true;
  }
  if (cut != 0 && getSequences().empty())
    setSteps(steps);
  return hasChanged;
}

ScanOp ScanOp::takeSteps(OpBuilder &builder, ValueRange outputs) {
  SmallVector<Type> types(getLastStates().getTypes());
  for (Value output : outputs) {
    RankedTensorType type = getTensorType(output);
    SmallVector<int64_t> shape(type.getShape());
    shape.insert(shape.begin(), getNumSteps());
    types.push_back(RankedTensorType::get(shape, type.getElementType()));
  }
  auto scan =
      ScanOp::create(builder, getLoc(), types, getInitial(), getSequences(),
                     getInvariants(), getStepsAttr(), getReverseAttr());
  scan->setDiscardableAttrs((*this)->getDiscardableAttrDictionary());
  scan.getBody().takeBody(getBody());
  YieldOp yield = scan.getYield();
  SmallVector<Value> yielded(
      yield.getOperands().take_front(getInitial().size()));
  llvm::append_range(yielded, outputs);
  yield->setOperands(yielded);
  return scan;
}

LogicalResult ScanOp::verify() {
  if (getSequences().empty() != getSteps().has_value())
    return emitOpError("expects 'steps' if it has no sequence, and else none");
  if (getSteps() && static_cast<int64_t>(*getSteps()) < 0)
    return emitOpError("expects steps >= 0, found ")
           << static_cast<int64_t>(*getSteps());
  for (auto [i, sequence] : llvm::enumerate(getSequences())) {
    RankedTensorType type = getTensorType(sequence);
    if (type.getRank() == 0)
      return emitOpError("expects sequences with a first dimension, of steps, "
                         "found ")
             << type << " as sequence " << i;
    if (!type.isDynamicDim(0) && type.getDimSize(0) != getNumSteps())
      return emitOpError("expects sequences of one length, found ")
             << getNumSteps() << " and, in sequence " << i << ", "
             << type.getDimSize(0) << " steps";
  }
  if (getNumResults() < getNumStates())
    return emitOpError("expects a result per state, ")
           << getNumStates() << ", found " << getNumResults();
  for (auto [i, initial, last] : llvm::enumerate(getInitial(), getLastStates()))
    if (!mlir::amp::detail::areCompatibleTypes(initial.getType(),
                                               last.getType()))
      return emitOpError("expects state ")
             << i << " of one type before and behind all steps, found "
             << initial.getType() << " and " << last.getType();
  for (Value output : getOutputs())
    if (RankedTensorType type = getTensorType(output); type.getRank() == 0)
      return emitOpError("expects outputs with a first dimension, of steps, "
                         "found ")
             << type;
  return success();
}

LogicalResult ScanOp::verifyRegions() {
  Block &block = getBody().front();
  SmallVector<Type> arguments, yielded;
  llvm::append_range(arguments, getInitial().getTypes());
  for (Value sequence : getSequences())
    arguments.push_back(getSliceType(sequence));
  llvm::append_range(arguments, getInvariants().getTypes());
  if (!mlir::amp::detail::areCompatibleTypes(block.getArgumentTypes(),
                                             arguments))
    return emitOpError("expects its region to take ")
           << TypeRange(arguments) << ", found "
           << TypeRange(block.getArgumentTypes());
  auto yield = dyn_cast<YieldOp>(block.getTerminator());
  if (!yield)
    return emitOpError("expects its region to end with 'amp.yield'");
  llvm::append_range(yielded, ArrayRef(arguments).take_front(getNumStates()));
  for (Value output : getOutputs()) {
    if (int64_t steps = getNumSteps(),
        size = getTensorType(output).getDimSize(0);
        size != steps && !ShapedType::isDynamic(size) &&
        !ShapedType::isDynamic(steps))
      return emitOpError("expects outputs of ")
             << steps << " steps, found " << output.getType();
    yielded.push_back(getSliceType(output));
  }
  if (!mlir::amp::detail::areCompatibleTypes(yield.getOperandTypes(), yielded))
    return yield.emitOpError("ends a step with values of ")
           << yield.getOperandTypes() << ", expected " << TypeRange(yielded);
  WalkResult result = block.walk([&](Operation *op) {
    if (!isa_and_nonnull<AmpDialect>(op->getDialect()) ||
        op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
        isMemoryEffectFree(op))
      return WalkResult::advance();
    op->emitOpError("acts on state in a step of an amp.scan; read before the "
                    "scan, hand the value on by 'with', and write behind it");
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

namespace {
/// Takes out what is not used, is there twice, or is the same in every step.
struct SimplifyScan : public OpRewritePattern<ScanOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ScanOp op,
                                PatternRewriter &rewriter) const override {
    bool hasChanged = false;
    rewriter.startOpModification(op);
    hasChanged |= sinkConstants(op, rewriter);
    hasChanged |= hoistInvariants(op, rewriter);
    hasChanged |= mergeOperands(op, rewriter);
    hasChanged |= op.eraseUnusedOperands();
    if (hasChanged)
      rewriter.finalizeOpModification(op);
    else
      rewriter.cancelOpModification(op);
    if (succeeded(eraseStates(op, rewriter)) ||
        succeeded(eraseOutputs(op, rewriter)))
      return success();
    if (!hasChanged)
      return rewriter.notifyMatchFailure(op, "nothing is superfluous");
    return success();
  }

private:
  /// Constants of one value are immediate where they are used.
  static bool sinkConstants(ScanOp op, PatternRewriter &rewriter) {
    bool hasChanged = false;
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToStart(&op.getBody().front());
    for (unsigned i = op.getInitial().size(); i < op.getNumOperands(); ++i) {
      Value value = op.getOperand(i);
      BlockArgument argument = op.getBody().getArgument(i);
      DenseElementsAttr elements;
      if (argument.use_empty() || !matchPattern(value, m_Constant(&elements)) ||
          !elements.isSplat())
        continue;
      Value constant = ConstantOp::create(
          rewriter, value.getLoc(), argument.getType(),
          elements.resizeSplat(cast<ShapedType>(argument.getType())));
      rewriter.replaceAllUsesWith(argument, constant);
      hasChanged = true;
    }
    return hasChanged;
  }

  /// What a step computes of invariants alone is one.
  static bool hoistInvariants(ScanOp op, PatternRewriter &rewriter) {
    bool hasChanged = false;
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPoint(op);
    for (Operation &inner : llvm::make_early_inc_range(
             op.getBody().front().without_terminator())) {
      bool hasInvariant = false;
      IRMapping mapping;
      auto isInvariant = [&](Value value) {
        auto argument = dyn_cast<BlockArgument>(value);
        if (!argument)
          return matchPattern(value, m_Constant());
        unsigned first = op.getInitial().size() + op.getSequences().size();
        if (argument.getArgNumber() < first)
          return false;
        hasInvariant = true;
        mapping.map(argument,
                    op.getInvariants()[argument.getArgNumber() - first]);
        return true;
      };
      // What is made larger is made where it is used.
      if (inner.getNumRegions() != 0 || !isPure(&inner) ||
          isa<BroadcastToOp>(inner) ||
          !llvm::all_of(inner.getOperands(), isInvariant) || !hasInvariant)
        continue;
      for (Value operand : inner.getOperands())
        if (Operation *constant = operand.getDefiningOp();
            constant && !mapping.contains(operand))
          rewriter.clone(*constant, mapping);
      Operation *hoisted = rewriter.clone(inner, mapping);
      for (auto [before, value] :
           llvm::zip(inner.getResults(), hoisted->getResults()))
        rewriter.replaceAllUsesWith(before, op.addInvariant(value));
      rewriter.eraseOp(&inner);
      hasChanged = true;
    }
    return hasChanged;
  }

  static bool mergeOperands(ScanOp op, PatternRewriter &rewriter) {
    bool hasChanged = false;
    auto merge = [&](ValueRange values, Block::BlockArgListType arguments) {
      DenseMap<Value, Value> first;
      for (auto [value, argument] : llvm::zip(values, arguments)) {
        auto [known, isNew] = first.try_emplace(value, argument);
        if (isNew || argument.use_empty())
          continue;
        rewriter.replaceAllUsesWith(argument, known->second);
        hasChanged = true;
      }
    };
    merge(op.getSequences(), op.getSliceArguments());
    merge(op.getInvariants(), op.getInvariantArguments());
    return hasChanged;
  }

  /// A state that stays as it is, or that nobody asks for.
  static LogicalResult eraseStates(ScanOp op, PatternRewriter &rewriter) {
    YieldOp yield = op.getYield();
    unsigned states = op.getNumStates();
    for (unsigned i = 0; i < states; ++i) {
      BlockArgument argument = op.getBody().getArgument(i);
      bool isKept = yield.getOperand(i) == argument;
      bool isUnused = argument.use_empty() && op.getResult(i).use_empty();
      if (!isKept && !isUnused)
        continue;
      if (op.getInitial()[i].getType() != op.getResult(i).getType())
        continue;
      rewriter.modifyOpInPlace(op, [&] {
        Value initial = op.getInitial()[i];
        rewriter.replaceAllUsesWith(op.getResult(i), initial);
        rewriter.replaceAllUsesWith(argument, op.addInvariant(initial));
      });
      SmallVector<Type> types(op->getResultTypes());
      types.erase(types.begin() + i);
      SmallVector<Value> initial(op.getInitial());
      initial.erase(initial.begin() + i);
      auto scan = ScanOp::create(rewriter, op.getLoc(), types, initial,
                                 op.getSequences(), op.getInvariants(),
                                 op.getStepsAttr(), op.getReverseAttr());
      scan->setDiscardableAttrs(op->getDiscardableAttrDictionary());
      scan.getBody().takeBody(op.getBody());
      scan.getBody().eraseArgument(i);
      scan.getYield()->eraseOperand(i);
      SmallVector<Value> results(scan.getResults());
      results.insert(results.begin() + i, scan.getInvariants().back());
      rewriter.replaceOp(op, results);
      return success();
    }
    return failure();
  }

  static LogicalResult eraseOutputs(ScanOp op, PatternRewriter &rewriter) {
    SmallVector<Value> kept;
    DenseMap<Value, unsigned> places;
    SmallVector<std::optional<unsigned>> found;
    for (auto [value, output] :
         llvm::zip(op.getYield().getOperands().drop_front(op.getNumStates()),
                   op.getOutputs())) {
      if (output.use_empty()) {
        found.push_back(std::nullopt);
        continue;
      }
      auto [place, isNew] = places.try_emplace(value, kept.size());
      if (isNew)
        kept.push_back(value);
      found.push_back(place->second);
    }
    if (kept.size() == op.getOutputs().size())
      return failure();
    ScanOp scan = op.takeSteps(rewriter, kept);
    for (unsigned i = 0; i < op.getNumResults(); ++i) {
      if (i < scan.getNumStates())
        rewriter.replaceAllUsesWith(op.getResult(i), scan.getResult(i));
      else if (auto place = found[i - scan.getNumStates()])
        rewriter.replaceAllUsesWith(op.getResult(i), scan.getOutputs()[*place]);
    }
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void ScanOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                         MLIRContext *context) {
  patterns.add<SimplifyScan>(context);
}

/// The types of the gradients that the backward region yields.
static SmallVector<Type> getGradientTypes(CustomFunctionOp op) {
  return llvm::filter_to_vector(op.getOperandTypes(), [](Type type) {
    return isa<FloatType>(getElementTypeOrSelf(type));
  });
}

LogicalResult CustomFunctionOp::verifyRegions() {
  if (failed(verifyArguments(*this, "forward", getForward().front(),
                             getOperandTypes())) ||
      failed(verifyYielded(*this, "forward", getForward().front(),
                           getResultTypes())))
    return failure();
  size_t outputs = getNumResults() - getSaved();
  SmallVector<Type> backward(getResults().drop_front(outputs).getTypes());
  llvm::append_range(backward, getResults().take_front(outputs).getTypes());
  if (failed(verifyArguments(*this, "backward", getBackward().front(),
                             backward)) ||
      failed(verifyYielded(*this, "backward", getBackward().front(),
                           getGradientTypes(*this))))
    return failure();
  return success();
}
