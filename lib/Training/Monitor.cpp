//===- Monitor.cpp - Which state is the best one --------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Training/Monitor.h"

#include "amp/Support/Error.h"
#include "amp/Support/SimilarNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <cmath>

using namespace llvm;
using namespace amp;
using namespace amp::training;
using mlir::amp::EntryPoint;
using mlir::amp::EntryResult;

static bool isScalar(const EntryResult &result) {
  return !isComplex(result.type) &&
         all_of(result.shape, [](int64_t size) { return size == 1; });
}

std::string amp::training::findLoss(const EntryPoint &entry) {
  std::string first;
  for (const EntryResult &result : entry.results) {
    if (!isFloat(result.type) || !isScalar(result))
      continue;
    if (result.name == "loss")
      return result.name;
    if (first.empty())
      first = result.name;
  }
  return first;
}

Expected<Monitor> Monitor::make(const Config &config, const BoundEntry &entry,
                                const BoundEntry *eval) {
  Monitor monitor;
  if (!config.saveBest && !config.patience)
    return monitor;
  const EntryPoint &looked = eval ? eval->entry : entry.entry;
  monitor.isEvaluated = eval != nullptr;
  monitor.minDelta = config.minDelta;
  StringRef wanted = config.monitor;
  // As the summary calls it.
  if (eval)
    wanted.consume_front(looked.name + ".");
  monitor.result = wanted.empty() ? findLoss(looked) : wanted.str();
  SmallVector<StringRef> names;
  for (const EntryResult &result : looked.results)
    if (isScalar(result))
      names.push_back(result.name);
  if (!is_contained(names, monitor.result))
    return inputError(
        config.spell("monitor") + ": entry " + quote(looked.name) +
        " has no scalar result " +
        (monitor.result.empty() ? "" : quote(monitor.result)) +
        didYouMean(monitor.result, names) + "; it has " +
        (names.empty() ? std::string("none") : join(names, ", ")));
  monitor.name = (eval ? looked.name + "." : "") + monitor.result;
  // As Keras' "auto" has it.
  monitor.isMax =
      config.monitorMax.value_or(StringRef(monitor.result).contains("acc"));
  return monitor;
}

bool Monitor::look(const EpochReport &epoch, BestEpoch &best) const {
  const NamedValues &values = isEvaluated ? epoch.evaluation : epoch.results;
  auto found = find_if(
      values, [&](const NamedValue &value) { return value.name == result; });
  double value = found == values.end() ? NAN : found->value;
  bool isBetter = std::isfinite(value) &&
                  (!best.value || (isMax ? value > *best.value + minDelta
                                         : value < *best.value - minDelta));
  if (!isBetter) {
    ++best.misses;
    return false;
  }
  best = {value, epoch.epoch, 0};
  return true;
}
