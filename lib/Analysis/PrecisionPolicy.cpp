//===- PrecisionPolicy.cpp ------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A policy: what holds now, and what changes it. The presets are PolicyTable's;
// files and attributes become a tree of data (PolicyData), to which one reader
// gives its meaning (PolicyReader).

#include "amp/Analysis/PrecisionPolicy.h"

#include "PolicyNames.h"
#include "PolicyReader.h"
#include "PolicyTable.h"
#include "amp/Support/RegularFile.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
using namespace mlir::amp;
using ::amp::quote;
using ::amp::readRegularFile;
using EmitError = PrecisionPolicy::EmitError;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

// In the order of PrecisionCategory.
static constexpr StringRef categoryNames[] = {
    "allow",   "deny",   "deny-set-output", "deny-append-output",
    "promote", "follow", "clear",           "banned"};

StringRef mlir::amp::stringifyPrecisionCategory(PrecisionCategory category) {
  return categoryNames[static_cast<unsigned>(category)];
}

std::optional<PrecisionCategory>
mlir::amp::symbolizePrecisionCategory(StringRef name) {
  return symbolizeName<PrecisionCategory>(categoryNames, name);
}

ArrayRef<StringRef> mlir::amp::getPrecisionCategoryNames() {
  return categoryNames;
}

//===----------------------------------------------------------------------===//
// Presets
//===----------------------------------------------------------------------===//

ArrayRef<StringRef> PrecisionPolicy::getPresetNames() {
  return PolicyTable::get().presetNames;
}

std::vector<StringRef> PrecisionPolicy::getKnownOps() {
  auto keys = PolicyTable::get().ops.keys();
  std::vector<StringRef> names(keys.begin(), keys.end());
  llvm::sort(names);
  return names;
}

bool PrecisionPolicy::isKnownOp(StringRef name) {
  return PolicyTable::get().ops.contains(name);
}

static std::string getPresetSource(StringRef preset) {
  return ("preset " + preset).str();
}

FailureOr<PrecisionPolicy> PrecisionPolicy::getPreset(StringRef name,
                                                      EmitError emitError) {
  const PolicyTable &table = PolicyTable::get();
  size_t column =
      llvm::find(table.presetNames, name) - table.presetNames.begin();
  if (column == table.presetNames.size())
    return emitError() << "unknown precision preset " << quote(name)
                       << "; expected " << listAlternatives(table.presetNames);

  PrecisionPolicy policy;
  policy.preset = name.str();
  policy.unlisted = table.presets[column].unlisted;
  policy.initialScale = table.presets[column].initialScale;
  policy.maximumScale = table.presets[column].maximumScale;
  std::string source = getPresetSource(name);
  for (const auto &op : table.ops)
    if (std::optional<PrecisionCategory> category = op.getValue()[column])
      policy.entries.try_emplace(op.getKey(),
                                 PolicyEntry{*category, {}, source, {}});
  return policy;
}

//===----------------------------------------------------------------------===//
// Changes
//===----------------------------------------------------------------------===//

PolicyClause mlir::amp::getOperandClause(const PolicyClause &clause,
                                         unsigned index) {
  return {PolicyClause::Kind::Operand, clause.place,
          (Twine(index) + " of " + quote(clause.name)).str()};
}

void PrecisionPolicy::addClauses(const PolicyEntry &entry) {
  if (!entry.clause)
    return;
  clauses.push_back(*entry.clause);
  for (unsigned index : llvm::make_first_range(entry.operands))
    clauses.push_back(getOperandClause(*entry.clause, index));
}

void PrecisionPolicy::addEntry(StringRef name, PolicyEntry entry) {
  addClauses(entry);
  PolicyEntry &known = entries[name];
  if (known.clause)
    replaced.push_back(std::move(known));
  known = std::move(entry);
}

void PrecisionPolicy::addRule(PolicyRule rule) {
  addClauses(rule.entry);
  rules.push_back(std::move(rule));
}

// All or nothing: what has an error changes nothing.
void PrecisionPolicy::apply(Changes changes) {
  unlisted = changes.unlisted.value_or(unlisted);
  for (auto &[name, entry] : changes.ops)
    addEntry(name, std::move(entry));
  for (PolicyRule &rule : changes.rules)
    addRule(std::move(rule));
}

LogicalResult PrecisionPolicy::addText(llvm::MemoryBufferRef text,
                                       EmitError emitError) {
  PolicyOrigin origin(text.getBufferIdentifier());
  FailureOr<PolicyDatum> root = parsePolicyText(text, origin, emitError);
  if (failed(root))
    return failure();
  FailureOr<Changes> changes = readPolicy(*root, origin, preset, emitError);
  if (failed(changes))
    return failure();
  apply(std::move(*changes));
  return success();
}

LogicalResult PrecisionPolicy::addFile(StringRef path, EmitError emitError) {
  auto buffer = readRegularFile(path, kMaxTextSize);
  if (!buffer)
    return emitError() << "policy " << toString(buffer.takeError());
  return addText(**buffer, emitError);
}

LogicalResult PrecisionPolicy::addAttribute(DictionaryAttr attribute,
                                            EmitError emitError,
                                            StringRef owner) {
  PolicyOrigin origin("attribute amp.policy", owner);
  FailureOr<PolicyDatum> root =
      convertPolicyAttribute(attribute, origin, emitError);
  if (failed(root))
    return failure();
  FailureOr<Changes> changes = readPolicy(*root, origin, preset, emitError);
  if (failed(changes))
    return failure();
  apply(std::move(*changes));
  return success();
}

FailureOr<PolicyEntry> PrecisionPolicy::parseEntry(Attribute attribute,
                                                   StringRef source,
                                                   EmitError emitError) {
  PolicyOrigin origin(source);
  PolicyEntry entry{PrecisionCategory::Follow, {}, source.str(), {}};
  FailureOr<PolicyDatum> root =
      convertPolicyAttribute(attribute, origin, emitError);
  if (failed(root) || failed(readPolicyEntry(*root, origin, emitError, entry)))
    return failure();
  return entry;
}

LogicalResult PrecisionPolicy::addRule(PolicyRule::Subject subject,
                                       StringRef pattern, PolicyEntry entry,
                                       EmitError emitError) {
  std::string place = entry.source;
  llvm::Expected<PolicyRule> rule =
      makePolicyRule(subject, pattern, std::move(entry), std::move(place));
  if (!rule)
    return emitError() << toString(rule.takeError());
  addRule(std::move(*rule));
  return success();
}

const PolicyEntry *PrecisionPolicy::lookup(StringRef name) const {
  auto it = entries.find(name);
  if (it == entries.end() && name.consume_front("torch.aten."))
    it = entries.find(name.split('.').first);
  return it == entries.end() ? nullptr : &it->getValue();
}

bool PrecisionPolicy::isOverridden(StringRef name) const {
  // The source that a file gives always ends with its line.
  const PolicyEntry *entry = lookup(name);
  return entry && entry->source != getPresetSource(preset);
}
