//===- BlasLtRefusalTest.cpp - What the simulated cuBLASLt refuses --------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlasLtTestSupport.h"

#include <cstdlib>
#include <cstring>
#include <functional>

using namespace amp::rt;
using namespace amp::rt::simulator;

namespace {
constexpr cublasStatus_t kOk = kCUBLAS_STATUS_SUCCESS;
constexpr cublasStatus_t kInvalid = kCUBLAS_STATUS_INVALID_VALUE;
constexpr cublasStatus_t kUnsupported = kCUBLAS_STATUS_NOT_SUPPORTED;

template <typename T>
T *at(uint64_t address) {
  return reinterpret_cast<T *>(static_cast<uintptr_t>(address));
}
} // namespace

//===----------------------------------------------------------------------===//
// Descriptors that no algorithm is offered for
//===----------------------------------------------------------------------===//

namespace {
/// A change that makes a good product a bad one.
struct Bad {
  const char *why; ///< Part of the reason.
  cublasStatus_t status;
  std::function<void(Gemm &)> changeGemm;
  std::function<void(GemmObjects &)> changeObjects;
};
} // namespace

static std::vector<Bad> badProducts() {
  using G = Gemm &;
  using O = GemmObjects &;
  auto gemm = [](const char *why, cublasStatus_t status,
                 std::function<void(G)> change) {
    return Bad{why, status, std::move(change), nullptr};
  };
  auto objects = [](const char *why, cublasStatus_t status,
                    std::function<void(O)> change) {
    return Bad{why, status, nullptr, std::move(change)};
  };
  std::vector<Bad> bad = {
      // Types.
      gemm("not in the table", kUnsupported,
           [](G g) { g.scale = kCUDA_R_64F; }),
      gemm("not in the table", kUnsupported,
           [](G g) { g.a.type = kCUDA_R_16F; }),
      gemm("not in the table", kUnsupported,
           [](G g) { g.a.type = g.b.type = kCUDA_R_64F; }),
      gemm("not in the table", kUnsupported,
           [](G g) { g.d.type = kCUDA_R_16F; }),
      gemm("not in the table", kUnsupported,
           [](G g) { g.c.type = g.d.type = kCUDA_R_16F; }),
      gemm("not in the table", kUnsupported,
           [](G g) {
             g.compute = kCUBLAS_COMPUTE_32F_FAST_TF32;
             g.a.type = g.b.type = kCUDA_R_16F;
           }),
      gemm("not in the table", kUnsupported,
           [](G g) { g.compute = kCUBLAS_COMPUTE_16F; }),
      gemm("not in the table", kUnsupported,
           [](G g) {
             g.a.type = kCUDA_R_16F;
             g.b.type = kCUDA_R_16BF;
           }),
      gemm("compute 78", kUnsupported,
           [](G g) { g.compute = kCUBLAS_COMPUTE_32F_EMULATED_16BFX9; }),
      gemm("no compute type 12345", kInvalid, [](G g) { g.compute = 12345; }),
      gemm("cudaDataType 28", kUnsupported,
           [](G g) { g.a.type = g.b.type = 28; }),
      gemm("cudaDataType 4", kUnsupported,
           [](G g) { g.a.type = g.b.type = g.c.type = g.d.type = 4; }),
      // Sizes.
      objects("A: leading dimension 3", kInvalid,
              [](O o) {
                o.setLayout(o.a, kCUBLASLT_MATRIX_LAYOUT_LD, int64_t(3));
              }),
      objects("B: leading dimension -4", kInvalid,
              [](O o) {
                o.setLayout(o.b, kCUBLASLT_MATRIX_LAYOUT_LD, int64_t(-4));
              }),
      objects("A: leading dimension 0", kInvalid,
              [](O o) {
                o.setLayout(o.a, kCUBLASLT_MATRIX_LAYOUT_LD, int64_t(0));
              }),
      objects("D: leading dimension 3", kInvalid,
              [](O o) {
                o.setLayout(o.d, kCUBLASLT_MATRIX_LAYOUT_LD, int64_t(3));
              }),
      objects("A: no rows", kInvalid,
              [](O o) {
                o.setLayout(o.a, kCUBLASLT_MATRIX_LAYOUT_ROWS, uint64_t(0));
              }),
      objects("must fit int32_t", kUnsupported,
              [](O o) {
                o.setLayout(o.a, kCUBLASLT_MATRIX_LAYOUT_COLS,
                            uint64_t(1) << 31);
              }),
      objects("exceed the address space", kInvalid,
              [](O o) {
                o.setLayout(o.a, kCUBLASLT_MATRIX_LAYOUT_LD, int64_t(1) << 40);
              }),
      objects("k = 3 and B with 4", kInvalid,
              [](O o) {
                o.setLayout(o.a, kCUBLASLT_MATRIX_LAYOUT_COLS, uint64_t(3));
              }),
      objects("D is 4x3 and the product 4x4", kInvalid,
              [](O o) {
                o.setLayout(o.d, kCUBLASLT_MATRIX_LAYOUT_COLS, uint64_t(3));
              }),
      objects("C and D differ", kInvalid,
              [](O o) {
                o.setLayout(o.c, kCUBLASLT_MATRIX_LAYOUT_COLS, uint64_t(3));
              }),
      objects("C and D differ", kInvalid,
              [](O o) {
                o.setLayout(o.c, kCUBLASLT_MATRIX_LAYOUT_ORDER,
                            int32_t(kCUBLASLT_ORDER_ROW));
              }),
      objects("the batch counts differ", kInvalid,
              [](O o) {
                o.setLayout(o.b, kCUBLASLT_MATRIX_LAYOUT_BATCH_COUNT,
                            int32_t(2));
              }),
      objects("batch count 0", kInvalid,
              [](O o) {
                o.setLayout(o.a, kCUBLASLT_MATRIX_LAYOUT_BATCH_COUNT,
                            int32_t(0));
              }),
      gemm("D: the matrices of the batch overlap", kInvalid,
           [](G g) {
             g.batch = 2;
             g.a.stride = g.b.stride = g.c.stride = 16;
             g.d.stride = 15;
           }),
      gemm("D: the matrices of the batch overlap", kInvalid,
           [](G g) { g.batch = 2; }),
      // Enumerators.
      objects("no order 7", kInvalid,
              [](O o) {
                o.setLayout(o.a, kCUBLASLT_MATRIX_LAYOUT_ORDER, int32_t(7));
              }),
      objects("orders of tiles", kUnsupported,
              [](O o) {
                o.setLayout(o.a, kCUBLASLT_MATRIX_LAYOUT_ORDER,
                            int32_t(kCUBLASLT_ORDER_COL32));
              }),
      objects("planar complex", kUnsupported,
              [](O o) {
                o.setLayout(o.a, kCUBLASLT_MATRIX_LAYOUT_PLANE_OFFSET,
                            int64_t(64));
              }),
      objects("batches by pointer", kUnsupported,
              [](O o) {
                o.setLayout(o.a, kCUBLASLT_MATRIX_LAYOUT_BATCH_MODE,
                            uint32_t(1));
              }),
      objects("no operation 9", kInvalid,
              [](O o) { o.set(kCUBLASLT_MATMUL_DESC_TRANSA, int32_t(9)); }),
      objects("CUBLAS_OP_CONJG", kUnsupported,
              [](O o) { o.set(kCUBLASLT_MATMUL_DESC_TRANSB, int32_t(3)); }),
      objects("C can only be used", kUnsupported,
              [](O o) { o.set(kCUBLASLT_MATMUL_DESC_TRANSC, int32_t(1)); }),
      objects("FILL_MODE_FULL", kUnsupported,
              [](O o) { o.set(kCUBLASLT_MATMUL_DESC_FILL_MODE, int32_t(0)); }),
      objects("no fill mode 5", kInvalid,
              [](O o) { o.set(kCUBLASLT_MATMUL_DESC_FILL_MODE, int32_t(5)); }),
      objects(
          "vectors of alpha", kUnsupported,
          [](O o) { o.set(kCUBLASLT_MATMUL_DESC_POINTER_MODE, int32_t(2)); }),
      objects(
          "no pointer mode 5", kInvalid,
          [](O o) { o.set(kCUBLASLT_MATMUL_DESC_POINTER_MODE, int32_t(5)); }),
      objects("types of 8 bits", kInvalid,
              [](O o) {
                o.set(kCUBLASLT_MATMUL_DESC_A_SCALE_POINTER, uint64_t(256));
              }),
      objects("types of 8 bits", kInvalid,
              [](O o) {
                o.set(kCUBLASLT_MATMUL_DESC_AMAX_D_POINTER, uint64_t(256));
              }),
      objects(
          "types of 8 bits", kInvalid,
          [](O o) { o.set(kCUBLASLT_MATMUL_DESC_B_SCALE_MODE, int32_t(1)); }),
      objects("emulation", kUnsupported,
              [](O o) {
                o.set(kCUBLASLT_MATMUL_DESC_EMULATION_DESCRIPTOR,
                      uint64_t(256));
              }),
      objects("no epilogue 3", kInvalid,
              [](O o) { o.set(kCUBLASLT_MATMUL_DESC_EPILOGUE, uint32_t(3)); }),
      // Epilogues.
      gemm("a bias of f16 instead of f32", kUnsupported,
           [](G g) {
             g.epilogue = kCUBLASLT_EPILOGUE_BIAS;
             g.biasType = kCUDA_R_16F;
           }),
      gemm("a bias stride of 3", kInvalid,
           [](G g) {
             g.epilogue = kCUBLASLT_EPILOGUE_BIAS;
             g.biasStride = 3;
           }),
      gemm("the bias gradients of a batch need a stride", kInvalid,
           [](G g) {
             g.epilogue = kCUBLASLT_EPILOGUE_BGRADA;
             g.batch = 2;
             g.d.stride = 16;
           }),
      gemm("not supported with a row-major D", kUnsupported,
           [](G g) {
             g.epilogue = kCUBLASLT_EPILOGUE_RELU_BIAS;
             g.c.rowMajor = g.d.rowMajor = true;
           }),
      gemm("not supported with a row-major D", kUnsupported,
           [](G g) {
             g.epilogue = kCUBLASLT_EPILOGUE_BIAS;
             g.c.rowMajor = g.d.rowMajor = true;
           }),
      gemm("no epilogue is supported for s8 -> f32", kUnsupported,
           [](G g) {
             g.epilogue = kCUBLASLT_EPILOGUE_RELU;
             g.a.type = g.b.type = kCUDA_R_8I;
           }),
      gemm("no multiple of 128", kInvalid,
           [](G g) {
             g.epilogue = kCUBLASLT_EPILOGUE_RELU_AUX;
             g.auxLd = 64;
           }),
      gemm("or less than 4 rows", kInvalid,
           [](G g) { g.epilogue = kCUBLASLT_EPILOGUE_RELU_AUX; }),
      gemm("no multiple of 8", kInvalid,
           [](G g) {
             g.epilogue = kCUBLASLT_EPILOGUE_DGELU;
             g.auxLd = 12;
           }),
      gemm("batch stride of 64 is no multiple of 128", kInvalid,
           [](G g) {
             g.epilogue = kCUBLASLT_EPILOGUE_DRELU;
             g.auxLd = 128;
             g.auxStride = 64;
           }),
      gemm("the auxiliary matrices of a batch overlap", kInvalid,
           [](G g) {
             g.epilogue = kCUBLASLT_EPILOGUE_GELU_AUX;
             g.auxLd = 8;
             g.auxStride = 8;
             g.batch = 2;
             g.d.stride = 16;
           }),
      objects("an auxiliary matrix of f16 instead of f32", kInvalid,
              [](O o) {
                o.set(kCUBLASLT_MATMUL_DESC_EPILOGUE,
                      kCUBLASLT_EPILOGUE_GELU_AUX);
                o.set(kCUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, int64_t(8));
                o.set(kCUBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE,
                      int32_t(kCUDA_R_16F));
              }),
      objects("ReLU is one of bits", kInvalid,
              [](O o) {
                o.set(kCUBLASLT_MATMUL_DESC_EPILOGUE,
                      kCUBLASLT_EPILOGUE_RELU_AUX);
                o.set(kCUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, int64_t(128));
                o.set(kCUBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE,
                      int32_t(kCUDA_R_32F));
              }),
  };
  return bad;
}

