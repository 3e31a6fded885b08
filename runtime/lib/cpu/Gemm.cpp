//===- Gemm.cpp - Matrix products on the CPU ------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Gemm.h"
#include "Convert.h"
#include "Parallel.h"

#include <algorithm>

using namespace amp::rt;
using namespace amp::rt::cpu;

/// Elements per thread below which a conversion is not worth a thread.
static constexpr int64_t kElementGrain = 1 << 15;
/// An emulated batch is computed in groups of matrices that need about this
/// many bytes of scratch, so that the scratch does not grow with the batch.
static constexpr uint64_t kGroupBytes = uint64_t(32) << 20;

static uint64_t alignUp(uint64_t bytes) {
  return (bytes + AMPRT_ALIGNMENT - 1) / AMPRT_ALIGNMENT * AMPRT_ALIGNMENT;
}

static int64_t rowGrain(int64_t columns) {
  return std::max<int64_t>(1, kElementGrain / columns);
}

static const char *offset(const void *base, amprt_type type, int64_t elements) {
  return static_cast<const char *>(base) + elements * amprt_type_size(type);
}

static char *offset(void *base, amprt_type type, int64_t elements) {
  return static_cast<char *>(base) + elements * amprt_type_size(type);
}

/// ReLU of the first `count` matrices of C at `c`.
static void reluMatrices(const CpuContext &context, const amprt_gemm &gemm,
                         void *c, int64_t count) {
  parallelFor(context.numThreads, count * gemm.m, rowGrain(gemm.n),
              [&](int64_t begin, int64_t end) {
                for (int64_t row = begin; row < end; ++row)
                  reluInPlace(gemm.type_c,
                              offset(c, gemm.type_c,
                                     row / gemm.m * gemm.stride_c +
                                         row % gemm.m * gemm.ldc),
                              gemm.n);
              });
}

GemmPlan::~GemmPlan() = default;

//===----------------------------------------------------------------------===//
// By oneDNN as it is
//===----------------------------------------------------------------------===//

namespace {

class DirectPlan : public GemmPlan {
public:
  DirectPlan(const CpuContext &context, const amprt_gemm &gemm, bool keepsB)
      : context(context), gemm(gemm),
        matmul(context.dnnl, context.numThreads, gemm, keepsB) {}

  uint64_t getScratchBytes() const override { return matmul.getScratchBytes(); }
  uint64_t getPackedBytes() const override { return matmul.getPackedBytes(); }
  void packB(const void *b, void *packed, void *scratch) override {
    matmul.pack(b, packed, scratch);
  }

  void run(const GemmOperands &operands, void *scratch) override {
    matmul.run(operands, scratch);
    if (gemm.epilogue & AMPRT_EPILOGUE_RELU)
      reluMatrices(context, gemm, operands.c, gemm.batch);
  }

private:
  const CpuContext &context;
  const amprt_gemm gemm;
  DnnlMatmul matmul;
};

//===----------------------------------------------------------------------===//
// 16-bit operands in f32
//===----------------------------------------------------------------------===//

/// Converts the operands to f32, which is exact, multiplies in f32, and rounds
/// the accumulated values after the epilogue.
class EmulatedPlan : public GemmPlan {
public:
  EmulatedPlan(const CpuContext &context, const amprt_gemm &gemm);

  uint64_t getScratchBytes() const override {
    return matmulOffset + matmul->getScratchBytes();
  }
  const char *getRemark() const override {
    if (gemm.type_a == AMPRT_F16)
      return "f16 GEMM emulated in f32: there is no f16 GEMM on the CPU";
    if (!context.nativeBF16)
      return "bf16 GEMM emulated in f32: this CPU has no bf16 arithmetic";
    return "bf16 GEMM with f16 result emulated in f32: there is no f16 result "
           "of a bf16 GEMM on the CPU";
  }
  void run(const GemmOperands &operands, void *scratch) override;

private:
  void convertMatrices(const void *source, float *target, int64_t rows,
                       int64_t columns, int64_t ld, int64_t stride,
                       int64_t count) const;
  void finish(const float *sums, void *c, const void *bias) const;
  void finishRow(const float *sums, void *c, const void *bias) const;

  const CpuContext &context;
  const amprt_gemm gemm;
  const int64_t rowsA, columnsA, rowsB, columnsB;
  /// Matrices of the batch that are computed at once; divides the batch.
  int64_t group = 1;
  /// True if the product goes straight to C, which is f32.
  const bool direct;
  uint64_t offsetB = 0, offsetC = 0, matmulOffset = 0;
  std::unique_ptr<DnnlMatmul> matmul;
};

} // namespace

