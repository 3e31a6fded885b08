//===- FormRowKernels.cpp -------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowCluster.h"

#include "amp/Dialect/AmpRT/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::amprt {
#define GEN_PASS_DEF_AMPFORMROWKERNELSPASS
#include "amp/Dialect/AmpRT/Transforms/Passes.h.inc"
} // namespace mlir::amprt

using namespace mlir;
using namespace mlir::amprt;

/// Arrays that a kernel knows of. A GPU's takes 544 pointers, and each that is
/// read is a stream of its own.
static constexpr size_t kMostArrays = 128;
/// Ops between two that are looked at to know whether they may be one. What
/// belongs together stands together.
static constexpr unsigned kMostBetween = 256;
/// Readers of an array that are looked at.
static constexpr unsigned kMostReaders = 64;
/// Ops that are computed again by who reads what the last of them makes, and
/// those of their bodies.
static constexpr size_t kMostRepeated = 8, kMostRepeatedOps = 48;
/// Ops of a body that is computed again wherever it is read.
static constexpr size_t kMostCheap = 6;

//===----------------------------------------------------------------------===//
// The order of a block
//===----------------------------------------------------------------------===//

namespace {
/// The ops of a block in order, of which some are one: they follow each other.
class Order {
public:
  explicit Order(Block &block);

  /// Makes those of `first` and of `second` one, if no other op has to stand
  /// between them. What stands there, and `second` needs, then comes before.
  bool join(Operation *first, Operation *second);

  /// The ops that are one with `op`, in order.
  ArrayRef<Operation *> getGroup(Operation *op) { return find(op).ops; }

  /// Of the ops that are one with `first`, those because of which `second` is
  /// not: others read them that have to stand between.
  SmallVector<Operation *> findInTheWay(Operation *first, Operation *second);

  /// Puts the new op `op` before `other` and what is one with it, or at the
  /// beginning of that.
  void insertBefore(Operation *op, Operation *other);
  void insertInto(Operation *op, Operation *other);

  /// Brings the ops of the block in this order.
  void apply();

private:
  struct Node {
    SmallVector<Operation *, 1> ops;
    unsigned previous, next;
  };
  Node &find(Operation *op) { return nodes[nodeOf.lookup(op)]; }
  bool joinInOrder(unsigned first, unsigned second);
  /// The nodes that have to stand before that of `node`.
  void addNeeded(unsigned node, DenseSet<unsigned> &needed);
  void unlink(unsigned node);
  void linkBefore(unsigned node, unsigned next);

  Block &block;
  /// The first one stands for the beginning and the end.
  SmallVector<Node> nodes;
  DenseMap<Operation *, unsigned> nodeOf;
};
} // namespace

Order::Order(Block &block) : block(block) {
  nodes.push_back({{}, 0, 0});
  for (Operation &op : block) {
    unsigned node = nodes.size();
    nodeOf[&op] = node;
    nodes.push_back({{&op}, 0, 0});
    linkBefore(node, 0);
  }
}

void Order::linkBefore(unsigned node, unsigned next) {
  unsigned previous = nodes[next].previous;
  nodes[node].previous = previous;
  nodes[node].next = next;
  nodes[previous].next = node;
  nodes[next].previous = node;
}

void Order::unlink(unsigned node) {
  nodes[nodes[node].previous].next = nodes[node].next;
  nodes[nodes[node].next].previous = nodes[node].previous;
}

void Order::addNeeded(unsigned node, DenseSet<unsigned> &needed) {
  for (Operation *op : nodes[node].ops)
    op->walk([&](Operation *inside) {
      for (Value operand : inside->getOperands())
        if (Operation *source = operand.getDefiningOp())
          if (auto it = nodeOf.find(source); it != nodeOf.end())
            needed.insert(it->second);
    });
}

bool Order::joinInOrder(unsigned first, unsigned second) {
  SmallVector<unsigned> moved;
  DenseSet<unsigned> needed;
  addNeeded(second, needed);
  needed.erase(first);
  unsigned steps = 0;
  unsigned node = nodes[second].previous;
  for (; node != first; node = nodes[node].previous) {
    if (node == 0 || ++steps > kMostBetween)
      return false;
    if (!needed.contains(node))
      continue;
    addNeeded(node, needed);
    if (needed.contains(first))
      return false;
    moved.push_back(node);
  }
  for (unsigned other : llvm::reverse(moved)) {
    unlink(other);
    linkBefore(other, first);
  }
  unlink(second);
  for (Operation *op : nodes[second].ops) {
    nodes[first].ops.push_back(op);
    nodeOf[op] = first;
  }
  nodes[second].ops.clear();
  return true;
}

