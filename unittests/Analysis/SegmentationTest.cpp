//===- SegmentationTest.cpp -----------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Analysis/Segmentation.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <cmath>
#include <random>

using namespace mlir::amp;

namespace {

/// What a test cuts.
struct Sequence {
  uint32_t length = 0;
  std::vector<SequenceValue> values;

  /// Adds an op whose result is read last by the op `span` behind it.
  uint32_t add(uint64_t bytes, bool isSaved, uint32_t span) {
    values.push_back({length, length + span, bytes, isSaved});
    return length++;
  }
};

/// Layers of a transformer: a sum that the next one is added to, and inner
/// values that the backward pass reads. The last op reads the last sum.
Sequence makeLayers(unsigned count, uint64_t sum, uint64_t inner) {
  Sequence layers;
  layers.add(sum, false, 3);
  for (unsigned i = 0; i != count; ++i) {
    layers.add(inner, true, 1);
    layers.add(inner, true, 1);
    layers.add(sum, false, i + 1 == count ? 1 : 3);
  }
  layers.add(sum, true, 0);
  return layers;
}

/// The most bytes at once, by the definition.
uint64_t getPeak(const Sequence &sequence,
                 const std::vector<uint32_t> &begins) {
  std::vector<uint32_t> bounds = {0};
  bounds.insert(bounds.end(), begins.begin(), begins.end());
  bounds.push_back(sequence.length);
  uint64_t kept = 0, peak = 0;
  for (size_t i = 0; i + 1 != bounds.size(); ++i) {
    uint64_t saved = 0, across = 0;
    for (const SequenceValue &value : sequence.values) {
      if (value.made < bounds[i] || value.made >= bounds[i + 1])
        continue;
      saved += value.isSaved ? value.bytes : 0;
      across += value.lastRead >= bounds[i + 1] ? value.bytes : 0;
    }
    peak = std::max(peak, kept + saved);
    kept += across;
  }
  return peak;
}

/// The least peak of all ways to cut.
uint64_t getLeastPeak(const Sequence &sequence) {
  uint64_t least = UINT64_MAX;
  for (uint32_t cuts = 0; cuts != 1u << (sequence.length - 1); ++cuts) {
    std::vector<uint32_t> begins;
    for (uint32_t i = 1; i != sequence.length; ++i)
      if (cuts >> (i - 1) & 1)
        begins.push_back(i);
    least = std::min(least, getPeak(sequence, begins));
  }
  return least;
}

} // namespace

TEST(SegmentationTest, Empty) {
  EXPECT_TRUE(findSegments(0, {}).begins.empty());
  EXPECT_TRUE(findSegments(5, {}).begins.empty());
}

TEST(SegmentationTest, NothingIsGained) {
  // Whatever goes across is as large as what it saves.
  Sequence sequence;
  sequence.add(8, true, 1);
  sequence.add(8, true, 0);
  Segmentation found = findSegments(sequence.length, sequence.values);
  EXPECT_TRUE(found.begins.empty());
  EXPECT_EQ(found.bytes, 16u);
}

TEST(SegmentationTest, CutsLayersAtTheirSums) {
  Sequence layers = makeLayers(3, 1, 10);
  Segmentation found = findSegments(layers.length, layers.values);
  EXPECT_EQ(found.begins, (std::vector<uint32_t>{4, 7, 10}));
  // Two sums and the last layer.
  EXPECT_EQ(found.bytes, 22u);
}

TEST(SegmentationTest, LayersAreCutAtBest) {
  for (unsigned count : {1, 2, 3, 4, 5})
    for (uint64_t sum : {1, 3, 7})
      for (uint64_t inner : {7, 10, 16}) {
        Sequence layers = makeLayers(count, sum, inner);
        Segmentation found = findSegments(layers.length, layers.values);
        EXPECT_EQ(found.bytes, getPeak(layers, found.begins));
        EXPECT_EQ(found.bytes, getLeastPeak(layers))
            << count << " layers, " << sum << ", " << inner;
      }
}

TEST(SegmentationTest, WhatCannotBeMadeAgainIsKept) {
  Sequence layers = makeLayers(4, 1, 10);
  uint64_t without = findSegments(layers.length, layers.values).bytes;
  layers.values[1].lastRead = layers.length;
  Segmentation found = findSegments(layers.length, layers.values);
  EXPECT_EQ(found.bytes, getPeak(layers, found.begins));
  EXPECT_GT(found.bytes, without);
}

TEST(SegmentationTest, ManyLayers) {
  constexpr unsigned kCount = 2000;
  Sequence layers = makeLayers(kCount, 1, 10);
  Segmentation found = findSegments(layers.length, layers.values);
  EXPECT_EQ(found.bytes, getPeak(layers, found.begins));
  // With k layers in each segment there are 20 k bytes of one and kCount / k
  // sums at the most, the least of which is at k = sqrt(kCount / 20); and the
  // hundredth.
  EXPECT_LE(found.bytes, 1.01 * (2 * std::sqrt(20.0 * kCount) + 20 + 1));
}

TEST(SegmentationTest, Random) {
  std::mt19937_64 engine(7);
  auto below = [&](uint64_t bound) { return engine() % bound; };
  for (unsigned run = 0; run != 300; ++run) {
    Sequence sequence;
    uint32_t length = 1 + below(60);
    for (uint32_t i = 0; i != length; ++i)
      sequence.add(below(100), below(2),
                   std::min<uint64_t>(length - i, below(below(8) + 1)));
    Segmentation found = findSegments(length, sequence.values);
    EXPECT_EQ(found.bytes, getPeak(sequence, found.begins)) << run;
    EXPECT_LE(found.bytes, getPeak(sequence, {})) << run;
    EXPECT_TRUE(std::is_sorted(found.begins.begin(), found.begins.end()));
  }
}
