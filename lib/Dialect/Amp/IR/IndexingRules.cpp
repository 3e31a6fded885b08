//===- IndexingRules.cpp - Indexing ---------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Derivatives and decompositions.

#include "amp/Dialect/Amp/IR/Indexing.h"

#include "amp/Dialect/Amp/IR/GraphBuilder.h"

#include "amp/Dialect/Amp/IR/Casts.h"
#include "amp/Dialect/Amp/IR/Elementwise.h"
#include "amp/Dialect/Amp/IR/Reductions.h"
#include "amp/Dialect/Amp/IR/Shapes.h"
#include <limits>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

LogicalResult OneHotOp::buildGradients(OpBuilder &, ValueRange, ArrayRef<bool>,
                                       MutableArrayRef<Value>) {
  return success();
}

//===----------------------------------------------------------------------===//
// What is common to the ops
//===----------------------------------------------------------------------===//

/// A rank 0 constant.
static Value scalar(GraphBuilder &c, Type elementType, double value) {
  return createSplat(c.builder, c.loc, RankedTensorType::get({}, elementType),
                     value);
}

/// Sums of truth values are none, and those of short integers overflow no
/// earlier than they must: integers become i64.
static Value widenIntegers(GraphBuilder &c, Value x) {
  return isa<FloatType>(getTensorType(x).getElementType())
             ? x
             : c.cast(x, c.builder.getI64Type());
}

/// x in the type in which it is summed.
static Value widenSummands(GraphBuilder &c, Value x) {
  return widenIntegers(c, c.widenAs(x, getTensorType(x).getElementType()));
}

/// `x` where `condition` holds, else 0.
static Value keepWhere(GraphBuilder &c, Value condition, Value x) {
  return c.where(condition, x, scalar(c, getTensorType(x).getElementType(), 0));
}

/// True where an index is the place in one more, last dimension of `size`.
static Value buildHits(GraphBuilder &c, Value index, int64_t size) {
  Value hot = OneHotOp::create(c.builder, c.loc, index, size, c.type);
  return c.compare(ComparePredicate::NE, hot, c.constant(0));
}

/// With dimension `dim` last, or the last one at `dim`.
static Value moveToLast(GraphBuilder &c, Value x, int64_t dim) {
  SmallVector<int64_t> order =
      llvm::to_vector(llvm::seq<int64_t>(0, getTensorType(x).getRank()));
  order.erase(order.begin() + dim);
  order.push_back(dim);
  return c.transpose(x, order);
}

static Value moveLastTo(GraphBuilder &c, Value x, int64_t dim) {
  SmallVector<int64_t> order =
      llvm::to_vector(llvm::seq<int64_t>(0, getTensorType(x).getRank() - 1));
  order.insert(order.begin() + dim, static_cast<int64_t>(order.size()));
  return c.transpose(x, order);
}

/// Elements of x along `dim`, at indices that have the rank of x and broadcast
/// against its other dimensions: of all elements the chosen one is kept, and
/// the sum taken. Indices that do not exist give NaN, and 0 in integers, since
/// a kernel cannot raise an error.
static Value buildSelection(GraphBuilder &c, Value x, Value index,
                            int64_t dim) {
  RankedTensorType type = getTensorType(x);
  Type elementType = type.getElementType(), i64 = c.builder.getI64Type();
  // The dimension goes last, and leaves one of size 1.
  int64_t size = type.getDimSize(dim);
  SmallVector<int64_t> shape(type.getShape());
  shape[dim] = 1;
  shape.push_back(size);
  Value candidates = c.reshape(moveToLast(c, widenIntegers(c, x), dim), shape);
  Value chosen = c.sum(keepWhere(c, buildHits(c, index, size), candidates),
                       type.getRank());
  if (!isa<FloatType>(elementType))
    return c.cast(chosen, elementType);
  Value exists = LogicalAndOp::create(
      c.builder, c.loc,
      c.compare(ComparePredicate::GE, index, scalar(c, i64, 0)),
      c.compare(ComparePredicate::LT, index,
                scalar(c, i64, static_cast<double>(size))));
  return c.where(
      exists, chosen,
      scalar(c, elementType, std::numeric_limits<double>::quiet_NaN()));
}

