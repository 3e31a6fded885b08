//===- CheckGraph.cpp -----------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What somebody wrote into a source graph and nobody reads.

#include "PrecisionResolver.h"
#include "amp/Dialect/Amp/IR/Casts.h"
#include "amp/Dialect/Amp/IR/Optimizers.h"
#include "amp/Dialect/Amp/IR/Regions.h"
#include "amp/Dialect/Amp/IR/Scaling.h"
#include "amp/Dialect/Amp/IR/State.h"
#include "amp/Dialect/Amp/Transforms/Passes.h"
#include "amp/Support/Error.h"
#include "amp/Support/SimilarNames.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::amp {
#define GEN_PASS_DEF_AMPCHECKGRAPHPASS
#include "amp/Dialect/Amp/Transforms/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

namespace {
class GraphChecker {
public:
  GraphChecker(ModuleOp module, bool asErrors)
      : module(module), asErrors(asErrors) {
    bool isKnown = !module
                        .walk([](Operation *op) {
                          return op->isRegistered() || op->getNumRegions() == 0
                                     ? WalkResult::advance()
                                     : WalkResult::interrupt();
                        })
                        .wasInterrupted();
    if (isKnown)
      users.emplace(symbols, module);
  }

  LogicalResult run();

private:
  void checkNames(func::FuncOp func);
  void checkVariable(VariableOp variable);
  void checkOptimizer(OptimizerOp optimizer);
  void checkScaler(GradScalerOp scaler);
  void checkRegion(AutocastOp region);
  void checkAttributes(Operation *op, DictionaryAttr attributes);
  /// True if an update could be scaled by a scaler that no op names: one in a
  /// function that uses none.
  bool hasUnscaledStep();
  InFlightDiagnostic warn(Operation *op) {
    hasFailed |= asErrors;
    return asErrors ? op->emitOpError() : op->emitWarning();
  }

  ModuleOp module;
  bool asErrors;
  SymbolTableCollection symbols;
  /// None where an op of an unknown dialect may use symbols in its own way.
  std::optional<SymbolUserMap> users;
  /// Functions that are called, in whatever state.
  DenseSet<Operation *> called;
  /// Attributes of unknown dialects that were spoken of.
  llvm::StringSet<> said;
  bool hasFailed = false;
};
} // namespace

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

static std::string getName(DictionaryAttr attributes, StringRef prefix,
                           unsigned index) {
  if (auto name =
          attributes ? attributes.getAs<StringAttr>("amp.name") : StringAttr())
    return name.str();
  return (prefix + Twine(index)).str();
}

/// Data is bound to arguments, and results are shown, by name: one that occurs
/// twice would mean either.
void GraphChecker::checkNames(func::FuncOp func) {
  if (func.isExternal() || func.isPrivate())
    return;
  llvm::StringMap<unsigned> arguments, results;
  auto add = [&](llvm::StringMap<unsigned> &known, StringRef what,
                 StringRef name, unsigned index) {
    auto [it, isNew] = known.try_emplace(name, index);
    if (isNew)
      return;
    hasFailed = true;
    func.emitError("has two ")
        << what << "s named " << ::amp::quote(name) << ", " << it->second
        << " and " << index << "; give one another 'amp.name'";
  };
  unsigned outputs = 0;
  for (unsigned i = 0; i < func.getNumArguments(); ++i) {
    DictionaryAttr attributes = func.getArgAttrDict(i);
    // What functionalization added is state, or the place of a result.
    if (attributes && attributes.contains("amp.variable"))
      continue;
    if (attributes && attributes.contains("amp.output"))
      add(results, "result", getName(attributes, "result", outputs++), i);
    else
      add(arguments, "argument", getName(attributes, "arg", i), i);
  }
  if (outputs != 0)
    return;
  for (unsigned i = 0; i < func.getNumResults(); ++i)
    add(results, "result", getName(func.getResultAttrDict(i), "result", i), i);
}

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

void GraphChecker::checkVariable(VariableOp variable) {
  // A statistic is read by whoever trains; a copy follows its original, and
  // what optimizers and scalers own they find by its name.
  if (!users)
    return;
  bool isOwned = variable.getRole() != VariableRole::Parameter &&
                 variable.getRole() != VariableRole::Buffer;
  if (isOwned || !users->useEmpty(variable) || variable.getStatistic() ||
      variable.getCopyOf())
    return;
  warn(variable) << "variable '" << variable.getSymName()
                 << "' is never used: no op reads or assigns it, and no "
                    "optimizer updates it";
}

void GraphChecker::checkOptimizer(OptimizerOp optimizer) {
  if (users && users->useEmpty(optimizer))
    warn(optimizer) << "optimizer '" << optimizer.getSymName()
                    << "' is never used: no amp.step applies it, and its "
                       "parameters keep their values";
}

bool GraphChecker::hasUnscaledStep() {
  DenseSet<Operation *> scaling;
  for (auto scaler : module.getOps<GradScalerOp>())
    for (Operation *user : users->getUsers(scaler))
      scaling.insert(user->getParentOfType<func::FuncOp>());
  for (auto func : module.getOps<func::FuncOp>())
    if (!scaling.contains(func) &&
        func.walk([](StepOp) { return WalkResult::interrupt(); })
            .wasInterrupted())
      return true;
  return false;
}

