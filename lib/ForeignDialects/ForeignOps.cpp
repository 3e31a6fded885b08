//===- ForeignOps.cpp -----------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ForeignOps.h"

#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::amp;

static constexpr char tableText[] =
#include "ForeignOps.inc"
    ;

namespace {
struct ForeignOpTable {
  ForeignOpTable() {
    SmallVector<StringRef> lines, cells;
    StringRef(tableText).split(lines, '\n', -1, /*KeepEmpty=*/false);
    for (StringRef line : ArrayRef(lines).drop_front()) {
      cells.clear();
      line.split(cells, '\t');
      assert(cells.size() == 4 && "a row of another length");
      ForeignForm form = llvm::StringSwitch<ForeignForm>(cells[2])
                             .Case("uniform", ForeignForm::Uniform)
                             .Case("wide", ForeignForm::Wide)
                             .Case("structured", ForeignForm::Structured)
                             .Case("exact", ForeignForm::Exact)
                             .Case("control", ForeignForm::Control)
                             .Case("fixed", ForeignForm::Fixed);
      ForeignDegree degree = llvm::StringSwitch<ForeignDegree>(cells[3])
                                 .Case("same", ForeignDegree::Same)
                                 .Case("second", ForeignDegree::Second)
                                 .Case("product", ForeignDegree::Product)
                                 .Case("quotient", ForeignDegree::Quotient)
                                 .Case("none", ForeignDegree::None)
                                 .Case("-", ForeignDegree::Unknown);
      bool isOfBody = cells[1] == "@body" || cells[1] == "-";
      ops.push_back({cells[0], isOfBody ? "" : cells[1], form, degree});
      assert((ops.size() == 1 || ops[ops.size() - 2].name < cells[0]) &&
             "rows are in order");
    }
  }

  SmallVector<ForeignOp> ops;
};
} // namespace

ArrayRef<ForeignOp> mlir::amp::getForeignOps() {
  static const ForeignOpTable table;
  return table.ops;
}

const ForeignOp *mlir::amp::lookupForeignOp(StringRef name) {
  ArrayRef<ForeignOp> ops = getForeignOps();
  const ForeignOp *it =
      llvm::lower_bound(ops, name, [](const ForeignOp &op, StringRef name) {
        return op.name < name;
      });
  return it != ops.end() && it->name == name ? it : nullptr;
}
