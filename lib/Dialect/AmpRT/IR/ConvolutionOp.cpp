//===- ConvolutionOp.cpp --------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Dialect/AmpRT/IR/AmpRT.h"
#include "amp/Dialect/AmpRT/IR/ElementTypes.h"
#include "llvm/Support/CheckedArithmetic.h"

#include <algorithm>
#include <limits>

using namespace mlir;
using namespace mlir::amprt;

Value ConvolutionRecordOp::getInput() {
  return getDirection() == Direction::BackwardInput ? getOut() : getLhs();
}

Value ConvolutionRecordOp::getWeight() {
  return getDirection() == Direction::BackwardWeight ? getOut() : getRhs();
}

Value ConvolutionRecordOp::getOutput() {
  switch (getDirection()) {
  case Direction::Forward:
    return getOut();
  case Direction::BackwardInput:
    return getLhs();
  case Direction::BackwardWeight:
    return getRhs();
  }
  llvm_unreachable("unknown direction");
}

/// The number of the operand that is the input, or the output.
static unsigned getPlace(ConvolutionRecordOp op, bool isInput) {
  Direction computed = isInput ? Direction::BackwardInput : Direction::Forward;
  if (op.getDirection() == computed)
    return op.getOutMutable().getOperandNumber();
  // The output is behind the input, or where the input is computed.
  return !isInput && op.getDirection() == Direction::BackwardWeight ? 1 : 0;
}

std::optional<ChannelLayout>
ConvolutionRecordOp::getChannelLayout(OpOperand &operand) {
  if (operand.getOperandNumber() == getPlace(*this, /*isInput=*/true))
    return getInputLayout();
  if (operand.getOperandNumber() == getPlace(*this, /*isInput=*/false))
    return getOutputLayout();
  return std::nullopt;
}

void ConvolutionRecordOp::setChannelLayout(OpOperand &operand,
                                           ChannelLayout layout) {
  if (operand.getOperandNumber() == getPlace(*this, /*isInput=*/true))
    setInputLayout(layout);
  else if (operand.getOperandNumber() == getPlace(*this, /*isInput=*/false))
    setOutputLayout(layout);
}

SmallVector<int64_t> ConvolutionRecordOp::getOtherOrder(int64_t rank,
                                                        ChannelLayout layout) {
  SmallVector<int64_t> order = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  if (layout == ChannelLayout::ChannelsFirst)
    std::rotate(order.begin() + 1, order.begin() + 2, order.end());
  else
    std::rotate(order.begin() + 1, order.end() - 1, order.end());
  return order;
}

SmallVector<int64_t> ConvolutionRecordOp::getSizes(Value value,
                                                   ChannelLayout layout) {
  SmallVector<int64_t> sizes(cast<ShapedType>(value.getType()).getShape());
  if (layout == ChannelLayout::ChannelsLast)
    std::rotate(sizes.begin() + 1, sizes.end() - 1, sizes.end());
  return sizes;
}

/// Positions of a window over `size` elements; failure if sizes are beyond what
/// is counted.
static std::optional<int64_t> countPositions(int64_t size, int64_t kernel,
                                             int64_t stride, int64_t padding,
                                             int64_t dilation) {
  constexpr int64_t most = std::numeric_limits<int32_t>::max();
  if (size > most || kernel > most || stride > most || padding > most ||
      dilation > most)
    return std::nullopt;
  int64_t slack = size + 2 * padding - dilation * (kernel - 1) - 1;
  return slack < 0 ? 0 : slack / stride + 1;
}

