//===- RowKernelOp.cpp ----------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Dialect/AmpRT/IR/AmpRT.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/BitVector.h"

using namespace mlir;
using namespace mlir::amprt;

//===----------------------------------------------------------------------===//
// RowKernelOp
//===----------------------------------------------------------------------===//

void RowKernelOp::build(
    OpBuilder &builder, OperationState &state, ValueRange inputs,
    ValueRange outs, ArrayRef<AffineMap> maps, ArrayRef<int64_t> reduced,
    function_ref<ValueRange(OpBuilder &, Location, ValueRange)> body) {
  state.addOperands(inputs);
  state.addOperands(outs);
  auto &properties = state.getOrAddProperties<Properties>();
  properties.operandSegmentSizes = {static_cast<int32_t>(inputs.size()),
                                    static_cast<int32_t>(outs.size())};
  properties.indexing_maps = builder.getAffineMapArrayAttr(maps);
  properties.reduced = builder.getDenseI64ArrayAttr(reduced);
  for (Value out : outs)
    if (isa<RankedTensorType>(out.getType()))
      state.addTypes(out.getType());
  Region *region = state.addRegion();
  if (!body)
    return;
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Type> types = llvm::map_to_vector(inputs, [](Value input) {
    return getElementTypeOrSelf(input.getType());
  });
  SmallVector<Location> locations(inputs.size(), state.location);
  Block *block = builder.createBlock(region, {}, types, locations);
  ValueRange yielded = body(builder, state.location, block->getArguments());
  YieldOp::create(builder, state.location, yielded);
}

SmallVector<AffineMap> RowKernelOp::getIndexingMapsArray() {
  return llvm::to_vector(getIndexingMaps().getAsValueRange<AffineMapAttr>());
}

/// Buffers are read and written; tensors have no effects.
void RowKernelOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  for (OpOperand &operand : getOperation()->getOpOperands()) {
    if (!isa<MemRefType>(operand.get().getType()))
      continue;
    if (isDpsInit(&operand))
      effects.emplace_back(MemoryEffects::Write::get(), &operand);
    else
      effects.emplace_back(MemoryEffects::Read::get(), &operand);
  }
}

/// The size of each loop: that of a dimension that it walks, of one whose size
/// is known if there is one.
static SmallVector<int64_t> getLoopSizes(RowKernelOp op) {
  SmallVector<int64_t> sizes(op.getNumLoops(), ShapedType::kDynamic);
  for (auto [operand, map] :
       llvm::zip(op->getOperands(), op.getIndexingMapsArray()))
    for (auto [size, expr] : llvm::zip(
             cast<ShapedType>(operand.getType()).getShape(), map.getResults()))
      if (auto loop = dyn_cast<AffineDimExpr>(expr))
        if (ShapedType::isDynamic(sizes[loop.getPosition()]))
          sizes[loop.getPosition()] = size;
  return sizes;
}

SmallVector<int64_t> RowKernelOp::getStaticLoopRanges() {
  return getLoopSizes(*this);
}

DenseSet<Value> RowKernelOp::getRowValues() {
  DenseSet<Value> values;
  Block *body = getBody();
  for (auto [argument, map] :
       llvm::zip(body->getArguments(), getIndexingMapsArray()))
    if (isOfRow(map))
      values.insert(argument);
  for (Operation &op : body->without_terminator()) {
    bool isOfRow =
        isa<ReduceOp>(op) || llvm::all_of(op.getOperands(), [&](Value operand) {
          return operand.getParentBlock() != body || values.contains(operand);
        });
    if (auto index = dyn_cast<IndexOp>(op))
      isOfRow = !isReduced(index.getLoop());
    if (isOfRow)
      values.insert(op.result_begin(), op.result_end());
  }
  return values;
}

