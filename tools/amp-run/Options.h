//===- Options.h - The command line of amp-run ------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_TOOLS_AMP_RUN_OPTIONS_H
#define AMP_TOOLS_AMP_RUN_OPTIONS_H

#include "amp/Training/Config.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace amp::run {

enum class Progress { Auto, On, Off };

struct Options : training::Config {
  Options() { settingPrefix = "--"; }

  std::string file;
  bool isTrusted = false; // the file may be bytecode, or a program
  bool isProgram = false; // it is one: nothing is compiled
  std::string cacheDir;   // empty: the user's
  bool noCache = false;
  bool listDevices = false;
  bool json = false;
  bool failOnWarning = false;
  Progress progress = Progress::Auto;
  bool help = false;
  bool version = false;

  /// What is wrong with the command line without making it a wrong one.
  std::vector<std::string> warnings;
};

/// Reads a command line; the error is of kind Usage.
llvm::Expected<Options> parseOptions(llvm::ArrayRef<const char *> arguments);

void printHelp(llvm::raw_ostream &os);

} // namespace amp::run

#endif // AMP_TOOLS_AMP_RUN_OPTIONS_H
