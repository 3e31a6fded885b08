//===- InitAll.h ------------------------------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Registration of all that the project defines, for tools and embedding
// compilers.

#ifndef AMP_INITALL_H
#define AMP_INITALL_H

#include "amp/Conversion/Passes.h"
#include "amp/Dialect/Amp/IR/Amp.h"
#include "amp/Dialect/Amp/Transforms/Passes.h"
#include "amp/Dialect/AmpRT/IR/AmpRT.h"
#include "amp/Dialect/AmpRT/Transforms/Passes.h"
#include "amp/ForeignDialects/ForeignDialects.h"
#include "amp/Forms/Passes.h"
#include "amp/Pipelines/Pipelines.h"

namespace mlir::amp {

inline void registerAllDialects(DialectRegistry &registry) {
  registry.insert<AmpDialect, amprt::AmpRTDialect>();
  amprt::registerBufferizableOpInterfaceExternalModels(registry);
  amprt::registerRecordOpInterfaceExternalModels(registry);
  registerForeignDialectModels(registry);
}

inline void registerAllPasses() {
  registerAmpTransformsPasses();
  registerAmpConversionPasses();
  registerAmpFormsPasses();
  amprt::registerAmpRTTransformsPasses();
  registerPipelines();
}

} // namespace mlir::amp

#endif // AMP_INITALL_H
