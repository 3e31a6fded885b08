//===- CheckDialect.cpp ---------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Check.h"

using namespace mlir;
using namespace mlir::check;

#include "CheckDialect.cpp.inc"

void CheckDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "CheckOps.cpp.inc"
      >();
}

static bool isElementType(Attribute attr) {
  auto type = dyn_cast<TypeAttr>(attr);
  return type &&
         isa<FloatType, IntegerType, ComplexType, NoneType>(type.getValue());
}

/// One element type for each of `types`.
static LogicalResult verifyTypes(Operation *op, NamedAttribute attr,
                                 TypeRange types, StringRef what) {
  auto stated = dyn_cast<ArrayAttr>(attr.getValue());
  if (!stated || !llvm::all_of(stated, isElementType))
    return op->emitError() << attr.getName()
                           << " expects a list of element types";
  if (stated.size() != types.size())
    return op->emitError() << attr.getName() << " expects " << types.size()
                           << " types, one for each " << what;
  return success();
}

static bool isListOfFunctionTypes(Attribute attr) {
  auto list = dyn_cast<ArrayAttr>(attr);
  return list && llvm::all_of(list, [](Attribute element) {
           auto type = dyn_cast<TypeAttr>(element);
           return type && isa<FunctionType>(type.getValue());
         });
}

static LogicalResult verifyCasts(Operation *op, Attribute attr) {
  auto casts = dyn_cast<DictionaryAttr>(attr);
  if (casts && llvm::all_of(casts, [](NamedAttribute count) {
        return isa<IntegerAttr>(count.getValue());
      }))
    return success();
  return op->emitError(
      "check.casts expects numbers of casts, such as {f16 = 1}");
}

LogicalResult CheckDialect::verifyOperationAttribute(Operation *op,
                                                     NamedAttribute attr) {
  StringRef name = attr.getName();
  if (name == TakesAttrHelper::getNameStr())
    return verifyTypes(op, attr, op->getOperandTypes(), "operand");
  if (name == GivesAttrHelper::getNameStr())
    return verifyTypes(op, attr, op->getResultTypes(), "result");
  if (name == CastsAttrHelper::getNameStr())
    return verifyCasts(op, attr.getValue());
  if (name == HoldsAttrHelper::getNameStr()) {
    auto ops = dyn_cast<DictionaryAttr>(attr.getValue());
    if (ops && llvm::all_of(ops, [](NamedAttribute types) {
          return isListOfFunctionTypes(types.getValue());
        }))
      return success();
    return op->emitError("check.holds expects lists of function types by the "
                         "names of ops");
  }
  if (name == NumberAttrHelper::getNameStr())
    return success();
  return op->emitError() << attr.getName() << " is no expectation";
}

LogicalResult CheckDialect::verifyRegionArgAttribute(Operation *op, unsigned,
                                                     unsigned,
                                                     NamedAttribute attr) {
  if (attr.getName() == CastsAttrHelper::getNameStr())
    return verifyCasts(op, attr.getValue());
  return op->emitError() << attr.getName()
                         << " is no expectation of an argument";
}

LogicalResult CloseOp::verify() {
  if (!getAtol() && !getRtol())
    return emitOpError("expects atol or rtol; check.equal compares bits");
  for (const std::optional<APFloat> &bound : {getAtol(), getRtol()})
    if (bound && (!bound->isFinite() || bound->isNegative()))
      return emitOpError("expects a finite tolerance of at least 0");
  return success();
}

#define GET_OP_CLASSES
#include "CheckOps.cpp.inc"
