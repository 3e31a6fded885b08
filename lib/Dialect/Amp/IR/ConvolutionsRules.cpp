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
#include <limits>

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

/// Of [N, C, spatial...].
static ArrayRef<int64_t> getSpatialSizes(Value value) {
  return getTensorType(value).getShape().drop_front(2);
}

/// Adds `bias` to [N, O, ...] and rounds.
static Value finishConvolution(GraphBuilder &c, Value y, Value bias,
                               Type result) {
  if (bias)
    y = c.add(c.widen(y), c.reshape(c.widen(bias), getChannelShape(y)));
  return c.cast(y, cast<RankedTensorType>(result).getElementType());
}

//===----------------------------------------------------------------------===//
// One product from another one
//===----------------------------------------------------------------------===//

namespace {
/// Builds products with the attributes of a convolution.
struct ProductBuilder {
  template <typename OpTy>
  ProductBuilder(OpBuilder &builder, OpTy op)
      : builder(builder), loc(op.getLoc()), stride(op.getStride()),
        padding(op.getPadding()), dilation(op.getDilation()),
        groups(static_cast<int64_t>(op.getGroups())),
        computeType(op.getComputeTypeAttr()) {}
  /// Of a convolution with one spatial dimension.
  ProductBuilder(OpBuilder &builder, ConvTbcOp op, const int64_t &one,
                 const int64_t &pad)
      : builder(builder), loc(op.getLoc()), stride(one), padding(pad),
        dilation(one), groups(1), computeType(op.getComputeTypeAttr()) {}

  Value convolve(Value input, Value weight, Value bias,
                 Type elementType) const {
    return finish(ConvolutionOp::create(builder, loc, input, weight, bias,
                                        stride, padding, dilation, groups,
                                        getComputeTypeOf(input)),
                  elementType);
  }
  Value backwardInput(Value gradient, Value weight, ArrayRef<int64_t> size,
                      Type elementType) const {
    return finish(ConvolutionBackwardInputOp::create(
                      builder, loc, gradient, weight, stride, padding, dilation,
                      groups, size, getComputeTypeOf(gradient)),
                  elementType);
  }
  Value backwardWeight(Value input, Value gradient, ArrayRef<int64_t> kernel,
                       Type elementType) const {
    return finish(ConvolutionBackwardWeightOp::create(
                      builder, loc, input, gradient, stride, padding, dilation,
                      groups, kernel, getComputeTypeOf(input)),
                  elementType);
  }

private:
  TypeAttr getComputeTypeOf(Value operand) const {
    return getComputeType(getElementTypeOrSelf(operand), computeType);
  }
  template <typename OpTy>
  static Value finish(OpTy op, Type elementType) {
    op.getResult().setType(op.getType().clone(elementType));
    return op;
  }

  OpBuilder &builder;
  Location loc;
  ArrayRef<int64_t> stride, padding, dilation;
  int64_t groups;
  TypeAttr computeType;
};
} // namespace

LogicalResult
ConvolutionOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                              ArrayRef<bool> needed,
                              MutableArrayRef<Value> operandGradients) {
  // An f32 result of 16-bit operands: the gradients' products run in their
  // type.
  Type type = getTensorType(getInput()).getElementType();
  Value dy = createCast(builder, getLoc(), gradients[0], type);
  ProductBuilder products(builder, *this);
  if (needed[0])
    operandGradients[0] = products.backwardInput(
        dy, getWeight(), getSpatialSizes(getInput()), type);
  if (needed[1])
    operandGradients[1] = products.backwardWeight(
        getInput(), dy, getSpatialSizes(getWeight()), type);
  if (getBias() && needed[2]) {
    SmallVector<int64_t> dims = {0};
    llvm::append_range(dims, llvm::seq<int64_t>(2, getType().getRank()));
    operandGradients[2] = SumOp::create(builder, getLoc(), dy, dims, false);
  }
  return success();
}

