//===- BlasLt.cpp - The functions of the simulated cuBLASLt ---------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// AMPRT_SIMULATED_BLASLT_VERSION is the version it reports; with
// AMPRT_SIMULATED_BLASLT_INCOMPLETE it lacks cublasLtMatmulAlgoGetHeuristic.
//
// Handles and descriptors are known by their addresses: what is null or was
// destroyed is refused, where the real library may crash.
//
//===----------------------------------------------------------------------===//

#include "Algorithm.h"
#include "Control.h"
#include "Launch.h"
#include "seeds/BlasLtSeeds.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>

struct cublasLtContext {};

using namespace amp::rt::cuda;
using namespace amp::rt::simulator;

extern "C" {
// The definitions below must agree with these.
#define AMPRT_DECLARE_FUNCTION(RESULT, SYMBOL, PARAMETERS)                     \
  RESULT SYMBOL PARAMETERS;
AMPRT_CUBLASLT_FUNCTIONS(AMPRT_DECLARE_FUNCTION)
AMPRT_SIMULATED_BLASLT_FUNCTIONS(AMPRT_DECLARE_FUNCTION)
#undef AMPRT_DECLARE_FUNCTION

// Those of the simulated driver.
CUresult cuDeviceGet(CUdevice *device, int ordinal);
CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute,
                              CUdevice device);
}

namespace {

constexpr uint32_t kVersion = AMPRT_SIMULATED_BLASLT_VERSION;

struct Library {
  std::mutex mutex;
  BlasLtControl control;
  Registry<cublasLtContext> handles;
  Registry<MatmulDescOpaque> descs;
  Registry<MatrixLayoutOpaque> layouts;
  Registry<MatmulPreferenceOpaque> preferences;
};

Library &library() {
  static Library instance;
  return instance;
}

/// A call of a function: holds the library and says why it was refused.
class Call {
public:
  explicit Call(const char *function)
      : function(function), lock(library().mutex) {}

