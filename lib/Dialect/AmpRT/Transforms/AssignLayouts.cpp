//===- AssignLayouts.cpp --------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutAssignment.h"
#include "amp/Dialect/AmpRT/IR/AmpRT.h"
#include "amp/Dialect/AmpRT/IR/Reshape.h"
#include "amp/Dialect/AmpRT/Transforms/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Iterators.h"
#include "mlir/IR/Remarks.h"

namespace mlir::amprt {
#define GEN_PASS_DEF_AMPASSIGNLAYOUTSPASS
#include "amp/Dialect/AmpRT/Transforms/Passes.h.inc"
} // namespace mlir::amprt

using namespace mlir;
using namespace mlir::amprt;

template <typename RangeT>
static auto permute(const RangeT &values, ArrayRef<int64_t> order) {
  return llvm::map_to_vector(order, [&](int64_t i) { return values[i]; });
}

static RankedTensorType getType(Value value) {
  return cast<RankedTensorType>(value.getType());
}

static ChannelLayout getOther(ChannelLayout layout) {
  return layout == ChannelLayout::ChannelsFirst ? ChannelLayout::ChannelsLast
                                                : ChannelLayout::ChannelsFirst;
}

namespace {
/// Rebuilds the ops that compute in another order, and those that read what
/// these make. A value that is stored otherwise is a tensor of another type,
/// with the same elements in the order in which they are stored.
class Rewriter {
public:
  Rewriter(func::FuncOp func, const LayoutAssignment &assignment)
      : func(func), assignment(assignment), rewriter(func.getContext()) {}

  void run();

private:
  /// `type` with its dimensions as they are stored; nothing if one is stored in
  /// several places.
  static std::optional<RankedTensorType> getStored(RankedTensorType type,
                                                   const Layout &layout);
  /// The elements of `value` as they are stored.
  Value getStored(Value value);
  /// A copy of `value`, which is row-major, in the layout, or the other way
  /// round.
  Value copyTo(Value value, const Layout &layout);
  Value copyFrom(Value stored, const Layout &layout, RankedTensorType type);
  /// The elements of `value` in the layout, in the shape.
  Value bring(Value value, const Layout &layout, ArrayRef<int64_t> shape);
  Value createEmpty(RankedTensorType type);

  bool readsOther(Operation *op) const;
  void rebuild(Operation *op, const LayoutStep &step);
  Operation *rebuild(linalg::GenericOp op, const LayoutState &state);
  Operation *rebuild(linalg::FillOp op, const LayoutState &state);
  Operation *rebuild(tensor::ExtractSliceOp op, const LayoutState &state);
  Operation *rebuild(tensor::InsertSliceOp op, const LayoutState &state);
  Operation *rebuild(ConvolutionRecordOp op, const LayoutState &state);
  Operation *rebuildWindows(Operation *op, const LayoutState &state);

  func::FuncOp func;
  const LayoutAssignment &assignment;
  IRRewriter rewriter;
  Location loc = rewriter.getUnknownLoc();
  /// What holds the elements of a value that is stored otherwise.
  DenseMap<Value, Value> stored;
  SetVector<Operation *> replaced;
};
} // namespace

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

std::optional<RankedTensorType> Rewriter::getStored(RankedTensorType type,
                                                    const Layout &layout) {
  std::optional<SmallVector<int64_t>> order = layout.getOrder(type.getShape());
  if (!order)
    return std::nullopt;
  return type.clone(permute(type.getShape(), *order));
}

Value Rewriter::createEmpty(RankedTensorType type) {
  return tensor::EmptyOp::create(rewriter, loc, type.getShape(),
                                 type.getElementType());
}

Value Rewriter::getStored(Value value) {
  auto it = stored.find(getReshaped(value));
  return it == stored.end() ? value : it->second;
}

