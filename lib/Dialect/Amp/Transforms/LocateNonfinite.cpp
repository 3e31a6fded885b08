//===- LocateNonfinite.cpp -----------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EntryPoint.h"
#include "Expansion.h"
#include "OpLocation.h"
#include "amp/Dialect/Amp/IR/Casts.h"
#include "amp/Dialect/Amp/IR/Elementwise.h"
#include "amp/Dialect/Amp/IR/Gradients.h"
#include "amp/Dialect/Amp/IR/Optimizers.h"
#include "amp/Dialect/Amp/IR/Reductions.h"
#include "amp/Dialect/Amp/IR/Regions.h"
#include "amp/Dialect/Amp/IR/Scaling.h"
#include "amp/Dialect/Amp/IR/State.h"
#include "amp/Dialect/Amp/Transforms/Passes.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::amp {
#define GEN_PASS_DEF_AMPLOCATENONFINITEPASS
#include "amp/Dialect/Amp/Transforms/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

static bool isFloat(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && isa<FloatType>(type.getElementType()) &&
         type.getNumElements() != 0;
}

namespace {
/// A test in the graph: whether something is not finite, an i1; what, a number
/// of `locations`; and in which step of a scan, null where it is in none.
struct Test {
  Value flag, number, step;
};

/// The tests of a function.
class Located {
public:
  Located(func::FuncOp func, const DenseSet<Operation *> &forward)
      : loc(func.getLoc()), forward(forward),
        i64(RankedTensorType::get({},
                                  IntegerType::get(func.getContext(), 64))) {}

  /// Adds a test of the floats among `values`, if there are some, with an entry
  /// in `locations`.
  void addTest(OpBuilder &builder, SmallVectorImpl<Test> &tests,
               ValueRange values, StringRef kind, StringRef op, StringRef name,
               Location opLoc);
  /// Adds tests of what the ops of `block` give.
  void testOps(Block &block, SmallVectorImpl<Test> &inputs,
               SmallVectorImpl<Test> &results);
  /// The number, or the step, of the first of `tests` that failed; -1 if there
  /// is none.
  Value findFirst(OpBuilder &builder, ArrayRef<Test> tests,
                  Value Test::*what) const;

  SmallVector<Attribute> locations;

private:
  /// Tests the ops of a step: the scan carries which was the first that failed,
  /// and in which step.
  void testScan(ScanOp scan, SmallVectorImpl<Test> &results);
  Value createNumber(OpBuilder &builder, int64_t number) const {
    return createSplat(builder, loc, i64, static_cast<double>(number));
  }

  Location loc;
  const DenseSet<Operation *> &forward;
  RankedTensorType i64;
  /// Whether the ops that are tested are those of the forward pass.
  bool isForward = true;
};
} // namespace

/// NaN where an element of `operand` is an index out of range, else 0; null
/// if it is no index.
static Value createIsOutOfRange(OpBuilder &builder, OpOperand &operand) {
  auto op = dyn_cast<IndexRangeOpInterface>(operand.getOwner());
  std::optional<IndexRange> range =
      op ? op.getIndexRange(operand.getOperandNumber()) : std::nullopt;
  if (!range)
    return {};
  // What is tested must be there before the op.
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(op);
  Location loc = op->getLoc();
  Type i64 = builder.getI64Type(), f32 = builder.getF32Type();
  Value index = createCast(builder, loc, operand.get(), i64);
  auto compare = [&](ComparePredicate predicate, int64_t number) -> Value {
    auto type = RankedTensorType::get({}, i64);
    Value bound = ConstantOp::create(
        builder, loc, type,
        DenseElementsAttr::get(type, builder.getI64IntegerAttr(number)));
    return CompareOp::create(builder, loc, predicate, index, bound);
  };
  Value wrong = LogicalOrOp::create(
      builder, loc, compare(ComparePredicate::LT, range->lower),
      compare(ComparePredicate::GE, range->upper));
  if (range->ignored)
    wrong = LogicalAndOp::create(
        builder, loc, wrong, compare(ComparePredicate::NE, *range->ignored));
  RankedTensorType scalar = RankedTensorType::get({}, f32);
  Value nan = createSplat(builder, loc, scalar,
                          std::numeric_limits<double>::quiet_NaN());
  return WhereOp::create(builder, loc, wrong, nan,
                         createSplat(builder, loc, scalar, 0));
}