  cublasStatus_t refuse(cublasStatus_t status, const std::string &why) {
    BlasLtControl &control = library().control;
    control.lastRefusal = std::string(function) + ": " + why;
    const char *level = std::getenv("CUBLASLT_LOG_LEVEL");
    if (level && std::atoi(level) >= 1)
      std::printf("[simulated cuBLASLt] %s: %s\n",
                  cublasLtGetStatusName(status), control.lastRefusal.c_str());
    return status;
  }
  cublasStatus_t refuse(const Verdict &verdict) {
    return refuse(verdict.status, verdict.why);
  }
  cublasStatus_t invalid(const std::string &why) {
    return refuse(kCUBLAS_STATUS_INVALID_VALUE, why);
  }
  /// Of an attribute: `why` matters only where `status` is a failure.
  cublasStatus_t finish(cublasStatus_t status, const std::string &why) {
    return status == kCUBLAS_STATUS_SUCCESS ? status : refuse(status, why);
  }
  void release() { lock.unlock(); }

private:
  const char *function;
  std::unique_lock<std::mutex> lock;
};

template <typename T>
cublasStatus_t create(Call &call, Registry<T> &registry, T **object,
                      int &count) {
  if (!object)
    return call.invalid("the address of the result is null");
  *object = registry.create();
  ++count;
  return kCUBLAS_STATUS_SUCCESS;
}

template <typename T>
cublasStatus_t destroy(Call &call, Registry<T> &registry, T *object) {
  if (!registry.destroy(object))
    return call.invalid(object ? "the descriptor was destroyed before, or "
                                 "never created"
                               : "the descriptor is null");
  --library().control.objects;
  return kCUBLAS_STATUS_SUCCESS;
}

/// The value of a living descriptor, or null.
template <typename T>
auto *valueOf(const Registry<T> &registry, T *object) {
  return registry.isAlive(object) ? &object->value : nullptr;
}

const char *const kNoDescriptor =
    "a descriptor is null, was destroyed or was never created";

/// Compute capability of the device; 0 if the driver has none.
int capabilityOfDevice() {
  if (library().control.capability)
    return *library().control.capability;
  CUdevice device = 0;
  int major = 0, minor = 0;
  if (cuDeviceGet(&device, 0) != kCUDA_SUCCESS ||
      cuDeviceGetAttribute(&major,
                           kCU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR,
                           device) != kCUDA_SUCCESS ||
      cuDeviceGetAttribute(&minor,
                           kCU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR,
                           device) != kCUDA_SUCCESS)
    return 0;
  return 10 * major + minor;
}

/// The problem of descriptors that must all be alive; `c` may be null.
Verdict resolveCall(cublasLtMatmulDesc_t desc, cublasLtMatrixLayout_t a,
                    cublasLtMatrixLayout_t b, cublasLtMatrixLayout_t c,
                    cublasLtMatrixLayout_t d, Problem &problem) {
  Library &lib = library();
  const DescValue *descValue = valueOf(lib.descs, desc);
  const LayoutValue *layoutA = valueOf(lib.layouts, a);
  const LayoutValue *layoutB = valueOf(lib.layouts, b);
  const LayoutValue *layoutC = c ? valueOf(lib.layouts, c) : nullptr;
  const LayoutValue *layoutD = valueOf(lib.layouts, d);
  if (!descValue || !layoutA || !layoutB || (c && !layoutC) || !layoutD)
    return {kCUBLAS_STATUS_INVALID_VALUE, kNoDescriptor};
  Operands operands{*descValue, *layoutA, *layoutB,
                    layoutC ? *layoutC : *layoutD, *layoutD};
  seedOperands(operands);
  return resolve(operands.desc, operands.a, operands.b,
                 layoutC ? &operands.c : nullptr, operands.d,
                 capabilityOfDevice(), problem);
}

/// That an algorithm was found for this problem.
Verdict checkAlgorithm(const cublasLtMatmulAlgo_t &bytes,
                       const Problem &problem, Algorithm &algorithm) {
  auto invalid = [](const char *why) {
    return Verdict{kCUBLAS_STATUS_INVALID_VALUE, why};
  };
  if (!decode(bytes, kVersion, algorithm))
    return invalid("the algorithm is none that this library gave");
  if (algorithm.isBare)
    return algorithm.typesKey == bareKeyOf(*problem.types)
               ? Verdict()
               : invalid("the algorithm was made for other types");
  if (algorithm.typesKey != typesKeyOf(problem))
    return invalid("the algorithm was found for other types, orders, "
                   "operations or another epilogue");
  if (algorithm.layoutsKey != layoutsKeyOf(problem))
    return invalid("the algorithm was found for other sizes or distances");
  return {};
}

uint64_t addressOf(const void *pointer) {
  return reinterpret_cast<uintptr_t>(pointer);
}

/// The largest power of two up to 256 that divides an address.
uint32_t alignmentOf(uint64_t address) {
  uint32_t alignment = 256;
  while (address % alignment)
    alignment /= 2;
  return alignment;
}

/// The addresses of a call, and what the algorithm was promised of them.
Verdict checkAddresses(const Launch &launch) {
  const Problem &problem = launch.problem;
  const DescValue &desc = problem.desc;
  auto invalid = [](const std::string &why) {
    return Verdict{kCUBLAS_STATUS_INVALID_VALUE, why};
  };
  const uint64_t addresses[] = {launch.a, launch.b, launch.c, launch.d};
  for (unsigned i = 0; i < 4; ++i) {
    const std::string name(1, "ABCD"[i]);
    // C is null only where it is not read.
    if (!addresses[i] && i != 2)
      return invalid(name + " is null");
    const uint32_t promised = launch.algorithm.getAlignment(i);
    if (addresses[i] % promised)
      return invalid(name + " is not aligned to the " +
                     std::to_string(promised) +
                     " bytes that were promised when the algorithm was "
                     "chosen");
  }
  if (launch.c == launch.d) {
    const LayoutValue &c = problem.c, &d = problem.d;
    if (c.ld != d.ld || (problem.batch > 1 && c.stride != d.stride))
      return invalid("C and D are one matrix and their layouts differ");
  }
  if (problem.usesBias()) {
    const uint64_t bias = addressOf(desc.bias);
    if (!bias)
      return invalid("the epilogue needs a bias and its address is null");
    const uint32_t needed =
        std::max(launch.algorithm.biasAlignment, bytesOf(*problem.types->bias));
    if (bias % needed)
      return invalid("the bias is not aligned to the " +
                     std::to_string(needed) +
                     " bytes that its address had when the algorithm was "
                     "chosen");
  }
  if (problem.readsAux() || problem.writesAux()) {
    const uint64_t aux = addressOf(desc.aux);
    if (!aux)
      return invalid("the epilogue needs an auxiliary matrix and its address "
                     "is null");
    // The lines of a mask are 128 bits apart, those of GELU 8 elements: 16
    // bytes of the narrowest type.
    if (aux % 16)
      return invalid("the auxiliary matrix is not aligned to 16 bytes");
  }
  if (launch.workspace % kWorkspaceAlignment)
    return invalid("the workspace is not aligned to 256 bytes");
  if (launch.workspaceBytes && !launch.workspace)
    return invalid("the workspace is null");
  if (launch.workspaceBytes < launch.algorithm.workspace)
    return invalid("the workspace has " +
                   std::to_string(launch.workspaceBytes) +
                   " bytes and the algorithm needs " +
                   std::to_string(launch.algorithm.workspace));
  return {};
}

/// Whether the number that `beta` points to is 0, in host pointer mode.
bool isZeroOnHost(cudaDataType_t scale, const unsigned char *number) {
  // A zero may have a sign, except among integers.
  const uint32_t bytes = bytesOf(scale);
  for (uint32_t i = 0; i + 1 < bytes; ++i)
    if (number[i])
      return false;
  const unsigned char sign = scale == kCUDA_R_32I ? 0 : 0x80;
  return (number[bytes - 1] & ~sign) == 0;
}

} // namespace

