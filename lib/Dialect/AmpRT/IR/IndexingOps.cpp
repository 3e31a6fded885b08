//===- IndexingOps.cpp ----------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Dialect/AmpRT/IR/AmpRT.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::amprt;

#include "amp/Dialect/AmpRT/IR/IndexingOpInterface.cpp.inc"

static ShapedType getShapedType(Operation *op, unsigned operand) {
  return cast<ShapedType>(op->getOperand(operand).getType());
}

//===----------------------------------------------------------------------===//
// What is common to the ops
//===----------------------------------------------------------------------===//

LogicalResult mlir::amprt::verifySizeRules(IndexingOpInterface op) {
  auto destinations = cast<DestinationStyleOpInterface>(op.getOperation());
  bool onTensors =
      isa<TensorType>(destinations.getDpsInits().front().getType());
  for (unsigned i = 0; i < op->getNumOperands(); ++i) {
    ShapedType type = getShapedType(op, i);
    if (isa<TensorType>(type) != onTensors)
      return op->emitOpError("expects tensors or buffers, not both, found ")
             << getShapedType(op, 0) << " and " << type;
    if (type.getRank() != 3)
      return op->emitOpError("expects three dimensions, found ") << type;
  }
  SmallVector<Type> expected;
  if (onTensors)
    llvm::append_range(expected, destinations.getDpsInits().getTypes());
  if (op->getResultTypes() != ArrayRef<Type>(expected))
    return op->emitOpError("has a result for each destination that is a "
                           "tensor, of its type");
  for (const SizeRule &rule : op.getSizeRules()) {
    ShapedType type = getShapedType(op, rule.operand);
    ShapedType other = getShapedType(op, rule.other);
    int64_t size = type.getDimSize(rule.dim);
    int64_t expected = other.getDimSize(rule.otherDim);
    if (ShapedType::isDynamic(size) || ShapedType::isDynamic(expected) ||
        size == expected + rule.more || (rule.mayBeOne && size == 1))
      continue;
    return op->emitOpError("expects dimension ")
           << rule.dim << " of operand " << rule.operand << " to have size "
           << expected + rule.more << (rule.mayBeOne ? " or 1" : "") << ", as "
           << other << " has it, found " << type;
  }
  return success();
}

void mlir::amprt::getIndexingEffects(
    IndexingOpInterface op,
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  auto destinations = cast<DestinationStyleOpInterface>(op.getOperation());
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<MemRefType>(operand.get().getType()))
      continue;
    bool isOut = destinations.isDpsInit(&operand);
    if (!isOut || op.readsDestination())
      effects.emplace_back(MemoryEffects::Read::get(), &operand);
    if (isOut)
      effects.emplace_back(MemoryEffects::Write::get(), &operand);
  }
}

/// The loops are those over the first destination.
static ShapedType getDomain(IndexingOpInterface op) {
  return cast<ShapedType>(cast<DestinationStyleOpInterface>(op.getOperation())
                              .getDpsInits()
                              .front()
                              .getType());
}

int64_t mlir::amprt::countPlaces(DestinationStyleOpInterface op) {
  return cast<ShapedType>(op.getDpsInits().front().getType()).getDimSize(1);
}

SmallVector<AffineMap> mlir::amprt::getIndexingMaps(IndexingOpInterface op) {
  MLIRContext *context = op->getContext();
  AffineExpr zero = getAffineConstantExpr(0, context);
  SmallVector<AffineExpr> loops;
  for (unsigned i = 0; i < 3; ++i)
    loops.push_back(getAffineDimExpr(i, context));
  SmallVector<AffineMap> maps;
  for (unsigned i = 0; i < op->getNumOperands(); ++i) {
    SmallVector<AffineExpr> exprs(loops);
    for (unsigned dim : {0, 2})
      if (getShapedType(op, i).getDimSize(dim) == 1)
        exprs[dim] = zero;
    Reach reach = op.getReach(i);
    if (reach != Reach::Own)
      exprs[1] = reach == Reach::All ? zero : loops[1] + 1;
    maps.push_back(AffineMap::get(3, 0, exprs, context));
  }
  return maps;
}

SmallVector<int64_t> mlir::amprt::getIndexingRanges(IndexingOpInterface op) {
  SmallVector<int64_t> ranges(getDomain(op).getShape());
  ranges[1] = op.getNumIterations();
  return ranges;
}

