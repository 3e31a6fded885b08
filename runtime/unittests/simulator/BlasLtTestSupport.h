//===- BlasLtTestSupport.h - Products on the simulated cuBLASLt -*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A device without a driver: work runs as soon as it is enqueued, unless a test
// defers it. A `Gemm` describes a product, puts random operands on the device,
// runs it through the functions of the library and compares with a product in
// long double. Padding between lines is never written, so a product that reads
// it fails.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_UNITTESTS_SIMULATOR_BLASLTTESTSUPPORT_H
#define AMP_RUNTIME_UNITTESTS_SIMULATOR_BLASLTTESTSUPPORT_H

#include "Control.h"
#include "Memory.h"
#include "Problem.h"
#include "Work.h"

#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <string>
#include <vector>

extern "C" {
using namespace amp::rt::cuda;
using namespace amp::rt::simulator;
#define AMPRT_DECLARE_FUNCTION(RESULT, SYMBOL, PARAMETERS)                     \
  RESULT SYMBOL PARAMETERS;
AMPRT_CUBLASLT_FUNCTIONS(AMPRT_DECLARE_FUNCTION)
AMPRT_SIMULATED_BLASLT_FUNCTIONS(AMPRT_DECLARE_FUNCTION)
#undef AMPRT_DECLARE_FUNCTION
}

namespace amp::rt::simulator {

/// What stands in for the driver.
struct TestDevice {
  Memory memory{uint64_t(1) << 30};
  bool defers = false;
  CUresult enqueueResult = kCUDA_SUCCESS;
  int capability = 90;
  std::vector<Work> pending;
  Fault fault;
  std::vector<Access> accesses;
  Counters counters;

  void run(const Work &work) {
    accesses.clear();
    fault = work.run(memory, accesses, counters);
  }
  void runPending() {
    for (const Work &work : pending)
      run(work);
    pending.clear();
  }
};

/// That of the test that runs.
TestDevice *&testDevice();

/// A binary floating-point format, for a rounding that shares nothing with the
/// simulation.
struct Format {
  int precision;   ///< Bits of the significand, the leading one included.
  int minExponent; ///< Of the smallest normal number, 1.0 being 0.
  int maxExponent;

  long double round(long double value) const;
  long double unitRoundoff() const;
  long double smallest() const; ///< The smallest subnormal number.
};
Format formatOf(cudaDataType_t type);
inline constexpr Format kTF32 = {11, -126, 127};
bool isInteger(cudaDataType_t type);

/// An element's bytes for a value that the type can hold, and back.
uint64_t encodeElement(cudaDataType_t type, long double value);
long double decodeElement(cudaDataType_t type, uint64_t bits);

/// A matrix, or a batch of them, that has a place on the device.
struct TestMatrix {
  cudaDataType_t type = kCUDA_R_32F;
  uint64_t rows = 0, cols = 0;
  bool rowMajor = false;
  int64_t ld = 0; ///< As dense as can be if 0.
  int64_t batch = 1, stride = 0;
  uint64_t address = 0;

  uint64_t extent() const; ///< Bytes from the first element to the last.
  uint64_t placeOf(uint64_t row, uint64_t col, uint64_t matrix) const;
};

struct Gemm {
  cublasComputeType_t compute = kCUBLAS_COMPUTE_32F;
  cudaDataType_t scale = kCUDA_R_32F;
  TestMatrix a, b, c, d; ///< Types, orders, paddings; sizes come from m, n, k.
  uint64_t m = 4, n = 4, k = 4;
  int32_t opA = 0, opB = 0;
  int64_t padA = 0, padB = 0, padC = 0, padD = 0;
  int32_t batch = 1;
  bool broadcastsA = false, broadcastsB = false, broadcastsC = false;
  bool inPlace = false;
  bool omitsC = false; ///< No layout of C.
  double alpha = 1, beta = 0;
  uint32_t epilogue = kCUBLASLT_EPILOGUE_DEFAULT;
  int32_t biasType = -1;
  int64_t biasStride = 0;
  int64_t auxLd = 0, auxStride = 0;
  bool scalesOnDevice = false;
  // The question.
  uint64_t workspaceBytes = uint64_t(1) << 20;
  uint32_t schemes = kCUBLASLT_REDUCTION_SCHEME_MASK;
  uint32_t alignments[4] = {16, 16, 16, 16};
  bool asks = true; ///< Otherwise the algorithm is null.
  unsigned seed = 1;
  // What came of it.
  uint64_t bias = 0, aux = 0, workspace = 0;
  uint64_t scalesAddress = 0;
  cublasLtMatmulAlgo_t algo = {};
  std::vector<cublasLtMatmulHeuristicResult_t> offered;

