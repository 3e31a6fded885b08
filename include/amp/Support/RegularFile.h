//===- RegularFile.h - Reading files that may change ------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_SUPPORT_REGULARFILE_H
#define AMP_SUPPORT_REGULARFILE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <cstdint>
#include <ctime>
#include <memory>
#include <string>

namespace amp {

/// A regular file that is open for reading. Its bytes are copied, never mapped:
/// a file that another program cuts short or writes to meanwhile is an error
/// (io_error), where a mapping would end in a signal or in mixed contents.
class RegularFile {
public:
  /// A directory, pipe, socket or device is refused without reading from it,
  /// and without waiting for another program.
  static llvm::Expected<RegularFile> open(llvm::StringRef path);

  RegularFile(RegularFile &&other);
  RegularFile &operator=(RegularFile &&other) = delete;
  ~RegularFile();

  /// In bytes, when the file was opened. The files of /proc say 0, whatever
  /// they hold; they are empty for us, since some of them block.
  uint64_t size() const { return fileSize; }
  int descriptor() const { return fd; }

  /// Reads the bytes from `offset` on, as many as `target` takes.
  llvm::Error read(uint64_t offset, llvm::MutableArrayRef<char> target) const;
  /// Reads all of it, and checks that it did not change meanwhile. More than
  /// `maxBytes`, or than the machine has memory for, is a limitError.
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
  readAll(uint64_t maxBytes = UINT64_MAX) const;
  /// An error if the file has been written to since it was opened. (One that
  /// another file has replaced is as it was.)
  llvm::Error checkUnchanged() const;

private:
  RegularFile() = default;

  std::string path;
  int fd = -1;
  uint64_t fileSize = 0;
  struct timespec modified = {};
};

/// All of the regular file at `path`, of at most `maxBytes`, under that name.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readRegularFile(llvm::StringRef path, uint64_t maxBytes);

/// The same of standard input, which may be anything that ends, under the name
/// `<stdin>`.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readStandardInput(uint64_t maxBytes);

} // namespace amp

#endif // AMP_SUPPORT_REGULARFILE_H