LogicalResult ConvolutionBackwardInputOp::buildGradients(
    OpBuilder &builder, ValueRange gradients, ArrayRef<bool> needed,
    MutableArrayRef<Value> operandGradients) {
  Type type = getTensorType(getGradient()).getElementType();
  Value dx = createCast(builder, getLoc(), gradients[0], type);
  ProductBuilder products(builder, *this);
  if (needed[0])
    operandGradients[0] = products.convolve(dx, getWeight(), Value(), type);
  if (needed[1])
    operandGradients[1] = products.backwardWeight(
        dx, getGradient(), getSpatialSizes(getWeight()), type);
  return success();
}

LogicalResult ConvolutionBackwardWeightOp::buildGradients(
    OpBuilder &builder, ValueRange gradients, ArrayRef<bool> needed,
    MutableArrayRef<Value> operandGradients) {
  Type type = getTensorType(getInput()).getElementType();
  Value dw = createCast(builder, getLoc(), gradients[0], type);
  ProductBuilder products(builder, *this);
  if (needed[0])
    operandGradients[0] = products.backwardInput(
        getGradient(), dw, getSpatialSizes(getInput()), type);
  if (needed[1])
    operandGradients[1] = products.convolve(getInput(), dw, Value(), type);
  return success();
}

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

/// True if oneDNN computes the product: it has no f64, nothing for tensors
/// without elements, and counts each dimension in 32 bits.
static bool hasConvolutionRecord(Operation *op, TargetKind target) {
  Type type = getElementTypeOrSelf(op->getOperand(0));
  auto fits = [](Value value) {
    return llvm::all_of(getTensorType(value).getShape(), [](int64_t size) {
      return size >= 1 && size <= std::numeric_limits<int32_t>::max();
    });
  };
  return target == TargetKind::Cpu &&
         isa<Float32Type, Float16Type, BFloat16Type>(type) &&
         llvm::all_of(op->getOperands(), fits) &&
         llvm::all_of(op->getResults(), fits);
}

bool ConvolutionOp::hasRecord(TargetKind target) {
  return hasConvolutionRecord(*this, target);
}

bool ConvolutionBackwardInputOp::hasRecord(TargetKind target) {
  return hasConvolutionRecord(*this, target);
}

bool ConvolutionBackwardWeightOp::hasRecord(TargetKind target) {
  return hasConvolutionRecord(*this, target);
}

//===----------------------------------------------------------------------===//
// Products as matrix products
//===----------------------------------------------------------------------===//

namespace {
/// A product of a convolution, as products of matrices: one for each group.
struct MatrixForm {
  template <typename OpTy>
  MatrixForm(OpBuilder &builder, OpTy op, ArrayRef<int64_t> kernel,
             ArrayRef<int64_t> places)
      : c(builder, op), kernel(kernel), places(places),
        groups(static_cast<int64_t>(op.getGroups())),
        kernelSize(ShapedType::getNumElements(kernel)),
        numPlaces(ShapedType::getNumElements(places)),
        computeType(op.getComputeTypeAttr()) {
    for (size_t i = 0; i < kernel.size(); ++i)
      windows.push_back({places[i], kernel[i], op.getStride()[i],
                         op.getDilation()[i], op.getPadding()[i]});
  }

  /// Of the matrices of all groups. A product without batch dimensions, where
  /// there is one group.
  Value multiply(Value lhs, Value rhs) {
    auto drop = [&](Value value) {
      return groups == 1
                 ? c.reshape(value, ArrayRef(c.getShape(value)).drop_front())
                 : value;
    };
    return c.matmul(drop(lhs), drop(rhs), computeType);
  }

  /// [G, C k, N L] of an input [N, C, ...]: the elements that each of the L
  /// places of a sample reads. It is gathered in f32, so that its derivative
  /// sums in f32 what overlapping windows add.
  Value gatherWindows(Value input);
  /// [G, C, N L] of a tensor [N, C, ...] with an element for each place.
  Value flatten(Value value);

  GraphBuilder c;
  ArrayRef<int64_t> kernel, places;
  int64_t groups, kernelSize, numPlaces;
  TypeAttr computeType;
  SmallVector<Windows> windows;
};
} // namespace

