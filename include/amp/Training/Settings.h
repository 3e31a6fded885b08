//===- Settings.h - Settings from text --------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Every setting of a run by its name, "batch-size", for command lines and
// language bindings alike: what its value may be is said once.

#ifndef AMP_TRAINING_SETTINGS_H
#define AMP_TRAINING_SETTINGS_H

#include "amp/Training/Config.h"
#include "llvm/Support/Error.h"

namespace amp::training {

/// What a setting takes.
struct SettingInfo {
  llvm::StringRef name;
  /// It is on if it is given, and takes no value.
  bool isSwitch;
  /// "a whole number from 1 to 9007199254740992".
  llvm::StringRef expected;
  /// The words that the value is one of, and the one that holds where it is not
  /// given, if there are such.
  llvm::ArrayRef<mlir::amp::OptionWord> words;
  std::optional<size_t> defaultWord;
};

/// All of them.
llvm::ArrayRef<SettingInfo> getSettings();

/// Null for a name that is none.
const SettingInfo *findSetting(llvm::StringRef name);

/// Gives the setting `name` the value `text`, and notes that it is given; a
/// usage error that says what is expected. A setting that may be repeated, such
/// as `data`, adds to what is there.
llvm::Error setSetting(Config &config, llvm::StringRef name,
                       llvm::StringRef text);

/// What settings say together: those that exclude or need each other. To be
/// called once all are set.
llvm::Error checkSettings(const Config &config);

/// For a run of `program`, which is compiled already: a usage error if a
/// setting says how to compile.
llvm::Error checkIsForRunning(const Config &config, llvm::StringRef program);

} // namespace amp::training

#endif // AMP_TRAINING_SETTINGS_H
