//===- OpenMP.h - The pool behind OpenMP's functions ------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// oneDNN is built for GNU OpenMP, whose idle threads spin for milliseconds
// unless the environment said otherwise when it was loaded. Of OpenMP, oneDNN
// and the runtime's own loops use seven functions. They are defined here, on a
// ThreadPool, and the module that holds them comes before GNU's library where
// the system looks for them.
//
// A program that has an OpenMP library in its global scope keeps it: oneDNN and
// the runtime's loops then run on that one, both.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_CPU_OPENMP_H
#define AMP_RUNTIME_CPU_OPENMP_H

#include "Status.h"
#include "ThreadPool.h"

namespace amp::rt::cpu {

/// True if OpenMP's functions are those of this module.
bool ownsOpenMP();

/// Keeps the threads of the process's pool while it lives. There is one pool in
/// a process, because OpenMP's functions name none; regions of two threads of
/// the program take turns.
class PoolLease {
public:
  PoolLease() = default;
  ~PoolLease();
  PoolLease(const PoolLease &) = delete;
  PoolLease &operator=(const PoolLease &) = delete;

  /// Makes sure that a region can have `threads` threads; once. The policy is
  /// that of the first lease. RESOURCE_EXHAUSTED if the system starts no more.
  Status take(uint32_t threads, WaitPolicy policy);

private:
  bool isTaken = false;
};

} // namespace amp::rt::cpu

#endif // AMP_RUNTIME_CPU_OPENMP_H
