//===- PolicyUsageTest.cpp ------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Analysis/PolicyUsage.h"

#include "gtest/gtest.h"

using namespace mlir::amp;
using Kind = PolicyClause::Kind;

static std::vector<std::string> describe(const PolicyUsage &usage,
                                         const GraphNames &names = {}) {
  std::vector<std::string> texts;
  for (const PolicyUsage::Warning &warning : usage.describeUnused(names))
    texts.push_back(warning.place + ": " + warning.text);
  return texts;
}

// What several programs did with one line is what the best of them did.
TEST(PolicyUsage, TheMostHolds) {
  PolicyUsage usage;
  PolicyClause clause{Kind::Any, "keep-f32", "fc1"};
  EXPECT_EQ(usage.getUse(clause), PolicyUse::Unmatched);
  usage.note(clause, PolicyUse::Used);
  usage.note(clause, PolicyUse::Unmatched);
  EXPECT_EQ(usage.getUse(clause), PolicyUse::Used);
  EXPECT_EQ(usage.getRecords().size(), 1u);
  EXPECT_TRUE(describe(usage).empty());
}

// Clauses are told apart by their place: two functions may have the same.
TEST(PolicyUsage, PlacesTellClausesApart) {
  PolicyUsage usage;
  usage.note({Kind::Op, "attribute amp.policy of '@f', ops.relu", "relu"},
             PolicyUse::Used);
  usage.note({Kind::Op, "attribute amp.policy of '@g', ops.relu", "relu"},
             PolicyUse::Overridden);
  std::vector<std::string> texts = describe(usage);
  ASSERT_EQ(texts.size(), 1u);
  EXPECT_EQ(texts[0].find("attribute amp.policy of '@g', ops.relu: the entry "
                          "for 'relu' is overridden"),
            0u);
}

TEST(PolicyUsage, EntriesOfAFileAreOneWarning) {
  PolicyUsage usage;
  usage.note({Kind::Op, "a:b.yaml:2:3", "relu"}, PolicyUse::Unmatched);
  usage.note({Kind::Op, "a:b.yaml:3:3", "exp"}, PolicyUse::Used);
  usage.note({Kind::Op, "a:b.yaml:4:3", "linaer"}, PolicyUse::Unmatched);
  GraphNames names;
  names.ops = {"exp", "linear"};
  std::vector<std::string> texts = describe(usage, names);
  ASSERT_EQ(texts.size(), 1u);
  EXPECT_EQ(texts[0], "a:b.yaml: 2 of 3 entries for ops are about none of the "
                      "graph: 'relu' (2:3), 'linaer' (4:3; did you mean "
                      "'linear'?)");
}

// Of what is unused as a whole, the parts need no words.
TEST(PolicyUsage, OperandsOfWhatIsUsed) {
  PolicyUsage usage;
  usage.note({Kind::Op, "p:1:1", "relu"}, PolicyUse::Unmatched);
  usage.note({Kind::Operand, "p:1:1", "9 of 'relu'"}, PolicyUse::Unmatched);
  usage.note({Kind::Op, "p:2:1", "linear"}, PolicyUse::Used);
  usage.note({Kind::Operand, "p:2:1", "9 of 'linear'"}, PolicyUse::Unmatched);
  std::vector<std::string> texts = describe(usage);
  ASSERT_EQ(texts.size(), 2u);
  EXPECT_EQ(texts[1], "p:2:1: no such operand, 9 of 'linear', in any op that "
                      "this is about");
}

// A policy of any size says no more than a screen holds.
TEST(PolicyUsage, OnlySoMuchIsSaid) {
  PolicyUsage usage;
  for (int i = 0; i < 1000; ++i)
    usage.note({Kind::Op, "p:" + std::to_string(i + 1) + ":1",
                "op" + std::to_string(i)},
               PolicyUse::Unmatched);
  for (int i = 0; i < 1000; ++i)
    usage.note({Kind::Location, "p:" + std::to_string(i + 2000) + ":1",
                "at" + std::to_string(i)},
               PolicyUse::Unmatched);
  std::vector<std::string> texts = describe(usage);
  ASSERT_EQ(texts.size(), 20u);
  EXPECT_NE(texts[0].find("1000 of 1000 entries"), std::string::npos);
  EXPECT_NE(texts[0].find("'op7' (8:1) and 992 more"), std::string::npos);
  EXPECT_NE(texts[19].find("; and 981 more lines come to nothing"),
            std::string::npos);
}

TEST(PolicyUsage, NamesAreReadAsTheyAreWritten) {
  for (PolicyUse use :
       {PolicyUse::Unmatched, PolicyUse::Overridden, PolicyUse::Outside,
        PolicyUse::NoEffect, PolicyUse::Used})
    EXPECT_EQ(symbolizePolicyUse(stringifyPolicyUse(use)), use);
  for (Kind kind : {Kind::Op, Kind::Operand, Kind::Location, Kind::Symbol,
                    Kind::Any, Kind::Own})
    EXPECT_EQ(symbolizePolicyClauseKind(stringifyPolicyClauseKind(kind)), kind);
  EXPECT_FALSE(symbolizePolicyUse("maybe"));
}
