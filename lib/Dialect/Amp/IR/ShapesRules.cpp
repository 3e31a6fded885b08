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

#include "amp/Dialect/Amp/IR/Indexing.h"
#include "amp/Dialect/Amp/IR/Limits.h"
#include <algorithm>
#include <cstdlib>

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

/// The elements of dimension `dim` with these numbers.
static Value selectAlong(GraphBuilder &c, Value x, int64_t dim,
                         ArrayRef<int64_t> numbers) {
  auto type = RankedTensorType::get({static_cast<int64_t>(numbers.size())},
                                    c.builder.getI64Type());
  Value index = ConstantOp::create(c.builder, c.loc, type,
                                   DenseElementsAttr::get(type, numbers));
  return IndexSelectOp::create(c.builder, c.loc, x, index, dim);
}

LogicalResult FlipOp::decompose(OpBuilder &builder,
                                SmallVectorImpl<Value> &results) {
  GraphBuilder c(builder, *this);
  Value x = getInput();
  for (int64_t dim : getDims()) {
    dim = wrapDim(dim, getType().getRank());
    if (failed(verifyListed(*this, getType().getDimSize(dim))))
      return failure();
    SmallVector<int64_t> numbers =
        llvm::to_vector(llvm::seq<int64_t>(0, getType().getDimSize(dim)));
    std::reverse(numbers.begin(), numbers.end());
    if (numbers.size() > 1)
      x = selectAlong(c, x, dim, numbers);
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

/// Pads the last dimensions by elements of their own: the one at `place`, from
/// -low on, is that with the number that `getNumber` gives.
template <typename OpTy>
static LogicalResult
decomposePadding(OpTy op, OpBuilder &builder, SmallVectorImpl<Value> &results,
                 int64_t (*getNumber)(int64_t place, int64_t size)) {
  GraphBuilder c(builder, op);
  Value x = op.getInput();
  size_t count = op.getLow().size();
  int64_t first = getTensorType(x).getRank() - static_cast<int64_t>(count);
  for (int64_t size : getTensorType(op.getResult()).getShape().take_back(count))
    if (failed(verifyListed(op, size)))
      return failure();
  for (auto [i, below, above] : llvm::enumerate(op.getLow(), op.getHigh())) {
    int64_t dim = first + static_cast<int64_t>(i);
    int64_t size = GraphBuilder::getSize(x, dim);
    SmallVector<int64_t> numbers;
    for (int64_t place = -below; place < size + above; ++place)
      numbers.push_back(getNumber(place, size));
    if (below != 0 || above != 0)
      x = selectAlong(c, x, dim, numbers);
  }
  results.push_back(x);
  return success();
}

/// There and back.
static int64_t reflect(int64_t place, int64_t size) {
  place = std::abs(place);
  return place < size ? place : 2 * (size - 1) - place;
}

/// The outermost element.
static int64_t repeat(int64_t place, int64_t size) {
  return std::clamp<int64_t>(place, 0, size - 1);
}

AMP_DECOMPOSE(ReflectionPadOp,
              decomposePadding(*this, builder, results, reflect))

AMP_DECOMPOSE(ReplicationPadOp,
              decomposePadding(*this, builder, results, repeat))

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
