//===- Sha256.h - SHA-256 -------------------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_SUPPORT_SHA256_H
#define AMP_SUPPORT_SHA256_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/SHA256.h"

#include <array>
#include <string>

namespace amp {

/// SHA-256 (FIPS 180-4). LLVM's is some ten times slower on x86 processors that
/// have instructions for it, and a training waits while it is saved.
class Sha256 {
public:
  Sha256();

  void update(llvm::StringRef bytes);
  /// The digest in lower-case hexadecimal; once, at the end.
  std::string hexDigest();

  /// True if this processor has the instructions.
  static bool isAccelerated();

private:
  bool accelerated;
  llvm::SHA256 portable;
  std::array<uint32_t, 8> state;
  std::array<char, 64> block;
  uint64_t length = 0; // in bytes
};

} // namespace amp

#endif // AMP_SUPPORT_SHA256_H
