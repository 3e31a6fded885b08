//===- AttentionTest.cpp - Attention against a reference in f64 -----------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bounds: each value of the reference, computed in f64 from the operands as
// stored, carries what f32 may do to it. With u = 2^-24 and c(K) = min(K, 6
// sqrt K) a sum of K terms is off by c(K) u sum |terms| beside what its terms
// are off by; an exponential by 3 u of itself and by what its argument is off
// by. Second orders are covered by a hundredth on top.
//
//===----------------------------------------------------------------------===//

#include "AttentionKernels.h"
#include "KernelTables.h"
#include "TestSupport.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

using namespace amp::rt;
using namespace amp::rt::cpu;
using namespace amp::rt::test;

namespace {

constexpr double kUnit = 0x1p-24;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

double growth(double terms) { return std::min(terms, 6 * std::sqrt(terms)); }

/// A value and how far f32 may be from it.
struct Bounded {
  double value = 0, error = 0;
};

/// A sum of products, each factor with its error.
class Sum {
public:
  void add(Bounded a, Bounded b) {
    const double term = a.value * b.value;
    value += term;
    error += std::fabs(a.value) * b.error + std::fabs(b.value) * a.error;
    magnitude += std::fabs(term);
    ++count;
  }
  Bounded get() const {
    return {value, error + growth(count) * kUnit * magnitude};
  }

private:
  double value = 0, error = 0, magnitude = 0, count = 0;
};

Bounded rounded(double value, double error, double roundings = 1) {
  return {value, error + roundings * kUnit * std::fabs(value)};
}

/// The operands, in the order of the record: five of the forward pass, then
/// the gradient, the gradients of query, key and value, the mask, the state.
struct Problem {
  Problem(amprt_type type, amprt_type result, std::array<int64_t, 7> sizes,
          uint32_t flags);

  size_t at(amprt_attention_matrix m, int64_t batch, int64_t head, int64_t row,
            int64_t i) const {
    const amprt_attention_strides &s = fields.strides[m];
    return static_cast<size_t>(batch * s.batch + head * s.head + row * s.row +
                               i);
  }
  Bounded get(amprt_attention_matrix m, int64_t batch, int64_t head,
              int64_t row, int64_t i) const {
    return {matrices[m].get(at(m, batch, head, row, i)), 0};
  }
  int64_t shared(int64_t head) const {
    return head / (fields.heads / fields.key_heads);
  }
  size_t rowOf(int64_t batch, int64_t head, int64_t row) const {
    return static_cast<size_t>((batch * fields.heads + head) * fields.rows +
                               row);
  }
  size_t maskAt(int64_t batch, int64_t head, int64_t row, int64_t key) const {
    const int64_t *s = fields.mask_strides;
    return static_cast<size_t>(batch * s[0] + head * s[1] + row * s[2] +
                               key * s[3]);
  }
  bool sees(int64_t batch, int64_t head, int64_t row, int64_t key) const {
    if (fields.flags & AMPRT_ATTENTION_CAUSAL)
      return key <= row;
    return !(fields.flags & AMPRT_ATTENTION_MASK) ||
           !std::isinf(maskValues[maskAt(batch, head, row, key)]);
  }

