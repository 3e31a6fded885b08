//===- LossesRules.cpp - Losses and distances -----------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Derivatives and decompositions.

#include "amp/Dialect/Amp/IR/Losses.h"

#include "amp/Dialect/Amp/IR/GraphBuilder.h"

#include "amp/Dialect/Amp/IR/Casts.h"
#include "amp/Dialect/Amp/IR/Elementwise.h"
#include "amp/Dialect/Amp/IR/Indexing.h"
#include "amp/Dialect/Amp/IR/Normalization.h"
#include "amp/Dialect/Amp/IR/Reductions.h"
#include "amp/Dialect/Amp/IR/Shapes.h"
#include <algorithm>
#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

//===----------------------------------------------------------------------===//
// Class indices
//===----------------------------------------------------------------------===//

/// The i64 class indices `target` compared with a number: i1.
static Value createIndexCompare(GraphBuilder &c, ComparePredicate predicate,
                                Value target, int64_t index) {
  return c.compare(predicate, target, c.integer(index));
}

/// `value` [...] of at most one unknown size as [..., 1].
static Value createLastDim(GraphBuilder &c, Value value) {
  SmallVector<int64_t> shape(getTensorType(value).getShape());
  for (int64_t &size : shape)
    if (ShapedType::isDynamic(size))
      size = -1;
  shape.push_back(1);
  return c.reshape(value, shape);
}

/// For i64 class indices [...]: [..., classes] with 1 at the class, 0 elsewhere
/// (but `scale` times that plus `offset`). A class that does not exist gives
/// NaN, and so a loss that is NaN, since a kernel cannot raise an error. Unless
/// `counts` [...], which may be null, is false there. It is for losses that go
/// through whole rows anyway, in a kernel that compares as it goes: nothing of
/// it is in memory, nor of its product with a gradient. For several classes of
/// a row there are `readClasses` and `countClasses`.
static Value createClassWeights(GraphBuilder &c, Value target, Value counts,
                                int64_t classes, double scale = 1,
                                double offset = 0) {
  OpBuilder &builder = c.builder;
  Value weights = OneHotOp::create(builder, c.loc, target, classes, c.type);
  Value isValid = LogicalAndOp::create(
      builder, c.loc, createIndexCompare(c, ComparePredicate::GE, target, 0),
      createIndexCompare(c, ComparePredicate::LT, target, classes));
  if (counts)
    isValid = LogicalOrOp::create(builder, c.loc, isValid,
                                  LogicalNotOp::create(builder, c.loc, counts));
  if (scale != 1 || offset != 0)
    weights = c.add(c.mul(weights, c.constant(scale)), c.constant(offset));
  return WhereOp::create(builder, c.loc, createLastDim(c, isValid), weights,
                         c.constant(std::numeric_limits<double>::quiet_NaN()));
}

//===----------------------------------------------------------------------===//
// What losses are written with
//===----------------------------------------------------------------------===//

namespace {
/// What losses are written with, beyond the ops of a composer.
struct LossBuilder : GraphBuilder {
  using GraphBuilder::GraphBuilder;

  /// The elements of `x` [..., classes] at the `places` [..., any]; NaN where
  /// there is no class.
  Value readClasses(Value x, Value places) {
    return reshape(ReadAtOp::create(builder, loc, splitRows(x),
                                    splitRows(places), /*zeros=*/false,
                                    /*constant_at=*/IntegerAttr()),
                   getShape(places));
  }
  /// The sums of `terms` [..., any] by the class that `places` names of each.
  Value countClasses(Value terms, Value places, int64_t classes) {
    SmallVector<int64_t> shape = getShape(terms);
    shape.back() = classes;
    return reshape(SumAtOp::create(builder, loc, splitRows(terms),
                                   splitRows(places), Value(), classes),
                   shape);
  }
  /// [..., any] as [rows, any, 1].
  Value splitRows(Value value) {
    SmallVector<int64_t> shape = getShape(value);
    return reshape(value, {ShapedType::getNumElements(
                               ArrayRef<int64_t>(shape).drop_back()),
                           shape.back(), 1});
  }

  /// max(a, 0), with the derivative 1 at 0, as PyTorch's clamp has.
  Value clampNegative(Value a) {
    return where(compare(ComparePredicate::LT, a, 0), 0, a);
  }
  /// max(a, 0), with the derivative 0 at 0.
  Value hinge(Value a) {
    return where(compare(ComparePredicate::LE, a, 0), 0, a);
  }

  Value reduce(Value loss, LossReduction reduction) {
    return reduction == LossReduction::Mean  ? mean(loss)
           : reduction == LossReduction::Sum ? sum(loss)
                                             : loss;
  }
  using GraphBuilder::finish;
  /// As that, of `loss` reduced.
  LogicalResult finish(Operation *op, Value loss, LossReduction reduction,
                       SmallVectorImpl<Value> &results) {
    return finish(op, reduce(loss, reduction), results);
  }

  Value logisticLoss(Value x, Value positive, Value negative);
  Value norm(Value x, double p, ArrayRef<int64_t> dims = {});
};
} // namespace

/// `-positive log σ(x) - negative log(1 - σ(x))`, where `negative` may be null.
/// Nothing overflows or cancels, and derivatives of all orders are right at 0
/// too: neither |x| nor a maximum is taken.
Value LossBuilder::logisticLoss(Value x, Value positive, Value negative) {
  Value isBelow = compare(ComparePredicate::LT, x, 0);
  Value minus = neg(x);
  // log(1 + exp(-|x|)) is in both; the rest is -x or x, where that is positive.
  Value small = Log1pOp::create(builder, loc, exp(where(isBelow, x, minus)));
  Value left = mul(positive, add(small, where(isBelow, minus, 0)));
  if (!negative)
    return left;
  return add(left, mul(negative, add(small, where(isBelow, 0, x))));
}

