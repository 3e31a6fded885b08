//===- RowCluster.cpp -----------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowCluster.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::amprt;

//===----------------------------------------------------------------------===//
// LoopSpace
//===----------------------------------------------------------------------===//

unsigned LoopSpace::add(int64_t size, bool isReduced) {
  loops.push_back({size, isReduced, std::nullopt});
  roots.push_back(loops.size() - 1);
  return roots.back();
}

Loops LoopSpace::resolve(ArrayRef<unsigned> old) const {
  Loops result, pending(llvm::reverse(old));
  while (!pending.empty()) {
    unsigned loop = pending.pop_back_val();
    if (!loops[loop].parts) {
      result.push_back(loop);
      continue;
    }
    pending.push_back(loops[loop].parts->second);
    pending.push_back(loops[loop].parts->first);
  }
  return result;
}

Layout LoopSpace::resolve(const Layout &layout) const {
  Layout result;
  for (const Loops &dim : layout)
    result.push_back(resolve(dim));
  return result;
}

FailureOr<Layout> LoopSpace::regroup(ArrayRef<unsigned> from,
                                     ArrayRef<int64_t> shape) {
  Loops left = resolve(from);
  Layout layout(shape.size());
  for (int64_t dim = shape.size() - 1; dim >= 0; --dim) {
    for (int64_t rest = shape[dim]; rest != 1;) {
      if (left.empty())
        return failure();
      unsigned loop = left.pop_back_val();
      int64_t size = loops[loop].size;
      if (size == rest) {
        rest = 1;
      } else if (size == 0 || rest == 0) {
        return failure();
      } else if (rest % size == 0) {
        rest /= size;
      } else if (size % rest == 0) {
        bool isReduced = loops[loop].isReduced;
        loops.push_back({size / rest, isReduced, std::nullopt});
        loops.push_back({rest, isReduced, std::nullopt});
        unsigned inner = loops.size() - 1;
        loops[loop].parts = {inner - 1, inner};
        left.push_back(inner - 1);
        loop = inner;
        rest = 1;
      } else {
        return failure();
      }
      layout[dim].insert(layout[dim].begin(), loop);
    }
  }
  if (!left.empty())
    return failure();
  return layout;
}

Loops LoopSpace::getLoops(bool reduced) const {
  Loops result;
  for (unsigned loop : resolve(roots))
    if (loops[loop].isReduced == reduced)
      result.push_back(loop);
  return result;
}

/// All loops that occur in `layout`.
static Loops flatten(const Layout &layout) {
  Loops result;
  for (const Loops &dim : layout)
    llvm::append_range(result, dim);
  return result;
}

static bool haveSameLoops(ArrayRef<unsigned> a, ArrayRef<unsigned> b) {
  return a.size() == b.size() &&
         std::is_permutation(a.begin(), a.end(), b.begin());
}

//===----------------------------------------------------------------------===//
// Members
//===----------------------------------------------------------------------===//

static std::optional<Combiner> getCombiner(Operation *op) {
  using Result = std::optional<Combiner>;
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case<arith::AddFOp, arith::AddIOp>([](auto) { return Combiner::Add; })
      .Case<arith::MulFOp, arith::MulIOp>([](auto) { return Combiner::Mul; })
      .Case([](arith::MaximumFOp) { return Combiner::MaximumF; })
      .Case([](arith::MinimumFOp) { return Combiner::MinimumF; })
      .Case([](arith::MaxNumFOp) { return Combiner::MaxNumF; })
      .Case([](arith::MinNumFOp) { return Combiner::MinNumF; })
      .Case([](arith::MaxSIOp) { return Combiner::MaxSI; })
      .Case([](arith::MinSIOp) { return Combiner::MinSI; })
      .Case([](arith::MaxUIOp) { return Combiner::MaxUI; })
      .Case([](arith::MinUIOp) { return Combiner::MinUI; })
      .Case([](arith::AndIOp) { return Combiner::And; })
      .Case([](arith::OrIOp) { return Combiner::Or; })
      .Default([](Operation *) { return std::nullopt; });
}

bool mlir::amprt::isFunction(Operation *op) {
  return isa<math::MathDialect>(op->getDialect()) || isa<RandomWordOp>(op);
}

