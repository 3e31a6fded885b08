//===- PolicyReader.cpp ---------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolicyReader.h"

#include "PolicyNames.h"
#include "PolicyTable.h"
#include "amp/Support/SimilarNames.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::amp;
using ::amp::BoundedRegex;
using ::amp::quote;
using Changes = PrecisionPolicy::Changes;
using EmitError = PrecisionPolicy::EmitError;

static PolicyClause::Kind getClauseKind(PolicyRule::Subject subject) {
  switch (subject) {
  case PolicyRule::Subject::Location:
    return PolicyClause::Kind::Location;
  case PolicyRule::Subject::Symbol:
    return PolicyClause::Kind::Symbol;
  case PolicyRule::Subject::Any:
    return PolicyClause::Kind::Any;
  }
  llvm_unreachable("unknown subject");
}

llvm::Expected<PolicyRule>
mlir::amp::makePolicyRule(PolicyRule::Subject subject, StringRef pattern,
                          PolicyEntry entry, std::string place) {
  llvm::Expected<BoundedRegex> compiled = BoundedRegex::compile(pattern);
  if (!compiled)
    return compiled.takeError();
  entry.clause =
      PolicyClause{getClauseKind(subject), std::move(place), pattern.str()};
  return PolicyRule{subject, pattern.str(), std::move(*compiled),
                    std::move(entry)};
}

namespace {
/// Gives a tree of data its meaning.
class Reader {
public:
  Reader(const PolicyOrigin &origin, StringRef preset, EmitError emitError)
      : origin(origin), preset(preset), emitError(emitError) {}

  FailureOr<Changes> read(const PolicyDatum &root);
  /// A category, or a mapping of `category` and `operands`.
  LogicalResult readEntry(const PolicyDatum &value, PolicyEntry &entry);

private:
  LogicalResult readPreset(const PolicyDatum &value);
  LogicalResult readUnlisted(const PolicyDatum &value);
  LogicalResult readOps(const PolicyDatum &value);
  LogicalResult readRules(const PolicyDatum &value);
  LogicalResult readRule(const PolicyDatum &value);
  LogicalResult checkOpName(const PolicyDatum &name);
  LogicalResult readCategory(const PolicyDatum &value,
                             PrecisionCategory &category,
                             ArrayRef<StringRef> names);
  LogicalResult readOperands(const PolicyDatum &value, PolicyEntry &entry);
  LogicalResult unknownKey(const PolicyDatum &key, ArrayRef<StringRef> valid);
  LogicalResult unknownName(const PolicyDatum &value, const Twine &what,
                            ArrayRef<StringRef> valid);
  LogicalResult expectMap(const PolicyDatum &datum, const Twine &what);
  InFlightDiagnostic errorAt(const PolicyDatum &datum) {
    return emitError() << origin.getPlace(datum) << ": ";
  }

  const PolicyOrigin &origin;
  StringRef preset;
  EmitError emitError;
  Changes changes;
};
} // namespace

LogicalResult Reader::expectMap(const PolicyDatum &datum, const Twine &what) {
  if (datum.kind == PolicyDatum::Kind::Map)
    return success();
  return errorAt(datum) << "expected " << what << ", found " << describe(datum);
}

LogicalResult Reader::unknownKey(const PolicyDatum &key,
                                 ArrayRef<StringRef> valid) {
  return errorAt(key) << "unknown key " << quote(key.text) << "; expected "
                      << listAlternatives(valid);
}

LogicalResult Reader::unknownName(const PolicyDatum &value, const Twine &what,
                                  ArrayRef<StringRef> valid) {
  if (value.kind == PolicyDatum::Kind::Scalar)
    return errorAt(value) << "unknown " << what << " " << quote(value.text)
                          << "; expected " << listAlternatives(valid);
  return errorAt(value) << "expected a " << what << " ("
                        << listAlternatives(valid) << "), found "
                        << describe(value);
}

FailureOr<Changes> Reader::read(const PolicyDatum &root) {
  static constexpr StringRef keys[] = {"preset", "unlisted", "ops", "match"};
  if (failed(
          expectMap(root, "a mapping with the keys " + listAlternatives(keys))))
    return failure();
  for (size_t i = 0; i < root.getNumMembers(); ++i) {
    const PolicyDatum &key = root.getKey(i), &value = root.getValue(i);
    LogicalResult result = key.text == "preset"     ? readPreset(value)
                           : key.text == "unlisted" ? readUnlisted(value)
                           : key.text == "ops"      ? readOps(value)
                           : key.text == "match"    ? readRules(value)
                                                    : unknownKey(key, keys);
    if (failed(result))
      return failure();
  }
  return std::move(changes);
}

