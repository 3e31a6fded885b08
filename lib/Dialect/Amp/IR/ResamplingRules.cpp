//===- ResamplingRules.cpp - Resampling -----------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Derivatives and decompositions.

#include "amp/Dialect/Amp/IR/Resampling.h"

#include "Windows.h"
#include "amp/Dialect/Amp/IR/GraphBuilder.h"

#include "amp/Dialect/Amp/IR/Indexing.h"
#include "amp/Dialect/Amp/IR/Limits.h"
#include <algorithm>
#include <cmath>
#include <numeric>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;
using ::amp::WindowRule;

//===----------------------------------------------------------------------===//
// Pixels and channels
//===----------------------------------------------------------------------===//

/// Splits the last three dimensions of the operand of `op` in two or three
/// each, permutes what these become, and joins them to the result.
static Value buildPixels(OpBuilder &builder, Operation *op,
                         ArrayRef<int64_t> split,
                         ArrayRef<int64_t> permutation) {
  GraphBuilder c(builder, op);
  ArrayRef<int64_t> result = getTensorType(op->getResult(0)).getShape();
  int64_t batch = static_cast<int64_t>(result.size()) - 3;
  SmallVector<int64_t> shape(result.take_front(batch));
  llvm::append_range(shape, split);
  SmallVector<int64_t> order = llvm::to_vector(llvm::seq<int64_t>(0, batch));
  for (int64_t place : permutation)
    order.push_back(batch + place);
  return c.reshape(c.transpose(c.reshape(op->getOperand(0), shape), order),
                   result);
}

LogicalResult PixelShuffleOp::decompose(OpBuilder &builder,
                                        SmallVectorImpl<Value> &results) {
  auto r = static_cast<int64_t>(getFactor());
  ArrayRef<int64_t> last = getTensorType(getInput()).getShape().take_back(3);
  // [C, i, j, h, w] to [C, h, i, w, j]
  results.push_back(buildPixels(builder, *this,
                                {last[0] / (r * r), r, r, last[1], last[2]},
                                {0, 3, 1, 4, 2}));
  return success();
}

LogicalResult PixelUnshuffleOp::decompose(OpBuilder &builder,
                                          SmallVectorImpl<Value> &results) {
  auto r = static_cast<int64_t>(getFactor());
  ArrayRef<int64_t> last = getTensorType(getInput()).getShape().take_back(3);
  // [C, h, i, w, j] to [C, i, j, h, w]
  results.push_back(buildPixels(builder, *this,
                                {last[0], last[1] / r, r, last[2] / r, r},
                                {0, 2, 4, 1, 3}));
  return success();
}

//===----------------------------------------------------------------------===//
// Resizing
//===----------------------------------------------------------------------===//

/// x [N, C, ...] with spatial sizes that are sums of windows.
template <typename OpTy>
static LogicalResult resize(OpTy op, ArrayRef<WindowRule> rules,
                            ArrayRef<double> weights, OpBuilder &builder,
                            SmallVectorImpl<Value> &results) {
  GraphBuilder c(builder, op);
  RankedTensorType type = getTensorType(op.getInput());
  ArrayRef<int64_t> shape = type.getShape();
  Value x = c.reshape(op.getInput(),
                      {shape[0] * shape[1],
                       ShapedType::getNumElements(shape.drop_front(2)), 1});
  results.push_back(c.reshape(sumWindows(c, x, rules, weights),
                              getTensorType(op.getResult()).getShape()));
  return success();
}

/// `rule` with smaller numbers, if its bounds are of fractions that can be
/// reduced.
static WindowRule reduce(WindowRule rule) {
  int64_t factor = std::gcd(rule.stride, rule.divisor);
  rule.stride /= factor;
  rule.divisor /= factor;
  rule.begin = llvm::divideFloorSigned(rule.begin, factor);
  rule.end = llvm::divideFloorSigned(rule.end, factor);
  return rule;
}

