//===- ResamplingRules.cpp - Resampling -----------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Derivatives and decompositions.

#include "amp/Dialect/Amp/IR/Resampling.h"

#include "amp/Dialect/Amp/IR/GraphBuilder.h"

#include "amp/Dialect/Amp/IR/Limits.h"
#include <algorithm>
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

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

/// The elements of dimension `dim` with these ascending numbers.
static Value gather(GraphBuilder &c, Value x, int64_t dim,
                    ArrayRef<int64_t> indices) {
  SmallVector<Value> parts;
  for (size_t i = 0; i < indices.size();) {
    // As many as are equally far apart.
    int64_t step = i + 1 < indices.size() ? indices[i + 1] - indices[i] : 1;
    size_t end = i + 1;
    while (end < indices.size() && indices[end] - indices[end - 1] == step)
      ++end;
    auto count = static_cast<int64_t>(end - i);
    if (step > 0) {
      parts.push_back(c.part(x, dim, indices[i], count, step));
    } else {
      SmallVector<int64_t> shape = c.getShape(x);
      shape[dim] = count;
      parts.push_back(c.broadcast(c.part(x, dim, indices[i], 1), shape));
    }
    i = end;
  }
  return c.concat(parts, dim);
}

/// What is not evenly spaced in the input is gathered piece by piece.
template <typename OpTy>
static LogicalResult verifyOutputSize(OpTy op) {
  for (int64_t size : op.getOutputSize())
    if (failed(verifyNumParts(op, size, "elements in a dimension")))
      return failure();
  return success();
}

/// Element i is element floor((2 i + offset) size / (2 count)): exact, where a
/// ratio in floating point would be rounded.
template <typename OpTy>
static LogicalResult decomposeNearest(OpTy op, int64_t offset,
                                      OpBuilder &builder,
                                      SmallVectorImpl<Value> &results) {
  if (failed(verifyOutputSize(op)))
    return failure();
  GraphBuilder c(builder, op);
  // Exact; so that the gradients of an element's copies are added in f32.
  Value x = c.widen(op.getInput());
  for (auto [i, count] : llvm::enumerate(op.getOutputSize())) {
    auto dim = static_cast<int64_t>(i) + 2;
    int64_t size = c.getSize(x, dim);
    if (count % size == 0) {
      // Each element several times.
      SmallVector<int64_t> shape = c.getShape(x), repeated;
      shape.insert(shape.begin() + dim + 1, 1);
      repeated = shape;
      repeated[dim + 1] = count / size;
      x = c.broadcast(c.reshape(x, shape), repeated);
      shape.erase(shape.begin() + dim + 1);
      shape[dim] = count;
      x = c.reshape(x, shape);
      continue;
    }
    SmallVector<int64_t> indices;
    for (int64_t k = 0; k < count; ++k)
      indices.push_back((2 * k + offset) * size / (2 * count));
    x = gather(c, x, dim, indices);
  }
  return c.finish(op, x, results);
}

namespace {
/// The elements that one of the result is a sum of, with their weights.
using Taps = SmallVector<std::pair<int64_t, double>>;
/// Those of element `i` of `count`, along a dimension of `size`.
using GetTaps =
    llvm::function_ref<Taps(int64_t i, int64_t size, int64_t count)>;
} // namespace

/// Adds up weighted neighbours, along one dimension after the other.
template <typename OpTy>
static LogicalResult decomposeInterpolation(OpTy op, GetTaps getTaps,
                                            OpBuilder &builder,
                                            SmallVectorImpl<Value> &results) {
  if (failed(verifyOutputSize(op)))
    return failure();
  GraphBuilder c(builder, op);
  Value x = c.widen(op.getInput());
  int64_t rank = getTensorType(x).getRank();
  for (auto [i, count] : llvm::enumerate(op.getOutputSize())) {
    auto dim = static_cast<int64_t>(i) + 2;
    SmallVector<Taps> all;
    size_t most = 0;
    for (int64_t k = 0; k < count; ++k) {
      all.push_back(getTaps(k, c.getSize(x, dim), count));
      most = std::max(most, all.back().size());
    }
    // Fewer neighbours become as many: a weight of 0 would turn an infinity
    // into NaN, so the last one's is shared.
    for (Taps &taps : all) {
      auto [index, weight] = taps.pop_back_val();
      size_t missing = most - taps.size();
      taps.append(missing, {index, weight / static_cast<double>(missing)});
    }
    SmallVector<int64_t> shape(rank - dim, 1);
    shape.front() = count;
    Value sum;
    for (size_t tap = 0; tap < most; ++tap) {
      SmallVector<int64_t> indices;
      SmallVector<double> weights;
      for (const Taps &taps : all) {
        indices.push_back(taps[tap].first);
        weights.push_back(taps[tap].second);
      }
      Value term =
          c.mul(gather(c, x, dim, indices), c.constants(shape, weights));
      sum = sum ? c.add(sum, term) : term;
    }
    x = sum;
  }
  return c.finish(op, x, results);
}

