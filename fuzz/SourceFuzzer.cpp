//===- SourceFuzzer.cpp - Graphs, up to the checks of amp-run -------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FuzzTarget.h"

#include "amp/Forms/Forms.h"
#include "amp/Frontend/ParseSource.h"
#include "amp/Frontend/SourceText.h"
#include "amp/Target/Compiler.h"
#include "mlir/Parser/Parser.h"

using namespace llvm;
using namespace amp::fuzz;

static mlir::DialectRegistry makeRegistry() {
  mlir::DialectRegistry registry;
  mlir::amp::registerCompilerDialects(registry);
  return registry;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  StringRef text = textOf(data, size);
  if (Error error = amp::checkSourceText(text, "fuzzed")) {
    consumeError(std::move(error));
    return 0;
  }
  // Types and attributes live as long as their context.
  static const mlir::DialectRegistry registry = makeRegistry();
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  mlir::ScopedDiagnosticHandler handler(
      &context, [](mlir::Diagnostic &) { return mlir::success(); });
  SourceMgr sources;
  sources.AddNewSourceBuffer(MemoryBuffer::getMemBufferCopy(text, "fuzzed"),
                             SMLoc());
  Expected<mlir::OwningOpRef<mlir::ModuleOp>> module =
      amp::parseSource(sources, context);
  if (!module) {
    expectMessage(module.takeError());
    return 0;
  }
  if (failed(mlir::amp::verifyForm(**module, mlir::amp::Form::Graph)))
    return 0;
  // What is accepted can be printed, and what was printed can be read.
  std::string printed;
  raw_string_ostream stream(printed);
  (*module)->print(stream, mlir::OpPrintingFlags().enableDebugInfo());
  expectThat(mlir::parseSourceString<mlir::ModuleOp>(printed, &context).get(),
             "a module that was printed to be read again");
  return 0;
}
