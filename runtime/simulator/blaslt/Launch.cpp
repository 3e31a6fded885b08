//===- Launch.cpp - A product on the simulated device ---------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Launch.h"

#include "Operand.h"
#include "Product.h"

#include <algorithm>
#include <cstring>

using namespace amp::rt::cuda;
using namespace amp::rt::simulator;

namespace {

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

template <typename T>
T readAs(const unsigned char *place) {
  T value;
  std::memcpy(&value, place, sizeof(value));
  return value;
}

template <typename T>
void writeAs(unsigned char *place, T value) {
  std::memcpy(place, &value, sizeof(value));
}

/// An element as a number of the arithmetic that it takes part in: f64 alone
/// for double, integers alone for uint32_t.
template <typename Number>
Number load(cudaDataType_t type, const unsigned char *place) {
  if constexpr (std::is_same_v<Number, double>)
    return readAs<double>(place);
  else if constexpr (std::is_same_v<Number, uint32_t>)
    return type == kCUDA_R_32I ? readAs<uint32_t>(place)
                               : static_cast<uint32_t>(readAs<int8_t>(place));
  else
    switch (type) {
    case kCUDA_R_32F:
      return readAs<float>(place);
    case kCUDA_R_16F:
      return valueOfF16(readAs<uint16_t>(place));
    case kCUDA_R_16BF:
      return valueOfBF16(readAs<uint16_t>(place));
    default: // kCUDA_R_8I
      return readAs<int8_t>(place);
    }
}

template <typename Number>
void store(cudaDataType_t type, unsigned char *place, Number value) {
  if constexpr (std::is_same_v<Number, double> ||
                std::is_same_v<Number, uint32_t>)
    writeAs(place, value);
  else
    switch (type) {
    case kCUDA_R_32F:
      writeAs(place, value);
      return;
    case kCUDA_R_16F:
      writeAs(place, bitsOfF16(value));
      return;
    case kCUDA_R_16BF:
      writeAs(place, bitsOfBF16(value));
      return;
    default: // kCUDA_R_8I
      writeAs(place, toS8(value));
    }
}

/// The value as it comes back from memory of a type.
template <typename Number>
Number roundTo(cudaDataType_t type, Number value) {
  unsigned char bytes[8];
  store(type, bytes, value);
  return load<Number>(type, bytes);
}

float roundInput(InputRounding rounding, float value) {
  switch (rounding) {
  case InputRounding::None:
    return value;
  case InputRounding::F16:
    return roundToF16(value);
  case InputRounding::BF16:
    return roundToBF16(value);
  case InputRounding::TF32:
    return roundToTF32(value);
  }
  return value;
}

/// Packs op(A) or op(B) transposed. `linesAreK`: a line holds all rows of one
/// index k, rather than all indices of one row.
template <typename Number, uint64_t Width>
void pack(const MappedOperand &operand, uint64_t matrix, cudaDataType_t type,
          InputRounding rounding, bool linesAreK, const SummationOrder &order,
          Panels<Number, Width> &panels) {
  const uint32_t bytes = operand.get().elementBytes;
  for (uint64_t line = 0; line < operand.get().lines; ++line) {
    const unsigned char *place = operand.getLine(line, matrix);
    for (uint64_t i = 0; i < operand.get().length; ++i, place += bytes) {
      Number value = load<Number>(type, place);
      if constexpr (std::is_same_v<Number, float>)
        value = roundInput(rounding, value);
      panels.at(linesAreK ? i : line, order.position[linesAreK ? line : i]) =
          value;
    }
  }
}

//===----------------------------------------------------------------------===//
// Activations
//===----------------------------------------------------------------------===//

// GELU by the hyperbolic tangent, which is how the library computes it:
// x/2 (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))). Computed in f64 and rounded
// once, where a device has an approximation.
constexpr double kRootOf2ByPi = 0.79788456080286535588;
constexpr double kCubic = 0.044715;

double gelu(double x) {
  return 0.5 * x * (1 + std::tanh(kRootOf2ByPi * (x + kCubic * x * x * x)));
}

double geluDerivative(double x) {
  const double tangent = std::tanh(kRootOf2ByPi * (x + kCubic * x * x * x));
  return 0.5 * (1 + tangent) + 0.5 * x * (1 - tangent * tangent) *
                                   kRootOf2ByPi * (1 + 3 * kCubic * x * x);
}

//===----------------------------------------------------------------------===//
// The product
//===----------------------------------------------------------------------===//

/// Everything that is in memory.
struct Mapped {
  MappedOperand a, b, c, d, bias, aux;
  bool readsC = false;
};

/// `Sum` is the arithmetic of the products, `Scale` that of alpha, beta, C and
/// the epilogue.
template <typename Sum, typename Scale>
class Product {
public:
  Product(const Launch &launch, const Mapped &mapped, const void *alpha,
          const void *beta)
      : launch(launch), problem(launch.problem), mapped(mapped),
        order(orderOf(launch.algorithm, problem.k)),
        alpha(load<Wide>(problem.desc.scaleType,
                         static_cast<const unsigned char *>(alpha))),
        beta(load<Wide>(problem.desc.scaleType,
                        static_cast<const unsigned char *>(beta))) {}

