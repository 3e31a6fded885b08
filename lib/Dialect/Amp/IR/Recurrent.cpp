//===- Recurrent.cpp - Recurrent networks ---------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Types, verification and folds.

#include "amp/Dialect/Amp/IR/Recurrent.h"

#include "ShapeRules.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

namespace {
/// The weights of a step by name; biases may be null.
struct StepWeights {
  Value input, hidden, inputBias, hiddenBias;

  /// Of `operands`, two or four.
  explicit StepWeights(ValueRange operands)
      : input(operands[0]), hidden(operands[1]) {
    if (operands.size() > 2) {
      inputBias = operands[2];
      hiddenBias = operands[3];
    }
  }
};
} // namespace

/// Checks the weights of a step from `inputs` features, and gives the number of
/// hidden units; `hidden` is that of the states. `suffix` is behind the names.
static FailureOr<int64_t> inferHiddenUnits(const ShapeRules &rules,
                                           const StepWeights &weights,
                                           int64_t gates, int64_t inputs,
                                           int64_t hidden,
                                           const std::string &suffix = "") {
  auto expectShape = [&](StringRef name, Value value, ArrayRef<int64_t> shape) {
    return rules.expectShape(name.str() + suffix, value, shape);
  };
  if (failed(
          rules.expectRank("w_hh" + suffix, weights.hidden, 2, "[gates H, H]")))
    return failure();
  hidden = mergeSizes(hidden, getTensorType(weights.hidden).getDimSize(1));
  int64_t rows = multiplySize(hidden, gates);
  if (failed(expectShape("w_ih", weights.input, {rows, inputs})) ||
      failed(expectShape("w_hh", weights.hidden, {rows, hidden})) ||
      failed(expectShape("b_ih", weights.inputBias, rows)) ||
      failed(expectShape("b_hh", weights.hiddenBias, rows)))
    return failure();
  return hidden;
}

template <int gates, bool hasCell, typename AdaptorT>
static LogicalResult inferRecurrentCell(const ShapeRules &rules,
                                        AdaptorT adaptor,
                                        SmallVectorImpl<Type> &types) {
  static constexpr StringRef names[] = {"hx", "cx"};
  // The op's own accessors would not notice that one of two biases is missing.
  ValueRange operands = adaptor.getOperands();
  constexpr size_t states = hasCell ? 2 : 1, count = states + 3;
  if (operands.size() != count && operands.size() != count + 2)
    return rules.error("expects both b_ih and b_hh or neither, so ", count,
                       " or ", count + 2, " operands, found ", operands.size());
  Value inputValue = operands[0], hx = operands[1];
  if (failed(rules.expectOneElementType(operands)) ||
      failed(rules.expectRank("input", inputValue, 2, "[N, in]")) ||
      failed(rules.expectRank("hx", hx, 2, "[N, H]")))
    return failure();
  RankedTensorType input = getTensorType(inputValue);
  RankedTensorType state = getTensorType(hx);
  FailureOr<int64_t> hidden =
      inferHiddenUnits(rules, StepWeights(operands.drop_front(states + 1)),
                       gates, input.getDimSize(1), state.getDimSize(1));
  if (failed(hidden))
    return failure();
  SmallVector<int64_t> shape = {
      mergeSizes(input.getDimSize(0), state.getDimSize(0)), *hidden};
  for (auto [name, value] : llvm::zip(names, operands.slice(1, states))) {
    if (failed(rules.expectShape(name, value, shape)))
      return failure();
    types.push_back(state.clone(shape));
  }
  return success();
}

