//===- NpzTest.cpp - Tests of .npz files ----------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"
#include "amp/Support/Npy.h"

#include <zip.h>

using namespace amp;
using namespace amp::test;

namespace {
struct Member {
  std::string name;
  std::string contents;
  int method = ZIP_CM_STORE;
  const char *password = nullptr;
};
} // namespace

static std::string writeZip(const std::string &path,
                            const std::vector<Member> &members) {
  int code;
  zip_t *zip = zip_open(path.c_str(), ZIP_CREATE | ZIP_TRUNCATE, &code);
  EXPECT_NE(zip, nullptr);
  for (const Member &member : members) {
    zip_source_t *source = zip_source_buffer(zip, member.contents.data(),
                                             member.contents.size(), 0);
    zip_int64_t index = zip_file_add(zip, member.name.c_str(), source, 0);
    EXPECT_GE(index, 0);
    EXPECT_EQ(zip_set_file_compression(zip, index, member.method, 0), 0);
    if (member.password) {
      EXPECT_EQ(
          zip_file_set_encryption(zip, index, ZIP_EM_AES_256, member.password),
          0);
    }
  }
  EXPECT_EQ(zip_close(zip), 0);
  return path;
}

static std::string npyOf(const Tensor &tensor) {
  Folder folder;
  EXPECT_SUCCESS(writeNpy(folder / "x.npy", tensor));
  return readAll(folder / "x.npy");
}

static llvm::Expected<Tensor> loadNpz(const std::string &path,
                                      const std::string &name,
                                      uint64_t maxBytes = kDefaultMaxBytes) {
  llvm::Expected<NpzReader> reader = NpzReader::open(path);
  if (!reader)
    return reader.takeError();
  return reader->load(name, maxBytes);
}

TEST(Npz, RoundTripsEveryType) {
  Folder folder;
  std::vector<NamedTensor> arrays;
  for (ElementType type : allElementTypes())
    if (type != ElementType::BF16)
      arrays.push_back({mlirName(type).str(), sample(type)});
  arrays.push_back({"empty", take(Tensor::zeros(ElementType::F32, {0}))});
  std::string path = folder / "a.npz";
  EXPECT_SUCCESS(writeNpz(path, arrays));
  EXPECT_EQ(folder.count(), 1u);
  llvm::Expected<NpzReader> reader = NpzReader::open(path);
  ASSERT_TRUE(static_cast<bool>(reader));
  EXPECT_EQ(reader->names().size(), arrays.size());
  for (const NamedTensor &array : arrays)
    expectSame(take(reader->load(array.name)), array.tensor);
  // The same tensors, the same bytes.
  std::string first = readAll(path);
  EXPECT_SUCCESS(writeNpz(path, arrays));
  EXPECT_TRUE(readAll(path) == first);
}

TEST(Npz, ReadsDeflatedAndColumnMajor) {
  Folder folder;
  Tensor zeros = take(Tensor::zeros(ElementType::F64, {100, 1000}));
  std::string header =
      "{'descr': '|u1', 'fortran_order': True, 'shape': (2, 3), }\n";
  std::string contents = std::string("\x93NUMPY\x01\0", 8) +
                         static_cast<char>(header.size()) + '\0' + header +
                         "adbecf";
  std::string path =
      writeZip(folder / "a.npz", {{"z.npy", npyOf(zeros), ZIP_CM_DEFLATE},
                                  {"f.npy", contents},
                                  {"readme.txt", "ignored"}});
  EXPECT_LT(readAll(path).size(), 10000u);
  expectSame(take(loadNpz(path, "z")), zeros);
  Tensor transposed = take(loadNpz(path, "f"));
  EXPECT_EQ(transposed.bytes(), "abcdef");
  EXPECT_EQ(message(loadNpz(path, "readme.txt")).find("success"),
            std::string::npos);
  EXPECT_FAILURE(loadNpz(path, "z", 799999), "more than the limit of 799999");
  EXPECT_FAILURE(loadNpz(path, "y"), "array 'y': there is no such array");
}