/// The p-norm over dimensions, with the gradient 0 at 0.
Value LossBuilder::norm(Value x, double p, ArrayRef<int64_t> dims) {
  auto isZero = [&](Value a) { return compare(ComparePredicate::EQ, a, 0); };
  if (p == 0)
    return sum(widen(compare(ComparePredicate::NE, x, 0)), dims);
  if (p == 1)
    return sum(abs(x), dims);
  RankedTensorType xType = getTensorType(x);
  if (std::isinf(p)) {
    // The largest of nothing is the norm of nothing.
    for (int64_t dim : getReducedDims(xType.getRank(), dims))
      if (xType.getDimSize(dim) == 0)
        return sum(x, dims);
    return AmaxOp::create(builder, loc, abs(x), dims, false);
  }
  Value terms;
  if (p == 2) {
    terms = mul(x, x);
  } else {
    Value zero = isZero(x);
    Value power =
        PowOp::create(builder, loc, where(zero, 1, abs(x)), constant(p));
    terms = where(zero, 0, power);
  }
  Value total = sum(terms, dims);
  Value zero = isZero(total), safe = where(zero, 1, total);
  Value root =
      p == 2 ? SqrtOp::create(builder, loc, safe).getResult()
             : PowOp::create(builder, loc, safe, constant(1 / p)).getResult();
  return where(zero, 0, root);
}

//===----------------------------------------------------------------------===//
// Losses of one value per element
//===----------------------------------------------------------------------===//

LogicalResult BinaryCrossEntropyOp::decompose(OpBuilder &builder,
                                              SmallVectorImpl<Value> &results) {
  LossBuilder c(builder, *this);
  Value x = c.widen(getInput()), t = c.widen(getTarget());
  // PyTorch's gradient is (x - t) / max(x (1 - x), 1e-12), and that of values
  // that the bound of -100 cuts off too. Near 0 and 1 the logarithms are
  // constants, and straight lines through 0 give the derivative.
  constexpr double kLeast = 1e-12f; // A float in f64 too.
  Value one = c.constant(1);
  Value isEdge =
      c.compare(ComparePredicate::LT, c.mul(x, c.sub(one, x)), kLeast);
  Value fixed = DetachOp::create(builder, getLoc(), x);
  Value fixedRest = c.sub(one, fixed);
  Value step = c.mul(c.sub(x, fixed), c.constant(1 / kLeast));
  Value inside = c.where(isEdge, 0.5, x);
  auto bounded = [&](Value log) -> Value {
    return MaximumOp::create(builder, getLoc(), log, c.constant(-100));
  };
  auto log1p = [&](Value a) -> Value {
    return Log1pOp::create(builder, getLoc(), a);
  };
  Value log =
      c.where(isEdge, c.add(bounded(c.log(fixed)), c.mul(step, fixedRest)),
              c.log(inside));
  Value logRest =
      c.where(isEdge, c.sub(bounded(log1p(c.neg(fixed))), c.mul(step, fixed)),
              log1p(c.neg(inside)));
  Value loss = c.neg(c.add(c.mul(t, log), c.mul(c.sub(one, t), logRest)));
  if (getWeight())
    loss = c.mul(loss, c.widen(getWeight()));
  return c.finish(*this, loss, getReduction(), results);
}

LogicalResult
BinaryCrossEntropyWithLogitsOp::decompose(OpBuilder &builder,
                                          SmallVectorImpl<Value> &results) {
  LossBuilder c(builder, *this);
  Value t = c.widen(getTarget()), rest = c.sub(c.constant(1), t);
  if (getPosWeight())
    t = c.mul(c.widen(getPosWeight()), t);
  Value loss = c.logisticLoss(c.widen(getInput()), t, rest);
  if (getWeight())
    loss = c.mul(loss, c.widen(getWeight()));
  return c.finish(*this, loss, getReduction(), results);
}

LogicalResult SoftMarginLossOp::decompose(OpBuilder &builder,
                                          SmallVectorImpl<Value> &results) {
  LossBuilder c(builder, *this);
  Value x = c.mul(c.widen(getTarget()), c.widen(getInput()));
  return c.finish(*this, c.logisticLoss(x, c.constant(1), Value()),
                  getReduction(), results);
}

LogicalResult
MultilabelSoftMarginLossOp::decompose(OpBuilder &builder,
                                      SmallVectorImpl<Value> &results) {
  LossBuilder c(builder, *this);
  Value t = c.widen(getTarget());
  Value loss = c.logisticLoss(c.widen(getInput()), t, c.sub(c.constant(1), t));
  if (getWeight())
    loss = c.mul(loss, c.widen(getWeight()));
  return c.finish(*this, c.mean(loss, -1), getReduction(), results);
}

LogicalResult L1LossOp::decompose(OpBuilder &builder,
                                  SmallVectorImpl<Value> &results) {
  LossBuilder c(builder, *this);
  Value d = c.sub(c.widen(getInput()), c.widen(getTarget()));
  return c.finish(*this, c.abs(d), getReduction(), results);
}