/// How many elements of the input one of the result is wide.
static double getRatio(int64_t size, int64_t count, bool alignCorners) {
  if (!alignCorners)
    return static_cast<double>(size) / static_cast<double>(count);
  return count > 1
             ? static_cast<double>(size - 1) / static_cast<double>(count - 1)
             : 0;
}

/// Where element `i` of `count` lies among `size` elements.
static double getPosition(int64_t i, int64_t size, int64_t count,
                          bool alignCorners) {
  double ratio = getRatio(size, count, alignCorners);
  return alignCorners ? static_cast<double>(i) * ratio
                      : (static_cast<double>(i) + 0.5) * ratio - 0.5;
}

template <typename OpTy>
static LogicalResult decomposeLinear(OpTy op, OpBuilder &builder,
                                     SmallVectorImpl<Value> &results) {
  auto getTaps = [&](int64_t i, int64_t size, int64_t count) -> Taps {
    double position =
        std::max(getPosition(i, size, count, op.getAlignCorners()), 0.0);
    auto before = static_cast<int64_t>(position);
    double rest = position - static_cast<double>(before);
    return {{std::min(before, size - 1), 1 - rest},
            {std::min(before + 1, size - 1), rest}};
  };
  return decomposeInterpolation(op, getTaps, builder, results);
}

/// Keys' cubic convolution kernel ("Cubic convolution interpolation for digital
/// image processing", 1981) at distance `x`.
static double weighCubic(double x, double a) {
  x = std::abs(x);
  if (x <= 1)
    return ((a + 2) * x - (a + 3)) * x * x + 1;
  return x < 2 ? ((a * x - 5 * a) * x + 8 * a) * x - 4 * a : 0;
}

LogicalResult UpsampleBicubic2dOp::decompose(OpBuilder &builder,
                                             SmallVectorImpl<Value> &results) {
  auto getTaps = [&](int64_t i, int64_t size, int64_t count) {
    double position = getPosition(i, size, count, getAlignCorners());
    auto before = static_cast<int64_t>(std::floor(position));
    Taps taps;
    for (int64_t at = before - 1; at <= before + 2; ++at)
      taps.push_back({std::clamp<int64_t>(at, 0, size - 1),
                      weighCubic(position - static_cast<double>(at), -0.75)});
    return taps;
  };
  return decomposeInterpolation(*this, getTaps, builder, results);
}

/// With a filter of some `radius`, stretched where the image becomes smaller.
template <typename OpTy>
static LogicalResult
decomposeAntialiased(OpTy op, double radius, double (*filter)(double),
                     OpBuilder &builder, SmallVectorImpl<Value> &results) {
  auto getTaps = [&](int64_t i, int64_t size, int64_t count) {
    double ratio = getRatio(size, count, op.getAlignCorners());
    double stretch = std::max(ratio, 1.0);
    double centre = ratio * (static_cast<double>(i) + 0.5);
    double reach = radius * stretch;
    auto begin =
        std::max(static_cast<int64_t>(centre - reach + 0.5), int64_t(0));
    auto end = std::min(static_cast<int64_t>(centre + reach + 0.5), size);
    Taps taps;
    double sum = 0;
    for (int64_t at = begin; at < end; ++at) {
      double distance = static_cast<double>(at) - centre + 0.5;
      taps.push_back({at, filter(distance / stretch)});
      sum += taps.back().second;
    }
    for (auto &[index, weight] : taps)
      weight /= sum;
    return taps;
  };
  return decomposeInterpolation(op, getTaps, builder, results);
}

LogicalResult
UpsampleBilinear2dAaOp::decompose(OpBuilder &builder,
                                  SmallVectorImpl<Value> &results) {
  return decomposeAntialiased(
      *this, /*radius=*/1,
      [](double x) { return std::max(1 - std::abs(x), 0.0); }, builder,
      results);
}

LogicalResult
UpsampleBicubic2dAaOp::decompose(OpBuilder &builder,
                                 SmallVectorImpl<Value> &results) {
  return decomposeAntialiased(
      *this, /*radius=*/2, [](double x) { return weighCubic(x, -0.5); },
      builder, results);
}

