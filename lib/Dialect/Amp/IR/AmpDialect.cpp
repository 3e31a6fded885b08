//===- AmpDialect.cpp -----------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Dialect/Amp/IR/Amp.h"

#include "amp/Dialect/Amp/IR/Casts.h"
#include "amp/Dialect/Amp/IR/Topics.h"
#include "amp/Support/SimilarNames.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/InliningUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::amp;

#include "amp/Dialect/Amp/IR/AmpDialect.cpp.inc"
#include "amp/Dialect/Amp/IR/AmpEnums.cpp.inc"

/// A word of an enumeration; what is none of them is refused with all that are.
template <typename EnumT>
static ParseResult parseWord(AsmParser &parser, EnumT &value) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  bool isWord = succeeded(parser.parseOptionalKeyword(&keyword));
  if (std::optional<EnumT> known = mlir::amp::symbolizeEnum<EnumT>(keyword);
      isWord && known) {
    value = *known;
    return success();
  }
  SmallVector<StringRef> words;
  for (uint32_t i = 0;; ++i) {
    StringRef word = stringifyEnum(static_cast<EnumT>(i));
    if (word.empty())
      break;
    words.push_back(word);
  }
  InFlightDiagnostic diag = parser.emitError(loc, "expected one of ");
  llvm::interleaveComma(words, diag);
  if (!isWord)
    return diag << ", as a bare word";
  return diag << ", found '" << keyword << "'";
}

template <typename EnumT>
static void printWord(AsmPrinter &printer, EnumT value) {
  printer << stringifyEnum(value);
}

#define GET_ATTRDEF_CLASSES
#include "amp/Dialect/Amp/IR/AmpAttributes.cpp.inc"

namespace {
struct AmpInlinerInterface : public DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;
  bool isLegalToInline(Operation *, Operation *, bool) const final {
    return true;
  }
  bool isLegalToInline(Region *, Region *, bool, IRMapping &) const final {
    return true;
  }
  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
};
} // namespace

void AmpDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "amp/Dialect/Amp/IR/AmpAttributes.cpp.inc"
      >();
  detail::registerTopics(*this);
  addInterfaces<AmpInlinerInterface>();
}

Operation *AmpDialect::materializeConstant(OpBuilder &builder, Attribute value,
                                           Type type, Location loc) {
  auto elements = dyn_cast<ElementsAttr>(value);
  if (!elements || elements.getShapedType() != type)
    return nullptr;
  return ConstantOp::create(builder, loc, type, elements);
}

LogicalResult mlir::amp::detail::verifyKnownAttributes(Operation *op) {
  for (NamedAttribute attribute : op->getDiscardableAttrs()) {
    if (attribute.getNameDialect() ||
        attribute.getName().getValue().contains('.'))
      continue;
    InFlightDiagnostic diag = op->emitOpError("has no attribute '")
                              << attribute.getName().getValue() << "'";
    SmallVector<StringRef> known;
    for (StringAttr name : op->getRegisteredInfo()->getAttributeNames())
      known.push_back(name.getValue());
    if (!known.empty()) {
      diag << "; known are ";
      llvm::interleaveComma(known, diag);
    }
    StringRef name = attribute.getName().getValue();
    // NumPy's word for PyTorch's.
    bool isAxis = name == "axis" || name == "axes";
    return diag << ::amp::didYouMean(isAxis ? "dims" : name, known);
  }
  return success();
}

bool mlir::amp::detail::suggestResultNames(Operation *op,
                                           OpAsmSetValueNameFn setName) {
  // A location may say more than a name: what was fused, who called.
  NameLoc name;
  op->getLoc()->walk([&](Location location) {
    name = dyn_cast<NameLoc>(location);
    return name ? WalkResult::interrupt() : WalkResult::advance();
  });
  if (!name || op->getNumResults() == 0)
    return false;
  setName(op->getResult(0), name.getName());
  return true;
}

//===----------------------------------------------------------------------===//
// Attributes of functions
//===----------------------------------------------------------------------===//

