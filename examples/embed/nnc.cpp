//===- nnc.cpp - A compiler that has amp assign precision -----------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Reads a graph of nn ops, has each run in f32 or in 16 bits, and prints it.

#include "NN.h"
#include "PrecisionModels.h"
#include "amp/Dialect/Amp/Transforms/Passes.h"
#include "amp/InitAllDialects.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"

using namespace mlir;

namespace {
/// Prints why each op runs in its type.
class Explainer : public remark::detail::MLIRRemarkStreamerBase {
public:
  void streamOptimizationRemark(const remark::detail::Remark &remark) override {
    llvm::errs() << remark.getRemarkName() << ":";
    for (const auto &argument : remark.getArgs())
      llvm::errs() << " " << argument.key << "=" << argument.val;
    llvm::errs() << "\n";
  }
};
} // namespace

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  llvm::cl::opt<std::string> file(llvm::cl::Positional, llvm::cl::init("-"),
                                  llvm::cl::desc("<file>"));
  llvm::cl::opt<bool> bf16("bf16", llvm::cl::desc("bf16 in the place of f16"));
  llvm::cl::opt<std::string> policy(
      "policy", llvm::cl::desc("A policy file, which changes the preset"));
  llvm::cl::opt<bool> explain(
      "explain", llvm::cl::desc("Print why each op runs in its type"));
  llvm::cl::ParseCommandLineOptions(argc, argv);

  DialectRegistry registry;
  registry.insert<func::FuncDialect, nn::NNDialect>();
  mlir::amp::registerAllDialects(registry);
  registerPrecisionModels(registry);
  MLIRContext context(registry);

  llvm::SourceMgr sources;
  SourceMgrDiagnosticHandler handler(sources, &context);
  OwningOpRef<ModuleOp> module =
      parseSourceFile<ModuleOp>(file, sources, &context);
  if (!module)
    return 1;
  if (explain &&
      failed(remark::enableOptimizationRemarks(
          context, std::make_unique<Explainer>(),
          std::make_unique<remark::RemarkEmittingPolicyAll>(),
          remark::RemarkCategories{std::nullopt, std::nullopt, std::nullopt,
                                   "amp-precision", std::nullopt})))
    return 1;

  mlir::amp::AmpAssignPrecisionPassOptions options;
  if (bf16)
    options.dtype = mlir::amp::LowType::BF16;
  if (!policy.empty())
    options.policyFile = policy;
  PassManager pm(&context);
  pm.addPass(mlir::amp::createAmpAssignPrecisionPass(options));
  pm.addNestedPass<func::FuncOp>(mlir::amp::createAmpOptimizeCastsPass());
  pm.addPass(mlir::amp::createAmpVerifyPrecisionPass());
  if (failed(pm.run(*module)))
    return 1;
  module->print(llvm::outs());
  return 0;
}
