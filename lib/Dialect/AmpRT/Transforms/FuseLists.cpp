//===- FuseLists.cpp ------------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Lists are compared as lists: which op makes an array is one lookup, and
// nothing is searched for.

#include "amp/Dialect/AmpRT/IR/AmpRT.h"
#include "amp/Dialect/AmpRT/IR/Reshape.h"
#include "amp/Dialect/AmpRT/Transforms/Passes.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Analysis/TopologicalSortUtils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Remarks.h"

namespace mlir::amprt {
#define GEN_PASS_DEF_AMPFUSELISTSPASS
#include "amp/Dialect/AmpRT/Transforms/Passes.h.inc"
} // namespace mlir::amprt

using namespace mlir;
using namespace mlir::amprt;

/// Most arithmetic ops of an element that are done again by each reader.
static constexpr int64_t kMostRepeated = 6;

using ArrayList = SmallVector<Value>;

template <typename OpTy>
static SmallVector<ArrayList> getInputLists(OpTy op) {
  SmallVector<ArrayList> lists;
  for (unsigned list = 0; list < op.getNumInputLists(); ++list)
    lists.push_back(llvm::to_vector(op.getInputList(list)));
  return lists;
}

/// The destinations, in as many lists as the body has values.
static SmallVector<ArrayList> getOutLists(MapListOp op) {
  SmallVector<ArrayList> lists;
  for (unsigned list = 0; list < op.getNumOutLists(); ++list)
    lists.push_back(llvm::to_vector(op.getOutList(list)));
  return lists;
}
static SmallVector<ArrayList> getOutLists(ReduceListOp op) {
  return llvm::map_to_vector(op.getOuts(),
                             [](Value out) { return ArrayList{out}; });
}

namespace {
/// A list op to be: its lists, and where the elements of others that become a
/// part of it come from.
template <typename OpTy>
class ListOpBuilder {
public:
  ListOpBuilder(OpBuilder &builder, Location loc)
      : builder(builder), loc(loc) {}

  /// The number of a list among the inputs; equal lists are one.
  unsigned addInput(ArrayList list) { return add(inputs, std::move(list)); }
  unsigned addScalar(Value scalar) {
    auto known = llvm::find(scalars, scalar);
    unsigned number = std::distance(scalars.begin(), known);
    if (known == scalars.end())
      scalars.push_back(scalar);
    return number;
  }
  void addOut(ArrayList list) { outs.push_back(std::move(list)); }
  std::optional<unsigned> findOut(const ArrayList &list) const {
    auto known = llvm::find(outs, list);
    if (known == outs.end())
      return std::nullopt;
    return std::distance(outs.begin(), known);
  }

  /// The op, whose body `build` writes: what the destinations hold then, from
  /// elements of the lists, the scalars, and what the destinations hold.
  OpTy
  create(function_ref<SmallVector<Value>(ValueRange inputs, ValueRange scalars,
                                         ValueRange outs)>
             build) {
    SmallVector<Value> allInputs, allOuts;
    SmallVector<Type> types;
    for (const ArrayList &list : inputs) {
      llvm::append_range(allInputs, list);
      types.push_back(getElementTypeOrSelf(list.front()));
    }
    for (Value scalar : scalars)
      types.push_back(getElementTypeOrSelf(scalar));
    for (const ArrayList &list : outs) {
      llvm::append_range(allOuts, list);
      types.push_back(getElementTypeOrSelf(list.front()));
    }
    auto op = OpTy::create(builder, loc, allInputs, scalars, allOuts);
    Block &body = op.getRegion().emplaceBlock();
    body.addArguments(types, SmallVector<Location>(types.size(), loc));
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&body);
    ValueRange arguments = body.getArguments();
    YieldOp::create(builder, loc,
                    build(arguments.take_front(inputs.size()),
                          arguments.slice(inputs.size(), scalars.size()),
                          arguments.take_back(outs.size())));
    return op;
  }

private:
  static unsigned add(SmallVectorImpl<ArrayList> &lists, ArrayList list) {
    auto known = llvm::find(lists, list);
    unsigned number = std::distance(lists.begin(), known);
    if (known == lists.end())
      lists.push_back(std::move(list));
    return number;
  }

