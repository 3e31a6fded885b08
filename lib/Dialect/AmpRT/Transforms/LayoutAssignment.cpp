//===- LayoutAssignment.cpp -----------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutAssignment.h"

#include "amp/Analysis/MinimumCut.h"
#include "amp/Dialect/AmpRT/IR/Reshape.h"
#include "amp/Dialect/ByteCount.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SmallBitVector.h"

#include <numeric>

using namespace mlir;
using namespace mlir::amprt;

static ArrayRef<int64_t> getShape(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

bool mlir::amprt::isEmptyTensor(Value value) {
  return getReshaped(value).getDefiningOp<tensor::EmptyOp>() != nullptr;
}

//===----------------------------------------------------------------------===//
// Ops with loops
//===----------------------------------------------------------------------===//

/// How operands and results are indexed by an op's loops; nothing if it is not
/// known to have such.
static std::optional<SmallVector<AffineMap>> getLoopMaps(Operation *op) {
  if (auto generic = dyn_cast<linalg::GenericOp>(op)) {
    if (!generic.hasPureTensorSemantics())
      return std::nullopt;
    SmallVector<AffineMap> maps = generic.getIndexingMapsArray();
    for (OpOperand &init : generic.getDpsInitsMutable())
      maps.push_back(generic.getMatchingIndexingMap(&init));
    return maps;
  }
  if (!isa<linalg::FillOp, tensor::ExtractSliceOp, tensor::InsertSliceOp>(op))
    return std::nullopt;
  // A slice goes over the dimensions that both sides have.
  int64_t rank = getShape(op->getResult(0)).size();
  SmallVector<AffineMap> maps;
  auto addMap = [&](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    maps.push_back(tensor ? AffineMap::getMultiDimIdentityMap(tensor.getRank(),
                                                              op->getContext())
                          : AffineMap::get(rank, 0, op->getContext()));
    return !tensor || tensor.getRank() == rank;
  };
  if (!llvm::all_of(op->getOperandTypes(), addMap) ||
      !llvm::all_of(op->getResultTypes(), addMap))
    return std::nullopt;
  return maps;
}

SmallVector<int64_t> mlir::amprt::getWalkedOrder(AffineMap map,
                                                 ArrayRef<unsigned> loops) {
  SmallVector<int64_t> order =
      llvm::to_vector(llvm::seq<int64_t>(0, map.getNumResults()));
  auto getPlace = [&](int64_t dim) -> int64_t {
    auto loop = dyn_cast<AffineDimExpr>(map.getResult(dim));
    return loop ? llvm::find(loops, loop.getPosition()) - loops.begin() : -1;
  };
  llvm::sort(order, [&](int64_t a, int64_t b) {
    return std::pair(getPlace(a), a) < std::pair(getPlace(b), b);
  });
  return order;
}

/// The layout in which loops in the order `loops` find the elements of a tensor
/// side by side.
static Layout getLayout(Type type, AffineMap map, ArrayRef<unsigned> loops) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !map.isProjectedPermutation(/*allowZeroInResults=*/true))
    return {};
  return Layout::get(tensor.getShape(), getWalkedOrder(map, loops));
}

static LayoutState getState(Operation *op, ArrayRef<AffineMap> maps,
                            ArrayRef<unsigned> loops) {
  LayoutState state;
  state.loops.assign(loops.begin(), loops.end());
  for (auto [operand, map] : llvm::zip(op->getOperands(), maps))
    state.operands.push_back(getLayout(operand.getType(), map, loops));
  for (auto [result, map] :
       llvm::zip(op->getResults(), maps.drop_front(op->getNumOperands())))
    state.results.push_back(getLayout(result.getType(), map, loops));
  return state;
}

