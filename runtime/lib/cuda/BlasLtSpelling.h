//===- BlasLtSpelling.h - cuBLASLt's types as ours are spelled --*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_CUDA_BLASLTSPELLING_H
#define AMP_RUNTIME_CUDA_BLASLTSPELLING_H

#include "HeaderSpelling.h"

#include <cublasLt.h>

namespace amp::rt::cuda {

template <>
struct Spell<::cublasLtMatmulDescOpaque_t, false> {
  using Type = MatmulDescOpaque;
};
template <>
struct Spell<::cublasLtMatrixLayoutOpaque_t, false> {
  using Type = MatrixLayoutOpaque;
};
template <>
struct Spell<::cublasLtMatmulPreferenceOpaque_t, false> {
  using Type = MatmulPreferenceOpaque;
};
template <>
struct Spell<::cublasLtMatmulAlgo_t, false> {
  using Type = cublasLtMatmulAlgo_t;
};
template <>
struct Spell<::cublasLtMatmulHeuristicResult_t, false> {
  using Type = cublasLtMatmulHeuristicResult_t;
};

} // namespace amp::rt::cuda

#endif // AMP_RUNTIME_CUDA_BLASLTSPELLING_H
