//===- RandomTest.cpp - Tests of the random numbers -----------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Support/Random.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <cmath>
#include <set>

using namespace amp;
using Words = std::array<uint32_t, 4>;

TEST(Random, KnownAnswers) {
  // From Random123's kat_vectors.
  EXPECT_EQ(philox4x32({0, 0, 0, 0}, {0, 0}),
            (Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  uint32_t ones = 0xffffffff;
  EXPECT_EQ(philox4x32({ones, ones, ones, ones}, {ones, ones}),
            (Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox4x32({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
                       {0xa4093822, 0x299f31d0}),
            (Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Random, CounterAndKeyLayout) {
  RandomStream stream(0x299f31d0a4093822, 0x0370734413198a2e);
  Words block = {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1};
  uint64_t index = 0x85a308d3243f6a88;
  EXPECT_EQ(stream.block(index), block);
  RandomStream zero(0, 0);
  EXPECT_EQ(zero.bits32(2), 0xbc57ac4cu);
  EXPECT_EQ(zero.bits64(0), 0xe169c58d6627e8d5u);
  EXPECT_EQ(zero.bits64(1), 0x9b00dbd8bc57ac4cu);
  EXPECT_EQ(zero.uniform32(0), 0x6627e8p-24f);
  EXPECT_EQ(zero.uniform64(0), 0x1c2d38b1acc4fdp-53);
}

TEST(Random, SplitsDoNotMatter) {
  RandomStream stream(7, 9);
  std::vector<double> uniform(1001), normal(1001);
  stream.fillUniform(0, uniform);
  stream.fillNormal(0, normal);
  for (size_t i = 0; i < uniform.size(); ++i) {
    ASSERT_EQ(uniform[i], stream.uniform64(i));
    ASSERT_EQ(normal[i], stream.normal(i));
  }
  for (size_t split : {0, 1, 2, 3, 500, 501, 1000, 1001}) {
    std::vector<double> parts(1001), normals(1001);
    llvm::MutableArrayRef<double> all(parts), allNormals(normals);
    stream.fillUniform(split, all.drop_front(split));
    stream.fillUniform(0, all.take_front(split));
    stream.fillNormal(split, allNormals.drop_front(split));
    stream.fillNormal(0, allNormals.take_front(split));
    EXPECT_EQ(parts, uniform) << split;
    EXPECT_EQ(normals, normal) << split;
  }
}

TEST(Random, NormalAgreesWithTheCLibrary) {
  // Logarithm, root, product and angle are each good to some units in the last
  // place; 2 pi v is rounded here before the library's cos, which loses an
  // absolute 2^-51 for the largest angles.
  RandomStream stream(3, 0);
  for (uint64_t i = 0; i < 200000; i += 2) {
    double u = 1.0 - stream.uniform64(i), v = stream.uniform64(i + 1);
    double radius = std::sqrt(-2.0 * std::log(u));
    double angle = 2.0 * M_PI * v;
    double bound = radius * 0x1p-49;
    ASSERT_NEAR(stream.normal(i), radius * std::cos(angle), bound) << i;
    ASSERT_NEAR(stream.normal(i + 1), radius * std::sin(angle), bound) << i;
  }
}

/// Checks the mean of n independent values with a known mean and variance,
/// within 6 standard deviations of the mean of n values.
static void expectMean(double sum, double n, double mean, double variance) {
  EXPECT_NEAR(sum / n, mean, 6 * std::sqrt(variance / n));
}

TEST(Random, UniformStatistics) {
  RandomStream stream(11, 5);
  const uint64_t n = 1000000;
  double sum = 0, squares = 0, lag = 0, previous = 0.5;
  std::vector<int> bins(100);
  for (uint64_t i = 0; i < n; ++i) {
    double x = stream.uniform64(i);
    ASSERT_TRUE(x >= 0 && x < 1);
    float y = stream.uniform32(i);
    ASSERT_TRUE(y >= 0 && y < 1);
    sum += x;
    squares += x * x;
    lag += (x - 0.5) * (previous - 0.5);
    previous = x;
    ++bins[static_cast<int>(x * 100)];
  }
  expectMean(sum, n, 0.5, 1.0 / 12);
  expectMean(squares, n, 1.0 / 3, 1.0 / 5 - 1.0 / 9);
  expectMean(lag, n, 0, 1.0 / 144);
  double chi = 0;
  for (int bin : bins)
    chi += (bin - n / 100.0) * (bin - n / 100.0) / (n / 100.0);
  // 99 degrees of freedom: variance 198.
  EXPECT_NEAR(chi, 99, 6 * std::sqrt(198.0));
}

TEST(Random, NormalStatistics) {
  RandomStream stream(11, 6);
  const uint64_t n = 1000000;
  std::vector<double> values(n);
  stream.fillNormal(0, values);
  double sums[5] = {}, cross = 0, below1 = 0;
  for (uint64_t i = 0; i < n; ++i) {
    double x = values[i];
    ASSERT_LT(std::fabs(x), 8.6);
    double power = 1;
    for (int k = 1; k <= 4; ++k)
      sums[k] += power *= x;
    below1 += std::fabs(x) < 1;
    if (i % 2)
      cross += x * values[i - 1];
  }
  // Moments of the normal: E x^4 = 3, x^6: 15, x^8: 105.
  expectMean(sums[1], n, 0, 1);
  expectMean(sums[2], n, 1, 2);
  expectMean(sums[3], n, 0, 15);
  expectMean(sums[4], n, 3, 105 - 9);
  double p = std::erf(std::sqrt(0.5));
  expectMean(below1, n, p, p * (1 - p));
  expectMean(cross, n / 2.0, 0, 1);
}

TEST(Random, BelowHasNoBias) {
  RandomStream stream(5, 1);
  for (uint64_t n : {1, 2, 3, 7, 10}) {
    std::vector<double> counts(n);
    const uint64_t draws = 100000;
    for (uint64_t i = 0; i < draws; ++i) {
      uint64_t x = stream.below(i, n);
      ASSERT_LT(x, n);
      ++counts[x];
    }
    double p = 1.0 / static_cast<double>(n);
    for (double count : counts)
      expectMean(count, draws, p, p * (1 - p));
  }
  // With n = 3 2^62, one draw in four is rejected, and without that the results
  // that are multiples of 3 would have half of the probability, not a third.
  uint64_t n = uint64_t(3) << 62;
  double thirds[3] = {};
  const uint64_t draws = 100000;
  for (uint64_t i = 0; i < draws; ++i) {
    uint64_t x = stream.below(i, n);
    ASSERT_LT(x, n);
    ++thirds[x % 3];
  }
  for (double count : thirds)
    expectMean(count, draws, 1.0 / 3, 2.0 / 9);
  EXPECT_EQ(stream.below(4, 0), stream.bits64(4));
  EXPECT_LT(stream.below(4, uint64_t(1) << 32), uint64_t(1) << 32);
}

TEST(Random, StreamsAndDomainsDiffer) {
  std::set<uint64_t> firsts;
  for (uint64_t seed : {0, 1, 2})
    for (uint64_t stream : {0, 1, 2}) {
      firsts.insert(RandomStream(seed, stream).bits64(0));
      firsts.insert(RandomStream(seed << 32, stream << 32).bits64(0));
    }
  EXPECT_EQ(firsts.size(), 17u); // (0, 0) twice
  EXPECT_NE(deriveSeed(1, RandomDomain::Data),
            deriveSeed(1, RandomDomain::Initializer));
  EXPECT_NE(deriveSeed(1, RandomDomain::Data),
            deriveSeed(2, RandomDomain::Data));
}

TEST(Random, Permutations) {
  for (uint64_t n : {0, 1, 2, 5, 1000}) {
    std::vector<uint64_t> order = shufflePermutation(1, 2, n);
    EXPECT_EQ(order, shufflePermutation(1, 2, n));
    std::vector<uint64_t> sorted = order;
    std::sort(sorted.begin(), sorted.end());
    for (uint64_t i = 0; i < n; ++i)
      ASSERT_EQ(sorted[i], i);
    ASSERT_EQ(sorted.size(), n);
  }
  EXPECT_NE(shufflePermutation(1, 2, 100), shufflePermutation(1, 3, 100));
  EXPECT_NE(shufflePermutation(1, 2, 100), shufflePermutation(2, 2, 100));
  // Each of the 6 orders of 3 things comes equally often.
  double counts[27] = {};
  const uint64_t draws = 60000;
  for (uint64_t epoch = 0; epoch < draws; ++epoch) {
    std::vector<uint64_t> order = shufflePermutation(4, epoch, 3);
    ++counts[order[0] * 9 + order[1] * 3 + order[2]];
  }
  for (int code : {5, 7, 11, 15, 19, 21})
    expectMean(counts[code], draws, 1.0 / 6, 5.0 / 36);
}

TEST(Random, DomainsDiffer) {
  std::set<uint64_t> seeds;
  for (RandomDomain domain : {RandomDomain::Initializer, RandomDomain::Data,
                              RandomDomain::Shuffle, RandomDomain::Graph})
    seeds.insert(deriveSeed(1, domain));
  EXPECT_EQ(seeds.size(), 4u);
}