SmallVector<Range> mlir::amprt::getIndexingDomain(IndexingOpInterface op,
                                                  OpBuilder &builder) {
  SmallVector<Range> domain;
  for (int64_t size : getIndexingRanges(op))
    domain.push_back({builder.getIndexAttr(0), builder.getIndexAttr(size),
                      builder.getIndexAttr(1)});
  return domain;
}

FailureOr<TilingResult>
mlir::amprt::tileIndexing(IndexingOpInterface op, OpBuilder &builder,
                          ArrayRef<OpFoldResult> offsets,
                          ArrayRef<OpFoldResult> sizes) {
  ShapedType domain = getDomain(op);
  if (!isa<MemRefType>(domain) || !domain.hasStaticShape())
    return failure();
  Location loc = op->getLoc();
  OpFoldResult zero = builder.getIndexAttr(0), one = builder.getIndexAttr(1);
  SmallVector<Value> operands;
  SmallVector<Operation *> slices;
  for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
    ArrayRef<int64_t> shape = getShapedType(op, i).getShape();
    SmallVector<OpFoldResult> partOffsets(3, zero), partSizes;
    bool isPart = false;
    for (unsigned dim = 0; dim < 3; ++dim) {
      partSizes.push_back(builder.getIndexAttr(shape[dim]));
      // A loop of one iteration is not cut, nor is what is repeated.
      Reach reach = dim == 1 ? op.getReach(i) : Reach::Own;
      if (domain.getDimSize(dim) == 1 || reach == Reach::All ||
          (dim != 1 && shape[dim] == 1) ||
          (isConstantIntValue(offsets[dim], 0) &&
           isConstantIntValue(sizes[dim], domain.getDimSize(dim))))
        continue;
      isPart = true;
      partOffsets[dim] = offsets[dim];
      partSizes[dim] = sizes[dim];
      if (reach == Reach::OwnAndNext)
        partSizes[dim] = affine::makeComposedFoldedAffineApply(
            builder, loc, builder.getAffineDimExpr(0) + 1, {sizes[dim]});
    }
    operands.push_back(operand);
    if (!isPart)
      continue;
    auto part = memref::SubViewOp::create(builder, loc, operand, partOffsets,
                                          partSizes, {one, one, one});
    operands.back() = part;
    slices.push_back(part);
  }
  Operation *tiled = clone(builder, op, TypeRange(), operands);
  return TilingResult{{tiled}, {}, slices};
}

/// Of an operand of the same shape as the first destination, `out`, but for
/// what `mayBeOne` allows beside the second dimension.
static void addSameShape(SmallVectorImpl<SizeRule> &rules, unsigned operand,
                         unsigned out, bool mayBeOne) {
  rules.push_back({operand, 0, out, 0, 0, mayBeOne});
  rules.push_back({operand, 2, out, 2, 0, mayBeOne});
}

//===----------------------------------------------------------------------===//
// read_at
//===----------------------------------------------------------------------===//

bool ReadAtOp::readsDestination() { return false; }

Reach ReadAtOp::getReach(unsigned index) {
  return index == 0 ? Reach::All : Reach::Own;
}

SmallVector<SizeRule> ReadAtOp::getSizeRules() {
  SmallVector<SizeRule> rules;
  addSameShape(rules, 0, 2, /*mayBeOne=*/false);
  addSameShape(rules, 1, 2, /*mayBeOne=*/true);
  rules.push_back({1, 1, 2, 1});
  return rules;
}

LogicalResult ReadAtOp::verify() {
  if (failed(verifySizeRules(*this)))
    return failure();
  auto input = cast<ShapedType>(getInput().getType());
  auto out = cast<ShapedType>(getOut().getType());
  if (input.getElementType() != out.getElementType())
    return emitOpError("expects one type of elements, found ")
           << input << " and " << out;
  if (input.getDimSize(1) < 1)
    return emitOpError("expects a known number of places to read, one or "
                       "more, found ")
           << input;
  return success();
}

//===----------------------------------------------------------------------===//
// group_at
//===----------------------------------------------------------------------===//

bool GroupAtOp::readsDestination() { return false; }

Reach GroupAtOp::getReach(unsigned) { return Reach::All; }