  amprt_attention fields = {};
  std::vector<Elements> matrices;
  Elements logarithms;
  std::vector<double> maskValues;
  std::vector<uint8_t> mask;
  uint64_t state[2] = {77, (uint64_t(1) << 32) - 5};
};

/// Sizes are batch, heads, heads of keys, rows, keys, and those of rows.
/// Queries have their heads behind their rows, and rows of values are apart.
Problem::Problem(amprt_type type, amprt_type result,
                 std::array<int64_t, 7> sizes, uint32_t flags)
    : logarithms(AMPRT_F32,
                 static_cast<size_t>(sizes[0] * sizes[1] * sizes[3])) {
  amprt_attention &a = fields;
  a.batch = sizes[0];
  a.heads = sizes[1];
  a.key_heads = sizes[2];
  a.rows = sizes[3];
  a.keys = sizes[4];
  a.size = sizes[5];
  a.value_size = sizes[6];
  a.type = type;
  a.type_result = result;
  a.flags = flags;
  a.scale = 0.3f;
  a.kept_scale = 1;
  if (flags & AMPRT_ATTENTION_DROPOUT) {
    a.dropout_limit = 5033165; // of 2^24: 0.3
    a.kept_scale = static_cast<float>(1 / 0.7);
  }
  Random random(5);
  for (int m = 0; m < AMPRT_ATTENTION_MATRICES; ++m) {
    const bool isOfKeys = m == AMPRT_ATTENTION_KEY ||
                          m == AMPRT_ATTENTION_VALUE ||
                          m == AMPRT_ATTENTION_KEY_GRADIENT ||
                          m == AMPRT_ATTENTION_VALUE_GRADIENT;
    const bool isOfResult =
        m == AMPRT_ATTENTION_RESULT || m == AMPRT_ATTENTION_GRADIENT;
    const bool isOfValues = isOfResult || m == AMPRT_ATTENTION_VALUE ||
                            m == AMPRT_ATTENTION_VALUE_GRADIENT;
    const int64_t heads = isOfKeys ? a.key_heads : a.heads;
    const int64_t rows = isOfKeys ? a.keys : a.rows;
    const int64_t size = isOfValues ? a.value_size : a.size;
    if (m == AMPRT_ATTENTION_QUERY)
      a.strides[m] = {heads * rows * size, size, heads * size};
    else
      a.strides[m] = {heads * rows * (size + 2), rows * (size + 2), size + 2};
    matrices.emplace_back(isOfResult ? result : type,
                          static_cast<size_t>(a.batch * a.strides[m].batch));
    for (size_t i = 0; i < matrices.back().size(); ++i)
      matrices.back().set(i, kNan);
    if (m != AMPRT_ATTENTION_RESULT && m < AMPRT_ATTENTION_QUERY_GRADIENT)
      for (int64_t b = 0; b < a.batch; ++b)
        for (int64_t h = 0; h < heads; ++h)
          for (int64_t r = 0; r < rows; ++r)
            for (int64_t i = 0; i < size; ++i)
              matrices.back().set(at(amprt_attention_matrix(m), b, h, r, i),
                                  2 * random.uniform());
  }
}

/// Where the mask repeats: its sizes along batch, head, row and key.
void setMask(Problem &problem, amprt_type type, std::array<bool, 4> varies) {
  amprt_attention &a = problem.fields;
  const int64_t sizes[] = {a.batch, a.heads, a.rows, a.keys};
  int64_t count = 1;
  for (int i = 3; i >= 0; --i) {
    a.mask_strides[i] = varies[i] ? count : 0;
    count *= varies[i] ? sizes[i] : 1;
  }
  a.type_mask = type;
  Random random(9);
  Elements stored(type == AMPRT_I1 ? AMPRT_F32 : type,
                  static_cast<size_t>(count));
  problem.mask.assign(static_cast<size_t>(count), 0);
  problem.maskValues.clear();
  for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
    const bool isSeen = random.next() % 3 != 0;
    double value = type == AMPRT_I1 ? 0 : random.uniform();
    // Of each mask some rows see nothing.
    if (!isSeen || (varies[2] && i / static_cast<size_t>(a.keys) % 7 == 2))
      value = -std::numeric_limits<double>::infinity();
    stored.set(i, value);
    problem.mask[i] = value == 0;
    problem.maskValues.push_back(stored.get(i));
  }
  if (type != AMPRT_I1)
    problem.mask = stored.getBytes();
}

/// Word i mod 4 of block first + i / 4, as amp/Support/Random.h defines it.
uint32_t drawWord(const uint64_t (&state)[2], uint64_t i) {
  const uint64_t block = state[1] + i / 4;
  uint32_t c[4] = {uint32_t(block), uint32_t(block >> 32), 0, 0};
  uint32_t k[2] = {uint32_t(state[0]), uint32_t(state[0] >> 32)};
  for (int round = 0; round < 10; ++round) {
    const uint64_t a = uint64_t(0xD2511F53u) * c[0],
                   b = uint64_t(0xCD9E8D57u) * c[2];
    const uint32_t next[4] = {uint32_t(b >> 32) ^ c[1] ^ k[0], uint32_t(b),
                              uint32_t(a >> 32) ^ c[3] ^ k[1], uint32_t(a)};
    std::copy(std::begin(next), std::end(next), c);
    k[0] += 0x9E3779B9u;
    k[1] += 0xBB67AE85u;
  }
  return c[i % 4];
}

/// What is expected of one head of queries.
struct Reference {
  Reference(const Problem &problem, int64_t batch, int64_t head);

