//===- Module.cpp ---------------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Module.h"

#include "../Memory.h"
#include "Code.h"

#include <algorithm>
#include <cstring>

namespace amp::rt::simulator::ptx {

Kernel::Kernel() : code(std::make_unique<Code>()) {}
Kernel::~Kernel() = default;

uint32_t Kernel::maxThreadsPerBlock() const {
  const uint32_t *given = requiredThreads[0] ? requiredThreads : maxThreads;
  if (!given[0])
    return kMaxThreadsPerBlock;
  return uint32_t(std::min<uint64_t>(uint64_t(given[0]) * given[1] * given[2],
                                     kMaxThreadsPerBlock));
}

std::string Code::textOf(const Instruction &instruction) const {
  std::string result;
  for (uint32_t i = instruction.textBegin; i < instruction.textEnd; ++i) {
    char c = (*text)[i];
    bool isBlank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!isBlank)
      result += c;
    else if (!result.empty() && result.back() != ' ')
      result += ' ';
  }
  return result;
}

Module::Module() = default;
Module::~Module() = default;

bool Module::load(Memory &memory) {
  for (size_t i = 0; i < allVariables.size(); ++i) {
    Variable &variable = allVariables[i];
    variable.address = memory.allocate(
        variable.bytes, (variable.isConstant ? "constant '" : "global '") +
                            variable.name + "' of " +
                            std::to_string(variable.bytes) + " bytes");
    if (variable.address)
      continue;
    while (i--) {
      memory.release(allVariables[i].address);
      allVariables[i].address = 0;
    }
    return false;
  }
  for (Variable &variable : allVariables) {
    Allocation *allocation = memory.find(variable.address);
    if (!allocation)
      continue; // of no bytes
    std::byte *data = allocation->data.get();
    // What has no initializer holds zeros.
    std::memset(data, 0, variable.bytes);
    std::copy(variable.initial.begin(), variable.initial.end(), data);
    for (const Variable::Relocation &relocation : variable.relocations) {
      uint64_t value = allVariables[relocation.variable].address +
                       uint64_t(relocation.addend);
      std::memcpy(data + relocation.offset, &value, sizeof(value));
    }
    std::fill(allocation->written.begin(), allocation->written.end(),
              ~UINT64_C(0));
    allocation->isConstant = variable.isConstant;
  }
  isLoaded = true;
  return true;
}

void Module::unload(Memory &memory) {
  if (!isLoaded)
    return;
  for (Variable &variable : allVariables) {
    memory.release(variable.address);
    variable.address = 0;
  }
  isLoaded = false;
}

const Kernel *Module::kernel(std::string_view name) const {
  for (const auto &kernel : allKernels)
    if (kernel->name == name)
      return kernel.get();
  return nullptr;
}

const Variable *Module::variable(std::string_view name) const {
  for (const Variable &variable : allVariables)
    if (variable.name == name)
      return &variable;
  return nullptr;
}

uint64_t Module::globalAddress(std::string_view name) const {
  const Variable *found = variable(name);
  return found ? found->address : 0;
}

} // namespace amp::rt::simulator::ptx
