//===- DriverGraphTest.cpp - Captured streams and their graphs ------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DriverTestSupport.h"

#include <thread>
#include <vector>

using namespace amp::rt;
using namespace amp::rt::simulator;

namespace {
class DriverGraphTest : public DriverFixture {
protected:
  void begin(CUstream stream,
             CUstreamCaptureMode mode = kCU_STREAM_CAPTURE_MODE_GLOBAL) {
    ASSERT_OK(cuStreamBeginCapture_v2(stream, mode));
  }
  CUgraph end(CUstream stream) {
    CUgraph graph = nullptr;
    EXPECT_OK(cuStreamEndCapture(stream, &graph));
    return graph;
  }
  CUgraphExec instantiate(CUgraph graph) {
    CUgraphExec exec = nullptr;
    EXPECT_OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
    return exec;
  }
  size_t countNodes(CUgraph graph) {
    size_t count = 0;
    EXPECT_OK(cuGraphGetNodes(graph, nullptr, &count));
    return count;
  }
  /// Ends the capture, which must be invalid.
  void expectInvalid(CUstream stream, const char *by) {
    CUgraph graph = nullptr;
    EXPECT_CU(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED,
              cuStreamEndCapture(stream, &graph));
    EXPECT_TRUE(contains(control().errors.back(), {by}));
    EXPECT_EQ(graph, nullptr);
  }
};
} // namespace

TEST_F(DriverGraphTest, CapturesAndLaunchesManyTimes) {
  CUstream stream = makeStream();
  CUdeviceptr a = allocate(4), b = allocate(4);
  CUstreamCaptureStatus status = 9;
  begin(stream);
  EXPECT_OK(cuStreamIsCapturing(stream, &status));
  EXPECT_EQ(status, kCU_STREAM_CAPTURE_STATUS_ACTIVE);
  ASSERT_OK(fill(a, 4, stream));
  ASSERT_OK(copy(b, a, stream));
  EXPECT_EQ(control().pending(), 0u) << "captured, not enqueued";
  CUgraph graph = end(stream);
  EXPECT_OK(cuStreamIsCapturing(stream, &status));
  EXPECT_EQ(status, kCU_STREAM_CAPTURE_STATUS_NONE);
  EXPECT_EQ(countNodes(graph), 2u);
  CUgraphExec exec = instantiate(graph);
  ASSERT_OK(cuGraphDestroy(graph));
  for (int i = 0; i < 3; ++i) {
    ASSERT_OK(cuMemsetD8Async(b, 0, 16, stream));
    ASSERT_OK(cuGraphLaunch(exec, stream));
    ASSERT_OK(cuStreamSynchronize(stream));
    EXPECT_EQ(readInt(b), 4);
  }
  Totals totals = control().totals();
  EXPECT_EQ(totals.graphLaunches, 3u);
  EXPECT_EQ(totals.graphKernels, 6u);
  EXPECT_EQ(totals.launches, 0u);
  // The instance may go while a launch is queued.
  ASSERT_OK(cuMemsetD8Async(b, 0, 16, stream));
  ASSERT_OK(cuGraphLaunch(exec, stream));
  ASSERT_OK(cuGraphExecDestroy(exec));
  EXPECT_EQ(readInt(b), 4);
}

TEST_F(DriverGraphTest, ForksAndJoins) {
  CUstream stream = makeStream(), side = makeStream();
  CUdeviceptr a = allocate(4), b = allocate(4), c = allocate(4),
              d = allocate(4);
  CUevent fork = makeEvent(), join = makeEvent();
  begin(stream);
  ASSERT_OK(fill(a, 6, stream));
  ASSERT_OK(cuEventRecord(fork, stream));
  ASSERT_OK(cuStreamWaitEvent(side, fork, 0));
  ASSERT_OK(copy(b, a, side));
  ASSERT_OK(copy(c, a, stream));
  ASSERT_OK(cuEventRecord(join, side));
  ASSERT_OK(cuStreamWaitEvent(stream, join, 0));
  ASSERT_OK(copy(d, b, stream));
  CUgraphExec exec = instantiate(end(stream));
  // Neither stream is captured any more.
  ASSERT_OK(fill(d, 0, side));
  ASSERT_OK(cuStreamSynchronize(side));
  for (int i = 0; i < 2; ++i)
    ASSERT_OK(cuGraphLaunch(exec, stream));
  EXPECT_EQ(readInt(d), 6);
  EXPECT_EQ(readInt(c), 6);
  EXPECT_TRUE(control().faults.empty());
}

