//===- ImageTest.cpp - Checks of device code ------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaImage.h"
#include "StatusMatchers.h"

#include <cstring>

using namespace amp::rt;
using namespace amp::rt::cuda;

/// An ELF file of a header, one section of `sectionBytes` and its table.
static std::vector<char> makeElf(uint64_t sectionBytes) {
  std::vector<char> elf(64 + sectionBytes + 64);
  auto put = [&](size_t offset, auto value) {
    std::memcpy(&elf[offset], &value, sizeof(value));
  };
  std::memcpy(elf.data(),
              "\x7f"
              "ELF\2\1",
              6);
  put(40, uint64_t(64 + sectionBytes)); // Where the table is.
  put(58, uint16_t(64));                // Bytes of a section header.
  put(60, uint16_t(1));                 // Number of them.
  put(64 + sectionBytes + 24, uint64_t(64));
  put(64 + sectionBytes + 32, sectionBytes);
  return elf;
}

static Status check(const std::vector<char> &image) {
  return checkImage(image.data(), image.size(), "program 'p'");
}

TEST(Image, AcceptsWholeFiles) {
  EXPECT_TRUE(succeeded(check(makeElf(100))));
  EXPECT_TRUE(succeeded(check({'.', 'v', 0})));
}

TEST(Image, RefusesEveryTruncation) {
  const std::vector<char> elf = makeElf(16);
  for (size_t bytes = 4; bytes < elf.size(); ++bytes) {
    // A copy of exactly that size, so that reading past it is noticed.
    std::vector<char> part(elf.begin(), elf.begin() + bytes);
    part.shrink_to_fit();
    EXPECT_TRUE(failedWith(check(part), AMPRT_INVALID_ARGUMENT,
                           {"program 'p': the image of", "it ends inside"}))
        << bytes;
  }
}

TEST(Image, RefusesWrongOffsets) {
  std::vector<char> elf = makeElf(16);
  uint64_t huge = UINT64_MAX - 8;
  std::memcpy(&elf[40], &huge, sizeof(huge));
  EXPECT_TRUE(
      failedWith(check(elf), AMPRT_INVALID_ARGUMENT, {"section headers"}));
  elf = makeElf(16);
  std::memcpy(&elf[64 + 16 + 32], &huge, sizeof(huge));
  EXPECT_TRUE(
      failedWith(check(elf), AMPRT_INVALID_ARGUMENT, {"inside a section"}));
  elf = makeElf(16);
  elf[4] = 1;
  EXPECT_TRUE(failedWith(check(elf), AMPRT_INVALID_ARGUMENT, {"64-bit"}));
}

TEST(Image, RefusesTextWithoutAnEnd) {
  EXPECT_TRUE(failedWith(check({'.', 'v', 'e'}), AMPRT_INVALID_ARGUMENT,
                         {"neither a cubin nor PTX that ends with a NUL"}));
}
