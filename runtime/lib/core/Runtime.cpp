//===- Runtime.cpp - The C interface --------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backends.h"
#include "Guard.h"
#include "Validate.h"

#include <algorithm>
#include <cstring>

using namespace amp::rt;

struct amprt_device {
  std::unique_ptr<Device> impl;
  /// Number of program runs begun, to find a buffer that is given twice.
  uint64_t runs = 0;
};

namespace {
/// What a buffer and its slices share.
struct Block {
  DeviceMemory memory;
  /// The last runs of the device that the whole and a slice were given to.
  uint64_t lastRun = 0;
  uint64_t lastRunOfSlice = 0;
};
} // namespace

struct amprt_buffer {
  amprt_device *device;
  std::shared_ptr<Block> block;
  uint64_t offset = 0;
  uint64_t bytes = 0;
  bool isSlice = false;
  /// The last run of the device that this buffer was given to.
  uint64_t lastRun = 0;

  char *getAddress() const {
    return static_cast<char *>(block->memory.getAddress()) + offset;
  }
};

struct amprt_module {
  amprt_device *device;
  std::shared_ptr<const Module> impl;
};

struct amprt_program {
  amprt_device *device;
  std::unique_ptr<Program> impl;
  /// Scratch for the base addresses of a run.
  std::vector<void *> bindings;
};

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

namespace {
/// A parsed device specification.
struct DeviceSpec {
  amprt_device_kind kind = AMPRT_CPU;
  uint32_t ordinal = 0;
};
} // namespace

static bool parseOrdinal(const char *text, uint32_t &ordinal) {
  uint64_t value = 0;
  if (!*text)
    return false;
  for (; *text; ++text) {
    if (*text < '0' || *text > '9')
      return false;
    value = value * 10 + static_cast<uint64_t>(*text - '0');
    if (value > UINT32_MAX)
      return false;
  }
  ordinal = static_cast<uint32_t>(value);
  return true;
}

static Status parseDeviceSpec(const std::string &text, DeviceSpec &spec) {
  static constexpr const char kCudaPrefix[] = "cuda:";
  spec = DeviceSpec();
  if (text == "cpu")
    return Status();
  if (text == "auto") {
    spec.kind = cudaDeviceCount() > 0 ? AMPRT_CUDA : AMPRT_CPU;
    return Status();
  }
  spec.kind = AMPRT_CUDA;
  if (text == "cuda")
    return Status();
  if (text.compare(0, sizeof(kCudaPrefix) - 1, kCudaPrefix) == 0 &&
      parseOrdinal(text.c_str() + sizeof(kCudaPrefix) - 1, spec.ordinal))
    return Status();
  return AMPRT_ERROR(AMPRT_INVALID_ARGUMENT,
                     "unknown device '" + text +
                         "', expected 'cpu', 'cuda', 'cuda:N' or 'auto'");
}

amprt_status *amprt_device_create(const char *spec,
                                  const amprt_device_options *options,
                                  amprt_device **device) {
  return guard([&]() -> Status {
    AMPRT_RETURN_IF_ERROR(requireArgument(device, "device"));
    *device = nullptr;
    AMPRT_RETURN_IF_ERROR(requireArgument(spec, "spec"));
    DeviceSpec parsed;
    AMPRT_RETURN_IF_ERROR(parseDeviceSpec(spec, parsed));
    const amprt_device_options chosen =
        options ? *options : amprt_device_options{};
    auto result = std::make_unique<amprt_device>();
    AMPRT_RETURN_IF_ERROR(
        parsed.kind == AMPRT_CPU
            ? createCpuDevice(chosen, result->impl)
            : createCudaDevice(parsed.ordinal, chosen, result->impl));
    *device = result.release();
    return Status();
  });
}

void amprt_device_destroy(amprt_device *device) { delete device; }

void amprt_device_get_info(const amprt_device *device,
                           amprt_device_info *info) {
  device->impl->getInfo(*info);
}

uint64_t amprt_device_memory_in_use(const amprt_device *device) {
  return device->impl->getMemory().getInUse();
}

uint64_t amprt_device_memory_peak(const amprt_device *device) {
  return device->impl->getMemory().getPeak();
}

