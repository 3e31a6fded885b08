//===- RecordOpInterface.h - Ops that are records of programs ---*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_DIALECT_AMPRT_IR_RECORDOPINTERFACE_H
#define AMP_DIALECT_AMPRT_IR_RECORDOPINTERFACE_H

#include "amp-rt/amp_rt.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include <optional>
#include <string>

#include "amp/Dialect/AmpRT/IR/RecordOpInterface.h.inc"

namespace mlir::amprt {

/// The effects of a record on buffers: what it reads and writes of its
/// operands.
void getRecordEffects(
    RecordOpInterface op,
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects);

/// Makes ops of other dialects that a program may have, memref.copy, records.
void registerRecordOpInterfaceExternalModels(DialectRegistry &registry);

} // namespace mlir::amprt

#endif // AMP_DIALECT_AMPRT_IR_RECORDOPINTERFACE_H
