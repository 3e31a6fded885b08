//===- CpuProgram.cpp - Programs on the CPU -------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CpuProgram.h"

#include "CpuModule.h"
#include "Parallel.h"

#include <algorithm>
#include <chrono>
#include <cstring>

using namespace amp::rt;
using namespace amp::rt::cpu;

/// Bytes per thread below which a copy is not worth a thread.
static constexpr int64_t kCopyGrain = int64_t(1) << 20;

void amp::rt::cpu::copyBytes(int numThreads, void *target, const void *source,
                             uint64_t bytes) {
  parallelFor(numThreads, static_cast<int64_t>(bytes), kCopyGrain,
              [&](int64_t begin, int64_t end) {
                std::memcpy(static_cast<char *>(target) + begin,
                            static_cast<const char *>(source) + begin,
                            static_cast<size_t>(end - begin));
              });
}

Status CpuProgram::create(Device &device, const CpuContext &context,
                          ProgramInfo info, std::unique_ptr<Program> &program) {
  std::unique_ptr<CpuProgram> result(
      new CpuProgram(device, context, std::move(info)));
  AMPRT_RETURN_IF_ERROR(result->prepare());
  program = std::move(result);
  return Status();
}

/// The repeats around each record.
static std::vector<RecordRepeats>
findRepeats(const std::vector<Record> &records) {
  RecordRepeats none;
  std::fill(std::begin(none.counts), std::end(none.counts), 1);
  std::vector<RecordRepeats> result(records.size(), none);
  for (uint32_t i = 0; i < records.size(); ++i) {
    if (records[i].kind != AMPRT_RECORD_REPEAT)
      continue;
    RecordRepeats inside = result[i];
    inside.begin = i + 1;
    inside.end = i + 1 + records[i].as.repeat.num_records;
    inside.counts[inside.depth++] =
        static_cast<int64_t>(records[i].as.repeat.count);
    std::fill(result.begin() + inside.begin, result.begin() + inside.end,
              inside);
  }
  return result;
}

/// True if the slices have no byte in common, whatever the iterations are.
static bool areApart(const amprt_slice &a, const RecordRepeats &repeatsA,
                     const amprt_slice &b, const RecordRepeats &repeatsB) {
  if (a.binding != b.binding)
    return true;
  // Core has checked that none of this overflows.
  auto reach = [](const amprt_slice &slice, const RecordRepeats &repeats) {
    auto least = static_cast<int64_t>(slice.offset), greatest = least;
    for (uint32_t i = 0; i < AMPRT_MOST_REPEATS; ++i) {
      const int64_t distance = (repeats.counts[i] - 1) * slice.steps[i];
      (distance < 0 ? least : greatest) += distance;
    }
    return std::pair(least, greatest + static_cast<int64_t>(slice.bytes));
  };
  const auto [beginA, endA] = reach(a, repeatsA);
  const auto [beginB, endB] = reach(b, repeatsB);
  return endA <= beginB || endB <= beginA;
}

bool CpuProgram::keepsB(uint32_t index,
                        const std::vector<RecordRepeats> &repeats) const {
  const std::vector<Record> &records = getInfo().records;
  const std::vector<amprt_slice> &operands = getInfo().operands;
  const RecordRepeats &around = repeats[index];
  const amprt_slice &b = operands[records[index].firstOperand + 1];
  if (around.depth == 0 || around.counts[around.depth - 1] == 1 ||
      b.steps[around.depth - 1] != 0)
    return false;
  for (uint32_t i = around.begin; i < around.end; ++i) {
    const Record &record = records[i];
    for (uint32_t j = 0; j < record.numOperands; ++j) {
      // What a launch writes is not known.
      const bool isRead = (record.kind == AMPRT_RECORD_GEMM && j != 2) ||
                          (record.kind == AMPRT_RECORD_CONVOLUTION && j != 2) ||
                          (record.kind == AMPRT_RECORD_COPY && j == 0);
      if (!isRead &&
          !areApart(operands[record.firstOperand + j], repeats[i], b, around))
        return false;
    }
  }
  return true;
}

Status CpuProgram::libraryError(uint32_t index, const DnnlError &error) const {
  return AMPRT_LIBRARY_ERROR(
      error.isOutOfMemory ? AMPRT_RESOURCE_EXHAUSTED : AMPRT_DEVICE_ERROR,
      "oneDNN",
      "program '" + getInfo().name + "': " + getInfo().describeRecord(index) +
          ": " + error.what());
}

