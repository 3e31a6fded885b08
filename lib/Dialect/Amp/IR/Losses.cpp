//===- Losses.cpp - Losses and distances ----------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Types, verification and folds.

#include "amp/Dialect/Amp/IR/Losses.h"

#include "ShapeRules.h"

#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

//===----------------------------------------------------------------------===//
// Ranges of class indices
//===----------------------------------------------------------------------===//

/// The dimension of the classes: the only one, or the second.
static int64_t getClassDim(Value input) {
  return getTensorType(input).getRank() > 1 ? 1 : 0;
}

std::optional<IndexRange> CrossEntropyOp::getIndexRange(unsigned index) {
  if (index != 1 || hasProbabilities())
    return std::nullopt;
  return below(getInput(), getClassDim(getInput()), getIgnoreIndex());
}

std::optional<IndexRange> NllLossOp::getIndexRange(unsigned index) {
  if (index != 1)
    return std::nullopt;
  return below(getInput(), getClassDim(getInput()), getIgnoreIndex());
}

std::optional<IndexRange> MultiMarginLossOp::getIndexRange(unsigned index) {
  if (index != 1)
    return std::nullopt;
  return below(getInput(), getClassDim(getInput()));
}

std::optional<IndexRange>
MultilabelMarginLossOp::getIndexRange(unsigned index) {
  if (index != 1)
    return std::nullopt;
  return below(getInput(), -1, /*ignored=*/-1);
}

std::optional<IndexRange> CtcLossOp::getIndexRange(unsigned index) {
  // Of the targets only as many are read as their lengths say.
  RankedTensorType targets = getTensorType(getTargets());
  std::optional<IndexRange> range;
  if (index == 2)
    range = below(getLogProbs(), 0);
  else if (index == 3 && targets.getRank() == 2)
    range = below(getTargets(), 1);
  if (range)
    ++range->upper; // all of them
  return range;
}

//===----------------------------------------------------------------------===//
// Losses
//===----------------------------------------------------------------------===//

static LogicalResult appendLoss(const ShapeRules &rules, ValueRange operands,
                                ArrayRef<int64_t> shape,
                                LossReduction reduction,
                                SmallVectorImpl<Type> &types) {
  Type elementType = rules.getElementType(operands);
  if (!elementType)
    return failure();
  if (reduction != LossReduction::None)
    shape = {};
  types.push_back(RankedTensorType::get(shape, elementType));
  return success();
}

static LogicalResult inferPointwiseLoss(const ShapeRules &rules,
                                        ValueRange same, ValueRange weights,
                                        LossReduction reduction,
                                        SmallVectorImpl<Type> &types) {
  SmallVector<int64_t> shape(getTensorType(same.front()).getShape());
  for (Value operand : same.drop_front())
    if (!mergeShape(shape, getTensorType(operand).getShape()))
      return rules.errorWithTypes("expects operands of one shape", same);
  for (Value weight : weights)
    if (!broadcastInto(shape, getTensorType(weight).getShape()))
      return rules.error("expects weights that broadcast to ",
                         same.front().getType(), ", found ", weight.getType());
  SmallVector<Value> operands(same);
  llvm::append_range(operands, weights);
  return appendLoss(rules, operands, shape, reduction, types);
}

static LogicalResult inferRowLoss(const ShapeRules &rules, ValueRange operands,
                                  LossReduction reduction,
                                  SmallVectorImpl<Type> &types) {
  SmallVector<int64_t> shape(getTensorType(operands.front()).getShape());
  bool isValid = shape.size() == 1 || shape.size() == 2;
  for (Value operand : operands.drop_front())
    isValid = isValid && mergeShape(shape, getTensorType(operand).getShape());
  if (!isValid)
    return rules.errorWithTypes("expects operands of one shape, [D] or [N, D]",
                                operands);
  return appendLoss(rules, operands, ArrayRef(shape).drop_back(), reduction,
                    types);
}

static LogicalResult checkClassWeight(const ShapeRules &rules, Value weight,
                                      int64_t classes, Value input) {
  if (!weight || mergeShape(classes, getTensorType(weight).getShape()))
    return success();
  return rules.error("expects one weight per class of ", input.getType(),
                     ", found ", weight.getType());
}

