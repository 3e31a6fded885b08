//===- Observer.h - Who watches a run ---------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_TRAINING_OBSERVER_H
#define AMP_TRAINING_OBSERVER_H

#include "amp/Training/Report.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace amp::training {

class Session;
struct BoundEntry;

/// Gets what happens in a run, in order, on the thread that runs it. All of it
/// may be ignored.
class Observer {
public:
  virtual ~Observer() = default;

  /// A run begins, which will take `steps` steps. Where nothing is trained,
  /// `inference` is the entry point's name.
  virtual void beginRun(const Precision &precision, int64_t steps,
                        int64_t epochs, llvm::StringRef inference) {}
  /// `entries` are to be compiled, or found compiled.
  virtual void compiling(llvm::StringRef entries) {}
  /// What the compiler says.
  virtual void message(const mlir::amp::CompilerMessage &message) {}
  /// They are compiled.
  virtual void compiled(const Session &session, const Precision &precision,
                        const BoundEntry &entry) {}
  virtual void remarks(llvm::ArrayRef<std::string> remarks) {}
  virtual void warnings(llvm::ArrayRef<std::string> warnings) {}
  /// All is there for the first step; an error keeps the run from it.
  virtual llvm::Error ready() { return llvm::Error::success(); }
  /// The steps begin and end: between them a wish to stop is to be told by
  /// `stopReason`.
  virtual void beginSteps() {}
  virtual void endSteps() {}
  /// Asked after each step: what ends the run, such as "SIGINT", or nothing.
  /// May be answered by another thread's doing.
  virtual std::optional<std::string> stopReason() { return std::nullopt; }
  virtual void progress(int64_t step) {}
  virtual void step(const StepReport &report) {}
  virtual void epoch(const EpochReport &report, llvm::StringRef evalEntry) {}
  /// What comes next is no progress.
  virtual void clearProgress() {}
};

} // namespace amp::training

#endif // AMP_TRAINING_OBSERVER_H
