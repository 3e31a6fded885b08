//===- FewRows.cpp - Products with few rows on the CPU --------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FewRowsKernels.h"

#include "Convert.h"
#include "Gemm.h"
#include "Parallel.h"

#include <algorithm>

using namespace amp::rt;
using namespace amp::rt::cpu;

/// Elements of B below which reading them is not worth a thread.
static constexpr int64_t kElementGrain = 1 << 16;

/// Elements of a row of B that oneDNN reads badly.
static constexpr int64_t kLongRow = 1024;

namespace {
/// A left operand, element (i, l) of which is `values[i * row + l * column]`.
struct Left {
  const float *values;
  int64_t row, column;
};

/// Each thread computes neighbouring columns, in every run the same, so that
/// what it reads of B is still in its cache in the next iteration of a loop.
class FewRowsPlan : public GemmPlan {
public:
  /// `isSwapped`: computes the transpose of C, which has one column, as B's
  /// transpose, one row, times that of A.
  FewRowsPlan(const CpuContext &context, const amprt_gemm &gemm, bool isSwapped)
      : context(context), gemm(gemm), isSwapped(isSwapped),
        rows(isSwapped ? 1 : gemm.m), columns(isSwapped ? gemm.m : gemm.n) {}

  uint64_t getScratchBytes() const override {
    return (getGathered() + getRepeated()) * sizeof(float);
  }
  void run(const GemmOperands &operands, void *scratch) override;

private:
  /// Numbers of a left operand whose rows are columns in memory: it is copied.
  uint64_t getGathered() const {
    const bool isGathered = isSwapped ? !gemm.transpose_b && gemm.ldb != 1
                                      : gemm.transpose_a && gemm.lda != 1;
    return isGathered ? uint64_t(rows * gemm.k) : 0;
  }
  /// A swapped product's bias is one for all columns.
  uint64_t getRepeated() const {
    return isSwapped && (gemm.epilogue & AMPRT_EPILOGUE_BIAS)
               ? uint64_t(columns)
               : 0;
  }

  const CpuContext &context;
  const amprt_gemm gemm;
  const bool isSwapped;
  const int64_t rows, columns;
};
} // namespace

void FewRowsPlan::run(const GemmOperands &operands, void *scratch) {
  static const FewRowsKernels &kernels = getFewRowsKernels(getVectorIsa());
  const auto *a = static_cast<const float *>(operands.a);
  const auto *b = static_cast<const float *>(operands.b);
  const auto *bias = static_cast<const float *>(operands.bias);
  auto *memory = static_cast<float *>(scratch);
  Left left = isSwapped          ? Left{b, 0, gemm.transpose_b ? 1 : gemm.ldb}
              : gemm.transpose_a ? Left{a, 1, gemm.lda}
                                 : Left{a, gemm.lda, 1};
  if (left.column != 1) {
    for (int64_t i = 0; i < rows; ++i)
      for (int64_t l = 0; l < gemm.k; ++l)
        memory[i * gemm.k + l] = left.values[i * left.row + l * left.column];
    left = {memory, gemm.k, 1};
  }
  if (getRepeated())
    bias = std::fill_n(memory + getGathered(), columns, *bias) - columns;
  FewRowsProduct product = {rows,
                            columns,
                            gemm.k,
                            left.values,
                            left.row,
                            isSwapped ? a : b,
                            isSwapped ? gemm.lda : gemm.ldb,
                            static_cast<float *>(operands.c),
                            gemm.ldc,
                            bias};
  const bool isTransposed = isSwapped ? !gemm.transpose_a : gemm.transpose_b;
  const auto multiply =
      isTransposed ? kernels.multiplyTransposed : kernels.multiply;
  const int64_t grain = std::max<int64_t>(
      1, kElementGrain / std::max<int64_t>(1, gemm.k * kColumnGrain));
  parallelFor(context.numThreads, (columns + kColumnGrain - 1) / kColumnGrain,
              grain, [&](int64_t begin, int64_t end) {
                begin *= kColumnGrain;
                end = std::min(end * kColumnGrain, columns);
                multiply(product, begin, end);
                if (gemm.epilogue & AMPRT_EPILOGUE_RELU)
                  for (int64_t i = 0; i < rows; ++i)
                    reluInPlace(AMPRT_F32, product.c + i * gemm.ldc + begin,
                                end - begin);
              });
}

std::unique_ptr<GemmPlan>
amp::rt::cpu::createFewRowsPlan(const CpuContext &context,
                                const amprt_gemm &gemm, bool keepsB) {
  if (gemm.type_a != AMPRT_F32 || gemm.type_b != AMPRT_F32 ||
      gemm.type_c != AMPRT_F32 || gemm.batch != 1)
    return nullptr;
  if ((gemm.epilogue & AMPRT_EPILOGUE_BIAS) && gemm.type_bias != AMPRT_F32)
    return nullptr;
  // Measured with oneDNN 2.6.3 on AVX-512 (benchmarks/OneDnnGemm.cpp). One row
  // and one column are products of a matrix and a vector, of which it knows
  // nothing. Of more rows it reads a transposed B, or one of long rows, two to
  // five times slower than it is read here, unless it may rearrange it.
  const bool isReadBadly = gemm.transpose_b || gemm.n >= kLongRow;
  if (gemm.m == 1 ||
      (gemm.m <= kMostRows && gemm.n > 1 && isReadBadly && !keepsB))
    return std::make_unique<FewRowsPlan>(context, gemm, /*isSwapped=*/false);
  if (gemm.n == 1 && gemm.ldc == 1)
    return std::make_unique<FewRowsPlan>(context, gemm, /*isSwapped=*/true);
  return nullptr;
}
