//===- DifferentiateScan.cpp ----------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The derivative of a scan: a scan over the same steps the other way round,
// whose states are the gradients of states. What a step of it reads of the
// forward step is stacked there, each value once.

#include "CastTypes.h"
#include "Differentiator.h"
#include "amp/Dialect/Amp/IR/Contractions.h"
#include "amp/Dialect/Amp/IR/Elementwise.h"
#include "amp/Dialect/Amp/IR/GraphBuilder.h"
#include "amp/Dialect/Amp/IR/Reductions.h"
#include "amp/Dialect/Amp/IR/Shapes.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::amp;

namespace {
/// A product of what changes from step to step with an invariant. The
/// gradients of all steps for the invariant are one product over all of them.
struct InvariantProduct {
  Operation *op;
  /// The other factor, a value of the forward step, and the gradient that
  /// arrives at the product, one of the backward step.
  Value factor, gradient;
  /// Invariants: that of the product, and a bias; null if not asked for.
  Value weight, bias;
};

/// A gradient of an invariant that is a sum over elements: one sum of those of
/// all steps.
struct InvariantSum {
  unsigned invariant, output;
  /// Of the elements in all steps.
  SmallVector<int64_t> dims;
};

/// Differentiates one step, and makes a scan of that.
class StepDifferentiator : public Differentiator {
public:
  StepDifferentiator(ScanOp op, Differentiator &outer,
                     DifferentiationState &state)
      : Differentiator(outer.backward, state), op(op), outer(outer),
        forward(op.getBody().front()), step(new Block) {
    region.push_back(step);
    builder.setInsertionPointToEnd(step);
  }

  FailureOr<ScanOp> run();

private:
  bool isPart(Operation *part) override {
    return step->findAncestorOpInBlock(*part);
  }
  LogicalResult collect(DifferentiableOpInterface part,
                        MutableArrayRef<bool> needed) override;

  LogicalResult findActive();
  void seed();
  void yieldGradients();
  /// Has the forward scan stack what the backward one reads.
  void keepForwardValues();
  void takeForwardValues();
  ScanOp build();
  LogicalResult passOn(ScanOp scan);
  LogicalResult passOn(const InvariantProduct &product, Value arrived);
  void passOn(const InvariantSum &sum, Value arrived);

  /// The index of an invariant, or none.
  std::optional<unsigned> getInvariant(Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    unsigned first = op.getInitial().size() + op.getSequences().size();
    if (!argument || argument.getOwner() != &forward ||
        argument.getArgNumber() < first)
      return std::nullopt;
    return argument.getArgNumber() - first;
  }
  /// The index of a slice, or none.
  std::optional<unsigned> getSlice(Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    unsigned first = op.getInitial().size();
    if (!argument || argument.getOwner() != &forward ||
        argument.getArgNumber() < first ||
        argument.getArgNumber() >= first + op.getSequences().size())
      return std::nullopt;
    return argument.getArgNumber() - first;
  }
  /// True for what the forward step need not keep.
  bool isFree(Value value) {
    Operation *source = value.getDefiningOp();
    return source ? source->hasTrait<OpTrait::ConstantLike>()
                  : getInvariant(value) || getSlice(value);
  }
  bool isCheap(Value value);
  /// `value`, of the forward step, in all steps.
  Value getStacked(Value value);
  Value getEarlierStates(Value value);
  /// Adds an argument to the step before those at `position`.
  BlockArgument addState(Value initial);
  BlockArgument addSequence(Value sequence);
  BlockArgument addInvariant(Value invariant);
  /// The number of the output that holds `value`, which is added if need be.
  unsigned addOutput(Value value) {
    size_t index = std::distance(outputs.begin(), llvm::find(outputs, value));
    if (index == outputs.size())
      outputs.push_back(value);
    return index;
  }

  ScanOp op;
  Differentiator &outer;
  Block &forward;
  Region region;
  /// The step that is built, and the operands and outputs of its scan.
  Block *step;
  SmallVector<Value> initial, sequences, invariants, next, outputs;

  /// The states whose gradients are carried.
  SmallVector<unsigned> states;
  /// Outputs that are gradients of sequences, by sequence.
  SmallVector<std::optional<unsigned>> sliceGradients;
  /// States that sum up gradients of invariants, and of which.
  SmallVector<unsigned> sums;
  SmallVector<InvariantSum> wholeSums;
  SmallVector<InvariantProduct> products;
  /// The outputs that hold what arrives at each product.
  SmallVector<unsigned> arrivals;

