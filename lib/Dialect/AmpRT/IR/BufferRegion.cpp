//===- BufferRegion.cpp ---------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Dialect/AmpRT/IR/BufferRegion.h"

#include "amp/Dialect/AmpRT/IR/AmpRT.h"
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

std::optional<std::pair<int64_t, int64_t>>
mlir::amprt::findSpan(MemRefType type) {
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

LogicalResult mlir::amprt::moveByAll(ArrayRef<int64_t> steps,
                                     ArrayRef<int64_t> counts, int64_t &least,
                                     int64_t &greatest) {
  for (auto [step, count] : llvm::zip_equal(steps, counts)) {
    int64_t distance, &moved = step < 0 ? least : greatest;
    if (llvm::MulOverflow(count - 1, step, distance) ||
        llvm::AddOverflow(moved, distance, moved))
      return failure();
  }
  return success();
}

std::optional<int64_t> BufferRegion::getWidth(int64_t row) const {
  if (!isPlaced || llvm::any_of(steps, [&](const auto &entry) {
        return entry.second % row != 0;
      }))
    return std::nullopt;
  for (auto [length, width] : strips)
    if (length == row)
      return width;
  return getSize() <= row ? std::optional(getSize()) : std::nullopt;
}

bool BufferRegion::areColumnsApart(const BufferRegion &other) const {
  for (const BufferRegion *region : {this, &other})
    for (auto [row, width] : region->strips) {
      std::optional<int64_t> own = getWidth(row), others = other.getWidth(row);
      if (!own || !others)
        continue;
      int64_t distance = llvm::mod(other.begin - begin, row);
      if (distance >= *own && distance + *others <= row)
        return true;
    }
  return false;
}

/// Sets which columns a buffer of `type`, with elements of so many bytes, is.
static void findStrips(MemRefType type, int64_t element, BufferRegion &region) {
  SmallVector<int64_t> strides = type.getStridesAndOffset().first;
  for (auto [row, rows] : llvm::zip(strides, type.getShape())) {
    if (rows <= 1 || row <= 0)
      continue;
    int64_t width = 1;
    bool isStrip = true;
    for (auto [stride, size] : llvm::zip(strides, type.getShape())) {
      if (size > 1 && stride >= row)
        isStrip &= stride % row == 0;
      else
        width += (size - 1) * stride;
    }
    if (isStrip && width < row)
      region.strips.push_back({row * element, width * element});
  }
}

/// Adds the steps of a view to those of what it is a view of.
static void addSteps(AdvanceOp op, BufferRegion &region) {
  for (auto [value, step] :
       llvm::zip_equal(op.getIterations(), op.getSteps())) {
    Value iteration = value;
    auto known = llvm::find_if(region.steps, [&](const auto &entry) {
      return entry.first == iteration;
    });
    if (known == region.steps.end())
      region.steps.push_back({iteration, step});
    else
      known->second += step;
  }
}

/// Sets where the region lies in all iterations.
static void findReach(BufferRegion &region) {
  llvm::erase_if(region.steps,
                 [](const auto &entry) { return entry.second == 0; });
  // The outermost repeat first.
  llvm::sort(region.steps, [](const auto &a, const auto &b) {
    return cast<BlockArgument>(a.first).getOwner()->getParentOp()->isAncestor(
               cast<BlockArgument>(b.first).getOwner()->getParentOp()) &&
           a.first != b.first;
  });
  region.least = region.begin;
  region.greatest = region.end;
  SmallVector<int64_t> steps, counts;
  for (auto [iteration, step] : region.steps) {
    steps.push_back(step);
    counts.push_back(
        cast<RepeatOp>(cast<BlockArgument>(iteration).getOwner()->getParentOp())
            .getCount());
  }
  // Views do not leave their buffers.
  (void)moveByAll(steps, counts, region.least, region.greatest);
}

Type mlir::amprt::getGpuMemoryType(Type type) {
  return type.isInteger(1) ? IntegerType::get(type.getContext(), 8) : type;
}

MemRefType mlir::amprt::getGpuArgumentType(MemRefType type) {
  int64_t size = type.getNumElements();
  if (auto span = findSpan(LaunchOp::getArgumentType(type)))
    size = span->second - span->first;
  return MemRefType::get({size}, getGpuMemoryType(type.getElementType()));
}

BufferRegion mlir::amprt::getRegion(Value value) {
  auto type = cast<MemRefType>(value.getType());
  BufferRegion region;
  // Views by bytes move what offsets count from; the offset of a type is all
  // that other views have added since.
  int64_t base = 0;
  bool isKnown = true;
  region.buffer = value;
  while (auto view = region.buffer.getDefiningOp<ViewLikeOpInterface>()) {
    if (auto bytes = dyn_cast<memref::ViewOp>(*view)) {
      APInt shift;
      isKnown &= matchPattern(bytes.getByteShift(), m_ConstantInt(&shift));
      if (isKnown)
        base += shift.getSExtValue();
    } else if (auto advance = dyn_cast<AdvanceOp>(*view)) {
      // It counts from the first element of its source, whose type says where
      // that is.
      auto source = cast<MemRefType>(advance.getSource().getType());
      auto span = findSpan(source);
      isKnown &= span.has_value();
      if (span)
        base += span->first * *findElementBytes(source.getElementType());
      base += advance.getOffset();
      addSteps(advance, region);
    }
    region.buffer = view.getViewSource();
  }
  auto span = findSpan(type);
  if (!isKnown || !span) {
    region.end = getBytes(cast<MemRefType>(region.buffer.getType()));
    region.isExact = false;
    region.isPlaced = false;
    region.steps.clear();
  } else {
    int64_t element = *findElementBytes(type.getElementType());
    auto [begin, end] = *span;
    region.begin = base + begin * element;
    region.end = base + end * element;
    region.isExact = end - begin == type.getNumElements();
    findStrips(type, element, region);
  }
  findReach(region);
  return region;
}
