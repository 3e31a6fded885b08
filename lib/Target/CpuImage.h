//===- CpuImage.h -----------------------------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Internal: from an object file to an image that the runtime only has to copy.

#ifndef AMP_LIB_TARGET_CPUIMAGE_H
#define AMP_LIB_TARGET_CPUIMAGE_H

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <cstdint>
#include <string>
#include <vector>

namespace mlir::amp {

/// A linked image, see amprt_module_desc.
struct CpuImage {
  std::string bytes;
  /// Of the entry points, from the beginning of the image.
  std::vector<uint64_t> offsets;
};

/// Links `object`, position-independent code for x86-64 ELF, so that nothing is
/// left to be relocated: it calls helpers of the runtime through the table in
/// front of the image. An error if it calls anything else, has data that can be
/// written, or holds addresses.
llvm::Expected<CpuImage> linkCpuImage(llvm::MemoryBufferRef object,
                                      llvm::ArrayRef<std::string> entryPoints);

} // namespace mlir::amp

#endif // AMP_LIB_TARGET_CPUIMAGE_H
