//===- SessionOutput.cpp - What a session leaves in a file ----------------===//
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

#include <cstring>

using namespace llvm;
using namespace amp;
using namespace amp::training;
using mlir::amp::ProgramVariable;

//===----------------------------------------------------------------------===//
// Results with a row for each sample
//===----------------------------------------------------------------------===//

bool Session::isBatched(const Entry &entry, size_t output) {
  // Of what there is one for each element of a sample there may be more or
  // less.
  auto getRest = [&](const Program &program) {
    ArrayRef<int64_t> shape = program.outputs[output].info.shape;
    return shape.drop_front(std::min<size_t>(shape.size(), 2));
  };
  // By chance a size may be that of one batch, but not of the smaller one too.
  return all_of(entry.programs, [&](const std::unique_ptr<Program> &program) {
    return program->outputs[output].isBatched &&
           getRest(*program) == getRest(*entry.programs.front());
  });
}

std::vector<std::string> Session::getBatchedResults(size_t index) const {
  const Entry &entry = *entries[index];
  std::vector<std::string> names;
  for (auto [i, output] : enumerate(entry.programs.front()->outputs))
    if (isBatched(entry, i))
      names.push_back(output.info.name);
  return names;
}

std::vector<std::string> Session::getStepResults(size_t index) const {
  const Entry &entry = *entries[index];
  std::vector<std::string> names;
  for (auto [i, output] : enumerate(entry.programs.front()->outputs))
    if (!output.isScalar && !isBatched(entry, i))
      names.push_back(output.info.name);
  return names;
}

Error Session::reserveResults(size_t index) {
  Entry &entry = *entries[index];
  const std::vector<Output> &outputs = entry.programs.front()->outputs;
  // Beside it are the data, and on the CPU the device's buffers.
  uint64_t need = isAsynchronous ? 0 : amprt_device_memory_in_use(device);
  for (const std::unique_ptr<Entry> &other : entries)
    for (const BoundArgument &bound : other->bound->arguments)
      need = SaturatingAdd<uint64_t>(need, bound.tensor.bytes().size());
  entry.collected.resize(outputs.size());
  for (auto [i, output] : enumerate(outputs)) {
    if (!isBatched(entry, i))
      continue;
    std::string what = config.spell("output") + ": result " +
                       quote(output.info.name) + " of entry " +
                       quote(entry.bound->entry.name) + " for all samples";
    Shape shape(output.info.shape.begin(), output.info.shape.end());
    shape[0] = *entry.bound->samples;
    // Those of samples that are cut end with zeros.
    int64_t most = 0;
    for (const auto &[step, count] : entry.bound->countSteps(false))
      if (const Program *program = entry.find(step, true);
          program && shape.size() > 1)
        most = std::max(most, program->outputs[i].info.shape[1]);
    if (most)
      shape[1] = most;
    Expected<int64_t> bytes = checkedByteSize(output.info.type, shape, what);
    if (!bytes)
      return bytes.takeError();
    need = SaturatingAdd<uint64_t>(need, *bytes);
    uint64_t memory = hostMemoryBytes();
    if (memory && need > memory)
      return limitError(what + ": takes " + formatBytes(*bytes) +
                        ", which with all else is " + formatBytes(need) +
                        "; the machine has " + formatBytes(memory) +
                        "; predict in several runs with less " +
                        config.spell("data"));
    Expected<Tensor> tensor = Tensor::zeros(output.info.type, shape, what);
    if (!tensor)
      return tensor.takeError();
    entry.collected[i] = std::move(*tensor);
  }
  return Error::success();
}

void Session::collectResults(size_t index) {
  entries[index]->isCollecting = true;
}

void Session::endCollecting(size_t index) {
  entries[index]->isCollecting = false;
}

Expected<Tensor> Session::readResult(size_t index, StringRef name,
                                     bool isCollected) const {
  const Entry &entry = *entries[index];
  const Program &program =
      entry.lastRun ? *entry.lastRun : *entry.programs.front();
  std::string what =
      "result " + quote(name) + " of entry " + quote(entry.bound->entry.name);
  for (auto [i, output] : enumerate(program.outputs)) {
    if (output.info.name != name)
      continue;
    if (isCollected && i < entry.collected.size() && entry.collected[i])
      return *entry.collected[i];
    if (!entry.lastRun)
      return inputError(what + ": no step has run");
    return readTensor(program.arguments[program.lastSlot][output.argument],
                      output.info.type, output.info.shape, what);
  }
  return inputError(what + ": there is none of this name");
}

