//===- GraphError.cpp - What a graph of core ops may be off by ------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphError.h"

#include "amp/Dialect/Amp/IR/Casts.h"
#include "amp/Dialect/Amp/IR/Contractions.h"
#include "amp/Dialect/Amp/IR/Convolutions.h"
#include "amp/Dialect/Amp/IR/Elementwise.h"
#include "amp/Dialect/Amp/IR/Indexing.h"
#include "amp/Dialect/Amp/IR/Pooling.h"
#include "amp/Dialect/Amp/IR/Reductions.h"
#include "amp/Dialect/Amp/IR/Regions.h"
#include "amp/Dialect/Amp/IR/Shapes.h"
#include "amp/Support/Error.h"
#include "amp/Support/WindowRule.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace amp;
using namespace amp::test;
using namespace mlir::amp;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;
using mlir::Block;
using mlir::FloatType;
using mlir::getElementTypeOrSelf;
using mlir::Operation;
using mlir::Type;
using mlir::Value;
namespace arith = mlir::arith;
namespace math = mlir::math;

using Failure = std::string;

namespace {
/// The type of the library under test for one of MLIR.
std::optional<ElementType> getStored(Type type) {
  return type.isF64()    ? std::optional(ElementType::F64)
         : type.isF32()  ? std::optional(ElementType::F32)
         : type.isF16()  ? std::optional(ElementType::F16)
         : type.isBF16() ? std::optional(ElementType::BF16)
                         : std::nullopt;
}

/// Rounded as an element of `type`; what the type holds is itself.
Num store(Num number, Type type) {
  std::optional<ElementType> stored = getStored(type);
  if (!stored ||
      (number.error == 0 && roundTo(*stored, number.value) == number.value))
    return number;
  if (!std::isfinite(number.value))
    return number;
  return Rounding::store(number, *stored);
}

Rounding getRounding(Type type) {
  return Rounding(type.isF64() ? ElementType::F64 : ElementType::F32);
}

/// A function that is off by `units` of the result's own unit. Its change over
/// the error of its operands is taken at the corners: the functions are
/// monotonic in each operand over such small intervals.
Num apply(llvm::function_ref<Real(llvm::ArrayRef<Real>)> function,
          llvm::ArrayRef<Num> operands, Type type, Real units) {
  llvm::SmallVector<Real, 3> point;
  for (Num operand : operands)
    point.push_back(operand.value);
  Real y = function(point), error = 0;
  for (unsigned corner = 0; corner < 1u << operands.size(); ++corner) {
    llvm::SmallVector<Real, 3> moved;
    for (auto [i, operand] : llvm::enumerate(operands))
      moved.push_back(operand.value +
                      (corner >> i & 1 ? operand.error : -operand.error));
    Real change = std::fabs(function(moved) - y);
    if (change > error)
      error = change;
  }
  if (!std::isfinite(y))
    return {y, 0};
  ElementType computed = type.isF64() ? ElementType::F64 : ElementType::F32;
  // What rounds correctly rounds a number of the type to itself.
  if (error == 0 && units <= 1 && roundTo(computed, y) == y)
    return {y};
  return {y,
          error + units * formatOf(computed).unit() * (std::fabs(y) + error)};
}

/// True, false, or unknown where the errors overlap. Exact values that are
/// equal are one number, such as an element and the extremum that it attains.
std::optional<bool> compare(arith::CmpFPredicate predicate, Num a, Num b) {
  using P = arith::CmpFPredicate;
  bool isUnordered = std::isnan(a.value) || std::isnan(b.value);
  bool isEquality = predicate == P::OEQ || predicate == P::UNE;
  if (!isUnordered && a.error + b.error > 0 &&
      !(std::fabs(a.value - b.value) > a.error + b.error) &&
      !(isEquality && a.value == b.value))
    return std::nullopt;
  switch (predicate) {
  case P::OEQ:
    return !isUnordered && a.value == b.value;
  case P::ONE:
    return !isUnordered && a.value != b.value;
  case P::UNE:
    return isUnordered || a.value != b.value;
  case P::OLT:
    return !isUnordered && a.value < b.value;
  case P::OLE:
    return !isUnordered && a.value <= b.value;
  case P::OGT:
    return !isUnordered && a.value > b.value;
  case P::OGE:
    return !isUnordered && a.value >= b.value;
  case P::ULT:
    return isUnordered || a.value < b.value;
  case P::ULE:
    return isUnordered || a.value <= b.value;
  case P::UGT:
    return isUnordered || a.value > b.value;
  case P::UGE:
    return isUnordered || a.value >= b.value;
  case P::ORD:
    return !isUnordered;
  case P::UNO:
    return isUnordered;
  default:
    return std::nullopt;
  }
}

/// The computation of one element, op by op.
class Scalar {
public:
  explicit Scalar(ElementwiseOpInterface op) {
    mlir::OpBuilder builder(op->getContext());
    builder.setInsertionPointToEnd(&block);
    llvm::SmallVector<Value> operands;
    for (Value operand : op->getOperands()) {
      Type type = getElementTypeOrSelf(operand);
      if (is16BitFloat(type))
        type = builder.getF32Type();
      operands.push_back(block.addArgument(type, op.getLoc()));
    }
    result = op.buildScalar(builder, op.getLoc(), operands);
  }
  ~Scalar() { block.dropAllReferences(); }

