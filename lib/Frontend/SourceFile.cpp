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
#include "llvm/Support/FileSystem.h"

using namespace llvm;
using namespace amp;

static constexpr StringLiteral kBytecodeMagic = "ML\xefR";

Expected<std::unique_ptr<MemoryBuffer>> amp::readSource(StringRef path) {
  bool isStdin = path == "-";
  std::string name = isStdin ? "standard input" : quote(path);
  sys::fs::file_t file = sys::fs::getStdinHandle();
  if (!isStdin) {
    // Looked at before it is opened: opening a pipe without a writer blocks.
    sys::fs::file_status status;
    if (std::error_code error = sys::fs::status(path, status))
      return ioError("cannot read " + name + ": " + error.message());
    if (status.type() != sys::fs::file_type::regular_file)
      return inputError(name + " is not a regular file; - reads standard "
                               "input");
    Expected<sys::fs::file_t> opened = sys::fs::openNativeFileForRead(path);
    if (!opened)
      return ioError("cannot read " + name + ": " +
                     toString(opened.takeError()));
    file = *opened;
  }
  SmallVector<char, 0> bytes;
  constexpr size_t kChunk = 1 << 16;
  Error failure = Error::success();
  while (bytes.size() <= kMaxSourceBytes) {
    size_t old = bytes.size();
    bytes.resize_for_overwrite(old + kChunk);
    Expected<size_t> count = sys::fs::readNativeFile(
        file, MutableArrayRef<char>(bytes.data() + old, kChunk));
    bytes.truncate(old + (count ? *count : 0));
    if (!count) {
      consumeError(std::move(failure));
      failure =
          ioError("cannot read " + name + ": " + toString(count.takeError()));
      break;
    }
    if (*count == 0)
      break;
  }
  if (!isStdin)
    sys::fs::closeFile(file);
  if (failure)
    return std::move(failure);
  if (bytes.size() > kMaxSourceBytes)
    return limitError(name + " is larger than " + Twine(kMaxSourceBytes >> 20) +
                      " MiB, the most that is read");
  StringRef text(bytes.data(), bytes.size());
  StringRef shown = isStdin ? "-" : path;
  if (!text.starts_with(kBytecodeMagic))
    if (Error error = checkSourceText(text, shown))
      return std::move(error);
  return MemoryBuffer::getMemBufferCopy(text, shown);
}
