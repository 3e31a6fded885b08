//===- SettingsTest.cpp - Settings from text ------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Training/Settings.h"

#include "amp/Support/Error.h"
#include "gtest/gtest.h"

#include <fstream>
#include <regex>
#include <set>
#include <sstream>

using namespace amp;
using namespace amp::training;

/// What only a command has.
static const std::set<std::string> kOfTheCommand = {
    "trusted", "cache-dir",       "no-cache", "list-devices", "json",
    "help",    "fail-on-warning", "progress", "version"};

/// "set", or the message, which is one of wrong usage.
static std::string toMessage(llvm::Error error) {
  std::string message = "set";
  llvm::handleAllErrors(std::move(error), [&](const llvm::ErrorInfoBase &info) {
    EXPECT_EQ(kindOf(info), ErrorKind::Usage);
    message = info.message();
  });
  return message;
}

static std::string set(llvm::StringRef name, llvm::StringRef text,
                       const char *prefix = "--") {
  Config config;
  config.settingPrefix = prefix;
  std::string message = toMessage(setSetting(config, name, text));
  EXPECT_EQ(config.isGiven(name), message == "set") << name.str();
  return message;
}

/// What the settings say together.
static std::string
check(std::initializer_list<std::pair<const char *, const char *>> settings,
      const char *prefix = "--") {
  Config config;
  config.settingPrefix = prefix;
  for (auto [name, value] : settings)
    EXPECT_EQ(toMessage(setSetting(config, name, value)), "set");
  return toMessage(checkSettings(config));
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

TEST(SettingsTest, AreTheFlags) {
  std::ifstream stream(AMP_SOURCE_DIR "/tools/amp-run/Flags.td");
  std::stringstream contents;
  contents << stream.rdbuf();
  const std::string text = contents.str();
  const std::regex flag(R"re((?:Switch|Value)<"([a-z0-9-]+)")re");
  std::set<std::string> flags;
  for (std::sregex_iterator i(text.begin(), text.end(), flag), end; i != end;
       ++i)
    flags.insert((*i)[1]);
  std::set<std::string> settings;
  for (const SettingInfo &setting : getSettings()) {
    EXPECT_TRUE(settings.insert(setting.name.str()).second)
        << "two settings " << setting.name.str();
    EXPECT_EQ(findSetting(setting.name), &setting);
    EXPECT_EQ(setting.isSwitch, setting.expected.empty());
    EXPECT_EQ(kOfTheCommand.count(setting.name.str()), 0u);
  }
  settings.insert(kOfTheCommand.begin(), kOfTheCommand.end());
  EXPECT_EQ(settings, flags);
  EXPECT_EQ(findSetting("none-such"), nullptr);
}

TEST(SettingsTest, UnknownNames) {
  EXPECT_EQ(set("batchsize", "3"),
            "unknown setting '--batchsize'; did you mean '--batch-size'?");
  EXPECT_EQ(set("batchsize", "3", ""),
            "unknown setting 'batchsize'; did you mean 'batch-size'?");
  EXPECT_EQ(set("zzzzzz", "3"), "unknown setting '--zzzzzz'");
  EXPECT_EQ(set("", "3"), "unknown setting '--'");
  EXPECT_EQ(set("--steps", "3"),
            "unknown setting '----steps'; did you mean '--steps'?");
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

TEST(SettingsTest, WrongValues) {
  const std::string from1 = "a whole number from 1 to 9007199254740992";
  const std::string from0 = "a whole number from 0 to 9007199254740992";
  const std::string scale = "a number that is positive and finite in f32";
  const std::string bytes =
      "a whole number from 1, alone or with B, KiB, MiB, GiB or TiB, of at "
      "most 18446744073709551615 bytes";
  const std::string tensors = "a path that ends in .safetensors or .npz";
  struct Case {
    const char *name;
    std::vector<const char *> values;
    std::string expected;
  };
  const Case cases[] = {
      {"steps", {"", "0", "-1", "1.5", "1e3", " 1", "9007199254740993"}, from1},
      {"skip-limit", {"", "-1", "9007199254740993", "none"}, from0},
      {"growth-interval",
       {"0", "2147483648"},
       "a whole number from 1 to 2147483647"},
      {"threads", {"0", "1025"}, "a whole number from 1 to 1024"},
      {"seed",
       {"", "-1", "18446744073709551616"},
       "a whole number from 0 to 18446744073709551615"},
      {"lr", {"", "-0.1", "nan", "inf", "x"}, "a finite number from 0"},
      {"init-scale", {"0", "-1", "nan", "inf", "1e39", "1e-60"}, scale},
      {"loss-scale", {"fixed", "0", "on"}, "dynamic, off, or " + scale},
      {"max-memory",
       {"", "0", "1 KiB", "1kB", "B", "16777216TiB", "18446744073709551616"},
       bytes},
      {"activation-memory", {"0", "x"}, bytes},
      {"recompute", {"", "true", "On"}, "off, on or blocks"},
      {"device",
       {"", "gpu", "cuda:", "cuda:-1", "cpu:0"},
       "auto, cpu, cuda or cuda:N"},
      {"cuda-arch",
       {"", "sm_", "sm_90-x", "90", "sm_12345678"},
       "a name such as sm_90"},
      {"compare",
       {"", "O0", "O0,", "O0,O4", "O0,,O1"},
       "two to sixteen of O0, O1, O2, O3, f32, f16, bf16, none"},
      {"data", {"", "x", "=a.npy", "x="}, "NAME=SPEC"},
      {"input", {"x"}, "NAME=SPEC"},
      {"entry", {""}, "some text"},
      {"init-from", {"", "a.pt", ".npy"}, tensors},
      {"init-map", {"", "=a"}, "FROM=TO, or a file of such lines"},
      {"output", {"a.npy", "a.NPZ"}, tensors},
      {"program-batches",
       {"", "0", "1,", "1;2", "1, 2"},
       "whole numbers from 1 with commas between them"},
      {"precision", {"", "f64", "F16"}, "none, f32, f16 or bf16"},
      {"opt-level", {"O4", "1"}, "O0, O1, O2 or O3"},
      {"assigner", {"greedy"}, "min-cut, eager or propagate"},
  };
  for (const Case &wrong : cases)
    for (const char *value : wrong.values)
      for (const char *prefix : {"--", ""})
        EXPECT_EQ(set(wrong.name, value, prefix),
                  std::string(prefix) + wrong.name + ": found '" + value +
                      "', expected " + wrong.expected);
  EXPECT_EQ(set("steps", "1\n"), "--steps: found '1\\x0a', expected " + from1);
  EXPECT_EQ(set("f32", "(").substr(0, 21), "--f32: found '(', exp");
}

TEST(SettingsTest, Switches) {
  for (const char *value : {"", "on", "true"})
    EXPECT_EQ(set("shuffle", value), "set");
  for (const char *value : {"off", "false", "1", "yes"}) {
    EXPECT_EQ(set("shuffle", value),
              std::string("--shuffle takes no value, found '") + value + "'");
    EXPECT_EQ(set("shuffle", value, ""),
              std::string("shuffle takes no value, found '") + value + "'");
  }
}

TEST(SettingsTest, Values) {
  Config config;
  auto expectSet = [&](const char *name, const char *value) {
    EXPECT_EQ(toMessage(setSetting(config, name, value)), "set") << name;
  };
  expectSet("steps", "9007199254740992");
  EXPECT_EQ(config.steps, int64_t(1) << 53);
  expectSet("seed", "18446744073709551615");
  EXPECT_EQ(config.seed, ~uint64_t(0));
  expectSet("max-memory", "16777215TiB");
  EXPECT_EQ(config.maxMemory, uint64_t(16777215) << 40);
  EXPECT_EQ(config.training.recompute, mlir::amp::RecomputeKind::Off);
  expectSet("recompute", "on");
  EXPECT_EQ(config.training.recompute, mlir::amp::RecomputeKind::Cheap);
  expectSet("recompute", "blocks");
  EXPECT_EQ(config.training.recompute, mlir::amp::RecomputeKind::Blocks);
  expectSet("activation-memory", "18446744073709551615B");
  EXPECT_EQ(config.training.activationMemory,
            std::numeric_limits<int64_t>::max());
  expectSet("skip-limit", "0");
  EXPECT_EQ(config.training.skipLimit, std::nullopt);
  expectSet("loss-scale", "8");
  ASSERT_TRUE(config.lossScale.has_value());
  EXPECT_EQ(config.lossScale->mode, mlir::amp::LossScaleMode::Fixed);
  EXPECT_EQ(config.lossScale->value, 8);
  expectSet("program-batches", "1,38");
  EXPECT_EQ(config.programBatches, (std::vector<int64_t>{1, 38}));
  // Once more replaces; of some it adds.
  expectSet("program-batches", "2");
  EXPECT_EQ(config.programBatches, std::vector<int64_t>{2});
  expectSet("steps", "5");
  EXPECT_EQ(config.steps, 5);
  EXPECT_EQ(config.given.at("steps"), "5");
  expectSet("data", "x=a.npz:b=c");
  expectSet("input", "y=zeros");
  ASSERT_EQ(config.bindings.size(), 2u);
  EXPECT_EQ(config.bindings[0].spec, "a.npz:b=c");
  EXPECT_TRUE(config.bindings[0].isData && !config.bindings[1].isData);
  expectSet("resume", "");
  EXPECT_EQ(config.resume, "");
  EXPECT_EQ(toMessage(checkSettings(Config())), "set");
}

//===----------------------------------------------------------------------===//
// Together
//===----------------------------------------------------------------------===//

TEST(SettingsTest, ThatContradictEachOther) {
  struct Case {
    std::vector<std::pair<const char *, const char *>> settings;
    const char *expected; // with % for the prefix
  };
  const Case cases[] = {
      {{{"precision", "f32"}, {"opt-level", "O1"}},
       "%precision=f32 contradicts %opt-level=O1"},
      {{{"precision", "f16"}, {"opt-level", "O0"}},
       "%precision=f16 contradicts %opt-level=O0"},
      {{{"autocast", "on"}, {"precision", "f32"}},
       "%autocast=on contradicts %precision=f32"},
      {{{"autocast", "off"}, {"opt-level", "O2"}},
       "%autocast=off contradicts %opt-level=O2"},
      {{{"loss-scale", "off"}, {"init-scale", "2"}},
       "%init-scale contradicts %loss-scale=off"},
      {{{"loss-scale", "8"}, {"growth-interval", "2"}},
       "%growth-interval contradicts %loss-scale=N"},
      {{{"compare", "O0,O1"}, {"opt-level", "O1"}},
       "%opt-level contradicts %compare, which names the levels"},
      {{{"compare", "O0,O1"}, {"save-program", "a"}},
       "%save-program contradicts %compare: there are several programs"},
      {{{"compare", "O0,O1"}, {"output", "a.npz"}},
       "%output contradicts %compare: there are several sets of parameters"},
      {{{"compare", "O0,O1"}, {"checkpoint-dir", "a"}},
       "%checkpoint-dir contradicts %compare: there are several runs"},
      {{{"flush", ""}}, "%flush needs %accumulate=K with K above 1"},
      {{{"accumulate", "1"}, {"accumulate-reduction", "sum"}},
       "%accumulate-reduction needs %accumulate=K with K above 1"},
      {{{"save-every", "1"}}, "%save-every needs %checkpoint-dir"},
      {{{"keep", "1"}}, "%keep needs %checkpoint-dir"},
      {{{"resume", ""}},
       "%resume needs a file or folder, as %resume=PATH, or %checkpoint-dir"},
      {{{"init-partial", ""}}, "%init-partial needs %init-from=FILE"},
      {{{"program-batches", "1"}}, "%program-batches needs %save-program=FILE"},
      {{{"eval-every", "1"}}, "%eval-every needs %eval-entry"},
      {{{"data", "x=a"}, {"input", "x=b"}},
       "the name 'x' is bound twice by %data or %input"},
  };
  for (const Case &wrong : cases)
    for (const char *prefix : {"--", ""}) {
      Config config;
      config.settingPrefix = prefix;
      for (auto [name, value] : wrong.settings)
        EXPECT_EQ(toMessage(setSetting(config, name, value)), "set");
      EXPECT_EQ(toMessage(checkSettings(config)),
                std::regex_replace(std::string(wrong.expected), std::regex("%"),
                                   prefix));
    }
}

TEST(SettingsTest, ThatGoTogether) {
  EXPECT_EQ(check({{"precision", "bf16"}, {"opt-level", "O2"}}), "set");
  EXPECT_EQ(check({{"precision", "f32"}, {"opt-level", "O0"}}), "set");
  EXPECT_EQ(check({{"accumulate", "2"}, {"flush", ""}}), "set");
  EXPECT_EQ(check({{"checkpoint-dir", "a"}, {"keep", "2"}, {"resume", ""}}),
            "set");
  EXPECT_EQ(check({{"save-program", "a"}, {"program-batches", "1,2"}}), "set");
  EXPECT_EQ(check({{"compare", "O0,O1"}, {"precision", "bf16"}}), "set");
}
