//===- Sha256.cpp - SHA-256 -----------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Support/Sha256.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"

#include <array>
#include <openssl/evp.h>

using namespace llvm;
using namespace amp;

struct Sha256::Context {
  EVP_MD_CTX *evp = EVP_MD_CTX_new();
  ~Context() { EVP_MD_CTX_free(evp); }
};

/// What can fail is memory, or a libcrypto that was made without SHA-256.
static void check(bool isDone) {
  if (!isDone)
    reportFatalUsageError("libcrypto cannot compute SHA-256");
}

Sha256::Sha256() : context(std::make_unique<Context>()) {
  check(context->evp && EVP_DigestInit_ex(context->evp, EVP_sha256(), nullptr));
}

Sha256::~Sha256() = default;

void Sha256::update(StringRef bytes) {
  check(EVP_DigestUpdate(context->evp, bytes.data(), bytes.size()));
}

std::string Sha256::hexDigest() {
  std::array<uint8_t, 32> digest;
  check(EVP_DigestFinal_ex(context->evp, digest.data(), nullptr));
  return toHex(digest, /*LowerCase=*/true);
}
