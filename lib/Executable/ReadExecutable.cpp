//===- ReadExecutable.cpp - What the file of an executable says -----------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeError.h"
#include "amp-rt/Executable_generated.h"
#include "amp/Support/Error.h"
#include "amp/Support/Printable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir::amp;
using namespace mlir::amp::detail;
using ::amp::quote;
namespace file = ::amp::rt::file;

llvm::Error mlir::amp::detail::toError(amprt_status *status) {
  if (!status)
    return llvm::Error::success();
  // It may name what a file says.
  std::string message =
      ::amp::printable(amprt_status_message(status), ::amp::kMaxMessageLength);
  std::error_code kind = llvm::inconvertibleErrorCode();
  switch (amprt_status_code(status)) {
  case AMPRT_RESOURCE_EXHAUSTED:
    kind = std::make_error_code(std::errc::not_enough_memory);
    break;
  case AMPRT_UNAVAILABLE:
  case AMPRT_DEVICE_ERROR:
    kind = std::make_error_code(std::errc::no_such_device);
    break;
  default:
    break;
  }
  amprt_status_free(status);
  return llvm::createStringError(kind, message);
}

namespace {

/// The offsets of the tables were checked. What they mean was not: numbers may
/// be any, and names may be those of nothing.
class Reader {
public:
  Reader(const file::Executable &tables, const ExecutableBytes &bytes,
         Executable &executable)
      : tables(tables), bytes(bytes), executable(executable) {}

  llvm::Error run();

private:
  llvm::Error readEntry(const file::Entry &entry);
  llvm::Error readVariable(const file::Variable &variable);
  llvm::Error readArgument(const file::Argument &argument,
                           ProgramFunction &function);
  llvm::Error readFunction(const file::Function &function);
  /// That state is what the variables say.
  llvm::Error checkState(const ProgramArgument &argument) const;
  /// That `argument` has the dimensions that its entry point declares.
  llvm::Error checkRank(const ProgramArgument &argument,
                        const EntryPoint &entry) const;
  llvm::Error checkCopies() const;
  const ProgramVariable *findVariable(llvm::StringRef name) const;

  const file::Executable &tables;
  const ExecutableBytes &bytes;
  Executable &executable;
  /// Places in the executable.
  llvm::StringMap<size_t> variables, entries;
  llvm::StringSet<> flatBuffers;
};

} // namespace

static llvm::Error invalid(const llvm::Twine &what) {
  return ::amp::inputError("the executable has " + what);
}

static std::string get(const flatbuffers::String *text) {
  return text ? text->str() : std::string();
}

/// A list that may have been left out.
template <typename T>
static const flatbuffers::Vector<T> &orEmpty(const flatbuffers::Vector<T> *v) {
  alignas(4) static const uint8_t kEmpty[sizeof(flatbuffers::uoffset_t)] = {};
  return v ? *v : *reinterpret_cast<const flatbuffers::Vector<T> *>(kEmpty);
}

static llvm::SmallVector<int64_t>
getShape(const flatbuffers::Vector<int64_t> &shape) {
  return llvm::SmallVector<int64_t>(shape.begin(), shape.end());
}

template <typename To, typename From>
static llvm::Error toEnum(From value, From last, llvm::StringRef what,
                          To &result) {
  if (value > last)
    return invalid("an unknown " + what + ", " +
                   llvm::Twine(static_cast<unsigned>(value)));
  result = static_cast<To>(value);
  return llvm::Error::success();
}

static llvm::Error toType(file::ElementType type, ::amp::ElementType &result) {
  return toEnum(type, file::ElementType_MAX, "type of elements", result);
}

/// A value of an entry point, whose sizes may be open.
static llvm::Error checkValue(const file::EntryValue &value,
                              ::amp::ElementType &type) {
  if (llvm::Error error = toType(value.type(), type))
    return error;
  const std::string name = quote(value.name()->str());
  llvm::SmallVector<int64_t> sizes = getShape(*value.shape());
  if (value.is_batched() && sizes.empty())
    return invalid("a scalar that counts samples, " + name);
  llvm::replace(sizes, kOpenSize, int64_t(1));
  return ::amp::checkedByteSize(type, sizes, "value " + name).takeError();
}