/// The sizes of the three tensors and the attributes fit each other.
static LogicalResult verifySizes(ConvolutionRecordOp op) {
  size_t n = op.getStride().size();
  SmallVector<int64_t> input =
      ConvolutionRecordOp::getSizes(op.getInput(), op.getInputLayout());
  SmallVector<int64_t> weight =
      ConvolutionRecordOp::getSizes(op.getWeight(), op.getWeightLayout());
  SmallVector<int64_t> output =
      ConvolutionRecordOp::getSizes(op.getOutput(), op.getOutputLayout());
  auto groups = static_cast<int64_t>(op.getGroups());
  auto describe = [&](InFlightDiagnostic diag) -> LogicalResult {
    return diag << ", from an input " << op.getInput().getType()
                << ", a weight " << op.getWeight().getType()
                << " and an output " << op.getOutput().getType();
  };
  if (input[0] != output[0])
    return describe(op.emitOpError("expects as many samples of the input as "
                                   "of the output, found ")
                    << input[0] << " and " << output[0]);
  if (weight[0] != output[1] || output[1] % groups != 0)
    return describe(op.emitOpError("expects as many outputs of the weight as "
                                   "channels of the output, a multiple of ")
                    << groups << " groups, found " << weight[0] << " and "
                    << output[1]);
  std::optional<int64_t> channels = llvm::checkedMul(weight[1], groups);
  if (channels != input[1])
    return describe(op.emitOpError("expects channels of the input for each of ")
                    << groups << " groups as the weight has, found " << input[1]
                    << " for " << weight[1]);
  for (size_t i = 0; i < n; ++i) {
    std::optional<int64_t> count =
        countPositions(input[i + 2], weight[i + 2], op.getStride()[i],
                       op.getPadding()[i], op.getDilation()[i]);
    if (count != output[i + 2])
      return describe(op.emitOpError("expects an output of ")
                      << (count ? std::to_string(*count) : "fewer")
                      << " elements in spatial dimension " << i << ", found "
                      << output[i + 2]);
  }
  return success();
}

/// Element types of operands, sums and destination fit each other.
static LogicalResult verifyTypes(ConvolutionRecordOp op) {
  Type type = getElementTypeOrSelf(op.getLhs());
  Type outType = getElementTypeOrSelf(op.getOut());
  if (getElementTypeOrSelf(op.getRhs()) != type)
    return op.emitOpError("expects operands of one element type, found ")
           << type << " and " << getElementTypeOrSelf(op.getRhs());
  bool narrow = type.isF16() || type.isBF16();
  if (outType != type && !(narrow && outType.isF32()))
    return op.emitOpError("expects a destination of ")
           << type << (narrow ? " or f32" : "") << ", found " << outType;
  if ((op.getCompute() == Compute::F64) != type.isF64() ||
      (op.getCompute() == Compute::TF32 && !type.isF32()))
    return op.emitOpError("cannot compute in ")
           << stringifyCompute(op.getCompute()) << " on " << type;
  if (op.getDirection() != Direction::Forward && (op.getBias() || op.getRelu()))
    return op.emitOpError("has a bias or a ReLU only if it is forward, found ")
           << stringifyDirection(op.getDirection());
  if (!op.getBias())
    return success();
  auto bias = cast<ShapedType>(op.getBias().getType());
  int64_t outputs = cast<ShapedType>(op.getWeight().getType()).getDimSize(0);
  if (bias.getRank() != 1 || bias.getDimSize(0) != outputs ||
      (bias.getElementType() != outType && !bias.getElementType().isF32()))
    return op.emitOpError("expects a bias of ")
           << outputs << " elements of " << outType << " or f32, found "
           << bias;
  return success();
}

LogicalResult ConvolutionRecordOp::verify() {
  bool onTensors = isa<TensorType>(getOut().getType());
  size_t n = getStride().size();
  if (n < 1 || n > AMPRT_MOST_SPATIAL)
    return emitOpError("expects 1 to ")
           << AMPRT_MOST_SPATIAL << " spatial dimensions, found " << n
           << " strides";
  if (getPadding().size() != n || getDilation().size() != n)
    return emitOpError("expects as many paddings and dilations as ")
           << n << " strides, found " << getPadding().size() << " and "
           << getDilation().size();
  auto isBelow = [](int64_t least) {
    return [least](int64_t value) { return value < least; };
  };
  if (llvm::any_of(getStride(), isBelow(1)) ||
      llvm::any_of(getDilation(), isBelow(1)) ||
      llvm::any_of(getPadding(), isBelow(0)) ||
      static_cast<int64_t>(getGroups()) < 1)
    return emitOpError("expects strides, dilations and groups from 1, and "
                       "paddings from 0");
  for (Value value : getOperands()) {
    auto type = cast<ShapedType>(value.getType());
    if (isa<TensorType>(type) != onTensors)
      return emitOpError("expects tensors or buffers, not both, found ")
             << type << " and " << getOut().getType();
    if (!type.hasStaticShape())
      return emitOpError("expects static shapes, found ") << type;
    if (value != getBias() && type.getRank() != static_cast<int64_t>(n + 2))
      return emitOpError("expects tensors of rank ")
             << n + 2 << ", found " << type;
  }
  if (failed(verifyTypes(*this)) || failed(verifySizes(*this)))
    return failure();
  if (getResult() && getResult().getType() != getOut().getType())
    return emitOpError("expects a result of the destination's type ")
           << getOut().getType() << ", found " << getResult().getType();
  if (onTensors != static_cast<bool>(getResult()))
    return emitOpError("has a result exactly if its destination is a tensor");
  return success();
}

