//===- SavedValuesTest.cpp - What derivatives read ------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// `isSavedOperand` and `isSavedResult` say which values a derivative reads.
// Here the derivative of every op of ops.mlir and math-ops.mlir is built, and
// they are held against what it uses.

#include "amp/Dialect/Amp/IR/Casts.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
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
static size_t checkFile(const char *path) {
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

// Every differentiable op is in one of these files.
TEST(SavedValuesTest, InterfacesAgreeWithDerivatives) {
  EXPECT_GE(checkFile(AMP_SOURCE_DIR "/test/Dialect/Amp/IR/ops.mlir"), 40u);
}

// But for isnan and detach, whose sizes are unknown there.
TEST(SavedValuesTest, FunctionsBeyondTheCore) {
  EXPECT_GE(checkFile(AMP_SOURCE_DIR "/test/Dialect/Amp/IR/math-ops.mlir"),
            34u);
}
