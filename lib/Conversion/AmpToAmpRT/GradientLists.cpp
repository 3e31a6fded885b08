//===- GradientLists.cpp - Between backward pass and step -----------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What is done with all gradients between backward pass and step: unscaling,
// tests, clipping, accumulation.

#include "ListLowering.h"
#include "amp/Dialect/Amp/IR/Contractions.h"
#include "amp/Dialect/Amp/IR/Elementwise.h"
#include "amp/Dialect/Amp/IR/Gradients.h"
#include "amp/Dialect/Amp/IR/Scaling.h"
#include "amp/Dialect/Amp/IR/Shapes.h"
#include "amp/Dialect/Amp/IR/State.h"
#include "amp/Dialect/Amp/IR/StateOps.h"
#include "amp/Dialect/ByteCount.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"

#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

static Type getElementType(Value value) {
  return getTensorType(value).getElementType();
}

/// Numbers of the arrays that agree in the element types of both lists.
static SmallVector<SmallVector<unsigned>> groupByTypes(ValueRange a,
                                                       ValueRange b) {
  using Key = std::pair<const void *, const void *>;
  return groupBy<Key>(a.size(), [&](unsigned i) {
    return Key(getElementTypeOrSelf(a[i]).getAsOpaquePointer(),
               getElementTypeOrSelf(b[i]).getAsOpaquePointer());
  });
}

/// Arrays of the types of `like` that `rule` computes from each of `gradients`,
/// with the same scalars.
static SmallVector<Value>
mapGradients(OpBuilder &builder, Location loc, ValueRange gradients,
             ValueRange scalars, ValueRange like,
             function_ref<Value(OpBuilder &, ValueRange, Type)> rule) {
  SmallVector<Value> results(gradients.size());
  for (ArrayRef<unsigned> numbers : groupByTypes(gradients, like)) {
    ArrayList outs =
        createEmptyList(builder, loc, ValueRange(pick(like, numbers)));
    Type elementType = getElementType(outs.front());
    auto op = createMapList(
        builder, loc, {pick(gradients, numbers)}, scalars, {outs},
        [&](OpBuilder &builder, ValueRange elements) {
          return SmallVector<Value>{rule(builder, elements, elementType)};
        });
    for (auto [i, number] : llvm::enumerate(numbers))
      results[number] = op.getResult(i);
  }
  return results;
}

/// The first element times the first scalar, in the type in which composites
/// compute, and rounded once.
static Value scaleElement(OpBuilder &builder, Location loc, ValueRange elements,
                          Type elementType) {
  Type wide = getWideType(getElementType(elements[0]));
  Value product =
      MulOp::create(builder, loc, createCast(builder, loc, elements[0], wide),
                    createCast(builder, loc, elements[1], wide));
  return createCast(builder, loc, product, elementType);
}

//===----------------------------------------------------------------------===//
// Tests
//===----------------------------------------------------------------------===//

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
static constexpr uint64_t kWorthATest = 8 << 20;

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
        llvm::SaturatingAdd(countBytes(lhs), countBytes(rhs), kWorthATest) <=
            countBytes(type)) {
      witnesses.insert(skipMovement(product.getLhs()));
      witnesses.insert(skipMovement(product.getRhs()));
      return;
    }
  }
  witnesses.insert(gradient);
}

/// True if an element of a gradient is infinite or NaN.
static Value createHasNonfinite(OpBuilder &builder, Location loc,
                                ValueRange gradients) {
  llvm::SetVector<Value> witnesses;
  for (Value gradient : gradients)
    addWitnesses(gradient, witnesses);
  return createReduceList(
      builder, loc, witnesses.takeVector(), {}, builder.getBoolAttr(false),
      [&](OpBuilder &builder, ValueRange elements) {
        Value finite = IsFiniteOp::create(builder, loc, elements[0]);
        return SmallVector<Value>{LogicalNotOp::create(builder, loc, finite)};
      },
      [](OpBuilder &builder, Location loc, Value bad, Value soFar) -> Value {
        return arith::OrIOp::create(builder, loc, bad, soFar);
      });
}

static LogicalResult lower(CheckFiniteOp op, OpBuilder &builder,
                           SmallVectorImpl<Value> &results) {
  results.push_back(
      createHasNonfinite(builder, op.getLoc(), op.getGradients()));
  return success();
}

//===----------------------------------------------------------------------===//
// Unscaling
//===----------------------------------------------------------------------===//

