//===- Validate.cpp - Checks of program descriptions ----------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Validate.h"

#include <algorithm>
#include <cstring>
#include <initializer_list>
#include <iterator>
#include <utility>

using namespace amp::rt;

namespace {

/// Device limits of a CUDA launch that hold for every supported architecture.
constexpr uint32_t kMaxGridX = 2147483647u;
constexpr uint32_t kMaxGridYZ = 65535;
constexpr uint32_t kMaxBlockThreads = 1024;
constexpr uint32_t kMaxBlockZ = 64;

/// Sizes in elements are kept below this, so that sizes in bytes fit.
constexpr int64_t kMaxElements = INT64_MAX / 8;

/// The bits of an enumerator that may not be one; to load it as an enumerator
/// would be undefined.
template <typename Enum>
uint32_t getRaw(const Enum &value) {
  static_assert(sizeof(Enum) == sizeof(uint32_t), "C enums are ints");
  uint32_t raw;
  std::memcpy(&raw, &value, sizeof(raw));
  return raw;
}

bool isFloat(amprt_type type) {
  return type == AMPRT_F64 || type == AMPRT_F32 || type == AMPRT_F16 ||
         type == AMPRT_BF16;
}

bool isHalf(amprt_type type) { return type == AMPRT_F16 || type == AMPRT_BF16; }

std::string typeName(amprt_type type) { return amprt_type_name(type); }

std::string bindingName(uint32_t binding) {
  if (binding == AMPRT_BINDING_ARENA)
    return "the arena";
  if (binding == AMPRT_BINDING_CONSTANTS)
    return "the constants";
  return "argument " + std::to_string(binding - AMPRT_BINDING_FIRST_ARGUMENT);
}

/// The repeats around a record: how many, and how often each runs its body.
struct Repeats {
  uint32_t depth = 0;
  int64_t counts[AMPRT_MOST_REPEATS] = {};
};

/// Adds to an interval where it can be moved to by `steps` in all iterations;
/// false beyond 64 bits.
bool moveByAll(const Repeats &repeats, const int64_t *steps, int64_t &least,
               int64_t &greatest) {
  for (uint32_t i = 0; i < repeats.depth; ++i) {
    int64_t &moved = steps[i] < 0 ? least : greatest;
    int64_t distance;
    if (__builtin_mul_overflow(repeats.counts[i] - 1, steps[i], &distance) ||
        __builtin_add_overflow(moved, distance, &moved))
      return false;
  }
  return true;
}

/// True if the slices, which lie in their bindings in all iterations, may have
/// a byte in common in one of them.
bool overlap(const amprt_slice &a, const amprt_slice &b,
             const Repeats &repeats) {
  if (a.binding != b.binding)
    return false;
  if (std::equal(std::begin(a.steps), std::end(a.steps), b.steps))
    return a.offset < b.offset + b.bytes && b.offset < a.offset + a.bytes;
  // How far `a` begins after `b`.
  int64_t least =
      static_cast<int64_t>(a.offset) - static_cast<int64_t>(b.offset);
  int64_t greatest = least, steps[AMPRT_MOST_REPEATS];
  for (uint32_t i = 0; i < AMPRT_MOST_REPEATS; ++i)
    if (__builtin_sub_overflow(a.steps[i], b.steps[i], &steps[i]))
      return true;
  return !moveByAll(repeats, steps, least, greatest) ||
         (least < static_cast<int64_t>(b.bytes) &&
          greatest > -static_cast<int64_t>(a.bytes));
}

/// " in steps of 16 and 4 bytes", for messages; nothing of a slice that stays.
std::string describeSteps(const amprt_slice &slice) {
  std::string text;
  for (int64_t step : slice.steps)
    if (step)
      text += (text.empty() ? " in steps of " : " and ") + std::to_string(step);
  return text.empty() ? text : text + " bytes";
}

/// Elements from the first to the last of `batch` matrices of rows x columns;
/// false if that passes kMaxElements.
bool countElements(int64_t rows, int64_t columns, int64_t ld, int64_t stride,
                   int64_t batch, int64_t &elements) {
  int64_t inMatrix, toLast;
  return !__builtin_mul_overflow(rows - 1, ld, &inMatrix) &&
         !__builtin_add_overflow(inMatrix, columns, &inMatrix) &&
         !__builtin_mul_overflow(batch - 1, stride, &toLast) &&
         !__builtin_add_overflow(inMatrix, toLast, &elements) &&
         elements <= kMaxElements;
}

/// What is wrong with the version or the kind of device for which something was
/// made, or nothing.
std::string findMisfit(uint32_t abiVersion, uint32_t madeFor,
                       amprt_device_kind kind) {
  if (abiVersion != AMPRT_ABI_VERSION)
    return "made for ABI version " + std::to_string(abiVersion) +
           ", but this runtime has version " +
           std::to_string(AMPRT_ABI_VERSION) + "; compile it again";
  if (madeFor != kind)
    return std::string("made for ") +
           (madeFor == AMPRT_CPU    ? "a CPU"
            : madeFor == AMPRT_CUDA ? "a CUDA"
                                    : "an unknown kind of") +
           " device, but the device is " +
           (kind == AMPRT_CPU ? "the CPU" : "a CUDA device");
  return "";
}

/// A table that a description points at.
struct Table {
  const char *name;
  uint64_t size;
  const void *data;

