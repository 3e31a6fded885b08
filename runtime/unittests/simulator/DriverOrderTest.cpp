//===- DriverOrderTest.cpp - Streams, events and who may see what ---------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DriverTestSupport.h"

#include <random>
#include <stdexcept>
#include <vector>

using namespace amp::rt;
using namespace amp::rt::simulator;

using DriverOrderTest = DriverFixture;

//===----------------------------------------------------------------------===//
// Late execution
//===----------------------------------------------------------------------===//

TEST_F(DriverOrderTest, NothingRunsBeforeItIsWaitedFor) {
  CUstream stream = makeStream();
  CUdeviceptr memory = allocate(4);
  int *host = allocateHost(4);
  host[0] = 77;
  ASSERT_OK(fill(memory, 5, stream));
  ASSERT_OK(cuMemcpyDtoHAsync_v2(host, memory, 16, stream));
  EXPECT_EQ(control().pending(), 2u);
  EXPECT_NE(host[0], 5) << "seen before the copy ran";
  EXPECT_NE(host[0], 77) << "what was there is not there any more either";
  ASSERT_OK(cuStreamSynchronize(stream));
  EXPECT_EQ(host[0], 5);
  EXPECT_EQ(control().pending(), 0u);
}

TEST_F(DriverOrderTest, OnlyWhatIsWaitedForRuns) {
  CUstream first = makeStream(), second = makeStream();
  CUdeviceptr a = allocate(4), b = allocate(4);
  CUevent event = makeEvent();
  ASSERT_OK(fill(a, 1, first));
  ASSERT_OK(cuEventRecord(event, first));
  ASSERT_OK(fill(a, 2, first));
  ASSERT_OK(fill(b, 3, second));
  ASSERT_OK(cuEventSynchronize(event));
  EXPECT_EQ(control().pending(), 2u);
  EXPECT_EQ(control().counters("fill").threads, 32u);
  ASSERT_OK(cuStreamSynchronize(second));
  EXPECT_EQ(control().pending(), 1u);
  ASSERT_OK(cuCtxSynchronize());
  EXPECT_EQ(control().pending(), 0u);
}

TEST_F(DriverOrderTest, AQueryBecomesTrueAfterAWhile) {
  CUstream stream = makeStream();
  CUdeviceptr memory = allocate(4);
  EXPECT_OK(cuStreamQuery(stream));
  CUevent event = makeEvent();
  EXPECT_OK(cuEventQuery(event)) << "never recorded counts as done";
  ASSERT_OK(fill(memory, 1, stream));
  ASSERT_OK(fill(memory, 2, stream));
  ASSERT_OK(cuEventRecord(event, stream));
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(cuEventQuery(event), kCUDA_ERROR_NOT_READY);
  EXPECT_OK(cuEventQuery(event));
  EXPECT_OK(cuStreamQuery(stream));
  EXPECT_EQ(readInt(memory), 2);
}

TEST_F(DriverOrderTest, PageableMemoryIsTakenAtOnceAndGivenDone) {
  CUstream stream = makeStream();
  CUdeviceptr memory = allocate(4);
  std::vector<int> host(4, 7);
  ASSERT_OK(cuMemcpyHtoDAsync_v2(memory, host.data(), 16, stream));
  EXPECT_EQ(control().pending(), 1u);
  host.assign(4, 8);
  ASSERT_OK(cuMemcpyDtoHAsync_v2(host.data(), memory, 16, stream));
  EXPECT_EQ(host[3], 7) << "the copy has run when the call returns";
}

TEST_F(DriverOrderTest, ParametersAreThoseOfTheLaunch) {
  CUstream stream = makeStream();
  CUdeviceptr memory = allocate(4);
  int value = 3;
  uint64_t count = 4;
  CUdeviceptr target = memory;
  void *parameters[] = {&target, &value, &count};
  ASSERT_OK(cuLaunchKernel(fillKernel, 1, 1, 1, 1, 1, 1, 0, stream, parameters,
                           nullptr));
  value = 4;
  target = 0;
  EXPECT_EQ(readInt(memory), 3);
}

