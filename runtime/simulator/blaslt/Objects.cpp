//===- Objects.cpp - Descriptors of the simulated cuBLASLt ----------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Objects.h"

#include <cstddef>
#include <cstring>

using namespace amp::rt::cuda;
using namespace amp::rt::simulator;

namespace {

/// Where a descriptor keeps an attribute. The size is the one that cublasLt.h
/// documents.
struct Attribute {
  uint32_t id;
  const char *name;
  size_t offset, bytes;
};

#define ATTRIBUTE(STRUCT, FIELD, NAME)                                         \
  {k##NAME, #NAME, offsetof(STRUCT, FIELD), sizeof(STRUCT::FIELD)}

constexpr Attribute kLayoutAttributes[] = {
    ATTRIBUTE(LayoutValue, type, CUBLASLT_MATRIX_LAYOUT_TYPE),
    ATTRIBUTE(LayoutValue, order, CUBLASLT_MATRIX_LAYOUT_ORDER),
    ATTRIBUTE(LayoutValue, rows, CUBLASLT_MATRIX_LAYOUT_ROWS),
    ATTRIBUTE(LayoutValue, cols, CUBLASLT_MATRIX_LAYOUT_COLS),
    ATTRIBUTE(LayoutValue, ld, CUBLASLT_MATRIX_LAYOUT_LD),
    ATTRIBUTE(LayoutValue, batch, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT),
    ATTRIBUTE(LayoutValue, stride, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET),
    ATTRIBUTE(LayoutValue, planeOffset, CUBLASLT_MATRIX_LAYOUT_PLANE_OFFSET),
    ATTRIBUTE(LayoutValue, batchMode, CUBLASLT_MATRIX_LAYOUT_BATCH_MODE),
};

constexpr Attribute kDescAttributes[] = {
    ATTRIBUTE(DescValue, compute, CUBLASLT_MATMUL_DESC_COMPUTE_TYPE),
    ATTRIBUTE(DescValue, scaleType, CUBLASLT_MATMUL_DESC_SCALE_TYPE),
    ATTRIBUTE(DescValue, pointerMode, CUBLASLT_MATMUL_DESC_POINTER_MODE),
    ATTRIBUTE(DescValue, opA, CUBLASLT_MATMUL_DESC_TRANSA),
    ATTRIBUTE(DescValue, opB, CUBLASLT_MATMUL_DESC_TRANSB),
    ATTRIBUTE(DescValue, opC, CUBLASLT_MATMUL_DESC_TRANSC),
    ATTRIBUTE(DescValue, fillMode, CUBLASLT_MATMUL_DESC_FILL_MODE),
    ATTRIBUTE(DescValue, epilogue, CUBLASLT_MATMUL_DESC_EPILOGUE),
    ATTRIBUTE(DescValue, bias, CUBLASLT_MATMUL_DESC_BIAS_POINTER),
    ATTRIBUTE(DescValue, biasStride, CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE),
    ATTRIBUTE(DescValue, biasType, CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE),
    ATTRIBUTE(DescValue, aux, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER),
    ATTRIBUTE(DescValue, auxLd, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD),
    ATTRIBUTE(DescValue, auxStride,
              CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE),
    ATTRIBUTE(DescValue, auxType, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE),
    ATTRIBUTE(DescValue, alphaStride,
              CUBLASLT_MATMUL_DESC_ALPHA_VECTOR_BATCH_STRIDE),
    ATTRIBUTE(DescValue, smCount, CUBLASLT_MATMUL_DESC_SM_COUNT_TARGET),
    ATTRIBUTE(DescValue, scaleA, CUBLASLT_MATMUL_DESC_A_SCALE_POINTER),
    ATTRIBUTE(DescValue, scaleB, CUBLASLT_MATMUL_DESC_B_SCALE_POINTER),
    ATTRIBUTE(DescValue, scaleC, CUBLASLT_MATMUL_DESC_C_SCALE_POINTER),
    ATTRIBUTE(DescValue, scaleD, CUBLASLT_MATMUL_DESC_D_SCALE_POINTER),
    ATTRIBUTE(DescValue, amaxD, CUBLASLT_MATMUL_DESC_AMAX_D_POINTER),
    ATTRIBUTE(DescValue, scaleAux,
              CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_SCALE_POINTER),
    ATTRIBUTE(DescValue, amaxAux,
              CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_AMAX_POINTER),
    ATTRIBUTE(DescValue, fastAccumulation, CUBLASLT_MATMUL_DESC_FAST_ACCUM),
    ATTRIBUTE(DescValue, scaleModeA, CUBLASLT_MATMUL_DESC_A_SCALE_MODE),
    ATTRIBUTE(DescValue, scaleModeB, CUBLASLT_MATMUL_DESC_B_SCALE_MODE),
    ATTRIBUTE(DescValue, scaleModeC, CUBLASLT_MATMUL_DESC_C_SCALE_MODE),
    ATTRIBUTE(DescValue, scaleModeD, CUBLASLT_MATMUL_DESC_D_SCALE_MODE),
    ATTRIBUTE(DescValue, scaleModeAux,
              CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_SCALE_MODE),
    ATTRIBUTE(DescValue, scaleOutD, CUBLASLT_MATMUL_DESC_D_OUT_SCALE_POINTER),
    ATTRIBUTE(DescValue, scaleModeOutD, CUBLASLT_MATMUL_DESC_D_OUT_SCALE_MODE),
    ATTRIBUTE(DescValue, emulation, CUBLASLT_MATMUL_DESC_EMULATION_DESCRIPTOR),
};

constexpr size_t kAlignments = offsetof(PreferenceValue, alignments);
#define ALIGNMENT(INDEX, MATRIX)                                               \
  {kCUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_##MATRIX##_BYTES,                       \
   "CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_" #MATRIX "_BYTES",                     \
   kAlignments + INDEX * sizeof(uint32_t), sizeof(uint32_t)}

constexpr Attribute kPreferenceAttributes[] = {
    ATTRIBUTE(PreferenceValue, searchMode, CUBLASLT_MATMUL_PREF_SEARCH_MODE),
    ATTRIBUTE(PreferenceValue, workspace,
              CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES),
    ATTRIBUTE(PreferenceValue, schemes,
              CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK),
    ALIGNMENT(0, A),
    ALIGNMENT(1, B),
    ALIGNMENT(2, C),
    ALIGNMENT(3, D),
    ATTRIBUTE(PreferenceValue, maxWaves, CUBLASLT_MATMUL_PREF_MAX_WAVES_COUNT),
    ATTRIBUTE(PreferenceValue, implementations, CUBLASLT_MATMUL_PREF_IMPL_MASK),
};

template <size_t Count>
const Attribute *find(const Attribute (&table)[Count], uint32_t id,
                      std::string &why) {
  for (const Attribute &attribute : table)
    if (attribute.id == id)
      return &attribute;
  why = "no attribute " + std::to_string(id);
  return nullptr;
}

cublasStatus_t set(void *object, const Attribute *attribute, const void *value,
                   size_t bytes, std::string &why) {
  if (!attribute)
    return kCUBLAS_STATUS_INVALID_VALUE;
  if (!value || bytes != attribute->bytes) {
    why = std::string(attribute->name) +
          (value ? ": " + std::to_string(bytes) + " bytes instead of " +
                       std::to_string(attribute->bytes)
                 : ": the value's address is null");
    return kCUBLAS_STATUS_INVALID_VALUE;
  }
  std::memcpy(static_cast<char *>(object) + attribute->offset, value, bytes);
  return kCUBLAS_STATUS_SUCCESS;
}

cublasStatus_t get(const void *object, const Attribute *attribute, void *value,
                   size_t bytes, size_t *written, std::string &why) {
  if (!attribute)
    return kCUBLAS_STATUS_INVALID_VALUE;
  return giveAttribute(static_cast<const char *>(object) + attribute->offset,
                       attribute->bytes, value, bytes, written, why);
}

} // namespace

cublasStatus_t amp::rt::simulator::giveAttribute(const void *source,
                                                 size_t size, void *value,
                                                 size_t bytes, size_t *written,
                                                 std::string &why) {
  if (bytes == 0 ? !written : !value || bytes != size) {
    why = bytes == 0 ? "neither a value nor a size is asked for"
          : value    ? std::to_string(bytes) + " bytes instead of " +
                           std::to_string(size)
                     : "the value's address is null";
    return kCUBLAS_STATUS_INVALID_VALUE;
  }
  if (bytes)
    std::memcpy(value, source, size);
  if (written)
    *written = size;
  return kCUBLAS_STATUS_SUCCESS;
}

cublasStatus_t amp::rt::simulator::setAttribute(LayoutValue &object,
                                                uint32_t attribute,
                                                const void *value, size_t bytes,
                                                std::string &why) {
  return set(&object, find(kLayoutAttributes, attribute, why), value, bytes,
             why);
}
cublasStatus_t amp::rt::simulator::setAttribute(DescValue &object,
                                                uint32_t attribute,
                                                const void *value, size_t bytes,
                                                std::string &why) {
  return set(&object, find(kDescAttributes, attribute, why), value, bytes, why);
}
cublasStatus_t amp::rt::simulator::setAttribute(PreferenceValue &object,
                                                uint32_t attribute,
                                                const void *value, size_t bytes,
                                                std::string &why) {
  return set(&object, find(kPreferenceAttributes, attribute, why), value, bytes,
             why);
}

cublasStatus_t amp::rt::simulator::getAttribute(const LayoutValue &object,
                                                uint32_t attribute, void *value,
                                                size_t bytes, size_t *written,
                                                std::string &why) {
  return get(&object, find(kLayoutAttributes, attribute, why), value, bytes,
             written, why);
}
cublasStatus_t amp::rt::simulator::getAttribute(const DescValue &object,
                                                uint32_t attribute, void *value,
                                                size_t bytes, size_t *written,
                                                std::string &why) {
  return get(&object, find(kDescAttributes, attribute, why), value, bytes,
             written, why);
}
cublasStatus_t amp::rt::simulator::getAttribute(const PreferenceValue &object,
                                                uint32_t attribute, void *value,
                                                size_t bytes, size_t *written,
                                                std::string &why) {
  return get(&object, find(kPreferenceAttributes, attribute, why), value, bytes,
             written, why);
}
