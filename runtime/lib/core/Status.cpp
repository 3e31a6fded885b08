//===- Status.cpp - Results of runtime calls ------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Status.h"

#include <cstring>
#include <new>

using namespace amp::rt;

struct amprt_status {
  amprt_code code;
  const char *library;
  const char *file;
  int line;
  std::string message;
};

/// Returned where there is no memory for a status; never freed.
static const amprt_status &getOutOfHostMemory() {
  // Short enough to be stored without an allocation.
  static const amprt_status status = {AMPRT_RESOURCE_EXHAUSTED, kLibraryRuntime,
                                      "Status.cpp", __LINE__, "out of memory"};
  return status;
}

Status Status::failure(amprt_code code, const char *library,
                       const std::string &message, const char *file,
                       int line) noexcept {
  const char *slash = std::strrchr(file, '/');
  try {
    Status result;
    result.status.reset(new amprt_status{
        code, library, slash ? slash + 1 : file, line, message});
    return result;
  } catch (const std::bad_alloc &) {
    return outOfHostMemory();
  }
}

Status Status::outOfHostMemory() noexcept {
  Status result;
  result.status.reset(const_cast<amprt_status *>(&getOutOfHostMemory()));
  return result;
}

amprt_code amprt_status_code(const amprt_status *status) {
  return status ? status->code : AMPRT_OK;
}

const char *amprt_status_message(const amprt_status *status) {
  return status ? status->message.c_str() : "";
}

const char *amprt_status_library(const amprt_status *status) {
  return status ? status->library : "";
}

const char *amprt_status_file(const amprt_status *status) {
  return status ? status->file : "";
}

int amprt_status_line(const amprt_status *status) {
  return status ? status->line : 0;
}

void amprt_status_free(amprt_status *status) {
  if (status != &getOutOfHostMemory())
    delete status;
}
