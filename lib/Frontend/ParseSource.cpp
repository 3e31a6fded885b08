//===- ParseSource.cpp - From text to a module ----------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Frontend/ParseSource.h"

#include "amp/Support/Error.h"
#include "mlir/Parser/Parser.h"

using namespace llvm;
using namespace amp;

Expected<mlir::OwningOpRef<mlir::ModuleOp>>
amp::parseSource(SourceMgr &sources, mlir::MLIRContext &context) {
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::parseSourceFile<mlir::ModuleOp>(sources, &context);
  std::string name = sources.getMemoryBuffer(sources.getMainFileID())
                         ->getBufferIdentifier()
                         .str();
  if (!module)
    return inputError(quote(name) + " is not a valid module");
  return module;
}
