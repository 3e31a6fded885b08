//===- CastsTest.cpp - Conversions between element types ------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TargetTest.h"

#include <cmath>

using namespace amp;
using namespace amp::test;

namespace {
class CastsTest : public TargetTest {};

/// The integers of `type` at and around powers of two, its least and its
/// largest.
Reals integerSample(ElementType type) {
  if (type == ElementType::I1)
    return {0, 1};
  bool isUnsigned = type == ElementType::UI8;
  int width = 8 * elementSize(type) - !isUnsigned;
  Reals values = {0};
  for (int bit = 0; bit < width; ++bit)
    for (int delta : {-1, 0, 1, 3})
      for (Real sign : {1, -1}) {
        // Also next to where 8, 11, 24 and 53 bits of mantissa end in a tie.
        for (int low : {1, 8, 9, 11, 12, 24, 25, 53, 54}) {
          Real value = std::ldexp(Real(1), bit) +
                       (bit >= low ? std::ldexp(Real(1), bit - low) : 0) +
                       delta;
          value = value == 0 ? 0 : value * sign; // integers have one zero
          if (value < std::ldexp(Real(1), width) &&
              value >= (isUnsigned ? 0 : -std::ldexp(Real(1), width)))
            values.push_back(value);
        }
      }
  if (!isUnsigned)
    values.push_back(-std::ldexp(Real(1), width));
  values.push_back(std::ldexp(Real(1), width) - 1);
  return values;
}

/// Numbers of `type`, among them those next to ties of the shorter types.
Reals floatSample(ElementType type) {
  Reals values = specialValues(type);
  values.push_back(std::copysign(Real(NAN), Real(-1)));
  Generator generator(5);
  Format own = formatOf(type);
  for (ElementType target : kFloats) {
    Format format = formatOf(target);
    for (int i = 0; i < 400; ++i) {
      int exponent = format.least - format.mantissa - 2 +
                     generator.bits() %
                         (format.largest - format.least + format.mantissa + 4);
      // A number of the target, and half an ulp more, and one of ours next to
      // it.
      Real ulp = std::ldexp(Real(1),
                            std::max(exponent, format.least) - format.mantissa);
      Real value =
          roundTo(target, std::ldexp(generator.uniform(1, 2), exponent));
      Real tie = value + ulp / 2;
      Real step = std::ldexp(Real(1), std::ilogb(tie) - own.mantissa);
      for (Real x : {value, tie, tie + step, tie - step, -tie, step - tie})
        values.push_back(roundTo(type, x));
    }
  }
  for (Real x : {Real(65504), Real(65519), Real(65520), Real(65536)})
    values.push_back(roundTo(type, x));
  return values;
}
} // namespace

// Between floats, from integers to floats and between integers every conversion
// is exact or rounded once; a NaN stays one, with whatever sign (GPUs give one
// NaN).
TEST_P(CastsTest, AllPairs) {
  for (ElementType source : allElementTypes()) {
    if (isComplex(source))
      continue;
    Reals x = isFloat(source) ? floatSample(source) : integerSample(source);
    if (is16Bit(source))
      x = decode(all16Bit(source));
    int64_t n = x.size();
    Tensor tensor = is16Bit(source) ? all16Bit(source) : encode(source, {n}, x);
    Graph graph;
    Val input = graph.input(tensor);
    std::vector<ElementType> targets;
    for (ElementType target : allElementTypes()) {
      // A float out of an integer's range has no defined conversion; see below.
      bool isUndefined =
          isFloat(source) && isInteger(target) && target != ElementType::I1;
      if (isComplex(target) || isUndefined)
        continue;
      targets.push_back(target);
      graph.output(graph.cast(input, target));
    }
    RUN_GRAPH(results, graph);
    for (size_t k = 0; k < targets.size(); ++k) {
      ElementType target = targets[k];
      std::string what =
          "cast " + mlirName(source).str() + " to " + mlirName(target).str();
      auto expected = [&](int64_t i) -> Real {
        if (target == ElementType::I1)
          return x[i] != 0;
        if (isFloat(target))
          return roundTo(target, x[i]);
        // The low bits, as two's complement.
        auto bits = static_cast<int64_t>(x[i]);
        switch (target) {
        case ElementType::I64:
          return bits;
        case ElementType::I32:
          return static_cast<int32_t>(bits);
        case ElementType::I16:
          return static_cast<int16_t>(bits);
        case ElementType::I8:
          return static_cast<int8_t>(bits);
        default:
          return static_cast<uint8_t>(bits);
        }
      };
      auto name = [&](int64_t i) { return std::to_string(x[i]); };
      expectExact(results[k], expected, what, name);
      if (!isFloat(source) || !isFloat(target))
        continue;
      // A cast to the same type is no operation and keeps the bits.
      if (source == target)
        EXPECT_TRUE(results[k].bytes() == tensor.bytes()) << what;
    }
  }
}

TEST_P(CastsTest, FloatToIntegerTruncates) {
  for (ElementType source : kFloats)
    for (ElementType target :
         {ElementType::I64, ElementType::I32, ElementType::I16, ElementType::I8,
          ElementType::UI8}) {
      bool isUnsigned = target == ElementType::UI8;
      int width = 8 * elementSize(target) - !isUnsigned;
      Real most = std::ldexp(Real(1), width);
      Reals x;
      for (Real value : floatSample(source))
        if (value < most && value > (isUnsigned ? -1 : -most - 1) &&
            std::trunc(value) >= (isUnsigned ? 0 : -most))
          x.push_back(value);
      for (int i = 0; i < 512; ++i) {
        Real value = roundTo(source, Real(i) / 2 - (isUnsigned ? 0 : 128));
        if (std::trunc(value) < most)
          x.push_back(value);
      }
      Graph graph;
      Val input = graph.input(encode(source, {int64_t(x.size())}, x));
      graph.output(graph.cast(input, target));
      RUN_GRAPH(results, graph);
      expectNear(
          results[0], [&](int64_t i) { return Expected{std::trunc(x[i]), 0}; },
          "cast " + mlirName(source).str() + " to " + mlirName(target).str(),
          [&](int64_t i) { return std::to_string(x[i]); });
    }
}

// Narrowed and widened again, a value stays rounded; widened and narrowed it is
// itself.
TEST_P(CastsTest, Chains) {
  Reals x = floatSample(ElementType::F32);
  int64_t n = x.size();
  Graph graph;
  Val input = graph.input(encode(ElementType::F32, {n}, x));
  for (ElementType low : {ElementType::F16, ElementType::BF16})
    graph.output(graph.cast(graph.cast(input, low), ElementType::F32));
  graph.output(
      graph.cast(graph.cast(input, ElementType::F64), ElementType::F32));
  graph.output(graph.cast(
      graph.cast(graph.cast(input, ElementType::F64), ElementType::F16),
      ElementType::F64));
  RUN_GRAPH(results, graph);
  auto through = [&](ElementType type) {
    return [&, type](int64_t i) { return roundTo(type, x[i]); };
  };
  expectExact(results[0], through(ElementType::F16), "through f16");
  expectExact(results[1], through(ElementType::BF16), "through bf16");
  expectExact(results[2], through(ElementType::F32), "through f64");
  expectExact(results[3], through(ElementType::F16), "through f64 and f16");
}

AMP_INSTANTIATE(CastsTest);