  Num evaluate(llvm::ArrayRef<Num> operands, Failure &failure) {
    llvm::DenseMap<Value, Num> values;
    for (auto [argument, operand] : llvm::zip(block.getArguments(), operands))
      values[argument] = operand;
    for (Operation &op : block) {
      llvm::SmallVector<Num, 3> inputs;
      for (Value operand : op.getOperands())
        inputs.push_back(values.lookup(operand));
      values[op.getResult(0)] = evaluate(&op, inputs, failure);
    }
    return values.lookup(result);
  }

private:
  static Num evaluate(Operation *op, llvm::ArrayRef<Num> x, Failure &failure);

  Block block;
  Value result;
};

using Function = Real (*)(Real);

/// Functions of one number, and the units by which kernels may be off.
std::optional<std::pair<Function, Real>> getFunction(Operation *op) {
  using Found = std::pair<Function, Real>;
  return llvm::TypeSwitch<Operation *, std::optional<Found>>(op)
      .Case([](math::ExpOp) { return Found(std::exp, 8); })
      .Case([](math::LogOp) { return Found(std::log, 8); })
      .Case([](math::Log2Op) { return Found(std::log2, 8); })
      .Case([](math::Log10Op) { return Found(std::log10, 12); })
      .Case([](math::SqrtOp) { return Found(std::sqrt, 1); })
      .Case([](math::ErfOp) { return Found(std::erf, 8); })
      .Case([](math::ErfcOp) { return Found(std::erfc, 20); })
      .Case([](math::TanhOp) { return Found(std::tanh, 8); })
      .Case([](math::SinOp) { return Found(std::sin, 8); })
      .Case([](math::CosOp) { return Found(std::cos, 8); })
      .Case([](math::TanOp) { return Found(std::tan, 16); })
      .Case([](math::SinhOp) { return Found(std::sinh, 12); })
      .Case([](math::CoshOp) { return Found(std::cosh, 8); })
      .Case([](math::AcosOp) { return Found(std::acos, 8); })
      .Case([](math::AsinOp) { return Found(std::asin, 8); })
      .Case([](math::AtanOp) { return Found(std::atan, 8); })
      .Default([](Operation *) { return std::nullopt; });
}

Num Scalar::evaluate(Operation *op, llvm::ArrayRef<Num> x, Failure &failure) {
  Type type = op->getResult(0).getType();
  auto change = [&](llvm::function_ref<Real(llvm::ArrayRef<Real>)> function,
                    Real units) { return apply(function, x, type, units); };
  if (auto known = getFunction(op))
    return change([&](auto a) { return known->first(a[0]); }, known->second);
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    if (auto value = dyn_cast<mlir::FloatAttr>(constant.getValue()))
      return {static_cast<Real>(value.getValueAsDouble())};
    auto value = cast<mlir::IntegerAttr>(constant.getValue());
    return {value.getType().isInteger(1)
                ? Real(value.getValue().getZExtValue())
                : Real(value.getValue().getSExtValue())};
  }
  if (isa<arith::AddFOp>(op))
    return change([](auto a) { return a[0] + a[1]; }, 1);
  if (isa<arith::SubFOp>(op))
    return change([](auto a) { return a[0] - a[1]; }, 1);
  if (isa<arith::MulFOp>(op))
    return change([](auto a) { return a[0] * a[1]; }, 1);
  if (isa<arith::DivFOp>(op))
    return change([](auto a) { return a[0] / a[1]; }, 1);
  if (isa<math::PowFOp>(op))
    return change([](auto a) { return std::pow(a[0], a[1]); }, 32);
  if (isa<math::Atan2Op>(op))
    return change([](auto a) { return std::atan2(a[0], a[1]); }, 12);
  if (isa<math::CopySignOp>(op))
    return {std::copysign(x[0].value, x[1].value), x[0].error};
  if (isa<arith::NegFOp>(op))
    return {-x[0].value, x[0].error};
  if (isa<math::AbsFOp>(op))
    return {std::fabs(x[0].value), x[0].error};
  if (isa<arith::MaximumFOp, arith::MinimumFOp>(op)) {
    bool isMaximum = isa<arith::MaximumFOp>(op);
    if (std::isnan(x[0].value) || std::isnan(x[1].value))
      return {Real(NAN)};
    return change(
        [&](auto a) {
          return isMaximum ? std::max(a[0], a[1]) : std::min(a[0], a[1]);
        },
        0);
  }
  if (isa<arith::RemFOp>(op)) {
    if (x[0].error != 0 || x[1].error != 0)
      failure = "a remainder is open";
    return {std::fmod(x[0].value, x[1].value)};
  }
  if (isa<math::FloorOp, math::CeilOp, math::RoundEvenOp>(op)) {
    auto round = [&](Real a) {
      return isa<math::FloorOp>(op)  ? std::floor(a)
             : isa<math::CeilOp>(op) ? std::ceil(a)
                                     : std::rint(a);
    };
    if (round(x[0].value - x[0].error) != round(x[0].value + x[0].error))
      failure = "a rounding to an integer is open";
    return {round(x[0].value)};
  }
  if (auto test = dyn_cast<arith::CmpFOp>(op)) {
    std::optional<bool> known = compare(test.getPredicate(), x[0], x[1]);
    if (!known)
      failure = "a comparison is open";
    return {Real(known.value_or(false))};
  }
  if (isa<arith::SelectOp>(op))
    return x[0].value != 0 ? x[1] : x[2];
  // Integers and truth values.
  auto integer = [&](size_t i) { return static_cast<int64_t>(x[i].value); };
  if (auto test = dyn_cast<arith::CmpIOp>(op)) {
    using P = arith::CmpIPredicate;
    int64_t a = integer(0), b = integer(1);
    switch (test.getPredicate()) {
    case P::eq:
      return {Real(a == b)};
    case P::ne:
      return {Real(a != b)};
    case P::slt:
      return {Real(a < b)};
    case P::sle:
      return {Real(a <= b)};
    case P::sgt:
      return {Real(a > b)};
    case P::sge:
      return {Real(a >= b)};
    default:
      break;
    }
  }
  if (isa<arith::AddIOp>(op))
    return {Real(integer(0) + integer(1))};
  if (isa<arith::SubIOp>(op))
    return {Real(integer(0) - integer(1))};
  if (isa<arith::MulIOp>(op))
    return {Real(integer(0) * integer(1))};
  if (isa<arith::AndIOp>(op))
    return {Real(integer(0) & integer(1))};
  if (isa<arith::OrIOp>(op))
    return {Real(integer(0) | integer(1))};
  if (isa<arith::XOrIOp>(op))
    return {Real(integer(0) ^ integer(1))};
  if (isa<arith::ExtUIOp, arith::ExtSIOp, arith::TruncIOp, arith::SIToFPOp,
          arith::UIToFPOp, arith::ExtFOp>(op))
    return x[0];
  if (isa<arith::TruncFOp>(op))
    return store(x[0], type);
  failure = "no rule for " + op->getName().getStringRef().str();
  return {};
}