bool Order::join(Operation *first, Operation *second) {
  unsigned a = nodeOf.lookup(first), b = nodeOf.lookup(second);
  return a == b || joinInOrder(a, b);
}

SmallVector<Operation *> Order::findInTheWay(Operation *first,
                                             Operation *second) {
  unsigned a = nodeOf.lookup(first), node = nodeOf.lookup(second);
  DenseSet<unsigned> needed;
  addNeeded(node, needed);
  llvm::SetVector<Operation *> inTheWay;
  for (unsigned steps = 0; node != a; ++steps) {
    node = nodes[node].previous;
    if (node == 0 || steps > kMostBetween)
      return {};
    if (node == a || !needed.contains(node))
      continue;
    addNeeded(node, needed);
    for (Operation *op : nodes[node].ops)
      for (Value operand : op->getOperands())
        if (Operation *source = operand.getDefiningOp())
          if (auto it = nodeOf.find(source);
              it != nodeOf.end() && it->second == a)
            inTheWay.insert(source);
  }
  return inTheWay.takeVector();
}

void Order::insertBefore(Operation *op, Operation *other) {
  unsigned next = nodeOf.lookup(other), node = nodes.size();
  nodeOf[op] = node;
  nodes.push_back({{op}, 0, 0});
  linkBefore(node, next);
}

void Order::insertInto(Operation *op, Operation *other) {
  unsigned node = nodeOf.lookup(other);
  nodeOf[op] = node;
  nodes[node].ops.insert(nodes[node].ops.begin(), op);
}

void Order::apply() {
  for (unsigned node = nodes[0].next; node != 0; node = nodes[node].next)
    for (Operation *op : nodes[node].ops)
      op->moveBefore(&block, block.end());
}

//===----------------------------------------------------------------------===//
// Clusters
//===----------------------------------------------------------------------===//

namespace {
class RowKernelFormer {
public:
  RowKernelFormer(Block &block, unsigned maxOps, bool elementwise)
      : block(block), order(block), maxOps(maxOps), elementwise(elementwise) {}

  void run();

private:
  void formCluster(linalg::GenericOp seed);
  bool isWorthIt(const RowCluster &cluster) const;
  /// Lets `op` join the cluster that is formed; the reshapes `between` it and
  /// a member join, too. `isAfter` if it reads what a member computes.
  bool join(Operation *op, ArrayRef<Operation *> between, bool isAfter);
  /// Makes what is in the way of `op` again for others, before the cluster, if
  /// it is one value for each row, computed from what the cluster only reads.
  bool clearWay(Operation *op);
  void joinProducers(linalg::GenericOp member);
  void joinUsers(Value value, SmallVector<Operation *> between);
  void joinReaders(Value value);
  void recompute(linalg::GenericOp producer);
  bool computeIn(RowCluster &reader, Value value,
                 ArrayRef<Operation *> producers);
  bool isFree(Operation *op) const {
    return candidates.contains(op) && !clusterOf.contains(op);
  }

  Block &block;
  Order order;
  unsigned maxOps;
  bool elementwise;
  DenseSet<Operation *> candidates;
  SmallVector<Operation *> candidatesInOrder;
  std::vector<std::unique_ptr<RowCluster>> clusters;
  DenseMap<Operation *, RowCluster *> clusterOf;

  /// The cluster that is formed, one of its members, and those whose neighbours
  /// have not been looked at.
  RowCluster *cluster = nullptr;
  Operation *anchor = nullptr;
  SmallVector<Operation *> worklist;
};
} // namespace

/// The rule of what becomes a row kernel. What remains linalg is
/// amp-split-reductions' to cut.
bool RowKernelFormer::isWorthIt(const RowCluster &cluster) const {
  int64_t rows = cluster.getRows(), points = cluster.getPoints();
  // An array of no elements, or rows of one: there is nothing to combine.
  if (points == 0 || (points == rows && !elementwise))
    return false;
  // Everything is one row.
  return rows > 1;
}