void GraphChecker::checkScaler(GradScalerOp scaler) {
  if (!users || !users->useEmpty(scaler) || hasUnscaledStep())
    return;
  warn(scaler) << "scaler '" << scaler.getSymName()
               << "' is never used: no op names it, and no function that has "
                  "an amp.step leaves the loss scale to amp-scale-loss";
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

/// True if precision is, or may be, assigned to something in `region`: an op of
/// another dialect is up to the policy, a callee to its body.
static bool hasAssignable(AutocastOp region) {
  return region
      ->walk([&](Operation *op) {
        if (op == region || isa<AutocastOp, YieldOp, ReadOp, ConstantOp>(op))
          return WalkResult::advance();
        if (!isa_and_nonnull<AmpDialect>(op->getDialect()))
          return op->hasTrait<OpTrait::ConstantLike>()
                     ? WalkResult::advance()
                     : WalkResult::interrupt();
        bool isAssignable = isa<CustomFunctionOp>(op) ||
                            (isa<PrecisionOpInterface>(op) &&
                             llvm::any_of(op->getOperands(), [](Value value) {
                               return static_cast<bool>(getEligibleType(value));
                             }));
        return isAssignable ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// True if autocast may be on around `region`.
static bool mayBeOn(AutocastOp region, const DenseSet<Operation *> &called) {
  for (Operation *op = region->getParentOp(); op; op = op->getParentOp()) {
    if (auto outer = dyn_cast<AutocastOp>(op))
      return outer.getEnabled();
    if (isa<func::FuncOp>(op))
      return op->hasAttr("amp.autocast") || called.contains(op);
  }
  return true;
}

void GraphChecker::checkRegion(AutocastOp region) {
  if (region.getEnabled()) {
    if (!hasAssignable(region))
      warn(region) << "autocast has no effect: there is no op in the region to "
                      "which precision is assigned";
    return;
  }
  if (!mayBeOn(region, called))
    warn(region) << "turns autocast off where it is not on: a function with a "
                    "region of its own is in autocast only in its regions";
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

/// What the amp dialect reads on ops and arguments.
static constexpr StringRef attributeNames[] = {
    "amp.autocast", "amp.policy", "amp.precision",
    "amp.name",     "amp.batch",  "amp.reduction"};

/// A prefix that no dialect has is a misspelt one, or somebody else's: of those
/// each name is spoken of once.
void GraphChecker::checkAttributes(Operation *op, DictionaryAttr attributes) {
  if (!attributes)
    return;
  for (NamedAttribute attribute : attributes) {
    StringRef name = attribute.getName().getValue();
    auto [prefix, rest] = name.split('.');
    if (rest.empty() || attribute.getNameDialect() ||
        module.getContext()->getLoadedDialect(prefix) ||
        !said.insert(name).second)
      continue;
    warn(op) << "nobody reads the attribute " << ::amp::quote(name)
             << ": there is no dialect " << ::amp::quote(prefix)
             << ::amp::didYouMean(name, attributeNames);
  }
}

/// True if state has become arguments somewhere: what was made of an op that
/// used a symbol no longer names it.
static bool isKernelGraph(ModuleOp module) {
  return llvm::any_of(module.getOps<func::FuncOp>(), [](func::FuncOp func) {
    return llvm::any_of(llvm::seq<unsigned>(0, func.getNumArguments()),
                        [&](unsigned i) {
                          return func.getArgAttr(i, "amp.variable") ||
                                 func.getArgAttr(i, "amp.output");
                        });
  });
}

LogicalResult GraphChecker::run() {
  if (isKernelGraph(module)) {
    for (auto func : module.getOps<func::FuncOp>())
      checkNames(func);
    return failure(hasFailed);
  }
  module.walk([&](func::CallOp call) {
    called.insert(symbols.lookupNearestSymbolFrom(call, call.getCalleeAttr()));
  });
  module.walk([&](Operation *op) {
    if (auto func = dyn_cast<func::FuncOp>(op)) {
      checkNames(func);
      for (unsigned i = 0; i < func.getNumArguments(); ++i)
        checkAttributes(op, func.getArgAttrDict(i));
      for (unsigned i = 0; i < func.getNumResults(); ++i)
        checkAttributes(op, func.getResultAttrDict(i));
    } else if (auto variable = dyn_cast<VariableOp>(op)) {
      checkVariable(variable);
    } else if (auto optimizer = dyn_cast<OptimizerOp>(op)) {
      checkOptimizer(optimizer);
    } else if (auto scaler = dyn_cast<GradScalerOp>(op)) {
      checkScaler(scaler);
    } else if (auto region = dyn_cast<AutocastOp>(op)) {
      checkRegion(region);
    }
    checkAttributes(op, op->getDiscardableAttrDictionary());
  });
  return failure(hasFailed);
}

namespace {
struct AmpCheckGraphPass
    : public mlir::amp::impl::AmpCheckGraphPassBase<AmpCheckGraphPass> {
  using Base::Base;

  void runOnOperation() override {
    markAllAnalysesPreserved();
    if (failed(GraphChecker(getOperation(), asErrors).run()))
      signalPassFailure();
  }
};
} // namespace
