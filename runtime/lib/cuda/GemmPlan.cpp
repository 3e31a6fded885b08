//===- GemmPlan.cpp - A GEMM prepared for cuBLASLt ------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GemmPlan.h"

#include "CudaError.h"

using namespace amp::rt;
using namespace amp::rt::cuda;

/// Algorithms asked for. The first is the best by cuBLASLt's estimate; the
/// others are there because it may mark one as not fit to run.
static constexpr int kRequestedAlgorithms = 8;

Status GemmPlan::makeLayout(const ColumnMatrix &matrix, int32_t batch,
                            const std::string &where, MatrixLayout &layout) {
  AMPRT_BLASLT_CALL(*api,
                    cublasLtMatrixLayoutCreate(layout.receive(*api),
                                               matrix.type, matrix.rows,
                                               matrix.cols, matrix.ld),
                    where + ": cublasLtMatrixLayoutCreate");
  if (batch == 1)
    return Status();
  AMPRT_BLASLT_CALL(*api,
                    cublasLtMatrixLayoutSetAttribute(
                        layout.get(), kCUBLASLT_MATRIX_LAYOUT_BATCH_COUNT,
                        &batch, sizeof(batch)),
                    where + ": setting the batch count");
  AMPRT_BLASLT_CALL(*api,
                    cublasLtMatrixLayoutSetAttribute(
                        layout.get(),
                        kCUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET,
                        &matrix.batchStride, sizeof(matrix.batchStride)),
                    where + ": setting the batch stride");
  return Status();
}

Status GemmPlan::describe(const BlasLtApi &library, const amprt_gemm &gemm,
                          const ColumnGemm &mapped, uint64_t workspaceBytes,
                          const std::string &where) {
  api = &library;
  hasBias = mapped.hasBias;
  scalesAreF64 = mapped.scaleType == kCUDA_R_64F;

  AMPRT_BLASLT_CALL(library,
                    cublasLtMatmulDescCreate(desc.receive(library),
                                             mapped.compute, mapped.scaleType),
                    where + ": cublasLtMatmulDescCreate");
  auto setDesc = [&](uint32_t attribute, const void *value, size_t bytes,
                     const char *what) -> Status {
    AMPRT_BLASLT_CALL(
        library,
        cublasLtMatmulDescSetAttribute(desc.get(), attribute, value, bytes),
        where + ": setting the " + what);
    return Status();
  };
  const uint32_t opFirst =
      mapped.first.transposed ? kCUBLAS_OP_T : kCUBLAS_OP_N;
  const uint32_t opSecond =
      mapped.second.transposed ? kCUBLAS_OP_T : kCUBLAS_OP_N;
  AMPRT_RETURN_IF_ERROR(setDesc(kCUBLASLT_MATMUL_DESC_TRANSA, &opFirst,
                                sizeof(opFirst), "first transpose"));
  AMPRT_RETURN_IF_ERROR(setDesc(kCUBLASLT_MATMUL_DESC_TRANSB, &opSecond,
                                sizeof(opSecond), "second transpose"));
  AMPRT_RETURN_IF_ERROR(setDesc(kCUBLASLT_MATMUL_DESC_EPILOGUE,
                                &mapped.epilogue, sizeof(mapped.epilogue),
                                "epilogue"));
  if (mapped.hasBias) {
    const int32_t type = static_cast<int32_t>(mapped.biasType);
    AMPRT_RETURN_IF_ERROR(setDesc(kCUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, &type,
                                  sizeof(type), "bias type"));
    // The choice of an algorithm reads the alignment from the address and does
    // not follow it; `run` sets the real one.
    const uintptr_t address = mapped.biasAlignment;
    const void *aligned = reinterpret_cast<const void *>(address);
    AMPRT_RETURN_IF_ERROR(setDesc(kCUBLASLT_MATMUL_DESC_BIAS_POINTER, &aligned,
                                  sizeof(aligned), "bias address"));
  }

  AMPRT_RETURN_IF_ERROR(makeLayout(mapped.first, mapped.batch, where, first));
  AMPRT_RETURN_IF_ERROR(makeLayout(mapped.second, mapped.batch, where, second));
  AMPRT_RETURN_IF_ERROR(makeLayout(mapped.result, mapped.batch, where, result));

  AMPRT_BLASLT_CALL(library,
                    cublasLtMatmulPreferenceCreate(preference.receive(library)),
                    where + ": cublasLtMatmulPreferenceCreate");
  auto setPreference = [&](uint32_t attribute, const void *value,
                           size_t bytes) -> Status {
    AMPRT_BLASLT_CALL(
        library,
        cublasLtMatmulPreferenceSetAttribute(preference.get(), attribute, value,
                                             bytes),
        where + ": setting preference " + std::to_string(attribute));
    return Status();
  };
  AMPRT_RETURN_IF_ERROR(setPreference(kCUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES,
                                      &workspaceBytes, sizeof(workspaceBytes)));
  AMPRT_RETURN_IF_ERROR(
      setPreference(kCUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK,
                    &mapped.reductionSchemes, sizeof(mapped.reductionSchemes)));
  struct Alignment {
    uint32_t attribute;
    uint32_t bytes;
  };
  for (const Alignment &alignment :
       {Alignment{kCUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES,
                  mapped.first.alignment},
        Alignment{kCUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES,
                  mapped.second.alignment},
        Alignment{kCUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES,
                  mapped.result.alignment},
        Alignment{kCUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES,
                  mapped.result.alignment}})
    AMPRT_RETURN_IF_ERROR(setPreference(alignment.attribute, &alignment.bytes,
                                        sizeof(alignment.bytes)));
  return Status();
}