  OpBuilder &builder;
  Location loc;
  SmallVector<ArrayList> inputs;
  SmallVector<Value> scalars;
  SmallVector<ArrayList> outs;
};

class Fuser {
public:
  explicit Fuser(func::FuncOp func)
      : block(func.getBody().front()), builder(func.getContext()) {}

  void run();

private:
  /// Lets `op` compute what cheap ops before it make of its inputs. Erases it
  /// if it has changed.
  template <typename OpTy>
  void pullIn(OpTy op);
  /// The op on the arrays of these numbers of the lists. Its results take the
  /// place of those of `op`.
  MapListOp createPart(MapListOp op, ArrayRef<unsigned> numbers);
  ReduceListOp createPart(ReduceListOp op, ArrayRef<unsigned> numbers);
  /// Cuts an op in parts whose inputs are made by one op each.
  template <typename OpTy>
  SmallVector<OpTy> splitByProducers(OpTy op);
  template <typename OpTy>
  OpTy inlineProducers(OpTy op);

  void joinReductions();
  bool join(ReduceListOp first, ReduceListOp second);
  void joinLastWrites();
  bool joinLastWrite(MapListOp last);
  void pullInSums(SumGroupsOp sums);
  Value createDistinct(SumGroupsOp sums, Value index);
  void pullInSum(MapListOp op, unsigned number, SumGroupsOp sums);
  void replaceReshaped(Value old, Value out, Value made, Value madeOut);
  void report(Operation *op, StringRef what, size_t arrays);

  Block &block;
  OpBuilder builder;
};
} // namespace

void Fuser::report(Operation *op, StringRef what, size_t arrays) {
  if (auto remark = remark::passed(
          op->getLoc(), remark::RemarkOpts::name(what).category("amp-lists")))
    remark << remark::metric("arrays", static_cast<int64_t>(arrays));
}

/// Copies the ops of a body and gives what it yields.
static SmallVector<Value> inlineBody(OpBuilder &builder, Block &body,
                                     IRMapping &mapping) {
  for (Operation &op : body.without_terminator())
    builder.clone(op, mapping);
  return llvm::map_to_vector(
      body.getTerminator()->getOperands(),
      [&](Value value) { return mapping.lookupOrDefault(value); });
}

//===----------------------------------------------------------------------===//
// Producers
//===----------------------------------------------------------------------===//

/// The op that makes `array`, if it is so cheap that whoever reads the array
/// may compute it instead: an op of a few arithmetic ops on what it reads, and
/// not on what its destinations hold.
static MapListOp getCheapProducer(Value array) {
  auto op = array.getDefiningOp<MapListOp>();
  if (!op)
    return {};
  for (unsigned list = 0; list < op.getNumOutLists(); ++list)
    if (!op.getOutElement(list).use_empty())
      return {};
  int64_t count = 0;
  for (Operation &inside : op.getBody()->without_terminator()) {
    if (!isa<arith::ArithDialect>(inside.getDialect()))
      return {};
    count += inside.hasTrait<OpTrait::ConstantLike>() ? 0 : 1;
  }
  return count <= kMostRepeated ? op : MapListOp();
}

/// The list of destinations of `op` in which its result `array` is.
static unsigned getOutListOf(MapListOp op, Value array) {
  return cast<OpResult>(array).getResultNumber() / op.getLength();
}

