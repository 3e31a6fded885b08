//===- SourceFile.cpp - Reading the file of a graph -----------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Frontend/SourceFile.h"

#include "amp/Frontend/SourceText.h"
#include "amp/Support/RegularFile.h"

using namespace llvm;
using namespace amp;

static constexpr StringLiteral kBytecodeMagic = "ML\xefR";

bool amp::isBytecode(StringRef source) {
  return source.starts_with(kBytecodeMagic);
}

Expected<std::unique_ptr<MemoryBuffer>> amp::readSource(StringRef path) {
  Expected<std::unique_ptr<MemoryBuffer>> source =
      path == "-" ? readStandardInput(kMaxSourceBytes)
                  : readRegularFile(path, kMaxSourceBytes);
  if (!source)
    return source.takeError();
  StringRef text = (*source)->getBuffer();
  if (!isBytecode(text))
    if (Error error = checkSourceText(text, (*source)->getBufferIdentifier()))
      return std::move(error);
  return source;
}