/// The sum of the elements of x along `dim` that have one index, at the place
/// of that index among `size`. Indices have the rank of x and broadcast against
/// its other dimensions; elements whose place does not exist are in no sum.
static Value buildScatter(GraphBuilder &c, Value x, Value index, int64_t dim,
                          int64_t size) {
  SmallVector<int64_t> shape = GraphBuilder::getShape(x);
  shape.push_back(1);
  Value placed = keepWhere(c, buildHits(c, index, size), c.reshape(x, shape));
  return moveLastTo(c, c.sum(placed, dim), dim);
}

/// x with slice i of `source` at place `index[i]` of `dim`; of several at one
/// place the first stays.
static Value buildReplacement(GraphBuilder &c, Value x, Value index,
                              Value source, int64_t dim) {
  RankedTensorType type = getTensorType(x);
  int64_t size = type.getDimSize(dim);
  if (getTensorType(index).getDimSize(0) == 0 || size == 0)
    return x;
  Value hits = buildHits(c, index, size);
  Value first = ArgmaxOp::create(c.builder, c.loc, c.cast(hits, c.type), 0);
  Value isReplaced = AnyOp::create(c.builder, c.loc, hits, ArrayRef<int64_t>{0},
                                   /*keepdim=*/false);
  SmallVector<int64_t> shape(type.getRank(), 1);
  shape[dim] = size;
  Value chosen = buildSelection(c, source, c.reshape(first, shape), dim);
  return c.where(c.reshape(isReplaced, shape), chosen, x);
}

//===----------------------------------------------------------------------===//
// Elements and slices
//===----------------------------------------------------------------------===//

/// What selects from a dimension without elements.
template <typename OpTy>
static LogicalResult checkSelection(OpTy op, int64_t dim) {
  RankedTensorType type = getTensorType(op.getInput());
  if (type.getDimSize(dim) == 0)
    return op.emitOpError("cannot select from dimension ")
           << dim << " of " << type << ", which is empty";
  return success();
}

LogicalResult IndexSelectOp::decompose(OpBuilder &builder,
                                       SmallVectorImpl<Value> &results) {
  int64_t rank = getTensorType(getInput()).getRank();
  int64_t dim = wrapDim(getDim(), rank);
  if (failed(checkSelection(*this, dim)))
    return failure();
  GraphBuilder c(builder, *this);
  SmallVector<int64_t> shape(rank, 1);
  shape[dim] = getTensorType(getIndex()).getDimSize(0);
  results.push_back(
      buildSelection(c, getInput(), c.reshape(getIndex(), shape), dim));
  return success();
}

LogicalResult GatherOp::decompose(OpBuilder &builder,
                                  SmallVectorImpl<Value> &results) {
  int64_t rank = getTensorType(getInput()).getRank();
  int64_t dim = wrapDim(getDim(), rank);
  if (failed(checkSelection(*this, dim)))
    return failure();
  GraphBuilder c(builder, *this);
  // In the other dimensions as much of the input as there are indices.
  SmallVector<int64_t> sizes = GraphBuilder::getShape(getIndex());
  sizes[dim] = getTensorType(getInput()).getDimSize(dim);
  Value part = SliceOp::create(builder, getLoc(), getInput(),
                               SmallVector<int64_t>(rank, 0), sizes,
                               ArrayRef<int64_t>());
  results.push_back(buildSelection(c, part, getIndex(), dim));
  return success();
}

LogicalResult ScatterAddOp::decompose(OpBuilder &builder,
                                      SmallVectorImpl<Value> &results) {
  RankedTensorType type = getTensorType(getInput());
  GraphBuilder c(builder, *this);
  int64_t dim = wrapDim(getDim(), type.getRank());
  if (type.getNumElements() == 0) {
    results.push_back(getInput());
    return success();
  }
  // As much of the source as there are indices.
  SmallVector<int64_t> zeros(type.getRank(), 0);
  Value source = widenSummands(
      c, c.slice(getSrc(), zeros, GraphBuilder::getShape(getIndex())));
  Value added = buildScatter(c, source, getIndex(), dim, type.getDimSize(dim));
  added = c.place(added, type.getShape(), zeros);
  return c.finish(*this, c.add(widenSummands(c, getInput()), added), results);
}

