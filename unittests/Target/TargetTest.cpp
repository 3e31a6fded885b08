//===- TargetTest.cpp - Runs small graphs and checks numbers --------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TargetTest.h"

#include "amp/Target/Compiler.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"

#include <cmath>
#include <cstring>
#include <sstream>

using namespace amp;
using namespace amp::test;
using llvm::ArrayRef;

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

Real Format::unit() const { return std::ldexp(Real(1), -(mantissa + 1)); }
Real Format::eta() const { return std::ldexp(Real(1), least - mantissa); }
Real Format::max() const {
  return std::ldexp(2 - std::ldexp(Real(1), -mantissa), largest);
}
Real Format::overflow() const {
  return std::ldexp(2 - std::ldexp(Real(1), -mantissa - 1), largest);
}

Format amp::test::formatOf(ElementType type) {
  switch (type) {
  case ElementType::F64:
    return {52, -1022, 1023};
  case ElementType::F32:
    return {23, -126, 127};
  case ElementType::F16:
    return {10, -14, 15};
  default:
    return {7, -126, 127}; // bf16
  }
}

ElementType amp::test::computeType(ElementType type) {
  return is16Bit(type) ? ElementType::F32 : type;
}

bool amp::test::is16Bit(ElementType type) {
  return type == ElementType::F16 || type == ElementType::BF16;
}

Real amp::test::roundTo(ElementType type, Real value) {
  if (value == 0 || !std::isfinite(value))
    return value;
  Format format = formatOf(type);
  int exponent = std::max(std::ilogb(value), format.least);
  Real quantum = std::ldexp(Real(1), exponent - format.mantissa);
  Real rounded = std::rint(value / quantum) * quantum;
  if (std::fabs(rounded) > format.max())
    return std::copysign(Real(INFINITY), value);
  return rounded;
}

static Real decode16(ElementType type, uint16_t bits) {
  Format format = formatOf(type);
  int mantissa = bits & ((1 << format.mantissa) - 1);
  int exponent = (bits & 0x7fff) >> format.mantissa;
  int special = 2 * format.largest + 1;
  Real value;
  if (exponent == special)
    value = mantissa ? Real(NAN) : Real(INFINITY);
  else if (exponent == 0)
    value = std::ldexp(Real(mantissa), format.least - format.mantissa);
  else
    value = std::ldexp(Real(mantissa + (1 << format.mantissa)),
                       exponent - format.largest - format.mantissa);
  return std::copysign(value, bits & 0x8000 ? Real(-1) : Real(1));
}

/// `value` must be a number of the type.
static uint16_t encode16(ElementType type, Real value) {
  Format format = formatOf(type);
  uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  uint16_t special = (2 * format.largest + 1) << format.mantissa;
  if (std::isnan(value))
    return sign | special | 1 << (format.mantissa - 1);
  if (std::isinf(value))
    return sign | special;
  value = std::fabs(value);
  if (value < std::ldexp(Real(1), format.least))
    return sign | static_cast<uint16_t>(value / format.eta());
  int exponent = std::ilogb(value);
  auto mantissa =
      static_cast<int>(std::ldexp(value, format.mantissa - exponent));
  return sign | (exponent + format.largest) << format.mantissa |
         (mantissa & ((1 << format.mantissa) - 1));
}

Real amp::test::decode(const Tensor &tensor, int64_t i) {
  switch (tensor.type) {
  case ElementType::F64:
    return tensor.elements<double>()[i];
  case ElementType::F32:
    return tensor.elements<float>()[i];
  case ElementType::F16:
  case ElementType::BF16:
    return decode16(tensor.type, tensor.elements<uint16_t>()[i]);
  case ElementType::I64:
    return tensor.elements<int64_t>()[i];
  case ElementType::I32:
    return tensor.elements<int32_t>()[i];
  case ElementType::I16:
    return tensor.elements<int16_t>()[i];
  case ElementType::I8:
    return tensor.elements<int8_t>()[i];
  default:
    return tensor.elements<uint8_t>()[i];
  }
}

Reals amp::test::decode(const Tensor &tensor) {
  Reals values(tensor.numElements());
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = decode(tensor, i);
  return values;
}

