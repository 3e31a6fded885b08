//===- IndexBounds.cpp ----------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexBounds.h"

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::amp::detail;

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

static std::optional<int64_t> add(int64_t a, int64_t b) {
  int64_t result;
  if (llvm::AddOverflow(a, b, result))
    return std::nullopt;
  return result;
}

static std::optional<int64_t> multiply(int64_t a, int64_t b) {
  int64_t result;
  if (llvm::MulOverflow(a, b, result))
    return std::nullopt;
  return result;
}

std::optional<int64_t>
mlir::amp::detail::multiplySizes(ArrayRef<int64_t> sizes) {
  if (llvm::is_contained(sizes, 0))
    return 0;
  std::optional<int64_t> result = 1;
  for (int64_t size : sizes)
    if (!(result = multiply(*result, size)))
      return std::nullopt;
  return result;
}

/// Division by a positive number, to an integer not above or not below.
static int64_t floorDivide(int64_t a, int64_t b) {
  return a / b - (a % b < 0 ? 1 : 0);
}
static int64_t ceilDivide(int64_t a, int64_t b) {
  return a / b + (a % b > 0 ? 1 : 0);
}
static int64_t getRemainder(int64_t a, int64_t b) {
  return a % b < 0 ? a % b + b : a % b;
}

static std::optional<IndexRange> multiply(IndexRange a, IndexRange b) {
  std::optional<IndexRange> result;
  for (int64_t x : {a.least, a.greatest})
    for (int64_t y : {b.least, b.greatest}) {
      std::optional<int64_t> product = multiply(x, y);
      if (!product)
        return std::nullopt;
      if (!result)
        result = IndexRange{*product, *product};
      result->least = std::min(result->least, *product);
      result->greatest = std::max(result->greatest, *product);
    }
  return result;
}

std::optional<IndexRange>
mlir::amp::detail::getIndexRange(AffineExpr expr, ArrayRef<IndexRange> dims) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return IndexRange{constant.getValue(), constant.getValue()};
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    if (dim.getPosition() >= dims.size())
      return std::nullopt;
    return dims[dim.getPosition()];
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return std::nullopt;
  std::optional<IndexRange> lhs = getIndexRange(binary.getLHS(), dims);
  std::optional<IndexRange> rhs = getIndexRange(binary.getRHS(), dims);
  if (!lhs || !rhs)
    return std::nullopt;
  if (expr.getKind() == AffineExprKind::Add) {
    std::optional<int64_t> least = add(lhs->least, rhs->least);
    std::optional<int64_t> greatest = add(lhs->greatest, rhs->greatest);
    if (!least || !greatest)
      return std::nullopt;
    return IndexRange{*least, *greatest};
  }
  if (expr.getKind() == AffineExprKind::Mul)
    return multiply(*lhs, *rhs);
  int64_t divisor = rhs->least;
  if (divisor != rhs->greatest || divisor <= 0)
    return std::nullopt;
  IndexRange floor{floorDivide(lhs->least, divisor),
                   floorDivide(lhs->greatest, divisor)};
  switch (expr.getKind()) {
  case AffineExprKind::FloorDiv:
    return floor;
  case AffineExprKind::CeilDiv:
    return IndexRange{ceilDivide(lhs->least, divisor),
                      ceilDivide(lhs->greatest, divisor)};
  case AffineExprKind::Mod:
    // Within one period the remainder grows.
    if (floor.least == floor.greatest)
      return IndexRange{getRemainder(lhs->least, divisor),
                        getRemainder(lhs->greatest, divisor)};
    return IndexRange{0, divisor - 1};
  default:
    return std::nullopt;
  }
}

//===----------------------------------------------------------------------===//
// Indices of a loop nest
//===----------------------------------------------------------------------===//

namespace {
/// Whether an index stays in bounds, and if not, what shows that.
struct Finding {
  enum class Kind { InBounds, OutOfBounds, Unknown };
  Kind kind = Kind::InBounds;
  /// The index out of bounds, and the iteration that has it.
  int64_t index = 0;
  SmallVector<int64_t> iteration;
};
} // namespace