LogicalResult SmoothL1LossOp::decompose(OpBuilder &builder,
                                        SmallVectorImpl<Value> &results) {
  LossBuilder c(builder, *this);
  double beta = getBeta().convertToDouble();
  Value d = c.sub(c.widen(getInput()), c.widen(getTarget()));
  Value loss = c.abs(d);
  if (beta != 0) {
    Value isNear = c.compare(ComparePredicate::LT, loss, beta);
    Value near = c.where(isNear, d, 0);
    Value square =
        c.div(c.mul(c.constant(0.5), c.mul(near, near)), c.constant(beta));
    loss = c.where(isNear, square, c.sub(loss, c.constant(0.5 * beta)));
  }
  return c.finish(*this, loss, getReduction(), results);
}

LogicalResult HuberLossOp::decompose(OpBuilder &builder,
                                     SmallVectorImpl<Value> &results) {
  LossBuilder c(builder, *this);
  double delta = getDelta().convertToDouble();
  Value d = c.sub(c.widen(getInput()), c.widen(getTarget()));
  Value distance = c.abs(d);
  Value isNear = c.compare(ComparePredicate::LE, distance, delta);
  Value near = c.where(isNear, d, 0);
  Value square = c.mul(c.constant(0.5), c.mul(near, near));
  Value line =
      c.mul(c.constant(delta), c.sub(distance, c.constant(0.5 * delta)));
  return c.finish(*this, c.where(isNear, square, line), getReduction(),
                  results);
}

LogicalResult KlDivOp::decompose(OpBuilder &builder,
                                 SmallVectorImpl<Value> &results) {
  LossBuilder c(builder, *this);
  Value x = c.widen(getInput()), t = c.widen(getTarget());
  Value loss;
  if (getLogTarget()) {
    loss = c.mul(c.exp(t), c.sub(t, x));
  } else {
    Value isZero = c.compare(ComparePredicate::EQ, t, 0);
    Value entropy = c.mul(t, c.log(c.where(isZero, 1, t)));
    loss = c.sub(entropy, c.mul(t, x));
  }
  return c.finish(*this, loss, getReduction(), results);
}

LogicalResult PoissonNllLossOp::decompose(OpBuilder &builder,
                                          SmallVectorImpl<Value> &results) {
  LossBuilder c(builder, *this);
  Value x = c.widen(getInput()), t = c.widen(getTarget());
  Value loss;
  if (getLogInput()) {
    loss = c.sub(c.exp(x), c.mul(t, x));
  } else {
    Value shifted = c.add(x, c.constant(getEps().convertToDouble()));
    loss = c.sub(x, c.mul(t, c.log(shifted)));
  }
  if (getFull()) {
    Value isSmall = c.compare(ComparePredicate::LE, t, 1);
    Value n = c.where(isSmall, 1, t);
    Value half = c.mul(c.constant(0.5), c.log(c.mul(c.constant(2 * M_PI), n)));
    Value stirling = c.add(c.sub(c.mul(n, c.log(n)), n), half);
    loss = c.add(loss, c.where(isSmall, 0, stirling));
  }
  return c.finish(*this, loss, getReduction(), results);
}

LogicalResult HingeEmbeddingLossOp::decompose(OpBuilder &builder,
                                              SmallVectorImpl<Value> &results) {
  LossBuilder c(builder, *this);
  Value x = c.widen(getInput()), t = c.widen(getTarget());
  Value margin = c.constant(getMargin().convertToDouble());
  // As PyTorch: a target that is neither 1 nor -1 takes part in both.
  Value like = c.where(c.compare(ComparePredicate::NE, t, -1), x, 0);
  Value unlike = c.where(c.compare(ComparePredicate::NE, t, 1),
                         c.clampNegative(c.sub(margin, x)), 0);
  return c.finish(*this, c.add(like, unlike), getReduction(), results);
}

LogicalResult MarginRankingLossOp::decompose(OpBuilder &builder,
                                             SmallVectorImpl<Value> &results) {
  LossBuilder c(builder, *this);
  Value d = c.sub(c.widen(getInput1()), c.widen(getInput2()));
  Value lead = c.mul(c.widen(getTarget()), d);
  Value margin = c.constant(getMargin().convertToDouble());
  return c.finish(*this, c.clampNegative(c.sub(margin, lead)), getReduction(),
                  results);
}

//===----------------------------------------------------------------------===//
// Losses of classes
//===----------------------------------------------------------------------===//

LogicalResult NllLossOp::decompose(OpBuilder &builder,
                                   SmallVectorImpl<Value> &results) {
  LossBuilder c(builder, *this);
  Value x = c.widen(getInput());
  int64_t rank = getTensorType(x).getRank();
  if (rank > 2) {
    // [N, C, ...] to [N, ..., C].
    SmallVector<int64_t> permutation = {0};
    for (int64_t i = 2; i < rank; ++i)
      permutation.push_back(i);
    permutation.push_back(1);
    x = TransposeOp::create(builder, getLoc(), x, permutation);
  }
  int64_t classes = getTensorType(x).getShape().back();
  Value counts = createIndexCompare(c, ComparePredicate::NE, getTarget(),
                                    static_cast<int64_t>(getIgnoreIndex()));
  Value chosen = createClassWeights(c, getTarget(), counts, classes);
  Value isOther = c.compare(ComparePredicate::EQ, chosen, 0);
  // A logarithm of -inf in another class must not become 0 · -inf.
  auto pick = [&](Value values) {
    return c.sum(c.where(isOther, 0, c.mul(chosen, values)), -1);
  };
  Value loss = c.neg(pick(x));
  Value weights = c.cast(counts, c.type);
  if (getWeight()) {
    weights = c.where(counts, pick(c.widen(getWeight())), 0);
    loss = c.mul(weights, loss);
  }
  loss = c.where(counts, loss, 0);
  if (getReduction() == LossReduction::Mean)
    return c.finish(*this, c.div(c.sum(loss), c.sum(weights)), results);
  return c.finish(*this, loss, getReduction(), results);
}