TEST_F(DriverGraphTest, BranchesThatAreNotOrderedConflict) {
  CUstream stream = makeStream(), side = makeStream();
  CUdeviceptr a = allocate(4), b = allocate(4);
  CUevent fork = makeEvent(), join = makeEvent();
  ASSERT_OK(cuMemsetD8_v2(b, 0, 16));
  ASSERT_OK(cuCtxSynchronize());
  begin(stream);
  ASSERT_OK(cuEventRecord(fork, stream));
  ASSERT_OK(cuStreamWaitEvent(side, fork, 0));
  ASSERT_OK(copy(a, b, side));
  ASSERT_OK(fill(b, 1, stream));
  ASSERT_OK(cuEventRecord(join, side));
  ASSERT_OK(cuStreamWaitEvent(stream, join, 0));
  CUgraphExec exec = instantiate(end(stream));
  ASSERT_OK(cuGraphLaunch(exec, stream));
  EXPECT_CU(CUDA_ERROR_LAUNCH_FAILED, cuStreamSynchronize(stream));
  EXPECT_TRUE(faulted({"nothing orders", "kernel 'fill'", "kernel 'copy'",
                       "cuGraphLaunch", "captured by cuLaunchKernel"}));
}

TEST_F(DriverGraphTest, LaunchesAreOrderedByTheirStreams) {
  CUstream stream = makeStream(), other = makeStream();
  CUdeviceptr a = allocate(4), b = allocate(4);
  begin(stream);
  ASSERT_OK(fill(a, 4, stream));
  CUgraphExec exec = instantiate(end(stream));
  ASSERT_OK(cuGraphLaunch(exec, stream));
  // Launches of one instance wait for each other, other work does not.
  ASSERT_OK(cuGraphLaunch(exec, other));
  ASSERT_OK(copy(b, a, other));
  ASSERT_OK(cuStreamSynchronize(other));
  EXPECT_EQ(control().pending(), 0u);
  ASSERT_OK(cuGraphLaunch(exec, stream));
  ASSERT_OK(copy(b, a, other));
  EXPECT_CU(CUDA_ERROR_LAUNCH_FAILED, cuCtxSynchronize());
}

TEST_F(DriverGraphTest, ChecksHostMemoryAtEachLaunch) {
  CUstream stream = makeStream();
  CUdeviceptr a = allocate(4);
  int *host = allocateHost(4);
  begin(stream);
  ASSERT_OK(cuMemcpyHtoDAsync_v2(a, host, 16, stream));
  CUgraphExec exec = instantiate(end(stream));
  for (int i = 0; i < 2; ++i) {
    std::fill_n(host, 4, i);
    ASSERT_OK(cuGraphLaunch(exec, stream));
    EXPECT_EQ(readInt(a), i);
  }
  ASSERT_OK(cuGraphLaunch(exec, stream));
  host[0] = 5;
  EXPECT_CU(CUDA_ERROR_LAUNCH_FAILED, cuStreamSynchronize(stream));
  EXPECT_TRUE(faulted({"reused too early", "cuGraphLaunch"}));
}

TEST_F(DriverGraphTest, UpdatesParametersOfTheSameTopology) {
  CUstream stream = makeStream();
  CUdeviceptr a = allocate(4);
  begin(stream);
  ASSERT_OK(fill(a, 1, stream));
  CUgraphExec exec = instantiate(end(stream));
  ASSERT_OK(cuGraphLaunch(exec, stream));
  begin(stream);
  ASSERT_OK(fill(a, 2, stream));
  CUgraph other = end(stream);
  CUgraphExecUpdateResultInfo info = {};
  EXPECT_OK(cuGraphExecUpdate_v2(exec, other, &info));
  EXPECT_EQ(readInt(a), 1) << "what was launched before";
  ASSERT_OK(cuGraphLaunch(exec, stream));
  EXPECT_EQ(readInt(a), 2);
  begin(stream);
  ASSERT_OK(cuMemsetD8Async(a, 0, 16, stream));
  CUgraph different = end(stream);
  EXPECT_CU(CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE,
            cuGraphExecUpdate_v2(exec, different, &info));
  EXPECT_EQ(info.result, kCU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED);
}

