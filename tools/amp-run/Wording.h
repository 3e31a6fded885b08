//===- Wording.h - Passes' remedies in amp-run's words ----------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_TOOLS_AMP_RUN_WORDING_H
#define AMP_TOOLS_AMP_RUN_WORDING_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace amp::run {

/// `text` as amp-run says it. A pass does not know who runs it, and names its
/// own options (`the option 'keep-f32'`) and other passes' flags
/// (`--amp-fuse-safe-losses`); here they are amp-run's flags.
std::string useOwnFlags(llvm::StringRef text);

} // namespace amp::run

#endif // AMP_TOOLS_AMP_RUN_WORDING_H
