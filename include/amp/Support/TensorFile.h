//===- TensorFile.h - Reading and writing tensors by file name --*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_SUPPORT_TENSORFILE_H
#define AMP_SUPPORT_TENSORFILE_H

#include "amp/Support/Npy.h"
#include "amp/Support/Safetensors.h"
#include "amp/Support/Tensor.h"
#include "llvm/Support/Error.h"

#include <variant>

namespace amp {

struct LoadOptions {
  /// The most memory that the tensor may take, in bytes.
  uint64_t maxBytes = kDefaultMaxBytes;
  /// The type that a csv table is read as, f64 or f32.
  ElementType csvType = ElementType::F64;
};

/// Reads one tensor. `spec` is `path` or `path:array`; the path's extension
/// (in any case) is the format:
///  - .npy: the array, and `:array` is an error;
///  - .npz, .safetensors: the named array; without a name the one called
///    `defaultName`, or else the only one;
///  - .csv, .tsv: `:array` chooses columns, see readCsv.
/// The path ends at the first extension that a ':' follows, unless all of
/// `spec` is the name of a file. Errors list the arrays that there are.
llvm::Expected<Tensor> loadTensor(llvm::StringRef spec,
                                  llvm::StringRef defaultName,
                                  const LoadOptions &options = {});

/// The path of a `spec` of loadTensor; an error if its format is unknown.
llvm::Expected<std::string> tensorFilePath(llvm::StringRef spec);

/// An open file of named arrays, .safetensors or .npz, which are read one by
/// one.
class TensorFileReader {
public:
  /// A checkpoint is verified as a whole; damage is an ioError.
  static llvm::Expected<TensorFileReader> open(llvm::StringRef path);

  const std::string &path() const { return filePath; }
  const std::vector<std::string> &names() const;
  llvm::Expected<TensorInfo> describe(llvm::StringRef name);
  llvm::Expected<Tensor> load(llvm::StringRef name,
                              uint64_t maxBytes = kDefaultMaxBytes);

private:
  using Reader = std::variant<SafetensorsReader, NpzReader>;
  TensorFileReader(llvm::StringRef path, Reader reader)
      : filePath(path), reader(std::move(reader)) {}

  std::string filePath;
  Reader reader;
};

/// Writes tensors to a .safetensors, .npz or (just one) .npy file.
llvm::Error saveTensors(llvm::StringRef path,
                        llvm::ArrayRef<NamedTensor> tensors);

} // namespace amp

#endif // AMP_SUPPORT_TENSORFILE_H
