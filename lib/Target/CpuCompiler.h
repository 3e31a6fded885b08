//===- CpuCompiler.h - From LLVM modules to objects -------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Internal: LLVM, for one kernel at a time and many kernels at once.

#ifndef AMP_LIB_TARGET_CPUCOMPILER_H
#define AMP_LIB_TARGET_CPUCOMPILER_H

#include "amp/Pipelines/Pipelines.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/ThreadPool.h"
#include "llvm/Target/TargetMachine.h"

#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace mlir::amp {

/// Compiles kernels for one CPU. What becomes of a kernel depends on nothing
/// but its module, on no other kernel and no number of threads.
class CpuCompiler {
public:
  /// `cpu` is "host" or one of LLVM's names. `threads` compile, 0 is one for
  /// each core that the process may run on.
  static llvm::Expected<std::unique_ptr<CpuCompiler>>
  create(llvm::StringRef cpu, unsigned threads);
  ~CpuCompiler();

  /// The instruction sets that code may use, between commas, as the runtime
  /// checks them.
  const std::string &getInstructionSets() const { return instructionSets; }
  /// What the CPU has, to lower kernels by.
  const CpuKernelOptions &getKernelOptions() const { return kernelOptions; }
  /// All that an object depends on beside its module.
  std::string describe() const;

  /// Begins to compile `module`, which belongs to `context` and has one
  /// function with a body, `kernel`: gives the object of a function `entry`,
  /// that takes a pointer to the kernel's operands and its two bounds.
  void add(std::unique_ptr<llvm::LLVMContext> context,
           std::unique_ptr<llvm::Module> module);
  /// Waits for all. The objects, in the order in which they were added.
  llvm::Expected<std::vector<std::string>> finish();

private:
  struct Job;
  std::unique_ptr<llvm::TargetMachine> takeMachine();

  CpuCompiler(llvm::StringRef name, std::string features,
              std::string instructionSets, CpuKernelOptions kernelOptions,
              unsigned threads);

  std::string name, features, instructionSets;
  CpuKernelOptions kernelOptions;
  std::deque<Job> jobs;
  /// Those that compile nothing now: to make one takes as long as a small
  /// kernel.
  std::vector<std::unique_ptr<llvm::TargetMachine>> machines;
  std::mutex mutex;
  llvm::DefaultThreadPool threads;
};

/// Names in the module and in the object.
constexpr llvm::StringLiteral kKernelName = "kernel";
constexpr llvm::StringLiteral kEntryName = "entry";

} // namespace mlir::amp

#endif // AMP_LIB_TARGET_CPUCOMPILER_H
