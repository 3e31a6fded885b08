//===- CpuLimit.h - How many threads are worth having -----------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A process may have fewer CPUs than the machine: by its affinity, by the
// quotas of the control groups that it is in (containers set both), or because
// the user says so. Threads beyond that only take turns.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_CPU_CPULIMIT_H
#define AMP_RUNTIME_CPU_CPULIMIT_H

#include <cstdint>
#include <optional>
#include <string>

namespace amp::rt::cpu {

/// The CPUs' worth of time that the control groups of this process may use: the
/// least of all groups from its own to the outermost one that can be seen, in
/// version 1 and 2; none if no group has a quota. `root` stands before the
/// paths of /proc and of the mounted groups.
std::optional<double> readCpuQuota(const std::string &root = "");

/// Cores that this process may run on; hardware threads of one core count once,
/// because they share its arithmetic.
uint32_t countCores();

/// The first number of OMP_NUM_THREADS' list; none if `text` is NULL or does
/// not begin with a whole number from 1.
std::optional<uint32_t> parseNumThreads(const char *text);

/// How many threads a device has, and why so many.
struct ThreadCount {
  uint32_t threads = 1;
  std::string reason;
};

/// What was `asked` for, else `fromEnvironment`, else a thread for each core,
/// but no more than the quota, rounded up, keeps busy. What was not asked for
/// is at most AMPRT_MAX_THREADS.
ThreadCount chooseThreads(uint32_t asked,
                          std::optional<uint32_t> fromEnvironment,
                          uint32_t cores, std::optional<double> quota);

} // namespace amp::rt::cpu

#endif // AMP_RUNTIME_CPU_CPULIMIT_H
