//===- BufferRegion.cpp ---------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Dialect/AmpRT/IR/BufferRegion.h"

#include "amp/Dialect/ByteCount.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mlir::amprt;

FailureOr<int64_t> mlir::amprt::findElementBytes(Type type) {
  if (isa<ComplexType>(type))
    return failure();
  return amp::findElementBytes(type);
}

FailureOr<int64_t> mlir::amprt::findBytes(MemRefType type) {
  if (isa<ComplexType>(type.getElementType()))
    return failure();
  return amp::findBytes(type);
}

Value mlir::amprt::getBuffer(Value value) {
  while (auto view = value.getDefiningOp<ViewLikeOpInterface>())
    value = view.getViewSource();
  return value;
}

/// Elements from the start of what a buffer of `type` counts from to its first
/// element, and to the end of its last. None if computed, or counted backwards.
static std::optional<std::pair<int64_t, int64_t>> findSpan(MemRefType type) {
  SmallVector<int64_t> strides;
  int64_t begin;
  if (!type.hasStaticShape() ||
      failed(type.getStridesAndOffset(strides, begin)) ||
      ShapedType::isDynamic(begin))
    return std::nullopt;
  if (llvm::is_contained(type.getShape(), 0))
    return std::pair(begin, begin);
  int64_t end = begin + 1;
  for (auto [size, stride] : llvm::zip(type.getShape(), strides)) {
    int64_t length;
    if (ShapedType::isDynamic(stride) || stride < 0 ||
        llvm::MulOverflow(size - 1, stride, length) ||
        llvm::AddOverflow(end, length, end))
      return std::nullopt;
  }
  return std::pair(begin, end);
}

BufferRegion mlir::amprt::getRegion(Value value) {
  auto type = cast<MemRefType>(value.getType());
  // Views by bytes move what offsets count from; the offset of a type is all
  // that other views have added since.
  int64_t base = 0;
  bool isKnown = true;
  Value buffer = value;
  while (auto view = buffer.getDefiningOp<ViewLikeOpInterface>()) {
    if (auto bytes = dyn_cast<memref::ViewOp>(*view)) {
      APInt shift;
      isKnown &= matchPattern(bytes.getByteShift(), m_ConstantInt(&shift));
      if (isKnown)
        base += shift.getSExtValue();
    }
    buffer = view.getViewSource();
  }
  auto span = findSpan(type);
  if (!isKnown || !span)
    return {buffer, 0, getBytes(cast<MemRefType>(buffer.getType())), false,
            false};
  int64_t element = *findElementBytes(type.getElementType());
  auto [begin, end] = *span;
  return {buffer, base + begin * element, base + end * element,
          end - begin == type.getNumElements()};
}