/// Refuses an attribute of this dialect that is none of the `known`.
static LogicalResult emitUnknown(Operation *op, StringRef what, StringRef name,
                                 ArrayRef<StringRef> known) {
  InFlightDiagnostic diag = op->emitError() << "unknown " << what << " '"
                                            << name << "'; known are ";
  llvm::interleave(
      known.drop_back(), diag,
      [&](StringRef each) { diag << "'" << each << "'"; }, ", ");
  return diag << " and '" << known.back() << "'"
              << ::amp::didYouMean(name, known);
}

static LogicalResult verifyName(Operation *op, NamedAttribute attribute) {
  auto name = dyn_cast<StringAttr>(attribute.getValue());
  if (!name || name.getValue().empty())
    return op->emitError() << "'" << attribute.getName().getValue()
                           << "' expects a non-empty string, found "
                           << attribute.getValue();
  return success();
}

static LogicalResult verifyDecorator(Operation *op, NamedAttribute attribute) {
  auto entries = dyn_cast<DictionaryAttr>(attribute.getValue());
  if (!isa<FunctionOpInterface>(op) || !entries)
    return op->emitError("'amp.autocast' is a dictionary on a function, found ")
           << attribute.getValue();
  for (NamedAttribute entry : entries) {
    StringRef key = entry.getName().getValue();
    if (key == "dtype") {
      auto type = dyn_cast<TypeAttr>(entry.getValue());
      if (!type || !is16BitFloat(type.getValue()))
        return op->emitError("'amp.autocast' expects dtype f16 or bf16, found ")
               << entry.getValue();
    } else if (key == "enabled" || key == "cache") {
      if (!isa<BoolAttr>(entry.getValue()))
        return op->emitError("'amp.autocast' expects true or false for ")
               << key << ", found " << entry.getValue();
    } else {
      return op->emitError("'amp.autocast' has no key '")
             << key << "'; known are dtype, enabled and cache";
    }
  }
  return success();
}

/// `amp.specialization` on a function.
static bool isSpecialization(Attribute attribute) {
  auto entries = dyn_cast<DictionaryAttr>(attribute);
  if (!entries || !entries.getAs<StringAttr>("entry"))
    return false;
  return llvm::all_of(entries, [](NamedAttribute entry) {
    Attribute value = entry.getValue();
    StringRef key = entry.getName().getValue();
    if (key == "entry")
      return isa<StringAttr>(value);
    if (key == "shapes")
      return isa<ArrayAttr>(value) &&
             llvm::all_of(cast<ArrayAttr>(value), llvm::IsaPred<StringAttr>);
    if (key == "micro_batches" || key == "batch") {
      auto number = dyn_cast<IntegerAttr>(value);
      return number && number.getType().isSignlessInteger(64) &&
             number.getInt() >= 1;
    }
    auto phase = dyn_cast<StringAttr>(value);
    return key == "phase" && phase &&
           llvm::is_contained({"any", "inner", "last"}, phase.getValue());
  });
}

/// True for a number of bytes: an i64 from 0.
static bool isByteCount(Attribute attribute) {
  auto number = dyn_cast<IntegerAttr>(attribute);
  return number && number.getType().isSignlessInteger(64) &&
         number.getInt() >= 0;
}

