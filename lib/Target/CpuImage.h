//===- CpuImage.h -----------------------------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Internal: from object files to an image that the runtime only has to copy.

#ifndef AMP_LIB_TARGET_CPUIMAGE_H
#define AMP_LIB_TARGET_CPUIMAGE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>
#include <vector>

namespace mlir::amp {

/// A linked image, see amprt_module_desc.
struct CpuImage {
  std::string bytes;
  /// Of each object's entry point, from the beginning of the image.
  std::vector<uint64_t> offsets;
};

/// Links `objects`, position-independent code for x86-64 ELF, one after the
/// other, each with an entry point `entry`, so that nothing is left to be
/// relocated: they call helpers of the runtime through the table in front of
/// the image. An error if one calls anything else, has data that can be
/// written, or holds addresses.
llvm::Expected<CpuImage> linkCpuImage(llvm::ArrayRef<std::string> objects,
                                      llvm::StringRef entry);

} // namespace mlir::amp

#endif // AMP_LIB_TARGET_CPUIMAGE_H