/// A tensor's elements.
struct Field {
  llvm::SmallVector<int64_t> shape;
  Nums elements;

  explicit Field(llvm::ArrayRef<int64_t> shape = {})
      : shape(shape.begin(), shape.end()),
        elements(llvm::product_of(shape, int64_t(1))) {}
};

/// The index of each dimension of element `i` of `shape`.
llvm::SmallVector<int64_t> unravel(int64_t i, llvm::ArrayRef<int64_t> shape) {
  llvm::SmallVector<int64_t> index(shape.size());
  for (size_t dim = shape.size(); dim-- > 0; i /= shape[dim])
    index[dim] = i % shape[dim];
  return index;
}

int64_t ravel(llvm::ArrayRef<int64_t> index, llvm::ArrayRef<int64_t> shape) {
  int64_t i = 0;
  for (auto [place, size] : llvm::zip_equal(index, shape))
    i = i * size + place;
  return i;
}

class Evaluator {
public:
  void evaluate(Operation *op);
  Field &operator[](Value value) { return fields[value]; }
  Failure failure;

private:
  void evaluateElementwise(ElementwiseOpInterface op);
  void evaluateReduction(Operation *op, llvm::ArrayRef<int64_t> dims);
  void evaluateProduct(Operation *op);
  void evaluateConvolution(Operation *op);
  void evaluate(SumWindowsOp op);
  void evaluate(MaxWindowsOp op);
  void evaluate(SumChosenOp op);
  void evaluate(Im2colOp op);
  void evaluate(Col2imOp op);
  void evaluateScan(ScanOp scan);
  bool move(Operation *op);
  bool index(Operation *op);

  llvm::DenseMap<Value, Field> fields;
};

Field makeField(Value value) { return Field(getTensorType(value).getShape()); }

void Evaluator::evaluateElementwise(ElementwiseOpInterface op) {
  Value result = op->getResult(0);
  Type type = getElementTypeOrSelf(result);
  Field y = makeField(result);
  // Formulas that cancel on purpose (MathFunctions.cpp): the functions
  // themselves, with the units that ElementwiseFunctionsTest.cpp holds them to.
  std::optional<std::pair<Function, Real>> whole;
  if (isa<Log1pOp>(op.getOperation()))
    whole = {std::log1p, 16};
  else if (isa<Expm1Op>(op.getOperation()))
    whole = {std::expm1, 16};
  Scalar scalar(op);
  for (size_t i = 0; i < y.elements.size(); ++i) {
    llvm::SmallVector<Num, 3> operands;
    for (Value operand : op->getOperands()) {
      Field &x = fields[operand];
      operands.push_back(x.elements[broadcastIndex(i, y.shape, x.shape)]);
    }
    Num element = whole ? apply([&](auto a) { return whole->first(a[0]); },
                                operands, type, whole->second)
                        : scalar.evaluate(operands, failure);
    // These give one of their operands' numbers, which their type holds.
    bool isExact = isa<NegOp, AbsOp, WhereOp, MaximumOp, MinimumOp, ReluOp,
                       ReluBackwardOp>(op.getOperation());
    y.elements[i] = isExact ? element : store(element, type);
  }
  fields[result] = std::move(y);
}

