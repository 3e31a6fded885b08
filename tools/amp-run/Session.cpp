//===- Session.cpp - Programs, state and buffers of one run ---------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SessionState.h"

#include "ExitCode.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <chrono>

using namespace llvm;
using namespace amp;
using namespace amp::run;
using mlir::amp::CompiledProgram;
using mlir::amp::ProgramArgument;
using mlir::amp::ProgramVariable;

/// Steps whose results wait on a device before they are read together.
static constexpr int64_t kRingSize = 64;

/// Skipped steps in a row that end a run.

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

Session::Session(mlir::ModuleOp module, const Precision &precision,
                 amprt_device *device, const Options &options,
                 bool hoistsWeightCasts)
    : module(module), precision(precision), device(device), options(options),
      isAsynchronous(getInfo(device).kind != AMPRT_CPU),
      hoistsWeightCasts(hoistsWeightCasts) {}

Session::~Session() = default;

Expected<size_t> Session::addEntry(const BoundEntry &bound, bool dropLast,
                                   int64_t steps, int64_t accumulate) {
  auto entry = std::make_unique<Entry>();
  entry->bound = &bound;
  entry->accumulate = accumulate;
  if (Error error = addPrograms(*entry, dropLast, steps))
    return std::move(error);
  auto getCopies = [](const std::unique_ptr<Program> &program) {
    std::vector<std::string> copies;
    for (const ProgramVariable &variable : program->compiled->getVariables())
      if (!variable.copyOf.empty())
        copies.push_back(variable.name);
    return copies;
  };
  // A smaller batch may have its precision assigned in another way. A step of
  // it would leave the copies stale that only the other program keeps.
  if (hoistsWeightCasts && any_of(entry->programs, [&](const auto &program) {
        return getCopies(program) != getCopies(entry->programs.front());
      })) {
    hoistsWeightCasts = false;
    entry->programs.clear();
    for (auto it = variables.begin(); it != variables.end();)
      it = it->second.info.copyOf.empty() ? std::next(it) : variables.erase(it);
    if (entries.empty())
      explanation.reset();
    if (Error error = addPrograms(*entry, dropLast, steps))
      return std::move(error);
  }
  entries.push_back(std::move(entry));
  return entries.size() - 1;
}

Error Session::addPrograms(Entry &entry, bool dropLast, int64_t steps) {
  const BoundEntry &bound = *entry.bound;
  // The programs of one batch size: within a group of micro-batches, and at
  // its end.
  auto add = [&](int64_t batch, int64_t steps) -> Error {
    if (entry.accumulate > 1)
      if (Error error = addProgram(entry, batch, steps, false))
        return error;
    return addProgram(entry, batch, steps, true);
  };
  if (!bound.samples)
    return add(0, steps);
  int64_t full = bound.fullBatches();
  if (Error error = add(bound.batchSize, std::min(full, steps)))
    return error;
  if (bound.remainder() && !dropLast && steps > full)
    return add(bound.remainder(), 1);
  return Error::success();
}

mlir::amp::TrainingOptions Session::getOptions(const Entry &entry,
                                               int64_t batch) const {
  mlir::amp::TrainingOptions pipeline = precision.getOptions(module);
  // The module was checked, and what all programs have left unused is said
  // once.
  pipeline.checkGraph = false;
  pipeline.unusedPolicy = mlir::amp::UnusedReport::Ignore;
  pipeline.hoistWeightCasts = hoistsWeightCasts;
  pipeline.entry = entry.bound->entry.name;
  pipeline.shapes = entry.bound->shapesFor(batch);
  pipeline.accumulate = entry.accumulate;
  return pipeline;
}