static LogicalResult lower(UnscaleOp op, OpBuilder &builder,
                           SymbolTableCollection &symbols,
                           SmallVectorImpl<Value> &results) {
  auto scaler = lookUp<GradScalerOp>(op, symbols, op.getScalerAttr());
  if (!scaler)
    return failure();
  Location loc = op.getLoc();
  Value inverse =
      createExactReciprocal(builder, loc, readScale(builder, loc, scaler));
  Value found = createHasNonfinite(builder, loc, op.getGradients());
  if (scaler.getSkipLimit().value_or(0) != 0)
    found = LogicalOrOp::create(
        builder, loc, found,
        createHasHalted(builder, loc, scaler,
                        readSkipsInARow(builder, loc, scaler)));
  results = mapGradients(
      builder, loc, op.getGradients(), inverse, op.getUnscaled(),
      [&](OpBuilder &builder, ValueRange elements, Type elementType) {
        return scaleElement(builder, loc, elements, elementType);
      });
  results.push_back(found);
  return success();
}

//===----------------------------------------------------------------------===//
// Clipping
//===----------------------------------------------------------------------===//

/// The sum, over all elements, of the p-th powers of absolute values; the
/// largest absolute value where p is infinite. One sum over all gradients, not
/// a norm of norms: one rounding less.
static Value createPowerSum(OpBuilder &builder, Location loc,
                            ValueRange gradients, double p, Type wide) {
  bool isMaximum = std::isinf(p);
  return createReduceList(
      builder, loc, gradients, {}, builder.getFloatAttr(wide, 0),
      [&](OpBuilder &builder, ValueRange elements) {
        Value x = createCast(builder, loc, elements[0], wide);
        if (p == 2)
          return SmallVector<Value>{MulOp::create(builder, loc, x, x)};
        Value size = AbsOp::create(builder, loc, x);
        if (!isMaximum && p != 1)
          size =
              PowOp::create(builder, loc, size,
                            createSplat(builder, loc, getScalarType(wide), p));
        return SmallVector<Value>{size};
      },
      [&](OpBuilder &builder, Location loc, Value value, Value soFar) -> Value {
        if (isMaximum)
          return arith::MaximumFOp::create(builder, loc, value, soFar);
        // Reassociation lets the sum be vectorized, in an order that is fixed
        // when the kernel is compiled.
        return arith::AddFOp::create(builder, loc, value, soFar,
                                     arith::FastMathFlags::reassoc);
      });
}

static LogicalResult lower(ClipGradNormOp op, OpBuilder &builder,
                           SmallVectorImpl<Value> &results) {
  Location loc = op.getLoc();
  Type wide = getElementType(op.getNorm());
  double p = op.getNormType().convertToDouble();
  auto constant = [&](double value) {
    return createSplat(builder, loc, getScalarType(wide), value);
  };
  Value norm = createPowerSum(builder, loc, op.getGradients(), p, wide);
  if (p == 2)
    norm = SqrtOp::create(builder, loc, norm);
  else if (p != 1 && !std::isinf(p))
    norm = PowOp::create(builder, loc, norm, constant(1 / p));
  Value factor =
      DivOp::create(builder, loc, constant(op.getMaxNorm().convertToDouble()),
                    AddOp::create(builder, loc, norm, constant(1e-6)));
  factor = MinimumOp::create(builder, loc, factor, constant(1));
  results = mapGradients(
      builder, loc, op.getGradients(), factor, op.getClipped(),
      [&](OpBuilder &builder, ValueRange elements, Type elementType) {
        return scaleElement(builder, loc, elements, elementType);
      });
  results.push_back(norm);
  return success();
}

static LogicalResult lower(ClipGradValueOp op, OpBuilder &builder,
                           SmallVectorImpl<Value> &results) {
  Location loc = op.getLoc();
  double most = op.getClipValue().convertToDouble();
  results = mapGradients(
      builder, loc, op.getGradients(), {}, op.getClipped(),
      [&](OpBuilder &builder, ValueRange elements, Type elementType) -> Value {
        auto constant = [&](double value) {
          return createSplat(builder, loc, getScalarType(elementType), value);
        };
        Value bounded =
            MinimumOp::create(builder, loc, elements[0], constant(most));
        return MaximumOp::create(builder, loc, bounded, constant(-most));
      });
  return success();
}

//===----------------------------------------------------------------------===//
// Accumulation
//===----------------------------------------------------------------------===//