AMP_DECOMPOSE(UpsampleNearest1dOp, decomposeNearest(*this, 0, builder, results))

AMP_DECOMPOSE(UpsampleNearest2dOp, decomposeNearest(*this, 0, builder, results))

AMP_DECOMPOSE(UpsampleNearest3dOp, decomposeNearest(*this, 0, builder, results))

AMP_DECOMPOSE(UpsampleNearestExact1dOp,
              decomposeNearest(*this, 1, builder, results))

AMP_DECOMPOSE(UpsampleNearestExact2dOp,
              decomposeNearest(*this, 1, builder, results))

AMP_DECOMPOSE(UpsampleNearestExact3dOp,
              decomposeNearest(*this, 1, builder, results))

AMP_DECOMPOSE(UpsampleLinear1dOp, decomposeLinear(*this, builder, results))

AMP_DECOMPOSE(UpsampleBilinear2dOp, decomposeLinear(*this, builder, results))

AMP_DECOMPOSE(UpsampleTrilinear3dOp, decomposeLinear(*this, builder, results))

//===----------------------------------------------------------------------===//
// Positions of a grid
//===----------------------------------------------------------------------===//

namespace {
/// One spatial dimension of a sampled input. Positions are tensors [N, P, 1].
class SampledDim {
public:
  SampledDim(GraphBuilder &c, GridSamplerOp op, int64_t size)
      : c(c), op(op), size(static_cast<double>(size)) {
    SmallVector<double> numbers;
    for (int64_t i = 0; i < size; ++i)
      numbers.push_back(static_cast<double>(i));
    places = c.constants({size}, numbers);
  }

  /// The weights [N, P, size] of the elements for what a grid says.
  Value getWeights(Value grid) {
    Value position = getPosition(grid);
    StringRef mode = op.getInterpolationMode();
    if (mode == "nearest") {
      Value nearest = RoundOp::create(c.builder, c.loc, bound(position));
      return place(nearest, c.constant(1));
    }
    if (mode == "bilinear") {
      position = bound(position);
      Value low = floor(position), t = c.sub(position, low);
      return c.add(place(low, c.sub(c.constant(1), t)),
                   place(c.add(low, c.constant(1)), t));
    }
    Value low = floor(position), t = c.sub(position, low), sum;
    for (int64_t tap = -1; tap <= 2; ++tap) {
      Value offset = c.constant(static_cast<double>(tap));
      Value weight = weighTap(tap <= 0 ? c.sub(t, offset) : c.sub(offset, t),
                              tap == 0 || tap == 1);
      Value placed = place(bound(c.add(low, offset)), weight);
      sum = sum ? c.add(sum, placed) : placed;
    }
    return sum;
  }

private:
  Value floor(Value x) { return FloorOp::create(c.builder, c.loc, x); }

  /// `weight` at the element of number `index`, if there is one, else 0.
  Value place(Value index, Value weight) {
    return c.where(c.compare(ComparePredicate::EQ, index, places), weight, 0);
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
  /// 0, 1, ...
  Value places;
};
} // namespace

LogicalResult GridSamplerOp::decompose(OpBuilder &builder,
                                       SmallVectorImpl<Value> &results) {
  GraphBuilder c(builder, *this);
  ArrayRef<int64_t> shape = getInput().getType().getShape();
  ArrayRef<int64_t> spatial = shape.drop_front(2), given = getType().getShape();
  for (int64_t size : spatial)
    if (failed(verifyNumbered(*this, size)))
      return failure();
  int64_t positions = 1, elements = 1;
  for (int64_t size : given.drop_front(2))
    positions *= size;
  auto count = static_cast<int64_t>(spatial.size());
  Value grid = c.reshape(c.widen(getGrid()), {shape[0], positions, count});
  // [N, P, elements]: products of the weights of each dimension; the grid has
  // them the other way round.
  Value weights;
  for (int64_t i = 0; i < count; ++i) {
    Value own = SampledDim(c, *this, spatial[i])
                    .getWeights(c.part(grid, 2, count - 1 - i, 1));
    if (weights)
      own = c.mul(c.reshape(weights, {shape[0], positions, elements, 1}),
                  c.reshape(own, {shape[0], positions, 1, spatial[i]}));
    elements *= spatial[i];
    weights = c.reshape(own, {shape[0], positions, elements});
  }
  Value input = c.reshape(c.widen(getInput()), {shape[0], shape[1], elements});
  Value y = c.matmul(input, createMatrixTranspose(builder, getLoc(), weights));
  return c.finish(*this, c.reshape(y, given), results);
}
