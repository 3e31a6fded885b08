//===- Objects.h - Descriptors of the simulated cuBLASLt --------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the descriptors hold, and which attribute is which of its fields. The
// defaults are those that cublasLt.h documents.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_SIMULATOR_BLASLT_OBJECTS_H
#define AMP_RUNTIME_SIMULATOR_BLASLT_OBJECTS_H

#include "LtApi.h"

#include <deque>
#include <memory>
#include <string>
#include <unordered_map>

namespace amp::rt::simulator {

/// cublasLtMatrixLayout_t.
struct LayoutValue {
  uint32_t type = 0;
  int32_t order = kCUBLASLT_ORDER_COL;
  uint64_t rows = 0, cols = 0;
  int64_t ld = 0;
  int32_t batch = 1;
  uint32_t batchMode = 0;
  int64_t stride = 0;
  int64_t planeOffset = 0;
};

/// cublasLtMatmulDesc_t.
struct DescValue {
  uint32_t compute = 0;
  uint32_t scaleType = 0;
  int32_t pointerMode = kCUBLASLT_POINTER_MODE_HOST;
  int32_t opA = 0, opB = 0, opC = 0;
  int32_t fillMode = kCUBLAS_FILL_MODE_FULL;
  uint32_t epilogue = cuda::kCUBLASLT_EPILOGUE_DEFAULT;
  const void *bias = nullptr;
  int64_t biasStride = 0;
  int32_t biasType = -1;
  int32_t auxType = -1;
  const void *aux = nullptr;
  int64_t auxLd = 0;
  int64_t auxStride = 0;
  int64_t alphaStride = 0;
  int32_t smCount = 0;
  int8_t fastAccumulation = 0;
  const void *scaleA = nullptr, *scaleB = nullptr, *scaleC = nullptr,
             *scaleD = nullptr, *scaleAux = nullptr, *scaleOutD = nullptr;
  const void *amaxD = nullptr, *amaxAux = nullptr;
  int32_t scaleModeA = 0, scaleModeB = 0, scaleModeC = 0, scaleModeD = 0,
          scaleModeAux = 0, scaleModeOutD = 0;
  const void *emulation = nullptr;
};

/// cublasLtMatmulPreference_t.
struct PreferenceValue {
  uint32_t searchMode = kCUBLASLT_SEARCH_BEST_FIT;
  uint64_t workspace = 0;
  uint32_t schemes = kCUBLASLT_REDUCTION_SCHEME_MASK;
  uint32_t alignments[4] = {256, 256, 256, 256}; ///< Of A, B, C, D.
  float maxWaves = 0;
  uint64_t implementations = ~uint64_t(0);
};

/// Sets or gets an attribute. INVALID_VALUE, with the reason in `why`, for an
/// attribute that the descriptor lacks, a null value, and a size that is not
/// the attribute's.
cuda::cublasStatus_t setAttribute(LayoutValue &object, uint32_t attribute,
                                  const void *value, size_t bytes,
                                  std::string &why);
cuda::cublasStatus_t setAttribute(DescValue &object, uint32_t attribute,
                                  const void *value, size_t bytes,
                                  std::string &why);
cuda::cublasStatus_t setAttribute(PreferenceValue &object, uint32_t attribute,
                                  const void *value, size_t bytes,
                                  std::string &why);
cuda::cublasStatus_t getAttribute(const LayoutValue &object, uint32_t attribute,
                                  void *value, size_t bytes, size_t *written,
                                  std::string &why);
cuda::cublasStatus_t getAttribute(const DescValue &object, uint32_t attribute,
                                  void *value, size_t bytes, size_t *written,
                                  std::string &why);
cuda::cublasStatus_t getAttribute(const PreferenceValue &object,
                                  uint32_t attribute, void *value, size_t bytes,
                                  size_t *written, std::string &why);

/// Writes `size` bytes at `source` as a function that gets an attribute does.
cuda::cublasStatus_t giveAttribute(const void *source, size_t size, void *value,
                                   size_t bytes, size_t *written,
                                   std::string &why);

/// The living objects of a type. The memory of the latest dead ones is kept, so
/// that a dangling pointer does not come to mean an object made later.
template <typename T>
class Registry {
public:
  T *create() {
    auto object = std::make_unique<T>();
    T *address = object.get();
    living.emplace(address, std::move(object));
    return address;
  }
  bool isAlive(const T *object) const { return living.count(object) != 0; }
  bool destroy(const T *object) {
    auto it = living.find(object);
    if (it == living.end())
      return false;
    dead.push_back(std::move(it->second));
    living.erase(it);
    if (dead.size() > kKeptDead)
      dead.pop_front();
    return true;
  }

private:
  static constexpr size_t kKeptDead = 4096;
  std::unordered_map<const T *, std::unique_ptr<T>> living;
  std::deque<std::unique_ptr<T>> dead;
};

} // namespace amp::rt::simulator

namespace amp::rt::cuda {
struct MatmulDescOpaque {
  simulator::DescValue value;
};
struct MatrixLayoutOpaque {
  simulator::LayoutValue value;
};
struct MatmulPreferenceOpaque {
  simulator::PreferenceValue value;
};
} // namespace amp::rt::cuda

#endif // AMP_RUNTIME_SIMULATOR_BLASLT_OBJECTS_H
