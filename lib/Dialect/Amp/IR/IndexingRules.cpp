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
static Value scalar(GraphBuilder &c, Type elementType, int64_t value) {
  auto type = RankedTensorType::get({}, elementType);
  // A splat of doubles could not hold every index.
  return ConstantOp::create(
      c.builder, c.loc, type,
      DenseElementsAttr::get(type,
                             c.builder.getIntegerAttr(elementType, value)));
}

/// Sums of truth values are none, and those of short integers overflow no
/// earlier than they must: integers become i64.
static Value widenIntegers(GraphBuilder &c, Value x) {
  return isa<FloatType>(getTensorType(x).getElementType())
             ? x
             : c.cast(x, c.builder.getI64Type());
}

/// How many elements `shape` has before dimension `dim`, along it, and after.
static SmallVector<int64_t> splitShape(ArrayRef<int64_t> shape, int64_t dim) {
  return {ShapedType::getNumElements(shape.take_front(dim)), shape[dim],
          ShapedType::getNumElements(shape.drop_front(dim + 1))};
}

/// x with dimension `dim` as the second of three.
static Value splitAt(GraphBuilder &c, Value x, int64_t dim) {
  return c.reshape(x, splitShape(getTensorType(x).getShape(), dim));
}

static Value readAt(GraphBuilder &c, Value x, Value index, bool zeros,
                    IntegerAttr constantAt = {}) {
  return ReadAtOp::create(c.builder, c.loc, x, index, zeros, constantAt);
}

/// Elements of x along `dim`, where `index` has three dimensions, as those of
/// x that is split there. Indices that do not exist give NaN, and 0 in
/// integers, since a kernel cannot raise an error.
static Value buildSelection(GraphBuilder &c, Value x, Value index,
                            int64_t dim) {
  SmallVector<int64_t> shape = GraphBuilder::getShape(x);
  shape[dim] = GraphBuilder::getSize(index, 1);
  return c.reshape(readAt(c, splitAt(c, x, dim), index, /*zeros=*/false),
                   shape);
}

/// x, and to it added the elements of `source` along `dim`, each at the place
/// that `index` names.
static Value buildSum(GraphBuilder &c, Value x, Value index, Value source,
                      int64_t dim) {
  RankedTensorType type = getTensorType(x);
  Value onto = splitAt(c, widenIntegers(c, x), dim);
  Value terms = splitAt(c, widenIntegers(c, source), dim);
  Value sums = SumAtOp::create(c.builder, c.loc, terms, index, onto,
                               type.getDimSize(dim));
  return c.reshape(c.cast(sums, type.getElementType()), type.getShape());
}

/// x with slice i of `source` at place `index[i]` of `dim`; of several at one
/// place the last stays.
static Value buildReplacement(GraphBuilder &c, Value x, Value index,
                              Value source, int64_t dim) {
  RankedTensorType type = getTensorType(x);
  int64_t size = type.getDimSize(dim);
  if (getTensorType(source).getNumElements() == 0 || size == 0)
    return x;
  Value last = LastAtOp::create(
      c.builder, c.loc,
      c.reshape(index, {1, GraphBuilder::getSize(index, 0), 1}), size);
  Value isReplaced = c.compare(ComparePredicate::GE, last,
                               scalar(c, c.builder.getI64Type(), 0));
  Value chosen = readAt(c, splitAt(c, source, dim), last, /*zeros=*/true);
  return c.reshape(c.where(isReplaced, chosen, splitAt(c, x, dim)),
                   type.getShape());
}

//===----------------------------------------------------------------------===//
// Along the second of three dimensions
//===----------------------------------------------------------------------===//

LogicalResult
ReadAtOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                         ArrayRef<bool> needed,
                         MutableArrayRef<Value> operandGradients) {
  if (!needed[0])
    return success();
  Value index = getIndex();
  RankedTensorType type = getTensorType(getInput());
  GraphBuilder c(builder, getLoc(), type.getElementType());
  if (std::optional<uint64_t> fixed = getConstantAt()) {
    Type element = getTensorType(index).getElementType();
    Value isFixed = c.compare(ComparePredicate::EQ, index,
                              scalar(c, element, static_cast<int64_t>(*fixed)));
    index = c.where(isFixed, scalar(c, element, -1), index);
  }
  operandGradients[0] = SumAtOp::create(builder, getLoc(), gradients[0], index,
                                        Value(), type.getDimSize(1));
  return success();
}

