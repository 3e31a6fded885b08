//===- Expansion.h - Ops replaced by what they consist of -------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_LIB_DIALECT_AMP_TRANSFORMS_EXPANSION_H
#define AMP_LIB_DIALECT_AMP_TRANSFORMS_EXPANSION_H

#include "amp/Dialect/Amp/IR/Regions.h"

namespace mlir::amp {

/// Moves the ops of the region of `op` to before it, where they take the seed,
/// or 1 if there is none. Adds what the region yields to `results`; the caller
/// replaces `op` by that.
void expandBackward(BackwardOp op, SmallVectorImpl<Value> &results);

/// Builds the decomposition of `op` before it and adds its values to `results`;
/// the caller replaces `op` by those. Fails, with a diagnostic that names
/// `pass`, if a size is unknown that the decomposition needs, or if elements
/// are complex numbers.
LogicalResult buildParts(DecomposableOpInterface op, StringRef pass,
                         SmallVectorImpl<Value> &results);

/// As `buildParts`; fails, too, if a part reads a variable that is not there
/// yet.
LogicalResult expandComposite(DecomposableOpInterface op, StringRef pass,
                              SymbolTableCollection &symbols,
                              SmallVectorImpl<Value> &results);

/// The ops between `before`, or the beginning of the block, and `op`.
inline llvm::iterator_range<Block::iterator> getOpsBetween(Operation *before,
                                                           Operation *op) {
  return {before ? std::next(before->getIterator()) : op->getBlock()->begin(),
          op->getIterator()};
}

} // namespace mlir::amp

#endif // AMP_LIB_DIALECT_AMP_TRANSFORMS_EXPANSION_H
