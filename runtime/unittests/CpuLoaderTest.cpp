//===- CpuLoaderTest.cpp - Tests of loading the CPU's backend -------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backends.h"
#include "TestSupport.h"

using namespace amp::rt;
using namespace amp::rt::test;

TEST(CpuLoaderTest, SaysWhatIsMissing) {
  const CpuBackend *backend = nullptr;
  Status status = loadCpuBackend({"/nowhere/libamp-rt-cpu.so"}, backend);
  EXPECT_EQ(status.getCode(), AMPRT_UNAVAILABLE);
  EXPECT_EQ(backend, nullptr);
  const std::string message = status.getMessage();
  EXPECT_NE(message.find("/nowhere/libamp-rt-cpu.so"), std::string::npos);
  EXPECT_NE(message.find("LD_LIBRARY_PATH"), std::string::npos);
}

TEST(CpuLoaderTest, RejectsAnotherLibrary) {
  const CpuBackend *backend = nullptr;
  Status status = loadCpuBackend({"/nowhere/x.so", "libm.so.6"}, backend);
  EXPECT_EQ(status.getCode(), AMPRT_UNAVAILABLE);
  EXPECT_NE(std::string(status.getMessage())
                .find("libm.so.6 is of another version of the runtime"),
            std::string::npos);
}
