//===- OpLocation.h ---------------------------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Internal: ops and their locations as text, for messages of whoever runs the
// compiled program, when no Location is at hand.

#ifndef AMP_LIB_DIALECT_AMP_TRANSFORMS_OPLOCATION_H
#define AMP_LIB_DIALECT_AMP_TRANSFORMS_OPLOCATION_H

#include "mlir/IR/Location.h"
#include "mlir/IR/Operation.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace mlir::amp {

/// "'layer1'" or "net.mlir:3:8". Names that whoever made the graph gave come
/// before positions in a file.
inline std::string describeLocation(Location loc) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (auto name = loc->findInstanceOf<NameLoc>())
    stream << "'" << name.getName().getValue() << "'";
  else if (auto file = loc->findInstanceOf<FileLineColLoc>())
    stream << file.getFilename().getValue() << ":" << file.getLine() << ":"
           << file.getColumn();
  else
    stream << loc;
  return text;
}

/// "'amp.exp' at net.mlir:3:8".
inline std::string describeOp(Operation *op) {
  return "'" + op->getName().getStringRef().str() + "' at " +
         describeLocation(op->getLoc());
}

} // namespace mlir::amp

#endif // AMP_LIB_DIALECT_AMP_TRANSFORMS_OPLOCATION_H
