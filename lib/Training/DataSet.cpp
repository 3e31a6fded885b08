//===- DataSet.cpp - Tensors for the arguments of an entry point ----------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Training/DataSet.h"

#include "HoldOut.h"
#include "amp/Support/Error.h"
#include "amp/Support/Initializer.h"
#include "amp/Support/TensorFile.h"
#include "amp/Training/Device.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;
using namespace amp;
using namespace amp::training;
using mlir::amp::EntryArgument;
using mlir::amp::EntryPoint;
using mlir::amp::kOpenSize;

std::vector<std::string> BoundEntry::shapesFor(StepShape step) const {
  std::vector<std::string> shapes;
  bool needed = false;
  for (auto [index, argument, bound] : enumerate(entry.arguments, arguments)) {
    if (!is_contained(argument.shape, kOpenSize)) {
      shapes.push_back("*");
      continue;
    }
    needed = true;
    std::string text;
    for (auto [i, size] : enumerate(bound.tensor.shape)) {
      if (i)
        text += 'x';
      bool isLength = i == 1 && step.length && isCut(index);
      text += std::to_string(bound.isBatched && i == 0 ? step.samples
                             : isLength                ? step.length
                                                       : size);
    }
    shapes.push_back(std::move(text));
  }
  if (!needed)
    shapes.clear();
  return shapes;
}

void BoundEntry::usePrograms(std::vector<int64_t> sizes) {
  llvm::sort(sizes, std::greater<>());
  programSizes = std::move(sizes);
  if (samples && !is_contained(programSizes, batchSize))
    batchSize = stepSize(std::min(batchSize, *samples));
}

int64_t BoundEntry::stepSize(int64_t left) const {
  if (left >= batchSize && is_contained(programSizes, batchSize))
    return batchSize;
  for (int64_t size : programSizes)
    if (size <= std::min(left, batchSize))
      return size;
  return std::min(left, batchSize);
}

std::vector<std::pair<StepShape, int64_t>>
BoundEntry::countSteps(bool dropLast) const {
  if (!samples)
    return {};
  std::vector<int64_t> sizes(std::max<size_t>(bucketLengths.size(), 1), 0);
  if (bucketLengths.empty())
    sizes.front() = *samples;
  for (uint32_t bucket : buckets)
    ++sizes[bucket];
  std::vector<std::pair<StepShape, int64_t>> steps;
  for (auto [bucket, size] : enumerate(sizes)) {
    StepShape shape{batchSize,
                    bucketLengths.empty() ? length : bucketLengths[bucket]};
    if (size >= batchSize)
      steps.emplace_back(shape, size / batchSize);
    for (int64_t left = dropLast ? 0 : size % batchSize; left > 0;
         left -= shape.samples) {
      shape.samples = stepSize(left);
      if (!steps.empty() && steps.back().first == shape)
        ++steps.back().second;
      else
        steps.emplace_back(shape, 1);
    }
  }
  return steps;
}

bool BoundEntry::hasRest() const {
  return any_of(countSteps(/*dropLast=*/false), [&](const auto &steps) {
    return steps.first.samples < batchSize;
  });
}

std::vector<uint64_t> BoundEntry::arrange(std::vector<uint64_t> order) const {
  if (bucketLengths.empty())
    return order;
  std::vector<uint64_t> arranged;
  arranged.reserve(order.size());
  std::vector<std::vector<uint64_t>> filling(bucketLengths.size());
  auto emit = [&](std::vector<uint64_t> &bucket) {
    append_range(arranged, bucket);
    bucket.clear();
  };
  for (uint64_t sample : order) {
    std::vector<uint64_t> &bucket = filling[buckets[sample]];
    bucket.push_back(sample);
    if (bucket.size() == static_cast<size_t>(batchSize))
      emit(bucket);
  }
  for_each(filling, emit);
  return arranged;
}