std::optional<RowReduction> mlir::amprt::matchRowReduction(linalg::GenericOp op,
                                                           unsigned number) {
  BlockArgument accumulator = op.getRegionOutputArgs()[number];
  SmallVector<Operation *> combiners;
  if (!accumulator.hasOneUse() ||
      !matchReduction(op.getRegionOutputArgs(), number, combiners) ||
      combiners.size() != 1)
    return std::nullopt;
  Operation *combiner = combiners.front();
  std::optional<Combiner> kind = getCombiner(combiner);
  if (!kind || op.getBody()->getTerminator()->getOperand(number) !=
                   combiner->getResult(0))
    return std::nullopt;
  Value element =
      combiner->getOperand(combiner->getOperand(0) == accumulator ? 1 : 0);
  return RowReduction{*kind, combiner, element};
}

TypedAttr mlir::amprt::getConstantElement(Value value) {
  TypedAttr constant;
  if (!isa<TensorType>(value.getType())) {
    matchPattern(value, m_Constant(&constant));
    return constant;
  }
  value = getReshaped(value);
  if (auto fill = value.getDefiningOp<linalg::FillOp>()) {
    matchPattern(fill.value(), m_Constant(&constant));
    bool isSame =
        constant && constant.getType() == getElementTypeOrSelf(value.getType());
    return isSame ? constant : TypedAttr();
  }
  DenseElementsAttr elements;
  if (!matchPattern(value, m_Constant(&elements)) ||
      elements.getNumElements() == 0 || !elements.isSplat())
    return {};
  return elements.getSplatValue<TypedAttr>();
}

bool mlir::amprt::isOfLoops(AffineMap map) {
  llvm::SmallBitVector used(map.getNumDims());
  for (AffineExpr expr : map.getResults()) {
    if (isa<AffineConstantExpr>(expr))
      continue;
    auto loop = dyn_cast<AffineDimExpr>(expr);
    if (!loop || used.test(loop.getPosition()))
      return false;
    used.set(loop.getPosition());
  }
  return true;
}

/// True if what the body uses is its own or a constant, and the body is pure.
static bool hasOwnBody(linalg::GenericOp op) {
  llvm::SetVector<Value> used;
  getUsedValuesDefinedAbove(op->getRegions(), used);
  return llvm::all_of(
             used,
             [](Value value) { return matchPattern(value, m_Constant()); }) &&
         llvm::all_of(*op.getBody(), [](Operation &inside) {
           return inside.getNumRegions() == 0 && isPure(&inside);
         });
}

/// True if what is reduced is another value for each point of a row. Constants
/// are the same at all of them.
static bool readsReducedLoops(linalg::GenericOp op) {
  auto isReduced = [&](unsigned loop) {
    return op.getIteratorTypesArray()[loop] == utils::IteratorType::reduction;
  };
  for (OpOperand *input : op.getDpsInputOperands())
    if (op.payloadUsesValueFromOperand(input) &&
        !getConstantElement(input->get()) &&
        llvm::any_of(op.getMatchingIndexingMap(input).getResults(),
                     [&](AffineExpr expr) {
                       auto loop = dyn_cast<AffineDimExpr>(expr);
                       return loop && isReduced(loop.getPosition());
                     }))
      return true;
  return llvm::any_of(
      op.getBody()->getOps<linalg::IndexOp>(),
      [&](linalg::IndexOp index) { return isReduced(index.getDim()); });
}

bool mlir::amprt::canBeMember(Operation *op) {
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic || !generic.hasPureTensorSemantics() ||
      generic.hasDynamicShape() || !hasOwnBody(generic))
    return false;
  for (OpOperand *input : generic.getDpsInputOperands())
    if (!isOfLoops(generic.getMatchingIndexingMap(input)) ||
        (!isa<RankedTensorType>(input->get().getType()) &&
         !getConstantElement(input->get())))
      return false;
  bool isReduction = generic.getNumReductionLoops() > 0;
  for (auto [number, init] : llvm::enumerate(generic.getDpsInitsMutable())) {
    if (!isOfLoops(generic.getMatchingIndexingMap(&init)))
      return false;
    if (isReduction
            ? !matchRowReduction(generic, number)
            : generic.payloadUsesValueFromOperand(&init) ||
                  !getReshaped(init.get()).getDefiningOp<tensor::EmptyOp>())
      return false;
  }
  return !isReduction || readsReducedLoops(generic);
}

