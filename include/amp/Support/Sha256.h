//===- Sha256.h - SHA-256 ---------------------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_SUPPORT_SHA256_H
#define AMP_SUPPORT_SHA256_H

#include "llvm/ADT/StringRef.h"

#include <memory>
#include <string>

namespace amp {

/// SHA-256 (FIPS 180-4), by OpenSSL's libcrypto: a training waits while it is
/// saved, and LLVM's own is several times slower.
class Sha256 {
public:
  Sha256();
  ~Sha256();
  Sha256(const Sha256 &) = delete;
  Sha256 &operator=(const Sha256 &) = delete;

  void update(llvm::StringRef bytes);
  /// The digest in lower-case hexadecimal; once, at the end.
  std::string hexDigest();

private:
  struct Context;
  std::unique_ptr<Context> context;
};

} // namespace amp

#endif // AMP_SUPPORT_SHA256_H