StepShape BoundEntry::getStep(ArrayRef<uint64_t> left) const {
  if (left.empty())
    return {};
  if (bucketLengths.empty())
    return {stepSize(static_cast<int64_t>(left.size())), length};
  uint32_t bucket = buckets[left.front()];
  ArrayRef<uint64_t> same =
      left.take_front(std::min(left.size(), static_cast<size_t>(batchSize)))
          .take_while(
              [&](uint64_t sample) { return buckets[sample] == bucket; });
  return {stepSize(static_cast<int64_t>(same.size())), bucketLengths[bucket]};
}

ArrayRef<uint64_t> BoundEntry::skipSteps(ArrayRef<uint64_t> order,
                                         int64_t steps) const {
  for (; steps > 0 && !order.empty(); --steps)
    order = order.drop_front(static_cast<size_t>(getStep(order).samples));
  return order;
}

std::string amp::training::typeText(const EntryArgument &argument) {
  std::string text = "tensor<";
  for (int64_t size : argument.shape)
    text += (size == kOpenSize ? "?" : std::to_string(size)) + "x";
  return text + mlirName(argument.type).str() + ">";
}

static bool isDistribution(StringRef spec) {
  StringRef name = spec.split(':').first;
  return is_contained({StringRef("zeros"), StringRef("ones"),
                       StringRef("constant"), StringRef("uniform"),
                       StringRef("normal"), StringRef("randint")},
                      name) &&
         !sys::fs::exists(spec);
}

/// The stream of generated data: FNV-1a of the name, so that data sets differ
/// and adding one does not change the others.
static uint64_t streamOf(StringRef name) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (unsigned char c : name)
    hash = (hash ^ c) * 0x100000001b3u;
  return hash;
}

namespace {
class Binder {
public:
  Binder(const Config &config) : config(config) {}

  /// Without a batch size. `arrays` comes before the bindings of the settings.
  Expected<BoundEntry> bind(const EntryPoint &entry,
                            const std::map<std::string, Tensor> &arrays = {});
  /// Finds out to which length steps cut samples; `isMain` says that the
  /// setting `buckets` must hold for the entry.
  Error chooseLengths(BoundEntry &bound, bool isMain);
  /// Behind that.
  Error chooseBatchSize(BoundEntry &bound, bool isMain);

private:
  /// Gives the tensor of a binding the argument's type; an error if its shape
  /// is another one.
  Expected<Tensor> fit(const Tensor &tensor, const EntryArgument &argument,
                       bool isData, StringRef what);
  Expected<Tensor> load(const Binding &binding, const EntryArgument &argument);
  Expected<Tensor> generate(const Binding &binding,
                            const EntryArgument &argument);
  /// Bytes of the machine; 0 if unknown. Arrays that are in memory already need
  /// not wait for the question.
  uint64_t getMemory() {
    if (!memory)
      memory = hostMemoryBytes();
    return *memory;
  }
  Error account(const Tensor &tensor, StringRef what);

  const Config &config;
  /// Tensors as they are in the files, by binding.
  StringMap<Tensor> files;
  std::optional<uint64_t> memory;
  uint64_t used = 0;

public:
  bool hasDistribution = false;
};
} // namespace

const Binding *amp::training::findBinding(ArrayRef<Binding> bindings,
                                          StringRef entry, StringRef argument) {
  const Binding *found = nullptr;
  for (const Binding &binding : bindings) {
    if (binding.isForOnly(entry, argument))
      return &binding;
    if (binding.name == argument)
      found = &binding;
  }
  return found;
}

static std::string nameOf(const Binding &binding, const Config &config) {
  return config.spell(binding.isData ? "data" : "input") + " " + binding.name +
         "=" + binding.spec;
}

/// Data stays in the machine's memory during the run.
Error Binder::account(const Tensor &tensor, StringRef what) {
  used += tensor.bytes().size();
  if (getMemory() && used > getMemory())
    return limitError(what + ": the data needs " + formatBytes(used) +
                      ", the machine has " + formatBytes(getMemory()));
  return Error::success();
}

