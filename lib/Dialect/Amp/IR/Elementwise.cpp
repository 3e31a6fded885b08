//===- Elementwise.cpp - Elementwise ops ----------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Types, verification and folds.

#include "amp/Dialect/Amp/IR/Elementwise.h"

#include "ShapeRules.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

LogicalResult HardtanhOp::verify() {
  double low = getMinVal().convertToDouble();
  double high = getMaxVal().convertToDouble();
  if (!(low <= high))
    return emitOpError("expects min_val not above max_val, found ")
           << low << " and " << high;
  return success();
}

LogicalResult SoftplusOp::verify() {
  if (getBeta().isZero())
    return emitOpError("expects beta other than 0");
  return success();
}

LogicalResult CeluOp::verify() {
  if (getAlpha().isZero())
    return emitOpError("expects alpha other than 0");
  return success();
}

static LogicalResult verifyShrink(Operation *op, const APFloat &lambd) {
  double bound = lambd.convertToDouble();
  if (!(bound >= 0))
    return op->emitOpError("expects lambd >= 0, found ") << bound;
  return success();
}
LogicalResult HardshrinkOp::verify() { return verifyShrink(*this, getLambd()); }
LogicalResult SoftshrinkOp::verify() { return verifyShrink(*this, getLambd()); }

LogicalResult ClampOp::verify() {
  if (!getMin() && !getMax())
    return emitOpError("expects 'min' or 'max', found neither");
  return success();
}

//===----------------------------------------------------------------------===//
// Folding
//===----------------------------------------------------------------------===//

/// True if every element of the constant `attribute` is `value`.
static bool isSplat(Attribute attribute, double value) {
  auto elements = dyn_cast_if_present<DenseElementsAttr>(attribute);
  if (!elements || !elements.isSplat())
    return false;
  if (isa<FloatType>(elements.getElementType())) {
    // x - 0.0 is x, but x - (-0.0) is not: -0.0 becomes 0.0.
    double element = elements.getSplatValue<APFloat>().convertToDouble();
    return element == value && std::signbit(element) == std::signbit(value);
  }
  if (isa<IntegerType>(elements.getElementType()))
    return elements.getSplatValue<APInt>() ==
           APInt(elements.getElementType().getIntOrFloatBitWidth(),
                 static_cast<int64_t>(value), /*isSigned=*/true,
                 /*implicitTrunc=*/true);
  return false;
}

OpFoldResult NegOp::fold(FoldAdaptor) {
  if (auto inner = getInput().getDefiningOp<NegOp>())
    return inner.getInput();
  return {};
}

OpFoldResult ReluOp::fold(FoldAdaptor) {
  if (getInput().getDefiningOp<ReluOp>())
    return getInput();
  return {};
}

/// `kept` if the other operand is a neutral constant and kept has the result's
/// shape.
template <typename OpTy>
static OpFoldResult foldNeutral(OpTy op, Attribute constant, Value kept,
                                double neutral) {
  if (isSplat(constant, neutral) && kept.getType() == op.getType())
    return kept;
  return {};
}

OpFoldResult AddOp::fold(FoldAdaptor adaptor) {
  // x + 0 is x for integers only: -0.0 + 0 is +0.0.
  if (!isa<IntegerType>(getTensorType(getResult()).getElementType()))
    return {};
  return foldNeutral(*this, adaptor.getRhs(), getLhs(), 0);
}

OpFoldResult SubOp::fold(FoldAdaptor adaptor) {
  // x - (-0.0) is not x: -0.0 - (-0.0) is +0.0.
  if (auto elements =
          dyn_cast_if_present<DenseFPElementsAttr>(adaptor.getRhs()))
    if (elements.isSplat() && elements.getSplatValue<APFloat>().isNegative())
      return {};
  return foldNeutral(*this, adaptor.getRhs(), getLhs(), 0);
}

OpFoldResult MulOp::fold(FoldAdaptor adaptor) {
  if (OpFoldResult result = foldNeutral(*this, adaptor.getLhs(), getRhs(), 1))
    return result;
  return foldNeutral(*this, adaptor.getRhs(), getLhs(), 1);
}

OpFoldResult DivOp::fold(FoldAdaptor adaptor) {
  return foldNeutral(*this, adaptor.getRhs(), getLhs(), 1);
}

OpFoldResult WhereOp::fold(FoldAdaptor adaptor) {
  if (getLhs() == getRhs() && getLhs().getType() == getType())
    return getLhs();
  if (isSplat(adaptor.getCondition(), 1) && getLhs().getType() == getType())
    return getLhs();
  if (isSplat(adaptor.getCondition(), 0) && getRhs().getType() == getType())
    return getRhs();
  return {};
}

//===----------------------------------------------------------------------===//
// prelu
//===----------------------------------------------------------------------===//

static LogicalResult inferPrelu(const ShapeRules &rules,
                                PreluOp::Adaptor adaptor,
                                SmallVectorImpl<Type> &types) {
  RankedTensorType input = getTensorType(adaptor.getInput());
  RankedTensorType weight = getTensorType(adaptor.getWeight());
  int64_t channels = input.getRank() < 2 ? 1 : input.getDimSize(1);
  bool isShared =
      weight.getRank() == 0 ||
      succeeded(verifyCompatibleShape(weight.getShape(), int64_t(1)));
  if (!isShared &&
      failed(rules.expectShape("weight", adaptor.getWeight(), channels)))
    return failure();
  if (failed(rules.expectOneElementType(adaptor.getOperands())))
    return failure();
  types.push_back(input);
  return success();
}
AMP_INFER(PreluOp, inferPrelu(rules, adaptor, types))

//===----------------------------------------------------------------------===//
// glu
//===----------------------------------------------------------------------===//

static LogicalResult inferGlu(const ShapeRules &rules,
                              std::optional<Location> location,
                              GluOp::Adaptor adaptor,
                              SmallVectorImpl<Type> &types) {
  RankedTensorType input = getTensorType(adaptor.getInput());
  FailureOr<int64_t> dim = resolveDim(location, GluOp::getOperationName(),
                                      adaptor.getDim(), input.getRank(), input);
  if (failed(dim))
    return failure();
  SmallVector<int64_t> shape(input.getShape());
  int64_t &size = shape[*dim];
  if (!ShapedType::isDynamic(size)) {
    if (size % 2)
      return rules.error("expects an even size of dimension ", *dim, " of ",
                         input, ", found ", size);
    size /= 2;
  }
  types.push_back(input.clone(shape));
  return success();
}
AMP_INFER(GluOp, inferGlu(rules, location, adaptor, types))
