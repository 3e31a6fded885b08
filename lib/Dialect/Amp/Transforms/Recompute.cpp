//===- Recompute.cpp ------------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Values kept for the backward pass, as a minimum cut: the source's side is
// computed again, the backward pass itself among it, and the sink's is not. A
// value whose op is not computed again, but which something on the source's
// side uses, is kept, once for all users.
//
// Or by block: the forward pass is cut where little goes across, and what goes
// across is kept. All else that the backward pass needs of a block is computed
// again when it comes to it.

#include "Expansion.h"
#include "amp/Analysis/MinimumCut.h"
#include "amp/Analysis/Segmentation.h"
#include "amp/Dialect/Amp/IR/Indexing.h"
#include "amp/Dialect/Amp/IR/Random.h"
#include "amp/Dialect/Amp/IR/Regions.h"
#include "amp/Dialect/Amp/IR/Shapes.h"
#include "amp/Dialect/Amp/IR/State.h"
#include "amp/Dialect/Amp/Transforms/Passes.h"
#include "amp/Dialect/ByteCount.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include <cmath>

namespace mlir::amp {
#define GEN_PASS_DEF_AMPRECOMPUTEPASS
#include "amp/Dialect/Amp/Transforms/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

/// An op is not computed again for fewer bytes than this.
static constexpr uint64_t kBytesPerOp = 4096;

namespace {
/// What it takes to compute an op again. A budget turns to one after the other.
enum class Work { Cheap, Reduction, Product, Never };

/// What one step of the search may compute again.
struct Stage {
  Work work;
  /// Of so many products in a row the last one is not computed again.
  unsigned segment = 1;
};

/// What is known of an op of the forward pass.
struct OpInfo {
  unsigned position;
  Work work;
  /// The most products and opaque ops on a path to the results.
  unsigned level;
};

/// The ops of a block that are computed again.
using OpSet = llvm::SetVector<Operation *>;

/// Chooses for one block, and changes it.
class Recomputer {
public:
  Recomputer(Block &block, RecomputeKind kind, std::optional<int64_t> budget)
      : block(block), kind(kind), budget(budget) {}

  LogicalResult run();

private:
  void analyze();
  void analyzeLiveness();
  LogicalResult collectUses();
  /// True if the value is there in the backward pass whatever is chosen.
  bool isFree(Value value);
  bool mayRecompute(Operation *op, const OpInfo &info, Stage stage);

  struct Problem;
  Problem build(Stage stage);
  OpSet solve(const Problem &problem);
  /// True if the backward pass gets a value that is computed again.
  bool isRecomputed(Value value, const OpSet &chosen) {
    return chosen.contains(value.getDefiningOp()) &&
           !betweenBlocks.contains(value);
  }
  uint64_t getKeptBytes(const OpSet &chosen);
  LogicalResult choose(OpSet &chosen);
  LogicalResult chooseWithin(uint64_t limit, OpSet &chosen);
  /// Ops that are computed again together or not at all.
  struct Group {
    SmallVector<Operation *> ops;
    double work = 0, saved = 0;
    unsigned position = 0; ///< of the first op
  };
  SmallVector<Group> findGroups(const Problem &problem, const OpSet &base,
                                const OpSet &all);
  OpSet addSome(const Problem &problem, const OpSet &base, const OpSet &all,
                uint64_t limit);
  LogicalResult chooseBlocks(OpSet &chosen);
  DenseMap<Value, uint32_t> findLastReads();
  void reportBlocks(const Segmentation &blocks, uint64_t before);

  void rebuild(BackwardOp backward, const OpSet &chosen);
  void report(const OpSet &chosen, uint64_t before, uint64_t after);

  Block &block;
  RecomputeKind kind;
  std::optional<int64_t> budget;
  SmallVector<BackwardOp> backwards;
  DenseMap<Operation *, OpInfo> infos;
  unsigned levels = 0;
  /// Reads of variables that are written before the last backward pass.
  DenseSet<Operation *> stale;
  /// Values that are used after it.
  DenseSet<Value> later;
  /// Values that are kept between blocks, also those of an op that is computed
  /// again for another result.
  DenseSet<Value> betweenBlocks;
  /// Values of this block that the backward regions use, in program order of
  /// their first use, and the uses in each region.
  llvm::SetVector<Value> used;
  DenseMap<Operation *, llvm::MapVector<Value, SmallVector<OpOperand *>>> uses;
};

/// The ops that are computed again or not, and the values between them. Node 0
/// is the backward pass.
struct Recomputer::Problem {
  struct Node {
    Operation *op;
    bool isOpen; ///< It may be computed again.
  };
  struct KeptValue {
    uint32_t producer;
    llvm::SmallSetVector<uint32_t, 4> users;
  };