SmallVector<SizeRule> GroupAtOp::getSizeRules() {
  SmallVector<SizeRule> rules;
  addSameShape(rules, 0, 1, /*mayBeOne=*/false);
  addSameShape(rules, 2, 1, /*mayBeOne=*/false);
  rules.push_back({0, 1, 1, 1});
  return rules;
}

/// Positions are numbers of 32 bits.
static LogicalResult verifyPositions(Operation *op, Value order) {
  auto type = cast<ShapedType>(order.getType());
  if (type.getDimSize(1) <= INT32_MAX)
    return success();
  return op->emitOpError("counts to ")
         << INT32_MAX << ", found " << type << "; group fewer at a time";
}

LogicalResult GroupAtOp::verify() {
  if (failed(verifySizeRules(*this)) ||
      failed(verifyPositions(*this, getOrder())))
    return failure();
  if (cast<ShapedType>(getOrder().getType()).getDimSize(1) < 1)
    return emitOpError("expects a known number of elements to group, one or "
                       "more, found ")
           << getOrder().getType();
  if (cast<ShapedType>(getStarts().getType()).getDimSize(1) < 2)
    return emitOpError("expects one element of 'starts' more than places, two "
                       "or more, found ")
           << getStarts().getType();
  return success();
}

/// Operands 0 to `last` have one shape.
static SmallVector<SizeRule> getSortRules(unsigned last) {
  SmallVector<SizeRule> rules;
  for (unsigned i = 0; i < last; ++i) {
    addSameShape(rules, i, last, /*mayBeOne=*/false);
    rules.push_back({i, 1, last, 1});
  }
  return rules;
}

#define AMP_SORT_STEP(OP, RULES, ORDER)                                        \
  bool OP::readsDestination() { return false; }                                \
  Reach OP::getReach(unsigned) { return Reach::All; }                          \
  SmallVector<SizeRule> OP::getSizeRules() { return RULES; }                   \
  LogicalResult OP::verify() {                                                 \
    return failure(failed(verifySizeRules(*this)) ||                           \
                   failed(verifyPositions(*this, ORDER)));                     \
  }

AMP_SORT_STEP(RankAtOp, getSortRules(1), getOrder())

AMP_SORT_STEP(MergeAtOp, getSortRules(2), getOrder())

/// The order has the index's shape, and the starts have it but for the places.
static SmallVector<SizeRule> getFindRules() {
  SmallVector<SizeRule> rules = getSortRules(1);
  addSameShape(rules, 2, 1, /*mayBeOne=*/false);
  return rules;
}

AMP_SORT_STEP(FindAtOp, getFindRules(), getOrder())

//===----------------------------------------------------------------------===//
// cut_groups
//===----------------------------------------------------------------------===//

bool CutGroupsOp::readsDestination() { return false; }

Reach CutGroupsOp::getReach(unsigned) { return Reach::All; }

SmallVector<SizeRule> CutGroupsOp::getSizeRules() {
  SmallVector<SizeRule> rules;
  addSameShape(rules, 0, 1, /*mayBeOne=*/false);
  return rules;
}

LogicalResult CutGroupsOp::verify() {
  if (failed(verifySizeRules(*this)))
    return failure();
  if (cast<ShapedType>(getStarts().getType()).getDimSize(1) < 2)
    return emitOpError("expects one element of 'starts' more than places, two "
                       "or more, found ")
           << getStarts().getType();
  return success();
}

//===----------------------------------------------------------------------===//
// sum_parts
//===----------------------------------------------------------------------===//

/// The type in which elements are summed.
static Type getSumType(Type element) {
  return element.isF16() || element.isBF16()
             ? Type(Float32Type::get(element.getContext()))
             : element;
}

/// Sums can be made of elements of `input`, of which there is a known number.
static LogicalResult verifyAdded(Operation *op, Value value) {
  auto input = cast<ShapedType>(value.getType());
  if (input.getElementType().isInteger(1))
    return op->emitOpError("cannot sum truth values, found ") << input;
  if (input.getDimSize(1) < 1)
    return op->emitOpError("expects a known number of elements to add, one or "
                           "more, found ")
           << input;
  return success();
}

/// `parts` is of the type in which elements of `input` are summed.
static LogicalResult verifyParts(Operation *op, Value input, Value parts) {
  Type expected =
      getSumType(cast<ShapedType>(input.getType()).getElementType());
  if (cast<ShapedType>(parts.getType()).getElementType() == expected)
    return success();
  return op->emitOpError("expects sums of parts in ")
         << expected << ", found " << parts.getType();
}