//===----------------------------------------------------------------------===//
// RowCluster
//===----------------------------------------------------------------------===//

/// The layout of an operand that `map` names by loops that are `loops`.
static Layout applyMap(AffineMap map, const Layout &loops) {
  Layout layout;
  for (AffineExpr expr : map.getResults()) {
    auto loop = dyn_cast<AffineDimExpr>(expr);
    layout.push_back(loop ? loops[loop.getPosition()] : Loops());
  }
  return layout;
}

RowCluster::RowCluster(linalg::GenericOp seed) : seed(seed) {
  Layout loops;
  for (auto [size, type] :
       llvm::zip(seed.getStaticLoopRanges(), seed.getIteratorTypesArray()))
    loops.push_back(
        size == 1
            ? Loops()
            : Loops{space.add(size, type == utils::IteratorType::reduction)});
  add(seed, loops);
}

/// Where the elements of `value` lie, if that is known of it, or of what it is
/// a reshape of.
std::optional<Layout> RowCluster::getLayout(Value value) {
  if (auto it = layouts.find(value); it != layouts.end())
    return space.resolve(it->second);
  Operation *op = value.getDefiningOp();
  if (!op || !isReshape(op))
    return std::nullopt;
  std::optional<Layout> source = getLayout(op->getOperand(0));
  if (!source)
    return std::nullopt;
  FailureOr<Layout> layout = space.regroup(
      flatten(*source), cast<RankedTensorType>(value.getType()).getShape());
  if (failed(layout))
    return std::nullopt;
  return *layout;
}

void RowCluster::setLayout(Value value, const Layout &layout) {
  auto [it, isNew] = layouts.try_emplace(value, layout);
  if (!isNew && space.resolve(it->second) != space.resolve(layout))
    ambiguous.insert(value);
}

/// That a member reads `value`, and so what it is a reshape of.
void RowCluster::addRead(Value value, const Layout &layout) {
  setLayout(value, layout);
  Operation *op = value.getDefiningOp();
  if (!op || !isReshape(op))
    return;
  // A dimension of which one element is read is none of these loops.
  for (auto [dim, size] :
       llvm::zip(layout, cast<RankedTensorType>(value.getType()).getShape()))
    if (dim.empty() && size != 1)
      return;
  Value source = op->getOperand(0);
  FailureOr<Layout> before = space.regroup(
      flatten(layout), cast<RankedTensorType>(source.getType()).getShape());
  if (succeeded(before))
    addRead(source, *before);
}

