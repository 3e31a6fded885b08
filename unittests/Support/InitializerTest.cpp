//===- InitializerTest.cpp - Tests of initialize and generate -------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Support/Initializer.h"
#include "TestSupport.h"
#include "amp/Support/Random.h"

#include <cmath>
#include <complex>

using namespace amp;
using namespace amp::test;
using Spec = InitializerSpec;

static Tensor init(const Spec &spec, llvm::ArrayRef<int64_t> shape,
                   ElementType type = ElementType::F64, uint64_t seed = 1) {
  return take(initialize(spec, type, shape, seed));
}

namespace {
struct Moments {
  double mean = 0, variance = 0, lowest = INFINITY, highest = -INFINITY;
};
} // namespace

static Moments moments(const Tensor &tensor) {
  Moments result;
  llvm::ArrayRef<double> values = tensor.elements<double>();
  for (double value : values) {
    result.mean += value / values.size();
    result.variance += value * value / values.size();
    result.lowest = std::min(result.lowest, value);
    result.highest = std::max(result.highest, value);
  }
  return result;
}

/// Uniform in [-c, c): variance c^2 / 3; the square has variance 4 c^4 / 45.
static void expectUniform(const Tensor &tensor, double c) {
  Moments found = moments(tensor);
  double n = tensor.numElements();
  EXPECT_NEAR(found.mean, 0, 6 * c / std::sqrt(3 * n));
  EXPECT_NEAR(found.variance, c * c / 3, 6 * c * c * std::sqrt(4 / (45 * n)));
  EXPECT_GE(found.lowest, -c);
  EXPECT_LE(found.highest, c);
  // All of n values miss the outer 40 / n of an end with probability e^-20.
  EXPECT_LT(found.lowest, -c * (1 - 80 / n));
  EXPECT_GT(found.highest, c * (1 - 80 / n));
}

/// Normal: the square has variance 2 std^4.
static void expectNormal(const Tensor &tensor, double std) {
  Moments found = moments(tensor);
  double n = tensor.numElements();
  EXPECT_NEAR(found.mean, 0, 6 * std / std::sqrt(n));
  EXPECT_NEAR(found.variance, std * std, 6 * std * std * std::sqrt(2 / n));
}

TEST(Initializer, ZerosAndConstants) {
  for (ElementType type : allElementTypes()) {
    expectSame(init(Spec::zeros(), {2, 3}, type),
               take(Tensor::zeros(type, {2, 3})));
    Tensor ones = init(Spec::constant(1), {5}, type);
    Tensor expected = take(convertTo(
        makeTensor<double>(ElementType::F64, {5}, {1, 1, 1, 1, 1}), type));
    expectSame(ones, expected);
  }
  EXPECT_FAILURE(initialize(Spec::constant(1e6), ElementType::F16, {2}, 0),
                 "is too large for f16");
  EXPECT_FAILURE(initialize(Spec::constant(0.5), ElementType::I32, {2}, 0),
                 "initializer constant: element [] is 0.5: i32 needs");
  EXPECT_SUCCESS(
      initialize(Spec::constant(-INFINITY), ElementType::F16, {2}, 0));
}

TEST(Initializer, UniformAndNormal) {
  expectUniform(init(Spec::uniform(-0.25, 0.25, 3), {200000}), 0.25);
  expectNormal(init(Spec::normal(0, 0.02, 3), {200000}), 0.02);
  Moments shifted = moments(init(Spec::normal(5, 0, 3), {100}));
  EXPECT_EQ(shifted.lowest, 5);
  EXPECT_EQ(shifted.highest, 5);
  // Element i is the stream's element i.
  RandomStream stream(deriveSeed(1, RandomDomain::Initializer), 3);
  Tensor tensor = init(Spec::normal(1, 2, 3), {3000});
  for (int i : {0, 1, 1023, 1024, 2999})
    EXPECT_EQ(tensor.elements<double>()[i], 1 + 2 * stream.normal(i));
}

