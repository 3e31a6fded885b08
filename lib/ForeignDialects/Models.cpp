//===- Models.cpp ---------------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Models.h"

#include "amp/ForeignDialects/ForeignDialects.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;

FloatType mlir::amp::getCastableType(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  auto element =
      type ? dyn_cast<FloatType>(type.getElementType()) : FloatType();
  return element && !element.isF64() ? element : FloatType();
}

FloatType mlir::amp::getFirstCastableType(ValueRange values) {
  for (Value value : values)
    if (FloatType type = getCastableType(value))
      return type;
  return FloatType();
}

LogicalResult mlir::amp::verifyOneType(Operation *op) {
  FloatType first = getFirstCastableType(op->getOperands());
  for (OpOperand &operand : op->getOpOperands())
    if (FloatType type = getCastableType(operand.get()); type && type != first)
      return op->emitOpError("takes operands of one floating-point type, but "
                             "operand ")
             << operand.getOperandNumber() << " is " << type << " beside "
             << first;
  return success();
}

void mlir::amp::setElementType(Value value, FloatType type) {
  value.setType(cast<RankedTensorType>(value.getType()).clone(type));
}

FloatAttr mlir::amp::convertFloat(FloatAttr value, FloatType type) {
  APFloat number = value.getValue();
  bool losesInfo;
  number.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                 &losesInfo);
  return FloatAttr::get(type, number);
}

LogicalResult UniformModel::refineResultTypes(Operation *op) const {
  if (failed(verifyOneType(op)))
    return failure();
  FloatType type = getFirstCastableType(op->getOperands());
  if (!type)
    return success();
  for (OpResult result : op->getResults())
    if (getCastableType(result))
      setElementType(result, type);
  // Numbers of the element type, such as the bounds of tosa.clamp.
  if (op->isRegistered())
    for (StringAttr name : op->getName().getAttributeNames())
      if (auto value = dyn_cast_if_present<FloatAttr>(
              op->getInherentAttr(name).value_or(Attribute())))
        op->setInherentAttr(name, convertFloat(value, type));
  return success();
}

FailureOr<int64_t>
DegreeModel::inferDegree(Operation *op,
                         ArrayRef<std::optional<int64_t>> degrees) const {
  switch (lookupForeignOp(op->getName().getStringRef())->degree) {
  case ForeignDegree::Second:
    return degrees[1].value_or(0);
  case ForeignDegree::Product:
    return degrees[0].value_or(0) + degrees[1].value_or(0);
  case ForeignDegree::Quotient:
    return degrees[0].value_or(0) - degrees[1].value_or(0);
  case ForeignDegree::None:
    if (failed(detail::getCommonDegree(degrees)))
      return failure();
    return 0;
  case ForeignDegree::Same:
    return detail::getCommonDegree(degrees);
  case ForeignDegree::Unknown:
    break;
  }
  llvm_unreachable("an op without a degree has no model of it");
}

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

/// Attaches models to those ops of `dialect` that the table has.
static void attachModels(MLIRContext *context, Dialect *dialect) {
  for (const ForeignOp &op : getForeignOps()) {
    if (op.name.split('.').first != dialect->getNamespace())
      continue;
    std::optional<RegisteredOperationName> name =
        RegisteredOperationName::lookup(op.name, context);
    if (!name)
      continue;
    switch (op.form) {
    case ForeignForm::Uniform:
      name->attachInterface<UniformModel>();
      break;
    case ForeignForm::Wide:
      name->attachInterface<WideModel>();
      break;
    case ForeignForm::Structured:
      name->attachInterface<StructuredModel>();
      break;
    case ForeignForm::Exact:
      name->attachInterface<ExactModel>();
      break;
    case ForeignForm::Control:
      name->attachInterface<ControlModel>();
      break;
    case ForeignForm::Fixed:
      break;
    }
    if (op.degree != ForeignDegree::Unknown)
      name->attachInterface<DegreeModel>();
  }
}

namespace {
/// Sees every dialect that is loaded, by its name: whose definitions it has
/// does not matter.
struct AttachModels : public DialectExtensionBase {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(AttachModels)

  AttachModels() : DialectExtensionBase({}) {}
  void apply(MLIRContext *context,
             MutableArrayRef<Dialect *> dialects) const final {
    for (Dialect *dialect : dialects)
      attachModels(context, dialect);
  }
  std::unique_ptr<DialectExtensionBase> clone() const final {
    return std::make_unique<AttachModels>();
  }
};
} // namespace

void mlir::amp::registerForeignDialectModels(DialectRegistry &registry) {
  registry.addExtensions<AttachModels>();
  registerStableHloNames(registry);
  registerCastBuilders(registry);
}