LogicalResult Reader::readPreset(const PolicyDatum &value) {
  ArrayRef<StringRef> names = PrecisionPolicy::getPresetNames();
  if (value.kind != PolicyDatum::Kind::Scalar ||
      !llvm::is_contained(names, value.text))
    return unknownName(value, "preset", names);
  // Which preset is meant must not depend on the order of several sources.
  if (value.text != preset)
    return errorAt(value) << "written for preset " << quote(value.text)
                          << ", but the preset is " << quote(preset)
                          << "; the option 'preset' chooses it";
  return success();
}

LogicalResult Reader::readUnlisted(const PolicyDatum &value) {
  if (value.kind == PolicyDatum::Kind::Scalar)
    changes.unlisted =
        symbolizeName<UnlistedRule>(unlistedRuleNames, value.text);
  if (!changes.unlisted)
    return unknownName(value, "rule for unlisted ops", unlistedRuleNames);
  return success();
}

/// True if `name` can be that of an op with its dialect.
static bool isFullOpName(StringRef name) {
  auto [dialect, op] = name.split('.');
  return !dialect.empty() && !op.empty() && !op.ends_with(".") &&
         !name.contains("..") && llvm::all_of(name, [](char c) {
           return llvm::isAlnum(c) || StringRef("_$.-").contains(c);
         });
}

LogicalResult Reader::checkOpName(const PolicyDatum &name) {
  if (PrecisionPolicy::isKnownOp(name.text))
    return success();
  StringRef bare = name.text;
  bool isOwn = bare.consume_front("amp.");
  if (isOwn && PrecisionPolicy::isKnownOp(bare))
    return errorAt(name) << "ops of the amp dialect are listed without prefix, "
                            "under PyTorch's name; write "
                         << quote(bare);
  if (!isOwn && isFullOpName(bare))
    return success();

  std::vector<StringRef> known = PrecisionPolicy::getKnownOps();
  InFlightDiagnostic diagnostic = errorAt(name);
  diagnostic << "unknown op " << quote(name.text)
             << ::amp::didYouMean(bare, known);
  diagnostic.attachNote()
      << "an op of another dialect is listed under its full "
         "name, such as 'mydialect.op'; the others are: "
      << llvm::join(known, ", ");
  return diagnostic;
}

LogicalResult Reader::readOps(const PolicyDatum &value) {
  if (failed(expectMap(value, "a mapping from ops to categories")))
    return failure();
  for (size_t i = 0; i < value.getNumMembers(); ++i) {
    const PolicyDatum &name = value.getKey(i);
    PolicyEntry entry{PrecisionCategory::Follow,
                      {},
                      origin.getSource(name),
                      PolicyClause{PolicyClause::Kind::Op,
                                   origin.getClausePlace(name), name.text}};
    if (failed(checkOpName(name)) ||
        failed(readEntry(value.getValue(i), entry)))
      return failure();
    changes.ops.emplace_back(name.text, std::move(entry));
  }
  return success();
}

LogicalResult Reader::readEntry(const PolicyDatum &value, PolicyEntry &entry) {
  static constexpr StringRef keys[] = {"category", "operands"};
  if (value.kind == PolicyDatum::Kind::Scalar)
    return readCategory(value, entry.category, getPrecisionCategoryNames());
  if (failed(
          expectMap(value, "a category (" +
                               listAlternatives(getPrecisionCategoryNames()) +
                               ") or a mapping with the keys category and "
                               "operands")))
    return failure();
  bool hasCategory = false;
  for (size_t i = 0; i < value.getNumMembers(); ++i) {
    const PolicyDatum &key = value.getKey(i), &member = value.getValue(i);
    LogicalResult result = failure();
    if (key.text == "category") {
      hasCategory = true;
      result =
          readCategory(member, entry.category, getPrecisionCategoryNames());
    } else if (key.text == "operands") {
      result = readOperands(member, entry);
    } else {
      result = unknownKey(key, keys);
    }
    if (failed(result))
      return failure();
  }
  if (!hasCategory)
    return errorAt(value) << "the key category is missing";
  return success();
}