Status GemmPlan::chooseAlgorithm(cublasLtHandle_t handle,
                                 const amprt_gemm &gemm,
                                 const std::string &where) {
  cublasLtMatmulHeuristicResult_t results[kRequestedAlgorithms] = {};
  int found = 0;
  cublasStatus_t status = api->cublasLtMatmulAlgoGetHeuristic(
      handle, desc.get(), first.get(), second.get(), result.get(), result.get(),
      preference.get(), kRequestedAlgorithms, results, &found);
  if (status == kCUBLAS_STATUS_SUCCESS) {
    for (int i = 0; i < found; ++i) {
      if (results[i].state != kCUBLAS_STATUS_SUCCESS)
        continue;
      algorithm = results[i].algo;
      return Status();
    }
    status = kCUBLAS_STATUS_NOT_SUPPORTED;
  }
  return blasLtError(*api, status,
                     where + ": choosing a cuBLASLt " +
                         formatBlasLtVersion(api->cublasLtGetVersion()) +
                         " algorithm for " + describeGemm(gemm),
                     __FILE__, __LINE__);
}

cublasStatus_t GemmPlan::run(cublasLtHandle_t handle, const void *a,
                             const void *b, void *c, const void *bias,
                             const GemmWorkspace &workspace,
                             CUstream stream) const {
  if (hasBias)
    if (cublasStatus_t status = api->cublasLtMatmulDescSetAttribute(
            desc.get(), kCUBLASLT_MATMUL_DESC_BIAS_POINTER, &bias,
            sizeof(bias)))
      return status;
  // cuBLASLt reads its alpha and beta in the scale type.
  static const double kScales64[] = {1, 0};
  static const float kScales32[] = {1, 0};
  const void *alpha = scalesAreF64 ? static_cast<const void *>(&kScales64[0])
                                   : static_cast<const void *>(&kScales32[0]);
  const void *beta = scalesAreF64 ? static_cast<const void *>(&kScales64[1])
                                  : static_cast<const void *>(&kScales32[1]);
  return api->cublasLtMatmul(handle, desc.get(), alpha, b, first.get(), a,
                             second.get(), beta, c, result.get(), c,
                             result.get(), &algorithm, workspace.address,
                             workspace.bytes, stream);
}