static LogicalResult verifyMap(RowKernelOp op, OpOperand &operand,
                               AffineMap map, unsigned numLoops) {
  auto type = cast<ShapedType>(operand.get().getType());
  bool isOut = op.isDpsInit(&operand);
  auto refuse = [&](const Twine &expected) {
    return op.emitOpError("operand ")
           << operand.getOperandNumber() << ", a " << type << ", has the map "
           << AffineMapAttr::get(map) << "; expected " << expected;
  };
  if (map.getNumDims() != numLoops || map.getNumSymbols() != 0)
    return refuse("one of " + Twine(numLoops) + " loops");
  if (map.getNumResults() != type.getRank())
    return refuse("an index for each dimension");
  llvm::SmallBitVector loops(numLoops);
  for (AffineExpr expr : map.getResults()) {
    auto loop = dyn_cast<AffineDimExpr>(expr);
    auto constant = dyn_cast<AffineConstantExpr>(expr);
    if (!loop && (isOut || !constant || constant.getValue() != 0))
      return refuse(isOut ? "loops as indices" : "loops and 0 as indices");
    if (loop && loops.test(loop.getPosition()))
      return refuse("each loop once");
    if (loop)
      loops.set(loop.getPosition());
  }
  if (!isOut)
    return success();
  unsigned reduced = 0;
  for (unsigned loop = 0; loop < numLoops; ++loop) {
    if (op.isReduced(loop))
      reduced += loops.test(loop);
    else if (!loops.test(loop))
      return refuse("every loop that is not reduced");
  }
  if (reduced != 0 && reduced != op.getReduced().size())
    return refuse("all of the reduced loops or none");
  return success();
}

LogicalResult RowKernelOp::verify() {
  if (getOuts().empty())
    return emitOpError("expects at least one destination");
  if (getIndexingMaps().size() != getNumOperands())
    return emitOpError("expects a map for each operand, ")
           << getNumOperands() << ", found " << getIndexingMaps().size();
  unsigned numLoops = getNumLoops();
  int64_t before = -1;
  for (int64_t loop : getReduced()) {
    if (loop <= before || loop >= numLoops)
      return emitOpError("expects reduced loops in [0, ")
             << numLoops << "), in order, found " << loop;
    before = loop;
  }
  bool onTensors = isa<TensorType>(getOuts().front().getType());
  for (Value operand : getOperands()) {
    auto type = cast<ShapedType>(operand.getType());
    if (isa<TensorType>(type) != onTensors)
      return emitOpError("expects tensors or buffers, not both, found ")
             << getOuts().front().getType() << " and " << type;
    if (onTensors && !type.hasStaticShape())
      return emitOpError("expects static shapes, found ") << type;
  }
  for (auto [operand, map] :
       llvm::zip(getOperation()->getOpOperands(), getIndexingMapsArray()))
    if (failed(verifyMap(*this, operand, map, numLoops)))
      return failure();
  SmallVector<int64_t> sizes = getLoopSizes(*this);
  llvm::SmallBitVector walked(numLoops);
  for (auto [operand, map] : llvm::zip(getOperands(), getIndexingMapsArray())) {
    auto type = cast<ShapedType>(operand.getType());
    for (auto [size, expr] : llvm::zip(type.getShape(), map.getResults())) {
      auto loop = dyn_cast<AffineDimExpr>(expr);
      if (!loop)
        continue;
      walked.set(loop.getPosition());
      int64_t expected = sizes[loop.getPosition()];
      if (!ShapedType::isDynamic(size) && size != expected)
        return emitOpError("has a ")
               << type << " where loop " << loop.getPosition() << " has "
               << expected << " iterations";
    }
  }
  if (!walked.all())
    return emitOpError("has loop ")
           << walked.find_first_unset()
           << ", which walks no operand, so that its length is unknown";
  if (getNumResults() != (onTensors ? getOuts().size() : 0))
    return emitOpError("has a result for each destination that is a tensor, ")
           << (onTensors ? getOuts().size() : 0) << ", found "
           << getNumResults();
  for (auto [out, result] : llvm::zip(getOuts(), getResults()))
    if (out.getType() != result.getType())
      return emitOpError("expects a result of the destination's type ")
             << out.getType() << ", found " << result.getType();
  return success();
}

