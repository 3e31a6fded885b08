//===- Record.h - What PyTorch was recorded to do ---------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the documents that test/Inputs/*/record_torch.py write, and makes the
// numbers that those scripts make.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_UNITTESTS_TARGET_RECORD_H
#define AMP_UNITTESTS_TARGET_RECORD_H

#include "TargetTest.h"

#include "llvm/Support/JSON.h"

#include <zlib.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace amp::test {

/// The text of test/Inputs/`folder`/torch-cpu.json.gz; empty after a failure of
/// the test.
inline std::string readRecordText(const std::string &folder) {
  std::string path =
      AMP_SOURCE_DIR "/test/Inputs/" + folder + "/torch-cpu.json.gz";
  gzFile file = gzopen(path.c_str(), "rb");
  if (!file) {
    ADD_FAILURE() << path << ": cannot be opened";
    return {};
  }
  std::string text(1 << 16, 0);
  size_t size = 0;
  int count;
  while ((count = gzread(file, &text[size], text.size() - size)) > 0) {
    size += count;
    if (size == text.size())
      text.resize(2 * size);
  }
  text.resize(size);
  // A file that is cut off is an error that closing tells.
  int closed = gzclose(file);
  if (count < 0 || closed != Z_OK) {
    ADD_FAILURE() << path << ": is no whole gzip file";
    return {};
  }
  return text;
}

/// The document of test/Inputs/`folder`; empty after a failure of the test.
inline llvm::json::Object readRecord(const std::string &folder) {
  llvm::Expected<llvm::json::Value> value =
      llvm::json::parse(readRecordText(folder));
  if (!value) {
    ADD_FAILURE() << folder << ": " << llvm::toString(value.takeError());
    return {};
  }
  return *value->getAsObject();
}

inline const llvm::json::Array &arrayOf(const llvm::json::Object &object,
                                        llvm::StringRef key) {
  static const llvm::json::Array none;
  const llvm::json::Array *array = object.getArray(key);
  EXPECT_TRUE(array && !array->empty()) << "no " << key.str();
  return array ? *array : none;
}

/// The scripts' `number`: in [-1, 1), with 24 bits.
inline Real hashed(uint64_t index) {
  uint64_t x = index * 0x9e3779b97f4a7c15u + 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  x ^= x >> 31;
  return std::ldexp(static_cast<Real>(x >> 40), -23) - 1;
}

/// A number as the scripts write it: a hexadecimal literal, "inf" or "nan".
inline double parseDouble(llvm::StringRef text) {
  return std::strtod(text.str().c_str(), nullptr);
}

/// The text of an f64 attribute's value.
inline std::string literal(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof(buffer), "%.17e", value);
  return buffer;
}

} // namespace amp::test

#endif // AMP_UNITTESTS_TARGET_RECORD_H
