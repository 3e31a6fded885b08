//===- OrderTest.cpp - Vector clocks and histories of accesses ------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

using namespace amp::rt::simulator;

static Accessor makeAccessor(Stamp stamp) {
  return {stamp, std::make_shared<OperationInfo>()};
}

TEST(Order, ClocksCoverWhatTheyJoined) {
  VectorClock a, b;
  EXPECT_FALSE(a.covers({0, 1}));
  a.join(Stamp{2, 5});
  EXPECT_TRUE(a.covers({2, 5}));
  EXPECT_TRUE(a.covers({2, 1}));
  EXPECT_FALSE(a.covers({2, 6}));
  EXPECT_FALSE(a.covers({3, 1}));
  b.join(Stamp{0, 1});
  b.join(a);
  EXPECT_TRUE(b.covers({0, 1}));
  EXPECT_TRUE(b.covers({2, 5}));
}

TEST(Order, CoalescesByKind) {
  std::vector<Access> accesses = {{8, 4, false}, {0, 4, false}, {4, 4, false},
                                  {6, 1, false}, {0, 8, true},  {16, 4, false},
                                  {30, 0, true}};
  coalesce(accesses);
  ASSERT_EQ(accesses.size(), 3u);
  EXPECT_EQ(accesses[0].address, 0u);
  EXPECT_EQ(accesses[0].bytes, 12u);
  EXPECT_EQ(accesses[1].address, 16u);
  EXPECT_TRUE(accesses[2].isWrite);
  EXPECT_EQ(accesses[2].bytes, 8u);
}

TEST(Order, JoinsSegmentsOfOneReader) {
  AccessHistory history;
  VectorClock clock;
  clock.join(Stamp{0, 1});
  Accessor accessor = makeAccessor({0, 1});
  for (uint64_t i = 0; i < 100; ++i)
    history.note({i * 4, 4, false}, accessor, clock);
  EXPECT_EQ(history.size(), 1u);
  history.note({40, 4, true}, accessor, clock);
  EXPECT_EQ(history.size(), 3u);
  history.note({0, 400, true}, accessor, clock);
  EXPECT_EQ(history.size(), 1u);
  history.forget(100, 100);
  EXPECT_EQ(history.size(), 2u);
  history.forget(0, 400);
  EXPECT_EQ(history.size(), 0u);
}

/// Against a history that keeps everything for every byte.
TEST(Order, FindsTheConflictsThatAPlainHistoryFinds) {
  constexpr unsigned kLanes = 3, kBytes = 24;
  struct Old {
    Stamp stamp;
    bool isWrite;
  };
  std::mt19937 random(7);
  size_t conflicts = 0, clean = 0;
  for (int round = 0; round < 300; ++round) {
    AccessHistory history;
    std::vector<Old> plain[kBytes];
    VectorClock ends[kLanes];
    uint64_t counts[kLanes] = {};
    for (int step = 0; step < 40; ++step) {
      const unsigned lane = random() % kLanes;
      if (random() % 2)
        ends[lane].join(ends[random() % kLanes]);
      const Stamp stamp{lane, ++counts[lane]};
      ends[lane].join(stamp);
      const uint64_t first = random() % kBytes;
      const Access access{first, 1 + random() % (kBytes - first),
                          random() % 3 == 0};
      // A program stops at its first conflict; what follows is not compared.
      bool expected = false;
      for (uint64_t i = first; i < first + access.bytes; ++i) {
        for (const Old &old : plain[i])
          expected |=
              (old.isWrite || access.isWrite) && !ends[lane].covers(old.stamp);
        plain[i].push_back({stamp, access.isWrite});
      }
      auto found = history.note(access, makeAccessor(stamp), ends[lane]);
      ASSERT_EQ(found.has_value(), expected) << round << " " << step;
      if (found) {
        EXPECT_LT(found->address, first + access.bytes);
        EXPECT_GT(found->address + found->bytes, first);
        ++conflicts;
        break;
      }
      ++clean;
    }
  }
  EXPECT_GT(conflicts, 100u);
  EXPECT_GT(clean, 300u);
}

TEST(Order, FindsWhatTheHostDoesNotKnow) {
  AccessHistory history;
  VectorClock clock, host;
  clock.join(Stamp{1, 1});
  history.note({16, 16, false}, makeAccessor({1, 1}), clock);
  EXPECT_FALSE(history.findUnordered(0, 16, host));
  EXPECT_TRUE(history.findUnordered(0, 17, host));
  EXPECT_TRUE(history.findUnordered(31, 1, host));
  EXPECT_FALSE(history.findUnordered(32, 8, host));
  host.join(clock);
  EXPECT_FALSE(history.findUnordered(0, 64, host));
}
