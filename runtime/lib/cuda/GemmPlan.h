//===- GemmPlan.h - A GEMM prepared for cuBLASLt ----------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_CUDA_GEMMPLAN_H
#define AMP_RUNTIME_CUDA_GEMMPLAN_H

#include "GemmMapping.h"

namespace amp::rt::cuda {

/// Owner of a cuBLASLt object, which DESTROY of the library releases.
/// Move-only.
template <typename Handle, cublasStatus_t (*BlasLtApi::*Destroy)(Handle)>
class BlasLtObject {
public:
  BlasLtObject() = default;
  BlasLtObject(BlasLtObject &&other) noexcept { swap(other); }
  BlasLtObject &operator=(BlasLtObject &&other) noexcept {
    BlasLtObject(static_cast<BlasLtObject &&>(other)).swap(*this);
    return *this;
  }
  ~BlasLtObject() {
    if (handle)
      (api->*Destroy)(handle);
  }

  /// Where a create function of `library` is to put its result.
  Handle *receive(const BlasLtApi &library) {
    *this = BlasLtObject();
    api = &library;
    return &handle;
  }
  Handle get() const { return handle; }

private:
  void swap(BlasLtObject &other) {
    const BlasLtApi *otherApi = other.api;
    Handle otherHandle = other.handle;
    other.api = api;
    other.handle = handle;
    api = otherApi;
    handle = otherHandle;
  }

  const BlasLtApi *api = nullptr;
  Handle handle = nullptr;
};

using MatmulDesc =
    BlasLtObject<cublasLtMatmulDesc_t, &BlasLtApi::cublasLtMatmulDescDestroy>;
using MatrixLayout = BlasLtObject<cublasLtMatrixLayout_t,
                                  &BlasLtApi::cublasLtMatrixLayoutDestroy>;
using MatmulPreference =
    BlasLtObject<cublasLtMatmulPreference_t,
                 &BlasLtApi::cublasLtMatmulPreferenceDestroy>;

/// Memory that algorithms may use while they run.
struct GemmWorkspace {
  void *address = nullptr;
  uint64_t bytes = 0;
};

/// The descriptors of one GEMM and the algorithm chosen for it.
class GemmPlan {
public:
  /// Makes the descriptors; needs the library but no device. `api` must outlive
  /// the plan.
  Status describe(const BlasLtApi &api, const amprt_gemm &gemm,
                  const ColumnGemm &mapped, uint64_t workspaceBytes,
                  const std::string &where);

  /// Asks cuBLASLt for algorithms that fit the descriptors and keeps the first
  /// that can run. UNAVAILABLE, naming the record and the GEMM, if there is
  /// none: nothing else is tried.
  Status chooseAlgorithm(cublasLtHandle_t handle, const amprt_gemm &gemm,
                         const std::string &where);

  /// Enqueues the product. The addresses are those of the record's A, B, C and
  /// bias.
  cublasStatus_t run(cublasLtHandle_t handle, const void *a, const void *b,
                     void *c, const void *bias, const GemmWorkspace &workspace,
                     CUstream stream) const;

private:
  Status makeLayout(const ColumnMatrix &matrix, int32_t batch,
                    const std::string &where, MatrixLayout &layout);

  const BlasLtApi *api = nullptr;
  MatmulDesc desc;
  MatrixLayout first, second, result;
  MatmulPreference preference;
  cublasLtMatmulAlgo_t algorithm = {};
  bool hasBias = false;
  bool scalesAreF64 = false;
};

} // namespace amp::rt::cuda

#endif // AMP_RUNTIME_CUDA_GEMMPLAN_H
