//===- Session.cpp - Programs, state and buffers of one run ---------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SessionState.h"

#include "amp/Support/Error.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <chrono>

using namespace llvm;
using namespace amp;
using namespace amp::training;
using mlir::amp::ProgramArgument;
using mlir::amp::ProgramVariable;

/// Steps whose results wait on a device before they are read together.
static constexpr int64_t kRingSize = 64;

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

Session::Session(ProgramSource &source, const Precision &precision,
                 amprt_device *device, const Config &config)
    : source(source), precision(precision), device(device), config(config),
      isAsynchronous(getInfo(device).kind != AMPRT_CPU) {}

Session::~Session() = default;

size_t Session::addEntry(const BoundEntry &bound, bool dropLast, int64_t steps,
                         int64_t accumulate) {
  Entry &entry = *entries.emplace_back(std::make_unique<Entry>());
  entry.bound = &bound;
  entry.accumulate = accumulate;
  if (!bound.samples)
    addPrograms(entry, {}, steps);
  // Smaller batches come behind all full ones; a run may end before them.
  bool reachesRest = !bound.samples || !bound.bucketLengths.empty() ||
                     steps > *bound.samples / bound.batchSize;
  for (const auto &[shape, count] : bound.countSteps(dropLast))
    if (shape.samples == bound.batchSize || reachesRest)
      addPrograms(entry, shape, std::min(count, steps));
  return entries.size() - 1;
}

void Session::addShape(size_t index, StepShape shape) {
  Entry &entry = *entries[index];
  if (!entry.find(shape, /*completesGroup=*/true))
    addPrograms(entry, shape, kRingSize);
}

void Session::addPrograms(Entry &entry, StepShape shape, int64_t steps) {
  if (entry.accumulate > 1)
    addProgram(entry, shape, steps, /*completesGroup=*/false);
  addProgram(entry, shape, steps, /*completesGroup=*/true);
}

void Session::addProgram(Entry &entry, StepShape shape, int64_t steps,
                         bool completesGroup) {
  Program &program = *entry.programs.emplace_back(std::make_unique<Program>());
  program.name = entry.bound->entry.name;
  program.shape = shape;
  program.completesGroup = completesGroup;
  if (isAsynchronous)
    program.slots = std::clamp<int64_t>(steps, 1, kRingSize);
  program.inputSets = program.slots > 1 ? 2 : 1;
  program.firstRow.resize(program.inputSets);
}

CompileRequest Session::getRequest() const {
  CompileRequest request;
  mlir::amp::TrainingOptions options = precision.options;
  amprt_device_info info = getInfo(device);
  // Without programs to load the device need not be of the kind that they are
  // for.
  if (info.kind == AMPRT_CUDA && !config.compileOnly) {
    options.target = mlir::amp::TargetKind::Cuda;
    options.chip = info.arch;
  }
  // A user who gives a training so many threads means its compilation, too.
  if (info.kind == AMPRT_CPU)
    request.threads = info.num_threads;
  request.options = toText(options);
  request.settingPrefix = config.settingPrefix;
  request.usesPresetScale = precision.usesPresetScale;
  return request;
}

mlir::amp::Specialization Session::getSpecialization(const Entry &entry,
                                                     const Program &program) {
  mlir::amp::Specialization specialization;
  specialization.entry = program.name;
  specialization.shapes = entry.bound->shapesFor(program.shape);
  specialization.accumulate = entry.accumulate;
  if (entry.accumulate > 1)
    specialization.phase = program.completesGroup
                               ? mlir::amp::MicroBatchPhase::Last
                               : mlir::amp::MicroBatchPhase::Inner;
  return specialization;
}

std::vector<mlir::amp::Specialization> Session::getSpecializations() const {
  std::vector<mlir::amp::Specialization> all;
  auto add = [&](mlir::amp::Specialization specialization) {
    if (none_of(all, [&](const mlir::amp::Specialization &other) {
          return isSame(specialization, other);
        }))
      all.push_back(std::move(specialization));
  };
  for (const std::unique_ptr<Entry> &entry : entries)
    for (const std::unique_ptr<Program> &program : entry->programs)
      add(getSpecialization(*entry, *program));
  for (const std::unique_ptr<Entry> &entry : entries)
    for (const std::unique_ptr<Program> &program : entry->programs)
      for (int64_t batch : config.programBatches) {
        mlir::amp::Specialization other = getSpecialization(*entry, *program);
        other.shapes = entry->bound->shapesFor({batch, program->shape.length});
        add(std::move(other));
      }
  return all;
}

