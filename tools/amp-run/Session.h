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
#include "amp/Support/Checkpoint.h"
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

/// What the scalar results of an epoch's steps come to: "mean" is weighted by
/// the samples of each step, "sum" is added, of anything else the last step's
/// value stays.
struct Totals {
  struct Total {
    std::string name;
    std::string reduction;
    double sum = 0;
  };
  std::vector<Total> totals;
  double samples = 0;

  NamedValues results() const;
};

/// What one pass over an entry's data took.
struct PassResult {
  int64_t steps = 0;
  double seconds = 0;
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
  /// one pass, and `accumulate` how many of them, as micro-batches, make one
  /// update. Gives a number for `runPass`.
  llvm::Expected<size_t> addEntry(const BoundEntry &entry, bool dropLast,
                                  int64_t steps, int64_t accumulate = 1);

  /// Allocates everything and gives the variables their first values; once,
  /// after the last addEntry. Checks first that there is enough memory.
  llvm::Error allocate();

  /// One pass in the order `order` of samples (nothing without data sets, then
  /// `maxSteps` steps are run), at most `maxSteps` steps. `mustRead` is asked
  /// for each step (from 0) whether its results are wanted at once, and
  /// `completesGroup` whether it is the last micro-batch of an update; `onStep`
  /// gets each step's scalar results, in order, perhaps later; where they were
  /// wanted at once, no later step has run, and the pass ends if it gives
  /// false. None of them counts in the times. The steps are added to `totals`.
  /// The first run of each program is not added to `times`.
  llvm::Expected<PassResult>
  runPass(size_t entry, llvm::ArrayRef<uint64_t> order, int64_t maxSteps,
          llvm::function_ref<bool(int64_t)> mustRead,
          llvm::function_ref<bool(int64_t)> completesGroup,
          llvm::function_ref<llvm::Expected<bool>(const NamedValues &)> onStep,
          Totals &totals, StepTimes *times);

  /// If a scaler has halted after too many skipped steps in a row: what to tell
  /// about it, else an empty text. Runs the last batch of `entry` once more to
  /// find the op that gives the first non-finite value.
  llvm::Expected<std::string> explainHalt(size_t entry);

  /// The variables that mean something to a reader, such as the loss scale.
  llvm::Expected<NamedValues> readStatistics();
  /// Parameters, buffers, and as ENTRY.NAME the last results that are no
  /// scalars.
  llvm::Expected<std::vector<NamedTensor>> readTensors();
  /// An error if a file of that name could not hold what readTensors gives.
  llvm::Error checkOutput(llvm::StringRef path) const;

  /// All variables but copies, each in its own type, and the scalers.
  llvm::Error readState(Checkpoint &checkpoint);
  /// An error if a checkpoint could not hold what readState gives.
  llvm::Error checkState() const;
  /// Gives the variables the values of a checkpoint; those of a float type may
  /// be there in another one. A scaler that the checkpoint lacks stays as it
  /// is, and one that this run lacks is passed over: `remarks` gets a line for
  /// each. All else must be there, in the same shapes, and nothing more.
  llvm::Error writeState(const Checkpoint &checkpoint,
                         std::vector<std::string> &remarks);

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
    /// Its own, or that of its storage.
    amprt_buffer *buffer = nullptr;

    llvm::Expected<double> readScalar() const;
    llvm::Expected<Tensor> read(llvm::StringRef what) const;
  };
  struct Pending {
    Program *program;
    size_t slot;
    int64_t samples;
  };

  llvm::Error addPrograms(Entry &entry, bool dropLast, int64_t steps);
  llvm::Error addProgram(Entry &entry, int64_t batch, int64_t steps,
                         bool completesGroup);
  /// What all programs of `entry` are compiled with.
  void setOptions(mlir::amp::PipelineOptions &pipeline, const Entry &entry,
                  llvm::ArrayRef<std::string> shapes) const;
  /// The op, and its place, whose result is the first non-finite one in the
  /// step that `program` ran last; empty if there is none.
  llvm::Expected<std::string> locateNonfinite(const Entry &entry,
                                              const Program &program);
  llvm::Error addVariables(const mlir::amp::CompiledProgram &program);
  /// The type of the variable's values in a file.
  ElementType getSavedType(const mlir::amp::ProgramVariable &info) const;
  /// The buffer of an argument that is a variable or a storage; null if the
  /// session has none.
  amprt_buffer *findState(const mlir::amp::ProgramArgument &argument) const;
  llvm::Error allocateVariables();
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
  /// Buffers of storages, and of variables in none, by name.
  std::map<std::string, Buffer> state;
  std::map<std::string, mlir::amp::ProgramScaler> scalers;
  Buffer arena;
  uint64_t arenaBytes = 0;
  double compileSeconds = 0;
  std::vector<char> staging;
  std::optional<Explanation> explanation;
};

} // namespace amp::run

#endif // AMP_TOOLS_AMP_RUN_SESSION_H
