//===- Executable.h - What a module is compiled to --------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// An executable is data: it can be made where there is no device to run it, and
// holds no MLIR.

#ifndef AMP_TARGET_EXECUTABLE_H
#define AMP_TARGET_EXECUTABLE_H

#include "amp-rt/amp_rt.h"
#include "amp/Support/ElementType.h"
#include "amp/Support/Initializer.h"
#include "amp/Support/Tensor.h"
#include "llvm/ADT/SmallVector.h"

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

/// A record of a launch list.
struct ProgramRecord {
  /// What it computes: the kernel ("relu_cast_f16"), or "gemm 32x128x64".
  std::string name;
  /// Where in the source graph it comes from: "net.mlir:3:8", or empty.
  std::string location;
  /// The other fields; the texts are null.
  amprt_record fields;
};

/// One specialization of an entry point: a launch list and its signature.
struct ProgramFunction {
  /// Of the entry point.
  std::string name;
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

/// A module, compiled for a target.
struct Executable {
  amprt_device_kind kind = AMPRT_CPU;
  /// The state that the functions share, also variables that none touches. All
  /// functions have the same places for them, and keep the same copies.
  std::vector<ProgramVariable> variables;
  /// A kernel graph that was written without scalers has only their variables.
  std::vector<ProgramScaler> scalers;
  /// In the order in which they were asked for.
  std::vector<ProgramFunction> functions;
  KernelCode kernels;
  /// What slices of AMPRT_BINDING_CONSTANTS point into.
  std::string constants;
};

} // namespace mlir::amp

#endif // AMP_TARGET_EXECUTABLE_H
