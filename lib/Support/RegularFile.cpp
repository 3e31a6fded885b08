//===- RegularFile.cpp - Reading files that may change --------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Support/RegularFile.h"

#include "amp/Support/Error.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Errno.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

using namespace llvm;
using namespace amp;

static StringRef nameOfKind(mode_t mode) {
  if (S_ISDIR(mode))
    return "a directory";
  if (S_ISFIFO(mode))
    return "a pipe";
  if (S_ISSOCK(mode))
    return "a socket";
  return "a device";
}

Expected<RegularFile> RegularFile::open(StringRef path) {
  RegularFile file;
  file.path = path.str();
  std::string where = "file " + quote(path);
  if (path.contains('\0'))
    return inputError(where + ": a file name cannot contain a NUL");
  auto refuse = [&](mode_t mode) {
    return inputError(where + ": expected a regular file, found " +
                      nameOfKind(mode));
  };
  // Some devices do something when they are opened, and sockets cannot be.
  struct stat status;
  if (::stat(file.path.c_str(), &status) == 0 && !S_ISREG(status.st_mode))
    return refuse(status.st_mode);
  // O_NONBLOCK: if it has become a pipe by now, its writer is not waited for.
  do
    file.fd =
        ::open(file.path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  while (file.fd < 0 && errno == EINTR);
  if (file.fd < 0)
    return ioError(where + ": cannot open: " + sys::StrError(errno));
  if (::fstat(file.fd, &status) != 0)
    return ioError(where + ": cannot read its size: " + sys::StrError(errno));
  if (!S_ISREG(status.st_mode))
    return refuse(status.st_mode);
  file.fileSize = static_cast<uint64_t>(status.st_size);
  file.modified = status.st_mtim;
  return file;
}

RegularFile::RegularFile(RegularFile &&other)
    : path(std::move(other.path)), fd(std::exchange(other.fd, -1)),
      fileSize(other.fileSize), modified(other.modified) {}

RegularFile::~RegularFile() {
  if (fd >= 0)
    ::close(fd);
}

Error RegularFile::read(uint64_t offset, MutableArrayRef<char> target) const {
  while (!target.empty()) {
    // Linux reads at most about 2 GiB at a time.
    size_t chunk = std::min<size_t>(target.size(), size_t(1) << 30);
    ssize_t count =
        ::pread(fd, target.data(), chunk, static_cast<off_t>(offset));
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0)
      return ioError("file " + quote(path) +
                     ": cannot read: " + sys::StrError(errno));
    if (count == 0)
      return ioError("file " + quote(path) + ": ends after " + Twine(offset) +
                     " bytes, but had " + Twine(fileSize) +
                     " when it was opened; it was cut short while it was read");
    target = target.drop_front(count);
    offset += count;
  }
  return Error::success();
}

Error RegularFile::checkUnchanged() const {
  struct stat status;
  if (::fstat(fd, &status) != 0)
    return ioError("file " + quote(path) +
                   ": cannot read its size: " + sys::StrError(errno));
  auto isSame = [](const timespec &a, const timespec &b) {
    return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
  };
  if (static_cast<uint64_t>(status.st_size) == fileSize &&
      isSame(status.st_mtim, modified))
    return Error::success();
  return ioError("file " + quote(path) +
                 ": was changed while it was read; expected " +
                 Twine(fileSize) +
                 " bytes as they were when it was opened, "
                 "found " +
                 Twine(status.st_size) +
                 " bytes; read it when it is "
                 "complete");
}

Expected<std::unique_ptr<MemoryBuffer>>
RegularFile::readAll(uint64_t maxBytes) const {
  std::string where = "file " + quote(path);
  if (fileSize > maxBytes)
    return limitError(where + ": has " + Twine(fileSize) + " bytes, at most " +
                      Twine(maxBytes) + " are read");
  // More would be promised by the system, and the process ended in the middle.
  uint64_t memoryBytes = static_cast<uint64_t>(::sysconf(_SC_PHYS_PAGES)) *
                         static_cast<uint64_t>(::sysconf(_SC_PAGESIZE));
  if (fileSize > memoryBytes)
    return limitError(where + ": has " + Twine(fileSize) +
                      " bytes, the machine's memory has " + Twine(memoryBytes));
  std::unique_ptr<WritableMemoryBuffer> memory =
      WritableMemoryBuffer::getNewUninitMemBuffer(fileSize, path, Align(64));
  if (!memory)
    return limitError(where + ": no memory for its " + Twine(fileSize) +
                      " bytes");
  if (Error error = read(0, memory->getBuffer()))
    return std::move(error);
  if (Error error = checkUnchanged())
    return std::move(error);
  return std::unique_ptr<MemoryBuffer>(std::move(memory));
}

Expected<std::unique_ptr<MemoryBuffer>>
amp::readRegularFile(StringRef path, uint64_t maxBytes) {
  Expected<RegularFile> file = RegularFile::open(path);
  if (!file)
    return file.takeError();
  return file->readAll(maxBytes);
}

Expected<std::unique_ptr<MemoryBuffer>>
amp::readStandardInput(uint64_t maxBytes) {
  constexpr uint64_t kChunk = 1 << 20;
  SmallVector<char, 0> bytes;
  // One byte more than there may be tells that there are too many.
  while (bytes.size() <= maxBytes) {
    size_t old = bytes.size();
    bytes.resize_for_overwrite(old + std::min(kChunk, maxBytes + 1 - old));
    ssize_t count;
    do
      count = ::read(STDIN_FILENO, bytes.data() + old, bytes.size() - old);
    while (count < 0 && errno == EINTR);
    if (count < 0)
      return ioError("standard input: cannot read: " + sys::StrError(errno));
    bytes.truncate(old + count);
    if (count == 0)
      break;
  }
  if (bytes.size() > maxBytes)
    return limitError("standard input: has more than the " + Twine(maxBytes) +
                      " bytes that are read");
  // LLVM's is null where there is no memory for it.
  std::unique_ptr<MemoryBuffer> buffer = MemoryBuffer::getMemBufferCopy(
      StringRef(bytes.data(), bytes.size()), "<stdin>");
  if (!buffer)
    return limitError("standard input: no memory for its " +
                      Twine(bytes.size()) + " bytes");
  return buffer;
}