LogicalResult MultiMarginLossOp::decompose(OpBuilder &builder,
                                           SmallVectorImpl<Value> &results) {
  LossBuilder c(builder, *this);
  Value x = c.widen(getInput());
  int64_t classes = getTensorType(x).getShape().back();
  Value chosen = createClassWeights(c, getTarget(), Value(), classes);
  Value isOther = c.compare(ComparePredicate::EQ, chosen, 0);
  auto pick = [&](Value values) {
    return c.sum(c.where(isOther, 0, c.mul(chosen, values)), -1, true);
  };
  Value margin = c.constant(getMargin().convertToDouble());
  Value terms = c.hinge(c.add(c.sub(margin, pick(x)), x));
  if (static_cast<int64_t>(getP()) == 2)
    terms = c.mul(terms, terms);
  if (getWeight())
    terms = c.mul(terms, pick(c.widen(getWeight())));
  // Rows of NaN stay: there nothing is 1.
  Value isChosen = c.compare(ComparePredicate::EQ, chosen, 1);
  Value loss = c.div(c.sum(c.where(isChosen, 0, terms), -1),
                     c.constant(static_cast<double>(classes)));
  return c.finish(*this, loss, getReduction(), results);
}

LogicalResult
MultilabelMarginLossOp::decompose(OpBuilder &builder,
                                  SmallVectorImpl<Value> &results) {
  LossBuilder c(builder, *this);
  Value x = c.widen(getInput());
  SmallVector<int64_t> shape(getTensorType(x).getShape());
  int64_t classes = shape.back();
  if (classes == 0)
    return emitOpError("expects at least one class, found ")
           << getInput().getType();
  // A slot of the target counts before the first negative one.
  Value slots = c.numbers({classes}), end = c.integer(classes);
  Value isNegative =
      createIndexCompare(c, ComparePredicate::LT, getTarget(), 0);
  Value first =
      AminOp::create(builder, getLoc(), c.where(isNegative, slots, end),
                     ArrayRef<int64_t>{-1}, true);
  Value counts = c.compare(ComparePredicate::LT, slots, first);
  // What does not count names a class that there is, so that no NaN is read.
  Value names = c.where(counts, getTarget(), c.integer(0));
  Value named = createLastDim(c, c.readClasses(x, names));
  Value isNamed =
      c.compare(ComparePredicate::GT,
                c.countClasses(c.cast(counts, c.type), names, classes), 0);
  Value countsColumn = createLastDim(c, counts);
  // [..., slot, class].
  SmallVector<int64_t> row(shape);
  row.insert(row.end() - 1, 1);
  Value values = c.reshape(x, row);
  isNamed = c.reshape(isNamed, row);
  Value terms = c.hinge(c.add(c.sub(c.constant(1), named), values));
  terms = c.where(countsColumn, c.where(isNamed, 0, terms), 0);
  Value loss =
      c.div(c.sum(terms, {-2, -1}), c.constant(static_cast<double>(classes)));
  // PyTorch's mean of no rows is 0 here.
  bool isEmpty = getTensorType(loss).getNumElements() == 0;
  if (isEmpty && getReduction() == LossReduction::Mean)
    loss = c.sum(loss);
  return c.finish(*this, loss, getReduction(), results);
}

//===----------------------------------------------------------------------===//
// Connectionist temporal classification
//===----------------------------------------------------------------------===//

namespace {
/// Sums over alignments (Graves et al., "Connectionist temporal
/// classification", 2006, section 4.1) of sequences of `steps` steps.
///
/// An alignment is, after each step, either at a label of the target or at the
/// blank between two: there is one state more of the latter. All are
/// logarithms.
class Alignments {
public:
  Alignments(LossBuilder &c, CtcLossOp op);

  /// -log of the probability of each target, [N].
  Value getLosses();

private:
  /// The logarithm of 0: finite, so that the difference of two is a number, and
  /// so small that nothing is left of it beside any other.
  static constexpr double kLogZero = -1e30;

  /// Zeros, as logarithms, of `shape`.
  Value impossible(ArrayRef<int64_t> shape) {
    return createSplat(c.builder, c.loc, RankedTensorType::get(shape, c.type),
                       kLogZero);
  }
  /// The logarithm of the sum.
  Value add(ArrayRef<Value> terms);
  /// Elements of each row of `x` [N, any] at the places that the row of `index`
  /// [N, any] names; NaN, and 0 in integers, where there is none.
  Value readRows(Value x, Value index) {
    auto split = [&](Value value) {
      return c.reshape(value, {c.getSize(value, 0), c.getSize(value, 1), 1});
    };
    return c.reshape(ReadAtOp::create(c.builder, c.loc, split(x), split(index),
                                      /*zeros=*/false,
                                      /*constant_at=*/IntegerAttr()),
                     c.getShape(index));
  }
  Value readLabels();

  LossBuilder &c;
  CtcLossOp op;
  int64_t steps, batch, classes;
  /// The most labels that are looked at: more than steps cannot be read.
  int64_t width;
  /// Of all labels that there are for a target.
  int64_t numLabels;
  /// [T, N, C]; the lengths [N, 1].
  Value logProbs, inputLengths, targetLengths;
};
} // namespace

