//===- AmpRTDialect.cpp ---------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Dialect/AmpRT/IR/AmpRT.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::amprt;

#include "amp/Dialect/AmpRT/IR/AmpRTDialect.cpp.inc"
#include "amp/Dialect/AmpRT/IR/AmpRTEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "amp/Dialect/AmpRT/IR/AmpRTAttributes.cpp.inc"

void AmpRTDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "amp/Dialect/AmpRT/IR/AmpRTAttributes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "amp/Dialect/AmpRT/IR/AmpRTOps.cpp.inc"
      >();
}

#define GET_OP_CLASSES
#include "amp/Dialect/AmpRT/IR/AmpRTOps.cpp.inc"