template <int gates, bool hasCell, typename AdaptorT>
static LogicalResult inferRecurrentLayers(const ShapeRules &rules,
                                          AdaptorT adaptor,
                                          SmallVectorImpl<Type> &types) {
  static constexpr StringRef names[] = {"h0", "c0"};
  ValueRange weights = adaptor.getWeights();
  ValueRange states = adaptor.getOperands().slice(1, hasCell ? 2 : 1);
  Value random = adaptor.getRandomState();
  auto layers = static_cast<int64_t>(adaptor.getNumLayers());
  if (failed(rules.expectParameter("num_layers", layers, 1)) ||
      failed(rules.expectDropout(
          "dropout", adaptor.getDropout().convertToDouble(), random)))
    return failure();
  int64_t directions = adaptor.getBidirectional() ? 2 : 1;
  int64_t count = layers * directions;
  auto given = static_cast<int64_t>(weights.size());
  if (given != 2 * count && given != 4 * count)
    return rules.error(
        "expects w_ih and w_hh of each layer and direction, b_ih "
        "and b_hh of all or none, so ",
        2 * count, " or ", 4 * count, " weights, found ", given);
  SmallVector<Value> numbers = {adaptor.getInput()};
  llvm::append_range(numbers, states);
  llvm::append_range(numbers, weights);
  if (failed(rules.expectOneElementType(numbers)))
    return failure();

  RankedTensorType input = getTensorType(adaptor.getInput());
  RankedTensorType state = getTensorType(adaptor.getH0());
  bool isBatched = input.getRank() != 2;
  bool batchFirst = isBatched && adaptor.getBatchFirst();
  std::string stateLayout =
      "[" + std::to_string(count) +
      (isBatched ? ", N, H]" : ", H] for an input [T, in]");
  if (failed(rules.expectRank("input", adaptor.getInput(), isBatched ? 3 : 2,
                              adaptor.getBatchFirst()
                                  ? "[N, T, in] or [T, in]"
                                  : "[T, N, in] or [T, in]")) ||
      failed(rules.expectRank("h0", adaptor.getH0(), isBatched ? 3 : 2,
                              stateLayout)))
    return failure();
  if (adaptor.getLengths() && !isBatched)
    return rules.error("expects lengths of a batch, input ",
                       adaptor.getBatchFirst() ? "[N, T, in]" : "[T, N, in]",
                       ", found ", input);
  int64_t steps = input.getDimSize(batchFirst ? 1 : 0);
  if (steps == 0)
    return rules.error("expects a sequence of one step or more, found ", input);

  int64_t hidden = state.getShape().back(), inputs = input.getShape().back();
  size_t each = weights.size() / count;
  for (int64_t i = 0; i < count; ++i) {
    std::string suffix;
    if (count > 1)
      suffix = "_l" + std::to_string(i / directions) +
               (i % directions ? "_reverse" : "");
    FailureOr<int64_t> units =
        inferHiddenUnits(rules, StepWeights(weights.slice(i * each, each)),
                         gates, inputs, hidden, suffix);
    if (failed(units))
      return failure();
    hidden = *units;
    if (i % directions == directions - 1)
      inputs = multiplySize(hidden, directions);
  }
  SmallVector<int64_t> output = {steps}, shape = {count};
  if (isBatched) {
    int64_t batch =
        mergeSizes(input.getDimSize(batchFirst ? 0 : 1), state.getDimSize(1));
    if (failed(rules.expectShape("lengths", adaptor.getLengths(), batch)))
      return failure();
    output.insert(batchFirst ? output.begin() : output.end(), batch);
    shape.push_back(batch);
  }
  output.push_back(multiplySize(hidden, directions));
  shape.push_back(hidden);
  types.push_back(input.clone(output));
  for (auto [name, value] : llvm::zip(names, states)) {
    if (failed(rules.expectShape(name, value, shape)))
      return failure();
    types.push_back(state.clone(shape));
  }
  if (random)
    types.push_back(random.getType());
  return success();
}

AMP_INFER(GruCellOp, inferRecurrentCell<3, false>(rules, adaptor, types))
AMP_INFER(GruOp, inferRecurrentLayers<3, false>(rules, adaptor, types))
AMP_INFER(LstmCellOp, inferRecurrentCell<4, true>(rules, adaptor, types))
AMP_INFER(LstmOp, inferRecurrentLayers<4, true>(rules, adaptor, types))
AMP_INFER(RnnReluCellOp, inferRecurrentCell<1, false>(rules, adaptor, types))
AMP_INFER(RnnReluOp, inferRecurrentLayers<1, false>(rules, adaptor, types))
AMP_INFER(RnnTanhCellOp, inferRecurrentCell<1, false>(rules, adaptor, types))
AMP_INFER(RnnTanhOp, inferRecurrentLayers<1, false>(rules, adaptor, types))

/// The matrices of a step; the input's layout does not matter.
template <typename OpTy>
static void addStepSizes(OpTy op, SmallVectorImpl<int64_t> &sizes) {
  RankedTensorType state = op.getH0().getType();
  sizes.append({state.getRank() == 2 ? 1 : state.getDimSize(1),
                state.getShape().back()});
  for (Value weight : op.getWeights())
    if (getTensorType(weight).getRank() == 2)
      addMatrixSizes(weight, sizes);
}

/// All but biases: every third and fourth of the weights, if there are some.
template <typename OpTy>
static bool isNoBias(OpTy op, unsigned index) {
  auto [first, count] =
      op.getODSOperandIndexAndLength(op.getFirstCells() ? 3 : 2);
  int64_t cells = op.getNumLayers() * (op.getBidirectional() ? 2 : 1);
  return count != 4 * cells || index < first || index >= first + count ||
         (index - first) % 4 < 2;
}

#define AMP_LAYERS(OP)                                                         \
  void OP::getProductSizes(SmallVectorImpl<int64_t> &sizes) {                  \
    addStepSizes(*this, sizes);                                                \
  }                                                                            \
  bool OP::isSaved(unsigned index) { return isNoBias(*this, index); }
AMP_LAYERS(LstmOp)
AMP_LAYERS(GruOp)
AMP_LAYERS(RnnTanhOp)
AMP_LAYERS(RnnReluOp)
#undef AMP_LAYERS
