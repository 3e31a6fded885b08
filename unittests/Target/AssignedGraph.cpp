//===- AssignedGraph.cpp - Graphs after precision assignment --------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AssignedGraph.h"

#include "amp/Dialect/Amp/IR/Amp.h"
#include "amp/Dialect/Amp/IR/Attention.h"
#include "amp/Dialect/Amp/Transforms/Passes.h"
#include "amp/Pipelines/Pipelines.h"
#include "amp/Support/Error.h"
#include "amp/Target/Compiler.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/AsmState.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/Regex.h"

using namespace amp;
using namespace amp::test;
using mlir::ModuleOp;
using mlir::Operation;
using mlir::OwningOpRef;
using mlir::Value;
using mlir::func::FuncOp;

GraphAssigner::GraphAssigner() {
  mlir::DialectRegistry registry;
  mlir::amp::registerCompilerDialects(registry);
  context.appendDialectRegistry(registry);
  context.loadAllAvailableDialects();
  context.disableMultithreading();
  context.getDiagEngine().registerHandler([this](mlir::Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error)
      messages += diagnostic.str() + "\n";
  });
}

llvm::Error GraphAssigner::fail(const Graph &graph) {
  return llvm::createStringError(messages + graph.text());
}

static void addOps(ModuleOp module, std::set<std::string> &ops) {
  module->walk(
      [&](Operation *op) { ops.insert(op->getName().getStringRef().str()); });
}

static FuncOp getFunction(ModuleOp module) {
  return *module.getOps<FuncOp>().begin();
}

/// The scaled graph in the words of a Graph: its function has other names for
/// the arguments.
static Graph toGraph(ModuleOp module, const std::vector<Tensor> &inputs) {
  Graph graph;
  mlir::AsmState state(module);
  auto print = [&](auto printTo) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    printTo(stream);
    for (llvm::Regex name("%arg([0-9]+)"); name.match(text);)
      text = name.sub("%x\\1", text);
    return text;
  };
  for (const Tensor &input : inputs)
    graph.input(input);
  FuncOp func = getFunction(module);
  for (Operation &op : *module.getBody())
    if (&op != func.getOperation())
      graph.prelude +=
          print([&](auto &stream) { op.print(stream, state); }) + "\n";
  mlir::Block &body = func.getBody().front();
  for (Operation &op : body.without_terminator())
    graph.line(print([&](auto &stream) { op.print(stream, state); }));
  for (Value value : body.getTerminator()->getOperands()) {
    auto type = llvm::cast<mlir::RankedTensorType>(value.getType());
    std::string element =
        print([&](auto &stream) { stream << type.getElementType(); });
    Val result{
        print([&](auto &stream) { value.printAsOperand(stream, state); }),
        ElementType::F32,
        Shape(type.getShape().begin(), type.getShape().end())};
    for (ElementType known : kFloats)
      if (mlirName(known) == element)
        result.type = known;
    graph.output(result);
  }
  return graph;
}

llvm::Expected<Graph> GraphAssigner::assign(const Graph &graph,
                                            const Precision &precision) {
  messages.clear();
  ops.clear();
  auto module = mlir::parseSourceString<ModuleOp>(graph.text(), &context);
  if (!module)
    return fail(graph);
  size_t left = precision.entry.empty() ? 0 : precision.numOps;
  for (Operation &op : getFunction(*module).getBody().front()) {
    if (left-- == 0)
      break;
    if (llvm::isa<mlir::amp::PrecisionOpInterface>(op))
      op.setAttr("amp.precision",
                 mlir::StringAttr::get(&context, precision.entry));
  }
  mlir::amp::TrainingOptions options;
  options.level = precision.level;
  options.assigner = precision.assigner;
  options.preset = precision.preset;
  options.dtype = precision.dtype;
  mlir::PassManager passes(&context);
  mlir::amp::buildTrainingPipeline(passes, options);
  if (failed(passes.run(*module)))
    return fail(graph);
  addOps(*module, ops);
  return toGraph(*module, graph.inputs());
}

llvm::Expected<OwningOpRef<ModuleOp>>
GraphAssigner::decompose(const Graph &graph, mlir::amp::TargetKind target) {
  messages.clear();
  auto module = mlir::parseSourceString<ModuleOp>(graph.text(), &context);
  auto run = [&](mlir::amp::TargetKind target) {
    mlir::PassManager passes(&context);
    passes.addNestedPass<FuncOp>(mlir::amp::createAmpDecomposePass({target}));
    passes.addNestedPass<FuncOp>(mlir::amp::createAmpOptimizeCastsPass());
    return passes.run(*module);
  };
  if (!module || failed(run(target)))
    return fail(graph);
  addOps(*module, ops);
  // The CPU's library rounds where the parts do, and nothing to 16 bits: it
  // divides by the sum of a row behind the product with the values instead of
  // before it, and computes exponentials within the bound of math.exp. Where a
  // row has more keys than its block, it also scales sums anew.
  constexpr int64_t kKeyBlock = 64;
  bool hasAttention = false, isBounded = true;
  module->walk([&](Operation *op) {
    llvm::TypeSwitch<Operation *>(op)
        .Case<mlir::amp::AttentionOp, mlir::amp::AttentionBackwardOp>(
            [&](auto attention) {
              hasAttention = true;
              isBounded &=
                  mlir::amp::getTensorType(attention.getKey()).getDimSize(2) <=
                  kKeyBlock;
            });
  });
  if (!isBounded)
    return llvm::createStringError("no bound for more than a block of keys");
  if (hasAttention && failed(run(mlir::amp::TargetKind::Cuda)))
    return fail(graph);
  return module;
}

std::set<std::string> GraphAssigner::getOps(const Graph &graph, size_t count) {
  std::set<std::string> found;
  auto module = mlir::parseSourceString<ModuleOp>(graph.text(), &context);
  if (module)
    for (Operation &op : getFunction(*module).getBody().front()) {
      if (count-- == 0)
        break;
      found.insert(op.getName().getStringRef().str());
    }
  return found;
}