/// Assigns zeros, where `complete` is true, to the sums; they are no more
/// needed from there on.
static void resetSums(OpBuilder &builder, AccumulateOp op,
                      ArrayRef<unsigned> numbers, ValueRange sums,
                      Value complete) {
  Location loc = op.getLoc();
  bool isKnown = op.getKnownComplete().has_value();
  auto zeros = createMapList(
      builder, loc, {}, isKnown ? ValueRange() : ValueRange(complete),
      {ArrayList(sums)}, [&](OpBuilder &builder, ValueRange elements) {
        Value sum = elements.back();
        Value zero = createSplat(builder, loc, getTensorType(sum), 0);
        if (!isKnown)
          zero = WhereOp::create(builder, loc, elements.front(), zero, sum);
        return SmallVector<Value>{zero};
      });
  for (auto [number, zero] : llvm::zip(numbers, zeros.getResults()))
    AssignOp::create(builder, loc, op.getSumName(number), zero);
}

static LogicalResult lower(AccumulateOp op, OpBuilder &builder,
                           SmallVectorImpl<Value> &results) {
  Location loc = op.getLoc();
  auto k = static_cast<int64_t>(op.getK());
  Type i64 = builder.getI64Type();
  auto integer = [&](int64_t value) {
    return createSplat(builder, loc, getScalarType(i64),
                       static_cast<double>(value));
  };
  Value count =
      readVariable(builder, loc, op.getCountName(), getScalarType(i64));
  Value next = AddOp::create(builder, loc, count, integer(1));
  std::optional<bool> known = op.getKnownComplete();
  Value complete;
  if (known)
    complete =
        createSplat(builder, loc, getScalarType(builder.getI1Type()), *known);
  else
    complete =
        CompareOp::create(builder, loc, ComparePredicate::GE, next, integer(k));
  AssignOp::create(builder, loc, op.getCountName(),
                   WhereOp::create(builder, loc, complete, integer(0), next));

  // Sums are made where they are kept, and reset when all have been read that
  // need them: at the end, unless somebody reads the variables before.
  std::string prefix = (op.getName() + ".sum.").str();
  bool isRead =
      llvm::any_of(op->getBlock()->getOps<ReadOp>(), [&](ReadOp read) {
        return read.getVariable().starts_with(prefix);
      });
  OpBuilder atEnd(op->getContext());
  if (!isRead)
    atEnd.setInsertionPoint(op->getBlock()->getTerminator());
  results.resize(op.getGradients().size());
  SmallVector<Value> kept;
  for (auto [i, gradient] : llvm::enumerate(op.getGradients()))
    kept.push_back(
        readVariable(builder, loc, op.getSumName(static_cast<unsigned>(i)),
                     getScalarType(getWideType(getElementType(gradient)))
                         .clone(getTensorType(gradient).getShape())));
  for (ArrayRef<unsigned> numbers : groupByTypes(op.getGradients(), kept)) {
    auto sums = createMapList(
        builder, loc, {pick(op.getGradients(), numbers)}, {},
        {pick(kept, numbers)}, [&](OpBuilder &builder, ValueRange elements) {
          Value before = elements[1];
          Type wide = getElementType(before);
          Value term = createCast(builder, loc, elements[0], wide);
          if (op.getReduction() == LossReduction::Mean)
            term = DivOp::create(builder, loc, term,
                                 createSplat(builder, loc, getScalarType(wide),
                                             static_cast<double>(k)));
          return SmallVector<Value>{AddOp::create(builder, loc, before, term)};
        });
    for (auto [number, sum] : llvm::zip(numbers, sums.getResults())) {
      AssignOp::create(builder, loc, op.getSumName(number), sum);
      results[number] =
          createCast(builder, loc, sum, getElementType(op.getSums()[number]));
    }
    if (known != false)
      resetSums(isRead ? builder : atEnd, op, numbers, sums.getResults(),
                complete);
  }
  results.push_back(complete);
  return success();
}

LogicalResult mlir::amp::lowerGradientList(Operation *op, OpBuilder &builder,
                                           SymbolTableCollection &symbols,
                                           SmallVectorImpl<Value> &results) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case<CheckFiniteOp, ClipGradNormOp, ClipGradValueOp, AccumulateOp>(
          [&](auto list) { return lower(list, builder, results); })
      .Case([&](UnscaleOp list) {
        return lower(list, builder, symbols, results);
      });
}