MapListOp Fuser::createPart(MapListOp op, ArrayRef<unsigned> numbers) {
  ListOpBuilder<MapListOp> part(builder, op.getLoc());
  auto pick = [&](const ArrayList &list) {
    return llvm::map_to_vector(numbers, [&](unsigned i) { return list[i]; });
  };
  SmallVector<unsigned> inputs;
  for (const ArrayList &list : getInputLists(op))
    inputs.push_back(part.addInput(pick(list)));
  for (Value scalar : op.getScalars())
    part.addScalar(scalar);
  for (const ArrayList &list : getOutLists(op))
    part.addOut(pick(list));
  auto created = part.create(
      [&](ValueRange inputElements, ValueRange scalars, ValueRange outs) {
        IRMapping mapping;
        for (auto [list, number] : llvm::enumerate(inputs))
          mapping.map(op.getInputElement(list), inputElements[number]);
        for (auto [i, scalar] : llvm::enumerate(op.getScalars()))
          mapping.map(op.getScalarElement(i), scalars[part.addScalar(scalar)]);
        for (auto [list, element] : llvm::enumerate(outs))
          mapping.map(op.getOutElement(list), element);
        return inlineBody(builder, *op.getBody(), mapping);
      });
  for (unsigned list = 0; list < op.getNumOutLists(); ++list)
    for (auto [i, number] : llvm::enumerate(numbers))
      op.getResult(list * op.getLength() + number)
          .replaceAllUsesWith(created.getResult(list * numbers.size() + i));
  return created;
}

ReduceListOp Fuser::createPart(ReduceListOp op, ArrayRef<unsigned> numbers) {
  ListOpBuilder<ReduceListOp> part(builder, op.getLoc());
  SmallVector<unsigned> inputs;
  for (const ArrayList &list : getInputLists(op))
    inputs.push_back(part.addInput(llvm::map_to_vector(
        numbers, [&](unsigned i) -> Value { return list[i]; })));
  for (Value scalar : op.getScalars())
    part.addScalar(scalar);
  for (Value out : op.getOuts())
    part.addOut({out});
  auto created = part.create(
      [&](ValueRange inputElements, ValueRange scalars, ValueRange outs) {
        IRMapping mapping;
        for (auto [list, number] : llvm::enumerate(inputs))
          mapping.map(op.getInputElement(list), inputElements[number]);
        for (auto [i, scalar] : llvm::enumerate(op.getScalars()))
          mapping.map(op.getScalarElement(i), scalars[part.addScalar(scalar)]);
        for (auto [list, element] : llvm::enumerate(outs))
          mapping.map(op.getOutElement(list), element);
        return inlineBody(builder, *op.getBody(), mapping);
      });
  // What is left begins with what this part has come to.
  op.getOutsMutable().assign(created.getResults());
  return created;
}

template <typename OpTy>
SmallVector<OpTy> Fuser::splitByProducers(OpTy op) {
  using Key = std::vector<std::pair<void *, unsigned>>;
  llvm::MapVector<Key, SmallVector<unsigned>, std::map<Key, unsigned>> parts;
  DenseMap<Operation *, MapListOp> cheap;
  for (unsigned i = 0, e = op.getLength(); i < e; ++i) {
    Key key;
    for (unsigned list = 0; list < op.getNumInputLists(); ++list) {
      Value array = op.getInput(list, i);
      Operation *producer = array.getDefiningOp();
      MapListOp known;
      if (isa_and_nonnull<MapListOp>(producer)) {
        auto [entry, isNew] = cheap.try_emplace(producer);
        if (isNew)
          entry->second = getCheapProducer(array);
        known = entry->second;
      }
      key.push_back({known ? known.getOperation() : nullptr,
                     known ? getOutListOf(known, array) : 0});
    }
    parts[key].push_back(i);
  }
  if (parts.size() < 2)
    return {op};
  builder.setInsertionPoint(op);
  SmallVector<OpTy> result;
  for (auto &[key, numbers] : parts)
    result.push_back(createPart(op, numbers));
  if constexpr (std::is_same_v<OpTy, ReduceListOp>)
    op->replaceAllUsesWith(op.getOuts());
  op->erase();
  return result;
}

