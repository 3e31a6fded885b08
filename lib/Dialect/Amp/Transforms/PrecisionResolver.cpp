//===- PrecisionResolver.cpp ----------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrecisionResolver.h"

#include "amp/Dialect/Amp/IR/Casts.h"
#include "amp/Dialect/Amp/IR/State.h"
#include "amp/Support/SimilarNames.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

using namespace mlir;
using namespace mlir::amp;

FailureOr<PrecisionPolicy> mlir::amp::loadPolicy(func::FuncOp func,
                                                 const PolicySources &sources) {
  // The place is enough: the function has no part in what is wrong.
  auto emitError = [&]() { return mlir::emitError(func.getLoc()); };
  FailureOr<PrecisionPolicy> policy =
      PrecisionPolicy::getPreset(sources.preset, emitError);
  if (failed(policy))
    return failure();
  if (sources.file && failed(policy->addFile(*sources.file, emitError)))
    return failure();
  for (Operation *op : {func->getParentOp(), func.getOperation()})
    if (auto attribute =
            op ? op->getAttrOfType<DictionaryAttr>("amp.policy") : nullptr)
      if (failed(policy->addAttribute(
              attribute, [&]() { return op->emitError(); },
              op == func ? ("@" + func.getName()).str() : "")))
        return failure();
  if (sources.keepF32 &&
      failed(policy->addRule(PolicyRule::Subject::Any, *sources.keepF32,
                             {PrecisionCategory::Deny, {}, "keep-f32", {}},
                             emitError)))
    return failure();
  if (sources.failOnUnlisted)
    policy->setUnlistedRule(UnlistedRule::Error);
  return policy;
}

FloatType mlir::amp::getEligibleType(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  auto element =
      type ? dyn_cast<FloatType>(type.getElementType()) : FloatType();
  return element && !element.isF64() ? element : FloatType();
}

/// True if `op` is valid by itself, with its regions.
static bool isValid(Operation *op) { return succeeded(verify(op)); }

bool PrecisionOp::hasPrecisionOperand() {
  return llvm::any_of(op->getOpOperands(), [&](OpOperand &operand) {
    return isa<FloatType>(getElementTypeOrSelf(operand.get())) &&
           isPrecisionOperand(operand.getOperandNumber());
  });
}

SmallVector<OpOperand *, 4> PrecisionOp::getCastableOperands() {
  SmallVector<OpOperand *, 4> operands;
  for (OpOperand &operand : op->getOpOperands())
    if (getEligibleType(operand.get()) &&
        isPrecisionOperand(operand.getOperandNumber()))
      operands.push_back(&operand);
  return operands;
}

LogicalResult PrecisionOp::refineResultTypes(FloatType target) {
  if (interface) {
    if (failed(interface.refineResultTypes()))
      return failure();
  } else if (target) {
    for (OpResult result : op->getResults())
      if (getEligibleType(result))
        result.setType(cast<RankedTensorType>(result.getType()).clone(target));
  }
  // Nobody but its verifier knows which types go together.
  if (isForeign() && !isValid(op))
    return op->emitOpError("is not valid with the types that the policy gives "
                           "it; take its name out of the policy, or give its "
                           "operands categories of their own");
  return success();
}

bool mlir::amp::hasTransparentRegions(Operation *op) {
  return isa<RegionBranchOpInterface, TransparentRegionsOpInterface>(op) &&
         !isa_and_nonnull<AmpDialect>(op->getDialect()) &&
         llvm::all_of(op->getRegions(), [](Region &region) {
           return region.empty() || llvm::hasSingleElement(region);
         });
}

std::string mlir::amp::getClausePlace(Operation *op) {
  std::string place;
  llvm::raw_string_ostream os(place);
  if (auto file = op->getLoc()->findInstanceOf<FileLineColLoc>())
    os << file.getFilename().getValue() << ":" << file.getLine() << ":"
       << file.getColumn();
  else if (auto name = op->getLoc()->findInstanceOf<NameLoc>())
    os << "'" << name.getName().getValue() << "'";
  else
    os << "an op '" << op->getName() << "' without a location";
  return place;
}

PrecisionResolver::PrecisionResolver(const PrecisionPolicy &policy,
                                     PolicyUsage *usage)
    : policy(policy), usage(usage) {
  if (!usage)
    return;
  for (const PolicyClause &clause : policy.getClauses())
    usage->note(clause, PolicyUse::Unmatched);
  for (const PolicyEntry &entry : policy.getReplaced())
    replaced[entry.clause->name].push_back(&entry);
}

const PrecisionResolver::Known &PrecisionResolver::lookup(StringRef name) {
  auto [it, isNew] = known.try_emplace(name.data());
  if (isNew)
    it->second = {policy.lookup(name), policy.isOverridden(name)};
  return it->second;
}

