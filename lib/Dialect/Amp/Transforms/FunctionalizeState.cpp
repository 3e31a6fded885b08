//===- FunctionalizeState.cpp ---------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Dialect/Amp/IR/Shapes.h"
#include "amp/Dialect/Amp/IR/State.h"
#include "amp/Dialect/Amp/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"

namespace mlir::amp {
#define GEN_PASS_DEF_AMPFUNCTIONALIZESTATEPASS
#include "amp/Dialect/Amp/Transforms/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

/// What `value` is, or is a view of once it lies in memory.
static Value getViewed(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<ReshapeOp, SliceOp>(op))
      break;
    value = op->getOperand(0);
  }
  return value;
}

/// What the arguments of variables in a flat buffer say about their places.
static llvm::StringMap<SmallVector<NamedAttribute>>
getPlaces(ModuleOp module, SymbolTable &symbols) {
  llvm::StringMap<SmallVector<NamedAttribute>> places;
  Builder builder(module.getContext());
  auto entry = [&](StringRef name, Attribute value) {
    return builder.getNamedAttr(name, value);
  };
  for (auto flatBuffer : module.getOps<FlatBufferOp>()) {
    SmallVector<int64_t> offsets = flatBuffer.getOffsets(symbols);
    for (auto [name, offset] :
         llvm::zip(flatBuffer.getVariables().getAsRange<FlatSymbolRefAttr>(),
                   offsets))
      places[name.getValue()] = {
          entry("amp.flat_buffer",
                FlatSymbolRefAttr::get(flatBuffer.getSymNameAttr())),
          entry("amp.flat_buffer_offset", builder.getI64IntegerAttr(offset)),
          entry("amp.flat_buffer_bytes",
                builder.getI64IntegerAttr(offsets.back()))};
  }
  return places;
}

