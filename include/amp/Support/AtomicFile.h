//===- AtomicFile.h - A file that appears whole or not at all ---*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_SUPPORT_ATOMICFILE_H
#define AMP_SUPPORT_ATOMICFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>

namespace amp {

/// Writes a file under a temporary name in the same folder and gives it its
/// name only when all of it is on the disk: fsync, rename, fsync of the folder.
/// Until then the old file is untouched; if anything fails, or the object is
/// destroyed before `commit`, the temporary file is removed. (The fsync of the
/// folder comes after the rename: if only that fails, the new file has its name
/// already.)
///
/// A process that is killed leaves its temporary file: the next one that writes
/// the same file removes it. It knows by a lock (flock) which of them still
/// have a writer. On a file system without locks they stay.
///
/// A symbolic link to an existing file is followed, and an existing file's
/// permissions are kept. What exists but is not a regular file is refused.
class AtomicFile {
public:
  static llvm::Expected<AtomicFile> create(llvm::StringRef path);

  AtomicFile(AtomicFile &&other);
  AtomicFile &operator=(AtomicFile &&other) = delete;
  ~AtomicFile();

  /// The name that a file with this temporary name was to get; empty if the
  /// name is none of a temporary file.
  static llvm::StringRef targetOf(llvm::StringRef name);

  llvm::Error write(llvm::StringRef bytes);
  /// What is written next goes to this place.
  llvm::Error seek(uint64_t offset);
  llvm::Error commit();

  const std::string &temporaryPath() const { return temporary; }

  /// Removes the temporary files that this process has open, for one that is
  /// about to end without running destructors. From then on no other thread can
  /// make one, or give one its name: it waits for the end of the process.
  static void removeOpenFiles();

private:
  AtomicFile() = default;
  llvm::Error failure(llvm::StringRef action) const;
  void discard();

  std::string target;
  std::string temporary;
  int descriptor = -1;
  int mode = -1; // permissions of the file to replace; -1 if there is none
};

/// Brings the entries of a folder to the disk.
llvm::Error syncFolder(llvm::StringRef path);

} // namespace amp

#endif // AMP_SUPPORT_ATOMICFILE_H
