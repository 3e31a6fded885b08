//===- SourceDiagnostics.cpp - Diagnostics about a hostile graph ----------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Frontend/SourceDiagnostics.h"

#include "amp/Support/Printable.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Location.h"
#include "llvm/ADT/DenseSet.h"

using namespace llvm;
using namespace amp;

/// Calls `visit` with `location` and what it consists of, the first place
/// first, until that gives true. Locations share parts, through which there may
/// be very many ways: each part is visited once.
static void visitLocations(mlir::LocationAttr location,
                           function_ref<bool(mlir::LocationAttr)> visit) {
  SmallVector<mlir::LocationAttr> open = {location};
  DenseSet<mlir::Attribute> seen;
  while (!open.empty()) {
    mlir::LocationAttr next = open.pop_back_val();
    if (!seen.insert(next).second)
      continue;
    if (visit(next))
      return;
    if (auto name = dyn_cast<mlir::NameLoc>(next)) {
      open.push_back(name.getChildLoc());
    } else if (auto call = dyn_cast<mlir::CallSiteLoc>(next)) {
      open.push_back(call.getCaller());
      open.push_back(call.getCallee());
    } else if (auto fused = dyn_cast<mlir::FusedLoc>(next)) {
      for (mlir::Location part : reverse(fused.getLocations()))
        open.push_back(part);
    } else if (auto opaque = dyn_cast<mlir::OpaqueLoc>(next)) {
      open.push_back(opaque.getFallbackLocation());
    }
  }
}

SourcePlace amp::findSourcePlace(mlir::Location location) {
  SourcePlace place;
  visitLocations(location, [&](mlir::LocationAttr part) {
    if (auto range = dyn_cast<mlir::FileLineColRange>(part)) {
      place.file = mlir::FileLineColLoc::get(
          range.getFilename(), range.getStartLine(), range.getStartColumn());
      return true;
    }
    if (auto name = dyn_cast<mlir::NameLoc>(part); name && place.name.empty())
      place.name = name.getName().getValue();
    return false;
  });
  return place;
}

bool amp::namesFile(mlir::Location location,
                    function_ref<bool(StringRef)> predicate) {
  bool found = false;
  visitLocations(location, [&](mlir::LocationAttr part) {
    auto range = dyn_cast<mlir::FileLineColRange>(part);
    found = range && predicate(range.getFilename().getValue());
    return found;
  });
  return found;
}

static constexpr size_t kMaxPlaceLength = 200;

std::string amp::describePlace(mlir::Location location) {
  SourcePlace place = findSourcePlace(location);
  if (place.file)
    return printable(place.file.getFilename().getValue(), kMaxPlaceLength) +
           ":" + std::to_string(place.file.getLine()) + ":" +
           std::to_string(place.file.getColumn());
  if (!place.name.empty())
    return "\"" + printable(place.name, kMaxPlaceLength) + "\"";
  return "unknown place";
}

SourceDiagnosticHandler::SourceDiagnosticHandler(MemoryBufferRef source,
                                                 mlir::MLIRContext *context,
                                                 raw_ostream &os)
    : ScopedDiagnosticHandler(context), printer(source, os), os(os) {
  setHandler(
      [this](mlir::Diagnostic &diagnostic) { printer.print(diagnostic); });
}

SourceDiagnosticHandler::~SourceDiagnosticHandler() {
  if (unsigned numLeftOut = printer.getNumLeftOut())
    os << numLeftOut << " more diagnostics are not shown\n";
}

static StringRef nameOf(mlir::DiagnosticSeverity severity) {
  switch (severity) {
  case mlir::DiagnosticSeverity::Error:
    return "error";
  case mlir::DiagnosticSeverity::Warning:
    return "warning";
  case mlir::DiagnosticSeverity::Remark:
    return "remark";
  case mlir::DiagnosticSeverity::Note:
    return "note";
  }
  llvm_unreachable("no such severity");
}

bool SourceDiagnosticPrinter::print(mlir::Diagnostic &diagnostic) {
  if (numPrinted == kMaxDiagnostics) {
    ++numLeftOut;
    return false;
  }
  ++numPrinted;
  printOne(diagnostic.getLocation(), nameOf(diagnostic.getSeverity()),
           diagnostic.str());
  // The calls through which a callee's op came here.
  mlir::LocationAttr location = diagnostic.getLocation();
  unsigned numNotes = 0;
  while (auto call = dyn_cast<mlir::CallSiteLoc>(location)) {
    if (++numNotes > kMaxDiagnostics)
      break;
    location = call.getCaller();
    printOne(location, "note", "called from");
  }
  for (mlir::Diagnostic &note : diagnostic.getNotes()) {
    if (++numNotes > kMaxDiagnostics) {
      os << "more notes are not shown\n";
      break;
    }
    printOne(note.getLocation(), "note", note.str());
  }
  return true;
}

void SourceDiagnosticPrinter::printOne(mlir::Location location,
                                       StringRef severity, StringRef message) {
  os << describePlace(location) << ": " << severity << ": "
     << printable(message, kMaxMessageLength) << "\n";
  mlir::FileLineColLoc file = findSourcePlace(location).file;
  if (file && file.getFilename() == source.getBufferIdentifier())
    quoteLine(file.getLine(), file.getColumn());
}

/// Prints what is around the column, and a caret below it.
void SourceDiagnosticPrinter::quoteLine(unsigned line, unsigned column) {
  StringRef text = source.getBuffer();
  for (; line > 1; --line) {
    size_t end = text.find('\n');
    if (end == StringRef::npos)
      return;
    text = text.drop_front(end + 1);
  }
  if (line == 0 || column == 0)
    return;
  text = text.take_until([](char c) { return c == '\n' || c == '\r'; });
  size_t place = column - 1;
  if (place > text.size())
    return;
  size_t begin =
      place < kMaxQuotedLength / 2 ? 0 : place - kMaxQuotedLength / 2;
  StringRef window = text.substr(begin, kMaxQuotedLength);
  // A tab is as wide as the caret's place takes it for.
  auto show = [](StringRef part) {
    std::string blanks = part.str();
    std::replace(blanks.begin(), blanks.end(), '\t', ' ');
    return printable(blanks);
  };
  std::string before =
      (begin > 0 ? "..." : "") + show(window.take_front(place - begin));
  bool isCut = begin + window.size() < text.size();
  os << before << show(window.drop_front(place - begin)) << (isCut ? "..." : "")
     << "\n";
  // In UTF-8 only the first byte of a character is none of these.
  auto isContinuation = [](char c) { return (c & 0xc0) == 0x80; };
  os.indent(before.size() - llvm::count_if(before, isContinuation)) << "^\n";
}
