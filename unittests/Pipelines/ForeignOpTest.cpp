//===- ForeignOpTest.cpp - Ops that take part by external models ----------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// How an op of another dialect is called in policies, where an external model
// has it take part in precision assignment.

#include "amp/Dialect/Amp/Transforms/Passes.h"
#include "amp/InitAllDialects.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "gtest/gtest.h"

using namespace mlir;
using mlir::amp::PolicyPreset;
using mlir::amp::PrecisionOpInterface;

namespace {
template <typename Concrete>
class UnaryOp : public Op<Concrete, OpTrait::ZeroRegions, OpTrait::OneResult,
                          OpTrait::ZeroSuccessors, OpTrait::OneOperand> {
public:
  using Op<Concrete, OpTrait::ZeroRegions, OpTrait::OneResult,
           OpTrait::ZeroSuccessors, OpTrait::OneOperand>::Op;
  static ArrayRef<StringRef> getAttributeNames() { return {}; }
};

#define TEST_OP(NAME, MNEMONIC)                                                \
  class NAME : public UnaryOp<NAME> {                                          \
  public:                                                                      \
    using UnaryOp::UnaryOp;                                                    \
    static StringRef getOperationName() { return "test." MNEMONIC; }           \
    MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(NAME)                         \
  };
/// Follows `linear`.
TEST_OP(ProductOp, "product")
/// Has the name of a function, but does not say that it follows it.
TEST_OP(LinearOp, "linear")
/// Follows a function that there is not.
TEST_OP(SlipOp, "slip")
/// Follows `linear`, and nothing says what type it gives.
TEST_OP(MuteOp, "mute")

class TestDialect : public Dialect {
public:
  explicit TestDialect(MLIRContext *context)
      : Dialect(getDialectNamespace(), context, TypeID::get<TestDialect>()) {
    addOperations<ProductOp, LinearOp, SlipOp, MuteOp>();
  }
  static StringRef getDialectNamespace() { return "test"; }
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestDialect)
};

/// A model of an op whose result has its operand's type.
template <typename Model, typename ConcreteOp>
struct UnaryModel
    : public PrecisionOpInterface::ExternalModel<Model, ConcreteOp> {
  LogicalResult refineResultTypes(Operation *op) const {
    op->getResult(0).setType(op->getOperand(0).getType());
    return success();
  }
};
struct ProductModel : public UnaryModel<ProductModel, ProductOp> {
  StringRef getPrecisionName(Operation *) const { return "linear"; }
};
struct LinearModel : public UnaryModel<LinearModel, LinearOp> {};
struct SlipModel : public UnaryModel<SlipModel, SlipOp> {
  StringRef getPrecisionName(Operation *) const { return "lineer"; }
};
struct MuteModel
    : public PrecisionOpInterface::ExternalModel<MuteModel, MuteOp> {
  StringRef getPrecisionName(Operation *) const { return "linear"; }
};

class ForeignOpTest : public testing::Test {
protected:
  ForeignOpTest() {
    DialectRegistry registry;
    registry.insert<func::FuncDialect, TestDialect>();
    mlir::amp::registerAllDialects(registry);
    registry.addExtension(+[](MLIRContext *context, TestDialect *) {
      ProductOp::attachInterface<ProductModel>(*context);
      LinearOp::attachInterface<LinearModel>(*context);
      SlipOp::attachInterface<SlipModel>(*context);
      MuteOp::attachInterface<MuteModel>(*context);
    });
    context.appendDialectRegistry(registry);
    handler = std::make_unique<ScopedDiagnosticHandler>(
        &context, [this](Diagnostic &diagnostic) {
          messages += diagnostic.str() + "\n";
          for (Diagnostic &note : diagnostic.getNotes())
            messages += note.str() + "\n";
        });
  }

  /// Assigns precision to a function of `op`, with entries of a policy for
  /// `ops`. The element type that the op then runs in; null where that fails.
  Type assign(StringRef op, StringRef ops = "",
              mlir::amp::AmpAssignPrecisionPassOptions options = {}) {
    std::string text = ("module attributes {amp.policy = {ops = {" + ops +
                        "}}} { func.func @f(%x: tensor<4xf32>) -> "
                        "tensor<4xf32> { %0 = \"test." +
                        op +
                        "\"(%x) : (tensor<4xf32>) -> tensor<4xf32> return %0 : "
                        "tensor<4xf32> } }")
                           .str();
    OwningOpRef<ModuleOp> module =
        parseSourceString<ModuleOp>(text, &context, "test.mlir");
    EXPECT_TRUE(module) << text << messages;
    PassManager pm(&context);
    pm.addPass(mlir::amp::createAmpAssignPrecisionPass(options));
    pm.addPass(mlir::amp::createAmpVerifyPrecisionPass());
    if (!module || failed(pm.run(*module)))
      return Type();
    Type type;
    module->walk([&](Operation *found) {
      if (found->getName().getDialectNamespace() != "test")
        return;
      type = getElementTypeOrSelf(found->getOperand(0));
      EXPECT_EQ(getElementTypeOrSelf(found->getResult(0)), type);
    });
    return type;
  }

  MLIRContext context;
  std::unique_ptr<ScopedDiagnosticHandler> handler;
  std::string messages;
};
} // namespace

TEST_F(ForeignOpTest, FollowsAFunctionOfThePreset) {
  EXPECT_EQ(assign("product"), Float16Type::get(&context)) << messages;
  EXPECT_EQ(messages, "");
}

TEST_F(ForeignOpTest, ItsOwnNameIsNoFunction) {
  EXPECT_EQ(assign("linear"), Float32Type::get(&context)) << messages;
  EXPECT_EQ(assign("linear", R"("test.linear" = "allow")"),
            Float16Type::get(&context))
      << messages;
}

TEST_F(ForeignOpTest, APolicyNamesTheFunction) {
  EXPECT_EQ(assign("product", R"(linear = "deny")"), Float32Type::get(&context))
      << messages;
  EXPECT_EQ(messages, "");
}

TEST_F(ForeignOpTest, APolicyNamesTheOpFirst) {
  EXPECT_EQ(assign("product", R"("test.product" = "deny")"),
            Float32Type::get(&context))
      << messages;
  EXPECT_EQ(messages, "");
  // The entry for the function then decides about no op, which is said.
  EXPECT_EQ(assign("product", R"(linear = "deny", "test.product" = "allow")"),
            Float16Type::get(&context));
  EXPECT_NE(messages.find("linear"), std::string::npos) << messages;
}

TEST_F(ForeignOpTest, AFunctionThatNoPresetHas) {
  EXPECT_FALSE(assign("slip"));
  EXPECT_NE(messages.find("follows the rule of 'lineer' by its "
                          "PrecisionOpInterface, but no preset lists that; did "
                          "you mean 'linear'?"),
            std::string::npos)
      << messages;
}

TEST_F(ForeignOpTest, UnlistedOpsAreNamedInFull) {
  mlir::amp::AmpAssignPrecisionPassOptions options;
  options.failOnUnlisted = true;
  EXPECT_FALSE(assign("linear", "", options));
  EXPECT_NE(messages.find("name 'test.linear' in a policy file"),
            std::string::npos)
      << messages;
}

TEST_F(ForeignOpTest, NothingSaysWhatTypeItGives) {
  EXPECT_FALSE(assign("mute"));
  EXPECT_NE(messages.find("cannot infer its result types from its operands; "
                          "implement InferTypeOpInterface, or "
                          "refineResultTypes of PrecisionOpInterface"),
            std::string::npos)
      << messages;
}