extern "C" {

BlasLtControl *amp::rt::simulator::simulatedBlasLt() {
  return &library().control;
}

//===----------------------------------------------------------------------===//
// Library
//===----------------------------------------------------------------------===//

size_t cublasLtGetVersion() { return kVersion; }

const char *cublasLtGetStatusName(cublasStatus_t status) {
  switch (status) {
#define AMPRT_STATUS_NAME(NAME)                                                \
  case k##NAME:                                                                \
    return #NAME;
    AMPRT_STATUS_NAME(CUBLAS_STATUS_SUCCESS)
    AMPRT_STATUS_NAME(CUBLAS_STATUS_NOT_INITIALIZED)
    AMPRT_STATUS_NAME(CUBLAS_STATUS_ALLOC_FAILED)
    AMPRT_STATUS_NAME(CUBLAS_STATUS_INVALID_VALUE)
    AMPRT_STATUS_NAME(CUBLAS_STATUS_ARCH_MISMATCH)
    AMPRT_STATUS_NAME(CUBLAS_STATUS_MAPPING_ERROR)
    AMPRT_STATUS_NAME(CUBLAS_STATUS_EXECUTION_FAILED)
    AMPRT_STATUS_NAME(CUBLAS_STATUS_INTERNAL_ERROR)
    AMPRT_STATUS_NAME(CUBLAS_STATUS_NOT_SUPPORTED)
    AMPRT_STATUS_NAME(CUBLAS_STATUS_LICENSE_ERROR)
#undef AMPRT_STATUS_NAME
  default:
    return "CUBLAS_STATUS_UNKNOWN";
  }
}

const char *cublasLtGetStatusString(cublasStatus_t status) {
  switch (status) {
  case kCUBLAS_STATUS_SUCCESS:
    return "success";
  case kCUBLAS_STATUS_NOT_INITIALIZED:
    return "the library was not initialized";
  case kCUBLAS_STATUS_ALLOC_FAILED:
    return "no memory";
  case kCUBLAS_STATUS_INVALID_VALUE:
    return "the parameters are wrong or contradict each other";
  case kCUBLAS_STATUS_ARCH_MISMATCH:
    return "the device lacks what the operation needs";
  case kCUBLAS_STATUS_EXECUTION_FAILED:
    return "the device could not run the operation";
  case kCUBLAS_STATUS_NOT_SUPPORTED:
    return "the library does not support the operation";
  default:
    return "unknown error";
  }
}

cublasStatus_t cublasLtCreate(cublasLtHandle_t *handle) {
  Call call("cublasLtCreate");
  Library &lib = library();
  if (lib.control.createResult)
    return call.refuse(lib.control.createResult, "as the test asks");
  return create(call, lib.handles, handle, lib.control.handles);
}

cublasStatus_t cublasLtDestroy(cublasLtHandle_t handle) {
  Call call("cublasLtDestroy");
  if (!handle)
    return call.invalid("the handle is null");
  if (!library().handles.destroy(handle))
    return call.refuse(kCUBLAS_STATUS_NOT_INITIALIZED,
                       "the handle was destroyed before, or never created");
  --library().control.handles;
  return kCUBLAS_STATUS_SUCCESS;
}

//===----------------------------------------------------------------------===//
// Descriptors
//===----------------------------------------------------------------------===//

cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t *desc,
                                        cublasComputeType_t compute,
                                        cudaDataType_t scale) {
  Call call("cublasLtMatmulDescCreate");
  Library &lib = library();
  const cublasStatus_t status =
      create(call, lib.descs, desc, lib.control.objects);
  if (status == kCUBLAS_STATUS_SUCCESS) {
    (*desc)->value.compute = compute;
    (*desc)->value.scaleType = scale;
  }
  return status;
}

cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t desc) {
  Call call("cublasLtMatmulDescDestroy");
  return destroy(call, library().descs, desc);
}

cublasStatus_t
cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t desc,
                               cublasLtMatmulDescAttributes_t attribute,
                               const void *value, size_t bytes) {
  Call call("cublasLtMatmulDescSetAttribute");
  std::string why = kNoDescriptor;
  DescValue *object = valueOf(library().descs, desc);
  return call.finish(object
                         ? setAttribute(*object, attribute, value, bytes, why)
                         : kCUBLAS_STATUS_INVALID_VALUE,
                     why);
}

cublasStatus_t
cublasLtMatmulDescGetAttribute(cublasLtMatmulDesc_t desc,
                               cublasLtMatmulDescAttributes_t attribute,
                               void *value, size_t bytes, size_t *written) {
  Call call("cublasLtMatmulDescGetAttribute");
  std::string why = kNoDescriptor;
  const DescValue *object = valueOf(library().descs, desc);
  return call.finish(
      object ? getAttribute(*object, attribute, value, bytes, written, why)
             : kCUBLAS_STATUS_INVALID_VALUE,
      why);
}

cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t *layout,
                                          cudaDataType_t type, uint64_t rows,
                                          uint64_t cols, int64_t ld) {
  Call call("cublasLtMatrixLayoutCreate");
  Library &lib = library();
  const cublasStatus_t status =
      create(call, lib.layouts, layout, lib.control.objects);
  if (status == kCUBLAS_STATUS_SUCCESS) {
    LayoutValue &value = (*layout)->value;
    value.type = type;
    value.rows = rows;
    value.cols = cols;
    value.ld = ld;
  }
  return status;
}

cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t layout) {
  Call call("cublasLtMatrixLayoutDestroy");
  return destroy(call, library().layouts, layout);
}

cublasStatus_t
cublasLtMatrixLayoutSetAttribute(cublasLtMatrixLayout_t layout,
                                 cublasLtMatrixLayoutAttribute_t attribute,
                                 const void *value, size_t bytes) {
  Call call("cublasLtMatrixLayoutSetAttribute");
  std::string why = kNoDescriptor;
  LayoutValue *object = valueOf(library().layouts, layout);
  return call.finish(object
                         ? setAttribute(*object, attribute, value, bytes, why)
                         : kCUBLAS_STATUS_INVALID_VALUE,
                     why);
}

cublasStatus_t
cublasLtMatrixLayoutGetAttribute(cublasLtMatrixLayout_t layout,
                                 cublasLtMatrixLayoutAttribute_t attribute,
                                 void *value, size_t bytes, size_t *written) {
  Call call("cublasLtMatrixLayoutGetAttribute");
  std::string why = kNoDescriptor;
  const LayoutValue *object = valueOf(library().layouts, layout);
  return call.finish(
      object ? getAttribute(*object, attribute, value, bytes, written, why)
             : kCUBLAS_STATUS_INVALID_VALUE,
      why);
}

cublasStatus_t
cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t *preference) {
  Call call("cublasLtMatmulPreferenceCreate");
  Library &lib = library();
  return create(call, lib.preferences, preference, lib.control.objects);
}

cublasStatus_t
cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t preference) {
  Call call("cublasLtMatmulPreferenceDestroy");
  return destroy(call, library().preferences, preference);
}

