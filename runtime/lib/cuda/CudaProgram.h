//===- CudaProgram.h - A program loaded on a CUDA device --------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_CUDA_CUDAPROGRAM_H
#define AMP_RUNTIME_CUDA_CUDAPROGRAM_H

#include "CudaModule.h"
#include "RepeatGraphs.h"

#include <map>

namespace amp::rt::cuda {

/// Everything that does not change from run to run is made by `prepare`: a run
/// enqueues the records, a repeat as graphs of its iterations where it can, and
/// returns. Only a profiled run, which has no graphs, waits for its end.
class CudaProgram final : public Program {
public:
  CudaProgram(CudaDevice &device, ProgramInfo info);
  ~CudaProgram() override;

  /// Checks the launches and prepares the library calls. On a failure the
  /// program can only be destroyed.
  Status prepare();

  Status run(void *const *bindings) override;

private:
  Status prepareLaunch(uint32_t index);
  Status prepareGemm(uint32_t index);
  /// The records from `begin` to `end`, in `depth` repeats.
  Status runRecords(uint32_t begin, uint32_t end, uint32_t depth,
                    Position &position);
  Status runRepeat(uint32_t index, uint32_t depth, Position &position);
  /// Iterations `begin` to `end` of a repeat.
  Status runIterations(uint32_t index, uint32_t depth, uint64_t begin,
                       uint64_t end, Position &position);
  Status runRecord(uint32_t index, const Position &position);
  Status runLaunch(uint32_t index, const Position &position);
  Status runGemm(uint32_t index, const Position &position);
  Status runCopy(uint32_t index, const Position &position);
  Status runFill(uint32_t index, const Position &position);
  Status createEvents();
  /// Waits for the records from `begin` to `end`, none of them a repeat, and
  /// adds their times, if they are measured.
  Status collectProfile(uint32_t begin, uint32_t end);

  CudaDevice &device;
  const CudaModule *module; ///< Null if there is none.
  std::vector<GemmPlan> gemms;
  std::vector<uint32_t> gemmOfRecord; ///< Index into `gemms`.
  std::shared_ptr<DeviceMemory> workspace;
  /// Of the repeats that are in no other, by their records.
  std::map<uint32_t, RepeatGraphs> graphs;
  /// What a repeat gives to the stream goes into a graph.
  bool isRecording = false;
  /// Scratch for one launch: the operands' addresses, and where each is.
  std::vector<CUdeviceptr> addresses;
  std::vector<void *> parameters;
  /// One event before each record and one after the last, in each iteration
  /// anew; made for the first profiled run.
  std::vector<CUevent> events;
};

} // namespace amp::rt::cuda

#endif // AMP_RUNTIME_CUDA_CUDAPROGRAM_H