Alignments::Alignments(LossBuilder &c, CtcLossOp op) : c(c), op(op) {
  logProbs = c.widen(op.getLogProbs());
  SmallVector<int64_t> shape = c.getShape(logProbs);
  steps = shape.front();
  classes = shape.back();
  batch = shape.size() == 3 ? shape[1] : 1;
  logProbs = c.reshape(logProbs, {steps, batch, classes});
  inputLengths = c.reshape(op.getInputLengths(), {batch, 1});
  targetLengths = c.reshape(op.getTargetLengths(), {batch, 1});
  numLabels = getTensorType(op.getTargets()).getShape().back();
  width = std::max<int64_t>(1, std::min(numLabels, steps));
}

Value Alignments::add(ArrayRef<Value> terms) {
  Value most = terms.front(), sum;
  for (Value term : terms.drop_front())
    most = c.maximum(most, term);
  most = c.detach(most);
  for (Value term : terms) {
    Value part = c.exp(c.sub(term, most));
    sum = sum ? c.add(sum, part) : part;
  }
  return c.add(most, c.log(sum));
}

/// The labels [N, width]; behind the end of a target they are blanks, so that a
/// class is read that there is.
Value Alignments::readLabels() {
  Value blank = c.integer(static_cast<int64_t>(op.getBlank()));
  if (numLabels == 0)
    return c.broadcast(blank, {batch, width});
  Value labels = op.getTargets(), numbers = c.numbers({1, width});
  if (getTensorType(labels).getRank() == 2) {
    labels = c.part(labels, 1, 0, width);
  } else if (getTensorType(op.getLogProbs()).getRank() == 2) {
    labels = c.part(c.reshape(labels, {1, numLabels}), 1, 0, width);
  } else {
    // One target behind the other. What is beyond the last one is no class.
    Value ends = c.reshape(CumsumOp::create(c.builder, c.loc,
                                            op.getTargetLengths(), /*dim=*/0,
                                            /*dtype=*/TypeAttr()),
                           {batch, 1});
    Value places = c.add(c.sub(ends, targetLengths), numbers);
    Value isThere =
        c.compare(ComparePredicate::LT, places, c.integer(numLabels));
    Value read = readRows(c.reshape(labels, {1, numLabels}),
                          c.reshape(places, {1, batch * width}));
    labels = c.where(isThere, c.reshape(read, {batch, width}), c.integer(-1));
  }
  return c.where(c.compare(ComparePredicate::LT, numbers, targetLengths),
                 labels, blank);
}

Value Alignments::getLosses() {
  Value labels = readLabels();
  auto blank = static_cast<int64_t>(op.getBlank());
  // [T, N, width] and [T, N, 1], no lower than the logarithm of 0.
  Value ofLabels = c.transpose(
      ReadAtOp::create(c.builder, c.loc, c.transpose(logProbs, {1, 2, 0}),
                       c.reshape(labels, {batch, width, 1}), /*zeros=*/false,
                       /*constant_at=*/IntegerAttr()),
      {2, 0, 1});
  ofLabels = c.maximum(ofLabels, c.constant(kLogZero));
  Value ofBlank =
      c.maximum(c.part(logProbs, 2, blank, 1), c.constant(kLogZero));
  // A label can follow another one without a blank, but not itself.
  Value before = c.broadcast(c.integer(blank), {batch, 1});
  if (width > 1)
    before = c.concat({before, c.part(labels, 1, 0, width - 1)}, 1);
  Value follows = c.compare(ComparePredicate::NE, labels, before);
  Value isStep = c.compare(ComparePredicate::LT, c.numbers({steps, 1, 1}),
                           c.reshape(inputLengths, {1, batch, 1}));

  SmallVector<double> first(width + 1, kLogZero);
  first.front() = 0;
  SmallVector<Value> initial = {
      c.broadcast(c.constants({1, width + 1}, first), {batch, width + 1}),
      impossible({batch, width})};
  auto step = [&](ValueRange states, ValueRange slices, ValueRange given) {
    Value atBlank = states[0], atLabel = states[1], goesOn = slices[2];
    // The label before each blank, and before each label.
    Value behind = c.concat({impossible({batch, 1}), atLabel}, 1);
    Value nextBlank = c.add(add({atBlank, behind}), slices[1]);
    Value skipped = c.where(given[0], c.part(behind, 1, 0, width), kLogZero);
    Value nextLabel =
        c.add(add({atLabel, c.part(atBlank, 1, 0, width), skipped}), slices[0]);
    return SmallVector<Value>{c.where(goesOn, nextBlank, atBlank),
                              c.where(goesOn, nextLabel, atLabel)};
  };
  SmallVector<Value> last =
      c.scan(initial, {ofLabels, ofBlank, isStep}, follows, step);
  Value read = add({readRows(last[0], targetLengths),
                    readRows(c.concat({impossible({batch, 1}), last[1]}, 1),
                             targetLengths)});
  if (width < numLabels) {
    // More labels than steps.
    Value isTooLong = LogicalAndOp::create(
        c.builder, c.loc,
        c.compare(ComparePredicate::GT, targetLengths, c.integer(width)),
        c.compare(ComparePredicate::LE, targetLengths, c.integer(numLabels)));
    read = c.where(isTooLong, kLogZero, read);
  }
  // PyTorch's gradient is that of probabilities which add up to 1, as a
  // log_softmax gives them: beside what alignments say it is exp(log_probs).
  Value mass = c.sum(c.where(isStep, c.exp(logProbs), 0), {0, 2});
  Value loss =
      c.add(c.neg(c.reshape(read, {batch})), c.sub(mass, c.detach(mass)));
  Value isImpossible =
      c.compare(ComparePredicate::GT, loss, c.constant(-kLogZero / 2));
  if (op.getZeroInfinity())
    return c.where(isImpossible, 0, loss);
  // No gradient of an infinite loss is a number.
  return c.mul(loss,
               c.where(isImpossible, std::numeric_limits<double>::infinity(),
                       c.constant(1)));
}

