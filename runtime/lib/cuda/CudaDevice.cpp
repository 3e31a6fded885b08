//===- CudaDevice.cpp - An opened CUDA device -----------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaDevice.h"

#include "CudaError.h"
#include "CudaModule.h"
#include "CudaProgram.h"

using namespace amp::rt;
using namespace amp::rt::cuda;

static CUdeviceptr toDevice(const void *address) {
  return reinterpret_cast<uintptr_t>(address);
}

//===----------------------------------------------------------------------===//
// Context
//===----------------------------------------------------------------------===//

Status ContextScope::enter() {
  AMPRT_CUDA_CALL(driver, cuCtxPushCurrent_v2(context),
                  "making the device's context current");
  entered = true;
  return Status();
}

ContextScope::~ContextScope() {
  // A failure here is one of the work, which the next call reports.
  CUcontext previous;
  if (entered)
    (void)driver.cuCtxPopCurrent_v2(&previous);
}

//===----------------------------------------------------------------------===//
// Opening and closing
//===----------------------------------------------------------------------===//

Status CudaDevice::create(std::shared_ptr<const CudaSystem> system,
                          uint32_t ordinal, const amprt_device_options &options,
                          std::unique_ptr<Device> &device) {
  std::unique_ptr<CudaDevice> result(
      new CudaDevice(std::move(system), options));
  AMPRT_RETURN_IF_ERROR(result->open(ordinal));
  device = std::move(result);
  return Status();
}

Status CudaDevice::open(uint32_t ordinal) {
  const DriverApi &driver = getDriver();
  const std::string name = "cuda:" + std::to_string(ordinal);
  AMPRT_RETURN_IF_ERROR(system->describe(ordinal, info));
  AMPRT_RETURN_IF_ERROR(system->getDevice(ordinal, handle));
  int minor = 0;
  AMPRT_RETURN_IF_ERROR(system->getCapability(handle, capabilityMajor, minor));
  AMPRT_CUDA_CALL(driver, cuDevicePrimaryCtxRetain(&context, handle),
                  "opening " + name);
  ContextScope scope(driver, context);
  AMPRT_RETURN_IF_ERROR(scope.enter());
  AMPRT_CUDA_CALL(driver, cuStreamCreate(&stream, kCU_STREAM_NON_BLOCKING),
                  "creating a stream on " + name);
  return Status();
}

CudaDevice::~CudaDevice() {
  // Nobody is left to tell of a failure.
  if (!context)
    return;
  const DriverApi &driver = getDriver();
  {
    ContextScope scope(driver, context);
    if (scope.enter().ok()) {
      for (CUstream each : {stream, copyStream})
        if (each)
          (void)driver.cuStreamSynchronize(each);
      staging.reset();
      for (const RunEnd &end : runEnds)
        (void)driver.cuEventDestroy_v2(end.event);
      if (copied)
        (void)driver.cuEventDestroy_v2(copied);
      if (blasLtHandle)
        (void)blasLt.cublasLtDestroy(blasLtHandle);
      for (CUstream each : {stream, copyStream})
        if (each)
          (void)driver.cuStreamDestroy_v2(each);
    }
  }
  (void)driver.cuDevicePrimaryCtxRelease_v2(handle);
}