Error Session::addProgram(Entry &entry, int64_t batch, int64_t steps,
                          bool completesGroup) {
  auto program = std::make_unique<Program>();
  program->name = entry.bound->entry.name;
  program->batch = batch;
  program->completesGroup = completesGroup;
  if (isAsynchronous)
    program->slots = std::clamp<int64_t>(steps, 1, kRingSize);
  program->inputSets = program->slots > 1 ? 2 : 1;
  program->firstRow.resize(program->inputSets);

  mlir::amp::TrainingOptions pipeline = getOptions(entry, batch);
  if (entry.accumulate > 1)
    pipeline.phase = completesGroup ? mlir::amp::MicroBatchPhase::Last
                                    : mlir::amp::MicroBatchPhase::Inner;
  std::optional<RemarkScope> remarks;
  bool isExplained = options.explain && !explanation;
  remarks.emplace(*module.getContext(), account,
                  isExplained ? &explanation.emplace() : nullptr);
  Clock::time_point start = Clock::now();
  Expected<std::unique_ptr<CompiledProgram>> compiled =
      mlir::amp::compileProgram(module, pipeline, device);
  compileSeconds += secondsSince(start);
  remarks.reset();
  if (!compiled)
    return compiled.takeError();
  program->compiled = std::move(*compiled);
  if (options.profile)
    amprt_program_set_profiling(program->compiled->get(), 1);
  if (Error error = addVariables(*program->compiled))
    return error;

  auto internal = [&](const Twine &message) {
    return exitError(kInvalidInput,
                     "entry " + quote(program->name) + ": " + message);
  };
  ArrayRef<ProgramArgument> arguments = program->compiled->getArguments();
  program->inputPlaces.assign(entry.bound->entry.arguments.size(),
                              arguments.size());
  for (auto [place, argument] : enumerate(arguments)) {
    Expected<int64_t> bytes =
        checkedByteSize(argument.type, argument.shape, quote(argument.name));
    if (!bytes)
      return bytes.takeError();
    program->argumentBytes.push_back(*bytes);
    switch (argument.kind) {
    case ProgramArgument::Kind::Input: {
      auto declared =
          find_if(entry.bound->entry.arguments,
                  [&, &argument = argument](const mlir::amp::EntryArgument &a) {
                    return a.name == argument.name;
                  });
      if (declared == entry.bound->entry.arguments.end())
        return internal("the program's input " + quote(argument.name) +
                        " is no argument of the graph");
      size_t index = declared - entry.bound->entry.arguments.begin();
      const BoundArgument &bound = entry.bound->arguments[index];
      Shape shape = bound.tensor.shape;
      if (bound.isBatched)
        shape[0] = batch;
      if (bound.tensor.type != argument.type ||
          ArrayRef<int64_t>(shape) != ArrayRef<int64_t>(argument.shape))
        return internal("the program's input " + quote(argument.name) +
                        " has shape " + shapeToString(argument.shape) + " of " +
                        mlirName(argument.type) + ", the data " +
                        shapeToString(shape) + " of " +
                        mlirName(bound.tensor.type));
      if (Error error = checkIndices(bound, argument.indexRanges))
        return error;
      program->inputPlaces[index] = place;
      break;
    }
    case ProgramArgument::Kind::Variable:
      if (!variables.count(argument.name))
        return internal("the program has an unknown variable " +
                        quote(argument.name));
      break;
    case ProgramArgument::Kind::FlatBuffer:
      break; // its variables are known
    case ProgramArgument::Kind::Output: {
      // As declared, so that a last batch of one sample changes nothing.
      auto declared =
          find_if(entry.bound->entry.results,
                  [&, &argument = argument](const mlir::amp::EntryResult &r) {
                    return r.name == argument.name;
                  });
      if (declared == entry.bound->entry.results.end())
        return internal("the program's result " + quote(argument.name) +
                        " is no result of the graph");
      bool isScalar =
          !isComplex(argument.type) &&
          all_of(declared->shape, [](int64_t size) { return size == 1; });
      bool isBatched = declared->isBatched && batch && !isScalar &&
                       argument.shape.front() == batch;
      program->outputs.push_back({argument, static_cast<uint64_t>(*bytes),
                                  isScalar, isBatched, program->resultBytes,
                                  place});
      if (isScalar)
        program->resultBytes += AMPRT_ALIGNMENT;
      break;
    }
    }
  }
  arenaBytes = std::max(arenaBytes, program->compiled->getArenaBytes());
  entry.programs.push_back(std::move(program));
  return Error::success();
}

