//===- KernelNames.h - What kernels are called ------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_LIB_DIALECT_AMPRT_TRANSFORMS_KERNELNAMES_H
#define AMP_LIB_DIALECT_AMPRT_TRANSFORMS_KERNELNAMES_H

#include "mlir/IR/Operation.h"

#include <string>

namespace mlir::amprt {

/// What a kernel of these linalg ops and row kernels computes, in lower-case
/// words: "relu_cast_f16", "softmax_rows", "mul_add_f32". The words are those
/// of the ops' payloads, each once and at most five of them; then come the
/// dimensions that a reduction removes ("rows", "columns", "all"), or the
/// element type. At least two words, so that no kernel has the name of an
/// instruction or of a C function.
std::string getKernelName(ArrayRef<Operation *> ops);

} // namespace mlir::amprt

#endif // AMP_LIB_DIALECT_AMPRT_TRANSFORMS_KERNELNAMES_H
