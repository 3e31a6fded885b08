//===- ShapesRules.cpp - Ops that move elements ---------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Derivatives and decompositions.

#include "amp/Dialect/Amp/IR/Shapes.h"

#include "amp/Dialect/Amp/IR/GraphBuilder.h"

#include "amp/Dialect/Amp/IR/Limits.h"
#include <algorithm>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

//===----------------------------------------------------------------------===//
// Composites
//===----------------------------------------------------------------------===//

LogicalResult StackOp::decompose(OpBuilder &builder,
                                 SmallVectorImpl<Value> &results) {
  GraphBuilder c(builder, *this);
  int64_t dim = wrapDim(getDim(), getType().getRank());
  SmallVector<int64_t> shape(getType().getShape());
  shape[dim] = 1;
  SmallVector<Value> parts;
  for (Value input : getInputs())
    parts.push_back(c.reshape(input, shape));
  results.push_back(c.concat(parts, dim));
  return success();
}

LogicalResult SplitOp::decompose(OpBuilder &builder,
                                 SmallVectorImpl<Value> &results) {
  RankedTensorType type = getTensorType(getInput());
  GraphBuilder c(builder, getLoc(), type.getElementType());
  int64_t dim = wrapDim(getDim(), type.getRank()), offset = 0;
  for (int64_t size : getSizes()) {
    results.push_back(c.part(getInput(), dim, offset, size));
    offset += size;
  }
  return success();
}

#define DECOMPOSE_RESHAPE(OP)                                                  \
  LogicalResult OP::decompose(OpBuilder &builder,                              \
                              SmallVectorImpl<Value> &results) {               \
    results.push_back(ReshapeOp::create(builder, getLoc(), getInput(),         \
                                        getType().getShape()));                \
    return success();                                                          \
  }

DECOMPOSE_RESHAPE(SqueezeOp)

DECOMPOSE_RESHAPE(UnsqueezeOp)

/// The prime factors of `size`, in ascending order; those beyond kMaxParts as
/// one.
static SmallVector<int64_t> getFactors(int64_t size) {
  SmallVector<int64_t> factors;
  for (int64_t factor = 2; size > 1; ++factor) {
    if (factor * factor > size || factor > kMaxParts)
      factor = size;
    for (; size % factor == 0; size /= factor)
      factors.push_back(factor);
  }
  return factors;
}

/// x in reverse order along `dim`. An index of several digits is reversed digit
/// by digit, so that few slices are cut: one per value of a digit.
static Value buildFlip(GraphBuilder &c, Value x, int64_t dim) {
  SmallVector<int64_t> original = GraphBuilder::getShape(x);
  SmallVector<int64_t> digits = getFactors(original[dim]);
  if (digits.empty())
    return x;
  SmallVector<int64_t> shape = original;
  shape.erase(shape.begin() + dim);
  shape.insert(shape.begin() + dim, digits.begin(), digits.end());
  x = c.reshape(x, shape);
  for (auto [i, digit] : llvm::enumerate(digits)) {
    int64_t place = dim + static_cast<int64_t>(i);
    SmallVector<Value> parts;
    for (int64_t value = digit; value-- > 0;)
      parts.push_back(c.part(x, place, value, 1));
    x = c.concat(parts, place);
  }
  return c.reshape(x, original);
}

LogicalResult FlipOp::decompose(OpBuilder &builder,
                                SmallVectorImpl<Value> &results) {
  GraphBuilder c(builder, *this);
  Value x = getInput();
  for (int64_t dim : getDims()) {
    dim = wrapDim(dim, getType().getRank());
    SmallVector<int64_t> factors = getFactors(getType().getDimSize(dim));
    if (!factors.empty() &&
        failed(verifyNumParts(*this, factors.back(), "slices to reverse")))
      return failure();
    x = buildFlip(c, x, dim);
  }
  results.push_back(x);
  return success();
}

LogicalResult TileOp::decompose(OpBuilder &builder,
                                SmallVectorImpl<Value> &results) {
  GraphBuilder c(builder, *this);
  // Each dimension n becomes (1, n), then (r, n), then r n.
  SmallVector<int64_t> repeats(getRepeats()),
      sizes = GraphBuilder::getShape(getInput());
  size_t rank = std::max(repeats.size(), sizes.size());
  repeats.insert(repeats.begin(), rank - repeats.size(), 1);
  sizes.insert(sizes.begin(), rank - sizes.size(), 1);
  SmallVector<int64_t> apart, repeated;
  for (size_t i = 0; i < rank; ++i) {
    apart.append({1, sizes[i]});
    repeated.append({repeats[i], sizes[i]});
  }
  Value x = c.broadcast(c.reshape(getInput(), apart), repeated);
  results.push_back(c.reshape(x, getType().getShape()));
  return success();
}

//===----------------------------------------------------------------------===//
// Padding
//===----------------------------------------------------------------------===//

LogicalResult ConstantPadNdOp::decompose(OpBuilder &builder,
                                         SmallVectorImpl<Value> &results) {
  GraphBuilder c(builder, *this);
  Value x = getInput();
  for (int64_t dim = 0, rank = getType().getRank(); dim < rank; ++dim) {
    int64_t low = getLow()[dim], high = getHigh()[dim];
    int64_t first = std::max<int64_t>(-low, 0);
    int64_t size =
        getTensorType(x).getDimSize(dim) - first - std::max<int64_t>(-high, 0);
    SmallVector<Value> parts;
    auto addEdge = [&](int64_t count) {
      SmallVector<int64_t> shape = GraphBuilder::getShape(x);
      shape[dim] = count;
      if (count > 0)
        parts.push_back(createSplat(builder, getLoc(),
                                    getTensorType(x).clone(shape),
                                    getValue().convertToDouble()));
    };
    addEdge(low);
    parts.push_back(c.part(x, dim, first, size));
    addEdge(high);
    x = c.concat(parts, dim);
  }
  results.push_back(x);
  return success();
}