const PrecisionResolver::Known &PrecisionResolver::lookup(PrecisionOp op) {
  const Known &own = lookup(op.getName());
  return own.entry ? own : lookup(op.getFunction());
}

/// True if `op` ends a block, or does for all that is known.
static bool endsBlock(Operation *op) {
  return op->hasTrait<OpTrait::IsTerminator>() ||
         (!op->isRegistered() && op->getNumResults() == 0 &&
          op == &op->getBlock()->back());
}

bool PrecisionResolver::isNamed(Operation *op) {
  StringRef dialect = op->getName().getDialectNamespace();
  if (dialect == AmpDialect::getDialectNamespace() || dialect == "func" ||
      dialect == "builtin" || endsBlock(op))
    return false;
  // An op that nobody knows must be found where every op has to be listed.
  return lookup(op->getName().getStringRef()).entry ||
         policy.getUnlistedRule() == UnlistedRule::Error ||
         op->hasAttr("amp.precision");
}

PrecisionOp PrecisionResolver::getPrecisionOp(Operation *op) {
  if (auto interface = dyn_cast<PrecisionOpInterface>(op))
    return {op, interface};
  if (!isNamed(op) || op->getNumRegions() != 0)
    return {};
  return {op, PrecisionOpInterface()};
}

bool PrecisionResolver::isNamedButFixed(Operation *op) {
  return op->getNumRegions() != 0 && !isa<PrecisionOpInterface>(op) &&
         isNamed(op);
}

bool PrecisionResolver::isRestricted(PrecisionOp op) {
  const PolicyEntry *entry = lookup(op).entry;
  return entry && entry->category != PrecisionCategory::Follow &&
         entry->category != PrecisionCategory::Clear;
}

/// The variables that `op` reads, also through casts.
static SmallVector<StringRef, 2> getVariables(Operation *op) {
  SmallVector<StringRef, 2> names;
  for (Value operand : op->getOperands()) {
    while (auto castOp = operand.getDefiningOp<CastOp>())
      operand = castOp.getInput();
    if (auto read = operand.getDefiningOp<ReadOp>())
      names.push_back(read.getVariable());
  }
  return names;
}

SmallVector<const PolicyRule *, 2> PrecisionResolver::findRules(Operation *op) {
  SmallVector<const PolicyRule *, 2> found;
  if (policy.getRules().empty())
    return found;
  StringRef location;
  if (auto name = op->getLoc()->findInstanceOf<NameLoc>())
    location = name.getName().getValue();
  SmallVector<StringRef, 2> variables = getVariables(op);
  for (const PolicyRule &rule : policy.getRules()) {
    bool atLocation = rule.subject != PolicyRule::Subject::Symbol &&
                      !location.empty() && rule.regex.match(location);
    bool atSymbol = rule.subject != PolicyRule::Subject::Location &&
                    llvm::any_of(variables, [&](StringRef name) {
                      return rule.regex.match(name);
                    });
    if (atLocation || atSymbol)
      found.push_back(&rule);
  }
  return found;
}

FailureOr<const PolicyEntry *>
PrecisionResolver::findRule(Operation *op, ArrayRef<const PolicyRule *> rules) {
  const PolicyRule *found = nullptr;
  for (const PolicyRule *rule : rules) {
    if (found && (found->entry.category != rule->entry.category ||
                  found->entry.operands != rule->entry.operands))
      return op->emitOpError("is matched by contradictory rules: '")
             << found->pattern << "' (" << found->entry.source << ") says "
             << stringifyPrecisionCategory(found->entry.category) << ", '"
             << rule->pattern << "' (" << rule->entry.source << ") says "
             << stringifyPrecisionCategory(rule->entry.category);
    found = rule;
  }
  return found ? &found->entry : static_cast<const PolicyEntry *>(nullptr);
}

PrecisionDecision PrecisionResolver::decideByName(PrecisionOp op) {
  if (const Known &found = lookup(op); found.entry)
    return {found.entry->category, found.entry->operands, found.entry->source,
            /*isListed=*/true, found.isOverridden};
  PrecisionDecision result;
  result.source = "unlisted";
  if (policy.getUnlistedRule() == UnlistedRule::KeepF32)
    result.category = PrecisionCategory::Deny;
  else if (policy.getUnlistedRule() == UnlistedRule::Allow)
    result.category = PrecisionCategory::Allow;
  return result;
}

//===----------------------------------------------------------------------===//
// Usage
//===----------------------------------------------------------------------===//

/// True if `op` takes operand `index` in a type that may be cast.
static bool isCastable(PrecisionOp op, unsigned index) {
  return getEligibleType(op->getOperand(index)) && op.isPrecisionOperand(index);
}

