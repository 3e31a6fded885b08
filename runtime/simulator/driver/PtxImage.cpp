//===- PtxImage.cpp - Modules of PTX --------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel.h"
#include "ptx/Machine.h"
#include "ptx/Module.h"

using namespace amp::rt::cuda;
using namespace amp::rt::simulator;

static std::shared_ptr<const Kernel>
makeKernel(const std::shared_ptr<const ptx::Module> &module,
           const ptx::Kernel &source) {
  auto kernel = std::make_shared<Kernel>();
  kernel->name = source.name;
  for (const ptx::Parameter &parameter : source.parameters)
    kernel->parameters.push_back({parameter.offset, parameter.bytes});
  kernel->parameterBytes = source.parameterBytes;
  kernel->maxThreads = static_cast<int>(source.maxThreadsPerBlock());
  kernel->sharedBytes = static_cast<int>(source.sharedBytes);
  kernel->localBytes = static_cast<int>(source.localBytes);
  kernel->ptxVersion = static_cast<int>(module->version());
  // The module keeps the kernel alive.
  kernel->run = [module, code = &source](
                    const Geometry &geometry,
                    const std::vector<std::byte> &parameters, Memory &memory,
                    std::vector<Access> &accesses, Counters &counters) {
    auto toExtent = [](const unsigned (&size)[3]) {
      return ptx::Extent{size[0], size[1], size[2]};
    };
    return ptx::launch(*module, *code, toExtent(geometry.grid),
                       toExtent(geometry.block), geometry.sharedBytes,
                       parameters, memory, accesses, counters,
                       ptx::Limits::fromEnvironment());
  };
  return kernel;
}

static std::string formatPtxVersion(unsigned version) {
  return std::to_string(version / 10) + "." + std::to_string(version % 10);
}

CUresult amp::rt::simulator::loadPtx(const std::string &text,
                                     const PtxLimits &limits, Memory &memory,
                                     Image &image, std::string &log) {
  ptx::ParseError error;
  std::shared_ptr<ptx::Module> module = ptx::Module::parse(text, error);
  if (!module) {
    log = error.message;
    switch (error.kind) {
    case ptx::ParseError::Invalid:
      return kCUDA_ERROR_INVALID_PTX;
    case ptx::ParseError::UnsupportedVersion:
      return kCUDA_ERROR_UNSUPPORTED_PTX_VERSION;
    case ptx::ParseError::NoBinary:
      return kCUDA_ERROR_NO_BINARY_FOR_GPU;
    }
  }
  if (module->version() > limits.version) {
    log = "PTX " + formatPtxVersion(module->version()) +
          " is newer than the driver, which takes PTX up to " +
          formatPtxVersion(limits.version);
    return kCUDA_ERROR_UNSUPPORTED_PTX_VERSION;
  }
  if (module->target() > limits.capability ||
      (module->isTargetSpecific() && module->target() != limits.capability)) {
    log = "PTX for sm_" + std::to_string(module->target()) +
          (module->isTargetSpecific() ? " alone" : " and newer") +
          ", the device is sm_" + std::to_string(limits.capability);
    return kCUDA_ERROR_NO_BINARY_FOR_GPU;
  }
  if (!module->load(memory)) {
    log = "the variables do not fit into the device's memory";
    return kCUDA_ERROR_OUT_OF_MEMORY;
  }
  for (const ptx::Variable &variable : module->variables())
    image.globals[variable.name] = {variable.address, variable.bytes};
  for (const std::unique_ptr<ptx::Kernel> &kernel : module->kernels())
    image.kernels[kernel->name] = makeKernel(module, *kernel);
  image.unload = [module](Memory &memory) { module->unload(memory); };
  return kCUDA_SUCCESS;
}