TEST(Initializer, Fans) {
  // [out, in, 3, 3]: fan_in = 9 in, fan_out = 9 out.
  int64_t out = 64, in = 100;
  Shape shape = {out, in, 3, 3};
  double fanIn = 9 * in, fanOut = 9 * out;
  // nn.Linear's default is uniform in +-1 / sqrt(fan_in).
  expectUniform(init(Spec::kaimingUniform(1), shape), 1 / std::sqrt(fanIn));
  expectUniform(init(Spec::kaimingUniform(1, 0), shape), std::sqrt(6 / fanIn));
  expectNormal(init(Spec::kaimingNormal(1), shape), std::sqrt(2 / fanIn));
  expectNormal(init(Spec::kaimingNormal(1, 1), shape), std::sqrt(1 / fanIn));
  expectUniform(init(Spec::xavierUniform(1), shape),
                std::sqrt(6 / (fanIn + fanOut)));
  expectNormal(init(Spec::xavierNormal(1, 2), shape),
               2 * std::sqrt(2 / (fanIn + fanOut)));
  EXPECT_FAILURE(initialize(Spec::kaimingUniform(1), ElementType::F32, {5}, 0),
                 "at least 2 dimensions, found shape [5]");
  EXPECT_EQ(init(Spec::kaimingUniform(1), {0, 5}).numElements(), 0);
  EXPECT_EQ(init(Spec::orthogonal(1), {5, 0}).numElements(), 0);
}

TEST(Initializer, Orthogonal) {
  for (Shape shape : {Shape{5, 9}, Shape{9, 5}, Shape{64, 64}, Shape{3, 2, 5},
                      Shape{1, 7}, Shape{7, 1}}) {
    double gain = 1.5;
    Tensor tensor = init(Spec::orthogonal(2, gain), shape);
    llvm::ArrayRef<double> q = tensor.elements<double>();
    int64_t rows = shape[0], columns = tensor.numElements() / rows;
    bool byRows = rows <= columns;
    int64_t n = byRows ? rows : columns, m = byRows ? columns : rows;
    auto at = [&](int64_t vector, int64_t i) {
      return byRows ? q[vector * columns + i] : q[i * columns + vector];
    };
    for (int64_t a = 0; a < n; ++a)
      for (int64_t b = 0; b <= a; ++b) {
        double dot = 0;
        for (int64_t i = 0; i < m; ++i)
          dot += at(a, i) * at(b, i);
        // Working precision: a small multiple of m ulps of gain^2.
        EXPECT_NEAR(dot, a == b ? gain * gain : 0, 8 * m * 0x1p-52)
            << shapeToString(shape) << a << b;
      }
    // The first vector is the first random one, so the diagonal of R is
    // positive.
    Tensor normal = init(Spec::normal(0, 1, 2), shape);
    double first = 0;
    for (int64_t i = 0; i < m; ++i)
      first += at(0, i) * normal.elements<double>()[byRows ? i : i * columns];
    EXPECT_GT(first, 0);
  }
}

TEST(Initializer, SmallTypesAreTheRoundedDoubles) {
  for (const Spec &spec : {Spec::uniform(-1, 1, 4), Spec::normal(0, 1, 4),
                           Spec::xavierNormal(4), Spec::orthogonal(4)}) {
    Tensor reference = init(spec, {37, 41});
    for (ElementType type :
         {ElementType::F32, ElementType::F16, ElementType::BF16})
      expectSame(init(spec, {37, 41}, type), take(convertTo(reference, type)));
  }
}

TEST(Initializer, SeedsAndStreamsDiffer) {
  Tensor base = init(Spec::normal(0, 1, 1), {100});
  expectSame(init(Spec::normal(0, 1, 1), {100}), base);
  EXPECT_FALSE(init(Spec::normal(0, 1, 2), {100}).bytes() == base.bytes());
  EXPECT_FALSE(
      init(Spec::normal(0, 1, 1), {100}, ElementType::F64, 2).bytes() ==
      base.bytes());
  Tensor data = take(generate("normal:0,1", ElementType::F64, {100}, 1, 1));
  EXPECT_FALSE(data.bytes() == base.bytes());
}

TEST(Initializer, RefusesBadParameters) {
  auto fails = [](const Spec &spec, ElementType type = ElementType::F32) {
    return message(initialize(spec, type, {2, 2}, 0));
  };
  EXPECT_FAILURE(initialize(Spec::uniform(1, 0, 0), ElementType::F32, {2}, 0),
                 "is above the upper bound");
  EXPECT_NE(fails(Spec::uniform(-1e308, 1.7e308, 0)).find("too far apart"),
            std::string::npos);
  EXPECT_NE(fails(Spec::normal(0, -1, 0)).find("of at least 0, found -1"),
            std::string::npos);
  EXPECT_NE(fails(Spec::normal(NAN, 1, 0)).find("not finite"),
            std::string::npos);
  EXPECT_NE(fails(Spec::normal(0, 1, 0), ElementType::I32)
                .find("expected f64, f32, f16 or bf16, found i32"),
            std::string::npos);
  EXPECT_FAILURE(
      initialize(Spec::normal(0, 1, 0), ElementType::F32, {INT64_MAX, 8}, 0),
      "does not fit in 64 bits");
  EXPECT_FAILURE(initialize(Spec::zeros(), ElementType::F32, {-1}, 0),
                 "negative size");
}

