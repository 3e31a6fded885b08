//===- BlasLtSupportTest.cpp - Products on the simulated cuBLASLt ---------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlasLtTestSupport.h"

#include <cmath>
#include <cstring>

using namespace amp::rt;
using namespace amp::rt::simulator;

//===----------------------------------------------------------------------===//
// What stands in for the driver
//===----------------------------------------------------------------------===//

TestDevice *&amp::rt::simulator::testDevice() {
  static TestDevice *device = nullptr;
  return device;
}

CUresult amp::rt::simulator::enqueue(CUstream, Work work) {
  TestDevice &device = *testDevice();
  if (device.enqueueResult != kCUDA_SUCCESS)
    return device.enqueueResult;
  if (device.defers)
    device.pending.push_back(std::move(work));
  else
    device.run(work);
  return kCUDA_SUCCESS;
}

extern "C" {
CUresult cuDeviceGet(CUdevice *device, int ordinal) {
  *device = ordinal;
  return kCUDA_SUCCESS;
}
CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute,
                              CUdevice) {
  const int capability = testDevice()->capability;
  *value = attribute == kCU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR
               ? capability / 10
               : capability % 10;
  return kCUDA_SUCCESS;
}
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

long double Format::round(long double value) const {
  if (value == 0 || !std::isfinite(value))
    return value;
  int exponent;
  std::frexp(value, &exponent); // value = f 2^exponent, f in [0.5, 1).
  const int unit = std::max(exponent - 1, minExponent) - (precision - 1);
  const long double rounded =
      std::ldexp(std::nearbyint(std::ldexp(value, -unit)), unit);
  if (std::fabs(rounded) >= std::ldexp(1.0L, maxExponent + 1))
    return std::copysign(INFINITY, value);
  return rounded;
}
long double Format::unitRoundoff() const {
  return std::ldexp(1.0L, -precision);
}
long double Format::smallest() const {
  return std::ldexp(1.0L, minExponent - (precision - 1));
}

Format amp::rt::simulator::formatOf(cudaDataType_t type) {
  switch (type) {
  case kCUDA_R_64F:
    return {53, -1022, 1023};
  case kCUDA_R_16F:
    return {11, -14, 15};
  case kCUDA_R_16BF:
    return {8, -126, 127};
  default:
    return {24, -126, 127};
  }
}

bool amp::rt::simulator::isInteger(cudaDataType_t type) {
  return type == kCUDA_R_8I || type == kCUDA_R_32I;
}

uint64_t amp::rt::simulator::encodeElement(cudaDataType_t type,
                                           long double value) {
  if (isInteger(type))
    return static_cast<uint64_t>(static_cast<int64_t>(value));
  if (type == kCUDA_R_64F) {
    const double narrow = static_cast<double>(value);
    uint64_t bits;
    std::memcpy(&bits, &narrow, sizeof(bits));
    return bits;
  }
  const Format format = formatOf(type);
  const unsigned width = bytesOf(type) * 8;
  const unsigned fraction = static_cast<unsigned>(format.precision) - 1;
  const uint64_t sign = uint64_t(std::signbit(value)) << (width - 1);
  const uint64_t infinity = uint64_t(2 * format.maxExponent + 1) << fraction;
  if (std::isnan(value))
    return sign | infinity | uint64_t(1) << (fraction - 1);
  value = std::fabs(format.round(value));
  if (std::isinf(value))
    return sign | infinity;
  // Subnormal numbers are the multiples of the smallest; each binade above
  // adds as many encodings as the first one has.
  int exponent = format.minExponent;
  if (value >= std::ldexp(1.0L, format.minExponent)) {
    std::frexp(value, &exponent);
    --exponent;
  }
  const auto significand = static_cast<uint64_t>(
      std::ldexp(value, static_cast<int>(fraction) - exponent));
  return sign |
         (significand + (uint64_t(exponent - format.minExponent) << fraction));
}

