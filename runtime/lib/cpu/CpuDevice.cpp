//===- CpuDevice.cpp - The CPU as a device --------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backends.h"
#include "CpuContext.h"
#include "CpuLimit.h"
#include "CpuModule.h"
#include "CpuProgram.h"
#include "OpenMP.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include <sys/mman.h>
#include <unistd.h>

using namespace amp::rt;
using namespace amp::rt::cpu;

/// Blocks from this size on are aligned to it and ask for huge pages.
static constexpr uint64_t kHugePage = uint64_t(2) << 20;
//===----------------------------------------------------------------------===//
// What the machine is
//===----------------------------------------------------------------------===//

static uint64_t getPhysicalMemory() {
  const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGE_SIZE);
  return pages > 0 && size > 0
             ? static_cast<uint64_t>(pages) * static_cast<uint64_t>(size)
             : 0;
}

static std::string getProductName() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const size_t colon = line.find(": ");
    if (line.compare(0, 10, "model name") == 0 && colon != std::string::npos)
      return line.substr(colon + 2);
  }
  return "CPU";
}

static const char *getMachine() {
#if defined(__x86_64__)
  return "x86-64";
#elif defined(__aarch64__)
  return "aarch64";
#else
  return "unknown";
#endif
}

/// How threads wait, as a log says it.
static const char *describeWaiting(WaitPolicy policy) {
  if (!ownsOpenMP())
    return "they wait as the program's own OpenMP library does";
  switch (policy) {
  case WaitPolicy::Passive:
    return "waiting threads sleep (OMP_WAIT_POLICY=passive)";
  case WaitPolicy::Active:
    return "waiting threads spin (OMP_WAIT_POLICY=active)";
  case WaitPolicy::Adaptive:
    break;
  }
  return "waiting threads spin while that is enough, else sleep";
}

namespace {
/// How a device uses threads.
struct Threading {
  ThreadCount count;
  WaitPolicy policy;
};
} // namespace

/// `asked` is what the program asked for, or 0. The environment is read now.
static Threading chooseThreading(uint32_t asked) {
  Threading threading;
  threading.count =
      chooseThreads(asked, parseNumThreads(std::getenv("OMP_NUM_THREADS")),
                    countCores(), readCpuQuota());
  threading.policy = parseWaitPolicy(std::getenv("OMP_WAIT_POLICY"));
  return threading;
}

static void fillInfo(const Threading &threading, amprt_device_info &info) {
  info = amprt_device_info();
  info.kind = AMPRT_CPU;
  info.ordinal = 0;
  std::snprintf(info.name, sizeof(info.name), "%s", getProductName().c_str());
  std::snprintf(info.arch, sizeof(info.arch), "%s", getMachine());
  info.num_threads = threading.count.threads;
  info.memory_bytes = getPhysicalMemory();
  info.native_bf16 = hasNativeBF16();
  info.native_f16 = 0;
  std::snprintf(info.libraries, sizeof(info.libraries), "%s",
                describeDnnl().c_str());
  std::snprintf(info.threading, sizeof(info.threading), "%u %s (%s); %s",
                threading.count.threads,
                threading.count.threads == 1 ? "thread" : "threads",
                threading.count.reason.c_str(),
                describeWaiting(threading.policy));
}

//===----------------------------------------------------------------------===//
// The device
//===----------------------------------------------------------------------===//

namespace {

class CpuDevice : public Device {
public:
  /// Throws DnnlError.
  CpuDevice(const amprt_device_options &options, const Threading &threading)
      : Device(options) {
    context.numThreads = static_cast<int>(threading.count.threads);
    context.nativeBF16 = hasNativeBF16();
    fillInfo(threading, info);
  }

  /// Starts the threads; once.
  Status startThreads(const Threading &threading) {
    return ownsOpenMP()
               ? threads.take(threading.count.threads, threading.policy)
               : Status();
  }

  amprt_device_kind getKind() const override { return AMPRT_CPU; }
  void getInfo(amprt_device_info &result) const override { result = info; }

  Status allocate(uint64_t bytes, void *&address) override;
  void deallocate(void *address, uint64_t) override { std::free(address); }

  Status write(void *target, const void *source, uint64_t bytes,
               uint64_t) override {
    copyBytes(context.numThreads, target, source, bytes);
    return Status();
  }
  Status read(void *target, const void *source, uint64_t bytes) override {
    copyBytes(context.numThreads, target, source, bytes);
    return Status();
  }
  // Everything is done when it returns.
  Status synchronize() override { return Status(); }
  Status endRun(uint64_t) override { return Status(); }

  Status createModule(ModuleInfo module, const ModuleImage &image,
                      DeviceMemory constants,
                      std::shared_ptr<const Module> &result) override {
    return CpuModule::create(std::move(module), image, std::move(constants),
                             result);
  }
  Status createProgram(ProgramInfo program,
                       std::unique_ptr<Program> &result) override {
    return CpuProgram::create(*this, context, std::move(program), result);
  }

private:
  PoolLease threads;
  CpuContext context;
  amprt_device_info info;
};

} // namespace

Status CpuDevice::allocate(uint64_t bytes, void *&address) {
  // The system would promise more than there is and kill the process later.
  if (info.memory_bytes && bytes > info.memory_bytes)
    return AMPRT_ERROR(AMPRT_RESOURCE_EXHAUSTED,
                       "asked for " + std::to_string(bytes) +
                           " bytes, but the machine has " +
                           std::to_string(info.memory_bytes));
  const uint64_t alignment = bytes >= kHugePage ? kHugePage : AMPRT_ALIGNMENT;
  const uint64_t rounded = (bytes + alignment - 1) / alignment * alignment;
  address = std::aligned_alloc(alignment, rounded);
  if (!address)
    return AMPRT_ERROR(AMPRT_RESOURCE_EXHAUSTED, "the system has no " +
                                                     std::to_string(bytes) +
                                                     " bytes of memory left");
  // A hint; the memory is as good without it.
  if (alignment == kHugePage)
    (void)madvise(address, rounded, MADV_HUGEPAGE);
  return Status();
}

//===----------------------------------------------------------------------===//
// The module
//===----------------------------------------------------------------------===//

static Status createDevice(const amprt_device_options &options,
                           std::unique_ptr<Device> &device) {
  if (options.num_threads > AMPRT_MAX_THREADS)
    return AMPRT_ERROR(AMPRT_INVALID_ARGUMENT,
                       "num_threads is " + std::to_string(options.num_threads) +
                           ", expected at most " +
                           std::to_string(AMPRT_MAX_THREADS));
  const Threading threading = chooseThreading(options.num_threads);
  try {
    auto result = std::make_unique<CpuDevice>(options, threading);
    AMPRT_RETURN_IF_ERROR(result->startThreads(threading));
    device = std::move(result);
    return Status();
  } catch (const DnnlError &error) {
    return AMPRT_LIBRARY_ERROR(AMPRT_UNAVAILABLE, "oneDNN", error.what());
  }
}

static Status describeDevice(amprt_device_info &info) {
  fillInfo(chooseThreading(0), info);
  return Status();
}

/// See kCpuEntry.
extern "C" const CpuBackend *amprt_cpu_backend(uint32_t abiVersion) {
  static constexpr CpuBackend backend = {createDevice, describeDevice};
  return abiVersion == AMPRT_ABI_VERSION ? &backend : nullptr;
}