void Evaluator::evaluateReduction(Operation *op, llvm::ArrayRef<int64_t> dims) {
  Value result = op->getResult(0);
  const Field &x = fields[op->getOperand(0)];
  llvm::SmallVector<int64_t> reduced =
      getReducedDims(static_cast<int64_t>(x.shape.size()), dims);
  Field y = makeField(result);
  std::vector<Nums> terms(y.elements.size());
  for (size_t i = 0; i < x.elements.size(); ++i) {
    llvm::SmallVector<int64_t> index = unravel(i, x.shape), kept, shape;
    for (auto [dim, place] : llvm::enumerate(index))
      if (!llvm::is_contained(reduced, static_cast<int64_t>(dim))) {
        kept.push_back(place);
        shape.push_back(x.shape[dim]);
      }
    terms[ravel(kept, shape)].push_back(x.elements[i]);
  }
  Type type = getElementTypeOrSelf(result);
  Rounding rounding = getRounding(type);
  for (auto [element, list] : llvm::zip_equal(y.elements, terms)) {
    if (isa<SumOp>(op)) {
      element = store(rounding.sum(list), type);
    } else if (isa<MeanOp>(op)) {
      element = store(rounding.mean(list), type);
    } else {
      bool isMaximum = isa<AmaxOp>(op);
      element = list.front();
      for (Num n : list) {
        if (isMaximum ? n.value > element.value : n.value < element.value)
          element.value = n.value;
        element.error = std::max(element.error, n.error);
      }
    }
  }
  fields[result] = std::move(y);
}

void Evaluator::evaluateProduct(Operation *op) {
  Value result = op->getResult(0);
  Type type = getElementTypeOrSelf(result);
  Rounding rounding = getRounding(type);
  const Field &a = fields[op->getOperand(0)], &b = fields[op->getOperand(1)];
  bool isLinear = isa<LinearOp>(op);
  Field y = makeField(result);
  int64_t depth = a.shape.back();
  auto at = [](const Field &matrix, llvm::ArrayRef<int64_t> index, int64_t row,
               int64_t column) {
    llvm::SmallVector<int64_t> place(index.drop_back(2));
    place.resize(matrix.shape.size() - 2, 0);
    place.push_back(row);
    place.push_back(column);
    return matrix.elements[ravel(place, matrix.shape)];
  };
  for (size_t i = 0; i < y.elements.size(); ++i) {
    llvm::SmallVector<int64_t> index = unravel(i, y.shape);
    Nums left, right;
    for (int64_t k = 0; k < depth; ++k) {
      if (isLinear) {
        index.back() = k;
        left.push_back(a.elements[ravel(index, a.shape)]);
        index.back() = unravel(i, y.shape).back();
        right.push_back(at(b, {0, 0}, index.back(), k));
        continue;
      }
      left.push_back(at(a, index, index[index.size() - 2], k));
      right.push_back(at(b, index, k, index.back()));
    }
    if (op->getNumOperands() > 2) {
      left.push_back(fields[op->getOperand(2)].elements[index.back()]);
      right.push_back(1);
    }
    y.elements[i] = store(rounding.dot(left, right), type);
  }
  fields[result] = std::move(y);
}

/// All three products are sums of the same terms: for each element of the
/// output [N, O, ...] and each of a kernel of [O, C / groups, ...] one, unless
/// the element of the input [N, C, ...] is outside.
void Evaluator::evaluateConvolution(Operation *op) {
  auto forward = dyn_cast<ConvolutionOp>(op);
  auto byInput = dyn_cast<ConvolutionBackwardInputOp>(op);
  Value result = op->getResult(0);
  // Input, weight and output, one of which is computed from the other two.
  Value values[3] = {op->getOperand(0), op->getOperand(1), result};
  unsigned computed = forward ? 2 : byInput ? 0 : 1;
  if (byInput)
    std::swap(values[0], values[2]);
  else if (!forward)
    std::swap(values[1], values[2]);
  auto numbers = [&](llvm::StringRef name) {
    return op->getAttrOfType<mlir::DenseI64ArrayAttr>(name).asArrayRef();
  };
  llvm::ArrayRef<int64_t> stride = numbers("stride"),
                          padding = numbers("padding"),
                          dilation = numbers("dilation");
  Field y = makeField(result);
  Field *fieldOf[3];
  for (unsigned i = 0; i < 3; ++i)
    fieldOf[i] = i == computed ? &y : &fields[values[i]];
  llvm::ArrayRef<int64_t> input = fieldOf[0]->shape, weight = fieldOf[1]->shape,
                          output = fieldOf[2]->shape;
  int64_t groups = input[1] / weight[1], outputs = output[1] / groups;
  std::vector<Nums> left(y.elements.size()), right(y.elements.size());
  llvm::SmallVector<int64_t> kernel(weight.drop_front());
  int64_t numElements = llvm::product_of(kernel, int64_t(1));
  for (size_t i = 0; i < fieldOf[2]->elements.size(); ++i)
    for (int64_t k = 0; k < numElements; ++k) {
      llvm::SmallVector<int64_t> at = unravel(i, output),
                                 from = unravel(k, kernel);
      llvm::SmallVector<int64_t> source = {at[0], at[1] / outputs * weight[1] +
                                                      from[0]};
      bool isThere = true;
      for (size_t dim = 0; dim < stride.size(); ++dim) {
        int64_t place = stride[dim] * at[dim + 2] +
                        dilation[dim] * from[dim + 1] - padding[dim];
        isThere &= place >= 0 && place < input[dim + 2];
        source.push_back(place);
      }
      if (!isThere)
        continue;
      int64_t places[3] = {ravel(source, input), at[1] * numElements + k,
                           static_cast<int64_t>(i)};
      unsigned a = computed == 0 ? 2 : 0, b = computed == 1 ? 2 : 1;
      left[places[computed]].push_back(fieldOf[a]->elements[places[a]]);
      right[places[computed]].push_back(fieldOf[b]->elements[places[b]]);
    }
  Type type = getElementTypeOrSelf(result);
  for (size_t i = 0; i < y.elements.size(); ++i) {
    if (forward && forward.getBias()) {
      left[i].push_back(
          fields[forward.getBias()].elements[unravel(i, y.shape)[1]]);
      right[i].push_back(1);
    }
    y.elements[i] = store(getRounding(type).dot(left[i], right[i]), type);
  }
  fields[result] = std::move(y);
}

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