/// The order of loops in which a tensor of `shape` that is indexed by `map` is
/// walked as it is stored; loops that it does not depend on stay where they
/// are. Nothing if there is none.
static std::optional<SmallVector<unsigned>>
orderLoops(ArrayRef<int64_t> shape, AffineMap map, const Layout &layout) {
  std::optional<SmallVector<int64_t>> order = layout.getOrder(shape);
  if (!order || !map.isProjectedPermutation(/*allowZeroInResults=*/true))
    return std::nullopt;
  SmallVector<unsigned> sequence;
  for (int64_t dim : *order)
    if (auto loop = dyn_cast<AffineDimExpr>(map.getResult(dim)))
      sequence.push_back(loop.getPosition());
  SmallVector<unsigned> places(sequence);
  llvm::sort(places);
  SmallVector<unsigned> loops =
      llvm::to_vector(llvm::seq<unsigned>(0, map.getNumDims()));
  for (auto [place, loop] : llvm::zip(places, sequence))
    loops[place] = loop;
  return loops;
}

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

Layout mlir::amprt::getOtherLayout(ConvolutionRecordOp op, OpOperand &operand) {
  std::optional<ChannelLayout> layout = op.getChannelLayout(operand);
  if (!layout)
    return {};
  ArrayRef<int64_t> shape = getShape(operand.get());
  return Layout::get(shape,
                     ConvolutionRecordOp::getOtherOrder(shape.size(), *layout));
}

/// True if a record that has the tensor with its channels last needs no other
/// copy of it. Where 16-bit channels fill no block of a vector, derivatives are
/// computed of one (runtime/lib/cpu/Dnnl.cpp).
static bool takesChannelsLast(ConvolutionRecordOp op) {
  if (op.getDirection() == Direction::Forward ||
      getElementTypeOrSelf(op.getLhs()).isF32())
    return true;
  constexpr int64_t block = 16;
  auto groups = static_cast<int64_t>(op.getGroups());
  SmallVector<int64_t> weight =
      ConvolutionRecordOp::getSizes(op.getWeight(), op.getWeightLayout());
  bool isDepthwise = weight[1] == 1 && groups > 1;
  int64_t outputs = isDepthwise ? weight[0] : weight[0] / groups;
  int64_t inputs = isDepthwise ? groups : weight[1];
  return inputs % block == 0 && outputs % block == 0;
}

/// True if a convolution computes with an operand as it is, if that is stored
/// in `layout`.
static bool isAsWanted(ConvolutionRecordOp op, OpOperand &operand,
                       const Layout &layout) {
  Layout other = getOtherLayout(op, operand);
  if (other.isRowMajor())
    return true;
  bool isLast = *op.getChannelLayout(operand) == ChannelLayout::ChannelsLast;
  return (layout == other) != isLast && takesChannelsLast(op);
}

//===----------------------------------------------------------------------===//
// Ops on windows
//===----------------------------------------------------------------------===//

/// The other order of an op on windows, if `value` has the layout in it: with
/// channels behind the positions or, if there are some, with none there.
static std::optional<LayoutState> getWindowState(Operation *op, Value value,
                                                 const Layout &layout) {
  ArrayRef<int64_t> sizes = getShape(value);
  int64_t outer = sizes[0], inner = sizes[2];
  int64_t channels = inner > 1 ? inner : layout.getStoredSizes().back();
  if (inner == 1 && outer % channels != 0)
    return std::nullopt;
  auto getLayout = [&](Value value) -> Layout {
    auto type = cast<RankedTensorType>(value.getType());
    // Weights have no channels.
    if (type.getDimSize(0) != outer || type.getDimSize(2) != inner)
      return {};
    int64_t images = inner > 1 ? outer : outer / channels;
    int64_t positions = type.getDimSize(1);
    return inner > 1 ? Layout::get({images, positions, channels}, {0, 2, 1})
                     : Layout::get({images, channels, positions}, {0, 2, 1});
  };
  if (getLayout(value) != layout)
    return std::nullopt;
  LayoutState state;
  state.channels = channels;
  llvm::append_range(state.operands,
                     llvm::map_range(op->getOperands(), getLayout));
  llvm::append_range(state.results,
                     llvm::map_range(op->getResults(), getLayout));
  return state;
}

