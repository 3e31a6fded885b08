//===- OptionsTest.cpp - Tests of options and their text ------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Analysis/PrecisionPolicy.h"
#include "amp/Options/PassOptions.h"
#include "amp/Options/PrecisionLevel.h"
#include "amp/Options/TrainingOptions.h"
#include "mlir/Pass/PassOptions.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

#include <set>

using namespace mlir;
using namespace mlir::amp;

namespace {

template <typename T>
void checkWords() {
  llvm::ArrayRef<OptionWord> words = getOptionWords<T>();
  ASSERT_FALSE(words.empty());
  std::set<std::string> spellings;
  for (size_t i = 0; i < words.size(); ++i) {
    auto value = static_cast<T>(i);
    EXPECT_EQ(stringifyOption(value), words[i].spelling);
    EXPECT_EQ(symbolizeOption<T>(words[i].spelling), value);
    EXPECT_TRUE(spellings.insert(words[i].spelling.str()).second)
        << words[i].spelling.str() << " is two words";
    EXPECT_FALSE(words[i].help.empty()) << words[i].spelling.str();
  }
  EXPECT_EQ(symbolizeOption<T>(""), std::nullopt);
  EXPECT_EQ(symbolizeOption<T>(words[0].spelling.str() + "x"), std::nullopt);
}

TEST(OptionWords, AreReadAsTheyAreWritten) {
#define AMP_OPTION_ENUM(NAME) checkWords<NAME>();
#include "amp/Options/OptionEnums.def"
}

TEST(OptionWords, AreListedInSentences) {
  EXPECT_EQ(listOptionWords(getOptionWords<Tf32>()), "none, gemm, conv or all");
  EXPECT_EQ(listOptionWords(getOptionWords<LowType>()), "f16 or bf16");
}

// The presets are columns of the policy's table, which has one more: that of
// the levels that cast a model.
TEST(OptionWords, HaveThePresetsOfThePolicy) {
  std::set<std::string> columns, words = {"cast-model"};
  for (llvm::StringRef name : PrecisionPolicy::getPresetNames())
    columns.insert(name.str());
  for (const OptionWord &word : getOptionWords<PolicyPreset>())
    words.insert(word.spelling.str());
  EXPECT_EQ(columns, words);
}

TEST(PrecisionLevels, AreFoundByName) {
  for (OptLevel level :
       {OptLevel::O0, OptLevel::O1, OptLevel::O2, OptLevel::O3})
    EXPECT_EQ(getPrecisionLevel(level).level, level);
}

TEST(TrainingOptions, RunTheGraphAsWrittenByDefault) {
  const TrainingOptions options;
  EXPECT_FALSE(options.level || options.lossScale || options.initScale ||
               options.masterWeights || options.keepBatchNormF32);
  EXPECT_EQ(options.accumulate, 1);
}

/// Options of each kind, as passes have them.
struct Mixture : public PassPipelineOptions<Mixture> {
  Option<OptLevel> level{*this, "level", llvm::cl::init(OptLevel::O1)};
  Option<PassOptional<LossScaleMode>> mode{
      *this, "mode", llvm::cl::init(LossScaleMode::Dynamic)};
  Option<PassOptional<double>> scale{*this, "scale"};
  Option<PassOptional<int64_t>> count{*this, "count"};
  Option<PassOptional<bool>> flag{*this, "flag"};
  Option<PassOptional<std::string>> name{*this, "name"};

  std::string print() const {
    std::string text;
    llvm::raw_string_ostream os(text);
    PassPipelineOptions::print(os);
    // In no order that is promised.
    llvm::SmallVector<llvm::StringRef> parts;
    llvm::StringRef(text).trim("{}").split(parts, ' ');
    llvm::sort(parts);
    return llvm::join(parts, " ");
  }
};

std::unique_ptr<Mixture> parse(llvm::StringRef text) {
  return Mixture::createFromString(text);
}

TEST(PassOptions, PrintWhatTheyRead) {
  for (const char *text :
       {"count=none flag=none level=O1 mode=dynamic name= scale=none",
        "count=none flag=none level=O1 mode=none name= scale=none",
        "count=-7 flag=false level=O3 mode=off name=w.* scale=2.500000e+00"}) {
    std::unique_ptr<Mixture> options = parse(text);
    ASSERT_TRUE(options) << text;
    EXPECT_EQ(options->print(), text);
  }
  EXPECT_EQ(parse("")->print(),
            "count=none flag=none level=O1 mode=dynamic name= scale=none");
}

TEST(PassOptions, HoldWhatWasRead) {
  std::unique_ptr<Mixture> options =
      parse("level=O2 mode=none scale=8 count=3 flag=true name=main");
  ASSERT_TRUE(options);
  EXPECT_TRUE(options->level == OptLevel::O2);
  EXPECT_FALSE(options->mode.has_value());
  EXPECT_EQ(*options->scale, 8);
  EXPECT_EQ(*options->count, 3);
  EXPECT_EQ(*options->flag, true);
  EXPECT_EQ(*options->name, "main");
}

TEST(PassOptions, NameWhatTheyTake) {
  for (auto [text, message] :
       {std::pair("level=O7", "expected O0, O1, O2 or O3, found 'O7'"),
        std::pair("mode=static", "expected dynamic, fixed or off, found"),
        std::pair("count=many", "'many' value invalid"),
        std::pair("flag=perhaps", "'perhaps' is invalid value for boolean")}) {
    testing::internal::CaptureStderr();
    EXPECT_FALSE(parse(text)) << text;
    EXPECT_NE(testing::internal::GetCapturedStderr().find(message),
              std::string::npos)
        << text;
  }
}

} // namespace
