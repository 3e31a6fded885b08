/*===- Parallel.c - Loops on the shared OpenMP pool ---------------*- C -*-===*
 *
 * Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===*/

#include "Parallel.h"

#include <omp.h>

void amprt_parallel_for(int threads, int64_t extent, int64_t grain,
                        amprt_loop_body body, void *context) {
  int64_t ranges;
  if (extent <= 0)
    return;
  ranges = extent / grain < threads ? extent / grain : threads;
  if (ranges <= 1) {
    body(context, 0, extent);
    return;
  }

  /* The whole pool is woken even for fewer ranges: libgomp ends the threads
     that a smaller team has no use for and would have to start them again. */
#pragma omp parallel num_threads(threads)
  {
    const int64_t team = omp_get_num_threads();
    const int64_t used = ranges < team ? ranges : team;
    const int64_t i = omp_get_thread_num();
    if (i < used) {
      /* The first `rest` ranges are one longer than the others. */
      const int64_t length = extent / used, rest = extent % used;
      const int64_t begin = i * length + (i < rest ? i : rest);
      body(context, begin, begin + length + (i < rest));
    }
  }
}

int amprt_parallel_set_threads(int threads) {
  const int previous = omp_get_max_threads();
  omp_set_num_threads(threads);
  return previous;
}
