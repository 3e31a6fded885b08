//===- CudaImage.h - Checks of device code ----------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_CUDA_CUDAIMAGE_H
#define AMP_RUNTIME_CUDA_CUDAIMAGE_H

#include "Status.h"

#include <cstdint>
#include <string>

namespace amp::rt::cuda {

/// The driver is not told how long an image is. Checks that it can find the end
/// inside the given bytes: a cubin is a 64-bit little-endian ELF file whose
/// tables and sections are all there, PTX has a NUL. INVALID_ARGUMENT, with
/// `where` before the message, if not.
Status checkImage(const void *data, uint64_t bytes, const std::string &where);

} // namespace amp::rt::cuda

#endif // AMP_RUNTIME_CUDA_CUDAIMAGE_H