  bool isMissing() const { return size && !data; }
  std::string describeMissing() const {
    return std::string(name) + " is NULL, but has " + std::to_string(size) +
           " entries";
  }
};

/// What is wrong with what every description has, or nothing: version, kind of
/// device, name, and the tables that it points at.
template <typename Description>
std::string findHeaderFault(const Description &desc, amprt_device_kind kind,
                            std::initializer_list<Table> tables) {
  std::string misfit =
      findMisfit(desc.abi_version, getRaw(desc.device_kind), kind);
  if (!misfit.empty())
    return misfit;
  if (!desc.name)
    return "the name is NULL";
  for (const Table &table : tables)
    if (table.isMissing())
      return table.describeMissing();
  return "";
}

/// A matrix of an attention: its operand, what it holds, and of what size.
struct AttentionMatrix {
  uint32_t operand;
  amprt_attention_matrix place;
  const char *name;
  amprt_type type;
  int64_t heads, rows, size;
  bool isWritten;
};

/// Elements from the first to the last of a matrix whose dimensions lie apart
/// as `strides` say; false if that passes kMaxElements. All are positive.
template <size_t n>
bool countStrided(const int64_t (&sizes)[n], const int64_t (&strides)[n],
                  int64_t &elements) {
  elements = 1;
  for (size_t i = 0; i < n; ++i) {
    int64_t distance;
    if (__builtin_mul_overflow(sizes[i] - 1, strides[i], &distance) ||
        __builtin_add_overflow(elements, distance, &elements) ||
        elements > kMaxElements)
      return false;
  }
  return true;
}

/// True if no two indices name one element: in the order of the strides each
/// goes beyond all that the ones before it reach. None overflows after
/// countStrided.
template <size_t n>
bool isInjective(const int64_t (&sizes)[n], const int64_t (&strides)[n]) {
  std::pair<int64_t, int64_t> dims[n];
  for (size_t i = 0; i < n; ++i)
    dims[i] = {strides[i], sizes[i]};
  std::sort(std::begin(dims), std::end(dims));
  int64_t reach = 1;
  for (const auto &[stride, size] : dims) {
    if (size == 1)
      continue;
    if (stride < reach)
      return false;
    reach += stride * (size - 1);
  }
  return true;
}

/// Walks one description. Every `check` function may rely on the ones that
/// `run` calls before it.
class Validator {
public:
  Validator(const amprt_program_desc &desc, amprt_device_kind kind,
            const Module *module)
      : desc(desc), kind(kind), module(module) {}

  Status run(ProgramInfo &info);

private:
  Status error(const std::string &message) const {
    return AMPRT_ERROR(AMPRT_INVALID_ARGUMENT,
                       "program '" + std::string(desc.name ? desc.name : "") +
                           "': " + message);
  }
  Status recordError(uint32_t index, const std::string &message) const;
  const amprt_slice &operand(const amprt_record &record, uint32_t i) const {
    return desc.operands[record.first_operand + i];
  }
  /// Of a binding that there is.
  uint64_t getBindingBytes(uint32_t binding) const;
  /// True if the slice is aligned to elements of `bytes` in every iteration.
  static bool isAligned(const amprt_slice &slice, uint32_t bytes) {
    bool result = slice.offset % bytes == 0;
    for (int64_t step : slice.steps)
      result &= step % static_cast<int64_t>(bytes) == 0;
    return result;
  }

  Status checkHeader() const;
  Status checkOperands() const;
  Status checkRecord(uint32_t index);
  /// Of the record's range of the operand table, in the repeats around it.
  Status checkSteps(uint32_t index) const;
  Status checkRepeat(uint32_t index);
  Status checkLaunch(uint32_t index) const;
  Status checkCopy(uint32_t index) const;
  Status checkFill(uint32_t index) const;
  Status checkGemm(uint32_t index) const;
  Status checkGemmTypes(uint32_t index) const;
  Status checkGemmMatrix(uint32_t index, uint32_t operandIndex,
                         const char *matrix, amprt_type type, int64_t rows,
                         int64_t columns, int64_t ld, int64_t stride) const;
  Status checkGemmTarget(uint32_t index) const;
  Status checkConvolution(uint32_t index) const;
  Status checkConvolutionTypes(uint32_t index) const;
  Status checkConvolutionSizes(uint32_t index) const;
  Status checkConvolutionOperands(uint32_t index) const;
  Status checkAttention(uint32_t index) const;
  Status checkAttentionFields(uint32_t index) const;
  Status checkAttentionMatrix(uint32_t index,
                              const AttentionMatrix &matrix) const;
  Status checkAttentionOperand(uint32_t index, uint32_t operandIndex,
                               const char *name, amprt_type type,
                               int64_t elements) const;

  const amprt_program_desc &desc;
  amprt_device_kind kind;
  const Module *module;
  /// The repeats around the record that is looked at, and the records after
  /// their bodies.
  Repeats repeats;
  uint32_t ends[AMPRT_MOST_REPEATS] = {};
};

} // namespace

Status Validator::recordError(uint32_t index,
                              const std::string &message) const {
  const amprt_record &record = desc.records[index];
  std::string where =
      "record " + std::to_string(index) + " '" + record.name + "'";
  if (record.location[0])
    where += std::string(" (") + record.location + ")";
  return error(where + ": " + message);
}

Status Validator::checkHeader() const {
  if (std::string fault = findHeaderFault(
          desc, kind,
          {{"argument_bytes", desc.num_arguments, desc.argument_bytes},
           {"operands", desc.num_operands, desc.operands},
           {"records", desc.num_records, desc.records}});
      !fault.empty())
    return error(fault);
  if (desc.num_arguments > UINT32_MAX - AMPRT_BINDING_FIRST_ARGUMENT)
    return error("too many arguments: " + std::to_string(desc.num_arguments));
  return Status();
}

Status Validator::checkOperands() const {
  for (uint32_t i = 0; i < desc.num_operands; ++i) {
    const amprt_slice &slice = desc.operands[i];
    const std::string where = "operand table entry " + std::to_string(i);
    if (slice.binding >= desc.num_arguments + AMPRT_BINDING_FIRST_ARGUMENT)
      return error(
          where + " is in binding " + std::to_string(slice.binding) +
          ", but there are " +
          std::to_string(desc.num_arguments + AMPRT_BINDING_FIRST_ARGUMENT) +
          " bindings");
    const uint64_t size = getBindingBytes(slice.binding);
    if (slice.offset > size || slice.bytes > size - slice.offset)
      return error(where + ": " + std::to_string(slice.bytes) +
                   " bytes from offset " + std::to_string(slice.offset) +
                   " are not inside " + bindingName(slice.binding) + " of " +
                   std::to_string(size) + " bytes");
  }
  return Status();
}

uint64_t Validator::getBindingBytes(uint32_t binding) const {
  if (binding == AMPRT_BINDING_ARENA)
    return desc.arena_bytes;
  if (binding == AMPRT_BINDING_CONSTANTS)
    return module ? module->getInfo().constantBytes : 0;
  return desc.argument_bytes[binding - AMPRT_BINDING_FIRST_ARGUMENT];
}