LogicalResult IndexCopyOp::decompose(OpBuilder &builder,
                                     SmallVectorImpl<Value> &results) {
  GraphBuilder c(builder, *this);
  results.push_back(buildReplacement(c, getInput(), getIndex(), getSource(),
                                     wrapDim(getDim(), getType().getRank())));
  return success();
}

LogicalResult IndexPutOp::decompose(OpBuilder &builder,
                                    SmallVectorImpl<Value> &results) {
  RankedTensorType type = getTensorType(getInput());
  Type i64 = builder.getI64Type();
  GraphBuilder c(builder, *this);
  // One vector of indices from the start, and a slice for each.
  int64_t size = type.getDimSize(0);
  SmallVector<int64_t> places = GraphBuilder::getShape(getIndex());
  int64_t count = getTensorType(getIndex()).getNumElements();
  Value index = c.reshape(getIndex(), {count});
  Value isNegative = c.compare(ComparePredicate::LT, index, scalar(c, i64, 0));
  index =
      c.where(isNegative,
              c.add(index, scalar(c, i64, static_cast<double>(size))), index);
  llvm::append_range(places, type.getShape().drop_front());
  SmallVector<int64_t> slices(type.getShape());
  slices[0] = count;
  Value values = c.reshape(c.broadcast(getValues(), places), slices);
  if (type.getNumElements() == 0 || count == 0) {
    results.push_back(getInput());
  } else if (getAccumulate()) {
    SmallVector<int64_t> shape(type.getRank(), 1);
    shape[0] = count;
    values = widenSummands(c, values);
    Value input = widenSummands(c, getInput());
    Value added = buildScatter(c, values, c.reshape(index, shape), 0, size);
    return c.finish(*this, c.add(input, added), results);
  } else {
    results.push_back(buildReplacement(c, getInput(), index, values, 0));
  }
  return success();
}

//===----------------------------------------------------------------------===//
// embedding
//===----------------------------------------------------------------------===//

/// A product with a matrix of ones and zeros: exact for a table of finite
/// numbers, but an infinity or NaN in it reaches every row.
LogicalResult EmbeddingOp::decompose(OpBuilder &builder,
                                     SmallVectorImpl<Value> &results) {
  GraphBuilder c(builder, *this);
  RankedTensorType table = getTensorType(getWeight());
  RankedTensorType indices = getTensorType(getIndices());
  int64_t rows = table.getDimSize(0), count = indices.getNumElements();
  Value weight = getWeight();
  auto integers = [&](RankedTensorType type,
                      ArrayRef<int64_t> values) -> Value {
    SmallVector<Attribute> elements;
    for (int64_t value : values)
      elements.push_back(builder.getIntegerAttr(type.getElementType(), value));
    return ConstantOp::create(builder, getLoc(), type,
                              DenseElementsAttr::get(type, elements));
  };
  if (std::optional<uint64_t> padding = getPaddingIdx()) {
    auto row = static_cast<int64_t>(*padding);
    SmallVector<bool> isPadding(rows, false);
    isPadding[row < 0 ? row + rows : row] = true;
    auto type = RankedTensorType::get({rows, 1}, builder.getI1Type());
    Value chosen = ConstantOp::create(builder, getLoc(), type,
                                      DenseElementsAttr::get(type, isPadding));
    Value fixed = DetachOp::create(builder, getLoc(), weight);
    weight = c.where(chosen, fixed, weight);
  }
  Value flat = c.reshape(getIndices(), count);
  Value chosen =
      OneHotOp::create(builder, getLoc(), flat, rows, table.getElementType());
  // One product is 1 times an element: rounding the sum is exact.
  Value y = createMatmul(builder, getLoc(), chosen, weight,
                         table.getElementType(), TypeAttr());
  auto scalar = RankedTensorType::get({}, indices.getElementType());
  Value exists = LogicalAndOp::create(
      builder, getLoc(),
      c.compare(ComparePredicate::GE, flat, integers(scalar, 0)),
      c.compare(ComparePredicate::LT, flat, integers(scalar, rows)));
  Value nan = createSplat(builder, getLoc(),
                          RankedTensorType::get({}, table.getElementType()),
                          std::numeric_limits<double>::quiet_NaN());
  y = c.where(c.reshape(exists, {count, 1}), y, nan);
  results.push_back(c.reshape(y, getTensorType(getResult()).getShape()));
  return success();
}