  void run() {
    Panels<Number, kPanelA> a(problem.m, problem.k);
    Panels<Number, kPanelB> b(problem.n, problem.k);
    const bool columnsA = problem.a.order == int32_t(kCUBLASLT_ORDER_COL);
    const bool columnsB = problem.b.order == int32_t(kCUBLASLT_ORDER_COL);
    const bool plainA = problem.desc.opA == int32_t(kCUBLAS_OP_N);
    const bool plainB = problem.desc.opB == int32_t(kCUBLAS_OP_N);
    for (uint64_t matrix = 0; matrix < problem.batch; ++matrix) {
      // A stride of 0 gives every product the same operand.
      if (matrix == 0 || mapped.a.get().stride != 0)
        pack(mapped.a, matrix, problem.a.type, problem.rounding,
             plainA == columnsA, order, a);
      if (matrix == 0 || mapped.b.get().stride != 0)
        pack(mapped.b, matrix, problem.b.type, problem.rounding,
             plainB != columnsB, order, b);
      sumParts(a, b, problem.m, problem.n);
      finish(matrix);
      if (problem.desc.epilogue == kCUBLASLT_EPILOGUE_BGRADA) {
        sumParts(a, ones<kPanelB>(), problem.m, 1);
        storeInputGradient(matrix, problem.m);
      } else if (problem.desc.epilogue == kCUBLASLT_EPILOGUE_BGRADB) {
        sumParts(ones<kPanelA>(), b, 1, problem.n);
        storeInputGradient(matrix, problem.n);
      }
    }
  }

private:
  using Number = typename Sum::Number;
  using Wide = typename Scale::Number;

  /// What A or B is multiplied by to sum it over k. So the sum is that of the
  /// inputs as the product has them, rounded where a FAST type says so.
  template <uint64_t Width>
  Panels<Number, Width> ones() const {
    Panels<Number, Width> result(1, problem.k);
    for (uint64_t i = 0; i < problem.k; ++i)
      result.at(0, i) = Number(1);
    return result;
  }

  void sumParts(const Panels<Number, kPanelA> &a,
                const Panels<Number, kPanelB> &b, uint64_t m, uint64_t n) {
    parts.resize(order.parts.size());
    uint64_t first = 0;
    for (size_t i = 0; i < parts.size(); ++i) {
      sumProducts<Sum>(a, b, m, n, first, order.parts[i], parts[i]);
      if (!order.parts[i].blockEnds.empty())
        first = order.parts[i].blockEnds.back();
    }
  }

  static Wide toScale(Number value) {
    if constexpr (std::is_same_v<Number, uint32_t> &&
                  std::is_same_v<Wide, float>)
      return static_cast<float>(static_cast<int32_t>(value));
    else
      return value;
  }

  /// Of a sum that is complete.
  Wide scale(Number sum, const unsigned char *c) const {
    Wide value = Scale::multiply(alpha, toScale(sum));
    if (mapped.readsC)
      value = Scale::add(value,
                         Scale::multiply(beta, load<Wide>(problem.c.type, c)));
    return value;
  }

