//===- WindowOps.cpp ------------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Dialect/AmpRT/IR/AmpRT.h"
#include "amp/Dialect/AmpRT/IR/ElementTypes.h"

using namespace mlir;
using namespace mlir::amprt;
using ::amp::WindowRule;

//===----------------------------------------------------------------------===//
// What is common to the ops
//===----------------------------------------------------------------------===//

static int64_t getPlaces(Value value) {
  return cast<ShapedType>(value.getType()).getDimSize(1);
}

/// `elements` has what windows are of, `positions` an element for each of them.
template <typename OpTy>
static LogicalResult verifyWindows(OpTy op, Value elements, Value positions) {
  if (failed(verifySizeRules(op)))
    return failure();
  for (Value value : {elements, positions})
    if (ShapedType::isDynamic(getPlaces(value)))
      return op.emitOpError("expects a known second size, found ")
             << value.getType();
  std::string error = ::amp::findWindowError(
      op.getSize(), op.getCount(), op.getStride(), op.getDivisor(),
      op.getBegin(), op.getEnd(), getPlaces(elements), getPlaces(positions));
  return error.empty() ? success() : op.emitOpError(error);
}

/// The places of an index are numbers of 32 bits.
static LogicalResult verifyNumbered(Operation *op, Value elements) {
  if (getPlaces(elements) <= INT32_MAX)
    return success();
  return op->emitOpError("counts to ")
         << INT32_MAX << ", found " << elements.getType();
}

/// Operand `operand` has the first and the last size of `other`, and the second
/// one too if it `hasSamePlaces`.
static void addSameShape(SmallVectorImpl<SizeRule> &rules, unsigned operand,
                         unsigned other, bool hasSamePlaces) {
  rules.push_back({operand, 0, other, 0});
  rules.push_back({operand, 2, other, 2});
  if (hasSamePlaces)
    rules.push_back({operand, 1, other, 1});
}

/// All positions of a window op are one loop's, and what they read is all that
/// there is.
#define AMP_WINDOW_OP(OP)                                                      \
  bool OP::readsDestination() { return false; }                                \
  Reach OP::getReach(unsigned) { return Reach::All; }

AMP_WINDOW_OP(SumWindowsOp)

AMP_WINDOW_OP(MaxWindowsOp)

AMP_WINDOW_OP(SumChosenOp)

AMP_WINDOW_OP(GatherWindowsOp)

AMP_WINDOW_OP(SumGatheredOp)

//===----------------------------------------------------------------------===//
// sum_windows
//===----------------------------------------------------------------------===//

SmallVector<SizeRule> SumWindowsOp::getSizeRules() {
  SmallVector<SizeRule> rules;
  addSameShape(rules, 0, getWeights() ? 2 : 1, /*hasSamePlaces=*/false);
  return rules;
}

LogicalResult SumWindowsOp::verify() {
  if (failed(verifyWindows(*this, getInput(), getOut())))
    return failure();
  if (!getWeights())
    return success();
  int64_t count = 0;
  for (const WindowRule &rule : getRules())
    count += rule.count * rule.getMostElements();
  auto type = cast<ShapedType>(getWeights().getType());
  bool isWide = getElementTypeOrSelf(getInput().getType()).isF64() ||
                getElementTypeOrSelf(getOut().getType()).isF64();
  Builder builder(getContext());
  Type element = isWide ? builder.getF64Type() : builder.getF32Type();
  if (type.getShape() != ArrayRef<int64_t>({1, count, 1}) ||
      type.getElementType() != element)
    return emitOpError("expects weights of shape 1x")
           << count << "x1 and type " << element << ", found " << type;
  return success();
}

//===----------------------------------------------------------------------===//
// max_windows
//===----------------------------------------------------------------------===//

SmallVector<SizeRule> MaxWindowsOp::getSizeRules() {
  SmallVector<SizeRule> rules;
  addSameShape(rules, 0, 1, /*hasSamePlaces=*/false);
  if (getIndex())
    addSameShape(rules, 2, 1, /*hasSamePlaces=*/true);
  return rules;
}

