//===- Status.h - Results of runtime calls ----------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A small owner of an `amprt_status`, and the macros that record where a
// failure was noticed.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_CORE_STATUS_H
#define AMP_RUNTIME_CORE_STATUS_H

#include "amp-rt/amp_rt.h"

#include <memory>
#include <string>

namespace amp::rt {

/// Library names that a status carries.
inline constexpr const char kLibraryRuntime[] = "amp-rt";

struct StatusDeleter {
  void operator()(amprt_status *status) const { amprt_status_free(status); }
};

/// Success, or the description of one failure. Move-only.
class [[nodiscard]] Status {
public:
  /// Success.
  Status() = default;

  /// A failure. `library` and `file` must have static storage; of `file` only
  /// the part after the last slash is kept. Does not throw: without memory for
  /// the message the status says that memory ran out.
  static Status failure(amprt_code code, const char *library,
                        const std::string &message, const char *file,
                        int line) noexcept;

  /// The failure to report when memory for the runtime's own objects runs out.
  /// Needs no memory itself.
  static Status outOfHostMemory() noexcept;

  /// Takes over what the C interface gave.
  static Status adopt(amprt_status *status) noexcept {
    Status result;
    result.status.reset(status);
    return result;
  }

  bool ok() const { return !status; }
  amprt_code getCode() const { return amprt_status_code(status.get()); }
  /// The message of a failure; "" on success.
  const char *getMessage() const { return amprt_status_message(status.get()); }
  /// Gives the status to a caller of the C interface; NULL is success.
  amprt_status *release() { return status.release(); }

private:
  std::unique_ptr<amprt_status, StatusDeleter> status;
};

} // namespace amp::rt

/// A failure that `library` reported, noticed here.
#define AMPRT_LIBRARY_ERROR(CODE, LIBRARY, MESSAGE)                            \
  ::amp::rt::Status::failure(CODE, LIBRARY, MESSAGE, __FILE__, __LINE__)

/// A failure of the runtime itself, noticed here.
#define AMPRT_ERROR(CODE, MESSAGE)                                             \
  AMPRT_LIBRARY_ERROR(CODE, ::amp::rt::kLibraryRuntime, MESSAGE)

/// Leaves the enclosing function, which returns a Status, if EXPR failed.
#define AMPRT_RETURN_IF_ERROR(EXPR)                                            \
  do {                                                                         \
    if (::amp::rt::Status amprtStatus = (EXPR); !amprtStatus.ok())             \
      return amprtStatus;                                                      \
  } while (false)

#endif // AMP_RUNTIME_CORE_STATUS_H