//===----------------------------------------------------------------------===//
// Record
//===----------------------------------------------------------------------===//

SmallVector<OpOperand *> ConvolutionRecordOp::getRecordOperands() {
  SmallVector<OpOperand *> operands = {&getLhsMutable(), &getRhsMutable(),
                                       &getOutMutable()};
  for (OpOperand &bias : getBiasMutable())
    operands.push_back(&bias);
  return operands;
}

bool ConvolutionRecordOp::readsOperand(OpOperand &operand) {
  return &operand != &getOutMutable();
}

bool ConvolutionRecordOp::writesOperand(OpOperand &operand) {
  return &operand == &getOutMutable();
}

LogicalResult ConvolutionRecordOp::verifyRecord() {
  if (getElementTypeOrSelf(getLhs()).isF64())
    return emitOpError("is of f64, for which libraries have no convolution");
  for (Value value : getOperands()) {
    auto type = cast<ShapedType>(value.getType());
    for (int64_t size : type.getShape())
      if (size < 1 || size > std::numeric_limits<int32_t>::max())
        return emitOpError("has an operand of type ")
               << type
               << "; expected sizes from 1 to 2147483647: of nothing, "
                  "libraries have no convolution";
  }
  return success();
}

std::string ConvolutionRecordOp::getRecordName() {
  SmallVector<int64_t> input = getSizes(getInput(), getInputLayout());
  SmallVector<int64_t> weight = getSizes(getWeight(), getWeightLayout());
  auto join = [](ArrayRef<int64_t> sizes) {
    std::string text;
    for (int64_t size : sizes)
      text += (text.empty() ? "" : "x") + std::to_string(size);
    return text;
  };
  std::string name = "convolution ";
  if (getDirection() != Direction::Forward)
    name += (stringifyDirection(getDirection()) + " ").str();
  name += join(input) + " by " + join(weight);
  if (getGroups() > 1)
    name += " in " + std::to_string(getGroups()) + " groups";
  return name;
}

LogicalResult ConvolutionRecordOp::writeRecord(
    amprt_record &record,
    llvm::function_ref<std::optional<uint32_t>(StringRef)>) {
  record.kind = AMPRT_RECORD_CONVOLUTION;
  amprt_convolution &convolution = record.as.convolution;
  SmallVector<int64_t> input = getSizes(getInput(), getInputLayout());
  SmallVector<int64_t> weight = getSizes(getWeight(), getWeightLayout());
  SmallVector<int64_t> output = getSizes(getOutput(), getOutputLayout());
  convolution.direction = static_cast<amprt_direction>(getDirection());
  convolution.num_spatial = static_cast<uint32_t>(getStride().size());
  convolution.batch = input[0];
  convolution.groups = static_cast<int64_t>(getGroups());
  convolution.input_channels = input[1];
  convolution.output_channels = output[1];
  for (uint32_t i = 0; i < convolution.num_spatial; ++i)
    convolution.windows[i] = {input[i + 2],    weight[i + 2],
                              output[i + 2],   getStride()[i],
                              getPadding()[i], getDilation()[i]};
  convolution.input_layout = static_cast<amprt_layout>(getInputLayout());
  convolution.weight_layout = static_cast<amprt_layout>(getWeightLayout());
  convolution.output_layout = static_cast<amprt_layout>(getOutputLayout());
  convolution.type_operands = toRuntimeType(getElementTypeOrSelf(getLhs()));
  convolution.type_result = toRuntimeType(getElementTypeOrSelf(getOut()));
  convolution.type_bias = getBias()
                              ? toRuntimeType(getElementTypeOrSelf(getBias()))
                              : convolution.type_result;
  convolution.compute = toRuntimeCompute(getCompute());
  convolution.epilogue = (getBias() ? AMPRT_EPILOGUE_BIAS : 0) |
                         (getRelu() ? AMPRT_EPILOGUE_RELU : 0);
  return success();
}