Expected<Tensor> Binder::generate(const Binding &binding,
                                  const EntryArgument &argument) {
  std::string what = nameOf(binding, config);
  Shape shape(argument.shape.begin(), argument.shape.end());
  if (binding.isData) {
    hasDistribution = true;
    if (!config.samples)
      return typedError(ErrorKind::Usage, what + " is a distribution: give " +
                                              config.spell("samples") + "=N");
    shape[0] = *config.samples;
  }
  for (int64_t size : shape)
    if (size == kOpenSize)
      return inputError(what + ": " + quote(argument.name) + " is " +
                        typeText(argument) +
                        ", whose sizes a distribution cannot give; use a file");
  Expected<int64_t> bytes = checkedByteSize(argument.type, shape, what);
  if (!bytes)
    return bytes.takeError();
  if (getMemory() && static_cast<uint64_t>(*bytes) > getMemory())
    return limitError(what + ": needs " + formatBytes(*bytes) +
                      ", the machine has " + formatBytes(getMemory()));
  Expected<Tensor> tensor = amp::generate(binding.spec, argument.type, shape,
                                          config.seed, streamOf(binding.name));
  if (!tensor)
    return withContext(tensor.takeError(), what);
  return tensor;
}

Expected<Tensor> Binder::fit(const Tensor &tensor,
                             const EntryArgument &argument, bool isData,
                             StringRef what) {
  auto mismatch = [&](const Twine &detail) {
    return inputError(what + ": has shape " + shapeToString(tensor.shape) +
                      ", but " + quote(argument.name) + " is " +
                      typeText(argument) + detail);
  };
  if (tensor.shape.size() != argument.shape.size())
    return mismatch("");
  for (size_t i = isData ? 1 : 0; i < argument.shape.size(); ++i)
    if (argument.shape[i] != kOpenSize && argument.shape[i] != tensor.shape[i])
      return mismatch("");
  if (isData && tensor.shape[0] == 0)
    return mismatch(": there are no samples");
  Expected<Tensor> converted = convertTo(tensor, argument.type, what);
  if (converted && converted->type != tensor.type)
    if (Error error = account(*converted, what))
      return std::move(error);
  return converted;
}

Expected<Tensor> Binder::load(const Binding &binding,
                              const EntryArgument &argument) {
  std::string what = nameOf(binding, config);
  if (binding.isData && !argument.isBatched)
    return inputError(what + ": " + quote(argument.name) + " is " +
                      typeText(argument) +
                      ", whose first dimension does not count samples; bind it "
                      "with " +
                      config.spell("input") + ", or mark it amp.batch");
  if (isDistribution(binding.spec)) {
    Expected<Tensor> tensor = generate(binding, argument);
    if (tensor)
      if (Error error = account(*tensor, what))
        return std::move(error);
    return tensor;
  }

  auto known = files.find(binding.name);
  if (known == files.end()) {
    LoadOptions loadOptions;
    if (getMemory())
      loadOptions.maxBytes = std::min(loadOptions.maxBytes, getMemory());
    Expected<Tensor> loaded =
        loadTensor(binding.spec, argument.name, loadOptions);
    if (!loaded)
      return withContext(loaded.takeError(), what);
    if (Error error = account(*loaded, what))
      return std::move(error);
    known = files.try_emplace(binding.name, std::move(*loaded)).first;
  }
  return fit(known->second, argument, binding.isData, what);
}

std::string amp::training::describeElement(const BoundArgument &bound,
                                           int64_t element) {
  ArrayRef<int64_t> shape = bound.tensor.shape;
  SmallVector<int64_t> index(shape.size());
  for (size_t i = shape.size(); i-- > 0; element /= shape[i])
    index[i] = element % shape[i];
  std::string text;
  ArrayRef<int64_t> rest = index;
  if (bound.isBatched) {
    text = "sample " + std::to_string(rest.front());
    rest = rest.drop_front();
  }
  if (rest.empty())
    return text.empty() ? "the value" : text;
  return text + (text.empty() ? "" : ", ") + "element " + shapeToString(rest);
}

