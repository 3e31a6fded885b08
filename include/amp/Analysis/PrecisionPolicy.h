//===- PrecisionPolicy.h ----------------------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Precision policy: which op runs in which type.

#ifndef AMP_ANALYSIS_PRECISIONPOLICY_H
#define AMP_ANALYSIS_PRECISIONPOLICY_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

namespace mlir::amp {

/// What the policy says of an op.
enum class PrecisionCategory {
  Allow,   ///< runs in the low type
  Deny,    ///< runs in f32
  Promote, ///< runs in the widest type of its operands
  Low,     ///< cast-model levels only: runs in the low type, being part of the
           ///< model
};

/// The category's name in tables and remarks.
llvm::StringRef stringifyPrecisionCategory(PrecisionCategory category);

/// A table from op names (`PrecisionOpInterface::getPrecisionName`) to
/// categories.
class PrecisionPolicy {
public:
  /// PyTorch's CUDA autocast lists. An op in no list takes its operands as they
  /// come and promotes them to the widest.
  static PrecisionPolicy getEager();
  /// Casts the whole model but losses and what a loss is made of (levels O2,
  /// O3).
  static PrecisionPolicy getCastModel();

  /// The category of the op `name`; `isListed` tells whether the table has it.
  PrecisionCategory lookup(llvm::StringRef name, bool &isListed) const;

  /// The ops that the table names.
  auto getListedOps() const { return entries.keys(); }

private:
  explicit PrecisionPolicy(llvm::StringRef column);

  llvm::StringMap<PrecisionCategory> entries;
  PrecisionCategory unlisted = PrecisionCategory::Promote;
};

} // namespace mlir::amp

#endif // AMP_ANALYSIS_PRECISIONPOLICY_H
