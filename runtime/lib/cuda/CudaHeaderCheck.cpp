//===- CudaHeaderCheck.cpp - Checks CudaApi.h against the toolkit ---------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiled only where CMake finds the toolkit's headers; holds no code. Every
// value and signature of CudaApi.h is compared with NVIDIA's, so that a mistake
// or a change is found without a GPU.
//
//===----------------------------------------------------------------------===//

#include "BlasLtSpelling.h"

#include <cuda.h>

#include <type_traits>

static_assert(CUDA_VERSION >= 12000, "the headers of CUDA 12.0 are the oldest "
                                     "that declare what CudaApi.h does");

namespace amp::rt::cuda {

namespace {

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static_assert(isSame<CUresult, ::CUresult>);
static_assert(isSame<CUdeviceptr, ::CUdeviceptr>);
static_assert(isSame<cublasStatus_t, ::cublasStatus_t>);
static_assert(isSame<cudaDataType_t, ::cudaDataType_t>);
static_assert(isSame<CUstream, ::cudaStream_t>);

static_assert(sizeof(cublasLtMatmulAlgo_t) == sizeof(::cublasLtMatmulAlgo_t));
static_assert(alignof(cublasLtMatmulAlgo_t) == alignof(::cublasLtMatmulAlgo_t));

using OurResult = cublasLtMatmulHeuristicResult_t;
using TheirResult = ::cublasLtMatmulHeuristicResult_t;
static_assert(sizeof(OurResult) == sizeof(TheirResult));
static_assert(alignof(OurResult) == alignof(TheirResult));
static_assert(offsetof(OurResult, algo) == offsetof(TheirResult, algo));
static_assert(offsetof(OurResult, workspaceSize) ==
              offsetof(TheirResult, workspaceSize));
static_assert(offsetof(OurResult, state) == offsetof(TheirResult, state));
static_assert(offsetof(OurResult, wavesCount) ==
              offsetof(TheirResult, wavesCount));
static_assert(isSame<decltype(OurResult::state), decltype(TheirResult::state)>);

//===----------------------------------------------------------------------===//
// Values and functions
//===----------------------------------------------------------------------===//

#define CHECK_VALUE(NAME, VALUE)                                               \
  static_assert(static_cast<uint32_t>(::NAME) == (VALUE),                      \
                #NAME " differs from the toolkit's");
AMPRT_CUDA_DRIVER_VALUES(CHECK_VALUE)
AMPRT_CUBLASLT_VALUES(CHECK_VALUE)

// cuda.h may turn SYMBOL into a later version of the function here; what we
// call must then have the same signature.
#define CHECK_DRIVER_FUNCTION(SYMBOL, PARAMETERS)                              \
  static_assert(isSame<CUresult PARAMETERS, decltype(::SYMBOL)>,               \
                #SYMBOL " differs from the toolkit's");
AMPRT_CUDA_DRIVER_FUNCTIONS(CHECK_DRIVER_FUNCTION)

#define CHECK_BLASLT_FUNCTION(RESULT, SYMBOL, PARAMETERS)                      \
  static_assert(isSame<RESULT PARAMETERS, decltype(::SYMBOL)>,                 \
                #SYMBOL " differs from the toolkit's");
AMPRT_CUBLASLT_FUNCTIONS(CHECK_BLASLT_FUNCTION)

} // namespace
} // namespace amp::rt::cuda
