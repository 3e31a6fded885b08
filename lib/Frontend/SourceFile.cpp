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
#include "amp/Support/Printable.h"
#include "amp/Support/RegularFile.h"

using namespace llvm;
using namespace amp;

static constexpr StringLiteral kBytecodeMagic = "ML\xefR";

bool amp::isBytecode(StringRef source) {
  return source.starts_with(kBytecodeMagic);
}

/// Whether bytes begin as an ONNX model: protobuf's field 1, the version of its
/// format, as a small number, and then one of the fields behind it.
static bool isOnnx(StringRef source) {
  static constexpr StringLiteral kNextFields = "\x12\x1a\x22\x28\x32\x3a\x42";
  return source.size() > 2 && source[0] == '\x08' && source[1] > 0 &&
         kNextFields.contains(source[2]);
}

static Error onnxError(StringRef name) {
  StringRef stem = name.ends_with(".onnx") ? name.drop_back(5) : name;
  return inputError(quote(name) +
                    " is an ONNX model; convert it: python -m amp.onnx " +
                    printable(name) + " -o " + printable(stem) + ".mlir");
}

Expected<std::unique_ptr<MemoryBuffer>> amp::readSourceFile(StringRef path) {
  // By its name, as it may be larger than graphs are.
  if (path.ends_with(".onnx"))
    return onnxError(path);
  return path == "-" ? readStandardInput(kMaxSourceBytes)
                     : readRegularFile(path, kMaxSourceBytes);
}

Error amp::checkSource(StringRef source, StringRef name, bool isTrusted) {
  if (isOnnx(source))
    return onnxError(name);
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