  /// Values of the forward step that the backward one uses, in program order,
  /// and those of them that are kept.
  SmallVector<Value> used;
  llvm::SetVector<Value> kept;
  /// Those that the forward scan stacks, and in which output.
  llvm::MapVector<Value, unsigned> stacked;
};
} // namespace

//===----------------------------------------------------------------------===//
// A step
//===----------------------------------------------------------------------===//

static bool isFloat(Value value) {
  return isa<FloatType>(getElementTypeOrSelf(value));
}

BlockArgument StepDifferentiator::addState(Value value) {
  initial.push_back(value);
  return step->insertArgument(unsigned(initial.size() - 1), value.getType(),
                              value.getLoc());
}

BlockArgument StepDifferentiator::addSequence(Value value) {
  sequences.push_back(value);
  RankedTensorType type = getTensorType(value);
  return step->insertArgument(
      unsigned(initial.size() + sequences.size() - 1),
      RankedTensorType::get(type.getShape().drop_front(),
                            type.getElementType()),
      value.getLoc());
}

BlockArgument StepDifferentiator::addInvariant(Value value) {
  invariants.push_back(value);
  return step->addArgument(value.getType(), value.getLoc());
}

/// A state varies if it does before the first step, or behind one.
LogicalResult StepDifferentiator::findActive() {
  for (auto [operand, argument] :
       llvm::zip(op.getOperands(), forward.getArguments()))
    if (outer.isActive(operand))
      active.insert(argument);
  for (bool hasChanged = true; hasChanged;) {
    for (Operation &inner : forward)
      if (failed(markActive(&inner)))
        return failure();
    hasChanged = false;
    for (auto [argument, value] :
         llvm::zip(op.getStateArguments(), op.getYield().getOperands()))
      if (active.contains(value) && isFloat(argument))
        hasChanged |= active.insert(argument).second;
  }
  return success();
}

/// The gradients that arrive behind a step: of the states, from the step behind
/// it, and of its outputs.
void StepDifferentiator::seed() {
  OpBuilder &place = outer.getBuilder();
  YieldOp yield = op.getYield();
  for (auto [i, argument] : llvm::enumerate(op.getStateArguments())) {
    if (!active.contains(argument))
      continue;
    Value gradient = outer.getGradient(op.getResult(i));
    if (!gradient)
      gradient = createSplat(place, backward.getLoc(),
                             getTensorType(op.getResult(i)), 0);
    states.push_back(i);
    Value arriving = addState(gradient);
    if (active.contains(yield.getOperand(i)))
      accumulate(yield.getOperand(i), arriving);
  }
  for (auto [value, output] : llvm::zip(
           yield.getOperands().drop_front(op.getNumStates()), op.getOutputs()))
    if (Value gradient = outer.getGradient(output);
        gradient && active.contains(value))
      accumulate(value, addSequence(gradient));
}

LogicalResult StepDifferentiator::collect(DifferentiableOpInterface part,
                                          MutableArrayRef<bool> needed) {
  auto linear = dyn_cast<LinearOp>(part.getOperation());
  auto matmul = dyn_cast<MatmulOp>(part.getOperation());
  if (!linear && !matmul)
    return success();
  InvariantProduct product = {part, part->getOperand(0), Value(), {}, {}};
  auto take = [&](unsigned index) {
    Value operand = part->getOperand(index);
    if (!needed[index] || !getInvariant(operand))
      return Value();
    needed[index] = false;
    return operand;
  };
  // Others are summed up: those whose factors are both the same in each step,
  // or both another one.
  if (getInvariant(product.factor) || !getInvariant(part->getOperand(1)) ||
      getTensorType(part->getOperand(1)).getRank() != 2)
    return success();
  product.weight = take(1);
  if (linear && linear.getBias())
    product.bias = take(2);
  if (!product.weight && !product.bias)
    return success();
  // The type in which the product computes its gradients.
  product.gradient =
      createCast(builder, part->getLoc(), gradients.lookup(part->getResult(0)),
                 getElementTypeOrSelf(product.factor));
  products.push_back(product);
  return success();
}

/// The sum over elements of the step that `gradient` is, such as that of a
/// bias; else null.
static SumOp getSum(Value gradient) {
  if (auto reshape = gradient.getDefiningOp<ReshapeOp>())
    gradient = reshape.getInput();
  auto sum = gradient.getDefiningOp<SumOp>();
  return sum && getElementTypeOrSelf(sum.getInput()) ==
                     getElementTypeOrSelf(gradient)
             ? sum
             : SumOp();
}