long double amp::rt::simulator::decodeElement(cudaDataType_t type,
                                              uint64_t bits) {
  if (type == kCUDA_R_8I)
    return static_cast<int8_t>(bits);
  if (type == kCUDA_R_32I)
    return static_cast<int32_t>(bits);
  if (type == kCUDA_R_64F) {
    double value;
    std::memcpy(&value, &bits, sizeof(value));
    return value;
  }
  const Format format = formatOf(type);
  const unsigned width = bytesOf(type) * 8;
  const unsigned fraction = static_cast<unsigned>(format.precision) - 1;
  const bool negative = bits >> (width - 1) & 1;
  bits &= (uint64_t(1) << (width - 1)) - 1;
  const uint64_t exponent = bits >> fraction;
  const uint64_t rest = bits & ((uint64_t(1) << fraction) - 1);
  long double value;
  if (exponent == uint64_t(2 * format.maxExponent + 1))
    value = rest ? NAN : INFINITY;
  else if (exponent == 0)
    value = std::ldexp(static_cast<long double>(rest),
                       format.minExponent - static_cast<int>(fraction));
  else
    value = std::ldexp(static_cast<long double>(rest | uint64_t(1) << fraction),
                       static_cast<int>(exponent) - 1 + format.minExponent -
                           static_cast<int>(fraction));
  return negative ? -value : value;
}

//===----------------------------------------------------------------------===//
// Descriptors
//===----------------------------------------------------------------------===//

uint64_t TestMatrix::placeOf(uint64_t row, uint64_t col,
                             uint64_t matrix) const {
  const int64_t element = static_cast<int64_t>(rowMajor ? col : row) +
                          static_cast<int64_t>(rowMajor ? row : col) * ld +
                          static_cast<int64_t>(matrix) * stride;
  return address + static_cast<uint64_t>(element) * bytesOf(type);
}
uint64_t TestMatrix::extent() const {
  return placeOf(rows - 1, cols - 1, static_cast<uint64_t>(batch - 1)) -
         address + bytesOf(type);
}

Gemm Gemm::of(const SupportedTypes &types) {
  Gemm gemm;
  gemm.compute = types.compute;
  gemm.scale = types.scale;
  gemm.a.type = gemm.b.type = types.input;
  gemm.c.type = gemm.d.type = types.output;
  if (types.accumulator == Accumulator::I32)
    gemm.opA = kCUBLAS_OP_T;
  return gemm;
}

GemmObjects::GemmObjects(const Gemm &gemm) {
  EXPECT_EQ(cublasLtMatmulDescCreate(&desc, gemm.compute, gemm.scale), 0u);
  set(kCUBLASLT_MATMUL_DESC_TRANSA, gemm.opA);
  set(kCUBLASLT_MATMUL_DESC_TRANSB, gemm.opB);
  set(kCUBLASLT_MATMUL_DESC_EPILOGUE, gemm.epilogue);
  set(kCUBLASLT_MATMUL_DESC_BIAS_POINTER, gemm.bias);
  set(kCUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, gemm.biasType);
  set(kCUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE, gemm.biasStride);
  set(kCUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, gemm.aux);
  set(kCUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, gemm.auxLd);
  set(kCUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE, gemm.auxStride);
  set(kCUBLASLT_MATMUL_DESC_POINTER_MODE, int32_t(gemm.scalesOnDevice));
  auto make = [&](cublasLtMatrixLayout_t &layout, const TestMatrix &matrix) {
    EXPECT_EQ(cublasLtMatrixLayoutCreate(&layout, matrix.type, matrix.rows,
                                         matrix.cols, matrix.ld),
              0u);
    setLayout(layout, kCUBLASLT_MATRIX_LAYOUT_ORDER, int32_t(matrix.rowMajor));
    setLayout(layout, kCUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, gemm.batch);
    setLayout(layout, kCUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET,
              matrix.stride);
  };
  make(a, gemm.a);
  make(b, gemm.b);
  if (!gemm.omitsC)
    make(c, gemm.c);
  make(d, gemm.d);
  EXPECT_EQ(cublasLtMatmulPreferenceCreate(&preference), 0u);
  prefer(kCUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, gemm.workspaceBytes);
  prefer(kCUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK, gemm.schemes);
  for (uint32_t i = 0; i < 4; ++i)
    prefer(kCUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES + i, gemm.alignments[i]);
}

void GemmObjects::destroy() {
  if (!desc)
    return;
  EXPECT_EQ(cublasLtMatmulDescDestroy(desc), 0u);
  for (cublasLtMatrixLayout_t layout : {a, b, c, d})
    if (layout) {
      EXPECT_EQ(cublasLtMatrixLayoutDestroy(layout), 0u);
    }
  EXPECT_EQ(cublasLtMatmulPreferenceDestroy(preference), 0u);
  desc = nullptr;
}

