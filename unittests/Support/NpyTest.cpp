//===- NpyTest.cpp - Tests of .npy files ----------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Support/Npy.h"
#include "TestSupport.h"

using namespace amp;
using namespace amp::test;

/// An .npy file of the given version.
static std::string npy(const std::string &header, const std::string &data,
                       int version = 1) {
  std::string file = "\x93NUMPY";
  file += static_cast<char>(version);
  file += '\0';
  for (int i = 0; i < (version == 1 ? 2 : 4); ++i)
    file += static_cast<char>(header.size() >> (8 * i));
  return file + header + data;
}

static std::string dictionary(const std::string &descr,
                              const std::string &shape,
                              const std::string &order = "False") {
  return "{'descr': '" + descr + "', 'fortran_order': " + order +
         ", 'shape': " + shape + ", }\n";
}

TEST(Npy, RoundTripsEveryType) {
  Folder folder;
  for (ElementType type : allElementTypes()) {
    std::string path = folder / "a.npy";
    if (type == ElementType::BF16) {
      EXPECT_FAILURE(writeNpy(path, sample(type)),
                     "npy has no bf16; write safetensors");
      continue;
    }
    EXPECT_SUCCESS(writeNpy(path, sample(type)));
    expectSame(take(readNpy(path)), sample(type));
    EXPECT_EQ(folder.count(), 1u);
  }
}

TEST(Npy, RoundTripsEveryRank) {
  Folder folder;
  for (unsigned rank = 0; rank <= kMaxRank; ++rank) {
    Shape shape(rank, 1);
    if (rank)
      shape.back() = 5;
    Tensor tensor = take(Tensor::zeros(ElementType::I16, shape));
    EXPECT_SUCCESS(writeNpy(folder / "a.npy", tensor));
    expectSame(take(readNpy(folder / "a.npy")), tensor);
  }
  Tensor empty = take(Tensor::zeros(ElementType::F32, {3, 0}));
  EXPECT_SUCCESS(writeNpy(folder / "a.npy", empty));
  expectSame(take(readNpy(folder / "a.npy")), empty);
}

TEST(Npy, ReadsVersions) {
  Folder folder;
  for (int version : {1, 2, 3}) {
    std::string path = folder.write(
        "a.npy", npy(dictionary("|u1", "(3,)"), "\x01\x02\x03", version));
    expectSame(take(readNpy(path)),
               makeTensor<uint8_t>(ElementType::UI8, {3}, {1, 2, 3}));
  }
}

TEST(Npy, TransposesColumnMajor) {
  Folder folder;
  std::string path =
      folder.write("a.npy", npy(dictionary("|u1", "(2, 3)", "True"), "adbecf"));
  expectSame(take(readNpy(path)),
             makeTensor<char>(ElementType::UI8, {2, 3},
                              {'a', 'b', 'c', 'd', 'e', 'f'}));
  // Element (i, j, k) of shape (2, 3, 4) lies at i + 2 j + 6 k.
  std::string data;
  for (char k = 0; k < 24; ++k)
    data += k;
  path =
      folder.write("b.npy", npy(dictionary("|u1", "(2, 3, 4)", "True"), data));
  Tensor tensor = take(readNpy(path));
  ASSERT_EQ(tensor.numElements(), 24);
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 4; ++k)
        EXPECT_EQ(tensor.elements<uint8_t>()[(i * 3 + j) * 4 + k],
                  i + 2 * j + 6 * k);
  path = folder.write("c.npy", npy(dictionary("|u1", "(2, 0)", "True"), ""));
  EXPECT_EQ(take(readNpy(path)).numElements(), 0);
}

