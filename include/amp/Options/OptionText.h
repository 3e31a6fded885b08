//===- OptionText.h - Options as names and values ---------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The options of TrainingOptions.def in the words of docs/Options.md: for
// files, for language bindings, and for what tells one compilation from
// another.

#ifndef AMP_OPTIONS_OPTIONTEXT_H
#define AMP_OPTIONS_OPTIONTEXT_H

#include "amp/Options/TrainingOptions.h"
#include "llvm/Support/Error.h"

#include <utility>

namespace mlir::amp {

using OptionTexts = std::vector<std::pair<std::string, std::string>>;

/// Those that are not their defaults, in the order of the list. Numbers come
/// back from it bit for bit.
OptionTexts toText(const TrainingOptions &options);

/// Sets the option `name` to what `value` says: "true" and "false", a number, a
/// word of its enumeration, or any text; values of a list have commas between
/// them, and "none" (of a text: nothing) is left out. The error names what
/// there is.
llvm::Error setOption(TrainingOptions &options, llvm::StringRef name,
                      llvm::StringRef value);

} // namespace mlir::amp

#endif // AMP_OPTIONS_OPTIONTEXT_H