TEST_F(DriverGraphTest, LibraryWorkIsRunAtEachLaunch) {
  CUstream stream = makeStream();
  int runs = 0;
  begin(stream);
  ASSERT_OK(
      enqueue(stream, {"gemm 8x8x8",
                       [&runs](Memory &, std::vector<Access> &, Counters &) {
                         ++runs;
                         return Fault();
                       }}));
  CUgraphExec exec = instantiate(end(stream));
  EXPECT_EQ(runs, 0);
  ASSERT_OK(cuGraphLaunch(exec, stream));
  ASSERT_OK(cuGraphLaunch(exec, stream));
  ASSERT_OK(cuStreamSynchronize(stream));
  EXPECT_EQ(runs, 2);
  EXPECT_TRUE(contains(control().report(), {"library 'gemm 8x8x8': runs=2"}));
}

//===----------------------------------------------------------------------===//
// What a capture forbids
//===----------------------------------------------------------------------===//

TEST_F(DriverGraphTest, WaitingInACaptureMakesItInvalid) {
  CUstream stream = makeStream();
  CUdeviceptr a = allocate(4);
  CUevent event = makeEvent();
  struct Case {
    const char *name;
    std::function<CUresult()> call;
    uint32_t expected;
  };
  for (const Case &c : {
           Case{"cuStreamSynchronize",
                [&] { return cuStreamSynchronize(stream); },
                kCUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED},
           Case{"cuStreamQuery", [&] { return cuStreamQuery(stream); },
                kCUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED},
           Case{"cuCtxSynchronize", [&] { return cuCtxSynchronize(); },
                kCUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED},
           Case{"cuEventSynchronize",
                [&] {
                  EXPECT_OK(cuEventRecord(event, stream));
                  return cuEventSynchronize(event);
                },
                kCUDA_ERROR_CAPTURED_EVENT},
           Case{"cuEventQuery",
                [&] {
                  EXPECT_OK(cuEventRecord(event, stream));
                  return cuEventQuery(event);
                },
                kCUDA_ERROR_CAPTURED_EVENT},
       }) {
    // Without the rule for unsafe calls, which comes first.
    begin(stream, kCU_STREAM_CAPTURE_MODE_RELAXED);
    ASSERT_OK(fill(a, 1, stream));
    EXPECT_EQ(c.call(), c.expected) << c.name;
    CUstreamCaptureStatus status = 9;
    EXPECT_OK(cuStreamIsCapturing(stream, &status));
    EXPECT_EQ(status, kCU_STREAM_CAPTURE_STATUS_INVALIDATED);
    EXPECT_CU(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, fill(a, 1, stream));
    expectInvalid(stream, c.name);
  }
  EXPECT_TRUE(control().faults.empty()) << "the stream can be used again";
  EXPECT_OK(fill(a, 1, stream));
  EXPECT_EQ(readInt(a), 1);
}

