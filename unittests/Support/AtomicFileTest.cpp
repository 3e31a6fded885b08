//===- AtomicFileTest.cpp - Tests of AtomicFile ---------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Support/AtomicFile.h"
#include "TestSupport.h"
#include "amp/Support/TensorFile.h"

#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace amp;
using namespace amp::test;

namespace {
/// Makes writing past `bytes` of any file fail, as a full disk does.
class FileSizeLimit {
public:
  explicit FileSizeLimit(rlim_t bytes) {
    getrlimit(RLIMIT_FSIZE, &old);
    handler = std::signal(SIGXFSZ, SIG_IGN);
    rlimit limit = old;
    limit.rlim_cur = bytes;
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    setrlimit(RLIMIT_FSIZE, &old);
    std::signal(SIGXFSZ, handler);
  }

private:
  rlimit old;
  void (*handler)(int);
};
} // namespace

TEST(AtomicFile, AppearsAtCommitOnly) {
  Folder folder;
  std::string path = folder.write("a", "old");
  {
    llvm::Expected<AtomicFile> file = AtomicFile::create(path);
    ASSERT_TRUE(static_cast<bool>(file));
    EXPECT_SUCCESS(file->write("new"));
    EXPECT_EQ(readAll(path), "old");
    EXPECT_EQ(folder.count(), 2u);
    EXPECT_SUCCESS(file->commit());
  }
  EXPECT_EQ(readAll(path), "new");
  EXPECT_EQ(folder.count(), 1u);
}

TEST(AtomicFile, LeavesNothingWithoutCommit) {
  Folder folder;
  std::string path = folder.write("a", "old");
  {
    llvm::Expected<AtomicFile> file = AtomicFile::create(path);
    ASSERT_TRUE(static_cast<bool>(file));
    AtomicFile moved = std::move(*file);
    EXPECT_SUCCESS(moved.write("new"));
  }
  EXPECT_EQ(readAll(path), "old");
  EXPECT_EQ(folder.count(), 1u);
}

TEST(AtomicFile, KeepsOldFileWhenTheDiskIsFull) {
  Folder folder;
  Tensor large = take(Tensor::zeros(ElementType::F32, {1000000}));
  for (const char *name : {"a.safetensors", "a.npz", "a.npy"}) {
    std::string path = folder.write(name, "old");
    unsigned files = folder.count();
    {
      FileSizeLimit limit(65536);
      EXPECT_FAILURE(saveTensors(path, {{"x", large}}), "cannot write: ");
    }
    EXPECT_EQ(readAll(path), "old");
    EXPECT_EQ(folder.count(), files);
    EXPECT_SUCCESS(saveTensors(path, {{"x", large}}));
    expectSame(take(loadTensor(path, "x")), large);
  }
}

TEST(AtomicFile, RefusesBadTargets) {
  Folder folder;
  EXPECT_FAILURE(AtomicFile::create(folder / "none/a"),
                 "cannot create a file in its folder: ");
  folder.write("file", "x");
  EXPECT_FAILURE(AtomicFile::create(folder / "file/a"), "Not a directory");
  EXPECT_FAILURE(AtomicFile::create(folder.path()), "is not a regular file");
  EXPECT_FAILURE(AtomicFile::create("/dev/null"), "is not a regular file");
  EXPECT_FAILURE(AtomicFile::create(""), "not a file name");
  EXPECT_FAILURE(AtomicFile::create(folder / std::string(250, 'a')),
                 "cannot create a file");
  EXPECT_EQ(folder.count(), 1u);
  EXPECT_EQ(errorCode(AtomicFile::create(folder / "none/a")),
            std::errc::io_error);
}

TEST(AtomicFile, RemovesItsFileIfTheTargetCannotBeReplaced) {
  Folder folder;
  std::string path = folder / "a";
  llvm::Expected<AtomicFile> file = AtomicFile::create(path);
  ASSERT_TRUE(static_cast<bool>(file));
  // In the meantime somebody makes a folder of that name.
  ASSERT_EQ(mkdir(path.c_str(), 0777), 0);
  EXPECT_FAILURE(file->commit(), "cannot rename its temporary file");
  {
    AtomicFile dropped = std::move(*file);
  }
  EXPECT_EQ(folder.count(), 1u);
}

