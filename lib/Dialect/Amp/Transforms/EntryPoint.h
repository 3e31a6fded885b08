//===- EntryPoint.h ---------------------------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Internal: the entry point that a pass works on.

#ifndef AMP_LIB_DIALECT_AMP_TRANSFORMS_ENTRYPOINT_H
#define AMP_LIB_DIALECT_AMP_TRANSFORMS_ENTRYPOINT_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::amp {

/// The function `name`, or the only one without a name; a diagnostic if there
/// is no such function, or if it has no body.
inline FailureOr<func::FuncOp>
findEntryPoint(ModuleOp module, const std::optional<std::string> &name) {
  if (name) {
    auto func = module.lookupSymbol<func::FuncOp>(*name);
    if (!func || func.isExternal())
      return module.emitError("has no entry point '") << *name << "'";
    return func;
  }
  auto funcs = llvm::to_vector(module.getOps<func::FuncOp>());
  if (funcs.size() != 1 || funcs.front().isExternal())
    return module.emitError("has ")
           << funcs.size() << " functions; name the entry point";
  return funcs.front();
}

/// What `func` says under `key` of the specialization that it is, or null.
template <typename Attr>
Attr getSpecialization(func::FuncOp func, StringRef key) {
  auto specialization =
      func->getAttrOfType<DictionaryAttr>("amp.specialization");
  return specialization ? specialization.getAs<Attr>(key) : Attr();
}

/// The name of the entry point that `func` is, or is a specialization of.
inline StringRef getEntryName(func::FuncOp func) {
  auto entry = getSpecialization<StringAttr>(func, "entry");
  return entry ? entry.getValue() : func.getName();
}

} // namespace mlir::amp

#endif // AMP_LIB_DIALECT_AMP_TRANSFORMS_ENTRYPOINT_H