static LogicalResult inferClassLoss(const ShapeRules &rules, Value input,
                                    Value target, Value weight,
                                    std::optional<int64_t> maxRank,
                                    LossReduction reduction,
                                    SmallVectorImpl<Type> &types) {
  SmallVector<int64_t> shape(getTensorType(input).getShape());
  auto rank = static_cast<int64_t>(shape.size());
  int64_t classDim = rank == 1 ? 0 : 1;
  int64_t classes = rank ? shape[classDim] : 0;
  if (rank)
    shape.erase(shape.begin() + classDim);
  if (!rank || (maxRank && rank > *maxRank) ||
      !mergeShape(shape, getTensorType(target).getShape()))
    return rules.errorWithTypes(
        maxRank ? "expects input [C] or [N, C] and class "
                  "indices [] or [N]"
                : "expects input [C], [N, C] or [N, C, ...] "
                  "and class indices [], [N] or [N, ...]",
        {input, target});
  if (failed(checkClassWeight(rules, weight, classes, input)))
    return failure();
  SmallVector<Value> operands = {input};
  if (weight)
    operands.push_back(weight);
  return appendLoss(rules, operands, shape, reduction, types);
}

static LogicalResult inferLabelsLoss(const ShapeRules &rules, Value input,
                                     Value target, Value weight,
                                     LossReduction reduction,
                                     SmallVectorImpl<Type> &types) {
  SmallVector<int64_t> shape(getTensorType(input).getShape());
  if (shape.empty() || !mergeShape(shape, getTensorType(target).getShape()))
    return rules.errorWithTypes("expects operands of one shape [..., C]",
                                {input, target});
  if (failed(checkClassWeight(rules, weight, shape.back(), input)))
    return failure();
  SmallVector<Value> operands = {input, target};
  if (weight)
    operands.push_back(weight);
  return appendLoss(rules, operands, ArrayRef(shape).drop_back(), reduction,
                    types);
}

static LogicalResult inferCosineLoss(const ShapeRules &rules, Value input1,
                                     Value input2, Value target,
                                     LossReduction reduction,
                                     SmallVectorImpl<Type> &types) {
  SmallVector<int64_t> shape(getTensorType(input1).getShape());
  bool isValid = (shape.size() == 1 || shape.size() == 2) &&
                 mergeShape(shape, getTensorType(input2).getShape());
  if (isValid) {
    shape.pop_back();
    isValid = mergeShape(shape, getTensorType(target).getShape());
  }
  if (!isValid)
    return rules.errorWithTypes(
        "expects inputs of one shape, [D] or [N, D], and a "
        "target [] or [N]",
        {input1, input2, target});
  return appendLoss(rules, {input1, input2, target}, shape, reduction, types);
}

static LogicalResult inferCtcLoss(const ShapeRules &rules, Value logProbs,
                                  Value targets, Value inputLengths,
                                  Value targetLengths, LossReduction reduction,
                                  SmallVectorImpl<Type> &types) {
  ArrayRef<int64_t> input = getTensorType(logProbs).getShape();
  ArrayRef<int64_t> target = getTensorType(targets).getShape();
  bool isBatched = input.size() == 3;
  // Without T and C.
  SmallVector<int64_t> shape;
  if (isBatched)
    shape.push_back(input[1]);
  bool isValid =
      (isBatched || input.size() == 2) &&
      mergeShape(shape, getTensorType(inputLengths).getShape()) &&
      mergeShape(shape, getTensorType(targetLengths).getShape()) &&
      (target.size() == 1 || (isBatched && target.size() == 2 &&
                              mergeSize(shape.front(), target.front())));
  if (!isValid)
    return rules.errorWithTypes(
        "expects log-probabilities [T, N, C] with targets "
        "[N, S] or [S] and lengths [N], or [T, C] with "
        "targets [S] and lengths []",
        {logProbs, targets, inputLengths, targetLengths});
  return appendLoss(rules, logProbs, shape, reduction, types);
}

//===----------------------------------------------------------------------===//
// Distances
//===----------------------------------------------------------------------===//

