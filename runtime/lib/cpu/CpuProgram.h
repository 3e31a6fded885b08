//===- CpuProgram.h - Programs on the CPU -----------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_CPU_CPUPROGRAM_H
#define AMP_RUNTIME_CPU_CPUPROGRAM_H

#include "Attention.h"
#include "Convolution.h"
#include "CpuContext.h"
#include "Device.h"
#include "Gemm.h"

#include <optional>

namespace amp::rt::cpu {

/// Copies bytes, over several threads if they are many.
void copyBytes(int numThreads, void *target, const void *source,
               uint64_t bytes);

/// The repeats around a record.
struct RecordRepeats {
  uint32_t depth = 0;
  /// Of each, the outermost first; 1 beyond them.
  int64_t counts[AMPRT_MOST_REPEATS];
  /// The records of the innermost one's body.
  uint32_t begin = 0, end = 0;
};

class CpuProgram : public Program {
public:
  /// Prepares the library calls and their scratch.
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
  void runConvolution(uint32_t index, const Record &record,
                      const Position &position);
  void runGemm(uint32_t index, const Record &record, const Position &position);
  void runAttention(uint32_t index, const Record &record,
                    const Position &position);
  Status runRepeat(uint32_t index, uint32_t depth, Position &position);

  /// A GEMM record; without a plan for records of other kinds.
  struct Gemm {
    std::unique_ptr<GemmPlan> plan;
    /// B as the plan packs it in the first iteration of a repeat that leaves it
    /// as it is, and at which depth that repeat is.
    DeviceMemory packed;
    uint32_t depth = 0;
  };

  /// True if the B of GEMM `index` is the same in all iterations of the repeat
  /// that is innermost around it.
  bool keepsB(uint32_t index, const std::vector<RecordRepeats> &repeats) const;
  /// What oneDNN says of a record.
  Status libraryError(uint32_t index, const DnnlError &error) const;
  Status prepareConvolution(uint32_t index);
  Status prepareGemm(uint32_t index, const std::vector<RecordRepeats> &repeats);

  const CpuContext &context;
  /// One per record.
  std::vector<Gemm> gemms;
  /// One per record; none for records of other kinds.
  std::vector<std::unique_ptr<ConvolutionPlan>> convolutions;
  std::vector<std::optional<AttentionPlan>> attentions;
  /// Shared by library calls, which run one after the other.
  DeviceMemory scratch;
  /// Addresses of the operands of one launch.
  std::vector<void *> addresses;
  /// Nanoseconds that records of a profiled run have taken so far.
  uint64_t accounted = 0;
};

} // namespace amp::rt::cpu

#endif // AMP_RUNTIME_CPU_CPUPROGRAM_H
