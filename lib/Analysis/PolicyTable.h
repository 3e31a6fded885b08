//===- PolicyTable.h - The presets' table -----------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The presets as PrecisionPolicy.tsv has them.

#ifndef AMP_LIB_ANALYSIS_POLICYTABLE_H
#define AMP_LIB_ANALYSIS_POLICYTABLE_H

#include "amp/Analysis/PrecisionPolicy.h"

namespace mlir::amp {

/// PrecisionPolicy.tsv: a header line, then one line per op, and lines that
/// begin with `@` for a preset's other data. `-` is no entry.
struct PolicyTable {
  struct Preset {
    UnlistedRule unlisted = UnlistedRule::Follow;
    double initialScale = 0;
    std::optional<double> maximumScale;
  };

  /// The one table, read when it is first asked for.
  static const PolicyTable &get();

  llvm::SmallVector<llvm::StringRef> presetNames;
  llvm::SmallVector<Preset> presets;
  /// One vector per op, of one entry per preset.
  llvm::StringMap<llvm::SmallVector<std::optional<PrecisionCategory>, 6>> ops;

private:
  PolicyTable();
};

} // namespace mlir::amp

#endif // AMP_LIB_ANALYSIS_POLICYTABLE_H