cublasStatus_t cublasLtMatmulPreferenceSetAttribute(
    cublasLtMatmulPreference_t preference,
    cublasLtMatmulPreferenceAttributes_t attribute, const void *value,
    size_t bytes) {
  Call call("cublasLtMatmulPreferenceSetAttribute");
  std::string why = kNoDescriptor;
  PreferenceValue *object = valueOf(library().preferences, preference);
  return call.finish(object
                         ? setAttribute(*object, attribute, value, bytes, why)
                         : kCUBLAS_STATUS_INVALID_VALUE,
                     why);
}

cublasStatus_t cublasLtMatmulPreferenceGetAttribute(
    cublasLtMatmulPreference_t preference,
    cublasLtMatmulPreferenceAttributes_t attribute, void *value, size_t bytes,
    size_t *written) {
  Call call("cublasLtMatmulPreferenceGetAttribute");
  std::string why = kNoDescriptor;
  const PreferenceValue *object = valueOf(library().preferences, preference);
  return call.finish(
      object ? getAttribute(*object, attribute, value, bytes, written, why)
             : kCUBLAS_STATUS_INVALID_VALUE,
      why);
}

//===----------------------------------------------------------------------===//
// Algorithms
//===----------------------------------------------------------------------===//

#ifndef AMPRT_SIMULATED_BLASLT_INCOMPLETE
cublasStatus_t cublasLtMatmulAlgoGetHeuristic(
    cublasLtHandle_t handle, cublasLtMatmulDesc_t desc,
    cublasLtMatrixLayout_t a, cublasLtMatrixLayout_t b,
    cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d,
    cublasLtMatmulPreference_t preference, int requested,
    cublasLtMatmulHeuristicResult_t *results, int *returned) {
  Call call("cublasLtMatmulAlgoGetHeuristic");
  Library &lib = library();
  if (returned)
    *returned = 0;
  if (!lib.handles.isAlive(handle))
    return call.refuse(kCUBLAS_STATUS_NOT_INITIALIZED,
                       "the handle is null, destroyed or was never created");
  if (requested <= 0 || !results || !returned)
    return call.invalid("no room for an answer");
  const PreferenceValue *preferences = valueOf(lib.preferences, preference);
  if (!preferences)
    return call.invalid(kNoDescriptor);
  Problem problem;
  if (Verdict verdict = resolveCall(desc, a, b, c, d, problem))
    // The documentation of this function knows no ARCH_MISMATCH.
    return call.refuse(verdict.status == kCUBLAS_STATUS_ARCH_MISMATCH
                           ? kCUBLAS_STATUS_NOT_SUPPORTED
                           : verdict.status,
                       verdict.why);
  lib.control.questions.push_back(
      {problem.desc, problem.a, problem.b, problem.c, problem.d, *preferences});
  if (preferences->searchMode != kCUBLASLT_SEARCH_BEST_FIT)
    return call.refuse(kCUBLAS_STATUS_NOT_SUPPORTED,
                       "only CUBLASLT_SEARCH_BEST_FIT is simulated");
  for (uint32_t alignment : preferences->alignments)
    if (alignment == 0 || (alignment & (alignment - 1)))
      return call.invalid("an alignment of " + std::to_string(alignment) +
                          " bytes is no power of two");
  std::string why;
  std::vector<Algorithm> offered =
      offer(problem, *preferences, lib.control.algorithms, kVersion, why);
  seedOffer(problem, *preferences, kVersion, offered);
  if (offered.empty())
    return call.refuse(kCUBLAS_STATUS_NOT_SUPPORTED, why);

  const size_t available =
      lib.control.states ? lib.control.states->size() : offered.size();
  for (size_t i = 0; i < available && *returned < requested; ++i) {
    Algorithm algorithm = offered[i % offered.size()];
    algorithm.index = i;
    cublasLtMatmulHeuristicResult_t &result = results[(*returned)++];
    result = {};
    result.algo = encode(algorithm);
    result.workspaceSize = algorithm.workspace;
    result.state = kCUBLAS_STATUS_SUCCESS;
    result.wavesCount = wavesOf(algorithm, problem);
    if (lib.control.states &&
        (*lib.control.states)[i] != kCUBLAS_STATUS_SUCCESS) {
      std::memset(&result, 0xff, sizeof(result));
      result.state = (*lib.control.states)[i];
    }
  }
  return kCUBLAS_STATUS_SUCCESS;
}
#endif

