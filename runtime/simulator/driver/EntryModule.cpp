//===- EntryModule.cpp - Functions for modules and their kernels ----------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Model.h"
#include "State.h"

#include <algorithm>

using namespace amp::rt::cuda;
using namespace amp::rt::simulator;

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

namespace {
/// The buffers of a loader's options.
struct Log {
  char *text = nullptr;
  size_t bytes = 0;
  void **size = nullptr; ///< Where to write how much of it was used.
};
} // namespace

static CUresult readOptions(Call &call, unsigned numOptions,
                            const CUjit_option *options, void **values,
                            Log &log) {
  constexpr CUjit_option kLastOption = 34; // CU_JIT_SPLIT_COMPILE
  if (numOptions && (!options || !values))
    return call.fail(kCUDA_ERROR_INVALID_VALUE, "there are no options");
  for (unsigned i = 0; i < numOptions; ++i) {
    if (options[i] > kLastOption)
      return call.fail(kCUDA_ERROR_INVALID_VALUE,
                       "unknown option " + std::to_string(options[i]));
    if (options[i] == kCU_JIT_ERROR_LOG_BUFFER)
      log.text = static_cast<char *>(values[i]);
    if (options[i] == kCU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES) {
      log.bytes = reinterpret_cast<uintptr_t>(values[i]);
      log.size = &values[i];
    }
  }
  return kCUDA_SUCCESS;
}

static void write(const Log &log, const std::string &text) {
  size_t length = 0;
  if (log.text && log.bytes) {
    length = std::min(log.bytes - 1, text.size());
    std::memcpy(log.text, text.data(), length);
    log.text[length] = '\0';
  }
  if (log.size)
    *log.size = reinterpret_cast<void *>(length);
}

/// What kind of image this is if it is not PTX, or null. Machine code of a real
/// GPU cannot be run here.
static const char *findBinary(const void *image) {
  auto begins = [&](const unsigned char (&magic)[4]) {
    // Byte by byte: a text may be shorter.
    const auto *bytes = static_cast<const unsigned char *>(image);
    for (unsigned i = 0; i < 4; ++i)
      if (bytes[i] != magic[i])
        return false;
    return true;
  };
  if (begins({0x7f, 'E', 'L', 'F'}))
    return "a cubin";
  if (begins({0x50, 0xed, 0x55, 0xba}) || begins({0xb1, 0x43, 0x62, 0x46}))
    return "a fat binary";
  return nullptr;
}

static CUresult readImage(Call &call, const void *image, Module &module,
                          std::string &log) {
  State &driver = call.driver;
  if (driver.acceptAnyImage) {
    module.isOpaque = true;
    return kCUDA_SUCCESS;
  }
  if (const char *binary = findBinary(image)) {
    log = std::string("the image is ") + binary +
          ": the simulated device runs PTX alone; compile the program to PTX";
    return kCUDA_ERROR_NO_BINARY_FOR_GPU;
  }
  const PtxLimits limits{ptxVersionOf(driver.driverVersion),
                         static_cast<unsigned>(driver.capabilityMajor * 10 +
                                               driver.capabilityMinor)};
  return loadPtx(seedPtx(static_cast<const char *>(image)), limits,
                 call.context->device.memory, module.image, log);
}

static CUresult loadModule(Call &call, CUmodule *module, const void *image,
                           const Log &log) {
  if (!module)
    return call.failOnNull();
  if (!image)
    return call.fail(kCUDA_ERROR_INVALID_VALUE, "the image is null");
  State &driver = call.driver;
  auto created = std::make_shared<Module>();
  std::string text;
  if (CUresult result = readImage(call, image, *created, text)) {
    write(log, text);
    return call.fail(result, text);
  }
  write(log, "");
  created->context = call.context;
  created->name = "module " + std::to_string(++driver.numNamed);
  created->handle = driver.modules.insert(created);
  driver.counts.noteBytesInUse(call.context->device.memory.bytesInUse());
  *module = reinterpret_cast<CUmodule>(created->handle);
  return kCUDA_SUCCESS;
}

