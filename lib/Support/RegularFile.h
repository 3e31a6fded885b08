//===- RegularFile.h - Reading a regular file -------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_LIB_SUPPORT_REGULARFILE_H
#define AMP_LIB_SUPPORT_REGULARFILE_H

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>

namespace amp {

/// The contents of `path`, mapped where that is worth it. A directory, pipe or
/// device is refused without reading from it.
llvm::Expected<std::shared_ptr<llvm::MemoryBuffer>>
openRegularFile(llvm::StringRef path);

} // namespace amp

#endif // AMP_LIB_SUPPORT_REGULARFILE_H
