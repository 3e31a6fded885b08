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

#include <limits>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

/// Exchanges the first two dimensions.
static Value swapBatchAndChannels(GraphBuilder &c, Value x) {
  SmallVector<int64_t> shape = c.getShape(x);
  if (shape[0] == 1 || shape[1] == 1) {
    std::swap(shape[0], shape[1]);
    return c.reshape(x, shape);
  }
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
// Windows of images
//===----------------------------------------------------------------------===//

LogicalResult
Im2colOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                         ArrayRef<bool> needed,
                         MutableArrayRef<Value> operandGradients) {
  if (needed[0])
    operandGradients[0] = Col2imOp::create(
        builder, getLoc(), gradients[0], getSpatialSizes(getInput()),
        getKernelSize(), getStride(), getPadding(), getDilation());
  return success();
}

LogicalResult
Col2imOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                         ArrayRef<bool> needed,
                         MutableArrayRef<Value> operandGradients) {
  if (needed[0])
    operandGradients[0] =
        Im2colOp::create(builder, getLoc(), gradients[0], getKernelSize(),
                         getStride(), getPadding(), getDilation());
  return success();
}

//===----------------------------------------------------------------------===//
// Products as matrix products
//===----------------------------------------------------------------------===//

/// So many columns fill a tile of a library's matrix product.
static constexpr int64_t kFewestColumns = 64;

namespace {
/// A convolution of an input [N, C, size...] and a weight [O, C / G, kernel...]
/// with the output [N, O, place...], as matrices of the weight, of the windows
/// of the input and of the output, of k elements of a kernel and L places:
///
///   Samples:  [O, C k], [N, C k, L], [N, O, L]
///   Groups:   [G, O / G, C / G k], [G, C / G k, N L], [G, O / G, N L]
///   Channels: [C, O / C, k, 1], [N, C, 1, k, L], [N, C, O / C, 1, L]
///
/// A sample that has columns enough is multiplied where it lies; others, and
/// what is summed over samples, are first brought together. One group has no
/// dimension. Channels that do not mix (G = C) are no matrices: their elements
/// are multiplied and summed.
class MatrixForm {
public:
  /// If it `sumsSamples` the product is the weight. Fails with a diagnostic.
  template <typename OpTy>
  static FailureOr<MatrixForm>
  get(OpBuilder &builder, OpTy op, ArrayRef<int64_t> input,
      ArrayRef<int64_t> weight, ArrayRef<int64_t> output, bool sumsSamples);

  /// Each of the three from the others, in the type of the sums.
  Value multiplyToOutput(Value input, Value weight);
  Value multiplyToInput(Value output, Value weight);
  Value multiplyToWeight(Value input, Value output);

  GraphBuilder c;

private:
  enum class Layout { Samples, Groups, Channels };

  MatrixForm(OpBuilder &builder, Operation *op) : c(builder, op) {}

  /// [N, C, ...] in the order of the matrices, and back.
  Value orderSamples(Value value) {
    return layout == Layout::Groups ? swapBatchAndChannels(c, value) : value;
  }
  Value restoreSamples(Value value, ArrayRef<int64_t> shape) {
    if (layout != Layout::Groups)
      return c.reshape(value, shape);
    SmallVector<int64_t> swapped(shape);
    std::swap(swapped[0], swapped[1]);
    return swapBatchAndChannels(c, c.reshape(value, swapped));
  }
  Value arrangeWindows(Value input);
  Value arrangeOutput(Value output) {
    return c.reshape(orderSamples(output), outputMatrix);
  }
  Value multiply(Value a, Value b) { return c.matmul(a, b, computeType); }
  Value multiplyElements(Value a, Value b) {
    return c.mul(c.widen(a), c.widen(b));
  }

  Layout layout;
  SmallVector<int64_t> inputShape, outputShape, weightShape;
  /// In the layout.
  SmallVector<int64_t> weightMatrix, windowsMatrix, outputMatrix;
  /// The input as windows are made of it: where samples are brought together,
  /// they are a dimension along which each is a window.
  SmallVector<int64_t> imageShape, kernel, stride, padding, dilation;
  /// Windows are the elements of the input.
  bool isPointwise;
  TypeAttr computeType;
};
} // namespace