llvm::Error Reader::readEntry(const file::Entry &entry) {
  entries.try_emplace(entry.name()->str(), executable.entries.size());
  EntryPoint &result = executable.entries.emplace_back();
  result.name = entry.name()->str();
  for (const file::EntryValue *value : *entry.arguments()) {
    ::amp::ElementType type;
    if (llvm::Error error = checkValue(*value, type))
      return error;
    result.arguments.push_back({value->name()->str(), type,
                                getShape(*value->shape()),
                                value->is_batched()});
  }
  for (const file::EntryValue *value : *entry.results()) {
    ::amp::ElementType type;
    if (llvm::Error error = checkValue(*value, type))
      return error;
    result.results.push_back({value->name()->str(), type,
                              getShape(*value->shape()),
                              get(value->reduction()), value->is_batched()});
  }
  result.updatesParameters = entry.updates_parameters();
  result.updatesState = entry.updates_state();
  result.accumulates = entry.accumulates();
  result.steps = entry.steps();
  return llvm::Error::success();
}

llvm::Error Reader::readVariable(const file::Variable &variable) {
  ProgramVariable result;
  result.name = variable.name()->str();
  if (!variables.try_emplace(result.name, executable.variables.size()).second)
    return invalid("two variables " + quote(result.name));
  result.role = variable.role()->str();
  result.statistic = get(variable.statistic());
  if (llvm::Error error = toType(variable.type(), result.type))
    return error;
  result.shape = getShape(*variable.shape());
  std::string what = "variable " + quote(result.name);
  auto size = ::amp::checkedByteSize(result.type, result.shape, what);
  if (!size)
    return size.takeError();
  if (!variable.initializer() == !variable.values())
    return invalid("no first value, or two, of " + what);
  if (const file::Section *section = variable.values()) {
    // The runtime has found it to lie in the file.
    auto tensor = ::amp::Tensor::view(
        result.type, result.shape,
        llvm::StringRef(bytes->getBufferStart() + section->offset(),
                        section->bytes()),
        bytes, what);
    if (!tensor)
      return tensor.takeError();
    result.initializer = std::move(*tensor);
  } else {
    const file::Initializer &initializer = *variable.initializer();
    ::amp::InitializerSpec spec;
    if (llvm::Error error =
            toEnum(initializer.distribution(), file::Distribution_MAX,
                   "distribution", spec.kind))
      return error;
    spec.a = initializer.a();
    spec.b = initializer.b();
    spec.stream = initializer.stream();
    result.initializer = spec;
  }
  result.copyOf = get(variable.copy_of());
  result.flatBuffer = get(variable.flat_buffer());
  result.flatBufferOffset = variable.flat_buffer_offset();
  result.isBaseRate = variable.is_base_rate() &&
                      result.type == ::amp::ElementType::F64 &&
                      result.shape.empty();
  if (!result.flatBuffer.empty())
    flatBuffers.insert(result.flatBuffer);
  constexpr uint64_t kMost = std::numeric_limits<int64_t>::max();
  if ((result.flatBuffer.empty() && result.flatBufferOffset) ||
      result.flatBufferOffset > kMost - static_cast<uint64_t>(*size) ||
      result.flatBufferOffset % ::amp::elementSize(result.type))
    return invalid(what + " at byte " + llvm::Twine(result.flatBufferOffset) +
                   " of flat buffer " + quote(result.flatBuffer));
  executable.variables.push_back(std::move(result));
  return llvm::Error::success();
}

