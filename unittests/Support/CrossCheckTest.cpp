//===- CrossCheckTest.cpp - Files for and from other programs -------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cross_check.py runs these tests with a folder in AMP_CROSS_CHECK_DIR: Write
// leaves files there that it reads by NumPy and by the safetensors package;
// Read checks files that those have written. Without the variable they are
// skipped.
//
// The arrays: for each type, shape [2, 3] with -2, -1, 0, 1, 2, 3 (for i1 the
// lowest bit of each, for ui8 100 more).
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"
#include "amp/Support/Initializer.h"
#include "amp/Support/Safetensors.h"
#include "amp/Support/TensorFile.h"

#include <cstdlib>

using namespace amp;
using namespace amp::test;

static bool inNpy(ElementType type) { return !npyDescr(type).empty(); }
static bool inSafetensors(ElementType type) {
  return !safetensorsName(type).empty();
}
static std::string nameOf(ElementType type) {
  return isComplex(type) ? (type == ElementType::C64 ? "c64" : "c128")
                         : mlirName(type).str();
}

TEST(CrossCheck, Write) {
  const char *folder = std::getenv("AMP_CROSS_CHECK_DIR");
  if (!folder)
    GTEST_SKIP() << "AMP_CROSS_CHECK_DIR is not set";
  std::string prefix = std::string(folder) + "/";
  std::vector<NamedTensor> npz, safetensors;
  for (ElementType type : allElementTypes()) {
    if (inNpy(type)) {
      EXPECT_SUCCESS(writeNpy(prefix + nameOf(type) + ".npy", sample(type)));
      npz.push_back({nameOf(type), sample(type)});
    }
    if (inSafetensors(type))
      safetensors.push_back({nameOf(type), sample(type)});
  }
  npz.push_back({"empty", take(Tensor::zeros(ElementType::F32, {3, 0}))});
  npz.push_back({"scalar", take(Tensor::zeros(ElementType::F64, {}))});
  safetensors.push_back(npz[npz.size() - 2]);
  safetensors.push_back(npz.back());
  EXPECT_SUCCESS(writeNpz(prefix + "ours.npz", npz));
  EXPECT_SUCCESS(
      writeSafetensors(prefix + "ours.safetensors", safetensors,
                       {{"step", "17"}, {"note", "gr\xc3\xbc\xc3\x9f"}}));
  // Random values, which the script computes again by its own Philox.
  std::vector<NamedTensor> random;
  auto add = [&](const char *name, const InitializerSpec &spec,
                 llvm::ArrayRef<int64_t> shape) {
    random.push_back(
        {name, take(initialize(spec, ElementType::F64, shape, 42))});
  };
  add("uniform", InitializerSpec::uniform(-3, 5, 7), {1001});
  add("normal", InitializerSpec::normal(1, 2, 7), {1001});
  add("kaiming_uniform", InitializerSpec::kaimingUniform(8), {6, 5, 3});
  add("xavier_normal", InitializerSpec::xavierNormal(9), {6, 5, 3});
  add("orthogonal_wide", InitializerSpec::orthogonal(10, 2), {6, 5, 3});
  add("orthogonal_tall", InitializerSpec::orthogonal(10, 2), {20, 6});
  random.push_back({"randint", take(generate("randint:-5,100", ElementType::I64,
                                             {1001}, 42, 7))});
  EXPECT_SUCCESS(writeNpz(prefix + "random.npz", random));
}

TEST(CrossCheck, Read) {
  const char *folder = std::getenv("AMP_CROSS_CHECK_DIR");
  if (!folder)
    GTEST_SKIP() << "AMP_CROSS_CHECK_DIR is not set";
  std::string prefix = std::string(folder) + "/theirs";
  for (ElementType type : allElementTypes()) {
    SCOPED_TRACE(nameOf(type));
    std::string name = nameOf(type);
    if (inNpy(type)) {
      expectSame(take(loadTensor(prefix + "-" + name + ".npy", "")),
                 sample(type));
      expectSame(take(loadTensor(prefix + "-fortran-" + name + ".npy", "")),
                 sample(type));
      expectSame(take(loadTensor(prefix + ".npz:" + name, "")), sample(type));
      expectSame(take(loadTensor(prefix + "-deflated.npz:" + name, "")),
                 sample(type));
    }
    if (inSafetensors(type)) {
      expectSame(take(loadTensor(prefix + ".safetensors:" + name, "")),
                 sample(type));
    }
  }
  expectSame(take(loadTensor(prefix + "-v2.npy", "")),
             sample(ElementType::F32));
  EXPECT_FAILURE(loadTensor(prefix + "-big.npy", ""), "'>f4' is big-endian");
  EXPECT_FAILURE(loadTensor(prefix + "-text.npy", ""), "cannot be read");
  EXPECT_FAILURE(loadTensor(prefix + "-struct.npy", ""), "structured arrays");
  EXPECT_FAILURE(loadTensor(prefix + "-bf16.npy", ""), "has no bf16");
  llvm::Expected<SafetensorsReader> reader =
      SafetensorsReader::open(prefix + ".safetensors");
  ASSERT_TRUE(static_cast<bool>(reader));
  EXPECT_EQ(reader->metadata(),
            (SafetensorsMetadata{{"note", "gr\xc3\xbc\xc3\x9f"}}));
}