/// Ends the step with the gradients of the states before it, and of its slices.
void StepDifferentiator::yieldGradients() {
  Location loc = backward.getLoc();
  for (unsigned i : states) {
    BlockArgument argument = op.getStateArguments()[i];
    Value gradient = gradients.lookup(argument);
    next.push_back(gradient
                       ? gradient
                       : createSplat(builder, loc, getTensorType(argument), 0));
  }
  for (auto [i, argument] : llvm::enumerate(op.getInvariantArguments())) {
    Value gradient = gradients.lookup(argument);
    if (!gradient)
      continue;
    if (SumOp sum = getSum(gradient)) {
      SmallVector<int64_t> dims = {0};
      for (int64_t dim : getReducedDims(getTensorType(sum.getInput()).getRank(),
                                        sum.getDims()))
        dims.push_back(dim + 1);
      wholeSums.push_back(
          {unsigned(i), addOutput(sum.getInput()), std::move(dims)});
      continue;
    }
    RankedTensorType type = getTensorType(gradient);
    Type wide = getWideType(type.getElementType());
    Value sum =
        addState(createSplat(outer.getBuilder(), loc, type.clone(wide), 0));
    sums.push_back(i);
    next.push_back(AddOp::create(builder, loc, sum,
                                 createCast(builder, loc, gradient, wide)));
  }
  for (BlockArgument argument : op.getSliceArguments()) {
    Value gradient = gradients.lookup(argument);
    sliceGradients.push_back(gradient ? std::optional(addOutput(gradient))
                                      : std::nullopt);
  }
  for (InvariantProduct &product : products)
    arrivals.push_back(addOutput(product.gradient));
  SmallVector<Value> yielded(next);
  llvm::append_range(yielded, outputs);
  YieldOp::create(builder, loc, yielded);
  state.numMade += step->getOperations().size();
  eraseUnused(*step);
}

//===----------------------------------------------------------------------===//
// What the forward step keeps
//===----------------------------------------------------------------------===//

namespace {
/// A state as an output has it: behind the step that makes it.
struct StateOutput {
  unsigned state, output;
};
} // namespace

/// What `value` was before it was widened and narrowed again, the same number;
/// else `value`. A recurrent layer does so, for gradients of all uses to be
/// added in the wide type.
static Value skipRoundTrip(Value value) {
  auto narrowed = value.getDefiningOp<CastOp>();
  auto widened =
      narrowed ? narrowed.getInput().getDefiningOp<CastOp>() : CastOp();
  return widened && widened.getInput().getType() == value.getType() &&
                 isWider(getElementTypeOrSelf(widened),
                         getElementTypeOrSelf(value))
             ? widened.getInput()
             : value;
}

/// Finds the output that holds `value`, a state or its number in a narrower
/// type, behind the step before.
static std::optional<StateOutput> findStateOutput(ScanOp op, Value value) {
  Type elementType = getElementTypeOrSelf(value);
  if (auto narrow = value.getDefiningOp<CastOp>())
    value = narrow.getInput();
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || argument.getOwner() != &op.getBody().front() ||
      argument.getArgNumber() >= op.getNumStates())
    return std::nullopt;
  unsigned state = argument.getArgNumber();
  Value next = op.getYield().getOperand(state);
  // A number that was widened, and only that, is what it was.
  if (auto widened = next.getDefiningOp<CastOp>();
      widened && getElementTypeOrSelf(next) != elementType &&
      isWider(getElementTypeOrSelf(next),
              getElementTypeOrSelf(widened.getInput())))
    next = widened.getInput();
  if (getElementTypeOrSelf(next) != elementType)
    return std::nullopt;
  auto outputs = op.getYield().getOperands().drop_front(op.getNumStates());
  auto found = llvm::find_if(outputs, [&](Value output) {
    return skipRoundTrip(output) == skipRoundTrip(next);
  });
  if (found == outputs.end())
    return std::nullopt;
  return StateOutput{state, unsigned(std::distance(outputs.begin(), found))};
}

/// True if `value` is computed again rather than kept: it moves elements, or
/// converts them, of what is there anyway.
bool StepDifferentiator::isCheap(Value value) {
  Operation *source = value.getDefiningOp();
  if (!source ||
      !isa<CastOp, ReshapeOp, TransposeOp, BroadcastToOp, SliceOp, ConcatOp>(
          source))
    return false;
  return llvm::all_of(source->getOperands(), [&](Value operand) {
    return isFree(operand) || kept.contains(operand) || isCheap(operand);
  });
}

