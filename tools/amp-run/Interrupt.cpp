//===- Interrupt.cpp - Signals that end a run -----------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interrupt.h"

#include "ExitCode.h"
#include "amp/Support/AtomicFile.h"

#include <cerrno>
#include <cstdint>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

using namespace amp::run;

static const char *nameOf(int signal) {
  return signal == SIGINT ? "SIGINT" : signal == SIGTERM ? "SIGTERM" : "SIGHUP";
}

/// Writes all at once, beside whatever the run is writing.
static void say(const std::string &message) {
  std::string text = isatty(STDERR_FILENO) ? "\r\x1b[K" : "";
  text += std::string(toolName) + ": " + message + "\n";
  // Nothing can be done if nobody reads it.
  (void)!write(STDERR_FILENO, text.data(), text.size());
}

Interrupt::Interrupt() {
  sigemptyset(&signals);
  bool hasSignals = false;
  for (int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction action;
    if (sigaction(signal, nullptr, &action) == 0 &&
        action.sa_handler == SIG_IGN)
      continue;
    sigaddset(&signals, signal);
    hasSignals = true;
  }
  if (!hasSignals)
    return;
  wakeUp = eventfd(0, EFD_CLOEXEC);
  arrivals = signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
  if (wakeUp < 0 || arrivals < 0 ||
      pthread_sigmask(SIG_BLOCK, &signals, nullptr) != 0)
    return;
  hasThread = pthread_create(&thread, nullptr, wait, this) == 0;
  if (!hasThread)
    pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
}

Interrupt::~Interrupt() {
  // What comes later finds that all is done: the signals stay blocked.
  uint64_t one = 1;
  if (hasThread && write(wakeUp, &one, sizeof(one)) == sizeof(one))
    pthread_join(thread, nullptr);
  for (int descriptor : {wakeUp, arrivals})
    if (descriptor >= 0)
      close(descriptor);
}

std::string Interrupt::name() const { return nameOf(requested); }

void *Interrupt::wait(void *self) {
  Interrupt &interrupt = *static_cast<Interrupt *>(self);
  while (true) {
    struct pollfd events[] = {{interrupt.wakeUp, POLLIN, 0},
                              {interrupt.arrivals, POLLIN, 0}};
    if (poll(events, 2, -1) < 0 && errno != EINTR)
      return nullptr;
    struct signalfd_siginfo arrival;
    if (read(interrupt.arrivals, &arrival, sizeof(arrival)) == sizeof(arrival))
      interrupt.handle(static_cast<int>(arrival.ssi_signo));
    else if (events[0].revents)
      return nullptr;
  }
}

void Interrupt::handle(int signal) {
  int none = 0;
  if (isDeferred && requested.compare_exchange_strong(none, signal)) {
    say(std::string(nameOf(signal)) +
        ": the run ends after this step; a second signal ends it at once");
    return;
  }
  AtomicFile::removeOpenFiles();
  say(std::string("error: ended by ") + nameOf(signal) +
      "; no file is half written");
  _exit(128 + signal);
}