/// A product that nothing is wrong with, but for the addresses: 4x4x4 in f32.
static Gemm goodProduct() {
  Gemm gemm;
  for (TestMatrix *matrix : {&gemm.a, &gemm.b, &gemm.c, &gemm.d}) {
    matrix->rows = matrix->cols = 4;
    matrix->ld = 4;
    matrix->address = 0x100000;
  }
  return gemm;
}

TEST_F(BlasLtTest, RefusesWhatIsNotDocumented) {
  {
    Gemm gemm = goodProduct();
    GemmObjects objects(gemm);
    ASSERT_EQ(ask(gemm, objects), kOk) << control->lastRefusal;
    ASSERT_EQ(gemm.offered[0].state, kOk);
  }
  for (const Bad &bad : badProducts()) {
    SCOPED_TRACE(bad.why);
    Gemm gemm = goodProduct();
    if (bad.changeGemm)
      bad.changeGemm(gemm);
    GemmObjects objects(gemm);
    if (bad.changeObjects)
      bad.changeObjects(objects);
    const size_t questions = control->questions.size();
    EXPECT_EQ(ask(gemm, objects), bad.status) << control->lastRefusal;
    EXPECT_TRUE(gemm.offered.empty());
    EXPECT_NE(control->lastRefusal.find(bad.why), std::string::npos)
        << control->lastRefusal;
    EXPECT_EQ(control->questions.size(), questions);
    control->lastRefusal.clear();
    gemm.asks = false;
    EXPECT_EQ(multiply(gemm, objects), bad.status);
    EXPECT_NE(control->lastRefusal.find(bad.why), std::string::npos)
        << control->lastRefusal;
  }
}

