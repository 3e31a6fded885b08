//===- AmpMathOps.h ---------------------------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Elementwise functions, reductions, scans, norms, shapes and indexing beyond
// the core. Only who needs the op classes includes this; passes use interfaces.

#ifndef AMP_DIALECT_AMP_IR_AMPMATHOPS_H
#define AMP_DIALECT_AMP_IR_AMPMATHOPS_H

#include "amp/Dialect/Amp/IR/Amp.h"

#define GET_OP_CLASSES
#include "amp/Dialect/Amp/IR/AmpMathOps.h.inc"

#endif // AMP_DIALECT_AMP_IR_AMPMATHOPS_H
