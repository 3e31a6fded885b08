//===- LowerCasts.cpp -----------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Dialect/Amp/IR/Casts.h"
#include "amp/Dialect/Amp/Transforms/Passes.h"
#include "amp/Interfaces/CastDialectInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinDialect.h"

namespace mlir::amp {
#define GEN_PASS_DEF_AMPLOWERCASTSPASS
#include "amp/Dialect/Amp/Transforms/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

/// How the dialect of `op` casts; null for an op that belongs to every program,
/// such as a call.
static const CastDialectInterface *findBuilder(Operation *op) {
  Dialect *dialect = op->getDialect();
  if (isa_and_nonnull<AmpDialect, BuiltinDialect, func::FuncDialect>(dialect))
    return nullptr;
  if (auto *builder =
          dialect ? dialect->getRegisteredInterface<CastDialectInterface>()
                  : nullptr)
    return builder;
  return op->getContext()
      ->getLoadedDialect<arith::ArithDialect>()
      ->getRegisteredInterface<CastDialectInterface>();
}

/// How `op` is written by those around it.
static const CastDialectInterface *chooseBuilder(CastOp op) {
  for (Operation *user : op->getUsers())
    if (const CastDialectInterface *builder = findBuilder(user))
      return builder;
  if (Operation *maker = op.getInput().getDefiningOp())
    if (const CastDialectInterface *builder = findBuilder(maker))
      return builder;
  const CastDialectInterface *found = nullptr;
  op->getParentOfType<func::FuncOp>().walk([&](Operation *other) {
    found = findBuilder(other);
    return found ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found;
}

/// A constant of the cast's type, of the dialect that has the input; null if
/// that is no constant, or one that is not in memory. What no element was
/// written to is none of another type.
static Value castConstant(CastOp op, OpBuilder &builder) {
  if (auto empty = op.getInput().getDefiningOp<tensor::EmptyOp>())
    return tensor::EmptyOp::create(builder, empty.getLoc(), op.getType(),
                                   empty.getDynamicSizes());
  Operation *constant = op.getInput().getDefiningOp();
  if (!constant || constant->getNumOperands() != 0 ||
      constant->getNumResults() != 1 || isa<AmpDialect>(constant->getDialect()))
    return Value();
  for (StringRef name : {"value", "values"}) {
    auto value =
        dyn_cast_if_present<DenseElementsAttr>(constant->getAttr(name));
    if (!value || value.getType() != op.getInput().getType())
      continue;
    // Two copies of a large one are more than a cast.
    if (!value.isSplat() && value.getNumElements() > 64 &&
        !op.getInput().hasOneUse())
      return Value();
    auto type = cast<FloatType>(op.getType().getElementType());
    Operation *copy = builder.clone(*constant);
    copy->setAttr(name, value.mapValues(type, [&](const APFloat &number) {
      APFloat result = number;
      bool losesInfo;
      result.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                     &losesInfo);
      return result.bitcastToAPInt();
    }));
    copy->getResult(0).setType(op.getType());
    return copy->getResult(0);
  }
  return Value();
}

static LogicalResult lowerCast(CastOp op) {
  OpBuilder builder(op);
  Value input = op.getInput();
  auto to = dyn_cast<FloatType>(op.getType().getElementType());
  if (!isa<FloatType>(getElementTypeOrSelf(input)) || !to)
    return op.emitOpError("is no cast between floating-point types; run "
                          "convert-amp-to-linalg");
  if (Value constant = castConstant(op, builder)) {
    op.replaceAllUsesWith(constant);
    op.erase();
    if (input.use_empty())
      input.getDefiningOp()->erase();
    return success();
  }
  const CastDialectInterface *dialect = chooseBuilder(op);
  if (!dialect)
    return op.emitOpError("is in a function without an op whose dialect could "
                          "write it");
  auto cast = [&](FloatType type) {
    input = dialect->buildCast(builder, op.getLoc(), input,
                               op.getType().clone(type));
  };
  if (getElementTypeOrSelf(input).getIntOrFloatBitWidth() == to.getWidth())
    cast(builder.getF32Type());
  cast(to);
  op.replaceAllUsesWith(input);
  op.erase();
  return success();
}

namespace {
struct AmpLowerCastsPass
    : public amp::impl::AmpLowerCastsPassBase<AmpLowerCastsPass> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<CastOp> casts;
    getOperation()->walk([&](Operation *op) {
      if (auto castOp = dyn_cast<CastOp>(op))
        casts.push_back(castOp);
      for (StringRef name :
           {"amp.assigned", "amp.exempt", "amp.policy", "amp.precision"})
        op->removeDiscardableAttr(name);
    });
    bool hasFailed = false;
    for (CastOp op : casts)
      hasFailed |= failed(lowerCast(op));
    if (hasFailed)
      signalPassFailure();
  }
};
} // namespace