TEST_F(BlasLtTest, RefusesWhatTheDeviceLacks) {
  struct {
    cublasComputeType_t compute;
    cudaDataType_t scale, input, output;
    int lacks, has;
  } const cases[] = {
      {kCUBLAS_COMPUTE_32F, kCUDA_R_32F, kCUDA_R_16BF, kCUDA_R_16BF, 75, 80},
      {kCUBLAS_COMPUTE_32F, kCUDA_R_32F, kCUDA_R_16BF, kCUDA_R_32F, 70, 86},
      {kCUBLAS_COMPUTE_32I, kCUDA_R_32I, kCUDA_R_8I, kCUDA_R_32I, 70, 75},
      {kCUBLAS_COMPUTE_32F, kCUDA_R_32F, kCUDA_R_32F, kCUDA_R_32F, 37, 50},
  };
  for (const auto &test : cases) {
    Gemm gemm = goodProduct();
    gemm.compute = test.compute;
    gemm.scale = test.scale;
    gemm.a.type = gemm.b.type = test.input;
    gemm.c.type = gemm.d.type = test.output;
    gemm.opA = test.compute == kCUBLAS_COMPUTE_32I;
    GemmObjects objects(gemm);
    device.capability = test.lacks;
    EXPECT_EQ(ask(gemm, objects), kUnsupported);
    gemm.asks = false;
    EXPECT_EQ(multiply(gemm, objects), kCUBLAS_STATUS_ARCH_MISMATCH);
    EXPECT_NE(control->lastRefusal.find("compute capability"),
              std::string::npos);
    device.capability = test.has;
    EXPECT_EQ(ask(gemm, objects), kOk) << control->lastRefusal;
    // The test's word counts more than the driver's.
    control->capability = test.lacks;
    EXPECT_EQ(ask(gemm, objects), kUnsupported);
    control->capability.reset();
  }
}

TEST_F(BlasLtTest, RefusesProductsOfS8InOtherFormats) {
  auto good = [] {
    Gemm gemm = goodProduct();
    gemm.compute = kCUBLAS_COMPUTE_32I;
    gemm.scale = kCUDA_R_32I;
    gemm.a.type = gemm.b.type = kCUDA_R_8I;
    gemm.c.type = gemm.d.type = kCUDA_R_32I;
    gemm.opA = kCUBLAS_OP_T;
    return gemm;
  };
  auto answer = [&](Gemm gemm) {
    GemmObjects objects(gemm);
    return ask(gemm, objects);
  };
  EXPECT_EQ(answer(good()), kOk) << control->lastRefusal;
  Gemm gemm = good();
  gemm.opA = kCUBLAS_OP_N;
  EXPECT_EQ(answer(gemm), kUnsupported);
  gemm = good();
  gemm.opB = kCUBLAS_OP_T;
  EXPECT_EQ(answer(gemm), kUnsupported);
  gemm = good();
  gemm.a.rowMajor = true;
  EXPECT_EQ(answer(gemm), kUnsupported);
  gemm = good();
  gemm.b.ld = 6;
  EXPECT_EQ(answer(gemm), kUnsupported);
  gemm = good();
  gemm.a.rows = gemm.b.rows = 2;
  EXPECT_EQ(answer(gemm), kUnsupported) << "k is 2";
  gemm = good();
  gemm.a.cols = gemm.c.rows = gemm.d.rows = 2;
  EXPECT_EQ(answer(gemm), kUnsupported) << "m is 2";
  gemm = good();
  gemm.alignments[0] = 2;
  EXPECT_EQ(answer(gemm), kUnsupported) << "addresses are 4-byte aligned";
  gemm = good();
  gemm.epilogue = kCUBLASLT_EPILOGUE_RELU;
  EXPECT_EQ(answer(gemm), kUnsupported);
}