void PrecisionResolver::note(const PolicyEntry &entry, PrecisionOp op,
                             PolicyUse use) {
  if (!usage || !entry.clause)
    return;
  usage->note(*entry.clause, use);
  for (unsigned index : llvm::make_first_range(entry.operands))
    if (index < op->getNumOperands())
      usage->note(getOperandClause(*entry.clause, index),
                  isCastable(op, index) ? PolicyUse::Used : PolicyUse::Outside);
}

void PrecisionResolver::noteByName(PrecisionOp op, PolicyUse use) {
  if (!usage)
    return;
  const PolicyEntry *decides = lookup(op).entry;
  if (decides)
    note(*decides, op, use);
  auto noteOverridden = [&](const PolicyEntry *entry) {
    if (entry && entry != decides)
      note(*entry, op, std::min(use, PolicyUse::Overridden));
  };
  noteOverridden(lookup(op.getFunction()).entry);
  for (StringRef name : {op.getName(), op.getFunction()})
    if (auto it = replaced.find(name); it != replaced.end())
      llvm::for_each(it->second, noteOverridden);
}

void PrecisionResolver::noteOutside(PrecisionOp op) {
  if (!usage || policy.getClauses().empty())
    return;
  for (const PolicyRule *rule : findRules(op))
    note(rule->entry, op, PolicyUse::Outside);
  noteByName(op, PolicyUse::Outside);
}

//===----------------------------------------------------------------------===//
// Decisions
//===----------------------------------------------------------------------===//

/// Fails if `op`, of another dialect, follows the rule of a function that no
/// preset has: the op would silently have no rule.
static LogicalResult verifyName(PrecisionOp op) {
  StringRef name = op.getFunction();
  if (name == op.getName() || PrecisionPolicy::isKnownOp(name))
    return success();
  return op->emitOpError("follows the rule of '")
         << name << "' by its PrecisionOpInterface, but no preset lists that"
         << ::amp::didYouMean(name, PrecisionPolicy::getKnownOps());
}

FailureOr<PrecisionDecision> PrecisionResolver::decide(PrecisionOp op) {
  auto decision = [](const PolicyEntry &entry) {
    return PrecisionDecision{entry.category, entry.operands, entry.source,
                             /*isListed=*/true, /*isOverride=*/true};
  };
  PolicyUse use =
      op.getCastableOperands().empty() ? PolicyUse::Outside : PolicyUse::Used;
  SmallVector<const PolicyRule *, 2> rules = findRules(op);
  if (Attribute attribute = op->getDiscardableAttr("amp.precision")) {
    std::unique_ptr<PolicyEntry> &entry = attributes[attribute];
    if (!entry) {
      FailureOr<PolicyEntry> parsed =
          PrecisionPolicy::parseEntry(attribute, "attribute amp.precision",
                                      [&]() { return op->emitOpError(); });
      if (failed(parsed))
        return failure();
      entry = std::make_unique<PolicyEntry>(std::move(*parsed));
    }
    for (unsigned index : llvm::make_first_range(entry->operands))
      if (index >= op->getNumOperands())
        return op->emitOpError("attribute amp.precision is about operand ")
               << index << ", but the op has " << op->getNumOperands()
               << ", counted from 0";
    if (usage)
      usage->note({PolicyClause::Kind::Own, getClausePlace(op),
                   "attribute amp.precision"},
                  use);
    for (const PolicyRule *rule : rules)
      note(rule->entry, op, std::min(use, PolicyUse::Overridden));
    noteByName(op, PolicyUse::Overridden);
    return decision(*entry);
  }
  FailureOr<const PolicyEntry *> rule = findRule(op, rules);
  if (failed(rule))
    return failure();
  if (*rule) {
    PrecisionDecision without = decideByName(op);
    bool isSame =
        without.category == (*rule)->category &&
        without.operands ==
            ArrayRef<std::pair<unsigned, PrecisionCategory>>((*rule)->operands);
    for (const PolicyRule *other : rules)
      note(other->entry, op, isSame ? std::min(use, PolicyUse::NoEffect) : use);
    noteByName(op, PolicyUse::Overridden);
    return decision(**rule);
  }
  if (failed(verifyName(op)))
    return failure();
  noteByName(op, use);
  PrecisionDecision result = decideByName(op);
  if (result.isListed || policy.getUnlistedRule() != UnlistedRule::Error)
    return result;
  InFlightDiagnostic diag = op->emitOpError("is in no list of preset '")
                            << policy.getPresetName()
                            << "', and unlisted ops are errors";
  diag.attachNote() << "name '" << op.getName()
                    << "' in a policy file, under 'ops', with a category";
  return diag;
}
