//===- AttentionTest.cpp - Scaled dot product attention -------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomBits.h"
#include "RunningError.h"
#include "Spatial.h"

#include <algorithm>
#include <cmath>

using namespace amp;
using namespace amp::test;

namespace {
class AttentionTest : public TargetTest {};
} // namespace

TEST_P(AttentionTest, Attention) {
  Generator generator(83);
  constexpr int64_t B = 2, L = 4, S = 5, E = 3, V = 2;
  enum Mask { None, Causal, Boolean, Added };
  for (auto [type, resultType] : wideningTypes())
    for (Mask mask : {None, Causal, Boolean, Added}) {
      Rounding r(type);
      Tensor tq = generator.tensor(type, {B, L, E}),
             tk = generator.tensor(type, {B, S, E}),
             tv = generator.tensor(type, {B, S, V});
      ElementType added = computeType(type);
      Reals allowed(L * S), summand = generator.uniforms(added, L * S);
      for (size_t i = 0; i < allowed.size(); ++i)
        allowed[i] = i % 3 != 1;
      // Nothing takes part in the last row.
      for (int64_t j = 0; j < S; ++j)
        allowed[(L - 1) * S + j] = 0;
      summand[2] = -INFINITY;
      Graph graph;
      std::vector<Val> operands = {graph.input(tq), graph.input(tk),
                                   graph.input(tv)};
      if (mask == Boolean)
        operands.push_back(
            graph.input(encode(ElementType::I1, {L, S}, allowed)));
      if (mask == Added)
        operands.push_back(graph.input(encode(added, {L, S}, summand)));
      std::string attributes = mask == Causal  ? "is_causal = true"
                               : mask == Added ? "scale = 0.25 : f64"
                                               : "";
      graph.output(graph.op("scaled_dot_product_attention", operands,
                            resultType, {B, L, V}, attributes));
      RUN_GRAPH(results, graph);
      Reals q = decode(tq), k = decode(tk), v = decode(tv);
      Num scale =
          mask == Added ? Num(0.25L) : r.constant(1 / std::sqrt(Real(E)));
      Nums expected;
      for (int64_t b = 0; b < B; ++b)
        for (int64_t i = 0; i < L; ++i) {
          Nums scores, values[V];
          for (int64_t j = 0; j < S; ++j) {
            bool sees = mask == Causal    ? j <= i
                        : mask == Boolean ? allowed[i * S + j] != 0
                        : mask == Added   ? !std::isinf(summand[i * S + j])
                                          : true;
            if (!sees)
              continue;
            Nums left, right;
            for (int64_t e = 0; e < E; ++e) {
              left.push_back(q[(b * L + i) * E + e]);
              right.push_back(k[(b * S + j) * E + e]);
            }
            Num score = r.mul(r.dot(left, right), scale);
            if (mask == Added)
              score = r.add(score, summand[i * S + j]);
            scores.push_back(score);
            for (int64_t e = 0; e < V; ++e)
              values[e].push_back(v[(b * S + j) * V + e]);
          }
          Num most = {-INFINITY, 0};
          for (Num score : scores)
            most = score.value > most.value ? score : most;
          Nums powers;
          for (Num score : scores)
            powers.push_back(r.exp(r.sub(score, most)));
          Nums probabilities;
          for (Num power : powers)
            probabilities.push_back(r.div(power, r.sum(powers)));
          for (int64_t e = 0; e < V; ++e)
            expected.push_back(
                scores.empty() ? Num(0) : r.dot(probabilities, values[e]));
        }
      expectNums(results[0], expected, graph.text());
    }
}

// Two heads of the query for each of keys and values; of the probabilities,
// numbered as [B, H, L, S], amp.dropout's are dropped.
TEST_P(AttentionTest, GroupsAndDropout) {
  Generator generator(89);
  constexpr int64_t B = 2, H = 4, K = 2, L = 3, S = 5, E = 2, V = 3;
  constexpr uint64_t kSeed = 77, kFirst = 3;
  for (auto [type, resultType] : wideningTypes())
    for (const char *p : {"0.0", "0.3", "1.0"}) {
      Rounding r(type);
      Tensor tq = generator.tensor(type, {B, H, L, E}),
             tk = generator.tensor(type, {B, K, S, E}),
             tv = generator.tensor(type, {B, K, S, V});
      Graph graph;
      Val state = graph.input(makeState(kSeed, kFirst));
      std::vector<Val> operands = {graph.input(tq), graph.input(tk),
                                   graph.input(tv)};
      Val y{graph.fresh(), resultType, {B, H, L, V}};
      Val next{graph.fresh(), ElementType::I64, {2}};
      std::string names, types;
      for (const Val &operand : operands) {
        names += (names.empty() ? "" : ", ") + operand.name;
        types += operand.typeText() + ", ";
      }
      graph.line(y.name + ", " + next.name +
                 " = amp.scaled_dot_product_attention " + names + " random(" +
                 state.name + ") {enable_gqa = true, dropout_p = " + p +
                 " : f64} : (" + types + state.typeText() + ") -> (" +
                 y.typeText() + ", " + next.typeText() + ")");
      graph.output(y);
      graph.output(next);
      RUN_GRAPH(results, graph);
      Reals q = decode(tq), k = decode(tk), v = decode(tv);
      Real dropped = std::stold(p);
      Nums expected;
      for (int64_t b = 0; b < B; ++b)
        for (int64_t h = 0; h < H; ++h)
          for (int64_t i = 0; i < L; ++i) {
            int64_t row = (b * H + h) * L + i, shared = b * K + h / (H / K);
            Nums scores, values[V];
            for (int64_t j = 0; j < S; ++j) {
              Nums left, right;
              for (int64_t e = 0; e < E; ++e) {
                left.push_back(q[row * E + e]);
                right.push_back(k[(shared * S + j) * E + e]);
              }
              scores.push_back(r.mul(r.dot(left, right),
                                     r.constant(1 / std::sqrt(Real(E)))));
              for (int64_t e = 0; e < V; ++e)
                values[e].push_back(v[(shared * S + j) * V + e]);
            }
            Num most = {-INFINITY, 0};
            for (Num score : scores)
              most = score.value > most.value ? score : most;
            Nums powers, probabilities;
            for (Num score : scores)
              powers.push_back(r.exp(r.sub(score, most)));
            for (int64_t j = 0; j < S; ++j)
              probabilities.push_back(
                  isKept(kSeed, kFirst, row * S + j, dropped)
                      ? r.div(r.div(powers[j], r.sum(powers)),
                              r.constant(1 - dropped))
                      : Num(0));
            for (int64_t e = 0; e < V; ++e)
              expected.push_back(r.dot(probabilities, values[e]));
          }
      expectNums(results[0], expected, graph.text());
      // 120 numbers of 4 a block.
      EXPECT_EQ(decode(results[1], 0), kSeed);
      EXPECT_EQ(decode(results[1], 1), dropped == 0 ? kFirst : kFirst + 30);
    }
}

AMP_INSTANTIATE(AttentionTest);