/// Whether one of `values` holds what is not finite, by ops that a step of a
/// scan may hold.
static Value createIsNonfinite(OpBuilder &builder, Location loc,
                               ArrayRef<Value> values) {
  Value flag;
  for (Value value : values) {
    Value isFinite = IsFiniteOp::create(builder, loc, value);
    Value wrong = LogicalNotOp::create(builder, loc, isFinite);
    if (getTensorType(value).getRank() != 0)
      wrong = AnyOp::create(builder, loc, wrong, ArrayRef<int64_t>(),
                            /*keepdim=*/false);
    flag = flag ? LogicalOrOp::create(builder, loc, flag, wrong).getResult()
                : wrong;
  }
  return flag;
}

static StringRef getName(Location loc) {
  auto name = loc->findInstanceOf<NameLoc>();
  return name ? name.getName().getValue() : StringRef();
}

void Located::addTest(OpBuilder &builder, SmallVectorImpl<Test> &tests,
                      ValueRange values, StringRef kind, StringRef op,
                      StringRef name, Location opLoc) {
  SmallVector<Value> floats =
      llvm::to_vector(llvm::make_filter_range(values, isFloat));
  if (floats.empty())
    return;
  bool isStep = isa<ScanOp>(builder.getInsertionBlock()->getParentOp());
  auto i1 = RankedTensorType::get({}, builder.getI1Type());
  Value flag =
      isStep ? createIsNonfinite(builder, loc, floats)
             : CheckFiniteOp::create(builder, loc, i1, floats).getResult();
  tests.push_back({flag, {}, {}});
  tests.back().number =
      createNumber(builder, static_cast<int64_t>(locations.size()));
  std::string type;
  llvm::raw_string_ostream(type) << getElementTypeOrSelf(floats.front());
  auto entry = [&](StringRef key, StringRef value) {
    return builder.getNamedAttr(key, builder.getStringAttr(value));
  };
  locations.push_back(builder.getDictionaryAttr(
      {entry("kind", kind), entry("op", op), entry("name", name),
       entry("location", describeLocation(opLoc)), entry("type", type)}));
}

void Located::testOps(Block &block, SmallVectorImpl<Test> &inputs,
                      SmallVectorImpl<Test> &results) {
  SmallVector<Operation *> ops;
  for (Operation &op : block.without_terminator())
    ops.push_back(&op);
  bool isStep = isa<ScanOp>(block.getParentOp());
  for (Operation *op : ops) {
    OpBuilder builder(op->getContext());
    builder.setInsertionPointAfter(op);
    StringRef opName = op->getName().getStringRef();
    Location opLoc = op->getLoc();
    // What a constant holds was meant, such as the mask of an attention.
    if (op->hasTrait<OpTrait::ConstantLike>())
      continue;
    if (auto read = dyn_cast<ReadOp>(op)) {
      addTest(builder, inputs, op->getResults(), "variable", "",
              read.getVariable(), opLoc);
      continue;
    }
    if (!isStep)
      isForward = forward.contains(op);
    if (auto scan = dyn_cast<ScanOp>(op)) {
      testScan(scan, results);
      continue;
    }
    if (isForward)
      for (OpOperand &operand : op->getOpOperands())
        if (Value wrong = createIsOutOfRange(builder, operand))
          addTest(builder, results, wrong, "index", opName, getName(opLoc),
                  opLoc);
    addTest(builder, results, op->getResults(),
            isForward ? "result" : "gradient", opName, getName(opLoc), opLoc);
  }
}

Value Located::findFirst(OpBuilder &builder, ArrayRef<Test> tests,
                         Value Test::*what) const {
  Value none = createNumber(builder, -1), first = none;
  for (const Test &test : llvm::reverse(tests))
    first = WhereOp::create(builder, loc, test.flag,
                            test.*what ? test.*what : none, first);
  return first;
}

