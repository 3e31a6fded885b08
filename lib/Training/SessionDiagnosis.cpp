//===- SessionDiagnosis.cpp - What is not finite in a session -------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Looks at the state, and runs a step again with every op tested. Nothing here
// runs while all goes well.

#include "SessionState.h"

#include "amp/Support/Error.h"
#include "amp/Training/Failure.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace amp;
using namespace amp::training;
using mlir::amp::LoadedExecutable;
using mlir::amp::ProgramArgument;
using mlir::amp::ProgramVariable;

//===----------------------------------------------------------------------===//
// State
//===----------------------------------------------------------------------===//

Expected<std::vector<SkipCount>> Session::readSkips() {
  std::vector<SkipCount> counts;
  for (const auto &[name, scaler] : scalers) {
    auto inARow = variables.find(scaler.consecutiveSkips);
    auto scale = variables.find(scaler.scale);
    if (inARow == variables.end() || scale == variables.end())
      continue; // a kernel graph
    Expected<double> count = inARow->second.readScalar();
    if (!count)
      return count.takeError();
    Expected<double> value = scale->second.readScalar();
    if (!value)
      return value.takeError();
    counts.push_back({name, static_cast<int64_t>(*count), scaler.skipLimit,
                      *value, scaler.isFixed});
  }
  return counts;
}

static bool isParameter(const ProgramVariable &info) {
  return info.role == "parameter" && info.copyOf.empty();
}

Expected<ParameterRange> Session::inspectParameters() {
  ParameterRange range;
  for (const auto &[name, variable] : variables) {
    if (!isParameter(variable.info))
      continue;
    Expected<Tensor> tensor = variable.read(quote(name));
    if (!tensor)
      return tensor.takeError();
    FloatRange floats = inspectFloats(*tensor, 0, tensor->numElements());
    if (floats.firstNonFinite && range.nonFinite.empty())
      range.nonFinite = name;
    if (range.largestName.empty() || floats.largest > range.largest) {
      range.largest = floats.largest;
      range.largestName = name;
    }
  }
  return range;
}

Expected<double> Session::getFirstLargest(const Checkpoint *resumed) const {
  double largest = 0;
  for (const auto &[name, variable] : variables) {
    if (!isParameter(variable.info))
      continue;
    Tensor value;
    if (resumed) {
      auto saved = find_if(resumed->tensors,
                           [&, &name = name](const CheckpointTensor &tensor) {
                             return tensor.name == name;
                           });
      if (saved == resumed->tensors.end())
        continue;
      value = saved->tensor;
    } else {
      Expected<Tensor> first = getFirstValue(name, variable.info);
      if (!first)
        return first.takeError();
      value = std::move(*first);
    }
    largest =
        std::max(largest, inspectFloats(value, 0, value.numElements()).largest);
  }
  return largest;
}

Expected<std::optional<double>> Session::readLearningRate() const {
  std::optional<double> largest;
  for (const mlir::amp::ProgramOptimizer &optimizer :
       source.describe().optimizers) {
    for (const std::string &name : {optimizer.rate, optimizer.baseRate}) {
      auto rate = variables.find(name);
      if (rate == variables.end())
        continue;
      Expected<double> value = rate->second.readScalar();
      if (!value)
        return value.takeError();
      largest = std::max(largest.value_or(0), *value);
      break; // a schedule's rate comes before the one that it starts from
    }
  }
  return largest;
}

//===----------------------------------------------------------------------===//
// A step, with every op tested
//===----------------------------------------------------------------------===//

/// True if the programs' variables lie where the session has them, in the
/// session's types.
static bool
hasSameVariables(ArrayRef<ProgramVariable> variables,
                 function_ref<const ProgramVariable *(StringRef)> find) {
  return all_of(variables, [&](const ProgramVariable &variable) {
    const ProgramVariable *known = find(variable.name);
    return known && known->type == variable.type &&
           known->shape == variable.shape &&
           known->flatBuffer == variable.flatBuffer &&
           known->flatBufferOffset == variable.flatBufferOffset;
  });
}