/// Each list of inputs is made by one op, or by none that is cheap.
template <typename OpTy>
OpTy Fuser::inlineProducers(OpTy op) {
  SmallVector<MapListOp> producers;
  for (unsigned list = 0; list < op.getNumInputLists(); ++list)
    producers.push_back(getCheapProducer(op.getInput(list, 0)));
  if (llvm::none_of(producers, [](MapListOp producer) -> bool {
        return static_cast<bool>(producer);
      }))
    return op;
  builder.setInsertionPoint(op);
  ListOpBuilder<OpTy> fused(builder, op.getLoc());
  // The numbers of an input's lists, or of those of its producer.
  SmallVector<SmallVector<unsigned>> numbers;
  for (unsigned list = 0; list < producers.size(); ++list) {
    MapListOp producer = producers[list];
    SmallVector<unsigned> &added = numbers.emplace_back();
    ArrayList arrays = llvm::to_vector(op.getInputList(list));
    if (!producer) {
      added.push_back(fused.addInput(std::move(arrays)));
      continue;
    }
    for (unsigned source = 0; source < producer.getNumInputLists(); ++source)
      added.push_back(
          fused.addInput(llvm::map_to_vector(arrays, [&](Value array) {
            return producer.getInput(source,
                                     cast<OpResult>(array).getResultNumber() %
                                         producer.getLength());
          })));
    for (Value scalar : producer.getScalars())
      fused.addScalar(scalar);
  }
  for (Value scalar : op.getScalars())
    fused.addScalar(scalar);
  for (const ArrayList &list : getOutLists(op))
    fused.addOut(list);
  OpTy created = fused.create([&](ValueRange inputs, ValueRange scalars,
                                  ValueRange outs) {
    IRMapping mapping;
    for (auto [list, producer] : llvm::enumerate(producers)) {
      if (!producer) {
        mapping.map(op.getInputElement(list), inputs[numbers[list].front()]);
        continue;
      }
      IRMapping inner;
      for (auto [source, number] : llvm::enumerate(numbers[list]))
        inner.map(producer.getInputElement(source), inputs[number]);
      for (auto [i, scalar] : llvm::enumerate(producer.getScalars()))
        inner.map(producer.getScalarElement(i),
                  scalars[fused.addScalar(scalar)]);
      mapping.map(
          op.getInputElement(list),
          inlineBody(builder, *producer.getBody(),
                     inner)[getOutListOf(producer, op.getInput(list, 0))]);
    }
    for (auto [i, scalar] : llvm::enumerate(op.getScalars()))
      mapping.map(op.getScalarElement(i), scalars[fused.addScalar(scalar)]);
    for (auto [list, element] : llvm::enumerate(outs))
      mapping.map(op.getOutElement(list), element);
    return inlineBody(builder, *op.getBody(), mapping);
  });
  report(created, "inlined", op.getLength());
  op->replaceAllUsesWith(created);
  op->erase();
  return created;
}

template <typename OpTy>
void Fuser::pullIn(OpTy op) {
  for (OpTy part : splitByProducers(op))
    inlineProducers(part);
}

//===----------------------------------------------------------------------===//
// Neighbours
//===----------------------------------------------------------------------===//

/// Lets `second` be computed with `first`, in its place, where both read the
/// same lists.
bool Fuser::join(ReduceListOp first, ReduceListOp second) {
  SmallVector<ArrayList> lists = getInputLists(first);
  if (lists != getInputLists(second))
    return false;
  // What only the second one needs moves before the first one.
  SetVector<Operation *> needed;
  BackwardSliceOptions options;
  options.omitBlockArguments = true;
  options.filter = [&](Operation *op) {
    return op->getBlock() == &block && first->isBeforeInBlock(op);
  };
  for (ValueRange operands :
       {ValueRange(second.getScalars()), ValueRange(second.getOuts())})
    for (Value operand : operands)
      if (Operation *source = operand.getDefiningOp()) {
        if (source == first)
          return false;
        if (!options.filter(source))
          continue;
        if (failed(getBackwardSlice(source, &needed, options)))
          return false;
        needed.insert(source);
      }
  for (Operation *op : needed)
    if (!isMemoryEffectFree(op) ||
        llvm::any_of(op->getOperands(), [&](Value operand) {
          return operand.getDefiningOp() == first;
        }))
      return false;
  for (Operation *op : topologicalSort(needed))
    op->moveBefore(first);

  builder.setInsertionPoint(first);
  ListOpBuilder<ReduceListOp> both(
      builder, builder.getFusedLoc({first.getLoc(), second.getLoc()}));
  for (ArrayList &list : lists)
    both.addInput(list);
  for (ReduceListOp op : {first, second}) {
    for (Value scalar : op.getScalars())
      both.addScalar(scalar);
    for (Value out : op.getOuts())
      both.addOut({out});
  }
  auto joined = both.create([&](ValueRange inputs, ValueRange scalars,
                                ValueRange outs) {
    SmallVector<Value> results;
    for (ReduceListOp op : {first, second}) {
      IRMapping mapping;
      for (auto [list, arrays] : llvm::enumerate(getInputLists(op)))
        mapping.map(op.getInputElement(list), inputs[both.addInput(arrays)]);
      for (auto [i, scalar] : llvm::enumerate(op.getScalars()))
        mapping.map(op.getScalarElement(i), scalars[both.addScalar(scalar)]);
      for (unsigned i = 0; i < op.getOuts().size(); ++i)
        mapping.map(op.getOutElement(i), outs[results.size() + i]);
      llvm::append_range(results, inlineBody(builder, *op.getBody(), mapping));
    }
    return results;
  });
  report(joined, "joined", first.getLength() + second.getLength());
  ValueRange results = joined.getResults();
  first->replaceAllUsesWith(results.take_front(first->getNumResults()));
  second->replaceAllUsesWith(results.take_back(second->getNumResults()));
  first->erase();
  second->erase();
  return true;
}

