//===- CudaProgram.cpp - A program loaded on a CUDA device ----------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaProgram.h"

#include "CudaError.h"

#include <algorithm>

using namespace amp::rt;
using namespace amp::rt::cuda;

static CUdeviceptr toDevice(const void *address) {
  return reinterpret_cast<uintptr_t>(address);
}

CudaProgram::CudaProgram(CudaDevice &device, ProgramInfo info)
    : Program(device, std::move(info)), device(device),
      module(static_cast<const CudaModule *>(getInfo().module.get())) {}

CudaProgram::~CudaProgram() {
  const DriverApi &driver = device.getDriver();
  ContextScope scope(driver, device.getContext());
  // Without a context everything is gone already.
  if (!scope.enter().ok())
    return;
  // The stream may still use what the program has.
  (void)driver.cuStreamSynchronize(device.getStream());
  for (CUevent event : events)
    (void)driver.cuEventDestroy_v2(event);
  graphs.clear();
}

//===----------------------------------------------------------------------===//
// Preparation
//===----------------------------------------------------------------------===//

Status CudaProgram::prepare() {
  ContextScope scope(device.getDriver(), device.getContext());
  AMPRT_RETURN_IF_ERROR(scope.enter());

  const ProgramInfo &info = getInfo();
  gemmOfRecord.resize(info.records.size());
  uint32_t mostOperands = 0;
  uint32_t endOfRepeat = 0;
  for (uint32_t i = 0; i < info.records.size(); ++i) {
    const Record &record = info.records[i];
    mostOperands = std::max(mostOperands, record.numOperands);
    if (record.kind == AMPRT_RECORD_LAUNCH)
      AMPRT_RETURN_IF_ERROR(prepareLaunch(i));
    else if (record.kind == AMPRT_RECORD_GEMM)
      AMPRT_RETURN_IF_ERROR(prepareGemm(i));
    if (record.kind == AMPRT_RECORD_REPEAT && i >= endOfRepeat) {
      endOfRepeat = i + 1 + record.as.repeat.num_records;
      graphs.try_emplace(i, device, info, i, remarks);
    }
  }
  addresses.resize(mostOperands);
  parameters.resize(mostOperands);
  for (uint32_t i = 0; i < mostOperands; ++i)
    parameters[i] = &addresses[i];
  return Status();
}

Status CudaProgram::prepareLaunch(uint32_t index) {
  const amprt_launch &launch = getInfo().records[index].as.launch;
  const std::string &name = module->getInfo().kernels[launch.kernel].name;
  int most = 0;
  AMPRT_CUDA_CALL(device.getDriver(),
                  cuFuncGetAttribute(&most,
                                     kCU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK,
                                     module->getFunction(launch.kernel)),
                  getInfo().describeRecord(index) +
                      ": reading the limits of kernel '" + name + "'");
  const uint64_t threads =
      UINT64_C(1) * launch.block[0] * launch.block[1] * launch.block[2];
  if (threads > static_cast<uint64_t>(most))
    return AMPRT_LIBRARY_ERROR(
        AMPRT_INVALID_ARGUMENT, kLibraryDriver,
        getInfo().describeRecord(index) + ": a block has " +
            std::to_string(threads) + " threads, but kernel '" + name +
            "' can have at most " + std::to_string(most) +
            " on this device; compile it for smaller blocks");
  return Status();
}

