//===- SafetensorsTest.cpp - Tests of safetensors files -------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Support/Safetensors.h"
#include "TestSupport.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace amp;
using namespace amp::test;

static llvm::Expected<SafetensorsReader> parse(const std::string &bytes) {
  return SafetensorsReader::parse(
      llvm::MemoryBuffer::getMemBufferCopy(bytes, "x"), "x.safetensors");
}

static std::string file(const std::string &header, size_t dataSize = 0) {
  std::string bytes;
  for (int i = 0; i < 8; ++i)
    bytes += static_cast<char>(uint64_t(header.size()) >> (8 * i));
  return bytes + header + std::string(dataSize, '\1');
}

static std::string entry(const std::string &name, const std::string &dtype,
                         const std::string &shape, const std::string &offsets) {
  return "\"" + name + "\":{\"dtype\":\"" + dtype + "\",\"shape\":" + shape +
         ",\"data_offsets\":" + offsets + "}";
}

TEST(Safetensors, RoundTripsEveryType) {
  Folder folder;
  std::string path = folder / "a.safetensors";
  std::vector<NamedTensor> arrays;
  for (ElementType type : allElementTypes())
    if (type != ElementType::C128)
      arrays.push_back({mlirName(type).str(), sample(type)});
  arrays.push_back({"empty", take(Tensor::zeros(ElementType::F32, {0, 2}))});
  arrays.push_back({"scalar", take(Tensor::zeros(ElementType::BF16, {}))});
  SafetensorsMetadata metadata = {{"step", "17"}, {"quote\"", "\n\xc3\xbc"}};
  EXPECT_SUCCESS(writeSafetensors(path, arrays, metadata));
  EXPECT_EQ(folder.count(), 1u);
  llvm::Expected<SafetensorsReader> reader = SafetensorsReader::open(path);
  ASSERT_TRUE(static_cast<bool>(reader));
  EXPECT_EQ(reader->metadata(), metadata);
  EXPECT_EQ(reader->names().size(), arrays.size());
  for (const NamedTensor &array : arrays) {
    Tensor tensor = take(reader->load(array.name));
    expectSame(tensor, array.tensor);
  }
  std::string bytes = readAll(path);
  // What is in memory, and aligned there, is not copied.
  auto parsed = SafetensorsReader::parse(
      llvm::MemoryBuffer::getMemBufferCopy(bytes, "x"), "x");
  ASSERT_TRUE(static_cast<bool>(parsed));
  for (const NamedTensor &array : arrays) {
    Tensor tensor = take(parsed->load(array.name));
    expectSame(tensor, array.tensor);
    EXPECT_FALSE(tensor.isWritable()) << array.name;
  }
  EXPECT_EQ(static_cast<unsigned char>(bytes[0]) % 8, 0);
  std::reverse(arrays.begin(), arrays.end());
  EXPECT_SUCCESS(writeSafetensors(path, arrays, metadata));
  EXPECT_TRUE(readAll(path) == bytes);
  EXPECT_FAILURE(reader->load("y"), "array 'y': there is no such array");
}

TEST(Safetensors, TensorsOutliveTheReader) {
  Folder folder;
  std::string path = folder / "a.safetensors";
  EXPECT_SUCCESS(writeSafetensors(path, {{"x", sample(ElementType::F32)}}));
  Tensor tensor;
  {
    llvm::Expected<SafetensorsReader> reader = SafetensorsReader::open(path);
    ASSERT_TRUE(static_cast<bool>(reader));
    tensor = take(reader->load("x"));
  }
  // Replacing the file by a rename leaves the mapping alone.
  EXPECT_SUCCESS(writeSafetensors(path, {{"y", sample(ElementType::I8)}}));
  expectSame(tensor, sample(ElementType::F32));
}

TEST(Safetensors, AcceptsWhatTheFormatAllows) {
  EXPECT_SUCCESS(parse(file("{}")));
  EXPECT_SUCCESS(parse(file("{}      ")));
  EXPECT_SUCCESS(parse(file("{\"__metadata__\":{}}")));
  EXPECT_SUCCESS(parse(file("{ \"a\" : {\"shape\": [ 2 ], \"data_offsets\":"
                            "[0, 2], \"dtype\":\"U8\" } } ",
                            2)));
  // Entries in any order of the data; empty ones share an offset.
  EXPECT_SUCCESS(parse(file("{" + entry("b", "U8", "[2]", "[1,3]") + "," +
                                entry("e", "F32", "[0]", "[1,1]") + "," +
                                entry("a", "U8", "[1]", "[0,1]") + "}",
                            3)));
  // A dtype that cannot be read does not spoil the rest of the file.
  llvm::Expected<SafetensorsReader> reader =
      parse(file("{" + entry("a", "U16", "[2]", "[0,4]") + "," +
                     entry("b", "U8", "[1]", "[4,5]") + "}",
                 5));
  ASSERT_TRUE(static_cast<bool>(reader));
  EXPECT_SUCCESS(reader->load("b"));
  EXPECT_FAILURE(reader->load("a"), "dtype U16 cannot be read; expected one of "
                                    "F64, F32, F16, BF16");
}