/// A copy whose dimension i is dimension `permutation[i]` of `value`.
static Value transpose(OpBuilder &builder, Location loc, Value value,
                       ArrayRef<int64_t> permutation) {
  RankedTensorType type = getType(value);
  Value empty = tensor::EmptyOp::create(builder, loc,
                                        permute(type.getShape(), permutation),
                                        type.getElementType());
  AffineMap identity = builder.getMultiDimIdentityMap(type.getRank());
  AffineMap map = inversePermutation(AffineMap::getPermutationMap(
      SmallVector<unsigned>(permutation), builder.getContext()));
  SmallVector<utils::IteratorType> loops(type.getRank(),
                                         utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             builder, loc, empty.getType(), value, empty,
             ArrayRef<AffineMap>{map, identity}, loops,
             [](OpBuilder &builder, Location loc, ValueRange arguments) {
               linalg::YieldOp::create(builder, loc, arguments.front());
             })
      .getResult(0);
}

Value Rewriter::copyTo(Value value, const Layout &layout) {
  RankedTensorType type = getType(value);
  Value digits = reshapeTo(rewriter, loc, value, type.clone(layout.getSizes()));
  return transpose(rewriter, loc, digits, layout.getStored());
}

Value Rewriter::copyFrom(Value stored, const Layout &layout,
                         RankedTensorType type) {
  Value digits =
      reshapeTo(rewriter, loc, stored, type.clone(layout.getStoredSizes()));
  SmallVector<int64_t> inverse(layout.getStored().size());
  for (auto [place, digit] : llvm::enumerate(layout.getStored()))
    inverse[digit] = place;
  return reshapeTo(rewriter, loc, transpose(rewriter, loc, digits, inverse),
                   type);
}

Value Rewriter::bring(Value value, const Layout &layout,
                      ArrayRef<int64_t> shape) {
  RankedTensorType type = getType(value).clone(shape);
  if (isEmptyTensor(value))
    return createEmpty(type);
  // Whoever wants what is stored otherwise row-major reads a copy, one for all.
  if (layout.isRowMajor())
    return value;
  if (assignment.getLayout(value) == layout)
    return reshapeTo(rewriter, loc, getStored(value), type);
  return reshapeTo(rewriter, loc, copyTo(value, layout), type);
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

/// Has `map` index a tensor whose dimensions are in another order.
static AffineMap permuteResults(AffineMap map, ArrayRef<int64_t> order) {
  return AffineMap::get(map.getNumDims(), 0, permute(map.getResults(), order),
                        map.getContext());
}

Operation *Rewriter::rebuild(linalg::GenericOp op, const LayoutState &state) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  SmallVector<Value> operands(op->getOperands());
  for (OpOperand *input : op.getDpsInputOperands()) {
    unsigned number = input->getOperandNumber();
    Value &value = operands[number];
    Layout layout = assignment.getLayout(value);
    if (layout.isRowMajor())
      continue;
    // It is read as it lies, in whatever order; but a dimension that is stored
    // in several places is copied.
    ArrayRef<int64_t> shape = getType(value).getShape();
    std::optional<SmallVector<int64_t>> order =
        layout == state.operands[number]
            ? getWalkedOrder(maps[number], state.loops)
            : layout.getOrder(shape);
    if (!order)
      continue;
    maps[number] = permuteResults(maps[number], *order);
    value = bring(value, layout, permute(shape, *order));
  }
  SmallVector<Type> types;
  for (auto [number, layout] : llvm::enumerate(state.results)) {
    unsigned place = op.getDpsInitOperand(number)->getOperandNumber();
    RankedTensorType type = getType(operands[place]);
    SmallVector<int64_t> order = getWalkedOrder(maps[place], state.loops);
    maps[place] = permuteResults(maps[place], order);
    types.push_back(type.clone(permute(type.getShape(), order)));
    operands[place] = bring(operands[place], layout,
                            cast<RankedTensorType>(types.back()).getShape());
  }
  auto result = cast<linalg::GenericOp>(
      clone(rewriter, op.getOperation(), types, operands));
  result.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
  if (llvm::is_sorted(state.loops))
    return result;
  rewriter.setInsertionPoint(result);
  // Only buffers, and orders that are none, cannot be interchanged.
  result = *linalg::interchangeGenericOp(rewriter, result, state.loops);
  // Of all numbers of loops one is taken for each that was asked for.
  SmallVector<Operation *> inner;
  for (Operation &op : *result.getBody())
    inner.push_back(&op);
  for (Operation *op : llvm::reverse(inner)) {
    SmallVector<Value> folded;
    if (isa<affine::AffineApplyOp>(op) &&
        succeeded(rewriter.tryFold(op, folded)))
      rewriter.replaceOp(op, folded);
    else if (isa<linalg::IndexOp>(op) && op->use_empty())
      rewriter.eraseOp(op);
  }
  return result;
}

