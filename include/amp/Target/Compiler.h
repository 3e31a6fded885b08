//===- Compiler.h -----------------------------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// From a module to a program that a device runs.

#ifndef AMP_TARGET_COMPILER_H
#define AMP_TARGET_COMPILER_H

#include "amp-rt/amp_rt.h"
#include "amp/Options/TrainingOptions.h"
#include "amp/Support/ElementType.h"
#include "amp/Support/Initializer.h"
#include "amp/Support/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace mlir::amp {

/// What one test of amp-locate-nonfinite looks at.
struct ProgramTest {
  /// "argument", "variable", "index", "result", or "gradient" for the results
  /// of an op in a backward pass.
  std::string kind;
  /// "amp.exp"; empty for arguments and variables.
  std::string op;
  /// Of the argument, of the variable, or of the op's location, where it has
  /// one.
  std::string name;
  /// "'layer1'" or "net.mlir:3:8".
  std::string location;
  /// Of the elements, such as "f16".
  std::string type;
};

/// The integers that an op accepts in an input that it uses as an index.
struct ProgramIndexRange {
  /// From `lower` up to but not including `upper`, and `ignored`.
  int64_t lower, upper;
  std::optional<int64_t> ignored;
  /// "'amp.cross_entropy' at net.mlir:12:10".
  std::string user;
};

/// An argument of a program, in the order in which `amprt_program_run` takes
/// them.
struct ProgramArgument {
  /// A flat buffer holds variables, see `ProgramVariable::flatBuffer`.
  enum class Kind { Input, Variable, FlatBuffer, Output };
  Kind kind;
  /// `amp.name` of inputs and outputs (`arg0`, `result0` where there is none),
  /// the symbol of variables and flat buffers.
  std::string name;
  /// A flat buffer has bytes, of type ui8.
  ::amp::ElementType type;
  llvm::SmallVector<int64_t> shape;
  /// Outputs: "mean", "sum", or empty where values of several batches do not
  /// combine.
  std::string reduction;
  /// Inputs: what their values must be in; none if they are no indices.
  std::vector<ProgramIndexRange> indexRanges;
};

/// A variable of the module: what it is for and how it starts.
struct ProgramVariable {
  std::string name;
  /// "parameter", "buffer", "optimizer_state" or "scaler".
  std::string role;
  /// What the value means in a training log ("loss scale", "skipped steps"), or
  /// empty.
  std::string statistic;
  ::amp::ElementType type;
  llvm::SmallVector<int64_t> shape;
  /// A distribution, or the values themselves.
  std::variant<::amp::InitializerSpec, ::amp::Tensor> initializer;
  /// The variable whose value this one always holds, rounded to its own type;
  /// empty for state proper. A copy starts as that value, not as `initializer`
  /// says, and whoever writes the original from outside writes the copy too.
  std::string copyOf;
  /// The flat buffer that the variable lies in, and the bytes before it there;
  /// empty if it is an argument of its own.
  std::string flatBuffer;
  uint64_t flatBufferOffset = 0;
};

/// A loss scaler of the module as it was compiled: what it does with its scale.
struct ProgramScaler {
  std::string name;
  /// The variables that hold the scale and the steps since it last changed.
  std::string scale, growthTracker;
  double growthFactor, backoffFactor;
  int64_t growthInterval;
  /// The scale stays as it is.
  bool isFixed;
  /// The variable that counts skipped steps in a row, and the number of them
  /// after which the scaler halts; 0 is none.
  std::string consecutiveSkips;
  int64_t skipLimit;
};

/// An input as the source graph declares it; `ShapedType::kDynamic` is `?`.
struct EntryArgument {
  std::string name;
  ::amp::ElementType type;
  llvm::SmallVector<int64_t> shape;
  /// The first dimension counts samples.
  bool isBatched;
};

/// A result as the source graph declares it.
struct EntryResult {
  std::string name;
  ::amp::ElementType type;
  llvm::SmallVector<int64_t> shape;
  std::string reduction;
  /// The first dimension counts samples.
  bool isBatched;
};

/// The signature of an entry point, for those who bind data to it.
struct EntryPoint {
  std::string name;
  std::vector<EntryArgument> arguments;
  std::vector<EntryResult> results;
  /// True if a run may change a parameter.
  bool updatesParameters = false;
  /// True if a run may change any variable.
  bool updatesState = false;
};

/// The entry points of a module: its public functions with a body.
llvm::Expected<std::vector<EntryPoint>> getEntryPoints(ModuleOp module);

/// A record of the launch list, for people.
struct ProgramRecord {
  /// What it computes: the kernel ("relu_cast_f16"), or "gemm 32x128x64".
  std::string name;
  /// Where in the source graph it comes from: "net.mlir:3:8", or empty.
  std::string location;
};

/// A program, loaded on a device, and what one has to know to run it. Must be
/// destroyed before the device.
class CompiledProgram {
public:
  ~CompiledProgram();
  CompiledProgram(const CompiledProgram &) = delete;
  CompiledProgram &operator=(const CompiledProgram &) = delete;

  amprt_program *get() const { return program; }
  llvm::ArrayRef<ProgramArgument> getArguments() const { return arguments; }
  /// The variables of the module, also those that this program does not touch.
  llvm::ArrayRef<ProgramVariable> getVariables() const { return variables; }
  /// The scalers of the module. A kernel graph that was written without them
  /// has only their variables.
  llvm::ArrayRef<ProgramScaler> getScalers() const { return scalers; }
  /// What amp-locate-nonfinite numbered.
  llvm::ArrayRef<ProgramTest> getTests() const { return tests; }
  uint64_t getArenaBytes() const { return arenaBytes; }
  /// The records of the launch list, by index.
  llvm::ArrayRef<ProgramRecord> getRecords() const { return records; }

private:
  friend class ProgramBuilder;
  CompiledProgram() = default;

  amprt_program *program = nullptr;
  std::vector<ProgramArgument> arguments;
  std::vector<ProgramVariable> variables;
  std::vector<ProgramScaler> scalers;
  std::vector<ProgramTest> tests;
  std::vector<ProgramRecord> records;
  uint64_t arenaBytes = 0;
  /// Keeps the code of CPU kernels alive.
  std::shared_ptr<void> code;
};

/// Registers every dialect, interface and translation that compilation needs.
void registerCompilerDialects(DialectRegistry &registry);

/// Compiles one entry point of `module`, which is left unchanged, for `device`.
/// The module may be a source, assigned, scaled or kernel graph. Diagnostics go
/// to the context; the error says in one line what failed. `target` and `chip`
/// are the device's, whatever `options` says. The error's code is
/// `not_enough_memory` where the device's memory or limit does not suffice,
/// `no_such_device` where the device or one of its libraries failed.
llvm::Expected<std::unique_ptr<CompiledProgram>>
compileProgram(ModuleOp module, const TrainingOptions &options,
               amprt_device *device);

} // namespace mlir::amp

#endif // AMP_TARGET_COMPILER_H
