//===- AtomicFile.cpp - A file that appears whole or not at all -----------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Support/AtomicFile.h"

#include "amp/Support/Error.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

using namespace llvm;
using namespace amp;

// What follows the name of the file in that of its temporary one.
static constexpr StringLiteral kInfix(".tmp-");
static constexpr StringLiteral kRandomDigits("%%%%%%%%");

StringRef AtomicFile::targetOf(StringRef name) {
  StringRef digits = name.take_back(kRandomDigits.size());
  StringRef target = name.drop_back(digits.size());
  bool isTemporary = all_of(digits, isHexDigit) && target.consume_back(kInfix);
  return isTemporary ? target : "";
}

/// Calls `function` until no signal interrupts it.
template <typename Function>
static int retry(Function function) {
  int result;
  do
    result = function();
  while (result < 0 && errno == EINTR);
  return result;
}

/// Describes errno, so it is called before anything else can change that.
Error AtomicFile::failure(StringRef action) const {
  std::string reason = sys::StrError(errno);
  return ioError("file " + quote(target) + ": cannot " + action + ": " +
                 reason);
}

Expected<AtomicFile> AtomicFile::create(StringRef path) {
  AtomicFile file;
  file.target = path.str();
  if (path.empty() || path.contains('\0'))
    return inputError("file " + quote(path) + ": not a file name");

  struct stat status;
  if (::stat(file.target.c_str(), &status) == 0) {
    if (!S_ISREG(status.st_mode))
      return inputError("file " + quote(path) +
                        ": exists and is not a regular file; choose another "
                        "name");
    SmallString<256> real;
    if (std::error_code code = sys::fs::real_path(path, real))
      return ioError("file " + quote(path) +
                     ": cannot resolve: " + code.message());
    file.target = real.str().str();
    file.mode = status.st_mode & 07777;
  } else if (errno != ENOENT) {
    return file.failure("look it up");
  }

  SmallString<256> name;
  if (std::error_code code = sys::fs::createUniqueFile(
          file.target + kInfix + kRandomDigits, file.descriptor, name))
    return ioError("file " + quote(path) +
                   ": cannot create a file in its folder: " + code.message());
  file.temporary = name.str().str();
  return file;
}

AtomicFile::AtomicFile(AtomicFile &&other)
    : target(std::move(other.target)),
      temporary(std::exchange(other.temporary, std::string())),
      descriptor(std::exchange(other.descriptor, -1)), mode(other.mode) {}

AtomicFile::~AtomicFile() { discard(); }

void AtomicFile::discard() {
  if (descriptor >= 0)
    ::close(std::exchange(descriptor, -1));
  if (!temporary.empty())
    ::unlink(std::exchange(temporary, std::string()).c_str());
}

Error AtomicFile::write(StringRef bytes) {
  while (!bytes.empty()) {
    // Linux writes at most about 2 GiB at a time.
    size_t chunk = std::min<size_t>(bytes.size(), size_t(1) << 30);
    ssize_t written = ::write(descriptor, bytes.data(), chunk);
    if (written < 0 && errno == EINTR)
      continue;
    if (written == 0)
      errno = EIO;
    if (written <= 0)
      return failure("write");
    bytes = bytes.drop_front(written);
  }
  return Error::success();
}

Error AtomicFile::reopen() {
  if (descriptor >= 0)
    ::close(std::exchange(descriptor, -1));
  descriptor = ::open(temporary.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor < 0)
    return failure("open its temporary file again");
  return Error::success();
}

Error AtomicFile::commit() {
  if (mode >= 0 && ::fchmod(descriptor, mode) != 0)
    return failure("keep its permissions");
  if (retry([&] { return ::fsync(descriptor); }) != 0)
    return failure("bring it to the disk");
  // On Linux a close that was interrupted has closed the file.
  if (::close(std::exchange(descriptor, -1)) != 0 && errno != EINTR)
    return failure("close its temporary file");
  if (::rename(temporary.c_str(), target.c_str()) != 0)
    return failure("rename its temporary file");
  temporary.clear();

  StringRef parent = sys::path::parent_path(target);
  return syncFolder(parent.empty() ? "." : parent);
}

Error amp::syncFolder(StringRef path) {
  std::string name = path.str();
  auto failure = [&](StringRef action) {
    std::string reason = sys::StrError(errno);
    return ioError("folder " + quote(path) + ": cannot " + action + ": " +
                   reason);
  };
  int descriptor = retry(
      [&] { return ::open(name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); });
  if (descriptor < 0)
    return failure("open");
  bool isSynced = retry([&] { return ::fsync(descriptor); }) == 0;
  Error error =
      isSynced ? Error::success() : failure("bring its entries to the disk");
  ::close(descriptor);
  return error;
}