LogicalResult CtcLossOp::decompose(OpBuilder &builder,
                                   SmallVectorImpl<Value> &results) {
  if (getLogProbs().getType().getNumElements() == 0)
    return emitOpError("expects at least one step, sequence and class, found ")
           << getLogProbs().getType();
  LossBuilder c(builder, *this);
  Value loss = Alignments(c, *this).getLosses();
  if (getReduction() == LossReduction::Mean) {
    int64_t batch = c.getSize(loss, 0);
    Value lengths = c.cast(c.reshape(getTargetLengths(), {batch}), c.type);
    loss = c.div(loss, c.maximum(lengths, c.constant(1)));
  }
  return c.finish(*this,
                  c.reshape(c.reduce(loss, getReduction()),
                            getTensorType(getResult()).getShape()),
                  results);
}

//===----------------------------------------------------------------------===//
// Losses of vectors
//===----------------------------------------------------------------------===//

LogicalResult TripletMarginLossOp::decompose(OpBuilder &builder,
                                             SmallVectorImpl<Value> &results) {
  LossBuilder c(builder, *this);
  Value anchor = c.widen(getAnchor()), positive = c.widen(getPositive()),
        negative = c.widen(getNegative());
  auto distance = [&](Value a, Value b) {
    Value d = c.add(c.sub(a, b), c.constant(getEps().convertToDouble()));
    return c.norm(d, getP().convertToDouble(), -1);
  };
  Value like = distance(anchor, positive), unlike = distance(anchor, negative);
  if (getSwap())
    unlike = MinimumOp::create(builder, getLoc(), unlike,
                               distance(positive, negative));
  Value margin = c.constant(getMargin().convertToDouble());
  Value loss = c.clampNegative(c.sub(c.add(margin, like), unlike));
  return c.finish(*this, loss, getReduction(), results);
}

LogicalResult
CosineEmbeddingLossOp::decompose(OpBuilder &builder,
                                 SmallVectorImpl<Value> &results) {
  LossBuilder c(builder, *this);
  Value a = c.widen(getInput1()), b = c.widen(getInput2()),
        t = c.widen(getTarget());
  // PyTorch's constant is a float in f64 too.
  Value least = c.constant(static_cast<double>(1e-12f));
  auto square = [&](Value x) { return c.add(c.sum(c.mul(x, x), -1), least); };
  Value norms = SqrtOp::create(builder, getLoc(), c.mul(square(a), square(b)));
  Value cosine = c.div(c.sum(c.mul(a, b), -1), norms);
  Value margin = c.constant(getMargin().convertToDouble());
  Value like = c.where(c.compare(ComparePredicate::EQ, t, 1),
                       c.sub(c.constant(1), cosine), 0);
  Value unlike = c.where(c.compare(ComparePredicate::EQ, t, -1),
                         c.clampNegative(c.sub(cosine, margin)), 0);
  return c.finish(*this, c.add(like, unlike), getReduction(), results);
}

//===----------------------------------------------------------------------===//
// Distances
//===----------------------------------------------------------------------===//

LogicalResult CosineSimilarityOp::decompose(OpBuilder &builder,
                                            SmallVectorImpl<Value> &results) {
  LossBuilder c(builder, *this);
  // `dim` counts in the shape that both are broadcast to.
  int64_t rank = std::max(getTensorType(getX1()).getRank(),
                          getTensorType(getX2()).getRank());
  auto dim = static_cast<int64_t>(getDim());
  dim += dim < 0 ? rank : 0;
  auto widen = [&](Value x) {
    SmallVector<int64_t> shape(getTensorType(x).getShape());
    shape.insert(shape.begin(), rank - shape.size(), 1);
    return c.reshape(c.widen(x), shape);
  };
  Value a = widen(getX1()), b = widen(getX2());
  int64_t size = getTensorType(a).getDimSize(dim);
  if (size == 1)
    size = getTensorType(b).getDimSize(dim);
  double eps = getEps().convertToDouble();
  auto normalize = [&](Value x) {
    SmallVector<int64_t> shape(getTensorType(x).getShape());
    if (shape[dim] != size) {
      shape[dim] = size;
      x = BroadcastToOp::create(builder, getLoc(), x, shape);
    }
    shape[dim] = 1;
    Value length = c.reshape(c.norm(x, 2, dim), shape);
    Value isShort = c.compare(ComparePredicate::LT, length, eps);
    return c.div(x, c.where(isShort, eps, length));
  };
  return c.finish(*this, c.sum(c.mul(normalize(a), normalize(b)), dim),
                  results);
}

LogicalResult DistOp::decompose(OpBuilder &builder,
                                SmallVectorImpl<Value> &results) {
  LossBuilder c(builder, *this);
  Value d = c.sub(c.widen(getInput()), c.widen(getOther()));
  return c.finish(*this, c.norm(d, getP().convertToDouble()), results);
}