Status Validator::checkSteps(uint32_t index) const {
  const amprt_record &record = desc.records[index];
  for (uint32_t i = 0; i < record.num_operands; ++i) {
    const amprt_slice &slice = operand(record, i);
    const std::string where = "operand " + std::to_string(i);
    for (uint32_t d = repeats.depth; d < AMPRT_MOST_REPEATS; ++d)
      if (slice.steps[d])
        return recordError(
            index, where + " moves by " + std::to_string(slice.steps[d]) +
                       " bytes in each iteration of repeat " +
                       std::to_string(d) + " around it, but " +
                       std::to_string(repeats.depth) + " are around it");
    if (std::all_of(std::begin(slice.steps), std::end(slice.steps),
                    [](int64_t step) { return step == 0; }))
      continue;
    int64_t least = static_cast<int64_t>(slice.offset), greatest = least;
    const uint64_t size = getBindingBytes(slice.binding);
    if (!moveByAll(repeats, slice.steps, least, greatest) || least < 0 ||
        static_cast<uint64_t>(greatest) > size - slice.bytes)
      return recordError(
          index, where + ": " + std::to_string(slice.bytes) +
                     " bytes from offset " + std::to_string(slice.offset) +
                     " leave " + bindingName(slice.binding) + " of " +
                     std::to_string(size) + " bytes in an iteration");
  }
  return Status();
}

Status Validator::checkRepeat(uint32_t index) {
  const amprt_record &record = desc.records[index];
  const amprt_repeat &repeat = record.as.repeat;
  if (record.num_operands)
    return recordError(index, "a repeat has no operands, found " +
                                  std::to_string(record.num_operands));
  if (repeat.count < 1 || repeat.count > INT32_MAX)
    return recordError(index, "repeats " + std::to_string(repeat.count) +
                                  " times, expected 1 to " +
                                  std::to_string(INT32_MAX));
  const uint32_t end =
      repeats.depth ? ends[repeats.depth - 1] : desc.num_records;
  if (repeat.num_records < 1 || repeat.num_records > end - index - 1)
    return recordError(
        index,
        "repeats the next " + std::to_string(repeat.num_records) +
            " records, expected 1 to the " + std::to_string(end - index - 1) +
            " that follow it " +
            (repeats.depth ? "in the repeat around it" : "in the program"));
  if (repeats.depth == AMPRT_MOST_REPEATS)
    return recordError(index, "is in " + std::to_string(repeats.depth) +
                                  " repeats, expected at most " +
                                  std::to_string(AMPRT_MOST_REPEATS - 1));
  ends[repeats.depth] = index + 1 + repeat.num_records;
  repeats.counts[repeats.depth++] = static_cast<int64_t>(repeat.count);
  return Status();
}

Status Validator::checkRecord(uint32_t index) {
  while (repeats.depth && ends[repeats.depth - 1] == index)
    --repeats.depth;
  const amprt_record &record = desc.records[index];
  if (!record.name || !record.location)
    return error("record " + std::to_string(index) + ": the " +
                 (record.name ? "location" : "name") + " is NULL");
  if (record.first_operand > desc.num_operands ||
      record.num_operands > desc.num_operands - record.first_operand)
    return recordError(index, std::to_string(record.num_operands) +
                                  " operands from entry " +
                                  std::to_string(record.first_operand) +
                                  " are not inside the operand table of " +
                                  std::to_string(desc.num_operands));
  AMPRT_RETURN_IF_ERROR(checkSteps(index));
  switch (getRaw(record.kind)) {
  case AMPRT_RECORD_LAUNCH:
    return checkLaunch(index);
  case AMPRT_RECORD_GEMM:
    return checkGemm(index);
  case AMPRT_RECORD_COPY:
    return checkCopy(index);
  case AMPRT_RECORD_FILL:
    return checkFill(index);
  case AMPRT_RECORD_REPEAT:
    return checkRepeat(index);
  case AMPRT_RECORD_CONVOLUTION:
    return checkConvolution(index);
  case AMPRT_RECORD_ATTENTION:
    return checkAttention(index);
  }
  return recordError(index,
                     "unknown kind " + std::to_string(getRaw(record.kind)));
}

Status Validator::checkLaunch(uint32_t index) const {
  const amprt_launch &launch = desc.records[index].as.launch;
  const size_t numKernels = module ? module->getInfo().kernels.size() : 0;
  if (launch.kernel >= numKernels)
    return recordError(index,
                       "launches kernel " + std::to_string(launch.kernel) +
                           ", but there are " + std::to_string(numKernels));
  if (kind == AMPRT_CPU) {
    if (launch.extent < 0)
      return recordError(index, "extent " + std::to_string(launch.extent) +
                                    " is negative");
    if (launch.grain < 1)
      return recordError(index, "grain " + std::to_string(launch.grain) +
                                    " is not positive");
    return Status();
  }

  const uint32_t gridMost[3] = {kMaxGridX, kMaxGridYZ, kMaxGridYZ};
  const uint32_t blockMost[3] = {kMaxBlockThreads, kMaxBlockThreads,
                                 kMaxBlockZ};
  uint64_t threads = 1;
  for (int d = 0; d < 3; ++d) {
    if (launch.grid[d] < 1 || launch.grid[d] > gridMost[d])
      return recordError(index, "grid[" + std::to_string(d) + "] is " +
                                    std::to_string(launch.grid[d]) +
                                    ", expected 1 to " +
                                    std::to_string(gridMost[d]));
    if (launch.block[d] < 1 || launch.block[d] > blockMost[d])
      return recordError(index, "block[" + std::to_string(d) + "] is " +
                                    std::to_string(launch.block[d]) +
                                    ", expected 1 to " +
                                    std::to_string(blockMost[d]));
    threads *= launch.block[d];
  }
  if (threads > kMaxBlockThreads)
    return recordError(index, "a block has " + std::to_string(threads) +
                                  " threads, expected at most " +
                                  std::to_string(kMaxBlockThreads));
  return Status();
}

Status Validator::checkCopy(uint32_t index) const {
  const amprt_record &record = desc.records[index];
  if (record.num_operands != 2)
    return recordError(index, "a copy has 2 operands, found " +
                                  std::to_string(record.num_operands));
  const amprt_slice &source = operand(record, 0), &target = operand(record, 1);
  if (source.bytes != target.bytes)
    return recordError(index, "copies " + std::to_string(source.bytes) +
                                  " bytes to " + std::to_string(target.bytes) +
                                  " bytes");
  if (target.binding == AMPRT_BINDING_CONSTANTS)
    return recordError(index, "copies to the constants");
  if (overlap(source, target, repeats))
    return recordError(index, "the source overlaps the target in " +
                                  bindingName(source.binding));
  return Status();
}

