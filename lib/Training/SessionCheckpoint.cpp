//===- SessionCheckpoint.cpp - The state of a session, saved --------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SessionState.h"

#include "amp/Support/Error.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;
using namespace amp;
using namespace amp::training;
using mlir::amp::ProgramScaler;
using mlir::amp::ProgramVariable;

static constexpr StringLiteral kScalerRole("scaler");
static constexpr StringLiteral kOptimizerRole("optimizer_state");

Error Session::checkState() const {
  for (const auto &[name, variable] : variables)
    if (variable.info.copyOf.empty() &&
        safetensorsName(variable.info.type).empty())
      return inputError(config.spell("checkpoint-dir") + ": variable " +
                        quote(name) + " is " + mlirName(variable.info.type) +
                        ", which a checkpoint cannot hold");
  return Error::success();
}

Error Session::readState(Checkpoint &checkpoint) const {
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

/// True if a variable can take a value of a file: floats are rounded or
/// widened.
static bool canTake(const ProgramVariable &info, ElementType type,
                    ArrayRef<int64_t> shape) {
  return (type == info.type || (isFloat(type) && isFloat(info.type))) &&
         shape == ArrayRef<int64_t>(info.shape);
}

/// "name (f32 [2] instead of f32 [3])".
static std::string describeDifference(const ProgramVariable &info,
                                      ElementType type,
                                      ArrayRef<int64_t> shape) {
  return info.name + " (" + mlirName(type).str() + " " + shapeToString(shape) +
         " instead of " + mlirName(info.type).str() + " " +
         shapeToString(info.shape) + ")";
}

Expected<Tensor> Session::readVariable(StringRef name) const {
  auto found = variables.find(name.str());
  if (found == variables.end())
    return inputError("there is no variable " + quote(name));
  return found->second.read("variable " + quote(name));
}

Error Session::writeVariable(StringRef name, const Tensor &value) {
  auto found = variables.find(name.str());
  if (found == variables.end())
    return inputError("there is no variable " + quote(name));
  const ProgramVariable &info = found->second.info;
  if (!info.copyOf.empty())
    return inputError("variable " + quote(name) + " is a copy of " +
                      quote(info.copyOf) + "; write that one");
  if (!canTake(info, value.type, value.shape))
    return inputError("variable " +
                      describeDifference(info, value.type, value.shape));
  return writeVariable(found->second, value);
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

Error Session::completeState(Checkpoint &checkpoint) const {
  for (const auto &[name, variable] : variables) {
    if (!variable.info.copyOf.empty() || checkpoint.find(name))
      continue;
    Expected<Tensor> present = variable.read(quote(name));
    if (!present)
      return present.takeError();
    checkpoint.tensors.push_back(
        {name, variable.info.role, std::move(*present)});
  }
  return Error::success();
}

bool Session::knows(const Checkpoint &checkpoint) const {
  return all_of(checkpoint.tensors, [&](const CheckpointTensor &saved) {
    return variables.count(saved.name);
  });
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
    if (!canTake(info, value.type, value.shape))
      different.push_back(describeDifference(info, value.type, value.shape));
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
    return typedError(ErrorKind::IO,
                      "the checkpoint is of another graph: " + problems +
                          "; resume with the graph that it was saved from");
  // What has been added up so far carries the scale under which it was made.
  if (!fresh.empty() || !ignored.empty() || !own.empty())
    if (std::string group = findOpenGroup(checkpoint); !group.empty())
      return typedError(ErrorKind::IO,
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

//===----------------------------------------------------------------------===//
// First values from files
//===----------------------------------------------------------------------===//

/// How many values of a float tensor are NaN or infinite: those whose exponent
/// has all bits set.
static int64_t countNonFinite(const Tensor &tensor) {
  auto count = [&](auto exponent) {
    using Bits = decltype(exponent);
    return count_if(tensor.elements<Bits>(),
                    [&](Bits bits) { return (bits & exponent) == exponent; });
  };
  switch (tensor.type) {
  case ElementType::F64:
    return count(uint64_t(0x7ff0000000000000));
  case ElementType::F32:
    return count(uint32_t(0x7f800000));
  case ElementType::F16:
    return count(uint16_t(0x7c00));
  case ElementType::BF16:
    return count(uint16_t(0x7f80));
  default:
    return 0;
  }
}

Error Session::takeInitialValues(const InitialValues &values,
                                 std::vector<std::string> &remarks,
                                 std::vector<std::string> &warnings) {
  auto isWanted = [&](const ProgramVariable &info) {
    return isSaved(info) ||
           (info.role == kOptimizerRole && config.initOptimizer);
  };
  std::vector<std::string> missing, different, twice, unknown, extra;
  std::vector<std::pair<Variable *, const InitialValues::Source *>> taken;
  for (auto &[name, variable] : variables) {
    if (!isWanted(variable.info))
      continue;
    ArrayRef<InitialValues::Source> sources = values.find(name);
    if (sources.empty()) {
      missing.push_back(name);
      continue;
    }
    if (sources.size() > 1) {
      twice.push_back(name + " (" + sources[0].name() + " and " +
                      sources[1].name() + ")");
      continue;
    }
    Expected<TensorInfo> found = sources.front().describe();
    if (!found)
      return withContext(found.takeError(), config.spell("init-from"));
    if (canTake(variable.info, found->type, found->shape))
      taken.emplace_back(&variable, &sources.front());
    else
      different.push_back(
          describeDifference(variable.info, found->type, found->shape));
  }
  for (const std::string &name : values.getTargets())
    if (!variables.count(name))
      unknown.push_back(name);
  for (const std::string &name : values.listNames()) {
    auto found = variables.find(name);
    if (found == variables.end() || !isWanted(found->second.info))
      extra.push_back(name);
  }

  std::string problems;
  auto describe = [&](const Twine &what, ArrayRef<std::string> names) {
    if (!names.empty())
      problems +=
          (problems.empty() ? "" : "; ") + what.str() + " " + listNames(names);
  };
  describe("other shape or type:", different);
  describe("given twice:", twice);
  describe(config.spell("init-map") + " names no variable of the graph:",
           unknown);
  bool isPartial = config.initPartial && !taken.empty();
  if (!isPartial)
    describe("missing:", missing);
  if (!problems.empty()) {
    std::string advice;
    if (!isPartial && !missing.empty()) {
      advice = "; the files have " +
               (extra.empty() ? "nothing else" : "also " + listNames(extra)) +
               "; " + config.spell("init-map") + " gives arrays other names";
      if (!taken.empty())
        advice += ", " + config.spell("init-partial") +
                  " keeps first values of the graph";
    }
    return inputError(
        config.spell("init-from") +
        ": the arrays are not the graph's variables: " + problems + advice);
  }
  remarks.push_back(
      config.spell("init-from") + ": took " + std::to_string(taken.size()) +
      " of " + std::to_string(taken.size() + missing.size()) + " variables");
  if (!missing.empty())
    remarks.push_back(config.spell("init-from") +
                      ": not in the file, so they keep their first "
                      "values: " +
                      listNames(missing));
  if (!extra.empty())
    remarks.push_back(config.spell("init-from") + ": not used, " +
                      std::to_string(extra.size()) +
                      (extra.size() > 1 ? " arrays: " : " array: ") +
                      listNames(extra));

  for (auto [variable, source] : taken) {
    Expected<Tensor> value = source->load();
    if (!value)
      return withContext(value.takeError(), config.spell("init-from"));
    int64_t before = countNonFinite(*value);
    // A mask has infinities by intent.
    if (before && variable->info.role != "buffer")
      warnings.push_back(config.spell("init-from") + ": " +
                         std::to_string(before) + " values of " +
                         source->name() + " are not finite");
    ElementType type = variable->info.type;
    value = convertTo(*value, type, source->name());
    if (!value)
      return withContext(value.takeError(), config.spell("init-from"));
    if (int64_t overflown = countNonFinite(*value) - before)
      warnings.push_back(config.spell("init-from") + ": " +
                         std::to_string(overflown) + " values of " +
                         source->name() + " are too large for " +
                         mlirName(type).str() + " and become infinite");
    if (Error error = writeVariable(*variable, *value))
      return error;
  }
  return Error::success();
}

Expected<std::vector<double>> Session::writeLearningRate(double rate) {
  std::vector<double> others;
  bool isFound = false;
  for (auto &[name, variable] : variables) {
    const ProgramVariable &info = variable.info;
    if (!info.isBaseRate)
      continue;
    isFound = true;
    Expected<double> before = variable.readScalar();
    if (!before)
      return before.takeError();
    if (*before == rate)
      continue;
    if (!is_contained(others, *before))
      others.push_back(*before);
    if (Error error = toError(amprt_buffer_write(
            variable.buffer, info.flatBufferOffset, &rate, sizeof(rate))))
      return std::move(error);
  }
  if (!isFound)
    return inputError("the graph has no amp.optimizer");
  return others;
}
