//===- RepeatLoops.cpp ----------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Dialect/AmpRT/IR/AmpRT.h"
#include "amp/Dialect/AmpRT/IR/BufferRegion.h"
#include "amp/Dialect/AmpRT/Transforms/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::amprt {
#define GEN_PASS_DEF_AMPREPEATLOOPSPASS
#include "amp/Dialect/AmpRT/Transforms/Passes.h.inc"
} // namespace mlir::amprt

using namespace mlir;
using namespace mlir::amprt;

namespace {
/// A sum of a constant and of multiples of numbers of iterations.
struct Position {
  int64_t constant = 0;
  llvm::MapVector<Value, int64_t> factors;

  /// Adds `factor` times another one; fails beyond 64 bits.
  LogicalResult add(const Position &other, int64_t factor);
};

/// Makes the loops of a function repeats.
class LoopRewriter {
public:
  explicit LoopRewriter(func::FuncOp func)
      : func(func), builder(func.getContext()) {}

  LogicalResult run();

private:
  LogicalResult rewriteLoop(scf::ForOp loop);
  LogicalResult rewriteViews(Block &block);
  LogicalResult rewriteView(memref::SubViewOp view);
  FailureOr<Position> getPosition(OpFoldResult value);
  FailureOr<Position> getPosition(AffineExpr expr, ValueRange operands);
  /// Puts `to` in the place of `from`, whose offset its type does not know, and
  /// views of it in the place of those of `from`.
  LogicalResult replace(Value from, Value to);

  func::FuncOp func;
  OpBuilder builder;
  /// The values of the loops' variables by the numbers of the iterations.
  DenseMap<Value, Position> variables;
};
} // namespace

LogicalResult Position::add(const Position &other, int64_t factor) {
  auto addTo = [factor](int64_t &sum, int64_t term) {
    return !llvm::MulOverflow(term, factor, term) &&
           !llvm::AddOverflow(sum, term, sum);
  };
  bool isOk = addTo(constant, other.constant);
  for (auto [iteration, multiple] : other.factors)
    isOk &= addTo(factors[iteration], multiple);
  return success(isOk);
}

LogicalResult LoopRewriter::rewriteLoop(scf::ForOp loop) {
  if (loop.getNumResults() > 0) {
    Value carried = loop.getRegionIterArgs().front();
    return loop.emitOpError("carries a value of type ")
           << carried.getType()
           << "; expected what it carries to stay in one buffer, which "
              "amp-carry-in-place prepares for bufferization";
  }
  std::optional<int64_t> lower = getConstantIntValue(loop.getLowerBound());
  std::optional<int64_t> step = getConstantIntValue(loop.getStep());
  std::optional<APInt> count = loop.getStaticTripCount();
  if (!lower || !step || !count)
    return loop.emitOpError("has computed bounds; a program's are constants");
  if (count->isZero()) {
    loop.erase();
    return success();
  }
  builder.setInsertionPoint(loop);
  auto repeat = RepeatOp::create(builder, loop.getLoc(), count->getSExtValue());
  Block &body = repeat.getBody().front();
  loop.getBody()->getTerminator()->erase();
  body.getOperations().splice(body.end(), loop.getBody()->getOperations());
  loop.getInductionVar().replaceAllUsesWith(repeat.getIteration());
  Position &variable = variables[repeat.getIteration()];
  variable.constant = *lower;
  variable.factors[repeat.getIteration()] = *step;
  loop.erase();
  return success();
}

FailureOr<Position> LoopRewriter::getPosition(AffineExpr expr,
                                              ValueRange operands) {
  Position position;
  if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
    position.constant = constant.getValue();
    return position;
  }
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return getPosition(OpFoldResult(operands[dim.getPosition()]));
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return failure();
  FailureOr<Position> lhs = getPosition(binary.getLHS(), operands);
  FailureOr<Position> rhs = getPosition(binary.getRHS(), operands);
  if (failed(lhs) || failed(rhs))
    return failure();
  if (binary.getKind() == AffineExprKind::Add) {
    if (failed(lhs->add(*rhs, 1)))
      return failure();
    return lhs;
  }
  if (binary.getKind() != AffineExprKind::Mul || !rhs->factors.empty() ||
      failed(position.add(*lhs, rhs->constant)))
    return failure();
  return position;
}

FailureOr<Position> LoopRewriter::getPosition(OpFoldResult value) {
  Position position;
  if (std::optional<int64_t> constant = getConstantIntValue(value)) {
    position.constant = *constant;
    return position;
  }
  auto known = variables.find(cast<Value>(value));
  if (known != variables.end())
    return known->second;
  auto apply = cast<Value>(value).getDefiningOp<affine::AffineApplyOp>();
  if (!apply || apply.getAffineMap().getNumSymbols() > 0)
    return failure();
  return getPosition(apply.getAffineMap().getResult(0), apply.getMapOperands());
}