void Located::testScan(ScanOp scan, SmallVectorImpl<Test> &results) {
  SmallVector<Test> inputs, tests;
  testOps(scan.getBody().front(), inputs, tests);
  if (tests.empty())
    return;
  OpBuilder builder(scan);
  // The first that failed, its step, and which step is next: from 1, by places
  // in the sequences.
  unsigned count = scan.getNumStates();
  SmallVector<Value> initial(scan.getInitial());
  initial.append(
      {createNumber(builder, -1), createNumber(builder, -1),
       createNumber(builder, scan.getReverse() ? scan.getNumSteps() : 1)});
  SmallVector<Type> types(scan.getResultTypes());
  types.insert(types.begin() + count, 3, i64);
  auto tested = ScanOp::create(builder, scan.getLoc(), types, initial,
                               scan.getSequences(), scan.getInvariants(),
                               scan.getStepsAttr(), scan.getReverseAttr());
  tested->setDiscardableAttrs(scan->getDiscardableAttrDictionary());
  tested.getBody().takeBody(scan.getBody());
  Block &body = tested.getBody().front();
  auto addState = [&](unsigned index) -> Value {
    return body.insertArgument(count + index, i64, loc);
  };
  Value number = addState(0), step = addState(1), place = addState(2);
  YieldOp yield = tested.getYield();
  builder.setInsertionPoint(yield);
  Value isSearching = CompareOp::create(builder, loc, ComparePredicate::LT,
                                        number, createNumber(builder, 0));
  auto choose = [&](Value found, Value known) -> Value {
    return WhereOp::create(builder, loc, isSearching, found, known);
  };
  Value next = AddOp::create(
      builder, loc, place, createNumber(builder, tested.getReverse() ? -1 : 1));
  SmallVector<Value> yielded(yield.getOperands());
  Value states[] = {choose(findFirst(builder, tests, &Test::number), number),
                    choose(place, step), next};
  yielded.insert(yielded.begin() + count, std::begin(states), std::end(states));
  yield->setOperands(yielded);
  for (OpResult result : scan->getResults()) {
    unsigned index = result.getResultNumber();
    result.replaceAllUsesWith(
        tested->getResult(index < count ? index : index + 3));
  }
  scan.erase();
  builder.setInsertionPointAfter(tested);
  Value found = tested->getResult(count);
  results.push_back({CompareOp::create(builder, loc, ComparePredicate::GE,
                                       found, createNumber(builder, 0)),
                     found, tested->getResult(count + 1)});
}

