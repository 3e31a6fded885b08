//===- GemmTest.cpp - Matrix products against an exact reference ----------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reference and bounds: with y = sum a b + bias computed in long double on the
// operands as stored, S = sum |a b| + |bias| and K the number of terms,
//   |yhat - y| <= c(K) u_acc S (1 + u_out) + u_out |y| + eta / 2,
// where c(K) = min(K, 6 sqrt K) on the CPU, which rounds to nearest, and K on
// CUDA, whose tensor cores truncate (u_acc is 2^-24 and 2^-23, for f64 2^-53).
// Over a whole matrix the root mean square of
//   (yhat - y) / (u_out |y| + sqrt(K) 2^-23 S + eta)
// is at most 0.60, which finds partial sums in 16 bits that the bound misses.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace amp::rt::test;

namespace {

struct Types {
  amprt_type operand, result;
};

/// The operands of one product and what comes out.
struct Problem {
  explicit Problem(const amprt_gemm &gemm);

  amprt_gemm gemm;
  Elements a, b, c, bias;
  /// The batch is run as a repeat of products of one matrix.
  bool repeats = false;
};

int64_t storedRows(int64_t rows, int64_t columns, bool transposed) {
  return transposed ? columns : rows;
}

size_t countElements(int64_t rows, int64_t columns, int64_t ld, int64_t stride,
                     int64_t batch) {
  return static_cast<size_t>((batch - 1) * stride + (rows - 1) * ld + columns);
}

Problem::Problem(const amprt_gemm &gemm)
    : gemm(gemm),
      a(gemm.type_a, countElements(storedRows(gemm.m, gemm.k, gemm.transpose_a),
                                   storedRows(gemm.k, gemm.m, gemm.transpose_a),
                                   gemm.lda, gemm.stride_a, gemm.batch)),
      b(gemm.type_b, countElements(storedRows(gemm.k, gemm.n, gemm.transpose_b),
                                   storedRows(gemm.n, gemm.k, gemm.transpose_b),
                                   gemm.ldb, gemm.stride_b, gemm.batch)),
      c(gemm.type_c,
        countElements(gemm.m, gemm.n, gemm.ldc, gemm.stride_c, gemm.batch)),
      bias(gemm.type_bias, static_cast<size_t>(gemm.n)) {}

size_t indexA(const amprt_gemm &g, int64_t batch, int64_t i, int64_t l) {
  return batch * g.stride_a + (g.transpose_a ? l * g.lda + i : i * g.lda + l);
}
size_t indexB(const amprt_gemm &g, int64_t batch, int64_t l, int64_t j) {
  return batch * g.stride_b + (g.transpose_b ? j * g.ldb + l : l * g.ldb + j);
}
size_t indexC(const amprt_gemm &g, int64_t batch, int64_t i, int64_t j) {
  return batch * g.stride_c + i * g.ldc + j;
}

/// A dense product of one matrix.
amprt_gemm makeGemm(Types types, int64_t m, int64_t n, int64_t k, bool ta,
                    bool tb) {
  amprt_gemm gemm = {};
  gemm.m = m;
  gemm.n = n;
  gemm.k = k;
  gemm.batch = 1;
  gemm.lda = ta ? m : k;
  gemm.ldb = tb ? k : n;
  gemm.ldc = n;
  gemm.transpose_a = ta;
  gemm.transpose_b = tb;
  gemm.type_a = gemm.type_b = types.operand;
  gemm.type_c = types.result;
  gemm.type_bias = types.result;
  gemm.compute =
      types.operand == AMPRT_F64 ? AMPRT_COMPUTE_F64 : AMPRT_COMPUTE_F32;
  return gemm;
}

void setBatch(amprt_gemm &gemm, int64_t batch) {
  gemm.batch = batch;
  gemm.stride_a = gemm.m * gemm.k;
  gemm.stride_b = gemm.k * gemm.n;
  gemm.stride_c = gemm.m * gemm.n;
}

/// Fills what the product reads with `value()` and all else with NaN, so that
/// a read outside shows. That is all of C.
template <typename Value>
void fill(Problem &problem, Value value) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const amprt_gemm &g = problem.gemm;
  for (Elements *elements : {&problem.a, &problem.b, &problem.c})
    for (size_t i = 0; i < elements->size(); ++i)
      elements->set(i, nan);
  for (int64_t batch = 0; batch < g.batch; ++batch) {
    if (batch == 0 || g.stride_a)
      for (int64_t i = 0; i < g.m; ++i)
        for (int64_t l = 0; l < g.k; ++l)
          problem.a.set(indexA(g, batch, i, l), value());
    if (batch == 0 || g.stride_b)
      for (int64_t l = 0; l < g.k; ++l)
        for (int64_t j = 0; j < g.n; ++j)
          problem.b.set(indexB(g, batch, l, j), value());
  }
  for (size_t j = 0; j < problem.bias.size(); ++j)
    problem.bias.set(j, value());
}

