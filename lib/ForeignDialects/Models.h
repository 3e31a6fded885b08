//===- Models.h -------------------------------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What models of ops of other dialects share. They stand for ops by name, and
// so serve dialects whose ops have no definitions here.

#ifndef AMP_LIB_FOREIGNDIALECTS_MODELS_H
#define AMP_LIB_FOREIGNDIALECTS_MODELS_H

#include "ForeignOps.h"
#include "amp/Interfaces/HomogeneousOpInterface.h"
#include "amp/Interfaces/PrecisionOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::amp {

/// The element type of a value that is cast: a ranked tensor of floating-point
/// numbers other than f64. Null for others.
FloatType getCastableType(Value value);
/// The type of the first operand that is cast; null if there is none.
FloatType getFirstCastableType(ValueRange values);
/// Fails, with a diagnostic, if operands of `op` that are cast differ in type:
/// an op without a definition has no verifier that would.
LogicalResult verifyOneType(Operation *op);
/// Gives a value that is cast the element type `type`.
void setElementType(Value value, FloatType type);
/// `value` rounded to `type`.
FloatAttr convertFloat(FloatAttr value, FloatType type);

/// The function that the body of the op computes, for policies: of linalg's
/// ops, and of StableHLO's.
StringRef getStructuredFunction(Operation *op);
StringRef getRegionFunction(Operation *op);

/// What holds for all: no gradient is taken of ops of other dialects.
template <typename ConcreteModel>
struct ForeignModel
    : public PrecisionOpInterface::FallbackModel<ConcreteModel> {
  StringRef getPrecisionName(Operation *op) const {
    const ForeignOp *known = lookupForeignOp(op->getName().getStringRef());
    if (!known->function.empty())
      return known->function;
    StringRef function = known->form == ForeignForm::Structured
                             ? getStructuredFunction(op)
                             : getRegionFunction(op);
    return function.empty() ? op->getName().getStringRef() : function;
  }
  bool isPrecisionOperand(Operation *, unsigned) const { return true; }
  bool mayStayWide(Operation *, unsigned) const { return false; }
  bool isPromotionOperand(Operation *, unsigned) const { return true; }
  bool isPrecisionResult(Operation *, unsigned) const { return true; }
  bool isSavedOperand(Operation *, unsigned) const { return false; }
  bool isSavedResult(Operation *, unsigned) const { return false; }
  bool isImplicitComposite(Operation *) const { return false; }
};

/// ForeignForm::Uniform.
struct UniformModel : public ForeignModel<UniformModel> {
  LogicalResult refineResultTypes(Operation *op) const;
};

/// ForeignForm::Wide.
struct WideModel : public ForeignModel<WideModel> {
  bool isPrecisionResult(Operation *, unsigned) const { return false; }
  LogicalResult refineResultTypes(Operation *op) const {
    return verifyOneType(op);
  }
};

/// ForeignForm::Structured.
struct StructuredModel : public ForeignModel<StructuredModel> {
  bool isPrecisionOperand(Operation *op, unsigned index) const;
  bool isPrecisionResult(Operation *op, unsigned index) const;
  LogicalResult refineResultTypes(Operation *op) const;
};

/// ForeignForm::Exact.
struct ExactModel : public ForeignModel<ExactModel> {
  bool isPrecisionOperand(Operation *op, unsigned index) const;
  bool isPrecisionResult(Operation *op, unsigned index) const {
    return isPrecisionOperand(op, 0);
  }
  LogicalResult refineResultTypes(Operation *op) const;
};

/// ForeignForm::Control.
struct ControlModel
    : public TransparentRegionsOpInterface::FallbackModel<ControlModel> {};

/// ForeignDegree, where it is known.
struct DegreeModel : public HomogeneousOpInterface::FallbackModel<DegreeModel> {
  FailureOr<int64_t>
  inferDegree(Operation *op, ArrayRef<std::optional<int64_t>> degrees) const;
  bool keepsFinite(Operation *) const { return false; }
};

/// Registers what stands for StableHLO, CHLO and Shardy where they are not
/// registered.
void registerStableHloNames(DialectRegistry &registry);
/// Has dialects write casts in their own ops.
void registerCastBuilders(DialectRegistry &registry);

} // namespace mlir::amp

#endif // AMP_LIB_FOREIGNDIALECTS_MODELS_H
