//===- EntryDevice.cpp - Functions for devices and contexts ---------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Model.h"
#include "State.h"

#include <algorithm>

using namespace amp::rt::cuda;
using namespace amp::rt::simulator;

/// A handle is a number that only the driver looks into.
static CUcontext toHandle(uintptr_t value) {
  return reinterpret_cast<CUcontext>(value);
}

static CUresult noDevice(Call &call, CUdevice device) {
  return call.fail(kCUDA_ERROR_INVALID_DEVICE,
                   "there is no device " + std::to_string(device) + ", only " +
                       std::to_string(call.driver.deviceCount));
}

//===----------------------------------------------------------------------===//
// Driver and devices
//===----------------------------------------------------------------------===//

CUresult amp::rt::simulator::cuInit(unsigned flags) {
  return enter("cuInit", Needs::Nothing, InCapture::Safe, [&](Call &call) {
    if (flags)
      return call.fail(kCUDA_ERROR_INVALID_VALUE, "the flags are not 0");
    return call.driver.initialize(call);
  });
}

CUresult amp::rt::simulator::cuDriverGetVersion(int *version) {
  return enter("cuDriverGetVersion", Needs::Nothing, InCapture::Safe,
               [&](Call &call) {
                 if (!version)
                   return call.failOnNull();
                 *version = call.driver.driverVersion;
                 return kCUDA_SUCCESS;
               });
}

// Not calls of interest: they are neither noted nor synchronized.
CUresult amp::rt::simulator::cuGetErrorName(CUresult error, const char **name) {
  if (!name)
    return kCUDA_ERROR_INVALID_VALUE;
  *name = nameOfResult(error);
  return *name ? kCUDA_SUCCESS : kCUDA_ERROR_INVALID_VALUE;
}

CUresult amp::rt::simulator::cuGetErrorString(CUresult error,
                                              const char **text) {
  if (!text)
    return kCUDA_ERROR_INVALID_VALUE;
  *text = textOfResult(error);
  return *text ? kCUDA_SUCCESS : kCUDA_ERROR_INVALID_VALUE;
}

CUresult amp::rt::simulator::cuDeviceGetCount(int *count) {
  return enter("cuDeviceGetCount", Needs::Init, InCapture::Safe,
               [&](Call &call) {
                 if (!count)
                   return call.failOnNull();
                 *count = call.driver.deviceCount;
                 return kCUDA_SUCCESS;
               });
}

CUresult amp::rt::simulator::cuDeviceGet(CUdevice *device, int ordinal) {
  return enter("cuDeviceGet", Needs::Init, InCapture::Safe, [&](Call &call) {
    if (!device)
      return call.failOnNull();
    if (!call.driver.findDevice(ordinal))
      return noDevice(call, ordinal);
    *device = ordinal;
    return kCUDA_SUCCESS;
  });
}

CUresult amp::rt::simulator::cuDeviceGetName(char *name, int bytes,
                                             CUdevice device) {
  return enter("cuDeviceGetName", Needs::Init, InCapture::Safe,
               [&](Call &call) {
                 if (!name || bytes <= 0)
                   return call.failOnNull();
                 if (!call.driver.findDevice(device))
                   return noDevice(call, device);
                 const std::string &text = call.driver.deviceName;
                 const size_t length =
                     std::min(text.size(), static_cast<size_t>(bytes) - 1);
                 std::memcpy(name, text.data(), length);
                 name[length] = '\0';
                 return kCUDA_SUCCESS;
               });
}

CUresult amp::rt::simulator::cuDeviceTotalMem_v2(size_t *bytes,
                                                 CUdevice device) {
  return enter(
      "cuDeviceTotalMem_v2", Needs::Init, InCapture::Safe, [&](Call &call) {
        if (!bytes)
          return call.failOnNull();
        Device *found = call.driver.findDevice(device);
        if (!found)
          return noDevice(call, device);
        *bytes = found->memory.bytesInUse() + found->memory.bytesFree();
        return kCUDA_SUCCESS;
      });
}

CUresult amp::rt::simulator::cuDeviceGetAttribute(int *value,
                                                  CUdevice_attribute attribute,
                                                  CUdevice device) {
  return enter("cuDeviceGetAttribute", Needs::Init, InCapture::Safe,
               [&](Call &call) {
                 if (!value)
                   return call.failOnNull();
                 if (!call.driver.findDevice(device))
                   return noDevice(call, device);
                 if (findAttribute(call.driver, attribute, *value))
                   return kCUDA_SUCCESS;
                 return call.fail(kCUDA_ERROR_INVALID_VALUE,
                                  "the simulated device has no attribute " +
                                      std::to_string(attribute));
               });
}

//===----------------------------------------------------------------------===//
// Primary contexts
//===----------------------------------------------------------------------===//

CUresult amp::rt::simulator::cuDevicePrimaryCtxRetain(CUcontext *context,
                                                      CUdevice device) {
  return enter("cuDevicePrimaryCtxRetain", Needs::Init, InCapture::Safe,
               [&](Call &call) {
                 if (!context)
                   return call.failOnNull();
                 Device *found = call.driver.findDevice(device);
                 if (!found)
                   return noDevice(call, device);
                 if (!found->primary) {
                   found->primary = std::make_shared<Context>(*found);
                   found->primary->handle =
                       call.driver.contexts.insert(found->primary);
                 }
                 ++found->retains;
                 *context = toHandle(found->primary->handle);
                 return kCUDA_SUCCESS;
               });
}

