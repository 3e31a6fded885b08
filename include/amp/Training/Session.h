//===- Session.h - Programs, state and buffers of one run -------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_TRAINING_SESSION_H
#define AMP_TRAINING_SESSION_H

#include "amp/Executable/LoadedExecutable.h"
#include "amp/Support/Checkpoint.h"
#include "amp/Training/DataSet.h"
#include "amp/Training/Device.h"
#include "amp/Training/InitialValues.h"
#include "amp/Training/ProgramSource.h"
#include "amp/Training/Report.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <map>
#include <memory>
#include <set>

namespace amp::training {

/// What the scalar results of an epoch's steps come to: "mean" is weighted by
/// the samples of each step, "sum" is added, of anything else the last step's
/// value stays.
///
/// A step that is skipped, or that a training recovers from, has no part in
/// them: what is not finite is left out, unless `keepsNonFinite`.
struct Totals {
  struct Total {
    std::string name;
    std::string reduction;
    double sum = 0;
    /// Samples of the steps that are left out, and whether all are.
    double leftOut = 0;
    bool hasFinite = false;
    /// Of the last step.
    double last = 0;
  };
  std::vector<Total> totals;
  double samples = 0;
  bool keepsNonFinite = false;

  /// With `showsLast`, a value that is not finite in the last step stays so:
  /// nothing followed that would make up for it.
  NamedValues results(bool showsLast) const;
};

/// What a loss scaler has counted.
struct SkipCount {
  std::string scaler;
  /// Skipped steps in a row, and at how many it halts; 0 is never.
  int64_t inARow, limit;
  double scale;
  bool isFixed;
};

/// What the parameters come to.
struct ParameterRange {
  /// One that holds an infinity or NaN, or empty.
  std::string nonFinite;
  /// The largest finite magnitude, and where it is.
  double largest = 0;
  std::string largestName;
};

/// What a step with every op tested came to.
struct Finding {
  /// The first argument or variable, and the first op, that are not finite.
  std::optional<mlir::amp::ProgramTest> input, op;
  /// How many of the gradients that steps read are 0, from 0 to 1.
  double zeroGradients = 0;
};

/// What one pass over an entry's data took.
struct PassResult {
  int64_t steps = 0;
  double seconds = 0;
};

/// One run: the programs of the entry points, one for each shape of steps,
/// their common variables, and the buffers. The device must outlive it.
class Session {
public:
  Session(ProgramSource &source, const Precision &precision,
          amprt_device *device, const Config &config);
  ~Session();

  /// Plans what passes over `entry` will run; `dropLast` says that the smaller
  /// last batch is not run, `steps` is the number of steps planned in one pass,
  /// and `accumulate` how many of them, as micro-batches, make one update.
  /// Gives a number for `runPass`.
  size_t addEntry(const BoundEntry &entry, bool dropLast, int64_t steps,
                  int64_t accumulate = 1);
  /// Plans steps of `shape` of an entry, too.
  void addShape(size_t entry, StepShape shape);

  /// Has all that was added compiled, together, and loads it on the device;
  /// once. `receiver` gets what the compiler says.
  llvm::Error compile(const MessageReceiver &receiver);
  /// The first half of that: see `getBytes`.
  llvm::Error makePrograms(const MessageReceiver &receiver);

  /// Allocates everything and gives the variables their first values; once,
  /// after `compile`. Checks first that there is enough memory.
  llvm::Error allocate();
  /// Gives the variables their first values again.
  llvm::Error writeFirstValues();
  /// Takes over what the data of `entry` have become. False if they need sizes
  /// that were not planned, which is for another session.
  llvm::Expected<bool> rebind(size_t entry, bool dropLast);

  /// One pass in the arranged order `order` of samples (nothing without data
  /// sets, then `maxSteps` steps are run), at most `maxSteps` steps. `mustRead`
  /// is asked for each step (from 0) whether its results are wanted at once,
  /// and `completesGroup` whether it is the last micro-batch of an update;
  /// `onStep` gets each step's scalar results, in order, perhaps later, with
  /// the number of steps that ran behind it; where they were wanted at once,
  /// none has. The pass ends if it gives false. None of them counts in the
  /// times. After each step `shouldStop` is asked whether it is to be the last.
  /// The steps are added to `totals`. The first run of each program is not
  /// added to `times`.
  llvm::Expected<PassResult>
  runPass(size_t entry, llvm::ArrayRef<uint64_t> order, int64_t maxSteps,
          llvm::function_ref<bool(int64_t)> mustRead,
          llvm::function_ref<bool(int64_t)> completesGroup,
          llvm::function_ref<llvm::Expected<bool>(const NamedValues &, int64_t)>
              onStep,
          llvm::function_ref<bool()> shouldStop, Totals &totals,
          StepTimes *times);