void CudaDevice::getInfo(amprt_device_info &result) const {
  result = info;
  if (blasLtHandle)
    copyText(result.libraries, sizeof(result.libraries),
             std::string(info.libraries) + ", cuBLASLt " +
                 formatBlasLtVersion(blasLt.cublasLtGetVersion()));
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

Status CudaDevice::allocate(uint64_t bytes, void *&address) {
  const DriverApi &driver = getDriver();
  ContextScope scope(driver, context);
  AMPRT_RETURN_IF_ERROR(scope.enter());
  CUdeviceptr result = 0;
  AMPRT_CUDA_CALL(driver, cuMemAlloc_v2(&result, bytes),
                  "allocating " + std::to_string(bytes) +
                      " bytes on cuda:" + std::to_string(info.ordinal));
  // CUDA's promise; the choice of GEMM algorithms relies on it.
  if (result % AMPRT_ALIGNMENT) {
    (void)driver.cuMemFree_v2(result);
    return AMPRT_LIBRARY_ERROR(
        AMPRT_INTERNAL, kLibraryDriver,
        "cuMemAlloc gave memory that is not aligned to " +
            std::to_string(AMPRT_ALIGNMENT) + " bytes");
  }
  address = reinterpret_cast<void *>(static_cast<uintptr_t>(result));
  return Status();
}

void CudaDevice::deallocate(void *address, uint64_t) {
  const DriverApi &driver = getDriver();
  ContextScope scope(driver, context);
  if (!scope.enter().ok())
    return;
  // The work before may still use the memory. A failure of it is sticky or was
  // reported; the memory is given back in any case.
  (void)driver.cuStreamSynchronize(stream);
  if (copyStream)
    (void)driver.cuStreamSynchronize(copyStream);
  (void)driver.cuMemFree_v2(toDevice(address));
}

Status CudaDevice::prepareCopies() {
  if (staging)
    return Status();
  const DriverApi &driver = getDriver();
  const std::string what = "creating a stream for copies to the device cuda:" +
                           std::to_string(info.ordinal);
  if (!copyStream)
    AMPRT_CUDA_CALL(driver,
                    cuStreamCreate(&copyStream, kCU_STREAM_NON_BLOCKING), what);
  if (!copied)
    AMPRT_CUDA_CALL(driver, cuEventCreate(&copied, kCU_EVENT_DISABLE_TIMING),
                    what);
  staging = std::make_unique<Staging>(driver, copyStream);
  return Status();
}

Status CudaDevice::waitForCopies() {
  if (!hasCopies)
    return Status();
  const DriverApi &driver = getDriver();
  AMPRT_CUDA_CALL(driver, cuEventRecord(copied, copyStream),
                  "marking the end of copies to the device");
  AMPRT_CUDA_CALL(driver, cuStreamWaitEvent(stream, copied, /*flags=*/0),
                  "waiting for copies to the device");
  hasCopies = false;
  return Status();
}

Status CudaDevice::endRun(uint64_t run) {
  // More than two are seldom waited for; a later one serves as well.
  constexpr size_t kMostEnds = 4;
  if (!staging)
    return Status(); // nothing is copied while something runs
  const DriverApi &driver = getDriver();
  ContextScope scope(driver, context);
  AMPRT_RETURN_IF_ERROR(scope.enter());
  CUevent event = nullptr;
  if (runEnds.size() == kMostEnds) {
    event = runEnds.front().event;
    runEnds.pop_front();
  } else {
    AMPRT_CUDA_CALL(driver, cuEventCreate(&event, kCU_EVENT_DISABLE_TIMING),
                    "creating an event");
  }
  runEnds.push_back({run, event});
  AMPRT_CUDA_CALL(driver, cuEventRecord(event, stream),
                  "marking the end of a run, or work before it,");
  return Status();
}

Status CudaDevice::waitForRuns(uint64_t lastRun) {
  if (lastRun == 0)
    return Status();
  const uint64_t latest = runEnds.empty() ? 1 : runEnds.back().run;
  if (lastRun == kAllRuns) {
    // What was given to the stream after that run counts as part of it.
    AMPRT_RETURN_IF_ERROR(endRun(latest));
    AMPRT_CUDA_CALL(
        getDriver(),
        cuStreamWaitEvent(copyStream, runEnds.back().event, /*flags=*/0),
        "letting a copy wait for work");
    return Status();
  }
  if (runEnds.empty() || latest < lastRun)
    AMPRT_RETURN_IF_ERROR(endRun(lastRun));
  for (const RunEnd &end : runEnds)
    if (end.run >= lastRun) {
      AMPRT_CUDA_CALL(getDriver(),
                      cuStreamWaitEvent(copyStream, end.event, /*flags=*/0),
                      "letting a copy wait for work");
      break;
    }
  return Status();
}

Status CudaDevice::write(void *target, const void *source, uint64_t bytes,
                         uint64_t lastRun) {
  const DriverApi &driver = getDriver();
  ContextScope scope(driver, context);
  AMPRT_RETURN_IF_ERROR(scope.enter());
  AMPRT_RETURN_IF_ERROR(prepareCopies());
  AMPRT_RETURN_IF_ERROR(waitForRuns(lastRun));
  hasCopies = true;
  if (bytes <= Staging::kMostBytes)
    return staging->copy(toDevice(target), source, bytes);
  AMPRT_CUDA_CALL(
      driver, cuMemcpyHtoDAsync_v2(toDevice(target), source, bytes, copyStream),
      "copying " + std::to_string(bytes) + " bytes to the device");
  // The copy from page-locked memory is still under way here.
  AMPRT_CUDA_CALL(driver, cuStreamSynchronize(copyStream),
                  "copying " + std::to_string(bytes) +
                      " bytes to the device, or work before it,");
  return Status();
}

Status CudaDevice::read(void *target, const void *source, uint64_t bytes) {
  const DriverApi &driver = getDriver();
  ContextScope scope(driver, context);
  AMPRT_RETURN_IF_ERROR(scope.enter());
  AMPRT_RETURN_IF_ERROR(waitForCopies());
  AMPRT_CUDA_CALL(
      driver, cuMemcpyDtoHAsync_v2(target, toDevice(source), bytes, stream),
      "copying " + std::to_string(bytes) + " bytes from the device");
  AMPRT_CUDA_CALL(driver, cuStreamSynchronize(stream),
                  "copying " + std::to_string(bytes) +
                      " bytes from the device, or work before it,");
  return Status();
}

Status CudaDevice::synchronize() {
  const DriverApi &driver = getDriver();
  ContextScope scope(driver, context);
  AMPRT_RETURN_IF_ERROR(scope.enter());
  AMPRT_RETURN_IF_ERROR(waitForCopies());
  AMPRT_CUDA_CALL(driver, cuStreamSynchronize(stream),
                  "work on cuda:" + std::to_string(info.ordinal));
  return Status();
}

//===----------------------------------------------------------------------===//
// What programs share
//===----------------------------------------------------------------------===//

Status CudaDevice::createModule(ModuleInfo moduleInfo, const ModuleImage &image,
                                DeviceMemory constants,
                                std::shared_ptr<const Module> &module) {
  auto result = std::make_shared<CudaModule>(*this, std::move(moduleInfo),
                                             std::move(constants));
  AMPRT_RETURN_IF_ERROR(result->load(image));
  module = std::move(result);
  return Status();
}

Status CudaDevice::createProgram(ProgramInfo programInfo,
                                 std::unique_ptr<Program> &program) {
  auto result = std::make_unique<CudaProgram>(*this, std::move(programInfo));
  AMPRT_RETURN_IF_ERROR(result->prepare());
  program = std::move(result);
  return Status();
}

Status CudaDevice::openBlasLt() {
  if (blasLtHandle)
    return Status();
  BlasLtApi api;
  AMPRT_RETURN_IF_ERROR(cuda::openBlasLt(system->getPaths().blasLt,
                                         system->getDriverVersion(), api));
  cublasLtHandle_t opened = nullptr;
  AMPRT_BLASLT_CALL(api, cublasLtCreate(&opened),
                    "opening cuBLASLt " +
                        formatBlasLtVersion(api.cublasLtGetVersion()) +
                        " on cuda:" + std::to_string(info.ordinal));
  blasLt = api;
  blasLtHandle = opened;
  return Status();
}

uint64_t CudaDevice::getGemmWorkspaceBytes() const {
  return (capabilityMajor >= 9 ? UINT64_C(32) : UINT64_C(4)) << 20;
}

Status CudaDevice::getGemmWorkspace(std::shared_ptr<DeviceMemory> &workspace) {
  workspace = gemmWorkspace.lock();
  if (workspace)
    return Status();
  auto result = std::make_shared<DeviceMemory>();
  AMPRT_RETURN_IF_ERROR(DeviceMemory::allocate(*this, getGemmWorkspaceBytes(),
                                               "GEMM workspace", *result));
  gemmWorkspace = result;
  workspace = std::move(result);
  return Status();
}

Status CudaDevice::loadModule(const void *image, const std::string &where,
                              CUmodule &module, CUresult &result) {
  char log[4096] = {};
  CUjit_option options[] = {kCU_JIT_ERROR_LOG_BUFFER,
                            kCU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  // Numbers are passed in the place of a pointer.
  void *values[] = {log, reinterpret_cast<void *>(sizeof(log) - 1)};
  result = getDriver().cuModuleLoadDataEx(&module, image, 2, options, values);
  if (result == kCUDA_SUCCESS)
    return Status();
  Status status = driverError(getDriver(), result,
                              where + ": loading the image on " + info.arch,
                              __FILE__, __LINE__);
  std::string message = status.getMessage();
  if (result == kCUDA_ERROR_NO_BINARY_FOR_GPU)
    message += std::string("; compile the program for ") + info.arch;
  if (log[0])
    message += std::string("; the driver's log: ") + log;
  return AMPRT_LIBRARY_ERROR(codeOf(result), kLibraryDriver, message);
}
