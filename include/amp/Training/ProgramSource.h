//===- ProgramSource.h - Where programs come from ---------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_TRAINING_PROGRAMSOURCE_H
#define AMP_TRAINING_PROGRAMSOURCE_H

#include "amp/Executable/SourceModule.h"
#include "amp/Training/CompileCache.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace amp::training {

/// A graph whose entry points can be had as programs: compiled when they are
/// asked for, or before.
class ProgramSource {
public:
  virtual ~ProgramSource() = default;

  /// What the graph has: entry points, optimizers.
  virtual const mlir::amp::Executable &describe() const = 0;
  /// An executable that has a function for each specialization of `request`, in
  /// any order, and maybe others.
  virtual llvm::Expected<mlir::amp::ExecutableBytes>
  getPrograms(const CompileRequest &request,
              const MessageReceiver &receiver) = 0;
};

/// A graph as text, or as bytecode, for which the compiler's library is loaded
/// when it is needed.
class GraphSource : public ProgramSource {
public:
  /// Reads the graph. What was compiled before is taken from `cache`, which may
  /// be null; the library is not loaded then. `receiver` gets what there is to
  /// say about the graph.
  static llvm::Expected<std::unique_ptr<GraphSource>>
  open(SourceText text, std::shared_ptr<CompileCache> cache,
       const MessageReceiver &receiver);

  const mlir::amp::Executable &describe() const override { return description; }
  llvm::Expected<mlir::amp::ExecutableBytes>
  getPrograms(const CompileRequest &request,
              const MessageReceiver &receiver) override;

private:
  GraphSource(SourceText text, std::shared_ptr<CompileCache> cache)
      : text(std::move(text)), cache(std::move(cache)) {}
  /// Loads the library and has it read the text, if that was not done.
  llvm::Error openModule(const MessageReceiver &receiver);
  llvm::Expected<mlir::amp::ExecutableBytes>
  findOrMake(const std::string &key, const MessageReceiver &receiver,
             llvm::function_ref<llvm::Error(mlir::amp::ExecutableBytes &)> make,
             mlir::amp::Executable &executable);
  /// Of the description, or of what a request asks for; empty if there is no
  /// cache, or not all is known that matters.
  std::string getKey(const CompileRequest *request) const;

  SourceText text;
  std::shared_ptr<CompileCache> cache;
  mlir::amp::Executable description;
  std::unique_ptr<SourceModule> module;
};

/// What was compiled before.
class SavedPrograms : public ProgramSource {
public:
  /// Reads an executable. It is native code, and whoever runs it trusts its
  /// maker.
  static llvm::Expected<std::unique_ptr<SavedPrograms>>
  open(mlir::amp::ExecutableBytes bytes);

  const mlir::amp::Executable &describe() const override { return description; }
  /// The executable, or an error that names what it has not.
  llvm::Expected<mlir::amp::ExecutableBytes>
  getPrograms(const CompileRequest &request,
              const MessageReceiver &receiver) override;

private:
  mlir::amp::ExecutableBytes bytes;
  mlir::amp::Executable description;
};

/// The compiler's inference of types; loads its library.
llvm::Expected<std::unique_ptr<TypeInference>> createTypeInference();

/// What the compiler does where it cannot go on, as where LLVM is out of
/// memory: calls `handler`, which must not return; without one the process is
/// aborted. For the program as a whole, to be set before anything is compiled.
void setCompilerFailureHandler(void (*handler)(const char *reason,
                                               bool isOutOfMemory));

/// How many samples the steps of `entry` take in what is compiled; nothing if
/// they take none.
std::vector<int64_t> getBatchSizes(const mlir::amp::Executable &program,
                                   const mlir::amp::EntryPoint &entry);

/// True if a function of the one is one of the other.
bool isSame(const mlir::amp::Specialization &a,
            const mlir::amp::Specialization &b);

} // namespace amp::training

#endif // AMP_TRAINING_PROGRAMSOURCE_H