/// Runs the product on `device` and returns C. With `refusal` it is only
/// created, to see what is said to it.
Elements run(amprt_device *device, const Problem &problem,
             std::vector<std::string> *remarks = nullptr,
             amprt_status **refusal = nullptr) {
  const bool hasBias = problem.gemm.epilogue & AMPRT_EPILOGUE_BIAS;
  std::vector<const Elements *> operands = {&problem.a, &problem.b, &problem.c};
  if (hasBias)
    operands.push_back(&problem.bias);
  std::vector<uint64_t> bytes;
  std::vector<amprt_slice> slices;
  std::vector<BufferPtr> buffers;
  std::vector<amprt_buffer *> arguments;
  for (const Elements *operand : operands) {
    bytes.push_back(operand->getBytes().size());
    slices.push_back({AMPRT_BINDING_FIRST_ARGUMENT + uint32_t(slices.size()),
                      0,
                      bytes.back(),
                      {}});
    buffers.push_back(makeBuffer(device, operand->getBytes()));
    arguments.push_back(buffers.back().get());
  }
  amprt_device_info info;
  amprt_device_get_info(device, &info);
  amprt_record records[2] = {};
  for (amprt_record &record : records)
    record.name = record.location = "test";
  amprt_record &record = records[problem.repeats];
  record.kind = AMPRT_RECORD_GEMM;
  record.name = "product";
  record.num_operands = static_cast<uint32_t>(slices.size());
  record.as.gemm = problem.gemm;
  if (problem.repeats) {
    records[0].kind = AMPRT_RECORD_REPEAT;
    records[0].as.repeat = {static_cast<uint64_t>(problem.gemm.batch), 1};
    record.as.gemm.batch = 1;
    const std::pair<int64_t, amprt_type> strides[] = {
        {problem.gemm.stride_a, problem.gemm.type_a},
        {problem.gemm.stride_b, problem.gemm.type_b},
        {problem.gemm.stride_c, problem.gemm.type_c}};
    for (size_t i = 0; i < 3; ++i) {
      const int64_t step =
          strides[i].first * amprt_type_size(strides[i].second);
      slices[i].steps[0] = step;
      slices[i].bytes -= static_cast<uint64_t>((problem.gemm.batch - 1) * step);
    }
  }
  amprt_program_desc desc = {};
  desc.abi_version = AMPRT_ABI_VERSION;
  desc.device_kind = info.kind;
  desc.name = "gemm";
  desc.num_arguments = static_cast<uint32_t>(bytes.size());
  desc.argument_bytes = bytes.data();
  desc.num_operands = static_cast<uint32_t>(slices.size());
  desc.operands = slices.data();
  desc.num_records = problem.repeats ? 2 : 1;
  desc.records = records;

  Elements result = problem.c;
  amprt_program *raw = nullptr;
  amprt_status *status = amprt_program_create(device, &desc, &raw);
  if (refusal) {
    *refusal = status;
    return result;
  }
  EXPECT_TRUE(succeeded(status));
  ProgramPtr program(raw);
  if (!program)
    return result;
  if (problem.repeats) {
    // Of another second matrix nothing stays.
    EXPECT_TRUE(succeeded(amprt_buffer_write(
        buffers[1].get(), 0, std::vector<uint8_t>(bytes[1]).data(), bytes[1])));
    EXPECT_TRUE(
        succeeded(amprt_program_run(program.get(), nullptr, arguments.data(),
                                    static_cast<uint32_t>(arguments.size()))));
    EXPECT_TRUE(succeeded(amprt_buffer_write(
        buffers[1].get(), 0, problem.b.getBytes().data(), bytes[1])));
  }
  EXPECT_TRUE(
      succeeded(amprt_program_run(program.get(), nullptr, arguments.data(),
                                  static_cast<uint32_t>(arguments.size()))));
  result.setBytes(readBuffer(buffers[2].get()));
  if (remarks)
    for (uint32_t i = 0; amprt_program_remark(program.get(), i); ++i)
      remarks->push_back(amprt_program_remark(program.get(), i));
  return result;
}

