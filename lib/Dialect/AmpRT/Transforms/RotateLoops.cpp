//===- RotateLoops.cpp ----------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowCluster.h"

#include "amp/Dialect/AmpRT/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"

namespace mlir::amprt {
#define GEN_PASS_DEF_AMPROTATELOOPSPASS
#include "amp/Dialect/AmpRT/Transforms/Passes.h.inc"
} // namespace mlir::amprt

using namespace mlir;
using namespace mlir::amprt;

//===----------------------------------------------------------------------===//
// What is the same in each iteration
//===----------------------------------------------------------------------===//

/// True if nobody writes over what `value` is, so that it can be kept.
static bool isOnlyRead(Value value) {
  return llvm::all_of(value.getUses(), [](OpOperand &use) {
    Operation *user = use.getOwner();
    if (isReshape(user))
      return isOnlyRead(user->getResult(0));
    if (auto destinations = dyn_cast<DestinationStyleOpInterface>(user))
      return !destinations.isDpsInit(&use);
    return isa<tensor::ExtractSliceOp>(user);
  });
}

/// Moves what every iteration computes alike from what is there before the loop
/// to where that is.
static void hoistInvariants(scf::ForOp loop) {
  for (Operation &op : llvm::make_early_inc_range(*loop.getBody())) {
    auto generic = dyn_cast<linalg::GenericOp>(op);
    if (!isReshape(&op) && !generic)
      continue;
    SmallVector<Operation *> empties;
    llvm::SetVector<Value> used;
    getUsedValuesDefinedAbove(op.getRegions(), used);
    used.insert(op.operand_begin(), op.operand_end());
    bool isInvariant = llvm::all_of(used, [&](Value value) {
      auto empty = value.getDefiningOp<tensor::EmptyOp>();
      bool isOwn =
          empty && empty->hasOneUse() && empty.getType().hasStaticShape();
      if (isOwn)
        empties.push_back(empty);
      return isOwn || loop.isDefinedOutsideOfLoop(value) ||
             value.getDefiningOp<arith::ConstantOp>();
    });
    if (!isInvariant || !isPure(&op) ||
        (generic && (generic.getNumDpsInputs() == 0 ||
                     !llvm::all_of(op.getResults(), isOnlyRead))))
      continue;
    for (Operation *empty : empties)
      empty->moveBefore(loop);
    for (Value value : used)
      if (!loop.isDefinedOutsideOfLoop(value))
        value.getDefiningOp()->moveBefore(loop);
    op.moveBefore(loop);
  }
}

//===----------------------------------------------------------------------===//
// Sums that an iteration ends with
//===----------------------------------------------------------------------===//

/// The number of the term of `op` that a product of this iteration is, if `op`
/// is a sum of that and of what else the iteration computes, element by
/// element.
static std::optional<unsigned> findProduct(linalg::GenericOp op) {
  if (op.getNumDpsInputs() != 2 || op.getNumResults() != 1 ||
      op.getNumReductionLoops() > 0 || !op->hasOneUse() ||
      !llvm::all_of(op.getIndexingMapsArray(),
                    [](AffineMap map) { return map.isIdentity(); }))
    return std::nullopt;
  Block *body = op.getBody();
  auto sum = dyn_cast<arith::AddFOp>(body->front());
  if (!sum || sum->getNextNode() != body->getTerminator() ||
      body->getTerminator()->getOperand(0) != sum.getResult() ||
      sum.getLhs() != body->getArgument(0) ||
      sum.getRhs() != body->getArgument(1))
    return std::nullopt;
  auto isProduct = [&](Value value) {
    Operation *source = value.getDefiningOp();
    return isa_and_present<GemmOp>(source) &&
           source->getBlock() == op->getBlock();
  };
  auto isOther = [&](Value value) {
    Operation *source = value.getDefiningOp();
    return isa_and_present<linalg::GenericOp>(source) &&
           source->getBlock() == op->getBlock();
  };
  for (unsigned i : {0, 1})
    if (isProduct(op.getInputs()[i]) && isOther(op.getInputs()[1 - i]))
      return i;
  return std::nullopt;
}

