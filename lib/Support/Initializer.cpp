//===- Initializer.cpp - Initial values and random data -------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Support/Initializer.h"

#include "amp/Support/Float16.h"
#include "amp/Support/Number.h"
#include "amp/Support/Random.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

using namespace llvm;
using namespace amp;

using Kind = InitializerSpec::Kind;

/// Rounds `values` to the elements of `tensor` from number `first`.
static void storeFloats(Tensor &tensor, int64_t first,
                        ArrayRef<double> values) {
  size_t count = values.size();
  switch (tensor.type) {
  case ElementType::F64:
    std::copy(values.begin(), values.end(),
              tensor.mutableElements<double>().data() + first);
    return;
  case ElementType::F32: {
    float *out = tensor.mutableElements<float>().data() + first;
    for (size_t i = 0; i < count; ++i)
      out[i] = static_cast<float>(values[i]);
    return;
  }
  case ElementType::F16: {
    uint16_t *out = tensor.mutableElements<uint16_t>().data() + first;
    for (size_t i = 0; i < count; ++i)
      out[i] = doubleToHalf(values[i]);
    return;
  }
  case ElementType::BF16: {
    uint16_t *out = tensor.mutableElements<uint16_t>().data() + first;
    for (size_t i = 0; i < count; ++i)
      out[i] = doubleToBfloat(values[i]);
    return;
  }
  default:
    llvm_unreachable("checked by the callers");
  }
}

/// Fills in pieces that stay in the first-level cache.
static void fillFloats(
    Tensor &tensor,
    function_ref<void(uint64_t first, MutableArrayRef<double> values)> fill) {
  double values[1024];
  int64_t count = tensor.numElements();
  for (int64_t first = 0; first < count; first += std::size(values)) {
    MutableArrayRef<double> piece(
        values, std::min<int64_t>(std::size(values), count - first));
    fill(first, piece);
    storeFloats(tensor, first, piece);
  }
}

static void fillUniform(Tensor &tensor, const RandomStream &stream, double low,
                        double high) {
  fillFloats(tensor, [&](uint64_t first, MutableArrayRef<double> values) {
    stream.fillUniform(first, values);
    for (double &value : values)
      value = low + (high - low) * value;
  });
}

static void fillNormal(Tensor &tensor, const RandomStream &stream, double mean,
                       double deviation) {
  fillFloats(tensor, [&](uint64_t first, MutableArrayRef<double> values) {
    stream.fillNormal(first, values);
    for (double &value : values)
      value = mean + deviation * value;
  });
}

static Expected<Tensor> makeConstant(double value, ElementType type,
                                     ArrayRef<int64_t> shape, StringRef what) {
  Expected<Tensor> number = Tensor::allocate(ElementType::F64, {});
  if (!number)
    return number;
  number->mutableElements<double>()[0] = value;
  Expected<Tensor> element = convertTo(*number, type, what);
  if (!element)
    return element;
  if (isFloat(type) && std::isfinite(value)) {
    Expected<Tensor> back = convertTo(*element, ElementType::F64, what);
    if (!back)
      return back;
    if (!std::isfinite(back->elements<double>()[0]))
      return inputError(what + ": " + Twine(std::to_string(value)) +
                        " is too large for " + mlirName(type));
  }
  Expected<Tensor> tensor = Tensor::allocate(type, shape, what);
  if (!tensor)
    return tensor;
  StringRef bytes = element->bytes();
  char *out = tensor->mutableBytes().data();
  for (int64_t i = 0, count = tensor->numElements(); i < count; ++i)
    std::memcpy(out + i * bytes.size(), bytes.data(), bytes.size());
  return tensor;
}

static Expected<Tensor> makeRandomState(ElementType type,
                                        ArrayRef<int64_t> shape, uint64_t seed,
                                        uint64_t stream, StringRef what) {
  if (type != ElementType::I64 || shape != ArrayRef<int64_t>{2})
    return inputError(what + ": expected i64 of shape [2], found " +
                      mlirName(type) + " of shape " + shapeToString(shape));
  Expected<Tensor> tensor = Tensor::zeros(type, shape, what);
  if (!tensor)
    return tensor;
  RandomStream numbers(deriveSeed(seed, RandomDomain::Graph), stream);
  tensor->mutableElements<int64_t>()[0] =
      static_cast<int64_t>(numbers.bits64(0));
  return tensor;
}