LogicalResult AmpDialect::verifyOperationAttribute(Operation *op,
                                                   NamedAttribute attribute) {
  StringRef name = attribute.getName().getValue();
  auto expect = [&](bool holds, StringRef what) -> LogicalResult {
    if (holds)
      return success();
    return op->emitError() << "'" << name << "' is " << what << ", found "
                           << attribute.getValue() << " on '" << op->getName()
                           << "'";
  };
  Attribute value = attribute.getValue();
  if (name == "amp.autocast")
    return verifyDecorator(op, attribute);
  if (name == "amp.specialization")
    return expect(isSpecialization(value) && isa<FunctionOpInterface>(op),
                  "a dictionary on a function, of entry, shapes, batch, "
                  "micro_batches and phase");
  if (name == "amp.policy")
    return expect(isa<DictionaryAttr>(value) &&
                      isa<ModuleOp, FunctionOpInterface>(op),
                  "a dictionary on a module or a function");
  if (name == "amp.precision")
    return expect(isa<StringAttr, DictionaryAttr>(value),
                  "a category, such as \"deny\", or a dictionary");
  if (name == "amp.assigned")
    return expect(isa<DictionaryAttr>(value) && isa<FunctionOpInterface>(op),
                  "a dictionary on a function");
  if (name == "amp.exempt")
    return expect(isa<StringAttr>(value), "a string");
  if (name == "amp.uncached")
    return expect(isa<UnitAttr>(value), "a unit attribute");
  if (name == "amp.op_locations")
    return expect(isa<ArrayAttr>(value) &&
                      llvm::all_of(cast<ArrayAttr>(value),
                                   llvm::IsaPred<DictionaryAttr>) &&
                      isa<FunctionOpInterface>(op),
                  "a list of dictionaries on a function");
  if (name == "amp.recompute")
    return expect(isa<UnitAttr>(value), "a unit attribute");
  if (name == "amp.arena_bytes")
    return expect(isByteCount(value) && isa<FunctionOpInterface>(op),
                  "an i64 from 0 on a function");
  static constexpr StringRef known[] = {
      "amp.autocast",      "amp.policy",    "amp.precision",
      "amp.assigned",      "amp.exempt",    "amp.uncached",
      "amp.op_locations",  "amp.recompute", "amp.arena_bytes",
      "amp.specialization"};
  return emitUnknown(op, "attribute", name, known);
}

LogicalResult AmpDialect::verifyRegionArgAttribute(Operation *op, unsigned,
                                                   unsigned,
                                                   NamedAttribute attribute) {
  StringRef name = attribute.getName().getValue();
  if (name == "amp.name")
    return verifyName(op, attribute);
  Attribute value = attribute.getValue();
  auto expect = [&](bool holds, StringRef what) -> LogicalResult {
    if (holds)
      return success();
    return op->emitError("'")
           << name << "' expects " << what << ", found " << value;
  };
  if (name == "amp.batch")
    return expect(isa<UnitAttr>(value), "no value");
  if (name == "amp.variable" || name == "amp.flat_buffer")
    return expect(isa<FlatSymbolRefAttr>(value), "a symbol");
  if (name == "amp.flat_buffer_offset" || name == "amp.flat_buffer_bytes")
    return expect(isByteCount(value), "an i64 from 0");
  if (name == "amp.output")
    return expect(isa<StringAttr>(value), "a string");
  if (name == "amp.element_type")
    return expect(isa<TypeAttr>(value) &&
                      cast<TypeAttr>(value).getValue().isUnsignedInteger(8),
                  "ui8, the one unsigned type");
  if (name == "amp.index_ranges")
    return expect(
        isa<ArrayAttr>(value) &&
            llvm::all_of(cast<ArrayAttr>(value), llvm::IsaPred<IndexRangeAttr>),
        "a list of #amp.index_range");
  static constexpr StringRef known[] = {"amp.name",
                                        "amp.batch",
                                        "amp.variable",
                                        "amp.flat_buffer",
                                        "amp.flat_buffer_offset",
                                        "amp.flat_buffer_bytes",
                                        "amp.output",
                                        "amp.element_type",
                                        "amp.index_ranges"};
  return emitUnknown(op, "argument attribute", name, known);
}

LogicalResult
AmpDialect::verifyRegionResultAttribute(Operation *op, unsigned, unsigned,
                                        NamedAttribute attribute) {
  StringRef name = attribute.getName().getValue();
  if (name == "amp.name")
    return verifyName(op, attribute);
  if (name == "amp.reduction") {
    auto reduction = dyn_cast<StringAttr>(attribute.getValue());
    if (!reduction ||
        (reduction.getValue() != "mean" && reduction.getValue() != "sum"))
      return op->emitError(
                 "'amp.reduction' expects \"mean\" or \"sum\", found ")
             << attribute.getValue();
    return success();
  }
  if (name == "amp.batch") {
    if (!isa<UnitAttr>(attribute.getValue()))
      return op->emitError("'amp.batch' expects no value, found ")
             << attribute.getValue();
    return success();
  }
  return emitUnknown(op, "result attribute", name,
                     {"amp.name", "amp.reduction", "amp.batch"});
}

