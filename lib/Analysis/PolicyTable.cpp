//===- PolicyTable.cpp ----------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolicyTable.h"

#include "PolicyNames.h"

using namespace mlir;
using namespace mlir::amp;

static constexpr char tableText[] =
#include "PrecisionPolicy.inc"
    ;

PolicyTable::PolicyTable() {
  SmallVector<StringRef> lines, cells;
  StringRef(tableText).split(lines, '\n', -1, /*KeepEmpty=*/false);
  lines.front().split(presetNames, '\t');
  presetNames.erase(presetNames.begin());
  presets.resize(presetNames.size());
  for (StringRef line : ArrayRef(lines).drop_front()) {
    cells.clear();
    line.split(cells, '\t');
    assert(cells.size() == presets.size() + 1 && "a row of another length");
    StringRef name = cells.front();
    for (auto [preset, cell] :
         llvm::zip(presets, ArrayRef(cells).drop_front())) {
      double number = 0;
      if (name == "@unlisted") {
        preset.unlisted = *symbolizeName<UnlistedRule>(unlistedRuleNames, cell);
      } else if (name == "@init_scale") {
        cell.getAsDouble(preset.initialScale);
      } else if (name == "@max_scale") {
        if (!cell.getAsDouble(number))
          preset.maximumScale = number;
      } else {
        std::optional<PrecisionCategory> category =
            symbolizePrecisionCategory(cell);
        assert((category || cell == "-") && "no category");
        ops[name].push_back(category);
      }
    }
  }
}

const PolicyTable &PolicyTable::get() {
  static const PolicyTable table;
  return table;
}