  static Gemm of(const SupportedTypes &types);
};

/// The descriptors of a `Gemm`; destroyed with it.
class GemmObjects {
public:
  explicit GemmObjects(const Gemm &gemm);
  ~GemmObjects() { destroy(); }
  void destroy();

  cublasLtMatmulDesc_t desc = nullptr;
  cublasLtMatrixLayout_t a = nullptr, b = nullptr, c = nullptr, d = nullptr;
  cublasLtMatmulPreference_t preference = nullptr;

  template <typename T>
  void set(uint32_t attribute, T value) {
    EXPECT_EQ(
        cublasLtMatmulDescSetAttribute(desc, attribute, &value, sizeof(value)),
        kCUBLAS_STATUS_SUCCESS)
        << attribute;
  }
  template <typename T>
  void setLayout(cublasLtMatrixLayout_t layout, uint32_t attribute, T value) {
    EXPECT_EQ(cublasLtMatrixLayoutSetAttribute(layout, attribute, &value,
                                               sizeof(value)),
              kCUBLAS_STATUS_SUCCESS)
        << attribute;
  }
  template <typename T>
  void prefer(uint32_t attribute, T value) {
    EXPECT_EQ(cublasLtMatmulPreferenceSetAttribute(preference, attribute,
                                                   &value, sizeof(value)),
              kCUBLAS_STATUS_SUCCESS)
        << attribute;
  }
};

class BlasLtTest : public ::testing::Test {
protected:
  void SetUp() override;
  void TearDown() override;

  uint64_t allocate(uint64_t bytes, std::string name) {
    const uint64_t address = device.memory.allocate(bytes, std::move(name));
    EXPECT_NE(address, 0u);
    return address;
  }
  void write(const TestMatrix &matrix, uint64_t row, uint64_t col,
             uint64_t index, long double value);
  long double read(const TestMatrix &matrix, uint64_t row, uint64_t col,
                   uint64_t index);
  bool isWrittenAt(uint64_t address);
  void writeBytes(uint64_t address, const void *bytes, uint64_t count);
  /// Allocates and fills A, B, C, D, the bias, the auxiliary matrix and the
  /// workspace.
  void place(Gemm &gemm);
  void fill(const TestMatrix &matrix, std::mt19937 &random);
  /// A vector of m elements or n, one for each matrix of the batch.
  TestMatrix biasOf(const Gemm &gemm) const;
  TestMatrix auxOf(const Gemm &gemm) const;

  /// Asks for an algorithm.
  cublasStatus_t ask(Gemm &gemm, const GemmObjects &objects);
  cublasStatus_t multiply(const Gemm &gemm, const GemmObjects &objects);
  /// All of it, with success.
  void run(Gemm &gemm);
  /// Compares D, and what the epilogue wrote, with the reference.
  /// `reductionRoundings`: of sums of parts, to D's type.
  void check(const Gemm &gemm, const std::vector<long double> &oldC,
             unsigned reductionRoundings = 0);
  /// Reads C as it is before the product.
  std::vector<long double> readC(const Gemm &gemm);
  void runAndCheck(Gemm &gemm, unsigned reductionRoundings = 0);

  TestDevice device;
  BlasLtControl *control = nullptr;
  cublasLtHandle_t handle = nullptr;
};

} // namespace amp::rt::simulator

#endif // AMP_RUNTIME_UNITTESTS_SIMULATOR_BLASLTTESTSUPPORT_H
