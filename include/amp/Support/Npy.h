//===- Npy.h - NumPy's array files ------------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// .npy files hold one array, .npz files (zip archives of .npy files) any
// number. Format: numpy.lib.format, versions 1.0, 2.0 and 3.0.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_SUPPORT_NPY_H
#define AMP_SUPPORT_NPY_H

#include "amp/Support/Tensor.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>
#include <vector>

namespace llvm {
class MemoryBuffer;
} // namespace llvm

namespace amp {

/// No tensor read from a file may take more memory than this many bytes, unless
/// the caller says otherwise.
constexpr uint64_t kDefaultMaxBytes = uint64_t(1) << 36;

/// Reads an .npy file. Column-major arrays are transposed. Big-endian arrays
/// and element types that ElementType lacks are errors.
llvm::Expected<Tensor> readNpy(llvm::StringRef path,
                               uint64_t maxBytes = kDefaultMaxBytes);

/// Writes an .npy file of version 1.0, as AtomicFile does. The format has no
/// bf16: that is an error.
llvm::Error writeNpy(llvm::StringRef path, const Tensor &tensor);

/// An open .npz file. Its member "x.npy" is the array "x"; other members are
/// ignored.
class NpzReader {
public:
  /// Reads the table of contents; the same array twice is an error.
  static llvm::Expected<NpzReader> open(llvm::StringRef path);

  NpzReader(NpzReader &&);
  NpzReader &operator=(NpzReader &&);
  ~NpzReader();

  /// The arrays, in the order of the file.
  const std::vector<std::string> &names() const { return arrayNames; }

  /// Type and shape of an array; its CRC is not checked yet.
  llvm::Expected<TensorInfo> describe(llvm::StringRef name);
  /// Reads an array, which may be stored or deflated, and checks its CRC. Not
  /// more memory is taken than the archive could expand to by deflate's limit
  /// (1032 times) and than its own header asks for.
  llvm::Expected<Tensor> load(llvm::StringRef name,
                              uint64_t maxBytes = kDefaultMaxBytes);

private:
  struct Archive;
  class Member;
  NpzReader();

  std::unique_ptr<Archive> archive;
  std::vector<std::string> arrayNames;
};

/// Writes an .npz file, not compressed (as numpy.savez), as AtomicFile does.
/// The same tensors give the same bytes. Names must be distinct, not empty,
/// valid UTF-8 and without NUL.
llvm::Error writeNpz(llvm::StringRef path, llvm::ArrayRef<NamedTensor> tensors);

} // namespace amp

#endif // AMP_SUPPORT_NPY_H