template <typename OpTy>
FailureOr<MatrixForm>
MatrixForm::get(OpBuilder &builder, OpTy op, ArrayRef<int64_t> input,
                ArrayRef<int64_t> weight, ArrayRef<int64_t> output,
                bool sumsSamples) {
  int64_t gathered = 1;
  for (ArrayRef<int64_t> sizes :
       {input.take_front(2), weight.drop_front(2), output.drop_front(2)})
    for (int64_t size : sizes)
      if (llvm::MulOverflow(gathered, size, gathered))
        return op.emitOpError(
            "has more elements in windows than there are numbers");
  MatrixForm form(builder, op);
  form.inputShape.assign(input.begin(), input.end());
  form.weightShape.assign(weight.begin(), weight.end());
  form.outputShape.assign(output.begin(), output.end());
  form.computeType = op.getComputeTypeAttr();
  ArrayRef<int64_t> kernel = weight.drop_front(2);
  auto areAll = [](ArrayRef<int64_t> values, int64_t value) {
    return llvm::all_of(values, [=](int64_t each) { return each == value; });
  };
  form.isPointwise = areAll(kernel, 1) && areAll(op.getStride(), 1) &&
                     areAll(op.getPadding(), 0);
  auto groups = static_cast<int64_t>(op.getGroups());
  int64_t batch = input[0], channels = input[1], outputs = output[1] / groups;
  int64_t taps = ShapedType::getNumElements(kernel);
  int64_t rows = weight[1] * taps;
  int64_t places = ShapedType::getNumElements(output.drop_front(2));
  if (groups > 1 && weight[1] == 1) {
    form.layout = Layout::Channels;
    form.weightMatrix = {channels, outputs, taps, 1};
    form.windowsMatrix = {batch, channels, 1, taps, places};
    form.outputMatrix = {batch, channels, outputs, 1, places};
  } else if (groups == 1 && !sumsSamples && places >= kFewestColumns) {
    form.layout = Layout::Samples;
    form.weightMatrix = {outputs, rows};
    form.windowsMatrix = {batch, rows, places};
    form.outputMatrix = {batch, outputs, places};
  } else {
    form.layout = Layout::Groups;
    SmallVector<int64_t> lead;
    if (groups > 1)
      lead.push_back(groups);
    form.weightMatrix = form.windowsMatrix = form.outputMatrix = lead;
    llvm::append_values(form.weightMatrix, outputs, rows);
    llvm::append_values(form.windowsMatrix, rows, batch * places);
    llvm::append_values(form.outputMatrix, outputs, batch * places);
    form.imageShape = {1, channels, batch};
    form.kernel = form.stride = form.dilation = {1};
    form.padding = {0};
  }
  if (form.imageShape.empty())
    form.imageShape = {batch, channels};
  llvm::append_range(form.imageShape, input.drop_front(2));
  llvm::append_range(form.kernel, kernel);
  llvm::append_range(form.stride, op.getStride());
  llvm::append_range(form.padding, op.getPadding());
  llvm::append_range(form.dilation, op.getDilation());
  return form;
}

Value MatrixForm::arrangeWindows(Value input) {
  Value x = orderSamples(input);
  if (!isPointwise)
    x = Im2colOp::create(c.builder, c.loc, c.reshape(x, imageShape), kernel,
                         stride, padding, dilation);
  return c.reshape(x, windowsMatrix);
}

Value MatrixForm::multiplyToOutput(Value input, Value weight) {
  Value windows = arrangeWindows(input),
        matrix = c.reshape(weight, weightMatrix);
  Value y = layout == Layout::Channels
                ? c.sum(multiplyElements(matrix, windows), 3)
                : multiply(matrix, windows);
  return restoreSamples(y, outputShape);
}

Value MatrixForm::multiplyToWeight(Value input, Value output) {
  Value windows = arrangeWindows(input), gradient = arrangeOutput(output);
  Value dw = layout == Layout::Channels
                 ? c.sum(multiplyElements(gradient, windows), {0, 4})
                 : multiply(gradient,
                            createMatrixTranspose(c.builder, c.loc, windows));
  return c.reshape(dw, weightShape);
}

Value MatrixForm::multiplyToInput(Value output, Value weight) {
  Value gradient = arrangeOutput(output),
        matrix = c.reshape(weight, weightMatrix);
  Value windows;
  if (layout != Layout::Channels)
    windows =
        multiply(createMatrixTranspose(c.builder, c.loc, matrix), gradient);
  else if (outputMatrix[2] == 1)
    windows = multiplyElements(matrix, gradient);
  else
    windows = c.sum(multiplyElements(matrix, gradient), 2);
  if (isPointwise)
    return restoreSamples(windows, inputShape);
  int64_t taps = ShapedType::getNumElements(kernel);
  windows = c.reshape(windows, {imageShape[0], imageShape[1] * taps,
                                ShapedType::getNumElements(windowsMatrix) /
                                    (imageShape[0] * imageShape[1] * taps)});
  Value image = Col2imOp::create(c.builder, c.loc, windows,
                                 ArrayRef(imageShape).drop_front(2), kernel,
                                 stride, padding, dilation);
  return restoreSamples(image, inputShape);
}

/// Writes out `op`: one of the three tensors of these shapes, from the others.
template <typename OpTy>
static LogicalResult
decomposeProduct(OpTy op, ArrayRef<int64_t> input, ArrayRef<int64_t> weight,
                 ArrayRef<int64_t> output, Value bias,
                 Value (MatrixForm::*multiply)(Value, Value),
                 OpBuilder &builder, SmallVectorImpl<Value> &results) {
  // Sums of no samples are 0, or nothing.
  if (input[0] == 0) {
    results.push_back(createSplat(builder, op.getLoc(), op.getType(), 0));
    return success();
  }
  FailureOr<MatrixForm> form = MatrixForm::get(
      builder, op, input, weight, output,
      /*sumsSamples=*/multiply == &MatrixForm::multiplyToWeight);
  if (failed(form))
    return failure();
  Value product = ((*form).*multiply)(op->getOperand(0), op->getOperand(1));
  results.push_back(finishConvolution(form->c, product, bias, op.getType()));
  return success();
}

LogicalResult ConvolutionOp::decompose(OpBuilder &builder,
                                       SmallVectorImpl<Value> &results) {
  return decomposeProduct(*this, getInput().getType().getShape(),
                          getWeight().getType().getShape(),
                          getType().getShape(), getBias(),
                          &MatrixForm::multiplyToOutput, builder, results);
}

LogicalResult
ConvolutionBackwardInputOp::decompose(OpBuilder &builder,
                                      SmallVectorImpl<Value> &results) {
  return decomposeProduct(*this, getType().getShape(),
                          getWeight().getType().getShape(),
                          getGradient().getType().getShape(), Value(),
                          &MatrixForm::multiplyToInput, builder, results);
}

LogicalResult
ConvolutionBackwardWeightOp::decompose(OpBuilder &builder,
                                       SmallVectorImpl<Value> &results) {
  return decomposeProduct(*this, getInput().getType().getShape(),
                          getType().getShape(),
                          getGradient().getType().getShape(), Value(),
                          &MatrixForm::multiplyToWeight, builder, results);
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