  CutGraph buildCut() const;

  SmallVector<Node> nodes = {{nullptr, false}};
  DenseMap<Operation *, uint32_t> indices;
  llvm::MapVector<Value, KeptValue> values;
};
} // namespace

/// The bytes of a value of static shape.
static uint64_t getBytes(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type ? countBytes(type) : 0;
}

static Work getWork(Operation *op) {
  if (op->getNumResults() == 0 || op->getNumRegions() != 0 ||
      !isMemoryEffectFree(op))
    return Work::Never;
  // Those that move elements, or draw them, have no interface in common.
  if (isa<ElementwiseOpInterface, ReshapeOp, TransposeOp, BroadcastToOp,
          SliceOp, SliceBackwardOp, ConcatOp, OneHotOp, ReadAtOp, RandomBitsOp,
          DropoutOp>(op))
    return Work::Cheap;
  return isa<ComputeTypeOpInterface>(op) ? Work::Product : Work::Reduction;
}

/// The cost of computing `op` again, for comparisons: elements read and
/// written, or for products about the number of multiplications.
static double getCost(Operation *op) {
  auto countElements = [](Value value) -> double {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    return type && type.hasStaticShape() ? type.getNumElements() : 0;
  };
  double sum = 0, product = 1;
  for (Value operand : op->getOperands().take_front(2))
    product *= countElements(operand);
  for (Value value : llvm::concat<Value>(op->getOperands(), op->getResults()))
    sum += countElements(value);
  // C = A B: (m k) (k n) (m n) = (m n k)^2.
  if (getWork(op) == Work::Product)
    sum += std::sqrt(product * countElements(op->getResult(0)));
  return sum;
}

//===----------------------------------------------------------------------===//
// What is there
//===----------------------------------------------------------------------===//

/// Finds what there is to know of each op before the last backward pass.
void Recomputer::analyze() {
  unsigned position = 0;
  for (Operation &op : block) {
    OpInfo &info = infos[&op];
    info = {position++, getWork(&op), 0};
    if (isa<ReadOp>(op) || op.hasTrait<OpTrait::ConstantLike>())
      continue;
    for (Value operand : op.getOperands())
      if (Operation *source = operand.getDefiningOp())
        if (source->getBlock() == &block)
          info.level = std::max(info.level, infos.lookup(source).level);
    // A region may use anything that comes before it.
    if (op.getNumRegions() != 0)
      info.level = levels;
    if (info.work >= Work::Product && op.getNumResults() != 0)
      levels = std::max(levels, ++info.level);
    if (&op == backwards.back())
      break;
  }
}

/// Finds the reads whose variable is written while the value is still needed,
/// to keep which may take a copy, and the values that live on anyway.
void Recomputer::analyzeLiveness() {
  for (auto it = std::next(backwards.back()->getIterator()); it != block.end();
       ++it)
    it->walk([&](Operation *op) {
      later.insert(op->operand_begin(), op->operand_end());
    });
  DenseMap<StringAttr, SmallVector<Operation *>> reads;
  for (Operation &op : block) {
    if (auto read = dyn_cast<ReadOp>(op))
      reads[read.getVariableAttr().getAttr()].push_back(read);
    if (&op == backwards.back())
      return;
    if (isa<BackwardOp>(op) || isMemoryEffectFree(&op))
      continue;
    auto expire = [&](ArrayRef<Operation *> ops) {
      stale.insert(ops.begin(), ops.end());
    };
    if (auto assign = dyn_cast<AssignOp>(op)) {
      expire(reads[assign.getVariableAttr().getAttr()]);
      reads.erase(assign.getVariableAttr().getAttr());
      continue;
    }
    // A step or a call writes variables that it does not name.
    if (!hasSingleEffect<MemoryEffects::Read>(&op)) {
      for (auto &entry : reads)
        expire(entry.second);
      reads.clear();
    }
  }
}

bool Recomputer::isFree(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != &block ||
      op->hasTrait<OpTrait::ConstantLike>() ||
      !isa<RankedTensorType>(value.getType()))
    return true;
  if (isa<ReadOp>(op))
    return !stale.contains(op);
  return later.contains(value);
}