static bool isOnWindows(Operation *op) {
  return isa<SumWindowsOp, MaxWindowsOp, SumChosenOp>(op);
}

//===----------------------------------------------------------------------===//
// What can follow
//===----------------------------------------------------------------------===//

LayoutStep *LayoutAssignment::findStep(Operation *op) {
  auto it = steps.find(op);
  if (it != steps.end())
    return &it->second;
  LayoutStep step;
  if (std::optional<SmallVector<AffineMap>> maps = getLoopMaps(op)) {
    step.first = ::getState(
        op, *maps,
        llvm::to_vector(llvm::seq<unsigned>(0, maps->front().getNumDims())));
  } else if (isOnWindows(op) || isa<ConvolutionRecordOp>(op)) {
    step.first.operands.resize(op->getNumOperands());
    step.first.results.resize(op->getNumResults());
  } else {
    return nullptr;
  }
  LayoutStep *inserted = &steps.insert({op, std::move(step)}).first->second;
  // What is read in another order than it is stored in might be stored so.
  for (auto [operand, layout] :
       llvm::zip(op->getOperands(), inserted->first.operands))
    worklist.emplace_back(operand, layout);
  return inserted;
}

void LayoutAssignment::setOther(Operation *op, LayoutStep &step,
                                LayoutState state) {
  auto isRowMajor = [](const Layout &layout) { return layout.isRowMajor(); };
  if (!llvm::all_of(step.first.results, isRowMajor))
    return;
  for (auto [operand, layout] : llvm::zip(op->getOperands(), state.operands))
    worklist.emplace_back(operand, layout);
  for (auto [result, layout] : llvm::zip(op->getResults(), state.results))
    worklist.emplace_back(result, layout);
  step.other = std::move(state);
}

void LayoutAssignment::follow(Operation *op, Value value,
                              const Layout &layout) {
  LayoutStep *step = findStep(op);
  if (!step || step->other || isa<ConvolutionRecordOp>(op))
    return;
  if (isOnWindows(op)) {
    if (std::optional<LayoutState> state = getWindowState(op, value, layout))
      setOther(op, *step, std::move(*state));
    return;
  }
  SmallVector<AffineMap> maps = *getLoopMaps(op);
  SmallVector<Value> values(op->getOperands());
  llvm::append_range(values, op->getResults());
  size_t place = llvm::find(values, value) - values.begin();
  std::optional<SmallVector<unsigned>> loops =
      orderLoops(getShape(value), maps[place], layout);
  if (loops && *loops != step->first.loops)
    setOther(op, *step, ::getState(op, maps, *loops));
}

void LayoutAssignment::followUses(Value value, const Layout &layout) {
  for (Operation *user : value.getUsers()) {
    if (isReshape(user))
      followUses(user->getResult(0), layout);
    else
      follow(user, value, layout);
  }
}

void LayoutAssignment::propose(Value value, const Layout &layout) {
  auto result = dyn_cast<OpResult>(getReshaped(value));
  if (layout.isRowMajor() || !result || isEmptyTensor(result) ||
      candidates.contains(result))
    return;
  follow(result.getOwner(), result, layout);
  LayoutStep *step = findStep(result.getOwner());
  if (!step || !step->other ||
      step->other->results[result.getResultNumber()] != layout)
    return;
  candidates.insert({result, layout});
  followUses(result, layout);
}

LayoutAssignment::LayoutAssignment(func::FuncOp func) {
  func.walk([&](ConvolutionRecordOp op) {
    if (!op.getResult())
      return;
    LayoutStep *step = findStep(op);
    for (OpOperand &operand : op->getOpOperands())
      worklist.emplace_back(operand.get(), getOtherLayout(op, operand));
    LayoutState state = step->first;
    state.results[0] = getOtherLayout(op, op.getOutMutable());
    if (!state.results[0].isRowMajor())
      setOther(op, *step, std::move(state));
  });
  while (!worklist.empty()) {
    auto [value, layout] = worklist.pop_back_val();
    propose(value, layout);
  }
  if (!candidates.empty())
    choose();
}

