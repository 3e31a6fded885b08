//===- Passes.h - Passes on forms -------------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_FORMS_PASSES_H
#define AMP_FORMS_PASSES_H

#include "amp/Options/PassOptions.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::amp {

#define GEN_PASS_DECL
#include "amp/Forms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "amp/Forms/Passes.h.inc"

} // namespace mlir::amp

#endif // AMP_FORMS_PASSES_H
