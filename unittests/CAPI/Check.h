/*===- Check.h - Tests in C -----------------------------------------------===*
 *
 * Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===*
 *
 * A test in C is a function that gives NULL, or what is not so.
 *
 *===----------------------------------------------------------------------===*/

#ifndef AMP_UNITTESTS_CAPI_CHECK_H
#define AMP_UNITTESTS_CAPI_CHECK_H

#include "amp-c/Common.h"

#include <stdio.h>
#include <string.h>

#define CHECK(call)                                                            \
  do {                                                                         \
    amp_status *check_status = (call);                                         \
    if (check_status)                                                          \
      return describe(#call, check_status);                                    \
  } while (0)

#define EXPECT(condition)                                                      \
  do {                                                                         \
    if (!(condition))                                                          \
      return "not so: " #condition;                                            \
  } while (0)

/* Describes a failure and releases its status. */
const char *describe(const char *what, amp_status *status);

#endif /* AMP_UNITTESTS_CAPI_CHECK_H */