CUresult amp::rt::simulator::cuModuleLoadDataEx(CUmodule *module,
                                                const void *image,
                                                unsigned numOptions,
                                                CUjit_option *options,
                                                void **values) {
  // A failure that the control wants comes with the log that it wants.
  CallScope scope("cuModuleLoadDataEx", Needs::Context, InCapture::Unsafe);
  Call &call = scope.getCall();
  if (call.driver.isObserved)
    call.driver.images.push_back(image);
  Log log;
  if (!scope.mayRun()) {
    CUresult wanted = call.result;
    if (readOptions(call, numOptions, options, values, log) == kCUDA_SUCCESS)
      write(log, call.driver.jitLog);
    return scope.end(wanted);
  }
  if (CUresult result = readOptions(call, numOptions, options, values, log))
    return scope.end(result);
  return scope.end(loadModule(call, module, image, log));
}

CUresult amp::rt::simulator::cuModuleLoadData(CUmodule *module,
                                              const void *image) {
  return enter("cuModuleLoadData", Needs::Context, InCapture::Unsafe,
               [&](Call &call) { return loadModule(call, module, image, {}); });
}

CUresult amp::rt::simulator::cuModuleUnload(CUmodule module) {
  return enter("cuModuleUnload", Needs::Cleanup, InCapture::Unsafe,
               [&](Call &call) {
                 std::shared_ptr<Module> found = call.findModule(module);
                 if (!found)
                   return call.result;
                 State &driver = call.driver;
                 // What is queued finds out itself that its code is gone.
                 found->unloadedBy = call.number;
                 for (const auto &[name, handle] : found->functions)
                   driver.functions.erase(handle);
                 Device &device = call.context->device;
                 for (const auto &[name, global] : found->image.globals)
                   device.history.forget(global.address, global.bytes);
                 if (found->image.unload)
                   found->image.unload(device.memory);
                 driver.modules.erase(found->handle);
                 return kCUDA_SUCCESS;
               });
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

namespace {
/// A launch of a C++ function.
class RunningCall final : public KernelCall {
public:
  RunningCall(Memory &memory, std::vector<Access> &accesses)
      : memory(memory), accesses(accesses) {}

  std::byte *access(uint64_t address, uint64_t bytes, bool isWrite) override {
    Allocation *allocation = memory.find(address);
    if (!allocation || !allocation->contains(address, bytes) ||
        (isWrite && allocation->isConstant)) {
      fail(kCUDA_ERROR_ILLEGAL_ADDRESS,
           std::string(isWrite ? "writes " : "reads ") +
               formatRange(address, bytes) + ": " + memory.describe(address));
      return nullptr;
    }
    const uint64_t first = address - allocation->address;
    for (uint64_t i = first; isWrite && i < first + bytes; ++i)
      allocation->written[i / 64] |= UINT64_C(1) << (i % 64);
    accesses.push_back({address, bytes, isWrite});
    return allocation->data.get() + first;
  }
  void fail(CUresult result, std::string message) override {
    if (!fault)
      fault = {result, std::move(message)};
  }

  Fault fault; ///< The first.

private:
  Memory &memory;
  std::vector<Access> &accesses;
};
} // namespace

static std::shared_ptr<const Kernel> makeKernel(const std::string &name,
                                                const CppKernel &source) {
  auto kernel = std::make_shared<Kernel>();
  kernel->name = name;
  kernel->maxThreads = source.maxThreads;
  for (uint32_t bytes : source.parameterBytes) {
    // Aligned as the compiler does it, whose sizes are powers of two.
    const uint32_t offset =
        bytes ? (kernel->parameterBytes + bytes - 1) / bytes * bytes
              : kernel->parameterBytes;
    kernel->parameters.push_back({offset, bytes});
    kernel->parameterBytes = offset + bytes;
  }
  kernel->run = [name, run = source.run, layout = kernel->parameters](
                    const Geometry &geometry,
                    const std::vector<std::byte> &parameters, Memory &memory,
                    std::vector<Access> &accesses, Counters &counters) {
    RunningCall call(memory, accesses);
    call.kernel = name;
    uint64_t threads = 1;
    for (int i = 0; i < 3; ++i) {
      call.grid[i] = geometry.grid[i];
      call.block[i] = geometry.block[i];
      threads *= uint64_t(geometry.grid[i]) * geometry.block[i];
    }
    call.sharedBytes = geometry.sharedBytes;
    for (const Kernel::Parameter &parameter : layout)
      call.parameters.emplace_back(
          reinterpret_cast<const char *>(parameters.data()) + parameter.offset,
          parameter.bytes);
    run(call);
    counters.threads += threads;
    return call.fault;
  };
  return kernel;
}

CUresult amp::rt::simulator::cuModuleGetFunction(CUfunction *function,
                                                 CUmodule module,
                                                 const char *name) {
  return enter(
      "cuModuleGetFunction", Needs::Context, InCapture::Safe, [&](Call &call) {
        std::shared_ptr<Module> found = call.findModule(module);
        if (!found)
          return call.result;
        if (!function || !name)
          return call.failOnNull();
        if (auto known = found->functions.find(name);
            known != found->functions.end()) {
          *function = reinterpret_cast<CUfunction>(known->second);
          return CUresult(kCUDA_SUCCESS);
        }
        State &driver = call.driver;
        auto created = std::make_shared<Function>();
        if (auto cpp = driver.kernels.find(name); cpp != driver.kernels.end())
          created->kernel = makeKernel(name, cpp->second);
        else if (auto ptx = found->image.kernels.find(name);
                 ptx != found->image.kernels.end())
          created->kernel = ptx->second;
        else
          return call.fail(kCUDA_ERROR_NOT_FOUND,
                           found->name + " has no kernel '" + name + "'");
        created->context = call.context;
        created->name = name;
        created->module = found;
        created->maxDynamicShared =
            std::max(0, kSharedBytes - created->kernel->sharedBytes);
        created->handle = driver.functions.insert(created);
        found->functions[name] = created->handle;
        *function = reinterpret_cast<CUfunction>(created->handle);
        return CUresult(kCUDA_SUCCESS);
      });
}

CUresult amp::rt::simulator::cuModuleGetGlobal_v2(CUdeviceptr *address,
                                                  size_t *bytes,
                                                  CUmodule module,
                                                  const char *name) {
  return enter(
      "cuModuleGetGlobal_v2", Needs::Context, InCapture::Safe, [&](Call &call) {
        std::shared_ptr<Module> found = call.findModule(module);
        if (!found)
          return call.result;
        if (!name)
          return call.failOnNull();
        auto global = found->image.globals.find(name);
        if (global == found->image.globals.end())
          return call.fail(kCUDA_ERROR_NOT_FOUND,
                           found->name + " has no variable '" + name + "'");
        if (address)
          *address = global->second.address;
        if (bytes)
          *bytes = global->second.bytes;
        return CUresult(kCUDA_SUCCESS);
      });
}

CUresult amp::rt::simulator::cuFuncGetAttribute(int *value,
                                                CUfunction_attribute attribute,
                                                CUfunction function) {
  return enter("cuFuncGetAttribute", Needs::Context, InCapture::Safe,
               [&](Call &call) {
                 std::shared_ptr<Function> found = call.findFunction(function);
                 if (!found)
                   return call.result;
                 if (!value)
                   return call.failOnNull();
                 const Kernel &kernel = *found->kernel;
                 switch (attribute) {
                 case kCU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
                   *value = kernel.maxThreads;
                   return CUresult(kCUDA_SUCCESS);
                 case kCU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
                   *value = kernel.sharedBytes;
                   return CUresult(kCUDA_SUCCESS);
                 case kCU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:
                   *value = kernel.localBytes;
                   return CUresult(kCUDA_SUCCESS);
                 case kCU_FUNC_ATTRIBUTE_PTX_VERSION:
                   *value = kernel.ptxVersion;
                   return CUresult(kCUDA_SUCCESS);
                 case kCU_FUNC_ATTRIBUTE_BINARY_VERSION:
                   *value = call.driver.capabilityMajor * 10 +
                            call.driver.capabilityMinor;
                   return CUresult(kCUDA_SUCCESS);
                 case kCU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
                   *value = found->maxDynamicShared;
                   return CUresult(kCUDA_SUCCESS);
                 case kCU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
                   *value = found->carveout;
                   return CUresult(kCUDA_SUCCESS);
                 default:
                   return call.fail(kCUDA_ERROR_INVALID_VALUE,
                                    "the simulated kernel has no attribute " +
                                        std::to_string(attribute));
                 }
               });
}

CUresult amp::rt::simulator::cuFuncSetAttribute(CUfunction function,
                                                CUfunction_attribute attribute,
                                                int value) {
  return enter(
      "cuFuncSetAttribute", Needs::Context, InCapture::Safe, [&](Call &call) {
        std::shared_ptr<Function> found = call.findFunction(function);
        if (!found)
          return call.result;
        if (attribute == kCU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT) {
          if (value < -1 || value > 100)
            return call.fail(kCUDA_ERROR_INVALID_VALUE,
                             "the carveout is -1 or a percentage");
          found->carveout = value;
          return CUresult(kCUDA_SUCCESS);
        }
        if (attribute != kCU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES)
          return call.fail(kCUDA_ERROR_INVALID_VALUE,
                           "attribute " + std::to_string(attribute) +
                               " cannot be set");
        const Model model =
            modelOf(call.driver.capabilityMajor, call.driver.capabilityMinor);
        const int most = model.sharedPerBlock - found->kernel->sharedBytes;
        if (value < 0 || value > most)
          return call.fail(kCUDA_ERROR_INVALID_VALUE,
                           "kernel '" + found->name + "' can have at most " +
                               std::to_string(most) +
                               " bytes of dynamic shared memory, not " +
                               std::to_string(value));
        found->maxDynamicShared = value;
        return CUresult(kCUDA_SUCCESS);
      });
}

CUresult amp::rt::simulator::cuOccupancyMaxActiveBlocksPerMultiprocessor(
    int *blocks, CUfunction function, int blockSize, size_t sharedBytes) {
  return enter(
      "cuOccupancyMaxActiveBlocksPerMultiprocessor", Needs::Context,
      InCapture::Safe, [&](Call &call) {
        std::shared_ptr<Function> found = call.findFunction(function);
        if (!found)
          return call.result;
        if (!blocks)
          return call.failOnNull();
        if (blockSize <= 0)
          return call.fail(kCUDA_ERROR_INVALID_VALUE,
                           "a block of " + std::to_string(blockSize) +
                               " threads");
        const Model model =
            modelOf(call.driver.capabilityMajor, call.driver.capabilityMinor);
        const uint64_t shared =
            found->kernel->sharedBytes + sharedBytes + model.reservedShared;
        // Registers do not limit it: what a compiler needs is not known here.
        uint64_t most = model.blocksPerMultiprocessor;
        most = std::min<uint64_t>(most, model.threadsPerMultiprocessor /
                                            ((blockSize + 31) / 32 * 32));
        if (shared)
          most =
              std::min<uint64_t>(most, model.sharedPerMultiprocessor / shared);
        if (blockSize > found->kernel->maxThreads)
          most = 0;
        *blocks = static_cast<int>(most);
        return CUresult(kCUDA_SUCCESS);
      });
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

#ifndef AMP_SIMULATOR_WITHOUT_LAUNCH
static CUresult checkGeometry(Call &call, const Function &function,
                              const Geometry &geometry) {
  static constexpr char kAxes[] = "xyz";
  auto refuse = [&](const std::string &what) {
    return call.fail(kCUDA_ERROR_INVALID_VALUE,
                     "kernel '" + function.name + "': " + what);
  };
  for (int i = 0; i < 3; ++i) {
    const std::string axis(1, kAxes[i]);
    if (!geometry.grid[i] || geometry.grid[i] > kMostGrid[i])
      return refuse("the grid's " + axis + " is " +
                    std::to_string(geometry.grid[i]) + ", allowed is 1 to " +
                    std::to_string(kMostGrid[i]));
    if (!geometry.block[i] || geometry.block[i] > kMostBlock[i])
      return refuse("the block's " + axis + " is " +
                    std::to_string(geometry.block[i]) + ", allowed is 1 to " +
                    std::to_string(kMostBlock[i]));
  }
  const uint64_t threads =
      uint64_t(geometry.block[0]) * geometry.block[1] * geometry.block[2];
  const Kernel &kernel = *function.kernel;
  if (threads > kMostThreads ||
      threads > static_cast<uint64_t>(kernel.maxThreads))
    return refuse(
        "a block has " + std::to_string(threads) +
        " threads, it can have at most " +
        std::to_string(std::min<int>(kMostThreads, kernel.maxThreads)));
  if (geometry.sharedBytes > static_cast<unsigned>(function.maxDynamicShared))
    return refuse(std::to_string(geometry.sharedBytes) +
                  " bytes of dynamic shared memory, allowed are " +
                  std::to_string(function.maxDynamicShared) +
                  " (CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES)");
  return kCUDA_SUCCESS;
}

/// Copies the parameters, which the caller may change after the launch.
static CUresult copyParameters(Call &call, const Function &function,
                               void **parameters, void **extra,
                               std::vector<std::byte> &bytes) {
  const Kernel &kernel = *function.kernel;
  auto refuse = [&](const std::string &what) {
    return call.fail(kCUDA_ERROR_INVALID_VALUE,
                     "kernel '" + function.name + "': " + what);
  };
  bytes.resize(kernel.parameterBytes);
  if (extra) {
    // Pairs of a kind and a value: 1 the buffer, 2 its size, 0 the end.
    const void *buffer = nullptr;
    size_t size = 0;
    if (parameters)
      return refuse("parameters and 'extra' are both given");
    for (void **at = extra; *at; at += 2) {
      if (reinterpret_cast<uintptr_t>(*at) == 1)
        buffer = at[1];
      else if (reinterpret_cast<uintptr_t>(*at) == 2)
        size = *static_cast<size_t *>(at[1]);
      else
        return refuse("unknown kind of value in 'extra'");
    }
    if (size != bytes.size() || (!buffer && size))
      return refuse("the buffer of parameters has " + std::to_string(size) +
                    " bytes, expected are " + std::to_string(bytes.size()));
    if (size)
      std::memcpy(bytes.data(), buffer, size);
    return kCUDA_SUCCESS;
  }
  if (!parameters && !kernel.parameters.empty())
    return refuse("the parameters are null, expected are " +
                  std::to_string(kernel.parameters.size()));
  for (size_t i = 0; i < kernel.parameters.size(); ++i) {
    if (!parameters[i])
      return refuse("parameter " + std::to_string(i) + " is null");
    std::memcpy(bytes.data() + kernel.parameters[i].offset, parameters[i],
                kernel.parameters[i].bytes);
  }
  return kCUDA_SUCCESS;
}

/// The geometry of a launch with the defect of the seed.
static void seedGeometry(Geometry &geometry) {
  if (geometry.grid[0] > 1 && applySeed(Seed::GridShort))
    --geometry.grid[0];
  if (applySeed(Seed::GridLong))
    ++geometry.grid[0];
  if (geometry.block[0] > 1 && applySeed(Seed::BlockHalf))
    geometry.block[0] /= 2;
  if (geometry.grid[0] != geometry.grid[1] && applySeed(Seed::GridSwapped))
    std::swap(geometry.grid[0], geometry.grid[1]);
  if (geometry.sharedBytes && applySeed(Seed::SharedDropped))
    geometry.sharedBytes = 0;
}

/// The parameters of a launch with the defect of the seed.
static void seedParameters(Function &function, std::vector<std::byte> &bytes) {
  if (selectedSeed() == Seed::None)
    return;
  const std::vector<Kernel::Parameter> &parameters =
      function.kernel->parameters;
  if (parameters.empty())
    return;
  const Kernel::Parameter last = parameters.back();
  const std::vector<std::byte> given = bytes;
  const auto end = bytes.begin() + last.offset + last.bytes;
  auto hasBits = [&](unsigned count) {
    return std::any_of(end - count, end,
                       [](std::byte byte) { return byte != std::byte{0}; });
  };
  if (parameters.size() > 1 && parameters[0].bytes == parameters[1].bytes) {
    const auto first = bytes.begin() + parameters[0].offset;
    const auto second = bytes.begin() + parameters[1].offset;
    const uint32_t count = parameters[0].bytes;
    if (!std::equal(first, first + count, second) &&
        applySeed(Seed::ParametersSwapped))
      std::swap_ranges(first, first + count, second);
  }
  if (hasBits(last.bytes) && applySeed(Seed::ParameterMissing))
    std::fill(end - last.bytes, end, std::byte{0});
  if (last.bytes == 8 && hasBits(4) && applySeed(Seed::ParameterTruncated))
    std::fill(end - 4, end, std::byte{0});
  if (function.lastParameters.size() == bytes.size() &&
      !std::equal(end - last.bytes, end,
                  function.lastParameters.begin() + last.offset) &&
      applySeed(Seed::ParameterStale))
    std::copy_n(function.lastParameters.begin() + last.offset, last.bytes,
                end - last.bytes);
  function.lastParameters = given;
}

CUresult amp::rt::simulator::cuLaunchKernel(
    CUfunction function, unsigned gridX, unsigned gridY, unsigned gridZ,
    unsigned blockX, unsigned blockY, unsigned blockZ, unsigned sharedBytes,
    CUstream stream, void **parameters, void **extra) {
  return enter(
      "cuLaunchKernel", Needs::Context, InCapture::Safe, [&](Call &call) {
        std::shared_ptr<Function> found = call.findFunction(function);
        std::shared_ptr<Stream> place;
        if (!found || !(place = call.findStream(stream)))
          return call.result;
        Geometry geometry{
            {gridX, gridY, gridZ}, {blockX, blockY, blockZ}, sharedBytes};
        seedGeometry(geometry);
        if (CUresult result = checkGeometry(call, *found, geometry))
          return result;
        std::vector<std::byte> bytes;
        if (CUresult result =
                copyParameters(call, *found, parameters, extra, bytes))
          return result;
        seedParameters(*found, bytes);
        if (applySeed(Seed::LaunchDropped, 16))
          return CUresult(kCUDA_SUCCESS);
        Action action;
        action.kind = ActionKind::Kernel;
        action.name = "kernel '" + found->name + "'";
        action.counted = found->name;
        action.run = [kernel = found->kernel, module = found->module, geometry,
                      bytes = std::move(bytes)](Memory &memory,
                                                std::vector<Access> &accesses,
                                                Counters &counters) -> Fault {
          if (module->unloadedBy)
            return {kCUDA_ERROR_LAUNCH_FAILED,
                    "its module was unloaded by call " +
                        std::to_string(module->unloadedBy) + " before it ran"};
          return kernel->run(geometry, bytes, memory, accesses, counters);
        };
        if (applySeed(Seed::LaunchElsewhere, 16))
          return call.driver.submitElsewhere(call, *place, std::move(action),
                                             /*isWaitedFor=*/false);
        return call.driver.submit(call, *place, std::move(action));
      });
}
#endif

CUresult amp::rt::simulator::cuLaunchHostFunc(CUstream stream,
                                              CUhostFn function, void *data) {
  return enter(
      "cuLaunchHostFunc", Needs::Context, InCapture::Safe, [&](Call &call) {
        std::shared_ptr<Stream> found = call.findStream(stream);
        if (!found)
          return call.result;
        if (!function)
          return call.fail(kCUDA_ERROR_INVALID_VALUE, "the function is null");
        Action action;
        action.kind = ActionKind::HostFunction;
        action.name = "a function of the host";
        action.run = [function, data](Memory &, std::vector<Access> &,
                                      Counters &) {
          function(data);
          return Fault();
        };
        return call.driver.submit(call, *found, std::move(action));
      });
}

CUresult amp::rt::simulator::enqueue(CUstream stream, Work work) {
  return enter("enqueue", Needs::Context, InCapture::Safe, [&](Call &call) {
    std::shared_ptr<Stream> found = call.findStream(stream);
    if (!found)
      return call.result;
    if (!work.run)
      return call.fail(kCUDA_ERROR_INVALID_VALUE, "the work is empty");
    Action action;
    action.kind = ActionKind::Library;
    action.counted = action.name = std::move(work.name);
    action.run = std::move(work.run);
    if (applySeed(Seed::ProductElsewhere))
      return call.driver.submitElsewhere(call, *found, std::move(action),
                                         /*isWaitedFor=*/false);
    return call.driver.submit(call, *found, std::move(action));
  });
}