  /// alpha times the sum over all of k, plus beta C, by the algorithm's scheme.
  Wide reduce(uint64_t index, const unsigned char *c) const {
    const cudaDataType_t output = problem.d.type;
    switch (launch.algorithm.scheme) {
    case kCUBLASLT_REDUCTION_SCHEME_INPLACE: {
      // D holds what was summed so far, in its type.
      Wide value = scale(parts[0][index], c);
      for (size_t i = 1; i < parts.size(); ++i)
        value = Scale::add(roundTo(output, value),
                           Scale::multiply(alpha, toScale(parts[i][index])));
      return value;
    }
    case kCUBLASLT_REDUCTION_SCHEME_OUTPUT_TYPE: {
      Number sum = Number(0);
      for (const std::vector<Number> &part : parts)
        sum = Sum::add(sum, roundTo(output, part[index]));
      return scale(sum, c);
    }
    default: {
      Number sum = parts[0][index];
      for (size_t i = 1; i < parts.size(); ++i)
        sum = Sum::add(sum, parts[i][index]);
      return scale(sum, c);
    }
    }
  }

  /// The address of an element of C or D.
  static unsigned char *place(const MappedOperand &operand, bool byColumns,
                              uint64_t row, uint64_t col, uint64_t matrix) {
    return operand.getLine(byColumns ? col : row, matrix) +
           (byColumns ? row : col) * operand.get().elementBytes;
  }

  Wide activate(Wide value, uint64_t row, uint64_t col, uint64_t matrix) const {
    const auto rounded = [](double exact) {
      // f16 is held in f32; the wider types are rounded by the conversion.
      if constexpr (std::is_same_v<Scale, ArithmeticF16>)
        return roundToF16(static_cast<float>(exact));
      else
        return static_cast<Wide>(exact);
    };
    if (problem.isReLU()) {
      unsigned char *mask = problem.readsAux() || problem.writesAux()
                                ? mapped.aux.getLine(col, matrix) + row / 8
                                : nullptr;
      const unsigned char bit = static_cast<unsigned char>(1u << row % 8);
      if (problem.readsAux())
        return *mask & bit ? value : Wide(0);
      // A NaN becomes 0, as in the library's max(x, 0).
      const bool keeps = value > Wide(0);
      if (problem.writesAux())
        *mask = static_cast<unsigned char>((row % 8 ? *mask : 0) |
                                           (keeps ? bit : 0));
      return keeps ? value : Wide(0);
    }
    if (problem.isGELU()) {
      unsigned char *input =
          problem.readsAux() || problem.writesAux()
              ? mapped.aux.getLine(col, matrix) + row * bytesOf(problem.d.type)
              : nullptr;
      if (problem.readsAux())
        return Scale::multiply(value,
                               rounded(geluDerivative(static_cast<double>(
                                   load<Wide>(problem.d.type, input)))));
      if (problem.writesAux())
        store(problem.d.type, input, value);
      return rounded(gelu(static_cast<double>(value)));
    }
    return value;
  }

  void finish(uint64_t matrix) {
    const bool byColumns = problem.d.order == int32_t(kCUBLASLT_ORDER_COL);
    const bool sumsOutput =
        problem.givesGradient() && (problem.isReLU() || problem.isGELU());
    std::vector<Wide> gradient(sumsOutput ? problem.m : 0);
    const uint32_t biasBytes =
        problem.usesBias() ? bytesOf(*problem.types->bias) : 0;
    for (uint64_t col = 0; col < problem.n; ++col)
      for (uint64_t row = 0; row < problem.m; ++row) {
        Wide value =
            reduce(row + col * problem.m,
                   mapped.readsC ? place(mapped.c, byColumns, row, col, matrix)
                                 : nullptr);
        if (problem.addsBias())
          value = Scale::add(value, load<Wide>(*problem.types->bias,
                                               mapped.bias.getLine(0, matrix) +
                                                   row * biasBytes));
        value = activate(value, row, col, matrix);
        if (sumsOutput)
          gradient[row] = Scale::add(gradient[row], value);
        store(problem.d.type, place(mapped.d, byColumns, row, col, matrix),
              value);
      }
    for (uint64_t row = 0; row < gradient.size(); ++row)
      store(*problem.types->bias,
            mapped.bias.getLine(0, matrix) + row * biasBytes, gradient[row]);
  }

  /// Stores the sums over k of A or B, which `parts` hold.
  void storeInputGradient(uint64_t matrix, uint64_t length) {
    const uint32_t biasBytes = bytesOf(*problem.types->bias);
    for (uint64_t i = 0; i < length; ++i) {
      Number sum = parts[0][i];
      for (size_t part = 1; part < parts.size(); ++part)
        sum = Sum::add(sum, parts[part][i]);
      store(*problem.types->bias,
            mapped.bias.getLine(0, matrix) + i * biasBytes, toScale(sum));
    }
  }

