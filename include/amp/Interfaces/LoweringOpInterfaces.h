//===- LoweringOpInterfaces.h -----------------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_INTERFACES_LOWERINGOPINTERFACES_H
#define AMP_INTERFACES_LOWERINGOPINTERFACES_H

#include "amp/Options/OptionEnums.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/OpDefinition.h"

#include "amp/Interfaces/LoweringOpInterfaces.h.inc"

#endif // AMP_INTERFACES_LOWERINGOPINTERFACES_H
