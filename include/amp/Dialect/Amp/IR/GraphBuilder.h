//===- GraphBuilder.h -------------------------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What decompositions and derivatives are written with.

#ifndef AMP_DIALECT_AMP_IR_GRAPHBUILDER_H
#define AMP_DIALECT_AMP_IR_GRAPHBUILDER_H

#include "amp/Dialect/Amp/IR/Casts.h"
#include "amp/Dialect/Amp/IR/Contractions.h"
#include "amp/Dialect/Amp/IR/Elementwise.h"
#include "amp/Dialect/Amp/IR/Reductions.h"
#include "amp/Dialect/Amp/IR/Shapes.h"

/// Defines OP::decompose as an expression.
#define AMP_DECOMPOSE(OP, ...)                                                 \
  LogicalResult OP::decompose(OpBuilder &builder,                              \
                              SmallVectorImpl<Value> &results) {               \
    return __VA_ARGS__;                                                        \
  }

namespace mlir::amp {

/// `dim`, counted from the end if it is negative.
inline int64_t wrapDim(int64_t dim, int64_t rank) {
  return dim < 0 ? dim + rank : dim;
}

/// The compute type of a contraction of operands with elements of
/// `operandType`: what `asked` says where such operands allow it, as `tf32` for
/// f32; else f32 for narrower ones. Every contraction that a decomposition or a
/// derivative builds has it from here, so that it follows from the types that
/// an assignment gave, whatever they are.
TypeAttr getComputeType(Type operandType, TypeAttr asked);

/// f64 for f64, else f32: the type in which composites compute.
inline Type getWideType(Type elementType) {
  return elementType.isF64() ? elementType
                             : Float32Type::get(elementType.getContext());
}

/// The product of matrices of any float types, as elements of `resultType`.
/// `asked` is a compute type, or null.
Value createMatmul(OpBuilder &builder, Location loc, Value lhs, Value rhs,
                   Type resultType, TypeAttr asked);

/// x wᵀ + b, as `createMatmul`; `bias` may be null.
Value createLinear(OpBuilder &builder, Location loc, Value input, Value weight,
                   Value bias, Type resultType, TypeAttr asked);

/// The state behind the random numbers that `count` elements use of `state`.
Value createNextState(OpBuilder &builder, Location loc, Value state,
                      int64_t count);

/// Builds core ops at one place, in the type in which composites compute.
struct GraphBuilder {
  GraphBuilder(OpBuilder &builder, Location loc, Type elementType)
      : builder(builder), loc(loc), type(getWideType(elementType)) {}
  /// For the decomposition of `op`: of its first result's elements.
  GraphBuilder(OpBuilder &builder, Operation *op)
      : GraphBuilder(builder, op->getLoc(),
                     getTensorType(op->getResult(0)).getElementType()) {}

  OpBuilder &builder;
  Location loc;
  /// f64 for f64, else f32.
  Type type;

