//===- CpuProgram.h - Programs on the CPU -----------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_CPU_CPUPROGRAM_H
#define AMP_RUNTIME_CPU_CPUPROGRAM_H

#include "CpuContext.h"
#include "Device.h"
#include "Gemm.h"

namespace amp::rt::cpu {

/// Copies bytes, over several threads if they are many.
void copyBytes(int numThreads, void *target, const void *source,
               uint64_t bytes);

class CpuProgram : public Program {
public:
  /// Prepares the GEMMs and their scratch.
  static Status create(Device &device, const CpuContext &context,
                       ProgramInfo info, std::unique_ptr<Program> &program);

  Status run(void *const *bindings) override;

private:
  CpuProgram(Device &device, const CpuContext &context, ProgramInfo info)
      : Program(device, std::move(info)), context(context) {}

  Status prepare();
  /// The records from `begin` to `end`, in `depth` repeats.
  Status runRecords(uint32_t begin, uint32_t end, uint32_t depth,
                    Position &position);
  Status runRecord(uint32_t index, uint32_t depth, Position &position);
  void runLaunch(const Record &record, const Position &position);
  void runCopy(const Record &record, const Position &position);
  void runFill(const Record &record, const Position &position);
  void runGemm(uint32_t index, const Record &record, const Position &position);
  Status runRepeat(uint32_t index, uint32_t depth, Position &position);

  const CpuContext &context;
  /// One per record; null for records of other kinds.
  std::vector<std::unique_ptr<GemmPlan>> gemms;
  /// Shared by the GEMMs, which run one after the other.
  DeviceMemory scratch;
  /// Addresses of the operands of one launch.
  std::vector<void *> addresses;
  /// Nanoseconds that records of a profiled run have taken so far.
  uint64_t accounted = 0;
};

} // namespace amp::rt::cpu

#endif // AMP_RUNTIME_CPU_CPUPROGRAM_H
