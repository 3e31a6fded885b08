//===- KeepsStateTest.cpp - Which programs may go on with variables -------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Executable/KeepsState.h"
#include "gtest/gtest.h"

using namespace mlir::amp;

static ProgramVariable makeVariable(const char *name, amp::ElementType type,
                                    llvm::SmallVector<int64_t> shape) {
  ProgramVariable variable;
  variable.name = name;
  variable.role = "parameter";
  variable.type = type;
  variable.shape = std::move(shape);
  return variable;
}

static Executable makeExecutable() {
  Executable executable;
  executable.variables = {makeVariable("a", amp::ElementType::F32, {2, 3}),
                          makeVariable("a.f16", amp::ElementType::F16, {2, 3}),
                          makeVariable("b", amp::ElementType::F32, {})};
  executable.variables[1].copyOf = "a";
  ProgramScaler scaler = {};
  scaler.name = "scaler";
  scaler.growthFactor = 2;
  executable.scalers.push_back(scaler);
  return executable;
}

static std::string check(const Executable &before, const Executable &after) {
  return llvm::toString(checkKeepsState(before, after));
}

TEST(KeepsState, CopiesAndPlacesFollow) {
  Executable before = makeExecutable(), after = makeExecutable();
  after.variables.erase(after.variables.begin() + 1);
  after.variables[0].flatBuffer = "flat";
  EXPECT_EQ(check(before, after), "");
  EXPECT_EQ(check(after, before), "");
}

TEST(KeepsState, OthersMayCome) {
  Executable before = makeExecutable(), after = makeExecutable();
  after.variables.push_back(makeVariable("c", amp::ElementType::I64, {}));
  EXPECT_EQ(check(before, after), "");
  EXPECT_EQ(check(after, before),
            "the programs have other variables than those before: 'c' (i64 [], "
            "parameter) is not there");
}

TEST(KeepsState, TellsTheDifference) {
  Executable before = makeExecutable(), after = makeExecutable();
  auto expectTail = [&](const std::string &tail) {
    EXPECT_EQ(check(before, after),
              "the programs have other variables than those before: " + tail);
    after = makeExecutable();
  };
  after.variables[0].shape = {3, 2};
  expectTail("'a' is f32 [3, 2], parameter, and was f32 [2, 3], parameter");
  after.variables[0].type = amp::ElementType::F16;
  expectTail("'a' is f16 [2, 3], parameter, and was f32 [2, 3], parameter");
  after.variables[2].role = "buffer";
  expectTail("'b' is f32 [], buffer, and was f32 [], parameter");
  after.variables[2].copyOf = "a";
  expectTail("'b' (f32 [], parameter) is not there");
  after.scalers[0].growthFactor = 4;
  expectTail("scaler 'scaler' changes its scale in another way");
  after.scalers.clear();
  expectTail("scaler 'scaler' is not there");
}