LogicalResult RowKernelOp::verifyRegions() {
  Block *body = getBody();
  if (!isa<YieldOp>(body->getTerminator()))
    return emitOpError("expects a body that ends with 'amprt.yield'");
  if (body->getNumArguments() != getInputs().size())
    return emitOpError("expects a body that takes an element of each input, ")
           << getInputs().size() << ", found " << body->getNumArguments();
  for (auto [argument, input] : llvm::zip(body->getArguments(), getInputs()))
    if (argument.getType() != getElementTypeOrSelf(input))
      return emitOpError("has a body that takes ")
             << argument.getType() << " of a " << input.getType();
  if (getYielded().size() != getOuts().size())
    return emitOpError("yields ")
           << getYielded().size() << " value(s), but has " << getOuts().size()
           << " destination(s)";
  DenseSet<Value> rowValues = getRowValues();
  for (OpOperand &operand : getOutsMutable()) {
    unsigned number = operand.getOperandNumber() - getInputs().size();
    Value value = getYielded()[number];
    if (value.getType() != getElementTypeOrSelf(operand.get()))
      return emitOpError("yields ")
             << value.getType() << " for destination " << number << ", a "
             << operand.get().getType();
    bool isFromAbove = value.getParentBlock() != body;
    if (isOfRow(getMatchingIndexingMap(&operand)) && !isFromAbove &&
        !rowValues.contains(value))
      return emitOpError("yields a value of each point for destination ")
             << number
             << ", which has one for each row; combine it by 'amprt.reduce'";
  }
  return success();
}

/// Drops results that nobody reads, and inputs that the body does not, unless
/// one of these alone says how long a loop is.
LogicalResult RowKernelOp::canonicalize(RowKernelOp op,
                                        PatternRewriter &rewriter) {
  const unsigned numInputs = op.getInputs().size();
  // Which operands stay. Of buffers, all that is written does.
  llvm::BitVector isKept(op->getNumOperands(), true);
  for (OpResult result : op->getResults())
    isKept[numInputs + result.getResultNumber()] = !result.use_empty();
  const llvm::BitVector areWritten = isKept;
  for (BlockArgument argument : op.getBody()->getArguments())
    isKept[argument.getArgNumber()] = !argument.use_empty();
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  auto isNamed = [&](unsigned loop) {
    return llvm::any_of(isKept.set_bits(), [&](unsigned operand) {
      return maps[operand].isFunctionOfDim(loop);
    });
  };
  if (!llvm::all_of(llvm::seq(op.getNumLoops()), isNamed))
    isKept = areWritten;
  if (isKept.all() || isKept.find_next(int(numInputs) - 1) < 0)
    return rewriter.notifyMatchFailure(op, "all is read, or nothing");

  SmallVector<Value> inputs, outs;
  SmallVector<AffineMap> keptMaps;
  for (unsigned operand : isKept.set_bits()) {
    (operand < numInputs ? inputs : outs).push_back(op->getOperand(operand));
    keptMaps.push_back(maps[operand]);
  }
  auto kept = RowKernelOp::create(rewriter, op.getLoc(), inputs, outs, keptMaps,
                                  op.getReduced());
  rewriter.inlineRegionBefore(op.getRegion(), kept.getRegion(),
                              kept.getRegion().end());
  llvm::BitVector isDropped = isKept;
  isDropped.flip();
  rewriter.modifyOpInPlace(kept, [&] {
    Block &body = kept.getRegion().front();
    llvm::BitVector arguments = isDropped, yielded = isDropped;
    arguments.resize(numInputs);
    yielded >>= numInputs;
    yielded.resize(op.getOuts().size());
    body.eraseArguments(arguments);
    body.getTerminator()->eraseOperands(yielded);
  });
  SmallVector<Value> results(op->getNumResults());
  for (auto [result, next] :
       llvm::zip(llvm::make_filter_range(llvm::seq(op->getNumResults()),
                                         [&](unsigned result) {
                                           return isKept[numInputs + result];
                                         }),
                 kept->getResults()))
    results[result] = next;
  rewriter.replaceOp(op, results);
  return success();
}

//===----------------------------------------------------------------------===//
// Parts of a row kernel
//===----------------------------------------------------------------------===//

SmallVector<utils::IteratorType> RowKernelOp::getLoopIteratorTypes() {
  return llvm::map_to_vector(llvm::seq(getNumLoops()), [&](unsigned loop) {
    return isReduced(loop) ? utils::IteratorType::reduction
                           : utils::IteratorType::parallel;
  });
}