TEST(Npy, RefusesBadFiles) {
  struct Case {
    std::string contents;
    std::string expected;
  } cases[] = {
      {"", "expected the magic string \\x93NUMPY"},
      {"\x93NUMPX\x01", "expected the magic string"},
      {std::string("\x93NUMPY\x01", 7), "cut off: expected at least 10 bytes"},
      {std::string("\x93NUMPY\x02\0\0\0\0", 11), "at least 12 bytes, found 11"},
      {std::string("\x93NUMPY\x04\0\0\0", 10), "found 4.0"},
      {std::string("\x93NUMPY\x01\x01\0\0", 10), "found 1.1"},
      {std::string("\x93NUMPY\x01\0\xff\xff", 10),
       "cut off in its header: expected at least 65545 bytes, found 10"},
      {std::string("\x93NUMPY\x02\0\xff\xff\xff\xff", 12),
       "at most 65535 bytes, found 4294967295"},
      {npy("", ""), "expected '{', found its end"},
      {npy("{", ""), "expected a string, found its end"},
      {npy("{}", ""), "key 'descr' is missing"},
      {npy("{'descr': '<f4', 'fortran_order': False}", ""),
       "key 'shape' is missing"},
      {npy("{'descr': '<f4', 'descr': '<f4'}", ""),
       "key 'descr' is there twice"},
      {npy("{'colour': 3}", ""), "unknown key 'colour'"},
      {npy("{'descr': '<f4", ""), "expected a closed string"},
      {npy("{'descr' '<f4'}", ""), "expected ':'"},
      {npy("{'descr': '<f4' 'shape'", ""), "expected ',' or '}'"},
      {npy("{'shape': (1,), 'descr': '<f4', 'fortran_order': false}", ""),
       "expected True or False"},
      {npy(dictionary("<f4", "3"), ""), "expected a tuple"},
      {npy(dictionary("<f4", "(3)"), ""), "expected '(n,)'"},
      {npy(dictionary("<f4", "(-3,)"), ""), "expected a size"},
      {npy(dictionary("<f4", "(3 4)"), ""), "expected ',' or ')'"},
      {npy(dictionary("<f4", "(99999999999999999999,)"), ""),
       "fits in 64 bits"},
      {npy(dictionary("<f4", "(4294967296, 4294967296)"), ""),
       "number of elements of shape [4294967296, 4294967296]"},
      {npy(dictionary("<f4", "(4611686018427387904,)"), ""), "size in bytes"},
      {npy(dictionary("<f4", "(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1)"), "1234"),
       "at most 16 dimensions"},
      {npy(dictionary("<f4", "(1,)") + "x", "1234"), "expected nothing more"},
      {npy(dictionary("<f4", "(1000000000000,)"), "1234"),
       "takes 4000000000000 bytes after the header, found 4"},
      {npy(dictionary("<f4", "(2,)"), "1234567"), "takes 8 bytes"},
      {npy(dictionary("<f4", "(2,)"), "123456789"), "found 9"},
      {npy(dictionary(">f4", "(1,)"), "1234"), "'>f4' is big-endian"},
      {npy(dictionary("<V2", "(1,)"), "12"), "no bf16; save the array as"},
      {npy(dictionary("|V2", "(1,)"), "12"), "no bf16; save the array as"},
      {npy(dictionary("<U5", "(1,)"), std::string(20, 'x')),
       "'<U5' cannot be read; expected one of <f8, <f4, <f2, <i8, <i4, <i2, "
       "|i1, |u1, |b1, <c8, <c16"},
      {npy(dictionary("|O", "(1,)"), "x"), "'|O' cannot be read"},
      {npy(dictionary("", "(1,)"), "x"), "'' cannot be read"},
      {npy("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': ()}",
           ""),
       "structured arrays cannot be read"},
      {npy(dictionary("|b1", "(3,)"), std::string("\0\1\2", 3)),
       "element 2: a boolean is 0 or 1, found 2"},
      {npy(dictionary("|b1", "(1, 2)", "True"), std::string("\0\2", 2)),
       "a boolean is 0 or 1"},
  };
  Folder folder;
  for (const Case &test : cases) {
    std::string path = folder.write("bad.npy", test.contents);
    EXPECT_FAILURE(readNpy(path), test.expected);
    EXPECT_FAILURE(readNpy(path), "bad.npy'");
  }
}

TEST(Npy, RefusesEveryTruncationAndExtension) {
  Folder folder;
  EXPECT_SUCCESS(writeNpy(folder / "a.npy", sample(ElementType::F32)));
  std::string whole = readAll(folder / "a.npy");
  for (size_t size = 0; size < whole.size(); ++size) {
    std::string path = folder.write("b.npy", whole.substr(0, size));
    EXPECT_NE(message(readNpy(path)), "success") << size;
  }
  EXPECT_NE(message(readNpy(folder.write("b.npy", whole + "x"))), "success");
}

TEST(Npy, SurvivesEveryBitFlip) {
  // Many flips give another valid file; none may do worse than an error.
  Folder folder;
  EXPECT_SUCCESS(writeNpy(folder / "a.npy", sample(ElementType::I8)));
  std::string whole = readAll(folder / "a.npy");
  unsigned refused = 0;
  for (size_t bit = 0; bit < whole.size() * 8; ++bit) {
    std::string bytes = whole;
    bytes[bit / 8] ^= static_cast<char>(1 << (bit % 8));
    refused += message(readNpy(folder.write("b.npy", bytes))) != "success";
  }
  EXPECT_GT(refused, 8 * 50u);
}

TEST(Npy, KeepsTheLimit) {
  Folder folder;
  std::string path = folder / "a.npy";
  EXPECT_SUCCESS(writeNpy(path, sample(ElementType::F32)));
  EXPECT_SUCCESS(readNpy(path, 24));
  EXPECT_FAILURE(readNpy(path, 23),
                 "takes 24 bytes, more than the limit of 23");
  EXPECT_EQ(errorCode(readNpy(path, 23)), std::errc::not_enough_memory);
}
