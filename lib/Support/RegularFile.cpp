//===- RegularFile.cpp - Reading a regular file ---------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegularFile.h"

#include "amp/Support/Error.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/Errno.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;
using namespace amp;

static StringRef kindOf(mode_t mode) {
  if (S_ISDIR(mode))
    return "a directory";
  if (S_ISFIFO(mode))
    return "a pipe";
  if (S_ISSOCK(mode))
    return "a socket";
  return "a device";
}

Expected<std::shared_ptr<MemoryBuffer>> amp::openRegularFile(StringRef path) {
  std::string name = path.str();
  std::string where = "file " + quote(path);
  if (path.contains('\0'))
    return inputError(where + ": a file name cannot contain a NUL");
  // O_NONBLOCK: opening a pipe must not wait for its writer.
  int descriptor;
  do
    descriptor = ::open(name.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  while (descriptor < 0 && errno == EINTR);
  if (descriptor < 0)
    return ioError(where + ": cannot open: " + sys::StrError(errno));
  scope_exit close([&] { ::close(descriptor); });

  struct stat status;
  if (::fstat(descriptor, &status) != 0)
    return ioError(where + ": cannot read its size: " + sys::StrError(errno));
  if (!S_ISREG(status.st_mode))
    return inputError(where + ": expected a regular file, found " +
                      kindOf(status.st_mode));

  ErrorOr<std::unique_ptr<MemoryBuffer>> buffer =
      MemoryBuffer::getOpenFile(descriptor, name, status.st_size,
                                /*RequiresNullTerminator=*/false);
  if (!buffer)
    return ioError(where + ": cannot read: " + buffer.getError().message());
  return std::shared_ptr<MemoryBuffer>(std::move(*buffer));
}
