//===- ListLowering.cpp - Bodies of list ops ------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ListLowering.h"

#include "amp/Dialect/Amp/IR/Casts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::amp;

/// Scalars of 16 bits are computed in f32 and rounded once per op, as
/// `convert-amp-to-linalg` does it.
static Value widen(OpBuilder &builder, Location loc, Value scalar) {
  if (!is16BitFloat(scalar.getType()))
    return scalar;
  return arith::ExtFOp::create(builder, loc, builder.getF32Type(), scalar);
}

static Value narrow(OpBuilder &builder, Location loc, Value scalar, Type type) {
  if (scalar.getType() == type)
    return scalar;
  return arith::TruncFOp::create(builder, loc, type, scalar);
}

/// Writes what `rule` makes of `arguments`, which are scalars, as ops on
/// scalars.
static SmallVector<Value> buildScalars(OpBuilder &builder, Location loc,
                                       ValueRange arguments, ListRule rule) {
  Block scratch;
  for (Value argument : arguments)
    scratch.addArgument(RankedTensorType::get({}, argument.getType()), loc);
  OpBuilder inner(builder.getContext());
  inner.setInsertionPointToEnd(&scratch);
  SmallVector<Value> results = rule(inner, scratch.getArguments());
  IRMapping mapping;
  mapping.map(scratch.getArguments(), arguments);
  for (Operation &op : scratch) {
    Value value;
    if (auto constant = dyn_cast<ConstantOp>(op)) {
      auto splat = cast<DenseElementsAttr>(constant.getValue());
      value = arith::ConstantOp::create(builder, loc,
                                        splat.getSplatValue<TypedAttr>());
    } else {
      SmallVector<Value> operands;
      for (Value operand : op.getOperands())
        operands.push_back(widen(builder, loc, mapping.lookup(operand)));
      value = narrow(
          builder, loc,
          cast<ElementwiseOpInterface>(op).buildScalar(builder, loc, operands),
          getElementTypeOrSelf(op.getResult(0)));
    }
    mapping.map(op.getResult(0), value);
  }
  for (Value &result : results)
    result = mapping.lookup(result);
  // Users before what they use.
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(scratch)))
    op.erase();
  return results;
}

/// Gives `op` a body that takes an element of each of `arrays`.
template <typename OpTy>
static Block *addBody(OpTy op, ArrayRef<Value> arrays) {
  Block &body = op.getRegion().emplaceBlock();
  for (Value array : arrays)
    body.addArgument(getElementTypeOrSelf(array), op.getLoc());
  return &body;
}

amprt::MapListOp mlir::amp::createMapList(OpBuilder &builder, Location loc,
                                          ArrayRef<ArrayList> inputs,
                                          ValueRange scalars,
                                          ArrayRef<ArrayList> outs,
                                          ListRule rule) {
  SmallVector<Value> allInputs, allOuts, elements;
  for (const ArrayList &list : inputs) {
    llvm::append_range(allInputs, list);
    elements.push_back(list.front());
  }
  llvm::append_range(elements, scalars);
  for (const ArrayList &list : outs) {
    llvm::append_range(allOuts, list);
    elements.push_back(list.front());
  }
  auto op = amprt::MapListOp::create(builder, loc, allInputs, scalars, allOuts);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(addBody(op, elements));
  amprt::YieldOp::create(
      builder, loc,
      buildScalars(builder, loc, op.getBody()->getArguments(), rule));
  return op;
}

Value mlir::amp::createReduceList(OpBuilder &builder, Location loc,
                                  ValueRange inputs, ValueRange scalars,
                                  TypedAttr initial, ListRule rule,
                                  Combine combine) {
  Value first = arith::ConstantOp::create(builder, loc, initial);
  Value soFar = tensor::EmptyOp::create(builder, loc, ArrayRef<int64_t>(),
                                        initial.getType());
  soFar = linalg::FillOp::create(builder, loc, first, soFar).getResult(0);
  for (ArrayRef<unsigned> numbers :
       groupBy<const void *>(inputs.size(), [&](unsigned i) {
         return getElementTypeOrSelf(inputs[i]).getAsOpaquePointer();
       })) {
    ArrayList list = pick(inputs, numbers);
    auto op = amprt::ReduceListOp::create(builder, loc, list, scalars, soFar);
    SmallVector<Value> elements = {list.front()};
    llvm::append_range(elements, scalars);
    elements.push_back(soFar);
    OpBuilder::InsertionGuard guard(builder);
    Block *body = addBody(op, elements);
    builder.setInsertionPointToStart(body);
    SmallVector<Value> value =
        buildScalars(builder, loc, body->getArguments().drop_back(), rule);
    amprt::YieldOp::create(
        builder, loc,
        combine(builder, loc, value.front(), body->getArguments().back()));
    soFar = op.getResult(0);
  }
  return soFar;
}

ArrayList mlir::amp::createEmptyList(OpBuilder &builder, Location loc,
                                     TypeRange types) {
  return llvm::map_to_vector(types, [&](Type type) -> Value {
    auto array = cast<RankedTensorType>(type);
    return tensor::EmptyOp::create(builder, loc, array.getShape(),
                                   array.getElementType());
  });
}
