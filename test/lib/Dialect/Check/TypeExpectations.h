//===- TypeExpectations.h - What ops are to take and give -------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_TEST_LIB_DIALECT_CHECK_TYPEEXPECTATIONS_H
#define AMP_TEST_LIB_DIALECT_CHECK_TYPEEXPECTATIONS_H

#include "Tally.h"
#include "mlir/IR/BuiltinOps.h"

#include <vector>

namespace mlir::check {

/// What the attributes of a module state, read before passes run. An
/// expectation whose op goes away is still one afterwards.
class TypeExpectations {
public:
  /// Reads the attributes of `module`, and numbers the ops that they concern.
  explicit TypeExpectations(ModuleOp module);

  /// Compares with what passes made of the module. Failures are errors at the
  /// op's location.
  Tally verify(ModuleOp module) const;

private:
  /// The result of a numbered op, or an argument of a function.
  struct Origin {
    int64_t number = -1;
    StringAttr function;
    unsigned index;
  };
  struct Reader {
    int64_t number = -1;
    unsigned operand;
  };
  struct Expectation {
    Expectation(Location loc, StringAttr place) : loc(loc), place(place) {}

    Location loc;
    /// The function that it stands in, or the symbol that it is about.
    StringAttr place;
    /// Of the op; -1 for an argument of the function.
    int64_t number = -1;
    unsigned argument = 0;
    ArrayAttr takes, gives;
    DictionaryAttr casts, holds;
    /// Where each operand comes from: of several places the first that is left.
    std::vector<SmallVector<Origin, 1>> operands;
    /// What reads each result first.
    std::vector<Reader> results;
  };
  class Numbering;
  class Result;

  std::vector<Expectation> expectations;
};

} // namespace mlir::check

#endif // AMP_TEST_LIB_DIALECT_CHECK_TYPEEXPECTATIONS_H