  /// True if steps are run one after the other, so that a look at the state
  /// costs nothing.
  bool isSynchronous() const { return !isAsynchronous; }
  /// What the scalers have counted so far.
  llvm::Expected<std::vector<SkipCount>> readSkips();
  llvm::Expected<ParameterRange> inspectParameters();
  /// The largest present rate of the optimizers, if there are any.
  llvm::Expected<std::optional<double>> readLearningRate() const;
  /// The largest magnitude with which parameters began: in `resumed`, or by
  /// their initializers.
  llvm::Expected<double> getFirstLargest(const Checkpoint *resumed) const;
  /// Runs a step of `entry` on `samples` from the present state, which stays as
  /// it is, with every op tested; with `isF32` nothing is computed in 16 bits,
  /// nor with a loss scale. Nothing if the state does not suffice for that.
  llvm::Expected<std::optional<Finding>>
  diagnose(size_t entry, llvm::ArrayRef<uint64_t> samples, bool completesGroup,
           bool isF32);

  /// Makes room for the results of `entry` that have a row for each sample, of
  /// the whole data set; once, after `allocate`. A limitError if the machine
  /// has not enough memory.
  llvm::Error reserveResults(size_t entry);
  /// From now on passes over `entry` collect them, which were reserved.
  void collectResults(size_t entry);
  /// No longer; what was collected stays.
  void endCollecting(size_t entry);
  /// A result of `entry`: with `isCollected` the rows that were collected, else
  /// as the last step gave it.
  llvm::Expected<Tensor> readResult(size_t entry, llvm::StringRef name,
                                    bool isCollected) const;
  /// Results of `entry` that have a row for each sample.
  std::vector<std::string> getBatchedResults(size_t entry) const;
  /// Results of `entry` that are of one step only: neither scalars nor of
  /// samples.
  std::vector<std::string> getStepResults(size_t entry) const;

  /// The variables that mean something to a reader, such as the loss scale.
  llvm::Expected<NamedValues> readStatistics();
  /// Parameters, buffers, and as ENTRY.NAME the results that are no scalars:
  /// those with rows for samples as they were collected, without those that
  /// were not, the others as the last step gave them.
  llvm::Expected<std::vector<NamedTensor>> readTensors();
  /// An error if a file of that name could not hold what readTensors gives.
  llvm::Error checkOutput(llvm::StringRef path) const;

  /// The value of one variable. It is an error if there is no such one.
  llvm::Expected<Tensor> readVariable(llvm::StringRef name) const;
  /// Gives a variable, and its copies, a value of its shape; floats are
  /// rounded. A copy cannot be written: its original is.
  llvm::Error writeVariable(llvm::StringRef name, const Tensor &value);

  /// All variables but copies, each in its own type, and the scalers.
  llvm::Error readState(Checkpoint &checkpoint) const;
  /// An error if a checkpoint could not hold what readState gives.
  llvm::Error checkState() const;
  /// Gives the variables the values of a checkpoint; those of a float type may
  /// be there in another one. A scaler that the checkpoint lacks stays as it
  /// is, and one that this run lacks is passed over: `remarks` gets a line for
  /// each. All else must be there, in the same shapes, and nothing more.
  llvm::Error writeState(const Checkpoint &checkpoint,
                         std::vector<std::string> &remarks);

  /// Adds what the checkpoint lacks, with its present value: what only these
  /// programs know.
  llvm::Error completeState(Checkpoint &checkpoint) const;
  /// True if all variables of the checkpoint are some of this session's.
  bool knows(const Checkpoint &checkpoint) const;

  /// Sets the base rates of all optimizers and of their groups; an error if
  /// there are none. Gives those that were others.
  llvm::Expected<std::vector<double>> writeLearningRate(double rate);