SmallVector<Range> RowKernelOp::getIterationDomain(OpBuilder &builder) {
  SmallVector<Range> domain(getNumLoops());
  OpFoldResult zero = builder.getIndexAttr(0), one = builder.getIndexAttr(1);
  for (auto [operand, map] : llvm::zip(getOperands(), getIndexingMapsArray()))
    for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
      auto loop = dyn_cast<AffineDimExpr>(expr);
      if (!loop || domain[loop.getPosition()].size)
        continue;
      OpFoldResult size =
          isa<MemRefType>(operand.getType())
              ? memref::getMixedSize(builder, getLoc(), operand, dim)
              : tensor::getMixedSize(builder, getLoc(), operand, dim);
      domain[loop.getPosition()] = {zero, size, one};
    }
  return domain;
}

/// Where `map` leads in the part of the loops that begins at `offsets` and has
/// `sizes`.
static Value getPart(OpBuilder &builder, Location loc, Value array,
                     AffineMap map, ArrayRef<OpFoldResult> offsets,
                     ArrayRef<OpFoldResult> sizes,
                     const llvm::SmallBitVector &isCut) {
  if (llvm::none_of(map.getResults(), [&](AffineExpr expr) {
        auto loop = dyn_cast<AffineDimExpr>(expr);
        return loop && isCut.test(loop.getPosition());
      }))
    return array;
  bool isBuffer = isa<MemRefType>(array.getType());
  SmallVector<OpFoldResult> begin, extent;
  for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
    auto loop = dyn_cast<AffineDimExpr>(expr);
    begin.push_back(loop ? offsets[loop.getPosition()]
                         : OpFoldResult(builder.getIndexAttr(0)));
    extent.push_back(loop ? sizes[loop.getPosition()]
                     : isBuffer
                         ? memref::getMixedSize(builder, loc, array, dim)
                         : tensor::getMixedSize(builder, loc, array, dim));
  }
  SmallVector<OpFoldResult> steps(begin.size(), builder.getIndexAttr(1));
  if (isBuffer)
    return memref::SubViewOp::create(builder, loc, array, begin, extent, steps);
  return tensor::ExtractSliceOp::create(builder, loc, array, begin, extent,
                                        steps);
}

FailureOr<TilingResult>
RowKernelOp::getTiledImplementation(OpBuilder &builder,
                                    ArrayRef<OpFoldResult> offsets,
                                    ArrayRef<OpFoldResult> sizes) {
  SmallVector<int64_t> ranges = getStaticLoopRanges();
  llvm::SmallBitVector isCut(getNumLoops());
  for (unsigned loop = 0; loop < getNumLoops(); ++loop)
    if (!isConstantIntValue(offsets[loop], 0) ||
        getConstantIntValue(sizes[loop]) != ranges[loop])
      isCut.set(loop);
  // A part of a row reduces to something else.
  if (llvm::any_of(getReduced(), [&](int64_t loop) { return isCut[loop]; }))
    return emitOpError("cannot be cut where it is reduced");
  SmallVector<Value> parts;
  SmallVector<Type> types;
  for (OpOperand &operand : getOperation()->getOpOperands()) {
    parts.push_back(getPart(builder, getLoc(), operand.get(),
                            getMatchingIndexingMap(&operand), offsets, sizes,
                            isCut));
    if (isDpsInit(&operand) && isa<TensorType>(operand.get().getType()))
      types.push_back(parts.back().getType());
  }
  auto part =
      cast<RowKernelOp>(mlir::clone(builder, getOperation(), types, parts));
  OpBuilder::InsertionGuard guard(builder);
  for (auto index : llvm::to_vector(part.getBody()->getOps<IndexOp>())) {
    if (!isCut.test(index.getLoop()))
      continue;
    builder.setInsertionPointAfter(index);
    Value begin = getValueOrCreateConstantIndexOp(builder, getLoc(),
                                                  offsets[index.getLoop()]);
    auto from =
        arith::AddIOp::create(builder, getLoc(), index.getResult(), begin);
    index.getResult().replaceAllUsesExcept(from, from);
  }
  TilingResult result;
  result.tiledOps.push_back(part);
  result.tiledValues.append(part.result_begin(), part.result_end());
  return result;
}