template <typename OpTy>
llvm::SmallVector<WindowRule> getRules(OpTy op) {
  return getWindowRules(op.getSize(), op.getCount(), op.getStride(),
                        op.getDivisor(), op.getBegin(), op.getEnd());
}

/// An element of a window: where it is of the dimensions that the rules are of,
/// and where in the window of each of them.
struct WindowElement {
  int64_t place;
  llvm::SmallVector<int64_t, 3> offsets;
};

/// The elements that exist of the window of `positions`, each `step`th along a
/// dimension, in their order.
llvm::SmallVector<WindowElement> getWindow(llvm::ArrayRef<WindowRule> rules,
                                           llvm::ArrayRef<int64_t> positions,
                                           llvm::ArrayRef<int64_t> step = {}) {
  llvm::SmallVector<WindowElement> window = {{0, {}}};
  for (auto [dim, rule] : llvm::enumerate(rules)) {
    llvm::SmallVector<WindowElement> next;
    int64_t begin = rule.getBegin(positions[dim]);
    for (const WindowElement &outer : window)
      for (int64_t i = begin; i < rule.getEnd(positions[dim]);
           i += step.empty() ? 1 : step[dim]) {
        if (i < 0 || i >= rule.size)
          continue;
        next.push_back({outer.place * rule.size + i, outer.offsets});
        next.back().offsets.push_back(i - begin);
      }
    window = std::move(next);
  }
  return window;
}

/// Of one number nothing is rounded.
Num sumOf(const Nums &terms, Rounding rounding) {
  return terms.size() == 1 ? terms[0] : rounding.sum(terms);
}

void Evaluator::evaluate(SumWindowsOp op) {
  llvm::SmallVector<WindowRule> rules = getRules(op);
  const Field &x = fields[op.getInput()];
  Field y = makeField(op.getResult());
  Type type = getElementTypeOrSelf(op.getResult());
  Rounding rounding = getRounding(type);
  for (size_t i = 0; i < y.elements.size(); ++i) {
    llvm::SmallVector<int64_t> at = unravel(i, y.shape),
                               positions = unravel(at[1], op.getCount());
    Nums terms;
    for (const WindowElement &element : getWindow(rules, positions)) {
      Num term = x.elements[ravel({at[0], element.place, at[2]}, x.shape)];
      if (std::optional<llvm::ArrayRef<double>> weights = op.getWeights()) {
        int64_t start = 0;
        for (auto [dim, rule] : llvm::enumerate(rules)) {
          int64_t most = rule.getMostElements();
          Real weight =
              (*weights)[start + positions[dim] * most + element.offsets[dim]];
          term = rounding.mul(term, rounding.constant(weight));
          start += rule.count * most;
        }
      }
      terms.push_back(term);
    }
    y.elements[i] = store(sumOf(terms, rounding), type);
  }
  fields[op.getResult()] = std::move(y);
}

void Evaluator::evaluate(MaxWindowsOp op) {
  llvm::SmallVector<WindowRule> rules = getRules(op);
  const Field &x = fields[op.getInput()];
  Field values = makeField(op.getValues()), index = makeField(op.getIndex());
  for (size_t i = 0; i < values.elements.size(); ++i) {
    llvm::SmallVector<int64_t> at = unravel(i, values.shape);
    Num largest = {-INFINITY, 0};
    int64_t chosen = -1;
    llvm::SmallVector<std::pair<int64_t, Num>> window;
    for (const WindowElement &element :
         getWindow(rules, unravel(at[1], op.getCount()), op.getStep())) {
      Num n = x.elements[ravel({at[0], element.place, at[2]}, x.shape)];
      window.push_back({element.place, n});
      if (chosen < 0 || std::isnan(n.value) || n.value > largest.value) {
        largest = n;
        chosen = element.place;
      }
    }
    // What may be the largest one instead. Equal numbers are one number, as
    // those that were copied.
    Real error = largest.error;
    for (auto [place, n] : window) {
      Real both = n.error + largest.error;
      if (both == 0 || largest.value - n.value > both)
        continue;
      error = std::max(error, n.error);
      if (n.value != largest.value && !op.getIndex().use_empty())
        failure = "the largest element is open";
    }
    values.elements[i] = {largest.value, error};
    index.elements[i] = Real(chosen);
  }
  fields[op.getValues()] = std::move(values);
  fields[op.getIndex()] = std::move(index);
}

