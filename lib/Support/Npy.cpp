//===- Npy.cpp - NumPy's .npy files ---------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Support/Npy.h"

#include "NpyHeader.h"
#include "RegularFile.h"
#include "amp/Support/AtomicFile.h"

using namespace llvm;
using namespace amp;

Expected<Tensor> amp::readNpy(StringRef path, uint64_t maxBytes) {
  std::string where = "file " + quote(path);
  Expected<std::shared_ptr<MemoryBuffer>> file = openRegularFile(path);
  if (!file)
    return file.takeError();
  StringRef bytes = (*file)->getBuffer();
  Expected<size_t> offset =
      npyDataOffset(bytes.take_front(kNpyPreambleSize), where);
  if (!offset)
    return offset.takeError();
  if (bytes.size() < *offset)
    return inputError(where + ": cut off in its header: expected at least " +
                      Twine(*offset) + " bytes, found " + Twine(bytes.size()));
  Expected<NpyHeader> header = parseNpyHeader(bytes.take_front(*offset), where);
  if (!header)
    return header.takeError();
  StringRef data = bytes.drop_front(*offset);
  if (data.size() != header->dataBytes)
    return inputError(where + ": shape " + shapeToString(header->shape) +
                      " of " + mlirName(header->type) + " takes " +
                      Twine(header->dataBytes) +
                      " bytes after the header, found " + Twine(data.size()));
  if (Error error = checkLimit(data.size(), maxBytes, where))
    return std::move(error);
  if (header->columnMajor && header->shape.size() > 1)
    return fromColumnMajor(*header, data, where);
  return Tensor::view(header->type, header->shape, data, *file, where);
}

Error amp::writeNpy(StringRef path, const Tensor &tensor) {
  Expected<std::string> header = makeNpyHeader(tensor, "file " + quote(path));
  if (!header)
    return header.takeError();
  Expected<AtomicFile> file = AtomicFile::create(path);
  if (!file)
    return file.takeError();
  if (Error error = file->write(*header))
    return error;
  if (Error error = file->write(tensor.bytes()))
    return error;
  return file->commit();
}
