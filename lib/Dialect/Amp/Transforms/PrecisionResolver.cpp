//===- PrecisionResolver.cpp ----------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrecisionResolver.h"

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
  if (!sources.file.empty() && failed(policy->addFile(sources.file, emitError)))
    return failure();
  for (Operation *op : {func->getParentOp(), func.getOperation()})
    if (auto attribute =
            op ? op->getAttrOfType<DictionaryAttr>("amp.policy") : nullptr)
      if (failed(policy->addAttribute(attribute,
                                      [&]() { return op->emitError(); })))
        return failure();
  if (!sources.keepF32.empty() &&
      failed(policy->addRule(PolicyRule::Subject::Any, sources.keepF32,
                             {PrecisionCategory::Deny, {}, "keep-f32"},
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

LogicalResult PrecisionOp::refineResultTypes(FloatType target) {
  if (interface)
    return interface.refineResultTypes();
  if (!target)
    return success();
  for (OpResult result : op->getResults())
    if (getEligibleType(result))
      result.setType(cast<RankedTensorType>(result.getType()).clone(target));
  return success();
}

const PrecisionResolver::Known &PrecisionResolver::lookup(StringRef name) {
  auto [it, isNew] = known.try_emplace(name.data());
  if (isNew)
    it->second = {policy.lookup(name), policy.isOverridden(name)};
  return it->second;
}

PrecisionOp PrecisionResolver::getPrecisionOp(Operation *op) {
  if (auto interface = dyn_cast<PrecisionOpInterface>(op))
    return {op, interface};
  StringRef dialect = op->getName().getDialectNamespace();
  if (dialect == AmpDialect::getDialectNamespace() || dialect == "func" ||
      dialect == "builtin" || op->hasTrait<OpTrait::IsTerminator>())
    return {};
  // An op that nobody knows must be found where every op has to be listed.
  if (lookup(op->getName().getStringRef()).entry ||
      policy.getUnlistedRule() == UnlistedRule::Error ||
      op->hasAttr("amp.precision"))
    return {op, {}};
  return {};
}

bool PrecisionResolver::isRestricted(PrecisionOp op) {
  const PolicyEntry *entry = lookup(op.getName()).entry;
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

FailureOr<const PolicyEntry *> PrecisionResolver::findRule(Operation *op) {
  if (policy.getRules().empty())
    return static_cast<const PolicyEntry *>(nullptr);
  StringRef location;
  if (auto name = op->getLoc()->findInstanceOf<NameLoc>())
    location = name.getName().getValue();
  SmallVector<StringRef, 2> variables = getVariables(op);
  const PolicyRule *found = nullptr;
  for (const PolicyRule &rule : policy.getRules()) {
    bool atLocation = rule.subject != PolicyRule::Subject::Symbol &&
                      !location.empty() && rule.regex.match(location);
    bool atSymbol = rule.subject != PolicyRule::Subject::Location &&
                    llvm::any_of(variables, [&](StringRef name) {
                      return rule.regex.match(name);
                    });
    if (!atLocation && !atSymbol)
      continue;
    if (found && (found->entry.category != rule.entry.category ||
                  found->entry.operands != rule.entry.operands))
      return op->emitOpError("is matched by contradictory rules: '")
             << found->pattern << "' (" << found->entry.source << ") says "
             << stringifyPrecisionCategory(found->entry.category) << ", '"
             << rule.pattern << "' (" << rule.entry.source << ") says "
             << stringifyPrecisionCategory(rule.entry.category);
    found = &rule;
  }
  return found ? &found->entry : static_cast<const PolicyEntry *>(nullptr);
}

FailureOr<PrecisionDecision> PrecisionResolver::decide(PrecisionOp op) {
  auto decision = [](const PolicyEntry &entry, bool isOverride) {
    return PrecisionDecision{entry.category, entry.operands, entry.source,
                             /*isListed=*/true, isOverride};
  };
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
    return decision(*entry, /*isOverride=*/true);
  }
  FailureOr<const PolicyEntry *> rule = findRule(op);
  if (failed(rule))
    return failure();
  if (*rule)
    return decision(**rule, /*isOverride=*/true);
  StringRef name = op.getName();
  if (const Known &found = lookup(name); found.entry)
    return decision(*found.entry, found.isOverridden);

  PrecisionDecision result;
  result.source = "unlisted";
  switch (policy.getUnlistedRule()) {
  case UnlistedRule::Follow:
    return result;
  case UnlistedRule::KeepF32:
    result.category = PrecisionCategory::Deny;
    return result;
  case UnlistedRule::Allow:
    result.category = PrecisionCategory::Allow;
    return result;
  case UnlistedRule::Error:
    InFlightDiagnostic diag = op->emitOpError("is in no list of preset '")
                              << policy.getPresetName()
                              << "', and unlisted ops are errors";
    diag.attachNote() << "name '" << name
                      << "' in a policy file, under 'ops', with a category";
    return diag;
  }
  llvm_unreachable("unknown rule");
}
