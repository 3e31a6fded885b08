//===- SimilarNamesTest.cpp -----------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Support/SimilarNames.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace amp;

using Names = SmallVector<StringRef>;

TEST(SimilarNames, TheNearestByEditDistance) {
  EXPECT_EQ(findSimilarNames("layernorm", {"layer_norm", "linear"}),
            Names({"layer_norm"}));
  EXPECT_EQ(findSimilarNames("fc9", {"fc3", "fc1", "fc2", "head"}),
            Names({"fc1", "fc2", "fc3"}));
  EXPECT_EQ(findSimilarNames("softmax", {"linear", "conv2d"}), Names());
}

TEST(SimilarNames, NoMoreThanThreeAndEachOnce) {
  EXPECT_EQ(findSimilarNames("fc9", {"fc4", "fc3", "fc1", "fc2", "fc1"}),
            Names({"fc1", "fc2", "fc3"}));
}

TEST(SimilarNames, AbbreviationsEitherWay) {
  EXPECT_EQ(findSimilarNames("learning_rate", {"eps", "lr", "groups"}),
            Names({"lr"}));
  EXPECT_EQ(findSimilarNames("wd", {"w1", "weight_decay"}),
            Names({"weight_decay"}));
}

TEST(SimilarNames, Beginnings) {
  EXPECT_EQ(findSimilarNames("const", {"compare", "constant"}),
            Names({"constant"}));
  EXPECT_EQ(findSimilarNames("c", {"compare", "constant"}), Names());
}

TEST(SimilarNames, TextOfAnyLength) {
  std::string huge(1 << 20, 'a');
  EXPECT_EQ(findSimilarNames(huge, {"a", huge}), Names());
  EXPECT_EQ(findSimilarNames("a", {huge}), Names());
  EXPECT_EQ(findSimilarNames("", {"a"}), Names());
}

TEST(SimilarNames, AsAQuestion) {
  EXPECT_EQ(didYouMean("fc9", {"fc3", "fc1", "fc2"}),
            "; did you mean 'fc1', 'fc2' or 'fc3'?");
  EXPECT_EQ(didYouMean("sofmax", {"softmax"}, "amp."),
            "; did you mean 'amp.softmax'?");
  EXPECT_EQ(didYouMean("softmax", {"conv2d"}), "");
}