/// Finds the uses of the block's values in backward regions.
LogicalResult Recomputer::collectUses() {
  for (BackwardOp backward : backwards) {
    auto &inner = uses[backward];
    backward.getBody().walk([&](Operation *op) {
      for (OpOperand &use : op->getOpOperands()) {
        Operation *source = use.get().getDefiningOp();
        if (!source || source->getBlock() != &block)
          continue;
        used.insert(use.get());
        inner[use.get()].push_back(&use);
      }
    });
  }
  for (Operation &op : block) {
    if (failed(verifyStaticShapes(&op, "amp-recompute")))
      return failure();
    if (&op == backwards.back())
      break;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// What is chosen
//===----------------------------------------------------------------------===//

bool Recomputer::mayRecompute(Operation *op, const OpInfo &info, Stage stage) {
  if (info.work == Work::Never || info.work > stage.work)
    return false;
  if (info.work == Work::Product)
    return info.level % stage.segment != 0;
  // An op that joins values from before and after a product, such as the sum
  // after a residual branch, is where computing again ends: the backward pass
  // comes to it long before it comes to the older value, which would have to
  // live that long, and with it all of its kind, back to the first.
  for (Value operand : op->getOperands()) {
    Operation *source = operand.getDefiningOp();
    unsigned level = source ? infos.lookup(source).level : 0;
    if (level != 0 && level != info.level && !isFree(operand) &&
        getBytes(operand) >= kBytesPerOp)
      return false;
  }
  return true;
}

Recomputer::Problem Recomputer::build(Stage stage) {
  Problem problem;
  auto addUse = [&](Value value, uint32_t user) {
    if (isFree(value))
      return;
    Operation *op = value.getDefiningOp();
    auto [entry, isNew] = problem.indices.try_emplace(op, problem.nodes.size());
    if (isNew)
      problem.nodes.push_back({op, mayRecompute(op, infos.lookup(op), stage)});
    Problem::KeptValue &kept = problem.values[value];
    kept.producer = entry->second;
    kept.users.insert(user);
  };
  for (Value value : used)
    addUse(value, 0);
  // Grows as operands of the last ones arrive.
  for (uint32_t node = 1; node < problem.nodes.size(); ++node)
    if (problem.nodes[node].isOpen)
      for (Value operand : problem.nodes[node].op->getOperands())
        addUse(operand, node);
  return problem;
}

CutGraph Recomputer::Problem::buildCut() const {
  CutGraph cut;
  cut.addSourceEdge(cut.addNode(), CutGraph::kInfinity);
  for (const Node &node : ArrayRef(nodes).drop_front())
    cut.addSinkEdge(cut.addNode(),
                    node.isOpen ? kBytesPerOp : CutGraph::kInfinity);
  for (const auto &[value, kept] : values)
    cut.addAnyEdge(kept.producer, kept.users.getArrayRef(), /*forward=*/0,
                   /*backward=*/CutGraph::toCapacity(getBytes(value)));
  return cut;
}

/// The ops to compute again so that the fewest bytes are kept, in program
/// order; among the best choices the one with the fewest ops. What takes too
/// long to decide is kept.
OpSet Recomputer::solve(const Problem &problem) {
  MinimumCut cut = findMinimumCut(problem.buildCut());
  SmallVector<Operation *> ops;
  for (uint32_t node = 1; node < problem.nodes.size(); ++node)
    if (cut.sides[node] == CutSide::Source)
      ops.push_back(problem.nodes[node].op);
  llvm::sort(ops, [&](Operation *a, Operation *b) {
    return infos.lookup(a).position < infos.lookup(b).position;
  });
  return OpSet(ops.begin(), ops.end());
}

uint64_t Recomputer::getKeptBytes(const OpSet &chosen) {
  DenseSet<Value> kept;
  uint64_t bytes = 0;
  auto keep = [&](Value value) {
    if (!isRecomputed(value, chosen) && !isFree(value) &&
        kept.insert(value).second)
      bytes = llvm::SaturatingAdd(bytes, getBytes(value));
  };
  for (Value value : used)
    keep(value);
  for (Operation *op : chosen)
    for (Value operand : op->getOperands())
      keep(operand);
  return bytes;
}

/// The ops of `all` that are not in `base`, in groups that hang together.
SmallVector<Recomputer::Group> Recomputer::findGroups(const Problem &problem,
                                                      const OpSet &base,
                                                      const OpSet &all) {
  llvm::EquivalenceClasses<Operation *> classes;
  for (Operation *op : all) {
    if (base.contains(op))
      continue;
    classes.insert(op);
    for (Value operand : op->getOperands())
      if (Operation *source = operand.getDefiningOp())
        if (all.contains(source) && !base.contains(source))
          classes.unionSets(op, source);
  }
  DenseSet<Value> needed(used.begin(), used.end());
  for (Operation *op : base)
    needed.insert(op->operand_begin(), op->operand_end());
  llvm::MapVector<Operation *, Group> groups;
  for (Operation *op : all) {
    if (base.contains(op))
      continue;
    Group &group = groups[classes.getLeaderValue(op)];
    if (group.ops.empty())
      group.position = infos.lookup(op).position;
    group.ops.push_back(op);
    group.work += getCost(op);
    for (Value result : op->getResults())
      if (problem.values.count(result) && needed.contains(result))
        group.saved += getBytes(result);
    for (Value operand : op->getOperands())
      if (problem.values.count(operand) &&
          !all.contains(operand.getDefiningOp()) && !needed.contains(operand))
        group.saved -= getBytes(operand);
  }
  return llvm::to_vector(
      llvm::map_range(groups, [](auto &entry) { return entry.second; }));
}

/// Adds to `base` groups of ops of `all` that hang together, those with the
/// least work per byte first, until the kept bytes are within `limit`; with
/// all of them they are.
OpSet Recomputer::addSome(const Problem &problem, const OpSet &base,
                          const OpSet &all, uint64_t limit) {
  SmallVector<Group> order = findGroups(problem, base, all);
  llvm::sort(order, [](const Group &a, const Group &b) {
    bool isGainA = a.saved > 0, isGainB = b.saved > 0;
    if (isGainA != isGainB)
      return isGainA;
    double costA = a.work * b.saved, costB = b.work * a.saved;
    if (isGainA && costA != costB)
      return costA < costB;
    return a.position < b.position;
  });
  auto take = [&](size_t count) {
    OpSet chosen = base;
    for (const Group &group : ArrayRef(order).take_front(count))
      chosen.insert(group.ops.begin(), group.ops.end());
    return chosen;
  };
  size_t tooFew = 0, enough = order.size();
  while (tooFew + 1 < enough) {
    size_t middle = (tooFew + enough) / 2;
    (getKeptBytes(take(middle)) <= limit ? enough : tooFew) = middle;
  }
  return take(enough);
}

/// Adds to `chosen` until the kept bytes are within `limit`.
LogicalResult Recomputer::chooseWithin(uint64_t limit, OpSet &chosen) {
  SmallVector<Stage> stages = {{Work::Cheap}, {Work::Reduction}};
  // What a longer segment needs at once would be more than it saves.
  for (unsigned segment = 2;
       segment <= 2 || (segment / 2) * (segment / 2) < levels; segment *= 2)
    stages.push_back({Work::Product, segment});
  uint64_t least = UINT64_MAX;
  for (Stage stage : stages) {
    Problem problem = build(stage);
    OpSet all = solve(problem);
    uint64_t kept = getKeptBytes(all);
    if (kept <= limit) {
      OpSet some = addSome(problem, chosen, all, limit);
      chosen = getKeptBytes(some) <= limit ? some : all;
      return success();
    }
    least = std::min(least, kept);
    chosen = std::move(all);
  }
  return backwards.front().emitOpError("cannot be computed with ")
         << limit << " bytes kept for it: the least is " << least;
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// The values that the backward pass needs, itself or to compute others again,
/// each with the position of the last op that needs it, or whose derivative
/// does: the end for what cannot be computed again.
DenseMap<Value, uint32_t> Recomputer::findLastReads() {
  DenseMap<Value, uint32_t> lastReads;
  uint32_t end = infos.lookup(backwards.back()).position;
  auto read = [&](Value value, uint32_t position) {
    if (isFree(value))
      return;
    const OpInfo &info = infos.find(value.getDefiningOp())->second;
    lastReads.try_emplace(value, info.work == Work::Never ? end : position);
  };
  for (Operation &op : llvm::reverse(
           llvm::make_range(block.begin(), backwards.back()->getIterator()))) {
    uint32_t position = infos.find(&op)->second.position;
    bool isNeeded = false;
    for (Value result : op.getResults()) {
      isNeeded |= lastReads.contains(result);
      if (!used.contains(result))
        continue;
      isNeeded = true;
      read(result, position);
    }
    isNeeded &= infos.find(&op)->second.work != Work::Never;
    // What the backward pass uses, it uses for the derivatives of its readers.
    for (Value operand : op.getOperands())
      if (isNeeded || used.contains(operand))
        read(operand, position);
  }
  return lastReads;
}

/// Chooses what is needed of the blocks and not kept between them, but of the
/// last one, with which the backward pass begins.
LogicalResult Recomputer::chooseBlocks(OpSet &chosen) {
  DenseMap<Value, uint32_t> lastReads = findLastReads();
  uint32_t end = infos.lookup(backwards.back()).position;
  std::vector<SequenceValue> values;
  for (Operation &op :
       llvm::make_range(block.begin(), backwards.back()->getIterator()))
    for (Value result : op.getResults())
      if (auto it = lastReads.find(result); it != lastReads.end())
        values.push_back({infos.find(&op)->second.position, it->second,
                          getBytes(result),
                          it->second == end || used.contains(result)});
  Segmentation blocks = findSegments(end, values);
  if (budget && blocks.bytes > uint64_t(*budget))
    return backwards.front().emitOpError("cannot be computed by block with ")
           << *budget << " bytes kept for it: the least is " << blocks.bytes;
  reportBlocks(blocks, getKeptBytes(chosen));
  if (blocks.begins.empty())
    return success();

  uint32_t last = blocks.begins.back();
  auto isBetween = [&](Value value, uint32_t made) {
    auto next = llvm::upper_bound(blocks.begins, made);
    return next != blocks.begins.end() && lastReads.lookup(value) >= *next;
  };
  SmallVector<Operation *> ops;
  DenseSet<Operation *> seen;
  auto need = [&](Value value) {
    if (!lastReads.contains(value))
      return;
    Operation *op = value.getDefiningOp();
    uint32_t made = infos.lookup(op).position;
    if (isBetween(value, made))
      betweenBlocks.insert(value);
    else if (made < last && seen.insert(op).second)
      ops.push_back(op);
  };
  for (Value value : used)
    need(value);
  for (size_t i = 0; i < ops.size(); ++i)
    for (Value operand : ops[i]->getOperands())
      need(operand);
  llvm::sort(ops, [&](Operation *a, Operation *b) {
    return infos.lookup(a).position < infos.lookup(b).position;
  });
  chosen.insert(ops.begin(), ops.end());
  return success();
}

void Recomputer::reportBlocks(const Segmentation &blocks, uint64_t before) {
  if (auto remark = remark::analysis(
          backwards.front().getLoc(),
          remark::RemarkOpts::name("blocks").category("amp-recompute")))
    remark << remark::metric("blocks", uint64_t(blocks.begins.size() + 1))
           << remark::metric("before", before)
           << remark::metric("most", blocks.bytes);
}

//===----------------------------------------------------------------------===//
// What is done
//===----------------------------------------------------------------------===//

/// Computes what `backward` uses of `chosen` in its region, each op before the
/// first use.
void Recomputer::rebuild(BackwardOp backward, const OpSet &chosen) {
  Block &body = backward.getBody().front();
  auto &inner = uses[backward];
  auto isEarlier = [&](Operation *a, Operation *b) {
    return infos.lookup(a).position < infos.lookup(b).position;
  };
  DenseMap<Operation *, Operation *> places;
  SmallVector<Operation *> ops;
  auto need = [&](Value value) {
    if (isRecomputed(value, chosen) &&
        places.try_emplace(value.getDefiningOp()).second)
      ops.push_back(value.getDefiningOp());
  };
  for (auto &entry : inner)
    need(entry.first);
  for (size_t i = 0; i < ops.size(); ++i)
    for (Value operand : ops[i]->getOperands())
      need(operand);
  llvm::sort(ops, isEarlier);

  auto lower = [&](Operation *op, Operation *place) {
    Operation *&known = places[op];
    if (!known || place->isBeforeInBlock(known))
      known = place;
  };
  for (auto &[value, operands] : inner)
    if (isRecomputed(value, chosen))
      for (OpOperand *use : operands)
        lower(value.getDefiningOp(),
              body.findAncestorOpInBlock(*use->getOwner()));
  for (Operation *op : llvm::reverse(ops))
    for (Value operand : op->getOperands())
      if (isRecomputed(operand, chosen))
        lower(operand.getDefiningOp(), places.lookup(op));

  OpBuilder builder(backward.getContext());
  IRMapping mapping;
  for (Operation *op : ops) {
    builder.setInsertionPoint(places.lookup(op));
    // Common subexpression elimination keeps the two apart by the attribute.
    builder.clone(*op, mapping)
        ->setAttr("amp.recompute", builder.getUnitAttr());
    for (Value result : op->getResults())
      if (!isRecomputed(result, chosen))
        mapping.erase(result);
  }
  for (auto &[value, operands] : inner)
    if (isRecomputed(value, chosen))
      for (OpOperand *use : operands)
        use->set(mapping.lookup(value));
}

/// Keeps apart from the forward pass what a derivative computes again itself,
/// such as the random bits of a dropout: ops that would be found equal, and
/// their results kept. What feeds dearer ops of that kind stays shared, as they
/// do.
static void markOwn(BackwardOp backward) {
  Block &body = backward.getBody().front();
  DenseSet<Value> varying = {body.getArgument(0)};
  DenseSet<Operation *> candidates;
  for (Operation &op : body.without_terminator()) {
    if (op.hasTrait<OpTrait::ConstantLike>())
      continue;
    if (op.getNumRegions() != 0 ||
        llvm::any_of(op.getOperands(),
                     [&](Value value) { return varying.contains(value); }))
      varying.insert(op.result_begin(), op.result_end());
    else if (getWork(&op) == Work::Cheap)
      candidates.insert(&op);
  }
  for (Operation &op : llvm::reverse(body)) {
    if (!candidates.contains(&op))
      continue;
    bool feedsOnlyOwn = llvm::all_of(op.getUsers(), [&](Operation *user) {
      return candidates.contains(user) ||
             llvm::all_of(user->getResults(), [&](Value result) {
               return varying.contains(result);
             });
    });
    if (feedsOnlyOwn)
      op.setAttr("amp.recompute", UnitAttr::get(op.getContext()));
    else
      candidates.erase(&op);
  }
}

void Recomputer::report(const OpSet &chosen, uint64_t before, uint64_t after) {
  for (Operation *op : chosen)
    for (Value result : op->getResults())
      if (used.contains(result) && isRecomputed(result, chosen))
        if (auto remark = remark::passed(op->getLoc(),
                                         remark::RemarkOpts::name("recomputed")
                                             .category("amp-recompute")))
          remark << remark::metric("op", op->getName().getStringRef())
                 << remark::metric("bytes", getBytes(result));
  if (auto remark = remark::analysis(
          backwards.front().getLoc(),
          remark::RemarkOpts::name("kept").category("amp-recompute")))
    remark << remark::metric("before", before) << remark::metric("after", after)
           << remark::metric("ops", uint64_t(chosen.size()));
}

LogicalResult Recomputer::choose(OpSet &chosen) {
  if (kind == RecomputeKind::Blocks)
    return chooseBlocks(chosen);
  if (kind == RecomputeKind::Cheap) {
    OpSet all = solve(build({Work::Cheap}));
    // What was too large to decide might have spoilt it.
    if (getKeptBytes(all) < getKeptBytes(chosen))
      chosen = std::move(all);
  }
  if (budget && getKeptBytes(chosen) > uint64_t(*budget))
    return chooseWithin(*budget, chosen);
  return success();
}

LogicalResult Recomputer::run() {
  for (auto op : block.getOps<BackwardOp>())
    if (!op.getBody().empty())
      backwards.push_back(op);
  if (backwards.empty())
    return success();
  analyze();
  analyzeLiveness();
  if (failed(collectUses()))
    return failure();

  OpSet chosen;
  uint64_t before = getKeptBytes(chosen);
  if (failed(choose(chosen)))
    return failure();
  for (BackwardOp backward : backwards)
    rebuild(backward, chosen);
  if (kind == RecomputeKind::Cheap || !chosen.empty())
    for (BackwardOp backward : backwards)
      markOwn(backward);
  report(chosen, before, getKeptBytes(chosen));
  return success();
}

namespace {
struct AmpRecomputePass
    : public amp::impl::AmpRecomputePassBase<AmpRecomputePass> {
  using Base::Base;

  void runOnOperation() override {
    if (budget && *budget < 1) {
      getOperation().emitError(
          "amp-recompute: budget must be at least 1, found ")
          << *budget;
      return signalPassFailure();
    }
    for (Block &block : getOperation().getBody())
      if (failed(Recomputer(block, kind, budget).run()))
        return signalPassFailure();
  }
};
} // namespace