llvm::Error Reader::readArgument(const file::Argument &argument,
                                 ProgramFunction &function) {
  ProgramArgument result;
  result.name = argument.name()->str();
  if (llvm::Error error = toEnum(argument.kind(), file::ArgumentKind_MAX,
                                 "kind of argument", result.kind))
    return error;
  if (llvm::Error error = toType(argument.type(), result.type))
    return error;
  result.shape = getShape(*argument.shape());
  result.reduction = get(argument.reduction());
  for (const file::IndexUse *use : orEmpty(argument.index_uses())) {
    ProgramIndexRange &range = result.indexRanges.emplace_back();
    range.lower = use->range()->lower();
    range.upper = use->range()->upper();
    if (use->range()->has_ignored())
      range.ignored = use->range()->ignored();
    range.user = use->user()->str();
  }
  auto size = ::amp::checkedByteSize(result.type, result.shape,
                                     "argument " + quote(result.name));
  if (!size)
    return size.takeError();
  if (static_cast<uint64_t>(*size) !=
      function.argumentBytes[function.arguments.size()])
    return invalid(
        "argument " + quote(result.name) + " of " + llvm::Twine(*size) +
        " bytes, and the program one of " +
        llvm::Twine(function.argumentBytes[function.arguments.size()]));
  bool isState = result.kind == ProgramArgument::Kind::Variable ||
                 result.kind == ProgramArgument::Kind::FlatBuffer;
  if (llvm::Error error =
          isState ? checkState(result)
                  : checkRank(result,
                              executable.entries[entries.at(function.name)]))
    return error;
  function.arguments.push_back(std::move(result));
  return llvm::Error::success();
}

/// What a profile says of a record that runs `times` times in each run of its
/// program. Its indices are checked when it is loaded.
static ProgramRecord readRecord(const file::Record &record,
                                const file::Program &program, uint64_t times) {
  ProgramRecord result{record.name()->str(), get(record.location()),
                       amprt_record(), get(record.source_op()),
                       get(record.source_name())};
  uint64_t end = uint64_t(record.first_operand()) + record.num_operands();
  for (uint64_t i = record.first_operand();
       i < std::min<uint64_t>(end, program.operands()->size()); ++i)
    result.bytes = llvm::SaturatingAdd(
        result.bytes,
        program.operands()->Get(static_cast<uint32_t>(i))->bytes());
  if (const file::Gemm *gemm = record.gemm()) {
    result.flops = 2;
    for (int64_t size : {gemm->m(), gemm->n(), gemm->k(), gemm->batch()})
      result.flops = llvm::SaturatingMultiply(
          result.flops, static_cast<uint64_t>(std::max<int64_t>(size, 0)));
  }
  if (const file::Convolution *convolution = record.convolution()) {
    // Of each element of the output as many products as a kernel has elements.
    result.flops = 2;
    auto multiply = [&](int64_t size) {
      result.flops = llvm::SaturatingMultiply(
          result.flops, static_cast<uint64_t>(std::max<int64_t>(size, 0)));
    };
    for (int64_t size : {convolution->batch(), convolution->output_channels(),
                         convolution->input_channels() /
                             std::max<int64_t>(convolution->groups(), 1)})
      multiply(size);
    const uint32_t dimensions =
        std::min<uint32_t>(convolution->num_spatial(), AMPRT_MOST_SPATIAL);
    for (uint32_t i = 0; i < dimensions; ++i) {
      multiply(convolution->windows()->Get(i)->output());
      multiply(convolution->windows()->Get(i)->kernel());
    }
  }
  if (const file::Attention *attention = record.attention()) {
    // Of each score two products forward; backward it is computed again, and
    // there are two derivatives of each.
    const bool isBackward = attention->flags() & AMPRT_ATTENTION_BACKWARD;
    auto positive = [](int64_t size) {
      return static_cast<uint64_t>(std::max<int64_t>(size, 0));
    };
    result.flops = llvm::SaturatingAdd(
        llvm::SaturatingMultiply(positive(attention->size()),
                                 uint64_t(isBackward ? 6 : 2)),
        llvm::SaturatingMultiply(positive(attention->value_size()),
                                 uint64_t(isBackward ? 4 : 2)));
    for (int64_t size : {attention->batch(), attention->heads(),
                         attention->rows(), attention->keys()})
      result.flops = llvm::SaturatingMultiply(result.flops, positive(size));
  }
  result.bytes = llvm::SaturatingMultiply(result.bytes, times);
  result.flops = llvm::SaturatingMultiply(result.flops, times);
  return result;
}