void Fuser::joinReductions() {
  auto ops = llvm::to_vector(block.getOps<ReduceListOp>());
  for (size_t i = 0; i < ops.size(); ++i)
    for (size_t j = i + 1; ops[i] && j < ops.size(); ++j)
      if (ops[j] && join(ops[i], ops[j])) {
        // There are two of a kind: what is tested and its norm.
        ops[i] = ops[j] = ReduceListOp();
      }
}

/// Lets ops that read what `last` overwrites do that themselves, where they are
/// the last to read it.
bool Fuser::joinLastWrite(MapListOp last) {
  if (last.getNumInputLists() != 0 || last.getNumOutLists() != 1)
    return false;
  DenseMap<Value, unsigned> numbers;
  for (auto [i, out] : llvm::enumerate(last.getOuts()))
    if (!numbers.try_emplace(out, i).second)
      return false;
  // The ops that read it last, and the list in which they do.
  llvm::SetVector<Operation *> readers;
  for (Value out : last.getOuts()) {
    Operation *reader = nullptr;
    for (Operation *user : out.getUsers())
      if (user != last && (!reader || reader->isBeforeInBlock(user)))
        reader = user;
    if (isa_and_nonnull<MapListOp>(reader))
      readers.insert(reader);
  }
  BitVector taken(last.getLength());
  for (Operation *user : readers) {
    auto reader = cast<MapListOp>(user);
    unsigned list = 0;
    for (; list < reader.getNumInputLists(); ++list)
      if (llvm::all_of(reader.getInputList(list), [&](Value array) {
            auto known = numbers.find(array);
            if (known == numbers.end() || taken.test(known->second))
              return false;
            unsigned uses = 0;
            for (Operation *other : array.getUsers()) {
              uses += other == user;
              if (other != user && other != last &&
                  !other->isBeforeInBlock(user))
                return false;
            }
            return uses == 1;
          }))
        break;
    if (list == reader.getNumInputLists() ||
        llvm::any_of(last.getScalars(), [&](Value scalar) {
          Operation *source = scalar.getDefiningOp();
          return source && !source->isBeforeInBlock(user);
        }))
      continue;
    builder.setInsertionPoint(reader);
    ListOpBuilder<MapListOp> both(builder, reader.getLoc());
    SmallVector<unsigned> inputs(reader.getNumInputLists());
    SmallVector<ArrayList> lists = getInputLists(reader);
    for (auto [i, arrays] : llvm::enumerate(lists))
      if (i != list)
        inputs[i] = both.addInput(arrays);
    for (MapListOp op : {reader, last})
      for (Value scalar : op.getScalars())
        both.addScalar(scalar);
    SmallVector<ArrayList> outs = getOutLists(reader);
    for (const ArrayList &arrays : outs)
      both.addOut(arrays);
    both.addOut(lists[list]);
    auto joined = both.create([&](ValueRange inputElements, ValueRange scalars,
                                  ValueRange outElements) {
      IRMapping mapping, lastMapping;
      for (unsigned i = 0; i < reader.getNumInputLists(); ++i)
        mapping.map(reader.getInputElement(i),
                    i == list ? outElements.back() : inputElements[inputs[i]]);
      for (auto [i, scalar] : llvm::enumerate(reader.getScalars()))
        mapping.map(reader.getScalarElement(i),
                    scalars[both.addScalar(scalar)]);
      for (unsigned i = 0; i < reader.getNumOutLists(); ++i)
        mapping.map(reader.getOutElement(i), outElements[i]);
      SmallVector<Value> results =
          inlineBody(builder, *reader.getBody(), mapping);
      for (auto [i, scalar] : llvm::enumerate(last.getScalars()))
        lastMapping.map(last.getScalarElement(i),
                        scalars[both.addScalar(scalar)]);
      lastMapping.map(last.getOutElement(0), outElements.back());
      llvm::append_range(results,
                         inlineBody(builder, *last.getBody(), lastMapping));
      return results;
    });
    report(joined, "joined", lists[list].size());
    ValueRange results = joined.getResults();
    reader->replaceAllUsesWith(results.take_front(reader->getNumResults()));
    for (auto [array, result] :
         llvm::zip(lists[list], results.take_back(lists[list].size()))) {
      unsigned number = numbers.lookup(array);
      taken.set(number);
      last.getResult(number).replaceAllUsesWith(result);
    }
    reader->erase();
  }
  if (taken.none())
    return false;
  if (!taken.all()) {
    builder.setInsertionPoint(last);
    taken.flip();
    createPart(last, llvm::to_vector_of<unsigned>(taken.set_bits()));
  }
  last->erase();
  return true;
}