Status CudaProgram::prepareGemm(uint32_t index) {
  const ProgramInfo &info = getInfo();
  const Record &record = info.records[index];
  const std::string where = info.describeRecord(index);
  // What divides the offset and the steps divides the offset of each iteration.
  auto offsetOf = [&](uint32_t operand) {
    const amprt_slice &slice = info.operands[record.firstOperand + operand];
    uint64_t offset = slice.offset;
    for (int64_t step : slice.steps)
      offset |= static_cast<uint64_t>(step);
    return offset;
  };
  GemmOffsets offsets;
  offsets.a = offsetOf(0);
  offsets.b = offsetOf(1);
  offsets.c = offsetOf(2);
  if (record.as.gemm.epilogue & AMPRT_EPILOGUE_BIAS)
    offsets.bias = offsetOf(3);
  ColumnGemm mapped;
  AMPRT_RETURN_IF_ERROR(mapGemm(record.as.gemm, offsets, where, mapped));

  AMPRT_RETURN_IF_ERROR(device.openBlasLt());
  if (!workspace)
    AMPRT_RETURN_IF_ERROR(device.getGemmWorkspace(workspace));
  GemmPlan plan;
  AMPRT_RETURN_IF_ERROR(plan.describe(device.getBlasLt(), record.as.gemm,
                                      mapped, device.getGemmWorkspaceBytes(),
                                      where));
  AMPRT_RETURN_IF_ERROR(
      plan.chooseAlgorithm(device.getBlasLtHandle(), record.as.gemm, where));
  gemmOfRecord[index] = static_cast<uint32_t>(gemms.size());
  gemms.push_back(std::move(plan));
  return Status();
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

Status CudaProgram::run(void *const *bindings) {
  const DriverApi &driver = device.getDriver();
  ContextScope scope(driver, device.getContext());
  AMPRT_RETURN_IF_ERROR(scope.enter());
  AMPRT_RETURN_IF_ERROR(device.waitForCopies());
  if (isProfiling() && events.empty())
    AMPRT_RETURN_IF_ERROR(createEvents());
  Position position = {bindings};
  AMPRT_RETURN_IF_ERROR(runRecords(
      0, static_cast<uint32_t>(getInfo().records.size()), 0, position));
  if (isProfiling())
    countProfiledRun();
  return Status();
}

Status CudaProgram::runRecords(uint32_t begin, uint32_t end, uint32_t depth,
                               Position &position) {
  // Of the records that are measured together.
  uint32_t first = begin;
  for (uint32_t i = begin; i < end; ++i) {
    const Record &record = getInfo().records[i];
    if (record.kind == AMPRT_RECORD_REPEAT) {
      AMPRT_RETURN_IF_ERROR(collectProfile(first, i));
      AMPRT_RETURN_IF_ERROR(runRepeat(i, depth, position));
      i += record.as.repeat.num_records;
      first = i + 1;
      continue;
    }
    if (isProfiling())
      AMPRT_CUDA_CALL(device.getDriver(),
                      cuEventRecord(events[i], device.getStream()),
                      getInfo().describeRecord(i) + ": starting the clock");
    AMPRT_RETURN_IF_ERROR(runRecord(i, position));
  }
  return collectProfile(first, end);
}

Status CudaProgram::runRepeat(uint32_t index, uint32_t depth,
                              Position &position) {
  const uint64_t count = getInfo().records[index].as.repeat.count;
  if (depth > 0 || isProfiling())
    return runIterations(index, depth, 0, count, position);
  return graphs.at(index).run(
      position.bindings,
      [&](uint64_t begin, uint64_t end, bool isRecorded) {
        isRecording = isRecorded;
        return runIterations(index, depth, begin, end, position);
      },
      remarks);
}

Status CudaProgram::runIterations(uint32_t index, uint32_t depth,
                                  uint64_t begin, uint64_t end,
                                  Position &position) {
  const amprt_repeat &repeat = getInfo().records[index].as.repeat;
  int64_t &iteration = position.iterations[depth];
  for (iteration = static_cast<int64_t>(begin);
       iteration < static_cast<int64_t>(end); ++iteration)
    AMPRT_RETURN_IF_ERROR(runRecords(index + 1, index + 1 + repeat.num_records,
                                     depth + 1, position));
  iteration = 0;
  return Status();
}

Status CudaProgram::runRecord(uint32_t index, const Position &position) {
  switch (getInfo().records[index].kind) {
  case AMPRT_RECORD_LAUNCH:
    return runLaunch(index, position);
  case AMPRT_RECORD_GEMM:
    return runGemm(index, position);
  case AMPRT_RECORD_COPY:
    return runCopy(index, position);
  case AMPRT_RECORD_FILL:
    return runFill(index, position);
  case AMPRT_RECORD_REPEAT:
    break; // runRecords runs it.
  case AMPRT_RECORD_CONVOLUTION:
  case AMPRT_RECORD_ATTENTION:
    break; // The validator lets none through.
  }
  return AMPRT_ERROR(AMPRT_INTERNAL, getInfo().describeRecord(index) +
                                         ": a kind that core let through");
}

Status CudaProgram::runLaunch(uint32_t index, const Position &position) {
  const Record &record = getInfo().records[index];
  const amprt_launch &launch = record.as.launch;
  for (uint32_t i = 0; i < record.numOperands; ++i)
    addresses[i] = toDevice(resolve(record.firstOperand + i, position));
  AMPRT_CUDA_CALL(
      device.getDriver(),
      cuLaunchKernel(module->getFunction(launch.kernel), launch.grid[0],
                     launch.grid[1], launch.grid[2], launch.block[0],
                     launch.block[1], launch.block[2], /*shared_bytes=*/0,
                     device.getStream(), parameters.data(), /*extra=*/nullptr),
      getInfo().describeRecord(index) + ": launching kernel '" +
          module->getInfo().kernels[launch.kernel].name +
          "', or work before it,");
  return Status();
}

Status CudaProgram::runGemm(uint32_t index, const Position &position) {
  const Record &record = getInfo().records[index];
  const GemmPlan &plan = gemms[gemmOfRecord[index]];
  auto operand = [&](uint32_t i) {
    return resolve(record.firstOperand + i, position);
  };
  const bool hasBias = record.as.gemm.epilogue & AMPRT_EPILOGUE_BIAS;
  cublasStatus_t status = plan.run(
      device.getBlasLtHandle(), operand(0), operand(1), operand(2),
      hasBias ? operand(3) : nullptr,
      {workspace->getAddress(), workspace->getBytes()}, device.getStream());
  if (status != kCUBLAS_STATUS_SUCCESS) {
    // If work before has failed, the driver knows better what happened. It is
    // not asked while it records: then nothing may wait.
    if (!isRecording)
      AMPRT_CUDA_CALL(device.getDriver(),
                      cuStreamSynchronize(device.getStream()),
                      getInfo().describeRecord(index) + ": work before it");
    return blasLtError(device.getBlasLt(), status,
                       getInfo().describeRecord(index) +
                           ": cublasLtMatmul of " +
                           describeGemm(record.as.gemm),
                       __FILE__, __LINE__);
  }
  return Status();
}

Status CudaProgram::runCopy(uint32_t index, const Position &position) {
  const Record &record = getInfo().records[index];
  const uint64_t bytes = getInfo().operands[record.firstOperand].bytes;
  if (bytes == 0)
    return Status();
  AMPRT_CUDA_CALL(
      device.getDriver(),
      cuMemcpyDtoDAsync_v2(toDevice(resolve(record.firstOperand + 1, position)),
                           toDevice(resolve(record.firstOperand, position)),
                           bytes, device.getStream()),
      getInfo().describeRecord(index) + ": copying, or work before it,");
  return Status();
}

Status CudaProgram::runFill(uint32_t index, const Position &position) {
  const Record &record = getInfo().records[index];
  const amprt_fill &fill = record.as.fill;
  const uint64_t count =
      getInfo().operands[record.firstOperand].bytes / fill.width;
  if (count == 0)
    return Status();
  const DriverApi &driver = device.getDriver();
  const CUdeviceptr target = toDevice(resolve(record.firstOperand, position));
  const CUstream stream = device.getStream();
  CUresult result =
      fill.width == 1
          ? driver.cuMemsetD8Async(
                target, static_cast<unsigned char>(fill.bits), count, stream)
      : fill.width == 2
          ? driver.cuMemsetD16Async(
                target, static_cast<unsigned short>(fill.bits), count, stream)
          : driver.cuMemsetD32Async(target, fill.bits, count, stream);
  if (result != kCUDA_SUCCESS)
    return driverError(driver, result,
                       getInfo().describeRecord(index) +
                           ": filling, or work before it,",
                       __FILE__, __LINE__);
  return Status();
}

//===----------------------------------------------------------------------===//
// Profiling
//===----------------------------------------------------------------------===//

Status CudaProgram::createEvents() {
  const DriverApi &driver = device.getDriver();
  const size_t count = getInfo().records.size() + 1;
  // Room first, so that no event is lost if memory runs out.
  events.reserve(count);
  while (events.size() < count) {
    CUevent event = nullptr;
    if (CUresult result = driver.cuEventCreate(&event, kCU_EVENT_DEFAULT)) {
      for (CUevent made : events)
        (void)driver.cuEventDestroy_v2(made);
      events.clear();
      return driverError(driver, result, "creating events for a profile",
                         __FILE__, __LINE__);
    }
    events.push_back(event);
  }
  return Status();
}

Status CudaProgram::collectProfile(uint32_t begin, uint32_t end) {
  if (!isProfiling() || begin == end)
    return Status();
  const DriverApi &driver = device.getDriver();
  AMPRT_CUDA_CALL(driver, cuEventRecord(events[end], device.getStream()),
                  "stopping the clock");
  AMPRT_CUDA_CALL(driver, cuStreamSynchronize(device.getStream()),
                  "the profiled run of program '" + getInfo().name + "'");
  for (uint32_t i = begin; i < end; ++i) {
    float milliseconds = 0;
    AMPRT_CUDA_CALL(driver,
                    cuEventElapsedTime(&milliseconds, events[i], events[i + 1]),
                    getInfo().describeRecord(i) + ": reading its time");
    addProfile(i,
               static_cast<uint64_t>(static_cast<double>(milliseconds) * 1e6));
  }
  return Status();
}
