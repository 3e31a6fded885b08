//===- Sha256Test.cpp - Tests of SHA-256 ----------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Support/Sha256.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA256.h"
#include "gtest/gtest.h"

using namespace amp;
using llvm::StringRef;

static std::string hash(StringRef bytes) {
  Sha256 sha;
  sha.update(bytes);
  return sha.hexDigest();
}

static std::string byLlvm(StringRef bytes) {
  return llvm::toHex(llvm::SHA256::hash(llvm::arrayRefFromStringRef(bytes)),
                     /*LowerCase=*/true);
}

TEST(Sha256, KnowsTheStandardsExamples) {
  EXPECT_EQ(hash(""), "e3b0c44298fc1c149afbf4c8996fb924"
                      "27ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(hash("abc"), "ba7816bf8f01cfea414140de5dae2223"
                         "b00361a396177a9cb410ff61f20015ad");
}

TEST(Sha256, IsLlvmsForEveryLengthAndSplit) {
  std::string bytes;
  uint32_t state = 1;
  for (int i = 0; i < 400; ++i)
    bytes += static_cast<char>((state = state * 1664525 + 1013904223) >> 24);
  for (size_t size = 0; size <= bytes.size(); ++size) {
    StringRef part = StringRef(bytes).take_front(size);
    std::string expected = byLlvm(part);
    ASSERT_EQ(hash(part), expected) << size;
    for (size_t step : {1, 63, 64, 65, 100}) {
      Sha256 sha;
      for (StringRef rest = part; !rest.empty();) {
        sha.update(rest.take_front(step));
        rest = rest.drop_front(std::min(step, rest.size()));
      }
      ASSERT_EQ(sha.hexDigest(), expected) << size << " by " << step;
    }
  }
}
