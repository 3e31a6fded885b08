//===- LocateNonfinite.cpp -----------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EntryPoint.h"
#include "Expansion.h"
#include "amp/Dialect/Amp/IR/Amp.h"
#include "amp/Dialect/Amp/Transforms/Passes.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::amp {
#define GEN_PASS_DEF_AMPLOCATENONFINITEPASS
#include "amp/Dialect/Amp/Transforms/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

/// "'amp.exp' at file.mlir:3:8", as a diagnostic would place it.
static std::string describe(StringRef what, Location loc) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << what << " at ";
  // Names that whoever made the graph gave come before places.
  if (auto name = loc->findInstanceOf<NameLoc>())
    stream << "'" << name.getName().getValue() << "'";
  else if (auto file = loc->findInstanceOf<FileLineColLoc>())
    stream << file.getFilename().getValue() << ":" << file.getLine() << ":"
           << file.getColumn();
  else
    stream << loc;
  return text;
}

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
    removeChanges(func);
    Block &body = func.front();
    Operation *terminator = body.getTerminator();
    Location loc = func.getLoc();
    SmallVector<Attribute> places;
    SmallVector<Value> flags;
    OpBuilder builder(func.getContext());
    auto test = [&](ValueRange values, const std::string &place) {
      SmallVector<Value> floats =
          llvm::to_vector(llvm::make_filter_range(values, isFloat));
      if (floats.empty())
        return;
      flags.push_back(CheckFiniteOp::create(
          builder, loc, RankedTensorType::get({}, builder.getI1Type()),
          floats));
      places.push_back(builder.getStringAttr(place));
    };
    SmallVector<Operation *> ops;
    for (Operation &op : body.without_terminator())
      ops.push_back(&op);
    builder.setInsertionPointToStart(&body);
    for (BlockArgument argument : body.getArguments()) {
      auto name = func.getArgAttrOfType<StringAttr>(argument.getArgNumber(),
                                                    "amp.name");
      test(argument,
           describe("the argument" + (name ? " '" + name.getValue().str() + "'"
                                           : std::string()),
                    argument.getLoc()));
    }
    for (Operation *op : ops) {
      builder.setInsertionPointAfter(op);
      // What a constant holds was meant, such as the mask of an attention.
      if (!op->hasTrait<OpTrait::ConstantLike>())
        test(op->getResults(),
             describe("'" + op->getName().getStringRef().str() + "'",
                      op->getLoc()));
    }
    builder.setInsertionPoint(terminator);
    Type i64 = builder.getI64Type();
    auto constant = [&](double value) {
      return createSplat(builder, loc, RankedTensorType::get({}, i64), value);
    };
    Value first = constant(-1);
    for (size_t i = flags.size(); i-- > 0;)
      first = WhereOp::create(builder, loc, flags[i],
                              constant(static_cast<double>(i)), first);
    terminator->setOperands(first);
    func.setType(
        builder.getFunctionType(func.getArgumentTypes(), first.getType()));
    func.setResAttrsAttr(
        builder.getArrayAttr(builder.getDictionaryAttr(builder.getNamedAttr(
            "amp.name", builder.getStringAttr("nonfinite_op")))));
    func->setAttr("amp.places", builder.getArrayAttr(places));
  }

  /// Leaves what computes values, and takes out what changes state. Backward
  /// regions become part of the body.
  void removeChanges(func::FuncOp func) {
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
      if (op.use_empty() && hasEffect<MemoryEffects::Write>(&op))
        op.erase();
    }
  }
};
} // namespace