//===----------------------------------------------------------------------===//
// Handles, descriptors, attributes
//===----------------------------------------------------------------------===//

TEST_F(BlasLtTest, RefusesNullAndDestroyedObjects) {
  EXPECT_EQ(cublasLtCreate(nullptr), kInvalid);
  EXPECT_EQ(cublasLtDestroy(nullptr), kInvalid);
  cublasLtHandle_t other = nullptr;
  ASSERT_EQ(cublasLtCreate(&other), kOk);
  EXPECT_EQ(control->handles, 2);
  ASSERT_EQ(cublasLtDestroy(other), kOk);
  EXPECT_EQ(cublasLtDestroy(other), kCUBLAS_STATUS_NOT_INITIALIZED);

  EXPECT_EQ(cublasLtMatmulDescCreate(nullptr, 68, 0), kInvalid);
  EXPECT_EQ(cublasLtMatrixLayoutCreate(nullptr, 0, 1, 1, 1), kInvalid);
  EXPECT_EQ(cublasLtMatmulPreferenceCreate(nullptr), kInvalid);
  EXPECT_EQ(cublasLtMatmulDescDestroy(nullptr), kInvalid);
  EXPECT_EQ(cublasLtMatrixLayoutDestroy(nullptr), kInvalid);
  EXPECT_EQ(cublasLtMatmulPreferenceDestroy(nullptr), kInvalid);

  Gemm gemm;
  place(gemm);
  GemmObjects objects(gemm);
  EXPECT_EQ(control->objects, 6);
  ASSERT_EQ(ask(gemm, objects), kOk);
  cublasLtMatrixLayout_t dead = nullptr;
  ASSERT_EQ(cublasLtMatrixLayoutCreate(&dead, kCUDA_R_32F, 4, 4, 4), kOk);
  ASSERT_EQ(cublasLtMatrixLayoutDestroy(dead), kOk);
  EXPECT_EQ(cublasLtMatrixLayoutDestroy(dead), kInvalid);
  int32_t batch = 1;
  EXPECT_EQ(cublasLtMatrixLayoutSetAttribute(
                dead, kCUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &batch, 4),
            kInvalid);
  // A new one does not take the place of the dead one.
  cublasLtMatrixLayout_t living = nullptr;
  ASSERT_EQ(cublasLtMatrixLayoutCreate(&living, kCUDA_R_32F, 4, 4, 4), kOk);
  EXPECT_NE(living, dead);
  for (cublasLtMatrixLayout_t bad : {cublasLtMatrixLayout_t(nullptr), dead}) {
    for (cublasLtMatrixLayout_t GemmObjects::*member :
         {&GemmObjects::a, &GemmObjects::b, &GemmObjects::d}) {
      cublasLtMatrixLayout_t kept = objects.*member;
      objects.*member = bad;
      Gemm question = gemm;
      EXPECT_EQ(ask(question, objects), kInvalid);
      EXPECT_EQ(multiply(gemm, objects), kInvalid);
      objects.*member = kept;
    }
  }
  cublasLtMatrixLayout_t kept = objects.c;
  objects.c = dead;
  EXPECT_EQ(multiply(gemm, objects), kInvalid);
  objects.c = kept;
  EXPECT_EQ(multiply(gemm, objects), kOk) << control->lastRefusal;
  std::swap(handle, other);
  EXPECT_EQ(multiply(gemm, objects), kCUBLAS_STATUS_NOT_INITIALIZED);
  EXPECT_EQ(ask(gemm, objects), kCUBLAS_STATUS_NOT_INITIALIZED);
  std::swap(handle, other);
  ASSERT_EQ(cublasLtMatrixLayoutDestroy(living), kOk);
}

