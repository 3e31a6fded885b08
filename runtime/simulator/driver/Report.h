//===- Report.h - What was done, as text ------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_SIMULATOR_DRIVER_REPORT_H
#define AMP_RUNTIME_SIMULATOR_DRIVER_REPORT_H

#include "Control.h"
#include "Operation.h"

namespace amp::rt::simulator {

/// Orders names as people do: "kernel_2" comes before "kernel_10".
struct NaturalLess {
  bool operator()(const std::string &a, const std::string &b) const;
};

/// Counts what a program makes the device do.
class Report {
public:
  /// Counts in the whole and in the period.
  void count(uint64_t Totals::*field, uint64_t amount = 1);
  /// An operation was given to the device, by a graph or by itself.
  void countOperation(const Action &action, bool isOfGraph);
  /// An operation has run.
  void countRun(const Action &action, const Counters &counters);
  void beginPeriod(const std::string &name) { period = name; }
  void noteBytesInUse(uint64_t bytes);

  const Totals &getTotals() const { return totals; }
  Counters getCounters(const std::string &kernel) const;

  /// One line per total, period, kernel and library, in the order of names.
  std::string format() const;

private:
  struct Runs {
    uint64_t runs = 0;
    Counters counters;
  };

  Totals totals;
  uint64_t peakBytes = 0;
  std::string period; ///< Empty outside of one.
  std::map<std::string, Totals, NaturalLess> periods;
  std::map<std::string, Runs, NaturalLess> kernels;
  std::map<std::string, Runs, NaturalLess> libraries;
};

} // namespace amp::rt::simulator

#endif // AMP_RUNTIME_SIMULATOR_DRIVER_REPORT_H
