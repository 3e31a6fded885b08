//===- Segmentation.h -------------------------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Where to cut a sequence of ops into segments that are computed again one at a
// time: see Recompute.cpp.

#ifndef AMP_ANALYSIS_SEGMENTATION_H
#define AMP_ANALYSIS_SEGMENTATION_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <vector>

namespace mlir::amp {

/// A value that an op of the sequence makes.
struct SequenceValue {
  /// Positions of the op and of its last reader in the sequence, which is not
  /// before it; the sequence's length for what cannot be computed again.
  uint32_t made, lastRead;
  uint64_t bytes;
  /// Whether it is there while its segment is gone through backwards.
  bool isSaved;
};

/// The result of `findSegments`.
struct Segmentation {
  /// The first op of each segment but the first, ascending.
  std::vector<uint32_t> begins;
  /// The most bytes held at once.
  uint64_t bytes = 0;
};

/// Cuts a sequence of `length` ops. Kept are the values of a segment that a
/// later one reads. Backwards, from the last segment to the first, a segment is
/// there as a whole, its saved values, and with it what is kept of those before
/// it: the segments are such that the most bytes held at once are the fewest,
/// to within a hundredth, and then what is kept. Between two ops with saved
/// values there is one place to cut, where the fewest bytes go across. One
/// segment, of no `begins`, where nothing is gained.
Segmentation findSegments(uint32_t length,
                          llvm::ArrayRef<SequenceValue> values);

} // namespace mlir::amp

#endif // AMP_ANALYSIS_SEGMENTATION_H
