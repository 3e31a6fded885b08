//===- Normalization.cpp - Normalization and softmax ----------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Types, verification and folds.

#include "amp/Dialect/Amp/IR/Normalization.h"

#include "ShapeRules.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

//===----------------------------------------------------------------------===//
// Softmax
//===----------------------------------------------------------------------===//

/// The type of the first operand; checks `dim` and equal types.
static LogicalResult inferSoftmax(const ShapeRules &rules, ValueRange operands,
                                  int64_t dim, SmallVectorImpl<Type> &types) {
  RankedTensorType type = getTensorType(operands[0]);
  if (dim < -type.getRank() || dim >= type.getRank())
    return rules.error("expects dim in [", -type.getRank(), ", ",
                       type.getRank(), ") of ", type, ", found ", dim);
  if (!areCompatibleTypes(operands.take_front().getTypes(),
                          operands.take_back().getTypes()))
    return rules.error("expects operands of one type, found ", type, " and ",
                       operands.back().getType());
  types.push_back(type);
  return success();
}
AMP_INFER(SoftmaxBackwardOp,
          inferSoftmax(rules, adaptor.getOperands(), adaptor.getDim(), types))
AMP_INFER(LogSoftmaxBackwardOp,
          inferSoftmax(rules, adaptor.getOperands(), adaptor.getDim(), types))

/// As `inferSoftmax`, with elements of `dtype`.
template <typename AdaptorT>
static LogicalResult inferSoftmaxOf(const ShapeRules &rules, AdaptorT adaptor,
                                    SmallVectorImpl<Type> &types) {
  if (failed(
          inferSoftmax(rules, adaptor.getOperands(), adaptor.getDim(), types)))
    return failure();
  return rules.inferOutputType(adaptor.getDtype(), types.back());
}
AMP_INFER(SoftmaxOp, inferSoftmaxOf(rules, adaptor, types))
AMP_INFER(LogSoftmaxOp, inferSoftmaxOf(rules, adaptor, types))

//===----------------------------------------------------------------------===//
// Normalization
//===----------------------------------------------------------------------===//

LogicalResult NormalizeOp::verify() {
  if (getP().isNaN())
    return emitOpError("expects p to be a number, found NaN");
  double eps = getEps().convertToDouble();
  if (!(eps >= 0))
    return emitOpError("expects eps of at least 0, found ") << eps;
  return success();
}

/// `adaptor` of an op that normalizes with statistics of the batch or, unless
/// `batchStatistics`, with running ones.
template <typename AdaptorT>
static LogicalResult inferChannelNorm(const ShapeRules &rules, AdaptorT adaptor,
                                      bool batchStatistics, StringRef attribute,
                                      SmallVectorImpl<Type> &types) {
  Value mean = adaptor.getRunningMean(), var = adaptor.getRunningVar();
  if (static_cast<bool>(mean) != static_cast<bool>(var))
    return rules.error("expects both running_mean and running_var or neither, "
                       "found ",
                       mean ? "running_mean" : "running_var", " only");
  if (!batchStatistics && !mean)
    return rules.error("expects running_mean and running_var, or ", attribute,
                       " = true");
  RankedTensorType input = getTensorType(adaptor.getInput());
  int64_t channels = input.getDimSize(1);
  if (failed(rules.expectShape("weight", adaptor.getWeight(), channels)) ||
      failed(rules.expectShape("bias", adaptor.getBias(), channels)) ||
      failed(rules.expectShape("running_mean", mean, channels)) ||
      failed(rules.expectShape("running_var", var, channels)) ||
      failed(rules.expectEpsilon(adaptor.getEps().convertToDouble())))
    return failure();
  types.push_back(input);
  if (batchStatistics && mean)
    llvm::append_range(types, TypeRange{mean.getType(), var.getType()});
  return success();
}

static LogicalResult inferChannelNorm(const ShapeRules &rules,
                                      BatchNormOp::Adaptor adaptor,
                                      SmallVectorImpl<Type> &types) {
  if (failed(rules.expectRankAtLeast("input", adaptor.getInput(), 2,
                                     "[N, C, ...]")))
    return failure();
  return inferChannelNorm(rules, adaptor, adaptor.getTraining(), "training",
                          types);
}

static LogicalResult inferChannelNorm(const ShapeRules &rules,
                                      InstanceNormOp::Adaptor adaptor,
                                      SmallVectorImpl<Type> &types) {
  if (failed(rules.expectRankAtLeast("input", adaptor.getInput(), 3,
                                     "[N, C, L, ...]")))
    return failure();
  return inferChannelNorm(rules, adaptor, adaptor.getUseInputStats(),
                          "use_input_stats", types);
}

