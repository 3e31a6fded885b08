//===- SpecializeShapes.cpp -----------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EntryPoint.h"
#include "amp/Dialect/Amp/IR/Gradients.h"
#include "amp/Dialect/Amp/IR/Regions.h"
#include "amp/Dialect/Amp/IR/Scaling.h"
#include "amp/Dialect/Amp/Transforms/Passes.h"

namespace mlir::amp {
#define GEN_PASS_DEF_AMPSPECIALIZESHAPESPASS
#include "amp/Dialect/Amp/Transforms/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

namespace {
/// Infers the shapes of a block's values from those of its arguments.
class ShapeRefiner {
public:
  LogicalResult refine(Block &block);
  /// Gives `value` the shape of `type`; its element type stays. Values that are
  /// no tensors stay as they are.
  void setShape(Value value, Type type);

private:
  LogicalResult refine(Operation *op);
  LogicalResult refineForeign(Operation *op);
  /// Gives `values` the shapes of the first of `types`, one by one.
  void setShapes(ValueRange values, TypeRange types) {
    for (auto [value, type] : llvm::zip(values, types))
      setShape(value, type);
  }

  llvm::DenseSet<Value> changed;
};
} // namespace

void ShapeRefiner::setShape(Value value, Type type) {
  auto from = dyn_cast<RankedTensorType>(value.getType());
  auto to = dyn_cast<RankedTensorType>(type);
  if (!from || !to || from.getShape() == to.getShape())
    return;
  value.setType(from.clone(to.getShape()));
  changed.insert(value);
}

LogicalResult ShapeRefiner::refine(Block &block) {
  for (Operation &op : block)
    if (failed(refine(&op)))
      return failure();
  return success();
}

/// Of an op that does not say what follows from its operands, and whose
/// operands, also of the ops in it, have other shapes now, nothing is known.
LogicalResult ShapeRefiner::refineForeign(Operation *op) {
  if (op->hasTrait<OpTrait::ReturnLike>() && op->getNumResults() == 0)
    return success();
  WalkResult result = op->walk([&](Operation *inside) {
    return llvm::any_of(inside->getOperands(),
                        [&](Value value) { return changed.contains(value); })
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  if (!result.wasInterrupted())
    return success();
  return op->emitOpError("does not say which shapes follow from those of its "
                         "operands, which amp-specialize-shapes has changed; "
                         "give it static shapes");
}

LogicalResult ShapeRefiner::refine(Operation *op) {
  if (auto autocast = dyn_cast<AutocastOp>(op)) {
    Block &body = autocast.getBody().front();
    if (failed(refine(body)))
      return failure();
    setShapes(op->getResults(), body.getTerminator()->getOperandTypes());
    return success();
  }
  if (auto function = dyn_cast<CustomFunctionOp>(op)) {
    Block &forward = function.getForward().front();
    setShapes(forward.getArguments(), op->getOperandTypes());
    if (failed(refine(forward)))
      return failure();
    setShapes(op->getResults(), forward.getTerminator()->getOperandTypes());
    // Saved values first, then the gradients of the other results.
    Block &backward = function.getBackward().front();
    size_t outputs = op->getNumResults() - function.getSaved();
    setShapes(backward.getArguments().take_front(function.getSaved()),
              op->getResults().drop_front(outputs).getTypes());
    setShapes(backward.getArguments().drop_front(function.getSaved()),
              op->getResults().take_front(outputs).getTypes());
    return refine(backward);
  }
  if (auto scan = dyn_cast<ScanOp>(op)) {
    Block &body = scan.getBody().front();
    for (auto [i, argument] : llvm::enumerate(body.getArguments())) {
      RankedTensorType type = getTensorType(op->getOperand(i));
      bool isCut = i >= scan.getInitial().size() &&
                   i < scan.getInitial().size() + scan.getSequences().size();
      setShape(argument,
               isCut ? RankedTensorType::get(type.getShape().drop_front(),
                                             type.getElementType())
                     : type);
    }
    if (failed(refine(body)))
      return failure();
    OperandRange yielded = scan.getYield().getOperands();
    setShapes(scan.getLastStates(), scan.getInitial().getTypes());
    for (auto [output, value] : llvm::zip(
             scan.getOutputs(), yielded.drop_front(scan.getNumStates()))) {
      SmallVector<int64_t> shape(getTensorType(value).getShape());
      shape.insert(shape.begin(), scan.getNumSteps());
      setShape(output, getTensorType(output).clone(shape));
    }
    return success();
  }
  if (auto backward = dyn_cast<BackwardOp>(op)) {
    setShapes(op->getResults(), backward.getWrt().getTypes());
    if (backward.getBody().empty())
      return success();
    Block &body = backward.getBody().front();
    setShape(body.getArgument(0), backward.getLoss().getType());
    return refine(body);
  }
  // Their first results are their operands, changed; a flag or a norm follows.
  if (isa<ScaleOp, UnscaleOp, ClipGradNormOp, ClipGradValueOp, AccumulateOp>(
          op)) {
    setShapes(op->getResults(), op->getOperandTypes());
    return success();
  }
  auto inferrable = dyn_cast<InferTypeOpInterface>(op);
  if (!inferrable) {
    if (!isa_and_nonnull<AmpDialect>(op->getDialect()))
      return refineForeign(op);
    auto precision = dyn_cast<PrecisionOpInterface>(op);
    return precision ? precision.refineResultTypes() : success();
  }
  if (op->getNumRegions() > 0)
    return refineForeign(op);
  SmallVector<Type> types;
  if (failed(inferrable.inferReturnTypes(
          op->getContext(), op->getLoc(), op->getOperands(),
          op->getDiscardableAttrDictionary(), op->getPropertiesStorage(),
          op->getRegions(), types)))
    return failure();
  setShapes(op->getResults(), types);
  return success();
}

/// Reads a shape such as `64x10`; sizes that are no numbers fail.
static LogicalResult parseShape(StringRef text,
                                SmallVectorImpl<int64_t> &shape) {
  SmallVector<StringRef> parts;
  if (!text.empty())
    text.split(parts, 'x');
  for (StringRef part : parts)
    if (part.getAsInteger(10, shape.emplace_back()) || shape.back() < 0)
      return failure();
  return success();
}

namespace {
struct AmpSpecializeShapesPass
    : public amp::impl::AmpSpecializeShapesPassBase<AmpSpecializeShapesPass> {
  using Base::Base;

  void runOnOperation() override {
    if (batch && *batch < 1) {
      getOperation().emitError(
          "amp-specialize-shapes: batch must be at least 1, found ")
          << *batch;
      return signalPassFailure();
    }
    if (entry && !getOperation().lookupSymbol<func::FuncOp>(*entry)) {
      InFlightDiagnostic diag = getOperation().emitError("has no entry point '")
                                << *entry << "'; functions are ";
      llvm::interleaveComma(
          getOperation().getOps<func::FuncOp>(), diag,
          [&](func::FuncOp func) { diag << "'" << func.getName() << "'"; });
      return signalPassFailure();
    }
    for (auto func : getOperation().getOps<func::FuncOp>())
      if (!func.isExternal() && (!entry || func.getName() == *entry) &&
          failed(specialize(func)))
        return signalPassFailure();
  }

  LogicalResult specialize(func::FuncOp func) {
    if (!llvm::hasSingleElement(func.getBody()))
      return func.emitError("expects a body without control flow");
    SmallVector<StringRef> shapes(this->shapes.begin(), this->shapes.end());
    if (auto own = getSpecialization<ArrayAttr>(func, "shapes")) {
      auto texts = own.getAsValueRange<StringAttr>();
      shapes.assign(texts.begin(), texts.end());
    }
    std::optional<int64_t> batch = this->batch;
    if (auto own = getSpecialization<IntegerAttr>(func, "batch"))
      batch = own.getInt();
    if (!shapes.empty() && shapes.size() != func.getNumArguments())
      return func.emitError("expects one shape per argument, ")
             << func.getNumArguments() << ", found " << shapes.size();
    ShapeRefiner refiner;
    for (BlockArgument argument : func.getArguments()) {
      auto type = dyn_cast<RankedTensorType>(argument.getType());
      if (!type)
        continue;
      unsigned i = argument.getArgNumber();
      SmallVector<int64_t> shape(type.getShape());
      if (!shapes.empty() && shapes[i] != "*") {
        shape.clear();
        if (failed(parseShape(shapes[i], shape)))
          return func.emitError("cannot read shape '")
                 << shapes[i] << "' of argument " << i
                 << "; expected sizes separated by 'x'";
        if (failed(verifyCompatibleShape(type.getShape(), shape)))
          return func.emitError("argument ")
                 << i << " is " << type << ", which shape '" << shapes[i]
                 << "' contradicts";
      } else if (batch && type.getRank() > 0 &&
                 (type.isDynamicDim(0) || func.getArgAttr(i, "amp.batch"))) {
        if (!type.isDynamicDim(0) && type.getDimSize(0) != *batch)
          return func.emitError("argument ")
                 << i << " is " << type << ", which batch size " << *batch
                 << " contradicts";
        shape[0] = *batch;
      }
      // What counted samples still does, which its type no longer says.
      if (type.getRank() > 0 && type.isDynamicDim(0) &&
          !ShapedType::isDynamic(shape[0]))
        func.setArgAttr(i, "amp.batch", UnitAttr::get(&getContext()));
      refiner.setShape(argument, type.clone(shape));
    }
    if (failed(refiner.refine(func.getBody().front())))
      return failure();
    Operation *terminator = func.getBody().front().getTerminator();
    auto type =
        FunctionType::get(&getContext(), func.getBody().getArgumentTypes(),
                          terminator->getOperandTypes());
    if (type != func.getFunctionType() &&
        !SymbolTable::symbolKnownUseEmpty(func, getOperation()))
      return func.emitError("is called with other shapes; run amp-inline-calls "
                            "before amp-specialize-shapes");
    func.setType(type);
    for (BlockArgument argument : func.getArguments())
      if (auto shaped = dyn_cast<ShapedType>(argument.getType()))
        if (!shaped.hasStaticShape())
          return func.emitError("argument ")
                 << argument.getArgNumber() << " still has the unknown size in "
                 << shaped
                 << " after specialization; the option 'batch' gives the size "
                    "of the "
                    "batch, 'shapes' the shapes of all arguments";
    WalkResult result = func.walk([&](Operation *op) {
      for (Type type : op->getResultTypes())
        if (auto shaped = dyn_cast<ShapedType>(type))
          if (!shaped.hasStaticShape()) {
            op->emitError("still has the unknown size in ")
                << type
                << " after specialization; the option 'batch' gives the size "
                   "of the batch, 'shapes' the shapes of all arguments";
            return WalkResult::interrupt();
          }
      return WalkResult::advance();
    });
    return failure(result.wasInterrupted());
  }
};
} // namespace
