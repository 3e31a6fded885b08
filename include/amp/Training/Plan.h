//===- Plan.h - Which steps a run takes -------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_TRAINING_PLAN_H
#define AMP_TRAINING_PLAN_H

#include "amp/Training/DataSet.h"

namespace amp::training {

/// The steps of a run, counted from 1 over all epochs: each one's samples, and
/// the groups of micro-batches that make one update, follow from its number.
class Plan {
public:
  /// It is a usage error if a setting about epochs has no data set.
  static llvm::Expected<Plan> make(const BoundEntry &entry,
                                   const Config &config);

  /// Without a data set there is one epoch, as long as the run.
  int64_t stepsPerEpoch;
  int64_t epochs;
  int64_t steps;

  /// All samples in the order of an epoch, from 1, as its steps take them.
  std::vector<uint64_t> getOrder(int64_t epoch) const;
  std::vector<uint64_t> getSamples(int64_t step) const;
  /// True if parameters are updated after `step`.
  bool completesGroup(int64_t step) const;
  /// The first step of the group that `step` is in.
  int64_t getGroupBegin(int64_t step) const;
  /// The last step up to `step` that completes a group; 0 if none does.
  int64_t getLastUpdate(int64_t step) const;

private:
  Plan(const BoundEntry &entry, const Config &config)
      : entry(&entry), config(&config) {}

  const BoundEntry *entry;
  const Config *config;
};

} // namespace amp::training

#endif // AMP_TRAINING_PLAN_H