/// Calls `visit` with the elements of a tensor of integers, one after the
/// other, until it gives false; false if it is one of others.
template <typename Visit>
static bool visitIntegers(const Tensor &tensor, Visit visit) {
  auto visitAll = [&](auto elements) {
    for (auto value : elements)
      if (!visit(static_cast<int64_t>(value)))
        break;
    return true;
  };
  switch (tensor.type) {
  case ElementType::I64:
    return visitAll(tensor.elements<int64_t>());
  case ElementType::I32:
    return visitAll(tensor.elements<int32_t>());
  case ElementType::I16:
    return visitAll(tensor.elements<int16_t>());
  case ElementType::I8:
    return visitAll(tensor.elements<int8_t>());
  case ElementType::UI8:
  case ElementType::I1:
    return visitAll(tensor.elements<uint8_t>());
  default:
    return false;
  }
}

/// The first element for which `isWrong` holds, as its number and value.
template <typename Predicate>
static std::optional<std::pair<int64_t, int64_t>>
findInteger(const Tensor &tensor, Predicate isWrong) {
  std::optional<std::pair<int64_t, int64_t>> found;
  int64_t number = 0;
  visitIntegers(tensor, [&](int64_t value) {
    if (isWrong(value))
      found = std::pair(number, value);
    ++number;
    return !found;
  });
  return found;
}

Error amp::training::checkIndices(
    const BoundArgument &bound, ArrayRef<mlir::amp::ProgramIndexRange> ranges) {
  for (const mlir::amp::ProgramIndexRange &range : ranges) {
    auto isWrong = [&](int64_t value) {
      return (value < range.lower || value >= range.upper) &&
             value != range.ignored;
    };
    std::optional<std::pair<int64_t, int64_t>> found =
        findInteger(bound.tensor, isWrong);
    if (!found)
      continue;
    std::string allowed = range.lower < range.upper
                              ? "values from " + std::to_string(range.lower) +
                                    " to " + std::to_string(range.upper - 1)
                              : "no value";
    if (range.ignored)
      allowed += ", and " + std::to_string(*range.ignored) +
                 " for what is to be ignored";
    return inputError(
        bound.origin + ": " + describeElement(bound, found->first) + " is " +
        Twine(found->second) + ", but " + range.user + " takes " + allowed +
        "; mend the data, or give the graph the sizes that it "
        "needs");
  }
  return Error::success();
}

Error Binder::chooseLengths(BoundEntry &bound, bool isMain) {
  std::string cutName;
  for (auto [index, argument] : enumerate(bound.arguments)) {
    if (!bound.isCut(index))
      continue;
    const std::string &name = bound.entry.arguments[index].name;
    int64_t length = argument.tensor.shape[1];
    if (cutName.empty()) {
      cutName = name;
      bound.length = length;
    } else if (bound.length != length) {
      if (config.buckets)
        return inputError(config.spell("buckets") + ": samples of " +
                          quote(cutName) + " have length " +
                          Twine(bound.length) + ", those of " + quote(name) +
                          " " + Twine(length));
      bound.length = 0;
      break;
    }
  }
  if (!config.buckets)
    return Error::success();
  StringRef name = config.buckets->argument;
  std::string what = config.spell("buckets") + "=" + name.str();
  auto declared =
      find_if(bound.entry.arguments, [&](const EntryArgument &argument) {
        return argument.name == name;
      });
  if (declared == bound.entry.arguments.end()) {
    if (!isMain)
      return Error::success();
    return inputError(what + ": entry " + quote(bound.entry.name) +
                      " has no such argument");
  }
  const BoundArgument &lengths =
      bound.arguments[declared - bound.entry.arguments.begin()];
  if (!lengths.isBatched || declared->shape.size() != 1)
    return inputError(what + ": " + quote(name) + " is " + typeText(*declared) +
                      "; expected a data set of one number for each sample");
  if (cutName.empty())
    return inputError(what + ": entry " + quote(bound.entry.name) +
                      " takes no data set whose second size is open; declare "
                      "one as tensor<?x?x...>");
  bound.bucketLengths = config.buckets->lengths;
  // Data to evaluate on may all be shorter.
  if (!isMain)
    erase_if(bound.bucketLengths,
             [&](int64_t length) { return length > bound.length; });
  else if (bound.bucketLengths.back() > bound.length)
    return inputError(what + ": a bucket of length " +
                      Twine(bound.bucketLengths.back()) + ", but samples of " +
                      quote(cutName) + " have length " + Twine(bound.length));
  // For those that are longer than all that was asked for.
  if (bound.bucketLengths.empty() || bound.bucketLengths.back() < bound.length)
    bound.bucketLengths.push_back(bound.length);
  std::optional<int64_t> wrong;
  bool isInteger = visitIntegers(lengths.tensor, [&](int64_t length) {
    if (length < 0 || length > bound.length) {
      wrong = length;
      return false;
    }
    bound.buckets.push_back(
        static_cast<uint32_t>(llvm::lower_bound(bound.bucketLengths, length) -
                              bound.bucketLengths.begin()));
    return true;
  });
  if (!isInteger)
    return inputError(what + ": " + quote(name) + " is " + typeText(*declared) +
                      "; lengths are integers");
  if (wrong)
    return inputError(
        lengths.origin + ": " +
        describeElement(lengths, static_cast<int64_t>(bound.buckets.size())) +
        " is " + Twine(*wrong) + ", but samples of " + quote(cutName) +
        " have length " + Twine(bound.length));
  return Error::success();
}