TEST_F(BlasLtTest, ChecksTheSizesOfAttributes) {
  cublasLtMatmulDesc_t desc = nullptr;
  ASSERT_EQ(cublasLtMatmulDescCreate(&desc, kCUBLAS_COMPUTE_64F, kCUDA_R_64F),
            kOk);
  int64_t value = 1;
  size_t written = 99;
  EXPECT_EQ(cublasLtMatmulDescSetAttribute(desc, kCUBLASLT_MATMUL_DESC_TRANSA,
                                           &value, 8),
            kInvalid);
  EXPECT_NE(control->lastRefusal.find(
                "CUBLASLT_MATMUL_DESC_TRANSA: 8 bytes instead of 4"),
            std::string::npos)
      << control->lastRefusal;
  EXPECT_EQ(cublasLtMatmulDescSetAttribute(desc, kCUBLASLT_MATMUL_DESC_TRANSA,
                                           nullptr, 4),
            kInvalid);
  EXPECT_EQ(cublasLtMatmulDescSetAttribute(desc, 999, &value, 8), kInvalid);
  EXPECT_EQ(cublasLtMatmulDescSetAttribute(
                desc, kCUBLASLT_MATMUL_DESC_FAST_ACCUM, &value, 1),
            kOk);
  EXPECT_EQ(cublasLtMatmulDescSetAttribute(desc, kCUBLASLT_MATMUL_DESC_TRANSA,
                                           &value, 4),
            kOk);
  // How a value is read.
  value = 0;
  auto get = [&](uint32_t attribute, void *place, size_t bytes, size_t *size) {
    return cublasLtMatmulDescGetAttribute(desc, attribute, place, bytes, size);
  };
  EXPECT_EQ(get(kCUBLASLT_MATMUL_DESC_TRANSA, &value, 4, &written), kOk);
  EXPECT_EQ(value, 1);
  EXPECT_EQ(written, 4u);
  EXPECT_EQ(get(kCUBLASLT_MATMUL_DESC_COMPUTE_TYPE, &value, 4, nullptr), kOk);
  EXPECT_EQ(value, kCUBLAS_COMPUTE_64F);
  EXPECT_EQ(get(kCUBLASLT_MATMUL_DESC_BIAS_POINTER, nullptr, 0, &written), kOk);
  EXPECT_EQ(written, 8u);
  EXPECT_EQ(get(kCUBLASLT_MATMUL_DESC_TRANSA, nullptr, 0, nullptr), kInvalid);
  EXPECT_EQ(get(kCUBLASLT_MATMUL_DESC_TRANSA, nullptr, 4, &written), kInvalid);
  EXPECT_EQ(get(kCUBLASLT_MATMUL_DESC_TRANSA, &value, 8, &written), kInvalid);
  EXPECT_EQ(get(999, &value, 4, &written), kInvalid);
  ASSERT_EQ(cublasLtMatmulDescDestroy(desc), kOk);
  EXPECT_EQ(get(kCUBLASLT_MATMUL_DESC_TRANSA, &value, 4, &written), kInvalid);

  // The defaults of a layout and a preference.
  cublasLtMatrixLayout_t layout = nullptr;
  ASSERT_EQ(cublasLtMatrixLayoutCreate(&layout, kCUDA_R_16F, 5, 6, 7), kOk);
  const std::pair<uint32_t, uint64_t> wide[] = {
      {kCUBLASLT_MATRIX_LAYOUT_ROWS, 5},
      {kCUBLASLT_MATRIX_LAYOUT_COLS, 6},
      {kCUBLASLT_MATRIX_LAYOUT_LD, 7},
      {kCUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, 0}};
  for (const auto &[attribute, expected] : wide) {
    uint64_t number = 99;
    EXPECT_EQ(cublasLtMatrixLayoutGetAttribute(layout, attribute, &number, 8,
                                               &written),
              kOk);
    EXPECT_EQ(number, expected);
  }
  const std::pair<uint32_t, uint32_t> narrow[] = {
      {kCUBLASLT_MATRIX_LAYOUT_TYPE, kCUDA_R_16F},
      {kCUBLASLT_MATRIX_LAYOUT_ORDER, kCUBLASLT_ORDER_COL},
      {kCUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, 1}};
  for (const auto &[attribute, expected] : narrow) {
    uint32_t number = 99;
    EXPECT_EQ(cublasLtMatrixLayoutGetAttribute(layout, attribute, &number, 4,
                                               nullptr),
              kOk);
    EXPECT_EQ(number, expected);
  }
  ASSERT_EQ(cublasLtMatrixLayoutDestroy(layout), kOk);

  cublasLtMatmulPreference_t preference = nullptr;
  ASSERT_EQ(cublasLtMatmulPreferenceCreate(&preference), kOk);
  const std::pair<uint32_t, uint32_t> defaults[] = {
      {kCUBLASLT_MATMUL_PREF_SEARCH_MODE, 0},
      {kCUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK, 7},
      {kCUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, 256},
      {kCUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES, 256}};
  for (const auto &[attribute, expected] : defaults) {
    uint32_t number = 99;
    EXPECT_EQ(cublasLtMatmulPreferenceGetAttribute(preference, attribute,
                                                   &number, 4, nullptr),
              kOk);
    EXPECT_EQ(number, expected);
  }
  uint64_t workspace = 99;
  EXPECT_EQ(cublasLtMatmulPreferenceGetAttribute(
                preference, kCUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES,
                &workspace, 8, nullptr),
            kOk);
  EXPECT_EQ(workspace, 0u) << "no workspace unless it is allowed";
  ASSERT_EQ(cublasLtMatmulPreferenceDestroy(preference), kOk);
}

//===----------------------------------------------------------------------===//
// Algorithms
//===----------------------------------------------------------------------===//

TEST_F(BlasLtTest, AnswersAsManyAlgorithmsAsAreWanted) {
  Gemm gemm;
  place(gemm);
  GemmObjects objects(gemm);
  cublasLtMatmulHeuristicResult_t results[8];
  int found = -1;
  auto answer = [&](int wanted) {
    return cublasLtMatmulAlgoGetHeuristic(
        handle, objects.desc, objects.a, objects.b, objects.c, objects.d,
        objects.preference, wanted, results, &found);
  };
  EXPECT_EQ(answer(0), kInvalid);
  EXPECT_EQ(answer(-1), kInvalid);
  std::memset(results, 0x55, sizeof(results));
  EXPECT_EQ(answer(2), kOk);
  EXPECT_EQ(found, 2);
  EXPECT_EQ(results[2].state, 0x55555555u) << "beyond the room";
  EXPECT_EQ(answer(8), kOk);
  EXPECT_EQ(found, 5);

  // As a test asks.
  control->states = {kUnsupported, kOk, kCUBLAS_STATUS_INTERNAL_ERROR};
  EXPECT_EQ(answer(8), kOk);
  ASSERT_EQ(found, 3);
  EXPECT_EQ(results[0].state, kUnsupported);
  EXPECT_EQ(results[1].state, kOk);
  EXPECT_EQ(results[2].state, kCUBLAS_STATUS_INTERNAL_ERROR);
  gemm.algo = results[0].algo;
  EXPECT_EQ(multiply(gemm, objects), kInvalid);
  gemm.algo = results[1].algo;
  EXPECT_EQ(multiply(gemm, objects), kOk) << control->lastRefusal;
  EXPECT_EQ(control->algorithmsRun, (std::vector<uint64_t>{1}));
  EXPECT_EQ(control->lastWorkspaceBytes, gemm.workspaceBytes);
  control->states = std::vector<cublasStatus_t>();
  EXPECT_EQ(answer(8), kOk);
  EXPECT_EQ(found, 0);
  control->states.reset();

  // Preferences that nothing fits, or that make no sense.
  objects.prefer(kCUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, uint32_t(2));
  EXPECT_EQ(answer(8), kUnsupported);
  EXPECT_EQ(found, 0);
  objects.prefer(kCUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, uint32_t(24));
  EXPECT_EQ(answer(8), kInvalid);
  objects.prefer(kCUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, uint32_t(4));
  EXPECT_EQ(answer(8), kOk);
  objects.prefer(kCUBLASLT_MATMUL_PREF_IMPL_MASK, uint64_t(0));
  EXPECT_EQ(answer(8), kUnsupported);
  objects.prefer(kCUBLASLT_MATMUL_PREF_IMPL_MASK, ~uint64_t(0));
  objects.prefer(kCUBLASLT_MATMUL_PREF_MAX_WAVES_COUNT, 0.001f);
  EXPECT_EQ(answer(8), kUnsupported);
  objects.prefer(kCUBLASLT_MATMUL_PREF_MAX_WAVES_COUNT, 0.0f);
  objects.prefer(kCUBLASLT_MATMUL_PREF_SEARCH_MODE, uint32_t(1));
  EXPECT_EQ(answer(8), kUnsupported);
}

