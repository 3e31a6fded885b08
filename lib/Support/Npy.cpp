//===- Npy.cpp - NumPy's .npy files ---------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Support/Npy.h"

#include "NpyHeader.h"
#include "amp/Support/AtomicFile.h"
#include "amp/Support/RegularFile.h"

using namespace llvm;
using namespace amp;

Expected<Tensor> amp::readNpy(StringRef path, uint64_t maxBytes) {
  std::string where = "file " + quote(path);
  Expected<RegularFile> file = RegularFile::open(path);
  if (!file)
    return file.takeError();
  SmallVector<char, 128> head(
      std::min<uint64_t>(kNpyPreambleSize, file->size()));
  if (Error error = file->read(0, head))
    return std::move(error);
  Expected<size_t> offset =
      npyDataOffset(StringRef(head.data(), head.size()), where);
  if (!offset)
    return offset.takeError();
  if (file->size() < *offset)
    return inputError(where + ": cut off in its header: expected at least " +
                      Twine(*offset) + " bytes, found " + Twine(file->size()));
  head.resize(*offset);
  if (Error error = file->read(0, head))
    return std::move(error);
  Expected<NpyHeader> header =
      parseNpyHeader(StringRef(head.data(), head.size()), where);
  if (!header)
    return header.takeError();
  uint64_t dataBytes = file->size() - *offset;
  if (dataBytes != header->dataBytes)
    return inputError(where + ": shape " + shapeToString(header->shape) +
                      " of " + mlirName(header->type) + " takes " +
                      Twine(header->dataBytes) +
                      " bytes after the header, found " + Twine(dataBytes));
  if (Error error = checkLimit(dataBytes, maxBytes, where))
    return std::move(error);
  Expected<Tensor> tensor =
      Tensor::allocate(header->type, header->shape, where);
  if (!tensor)
    return tensor;
  if (Error error = file->read(*offset, tensor->mutableBytes()))
    return std::move(error);
  if (Error error = file->checkUnchanged())
    return std::move(error);
  if (header->type == ElementType::I1)
    if (Error error = checkBooleans(tensor->bytes(), where))
      return std::move(error);
  if (header->columnMajor && header->shape.size() > 1)
    return fromColumnMajor(*header, tensor->bytes(), where);
  return tensor;
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
