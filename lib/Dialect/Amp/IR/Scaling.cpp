//===- Scaling.cpp - The loss scale ---------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Types, verification and folds.

#include "amp/Dialect/Amp/IR/Scaling.h"

#include "amp/Dialect/Amp/IR/StateOps.h"

#include "mlir/IR/PatternMatch.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

LogicalResult GradScalerOp::verify() {
  double scale = getInitScale().convertToDouble();
  double growth = getGrowthFactor().convertToDouble();
  double backoff = getBackoffFactor().convertToDouble();
  auto isPositiveF32 = [](double value) {
    return static_cast<float>(value) > 0 &&
           std::isfinite(static_cast<float>(value));
  };
  if (!isPositiveF32(scale))
    return emitOpError("expects an init_scale that is positive and finite in "
                       "f32, found ")
           << scale;
  if (!(growth > 1) || !std::isfinite(growth))
    return emitOpError("expects growth_factor > 1, found ") << growth;
  if (!(backoff > 0 && backoff < 1))
    return emitOpError("expects backoff_factor in (0, 1), found ") << backoff;
  auto interval = static_cast<int64_t>(getGrowthInterval());
  if (interval < 1 || interval > INT32_MAX)
    return emitOpError("expects growth_interval in [1, 2147483647], found ")
           << interval;
  auto bound = [&](std::optional<APFloat> value, double fallback) {
    return value ? value->convertToDouble() : fallback;
  };
  if (auto limit = getSkipLimit(); limit && static_cast<int64_t>(*limit) < 0)
    return emitOpError("expects skip_limit >= 0, found ")
           << static_cast<int64_t>(*limit);
  double least = bound(getMinScale(), 0), most = bound(getMaxScale(), HUGE_VAL);
  if (!(least >= 0 && least <= scale && scale <= most))
    return emitOpError("expects min_scale <= init_scale <= max_scale, found ")
           << least << ", " << scale << " and " << most;
  return success();
}

#define VERIFY_SCALER(OP)                                                      \
  LogicalResult OP::verifySymbolUses(SymbolTableCollection &symbolTable) {     \
    return success(lookUp<GradScalerOp>(*this, symbolTable, getScalerAttr())); \
  }

VERIFY_SCALER(ScaleOp)

VERIFY_SCALER(GetScaleOp)

VERIFY_SCALER(UnscaleOp)

VERIFY_SCALER(UpdateScaleOp)

LogicalResult UnscaleOp::verify() {
  if (getGradients().empty())
    return emitOpError("expects at least one gradient");
  if (getUnscaled().size() != getGradients().size())
    return emitOpError("expects one result per gradient and the flag, found ")
           << getGradients().size() << " gradient(s) and " << getNumResults()
           << " result(s)";
  for (auto [gradient, result] : llvm::zip(getGradients(), getUnscaled()))
    if (!mlir::amp::detail::areCompatibleContractionTypes(gradient.getType(),
                                                          result.getType()))
      return emitOpError("expects the unscaled gradient of ")
             << gradient.getType() << " in its own type or f32, found "
             << result.getType();
  return verifyFlags(*this, getFoundInf());
}

LogicalResult UpdateScaleOp::verify() {
  if (getFoundInf().empty())
    return emitOpError("expects the flag of at least one 'amp.unscale'");
  if (failed(verifyFlags(*this, getFoundInf())))
    return failure();
  return getWhen() ? verifyFlags(*this, getWhen()) : success();
}

LogicalResult UpdateScaleOp::canonicalize(UpdateScaleOp op,
                                          PatternRewriter &rewriter) {
  return canonicalizeWhen(op, rewriter);
}
