//===- MathAccuracyTest.cpp - Errors of exp, log, tanh and erf ------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiled kernels against the C library's f64 functions, whose error of about
// one f64 ulp is 2^-29 of an f32 one, less than the digits of the bounds. With
// AMP_EXHAUSTIVE=1 in the environment over all f32 numbers, some minutes per
// function; otherwise over every 257th and all near the places where a formula
// changes or a result becomes special.
//
//===----------------------------------------------------------------------===//

#include "MathKernel.h"

#include "amp-rt/amp_rt.h"
#include "amp/Dialect/AmpRT/Transforms/MathAccuracy.h"
#include "amp/Support/Float16.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "gtest/gtest.h"

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <limits>
#include <sstream>

using namespace amp;
using namespace amp::test;
using llvm::ArrayRef;
using llvm::bit_cast;
using mlir::amprt::kMathBounds;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kSmallest = 0x1p-149f;

namespace {
/// What a function is to return for one input, exactly.
struct Special {
  float x, y;
};

struct Function {
  double (*exact)(double);
  /// Where formulas change and results become special. Neighbours of both signs
  /// are tested.
  std::vector<float> places;
  std::vector<Special> specials;
};
} // namespace

static Function getFunction(const std::string &name) {
  if (name == "exp") {
    Function f = {[](double x) { return std::exp(x); },
                  // Overflow, the first subnormal, the first zero, the clamps.
                  {88.72284f, 87.33655f, 103.97208f, 89.0f, 104.0f},
                  {{0.0f, 1.0f},
                   {-0.0f, 1.0f},
                   {kInfinity, kInfinity},
                   {-kInfinity, 0.0f},
                   // The last before overflow and the last before zero.
                   {0x1.62e42ep6f, 0x1.ffff08p127f},
                   {0x1.62e430p6f, kInfinity},
                   {-0x1.9fe368p6f, kSmallest},
                   {-0x1.9fe36ap6f, 0.0f},
                   {std::numeric_limits<float>::max(), kInfinity},
                   {std::numeric_limits<float>::lowest(), 0.0f},
                   {kSmallest, 1.0f},
                   {-kSmallest, 1.0f}}};
    // The reduction goes from one multiple of ln 2 to the next.
    for (int n = 0; n < 150; n += 7)
      f.places.push_back((n + 0.5f) * 0.69314718f);
    return f;
  }
  if (name == "log") {
    Function f = {[](double x) { return std::log(x); },
                  {1.0f},
                  {{0.0f, -kInfinity},
                   {-0.0f, -kInfinity},
                   {1.0f, 0.0f},
                   {kInfinity, kInfinity},
                   {-kInfinity, kNaN},
                   {-1.0f, kNaN},
                   {-kSmallest, kNaN},
                   {std::numeric_limits<float>::lowest(), kNaN},
                   {kSmallest, -0x1.9d1da0p6f}}};
    // The reduction goes from one power of two to the next.
    for (int n = -126; n < 128; n += 9)
      f.places.push_back(std::ldexp(4.0f / 3, n));
    return f;
  }
  std::vector<Special> odd = {{0.0f, 0.0f},           {-0.0f, -0.0f},
                              {kInfinity, 1.0f},      {-kInfinity, -1.0f},
                              {100.0f, 1.0f},         {-100.0f, -1.0f},
                              {kSmallest, kSmallest}, {-kSmallest, -kSmallest}};
  if (name == "tanh")
    return {
        [](double x) { return std::tanh(x); }, {0.625f, 9.0109f, 10.0f}, odd};
  return {[](double x) { return std::erf(x); }, {0.9375f, 3.8325f, 4.0f}, odd};
}

/// Unit in the last place, as MathAccuracy.h defines it.
static double ulp(double y) {
  int exponent = y == 0 ? -126 : std::max(std::ilogb(y), -126);
  return std::ldexp(1.0, std::min(exponent, 127) - 23);
}

/// An infinity counts as 2^128, and so does all above.
static double limited(double y) {
  return std::min(std::max(y, -0x1p128), 0x1p128);
}

static bool isExhaustive() {
  const char *value = std::getenv("AMP_EXHAUSTIVE");
  return value && std::string(value) == "1";
}

static std::string describe(float x) {
  std::ostringstream text;
  text << std::hexfloat << x << " (bits 0x" << std::hex << bit_cast<uint32_t>(x)
       << ")";
  return text.str();
}

