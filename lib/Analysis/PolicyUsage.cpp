//===- PolicyUsage.cpp ----------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Analysis/PolicyUsage.h"

#include "PolicyNames.h"
#include "amp/Support/Error.h"
#include "amp/Support/SimilarNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;
using namespace mlir::amp;
using ::amp::quote;
using Kind = PolicyClause::Kind;

/// What is said of one graph; a policy of a megabyte may have nothing to do
/// with it.
static constexpr size_t kMaxWarnings = 20;
/// Entries of one file that are named.
static constexpr size_t kMaxListed = 8;

// In the order of PolicyUse.
static constexpr StringRef useNames[] = {"unmatched", "overridden", "outside",
                                         "no-effect", "used"};

// In the order of PolicyClause::Kind.
static constexpr StringRef kindNames[] = {"op",     "operand", "location",
                                          "symbol", "any",     "own"};

StringRef mlir::amp::stringifyPolicyUse(PolicyUse use) {
  return useNames[static_cast<unsigned>(use)];
}

std::optional<PolicyUse> mlir::amp::symbolizePolicyUse(StringRef name) {
  return symbolizeName<PolicyUse>(useNames, name);
}

StringRef mlir::amp::stringifyPolicyClauseKind(Kind kind) {
  return kindNames[static_cast<unsigned>(kind)];
}

std::optional<Kind> mlir::amp::symbolizePolicyClauseKind(StringRef name) {
  return symbolizeName<Kind>(kindNames, name);
}

static std::string getKey(const PolicyClause &clause) {
  return (stringifyPolicyClauseKind(clause.kind) + "\n" + clause.place + "\n" +
          clause.name)
      .str();
}

void PolicyUsage::note(const PolicyClause &clause, PolicyUse use) {
  auto [it, isNew] = indices.try_emplace(getKey(clause), records.size());
  if (isNew)
    records.push_back({clause, use});
  PolicyUse &known = records[it->second].use;
  known = std::max(known, use);
}

PolicyUse PolicyUsage::getUse(const PolicyClause &clause) const {
  auto it = indices.find(getKey(clause));
  return it == indices.end() ? PolicyUse::Unmatched : records[it->second].use;
}

//===----------------------------------------------------------------------===//
// In words
//===----------------------------------------------------------------------===//

static bool isPattern(Kind kind) {
  return kind == Kind::Location || kind == Kind::Symbol || kind == Kind::Any;
}

/// What a pattern is searched for in.
static StringRef describeSubject(Kind kind) {
  switch (kind) {
  case Kind::Location:
    return "names of locations";
  case Kind::Symbol:
    return "names of the variables that ops read";
  case Kind::Any:
  case Kind::Op:
  case Kind::Operand:
  case Kind::Own:
    return "names of locations and of the variables that ops read";
  }
  llvm_unreachable("unknown kind");
}

static SmallVector<StringRef> toRefs(ArrayRef<std::string> names) {
  return SmallVector<StringRef>(names.begin(), names.end());
}

/// What may have been meant by a pattern that nothing matches.
static std::string suggestPattern(const PolicyClause &clause,
                                  const GraphNames &names) {
  SmallVector<StringRef> known;
  if (clause.kind != Kind::Symbol)
    known = toRefs(names.locations);
  if (clause.kind != Kind::Location)
    append_range(known, names.variables);
  // An anchored name is a name all the same.
  StringRef name = clause.name;
  name.consume_front("^");
  name.consume_back("$");
  if (is_contained(names.ops, name))
    return "; " + quote(name) +
           " is the name of an op: a policy file, or the attribute amp.policy, "
           "says under 'ops' what becomes of all of that name";
  if (known.empty())
    return "; the graph has no such names";
  return ::amp::didYouMean(name, known);
}

