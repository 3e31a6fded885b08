//===- Gradients.cpp - Work on gradients ----------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Types, verification and folds. The arithmetic is in
// lib/Conversion/AmpToAmpRT.

#include "amp/Dialect/Amp/IR/Gradients.h"

#include "amp/Dialect/Amp/IR/StateOps.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

LogicalResult mlir::amp::detail::verifyFlags(Operation *op, ValueRange flags) {
  for (Value flag : flags)
    if (getTensorType(flag).getRank() != 0)
      return op->emitOpError("expects flags of type tensor<i1>, found ")
             << flag.getType();
  return success();
}

/// Checks that the first results are the gradients' counterparts, of their
/// types or, if `mayWiden`, in f32 for 16-bit ones.
static LogicalResult verifyGradients(Operation *op, ValueRange gradients,
                                     ValueRange results, bool mayWiden) {
  if (gradients.empty())
    return op->emitOpError("expects at least one gradient");
  if (results.size() != gradients.size())
    return op->emitOpError("expects one changed gradient per gradient, ")
           << gradients.size() << ", found " << results.size();
  for (auto [gradient, result] : llvm::zip(gradients, results)) {
    Type from = gradient.getType(), to = result.getType();
    if (mayWiden ? areCompatibleContractionTypes(from, to)
                 : areCompatibleTypes(from, to))
      continue;
    return op->emitOpError("expects the gradient of ")
           << from
           << (mayWiden ? " in its own type or f32" : " in its own type")
           << ", found " << to;
  }
  return success();
}

LogicalResult ClipGradNormOp::verify() {
  if (failed(verifyGradients(*this, getGradients(), getClipped(),
                             /*mayWiden=*/false)))
    return failure();
  double most = getMaxNorm().convertToDouble();
  if (!(most >= 0))
    return emitOpError("expects max_norm >= 0, found ") << most;
  double p = getNormType().convertToDouble();
  if (!(p > 0))
    return emitOpError("expects norm_type > 0, found ") << p;
  bool isWide = llvm::all_of(getGradients(), [](Value gradient) {
    return getTensorType(gradient).getElementType().isF64();
  });
  if (getTensorType(getNorm()).getElementType().isF64() != isWide)
    return emitOpError("expects the norm in ")
           << (isWide ? "f64, as all gradients are" : "f32") << ", found "
           << getNorm().getType();
  return success();
}

LogicalResult ClipGradValueOp::verify() {
  double most = getClipValue().convertToDouble();
  if (!(most >= 0))
    return emitOpError("expects clip_value >= 0, found ") << most;
  return verifyGradients(*this, getGradients(), getClipped(),
                         /*mayWiden=*/false);
}

LogicalResult CheckFiniteOp::verify() {
  return verifyGradients(*this, getGradients(), getGradients(),
                         /*mayWiden=*/false);
}

LogicalResult AccumulateOp::verify() {
  auto k = static_cast<int64_t>(getK());
  if (k < 1)
    return emitOpError("expects k >= 1, found ") << k;
  if (getName().empty())
    return emitOpError("expects a name for its variables");
  if (getReduction() == LossReduction::None)
    return emitOpError("expects the reduction mean or sum, found none");
  return verifyGradients(*this, getGradients(), getSums(), /*mayWiden=*/true);
}
