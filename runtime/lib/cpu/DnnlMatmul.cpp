//===- DnnlMatmul.cpp - Matrix product by oneDNN --------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DnnlMatmul.h"

#include "Parallel.h"

#include <algorithm>

using namespace amp::rt;
using namespace amp::rt::cpu;
using dnnl::memory;

static memory::data_type getDnnlType(amprt_type type) {
  return type == AMPRT_BF16 ? memory::data_type::bf16 : memory::data_type::f32;
}

/// True if oneDNN accepts these strides for a batch: each matrix after the one
/// before, or all matrices side by side in each row. A batch that repeats one
/// matrix has stride 0.
static bool isRegularBatch(int64_t rows, int64_t columns, int64_t ld,
                           int64_t stride, int64_t batch) {
  return stride == 0 || stride >= rows * ld ||
         (stride >= columns && ld >= batch * stride);
}

/// The description of a matrix of rows x columns as the product reads it;
/// `transposed` if it is stored as columns x rows. Three-dimensional if
/// `batch` is not 0.
static memory::desc describe(amprt_type type, int64_t rows, int64_t columns,
                             bool transposed, int64_t ld, int64_t batch,
                             int64_t stride) {
  memory::dims dims = {rows, columns};
  memory::dims strides = {transposed ? 1 : ld, transposed ? ld : 1};
  if (batch) {
    const bool repeats = stride == 0;
    dims.insert(dims.begin(), repeats ? 1 : batch);
    strides.insert(strides.begin(),
                   repeats ? (transposed ? columns : rows) * ld : stride);
  }
  return memory::desc(dims, getDnnlType(type), strides);
}

/// The description of a vector that is added to each row.
static memory::desc describeBias(amprt_type type, int64_t n, bool batched) {
  memory::dims dims = {1, n}, strides = {n, 1};
  if (batched) {
    dims.insert(dims.begin(), 1);
    strides.insert(strides.begin(), n);
  }
  return memory::desc(dims, getDnnlType(type), strides);
}

/// Products of at least this many multiplications may go to dnnl_sgemm.
static constexpr double kSgemmWork = 0x1p28;

/// True if dnnl_sgemm computes this product faster than the primitive. Measured
/// with oneDNN 2.6.3 on AVX-512, where the primitive reads B as [k, n] or A as
/// [k, m] badly: from 2^28 multiplications on, dnnl_sgemm is 2 to 23 % faster
/// while B is not transposed. It has no bias. It takes its working memory from
/// the system, so that this is not counted.
static bool prefersSgemm(const amprt_gemm &gemm) {
  const double work = static_cast<double>(gemm.m) *
                      static_cast<double>(gemm.n) * static_cast<double>(gemm.k);
  return gemm.type_a == AMPRT_F32 && gemm.type_c == AMPRT_F32 &&
         gemm.batch == 1 && !gemm.transpose_b &&
         !(gemm.epilogue & AMPRT_EPILOGUE_BIAS) && work >= kSgemmWork;
}

/// Multiplications that are worth waking a thread for: some 10 us of one core.
/// A small product on the whole pool costs more than it saves, and on a loaded
/// machine, where threads wait for their turn, a thousand times more.
constexpr double kWorkPerThread = 1 << 20;

static int getThreads(const CpuContext &context, const amprt_gemm &gemm) {
  const double work =
      static_cast<double>(gemm.m) * static_cast<double>(gemm.n) *
      static_cast<double>(gemm.k) * static_cast<double>(gemm.batch);
  return work < 2 * kWorkPerThread ? 1 : context.numThreads;
}

DnnlMatmul::DnnlMatmul(const CpuContext &context, const amprt_gemm &gemm,
                       bool keepsB)
    : context(context), gemm(gemm), threads(getThreads(context, gemm)),
      loopsOverBatch(false), usesSgemm(prefersSgemm(gemm)) {
  // oneDNN divides the work when the primitive is made.
  const ThreadScope scope(threads);
  if (!usesSgemm)
    createPrimitive(keepsB);
}

