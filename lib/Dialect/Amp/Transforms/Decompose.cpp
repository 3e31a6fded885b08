//===- Decompose.cpp ------------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expansion.h"
#include "amp/Dialect/Amp/IR/Limits.h"
#include "amp/Dialect/Amp/IR/Regions.h"
#include "amp/Dialect/Amp/Transforms/Passes.h"
#include "mlir/IR/Remarks.h"

namespace mlir::amp {
#define GEN_PASS_DEF_AMPDECOMPOSEPASS
#include "amp/Dialect/Amp/Transforms/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

namespace {
/// One walk in program order. No list of ops is kept, which erasing an op with
/// regions would leave with ops that are gone: what an op becomes stands where
/// the op stood, and is visited next, since it may be composite itself.
struct Decomposer {
  Decomposer(StringRef pass, TargetKind target) : pass(pass), target(target) {}

  LogicalResult run(Block &block);

private:
  bool stays(Operation *op);
  LogicalResult expand(Operation *op, SmallVectorImpl<Value> &results);

  StringRef pass;
  TargetKind target;
  /// Kinds of ops that there are records for, but not here.
  DenseSet<OperationName> withoutRecord;
  SymbolTableCollection symbols;
  /// Ops that composite ones have become.
  uint64_t numMade = 0;
};
} // namespace

/// True if the target computes `op` as it is. Where there are records for such
/// ops, but not here, a remark says so, once for each kind of op; what is empty
/// is nobody's loss.
bool Decomposer::stays(Operation *op) {
  auto composite = dyn_cast<DecomposableOpInterface>(op);
  if (!composite)
    return !isa<BackwardOp>(op);
  if (composite.hasRecord(target))
    return true;
  auto isEmpty = [](Type type) {
    auto shaped = dyn_cast<ShapedType>(type);
    return shaped && llvm::is_contained(shaped.getShape(), 0);
  };
  if (!composite.mayHaveRecord() ||
      llvm::any_of(op->getOperandTypes(), isEmpty) ||
      !withoutRecord.insert(op->getName()).second)
    return false;
  auto remark = remark::missed(
      op->getLoc(), remark::RemarkOpts::name(op->getName().getStringRef())
                        .category("amp-decompose"));
  if (!remark)
    return false;
  for (auto [i, word] : llvm::enumerate(getOptionWords<TargetKind>()))
    if (composite.hasRecord(static_cast<TargetKind>(i))) {
      remark << remark::reason("computed by several ops: only {0} has a "
                               "library that does it in one",
                               word.spelling);
      return false;
    }
  std::string type;
  llvm::raw_string_ostream(type) << op->getOperand(0).getType();
  remark << remark::reason("computed by several ops: no device has a library "
                           "that does it in one for {0}",
                           type);
  return false;
}

/// Builds before `op` what it consists of.
LogicalResult Decomposer::expand(Operation *op,
                                 SmallVectorImpl<Value> &results) {
  if (auto backward = dyn_cast<BackwardOp>(op)) {
    if (backward.getBody().empty())
      return backward.emitOpError("has no region; run amp-differentiate before "
                                  "amp-decompose");
    expandBackward(backward, results);
    return success();
  }
  Operation *before = op->getPrevNode();
  if (failed(expandComposite(cast<DecomposableOpInterface>(op), pass, symbols,
                             results)))
    return failure();
  auto made = getOpsBetween(before, op);
  numMade += std::distance(made.begin(), made.end());
  if (numMade > kMaxOps)
    return op->emitOpError("is one op too many to write out: ")
           << numMade << " ops are made of composite ones, of at most "
           << kMaxOps;
  return success();
}

LogicalResult Decomposer::run(Block &block) {
  for (Operation *op = block.empty() ? nullptr : &block.front(); op;) {
    if (stays(op)) {
      for (Region &region : op->getRegions())
        for (Block &inner : region)
          if (failed(run(inner)))
            return failure();
      op = op->getNextNode();
      continue;
    }
    Operation *before = op->getPrevNode();
    SmallVector<Value> results;
    if (failed(expand(op, results)))
      return failure();
    op->replaceAllUsesWith(results);
    op->erase();
    op = before          ? before->getNextNode()
         : block.empty() ? nullptr
                         : &block.front();
  }
  return success();
}

namespace {
struct AmpDecomposePass
    : public amp::impl::AmpDecomposePassBase<AmpDecomposePass> {
  using Base::Base;

  void runOnOperation() override {
    Decomposer decomposer(getArgument(), target);
    for (Block &block : getOperation().getBody())
      if (failed(decomposer.run(block)))
        return signalPassFailure();
  }
};
} // namespace
