//===- Call.cpp - What all calls of the driver begin and end with ---------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State.h"

#include <cstdio>

using namespace amp::rt::cuda;
using namespace amp::rt::simulator;

std::vector<uintptr_t> &amp::rt::simulator::contextStack() {
  thread_local std::vector<uintptr_t> stack;
  return stack;
}

bool &amp::rt::simulator::isInWork() {
  thread_local bool isInside = false;
  return isInside;
}

CUstreamCaptureMode &amp::rt::simulator::captureModeOfThread() {
  thread_local CUstreamCaptureMode mode = kCU_STREAM_CAPTURE_MODE_GLOBAL;
  return mode;
}

//===----------------------------------------------------------------------===//
// CallScope
//===----------------------------------------------------------------------===//

CallScope::CallScope(const char *name, Needs needs, InCapture inCapture)
    : call(state(), name, 0), needs(needs) {
  if (isInWork()) {
    // The thread holds the lock already.
    call.fail(kCUDA_ERROR_NOT_PERMITTED,
              "work of a stream may not call the driver");
    return;
  }
  State &driver = call.driver;
  guard = std::unique_lock<std::mutex>(driver.lock);
  call.number = ++driver.numCalls;
  if (driver.isObserved)
    driver.calls.push_back(name);
  isRunning = check(inCapture) == kCUDA_SUCCESS;
}

CallScope::~CallScope() = default;

CUresult CallScope::check(InCapture inCapture) {
  State &driver = call.driver;
  if (auto failure = driver.failNext.find(call.name);
      failure != driver.failNext.end()) {
    CUresult wanted = failure->second;
    driver.failNext.erase(failure);
    return call.fail(wanted, "as the control wants it");
  }
  if (needs == Needs::Nothing)
    return kCUDA_SUCCESS;
  if (!driver.isInitialized)
    return call.fail(kCUDA_ERROR_NOT_INITIALIZED, "cuInit was not called");
  if (needs != Needs::Init) {
    const std::vector<uintptr_t> &stack = contextStack();
    if (stack.empty() || !stack.back())
      return call.fail(kCUDA_ERROR_INVALID_CONTEXT,
                       "the thread has no current context");
    call.context =
        driver.contexts.find(reinterpret_cast<void *>(stack.back())).get();
    if (!call.context)
      return call.fail(kCUDA_ERROR_CONTEXT_IS_DESTROYED,
                       "the thread's current context was destroyed");
    if (needs == Needs::Context && call.context->sticky != kCUDA_SUCCESS)
      return call.fail(call.context->sticky, "a fault before this call");
  }
  if (inCapture == InCapture::Safe ||
      captureModeOfThread() == kCU_STREAM_CAPTURE_MODE_RELAXED)
    return kCUDA_SUCCESS;
  for (const std::shared_ptr<Capture> &capture : driver.captures) {
    const bool isOwn = capture->thread == std::this_thread::get_id();
    const bool forbids =
        isOwn ? capture->mode != kCU_STREAM_CAPTURE_MODE_RELAXED
              : capture->mode == kCU_STREAM_CAPTURE_MODE_GLOBAL &&
                    captureModeOfThread() == kCU_STREAM_CAPTURE_MODE_GLOBAL;
    if (!forbids)
      continue;
    capture->invalidate(call.name);
    return call.fail(kCUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED,
                     "not allowed while " + capture->origin->name +
                         " is captured; the capture is invalid now");
  }
  return kCUDA_SUCCESS;
}

CUresult CallScope::end(CUresult result) {
  State &driver = call.driver;
  if (needs == Needs::Cleanup && call.context && result == kCUDA_SUCCESS &&
      call.context->sticky != kCUDA_SUCCESS)
    result = call.fail(call.context->sticky, "a fault before this call");
  if (driver.traceFile && call.number) {
    if (result == kCUDA_SUCCESS)
      std::fprintf(driver.traceFile, "%s\n", call.name);
    else
      std::fprintf(driver.traceFile, "%s %s: %s\n", call.name,
                   formatResult(result).c_str(), call.message.c_str());
  }
  if (result != kCUDA_SUCCESS && result != kCUDA_ERROR_NOT_READY &&
      driver.isObserved)
    driver.errors.push_back(std::string(call.name) + ": " + call.message);
  return result;
}

//===----------------------------------------------------------------------===//
// Call
//===----------------------------------------------------------------------===//

CUresult Call::fail(CUresult failure, std::string text) {
  result = failure;
  message = std::move(text);
  return failure;
}

template <typename T>
std::shared_ptr<T> Call::find(const HandleTable<T> &table, const void *handle,
                              const char *what, bool isAnyContext) {
  std::shared_ptr<T> object = table.find(handle);
  if (!object) {
    fail(kCUDA_ERROR_INVALID_HANDLE,
         !handle ? std::string("the ") + what + " is null"
         : table.wasDestroyed(handle)
             ? std::string("the ") + what + " was destroyed"
             : std::string("this is no ") + what);
    return nullptr;
  }
  if (!isAnyContext && object->context != context) {
    fail(kCUDA_ERROR_INVALID_HANDLE,
         std::string("the ") + what + " belongs to another context");
    return nullptr;
  }
  return object;
}

std::shared_ptr<Stream> Call::findStream(CUstream stream) {
  // The default streams: null and 1 are the legacy one, 2 is the thread's.
  const auto value = reinterpret_cast<uintptr_t>(stream);
  if (value <= 1) {
    driver.getLegacyStream(*context);
    return context->legacy;
  }
  if (value == 2) {
    auto &own = context->perThread[std::this_thread::get_id()];
    if (!own) {
      own = driver.makeStream(*context, 0, 0);
      own->name = "the thread's default stream";
    }
    return own;
  }
  return find(driver.streams, stream, "stream", false);
}

std::shared_ptr<Event> Call::findEvent(CUevent event, bool isAnyContext) {
  return find(driver.events, event, "event", isAnyContext);
}

std::shared_ptr<Module> Call::findModule(CUmodule module) {
  return find(driver.modules, module, "module", false);
}

std::shared_ptr<Function> Call::findFunction(CUfunction function) {
  return find(driver.functions, function, "function", false);
}

bool Call::checkRange(uint64_t address, uint64_t bytes, const char *what) {
  Memory &memory = context->device.memory;
  Allocation *allocation = memory.find(address);
  if (allocation && allocation->contains(address, bytes))
    return true;
  fail(kCUDA_ERROR_INVALID_VALUE,
       std::string("the ") + what + " " + formatRange(address, bytes) +
           " is not in one allocation of the device: " +
           memory.describe(allocation ? address + bytes : address));
  return false;
}