//===----------------------------------------------------------------------===//
// What is cheapest
//===----------------------------------------------------------------------===//

namespace {
/// Bytes for what two choices are: whether an op computes in its other order,
/// and whether a value has its other layout. A choice that is none is `kFixed`.
struct Term {
  static constexpr uint32_t kFixed = UINT32_MAX;

  uint32_t step = kFixed, value = kFixed;
  /// By the choice of the op, then by that of the value.
  int64_t bytes[2][2] = {};

  bool isOfTwo() const { return step != kFixed && value != kFixed; }
  /// What is paid for choices that differ, beyond what each of them costs.
  int64_t getDifference() const {
    return bytes[0][1] + bytes[1][0] - bytes[0][0] - bytes[1][1];
  }
};

/// Which choices are turned round in the graph. A transposition that stays as
/// it is wants what it reads in another layout: of two that had better differ,
/// one is turned, so that they had better be equal, which a cut can say.
class TurnedChoices {
public:
  explicit TurnedChoices(uint32_t numNodes) : parents(numNodes) {
    std::iota(parents.begin(), parents.end(), 0);
    isTurned.resize(numNodes);
  }

  /// Has `term` reward two that are equal, unless dearer ones say otherwise:
  /// to be called with the dearest first.
  void add(const Term &term) {
    auto [step, turnsStep] = find(term.step);
    auto [value, turnsValue] = find(term.value);
    if (step == value)
      return;
    parents[step] = value;
    isTurned[step] = (turnsStep != turnsValue) != (term.getDifference() < 0);
  }
  bool operator[](uint32_t node) const {
    return node != Term::kFixed && find(node).second;
  }

private:
  /// Which one stands for all that `node` is tied to, and whether `node` is
  /// turned beside it.
  std::pair<uint32_t, bool> find(uint32_t node) const {
    bool turns = false;
    for (; parents[node] != node; node = parents[node])
      turns ^= isTurned[node];
    return {node, turns};
  }

  std::vector<uint32_t> parents;
  llvm::SmallBitVector isTurned;
};
} // namespace

/// A copy in another order reads and writes every byte.
static int64_t getCopyBytes(Value value) {
  uint64_t bytes =
      mlir::amp::countBytes(cast<RankedTensorType>(value.getType()));
  return mlir::amp::CutGraph::toCapacity(
      std::min<uint64_t>(bytes, INT64_MAX / 4) * 2);
}

/// Adds a term to the graph, in which the source's side is that of the others,
/// and of what is turned that of the first ones.
static void addTerm(mlir::amp::CutGraph &graph, const TurnedChoices &turned,
                    const Term &term) {
  auto addDifference = [&](uint32_t node, int64_t difference) {
    if (node == Term::kFixed)
      return;
    if (difference > 0)
      graph.addSinkEdge(node, difference);
    else if (difference < 0)
      graph.addSourceEdge(node, -difference);
  };
  Term seen = term;
  for (int step : {0, 1})
    for (int value : {0, 1})
      seen.bytes[step][value] =
          term.bytes[step ^ turned[term.step]][value ^ turned[term.value]];
  const auto &bytes = seen.bytes;
  if (term.step == Term::kFixed)
    return addDifference(term.value, bytes[0][1] - bytes[0][0]);
  addDifference(term.step, bytes[1][0] - bytes[0][0]);
  if (term.value == Term::kFixed)
    return;
  addDifference(term.value, bytes[1][1] - bytes[1][0]);
  // What is left is paid for the one without the other. That it is less than
  // nothing, where others have turned neither or both, no cut can say.
  if (int64_t both = seen.getDifference(); both > 0)
    graph.addEdge(term.value, term.step, both, 0);
}

