//===- RepeatGraphs.h - The graphs of a repeat ------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A repeat, recorded as CUDA graphs: its iterations one after the other, with
// the addresses that each has. The host then launches a few graphs, where it
// would launch every record of every iteration.
//
// A graph holds addresses, so it serves the runs whose buffers are the same. A
// run with buffers that were not seen before launches the records, which is
// also when a library may load what it needs; the second run with them records
// and launches the graphs.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_CUDA_REPEATGRAPHS_H
#define AMP_RUNTIME_CUDA_REPEATGRAPHS_H

#include "CudaDevice.h"

#include <functional>

namespace amp::rt::cuda {

/// Records that a graph has at most, unless one iteration has more.
inline constexpr uint64_t kMostRecordsOfGraph = 512;
/// Records that all graphs of a repeat have at most; a longer repeat is not
/// recorded.
inline constexpr uint64_t kMostRecordsOfGraphs = 16384;
/// Sets of buffers for which a repeat has graphs at the same time. Inputs
/// alternate between two.
inline constexpr size_t kMostGraphSets = 4;
/// Runs in a row with buffers that were not seen before, after which the user
/// is told.
inline constexpr unsigned kMostStrangeRuns = 64;

/// The graphs of one repeat that is in no other. The context must be current
/// while an object is used, and the work of its graphs done when it is
/// destroyed.
class RepeatGraphs {
public:
  /// Gives the iterations from `begin` to `end` to the device's stream, which
  /// may record them.
  using Enqueue =
      std::function<Status(uint64_t begin, uint64_t end, bool isRecorded)>;

  /// Of the repeat that is record `index` of `program`. Says in `remarks` if it
  /// will not be recorded.
  RepeatGraphs(CudaDevice &device, const ProgramInfo &program, uint32_t index,
               Remarks &remarks);
  RepeatGraphs(RepeatGraphs &&) = default;

  /// Gives all iterations to the device's stream, as graphs or one after the
  /// other. A repeat that cannot be recorded is not tried again, and `remarks`
  /// says why.
  Status run(void *const *bindings, const Enqueue &enqueue, Remarks &remarks);

private:
  /// Owner of a graph that can be launched. Move-only.
  class Graph {
  public:
    Graph(const DriverApi &driver, CUgraphExec exec)
        : driver(&driver), exec(exec) {}
    Graph(Graph &&other) noexcept : driver(other.driver), exec(other.exec) {
      other.exec = nullptr;
    }
    Graph &operator=(Graph &&) = delete;
    ~Graph() {
      if (exec)
        (void)driver->cuGraphExecDestroy(exec);
    }
    CUgraphExec get() const { return exec; }

  private:
    const DriverApi *driver;
    CUgraphExec exec;
  };
  /// What was recorded with these addresses of `bindings`, in the order in
  /// which it is launched; nothing yet if they were seen once.
  struct Set {
    std::vector<void *> addresses;
    std::vector<Graph> graphs;
  };

  /// The set of these addresses, among those of all bindings; null, with a
  /// place for it, if they were not seen before.
  Status find(void *const *all, Set *&found);
  Status record(Set &set, const Enqueue &enqueue);
  /// Records some iterations as one graph.
  Status recordGraph(uint64_t begin, uint64_t end, const Enqueue &enqueue,
                     Set &set);

  CudaDevice *device;
  std::string where;              ///< The repeat, for messages.
  uint64_t count;                 ///< Iterations.
  uint64_t countOfGraph = 0;      ///< Those of a graph; 0 if there is none.
  std::vector<uint32_t> bindings; ///< Those that the body uses.
  std::vector<Set> sets;          ///< The one used last is the last.
  unsigned numStrange = 0;        ///< Runs in a row with other buffers.
};

} // namespace amp::rt::cuda

#endif // AMP_RUNTIME_CUDA_REPEATGRAPHS_H
