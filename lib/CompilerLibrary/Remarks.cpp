//===- Remarks.cpp - How precision was assigned, from remarks -------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Remarks.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace amp;
using mlir::remark::detail::Remark;

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