/// Element i is element floor((2 i + offset) size / (2 count)): exact, where a
/// ratio in floating point would be rounded.
template <typename OpTy>
static LogicalResult decomposeNearest(OpTy op, int64_t offset,
                                      OpBuilder &builder,
                                      SmallVectorImpl<Value> &results) {
  SmallVector<WindowRule> rules;
  for (auto [size, count] :
       llvm::zip(getTensorType(op.getInput()).getShape().drop_front(2),
                 op.getOutputSize())) {
    int64_t begin = offset * size;
    rules.push_back(
        reduce({size, count, 2 * size, 2 * count, begin, begin + 2 * count}));
  }
  return resize(op, rules, {}, builder, results);
}

namespace {
/// What an element weighs at a distance, which is 0 beyond `radius`.
struct Filter {
  int64_t radius;
  double (*weigh)(double);
};

/// Elements of the input per element of the result, as a fraction.
struct Ratio {
  Ratio(int64_t size, int64_t count, bool alignCorners)
      : numerator(alignCorners ? (count > 1 ? size - 1 : 0) : size),
        denominator(alignCorners ? std::max<int64_t>(count - 1, 1) : count) {}

  double get() const {
    return static_cast<double>(numerator) / static_cast<double>(denominator);
  }

  int64_t numerator, denominator;
};

/// The windows of interpolated elements of a dimension, and the weights in
/// them.
struct Interpolation {
  WindowRule rule;
  SmallVector<double> weights;
};
} // namespace

/// Element i lies at (i + 1/2) ratio - 1/2, or i ratio if corners are aligned.
/// In the place of what does not exist there is the outermost element.
static Interpolation interpolate(int64_t size, int64_t count, bool alignCorners,
                                 const Filter &filter) {
  Ratio ratio(size, count, alignCorners);
  // Twice the position, so that halves are numbers.
  int64_t stride = 2 * ratio.numerator, divisor = 2 * ratio.denominator;
  int64_t offset = alignCorners ? 0 : ratio.numerator - ratio.denominator;
  int64_t begin = offset - (filter.radius - 1) * divisor;
  // One position may be that of all elements.
  if (stride == 0)
    stride = 1, divisor = 2 * count, begin = -(filter.radius - 1) * divisor;
  WindowRule rule = reduce({size, count, stride, divisor, begin,
                            begin + 2 * filter.radius * divisor});
  Interpolation result = {rule, {}};
  for (int64_t p = 0; p < count; ++p) {
    double position = (static_cast<double>(2 * ratio.numerator * p + offset)) /
                      static_cast<double>(2 * ratio.denominator);
    int64_t first = rule.getBegin(p), most = rule.getMostElements();
    SmallVector<double> weights(most, 0);
    for (int64_t t = 0; t < most; ++t) {
      int64_t there = std::clamp<int64_t>(first + t, 0, size - 1) - first;
      weights[there] += filter.weigh(static_cast<double>(first + t) - position);
    }
    llvm::append_range(result.weights, weights);
  }
  return result;
}

/// With a filter that is stretched where the image becomes smaller. What does
/// not exist has no weight, and the others add up to 1.
static Interpolation interpolateSmoothly(int64_t size, int64_t count,
                                         bool alignCorners,
                                         const Filter &filter) {
  Ratio ratio(size, count, alignCorners);
  int64_t reach =
      2 * filter.radius * std::max(ratio.numerator, ratio.denominator);
  int64_t middle = ratio.numerator + ratio.denominator;
  WindowRule rule = {
      size,           count,         2 * ratio.numerator, 2 * ratio.denominator,
      middle - reach, middle + reach};
  // One position may be that of all elements.
  if (rule.stride == 0)
    rule = {
        size, count, 1, count, -filter.radius * count, filter.radius * count};
  rule = reduce(rule);
  Interpolation result = {rule, {}};
  double stretch = std::max(ratio.get(), 1.0);
  for (int64_t p = 0; p < count; ++p) {
    double centre = ratio.get() * (static_cast<double>(p) + 0.5);
    int64_t first = rule.getBegin(p), most = rule.getMostElements();
    SmallVector<double> weights(most, 0);
    double sum = 0;
    for (int64_t t = 0; t < most; ++t) {
      int64_t at = first + t;
      if (at < 0 || at >= size || at >= rule.getEnd(p))
        continue;
      double distance = static_cast<double>(at) - centre + 0.5;
      weights[t] = filter.weigh(distance / stretch);
      sum += weights[t];
    }
    for (double weight : weights)
      result.weights.push_back(weight / sum);
  }
  return result;
}

