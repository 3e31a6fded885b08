//===- ThreadPool.cpp - Threads that wait without burning -----------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadPool.h"

#include <algorithm>
#include <climits>
#include <csignal>

#include <linux/futex.h>
#include <pthread.h>
#include <strings.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace amp::rt::cpu;
using Clock = std::chrono::steady_clock;

/// Looks at the count between two readings of the clock, which cost more.
static constexpr int kLooksPerReading = 16;

WaitPolicy amp::rt::cpu::parseWaitPolicy(const char *text) {
  if (text && strcasecmp(text, "passive") == 0)
    return WaitPolicy::Passive;
  if (text && strcasecmp(text, "active") == 0)
    return WaitPolicy::Active;
  return WaitPolicy::Adaptive;
}

/// Tells the core that the thread spins.
static void pauseCore() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("isb" ::: "memory");
#endif
}

//===----------------------------------------------------------------------===//
// Waiting
//===----------------------------------------------------------------------===//

static long callFutex(std::atomic<uint32_t> &word, int operation,
                      uint32_t value) {
  static_assert(sizeof(word) == sizeof(uint32_t), "the system's word");
  return syscall(SYS_futex, &word, operation | FUTEX_PRIVATE_FLAG, value,
                 nullptr, nullptr, 0);
}

// The one who advances writes the count and reads the sleepers; the one who
// sleeps does it the other way round. In one order of all, at least one of them
// sees the other.

void Event::advance() {
  count.fetch_add(1, std::memory_order_seq_cst);
  if (sleepers.load(std::memory_order_seq_cst))
    callFutex(count, FUTEX_WAKE, INT_MAX);
}

void Event::sleepWhile(uint32_t seen) {
  sleepers.fetch_add(1, std::memory_order_seq_cst);
  // The system looks at the count again; it also returns for other reasons.
  while (count.load(std::memory_order_seq_cst) == seen)
    callFutex(count, FUTEX_WAIT, seen);
  sleepers.fetch_sub(1, std::memory_order_relaxed);
}

SpinLimit::SpinLimit(WaitPolicy policy)
    : policy(policy), limit(policy == WaitPolicy::Passive  ? Duration(0)
                            : policy == WaitPolicy::Active ? kActiveSpin
                                                           : kMostSpin) {}

SpinLimit::Duration SpinLimit::choose() {
  if (policy != WaitPolicy::Adaptive || limit != Duration(0))
    return limit;
  if (slept++ < kWaitsBetweenTrials)
    return Duration(0);
  slept = 0;
  return kMostSpin;
}

void SpinLimit::learn(Duration most, bool sufficed) {
  if (policy != WaitPolicy::Adaptive)
    return;
  limit = sufficed ? std::min<Duration>(2 * most, kMostSpin) : limit / 2;
  if (limit < kLeastSpin)
    limit = Duration(0);
}

/// Spins for `most`; true if the count came to differ from `seen`.
static bool spin(const Event &event, uint32_t seen, SpinLimit::Duration most) {
  const Clock::time_point begin = Clock::now();
  do {
    for (int i = 0; i < kLooksPerReading; ++i) {
      if (event.getCount() != seen)
        return true;
      pauseCore();
    }
  } while (Clock::now() - begin < most);
  return false;
}

void Waiter::wait(Event &event, uint32_t seen) {
  if (event.getCount() != seen)
    return;
  if (const SpinLimit::Duration most = limit.choose();
      most != SpinLimit::Duration(0)) {
    const bool sufficed = spin(event, seen, most);
    limit.learn(most, sufficed);
    if (sufficed)
      return;
  }
  event.sleepWhile(seen);
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

static thread_local Member currentMember;

const Member &amp::rt::cpu::getMember() { return currentMember; }

MemberScope::MemberScope(const Member &member) : previous(currentMember) {
  currentMember = member;
}

MemberScope::~MemberScope() { currentMember = previous; }

ThreadPool::ThreadPool(WaitPolicy policy)
    : policy(policy), callerWaiter(policy) {}

ThreadPool::~ThreadPool() {
  isStopping = true;
  for (std::unique_ptr<Worker> &worker : workers)
    worker->posted.advance();
  for (std::unique_ptr<Worker> &worker : workers)
    worker->thread.join();
}

void ThreadPool::grow(uint32_t threads) {
  // Signals are for the threads of the program.
  sigset_t all, previous;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &previous);
  try {
    workers.reserve(threads);
    while (getSize() < threads) {
      auto worker = std::make_unique<Worker>(policy);
      worker->thread =
          std::thread(&ThreadPool::work, this, std::ref(*worker), getSize());
      workers.push_back(std::move(worker));
    }
  } catch (...) {
    pthread_sigmask(SIG_SETMASK, &previous, nullptr);
    throw;
  }
  pthread_sigmask(SIG_SETMASK, &previous, nullptr);
}

void ThreadPool::run(uint32_t size, Body function, void *argument) {
  body = function;
  data = argument;
  team = size;
  pending.store(team - 1, std::memory_order_relaxed);
  const uint32_t seen = finished.getCount();
  for (uint32_t i = 1; i < team; ++i)
    workers[i - 1]->posted.advance();
  {
    const MemberScope member({this, 0, team});
    body(data);
  }
  if (team > 1)
    callerWaiter.wait(finished, seen);
}

void ThreadPool::work(Worker &worker, uint32_t index) {
  pthread_setname_np(pthread_self(), "amp-worker");
  // Posted once for each region of this worker, and then it runs.
  for (uint32_t seen = 0;; ++seen) {
    worker.waiter.wait(worker.posted, seen);
    if (isStopping)
      return;
    {
      const MemberScope member({this, index, team});
      body(data);
    }
    if (pending.fetch_sub(1, std::memory_order_acq_rel) == 1)
      finished.advance();
  }
}

void ThreadPool::wait(uint32_t index) {
  const uint32_t seen = released.getCount();
  if (arrived.fetch_add(1, std::memory_order_acq_rel) + 1 == team) {
    arrived.store(0, std::memory_order_relaxed);
    released.advance();
    return;
  }
  Waiter &waiter = index == 0 ? callerWaiter : workers[index - 1]->waiter;
  waiter.wait(released, seen);
}
