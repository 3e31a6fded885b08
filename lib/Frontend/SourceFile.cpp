//===- SourceFile.cpp - Reading the file of a graph -----------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Frontend/SourceFile.h"

#include "amp/Frontend/SourceText.h"
#include "amp/Support/Error.h"
#include "amp/Support/RegularFile.h"

using namespace llvm;
using namespace amp;

static constexpr StringLiteral kBytecodeMagic = "ML\xefR";

bool amp::isBytecode(StringRef source) {
  return source.starts_with(kBytecodeMagic);
}

Expected<std::unique_ptr<MemoryBuffer>> amp::readSourceFile(StringRef path) {
  return path == "-" ? readStandardInput(kMaxSourceBytes)
                     : readRegularFile(path, kMaxSourceBytes);
}

Error amp::checkSource(StringRef source, StringRef name, bool isTrusted) {
  if (!isBytecode(source))
    return checkSourceText(source, name);
  if (isTrusted)
    return Error::success();
  return inputError(quote(name) +
                    " is MLIR bytecode, which could be made to do harm while "
                    "it is read; write the graph as text, or declare it "
                    "trusted if it is your own");
}

Expected<std::unique_ptr<MemoryBuffer>> amp::readSource(StringRef path) {
  Expected<std::unique_ptr<MemoryBuffer>> source = readSourceFile(path);
  if (!source)
    return source.takeError();
  if (Error error =
          checkSource((*source)->getBuffer(), (*source)->getBufferIdentifier(),
                      /*isTrusted=*/true))
    return std::move(error);
  return source;
}
