//===- Session.cpp - Programs, state and buffers of one run ---------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Session.h"

#include "ExitCode.h"
#include "amp/Support/Float16.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <chrono>
#include <cstring>

using namespace llvm;
using namespace amp;
using namespace amp::run;
using mlir::amp::CompiledProgram;
using mlir::amp::ProgramArgument;
using mlir::amp::ProgramVariable;

using Clock = std::chrono::steady_clock;

/// Steps whose results wait on a device before they are read together.
static constexpr int64_t kRingSize = 64;

static double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

//===----------------------------------------------------------------------===//
// Times
//===----------------------------------------------------------------------===//

double StepTimes::mean() const {
  double sum = 0;
  int64_t steps = 0;
  for (const Sample &sample : samples) {
    sum += sample.milliseconds * static_cast<double>(sample.steps);
    steps += sample.steps;
  }
  return steps ? sum / static_cast<double>(steps) : 0;
}

double StepTimes::median() const {
  std::vector<Sample> sorted = samples;
  llvm::sort(sorted, [](const Sample &a, const Sample &b) {
    return a.milliseconds < b.milliseconds;
  });
  int64_t total = 0;
  for (const Sample &sample : sorted)
    total += sample.steps;
  int64_t before = 0;
  for (size_t i = 0; i < sorted.size(); ++i) {
    before += sorted[i].steps;
    if (2 * before > total)
      return sorted[i].milliseconds;
    if (2 * before == total)
      return (sorted[i].milliseconds + sorted[i + 1].milliseconds) / 2;
  }
  return 0;
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

/// A result of a program.
struct Session::Output {
  ProgramArgument info;
  uint64_t bytes;
  bool isScalar;
  size_t argument; // its place among the program's arguments
};

/// An entry point, compiled for one batch size.
struct Session::Program {
  std::string name;
  int64_t batch = 0;
  std::unique_ptr<CompiledProgram> compiled;
  /// By place among the program's arguments; 0 for variables.
  std::vector<uint64_t> argumentBytes;
  /// Of the entry's arguments; its place among the program's arguments.
  std::vector<size_t> inputPlaces;
  std::vector<Output> outputs;
  /// Steps whose scalar results can wait to be read.
  size_t slots = 1;

  std::vector<Buffer> buffers;
  /// All arguments, for each slot.
  std::vector<std::vector<amprt_buffer *>> arguments;
  bool hasRun = false;
  /// First row in the inputs, if they hold consecutive rows.
  std::optional<uint64_t> firstRow;
};

struct Session::Entry {
  const BoundEntry *bound;
  /// Buffers of arguments that are the same in every step; empty places for
  /// data sets.
  std::vector<Buffer> constantInputs;
  std::vector<std::unique_ptr<Program>> programs;
  Program *lastRun = nullptr;

  Program *find(int64_t batch) const {
    for (const std::unique_ptr<Program> &program : programs)
      if (program->batch == batch)
        return program.get();
    return nullptr;
  }
};

Session::Session(mlir::ModuleOp module, const Precision &precision,
                 amprt_device *device, const Options &options)
    : module(module), precision(precision), device(device), options(options),
      isAsynchronous(getInfo(device).kind != AMPRT_CPU) {}

Session::~Session() = default;

Expected<size_t> Session::addEntry(const BoundEntry &bound, bool dropLast,
                                   int64_t steps) {
  auto entry = std::make_unique<Entry>();
  entry->bound = &bound;
  if (!bound.samples) {
    if (Error error = addProgram(*entry, 0, steps))
      return std::move(error);
  } else {
    int64_t full = bound.fullBatches();
    if (Error error =
            addProgram(*entry, bound.batchSize, std::min(full, steps)))
      return std::move(error);
    if (bound.remainder() && !dropLast && steps > full)
      if (Error error = addProgram(*entry, bound.remainder(), 1))
        return std::move(error);
  }
  entries.push_back(std::move(entry));
  return entries.size() - 1;
}

Error Session::addProgram(Entry &entry, int64_t batch, int64_t steps) {
  auto program = std::make_unique<Program>();
  program->name = entry.bound->entry.name;
  program->batch = batch;
  if (isAsynchronous)
    program->slots = std::clamp<int64_t>(steps, 1, kRingSize);

  mlir::amp::PipelineOptions pipeline;
  precision.applyTo(pipeline);
  pipeline.entry = entry.bound->entry.name;
  std::vector<std::string> shapes = entry.bound->shapesFor(batch);
  pipeline.shapes = ArrayRef(shapes);
  amprt_device_info info = getInfo(device);
  if (info.kind == AMPRT_CUDA) {
    pipeline.target = "cuda";
    pipeline.chip = std::string(info.arch);
  }
  Clock::time_point start = Clock::now();
  Expected<std::unique_ptr<CompiledProgram>> compiled =
      mlir::amp::compileProgram(module, pipeline, device);
  compileSeconds += secondsSince(start);
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
      program->inputPlaces[index] = place;
      break;
    }
    case ProgramArgument::Kind::Variable:
      if (!variables.count(argument.name))
        return internal("the program has an unknown variable " +
                        quote(argument.name));
      break;
    case ProgramArgument::Kind::Output: {
      int64_t elements = *bytes / elementSize(argument.type);
      bool isScalar = elements == 1 && !isComplex(argument.type);
      program->outputs.push_back(
          {argument, static_cast<uint64_t>(*bytes), isScalar, place});
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
      continue;
    }
    Expected<int64_t> bytes =
        checkedByteSize(info.type, info.shape, "variable " + quote(info.name));
    if (!bytes)
      return bytes.takeError();
    variables.emplace(info.name,
                      Variable{info, static_cast<uint64_t>(*bytes), nullptr});
  }
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
          add(data, program->argumentBytes[place]);
      for (const Output &output : program->outputs)
        add(data, output.bytes, output.isScalar ? program->slots : 1);
    }
  }
  uint64_t need = SaturatingAdd(SaturatingAdd(state, data), arenaBytes);
  uint64_t physical = getInfo(device).memory_bytes;
  bool isLimited = options.maxMemory && need > options.maxMemory;
  if (!isLimited && (!physical || need <= physical))
    return Error::success();
  return limitError(
      "needs " + formatBytes(need) + " (" + Twine(need) +
      " bytes) of device memory: variables " + formatBytes(state) +
      ", intermediate values " + formatBytes(arenaBytes) +
      ", inputs and results " + formatBytes(data) + "; " +
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

Error Session::allocate() {
  if (Error error = checkMemory())
    return error;
  for (auto &[name, variable] : variables) {
    const ProgramVariable &info = variable.info;
    Tensor first;
    if (const auto *spec = std::get_if<InitializerSpec>(&info.initializer)) {
      Expected<Tensor> tensor =
          initialize(*spec, info.type, info.shape, options.seed);
      if (!tensor)
        return withContext(tensor.takeError(),
                           "first value of variable " + quote(name));
      first = std::move(*tensor);
    } else {
      first = std::get<Tensor>(info.initializer);
    }
    if (first.bytes().size() != variable.bytes)
      return exitError(kInvalidInput, "variable " + quote(name) + " has " +
                                          Twine(variable.bytes) +
                                          " bytes, its first value " +
                                          Twine(first.bytes().size()));
    Expected<Buffer> buffer = createFilled(device, first.bytes());
    if (!buffer)
      return buffer.takeError();
    variable.buffer = std::move(*buffer);
  }
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
  for (auto [place, argument] : enumerate(arguments))
    if (argument.kind == ProgramArgument::Kind::Variable)
      common[place] = variables.find(argument.name)->second.buffer.get();
  for (auto [index, place] : enumerate(program.inputPlaces)) {
    if (place == arguments.size())
      continue; // an input that the program does not need
    if (!entry.bound->arguments[index].isBatched) {
      common[place] = entry.constantInputs[index].get();
      continue;
    }
    Expected<amprt_buffer *> buffer = create(program.argumentBytes[place]);
    if (!buffer)
      return buffer.takeError();
    common[place] = *buffer;
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
  for (size_t slot = 0; slot < program.slots; ++slot) {
    program.arguments.push_back(common);
    for (const Output &output : program.outputs) {
      if (!output.isScalar)
        continue;
      Expected<amprt_buffer *> buffer = create(output.bytes);
      if (!buffer)
        return buffer.takeError();
      program.arguments.back()[output.argument] = *buffer;
    }
  }
  return Error::success();
}

Error Session::upload(Entry &entry, Program &program,
                      ArrayRef<uint64_t> samples) {
  if (samples.empty())
    return Error::success();
  bool isRange = true;
  for (size_t i = 1; i < samples.size() && isRange; ++i)
    isRange = samples[i] == samples[0] + i;
  if (isRange && program.firstRow == samples[0])
    return Error::success();
  program.firstRow.reset();
  for (auto [index, place] : enumerate(program.inputPlaces)) {
    const BoundArgument &bound = entry.bound->arguments[index];
    if (!bound.isBatched || place == program.argumentBytes.size())
      continue;
    StringRef bytes = bound.tensor.bytes();
    size_t row = bytes.size() / static_cast<size_t>(*entry.bound->samples);
    const char *source = bytes.data() + samples[0] * row;
    if (!isRange) {
      staging.resize(std::max(staging.size(), samples.size() * row));
      for (auto [i, sample] : enumerate(samples))
        std::memcpy(staging.data() + i * row, bytes.data() + sample * row, row);
      source = staging.data();
    }
    if (Error error = toError(amprt_buffer_write(program.arguments[0][place], 0,
                                                 source, samples.size() * row)))
      return error;
  }
  if (isRange)
    program.firstRow = samples[0];
  return Error::success();
}

/// Reads a scalar as a number.
static Expected<double> readScalar(const amprt_buffer *buffer,
                                   ElementType type) {
  char bytes[8] = {};
  if (Error error =
          toError(amprt_buffer_read(buffer, 0, bytes, elementSize(type))))
    return std::move(error);
  auto as = [&](auto value) {
    std::memcpy(&value, bytes, sizeof(value));
    return value;
  };
  switch (type) {
  case ElementType::F64:
    return as(double());
  case ElementType::F32:
    return as(float());
  case ElementType::F16:
    return halfToFloat(as(uint16_t()));
  case ElementType::BF16:
    return bfloatToFloat(as(uint16_t()));
  case ElementType::I64:
    return static_cast<double>(as(int64_t()));
  case ElementType::I32:
    return as(int32_t());
  case ElementType::I16:
    return as(int16_t());
  case ElementType::I8:
    return as(int8_t());
  case ElementType::UI8:
  case ElementType::I1:
    return as(uint8_t());
  case ElementType::C64:
  case ElementType::C128:
    break;
  }
  return exitError(kDevice, "a complex value is no scalar to show");
}

static Expected<Tensor> readTensor(const amprt_buffer *buffer, ElementType type,
                                   ArrayRef<int64_t> shape, StringRef what) {
  Expected<Tensor> tensor = Tensor::allocate(type, shape, what);
  if (!tensor)
    return tensor;
  MutableArrayRef<char> bytes = tensor->mutableBytes();
  if (Error error =
          toError(amprt_buffer_read(buffer, 0, bytes.data(), bytes.size())))
    return std::move(error);
  return tensor;
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

namespace {
/// Combines the scalar results of steps.
class Combiner {
public:
  void add(const NamedValues &values, ArrayRef<StringRef> reductions,
           double weight) {
    sums.resize(values.size());
    total += weight;
    for (auto [i, value] : enumerate(values)) {
      if (reductions[i] == "mean")
        sums[i] += value.value * weight;
      else if (reductions[i] == "sum")
        sums[i] += value.value;
      else
        sums[i] = value.value;
    }
    isMean.assign(values.size(), false);
    for (auto [i, reduction] : enumerate(reductions))
      isMean[i] = reduction == "mean";
    last = values;
  }

  void finish(PassResult &result) const {
    result.last = last;
    result.results = last;
    for (auto [i, value] : enumerate(result.results))
      value.value = isMean[i] ? sums[i] / total : sums[i];
  }

private:
  std::vector<double> sums;
  std::vector<bool> isMean;
  double total = 0;
  NamedValues last;
};
} // namespace

Expected<PassResult>
Session::runPass(size_t entryIndex, ArrayRef<uint64_t> order, int64_t maxSteps,
                 function_ref<bool(int64_t)> mustRead,
                 function_ref<Error(int64_t, const NamedValues &)> onStep,
                 StepTimes *times) {
  Entry &entry = *entries[entryIndex];
  PassResult result;
  Combiner combiner;
  SmallVector<Pending> pending;
  Clock::time_point start = Clock::now();

  // Reads the results of all pending steps; the clock stands while others look
  // at them.
  auto drain = [&](bool isTimed) -> Error {
    if (pending.empty())
      return Error::success();
    if (Error error = toError(amprt_device_synchronize(device)))
      return error;
    std::vector<NamedValues> values(pending.size());
    for (auto [i, step] : enumerate(pending))
      for (const Output &output : step.program->outputs) {
        if (!output.isScalar)
          continue;
        Expected<double> value =
            readScalar(step.program->arguments[step.slot][output.argument],
                       output.info.type);
        if (!value)
          return value.takeError();
        values[i].push_back({output.info.name, *value});
      }
    double seconds = secondsSince(start);
    result.seconds += seconds;
    if (times && isTimed)
      times->samples.push_back(
          {1000 * seconds / static_cast<double>(pending.size()),
           static_cast<int64_t>(pending.size())});
    int64_t first = result.steps - static_cast<int64_t>(pending.size());
    for (auto [i, step] : enumerate(pending)) {
      SmallVector<StringRef> reductions;
      for (const Output &output : step.program->outputs)
        if (output.isScalar)
          reductions.push_back(output.info.reduction);
      combiner.add(values[i], reductions, static_cast<double>(step.samples));
      if (Error error = onStep(first + static_cast<int64_t>(i), values[i]))
        return error;
    }
    pending.clear();
    start = Clock::now();
    return Error::success();
  };

  int64_t batch = entry.bound->batchSize;
  while (result.steps < maxSteps) {
    ArrayRef<uint64_t> samples;
    if (entry.bound->samples) {
      if (order.empty())
        break;
      samples = order.take_front(batch);
      order = order.drop_front(samples.size());
    }
    Program *program = entry.find(static_cast<int64_t>(samples.size()));
    if (!program)
      break; // the smaller last batch, which is dropped
    bool isFirst = !program->hasRun;
    size_t slot = pending.size();
    // A first run may load kernels and tune: it gets a time of its own.
    if (isFirst || slot >= program->slots ||
        (!pending.empty() && pending.back().program != program)) {
      if (Error error = drain(/*isTimed=*/true))
        return std::move(error);
      slot = 0;
    }
    if (Error error = upload(entry, *program, samples))
      return std::move(error);
    std::vector<amprt_buffer *> &arguments = program->arguments[slot];
    if (Error error = toError(amprt_program_run(
            program->compiled->get(), arena.get(), arguments.data(),
            static_cast<uint32_t>(arguments.size()))))
      return std::move(error);
    program->hasRun = true;
    entry.lastRun = program;
    pending.push_back(
        {program, slot,
         samples.empty() ? 1 : static_cast<int64_t>(samples.size())});
    bool wanted = mustRead(result.steps);
    ++result.steps;
    if (isFirst || wanted || pending.size() == program->slots)
      if (Error error = drain(!isFirst))
        return std::move(error);
  }
  if (Error error = drain(/*isTimed=*/true))
    return std::move(error);
  combiner.finish(result);
  return result;
}

//===----------------------------------------------------------------------===//
// What a run leaves
//===----------------------------------------------------------------------===//

Expected<NamedValues> Session::readStatistics() {
  NamedValues statistics;
  for (const auto &entry : variables) {
    const std::string &name = entry.first;
    const Variable &variable = entry.second;
    const ProgramVariable &info = variable.info;
    if (info.statistic.empty() || variable.bytes != elementSize(info.type) ||
        isComplex(info.type))
      continue;
    Expected<double> value = readScalar(variable.buffer.get(), info.type);
    if (!value)
      return value.takeError();
    bool isTaken = any_of(variables, [&](const auto &other) {
      return other.first != name &&
             other.second.info.statistic == info.statistic;
    });
    statistics.push_back(
        {isTaken ? info.statistic + " (" + name + ")" : info.statistic,
         *value});
  }
  return statistics;
}

static bool isSaved(const ProgramVariable &variable) {
  return variable.role == "parameter" || variable.role == "buffer";
}

Error Session::checkOutput(StringRef path) const {
  std::vector<std::pair<std::string, ElementType>> arrays;
  for (const auto &[name, variable] : variables)
    if (isSaved(variable.info))
      arrays.emplace_back(name, variable.info.type);
  for (const std::unique_ptr<Entry> &entry : entries)
    for (const Output &output : entry->programs.front()->outputs) {
      if (output.isScalar)
        continue;
      std::string name = entry->bound->entry.name + "." + output.info.name;
      if (any_of(arrays,
                 [&](const auto &other) { return other.first == name; }))
        return inputError("--output=" + path + ": the result " + quote(name) +
                          " has the name of another array; rename it");
      arrays.emplace_back(name, output.info.type);
    }
  if (arrays.empty())
    return inputError("--output=" + path +
                      ": the graph has no parameters, buffers or results that "
                      "are not scalars");
  bool isNpz = path.ends_with(".npz");
  for (const auto &[name, type] : arrays)
    if ((isNpz ? npyDescr(type) : safetensorsName(type)).empty())
      return inputError("--output=" + path + ": " + quote(name) + " is " +
                        mlirName(type) + ", which the format does not have; " +
                        "use " + (isNpz ? ".safetensors" : ".npz"));
  return Error::success();
}

Expected<std::vector<NamedTensor>> Session::readTensors() {
  std::vector<NamedTensor> tensors;
  for (auto &[name, variable] : variables) {
    if (!isSaved(variable.info))
      continue;
    Expected<Tensor> tensor = readTensor(
        variable.buffer.get(), variable.info.type, variable.info.shape, name);
    if (!tensor)
      return tensor.takeError();
    tensors.push_back({name, std::move(*tensor)});
  }
  for (const std::unique_ptr<Entry> &entry : entries) {
    Program *program = entry->lastRun;
    if (!program)
      continue;
    for (const Output &output : program->outputs) {
      if (output.isScalar)
        continue;
      std::string name = entry->bound->entry.name + "." + output.info.name;
      Expected<Tensor> tensor =
          readTensor(program->arguments[0][output.argument], output.info.type,
                     output.info.shape, name);
      if (!tensor)
        return tensor.takeError();
      tensors.push_back({name, std::move(*tensor)});
    }
  }
  return tensors;
}

Expected<std::vector<ProgramProfile>> Session::getProfiles() const {
  std::vector<ProgramProfile> profiles;
  for (const std::unique_ptr<Entry> &entry : entries)
    for (const std::unique_ptr<Program> &program : entry->programs) {
      ProgramProfile &profile = profiles.emplace_back();
      profile.program = program->name;
      if (program->batch)
        profile.program += " (batch " + std::to_string(program->batch) + ")";
      for (auto [i, name] : enumerate(program->compiled->getRecordNames())) {
        uint64_t nanoseconds = 0, runs = 0;
        if (Error error = toError(amprt_program_get_profile(
                program->compiled->get(), static_cast<uint32_t>(i),
                &nanoseconds, &runs)))
          return std::move(error);
        profile.records.push_back(
            {name, runs, static_cast<double>(nanoseconds) / 1e6});
      }
      llvm::sort(profile.records,
                 [](const ProfileRecord &a, const ProfileRecord &b) {
                   return a.milliseconds != b.milliseconds
                              ? a.milliseconds > b.milliseconds
                              : a.name < b.name;
                 });
    }
  return profiles;
}

std::vector<std::string> Session::getRemarks() const {
  std::vector<std::string> remarks;
  for (const std::unique_ptr<Entry> &entry : entries)
    for (const std::unique_ptr<Program> &program : entry->programs)
      for (uint32_t i = 0; const char *remark = amprt_program_remark(
                               program->compiled->get(), i);
           ++i)
        if (!is_contained(remarks, remark))
          remarks.push_back(remark);
  return remarks;
}
