//===- GemmMapping.cpp - A row-major GEMM in column-major terms -----------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GemmMapping.h"

#include <limits>

using namespace amp::rt;
using namespace amp::rt::cuda;

uint32_t cuda::alignmentOf(uint64_t offset, uint64_t distance) {
  uint64_t bits = offset | distance | AMPRT_ALIGNMENT;
  return static_cast<uint32_t>(bits & (~bits + 1));
}

static bool mapType(amprt_type type, cudaDataType_t &mapped) {
  switch (type) {
  case AMPRT_F64:
    mapped = kCUDA_R_64F;
    return true;
  case AMPRT_F32:
    mapped = kCUDA_R_32F;
    return true;
  case AMPRT_F16:
    mapped = kCUDA_R_16F;
    return true;
  case AMPRT_BF16:
    mapped = kCUDA_R_16BF;
    return true;
  default:
    return false;
  }
}

std::string cuda::describeGemm(const amprt_gemm &gemm) {
  std::string text = "m=" + std::to_string(gemm.m) +
                     " n=" + std::to_string(gemm.n) +
                     " k=" + std::to_string(gemm.k) +
                     " batch=" + std::to_string(gemm.batch) + " ";
  text += amprt_type_name(gemm.type_a);
  text += gemm.transpose_a ? "^T x " : " x ";
  text += amprt_type_name(gemm.type_b);
  text += gemm.transpose_b ? "^T -> " : " -> ";
  text += amprt_type_name(gemm.type_c);
  text += ", compute ";
  text += gemm.compute == AMPRT_COMPUTE_F64    ? "f64"
          : gemm.compute == AMPRT_COMPUTE_TF32 ? "tf32"
                                               : "f32";
  if (gemm.epilogue & AMPRT_EPILOGUE_BIAS)
    text += std::string(", bias ") + amprt_type_name(gemm.type_bias);
  if (gemm.epilogue & AMPRT_EPILOGUE_RELU)
    text += ", relu";
  return text;
}

/// A row-major matrix of `rows` rows of `cols`, seen by columns.
static ColumnMatrix mapMatrix(cudaDataType_t type, uint32_t elementBytes,
                              int64_t rows, int64_t cols, int64_t ld,
                              int64_t stride, int64_t batch, bool transposed,
                              uint64_t offset) {
  ColumnMatrix matrix;
  matrix.type = type;
  matrix.rows = static_cast<uint64_t>(cols);
  matrix.cols = static_cast<uint64_t>(rows);
  matrix.ld = ld;
  // The distance means nothing for one matrix; it would only cost alignment.
  matrix.batchStride = batch > 1 ? stride : 0;
  matrix.transposed = transposed;
  matrix.alignment = alignmentOf(
      offset, static_cast<uint64_t>(matrix.batchStride) * elementBytes);
  return matrix;
}

Status cuda::mapGemm(const amprt_gemm &gemm, const GemmOffsets &offsets,
                     const std::string &where, ColumnGemm &result) {
  auto refuse = [&](const std::string &why) {
    return AMPRT_ERROR(AMPRT_INVALID_ARGUMENT,
                       where + ": " + why + " (" + describeGemm(gemm) + ")");
  };

  cudaDataType_t typeA, typeB, typeC;
  if (!mapType(gemm.type_a, typeA) || !mapType(gemm.type_b, typeB) ||
      !mapType(gemm.type_c, typeC))
    return refuse("a CUDA GEMM takes f64, f32, f16 and bf16 only");
  if (typeA != typeB)
    return refuse("a CUDA GEMM needs A and B of one type; cast one of them");
  // cuBLAS documentation, cublasLtMatmul(), the table of supported types.
  bool isLow = typeA == kCUDA_R_16F || typeA == kCUDA_R_16BF;
  if (typeC != typeA && !(isLow && typeC == kCUDA_R_32F))
    return refuse("a CUDA GEMM gives C in the type of A and B, or 16-bit ones "
                  "in f32; cast it afterwards");
  if ((gemm.compute == AMPRT_COMPUTE_F64) != (typeA == kCUDA_R_64F))
    return refuse("a CUDA GEMM computes in f64 exactly when A and B are f64");
  if (gemm.batch > std::numeric_limits<int32_t>::max())
    return refuse("a CUDA GEMM takes at most 2^31 - 1 matrices in a batch");
  if (gemm.epilogue & AMPRT_EPILOGUE_RELU)
    return refuse("a CUDA GEMM has no ReLU, because the one of cuBLASLt does "
                  "not keep NaN; compute it in a kernel");

  uint32_t bytesAB = amprt_type_size(gemm.type_a);
  uint32_t bytesC = amprt_type_size(gemm.type_c);
  bool ta = gemm.transpose_a, tb = gemm.transpose_b;
  result = ColumnGemm();
  result.first =
      mapMatrix(typeB, bytesAB, tb ? gemm.n : gemm.k, tb ? gemm.k : gemm.n,
                gemm.ldb, gemm.stride_b, gemm.batch, tb, offsets.b);
  result.second =
      mapMatrix(typeA, bytesAB, ta ? gemm.k : gemm.m, ta ? gemm.m : gemm.k,
                gemm.lda, gemm.stride_a, gemm.batch, ta, offsets.a);
  result.result = mapMatrix(typeC, bytesC, gemm.m, gemm.n, gemm.ldc,
                            gemm.stride_c, gemm.batch, false, offsets.c);
  result.batch = static_cast<int32_t>(gemm.batch);

  cudaDataType_t sumType = kCUDA_R_32F;
  result.compute = kCUBLAS_COMPUTE_32F;
  if (gemm.compute == AMPRT_COMPUTE_F64) {
    result.compute = kCUBLAS_COMPUTE_64F;
    sumType = kCUDA_R_64F;
  } else if (gemm.compute == AMPRT_COMPUTE_TF32 && typeA == kCUDA_R_32F) {
    result.compute = kCUBLAS_COMPUTE_32F_FAST_TF32;
  }
  result.scaleType = sumType;
  result.reductionSchemes = kCUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE;
  if (typeC == sumType)
    result.reductionSchemes |= kCUBLASLT_REDUCTION_SCHEME_INPLACE |
                               kCUBLASLT_REDUCTION_SCHEME_OUTPUT_TYPE;

  result.epilogue = kCUBLASLT_EPILOGUE_DEFAULT;
  if (gemm.epilogue & AMPRT_EPILOGUE_BIAS) {
    if (gemm.type_bias != gemm.type_c)
      return refuse("a CUDA GEMM needs a bias of C's type");
    // A value per column of C by rows is a value per row by columns, which is
    // what cuBLASLt calls a bias.
    result.epilogue = kCUBLASLT_EPILOGUE_BIAS;
    result.hasBias = true;
    result.biasType = typeC;
    result.biasAlignment = alignmentOf(offsets.bias, 0);
  }
  return Status();
}
