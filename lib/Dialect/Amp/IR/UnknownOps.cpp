//===- UnknownOps.cpp -----------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What to write for an op that the dialect does not have. Its ops have
// PyTorch's names, but not all of them: what PyTorch calls by several names, or
// composes of others, is here.

#include "amp/Dialect/Amp/IR/Amp.h"
#include "amp/Support/SimilarNames.h"

using namespace mlir;
using namespace mlir::amp;

namespace {
struct Alias {
  StringLiteral name;
  StringLiteral instead;
};
} // namespace

// By name.
static constexpr Alias aliases[] = {
    {"absolute", "amp.abs"},
    {"adam", "amp.optimizer adam"},
    {"adamw", "amp.optimizer adamw"},
    {"arange", "amp.constant"},
    {"bce", "amp.binary_cross_entropy"},
    {"bce_with_logits", "amp.binary_cross_entropy_with_logits"},
    {"cat", "amp.concat"},
    {"chunk", "amp.split"},
    {"clip", "amp.clamp"},
    {"concatenate", "amp.concat"},
    {"contiguous", "its input, which always is"},
    {"cross_entropy_loss", "amp.cross_entropy"},
    {"divide", "amp.div"},
    {"eq", "amp.compare eq"},
    {"expand", "amp.broadcast_to"},
    {"expand_as", "amp.broadcast_to"},
    {"flatten", "amp.reshape"},
    {"float", "amp.cast"},
    {"full", "amp.constant"},
    {"ge", "amp.compare ge"},
    {"gt", "amp.compare gt"},
    {"half", "amp.cast"},
    {"le", "amp.compare le"},
    {"logsigmoid", "amp.log_sigmoid"},
    {"lt", "amp.compare lt"},
    {"movedim", "amp.transpose"},
    {"multiply", "amp.mul"},
    {"narrow", "amp.slice"},
    {"ne", "amp.compare ne"},
    {"negative", "amp.neg"},
    {"ones", "amp.constant"},
    {"pad", "amp.constant_pad_nd"},
    {"param", "amp.variable parameter"},
    {"parameter", "amp.variable parameter"},
    {"permute", "amp.transpose"},
    {"repeat", "amp.tile"},
    {"sgd", "amp.optimizer sgd"},
    {"subtract", "amp.sub"},
    {"swapaxes", "amp.transpose"},
    {"swish", "amp.silu"},
    {"t", "amp.transpose"},
    {"to", "amp.cast"},
    {"tril", "amp.where with a constant mask"},
    {"triu", "amp.where with a constant mask"},
    {"type_as", "amp.cast"},
    {"unflatten", "amp.reshape"},
    {"view", "amp.reshape"},
    {"view_as", "amp.reshape"},
    {"zeros", "amp.constant"},
};

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
  for (const Alias &alias : aliases)
    if (alias.name == bare)
      return diagnostic << "; write " << alias.instead;
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
