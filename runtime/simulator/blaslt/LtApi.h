//===- LtApi.h - What CudaApi.h lacks of cuBLASLt ---------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values and functions of cuBLASLt that the backend does not use and the
// simulation knows, in the manner of CudaApi.h. HeaderCheck.cpp compares them
// with NVIDIA's headers where a build finds these.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_SIMULATOR_BLASLT_LTAPI_H
#define AMP_RUNTIME_SIMULATOR_BLASLT_LTAPI_H

#include "CudaApi.h"

namespace amp::rt::simulator {

using cublasLtMatmulAlgoConfigAttributes_t = uint32_t;

/// X(NAME, VALUE) for each value that CudaApi.h does not declare.
#define AMPRT_SIMULATED_BLASLT_VALUES(X)                                       \
  X(CUBLAS_STATUS_MAPPING_ERROR, 11)                                           \
  X(CUBLAS_STATUS_INTERNAL_ERROR, 14)                                          \
  X(CUBLAS_STATUS_LICENSE_ERROR, 16)                                           \
  X(CUBLAS_COMPUTE_16F, 64)                                                    \
  X(CUBLAS_COMPUTE_16F_PEDANTIC, 65)                                           \
  X(CUBLAS_COMPUTE_32F_PEDANTIC, 69)                                           \
  X(CUBLAS_COMPUTE_64F_PEDANTIC, 71)                                           \
  X(CUBLAS_COMPUTE_32I, 72)                                                    \
  X(CUBLAS_COMPUTE_32I_PEDANTIC, 73)                                           \
  X(CUBLAS_COMPUTE_32F_FAST_16F, 74)                                           \
  X(CUBLAS_COMPUTE_32F_FAST_16BF, 75)                                          \
  X(CUDA_R_8I, 3)                                                              \
  X(CUDA_R_32I, 10)                                                            \
  X(CUBLAS_OP_C, 2)                                                            \
  X(CUBLAS_FILL_MODE_LOWER, 0)                                                 \
  X(CUBLAS_FILL_MODE_FULL, 2)                                                  \
  X(CUBLASLT_ORDER_COL, 0)                                                     \
  X(CUBLASLT_ORDER_ROW, 1)                                                     \
  X(CUBLASLT_ORDER_COL32, 2)                                                   \
  X(CUBLASLT_ORDER_COL32_2R_4R4, 4)                                            \
  X(CUBLASLT_POINTER_MODE_HOST, 0)                                             \
  X(CUBLASLT_POINTER_MODE_DEVICE, 1)                                           \
  X(CUBLASLT_POINTER_MODE_DEVICE_VECTOR, 2)                                    \
  X(CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_HOST, 4)                    \
  X(CUBLASLT_MATMUL_DESC_COMPUTE_TYPE, 0)                                      \
  X(CUBLASLT_MATMUL_DESC_SCALE_TYPE, 1)                                        \
  X(CUBLASLT_MATMUL_DESC_POINTER_MODE, 2)                                      \
  X(CUBLASLT_MATMUL_DESC_TRANSC, 5)                                            \
  X(CUBLASLT_MATMUL_DESC_FILL_MODE, 6)                                         \
  X(CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE, 10)                                \
  X(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, 11)                             \
  X(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, 12)                                  \
  X(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE, 13)                        \
  X(CUBLASLT_MATMUL_DESC_ALPHA_VECTOR_BATCH_STRIDE, 14)                        \
  X(CUBLASLT_MATMUL_DESC_SM_COUNT_TARGET, 15)                                  \
  X(CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, 17)                                  \
  X(CUBLASLT_MATMUL_DESC_B_SCALE_POINTER, 18)                                  \
  X(CUBLASLT_MATMUL_DESC_C_SCALE_POINTER, 19)                                  \
  X(CUBLASLT_MATMUL_DESC_D_SCALE_POINTER, 20)                                  \
  X(CUBLASLT_MATMUL_DESC_AMAX_D_POINTER, 21)                                   \
  X(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE, 22)                           \
  X(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_SCALE_POINTER, 23)                       \
  X(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_AMAX_POINTER, 24)                        \
  X(CUBLASLT_MATMUL_DESC_FAST_ACCUM, 25)                                       \
  X(CUBLASLT_EPILOGUE_RELU, 2)                                                 \
  X(CUBLASLT_EPILOGUE_RELU_AUX, 130)                                           \
  X(CUBLASLT_EPILOGUE_RELU_BIAS, 6)                                            \
  X(CUBLASLT_EPILOGUE_RELU_AUX_BIAS, 134)                                      \
  X(CUBLASLT_EPILOGUE_DRELU, 136)                                              \
  X(CUBLASLT_EPILOGUE_DRELU_BGRAD, 152)                                        \
  X(CUBLASLT_EPILOGUE_GELU, 32)                                                \
  X(CUBLASLT_EPILOGUE_GELU_AUX, 160)                                           \
  X(CUBLASLT_EPILOGUE_GELU_BIAS, 36)                                           \
  X(CUBLASLT_EPILOGUE_GELU_AUX_BIAS, 164)                                      \
  X(CUBLASLT_EPILOGUE_DGELU, 192)                                              \
  X(CUBLASLT_EPILOGUE_DGELU_BGRAD, 208)                                        \
  X(CUBLASLT_EPILOGUE_BGRADA, 256)                                             \
  X(CUBLASLT_EPILOGUE_BGRADB, 512)                                             \
  X(CUBLASLT_MATRIX_LAYOUT_TYPE, 0)                                            \
  X(CUBLASLT_MATRIX_LAYOUT_ORDER, 1)                                           \
  X(CUBLASLT_MATRIX_LAYOUT_ROWS, 2)                                            \
  X(CUBLASLT_MATRIX_LAYOUT_COLS, 3)                                            \
  X(CUBLASLT_MATRIX_LAYOUT_LD, 4)                                              \
  X(CUBLASLT_MATRIX_LAYOUT_PLANE_OFFSET, 7)                                    \
  X(CUBLASLT_MATMUL_PREF_SEARCH_MODE, 0)                                       \
  X(CUBLASLT_MATMUL_PREF_MAX_WAVES_COUNT, 9)                                   \
  X(CUBLASLT_MATMUL_PREF_IMPL_MASK, 12)                                        \
  X(CUBLASLT_SEARCH_BEST_FIT, 0)                                               \
  X(CUBLASLT_REDUCTION_SCHEME_MASK, 7)                                         \
  X(CUBLASLT_MATMUL_TILE_UNDEFINED, 0)                                         \
  X(CUBLASLT_MATMUL_TILE_64x64, 15)                                            \
  X(CUBLASLT_MATMUL_TILE_128x128, 20)                                          \
  X(CUBLASLT_ALGO_CONFIG_ID, 0)                                                \
  X(CUBLASLT_ALGO_CONFIG_TILE_ID, 1)                                           \
  X(CUBLASLT_ALGO_CONFIG_SPLITK_NUM, 2)                                        \
  X(CUBLASLT_ALGO_CONFIG_REDUCTION_SCHEME, 3)                                  \
  X(CUBLASLT_ALGO_CONFIG_CTA_SWIZZLING, 4)                                     \
  X(CUBLASLT_ALGO_CONFIG_CUSTOM_OPTION, 5)                                     \
  X(CUBLASLT_ALGO_CONFIG_STAGES_ID, 6)

/// X(NAME, VALUE) for values that the headers of CUDA 12.0 lack: they came with
/// later versions and are compared where the headers are of CUDA 13.
#define AMPRT_SIMULATED_BLASLT_LATER_VALUES(X)                                 \
  X(CUBLAS_COMPUTE_32F_EMULATED_16BFX9, 78)                                    \
  X(CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT, 79)                                \
  X(CUBLASLT_MATRIX_LAYOUT_BATCH_MODE, 8)                                      \
  X(CUBLASLT_MATMUL_DESC_A_SCALE_MODE, 31)                                     \
  X(CUBLASLT_MATMUL_DESC_B_SCALE_MODE, 32)                                     \
  X(CUBLASLT_MATMUL_DESC_C_SCALE_MODE, 33)                                     \
  X(CUBLASLT_MATMUL_DESC_D_SCALE_MODE, 34)                                     \
  X(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_SCALE_MODE, 35)                          \
  X(CUBLASLT_MATMUL_DESC_D_OUT_SCALE_POINTER, 36)                              \
  X(CUBLASLT_MATMUL_DESC_D_OUT_SCALE_MODE, 37)                                 \
  X(CUBLASLT_MATMUL_DESC_EMULATION_DESCRIPTOR, 38)

/// X(RESULT, SYMBOL, PARAMETERS) for each function that CudaApi.h does not
/// declare.
#define AMPRT_SIMULATED_BLASLT_FUNCTIONS(X)                                    \
  X(cublasStatus_t, cublasLtMatmulDescGetAttribute,                            \
    (cublasLtMatmulDesc_t desc, cublasLtMatmulDescAttributes_t attribute,      \
     void *value, size_t bytes, size_t *written))                              \
  X(cublasStatus_t, cublasLtMatrixLayoutGetAttribute,                          \
    (cublasLtMatrixLayout_t layout, cublasLtMatrixLayoutAttribute_t attribute, \
     void *value, size_t bytes, size_t *written))                              \
  X(cublasStatus_t, cublasLtMatmulPreferenceGetAttribute,                      \
    (cublasLtMatmulPreference_t preference,                                    \
     cublasLtMatmulPreferenceAttributes_t attribute, void *value,              \
     size_t bytes, size_t *written))                                           \
  X(cublasStatus_t, cublasLtMatmulAlgoCheck,                                   \
    (cublasLtHandle_t handle, cublasLtMatmulDesc_t desc,                       \
     cublasLtMatrixLayout_t a, cublasLtMatrixLayout_t b,                       \
     cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d,                       \
     const cublasLtMatmulAlgo_t *algo,                                         \
     cublasLtMatmulHeuristicResult_t *result))                                 \
  X(cublasStatus_t, cublasLtMatmulAlgoGetIds,                                  \
    (cublasLtHandle_t handle, cublasComputeType_t compute,                     \
     cudaDataType_t scale, cudaDataType_t a, cudaDataType_t b,                 \
     cudaDataType_t c, cudaDataType_t d, int requested, int *ids,              \
     int *returned))                                                           \
  X(cublasStatus_t, cublasLtMatmulAlgoInit,                                    \
    (cublasLtHandle_t handle, cublasComputeType_t compute,                     \
     cudaDataType_t scale, cudaDataType_t a, cudaDataType_t b,                 \
     cudaDataType_t c, cudaDataType_t d, int id, cublasLtMatmulAlgo_t *algo))  \
  X(cublasStatus_t, cublasLtMatmulAlgoConfigGetAttribute,                      \
    (const cublasLtMatmulAlgo_t *algo,                                         \
     cublasLtMatmulAlgoConfigAttributes_t attribute, void *value,              \
     size_t bytes, size_t *written))

#define AMPRT_DECLARE_VALUE(NAME, VALUE)                                       \
  inline constexpr uint32_t k##NAME = VALUE;
AMPRT_SIMULATED_BLASLT_VALUES(AMPRT_DECLARE_VALUE)
AMPRT_SIMULATED_BLASLT_LATER_VALUES(AMPRT_DECLARE_VALUE)
#undef AMPRT_DECLARE_VALUE

} // namespace amp::rt::simulator

#endif // AMP_RUNTIME_SIMULATOR_BLASLT_LTAPI_H
