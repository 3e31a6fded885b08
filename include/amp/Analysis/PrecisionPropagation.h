//===- PrecisionPropagation.h -----------------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// TensorFlow's painting of a graph: neutral ops join low-precision neighbours.

#ifndef AMP_ANALYSIS_PRECISIONPROPAGATION_H
#define AMP_ANALYSIS_PRECISIONPROPAGATION_H

#include "amp/Analysis/PrecisionCut.h"

namespace mlir::amp {

/// What painting knows of a node: the category of its op.
enum class PaintKind : uint8_t {
  Allow,
  Infer, ///< `follow` and `promote`
  Clear,
  Deny,
  Block, ///< no list names it, or it is no op: never painted, stops every walk
};

/// The side of each node of `graph` by the rules of TensorFlow's
/// auto_mixed_precision, applied in its order:
/// 1. `Allow` nodes are low. Without one everything is high.
/// 2. `Deny` taints downstream `Infer` nodes, and `Clear` nodes on the way to
///    them.
/// 3. Untainted `Infer` and `Clear` nodes with an `Allow` node above and below
///    are low.
/// 4. With `joinsBelow` (the bf16 mode) an `Infer` node is low if an operand is
///    and none is tainted.
/// 5. Untainted `Clear` nodes connected to a low node through such nodes are
/// low. Nodes that the graph pins keep their side.
std::vector<PrecisionSide> propagatePrecision(const PrecisionGraph &graph,
                                              llvm::ArrayRef<PaintKind> kinds,
                                              bool joinsBelow);

} // namespace mlir::amp

#endif // AMP_ANALYSIS_PRECISIONPROPAGATION_H
