//===- Safetensors.h - safetensors files ------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Format: 8 bytes with the length of the header (little-endian), the header (a
// JSON object from array name to dtype, shape and data_offsets, and optionally
// "__metadata__" from string to string), and the arrays, end to end.
// https://github.com/huggingface/safetensors
//
//===----------------------------------------------------------------------===//

#ifndef AMP_SUPPORT_SAFETENSORS_H
#define AMP_SUPPORT_SAFETENSORS_H

#include "amp/Support/Tensor.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class MemoryBuffer;
} // namespace llvm

namespace amp {

class RegularFile;

/// The longest header that is read or written, in bytes; the format's own
/// limit.
constexpr uint64_t kMaxSafetensorsHeader = 100000000;

using SafetensorsMetadata = std::map<std::string, std::string>;

/// An open safetensors file. Arrays are read one by one, each into memory of
/// its own; what is in memory already is not copied.
class SafetensorsReader {
public:
  /// Checks the whole header: lengths, JSON, keys (none unknown, none twice),
  /// every array's size against its shape, and that the arrays fill the rest of
  /// the file without holes or overlap.
  static llvm::Expected<SafetensorsReader> open(llvm::StringRef path);
  /// The same for a file that is in memory; `name` is for messages.
  static llvm::Expected<SafetensorsReader>
  parse(std::shared_ptr<llvm::MemoryBuffer> file, llvm::StringRef name);

  /// The arrays, in the order of the header.
  const std::vector<std::string> &names() const { return arrayNames; }
  /// The same in the order of their data.
  std::vector<std::string> namesByPosition() const;
  const SafetensorsMetadata &metadata() const { return fileMetadata; }
  /// The first bytes of the file up to the arrays, with the length.
  llvm::StringRef header() const { return headerText; }

  /// It is an error if there is no such array, or if its dtype is one that
  /// ElementType lacks.
  llvm::Expected<TensorInfo> describe(llvm::StringRef name) const;
  /// The same, and a limitError if it takes more than `maxBytes`. The file must
  /// not have been written to since it was opened (one that replaces it by a
  /// rename, as writeSafetensors does, is harmless).
  llvm::Expected<Tensor> load(llvm::StringRef name,
                              uint64_t maxBytes = UINT64_MAX) const;

private:
  friend class SafetensorsHeaderParser;
  struct Entry {
    std::string dtype;
    Shape shape;
    uint64_t begin, end; // in bytes of the data
  };

  static llvm::Expected<SafetensorsReader>
  parse(std::string header, uint64_t fileSize, llvm::StringRef name);

  std::string path;
  /// One of them.
  std::shared_ptr<const RegularFile> file;
  std::shared_ptr<llvm::MemoryBuffer> memory;
  std::string headerText;
  uint64_t dataSize = 0;
  std::vector<std::string> arrayNames;
  llvm::StringMap<Entry> entries;
  SafetensorsMetadata fileMetadata;
};

/// The parts of a safetensors file, in the order of the file.
struct SafetensorsParts {
  /// With its length before it.
  std::string header;
  /// In memory of the tensors that they were made of.
  std::vector<llvm::StringRef> data;
};

/// What `writeSafetensors` writes to `path`, which is named in errors only.
llvm::Expected<SafetensorsParts>
makeSafetensors(llvm::StringRef path, llvm::ArrayRef<NamedTensor> tensors,
                const SafetensorsMetadata &metadata);

/// Brings the parts to a file, as AtomicFile does.
llvm::Error writeSafetensorsParts(llvm::StringRef path,
                                  const SafetensorsParts &parts);

/// Writes a safetensors file, as AtomicFile does. The header lists the arrays
/// by name; the data have the largest elements first (so that all are aligned),
/// then by name. The same tensors give the same bytes. Names must be distinct,
/// valid UTF-8, not empty and not "__metadata__". complex<f64> is an error.
llvm::Error writeSafetensors(llvm::StringRef path,
                             llvm::ArrayRef<NamedTensor> tensors,
                             const SafetensorsMetadata &metadata = {});

} // namespace amp

#endif // AMP_SUPPORT_SAFETENSORS_H
