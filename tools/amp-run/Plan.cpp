//===- Plan.cpp - Which steps a run takes ---------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan.h"

#include "ExitCode.h"
#include "amp/Support/Random.h"
#include "llvm/Support/MathExtras.h"

#include <limits>
#include <numeric>

using namespace llvm;
using namespace amp;
using namespace amp::run;

Expected<Plan> Plan::make(const BoundEntry &entry, const Options &options) {
  Plan plan(entry, options);
  constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
  if (!entry.samples) {
    // Nothing says what an epoch or a batch is.
    const char *flag = options.epochs      ? "--epochs"
                       : options.batchSize ? "--batch-size"
                       : options.shuffle   ? "--shuffle"
                       : options.dropLast  ? "--drop-last"
                       : options.flush     ? "--flush"
                                           : nullptr;
    if (flag)
      return exitError(kUsage, std::string(flag) +
                                   " needs a data set (--data) "
                                   "for entry " +
                                   quote(entry.entry.name) +
                                   "; --steps is the number of steps without "
                                   "one");
    int64_t steps = options.steps.value_or(1);
    plan.stepsPerEpoch = plan.steps = steps;
    plan.epochs = 1;
    return plan;
  }
  plan.stepsPerEpoch =
      entry.fullBatches() + (entry.remainder() && !options.dropLast ? 1 : 0);
  int64_t limit = options.steps.value_or(kMax);
  if (options.epochs)
    plan.epochs = *options.epochs;
  else
    plan.epochs = options.steps ? static_cast<int64_t>(divideCeil(
                                      *options.steps, plan.stepsPerEpoch))
                                : 1;
  uint64_t all = SaturatingMultiply<uint64_t>(plan.epochs, plan.stepsPerEpoch);
  plan.steps = static_cast<int64_t>(
      std::min<uint64_t>(all, static_cast<uint64_t>(limit)));
  plan.epochs =
      static_cast<int64_t>(divideCeil(plan.steps, plan.stepsPerEpoch));
  return plan;
}

std::vector<uint64_t> Plan::getOrder(int64_t epoch) const {
  auto samples = static_cast<size_t>(entry->samples.value_or(0));
  if (options->shuffle)
    return shufflePermutation(options->seed, static_cast<uint64_t>(epoch - 1),
                              samples);
  std::vector<uint64_t> order(samples);
  std::iota(order.begin(), order.end(), uint64_t(0));
  return order;
}

std::vector<uint64_t> Plan::getSamples(int64_t step) const {
  if (!entry->samples)
    return {};
  std::vector<uint64_t> order = getOrder((step - 1) / stepsPerEpoch + 1);
  auto batch = static_cast<size_t>(entry->batchSize);
  size_t begin = static_cast<size_t>((step - 1) % stepsPerEpoch) * batch;
  size_t end = std::min(order.size(), begin + batch);
  return std::vector<uint64_t>(order.begin() + begin, order.begin() + end);
}

bool Plan::completesGroup(int64_t step) const {
  if (!options->flush)
    return step % options->training.accumulate == 0;
  // Groups begin with the epoch and end with it.
  int64_t inEpoch = (step - 1) % stepsPerEpoch + 1;
  return inEpoch % options->training.accumulate == 0 ||
         inEpoch == stepsPerEpoch;
}

int64_t Plan::getGroupBegin(int64_t step) const {
  while (step > 1 && !completesGroup(step - 1))
    --step;
  return step;
}

int64_t Plan::getLastUpdate(int64_t step) const {
  while (step > 0 && !completesGroup(step))
    --step;
  return step;
}