bool RowKernelFormer::join(Operation *op, ArrayRef<Operation *> between,
                           bool isAfter) {
  auto generic = cast<linalg::GenericOp>(op);
  if (cluster->getNumOps() + generic.getBody()->getOperations().size() >
          maxOps ||
      cluster->getNumArrays() + generic->getNumOperands() + between.size() >
          kMostArrays)
    return false;
  std::optional<Layout> loops = cluster->place(generic);
  if (!loops)
    return false;
  for (Operation *reshape : between) {
    if (cluster->isMember(reshape))
      continue;
    if (clusterOf.contains(reshape) ||
        !(isAfter ? order.join(anchor, reshape) : order.join(reshape, anchor)))
      return false;
    clusterOf[reshape] = cluster;
    cluster->addReshape(reshape);
  }
  if (!(isAfter
            ? order.join(anchor, op) || (clearWay(op) && order.join(anchor, op))
            : order.join(op, anchor)))
    return false;
  clusterOf[op] = cluster;
  cluster->add(generic, *loops);
  worklist.push_back(op);
  return true;
}

bool RowKernelFormer::clearWay(Operation *op) {
  SmallVector<Operation *> inTheWay = order.findInTheWay(anchor, op);
  for (Operation *member : inTheWay) {
    auto generic = dyn_cast<linalg::GenericOp>(member);
    if (!generic || generic.getNumReductionLoops() > 0 ||
        llvm::any_of(generic.getResults(),
                     [&](Value value) { return cluster->readsAllOf(value); }) ||
        llvm::any_of(generic->getOperands(), [&](Value operand) {
          Operation *source = operand.getDefiningOp();
          return source && cluster->isMember(source);
        }))
      return false;
  }
  for (Operation *member : inTheWay) {
    Operation *again = OpBuilder(member).clone(*member);
    order.insertBefore(again, anchor);
    member->replaceUsesWithIf(again->getResults(), [&](OpOperand &use) {
      return !cluster->isMember(use.getOwner());
    });
  }
  return !inTheWay.empty();
}

void RowKernelFormer::joinProducers(linalg::GenericOp member) {
  for (Value operand : member->getOperands()) {
    SmallVector<Operation *> between;
    Operation *producer = operand.getDefiningOp();
    while (producer && isReshape(producer)) {
      between.push_back(producer);
      producer = producer->getOperand(0).getDefiningOp();
    }
    if (producer && isFree(producer))
      join(producer, between, /*isAfter=*/false);
  }
}

void RowKernelFormer::joinUsers(Value value, SmallVector<Operation *> between) {
  unsigned count = 0;
  for (Operation *user : llvm::make_early_inc_range(value.getUsers())) {
    if (++count > kMostReaders)
      return;
    if (isReshape(user)) {
      SmallVector<Operation *> longer = between;
      longer.push_back(user);
      joinUsers(user->getResult(0), longer);
    } else if (isFree(user)) {
      join(user, between, /*isAfter=*/true);
    }
  }
}

/// Reductions of the same rows, and what works on elements where that is a
/// kernel.
void RowKernelFormer::joinReaders(Value value) {
  unsigned count = 0;
  for (Operation *user : value.getUsers()) {
    if (++count > kMostReaders)
      return;
    auto generic = dyn_cast<linalg::GenericOp>(user);
    if (isFree(user) && (elementwise || generic.getNumReductionLoops() > 0) &&
        !join(user, {}, /*isAfter=*/true))
      join(user, {}, /*isAfter=*/false);
  }
}

void RowKernelFormer::formCluster(linalg::GenericOp seed) {
  auto formed = std::make_unique<RowCluster>(seed);
  if (!isWorthIt(*formed))
    return;
  cluster = formed.get();
  clusters.push_back(std::move(formed));
  clusterOf[seed] = cluster;
  anchor = seed;
  worklist.push_back(seed);
  while (!worklist.empty()) {
    auto member = cast<linalg::GenericOp>(worklist.pop_back_val());
    joinProducers(member);
    for (Value result : member->getResults())
      joinUsers(result, {});
    for (Value operand : member->getOperands())
      if (cluster->readsAllOf(operand))
        joinReaders(operand);
  }
}

//===----------------------------------------------------------------------===//
// What is computed again
//===----------------------------------------------------------------------===//

static int64_t getBytes(Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  return type.getNumElements() *
         llvm::divideCeil(type.getElementTypeBitWidth(), 8);
}