TEST_F(DriverOrderTest, ADestroyedStreamEndsItsWork) {
  CUstream stream = makeStream(0);
  CUdeviceptr memory = allocate(4);
  ASSERT_OK(fill(memory, 6, stream));
  ASSERT_OK(cuStreamDestroy_v2(stream));
  EXPECT_EQ(control().pending(), 1u) << "destroying does not wait";
  // The default stream waits for it as before.
  ASSERT_OK(fill(memory, 7, nullptr));
  EXPECT_EQ(readInt(memory), 7);
  EXPECT_TRUE(control().faults.empty());
}

//===----------------------------------------------------------------------===//
// Work without an order
//===----------------------------------------------------------------------===//

TEST_F(DriverOrderTest, FindsAccessesThatNothingOrders) {
  CUstream first = makeStream(), second = makeStream();
  CUdeviceptr a = allocate(4), b = allocate(4);
  ASSERT_OK(fill(a, 1, first));
  ASSERT_OK(copy(b, a, second));
  EXPECT_CU(CUDA_ERROR_LAUNCH_FAILED, cuCtxSynchronize());
  EXPECT_TRUE(faulted({"nothing orders", "kernel 'fill' (call",
                       "kernel 'copy' (call", "cuLaunchKernel", "stream"}));
}

TEST_F(DriverOrderTest, FindsAWriteAfterAReadWithoutAnOrder) {
  CUstream first = makeStream(), second = makeStream();
  CUdeviceptr a = allocate(4), b = allocate(4);
  ASSERT_OK(cuMemsetD8_v2(a, 0, 16));
  ASSERT_OK(cuCtxSynchronize());
  ASSERT_OK(copy(b, a, first));
  ASSERT_OK(cuMemsetD32Async(a, 3, 4, second));
  EXPECT_CU(CUDA_ERROR_LAUNCH_FAILED, cuCtxSynchronize());
  EXPECT_TRUE(faulted(
      {"kernel 'copy'", "which reads", "memset of 16 bytes", "which writes"}));
}

TEST_F(DriverOrderTest, ReadsNeedNoOrder) {
  CUstream first = makeStream(), second = makeStream();
  CUdeviceptr a = allocate(4), b = allocate(4), c = allocate(4);
  ASSERT_OK(cuMemsetD8_v2(a, 0, 16));
  ASSERT_OK(cuCtxSynchronize());
  ASSERT_OK(copy(b, a, first));
  ASSERT_OK(copy(c, a, second));
  EXPECT_OK(cuCtxSynchronize());
}

TEST_F(DriverOrderTest, EventsOrderStreams) {
  CUstream first = makeStream(), second = makeStream();
  CUdeviceptr a = allocate(4), b = allocate(4);
  CUevent event = makeEvent();
  for (int i = 0; i < 3; ++i) {
    ASSERT_OK(fill(a, i, first));
    ASSERT_OK(cuEventRecord(event, first));
    ASSERT_OK(cuStreamWaitEvent(second, event, 0));
    ASSERT_OK(copy(b, a, second));
    ASSERT_OK(cuEventRecord(event, second));
    ASSERT_OK(cuStreamWaitEvent(first, event, 0));
  }
  EXPECT_EQ(readInt(b), 2);
  // An event orders what was recorded, not what came after.
  ASSERT_OK(cuEventRecord(event, first));
  ASSERT_OK(fill(a, 9, first));
  ASSERT_OK(cuStreamWaitEvent(second, event, 0));
  ASSERT_OK(copy(b, a, second));
  EXPECT_CU(CUDA_ERROR_LAUNCH_FAILED, cuCtxSynchronize());
}