/// An element of the reference.
struct Exact {
  long double value; ///< Before the rounding, after the epilogue.
  long double magnitude;
};

Exact computeExact(const Problem &problem, int64_t batch, int64_t i,
                   int64_t j) {
  const amprt_gemm &g = problem.gemm;
  long double sum = 0, magnitude = 0;
  for (int64_t l = 0; l < g.k; ++l) {
    const long double term =
        static_cast<long double>(problem.a.get(indexA(g, batch, i, l))) *
        problem.b.get(indexB(g, batch, l, j));
    sum += term;
    magnitude += std::fabs(term);
  }
  if (g.epilogue & AMPRT_EPILOGUE_BIAS) {
    const double term = problem.bias.get(static_cast<size_t>(j));
    sum += term;
    magnitude += std::fabs(term);
  }
  if ((g.epilogue & AMPRT_EPILOGUE_RELU) && sum < 0)
    sum = 0;
  return {sum, magnitude};
}

std::string describe(const amprt_gemm &g) {
  std::string text = std::string(typeName(g.type_a)) + "->" +
                     typeName(g.type_c) + " m=" + std::to_string(g.m) +
                     " n=" + std::to_string(g.n) + " k=" + std::to_string(g.k) +
                     " batch=" + std::to_string(g.batch) +
                     " ta=" + std::to_string(g.transpose_a) +
                     " tb=" + std::to_string(g.transpose_b) +
                     " epilogue=" + std::to_string(g.epilogue);
  return text;
}

/// True for a product that cuBLASLt does not have: it gives C in the type of
/// the operands, or in f32, takes a bias of C's type, and has no ReLU of ours.
bool isRefused(amprt_device *device, const Problem &problem) {
  const amprt_gemm &g = problem.gemm;
  amprt_device_info info;
  amprt_device_get_info(device, &info);
  const bool isLow = g.type_a == AMPRT_F16 || g.type_a == AMPRT_BF16;
  const bool hasTypes =
      g.type_c == g.type_a || (isLow && g.type_c == AMPRT_F32);
  const bool hasBias =
      !(g.epilogue & AMPRT_EPILOGUE_BIAS) || g.type_bias == g.type_c;
  const bool hasRelu = g.epilogue & AMPRT_EPILOGUE_RELU;
  if (info.kind == AMPRT_CPU || (hasTypes && hasBias && !hasRelu))
    return false;
  amprt_status *status = nullptr;
  run(device, problem, nullptr, &status);
  EXPECT_TRUE(failed(status, AMPRT_INVALID_ARGUMENT, "a CUDA GEMM "));
  return true;
}

/// Checks that elements between the rows of C were not written.
void checkGaps(const Problem &problem, const Elements &result) {
  const amprt_gemm &g = problem.gemm;
  std::vector<bool> written(result.size());
  for (int64_t batch = 0; batch < g.batch; ++batch)
    for (int64_t i = 0; i < g.m; ++i)
      for (int64_t j = 0; j < g.n; ++j)
        written[indexC(g, batch, i, j)] = true;
  for (size_t i = 0; i < result.size(); ++i)
    if (!written[i])
      ASSERT_TRUE(std::isnan(result.get(i))) << "element " << i;
}

void checkBound(amprt_device *device, const Problem &problem) {
  SCOPED_TRACE(describe(problem.gemm));
  const amprt_gemm &g = problem.gemm;
  amprt_device_info info;
  amprt_device_get_info(device, &info);
  if (isRefused(device, problem))
    return;
  const Elements result = run(device, problem);
  checkGaps(problem, result);

  const bool cpu = info.kind == AMPRT_CPU;
  // The bias adds a rounding.
  const double terms =
      static_cast<double>(g.k) + ((g.epilogue & AMPRT_EPILOGUE_BIAS) ? 1 : 0);
  const double growth = cpu ? std::min(terms, 6 * std::sqrt(terms)) : terms;
  const double uAcc = g.type_a == AMPRT_F64 ? 0x1p-53 : cpu ? 0x1p-24 : 0x1p-23;
  const double uAccRms = g.type_a == AMPRT_F64 ? 0x1p-52 : 0x1p-23;
  const double uOut = unitRoundoff(g.type_c);
  const double eta = smallestSubnormal(g.type_c);
  double squares = 0;
  for (int64_t batch = 0; batch < g.batch; ++batch)
    for (int64_t i = 0; i < g.m; ++i)
      for (int64_t j = 0; j < g.n; ++j) {
        const Exact exact = computeExact(problem, batch, i, j);
        const double y = static_cast<double>(exact.value);
        const double s = static_cast<double>(exact.magnitude);
        const double found = result.get(indexC(g, batch, i, j));
        const double error = static_cast<double>(found - exact.value);
        const double bound =
            growth * uAcc * s * (1 + uOut) + uOut * std::fabs(y) + eta / 2;
        // Written so that a NaN fails.
        ASSERT_TRUE(std::fabs(error) <= bound)
            << "batch " << batch << " row " << i << " column " << j << ": "
            << found << ", expected " << y << " within " << bound;
        const double scaled = error / (uOut * std::fabs(y) +
                                       std::sqrt(terms) * uAccRms * s + eta);
        squares += scaled * scaled;
      }
  const double count = static_cast<double>(g.batch * g.m * g.n);
  // The mean of a few elements says nothing.
  if (count >= 256)
    EXPECT_LE(std::sqrt(squares / count), 0.60);
}

