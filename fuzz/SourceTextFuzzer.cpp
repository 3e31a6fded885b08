//===- SourceTextFuzzer.cpp - A graph's text before MLIR reads it ---------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FuzzTarget.h"

#include "amp/Frontend/SourceText.h"

using namespace llvm;
using namespace amp::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  StringRef text = textOf(data, size);
  if (Error error = amp::checkSourceText(text, "fuzzed"))
    expectMessage(std::move(error));
  else
    expectThat(!text.contains('\0'), "no NUL in a text that passed");
  return 0;
}
