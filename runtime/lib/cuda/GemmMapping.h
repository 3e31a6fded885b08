//===- GemmMapping.h - A row-major GEMM in column-major terms ---*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cuBLASLt thinks in columns. A row-major matrix is, read by columns, its own
// transpose, so C = op(A) op(B) by rows is C^T = op(B)^T op(A)^T by columns:
// the operands change places and nothing is copied. The functions here say so
// in numbers and touch no device.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_CUDA_GEMMMAPPING_H
#define AMP_RUNTIME_CUDA_GEMMMAPPING_H

#include "CudaApi.h"

#include "Status.h"

#include <string>

namespace amp::rt::cuda {

/// A matrix as cuBLASLt sees it. Element (r, c) of matrix b lies at
/// r + c * ld + b * batchStride elements.
struct ColumnMatrix {
  cudaDataType_t type = 0;
  uint64_t rows = 0, cols = 0; ///< As stored, before `transposed`.
  int64_t ld = 0;              ///< Elements between columns.
  int64_t batchStride = 0;     ///< Elements between matrices; 0 repeats.
  bool transposed = false;     ///< Used as its transpose.
  uint32_t alignment = 0;      ///< Bytes that every matrix is aligned to.
};

/// D = epilogue(op(first) op(second)), by columns.
struct ColumnGemm {
  ColumnMatrix first;  ///< The record's B.
  ColumnMatrix second; ///< The record's A.
  ColumnMatrix result; ///< The record's C.
  int32_t batch = 1;
  cublasComputeType_t compute = 0;
  cudaDataType_t scaleType = 0; ///< Of alpha and beta.
  uint32_t epilogue = 0;
  bool hasBias = false;
  cudaDataType_t biasType = 0;
  uint32_t biasAlignment = 0;
  /// Schemes that may be used to sum over a split k. See the function below.
  uint32_t reductionSchemes = 0;
};

/// Offsets in bytes of a record's operands from an address aligned to
/// AMPRT_ALIGNMENT.
struct GemmOffsets {
  uint64_t a = 0, b = 0, c = 0, bias = 0;
};

/// The largest power of two, at most AMPRT_ALIGNMENT, that divides both the
/// offset and the distance between matrices: what is known of every address.
/// Both in bytes; 0 divides by everything.
uint32_t alignmentOf(uint64_t offset, uint64_t distance);

/// Maps `gemm`, whose m, n, k and batch are positive. INVALID_ARGUMENT, with
/// `where` before the message, for what cuBLASLt cannot express:
///  - a type that is not f64, f32, f16 or bf16, or A and B of different types;
///  - f64 compute with other operands, or f64 operands with other compute;
///  - a bias whose type is not C's;
///  - a ReLU: the one of cuBLASLt is documented as max(x, 0) and nothing else,
///    and turns a NaN into 0;
///  - more than 2^31 - 1 matrices.
/// tf32 compute changes only f32 operands: f16 and bf16 are computed as with
/// f32.
///
/// Partial sums over a split k must not be rounded to C's type before they are
/// added. Of cuBLASLt's schemes OUTPUT_TYPE stores them so, and INPLACE adds
/// them up in C itself; both are allowed only if C has the type of the sums.
Status mapGemm(const amprt_gemm &gemm, const GemmOffsets &offsets,
               const std::string &where, ColumnGemm &result);

/// "m=2 n=3 k=4 batch=1 f16 x f16^T -> f32, compute f32, epilogue bias", for
/// messages.
std::string describeGemm(const amprt_gemm &gemm);

} // namespace amp::rt::cuda

#endif // AMP_RUNTIME_CUDA_GEMMMAPPING_H