//===----------------------------------------------------------------------===//
// Ops of the body
//===----------------------------------------------------------------------===//

/// The combiners of floats alone; sums and products are also theirs.
static bool isForFloats(Combiner kind) {
  return kind >= Combiner::MaximumF && kind <= Combiner::MinNumF;
}

LogicalResult ReduceOp::verify() {
  Type type = getValue().getType();
  if (getKind() == Combiner::Add || getKind() == Combiner::Mul ||
      isForFloats(getKind()) == isa<FloatType>(type))
    return success();
  return emitOpError("cannot combine values of ")
         << type << " by '" << stringifyCombiner(getKind()) << "'";
}

Value ReduceOp::combine(OpBuilder &builder, Value a, Value b) {
  Location loc = getLoc();
  bool isFloat = isa<FloatType>(getElementTypeOrSelf(a));
  switch (getKind()) {
  case Combiner::Add:
    return isFloat ? arith::AddFOp::create(builder, loc, a, b).getResult()
                   : arith::AddIOp::create(builder, loc, a, b);
  case Combiner::Mul:
    return isFloat ? arith::MulFOp::create(builder, loc, a, b).getResult()
                   : arith::MulIOp::create(builder, loc, a, b);
  case Combiner::MaximumF:
    return arith::MaximumFOp::create(builder, loc, a, b);
  case Combiner::MinimumF:
    return arith::MinimumFOp::create(builder, loc, a, b);
  case Combiner::MaxNumF:
    return arith::MaxNumFOp::create(builder, loc, a, b);
  case Combiner::MinNumF:
    return arith::MinNumFOp::create(builder, loc, a, b);
  case Combiner::MaxSI:
    return arith::MaxSIOp::create(builder, loc, a, b);
  case Combiner::MinSI:
    return arith::MinSIOp::create(builder, loc, a, b);
  case Combiner::MaxUI:
    return arith::MaxUIOp::create(builder, loc, a, b);
  case Combiner::MinUI:
    return arith::MinUIOp::create(builder, loc, a, b);
  case Combiner::And:
    return arith::AndIOp::create(builder, loc, a, b);
  case Combiner::Or:
    return arith::OrIOp::create(builder, loc, a, b);
  }
  llvm_unreachable("not a combiner");
}

TypedAttr ReduceOp::getNeutral() {
  Builder builder(getContext());
  Type type = getValue().getType();
  if (auto floatType = dyn_cast<FloatType>(type)) {
    const llvm::fltSemantics &semantics = floatType.getFloatSemantics();
    switch (getKind()) {
    case Combiner::MaximumF:
    case Combiner::MinimumF:
      return builder.getFloatAttr(
          type, APFloat::getInf(semantics, getKind() == Combiner::MaximumF));
    case Combiner::MaxNumF:
    case Combiner::MinNumF:
      return builder.getFloatAttr(type, APFloat::getNaN(semantics));
    case Combiner::Mul:
      return builder.getFloatAttr(type, 1);
    default:
      return builder.getFloatAttr(type, 0);
    }
  }
  unsigned width = type.getIntOrFloatBitWidth();
  switch (getKind()) {
  case Combiner::MaxSI:
    return builder.getIntegerAttr(type, APInt::getSignedMinValue(width));
  case Combiner::MinSI:
    return builder.getIntegerAttr(type, APInt::getSignedMaxValue(width));
  case Combiner::MinUI:
  case Combiner::And:
    return builder.getIntegerAttr(type, APInt::getAllOnes(width));
  case Combiner::Mul:
    return builder.getIntegerAttr(type, APInt(width, 1));
  default:
    return builder.getIntegerAttr(type, APInt::getZero(width));
  }
}

LogicalResult IndexOp::verify() {
  unsigned numLoops =
      cast<RowKernelOp>(getOperation()->getParentOp()).getNumLoops();
  if (getLoop() < numLoops)
    return success();
  return emitOpError("expects a loop in [0, ")
         << numLoops << "), found " << getLoop();
}