Error Session::addVariables(const CompiledProgram &program) {
  for (const ProgramVariable &info : program.getVariables()) {
    auto known = variables.find(info.name);
    if (known != variables.end()) {
      const ProgramVariable &other = known->second.info;
      if (other.type != info.type || other.shape != info.shape)
        return exitError(kInvalidInput,
                         "variable " + quote(info.name) + " is " +
                             mlirName(other.type) + " " +
                             shapeToString(other.shape) +
                             " in one program and " + mlirName(info.type) +
                             " " + shapeToString(info.shape) + " in another");
      // Programs with other copies are compiled again without any.
      if (info.copyOf.empty() &&
          (other.flatBuffer != info.flatBuffer ||
           other.flatBufferOffset != info.flatBufferOffset))
        return exitError(kInvalidInput,
                         "two programs have different places for variable " +
                             quote(info.name));
      continue;
    }
    Expected<int64_t> bytes =
        checkedByteSize(info.type, info.shape, "variable " + quote(info.name));
    if (!bytes)
      return bytes.takeError();
    variables.emplace(info.name, Variable{info, static_cast<uint64_t>(*bytes)});
  }
  for (const mlir::amp::ProgramScaler &scaler : program.getScalers())
    scalers.emplace(scaler.name, scaler);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

Error Session::checkMemory() const {
  uint64_t state = 0, data = 0;
  // Sizes fit in int64 one by one; sums must not wrap.
  auto add = [](uint64_t &sum, uint64_t bytes, uint64_t count = 1) {
    sum = SaturatingMultiplyAdd(bytes, count, sum);
  };
  for (const auto &[name, variable] : variables)
    add(state, variable.bytes);
  for (const std::unique_ptr<Entry> &entry : entries) {
    for (const BoundArgument &bound : entry->bound->arguments)
      if (!bound.isBatched)
        add(data, bound.tensor.bytes().size());
    for (const std::unique_ptr<Program> &program : entry->programs) {
      for (auto [place, bound] :
           zip(program->inputPlaces, entry->bound->arguments))
        if (bound.isBatched && place < program->argumentBytes.size())
          add(data, program->argumentBytes[place], program->inputSets);
      for (const Output &output : program->outputs)
        if (!output.isScalar)
          add(data, output.bytes);
      add(data, program->resultBytes, program->slots);
    }
  }
  // So far only the programs' own memory: constants and scratch.
  uint64_t programs = amprt_device_memory_in_use(device);
  uint64_t need = SaturatingAdd(
      SaturatingAdd(SaturatingAdd(state, data), arenaBytes), programs);
  uint64_t physical = getInfo(device).memory_bytes;
  bool isLimited = options.maxMemory && need > options.maxMemory;
  if (!isLimited && (!physical || need <= physical))
    return Error::success();
  return limitError(
      "needs " + formatBytes(need) + " (" + Twine(need) +
      " bytes) of device memory: variables " + formatBytes(state) +
      ", intermediate values " + formatBytes(arenaBytes) +
      ", inputs and results " + formatBytes(data) + ", constants and scratch " +
      formatBytes(programs) + "; " +
      (isLimited ? "--max-memory allows " + formatBytes(options.maxMemory) +
                       " (" + std::to_string(options.maxMemory) + " bytes)"
                 : "the device has " + formatBytes(physical)) +
      "; a smaller --batch-size needs less");
}

static Expected<Buffer> createFilled(amprt_device *device, StringRef bytes) {
  Expected<Buffer> buffer = createBuffer(device, bytes.size());
  if (!buffer)
    return buffer;
  if (Error error = toError(
          amprt_buffer_write(buffer->get(), 0, bytes.data(), bytes.size())))
    return std::move(error);
  return buffer;
}

Error Session::writeVariable(Variable &variable, const Tensor &value) {
  // No program casts an original for a copy that it finds up to date.
  for (auto &[name, other] : variables) {
    bool isCopy = other.info.copyOf == variable.info.name;
    if (!isCopy && &other != &variable)
      continue;
    Expected<Tensor> converted = convertTo(value, other.info.type, quote(name));
    if (!converted)
      return converted.takeError();
    StringRef bytes = converted->bytes();
    if (Error error = toError(amprt_buffer_write(other.buffer,
                                                 other.info.flatBufferOffset,
                                                 bytes.data(), bytes.size())))
      return error;
  }
  return Error::success();
}

Error Session::allocateVariables() {
  std::map<std::string, uint64_t> sizes;
  for (auto &[name, variable] : variables) {
    const ProgramVariable &info = variable.info;
    uint64_t &size = sizes[info.flatBuffer.empty() ? name : info.flatBuffer];
    size = std::max(size, info.flatBufferOffset + variable.bytes);
  }
  for (auto &[name, size] : sizes) {
    Expected<Buffer> buffer = createBuffer(device, size);
    if (!buffer)
      return buffer.takeError();
    state[name] = std::move(*buffer);
  }
  for (auto &[name, variable] : variables)
    variable.buffer =
        state[variable.info.flatBuffer.empty() ? name
                                               : variable.info.flatBuffer]
            .get();
  return Error::success();
}

amprt_buffer *Session::findState(const ProgramArgument &argument) const {
  auto found = state.find(argument.name);
  return found == state.end() ? nullptr : found->second.get();
}

Expected<Tensor> Session::getFirstValue(StringRef name,
                                        const ProgramVariable &info) const {
  const auto *spec = std::get_if<InitializerSpec>(&info.initializer);
  if (!spec)
    return std::get<Tensor>(info.initializer);
  Expected<Tensor> tensor =
      initialize(*spec, info.type, info.shape, options.seed);
  if (!tensor)
    return withContext(tensor.takeError(),
                       "first value of variable " + quote(name));
  return tensor;
}

Error Session::writeFirstValues() {
  for (auto &[name, variable] : variables) {
    if (!variable.info.copyOf.empty())
      continue; // comes with its original
    Expected<Tensor> first = getFirstValue(name, variable.info);
    if (!first)
      return first.takeError();
    if (first->bytes().size() != variable.bytes)
      return exitError(kInvalidInput, "variable " + quote(name) + " has " +
                                          Twine(variable.bytes) +
                                          " bytes, its first value " +
                                          Twine(first->bytes().size()));
    if (Error error = writeVariable(variable, *first))
      return error;
  }
  return Error::success();
}

Error Session::allocate() {
  if (Error error = checkMemory())
    return error;
  if (Error error = allocateVariables())
    return error;
  if (Error error = writeFirstValues())
    return error;
  for (const std::unique_ptr<Entry> &entry : entries) {
    for (const BoundArgument &bound : entry->bound->arguments) {
      Buffer &place = entry->constantInputs.emplace_back();
      if (bound.isBatched)
        continue;
      Expected<Buffer> buffer = createFilled(device, bound.tensor.bytes());
      if (!buffer)
        return buffer.takeError();
      place = std::move(*buffer);
    }
    for (const std::unique_ptr<Program> &program : entry->programs)
      if (Error error = allocateProgram(*entry, *program))
        return error;
  }
  Expected<Buffer> buffer = createBuffer(device, arenaBytes);
  if (!buffer)
    return buffer.takeError();
  arena = std::move(*buffer);
  return Error::success();
}

Error Session::allocateProgram(Entry &entry, Program &program) {
  auto create = [&](uint64_t bytes) -> Expected<amprt_buffer *> {
    Expected<Buffer> buffer = createBuffer(device, bytes);
    if (!buffer)
      return buffer.takeError();
    program.buffers.push_back(std::move(*buffer));
    return program.buffers.back().get();
  };
  ArrayRef<ProgramArgument> arguments = program.compiled->getArguments();
  std::vector<amprt_buffer *> common(arguments.size(), nullptr);
  // Those of a step's samples, for each set.
  std::vector<std::vector<std::pair<size_t, amprt_buffer *>>> inputs(
      program.inputSets);
  for (auto [place, argument] : enumerate(arguments))
    if (argument.kind == ProgramArgument::Kind::Variable ||
        argument.kind == ProgramArgument::Kind::FlatBuffer)
      common[place] = findState(argument);
  for (auto [index, place] : enumerate(program.inputPlaces)) {
    if (place == arguments.size())
      continue; // an input that the program does not need
    if (!entry.bound->arguments[index].isBatched) {
      common[place] = entry.constantInputs[index].get();
      continue;
    }
    for (auto &set : inputs) {
      Expected<amprt_buffer *> buffer = create(program.argumentBytes[place]);
      if (!buffer)
        return buffer.takeError();
      set.emplace_back(place, *buffer);
    }
  }
  // Of large results only the last ones are wanted: no ring.
  for (const Output &output : program.outputs) {
    if (output.isScalar)
      continue;
    Expected<amprt_buffer *> buffer = create(output.bytes);
    if (!buffer)
      return buffer.takeError();
    common[output.argument] = *buffer;
  }
  Expected<Buffer> results =
      createBuffer(device, program.slots * program.resultBytes);
  if (!results)
    return results.takeError();
  program.results = std::move(*results);
  for (size_t slot = 0; slot < program.slots; ++slot) {
    program.arguments.push_back(common);
    for (auto [place, buffer] : inputs[slot % program.inputSets])
      program.arguments.back()[place] = buffer;
    for (const Output &output : program.outputs) {
      if (!output.isScalar)
        continue;
      amprt_buffer *slice = nullptr;
      if (Error error = toError(amprt_buffer_create_slice(
              program.results.get(),
              slot * program.resultBytes + output.resultOffset, output.bytes,
              &slice)))
        return error;
      program.buffers.emplace_back(slice);
      program.arguments.back()[output.argument] = slice;
    }
  }
  return Error::success();
}
