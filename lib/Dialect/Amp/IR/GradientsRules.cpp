//===- GradientsRules.cpp - Work on gradients -----------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Derivatives and decompositions.

#include "amp/Dialect/Amp/IR/Gradients.h"

#include "GraphBuilder.h"
#include "StateOps.h"

#include "amp/Dialect/Amp/IR/Contractions.h"
#include "amp/Dialect/Amp/IR/Elementwise.h"
#include "amp/Dialect/Amp/IR/Reductions.h"
#include "amp/Dialect/Amp/IR/Shapes.h"
#include "amp/Dialect/Amp/IR/State.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

Value mlir::amp::detail::createAny(OpBuilder &builder, Location loc,
                                   ValueRange flags) {
  Value result = flags.front();
  for (Value flag : flags.drop_front())
    result = LogicalOrOp::create(builder, loc, result, flag);
  return result;
}

static int64_t getBytes(RankedTensorType type) {
  return type.getNumElements() * type.getElementTypeBitWidth() / 8;
}

/// What `value` holds in another order.
static Value skipMovement(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<TransposeOp, ReshapeOp>(op))
      break;
    value = op->getOperand(0);
  }
  return value;
}

/// What a test of other values in a gradient's place has to save: all gradients
/// together are tested by one kernel, the others by one each.
static constexpr int64_t kWorthATest = 8 << 20;

/// Adds values of which one has an infinity or NaN exactly if `gradient` has.
///
/// A matrix product of f16 operands in f32 cannot overflow: fewer than 2^95
/// products of at most 65504² each. An infinity or NaN among the operands comes
/// out of it, also where it meets a zero. So the operands may be tested in its
/// place, and a weight's gradient is mostly larger than what it is made of.
static void addWitnesses(Value gradient, llvm::SetVector<Value> &witnesses) {
  RankedTensorType type = getTensorType(gradient);
  if (auto product = gradient.getDefiningOp<MatmulOp>()) {
    RankedTensorType lhs = getTensorType(product.getLhs());
    RankedTensorType rhs = getTensorType(product.getRhs());
    if (lhs.getElementType().isF16() && type.getElementType().isF32() &&
        lhs.hasStaticShape() && rhs.hasStaticShape() && type.hasStaticShape() &&
        getBytes(lhs) + getBytes(rhs) + kWorthATest <= getBytes(type)) {
      witnesses.insert(skipMovement(product.getLhs()));
      witnesses.insert(skipMovement(product.getRhs()));
      return;
    }
  }
  witnesses.insert(gradient);
}

Value mlir::amp::detail::createHasNonfinite(OpBuilder &builder, Location loc,
                                            ValueRange gradients) {
  llvm::SetVector<Value> witnesses;
  for (Value gradient : gradients)
    addWitnesses(gradient, witnesses);
  SmallVector<Value> flags;
  for (Value gradient : witnesses) {
    Value finite = IsFiniteOp::create(builder, loc, gradient);
    Value bad = LogicalNotOp::create(builder, loc, finite);
    flags.push_back(
        AnyOp::create(builder, loc, bad, ArrayRef<int64_t>(), false));
  }
  return createAny(builder, loc, flags);
}

