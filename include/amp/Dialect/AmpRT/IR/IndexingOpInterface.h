//===- IndexingOpInterface.h - Ops at places told at run time --*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_DIALECT_AMPRT_IR_INDEXINGOPINTERFACE_H
#define AMP_DIALECT_AMPRT_IR_INDEXINGOPINTERFACE_H

#include "mlir/IR/AffineMap.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/TilingInterface.h"

namespace mlir::amprt {

/// Dimension `dim` of operand `operand` has the size of dimension `otherDim` of
/// operand `other`, and `more`; or the size 1 if `mayBeOne`.
struct SizeRule {
  unsigned operand, dim, other, otherDim;
  int64_t more = 0;
  bool mayBeOne = false;
};

/// What of the second dimension of an operand one iteration of the second loop
/// needs: all, the element of its own number, or that and the next.
enum class Reach { All, Own, OwnAndNext };

/// The second size of the first destination of `op`.
int64_t countPlaces(DestinationStyleOpInterface op);

} // namespace mlir::amprt

#include "amp/Dialect/AmpRT/IR/IndexingOpInterface.h.inc"

namespace mlir::amprt {

/// Fails, with a diagnostic, unless the operands have three dimensions and keep
/// to the rules as far as sizes are known.
LogicalResult verifySizeRules(IndexingOpInterface op);

/// What the interfaces of effects, of maps and of tiling ask of such an op. The
/// loops are those over its first destination, of which the second one may have
/// another number of iterations. What is read at places that are
/// not known is read at 0, by the map, whatever the second loop does; parts are
/// made of buffers.
void getIndexingEffects(
    IndexingOpInterface op,
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects);
SmallVector<AffineMap> getIndexingMaps(IndexingOpInterface op);
SmallVector<int64_t> getIndexingRanges(IndexingOpInterface op);
SmallVector<Range> getIndexingDomain(IndexingOpInterface op,
                                     OpBuilder &builder);
FailureOr<TilingResult> tileIndexing(IndexingOpInterface op, OpBuilder &builder,
                                     ArrayRef<OpFoldResult> offsets,
                                     ArrayRef<OpFoldResult> sizes);

} // namespace mlir::amprt

#endif // AMP_DIALECT_AMPRT_IR_INDEXINGOPINTERFACE_H