TEST_F(DriverOrderTest, TheHostOrdersStreams) {
  CUstream first = makeStream(), second = makeStream();
  CUdeviceptr a = allocate(4), b = allocate(4);
  ASSERT_OK(fill(a, 1, first));
  ASSERT_OK(cuStreamSynchronize(first));
  ASSERT_OK(copy(b, a, second));
  EXPECT_EQ(readInt(b), 1);
  // Also through a query that was true.
  ASSERT_OK(fill(a, 2, first));
  while (CUresult result = cuStreamQuery(first))
    ASSERT_EQ(result, kCUDA_ERROR_NOT_READY);
  ASSERT_OK(copy(b, a, second));
  EXPECT_EQ(readInt(b), 2);
}

TEST_F(DriverOrderTest, TheDefaultStreamWaitsForBlockingOnes) {
  CUstream blocking = makeStream(0), other = makeStream(0);
  CUdeviceptr a = allocate(4), b = allocate(4);
  ASSERT_OK(fill(a, 1, blocking));
  ASSERT_OK(copy(b, a, nullptr));
  ASSERT_OK(fill(b, 2, other));
  ASSERT_OK(cuStreamSynchronize(other));
  EXPECT_EQ(control().pending(), 0u);
  EXPECT_EQ(readInt(b), 2);
  EXPECT_TRUE(control().faults.empty());
}

TEST_F(DriverOrderTest, TheDefaultStreamDoesNotWaitForOthers) {
  CUstream free = makeStream();
  CUdeviceptr a = allocate(4), b = allocate(4);
  ASSERT_OK(fill(a, 1, free));
  ASSERT_OK(copy(b, a, nullptr));
  EXPECT_CU(CUDA_ERROR_LAUNCH_FAILED, cuCtxSynchronize());
  EXPECT_TRUE(faulted({"the default stream"}));
}

TEST_F(DriverOrderTest, AnEventThatWasNeverRecordedOrdersNothing) {
  CUstream stream = makeStream();
  EXPECT_CU(CUDA_ERROR_LAUNCH_FAILED,
            cuStreamWaitEvent(stream, makeEvent(), 0));
  EXPECT_TRUE(faulted({"never recorded", "stream", "event"}));
}

TEST_F(DriverOrderTest, TheHostCannotWaitForWhatWasNeverRecorded) {
  EXPECT_CU(CUDA_ERROR_LAUNCH_FAILED, cuEventSynchronize(makeEvent()));
  EXPECT_TRUE(faulted({"the host is to wait", "never recorded"}));
}

//===----------------------------------------------------------------------===//
// Page-locked memory
//===----------------------------------------------------------------------===//

TEST_F(DriverOrderTest, FindsASourceThatIsReusedTooEarly) {
  CUstream stream = makeStream();
  CUdeviceptr memory = allocate(4);
  int *host = allocateHost(4);
  host[2] = 1;
  ASSERT_OK(cuMemcpyHtoDAsync_v2(memory, host, 16, stream));
  host[2] = 2;
  EXPECT_CU(CUDA_ERROR_LAUNCH_FAILED, cuStreamSynchronize(stream));
  EXPECT_TRUE(faulted({"host memory was reused too early",
                       "copy of 16 bytes to the device", "call",
                       "cuMemcpyHtoDAsync_v2"}));
}

TEST_F(DriverOrderTest, FindsATargetThatTheHostWritesTo) {
  CUstream stream = makeStream();
  CUdeviceptr memory = allocate(4);
  ASSERT_OK(cuMemsetD8Async(memory, 0, 16, stream));
  std::vector<int> registered(4);
  ASSERT_OK(cuMemHostRegister_v2(registered.data(), 16, 0));
  ASSERT_OK(cuMemcpyDtoHAsync_v2(registered.data(), memory, 16, stream));
  registered[1] = 2;
  EXPECT_CU(CUDA_ERROR_LAUNCH_FAILED, cuStreamSynchronize(stream));
  EXPECT_TRUE(faulted({"wrote to the target", "cuMemcpyDtoHAsync_v2"}));
}

