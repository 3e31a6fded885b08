//===- UnknownOps.cpp -----------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What to write for an op that the dialect does not have. Its ops have
// PyTorch's names, but not all of them: what PyTorch calls by several names, or
// composes of others, is in UnknownOps.def.

#include "amp/Dialect/Amp/IR/Amp.h"
#include "amp/Support/SimilarNames.h"

using namespace mlir;
using namespace mlir::amp;

namespace {
struct OtherName {
  StringLiteral name;
  enum { Spelled, Composed, Absent } kind;
  StringLiteral text;
};
} // namespace

static constexpr OtherName otherNames[] = {
#define AMP_SPELLED(name, form) {name, OtherName::Spelled, form},
#define AMP_COMPOSED(name, parts) {name, OtherName::Composed, parts},
#define AMP_ABSENT(name, reason) {name, OtherName::Absent, reason},
#include "amp/Dialect/Amp/IR/UnknownOps.def"
};

/// Says what there is for `other`, after "is unknown".
static void explain(const OtherName &other, InFlightDiagnostic &diagnostic) {
  switch (other.kind) {
  case OtherName::Spelled:
    diagnostic << "; write `" << other.text << "`";
    break;
  case OtherName::Composed:
    diagnostic << "; write " << other.text;
    break;
  case OtherName::Absent:
    diagnostic << ", and no ops make it: " << other.text;
    break;
  }
}

/// Parses nothing, and says what there is instead.
static ParseResult refuseOp(OpAsmParser &parser, OperationState &state) {
  StringRef name = state.name.getStringRef();
  name.consume_front("amp.");
  // In-place functions have their names.
  StringRef bare = name;
  bare.consume_back("_");
  // The parser begins the sentence: custom op 'amp.cat'.
  InFlightDiagnostic diagnostic =
      parser.emitError(parser.getNameLoc(), "is unknown");
  for (const OtherName &other : otherNames)
    if (other.name == bare) {
      explain(other, diagnostic);
      return diagnostic;
    }
  SmallVector<StringRef> ops;
  for (RegisteredOperationName op :
       parser.getContext()->getRegisteredOperationsByDialect(
           AmpDialect::getDialectNamespace()))
    ops.push_back(op.stripDialect());
  return diagnostic << ::amp::didYouMean(bare, ops, "amp.");
}

// A hook is a reference, and outlives this call: a function, not a closure.
std::optional<Dialect::ParseOpHook>
AmpDialect::getParseOperationHook(StringRef opName) const {
  if (auto known = Dialect::getParseOperationHook(opName))
    return known;
  return ParseOpHook(refuseOp);
}
