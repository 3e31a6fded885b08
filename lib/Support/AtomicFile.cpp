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
#include <chrono>
#include <climits>
#include <cstdio>
#include <fcntl.h>
#include <mutex>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

using namespace llvm;
using namespace amp;

/// Guards the names of temporary files: a name is made or given away while it
/// is held, so that whoever holds it finds every temporary file open.
static std::timed_mutex namesMutex;

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

/// Removes the temporary files of `target` whose writers are gone. What cannot
/// be removed stays: it is in nobody's way.
static void removeStale(StringRef target) {
  StringRef folder = sys::path::parent_path(target);
  std::error_code code;
  sys::fs::directory_iterator entry(folder.empty() ? "." : folder, code,
                                    /*follow_symlinks=*/false);
  for (; !code && entry != sys::fs::directory_iterator();
       entry.increment(code)) {
    StringRef name = sys::path::filename(entry->path());
    if (AtomicFile::targetOf(name) != sys::path::filename(target))
      continue;
    int descriptor = ::open(entry->path().c_str(),
                            O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    struct stat status;
    if (descriptor >= 0 && ::fstat(descriptor, &status) == 0 &&
        S_ISREG(status.st_mode) && ::flock(descriptor, LOCK_EX | LOCK_NB) == 0)
      ::unlink(entry->path().c_str());
    if (descriptor >= 0)
      ::close(descriptor);
  }
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

  // Until it is locked, somebody else may take it for one without a writer.
  do {
    file.discard();
    SmallString<256> name;
    {
      std::lock_guard<std::timed_mutex> lock(namesMutex);
      if (std::error_code code = sys::fs::createUniqueFile(
              file.target + kInfix + kRandomDigits, file.descriptor, name))
        return ioError(
            "file " + quote(path) +
            ": cannot create a file in its folder: " + code.message());
    }
    file.temporary = name.str().str();
    retry([&] { return ::flock(file.descriptor, LOCK_EX); });
    if (::fstat(file.descriptor, &status) != 0)
      return file.failure("look its temporary file up");
  } while (status.st_nlink == 0);
  removeStale(file.target);
  return file;
}

void AtomicFile::removeOpenFiles() {
  // Never released: another thread makes no file between this and the end of
  // the process. One that hangs in a system call, or ran out of memory while it
  // held the mutex, does not keep the process alive.
  (void)namesMutex.try_lock_for(std::chrono::seconds(1));
  std::error_code code;
  sys::fs::directory_iterator entry("/proc/self/fd", code,
                                    /*follow_symlinks=*/false);
  for (; !code && entry != sys::fs::directory_iterator();
       entry.increment(code)) {
    int number;
    if (sys::path::filename(entry->path()).getAsInteger(10, number))
      continue;
    int flags = ::fcntl(number, F_GETFL);
    if (flags < 0 || (flags & O_ACCMODE) == O_RDONLY)
      continue;
    char path[PATH_MAX];
    ssize_t size = ::readlink(entry->path().c_str(), path, sizeof(path) - 1);
    if (size <= 0)
      continue;
    path[size] = '\0';
    if (!targetOf(sys::path::filename(path)).empty())
      ::unlink(path);
  }
}

AtomicFile::AtomicFile(AtomicFile &&other)
    : target(std::move(other.target)),
      temporary(std::exchange(other.temporary, std::string())),
      descriptor(std::exchange(other.descriptor, -1)), mode(other.mode) {}

AtomicFile::~AtomicFile() { discard(); }

void AtomicFile::discard() {
  // In this order, so that removeOpenFiles finds it for as long as it exists.
  if (!temporary.empty())
    ::unlink(std::exchange(temporary, std::string()).c_str());
  if (descriptor >= 0)
    ::close(std::exchange(descriptor, -1));
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

Error AtomicFile::seek(uint64_t offset) {
  if (::lseek(descriptor, static_cast<off_t>(offset), SEEK_SET) < 0)
    return failure("go to a place in it");
  return Error::success();
}

Error AtomicFile::commit() {
  if (mode >= 0 && ::fchmod(descriptor, mode) != 0)
    return failure("keep its permissions");
  if (retry([&] { return ::fsync(descriptor); }) != 0)
    return failure("bring it to the disk");
  {
    std::lock_guard<std::timed_mutex> lock(namesMutex);
    if (::rename(temporary.c_str(), target.c_str()) != 0)
      return failure("rename its temporary file");
  }
  temporary.clear();
  // All of it is on the disk: closing can fail, but loses nothing.
  ::close(std::exchange(descriptor, -1));

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
