//===- ForeignOps.h ---------------------------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The table of known ops of other dialects, ForeignOps.tsv: one row per op.

#ifndef AMP_LIB_FOREIGNDIALECTS_FOREIGNOPS_H
#define AMP_LIB_FOREIGNDIALECTS_FOREIGNOPS_H

#include "mlir/IR/OperationSupport.h"

namespace mlir::amp {

/// How an op of another dialect follows its operands' types.
enum class ForeignForm {
  Uniform,    ///< `uniform`: floating-point operands and results have one type
  Wide,       ///< `wide`: results keep the type that sums were written with
  Structured, ///< `structured`: of linalg, with a body
  Exact,      ///< `exact`: as `uniform`, where the regions only choose elements
  Control,    ///< `control`: regions are entered, and the op keeps its types
  Fixed,      ///< `fixed`: it keeps its types
};

/// What becomes of a positive factor that the operands carry.
enum class ForeignDegree {
  Same,     ///< `same`: the results carry it, too
  Second,   ///< `second`: the results carry the second operand's
  Product,  ///< `product`: those of the operands are multiplied
  Quotient, ///< `quotient`: the second one's divides the first one's
  None,     ///< `none`: the results depend on signs and order alone
  Unknown,  ///< `-`: operands may have no factor
};

/// A row.
struct ForeignOp {
  StringRef name;
  /// The function that it is in policies; empty where the op's body says so.
  StringRef function;
  ForeignForm form;
  ForeignDegree degree;
};

/// All rows, in the order of names.
ArrayRef<ForeignOp> getForeignOps();
/// The row of the op `name`; null for an op that nobody knows.
const ForeignOp *lookupForeignOp(StringRef name);

} // namespace mlir::amp

#endif // AMP_LIB_FOREIGNDIALECTS_FOREIGNOPS_H