//===----------------------------------------------------------------------===//
// The fixture
//===----------------------------------------------------------------------===//

void BlasLtTest::SetUp() {
  testDevice() = &device;
  control = simulatedBlasLt();
  *control = BlasLtControl();
  ASSERT_EQ(cublasLtCreate(&handle), kCUBLAS_STATUS_SUCCESS);
}

void BlasLtTest::TearDown() {
  EXPECT_EQ(cublasLtDestroy(handle), kCUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(control->handles, 0);
  EXPECT_EQ(control->objects, 0);
  testDevice() = nullptr;
}

void BlasLtTest::writeBytes(uint64_t address, const void *bytes,
                            uint64_t count) {
  Allocation *allocation = device.memory.find(address);
  ASSERT_TRUE(allocation && allocation->contains(address, count));
  const uint64_t offset = address - allocation->address;
  std::memcpy(allocation->data.get() + offset, bytes, count);
  for (uint64_t i = offset; i < offset + count; ++i)
    allocation->written[i / 64] |= uint64_t(1) << i % 64;
}

bool BlasLtTest::isWrittenAt(uint64_t address) {
  Allocation *allocation = device.memory.find(address);
  EXPECT_TRUE(allocation);
  const uint64_t offset = address - allocation->address;
  return allocation->written[offset / 64] >> offset % 64 & 1;
}

void BlasLtTest::write(const TestMatrix &matrix, uint64_t row, uint64_t col,
                       uint64_t index, long double value) {
  const uint64_t bits = encodeElement(matrix.type, value);
  writeBytes(matrix.placeOf(row, col, index), &bits, bytesOf(matrix.type));
}

long double BlasLtTest::read(const TestMatrix &matrix, uint64_t row,
                             uint64_t col, uint64_t index) {
  const uint64_t address = matrix.placeOf(row, col, index);
  Allocation *allocation = device.memory.find(address);
  EXPECT_TRUE(allocation);
  uint64_t bits = 0;
  std::memcpy(&bits, allocation->data.get() + (address - allocation->address),
              bytesOf(matrix.type));
  return decodeElement(matrix.type, bits);
}

void BlasLtTest::fill(const TestMatrix &matrix, std::mt19937 &random) {
  const int64_t matrices = matrix.stride == 0 ? 1 : matrix.batch;
  for (int64_t index = 0; index < matrices; ++index)
    for (uint64_t col = 0; col < matrix.cols; ++col)
      for (uint64_t row = 0; row < matrix.rows; ++row) {
        long double value;
        if (isInteger(matrix.type)) {
          value = static_cast<int>(random() % 255) - 127;
        } else {
          // Of all bits of a double, in [-2, -0.5] or [0.5, 2].
          value = 0.5L + 1.5L * static_cast<long double>(random()) / 0x1p32L +
                  static_cast<long double>(random()) / 0x1p64L;
          value = random() % 2 ? value : -value;
        }
        write(matrix, row, col, static_cast<uint64_t>(index),
              isInteger(matrix.type) ? value
                                     : formatOf(matrix.type).round(value));
      }
}

TestMatrix BlasLtTest::biasOf(const Gemm &gemm) const {
  TestMatrix bias;
  bias.type = gemm.d.type;
  bias.rows = gemm.epilogue == kCUBLASLT_EPILOGUE_BGRADB ? gemm.n : gemm.m;
  bias.cols = 1;
  bias.ld = static_cast<int64_t>(bias.rows);
  bias.batch = gemm.batch;
  bias.stride = gemm.biasStride;
  bias.address = gemm.bias;
  return bias;
}

TestMatrix BlasLtTest::auxOf(const Gemm &gemm) const {
  TestMatrix aux;
  const bool isMask = gemm.epilogue & (kCUBLASLT_EPILOGUE_RELU | 8);
  aux.type = isMask ? kCUDA_R_8I : gemm.d.type;
  aux.rows = isMask ? (gemm.m + 7) / 8 : gemm.m;
  aux.cols = gemm.n;
  aux.ld = isMask ? gemm.auxLd / 8 : gemm.auxLd;
  aux.batch = gemm.batch;
  aux.stride = isMask ? gemm.auxStride / 8 : gemm.auxStride;
  aux.address = gemm.aux;
  return aux;
}

void BlasLtTest::place(Gemm &gemm) {
  std::mt19937 random(gemm.seed);
  auto shape = [&](TestMatrix &matrix, uint64_t rows, uint64_t cols,
                   int64_t pad, bool broadcasts, const char *name) {
    matrix.rows = rows;
    matrix.cols = cols;
    matrix.ld = static_cast<int64_t>(matrix.rowMajor ? cols : rows) + pad;
    matrix.batch = gemm.batch;
    // Padding between the matrices as well.
    matrix.stride =
        gemm.batch == 1 || broadcasts
            ? 0
            : matrix.ld * static_cast<int64_t>(matrix.rowMajor ? rows : cols) +
                  4 * pad;
    matrix.address = 0;
    matrix.address = allocate(matrix.extent(), name);
  };
  shape(gemm.a, gemm.opA ? gemm.k : gemm.m, gemm.opA ? gemm.m : gemm.k,
        gemm.padA, gemm.broadcastsA, "A");
  shape(gemm.b, gemm.opB ? gemm.n : gemm.k, gemm.opB ? gemm.k : gemm.n,
        gemm.padB, gemm.broadcastsB, "B");
  shape(gemm.d, gemm.m, gemm.n, gemm.padD, false, "D");
  if (gemm.inPlace)
    gemm.c = gemm.d;
  else
    shape(gemm.c, gemm.m, gemm.n, gemm.padC, gemm.broadcastsC, "C");
  fill(gemm.a, random);
  fill(gemm.b, random);
  if (gemm.beta != 0)
    fill(gemm.c, random);

  const uint32_t epilogue = gemm.epilogue;
  const bool addsBias = epilogue & kCUBLASLT_EPILOGUE_BIAS;
  if (addsBias || (epilogue & (16 | 256 | 512))) {
    TestMatrix bias = biasOf(gemm);
    bias.address = 0;
    bias.address = gemm.bias = allocate(bias.extent(), "bias");
    if (addsBias)
      fill(bias, random);
  }
  if (epilogue & 128) {
    TestMatrix aux = auxOf(gemm);
    aux.address = 0;
    aux.address = gemm.aux = allocate(aux.extent(), "aux");
    if (epilogue & (8 | 64))
      fill(aux, random);
  }
  gemm.workspace = allocate(std::max<uint64_t>(gemm.workspaceBytes, 1), "work");
  if (gemm.scalesOnDevice) {
    gemm.scalesAddress = allocate(512, "scales");
    const uint64_t alpha = encodeElement(gemm.scale, gemm.alpha);
    const uint64_t beta = encodeElement(gemm.scale, gemm.beta);
    writeBytes(gemm.scalesAddress, &alpha, bytesOf(gemm.scale));
    writeBytes(gemm.scalesAddress + 256, &beta, bytesOf(gemm.scale));
  }
}

cublasStatus_t BlasLtTest::ask(Gemm &gemm, const GemmObjects &objects) {
  gemm.offered.assign(8, {});
  int found = -1;
  const cublasStatus_t status = cublasLtMatmulAlgoGetHeuristic(
      handle, objects.desc, objects.a, objects.b, objects.c, objects.d,
      objects.preference, 8, gemm.offered.data(), &found);
  EXPECT_GE(found, 0);
  gemm.offered.resize(static_cast<size_t>(std::max(found, 0)));
  if (!gemm.offered.empty())
    gemm.algo = gemm.offered[0].algo;
  return status;
}

template <typename T>
static const T *pointerTo(uint64_t address) {
  return reinterpret_cast<const T *>(static_cast<uintptr_t>(address));
}

cublasStatus_t BlasLtTest::multiply(const Gemm &gemm,
                                    const GemmObjects &objects) {
  uint64_t alpha = encodeElement(gemm.scale, gemm.alpha);
  uint64_t beta = encodeElement(gemm.scale, gemm.beta);
  const void *alphaPlace = &alpha, *betaPlace = &beta;
  if (gemm.scalesOnDevice) {
    alphaPlace = pointerTo<void>(gemm.scalesAddress);
    betaPlace = pointerTo<void>(gemm.scalesAddress + 256);
  }
  const cublasStatus_t status = cublasLtMatmul(
      handle, objects.desc, alphaPlace, pointerTo<void>(gemm.a.address),
      objects.a, pointerTo<void>(gemm.b.address), objects.b, betaPlace,
      pointerTo<void>(gemm.c.address), objects.c,
      const_cast<void *>(pointerTo<void>(gemm.d.address)), objects.d,
      gemm.asks ? &gemm.algo : nullptr,
      const_cast<void *>(pointerTo<void>(gemm.workspace)), gemm.workspaceBytes,
      nullptr);
  // They are copied at the call.
  std::memset(&alpha, 0xff, sizeof(alpha));
  std::memset(&beta, 0xff, sizeof(beta));
  return status;
}

void BlasLtTest::run(Gemm &gemm) {
  GemmObjects objects(gemm);
  if (gemm.asks) {
    ASSERT_EQ(ask(gemm, objects), kCUBLAS_STATUS_SUCCESS)
        << control->lastRefusal;
  }
  ASSERT_EQ(multiply(gemm, objects), kCUBLAS_STATUS_SUCCESS)
      << control->lastRefusal;
  objects.destroy();
  device.runPending();
  ASSERT_FALSE(device.fault) << device.fault.message;
}

std::vector<long double> BlasLtTest::readC(const Gemm &gemm) {
  std::vector<long double> result;
  if (gemm.beta != 0)
    for (int64_t index = 0; index < gemm.batch; ++index)
      for (uint64_t col = 0; col < gemm.n; ++col)
        for (uint64_t row = 0; row < gemm.m; ++row)
          result.push_back(
              read(gemm.c, row, col, static_cast<uint64_t>(index)));
  return result;
}

void BlasLtTest::runAndCheck(Gemm &gemm, unsigned reductionRoundings) {
  place(gemm);
  const std::vector<long double> oldC = readC(gemm);
  ASSERT_NO_FATAL_FAILURE(run(gemm));
  check(gemm, oldC, reductionRoundings);
}

static long double gelu(long double x) {
  return 0.5L * x *
         (1 + std::tanh(std::sqrt(2 / 3.14159265358979323846L) *
                        (x + 0.044715L * x * x * x)));
}

/// Central difference of `gelu`, whose error is far below f32's.
static long double geluSlope(long double x) {
  const long double h = 1e-5L;
  return (gelu(x + h) - gelu(x - h)) / (2 * h);
}

void BlasLtTest::check(const Gemm &gemm, const std::vector<long double> &oldC,
                       unsigned reductionRoundings) {
  const bool exact = isInteger(gemm.a.type) && isInteger(gemm.d.type);
  const Format output = formatOf(gemm.d.type);
  const Format accumulator =
      gemm.compute == kCUBLAS_COMPUTE_16F ||
              gemm.compute == kCUBLAS_COMPUTE_16F_PEDANTIC
          ? formatOf(kCUDA_R_16F)
      : gemm.scale == kCUDA_R_64F ? formatOf(kCUDA_R_64F)
                                  : formatOf(kCUDA_R_32F);
  const long double alpha = formatOf(gemm.scale).round(gemm.alpha);
  const long double beta = formatOf(gemm.scale).round(gemm.beta);
  const long double u = accumulator.unitRoundoff();
  auto input = [&](long double value) {
    switch (gemm.compute) {
    case kCUBLAS_COMPUTE_32F_FAST_16F:
      return formatOf(kCUDA_R_16F).round(value);
    case kCUBLAS_COMPUTE_32F_FAST_16BF:
      return formatOf(kCUDA_R_16BF).round(value);
    case kCUBLAS_COMPUTE_32F_FAST_TF32:
      return kTF32.round(value);
    default:
      return value;
    }
  };
  const auto depth = static_cast<long double>(gemm.k);
  const long double c = std::min(depth, 6 * std::sqrt(depth));
  const uint32_t epilogue = gemm.epilogue;
  const TestMatrix bias = biasOf(gemm), aux = auxOf(gemm);
  const bool isReLU = epilogue & (kCUBLASLT_EPILOGUE_RELU | 8);
  const bool isGELU = epilogue & (kCUBLASLT_EPILOGUE_GELU | 64);
  const bool readsAux = epilogue & (8 | 64);

  size_t place = 0;
  for (uint64_t index = 0; index < static_cast<uint64_t>(gemm.batch); ++index) {
    std::vector<long double> gradient(gemm.m), gradientBound(gemm.m);
    for (uint64_t col = 0; col < gemm.n; ++col)
      for (uint64_t row = 0; row < gemm.m; ++row, ++place) {
        SCOPED_TRACE("row " + std::to_string(row) + ", column " +
                     std::to_string(col) + ", matrix " + std::to_string(index));
        long double sum = 0, size = 0;
        for (uint64_t i = 0; i < gemm.k; ++i) {
          const long double product =
              input(gemm.opA ? read(gemm.a, i, row, index)
                             : read(gemm.a, row, i, index)) *
              input(gemm.opB ? read(gemm.b, col, i, index)
                             : read(gemm.b, i, col, index));
          sum += product;
          size += std::fabs(product);
        }
        long double expected = alpha * sum;
        long double terms = std::fabs(alpha) * size;
        if (beta != 0) {
          expected += beta * oldC[place];
          terms += std::fabs(beta * oldC[place]);
        }
        if (epilogue & kCUBLASLT_EPILOGUE_BIAS) {
          const long double value = read(bias, row, 0, index);
          expected += value;
          terms += std::fabs(value);
        }
        const long double found = read(gemm.d, row, col, index);
        if (exact) {
          long double rounded = expected;
          if (gemm.d.type == kCUDA_R_8I)
            rounded = std::min(
                127.0L,
                std::max(-128.0L, std::nearbyint(
                                      formatOf(kCUDA_R_32F).round(expected))));
          // A sum of two roundings may fall to either side of a tie.
          ASSERT_LE(std::fabs(found - rounded),
                    gemm.d.type == kCUDA_R_8I ? 1.0L : 0.0L);
          continue;
        }
        // The bound of docs/Design/Testing.md, and four more roundings for
        // alpha, beta C, their sum and the bias.
        long double bound = (c + 4) * u * terms * 1.01L +
                            reductionRoundings * output.unitRoundoff() * terms;
        if (isReLU) {
          const uint64_t bit = uint64_t(1) << row % 8;
          auto mask = [&] {
            return static_cast<uint64_t>(
                       static_cast<int64_t>(read(aux, row / 8, col, index))) &
                   bit;
          };
          if (readsAux) {
            expected = mask() ? expected : 0;
          } else {
            if (epilogue & 128 && std::fabs(expected) > bound) {
              ASSERT_EQ(mask() != 0, expected > 0);
            }
            expected = std::max(expected, 0.0L);
          }
        }
        if (isGELU) {
          if (readsAux) {
            expected *= geluSlope(read(aux, row, col, index));
            bound = bound * 1.2L + 4 * u * std::fabs(expected) + 1e-9L;
          } else {
            if (epilogue & 128) {
              ASSERT_LE(std::fabs(read(aux, row, col, index) - expected),
                        bound * (1 + output.unitRoundoff()) +
                            output.unitRoundoff() * std::fabs(expected) +
                            output.smallest() / 2);
            }
            expected = gelu(expected);
            bound = bound * 1.2L + 4 * u * std::fabs(expected); // Slope < 1.2.
          }
        }
        gradient[row] += expected;
        gradientBound[row] +=
            bound + u * static_cast<long double>(gemm.n) * std::fabs(expected);
        bound = bound * (1 + output.unitRoundoff()) +
                output.unitRoundoff() * std::fabs(expected) +
                output.smallest() / 2;
        ASSERT_LE(std::fabs(found - expected), bound)
            << "found " << static_cast<double>(found) << ", expected "
            << static_cast<double>(expected);
      }
    auto checkGradient = [&](uint64_t at, long double expected,
                             long double bound) {
      ASSERT_LE(std::fabs(read(bias, at, 0, index) - expected),
                bound + output.unitRoundoff() * std::fabs(expected) +
                    output.smallest() / 2)
          << at;
    };
    if (epilogue & 16)
      for (uint64_t row = 0; row < gemm.m; ++row)
        checkGradient(row, gradient[row], gradientBound[row] * 1.01L);
    const bool ofA = epilogue == kCUBLASLT_EPILOGUE_BGRADA;
    if (ofA || epilogue == kCUBLASLT_EPILOGUE_BGRADB)
      for (uint64_t at = 0; at < bias.rows; ++at) {
        long double sum = 0, size = 0;
        for (uint64_t i = 0; i < gemm.k; ++i) {
          const long double value =
              input(ofA ? (gemm.opA ? read(gemm.a, i, at, index)
                                    : read(gemm.a, at, i, index))
                        : (gemm.opB ? read(gemm.b, at, i, index)
                                    : read(gemm.b, i, at, index)));
          sum += value;
          size += std::fabs(value);
        }
        checkGradient(at, sum, c * u * size);
      }
  }
}