//===----------------------------------------------------------------------===//
// InitializerAttr
//===----------------------------------------------------------------------===//

/// Fewest and most parameters of each kind.
static std::pair<size_t, size_t> getParameterCount(InitializerKind kind) {
  switch (kind) {
  case InitializerKind::Zeros:
  case InitializerKind::Seed:
    return {0, 0};
  case InitializerKind::Constant:
    return {1, 1};
  case InitializerKind::Uniform:
  case InitializerKind::Normal:
    return {2, 2};
  case InitializerKind::KaimingUniform:
  case InitializerKind::KaimingNormal:
  case InitializerKind::XavierUniform:
  case InitializerKind::XavierNormal:
  case InitializerKind::Orthogonal:
    return {0, 1};
  }
  llvm_unreachable("unknown initializer");
}

Attribute InitializerAttr::parse(AsmParser &parser, Type) {
  SmallVector<double> parameters;
  StringRef keyword;
  SMLoc loc;
  if (parser.parseLess() || (loc = parser.getCurrentLocation(), false) ||
      parser.parseKeyword(&keyword))
    return {};
  std::optional<InitializerKind> kind = symbolizeInitializerKind(keyword);
  if (!kind) {
    InFlightDiagnostic diag = parser.emitError(loc)
                              << "unknown initializer '" << keyword
                              << "'; expected one of ";
    for (uint32_t i = 0; i <= getMaxEnumValForInitializerKind(); ++i)
      diag << (i ? ", " : "")
           << stringifyInitializerKind(static_cast<InitializerKind>(i));
    return {};
  }
  auto parseNumber = [&]() -> ParseResult {
    return parser.parseFloat(parameters.emplace_back());
  };
  if (succeeded(parser.parseOptionalLParen()))
    if (parser.parseCommaSeparatedList(parseNumber) || parser.parseRParen())
      return {};
  if (parser.parseGreater())
    return {};
  return InitializerAttr::getChecked(
      [&] { return parser.emitError(loc); }, parser.getContext(), *kind,
      DenseF64ArrayAttr::get(parser.getContext(), parameters));
}

void InitializerAttr::print(AsmPrinter &printer) const {
  printer << "<" << stringifyInitializerKind(getKind());
  if (!getParameters().empty()) {
    printer << "(";
    llvm::interleaveComma(
        getParameters().asArrayRef(), printer,
        [&](double value) { printer.printFloat(APFloat(value)); });
    printer << ")";
  }
  printer << ">";
}

LogicalResult
InitializerAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                        InitializerKind kind, DenseF64ArrayAttr values) {
  ArrayRef<double> parameters = values.asArrayRef();
  auto [fewest, most] = getParameterCount(kind);
  if (parameters.size() < fewest || parameters.size() > most) {
    InFlightDiagnostic diag = emitError()
                              << "initializer '"
                              << stringifyInitializerKind(kind) << "' takes ";
    if (fewest == most)
      diag << fewest;
    else
      diag << "at most " << most;
    return diag << " parameter(s), found " << parameters.size();
  }
  for (double value : parameters)
    if (!std::isfinite(value))
      return emitError() << "initializer parameters must be finite";
  if (kind == InitializerKind::Uniform && parameters[0] > parameters[1])
    return emitError() << "uniform bounds must be ascending, found "
                       << parameters[0] << " and " << parameters[1];
  if (kind == InitializerKind::Normal && parameters[1] < 0)
    return emitError() << "standard deviation must not be negative, found "
                       << parameters[1];
  return success();
}
