//===- ConvolutionsRules.cpp - Convolutions -------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Derivatives and decompositions.

#include "amp/Dialect/Amp/IR/Convolutions.h"

#include "Windows.h"
#include "amp/Dialect/Amp/IR/GraphBuilder.h"

#include "amp/Dialect/Amp/IR/Limits.h"
#include <algorithm>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

/// All index tuples below `sizes`, the last one fastest.
static void forEachIndex(ArrayRef<int64_t> sizes,
                         llvm::function_ref<void(ArrayRef<int64_t>)> apply) {
  SmallVector<int64_t> index(sizes.size(), 0);
  int64_t count = 1;
  for (int64_t size : sizes)
    count *= size;
  for (int64_t i = 0; i < count; ++i) {
    apply(index);
    for (size_t dim = sizes.size(); dim-- > 0;) {
      if (++index[dim] < sizes[dim])
        break;
      index[dim] = 0;
    }
  }
}

/// Exchanges the first two dimensions.
static Value swapBatchAndChannels(GraphBuilder &c, Value x) {
  auto permutation =
      llvm::to_vector(llvm::seq<int64_t>(0, getTensorType(x).getRank()));
  std::swap(permutation[0], permutation[1]);
  return c.transpose(x, permutation);
}

/// Adds `bias` to [N, O, ...] and rounds.
static Value finishConvolution(GraphBuilder &c, Value y, Value bias,
                               Type result) {
  if (bias)
    y = c.add(y, c.reshape(c.widen(bias), getChannelShape(y)));
  return c.cast(y, cast<RankedTensorType>(result).getElementType());
}

/// Each element of the kernel becomes an op.
template <typename OpTy>
static LogicalResult verifyKernel(OpTy op) {
  ArrayRef<int64_t> kernel =
      getTensorType(op.getWeight()).getShape().drop_front(2);
  // The sizes first: their product might be beyond 64 bits.
  return success(
      succeeded(verifyWindow(op, kernel)) &&
      succeeded(verifyNumParts(op, ShapedType::getNumElements(kernel),
                               "elements in a window")));
}

/// One matrix product per group: the weight [O, C k], and a matrix [C k, N L]
/// of the elements that each of the L places of a sample reads. It is gathered
/// in f32, so that its derivative sums in f32 what overlapping windows add.
template <typename OpTy>
static LogicalResult decomposeConvolution(OpTy op, OpBuilder &builder,
                                          SmallVectorImpl<Value> &results) {
  if (failed(verifyKernel(op)))
    return failure();
  GraphBuilder c(builder, op);
  RankedTensorType input = getTensorType(op.getInput());
  RankedTensorType weight = getTensorType(op.getWeight());
  RankedTensorType result = getTensorType(op.getResult());
  auto groups = static_cast<int64_t>(op.getGroups());
  int64_t batch = input.getDimSize(0), outputs = weight.getDimSize(0);
  ArrayRef<int64_t> kernel = weight.getShape().drop_front(2);
  ArrayRef<int64_t> places = result.getShape().drop_front(2);
  SmallVector<Windows> windows;
  for (size_t i = 0; i < kernel.size(); ++i)
    windows.push_back({places[i], kernel[i], op.getStride()[i],
                       op.getDilation()[i], op.getPadding()[i]});

  Value x = swapBatchAndChannels(c, c.widen(op.getInput()));
  x = padWithZeros(c, x, 2, windows);
  int64_t channels = weight.getDimSize(1),
          columns = batch * ShapedType::getNumElements(places);
  SmallVector<Value> parts;
  forEachIndex(kernel, [&](ArrayRef<int64_t> position) {
    SmallVector<int64_t> offsets = {0, 0}, strides = {1, 1};
    SmallVector<int64_t> sizes = {input.getDimSize(1), batch};
    for (auto [i, window] : llvm::enumerate(windows)) {
      offsets.push_back(position[i] * window.dilation);
      strides.push_back(window.stride);
      sizes.push_back(window.count);
    }
    parts.push_back(c.reshape(c.slice(x, offsets, sizes, strides),
                              {groups, channels, 1, columns}));
  });
  int64_t rows = channels * ShapedType::getNumElements(kernel);
  Value matrix = c.cast(c.concat(parts, 2), input.getElementType());
  SmallVector<int64_t> weightShape = {groups, outputs / groups, rows};
  SmallVector<int64_t> matrixShape = {groups, rows, columns};
  // A product without batch dimensions, where there is one group.
  ArrayRef<int64_t> leftShape(weightShape), rightShape(matrixShape);
  if (groups == 1) {
    leftShape = leftShape.drop_front();
    rightShape = rightShape.drop_front();
  }
  Value y = c.matmul(c.reshape(op.getWeight(), leftShape),
                     c.reshape(matrix, rightShape), op.getComputeTypeAttr());
  SmallVector<int64_t> shape = {outputs, batch};
  llvm::append_range(shape, places);
  y = swapBatchAndChannels(c, c.reshape(y, shape));
  results.push_back(finishConvolution(c, y, op.getBias(), result));
  return success();
}