  /// [rows, keys]: scores, probabilities with what dropout makes of them, and
  /// the derivatives by the scores before they are scaled.
  std::vector<Bounded> weights, slopes;
  std::vector<Bounded> result; ///< [rows, value_size]
  std::vector<Bounded> logarithms;
};

Reference::Reference(const Problem &problem, int64_t batch, int64_t head) {
  const amprt_attention &a = problem.fields;
  const int64_t shared = problem.shared(head);
  const double scale = a.scale, kept = a.kept_scale;
  const double blocks = static_cast<double>(a.keys / kKeyBlock + 1);
  for (int64_t row = 0; row < a.rows; ++row) {
    std::vector<Bounded> scores(a.keys), powers(a.keys);
    double most = -std::numeric_limits<double>::infinity();
    for (int64_t key = 0; key < a.keys; ++key) {
      if (!problem.sees(batch, head, row, key))
        continue;
      Sum sum;
      for (int64_t i = 0; i < a.size; ++i)
        sum.add(problem.get(AMPRT_ATTENTION_QUERY, batch, head, row, i),
                problem.get(AMPRT_ATTENTION_KEY, batch, shared, key, i));
      const Bounded product = sum.get();
      Bounded score =
          rounded(product.value * scale, product.error * std::fabs(scale));
      if ((a.flags & AMPRT_ATTENTION_MASK) && a.type_mask != AMPRT_I1)
        score = rounded(
            score.value +
                problem.maskValues[problem.maskAt(batch, head, row, key)],
            score.error);
      scores[key] = score;
      most = std::max(most, score.value);
    }
    double total = 0, totalError = 0;
    for (int64_t key = 0; key < a.keys; ++key) {
      if (!problem.sees(batch, head, row, key))
        continue;
      // An earlier block was rescaled at each later one.
      const double power = std::exp(scores[key].value - most);
      const double error =
          scores[key].error +
          kUnit * (std::fabs(scores[key].value - most) + 3 + 4 * blocks);
      powers[key] = {power, power * error};
      total += power;
      totalError += power * error;
    }
    totalError += growth(static_cast<double>(a.keys)) * kUnit * total;
    const bool isEmpty = total == 0;
    const double logarithm = most + std::log(total);
    logarithms.push_back(
        {logarithm,
         isEmpty ? 0
                 : totalError / total + kUnit * (2 * std::fabs(logarithm) +
                                                 std::fabs(most) + 2)});
    // Of the forward pass, and as the backward pass computes them again.
    std::vector<Bounded> forward(a.keys);
    for (int64_t key = 0; key < a.keys; ++key) {
      double factor = 1;
      if (a.flags & AMPRT_ATTENTION_DROPOUT)
        factor = drawWord(problem.state, problem.rowOf(batch, head, row) *
                                                 static_cast<uint64_t>(a.keys) +
                                             static_cast<uint64_t>(key)) >>
                         8 >= a.dropout_limit
                     ? kept
                     : 0;
      if (isEmpty || !problem.sees(batch, head, row, key)) {
        weights.push_back({});
        continue;
      }
      const double p = powers[key].value / total;
      forward[key] = {p * factor,
                      factor * (powers[key].error / total +
                                p * (totalError / total + 3 * kUnit))};
      weights.push_back(
          {p * factor,
           p * factor *
               (scores[key].error + logarithms.back().error +
                kUnit * (std::fabs(scores[key].value - logarithm) + 5))});
    }
    for (int64_t i = 0; i < a.value_size; ++i) {
      Sum sum;
      for (int64_t key = 0; key < a.keys; ++key)
        if (forward[key].value != 0)
          sum.add(forward[key],
                  problem.get(AMPRT_ATTENTION_VALUE, batch, shared, key, i));
      result.push_back(sum.get());
    }
    // The derivative reads the result as it was rounded.
    Sum offset;
    for (int64_t i = 0; i < a.value_size; ++i) {
      Bounded y = result[result.size() - a.value_size + i];
      y.error += unitRoundoff(a.type_result) * std::fabs(y.value) +
                 smallestSubnormal(a.type_result);
      offset.add(problem.get(AMPRT_ATTENTION_GRADIENT, batch, head, row, i), y);
    }
    for (int64_t key = 0; key < a.keys; ++key) {
      const Bounded weight = weights[weights.size() - a.keys + key];
      const double p = isEmpty || !problem.sees(batch, head, row, key)
                           ? 0
                           : powers[key].value / total;
      if (p == 0) {
        slopes.push_back({});
        continue;
      }
      Sum sum;
      for (int64_t i = 0; i < a.value_size; ++i)
        sum.add(problem.get(AMPRT_ATTENTION_GRADIENT, batch, head, row, i),
                problem.get(AMPRT_ATTENTION_VALUE, batch, shared, key, i));
      const double factor = weight.value / p;
      const Bounded product = sum.get(), shift = offset.get();
      const double difference = product.value * factor - shift.value;
      const double relative =
          scores[key].error + logarithms.back().error +
          kUnit * (std::fabs(scores[key].value - logarithm) + 5);
      const double error =
          product.error * factor + shift.error +
          2 * kUnit *
              (std::fabs(product.value * factor) + std::fabs(shift.value));
      slopes.push_back(
          {p * difference * scale,
           std::fabs(scale) * p *
               (error + std::fabs(difference) * (relative + 3 * kUnit))});
    }
  }
}

