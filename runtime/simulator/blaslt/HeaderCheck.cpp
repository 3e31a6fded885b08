//===- HeaderCheck.cpp - Checks LtApi.h against the toolkit ---------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiled only where CMake finds the toolkit's headers; holds no code. The
// counterpart of CudaHeaderCheck.cpp for what the simulation declares.
//
//===----------------------------------------------------------------------===//

#include "LtApi.h"

#include "BlasLtSpelling.h"

#include <cuda.h>

namespace amp::rt::simulator {
namespace {

#define CHECK_VALUE(NAME, VALUE)                                               \
  static_assert(static_cast<uint32_t>(::NAME) == (VALUE),                      \
                #NAME " differs from the toolkit's");
AMPRT_SIMULATED_BLASLT_VALUES(CHECK_VALUE)
#if CUDA_VERSION >= 13000
AMPRT_SIMULATED_BLASLT_LATER_VALUES(CHECK_VALUE)
#endif

// The names of the parameters' types are those of CudaApi.h.
namespace ours {
using amp::rt::cuda::cublasComputeType_t;
using amp::rt::cuda::cublasLtHandle_t;
using amp::rt::cuda::cublasLtMatmulAlgo_t;
using amp::rt::cuda::cublasLtMatmulDesc_t;
using amp::rt::cuda::cublasLtMatmulDescAttributes_t;
using amp::rt::cuda::cublasLtMatmulHeuristicResult_t;
using amp::rt::cuda::cublasLtMatmulPreference_t;
using amp::rt::cuda::cublasLtMatmulPreferenceAttributes_t;
using amp::rt::cuda::cublasLtMatrixLayout_t;
using amp::rt::cuda::cublasLtMatrixLayoutAttribute_t;
using amp::rt::cuda::cublasStatus_t;
using amp::rt::cuda::cudaDataType_t;
using amp::rt::simulator::cublasLtMatmulAlgoConfigAttributes_t;

#define CHECK_FUNCTION(RESULT, SYMBOL, PARAMETERS)                             \
  static_assert(cuda::isSame<RESULT PARAMETERS, decltype(::SYMBOL)>,           \
                #SYMBOL " differs from the toolkit's");
AMPRT_SIMULATED_BLASLT_FUNCTIONS(CHECK_FUNCTION)
} // namespace ours

} // namespace
} // namespace amp::rt::simulator
