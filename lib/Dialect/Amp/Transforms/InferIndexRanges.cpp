//===- InferIndexRanges.cpp ----------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpLocation.h"
#include "amp/Dialect/Amp/IR/Regions.h"
#include "amp/Dialect/Amp/Transforms/Passes.h"

namespace mlir::amp {
#define GEN_PASS_DEF_AMPINFERINDEXRANGESPASS
#include "amp/Dialect/Amp/Transforms/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

/// The ranges that the users of `argument` ask of its elements, each once.
static SmallVector<Attribute> collectRanges(BlockArgument argument) {
  SmallVector<Attribute> ranges;
  llvm::SmallSetVector<Value, 8> values;
  // What an op of the same kind asks too needs no second message.
  using Key =
      std::tuple<OperationName, int64_t, int64_t, std::optional<int64_t>>;
  SmallVector<Key> known;
  values.insert(argument);
  for (size_t i = 0; i < values.size(); ++i) {
    // The last use comes first in the list.
    auto uses = llvm::to_vector(llvm::make_pointer_range(values[i].getUses()));
    for (OpOperand *use : llvm::reverse(uses)) {
      // What a step takes are the same elements.
      if (auto scan = dyn_cast<ScanOp>(use->getOwner());
          scan && use->getOperandNumber() >= scan.getNumStates())
        values.insert(scan.getBody().getArgument(use->getOperandNumber()));
      auto op = dyn_cast<IndexRangeOpInterface>(use->getOwner());
      if (!op)
        continue;
      unsigned index = use->getOperandNumber();
      if (op.keepsElements(index))
        values.insert_range(op->getResults());
      std::optional<IndexRange> range = op.getIndexRange(index);
      if (!range)
        continue;
      Key key(op->getName(), range->lower, range->upper, range->ignored);
      if (llvm::is_contained(known, key))
        continue;
      known.push_back(key);
      MLIRContext *context = op->getContext();
      ranges.push_back(IndexRangeAttr::get(
          context, range->lower, range->upper, range->ignored,
          StringAttr::get(context, describeOp(op))));
    }
  }
  return ranges;
}

namespace {
struct AmpInferIndexRangesPass
    : public amp::impl::AmpInferIndexRangesPassBase<AmpInferIndexRangesPass> {
  void runOnOperation() override {
    markAllAnalysesPreserved();
    func::FuncOp func = getOperation();
    if (func.isExternal())
      return;
    for (BlockArgument argument : func.getArguments()) {
      unsigned number = argument.getArgNumber();
      func.removeArgAttr(number, "amp.index_ranges");
      SmallVector<Attribute> ranges = collectRanges(argument);
      if (!ranges.empty())
        func.setArgAttr(number, "amp.index_ranges",
                        ArrayAttr::get(&getContext(), ranges));
    }
  }
};
} // namespace
