//===- InitAllDialects.h ----------------------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// All dialects, for tools and embedding compilers. Who calls this links
// Amp::Pipelines.

#ifndef AMP_INITALLDIALECTS_H
#define AMP_INITALLDIALECTS_H

#include "amp/Dialect/Amp/IR/Amp.h"
#include "amp/Dialect/AmpRT/IR/AmpRT.h"
#include "amp/Dialect/AmpRT/IR/RecordOpInterface.h"
#include "amp/Dialect/AmpRT/Transforms/Passes.h"
#include "amp/ForeignDialects/ForeignDialects.h"

namespace mlir::amp {

/// Registers the project's dialects, and what it knows of ops of others:
/// external models are attached where the other dialect is loaded. What lies
/// below the training pipeline needs interfaces of MLIR's own dialects, too:
/// `mlir::registerAllDialects` and `registerAllExtensions` have them, or
/// `registerCompilerDialects` (amp/Target/Compiler.h), which registers no more
/// than compilation needs, and this.
inline void registerAllDialects(DialectRegistry &registry) {
  registry.insert<AmpDialect, amprt::AmpRTDialect>();
  amprt::registerBufferizableOpInterfaceExternalModels(registry);
  amprt::registerRecordOpInterfaceExternalModels(registry);
  registerForeignDialectModels(registry);
}

} // namespace mlir::amp

#endif // AMP_INITALLDIALECTS_H
