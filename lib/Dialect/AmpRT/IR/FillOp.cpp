//===- FillOp.cpp ---------------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Dialect/AmpRT/IR/AmpRT.h"
#include "amp/Dialect/AmpRT/IR/BufferRegion.h"

using namespace mlir;
using namespace mlir::amprt;

std::optional<amprt_fill> FillOp::getPattern(TypedAttr value) {
  FailureOr<int64_t> width = findElementBytes(value.getType());
  uint64_t bits;
  if (auto number = dyn_cast<FloatAttr>(value))
    bits = number.getValue().bitcastToAPInt().getZExtValue();
  else if (auto integer = dyn_cast<IntegerAttr>(value))
    bits = integer.getValue().getZExtValue();
  else
    return std::nullopt;
  uint32_t low = static_cast<uint32_t>(bits);
  if (*width == 1 || *width == 2 || *width == 4)
    return amprt_fill{static_cast<uint32_t>(*width), low};
  if (*width == 8 && bits >> 32 == low)
    return amprt_fill{4, low};
  return std::nullopt;
}

LogicalResult FillOp::verify() {
  Type element = cast<MemRefType>(getOut().getType()).getElementType();
  if (getValue().getType() != element)
    return emitOpError("expects a value of the elements' type ")
           << element << ", found " << getValue();
  if (!getPattern(getValue()))
    return emitOpError("cannot repeat ")
           << getValue()
           << "; expected a number of 1, 2 or 4 bytes, or one of 8 whose "
              "halves are equal";
  return success();
}

//===----------------------------------------------------------------------===//
// Record
//===----------------------------------------------------------------------===//

bool FillOp::readsOperand(OpOperand &) { return false; }

bool FillOp::writesOperand(OpOperand &) { return true; }

std::string FillOp::getRecordName() { return "fill"; }

LogicalResult
FillOp::writeRecord(amprt_record &record,
                    llvm::function_ref<std::optional<uint32_t>(StringRef)>) {
  record.kind = AMPRT_RECORD_FILL;
  record.as.fill = *getPattern(getValue());
  return success();
}