bool SumPartsOp::readsDestination() { return false; }

Reach SumPartsOp::getReach(unsigned index) {
  return index < 2 ? Reach::All : Reach::Own;
}

SmallVector<SizeRule> SumPartsOp::getSizeRules() {
  SmallVector<SizeRule> rules;
  addSameShape(rules, 0, 3, /*mayBeOne=*/false);
  addSameShape(rules, 1, 3, /*mayBeOne=*/true);
  addSameShape(rules, 2, 3, /*mayBeOne=*/true);
  rules.push_back({1, 1, 0, 1});
  rules.push_back({2, 1, 3, 1});
  return rules;
}

LogicalResult SumPartsOp::verify() {
  return failure(failed(verifySizeRules(*this)) ||
                 failed(verifyPositions(*this, getOrder())) ||
                 failed(verifyAdded(*this, getInput())) ||
                 failed(verifyParts(*this, getInput(), getOut())));
}

//===----------------------------------------------------------------------===//
// sum_groups
//===----------------------------------------------------------------------===//

/// What ops that sum groups have in common, whose operands 0 and 1 are the
/// elements and their order. `out` is the number of the first destination.
template <typename OpTy>
static SmallVector<SizeRule> getGroupRules(OpTy op, unsigned out) {
  SmallVector<SizeRule> rules;
  addSameShape(rules, 0, out, /*mayBeOne=*/false);
  addSameShape(rules, 1, out, /*mayBeOne=*/true);
  addSameShape(rules, 2, out, /*mayBeOne=*/true);
  if (op.getParts())
    addSameShape(rules, op.getPartsMutable()[0].getOperandNumber(), out,
                 /*mayBeOne=*/false);
  rules.push_back({1, 1, 0, 1});
  return rules;
}

template <typename OpTy>
static LogicalResult verifyGroups(OpTy op) {
  if (failed(verifySizeRules(op)) || failed(verifyPositions(op, op.getOrder())))
    return failure();
  auto order = cast<ShapedType>(op.getOrder().getType());
  auto starts = cast<ShapedType>(op.getStarts().getType());
  if (failed(verifyAdded(op, op.getInput())))
    return failure();
  for (unsigned dim : {0, 2})
    if ((order.getDimSize(dim) == 1) != (starts.getDimSize(dim) == 1))
      return op.emitOpError(
                 "expects 'order' and 'starts' of one group_at, found ")
             << order << " and " << starts;
  if ((op.getParts() != nullptr) != op.getPart().has_value())
    return op.emitOpError(
        "expects 'part' with sums of parts, and only with them");
  if (!op.getParts())
    return success();
  int64_t needed = llvm::divideCeil(order.getDimSize(1), *op.getPart());
  auto parts = cast<ShapedType>(op.getParts().getType());
  if (parts.getDimSize(1) != needed)
    return op.emitOpError("expects ")
           << needed << " sums for parts of " << *op.getPart() << " of "
           << order.getDimSize(1) << " elements, found " << parts;
  return verifyParts(op, op.getInput(), op.getParts());
}

bool SumGroupsOp::readsDestination() { return getAccumulate(); }

Reach SumGroupsOp::getReach(unsigned index) {
  return index == 2                      ? Reach::OwnAndNext
         : index + 1 == getNumOperands() ? Reach::Own
                                         : Reach::All;
}

SmallVector<SizeRule> SumGroupsOp::getSizeRules() {
  unsigned out = getNumOperands() - 1;
  SmallVector<SizeRule> rules = getGroupRules(*this, out);
  rules.push_back({2, 1, out, 1, /*more=*/1});
  return rules;
}

/// Sums are stored in the type of what is summed.
template <typename OpTy>
static LogicalResult verifyStoredGroups(OpTy op) {
  if (failed(verifyGroups(op)))
    return failure();
  if (getElementTypeOrSelf(op.getInput()) == getElementTypeOrSelf(op.getOut()))
    return success();
  return op.emitOpError("expects one type of elements, found ")
         << op.getInput().getType() << " and " << op.getOut().getType();
}

LogicalResult SumGroupsOp::verify() { return verifyStoredGroups(*this); }

//===----------------------------------------------------------------------===//
// sum_distinct
//===----------------------------------------------------------------------===//

bool SumDistinctOp::readsDestination() { return false; }