  const Launch &launch;
  const Problem &problem;
  const Mapped &mapped;
  SummationOrder order;
  Wide alpha, beta;
  std::vector<std::vector<Number>> parts;
};

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// What one operand touches.
struct Touched {
  std::string name;
  std::vector<Access> accesses;
};

/// Whether a device could run into what it writes itself.
Fault checkOverlaps(const std::string &work, std::vector<Touched> &all) {
  struct Range {
    Access access;
    const Touched *operand;
  };
  std::vector<Range> ranges;
  for (const Touched &operand : all)
    for (const Access &access : operand.accesses)
      ranges.push_back({access, &operand});
  std::sort(ranges.begin(), ranges.end(), [](const Range &x, const Range &y) {
    return x.access.address < y.access.address;
  });
  // Of the ranges so far, those that reach farthest: of all and of writes.
  const Range *farthest = nullptr, *farthestWrite = nullptr;
  for (const Range &range : ranges) {
    const Range *other = range.access.isWrite ? farthest : farthestWrite;
    // C in place lies under D; what else overlaps C then overlaps D.
    if (other &&
        other->access.address + other->access.bytes > range.access.address &&
        other->operand != range.operand)
      return {kCUDA_ERROR_LAUNCH_FAILED,
              work + ": " + range.operand->name + " overlaps " +
                  other->operand->name + ", and one of them is written"};
    auto reaches = [](const Range *x) {
      return x ? x->access.address + x->access.bytes : 0;
    };
    if (reaches(&range) > reaches(farthest))
      farthest = &range;
    if (range.access.isWrite && reaches(&range) > reaches(farthestWrite))
      farthestWrite = &range;
  }
  return {};
}

/// Finds the operands of a launch one after the other, until one fails. What a
/// device would report, an address that is none, comes before what it would
/// not.
class Mapper {
public:
  Mapper(const Launch &launch, Memory &memory)
      : work(launch.problem.describe()), memory(memory) {}

  void map(const Operand &operand, bool isWrite, MappedOperand &mapped) {
    if (fault)
      return;
    Touched touched;
    touched.name = operand.name;
    fault = mapped.map(operand, isWrite, work, memory, touched.accesses);
    all.push_back(std::move(touched));
    if (!isWrite)
      inputs.push_back(&mapped);
  }

  void checkInputs() {
    for (const MappedOperand *input : inputs)
      if (!fault)
        fault = input->checkWritten(work, memory);
  }

  const std::string work;
  Fault fault;
  std::vector<Touched> all;

private:
  Memory &memory;
  std::vector<const MappedOperand *> inputs;
};

/// Whether a number of the scale type is 0.
bool isZero(cudaDataType_t scale, const void *number) {
  const auto *bytes = static_cast<const unsigned char *>(number);
  if (scale == kCUDA_R_64F)
    return load<double>(scale, bytes) == 0;
  if (scale == kCUDA_R_32I)
    return load<uint32_t>(scale, bytes) == 0;
  return load<float>(scale, bytes) == 0;
}

/// Bytes of a workspace that are overwritten although the algorithm needs less.
/// Not all of it: programs keep one of many MiB for all their products.
constexpr uint64_t kSpoiledBytes = uint64_t(64) << 10;

void spoil(const Launch &launch, Memory &memory) {
  Allocation &allocation = *memory.find(launch.workspace);
  const uint64_t offset = launch.workspace - allocation.address;
  const uint64_t bytes =
      std::min(launch.workspaceBytes,
               std::max(launch.algorithm.workspace, kSpoiledBytes));
  std::memset(allocation.data.get() + offset, 0xff, bytes);
  setWritten(allocation, offset, bytes, false);
}

} // namespace