static LogicalResult inferDist(const ShapeRules &rules, Value lhs, Value rhs,
                               SmallVectorImpl<Type> &types) {
  SmallVector<int64_t> shape(getTensorType(lhs).getShape());
  if (!broadcastShape(shape, getTensorType(rhs).getShape()))
    return rules.errorWithTypes("expects operands that broadcast", {lhs, rhs});
  Type elementType = rules.getElementType({lhs, rhs});
  if (!elementType)
    return failure();
  types.push_back(RankedTensorType::get({}, elementType));
  return success();
}

static LogicalResult inferPdist(const ShapeRules &rules, Value input,
                                SmallVectorImpl<Type> &types) {
  RankedTensorType type = getTensorType(input);
  if (type.getRank() != 2)
    return rules.error("expects a matrix [N, M], found ", type);
  int64_t rows = type.getDimSize(0), pairs = ShapedType::kDynamic;
  if (!ShapedType::isDynamic(rows)) {
    int64_t even = rows % 2 ? rows - 1 : rows, odd = rows % 2 ? rows : rows - 1;
    if (rows == 0)
      pairs = 0;
    else if (llvm::MulOverflow(even / 2, odd, pairs))
      return rules.error("has more pairs of rows than can be counted in ",
                         type);
  }
  types.push_back(RankedTensorType::get({pairs}, type.getElementType()));
  return success();
}

static LogicalResult inferCdist(const ShapeRules &rules, Value lhs, Value rhs,
                                SmallVectorImpl<Type> &types) {
  ArrayRef<int64_t> a = getTensorType(lhs).getShape();
  ArrayRef<int64_t> b = getTensorType(rhs).getShape();
  SmallVector<int64_t> shape;
  bool isValid = a.size() >= 2 && b.size() >= 2;
  if (isValid) {
    int64_t columns = a.back();
    shape.assign(a.begin(), a.end() - 2);
    isValid =
        mergeSize(columns, b.back()) && broadcastShape(shape, b.drop_back(2));
  }
  if (!isValid)
    return rules.errorWithTypes(
        "expects matrices [..., P, M] and [..., R, M] whose "
        "leading dimensions broadcast",
        {lhs, rhs});
  Type elementType = rules.getElementType({lhs, rhs});
  if (!elementType)
    return failure();
  shape.push_back(a[a.size() - 2]);
  shape.push_back(b[b.size() - 2]);
  types.push_back(RankedTensorType::get(shape, elementType));
  return success();
}

namespace {
/// What a parameter may be.
enum class Sign { Any, NonNegative, Positive };
} // namespace

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

/// Checks a parameter: finite, and of `sign`.
static LogicalResult verifyParameter(Operation *op, StringRef name,
                                     const APFloat &parameter, Sign sign) {
  double value = parameter.convertToDouble();
  if (std::isfinite(value) && (sign != Sign::NonNegative || value >= 0) &&
      (sign != Sign::Positive || value > 0))
    return success();
  return op->emitOpError("expects a finite ")
         << name
         << (sign == Sign::NonNegative ? " of 0 or more"
             : sign == Sign::Positive  ? " above 0"
                                       : "")
         << ", found " << value;
}

/// Checks the order of a norm, which may be infinite.
static LogicalResult verifyNorm(Operation *op, const APFloat &p) {
  double value = p.convertToDouble();
  if (value >= 0)
    return success();
  return op->emitOpError("expects p of 0 or more, found ") << value;
}

LogicalResult SmoothL1LossOp::verify() {
  return verifyParameter(*this, "beta", getBeta(), Sign::NonNegative);
}

LogicalResult HuberLossOp::verify() {
  return verifyParameter(*this, "delta", getDelta(), Sign::Positive);
}

LogicalResult PoissonNllLossOp::verify() {
  return verifyParameter(*this, "eps", getEps(), Sign::NonNegative);
}

LogicalResult HingeEmbeddingLossOp::verify() {
  return verifyParameter(*this, "margin", getMargin(), Sign::Any);
}

LogicalResult MarginRankingLossOp::verify() {
  return verifyParameter(*this, "margin", getMargin(), Sign::Any);
}

LogicalResult CosineEmbeddingLossOp::verify() {
  return verifyParameter(*this, "margin", getMargin(), Sign::Any);
}

LogicalResult MultiMarginLossOp::verify() {
  auto p = static_cast<int64_t>(getP());
  if (p != 1 && p != 2)
    return emitOpError("expects p to be 1 or 2, found ") << p;
  return verifyParameter(*this, "margin", getMargin(), Sign::Any);
}