Tensor amp::test::encode(ElementType type, ArrayRef<int64_t> shape,
                         ArrayRef<Real> values) {
  Tensor tensor = llvm::cantFail(Tensor::allocate(type, shape));
  assert(tensor.numElements() == int64_t(values.size()));
  for (size_t i = 0; i < values.size(); ++i) {
    Real value = isFloat(type) ? roundTo(type, values[i]) : values[i];
    switch (type) {
    case ElementType::F64:
      tensor.mutableElements<double>()[i] = value;
      break;
    case ElementType::F32:
      tensor.mutableElements<float>()[i] = value;
      break;
    case ElementType::F16:
    case ElementType::BF16:
      tensor.mutableElements<uint16_t>()[i] = encode16(type, value);
      break;
    case ElementType::I64:
      tensor.mutableElements<int64_t>()[i] = value;
      break;
    case ElementType::I32:
      tensor.mutableElements<int32_t>()[i] = value;
      break;
    case ElementType::I16:
      tensor.mutableElements<int16_t>()[i] = value;
      break;
    case ElementType::I8:
      tensor.mutableElements<int8_t>()[i] = value;
      break;
    default:
      tensor.mutableElements<uint8_t>()[i] = value;
    }
  }
  return tensor;
}

Tensor amp::test::all16Bit(ElementType type) {
  Tensor tensor = llvm::cantFail(Tensor::allocate(type, {65536}));
  for (int i = 0; i < 65536; ++i)
    tensor.mutableElements<uint16_t>()[i] = i;
  return tensor;
}

