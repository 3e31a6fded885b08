//===- AmpRT.h --------------------------------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The amprt dialect: library calls and kernel launches.

#ifndef AMP_DIALECT_AMPRT_IR_AMPRT_H
#define AMP_DIALECT_AMPRT_IR_AMPRT_H

#include "amp/Dialect/AmpRT/IR/IndexingOpInterface.h"
#include "amp/Dialect/AmpRT/IR/RecordOpInterface.h"
#include "amp/Support/WindowRule.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/IndexingMapOpInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

#include "amp/Dialect/AmpRT/IR/AmpRTDialect.h.inc"
#include "amp/Dialect/AmpRT/IR/AmpRTEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "amp/Dialect/AmpRT/IR/AmpRTAttributes.h.inc"

namespace mlir::amprt {
/// The runtime's name of a type of sums.
amprt_compute toRuntimeCompute(Compute compute);
} // namespace mlir::amprt

#define GET_OP_CLASSES
#include "amp/Dialect/AmpRT/IR/AmpRTOps.h.inc"

#endif // AMP_DIALECT_AMPRT_IR_AMPRT_H
