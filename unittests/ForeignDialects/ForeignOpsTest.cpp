//===- ForeignOpsTest.cpp - The table of ops of other dialects ------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ForeignOps.h"
#include "amp/Analysis/PrecisionPolicy.h"
#include "amp/ForeignDialects/ForeignDialects.h"
#include "amp/Interfaces/CastDialectInterface.h"
#include "amp/Interfaces/HomogeneousOpInterface.h"
#include "amp/Interfaces/PrecisionOpInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::amp;

namespace {
class ForeignOpsTest : public ::testing::Test {
protected:
  ForeignOpsTest() {
    DialectRegistry registry;
    registry
        .insert<arith::ArithDialect, linalg::LinalgDialect, math::MathDialect,
                tensor::TensorDialect, tosa::TosaDialect>();
    registerForeignDialectModels(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }
  MLIRContext context;
};

/// A dialect that defines an op of StableHLO, as a compiler that has the real
/// one does.
class DefinedStableHlo : public Dialect {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(DefinedStableHlo)
  static constexpr StringLiteral getDialectNamespace() {
    return StringLiteral("stablehlo");
  }
  explicit DefinedStableHlo(MLIRContext *context);
};

class AddOp : public Op<AddOp> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(AddOp)
  using Op::Op;
  static constexpr StringLiteral getOperationName() {
    return StringLiteral("stablehlo.add");
  }
  static ArrayRef<StringRef> getAttributeNames() { return {}; }
};

DefinedStableHlo::DefinedStableHlo(MLIRContext *context)
    : Dialect(getDialectNamespace(), context, TypeID::get<DefinedStableHlo>()) {
  addOperations<AddOp>();
}
} // namespace

// A misspelt function would be unlisted in every preset, unnoticed.
TEST_F(ForeignOpsTest, EveryFunctionIsOfTheTableOfPresets) {
  FailureOr<PrecisionPolicy> policy = PrecisionPolicy::getPreset(
      "torch-cuda", [&]() { return emitError(UnknownLoc::get(&context)); });
  ASSERT_TRUE(succeeded(policy));
  for (const ForeignOp &op : getForeignOps())
    if (!op.function.empty())
      EXPECT_TRUE(policy->lookup(op.function))
          << op.name.str() << ": " << op.function.str();
}

TEST_F(ForeignOpsTest, EveryOpOfAPackagedDialectExists) {
  unsigned numOps = 0;
  for (const ForeignOp &op : getForeignOps()) {
    EXPECT_EQ(lookupForeignOp(op.name), &op);
    StringRef dialect = op.name.split('.').first;
    if (dialect == "stablehlo" || dialect == "chlo" || dialect == "sdy")
      continue;
    ++numOps;
    std::optional<RegisteredOperationName> name =
        RegisteredOperationName::lookup(op.name, &context);
    ASSERT_TRUE(name) << op.name.str();
    EXPECT_EQ(name->hasInterface<PrecisionOpInterface>(),
              op.form != ForeignForm::Control)
        << op.name.str();
  }
  EXPECT_GE(numOps, 150u);
  EXPECT_EQ(lookupForeignOp("linalg.fill"), nullptr);
}

TEST_F(ForeignOpsTest, StableHloGoesByName) {
  ParserConfig config(&context, /*verifyAfterParse=*/true);
  Block block;
  ASSERT_TRUE(succeeded(parseSourceString(
      R"(%0 = "stablehlo.constant"() <{value = dense<1.0> : tensor<4xf32>}> : () -> tensor<4xf32>
         %1 = "stablehlo.add"(%0, %0) {a = #stablehlo<precision DEFAULT>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
         "stablehlo.while"(%0) ({}, {}) : (tensor<4xf32>) -> ())",
      &block, config)));
  Operation *constant = &block.front(), *add = constant->getNextNode();
  EXPECT_FALSE(isa<PrecisionOpInterface>(constant));
  ASSERT_TRUE(isa<PrecisionOpInterface>(add));
  EXPECT_EQ(cast<PrecisionOpInterface>(add).getPrecisionName(), "add");
  EXPECT_TRUE(isa<HomogeneousOpInterface>(add));
  EXPECT_FALSE(isa<TransparentRegionsOpInterface>(add));
  EXPECT_TRUE(isa<TransparentRegionsOpInterface>(add->getNextNode()));
}

// Where somebody registered StableHLO before, its ops are given the interfaces.
TEST(ForeignOps, DefinedStableHloIsLeftInPlace) {
  DialectRegistry registry;
  registry.insert<DefinedStableHlo>();
  registerForeignDialectModels(registry);
  MLIRContext context(registry);
  context.loadAllAvailableDialects();
  EXPECT_TRUE(context.getLoadedDialect<DefinedStableHlo>());
  std::optional<RegisteredOperationName> name =
      RegisteredOperationName::lookup("stablehlo.add", &context);
  ASSERT_TRUE(name);
  EXPECT_TRUE(name->hasInterface<PrecisionOpInterface>());
  EXPECT_TRUE(name->hasInterface<HomogeneousOpInterface>());
}