void Fuser::joinLastWrites() {
  for (MapListOp op : llvm::to_vector(block.getOps<MapListOp>()))
    if (op.getNumInputLists() == 0)
      joinLastWrite(op);
}

//===----------------------------------------------------------------------===//
// Sums at places
//===----------------------------------------------------------------------===//

static int64_t countElements(Value tensor) {
  return cast<RankedTensorType>(tensor.getType()).getNumElements();
}

/// Finds where lists have `value`, reshaped or not, among their inputs; false
/// if something else reads it.
static bool findInputs(Value value, SmallVectorImpl<OpOperand *> &found) {
  auto isInput = [](auto op, OpOperand &use) {
    return op && use.getOperandNumber() < op.getInputs().size();
  };
  for (OpOperand &use : value.getUses()) {
    Operation *user = use.getOwner();
    if (isReshape(user)) {
      if (!findInputs(user->getResult(0), found))
        return false;
      continue;
    }
    if (!isInput(dyn_cast<MapListOp>(user), use) &&
        !isInput(dyn_cast<ReduceListOp>(user), use))
      return false;
    found.push_back(&use);
  }
  return true;
}

/// The values of a body that are 0 or NaN where its argument `zero` is 0,
/// whatever scalars are.
static DenseSet<Value> findZerosOrNaNs(Block &body, Value zero) {
  DenseSet<Value> found = {zero};
  for (Operation &op : body) {
    auto is = [&](unsigned operand) {
      return found.contains(op.getOperand(operand));
    };
    bool isFound = false;
    if (isa<arith::MulFOp>(op))
      isFound = is(0) || is(1);
    else if (isa<arith::DivFOp, arith::NegFOp, arith::ExtFOp, arith::TruncFOp,
                 math::AbsFOp, math::SqrtOp>(op))
      isFound = is(0);
    else if (isa<arith::AddFOp, arith::SubFOp, arith::MaximumFOp,
                 arith::MinimumFOp>(op))
      isFound = is(0) && is(1);
    else if (isa<arith::SelectOp>(op))
      isFound = is(1) && is(2);
    if (isFound)
      found.insert(op.getResult(0));
  }
  return found;
}

