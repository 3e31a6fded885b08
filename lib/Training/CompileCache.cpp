//===- CompileCache.cpp - What earlier runs compiled ----------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Training/CompileCache.h"

#include "amp/Support/Error.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

#include <atomic>
#include <cerrno>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;
using namespace amp;
using namespace amp::training;
using mlir::amp::ExecutableBytes;

/// Of a file that is being written; a process that was killed leaves one.
static constexpr StringLiteral kTemporary(".tmp");
static constexpr StringLiteral kExecutable(".ampx");
static constexpr StringLiteral kKernel(".ampk");
static constexpr time_t kStaleSeconds = 3600;

//===----------------------------------------------------------------------===//
// Keys
//===----------------------------------------------------------------------===//

void CacheKey::add(StringRef text) {
  add(text.size());
  hash.update(text);
}

void CacheKey::add(uint64_t number) {
  char bytes[8];
  for (char &byte : bytes) {
    byte = static_cast<char>(number);
    number >>= 8;
  }
  hash.update(StringRef(bytes, sizeof(bytes)));
}

//===----------------------------------------------------------------------===//
// The folder
//===----------------------------------------------------------------------===//

std::string CompileCache::getDefaultPath() {
  if (std::optional<std::string> path = sys::Process::GetEnv("AMP_CACHE_DIR"))
    return *path;
  // As of the XDG Base Directory Specification: what is not absolute is no
  // path.
  if (std::optional<std::string> base = sys::Process::GetEnv("XDG_CACHE_HOME");
      base && sys::path::is_absolute(*base))
    return *base + "/amp";
  if (std::optional<std::string> home = sys::Process::GetEnv("HOME");
      home && sys::path::is_absolute(*home))
    return *home + "/.cache/amp";
  return "";
}

static bool isOwn(const struct stat &status) {
  return status.st_uid == geteuid();
}

Expected<std::unique_ptr<CompileCache>> CompileCache::open(StringRef path,
                                                           uint64_t maxBytes) {
  std::string name = path.rtrim('/').str();
  auto failure = [&](const Twine &reason) {
    return ioError("folder " + quote(name) + ": " + reason);
  };
  StringRef parent = sys::path::parent_path(name);
  if (!parent.empty())
    if (std::error_code error = sys::fs::create_directories(
            parent, /*IgnoreExisting=*/true, sys::fs::owner_all))
      return failure("cannot make the folder that it is in: " +
                     error.message());
  if (mkdir(name.c_str(), 0700) != 0 && errno != EEXIST)
    return failure("cannot make it: " + sys::StrError());
  int folder =
      ::open(name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder < 0)
    return failure(errno == ELOOP || errno == ENOTDIR
                       ? std::string("is a link, or no folder")
                       : "cannot open it: " + sys::StrError());
  std::unique_ptr<CompileCache> cache(new CompileCache(folder, maxBytes));
  struct stat status;
  if (fstat(folder, &status) != 0)
    return failure(sys::StrError());
  if (!isOwn(status))
    return failure("belongs to another user");
  if (status.st_mode & 077)
    return failure("others may look into it; programs are run from it, so its "
                   "mode must be 0700");
  return std::move(cache);
}

CompileCache::~CompileCache() { close(folder); }

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

static std::string executableName(StringRef key) {
  return (key + kExecutable).str();
}

static std::string kernelName(StringRef key) { return (key + kKernel).str(); }

/// What a kernel's file begins with: what it is, and the digest of its key and
/// its code. A file under the name of another one is thus found out.
static std::string getKernelHeader(StringRef key, StringRef code) {
  CacheKey digest;
  digest.add(key);
  digest.add(code);
  return "amp kernel\n" + digest.get() + "\n";
}

/// All bytes of a regular file of this user's; null if that cannot be had.
static ExecutableBytes readFile(int folder, const std::string &name) {
  int file = openat(folder, name.c_str(),
                    O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0)
    return nullptr;
  scope_exit end([&] { close(file); });
  struct stat status;
  if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode) || !isOwn(status) ||
      status.st_size <= 0)
    return nullptr;
  // Copied, not mapped: another process may cut a file short.
  std::shared_ptr<WritableMemoryBuffer> buffer =
      WritableMemoryBuffer::getNewUninitMemBuffer(status.st_size, name);
  if (!buffer)
    return nullptr;
  MutableArrayRef<char> left = buffer->getBuffer();
  while (!left.empty()) {
    ssize_t count = ::read(file, left.data(), left.size());
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return nullptr;
    left = left.drop_front(count);
  }
  // It was used just now.
  futimens(file, nullptr);
  return buffer;
}