void expectNear(amprt_type type, double found, Bounded expected,
                const std::string &where) {
  const double bound = 1.01 * expected.error * (1 + unitRoundoff(type)) +
                       unitRoundoff(type) * std::fabs(expected.value) +
                       smallestSubnormal(type);
  // Written so that a NaN fails.
  ASSERT_TRUE(std::fabs(found - expected.value) <= bound)
      << where << ": " << found << ", expected " << expected.value << " within "
      << bound;
}

void runKernels(const AttentionKernels &kernels, Problem &problem,
                bool isBackward, int64_t keysPerPart) {
  amprt_attention &a = problem.fields;
  std::vector<std::vector<uint8_t>> bytes;
  for (const Elements &matrix : problem.matrices)
    bytes.push_back(matrix.getBytes());
  std::vector<uint8_t> logarithms = problem.logarithms.getBytes();
  AttentionOperands operands = {};
  operands.query = bytes[0].data();
  operands.key = bytes[1].data();
  operands.value = bytes[2].data();
  operands.result = bytes[3].data();
  operands.gradient = bytes[4].data();
  operands.queryGradient = bytes[5].data();
  operands.keyGradient = bytes[6].data();
  operands.valueGradient = bytes[7].data();
  operands.logsumexp = reinterpret_cast<float *>(logarithms.data());
  operands.mask = problem.mask.data();
  operands.seed = problem.state[0];
  operands.firstBlock = problem.state[1];
  operands.keysPerPart = keysPerPart;
  a.flags = (a.flags & ~uint32_t(AMPRT_ATTENTION_BACKWARD)) |
            (isBackward ? AMPRT_ATTENTION_BACKWARD : 0);
  const int64_t count = isBackward ? countBackwardScratch(a, keysPerPart)
                                   : countForwardScratch(a);
  // Not all of it is written before it is read only if that is seen.
  std::vector<float> scratch(static_cast<size_t>(count) + 16,
                             std::numeric_limits<float>::quiet_NaN());
  const int64_t parts =
      isBackward ? a.batch * a.key_heads
                 : a.batch * a.heads *
                       ((a.rows + kQueriesPerPart - 1) / kQueriesPerPart);
  for (int64_t part = 0; part < parts; ++part)
    (isBackward ? kernels.backward : kernels.forward)(a, operands, part,
                                                      scratch.data());
  for (size_t i = 0; i < 16; ++i)
    EXPECT_TRUE(std::isnan(scratch[static_cast<size_t>(count) + i]))
        << "written behind the scratch";
  for (size_t m = 0; m < bytes.size(); ++m)
    problem.matrices[m].setBytes(bytes[m]);
  problem.logarithms.setBytes(logarithms);
}

void checkForward(const Problem &problem) {
  const amprt_attention &a = problem.fields;
  for (int64_t batch = 0; batch < a.batch; ++batch)
    for (int64_t head = 0; head < a.heads; ++head) {
      const Reference reference(problem, batch, head);
      for (int64_t row = 0; row < a.rows; ++row) {
        const std::string where = "batch " + std::to_string(batch) + " head " +
                                  std::to_string(head) + " row " +
                                  std::to_string(row);
        for (int64_t i = 0; i < a.value_size; ++i)
          ASSERT_NO_FATAL_FAILURE(expectNear(
              a.type_result,
              problem.get(AMPRT_ATTENTION_RESULT, batch, head, row, i).value,
              reference.result[row * a.value_size + i], where));
        const double found =
            problem.logarithms.get(problem.rowOf(batch, head, row));
        const Bounded expected = reference.logarithms[row];
        if (std::isinf(expected.value))
          ASSERT_EQ(found, expected.value) << where;
        else
          ASSERT_NO_FATAL_FAILURE(
              expectNear(AMPRT_F32, found, expected, where));
      }
    }
}