Reach SumDistinctOp::getReach(unsigned index) {
  return index + 1 == getNumOperands() ? Reach::Own : Reach::All;
}

SmallVector<SizeRule> SumDistinctOp::getSizeRules() {
  unsigned out = getNumOperands() - 1;
  SmallVector<SizeRule> rules = getGroupRules(*this, out);
  // The index has the order's shape.
  addSameShape(rules, 3, 1, /*mayBeOne=*/false);
  rules.push_back({3, 1, 1, 1});
  return rules;
}

LogicalResult SumDistinctOp::verify() {
  if (failed(verifyStoredGroups(*this)))
    return failure();
  auto index = cast<ShapedType>(getIndex().getType());
  auto starts = cast<ShapedType>(getStarts().getType());
  auto out = cast<ShapedType>(getOut().getType());
  if (starts.getDimSize(1) < 2)
    return emitOpError("expects one element of 'starts' more than places, two "
                       "or more, found ")
           << starts;
  // A kernel has some of the rows.
  if (isa<TensorType>(out) && out.getDimSize(1) != index.getDimSize(1) + 1)
    return emitOpError("expects a row more than there are elements, ")
           << index.getDimSize(1) + 1 << ", found " << out;
  return success();
}

//===----------------------------------------------------------------------===//
// map_groups
//===----------------------------------------------------------------------===//

/// The numbers of the first operands behind the sums: others, scalars,
/// destinations.
static unsigned getFirstOther(MapGroupsOp op) {
  return op.getODSOperandIndexAndLength(4).first;
}
static unsigned getFirstScalar(MapGroupsOp op) {
  return op.getODSOperandIndexAndLength(5).first;
}
static unsigned getFirstOut(MapGroupsOp op) {
  return op.getODSOperandIndexAndLength(6).first;
}

bool MapGroupsOp::readsDestination() {
  return llvm::any_of(getOutElements(),
                      [](Value element) { return !element.use_empty(); });
}

Reach MapGroupsOp::getReach(unsigned index) {
  if (index == 2)
    return Reach::OwnAndNext;
  bool isOther = index >= getFirstOther(*this) && index < getFirstScalar(*this);
  return isOther || index >= getFirstOut(*this) ? Reach::Own : Reach::All;
}

SmallVector<SizeRule> MapGroupsOp::getSizeRules() {
  unsigned out = getFirstOut(*this);
  SmallVector<SizeRule> rules = getGroupRules(*this, out);
  rules.push_back({2, 1, out, 1, /*more=*/1});
  for (unsigned i = getFirstOther(*this); i < getNumOperands(); ++i) {
    bool isScalar = i >= getFirstScalar(*this) && i < out;
    if (isScalar || i == out)
      continue;
    addSameShape(rules, i, out, /*mayBeOne=*/false);
    rules.push_back({i, 1, out, 1});
  }
  return rules;
}

LogicalResult MapGroupsOp::verify() {
  if (getOuts().empty())
    return emitOpError("expects at least one destination");
  if (failed(verifyGroups(*this)))
    return failure();
  for (Value scalar : getScalars())
    if (auto type = cast<ShapedType>(scalar.getType());
        !type.hasStaticShape() || type.getNumElements() != 1)
      return emitOpError("expects scalars of one element, found ") << type;
  return success();
}

LogicalResult MapGroupsOp::verifyRegions() {
  SmallVector<Type> expected = {getElementTypeOrSelf(getInput())};
  for (ValueRange operands : {ValueRange(getOthers()), ValueRange(getScalars()),
                              ValueRange(getOuts())})
    for (Value operand : operands)
      expected.push_back(getElementTypeOrSelf(operand));
  if (getBody()->getArgumentTypes() != TypeRange(expected))
    return emitOpError("expects a body that takes the sum and an element of "
                       "each of the others, the scalars and the destinations, ")
           << expected << ", found " << getBody()->getArgumentTypes();
  auto yield = dyn_cast<YieldOp>(getBody()->getTerminator());
  if (!yield)
    return emitOpError("expects a body that ends with 'amprt.yield'");
  if (yield.getValues().getTypes() !=
      TypeRange(ArrayRef(expected).take_back(getOuts().size())))
    return emitOpError("expects a body that yields an element of each "
                       "destination, ")
           << ArrayRef(expected).take_back(getOuts().size()) << ", found "
           << yield.getValues().getTypes();
  return success();
}
