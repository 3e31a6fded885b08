//===- Warnings.cpp - What is said once and does not end a run ------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Warnings.h"

#include "ExitCode.h"
#include "Wording.h"
#include "amp/Support/Printable.h"

using namespace llvm;
using namespace amp::run;

bool Warnings::add(std::string text) {
  if (!known.insert(text).second)
    return false;
  all.push_back(std::move(text));
  return true;
}

void Warnings::say(const Twine &text) {
  if (add(text.str()))
    err << toolName << ": warning: " << printable(text.str(), kMaxMessageLength)
        << "\n";
}

void Warnings::say(const mlir::amp::CompilerMessage &message) {
  using Severity = mlir::amp::CompilerMessage::Severity;
  std::string place = message.location.empty() ? "" : message.location + ": ";
  if (message.severity == Severity::Warning &&
      !add(place + useOwnFlags(message.text)))
    return;
  err << useOwnFlags(message.rendered);
}