void DnnlMatmul::createPrimitive(bool keepsB) {
  const int64_t rowsA = gemm.transpose_a ? gemm.k : gemm.m;
  const int64_t columnsA = gemm.transpose_a ? gemm.m : gemm.k;
  const int64_t rowsB = gemm.transpose_b ? gemm.n : gemm.k;
  const int64_t columnsB = gemm.transpose_b ? gemm.k : gemm.n;
  loopsOverBatch =
      gemm.batch > 1 &&
      ((gemm.stride_a == 0 && gemm.stride_b == 0) ||
       !isRegularBatch(rowsA, columnsA, gemm.lda, gemm.stride_a, gemm.batch) ||
       !isRegularBatch(rowsB, columnsB, gemm.ldb, gemm.stride_b, gemm.batch) ||
       !isRegularBatch(gemm.m, gemm.n, gemm.ldc, gemm.stride_c, gemm.batch));
  const int64_t batch = gemm.batch > 1 && !loopsOverBatch ? gemm.batch : 0;

  const memory::desc a = describe(gemm.type_a, gemm.m, gemm.k, gemm.transpose_a,
                                  gemm.lda, batch, gemm.stride_a);
  const memory::desc b = describe(gemm.type_b, gemm.k, gemm.n, gemm.transpose_b,
                                  gemm.ldb, batch, gemm.stride_b);
  const memory::desc c = describe(gemm.type_c, gemm.m, gemm.n, false, gemm.ldc,
                                  batch, gemm.stride_c);

  dnnl::primitive_attr attributes;
  attributes.set_scratchpad_mode(dnnl::scratchpad_mode::user);
  // Not to be lowered by the environment.
  attributes.set_fpmath_mode(dnnl::fpmath_mode::strict);
  const bool hasBias = gemm.epilogue & AMPRT_EPILOGUE_BIAS;
  memory::desc bias;
  if (hasBias)
    bias = describeBias(gemm.type_bias, gemm.n, batch != 0);

  // Whatever layout oneDNN likes best for one matrix.
  const bool packs = keepsB && gemm.batch == 1;
  const memory::desc read =
      packs ? memory::desc({gemm.k, gemm.n}, getDnnlType(gemm.type_b),
                           memory::format_tag::any)
            : b;
  const dnnl::matmul::desc desc = hasBias ? dnnl::matmul::desc(a, read, bias, c)
                                          : dnnl::matmul::desc(a, read, c);
  const dnnl::matmul::primitive_desc primitiveDesc(desc, attributes,
                                                   context.engine);
  primitive = dnnl::matmul(primitiveDesc);
  const memory::desc scratch = primitiveDesc.scratchpad_desc();
  scratchBytes = scratch.get_size();

  addArgument(DNNL_ARG_SRC, a);
  addArgument(DNNL_ARG_WEIGHTS, primitiveDesc.weights_desc());
  addArgument(DNNL_ARG_DST, c);
  addArgument(DNNL_ARG_SCRATCHPAD, scratch);
  if (hasBias)
    addArgument(DNNL_ARG_BIAS, bias);
  if (packs && primitiveDesc.weights_desc() != b)
    createPacking(b, primitiveDesc.weights_desc());
}

void DnnlMatmul::createPacking(const memory::desc &b,
                               const memory::desc &packed) {
  dnnl::primitive_attr attributes;
  attributes.set_scratchpad_mode(dnnl::scratchpad_mode::user);
  const dnnl::reorder::primitive_desc desc(context.engine, b, context.engine,
                                           packed, attributes);
  packing = dnnl::reorder(desc);
  packedBytes = packed.get_size();
  const memory::desc scratch = desc.scratchpad_desc();
  scratchBytes = std::max<uint64_t>(scratchBytes, scratch.get_size());
  for (auto [index, described] :
       {std::pair(DNNL_ARG_FROM, b), std::pair(DNNL_ARG_TO, packed),
        std::pair(DNNL_ARG_SCRATCHPAD, scratch)}) {
    packingMemories.emplace_back(described, context.engine, nullptr);
    packingArguments.push_back({index, packingMemories.back().get()});
  }
}

void DnnlMatmul::addArgument(int index, const memory::desc &desc) {
  memories.emplace_back(desc, context.engine, nullptr);
  arguments.push_back({index, memories.back().get()});
}

void DnnlMatmul::pack(const void *b, void *packed, void *scratch) {
  const ThreadScope scope(threads);
  packingMemories[0].set_data_handle(const_cast<void *>(b));
  packingMemories[1].set_data_handle(packed);
  packingMemories[2].set_data_handle(scratch);
  dnnl::error::wrap_c_api(
      dnnl_primitive_execute(packing.get(), context.stream.get(),
                             static_cast<int>(packingArguments.size()),
                             packingArguments.data()),
      "could not rearrange a matrix");
}

void DnnlMatmul::runSgemm(const GemmOperands &operands) const {
  const dnnl_status_t status = dnnl_sgemm(
      gemm.transpose_a ? 'T' : 'N', gemm.transpose_b ? 'T' : 'N', gemm.m,
      gemm.n, gemm.k, /*alpha=*/1.0f, static_cast<const float *>(operands.a),
      gemm.lda, static_cast<const float *>(operands.b), gemm.ldb, /*beta=*/0.0f,
      static_cast<float *>(operands.c), gemm.ldc);
  dnnl::error::wrap_c_api(status, "could not execute a product in f32");
}

void DnnlMatmul::run(const GemmOperands &operands, void *scratch) {
  const ThreadScope scope(threads);
  if (usesSgemm) {
    runSgemm(operands);
    return;
  }
  const int64_t count = loopsOverBatch ? gemm.batch : 1;
  auto matrix = [](const void *base, amprt_type type, int64_t elements) {
    const int64_t bytes = elements * amprt_type_size(type);
    // oneDNN's handles are not const, but it does not write to sources.
    return const_cast<char *>(static_cast<const char *>(base) + bytes);
  };
  memories[3].set_data_handle(scratch);
  if (operands.bias)
    memories[4].set_data_handle(const_cast<void *>(operands.bias));
  for (int64_t i = 0; i < count; ++i) {
    memories[0].set_data_handle(
        matrix(operands.a, gemm.type_a, i * gemm.stride_a));
    memories[1].set_data_handle(
        matrix(operands.b, gemm.type_b, i * gemm.stride_b));
    memories[2].set_data_handle(
        matrix(operands.c, gemm.type_c, i * gemm.stride_c));
    dnnl::error::wrap_c_api(
        dnnl_primitive_execute(primitive.get(), context.stream.get(),
                               static_cast<int>(arguments.size()),
                               arguments.data()),
        "could not execute a matmul");
  }
}