LogicalResult ClipGradNormOp::decompose(OpBuilder &builder,
                                        SmallVectorImpl<Value> &results) {
  Location loc = getLoc();
  Type wide = getTensorType(getNorm()).getElementType();
  double p = getNormType().convertToDouble();
  auto constant = [&](double value) {
    return createSplat(builder, loc, getScalarType(wide), value);
  };
  auto power = [&](Value base, double exponent) -> Value {
    return PowOp::create(builder, loc, base, constant(exponent));
  };
  // One sum over all gradients, not a norm of norms: one rounding less.
  Value norm;
  for (Value gradient : getGradients()) {
    Value x = createCast(builder, loc, gradient, wide);
    Value part;
    if (std::isinf(p)) {
      // The largest of nothing is the norm of nothing.
      if (getTensorType(x).getNumElements() == 0)
        part = constant(0);
      else
        part = AmaxOp::create(builder, loc, AbsOp::create(builder, loc, x),
                              ArrayRef<int64_t>(), false);
      norm =
          norm ? MaximumOp::create(builder, loc, norm, part).getResult() : part;
      continue;
    }
    Value terms = p == 2   ? MulOp::create(builder, loc, x, x).getResult()
                  : p == 1 ? AbsOp::create(builder, loc, x).getResult()
                           : power(AbsOp::create(builder, loc, x), p);
    part = SumOp::create(builder, loc, terms, ArrayRef<int64_t>(), false);
    norm = norm ? AddOp::create(builder, loc, norm, part).getResult() : part;
  }
  if (p == 2)
    norm = SqrtOp::create(builder, loc, norm);
  else if (p != 1 && !std::isinf(p))
    norm = power(norm, 1 / p);
  Value factor =
      DivOp::create(builder, loc, constant(getMaxNorm().convertToDouble()),
                    AddOp::create(builder, loc, norm, constant(1e-6)));
  factor = MinimumOp::create(builder, loc, factor, constant(1));
  for (Value gradient : getGradients()) {
    Type elementType = getTensorType(gradient).getElementType();
    Type computed = getWideType(elementType);
    Value product = MulOp::create(builder, loc,
                                  createCast(builder, loc, gradient, computed),
                                  createCast(builder, loc, factor, computed));
    results.push_back(createCast(builder, loc, product, elementType));
  }
  results.push_back(norm);
  return success();
}

LogicalResult ClipGradValueOp::decompose(OpBuilder &builder,
                                         SmallVectorImpl<Value> &results) {
  Location loc = getLoc();
  double most = getClipValue().convertToDouble();
  for (Value gradient : getGradients()) {
    Type elementType = getTensorType(gradient).getElementType();
    auto constant = [&](double value) {
      return createSplat(builder, loc, getScalarType(elementType), value);
    };
    Value bounded = MinimumOp::create(builder, loc, gradient, constant(most));
    results.push_back(
        MaximumOp::create(builder, loc, bounded, constant(-most)));
  }
  return success();
}

LogicalResult CheckFiniteOp::decompose(OpBuilder &builder,
                                       SmallVectorImpl<Value> &results) {
  results.push_back(createHasNonfinite(builder, getLoc(), getGradients()));
  return success();
}

LogicalResult AccumulateOp::decompose(OpBuilder &builder,
                                      SmallVectorImpl<Value> &results) {
  Location loc = getLoc();
  auto k = static_cast<int64_t>(getK());
  Type i64 = builder.getI64Type();
  auto integer = [&](int64_t value) {
    return createSplat(builder, loc, getScalarType(i64),
                       static_cast<double>(value));
  };
  Value count = readVariable(builder, loc, getCountName(), getScalarType(i64));
  Value next = AddOp::create(builder, loc, count, integer(1));
  Value complete;
  if (std::optional<bool> known = getKnownComplete())
    complete =
        createSplat(builder, loc, getScalarType(builder.getI1Type()), *known);
  else
    complete =
        CompareOp::create(builder, loc, ComparePredicate::GE, next, integer(k));
  AssignOp::create(builder, loc, getCountName(),
                   WhereOp::create(builder, loc, complete, integer(0), next));
  for (auto [i, gradient] : llvm::enumerate(getGradients())) {
    RankedTensorType type = getTensorType(gradient);
    Type wide = getWideType(type.getElementType());
    auto sumType = cast<RankedTensorType>(type.clone(wide));
    auto constant = [&](double value) {
      return createSplat(builder, loc, getScalarType(wide), value);
    };
    Value term = createCast(builder, loc, gradient, wide);
    if (getReduction() == LossReduction::Mean)
      term =
          DivOp::create(builder, loc, term, constant(static_cast<double>(k)));
    Value before = readVariable(builder, loc,
                                getSumName(static_cast<unsigned>(i)), sumType);
    Value sum = AddOp::create(builder, loc, before, term);
    AssignOp::create(builder, loc, getSumName(static_cast<unsigned>(i)),
                     WhereOp::create(builder, loc, complete, constant(0), sum));
    results.push_back(createCast(builder, loc, sum,
                                 getTensorType(getSums()[i]).getElementType()));
  }
  results.push_back(complete);
  return success();
}
