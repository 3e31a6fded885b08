//===- AmpPlugin.cpp ------------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What mlir-opt loads to know the project's dialects, passes and pipelines.

#include "amp/InitAllDialects.h"
#include "amp/InitAllPasses.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

static constexpr char kName[] = "amp";

extern "C" mlir::DialectPluginLibraryInfo mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, kName, AMP_VERSION,
          [](mlir::DialectRegistry *registry) {
            mlir::amp::registerAllDialects(*registry);
          }};
}

extern "C" mlir::PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, kName, AMP_VERSION,
          [] { mlir::amp::registerAllPasses(); }};
}
