//===- Amp.h ----------------------------------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The amp dialect and its attributes, and what passes ask of graphs and build
// them with. Ops are declared by topic: Elementwise.h, Losses.h, ... (all of
// them: Ops.h), which the build generates.

#ifndef AMP_DIALECT_AMP_IR_AMP_H
#define AMP_DIALECT_AMP_IR_AMP_H

#include "amp/Interfaces/DifferentiableOpInterface.h"
#include "amp/Interfaces/HomogeneousOpInterface.h"
#include "amp/Interfaces/IndexRangeOpInterface.h"
#include "amp/Interfaces/LoweringOpInterfaces.h"
#include "amp/Interfaces/PrecisionOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "amp/Dialect/Amp/IR/AmpDialect.h.inc"
#include "amp/Dialect/Amp/IR/AmpEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "amp/Dialect/Amp/IR/AmpAttributes.h.inc"

namespace mlir::amp::detail {

/// True if each type could be the other one: equal element types, and shapes
/// equal where both are static.
bool areCompatibleTypes(TypeRange inferred, TypeRange actual);
/// As `areCompatibleTypes`, but an f32 first result of 16-bit operands is
/// allowed too.
bool areCompatibleContractionTypes(TypeRange inferred, TypeRange actual);

/// Result type of an elementwise op: shapes broadcast, equal element types.
LogicalResult inferElementwiseType(std::optional<Location> location,
                                   StringRef op, ValueRange operands,
                                   SmallVectorImpl<Type> &types);
/// As `inferElementwiseType`, with i1 elements.
LogicalResult inferPredicateType(std::optional<Location> location, StringRef op,
                                 ValueRange operands,
                                 SmallVectorImpl<Type> &types);
/// The type of `amp.where`: an i1 condition, then two operands of one element
/// type.
LogicalResult inferWhereType(std::optional<Location> location, StringRef op,
                             ValueRange operands, SmallVectorImpl<Type> &types);
/// The type of `input`, whose dimension `dim` counts from the end if negative.
LogicalResult inferAlongDim(std::optional<Location> location, StringRef op,
                            Value input, int64_t dim,
                            SmallVectorImpl<Type> &types);
LogicalResult inferReductionType(std::optional<Location> location, StringRef op,
                                 Value input, ArrayRef<int64_t> dims,
                                 bool keepdim, SmallVectorImpl<Type> &types);

/// Gives `type` the element type `dtype`, where one was asked for. Both must be
/// floating-point.
LogicalResult inferOutputType(std::optional<Location> location, StringRef op,
                              std::optional<Type> dtype, Type &type);
/// Checks the compute type of an op that sums products of `operandType`.
LogicalResult verifyComputeType(Operation *op, std::optional<Type> computeType,
                                Type operandType);

/// What follows from the rule of the elementwise `op` (ElementwiseRules.h):
/// one element of the result, of scalars as ElementwiseOpInterface has them;
Value buildScalar(Operation *op, OpBuilder &builder, Location loc,
                  ValueRange operands);
/// the gradients of the needed operands, for the gradient `dy` of the result;
void buildElementwiseGradients(Operation *op, OpBuilder &builder, Value dy,
                               ArrayRef<bool> needed,
                               MutableArrayRef<Value> operandGradients);
/// and what those gradients read.
bool derivativeReadsOperand(Operation *op, unsigned index);
bool derivativeReadsResult(Operation *op);

/// Names the results of `op` after its location; false where that is no name.
bool suggestResultNames(Operation *op, OpAsmSetValueNameFn setName);

/// Fails if `op` has a discardable attribute without a dialect's prefix.
LogicalResult verifyKnownAttributes(Operation *op);

} // namespace mlir::amp::detail

namespace mlir::amp {

/// An op whose attributes without a prefix are all its own.
template <typename ConcreteType>
class KnownAttributes
    : public OpTrait::TraitBase<ConcreteType, KnownAttributes> {
public:
  static LogicalResult verifyTrait(Operation *op) {
    return detail::verifyKnownAttributes(op);
  }
};

/// An op on the list of all gradients, which `convert-amp-to-amprt` lowers.
template <typename ConcreteType>
class ActsOnList : public OpTrait::TraitBase<ConcreteType, ActsOnList> {};

/// The f16 and bf16 types, whose arithmetic is done in f32.
inline bool is16BitFloat(Type type) { return type.isF16() || type.isBF16(); }

/// The tensor type of `value`.
inline RankedTensorType getTensorType(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// Fails, with a diagnostic that names `pass`, if a size of an operand or
/// result of `op`, or of an argument of its regions, is unknown. Only those
/// that `isNeeded` names count, if it is given.
LogicalResult verifyStaticShapes(
    Operation *op, StringRef pass,
    llvm::function_ref<bool(Value, unsigned dim)> isNeeded = nullptr);

/// What the scalar i1 `flag`, which may be null, is known to be.
std::optional<bool> getKnownFlag(Value flag);

/// The dimensions that a reduction with these `dims` reduces, ascending; none
/// listed means all. Negative ones are counted from the end.
SmallVector<int64_t> getReducedDims(int64_t rank, ArrayRef<int64_t> dims);

/// A constant tensor of `type` with every element `value`.
Value createSplat(OpBuilder &builder, Location loc, RankedTensorType type,
                  double value);

/// `value` with elements of `elementType`; itself if it has them already.
Value createCast(OpBuilder &builder, Location loc, Value value,
                 Type elementType);

/// Sums `value` over the dimensions that broadcasting added, down to `type`'s
/// shape.
Value createSumTo(OpBuilder &builder, Location loc, Value value,
                  RankedTensorType type);

/// `value` with its last two dimensions exchanged.
Value createMatrixTranspose(OpBuilder &builder, Location loc, Value value);

/// The reciprocal, computed in f64 and rounded to f32, of a scalar f32 tensor.
Value createExactReciprocal(OpBuilder &builder, Location loc, Value scale);

} // namespace mlir::amp

#endif // AMP_DIALECT_AMP_IR_AMP_H