/// Pads the last dimensions with what `buildEdge` makes of x: so many elements
/// of a dimension, at the low or the high end. The gradients of an element and
/// of its copies are added in the composer's type.
static Value buildPadding(
    GraphBuilder &c, Value x, ArrayRef<int64_t> low, ArrayRef<int64_t> high,
    llvm::function_ref<Value(Value, int64_t dim, int64_t count, bool isLow)>
        buildEdge) {
  int64_t first = getTensorType(x).getRank() - static_cast<int64_t>(low.size());
  Type elementType = getTensorType(x).getElementType();
  x = c.widenAs(x, elementType);
  for (auto [i, below, above] : llvm::enumerate(low, high)) {
    int64_t dim = first + static_cast<int64_t>(i);
    SmallVector<Value> parts;
    if (below)
      parts.push_back(buildEdge(x, dim, below, true));
    parts.push_back(x);
    if (above)
      parts.push_back(buildEdge(x, dim, above, false));
    x = c.concat(parts, dim);
  }
  return c.cast(x, elementType);
}

LogicalResult ReflectionPadOp::decompose(OpBuilder &builder,
                                         SmallVectorImpl<Value> &results) {
  GraphBuilder c(builder, *this);
  auto buildEdge = [&](Value x, int64_t dim, int64_t count, bool isLow) {
    int64_t size = getTensorType(x).getDimSize(dim);
    int64_t offset = isLow ? 1 : size - 1 - count;
    return buildFlip(c, c.part(x, dim, offset, count), dim);
  };
  results.push_back(
      buildPadding(c, getInput(), getLow(), getHigh(), buildEdge));
  return success();
}

LogicalResult ReplicationPadOp::decompose(OpBuilder &builder,
                                          SmallVectorImpl<Value> &results) {
  GraphBuilder c(builder, *this);
  auto buildEdge = [&](Value x, int64_t dim, int64_t count, bool isLow) {
    SmallVector<int64_t> shape = GraphBuilder::getShape(x);
    Value edge = c.part(x, dim, isLow ? 0 : shape[dim] - 1, 1);
    shape[dim] = count;
    return c.broadcast(edge, shape);
  };
  results.push_back(
      buildPadding(c, getInput(), getLow(), getHigh(), buildEdge));
  return success();
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

/// The result does not vary with the operand.
LogicalResult DetachOp::buildGradients(OpBuilder &, ValueRange, ArrayRef<bool>,
                                       MutableArrayRef<Value>) {
  return success();
}

LogicalResult DetachOp::decompose(OpBuilder &,
                                  SmallVectorImpl<Value> &results) {
  results.push_back(getInput());
  return success();
}

#define DECOMPOSE_SPLAT(OP, VALUE)                                             \
  LogicalResult OP::decompose(OpBuilder &builder,                              \
                              SmallVectorImpl<Value> &results) {               \
    results.push_back(createSplat(builder, getLoc(), getType(), VALUE));       \
    return success();                                                          \
  }

DECOMPOSE_SPLAT(OnesLikeOp, 1)

DECOMPOSE_SPLAT(ZerosLikeOp, 0)

//===----------------------------------------------------------------------===//
// Derivatives of core ops
//===----------------------------------------------------------------------===//

LogicalResult
ReshapeOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                          ArrayRef<bool> needed,
                          MutableArrayRef<Value> operandGradients) {
  if (needed[0])
    operandGradients[0] = ReshapeOp::create(
        builder, getLoc(), gradients[0], getTensorType(getInput()).getShape());
  return success();
}

LogicalResult
TransposeOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                            ArrayRef<bool> needed,
                            MutableArrayRef<Value> operandGradients) {
  if (!needed[0])
    return success();
  SmallVector<int64_t> inverse(getPermutation().size());
  for (auto [i, dim] : llvm::enumerate(getPermutation()))
    inverse[dim] = i;
  operandGradients[0] =
      TransposeOp::create(builder, getLoc(), gradients[0], inverse);
  return success();
}

LogicalResult
BroadcastToOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                              ArrayRef<bool> needed,
                              MutableArrayRef<Value> operandGradients) {
  if (needed[0])
    operandGradients[0] =
        createSumTo(builder, getLoc(), gradients[0], getTensorType(getInput()));
  return success();
}

LogicalResult SliceOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                                      ArrayRef<bool> needed,
                                      MutableArrayRef<Value> operandGradients) {
  if (needed[0])
    operandGradients[0] = SliceBackwardOp::create(
        builder, getLoc(), gradients[0], getTensorType(getInput()).getShape(),
        getOffsets(), getStrides());
  return success();
}

LogicalResult
SliceBackwardOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                                ArrayRef<bool> needed,
                                MutableArrayRef<Value> operandGradients) {
  if (needed[0])
    operandGradients[0] =
        SliceOp::create(builder, getLoc(), gradients[0], getOffsets(),
                        getTensorType(getGradient()).getShape(), getStrides());
  return success();
}

LogicalResult
ConcatOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                         ArrayRef<bool> needed,
                         MutableArrayRef<Value> operandGradients) {
  SmallVector<int64_t> offsets(getType().getRank(), 0);
  for (auto [i, input] : llvm::enumerate(getInputs())) {
    RankedTensorType type = getTensorType(input);
    if (needed[i])
      operandGradients[i] =
          SliceOp::create(builder, getLoc(), gradients[0], offsets,
                          type.getShape(), ArrayRef<int64_t>());
    offsets[getDim()] += type.getDimSize(getDim());
  }
  return success();
}
