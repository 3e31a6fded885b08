//===- Options.h - The command line of amp-run ------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_TOOLS_AMP_RUN_OPTIONS_H
#define AMP_TOOLS_AMP_RUN_OPTIONS_H

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
  enum class Mode { Dynamic, Off, Fixed };
  Mode mode;
  double value = 0; // of Fixed
};

enum class Progress { Auto, On, Off };

struct Options {
  // Precision.
  std::optional<std::string> precision; // none, f32, f16 or bf16
  std::optional<std::string> level;     // O0 to O3
  std::optional<bool> autocast;
  std::optional<LossScale> lossScale;
  std::optional<double> initScale;
  std::optional<int64_t> growthInterval;
  std::optional<int64_t> skipLimit; // 0 is none
  std::string keepF32;
  std::optional<std::string> preset;
  std::optional<std::string> assigner; // min-cut, eager or propagate
  std::string policyFile;
  std::optional<std::string> tf32; // none, gemm, conv or all
  std::optional<bool> keepBatchNormF32;
  std::optional<bool> masterWeights;
  std::optional<std::string> wgradType; // f32 or as-forward
  bool failOnUnlisted = false;
  bool failOnWarning = false;
  bool fuseSafeLosses = false;
  std::optional<bool> hoistWeightCasts;
  bool doCompare = false;
  std::vector<std::string> compare;

  // Data.
  std::vector<Binding> bindings;
  std::optional<int64_t> samples;
  std::optional<int64_t> epochs;
  std::optional<int64_t> steps;
  std::optional<int64_t> batchSize;
  int64_t accumulate = 1;                         // micro-batches of an update
  std::optional<std::string> accumulateReduction; // mean or sum
  bool flush = false;
  bool shuffle = false;
  bool dropLast = false;
  uint64_t seed = 0;
  std::optional<double> learningRate;

  // Run.
  std::string file;
  bool isTrusted = false; // the file may be bytecode
  std::string entry;
  std::string evalEntry;
  int64_t evalEvery = 0; // epochs; 0 is at the end
  std::string device = "auto";
  bool listDevices = false;
  int64_t threads = 0;
  uint64_t maxMemory = 0;
  bool recompute = false;
  bool flatState = true;
  uint64_t activationMemory = 0; // 0 is no limit

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
};

/// Reads the command line, without the program's name. Errors have the exit
/// code for wrong usage and name the flag, the value and what is allowed.
llvm::Expected<Options> parseOptions(llvm::ArrayRef<const char *> arguments);

void printHelp(llvm::raw_ostream &os);

} // namespace amp::run

#endif // AMP_TOOLS_AMP_RUN_OPTIONS_H
