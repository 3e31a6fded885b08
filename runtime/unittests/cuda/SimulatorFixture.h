//===- SimulatorFixture.h - A device on the simulator -----------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_UNITTESTS_CUDA_SIMULATORFIXTURE_H
#define AMP_RUNTIME_UNITTESTS_CUDA_SIMULATORFIXTURE_H

#include "CudaDevice.h"
#include "StatusMatchers.h"
#include "blaslt/Control.h"
#include "driver/Control.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <dlfcn.h>

namespace amp::rt::cuda {

/// The control that `function` of a library gives, or null.
template <typename T>
T *findControl(const char *path, const char *function) {
  void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!handle)
    return nullptr;
  auto get = reinterpret_cast<T *(*)()>(dlsym(handle, function));
  return get ? get() : nullptr;
}

/// Starts every test with a fresh simulator. At its end the device has found no
/// fault, the program holds nothing, and no call has failed but those that the
/// test names.
class SimulatorTest : public ::testing::Test {
protected:
  void SetUp() override {
    driver = findControl<simulator::Control>(AMP_SIMULATED_DRIVER,
                                             "ampSimulatorControl");
    blasLt = findControl<simulator::BlasLtControl>(AMP_SIMULATED_BLAS_LT,
                                                   "simulatedBlasLt");
    ASSERT_TRUE(driver && blasLt);
    driver->reset();
    *blasLt = simulator::BlasLtControl();
    paths.driver = {{AMP_SIMULATED_DRIVER, 0}};
    paths.blasLt = {{AMP_SIMULATED_BLAS_LT, 0}};
  }
  void TearDown() override {
    device.reset();
    if (!driver || !blasLt)
      return;
    EXPECT_TRUE(holdsNothing());
    EXPECT_EQ(driver->pending(), 0u);
    EXPECT_EQ(driver->leaks, std::vector<std::string>());
    EXPECT_EQ(driver->faults, expectedFaults);
    checkErrors();
    EXPECT_EQ(blasLt->handles, 0);
    EXPECT_EQ(blasLt->objects, 0);
    EXPECT_EQ(blasLt->lastRefusal.empty(), !expectsRefusal)
        << blasLt->lastRefusal;
    driver->reset();
    *blasLt = simulator::BlasLtControl();
  }

  ::testing::AssertionResult holdsNothing() const {
    const simulator::Held held = driver->held();
    if (held.isNothing())
      return ::testing::AssertionSuccess();
    return ::testing::AssertionFailure()
           << held.contexts << " contexts, depth " << held.contextDepth << ", "
           << held.streams << " streams, " << held.events << " events, "
           << held.modules << " modules, " << held.allocations
           << " allocations, " << held.hostRanges << " ranges of the host, "
           << held.graphs << " graphs, " << held.graphExecs
           << " instances of them";
  }

  Status openDevice(uint64_t memoryLimit = 0) {
    std::shared_ptr<const CudaSystem> system;
    AMPRT_RETURN_IF_ERROR(CudaSystem::open(paths, system));
    amprt_device_options options = {};
    options.memory_limit = memoryLimit;
    return CudaDevice::create(std::move(system), 0, options, device);
  }
  /// What `device` is.
  CudaDevice &getCudaDevice() { return static_cast<CudaDevice &>(*device); }

  /// The next call of a function fails; TearDown expects that it did.
  void failNext(const char *function, CUresult result) {
    driver->failNext[function] = result;
    expectedErrors.push_back(function);
  }
  /// As if work had failed: every call of the device fails from now on.
  void breakDevice(CUresult result) {
    driver->printsFaults = false;
    isBroken = true;
    driver->fault(0, result, "as the test wants it");
    expectedFaults = driver->faults;
  }

  /// How often a function was called.
  long countCalls(const char *function) const {
    return std::count(driver->calls.begin(), driver->calls.end(), function);
  }

  simulator::Control *driver = nullptr;
  simulator::BlasLtControl *blasLt = nullptr;
  LibraryPaths paths;
  std::unique_ptr<Device> device;
  /// Faults in full text.
  std::vector<std::string> expectedFaults;
  /// Functions of the driver that fail, in that order.
  std::vector<std::string> expectedErrors;
  /// cuBLASLt has refused something.
  bool expectsRefusal = false;
  /// Calls may fail because of a fault.
  bool isBroken = false;

private:
  void checkErrors() const {
    std::vector<std::string> found;
    for (const std::string &error : driver->errors) {
      const size_t colon = error.find(": ");
      if (isBroken && error.substr(colon) == ": a fault before this call")
        continue;
      found.push_back(error.substr(0, colon));
    }
    EXPECT_EQ(found, expectedErrors)
        << (driver->errors.empty() ? "" : driver->errors.back());
    EXPECT_TRUE(driver->failNext.empty())
        << driver->failNext.begin()->first << " was not called";
  }
};

} // namespace amp::rt::cuda

#endif // AMP_RUNTIME_UNITTESTS_CUDA_SIMULATORFIXTURE_H