TEST_F(DriverOrderTest, TheDeviceMayReuseHostMemoryInOrder) {
  CUstream stream = makeStream();
  CUdeviceptr a = allocate(4), b = allocate(4);
  int *host = allocateHost(4);
  std::fill_n(host, 4, 3);
  ASSERT_OK(cuMemcpyHtoDAsync_v2(a, host, 16, stream));
  ASSERT_OK(fill(b, 4, stream));
  ASSERT_OK(cuMemcpyDtoHAsync_v2(host, b, 16, stream));
  ASSERT_OK(cuMemcpyHtoDAsync_v2(b, host, 16, stream));
  ASSERT_OK(cuMemcpyDtoHAsync_v2(host, a, 16, stream));
  EXPECT_OK(cuStreamSynchronize(stream));
  EXPECT_EQ(host[0], 3);
  EXPECT_EQ(readInt(b), 4);
}

TEST_F(DriverOrderTest, CopiesOfTwoStreamsMayNotShareATarget) {
  CUstream first = makeStream(), second = makeStream();
  CUdeviceptr a = allocate(4), b = allocate(4);
  int *host = allocateHost(4);
  ASSERT_OK(cuMemsetD8_v2(a, 0, 16));
  ASSERT_OK(cuMemsetD8_v2(b, 0, 16));
  ASSERT_OK(cuCtxSynchronize());
  ASSERT_OK(cuMemcpyDtoHAsync_v2(host, a, 16, first));
  ASSERT_OK(cuMemcpyDtoHAsync_v2(host, b, 16, second));
  EXPECT_CU(CUDA_ERROR_LAUNCH_FAILED, cuCtxSynchronize());
  EXPECT_TRUE(faulted({"nothing orders", "of the host", "which writes"}));
}

TEST_F(DriverOrderTest, HostMemoryMayNotBeFreedUnderACopy) {
  CUstream stream = makeStream();
  CUdeviceptr memory = allocate(4);
  int *host = allocateHost(4);
  ASSERT_OK(cuMemcpyHtoDAsync_v2(memory, host, 16, stream));
  EXPECT_CU(CUDA_ERROR_LAUNCH_FAILED, cuMemFreeHost(host));
  EXPECT_TRUE(faulted({"page-locked memory", "given back", "has not waited for",
                       "cuMemcpyHtoDAsync_v2"}));
}

TEST_F(DriverOrderTest, HostMemoryMayBeFreedAfterAWait) {
  CUstream stream = makeStream();
  CUdeviceptr memory = allocate(4);
  int *host = allocateHost(4);
  ASSERT_OK(cuMemcpyHtoDAsync_v2(memory, host, 16, stream));
  ASSERT_OK(cuStreamSynchronize(stream));
  EXPECT_OK(cuMemFreeHost(host));
  // A copy that ran because of something else is not waited for.
  host = allocateHost(4);
  CUevent event = makeEvent();
  CUstream other = makeStream();
  ASSERT_OK(cuMemcpyHtoDAsync_v2(memory, host, 16, stream));
  ASSERT_OK(cuEventRecord(event, stream));
  ASSERT_OK(cuStreamWaitEvent(other, event, 0));
  EXPECT_EQ(cuStreamQuery(other), kCUDA_ERROR_NOT_READY);
  EXPECT_CU(CUDA_ERROR_LAUNCH_FAILED, cuMemFreeHost(host));
}

//===----------------------------------------------------------------------===//
// Device memory
//===----------------------------------------------------------------------===//

TEST_F(DriverOrderTest, QueuedWorkFindsThatItsMemoryIsFreed) {
  CUstream stream = makeStream();
  CUdeviceptr memory = allocate(4);
  ASSERT_OK(fill(memory, 1, stream));
  ASSERT_OK(cuMemFree_v2(memory));
  EXPECT_CU(CUDA_ERROR_ILLEGAL_ADDRESS, cuStreamSynchronize(stream));
  EXPECT_TRUE(faulted({"kernel 'fill'", "which was freed"}));
}

