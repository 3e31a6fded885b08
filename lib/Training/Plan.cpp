//===- Plan.cpp - Which steps a run takes ---------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Training/Plan.h"

#include "amp/Support/Error.h"
#include "amp/Support/Random.h"
#include "llvm/Support/MathExtras.h"

#include <limits>
#include <numeric>

using namespace llvm;
using namespace amp;
using namespace amp::training;

Expected<Plan> Plan::make(const BoundEntry &entry, const Config &config) {
  Plan plan(entry, config);
  constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
  if (!entry.samples) {
    // Nothing says what an epoch or a batch is.
    const char *setting = config.epochs      ? "epochs"
                          : config.batchSize ? "batch-size"
                          : config.shuffle   ? "shuffle"
                          : config.dropLast  ? "drop-last"
                          : config.flush     ? "flush"
                                             : nullptr;
    if (setting)
      return typedError(
          ErrorKind::Usage,
          config.spell(setting) + " needs a data set (" + config.spell("data") +
              ") for entry " + quote(entry.entry.name) + "; " +
              config.spell("steps") + " is the number of steps without one");
    int64_t steps = config.steps.value_or(1);
    plan.stepsPerEpoch = plan.steps = steps;
    plan.epochs = 1;
    return plan;
  }
  plan.stepsPerEpoch = 0;
  for (const auto &[shape, count] : entry.countSteps(config.dropLast))
    plan.stepsPerEpoch += count;
  int64_t limit = config.steps.value_or(kMax);
  if (config.epochs)
    plan.epochs = *config.epochs;
  else
    plan.epochs = config.steps ? static_cast<int64_t>(divideCeil(
                                     *config.steps, plan.stepsPerEpoch))
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
  if (config->shuffle)
    return entry->arrange(shufflePermutation(
        config->seed, static_cast<uint64_t>(config->epochsBefore + epoch - 1),
        samples));
  std::vector<uint64_t> order(samples);
  std::iota(order.begin(), order.end(), uint64_t(0));
  return entry->arrange(std::move(order));
}

std::vector<uint64_t> Plan::getSamples(int64_t step) const {
  if (!entry->samples)
    return {};
  std::vector<uint64_t> order = getOrder((step - 1) / stepsPerEpoch + 1);
  ArrayRef<uint64_t> left = entry->skipSteps(order, (step - 1) % stepsPerEpoch);
  return left.take_front(static_cast<size_t>(entry->getStep(left).samples))
      .vec();
}

bool Plan::completesGroup(int64_t step) const {
  if (!config->flush)
    return step % config->training.accumulate == 0;
  // Groups begin with the epoch and end with it.
  int64_t inEpoch = (step - 1) % stepsPerEpoch + 1;
  return inEpoch % config->training.accumulate == 0 || inEpoch == stepsPerEpoch;
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