TEST(Safetensors, RefusesBadFiles) {
  struct Case {
    std::string bytes;
    std::string expected;
  } cases[] = {
      {"", "found 0 bytes"},
      {"1234567", "found 7 bytes"},
      {std::string("\xff\xff\xff\xff\xff\xff\xff\xff", 8),
       "claims a header of 18446744073709551615 bytes; safetensors allows"},
      {std::string("\x00\xe1\xf5\x05\0\0\0\0{}", 10),
       "claims a header of 100000000 bytes, but only 2 follow"},
      {std::string("\x01\xe1\xf5\x05\0\0\0\0{}", 10), "safetensors allows"},
      {file(""), "expected '{', found its end"},
      {file(" {}"), "expected '{', found ' {}' at byte 0"},
      {file("[]"), "expected '{'"},
      {file("{"), "expected a string"},
      {file("{\"a"), "expected a closed string"},
      {file("{\"a\""), "expected ':'"},
      {file("{\"a\":3}"), "expected an object"},
      {file("{\"a\":{"), "expected a closed object"},
      {file("{} x"), "expected nothing more but space"},
      {file("{\"a\":{},}"), "array 'a': expected a string as its dtype"},
      {file("{" + entry("a", "U8", "[1]", "[0,1]") + ",}", 1),
       "expected a string"},
      {file("{" + entry("a", "U8", "[1]", "[0,1]") + " \"b\"}", 1),
       "expected ',' or '}'"},
      {file("{\"a\":" + std::string(100000, '[')), "expected an object"},
      {file("{\"a\":{\"shape\":" + std::string(100000, '[')),
       "expected no deeper nesting"},
      {file("{\"a\":{\"shape\":]]}}"), "array 'a': bad JSON"},
      {file("{\"a\\ud800\":{}}"), "expected a string as its dtype"},
      {file("{\"a\xff\":{}}"), "in the key at byte 1"},
      {file("{\"a\\q\":{}}"), "in the key at byte 1"},
      {file("{" + entry("a", "U8", "[1]", "[0,1]") + "," +
                entry("a", "U8", "[1]", "[1,2]") + "}",
            2),
       "array 'a': is there twice"},
      // The same name, once escaped.
      {file("{" + entry("a", "U8", "[1]", "[0,1]") + "," +
                entry("\\u0061", "U8", "[1]", "[1,2]") + "}",
            2),
       "array 'a': is there twice"},
      {file("{\"a\":{\"dtype\":\"U8\",\"dtype\":\"U8\",\"shape\":[1],"
            "\"data_offsets\":[0,1]}}",
            1),
       "array 'a': a key is there twice"},
      {file("{\"__metadata__\":{\"a\":\"1\",\"a\":\"2\"}}"),
       "__metadata__: a key is there twice"},
      {file("{\"__metadata__\":{},\"__metadata__\":{}}"),
       "__metadata__ is there twice"},
      {file("{\"__metadata__\":{\"a\":1}}"),
       "expected a string as the value of 'a'"},
      {file("{\"__metadata__\":[]}"), "expected an object"},
      {file("{\"a\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1],"
            "\"x\":1}}",
            1),
       "array 'a': unknown key 'x'"},
      {file("{" + entry("a", "F31", "[1]", "[0,1]") + "}", 1),
       "unknown dtype 'F31'"},
      {file("{" + entry("a", "U8", "1", "[0,1]") + "}", 1),
       "expected a list as its shape"},
      {file("{" + entry("a", "U8", "[-1]", "[0,1]") + "}", 1),
       "a size in its shape"},
      {file("{" + entry("a", "U8", "[1.0]", "[0,1]") + "}", 1),
       "a size in its shape"},
      {file("{" + entry("a", "U8", "[9223372036854775808]", "[0,1]") + "}", 1),
       "a size in its shape"},
      {file("{" +
                entry("a", "U8", "[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]",
                      "[0,1]") +
                "}",
            1),
       "at most 16 dimensions, found 17"},
      {file("{" + entry("a", "U8", "[4294967296,4294967296]", "[0,0]") + "}"),
       "number of elements"},
      {file("{" + entry("a", "F64", "[1152921504606846976]", "[0,0]") + "}"),
       "does not fit in 64 bits"},
      {file("{" + entry("a", "U8", "[1]", "[0]") + "}", 1),
       "expected two integers from 0"},
      {file("{" + entry("a", "U8", "[1]", "[-1,0]") + "}", 1),
       "expected two integers from 0"},
      {file("{" + entry("a", "U8", "[1]", "[1,0]") + "}", 1),
       "data_offsets [1, 0] do not lie in the 1 bytes"},
      {file("{" + entry("a", "U8", "[2]", "[0,2]") + "}", 1),
       "do not lie in the 1 bytes"},
      {file("{" + entry("a", "U8", "[2]", "[0,18446744073709551615]") + "}", 1),
       "do not lie in the 1 bytes"},
      {file("{" + entry("a", "F32", "[2]", "[0,4]") + "}", 4),
       "takes 8 bytes, but its data_offsets span 4"},
      {file("{" + entry("a", "F4", "[3]", "[0,1]") + "}", 1),
       "does not fill whole bytes"},
      {file("{" + entry("a", "U8", "[2]", "[0,2]") + "," +
                entry("b", "U8", "[2]", "[1,3]") + "}",
            3),
       "array 'b': expected its data at offset 2, where the data before it "
       "end, found 1 (overlap)"},
      {file("{" + entry("a", "U8", "[1]", "[0,1]") + "," +
                entry("b", "U8", "[1]", "[2,3]") + "}",
            3),
       "found 2 (hole)"},
      {file("{" + entry("a", "U8", "[1]", "[1,2]") + "}", 2), "(hole)"},
      {file("{" + entry("a", "U8", "[1]", "[0,1]") + "}", 2),
       "the arrays take 1 bytes after the header, found 2"},
      {file("{}", 1), "the arrays take 0 bytes"},
  };
  for (const Case &test : cases) {
    EXPECT_FAILURE(parse(test.bytes), test.expected);
    EXPECT_FAILURE(parse(test.bytes), "file 'x.safetensors'");
  }
}

