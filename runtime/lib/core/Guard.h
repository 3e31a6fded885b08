//===- Guard.h - Where the C interface ends ---------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_CORE_GUARD_H
#define AMP_RUNTIME_CORE_GUARD_H

#include "Status.h"

#include <new>

namespace amp::rt {

/// Runs `body`, which gives a Status: no exception leaves the C interface.
template <typename Body>
amprt_status *guard(Body body) noexcept {
  try {
    return body().release();
  } catch (const std::bad_alloc &) {
    return Status::outOfHostMemory().release();
  } catch (...) {
    return AMPRT_ERROR(AMPRT_INTERNAL, "an unexpected exception").release();
  }
}

inline Status requireArgument(const void *argument, const char *name) {
  if (!argument)
    return AMPRT_ERROR(AMPRT_INVALID_ARGUMENT, std::string(name) + " is NULL");
  return Status();
}

} // namespace amp::rt

#endif // AMP_RUNTIME_CORE_GUARD_H
