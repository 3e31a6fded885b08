//===- Explain.cpp - How precision was assigned, from remarks -------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explain.h"

#include "amp/Support/Printable.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace amp::run;
using mlir::remark::detail::Remark;

//===----------------------------------------------------------------------===//
// From remarks
//===----------------------------------------------------------------------===//

namespace {
/// Reads remarks where they are made: they refer to names that may be gone
/// later.
class Collector : public mlir::remark::detail::MLIRRemarkStreamerBase {
public:
  Collector(Account &account, Explanation *explanation, StringRef function)
      : account(account), explanation(explanation), function(function) {}

  void streamOptimizationRemark(const Remark &remark) override;

private:
  void addClause(const Remark &remark);
  void explain(const Remark &remark);
  void addOp(const Remark &remark);
  void addAssigner(const Remark &remark);

  Account &account;
  Explanation *explanation;
  /// The one that is explained.
  std::string function;
};
} // namespace

static StringRef getText(const Remark &remark, StringRef key) {
  for (const Remark::Arg &argument : remark.getArgs())
    if (argument.key == key)
      return argument.val;
  return "";
}

static int64_t toNumber(StringRef text) {
  int64_t value = 0;
  return text.getAsInteger(10, value) ? 0 : value;
}

static int64_t getNumber(const Remark &remark, StringRef key) {
  return toNumber(getText(remark, key));
}

void Collector::addClause(const Remark &remark) {
  if (remark.getRemarkName() == "decided") {
    account.decidedOps += getNumber(remark, "ops");
    account.tf32Ops += getNumber(remark, "tf32");
    account.usesLowType |= getText(remark, "dtype") == "true";
    return;
  }
  auto kind = mlir::amp::symbolizePolicyClauseKind(remark.getRemarkName());
  auto use = mlir::amp::symbolizePolicyUse(getText(remark, "use"));
  if (kind && use)
    account.policy.note(
        {*kind, getText(remark, "place").str(), getText(remark, "name").str()},
        *use);
}

void Collector::addOp(const Remark &remark) {
  Explanation::Op &op = explanation->ops.emplace_back();
  mlir::Location location = remark.getLocation();
  if (auto name = location->findInstanceOf<mlir::NameLoc>())
    op.name = name.getName().str();
  if (auto file = location->findInstanceOf<mlir::FileLineColLoc>()) {
    op.file = file.getFilename().str();
    op.line = file.getLine();
    op.column = file.getColumn();
  }
  op.op = remark.getRemarkName().str();
  op.category = getText(remark, "category").str();
  op.rule = getText(remark, "rule").str();
  op.type = getText(remark, "type").str();
  op.casts = getNumber(remark, "casts");
  op.bytes = getNumber(remark, "bytes");
}

/// The keys are ASSIGNER-TERM and eager-TERM.
void Collector::addAssigner(const Remark &remark) {
  for (const Remark::Arg &argument : remark.getArgs()) {
    StringRef key = argument.key;
    auto addTo = [&](int64_t Explanation::Cost::*term) {
      key.consume_back("-");
      bool isEager = key == "eager";
      if (!isEager)
        explanation->assigner = key.str();
      (isEager ? explanation->eager : explanation->chosen).*term +=
          toNumber(argument.val);
    };
    if (key.consume_back("cast-bytes"))
      addTo(&Explanation::Cost::castBytes);
    else if (key.consume_back("op-bytes"))
      addTo(&Explanation::Cost::opBytes);
    else if (key.consume_back("saved-bytes"))
      addTo(&Explanation::Cost::savedBytes);
    else if (key.consume_back("casts"))
      addTo(&Explanation::Cost::casts);
  }
}

void Collector::streamOptimizationRemark(const Remark &remark) {
  StringRef category = remark.getCategoryName();
  if (category == "amp-policy")
    addClause(remark);
  else if (category == "amp-fuse-safe-losses")
    ++account.fusedLosses;
  else if (explanation && (remark.getFunction() == function ||
                           remark.getRemarkName() == "hoisted"))
    explain(remark);
}

void Collector::explain(const Remark &remark) {
  StringRef category = remark.getCategoryName(), name = remark.getRemarkName();
  if (category == "amp-precision") {
    if (name == "assigner")
      addAssigner(remark);
    else if (remark.getRemarkType() == remarks::Type::Missed)
      explanation->undecidedOps += getNumber(remark, "ops");
    else
      addOp(remark);
  } else if (category == "amp-casts" && name == "removed") {
    ++explanation->removedCasts;
    explanation->removedBytes += getNumber(remark, "bytes");
  } else if (category == "amp-casts" && name == "hoisted") {
    ++explanation->hoistedWeights;
    explanation->hoistedBytes += getNumber(remark, "bytes");
  }
}

RemarkScope::RemarkScope(mlir::MLIRContext &context, Account &account,
                         Explanation *explanation, StringRef name)
    : context(context) {
  mlir::remark::RemarkCategories categories;
  for (auto kind : {&mlir::remark::RemarkCategories::passed,
                    &mlir::remark::RemarkCategories::missed,
                    &mlir::remark::RemarkCategories::analysis})
    categories.*kind = explanation
                           ? "^amp-(policy|fuse-safe-losses|precision|casts)$"
                           : "^amp-(policy|fuse-safe-losses)$";
  // It fails only if it cannot write to a file.
  (void)mlir::remark::enableOptimizationRemarks(
      context, std::make_unique<Collector>(account, explanation, name),
      std::make_unique<mlir::remark::RemarkEmittingPolicyAll>(), categories);
}

RemarkScope::~RemarkScope() { context.setRemarkEngine(nullptr); }

//===----------------------------------------------------------------------===//
// To the reader
//===----------------------------------------------------------------------===//

