//===- LocateNonfinite.cpp -----------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EntryPoint.h"
#include "Expansion.h"
#include "OpLocation.h"
#include "amp/Dialect/Amp/IR/Casts.h"
#include "amp/Dialect/Amp/IR/Elementwise.h"
#include "amp/Dialect/Amp/IR/Gradients.h"
#include "amp/Dialect/Amp/IR/Optimizers.h"
#include "amp/Dialect/Amp/IR/Reductions.h"
#include "amp/Dialect/Amp/IR/Regions.h"
#include "amp/Dialect/Amp/IR/Scaling.h"
#include "amp/Dialect/Amp/IR/State.h"
#include "amp/Dialect/Amp/Transforms/Passes.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::amp {
#define GEN_PASS_DEF_AMPLOCATENONFINITEPASS
#include "amp/Dialect/Amp/Transforms/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

static bool isFloat(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && isa<FloatType>(type.getElementType()) &&
         type.getNumElements() != 0;
}

namespace {
struct AmpLocateNonfinitePass
    : public amp::impl::AmpLocateNonfinitePassBase<AmpLocateNonfinitePass> {
  using Base::Base;

  void runOnOperation() override {
    FailureOr<func::FuncOp> func = findEntryPoint(getOperation(), entry);
    if (failed(func))
      return signalPassFailure();
    WalkResult sized = func->walk([](Operation *op) {
      return failed(verifyStaticShapes(op, "amp-locate-nonfinite"))
                 ? WalkResult::interrupt()
                 : WalkResult::advance();
    });
    if (sized.wasInterrupted())
      return signalPassFailure();
    locate(*func);
  }

  void locate(func::FuncOp func) {
    // What a backward pass brings is named apart: its ops lie where those of
    // the forward pass do.
    DenseSet<Operation *> forward;
    for (Operation &op : func.front())
      forward.insert(&op);
    SmallVector<Value> gradients;
    removeChanges(func, gradients);

    Block &body = func.front();
    Operation *terminator = body.getTerminator();
    Location loc = func.getLoc();
    OpBuilder builder(func.getContext());
    RankedTensorType i1 = RankedTensorType::get({}, builder.getI1Type());
    RankedTensorType i64 = RankedTensorType::get({}, builder.getI64Type());
    RankedTensorType f32 = RankedTensorType::get({}, builder.getF32Type());
    SmallVector<Attribute> locations;
    // Of each, the flag and its number.
    SmallVector<std::pair<Value, int64_t>> inputs, results;
    auto addTest = [&](SmallVectorImpl<std::pair<Value, int64_t>> &tests,
                       ValueRange values, StringRef kind, StringRef op,
                       StringRef name, Location opLoc) {
      SmallVector<Value> floats =
          llvm::to_vector(llvm::make_filter_range(values, isFloat));
      if (floats.empty())
        return;
      tests.emplace_back(CheckFiniteOp::create(builder, loc, i1, floats),
                         locations.size());
      std::string type;
      llvm::raw_string_ostream(type) << getElementTypeOrSelf(floats.front());
      auto entry = [&](StringRef key, StringRef value) {
        return builder.getNamedAttr(key, builder.getStringAttr(value));
      };
      locations.push_back(builder.getDictionaryAttr(
          {entry("kind", kind), entry("op", op), entry("name", name),
           entry("location", describeLocation(opLoc)), entry("type", type)}));
    };
    auto getName = [](Location opLoc) -> StringRef {
      auto name = opLoc->findInstanceOf<NameLoc>();
      return name ? name.getName().getValue() : StringRef();
    };

    SmallVector<Operation *> ops;
    for (Operation &op : body.without_terminator())
      ops.push_back(&op);
    builder.setInsertionPointToStart(&body);
    for (BlockArgument argument : body.getArguments()) {
      auto name = func.getArgAttrOfType<StringAttr>(argument.getArgNumber(),
                                                    "amp.name");
      addTest(inputs, argument, "argument", "", name ? name.getValue() : "",
              argument.getLoc());
    }
    for (Operation *op : ops) {
      builder.setInsertionPointAfter(op);
      StringRef opName = op->getName().getStringRef();
      Location opLoc = op->getLoc();
      // What a constant holds was meant, such as the mask of an attention.
      if (op->hasTrait<OpTrait::ConstantLike>())
        continue;
      if (auto read = dyn_cast<ReadOp>(op)) {
        addTest(inputs, op->getResults(), "variable", "", read.getVariable(),
                opLoc);
        continue;
      }
      if (forward.contains(op))
        for (OpOperand &operand : op->getOpOperands())
          if (Value wrong = createIsOutOfRange(builder, operand))
            addTest(results, wrong, "index", opName, getName(opLoc), opLoc);
      addTest(results, op->getResults(),
              forward.contains(op) ? "result" : "gradient", opName,
              getName(opLoc), opLoc);
    }

    builder.setInsertionPoint(terminator);
    auto findFirst = [&](ArrayRef<std::pair<Value, int64_t>> tests) {
      Value first = createSplat(builder, loc, i64, -1);
      for (auto [flag, number] : llvm::reverse(tests))
        first = WhereOp::create(
            builder, loc, flag,
            createSplat(builder, loc, i64, static_cast<double>(number)), first);
      return first;
    };
    Value zeros = createShareOfZeros(builder, loc, gradients);
    terminator->setOperands({findFirst(inputs), findFirst(results), zeros});
    func.setType(
        builder.getFunctionType(func.getArgumentTypes(), {i64, i64, f32}));
    SmallVector<Attribute> names;
    for (StringRef name : {"nonfinite_input", "nonfinite_op", "zero_gradients"})
      names.push_back(builder.getDictionaryAttr(
          builder.getNamedAttr("amp.name", builder.getStringAttr(name))));
    func.setResAttrsAttr(builder.getArrayAttr(names));
    func->setAttr("amp.op_locations", builder.getArrayAttr(locations));
    // No policy speaks of the tests, nor of derivatives outside their regions.
    func->removeAttr("amp.assigned");
  }

  /// NaN where an element of `operand` is an index out of range, else 0; null
  /// if it is no index.
  static Value createIsOutOfRange(OpBuilder &builder, OpOperand &operand) {
    auto op = dyn_cast<IndexRangeOpInterface>(operand.getOwner());
    std::optional<IndexRange> range =
        op ? op.getIndexRange(operand.getOperandNumber()) : std::nullopt;
    if (!range)
      return {};
    // What is tested must be there before the op.
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(op);
    Location loc = op->getLoc();
    Type i64 = builder.getI64Type(), f32 = builder.getF32Type();
    Value index = createCast(builder, loc, operand.get(), i64);
    auto compare = [&](ComparePredicate predicate, int64_t number) -> Value {
      auto type = RankedTensorType::get({}, i64);
      Value bound = ConstantOp::create(
          builder, loc, type,
          DenseElementsAttr::get(type, builder.getI64IntegerAttr(number)));
      return CompareOp::create(builder, loc, predicate, index, bound);
    };
    Value wrong = LogicalOrOp::create(
        builder, loc, compare(ComparePredicate::LT, range->lower),
        compare(ComparePredicate::GE, range->upper));
    if (range->ignored)
      wrong = LogicalAndOp::create(
          builder, loc, wrong, compare(ComparePredicate::NE, *range->ignored));
    RankedTensorType scalar = RankedTensorType::get({}, f32);
    Value nan = createSplat(builder, loc, scalar,
                            std::numeric_limits<double>::quiet_NaN());
    return WhereOp::create(builder, loc, wrong, nan,
                           createSplat(builder, loc, scalar, 0));
  }

  /// How many of all elements of `gradients` are 0, from 0 to 1.
  static Value createShareOfZeros(OpBuilder &builder, Location loc,
                                  ArrayRef<Value> gradients) {
    Type f32 = builder.getF32Type();
    RankedTensorType scalar = RankedTensorType::get({}, f32);
    double all = 0;
    for (Value gradient : gradients)
      all += static_cast<double>(getTensorType(gradient).getNumElements());
    Value share = createSplat(builder, loc, scalar, 0);
    for (Value gradient : gradients) {
      RankedTensorType type = getTensorType(gradient);
      if (type.getNumElements() == 0)
        continue;
      Value zero = createSplat(
          builder, loc, RankedTensorType::get({}, type.getElementType()), 0);
      Value isZero =
          CompareOp::create(builder, loc, ComparePredicate::EQ, gradient, zero);
      Value mean =
          MeanOp::create(builder, loc, createCast(builder, loc, isZero, f32),
                         ArrayRef<int64_t>(), false);
      Value weight =
          createSplat(builder, loc, scalar,
                      static_cast<double>(type.getNumElements()) / all);
      share = AddOp::create(builder, loc, share,
                            MulOp::create(builder, loc, mean, weight));
    }
    return share;
  }

  /// Leaves what computes values, and takes out what changes state. Backward
  /// regions become part of the body. Gives the gradients of all steps.
  void removeChanges(func::FuncOp func, SmallVectorImpl<Value> &stepped) {
    for (auto backward :
         llvm::make_early_inc_range(func.getOps<BackwardOp>())) {
      if (backward.getBody().empty())
        continue;
      SmallVector<Value> gradients;
      expandBackward(backward, gradients);
      backward->replaceAllUsesWith(gradients);
      backward.erase();
    }
    for (Operation &op :
         llvm::make_early_inc_range(llvm::reverse(func.front()))) {
      if (isa<UnscaleOp, CheckFiniteOp>(op)) {
        // What is tested here is tested where it is made.
        OpBuilder builder(&op);
        for (auto [i, result] : llvm::enumerate(op.getResults())) {
          RankedTensorType type = getTensorType(result);
          if (isa<UnscaleOp>(op) && i + 1 < op.getNumResults())
            result.replaceAllUsesWith(createCast(
                builder, op.getLoc(), op.getOperand(i), type.getElementType()));
          else
            result.replaceAllUsesWith(
                createSplat(builder, op.getLoc(), type, 0));
        }
        op.erase();
        continue;
      }
      if (auto accumulate = dyn_cast<AccumulateOp>(op)) {
        OpBuilder builder(&op);
        for (auto [gradient, sum] :
             llvm::zip(accumulate.getGradients(), accumulate.getSums()))
          sum.replaceAllUsesWith(
              createCast(builder, op.getLoc(), gradient,
                         getTensorType(sum).getElementType()));
        accumulate.getComplete().replaceAllUsesWith(createSplat(
            builder, op.getLoc(), getTensorType(accumulate.getComplete()), 1));
        op.erase();
        continue;
      }
      // Their gradients are not what they will be yet.
      if (isa<StepOp>(op))
        continue;
      if (op.use_empty() && hasEffect<MemoryEffects::Write>(&op))
        op.erase();
    }
    for (auto step : llvm::make_early_inc_range(func.getOps<StepOp>())) {
      llvm::append_range(stepped, step.getGradients());
      step.erase();
    }
  }
};
} // namespace
