//===- ExplanationTable.cpp - How precision was assigned ------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExplanationTable.h"

#include "amp/Support/Printable.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace amp;

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

void amp::run::print(raw_ostream &os, const Explanation &explanation) {
  if (explanation.ops.empty()) {
    os << "no op was assigned a precision: the graph runs in the types that it "
          "has\n";
  } else {
    Columns lines(
        5, {"place", "op", "category", "rule", "type", "casts", "bytes"});
    for (const Explanation::Op &op : explanation.ops)
      lines.add({op.place(), op.op, op.category, op.rule, op.type},
                {op.casts, op.bytes});
    lines.print(os);
    os << "\n";

    Columns summary(2, {"category", "rule", "ops", "casts", "bytes"});
    Explanation::Group total;
    for (const Explanation::Group &group : explanation.groups()) {
      summary.add({group.category, group.rule},
                  {group.ops, group.casts, group.bytes});
      total.ops += group.ops;
      total.casts += group.casts;
      total.bytes += group.bytes;
    }
    summary.add({"total", ""}, {total.ops, total.casts, total.bytes});
    summary.print(os);
  }
  os << "\ncasts removed: " << explanation.removedCasts << ", "
     << explanation.removedBytes
     << " bytes\nweights hoisted: " << explanation.hoistedWeights << ", "
     << explanation.hoistedBytes << " bytes per step\n";
  if (explanation.undecidedOps)
    os << "ops left to propagate, for min-cut would take too long: "
       << explanation.undecidedOps << "\n";
  if (explanation.assigner.empty())
    return;
  os << "\n";
  Columns costs(1, {"assigner", "casts", "cast bytes", "op bytes",
                    "saved bytes", "all bytes"});
  auto add = [&](StringRef name, const Explanation::Cost &cost) {
    costs.add({name},
              {cost.casts, cost.castBytes, cost.opBytes, cost.savedBytes,
               cost.castBytes + cost.opBytes + cost.savedBytes});
  };
  add(explanation.assigner, explanation.chosen);
  add("eager", explanation.eager);
  costs.print(os);
}