void checkExactly(amprt_device *device, const Problem &problem) {
  SCOPED_TRACE(describe(problem.gemm));
  const amprt_gemm &g = problem.gemm;
  if (isRefused(device, problem))
    return;
  const Elements result = run(device, problem);
  checkGaps(problem, result);
  for (int64_t batch = 0; batch < g.batch; ++batch)
    for (int64_t i = 0; i < g.m; ++i)
      for (int64_t j = 0; j < g.n; ++j)
        ASSERT_EQ(
            result.get(indexC(g, batch, i, j)),
            roundTo(g.type_c, static_cast<double>(
                                  computeExact(problem, batch, i, j).value)))
            << "batch " << batch << " row " << i << " column " << j;
}

const Types kAllTypes[] = {{AMPRT_F32, AMPRT_F32},  {AMPRT_F64, AMPRT_F64},
                           {AMPRT_F16, AMPRT_F16},  {AMPRT_F16, AMPRT_F32},
                           {AMPRT_F16, AMPRT_BF16}, {AMPRT_BF16, AMPRT_BF16},
                           {AMPRT_BF16, AMPRT_F32}, {AMPRT_BF16, AMPRT_F16}};

class GemmTest : public DeviceTest {
protected:
  /// The epilogues of the device among `epilogues`.
  uint32_t keepEpilogues(uint32_t epilogues) const {
    return isCpu() ? epilogues : epilogues & ~AMPRT_EPILOGUE_RELU;
  }
};
INSTANTIATE_TEST_SUITE_P(Device, GemmTest, testing::Values("cpu", "cuda"));

TEST_P(GemmTest, TypesTranspositionsEpilogues) {
  Random random(2);
  for (Types types : kAllTypes)
    for (int transposes = 0; transposes < 4; ++transposes)
      for (uint32_t epilogue = 0; epilogue < 4; ++epilogue) {
        amprt_gemm gemm =
            makeGemm(types, 33, 29, 65, transposes & 1, (transposes & 2) != 0);
        gemm.epilogue = epilogue;
        Problem problem(gemm);
        fill(problem, [&] { return random.uniform(); });
        checkBound(device.get(), problem);
        if (HasFatalFailure())
          return;
      }
}

// Products of a repeat: the second matrix of each stays, which the CPU then
// packs once, or goes with the iterations. A second run packs anew.
TEST_P(GemmTest, Repeats) {
  Random random(13);
  for (Types types : kAllTypes)
    for (int transposes = 0; transposes < 4; ++transposes)
      for (bool keeps : {true, false}) {
        amprt_gemm gemm =
            makeGemm(types, 16, 70, 33, transposes & 1, (transposes & 2) != 0);
        setBatch(gemm, 5);
        if (keeps)
          gemm.stride_b = 0;
        gemm.epilogue = AMPRT_EPILOGUE_BIAS;
        Problem problem(gemm);
        problem.repeats = true;
        fill(problem, [&] { return random.uniform(); });
        checkBound(device.get(), problem);
        if (HasFatalFailure())
          return;
      }
}