TEST(Safetensors, RefusesBadBooleans) {
  llvm::Expected<SafetensorsReader> reader =
      parse(file("{" + entry("a", "BOOL", "[2]", "[0,2]") + "}", 1) + "\2");
  ASSERT_TRUE(static_cast<bool>(reader));
  EXPECT_FAILURE(reader->load("a"), "element 1: a boolean is 0 or 1, found 2");
}

TEST(Safetensors, CopiesMisalignedData) {
  llvm::Expected<SafetensorsReader> reader =
      parse(file("{" + entry("a", "U8", "[1]", "[0,1]") + "," +
                     entry("b", "F64", "[1]", "[1,9]") + "}",
                 9));
  ASSERT_TRUE(static_cast<bool>(reader));
  Tensor tensor = take(reader->load("b"));
  EXPECT_EQ(reinterpret_cast<uintptr_t>(tensor.bytes().data()) % 8, 0u);
  EXPECT_EQ(tensor.bytes(), std::string(8, '\1'));
}

TEST(Safetensors, RefusesEveryTruncationAndSurvivesEveryBitFlip) {
  Folder folder;
  std::string path = folder / "a.safetensors";
  EXPECT_SUCCESS(writeSafetensors(
      path, {{"x", sample(ElementType::F32)}, {"y", sample(ElementType::I8)}},
      {{"k", "v"}}));
  std::string whole = readAll(path);
  for (size_t size = 0; size < whole.size(); ++size)
    EXPECT_NE(message(parse(whole.substr(0, size))), "success") << size;
  EXPECT_NE(message(parse(whole + "x")), "success");
  unsigned refused = 0;
  for (size_t bit = 0; bit < whole.size() * 8; ++bit) {
    std::string bytes = whole;
    bytes[bit / 8] ^= static_cast<char>(1 << (bit % 8));
    llvm::Expected<SafetensorsReader> reader = parse(bytes);
    if (!reader) {
      ++refused;
      llvm::consumeError(reader.takeError());
      continue;
    }
    for (const std::string &name : reader->names())
      message(reader->load(name));
  }
  EXPECT_GT(refused, 8 * 60u);
}

TEST(Safetensors, RefusesBadTensorsToWrite) {
  Folder folder;
  std::string path = folder / "a.safetensors";
  Tensor x = sample(ElementType::F32);
  EXPECT_FAILURE(writeSafetensors(path, {{"", x}}), "a name must be UTF-8");
  EXPECT_FAILURE(writeSafetensors(path, {{"\xff", x}}), "a name must be UTF-8");
  EXPECT_FAILURE(writeSafetensors(path, {{"__metadata__", x}}),
                 "not '__metadata__'");
  EXPECT_FAILURE(writeSafetensors(path, {{"a", x}, {"a", x}}), "given twice");
  EXPECT_FAILURE(writeSafetensors(path, {{"a", sample(ElementType::C128)}}),
                 "safetensors has no complex<f64>");
  EXPECT_FAILURE(writeSafetensors(path, {{"a", x}}, {{"k", "\xff"}}),
                 "entry 'k' is not UTF-8");
  EXPECT_EQ(folder.count(), 0u);
}