LogicalResult MaxWindowsOp::verify() {
  if (failed(verifyWindows(*this, getInput(), getOut())) ||
      failed(verifyNumbered(*this, getInput())))
    return failure();
  if (getElementTypeOrSelf(getInput().getType()) !=
      getElementTypeOrSelf(getOut().getType()))
    return emitOpError("expects one type of elements, found ")
           << getInput().getType() << " and " << getOut().getType();
  bool isValid = getStep().size() == getSize().size();
  for (auto [step, divisor] : llvm::zip(getStep(), getDivisor()))
    isValid &= step >= 1 && (step == 1 || divisor == 1);
  if (!isValid)
    return emitOpError("expects a step of 1 or more for each dimension, and of "
                       "1 where the divisor is not");
  return success();
}

//===----------------------------------------------------------------------===//
// sum_chosen
//===----------------------------------------------------------------------===//

SmallVector<SizeRule> SumChosenOp::getSizeRules() {
  SmallVector<SizeRule> rules;
  addSameShape(rules, 0, 2, /*hasSamePlaces=*/false);
  addSameShape(rules, 1, 0, /*hasSamePlaces=*/true);
  return rules;
}

LogicalResult SumChosenOp::verify() {
  if (failed(verifyWindows(*this, getOut(), getInput())) ||
      failed(verifyNumbered(*this, getOut())))
    return failure();
  if (getElementTypeOrSelf(getInput().getType()) ==
      getElementTypeOrSelf(getOut().getType()))
    return success();
  return emitOpError("expects one type of elements, found ")
         << getInput().getType() << " and " << getOut().getType();
}

//===----------------------------------------------------------------------===//
// gather_windows and sum_gathered
//===----------------------------------------------------------------------===//

template <typename OpTy>
static SmallVector<WindowRule> getSlidingRules(OpTy op) {
  SmallVector<WindowRule> rules;
  for (auto [size, count, kernel, stride, padding, dilation] :
       llvm::zip(op.getSize(), op.getCount(), op.getKernel(), op.getStride(),
                 op.getPadding(), op.getDilation()))
    rules.push_back(WindowRule::sliding(
        size, count, (kernel - 1) * dilation + 1, stride, padding));
  return rules;
}

/// `elements` has what windows are of, `gathered` what they have.
template <typename OpTy>
static LogicalResult verifyGathered(OpTy op, Value elements, Value gathered) {
  if (failed(verifySizeRules(op)))
    return failure();
  if (getElementTypeOrSelf(elements.getType()) !=
      getElementTypeOrSelf(gathered.getType()))
    return op.emitOpError("expects one type of elements, found ")
           << op.getInput().getType() << " and " << op.getOut().getType();
  for (Value value : {elements, gathered})
    if (ShapedType::isDynamic(getPlaces(value)))
      return op.emitOpError("expects a known second size, found ")
             << value.getType();
  std::string error =
      ::amp::findSlidingError(op.getSize(), op.getCount(), op.getKernel(),
                              op.getStride(), op.getPadding(), op.getDilation(),
                              getPlaces(elements), getPlaces(gathered));
  return error.empty() ? success() : op.emitOpError(error);
}

#define AMP_SLIDING_OP(OP, ELEMENTS, GATHERED)                                 \
  SmallVector<WindowRule> OP::getRules() { return getSlidingRules(*this); }    \
  SmallVector<SizeRule> OP::getSizeRules() {                                   \
    SmallVector<SizeRule> rules;                                               \
    addSameShape(rules, 0, 1, /*hasSamePlaces=*/false);                        \
    return rules;                                                              \
  }                                                                            \
  LogicalResult OP::verify() {                                                 \
    return verifyGathered(*this, ELEMENTS, GATHERED);                          \
  }

AMP_SLIDING_OP(GatherWindowsOp, getInput(), getOut())

AMP_SLIDING_OP(SumGatheredOp, getOut(), getInput())

int64_t GatherWindowsOp::getNumIterations() {
  return ShapedType::getNumElements(getCount());
}
