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

#include "amp/Dialect/Amp/IR/Random.h"
#include "amp/Dialect/Amp/IR/Regions.h"

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
    unrounded = next;
    hidden = c.widen(c.cast(next, type));
  }

  Type type;
  Value hidden, cell;
  /// The hidden state before it was rounded; null before the first step.
  Value unrounded;
};

/// Which elements of a sequence are valid: `[T, N, 1]`; null if all are.
struct Valid {
  Value mask;

  /// `value`, of which nothing is seen where it is not valid: a select, so that
  /// its gradient is 0 there, too, and no NaN goes either way.
  Value orZero(GraphBuilder &c, Value value) const {
    return mask ? c.where(mask, value, zero(c, value)) : value;
  }
  /// `next` where a step is valid, else the state of before.
  Value orKept(GraphBuilder &c, Value next, Value state) const {
    return mask && next ? c.where(mask, next, state) : next;
  }

private:
  static Value zero(GraphBuilder &c, Value value) {
    return createSplat(
        c.builder, c.loc,
        RankedTensorType::get({}, getTensorType(value).getElementType()), 0);
  }
};

/// What every step does to the hidden state.
struct Recurrent {
  Value weight, bias;
  TypeAttr computeType;

  /// h w_hhᵀ + b_hh.
  Value multiply(GraphBuilder &c, Value hidden) const {
    return c.linear(hidden, weight, bias, computeType);
  }
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
            Recurrent{op.getWHh(), op.getBHh(), computeType});
  results.push_back(states.getHidden(c));
  if (cell)
    results.push_back(
        c.cast(states.cell, getTensorType(cell).getElementType()));
  return success();
}

/// One direction of a layer: the hidden states behind all steps of `x`, which
/// is `[T, N, in]`; as elements of the operands' type if it `isLast`, else to
/// be rounded by the next layer. `weights` are those of a step. A step that is
/// not valid for a sample leaves its states as they are, so that the backward
/// direction begins where the sequence ends.
static Value buildDirection(GraphBuilder &c, Recurrence kind, Value x,
                            const Valid &valid, States &states,
                            ValueRange weights, bool isBackward, bool isLast,
                            TypeAttr computeType) {
  bool hasBias = weights.size() > 2;
  // What the inputs give is one product for all steps.
  Value inputs =
      c.linear(x, weights[0], hasBias ? weights[2] : Value(), computeType);
  SmallVector<Value> initial = {states.hidden}, invariants = {weights[1]};
  SmallVector<Value> sequences = {inputs};
  if (valid.mask)
    sequences.push_back(valid.mask);
  if (states.cell)
    initial.push_back(states.cell);
  if (hasBias)
    invariants.push_back(weights[3]);
  SmallVector<Type> types(TypeRange{ValueRange(initial)});
  SmallVector<int64_t> shape = c.getShape(states.hidden);
  shape.insert(shape.begin(), c.getSize(x, 0));
  types.push_back(RankedTensorType::get(shape, isLast ? states.type : c.type));
  auto scan = ScanOp::create(c.builder, c.loc, types, initial, sequences,
                             invariants, IntegerAttr(),
                             isBackward ? c.builder.getUnitAttr() : UnitAttr());
  {
    OpBuilder::InsertionGuard guard(c.builder);
    c.builder.createBlock(&scan.getBody());
    for (Value value : initial)
      scan.getBody().addArgument(value.getType(), c.loc);
    for (Value sequence : sequences) {
      RankedTensorType all = getTensorType(sequence);
      scan.getBody().addArgument(
          RankedTensorType::get(all.getShape().drop_front(),
                                all.getElementType()),
          c.loc);
    }
    Recurrent recurrent{scan.getBody().addArgument(weights[1].getType(), c.loc),
                        Value(), computeType};
    if (hasBias)
      recurrent.bias = scan.getBody().addArgument(weights[3].getType(), c.loc);
    States step = states;
    step.hidden = scan.getStateArguments()[0];
    if (step.cell)
      step.cell = scan.getStateArguments()[1];
    States before = step;
    buildStep(c, kind, scan.getSliceArguments()[0], step, recurrent);
    Valid isValid{valid.mask ? scan.getSliceArguments()[1] : Value()};
    SmallVector<Value> yielded = {
        isValid.orKept(c, step.hidden, before.hidden)};
    if (step.cell)
      yielded.push_back(isValid.orKept(c, step.cell, before.cell));
    yielded.push_back(
        isValid.orZero(c, isLast ? step.getHidden(c) : step.unrounded));
    YieldOp::create(c.builder, c.loc, yielded);
  }
  states.hidden = scan.getLastStates()[0];
  if (states.cell)
    states.cell = scan.getLastStates()[1];
  return scan.getOutputs()[0];
}

