//===- ValueExpectations.cpp ----------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueExpectations.h"

#include "Check.h"
#include "amp/Target/Compiler.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/Format.h"

#include <cmath>

using namespace mlir;
using namespace mlir::check;
using ::amp::ElementType;
using ::amp::Tensor;
using mlir::amp::LoadedExecutable;
using mlir::amp::ProgramArgument;
using mlir::amp::ProgramFunction;
using mlir::amp::ProgramVariable;

//===----------------------------------------------------------------------===//
// Out of the module
//===----------------------------------------------------------------------===//

static DictionaryAttr nameAttr(MLIRContext *context, const Twine &name) {
  Builder builder(context);
  return builder.getDictionaryAttr(
      builder.getNamedAttr("amp.name", builder.getStringAttr(name)));
}

static std::string getInputName(size_t i) {
  return "input" + std::to_string(i);
}
static std::string getResultName(size_t i) {
  return "value" + std::to_string(i);
}

static FailureOr<ValueCase> takeValueExpectations(func::FuncOp func) {
  ValueCase taken;
  taken.function = func.getSymNameAttr();
  MLIRContext *context = func.getContext();
  Operation *end = func.getBody().front().getTerminator();
  if (func.getNumArguments() || func.getNumResults())
    return func.emitError("a function that states values has no arguments and "
                          "no results; its inputs are check.input");

  llvm::MapVector<Value, size_t> results;
  auto state = [&](Operation *op, Value value,
                   DenseIntOrFPElementsAttr expected, bool isExact,
                   std::optional<APFloat> atol, std::optional<APFloat> rtol) {
    size_t result = results.try_emplace(value, results.size()).first->second;
    taken.expectations.push_back({op->getLoc(), result, expected, isExact,
                                  atol ? atol->convertToDouble() : 0.0,
                                  rtol ? rtol->convertToDouble() : 0.0});
    op->erase();
  };
  for (Operation &op : llvm::make_early_inc_range(func.getBody().front())) {
    if (auto close = dyn_cast<CloseOp>(op))
      state(close, close.getValue(), close.getExpected(), false,
            close.getAtol(), close.getRtol());
    else if (auto equal = dyn_cast<EqualOp>(op))
      state(equal, equal.getValue(), equal.getExpected(), true, std::nullopt,
            std::nullopt);
  }
  for (auto input : llvm::make_early_inc_range(func.getOps<InputOp>())) {
    unsigned index = taken.inputs.size();
    if (failed(func.insertArgument(index, input.getType(),
                                   nameAttr(context, getInputName(index)),
                                   input.getLoc())))
      return failure();
    if (results.contains(input))
      return input.emitError("an input is no result; state what an op makes");
    input.replaceAllUsesWith(func.getArgument(index));
    taken.inputs.push_back(input.getValue());
    input.erase();
  }
  if (results.empty())
    return func.emitError("a function of inputs states no value");
  for (auto [value, index] : results) {
    if (failed(func.insertResult(index, value.getType(),
                                 nameAttr(context, getResultName(index)))))
      return failure();
    end->insertOperands(index, value);
  }
  return taken;
}