static std::string describe(const PolicyClause &clause, PolicyUse use,
                            const GraphNames &names) {
  std::string what = quote(clause.name);
  switch (use) {
  case PolicyUse::Unmatched:
    if (isPattern(clause.kind))
      return "the pattern " + what +
             " matches no op to which precision is assigned; it is searched "
             "for in " +
             describeSubject(clause.kind).str() + suggestPattern(clause, names);
    if (clause.kind == Kind::Operand)
      return "no such operand, " + clause.name +
             ", in any op that this is about";
    return "the graph has no op " + what +
           ::amp::didYouMean(clause.name, toRefs(names.ops));
  case PolicyUse::Overridden:
    return (isPattern(clause.kind) ? "the pattern " : "the entry for ") + what +
           " is overridden: for every op that it is about, something that "
           "comes before it decides";
  case PolicyUse::Outside:
    if (clause.kind == Kind::Operand)
      return "operand " + clause.name +
             " is never a tensor whose type may be cast";
    return (isPattern(clause.kind)     ? "the pattern " + what
            : clause.kind == Kind::Own ? clause.name
                                       : "the entry for " + what) +
           " has no effect: what it is about is outside of autocast, or has no "
           "operand whose type may be cast";
  case PolicyUse::NoEffect:
    return (isPattern(clause.kind)     ? "the pattern " + what
            : clause.kind == Kind::Own ? clause.name
                                       : "the entry for " + what) +
           " has no effect: every op that it is about runs in the same type "
           "without it";
  case PolicyUse::Used:
    break;
  }
  llvm_unreachable("what was used needs no words");
}

/// Splits `policy.yaml:4:3` into file and place.
static std::pair<StringRef, StringRef> splitPlace(StringRef place) {
  auto [file, column] = place.rsplit(':');
  auto [path, line] = file.rsplit(':');
  unsigned ignored;
  if (column.getAsInteger(10, ignored) || line.getAsInteger(10, ignored))
    return {place, ""};
  return {path, place.drop_front(path.size() + 1)};
}

/// Entries of `file` about ops that the graph does not have, in one sentence:
/// it may have been written for several graphs.
static std::string describeEntries(ArrayRef<PolicyUsage::Record> records,
                                   StringRef file, const GraphNames &names) {
  size_t all = 0, unmatched = 0;
  std::string list;
  for (const PolicyUsage::Record &record : records) {
    auto [otherFile, place] = splitPlace(record.clause.place);
    if (record.clause.kind != Kind::Op || otherFile != file)
      continue;
    ++all;
    if (record.use != PolicyUse::Unmatched || ++unmatched > kMaxListed)
      continue;
    list += (list.empty() ? "" : ", ") + quote(record.clause.name) + " (" +
            place.str() +
            ::amp::didYouMean(record.clause.name, toRefs(names.ops)) + ")";
  }
  if (unmatched > kMaxListed)
    list += " and " + std::to_string(unmatched - kMaxListed) + " more";
  return (Twine(unmatched) + " of " + Twine(all) +
          " entries for ops are about none of the graph: " + list)
      .str();
}

std::vector<PolicyUsage::Warning>
PolicyUsage::describeUnused(const GraphNames &names) const {
  // Places whose operands need not be spoken of: nothing there was needed.
  StringSet<> isUnused;
  for (const Record &record : records)
    if (record.clause.kind != Kind::Operand && record.use < PolicyUse::NoEffect)
      isUnused.insert(record.clause.place);
  std::vector<Warning> warnings;
  StringSet<> saidFiles;
  size_t left = 0;
  for (const Record &record : records) {
    const PolicyClause &clause = record.clause;
    if (record.use == PolicyUse::Used ||
        (clause.kind == Kind::Operand && isUnused.contains(clause.place)))
      continue;
    StringRef file = splitPlace(clause.place).first;
    bool isEntryOfFile = clause.kind == Kind::Op && file != clause.place &&
                         record.use == PolicyUse::Unmatched;
    if (isEntryOfFile && !saidFiles.insert(file).second)
      continue;
    if (warnings.size() == kMaxWarnings)
      ++left;
    else if (isEntryOfFile)
      warnings.push_back({file.str(), describeEntries(records, file, names)});
    else
      warnings.push_back({clause.place, describe(clause, record.use, names)});
  }
  if (left != 0)
    warnings.back().text +=
        "; and " + std::to_string(left) + " more lines come to nothing";
  return warnings;
}