// Products with a vector, and with matrices of few rows or columns, to which
// the CPU has a way of its own.
TEST_P(GemmTest, FewRowsAndColumns) {
  Random random(17);
  for (Types types : kAllTypes)
    for (auto [m, n] : {std::pair<int64_t, int64_t>(1, 70),
                        {70, 1},
                        {1, 1},
                        {3, 70},
                        {70, 3},
                        {5, 70},
                        {1, 1100},
                        {1100, 1}})
      for (int transposes = 0; transposes < 4; ++transposes)
        for (uint32_t epilogue = 0; epilogue < 4; ++epilogue) {
          amprt_gemm gemm =
              makeGemm(types, m, n, 300, transposes & 1, (transposes & 2) != 0);
          gemm.epilogue = keepEpilogues(epilogue);
          Problem problem(gemm);
          fill(problem, [&] { return random.uniform(); });
          checkBound(device.get(), problem);
          if (HasFatalFailure())
            return;
        }
}

TEST_P(GemmTest, BiasInF32) {
  Random random(3);
  for (Types types : kAllTypes) {
    if (types.result == AMPRT_F64)
      continue;
    amprt_gemm gemm = makeGemm(types, 20, 24, 40, false, true);
    gemm.type_bias = AMPRT_F32;
    gemm.epilogue = AMPRT_EPILOGUE_BIAS;
    Problem problem(gemm);
    fill(problem, [&] { return random.uniform(); });
    checkBound(device.get(), problem);
  }
}

TEST_P(GemmTest, LongSums) {
  Random random(4);
  for (Types types : kAllTypes)
    for (int64_t k : {512, 2048})
      for (int transposes = 0; transposes < 4; ++transposes) {
        Problem problem(
            makeGemm(types, 48, 40, k, transposes & 1, (transposes & 2) != 0));
        fill(problem, [&] { return random.uniform(); });
        checkBound(device.get(), problem);
      }
}

TEST_P(GemmTest, BoundaryShapesAreExactOnIntegers) {
  // Sums of at most 33 * 4 * 4, plus 4, are exact in every accumulator.
  const int64_t sizes[] = {1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33};
  const size_t count = std::size(sizes);
  Random random(5);
  for (Types types :
       {Types{AMPRT_F32, AMPRT_F32}, Types{AMPRT_F64, AMPRT_F64},
        Types{AMPRT_F16, AMPRT_F16}, Types{AMPRT_BF16, AMPRT_BF16}})
    for (size_t i = 0; i < count; ++i)
      for (size_t j = 0; j < count; ++j) {
        // Every pair (m, n), and every (m, k) and (n, k) too, since 5 and 7
        // have no factor in common with 12.
        const int64_t k = sizes[(i * 5 + j * 7) % count];
        const bool ta = (i + j) & 1, tb = (i + 3 * j) & 2;
        amprt_gemm gemm = makeGemm(types, sizes[i], sizes[j], k, ta, tb);
        gemm.epilogue = AMPRT_EPILOGUE_BIAS;
        Problem problem(gemm);
        fill(problem, [&] { return double(random.integer(4)); });
        checkExactly(device.get(), problem);
        if (HasFatalFailure())
          return;
      }
}

TEST_P(GemmTest, EveryTypeIsExactOnIntegers) {
  Random random(6);
  for (Types types : kAllTypes)
    for (int transposes = 0; transposes < 4; ++transposes) {
      // Sums of at most 100 * 4 * 4 fit 11 bits.
      amprt_gemm gemm =
          makeGemm(types, 70, 130, 100, transposes & 1, (transposes & 2) != 0);
      gemm.epilogue = keepEpilogues(AMPRT_EPILOGUE_RELU);
      Problem problem(gemm);
      fill(problem, [&] { return double(random.integer(4)); });
      checkExactly(device.get(), problem);
    }
}

TEST_P(GemmTest, RowsWithGaps) {
  Random random(7);
  for (Types types : kAllTypes)
    for (int transposes = 0; transposes < 4; ++transposes)
      for (int padded = 1; padded < 8; ++padded) {
        amprt_gemm gemm =
            makeGemm(types, 17, 24, 40, transposes & 1, (transposes & 2) != 0);
        gemm.lda += padded & 1 ? 8 : 0;
        gemm.ldb += padded & 2 ? 16 : 0;
        gemm.ldc += padded & 4 ? 24 : 0;
        gemm.epilogue =
            keepEpilogues(AMPRT_EPILOGUE_BIAS | AMPRT_EPILOGUE_RELU);
        Problem problem(gemm);
        fill(problem, [&] { return random.uniform(); });
        checkBound(device.get(), problem);
        if (HasFatalFailure())
          return;
      }
}