Error Binder::chooseBatchSize(BoundEntry &bound, bool isMain) {
  if (!bound.samples)
    return Error::success();
  // A declared size holds; '?' takes what is asked for.
  std::optional<int64_t> declared;
  StringRef declaredBy;
  for (auto [argument, value] : zip(bound.entry.arguments, bound.arguments)) {
    if (!value.isBatched || argument.shape[0] == kOpenSize)
      continue;
    if (declared && *declared != argument.shape[0])
      return inputError("entry " + quote(bound.entry.name) + ": " +
                        quote(declaredBy) + " takes " + Twine(*declared) +
                        " samples per step, " + quote(argument.name) + " " +
                        Twine(argument.shape[0]));
    declared = argument.shape[0];
    declaredBy = argument.name;
  }
  int64_t samples = *bound.samples;
  if (declared) {
    if (isMain && config.batchSize && *config.batchSize != *declared)
      return inputError(config.spell("batch-size") + "=" +
                        Twine(*config.batchSize) + ": " + quote(declaredBy) +
                        " of entry " + quote(bound.entry.name) +
                        " takes exactly " + Twine(*declared) +
                        " samples; declare it with ? to choose");
    if (*declared == 0)
      return inputError("entry " + quote(bound.entry.name) + ": " +
                        quote(declaredBy) + " takes 0 samples per step");
    bound.batchSize = *declared;
    bool hasFull = !bound.countSteps(/*dropLast=*/true).empty();
    if (bound.hasRest() && !(isMain && config.dropLast && hasFull))
      return inputError(
          "entry " + quote(bound.entry.name) + ": " + quote(declaredBy) +
          " takes exactly " + Twine(*declared) + " samples, and " +
          (bound.buckets.empty() ? std::to_string(samples)
                                 : "those of a bucket") +
          " are no multiple of it; declare it with ?" +
          (isMain && hasFull ? ", or give " + config.spell("drop-last") : ""));
    return Error::success();
  }
  int64_t wanted = config.batchSize.value_or(config.defaultBatchSize);
  if (isMain && config.dropLast && config.batchSize && samples < wanted)
    return inputError(config.spell("drop-last") +
                      " leaves nothing: the data has " + Twine(samples) +
                      " samples, a batch " + Twine(wanted));
  bound.batchSize = std::min(wanted, samples);
  if (isMain && config.dropLast && bound.countSteps(/*dropLast=*/true).empty())
    return inputError(config.spell("drop-last") +
                      " leaves nothing: no bucket has " +
                      Twine(bound.batchSize) + " samples, a batch");
  return Error::success();
}