LogicalResult Reader::readCategory(const PolicyDatum &value,
                                   PrecisionCategory &category,
                                   ArrayRef<StringRef> names) {
  if (value.kind != PolicyDatum::Kind::Scalar ||
      !llvm::is_contained(names, value.text))
    return unknownName(value, "category", names);
  category = *symbolizePrecisionCategory(value.text);
  return success();
}

LogicalResult Reader::readOperands(const PolicyDatum &value,
                                   PolicyEntry &entry) {
  static constexpr StringRef names[] = {"allow", "deny", "follow"};
  if (failed(expectMap(value, "a mapping from operand indices to categories")))
    return failure();
  for (size_t i = 0; i < value.getNumMembers(); ++i) {
    const PolicyDatum &key = value.getKey(i);
    unsigned index = 0;
    if (StringRef(key.text).getAsInteger(10, index))
      return errorAt(key)
             << "expected an operand index, a whole number from 0, "
                "found "
             << quote(key.text);
    if (llvm::is_contained(llvm::make_first_range(entry.operands), index))
      return errorAt(key) << "operand " << index << " occurs twice";
    PrecisionCategory category;
    if (failed(readCategory(value.getValue(i), category, names)))
      return failure();
    entry.operands.emplace_back(index, category);
  }
  llvm::sort(entry.operands);
  return success();
}

LogicalResult Reader::readRules(const PolicyDatum &value) {
  if (value.kind != PolicyDatum::Kind::List)
    return errorAt(value) << "expected a list of rules, found "
                          << describe(value);
  for (const PolicyDatum &rule : value.elements)
    if (failed(readRule(rule)))
      return failure();
  return success();
}

LogicalResult Reader::readRule(const PolicyDatum &value) {
  static constexpr StringRef keys[] = {"location", "symbol", "category",
                                       "operands"};
  if (failed(expectMap(value, "a rule, a mapping with the keys " +
                                  listAlternatives(keys))))
    return failure();
  // All but what the rule is about is what an op's entry is.
  PolicyDatum entryData;
  entryData.kind = PolicyDatum::Kind::Map;
  entryData.line = value.line;
  entryData.column = value.column;
  entryData.path = value.path;
  const PolicyDatum *pattern = nullptr;
  auto subject = PolicyRule::Subject::Location;
  PolicyEntry entry{PrecisionCategory::Follow, {}, origin.getSource(value), {}};
  for (size_t i = 0; i < value.getNumMembers(); ++i) {
    const PolicyDatum &key = value.getKey(i), &member = value.getValue(i);
    if (!llvm::is_contained(keys, key.text))
      return unknownKey(key, keys);
    if (key.text == "category" || key.text == "operands") {
      entryData.elements.push_back(key);
      entryData.elements.push_back(member);
      continue;
    }
    if (pattern)
      return errorAt(key) << "a rule is about location or symbol, not both; "
                             "write two rules";
    if (member.kind != PolicyDatum::Kind::Scalar)
      return errorAt(member)
             << "expected a regular expression, found " << describe(member);
    pattern = &member;
    if (key.text == "symbol")
      subject = PolicyRule::Subject::Symbol;
  }
  if (!pattern)
    return errorAt(value) << "a rule needs the key location or symbol";
  llvm::Expected<PolicyRule> rule =
      makePolicyRule(subject, pattern->text, std::move(entry),
                     origin.getClausePlace(*pattern));
  if (!rule)
    return errorAt(*pattern) << toString(rule.takeError());
  if (failed(readEntry(entryData, rule->entry)))
    return failure();
  changes.rules.push_back(std::move(*rule));
  return success();
}

FailureOr<Changes> mlir::amp::readPolicy(const PolicyDatum &root,
                                         const PolicyOrigin &origin,
                                         StringRef preset,
                                         EmitError emitError) {
  return Reader(origin, preset, emitError).read(root);
}

LogicalResult mlir::amp::readPolicyEntry(const PolicyDatum &root,
                                         const PolicyOrigin &origin,
                                         EmitError emitError,
                                         PolicyEntry &entry) {
  return Reader(origin, /*preset=*/"", emitError).readEntry(root, entry);
}