LogicalResult PdistOp::decompose(OpBuilder &builder,
                                 SmallVectorImpl<Value> &results) {
  LossBuilder c(builder, *this);
  if (getType().getNumElements() == 0 ||
      getInput().getType().getDimSize(1) == 0) {
    results.push_back(createSplat(builder, getLoc(), getType(), 0));
    return success();
  }
  Value x = c.widen(getInput());
  int64_t rows = getTensorType(x).getDimSize(0);
  SmallVector<int64_t> first, second;
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = i + 1; j < rows; ++j) {
      first.push_back(i);
      second.push_back(j);
    }
  auto select = [&](ArrayRef<int64_t> numbers) -> Value {
    return IndexSelectOp::create(builder, getLoc(), x, c.integers(numbers), 0);
  };
  Value d = c.sub(select(first), select(second));
  return c.finish(*this, c.norm(d, getP().convertToDouble(), 1), results);
}

LogicalResult CdistOp::decompose(OpBuilder &builder,
                                 SmallVectorImpl<Value> &results) {
  LossBuilder c(builder, *this);
  // [..., P, 1, M] and [..., 1, R, M]
  auto insert = [&](Value x, int64_t fromEnd) {
    SmallVector<int64_t> shape(getTensorType(x).getShape());
    shape.insert(shape.end() - fromEnd, 1);
    return c.reshape(x, shape);
  };
  Value d = c.sub(insert(c.widen(getX1()), 1), insert(c.widen(getX2()), 2));
  return c.finish(*this, c.norm(d, getP().convertToDouble(), -1), results);
}

//===----------------------------------------------------------------------===//
// mse_loss
//===----------------------------------------------------------------------===//

LogicalResult MseLossOp::decompose(OpBuilder &builder,
                                   SmallVectorImpl<Value> &results) {
  LossBuilder c(builder, *this);
  Value difference = c.sub(c.widen(getInput()), c.widen(getTarget()));
  return c.finish(*this, c.mul(difference, difference), getReduction(),
                  results);
}

LogicalResult
MseLossOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                          ArrayRef<bool> needed,
                          MutableArrayRef<Value> operandGradients) {
  RankedTensorType type = getTensorType(getInput());
  GraphBuilder c(builder, getLoc(), type.getElementType());
  double divisor =
      getReduction() == LossReduction::Mean ? type.getNumElements() : 1;
  Value difference = c.sub(c.widen(getInput()), c.widen(getTarget()));
  Value factor = c.mul(c.widen(gradients[0]), c.constant(2 / divisor));
  Value gradient = c.mul(factor, difference);
  if (needed[0])
    operandGradients[0] = c.cast(gradient, type.getElementType());
  if (needed[1])
    operandGradients[1] = c.cast(c.neg(gradient), type.getElementType());
  return success();
}

//===----------------------------------------------------------------------===//
// cross_entropy
//===----------------------------------------------------------------------===//

namespace {
/// What both directions of the loss need. All but `counts` and `divisor` have
/// the input's layout.
struct CrossEntropyParts {
  int64_t dim;        ///< of the classes
  Value smoothed;     ///< with label smoothing, without the classes' weights
  Value weight;       ///< of the classes, with sizes of 1 beside them; or null
  Value distribution; ///< what the softmax is compared with: both multiplied
  Value counts;       ///< i1, false where a row is ignored; null if all count
  Value chosen;       ///< 1 at the classes that the divisor counts; null unless
                      ///< it depends on the weights
  Value divisor;      ///< [], what the sum is divided by; null unless mean
};
} // namespace

/// [N, ..., C] as [N, C, ...].
static Value moveClasses(GraphBuilder &c, Value value) {
  int64_t rank = getTensorType(value).getRank();
  if (rank <= 2)
    return value;
  SmallVector<int64_t> permutation = {0, rank - 1};
  llvm::append_range(permutation, llvm::seq<int64_t>(1, rank - 1));
  return c.transpose(value, permutation);
}

/// The shape of `input`, with the size 1 in dimension `dim`.
static SmallVector<int64_t> getRowShape(Value input, int64_t dim) {
  SmallVector<int64_t> shape(getTensorType(input).getShape());
  shape[dim] = 1;
  return shape;
}

/// Smooths the probabilities of a target.
static void addProbabilities(GraphBuilder &c, CrossEntropyOp op,
                             CrossEntropyParts &parts) {
  RankedTensorType type = getTensorType(op.getInput());
  int64_t classes = type.getDimSize(parts.dim);
  double smoothing = op.getLabelSmoothing().convertToDouble();
  parts.smoothed = c.widen(op.getTarget());
  if (smoothing != 0)
    parts.smoothed = c.add(c.mul(parts.smoothed, c.constant(1 - smoothing)),
                           c.constant(smoothing / classes));
  if (op.getReduction() == LossReduction::Mean)
    parts.divisor =
        c.constant(static_cast<double>(type.getNumElements()) / classes);
}

/// Makes a distribution of the class indices of a target.
static void addClasses(GraphBuilder &c, CrossEntropyOp op,
                       CrossEntropyParts &parts) {
  Value target = c.cast(op.getTarget(), c.builder.getI64Type());
  parts.counts = createIndexCompare(c, ComparePredicate::NE, target,
                                    static_cast<int64_t>(op.getIgnoreIndex()));
  int64_t classes = getTensorType(op.getInput()).getDimSize(parts.dim);
  double smoothing = op.getLabelSmoothing().convertToDouble();
  parts.smoothed =
      moveClasses(c, createClassWeights(c, target, parts.counts, classes,
                                        1 - smoothing, smoothing / classes));
  if (op.getReduction() != LossReduction::Mean)
    return;
  if (!parts.weight) {
    parts.divisor = c.sum(c.cast(parts.counts, c.type));
    return;
  }
  Value oneHot = OneHotOp::create(c.builder, c.loc, target, classes, c.type);
  parts.chosen =
      moveClasses(c, c.where(createLastDim(c, parts.counts), oneHot, 0));
  parts.divisor = c.sum(c.mul(parts.chosen, parts.weight));
}