void LayoutAssignment::choose() {
  mlir::amp::CutGraph graph;
  llvm::DenseMap<Operation *, uint32_t> nodes;
  for (auto &[op, step] : steps)
    if (step.other)
      nodes[op] = graph.addNode();
  auto getNode = [&](Operation *op) {
    auto it = nodes.find(op);
    return it == nodes.end() ? Term::kFixed : it->second;
  };

  std::vector<Term> terms;
  for (auto &[op, step] : steps) {
    auto convolution = dyn_cast<ConvolutionRecordOp>(op);
    for (OpOperand &operand : op->getOpOperands()) {
      Value value = operand.get();
      if (!isa<RankedTensorType>(value.getType()) || isEmptyTensor(value))
        continue;
      Term term;
      term.step = getNode(op);
      Layout layouts[2];
      auto it = candidates.find(getReshaped(value));
      if (it != candidates.end()) {
        term.value = getNode(it->first.getDefiningOp());
        layouts[1] = it->second;
      }
      for (int other : {0, 1}) {
        if (other && !step.other)
          continue;
        const LayoutState &state = other ? *step.other : step.first;
        for (int last : {0, 1}) {
          bool isFree =
              convolution
                  ? isAsWanted(convolution, operand, layouts[last])
                  : state.operands[operand.getOperandNumber()] == layouts[last];
          term.bytes[other][last] = isFree ? 0 : getCopyBytes(value);
        }
      }
      terms.push_back(term);
    }
    if (convolution && step.other) {
      Term term;
      term.step = getNode(op);
      OpOperand &out = convolution.getOutMutable();
      for (int other : {0, 1})
        if (!isAsWanted(convolution, out,
                        other ? step.other->results[0] : Layout()))
          term.bytes[other][0] = getCopyBytes(out.get());
      terms.push_back(term);
    }
  }
  // What others read has to be row-major, and is copied once for all of them.
  std::function<bool(Value)> hasOtherUses = [&](Value value) {
    return llvm::any_of(value.getUsers(), [&](Operation *user) {
      if (isReshape(user))
        return hasOtherUses(user->getResult(0));
      return !steps.contains(user);
    });
  };
  for (auto &[value, layout] : candidates)
    if (hasOtherUses(value)) {
      Term term;
      term.value = getNode(value.getDefiningOp());
      term.bytes[0][1] = getCopyBytes(value);
      terms.push_back(term);
    }

  TurnedChoices turned(nodes.size());
  std::vector<const Term *> ties;
  for (const Term &term : terms)
    if (term.isOfTwo() && term.getDifference() != 0)
      ties.push_back(&term);
  llvm::stable_sort(ties, [](const Term *a, const Term *b) {
    return std::abs(a->getDifference()) > std::abs(b->getDifference());
  });
  for (const Term *term : ties)
    turned.add(*term);
  for (const Term &term : terms)
    addTerm(graph, turned, term);
  // Among equals what is turned stays as it is, too.
  for (auto &[op, node] : nodes)
    if (turned[node])
      graph.addSourceEdge(node, 1);
  mlir::amp::MinimumCut cut = mlir::amp::findMinimumCut(graph);
  auto isOther = [&](uint32_t node) {
    return node != Term::kFixed &&
           (cut.sides[node] == mlir::amp::CutSide::Source) != turned[node];
  };
  for (const Term &term : terms) {
    bytes += term.bytes[isOther(term.step)][isOther(term.value)];
    bytesBefore += term.bytes[0][0];
  }
  // A cut cannot say all that a term does.
  if (bytes >= bytesBefore) {
    bytes = bytesBefore;
    return;
  }
  for (auto &[op, step] : steps)
    step.isOther = isOther(getNode(op));
}

Layout LayoutAssignment::getLayout(Value value) const {
  auto result = dyn_cast<OpResult>(getReshaped(value));
  if (!result)
    return {};
  auto it = steps.find(result.getOwner());
  return it != steps.end() && it->second.isOther
             ? it->second.other->results[result.getResultNumber()]
             : Layout();
}