void Evaluator::evaluate(SumChosenOp op) {
  const Field &x = fields[op.getInput()], &index = fields[op.getIndex()];
  Field y = makeField(op.getResult());
  std::vector<Nums> terms(y.elements.size());
  for (size_t i = 0; i < x.elements.size(); ++i) {
    llvm::SmallVector<int64_t> at = unravel(i, x.shape);
    at[1] = static_cast<int64_t>(index.elements[i].value);
    if (at[1] >= 0 && at[1] < y.shape[1])
      terms[ravel(at, y.shape)].push_back(x.elements[i]);
  }
  Type type = getElementTypeOrSelf(op.getResult());
  for (auto [element, list] : llvm::zip_equal(y.elements, terms))
    element = store(sumOf(list, getRounding(type)), type);
  fields[op.getResult()] = std::move(y);
}

/// Calls `visit` for each element of the columns [N, C k, L] that is one of the
/// images [N, C, ...], with the places of both.
template <typename OpTy>
void forEachGathered(OpTy op, llvm::ArrayRef<int64_t> images,
                     llvm::ArrayRef<int64_t> columns,
                     llvm::function_ref<void(int64_t, int64_t)> visit) {
  llvm::ArrayRef<int64_t> kernel = op.getKernelSize();
  llvm::SmallVector<int64_t> counts, taps = {images[1]};
  llvm::append_range(taps, kernel);
  for (size_t dim = 0; dim < kernel.size(); ++dim)
    counts.push_back((images[dim + 2] + 2 * op.getPadding()[dim] -
                      op.getDilation()[dim] * (kernel[dim] - 1) - 1) /
                         op.getStride()[dim] +
                     1);
  for (int64_t i = 0; i < columns[0] * columns[1] * columns[2]; ++i) {
    llvm::SmallVector<int64_t> at = unravel(i, columns),
                               tap = unravel(at[1], taps),
                               position = unravel(at[2], counts),
                               place = {at[0], tap[0]};
    bool isThere = true;
    for (size_t dim = 0; dim < kernel.size(); ++dim) {
      place.push_back(op.getStride()[dim] * position[dim] +
                      op.getDilation()[dim] * tap[dim + 1] -
                      op.getPadding()[dim]);
      isThere &= place.back() >= 0 && place.back() < images[dim + 2];
    }
    if (isThere)
      visit(ravel(place, images), i);
  }
}

void Evaluator::evaluate(Im2colOp op) {
  const Field &x = fields[op.getInput()];
  Field y = makeField(op.getResult());
  forEachGathered(op, x.shape, y.shape, [&](int64_t from, int64_t to) {
    y.elements[to] = x.elements[from];
  });
  fields[op.getResult()] = std::move(y);
}

void Evaluator::evaluate(Col2imOp op) {
  const Field &x = fields[op.getInput()];
  Field y = makeField(op.getResult());
  std::vector<Nums> terms(y.elements.size());
  forEachGathered(op, y.shape, x.shape, [&](int64_t to, int64_t from) {
    terms[to].push_back(x.elements[from]);
  });
  Type type = getElementTypeOrSelf(op.getResult());
  for (auto [element, list] : llvm::zip_equal(y.elements, terms))
    element = store(sumOf(list, getRounding(type)), type);
  fields[op.getResult()] = std::move(y);
}