/// All records of a program.
static std::vector<ProgramRecord> readRecords(const file::Program &program) {
  /// A repeat that has not ended: the record after its body, and how often a
  /// record of the body runs.
  struct Open {
    uint64_t end, times;
  };
  llvm::SmallVector<Open> repeats;
  std::vector<ProgramRecord> records;
  for (const file::Record *record : *program.records()) {
    while (!repeats.empty() && repeats.back().end <= records.size())
      repeats.pop_back();
    const uint64_t times = repeats.empty() ? 1 : repeats.back().times;
    records.push_back(readRecord(*record, program, times));
    if (const file::Repeat *repeat = record->repeat())
      repeats.push_back({records.size() + uint64_t(repeat->num_records()),
                         llvm::SaturatingMultiply(times, repeat->count())});
  }
  return records;
}

llvm::Error Reader::readFunction(const file::Function &function) {
  ProgramFunction &result = executable.functions.emplace_back();
  const file::Program &program = *function.program();
  result.name = function.entry()->str();
  if (!entries.contains(result.name))
    return invalid("function " + quote(result.name) +
                   " of an entry point that it has not");
  Specialization &specialization = result.specialization;
  specialization.entry = result.name;
  for (const flatbuffers::String *shape : orEmpty(function.shapes()))
    specialization.shapes.push_back(shape->str());
  if (function.batch() >= 0)
    specialization.batch = function.batch();
  specialization.accumulate = function.accumulate();
  if (specialization.accumulate < 1)
    return invalid("function " + quote(result.name) + " of " +
                   llvm::Twine(specialization.accumulate) + " micro-batches");
  if (llvm::Error error =
          toEnum(function.phase(), file::Phase_MAX, "phase of micro-batches",
                 specialization.phase))
    return error;
  result.arenaBytes = program.arena_bytes();
  result.argumentBytes.assign(program.argument_bytes()->begin(),
                              program.argument_bytes()->end());
  if (function.arguments()->size() != result.argumentBytes.size())
    return invalid("function " + quote(result.name) + " of " +
                   llvm::Twine(function.arguments()->size()) +
                   " arguments, and its program has " +
                   llvm::Twine(result.argumentBytes.size()));
  for (const file::Argument *argument : *function.arguments())
    if (llvm::Error error = readArgument(*argument, result))
      return error;
  result.records = readRecords(program);
  for (const file::Test *test : orEmpty(function.tests()))
    result.tests.push_back({test->kind()->str(), test->op()->str(),
                            test->name()->str(), test->location()->str(),
                            test->type()->str()});
  return llvm::Error::success();
}

const ProgramVariable *Reader::findVariable(llvm::StringRef name) const {
  auto found = variables.find(name);
  return found == variables.end() ? nullptr
                                  : &executable.variables[found->second];
}

llvm::Error Reader::checkState(const ProgramArgument &argument) const {
  auto unknown = [&] {
    return invalid("an argument for state that it has not, " +
                   quote(argument.name));
  };
  if (argument.kind == ProgramArgument::Kind::FlatBuffer)
    return flatBuffers.contains(argument.name) ? llvm::Error::success()
                                               : unknown();
  const ProgramVariable *variable = findVariable(argument.name);
  if (!variable)
    return unknown();
  if (!variable->flatBuffer.empty())
    return invalid("an argument for variable " + quote(argument.name) +
                   ", which lies in flat buffer " +
                   quote(variable->flatBuffer));
  auto describe = [](const auto &value) {
    return "shape " + ::amp::shapeToString(value.shape) + " of " +
           mlirName(value.type).str();
  };
  if (argument.type != variable->type || argument.shape != variable->shape)
    return invalid("argument " + quote(argument.name) + " of " +
                   describe(argument) + ", and a variable of " +
                   describe(*variable));
  return llvm::Error::success();
}

llvm::Error Reader::checkRank(const ProgramArgument &argument,
                              const EntryPoint &entry) const {
  auto check = [&](const auto &values) -> llvm::Error {
    auto declared = llvm::find_if(
        values, [&](const auto &value) { return value.name == argument.name; });
    if (declared == values.end() ||
        declared->shape.size() == argument.shape.size())
      return llvm::Error::success();
    return invalid("argument " + quote(argument.name) + " of shape " +
                   ::amp::shapeToString(argument.shape) +
                   ", where its entry point has " +
                   llvm::Twine(declared->shape.size()) + " dimensions");
  };
  return argument.kind == ProgramArgument::Kind::Input ? check(entry.arguments)
                                                       : check(entry.results);
}

