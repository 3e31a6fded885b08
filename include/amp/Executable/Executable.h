//===- Executable.h - What a module is compiled to --------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// An executable is data: it can be made where there is no device to run it, and
// holds no MLIR.

#ifndef AMP_EXECUTABLE_EXECUTABLE_H
#define AMP_EXECUTABLE_EXECUTABLE_H

#include "amp-rt/amp_rt.h"
#include "amp/Options/OptionEnums.h"
#include "amp/Support/ElementType.h"
#include "amp/Support/Initializer.h"
#include "amp/Support/Tensor.h"
#include "llvm/ADT/SmallVector.h"

#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace mlir::amp {

/// A size that the source graph leaves open.
constexpr int64_t kOpenSize = std::numeric_limits<int64_t>::min();

/// An input as the source graph declares it, with `kOpenSize` for `?`.
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
  /// "mean", "sum", or empty where values of several batches do not combine.
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
  /// It has an amp.accumulate, which counts its micro-batches itself.
  bool accumulates = false;
  /// It has an amp.step.
  bool steps = false;
};

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

/// An argument of a function, in the order in which `amprt_program_run` takes
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
  /// It is the learning rate that an optimizer, or a group of its parameters,
  /// starts from.
  bool isBaseRate = false;
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

/// An optimizer of the module.
struct ProgramOptimizer {
  std::string name;
  /// The variables of its present rate, which only a schedule has, and of the
  /// rate that it starts from.
  std::string rate, baseRate;
};

/// A record of a launch list.
struct ProgramRecord {
  /// What it computes: the kernel ("relu_cast_f16"), or "gemm 32x128x64".
  std::string name;
  /// Where in the source graph it comes from: "net.mlir:3:8", or empty.
  std::string location;
  /// The other fields; the texts are null.
  amprt_record fields;
  /// The op of the source graph at that place, "amp.linear", and its location's
  /// name, "fc1"; empty where there is none.
  std::string sourceOp, sourceName;
  /// Of its operands, each once, in all iterations of the repeats around it.
  uint64_t bytes = 0;
  /// Floating-point operations, likewise; 0 where they are not counted, which
  /// is but for matrix products.
  uint64_t flops = 0;
};

/// What a function of the executable is made of.
struct Specialization {
  /// The entry point; may be left out if the module has one function.
  std::optional<std::string> entry;
  /// One shape for each argument, such as "64x10"; "*" keeps what the graph
  /// says. None if all are as the graph says.
  std::vector<std::string> shapes;
  /// The size of the batch dimension, where shapes do not say it.
  std::optional<int64_t> batch;
  /// Micro-batches of a step, and which of them it runs.
  int64_t accumulate = 1;
  MicroBatchPhase phase = MicroBatchPhase::Any;
};

/// One specialization of an entry point: a launch list and its signature.
struct ProgramFunction {
  /// Of the entry point.
  std::string name;
  /// What was asked for.
  Specialization specialization;
  std::vector<ProgramArgument> arguments;
  /// Bytes of each argument.
  std::vector<uint64_t> argumentBytes;
  uint64_t arenaBytes = 0;
  /// Slices, of which each record has a range.
  std::vector<amprt_slice> operands;
  std::vector<ProgramRecord> records;
  /// What amp-locate-nonfinite numbered.
  std::vector<ProgramTest> tests;
};

/// Kernels of all functions, see amprt_module_desc.
struct KernelCode {
  std::vector<std::string> names;
  /// CPU: machine code. CUDA: a cubin, empty where there is no assembler for
  /// the chip.
  std::string image;
  /// CPU: of the entry point of each name.
  std::vector<uint64_t> offsets;
  /// CPU: the instruction sets that the code may use, between commas.
  std::string cpuFeatures;
  /// CUDA: text with its terminating NUL, which every driver can compile.
  std::string ptx;
};

/// What became of what was asked for of precision.
struct PrecisionUse {
  /// Ops to which precision was assigned, and whether that made any of them run
  /// in the low type of the options.
  int64_t decidedOps = 0;
  bool usesLowType = false;
  int64_t tf32Ops = 0;
  int64_t fusedLosses = 0;
  /// An op, such as batch norm, keeps parameters in their own type.
  bool keepsParameters = false;
  /// Clauses of the policy that came to nothing.
  struct Unused {
    /// "keep-f32", or the file and the line.
    std::string place;
    std::string text;
  };
  std::vector<Unused> unused;
};

/// What was said while the module was compiled.
struct CompilerMessage {
  enum class Severity { Remark, Warning, Error };
  Severity severity;
  /// "net.mlir:3:8", or the name that the graph has there, "'scores'", or
  /// empty.
  std::string location;
  /// Of a warning with its notes.
  std::string text;
  /// With the line of the source and the notes, to be printed.
  std::string rendered;
};

/// A module, compiled for a target.
struct Executable {
  /// "amp 0.1.0, LLVM 22.1.8".
  std::string compiler;
  amprt_device_kind kind = AMPRT_CPU;
  /// "x86-64-v3", "sm_90".
  std::string target;
  /// Options of TrainingOptions.def that are not their defaults, as text.
  std::vector<std::pair<std::string, std::string>> options;
  /// The text of the policy's file, where there is one.
  std::string policy;
  /// All entry points of the module.
  std::vector<EntryPoint> entries;
  /// The state that the functions share, also variables that none touches. All
  /// functions have the same places for them, and keep the same copies.
  std::vector<ProgramVariable> variables;
  /// A kernel graph that was written without scalers has only their variables.
  std::vector<ProgramScaler> scalers;
  std::vector<ProgramOptimizer> optimizers;
  /// In the order in which they were asked for.
  std::vector<ProgramFunction> functions;
  KernelCode kernels;
  /// What slices of AMPRT_BINDING_CONSTANTS point into.
  std::string constants;
  PrecisionUse precision;
  /// How precision was assigned, as JSON; empty if that was not asked for.
  std::string explanation;
  /// Warnings and remarks.
  std::vector<CompilerMessage> messages;
};

} // namespace mlir::amp

#endif // AMP_EXECUTABLE_EXECUTABLE_H
