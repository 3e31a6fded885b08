//===- VerifyPrecision.cpp ------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What precision assignment guarantees, derived anew from the assigned graph.

#include "PrecisionResolver.h"
#include "amp/Dialect/Amp/IR/Regions.h"
#include "amp/Dialect/Amp/Transforms/Passes.h"
#include "amp/Options/PrecisionLevel.h"

namespace mlir::amp {
#define GEN_PASS_DEF_AMPVERIFYPRECISIONPASS
#include "amp/Dialect/Amp/Transforms/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

namespace {
/// Checks one function. Reports all violations.
struct Verifier {
  explicit Verifier(PrecisionResolver &resolver) : resolver(resolver) {}

  void verifyBlock(Block &block, bool isDerivative);
  void verifyOp(PrecisionOp op, bool isDerivative);
  void verifyCategory(PrecisionOp op, ArrayRef<OpOperand *> eligible);
  InFlightDiagnostic report(Operation *op) {
    hasFailed = true;
    return op->emitOpError();
  }

  PrecisionResolver &resolver;
  bool hasFailed = false;
};
} // namespace

static StringRef getRemedy() { return "; run amp-assign-precision"; }

void Verifier::verifyCategory(PrecisionOp op, ArrayRef<OpOperand *> eligible) {
  FailureOr<PrecisionDecision> decision = resolver.decide(op);
  if (failed(decision)) {
    hasFailed = true;
    return;
  }
  auto find = [&](auto isForbidden) -> OpOperand * {
    auto it = llvm::find_if(eligible, [&](OpOperand *operand) {
      return isForbidden(getEligibleType(operand->get()));
    });
    return it == eligible.end() ? nullptr : *it;
  };
  auto name = [&]() { return stringifyPrecisionCategory(decision->category); };
  switch (decision->category) {
  case PrecisionCategory::Allow:
    if (OpOperand *operand =
            find([](FloatType type) { return !is16BitFloat(type); }))
      report(op) << "is in category '" << name() << "' (" << decision->source
                 << "), but operand " << operand->getOperandNumber() << " is "
                 << operand->get().getType() << getRemedy();
    return;
  case PrecisionCategory::Deny:
    if (OpOperand *operand = find([](FloatType type) { return !type.isF32(); }))
      report(op) << "is in category '" << name() << "' (" << decision->source
                 << "), but operand " << operand->getOperandNumber() << " is "
                 << operand->get().getType() << getRemedy();
    return;
  case PrecisionCategory::DenySetOutput:
  case PrecisionCategory::DenyAppendOutput: {
    auto output = dyn_cast<OutputTypeOpInterface>(op.operator Operation *());
    if (eligible.empty() || eligible.front()->getOperandNumber() != 0 ||
        (output && output.getDtype()))
      return;
    for (Value result : op->getResults())
      if (FloatType type = getEligibleType(result); type && !type.isF32())
        report(op) << "is in category '" << name() << "' (" << decision->source
                   << "), but gives " << result.getType() << getRemedy();
    return;
  }
  case PrecisionCategory::Banned:
    report(op) << "is banned (" << decision->source
               << "); run amp-fuse-safe-losses before amp-assign-precision";
    return;
  case PrecisionCategory::Promote:
  case PrecisionCategory::Follow:
  case PrecisionCategory::Clear:
    return;
  }
}

void Verifier::verifyOp(PrecisionOp op, bool isDerivative) {
  SmallVector<OpOperand *, 4> eligible = op.getCastableOperands();
  if (eligible.empty())
    return;
  bool isExempt = isDerivative || op->hasAttr("amp.exempt");
  for (OpOperand *operand : ArrayRef(eligible).drop_front())
    if (!isExempt &&
        getEligibleType(operand->get()) !=
            getEligibleType(eligible.front()->get()) &&
        !(getEligibleType(operand->get()).isF32() &&
          op.mayStayWide(operand->getOperandNumber())))
      report(op) << "mixes operands of "
                 << getEligibleType(eligible.front()->get()) << " and "
                 << getEligibleType(operand->get())
                 << ", which take part in its precision alike" << getRemedy();
  if (auto compute =
          dyn_cast<ComputeTypeOpInterface>(op.operator Operation *()))
    if (!compute.getComputeType() &&
        is16BitFloat(getEligibleType(eligible.front()->get())))
      report(op) << "sums products of "
                 << getEligibleType(eligible.front()->get())
                 << " without an explicit compute_type" << getRemedy();
  if (!isExempt)
    verifyCategory(op, eligible);
}

void Verifier::verifyBlock(Block &block, bool isDerivative) {
  for (Operation &op : block) {
    if (isa<AutocastOp>(op)) {
      report(&op) << "is left in a function that has been assigned"
                  << getRemedy();
      continue;
    }
    if (PrecisionOp compute = resolver.getPrecisionOp(&op)) {
      verifyOp(compute, isDerivative);
      // What its regions compute with is the op's own.
      if (compute.isForeign())
        continue;
    }
    bool isInner = isDerivative || isa<BackwardOp, CustomFunctionOp>(op);
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        verifyBlock(inner, isInner);
  }
}

/// True if there is anything in `func` to which precision is assigned whatever
/// the policy.
static bool hasAssignable(func::FuncOp func) {
  return func
      .walk([](Operation *op) {
        bool isAssignable = isa<AutocastOp>(op) ||
                            (isa<PrecisionOpInterface>(op) &&
                             llvm::any_of(op->getOperands(), [](Value value) {
                               return static_cast<bool>(getEligibleType(value));
                             }));
        return isAssignable ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

namespace {
struct AmpVerifyPrecisionPass
    : public mlir::amp::impl::AmpVerifyPrecisionPassBase<
          AmpVerifyPrecisionPass> {
  using Base::Base;

  void runOnOperation() override {
    markAllAnalysesPreserved();
    bool hasFailed = false;
    for (auto func : getOperation().getOps<func::FuncOp>())
      if (!func.isExternal())
        hasFailed |= failed(verify(func));
    if (hasFailed)
      signalPassFailure();
  }

  LogicalResult verify(func::FuncOp func) {
    auto assigned = func->getAttrOfType<DictionaryAttr>("amp.assigned");
    if (!assigned) {
      if (!all || !hasAssignable(func))
        return success();
      return func.emitError("was not assigned") << getRemedy();
    }
    auto preset = assigned.getAs<StringAttr>("preset");
    auto level = assigned.getAs<StringAttr>("level");
    if (!preset || !level)
      return func.emitError("'amp.assigned' expects a preset and a level, "
                            "found ")
             << assigned;
    if (!symbolizeOption<OptLevel>(level.getValue()))
      return func.emitError("level must be ")
             << listOptionWords(getOptionWords<OptLevel>()) << ", found '"
             << level.getValue() << "'";
    PolicySources sources;
    sources.preset = preset.getValue();
    FailureOr<PrecisionPolicy> policy = loadPolicy(func, sources);
    if (failed(policy))
      return failure();
    PrecisionResolver resolver(*policy);
    Verifier verifier(resolver);
    for (Block &block : func.getBody())
      verifier.verifyBlock(block, /*isDerivative=*/false);
    return failure(verifier.hasFailed);
  }
};
} // namespace
