//===- PrecisionPolicy.cpp ------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Analysis/PrecisionPolicy.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/ErrorHandling.h"

using namespace mlir::amp;
using llvm::StringRef;

/// PrecisionPolicy.tsv: a header line, then one line per op, `*` for all
/// others.
static constexpr char table[] =
#include "PrecisionPolicy.inc"
    ;

StringRef mlir::amp::stringifyPrecisionCategory(PrecisionCategory category) {
  switch (category) {
  case PrecisionCategory::Allow:
    return "allow";
  case PrecisionCategory::Deny:
    return "deny";
  case PrecisionCategory::Promote:
    return "promote";
  case PrecisionCategory::Low:
    return "low";
  }
  llvm_unreachable("unknown category");
}

static PrecisionCategory parseCategory(StringRef name) {
  return llvm::StringSwitch<PrecisionCategory>(name)
      .Case("allow", PrecisionCategory::Allow)
      .Case("deny", PrecisionCategory::Deny)
      .Case("promote", PrecisionCategory::Promote)
      .Case("low", PrecisionCategory::Low);
}

PrecisionPolicy::PrecisionPolicy(StringRef column) {
  llvm::SmallVector<StringRef> lines, fields;
  StringRef(table).split(lines, '\n', -1, /*KeepEmpty=*/false);
  lines.front().split(fields, '\t');
  size_t index = llvm::find(fields, column) - fields.begin();
  for (StringRef line : llvm::ArrayRef(lines).drop_front()) {
    fields.clear();
    line.split(fields, '\t');
    PrecisionCategory category = parseCategory(fields[index]);
    if (fields[0] == "*")
      unlisted = category;
    else
      entries[fields[0]] = category;
  }
}

PrecisionPolicy PrecisionPolicy::getEager() { return PrecisionPolicy("eager"); }

PrecisionPolicy PrecisionPolicy::getCastModel() {
  return PrecisionPolicy("cast-model");
}

PrecisionCategory PrecisionPolicy::lookup(StringRef name,
                                          bool &isListed) const {
  auto it = entries.find(name);
  isListed = it != entries.end();
  return isListed ? it->second : unlisted;
}