uint64_t Generator::bits() {
  // SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
  // generators", 2014).
  uint64_t z = state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

Real Generator::uniform(Real low, Real high) {
  return low + (high - low) * std::ldexp(Real(bits() >> 11), -53);
}

Reals Generator::uniforms(ElementType type, int64_t count, Real low,
                          Real high) {
  Reals values(count);
  for (Real &value : values) {
    value = uniform(low, high);
    value = isFloat(type) ? roundTo(type, value) : std::floor(value);
  }
  return values;
}

Tensor Generator::tensor(ElementType type, ArrayRef<int64_t> shape, Real low,
                         Real high) {
  return encode(type, shape, uniforms(type, product(shape), low, high));
}

Reals amp::test::specialValues(ElementType type) {
  Format format = formatOf(type);
  Real normal = std::ldexp(Real(1), format.least);
  Reals values = {NAN};
  for (Real value : {Real(0),
                     format.eta(),
                     3 * format.eta(),
                     normal - format.eta(),
                     normal,
                     Real(0.25),
                     Real(0.5),
                     Real(1),
                     1 + 2 * format.unit(),
                     1 - format.unit(),
                     Real(1.5),
                     Real(2),
                     Real(3),
                     Real(5.5),
                     Real(10),
                     Real(80),
                     Real(100),
                     format.max() / 2,
                     format.max(),
                     Real(INFINITY)}) {
    values.push_back(value);
    values.push_back(-value);
  }
  return values;
}

Tensor amp::test::wideSample(ElementType type, int64_t count) {
  Reals values = specialValues(type);
  Generator generator(7);
  Format format = formatOf(type);
  while (int64_t(values.size()) < count) {
    Real sign = generator.bits() & 1 ? 1 : -1;
    Real exponent =
        generator.uniform(format.least - format.mantissa, format.largest + 1);
    values.push_back(roundTo(type, sign * std::exp2(exponent)));
    values.push_back(roundTo(type, generator.uniform(-110, 110)));
    values.push_back(roundTo(type, generator.uniform(-10, 10)));
    values.push_back(roundTo(type, generator.uniform(-1, 1)));
    values.push_back(
        roundTo(type, sign * std::exp2(generator.uniform(-30, 8))));
  }
  values.resize(count);
  return encode(type, {count}, values);
}

int64_t amp::test::product(ArrayRef<int64_t> shape) {
  int64_t result = 1;
  for (int64_t size : shape)
    result *= size;
  return result;
}

//===----------------------------------------------------------------------===//
// Bounds and comparison
//===----------------------------------------------------------------------===//

Real amp::test::elementwiseBound(ElementType type, Real y, Real k) {
  Format format = formatOf(type);
  Format compute = formatOf(computeType(type));
  return (format.unit() + k * compute.unit()) * std::fabs(y) +
         format.eta() / 2 + k * compute.eta() / 2;
}

Real amp::test::sumBound(ElementType type, Real y, int64_t count,
                         Real magnitude) {
  Format format = formatOf(type);
  Real v = formatOf(computeType(type)).unit(), u = format.unit();
  Real c = std::min(Real(count), 6 * std::sqrt(Real(count)));
  return c * v * magnitude * (1 + u) + u * std::fabs(y) + format.eta() / 2;
}

static std::string toString(Real value) {
  char buffer[64];
  std::snprintf(buffer, sizeof(buffer), "%.20Lg", value);
  return buffer;
}

/// Why `actual` is wrong; empty if it is right.
static std::string judge(ElementType type, Real actual, const Expected &want) {
  if (std::isnan(want.value) || std::isnan(actual))
    return std::isnan(want.value) && std::isnan(actual) ? "" : "wrong class";
  Real rounded = isFloat(type) ? roundTo(type, want.value) : want.value;
  if (std::isinf(rounded) || std::isinf(actual)) {
    if (rounded == actual)
      return "";
    // Either side of the threshold is right if the reference is close to it.
    bool isClose = isFloat(type) && !std::isinf(want.value) &&
                   std::fabs(std::fabs(want.value) -
                             formatOf(type).overflow()) <= want.bound &&
                   std::signbit(want.value) == std::signbit(actual);
    return isClose ? "" : "wrong class";
  }
  if (std::fabs(actual - want.value) > want.bound)
    return "off by " + toString(std::fabs(actual - want.value)) + ", bound " +
           toString(want.bound);
  if (want.signOfZero && actual == 0 && want.value == 0 &&
      std::signbit(actual) != std::signbit(want.value))
    return "wrong sign of zero";
  return "";
}

void amp::test::expectNear(
    const Tensor &actual, const std::function<Expected(int64_t)> &expected,
    const std::string &what,
    const std::function<std::string(int64_t)> &describe) {
  int64_t failures = 0;
  std::string report;
  for (int64_t i = 0, e = actual.numElements(); i < e; ++i) {
    Expected want = expected(i);
    Real value = decode(actual, i);
    std::string reason = judge(actual.type, value, want);
    if (reason.empty())
      continue;
    if (++failures <= 8)
      report += "\n  element " + std::to_string(i) +
                (describe ? " (" + describe(i) + ")" : "") + ": expected " +
                toString(want.value) + ", found " + toString(value) + ": " +
                reason;
  }
  EXPECT_EQ(failures, 0) << what << ": " << failures << " of "
                         << actual.numElements() << " elements of "
                         << mlirName(actual.type).str() << report;
}

void amp::test::expectExact(
    const Tensor &actual, const std::function<Real(int64_t)> &expected,
    const std::string &what,
    const std::function<std::string(int64_t)> &describe) {
  expectNear(
      actual, [&](int64_t i) { return Expected{expected(i), 0, true}; }, what,
      describe);
}

void amp::test::expectSameBytes(const Tensor &actual, const Tensor &expected,
                                const std::string &what) {
  EXPECT_EQ(shapeToString(actual.shape), shapeToString(expected.shape)) << what;
  EXPECT_TRUE(actual.bytes() == expected.bytes()) << what << ": bytes differ";
}

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

std::string Val::typeText() const {
  std::string text = "tensor<";
  for (int64_t size : shape)
    text += std::to_string(size) + "x";
  return text + mlirName(type).str() + ">";
}

static std::string join(ArrayRef<Val> values, bool types) {
  std::string text;
  for (const Val &value : values)
    text +=
        (text.empty() ? "" : ", ") + (types ? value.typeText() : value.name);
  return text;
}

Val Graph::input(const Tensor &tensor) {
  Val value{"%x" + std::to_string(arguments.size()), tensor.type, tensor.shape};
  arguments.push_back(value);
  tensors.push_back(tensor);
  return value;
}

Val Graph::op(const std::string &mnemonic, ArrayRef<Val> operands,
              ElementType type, Shape shape, const std::string &attributes) {
  Val result{fresh(), type, shape};
  line(result.name + " = amp." + mnemonic + " " + join(operands, false) +
       (attributes.empty() ? "" : " {" + attributes + "}") + " : (" +
       join(operands, true) + ") -> " + result.typeText());
  return result;
}

Val Graph::same(const std::string &mnemonic, ArrayRef<Val> operands,
                const std::string &attributes) {
  return op(mnemonic, operands, operands[0].type, operands[0].shape,
            attributes);
}

Val Graph::cast(const Val &value, ElementType type) {
  Val result{fresh(), type, value.shape};
  line(result.name + " = amp.cast " + value.name + " : " + value.typeText() +
       " to " + result.typeText());
  return result;
}

Val Graph::compare(const std::string &predicate, const Val &a, const Val &b) {
  return op("compare " + predicate + ",", {a, b}, ElementType::I1,
            broadcast(a.shape, b.shape));
}

Val Graph::scalar(ElementType type, const std::string &literal) {
  Val result{fresh(), type, {}};
  line(result.name + " = amp.constant dense<" + literal +
       "> : " + result.typeText());
  return result;
}

Val Graph::read(const std::string &variable, ElementType type, Shape shape) {
  Val result{fresh(), type, shape};
  line(result.name + " = amp.read @" + variable + " : " + result.typeText());
  return result;
}

void Graph::assign(const std::string &variable, const Val &value) {
  line("amp.assign @" + variable + ", " + value.name + " : " +
       value.typeText());
}

std::vector<Val> Graph::backward(const Val &loss, ArrayRef<Val> wrt) {
  std::vector<Val> all = {loss};
  all.insert(all.end(), wrt.begin(), wrt.end());
  std::string name = fresh();
  line(name + ":" + std::to_string(wrt.size()) + " = amp.backward " +
       loss.name + " wrt(" + join(wrt, false) + ") : (" + join(all, true) +
       ") -> (" + join(wrt, true) + ")");
  std::vector<Val> gradients(wrt.begin(), wrt.end());
  for (size_t i = 0; i < gradients.size(); ++i)
    gradients[i].name = name + "#" + std::to_string(i);
  return gradients;
}

size_t Graph::output(const Val &value) {
  outputs.push_back(value);
  return outputs.size() - 1;
}

std::string Graph::text() const {
  std::string text = prelude + "func.func @f(";
  for (size_t i = 0; i < arguments.size(); ++i)
    text += (i ? ", " : "") + arguments[i].name + ": " +
            arguments[i].typeText() + " {amp.name = \"x" + std::to_string(i) +
            "\"}";
  text += ") -> (";
  for (size_t i = 0; i < outputs.size(); ++i)
    text += (i ? ", " : "") + outputs[i].typeText() + " {amp.name = \"y" +
            std::to_string(i) + "\"}";
  text += ") {\n" + body + "  return " + join(outputs, false);
  if (!outputs.empty())
    text += " : " + join(outputs, true);
  return text + "\n}\n";
}

Shape amp::test::broadcast(ArrayRef<int64_t> a, ArrayRef<int64_t> b) {
  if (a.size() < b.size())
    std::swap(a, b);
  Shape result(a.begin(), a.end());
  for (size_t i = 0; i < b.size(); ++i) {
    int64_t &size = result[a.size() - b.size() + i];
    size = size == 1 ? b[i] : size;
  }
  return result;
}

int64_t amp::test::broadcastIndex(int64_t index, ArrayRef<int64_t> result,
                                  ArrayRef<int64_t> shape) {
  int64_t place = 0, stride = 1;
  for (size_t i = 0; i < shape.size(); ++i) {
    int64_t size = result[result.size() - 1 - i];
    int64_t own = shape[shape.size() - 1 - i];
    if (own != 1)
      place += index % size * stride;
    stride *= own;
    index /= size;
  }
  return place;
}

std::string amp::test::i64Array(ArrayRef<int64_t> values) {
  std::string text;
  for (int64_t value : values)
    text += (text.empty() ? ": " : ", ") + std::to_string(value);
  return "array<i64" + text + ">";
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

/// True if the call worked; else a failure of the test.
static bool worked(amprt_status *status) {
  if (!status)
    return true;
  ADD_FAILURE() << amprt_status_message(status) << " ("
                << amprt_status_file(status) << ":" << amprt_status_line(status)
                << ")";
  amprt_status_free(status);
  return false;
}

namespace {
struct BufferDeleter {
  void operator()(amprt_buffer *buffer) const { amprt_buffer_destroy(buffer); }
};
using Buffer = std::unique_ptr<amprt_buffer, BufferDeleter>;
struct DeviceDeleter {
  void operator()(amprt_device *device) const { amprt_device_destroy(device); }
};
using Device = std::unique_ptr<amprt_device, DeviceDeleter>;
} // namespace

struct Program::Impl {
  std::unique_ptr<mlir::amp::LoadedExecutable> compiled;
  const mlir::amp::ProgramFunction &getFunction() const {
    return compiled->get().functions.front();
  }
  amprt_device *device = nullptr;
  Buffer arena;
  std::vector<Buffer> arguments;
  size_t numOutputs = 0;

  const mlir::amp::ProgramArgument &info(size_t i) const {
    return getFunction().arguments[i];
  }
  /// Where a value is: an argument and an offset in it.
  struct Place {
    amprt_buffer *buffer = nullptr;
    uint64_t offset = 0;
    ElementType type = ElementType::F32;
    llvm::SmallVector<int64_t> shape;
  };
  Place find(mlir::amp::ProgramArgument::Kind kind,
             const std::string &name) const {
    for (size_t i = 0; i < arguments.size(); ++i)
      if (info(i).kind == kind && info(i).name == name)
        return {arguments[i].get(), 0, info(i).type, info(i).shape};
    return {};
  }
  Place findVariable(const std::string &name) const {
    using Kind = mlir::amp::ProgramArgument::Kind;
    for (const mlir::amp::ProgramVariable &variable : compiled->get().variables)
      if (variable.name == name && !variable.flatBuffer.empty()) {
        Place flatBuffer = find(Kind::FlatBuffer, variable.flatBuffer);
        return {flatBuffer.buffer, variable.flatBufferOffset, variable.type,
                variable.shape};
      }
    return find(Kind::Variable, name);
  }
  static void write(const Place &place, const Tensor &tensor) {
    ASSERT_NE(place.buffer, nullptr);
    ASSERT_EQ(mlirName(tensor.type).str(), mlirName(place.type).str());
    ASSERT_EQ(llvm::ArrayRef<int64_t>(tensor.shape),
              llvm::ArrayRef<int64_t>(place.shape));
    if (!tensor.bytes().empty())
      worked(amprt_buffer_write(place.buffer, place.offset,
                                tensor.bytes().data(), tensor.bytes().size()));
  }
  /// Writes a variable, and the copies that always hold its value.
  void writeVariable(const std::string &name, const Tensor &value) const {
    write(findVariable(name), value);
    for (const mlir::amp::ProgramVariable &copy : compiled->get().variables)
      if (copy.copyOf == name)
        if (Place place = findVariable(copy.name); place.buffer)
          write(place, encode(copy.type, copy.shape, decode(value)));
  }
  static Tensor read(const Place &place) {
    if (!place.buffer) {
      ADD_FAILURE() << "no such argument of the program";
      return Tensor();
    }
    Tensor tensor = llvm::cantFail(Tensor::allocate(place.type, place.shape));
    if (!tensor.bytes().empty())
      worked(amprt_buffer_read(place.buffer, place.offset,
                               tensor.mutableBytes().data(),
                               tensor.bytes().size()));
    return tensor;
  }
};

Program::Program() : impl(std::make_unique<Impl>()) {}
Program::~Program() = default;

std::vector<Tensor> Program::run(const std::vector<Tensor> &inputs) {
  using Kind = mlir::amp::ProgramArgument::Kind;
  for (size_t i = 0; i < inputs.size(); ++i)
    impl->write(impl->find(Kind::Input, "x" + std::to_string(i)), inputs[i]);
  std::vector<amprt_buffer *> buffers;
  for (const Buffer &buffer : impl->arguments)
    buffers.push_back(buffer.get());
  if (!worked(amprt_program_run(impl->compiled->getProgram(0),
                                impl->arena.get(), buffers.data(),
                                buffers.size())) ||
      !worked(amprt_device_synchronize(impl->device)))
    return {};
  std::vector<Tensor> outputs;
  for (size_t i = 0; i < impl->numOutputs; ++i)
    outputs.push_back(
        impl->read(impl->find(Kind::Output, "y" + std::to_string(i))));
  return outputs;
}

Tensor Program::variable(const std::string &name) {
  return impl->read(impl->findVariable(name));
}

void Program::setVariable(const std::string &name, const Tensor &value) {
  impl->writeVariable(name, value);
}

State amp::test::readState(Program &program, ArrayRef<std::string> names) {
  State state;
  for (const std::string &name : names)
    state[name] = program.variable(name);
  return state;
}

void amp::test::expectState(Program &program, const State &state) {
  for (const auto &[name, value] : state)
    expectSameBytes(program.variable(name), value, name);
}

struct TargetTest::Impl {
  mlir::MLIRContext context;
  std::vector<Device> devices;
  std::string diagnostics;
};

TargetTest::TargetTest() : impl(std::make_unique<Impl>()) {}
TargetTest::~TargetTest() = default;

void TargetTest::SetUp() {
  if (GetParam() == "cuda")
    if (const char *reason = amprt_cuda_unavailable_reason())
      GTEST_SKIP() << reason;
  mlir::DialectRegistry registry;
  mlir::amp::registerCompilerDialects(registry);
  impl->context.appendDialectRegistry(registry);
  impl->context.loadAllAvailableDialects();
  impl->context.getDiagEngine().registerHandler(
      [this](mlir::Diagnostic &diagnostic) {
        llvm::raw_string_ostream stream(impl->diagnostics);
        stream << diagnostic.getLocation() << ": " << diagnostic << "\n";
      });
  ASSERT_NE(openDevice(0), nullptr);
}

amprt_device *TargetTest::openDevice(unsigned threads) {
  amprt_device_options options = {threads, 0};
  amprt_device *device = nullptr;
  if (!worked(amprt_device_create(GetParam().c_str(), &options, &device)))
    return nullptr;
  impl->devices.emplace_back(device);
  return device;
}

std::unique_ptr<Program> TargetTest::compile(const Graph &graph,
                                             amprt_device *device,
                                             const std::string &cpu) {
  if (!device)
    device = impl->devices.front().get();
  std::string text = graph.text();
  impl->diagnostics.clear();
  auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &impl->context);
  auto fail = [&](const std::string &reason) {
    ADD_FAILURE() << reason << "\n" << impl->diagnostics << text;
    return nullptr;
  };
  if (!module)
    return fail("the graph does not parse");
  mlir::amp::TrainingOptions options;
  options.cpu = cpu;
  auto compiled = mlir::amp::compileAndLoad(
      *module, options, mlir::amp::getSpecialization(options), device);
  if (!compiled)
    return fail(llvm::toString(compiled.takeError()));

  std::unique_ptr<Program> program(new Program());
  Program::Impl &state = *program->impl;
  state.compiled = std::move(*compiled);
  state.device = device;
  state.numOutputs = graph.numOutputs();
  auto allocate = [&](uint64_t bytes) {
    amprt_buffer *buffer = nullptr;
    worked(amprt_buffer_create(device, bytes, &buffer));
    return Buffer(buffer);
  };
  state.arena = allocate(state.getFunction().arenaBytes);
  for (const auto &argument : state.getFunction().arguments)
    state.arguments.push_back(allocate(
        llvm::cantFail(checkedByteSize(argument.type, argument.shape))));
  // Only constant and dense first values are used here.
  for (const auto &variable : state.compiled->get().variables) {
    if (!state.findVariable(variable.name).buffer || !variable.copyOf.empty())
      continue; // nothing that the program touches, or written with another
    const auto *spec = std::get_if<InitializerSpec>(&variable.initializer);
    state.writeVariable(variable.name,
                        spec ? llvm::cantFail(initialize(*spec, variable.type,
                                                         variable.shape, 0))
                             : std::get<Tensor>(variable.initializer));
  }
  return program;
}

std::vector<Tensor> TargetTest::run(const Graph &graph, amprt_device *device) {
  std::unique_ptr<Program> program = compile(graph, device);
  return program ? program->run(graph.inputs()) : std::vector<Tensor>();
}