EmulatedPlan::EmulatedPlan(const CpuContext &context, const amprt_gemm &gemm)
    : context(context), gemm(gemm), rowsA(gemm.transpose_a ? gemm.k : gemm.m),
      columnsA(gemm.transpose_a ? gemm.m : gemm.k),
      rowsB(gemm.transpose_b ? gemm.n : gemm.k),
      columnsB(gemm.transpose_b ? gemm.k : gemm.n),
      direct(gemm.type_c == AMPRT_F32) {
  const uint64_t sizeA = uint64_t(gemm.m) * uint64_t(gemm.k) * sizeof(float);
  const uint64_t sizeB = uint64_t(gemm.k) * uint64_t(gemm.n) * sizeof(float);
  const uint64_t sizeC =
      direct ? 0 : uint64_t(gemm.m) * uint64_t(gemm.n) * sizeof(float);
  const uint64_t perMatrix = sizeA + sizeB + sizeC;
  group = std::clamp<int64_t>(static_cast<int64_t>(kGroupBytes / perMatrix), 1,
                              gemm.batch);
  while (gemm.batch % group)
    --group;

  const uint64_t countA = gemm.stride_a ? uint64_t(group) : 1;
  const uint64_t countB = gemm.stride_b ? uint64_t(group) : 1;
  offsetB = alignUp(countA * sizeA);
  offsetC = offsetB + alignUp(countB * sizeB);
  matmulOffset = offsetC + alignUp(uint64_t(group) * sizeC);

  amprt_gemm product = gemm;
  product.batch = group;
  product.type_a = product.type_b = product.type_c = AMPRT_F32;
  product.lda = columnsA;
  product.ldb = columnsB;
  product.stride_a = gemm.stride_a ? gemm.m * gemm.k : 0;
  product.stride_b = gemm.stride_b ? gemm.k * gemm.n : 0;
  product.epilogue &= ~unsigned(AMPRT_EPILOGUE_RELU);
  if (!direct) {
    product.ldc = gemm.n;
    product.stride_c = gemm.m * gemm.n;
    product.epilogue = AMPRT_EPILOGUE_NONE;
  }
  matmul = std::make_unique<DnnlMatmul>(context.dnnl, context.numThreads,
                                        product, /*keepsB=*/false);
}

/// Converts `count` stored matrices of rows x columns to dense ones.
void EmulatedPlan::convertMatrices(const void *source, float *target,
                                   int64_t rows, int64_t columns, int64_t ld,
                                   int64_t stride, int64_t count) const {
  parallelFor(context.numThreads, count * rows, rowGrain(columns),
              [&](int64_t begin, int64_t end) {
                for (int64_t row = begin; row < end; ++row)
                  convertToF32(gemm.type_a,
                               offset(source, gemm.type_a,
                                      row / rows * stride + row % rows * ld),
                               target + row * columns, columns);
              });
}

/// The epilogue and the rounding of one row of C.
void EmulatedPlan::finishRow(const float *sums, void *c,
                             const void *bias) const {
  // A block stays in the first-level cache from one step to the next.
  constexpr int64_t kBlock = 512;
  float values[kBlock], added[kBlock];
  for (int64_t first = 0; first < gemm.n; first += kBlock) {
    const int64_t count = std::min(kBlock, gemm.n - first);
    char *target = offset(c, gemm.type_c, first);
    std::copy_n(sums + first, count, values);
    if (bias) {
      convertToF32(gemm.type_bias, offset(bias, gemm.type_bias, first), added,
                   count);
      for (int64_t i = 0; i < count; ++i)
        values[i] += added[i];
    }
    if (gemm.epilogue & AMPRT_EPILOGUE_RELU)
      reluInPlace(AMPRT_F32, values, count);
    convertFromF32(gemm.type_c, values, target, count);
  }
}

/// Finishes the rows of one group; `c` is its first matrix.
void EmulatedPlan::finish(const float *sums, void *c, const void *bias) const {
  parallelFor(context.numThreads, group * gemm.m, rowGrain(gemm.n),
              [&](int64_t begin, int64_t end) {
                for (int64_t row = begin; row < end; ++row)
                  finishRow(sums + row * gemm.n,
                            offset(c, gemm.type_c,
                                   row / gemm.m * gemm.stride_c +
                                       row % gemm.m * gemm.ldc),
                            bias);
              });
}

void EmulatedPlan::run(const GemmOperands &operands, void *scratch) {
  char *base = static_cast<char *>(scratch);
  float *a = reinterpret_cast<float *>(base);
  float *b = reinterpret_cast<float *>(base + offsetB);
  float *sums = reinterpret_cast<float *>(base + offsetC);
  for (int64_t first = 0; first < gemm.batch; first += group) {
    if (first == 0 || gemm.stride_a)
      convertMatrices(offset(operands.a, gemm.type_a, first * gemm.stride_a), a,
                      rowsA, columnsA, gemm.lda, gemm.stride_a,
                      gemm.stride_a ? group : 1);
    if (first == 0 || gemm.stride_b)
      convertMatrices(offset(operands.b, gemm.type_b, first * gemm.stride_b), b,
                      rowsB, columnsB, gemm.ldb, gemm.stride_b,
                      gemm.stride_b ? group : 1);

    char *c = offset(operands.c, gemm.type_c, first * gemm.stride_c);
    GemmOperands product = {a, b, sums, nullptr};
    if (direct) {
      product.c = c;
      product.bias = operands.bias;
    }
    matmul->run(product, base + matmulOffset);
    if (!direct)
      finish(sums, c, operands.bias);
    else if (gemm.epilogue & AMPRT_EPILOGUE_RELU)
      reluMatrices(context, gemm, c, group);
  }
}

std::unique_ptr<GemmPlan>
amp::rt::cpu::createGemmPlan(const CpuContext &context, const amprt_gemm &gemm,
                             bool keepsB) {
  if (gemm.type_a == AMPRT_F64)
    return createGemmF64Plan(context, gemm);
  if (std::unique_ptr<GemmPlan> plan = createFewRowsPlan(context, gemm, keepsB))
    return plan;
  const bool emulated = gemm.type_a == AMPRT_F16 || gemm.type_c == AMPRT_F16 ||
                        (gemm.type_a == AMPRT_BF16 && !context.nativeBF16);
  if (emulated)
    return std::make_unique<EmulatedPlan>(context, gemm);
  return std::make_unique<DirectPlan>(context, gemm, keepsB);
}