Operation *Rewriter::rebuild(linalg::FillOp op, const LayoutState &state) {
  RankedTensorType type = getType(op.getResult(0));
  auto order = llvm::to_vector_of<int64_t>(state.loops);
  return linalg::FillOp::create(
      rewriter, loc, op.getInputs(),
      createEmpty(type.clone(permute(type.getShape(), order))));
}

Operation *Rewriter::rebuild(tensor::ExtractSliceOp op,
                             const LayoutState &state) {
  auto order = llvm::to_vector_of<int64_t>(state.loops);
  Value source = bring(op.getSource(), state.operands[0],
                       permute(op.getSourceType().getShape(), order));
  return tensor::ExtractSliceOp::create(
      rewriter, loc,
      op.getType().clone(permute(op.getType().getShape(), order)), source,
      permute(op.getMixedOffsets(), order), permute(op.getMixedSizes(), order),
      permute(op.getMixedStrides(), order));
}

Operation *Rewriter::rebuild(tensor::InsertSliceOp op,
                             const LayoutState &state) {
  auto order = llvm::to_vector_of<int64_t>(state.loops);
  Value source = bring(op.getSource(), state.operands[0],
                       permute(op.getSourceType().getShape(), order));
  Value dest = bring(op.getDest(), state.operands[1],
                     permute(op.getDestType().getShape(), order));
  return tensor::InsertSliceOp::create(
      rewriter, loc, source, dest, permute(op.getMixedOffsets(), order),
      permute(op.getMixedSizes(), order), permute(op.getMixedStrides(), order));
}

Operation *Rewriter::rebuildWindows(Operation *op, const LayoutState &state) {
  auto getShape = [&](Value value) {
    SmallVector<int64_t> shape(getType(value).getShape());
    if (state.channels == 0)
      return shape;
    if (shape[2] == 1 && shape[0] % state.channels == 0) {
      shape[0] /= state.channels;
      shape[2] = state.channels;
    } else if (shape[2] == state.channels) {
      shape[0] *= state.channels;
      shape[2] = 1;
    }
    return shape;
  };
  SmallVector<Value> operands;
  for (auto [value, layout] : llvm::zip(op->getOperands(), state.operands))
    operands.push_back(bring(value, layout, getShape(value)));
  auto types = llvm::map_to_vector(op->getResults(), [&](Value value) -> Type {
    return getType(value).clone(getShape(value));
  });
  return clone(rewriter, op, types, operands);
}

