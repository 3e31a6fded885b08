//===- Session.h - Programs, state and buffers of one run -------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_TOOLS_AMP_RUN_SESSION_H
#define AMP_TOOLS_AMP_RUN_SESSION_H

#include "Data.h"
#include "Device.h"
#include "Explain.h"
#include "Precision.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <map>
#include <memory>

namespace amp::run {

/// A value with the name it is shown under.
struct NamedValue {
  std::string name;
  double value;
};
using NamedValues = std::vector<NamedValue>;

/// Times of steps. On a device that works on its own, steps between two
/// readings share one time.
struct StepTimes {
  struct Sample {
    double milliseconds; // per step
    int64_t steps;
  };
  std::vector<Sample> samples;

  double mean() const;
  double median() const;
};

/// What one pass over an entry's data gave.
struct PassResult {
  int64_t steps = 0;
  double seconds = 0;
  /// The scalar results: "mean" is weighted by the samples of each step, "sum"
  /// is added, anything else is the last step's.
  NamedValues results;
  /// The scalar results of the last step.
  NamedValues last;
};

struct ProfileRecord {
  std::string name;
  uint64_t runs;
  double milliseconds;
};
struct ProgramProfile {
  std::string program;
  std::vector<ProfileRecord> records; // the longest first
};

/// One run: the programs of the entry points, one for each batch size, their
/// common variables, and the buffers. The device must outlive it.
class Session {
public:
  /// `hoistsWeightCasts` says that no program changes parameters whose 16-bit
  /// copies another one keeps.
  Session(mlir::ModuleOp module, const Precision &precision,
          amprt_device *device, const Options &options, bool hoistsWeightCasts);
  ~Session();

  /// Compiles what passes over `entry` will run; `dropLast` says that the
  /// smaller last batch is not run, `steps` is the number of steps planned in
  /// one pass. Gives a number for `runPass`.
  llvm::Expected<size_t> addEntry(const BoundEntry &entry, bool dropLast,
                                  int64_t steps);

  /// Allocates everything and gives the variables their first values; once,
  /// after the last addEntry. Checks first that there is enough memory.
  llvm::Error allocate();

  /// One pass in the order `order` of samples (nothing without data sets, then
  /// `maxSteps` steps are run), at most `maxSteps` steps. `mustRead` is asked
  /// for each step (from 0) whether its results are wanted at once; `onStep`
  /// gets each step's scalar results, in order, perhaps later. Neither counts
  /// in the times. The first run of each program is not added to `times`.
  llvm::Expected<PassResult>
  runPass(size_t entry, llvm::ArrayRef<uint64_t> order, int64_t maxSteps,
          llvm::function_ref<bool(int64_t)> mustRead,
          llvm::function_ref<llvm::Error(int64_t, const NamedValues &)> onStep,
          StepTimes *times);

  /// The variables that mean something to a reader, such as the loss scale.
  llvm::Expected<NamedValues> readStatistics();
  /// Parameters, buffers, and as ENTRY.NAME the last results that are no
  /// scalars.
  llvm::Expected<std::vector<NamedTensor>> readTensors();
  /// An error if a file of that name could not hold what readTensors gives.
  llvm::Error checkOutput(llvm::StringRef path) const;

  llvm::Expected<std::vector<ProgramProfile>> getProfiles() const;
  std::vector<std::string> getRemarks() const;
  /// With --explain, how precision was assigned in the first program.
  const std::optional<Explanation> &getExplanation() const {
    return explanation;
  }
  uint64_t getArenaBytes() const { return arenaBytes; }
  double getCompileSeconds() const { return compileSeconds; }

private:
  struct Output;
  struct Program;
  struct Entry;
  struct Variable {
    mlir::amp::ProgramVariable info;
    uint64_t bytes;
    Buffer buffer;
  };
  struct Pending {
    Program *program;
    size_t slot;
    int64_t samples;
  };

  llvm::Error addPrograms(Entry &entry, bool dropLast, int64_t steps);
  llvm::Error addProgram(Entry &entry, int64_t batch, int64_t steps);
  llvm::Error addVariables(const mlir::amp::CompiledProgram &program);
  /// The type of the variable's values in a file.
  ElementType getSavedType(const mlir::amp::ProgramVariable &info) const;
  /// Writes a variable, and its copies, from outside the programs.
  llvm::Error writeVariable(Variable &variable, const Tensor &value);
  llvm::Error checkMemory() const;
  llvm::Error allocateProgram(Entry &entry, Program &program);
  llvm::Error upload(Entry &entry, Program &program,
                     llvm::ArrayRef<uint64_t> samples);

  mlir::ModuleOp module;
  const Precision &precision;
  amprt_device *device;
  const Options &options;
  bool isAsynchronous;
  bool hoistsWeightCasts;
  std::vector<std::unique_ptr<Entry>> entries;
  std::map<std::string, Variable> variables;
  Buffer arena;
  uint64_t arenaBytes = 0;
  double compileSeconds = 0;
  std::vector<char> staging;
  std::optional<Explanation> explanation;
};

} // namespace amp::run

#endif // AMP_TOOLS_AMP_RUN_SESSION_H
