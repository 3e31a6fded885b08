//===- Options.h - The command line of amp-run ------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_TOOLS_AMP_RUN_OPTIONS_H
#define AMP_TOOLS_AMP_RUN_OPTIONS_H

#include "amp/Options/TrainingOptions.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace amp::run {

/// `--data name=SPEC` (one sample per row) or `--input name=SPEC`.
struct Binding {
  std::string name;
  std::string spec;
  bool isData;
};

/// `--loss-scale`.
struct LossScale {
  mlir::amp::LossScaleMode mode;
  double value = 0; // of a fixed one
};

/// A level, or a precision: `--compare` takes several.
struct PrecisionItem {
  std::string name;
  std::optional<mlir::amp::OptLevel> level;
  mlir::amp::PrecisionKind precision = mlir::amp::PrecisionKind::None;
};

enum class Progress { Auto, On, Off };

struct Options {
  Options();

  /// What flags say of compilation as it is. Which runs it holds for, and what
  /// --precision, --opt-level, --autocast and --loss-scale mean for each of
  /// them, is in Precision.h.
  mlir::amp::TrainingOptions training;

  // Precision.
  std::optional<mlir::amp::PrecisionKind> precision;
  std::optional<mlir::amp::OptLevel> level;
  std::optional<bool> autocast;
  std::optional<LossScale> lossScale;
  bool failOnWarning = false;
  std::vector<PrecisionItem> compare; // empty: one run

  // Data.
  std::vector<Binding> bindings;
  std::optional<int64_t> samples;
  std::optional<int64_t> epochs;
  std::optional<int64_t> steps;
  std::optional<int64_t> batchSize;
  bool flush = false;
  bool shuffle = false;
  bool dropLast = false;
  uint64_t seed = 0;
  std::optional<double> learningRate;

  // Run.
  std::string file;
  bool isTrusted = false; // the file may be bytecode
  std::string evalEntry;
  int64_t evalEvery = 0; // epochs; 0 is at the end
  std::string device = "auto";
  bool listDevices = false;
  int64_t threads = 0;
  uint64_t maxMemory = 0;

  // Checkpoints.
  int64_t saveEvery = 0; // steps; 0 is at the end
  std::string checkpointDir;
  std::optional<std::string> resume; // empty: from checkpointDir
  std::optional<int64_t> keep;

  // First values.
  std::vector<std::string> initFrom;
  std::vector<std::string> initMap; // FROM=TO, or a file of them
  bool initPartial = false;
  bool initOptimizer = false;

  // Output.
  int64_t printEvery = 0;
  std::string output;
  bool json = false;
  bool profile = false;
  bool explain = false;
  Progress progress = Progress::Auto;
  bool help = false;
  bool version = false;

  /// Flags that were given, without dashes, with the value that holds.
  std::map<std::string, std::string> given;
  /// What is wrong with the command line without making it a wrong one.
  std::vector<std::string> warnings;

  bool isGiven(llvm::StringRef flag) const { return given.count(flag.str()); }
};

/// Reads the command line, without the program's name, by the list of Flags.td.
/// Errors have the exit code for wrong usage and name the flag, the value and
/// what is allowed.
llvm::Expected<Options> parseOptions(llvm::ArrayRef<const char *> arguments);

void printHelp(llvm::raw_ostream &os);

} // namespace amp::run

#endif // AMP_TOOLS_AMP_RUN_OPTIONS_H