void checkBackward(const Problem &problem) {
  const amprt_attention &a = problem.fields;
  for (int64_t batch = 0; batch < a.batch; ++batch) {
    std::vector<Reference> references;
    for (int64_t head = 0; head < a.heads; ++head) {
      references.emplace_back(problem, batch, head);
      const Reference &reference = references.back();
      for (int64_t row = 0; row < a.rows; ++row)
        for (int64_t i = 0; i < a.size; ++i) {
          Sum sum;
          for (int64_t key = 0; key < a.keys; ++key)
            sum.add(reference.slopes[row * a.keys + key],
                    problem.get(AMPRT_ATTENTION_KEY, batch,
                                problem.shared(head), key, i));
          ASSERT_NO_FATAL_FAILURE(expectNear(
              a.type,
              problem.get(AMPRT_ATTENTION_QUERY_GRADIENT, batch, head, row, i)
                  .value,
              sum.get(), "gradient of query " + std::to_string(row)));
        }
    }
    for (int64_t shared = 0; shared < a.key_heads; ++shared)
      for (int64_t key = 0; key < a.keys; ++key) {
        auto check = [&](amprt_attention_matrix source,
                         amprt_attention_matrix target, bool byWeights,
                         int64_t size) {
          for (int64_t i = 0; i < size; ++i) {
            Sum sum;
            for (int64_t head = 0; head < a.heads; ++head)
              if (problem.shared(head) == shared)
                for (int64_t row = 0; row < a.rows; ++row)
                  sum.add((byWeights
                               ? references[head].weights
                               : references[head].slopes)[row * a.keys + key],
                          problem.get(source, batch, head, row, i));
            ASSERT_NO_FATAL_FAILURE(expectNear(
                a.type, problem.get(target, batch, shared, key, i).value,
                sum.get(),
                std::string("gradient of ") + (byWeights ? "value " : "key ") +
                    std::to_string(key)));
          }
        };
        ASSERT_NO_FATAL_FAILURE(check(AMPRT_ATTENTION_QUERY,
                                      AMPRT_ATTENTION_KEY_GRADIENT, false,
                                      a.size));
        ASSERT_NO_FATAL_FAILURE(check(AMPRT_ATTENTION_GRADIENT,
                                      AMPRT_ATTENTION_VALUE_GRADIENT, true,
                                      a.value_size));
      }
  }
}

int64_t wholeBlocks(int64_t keys) {
  return (keys + kKeyBlock - 1) / kKeyBlock * kKeyBlock;
}

void checkBoth(Problem problem, const std::string &what) {
  for (const auto &[name, kernels] : listKernels(getAttentionKernels)) {
    SCOPED_TRACE(what + ", " + name);
    Problem own = problem;
    runKernels(*kernels, own, /*isBackward=*/false, 0);
    ASSERT_NO_FATAL_FAILURE(checkForward(own));
    runKernels(*kernels, own, /*isBackward=*/true,
               wholeBlocks(own.fields.keys));
    ASSERT_NO_FATAL_FAILURE(checkBackward(own));
  }
}

} // namespace

// Sizes below, at and above blocks and vectors, with heads that share.
TEST(AttentionTest, Sizes) {
  for (std::array<int64_t, 7> sizes :
       {std::array<int64_t, 7>{1, 1, 1, 1, 1, 1, 1},
        {1, 2, 1, 3, 5, 2, 7},
        {2, 1, 1, 64, 64, 16, 16},
        {1, 3, 3, 65, 130, 17, 5},
        {1, 4, 2, 300, 70, 8, 9}})
    for (uint32_t flags : {0u, uint32_t(AMPRT_ATTENTION_CAUSAL)})
      checkBoth(Problem(AMPRT_F32, AMPRT_F32, sizes, flags),
                std::to_string(sizes[3]) + "x" + std::to_string(sizes[4]) +
                    " flags " + std::to_string(flags));
}

