//===- Parallel.h - Loops on the shared OpenMP pool -------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The C++ of the project is compiled without OpenMP; the parallel region lies
// in a C file whose compiler uses the same OpenMP library as oneDNN.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_CPU_PARALLEL_H
#define AMP_RUNTIME_CPU_PARALLEL_H

#include <stdint.h>

#ifdef __cplusplus
#include <type_traits>
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Computes the iterations [begin, end). Must not throw. */
typedef void (*amprt_loop_body)(void *context, int64_t begin, int64_t end);

/* Splits [0, extent) into contiguous ranges of at least `grain` iterations, at
   most one for each of `threads` threads, and waits for all of them. A loop
   that makes one range only runs on the calling thread. */
void amprt_parallel_for(int threads, int64_t extent, int64_t grain,
                        amprt_loop_body body, void *context);

/* Sets how many threads oneDNN uses when the calling thread calls it; returns
   the number before. */
int amprt_parallel_set_threads(int threads);

#ifdef __cplusplus
} // extern "C"

namespace amp::rt::cpu {

/// Calls `body(begin, end)` for ranges that make up [0, extent); see
/// amprt_parallel_for.
template <typename Body>
void parallelFor(int threads, int64_t extent, int64_t grain, Body &&body) {
  amprt_parallel_for(
      threads, extent, grain,
      [](void *context, int64_t begin, int64_t end) {
        (*static_cast<std::remove_reference_t<Body> *>(context))(begin, end);
      },
      &body);
}

/// Makes oneDNN use `threads` threads on this thread while it lives.
class ThreadScope {
public:
  explicit ThreadScope(int threads)
      : previous(amprt_parallel_set_threads(threads)) {}
  ~ThreadScope() { amprt_parallel_set_threads(previous); }
  ThreadScope(const ThreadScope &) = delete;
  ThreadScope &operator=(const ThreadScope &) = delete;

private:
  int previous;
};

} // namespace amp::rt::cpu
#endif

#endif /* AMP_RUNTIME_CPU_PARALLEL_H */