TEST_F(DriverOrderTest, MemoryMayNotBeFreedBeforeTheHostKnows) {
  CUstream stream = makeStream(), other = makeStream();
  CUdeviceptr memory = allocate(4);
  CUevent event = makeEvent();
  ASSERT_OK(fill(memory, 1, stream));
  ASSERT_OK(cuEventRecord(event, stream));
  ASSERT_OK(fill(memory, 1, stream));
  ASSERT_OK(cuStreamWaitEvent(other, event, 0));
  ASSERT_OK(cuStreamSynchronize(other));
  // The first kernel is known to be done, the second is not.
  EXPECT_EQ(cuStreamQuery(stream), kCUDA_ERROR_NOT_READY);
  EXPECT_CU(CUDA_ERROR_LAUNCH_FAILED, cuMemFree_v2(memory));
  EXPECT_TRUE(faulted({"is freed by call", "has not waited for"}));
}

TEST_F(DriverOrderTest, MemoryMayBeFreedAfterAWait) {
  CUstream stream = makeStream();
  for (int i = 0; i < 3; ++i) {
    CUdeviceptr memory = allocate(4);
    ASSERT_OK(fill(memory, 1, stream));
    ASSERT_OK(cuStreamSynchronize(stream));
    ASSERT_OK(cuMemFree_v2(memory));
  }
  EXPECT_OK(cuCtxSynchronize());
}

TEST_F(DriverOrderTest, LanesAreUsedAgain) {
  CUdeviceptr memory = allocate(4);
  for (int i = 0; i < 100; ++i) {
    CUstream stream = makeStream();
    ASSERT_OK(fill(memory, i, stream));
    ASSERT_OK(cuStreamSynchronize(stream));
    ASSERT_OK(cuStreamDestroy_v2(stream));
  }
  EXPECT_EQ(readInt(memory), 99);
  // A lane whose work nobody waited for is not: this would hide the race.
  CUstream first = makeStream();
  ASSERT_OK(fill(memory, 1, first));
  ASSERT_OK(cuStreamDestroy_v2(first));
  ASSERT_OK(fill(memory, 2, makeStream()));
  EXPECT_CU(CUDA_ERROR_LAUNCH_FAILED, cuCtxSynchronize());
}

TEST_F(DriverOrderTest, ManyOperationsNeedNoDeepStack) {
  CUstream stream = makeStream();
  CUdeviceptr memory = allocate(4);
  for (int i = 0; i < 40000; ++i)
    ASSERT_OK(fill(memory, i, stream));
  EXPECT_LT(control().pending(), 20000u) << "a queue has an end";
  EXPECT_EQ(readInt(memory), 39999);
  // And if they are dropped.
  for (int i = 0; i < 10000; ++i)
    ASSERT_OK(fill(memory, i, stream));
  control().fault(0, cuda::kCUDA_ERROR_ILLEGAL_ADDRESS, "test");
  EXPECT_EQ(control().pending(), 0u);
}

TEST_F(DriverOrderTest, AnExceptionOfWorkIsAFault) {
  ASSERT_OK(enqueue(
      nullptr,
      {"gemm", [](Memory &, std::vector<Access> &, Counters &) -> Fault {
         throw std::runtime_error("it broke");
       }}));
  EXPECT_CU(CUDA_ERROR_LAUNCH_FAILED, cuCtxSynchronize());
  EXPECT_TRUE(faulted({"gemm (call", "it broke"}));
}

