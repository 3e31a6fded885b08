//===- RepeatGraphs.cpp - The graphs of a repeat --------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RepeatGraphs.h"

#include "CudaError.h"

#include <algorithm>

using namespace amp::rt;
using namespace amp::rt::cuda;

/// The records that are run between `begin` and `end`, those of repeats in all
/// iterations, at most one more than what is recorded. The bindings that they
/// use are added to `bindings`.
static uint64_t countRecords(const ProgramInfo &program, uint32_t begin,
                             uint32_t end, std::vector<uint32_t> &bindings) {
  uint64_t number = 0;
  for (uint32_t i = begin; i < end; ++i) {
    const Record &record = program.records[i];
    if (record.kind == AMPRT_RECORD_REPEAT) {
      const amprt_repeat &repeat = record.as.repeat;
      // Neither factor is above 2^31.
      number +=
          repeat.count *
          countRecords(program, i + 1, i + 1 + repeat.num_records, bindings);
      i += repeat.num_records;
    } else {
      ++number;
      for (uint32_t j = 0; j < record.numOperands; ++j)
        bindings.push_back(program.operands[record.firstOperand + j].binding);
    }
    number = std::min(number, kMostRecordsOfGraphs + 1);
  }
  return number;
}

namespace {
/// Records what a stream is given. Ends that when it goes, if nobody did.
class Capture {
public:
  Capture(const DriverApi &driver, CUstream stream)
      : driver(driver), stream(stream) {}
  Capture(const Capture &) = delete;
  Capture &operator=(const Capture &) = delete;
  ~Capture() {
    if (isOpen)
      (void)end();
    if (graph)
      (void)driver.cuGraphDestroy(graph);
  }

  CUresult begin() {
    // Other threads of the process may go on with whatever they do.
    const CUresult result = driver.cuStreamBeginCapture_v2(
        stream, kCU_STREAM_CAPTURE_MODE_THREAD_LOCAL);
    isOpen = result == kCUDA_SUCCESS;
    return result;
  }
  CUresult end() {
    isOpen = false;
    return driver.cuStreamEndCapture(stream, &graph);
  }
  /// After `end`.
  CUgraph getGraph() const { return graph; }

private:
  const DriverApi &driver;
  CUstream stream;
  CUgraph graph = nullptr;
  bool isOpen = false;
};
} // namespace

RepeatGraphs::RepeatGraphs(CudaDevice &device, const ProgramInfo &program,
                           uint32_t index, Remarks &remarks)
    : device(&device), where(program.describeRecord(index)),
      count(program.records[index].as.repeat.count) {
  const uint64_t records = countRecords(
      program, index + 1,
      index + 1 + program.records[index].as.repeat.num_records, bindings);
  std::sort(bindings.begin(), bindings.end());
  bindings.erase(std::unique(bindings.begin(), bindings.end()), bindings.end());
  if (records * count > kMostRecordsOfGraphs) {
    remarks.add("CUDA: " + where +
                " is launched iteration by iteration: it runs more than " +
                std::to_string(kMostRecordsOfGraphs) +
                " records, the most that graphs of it have");
    return;
  }
  if (records)
    countOfGraph = std::max<uint64_t>(kMostRecordsOfGraph / records, 1);
}

Status RepeatGraphs::run(void *const *all, const Enqueue &enqueue,
                         Remarks &remarks) {
  if (!countOfGraph)
    return enqueue(0, count, /*isRecorded=*/false);
  Set *set = nullptr;
  AMPRT_RETURN_IF_ERROR(find(all, set));
  if (!set) {
    if (++numStrange == kMostStrangeRuns)
      remarks.add("CUDA: " + where +
                  " is launched iteration by iteration: it has been run with "
                  "other buffers each time");
    return enqueue(0, count, /*isRecorded=*/false);
  }
  numStrange = 0;
  if (set->graphs.empty()) {
    Status status = record(*set, enqueue);
    if (!status.ok()) {
      // A failure of the device fails what follows, too, and is reported there.
      countOfGraph = 0;
      remarks.add("CUDA: " + where +
                  " is launched iteration by iteration, because it could not "
                  "be recorded in a graph: " +
                  status.getMessage());
      return enqueue(0, count, /*isRecorded=*/false);
    }
  }
  for (const Graph &graph : set->graphs)
    AMPRT_CUDA_CALL(device->getDriver(),
                    cuGraphLaunch(graph.get(), device->getStream()),
                    where + ": launching a graph, or work before it,");
  return Status();
}

Status RepeatGraphs::find(void *const *all, Set *&found) {
  auto same = std::find_if(sets.begin(), sets.end(), [&](const Set &set) {
    for (size_t i = 0; i < bindings.size(); ++i)
      if (set.addresses[i] != all[bindings[i]])
        return false;
    return true;
  });
  if (same != sets.end()) {
    std::rotate(same, same + 1, sets.end());
    found = &sets.back();
    return Status();
  }
  if (sets.size() == kMostGraphSets) {
    // What was used longest ago goes. It may still be at work, and no promise
    // of the driver covers what is destroyed then.
    if (!sets.front().graphs.empty())
      AMPRT_CUDA_CALL(device->getDriver(),
                      cuStreamSynchronize(device->getStream()),
                      where + ": work before it");
    sets.erase(sets.begin());
  }
  Set set;
  for (uint32_t binding : bindings)
    set.addresses.push_back(all[binding]);
  sets.push_back(std::move(set));
  return Status();
}

Status RepeatGraphs::record(Set &set, const Enqueue &enqueue) {
  set.graphs.reserve((count + countOfGraph - 1) / countOfGraph);
  for (uint64_t begin = 0; begin < count; begin += countOfGraph) {
    Status status =
        recordGraph(begin, std::min(begin + countOfGraph, count), enqueue, set);
    if (!status.ok()) {
      // None of them has been launched.
      set.graphs.clear();
      return status;
    }
  }
  return Status();
}

Status RepeatGraphs::recordGraph(uint64_t begin, uint64_t end,
                                 const Enqueue &enqueue, Set &set) {
  const DriverApi &driver = device->getDriver();
  Capture capture(driver, device->getStream());
  auto check = [&](CUresult result, const char *what) {
    return result == kCUDA_SUCCESS
               ? Status()
               : driverError(driver, result, what, __FILE__, __LINE__);
  };
  AMPRT_RETURN_IF_ERROR(check(capture.begin(), "beginning to record"));
  AMPRT_RETURN_IF_ERROR(enqueue(begin, end, /*isRecorded=*/true));
  AMPRT_RETURN_IF_ERROR(check(capture.end(), "ending to record"));
  CUgraphExec exec = nullptr;
  AMPRT_RETURN_IF_ERROR(
      check(driver.cuGraphInstantiateWithFlags(&exec, capture.getGraph(),
                                               /*flags=*/0),
            "making a graph of what was recorded"));
  set.graphs.emplace_back(driver, exec);
  return Status();
}