  Value constant(double value) const {
    return createSplat(builder, loc, RankedTensorType::get({}, type), value);
  }
  Value widen(Value value) const {
    return createCast(builder, loc, value, type);
  }
  Value cast(Value value, Type elementType) const {
    return createCast(builder, loc, value, elementType);
  }
  Value add(Value a, Value b) const {
    return AddOp::create(builder, loc, a, b);
  }
  Value sub(Value a, Value b) const {
    return SubOp::create(builder, loc, a, b);
  }
  Value mul(Value a, Value b) const {
    return MulOp::create(builder, loc, a, b);
  }
  Value div(Value a, Value b) const {
    return DivOp::create(builder, loc, a, b);
  }
  Value neg(Value a) const { return NegOp::create(builder, loc, a); }
  Value exp(Value a) const { return ExpOp::create(builder, loc, a); }
  /// Of what is at most 0, or about that: terms of a sum.
  Value expForSum(Value a) const {
    return ExpOp::create(builder, loc, a, /*for_sum=*/true);
  }
  Value log(Value a) const { return LogOp::create(builder, loc, a); }
  Value abs(Value a) const { return AbsOp::create(builder, loc, a); }
  Value sqrt(Value a) const { return SqrtOp::create(builder, loc, a); }
  Value rsqrt(Value a) const { return RsqrtOp::create(builder, loc, a); }
  Value sigmoid(Value a) const { return SigmoidOp::create(builder, loc, a); }
  Value pow(Value a, Value b) const {
    return PowOp::create(builder, loc, a, b);
  }
  Value minimum(Value a, Value b) const {
    return MinimumOp::create(builder, loc, a, b);
  }
  Value maximum(Value a, Value b) const {
    return MaximumOp::create(builder, loc, a, b);
  }
  Value compare(ComparePredicate predicate, Value a, Value b) const {
    return CompareOp::create(builder, loc, predicate, a, b);
  }
  Value where(Value condition, Value a, Value b) const {
    return WhereOp::create(builder, loc, condition, a, b);
  }
  Value compare(ComparePredicate predicate, Value a, double b) const {
    return compare(predicate, a, constant(b));
  }
  Value where(Value condition, Value a, double b) const {
    return where(condition, a, constant(b));
  }
  Value where(Value condition, double a, Value b) const {
    return where(condition, constant(a), b);
  }
  Value tanh(Value a) const { return TanhOp::create(builder, loc, a); }
  Value relu(Value a) const { return ReluOp::create(builder, loc, a); }
  Value sum(Value a, ArrayRef<int64_t> dims = {}, bool keepdim = false) const {
    return SumOp::create(builder, loc, a, dims, keepdim);
  }
  Value mean(Value a, ArrayRef<int64_t> dims = {}, bool keepdim = false) const {
    return MeanOp::create(builder, loc, a, dims, keepdim);
  }
  /// The largest values along `dim`, which keeps size 1.
  Value largest(Value a, int64_t dim) const {
    return AmaxOp::create(builder, loc, a, ArrayRef<int64_t>{dim}, true);
  }
  Value reshape(Value a, ArrayRef<int64_t> shape) const {
    return ReshapeOp::create(builder, loc, a, shape);
  }
  Value transpose(Value a, ArrayRef<int64_t> permutation) const {
    return TransposeOp::create(builder, loc, a, permutation);
  }
  Value broadcast(Value a, ArrayRef<int64_t> shape) const {
    return BroadcastToOp::create(builder, loc, a, shape);
  }
  Value concat(ArrayRef<Value> parts, int64_t dim) const {
    return parts.size() == 1
               ? parts.front()
               : ConcatOp::create(builder, loc, parts, dim).getResult();
  }
  Value slice(Value a, ArrayRef<int64_t> offsets, ArrayRef<int64_t> sizes,
              ArrayRef<int64_t> strides = {}) const {
    return SliceOp::create(builder, loc, a, offsets, sizes, strides);
  }
  /// `size` elements of dimension `dim` from `offset` on, `stride` apart.
  Value part(Value a, int64_t dim, int64_t offset, int64_t size,
             int64_t stride = 1) const;
  /// The elements of `a` among zeros of `shape`.
  Value place(Value a, ArrayRef<int64_t> shape, ArrayRef<int64_t> offsets,
              ArrayRef<int64_t> strides = {}) const {
    return SliceBackwardOp::create(builder, loc, a, shape, offsets, strides);
  }
  /// A constant tensor; one element stands for all if they are equal.
  Value constants(ArrayRef<int64_t> shape, ArrayRef<double> values) const;
  /// An i64 constant of rank 0.
  Value integer(int64_t value) const;
  /// An i64 constant of rank 1.
  Value integers(ArrayRef<int64_t> values) const;
  /// 0, 1, ... of type i64, as a tensor of `shape`.
  Value numbers(ArrayRef<int64_t> shape) const;
  /// The value as a constant, which has no gradient.
  Value detach(Value a) const;

  /// What writes a step of a loop: of the states, a slice of each sequence and
  /// the invariants it gives the next states and the outputs.
  using WriteStep = function_ref<SmallVector<Value>(
      ValueRange states, ValueRange slices, ValueRange invariants)>;
  /// An amp.scan, whose step `write` writes with this builder. It uses no other
  /// values. The results are the last states, and each output of all steps.
  SmallVector<Value> scan(ValueRange initial, ValueRange sequences,
                          ValueRange invariants, WriteStep write,
                          bool isReverse = false) const;

  static SmallVector<int64_t> getShape(Value a) {
    return SmallVector<int64_t>(getTensorType(a).getShape());
  }
  static int64_t getSize(Value a, int64_t dim) {
    return getTensorType(a).getDimSize(dim);
  }
  /// `value` with elements of `elementType`, widened where that is a
  /// floating-point type.
  Value widenAs(Value value, Type elementType) const {
    return isa<FloatType>(elementType) ? widen(cast(value, elementType))
                                       : value;
  }

  /// Products of elements of any float type, summed in the builder's. `asked`
  /// is the compute type of the op that is decomposed, if it has one.
  Value matmul(Value a, Value b, TypeAttr asked = {}) const {
    return createMatmul(builder, loc, a, b, type, asked);
  }
  /// x wᵀ + b, as `matmul`.
  Value linear(Value x, Value w, Value b, TypeAttr asked = {}) const {
    return createLinear(builder, loc, x, w, b, type, asked);
  }

  /// The end of the decomposition of `op`, whose first result is `value`
  /// rounded once, to the result's elements.
  LogicalResult finish(Operation *op, Value value,
                       SmallVectorImpl<Value> &results) const {
    results.push_back(
        cast(value, getTensorType(op->getResult(0)).getElementType()));
    return success();
  }
};

} // namespace mlir::amp

#endif // AMP_DIALECT_AMP_IR_GRAPHBUILDER_H
