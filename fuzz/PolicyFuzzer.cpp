//===- PolicyFuzzer.cpp - Policy files ------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FuzzTarget.h"

#include "amp/Analysis/PrecisionPolicy.h"
#include "mlir/IR/MLIRContext.h"

using namespace llvm;
using namespace amp::fuzz;
using mlir::amp::PrecisionPolicy;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  unsigned numErrors = 0;
  mlir::ScopedDiagnosticHandler handler(
      &context, [&](mlir::Diagnostic &diagnostic) {
        ++numErrors;
        expectMessage(createStringError(diagnostic.str()));
        return mlir::success();
      });
  auto emitError = [&] {
    return mlir::emitError(mlir::UnknownLoc::get(&context));
  };
  mlir::FailureOr<PrecisionPolicy> policy = PrecisionPolicy::getPreset(
      PrecisionPolicy::getPresetNames().front(), emitError);
  expectThat(succeeded(policy), "a preset");
  bool added =
      succeeded(policy->addText({textOf(data, size), "fuzzed"}, emitError));
  expectThat(added == (numErrors == 0), "an error exactly where it failed");
  // What the file said can be used.
  for (const mlir::amp::PolicyRule &rule : policy->getRules())
    (void)rule.regex.match("layers.0.attention.weight");
  for (StringRef name : policy->getListedOps())
    expectThat(policy->lookup(name), "an entry for each op that is listed");
  return 0;
}