Status Validator::checkFill(uint32_t index) const {
  const amprt_record &record = desc.records[index];
  const amprt_fill &fill = record.as.fill;
  if (record.num_operands != 1)
    return recordError(index, "a fill has 1 operand, found " +
                                  std::to_string(record.num_operands));
  if (fill.width != 1 && fill.width != 2 && fill.width != 4)
    return recordError(index, "fills elements of " +
                                  std::to_string(fill.width) +
                                  " bytes, expected 1, 2 or 4");
  if (fill.width < 4 && fill.bits >> (8 * fill.width))
    return recordError(index, "the value " + std::to_string(fill.bits) +
                                  " has more than " +
                                  std::to_string(fill.width) + " bytes");
  const amprt_slice &target = operand(record, 0);
  if (target.binding == AMPRT_BINDING_CONSTANTS)
    return recordError(index, "fills the constants");
  if (target.bytes % fill.width || !isAligned(target, fill.width))
    return recordError(index, "fills " + std::to_string(target.bytes) +
                                  " bytes at offset " +
                                  std::to_string(target.offset) +
                                  describeSteps(target) + " with elements of " +
                                  std::to_string(fill.width) + " bytes");
  return Status();
}

Status Validator::checkGemmTypes(uint32_t index) const {
  const amprt_gemm &gemm = desc.records[index].as.gemm;
  const bool hasBias = gemm.epilogue & AMPRT_EPILOGUE_BIAS;
  struct Operand {
    const char *name;
    uint32_t type;
  };
  for (const Operand &operand :
       {Operand{"A", getRaw(gemm.type_a)}, Operand{"B", getRaw(gemm.type_b)},
        Operand{"C", getRaw(gemm.type_c)},
        Operand{"the bias", hasBias ? getRaw(gemm.type_bias) : 0}})
    if (operand.type > AMPRT_I1)
      return recordError(index, std::string(operand.name) +
                                    " has unknown type " +
                                    std::to_string(operand.type));
  const uint32_t compute = getRaw(gemm.compute);
  if (compute > AMPRT_COMPUTE_F64)
    return recordError(index,
                       "unknown compute type " + std::to_string(compute));
  if (!isFloat(gemm.type_a))
    return recordError(index, "A is " + typeName(gemm.type_a) +
                                  ", expected f64, f32, f16 or bf16");
  if (gemm.type_b != gemm.type_a)
    return recordError(index, "A is " + typeName(gemm.type_a) + ", but B is " +
                                  typeName(gemm.type_b));
  const bool validC = gemm.type_c == gemm.type_a ||
                      (isHalf(gemm.type_a) &&
                       (isHalf(gemm.type_c) || gemm.type_c == AMPRT_F32));
  if (!validC)
    return recordError(index, "C is " + typeName(gemm.type_c) + ", expected " +
                                  (isHalf(gemm.type_a)
                                       ? std::string("f32, f16 or bf16")
                                       : typeName(gemm.type_a)) +
                                  " for operands of " + typeName(gemm.type_a));
  if ((gemm.compute == AMPRT_COMPUTE_F64) != (gemm.type_a == AMPRT_F64))
    return recordError(index, std::string("compute type f64 is for, and only "
                                          "for, operands of f64; found ") +
                                  typeName(gemm.type_a));
  if (gemm.compute == AMPRT_COMPUTE_TF32 && gemm.type_a != AMPRT_F32)
    return recordError(index, "compute type tf32 is for operands of f32; "
                              "found " +
                                  typeName(gemm.type_a));
  if (gemm.epilogue & ~(AMPRT_EPILOGUE_BIAS | AMPRT_EPILOGUE_RELU))
    return recordError(index, "unknown epilogue bits in " +
                                  std::to_string(gemm.epilogue));
  if (hasBias && gemm.type_bias != gemm.type_c &&
      (gemm.type_bias != AMPRT_F32 || gemm.type_c == AMPRT_F64))
    return recordError(index, "the bias is " + typeName(gemm.type_bias) +
                                  ", expected " +
                                  (isHalf(gemm.type_c) ? "f32 or " : "") +
                                  typeName(gemm.type_c));
  return Status();
}

Status Validator::checkGemmMatrix(uint32_t index, uint32_t operandIndex,
                                  const char *matrix, amprt_type type,
                                  int64_t rows, int64_t columns, int64_t ld,
                                  int64_t stride) const {
  const std::string name = matrix;
  if (ld < columns)
    return recordError(index, "ld of " + name + " is " + std::to_string(ld) +
                                  ", expected at least " +
                                  std::to_string(columns) +
                                  ", the length of a stored row");
  if (stride < 0)
    return recordError(index, "stride of " + name + " is " +
                                  std::to_string(stride) +
                                  ", expected at least 0");
  const amprt_record &record = desc.records[index];
  int64_t elements;
  if (!countElements(rows, columns, ld, stride, record.as.gemm.batch, elements))
    return recordError(index, "the size of " + name + " overflows");
  const amprt_slice &slice = operand(record, operandIndex);
  const uint64_t bytes =
      static_cast<uint64_t>(elements) * amprt_type_size(type);
  if (slice.bytes < bytes)
    return recordError(
        index, "operand " + std::to_string(operandIndex) + " (" + name +
                   ") has " + std::to_string(slice.bytes) +
                   " bytes, expected at least " + std::to_string(bytes));
  if (!isAligned(slice, amprt_type_size(type)))
    return recordError(index, "operand " + std::to_string(operandIndex) + " (" +
                                  name + ") is at offset " +
                                  std::to_string(slice.offset) +
                                  describeSteps(slice) +
                                  ", which does not suit " + typeName(type));
  return Status();
}

