//===- KeepsState.cpp - Executables that share their variables ------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Executable/KeepsState.h"

#include "amp/Support/Error.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace mlir::amp;

/// "f32 [2, 3], parameter".
static std::string describe(const ProgramVariable &variable) {
  return ::amp::mlirName(variable.type).str() + " " +
         ::amp::shapeToString(variable.shape) + ", " + variable.role;
}

template <typename T>
static const T *findByName(ArrayRef<T> all, StringRef name) {
  auto found = find_if(all, [&](const T &one) { return one.name == name; });
  return found == all.end() ? nullptr : &*found;
}

static bool isSame(const ProgramScaler &a, const ProgramScaler &b) {
  return a.scale == b.scale && a.growthTracker == b.growthTracker &&
         a.growthFactor == b.growthFactor &&
         a.backoffFactor == b.backoffFactor &&
         a.growthInterval == b.growthInterval && a.isFixed == b.isFixed;
}

Error mlir::amp::checkKeepsState(const Executable &before,
                                 const Executable &after) {
  auto different = [](const Twine &message) {
    return ::amp::inputError("the programs have other variables than those "
                             "before: " +
                             message);
  };
  for (const ProgramVariable &variable : before.variables) {
    if (!variable.copyOf.empty())
      continue;
    const ProgramVariable *other =
        findByName<ProgramVariable>(after.variables, variable.name);
    if (!other || !other->copyOf.empty())
      return different(::amp::quote(variable.name) + " (" + describe(variable) +
                       ") is not there");
    if (other->type != variable.type || other->shape != variable.shape ||
        other->role != variable.role)
      return different(::amp::quote(variable.name) + " is " + describe(*other) +
                       ", and was " + describe(variable));
  }
  for (const ProgramScaler &scaler : before.scalers) {
    const ProgramScaler *same =
        findByName<ProgramScaler>(after.scalers, scaler.name);
    if (!same || !isSame(*same, scaler))
      return different(
          "scaler " + ::amp::quote(scaler.name) +
          (same ? " changes its scale in another way" : " is not there"));
  }
  return Error::success();
}