/// Adds `terms` as `sum` does, where `builder` is.
static Value add(OpBuilder &builder, linalg::GenericOp sum, ValueRange terms) {
  auto type = cast<RankedTensorType>(sum.getResult(0).getType());
  Value empty = tensor::EmptyOp::create(builder, sum.getLoc(), type.getShape(),
                                        type.getElementType());
  IRMapping mapping;
  mapping.map(sum.getInputs(), terms);
  mapping.map(sum.getOutputs().front(), empty);
  return builder.clone(*sum, mapping)->getResult(0);
}

/// Carries the terms of a sum that only elementwise ops read.
static scf::ForOp carryTerms(scf::ForOp loop, IRRewriter &rewriter) {
  for (unsigned i = 0; i < loop.getNumRegionIterArgs(); ++i) {
    auto yield = cast<scf::YieldOp>(loop.getBody()->getTerminator());
    auto sum = yield.getOperand(i).getDefiningOp<linalg::GenericOp>();
    std::optional<unsigned> product = sum && sum->getBlock() == loop.getBody()
                                          ? findProduct(sum)
                                          : std::nullopt;
    BlockArgument carried = loop.getRegionIterArg(i);
    if (!product || carried.use_empty() ||
        !llvm::all_of(carried.getUsers(), [&](Operation *user) {
          return isa<linalg::GenericOp>(user) &&
                 user->getBlock() == loop.getBody();
        }))
      continue;
    Location loc = sum.getLoc();
    auto type = cast<RankedTensorType>(carried.getType());
    rewriter.setInsertionPoint(loop);
    // x + -0.0 is x, that of -0.0 too.
    Value zero = arith::ConstantOp::create(
        rewriter, loc, rewriter.getFloatAttr(type.getElementType(), -0.0));
    Value empty = tensor::EmptyOp::create(rewriter, loc, type.getShape(),
                                          type.getElementType());
    Value first =
        linalg::FillOp::create(rewriter, loc, zero, empty).getResult(0);
    auto wider = cast<scf::ForOp>(*loop.replaceWithAdditionalYields(
        rewriter, first, /*replaceInitOperandUsesInLoop=*/false,
        [&](OpBuilder &, Location, ArrayRef<BlockArgument>) {
          return SmallVector<Value>{sum.getInputs()[*product]};
        }));
    auto getTerms = [&](Value other, Value last) {
      SmallVector<Value> terms = {other, last};
      if (*product == 0)
        std::swap(terms[0], terms[1]);
      return terms;
    };
    Value other = sum.getInputs()[1 - *product];
    carried = wider.getRegionIterArg(i);
    rewriter.setInsertionPointToStart(wider.getBody());
    Value now =
        add(rewriter, sum, getTerms(carried, wider.getRegionIterArgs().back()));
    rewriter.replaceAllUsesExcept(carried, now, now.getDefiningOp());
    if (!wider.getResult(i).use_empty()) {
      rewriter.setInsertionPointAfter(wider);
      Value last = add(rewriter, sum,
                       getTerms(wider.getResult(i), wider.getResults().back()));
      rewriter.replaceAllUsesExcept(wider.getResult(i), last,
                                    last.getDefiningOp());
    }
    wider.getBody()->getTerminator()->setOperand(i, other);
    rewriter.eraseOp(sum);
    loop = wider;
  }
  return loop;
}

namespace {
struct AmpRotateLoopsPass
    : public amprt::impl::AmpRotateLoopsPassBase<AmpRotateLoopsPass> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    SmallVector<scf::ForOp> loops;
    // The inner ones first.
    getOperation().walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops)
      hoistInvariants(carryTerms(loop, rewriter));
  }
};
} // namespace
