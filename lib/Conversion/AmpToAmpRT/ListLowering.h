//===- ListLowering.h - Ops on lists of gradients ---------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// How ops on all gradients become list ops of the runtime's dialect. Arithmetic
// is written with ops of the amp dialect on scalar tensors; `createMapList` and
// `createReduceList` make the body of it.

#ifndef AMP_LIB_CONVERSION_AMPTOAMPRT_LISTLOWERING_H
#define AMP_LIB_CONVERSION_AMPTOAMPRT_LISTLOWERING_H

#include "amp/Dialect/Amp/IR/Amp.h"
#include "amp/Dialect/Amp/IR/Optimizers.h"
#include "amp/Dialect/Amp/IR/State.h"
#include "amp/Dialect/AmpRT/IR/AmpRT.h"

namespace mlir::amp {

/// Computes, from scalar tensors, an element of each list of inputs, the
/// scalars and what the destinations hold, what these hold then. It uses no
/// other values.
using ListRule =
    function_ref<SmallVector<Value>(OpBuilder &builder, ValueRange elements)>;

/// Arrays, of one element type.
using ArrayList = SmallVector<Value>;

/// A list op with the body that `rule` writes.
amprt::MapListOp createMapList(OpBuilder &builder, Location loc,
                               ArrayRef<ArrayList> inputs, ValueRange scalars,
                               ArrayRef<ArrayList> outs, ListRule rule);

/// Yields what combines an element's value, the first result, with what the
/// destination holds.
using Combine = function_ref<Value(OpBuilder &builder, Location loc,
                                   Value value, Value soFar)>;

/// Reduces `inputs` to one scalar. `rule` computes the value of an element from
/// it and the scalars; `combine` works on scalars that are no tensors. Lists of
/// each element type become an op of their own.
Value createReduceList(OpBuilder &builder, Location loc, ValueRange inputs,
                       ValueRange scalars, TypedAttr initial, ListRule rule,
                       Combine combine);

/// New arrays without values, for results of `types`.
ArrayList createEmptyList(OpBuilder &builder, Location loc, TypeRange types);

/// The numbers 0 to n - 1 in groups of those with an equal key, in the order of
/// each group's first.
template <typename KeyT>
SmallVector<SmallVector<unsigned>>
groupBy(unsigned n, function_ref<KeyT(unsigned)> getKey) {
  llvm::MapVector<KeyT, SmallVector<unsigned>, std::map<KeyT, unsigned>> groups;
  for (unsigned i = 0; i < n; ++i)
    groups[getKey(i)].push_back(i);
  return llvm::map_to_vector(
      groups.takeVector(), [](auto &group) { return std::move(group.second); });
}

/// The values with these numbers.
inline ArrayList pick(ValueRange values, ArrayRef<unsigned> numbers) {
  return llvm::map_to_vector(numbers,
                             [&](unsigned i) -> Value { return values[i]; });
}

/// Builds before `op`, an op on gradients, what it consists of, and gives a
/// value for each of its results. Fails with a diagnostic.
LogicalResult lowerGradientList(Operation *op, OpBuilder &builder,
                                SymbolTableCollection &symbols,
                                SmallVectorImpl<Value> &results);
/// Builds before `op` the update of its optimizer's parameters.
LogicalResult lowerStep(StepOp op, OpBuilder &builder,
                        SymbolTableCollection &symbols,
                        const llvm::StringMap<SmallVector<VariableOp>> &copies);

} // namespace mlir::amp

#endif // AMP_LIB_CONVERSION_AMPTOAMPRT_LISTLOWERING_H
