//===- IndexRanges.cpp - Which indices ops accept -------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Dialect/Amp/IR/Amp.h"
#include "amp/Dialect/Amp/IR/AmpLossOps.h"
#include "amp/Dialect/Amp/IR/AmpMathOps.h"
#include "amp/Dialect/Amp/IR/AmpNetworkOps.h"

using namespace mlir;
using namespace mlir::amp;

/// Numbers below the size of dimension `dim` of `value`, which counts from the
/// end if it is negative.
static std::optional<IndexRange>
below(Value value, int64_t dim, std::optional<int64_t> ignored = std::nullopt) {
  RankedTensorType type = getTensorType(value);
  if (dim < 0)
    dim += type.getRank();
  if (dim < 0 || dim >= type.getRank() || type.isDynamicDim(dim))
    return std::nullopt;
  return IndexRange{0, type.getDimSize(dim), ignored};
}

/// The dimension of the classes: the only one, or the second.
static int64_t getClassDim(Value input) {
  return getTensorType(input).getRank() > 1 ? 1 : 0;
}

//===----------------------------------------------------------------------===//
// Losses
//===----------------------------------------------------------------------===//

std::optional<IndexRange> CrossEntropyOp::getIndexRange(unsigned index) {
  if (index != 1)
    return std::nullopt;
  return below(getInput(), getClassDim(getInput()), getIgnoreIndex());
}

std::optional<IndexRange> NllLossOp::getIndexRange(unsigned index) {
  if (index != 1)
    return std::nullopt;
  return below(getInput(), getClassDim(getInput()), getIgnoreIndex());
}

std::optional<IndexRange> MultiMarginLossOp::getIndexRange(unsigned index) {
  if (index != 1)
    return std::nullopt;
  return below(getInput(), getClassDim(getInput()));
}

std::optional<IndexRange>
MultilabelMarginLossOp::getIndexRange(unsigned index) {
  if (index != 1)
    return std::nullopt;
  return below(getInput(), -1, /*ignored=*/-1);
}

std::optional<IndexRange> CtcLossOp::getIndexRange(unsigned index) {
  // Of the targets only as many are read as their lengths say.
  RankedTensorType targets = getTensorType(getTargets());
  std::optional<IndexRange> range;
  if (index == 2)
    range = below(getLogProbs(), 0);
  else if (index == 3 && targets.getRank() == 2)
    range = below(getTargets(), 1);
  if (range)
    ++range->upper; // all of them
  return range;
}

//===----------------------------------------------------------------------===//
// Tables and places
//===----------------------------------------------------------------------===//

std::optional<IndexRange> EmbeddingOp::getIndexRange(unsigned index) {
  return index == 1 ? below(getWeight(), 0) : std::nullopt;
}

std::optional<IndexRange> IndexSelectOp::getIndexRange(unsigned index) {
  return index == 1 ? below(getInput(), getDim()) : std::nullopt;
}

std::optional<IndexRange> GatherOp::getIndexRange(unsigned index) {
  return index == 1 ? below(getInput(), getDim()) : std::nullopt;
}

std::optional<IndexRange> IndexCopyOp::getIndexRange(unsigned index) {
  return index == 1 ? below(getInput(), getDim()) : std::nullopt;
}

std::optional<IndexRange> ScatterAddOp::getIndexRange(unsigned index) {
  return index == 1 ? below(getInput(), getDim()) : std::nullopt;
}

std::optional<IndexRange> IndexPutOp::getIndexRange(unsigned index) {
  if (index != 1)
    return std::nullopt;
  std::optional<IndexRange> range = below(getInput(), 0);
  if (range)
    range->lower = -range->upper; // counted from the end
  return range;
}

//===----------------------------------------------------------------------===//
// Ops that pass elements on
//===----------------------------------------------------------------------===//

bool ReshapeOp::keepsElements(unsigned) { return true; }
bool TransposeOp::keepsElements(unsigned) { return true; }
bool BroadcastToOp::keepsElements(unsigned) { return true; }

bool CastOp::keepsElements(unsigned) {
  auto from = dyn_cast<IntegerType>(getElementTypeOrSelf(getInput().getType()));
  auto to = dyn_cast<IntegerType>(getElementTypeOrSelf(getType()));
  if (!from || !to)
    return false;
  // i1 is 0 or 1; a number without a sign needs a bit more in a type with one.
  bool isUnsigned = from.isUnsigned() || from.getWidth() == 1;
  if (isUnsigned && !to.isUnsigned())
    return to.getWidth() > from.getWidth();
  return isUnsigned == to.isUnsigned() && to.getWidth() >= from.getWidth();
}