/// Each element of the kernel becomes an op.
static LogicalResult verifyKernel(Operation *op, ArrayRef<int64_t> kernel) {
  // The sizes first: their product might be beyond 64 bits.
  return success(
      succeeded(verifyWindow(op, kernel)) &&
      succeeded(verifyNumParts(op, ShapedType::getNumElements(kernel),
                               "elements in a window")));
}

Value MatrixForm::gatherWindows(Value input) {
  RankedTensorType type = getTensorType(input);
  int64_t batch = type.getDimSize(0), channels = type.getDimSize(1) / groups;
  int64_t columns = batch * numPlaces;
  Value x = swapBatchAndChannels(c, c.widen(input));
  x = padWithZeros(c, x, 2, windows);
  SmallVector<Value> parts;
  forEachIndex(kernel, [&](ArrayRef<int64_t> position) {
    SmallVector<int64_t> offsets = {0, 0}, strides = {1, 1};
    SmallVector<int64_t> sizes = {groups * channels, batch};
    for (auto [i, window] : llvm::enumerate(windows)) {
      offsets.push_back(position[i] * window.dilation);
      strides.push_back(window.stride);
      sizes.push_back(window.count);
    }
    parts.push_back(c.reshape(c.slice(x, offsets, sizes, strides),
                              {groups, channels, 1, columns}));
  });
  Value matrix = c.cast(c.concat(parts, 2), type.getElementType());
  return c.reshape(matrix, {groups, channels * kernelSize, columns});
}

Value MatrixForm::flatten(Value value) {
  RankedTensorType type = getTensorType(value);
  return c.reshape(
      swapBatchAndChannels(c, value),
      {groups, type.getDimSize(1) / groups, type.getDimSize(0) * numPlaces});
}

/// The weight [O, C k] times the gathered input [C k, N L].
LogicalResult ConvolutionOp::decompose(OpBuilder &builder,
                                       SmallVectorImpl<Value> &results) {
  ArrayRef<int64_t> kernel = getSpatialSizes(getWeight());
  if (failed(verifyKernel(*this, kernel)))
    return failure();
  MatrixForm form(builder, *this, kernel, getSpatialSizes(getResult()));
  RankedTensorType weight = getTensorType(getWeight());
  int64_t outputs = weight.getDimSize(0), groups = form.groups;
  Value matrix =
      form.c.reshape(getWeight(), {groups, outputs / groups,
                                   weight.getDimSize(1) * form.kernelSize});
  Value y = form.multiply(matrix, form.gatherWindows(getInput()));
  SmallVector<int64_t> shape = {outputs, getType().getDimSize(0)};
  llvm::append_range(shape, form.places);
  y = swapBatchAndChannels(form.c, form.c.reshape(y, shape));
  results.push_back(finishConvolution(form.c, y, getBias(), getType()));
  return success();
}

/// The gradient [O, N L] times the transposed gathered input [N L, C k].
LogicalResult
ConvolutionBackwardWeightOp::decompose(OpBuilder &builder,
                                       SmallVectorImpl<Value> &results) {
  if (failed(verifyKernel(*this, getKernel())))
    return failure();
  MatrixForm form(builder, *this, getKernel(), getSpatialSizes(getGradient()));
  Value gathered =
      createMatrixTranspose(builder, getLoc(), form.gatherWindows(getInput()));
  Value dw = form.multiply(form.flatten(getGradient()), gathered);
  return form.c.finish(*this, form.c.reshape(dw, getType().getShape()),
                       results);
}

