//===- SourceDiagnostics.h - Diagnostics about a hostile graph --*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_FRONTEND_SOURCEDIAGNOSTICS_H
#define AMP_FRONTEND_SOURCEDIAGNOSTICS_H

#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace amp {

/// The most diagnostics that are printed, and notes of one.
constexpr unsigned kMaxDiagnostics = 50;
/// The most bytes of a line that are quoted.
constexpr size_t kMaxQuotedLength = 160;

/// Where a location is for a reader: the first place in a file that it has,
/// else the name that it has.
struct SourcePlace {
  mlir::FileLineColLoc file;
  llvm::StringRef name;
};
SourcePlace findSourcePlace(mlir::Location location);

/// True if `location`, or one that it consists of, is in a file for whose name
/// `predicate` holds.
bool namesFile(mlir::Location location,
               llvm::function_ref<bool(llvm::StringRef)> predicate);

/// `net.mlir:3:5`, `"layer1.conv"` or `unknown place`; printable and bounded.
std::string describePlace(mlir::Location location);

class SourceDiagnosticPrinter {
public:
  /// `source` is what the module was parsed from; it outlives the printer.
  SourceDiagnosticPrinter(llvm::MemoryBufferRef source, llvm::raw_ostream &os)
      : source(source), os(os) {}

  /// False if there have been too many.
  bool print(mlir::Diagnostic &diagnostic);
  unsigned getNumLeftOut() const { return numLeftOut; }

private:
  void printOne(mlir::Location location, llvm::StringRef severity,
                llvm::StringRef message);
  void quoteLine(unsigned line, unsigned column);

  llvm::MemoryBufferRef source;
  llvm::raw_ostream &os;
  unsigned numPrinted = 0, numLeftOut = 0;
};

/// Prints diagnostics about a module as mlir::SourceMgrDiagnosticHandler does,
/// without trust in its locations and names: lines are quoted of `source` alone
/// and no file is opened, whatever a location names; what is printed is
/// printable, and bounded in number and length.
/// Prints all that a context says, while it lives.
class SourceDiagnosticHandler : public mlir::ScopedDiagnosticHandler {
public:
  /// `source` is what the module was parsed from; it outlives the handler.
  SourceDiagnosticHandler(llvm::MemoryBufferRef source,
                          mlir::MLIRContext *context, llvm::raw_ostream &os);
  ~SourceDiagnosticHandler();

private:
  SourceDiagnosticPrinter printer;
  llvm::raw_ostream &os;
};

} // namespace amp

#endif // AMP_FRONTEND_SOURCEDIAGNOSTICS_H