LogicalResult LoopRewriter::replace(Value from, Value to) {
  auto type = cast<MemRefType>(to.getType());
  for (OpOperand &use : llvm::make_early_inc_range(from.getUses())) {
    Operation *user = use.getOwner();
    if (!isa<ViewLikeOpInterface>(user)) {
      use.set(to);
      continue;
    }
    builder.setInsertionPoint(user);
    Location loc = user->getLoc();
    Value view =
        TypeSwitch<Operation *, Value>(user)
            .Case([&](memref::SubViewOp op) {
              MemRefType result = memref::SubViewOp::inferRankReducedResultType(
                  op.getType().getShape(), type, op.getMixedOffsets(),
                  op.getMixedSizes(), op.getMixedStrides());
              return memref::SubViewOp::create(
                  builder, loc, result, to, op.getMixedOffsets(),
                  op.getMixedSizes(), op.getMixedStrides());
            })
            .Case([&](memref::ExpandShapeOp op) -> Value {
              FailureOr<MemRefType> result =
                  memref::ExpandShapeOp::computeExpandedType(
                      type, op.getResultType().getShape(),
                      op.getReassociationIndices());
              if (failed(result))
                return Value();
              return memref::ExpandShapeOp::create(
                  builder, loc, *result, to, op.getReassociationIndices());
            })
            .Case([&](memref::CollapseShapeOp op) -> Value {
              return memref::CollapseShapeOp::create(
                  builder, loc, to, op.getReassociationIndices());
            })
            .Case([&](memref::CastOp op) {
              // It forgot what is known again.
              auto shaped = dyn_cast<MemRefType>(op.getType());
              return shaped && shaped.getShape() == type.getShape() ? to
                                                                    : Value();
            })
            .Default(Value());
    if (!view)
      return user->emitOpError("is a view that cannot advance with a loop");
    if (failed(replace(user->getResult(0), view)))
      return failure();
    user->erase();
  }
  return success();
}

LogicalResult LoopRewriter::rewriteView(memref::SubViewOp view) {
  MemRefType source = view.getSourceType(), type = view.getType();
  SmallVector<int64_t> sourceStrides, strides;
  int64_t sourceOffset, offset;
  FailureOr<int64_t> element = findElementBytes(source.getElementType());
  if (!type.hasStaticShape() || failed(element) ||
      failed(source.getStridesAndOffset(sourceStrides, sourceOffset)) ||
      failed(type.getStridesAndOffset(strides, offset)) ||
      llvm::any_of(sourceStrides, ShapedType::isDynamic) ||
      llvm::any_of(strides, ShapedType::isDynamic) ||
      ShapedType::isDynamic(sourceOffset))
    return view.emitOpError("has computed sizes or strides; a program's are "
                            "constants");
  Position position;
  for (auto [value, stride] :
       llvm::zip_equal(view.getMixedOffsets(), sourceStrides)) {
    FailureOr<Position> index = getPosition(value);
    if (failed(index) || failed(position.add(*index, stride * *element)))
      return view.emitOpError("has an offset that is not a constant, and a "
                              "multiple of the number of each loop's "
                              "iteration");
  }
  SmallVector<Value> iterations;
  SmallVector<int64_t> steps;
  for (auto [iteration, step] : position.factors) {
    iterations.push_back(iteration);
    steps.push_back(step);
  }
  MemRefType result = MemRefType::get(type.getShape(), type.getElementType(),
                                      AffineMap(), type.getMemorySpace());
  if (result.getStridesAndOffset().first != strides)
    result =
        MemRefType::get(type.getShape(), type.getElementType(),
                        StridedLayoutAttr::get(type.getContext(), 0, strides),
                        type.getMemorySpace());
  builder.setInsertionPoint(view);
  Value moving =
      AdvanceOp::create(builder, view.getLoc(), result, view.getSource(),
                        iterations, position.constant, steps);
  return replace(view, moving);
}

LogicalResult LoopRewriter::rewriteViews(Block &block) {
  for (Operation *op = &block.front(), *next; op; op = next) {
    auto view = dyn_cast<memref::SubViewOp>(op);
    bool isMoving = view && !view.getOffsets().empty();
    if (isMoving && failed(rewriteView(view)))
      return failure();
    if (auto repeat = dyn_cast<RepeatOp>(op))
      if (!repeat.getBody().front().empty() &&
          failed(rewriteViews(repeat.getBody().front())))
        return failure();
    next = op->getNextNode();
    if (isMoving)
      op->erase();
  }
  return success();
}

LogicalResult LoopRewriter::run() {
  SmallVector<scf::ForOp> loops;
  func.walk([&](scf::ForOp loop) { loops.push_back(loop); });
  for (scf::ForOp loop : loops)
    if (failed(rewriteLoop(loop)))
      return failure();
  if (loops.empty())
    return success();
  for (Block &block : func.getBody())
    if (failed(rewriteViews(block)))
      return failure();
  // What offsets were computed by.
  SmallVector<Operation *> unused;
  func.walk([&](affine::AffineApplyOp op) { unused.push_back(op); });
  for (Operation *op : llvm::reverse(unused))
    if (op->use_empty())
      op->erase();
  WalkResult result = func.walk([&](RepeatOp repeat) {
    for (Operation *user : repeat.getIteration().getUsers())
      if (!isa<AdvanceOp>(user)) {
        user->emitOpError("computes with the number of a loop's iteration, "
                          "which is for offsets of slices alone; expected a "
                          "slice of what was computed for all iterations");
        return WalkResult::interrupt();
      }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

namespace {
struct AmpRepeatLoopsPass
    : public amprt::impl::AmpRepeatLoopsPassBase<AmpRepeatLoopsPass> {
  void runOnOperation() override {
    if (!getOperation().isExternal() &&
        failed(LoopRewriter(getOperation()).run()))
      signalPassFailure();
  }
};
} // namespace