LogicalResult TripletMarginLossOp::verify() {
  if (failed(verifyParameter(*this, "margin", getMargin(), Sign::Positive)) ||
      failed(verifyParameter(*this, "eps", getEps(), Sign::NonNegative)))
    return failure();
  return verifyNorm(*this, getP());
}

LogicalResult CtcLossOp::verify() {
  // Shapes are inferred later: there may be no dimension yet.
  ArrayRef<int64_t> shape = getTensorType(getLogProbs()).getShape();
  int64_t classes = shape.empty() ? ShapedType::kDynamic : shape.back();
  auto blank = static_cast<int64_t>(getBlank());
  if (blank >= 0 && (ShapedType::isDynamic(classes) || blank < classes))
    return success();
  return emitOpError("expects blank to be a class of ")
         << getLogProbs().getType() << ", found " << blank;
}

LogicalResult CosineSimilarityOp::verify() {
  return verifyParameter(*this, "eps", getEps(), Sign::NonNegative);
}

LogicalResult DistOp::verify() { return verifyNorm(*this, getP()); }

LogicalResult PdistOp::verify() { return verifyNorm(*this, getP()); }

LogicalResult CdistOp::verify() { return verifyNorm(*this, getP()); }

//===----------------------------------------------------------------------===//
// mse_loss and cross_entropy
//===----------------------------------------------------------------------===//

LogicalResult MseLossOp::inferReturnTypes(MLIRContext *,
                                          std::optional<Location> location,
                                          Adaptor adaptor,
                                          SmallVectorImpl<Type> &types) {
  RankedTensorType type = getTensorType(adaptor.getInput());
  if (!mlir::amp::detail::areCompatibleTypes(type,
                                             adaptor.getTarget().getType()))
    return emitOptionalError(
        location,
        "'amp.mse_loss' op expects input and target of one type, found ", type,
        " and ", adaptor.getTarget().getType());
  types.push_back(adaptor.getReduction() == LossReduction::None
                      ? type
                      : RankedTensorType::get({}, type.getElementType()));
  return success();
}

static LogicalResult inferCrossEntropy(const ShapeRules &rules,
                                       CrossEntropyOp::Adaptor adaptor,
                                       SmallVectorImpl<Type> &types) {
  Value input = adaptor.getInput(), target = adaptor.getTarget(),
        weight = adaptor.getWeight();
  RankedTensorType type = getTensorType(input);
  SmallVector<int64_t> shape(type.getShape());
  bool isValid = !shape.empty();
  if (isValid && isa<FloatType>(getTensorType(target).getElementType())) {
    isValid = mergeShape(shape, getTensorType(target).getShape());
    if (isValid)
      shape.erase(shape.begin() + getClassDim(input));
  } else if (isValid) {
    shape.erase(shape.begin() + getClassDim(input));
    isValid = mergeShape(shape, getTensorType(target).getShape());
  }
  if (!isValid)
    return rules.errorWithTypes(
        "expects logits [C], [N, C] or [N, C, ...] and class indices [], [N] "
        "or [N, ...] or probabilities of the logits' shape",
        {input, target});
  int64_t classes = type.getDimSize(getClassDim(input));
  if (classes == 0)
    return rules.error("expects at least one class, found ", type);
  if (failed(checkClassWeight(rules, weight, classes, input)))
    return failure();
  SmallVector<Value> operands = {input, target};
  if (weight)
    operands.push_back(weight);
  return appendLoss(rules, operands, shape, adaptor.getReduction(), types);
}

bool CrossEntropyOp::hasProbabilities() {
  return isa<FloatType>(getTarget().getType().getElementType());
}

bool CrossEntropyOp::needsStaticSize(Value value, unsigned dim) {
  // The mean over probabilities divides by the number of rows.
  return dim != 0 || getInput().getType().getRank() == 1 || hasProbabilities();
}

LogicalResult CrossEntropyOp::verify() {
  double smoothing = getLabelSmoothing().convertToDouble();
  if (!(smoothing >= 0 && smoothing <= 1))
    return emitOpError("expects label_smoothing in [0, 1], found ")
           << smoothing;
  auto ignored = static_cast<int64_t>(getIgnoreIndex());
  if (hasProbabilities() && ignored >= 0)
    return emitOpError("expects class indices where there is an ignore_index, "
                       "found ")
           << getTarget().getType();
  if (getTarget().getType().getElementType().isInteger(1))
    return emitOpError("expects class indices, found ")
           << getTarget().getType();
  return success();
}