llvm::Error Reader::checkCopies() const {
  for (const ProgramVariable &variable : executable.variables) {
    if (variable.copyOf.empty())
      continue;
    const std::string copy = "a copy " + quote(variable.name) + " of ";
    const ProgramVariable *original = findVariable(variable.copyOf);
    if (!original)
      return invalid(copy + "a variable that it has not, " +
                     quote(variable.copyOf));
    if (!original->copyOf.empty())
      return invalid(copy + "a copy, " + quote(variable.copyOf));
    if (original->shape != variable.shape)
      return invalid(copy + "shape " + ::amp::shapeToString(variable.shape) +
                     " of " + quote(variable.copyOf) + ", which has shape " +
                     ::amp::shapeToString(original->shape));
  }
  return llvm::Error::success();
}

llvm::Error Reader::run() {
  executable.compiler = tables.compiler()->str();
  if (llvm::Error error = toEnum(tables.device_kind(), file::DeviceKind_MAX,
                                 "kind of device", executable.kind))
    return error;
  executable.target = get(tables.target());
  for (const file::Option *option : orEmpty(tables.options()))
    executable.options.emplace_back(option->name()->str(),
                                    option->value()->str());
  executable.policy = get(tables.policy());
  for (const file::Entry *entry : *tables.entries())
    if (llvm::Error error = readEntry(*entry))
      return error;
  for (const file::Variable *variable : *tables.variables())
    if (llvm::Error error = readVariable(*variable))
      return error;
  if (llvm::Error error = checkCopies())
    return error;
  for (const file::Scaler *scaler : orEmpty(tables.scalers()))
    executable.scalers.push_back(
        {scaler->name()->str(), scaler->scale()->str(),
         scaler->growth_tracker()->str(), scaler->growth_factor(),
         scaler->backoff_factor(), scaler->growth_interval(),
         scaler->is_fixed(), scaler->consecutive_skips()->str(),
         scaler->skip_limit()});
  for (const file::Optimizer *optimizer : orEmpty(tables.optimizers()))
    executable.optimizers.push_back({optimizer->name()->str(),
                                     optimizer->rate()->str(),
                                     optimizer->base_rate()->str()});
  for (const file::Function *function : *tables.functions())
    if (llvm::Error error = readFunction(*function))
      return error;
  for (const flatbuffers::String *name : *tables.kernels()->names())
    executable.kernels.names.push_back(name->str());
  executable.kernels.cpuFeatures = get(tables.kernels()->cpu_features());
  if (const file::PrecisionUse *use = tables.precision()) {
    executable.precision = {use->decided_ops(),      use->uses_low_type(),
                            use->tf32_ops(),         use->fused_losses(),
                            use->keeps_parameters(), {}};
    for (const file::Unused *clause : orEmpty(use->unused()))
      executable.precision.unused.push_back(
          {clause->place()->str(), clause->text()->str()});
  }
  executable.explanation = get(tables.explanation());
  for (const file::Message *message : orEmpty(tables.messages())) {
    CompilerMessage &result = executable.messages.emplace_back();
    if (llvm::Error error = toEnum(message->severity(), file::Severity_MAX,
                                   "severity", result.severity))
      return error;
    result.location = get(message->location());
    result.text = message->text()->str();
    result.rendered = get(message->rendered());
  }
  return llvm::Error::success();
}

llvm::Error mlir::amp::detail::readTables(const amprt_executable *handle,
                                          const ExecutableBytes &bytes,
                                          Executable &executable) {
  const auto *tables =
      static_cast<const file::Executable *>(amprt_executable_tables(handle));
  return Reader(*tables, bytes, executable).run();
}

llvm::Expected<Executable>
mlir::amp::readExecutable(const ExecutableBytes &bytes, bool hasKnownDigest) {
  amprt_executable *handle = nullptr;
  if (llvm::Error error = toError(
          amprt_executable_open(bytes->getBufferStart(), bytes->getBufferSize(),
                                hasKnownDigest, &handle)))
    return error;
  std::unique_ptr<amprt_executable, void (*)(amprt_executable *)> owner(
      handle, amprt_executable_destroy);
  Executable executable;
  if (llvm::Error error = readTables(handle, bytes, executable))
    return error;
  return executable;
}
