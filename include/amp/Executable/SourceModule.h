//===- SourceModule.h - What compiles the text of a graph -------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The compiler as those see it who have no MLIR: text goes in, the bytes of
// executables and messages come out. It is a library of its own,
// libamp-compiler.so, that is loaded when something is to be compiled: LLVM's
// libraries take longer to load than a small graph takes to run. The two sides
// are of one build, but each has its own copy of LLVM's support library: no
// llvm::Error crosses, whose classes are told apart by their addresses.

#ifndef AMP_EXECUTABLE_SOURCEMODULE_H
#define AMP_EXECUTABLE_SOURCEMODULE_H

#include "amp/Executable/ExecutableFile.h"
#include "amp/Executable/KernelStore.h"
#include "amp/Options/OptionText.h"
#include "amp/Support/Error.h"

#include <functional>

namespace amp {

/// Gets messages as they come.
using MessageReceiver =
    std::function<void(const mlir::amp::CompilerMessage &message)>;

/// A graph, to be read.
struct SourceText {
  /// The file, for messages and locations.
  std::string name;
  std::string text;
  /// It may be bytecode, which is read without defence.
  bool isTrusted = false;
};

/// What is to be compiled, and how.
struct CompileRequest {
  /// As of setOption. What a specialization says is not taken from there.
  mlir::amp::OptionTexts options;
  /// A dynamic loss scale begins and ends as the preset's framework has it, in
  /// a graph without a scaler of its own.
  bool usesPresetScale = false;
  /// Tells how precision is assigned in the first specialization's entry point.
  bool explains = false;
  /// How errors call a setting: "--" on a command line.
  std::string settingPrefix;
  /// Gives no messages.
  bool isSilent = false;
  std::vector<mlir::amp::Specialization> specializations;
  /// Threads that compile kernels; 0 is one for each core that the process may
  /// run on. What is compiled is the same for any number.
  unsigned threads = 0;
  /// Where kernels of earlier runs are looked for and kept; null for nowhere.
  mlir::amp::KernelStore *kernels = nullptr;
};

/// How a call ended.
struct CompilerStatus {
  bool isOk = true;
  ErrorKind kind = ErrorKind::InvalidInput;
  std::string message;
};

/// A graph that was read. It is used by one thread at a time.
class SourceModule {
public:
  virtual ~SourceModule() = default;
  /// An executable without functions: the entry points, and what was said.
  virtual CompilerStatus
  describe(mlir::amp::ExecutableBytes &description) const = 0;
  /// Kernels that were compiled before, by this module or by others that are
  /// still there, or that the request's store has, are not compiled again.
  virtual CompilerStatus compile(const CompileRequest &request,
                                 const MessageReceiver &receiver,
                                 mlir::amp::ExecutableBytes &executable) = 0;
};

/// Infers what ops give, for those who write graphs. It is used by one thread
/// at a time.
class TypeInference {
public:
  virtual ~TypeInference() = default;
  /// The types of the results of `op`, an op in its own form up to the types,
  /// whose operands are %0, %1, ... in the order of their uses:
  /// "amp.layer_norm %0 weight(%1) {normalized_shape = array<i64: 64>}".
  virtual CompilerStatus infer(const std::string &op,
                               const std::vector<std::string> &operandTypes,
                               std::vector<std::string> &resultTypes) = 0;
};

/// The compiler's library.
class CompilerLibrary {
public:
  virtual ~CompilerLibrary() = default;
  /// Reads and checks `source`; null if it is no training graph.
  virtual std::unique_ptr<SourceModule> open(const SourceText &source,
                                             const MessageReceiver &receiver,
                                             CompilerStatus &status) const = 0;
  virtual std::unique_ptr<TypeInference> createTypeInference() const = 0;
  /// `handler` gets the reason and must not return. Without one the process is
  /// aborted.
  virtual void setFatalErrorHandler(void (*handler)(const char *reason,
                                                    bool isOutOfMemory)) = 0;
};

/// What libamp-compiler.so exports: NULL where `version`, AMP_VERSION of the
/// caller, is another than its own.
using GetCompilerLibrary = CompilerLibrary *(*)(const char *version);
constexpr const char kGetCompilerLibrary[] = "ampGetCompilerLibrary";

} // namespace amp

#endif // AMP_EXECUTABLE_SOURCEMODULE_H