Status Validator::checkGemmTarget(uint32_t index) const {
  const amprt_record &record = desc.records[index];
  const amprt_gemm &gemm = record.as.gemm;
  const amprt_slice &target = operand(record, 2);
  if (target.binding == AMPRT_BINDING_CONSTANTS)
    return recordError(index, "operand 2 (C) is in the constants");
  for (uint32_t i = 0; i < record.num_operands; ++i)
    if (i != 2 && overlap(operand(record, i), target, repeats))
      return recordError(index, "operand 2 (C) overlaps operand " +
                                    std::to_string(i) + " in " +
                                    bindingName(target.binding));

  // Matrices of C either follow one another or are interleaved within a row;
  // neither sum can overflow after checkGemmMatrix.
  if (gemm.batch > 1 && gemm.stride_c < (gemm.m - 1) * gemm.ldc + gemm.n &&
      (gemm.stride_c < gemm.n ||
       gemm.ldc < (gemm.batch - 1) * gemm.stride_c + gemm.n))
    return recordError(index, "matrices of C overlap: stride " +
                                  std::to_string(gemm.stride_c) + ", ld " +
                                  std::to_string(gemm.ldc) + ", " +
                                  std::to_string(gemm.batch) + " matrices of " +
                                  std::to_string(gemm.m) + " x " +
                                  std::to_string(gemm.n));
  return Status();
}

Status Validator::checkGemm(uint32_t index) const {
  const amprt_record &record = desc.records[index];
  const amprt_gemm &gemm = record.as.gemm;
  const bool hasBias = gemm.epilogue & AMPRT_EPILOGUE_BIAS;
  AMPRT_RETURN_IF_ERROR(checkGemmTypes(index));

  const uint32_t expected = hasBias ? 4 : 3;
  if (record.num_operands != expected)
    return recordError(
        index, "a GEMM " + std::string(hasBias ? "with" : "without") +
                   " bias has " + std::to_string(expected) +
                   " operands, found " + std::to_string(record.num_operands));

  struct Size {
    const char *name;
    int64_t value;
  };
  for (const Size &size : {Size{"m", gemm.m}, Size{"n", gemm.n},
                           Size{"k", gemm.k}, Size{"batch", gemm.batch}})
    if (size.value < 1 || size.value > kMaxElements)
      return recordError(
          index, std::string(size.name) + " is " + std::to_string(size.value) +
                     ", expected 1 to " + std::to_string(kMaxElements));
  struct Flag {
    const char *name;
    int32_t value;
  };
  for (const Flag &flag : {Flag{"transpose_a", gemm.transpose_a},
                           Flag{"transpose_b", gemm.transpose_b}})
    if (flag.value != 0 && flag.value != 1)
      return recordError(index, std::string(flag.name) + " is " +
                                    std::to_string(flag.value) +
                                    ", expected 0 or 1");

  AMPRT_RETURN_IF_ERROR(checkGemmMatrix(
      index, 0, "A", gemm.type_a, gemm.transpose_a ? gemm.k : gemm.m,
      gemm.transpose_a ? gemm.m : gemm.k, gemm.lda, gemm.stride_a));
  AMPRT_RETURN_IF_ERROR(checkGemmMatrix(
      index, 1, "B", gemm.type_b, gemm.transpose_b ? gemm.n : gemm.k,
      gemm.transpose_b ? gemm.k : gemm.n, gemm.ldb, gemm.stride_b));
  AMPRT_RETURN_IF_ERROR(checkGemmMatrix(index, 2, "C", gemm.type_c, gemm.m,
                                        gemm.n, gemm.ldc, gemm.stride_c));
  if (hasBias)
    AMPRT_RETURN_IF_ERROR(checkGemmMatrix(index, 3, "bias", gemm.type_bias, 1,
                                          gemm.n, gemm.n, 0));
  return checkGemmTarget(index);
}

Status Validator::checkConvolutionTypes(uint32_t index) const {
  const amprt_convolution &c = desc.records[index].as.convolution;
  struct Word {
    const char *name;
    uint32_t value, most;
  };
  for (const Word &word :
       {Word{"direction", getRaw(c.direction), AMPRT_BACKWARD_WEIGHT},
        Word{"layout of the input", getRaw(c.input_layout),
             AMPRT_CHANNELS_LAST},
        Word{"layout of the weight", getRaw(c.weight_layout),
             AMPRT_CHANNELS_LAST},
        Word{"layout of the output", getRaw(c.output_layout),
             AMPRT_CHANNELS_LAST},
        Word{"type of the operands", getRaw(c.type_operands), AMPRT_I1},
        Word{"type of the result", getRaw(c.type_result), AMPRT_I1},
        Word{"type of the bias", getRaw(c.type_bias), AMPRT_I1},
        Word{"compute type", getRaw(c.compute), AMPRT_COMPUTE_F64}})
    if (word.value > word.most)
      return recordError(index, std::string("unknown ") + word.name + " " +
                                    std::to_string(word.value));
  const amprt_type type = c.type_operands;
  if (type != AMPRT_F32 && !isHalf(type))
    return recordError(index, "the operands are " + typeName(type) +
                                  ", expected f32, f16 or bf16");
  if (c.type_result != type && !(isHalf(type) && c.type_result == AMPRT_F32))
    return recordError(
        index, "the result is " + typeName(c.type_result) + ", expected " +
                   (isHalf(type) ? "f32 or " : "") + typeName(type));
  if (c.compute == AMPRT_COMPUTE_F64 ||
      (c.compute == AMPRT_COMPUTE_TF32 && type != AMPRT_F32))
    return recordError(index,
                       std::string("compute type ") +
                           (c.compute == AMPRT_COMPUTE_F64 ? "f64" : "tf32") +
                           " is not for operands of " + typeName(type));
  if (c.epilogue & ~(AMPRT_EPILOGUE_BIAS | AMPRT_EPILOGUE_RELU))
    return recordError(index, "unknown epilogue bits in " +
                                  std::to_string(c.epilogue));
  if (c.epilogue && c.direction != AMPRT_FORWARD)
    return recordError(index, "a derivative has no epilogue, found " +
                                  std::to_string(c.epilogue));
  if (c.epilogue & AMPRT_EPILOGUE_BIAS && c.type_bias != c.type_result &&
      c.type_bias != AMPRT_F32)
    return recordError(index, "the bias is " + typeName(c.type_bias) +
                                  ", expected " +
                                  (isHalf(c.type_result) ? "f32 or " : "") +
                                  typeName(c.type_result));
  return Status();
}

