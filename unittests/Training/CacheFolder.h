//===- CacheFolder.h - A folder for tests of the cache ----------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_UNITTESTS_TRAINING_CACHEFOLDER_H
#define AMP_UNITTESTS_TRAINING_CACHEFOLDER_H

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "gtest/gtest.h"

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

namespace amp::test {

/// A folder that is removed at the end of a test. The cache is a folder in it,
/// which a test makes.
class CacheFolder {
public:
  CacheFolder() {
    llvm::SmallString<128> path;
    if (llvm::sys::fs::createUniqueDirectory("amp-training", path))
      ADD_FAILURE() << "cannot create a temporary folder";
    root = path.str().str();
  }
  ~CacheFolder() { std::filesystem::remove_all(root); }
  CacheFolder(const CacheFolder &) = delete;
  CacheFolder &operator=(const CacheFolder &) = delete;

  std::string operator/(const std::string &name) const {
    return root + "/" + name;
  }
  std::string cache() const { return *this / "cache"; }
  std::string file(const std::string &key) const {
    return cache() + "/" + key + ".ampx";
  }
  std::string kernelFile(const std::string &key) const {
    return cache() + "/" + key + ".ampk";
  }
  /// The names in the cache that end so.
  std::set<std::string> names(llvm::StringRef suffix = "") const {
    std::set<std::string> names;
    if (std::filesystem::exists(cache()))
      for (const auto &entry : std::filesystem::directory_iterator(cache()))
        if (std::string name = entry.path().filename().string();
            llvm::StringRef(name).ends_with(suffix))
          names.insert(name);
    return names;
  }

  static void write(const std::string &path, const std::string &bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
  }
  static std::string read(const std::string &path) {
    std::ifstream stream(path, std::ios::binary);
    std::stringstream contents;
    contents << stream.rdbuf();
    return contents.str();
  }

private:
  std::string root;
};

} // namespace amp::test

#endif // AMP_UNITTESTS_TRAINING_CACHEFOLDER_H