Status CpuProgram::prepareGemm(uint32_t index,
                               const std::vector<RecordRepeats> &repeats) {
  Gemm &gemm = gemms[index];
  try {
    gemm.plan = createGemmPlan(context, getInfo().records[index].as.gemm,
                               keepsB(index, repeats));
  } catch (const DnnlError &error) {
    return libraryError(index, error);
  }
  if (const char *remark = gemm.plan->getRemark())
    remarks.add(remark);
  gemm.depth = repeats[index].depth;
  return DeviceMemory::allocate(getDevice(), gemm.plan->getPackedBytes(),
                                "packed matrix of a GEMM", gemm.packed);
}

Status CpuProgram::prepareConvolution(uint32_t index) {
  std::unique_ptr<ConvolutionPlan> &plan = convolutions[index];
  try {
    plan =
        createConvolutionPlan(context, getInfo().records[index].as.convolution);
  } catch (const DnnlError &error) {
    return libraryError(index, error);
  }
  if (const char *remark = plan->getRemark())
    remarks.add(remark);
  return Status();
}

Status CpuProgram::prepare() {
  const ThreadScope threads(context.numThreads);
  const std::vector<Record> &records = getInfo().records;
  const std::vector<RecordRepeats> repeats = findRepeats(records);
  uint64_t scratchBytes = 0;
  uint32_t mostOperands = 0;
  gemms.resize(records.size());
  convolutions.resize(records.size());
  attentions.resize(records.size());
  for (uint32_t i = 0; i < records.size(); ++i) {
    mostOperands = std::max(mostOperands, records[i].numOperands);
    if (records[i].kind == AMPRT_RECORD_GEMM) {
      AMPRT_RETURN_IF_ERROR(prepareGemm(i, repeats));
      scratchBytes = std::max(scratchBytes, gemms[i].plan->getScratchBytes());
    } else if (records[i].kind == AMPRT_RECORD_CONVOLUTION) {
      AMPRT_RETURN_IF_ERROR(prepareConvolution(i));
      scratchBytes = std::max(scratchBytes, convolutions[i]->getScratchBytes());
    } else if (records[i].kind == AMPRT_RECORD_ATTENTION) {
      attentions[i].emplace(context, records[i].as.attention);
      scratchBytes = std::max(scratchBytes, attentions[i]->getScratchBytes());
    }
  }
  addresses.resize(mostOperands);
  return DeviceMemory::allocate(getDevice(), scratchBytes,
                                "scratch of library calls", scratch);
}

Status CpuProgram::run(void *const *bindings) {
  const ThreadScope threads(context.numThreads);
  Position position = {bindings};
  AMPRT_RETURN_IF_ERROR(runRecords(
      0, static_cast<uint32_t>(getInfo().records.size()), 0, position));
  if (isProfiling())
    countProfiledRun();
  return Status();
}

Status CpuProgram::runRecords(uint32_t begin, uint32_t end, uint32_t depth,
                              Position &position) {
  using Clock = std::chrono::steady_clock;
  const std::vector<Record> &records = getInfo().records;
  for (uint32_t i = begin; i < end; ++i) {
    const Clock::time_point start =
        isProfiling() ? Clock::now() : Clock::time_point();
    const uint64_t before = accounted;
    AMPRT_RETURN_IF_ERROR(runRecord(i, depth, position));
    if (isProfiling()) {
      const auto time = std::chrono::duration_cast<std::chrono::nanoseconds>(
          Clock::now() - start);
      // What the records of a repeat's body took is theirs.
      const uint64_t own =
          static_cast<uint64_t>(time.count()) - (accounted - before);
      addProfile(i, own);
      accounted += own;
    }
    if (records[i].kind == AMPRT_RECORD_REPEAT)
      i += records[i].as.repeat.num_records;
  }
  return Status();
}

Status CpuProgram::runRecord(uint32_t index, uint32_t depth,
                             Position &position) {
  const Record &record = getInfo().records[index];
  switch (record.kind) {
  case AMPRT_RECORD_LAUNCH:
    runLaunch(record, position);
    return Status();
  case AMPRT_RECORD_COPY:
    runCopy(record, position);
    return Status();
  case AMPRT_RECORD_FILL:
    runFill(record, position);
    return Status();
  case AMPRT_RECORD_REPEAT:
    return runRepeat(index, depth, position);
  case AMPRT_RECORD_ATTENTION:
    runAttention(index, record, position);
    return Status();
  case AMPRT_RECORD_GEMM:
  case AMPRT_RECORD_CONVOLUTION:
    try {
      if (record.kind == AMPRT_RECORD_GEMM)
        runGemm(index, record, position);
      else
        runConvolution(index, record, position);
      return Status();
    } catch (const DnnlError &error) {
      return libraryError(index, error);
    }
  }
  return AMPRT_ERROR(AMPRT_INTERNAL, "record of an unknown kind");
}