void CompileCache::remove(const std::string &name,
                          DamageReceiver receiver) const {
  unlinkat(folder, name.c_str(), 0);
  if (receiver)
    receiver(name);
}

ExecutableBytes CompileCache::find(StringRef key,
                                   mlir::amp::Executable &executable,
                                   DamageReceiver receiver) const {
  std::string name = executableName(key);
  ExecutableBytes bytes = readFile(folder, name);
  if (!bytes)
    return nullptr;
  Expected<mlir::amp::Executable> read = mlir::amp::readExecutable(bytes);
  if (read) {
    executable = std::move(*read);
    return bytes;
  }
  consumeError(read.takeError());
  remove(name, receiver);
  return nullptr;
}

std::string CompileCache::findKernel(StringRef key,
                                     DamageReceiver receiver) const {
  std::string name = kernelName(key);
  ExecutableBytes bytes = readFile(folder, name);
  if (!bytes)
    return "";
  StringRef file = bytes->getBuffer();
  StringRef code =
      file.drop_front(std::min(file.size(), getKernelHeader(key, "").size()));
  if (!code.empty() && file.starts_with(getKernelHeader(key, code)))
    return code.str();
  remove(name, receiver);
  return "";
}

static bool writeAll(int file, StringRef bytes) {
  while (!bytes.empty()) {
    ssize_t count = ::write(file, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return false;
    bytes = bytes.drop_front(count);
  }
  return true;
}

bool CompileCache::write(StringRef key, const std::string &name,
                         ArrayRef<StringRef> parts) {
  uint64_t size = 0;
  for (StringRef part : parts)
    size += part.size();
  if (size > maxBytes)
    return false;
  static std::atomic<unsigned> counter{0};
  std::string temporary =
      (key + "." + Twine(getpid()) + "." + Twine(counter++) + kTemporary).str();
  int file = openat(folder, temporary.c_str(),
                    O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (file < 0)
    return false;
  // Not brought to the disk by force: what a crash leaves is found damaged.
  bool isWritten =
      all_of(parts, [&](StringRef part) { return writeAll(file, part); });
  isWritten &= close(file) == 0;
  if (isWritten &&
      renameat(folder, temporary.c_str(), folder, name.c_str()) == 0)
    return true;
  unlinkat(folder, temporary.c_str(), 0);
  return false;
}

void CompileCache::insert(StringRef key, const ExecutableBytes &bytes) {
  if (write(key, executableName(key), bytes->getBuffer()))
    evict();
}

void CompileCache::insertKernels(
    const mlir::amp::KernelStore::Kernels &kernels) {
  bool isWritten = false;
  for (const auto &[key, code] : kernels)
    isWritten |=
        write(key, kernelName(key), {getKernelHeader(key, code), code});
  if (isWritten)
    evict();
}

namespace {
struct File {
  std::string name;
  struct timespec used;
  uint64_t bytes;
};
} // namespace

void CompileCache::evict() const {
  // A descriptor of its own: reading moves its place.
  int copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *entries = copy < 0 ? nullptr : fdopendir(copy);
  if (!entries) {
    if (copy >= 0)
      close(copy);
    return;
  }
  scope_exit end([&] { closedir(entries); });
  std::vector<File> files;
  uint64_t total = 0;
  time_t now = time(nullptr);
  while (struct dirent *entry = readdir(entries)) {
    StringRef name = entry->d_name;
    struct stat status;
    if ((!name.ends_with(kExecutable) && !name.ends_with(kKernel) &&
         !name.ends_with(kTemporary)) ||
        fstatat(folder, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0 ||
        !S_ISREG(status.st_mode))
      continue;
    if (name.ends_with(kTemporary)) {
      if (now - status.st_mtim.tv_sec > kStaleSeconds)
        unlinkat(folder, entry->d_name, 0);
      continue;
    }
    files.push_back(
        {name.str(), status.st_mtim, static_cast<uint64_t>(status.st_size)});
    total += status.st_size;
  }
  llvm::sort(files, [](const File &a, const File &b) {
    return std::tie(a.used.tv_sec, a.used.tv_nsec, a.name) <
           std::tie(b.used.tv_sec, b.used.tv_nsec, b.name);
  });
  for (const File &file : files) {
    if (total <= maxBytes)
      break;
    unlinkat(folder, file.name.c_str(), 0);
    total -= file.bytes;
  }
}