Expected<BoundEntry> Binder::bind(const EntryPoint &entry,
                                  const std::map<std::string, Tensor> &arrays) {
  BoundEntry bound;
  bound.entry = entry;
  std::string samplesFrom;
  auto add = [&](Tensor tensor, bool isData, std::string origin) -> Error {
    if (isData) {
      int64_t samples = tensor.shape[0];
      if (bound.samples && *bound.samples != samples)
        return inputError(origin + ": has " + Twine(samples) +
                          " samples, but " + samplesFrom + " has " +
                          Twine(*bound.samples));
      bound.samples = samples;
      samplesFrom = origin;
    }
    bound.arguments.push_back({std::move(tensor), isData, std::move(origin)});
    return Error::success();
  };
  for (const EntryArgument &argument : entry.arguments) {
    if (auto array = arrays.find(argument.name); array != arrays.end()) {
      std::string what = "array " + quote(argument.name);
      Expected<Tensor> tensor =
          fit(array->second, argument, argument.isBatched, what);
      if (!tensor)
        return tensor.takeError();
      if (Error error = add(std::move(*tensor), argument.isBatched, what))
        return std::move(error);
      continue;
    }
    const Binding *binding =
        findBinding(config.bindings, entry.name, argument.name);
    if (!binding)
      return inputError("entry " + quote(entry.name) + " needs " +
                        quote(argument.name) + ", " + typeText(argument) +
                        ": give " +
                        config.spell(argument.isBatched ? "data" : "input") +
                        " " + argument.name + "=FILE");
    Expected<Tensor> tensor = load(*binding, argument);
    if (!tensor)
      return tensor.takeError();
    if (Error error =
            add(std::move(*tensor), binding->isData, nameOf(*binding, config)))
      return std::move(error);
  }
  return bound;
}

Expected<BoundEntry>
amp::training::bindArrays(const EntryPoint &entry,
                          const std::map<std::string, Tensor> &arrays,
                          const Config &config, bool isMain) {
  Binder binder(config);
  Expected<BoundEntry> bound = binder.bind(entry, arrays);
  if (!bound)
    return bound;
  if (Error error = binder.chooseLengths(*bound, isMain))
    return std::move(error);
  if (Error error = binder.chooseBatchSize(*bound, isMain))
    return std::move(error);
  return bound;
}

Expected<std::vector<BoundEntry>>
amp::training::bindData(ArrayRef<EntryPoint> entries, const Config &config) {
  for (const Binding &binding : config.bindings) {
    std::string names;
    bool found = false;
    for (const EntryPoint &entry : entries)
      for (const EntryArgument &argument : entry.arguments) {
        found |= binding.isFor(entry.name, argument.name);
        names += (names.empty() ? "" : ", ") + argument.name + " (" +
                 entry.name + ")";
      }
    if (!found)
      return inputError(nameOf(binding, config) +
                        ": no argument has this name; there " +
                        (names.empty() ? "are none" : "are " + names));
  }
  Binder binder(config);
  std::vector<BoundEntry> bound;
  for (const EntryPoint &entry : entries) {
    Expected<BoundEntry> one = binder.bind(entry);
    if (!one)
      return one.takeError();
    bound.push_back(std::move(*one));
  }
  if (config.validationSplit > 0)
    if (Error error = holdOut(bound.front(), bound.back(), config))
      return std::move(error);
  for (auto [index, entry] : enumerate(bound)) {
    bool isMain = index == 0;
    if (Error error = binder.chooseLengths(entry, isMain))
      return std::move(error);
    if (Error error = binder.chooseBatchSize(entry, isMain))
      return std::move(error);
  }
  if (config.samples && !binder.hasDistribution)
    return typedError(ErrorKind::Usage, config.spell("samples") +
                                            " needs a data set that is a "
                                            "distribution, such as " +
                                            config.spell("data") +
                                            " x=normal:0,1");
  return bound;
}