TEST(AttentionTest, Types) {
  for (amprt_type type : {AMPRT_F32, AMPRT_F16, AMPRT_BF16})
    for (amprt_type result : {type, AMPRT_F32})
      checkBoth(Problem(type, result, {1, 2, 2, 70, 66, 19, 18},
                        AMPRT_ATTENTION_CAUSAL),
                std::string(typeName(type)) + "->" + typeName(result));
}

TEST(AttentionTest, Masks) {
  for (amprt_type type : {AMPRT_I1, AMPRT_F32, AMPRT_F16, AMPRT_BF16})
    for (std::array<bool, 4> varies :
         {std::array<bool, 4>{true, true, true, true},
          {false, false, true, true},
          {true, false, false, true},
          {false, true, true, false}}) {
      Problem problem(AMPRT_F32, AMPRT_F32, {2, 2, 1, 21, 67, 5, 6},
                      AMPRT_ATTENTION_MASK);
      setMask(problem, type, varies);
      checkBoth(problem, std::string("mask ") + std::to_string(type));
    }
}

// The words of a row begin anywhere in a block; the number of the first block
// passes 2^32.
TEST(AttentionTest, Dropout) {
  for (int64_t keys : {1, 4, 65, 71})
    for (uint32_t flags : {0u, uint32_t(AMPRT_ATTENTION_CAUSAL)})
      checkBoth(Problem(AMPRT_F32, AMPRT_F32, {2, 2, 1, 67, keys, 4, 3},
                        flags | AMPRT_ATTENTION_DROPOUT),
                "keys " + std::to_string(keys));
  Problem none(AMPRT_F32, AMPRT_F32, {1, 1, 1, 4, 4, 2, 2},
               AMPRT_ATTENTION_DROPOUT);
  none.fields.dropout_limit = 1u << 24;
  none.fields.kept_scale = 0;
  checkBoth(none, "all dropped");
}

// NaN in a row is in what depends on it, and nowhere else: a row that does not
// see a key has nothing of that key or value.
TEST(AttentionTest, NaNStaysWhereItIsSeen) {
  for (const auto &[name, kernels] : listKernels(getAttentionKernels)) {
    SCOPED_TRACE(name);
    for (int i = 0; i < 8; ++i) {
      constexpr amprt_attention_matrix kSpoiled[] = {
          AMPRT_ATTENTION_QUERY, AMPRT_ATTENTION_KEY, AMPRT_ATTENTION_VALUE,
          AMPRT_ATTENTION_GRADIENT};
      const amprt_attention_matrix spoiled = kSpoiled[i % 4];
      const amprt_type type = i < 4 ? AMPRT_F32 : AMPRT_BF16;
      SCOPED_TRACE(std::to_string(spoiled) + " of " + typeName(type));
      constexpr int64_t kPlace = 40, kSize = 70;
      Problem problem(type, type, {1, 2, 2, kSize, kSize, 3, 4},
                      AMPRT_ATTENTION_CAUSAL);
      problem.matrices[spoiled].set(problem.at(spoiled, 0, 1, kPlace, 2), kNan);
      runKernels(*kernels, problem, false, 0);
      runKernels(*kernels, problem, true, wholeBlocks(kSize));
      const bool isOfKeys =
          spoiled == AMPRT_ATTENTION_KEY || spoiled == AMPRT_ATTENTION_VALUE;
      for (int64_t head = 0; head < 2; ++head)
        for (int64_t row = 0; row < kSize; ++row) {
          auto isSpoiled = [&](amprt_attention_matrix m) {
            for (int64_t i = 0; i < (m == AMPRT_ATTENTION_RESULT ? 4 : 3); ++i)
              if (std::isnan(problem.get(m, 0, head, row, i).value))
                return true;
            return false;
          };
          // A query or its gradient spoils its own row; a key or value the
          // rows that see it.
          const bool reaches =
              head == 1 && (isOfKeys ? row >= kPlace : row == kPlace);
          EXPECT_EQ(isSpoiled(AMPRT_ATTENTION_RESULT),
                    reaches && spoiled != AMPRT_ATTENTION_GRADIENT)
              << head << " " << row;
          EXPECT_EQ(isSpoiled(AMPRT_ATTENTION_QUERY_GRADIENT), reaches)
              << head << " " << row;
          // A row that is spoiled spoils all keys that it sees.
          EXPECT_EQ(isSpoiled(AMPRT_ATTENTION_KEY_GRADIENT),
                    head == 1 && (isOfKeys || row <= kPlace))
              << head << " " << row;
        }
    }
  }
}

