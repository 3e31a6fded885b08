//===- Errors.cpp - Names and texts of results ----------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State.h"

using namespace amp::rt::cuda;
using namespace amp::rt::simulator;

namespace {
struct Entry {
  CUresult result;
  const char *name;
  const char *text;
};
} // namespace

#define ENTRY(NAME, TEXT) {kCUDA_##NAME, "CUDA_" #NAME, TEXT}
static const Entry kEntries[] = {
    ENTRY(SUCCESS, "no error"),
    ENTRY(ERROR_INVALID_VALUE, "invalid argument"),
    ENTRY(ERROR_OUT_OF_MEMORY, "out of memory"),
    ENTRY(ERROR_NOT_INITIALIZED, "initialization error"),
    ENTRY(ERROR_STUB_LIBRARY, "the library is a stub"),
    ENTRY(ERROR_DEVICE_UNAVAILABLE, "the device is busy or unavailable"),
    ENTRY(ERROR_NO_DEVICE, "no CUDA-capable device"),
    ENTRY(ERROR_INVALID_DEVICE, "invalid device ordinal"),
    ENTRY(ERROR_INVALID_IMAGE, "invalid kernel image"),
    ENTRY(ERROR_INVALID_CONTEXT, "invalid device context"),
    ENTRY(ERROR_NO_BINARY_FOR_GPU, "no kernel image for this device"),
    ENTRY(ERROR_ECC_UNCORRECTABLE, "uncorrectable ECC error"),
    ENTRY(ERROR_INVALID_PTX, "PTX could not be compiled"),
    ENTRY(ERROR_NVLINK_UNCORRECTABLE, "uncorrectable NVLink error"),
    ENTRY(ERROR_UNSUPPORTED_PTX_VERSION, "PTX newer than the driver"),
    ENTRY(ERROR_INVALID_HANDLE, "invalid resource handle"),
    ENTRY(ERROR_ILLEGAL_STATE, "wrong state for this call"),
    ENTRY(ERROR_NOT_FOUND, "named symbol not found"),
    ENTRY(ERROR_NOT_READY, "device not ready"),
    ENTRY(ERROR_ILLEGAL_ADDRESS, "illegal memory access"),
    ENTRY(ERROR_LAUNCH_OUT_OF_RESOURCES, "too many resources for a launch"),
    ENTRY(ERROR_LAUNCH_TIMEOUT, "the launch took too long"),
    ENTRY(ERROR_CONTEXT_IS_DESTROYED, "the context was destroyed"),
    ENTRY(ERROR_ASSERT, "assertion in a kernel"),
    ENTRY(ERROR_HOST_MEMORY_ALREADY_REGISTERED,
          "host memory already registered"),
    ENTRY(ERROR_HOST_MEMORY_NOT_REGISTERED, "host memory not registered"),
    ENTRY(ERROR_HARDWARE_STACK_ERROR, "hardware stack error"),
    ENTRY(ERROR_ILLEGAL_INSTRUCTION, "illegal instruction"),
    ENTRY(ERROR_MISALIGNED_ADDRESS, "misaligned address"),
    ENTRY(ERROR_INVALID_ADDRESS_SPACE, "wrong address space"),
    ENTRY(ERROR_INVALID_PC, "invalid program counter"),
    ENTRY(ERROR_LAUNCH_FAILED, "unspecified launch failure"),
    ENTRY(ERROR_NOT_PERMITTED, "operation not permitted"),
    ENTRY(ERROR_NOT_SUPPORTED, "operation not supported"),
    ENTRY(ERROR_STREAM_CAPTURE_UNSUPPORTED, "not permitted in a capture"),
    ENTRY(ERROR_STREAM_CAPTURE_INVALIDATED, "the capture is invalid"),
    ENTRY(ERROR_STREAM_CAPTURE_MERGE, "would join two captures"),
    ENTRY(ERROR_STREAM_CAPTURE_UNMATCHED, "the capture began elsewhere"),
    ENTRY(ERROR_STREAM_CAPTURE_UNJOINED, "a captured stream was not joined"),
    ENTRY(ERROR_STREAM_CAPTURE_ISOLATION, "dependency on uncaptured work"),
    ENTRY(ERROR_STREAM_CAPTURE_IMPLICIT, "dependency on the default stream"),
    ENTRY(ERROR_CAPTURED_EVENT, "the event was recorded in a capture"),
    ENTRY(ERROR_STREAM_CAPTURE_WRONG_THREAD, "a capture of another thread"),
    ENTRY(ERROR_GRAPH_EXEC_UPDATE_FAILURE, "the graph cannot be updated"),
    ENTRY(ERROR_UNKNOWN, "unknown error"),
};
#undef ENTRY

static const Entry *findEntry(CUresult result) {
  for (const Entry &entry : kEntries)
    if (entry.result == result)
      return &entry;
  return nullptr;
}

const char *amp::rt::simulator::nameOfResult(CUresult result) {
  const Entry *entry = findEntry(result);
  return entry ? entry->name : nullptr;
}

const char *amp::rt::simulator::textOfResult(CUresult result) {
  const Entry *entry = findEntry(result);
  return entry ? entry->text : nullptr;
}

std::string amp::rt::simulator::formatResult(CUresult result) {
  const char *name = nameOfResult(result);
  return name ? name : "CUresult " + std::to_string(result);
}