Error Session::makePrograms(const MessageReceiver &receiver) {
  CompileRequest request = getRequest();
  request.explains = config.explain;
  request.specializations = getSpecializations();
  Expected<mlir::amp::ExecutableBytes> compiled =
      source.getPrograms(request, receiver);
  if (!compiled)
    return compiled.takeError();
  bytes = std::move(*compiled);
  return Error::success();
}

Error Session::compile(const MessageReceiver &receiver) {
  Clock::time_point start = Clock::now();
  if (Error error = makePrograms(receiver))
    return error;
  auto loaded = mlir::amp::LoadedExecutable::load(bytes, device,
                                                  /*hasKnownDigest=*/true);
  compileSeconds = secondsSince(start);
  if (!loaded)
    return loaded.takeError();
  executable = std::move(*loaded);
  if (!executable->get().explanation.empty()) {
    Expected<Explanation> parsed =
        Explanation::fromJson(executable->get().explanation);
    if (!parsed)
      return parsed.takeError();
    explanation = std::move(*parsed);
  }
  if (Error error = addVariables(executable->get()))
    return error;
  ArrayRef<mlir::amp::ProgramFunction> functions = executable->get().functions;
  for (const std::unique_ptr<Entry> &entry : entries)
    for (const std::unique_ptr<Program> &program : entry->programs) {
      auto function =
          find_if(functions, [&](const mlir::amp::ProgramFunction &candidate) {
            return isSame(candidate.specialization,
                          getSpecialization(*entry, *program));
          });
      if (function == functions.end())
        return inputError("the executable lacks entry " + quote(program->name));
      program->function = &*function;
      program->program = executable->getProgram(function - functions.begin());
      if (config.profile)
        amprt_program_set_profiling(program->program, 1);
      if (Error error = bind(*entry, *program))
        return error;
      arenaBytes = std::max(arenaBytes, program->function->arenaBytes);
    }
  return Error::success();
}

Error Session::bind(const Entry &entry, Program &program) {
  const BoundEntry &bound = *entry.bound;
  auto internal = [&](const Twine &message) {
    return typedError(ErrorKind::InvalidInput,
                      "entry " + quote(program.name) + ": " + message);
  };
  ArrayRef<ProgramArgument> arguments = program.function->arguments;
  program.inputPlaces.assign(bound.entry.arguments.size(), arguments.size());
  for (auto [place, argument] : enumerate(arguments)) {
    switch (argument.kind) {
    case ProgramArgument::Kind::Input: {
      auto declared =
          find_if(bound.entry.arguments,
                  [&, &argument = argument](const mlir::amp::EntryArgument &a) {
                    return a.name == argument.name;
                  });
      if (declared == bound.entry.arguments.end())
        return internal("the program's input " + quote(argument.name) +
                        " is no argument of the graph");
      size_t index = declared - bound.entry.arguments.begin();
      const BoundArgument &input = bound.arguments[index];
      Shape shape = input.tensor.shape;
      if (input.isBatched)
        shape[0] = program.shape.samples;
      if (program.shape.length && bound.isCut(index))
        shape[1] = program.shape.length;
      if (input.tensor.type != argument.type ||
          ArrayRef<int64_t>(shape) != ArrayRef<int64_t>(argument.shape))
        return internal("the program's input " + quote(argument.name) +
                        " has shape " + shapeToString(argument.shape) + " of " +
                        mlirName(argument.type) + ", the data " +
                        shapeToString(shape) + " of " +
                        mlirName(input.tensor.type));
      if (Error error = checkIndices(input, argument.indexRanges))
        return error;
      program.inputPlaces[index] = place;
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
          find_if(bound.entry.results,
                  [&, &argument = argument](const mlir::amp::EntryResult &r) {
                    return r.name == argument.name;
                  });
      if (declared == bound.entry.results.end())
        return internal("the program's result " + quote(argument.name) +
                        " is no result of the graph");
      bool isScalar =
          !isComplex(argument.type) &&
          all_of(declared->shape, [](int64_t size) { return size == 1; });
      int64_t samples = program.shape.samples;
      bool isBatched = declared->isBatched && samples && !isScalar &&
                       argument.shape.front() == samples;
      program.outputs.push_back(
          {argument, program.function->argumentBytes[place], isScalar,
           isBatched, program.resultBytes, place});
      if (isScalar)
        program.resultBytes += AMPRT_ALIGNMENT;
      break;
    }
    }
  }
  return Error::success();
}