TEST_F(BlasLtTest, RecordsQuestions) {
  Gemm gemm;
  gemm.epilogue = kCUBLASLT_EPILOGUE_BIAS;
  gemm.opB = kCUBLAS_OP_T;
  gemm.schemes = 2;
  gemm.padA = 4;
  gemm.batch = 2;
  place(gemm);
  GemmObjects objects(gemm);
  ASSERT_EQ(ask(gemm, objects), kOk);
  ASSERT_EQ(control->questions.size(), 1u);
  const BlasLtQuestion &question = control->questions[0];
  EXPECT_EQ(question.desc.epilogue, kCUBLASLT_EPILOGUE_BIAS);
  EXPECT_EQ(question.desc.opB, int32_t(kCUBLAS_OP_T));
  EXPECT_EQ(question.desc.bias, at<void>(gemm.bias));
  EXPECT_EQ(question.a.ld, 8);
  EXPECT_EQ(question.a.batch, 2);
  EXPECT_EQ(question.preference.schemes, 2u);
  EXPECT_EQ(question.preference.workspace, gemm.workspaceBytes);
  EXPECT_EQ(question.preference.alignments[3], 16u);
}

TEST_F(BlasLtTest, BindsAnAlgorithmToItsProblem) {
  Gemm gemm;
  gemm.k = 8;
  place(gemm);
  GemmObjects objects(gemm);
  ASSERT_EQ(ask(gemm, objects), kOk);
  const cublasLtMatmulAlgo_t algo = gemm.algo;
  auto refused = [&](Gemm other, const char *why) {
    place(other);
    GemmObjects otherObjects(other);
    other.algo = algo;
    EXPECT_EQ(multiply(other, otherObjects), kInvalid) << why;
    EXPECT_NE(control->lastRefusal.find(why), std::string::npos)
        << control->lastRefusal;
    cublasLtMatmulHeuristicResult_t result = {};
    EXPECT_EQ(cublasLtMatmulAlgoCheck(handle, otherObjects.desc, otherObjects.a,
                                      otherObjects.b, otherObjects.c,
                                      otherObjects.d, &other.algo, &result),
              kInvalid);
  };
  auto changed = [&](const std::function<void(Gemm &)> &change) {
    Gemm other = gemm;
    change(other);
    return other;
  };
  refused(changed([](Gemm &g) { g.m = 5; }), "other sizes");
  refused(changed([](Gemm &g) { g.padD = 4; }), "other sizes");
  refused(changed([](Gemm &g) { g.batch = 2; }), "other sizes");
  refused(changed([](Gemm &g) {
            g.n = 8;
            g.opA = 1;
          }),
          "other types");
  refused(changed([](Gemm &g) { g.compute = kCUBLAS_COMPUTE_32F_FAST_TF32; }),
          "other types");
  refused(changed([](Gemm &g) { g.a.type = g.b.type = kCUDA_R_16F; }),
          "other types");
  refused(changed([](Gemm &g) { g.epilogue = kCUBLASLT_EPILOGUE_RELU; }),
          "other types");
  refused(changed([](Gemm &g) { g.scalesOnDevice = true; }), "other types");

  cublasLtMatmulHeuristicResult_t result = {};
  EXPECT_EQ(cublasLtMatmulAlgoCheck(handle, objects.desc, objects.a, objects.b,
                                    objects.c, objects.d, &algo, &result),
            kOk);
  EXPECT_EQ(result.algo.data[0], 0u) << "never updated";
  EXPECT_EQ(result.workspaceSize, 0u);

  // Bytes that no call wrote.
  for (unsigned i = 0; i < 8; ++i)
    for (unsigned bit : {0, 17, 63}) {
      gemm.algo = algo;
      gemm.algo.data[i] ^= uint64_t(1) << bit;
      EXPECT_EQ(multiply(gemm, objects), kInvalid) << i;
    }
  gemm.algo = {};
  EXPECT_EQ(multiply(gemm, objects), kInvalid);
  EXPECT_NE(control->lastRefusal.find("none that this library gave"),
            std::string::npos);
  uint32_t value = 0;
  EXPECT_EQ(cublasLtMatmulAlgoConfigGetAttribute(
                &gemm.algo, kCUBLASLT_ALGO_CONFIG_ID, &value, 4, nullptr),
            kInvalid);
  gemm.algo = algo;
  EXPECT_EQ(multiply(gemm, objects), kOk);
  EXPECT_EQ(cublasLtMatmulAlgoConfigGetAttribute(
                &gemm.algo, kCUBLASLT_ALGO_CONFIG_ID, &value, 8, nullptr),
            kInvalid);
  EXPECT_EQ(
      cublasLtMatmulAlgoConfigGetAttribute(&gemm.algo, 99, &value, 4, nullptr),
      kInvalid);
}

