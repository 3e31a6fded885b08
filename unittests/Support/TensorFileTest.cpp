//===- TensorFileTest.cpp - Tests of loadTensor and saveTensors -----------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Support/TensorFile.h"
#include "TestSupport.h"
#include "amp/Support/Safetensors.h"

#include <sys/stat.h>

using namespace amp;
using namespace amp::test;

TEST(TensorFile, ChoosesArrays) {
  Folder folder;
  Tensor a = sample(ElementType::F32), b = sample(ElementType::I8);
  for (const char *name : {"x.npz", "x.safetensors", "X.NPZ"}) {
    std::string path = folder / name;
    EXPECT_SUCCESS(saveTensors(path, {{"a", a}, {"b:c", b}}));
    expectSame(take(loadTensor(path + ":a", "")), a);
    expectSame(take(loadTensor(path + ":b:c", "a")), b);
    expectSame(take(loadTensor(path, "a")), a);
    EXPECT_FAILURE(loadTensor(path, "z"), "no array 'z'; it holds 'a', 'b:c'; "
                                          "choose one with ':name'");
    EXPECT_FAILURE(loadTensor(path + ":z", "a"),
                   "no array 'z'; it holds 'a', 'b:c'");
    EXPECT_FAILURE(loadTensor(path + ":", "a"),
                   "expected the name of an array");
    LoadOptions small;
    small.maxBytes = 23;
    EXPECT_FAILURE(loadTensor(path, "a", small), "more than the limit of 23");
    EXPECT_SUCCESS(saveTensors(path, {{"only", b}}));
    expectSame(take(loadTensor(path, "z")), b);
  }
  EXPECT_SUCCESS(writeSafetensors(folder / "e.safetensors", {}));
  EXPECT_FAILURE(loadTensor(folder / "e.safetensors", "a"),
                 "it holds no arrays");
}

TEST(TensorFile, OtherFormats) {
  Folder folder;
  Tensor a = sample(ElementType::F32);
  std::string npy = folder / "x.npy";
  EXPECT_SUCCESS(saveTensors(npy, {{"ignored", a}}));
  expectSame(take(loadTensor(npy, "z")), a);
  EXPECT_FAILURE(loadTensor(npy + ":a", "z"), "remove ':a'");
  EXPECT_FAILURE(saveTensors(npy, {{"a", a}, {"b", a}}),
                 "holds one array, found 2 to write");
  std::string csv = folder.write("x.csv", "a,b\n1,2\n");
  EXPECT_EQ(take(loadTensor(csv + ":b", "z")).elements<double>()[0], 2);
  LoadOptions options;
  options.csvType = ElementType::F32;
  EXPECT_EQ(take(loadTensor(csv, "z", options)).elements<float>()[1], 2);
  EXPECT_FAILURE(saveTensors(csv, {{"a", a}}), "unknown format to write");
  EXPECT_FAILURE(loadTensor(csv + ":", "z"), "x.csv': expected the name of an "
                                             "array, or columns, after ':'");
  // Columns may have what ends a path, and a table of tabs has another ending.
  std::string tsv = folder.write("x.tsv", "a:b\tc\n1\tx.csv:y\n");
  EXPECT_EQ(take(loadTensor(tsv + ":a:b", "z")).elements<double>()[0], 1);
  EXPECT_EQ(take(loadTensor(tsv + ":c{o,x.csv:y}", "")).elements<double>()[0],
            1);
  EXPECT_FAILURE(saveTensors(tsv, {{"a", a}}), "unknown format to write");
  EXPECT_FAILURE(loadTensor("x.txt", "a"),
                 "unknown format; expected a name that ends in .npy, .npz, "
                 ".safetensors, .csv or .tsv");
  EXPECT_FAILURE(loadTensor("", "a"), "unknown format");
}

TEST(TensorFile, NamesWithColons) {
  Folder folder;
  Tensor a = sample(ElementType::F32);
  std::string path = folder / "d.npz:e.npy";
  EXPECT_SUCCESS(saveTensors(path, {{"a", a}}));
  expectSame(take(loadTensor(path, "z")), a);
}

TEST(TensorFile, RefusesWhatIsNoRegularFile) {
  Folder folder;
  EXPECT_FAILURE(loadTensor(folder / "none.npy", ""),
                 "none.npy': cannot open: ");
  EXPECT_EQ(errorCode(loadTensor(folder / "none.npy", "")),
            std::errc::io_error);
  for (const char *name : {"d.npy", "d.npz", "d.safetensors", "d.csv"}) {
    std::string path = folder / name;
    ASSERT_EQ(mkdir(path.c_str(), 0777), 0);
    EXPECT_FAILURE(loadTensor(path, ""),
                   "expected a regular file, found a directory");
  }
  // Opening a pipe that nobody writes to must not wait.
  std::string pipe = folder / "p.npy";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0666), 0);
  EXPECT_FAILURE(loadTensor(pipe, ""), "found a pipe");
  std::string device = folder / "n.npy";
  ASSERT_EQ(symlink("/dev/zero", device.c_str()), 0);
  EXPECT_FAILURE(loadTensor(device, ""), "found a device");
  EXPECT_EQ(errorCode(loadTensor(device, "")), std::errc::invalid_argument);
  EXPECT_FAILURE(loadTensor(llvm::StringRef("a\0.npy", 6), ""),
                 "cannot contain a NUL");
}