Error Session::addVariables(const mlir::amp::Executable &compiled) {
  for (const ProgramVariable &info : compiled.variables) {
    Expected<int64_t> bytes =
        checkedByteSize(info.type, info.shape, "variable " + quote(info.name));
    if (!bytes)
      return bytes.takeError();
    variables.emplace(info.name, Variable{info, static_cast<uint64_t>(*bytes)});
  }
  for (const mlir::amp::ProgramScaler &scaler : compiled.scalers)
    scalers.emplace(scaler.name, scaler);
  return Error::success();
}

Expected<bool> Session::rebind(size_t index, bool dropLast) {
  Entry &entry = *entries[index];
  const BoundEntry &bound = *entry.bound;
  auto isPlanned = [&](StepShape shape) {
    for (bool completesGroup : {false, true}) {
      const Program *program = entry.find(shape, completesGroup);
      if (!program || !isSame(program->function->specialization,
                              getSpecialization(entry, *program)))
        return false;
    }
    return true;
  };
  if (!bound.samples && !isPlanned({}))
    return false;
  for (const auto &[shape, count] : bound.countSteps(dropLast))
    if (!isPlanned(shape))
      return false;
  for (const std::unique_ptr<Program> &program : entry.programs)
    if (!isSame(program->function->specialization,
                getSpecialization(entry, *program)))
      return false;
  for (auto [i, argument] : enumerate(bound.arguments)) {
    if (argument.isBatched != !entry.constantInputs[i])
      return false;
    for (const std::unique_ptr<Program> &program : entry.programs)
      if (size_t place = program->inputPlaces[i];
          place != program->function->arguments.size())
        if (Error error = checkIndices(
                argument, program->function->arguments[place].indexRanges))
          return std::move(error);
  }
  for (auto [buffer, argument] : zip(entry.constantInputs, bound.arguments)) {
    StringRef bytes = argument.tensor.bytes();
    if (buffer)
      if (Error error = toError(
              amprt_buffer_write(buffer.get(), 0, bytes.data(), bytes.size())))
        return std::move(error);
  }
  for (const std::unique_ptr<Program> &program : entry.programs)
    for (std::optional<uint64_t> &row : program->firstRow)
      row.reset();
  return true;
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
        if (bound.isBatched && place < program->function->argumentBytes.size())
          add(data, program->function->argumentBytes[place],
              program->inputSets);
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
  bool isLimited = config.maxMemory && need > config.maxMemory;
  if (!isLimited && (!physical || need <= physical))
    return Error::success();
  return limitError(
      "needs " + formatBytes(need) + " (" + Twine(need) +
      " bytes) of device memory: variables " + formatBytes(state) +
      ", intermediate values " + formatBytes(arenaBytes) +
      ", inputs and results " + formatBytes(data) + ", constants and scratch " +
      formatBytes(programs) + "; " +
      (isLimited ? config.spell("max-memory") + " allows " +
                       formatBytes(config.maxMemory) + " (" +
                       std::to_string(config.maxMemory) + " bytes)"
                 : "the device has " + formatBytes(physical)) +
      "; a smaller " + config.spell("batch-size") + " needs less");
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
      initialize(*spec, info.type, info.shape, config.seed);
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
      return typedError(ErrorKind::InvalidInput,
                        "variable " + quote(name) + " has " +
                            Twine(variable.bytes) + " bytes, its first value " +
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
  ArrayRef<ProgramArgument> arguments = program.function->arguments;
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
      Expected<amprt_buffer *> buffer =
          create(program.function->argumentBytes[place]);
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
