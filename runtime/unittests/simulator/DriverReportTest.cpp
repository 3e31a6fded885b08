//===- DriverReportTest.cpp - What is counted, and the trace of calls -----===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DriverTestSupport.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <vector>

using namespace amp::rt;
using namespace amp::rt::simulator;

using DriverReportTest = DriverFixture;

static std::string readFile(const std::string &path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST_F(DriverReportTest, CountsWhatIsDone) {
  CUstream stream = makeStream();
  CUdeviceptr a = allocate(4), b = allocate(4);
  std::vector<int> host(4);
  Totals before = control().totals();
  EXPECT_EQ(before.operations, 0u);
  EXPECT_EQ(before.allocations, 2u);
  EXPECT_EQ(before.bytesAllocated, 32u);
  ASSERT_OK(fill(a, 1, stream));
  ASSERT_OK(fill(a, 2, stream));
  ASSERT_OK(cuMemsetD32Async(b, 0, 4, stream));
  ASSERT_OK(cuMemcpyDtoDAsync_v2(b, a, 16, stream));
  ASSERT_OK(cuMemcpyHtoDAsync_v2(a, host.data(), 8, stream));
  EXPECT_EQ(control().totals().blocked, 0u);
  ASSERT_OK(cuMemcpyDtoHAsync_v2(host.data(), b, 12, stream));
  ASSERT_OK(cuStreamSynchronize(stream));
  ASSERT_OK(cuStreamQuery(stream));
  Totals totals = control().totals();
  EXPECT_EQ(totals.operations, 6u);
  EXPECT_EQ(totals.launches, 2u);
  EXPECT_EQ(totals.memsets, 1u);
  EXPECT_EQ(totals.bytesSet, 16u);
  EXPECT_EQ(totals.copiesOnDevice, 1u);
  EXPECT_EQ(totals.bytesOnDevice, 16u);
  EXPECT_EQ(totals.bytesToDevice, 8u);
  EXPECT_EQ(totals.bytesToHost, 12u);
  EXPECT_EQ(totals.synchronizations, 2u) << "the copy to pageable memory too";
  EXPECT_EQ(totals.blocked, 1u) << "the second had nothing to wait for";
  EXPECT_EQ(totals.queries, 1u);
  ASSERT_OK(cuMemFree_v2(a));
  EXPECT_EQ(control().totals().frees, 1u);
}

TEST_F(DriverReportTest, WaitsForNothingAreNotBlocked) {
  CUdeviceptr memory = allocate(4);
  int host[4] = {};
  // The bytes are taken; nothing was queued before.
  ASSERT_OK(cuMemcpyHtoD_v2(memory, host, 16));
  EXPECT_EQ(control().totals().synchronizations, 1u);
  EXPECT_EQ(control().totals().blocked, 0u);
  ASSERT_OK(cuStreamSynchronize(nullptr));
  EXPECT_EQ(control().totals().blocked, 1u) << "the copy itself";
  CUstream stream = makeStream();
  ASSERT_OK(cuEventRecord(makeEvent(), stream));
  ASSERT_OK(cuStreamSynchronize(stream));
  ASSERT_OK(cuStreamSynchronize(nullptr));
  ASSERT_OK(cuCtxSynchronize());
  EXPECT_EQ(control().totals().synchronizations, 5u);
  EXPECT_EQ(control().totals().blocked, 1u);
}

TEST_F(DriverReportTest, IsTextOfOneLineEach) {
  CUdeviceptr memory = allocate(4);
  control().beginPeriod("step");
  ASSERT_OK(fill(memory, 1, nullptr));
  control().beginPeriod("");
  ASSERT_OK(fill(memory, 1, nullptr));
  ASSERT_OK(copy(allocate(4), memory, nullptr));
  control().beginPeriod("step");
  ASSERT_OK(fill(memory, 1, nullptr));
  ASSERT_OK(cuCtxSynchronize());
  ASSERT_OK(fill(memory, 1, nullptr));
  const std::string report = control().report();
  EXPECT_TRUE(contains(
      report,
      {"total: operations=5 launches=5 graph_launches=0 graph_nodes=0 "
       "graph_kernels=0 library_calls=0 host_functions=0 memsets=0 bytes_set=0 "
       "copies_to_device=0 bytes_to_device=0 copies_to_host=0 bytes_to_host=0 "
       "copies_on_device=0 bytes_on_device=0 synchronizations=1 blocked=1 "
       "queries=0 allocations=2 bytes_allocated=32 frees=0 host_allocations=0 "
       "peak_bytes=32\n",
       "\nperiod 'step': operations=3 launches=3 ",
       "\nkernel 'copy': runs=1 threads=32 instructions=0 most_of_block=0 "
       "barriers=0 loads=0 "
       "stores=0 load_sectors=0 store_sectors=0 bytes_loaded=0 "
       "bytes_stored=0\nkernel 'fill': runs=3 threads=96 ",
       "\nnever run: 1\nleaks: 0\nfaults: 0\n"}));
}

TEST_F(DriverReportTest, IsWrittenWhenAContextEnds) {
  const std::string report = ::testing::TempDir() + "simulator-report.txt";
  const std::string trace = ::testing::TempDir() + "simulator-trace.txt";
  std::remove(report.c_str());
  setenv("AMP_SIMULATOR_REPORT", report.c_str(), 1);
  setenv("AMP_SIMULATOR_TRACE", trace.c_str(), 1);
  SetUp();
  unsetenv("AMP_SIMULATOR_REPORT");
  unsetenv("AMP_SIMULATOR_TRACE");
  CUdeviceptr memory = allocate(4);
  ASSERT_OK(fill(memory, 1, nullptr, 5));
  EXPECT_CU(CUDA_ERROR_ILLEGAL_ADDRESS, cuCtxSynchronize());
  ASSERT_OK(cuDevicePrimaryCtxRelease_v2(0));
  EXPECT_TRUE(contains(readFile(report),
                       {"total: operations=1", "\nleaks: 2\nleak: 1 allocation",
                        "\nfaults: 1\nfault: device 0: "
                        "CUDA_ERROR_ILLEGAL_ADDRESS: kernel 'fill'"}));
  control().reset();
  const std::string calls = readFile(trace);
  EXPECT_EQ(calls.rfind("cuInit\ncuDevicePrimaryCtxRetain\n", 0), 0u) << calls;
  EXPECT_TRUE(contains(calls, {"\ncuLaunchKernel\ncuCtxSynchronize "
                               "CUDA_ERROR_ILLEGAL_ADDRESS: a fault",
                               "\ncuDevicePrimaryCtxRelease_v2\n"}));
  std::remove(report.c_str());
  std::remove(trace.c_str());
}

TEST_F(DriverReportTest, NotesCalls) {
  control().calls.clear();
  CUdeviceptr memory = allocate(4);
  ASSERT_OK(cuMemFree_v2(memory));
  EXPECT_EQ(control().calls,
            (std::vector<std::string>{"cuMemAlloc_v2", "cuMemFree_v2"}));
  makeStream(0);
  EXPECT_EQ(control().streamFlags, 0u);
  makeStream();
  EXPECT_EQ(control().streamFlags, 1u);
}