/// The product of the transposed weight [O k, C] with [C, N L]; each of the k
/// parts of the result then goes to its places.
template <typename OpTy>
static LogicalResult
decomposeTransposedConvolution(OpTy op, OpBuilder &builder,
                               SmallVectorImpl<Value> &results) {
  if (failed(verifyKernel(op)))
    return failure();
  GraphBuilder c(builder, op);
  RankedTensorType input = getTensorType(op.getInput());
  RankedTensorType weight = getTensorType(op.getWeight());
  RankedTensorType result = getTensorType(op.getResult());
  auto groups = static_cast<int64_t>(op.getGroups());
  int64_t batch = input.getDimSize(0), channels = input.getDimSize(1);
  int64_t outputs = result.getDimSize(1);
  ArrayRef<int64_t> kernel = weight.getShape().drop_front(2);
  ArrayRef<int64_t> places = input.getShape().drop_front(2);
  int64_t rows = outputs / groups * ShapedType::getNumElements(kernel);
  Value matrix = c.reshape(
      swapBatchAndChannels(c, op.getInput()),
      {groups, channels / groups, batch * ShapedType::getNumElements(places)});
  Value transposed = createMatrixTranspose(
      builder, c.loc,
      c.reshape(op.getWeight(), {groups, channels / groups, rows}));
  Value products = c.matmul(transposed, matrix, op.getComputeTypeAttr());
  SmallVector<int64_t> partShape = {outputs, ShapedType::getNumElements(kernel),
                                    batch};
  llvm::append_range(partShape, places);
  products = c.reshape(products, partShape);

  SmallVector<int64_t> shape = {outputs, batch}, canvas = shape;
  SmallVector<int64_t> strides = {1, 1}, cut = {0, 0};
  SmallVector<int64_t> cutSizes = {outputs, batch};
  llvm::append_range(shape, places);
  for (size_t i = 0; i < kernel.size(); ++i) {
    Windows window = {places[i], kernel[i], op.getStride()[i],
                      op.getDilation()[i], op.getPadding()[i]};
    int64_t size = result.getDimSize(i + 2);
    canvas.push_back(std::max(window.getExtent(), window.padding + size));
    strides.push_back(window.stride);
    cut.push_back(window.padding);
    cutSizes.push_back(size);
  }
  Value y;
  int64_t next = 0;
  forEachIndex(kernel, [&](ArrayRef<int64_t> position) {
    SmallVector<int64_t> offsets = {0, 0};
    for (size_t i = 0; i < kernel.size(); ++i)
      offsets.push_back(position[i] * op.getDilation()[i]);
    Value part = c.reshape(c.part(products, 1, next++, 1), shape);
    part = c.place(part, canvas, offsets, strides);
    y = y ? c.add(y, part) : part;
  });
  y = swapBatchAndChannels(c, c.slice(y, cut, cutSizes));
  results.push_back(finishConvolution(c, y, op.getBias(), result));
  return success();
}

LogicalResult ConvTbcOp::decompose(OpBuilder &builder,
                                   SmallVectorImpl<Value> &results) {
  if (failed(verifyWindow(*this, getTensorType(getWeight()).getDimSize(0))))
    return failure();
  GraphBuilder c(builder, *this);
  RankedTensorType input = getTensorType(getInput());
  RankedTensorType weight = getTensorType(getWeight());
  RankedTensorType result = getTensorType(getResult());
  int64_t kernel = weight.getDimSize(0), batch = input.getDimSize(1);
  Windows windows = {result.getDimSize(0), kernel, 1, 1,
                     static_cast<int64_t>(getPad())};
  Value x = padWithZeros(c, c.widen(getInput()), 0, windows);
  SmallVector<Value> parts;
  for (int64_t j = 0; j < kernel; ++j)
    parts.push_back(c.part(x, 0, j, windows.count));
  int64_t rows = kernel * input.getDimSize(2);
  Value matrix = c.reshape(c.cast(c.concat(parts, 2), input.getElementType()),
                           {windows.count * batch, rows});
  Value y =
      c.matmul(matrix, c.reshape(getWeight(), {rows, weight.getDimSize(2)}),
               getComputeTypeAttr());
  y = c.add(c.reshape(y, result.getShape()), c.widen(getBias()));
  return c.finish(*this, y, results);
}

AMP_DECOMPOSE(Conv1dOp, decomposeConvolution(*this, builder, results))

AMP_DECOMPOSE(Conv2dOp, decomposeConvolution(*this, builder, results))

AMP_DECOMPOSE(Conv3dOp, decomposeConvolution(*this, builder, results))

AMP_DECOMPOSE(ConvTranspose1dOp,
              decomposeTransposedConvolution(*this, builder, results))

AMP_DECOMPOSE(ConvTranspose2dOp,
              decomposeTransposedConvolution(*this, builder, results))

AMP_DECOMPOSE(ConvTranspose3dOp,
              decomposeTransposedConvolution(*this, builder, results))