TEST_P(GemmTest, Batches) {
  Random random(8);
  for (Types types : kAllTypes)
    for (int transposes = 0; transposes < 4; ++transposes)
      for (int form = 0; form < 7; ++form) {
        amprt_gemm gemm =
            makeGemm(types, 16, 24, 32, transposes & 1, (transposes & 2) != 0);
        setBatch(gemm, 6);
        if (form == 1 || form == 3)
          gemm.stride_a = 0;
        if (form == 2 || form == 3)
          gemm.stride_b = 0;
        if (form == 4) { // Gaps between matrices.
          gemm.stride_a += 64;
          gemm.stride_b += 32;
          gemm.stride_c += 16;
        }
        if (form == 5) { // Matrices side by side, as attention heads lie.
          gemm.stride_a = gemm.lda;
          gemm.stride_b = gemm.ldb;
          gemm.stride_c = gemm.ldc;
          gemm.lda *= 6;
          gemm.ldb *= 6;
          gemm.ldc *= 6;
        }
        if (form == 6) { // Matrices of A overlap.
          gemm.stride_a = 8;
        }
        gemm.epilogue =
            keepEpilogues(AMPRT_EPILOGUE_BIAS | AMPRT_EPILOGUE_RELU);
        Problem problem(gemm);
        fill(problem, [&] { return random.uniform(); });
        SCOPED_TRACE("form " + std::to_string(form));
        checkBound(device.get(), problem);
        if (HasFatalFailure())
          return;
      }
}

TEST_P(GemmTest, NotANumberSurvivesRelu) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  for (Types types : kAllTypes)
    for (uint32_t epilogue :
         {uint32_t(AMPRT_EPILOGUE_NONE), uint32_t(AMPRT_EPILOGUE_RELU),
          uint32_t(AMPRT_EPILOGUE_RELU | AMPRT_EPILOGUE_BIAS)}) {
      amprt_gemm gemm = makeGemm(types, 16, 16, 16, false, false);
      gemm.epilogue = epilogue;
      Problem problem(gemm);
      fill(problem, [] { return 1.0; });
      problem.a.set(indexA(gemm, 0, 1, 3), nan);
      problem.a.set(indexA(gemm, 0, 2, 3), infinity);
      problem.a.set(indexA(gemm, 0, 3, 3), -infinity);
      SCOPED_TRACE(describe(gemm));
      if (isRefused(device.get(), problem))
        continue;
      const Elements result = run(device.get(), problem);
      for (int64_t j = 0; j < 16; ++j) {
        EXPECT_TRUE(std::isnan(result.get(indexC(gemm, 0, 1, j))));
        EXPECT_EQ(result.get(indexC(gemm, 0, 2, j)), infinity);
        EXPECT_EQ(result.get(indexC(gemm, 0, 3, j)),
                  epilogue & AMPRT_EPILOGUE_RELU ? 0.0 : -infinity);
        EXPECT_TRUE(std::isfinite(result.get(indexC(gemm, 0, 0, j))));
      }
    }
}

TEST_P(GemmTest, F16RangeIsRoundedOnce) {
  // C = a * b with one term: the result is the rounding of the product.
  struct Case {
    double a, b;
  };
  const double infinity = std::numeric_limits<double>::infinity();
  for (Case c :
       {Case{65504, 1}, Case{65504, 1.001}, Case{-60000, 2}, Case{0x1p-24, 1},
        Case{0x1p-24, 0.5}, Case{0x1p-24, 0.75}, Case{0x3p-24, 0.5},
        Case{0x1p-14, 0.999}, Case{2050, 0.5005}}) {
    amprt_gemm gemm = makeGemm({AMPRT_F16, AMPRT_F16}, 8, 8, 8, false, false);
    Problem problem(gemm);
    fill(problem, [] { return 0.0; });
    problem.a.set(indexA(gemm, 0, 0, 0), c.a);
    problem.b.set(indexB(gemm, 0, 0, 0), c.b);
    // Exact in f64.
    const double product = problem.a.get(indexA(gemm, 0, 0, 0)) *
                           problem.b.get(indexB(gemm, 0, 0, 0));
    const double expected = roundTo(AMPRT_F16, product);
    const Elements result = run(device.get(), problem);
    EXPECT_EQ(result.get(0), expected) << c.a << " times " << c.b;
    EXPECT_EQ(result.get(1), 0.0);
    if (c.a == -60000)
      EXPECT_EQ(expected, -infinity);
  }
}