//===----------------------------------------------------------------------===//
// Orthogonal matrices
//===----------------------------------------------------------------------===//

/// With several sums, which the compiler may not introduce by itself.
static double dot(const double *x, const double *y, int64_t length) {
  double sums[8] = {};
  int64_t i = 0;
  for (; i + 8 <= length; i += 8)
    for (int64_t lane = 0; lane < 8; ++lane)
      sums[lane] += x[i + lane] * y[i + lane];
  double sum = 0;
  for (; i < length; ++i)
    sum += x[i] * y[i];
  for (double lane : sums)
    sum += lane;
  return sum;
}

/// Makes the rows of `matrix` orthonormal, one after the other: Gram and
/// Schmidt's process, modified, and done twice for each row, which is enough
/// for orthogonality to working precision (Giraud, Langou, Rozloznik, "The loss
/// of orthogonality in the Gram-Schmidt orthogonalization process", 2005). The
/// norms, which are the diagonal of R, are positive. False if a row depends on
/// the rows before it.
static bool orthonormalizeRows(MutableArrayRef<double> matrix, int64_t rows,
                               int64_t length) {
  for (int64_t i = 0; i < rows; ++i) {
    double *row = &matrix[i * length];
    double before = std::sqrt(dot(row, row, length));
    for (unsigned pass = 0; pass < 2; ++pass)
      for (int64_t j = 0; j < i; ++j) {
        const double *other = &matrix[j * length];
        double factor = dot(row, other, length);
        for (int64_t k = 0; k < length; ++k)
          row[k] -= factor * other[k];
      }
    double norm = std::sqrt(dot(row, row, length));
    if (!(norm > before * length * std::numeric_limits<double>::epsilon()))
      return false;
    for (int64_t k = 0; k < length; ++k)
      row[k] /= norm;
  }
  return true;
}

