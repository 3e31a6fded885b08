//===- NpyHeader.h - The header of an .npy file -----------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_LIB_SUPPORT_NPYHEADER_H
#define AMP_LIB_SUPPORT_NPYHEADER_H

#include "amp/Support/Tensor.h"
#include "llvm/Support/Error.h"

namespace amp {

/// Bytes from which the length of the header can be read.
constexpr size_t kNpyPreambleSize = 12;

/// What an .npy file says about its array.
struct NpyHeader {
  ElementType type;
  bool columnMajor;
  Shape shape;
  uint64_t dataBytes;
};

/// The number of bytes before the array, given the first kNpyPreambleSize bytes
/// of the file (or all of a shorter one). At most kNpyPreambleSize + 65535.
llvm::Expected<size_t> npyDataOffset(llvm::StringRef preamble,
                                     llvm::StringRef where);

/// Reads the header; `bytes` are those before the array.
llvm::Expected<NpyHeader> parseNpyHeader(llvm::StringRef bytes,
                                         llvm::StringRef where);

/// The whole header of a file with `tensor`; its size is a multiple of 64.
llvm::Expected<std::string> makeNpyHeader(const Tensor &tensor,
                                          llvm::StringRef where);

/// An error if `bytes` is more than `maxBytes`.
llvm::Error checkLimit(uint64_t bytes, uint64_t maxBytes,
                       llvm::StringRef where);

/// Row-major copy of an array whose first index runs fastest.
llvm::Expected<Tensor> fromColumnMajor(const NpyHeader &header,
                                       llvm::StringRef bytes,
                                       llvm::StringRef where);

} // namespace amp

#endif // AMP_LIB_SUPPORT_NPYHEADER_H
