//===- ExpandGrouping.cpp -------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Dialect/AmpRT/IR/AmpRT.h"
#include "amp/Dialect/AmpRT/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::amprt {
#define GEN_PASS_DEF_AMPEXPANDGROUPINGPASS
#include "amp/Dialect/AmpRT/Transforms/Passes.h.inc"
} // namespace mlir::amprt

using namespace mlir;
using namespace mlir::amprt;

/// The elements of a run that is sorted by counting: what each thread of a
/// block looks at is then in the cache of the block.
static constexpr int64_t kCountedRun = 256;

static void expand(GroupAtOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Value index = op.getIndex(), order = op.getOrder(), starts = op.getStarts();
  auto type = cast<MemRefType>(order.getType());
  int64_t count = type.getDimSize(1);
  int64_t places = cast<MemRefType>(starts.getType()).getDimSize(1) - 1;
  // Runs go to and fro between two buffers, at last into the order's.
  int64_t merges = 0;
  for (int64_t run = kCountedRun; run < count; run *= 2)
    ++merges;
  SmallVector<Value, 2> buffers = {order, order};
  if (merges > 0)
    buffers[1] = memref::AllocOp::create(
        builder, loc, MemRefType::get(type.getShape(), type.getElementType()));
  RankAtOp::create(builder, loc, index, buffers[merges % 2], places,
                   kCountedRun);
  int64_t run = kCountedRun;
  for (; merges > 0; --merges, run *= 2)
    MergeAtOp::create(builder, loc, index, buffers[merges % 2],
                      buffers[(merges - 1) % 2], places, run);
  FindAtOp::create(builder, loc, index, order, starts);
  op.erase();
}

namespace {
struct AmpExpandGroupingPass
    : public amprt::impl::AmpExpandGroupingPassBase<AmpExpandGroupingPass> {
  void runOnOperation() override {
    SmallVector<GroupAtOp> ops;
    getOperation().walk([&](GroupAtOp op) { ops.push_back(op); });
    for (GroupAtOp op : ops) {
      if (!isa<MemRefType>(op.getOrder().getType())) {
        op.emitError("is on tensors; bufferize before amp-expand-grouping");
        return signalPassFailure();
      }
      expand(op);
    }
  }
};
} // namespace
