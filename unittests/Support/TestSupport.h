//===- TestSupport.h - Shared by the tests of Support -----------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_UNITTESTS_SUPPORT_TESTSUPPORT_H
#define AMP_UNITTESTS_SUPPORT_TESTSUPPORT_H

#include "amp/Support/Tensor.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

#include <cstring>
#include <fstream>
#include <sstream>
#include <string>

namespace amp::test {

/// A folder that is removed at the end of a test.
class Folder {
public:
  Folder() {
    if (llvm::sys::fs::createUniqueDirectory("amp-support", root))
      ADD_FAILURE() << "cannot create a temporary folder";
  }
  ~Folder() { llvm::sys::fs::remove_directories(root); }

  std::string operator/(const std::string &name) const {
    return (root + "/" + name).str();
  }
  std::string path() const { return root.str().str(); }

  std::string write(const std::string &name, llvm::StringRef bytes) const {
    std::string path = *this / name;
    std::ofstream(path, std::ios::binary).write(bytes.data(), bytes.size());
    return path;
  }
  /// The number of files in the folder.
  unsigned count() const {
    unsigned files = 0;
    std::error_code code;
    for (llvm::sys::fs::directory_iterator i(root, code), end;
         i != end && !code; i.increment(code))
      ++files;
    return files;
  }

private:
  llvm::SmallString<128> root;
};

inline std::string readAll(const std::string &path) {
  std::ifstream stream(path, std::ios::binary);
  std::stringstream contents;
  contents << stream.rdbuf();
  return contents.str();
}

/// The message of an error; "success" if there is none.
inline std::string message(llvm::Error error) {
  if (!error)
    return "success";
  return llvm::toString(std::move(error));
}
template <typename T>
std::string message(llvm::Expected<T> expected) {
  if (expected)
    return "success";
  return llvm::toString(expected.takeError());
}

/// The code that tells the kinds of errors apart.
template <typename T>
std::errc errorCode(llvm::Expected<T> expected) {
  if (expected)
    return std::errc();
  return static_cast<std::errc>(
      llvm::errorToErrorCode(expected.takeError()).value());
}

/// The tensor, or a failure of the test and an empty tensor.
inline Tensor take(llvm::Expected<Tensor> tensor) {
  if (tensor)
    return std::move(*tensor);
  ADD_FAILURE() << llvm::toString(tensor.takeError());
  return Tensor();
}

#define EXPECT_SUCCESS(call) EXPECT_EQ(::amp::test::message(call), "success")
#define EXPECT_FAILURE(call, part)                                             \
  EXPECT_PRED_FORMAT2(::amp::test::contains, ::amp::test::message(call), part)

inline testing::AssertionResult contains(const char *, const char *,
                                         const std::string &text,
                                         const std::string &part) {
  if (text.find(part) != std::string::npos)
    return testing::AssertionSuccess();
  return testing::AssertionFailure()
         << "expected an error with \"" << part << "\", found: " << text;
}

template <typename T>
Tensor makeTensor(ElementType type, llvm::ArrayRef<int64_t> shape,
                  std::initializer_list<T> values) {
  return take(Tensor::copyOf(
      type, shape,
      llvm::StringRef(reinterpret_cast<const char *>(values.begin()),
                      values.size() * sizeof(T))));
}

/// A tensor of shape [2, 3] with the values 0, 1, 0, 1, ... for i1, and 1 to 6
/// minus 3 where the type has a sign; the imaginary parts are 0.
inline Tensor sample(ElementType type) {
  Tensor numbers =
      makeTensor<int64_t>(ElementType::I64, {2, 3}, {-2, -1, 0, 1, 2, 3});
  for (int64_t &value : numbers.mutableElements<int64_t>()) {
    if (type == ElementType::I1)
      value &= 1;
    if (type == ElementType::UI8)
      value += 100;
  }
  return take(convertTo(numbers, type));
}

inline void expectSame(const Tensor &actual, const Tensor &expected) {
  EXPECT_EQ(mlirName(actual.type), mlirName(expected.type));
  EXPECT_EQ(shapeToString(actual.shape), shapeToString(expected.shape));
  EXPECT_TRUE(actual.bytes() == expected.bytes()) << "the bytes differ";
}

} // namespace amp::test

#endif // AMP_UNITTESTS_SUPPORT_TESTSUPPORT_H