/// Ops that give elements of their operands, or zeros.
bool Evaluator::move(Operation *op) {
  Value result = op->getResult(0);
  Field y = makeField(result);
  auto source = [&](size_t i = 0) -> Field & {
    return fields[op->getOperand(i)];
  };
  if (isa<ReshapeOp, DetachOp>(op)) {
    y.elements = source().elements;
  } else if (isa<BroadcastToOp>(op)) {
    for (size_t i = 0; i < y.elements.size(); ++i)
      y.elements[i] =
          source().elements[broadcastIndex(i, y.shape, source().shape)];
  } else if (auto transpose = dyn_cast<TransposeOp>(op)) {
    for (size_t i = 0; i < y.elements.size(); ++i) {
      llvm::SmallVector<int64_t> index = unravel(i, y.shape), from = index;
      for (auto [dim, place] : llvm::enumerate(transpose.getPermutation()))
        from[place] = index[dim];
      y.elements[i] = source().elements[ravel(from, source().shape)];
    }
  } else if (isa<SliceOp, SliceBackwardOp>(op)) {
    bool isSlice = isa<SliceOp>(op);
    auto slice = dyn_cast<SliceOp>(op);
    auto backward = dyn_cast<SliceBackwardOp>(op);
    llvm::ArrayRef<int64_t> offsets =
        isSlice ? slice.getOffsets() : backward.getOffsets();
    llvm::ArrayRef<int64_t> strides =
        isSlice ? slice.getStrides() : backward.getStrides();
    const Field &x = source();
    const Field &part = isSlice ? y : x, &all = isSlice ? x : y;
    for (size_t i = 0; i < part.elements.size(); ++i) {
      llvm::SmallVector<int64_t> index = unravel(i, part.shape);
      for (auto [dim, place] : llvm::enumerate(index))
        place = offsets[dim] + place * (strides.empty() ? 1 : strides[dim]);
      int64_t place = ravel(index, all.shape);
      if (isSlice)
        y.elements[i] = x.elements[place];
      else
        y.elements[place] = x.elements[i];
    }
  } else if (auto concat = dyn_cast<ConcatOp>(op)) {
    auto dim = static_cast<int64_t>(concat.getDim());
    dim += dim < 0 ? static_cast<int64_t>(y.shape.size()) : 0;
    int64_t offset = 0;
    for (Value input : concat.getInputs()) {
      Field &x = fields[input];
      for (size_t i = 0; i < x.elements.size(); ++i) {
        llvm::SmallVector<int64_t> index = unravel(i, x.shape);
        index[dim] += offset;
        y.elements[ravel(index, y.shape)] = x.elements[i];
      }
      offset += x.shape[dim];
    }
  } else if (isa<OneHotOp>(op)) {
    int64_t classes = y.shape.back();
    for (size_t i = 0; i < source().elements.size(); ++i) {
      auto index = static_cast<int64_t>(source().elements[i].value);
      if (index >= 0 && index < classes)
        y.elements[i * classes + index] = 1;
    }
  } else {
    return false;
  }
  fields[result] = std::move(y);
  return true;
}

/// Ops along the second of three dimensions.
bool Evaluator::index(Operation *op) {
  if (!isa<ReadAtOp, SumAtOp, LastAtOp>(op))
    return false;
  Value result = op->getResult(0);
  Type type = getElementTypeOrSelf(result);
  Field y = makeField(result);
  const Field &places = fields[op->getOperand(isa<LastAtOp>(op) ? 0 : 1)];
  auto placeOf = [&](llvm::ArrayRef<int64_t> element) {
    llvm::SmallVector<int64_t> index(element);
    for (size_t dim : {0, 2})
      if (places.shape[dim] == 1)
        index[dim] = 0;
    return static_cast<int64_t>(
        places.elements[ravel(index, places.shape)].value);
  };
  if (auto read = dyn_cast<ReadAtOp>(op)) {
    const Field &x = fields[read.getInput()];
    for (size_t i = 0; i < y.elements.size(); ++i) {
      llvm::SmallVector<int64_t> element = unravel(i, y.shape);
      element[1] = placeOf(element);
      bool isThere = element[1] >= 0 && element[1] < x.shape[1];
      bool isZero = read.getZeros() || !isa<FloatType>(type);
      y.elements[i] = isThere  ? x.elements[ravel(element, x.shape)]
                      : isZero ? Num(0)
                               : Num(NAN);
    }
  } else {
    auto sum = dyn_cast<SumAtOp>(op);
    const Field &x = sum ? fields[sum.getInput()] : places;
    std::vector<Nums> terms(y.elements.size());
    if (sum && sum.getOnto())
      for (size_t i = 0; i < terms.size(); ++i)
        terms[i].push_back(fields[sum.getOnto()].elements[i]);
    for (size_t i = 0; i < y.elements.size() && !sum; ++i)
      y.elements[i] = -1;
    for (size_t i = 0; i < x.elements.size(); ++i) {
      llvm::SmallVector<int64_t> element = unravel(i, x.shape);
      int64_t number = element[1];
      element[1] = placeOf(element);
      if (element[1] < 0 || element[1] >= y.shape[1])
        continue;
      int64_t at = ravel(element, y.shape);
      if (sum)
        terms[at].push_back(x.elements[i]);
      else
        y.elements[at] = Real(number);
    }
    for (size_t i = 0; i < y.elements.size() && sum; ++i)
      y.elements[i] = store(getRounding(type).sum(terms[i]), type);
  }
  fields[result] = std::move(y);
  return true;
}