Expected<std::optional<Finding>> Session::diagnose(size_t entryIndex,
                                                   ArrayRef<uint64_t> samples,
                                                   bool completesGroup,
                                                   bool isF32) {
  Entry &entry = *entries[entryIndex];
  Program *program = entry.find(entry.bound->getStep(samples), completesGroup);
  if (!program)
    return std::nullopt;
  program->firstRow.front().reset();
  if (Error error = upload(entry, *program, /*slot=*/0, samples))
    return std::move(error);

  CompileRequest request = getRequest();
  mlir::amp::Specialization specialization = getSpecialization(entry, *program);
  specialization.phase = mlir::amp::MicroBatchPhase::Any;
  request.specializations = {specialization};
  // What there is to say about the graph was said.
  request.isSilent = true;
  auto set = [&](StringRef name, StringRef value) {
    request.options.emplace_back(name.str(), value.str());
  };
  set("locate-nonfinite", "true");
  if (isF32) {
    set("level", "O0");
    set("master-weights", "none");
    set("loss-scale", "off");
    set("init-scale", "none");
    request.usesPresetScale = false;
  }
  Expected<mlir::amp::ExecutableBytes> bytes =
      source.getPrograms(request, [](const mlir::amp::CompilerMessage &) {});
  Expected<std::unique_ptr<LoadedExecutable>> compiled =
      bytes ? LoadedExecutable::load(*bytes, device, /*hasKnownDigest=*/true)
            : bytes.takeError();
  if (!compiled) {
    // A graph that cannot be looked into has not failed for that.
    consumeError(compiled.takeError());
    return std::nullopt;
  }
  if (!hasSameVariables((*compiled)->get().variables,
                        [&](StringRef name) -> const ProgramVariable * {
                          auto found = variables.find(name.str());
                          return found == variables.end() ? nullptr
                                                          : &found->second.info;
                        }))
    return std::nullopt;

  // Where the program that ran has each input.
  ArrayRef<ProgramArgument> ran = program->function->arguments;
  StringMap<amprt_buffer *> inputs;
  for (size_t place : program->inputPlaces)
    if (place < ran.size())
      inputs[ran[place].name] = program->arguments[0][place];

  std::vector<Buffer> owned;
  auto create = [&](uint64_t bytes) -> Expected<amprt_buffer *> {
    Expected<Buffer> buffer = createBuffer(device, bytes);
    if (!buffer)
      return buffer.takeError();
    owned.push_back(std::move(*buffer));
    return owned.back().get();
  };
  std::vector<amprt_buffer *> arguments;
  StringMap<amprt_buffer *> results;
  const mlir::amp::ProgramFunction &function =
      (*compiled)->get().functions.front();
  for (const ProgramArgument &argument : function.arguments) {
    amprt_buffer *place = nullptr;
    switch (argument.kind) {
    case ProgramArgument::Kind::Input:
      place = inputs.lookup(argument.name);
      break;
    case ProgramArgument::Kind::Variable:
    case ProgramArgument::Kind::FlatBuffer:
      place = findState(argument);
      break;
    case ProgramArgument::Kind::Output: {
      Expected<amprt_buffer *> buffer = create(elementSize(argument.type));
      if (!buffer)
        return buffer.takeError();
      place = results[argument.name] = *buffer;
      break;
    }
    }
    if (!place)
      return std::nullopt; // what is read here only is not at hand
    arguments.push_back(place);
  }
  Expected<amprt_buffer *> scratch = create(function.arenaBytes);
  if (!scratch)
    return scratch.takeError();
  if (Error error = toError(amprt_program_run(
          (*compiled)->getProgram(0), *scratch, arguments.data(),
          static_cast<uint32_t>(arguments.size()))))
    return std::move(error);
  if (Error error = toError(amprt_device_synchronize(device)))
    return std::move(error);

  Finding finding;
  ArrayRef<mlir::amp::ProgramTest> tests = function.tests;
  for (auto [name, test] : {std::pair("nonfinite_input", &finding.input),
                            std::pair("nonfinite_op", &finding.op)}) {
    amprt_buffer *buffer = results.lookup(name);
    if (!buffer)
      continue;
    Expected<double> number = readScalar(buffer, ElementType::I64);
    if (!number)
      return number.takeError();
    if (*number >= 0 && *number < static_cast<double>(tests.size()))
      *test = tests[static_cast<size_t>(*number)];
  }
  if (amprt_buffer *buffer = results.lookup("nonfinite_step");
      buffer && finding.op) {
    Expected<double> step = readScalar(buffer, ElementType::I64);
    if (!step)
      return step.takeError();
    if (*step >= 0)
      finding.op->location += " in step " +
                              std::to_string(static_cast<int64_t>(*step)) +
                              " of its sequence";
  }
  if (amprt_buffer *buffer = results.lookup("zero_gradients")) {
    Expected<double> share = readScalar(buffer, ElementType::F32);
    if (!share)
      return share.takeError();
    finding.zeroGradients = *share;
  }
  return finding;
}