TEST(Generate, Distributions) {
  auto values = [](const char *text, ElementType type = ElementType::F64) {
    Tensor tensor = take(generate(text, type, {100000}, 8, 0));
    return take(convertTo(tensor, ElementType::F64));
  };
  EXPECT_EQ(moments(values("zeros")).highest, 0);
  EXPECT_EQ(moments(values("ones", ElementType::I1)).lowest, 1);
  EXPECT_EQ(moments(values("constant:-2.5")).highest, -2.5);
  expectUniform(values("uniform:-2,2"), 2);
  expectNormal(values("normal: 0 , 0.5"), 0.5);
  Tensor digits = values("randint:-3,5", ElementType::I8);
  double counts[8] = {};
  for (double value : digits.elements<double>()) {
    ASSERT_TRUE(value >= -3 && value < 5 && value == std::floor(value));
    ++counts[static_cast<int>(value) + 3];
  }
  for (double count : counts)
    EXPECT_NEAR(count / 1e5, 1.0 / 8, 6 * std::sqrt(7.0 / 64 / 1e5));
  // Ranges of full width.
  EXPECT_SUCCESS(generate("randint:-9223372036854775808,9223372036854775807",
                          ElementType::I64, {10}, 0, 0));
  EXPECT_SUCCESS(generate("randint:0,256", ElementType::UI8, {10}, 0, 0));
  EXPECT_SUCCESS(generate("randint:-2048,2049", ElementType::F16, {10}, 0, 0));
}

TEST(Generate, RefusesBadText) {
  struct Case {
    const char *text;
    ElementType type;
    const char *expected;
  } cases[] = {
      {"", ElementType::F32,
       "unknown; expected zeros, ones, constant:V, "
       "uniform:LO,HI, normal:MEAN,STD or randint:LO,HI"},
      {"poisson:3", ElementType::F32, "distribution 'poisson:3': unknown"},
      {"zeros:1", ElementType::F32, "unknown"},
      {"constant", ElementType::F32, "expected constant:V with a number"},
      {"constant:x", ElementType::F32, "expected constant:V"},
      {"constant:300", ElementType::I8, "is 300: i8 needs"},
      {"uniform:1", ElementType::F32,
       "expected uniform:LO,HI with two numbers"},
      {"uniform:0,1,2", ElementType::F32, "expected uniform:LO,HI"},
      {"uniform:2,1", ElementType::F32, "above the upper bound"},
      {"uniform:0,1", ElementType::I8, "integer type; use randint"},
      {"normal:0,-1", ElementType::F32, "standard deviation of at least 0"},
      {"normal:0,1", ElementType::C64, "expected f64, f32, f16 or bf16"},
      {"randint:0,1.5", ElementType::I8, "two integers"},
      {"randint:3,3", ElementType::I8, "expected LO below HI"},
      {"randint:0,129", ElementType::I8,
       "i8 holds the integers from -128 to 127"},
      {"randint:-1,2", ElementType::I1, "i1 holds the integers from 0 to 1"},
      {"randint:0,2050", ElementType::F16,
       "f16 holds the integers from -2048 "
       "to 2048 exactly"},
      {"randint:0,2", ElementType::C64, "expected a real type"},
  };
  for (const Case &test : cases)
    EXPECT_FAILURE(generate(test.text, test.type, {2}, 0, 0), test.expected);
}

TEST(Initializer, Seed) {
  Tensor state = init(Spec::seed(7), {2}, ElementType::I64, 5);
  RandomStream stream(deriveSeed(5, RandomDomain::Graph), 7);
  EXPECT_EQ(state.elements<int64_t>()[0],
            static_cast<int64_t>(stream.bits64(0)));
  EXPECT_EQ(state.elements<int64_t>()[1], 0);
  // Other variables and other runs have other numbers.
  auto seedOf = [](uint64_t stream, uint64_t seed) {
    return init(Spec::seed(stream), {2}, ElementType::I64, seed)
        .elements<int64_t>()[0];
  };
  EXPECT_NE(seedOf(7, 5), seedOf(8, 5));
  EXPECT_NE(seedOf(7, 5), seedOf(7, 6));
  for (auto [type, shape] : {std::pair(ElementType::I64, Shape{3}),
                             std::pair(ElementType::I64, Shape{}),
                             std::pair(ElementType::I32, Shape{2}),
                             std::pair(ElementType::F32, Shape{2})})
    EXPECT_FAILURE(initialize(Spec::seed(7), type, shape, 5),
                   "expected i64 of shape [2], found");
}