void StepDifferentiator::keepForwardValues() {
  llvm::SetVector<Value> values;
  step->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      if (operand.getParentBlock() == &forward)
        values.insert(operand);
  });
  used = values.takeVector();
  llvm::sort(used, [](Value a, Value b) {
    auto number = [](Value value) {
      auto argument = dyn_cast<BlockArgument>(value);
      return argument ? argument.getArgNumber()
                      : cast<OpResult>(value).getResultNumber();
    };
    Operation *first = a.getDefiningOp(), *second = b.getDefiningOp();
    if (first == second)
      return number(a) < number(b);
    return !first || (second && first->isBeforeInBlock(second));
  });
  // What one is made of has been seen before it.
  for (Value value : used)
    if (!isFree(value) && !isCheap(value))
      kept.insert(value);
  SmallVector<Value> stacks(
      op.getYield().getOperands().drop_front(op.getNumStates()));
  auto stack = [&](Value value) {
    if (getSlice(value) || findStateOutput(op, value))
      return;
    // A state is kept where it is made.
    if (auto argument = dyn_cast<BlockArgument>(value))
      value = op.getYield().getOperand(argument.getArgNumber());
    auto known = llvm::find(stacks, value);
    stacked[value] = std::distance(stacks.begin(), known);
    if (known == stacks.end())
      stacks.push_back(value);
  };
  for (Value value : kept)
    stack(value);
  for (const InvariantProduct &product : products)
    stack(product.factor);
  if (stacks.size() == op.getOutputs().size())
    return;
  OpBuilder place(op);
  op = op.takeSteps(place, stacks);
}

/// The states before all steps, where an output holds those behind them.
Value StepDifferentiator::getEarlierStates(Value value) {
  std::optional<StateOutput> found = findStateOutput(op, value);
  if (!found)
    return {};
  Type elementType = getElementTypeOrSelf(value);
  GraphBuilder c(outer.getBuilder(), value.getLoc(), elementType);
  SmallVector<int64_t> shape = c.getShape(value);
  shape.insert(shape.begin(), 1);
  Value first =
      c.reshape(c.cast(op.getInitial()[found->state], elementType), shape);
  Value all = op.getOutputs()[found->output];
  int64_t steps = op.getNumSteps();
  if (steps == 0)
    return all;
  if (steps == 1)
    return first;
  if (op.getReverse())
    return c.concat({c.part(all, 0, 1, steps - 1), first}, 0);
  return c.concat({first, c.part(all, 0, 0, steps - 1)}, 0);
}

Value StepDifferentiator::getStacked(Value value) {
  if (auto index = getSlice(value))
    return op.getSequences()[*index];
  auto output = stacked.find(value);
  return output == stacked.end() ? getEarlierStates(value)
                                 : op.getOutputs()[output->second];
}

/// Has the backward step take what it uses of the forward one.
void StepDifferentiator::takeForwardValues() {
  IRMapping mapping;
  OpBuilder start(op.getContext());
  start.setInsertionPointToStart(step);
  std::function<void(Value)> take = [&](Value value) {
    if (mapping.contains(value))
      return;
    if (auto index = getInvariant(value)) {
      mapping.map(value, addInvariant(op.getInvariants()[*index]));
    } else if (getSlice(value) || kept.contains(value)) {
      mapping.map(value, addSequence(getStacked(value)));
    } else {
      Operation *source = value.getDefiningOp();
      for (Value operand : source->getOperands())
        take(operand);
      start.clone(*source, mapping);
    }
  };
  for (Value value : used)
    take(value);
  step->walk([&](Operation *inner) {
    for (OpOperand &operand : inner->getOpOperands())
      if (operand.get().getParentBlock() == &forward)
        operand.set(mapping.lookup(operand.get()));
  });
}

//===----------------------------------------------------------------------===//
// All steps
//===----------------------------------------------------------------------===//

ScanOp StepDifferentiator::build() {
  SmallVector<Type> types;
  for (Value value : initial)
    types.push_back(value.getType());
  for (Value output : outputs) {
    RankedTensorType type = getTensorType(output);
    SmallVector<int64_t> shape(type.getShape());
    shape.insert(shape.begin(), op.getNumSteps());
    types.push_back(type.clone(shape));
  }
  OpBuilder &place = outer.getBuilder();
  IntegerAttr steps;
  if (sequences.empty())
    steps = place.getI64IntegerAttr(op.getNumSteps());
  auto scan = ScanOp::create(
      place, backward.getLoc(), types, initial, sequences, invariants, steps,
      op.getReverse() ? UnitAttr() : place.getUnitAttr());
  scan.getBody().takeBody(region);
  return scan;
}