namespace {
struct AmpFunctionalizeStatePass
    : public amp::impl::AmpFunctionalizeStatePassBase<
          AmpFunctionalizeStatePass> {
  using Base::Base;

  void runOnOperation() override {
    for (auto func : getOperation().getOps<func::FuncOp>())
      if (!func.isExternal() && failed(functionalize(func)))
        return signalPassFailure();
  }

  LogicalResult functionalize(func::FuncOp func) {
    if (!llvm::hasSingleElement(func.getBody()))
      return func.emitError("expects a body without control flow");
    Block &body = func.getBody().front();
    WalkResult result = func.walk([&](Operation *op) {
      if (isa<DecomposableOpInterface>(op))
        op->emitOpError("is no core op; run amp-decompose before "
                        "amp-functionalize-state");
      else if (op->hasTrait<ActsOnList>())
        op->emitOpError("acts on a list of gradients; run convert-amp-to-amprt "
                        "before amp-functionalize-state");
      else if (isa<ReadOp, AssignOp>(op) && op->getBlock() != &body)
        op->emitOpError("lies in a region; only state that the function itself "
                        "reads and assigns can become an argument");
      else
        return WalkResult::advance();
      return WalkResult::interrupt();
    });
    if (result.wasInterrupted())
      return failure();
    for (auto [i, type] :
         llvm::enumerate(body.getTerminator()->getOperandTypes()))
      if (!isa<RankedTensorType>(type))
        return func.emitError("result ")
               << i << " is of type " << type
               << "; amp-functionalize-state gives a destination to tensors "
                  "only";
    SymbolTable symbols(getOperation());
    OpBuilder builder(&getContext());
    auto argumentName = builder.getStringAttr("amp.name");
    auto variableName = builder.getStringAttr("amp.variable");

    // Variables in the order of their names, so that every specialization
    // agrees.
    llvm::MapVector<StringAttr, Type> touched;
    for (Operation &op : body) {
      if (auto read = dyn_cast<ReadOp>(op))
        touched.insert({read.getVariableAttr().getAttr(), read.getType()});
      else if (auto assign = dyn_cast<AssignOp>(op))
        touched.insert(
            {assign.getVariableAttr().getAttr(), assign.getValue().getType()});
      else if (isa<CallOpInterface>(op))
        return op.emitOpError("cannot be compiled; inline calls first");
    }
    auto variables = touched.takeVector();
    llvm::sort(variables, [](auto &a, auto &b) {
      return a.first.getValue() < b.first.getValue();
    });

    SmallVector<Attribute> argAttrs;
    // Kernels know signless integers only.
    auto addElementType = [&](SmallVector<NamedAttribute> &attrs, Type type) {
      Type element = getElementTypeOrSelf(type);
      if (element.isUnsignedInteger())
        attrs.push_back(
            builder.getNamedAttr("amp.element_type", TypeAttr::get(element)));
    };
    for (BlockArgument argument : body.getArguments()) {
      auto attrs = llvm::to_vector(mlir::function_interface_impl::getArgAttrs(
          func, argument.getArgNumber()));
      addElementType(attrs, argument.getType());
      argAttrs.push_back(builder.getDictionaryAttr(attrs));
    }
    llvm::StringMap<SmallVector<NamedAttribute>> places =
        getPlaces(getOperation(), symbols);
    DenseMap<StringAttr, Value> values, arguments;
    for (auto [name, type] : variables) {
      Value argument = body.addArgument(type, symbols.lookup(name)->getLoc());
      values[name] = arguments[name] = argument;
      SmallVector<NamedAttribute> attrs = places.lookup(name.getValue());
      attrs.push_back(
          builder.getNamedAttr(variableName, FlatSymbolRefAttr::get(name)));
      argAttrs.push_back(builder.getDictionaryAttr(attrs));
    }

    // Reads give the present value; an assignment makes a new one present.
    llvm::SetVector<StringAttr> assigned;
    for (Operation &op : llvm::make_early_inc_range(body)) {
      if (auto read = dyn_cast<ReadOp>(op)) {
        read.replaceAllUsesWith(values[read.getVariableAttr().getAttr()]);
        read.erase();
      } else if (auto assign = dyn_cast<AssignOp>(op)) {
        StringAttr name = assign.getVariableAttr().getAttr();
        values[name] = assign.getValue();
        assigned.insert(name);
        assign.erase();
      }
    }

    Operation *terminator = body.getTerminator();
    builder.setInsertionPoint(terminator);
    SmallVector<Value> results;
    SmallVector<Attribute> resultAttrs;
    // A value that goes to several places is computed in the first one and
    // copied from there: it cannot be computed in place in all of them.
    DenseMap<Value, Value> stored;
    auto store = [&](Value value, Value destination) {
      Value &source = stored.try_emplace(value, value).first->second;
      source = bufferization::MaterializeInDestinationOp::create(
                   builder, terminator->getLoc(), destination.getType(), source,
                   destination, /*restrict=*/false, /*writable=*/false)
                   .getResult();
      results.push_back(source);
    };
    for (auto [i, value] : llvm::enumerate(terminator->getOperands())) {
      auto attrs = builder.getDictionaryAttr(
          mlir::function_interface_impl::getResultAttrs(func, i));
      Value destination = body.addArgument(value.getType(), value.getLoc());
      auto reduction = attrs.getAs<StringAttr>("amp.reduction");
      SmallVector<NamedAttribute> destinationAttrs = {builder.getNamedAttr(
          "amp.output", reduction ? reduction : builder.getStringAttr(""))};
      addElementType(destinationAttrs, value.getType());
      if (Attribute name = attrs.get(argumentName))
        destinationAttrs.push_back(builder.getNamedAttr(argumentName, name));
      argAttrs.push_back(builder.getDictionaryAttr(destinationAttrs));
      resultAttrs.push_back(attrs);
      store(value, destination);
    }
    auto names = assigned.takeVector();
    llvm::sort(names, [](StringAttr a, StringAttr b) {
      return a.getValue() < b.getValue();
    });
    // The old value of one variable may become the new value of another. It is
    // copied before its place is overwritten, unless a result holds it already.
    DenseSet<Value> overwritten;
    for (StringAttr name : names)
      overwritten.insert(arguments[name]);
    for (StringAttr name : names) {
      Value viewed = getViewed(values[name]);
      if (viewed != arguments[name] && overwritten.contains(viewed) &&
          !stored.contains(values[name]))
        stored[values[name]] = bufferization::AllocTensorOp::create(
            builder, terminator->getLoc(),
            cast<RankedTensorType>(values[name].getType()), ValueRange(),
            values[name]);
    }
    for (StringAttr name : names) {
      store(values[name], arguments[name]);
      resultAttrs.push_back(builder.getDictionaryAttr({}));
    }
    terminator->setOperands(results);
    func.setType(builder.getFunctionType(body.getArgumentTypes(),
                                         ValueRange(results).getTypes()));
    func.setArgAttrsAttr(builder.getArrayAttr(argAttrs));
    func.setResAttrsAttr(builder.getArrayAttr(resultAttrs));
    return success();
  }
};
} // namespace
