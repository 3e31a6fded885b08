//===- Tensor.cpp - A tensor in host memory -------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Support/Tensor.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"

#include <cstring>

using namespace llvm;
using namespace amp;

std::string amp::shapeToString(ArrayRef<int64_t> shape) {
  std::string result = "[";
  ListSeparator separator;
  for (int64_t size : shape) {
    result += StringRef(separator);
    result += std::to_string(size);
  }
  return result + "]";
}

Expected<int64_t> amp::checkedElementCount(ArrayRef<int64_t> shape,
                                           StringRef what) {
  if (shape.size() > kMaxRank)
    return inputError(what + ": expected at most " + Twine(kMaxRank) +
                      " dimensions, found " + Twine(shape.size()));
  int64_t count = 1;
  bool empty = false;
  for (int64_t size : shape) {
    if (size < 0)
      return inputError(what + ": shape " + shapeToString(shape) +
                        " has a negative size");
    if (size == 0)
      empty = true;
    else if (MulOverflow(count, size, count))
      return inputError(what + ": the number of elements of shape " +
                        shapeToString(shape) + " does not fit in 64 bits");
  }
  return empty ? 0 : count;
}

Expected<int64_t> amp::checkedByteSize(ElementType type,
                                       ArrayRef<int64_t> shape,
                                       StringRef what) {
  Expected<int64_t> count = checkedElementCount(shape, what);
  if (!count)
    return count.takeError();
  int64_t bytes;
  if (MulOverflow(*count, static_cast<int64_t>(elementSize(type)), bytes))
    return inputError(what + ": the size in bytes of shape " +
                      shapeToString(shape) + " of " + mlirName(type) +
                      " does not fit in 64 bits");
  return bytes;
}

Expected<Tensor> Tensor::allocate(ElementType type, ArrayRef<int64_t> shape,
                                  StringRef what) {
  Expected<int64_t> bytes = checkedByteSize(type, shape, what);
  if (!bytes)
    return bytes.takeError();
  // The buffer keeps a small header and a terminator beside the bytes.
  constexpr int64_t kMaxAllocation = INT64_MAX - 4096;
  std::shared_ptr<WritableMemoryBuffer> memory;
  if (*bytes <= kMaxAllocation)
    memory = WritableMemoryBuffer::getNewUninitMemBuffer(*bytes, "", Align(64));
  if (!memory)
    return limitError(what + ": no memory for " + Twine(*bytes) +
                      " bytes (shape " + shapeToString(shape) + " of " +
                      mlirName(type) + ")");
  Tensor tensor;
  tensor.type = type;
  tensor.shape.assign(shape.begin(), shape.end());
  tensor.begin = memory->getBufferStart();
  tensor.size = *bytes;
  tensor.writable = true;
  tensor.owner = std::move(memory);
  return tensor;
}

Expected<Tensor> Tensor::zeros(ElementType type, ArrayRef<int64_t> shape,
                               StringRef what) {
  Expected<Tensor> tensor = allocate(type, shape, what);
  if (tensor && tensor->size != 0)
    std::memset(tensor->mutableBytes().data(), 0, tensor->size);
  return tensor;
}

/// `bytes` must be as long as `type` and `shape` say.
static Error checkLength(ElementType type, ArrayRef<int64_t> shape,
                         StringRef bytes, StringRef what) {
  Expected<int64_t> expected = checkedByteSize(type, shape, what);
  if (!expected)
    return expected.takeError();
  if (static_cast<uint64_t>(*expected) != bytes.size())
    return inputError(what + ": shape " + shapeToString(shape) + " of " +
                      mlirName(type) + " takes " + Twine(*expected) +
                      " bytes, found " + Twine(bytes.size()));
  return Error::success();
}

Expected<Tensor> Tensor::copyOf(ElementType type, ArrayRef<int64_t> shape,
                                StringRef bytes, StringRef what) {
  if (Error error = checkLength(type, shape, bytes, what))
    return std::move(error);
  if (type == ElementType::I1)
    if (Error error = checkBooleans(bytes, what))
      return std::move(error);
  Expected<Tensor> tensor = allocate(type, shape, what);
  if (tensor && !bytes.empty())
    std::memcpy(tensor->mutableBytes().data(), bytes.data(), bytes.size());
  return tensor;
}

Expected<Tensor> Tensor::view(ElementType type, ArrayRef<int64_t> shape,
                              StringRef bytes,
                              std::shared_ptr<const void> owner,
                              StringRef what) {
  // A complex number is aligned as its parts are.
  unsigned alignment = elementSize(type) / (isComplex(type) ? 2 : 1);
  if (reinterpret_cast<uintptr_t>(bytes.data()) % alignment != 0)
    return copyOf(type, shape, bytes, what);
  if (Error error = checkLength(type, shape, bytes, what))
    return std::move(error);
  if (type == ElementType::I1)
    if (Error error = checkBooleans(bytes, what))
      return std::move(error);
  Tensor tensor;
  tensor.type = type;
  tensor.shape.assign(shape.begin(), shape.end());
  tensor.begin = bytes.data();
  tensor.size = bytes.size();
  tensor.owner = std::move(owner);
  return tensor;
}

Error amp::checkBooleans(StringRef bytes, StringRef what) {
  for (size_t i = 0; i < bytes.size(); ++i)
    if (static_cast<unsigned char>(bytes[i]) > 1)
      return inputError(
          what + ": element " + Twine(i) + ": a boolean is 0 or 1, found " +
          Twine(static_cast<unsigned>(static_cast<unsigned char>(bytes[i]))));
  return Error::success();
}