TEST_F(BlasLtTest, MakesAlgorithmsForTypes) {
  auto ids = [&](cudaDataType_t output, int wanted, int *found) {
    int numbers[4] = {-1, -1, -1, -1};
    return cublasLtMatmulAlgoGetIds(handle, kCUBLAS_COMPUTE_32F, kCUDA_R_32F,
                                    kCUDA_R_16F, kCUDA_R_16F, output, output,
                                    wanted, numbers, found);
  };
  int found = -1;
  EXPECT_EQ(ids(kCUDA_R_16F, 4, &found), kOk);
  EXPECT_EQ(found, 2);
  EXPECT_EQ(ids(kCUDA_R_16F, 1, &found), kOk);
  EXPECT_EQ(found, 1);
  EXPECT_EQ(ids(kCUDA_R_16BF, 4, &found), kOk);
  EXPECT_EQ(found, 0);
  EXPECT_EQ(ids(kCUDA_R_16F, 0, &found), kInvalid);

  Gemm gemm;
  gemm.a.type = gemm.b.type = gemm.c.type = gemm.d.type = kCUDA_R_16F;
  gemm.m = 5;
  gemm.k = 100;
  place(gemm);
  GemmObjects objects(gemm);
  auto init = [&](cudaDataType_t output, int id) {
    return cublasLtMatmulAlgoInit(handle, kCUBLAS_COMPUTE_32F, kCUDA_R_32F,
                                  kCUDA_R_16F, kCUDA_R_16F, output, output, id,
                                  &gemm.algo);
  };
  EXPECT_EQ(init(kCUDA_R_16F, 2), kInvalid);
  EXPECT_EQ(init(kCUDA_R_16F, -1), kInvalid);
  EXPECT_EQ(init(kCUDA_R_16BF, 0), kUnsupported);
  ASSERT_EQ(init(kCUDA_R_16F, 1), kOk);
  ASSERT_EQ(multiply(gemm, objects), kOk) << control->lastRefusal;
  ASSERT_FALSE(device.fault) << device.fault.message;
  check(gemm, {});
  EXPECT_EQ(control->algorithmNumbersRun, (std::vector<uint64_t>{1}));
  gemm.a.address += 2; // Aligned to an element is enough.
  EXPECT_EQ(multiply(gemm, objects), kOk) << control->lastRefusal;
  gemm.a.address -= 1;
  EXPECT_EQ(multiply(gemm, objects), kInvalid);
  gemm.a.address -= 1;
  ASSERT_EQ(init(kCUDA_R_32F, 0), kOk);
  EXPECT_EQ(multiply(gemm, objects), kInvalid);
  EXPECT_NE(control->lastRefusal.find("made for other types"),
            std::string::npos);
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

TEST_F(BlasLtTest, HoldsCallersToThePromisedAlignment) {
  for (unsigned i = 0; i < 4; ++i) {
    Gemm gemm;
    gemm.alignments[i] = 128;
    gemm.beta = 0;
    place(gemm);
    GemmObjects objects(gemm);
    ASSERT_EQ(ask(gemm, objects), kOk);
    EXPECT_EQ(multiply(gemm, objects), kOk) << control->lastRefusal;
    TestMatrix *matrices[] = {&gemm.a, &gemm.b, &gemm.c, &gemm.d};
    matrices[i]->address += 64;
    EXPECT_EQ(multiply(gemm, objects), kInvalid);
    EXPECT_NE(control->lastRefusal.find(std::string(1, "ABCD"[i]) +
                                        " is not aligned to the 128 bytes"),
              std::string::npos)
        << control->lastRefusal;
    // 64 was not promised of the others.
    matrices[i]->address -= 64;
    matrices[(i + 1) % 4]->address += 16;
    const cublasStatus_t status = multiply(gemm, objects);
    EXPECT_EQ(status, kOk) << control->lastRefusal;
  }
}

TEST_F(BlasLtTest, RefusesBadAddresses) {
  Gemm gemm;
  gemm.beta = 1;
  place(gemm);
  GemmObjects objects(gemm);
  ASSERT_EQ(ask(gemm, objects), kOk);
  for (unsigned i = 0; i < 4; ++i) {
    TestMatrix *matrices[] = {&gemm.a, &gemm.b, &gemm.c, &gemm.d};
    const uint64_t kept = matrices[i]->address;
    matrices[i]->address = 0;
    EXPECT_EQ(multiply(gemm, objects), kInvalid) << i;
    matrices[i]->address = kept;
  }
  EXPECT_EQ(multiply(gemm, objects), kOk) << control->lastRefusal;
  float one = 1;
  auto call = [&](const void *alpha, const void *beta) {
    return cublasLtMatmul(
        handle, objects.desc, alpha, at<void>(gemm.a.address), objects.a,
        at<void>(gemm.b.address), objects.b, beta, at<void>(gemm.c.address),
        objects.c, at<void>(gemm.d.address), objects.d, &gemm.algo,
        at<void>(gemm.workspace), gemm.workspaceBytes, nullptr);
  };
  EXPECT_EQ(call(nullptr, &one), kInvalid);
  EXPECT_EQ(call(&one, nullptr), kInvalid);
  EXPECT_EQ(call(&one, &one), kOk);

  // In place with another layout.
  gemm.c.address = gemm.d.address;
  EXPECT_EQ(multiply(gemm, objects), kOk) << control->lastRefusal;
  objects.setLayout(objects.c, kCUBLASLT_MATRIX_LAYOUT_LD, int64_t(5));
  gemm.asks = false;
  EXPECT_EQ(multiply(gemm, objects), kInvalid);
  EXPECT_NE(control->lastRefusal.find("their layouts differ"),
            std::string::npos);
}

TEST_F(BlasLtTest, RefusesABadWorkspace) {
  Gemm gemm;
  gemm.k = 64;
  gemm.schemes = kCUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE;
  control->algorithms = {2};
  place(gemm);
  GemmObjects objects(gemm);
  ASSERT_EQ(ask(gemm, objects), kOk);
  const uint64_t needed = gemm.offered[0].workspaceSize;
  EXPECT_EQ(needed, 4u * 16 * 4);
  const uint64_t workspace = gemm.workspace;
  gemm.workspaceBytes = needed;
  EXPECT_EQ(multiply(gemm, objects), kOk) << control->lastRefusal;
  gemm.workspaceBytes = needed - 1;
  EXPECT_EQ(multiply(gemm, objects), kInvalid);
  EXPECT_NE(control->lastRefusal.find("the algorithm needs 256"),
            std::string::npos);
  gemm.workspaceBytes = needed;
  gemm.workspace = 0;
  EXPECT_EQ(multiply(gemm, objects), kInvalid);
  gemm.workspace = workspace + 128;
  EXPECT_EQ(multiply(gemm, objects), kInvalid);
  EXPECT_NE(control->lastRefusal.find("not aligned to 256"), std::string::npos);
  gemm.workspace = workspace + 256;
  EXPECT_EQ(multiply(gemm, objects), kOk);
  // An algorithm that needs none runs without.
  control->algorithms = {0};
  ASSERT_EQ(ask(gemm, objects), kOk);
  gemm.workspace = gemm.workspaceBytes = 0;
  EXPECT_EQ(multiply(gemm, objects), kOk) << control->lastRefusal;
}

TEST_F(BlasLtTest, RefusesABadBiasOrAuxiliaryMatrix) {
  Gemm gemm;
  gemm.epilogue = kCUBLASLT_EPILOGUE_RELU_AUX_BIAS;
  gemm.auxLd = 128;
  place(gemm);
  GemmObjects objects(gemm);
  auto bias = [&](uint64_t address) {
    objects.set(kCUBLASLT_MATMUL_DESC_BIAS_POINTER, address);
  };
  // The address of the question says how aligned the bias will be.
  bias(8);
  ASSERT_EQ(ask(gemm, objects), kOk);
  bias(gemm.bias);
  EXPECT_EQ(multiply(gemm, objects), kOk) << control->lastRefusal;
  bias(gemm.bias + 4);
  EXPECT_EQ(multiply(gemm, objects), kInvalid);
  EXPECT_NE(control->lastRefusal.find("the 8 bytes that its address had"),
            std::string::npos)
      << control->lastRefusal;
  bias(0);
  EXPECT_EQ(multiply(gemm, objects), kInvalid);
  bias(gemm.bias);
  for (uint64_t address : {uint64_t(0), gemm.aux + 4}) {
    objects.set(kCUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, address);
    EXPECT_EQ(multiply(gemm, objects), kInvalid);
    EXPECT_NE(control->lastRefusal.find("auxiliary matrix"), std::string::npos);
  }
}

//===----------------------------------------------------------------------===//
// The library
//===----------------------------------------------------------------------===//

TEST_F(BlasLtTest, GivesWhatATestAsks) {
  EXPECT_EQ(cublasLtGetVersion(), 130100u);
  EXPECT_STREQ(cublasLtGetStatusName(kUnsupported),
               "CUBLAS_STATUS_NOT_SUPPORTED");
  EXPECT_STREQ(cublasLtGetStatusName(4711), "CUBLAS_STATUS_UNKNOWN");
  EXPECT_STRNE(cublasLtGetStatusString(kUnsupported), "");

  cublasLtHandle_t other = nullptr;
  control->createResult = kCUBLAS_STATUS_ALLOC_FAILED;
  EXPECT_EQ(cublasLtCreate(&other), kCUBLAS_STATUS_ALLOC_FAILED);
  EXPECT_EQ(other, nullptr);
  EXPECT_EQ(control->handles, 1);
  control->createResult = kOk;

  Gemm gemm;
  place(gemm);
  GemmObjects objects(gemm);
  ASSERT_EQ(ask(gemm, objects), kOk);
  control->matmulResult = kCUBLAS_STATUS_EXECUTION_FAILED;
  EXPECT_EQ(multiply(gemm, objects), kCUBLAS_STATUS_EXECUTION_FAILED);
  control->matmulResult = kOk;
  device.enqueueResult = kCUDA_ERROR_ILLEGAL_ADDRESS;
  EXPECT_EQ(multiply(gemm, objects), kCUBLAS_STATUS_EXECUTION_FAILED);
  EXPECT_NE(control->lastRefusal.find("CUresult 700"), std::string::npos);
  device.enqueueResult = kCUDA_SUCCESS;
  EXPECT_EQ(multiply(gemm, objects), kOk);
}

/// As the real library, where its variable of the environment asks for it.
TEST_F(BlasLtTest, PrintsWhatItRefuses) {
  auto printed = [&] {
    ::testing::internal::CaptureStdout();
    EXPECT_EQ(cublasLtCreate(nullptr), kInvalid);
    return ::testing::internal::GetCapturedStdout();
  };
  ::unsetenv("CUBLASLT_LOG_LEVEL");
  EXPECT_EQ(printed(), "");
  ::setenv("CUBLASLT_LOG_LEVEL", "0", 1);
  EXPECT_EQ(printed(), "");
  ::setenv("CUBLASLT_LOG_LEVEL", "1", 1);
  EXPECT_EQ(printed(), "[simulated cuBLASLt] CUBLAS_STATUS_INVALID_VALUE: "
                       "cublasLtCreate: the address of the result is null\n");
  ::unsetenv("CUBLASLT_LOG_LEVEL");
}