Operation *Rewriter::rebuild(ConvolutionRecordOp op, const LayoutState &state) {
  auto result = cast<ConvolutionRecordOp>(rewriter.clone(*op));
  auto turn = [&](OpOperand &operand, const Layout &layout) {
    ChannelLayout channels = *result.getChannelLayout(operand);
    Value value = operand.get();
    SmallVector<int64_t> order =
        ConvolutionRecordOp::getOtherOrder(getType(value).getRank(), channels);
    SmallVector<int64_t> shape = permute(getType(value).getShape(), order);
    rewriter.setInsertionPoint(result);
    if (layout.isRowMajor() && !isEmptyTensor(value))
      operand.set(reshapeTo(rewriter, loc, value, getType(value).clone(shape)));
    else
      operand.set(bring(value, layout, shape));
    result.setChannelLayout(operand, getOther(channels));
  };
  bool isTurned = false;
  SmallVector<OpOperand *> same;
  for (OpOperand &operand : result->getOpOperands()) {
    if (!result.getChannelLayout(operand))
      continue;
    Layout other = getOtherLayout(result, operand);
    Layout layout = &operand == &result.getOutMutable()
                        ? state.results[0]
                        : assignment.getLayout(operand.get());
    if (other.isRowMajor()) {
      same.push_back(&operand);
    } else if (layout == other) {
      turn(operand, layout);
      isTurned = true;
    }
  }
  // An image of one pixel is the same either way, and said as the others are.
  if (isTurned)
    for (OpOperand *operand : same)
      turn(*operand, Layout());
  result.getResult().setType(getType(result.getOut()));
  return result;
}

//===----------------------------------------------------------------------===//
// The function
//===----------------------------------------------------------------------===//

bool Rewriter::readsOther(Operation *op) const {
  return llvm::any_of(op->getOperands(), [&](Value value) {
    return !assignment.getLayout(value).isRowMajor();
  });
}

void Rewriter::rebuild(Operation *op, const LayoutStep &step) {
  if (!step.isOther && !readsOther(op))
    return;
  rewriter.setInsertionPoint(op);
  loc = op->getLoc();
  const LayoutState &state = step.getState();
  Operation *result =
      llvm::TypeSwitch<Operation *, Operation *>(op)
          .Case<linalg::GenericOp, linalg::FillOp, tensor::ExtractSliceOp,
                tensor::InsertSliceOp, ConvolutionRecordOp>(
              [&](auto op) { return rebuild(op, state); })
          .Default([&](Operation *op) { return rebuildWindows(op, state); });
  rewriter.setInsertionPointAfter(result);
  for (auto [before, after, layout] :
       llvm::zip(op->getResults(), result->getResults(), state.results)) {
    if (layout.isRowMajor())
      before.replaceAllUsesWith(
          reshapeTo(rewriter, loc, after, getType(before)));
    else
      stored[before] = after;
  }
  replaced.insert(op);
}

void Rewriter::run() {
  SmallVector<std::pair<Operation *, const LayoutStep *>> ops;
  func.walk<WalkOrder::PreOrder>([&](Operation *op) {
    auto it = assignment.steps.find(op);
    if (it != assignment.steps.end())
      ops.emplace_back(op, &it->second);
  });
  for (auto [op, step] : ops)
    rebuild(op, *step);
  func.walk<WalkOrder::PostOrder, mlir::ReverseIterator>([&](Operation *op) {
    if (isa<tensor::EmptyOp, tensor::ExpandShapeOp, tensor::CollapseShapeOp>(
            op) &&
        op->use_empty())
      return rewriter.eraseOp(op);
    if (!replaced.contains(op))
      return;
    for (OpResult result : op->getResults()) {
      auto it = stored.find(result);
      if (it == stored.end() || result.use_empty())
        continue;
      loc = op->getLoc();
      rewriter.setInsertionPointAfterValue(it->second);
      result.replaceAllUsesWith(
          copyFrom(it->second, assignment.getLayout(result), getType(result)));
    }
    rewriter.eraseOp(op);
  });
}

namespace {
struct AmpAssignLayoutsPass
    : public amprt::impl::AmpAssignLayoutsPassBase<AmpAssignLayoutsPass> {
  using Base::Base;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    LayoutAssignment assignment(func);
    if (assignment.getBytes() == assignment.getBytesBefore())
      return markAllAnalysesPreserved();
    if (auto remark = remark::passed(
            func.getLoc(),
            remark::RemarkOpts::name("assigned").category("amp-layouts")))
      remark << remark::metric("bytes",
                               static_cast<int64_t>(assignment.getBytes()))
             << remark::metric("before", static_cast<int64_t>(
                                             assignment.getBytesBefore()));
    Rewriter(func, assignment).run();
  }
};
} // namespace