void amprt_device_reset_memory_peak(amprt_device *device) {
  device->impl->getMemory().resetPeak();
}

amprt_status *amprt_device_synchronize(amprt_device *device) {
  return guard([&]() -> Status {
    AMPRT_RETURN_IF_ERROR(requireArgument(device, "device"));
    return device->impl->synchronize();
  });
}

uint32_t amprt_device_count(void) { return 1 + cudaDeviceCount(); }

amprt_status *amprt_device_describe(uint32_t index, amprt_device_info *info) {
  return guard([&]() -> Status {
    AMPRT_RETURN_IF_ERROR(requireArgument(info, "info"));
    if (index == 0)
      return describeCpuDevice(*info);
    if (index >= amprt_device_count())
      return AMPRT_ERROR(AMPRT_INVALID_ARGUMENT,
                         "no device " + std::to_string(index) + ", there are " +
                             std::to_string(amprt_device_count()));
    return describeCudaDevice(index - 1, *info);
  });
}

const char *amprt_cuda_unavailable_reason(void) {
  return cudaUnavailableReason();
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

/// Checks that `bytes` at `offset` lie inside `buffer`.
static Status checkRange(const amprt_buffer *buffer, uint64_t offset,
                         uint64_t bytes) {
  AMPRT_RETURN_IF_ERROR(requireArgument(buffer, "buffer"));
  if (offset > buffer->bytes || bytes > buffer->bytes - offset)
    return AMPRT_ERROR(AMPRT_INVALID_ARGUMENT,
                       std::to_string(bytes) + " bytes from offset " +
                           std::to_string(offset) +
                           " are not inside a buffer of " +
                           std::to_string(buffer->bytes) + " bytes");
  return Status();
}

amprt_status *amprt_buffer_create(amprt_device *device, uint64_t bytes,
                                  amprt_buffer **buffer) {
  return guard([&]() -> Status {
    AMPRT_RETURN_IF_ERROR(requireArgument(buffer, "buffer"));
    *buffer = nullptr;
    AMPRT_RETURN_IF_ERROR(requireArgument(device, "device"));
    auto result = std::make_unique<amprt_buffer>();
    result->device = device;
    result->block = std::make_shared<Block>();
    result->bytes = bytes;
    AMPRT_RETURN_IF_ERROR(DeviceMemory::allocate(*device->impl, bytes, "buffer",
                                                 result->block->memory));
    *buffer = result.release();
    return Status();
  });
}

amprt_status *amprt_buffer_create_slice(amprt_buffer *buffer, uint64_t offset,
                                        uint64_t bytes, amprt_buffer **slice) {
  return guard([&]() -> Status {
    AMPRT_RETURN_IF_ERROR(requireArgument(slice, "slice"));
    *slice = nullptr;
    AMPRT_RETURN_IF_ERROR(checkRange(buffer, offset, bytes));
    if (offset % AMPRT_ALIGNMENT)
      return AMPRT_ERROR(AMPRT_INVALID_ARGUMENT,
                         "a slice begins at byte " + std::to_string(offset) +
                             ", expected a multiple of " +
                             std::to_string(AMPRT_ALIGNMENT));
    auto result = std::make_unique<amprt_buffer>(*buffer);
    result->offset += offset;
    result->bytes = bytes;
    result->isSlice = true;
    result->lastRun = 0;
    *slice = result.release();
    return Status();
  });
}

void amprt_buffer_destroy(amprt_buffer *buffer) { delete buffer; }

uint64_t amprt_buffer_size(const amprt_buffer *buffer) { return buffer->bytes; }

/// Checks a host copy of `bytes` at `offset` of `buffer`.
static Status checkTransfer(const amprt_buffer *buffer, uint64_t offset,
                            const void *host, uint64_t bytes) {
  AMPRT_RETURN_IF_ERROR(checkRange(buffer, offset, bytes));
  return bytes ? requireArgument(host, "host memory") : Status();
}

amprt_status *amprt_buffer_write(amprt_buffer *buffer, uint64_t offset,
                                 const void *source, uint64_t bytes) {
  return guard([&]() -> Status {
    AMPRT_RETURN_IF_ERROR(checkTransfer(buffer, offset, source, bytes));
    if (bytes == 0)
      return Status();
    return buffer->device->impl->write(
        buffer->getAddress() + offset, source, bytes,
        std::max(buffer->block->lastRun, buffer->block->lastRunOfSlice));
  });
}

amprt_status *amprt_buffer_read(const amprt_buffer *buffer, uint64_t offset,
                                void *target, uint64_t bytes) {
  return guard([&]() -> Status {
    AMPRT_RETURN_IF_ERROR(checkTransfer(buffer, offset, target, bytes));
    if (bytes == 0)
      return Status();
    return buffer->device->impl->read(target, buffer->getAddress() + offset,
                                      bytes);
  });
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

amprt_status *amprt_module_create(amprt_device *device,
                                  const amprt_module_desc *desc,
                                  amprt_module **module) {
  return guard([&]() -> Status {
    AMPRT_RETURN_IF_ERROR(requireArgument(module, "module"));
    *module = nullptr;
    AMPRT_RETURN_IF_ERROR(requireArgument(device, "device"));
    AMPRT_RETURN_IF_ERROR(requireArgument(desc, "desc"));
    ModuleInfo info;
    AMPRT_RETURN_IF_ERROR(validateModule(*desc, device->impl->getKind(), info));

    DeviceMemory constants;
    AMPRT_RETURN_IF_ERROR(DeviceMemory::allocate(
        *device->impl, info.constantBytes, "constants", constants));
    if (info.constantBytes)
      AMPRT_RETURN_IF_ERROR(device->impl->write(
          constants.getAddress(), desc->constants, info.constantBytes,
          /*lastRun=*/0));

    auto result = std::make_unique<amprt_module>();
    result->device = device;
    ModuleImage image;
    image.data = desc->image;
    image.bytes = desc->image_bytes;
    image.fallback = desc->fallback_image;
    image.fallbackBytes = desc->fallback_image_bytes;
    image.cpuFeatures = desc->cpu_features ? desc->cpu_features : "";
    AMPRT_RETURN_IF_ERROR(device->impl->createModule(
        std::move(info), image, std::move(constants), result->impl));
    *module = result.release();
    return Status();
  });
}

void amprt_module_destroy(amprt_module *module) { delete module; }

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

amprt_status *amprt_program_create(amprt_device *device,
                                   const amprt_program_desc *desc,
                                   amprt_program **program) {
  return guard([&]() -> Status {
    AMPRT_RETURN_IF_ERROR(requireArgument(program, "program"));
    *program = nullptr;
    AMPRT_RETURN_IF_ERROR(requireArgument(device, "device"));
    AMPRT_RETURN_IF_ERROR(requireArgument(desc, "desc"));
    if (desc->module && desc->module->device != device)
      return AMPRT_ERROR(AMPRT_INVALID_ARGUMENT,
                         "program '" +
                             std::string(desc->name ? desc->name : "") +
                             "': its module belongs to another device");
    ProgramInfo info;
    AMPRT_RETURN_IF_ERROR(
        validateProgram(*desc, device->impl->getKind(),
                        desc->module ? desc->module->impl : nullptr, info));

    auto result = std::make_unique<amprt_program>();
    result->device = device;
    result->bindings.resize(AMPRT_BINDING_FIRST_ARGUMENT +
                            info.argumentBytes.size());
    AMPRT_RETURN_IF_ERROR(
        device->impl->createProgram(std::move(info), result->impl));
    *program = result.release();
    return Status();
  });
}

void amprt_program_destroy(amprt_program *program) { delete program; }

/// A failure of a run that concerns `binding`.
static Status bindingError(const amprt_program &program, uint32_t binding,
                           const std::string &message) {
  const std::string what =
      binding == AMPRT_BINDING_ARENA
          ? std::string("the arena")
          : "argument " +
                std::to_string(binding - AMPRT_BINDING_FIRST_ARGUMENT);
  return AMPRT_ERROR(AMPRT_INVALID_ARGUMENT, "program '" +
                                                 program.impl->getInfo().name +
                                                 "': " + what + " " + message);
}

/// Checks that `buffer` may be given to run number `run` of `program` as
/// `binding`, and marks it as given.
static Status checkRunBuffer(const amprt_program &program, uint64_t run,
                             uint32_t binding, amprt_buffer *buffer) {
  if (!buffer)
    return bindingError(program, binding, "is NULL");
  if (buffer->device != program.device)
    return bindingError(program, binding, "belongs to another device");
  Block &block = *buffer->block;
  if (buffer->lastRun == run || block.lastRun == run ||
      (!buffer->isSlice && block.lastRunOfSlice == run))
    return bindingError(program, binding,
                        "is a buffer that was already given as the arena or "
                        "as an earlier argument");
  buffer->lastRun = run;
  (buffer->isSlice ? block.lastRunOfSlice : block.lastRun) = run;
  return Status();
}

amprt_status *amprt_program_run(amprt_program *program, amprt_buffer *arena,
                                amprt_buffer *const *arguments,
                                uint32_t num_arguments) {
  return guard([&]() -> Status {
    AMPRT_RETURN_IF_ERROR(requireArgument(program, "program"));
    const ProgramInfo &info = program->impl->getInfo();
    const uint64_t run = ++program->device->runs;
    if (num_arguments != info.argumentBytes.size())
      return AMPRT_ERROR(AMPRT_INVALID_ARGUMENT,
                         "program '" + info.name + "' has " +
                             std::to_string(info.argumentBytes.size()) +
                             " arguments, found " +
                             std::to_string(num_arguments));
    if (num_arguments)
      AMPRT_RETURN_IF_ERROR(requireArgument(arguments, "arguments"));

    void **bindings = program->bindings.data();
    bindings[AMPRT_BINDING_ARENA] = nullptr;
    bindings[AMPRT_BINDING_CONSTANTS] =
        info.module ? info.module->getConstants() : nullptr;
    // A program that needs no arena may be run without one.
    if (arena || info.arenaBytes) {
      AMPRT_RETURN_IF_ERROR(
          checkRunBuffer(*program, run, AMPRT_BINDING_ARENA, arena));
      if (arena->bytes < info.arenaBytes)
        return bindingError(*program, AMPRT_BINDING_ARENA,
                            "has " + std::to_string(arena->bytes) +
                                " bytes, expected at least " +
                                std::to_string(info.arenaBytes));
      bindings[AMPRT_BINDING_ARENA] = arena->getAddress();
    }
    for (uint32_t i = 0; i < num_arguments; ++i) {
      const uint32_t binding = AMPRT_BINDING_FIRST_ARGUMENT + i;
      AMPRT_RETURN_IF_ERROR(
          checkRunBuffer(*program, run, binding, arguments[i]));
      if (arguments[i]->bytes != info.argumentBytes[i])
        return bindingError(*program, binding,
                            "has " + std::to_string(arguments[i]->bytes) +
                                " bytes, expected " +
                                std::to_string(info.argumentBytes[i]));
      bindings[binding] = arguments[i]->getAddress();
    }
    AMPRT_RETURN_IF_ERROR(program->impl->run(bindings));
    return program->device->impl->endRun(run);
  });
}

void amprt_program_set_profiling(amprt_program *program, int enabled) {
  program->impl->setProfiling(enabled != 0);
}

amprt_status *amprt_program_get_profile(const amprt_program *program,
                                        uint32_t index, uint64_t *nanoseconds,
                                        uint64_t *runs) {
  return guard([&]() -> Status {
    AMPRT_RETURN_IF_ERROR(requireArgument(program, "program"));
    AMPRT_RETURN_IF_ERROR(requireArgument(nanoseconds, "nanoseconds"));
    AMPRT_RETURN_IF_ERROR(requireArgument(runs, "runs"));
    const ProgramInfo &info = program->impl->getInfo();
    if (index >= info.records.size())
      return AMPRT_ERROR(AMPRT_INVALID_ARGUMENT,
                         "program '" + info.name + "' has " +
                             std::to_string(info.records.size()) +
                             " records, no record " + std::to_string(index));
    *nanoseconds = program->impl->getProfileNanoseconds(index);
    *runs = program->impl->getProfileRuns();
    return Status();
  });
}

const char *amprt_program_remark(const amprt_program *program, uint32_t index) {
  const std::vector<std::string> &remarks = program->impl->getRemarks().get();
  return index < remarks.size() ? remarks[index].c_str() : nullptr;
}
