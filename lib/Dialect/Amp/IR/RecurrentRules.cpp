//===- RecurrentRules.cpp - Recurrent networks ----------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Derivatives and decompositions.

#include "amp/Dialect/Amp/IR/Recurrent.h"

#include "amp/Dialect/Amp/IR/GraphBuilder.h"

#include "amp/Dialect/Amp/IR/Limits.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

namespace {
enum class Recurrence { Lstm, Gru, Tanh, Relu };

/// The states between steps, in f32 or f64. The hidden one holds numbers of the
/// operands' type, as the output does, and the gradients of its uses are added
/// in f32; the cell is rounded once, at the end.
struct States {
  States(GraphBuilder &c, Value hidden, Value cell)
      : type(getTensorType(hidden).getElementType()), hidden(c.widen(hidden)),
        cell(cell ? c.widen(cell) : Value()) {}

  /// The hidden state as it is.
  Value getHidden(GraphBuilder &c) const { return c.cast(hidden, type); }
  void setHidden(GraphBuilder &c, Value next) {
    hidden = c.widen(c.cast(next, type));
  }

  Type type;
  Value hidden, cell;
};

/// The weights of the hidden state, which every step multiplies by.
struct Recurrent {
  Recurrent(GraphBuilder &c, Value weight, Value bias, TypeAttr computeType)
      : type(getTensorType(weight).getElementType()), weight(c.widen(weight)),
        bias(bias ? c.widen(bias) : Value()), computeType(computeType) {}

  /// h w_hhᵀ + b_hh. Each step has casts of its own, from f32, so that the
  /// gradients of all steps are added in f32; the values are those of the
  /// operands.
  Value multiply(GraphBuilder &c, Value hidden) const {
    return c.linear(hidden, c.cast(weight, type),
                    bias ? c.cast(bias, type) : Value(), computeType);
  }

  Type type;
  Value weight, bias;
  TypeAttr computeType;
};
} // namespace

/// One step. `inputs` is x w_ihᵀ + b_ih.
static void buildStep(GraphBuilder &c, Recurrence kind, Value inputs,
                      States &states, const Recurrent &recurrent) {
  Value hidden = recurrent.multiply(c, states.getHidden(c));
  int64_t units = c.getSize(states.hidden, 1);
  auto gate = [&](Value gates, int64_t i) {
    return c.part(gates, 1, i * units, units);
  };
  Value next;
  switch (kind) {
  case Recurrence::Lstm: {
    Value gates = c.add(inputs, hidden);
    Value kept = c.mul(c.sigmoid(gate(gates, 1)), states.cell);
    Value added = c.mul(c.sigmoid(gate(gates, 0)), c.tanh(gate(gates, 2)));
    states.cell = c.add(kept, added);
    next = c.mul(c.sigmoid(gate(gates, 3)), c.tanh(states.cell));
    break;
  }
  case Recurrence::Gru: {
    Value r = c.sigmoid(c.add(gate(inputs, 0), gate(hidden, 0)));
    Value z = c.sigmoid(c.add(gate(inputs, 1), gate(hidden, 1)));
    Value n = c.tanh(c.add(gate(inputs, 2), c.mul(r, gate(hidden, 2))));
    // (1 - z) n + z h.
    next = c.add(n, c.mul(z, c.sub(states.hidden, n)));
    break;
  }
  case Recurrence::Tanh:
    next = c.tanh(c.add(inputs, hidden));
    break;
  case Recurrence::Relu:
    next = c.relu(c.add(inputs, hidden));
    break;
  }
  states.setHidden(c, next);
}

template <typename OpTy>
static LogicalResult decomposeCell(OpTy op, Recurrence kind, Value cell,
                                   OpBuilder &builder,
                                   SmallVectorImpl<Value> &results) {
  GraphBuilder c(builder, op);
  TypeAttr computeType = op.getComputeTypeAttr();
  States states(c, op.getHx(), cell);
  Value inputs = c.linear(op.getInput(), op.getWIh(), op.getBIh(), computeType);
  buildStep(c, kind, inputs, states,
            Recurrent(c, op.getWHh(), op.getBHh(), computeType));
  results.push_back(states.getHidden(c));
  if (cell)
    results.push_back(
        c.cast(states.cell, getTensorType(cell).getElementType()));
  return success();
}

template <typename OpTy>
static LogicalResult decomposeLayer(OpTy op, Recurrence kind, Value cell,
                                    OpBuilder &builder,
                                    SmallVectorImpl<Value> &results) {
  if (failed(verifyNumParts(
          op,
          getTensorType(op.getInput()).getDimSize(op.getBatchFirst() ? 1 : 0),
          "steps in time")))
    return failure();
  GraphBuilder c(builder, op);
  TypeAttr computeType = op.getComputeTypeAttr();
  ArrayRef<int64_t> stateShape = getTensorType(op.getH0()).getShape();
  auto withoutLayer = [&](Value state) {
    return c.reshape(state, stateShape.drop_front());
  };
  States states(c, withoutLayer(op.getH0()),
                cell ? withoutLayer(cell) : Value());
  // What the inputs give is one product for all steps.
  int64_t time = op.getBatchFirst() ? 1 : 0;
  Value inputs = c.linear(op.getInput(), op.getWIh(), op.getBIh(), computeType);
  Recurrent recurrent(c, op.getWHh(), op.getBHh(), computeType);
  SmallVector<int64_t> gatesShape = {stateShape[1], c.getSize(inputs, 2)};
  SmallVector<int64_t> outputShape(stateShape.drop_front());
  outputShape.insert(outputShape.begin() + time, 1);
  SmallVector<Value> outputs;
  for (int64_t t = 0, steps = c.getSize(inputs, time); t < steps; ++t) {
    Value step = c.reshape(c.part(inputs, time, t, 1), gatesShape);
    buildStep(c, kind, step, states, recurrent);
    outputs.push_back(c.reshape(states.getHidden(c), outputShape));
  }
  results.push_back(c.concat(outputs, time));
  results.push_back(c.reshape(states.getHidden(c), stateShape));
  if (cell)
    results.push_back(c.cast(c.reshape(states.cell, stateShape),
                             getTensorType(cell).getElementType()));
  return success();
}

AMP_DECOMPOSE(LstmCellOp,
              decomposeCell(*this, Recurrence::Lstm, getCx(), builder, results))

AMP_DECOMPOSE(GruCellOp,
              decomposeCell(*this, Recurrence::Gru, {}, builder, results))

AMP_DECOMPOSE(RnnTanhCellOp,
              decomposeCell(*this, Recurrence::Tanh, {}, builder, results))

AMP_DECOMPOSE(RnnReluCellOp,
              decomposeCell(*this, Recurrence::Relu, {}, builder, results))

AMP_DECOMPOSE(LstmOp, decomposeLayer(*this, Recurrence::Lstm, getC0(), builder,
                                     results))

AMP_DECOMPOSE(GruOp,
              decomposeLayer(*this, Recurrence::Gru, {}, builder, results))

AMP_DECOMPOSE(RnnTanhOp,
              decomposeLayer(*this, Recurrence::Tanh, {}, builder, results))

AMP_DECOMPOSE(RnnReluOp,
              decomposeLayer(*this, Recurrence::Relu, {}, builder, results))