/// Goes through every iteration of the loops that `expr` depends on.
static Finding tryIterations(AffineExpr expr, ArrayRef<int64_t> extents,
                             int64_t size) {
  SmallVector<IndexRange> point(extents.size(), IndexRange{0, 0});
  SmallVector<size_t> used;
  SmallVector<int64_t> sizes;
  for (size_t i = 0; i < extents.size(); ++i)
    if (expr.isFunctionOfDim(i)) {
      used.push_back(i);
      sizes.push_back(extents[i]);
    }
  std::optional<int64_t> count = multiplySizes(sizes);
  Finding finding{Finding::Kind::Unknown, 0, {}};
  if (!count || *count > kMaxTriedIterations)
    return finding;
  for (int64_t i = 0; i < *count; ++i) {
    int64_t rest = i;
    for (size_t dim : llvm::reverse(used)) {
      point[dim].least = point[dim].greatest = rest % extents[dim];
      rest /= extents[dim];
    }
    std::optional<IndexRange> index = getIndexRange(expr, point);
    if (!index)
      return finding;
    if (index->least >= 0 && index->least < size)
      continue;
    finding.kind = Finding::Kind::OutOfBounds;
    finding.index = index->least;
    for (IndexRange coordinate : point)
      finding.iteration.push_back(coordinate.least);
    return finding;
  }
  finding.kind = Finding::Kind::InBounds;
  return finding;
}

static Finding checkIndex(AffineExpr expr, ArrayRef<int64_t> extents,
                          int64_t size) {
  SmallVector<IndexRange> dims;
  for (int64_t extent : extents)
    dims.push_back({0, extent - 1});
  std::optional<IndexRange> range = getIndexRange(expr, dims);
  if (range && range->least >= 0 && range->greatest < size)
    return {};
  return tryIterations(expr, extents, size);
}

LogicalResult mlir::amp::detail::verifyIndices(Operation *op, const Twine &what,
                                               AffineMap map,
                                               ArrayRef<int64_t> extents,
                                               ArrayRef<int64_t> shape) {
  if (map.getNumSymbols() > 0 || map.getNumDims() != extents.size() ||
      map.getNumResults() != shape.size())
    return op->emitOpError()
           << what << " has the indexing map " << AffineMapAttr::get(map)
           << ", which does not fit its rank and the number of loops";
  // Without an iteration nothing is indexed.
  if (llvm::is_contained(extents, 0))
    return success();
  for (auto [i, expr] : llvm::enumerate(map.getResults())) {
    Finding finding = checkIndex(expr, extents, shape[i]);
    if (finding.kind == Finding::Kind::InBounds)
      continue;
    InFlightDiagnostic diag = op->emitOpError() << what << " is indexed by "
                                                << AffineMapAttr::get(map)
                                                << ", whose result " << i;
    if (finding.kind == Finding::Kind::Unknown)
      return diag << " cannot be shown to stay in a dimension of size "
                  << shape[i];
    diag << " is " << finding.index << " at iteration (";
    llvm::interleaveComma(finding.iteration, diag);
    return diag << "), outside of a dimension of size " << shape[i];
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

LogicalResult mlir::amp::detail::verifySlice(Operation *op,
                                             ArrayRef<int64_t> offsets,
                                             ArrayRef<int64_t> sizes,
                                             ArrayRef<int64_t> strides,
                                             ArrayRef<int64_t> shape) {
  for (size_t i = 0; i < shape.size(); ++i) {
    int64_t offset = offsets[i], size = sizes[i], stride = strides[i];
    if (offset < 0 || size < 0 || stride < 1)
      return op->emitOpError("has offset ")
             << offset << ", size " << size << " and stride " << stride
             << " in dimension " << i
             << "; expected offset and size from 0 and stride from 1";
    // Nothing of it may lie just behind the end.
    std::optional<int64_t> span =
        size == 0 ? std::optional<int64_t>(-1) : multiply(size - 1, stride);
    std::optional<int64_t> last = span ? add(offset, *span) : std::nullopt;
    if (!last || *last >= shape[i])
      return op->emitOpError("takes ")
             << size << " elements from offset " << offset << " by stride "
             << stride << " in dimension " << i << ", which has " << shape[i];
  }
  return success();
}
