//===- BlasLtFaultTest.cpp - What products do to memory -------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlasLtTestSupport.h"

#include "Numbers.h"
#include "Operand.h"

#include <cstring>
#include <functional>

using namespace amp::rt;
using namespace amp::rt::simulator;

namespace {

using Ranges = std::vector<std::pair<uint64_t, uint64_t>>;

/// The ranges that were written, or read, in a fixed order.
Ranges rangesOf(const std::vector<Access> &accesses, bool writes) {
  Ranges ranges;
  for (const Access &access : accesses)
    if (access.isWrite == writes)
      ranges.emplace_back(access.address, access.bytes);
  return ranges;
}

/// Runs a product that was changed after its operands got their places.
class FaultTest : public BlasLtTest {
protected:
  void runChanged(Gemm &gemm) {
    GemmObjects objects(gemm);
    if (gemm.asks) {
      ASSERT_EQ(ask(gemm, objects), kCUBLAS_STATUS_SUCCESS)
          << control->lastRefusal;
    }
    ASSERT_EQ(multiply(gemm, objects), kCUBLAS_STATUS_SUCCESS)
        << control->lastRefusal;
  }
  void expectFault(CUresult result, std::initializer_list<std::string> parts) {
    EXPECT_EQ(device.fault.result, result) << device.fault.message;
    for (const std::string &part : parts)
      EXPECT_NE(device.fault.message.find(part), std::string::npos)
          << "no '" << part << "' in: " << device.fault.message;
    EXPECT_TRUE(device.accesses.empty()) << "a fault touches nothing";
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

TEST_F(FaultTest, NamesTheOperandThatIsOutOfBounds) {
  for (const char *name : {"A", "B", "C", "D", "the bias", "the auxiliary",
                           "the workspace", "alpha", "beta"}) {
    SCOPED_TRACE(name);
    Gemm gemm;
    gemm.beta = 1;
    gemm.padA = gemm.padB = gemm.padC = gemm.padD = 4;
    gemm.epilogue = kCUBLASLT_EPILOGUE_GELU_AUX_BIAS;
    gemm.auxLd = 8;
    gemm.scalesOnDevice = true;
    place(gemm);
    const std::string which = name;
    TestMatrix *matrix = which == "A"   ? &gemm.a
                         : which == "B" ? &gemm.b
                         : which == "C" ? &gemm.c
                         : which == "D" ? &gemm.d
                                        : nullptr;
    if (matrix)
      matrix->address += 16; // The last column ends outside.
    else if (which == "the bias")
      gemm.bias += 16;
    else if (which == "the auxiliary")
      gemm.aux += 16;
    else if (which == "the workspace")
      gemm.workspace += 256;
    else if (which == "alpha")
      gemm.scalesAddress += 512;
    else
      gemm.scalesAddress += 256;
    ASSERT_NO_FATAL_FAILURE(runChanged(gemm));
    const bool writes =
        which == "D" || which == "the auxiliary" || which == "the workspace";
    expectFault(kCUDA_ERROR_ILLEGAL_ADDRESS,
                {"cublasLtMatmul 4x4x4 f32 -> f32", which,
                 writes ? "writes" : "reads", "at the end of"});
    if (matrix)
      expectFault(kCUDA_ERROR_ILLEGAL_ADDRESS, {"column 3 of 4", "16 bytes"});
    // Nothing was computed.
    if (which != "D") {
      EXPECT_FALSE(isWrittenAt(gemm.d.address));
    }
  }
}

TEST_F(FaultTest, FindsFreedAndHostMemory) {
  Gemm gemm;
  place(gemm);
  ASSERT_NO_FATAL_FAILURE(runChanged(gemm));
  EXPECT_FALSE(device.fault) << device.fault.message;
  device.memory.release(gemm.b.address);
  ASSERT_NO_FATAL_FAILURE(runChanged(gemm));
  expectFault(kCUDA_ERROR_ILLEGAL_ADDRESS, {"B", "freed"});
  alignas(16) static float host[16] = {};
  gemm.b.address = reinterpret_cast<uintptr_t>(host);
  ASSERT_NO_FATAL_FAILURE(runChanged(gemm));
  expectFault(kCUDA_ERROR_ILLEGAL_ADDRESS, {"B", "reads 16 bytes"});
}

/// Only the last matrix of a batch is outside.
TEST_F(FaultTest, NamesTheMatrixThatIsOutOfBounds) {
  Gemm gemm;
  gemm.batch = 3;
  place(gemm);
  gemm.b.stride += 4;
  ASSERT_NO_FATAL_FAILURE(runChanged(gemm));
  expectFault(kCUDA_ERROR_ILLEGAL_ADDRESS,
              {"B", "column 2 of 4 in matrix 2 of 3", "at the end of B"});
}

TEST_F(FaultTest, LeavesConstantsAlone) {
  Gemm gemm;
  place(gemm);
  device.memory.find(gemm.d.address)->isConstant = true;
  ASSERT_NO_FATAL_FAILURE(runChanged(gemm));
  expectFault(kCUDA_ERROR_ILLEGAL_ADDRESS, {"D", "is constant"});
  device.memory.find(gemm.d.address)->isConstant = false;
  device.memory.find(gemm.a.address)->isConstant = true;
  ASSERT_NO_FATAL_FAILURE(runChanged(gemm));
  EXPECT_FALSE(device.fault) << device.fault.message;
}

//===----------------------------------------------------------------------===//
// Bytes that nobody wrote
//===----------------------------------------------------------------------===//

TEST_F(FaultTest, FindsWhatWasNeverWritten) {
  for (const char *name : {"A", "B", "C", "the bias", "the auxiliary"}) {
    SCOPED_TRACE(name);
    const std::string which = name;
    Gemm gemm;
    gemm.beta = 1;
    gemm.epilogue = which == "the auxiliary" ? kCUBLASLT_EPILOGUE_DGELU
                                             : kCUBLASLT_EPILOGUE_BIAS;
    gemm.auxLd = which == "the auxiliary" ? 8 : 0;
    place(gemm);
    const TestMatrix bias = biasOf(gemm), aux = auxOf(gemm);
    const uint64_t address = which == "A"          ? gemm.a.placeOf(2, 1, 0)
                             : which == "B"        ? gemm.b.placeOf(2, 1, 0)
                             : which == "C"        ? gemm.c.placeOf(2, 1, 0)
                             : which == "the bias" ? bias.placeOf(2, 0, 0)
                                                   : aux.placeOf(2, 1, 0);
    ASSERT_NO_FATAL_FAILURE(runChanged(gemm));
    EXPECT_FALSE(device.fault) << device.fault.message;
    // One byte of one element.
    Allocation &allocation = *device.memory.find(address);
    setWritten(allocation, address + 1 - allocation.address, 1, false);
    ASSERT_NO_FATAL_FAILURE(runChanged(gemm));
    expectFault(kCUDA_ERROR_LAUNCH_FAILED, {which, "byte 9 was never written"});
    // C is not read without beta.
    if (which == "C") {
      gemm.beta = 0;
      ASSERT_NO_FATAL_FAILURE(runChanged(gemm));
      EXPECT_FALSE(device.fault) << device.fault.message;
    }
  }
}

TEST_F(FaultTest, CountsWrittenBytes) {
  Memory &memory = device.memory;
  Allocation &allocation = *memory.find(memory.allocate(300, "bytes"));
  uint64_t gap = 0;
  EXPECT_FALSE(isWritten(allocation, 0, 300, gap));
  EXPECT_EQ(gap, 0u);
  setWritten(allocation, 3, 197, true);
  EXPECT_TRUE(isWritten(allocation, 3, 197, gap));
  EXPECT_TRUE(isWritten(allocation, 64, 64, gap));
  EXPECT_FALSE(isWritten(allocation, 2, 10, gap));
  EXPECT_EQ(gap, 2u);
  EXPECT_FALSE(isWritten(allocation, 100, 101, gap));
  EXPECT_EQ(gap, 200u);
  setWritten(allocation, 127, 2, false);
  EXPECT_TRUE(isWritten(allocation, 3, 124, gap));
  EXPECT_FALSE(isWritten(allocation, 3, 197, gap));
  EXPECT_EQ(gap, 127u);
  EXPECT_TRUE(isWritten(allocation, 129, 71, gap));
  EXPECT_TRUE(isWritten(allocation, 0, 0, gap));
}

//===----------------------------------------------------------------------===//
// Overlaps
//===----------------------------------------------------------------------===//

TEST_F(FaultTest, FindsOutputsOverInputs) {
  auto good = [&] {
    Gemm gemm;
    gemm.epilogue = kCUBLASLT_EPILOGUE_RELU_AUX_BIAS;
    gemm.auxLd = 128;
    gemm.beta = 1;
    place(gemm);
    return gemm;
  };
  Gemm gemm = good();
  ASSERT_NO_FATAL_FAILURE(runChanged(gemm));
  EXPECT_FALSE(device.fault) << device.fault.message;
  gemm.d.address = gemm.a.address;
  ASSERT_NO_FATAL_FAILURE(runChanged(gemm));
  expectFault(kCUDA_ERROR_LAUNCH_FAILED, {"A", "D", "overlaps"});
  gemm = good();
  gemm.d.address = gemm.bias;
  gemm.d.rows = gemm.m = gemm.c.rows = gemm.a.rows = 1;
  gemm.d.cols = gemm.n = gemm.c.cols = gemm.b.cols = 4;
  gemm.d.ld = 1;
  ASSERT_NO_FATAL_FAILURE(runChanged(gemm));
  expectFault(kCUDA_ERROR_LAUNCH_FAILED, {"the bias", "D"});
  gemm = good();
  gemm.workspace = gemm.a.address;
  gemm.workspaceBytes = 16;
  ASSERT_NO_FATAL_FAILURE(runChanged(gemm));
  expectFault(kCUDA_ERROR_LAUNCH_FAILED, {"A", "the workspace"});

  // Half in place.
  gemm = good();
  const uint64_t both = allocate(256, "both");
  std::vector<float> ones(64, 1.0f);
  writeBytes(both, ones.data(), 256);
  gemm.c.address = both;
  gemm.d.address = both + 32;
  ASSERT_NO_FATAL_FAILURE(runChanged(gemm));
  expectFault(kCUDA_ERROR_LAUNCH_FAILED, {"C", "D"});
  gemm.d.address = both + 64;
  ASSERT_NO_FATAL_FAILURE(runChanged(gemm));
  EXPECT_FALSE(device.fault) << device.fault.message;
  // Inputs may be the same.
  gemm.b.address = gemm.a.address;
  ASSERT_NO_FATAL_FAILURE(runChanged(gemm));
  EXPECT_FALSE(device.fault) << device.fault.message;
}

/// Columns of A and D in turn, as slices of one matrix.
TEST_F(FaultTest, TellsNeighboursFromOverlaps) {
  Gemm gemm;
  gemm.padA = gemm.padD = 4;
  place(gemm);
  const uint64_t both = allocate(8 * 4 * 4, "both");
  gemm.a.address = both;
  gemm.d.address = both + 16;
  std::mt19937 random(1);
  fill(gemm.a, random);
  ASSERT_NO_FATAL_FAILURE(runChanged(gemm));
  EXPECT_FALSE(device.fault) << device.fault.message;
  check(gemm, {});
  gemm.d.address = both + 12;
  gemm.alignments[3] = 4;
  ASSERT_NO_FATAL_FAILURE(runChanged(gemm));
  expectFault(kCUDA_ERROR_LAUNCH_FAILED, {"A", "D"});
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

TEST_F(FaultTest, ReportsWhatIsTouched) {
  Gemm gemm;
  gemm.padA = 2;
  gemm.alpha = 2;
  gemm.workspaceBytes = 0;
  place(gemm);
  ASSERT_NO_FATAL_FAILURE(runChanged(gemm));
  // A by columns, B and D in one piece, C not at all.
  Ranges reads;
  for (uint64_t col = 0; col < 4; ++col)
    reads.emplace_back(gemm.a.address + col * 24, 16);
  reads.emplace_back(gemm.b.address, 64);
  EXPECT_EQ(rangesOf(device.accesses, false), reads);
  EXPECT_EQ(rangesOf(device.accesses, true), (Ranges{{gemm.d.address, 64}}));
  EXPECT_EQ(device.counters.bytesLoaded, 128u);
  EXPECT_EQ(device.counters.bytesStored, 64u);

  // C if beta is not 0; a broadcast matrix once; a batch without gaps in one
  // piece; the workspace as a whole.
  gemm = Gemm();
  gemm.beta = 1;
  gemm.batch = 3;
  gemm.broadcastsA = true;
  gemm.workspaceBytes = 1000;
  place(gemm);
  const Counters before = device.counters;
  ASSERT_NO_FATAL_FAILURE(runChanged(gemm));
  EXPECT_EQ(rangesOf(device.accesses, false), (Ranges{{gemm.a.address, 64},
                                                      {gemm.b.address, 192},
                                                      {gemm.c.address, 192}}));
  EXPECT_EQ(rangesOf(device.accesses, true),
            (Ranges{{gemm.d.address, 192}, {gemm.workspace, 1000}}));
  EXPECT_EQ(device.counters.bytesStored - before.bytesStored, 192u);

  // A mask has a bit for each row.
  gemm = Gemm();
  gemm.m = 9;
  gemm.n = 2;
  gemm.epilogue = kCUBLASLT_EPILOGUE_RELU_AUX_BIAS;
  gemm.auxLd = 128;
  gemm.workspaceBytes = 0;
  place(gemm);
  ASSERT_NO_FATAL_FAILURE(runChanged(gemm));
  EXPECT_EQ(rangesOf(device.accesses, true),
            (Ranges{{gemm.d.address, 72}, {gemm.aux, 2}, {gemm.aux + 16, 2}}));
  EXPECT_EQ(rangesOf(device.accesses, false).back(),
            (std::pair<uint64_t, uint64_t>{gemm.bias, 36}));
}

/// What was computed counts as written, and nothing else does.
TEST_F(FaultTest, MarksWhatItWrites) {
  for (uint32_t epilogue :
       {kCUBLASLT_EPILOGUE_RELU_AUX, kCUBLASLT_EPILOGUE_GELU_AUX,
        kCUBLASLT_EPILOGUE_BGRADB, kCUBLASLT_EPILOGUE_DRELU_BGRAD}) {
    SCOPED_TRACE(epilogue);
    Gemm gemm;
    gemm.epilogue = epilogue;
    gemm.m = 9;
    gemm.padD = 7;
    gemm.auxLd = epilogue & 128 ? 128 : 0;
    place(gemm);
    ASSERT_NO_FATAL_FAILURE(runChanged(gemm));
    ASSERT_FALSE(device.fault) << device.fault.message;
    auto marks = [&](const TestMatrix &matrix) {
      for (uint64_t address = matrix.address;
           address < matrix.address + matrix.extent(); ++address) {
        const uint64_t element =
            (address - matrix.address) / bytesOf(matrix.type);
        ASSERT_EQ(isWrittenAt(address),
                  element % static_cast<uint64_t>(matrix.ld) < matrix.rows)
            << element;
      }
    };
    ASSERT_NO_FATAL_FAILURE(marks(gemm.d));
    if (epilogue & 128) {
      ASSERT_NO_FATAL_FAILURE(marks(auxOf(gemm)));
    }
    if (gemm.bias) {
      ASSERT_NO_FATAL_FAILURE(marks(biasOf(gemm)));
    }
  }
}

/// The result of one product is an operand of the next.
TEST_F(FaultTest, Chains) {
  Gemm first, second;
  place(first);
  ASSERT_NO_FATAL_FAILURE(runChanged(first));
  place(second);
  second.b.address = first.d.address;
  ASSERT_NO_FATAL_FAILURE(runChanged(second));
  ASSERT_FALSE(device.fault) << device.fault.message;
  check(second, {});
}

TEST_F(FaultTest, SpoilsTheWorkspace) {
  for (int number : {0, 2}) {
    Gemm gemm;
    gemm.k = 64;
    gemm.workspaceBytes = 4096;
    control->algorithms = {number};
    place(gemm);
    const std::vector<unsigned char> zeros(4096);
    writeBytes(gemm.workspace, zeros.data(), zeros.size());
    ASSERT_TRUE(isWrittenAt(gemm.workspace));
    ASSERT_NO_FATAL_FAILURE(runChanged(gemm));
    EXPECT_FALSE(device.fault) << device.fault.message;
    Allocation &allocation = *device.memory.find(gemm.workspace);
    for (uint64_t i = 0; i < 4096; ++i) {
      ASSERT_EQ(allocation.data[i], std::byte(0xff));
      ASSERT_FALSE(isWrittenAt(gemm.workspace + i));
    }
    // So a product that reads it fails.
    gemm.a.address = gemm.workspace;
    gemm.a.ld = 4;
    gemm.workspace = allocate(4096, "another");
    ASSERT_NO_FATAL_FAILURE(runChanged(gemm));
    expectFault(kCUDA_ERROR_LAUNCH_FAILED, {"A", "never written"});
  }
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

TEST(BlasLtNumbers, ConvertAllOf16Bits) {
  for (uint32_t i = 0; i < 0x10000; ++i) {
    const auto bits = static_cast<uint16_t>(i);
    const long double half = decodeElement(kCUDA_R_16F, bits);
    const long double brain = decodeElement(kCUDA_R_16BF, bits);
    if (std::isnan(half)) {
      ASSERT_TRUE(std::isnan(valueOfF16(bits)));
      ASSERT_TRUE(std::isnan(valueOfF16(bitsOfF16(valueOfF16(bits)))));
    } else {
      ASSERT_EQ(valueOfF16(bits), half) << i;
      ASSERT_EQ(bitsOfF16(valueOfF16(bits)), bits);
    }
    if (std::isnan(brain)) {
      ASSERT_TRUE(std::isnan(valueOfBF16(bits)));
      ASSERT_TRUE(std::isnan(valueOfBF16(bitsOfBF16(valueOfBF16(bits)))));
    } else {
      ASSERT_EQ(valueOfBF16(bits), brain) << i;
      ASSERT_EQ(bitsOfBF16(valueOfBF16(bits)), bits);
    }
  }
}

TEST(BlasLtNumbers, RoundToNearestEven) {
  auto same = [](float value) {
    const long double wide = value;
    ASSERT_EQ(roundToF16(value), formatOf(kCUDA_R_16F).round(wide)) << value;
    ASSERT_EQ(roundToBF16(value), formatOf(kCUDA_R_16BF).round(wide)) << value;
    ASSERT_EQ(roundToTF32(value), kTF32.round(wide)) << value;
    ASSERT_EQ(valueOfF16(bitsOfF16(value)), roundToF16(value)) << value;
    ASSERT_EQ(valueOfBF16(bitsOfBF16(value)), roundToBF16(value)) << value;
    ASSERT_EQ(std::signbit(valueOfF16(bitsOfF16(value))), std::signbit(value));
  };
  // Each f16, the ties between two, and their neighbours.
  for (uint32_t i = 0; i < 0x7c00; ++i) {
    const float low = valueOfF16(static_cast<uint16_t>(i));
    const float high =
        i == 0x7bff ? 65536.0f : valueOfF16(static_cast<uint16_t>(i + 1));
    const float tie = (low + high) / 2;
    for (float value :
         {low, tie, std::nextafterf(tie, 0), std::nextafterf(tie, 1e9f)}) {
      ASSERT_NO_FATAL_FAILURE(same(value));
      ASSERT_NO_FATAL_FAILURE(same(-value));
    }
  }
  std::mt19937 random(7);
  for (unsigned i = 0; i < 200000; ++i) {
    const float value = bitsAs<float>(static_cast<uint32_t>(random()));
    if (std::isfinite(value)) {
      ASSERT_NO_FATAL_FAILURE(same(value));
    }
  }
  EXPECT_TRUE(std::isnan(roundToF16(NAN)));
  EXPECT_TRUE(std::isnan(roundToTF32(NAN)));
  EXPECT_EQ(roundToBF16(-INFINITY), -INFINITY);
  EXPECT_EQ(toS8(NAN), 0);
  EXPECT_EQ(toS8(-0.5f), 0);
  EXPECT_EQ(toS8(1.5f), 2);
  EXPECT_EQ(toS8(1e9f), 127);
  EXPECT_EQ(toS8(-INFINITY), -128);
}
