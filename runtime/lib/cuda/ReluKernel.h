//===- ReluKernel.h - ReLU over the result of a GEMM ------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ReLU on the device, for the epilogue of a GEMM. The contract keeps a NaN:
// amprt_gemm says so, because a loss scaler must see what overflowed. The RELU
// epilogue of cuBLASLt is documented as max(x, 0) only, and is known to turn a
// NaN into 0, so it is not used; this kernel runs on C right after the product.
// ReLU commutes with the rounding to C's type, so there is still one rounding.
// The price is one pass over C; a program with such a record says so in a
// remark.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_CUDA_RELUKERNEL_H
#define AMP_RUNTIME_CUDA_RELUKERNEL_H

#include "Status.h"

#include <string>

namespace amp::rt::cuda {

inline constexpr unsigned kReluThreads = 256;

/// How ReLU works on the bits of a type: those from `firstCleared` (-0) to
/// `lastCleared` (-infinity), as an unsigned number, become 0. All others, NaN
/// of either sign included, stay.
struct ReluBits {
  uint32_t width; ///< Bits of an element.
  uint64_t firstCleared;
  uint64_t lastCleared;
};

/// `type` is f64, f32, f16 or bf16.
ReluBits reluBitsOf(amprt_type type);

/// Symbol of the kernel for elements of `width` bits: "amp_relu_16". Its
/// parameters, all u64: the address of C, rows (m), columns (n), the leading
/// dimension, the stride between matrices (both in elements), firstCleared,
/// lastCleared. A block of any number of threads works on one row; the grid has
/// batch * m blocks.
std::string reluKernelName(uint32_t width);

/// PTX with the kernels for 16, 32 and 64 bits, for sm_60 and newer.
std::string reluKernelPtx();

} // namespace amp::rt::cuda

#endif // AMP_RUNTIME_CUDA_RELUKERNEL_H