LogicalResult SumAtOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                                      ArrayRef<bool> needed,
                                      MutableArrayRef<Value> operandGradients) {
  if (needed[0])
    operandGradients[0] =
        ReadAtOp::create(builder, getLoc(), gradients[0], getIndex(),
                         /*zeros=*/true, /*constant_at=*/IntegerAttr());
  if (getOnto() && needed[2])
    operandGradients[2] = gradients[0];
  return success();
}

LogicalResult LastAtOp::buildGradients(OpBuilder &, ValueRange, ArrayRef<bool>,
                                       MutableArrayRef<Value>) {
  return success();
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
  int64_t dim = wrapDim(getDim(), getTensorType(getInput()).getRank());
  if (failed(checkSelection(*this, dim)))
    return failure();
  GraphBuilder c(builder, *this);
  int64_t count = GraphBuilder::getSize(getIndex(), 0);
  results.push_back(
      buildSelection(c, getInput(), c.reshape(getIndex(), {1, count, 1}), dim));
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
  sizes[dim] = GraphBuilder::getSize(getInput(), dim);
  Value part = c.slice(getInput(), SmallVector<int64_t>(rank, 0), sizes);
  results.push_back(buildSelection(c, part, splitAt(c, getIndex(), dim), dim));
  return success();
}

LogicalResult ScatterAddOp::decompose(OpBuilder &builder,
                                      SmallVectorImpl<Value> &results) {
  RankedTensorType type = getTensorType(getInput());
  SmallVector<int64_t> covered = GraphBuilder::getShape(getIndex());
  GraphBuilder c(builder, *this);
  int64_t dim = wrapDim(getDim(), type.getRank());
  if (type.getNumElements() == 0 || llvm::is_contained(covered, 0)) {
    results.push_back(getInput());
    return success();
  }
  // As much of the source as there are indices, and what they reach of the
  // input in the other dimensions.
  SmallVector<int64_t> zeros(type.getRank(), 0);
  Value source = c.slice(getSrc(), zeros, covered);
  covered[dim] = type.getDimSize(dim);
  Value reached = c.slice(getInput(), zeros, covered);
  Value sums = buildSum(c, reached, splitAt(c, getIndex(), dim), source, dim);
  // The rest of the input, dimension by dimension, goes back beside them.
  for (int64_t i = type.getRank() - 1; i >= 0; --i) {
    int64_t rest = type.getDimSize(i) - covered[i];
    if (rest == 0)
      continue;
    SmallVector<int64_t> offsets(zeros), sizes(covered);
    offsets[i] = covered[i];
    sizes[i] = rest;
    sums = c.concat({sums, c.slice(getInput(), offsets, sizes)}, i);
    covered[i] = type.getDimSize(i);
  }
  results.push_back(sums);
  return success();
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
  index = c.where(isNegative, c.add(index, scalar(c, i64, size)), index);
  llvm::append_range(places, type.getShape().drop_front());
  SmallVector<int64_t> slices(type.getShape());
  slices[0] = count;
  Value values = c.reshape(c.broadcast(getValues(), places), slices);
  if (type.getNumElements() == 0 || count == 0)
    results.push_back(getInput());
  else if (getAccumulate())
    results.push_back(
        buildSum(c, getInput(), c.reshape(index, {1, count, 1}), values, 0));
  else
    results.push_back(buildReplacement(c, getInput(), index, values, 0));
  return success();
}

//===----------------------------------------------------------------------===//
// embedding
//===----------------------------------------------------------------------===//

LogicalResult EmbeddingOp::decompose(OpBuilder &builder,
                                     SmallVectorImpl<Value> &results) {
  RankedTensorType table = getTensorType(getWeight());
  int64_t rows = table.getDimSize(0), width = table.getDimSize(1);
  int64_t count = getTensorType(getIndices()).getNumElements();
  if (rows == 0) {
    results.push_back(createSplat(builder, getLoc(), getType(),
                                  std::numeric_limits<double>::quiet_NaN()));
    return success();
  }
  IntegerAttr padding = getPaddingIdxAttr();
  if (padding && padding.getInt() < 0)
    padding = builder.getI64IntegerAttr(padding.getInt() + rows);
  GraphBuilder c(builder, *this);
  Value chosen = readAt(c, c.reshape(getWeight(), {1, rows, width}),
                        c.reshape(getIndices(), {1, count, 1}),
                        /*zeros=*/false, padding);
  results.push_back(c.reshape(chosen, getType().getShape()));
  return success();
}