std::optional<Layout> RowCluster::place(linalg::GenericOp op, bool isOwn) {
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  SmallVector<std::optional<Loops>> bound(sizes.size());
  for (auto [loop, size] : llvm::enumerate(sizes))
    if (size == 1)
      bound[loop] = Loops();
  // Binds the loops by which `map` names what has `layout`; false if they are
  // bound to others.
  auto bind = [&](AffineMap map, const Layout &layout) {
    for (auto [expr, dim] : llvm::zip(map.getResults(), layout)) {
      auto loop = dyn_cast<AffineDimExpr>(expr);
      if (!loop && !dim.empty())
        return false;
      if (!loop)
        continue;
      std::optional<Loops> &own = bound[loop.getPosition()];
      if (own && space.resolve(*own) != space.resolve(dim))
        return false;
      own = dim;
    }
    return true;
  };
  // What the cluster computes or computes from has to be that of the same
  // point; what is only read may be read elsewhere, too.
  SmallVector<std::pair<AffineMap, Layout>> others;
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    if (op.isDpsInit(&operand)) {
      Value result = op.getTiedOpResult(&operand);
      std::optional<Layout> layout = getLayout(result);
      if (ambiguous.contains(result) || (layout && !bind(map, *layout)))
        return std::nullopt;
    }
    std::optional<Layout> layout = getLayout(operand.get());
    if (!layout)
      continue;
    Operation *source = getReshaped(operand.get()).getDefiningOp();
    if (!source || !isMember(source))
      others.push_back({map, *layout});
    else if (!bind(map, *layout))
      return std::nullopt;
  }
  for (auto &[map, layout] : others) {
    auto before = bound;
    if (!bind(map, layout))
      bound = before;
  }
  // What is left goes over the row.
  Loops used;
  SmallVector<unsigned> unbound;
  SmallVector<int64_t> unboundSizes;
  for (auto [loop, own] : llvm::enumerate(bound)) {
    if (own) {
      llvm::append_range(used, space.resolve(*own));
      continue;
    }
    unbound.push_back(loop);
    unboundSizes.push_back(sizes[loop]);
  }
  if (!unbound.empty()) {
    Loops left;
    for (unsigned loop : space.getLoops(/*reduced=*/true))
      if (!llvm::is_contained(used, loop))
        left.push_back(loop);
    FailureOr<Layout> groups = space.regroup(left, unboundSizes);
    if (failed(groups))
      return std::nullopt;
    for (auto [loop, group] : llvm::zip(unbound, *groups))
      bound[loop] = group;
  }
  Layout loops;
  for (auto &own : bound)
    loops.push_back(space.resolve(*own));

  Loops rows = space.getLoops(/*reduced=*/false);
  Loops reduced = space.getLoops(/*reduced=*/true);
  Loops all = rows;
  llvm::append_range(all, reduced);
  Loops parallelLoops, reductionLoops;
  for (auto [own, type] : llvm::zip(loops, op.getIteratorTypesArray()))
    llvm::append_range(type == utils::IteratorType::parallel ? parallelLoops
                                                             : reductionLoops,
                       own);
  // A reduction of a size of 1 computes for each point or row, too, but has no
  // elements to combine.
  if (op.getNumReductionLoops() > 0) {
    if (reductionLoops.empty() || !haveSameLoops(reductionLoops, reduced) ||
        !haveSameLoops(parallelLoops, rows))
      return std::nullopt;
  } else if (!isOwn && !haveSameLoops(parallelLoops, all) &&
             !haveSameLoops(parallelLoops, rows)) {
    return std::nullopt;
  }
  // To write in another order is no work for rows.
  for (OpOperand &init : op.getDpsInitsMutable()) {
    Loops made = flatten(applyMap(op.getMatchingIndexingMap(&init), loops));
    if (!haveSameLoops(made, parallelLoops) ||
        (!isOwn && made.size() == all.size() && !order.empty() &&
         made != space.resolve(order)))
      return std::nullopt;
  }
  return loops;
}

void RowCluster::add(linalg::GenericOp op, const Layout &loops) {
  members[op] = loops;
  numOps += op.getBody()->getOperations().size();
  for (OpOperand &operand : op->getOpOperands()) {
    Layout layout = applyMap(op.getMatchingIndexingMap(&operand), loops);
    if (op.isDpsInit(&operand))
      setLayout(op.getTiedOpResult(&operand), layout);
    if (isa<RankedTensorType>(operand.get().getType()) &&
        op.payloadUsesValueFromOperand(&operand) &&
        !getConstantElement(operand.get()))
      addRead(operand.get(), layout);
    if (order.empty() && readsAllOf(operand.get()))
      order = flatten(layout);
  }
}

void RowCluster::addReshape(Operation *op) {
  members[op] = Layout();
  if (std::optional<Layout> layout = getLayout(op->getResult(0)))
    layouts.try_emplace(op->getResult(0), *layout);
}

void RowCluster::replaceRead(Value before, Value now) {
  auto it = layouts.find(before);
  if (it == layouts.end())
    return;
  Layout layout = it->second;
  layouts[now] = layout;
  if (ambiguous.contains(before))
    ambiguous.insert(now);
}

bool RowCluster::readsAllOf(Value value) {
  auto it = layouts.find(value);
  Loops all = space.getLoops(true);
  llvm::append_range(all, space.getLoops(false));
  return it != layouts.end() &&
         haveSameLoops(flatten(space.resolve(it->second)), all);
}

int64_t RowCluster::getRows() const {
  int64_t rows = 1;
  for (unsigned loop : space.getLoops(/*reduced=*/false))
    rows *= space.getSize(loop);
  return rows;
}

int64_t RowCluster::getPoints() const {
  int64_t points = getRows();
  for (unsigned loop : space.getLoops(/*reduced=*/true))
    points *= space.getSize(loop);
  return points;
}

//===----------------------------------------------------------------------===//
// RowKernelWriter
//===----------------------------------------------------------------------===//

namespace {
/// An array that a row kernel reads or makes.
struct Array {
  Value value;
  Layout layout;
  /// Where it is read along dimensions that no loop walks.
  SmallVector<int64_t> offsets;