namespace {
/// The largest error so far. Numbers and NaN in place of the other are an error
/// of infinity.
class Errors {
public:
  explicit Errors(double (*exact)(double)) : exact(exact) {}

  void add(float x, float y) {
    double wanted = exact(x);
    double error;
    if (std::isnan(wanted) || std::isnan(y))
      error = std::isnan(wanted) == std::isnan(y) ? 0 : kInfinity;
    else
      error = std::fabs(limited(y) - limited(wanted)) / ulp(limited(wanted));
    if (error <= worst)
      return;
    worst = error;
    at = x;
    found = y;
  }

  double getWorst() const { return worst; }
  std::string text() const {
    std::ostringstream text;
    text << worst << " ulp at " << describe(at) << ": found " << describe(found)
         << ", exact " << std::hexfloat << exact(at);
    return text.str();
  }

private:
  double (*exact)(double);
  double worst = 0;
  float at = 0, found = 0;
};

/// On a target (MathKernel::create), for the function of a row of kMathBounds.
class MathAccuracyTest
    : public testing::TestWithParam<std::tuple<const char *, size_t>> {
protected:
  static constexpr int64_t kSize = 1 << 16;

  void SetUp() override {
    device = std::get<0>(GetParam());
    bound = kMathBounds[std::get<1>(GetParam())];
    maxUlp = device == "x86-64" ? bound.maxUlpSeparate : bound.maxUlp;
    function = getFunction(bound.function);
    if (device == "cuda")
      if (const char *reason = amprt_cuda_unavailable_reason())
        GTEST_SKIP() << reason;
    kernel = compile(ElementType::F32);
    ASSERT_NE(kernel, nullptr);
  }

  std::unique_ptr<MathKernel> compile(ElementType type) {
    auto compiled = MathKernel::create(device, bound.function, type, kSize);
    if (compiled)
      return std::move(*compiled);
    ADD_FAILURE() << llvm::toString(compiled.takeError());
    return nullptr;
  }

  /// Applies a kernel to all inputs, kSize at a time. Fewer outputs than inputs
  /// after a failure.
  template <typename T>
  std::vector<T> apply(MathKernel &kernel, std::vector<T> inputs) {
    size_t count = inputs.size();
    inputs.resize((count + kSize - 1) / kSize * kSize);
    std::vector<T> outputs(inputs.size());
    for (size_t i = 0; i < inputs.size(); i += kSize)
      if (llvm::Error error = kernel.run(&inputs[i], &outputs[i])) {
        ADD_FAILURE() << llvm::toString(std::move(error));
        return {};
      }
    outputs.resize(count);
    return outputs;
  }

  void measure(ArrayRef<float> inputs, Errors &errors) {
    std::vector<float> outputs = apply<float>(*kernel, inputs.vec());
    ASSERT_EQ(outputs.size(), inputs.size());
    for (size_t i = 0; i < inputs.size(); ++i)
      errors.add(inputs[i], outputs[i]);
  }

  std::string device;
  mlir::amprt::MathBound bound = {};
  /// Of the two that `bound` has, the one for the target.
  double maxUlp = 0;
  Function function;
  std::unique_ptr<MathKernel> kernel;
};
} // namespace

TEST_P(MathAccuracyTest, Sweep) {
  uint64_t stride = isExhaustive() ? 1 : 257;
  Errors errors(function.exact);
  std::vector<float> inputs(kSize);
  for (uint64_t bits = 0; bits >> 32 == 0;) {
    // Past the end, the numbers start again.
    for (float &x : inputs) {
      x = bit_cast<float>(static_cast<uint32_t>(bits));
      bits += stride;
    }
    measure(inputs, errors);
    ASSERT_FALSE(HasFailure());
  }
  EXPECT_LE(errors.getWorst(), maxUlp) << errors.text();
  if (isExhaustive()) {
    std::cout << bound.function << ": " << errors.text() << "\n";
    // A bound is no more than the error, rounded up.
    EXPECT_GT(errors.getWorst(), maxUlp - 0.01) << errors.text();
  }
}

