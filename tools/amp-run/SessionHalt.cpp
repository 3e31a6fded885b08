//===- SessionHalt.cpp ---------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Why a scaler has halted: the last batch runs once more, with every op tested.

#include "SessionState.h"

#include "ExitCode.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace amp;
using namespace amp::run;
using mlir::amp::CompiledProgram;
using mlir::amp::ProgramArgument;

Expected<std::string> Session::explainHalt(size_t entryIndex) {
  for (const auto &[name, scaler] : scalers) {
    auto variable = variables.find(scaler.consecutiveSkips);
    if (scaler.skipLimit == 0 || variable == variables.end())
      continue;
    Expected<double> skips = variable->second.readScalar();
    if (!skips)
      return skips.takeError();
    if (*skips < static_cast<double>(scaler.skipLimit))
      continue;
    std::string text = std::to_string(static_cast<int64_t>(*skips)) +
                       " steps in a row were skipped because gradients were "
                       "not finite (the limit of scaler " +
                       quote(name) + " is " + std::to_string(scaler.skipLimit) +
                       "), and nothing is updated any more";
    const Entry &entry = *entries[entryIndex];
    std::string place;
    if (entry.lastRun) {
      Expected<std::string> found = locateNonfinite(entry, *entry.lastRun);
      if (!found)
        return found.takeError();
      place = std::move(*found);
    }
    text += place.empty()
                ? "; the last batch gives finite values only, those "
                  "before it did not"
                : "; the first value that is not finite is that of " + place;
    return text;
  }
  return std::string();
}

Expected<std::string> Session::locateNonfinite(const Entry &entry,
                                               const Program &program) {
  mlir::amp::PipelineOptions pipeline;
  std::vector<std::string> shapes = entry.bound->shapesFor(program.batch);
  setOptions(pipeline, entry, shapes);
  pipeline.locateNonfinite = true;
  Expected<std::unique_ptr<CompiledProgram>> compiled =
      mlir::amp::compileProgram(module, pipeline, device);
  if (!compiled)
    return compiled.takeError();

  // Where the program that ran has each input.
  ArrayRef<ProgramArgument> ran = program.compiled->getArguments();
  StringMap<amprt_buffer *> inputs;
  for (size_t place : program.inputPlaces)
    if (place < ran.size())
      inputs[ran[place].name] = program.arguments[0][place];

  std::vector<Buffer> owned;
  auto create = [&](uint64_t bytes) -> Expected<amprt_buffer *> {
    Expected<Buffer> buffer = createBuffer(device, bytes);
    if (!buffer)
      return buffer.takeError();
    owned.push_back(std::move(*buffer));
    return owned.back().get();
  };
  std::vector<amprt_buffer *> arguments;
  amprt_buffer *result = nullptr;
  for (const ProgramArgument &argument : (*compiled)->getArguments()) {
    amprt_buffer *place = nullptr;
    switch (argument.kind) {
    case ProgramArgument::Kind::Input:
      place = inputs.lookup(argument.name);
      break;
    case ProgramArgument::Kind::Variable:
    case ProgramArgument::Kind::Storage:
      place = findState(argument);
      break;
    case ProgramArgument::Kind::Output: {
      Expected<amprt_buffer *> buffer = create(elementSize(argument.type));
      if (!buffer)
        return buffer.takeError();
      place = result = *buffer;
      break;
    }
    }
    if (!place)
      return exitError(kInvalidInput,
                       "cannot look for the first non-finite value: " +
                           quote(argument.name) + " is not at hand");
    arguments.push_back(place);
  }
  Expected<amprt_buffer *> scratch = create((*compiled)->getArenaBytes());
  if (!scratch)
    return scratch.takeError();
  if (Error error = toError(
          amprt_program_run((*compiled)->get(), *scratch, arguments.data(),
                            static_cast<uint32_t>(arguments.size()))))
    return std::move(error);
  if (Error error = toError(amprt_device_synchronize(device)))
    return std::move(error);
  Expected<double> number = readScalar(result, ElementType::I64);
  if (!number)
    return number.takeError();
  ArrayRef<std::string> places = (*compiled)->getPlaces();
  if (*number < 0 || *number >= static_cast<double>(places.size()))
    return std::string();
  return places[static_cast<size_t>(*number)];
}
