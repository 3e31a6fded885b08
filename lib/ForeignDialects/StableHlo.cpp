//===- StableHlo.cpp ------------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// StableHLO, CHLO and Shardy by the names of their ops: text in generic form is
// read without their definitions, which no package has. Types and attributes
// are kept as they are written.

#include "Models.h"
#include "amp/Interfaces/CastDialectInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::amp;

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

/// The attribute in which an op of the table holds a constant.
static constexpr StringLiteral kConstantName = "stablehlo.constant";

/// True if `op`, in a region, gives elements that it was given there, compares
/// them, or is a constant that every floating-point type holds.
static bool isExactInside(Operation &op) {
  Region *region = op.getParentRegion();
  if (op.getNumRegions() != 0 ||
      llvm::any_of(op.getOperands(), [&](Value operand) {
        return operand.getParentRegion() != region;
      }))
    return false;
  if (op.getName().getStringRef() == kConstantName) {
    auto value = dyn_cast_if_present<DenseElementsAttr>(op.getAttr("value"));
    if (!value || !isa<FloatType>(value.getElementType()))
      return value != nullptr;
    return llvm::all_of(value.getValues<APFloat>(), [](const APFloat &number) {
      return number.isZero() || !number.isFinite();
    });
  }
  return llvm::StringSwitch<bool>(op.getName().getStringRef())
      .Cases({"stablehlo.and", "stablehlo.compare", "stablehlo.maximum",
              "stablehlo.minimum", "stablehlo.not", "stablehlo.or",
              "stablehlo.return", "stablehlo.select"},
             true)
      .Default(false);
}

static bool isExact(Operation *op) {
  return llvm::all_of(op->getRegions(), [](Region &region) {
    return llvm::hasSingleElement(region) &&
           llvm::all_of(region.front(), isExactInside);
  });
}

StringRef mlir::amp::getRegionFunction(Operation *op) {
  if (isExact(op))
    return "amax";
  // The first op of the last region says how elements are joined.
  Region &region = op->getRegions().back();
  StringRef joined = region.empty() || region.front().empty()
                         ? StringRef()
                         : region.front().front().getName().getStringRef();
  bool scatters = op->getName().getStringRef().contains("scatter");
  if (scatters)
    return "scatter_add";
  return llvm::StringSwitch<StringRef>(joined)
      .Case("stablehlo.add", "sum")
      .Case("stablehlo.multiply", "prod")
      .Default("");
}

bool ExactModel::isPrecisionOperand(Operation *op, unsigned) const {
  // One type for all that the regions compare and choose.
  return isExact(op);
}

LogicalResult ExactModel::refineResultTypes(Operation *op) const {
  if (failed(verifyOneType(op)))
    return failure();
  FloatType type = getFirstCastableType(op->getOperands());
  if (!type)
    return success();
  auto retype = [&](ValueRange values) {
    for (Value value : values)
      if (getCastableType(value))
        setElementType(value, type);
  };
  retype(op->getResults());
  for (Region &region : op->getRegions())
    for (Block &block : region) {
      retype(block.getArguments());
      for (Operation &inner : block) {
        if (auto value =
                dyn_cast_if_present<DenseElementsAttr>(inner.getAttr("value"));
            value && isa<FloatType>(value.getElementType()))
          inner.setAttr(
              "value", value.mapValues(type, [&](const APFloat &number) {
                return convertFloat(
                           FloatAttr::get(value.getElementType(), number), type)
                    .getValue()
                    .bitcastToAPInt();
              }));
        retype(inner.getResults());
      }
    }
  return success();
}

//===----------------------------------------------------------------------===//
// Dialects
//===----------------------------------------------------------------------===//

namespace {
/// Casts are `stablehlo.convert` for all of them: only StableHLO has one.
struct ConvertBuilder : public CastDialectInterface {
  using CastDialectInterface::CastDialectInterface;

  Value buildCast(OpBuilder &builder, Location loc, Value value,
                  RankedTensorType type) const final {
    OperationState state(loc, "stablehlo.convert", value, type);
    return builder.create(state)->getResult(0);
  }
};

/// How an op looks in its own form is not known.
ParseResult refuseForm(OpAsmParser &parser, OperationState &) {
  // The parser begins the sentence: custom op 'stablehlo.add'.
  return parser.emitError(parser.getNameLoc(),
                          "is read in generic form alone; have it printed so "
                          "(in JAX, print_generic_op_form=True)");
}

/// A dialect of which only the name is known, and the table's rows.
class NamedDialect : public Dialect {
public:
  Attribute parseAttribute(DialectAsmParser &parser, Type type) const final {
    return OpaqueAttr::get(getNamespaceAttr(), parser.getFullSymbolSpec(),
                           type ? type : NoneType::get(getContext()));
  }
  Type parseType(DialectAsmParser &parser) const final {
    return OpaqueType::get(getNamespaceAttr(), parser.getFullSymbolSpec());
  }
  std::optional<ParseOpHook> getParseOperationHook(StringRef) const final {
    return refuseForm;
  }
  void *getRegisteredInterfaceForOp(TypeID interface,
                                    OperationName name) final {
    const ForeignOp *op = lookupForeignOp(name.getStringRef());
    if (!op)
      return nullptr;
    if (interface == PrecisionOpInterface::getInterfaceID())
      return getPrecisionModel(op->form);
    if (interface == TransparentRegionsOpInterface::getInterfaceID())
      return op->form == ForeignForm::Control ? &control : nullptr;
    if (interface == HomogeneousOpInterface::getInterfaceID())
      return op->degree != ForeignDegree::Unknown ? &degree : nullptr;
    return nullptr;
  }

protected:
  NamedDialect(StringRef name, MLIRContext *context, TypeID id)
      : Dialect(name, context, id) {
    allowUnknownOperations();
    allowUnknownTypes();
    addInterfaces<ConvertBuilder>();
  }

private:
  StringAttr getNamespaceAttr() const {
    return StringAttr::get(getContext(), getNamespace());
  }
  void *getPrecisionModel(ForeignForm form) {
    switch (form) {
    case ForeignForm::Uniform:
      return &uniform;
    case ForeignForm::Wide:
      return &wide;
    case ForeignForm::Exact:
      return &exact;
    case ForeignForm::Structured:
    case ForeignForm::Control:
    case ForeignForm::Fixed:
      return nullptr;
    }
    llvm_unreachable("unknown form");
  }

  UniformModel uniform;
  WideModel wide;
  ExactModel exact;
  ControlModel control;
  DegreeModel degree;
};

/// The dialect that `Name` names.
template <typename Name>
class DialectOf : public NamedDialect {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(DialectOf)
  static constexpr StringLiteral getDialectNamespace() { return Name::value; }
  explicit DialectOf(MLIRContext *context)
      : NamedDialect(getDialectNamespace(), context,
                     TypeID::get<DialectOf<Name>>()) {}
};

struct StableHlo {
  static constexpr StringLiteral value = "stablehlo";
};
struct Chlo {
  static constexpr StringLiteral value = "chlo";
};
/// Shardy, which JAX writes beside StableHLO: where values lie.
struct Sdy {
  static constexpr StringLiteral value = "sdy";
};
} // namespace

/// Registers those of the dialects that nobody has defined.
template <typename... Names>
static void registerNames(DialectRegistry &registry) {
  ((registry.getDialectAllocator(Names::value)
        ? void()
        : registry.insert<DialectOf<Names>>()),
   ...);
}

void mlir::amp::registerStableHloNames(DialectRegistry &registry) {
  registerNames<StableHlo, Chlo, Sdy>(registry);
}