TEST_F(DriverOrderTest, QueriesOfTheDefaultStreamCountAllBlockingOnes) {
  CUstream blocking = makeStream(0), free = makeStream();
  CUdeviceptr a = allocate(4), b = allocate(4);
  ASSERT_OK(fill(a, 1, blocking));
  ASSERT_OK(fill(b, 1, free));
  EXPECT_EQ(cuStreamQuery(nullptr), kCUDA_ERROR_NOT_READY);
  EXPECT_OK(cuStreamQuery(nullptr));
  EXPECT_EQ(control().pending(), 1u) << "the other stream";
  EXPECT_OK(cuMemFree_v2(a)) << "the host knows";
}

TEST_F(DriverOrderTest, HostFunctionsRunInOrderAndMayNotCallTheDriver) {
  struct Data {
    int *host;
    CUresult inner;
  } data{allocateHost(4), 0};
  CUstream stream = makeStream();
  CUdeviceptr memory = allocate(4);
  auto function = [](void *pointer) {
    auto *data = static_cast<Data *>(pointer);
    std::fill_n(data->host, 4, 11);
    data->inner = cuCtxSynchronize();
  };
  ASSERT_OK(cuLaunchHostFunc(stream, function, &data));
  ASSERT_OK(cuMemcpyHtoDAsync_v2(memory, data.host, 16, stream));
  EXPECT_EQ(readInt(memory), 11);
  EXPECT_EQ(data.inner, kCUDA_ERROR_NOT_PERMITTED);
}

/// Whatever a program does: without a fault its results are those of running
/// everything at once, in the order of the calls.
TEST_F(DriverOrderTest, WithoutAFaultAllOrdersAreOne) {
  constexpr unsigned kStreams = 3, kBuffers = 5;
  std::mt19937 random(11);
  int clean = 0, faulty = 0;
  for (int round = 0; round < 400; ++round) {
    SetUp();
    control().printsFaults = false;
    // The first is the default stream, the second waits for it.
    CUstream streams[kStreams] = {nullptr, makeStream(0), makeStream()};
    CUdeviceptr buffers[kBuffers];
    int expected[kBuffers];
    for (unsigned i = 0; i < kBuffers; ++i) {
      buffers[i] = allocate(4);
      expected[i] = static_cast<int>(i);
      ASSERT_OK(fill(buffers[i], expected[i], nullptr));
    }
    ASSERT_OK(cuCtxSynchronize());
    CUresult result = 0;
    for (int step = 0; step < 12 && !result; ++step) {
      CUstream stream = streams[random() % kStreams];
      const unsigned to = random() % kBuffers;
      const unsigned from = (to + 1 + random() % (kBuffers - 1)) % kBuffers;
      switch (random() % 5) {
      case 0:
        expected[to] = 100 + step;
        result = fill(buffers[to], expected[to], stream);
        break;
      case 1:
        expected[to] = expected[from];
        result = copy(buffers[to], buffers[from], stream);
        break;
      case 2: {
        expected[to] = expected[from];
        result = cuMemcpyDtoDAsync_v2(buffers[to], buffers[from], 16, stream);
        break;
      }
      case 3: {
        CUevent event = makeEvent();
        ASSERT_OK(cuEventRecord(event, stream));
        ASSERT_OK(cuStreamWaitEvent(streams[random() % kStreams], event, 0));
        break;
      }
      case 4:
        result = random() % 3 ? CUresult(cuda::kCUDA_SUCCESS)
                              : cuStreamSynchronize(stream);
        break;
      }
    }
    if (!result)
      result = cuCtxSynchronize();
    if (result) {
      ASSERT_EQ(result, cuda::kCUDA_ERROR_LAUNCH_FAILED) << lastError();
      ASSERT_TRUE(faulted({"nothing orders"}));
      ++faulty;
      continue;
    }
    ++clean;
    for (unsigned i = 0; i < kBuffers; ++i)
      ASSERT_EQ(readInt(buffers[i]), expected[i]) << round;
  }
  EXPECT_GT(clean, 40);
  EXPECT_GT(faulty, 40);
}