static CrossEntropyParts buildParts(GraphBuilder &c, CrossEntropyOp op) {
  CrossEntropyParts parts;
  RankedTensorType type = getTensorType(op.getInput());
  parts.dim = type.getRank() > 1 ? 1 : 0;
  if (op.getWeight()) {
    SmallVector<int64_t> shape(type.getRank(), 1);
    shape[parts.dim] = type.getDimSize(parts.dim);
    parts.weight = c.reshape(c.widen(op.getWeight()), shape);
  }
  if (op.hasProbabilities())
    addProbabilities(c, op, parts);
  else
    addClasses(c, op, parts);
  parts.distribution =
      parts.weight ? c.mul(parts.smoothed, parts.weight) : parts.smoothed;
  return parts;
}

/// log_softmax of the input, widened.
static Value buildLogProbability(GraphBuilder &c, CrossEntropyOp op,
                                 int64_t dim) {
  Value logits = c.widen(op.getInput());
  Value shifted = c.sub(logits, c.largest(logits, dim));
  return c.sub(shifted, c.log(c.sum(c.expForSum(shifted), dim, true)));
}

/// `a` `b`, and 0 where `a` is: a class outside the distribution must not turn
/// log 0 into NaN, 0 · -inf.
static Value multiplyUnlessZero(GraphBuilder &c, Value a, Value b) {
  return c.where(c.compare(ComparePredicate::EQ, a, 0), 0, c.mul(a, b));
}

LogicalResult CrossEntropyOp::decompose(OpBuilder &builder,
                                        SmallVectorImpl<Value> &results) {
  GraphBuilder c(builder, *this);
  CrossEntropyParts parts = buildParts(c, *this);
  Value terms = multiplyUnlessZero(c, parts.distribution,
                                   buildLogProbability(c, *this, parts.dim));
  Value loss = c.neg(c.sum(terms, parts.dim));
  if (parts.counts)
    loss = c.where(parts.counts, loss, 0);
  if (getReduction() != LossReduction::None)
    loss = c.sum(loss);
  if (parts.divisor)
    loss = c.div(loss, parts.divisor);
  return c.finish(*this, loss, results);
}

/// The gradient of the weights of the classes: that of the sum, and of the
/// divisor. `perRow` is the gradient of each row's loss.
static Value buildWeightGradient(GraphBuilder &c,
                                 const CrossEntropyParts &parts,
                                 Value logProbability, Value perRow) {
  auto sumRows = [&](Value value) {
    SmallVector<int64_t> dims;
    for (int64_t i = 0, e = getTensorType(value).getRank(); i < e; ++i)
      if (i != parts.dim)
        dims.push_back(i);
    return dims.empty() ? value : c.sum(value, dims, true);
  };
  Value terms =
      c.mul(multiplyUnlessZero(c, parts.smoothed, logProbability), perRow);
  Value gradient = c.neg(sumRows(terms));
  if (parts.chosen) {
    Value mean = c.div(c.sum(c.mul(gradient, parts.weight)), parts.divisor);
    gradient = c.sub(gradient, c.mul(mean, sumRows(parts.chosen)));
  }
  return gradient;
}

LogicalResult
CrossEntropyOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                               ArrayRef<bool> needed,
                               MutableArrayRef<Value> operandGradients) {
  RankedTensorType type = getTensorType(getInput());
  GraphBuilder c(builder, getLoc(), type.getElementType());
  CrossEntropyParts parts = buildParts(c, *this);
  Value probability;
  if (needed[0]) {
    probability =
        SoftmaxOp::create(builder, getLoc(), c.widen(getInput()), parts.dim);
    // Without weights the classes of a target have a distribution of sum 1.
    if (parts.weight || !parts.counts)
      probability =
          c.mul(probability, c.sum(parts.distribution, parts.dim, true));
  }
  Value perRow = c.widen(gradients[0]);
  if (parts.divisor)
    perRow = c.div(perRow, parts.divisor);
  // One factor per row, 0 where the row is ignored.
  if (parts.counts)
    perRow = c.where(parts.counts, perRow, 0);
  if (getTensorType(perRow).getRank() == type.getRank() - 1)
    perRow = c.reshape(perRow, getRowShape(getInput(), parts.dim));
  auto give = [&](unsigned index, Value gradient) {
    operandGradients[index] = c.cast(gradient, type.getElementType());
  };
  if (needed[0])
    give(0, c.mul(c.sub(probability, parts.distribution), perRow));
  bool needsWeight = getWeight() && needed[2];
  if (!needed[1] && !needsWeight)
    return success();
  Value logProbability = buildLogProbability(c, *this, parts.dim);
  if (needed[1]) {
    Value share = c.constant(getLabelSmoothing().convertToDouble() - 1);
    Value factor = parts.weight ? c.mul(share, parts.weight) : share;
    give(1, c.mul(c.mul(factor, logProbability), perRow));
  }
  if (needsWeight)
    give(2, c.reshape(buildWeightGradient(c, parts, logProbability, perRow),
                      type.getDimSize(parts.dim)));
  return success();
}