TEST(Npz, RefusesBadArchives) {
  Folder folder;
  EXPECT_FAILURE(NpzReader::open(folder.write("a.npz", "")),
                 "not a valid zip archive");
  EXPECT_FAILURE(NpzReader::open(folder.write("a.npz", "not a zip file")),
                 "not a valid zip archive");
  std::string path = writeZip(
      folder / "b.npz",
      {{"x.npy", npyOf(sample(ElementType::F32)), ZIP_CM_DEFLATE, "secret"}});
  EXPECT_FAILURE(loadNpz(path, "x"), "array 'x': encrypted");
  path = writeZip(folder / "c.npz", {{"x.npy", "no npy"}});
  EXPECT_FAILURE(loadNpz(path, "x"), "array 'x': not in npy format");
  path = writeZip(folder / "d.npz", {{"x.npy", ""}});
  EXPECT_FAILURE(loadNpz(path, "x"), "array 'x': not in npy format");
  // A version 2 file of 10 bytes and one whose header is cut off.
  path = writeZip(folder / "e.npz",
                  {{"x.npy", std::string("\x93NUMPY\x02\0\0\0", 10)},
                   {"y.npy", std::string("\x93NUMPY\x01\0\x50\0", 10)}});
  EXPECT_FAILURE(loadNpz(path, "x"), "at least 12 bytes, found 10");
  EXPECT_FAILURE(loadNpz(path, "y"), "cut off in its header");
  std::string whole = npyOf(sample(ElementType::F32));
  path = writeZip(
      folder / "f.npz",
      {{"x.npy", whole + "x"}, {"y.npy", whole.substr(0, whole.size() - 1)}});
  EXPECT_FAILURE(loadNpz(path, "x"),
                 "takes 24 bytes after the header, found 25");
  EXPECT_FAILURE(loadNpz(path, "y"), "found 23");
}

TEST(Npz, RefusesImpossibleSizes) {
  // The central directory claims far more than deflate can expand to.
  Folder folder;
  std::string path =
      writeZip(folder / "a.npz",
               {{"x.npy", npyOf(sample(ElementType::F32)), ZIP_CM_DEFLATE}});
  std::string bytes = readAll(path);
  for (const char *signature : {"PK\x01\x02", "PK\x03\x04"}) {
    size_t at = bytes.find(signature);
    ASSERT_NE(at, std::string::npos);
    size_t sizeField = at + (signature[2] == 1 ? 24 : 22);
    bytes.replace(sizeField, 4, "\xff\xff\xff\x7f");
  }
  EXPECT_FAILURE(loadNpz(folder.write("b.npz", bytes), "x"),
                 "claims 2147483647 bytes from");
}

TEST(Npz, NoticesDamage) {
  Folder folder;
  EXPECT_SUCCESS(writeNpz(folder / "a.npz", {{"x", sample(ElementType::F32)}}));
  std::string whole = readAll(folder / "a.npz");
  size_t data = whole.find("NUMPY") + 127; // after the 128 bytes of the header
  for (size_t byte = data; byte < data + 24; ++byte) {
    std::string bytes = whole;
    bytes[byte] ^= 1;
    EXPECT_FAILURE(loadNpz(folder.write("b.npz", bytes), "x"), "CRC");
  }
  for (size_t size = 0; size < whole.size(); ++size)
    EXPECT_NE(
        message(loadNpz(folder.write("b.npz", whole.substr(0, size)), "x")),
        "success")
        << size;
  // Flips elsewhere may be harmless (dates), but never worse than an error.
  unsigned refused = 0;
  for (size_t bit = 0; bit < whole.size() * 8; ++bit) {
    std::string bytes = whole;
    bytes[bit / 8] ^= static_cast<char>(1 << (bit % 8));
    refused += message(loadNpz(folder.write("b.npz", bytes), "x")) != "success";
  }
  EXPECT_GT(refused, whole.size() * 4);
}

TEST(Npz, RefusesBadNamesToWrite) {
  Folder folder;
  std::string path = folder / "a.npz";
  Tensor x = sample(ElementType::F32);
  EXPECT_FAILURE(writeNpz(path, {{"", x}}), "a name must be UTF-8");
  EXPECT_FAILURE(writeNpz(path, {{"a\xff", x}}), "a name must be UTF-8");
  EXPECT_FAILURE(writeNpz(path, {{std::string("a\0b", 3), x}}), "without NUL");
  EXPECT_FAILURE(writeNpz(path, {{std::string(65533, 'a'), x}}),
                 "at most 65531");
  EXPECT_FAILURE(writeNpz(path, {{"a", x}, {"a", x}}),
                 "array 'a': given twice");
  EXPECT_FAILURE(writeNpz(path, {{"a", sample(ElementType::BF16)}}),
                 "npy has no bf16");
  EXPECT_FAILURE(writeNpz(path, {}), "at least one array");
  EXPECT_EQ(folder.count(), 0u);
}