TEST_P(MathAccuracyTest, Neighbourhoods) {
  std::vector<float> places = function.places;
  for (float x : {0.0f, std::numeric_limits<float>::min(), 1.0f,
                  std::numeric_limits<float>::max(), kInfinity})
    places.push_back(x);
  constexpr int32_t kReach = 4096;
  std::vector<float> inputs;
  for (float place : places)
    for (int32_t step = -kReach; step <= kReach; ++step)
      for (uint32_t sign : {0u, 0x80000000u})
        // Below zero and above infinity lie NaN.
        inputs.push_back(
            bit_cast<float>((bit_cast<uint32_t>(place) + step) ^ sign));
  Errors errors(function.exact);
  measure(inputs, errors);
  EXPECT_LE(errors.getWorst(), maxUlp) << errors.text();
}

TEST_P(MathAccuracyTest, SpecialValues) {
  // Quiet and signaling NaN of both signs.
  for (uint32_t bits : {0x7FC00000u, 0xFFC00000u, 0x7F800001u, 0xFF800001u,
                        0x7FFFFFFFu, 0xFFFFFFFFu})
    function.specials.push_back({bit_cast<float>(bits), kNaN});
  std::vector<float> inputs;
  for (const Special &special : function.specials)
    inputs.push_back(special.x);
  std::vector<float> outputs = apply(*kernel, inputs);
  ASSERT_EQ(outputs.size(), inputs.size());
  for (size_t i = 0; i < inputs.size(); ++i) {
    float expected = function.specials[i].y;
    bool same = std::isnan(expected) ? std::isnan(outputs[i])
                                     : bit_cast<uint32_t>(outputs[i]) ==
                                           bit_cast<uint32_t>(expected);
    EXPECT_TRUE(same) << bound.function << "(" << describe(inputs[i]) << ") is "
                      << describe(outputs[i]) << ", not " << describe(expected);
  }
}

// Computed in f32 and rounded once.
TEST_P(MathAccuracyTest, All16BitInputs) {
  std::vector<uint16_t> inputs(kSize);
  for (int64_t i = 0; i < kSize; ++i)
    inputs[i] = static_cast<uint16_t>(i);
  for (ElementType type : {ElementType::F16, ElementType::BF16}) {
    bool isHalf = type == ElementType::F16;
    std::unique_ptr<MathKernel> narrow = compile(type);
    ASSERT_NE(narrow, nullptr);
    std::vector<uint16_t> outputs = apply(*narrow, inputs);
    std::vector<float> wide(kSize);
    for (int64_t i = 0; i < kSize; ++i)
      wide[i] = isHalf ? halfToFloat(inputs[i]) : bfloatToFloat(inputs[i]);
    wide = apply(*kernel, wide);
    ASSERT_EQ(outputs.size(), wide.size());
    int64_t wrong = 0, first = 0;
    for (int64_t i = kSize; i-- > 0;) {
      uint16_t expected =
          isHalf ? floatToHalf(wide[i]) : floatToBfloat(wide[i]);
      float found =
          isHalf ? halfToFloat(outputs[i]) : bfloatToFloat(outputs[i]);
      if (std::isnan(wide[i]) ? std::isnan(found) : outputs[i] == expected)
        continue;
      ++wrong;
      first = i;
    }
    EXPECT_EQ(wrong, 0) << bound.function << " in " << mlirName(type).str()
                        << ", first for bits " << inputs[first] << ": found "
                        << outputs[first] << " for " << describe(wide[first]);
  }
}

static std::string
getName(const testing::TestParamInfo<std::tuple<const char *, size_t>> &info) {
  std::string target = std::get<0>(info.param);
  return (target == "x86-64" ? "baseline" : target) + "_" +
         kMathBounds[std::get<1>(info.param)].function;
}

INSTANTIATE_TEST_SUITE_P(
    Functions, MathAccuracyTest,
    testing::Combine(testing::Values("cpu", "x86-64", "cuda"),
                     testing::Range(size_t(0), std::size(kMathBounds))),
    getName);

/// What takes an op over all numbers, or every 257th, on a target.
class WholeRangeTest : public testing::TestWithParam<const char *> {
protected:
  static constexpr int64_t kSize = 1 << 16;

