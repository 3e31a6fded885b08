//===- SavedValuesTest.cpp - What derivatives read ------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// `isSavedOperand` and `isSavedResult` say which values a derivative reads.
// Here the derivative of every op of the topics' examples is built, and they
// are held against what it uses.

#include "amp/Dialect/Amp/IR/Casts.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::amp;

static bool isFloat(Value value) {
  return isa<FloatType>(getElementTypeOrSelf(value));
}

/// The values that the derivative of `op` uses; nothing if it has none.
static std::optional<DenseSet<Value>> getUsedValues(Operation *op) {
  auto differentiable = dyn_cast<DifferentiableOpInterface>(op);
  if (!differentiable || !isa<PrecisionOpInterface>(op) || isa<CastOp>(op))
    return std::nullopt;
  for (Value value :
       llvm::concat<Value>(llvm::to_vector(op->getOperands()),
                           llvm::to_vector<4>(llvm::map_range(
                               op->getResults(), [](Value v) { return v; }))))
    if (!getTensorType(value).hasStaticShape())
      return std::nullopt;
  OpBuilder builder(op->getContext());
  Block scratch;
  SmallVector<Value> gradients, results(op->getNumOperands());
  for (Value result : op->getResults())
    gradients.push_back(scratch.addArgument(result.getType(), op->getLoc()));
  SmallVector<bool> needed;
  for (Value operand : op->getOperands())
    needed.push_back(isFloat(operand));
  builder.setInsertionPointToEnd(&scratch);
  if (failed(
          differentiable.buildGradients(builder, gradients, needed, results)))
    return std::nullopt;
  DenseSet<Value> used;
  scratch.walk([&](Operation *inner) {
    used.insert(inner->operand_begin(), inner->operand_end());
  });
  scratch.dropAllReferences();
  return used;
}

/// Holds the ops of a file against their derivatives; returns how many kinds of
/// ops have one.
static size_t checkFile(const std::string &path) {
  DialectRegistry registry;
  registry.insert<AmpDialect, func::FuncDialect>();
  MLIRContext context(registry);
  ScopedDiagnosticHandler quiet(&context,
                                [](Diagnostic &) { return success(); });
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(path, &context);
  EXPECT_TRUE(module) << path;
  if (!module)
    return 0;
  DenseSet<OperationName> seen;
  SmallVector<Operation *> ops;
  module->walk([&](Operation *op) { ops.push_back(op); });
  for (Operation *op : ops) {
    std::optional<DenseSet<Value>> used = getUsedValues(op);
    if (!used)
      continue;
    seen.insert(op->getName());
    auto precision = cast<PrecisionOpInterface>(op);
    for (OpOperand &operand : op->getOpOperands()) {
      // One value in two places of the op cannot be told apart.
      if (isFloat(operand.get()) &&
          llvm::count(op->getOperands(), operand.get()) == 1)
        EXPECT_EQ(precision.isSavedOperand(operand.getOperandNumber()),
                  used->contains(operand.get()))
            << op->getName().getStringRef().str() << ", operand "
            << operand.getOperandNumber();
    }
    for (OpResult result : op->getResults())
      if (isFloat(result))
        EXPECT_EQ(precision.isSavedResult(result.getResultNumber()),
                  used->contains(result))
            << op->getName().getStringRef().str() << ", result "
            << result.getResultNumber();
  }
  return seen.size();
}

class SavedValuesTest : public testing::TestWithParam<std::string> {};

/// How many kinds of ops of a topic's examples have a derivative of their own
/// and known sizes. Composites have that of their parts.
static size_t getFewest(StringRef topic) {
  return llvm::StringSwitch<size_t>(topic)
      .Case("elementwise", 63)
      .Cases({"reductions", "shapes"}, 6)
      .Case("normalization", 4)
      .Cases({"contractions", "losses", "random"}, 2)
      .Case("indexing", 1)
      .Default(0);
}

TEST_P(SavedValuesTest, InterfacesAgreeWithDerivatives) {
  size_t found =
      checkFile(AMP_SOURCE_DIR "/test/Dialect/Amp/IR/" + GetParam() + ".mlir");
  EXPECT_GE(found, getFewest(GetParam()));
}

static std::vector<std::string> getTopics() {
  std::vector<std::string> topics;
  for (StringRef topic : llvm::split(StringRef(AMP_TOPICS), ','))
    topics.push_back(topic.str());
  return topics;
}

INSTANTIATE_TEST_SUITE_P(Topics, SavedValuesTest,
                         testing::ValuesIn(getTopics()),
                         [](const auto &info) { return info.param; });
