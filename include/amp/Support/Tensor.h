//===- Tensor.h - A tensor in host memory -----------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A dense row-major tensor on the host, and conversions between element types.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_SUPPORT_TENSOR_H
#define AMP_SUPPORT_TENSOR_H

#include "amp/Support/ElementType.h"
#include "amp/Support/Error.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

#include <cassert>
#include <memory>
#include <string>

namespace amp {

/// The most dimensions that a tensor can have.
constexpr unsigned kMaxRank = 16;

using Shape = llvm::SmallVector<int64_t, 4>;

/// The shape as "[2, 3]".
std::string shapeToString(llvm::ArrayRef<int64_t> shape);

/// The number of elements of `shape`. It is an error, whose message begins with
/// `what`, if the rank is above kMaxRank, if a size is negative, or if the
/// product of the sizes other than 0 does not fit in int64.
llvm::Expected<int64_t> checkedElementCount(llvm::ArrayRef<int64_t> shape,
                                            llvm::StringRef what = "tensor");

/// The same in bytes, which must fit in int64 too.
llvm::Expected<int64_t> checkedByteSize(ElementType type,
                                        llvm::ArrayRef<int64_t> shape,
                                        llvm::StringRef what = "tensor");

/// A tensor whose elements lie in row-major order at an address that is aligned
/// for them. The memory is shared by copies of the struct. It is either the
/// tensor's own (`allocate`, `zeros`, `copyOf`) and may be written, or part of
/// something else in memory (`view`) and may only be read.
struct Tensor {
  ElementType type = ElementType::F32;
  Shape shape = {0};

  /// Own memory with undefined contents.
  static llvm::Expected<Tensor> allocate(ElementType type,
                                         llvm::ArrayRef<int64_t> shape,
                                         llvm::StringRef what = "tensor");
  /// Own memory, all elements 0.
  static llvm::Expected<Tensor> zeros(ElementType type,
                                      llvm::ArrayRef<int64_t> shape,
                                      llvm::StringRef what = "tensor");
  /// Own memory with a copy of `bytes`, which must have the shape's size.
  static llvm::Expected<Tensor> copyOf(ElementType type,
                                       llvm::ArrayRef<int64_t> shape,
                                       llvm::StringRef bytes,
                                       llvm::StringRef what = "tensor");
  /// `bytes` where they are, kept alive by `owner`. They are copied if they are
  /// not aligned for the type. Bytes of an i1 tensor must be 0 or 1.
  static llvm::Expected<Tensor>
  view(ElementType type, llvm::ArrayRef<int64_t> shape, llvm::StringRef bytes,
       std::shared_ptr<const void> owner, llvm::StringRef what = "tensor");

  int64_t rank() const { return static_cast<int64_t>(shape.size()); }
  int64_t numElements() const { return size / elementSize(type); }
  llvm::StringRef bytes() const { return {begin, size}; }
  bool isWritable() const { return writable; }

  /// The memory of a writable tensor. A copy of the struct sees the change.
  llvm::MutableArrayRef<char> mutableBytes() {
    assert(writable && "a view is read-only; copy it first");
    return {const_cast<char *>(begin), size};
  }

  /// The elements as C++ values; T must be of the element's size.
  template <typename T>
  llvm::ArrayRef<T> elements() const {
    assert(sizeof(T) == elementSize(type) && "wrong element type");
    return {reinterpret_cast<const T *>(begin), size / sizeof(T)};
  }
  template <typename T>
  llvm::MutableArrayRef<T> mutableElements() {
    assert(sizeof(T) == elementSize(type) && "wrong element type");
    return {reinterpret_cast<T *>(mutableBytes().data()), size / sizeof(T)};
  }

private:
  std::shared_ptr<const void> owner;
  const char *begin = nullptr;
  size_t size = 0;
  bool writable = false;
};

/// What a file says of an array, which is not read for it.
struct TensorInfo {
  ElementType type;
  Shape shape;
};

/// A tensor and its name in a file.
struct NamedTensor {
  std::string name;
  Tensor tensor;
};

/// An error, whose message begins with `what`, unless all bytes are 0 or 1.
llvm::Error checkBooleans(llvm::StringRef bytes, llvm::StringRef what);

/// The tensor with another element type.
///  - to a float: rounded once, to nearest even; too large becomes infinity;
///  - to an integer: exact, or an error that names the index and the value;
///    i1 takes 0 and 1 only;
///  - to a complex type: part by part; a real number gets the imaginary part 0;
///  - from complex to real: an error.
/// The same type gives the same tensor, sharing its memory. An error message
/// begins with `what`.
llvm::Expected<Tensor> convertTo(const Tensor &tensor, ElementType type,
                                 llvm::StringRef what = "tensor");

} // namespace amp

#endif // AMP_SUPPORT_TENSOR_H
