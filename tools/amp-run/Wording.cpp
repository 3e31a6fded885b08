//===- Wording.cpp - Passes' remedies in amp-run's words ------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Wording.h"

using namespace llvm;

namespace {
struct Phrase {
  StringLiteral said, flag;
};
} // namespace

// What passes may advise; the longer one of two that begin alike first.
static constexpr Phrase phrases[] = {
    {"the option 'keep-f32'", "--f32=NAME"},
    {"(keep-f32)", "(--f32)"},
    {"the option 'preset'", "--preset"},
    {"the option 'batch' gives the size of the batch, 'shapes' the shapes of "
     "all arguments",
     "--data gives arguments their shapes"},
    {"--amp-fuse-safe-losses", "--fuse-safe-losses"},
};

std::string amp::run::useOwnFlags(StringRef text) {
  std::string result = text.str();
  for (const Phrase &phrase : phrases)
    for (size_t at = 0;
         (at = result.find(phrase.said.data(), at, phrase.said.size())) !=
         std::string::npos;
         at += phrase.flag.size())
      result.replace(at, phrase.said.size(), phrase.flag.data(),
                     phrase.flag.size());
  return result;
}
