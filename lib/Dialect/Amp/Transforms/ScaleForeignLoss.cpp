//===- ScaleForeignLoss.cpp -----------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EntryPoint.h"
#include "OpLocation.h"
#include "amp/Dialect/Amp/IR/Casts.h"
#include "amp/Dialect/Amp/Transforms/Passes.h"
#include "amp/Interfaces/HomogeneousOpInterface.h"
#include "amp/Interfaces/PrecisionOpInterface.h"
#include "amp/Options/PassOptions.h"
#include "amp/Support/BoundedRegex.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::amp {
#define GEN_PASS_DEF_AMPSCALEFOREIGNLOSSPASS
#include "amp/Dialect/Amp/Transforms/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

//===----------------------------------------------------------------------===//
// StableHLO by the names of its ops
//===----------------------------------------------------------------------===//

namespace {
/// Builds StableHLO, registered or not.
class HloBuilder : public ImplicitLocOpBuilder {
public:
  using ImplicitLocOpBuilder::ImplicitLocOpBuilder;

  Operation *build(StringRef name, TypeRange types, ValueRange operands,
                   ArrayRef<NamedAttribute> attributes = {},
                   unsigned numRegions = 0) {
    OperationState state(getLoc(), ("stablehlo." + name).str(), operands,
                         types);
    if (!attributes.empty())
      state.propertiesAttr = getDictionaryAttr(attributes);
    for (unsigned i = 0; i < numRegions; ++i)
      state.addRegion();
    return OpBuilder::create(state);
  }
  Value compute(StringRef name, Type type, ValueRange operands) {
    return build(name, type, operands)->getResult(0);
  }
  Value constant(DenseElementsAttr value) {
    return build("constant", value.getType(), {}, getNamedAttr("value", value))
        ->getResult(0);
  }
  /// `scalar` as a tensor of the shape of `type`.
  Value broadcast(Value scalar, RankedTensorType type) {
    return build("broadcast_in_dim", type.clone(getElementTypeOrSelf(scalar)),
                 scalar,
                 getNamedAttr("broadcast_dimensions", getDenseI64ArrayAttr({})))
        ->getResult(0);
  }
  /// Whether all elements of `value`, of i1, are true.
  Value all(Value value) {
    auto type = cast<RankedTensorType>(value.getType());
    auto scalar = RankedTensorType::get({}, getI1Type());
    Value yes = constant(DenseElementsAttr::get(scalar, true));
    auto dimensions = llvm::to_vector(llvm::seq<int64_t>(0, type.getRank()));
    Operation *op =
        build("reduce", scalar, {value, yes},
              getNamedAttr("dimensions", getDenseI64ArrayAttr(dimensions)), 1);
    OpBuilder::InsertionGuard guard(*this);
    Block *body = createBlock(&op->getRegion(0), {}, {scalar, scalar},
                              {getLoc(), getLoc()});
    build("return", {}, compute("and", scalar, body->getArguments()));
    return op->getResult(0);
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Powers of the scale
//===----------------------------------------------------------------------===//

namespace {
/// Which power of the scale is a factor of each value; none for one that may
/// have any, which zeros and what is no floating-point number may.
class Degrees {
public:
  using Degree = std::optional<int64_t>;

  Degree get(Value value) const { return degrees.lookup(value); }
  void set(Value value, Degree degree) { degrees[value] = degree; }
  LogicalResult process(Block &block);

private:
  LogicalResult process(Operation *op);
  LogicalResult processControl(Operation *op);
  /// Joins what arrives at `value` from two sides.
  LogicalResult join(Value value, Degree other, Operation *op);
  LogicalResult joinAll(ValueRange values, ValueRange others, Operation *op);
  LogicalResult refuse(Operation *op);

  DenseMap<Value, Degree> degrees;
  /// True if a join gave a value its degree since this was reset.
  bool hasChanged = false;
};
} // namespace

static bool isFloat(Value value) {
  return isa<FloatType>(getElementTypeOrSelf(value));
}

/// True if every element is zero, an infinity or NaN: a multiple of itself.
static bool hasAnyDegree(DenseElementsAttr value) {
  auto holds = [](const APFloat &number) {
    return number.isZero() || !number.isFinite();
  };
  return value.isSplat() ? holds(value.getSplatValue<APFloat>())
                         : llvm::all_of(value.getValues<APFloat>(), holds);
}

LogicalResult Degrees::refuse(Operation *op) {
  InFlightDiagnostic diag =
      op->emitOpError("does not pass the loss scale on as a factor:");
  for (auto [index, operand] : llvm::enumerate(op->getOperands()))
    if (isFloat(operand)) {
      diag << " operand " << index << " has ";
      if (Degree degree = get(operand))
        diag << "power " << *degree;
      else
        diag << "any power";
      diag << ",";
    }
  return diag << " so that the seed is another one, or the loss is not "
                 "differentiated here";
}

LogicalResult Degrees::join(Value value, Degree other, Operation *op) {
  Degree known = get(value);
  if (known && other && *known != *other)
    return op->emitOpError("joins values that have the loss scale as a factor "
                           "to the powers ")
           << *known << " and " << *other;
  if (!known && other) {
    set(value, other);
    hasChanged = true;
  }
  return success();
}

LogicalResult Degrees::joinAll(ValueRange values, ValueRange others,
                               Operation *op) {
  for (auto [value, other] : llvm::zip(values, others))
    if (isFloat(value) && failed(join(value, get(other), op)))
      return failure();
  return success();
}

/// True if `op` is a loop, of two regions: one that decides and one that gives
/// what the op does.
static bool isLoop(Operation *op) {
  return op->getNumRegions() == 2 &&
         op->getRegion(0).front().back().getOperandTypes() !=
             op->getResultTypes();
}

/// True if the regions of `op` are those of branches or of a loop: where nobody
/// defines the op they may be anything.
static bool hasControlForm(Operation *op) {
  if (llvm::any_of(op->getRegions(), [](Region &region) {
        return !llvm::hasSingleElement(region) || region.front().empty();
      }))
    return false;
  if (isLoop(op))
    return op->getOperandTypes() == op->getResultTypes() &&
           op->getRegion(0).getArgumentTypes() == op->getResultTypes() &&
           op->getRegion(1).getArgumentTypes() == op->getResultTypes() &&
           op->getRegion(1).front().back().getOperandTypes() ==
               op->getResultTypes();
  return llvm::all_of(op->getRegions(), [&](Region &region) {
    return region.getNumArguments() <= op->getNumOperands() &&
           region.front().back().getNumOperands() == op->getNumResults();
  });
}

/// A branch takes the last operands and gives what one of its regions gives. A
/// loop's second region takes what enters or what comes back, its first one
/// decides whether to.
LogicalResult Degrees::processControl(Operation *op) {
  if (!hasControlForm(op))
    return op->emitOpError("has regions through which the loss scale cannot be "
                           "followed: they are neither branches, of one block "
                           "that gives what the op gives, nor a loop, of "
                           "which two take and one gives that");
  if (!isLoop(op)) {
    for (Region &region : op->getRegions()) {
      ValueRange entering =
          op->getOperands().take_back(region.getNumArguments());
      if (failed(joinAll(region.getArguments(), entering, op)) ||
          failed(process(region.front())) ||
          failed(joinAll(op->getResults(), region.front().back().getOperands(),
                         op)))
        return failure();
    }
    return success();
  }
  Block &body = op->getRegion(1).front();
  if (failed(joinAll(body.getArguments(), op->getOperands(), op)))
    return failure();
  do {
    hasChanged = false;
    if (failed(process(body)) ||
        failed(joinAll(body.getArguments(), body.back().getOperands(), op)))
      return failure();
  } while (hasChanged);
  for (auto [result, inner, argument] :
       llvm::zip(op->getResults(), op->getRegion(0).getArguments(),
                 body.getArguments())) {
    set(result, get(argument));
    set(inner, get(argument));
  }
  // For a loop around this one, whose arguments may have changed before.
  hasChanged = true;
  return process(op->getRegion(0).front());
}

/// The degree that `op` gives: any, if it is one for each that an operand may
/// have, as for a product with zeros.
static FailureOr<std::optional<int64_t>>
inferDegree(HomogeneousOpInterface op,
            ArrayRef<std::optional<int64_t>> operands) {
  FailureOr<int64_t> inferred = op.inferDegree(operands);
  if (failed(inferred))
    return failure();
  auto probe = [&](int64_t degree) {
    SmallVector<std::optional<int64_t>> probed;
    for (auto [operand, value] : llvm::zip(operands, op->getOperands()))
      probed.push_back(operand || !isFloat(value) ? operand : degree);
    return op.inferDegree(probed);
  };
  FailureOr<int64_t> zeroth = probe(0), first = probe(1);
  if (succeeded(zeroth) && succeeded(first) && *zeroth != *first)
    return std::optional<int64_t>();
  return std::optional<int64_t>(*inferred);
}

LogicalResult Degrees::process(Operation *op) {
  if (isa<TransparentRegionsOpInterface>(op))
    return processControl(op);
  if (auto call = dyn_cast<func::CallOp>(op))
    return call.emitOpError("is in the way of the loss scale; run "
                            "amp-inline-calls");
  SmallVector<Degree> operands;
  bool hasFactor = false;
  for (Value operand : op->getOperands()) {
    Degree degree = isFloat(operand) ? get(operand) : Degree();
    operands.push_back(degree);
    hasFactor |= degree.value_or(0) != 0;
  }
  Degree result = 0;
  if (auto value = dyn_cast_if_present<DenseElementsAttr>(op->getAttr("value"));
      value && op->getNumOperands() == 0 &&
      isa<FloatType>(value.getElementType())) {
    if (hasAnyDegree(value))
      result = std::nullopt;
  } else if (auto homogeneous = dyn_cast<HomogeneousOpInterface>(op)) {
    FailureOr<Degree> inferred = inferDegree(homogeneous, operands);
    if (failed(inferred))
      return refuse(op);
    result = *inferred;
  } else if (hasFactor && op->getNumResults() != 0) {
    return refuse(op);
  }
  for (Value value : op->getResults())
    set(value, isFloat(value) ? result : Degree());
  return success();
}

LogicalResult Degrees::process(Block &block) {
  for (Operation &op : block)
    if (failed(process(&op)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

static bool isFloatTensor(Value value) {
  return isa<RankedTensorType>(value.getType()) && isFloat(value);
}

namespace {
struct AmpScaleForeignLossPass
    : public mlir::amp::impl::AmpScaleForeignLossPassBase<
          AmpScaleForeignLossPass> {
  using Base::Base;

  void runOnOperation() override {
    FailureOr<func::FuncOp> func = findEntryPoint(getOperation(), entry);
    if (failed(func) || failed(process(*func)))
      signalPassFailure();
  }

  InFlightDiagnostic fail(func::FuncOp func) {
    return func.emitError("amp-scale-foreign-loss: ");
  }

  /// The floating-point tensors that ops at locations with such a name give.
  LogicalResult findValues(func::FuncOp func, StringRef pattern,
                           SmallVectorImpl<Value> &values) {
    llvm::Expected<::amp::BoundedRegex> regex =
        ::amp::BoundedRegex::compile(pattern);
    if (!regex)
      return fail(func) << llvm::toString(regex.takeError());
    for (Operation &op : func.getBody().front()) {
      auto name = op.getLoc()->findInstanceOf<NameLoc>();
      if (name && !isa<CastOp>(op) && regex->match(name.getName().getValue()))
        llvm::append_range(
            values, llvm::make_filter_range(op.getResults(), isFloatTensor));
    }
    if (values.empty())
      return fail(func) << "no op of '" << func.getName()
                        << "' with a location that matches '" << pattern
                        << "' gives a tensor of floating-point numbers; print "
                           "locations into the program (in JAX, "
                           "enable_debug_info=True)";
    return success();
  }

  FailureOr<Value> findSeed(func::FuncOp func) {
    if (seed.has_value() == seedArgument.has_value())
      return fail(func) << "set one of seed and seed-argument";
    if (seedArgument) {
      if (*seedArgument < 0 || *seedArgument >= func.getNumArguments())
        return fail(func) << "seed-argument is " << *seedArgument << ", but '"
                          << func.getName() << "' has "
                          << func.getNumArguments()
                          << " arguments, counted from 0";
      Value argument = func.getArgument(*seedArgument);
      if (!isFloatTensor(argument))
        return fail(func) << "seed-argument " << *seedArgument << " is "
                          << argument.getType()
                          << ", no tensor of floating-point numbers";
      return argument;
    }
    SmallVector<Value> found;
    if (failed(findValues(func, *seed, found)))
      return failure();
    if (found.size() == 1)
      return found.front();
    InFlightDiagnostic diag = fail(func) << "the seed is one value, but '"
                                         << *seed << "' finds " << found.size();
    for (Value value : ArrayRef(found).take_front(4))
      diag.attachNote(value.getLoc()) << describeOp(value.getDefiningOp());
    return diag;
  }

  /// The places where gradients are used: those that results are, and those
  /// that were found by location.
  LogicalResult findGradients(func::FuncOp func,
                              SmallVectorImpl<OpOperand *> &results,
                              SmallVectorImpl<Value> &values) {
    if (gradients.empty() && !gradientLocations)
      return fail(func) << "name the gradients: set gradients, or "
                           "gradient-locations";
    Operation *end = func.getBody().front().getTerminator();
    for (int64_t index : gradients) {
      if (index < 0 || index >= end->getNumOperands())
        return fail(func) << "gradient " << index << " is no result of '"
                          << func.getName() << "', which has "
                          << end->getNumOperands() << ", counted from 0";
      if (!isFloatTensor(end->getOperand(index)))
        return fail(func) << "result " << index << " is "
                          << end->getOperand(index).getType()
                          << ", and no gradient";
      results.push_back(&end->getOpOperand(index));
    }
    if (gradientLocations &&
        failed(findValues(func, *gradientLocations, values)))
      return failure();
    // What others of them use is on the way to a gradient.
    DenseSet<Value> known(values.begin(), values.end());
    llvm::erase_if(values, [&](Value value) {
      return llvm::any_of(value.getUsers(), [&](Operation *user) {
        return llvm::any_of(user->getResults(),
                            [&](Value other) { return known.contains(other); });
      });
    });
    for (Value value : values)
      if (!cast<RankedTensorType>(value.getType()).hasStaticShape())
        return fail(func) << "a gradient is of unknown shape: "
                          << value.getType();
    for (OpOperand *result : results)
      if (!cast<RankedTensorType>(result->get().getType()).hasStaticShape())
        return fail(func) << "a gradient is of unknown shape: "
                          << result->get().getType();
    return success();
  }

  /// `value` multiplied by the scalar `factor`, in f32.
  static Value multiply(HloBuilder &builder, Value value, Value factor) {
    auto type = cast<RankedTensorType>(value.getType());
    Value wide =
        createCast(builder, builder.getLoc(), value, builder.getF32Type());
    auto wideType = cast<RankedTensorType>(wide.getType());
    if (type.getRank() != 0)
      factor = builder.broadcast(factor, wideType);
    Value product = builder.compute("multiply", wideType, {wide, factor});
    return createCast(builder, builder.getLoc(), product,
                      type.getElementType());
  }

  LogicalResult process(func::FuncOp func) {
    if (!getContext().getLoadedDialect("stablehlo"))
      return fail(func) << "the program has no op of StableHLO";
    FailureOr<Value> seedValue = findSeed(func);
    SmallVector<OpOperand *> results;
    SmallVector<Value> values;
    if (failed(seedValue) || failed(findGradients(func, results, values)))
      return failure();
    Block &body = func.getBody().front();
    HloBuilder builder(func.getLoc(), &getContext());
    auto scalar = RankedTensorType::get({}, builder.getF32Type());
    if (failed(func.insertArgument(func.getNumArguments(), scalar, {},
                                   func.getLoc())))
      return failure();
    Value scale = body.getArguments().back();

    builder.setInsertionPointToStart(&body);
    Value one = builder.constant(DenseElementsAttr::get(scalar, 1.0f));
    Value reciprocal = builder.compute("divide", scalar, {one, scale});
    // The seed, wherever it is used.
    builder.setLoc(seedValue->getLoc());
    if (seedValue->getDefiningOp())
      builder.setInsertionPointAfterValue(*seedValue);
    Operation *before = &*std::prev(builder.getInsertionPoint());
    Value scaled = multiply(builder, *seedValue, scale);
    SmallPtrSet<Operation *, 4> own;
    for (Operation *op = before->getNextNode();
         op != &*builder.getInsertionPoint(); op = op->getNextNode())
      own.insert(op);
    seedValue->replaceAllUsesExcept(scaled, own);

    // A gradient is tested before it is unscaled.
    SmallVector<Value> finite;
    auto unscale = [&](Value gradient) {
      auto type = cast<RankedTensorType>(gradient.getType());
      finite.push_back(builder.all(builder.compute(
          "is_finite", type.clone(builder.getI1Type()), gradient)));
      return multiply(builder, gradient, reciprocal);
    };
    for (Value value : values) {
      builder.setLoc(value.getLoc());
      builder.setInsertionPointAfterValue(value);
      SmallPtrSet<Operation *, 8> testers;
      Operation *after = value.getDefiningOp();
      Value unscaled = unscale(value);
      for (Operation *op = after->getNextNode(); op != unscaled.getDefiningOp();
           op = op->getNextNode())
        testers.insert(op);
      testers.insert(unscaled.getDefiningOp());
      value.replaceAllUsesExcept(unscaled, testers);
    }
    Operation *end = body.getTerminator();
    builder.setInsertionPoint(end);
    for (OpOperand *result : results) {
      builder.setLoc(result->get().getLoc());
      result->set(unscale(result->get()));
    }
    builder.setLoc(func.getLoc());
    auto flag = RankedTensorType::get({}, builder.getI1Type());
    Value all = finite.front();
    for (Value one : ArrayRef(finite).drop_front())
      all = builder.compute("and", flag, {all, one});
    Value found = builder.compute("not", flag, all);
    end->insertOperands(end->getNumOperands(), found);
    if (failed(func.insertResult(func.getNumResults(), flag, {})))
      return failure();
    return verify(func, scale);
  }

  LogicalResult verify(func::FuncOp func, Value scale) {
    Degrees degrees;
    Block &body = func.getBody().front();
    for (Value argument : body.getArguments())
      degrees.set(argument,
                  isFloat(argument) ? Degrees::Degree(0) : Degrees::Degree());
    degrees.set(scale, 1);
    if (failed(degrees.process(body)))
      return failure();
    bool hasFailed = false;
    for (OpOperand &result : body.getTerminator()->getOpOperands()) {
      int64_t degree = degrees.get(result.get()).value_or(0);
      if (degree == 0)
        continue;
      hasFailed = true;
      InFlightDiagnostic diag = fail(func);
      diag << "result " << result.getOperandNumber();
      if (degree > 0)
        diag << " is left multiplied by the loss scale: it depends on the "
                "seed; name it among the gradients";
      else
        diag << " is divided by the loss scale, and was not multiplied by it: "
                "it does not depend on the seed, or is named twice";
      if (Operation *op = result.get().getDefiningOp())
        diag.attachNote(op->getLoc()) << "it is made here";
    }
    return failure(hasFailed);
  }
};
} // namespace