TEST_F(DriverGraphTest, UnsafeCallsDependOnTheMode) {
  CUstream stream = makeStream();
  CUdeviceptr address = 0;
  begin(stream);
  EXPECT_CU(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, cuMemAlloc_v2(&address, 4));
  expectInvalid(stream, "cuMemAlloc_v2");
  begin(stream, kCU_STREAM_CAPTURE_MODE_RELAXED);
  EXPECT_OK(cuMemAlloc_v2(&address, 4));
  EXPECT_OK(cuMemFree_v2(address));
  end(stream);

  // Another thread is hindered by a global capture alone.
  auto inThread = [&](uint32_t expected) {
    std::thread([&] {
      EXPECT_OK(cuCtxSetCurrent(context));
      EXPECT_EQ(cuMemAlloc_v2(&address, 4), expected);
    }).join();
  };
  begin(stream, cuda::kCU_STREAM_CAPTURE_MODE_THREAD_LOCAL);
  inThread(cuda::kCUDA_SUCCESS);
  end(stream);
  begin(stream, kCU_STREAM_CAPTURE_MODE_GLOBAL);
  inThread(kCUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
  expectInvalid(stream, "cuMemAlloc_v2");

  begin(stream);
  CUstreamCaptureMode mode = kCU_STREAM_CAPTURE_MODE_RELAXED;
  EXPECT_OK(cuThreadExchangeStreamCaptureMode(&mode));
  EXPECT_OK(cuMemAlloc_v2(&address, 4));
  EXPECT_OK(cuThreadExchangeStreamCaptureMode(&mode));
  EXPECT_EQ(mode, kCU_STREAM_CAPTURE_MODE_RELAXED);
  end(stream);
}

TEST_F(DriverGraphTest, CapturesKeepToThemselves) {
  CUstream stream = makeStream(0), other = makeStream(), free = makeStream();
  CUdeviceptr a = allocate(4);
  CUevent outside = makeEvent(), inside = makeEvent();
  ASSERT_OK(cuEventRecord(outside, free));
  // Work before the capture.
  begin(stream);
  EXPECT_CU(CUDA_ERROR_STREAM_CAPTURE_ISOLATION,
            cuStreamWaitEvent(stream, outside, 0));
  expectInvalid(stream, "cuStreamWaitEvent");
  // Another capture.
  begin(stream);
  begin(other);
  ASSERT_OK(cuEventRecord(inside, other));
  EXPECT_CU(CUDA_ERROR_STREAM_CAPTURE_MERGE,
            cuStreamWaitEvent(stream, inside, 0));
  expectInvalid(stream, "cuStreamWaitEvent");
  expectInvalid(other, "cuStreamWaitEvent");
  // An event of a capture that is over.
  EXPECT_CU(CUDA_ERROR_CAPTURED_EVENT, cuStreamWaitEvent(free, inside, 0));
  // The default stream.
  begin(stream);
  EXPECT_CU(CUDA_ERROR_STREAM_CAPTURE_IMPLICIT, fill(a, 1, nullptr));
  expectInvalid(stream, "cuLaunchKernel");
  EXPECT_CU(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED,
            cuStreamBeginCapture_v2(nullptr, 0));
  // A stream that ignores the default stream does not care.
  begin(other);
  EXPECT_OK(fill(a, 1, nullptr));
  end(other);
}

TEST_F(DriverGraphTest, StreamsMustBeJoined) {
  CUstream stream = makeStream(), side = makeStream();
  CUdeviceptr a = allocate(4);
  CUevent fork = makeEvent();
  begin(stream);
  ASSERT_OK(cuEventRecord(fork, stream));
  ASSERT_OK(cuStreamWaitEvent(side, fork, 0));
  ASSERT_OK(fill(a, 1, side));
  CUgraph graph = nullptr;
  EXPECT_CU(CUDA_ERROR_STREAM_CAPTURE_UNMATCHED,
            cuStreamEndCapture(side, &graph));
  expectInvalid(stream, "cuStreamEndCapture");
  begin(stream);
  ASSERT_OK(cuEventRecord(fork, stream));
  ASSERT_OK(cuStreamWaitEvent(side, fork, 0));
  ASSERT_OK(fill(a, 1, side));
  EXPECT_CU(CUDA_ERROR_STREAM_CAPTURE_UNJOINED,
            cuStreamEndCapture(stream, &graph));
  EXPECT_TRUE(contains(lastError(), {"kernel 'fill'", "does not wait"}));
  EXPECT_CU(CUDA_ERROR_ILLEGAL_STATE, cuStreamEndCapture(stream, &graph));
}

TEST_F(DriverGraphTest, PageableMemoryAndOtherThreadsAreRefused) {
  CUstream stream = makeStream();
  CUdeviceptr a = allocate(4);
  std::vector<int> host(4);
  begin(stream);
  EXPECT_CU(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED,
            cuMemcpyHtoDAsync_v2(a, host.data(), 16, stream));
  expectInvalid(stream, "cuMemcpyHtoDAsync_v2");
  begin(stream);
  EXPECT_CU(CUDA_ERROR_ILLEGAL_STATE, cuStreamBeginCapture_v2(stream, 0));
  std::thread([&] {
    CUgraph graph = nullptr;
    EXPECT_OK(cuCtxSetCurrent(context));
    EXPECT_CU(CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD,
              cuStreamEndCapture(stream, &graph));
  }).join();
  EXPECT_CU(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, cuStreamDestroy_v2(stream));
  expectInvalid(stream, "cuStreamDestroy_v2");
}

TEST_F(DriverGraphTest, HandlesAreChecked) {
  CUstream stream = makeStream();
  begin(stream);
  CUgraph graph = end(stream);
  CUgraphExec exec = instantiate(graph);
  EXPECT_OK(cuGraphLaunch(exec, stream)) << "an empty graph is a graph";
  EXPECT_OK(cuStreamSynchronize(stream));
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE,
            cuGraphLaunch(reinterpret_cast<CUgraphExec>(graph), stream));
  EXPECT_TRUE(contains(lastError(), {"this is no instance of a graph"}));
  EXPECT_OK(cuGraphExecDestroy(exec));
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE, cuGraphLaunch(exec, stream));
  EXPECT_TRUE(contains(lastError(), {"was destroyed"}));
  EXPECT_CU(CUDA_ERROR_NOT_SUPPORTED,
            cuGraphInstantiateWithFlags(&exec, graph, 1));
  EXPECT_OK(cuGraphDestroy(graph));
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE, cuGraphDestroy(graph));
  EXPECT_TRUE(control().faults.empty());
}