TEST(AtomicFile, KeepsPermissionsAndLinks) {
  Folder folder;
  for (const char *name : {"a.npy", "a.npz"}) {
    std::string path = folder.write(name, "old");
    ASSERT_EQ(chmod(path.c_str(), 0640), 0);
    std::string link = folder / (std::string("link-") + name);
    ASSERT_EQ(symlink(path.c_str(), link.c_str()), 0);
    EXPECT_SUCCESS(saveTensors(link, {{"x", sample(ElementType::F32)}}));
    struct stat status;
    ASSERT_EQ(lstat(link.c_str(), &status), 0);
    EXPECT_TRUE(S_ISLNK(status.st_mode));
    ASSERT_EQ(stat(path.c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 07777, 0640u);
    expectSame(take(loadTensor(path, "x")), sample(ElementType::F32));
  }
}

TEST(AtomicFile, RemovesWhatKilledWritersLeft) {
  Folder folder;
  std::string path = folder / "a";
  folder.write("a.tmp-0123abcd", "of a killed writer");
  folder.write("b.tmp-0123abcd", "of another file");
  folder.write("a.tmp-0123abcde", "no temporary name");
  std::string busy = folder.write("a.tmp-89abcdef", "of another process");
  int other = open(busy.c_str(), O_RDWR);
  ASSERT_EQ(flock(other, LOCK_EX), 0);
  {
    // Those of live writers stay, also in the same process.
    llvm::Expected<AtomicFile> first = AtomicFile::create(path);
    ASSERT_TRUE(static_cast<bool>(first));
    EXPECT_EQ(folder.count(), 4u);
    llvm::Expected<AtomicFile> second = AtomicFile::create(path);
    ASSERT_TRUE(static_cast<bool>(second));
    EXPECT_EQ(folder.count(), 5u);
    EXPECT_SUCCESS(second->commit());
    EXPECT_SUCCESS(first->commit());
  }
  close(other);
  EXPECT_EQ(folder.count(), 4u);
  {
    EXPECT_SUCCESS(AtomicFile::create(path));
  }
  EXPECT_EQ(folder.count(), 3u);
  EXPECT_EQ(access(busy.c_str(), F_OK), -1);
}

/// What a process does that is about to end.
[[noreturn]] static void removeAndExit() {
  AtomicFile::removeOpenFiles();
  _exit(0);
}

TEST(AtomicFileDeathTest, RemovesOpenFiles) {
  Folder folder;
  std::string path = folder.write("a", "old");
  folder.write("data.tmp-01234567", "read only");
  auto end = [&] {
    open((folder / "data.tmp-01234567").c_str(), O_RDONLY);
    llvm::Expected<AtomicFile> file = AtomicFile::create(path);
    if (!file || folder.count() != 3)
      _exit(1);
    removeAndExit();
  };
  EXPECT_EXIT(end(), testing::ExitedWithCode(0), "");
  EXPECT_EQ(folder.count(), 2u);
  EXPECT_EQ(readAll(path), "old");
}

// At whatever moment the process ends: other threads are making files, giving
// them their names and dropping them.
TEST(AtomicFileDeathTest, RemovesFilesOfBusyThreads) {
  for (int round = 0; round < 20; ++round) {
    Folder folder;
    auto end = [&] {
      std::vector<std::thread> writers;
      for (int i = 0; i < 4; ++i)
        writers.emplace_back([path = folder / std::to_string(i)] {
          for (bool isKept = false;; isKept = !isKept) {
            llvm::Expected<AtomicFile> file = AtomicFile::create(path);
            if (!file || file->write("whole") || (isKept && file->commit()))
              _exit(1);
          }
        });
      std::this_thread::sleep_for(std::chrono::milliseconds(5 + round));
      removeAndExit();
    };
    EXPECT_EXIT(end(), testing::ExitedWithCode(0), "");
    for (int i = 0; i < 4; ++i)
      if (std::string path = folder / std::to_string(i);
          access(path.c_str(), F_OK) == 0) {
        EXPECT_EQ(readAll(path), "whole");
        unlink(path.c_str());
      }
    EXPECT_EQ(folder.count(), 0u);
  }
}

TEST(AtomicFile, WritesWhereItIsTold) {
  Folder folder;
  llvm::Expected<AtomicFile> file = AtomicFile::create(folder / "a");
  ASSERT_TRUE(static_cast<bool>(file));
  EXPECT_SUCCESS(file->write("0123456789"));
  EXPECT_SUCCESS(file->seek(2));
  EXPECT_SUCCESS(file->write("ab"));
  EXPECT_SUCCESS(file->commit());
  EXPECT_EQ(readAll(folder / "a"), "01ab456789");
}
