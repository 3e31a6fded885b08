//===- SessionCheckpoint.cpp - The state of a session, saved --------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SessionState.h"

#include "ExitCode.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;
using namespace amp;
using namespace amp::run;
using mlir::amp::ProgramScaler;
using mlir::amp::ProgramVariable;

static constexpr StringLiteral kScalerRole("scaler");

Error Session::checkState() const {
  for (const auto &[name, variable] : variables)
    if (variable.info.copyOf.empty() &&
        safetensorsName(variable.info.type).empty())
      return inputError("--checkpoint-dir: variable " + quote(name) + " is " +
                        mlirName(variable.info.type) +
                        ", which a checkpoint cannot hold");
  return Error::success();
}

Error Session::readState(Checkpoint &checkpoint) {
  if (Error error = toError(amprt_device_synchronize(device)))
    return error;
  for (const auto &[name, variable] : variables) {
    const ProgramVariable &info = variable.info;
    if (!info.copyOf.empty())
      continue;
    Expected<Tensor> tensor = variable.read(quote(name));
    if (!tensor)
      return tensor.takeError();
    checkpoint.tensors.push_back({name, info.role, std::move(*tensor)});
  }
  for (const auto &[name, scaler] : scalers) {
    // A kernel graph may have a scaler without its variables.
    auto scale = variables.find(scaler.scale);
    auto tracker = variables.find(scaler.growthTracker);
    if (scale == variables.end() || tracker == variables.end())
      continue;
    Expected<double> scaleValue = scale->second.readScalar();
    if (!scaleValue)
      return scaleValue.takeError();
    Expected<double> trackerValue = tracker->second.readScalar();
    if (!trackerValue)
      return trackerValue.takeError();
    ScalerRecord record;
    record.name = name;
    record.scale = *scaleValue;
    record.growthFactor = scaler.growthFactor;
    record.backoffFactor = scaler.backoffFactor;
    record.growthInterval = scaler.growthInterval;
    record.growthTracker = static_cast<int64_t>(*trackerValue);
    checkpoint.scalers.push_back(std::move(record));
  }
  return Error::success();
}

/// "'a', 'b' and 3 more".
static std::string listNames(ArrayRef<std::string> names) {
  constexpr size_t kMaxListed = 5;
  std::string list;
  ListSeparator separator;
  for (const std::string &name : names.take_front(kMaxListed))
    list += (StringRef(separator) + quote(name)).str();
  if (names.size() > kMaxListed)
    list += " and " + std::to_string(names.size() - kMaxListed) + " more";
  return list;
}

/// The accumulation, if one is, that has sums of some but not of all its
/// micro-batches.
static std::string findOpenGroup(const Checkpoint &checkpoint) {
  for (const CheckpointTensor &count : checkpoint.tensors) {
    StringRef name = count.name;
    if (!name.consume_back(".count") || count.tensor.type != ElementType::I64 ||
        !count.tensor.shape.empty())
      continue;
    bool isAccumulation = any_of(checkpoint.tensors, [&](const auto &other) {
      return other.name == (name + ".sum.0").str();
    });
    ArrayRef<char> bytes(count.tensor.bytes().data(),
                         count.tensor.bytes().size());
    if (isAccumulation && any_of(bytes, [](char byte) { return byte != 0; }))
      return name.str();
  }
  return "";
}

Error Session::writeState(const Checkpoint &checkpoint,
                          std::vector<std::string> &remarks) {
  StringMap<const CheckpointTensor *> savedByName;
  for (const CheckpointTensor &saved : checkpoint.tensors)
    savedByName[saved.name] = &saved;
  // A fixed scale is this run's own, whatever the checkpoint's is.
  StringSet<> ownScales;
  for (const auto &[name, scaler] : scalers)
    if (scaler.isFixed) {
      ownScales.insert(scaler.scale);
      ownScales.insert(scaler.growthTracker);
    }
  std::vector<std::string> missing, extra, different, fresh, ignored, own;
  for (const auto &[name, variable] : variables) {
    const ProgramVariable &info = variable.info;
    if (!info.copyOf.empty())
      continue;
    const CheckpointTensor *saved = savedByName.lookup(name);
    if (ownScales.contains(name) && saved) {
      Expected<Tensor> present = variable.read(quote(name));
      if (!present)
        return present.takeError();
      if (present->bytes() != saved->tensor.bytes())
        own.push_back(name);
    }
    if (!saved) {
      (info.role == kScalerRole ? fresh : missing).push_back(name);
      continue;
    }
    const Tensor &value = saved->tensor;
    bool isSameType =
        value.type == info.type || (isFloat(value.type) && isFloat(info.type));
    if (!isSameType ||
        ArrayRef<int64_t>(value.shape) != ArrayRef<int64_t>(info.shape))
      different.push_back(name + " (" + mlirName(value.type).str() + " " +
                          shapeToString(value.shape) + " instead of " +
                          mlirName(info.type).str() + " " +
                          shapeToString(info.shape) + ")");
  }
  for (const CheckpointTensor &saved : checkpoint.tensors) {
    auto found = variables.find(saved.name);
    if (found == variables.end() || !found->second.info.copyOf.empty())
      (saved.role == kScalerRole ? ignored : extra).push_back(saved.name);
  }
  std::string problems;
  ListSeparator separator("; ");
  auto describe = [&](StringRef what, ArrayRef<std::string> names) {
    if (!names.empty())
      problems += (StringRef(separator) + what + " " + listNames(names)).str();
  };
  describe("it lacks", missing);
  describe("this graph lacks", extra);
  describe("it has another type or shape of", different);
  if (!problems.empty())
    return exitError(kIO, "the checkpoint is of another graph: " + problems +
                              "; resume with the graph that it was saved from");
  // What has been added up so far carries the scale under which it was made.
  if (!fresh.empty() || !ignored.empty() || !own.empty())
    if (std::string group = findOpenGroup(checkpoint); !group.empty())
      return exitError(kIO,
                       "the checkpoint was saved within a group of "
                       "micro-batches (" +
                           quote(group) +
                           "), whose sums carry another loss scale than this "
                           "run has; resume with the same loss scaling, or "
                           "from a checkpoint at the end of a group");
  if (!own.empty())
    remarks.push_back("the loss scale of this run is fixed: " + listNames(own) +
                      " of the checkpoint " + (own.size() > 1 ? "are" : "is") +
                      " not used");
  if (!fresh.empty())
    remarks.push_back("the checkpoint has no " + listNames(fresh) +
                      ": the loss scaler starts fresh");
  if (!ignored.empty())
    remarks.push_back("this run does not scale its loss: " +
                      listNames(ignored) + " of the checkpoint " +
                      (ignored.size() > 1 ? "are" : "is") + " not used");
  for (auto &[name, variable] : variables) {
    const CheckpointTensor *saved = savedByName.lookup(name);
    if (!saved || !variable.info.copyOf.empty() || ownScales.contains(name))
      continue;
    if (Error error = writeVariable(variable, saved->tensor))
      return error;
  }
  return Error::success();
}