/// The steps before the end of each sequence of `x`, `[T, N, in]`.
static Valid findValid(GraphBuilder &c, Value x, Value lengths) {
  if (!lengths)
    return {};
  int64_t steps = c.getSize(x, 0), batch = c.getSize(x, 1);
  Type type = getTensorType(lengths).getElementType();
  SmallVector<Attribute> places;
  for (int64_t step = 0; step < steps; ++step)
    places.push_back(c.builder.getIntegerAttr(type, step));
  auto placesType = RankedTensorType::get({steps, 1, 1}, type);
  Value place = ConstantOp::create(c.builder, c.loc, placesType,
                                   DenseElementsAttr::get(placesType, places));
  return {c.compare(ComparePredicate::LT, place,
                    c.reshape(lengths, {1, batch, 1}))};
}

template <typename OpTy>
static LogicalResult decomposeLayers(OpTy op, Recurrence kind,
                                     OpBuilder &builder,
                                     SmallVectorImpl<Value> &results) {
  RankedTensorType inputType = op.getInput().getType();
  bool isBatched = inputType.getRank() == 3;
  bool isBatchFirst = isBatched && op.getBatchFirst();
  int64_t layers = op.getNumLayers(),
          directions = op.getBidirectional() ? 2 : 1;
  int64_t count = layers * directions;
  GraphBuilder c(builder, op);
  // Steps come first, and each is of a batch.
  Value x = op.getInput(), random = op.getRandomState();
  if (isBatchFirst)
    x = c.transpose(x, {1, 0, 2});
  else if (!isBatched)
    x = c.reshape(x, {inputType.getDimSize(0), 1, inputType.getDimSize(1)});
  // Behind the first layer what is not valid is 0 already.
  Valid valid = findValid(c, x, op.getLengths());
  x = valid.orZero(c, x);
  // What has several uses, or is dropped, is wide, and each direction has a
  // cast of its own: the gradients of all uses are added in f32.
  Value wide = directions > 1 ? c.widen(x) : Value();
  Value firstCells = op.getFirstCells();
  // Of one layer and direction, of all and in a step.
  SmallVector<int64_t> stateShape = c.getShape(op.getH0());
  stateShape[0] = 1;
  SmallVector<int64_t> stepShape(
      {isBatched ? stateShape[1] : 1, stateShape.back()});
  auto getState = [&](Value all, int64_t i) {
    return c.reshape(count == 1 ? all : c.part(all, 0, i, 1), stepShape);
  };
  SmallVector<Value> hidden, cells;
  size_t each = op.getWeights().size() / count;
  for (int64_t layer = 0; layer < layers; ++layer) {
    SmallVector<Value> sides;
    for (int64_t direction = 0; direction < directions; ++direction) {
      int64_t i = layer * directions + direction;
      States states(c, getState(op.getH0(), i),
                    firstCells ? getState(firstCells, i) : Value());
      Value input = wide ? c.cast(wide, inputType.getElementType()) : x;
      sides.push_back(buildDirection(
          c, kind, input, valid, states, op.getWeights().slice(i * each, each),
          /*isBackward=*/direction == 1, /*isLast=*/layer + 1 == layers,
          op.getComputeTypeAttr()));
      hidden.push_back(c.reshape(states.getHidden(c), stateShape));
      if (firstCells)
        cells.push_back(c.cast(c.reshape(states.cell, stateShape),
                               getTensorType(firstCells).getElementType()));
    }
    x = wide = c.concat(sides, 2);
    if (layer + 1 < layers && !op.getDropout().isZero()) {
      auto dropout = DropoutOp::create(builder, c.loc, wide, random,
                                       op.getDropout(), /*training=*/true);
      wide = dropout.getResult();
      random = dropout.getNextState();
    }
  }
  if (isBatchFirst)
    x = c.transpose(x, {1, 0, 2});
  else if (!isBatched)
    x = c.reshape(x, getTensorType(op.getOutput()).getShape());
  results.append({x, c.concat(hidden, 0)});
  if (firstCells)
    results.push_back(c.concat(cells, 0));
  if (random)
    results.push_back(random);
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

AMP_DECOMPOSE(LstmOp,
              decomposeLayers(*this, Recurrence::Lstm, builder, results))

AMP_DECOMPOSE(GruOp, decomposeLayers(*this, Recurrence::Gru, builder, results))

AMP_DECOMPOSE(RnnTanhOp,
              decomposeLayers(*this, Recurrence::Tanh, builder, results))

AMP_DECOMPOSE(RnnReluOp,
              decomposeLayers(*this, Recurrence::Relu, builder, results))
