//===- Problem.h - A product as the descriptors give it ---------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What cublasLtMatmul would compute and what it would refuse, from NVIDIA's
// documentation alone. Nothing here knows how the backend uses the library.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_SIMULATOR_BLASLT_PROBLEM_H
#define AMP_RUNTIME_SIMULATOR_BLASLT_PROBLEM_H

#include "Objects.h"

#include <optional>
#include <string>

namespace amp::rt::simulator {

/// What a product is summed in.
enum class Accumulator : uint8_t { F16, F32, F64, I32 };

/// What f32 operands are rounded to before they are multiplied.
enum class InputRounding : uint8_t { None, F16, BF16, TF32 };

/// A combination of types that cublasLtMatmul supports: a line of its table.
struct SupportedTypes {
  cuda::cublasComputeType_t compute;
  cuda::cudaDataType_t scale;
  cuda::cudaDataType_t input;  ///< Of A and B.
  cuda::cudaDataType_t output; ///< Of C and D.
  /// Of the bias; absent where no epilogue but DEFAULT is supported.
  std::optional<cuda::cudaDataType_t> bias;
  Accumulator accumulator;
  InputRounding rounding = InputRounding::None;
};

/// The whole table, for tests that go through it.
struct SupportedTypesTable {
  const SupportedTypes *begin_, *end_;
  const SupportedTypes *begin() const { return begin_; }
  const SupportedTypes *end() const { return end_; }
};
SupportedTypesTable supportedTypes();
/// The line of the table for some types, or null.
const SupportedTypes *findTypes(cuda::cublasComputeType_t compute,
                                cuda::cudaDataType_t scale,
                                cuda::cudaDataType_t a, cuda::cudaDataType_t b,
                                cuda::cudaDataType_t c, cuda::cudaDataType_t d);

/// Bytes of an element of a type that occurs in the table.
uint32_t bytesOf(cuda::cudaDataType_t type);
/// "f16", "f32", "s8"; for a type that the simulation lacks its number.
std::string nameOfType(cuda::cudaDataType_t type);

/// Success, or a status and what is wrong.
struct Verdict {
  cuda::cublasStatus_t status = cuda::kCUBLAS_STATUS_SUCCESS;
  std::string why;

  explicit operator bool() const {
    return status != cuda::kCUBLAS_STATUS_SUCCESS;
  }
};

/// A product that cublasLtMatmul supports, addresses aside.
struct Problem {
  DescValue desc;
  LayoutValue a, b, c, d;
  const SupportedTypes *types = nullptr;
  InputRounding rounding = InputRounding::None;
  uint64_t m = 0, n = 0, k = 0;
  uint64_t batch = 1;

  /// What the epilogue does; every one is a combination of these.
  bool addsBias() const;      ///< Reads a bias of m elements.
  bool givesGradient() const; ///< Writes one, of m elements or of n.
  bool usesBias() const { return addsBias() || givesGradient(); }
  bool readsAux() const;
  bool writesAux() const;
  bool isReLU() const;
  bool isGELU() const;
  uint64_t biasLength() const;

  /// "8x4x2" and the types, for messages.
  std::string describe() const;
};

/// Checks everything that is known without addresses. `c` is null where it was
/// omitted and is then as `d`. `capability` is that of the device, 10 * major +
/// minor.
Verdict resolve(const DescValue &desc, const LayoutValue &a,
                const LayoutValue &b, const LayoutValue *c,
                const LayoutValue &d, int capability, Problem &problem);

} // namespace amp::rt::simulator

#endif // AMP_RUNTIME_SIMULATOR_BLASLT_PROBLEM_H
