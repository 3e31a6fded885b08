//===- SessionRun.cpp - Steps of a session --------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SessionState.h"

#include "amp/Support/Error.h"
#include "amp/Support/Float16.h"
#include "llvm/ADT/STLExtras.h"

#include <chrono>
#include <cmath>
#include <cstring>

using namespace llvm;
using namespace amp;
using namespace amp::training;
using mlir::amp::ProgramVariable;

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
// Data to and from the device
//===----------------------------------------------------------------------===//

Error Session::upload(Entry &entry, Program &program, size_t slot,
                      ArrayRef<uint64_t> samples) {
  if (samples.empty())
    return Error::success();
  bool isRange = true;
  for (size_t i = 1; i < samples.size() && isRange; ++i)
    isRange = samples[i] == samples[0] + i;
  std::optional<uint64_t> &firstRow =
      program.firstRow[slot % program.inputSets];
  if (isRange && firstRow == samples[0])
    return Error::success();
  firstRow.reset();
  for (auto [index, place] : enumerate(program.inputPlaces)) {
    const BoundArgument &bound = entry.bound->arguments[index];
    if (!bound.isBatched || place == program.function->arguments.size())
      continue;
    StringRef bytes = bound.tensor.bytes();
    size_t row = bytes.size() / static_cast<size_t>(*entry.bound->samples);
    // What a sample is cut to is its beginning.
    size_t part = row;
    if (program.shape.length && entry.bound->isCut(index))
      part = row / static_cast<size_t>(bound.tensor.shape[1]) *
             static_cast<size_t>(program.shape.length);
    const char *source = bytes.data() + samples[0] * row;
    if (!isRange || part != row) {
      staging.resize(std::max(staging.size(), samples.size() * part));
      for (auto [i, sample] : enumerate(samples))
        std::memcpy(staging.data() + i * part, bytes.data() + sample * row,
                    part);
      source = staging.data();
    }
    if (Error error = toError(amprt_buffer_write(
            program.arguments[slot][place], 0, source, samples.size() * part)))
      return error;
  }
  if (isRange)
    firstRow = samples[0];
  return Error::success();
}

Expected<double> amp::training::readScalar(const amprt_buffer *buffer,
                                           ElementType type, uint64_t offset) {
  char bytes[8] = {};
  if (Error error =
          toError(amprt_buffer_read(buffer, offset, bytes, elementSize(type))))
    return std::move(error);
  return toNumber(bytes, type);
}

Expected<double> amp::training::toNumber(const char *bytes, ElementType type) {
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
  return typedError(ErrorKind::Device, "a complex value is no scalar to show");
}

Expected<Tensor> amp::training::readTensor(const amprt_buffer *buffer,
                                           ElementType type,
                                           ArrayRef<int64_t> shape,
                                           StringRef what, uint64_t offset) {
  Expected<Tensor> tensor = Tensor::allocate(type, shape, what);
  if (!tensor)
    return tensor;
  MutableArrayRef<char> bytes = tensor->mutableBytes();
  if (Error error = toError(
          amprt_buffer_read(buffer, offset, bytes.data(), bytes.size())))
    return std::move(error);
  return tensor;
}

Expected<double> Session::Variable::readScalar() const {
  return training::readScalar(buffer, info.type, info.flatBufferOffset);
}

