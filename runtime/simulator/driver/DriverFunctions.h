//===- DriverFunctions.h - What CudaApi.h has not ---------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The functions and values of cuda.h that the simulated driver has beyond those
// of CudaApi.h, in the same form. DriverHeaderTest.cpp compares them with
// NVIDIA's header in every build that finds one.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_SIMULATOR_DRIVER_DRIVERFUNCTIONS_H
#define AMP_RUNTIME_SIMULATOR_DRIVER_DRIVERFUNCTIONS_H

#include "CudaApi.h"

struct CUgraphNode_st;

namespace amp::rt::simulator {

using cuda::CUcontext;
using cuda::CUdevice;
using cuda::CUdevice_attribute;
using cuda::CUdeviceptr;
using cuda::CUevent;
using cuda::CUfunction;
using cuda::CUfunction_attribute;
using cuda::CUgraph;
using cuda::CUgraphExec;
using cuda::CUjit_option;
using cuda::CUmodule;
using cuda::CUresult;
using cuda::CUstream;
using cuda::CUstreamCaptureMode;

using CUgraphNode = ::CUgraphNode_st *;
using CUstreamCaptureStatus = uint32_t;
using CUpointer_attribute = uint32_t;
using CUhostFn = void (*)(void *);

struct CUgraphExecUpdateResultInfo {
  uint32_t result;
  CUgraphNode errorNode;
  CUgraphNode errorFromNode;
};

/// X(NAME, VALUE) for each value in use that CudaApi.h has not.
#define AMPRT_SIMULATOR_VALUES(X)                                              \
  X(CUDA_ERROR_NOT_INITIALIZED, 3)                                             \
  X(CUDA_ERROR_INVALID_CONTEXT, 201)                                           \
  X(CUDA_ERROR_INVALID_HANDLE, 400)                                            \
  X(CUDA_ERROR_ILLEGAL_STATE, 401)                                             \
  X(CUDA_ERROR_NOT_READY, 600)                                                 \
  X(CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED, 712)                            \
  X(CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED, 713)                                \
  X(CUDA_ERROR_NOT_PERMITTED, 800)                                             \
  X(CUDA_ERROR_NOT_SUPPORTED, 801)                                             \
  X(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, 900)                                \
  X(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, 901)                                \
  X(CUDA_ERROR_STREAM_CAPTURE_MERGE, 902)                                      \
  X(CUDA_ERROR_STREAM_CAPTURE_UNMATCHED, 903)                                  \
  X(CUDA_ERROR_STREAM_CAPTURE_UNJOINED, 904)                                   \
  X(CUDA_ERROR_STREAM_CAPTURE_ISOLATION, 905)                                  \
  X(CUDA_ERROR_STREAM_CAPTURE_IMPLICIT, 906)                                   \
  X(CUDA_ERROR_CAPTURED_EVENT, 907)                                            \
  X(CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD, 908)                               \
  X(CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE, 910)                                 \
  X(CUDA_ERROR_UNKNOWN, 999)                                                   \
  X(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, 1)                              \
  X(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X, 2)                                    \
  X(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y, 3)                                    \
  X(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z, 4)                                    \
  X(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X, 5)                                     \
  X(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y, 6)                                     \
  X(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z, 7)                                     \
  X(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK, 8)                        \
  X(CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY, 9)                              \
  X(CU_DEVICE_ATTRIBUTE_WARP_SIZE, 10)                                         \
  X(CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK, 12)                           \
  X(CU_DEVICE_ATTRIBUTE_CLOCK_RATE, 13)                                        \
  X(CU_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT, 17)                               \
  X(CU_DEVICE_ATTRIBUTE_INTEGRATED, 18)                                        \
  X(CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY, 19)                               \
  X(CU_DEVICE_ATTRIBUTE_COMPUTE_MODE, 20)                                      \
  X(CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS, 31)                                \
  X(CU_DEVICE_ATTRIBUTE_ECC_ENABLED, 32)                                       \
  X(CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE, 36)                                 \
  X(CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH, 37)                           \
  X(CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE, 38)                                     \
  X(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR, 39)                    \
  X(CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT, 40)                                \
  X(CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING, 41)                                \
  X(CU_DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED, 78)                       \
  X(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR, 81)              \
  X(CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR, 82)                  \
  X(CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY, 83)                                    \
  X(CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS, 88)                            \
  X(CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH, 95)                                \
  X(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, 97)                 \
  X(CU_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED, 99)                           \
  X(CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR, 106)                    \
  X(CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK, 111)                 \
  X(CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED, 115)                           \
  X(CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH, 120)                                   \
  X(CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, 1)                                    \
  X(CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES, 2)                                     \
  X(CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES, 3)                                     \
  X(CU_FUNC_ATTRIBUTE_NUM_REGS, 4)                                             \
  X(CU_FUNC_ATTRIBUTE_PTX_VERSION, 5)                                          \
  X(CU_FUNC_ATTRIBUTE_BINARY_VERSION, 6)                                       \
  X(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 8)                        \
  X(CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, 9)                     \
  X(CU_POINTER_ATTRIBUTE_CONTEXT, 1)                                           \
  X(CU_POINTER_ATTRIBUTE_MEMORY_TYPE, 2)                                       \
  X(CU_POINTER_ATTRIBUTE_DEVICE_POINTER, 3)                                    \
  X(CU_POINTER_ATTRIBUTE_HOST_POINTER, 4)                                      \
  X(CU_POINTER_ATTRIBUTE_IS_MANAGED, 8)                                        \
  X(CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, 9)                                    \
  X(CU_POINTER_ATTRIBUTE_RANGE_START_ADDR, 11)                                 \
  X(CU_POINTER_ATTRIBUTE_RANGE_SIZE, 12)                                       \
  X(CU_MEMORYTYPE_HOST, 1)                                                     \
  X(CU_MEMORYTYPE_DEVICE, 2)                                                   \
  X(CU_EVENT_BLOCKING_SYNC, 1)                                                 \
  X(CU_STREAM_CAPTURE_STATUS_NONE, 0)                                          \
  X(CU_STREAM_CAPTURE_STATUS_ACTIVE, 1)                                        \
  X(CU_STREAM_CAPTURE_STATUS_INVALIDATED, 2)                                   \
  X(CU_STREAM_CAPTURE_MODE_GLOBAL, 0)                                          \
  X(CU_STREAM_CAPTURE_MODE_RELAXED, 2)                                         \
  X(CU_GRAPH_EXEC_UPDATE_SUCCESS, 0)                                           \
  X(CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED, 2)                            \
  X(CU_MEMHOSTALLOC_PORTABLE, 1)                                               \
  X(CU_MEMHOSTALLOC_DEVICEMAP, 2)                                              \
  X(CU_MEMHOSTALLOC_WRITECOMBINED, 4)                                          \
  X(CU_MEMHOSTREGISTER_PORTABLE, 1)                                            \
  X(CU_MEMHOSTREGISTER_DEVICEMAP, 2)

/// X(SYMBOL, PARAMETERS) for each function that CudaApi.h has not.
#define AMPRT_SIMULATOR_FUNCTIONS(X)                                           \
  X(cuDevicePrimaryCtxGetState,                                                \
    (CUdevice device, unsigned *flags, int *active))                           \
  X(cuDevicePrimaryCtxReset_v2, (CUdevice device))                             \
  X(cuCtxSetCurrent, (CUcontext context))                                      \
  X(cuCtxGetCurrent, (CUcontext * context))                                    \
  X(cuCtxGetDevice, (CUdevice * device))                                       \
  X(cuCtxGetStreamPriorityRange, (int *least, int *greatest))                  \
  X(cuCtxSynchronize, ())                                                      \
  X(cuStreamCreateWithPriority,                                                \
    (CUstream * stream, unsigned flags, int priority))                         \
  X(cuStreamGetPriority, (CUstream stream, int *priority))                     \
  X(cuStreamGetFlags, (CUstream stream, unsigned *flags))                      \
  X(cuStreamQuery, (CUstream stream))                                          \
  X(cuEventQuery, (CUevent event))                                             \
  X(cuEventElapsedTime_v2, (float *milliseconds, CUevent start, CUevent end))  \
  X(cuMemGetInfo_v2, (size_t *free, size_t *total))                            \
  X(cuMemGetAddressRange_v2,                                                   \
    (CUdeviceptr * base, size_t *bytes, CUdeviceptr address))                  \
  X(cuPointerGetAttribute,                                                     \
    (void *value, CUpointer_attribute attribute, CUdeviceptr address))         \
  X(cuMemHostAlloc, (void **address, size_t bytes, unsigned flags))            \
  X(cuMemHostRegister_v2, (void *address, size_t bytes, unsigned flags))       \
  X(cuMemHostUnregister, (void *address))                                      \
  X(cuMemHostGetFlags, (unsigned *flags, void *address))                       \
  X(cuMemcpyHtoD_v2, (CUdeviceptr target, const void *source, size_t bytes))   \
  X(cuMemcpyDtoH_v2, (void *target, CUdeviceptr source, size_t bytes))         \
  X(cuMemcpyDtoD_v2, (CUdeviceptr target, CUdeviceptr source, size_t bytes))   \
  X(cuMemsetD8_v2, (CUdeviceptr target, unsigned char value, size_t count))    \
  X(cuMemsetD32_v2, (CUdeviceptr target, unsigned value, size_t count))        \
  X(cuModuleLoadData, (CUmodule * module, const void *image))                  \
  X(cuModuleGetGlobal_v2,                                                      \
    (CUdeviceptr * address, size_t *bytes, CUmodule module, const char *name)) \
  X(cuFuncSetAttribute,                                                        \
    (CUfunction function, CUfunction_attribute attribute, int value))          \
  X(cuOccupancyMaxActiveBlocksPerMultiprocessor,                               \
    (int *blocks, CUfunction function, int block_size, size_t shared_bytes))   \
  X(cuLaunchHostFunc, (CUstream stream, CUhostFn function, void *data))        \
  X(cuThreadExchangeStreamCaptureMode, (CUstreamCaptureMode * mode))           \
  X(cuStreamIsCapturing, (CUstream stream, CUstreamCaptureStatus * status))    \
  X(cuGraphGetNodes, (CUgraph graph, CUgraphNode * nodes, size_t *count))      \
  X(cuGraphExecUpdate_v2,                                                      \
    (CUgraphExec exec, CUgraph graph, CUgraphExecUpdateResultInfo * info))

#define AMPRT_DECLARE_VALUE(NAME, VALUE)                                       \
  inline constexpr uint32_t k##NAME = VALUE;
AMPRT_SIMULATOR_VALUES(AMPRT_DECLARE_VALUE)
#undef AMPRT_DECLARE_VALUE

} // namespace amp::rt::simulator

#endif // AMP_RUNTIME_SIMULATOR_DRIVER_DRIVERFUNCTIONS_H