  /// Calls `check(x, y)` for each x and the result for it.
  void apply(const std::string &function, const std::string &attributes,
             llvm::function_ref<void(float, float)> check) {
    const std::string device = GetParam();
    if (device == "cuda")
      if (const char *reason = amprt_cuda_unavailable_reason())
        GTEST_SKIP() << reason;
    auto kernel = MathKernel::create(device, function, ElementType::F32, kSize,
                                     attributes);
    ASSERT_TRUE(static_cast<bool>(kernel))
        << llvm::toString(kernel.takeError());
    std::vector<float> inputs(kSize), outputs(kSize);
    for (uint64_t bits = 0; bits >> 32 == 0;) {
      for (float &x : inputs) {
        x = bit_cast<float>(static_cast<uint32_t>(bits));
        bits += isExhaustive() ? 1 : 257;
      }
      llvm::Error error = (*kernel)->run(inputs.data(), outputs.data());
      ASSERT_FALSE(static_cast<bool>(error))
          << llvm::toString(std::move(error));
      for (auto [x, y] : llvm::zip_equal(inputs, outputs)) {
        check(x, y);
        ASSERT_FALSE(HasFailure()) << describe(x) << ": " << describe(y);
      }
    }
  }
};

// GELU is x / 2 (1 + erf(x / sqrt 2)). What docs/Accuracy.md says of the sum,
// and what rounding x / sqrt 2 and the product adds, is less than 2^-22.
TEST_P(WholeRangeTest, GeluIsOffByTheSum) {
  double worst = 0;
  float at = 0;
  apply("gelu", "", [&](const double x, float y) {
    if (std::isnan(x)) {
      EXPECT_TRUE(std::isnan(y));
      return;
    }
    // Halves of subnormal numbers are rounded.
    if (std::isinf(x) || std::fabs(x) < 0x1p-125)
      return;
    const double exact = x / 2 * (1 + std::erf(x * std::sqrt(0.5)));
    const double off = std::fabs(y - exact) / (std::fabs(x) / 2);
    EXPECT_FALSE(std::isnan(off));
    if (off > worst) {
      worst = off;
      at = static_cast<float>(x);
    }
  });
  EXPECT_LE(worst, 0x1p-22) << describe(at);
  if (isExhaustive())
    std::cout << "1 + erf in gelu: " << worst * 0x1p23 << " 2^-23 at "
              << describe(at) << "\n";
}

// What docs/Accuracy.md says of exponentials that are terms of a sum.
TEST_P(WholeRangeTest, ExpForSumIsWithinItsBoundOr0) {
  double worst = 0;
  float at = 0;
  apply("exp", " {for_sum}", [&](const double x, float y) {
    const double exact = std::exp(x);
    if (std::isnan(x)) {
      EXPECT_TRUE(std::isnan(y));
      return;
    }
    if (exact < 0x1p-125) {
      // 0, or close to the limit what it is.
      EXPECT_TRUE(y == 0 || std::fabs(y - exact) < 0x1p-148);
      return;
    }
    const double off =
        std::fabs(limited(y) - limited(exact)) / ulp(limited(exact));
    EXPECT_FALSE(std::isnan(off));
    if (off > worst) {
      worst = off;
      at = static_cast<float>(x);
    }
  });
  EXPECT_LE(worst, 1.1) << describe(at);
  if (isExhaustive())
    std::cout << "exp for sums: " << worst << " ulp at " << describe(at)
              << "\n";
}

INSTANTIATE_TEST_SUITE_P(Targets, WholeRangeTest,
                         testing::Values("cpu", "x86-64", "cuda"),
                         [](const testing::TestParamInfo<const char *> &info) {
                           return std::string(info.param) == "x86-64"
                                      ? "baseline"
                                      : info.param;
                         });

// docs/Accuracy.md has a row for each function, with its bound.
TEST(MathAccuracyDocument, StatesTheBounds) {
  std::string path = AMP_SOURCE_DIR "/docs/Accuracy.md";
  std::ifstream file(path);
  ASSERT_TRUE(file) << path;
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);)
    lines.push_back(line);
  for (const auto &bound : kMathBounds) {
    std::ostringstream start;
    start << std::fixed << std::setprecision(2) << "| `" << bound.function
          << "` | " << bound.maxUlp << " | " << bound.maxUlpSeparate << " |";
    bool isFound = llvm::any_of(lines, [&](const std::string &line) {
      return line.compare(0, start.str().size(), start.str()) == 0;
    });
    EXPECT_TRUE(isFound) << path << " has no row that starts with "
                         << start.str();
  }
}
