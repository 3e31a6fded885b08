//===- FakeBlasLt.cpp - Stands in for cuBLASLt ----------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// FAKE_BLASLT_VERSION is the version it reports; with FAKE_BLASLT_INCOMPLETE it
// lacks cublasLtMatmulAlgoGetHeuristic. Computes f64, f32 and bf16. Refuses
// with INVALID_VALUE what the real library would crash on: a value of the wrong
// size, an address less aligned than was promised.
//
//===----------------------------------------------------------------------===//

#include "FakeCuda.h"

#include <cmath>
#include <cstring>

namespace amp::rt::cuda {
struct MatmulDescOpaque {
  FakeDesc value;
};
struct MatrixLayoutOpaque {
  FakeLayout value;
};
struct MatmulPreferenceOpaque {
  FakePreference value;
};
} // namespace amp::rt::cuda

using namespace amp::rt::cuda;

namespace {
FakeBlasLt &state() {
  static FakeBlasLt fake;
  return fake;
}

/// Copies an attribute of exactly the size of `target`.
template <typename T>
cublasStatus_t set(T &target, const void *value, size_t bytes) {
  if (bytes != sizeof(T))
    return kCUBLAS_STATUS_INVALID_VALUE;
  std::memcpy(&target, value, bytes);
  return kCUBLAS_STATUS_SUCCESS;
}

double load(const void *base, cudaDataType_t type, int64_t index) {
  if (type == kCUDA_R_64F)
    return static_cast<const double *>(base)[index];
  if (type == kCUDA_R_32F)
    return static_cast<const float *>(base)[index];
  uint32_t bits = uint32_t(static_cast<const uint16_t *>(base)[index]) << 16;
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

void store(void *base, cudaDataType_t type, int64_t index, double value) {
  if (type == kCUDA_R_64F) {
    static_cast<double *>(base)[index] = value;
    return;
  }
  float narrow = static_cast<float>(value);
  if (type == kCUDA_R_32F) {
    static_cast<float *>(base)[index] = narrow;
    return;
  }
  uint32_t bits;
  std::memcpy(&bits, &narrow, sizeof(bits));
  if (!std::isnan(narrow))
    bits += 0x7fff + (bits >> 16 & 1); // To nearest, ties to even.
  static_cast<uint16_t *>(base)[index] = static_cast<uint16_t>(bits >> 16);
}

bool isAligned(const void *address, uint64_t alignment) {
  return reinterpret_cast<uintptr_t>(address) % alignment == 0;
}
} // namespace

extern "C" {

FakeBlasLt *fakeBlasLt() { return &state(); }

size_t cublasLtGetVersion() { return FAKE_BLASLT_VERSION; }
const char *cublasLtGetStatusName(cublasStatus_t status) {
  return status == kCUBLAS_STATUS_NOT_SUPPORTED ? "CUBLAS_STATUS_NOT_SUPPORTED"
                                                : "CUBLAS_STATUS_OTHER";
}
const char *cublasLtGetStatusString(cublasStatus_t) { return "fake text"; }
cublasStatus_t cublasLtCreate(cublasLtHandle_t *handle) {
  if (state().createResult)
    return state().createResult;
  ++state().handles;
  *handle = reinterpret_cast<cublasLtHandle_t>(&state());
  return kCUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtDestroy(cublasLtHandle_t) {
  --state().handles;
  return kCUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t *desc,
                                        cublasComputeType_t compute,
                                        cudaDataType_t scale) {
  ++state().objects;
  *desc = new MatmulDescOpaque();
  (*desc)->value.compute = compute;
  (*desc)->value.scaleType = scale;
  return kCUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t desc) {
  --state().objects;
  delete desc;
  return kCUBLAS_STATUS_SUCCESS;
}
cublasStatus_t
cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t desc,
                               cublasLtMatmulDescAttributes_t attribute,
                               const void *value, size_t bytes) {
  switch (attribute) {
  case kCUBLASLT_MATMUL_DESC_TRANSA:
    return set(desc->value.opA, value, bytes);
  case kCUBLASLT_MATMUL_DESC_TRANSB:
    return set(desc->value.opB, value, bytes);
  case kCUBLASLT_MATMUL_DESC_EPILOGUE:
    return set(desc->value.epilogue, value, bytes);
  case kCUBLASLT_MATMUL_DESC_BIAS_POINTER:
    return set(desc->value.bias, value, bytes);
  case kCUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE:
    return set(desc->value.biasType, value, bytes);
  default:
    return kCUBLAS_STATUS_INVALID_VALUE;
  }
}

cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t *layout,
                                          cudaDataType_t type, uint64_t rows,
                                          uint64_t cols, int64_t ld) {
  ++state().objects;
  *layout = new MatrixLayoutOpaque();
  (*layout)->value.type = type;
  (*layout)->value.rows = rows;
  (*layout)->value.cols = cols;
  (*layout)->value.ld = ld;
  return kCUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t layout) {
  --state().objects;
  delete layout;
  return kCUBLAS_STATUS_SUCCESS;
}
cublasStatus_t
cublasLtMatrixLayoutSetAttribute(cublasLtMatrixLayout_t layout,
                                 cublasLtMatrixLayoutAttribute_t attribute,
                                 const void *value, size_t bytes) {
  switch (attribute) {
  case kCUBLASLT_MATRIX_LAYOUT_BATCH_COUNT:
    return set(layout->value.batch, value, bytes);
  case kCUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET:
    return set(layout->value.stride, value, bytes);
  default:
    return kCUBLAS_STATUS_INVALID_VALUE;
  }
}

cublasStatus_t
cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t *preference) {
  ++state().objects;
  *preference = new MatmulPreferenceOpaque();
  return kCUBLAS_STATUS_SUCCESS;
}
cublasStatus_t
cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t preference) {
  --state().objects;
  delete preference;
  return kCUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulPreferenceSetAttribute(
    cublasLtMatmulPreference_t preference,
    cublasLtMatmulPreferenceAttributes_t attribute, const void *value,
    size_t bytes) {
  FakePreference &target = preference->value;
  if (attribute == kCUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES)
    return set(target.workspace, value, bytes);
  if (attribute == kCUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK)
    return set(target.schemes, value, bytes);
  uint32_t matrix = attribute - kCUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES;
  if (matrix >= 4)
    return kCUBLAS_STATUS_INVALID_VALUE;
  return set(target.alignments[matrix], value, bytes);
}

#ifndef FAKE_BLASLT_INCOMPLETE
cublasStatus_t cublasLtMatmulAlgoGetHeuristic(
    cublasLtHandle_t, cublasLtMatmulDesc_t desc, cublasLtMatrixLayout_t a,
    cublasLtMatrixLayout_t b, cublasLtMatrixLayout_t c,
    cublasLtMatrixLayout_t d, cublasLtMatmulPreference_t preference,
    int requested, cublasLtMatmulHeuristicResult_t *results, int *returned) {
  FakeBlasLt &fake = state();
  fake.questions.push_back(
      {desc->value, a->value, b->value, c->value, d->value, preference->value});
  *returned = 0;
  for (size_t i = 0; i < fake.states.size() && *returned < requested; ++i) {
    cublasLtMatmulHeuristicResult_t &result = results[(*returned)++];
    result.state = fake.states[i];
    result.algo.data[0] = i;
    for (int m = 0; m < 4; ++m)
      result.algo.data[m + 1] = preference->value.alignments[m];
  }
  return kCUBLAS_STATUS_SUCCESS;
}
#endif

cublasStatus_t cublasLtMatmul(cublasLtHandle_t, cublasLtMatmulDesc_t desc,
                              const void *alpha, const void *a,
                              cublasLtMatrixLayout_t layoutA, const void *b,
                              cublasLtMatrixLayout_t layoutB, const void *beta,
                              const void *c, cublasLtMatrixLayout_t layoutC,
                              void *d, cublasLtMatrixLayout_t layoutD,
                              const cublasLtMatmulAlgo_t *algo, void *workspace,
                              size_t workspaceBytes, CUstream) {
  FakeBlasLt &fake = state();
  if (fake.matmulResult)
    return fake.matmulResult;
  const FakeDesc &op = desc->value;
  const FakeLayout &la = layoutA->value, &lb = layoutB->value;
  const FakeLayout &lc = layoutC->value, &ld = layoutD->value;
  if (!workspace || !isAligned(a, algo->data[1]) ||
      !isAligned(b, algo->data[2]) || !isAligned(c, algo->data[3]) ||
      !isAligned(d, algo->data[4]))
    return kCUBLAS_STATUS_INVALID_VALUE;
  fake.algorithmsRun.push_back(algo->data[0]);
  fake.lastWorkspaceBytes = workspaceBytes;

  const int64_t m = static_cast<int64_t>(ld.rows);
  const int64_t n = static_cast<int64_t>(ld.cols);
  const int64_t k = static_cast<int64_t>(op.opA ? la.rows : la.cols);
  if (static_cast<int64_t>(op.opA ? la.cols : la.rows) != m ||
      static_cast<int64_t>(op.opB ? lb.rows : lb.cols) != n ||
      static_cast<int64_t>(op.opB ? lb.cols : lb.rows) != k)
    return kCUBLAS_STATUS_INVALID_VALUE;
  const double scale = load(alpha, op.scaleType, 0);
  const double keep = load(beta, op.scaleType, 0);
  for (int64_t batch = 0; batch < ld.batch; ++batch)
    for (int64_t col = 0; col < n; ++col)
      for (int64_t row = 0; row < m; ++row) {
        double sum = 0;
        for (int64_t i = 0; i < k; ++i)
          sum += load(a, la.type,
                      batch * la.stride +
                          (op.opA ? i + row * la.ld : row + i * la.ld)) *
                 load(b, lb.type,
                      batch * lb.stride +
                          (op.opB ? col + i * lb.ld : i + col * lb.ld));
        sum *= scale;
        const int64_t at = batch * ld.stride + row + col * ld.ld;
        if (keep != 0)
          sum += keep * load(c, lc.type, at);
        if (op.epilogue & kCUBLASLT_EPILOGUE_BIAS)
          sum += load(op.bias, static_cast<cudaDataType_t>(op.biasType), row);
        store(d, ld.type, at, sum);
      }
  return kCUBLAS_STATUS_SUCCESS;
}

} // extern "C"