template <typename OpTy>
static LogicalResult decomposeInterpolation(
    OpTy op, const Filter &filter,
    Interpolation (*build)(int64_t, int64_t, bool, const Filter &),
    OpBuilder &builder, SmallVectorImpl<Value> &results) {
  SmallVector<WindowRule> rules;
  SmallVector<double> weights;
  for (auto [size, count] :
       llvm::zip(getTensorType(op.getInput()).getShape().drop_front(2),
                 op.getOutputSize())) {
    // As many weights as one of the result has, and those that it is of.
    if (failed(verifyListed(op, count + size)))
      return failure();
    Interpolation dim = build(size, count, op.getAlignCorners(), filter);
    rules.push_back(dim.rule);
    llvm::append_range(weights, dim.weights);
  }
  return resize(op, rules, weights, builder, results);
}

static double weighLinear(double x) { return std::max(1 - std::abs(x), 0.0); }

/// Keys' cubic convolution kernel ("Cubic convolution interpolation for digital
/// image processing", 1981) at distance `x`.
static double weighCubic(double x, double a) {
  x = std::abs(x);
  if (x <= 1)
    return ((a + 2) * x - (a + 3)) * x * x + 1;
  return x < 2 ? ((a * x - 5 * a) * x + 8 * a) * x - 4 * a : 0;
}

static constexpr Filter kLinear = {1, weighLinear};
static constexpr Filter kCubic = {
    2, [](double x) { return weighCubic(x, -0.75); }};
static constexpr Filter kSmoothCubic = {
    2, [](double x) { return weighCubic(x, -0.5); }};

AMP_DECOMPOSE(UpsampleBicubic2dOp,
              decomposeInterpolation(*this, kCubic, interpolate, builder,
                                     results))

AMP_DECOMPOSE(UpsampleBilinear2dAaOp,
              decomposeInterpolation(*this, kLinear, interpolateSmoothly,
                                     builder, results))

AMP_DECOMPOSE(UpsampleBicubic2dAaOp,
              decomposeInterpolation(*this, kSmoothCubic, interpolateSmoothly,
                                     builder, results))

AMP_DECOMPOSE(UpsampleNearest1dOp, decomposeNearest(*this, 0, builder, results))

AMP_DECOMPOSE(UpsampleNearest2dOp, decomposeNearest(*this, 0, builder, results))

AMP_DECOMPOSE(UpsampleNearest3dOp, decomposeNearest(*this, 0, builder, results))

AMP_DECOMPOSE(UpsampleNearestExact1dOp,
              decomposeNearest(*this, 1, builder, results))

AMP_DECOMPOSE(UpsampleNearestExact2dOp,
              decomposeNearest(*this, 1, builder, results))

AMP_DECOMPOSE(UpsampleNearestExact3dOp,
              decomposeNearest(*this, 1, builder, results))

AMP_DECOMPOSE(UpsampleLinear1dOp,
              decomposeInterpolation(*this, kLinear, interpolate, builder,
                                     results))

AMP_DECOMPOSE(UpsampleBilinear2dOp,
              decomposeInterpolation(*this, kLinear, interpolate, builder,
                                     results))