Status Validator::checkConvolutionSizes(uint32_t index) const {
  const amprt_convolution &c = desc.records[index].as.convolution;
  if (c.num_spatial < 1 || c.num_spatial > AMPRT_MOST_SPATIAL)
    return recordError(index, "has " + std::to_string(c.num_spatial) +
                                  " spatial dimensions, expected 1 to " +
                                  std::to_string(AMPRT_MOST_SPATIAL));
  auto checkSize = [&](const std::string &name, int64_t value, int64_t least) {
    if (value >= least && value <= INT32_MAX)
      return Status();
    return recordError(index, name + " is " + std::to_string(value) +
                                  ", expected " + std::to_string(least) +
                                  " to " + std::to_string(INT32_MAX));
  };
  AMPRT_RETURN_IF_ERROR(checkSize("batch", c.batch, 1));
  AMPRT_RETURN_IF_ERROR(checkSize("groups", c.groups, 1));
  AMPRT_RETURN_IF_ERROR(checkSize("input_channels", c.input_channels, 1));
  AMPRT_RETURN_IF_ERROR(checkSize("output_channels", c.output_channels, 1));
  if (c.input_channels % c.groups || c.output_channels % c.groups)
    return recordError(index, std::to_string(c.input_channels) + " and " +
                                  std::to_string(c.output_channels) +
                                  " channels are not in " +
                                  std::to_string(c.groups) + " equal groups");
  for (uint32_t i = 0; i < c.num_spatial; ++i) {
    const amprt_window &w = c.windows[i];
    const std::string where = "windows[" + std::to_string(i) + "].";
    AMPRT_RETURN_IF_ERROR(checkSize(where + "input", w.input, 1));
    AMPRT_RETURN_IF_ERROR(checkSize(where + "kernel", w.kernel, 1));
    AMPRT_RETURN_IF_ERROR(checkSize(where + "output", w.output, 1));
    AMPRT_RETURN_IF_ERROR(checkSize(where + "stride", w.stride, 1));
    AMPRT_RETURN_IF_ERROR(checkSize(where + "padding", w.padding, 0));
    AMPRT_RETURN_IF_ERROR(checkSize(where + "dilation", w.dilation, 1));
    // None of this overflows: the factors have 31 bits.
    const int64_t slack =
        w.input + 2 * w.padding - w.dilation * (w.kernel - 1) - 1;
    const int64_t count = slack < 0 ? 0 : slack / w.stride + 1;
    if (w.output != count)
      return recordError(index, where + "output is " +
                                    std::to_string(w.output) + ", expected " +
                                    std::to_string(count));
  }
  return Status();
}

Status Validator::checkConvolutionOperands(uint32_t index) const {
  const amprt_record &record = desc.records[index];
  const amprt_convolution &c = record.as.convolution;
  struct Tensor {
    const char *name;
    int64_t elements;
    amprt_type type;
  };
  Tensor input = {"input", 0, c.type_operands};
  Tensor weight = {"weight", 0, c.type_operands};
  Tensor output = {"output", 0, c.type_operands};
  bool overflows =
      __builtin_mul_overflow(c.batch, c.input_channels, &input.elements) ||
      __builtin_mul_overflow(c.output_channels, c.input_channels / c.groups,
                             &weight.elements) ||
      __builtin_mul_overflow(c.batch, c.output_channels, &output.elements);
  for (uint32_t i = 0; i < c.num_spatial; ++i)
    overflows = overflows ||
                __builtin_mul_overflow(input.elements, c.windows[i].input,
                                       &input.elements) ||
                __builtin_mul_overflow(weight.elements, c.windows[i].kernel,
                                       &weight.elements) ||
                __builtin_mul_overflow(output.elements, c.windows[i].output,
                                       &output.elements);
  if (overflows || std::max({input.elements, weight.elements,
                             output.elements}) > kMaxElements)
    return recordError(index, "the size of a tensor overflows");

  Tensor tensors[] = {c.direction == AMPRT_BACKWARD_INPUT ? output : input,
                      c.direction == AMPRT_BACKWARD_WEIGHT ? output : weight,
                      c.direction == AMPRT_FORWARD          ? output
                      : c.direction == AMPRT_BACKWARD_INPUT ? input
                                                            : weight,
                      {"bias", c.output_channels, c.type_bias}};
  tensors[2].type = c.type_result;
  const bool hasBias = c.epilogue & AMPRT_EPILOGUE_BIAS;
  const uint32_t expected = hasBias ? 4 : 3;
  if (record.num_operands != expected)
    return recordError(
        index, "a convolution " + std::string(hasBias ? "with" : "without") +
                   " bias has " + std::to_string(expected) +
                   " operands, found " + std::to_string(record.num_operands));
  for (uint32_t i = 0; i < expected; ++i) {
    const Tensor &tensor = tensors[i];
    const amprt_slice &slice = operand(record, i);
    const std::string name =
        "operand " + std::to_string(i) + " (" + tensor.name + ")";
    const uint64_t bytes =
        static_cast<uint64_t>(tensor.elements) * amprt_type_size(tensor.type);
    if (slice.bytes != bytes)
      return recordError(index, name + " has " + std::to_string(slice.bytes) +
                                    " bytes, expected " +
                                    std::to_string(bytes));
    if (!isAligned(slice, amprt_type_size(tensor.type)))
      return recordError(
          index, name + " is at offset " + std::to_string(slice.offset) +
                     describeSteps(slice) + ", which does not suit " +
                     typeName(tensor.type));
  }
  const amprt_slice &target = operand(record, 2);
  const std::string name = std::string("operand 2 (") + tensors[2].name + ")";
  if (target.binding == AMPRT_BINDING_CONSTANTS)
    return recordError(index, name + " is in the constants");
  for (uint32_t i = 0; i < expected; ++i)
    if (i != 2 && overlap(operand(record, i), target, repeats))
      return recordError(index, name + " overlaps operand " +
                                    std::to_string(i) + " in " +
                                    bindingName(target.binding));
  return Status();
}

Status Validator::checkConvolution(uint32_t index) const {
  if (kind != AMPRT_CPU)
    return recordError(index, "convolutions are for the CPU");
  AMPRT_RETURN_IF_ERROR(checkConvolutionTypes(index));
  AMPRT_RETURN_IF_ERROR(checkConvolutionSizes(index));
  return checkConvolutionOperands(index);
}

