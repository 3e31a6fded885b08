//===- Warnings.cpp - What is said once and does not end a run ------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Warnings.h"

#include "Wording.h"
#include "amp/Support/Printable.h"
#include "mlir/IR/BuiltinAttributes.h"

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
    err << "amp-run: warning: " << printable(text.str(), kMaxMessageLength)
        << "\n";
}

/// Emits `diagnostic` again where that changes its words.
static bool reword(mlir::Diagnostic &diagnostic) {
  bool isOwn = useOwnFlags(diagnostic.str()) == diagnostic.str();
  for (mlir::Diagnostic &note : diagnostic.getNotes())
    isOwn &= useOwnFlags(note.str()) == note.str();
  if (isOwn)
    return false;
  mlir::DiagnosticEngine &engine =
      diagnostic.getLocation().getContext()->getDiagEngine();
  mlir::Diagnostic own(diagnostic.getLocation(), diagnostic.getSeverity());
  own << useOwnFlags(diagnostic.str());
  for (mlir::Diagnostic &note : diagnostic.getNotes())
    own.attachNote(note.getLocation()) << useOwnFlags(note.str());
  engine.emit(std::move(own));
  return true;
}

LogicalResult Warnings::filter(mlir::Diagnostic &diagnostic) {
  if (reword(diagnostic))
    return success();
  if (diagnostic.getSeverity() != mlir::DiagnosticSeverity::Warning)
    return failure();
  std::string text;
  raw_string_ostream os(text);
  if (auto file =
          diagnostic.getLocation()->findInstanceOf<mlir::FileLineColLoc>())
    os << file.getFilename().getValue() << ":" << file.getLine() << ":"
       << file.getColumn() << ": ";
  os << diagnostic;
  return failure(add(std::move(text)));
}