/// `input` ends in `normalized_shape`, which is also the parameters' shape.
static LogicalResult inferLastDimsNorm(const ShapeRules &rules,
                                       ValueRange operands,
                                       ArrayRef<int64_t> normalizedShape,
                                       Value weight, Value bias,
                                       SmallVectorImpl<Type> &types) {
  RankedTensorType input = getTensorType(operands.front());
  size_t count = normalizedShape.size();
  if (count == 0 || count > static_cast<size_t>(input.getRank()) ||
      failed(verifyCompatibleShape(input.getShape().take_back(count),
                                   normalizedShape)))
    return rules.error("expects input that ends in the dimensions "
                       "normalized_shape = ",
                       toString(normalizedShape), ", one or more, found ",
                       input);
  if (llvm::any_of(normalizedShape, [](int64_t size) { return size < 1; }))
    return rules.error("expects normalized_shape of sizes >= 1, found ",
                       toString(normalizedShape));
  if (failed(rules.expectShape("weight", weight, normalizedShape)) ||
      failed(rules.expectShape("bias", bias, normalizedShape)) ||
      failed(rules.expectNormElementTypes(operands)))
    return failure();
  SmallVector<int64_t> shape(input.getShape().drop_back(count));
  llvm::append_range(shape, normalizedShape);
  types.push_back(input.clone(shape));
  return success();
}

static LogicalResult inferLayerNorm(const ShapeRules &rules,
                                    LayerNormOp::Adaptor adaptor,
                                    SmallVectorImpl<Type> &types) {
  if (failed(rules.expectEpsilon(adaptor.getEps().convertToDouble())))
    return failure();
  return inferLastDimsNorm(rules, adaptor.getOperands(),
                           adaptor.getNormalizedShape(), adaptor.getWeight(),
                           adaptor.getBias(), types);
}

static LogicalResult inferRmsNorm(const ShapeRules &rules,
                                  RmsNormOp::Adaptor adaptor,
                                  SmallVectorImpl<Type> &types) {
  std::optional<APFloat> eps = adaptor.getEps();
  if (eps && failed(rules.expectEpsilon(eps->convertToDouble())))
    return failure();
  return inferLastDimsNorm(rules, adaptor.getOperands(),
                           adaptor.getNormalizedShape(), adaptor.getWeight(),
                           /*bias=*/{}, types);
}

static LogicalResult inferGroupNorm(const ShapeRules &rules,
                                    GroupNormOp::Adaptor adaptor,
                                    SmallVectorImpl<Type> &types) {
  auto groups = static_cast<int64_t>(adaptor.getNumGroups());
  if (failed(rules.expectRankAtLeast("input", adaptor.getInput(), 2,
                                     "[N, C, ...]")) ||
      failed(rules.expectParameter("num_groups", groups, 1)))
    return failure();
  RankedTensorType input = getTensorType(adaptor.getInput());
  int64_t channels = input.getDimSize(1);
  if (!ShapedType::isDynamic(channels) && channels % groups != 0)
    return rules.error("expects channels that num_groups = ", groups,
                       " divides, found ", channels, " in ", input);
  if (failed(rules.expectShape("weight", adaptor.getWeight(), channels)) ||
      failed(rules.expectShape("bias", adaptor.getBias(), channels)) ||
      failed(rules.expectNormElementTypes(adaptor.getOperands())) ||
      failed(rules.expectEpsilon(adaptor.getEps().convertToDouble())))
    return failure();
  types.push_back(input);
  return success();
}

static LogicalResult
inferLocalResponseNorm(const ShapeRules &rules,
                       LocalResponseNormOp::Adaptor adaptor,
                       SmallVectorImpl<Type> &types) {
  if (failed(rules.expectRankAtLeast("input", adaptor.getInput(), 3,
                                     "[N, C, L, ...]")) ||
      failed(rules.expectParameter("size",
                                   static_cast<int64_t>(adaptor.getSize()), 1)))
    return failure();
  types.push_back(adaptor.getInput().getType());
  return success();
}

AMP_INFER(BatchNormOp, inferChannelNorm(rules, adaptor, types))
AMP_INFER(GroupNormOp, inferGroupNorm(rules, adaptor, types))
AMP_INFER(InstanceNormOp, inferChannelNorm(rules, adaptor, types))
AMP_INFER(LayerNormOp, inferLayerNorm(rules, adaptor, types))
AMP_INFER(LocalResponseNormOp, inferLocalResponseNorm(rules, adaptor, types))
AMP_INFER(RmsNormOp, inferRmsNorm(rules, adaptor, types))
