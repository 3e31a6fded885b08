//===- Config.h - What is trained, on what, and how -------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The settings of a run. Settings.h reads each one from text; docs/Flags.md
// says what each one means.

#ifndef AMP_TRAINING_CONFIG_H
#define AMP_TRAINING_CONFIG_H

#include "amp/Options/TrainingOptions.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace amp::training {

/// An array for the argument `name` of every entry point, or `entry.argument`
/// of one: a data set, or a tensor that is the same in every step.
struct Binding {
  std::string name;
  std::string spec;
  bool isData;

  bool isFor(llvm::StringRef entry, llvm::StringRef argument) const {
    return name == argument || isForOnly(entry, argument);
  }
  bool isForOnly(llvm::StringRef entry, llvm::StringRef argument) const {
    llvm::StringRef rest = name;
    return rest.consume_front(entry) && rest.consume_front(".") &&
           rest == argument;
  }
};

/// What is bound to an argument, to it alone if there is that; null if nothing
/// is.
const Binding *findBinding(llvm::ArrayRef<Binding> bindings,
                           llvm::StringRef entry, llvm::StringRef argument);

/// Samples of like length together.
struct Buckets {
  /// The argument that has the length of each sample.
  std::string argument;
  /// The least first; at least one.
  std::vector<int64_t> lengths;
};

struct LossScale {
  mlir::amp::LossScaleMode mode;
  double value = 0; // of a fixed one
};

/// One run of a comparison.
struct PrecisionItem {
  std::string name;
  std::optional<mlir::amp::OptLevel> level;
  mlir::amp::PrecisionKind precision = mlir::amp::PrecisionKind::None;
};

struct Config {
  Config();

  /// What is said of compilation as it is. Which runs it holds for, and what
  /// `precision`, `level`, `autocast` and `lossScale` mean for each of them, is
  /// in Precision.h.
  mlir::amp::TrainingOptions training;

  // Precision.
  std::optional<mlir::amp::PrecisionKind> precision;
  std::optional<mlir::amp::OptLevel> level;
  std::optional<bool> autocast;
  std::optional<LossScale> lossScale;
  std::vector<PrecisionItem> compare; // empty: one run

  // Data.
  std::vector<Binding> bindings;
  std::optional<int64_t> samples;
  std::optional<int64_t> epochs;
  std::optional<int64_t> steps;
  std::optional<int64_t> batchSize;
  /// Samples of a step where neither that nor the graph says it.
  int64_t defaultBatchSize = 32;
  bool flush = false;
  bool shuffle = false;
  bool dropLast = false;
  std::optional<Buckets> buckets;
  uint64_t seed = 0;
  /// Epochs before the first one, of the order that `shuffle` gives.
  int64_t epochsBefore = 0;
  std::optional<double> learningRate;

  /// The part of the samples that is evaluated, not trained on; 0 is none.
  double validationSplit = 0;

  // Run.
  std::string evalEntry;
  int64_t evalEvery = 0; // epochs; 0 is at the end
  /// The result that says which state is the best one, and whether it is to be
  /// large; without a name the loss.
  std::string monitor;
  std::optional<bool> monitorMax;
  /// Looks in a row without a better one after which the run ends; 0 is never.
  int64_t patience = 0;
  double minDelta = 0;
  std::string device = "auto";
  int64_t threads = 0;
  uint64_t maxMemory = 0;

  // Checkpoints.
  int64_t saveEvery = 0; // steps; 0 is at the end
  std::string checkpointDir;
  std::optional<std::string> resume; // empty: from checkpointDir
  std::optional<int64_t> keep;
  bool saveBest = false;

  // First values.
  std::vector<std::string> initFrom;
  std::vector<std::string> initMap; // FROM=TO, or a file of them
  bool initPartial = false;
  bool initOptimizer = false;

  // What is told.
  int64_t printEvery = 0;
  std::string output;
  /// Where the compiled programs are written; empty: nowhere. They are also
  /// compiled for steps of `programBatches` samples.
  std::string saveProgram;
  std::vector<int64_t> programBatches;
  /// Nothing is run; `training` names the target.
  bool compileOnly = false;
  bool profile = false;
  bool explain = false;

  /// Settings that were given, with the value that holds.
  std::map<std::string, std::string> given;

  /// How messages call a setting: "--batch-size" on a command line.
  std::string settingPrefix;

  bool isGiven(llvm::StringRef setting) const {
    return given.count(setting.str());
  }
  /// The setting as its user writes it.
  std::string spell(llvm::StringRef setting) const {
    return settingPrefix + setting.str();
  }
};

} // namespace amp::training

#endif // AMP_TRAINING_CONFIG_H
