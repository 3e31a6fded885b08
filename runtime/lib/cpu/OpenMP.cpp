//===- OpenMP.cpp - The pool behind OpenMP's functions --------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpenMP.h"

#include <algorithm>
#include <mutex>
#include <system_error>

using namespace amp::rt;
using namespace amp::rt::cpu;

namespace {
/// The pool of the process, and who uses it.
struct SharedPool {
  /// Held while a region runs and while the pool changes.
  std::mutex mutex;
  std::unique_ptr<ThreadPool> pool;
  uint32_t leases = 0;
};
} // namespace

/// Never destroyed: a program may end while a device is open.
static SharedPool &getSharedPool() {
  static SharedPool &shared = *new SharedPool;
  return shared;
}

/// What omp_set_num_threads said on this thread; 0 if nothing.
static thread_local int requestedThreads = 0;

PoolLease::~PoolLease() {
  if (!isTaken)
    return;
  SharedPool &shared = getSharedPool();
  const std::lock_guard<std::mutex> lock(shared.mutex);
  if (--shared.leases == 0)
    shared.pool.reset();
}

Status PoolLease::take(uint32_t threads, WaitPolicy policy) {
  SharedPool &shared = getSharedPool();
  const std::lock_guard<std::mutex> lock(shared.mutex);
  if (!shared.pool)
    shared.pool = std::make_unique<ThreadPool>(policy);
  ++shared.leases;
  isTaken = true;
  try {
    shared.pool->grow(threads);
    return Status();
  } catch (const std::system_error &error) {
    return AMPRT_ERROR(AMPRT_RESOURCE_EXHAUSTED,
                       "the system starts only " +
                           std::to_string(shared.pool->getSize()) + " of " +
                           std::to_string(threads) + " threads (" +
                           error.code().message() + "); ask for fewer");
  }
}

//===----------------------------------------------------------------------===//
// OpenMP's functions, as GNU's library defines them
//===----------------------------------------------------------------------===//

// Their names and types are fixed: those of OpenMP 4.5, section 3.2, and of the
// calls that compilers for GNU's library emit.
extern "C" {

int omp_get_thread_num(void) { return static_cast<int>(getMember().index); }

int omp_get_num_threads(void) { return static_cast<int>(getMember().team); }

int omp_in_parallel(void) { return getMember().pool != nullptr; }

int omp_get_max_threads(void) {
  return requestedThreads > 0 ? requestedThreads : 1;
}

void omp_set_num_threads(int threads) {
  requestedThreads = std::max(threads, 1);
}

void GOMP_barrier(void) {
  const Member member = getMember();
  if (member.team > 1)
    member.pool->wait(member.index);
}

/// Runs a region. One within a region runs on its thread alone.
void GOMP_parallel(void (*body)(void *), void *data, unsigned threads,
                   unsigned /*flags*/) {
  const unsigned asked =
      threads ? threads : static_cast<unsigned>(omp_get_max_threads());
  if (asked > 1 && !omp_in_parallel()) {
    SharedPool &shared = getSharedPool();
    const std::lock_guard<std::mutex> lock(shared.mutex);
    if (shared.pool) {
      shared.pool->run(std::min(asked, shared.pool->getSize()), body, data);
      return;
    }
  }
  const MemberScope alone(Member{getMember().pool, 0, 1});
  body(data);
}

/// This module's own function, wherever the name above leads.
__attribute__((visibility("hidden"), alias("GOMP_parallel"))) void
amprt_own_parallel(void (*body)(void *), void *data, unsigned threads,
                   unsigned flags);

} // extern "C"

bool amp::rt::cpu::ownsOpenMP() {
  // Not folded: another library's definition may come first.
  void (*volatile found)(void (*)(void *), void *, unsigned, unsigned) =
      GOMP_parallel;
  return found == amprt_own_parallel;
}
