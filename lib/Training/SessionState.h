//===- SessionState.h - What a session holds --------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// For the files that implement Session only.

#ifndef AMP_LIB_TRAINING_SESSIONSTATE_H
#define AMP_LIB_TRAINING_SESSIONSTATE_H

#include "amp/Training/Session.h"

#include <chrono>

namespace amp::training {

using Clock = std::chrono::steady_clock;

inline double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// A scalar in host memory, which is not complex, as a number.
llvm::Expected<double> toNumber(const char *bytes, ElementType type);
/// Reads such a scalar.
llvm::Expected<double> readScalar(const amprt_buffer *buffer, ElementType type,
                                  uint64_t offset = 0);
llvm::Expected<Tensor> readTensor(const amprt_buffer *buffer, ElementType type,
                                  llvm::ArrayRef<int64_t> shape,
                                  llvm::StringRef what, uint64_t offset = 0);

/// True for what `output` has and `init-from` takes: parameters and buffers,
/// but no copies, which follow from their originals.
bool isSaved(const mlir::amp::ProgramVariable &variable);

/// A result of a program.
struct Session::Output {
  mlir::amp::ProgramArgument info;
  uint64_t bytes;
  bool isScalar;
  /// It has a row for each sample.
  bool isBatched;
  /// Of a scalar, in the results of a step.
  uint64_t resultOffset;
  size_t argument; // its place among the program's arguments
};

/// An entry point for steps of one shape.
struct Session::Program {
  std::string name;
  StepShape shape;
  /// True unless it runs a micro-batch after which others follow.
  bool completesGroup = true;
  /// Once it is compiled: in the session's executable.
  const mlir::amp::ProgramFunction *function = nullptr;
  amprt_program *program = nullptr;
  /// Of the entry's arguments; its place among the program's arguments.
  std::vector<size_t> inputPlaces;
  std::vector<Output> outputs;
  /// Steps whose scalar results can wait to be read.
  size_t slots = 1;

  std::vector<Buffer> buffers;
  /// The scalar results of all slots, those of a step side by side.
  Buffer results;
  uint64_t resultBytes = 0; // of a step
  /// All arguments, for each slot.
  std::vector<std::vector<amprt_buffer *>> arguments;
  bool hasRun = false;
  /// The slot of the last step.
  size_t lastSlot = 0;
  /// Slots whose results have not been read yet.
  size_t pending = 0;
  /// Sets of input buffers: slot i has set i % inputSets. With two of them the
  /// inputs of a step are copied while the step before is at work.
  size_t inputSets = 1;
  /// First row in the inputs of each set, if they hold consecutive rows.
  std::vector<std::optional<uint64_t>> firstRow;
};

struct Session::Entry {
  const BoundEntry *bound;
  /// Steps, as micro-batches, of one update.
  int64_t accumulate = 1;
  /// Buffers of arguments that are the same in every step; empty places for
  /// data sets.
  std::vector<Buffer> constantInputs;
  std::vector<std::unique_ptr<Program>> programs;
  Program *lastRun = nullptr;
  /// Results with a row for each sample of the data set; empty places for the
  /// others. Steps fill them in while `isCollecting`.
  std::vector<std::optional<Tensor>> collected;
  bool isCollecting = false;

  Program *find(StepShape shape, bool completesGroup) const {
    for (const std::unique_ptr<Program> &program : programs)
      if (program->shape == shape &&
          (accumulate == 1 || program->completesGroup == completesGroup))
        return program.get();
    return nullptr;
  }
};

} // namespace amp::training

#endif // AMP_LIB_TRAINING_SESSIONSTATE_H