  bool operator==(const Array &other) const {
    return value == other.value && layout == other.layout &&
           offsets == other.offsets;
  }
};
} // namespace

namespace mlir::amprt {
/// Writes the row kernel of a cluster.
class RowKernelWriter {
public:
  RowKernelWriter(RewriterBase &rewriter, RowCluster &cluster,
                  ArrayRef<Operation *> ops)
      : rewriter(rewriter), cluster(cluster), space(cluster.space), ops(ops),
        loc(getLocation()) {}

  /// False if nothing is to be made of the cluster: nobody uses it, or no array
  /// has the length of a loop.
  bool prepare();
  void write();

private:
  Location getLocation();
  void collectOuts();
  void collectInputs();
  void collectLoops();
  /// The loops of the kernel that walk a dimension.
  Loops getKernelLoops(const Loops &dim);
  int64_t getSize(unsigned kernelLoop);
  Value createOperand(const Array &array);
  AffineMap getMap(const Array &array);
  /// The array that `member` reads by `operand`.
  Array getInput(linalg::GenericOp member, OpOperand &operand);
  Value getScalar(linalg::GenericOp member, OpOperand &operand);
  Value getIndex(const Loops &loops);
  void writeMember(linalg::GenericOp member);
  /// What the kernel made, as a tensor of `type`.
  Value reshape(Value value, RankedTensorType type);

  RewriterBase &rewriter;
  RowCluster &cluster;
  LoopSpace &space;
  ArrayRef<Operation *> ops;
  Location loc;
  SmallVector<Array> inputs, outs;
  /// Each loop of the kernel: loops of the space, one in the other.
  SmallVector<Loops> kernelLoops;
  Block *body = nullptr;
  /// Elements of members' results.
  DenseMap<Value, Value> scalars;
  SmallVector<Value> yielded;
};
} // namespace mlir::amprt

/// Where the ops that compute something are from.
Location RowKernelWriter::getLocation() {
  SmallVector<Location> locations;
  for (Operation *op : ops)
    if (isa<linalg::GenericOp>(op) &&
        !llvm::is_contained(locations, op->getLoc()))
      locations.push_back(op->getLoc());
  return rewriter.getFusedLoc(locations);
}

/// What others use of members is made by the kernel. A reshape that they use
/// stays one.
void RowKernelWriter::collectOuts() {
  DenseSet<Value> used;
  for (Operation *op : llvm::reverse(ops)) {
    for (Value result : op->getResults()) {
      if (llvm::any_of(result.getUsers(), [&](Operation *user) {
            return !cluster.isMember(user);
          }))
        used.insert(result);
      if (!used.contains(result))
        continue;
      if (isa<linalg::GenericOp>(op))
        outs.push_back({result, space.resolve(cluster.layouts[result]), {}});
      else
        used.insert(op->getOperand(0));
    }
  }
  std::reverse(outs.begin(), outs.end());
}

Array RowKernelWriter::getInput(linalg::GenericOp member, OpOperand &operand) {
  AffineMap map = member.getMatchingIndexingMap(&operand);
  Array array{
      operand.get(), space.resolve(applyMap(map, cluster.members[member])), {}};
  for (AffineExpr expr : map.getResults()) {
    auto constant = dyn_cast<AffineConstantExpr>(expr);
    array.offsets.push_back(constant ? constant.getValue() : 0);
  }
  // A reshape is looked through if the loops allow it.
  while (Operation *op = array.value.getDefiningOp()) {
    if (!isReshape(op) ||
        llvm::any_of(array.offsets, [](int64_t offset) { return offset != 0; }))
      break;
    Value source = op->getOperand(0);
    ArrayRef<int64_t> shape =
        cast<RankedTensorType>(source.getType()).getShape();
    // A dimension of which one element is read is none of these loops.
    bool isWhole = llvm::all_of(
        llvm::zip(array.layout,
                  cast<RankedTensorType>(array.value.getType()).getShape()),
        [&](auto dim) {
          return !std::get<0>(dim).empty() || std::get<1>(dim) == 1;
        });
    if (!isWhole)
      break;
    FailureOr<Layout> layout = space.regroup(flatten(array.layout), shape);
    if (failed(layout))
      break;
    array = {source, *layout, SmallVector<int64_t>(shape.size(), 0)};
  }
  return array;
}