CUresult amp::rt::simulator::cuDevicePrimaryCtxRelease_v2(CUdevice device) {
  return enter("cuDevicePrimaryCtxRelease_v2", Needs::Init, InCapture::Safe,
               [&](Call &call) {
                 Device *found = call.driver.findDevice(device);
                 if (!found)
                   return noDevice(call, device);
                 if (!found->retains)
                   return call.fail(kCUDA_ERROR_INVALID_CONTEXT,
                                    "the primary context is not retained");
                 if (--found->retains == 0)
                   call.driver.destroyContext(*found);
                 return kCUDA_SUCCESS;
               });
}

CUresult amp::rt::simulator::cuDevicePrimaryCtxReset_v2(CUdevice device) {
  return enter("cuDevicePrimaryCtxReset_v2", Needs::Init, InCapture::Unsafe,
               [&](Call &call) {
                 Device *found = call.driver.findDevice(device);
                 if (!found)
                   return noDevice(call, device);
                 call.driver.destroyContext(*found);
                 return kCUDA_SUCCESS;
               });
}

CUresult amp::rt::simulator::cuDevicePrimaryCtxGetState(CUdevice device,
                                                        unsigned *flags,
                                                        int *active) {
  return enter("cuDevicePrimaryCtxGetState", Needs::Init, InCapture::Safe,
               [&](Call &call) {
                 if (!flags || !active)
                   return call.failOnNull();
                 Device *found = call.driver.findDevice(device);
                 if (!found)
                   return noDevice(call, device);
                 *flags = 0;
                 *active = found->primary != nullptr;
                 return kCUDA_SUCCESS;
               });
}

//===----------------------------------------------------------------------===//
// The current context
//===----------------------------------------------------------------------===//

static bool isContext(Call &call, CUcontext context) {
  if (call.driver.contexts.find(context))
    return true;
  call.fail(kCUDA_ERROR_INVALID_CONTEXT,
            !context ? "the context is null"
            : call.driver.contexts.wasDestroyed(context)
                ? "the context was destroyed"
                : "this is no context");
  return false;
}

CUresult amp::rt::simulator::cuCtxPushCurrent_v2(CUcontext context) {
  return enter("cuCtxPushCurrent_v2", Needs::Init, InCapture::Safe,
               [&](Call &call) {
                 if (!isContext(call, context))
                   return call.result;
                 contextStack().push_back(reinterpret_cast<uintptr_t>(context));
                 return kCUDA_SUCCESS;
               });
}

CUresult amp::rt::simulator::cuCtxPopCurrent_v2(CUcontext *context) {
  return enter("cuCtxPopCurrent_v2", Needs::Init, InCapture::Safe,
               [&](Call &call) {
                 std::vector<uintptr_t> &stack = contextStack();
                 if (stack.empty())
                   return call.fail(kCUDA_ERROR_INVALID_CONTEXT,
                                    "the thread has no current context");
                 if (context)
                   *context = toHandle(stack.back());
                 stack.pop_back();
                 return kCUDA_SUCCESS;
               });
}

CUresult amp::rt::simulator::cuCtxSetCurrent(CUcontext context) {
  return enter("cuCtxSetCurrent", Needs::Init, InCapture::Safe,
               [&](Call &call) {
                 if (context && !isContext(call, context))
                   return call.result;
                 std::vector<uintptr_t> &stack = contextStack();
                 if (!stack.empty())
                   stack.pop_back();
                 if (context)
                   stack.push_back(reinterpret_cast<uintptr_t>(context));
                 return kCUDA_SUCCESS;
               });
}

CUresult amp::rt::simulator::cuCtxGetCurrent(CUcontext *context) {
  return enter(
      "cuCtxGetCurrent", Needs::Init, InCapture::Safe, [&](Call &call) {
        if (!context)
          return call.failOnNull();
        *context = toHandle(contextStack().empty() ? 0 : contextStack().back());
        return kCUDA_SUCCESS;
      });
}

CUresult amp::rt::simulator::cuCtxGetDevice(CUdevice *device) {
  return enter("cuCtxGetDevice", Needs::Context, InCapture::Safe,
               [&](Call &call) {
                 if (!device)
                   return call.failOnNull();
                 *device = call.context->device.ordinal;
                 return kCUDA_SUCCESS;
               });
}

CUresult amp::rt::simulator::cuCtxGetStreamPriorityRange(int *least,
                                                         int *greatest) {
  return enter("cuCtxGetStreamPriorityRange", Needs::Context, InCapture::Safe,
               [&](Call &) {
                 if (least)
                   *least = kLeastPriority;
                 if (greatest)
                   *greatest = kGreatestPriority;
                 return kCUDA_SUCCESS;
               });
}

CUresult amp::rt::simulator::cuCtxSynchronize() {
  return enter(
      "cuCtxSynchronize", Needs::Context, InCapture::Unsafe, [&](Call &call) {
        for (const std::shared_ptr<Capture> &capture : call.driver.captures)
          if (capture->origin->context == call.context)
            return call.driver.refuseCaptured(call, *capture->origin);
        return call.endWith(call.driver.synchronize(*call.context));
      });
}
