//===- PrecisionPolicyTest.cpp --------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Analysis/PrecisionPolicy.h"

#include "amp/Dialect/Amp/IR/Amp.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::amp;

namespace {

/// Names by which the policy may be asked: those of every compute op.
std::vector<std::string> getComputeOpNames() {
  MLIRContext context;
  context.loadDialect<AmpDialect>();
  std::vector<std::string> names;
  for (RegisteredOperationName name : context.getRegisteredOperations())
    if (name.hasInterface<PrecisionOpInterface>())
      names.push_back(name.stripDialect().str());
  return names;
}

TEST(PrecisionPolicy, EagerListsAreTorchCuda) {
  PrecisionPolicy policy = PrecisionPolicy::getEager();
  // PyTorch's CUDA autocast lists (aten/src/ATen/autocast_mode.h), for the ops
  // that the dialect has. cross_entropy is composite there; its parts run in
  // f32.
  const std::pair<const char *, PrecisionCategory> expected[] = {
      {"linear", PrecisionCategory::Allow},
      {"matmul", PrecisionCategory::Allow},
      {"exp", PrecisionCategory::Deny},
      {"log", PrecisionCategory::Deny},
      {"pow", PrecisionCategory::Deny},
      {"reciprocal", PrecisionCategory::Deny},
      {"rsqrt", PrecisionCategory::Deny},
      {"softmax", PrecisionCategory::Deny},
      {"log_softmax", PrecisionCategory::Deny},
      {"sum", PrecisionCategory::Deny},
      {"mse_loss", PrecisionCategory::Deny},
      {"cross_entropy", PrecisionCategory::Deny},
  };
  for (auto [name, category] : expected) {
    bool isListed = false;
    EXPECT_EQ(policy.lookup(name, isListed), category) << name;
    EXPECT_TRUE(isListed) << name;
  }
  for (const char *name : {"add", "mul", "relu", "gelu", "tanh", "sigmoid",
                           "sqrt", "erf", "mean", "amax", "concat", "where"}) {
    bool isListed = true;
    EXPECT_EQ(policy.lookup(name, isListed), PrecisionCategory::Promote)
        << name;
    EXPECT_FALSE(isListed) << name;
  }
}

TEST(PrecisionPolicy, EveryListedOpExists) {
  std::vector<std::string> names = getComputeOpNames();
  ASSERT_FALSE(names.empty());
  PrecisionPolicy policy = PrecisionPolicy::getEager();
  for (llvm::StringRef listed : policy.getListedOps())
    EXPECT_TRUE(llvm::is_contained(names, listed.str())) << listed.str();
}

TEST(PrecisionPolicy, CastModelKeepsLossesOnly) {
  PrecisionPolicy policy = PrecisionPolicy::getCastModel();
  for (const std::string &name : getComputeOpNames()) {
    bool isListed;
    bool isLoss = name == "mse_loss" || name == "cross_entropy";
    EXPECT_EQ(policy.lookup(name, isListed),
              isLoss ? PrecisionCategory::Deny : PrecisionCategory::Low)
        << name;
  }
}

} // namespace