TEST_P(GemmTest, SumsDoNotOverflowBeforeTheRounding) {
  // The partial sums pass the largest f16, the result does not.
  Problem problem(makeGemm({AMPRT_F16, AMPRT_F16}, 16, 16, 64, false, false));
  int64_t next = 0;
  fill(problem, [&] { return 0.0 * double(next++); });
  for (int64_t i = 0; i < 16; ++i)
    for (int64_t l = 0; l < 64; ++l)
      problem.a.set(indexA(problem.gemm, 0, i, l), l < 32 ? 240.0 : -240.0);
  for (int64_t l = 0; l < 64; ++l)
    for (int64_t j = 0; j < 16; ++j)
      problem.b.set(indexB(problem.gemm, 0, l, j), 256.0);
  checkExactly(device.get(), problem);
}

TEST_P(GemmTest, LargeF32AgreesWithF64OnIntegers) {
  // Large enough for other algorithms than the small ones; f64, which is
  // checked above, takes the place of the reference.
  Random random(11);
  for (int transposes = 0; transposes < 4; ++transposes) {
    amprt_gemm gemm = makeGemm({AMPRT_F32, AMPRT_F32}, 520, 1030, 512,
                               transposes & 1, (transposes & 2) != 0);
    gemm.ldc += 2;
    gemm.epilogue = keepEpilogues(AMPRT_EPILOGUE_RELU);
    Problem single(gemm);
    fill(single, [&] { return double(random.integer(4)); });
    gemm.type_a = gemm.type_b = gemm.type_c = gemm.type_bias = AMPRT_F64;
    gemm.compute = AMPRT_COMPUTE_F64;
    Problem precise(gemm);
    for (size_t i = 0; i < single.a.size(); ++i)
      precise.a.set(i, single.a.get(i));
    for (size_t i = 0; i < single.b.size(); ++i)
      precise.b.set(i, single.b.get(i));
    for (size_t i = 0; i < single.c.size(); ++i)
      precise.c.set(i, single.c.get(i));
    SCOPED_TRACE(describe(single.gemm));
    const Elements found = run(device.get(), single);
    const Elements expected = run(device.get(), precise);
    checkGaps(single, found);
    for (int64_t i = 0; i < gemm.m; ++i)
      for (int64_t j = 0; j < gemm.n; ++j)
        ASSERT_EQ(found.get(indexC(gemm, 0, i, j)),
                  expected.get(indexC(gemm, 0, i, j)));
  }
}

TEST_P(GemmTest, LargeBatchesOfHalves) {
  // More than an emulation on the CPU computes at once, in a number that its
  // groups have to divide. The outer product of two vectors is exact.
  for (bool repeated : {false, true}) {
    amprt_gemm gemm =
        makeGemm({AMPRT_F16, AMPRT_F16}, 1024, 1024, 16, false, false);
    setBatch(gemm, 9);
    if (repeated)
      gemm.stride_b = 0;
    Problem problem(gemm);
    fill(problem, [] { return 0.0; });
    for (int64_t batch = 0; batch < gemm.batch; ++batch)
      for (int64_t i = 0; i < gemm.m; ++i) {
        problem.a.set(indexA(gemm, batch, i, 3), double((batch + i) % 11));
        problem.b.set(indexB(gemm, batch, 3, i),
                      double((i + (repeated ? 0 : batch)) % 13));
      }
    const Elements result = run(device.get(), problem);
    for (int64_t batch = 0; batch < gemm.batch; ++batch)
      for (int64_t i = 0; i < gemm.m; ++i)
        for (int64_t j = 0; j < gemm.n; ++j)
          ASSERT_EQ(
              result.get(indexC(gemm, batch, i, j)),
              double((batch + i) % 11 * ((j + (repeated ? 0 : batch)) % 13)))
              << batch << " " << i << " " << j;
  }
}

TEST_P(GemmTest, RunsAgain) {
  amprt_gemm gemm = makeGemm({AMPRT_F32, AMPRT_F32}, 8, 8, 8, false, false);
  Problem problem(gemm);
  fill(problem, [] { return 2.0; });
  const Elements first = run(device.get(), problem);
  const Elements second = run(device.get(), problem);
  EXPECT_EQ(first.getBytes(), second.getBytes());
}