  /// Gives parameters and buffers, and with `init-optimizer` the optimizers'
  /// state, the values of files. An array of another shape, or of a type that
  /// cannot be converted, is an error, and without `init-partial` a variable
  /// that the files lack. `remarks` gets what was taken and what was left over,
  /// `warnings` values that are not finite.
  llvm::Error takeInitialValues(const InitialValues &values,
                                std::vector<std::string> &remarks,
                                std::vector<std::string> &warnings);

  llvm::Expected<std::vector<ProgramProfile>> getProfiles() const;
  /// What the runtime says of the programs, as far as it was not taken before.
  /// Some of it is known when they have run.
  std::vector<std::string> takeRemarks();
  const mlir::amp::Executable &getExecutable() const {
    return executable->get();
  }
  /// The file that the programs are of.
  const mlir::amp::ExecutableBytes &getBytes() const { return bytes; }
  bool scalesLoss() const { return !scalers.empty(); }
  /// With `explain`, how precision was assigned in the first program. Set by
  /// `compile`.
  const std::optional<Explanation> &getExplanation() const {
    return explanation;
  }
  const amprt_device *getDevice() const { return device; }
  uint64_t getArenaBytes() const { return arenaBytes; }
  double getCompileSeconds() const { return compileSeconds; }

private:
  struct Output;
  struct Program;
  struct Entry;
  struct Variable {
    mlir::amp::ProgramVariable info;
    uint64_t bytes;
    /// Its own, or that of its flat buffer.
    amprt_buffer *buffer = nullptr;

    llvm::Expected<double> readScalar() const;
    llvm::Expected<Tensor> read(llvm::StringRef what) const;
  };
  struct Pending {
    Program *program;
    size_t slot;
    int64_t samples;
  };

  /// The programs of one shape: within a group of micro-batches, and at its
  /// end.
  void addPrograms(Entry &entry, StepShape shape, int64_t steps);
  void addProgram(Entry &entry, StepShape shape, int64_t steps,
                  bool completesGroup);
  /// How all programs are compiled.
  CompileRequest getRequest() const;
  /// All of them, and those that are only to be saved.
  std::vector<mlir::amp::Specialization> getSpecializations() const;
  /// What `program` of `entry` is compiled of.
  static mlir::amp::Specialization getSpecialization(const Entry &entry,
                                                     const Program &program);
  /// Finds out what the arguments of a compiled program are.
  llvm::Error bind(const Entry &entry, Program &program);
  llvm::Error addVariables(const mlir::amp::Executable &executable);
  /// The type of the variable's values in a file.
  ElementType getSavedType(const mlir::amp::ProgramVariable &info) const;
  /// The buffer of an argument that is a variable or a flat buffer; null if the
  /// session has none.
  amprt_buffer *findState(const mlir::amp::ProgramArgument &argument) const;
  llvm::Error allocateVariables();
  llvm::Expected<Tensor>
  getFirstValue(llvm::StringRef name,
                const mlir::amp::ProgramVariable &info) const;
  /// Writes a variable, and its copies, from outside the programs.
  llvm::Error writeVariable(Variable &variable, const Tensor &value);
  llvm::Error checkMemory() const;
  llvm::Error allocateProgram(Entry &entry, Program &program);
  /// Brings the samples of a step to the input buffers of `slot`.
  llvm::Error upload(Entry &entry, Program &program, size_t slot,
                     llvm::ArrayRef<uint64_t> samples);
  static bool isBatched(const Entry &entry, size_t output);
  /// Reads the rows that a step of `samples` gave.
  llvm::Error collectRows(Entry &entry, const Program &program,
                          llvm::ArrayRef<uint64_t> samples);

  ProgramSource &source;
  const Precision &precision;
  amprt_device *device;
  const Config &config;
  bool isAsynchronous;
  std::vector<std::unique_ptr<Entry>> entries;
  std::unique_ptr<mlir::amp::LoadedExecutable> executable;
  mlir::amp::ExecutableBytes bytes;
  std::map<std::string, Variable> variables;
  /// Buffers of flat buffers, and of variables in none, by name.
  std::map<std::string, Buffer> state;
  std::map<std::string, mlir::amp::ProgramScaler> scalers;
  Buffer arena;
  uint64_t arenaBytes = 0;
  double compileSeconds = 0;
  std::vector<char> staging;
  std::optional<Explanation> explanation;
  std::set<std::string> takenRemarks;
};

} // namespace amp::training

#endif // AMP_TRAINING_SESSION_H