Error Session::collectRows(Entry &entry, const Program &program,
                           ArrayRef<uint64_t> samples) {
  if (samples.empty())
    return Error::success();
  if (Error error = toError(amprt_device_synchronize(device)))
    return error;
  for (auto [output, rows] : zip_equal(program.outputs, entry.collected)) {
    if (!rows)
      continue;
    size_t row = output.bytes / samples.size();
    MutableArrayRef<char> target = rows->mutableBytes();
    size_t stride = target.size() / static_cast<size_t>(rows->shape[0]);
    staging.resize(std::max<size_t>(staging.size(), output.bytes));
    if (Error error =
            toError(amprt_buffer_read(program.arguments[0][output.argument], 0,
                                      staging.data(), output.bytes)))
      return error;
    for (auto [i, sample] : enumerate(samples))
      std::memcpy(target.data() + sample * stride, staging.data() + i * row,
                  row);
  }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Output
//===----------------------------------------------------------------------===//

bool amp::training::isSaved(const ProgramVariable &variable) {
  return (variable.role == "parameter" || variable.role == "buffer") &&
         variable.copyOf.empty();
}

ElementType Session::getSavedType(const ProgramVariable &info) const {
  // As Apex, at whose levels O2 and O3 a checkpoint is in f32 whatever the
  // model runs in, so that runs of other levels can go on from it.
  bool isLow = info.type == ElementType::F16 || info.type == ElementType::BF16;
  return isLow && info.role == "parameter" && precision.savesF32()
             ? ElementType::F32
             : info.type;
}

Error Session::checkOutput(StringRef path) const {
  std::vector<std::pair<std::string, ElementType>> arrays;
  for (const auto &[name, variable] : variables)
    if (isSaved(variable.info))
      arrays.emplace_back(name, getSavedType(variable.info));
  for (const std::unique_ptr<Entry> &entry : entries)
    for (const Output &output : entry->programs.front()->outputs) {
      if (output.isScalar)
        continue;
      std::string name = entry->bound->entry.name + "." + output.info.name;
      if (any_of(arrays,
                 [&](const auto &other) { return other.first == name; }))
        return inputError(config.spell("output") + "=" + path +
                          ": the result " + quote(name) +
                          " has the name of another array; rename it");
      arrays.emplace_back(name, output.info.type);
    }
  if (arrays.empty())
    return inputError(config.spell("output") + "=" + path +
                      ": the graph has no parameters, buffers or results that "
                      "are not scalars");
  bool isNpz = path.ends_with(".npz");
  for (const auto &[name, type] : arrays)
    if ((isNpz ? npyDescr(type) : safetensorsName(type)).empty())
      return inputError(config.spell("output") + "=" + path + ": " +
                        quote(name) + " is " + mlirName(type) +
                        ", which the format does not have; " + "use " +
                        (isNpz ? ".safetensors" : ".npz"));
  return Error::success();
}

Expected<std::vector<NamedTensor>> Session::readTensors() {
  std::vector<NamedTensor> tensors;
  for (auto &[name, variable] : variables) {
    if (!isSaved(variable.info))
      continue;
    Expected<Tensor> tensor = variable.read(name);
    if (tensor)
      tensor = convertTo(*tensor, getSavedType(variable.info), name);
    if (!tensor)
      return tensor.takeError();
    tensors.push_back({name, std::move(*tensor)});
  }
  for (const std::unique_ptr<Entry> &entry : entries) {
    Program *program = entry->lastRun;
    if (!program)
      continue;
    for (auto [i, output] : enumerate(program->outputs)) {
      if (output.isScalar)
        continue;
      std::string name = entry->bound->entry.name + "." + output.info.name;
      if (isBatched(*entry, i)) {
        if (entry->isCollecting)
          tensors.push_back({name, *entry->collected[i]});
        continue;
      }
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