Status Validator::checkAttentionFields(uint32_t index) const {
  const amprt_attention &a = desc.records[index].as.attention;
  if (kind != AMPRT_CPU)
    return recordError(index, "attention is for CPU devices; compile it for "
                              "this device, of other records");
  constexpr uint32_t known = AMPRT_ATTENTION_BACKWARD | AMPRT_ATTENTION_CAUSAL |
                             AMPRT_ATTENTION_MASK | AMPRT_ATTENTION_DROPOUT;
  if (a.flags & ~known)
    return recordError(index, "unknown flags in " + std::to_string(a.flags));
  const bool isMasked = a.flags & AMPRT_ATTENTION_MASK;
  if (isMasked && (a.flags & AMPRT_ATTENTION_CAUSAL))
    return recordError(index, "is causal and has a mask");
  struct Size {
    const char *name;
    int64_t value;
  };
  int64_t scores = 1;
  for (const Size &size : {Size{"batch", a.batch}, Size{"heads", a.heads},
                           Size{"key_heads", a.key_heads}, Size{"rows", a.rows},
                           Size{"keys", a.keys}, Size{"size", a.size},
                           Size{"value_size", a.value_size}})
    if (size.value < 1 || size.value > kMaxElements)
      return recordError(index, std::string(size.name) + " is " +
                                    std::to_string(size.value) +
                                    ", expected at least 1");
  if (a.heads % a.key_heads)
    return recordError(index, std::to_string(a.heads) +
                                  " heads are no multiple of " +
                                  std::to_string(a.key_heads) + " of keys");
  for (int64_t size : {a.batch, a.heads, a.rows, a.keys})
    if (__builtin_mul_overflow(scores, size, &scores) || scores > kMaxElements)
      return recordError(index, "the number of scores overflows");
  for (int64_t size : {a.rows, a.keys, a.size, a.value_size})
    if (size > INT32_MAX)
      return recordError(index, "a dimension is " + std::to_string(size) +
                                    ", expected at most " +
                                    std::to_string(INT32_MAX));
  const uint32_t type = getRaw(a.type), result = getRaw(a.type_result),
                 mask = getRaw(a.type_mask);
  if (type != AMPRT_F32 && type != AMPRT_F16 && type != AMPRT_BF16)
    return recordError(index, "has type " + std::to_string(type) +
                                  ", expected f32, f16 or bf16");
  if (result != type && result != AMPRT_F32)
    return recordError(index, "the result has type " + std::to_string(result) +
                                  ", expected " + typeName(a.type) + " or f32");
  if (isMasked && mask != AMPRT_F32 && mask != AMPRT_F16 &&
      mask != AMPRT_BF16 && mask != AMPRT_I1)
    return recordError(index, "the mask has type " + std::to_string(mask) +
                                  ", expected f32, f16, bf16 or i1");
  if (a.dropout_limit > 1u << 24 ||
      (a.dropout_limit && !(a.flags & AMPRT_ATTENTION_DROPOUT)))
    return recordError(index, "the limit of dropout is " +
                                  std::to_string(a.dropout_limit) +
                                  ", expected at most 2^24, and 0 without "
                                  "dropout");
  return Status();
}

Status Validator::checkAttentionOperand(uint32_t index, uint32_t operandIndex,
                                        const char *name, amprt_type type,
                                        int64_t elements) const {
  const amprt_slice &slice = operand(desc.records[index], operandIndex);
  const std::string where = "operand " + std::to_string(operandIndex) + " (" +
                            std::string(name) + ")";
  const uint64_t bytes =
      static_cast<uint64_t>(elements) * amprt_type_size(type);
  if (slice.bytes < bytes)
    return recordError(index, where + " has " + std::to_string(slice.bytes) +
                                  " bytes, expected at least " +
                                  std::to_string(bytes));
  if (!isAligned(slice, amprt_type_size(type)))
    return recordError(index, where + " is at offset " +
                                  std::to_string(slice.offset) +
                                  describeSteps(slice) +
                                  ", which does not suit " + typeName(type));
  return Status();
}

Status Validator::checkAttentionMatrix(uint32_t index,
                                       const AttentionMatrix &matrix) const {
  const amprt_attention &a = desc.records[index].as.attention;
  const amprt_attention_strides &s = a.strides[matrix.place];
  const std::string name = matrix.name;
  if (s.batch < 0 || s.head < 0 || s.row < 0)
    return recordError(index, "a stride of " + name +
                                  " is negative, expected at least 0");
  const int64_t sizes[] = {a.batch, matrix.heads, matrix.rows, matrix.size};
  const int64_t strides[] = {s.batch, s.head, s.row, 1};
  int64_t elements;
  if (!countStrided(sizes, strides, elements))
    return recordError(index, "the size of " + name + " overflows");
  if (matrix.isWritten && !isInjective(sizes, strides))
    return recordError(index, "rows of " + name + " overlap: strides " +
                                  std::to_string(s.batch) + ", " +
                                  std::to_string(s.head) + " and " +
                                  std::to_string(s.row));
  return checkAttentionOperand(index, matrix.operand, matrix.name, matrix.type,
                               elements);
}

