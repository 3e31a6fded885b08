//===- RegularFileTest.cpp - Tests of RegularFile -------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Support/RegularFile.h"
#include "TestSupport.h"
#include "amp/Support/TensorFile.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

using namespace amp;
using namespace amp::test;

TEST(RegularFile, ReadsAllOrAPart) {
  Folder folder;
  llvm::Expected<RegularFile> file =
      RegularFile::open(folder.write("a", "0123456789"));
  ASSERT_TRUE(static_cast<bool>(file));
  EXPECT_EQ(file->size(), 10u);
  char part[3];
  EXPECT_SUCCESS(file->read(4, part));
  EXPECT_EQ(llvm::StringRef(part, 3), "456");
  EXPECT_FAILURE(file->read(8, part), "ends after 10 bytes");
  auto all = file->readAll();
  ASSERT_TRUE(static_cast<bool>(all));
  EXPECT_EQ((*all)->getBuffer(), "0123456789");
  EXPECT_FAILURE(file->readAll(9), "has 10 bytes, at most 9 are read");
  EXPECT_EQ(errorCode(file->readAll(9)), std::errc::not_enough_memory);
}

TEST(RegularFile, NoticesChanges) {
  Folder folder;
  std::string path = folder.write("a", std::string(10000, 'x'));
  auto open = [&] {
    llvm::Expected<RegularFile> file = RegularFile::open(path);
    EXPECT_TRUE(static_cast<bool>(file));
    return std::move(*file);
  };
  {
    RegularFile file = open();
    ASSERT_EQ(truncate(path.c_str(), 5000), 0);
    EXPECT_FAILURE(file.readAll(), "ends after 5000 bytes, but had 10000");
    EXPECT_EQ(errorCode(file.readAll()), std::errc::io_error);
  }
  {
    RegularFile file = open();
    ASSERT_EQ(truncate(path.c_str(), 6000), 0);
    EXPECT_FAILURE(file.readAll(), "was changed while it was read");
  }
  {
    // Of the same size, but written to.
    RegularFile file = open();
    struct timespec times[2] = {{1, 0}, {1, 0}};
    ASSERT_EQ(utimensat(AT_FDCWD, path.c_str(), times, 0), 0);
    EXPECT_FAILURE(file.checkUnchanged(), "was changed while it was read");
  }
  {
    // A file that takes its name is another file.
    RegularFile file = open();
    ASSERT_EQ(rename(folder.write("b", "new").c_str(), path.c_str()), 0);
    EXPECT_SUCCESS(file.readAll());
  }
}

TEST(RegularFile, WaitsForNobody) {
  Folder folder;
  std::string pipe = folder / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_FAILURE(RegularFile::open(pipe), "found a pipe");
  EXPECT_FAILURE(RegularFile::open(folder.path()), "found a directory");
  EXPECT_FAILURE(RegularFile::open("/dev/zero"), "found a device");
  EXPECT_EQ(errorCode(RegularFile::open("/dev/zero")),
            std::errc::invalid_argument);

  std::string name = folder / "socket";
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  ASSERT_LT(name.size(), sizeof(address.sun_path));
  name.copy(address.sun_path, name.size());
  int server = socket(AF_UNIX, SOCK_STREAM, 0);
  ASSERT_EQ(
      bind(server, reinterpret_cast<sockaddr *>(&address), sizeof(address)), 0);
  EXPECT_FAILURE(RegularFile::open(name), "found a socket");
  close(server);

  std::string loop = folder / "loop";
  ASSERT_EQ(symlink(loop.c_str(), loop.c_str()), 0);
  EXPECT_FAILURE(RegularFile::open(loop), "Too many levels of symbolic links");
  EXPECT_EQ(errorCode(RegularFile::open(loop)), std::errc::io_error);
  EXPECT_FAILURE(RegularFile::open(std::string("a\0b", 3)), "NUL");

  // It says that it has no bytes, and reading it would block or give some.
  llvm::Expected<RegularFile> kernel = RegularFile::open("/proc/self/maps");
  ASSERT_TRUE(static_cast<bool>(kernel));
  auto all = kernel->readAll();
  ASSERT_TRUE(static_cast<bool>(all));
  EXPECT_EQ((*all)->getBufferSize(), 0u);
}

TEST(RegularFile, RefusesMoreThanTheMachineHas) {
  Folder folder;
  std::string path = folder.write("a", "x");
  // A hole takes no place on the disk.
  ASSERT_EQ(truncate(path.c_str(), off_t(1) << 42), 0);
  llvm::Expected<RegularFile> file = RegularFile::open(path);
  ASSERT_TRUE(static_cast<bool>(file));
  EXPECT_FAILURE(file->readAll(), "the machine's memory has");
  EXPECT_EQ(errorCode(file->readAll()), std::errc::not_enough_memory);
}

TEST(StandardInput, MayBeAPipe) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  int old = dup(STDIN_FILENO);
  ASSERT_EQ(dup2(ends[0], STDIN_FILENO), STDIN_FILENO);
  ASSERT_EQ(write(ends[1], "0123456789", 10), 10);
  EXPECT_FAILURE(readStandardInput(4), "has more than the 4 bytes");
  ASSERT_EQ(write(ends[1], "abc", 3), 3);
  close(ends[1]);
  auto all = readStandardInput(8);
  ASSERT_TRUE(static_cast<bool>(all));
  EXPECT_EQ((*all)->getBuffer(), "56789abc");
  EXPECT_EQ((*all)->getBufferIdentifier(), "<stdin>");
  dup2(old, STDIN_FILENO);
  close(old);
  close(ends[0]);
}

// Each reader keeps what it has read, whatever becomes of the file.
TEST(RegularFile, TensorsOutliveTheirFiles) {
  Folder folder;
  Tensor tensor = sample(ElementType::F32);
  for (const char *name : {"a.npy", "a.npz", "a.safetensors"}) {
    std::string path = folder / name;
    EXPECT_SUCCESS(saveTensors(path, {{"x", tensor}}));
    Tensor loaded = take(loadTensor(path, "x"));
    ASSERT_EQ(truncate(path.c_str(), 0), 0);
    expectSame(loaded, tensor);
  }
}

TEST(TensorFileReader, ReportsFilesThatShrinkMeanwhile) {
  Folder folder;
  Tensor tensor = take(Tensor::zeros(ElementType::F32, {100000}));
  for (const char *name : {"a.npz", "a.safetensors"}) {
    std::string path = folder / name;
    EXPECT_SUCCESS(saveTensors(path, {{"x", tensor}, {"y", tensor}}));
    llvm::Expected<TensorFileReader> file = TensorFileReader::open(path);
    ASSERT_TRUE(static_cast<bool>(file));
    EXPECT_EQ(file->names().size(), 2u);
    auto info = file->describe("y");
    ASSERT_TRUE(static_cast<bool>(info));
    EXPECT_EQ(shapeToString(info->shape), "[100000]");
    EXPECT_FAILURE(file->describe("z"), "no such array");
    EXPECT_FAILURE(file->load("x", 1000), "more than the limit of 1000");
    expectSame(take(file->load("x")), tensor);
    ASSERT_EQ(truncate(path.c_str(), 500000), 0);
    EXPECT_EQ(errorCode(file->load("y")), std::errc::io_error) << name;
  }
  EXPECT_FAILURE(TensorFileReader::open(folder / "a.npy"), "unknown format");
}