//===----------------------------------------------------------------------===//
// Result types by op
//===----------------------------------------------------------------------===//

AMP_INFER(BinaryCrossEntropyOp,
          inferPointwiseLoss(rules, adaptor.getOperands().take_front(2),
                             adaptor.getOperands().drop_front(2),
                             adaptor.getReduction(), types))
AMP_INFER(BinaryCrossEntropyWithLogitsOp,
          inferPointwiseLoss(rules, adaptor.getOperands().take_front(2),
                             adaptor.getOperands().drop_front(2),
                             adaptor.getReduction(), types))
AMP_INFER(CdistOp, inferCdist(rules, adaptor.getX1(), adaptor.getX2(), types))
AMP_INFER(CosineEmbeddingLossOp,
          inferCosineLoss(rules, adaptor.getInput1(), adaptor.getInput2(),
                          adaptor.getTarget(), adaptor.getReduction(), types))
AMP_INFER(CosineSimilarityOp,
          inferInner(rules, adaptor.getX1(), adaptor.getX2(), adaptor.getDim(),
                     types))
AMP_INFER(CrossEntropyOp, inferCrossEntropy(rules, adaptor, types))
AMP_INFER(CtcLossOp,
          inferCtcLoss(rules, adaptor.getLogProbs(), adaptor.getTargets(),
                       adaptor.getInputLengths(), adaptor.getTargetLengths(),
                       adaptor.getReduction(), types))
AMP_INFER(DistOp,
          inferDist(rules, adaptor.getInput(), adaptor.getOther(), types))
AMP_INFER(HingeEmbeddingLossOp,
          inferPointwiseLoss(rules, adaptor.getOperands(), ValueRange(),
                             adaptor.getReduction(), types))
AMP_INFER(HuberLossOp,
          inferPointwiseLoss(rules, adaptor.getOperands(), ValueRange(),
                             adaptor.getReduction(), types))
AMP_INFER(KlDivOp,
          inferPointwiseLoss(rules, adaptor.getOperands(), ValueRange(),
                             adaptor.getReduction(), types))
AMP_INFER(L1LossOp,
          inferPointwiseLoss(rules, adaptor.getOperands(), ValueRange(),
                             adaptor.getReduction(), types))
AMP_INFER(MarginRankingLossOp,
          inferPointwiseLoss(rules, adaptor.getOperands(), ValueRange(),
                             adaptor.getReduction(), types))
AMP_INFER(MultiMarginLossOp,
          inferClassLoss(rules, adaptor.getInput(), adaptor.getTarget(),
                         adaptor.getWeight(), /*maxRank=*/2,
                         adaptor.getReduction(), types))
AMP_INFER(MultilabelMarginLossOp, inferRowLoss(rules, adaptor.getOperands(),
                                               adaptor.getReduction(), types))
AMP_INFER(MultilabelSoftMarginLossOp,
          inferLabelsLoss(rules, adaptor.getInput(), adaptor.getTarget(),
                          adaptor.getWeight(), adaptor.getReduction(), types))
AMP_INFER(NllLossOp,
          inferClassLoss(rules, adaptor.getInput(), adaptor.getTarget(),
                         adaptor.getWeight(), /*maxRank=*/std::nullopt,
                         adaptor.getReduction(), types))
AMP_INFER(PdistOp, inferPdist(rules, adaptor.getInput(), types))
AMP_INFER(PoissonNllLossOp,
          inferPointwiseLoss(rules, adaptor.getOperands(), ValueRange(),
                             adaptor.getReduction(), types))
AMP_INFER(SmoothL1LossOp,
          inferPointwiseLoss(rules, adaptor.getOperands(), ValueRange(),
                             adaptor.getReduction(), types))
AMP_INFER(SoftMarginLossOp,
          inferPointwiseLoss(rules, adaptor.getOperands(), ValueRange(),
                             adaptor.getReduction(), types))
AMP_INFER(TripletMarginLossOp, inferRowLoss(rules, adaptor.getOperands(),
                                            adaptor.getReduction(), types))
