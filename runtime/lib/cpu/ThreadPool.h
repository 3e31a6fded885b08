//===- ThreadPool.h - Threads that wait without burning ---------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The threads on which parallel regions run. A step has some ten to a hundred
// regions, a few microseconds to milliseconds long, with short gaps between
// them. To wake a sleeping thread costs up to 50 us, so that on a machine of
// one's own it pays to spin through the gaps. On a machine that does something
// else, too, the thread that is waited for may have no core; a thread that
// spins then only uses up the time slice that the other one needs. So each
// thread learns from its waits: how long it spins before it sleeps grows while
// spinning is enough and shrinks to nothing while it is not.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_CPU_THREADPOOL_H
#define AMP_RUNTIME_CPU_THREADPOOL_H

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

namespace amp::rt::cpu {

/// What a thread does while it waits.
enum class WaitPolicy {
  Adaptive, ///< spins for as long as that has been enough of late, then sleeps
  Passive,  ///< sleeps at once
  Active    ///< spins for as long as kActiveSpin
};

/// The policy that OMP_WAIT_POLICY names, in upper or lower case; Adaptive if
/// `text` is NULL or something else.
WaitPolicy parseWaitPolicy(const char *text);

/// The longest that a thread spins by the adaptive policy: what it costs to be
/// woken on a virtual machine, so that spinning in vain at most doubles it.
inline constexpr std::chrono::microseconds kMostSpin(50);
/// Below this a limit counts as none.
inline constexpr std::chrono::microseconds kLeastSpin(2);
/// After so many waits that slept at once, one spins as a trial.
inline constexpr uint32_t kWaitsBetweenTrials = 64;
/// How long a thread spins by the active policy.
inline constexpr std::chrono::milliseconds kActiveSpin(100);

/// A count that one thread advances and others wait for.
class alignas(64) Event {
public:
  uint32_t getCount() const { return count.load(std::memory_order_acquire); }
  /// Advances the count and wakes those that sleep until it does.
  void advance();
  /// Sleeps until the count is not `seen`.
  void sleepWhile(uint32_t seen);

private:
  std::atomic<uint32_t> count{0};
  std::atomic<uint32_t> sleepers{0};
};

/// How long a thread spins, as it learns from its waits.
class SpinLimit {
public:
  using Duration = std::chrono::nanoseconds;

  explicit SpinLimit(WaitPolicy policy);
  /// The longest that the next wait spins; 0 to sleep at once.
  Duration choose();
  /// Learns whether to spin for `most`, which was chosen, was enough.
  void learn(Duration most, bool sufficed);

private:
  WaitPolicy policy;
  Duration limit;
  /// Waits that slept at once since the last trial.
  uint32_t slept = 0;
};

/// How one thread waits. Not shared by threads.
class Waiter {
public:
  explicit Waiter(WaitPolicy policy) : limit(policy) {}
  /// Waits until the count of `event` is not `seen`.
  void wait(Event &event, uint32_t seen);

private:
  SpinLimit limit;
};

/// Threads that run one region at a time. A region runs on a team: the thread
/// that calls `run`, which is number 0, and threads of the pool.
class ThreadPool {
public:
  using Body = void (*)(void *data);

  /// A pool of the calling thread alone.
  explicit ThreadPool(WaitPolicy policy);
  /// Ends the threads; no region may be running.
  ~ThreadPool();
  ThreadPool(const ThreadPool &) = delete;
  ThreadPool &operator=(const ThreadPool &) = delete;

  /// Starts threads until a team can have `threads`. Throws std::system_error
  /// if the system starts no more; those that were started stay.
  void grow(uint32_t threads);
  /// Most threads of a team.
  uint32_t getSize() const { return static_cast<uint32_t>(workers.size()) + 1; }

  /// Calls `body(data)` once on each of `team` threads, at most getSize(), and
  /// waits for all of them. Not for two threads at a time, nor from a region.
  void run(uint32_t team, Body body, void *data);
  /// Waits, as thread `index` of the running region, for the whole team.
  void wait(uint32_t index);

private:
  struct Worker {
    explicit Worker(WaitPolicy policy) : waiter(policy) {}
    Event posted;
    Waiter waiter;
    std::thread thread;
  };
  void work(Worker &worker, uint32_t index);

  const WaitPolicy policy;
  std::vector<std::unique_ptr<Worker>> workers;
  /// Of the thread that calls `run`.
  Waiter callerWaiter;

  // The region; written before it is posted to the workers of its team.
  Body body = nullptr;
  void *data = nullptr;
  uint32_t team = 1;
  bool isStopping = false;

  /// Workers of the team that have not finished the region.
  alignas(64) std::atomic<uint32_t> pending{0};
  Event finished;
  /// Threads of the team that have arrived at the barrier.
  alignas(64) std::atomic<uint32_t> arrived{0};
  Event released;
};

/// The place of the calling thread in a region.
struct Member {
  ThreadPool *pool = nullptr; ///< that runs the region; NULL outside regions
  uint32_t index = 0;
  uint32_t team = 1; ///< also 1 in a region within a region
};
const Member &getMember();

/// Makes the calling thread a member while it lives.
class MemberScope {
public:
  explicit MemberScope(const Member &member);
  ~MemberScope();
  MemberScope(const MemberScope &) = delete;
  MemberScope &operator=(const MemberScope &) = delete;

private:
  Member previous;
};

} // namespace amp::rt::cpu

#endif // AMP_RUNTIME_CPU_THREADPOOL_H
