//===- FakeFixture.h - A device on the fake libraries -----------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_UNITTESTS_FAKEFIXTURE_H
#define AMP_RUNTIME_UNITTESTS_FAKEFIXTURE_H

#include "CudaDevice.h"
#include "FakeCuda.h"

#include <gtest/gtest.h>

#include <dlfcn.h>

namespace amp::rt::cuda {

/// True, or what the status says.
inline ::testing::AssertionResult succeeded(const Status &status) {
  if (status.ok())
    return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << status.getMessage();
}

/// True if `status` has `code` and its message contains every one of `parts`.
inline ::testing::AssertionResult
failedWith(const Status &status, amprt_code code,
           std::initializer_list<const char *> parts) {
  if (status.getCode() != code)
    return ::testing::AssertionFailure()
           << "code " << status.getCode() << ": " << status.getMessage();
  for (const char *part : parts)
    if (std::string(status.getMessage()).find(part) == std::string::npos)
      return ::testing::AssertionFailure()
             << "no '" << part << "' in: " << status.getMessage();
  return ::testing::AssertionSuccess();
}

template <typename T>
T *findFake(const char *path, const char *function) {
  void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!handle)
    return nullptr;
  auto get = reinterpret_cast<T *(*)()>(dlsym(handle, function));
  return get ? get() : nullptr;
}

/// Starts every test from fresh fakes and ends it with nothing held.
class FakeTest : public ::testing::Test {
protected:
  void SetUp() override {
    driver = findFake<FakeCuda>(AMP_FAKE_DRIVER, "fakeCuda");
    blasLt = findFake<FakeBlasLt>(AMP_FAKE_BLAS_LT, "fakeBlasLt");
    ASSERT_TRUE(driver && blasLt);
    *driver = FakeCuda();
    *blasLt = FakeBlasLt();
    paths.driver = {{AMP_FAKE_DRIVER, 0}};
    paths.blasLt = {{AMP_FAKE_BLAS_LT, 0}};
  }
  void TearDown() override {
    device.reset();
    EXPECT_TRUE(driver->holdsNothing());
    EXPECT_EQ(blasLt->handles, 0);
    EXPECT_EQ(blasLt->objects, 0);
    *driver = FakeCuda();
    *blasLt = FakeBlasLt();
  }

  Status openDevice(uint64_t memoryLimit = 0) {
    std::shared_ptr<const CudaSystem> system;
    AMPRT_RETURN_IF_ERROR(CudaSystem::open(paths, system));
    amprt_device_options options = {};
    options.memory_limit = memoryLimit;
    return CudaDevice::create(std::move(system), 0, options, device);
  }

  FakeCuda *driver = nullptr;
  FakeBlasLt *blasLt = nullptr;
  LibraryPaths paths;
  std::unique_ptr<Device> device;
};

} // namespace amp::rt::cuda

#endif // AMP_RUNTIME_UNITTESTS_FAKEFIXTURE_H