AMP_DECOMPOSE(UpsampleTrilinear3dOp,
              decomposeInterpolation(*this, kLinear, interpolate, builder,
                                     results))

//===----------------------------------------------------------------------===//
// Positions of a grid
//===----------------------------------------------------------------------===//

namespace {
/// What a position reads: numbers of elements, what each counts, and whether
/// it exists. Tensors [N, P, K] of K elements for each of P positions.
struct Taps {
  Value index, weight, isThere;
  int64_t count;
};

/// One spatial dimension of a sampled input. Positions are tensors [N, P, 1].
class SampledDim {
public:
  SampledDim(GraphBuilder &c, GridSamplerOp op, int64_t size)
      : c(c), op(op), size(static_cast<double>(size)) {}

  /// What is read along this dimension for what a grid says.
  Taps getTaps(Value grid) {
    Value position = getPosition(grid);
    StringRef mode = op.getInterpolationMode();
    if (mode == "nearest")
      return place(RoundOp::create(c.builder, c.loc, bound(position)),
                   c.broadcast(c.constant(1), c.getShape(position)));
    if (mode == "bilinear")
      position = bound(position);
    Value low = floor(position), t = c.sub(position, low);
    if (mode == "bilinear")
      return place(c.add(low, c.constants({1, 1, 2}, {0, 1})),
                   c.concat({c.sub(c.constant(1), t), t}, 2));
    SmallVector<Value> weights;
    for (int64_t tap = -1; tap <= 2; ++tap) {
      Value offset = c.constant(static_cast<double>(tap));
      weights.push_back(weighTap(tap <= 0 ? c.sub(t, offset) : c.sub(offset, t),
                                 tap == 0 || tap == 1));
    }
    return place(bound(c.add(low, c.constants({1, 1, 4}, {-1, 0, 1, 2}))),
                 c.concat(weights, 2));
  }

private:
  Value floor(Value x) { return FloorOp::create(c.builder, c.loc, x); }

  /// Elements of the numbers `index`, which are whole, or NaN.
  Taps place(Value index, Value weight) {
    Value isThere = LogicalAndOp::create(
        c.builder, c.loc, c.compare(ComparePredicate::GE, index, 0),
        c.compare(ComparePredicate::LE, index, size - 1));
    return {c.cast(c.where(isThere, index, 0), c.builder.getI64Type()), weight,
            isThere, c.getSize(index, 2)};
  }

  /// In elements, of which the first one is 0.
  Value getPosition(Value grid) {
    Value shifted = c.add(grid, c.constant(1));
    if (op.getAlignCorners())
      return c.mul(shifted, c.constant((size - 1) / 2));
    return c.mul(c.sub(c.mul(shifted, c.constant(size)), c.constant(1)),
                 c.constant(0.5));
  }

  /// What is read in the place of a position outside.
  Value bound(Value x) {
    if (op.getPaddingMode() == "zeros")
      return x;
    return clip(op.getPaddingMode() == "border" ? x : reflect(x));
  }

  /// Without a slope at the ends either, as PyTorch has it.
  Value clip(Value x) {
    x = c.where(c.compare(ComparePredicate::LE, x, 0), 0, x);
    return c.where(c.compare(ComparePredicate::GE, x, size - 1), size - 1, x);
  }

  /// Back and forth between the centres or edges of the outermost elements.
  Value reflect(Value x) {
    double low = op.getAlignCorners() ? 0 : -0.5;
    double span = op.getAlignCorners() ? size - 1 : size;
    if (span == 0)
      return c.broadcast(c.constant(0), c.getShape(x));
    Value d = c.sub(x, c.constant(low));
    d = c.where(c.compare(ComparePredicate::LT, d, 0), c.neg(d), d);
    Value flips = floor(c.div(d, c.constant(span)));
    Value rest = c.sub(d, c.mul(flips, c.constant(span)));
    Value half = floor(c.mul(flips, c.constant(0.5)));
    Value isEven =
        c.compare(ComparePredicate::EQ, flips, c.mul(half, c.constant(2)));
    d = c.where(isEven, rest, c.sub(c.constant(span), rest));
    return c.add(d, c.constant(low));
  }