/// The steps one after the other: what a state is off by goes on to the next.
void Evaluator::evaluateScan(ScanOp scan) {
  auto copy = [&](Value from, Value to) {
    Field field = fields[from];
    fields[to] = std::move(field);
  };
  for (auto [initial, argument] :
       llvm::zip_equal(scan.getInitial(), scan.getStateArguments()))
    copy(initial, argument);
  for (auto [value, argument] :
       llvm::zip_equal(scan.getInvariants(), scan.getInvariantArguments()))
    copy(value, argument);
  llvm::SmallVector<Field> outputs;
  for (Value output : scan.getOutputs())
    outputs.push_back(makeField(output));
  for (int64_t i = 0, steps = scan.getNumSteps(); i < steps; ++i) {
    int64_t step = scan.getReverse() ? steps - 1 - i : i;
    for (auto [sequence, argument] :
         llvm::zip_equal(scan.getSequences(), scan.getSliceArguments())) {
      Field slice = makeField(argument);
      auto first = fields[sequence].elements.begin() +
                   step * static_cast<int64_t>(slice.elements.size());
      std::copy_n(first, slice.elements.size(), slice.elements.begin());
      fields[argument] = std::move(slice);
    }
    for (Operation &op : scan.getBody().front().without_terminator()) {
      evaluate(&op);
      if (!failure.empty())
        return;
    }
    // A step may yield a state that it was given in the place of another one.
    llvm::SmallVector<Field> yielded;
    for (Value value : scan.getYield().getOperands())
      yielded.push_back(fields[value]);
    unsigned states = scan.getNumStates();
    for (auto [k, argument] : llvm::enumerate(scan.getStateArguments()))
      fields[argument] = std::move(yielded[k]);
    for (auto [k, output] : llvm::enumerate(outputs)) {
      const Nums &part = yielded[states + k].elements;
      llvm::copy(part, output.elements.begin() +
                           step * static_cast<int64_t>(part.size()));
    }
  }
  for (auto [argument, last] :
       llvm::zip_equal(scan.getStateArguments(), scan.getLastStates()))
    copy(argument, last);
  for (auto [field, output] : llvm::zip_equal(outputs, scan.getOutputs()))
    fields[output] = std::move(field);
}

void Evaluator::evaluate(Operation *op) {
  if (auto constant = dyn_cast<ConstantOp>(op)) {
    Field y = makeField(op->getResult(0));
    auto elements = cast<mlir::DenseElementsAttr>(constant.getValue());
    for (size_t i = 0; i < y.elements.size(); ++i) {
      if (isa<FloatType>(elements.getElementType())) {
        llvm::APFloat value = *(elements.value_begin<llvm::APFloat>() + i);
        bool isLossy;
        value.convert(llvm::APFloat::IEEEdouble(),
                      llvm::APFloat::rmNearestTiesToEven, &isLossy);
        Real number = value.convertToDouble();
        // One that fills its type was rounded to it.
        bool isShort = roundTo(ElementType::BF16, number) == number;
        y.elements[i] =
            isShort ? Num(number)
                    : getRounding(elements.getElementType()).constant(number);
      } else {
        llvm::APInt value = *(elements.value_begin<llvm::APInt>() + i);
        y.elements[i] = value.getBitWidth() == 1 ? Real(value.getZExtValue())
                                                 : Real(value.getSExtValue());
      }
    }
    fields[op->getResult(0)] = std::move(y);
  } else if (auto castOp = dyn_cast<CastOp>(op)) {
    Field y = fields[castOp.getInput()];
    for (Num &element : y.elements)
      element = store(element, castOp.getType().getElementType());
    fields[op->getResult(0)] = std::move(y);
  } else if (auto elementwise = dyn_cast<ElementwiseOpInterface>(op)) {
    evaluateElementwise(elementwise);
  } else if (isa<LinearOp, MatmulOp>(op)) {
    evaluateProduct(op);
  } else if (isa<ConvolutionOp, ConvolutionBackwardInputOp,
                 ConvolutionBackwardWeightOp>(op)) {
    evaluateConvolution(op);
  } else if (auto sums = dyn_cast<SumWindowsOp>(op)) {
    evaluate(sums);
  } else if (auto maxima = dyn_cast<MaxWindowsOp>(op)) {
    evaluate(maxima);
  } else if (auto chosen = dyn_cast<SumChosenOp>(op)) {
    evaluate(chosen);
  } else if (auto columns = dyn_cast<Im2colOp>(op)) {
    evaluate(columns);
  } else if (auto images = dyn_cast<Col2imOp>(op)) {
    evaluate(images);
  } else if (auto scan = dyn_cast<ScanOp>(op)) {
    evaluateScan(scan);
  } else if (auto sum = dyn_cast<SumOp>(op)) {
    evaluateReduction(op, sum.getDims());
  } else if (auto mean = dyn_cast<MeanOp>(op)) {
    evaluateReduction(op, mean.getDims());
  } else if (auto largest = dyn_cast<AmaxOp>(op)) {
    evaluateReduction(op, largest.getDims());
  } else if (auto least = dyn_cast<AminOp>(op)) {
    evaluateReduction(op, least.getDims());
  } else if (op->getNumResults() != 1 || !(move(op) || index(op))) {
    failure = "no rule for " + op->getName().getStringRef().str();
  }
}
} // namespace

llvm::Expected<std::vector<Nums>>
amp::test::evaluateWithErrors(mlir::func::FuncOp func,
                              const std::vector<Nums> &arguments) {
  Evaluator evaluator;
  Block &body = func.getBody().front();
  for (auto [argument, elements] :
       llvm::zip_equal(body.getArguments(), arguments)) {
    Field field = makeField(argument);
    field.elements = elements;
    evaluator[argument] = std::move(field);
  }
  for (Operation &op : body.without_terminator()) {
    evaluator.evaluate(&op);
    if (!evaluator.failure.empty())
      return llvm::createStringError(op.getName().getStringRef() + ": " +
                                     evaluator.failure);
  }
  std::vector<Nums> results;
  for (Value value : body.getTerminator()->getOperands())
    results.push_back(evaluator[value].elements);
  return results;
}