static Error fillOrthogonal(Tensor &tensor, const RandomStream &stream,
                            double gain, StringRef what) {
  int64_t count = tensor.numElements();
  int64_t rows = tensor.shape[0];
  int64_t columns = count / rows;
  // The vectors to make orthogonal: the rows, or the columns if those are
  // fewer.
  bool byColumns = rows > columns;
  int64_t vectors = byColumns ? columns : rows;
  int64_t length = byColumns ? rows : columns;
  Expected<Tensor> normals = Tensor::allocate(ElementType::F64, count, what);
  if (!normals)
    return normals.takeError();
  MutableArrayRef<double> matrix = normals->mutableElements<double>();
  stream.fillNormal(0, matrix);
  Expected<Tensor> transposed =
      Tensor::allocate(ElementType::F64, byColumns ? count : int64_t(0), what);
  if (!transposed)
    return transposed.takeError();
  if (byColumns) {
    MutableArrayRef<double> out = transposed->mutableElements<double>();
    for (int64_t i = 0; i < rows; ++i)
      for (int64_t j = 0; j < columns; ++j)
        out[j * rows + i] = matrix[i * columns + j];
    matrix = out;
  }
  if (!orthonormalizeRows(matrix, vectors, length))
    return inputError(what + ": the random matrix is singular; choose another "
                             "seed");
  fillFloats(tensor, [&](uint64_t first, MutableArrayRef<double> values) {
    for (size_t i = 0; i < values.size(); ++i) {
      int64_t index = first + i;
      if (byColumns)
        index = index % columns * rows + index / columns;
      values[i] = gain * matrix[index];
    }
  });
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Initializers
//===----------------------------------------------------------------------===//

static StringRef nameOf(Kind kind) {
  switch (kind) {
  case Kind::Zeros:
    return "zeros";
  case Kind::Constant:
    return "constant";
  case Kind::Uniform:
    return "uniform";
  case Kind::Normal:
    return "normal";
  case Kind::KaimingUniform:
    return "kaiming_uniform";
  case Kind::KaimingNormal:
    return "kaiming_normal";
  case Kind::XavierUniform:
    return "xavier_uniform";
  case Kind::XavierNormal:
    return "xavier_normal";
  case Kind::Orthogonal:
    return "orthogonal";
  case Kind::Seed:
    return "seed";
  }
  llvm_unreachable("all kinds are named");
}

static Error checkRandom(Kind kind, double a, double b, ElementType type,
                         ArrayRef<int64_t> shape, StringRef what) {
  if (!isFloat(type))
    return inputError(what + ": expected f64, f32, f16 or bf16, found " +
                      mlirName(type));
  if (!std::isfinite(a) || !std::isfinite(b))
    return inputError(what + ": a parameter is not finite");
  if (kind == Kind::Uniform) {
    if (a > b)
      return inputError(what + ": the lower bound " + std::to_string(a) +
                        " is above the upper bound " + std::to_string(b));
    if (!std::isfinite(b - a))
      return inputError(what + ": the bounds are too far apart");
  } else if (kind == Kind::Normal) {
    if (b < 0)
      return inputError(what +
                        ": expected a standard deviation of at least 0, "
                        "found " +
                        std::to_string(b));
  } else if (shape.size() < 2) {
    return inputError(what +
                      ": expected a weight [out, in, ...] of at least 2 "
                      "dimensions, found shape " +
                      shapeToString(shape));
  }
  return Error::success();
}

Expected<Tensor> amp::initialize(const InitializerSpec &spec, ElementType type,
                                 ArrayRef<int64_t> shape, uint64_t seed) {
  std::string what = ("initializer " + nameOf(spec.kind)).str();
  if (spec.kind == Kind::Zeros)
    return Tensor::zeros(type, shape, what);
  if (spec.kind == Kind::Constant)
    return makeConstant(spec.a, type, shape, what);
  if (spec.kind == Kind::Seed)
    return makeRandomState(type, shape, seed, spec.stream, what);
  if (Error error = checkRandom(spec.kind, spec.a, spec.b, type, shape, what))
    return std::move(error);
  Expected<Tensor> tensor = Tensor::allocate(type, shape, what);
  if (!tensor || tensor->numElements() == 0)
    return tensor;

  RandomStream stream(deriveSeed(seed, RandomDomain::Initializer), spec.stream);
  double receptive = 1, fanIn = 1, fanOut = 1;
  if (shape.size() >= 2) {
    for (int64_t size : shape.drop_front(2))
      receptive *= static_cast<double>(size);
    fanIn = static_cast<double>(shape[1]) * receptive;
    fanOut = static_cast<double>(shape[0]) * receptive;
  }
  double kaiming = std::sqrt(2.0 / (1.0 + spec.a * spec.a)) / std::sqrt(fanIn);
  double xavier = spec.a * std::sqrt(2.0 / (fanIn + fanOut));
  double sqrt3 = std::sqrt(3.0);
  switch (spec.kind) {
  case Kind::Zeros:
  case Kind::Constant:
  case Kind::Seed:
    break;
  case Kind::Uniform:
    fillUniform(*tensor, stream, spec.a, spec.b);
    break;
  case Kind::Normal:
    fillNormal(*tensor, stream, spec.a, spec.b);
    break;
  case Kind::KaimingUniform:
    fillUniform(*tensor, stream, -sqrt3 * kaiming, sqrt3 * kaiming);
    break;
  case Kind::KaimingNormal:
    fillNormal(*tensor, stream, 0.0, kaiming);
    break;
  case Kind::XavierUniform:
    fillUniform(*tensor, stream, -sqrt3 * xavier, sqrt3 * xavier);
    break;
  case Kind::XavierNormal:
    fillNormal(*tensor, stream, 0.0, xavier);
    break;
  case Kind::Orthogonal:
    if (Error error = fillOrthogonal(*tensor, stream, spec.a, what))
      return std::move(error);
    break;
  }
  return tensor;
}

//===----------------------------------------------------------------------===//
// Random data
//===----------------------------------------------------------------------===//

/// The largest n such that the type holds every integer from -n (or from 0, for
/// ui8 and i1) to n.
static int64_t largestExactInteger(ElementType type) {
  switch (type) {
  case ElementType::F64:
    return int64_t(1) << 53;
  case ElementType::F32:
    return int64_t(1) << 24;
  case ElementType::F16:
    return 1 << 11;
  case ElementType::BF16:
    return 1 << 8;
  case ElementType::I64:
    return INT64_MAX;
  case ElementType::I32:
    return INT32_MAX;
  case ElementType::I16:
    return INT16_MAX;
  case ElementType::I8:
    return INT8_MAX;
  case ElementType::UI8:
    return UINT8_MAX;
  case ElementType::I1:
    return 1;
  case ElementType::C64:
  case ElementType::C128:
    return 0;
  }
  llvm_unreachable("all types are listed");
}

static Expected<Tensor> generateIntegers(StringRef low, StringRef high,
                                         ElementType type,
                                         ArrayRef<int64_t> shape,
                                         const RandomStream &stream,
                                         StringRef what) {
  int64_t first, end;
  if (low.trim().getAsInteger(10, first) || high.trim().getAsInteger(10, end))
    return inputError(what + ": expected randint:LO,HI with two integers of 64 "
                             "bits");
  if (first >= end)
    return inputError(what + ": expected LO below HI; integers from LO to "
                             "HI - 1 are drawn");
  if (isComplex(type))
    return inputError(what + ": expected a real type, found " + mlirName(type));
  int64_t largest = largestExactInteger(type);
  int64_t smallest = -largest;
  if (type == ElementType::UI8 || type == ElementType::I1)
    smallest = 0;
  else if (isInteger(type))
    smallest = -largest - 1;
  if (first < smallest || end - 1 > largest)
    return inputError(what + ": " + mlirName(type) + " holds the integers " +
                      "from " + Twine(smallest) + " to " + Twine(largest) +
                      " exactly");

  Expected<Tensor> numbers = Tensor::allocate(ElementType::I64, shape, what);
  if (!numbers)
    return numbers;
  uint64_t range = static_cast<uint64_t>(end) - static_cast<uint64_t>(first);
  MutableArrayRef<int64_t> out = numbers->mutableElements<int64_t>();
  for (size_t i = 0; i < out.size(); ++i)
    out[i] = static_cast<int64_t>(static_cast<uint64_t>(first) +
                                  stream.below(i, range));
  return convertTo(*numbers, type, what);
}

Expected<Tensor> amp::generate(StringRef distribution, ElementType type,
                               ArrayRef<int64_t> shape, uint64_t seed,
                               uint64_t streamNumber) {
  std::string what = "distribution " + quote(distribution);
  RandomStream stream(deriveSeed(seed, RandomDomain::Data), streamNumber);
  auto [name, parameters] = distribution.split(':');
  if (distribution == "zeros")
    return Tensor::zeros(type, shape, what);
  if (distribution == "ones")
    return makeConstant(1.0, type, shape, what);
  double a = 0.0, b = 0.0;
  if (name == "constant") {
    if (parseNumber(parameters.trim(), a) != NumberStatus::Ok)
      return inputError(what + ": expected constant:V with a number");
    return makeConstant(a, type, shape, what);
  }
  auto [first, second] = parameters.split(',');
  if (name == "randint")
    return generateIntegers(first, second, type, shape, stream, what);
  if (name != "uniform" && name != "normal")
    return inputError(what + ": unknown; expected zeros, ones, constant:V, "
                             "uniform:LO,HI, normal:MEAN,STD or "
                             "randint:LO,HI");
  bool uniform = name == "uniform";
  if (parseNumber(first.trim(), a) != NumberStatus::Ok ||
      parseNumber(second.trim(), b) != NumberStatus::Ok)
    return inputError(what + ": expected " +
                      (uniform ? "uniform:LO,HI" : "normal:MEAN,STD") +
                      " with two numbers");
  if (isInteger(type))
    return inputError(what + ": " + mlirName(type) +
                      " is an integer type; use randint:LO,HI");
  if (Error error = checkRandom(uniform ? Kind::Uniform : Kind::Normal, a, b,
                                type, shape, what))
    return std::move(error);
  Expected<Tensor> tensor = Tensor::allocate(type, shape, what);
  if (!tensor)
    return tensor;
  if (uniform)
    fillUniform(*tensor, stream, a, b);
  else
    fillNormal(*tensor, stream, a, b);
  return tensor;
}
