//===- Idle.cpp - Settings that come to nothing ---------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Idle.h"

using namespace llvm;
using namespace amp;
using namespace amp::training;
using mlir::amp::Executable;

std::vector<std::string> amp::training::findUnused(const Executable &executable,
                                                   const Precision &precision,
                                                   const Config &config) {
  std::vector<std::string> unused;
  // What is for the levels of a comparison is not for the graph as written.
  if (!config.compare.empty() && !precision.options.level)
    return unused;
  const mlir::amp::PrecisionUse &use = executable.precision;
  for (const mlir::amp::PrecisionUse::Unused &warning : use.unused) {
    std::string place =
        warning.place == "keep-f32"
            ? config.spell("f32") + "=" + *precision.options.keepF32
            : warning.place;
    unused.push_back(place + ": " + warning.text);
  }
  // What was asked for by a level, or by the low type of a graph's own regions.
  const mlir::amp::TrainingOptions &run = precision.options;
  bool isAssigned = run.level != mlir::amp::OptLevel::O0 &&
                    (run.level || config.isGiven("preset"));
  if (isAssigned && use.decidedOps == 0)
    unused.push_back("precision (" + precision.describe() +
                     ") is assigned to nothing: no op of the graph that is in "
                     "autocast takes a floating-point tensor");
  else if (isAssigned && !use.usesLowType && config.isGiven("precision") &&
           config.compare.empty())
    unused.push_back(config.spell("precision") + "=" +
                     stringifyOption(run.dtype).str() +
                     " is overridden: the graph's regions name another type");
  if (run.tf32 != mlir::amp::Tf32::None && use.tf32Ops == 0)
    unused.push_back(config.spell("tf32") + "=" +
                     stringifyOption(run.tf32).str() +
                     " has no effect: no such op in autocast runs in f32");
  if (run.keepBatchNormF32 && !use.keepsParameters)
    unused.push_back(config.spell("keep-batchnorm-f32") +
                     " has no effect: the graph has no "
                     "batch norm");
  if (run.fuseSafeLosses && use.fusedLosses == 0)
    unused.push_back(config.spell("fuse-safe-losses") +
                     " fuses nothing: it looks for an "
                     "amp.binary_cross_entropy of an amp.sigmoid; a loss that "
                     "is written out in smaller ops, or of probabilities that "
                     "are made in another way, is left as it is");
  return unused;
}

std::vector<std::string> amp::training::findIdle(const Session &session,
                                                 const BoundEntry &entry,
                                                 const Plan &plan,
                                                 const Config &config) {
  std::vector<std::string> idle;
  auto add = [&](StringRef setting, const Twine &reason) {
    auto it = config.given.find(setting.str());
    if (it != config.given.end() && it->second != "off")
      idle.push_back((config.spell(setting) + (it->second.empty() ? "" : "=") +
                      it->second + " has no effect: " + reason)
                         .str());
  };
  std::string name = "entry " + quote(entry.entry.name);
  if (!entry.entry.updatesParameters)
    for (StringRef setting :
         {"recompute", "activation-memory", "wgrad-type", "flat-state",
          "hoist-weight-casts", "master-weights"})
      add(setting, name + " updates no parameter");
  // In a comparison they may be for another run.
  if (!session.scalesLoss() && config.compare.empty())
    for (StringRef setting :
         {"loss-scale", "init-scale", "growth-interval", "skip-limit"})
      add(setting, name + " has no loss that is scaled");
  std::string steps = "the last step is " + std::to_string(plan.steps);
  if (config.printEvery > plan.steps)
    add("print-every", steps);
  if (config.saveEvery > plan.steps)
    add("save-every", steps + ", which is saved in any case");
  if (config.evalEvery > plan.epochs)
    add("eval-every", "the last epoch is " + Twine(plan.epochs) +
                          ", and it is evaluated after that in any case");
  if (getInfo(session.getDevice()).kind != AMPRT_CPU)
    add("threads", "they are the CPU's, and the run is on " +
                       Twine(getInfo(session.getDevice()).name));
  return idle;
}
