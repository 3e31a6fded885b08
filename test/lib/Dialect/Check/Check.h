//===- Check.h - The dialect of expectations --------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_TEST_LIB_DIALECT_CHECK_CHECK_H
#define AMP_TEST_LIB_DIALECT_CHECK_CHECK_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"

#include "CheckDialect.h.inc"

#define GET_OP_CLASSES
#include "CheckOps.h.inc"

#endif // AMP_TEST_LIB_DIALECT_CHECK_CHECK_H
