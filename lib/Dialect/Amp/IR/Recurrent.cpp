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
/// The operands of a recurrent op by name; biases may be null.
struct RecurrentOperands {
  Value input;
  SmallVector<Value, 2> states;
  Value inputWeight, hiddenWeight, inputBias, hiddenBias;
};
} // namespace

/// Splits the operands of an op with `states` state operands. The op's own
/// accessors would not notice that one of the two biases is missing.
static FailureOr<RecurrentOperands>
splitRecurrentOperands(const ShapeRules &rules, ValueRange operands,
                       size_t states) {
  size_t count = states + 3;
  if (operands.size() != count && operands.size() != count + 2)
    return rules.error("expects both b_ih and b_hh or neither, so ", count,
                       " or ", count + 2, " operands, found ", operands.size());
  if (failed(rules.expectOneElementType(operands)))
    return failure();
  RecurrentOperands result;
  result.input = operands[0];
  llvm::append_range(result.states, operands.slice(1, states));
  result.inputWeight = operands[states + 1];
  result.hiddenWeight = operands[states + 2];
  if (operands.size() > count) {
    result.inputBias = operands[count];
    result.hiddenBias = operands[count + 1];
  }
  return result;
}

/// Checks the weights of a step from `inputs` features, and gives the number of
/// hidden units; `hidden` is that of the states.
static FailureOr<int64_t> inferHiddenUnits(const ShapeRules &rules,
                                           const RecurrentOperands &operands,
                                           int64_t gates, int64_t inputs,
                                           int64_t hidden) {
  if (failed(
          rules.expectRank("w_hh", operands.hiddenWeight, 2, "[gates H, H]")))
    return failure();
  hidden =
      mergeSizes(hidden, getTensorType(operands.hiddenWeight).getDimSize(1));
  int64_t rows = multiplySize(hidden, gates);
  if (failed(rules.expectShape("w_ih", operands.inputWeight, {rows, inputs})) ||
      failed(
          rules.expectShape("w_hh", operands.hiddenWeight, {rows, hidden})) ||
      failed(rules.expectShape("b_ih", operands.inputBias, rows)) ||
      failed(rules.expectShape("b_hh", operands.hiddenBias, rows)))
    return failure();
  return hidden;
}

template <int gates, bool hasCell, typename AdaptorT>
static LogicalResult inferRecurrentCell(const ShapeRules &rules,
                                        AdaptorT adaptor,
                                        SmallVectorImpl<Type> &types) {
  static constexpr StringRef names[] = {"hx", "cx"};
  FailureOr<RecurrentOperands> operands =
      splitRecurrentOperands(rules, adaptor.getOperands(), hasCell ? 2 : 1);
  if (failed(operands) ||
      failed(rules.expectRank("input", operands->input, 2, "[N, in]")) ||
      failed(rules.expectRank("hx", operands->states[0], 2, "[N, H]")))
    return failure();
  RankedTensorType input = getTensorType(operands->input);
  RankedTensorType state = getTensorType(operands->states[0]);
  FailureOr<int64_t> hidden = inferHiddenUnits(
      rules, *operands, gates, input.getDimSize(1), state.getDimSize(1));
  if (failed(hidden))
    return failure();
  SmallVector<int64_t> shape = {
      mergeSizes(input.getDimSize(0), state.getDimSize(0)), *hidden};
  for (auto [name, value] : llvm::zip(names, operands->states)) {
    if (failed(rules.expectShape(name, value, shape)))
      return failure();
    types.push_back(state.clone(shape));
  }
  return success();
}

template <int gates, bool hasCell, typename AdaptorT>
static LogicalResult inferRecurrentLayer(const ShapeRules &rules,
                                         AdaptorT adaptor,
                                         SmallVectorImpl<Type> &types) {
  static constexpr StringRef names[] = {"h0", "c0"};
  bool batchFirst = adaptor.getBatchFirst();
  FailureOr<RecurrentOperands> operands =
      splitRecurrentOperands(rules, adaptor.getOperands(), hasCell ? 2 : 1);
  if (failed(operands) ||
      failed(rules.expectRank("input", operands->input, 3,
                              batchFirst ? "[N, T, in]" : "[T, N, in]")) ||
      failed(rules.expectRank("h0", operands->states[0], 3, "[1, N, H]")))
    return failure();
  RankedTensorType input = getTensorType(operands->input);
  RankedTensorType state = getTensorType(operands->states[0]);
  int64_t steps = input.getDimSize(batchFirst ? 1 : 0);
  int64_t batch = input.getDimSize(batchFirst ? 0 : 1);
  if (steps == 0)
    return rules.error("expects a sequence of one step or more, found ", input);
  FailureOr<int64_t> hidden = inferHiddenUnits(
      rules, *operands, gates, input.getDimSize(2), state.getDimSize(2));
  if (failed(hidden))
    return failure();
  batch = mergeSizes(batch, state.getDimSize(1));
  SmallVector<int64_t> output = {steps, batch, *hidden};
  if (batchFirst)
    std::swap(output[0], output[1]);
  types.push_back(input.clone(output));
  SmallVector<int64_t> shape = {1, batch, *hidden};
  for (auto [name, value] : llvm::zip(names, operands->states)) {
    if (failed(rules.expectShape(name, value, shape)))
      return failure();
    types.push_back(state.clone(shape));
  }
  return success();
}

AMP_INFER(GruCellOp, inferRecurrentCell<3, false>(rules, adaptor, types))
AMP_INFER(GruOp, inferRecurrentLayer<3, false>(rules, adaptor, types))
AMP_INFER(LstmCellOp, inferRecurrentCell<4, true>(rules, adaptor, types))
AMP_INFER(LstmOp, inferRecurrentLayer<4, true>(rules, adaptor, types))
AMP_INFER(RnnReluCellOp, inferRecurrentCell<1, false>(rules, adaptor, types))
AMP_INFER(RnnReluOp, inferRecurrentLayer<1, false>(rules, adaptor, types))
AMP_INFER(RnnTanhCellOp, inferRecurrentCell<1, false>(rules, adaptor, types))
AMP_INFER(RnnTanhOp, inferRecurrentLayer<1, false>(rules, adaptor, types))

/// The matrices of a step; the input's layout does not matter.
#define STEP_SIZES(OP)                                                         \
  void OP::getProductSizes(SmallVectorImpl<int64_t> &sizes) {                  \
    addMatrixSizes({getH0(), getWIh(), getWHh()}, sizes);                      \
  }
STEP_SIZES(LstmOp)
STEP_SIZES(GruOp)
STEP_SIZES(RnnTanhOp)
STEP_SIZES(RnnReluOp)
#undef STEP_SIZES