Fault amp::rt::simulator::runLaunch(const Launch &launch, Memory &memory,
                                    std::vector<Access> &accesses,
                                    Counters &counters) {
  const Problem &problem = launch.problem;
  const DescValue &desc = problem.desc;
  Mapper mapper(launch, memory);
  Mapped mapped;

  const void *alpha = launch.alpha, *beta = launch.beta;
  MappedOperand scales[2];
  if (launch.readsScalesOnDevice()) {
    auto address = [](const unsigned char (&bytes)[8]) {
      return readAs<uint64_t>(bytes);
    };
    mapper.map(Operand::vector("alpha", address(launch.alpha), desc.scaleType,
                               1, 1, 0),
               false, scales[0]);
    mapper.map(
        Operand::vector("beta", address(launch.beta), desc.scaleType, 1, 1, 0),
        false, scales[1]);
    mapper.checkInputs();
    if (mapper.fault)
      return mapper.fault;
    alpha = scales[0].getLine(0, 0);
    beta = scales[1].getLine(0, 0);
  }

  mapper.map(Operand::matrix("A", launch.a, problem.a), false, mapped.a);
  mapper.map(Operand::matrix("B", launch.b, problem.b), false, mapped.b);
  mapped.readsC = !isZero(desc.scaleType, beta);
  if (mapped.readsC)
    mapper.map(Operand::matrix("C", launch.c, problem.c), false, mapped.c);
  const size_t indexOfD = mapper.all.size();
  mapper.map(Operand::matrix("D", launch.d, problem.d), true, mapped.d);
  if (problem.usesBias())
    mapper.map(Operand::vector(
                   problem.addsBias() ? "the bias" : "the bias gradient",
                   reinterpret_cast<uintptr_t>(desc.bias), *problem.types->bias,
                   problem.biasLength(), problem.batch, desc.biasStride),
               problem.givesGradient(), mapped.bias);
  if (problem.readsAux() || problem.writesAux()) {
    // Eight bits of a mask are one element.
    const bool isMask = problem.isReLU();
    Operand aux;
    aux.name = "the auxiliary matrix";
    aux.address = reinterpret_cast<uintptr_t>(desc.aux);
    aux.elementBytes = isMask ? 1 : bytesOf(problem.d.type);
    aux.length = isMask ? (problem.m + 7) / 8 : problem.m;
    aux.lines = problem.n;
    aux.ld = isMask ? desc.auxLd / 8 : desc.auxLd;
    aux.batch = problem.batch;
    aux.stride = problem.batch == 1 ? 0
                 : isMask           ? desc.auxStride / 8
                                    : desc.auxStride;
    mapper.map(aux, problem.writesAux(), mapped.aux);
  }
  if (launch.workspaceBytes) {
    Operand operand;
    operand.name = "the workspace";
    operand.address = launch.workspace;
    operand.elementBytes = 1;
    operand.length = launch.workspaceBytes;
    MappedOperand ignored;
    mapper.map(operand, true, ignored);
  }
  const Touched *workspace =
      launch.workspaceBytes && !mapper.fault ? &mapper.all.back() : nullptr;
  mapper.checkInputs();
  if (mapper.fault)
    return mapper.fault;

  // The call has made sure that C in place is laid out as D.
  std::vector<Touched> distinct = mapper.all;
  if (mapped.readsC && launch.c == launch.d)
    distinct.erase(distinct.begin() + static_cast<ptrdiff_t>(indexOfD) - 1);
  if (Fault fault = checkOverlaps(mapper.work, distinct))
    return fault;

  switch (problem.types->accumulator) {
  case Accumulator::F16:
    Product<ArithmeticF16, ArithmeticF16>(launch, mapped, alpha, beta).run();
    break;
  case Accumulator::F32:
    Product<ArithmeticF32, ArithmeticF32>(launch, mapped, alpha, beta).run();
    break;
  case Accumulator::F64:
    Product<ArithmeticF64, ArithmeticF64>(launch, mapped, alpha, beta).run();
    break;
  case Accumulator::I32:
    if (desc.scaleType == kCUDA_R_32I)
      Product<ArithmeticI32, ArithmeticI32>(launch, mapped, alpha, beta).run();
    else
      Product<ArithmeticI32, ArithmeticF32>(launch, mapped, alpha, beta).run();
    break;
  }

  mapped.d.markWritten();
  if (problem.givesGradient())
    mapped.bias.markWritten();
  if (problem.writesAux())
    mapped.aux.markWritten();
  if (launch.workspaceBytes)
    spoil(launch, memory);
  // What an algorithm keeps in its workspace is its own affair: it is no part
  // of what the product reads and writes, and so not counted.
  for (const Touched &operand : mapper.all)
    for (const Access &access : operand.accesses) {
      accesses.push_back(access);
      if (&operand == workspace)
        continue;
      (access.isWrite ? counters.bytesStored : counters.bytesLoaded) +=
          access.bytes;
    }
  return {};
}