namespace {
struct AmpLocateNonfinitePass
    : public amp::impl::AmpLocateNonfinitePassBase<AmpLocateNonfinitePass> {
  using Base::Base;

  void runOnOperation() override {
    FailureOr<func::FuncOp> func = findEntryPoint(getOperation(), entry);
    if (failed(func))
      return signalPassFailure();
    WalkResult sized = func->walk([](Operation *op) {
      return failed(verifyStaticShapes(op, "amp-locate-nonfinite"))
                 ? WalkResult::interrupt()
                 : WalkResult::advance();
    });
    if (sized.wasInterrupted())
      return signalPassFailure();
    locate(*func);
  }

  void locate(func::FuncOp func) {
    // What a backward pass brings is named apart: its ops lie where those of
    // the forward pass do.
    DenseSet<Operation *> forward;
    for (Operation &op : func.front())
      forward.insert(&op);
    SmallVector<Value> gradients;
    removeChanges(func, gradients);

    Block &body = func.front();
    Operation *terminator = body.getTerminator();
    Location loc = func.getLoc();
    OpBuilder builder(func.getContext());
    RankedTensorType i64 = RankedTensorType::get({}, builder.getI64Type());
    RankedTensorType f32 = RankedTensorType::get({}, builder.getF32Type());
    Located located(func, forward);
    builder.setInsertionPointToStart(&body);
    SmallVector<Test> inputs, results;
    for (BlockArgument argument : body.getArguments()) {
      auto name = func.getArgAttrOfType<StringAttr>(argument.getArgNumber(),
                                                    "amp.name");
      located.addTest(builder, inputs, argument, "argument", "",
                      name ? name.getValue() : "", argument.getLoc());
    }
    // Loops are replaced, and so are gradients that they give.
    terminator->setOperands(gradients);
    located.testOps(body, inputs, results);
    gradients = llvm::to_vector(terminator->getOperands());

    builder.setInsertionPoint(terminator);
    Value zeros = createShareOfZeros(builder, loc, gradients);
    terminator->setOperands({located.findFirst(builder, inputs, &Test::number),
                             located.findFirst(builder, results, &Test::number),
                             located.findFirst(builder, results, &Test::step),
                             zeros});
    func.setType(
        builder.getFunctionType(func.getArgumentTypes(), {i64, i64, i64, f32}));
    SmallVector<Attribute> names;
    for (StringRef name : {"nonfinite_input", "nonfinite_op", "nonfinite_step",
                           "zero_gradients"})
      names.push_back(builder.getDictionaryAttr(
          builder.getNamedAttr("amp.name", builder.getStringAttr(name))));
    func.setResAttrsAttr(builder.getArrayAttr(names));
    func->setAttr("amp.op_locations", builder.getArrayAttr(located.locations));
    // No policy speaks of the tests, nor of derivatives outside their regions.
    func->removeAttr("amp.assigned");
  }

  /// How many of all elements of `gradients` are 0, from 0 to 1.
  static Value createShareOfZeros(OpBuilder &builder, Location loc,
                                  ArrayRef<Value> gradients) {
    Type f32 = builder.getF32Type();
    RankedTensorType scalar = RankedTensorType::get({}, f32);
    double all = 0;
    for (Value gradient : gradients)
      all += static_cast<double>(getTensorType(gradient).getNumElements());
    Value share = createSplat(builder, loc, scalar, 0);
    for (Value gradient : gradients) {
      RankedTensorType type = getTensorType(gradient);
      if (type.getNumElements() == 0)
        continue;
      Value zero = createSplat(
          builder, loc, RankedTensorType::get({}, type.getElementType()), 0);
      Value isZero =
          CompareOp::create(builder, loc, ComparePredicate::EQ, gradient, zero);
      Value mean =
          MeanOp::create(builder, loc, createCast(builder, loc, isZero, f32),
                         ArrayRef<int64_t>(), false);
      Value weight =
          createSplat(builder, loc, scalar,
                      static_cast<double>(type.getNumElements()) / all);
      share = AddOp::create(builder, loc, share,
                            MulOp::create(builder, loc, mean, weight));
    }
    return share;
  }

  /// Leaves what computes values, and takes out what changes state. Backward
  /// regions become part of the body. Gives the gradients of all steps.
  void removeChanges(func::FuncOp func, SmallVectorImpl<Value> &stepped) {
    for (auto backward :
         llvm::make_early_inc_range(func.getOps<BackwardOp>())) {
      if (backward.getBody().empty())
        continue;
      SmallVector<Value> gradients;
      expandBackward(backward, gradients);
      backward->replaceAllUsesWith(gradients);
      backward.erase();
    }
    for (Operation &op :
         llvm::make_early_inc_range(llvm::reverse(func.front()))) {
      if (isa<UnscaleOp, CheckFiniteOp>(op)) {
        // What is tested here is tested where it is made.
        OpBuilder builder(&op);
        for (auto [i, result] : llvm::enumerate(op.getResults())) {
          RankedTensorType type = getTensorType(result);
          if (isa<UnscaleOp>(op) && i + 1 < op.getNumResults())
            result.replaceAllUsesWith(createCast(
                builder, op.getLoc(), op.getOperand(i), type.getElementType()));
          else
            result.replaceAllUsesWith(
                createSplat(builder, op.getLoc(), type, 0));
        }
        op.erase();
        continue;
      }
      if (auto accumulate = dyn_cast<AccumulateOp>(op)) {
        OpBuilder builder(&op);
        for (auto [gradient, sum] :
             llvm::zip(accumulate.getGradients(), accumulate.getSums()))
          sum.replaceAllUsesWith(
              createCast(builder, op.getLoc(), gradient,
                         getTensorType(sum).getElementType()));
        accumulate.getComplete().replaceAllUsesWith(createSplat(
            builder, op.getLoc(), getTensorType(accumulate.getComplete()), 1));
        op.erase();
        continue;
      }
      // Their gradients are not what they will be yet.
      if (isa<StepOp>(op))
        continue;
      if (op.use_empty() && hasEffect<MemoryEffects::Write>(&op))
        op.erase();
    }
    for (auto step : llvm::make_early_inc_range(func.getOps<StepOp>())) {
      llvm::append_range(stepped, step.getGradients());
      step.erase();
    }
  }
};
} // namespace