/// The product of the transposed weight [O k, C] with [C, N L]; each of the k
/// parts of the result then goes to its places.
LogicalResult
ConvolutionBackwardInputOp::decompose(OpBuilder &builder,
                                      SmallVectorImpl<Value> &results) {
  ArrayRef<int64_t> kernel = getSpatialSizes(getWeight());
  if (failed(verifyKernel(*this, kernel)))
    return failure();
  MatrixForm form(builder, *this, kernel, getSpatialSizes(getGradient()));
  GraphBuilder &c = form.c;
  RankedTensorType result = getType();
  int64_t batch = result.getDimSize(0), channels = result.getDimSize(1);
  int64_t outputs = getTensorType(getWeight()).getDimSize(0);
  Value transposed = createMatrixTranspose(
      builder, c.loc,
      c.reshape(getWeight(), {form.groups, outputs / form.groups,
                              channels / form.groups * form.kernelSize}));
  Value products = form.multiply(transposed, form.flatten(getGradient()));
  SmallVector<int64_t> partShape = {channels, form.kernelSize, batch};
  llvm::append_range(partShape, form.places);
  products = c.reshape(products, partShape);

  SmallVector<int64_t> shape = {channels, batch}, canvas = shape;
  SmallVector<int64_t> strides = {1, 1}, cut = {0, 0};
  SmallVector<int64_t> cutSizes = {channels, batch};
  llvm::append_range(shape, form.places);
  for (auto [window, size] : llvm::zip(form.windows, getSize())) {
    canvas.push_back(std::max(window.getExtent(), window.padding + size));
    strides.push_back(window.stride);
    cut.push_back(window.padding);
    cutSizes.push_back(size);
  }
  Value y;
  int64_t next = 0;
  forEachIndex(kernel, [&](ArrayRef<int64_t> position) {
    SmallVector<int64_t> offsets = {0, 0};
    for (auto [window, place] : llvm::zip(form.windows, position))
      offsets.push_back(place * window.dilation);
    Value part = c.reshape(c.part(products, 1, next++, 1), shape);
    part = c.place(part, canvas, offsets, strides);
    y = y ? c.add(y, part) : part;
  });
  y = swapBatchAndChannels(c, c.slice(y, cut, cutSizes));
  return c.finish(*this, y, results);
}

//===----------------------------------------------------------------------===//
// Convolutions as products
//===----------------------------------------------------------------------===//

template <typename OpTy>
static LogicalResult decomposeConvolution(OpTy op, OpBuilder &builder,
                                          SmallVectorImpl<Value> &results) {
  results.push_back(ProductBuilder(builder, op)
                        .convolve(op.getInput(), op.getWeight(), op.getBias(),
                                  op.getType().getElementType()));
  return success();
}

/// The derivative of a convolution whose output is the input here. Where output
/// padding has room for more windows than the input has elements, zeros follow
/// those.
template <typename OpTy>
static LogicalResult
decomposeTransposedConvolution(OpTy op, OpBuilder &builder,
                               SmallVectorImpl<Value> &results) {
  GraphBuilder c(builder, op);
  RankedTensorType result = op.getType();
  ArrayRef<int64_t> kernel = getSpatialSizes(op.getWeight());
  ArrayRef<int64_t> size = getSpatialSizes(op.getResult());
  Value input = op.getInput();
  SmallVector<int64_t> shape = c.getShape(input);
  for (size_t i = 0; i < size.size(); ++i) {
    int64_t reach = op.getDilation()[i] * (kernel[i] - 1) + 1;
    shape[i + 2] =
        (size[i] + 2 * op.getPadding()[i] - reach) / op.getStride()[i] + 1;
  }
  if (shape != c.getShape(input))
    input = c.place(input, shape, SmallVector<int64_t>(shape.size(), 0));
  Type type = op.getBias() ? c.type : result.getElementType();
  Value y = ProductBuilder(builder, op)
                .backwardInput(input, op.getWeight(), size, type);
  results.push_back(finishConvolution(c, y, op.getBias(), result));
  return success();
}

LogicalResult ConvTbcOp::decompose(OpBuilder &builder,
                                   SmallVectorImpl<Value> &results) {
  GraphBuilder c(builder, *this);
  const int64_t one = 1, pad = static_cast<int64_t>(getPad());
  Value y = ProductBuilder(builder, *this, one, pad)
                .convolve(c.transpose(getInput(), {1, 2, 0}),
                          c.transpose(getWeight(), {2, 1, 0}), getBias(),
                          getType().getElementType());
  results.push_back(c.transpose(y, {2, 0, 1}));
  return success();
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
