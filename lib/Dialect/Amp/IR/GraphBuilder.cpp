//===- GraphBuilder.cpp ---------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Dialect/Amp/IR/GraphBuilder.h"

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