/// True if zeros in its list make no difference to `op` beside one of them:
/// combining a value twice is as combining it once, or what becomes of a zero
/// is 0, or NaN, which the one brings as well.
static bool takesZeros(ReduceListOp op) {
  if (op.getNumInputLists() != 1)
    return false;
  DenseSet<Value> zeros = findZerosOrNaNs(*op.getBody(), op.getInputElement(0));
  for (auto [i, value] : llvm::enumerate(op.getYielded())) {
    Operation *combiner = value.getDefiningOp();
    if (isa<arith::OrIOp, arith::AndIOp, arith::MaximumFOp, arith::MinimumFOp,
            arith::MaxSIOp, arith::MinSIOp, arith::MaxUIOp, arith::MinUIOp>(
            combiner))
      continue;
    unsigned own = combiner->getOperand(0) == op.getOutElement(i) ? 1 : 0;
    if (!isa<arith::AddFOp>(combiner) ||
        !zeros.contains(combiner->getOperand(own)))
      return false;
  }
  return true;
}

/// Lets lists that read sums at places compute them, if no one else reads them
/// and what is summed, which then lives until it is read, is no larger.
void Fuser::pullInSums(SumGroupsOp sums) {
  SmallVector<OpOperand *> uses;
  int64_t read = countElements(sums.getInput()) +
                 (sums.getParts() ? countElements(sums.getParts()) : 0);
  auto group = sums.getOrder().getDefiningOp<GroupAtOp>();
  if (!group || sums.getAccumulate() || read > countElements(sums.getOut()) ||
      !findInputs(sums.getResult(0), uses) || uses.empty())
    return;
  for (OpOperand *use : uses)
    if (auto reduce = dyn_cast<ReduceListOp>(use->getOwner());
        reduce && !takesZeros(reduce))
      return;
  Value distinct;
  for (OpOperand *use : uses)
    if (isa<ReduceListOp>(use->getOwner())) {
      if (!distinct)
        distinct = createDistinct(sums, group.getIndex());
      use->set(distinct);
    }
  // Each that is pulled in changes the others.
  for (;;) {
    uses.clear();
    findInputs(sums.getResult(0), uses);
    if (uses.empty())
      return;
    auto map = cast<MapListOp>(uses.front()->getOwner());
    unsigned number = uses.front()->getOperandNumber() % map.getLength();
    builder.setInsertionPoint(map);
    pullInSum(map, number, sums);
    auto rest = llvm::to_vector(llvm::seq<unsigned>(0, map.getLength()));
    rest.erase(rest.begin() + number);
    if (!rest.empty())
      createPart(map, rest);
    map->erase();
  }
}

/// Each of the sums once, behind them.
Value Fuser::createDistinct(SumGroupsOp sums, Value index) {
  builder.setInsertionPointAfter(sums);
  SmallVector<int64_t> shape(
      cast<RankedTensorType>(sums.getInput().getType()).getShape());
  shape[1] += 1;
  Value empty = tensor::EmptyOp::create(builder, sums.getLoc(), shape,
                                        getElementTypeOrSelf(sums.getInput()));
  return SumDistinctOp::create(builder, sums.getLoc(), empty.getType(),
                               sums.getInput(), sums.getOrder(),
                               sums.getStarts(), index, sums.getParts(), empty,
                               sums.getPartAttr())
      .getResult(0);
}

/// Replaces `old`, which was written into `out`, by `made`, which is written
/// into a reshaped `out`. Whoever put it there puts it in that shape:
/// bufferization does not see through reshapes that they are one buffer.
void Fuser::replaceReshaped(Value old, Value out, Value made, Value madeOut) {
  Location loc = made.getLoc();
  auto restore = [&](Value value) {
    return reshapeTo(builder, loc, value,
                     cast<RankedTensorType>(old.getType()));
  };
  for (Operation *user : llvm::make_early_inc_range(old.getUsers())) {
    auto store = dyn_cast<bufferization::MaterializeInDestinationOp>(user);
    if (!store || store.getDest() != out || store->getNumResults() == 0)
      continue;
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(store);
    auto stored = bufferization::MaterializeInDestinationOp::create(
        builder, store.getLoc(), madeOut.getType(), made, madeOut);
    store.getResult().replaceAllUsesWith(restore(stored.getResult()));
    store.erase();
  }
  old.replaceAllUsesWith(restore(made));
}

