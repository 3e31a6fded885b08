//===- CudaDevice.h - An opened CUDA device ---------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_CUDA_CUDADEVICE_H
#define AMP_RUNTIME_CUDA_CUDADEVICE_H

#include "CudaSystem.h"
#include "GemmPlan.h"
#include "Staging.h"

#include <deque>

#include "Device.h"

namespace amp::rt::cuda {

/// Makes a context current while it lives, and then what was current before:
/// the embedding program may use CUDA itself.
class ContextScope {
public:
  ContextScope(const DriverApi &driver, CUcontext context)
      : driver(driver), context(context) {}
  ~ContextScope();
  ContextScope(const ContextScope &) = delete;
  ContextScope &operator=(const ContextScope &) = delete;

  Status enter();

private:
  const DriverApi &driver;
  CUcontext context;
  bool entered = false;
};

/// A CUDA device: its primary context, a stream for work and one for copies to
/// the device, which may run beside work that does not touch their targets.
/// Functions that are not of the Device interface need the context to be
/// current.
class CudaDevice final : public Device {
public:
  static Status create(std::shared_ptr<const CudaSystem> system,
                       uint32_t ordinal, const amprt_device_options &options,
                       std::unique_ptr<Device> &device);
  ~CudaDevice() override;

  amprt_device_kind getKind() const override { return AMPRT_CUDA; }
  void getInfo(amprt_device_info &info) const override;
  Status allocate(uint64_t bytes, void *&address) override;
  void deallocate(void *address, uint64_t bytes) override;
  Status write(void *target, const void *source, uint64_t bytes,
               uint64_t lastRun = kAllRuns) override;
  Status read(void *target, const void *source, uint64_t bytes) override;
  Status synchronize() override;
  Status endRun(uint64_t run) override;
  Status createModule(ModuleInfo info, const ModuleImage &image,
                      DeviceMemory constants,
                      std::shared_ptr<const Module> &module) override;
  Status createProgram(ProgramInfo info,
                       std::unique_ptr<Program> &program) override;

  const DriverApi &getDriver() const { return system->getDriver(); }
  CUcontext getContext() const { return context; }
  CUstream getStream() const { return stream; }
  /// Lets the work that is enqueued from now on wait for all copies so far.
  Status waitForCopies();

  /// Opens cuBLASLt at the first call.
  Status openBlasLt();
  /// Only after `openBlasLt`.
  const BlasLtApi &getBlasLt() const { return blasLt; }
  cublasLtHandle_t getBlasLtHandle() const { return blasLtHandle; }

  /// Bytes that a GEMM may use while it runs: 32 MiB from sm_90, 4 MiB before.
  uint64_t getGemmWorkspaceBytes() const;
  /// That memory. One block serves every program, as their work is ordered; it
  /// is counted, and freed with the last program that holds it.
  Status getGemmWorkspace(std::shared_ptr<DeviceMemory> &workspace);

  /// Loads device code; `result` is what the driver said, and a failure carries
  /// its log.
  Status loadModule(const void *image, const std::string &where,
                    CUmodule &module, CUresult &result);

private:
  CudaDevice(std::shared_ptr<const CudaSystem> system,
             const amprt_device_options &options)
      : Device(options), system(std::move(system)) {}
  Status open(uint32_t ordinal);
  Status prepareCopies();
  /// Lets the copies that are enqueued from now on wait for runs up to
  /// `lastRun`.
  Status waitForRuns(uint64_t lastRun);

  std::shared_ptr<const CudaSystem> system;
  amprt_device_info info = {};
  CUdevice handle = 0;
  int capabilityMajor = 0;
  CUcontext context = nullptr;
  CUstream stream = nullptr;

  /// Made at the first write.
  CUstream copyStream = nullptr;
  std::unique_ptr<Staging> staging;
  CUevent copied = nullptr;
  bool hasCopies = false; ///< Since `copied` was recorded.
  /// Of the latest runs, the oldest first.
  struct RunEnd {
    uint64_t run;
    CUevent event;
  };
  std::deque<RunEnd> runEnds;
  BlasLtApi blasLt;
  cublasLtHandle_t blasLtHandle = nullptr;
  std::weak_ptr<DeviceMemory> gemmWorkspace;
};

} // namespace amp::rt::cuda

#endif // AMP_RUNTIME_CUDA_CUDADEVICE_H