cublasStatus_t
cublasLtMatmulAlgoCheck(cublasLtHandle_t handle, cublasLtMatmulDesc_t desc,
                        cublasLtMatrixLayout_t a, cublasLtMatrixLayout_t b,
                        cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d,
                        const cublasLtMatmulAlgo_t *algo,
                        cublasLtMatmulHeuristicResult_t *result) {
  Call call("cublasLtMatmulAlgoCheck");
  if (!library().handles.isAlive(handle))
    return call.refuse(kCUBLAS_STATUS_NOT_INITIALIZED,
                       "the handle is null, destroyed or was never created");
  if (!algo || !result)
    return call.invalid("the algorithm or the result is null");
  Problem problem;
  if (Verdict verdict = resolveCall(desc, a, b, c, d, problem))
    return call.refuse(verdict);
  Algorithm algorithm;
  if (Verdict verdict = checkAlgorithm(*algo, problem, algorithm))
    return call.refuse(verdict);
  // The documentation: the field `algo` is never updated.
  result->workspaceSize = algorithm.workspace;
  result->state = kCUBLAS_STATUS_SUCCESS;
  result->wavesCount = wavesOf(algorithm, problem);
  return kCUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulAlgoGetIds(cublasLtHandle_t handle,
                                        cublasComputeType_t compute,
                                        cudaDataType_t scale, cudaDataType_t a,
                                        cudaDataType_t b, cudaDataType_t c,
                                        cudaDataType_t d, int requested,
                                        int *ids, int *returned) {
  Call call("cublasLtMatmulAlgoGetIds");
  if (!library().handles.isAlive(handle))
    return call.refuse(kCUBLAS_STATUS_NOT_INITIALIZED,
                       "the handle is null, destroyed or was never created");
  if (requested <= 0 || !ids || !returned)
    return call.invalid("no room for an answer");
  *returned = 0;
  if (findTypes(compute, scale, a, b, c, d))
    for (int id = 0; id < kNumBareAlgorithms && id < requested; ++id)
      ids[(*returned)++] = id;
  return kCUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulAlgoInit(cublasLtHandle_t handle,
                                      cublasComputeType_t compute,
                                      cudaDataType_t scale, cudaDataType_t a,
                                      cudaDataType_t b, cudaDataType_t c,
                                      cudaDataType_t d, int id,
                                      cublasLtMatmulAlgo_t *algo) {
  Call call("cublasLtMatmulAlgoInit");
  if (!library().handles.isAlive(handle))
    return call.refuse(kCUBLAS_STATUS_NOT_INITIALIZED,
                       "the handle is null, destroyed or was never created");
  if (!algo || id < 0 || id >= kNumBareAlgorithms)
    return call.invalid("the algorithm is null, or there is no number " +
                        std::to_string(id));
  const SupportedTypes *types = findTypes(compute, scale, a, b, c, d);
  if (!types)
    return call.refuse(kCUBLAS_STATUS_NOT_SUPPORTED,
                       "the types are not in the table of cublasLtMatmul");
  *algo = encode(makeBare(id, *types, kVersion));
  return kCUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulAlgoConfigGetAttribute(
    const cublasLtMatmulAlgo_t *algo,
    cublasLtMatmulAlgoConfigAttributes_t attribute, void *value, size_t bytes,
    size_t *written) {
  Call call("cublasLtMatmulAlgoConfigGetAttribute");
  Algorithm algorithm;
  if (!algo || !decode(*algo, kVersion, algorithm))
    return call.invalid("the algorithm is none that this library gave");
  uint32_t result = 0;
  switch (attribute) {
  case kCUBLASLT_ALGO_CONFIG_ID:
    result = algorithm.id;
    break;
  case kCUBLASLT_ALGO_CONFIG_TILE_ID:
    result = algorithm.tile;
    break;
  case kCUBLASLT_ALGO_CONFIG_SPLITK_NUM:
    result = algorithm.splits;
    break;
  case kCUBLASLT_ALGO_CONFIG_REDUCTION_SCHEME:
    result = algorithm.scheme;
    break;
  case kCUBLASLT_ALGO_CONFIG_CTA_SWIZZLING:
  case kCUBLASLT_ALGO_CONFIG_CUSTOM_OPTION:
  case kCUBLASLT_ALGO_CONFIG_STAGES_ID:
    break;
  default:
    return call.invalid("no attribute " + std::to_string(attribute));
  }
  std::string why;
  return call.finish(
      giveAttribute(&result, sizeof(result), value, bytes, written, why), why);
}

//===----------------------------------------------------------------------===//
// Product
//===----------------------------------------------------------------------===//

cublasStatus_t
cublasLtMatmul(cublasLtHandle_t handle, cublasLtMatmulDesc_t desc,
               const void *alpha, const void *a, cublasLtMatrixLayout_t layoutA,
               const void *b, cublasLtMatrixLayout_t layoutB, const void *beta,
               const void *c, cublasLtMatrixLayout_t layoutC, void *d,
               cublasLtMatrixLayout_t layoutD, const cublasLtMatmulAlgo_t *algo,
               void *workspace, size_t workspaceBytes, CUstream stream) {
  Call call("cublasLtMatmul");
  Library &lib = library();
  if (lib.control.matmulResult)
    return call.refuse(lib.control.matmulResult, "as the test asks");
  if (!lib.handles.isAlive(handle))
    return call.refuse(kCUBLAS_STATUS_NOT_INITIALIZED,
                       "the handle is null, destroyed or was never created");
  auto launch = std::make_shared<Launch>();
  if (Verdict verdict = resolveCall(desc, layoutA, layoutB, layoutC, layoutD,
                                    launch->problem))
    return call.refuse(verdict);
  const Problem &problem = launch->problem;
  if (!alpha || !beta)
    return call.invalid("alpha or beta is null");
  launch->a = addressOf(a);
  launch->b = addressOf(b);
  launch->c = addressOf(c);
  launch->d = addressOf(d);
  launch->workspace = addressOf(workspace);
  launch->workspaceBytes = workspaceBytes;
  const uint32_t scaleBytes = bytesOf(problem.desc.scaleType);
  if (launch->readsScalesOnDevice()) {
    if (addressOf(alpha) % scaleBytes || addressOf(beta) % scaleBytes)
      return call.invalid("alpha or beta is not aligned to its type");
    std::memcpy(launch->alpha, &alpha, sizeof(alpha));
    std::memcpy(launch->beta, &beta, sizeof(beta));
  } else {
    std::memcpy(launch->alpha, alpha, scaleBytes);
    std::memcpy(launch->beta, beta, scaleBytes);
  }
  if (!c && (launch->readsScalesOnDevice() ||
             !isZeroOnHost(problem.desc.scaleType, launch->beta)))
    return call.invalid("C is null and beta is not known to be 0");

  if (algo) {
    if (Verdict verdict = checkAlgorithm(*algo, problem, launch->algorithm))
      return call.refuse(verdict);
  } else {
    // The documentation: a question with the default preference, which allows
    // no workspace. The alignments are known here, so they are not assumed.
    PreferenceValue preference;
    const uint64_t addresses[] = {launch->a, launch->b, launch->c, launch->d};
    for (unsigned i = 0; i < 4; ++i)
      preference.alignments[i] = alignmentOf(addresses[i]);
    std::string why;
    const std::vector<Algorithm> offered =
        offer(problem, preference, lib.control.algorithms, kVersion, why);
    if (offered.empty())
      return call.refuse(kCUBLAS_STATUS_NOT_SUPPORTED, why);
    launch->algorithm = offered.front();
  }
  seedLaunch(*launch, alpha);
  if (Verdict verdict = checkAddresses(*launch))
    return call.refuse(verdict);
  lib.control.algorithmsRun.push_back(launch->algorithm.index);
  lib.control.algorithmNumbersRun.push_back(launch->algorithm.id);
  lib.control.lastWorkspaceBytes = workspaceBytes;
  // The driver may run work at once and has a lock of its own.
  call.release();

  Work work;
  work.name = problem.describe();
  work.run = [launch](Memory &memory, std::vector<Access> &accesses,
                      Counters &counters) {
    return runLaunch(*launch, memory, accesses, counters);
  };
  const CUresult result = enqueue(stream, std::move(work));
  if (result != kCUDA_SUCCESS)
    return Call("cublasLtMatmul")
        .refuse(kCUBLAS_STATUS_EXECUTION_FAILED,
                "the driver gave CUresult " + std::to_string(result));
  return kCUBLAS_STATUS_SUCCESS;
}

} // extern "C"
