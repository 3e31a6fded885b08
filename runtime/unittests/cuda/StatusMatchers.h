//===- StatusMatchers.h - Expectations on a status --------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_UNITTESTS_CUDA_STATUSMATCHERS_H
#define AMP_RUNTIME_UNITTESTS_CUDA_STATUSMATCHERS_H

#include "Status.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>

namespace amp::rt::cuda {

/// True, or what the status says.
inline ::testing::AssertionResult succeeded(const Status &status) {
  if (status.ok())
    return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << status.getMessage();
}

/// True if `status` has `code` and its message contains every one of `parts`.
inline ::testing::AssertionResult
failedWith(const Status &status, amprt_code code,
           std::initializer_list<const char *> parts) {
  if (status.getCode() != code)
    return ::testing::AssertionFailure()
           << "code " << status.getCode() << ": " << status.getMessage();
  for (const char *part : parts)
    if (std::string(status.getMessage()).find(part) == std::string::npos)
      return ::testing::AssertionFailure()
             << "no '" << part << "' in: " << status.getMessage();
  return ::testing::AssertionSuccess();
}

} // namespace amp::rt::cuda

#endif // AMP_RUNTIME_UNITTESTS_CUDA_STATUSMATCHERS_H