void CpuProgram::runLaunch(const Record &record, const Position &position) {
  const auto &module = static_cast<const CpuModule &>(*getInfo().module);
  const amprt_cpu_kernel kernel = module.getEntryPoint(record.as.launch.kernel);
  for (uint32_t i = 0; i < record.numOperands; ++i)
    addresses[i] = resolve(record.firstOperand + i, position);
  void *const *operands = addresses.data();
  parallelFor(
      context.numThreads, record.as.launch.extent, record.as.launch.grain,
      [&](int64_t begin, int64_t end) { kernel(operands, begin, end); });
}

void CpuProgram::runCopy(const Record &record, const Position &position) {
  const uint64_t bytes = getInfo().operands[record.firstOperand].bytes;
  copyBytes(context.numThreads, resolve(record.firstOperand + 1, position),
            resolve(record.firstOperand, position), bytes);
}

void CpuProgram::runFill(const Record &record, const Position &position) {
  const amprt_fill &fill = record.as.fill;
  void *target = resolve(record.firstOperand, position);
  const int64_t count = static_cast<int64_t>(
      getInfo().operands[record.firstOperand].bytes / fill.width);
  auto fillWith = [&](auto value) {
    parallelFor(context.numThreads, count, kCopyGrain / fill.width,
                [&](int64_t begin, int64_t end) {
                  auto *elements = static_cast<decltype(value) *>(target);
                  std::fill(elements + begin, elements + end, value);
                });
  };
  if (fill.width == 1)
    fillWith(static_cast<uint8_t>(fill.bits));
  else if (fill.width == 2)
    fillWith(static_cast<uint16_t>(fill.bits));
  else
    fillWith(fill.bits);
}

void CpuProgram::runGemm(uint32_t index, const Record &record,
                         const Position &position) {
  GemmOperands operands;
  operands.a = resolve(record.firstOperand, position);
  operands.b = resolve(record.firstOperand + 1, position);
  operands.c = resolve(record.firstOperand + 2, position);
  if (record.as.gemm.epilogue & AMPRT_EPILOGUE_BIAS)
    operands.bias = resolve(record.firstOperand + 3, position);
  Gemm &gemm = gemms[index];
  if (void *packed = gemm.packed.getAddress()) {
    if (position.iterations[gemm.depth - 1] == 0)
      gemm.plan->packB(operands.b, packed, scratch.getAddress());
    operands.b = packed;
  }
  gemm.plan->run(operands, scratch.getAddress());
}

void CpuProgram::runConvolution(uint32_t index, const Record &record,
                                const Position &position) {
  ConvolutionOperands operands;
  operands.lhs = resolve(record.firstOperand, position);
  operands.rhs = resolve(record.firstOperand + 1, position);
  operands.out = resolve(record.firstOperand + 2, position);
  if (record.as.convolution.epilogue & AMPRT_EPILOGUE_BIAS)
    operands.bias = resolve(record.firstOperand + 3, position);
  convolutions[index]->run(operands, scratch.getAddress());
}

void CpuProgram::runAttention(uint32_t index, const Record &record,
                              const Position &position) {
  const uint32_t flags = record.as.attention.flags;
  uint32_t next = record.firstOperand;
  auto take = [&] { return resolve(next++, position); };
  AttentionOperands operands = {};
  operands.query = take();
  operands.key = take();
  operands.value = take();
  operands.result = take();
  operands.logsumexp = static_cast<float *>(take());
  if (flags & AMPRT_ATTENTION_BACKWARD) {
    operands.gradient = take();
    operands.queryGradient = take();
    operands.keyGradient = take();
    operands.valueGradient = take();
  }
  if (flags & AMPRT_ATTENTION_MASK)
    operands.mask = take();
  if (flags & AMPRT_ATTENTION_DROPOUT) {
    const auto *state = static_cast<const uint64_t *>(take());
    operands.seed = state[0];
    operands.firstBlock = state[1];
  }
  attentions[index]->run(operands, scratch.getAddress());
}

Status CpuProgram::runRepeat(uint32_t index, uint32_t depth,
                             Position &position) {
  const amprt_repeat &repeat = getInfo().records[index].as.repeat;
  int64_t &iteration = position.iterations[depth];
  for (iteration = 0; iteration < static_cast<int64_t>(repeat.count);
       ++iteration)
    AMPRT_RETURN_IF_ERROR(runRecords(index + 1, index + 1 + repeat.num_records,
                                     depth + 1, position));
  iteration = 0;
  return Status();
}