void RowKernelWriter::collectInputs() {
  // Loops are split before anything is said about them.
  for (Operation *op : ops)
    if (auto member = dyn_cast<linalg::GenericOp>(op))
      for (OpOperand *operand : member.getDpsInputOperands())
        (void)getInput(member, *operand);
  auto add = [&](linalg::GenericOp member, OpOperand &operand) {
    Value value = operand.get();
    if (!isa<TensorType>(value.getType()) || getConstantElement(value))
      return;
    Operation *source = getReshaped(value).getDefiningOp();
    if (source && cluster.isMember(source))
      return;
    Array array = getInput(member, operand);
    if (!llvm::is_contained(inputs, array))
      inputs.push_back(array);
  };
  for (Operation *op : ops)
    if (auto member = dyn_cast<linalg::GenericOp>(op)) {
      for (OpOperand *operand : member.getDpsInputOperands())
        add(member, *operand);
      if (member.getNumReductionLoops() > 0)
        for (OpOperand &init : member.getDpsInitsMutable())
          add(member, init);
    }
  for (Array &array : inputs)
    array.layout = space.resolve(array.layout);
  for (Array &array : outs)
    array.layout = space.resolve(array.layout);
}

/// Loops that are one in the other in every array become one again. Their order
/// is that in which the arrays lie in memory.
void RowKernelWriter::collectLoops() {
  // What follows each loop in a dimension, and what it follows; several if it
  // is not always the same.
  constexpr unsigned kNone = ~0u, kSeveral = ~0u - 1;
  DenseMap<unsigned, unsigned> next, previous;
  auto set = [&](DenseMap<unsigned, unsigned> &map, unsigned loop,
                 unsigned value) {
    auto [it, isNew] = map.try_emplace(loop, value);
    if (!isNew && it->second != value)
      it->second = kSeveral;
  };
  // Those that all loops walk come first.
  SmallVector<Array *> arrays;
  size_t numLoops = space.getLoops(false).size() + space.getLoops(true).size();
  for (bool isWhole : {true, false})
    for (Array &array : llvm::concat<Array>(outs, inputs))
      if ((flatten(array.layout).size() == numLoops) == isWhole)
        arrays.push_back(&array);
  for (Array *array : arrays)
    for (const Loops &dim : array->layout)
      for (size_t i = 0; i < dim.size(); ++i) {
        set(previous, dim[i], i == 0 ? kNone : dim[i - 1]);
        set(next, dim[i], i + 1 == dim.size() ? kNone : dim[i + 1]);
      }
  auto isJoined = [&](unsigned outer, unsigned inner) {
    return next.lookup(outer) == inner && previous.lookup(inner) == outer &&
           space.isReduced(outer) == space.isReduced(inner);
  };
  DenseSet<unsigned> done;
  for (Array *array : arrays)
    for (const Loops &dim : array->layout)
      for (size_t i = 0; i < dim.size(); ++i) {
        if (!done.insert(dim[i]).second)
          continue;
        if (i > 0 && isJoined(dim[i - 1], dim[i]))
          kernelLoops.back().push_back(dim[i]);
        else
          kernelLoops.push_back({dim[i]});
      }
}

Loops RowKernelWriter::getKernelLoops(const Loops &dim) {
  Loops result;
  for (size_t i = 0; i < dim.size();) {
    auto it = llvm::find_if(kernelLoops, [&](const Loops &loops) {
      return loops.front() == dim[i];
    });
    assert(it != kernelLoops.end() && "loops are joined where all join them");
    result.push_back(it - kernelLoops.begin());
    i += it->size();
  }
  return result;
}

int64_t RowKernelWriter::getSize(unsigned kernelLoop) {
  int64_t size = 1;
  for (unsigned loop : kernelLoops[kernelLoop])
    size *= space.getSize(loop);
  return size;
}

