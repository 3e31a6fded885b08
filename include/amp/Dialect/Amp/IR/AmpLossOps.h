//===- AmpLossOps.h ---------------------------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Losses, distances and products of matrices and vectors.
// Only who needs the op classes includes this; passes use interfaces.

#ifndef AMP_DIALECT_AMP_IR_AMPLOSSOPS_H
#define AMP_DIALECT_AMP_IR_AMPLOSSOPS_H

#include "amp/Dialect/Amp/IR/Amp.h"

#define GET_OP_CLASSES
#include "amp/Dialect/Amp/IR/AmpLossOps.h.inc"

#endif // AMP_DIALECT_AMP_IR_AMPLOSSOPS_H