/// Arrays `number` of the lists of `op` become those of an op that sums, too.
void Fuser::pullInSum(MapListOp op, unsigned number, SumGroupsOp sums) {
  Location loc = builder.getFusedLoc({sums.getLoc(), op.getLoc()});
  auto reshaped = [&](Value value, ArrayRef<int64_t> shape) {
    auto type = RankedTensorType::get(shape, getElementTypeOrSelf(value));
    return reshapeTo(builder, loc, value, type);
  };
  ArrayRef<int64_t> shape =
      cast<RankedTensorType>(sums.getOut().getType()).getShape();
  SmallVector<Value> others, scalars, outs;
  // For each list of inputs its number among the others; none for the sums.
  SmallVector<std::optional<unsigned>> numbers;
  for (unsigned list = 0; list < op.getNumInputLists(); ++list) {
    Value array = op.getInput(list, number);
    if (getReshaped(array) == sums.getResult(0)) {
      numbers.push_back(std::nullopt);
      continue;
    }
    numbers.push_back(others.size());
    others.push_back(reshaped(array, shape));
  }
  for (Value scalar : op.getScalars())
    scalars.push_back(reshaped(scalar, {1, 1, 1}));
  SmallVector<Type> types;
  for (unsigned list = 0; list < op.getNumOutLists(); ++list) {
    outs.push_back(reshaped(op.getOut(list, number), shape));
    types.push_back(outs.back().getType());
  }
  auto made = MapGroupsOp::create(
      builder, loc, types, sums.getInput(), sums.getOrder(), sums.getStarts(),
      sums.getParts(), others, scalars, outs, sums.getPartAttr());
  Block &body = made.getRegion().emplaceBlock();
  body.addArgument(getElementTypeOrSelf(sums.getInput()), loc);
  for (ArrayRef<Value> operands :
       {ArrayRef(others), ArrayRef(scalars), ArrayRef(outs)})
    for (Value operand : operands)
      body.addArgument(getElementTypeOrSelf(operand), loc);
  IRMapping mapping;
  for (auto [list, known] : llvm::enumerate(numbers))
    mapping.map(op.getInputElement(list),
                known ? made.getOtherElements()[*known] : body.getArgument(0));
  for (unsigned i = 0; i < scalars.size(); ++i)
    mapping.map(op.getScalarElement(i), made.getScalarElements()[i]);
  for (unsigned i = 0; i < outs.size(); ++i)
    mapping.map(op.getOutElement(i), made.getOutElements()[i]);
  OpBuilder inside = OpBuilder::atBlockBegin(&body);
  SmallVector<Value> yielded = inlineBody(inside, *op.getBody(), mapping);
  YieldOp::create(inside, loc, yielded);
  for (unsigned list = 0; list < op.getNumOutLists(); ++list)
    replaceReshaped(op.getResult(list * op.getLength() + number),
                    op.getOut(list, number), made.getResult(list), outs[list]);
  report(made, "summed", 1);
}

void Fuser::run() {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (auto map = dyn_cast<MapListOp>(op))
      pullIn(map);
    else if (auto reduce = dyn_cast<ReduceListOp>(op))
      pullIn(reduce);
  }
  joinReductions();
  joinLastWrites();
  for (SumGroupsOp op : llvm::to_vector(block.getOps<SumGroupsOp>()))
    pullInSums(op);
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    if ((isa<MapListOp, ReduceListOp, SumGroupsOp>(op) || isReshape(&op)) &&
        op.use_empty())
      op.erase();
}

namespace {
struct AmpFuseListsPass
    : public amprt::impl::AmpFuseListsPassBase<AmpFuseListsPass> {
  using Base::Base;

  void runOnOperation() override {
    if (!getOperation().isExternal() &&
        llvm::hasSingleElement(getOperation().getBody()))
      Fuser(getOperation()).run();
  }
};
} // namespace