/// The array with a dimension for each loop, and of which one element is left
/// where no loop walks it.
Value RowKernelWriter::createOperand(const Array &array) {
  Value value = array.value;
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> sizes;
  for (auto [dim, size] : llvm::zip(array.layout, type.getShape()))
    sizes.push_back(dim.empty() ? std::min<int64_t>(size, 1) : size);
  if (ArrayRef(sizes) != type.getShape()) {
    MLIRContext *context = rewriter.getContext();
    SmallVector<OpFoldResult> steps(sizes.size(), rewriter.getIndexAttr(1));
    value = tensor::ExtractSliceOp::create(
        rewriter, loc, value, getAsIndexOpFoldResult(context, array.offsets),
        getAsIndexOpFoldResult(context, sizes), steps);
  }
  SmallVector<int64_t> shape;
  SmallVector<ReassociationIndices> groups;
  for (const Loops &dim : array.layout) {
    groups.emplace_back();
    Loops loops = getKernelLoops(dim);
    for (unsigned loop : loops) {
      groups.back().push_back(shape.size());
      shape.push_back(getSize(loop));
    }
    if (loops.empty()) {
      groups.back().push_back(shape.size());
      shape.push_back(1);
    }
  }
  if (shape.size() == sizes.size())
    return value;
  return tensor::ExpandShapeOp::create(
      rewriter, loc, RankedTensorType::get(shape, type.getElementType()), value,
      groups);
}

/// Of an input its dimensions, of what is made the loops alone.
AffineMap RowKernelWriter::getMap(const Array &array) {
  SmallVector<AffineExpr> exprs;
  bool isInput = !array.offsets.empty();
  for (const Loops &dim : array.layout) {
    for (unsigned loop : getKernelLoops(dim))
      exprs.push_back(rewriter.getAffineDimExpr(loop));
    if (dim.empty() && isInput)
      exprs.push_back(rewriter.getAffineConstantExpr(0));
  }
  return AffineMap::get(kernelLoops.size(), 0, exprs, rewriter.getContext());
}

/// The element that `operand` is in the body.
Value RowKernelWriter::getScalar(linalg::GenericOp member, OpOperand &operand) {
  if (TypedAttr constant = getConstantElement(operand.get()))
    return arith::ConstantOp::create(rewriter, loc, constant);
  Value source = getReshaped(operand.get());
  if (Value scalar = scalars.lookup(source))
    return scalar;
  Array array = getInput(member, operand);
  array.layout = space.resolve(array.layout);
  return body->getArgument(llvm::find(inputs, array) - inputs.begin());
}

/// The index of a member's loop, which is `loops` one in the other.
Value RowKernelWriter::getIndex(const Loops &loops) {
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(rewriter, loc, value);
  };
  Value result;
  for (size_t i = 0; i < loops.size();) {
    unsigned number = 0;
    while (!llvm::is_contained(kernelLoops[number], loops[i]))
      ++number;
    ArrayRef<unsigned> whole = kernelLoops[number];
    size_t position = llvm::find(whole, loops[i]) - whole.begin(), count = 1;
    while (i + count < loops.size() && position + count < whole.size() &&
           loops[i + count] == whole[position + count])
      ++count;
    int64_t size = 1, inner = 1;
    for (unsigned loop : whole.slice(position, count))
      size *= space.getSize(loop);
    for (unsigned loop : whole.drop_front(position + count))
      inner *= space.getSize(loop);
    Value index = IndexOp::create(rewriter, loc, rewriter.getIndexType(),
                                  rewriter.getI64IntegerAttr(number));
    if (inner != 1)
      index = arith::DivUIOp::create(rewriter, loc, index, constant(inner));
    if (position != 0)
      index = arith::RemUIOp::create(rewriter, loc, index, constant(size));
    if (result)
      index = arith::AddIOp::create(
          rewriter, loc,
          arith::MulIOp::create(rewriter, loc, result, constant(size)), index);
    result = index;
    i += count;
  }
  return result ? result : constant(0);
}