/// Lets the cluster `reader` compute `value` by copies of `producers`, which
/// are in order and of which the last one makes it, instead of reading it.
bool RowKernelFormer::computeIn(RowCluster &reader, Value value,
                                ArrayRef<Operation *> producers) {
  RowCluster before = reader;
  IRMapping copies;
  SmallVector<Operation *> made;
  OpBuilder builder(producers.back());
  for (Operation *op : producers) {
    made.push_back(builder.clone(*op, copies));
    // What a copy makes is where what it is a copy of was read.
    for (Value result : op->getResults())
      reader.replaceRead(result, copies.lookup(result));
  }
  for (Operation *op : llvm::reverse(made)) {
    auto copy = cast<linalg::GenericOp>(op);
    std::optional<Layout> loops = reader.place(copy, /*isOwn=*/true);
    if (!loops ||
        reader.getNumOps() + copy.getBody()->getOperations().size() > maxOps) {
      reader = before;
      for (Operation *other : llvm::reverse(made))
        other->erase();
      return false;
    }
    reader.add(copy, *loops);
  }
  // Reshapes that others may use are copied, too.
  SmallVector<Operation *> reshapes;
  for (Operation *member : order.getGroup(reader.getSeed()))
    for (OpOperand &operand : member->getOpOperands()) {
      SmallVector<Operation *> between;
      while (Operation *op = operand.get().getDefiningOp()) {
        if (operand.get() == value || !isReshape(op) || reader.isMember(op))
          break;
        between.push_back(op);
        operand.set(op->getOperand(0));
      }
      bool isReader = operand.get() == value;
      Value now = isReader ? copies.lookup(value) : operand.get();
      for (Operation *op : llvm::reverse(between)) {
        if (!isReader) {
          now = op->getResult(0);
          continue;
        }
        Operation *copy = builder.clone(*op);
        copy->setOperand(0, now);
        now = copy->getResult(0);
        reader.addReshape(copy);
        reshapes.push_back(copy);
      }
      operand.set(now);
    }
  llvm::append_range(made, reshapes);
  for (Operation *op : llvm::reverse(made)) {
    order.insertInto(op, reader.getSeed());
    clusterOf[op] = &reader;
  }
  return true;
}

/// True for what costs less than it takes to read it: conversions and the like.
static bool isCheap(linalg::GenericOp op) {
  return op.getBody()->getOperations().size() <= kMostCheap &&
         llvm::none_of(*op.getBody(),
                       [](Operation &inside) { return isFunction(&inside); });
}

/// Decides whether readers of what `producer` makes had better make it
/// themselves: by the bytes that are written and read.
void RowKernelFormer::recompute(linalg::GenericOp producer) {
  RowCluster *own = clusterOf.lookup(producer);
  if (producer.getNumReductionLoops() > 0 || producer->getNumResults() != 1)
    return;
  Value value = producer.getResult(0);
  // What all points of a row, or of a column, share is computed for each.
  if (own ? !own->readsAllOf(value) : !isCheap(producer))
    return;
  // Clusters that read it, and whether those are all.
  llvm::SetVector<RowCluster *> readers;
  bool areAll = true;
  SmallVector<Value> values = {value};
  while (!values.empty())
    for (Operation *user : values.pop_back_val().getUsers()) {
      RowCluster *reader = clusterOf.lookup(user);
      if (isReshape(user))
        values.push_back(user->getResult(0));
      else if (!reader)
        areAll = false;
      else if (reader != own)
        readers.insert(reader);
    }
  if (readers.empty())
    return;

  // What `own` computes for itself is computed again, too; what goes to memory
  // is read.
  auto isStored = [&](Value made) {
    return llvm::any_of(made.getUsers(), [&](Operation *user) {
      return clusterOf.lookup(user) != own;
    });
  };
  llvm::SetVector<Operation *> needed;
  llvm::SetVector<Value> read;
  int64_t stored = 0;
  needed.insert(producer);
  for (size_t i = 0; i < needed.size() && i <= kMostRepeated; ++i)
    for (OpOperand *operand :
         cast<linalg::GenericOp>(needed[i]).getDpsInputOperands()) {
      Value source = operand->get();
      if (getConstantElement(source))
        continue;
      Operation *op = getReshaped(source).getDefiningOp();
      bool isOwn = op && own && own->isMember(op);
      if (isOwn && !isStored(getReshaped(source))) {
        auto generic = cast<linalg::GenericOp>(op);
        if (op == source.getDefiningOp() &&
            generic.getNumReductionLoops() == 0 && own->readsAllOf(source)) {
          needed.insert(op);
          continue;
        }
        stored += getBytes(source);
      }
      read.insert(getReshaped(source));
    }
  size_t numOps = 0;
  for (Operation *op : needed)
    numOps += cast<linalg::GenericOp>(op).getBody()->getOperations().size();
  if (needed.size() > kMostRepeated || numOps > kMostRepeatedOps)
    return;

  auto getChange = [&](RowCluster *reader) {
    int64_t bytes = -getBytes(value);
    for (Value other : read)
      bytes += reader->knows(other) ? 0 : getBytes(other);
    return bytes;
  };
  int64_t change = stored - (areAll ? getBytes(value) : 0);
  for (RowCluster *reader : readers)
    change += getChange(reader);
  SmallVector<Operation *> producers(needed.getArrayRef());
  ArrayRef<Operation *> inOrder =
      own ? order.getGroup(producer) : ArrayRef(producers);
  llvm::sort(producers, [&](Operation *a, Operation *b) {
    return llvm::find(inOrder, a) < llvm::find(inOrder, b);
  });
  for (RowCluster *reader : readers)
    if (change < 0 || stored + getChange(reader) < 0)
      computeIn(*reader, value, producers);
}

