//===- Module.h - PTX, parsed -----------------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What cuModuleLoadDataEx makes of PTX: kernels with the layout of their
// parameters, variables, and code that Machine.h runs. The text is checked in
// full: what the machine cannot run exactly as NVIDIA's documentation says is
// an error that names it.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_SIMULATOR_PTX_MODULE_H
#define AMP_RUNTIME_SIMULATOR_PTX_MODULE_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace amp::rt::simulator {
class Memory;
} // namespace amp::rt::simulator

namespace amp::rt::simulator::ptx {

struct Code;

/// Where a parameter of a kernel lies among the bytes of all.
struct Parameter {
  std::string name;
  uint32_t offset = 0;
  uint32_t bytes = 0;
  uint32_t alignment = 1;
};

/// A kernel (`.entry`) of a module.
struct Kernel {
  Kernel();
  ~Kernel();

  std::string name;
  std::vector<Parameter> parameters;
  uint32_t parameterBytes = 0;
  uint32_t sharedBytes = 0;         ///< Static.
  uint32_t localBytes = 0;          ///< Of a thread.
  uint32_t maxThreads[3] = {};      ///< `.maxntid`; 0 if not given.
  uint32_t requiredThreads[3] = {}; ///< `.reqntid`; 0 if not given.
  uint32_t minBlocks = 0;           ///< `.minnctapersm`; 0 if not given.
  std::unique_ptr<Code> code;

  /// The most threads of a block, as CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK.
  uint32_t maxThreadsPerBlock() const;
};

/// A variable of a module in global or constant memory.
struct Variable {
  std::string name;
  uint64_t bytes = 0;
  uint32_t alignment = 1;
  bool isConstant = false;
  /// One with an initializer; the others hold zeros.
  std::vector<std::byte> initial;
  /// Places in `initial` that hold the address of a variable plus an addend.
  struct Relocation {
    uint64_t offset;
    uint32_t variable;
    int64_t addend;
  };
  std::vector<Relocation> relocations;
  uint64_t address = 0; ///< Once the module is loaded.
};

/// Why text is no module: a message that begins with "line:column: " and ends
/// with the line, and which of the driver's errors it is.
struct ParseError {
  enum Kind {
    Invalid,            ///< CUDA_ERROR_INVALID_PTX
    UnsupportedVersion, ///< CUDA_ERROR_UNSUPPORTED_PTX_VERSION
    NoBinary            ///< CUDA_ERROR_NO_BINARY_FOR_GPU
  };
  Kind kind = Invalid;
  std::string message;
};

/// PTX, parsed. The variables get their memory when it is loaded.
class Module {
public:
  /// Null if the text is wrong, is of a newer version than 9.0, or uses what
  /// the machine does not know.
  static std::unique_ptr<Module> parse(std::string_view text,
                                       ParseError &error);
  ~Module();

  /// Allocates the variables and writes their first values. False if the
  /// memory does not suffice; nothing is allocated then.
  bool load(Memory &memory);
  /// Gives the memory of the variables back.
  void unload(Memory &memory);

  /// Null if there is no kernel of that name.
  const Kernel *kernel(std::string_view name) const;
  /// Null if there is no variable of that name.
  const Variable *variable(std::string_view name) const;
  /// 0 if there is no variable of that name or it is not loaded.
  uint64_t globalAddress(std::string_view name) const;

  const std::vector<std::unique_ptr<Kernel>> &kernels() const {
    return allKernels;
  }
  const std::vector<Variable> &variables() const { return allVariables; }
  unsigned version() const { return ptxVersion; } ///< 80 is PTX 8.0.
  unsigned target() const { return smVersion; }   ///< 90 is sm_90.
  /// sm_90a and the like run on that architecture alone.
  bool isTargetSpecific() const { return specific; }

private:
  friend class Parser;
  Module();

  std::vector<std::unique_ptr<Kernel>> allKernels;
  std::vector<Variable> allVariables;
  unsigned ptxVersion = 0;
  unsigned smVersion = 0;
  bool specific = false;
  bool isLoaded = false;
};

/// What the parser refuses and the driver accepts would be a gap; these limits
/// are NVIDIA's.
constexpr uint32_t kMaxThreadsPerBlock = 1024;
constexpr uint32_t kMaxStaticShared = 48 * 1024;

} // namespace amp::rt::simulator::ptx

#endif // AMP_RUNTIME_SIMULATOR_PTX_MODULE_H