Status Validator::checkAttention(uint32_t index) const {
  AMPRT_RETURN_IF_ERROR(checkAttentionFields(index));
  const amprt_record &record = desc.records[index];
  const amprt_attention &a = record.as.attention;
  const bool isBackward = a.flags & AMPRT_ATTENTION_BACKWARD;
  const bool isMasked = a.flags & AMPRT_ATTENTION_MASK;
  const bool isDropped = a.flags & AMPRT_ATTENTION_DROPOUT;
  const uint32_t mask = isBackward ? 9 : 5, state = mask + isMasked;
  if (record.num_operands != state + isDropped)
    return recordError(index, "has " + std::to_string(record.num_operands) +
                                  " operands, expected " +
                                  std::to_string(state + isDropped));
  const AttentionMatrix matrices[] = {
      {0, AMPRT_ATTENTION_QUERY, "query", a.type, a.heads, a.rows, a.size,
       false},
      {1, AMPRT_ATTENTION_KEY, "key", a.type, a.key_heads, a.keys, a.size,
       false},
      {2, AMPRT_ATTENTION_VALUE, "value", a.type, a.key_heads, a.keys,
       a.value_size, false},
      {3, AMPRT_ATTENTION_RESULT, "result", a.type_result, a.heads, a.rows,
       a.value_size, !isBackward},
      {5, AMPRT_ATTENTION_GRADIENT, "gradient", a.type_result, a.heads, a.rows,
       a.value_size, false},
      {6, AMPRT_ATTENTION_QUERY_GRADIENT, "gradient of query", a.type, a.heads,
       a.rows, a.size, true},
      {7, AMPRT_ATTENTION_KEY_GRADIENT, "gradient of key", a.type, a.key_heads,
       a.keys, a.size, true},
      {8, AMPRT_ATTENTION_VALUE_GRADIENT, "gradient of value", a.type,
       a.key_heads, a.keys, a.value_size, true}};
  bool isWritten[11] = {};
  isWritten[4] = !isBackward;
  for (const AttentionMatrix &matrix : matrices) {
    if (matrix.operand > 4 && !isBackward)
      break;
    AMPRT_RETURN_IF_ERROR(checkAttentionMatrix(index, matrix));
    isWritten[matrix.operand] = matrix.isWritten;
  }
  AMPRT_RETURN_IF_ERROR(checkAttentionOperand(index, 4, "logsumexp", AMPRT_F32,
                                              a.batch * a.heads * a.rows));
  if (isMasked) {
    const int64_t sizes[] = {a.batch, a.heads, a.rows, a.keys};
    for (int64_t stride : a.mask_strides)
      if (stride < 0)
        return recordError(index, "a stride of mask is negative, expected at "
                                  "least 0");
    int64_t elements;
    if (!countStrided(sizes, a.mask_strides, elements))
      return recordError(index, "the size of mask overflows");
    AMPRT_RETURN_IF_ERROR(
        checkAttentionOperand(index, mask, "mask", a.type_mask, elements));
  }
  if (isDropped)
    AMPRT_RETURN_IF_ERROR(
        checkAttentionOperand(index, state, "state", AMPRT_I64, 2));
  for (uint32_t i = 0; i < record.num_operands; ++i) {
    if (!isWritten[i])
      continue;
    const amprt_slice &target = operand(record, i);
    if (target.binding == AMPRT_BINDING_CONSTANTS)
      return recordError(index, "operand " + std::to_string(i) +
                                    " is written, and in the constants");
    for (uint32_t j = 0; j < record.num_operands; ++j)
      if (i != j && overlap(operand(record, j), target, repeats))
        return recordError(index, "operand " + std::to_string(i) +
                                      " overlaps operand " + std::to_string(j) +
                                      " in " + bindingName(target.binding));
  }
  return Status();
}

Status Validator::run(ProgramInfo &info) {
  AMPRT_RETURN_IF_ERROR(checkHeader());
  AMPRT_RETURN_IF_ERROR(checkOperands());
  for (uint32_t i = 0; i < desc.num_records; ++i)
    AMPRT_RETURN_IF_ERROR(checkRecord(i));

  info.name = desc.name;
  info.arenaBytes = desc.arena_bytes;
  info.argumentBytes.assign(desc.argument_bytes,
                            desc.argument_bytes + desc.num_arguments);
  info.operands.assign(desc.operands, desc.operands + desc.num_operands);
  info.records.reserve(desc.num_records);
  for (uint32_t i = 0; i < desc.num_records; ++i) {
    const amprt_record &from = desc.records[i];
    Record record = {};
    record.kind = from.kind;
    record.name = from.name;
    record.location = from.location;
    record.firstOperand = from.first_operand;
    record.numOperands = from.num_operands;
    record.as = from.as;
    info.records.push_back(std::move(record));
  }
  return Status();
}

Status amp::rt::validateModule(const amprt_module_desc &desc,
                               amprt_device_kind kind, ModuleInfo &info) {
  auto error = [&](const std::string &message) {
    return AMPRT_ERROR(AMPRT_INVALID_ARGUMENT,
                       "module '" + std::string(desc.name ? desc.name : "") +
                           "': " + message);
  };
  if (std::string fault =
          findHeaderFault(desc, kind,
                          {{"kernels", desc.num_kernels, desc.kernels},
                           {"constants", desc.constant_bytes, desc.constants}});
      !fault.empty())
    return error(fault);
  if (!desc.image != !desc.image_bytes)
    return error("an image has an address and a size, or neither");
  if (!desc.fallback_image != !desc.fallback_image_bytes)
    return error("a fallback image has an address and a size, or neither");
  if (kind == AMPRT_CPU && desc.fallback_image)
    return error("an image for the CPU has no fallback");
  if (kind == AMPRT_CUDA && desc.cpu_features)
    return error("code for CUDA uses no instruction sets of a CPU");
  if (kind == AMPRT_CUDA && desc.num_kernels && !desc.image)
    return error("there are " + std::to_string(desc.num_kernels) +
                 " kernels, but no image");

  info.name = desc.name;
  info.constantBytes = desc.constant_bytes;
  for (uint32_t i = 0; i < desc.num_kernels; ++i) {
    const amprt_kernel_desc &kernel = desc.kernels[i];
    std::string where = "kernel " + std::to_string(i);
    if (!kernel.name || !kernel.name[0])
      return error(where + " has no name");
    where += " '" + std::string(kernel.name) + "'";
    if (kind == AMPRT_CUDA && (kernel.cpu || kernel.offset))
      return error(where + " has a CPU entry point in a CUDA module");
    if (kind == AMPRT_CPU && desc.image && kernel.cpu)
      return error(where + " has an entry point besides that in the image");
    if (kind == AMPRT_CPU && desc.image && kernel.offset >= desc.image_bytes)
      return error(where + " begins at byte " + std::to_string(kernel.offset) +
                   " of an image of " + std::to_string(desc.image_bytes) +
                   " bytes");
    if (kind == AMPRT_CPU && !desc.image && !kernel.cpu)
      return error(where + " has no CPU entry point");
    info.kernels.push_back({kernel.name, kernel.offset, kernel.cpu});
  }
  return Status();
}

Status amp::rt::validateProgram(const amprt_program_desc &desc,
                                amprt_device_kind kind,
                                std::shared_ptr<const Module> module,
                                ProgramInfo &info) {
  AMPRT_RETURN_IF_ERROR(Validator(desc, kind, module.get()).run(info));
  info.module = std::move(module);
  return Status();
}