FailureOr<std::vector<ValueCase>>
mlir::check::takeValueExpectations(ModuleOp module) {
  std::vector<ValueCase> cases;
  for (auto func : module.getOps<func::FuncOp>()) {
    if (llvm::none_of(func.getOps(), [](Operation &op) {
          return isa_and_nonnull<CheckDialect>(op.getDialect());
        }))
      continue;
    FailureOr<ValueCase> taken = ::takeValueExpectations(func);
    if (failed(taken))
      return failure();
    cases.push_back(std::move(*taken));
  }
  return cases;
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

static llvm::Error toError(amprt_status *status) {
  if (!status)
    return llvm::Error::success();
  std::string message = amprt_status_message(status);
  amprt_status_free(status);
  return llvm::createStringError(message);
}

namespace {
struct BufferDeleter {
  void operator()(amprt_buffer *buffer) const { amprt_buffer_destroy(buffer); }
};
using Buffer = std::unique_ptr<amprt_buffer, BufferDeleter>;

/// A program and its memory.
class Run {
public:
  Run(const LoadedExecutable &program, amprt_device *device)
      : program(program), device(device) {}

  /// Makes the buffers, and gives variables their first values.
  llvm::Error prepare();
  llvm::Error writeInput(size_t i, const Tensor &value);
  llvm::Error execute();
  llvm::Expected<Tensor> readResult(size_t i);

private:
  /// Where a value is: in a buffer from an offset on. No buffer: the program
  /// does not touch it.
  struct Place {
    amprt_buffer *buffer = nullptr;
    uint64_t offset = 0;
    ElementType type = ElementType::F32;
    ArrayRef<int64_t> shape;
  };

  const ProgramFunction &getFunction() const {
    return program.get().functions.front();
  }
  llvm::Expected<Buffer> allocate(uint64_t bytes);
  Place find(ProgramArgument::Kind kind, StringRef name);
  Place find(const ProgramVariable &variable);
  llvm::Error write(const Place &place, const Tensor &value);
  llvm::Error initialize(const ProgramVariable &variable);

  const LoadedExecutable &program;
  amprt_device *device;
  Buffer arena;
  std::vector<Buffer> buffers;
};
} // namespace

llvm::Expected<Buffer> Run::allocate(uint64_t bytes) {
  amprt_buffer *buffer = nullptr;
  if (llvm::Error error = toError(amprt_buffer_create(device, bytes, &buffer)))
    return std::move(error);
  return Buffer(buffer);
}

Run::Place Run::find(ProgramArgument::Kind kind, StringRef name) {
  for (auto [argument, buffer] : llvm::zip(getFunction().arguments, buffers))
    if (argument.kind == kind && argument.name == name)
      return {buffer.get(), 0, argument.type, argument.shape};
  return {};
}

Run::Place Run::find(const ProgramVariable &variable) {
  if (variable.flatBuffer.empty())
    return find(ProgramArgument::Kind::Variable, variable.name);
  Place flatBuffer =
      find(ProgramArgument::Kind::FlatBuffer, variable.flatBuffer);
  return {flatBuffer.buffer, variable.flatBufferOffset, variable.type,
          variable.shape};
}

llvm::Error Run::write(const Place &place, const Tensor &value) {
  llvm::Expected<Tensor> converted = convertTo(value, place.type);
  if (!converted)
    return converted.takeError();
  if (converted->bytes().empty())
    return llvm::Error::success();
  return toError(amprt_buffer_write(place.buffer, place.offset,
                                    converted->bytes().data(),
                                    converted->bytes().size()));
}

llvm::Error Run::initialize(const ProgramVariable &variable) {
  llvm::Expected<Tensor> value = Tensor();
  if (auto *spec = std::get_if<::amp::InitializerSpec>(&variable.initializer))
    value = ::amp::initialize(*spec, variable.type, variable.shape, /*seed=*/0);
  else
    value = std::get<Tensor>(variable.initializer);
  if (!value)
    return value.takeError();
  if (Place place = find(variable); place.buffer)
    if (llvm::Error error = write(place, *value))
      return error;
  for (const ProgramVariable &copy : program.get().variables)
    if (Place place = find(copy); copy.copyOf == variable.name && place.buffer)
      if (llvm::Error error = write(place, *value))
        return error;
  return llvm::Error::success();
}

llvm::Error Run::prepare() {
  llvm::Expected<Buffer> temporary = allocate(getFunction().arenaBytes);
  if (!temporary)
    return temporary.takeError();
  arena = std::move(*temporary);
  for (const ProgramArgument &argument : getFunction().arguments) {
    llvm::Expected<int64_t> size =
        ::amp::checkedByteSize(argument.type, argument.shape);
    if (!size)
      return size.takeError();
    llvm::Expected<Buffer> buffer = allocate(*size);
    if (!buffer)
      return buffer.takeError();
    buffers.push_back(std::move(*buffer));
  }
  for (const ProgramVariable &variable : program.get().variables)
    if (variable.copyOf.empty())
      if (llvm::Error error = initialize(variable))
        return error;
  return llvm::Error::success();
}

llvm::Error Run::writeInput(size_t i, const Tensor &value) {
  // What feeds nothing is no argument of the program.
  Place place = find(ProgramArgument::Kind::Input, getInputName(i));
  return place.buffer ? write(place, value) : llvm::Error::success();
}

llvm::Error Run::execute() {
  std::vector<amprt_buffer *> arguments;
  for (const Buffer &buffer : buffers)
    arguments.push_back(buffer.get());
  if (llvm::Error error =
          toError(amprt_program_run(program.getProgram(0), arena.get(),
                                    arguments.data(), arguments.size())))
    return error;
  return toError(amprt_device_synchronize(device));
}

llvm::Expected<Tensor> Run::readResult(size_t i) {
  Place place = find(ProgramArgument::Kind::Output, getResultName(i));
  llvm::Expected<Tensor> tensor = Tensor::allocate(place.type, place.shape);
  if (!tensor || tensor->bytes().empty())
    return tensor;
  if (llvm::Error error = toError(amprt_buffer_read(
          place.buffer, place.offset, tensor->mutableBytes().data(),
          tensor->bytes().size())))
    return std::move(error);
  return tensor;
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

static ElementType toElementType(Type type) {
  std::string name;
  llvm::raw_string_ostream(name) << type;
  for (ElementType known : ::amp::allElementTypes())
    if (::amp::mlirName(known) == name)
      return known;
  llvm_unreachable("the ops' constraints have no other types");
}

/// The numbers of an attribute as they lie in memory.
static llvm::Expected<Tensor> toTensor(DenseIntOrFPElementsAttr values) {
  llvm::Expected<Tensor> tensor = Tensor::allocate(
      toElementType(values.getElementType()), values.getType().getShape());
  if (!tensor)
    return tensor;
  size_t size = ::amp::elementSize(tensor->type);
  char *next = tensor->mutableBytes().data();
  auto append = [&](const APInt &bits) {
    uint64_t word = llvm::support::endian::byte_swap<uint64_t>(
        bits.getZExtValue(), llvm::endianness::little);
    std::memcpy(next, &word, size);
    next += size;
  };
  if (::amp::isFloat(tensor->type))
    for (const APFloat &value : values.getValues<APFloat>())
      append(value.bitcastToAPInt());
  else
    for (const APInt &value : values.getValues<APInt>())
      append(value);
  return tensor;
}

namespace {
/// The elements of a tensor as numbers for people and, if they are floats, for
/// arithmetic, too.
class Numbers {
public:
  static llvm::Expected<Numbers> of(const Tensor &tensor) {
    llvm::Expected<Tensor> wide =
        convertTo(tensor, ::amp::isFloat(tensor.type) ? ElementType::F64
                                                      : ElementType::I64);
    if (!wide)
      return wide.takeError();
    return Numbers(tensor, *wide);
  }
  double get(size_t i) const { return wide.elements<double>()[i]; }
  StringRef getBits(size_t i) const {
    size_t size = ::amp::elementSize(tensor.type);
    return tensor.bytes().substr(i * size, size);
  }
  bool isNaN(size_t i) const {
    return ::amp::isFloat(tensor.type) && std::isnan(get(i));
  }
  std::string getText(size_t i) const {
    std::string text;
    llvm::raw_string_ostream os(text);
    if (!::amp::isFloat(tensor.type))
      os << wide.elements<int64_t>()[i];
    else
      os << llvm::format(tensor.type == ElementType::F64 ? "%.17g" : "%.9g",
                         get(i));
    return text;
  }

private:
  Numbers(Tensor tensor, Tensor wide)
      : tensor(std::move(tensor)), wide(std::move(wide)) {}

  Tensor tensor, wide;
};
} // namespace

static bool isAsStated(const ValueExpectation &stated, const Numbers &expected,
                       const Numbers &found, size_t i) {
  if (expected.isNaN(i) || found.isNaN(i))
    return expected.isNaN(i) && found.isNaN(i);
  if (stated.isExact)
    return expected.getBits(i) == found.getBits(i);
  double wanted = expected.get(i), got = found.get(i);
  if (std::isinf(wanted) || std::isinf(got))
    return wanted == got;
  return std::fabs(got - wanted) <=
         stated.atol + stated.rtol * std::fabs(wanted);
}

/// `[1, 0]`.
static std::string getIndexText(ArrayRef<int64_t> shape, int64_t element) {
  SmallVector<int64_t> index(shape.size());
  for (size_t d = shape.size(); d-- > 0; element /= shape[d])
    index[d] = element % shape[d];
  return ::amp::shapeToString(index);
}

/// An error at the op that states the value, and true, unless it is found.
static llvm::Expected<bool> differs(const ValueExpectation &stated,
                                    const Tensor &result) {
  llvm::Expected<Tensor> wanted = toTensor(stated.expected);
  if (!wanted)
    return wanted.takeError();
  if (wanted->type != result.type || wanted->shape != result.shape) {
    emitError(stated.loc) << "expected " << ::amp::shapeToString(wanted->shape)
                          << " of " << ::amp::mlirName(wanted->type)
                          << ", found " << ::amp::shapeToString(result.shape)
                          << " of " << ::amp::mlirName(result.type);
    return true;
  }
  llvm::Expected<Numbers> expected = Numbers::of(*wanted);
  if (!expected)
    return expected.takeError();
  llvm::Expected<Numbers> found = Numbers::of(result);
  if (!found)
    return found.takeError();
  int64_t count = result.numElements(), numWrong = 0, first = 0;
  for (int64_t i = count; i-- > 0;)
    if (!isAsStated(stated, *expected, *found, i)) {
      ++numWrong;
      first = i;
    }
  if (!numWrong)
    return false;
  InFlightDiagnostic error = emitError(stated.loc);
  error << "element " << getIndexText(result.shape, first) << " is "
        << found->getText(first) << ", expected " << expected->getText(first);
  if (!stated.isExact) {
    std::string bound;
    llvm::raw_string_ostream(bound) << llvm::format(
        "%g", stated.atol + stated.rtol * std::fabs(expected->get(first)));
    error << " within " << bound;
  }
  if (numWrong > 1)
    error << "; " << numWrong << " of " << count << " elements differ";
  return true;
}

/// How many expectations failed.
static llvm::Expected<unsigned> verifyCase(ModuleOp module,
                                           const ValueCase &stated,
                                           mlir::amp::TrainingOptions options,
                                           amprt_device *device) {
  options.entry = stated.function.str();
  auto program = mlir::amp::compileAndLoad(
      module, options, mlir::amp::getSpecialization(options), device);
  if (!program)
    return program.takeError();
  Run run(**program, device);
  if (llvm::Error error = run.prepare())
    return std::move(error);
  for (auto [i, input] : llvm::enumerate(stated.inputs)) {
    llvm::Expected<Tensor> value = toTensor(input);
    if (!value)
      return value.takeError();
    if (llvm::Error error = run.writeInput(i, *value))
      return std::move(error);
  }
  if (llvm::Error error = run.execute())
    return std::move(error);
  unsigned numFailed = 0;
  for (const ValueExpectation &expectation : stated.expectations) {
    llvm::Expected<Tensor> result = run.readResult(expectation.result);
    if (!result)
      return result.takeError();
    llvm::Expected<bool> hasFailed = differs(expectation, *result);
    if (!hasFailed)
      return hasFailed.takeError();
    numFailed += *hasFailed;
  }
  return numFailed;
}

Tally mlir::check::verifyValues(ModuleOp module, ArrayRef<ValueCase> cases,
                                const mlir::amp::TrainingOptions &options,
                                amprt_device *device) {
  Tally tally;
  for (const ValueCase &stated : cases) {
    unsigned count = stated.expectations.size();
    Count &tallied = tally[stated.function] = {count, count};
    if (llvm::Expected<unsigned> failed =
            verifyCase(module, stated, options, device))
      tallied.failed = *failed;
    else
      module.lookupSymbol<func::FuncOp>(stated.function).emitError()
          << "does not run: " << llvm::toString(failed.takeError());
  }
  return tally;
}