namespace {

/// The bytes of all that the forward and the backward record write.
std::vector<std::vector<uint8_t>> runRecords(uint32_t numThreads,
                                             const Problem &problem) {
  DevicePtr device = openDevice("cpu", numThreads);
  std::vector<std::vector<uint8_t>> bytes;
  for (int m : {0, 1, 2, 3})
    bytes.push_back(problem.matrices[m].getBytes());
  bytes.push_back(problem.logarithms.getBytes());
  for (int m : {4, 5, 6, 7})
    bytes.push_back(problem.matrices[m].getBytes());
  bytes.emplace_back(16);
  std::copy_n(reinterpret_cast<const uint8_t *>(problem.state), 16,
              bytes.back().data());
  std::vector<uint64_t> sizes;
  std::vector<amprt_slice> slices;
  std::vector<BufferPtr> buffers;
  std::vector<amprt_buffer *> arguments;
  for (const std::vector<uint8_t> &argument : bytes) {
    slices.push_back({AMPRT_BINDING_FIRST_ARGUMENT + uint32_t(sizes.size()),
                      0,
                      argument.size(),
                      {}});
    sizes.push_back(argument.size());
    buffers.push_back(makeBuffer(device.get(), argument));
    arguments.push_back(buffers.back().get());
  }
  // The forward record's operands are the first five and the state.
  std::vector<amprt_slice> operands(slices.begin(), slices.begin() + 5);
  operands.push_back(slices.back());
  operands.insert(operands.end(), slices.begin(), slices.end());
  amprt_record records[2] = {};
  for (int i = 0; i < 2; ++i) {
    records[i].kind = AMPRT_RECORD_ATTENTION;
    records[i].name = i ? "backward" : "forward";
    records[i].location = "";
    records[i].first_operand = i ? 6 : 0;
    records[i].num_operands = i ? 10 : 6;
    records[i].as.attention = problem.fields;
  }
  records[1].as.attention.flags |= AMPRT_ATTENTION_BACKWARD;
  amprt_program_desc desc = {};
  desc.abi_version = AMPRT_ABI_VERSION;
  desc.device_kind = AMPRT_CPU;
  desc.name = "attention";
  desc.num_arguments = static_cast<uint32_t>(sizes.size());
  desc.argument_bytes = sizes.data();
  desc.num_operands = static_cast<uint32_t>(operands.size());
  desc.operands = operands.data();
  desc.num_records = 2;
  desc.records = records;
  amprt_program *raw = nullptr;
  EXPECT_TRUE(succeeded(amprt_program_create(device.get(), &desc, &raw)));
  ProgramPtr program(raw);
  std::vector<std::vector<uint8_t>> results;
  if (!program)
    return results;
  const uint64_t before = amprt_device_memory_in_use(device.get());
  EXPECT_TRUE(
      succeeded(amprt_program_run(program.get(), nullptr, arguments.data(),
                                  static_cast<uint32_t>(arguments.size()))));
  EXPECT_EQ(amprt_device_memory_in_use(device.get()), before);
  for (int i : {3, 4, 6, 7, 8})
    results.push_back(readBuffer(buffers[i].get()));
  return results;
}

} // namespace

// The second has fewer heads than parts: its keys are cut, and what the parts
// give to the queries is added up.
TEST(AttentionTest, SameBitsForEveryNumberOfThreads) {
  for (std::array<int64_t, 7> sizes :
       {std::array<int64_t, 7>{2, 4, 2, 300, 130, 5, 6},
        {1, 2, 1, 70, 600, 5, 6}}) {
    Problem problem(AMPRT_F32, AMPRT_F32, sizes, AMPRT_ATTENTION_DROPOUT);
    const auto expected = runRecords(1, problem);
    ASSERT_EQ(expected.size(), 5u);
    EXPECT_EQ(runRecords(2, problem), expected);
    EXPECT_EQ(runRecords(4, problem), expected);
    problem.matrices[AMPRT_ATTENTION_RESULT].setBytes(expected[0]);
    problem.logarithms.setBytes(expected[1]);
    for (int i : {0, 1, 2})
      problem.matrices[AMPRT_ATTENTION_QUERY_GRADIENT + i].setBytes(
          expected[2 + i]);
    checkForward(problem);
    checkBackward(problem);
  }
}
