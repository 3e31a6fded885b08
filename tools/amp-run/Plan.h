//===- Plan.h - Which steps a run takes -------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_TOOLS_AMP_RUN_PLAN_H
#define AMP_TOOLS_AMP_RUN_PLAN_H

#include "Data.h"

namespace amp::run {

/// The steps of a run, counted from 1 over all epochs: each one's samples, and
/// the groups of micro-batches that make one update, follow from its number.
class Plan {
public:
  /// It is a usage error if a flag about epochs has no data set.
  static llvm::Expected<Plan> make(const BoundEntry &entry,
                                   const Options &options);

  /// Without a data set there is one epoch, as long as the run.
  int64_t stepsPerEpoch;
  int64_t epochs;
  int64_t steps;

  /// All samples in the order of an epoch, from 1.
  std::vector<uint64_t> getOrder(int64_t epoch) const;
  std::vector<uint64_t> getSamples(int64_t step) const;
  /// True if parameters are updated after `step`.
  bool completesGroup(int64_t step) const;
  /// The first step of the group that `step` is in.
  int64_t getGroupBegin(int64_t step) const;
  /// The last step up to `step` that completes a group; 0 if none does.
  int64_t getLastUpdate(int64_t step) const;

private:
  Plan(const BoundEntry &entry, const Options &options)
      : entry(&entry), options(&options) {}

  const BoundEntry *entry;
  const Options *options;
};

} // namespace amp::run

#endif // AMP_TOOLS_AMP_RUN_PLAN_H
