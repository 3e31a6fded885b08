//===- Convert.cpp - Conversions between element types --------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Support/Float16.h"
#include "amp/Support/Tensor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <complex>
#include <limits>
#include <type_traits>

using namespace llvm;
using namespace amp;

//===----------------------------------------------------------------------===//
// One format per element type: `load` gives a value that holds the element
// exactly (double, int64_t or complex<double>); `store` rounds, or returns
// false if an integer type cannot hold the value.
//===----------------------------------------------------------------------===//

namespace {

struct F64Format {
  using Element = double;
  static double load(double element) { return element; }
  static bool store(double value, double &element) {
    element = value;
    return true;
  }
  static bool store(int64_t value, double &element) {
    element = static_cast<double>(value);
    return true;
  }
};

struct F32Format {
  using Element = float;
  static double load(float element) { return element; }
  static bool store(double value, float &element) {
    element = static_cast<float>(value);
    return true;
  }
  static bool store(int64_t value, float &element) {
    element = static_cast<float>(value);
    return true;
  }
};

template <float (*widen)(uint16_t), uint16_t (*narrow)(double)>
struct SmallFloatFormat {
  using Element = uint16_t;
  static double load(uint16_t element) { return widen(element); }
  static bool store(double value, uint16_t &element) {
    element = narrow(value);
    return true;
  }
  static bool store(int64_t value, uint16_t &element) {
    element = narrow(int64ToDoubleOdd(value));
    return true;
  }
};
using F16Format = SmallFloatFormat<halfToFloat, doubleToHalf>;
using BF16Format = SmallFloatFormat<bfloatToFloat, doubleToBfloat>;

template <typename T, int64_t lowest = std::numeric_limits<T>::min(),
          int64_t highest = std::numeric_limits<T>::max()>
struct IntegerFormat {
  using Element = T;
  static int64_t load(T element) { return element; }
  static bool store(int64_t value, T &element) {
    if (value < lowest || value > highest)
      return false;
    element = static_cast<T>(value);
    return true;
  }
  static bool store(double value, T &element) {
    // False for NaN too. In this range the cast below is defined.
    if (!(value >= -0x1p63 && value < 0x1p63) || value != std::trunc(value))
      return false;
    return store(static_cast<int64_t>(value), element);
  }
};

template <typename T>
struct ComplexFormat {
  using Element = std::complex<T>;
  static std::complex<double> load(Element element) {
    return {element.real(), element.imag()};
  }
  static bool store(std::complex<double> value, Element &element) {
    element = {static_cast<T>(value.real()), static_cast<T>(value.imag())};
    return true;
  }
  static bool store(double value, Element &element) {
    element = {static_cast<T>(value), T(0)};
    return true;
  }
  static bool store(int64_t value, Element &element) {
    element = {static_cast<T>(value), T(0)};
    return true;
  }
};

} // namespace

/// Calls `function` with the format of `type`.
template <typename Function>
static void visitFormat(ElementType type, Function function) {
  switch (type) {
  case ElementType::F64:
    return function(F64Format());
  case ElementType::F32:
    return function(F32Format());
  case ElementType::F16:
    return function(F16Format());
  case ElementType::BF16:
    return function(BF16Format());
  case ElementType::I64:
    return function(IntegerFormat<int64_t>());
  case ElementType::I32:
    return function(IntegerFormat<int32_t>());
  case ElementType::I16:
    return function(IntegerFormat<int16_t>());
  case ElementType::I8:
    return function(IntegerFormat<int8_t>());
  case ElementType::UI8:
    return function(IntegerFormat<uint8_t>());
  case ElementType::I1:
    return function(IntegerFormat<uint8_t, 0, 1>());
  case ElementType::C64:
    return function(ComplexFormat<float>());
  case ElementType::C128:
    return function(ComplexFormat<double>());
  }
}

static std::string indexToString(int64_t linear, ArrayRef<int64_t> shape) {
  Shape index(shape.size());
  for (size_t i = shape.size(); i-- > 0;) {
    index[i] = linear % shape[i];
    linear /= shape[i];
  }
  return shapeToString(index);
}

static std::string valueToString(double value) {
  std::string text;
  raw_string_ostream(text) << format("%.17g", value);
  return text;
}
static std::string valueToString(int64_t value) {
  return std::to_string(value);
}

static StringRef rangeOf(ElementType type) {
  switch (type) {
  case ElementType::I32:
    return "an integer from -2147483648 to 2147483647";
  case ElementType::I16:
    return "an integer from -32768 to 32767";
  case ElementType::I8:
    return "an integer from -128 to 127";
  case ElementType::UI8:
    return "an integer from 0 to 255";
  case ElementType::I1:
    return "0 or 1";
  default:
    return "an integer of 64 bits";
  }
}

Expected<Tensor> amp::convertTo(const Tensor &tensor, ElementType type,
                                StringRef what) {
  if (tensor.type == type)
    return tensor;
  if (isComplex(tensor.type) && !isComplex(type))
    return inputError(what + ": cannot convert " + mlirName(tensor.type) +
                      " to " + mlirName(type) +
                      ": the imaginary part would be lost");
  Expected<Tensor> result = Tensor::allocate(type, tensor.shape, what);
  if (!result)
    return result;

  int64_t count = tensor.numElements();
  int64_t failed = -1;
  std::string found;
  visitFormat(tensor.type, [&](auto source) {
    visitFormat(type, [&](auto target) {
      using Source = decltype(source);
      using Target = decltype(target);
      using SourceElement = typename Source::Element;
      using TargetElement = typename Target::Element;
      auto *in = reinterpret_cast<const SourceElement *>(tensor.bytes().data());
      auto *out =
          reinterpret_cast<TargetElement *>(result->mutableBytes().data());
      using Value = decltype(Source::load(SourceElement()));
      if constexpr (std::is_same_v<Value, std::complex<double>> &&
                    std::is_arithmetic_v<TargetElement>) {
        // Complex to real was refused above.
      } else {
        for (int64_t i = 0; i < count; ++i) {
          if (LLVM_LIKELY(Target::store(Source::load(in[i]), out[i])))
            continue;
          failed = i;
          if constexpr (!std::is_same_v<Value, std::complex<double>>)
            found = valueToString(Source::load(in[i]));
          return;
        }
      }
    });
  });
  if (failed >= 0)
    return inputError(what + ": element " +
                      indexToString(failed, tensor.shape) + " is " + found +
                      ": " + mlirName(type) + " needs " + rangeOf(type));
  return result;
}