/// Builds the product of all steps as if it had been one, of which the
/// derivative is known.
LogicalResult StepDifferentiator::passOn(const InvariantProduct &product,
                                         Value arrived) {
  OpBuilder &place = outer.getBuilder();
  Location loc = product.op->getLoc();
  auto flatten = [&](Value value) -> Value {
    ArrayRef<int64_t> shape = getTensorType(value).getShape();
    return ReshapeOp::create(
        place, loc, value,
        ArrayRef<int64_t>{ShapedType::getNumElements(shape.drop_back()),
                          shape.back()});
  };
  auto getOperand = [&](Value argument) {
    return argument ? op.getInvariants()[*getInvariant(argument)] : Value();
  };
  Value factors = flatten(getStacked(product.factor));
  Value gradient = flatten(arrived);
  Value weight = getOperand(product.op->getOperand(1));
  Type type = getElementTypeOrSelf(gradient);
  Value whole;
  if (auto linear = dyn_cast<LinearOp>(product.op))
    whole = createLinear(place, loc, factors, weight, getOperand(product.bias),
                         type, linear.getComputeTypeAttr());
  else
    whole = createMatmul(place, loc, factors, weight, type,
                         cast<MatmulOp>(product.op).getComputeTypeAttr());
  Operation *wholeOp = whole.getDefiningOp();
  SmallVector<bool> needed = {false, bool(product.weight)};
  needed.resize(wholeOp->getNumOperands(), bool(product.bias));
  SmallVector<Value> gradients(wholeOp->getNumOperands());
  LogicalResult result =
      cast<DifferentiableOpInterface>(wholeOp).buildGradients(
          place, gradient, needed, gradients);
  for (auto [operand, gradient] : llvm::zip(wholeOp->getOperands(), gradients))
    if (gradient)
      outer.accumulate(operand, gradient);
  wholeOp->erase();
  return result;
}

void StepDifferentiator::passOn(const InvariantSum &sum, Value arrived) {
  OpBuilder &place = outer.getBuilder();
  Value value = op.getInvariants()[sum.invariant];
  if (!outer.isActive(value))
    return;
  Value gradient =
      SumOp::create(place, backward.getLoc(), arrived, sum.dims, false);
  if (gradient.getType() != value.getType())
    gradient = ReshapeOp::create(place, backward.getLoc(), gradient,
                                 getTensorType(value).getShape());
  outer.accumulate(value, gradient);
}

/// Hands on what has arrived before the first step.
LogicalResult StepDifferentiator::passOn(ScanOp scan) {
  for (auto [i, state] : llvm::enumerate(states))
    if (Value value = op.getInitial()[state]; outer.isActive(value))
      outer.accumulate(value, scan.getResult(i));
  for (auto [i, output] : llvm::enumerate(sliceGradients))
    if (Value value = op.getSequences()[i]; output && outer.isActive(value))
      outer.accumulate(value, scan.getOutputs()[*output]);
  for (auto [i, invariant] : llvm::enumerate(sums)) {
    Value value = op.getInvariants()[invariant];
    if (outer.isActive(value))
      outer.accumulate(value, createCast(outer.getBuilder(), backward.getLoc(),
                                         scan.getResult(states.size() + i),
                                         getElementTypeOrSelf(value)));
  }
  for (const InvariantSum &sum : wholeSums)
    passOn(sum, scan.getOutputs()[sum.output]);
  for (auto [product, output] : llvm::zip(products, arrivals))
    if (failed(passOn(product, scan.getOutputs()[output])))
      return failure();
  return success();
}

FailureOr<ScanOp> StepDifferentiator::run() {
  if (failed(findActive()))
    return failure();
  seed();
  if (failed(sweep(op.getYield())))
    return failure();
  yieldGradients();
  keepForwardValues();
  takeForwardValues();
  if (failed(passOn(build())))
    return failure();
  return op;
}

FailureOr<ScanOp> mlir::amp::differentiateScan(ScanOp op, Differentiator &outer,
                                               DifferentiationState &state) {
  return StepDifferentiator(op, outer, state).run();
}