  /// Keys' cubic filter (1981, a = -0.75) at a distance of at most 1, if it
  /// `isInner`, or from 1 to 2.
  Value weighTap(Value x, bool isInner) {
    constexpr double a = -0.75;
    auto polynomial = [&](ArrayRef<double> coefficients) {
      Value sum = c.constant(coefficients.front());
      for (double next : coefficients.drop_front())
        sum = c.add(c.mul(sum, x), c.constant(next));
      return sum;
    };
    return isInner ? polynomial({a + 2, -(a + 3), 0, 1})
                   : polynomial({a, -5 * a, 8 * a, -4 * a});
  }

  GraphBuilder &c;
  GridSamplerOp op;
  double size;
};
} // namespace

/// The elements of `a` and of `b`, each with each: of the dimension of `a`, and
/// of one of `size` elements inside of it.
static Taps cross(GraphBuilder &c, const Taps &a, const Taps &b, int64_t size) {
  SmallVector<int64_t> shape = c.getShape(a.index);
  auto outer = [&](Value value) {
    return c.reshape(value, {shape[0], shape[1], a.count, 1});
  };
  auto inner = [&](Value value) {
    return c.reshape(value, {shape[0], shape[1], 1, b.count});
  };
  auto join = [&](Value value) {
    return c.reshape(value, {shape[0], shape[1], a.count * b.count});
  };
  Value index = c.add(c.mul(outer(a.index), c.integer(size)), inner(b.index));
  Value isThere = LogicalAndOp::create(c.builder, c.loc, outer(a.isThere),
                                       inner(b.isThere));
  return {join(index), join(c.mul(outer(a.weight), inner(b.weight))),
          join(isThere), a.count * b.count};
}

LogicalResult GridSamplerOp::decompose(OpBuilder &builder,
                                       SmallVectorImpl<Value> &results) {
  GraphBuilder c(builder, *this);
  ArrayRef<int64_t> shape = getInput().getType().getShape();
  ArrayRef<int64_t> spatial = shape.drop_front(2), given = getType().getShape();
  int64_t batch = shape[0], channels = shape[1];
  int64_t positions = ShapedType::getNumElements(given.drop_front(2));
  int64_t elements = ShapedType::getNumElements(spatial);
  auto rank = static_cast<int64_t>(spatial.size());
  Value grid = c.reshape(c.widen(getGrid()), {batch, positions, rank});
  Taps taps;
  for (int64_t i = 0; i < rank; ++i) {
    // The grid has the last dimension first.
    Taps own = SampledDim(c, *this, spatial[i])
                   .getTaps(c.part(grid, 2, rank - 1 - i, 1));
    taps = i == 0 ? own : cross(c, taps, own, spatial[i]);
  }
  Value index = c.where(taps.isThere, taps.index, c.integer(-1));
  Value weight = c.where(taps.isThere, taps.weight, 0);
  // Channels come last, so that what is read at a position lies together.
  Value input = c.transpose(
      c.reshape(c.widen(getInput()), {batch, channels, elements}), {0, 2, 1});
  Value read = ReadAtOp::create(
      builder, getLoc(), input,
      c.reshape(index, {batch, positions * taps.count, 1}), /*zeros=*/true,
      /*constant_at=*/IntegerAttr());
  Value terms = c.mul(c.reshape(read, {batch, positions, taps.count, channels}),
                      c.reshape(weight, {batch, positions, taps.count, 1}));
  Value y = c.transpose(c.sum(terms, 2), {0, 2, 1});
  return c.finish(*this, c.reshape(y, given), results);
}
