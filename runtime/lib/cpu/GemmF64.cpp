//===- GemmF64.cpp - Matrix product in f64 --------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// oneDNN multiplies no f64. This product serves tests and small problems: tiles
// of C are distributed over the threads, and each is accumulated from packed
// tiles of A and B. The order of a sum depends on the sizes only, not on the
// number of threads.
//
//===----------------------------------------------------------------------===//

#include "Convert.h"
#include "Gemm.h"
#include "Parallel.h"

#include <algorithm>

using namespace amp::rt;
using namespace amp::rt::cpu;

namespace {

/// Rows and columns of a tile. Three tiles of f64 fit the second-level cache.
constexpr int64_t kTile = 64;

struct Tile {
  alignas(64) double values[kTile][kTile];
};

class GemmF64Plan : public GemmPlan {
public:
  GemmF64Plan(const CpuContext &context, const amprt_gemm &gemm)
      : context(context), gemm(gemm) {}

  uint64_t getScratchBytes() const override { return 0; }
  void run(const GemmOperands &operands, void *scratch) override;

private:
  void computeTile(const double *a, const double *b, double *c,
                   const double *bias, int64_t row, int64_t column) const;

  const CpuContext &context;
  const amprt_gemm gemm;
};

} // namespace

/// Copies `rows` x `columns` elements at (row, column) of a matrix that is
/// stored transposed or not.
static void pack(const double *matrix, int64_t ld, bool transposed, int64_t row,
                 int64_t column, int64_t rows, int64_t columns, Tile &tile) {
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < columns; ++j)
      tile.values[i][j] = transposed ? matrix[(column + j) * ld + row + i]
                                     : matrix[(row + i) * ld + column + j];
}

void GemmF64Plan::computeTile(const double *a, const double *b, double *c,
                              const double *bias, int64_t row,
                              int64_t column) const {
  const int64_t rows = std::min(kTile, gemm.m - row);
  const int64_t columns = std::min(kTile, gemm.n - column);
  Tile tileA, tileB, sums;
  for (int64_t i = 0; i < rows; ++i)
    std::fill_n(sums.values[i], columns, 0.0);
  for (int64_t first = 0; first < gemm.k; first += kTile) {
    const int64_t depth = std::min(kTile, gemm.k - first);
    pack(a, gemm.lda, gemm.transpose_a, row, first, rows, depth, tileA);
    pack(b, gemm.ldb, gemm.transpose_b, first, column, depth, columns, tileB);
    for (int64_t i = 0; i < rows; ++i)
      for (int64_t l = 0; l < depth; ++l) {
        const double factor = tileA.values[i][l];
        for (int64_t j = 0; j < columns; ++j)
          sums.values[i][j] += factor * tileB.values[l][j];
      }
  }
  for (int64_t i = 0; i < rows; ++i) {
    double *target = c + (row + i) * gemm.ldc + column;
    for (int64_t j = 0; j < columns; ++j) {
      double value = sums.values[i][j];
      if (bias)
        value += bias[column + j];
      target[j] = value;
    }
    if (gemm.epilogue & AMPRT_EPILOGUE_RELU)
      reluInPlace(AMPRT_F64, target, columns);
  }
}

void GemmF64Plan::run(const GemmOperands &operands, void *) {
  const auto *a = static_cast<const double *>(operands.a);
  const auto *b = static_cast<const double *>(operands.b);
  const auto *bias = static_cast<const double *>(operands.bias);
  auto *c = static_cast<double *>(operands.c);
  const int64_t tilesM = (gemm.m + kTile - 1) / kTile;
  const int64_t tilesN = (gemm.n + kTile - 1) / kTile;
  parallelFor(context.numThreads, gemm.batch * tilesM * tilesN, 1,
              [&](int64_t begin, int64_t end) {
                for (int64_t i = begin; i < end; ++i) {
                  const int64_t matrix = i / (tilesM * tilesN);
                  const int64_t tile = i % (tilesM * tilesN);
                  computeTile(a + matrix * gemm.stride_a,
                              b + matrix * gemm.stride_b,
                              c + matrix * gemm.stride_c, bias,
                              tile / tilesN * kTile, tile % tilesN * kTile);
                }
              });
}

std::unique_ptr<GemmPlan>
amp::rt::cpu::createGemmF64Plan(const CpuContext &context,
                                const amprt_gemm &gemm) {
  return std::make_unique<GemmF64Plan>(context, gemm);
}