Expected<Tensor> Session::Variable::read(StringRef what) const {
  return readTensor(buffer, info.type, info.shape, what, info.flatBufferOffset);
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

NamedValues Totals::results(bool showsLast) const {
  NamedValues values;
  if (samples == 0)
    return values;
  for (const Total &total : totals) {
    double value = total.reduction == "mean"
                       ? total.sum / (samples - total.leftOut)
                       : total.sum;
    bool isLast = showsLast && !std::isfinite(total.last);
    values.push_back(
        {total.name, total.hasFinite && !isLast ? value : total.last});
  }
  return values;
}

/// Adds the results of a step with `samples` samples.
static void addStep(Totals &totals, const NamedValues &values, double samples) {
  totals.samples += samples;
  for (auto [total, value] : zip_equal(totals.totals, values)) {
    total.last = value.value;
    if (!std::isfinite(value.value) && !totals.keepsNonFinite) {
      total.leftOut += samples;
      continue;
    }
    total.hasFinite = true;
    if (total.reduction == "mean")
      total.sum += value.value * samples;
    else if (total.reduction == "sum")
      total.sum += value.value;
    else
      total.sum = value.value;
  }
}

Expected<PassResult> Session::runPass(
    size_t entryIndex, ArrayRef<uint64_t> order, int64_t maxSteps,
    function_ref<bool(int64_t)> mustRead,
    function_ref<bool(int64_t)> completesGroup,
    function_ref<Expected<bool>(const NamedValues &, int64_t)> onStep,
    function_ref<bool()> shouldStop, Totals &totals, StepTimes *times) {
  Entry &entry = *entries[entryIndex];
  PassResult result;
  bool goesOn = true;
  SmallVector<Pending> pending;
  Clock::time_point start = Clock::now();

  // Reads the results of all pending steps; the clock stands while others look
  // at them.
  auto drain = [&](bool isTimed) -> Error {
    if (pending.empty())
      return Error::success();
    // One read for all steps of a program.
    DenseMap<Program *, std::vector<char>> results;
    for (const Pending &step : pending) {
      Program &program = *step.program;
      std::vector<char> &bytes = results[&program];
      if (!bytes.empty() || program.resultBytes == 0)
        continue;
      bytes.resize(program.pending * program.resultBytes);
      if (Error error = toError(amprt_buffer_read(program.results.get(), 0,
                                                  bytes.data(), bytes.size())))
        return error;
    }
    // A read has waited for everything.
    if (all_of(results, [](const auto &read) { return read.second.empty(); }))
      if (Error error = toError(amprt_device_synchronize(device)))
        return error;
    std::vector<NamedValues> values(pending.size());
    for (auto [i, step] : enumerate(pending))
      for (const Output &output : step.program->outputs) {
        if (!output.isScalar)
          continue;
        Expected<double> value = toNumber(
            results[step.program].data() +
                step.slot * step.program->resultBytes + output.resultOffset,
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
    for (auto [i, step] : enumerate(pending)) {
      addStep(totals, values[i], static_cast<double>(step.samples));
      Expected<bool> wantsMore =
          onStep(values[i], static_cast<int64_t>(pending.size() - 1 - i));
      if (!wantsMore)
        return wantsMore.takeError();
      goesOn = *wantsMore;
      step.program->pending = 0;
    }
    pending.clear();
    start = Clock::now();
    return Error::success();
  };

  // All programs of an entry have the same results.
  std::vector<Totals::Total> fresh;
  for (const Output &output : entry.programs.front()->outputs)
    if (output.isScalar)
      fresh.push_back({output.info.name, output.info.reduction});
  if (totals.samples == 0)
    totals.totals = std::move(fresh);
  else if (!std::equal(totals.totals.begin(), totals.totals.end(),
                       fresh.begin(), fresh.end(),
                       [](const Totals::Total &a, const Totals::Total &b) {
                         return a.name == b.name && a.reduction == b.reduction;
                       }))
    return typedError(ErrorKind::IO,
                      "the checkpoint was saved within an epoch, and entry " +
                          quote(entry.bound->entry.name) +
                          " has other scalar results than the graph that "
                          "it was saved from; use the same graph");

  while (goesOn && result.steps < maxSteps) {
    if (entry.bound->samples && order.empty())
      break;
    StepShape shape = entry.bound->getStep(order);
    ArrayRef<uint64_t> samples =
        order.take_front(static_cast<size_t>(shape.samples));
    order = order.drop_front(samples.size());
    Program *program = entry.find(shape, completesGroup(result.steps));
    if (!program)
      break; // the smaller last batch, which is dropped
    bool isFirst = !program->hasRun;
    // A first run may load kernels and tune: it gets a time of its own.
    if (isFirst || program->pending >= program->slots)
      if (Error error = drain(/*isTimed=*/true))
        return std::move(error);
    if (!goesOn)
      break;
    size_t slot = program->lastSlot = program->pending++;
    if (Error error = upload(entry, *program, slot, samples))
      return std::move(error);
    std::vector<amprt_buffer *> &arguments = program->arguments[slot];
    if (Error error = toError(
            amprt_program_run(program->program, arena.get(), arguments.data(),
                              static_cast<uint32_t>(arguments.size()))))
      return std::move(error);
    program->hasRun = true;
    entry.lastRun = program;
    if (entry.isCollecting)
      if (Error error = collectRows(entry, *program, samples))
        return std::move(error);
    pending.push_back(
        {program, slot,
         samples.empty() ? 1 : static_cast<int64_t>(samples.size())});
    bool wanted = mustRead(result.steps);
    ++result.steps;
    if (isFirst || wanted || program->pending == program->slots)
      if (Error error = drain(!isFirst))
        return std::move(error);
    if (shouldStop())
      break;
  }
  if (Error error = drain(/*isTimed=*/true))
    return std::move(error);
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
    Expected<double> value = variable.readScalar();
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

Expected<std::vector<ProgramProfile>> Session::getProfiles() const {
  std::vector<ProgramProfile> profiles;
  for (const std::unique_ptr<Entry> &entry : entries)
    for (const std::unique_ptr<Program> &program : entry->programs) {
      ProgramProfile &profile = profiles.emplace_back();
      profile.program = program->name;
      if (program->shape.samples) {
        profile.program += " (batch " + std::to_string(program->shape.samples);
        if (!entry->bound->bucketLengths.empty())
          profile.program +=
              ", length " + std::to_string(program->shape.length);
        profile.program += ")";
      }
      if (!program->completesGroup)
        profile.program += ", within a group";
      for (auto [i, record] : enumerate(program->function->records)) {
        uint64_t nanoseconds = 0, runs = 0;
        if (Error error = toError(amprt_program_get_profile(
                program->program, static_cast<uint32_t>(i), &nanoseconds,
                &runs)))
          return std::move(error);
        auto count = static_cast<double>(runs);
        profile.records.push_back({record.name, record.location,
                                   record.sourceOp, record.sourceName, runs,
                                   static_cast<double>(nanoseconds) / 1e6,
                                   count * static_cast<double>(record.bytes),
                                   count * static_cast<double>(record.flops)});
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

std::vector<std::string> Session::takeRemarks() {
  std::vector<std::string> remarks;
  for (const std::unique_ptr<Entry> &entry : entries)
    for (const std::unique_ptr<Program> &program : entry->programs)
      for (uint32_t i = 0;
           const char *remark = amprt_program_remark(program->program, i); ++i)
        if (takenRemarks.insert(remark).second)
          remarks.push_back(remark);
  return remarks;
}
