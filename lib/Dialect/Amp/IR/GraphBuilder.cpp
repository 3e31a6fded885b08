//===- GraphBuilder.cpp ---------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Dialect/Amp/IR/GraphBuilder.h"

#include "amp/Dialect/Amp/IR/Regions.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;

Value GraphBuilder::part(Value a, int64_t dim, int64_t offset, int64_t size,
                         int64_t stride) const {
  SmallVector<int64_t> sizes = getShape(a), offsets(sizes.size(), 0);
  offsets[dim] = offset;
  sizes[dim] = size;
  if (stride == 1)
    return slice(a, offsets, sizes);
  SmallVector<int64_t> strides(sizes.size(), 1);
  strides[dim] = stride;
  return slice(a, offsets, sizes, strides);
}

Value GraphBuilder::constants(ArrayRef<int64_t> shape,
                              ArrayRef<double> values) const {
  if (llvm::all_equal(values) && !values.empty())
    return constant(values.front());
  SmallVector<Attribute> elements;
  for (double value : values)
    elements.push_back(builder.getFloatAttr(type, value));
  auto tensorType = RankedTensorType::get(shape, type);
  return ConstantOp::create(builder, loc, tensorType,
                            DenseElementsAttr::get(tensorType, elements));
}

Value GraphBuilder::integer(int64_t value) const {
  // A splat of doubles could not hold every one.
  auto tensorType = RankedTensorType::get({}, builder.getI64Type());
  return ConstantOp::create(builder, loc, tensorType,
                            DenseElementsAttr::get(tensorType, value));
}

Value GraphBuilder::integers(ArrayRef<int64_t> values) const {
  auto tensorType = RankedTensorType::get(static_cast<int64_t>(values.size()),
                                          builder.getI64Type());
  return ConstantOp::create(builder, loc, tensorType,
                            DenseElementsAttr::get(tensorType, values));
}

Value GraphBuilder::numbers(ArrayRef<int64_t> shape) const {
  auto tensorType = RankedTensorType::get(shape, builder.getI64Type());
  auto values =
      llvm::to_vector(llvm::seq<int64_t>(0, tensorType.getNumElements()));
  return ConstantOp::create(
      builder, loc, tensorType,
      DenseElementsAttr::get(tensorType, ArrayRef<int64_t>(values)));
}

Value GraphBuilder::detach(Value a) const {
  return DetachOp::create(builder, loc, a);
}

SmallVector<Value> GraphBuilder::scan(ValueRange initial, ValueRange sequences,
                                      ValueRange invariants, WriteStep write,
                                      bool isReverse) const {
  SmallVector<Type> arguments(initial.getTypes());
  for (Value sequence : sequences) {
    RankedTensorType all = getTensorType(sequence);
    arguments.push_back(RankedTensorType::get(all.getShape().drop_front(),
                                              all.getElementType()));
  }
  llvm::append_range(arguments, invariants.getTypes());
  // The step comes first: it says what the outputs are.
  Region body;
  SmallVector<Type> types(initial.getTypes());
  {
    OpBuilder::InsertionGuard guard(builder);
    Block *block =
        builder.createBlock(&body, body.end(), arguments,
                            SmallVector<Location>(arguments.size(), loc));
    ValueRange taken(block->getArguments());
    SmallVector<Value> made =
        write(taken.take_front(initial.size()),
              taken.slice(initial.size(), sequences.size()),
              taken.take_back(invariants.size()));
    YieldOp::create(builder, loc, made);
    for (Value output : ArrayRef<Value>(made).drop_front(initial.size())) {
      SmallVector<int64_t> shape = getShape(output);
      shape.insert(shape.begin(), getSize(sequences.front(), 0));
      types.push_back(
          RankedTensorType::get(shape, getTensorType(output).getElementType()));
    }
  }
  auto scan = ScanOp::create(builder, loc, types, initial, sequences,
                             invariants, IntegerAttr(),
                             isReverse ? builder.getUnitAttr() : UnitAttr());
  scan.getBody().takeBody(body);
  return SmallVector<Value>(scan.getResults());
}
