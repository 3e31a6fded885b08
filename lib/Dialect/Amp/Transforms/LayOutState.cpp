//===- LayOutState.cpp ----------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GradientSources.h"
#include "amp/Dialect/Amp/IR/Casts.h"
#include "amp/Dialect/Amp/IR/Gradients.h"
#include "amp/Dialect/Amp/IR/Optimizers.h"
#include "amp/Dialect/Amp/IR/Scaling.h"
#include "amp/Dialect/Amp/IR/State.h"
#include "amp/Dialect/Amp/Transforms/Passes.h"
#include "llvm/ADT/bit.h"

#include <tuple>

namespace mlir::amp {
#define GEN_PASS_DEF_AMPLAYOUTSTATEPASS
#include "amp/Dialect/Amp/Transforms/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

/// The largest alignment that is kept, in elements: that of a buffer also where
/// elements have one byte.
static constexpr int64_t kAlignment = 256;

namespace {
struct AmpLayOutStatePass
    : public amp::impl::AmpLayOutStatePassBase<AmpLayOutStatePass> {
  using Base::Base;

  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    DenseSet<VariableOp> placed;
    for (auto flatBuffer : getOperation().getOps<FlatBufferOp>())
      for (auto name :
           flatBuffer.getVariables().getAsRange<FlatSymbolRefAttr>())
        placed.insert(symbols.lookup<VariableOp>(name.getValue()));
    for (auto optimizer : llvm::to_vector(getOperation().getOps<OptimizerOp>()))
      layOut(optimizer, symbols, placed);
  }

  void layOut(OptimizerOp optimizer, SymbolTable &symbols,
              DenseSet<VariableOp> &placed);
};
} // namespace

static std::string print(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

/// What decides where a parameter lies: its group, matrices before vectors,
/// how far its size is aligned, and its number.
static auto getOrder(OptimizerOp optimizer, VariableOp variable,
                     size_t number) {
  RankedTensorType type = variable.getTensorType();
  std::optional<unsigned> group =
      optimizer.getGroupIndex(variable.getSymName());
  int64_t size = type.getNumElements();
  int64_t alignment =
      size == 0 ? kAlignment
                : std::min(kAlignment, int64_t(1) << llvm::countr_zero(
                                           static_cast<uint64_t>(size)));
  return std::make_tuple(group ? static_cast<int64_t>(*group) : -1,
                         type.getRank() < 2, -alignment, number);
}

/// The variables that add up gradients of the optimizer's parameters over
/// micro-batches.
static llvm::StringMap<VariableOp>
getSums(ModuleOp module, OptimizerOp optimizer, SymbolTable &symbols) {
  llvm::StringMap<VariableOp> sums;
  module.walk([&](StepOp step) {
    if (step.getOptimizer() != optimizer.getSymName())
      return;
    for (auto [name, gradient] :
         llvm::zip(optimizer.getParameters().getAsRange<FlatSymbolRefAttr>(),
                   step.getGradients())) {
      // Ops between accumulation and step have a result per gradient.
      Value source = gradient;
      while (Operation *op = source.getDefiningOp()) {
        if (auto accumulate = dyn_cast<AccumulateOp>(op)) {
          unsigned index = cast<OpResult>(source).getResultNumber();
          if (index < accumulate.getSums().size())
            sums[name.getValue()] =
                symbols.lookup<VariableOp>(accumulate.getSumName(index));
          break;
        }
        if (isa<CastOp>(op))
          source = op->getOperand(0);
        else if (isa<UnscaleOp, ClipGradNormOp, ClipGradValueOp>(op) &&
                 cast<OpResult>(source).getResultNumber() <
                     op->getNumOperands())
          source = op->getOperand(cast<OpResult>(source).getResultNumber());
        else
          break;
      }
    }
  });
  return sums;
}

void AmpLayOutStatePass::layOut(OptimizerOp optimizer, SymbolTable &symbols,
                                DenseSet<VariableOp> &placed) {
  // The parameters of each element type, in their order in memory.
  llvm::MapVector<Type, SmallVector<VariableOp>> byType;
  DenseMap<VariableOp, size_t> numbers;
  for (auto name : optimizer.getParameters().getAsRange<FlatSymbolRefAttr>()) {
    auto variable = symbols.lookup<VariableOp>(name.getValue());
    if (variable.getTensorType().hasStaticShape())
      byType[variable.getTensorType().getElementType()].push_back(variable);
    numbers.try_emplace(variable, numbers.size());
  }
  llvm::StringMap<SmallVector<VariableOp>> copies;
  for (auto variable : getOperation().getOps<VariableOp>())
    if (auto original = variable.getCopyOf())
      copies[*original].push_back(variable);
  llvm::StringMap<VariableOp> sums =
      getSums(getOperation(), optimizer, symbols);

  Operation *last = optimizer;
  for (auto &[elementType, parameters] : byType) {
    llvm::sort(parameters, [&](VariableOp a, VariableOp b) {
      return getOrder(optimizer, a, numbers.at(a)) <
             getOrder(optimizer, b, numbers.at(b));
    });
    // By kind, what is kept of the parameters.
    llvm::MapVector<StringAttr, SmallVector<VariableOp>> state;
    auto add = [&](const Twine &kind, VariableOp variable) {
      state[StringAttr::get(&getContext(), kind)].push_back(variable);
    };
    for (VariableOp parameter : parameters) {
      StringRef name = parameter.getSymName();
      add("parameters", parameter);
      for (auto [kind, first] : optimizer.getStateKinds(name))
        add(kind,
            symbols.lookup<VariableOp>(optimizer.getStateName(kind, name)));
      for (VariableOp copy : copies.lookup(name))
        add("parameters." + print(copy.getTensorType().getElementType()), copy);
      if (VariableOp sum = sums.lookup(name))
        add("sums", sum);
    }
    for (auto &[kind, variables] : state) {
      llvm::erase_if(variables, [&](VariableOp variable) {
        return !variable || placed.contains(variable);
      });
      if (variables.size() < 2)
        continue;
      placed.insert(variables.begin(), variables.end());
      std::string name = (optimizer.getSymName() + "." + kind.getValue()).str();
      if (byType.size() > 1)
        name += "." + print(elementType);
      SmallVector<Attribute> names;
      for (VariableOp variable : variables)
        names.push_back(FlatSymbolRefAttr::get(variable.getSymNameAttr()));
      OpBuilder builder(&getContext());
      auto flatBuffer =
          FlatBufferOp::create(builder, optimizer.getLoc(), name,
                               builder.getArrayAttr(names), StringAttr());
      symbols.insert(flatBuffer, std::next(last->getIterator()));
      last = flatBuffer;
    }
  }
}