TEST_P(GemmTest, EmulationIsRemarkedOnce) {
  amprt_device_info info;
  amprt_device_get_info(device.get(), &info);
  std::vector<std::string> remarks;
  Problem f32(makeGemm({AMPRT_F32, AMPRT_F32}, 4, 4, 4, false, false));
  fill(f32, [] { return 1.0; });
  run(device.get(), f32, &remarks);
  EXPECT_TRUE(remarks.empty());
  struct Case {
    amprt_type type;
    int native;
    const char *remark;
  };
  for (const Case &c :
       {Case{AMPRT_BF16, info.native_bf16, "bf16 GEMM emulated"},
        Case{AMPRT_F16, info.native_f16, "f16 GEMM emulated"}}) {
    remarks.clear();
    Problem problem(makeGemm({c.type, c.type}, 4, 4, 4, false, false));
    fill(problem, [] { return 1.0; });
    run(device.get(), problem, &remarks);
    ASSERT_EQ(remarks.size(), c.native ? 0u : 1u);
    if (!c.native)
      EXPECT_NE(remarks[0].find(c.remark), std::string::npos) << remarks[0];
  }
}

TEST(CpuGemmTest, EveryNumberOfThreadsKeepsTheBound) {
  Random random(9);
  for (uint32_t threads : {1, 2, 3, 4}) {
    DevicePtr cpu = openDevice("cpu", threads);
    for (Types types : kAllTypes) {
      Problem problem(makeGemm(types, 100, 90, 300, false, true));
      fill(problem, [&] { return random.uniform(); });
      checkBound(cpu.get(), problem);
    }
  }
}

// Columns are a thread's each.
TEST(CpuGemmTest, FewRowsDoNotDependOnThreads) {
  Random random(29);
  for (auto [m, n] :
       {std::pair<int64_t, int64_t>(1, 1500), {3, 1500}, {1500, 1}})
    for (int transposes = 0; transposes < 4; ++transposes) {
      Problem problem(makeGemm({AMPRT_F32, AMPRT_F32}, m, n, 700,
                               transposes & 1, (transposes & 2) != 0));
      fill(problem, [&] { return random.uniform(); });
      const DevicePtr one = openDevice("cpu", 1), three = openDevice("cpu", 3);
      EXPECT_EQ(run(one.get(), problem).getBytes(),
                run(three.get(), problem).getBytes());
    }
}

TEST(CpuGemmTest, F64DoesNotDependOnThreads) {
  Random random(10);
  Problem problem(makeGemm({AMPRT_F64, AMPRT_F64}, 130, 150, 170, true, false));
  fill(problem, [&] { return random.uniform(); });
  const Elements one = run(openDevice("cpu", 1).get(), problem);
  for (uint32_t threads : {2, 3, 5})
    EXPECT_EQ(run(openDevice("cpu", threads).get(), problem).getBytes(),
              one.getBytes());
}

TEST(CpuGemmTest, ScratchIsCountedAndLimited) {
  Problem problem(makeGemm({AMPRT_F16, AMPRT_F16}, 64, 64, 64, false, false));
  fill(problem, [] { return 1.0; });
  DevicePtr roomy = openDevice("cpu");
  run(roomy.get(), problem);
  const uint64_t operands = 3 * 64 * 64 * 2;
  // Three f32 copies at least.
  EXPECT_GE(amprt_device_memory_peak(roomy.get()), operands + 3 * 64 * 64 * 4);
  EXPECT_EQ(amprt_device_memory_in_use(roomy.get()), 0u);

  DevicePtr tight = openDevice("cpu", 0, operands);
  const uint64_t bytes[] = {64 * 64 * 2, 64 * 64 * 2, 64 * 64 * 2};
  const amprt_slice slices[] = {
      {2, 0, 8192, {}}, {3, 0, 8192, {}}, {4, 0, 8192, {}}};
  amprt_record record = {};
  record.kind = AMPRT_RECORD_GEMM;
  record.name = "product";
  record.location = "";
  record.num_operands = 3;
  record.as.gemm = problem.gemm;
  amprt_program_desc desc = {};
  desc.abi_version = AMPRT_ABI_VERSION;
  desc.name = "gemm";
  desc.num_arguments = desc.num_operands = 3;
  desc.argument_bytes = bytes;
  desc.operands = slices;
  desc.num_records = 1;
  desc.records = &record;
  amprt_program *program = nullptr;
  EXPECT_TRUE(failed(amprt_program_create(tight.get(), &desc, &program),
                     AMPRT_RESOURCE_EXHAUSTED, "scratch of library calls"));
  EXPECT_EQ(program, nullptr);
  EXPECT_EQ(amprt_device_memory_in_use(tight.get()), 0u);
}

} // namespace