void RowKernelFormer::run() {
  // Rows come before columns: their consumers often go over them again. What
  // reduces nothing comes last.
  SmallVector<linalg::GenericOp> rows, columns, rest;
  for (auto op : block.getOps<linalg::GenericOp>()) {
    if (!canBeMember(op))
      continue;
    candidates.insert(op);
    candidatesInOrder.push_back(op);
    if (op.getNumReductionLoops() == 0)
      rest.push_back(op);
    else if (op.getIteratorTypesArray().back() ==
             utils::IteratorType::reduction)
      rows.push_back(op);
    else
      columns.push_back(op);
  }
  if (!elementwise)
    rest.clear();
  auto seeds =
      llvm::to_vector(llvm::concat<linalg::GenericOp>(rows, columns, rest));
  for (linalg::GenericOp seed : seeds)
    if (!clusterOf.contains(seed))
      formCluster(seed);
  // Last ones first: what these read is then known.
  for (Operation *op : llvm::reverse(candidatesInOrder))
    recompute(cast<linalg::GenericOp>(op));
  order.apply();
  IRRewriter rewriter(block.front().getContext());
  DenseSet<RowCluster *> done;
  for (linalg::GenericOp seed : seeds) {
    RowCluster *own = clusterOf.lookup(seed);
    if (!own || !done.insert(own).second)
      continue;
    ArrayRef<Operation *> ops = order.getGroup(seed);
    // An op alone that reduces nothing is what it was.
    if (own->getPoints() == own->getRows() &&
        llvm::count_if(ops, llvm::IsaPred<linalg::GenericOp>) == 1)
      continue;
    rewriter.setInsertionPointAfter(ops.back());
    own->emit(rewriter, ops);
  }
}

/// Has an elementwise op copy states that are kept as they were, so that the
/// kernel that writes the new ones keeps the old ones, too.
static void copyKeptStates(scf::ForOp loop, OpBuilder &builder) {
  for (auto insert : loop.getBody()->getOps<tensor::InsertSliceOp>()) {
    auto state = dyn_cast<BlockArgument>(insert.getSource());
    if (!state || state.getOwner() != loop.getBody())
      continue;
    builder.setInsertionPoint(insert);
    auto type = cast<RankedTensorType>(state.getType());
    Value empty = tensor::EmptyOp::create(
        builder, insert.getLoc(), type.getShape(), type.getElementType());
    AffineMap map = builder.getMultiDimIdentityMap(type.getRank());
    auto copy = linalg::GenericOp::create(
        builder, insert.getLoc(), TypeRange{type}, ValueRange{state},
        ValueRange{empty}, SmallVector<AffineMap>{map, map},
        SmallVector<utils::IteratorType>(type.getRank(),
                                         utils::IteratorType::parallel),
        [](OpBuilder &builder, Location loc, ValueRange elements) {
          linalg::YieldOp::create(builder, loc, elements.front());
        });
    insert.getSourceMutable().set(copy.getResult(0));
  }
}

namespace {
struct AmpFormRowKernelsPass
    : public amprt::impl::AmpFormRowKernelsPassBase<AmpFormRowKernelsPass> {
  using Base::Base;

  void runOnOperation() override {
    if (getOperation().isExternal())
      return;
    SmallVector<Block *> blocks = {&getOperation().getBody().front()};
    OpBuilder builder(&getContext());
    getOperation().walk([&](scf::ForOp loop) {
      copyKeptStates(loop, builder);
      blocks.push_back(loop.getBody());
    });
    for (Block *block : blocks)
      RowKernelFormer(*block, maxOps, elementwise || block != blocks.front())
          .run();
  }
};
} // namespace