std::string Explanation::Op::place() const {
  if (!name.empty())
    return name;
  if (file.empty())
    return "-";
  return (sys::path::filename(file) + ":" + Twine(line)).str();
}

std::vector<Explanation::Group> Explanation::groups() const {
  std::vector<Group> groups;
  for (const Op &op : ops) {
    auto group = find_if(groups, [&](const Group &g) {
      return g.category == op.category && g.rule == op.rule;
    });
    if (group == groups.end())
      group = groups.insert(groups.end(), Group{op.category, op.rule});
    ++group->ops;
    group->casts += op.casts;
    group->bytes += op.bytes;
  }
  return groups;
}

namespace {
/// A table with a title above each column: first columns of text, then of
/// numbers.
class Columns {
public:
  Columns(size_t numTexts, ArrayRef<StringRef> titles) : numTexts(numTexts) {
    add(titles);
  }

  void add(ArrayRef<StringRef> cells) {
    constexpr size_t kMaxLength = 100;
    rows.emplace_back(map_range(
        cells, [](StringRef s) { return amp::printable(s, kMaxLength); }));
  }
  void add(ArrayRef<StringRef> texts, ArrayRef<int64_t> numbers) {
    add(texts);
    for (int64_t value : numbers)
      rows.back().push_back(std::to_string(value));
  }

  void print(raw_ostream &os) const {
    SmallVector<size_t> widths(rows.front().size(), 0);
    for (const auto &row : rows)
      for (auto [width, cell] : zip(widths, row))
        width = std::max(width, cell.size());
    for (const auto &row : rows)
      for (auto [i, cell] : enumerate(row)) {
        std::string spaces(widths[i] - cell.size(), ' ');
        os << (i ? "  " : "") << (i < numTexts ? cell + spaces : spaces + cell)
           << (i + 1 == row.size() ? "\n" : "");
      }
  }

private:
  size_t numTexts;
  std::vector<SmallVector<std::string>> rows;
};
} // namespace

void Explanation::print(raw_ostream &os) const {
  if (ops.empty()) {
    os << "no op was assigned a precision: the graph runs in the types that it "
          "has\n";
  } else {
    Columns lines(
        5, {"place", "op", "category", "rule", "type", "casts", "bytes"});
    for (const Op &op : ops)
      lines.add({op.place(), op.op, op.category, op.rule, op.type},
                {op.casts, op.bytes});
    lines.print(os);
    os << "\n";

    Columns summary(2, {"category", "rule", "ops", "casts", "bytes"});
    Group total;
    for (const Group &group : groups()) {
      summary.add({group.category, group.rule},
                  {group.ops, group.casts, group.bytes});
      total.ops += group.ops;
      total.casts += group.casts;
      total.bytes += group.bytes;
    }
    summary.add({"total", ""}, {total.ops, total.casts, total.bytes});
    summary.print(os);
  }
  os << "\ncasts removed: " << removedCasts << ", " << removedBytes
     << " bytes\nweights hoisted: " << hoistedWeights << ", " << hoistedBytes
     << " bytes per step\n";
  if (undecidedOps)
    os << "ops left to propagate, for min-cut would take too long: "
       << undecidedOps << "\n";
  if (assigner.empty())
    return;
  os << "\n";
  Columns costs(1, {"assigner", "casts", "cast bytes", "op bytes",
                    "saved bytes", "all bytes"});
  auto add = [&](StringRef name, const Cost &cost) {
    costs.add({name},
              {cost.casts, cost.castBytes, cost.opBytes, cost.savedBytes,
               cost.castBytes + cost.opBytes + cost.savedBytes});
  };
  add(assigner, chosen);
  add("eager", eager);
  costs.print(os);
}

static json::Object toJson(const Explanation::Cost &cost) {
  return json::Object{{"casts", cost.casts},
                      {"cast_bytes", cost.castBytes},
                      {"op_bytes", cost.opBytes},
                      {"saved_bytes", cost.savedBytes}};
}

json::Object Explanation::toJson() const {
  json::Array lines, summary;
  for (const Op &op : ops) {
    json::Object line{{"place", json::fixUTF8(op.place())},
                      {"name", nullptr},
                      {"file", nullptr},
                      {"line", nullptr},
                      {"column", nullptr},
                      {"op", json::fixUTF8(op.op)},
                      {"category", op.category},
                      {"rule", json::fixUTF8(op.rule)},
                      {"type", op.type},
                      {"casts", op.casts},
                      {"bytes", op.bytes}};
    if (!op.name.empty())
      line["name"] = json::fixUTF8(op.name);
    if (!op.file.empty()) {
      line["file"] = json::fixUTF8(op.file);
      line["line"] = op.line;
      line["column"] = op.column;
    }
    lines.push_back(std::move(line));
  }
  for (const Group &group : groups())
    summary.push_back(json::Object{{"category", group.category},
                                   {"rule", json::fixUTF8(group.rule)},
                                   {"ops", group.ops},
                                   {"casts", group.casts},
                                   {"bytes", group.bytes}});
  json::Value costs = nullptr;
  if (!assigner.empty())
    costs = json::Object{{"name", assigner},
                         {"chosen", ::toJson(chosen)},
                         {"eager", ::toJson(eager)}};
  return json::Object{
      {"ops", std::move(lines)},
      {"summary", std::move(summary)},
      {"assigner", std::move(costs)},
      {"undecided_ops", undecidedOps},
      {"removed_casts",
       json::Object{{"count", removedCasts}, {"bytes", removedBytes}}},
      {"hoisted_weights", json::Object{{"count", hoistedWeights},
                                       {"bytes_per_step", hoistedBytes}}}};
}