void RowKernelWriter::writeMember(linalg::GenericOp member) {
  bool isReduction = member.getNumReductionLoops() > 0;
  IRMapping mapping;
  for (OpOperand *operand : member.getDpsInputOperands())
    if (member.payloadUsesValueFromOperand(operand))
      mapping.map(member.getMatchingBlockArgument(operand),
                  getScalar(member, *operand));
  SmallVector<RowReduction> reductions;
  llvm::SmallPtrSet<Operation *, 2> combiners;
  if (isReduction)
    for (unsigned i = 0; i < member.getNumDpsInits(); ++i) {
      reductions.push_back(*matchRowReduction(member, i));
      combiners.insert(reductions.back().combiner);
    }
  for (Operation &inside : member.getBody()->without_terminator()) {
    if (auto index = dyn_cast<linalg::IndexOp>(inside))
      mapping.map(
          index.getResult(),
          getIndex(space.resolve(cluster.members[member][index.getDim()])));
    else if (!combiners.contains(&inside))
      rewriter.clone(inside, mapping);
  }
  for (auto [number, result] : llvm::enumerate(member.getResults())) {
    if (!isReduction) {
      scalars[result] = mapping.lookupOrDefault(
          member.getBody()->getTerminator()->getOperand(number));
      continue;
    }
    RowReduction &reduction = reductions[number];
    auto reduce = ReduceOp::create(rewriter, loc, reduction.kind,
                                   mapping.lookupOrDefault(reduction.element));
    Value value = reduce;
    // What leaves others as they are needs no combining.
    OpOperand &init = *member.getDpsInitOperand(number);
    if (getConstantElement(init.get()) != reduce.getNeutral())
      value = reduce.combine(rewriter, value, getScalar(member, init));
    scalars[result] = value;
  }
}

Value RowKernelWriter::reshape(Value value, RankedTensorType type) {
  auto from = cast<RankedTensorType>(value.getType());
  if (from == type)
    return value;
  // Loops become dimensions, and then sizes of 1 are added.
  SmallVector<int64_t> sizes;
  for (int64_t size : type.getShape())
    if (size != 1)
      sizes.push_back(size);
  auto squeezed = RankedTensorType::get(sizes, type.getElementType());
  if (from != squeezed)
    value = tensor::CollapseShapeOp::create(
        rewriter, loc, squeezed, value,
        *getReassociationIndicesForReshape(from, squeezed));
  if (squeezed != type)
    value = tensor::ExpandShapeOp::create(
        rewriter, loc, type, value,
        *getReassociationIndicesForReshape(squeezed, type));
  return value;
}

bool RowKernelWriter::prepare() {
  collectOuts();
  if (outs.empty())
    return false;
  collectInputs();
  collectLoops();
  size_t walked = 0;
  for (const Loops &loops : kernelLoops)
    walked += loops.size();
  return walked == space.getLoops(false).size() + space.getLoops(true).size();
}

void RowKernelWriter::write() {
  SmallVector<Value> operands, empties;
  SmallVector<AffineMap> maps;
  for (const Array &array : inputs) {
    operands.push_back(createOperand(array));
    maps.push_back(getMap(array));
  }
  for (const Array &array : outs) {
    AffineMap map = getMap(array);
    SmallVector<int64_t> shape;
    for (AffineExpr expr : map.getResults())
      shape.push_back(getSize(cast<AffineDimExpr>(expr).getPosition()));
    empties.push_back(tensor::EmptyOp::create(
        rewriter, loc, shape, getElementTypeOrSelf(array.value.getType())));
    maps.push_back(map);
  }
  SmallVector<int64_t> reduced;
  for (auto [i, loops] : llvm::enumerate(kernelLoops))
    if (space.isReduced(loops.front()))
      reduced.push_back(i);
  auto kernel =
      RowKernelOp::create(rewriter, loc, operands, empties, maps, reduced,
                          [&](OpBuilder &, Location, ValueRange arguments) {
                            body = rewriter.getInsertionBlock();
                            for (Operation *op : ops)
                              if (auto member = dyn_cast<linalg::GenericOp>(op))
                                writeMember(member);
                            for (const Array &array : outs)
                              yielded.push_back(scalars.lookup(array.value));
                            return ValueRange(yielded);
                          });
  DominanceInfo dominance(kernel);
  eliminateCommonSubExpressions(rewriter, dominance, kernel);
  for (auto [array, result] : llvm::zip(outs, kernel.getResults()))
    rewriter.replaceAllUsesWith(
        array.value,
        reshape(result, cast<RankedTensorType>(array.value.getType())));
  SmallVector<Operation *> kept;
  for (Operation *op : llvm::reverse(ops))
    if (op->use_empty())
      rewriter.eraseOp(op);
    else
      kept.push_back(op);
  for (Operation *op : llvm::reverse(kept))
    rewriter.moveOpBefore(op, rewriter.getInsertionBlock(),
                          rewriter.getInsertionPoint());
}

bool RowCluster::emit(RewriterBase &rewriter, ArrayRef<Operation *> ops) {
  RowKernelWriter writer(rewriter, *this, ops);
  if (!writer.prepare())
    return false;
  writer.write();
  return true;
}
