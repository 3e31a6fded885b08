//===- InitAllPasses.h ------------------------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// All passes, for tools and embedding compilers. Who calls this links
// Amp::Pipelines.

#ifndef AMP_INITALLPASSES_H
#define AMP_INITALLPASSES_H

#include "amp/Conversion/Passes.h"
#include "amp/Dialect/Amp/Transforms/Passes.h"
#include "amp/Dialect/AmpRT/Transforms/Passes.h"
#include "amp/Forms/Passes.h"
#include "amp/Pipelines/Pipelines.h"

namespace mlir::amp {

/// Registers the project's passes and pipelines by name. A compiler that builds
/// its pipeline of `create…Pass` and `build…Pipeline` needs no registration.
inline void registerAllPasses() {
  registerAmpTransformsPasses();
  registerAmpConversionPasses();
  registerAmpFormsPasses();
  amprt::registerAmpRTTransformsPasses();
  registerPipelines();
}

} // namespace mlir::amp

#endif // AMP_INITALLPASSES_H
