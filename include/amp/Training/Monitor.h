//===- Monitor.h - Which state is the best one ------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_TRAINING_MONITOR_H
#define AMP_TRAINING_MONITOR_H

#include "amp/Training/Config.h"
#include "amp/Training/DataSet.h"
#include "amp/Training/Report.h"

namespace amp::training {

/// Looks at one result after each epoch, or after each evaluation where there
/// are any.
class Monitor {
public:
  /// An input error if there is no such result. `eval` may be NULL.
  static llvm::Expected<Monitor>
  make(const Config &config, const BoundEntry &entry, const BoundEntry *eval);

  bool isEnabled() const { return !result.empty(); }
  /// "loss", or "evaluate.test_loss".
  const std::string &getName() const { return name; }
  /// Looks at an epoch; true if it is better than `best`, and then the best.
  /// What is not finite is never better.
  bool look(const EpochReport &epoch, BestEpoch &best) const;

private:
  std::string result, name;
  bool isEvaluated = false;
  bool isMax = false;
  double minDelta = 0;
};

/// The first scalar float result, or the one that is called "loss"; empty if
/// there is none.
std::string findLoss(const mlir::amp::EntryPoint &entry);

} // namespace amp::training

#endif // AMP_TRAINING_MONITOR_H
