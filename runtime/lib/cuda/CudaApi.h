//===- CudaApi.h - The CUDA functions and values in use ---------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of the C ABI of the CUDA driver and of cuBLASLt that this backend
// uses, declared by hand: the backend is built without a toolkit and opens the
// libraries when a device is asked for. Names are those of NVIDIA's headers.
//
// The values and signatures were checked against the headers of CUDA 13.0
// (cuBLASLt 13.1.0). CudaHeaderCheck.cpp checks them again in every build that
// finds a toolkit. Enumerations are passed as uint32_t, the type that the C ABI
// gives to an enumeration without negative values.
//
// Include this file before NVIDIA's headers where both are needed: cuda.h
// defines macros with some of the names below.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_CUDA_CUDAAPI_H
#define AMP_RUNTIME_CUDA_CUDAAPI_H

#include <cstddef>
#include <cstdint>

// Tags of the opaque objects, in the global namespace as in NVIDIA's headers.
struct CUctx_st;
struct CUmod_st;
struct CUfunc_st;
struct CUstream_st;
struct CUevent_st;
struct CUgraph_st;
struct CUgraphExec_st;
struct cublasLtContext;

namespace amp::rt::cuda {

//===----------------------------------------------------------------------===//
// Driver
//===----------------------------------------------------------------------===//

using CUresult = uint32_t;
using CUdevice = int;
using CUdeviceptr = unsigned long long;
using CUcontext = ::CUctx_st *;
using CUmodule = ::CUmod_st *;
using CUfunction = ::CUfunc_st *;
using CUstream = ::CUstream_st *;
using CUevent = ::CUevent_st *;
using CUgraph = ::CUgraph_st *;
using CUgraphExec = ::CUgraphExec_st *;
using CUdevice_attribute = uint32_t;
using CUfunction_attribute = uint32_t;
using CUjit_option = uint32_t;
using CUstreamCaptureMode = uint32_t;

/// X(NAME, VALUE) for each value of an enumeration of cuda.h in use.
#define AMPRT_CUDA_DRIVER_VALUES(X)                                            \
  X(CUDA_SUCCESS, 0)                                                           \
  X(CUDA_ERROR_INVALID_VALUE, 1)                                               \
  X(CUDA_ERROR_OUT_OF_MEMORY, 2)                                               \
  X(CUDA_ERROR_STUB_LIBRARY, 34)                                               \
  X(CUDA_ERROR_DEVICE_UNAVAILABLE, 46)                                         \
  X(CUDA_ERROR_NO_DEVICE, 100)                                                 \
  X(CUDA_ERROR_INVALID_DEVICE, 101)                                            \
  X(CUDA_ERROR_INVALID_IMAGE, 200)                                             \
  X(CUDA_ERROR_NO_BINARY_FOR_GPU, 209)                                         \
  X(CUDA_ERROR_ECC_UNCORRECTABLE, 214)                                         \
  X(CUDA_ERROR_INVALID_PTX, 218)                                               \
  X(CUDA_ERROR_NVLINK_UNCORRECTABLE, 220)                                      \
  X(CUDA_ERROR_UNSUPPORTED_PTX_VERSION, 222)                                   \
  X(CUDA_ERROR_NOT_FOUND, 500)                                                 \
  X(CUDA_ERROR_ILLEGAL_ADDRESS, 700)                                           \
  X(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, 701)                                   \
  X(CUDA_ERROR_LAUNCH_TIMEOUT, 702)                                            \
  X(CUDA_ERROR_CONTEXT_IS_DESTROYED, 709)                                      \
  X(CUDA_ERROR_ASSERT, 710)                                                    \
  X(CUDA_ERROR_HARDWARE_STACK_ERROR, 714)                                      \
  X(CUDA_ERROR_ILLEGAL_INSTRUCTION, 715)                                       \
  X(CUDA_ERROR_MISALIGNED_ADDRESS, 716)                                        \
  X(CUDA_ERROR_INVALID_ADDRESS_SPACE, 717)                                     \
  X(CUDA_ERROR_INVALID_PC, 718)                                                \
  X(CUDA_ERROR_LAUNCH_FAILED, 719)                                             \
  X(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 16)                              \
  X(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 75)                          \
  X(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, 76)                          \
  X(CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, 0)                                \
  X(CU_JIT_ERROR_LOG_BUFFER, 5)                                                \
  X(CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, 6)                                     \
  X(CU_STREAM_NON_BLOCKING, 1)                                                 \
  X(CU_STREAM_CAPTURE_MODE_THREAD_LOCAL, 1)                                    \
  X(CU_EVENT_DEFAULT, 0)                                                       \
  X(CU_EVENT_DISABLE_TIMING, 2)

/// X(SYMBOL, PARAMETERS) for each driver function in use; all give CUresult.
/// SYMBOL is the name in the library, with its version. cuEventElapsedTime is
/// the first version: a driver of CUDA 12.0 has no other.
#define AMPRT_CUDA_DRIVER_FUNCTIONS(X)                                         \
  X(cuInit, (unsigned flags))                                                  \
  X(cuDriverGetVersion, (int *version))                                        \
  X(cuGetErrorName, (CUresult error, const char **name))                       \
  X(cuGetErrorString, (CUresult error, const char **text))                     \
  X(cuDeviceGetCount, (int *count))                                            \
  X(cuDeviceGet, (CUdevice * device, int ordinal))                             \
  X(cuDeviceGetName, (char *name, int bytes, CUdevice device))                 \
  X(cuDeviceGetAttribute,                                                      \
    (int *value, CUdevice_attribute attribute, CUdevice device))               \
  X(cuDeviceTotalMem_v2, (size_t *bytes, CUdevice device))                     \
  X(cuDevicePrimaryCtxRetain, (CUcontext * context, CUdevice device))          \
  X(cuDevicePrimaryCtxRelease_v2, (CUdevice device))                           \
  X(cuCtxPushCurrent_v2, (CUcontext context))                                  \
  X(cuCtxPopCurrent_v2, (CUcontext * context))                                 \
  X(cuStreamCreate, (CUstream * stream, unsigned flags))                       \
  X(cuStreamDestroy_v2, (CUstream stream))                                     \
  X(cuStreamSynchronize, (CUstream stream))                                    \
  X(cuMemAlloc_v2, (CUdeviceptr * address, size_t bytes))                      \
  X(cuMemFree_v2, (CUdeviceptr address))                                       \
  X(cuMemAllocHost_v2, (void **address, size_t bytes))                         \
  X(cuMemFreeHost, (void *address))                                            \
  X(cuMemcpyHtoDAsync_v2,                                                      \
    (CUdeviceptr target, const void *source, size_t bytes, CUstream stream))   \
  X(cuMemcpyDtoHAsync_v2,                                                      \
    (void *target, CUdeviceptr source, size_t bytes, CUstream stream))         \
  X(cuMemcpyDtoDAsync_v2,                                                      \
    (CUdeviceptr target, CUdeviceptr source, size_t bytes, CUstream stream))   \
  X(cuMemsetD8Async,                                                           \
    (CUdeviceptr target, unsigned char value, size_t count, CUstream stream))  \
  X(cuMemsetD16Async,                                                          \
    (CUdeviceptr target, unsigned short value, size_t count, CUstream stream)) \
  X(cuMemsetD32Async,                                                          \
    (CUdeviceptr target, unsigned value, size_t count, CUstream stream))       \
  X(cuModuleLoadDataEx,                                                        \
    (CUmodule * module, const void *image, unsigned num_options,               \
     CUjit_option *options, void **values))                                    \
  X(cuModuleUnload, (CUmodule module))                                         \
  X(cuModuleGetFunction,                                                       \
    (CUfunction * function, CUmodule module, const char *name))                \
  X(cuFuncGetAttribute,                                                        \
    (int *value, CUfunction_attribute attribute, CUfunction function))         \
  X(cuLaunchKernel,                                                            \
    (CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,   \
     unsigned block_x, unsigned block_y, unsigned block_z,                     \
     unsigned shared_bytes, CUstream stream, void **parameters, void **extra)) \
  X(cuEventCreate, (CUevent * event, unsigned flags))                          \
  X(cuEventDestroy_v2, (CUevent event))                                        \
  X(cuEventRecord, (CUevent event, CUstream stream))                           \
  X(cuEventSynchronize, (CUevent event))                                       \
  X(cuStreamWaitEvent, (CUstream stream, CUevent event, unsigned flags))       \
  X(cuEventElapsedTime, (float *milliseconds, CUevent start, CUevent end))     \
  X(cuStreamBeginCapture_v2, (CUstream stream, CUstreamCaptureMode mode))      \
  X(cuStreamEndCapture, (CUstream stream, CUgraph * graph))                    \
  X(cuGraphInstantiateWithFlags,                                               \
    (CUgraphExec * exec, CUgraph graph, unsigned long long flags))             \
  X(cuGraphLaunch, (CUgraphExec exec, CUstream stream))                        \
  X(cuGraphExecDestroy, (CUgraphExec exec))                                    \
  X(cuGraphDestroy, (CUgraph graph))

//===----------------------------------------------------------------------===//
// cuBLASLt
//===----------------------------------------------------------------------===//

using cublasStatus_t = uint32_t;
using cublasComputeType_t = uint32_t;
using cudaDataType_t = uint32_t;
using cublasLtMatmulDescAttributes_t = uint32_t;
using cublasLtMatrixLayoutAttribute_t = uint32_t;
using cublasLtMatmulPreferenceAttributes_t = uint32_t;

struct MatmulDescOpaque;
struct MatrixLayoutOpaque;
struct MatmulPreferenceOpaque;
using cublasLtHandle_t = ::cublasLtContext *;
using cublasLtMatmulDesc_t = MatmulDescOpaque *;
using cublasLtMatrixLayout_t = MatrixLayoutOpaque *;
using cublasLtMatmulPreference_t = MatmulPreferenceOpaque *;

struct cublasLtMatmulAlgo_t {
  uint64_t data[8];
};

struct cublasLtMatmulHeuristicResult_t {
  cublasLtMatmulAlgo_t algo;
  size_t workspaceSize;
  cublasStatus_t state;
  float wavesCount;
  int reserved[4];
};

/// X(NAME, VALUE) for each value of an enumeration of cuBLASLt's headers in
/// use.
#define AMPRT_CUBLASLT_VALUES(X)                                               \
  X(CUBLAS_STATUS_SUCCESS, 0)                                                  \
  X(CUBLAS_STATUS_NOT_INITIALIZED, 1)                                          \
  X(CUBLAS_STATUS_ALLOC_FAILED, 3)                                             \
  X(CUBLAS_STATUS_INVALID_VALUE, 7)                                            \
  X(CUBLAS_STATUS_ARCH_MISMATCH, 8)                                            \
  X(CUBLAS_STATUS_EXECUTION_FAILED, 13)                                        \
  X(CUBLAS_STATUS_NOT_SUPPORTED, 15)                                           \
  X(CUBLAS_COMPUTE_32F, 68)                                                    \
  X(CUBLAS_COMPUTE_32F_FAST_TF32, 77)                                          \
  X(CUBLAS_COMPUTE_64F, 70)                                                    \
  X(CUDA_R_32F, 0)                                                             \
  X(CUDA_R_64F, 1)                                                             \
  X(CUDA_R_16F, 2)                                                             \
  X(CUDA_R_16BF, 14)                                                           \
  X(CUBLAS_OP_N, 0)                                                            \
  X(CUBLAS_OP_T, 1)                                                            \
  X(CUBLASLT_MATMUL_DESC_TRANSA, 3)                                            \
  X(CUBLASLT_MATMUL_DESC_TRANSB, 4)                                            \
  X(CUBLASLT_MATMUL_DESC_EPILOGUE, 7)                                          \
  X(CUBLASLT_MATMUL_DESC_BIAS_POINTER, 8)                                      \
  X(CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, 26)                                   \
  X(CUBLASLT_EPILOGUE_DEFAULT, 1)                                              \
  X(CUBLASLT_EPILOGUE_BIAS, 4)                                                 \
  X(CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, 5)                                     \
  X(CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, 6)                            \
  X(CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, 1)                               \
  X(CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK, 3)                             \
  X(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, 5)                             \
  X(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES, 6)                             \
  X(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, 7)                             \
  X(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES, 8)                             \
  X(CUBLASLT_REDUCTION_SCHEME_NONE, 0)                                         \
  X(CUBLASLT_REDUCTION_SCHEME_INPLACE, 1)                                      \
  X(CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE, 2)                                 \
  X(CUBLASLT_REDUCTION_SCHEME_OUTPUT_TYPE, 4)

/// X(RESULT, SYMBOL, PARAMETERS) for each cuBLASLt function in use.
#define AMPRT_CUBLASLT_FUNCTIONS(X)                                            \
  X(size_t, cublasLtGetVersion, ())                                            \
  X(const char *, cublasLtGetStatusName, (cublasStatus_t status))              \
  X(const char *, cublasLtGetStatusString, (cublasStatus_t status))            \
  X(cublasStatus_t, cublasLtCreate, (cublasLtHandle_t * handle))               \
  X(cublasStatus_t, cublasLtDestroy, (cublasLtHandle_t handle))                \
  X(cublasStatus_t, cublasLtMatmulDescCreate,                                  \
    (cublasLtMatmulDesc_t * desc, cublasComputeType_t compute,                 \
     cudaDataType_t scale))                                                    \
  X(cublasStatus_t, cublasLtMatmulDescDestroy, (cublasLtMatmulDesc_t desc))    \
  X(cublasStatus_t, cublasLtMatmulDescSetAttribute,                            \
    (cublasLtMatmulDesc_t desc, cublasLtMatmulDescAttributes_t attribute,      \
     const void *value, size_t bytes))                                         \
  X(cublasStatus_t, cublasLtMatrixLayoutCreate,                                \
    (cublasLtMatrixLayout_t * layout, cudaDataType_t type, uint64_t rows,      \
     uint64_t cols, int64_t ld))                                               \
  X(cublasStatus_t, cublasLtMatrixLayoutDestroy,                               \
    (cublasLtMatrixLayout_t layout))                                           \
  X(cublasStatus_t, cublasLtMatrixLayoutSetAttribute,                          \
    (cublasLtMatrixLayout_t layout, cublasLtMatrixLayoutAttribute_t attribute, \
     const void *value, size_t bytes))                                         \
  X(cublasStatus_t, cublasLtMatmulPreferenceCreate,                            \
    (cublasLtMatmulPreference_t * preference))                                 \
  X(cublasStatus_t, cublasLtMatmulPreferenceDestroy,                           \
    (cublasLtMatmulPreference_t preference))                                   \
  X(cublasStatus_t, cublasLtMatmulPreferenceSetAttribute,                      \
    (cublasLtMatmulPreference_t preference,                                    \
     cublasLtMatmulPreferenceAttributes_t attribute, const void *value,        \
     size_t bytes))                                                            \
  X(cublasStatus_t, cublasLtMatmulAlgoGetHeuristic,                            \
    (cublasLtHandle_t handle, cublasLtMatmulDesc_t desc,                       \
     cublasLtMatrixLayout_t a, cublasLtMatrixLayout_t b,                       \
     cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d,                       \
     cublasLtMatmulPreference_t preference, int requested,                     \
     cublasLtMatmulHeuristicResult_t *results, int *returned))                 \
  X(cublasStatus_t, cublasLtMatmul,                                            \
    (cublasLtHandle_t handle, cublasLtMatmulDesc_t desc, const void *alpha,    \
     const void *a, cublasLtMatrixLayout_t layout_a, const void *b,            \
     cublasLtMatrixLayout_t layout_b, const void *beta, const void *c,         \
     cublasLtMatrixLayout_t layout_c, void *d,                                 \
     cublasLtMatrixLayout_t layout_d, const cublasLtMatmulAlgo_t *algo,        \
     void *workspace, size_t workspace_bytes, CUstream stream))

//===----------------------------------------------------------------------===//
// Values and tables
//===----------------------------------------------------------------------===//

#define AMPRT_DECLARE_VALUE(NAME, VALUE)                                       \
  inline constexpr uint32_t k##NAME = VALUE;
AMPRT_CUDA_DRIVER_VALUES(AMPRT_DECLARE_VALUE)
AMPRT_CUBLASLT_VALUES(AMPRT_DECLARE_VALUE)
#undef AMPRT_DECLARE_VALUE

/// The functions of an opened driver library.
struct DriverApi {
#define AMPRT_DECLARE_FUNCTION(SYMBOL, PARAMETERS)                             \
  CUresult(*SYMBOL) PARAMETERS = nullptr;
  AMPRT_CUDA_DRIVER_FUNCTIONS(AMPRT_DECLARE_FUNCTION)
#undef AMPRT_DECLARE_FUNCTION
};

/// The functions of an opened cuBLASLt library.
struct BlasLtApi {
#define AMPRT_DECLARE_FUNCTION(RESULT, SYMBOL, PARAMETERS)                     \
  RESULT(*SYMBOL) PARAMETERS = nullptr;
  AMPRT_CUBLASLT_FUNCTIONS(AMPRT_DECLARE_FUNCTION)
#undef AMPRT_DECLARE_FUNCTION
};

} // namespace amp::rt::cuda

#endif // AMP_RUNTIME_CUDA_CUDAAPI_H
