//===- Control.h - How a test steers the simulated driver -------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A test finds the control by the symbol `ampSimulatorControl`, with dlsym or
// by linking; all that it needs of it are fields and virtual functions, so that
// a driver that was opened with RTLD_LOCAL can be steered too. Nothing here is
// synchronized with calls of the driver by other threads.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_SIMULATOR_DRIVER_CONTROL_H
#define AMP_RUNTIME_SIMULATOR_DRIVER_CONTROL_H

#include "Work.h"

#include <cstddef>
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace amp::rt::simulator {

/// A launch of a kernel that is a C++ function.
class KernelCall {
public:
  virtual ~KernelCall() = default;

  std::string kernel;
  unsigned grid[3] = {}, block[3] = {};
  unsigned sharedBytes = 0; ///< Dynamic.
  /// The parameters' bytes, one string each, as they were at the launch.
  std::vector<std::string> parameters;

  /// Parameter `index`, which must be a T.
  template <typename T>
  T get(unsigned index) const {
    T value;
    std::memcpy(&value, parameters.at(index).data(), sizeof(value));
    return value;
  }

  /// Where device memory lies in the host; valid during the call. A range that
  /// was not allocated gives null, and the launch ends as a fault.
  virtual std::byte *access(uint64_t address, uint64_t bytes, bool isWrite) = 0;
  template <typename T>
  const T *read(uint64_t address, uint64_t count) {
    return reinterpret_cast<const T *>(
        access(address, count * sizeof(T), false));
  }
  template <typename T>
  T *write(uint64_t address, uint64_t count) {
    return reinterpret_cast<T *>(access(address, count * sizeof(T), true));
  }
  /// Ends the launch as a fault.
  virtual void fail(cuda::CUresult result, std::string message) = 0;
};

/// A kernel that is a C++ function. It stands in for every kernel of its name,
/// whatever the module.
struct CppKernel {
  std::function<void(KernelCall &)> run;
  std::vector<uint32_t> parameterBytes; ///< Of each parameter.
  int maxThreads = 1024;                ///< Of a block.
};

/// What was done and what it cost, since the start or in a period. Counts of
/// calls are counted at the call; what a graph contains is counted each time it
/// is launched.
struct Totals {
  uint64_t operations = 0;    ///< All that was given to the device.
  uint64_t launches = 0;      ///< cuLaunchKernel outside of a capture.
  uint64_t graphLaunches = 0; ///< cuGraphLaunch.
  uint64_t graphNodes = 0;    ///< Operations that graphs gave to the device.
  uint64_t graphKernels = 0;  ///< The kernels among them.
  uint64_t libraryCalls = 0;  ///< Work of cuBLASLt, also in graphs.
  uint64_t hostFunctions = 0;
  uint64_t memsets = 0;
  uint64_t bytesSet = 0;
  uint64_t copiesToDevice = 0;
  uint64_t bytesToDevice = 0;
  uint64_t copiesToHost = 0;
  uint64_t bytesToHost = 0;
  uint64_t copiesOnDevice = 0;
  uint64_t bytesOnDevice = 0;
  uint64_t synchronizations = 0; ///< Calls that wait for the device.
  uint64_t blocked = 0;          ///< Those that had something to wait for.
  uint64_t queries = 0;
  uint64_t allocations = 0;
  uint64_t bytesAllocated = 0;
  uint64_t frees = 0;
  uint64_t hostAllocations = 0; ///< Of page-locked memory, and registrations.
};

/// What a program holds of the driver.
struct Held {
  size_t contexts = 0;     ///< Retained primary contexts, each time counted.
  size_t contextDepth = 0; ///< Contexts on the stack of the calling thread.
  size_t streams = 0;
  size_t events = 0;
  size_t modules = 0;
  size_t allocations = 0;
  size_t hostRanges = 0; ///< Page-locked memory.
  size_t graphs = 0;
  size_t graphExecs = 0;

  bool isNothing() const {
    return !contexts && !contextDepth && !streams && !events && !modules &&
           !allocations && !hostRanges && !graphs && !graphExecs;
  }
};

class Control {
public:
  virtual ~Control() = default;

  // What the driver reports. From the environment, see `reset`.
  int driverVersion = 0;
  int deviceCount = 1;
  int capabilityMajor = 9;
  int capabilityMinor = 0;
  std::string deviceName;
  uint64_t memoryBytes = 0;
  cuda::CUresult initResult = cuda::kCUDA_SUCCESS;

  // What it does.
  std::map<std::string, CppKernel> kernels;
  /// A module is not looked into: all its kernels are in `kernels`.
  bool acceptAnyImage = false;
  /// The result of the next call of a function, once.
  std::map<std::string, cuda::CUresult> failNext;
  /// What cuModuleLoadDataEx writes into the log when `failNext` fails it.
  std::string jitLog;
  /// Bytes that can still be allocated on each device, if fewer than it has.
  std::optional<uint64_t> freeMemory;
  /// Faults are written to stderr.
  bool printsFaults = true;
  /// What every pair of events is apart; else a model of the time.
  std::optional<float> elapsedMilliseconds;

  // What was done, since the control was first asked for or reset.
  std::vector<std::string> calls;   ///< Names of functions.
  std::vector<const void *> images; ///< Given to cuModuleLoadDataEx.
  unsigned streamFlags = 0;         ///< Of the stream created last.
  /// Faults, in full text as written to stderr.
  std::vector<std::string> faults;
  /// What a program still held when a context ended, "1 stream".
  std::vector<std::string> leaks;
  /// What is wrong with each call that failed, "cuMemFree_v2: ...".
  std::vector<std::string> errors;

  /// Ends all contexts, forgets everything, and sets the fields from the
  /// environment:
  ///   AMP_SIMULATOR_DEVICES      number of devices (1)
  ///   AMP_SIMULATOR_CAPABILITY   compute capability (9.0)
  ///   AMP_SIMULATOR_MEMORY       MiB of memory of each device (144384)
  ///   AMP_SIMULATOR_CUDA_VERSION the driver's version (13.0)
  ///   AMP_SIMULATOR_REPORT       file for the report
  ///   AMP_SIMULATOR_TRACE        file for the calls, one a line
  ///   AMP_SIMULATOR_SEED         a defect to have, see Seeds.h; "list"
  virtual void reset() = 0;
  /// As if a kernel had failed: all calls with a current context of the device
  /// fail from now on.
  virtual void fault(int device, cuda::CUresult result,
                     std::string message) = 0;
  virtual Held held() const = 0;
  virtual Totals totals() const = 0;
  /// What a kernel did so far, in all its launches that have run.
  virtual Counters counters(const std::string &kernel) const = 0;
  /// Operations that were given to the device and have not run.
  virtual size_t pending() const = 0;
  /// What is counted from now on is also counted for `name`; a name that comes
  /// again goes on counting. The empty name ends the period.
  virtual void beginPeriod(const std::string &name) = 0;
  virtual std::string report() const = 0;
};

} // namespace amp::rt::simulator

extern "C" {
amp::rt::simulator::Control *ampSimulatorControl();
/// `beginPeriod`, for a program that looks the symbol up.
void ampSimulatorBeginPeriod(const char *name);
}

#endif // AMP_RUNTIME_SIMULATOR_DRIVER_CONTROL_H
