//===- Interrupt.h - Signals that end a run ---------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_TOOLS_AMP_RUN_INTERRUPT_H
#define AMP_TOOLS_AMP_RUN_INTERRUPT_H

#include <atomic>
#include <csignal>
#include <pthread.h>
#include <string>

namespace amp::run {

/// What SIGINT, SIGTERM and SIGHUP do to a run. By themselves they end it at
/// once, with exit code 128 + N and without temporary files. While a Deferral
/// lives, the first one only asks for an end, and the second one ends it.
///
/// A thread of its own waits for them, and all others block them: nothing runs
/// in a signal handler, and no system call of the run is interrupted. What is
/// ignored when the run begins, as nohup does with SIGHUP, stays so.
class Interrupt {
public:
  /// Must be made before any other thread, which inherit what is blocked. If
  /// no thread can be made, the signals do what they always do.
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt &) = delete;
  Interrupt &operator=(const Interrupt &) = delete;

  class Deferral {
  public:
    explicit Deferral(Interrupt &interrupt) : interrupt(interrupt) {
      interrupt.isDeferred = true;
    }
    ~Deferral() { interrupt.isDeferred = false; }
    Deferral(const Deferral &) = delete;
    Deferral &operator=(const Deferral &) = delete;

  private:
    Interrupt &interrupt;
  };

  /// True if a signal has come while it was deferred.
  bool isRequested() const { return requested != 0; }
  /// "SIGINT"; only if one has come.
  std::string name() const;
  int exitCode() const { return 128 + requested; }

private:
  static void *wait(void *self);
  void handle(int signal);

  sigset_t signals;
  pthread_t thread;
  bool hasThread = false;
  int wakeUp = -1;   // an eventfd
  int arrivals = -1; // a signalfd
  std::atomic<bool> isDeferred{false};
  std::atomic<int> requested{0};
};

} // namespace amp::run

#endif // AMP_TOOLS_AMP_RUN_INTERRUPT_H
