//===- ResamplingTest.cpp - Resampling ------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunningError.h"
#include "Spatial.h"

#include <algorithm>
#include <cmath>

using namespace amp;
using namespace amp::test;

namespace {
class ResamplingTest : public TargetTest {};
} // namespace

TEST_P(ResamplingTest, UpsampleNearest) {
  Generator generator(67);
  struct Case {
    Shape input, output;
  } cases[] = {{{4}, {8}},       {{5}, {8}},       {{9}, {4}},
               {{3, 4}, {6, 7}}, {{1, 6}, {5, 3}}, {{2, 3, 2}, {4, 2, 5}}};
  for (ElementType type : {ElementType::F64, ElementType::BF16})
    for (const Case &c : cases)
      for (int exact = 0; exact < 2; ++exact) {
        Shape xShape = withSpatial(2, 2, c.input),
              yShape = withSpatial(2, 2, c.output);
        Tensor tx = generator.tensor(type, xShape);
        Graph graph;
        Val input = graph.input(tx);
        graph.output(graph.op(
            (exact ? "_upsample_nearest_exact" : "upsample_nearest") +
                std::to_string(c.input.size()) + "d",
            {input}, type, yShape, "output_size = " + i64Array(c.output)));
        RUN_GRAPH(results, graph);
        Reals x = decode(tx), expected;
        forEach(yShape, [&](const Shape &y) {
          Shape at = {y[0], y[1]};
          for (size_t d = 0; d < c.input.size(); ++d)
            at.push_back(static_cast<int64_t>(std::floor(
                (y[d + 2] + Real(exact) / 2) * c.input[d] / c.output[d])));
          expected.push_back(x[flat(at, xShape)]);
        });
        expectExact(
            results[0], [&](int64_t i) { return expected[i]; }, graph.text());
      }
}

TEST_P(ResamplingTest, UpsampleInterpolated) {
  Generator generator(71);
  struct Case {
    std::string mnemonic;
    Shape input, output;
  } cases[] = {{"upsample_linear1d", {5}, {8}},
               {"upsample_linear1d", {1}, {3}},
               {"upsample_linear1d", {7}, {1}},
               {"upsample_bilinear2d", {3, 4}, {5, 3}},
               {"upsample_trilinear3d", {2, 3, 2}, {3, 2, 4}},
               {"upsample_bicubic2d", {4, 5}, {7, 3}}};
  auto cubic = [](Real d) -> Real {
    d = std::fabs(d);
    const Real a = -0.75L;
    if (d <= 1)
      return (a + 2) * d * d * d - (a + 3) * d * d + 1;
    return d < 2 ? a * d * d * d - 5 * a * d * d + 8 * a * d - 4 * a : 0;
  };
  for (ElementType type : kFloats)
    for (const Case &c : cases)
      for (bool corners : {false, true}) {
        Rounding r(type);
        bool isCubic = c.mnemonic == "upsample_bicubic2d";
        Shape xShape = withSpatial(2, 2, c.input),
              yShape = withSpatial(2, 2, c.output);
        Tensor tx = generator.tensor(type, xShape);
        Graph graph;
        Val input = graph.input(tx);
        graph.output(
            graph.op(c.mnemonic, {input}, type, yShape,
                     "output_size = " + i64Array(c.output) +
                         ", align_corners = " + (corners ? "true" : "false")));
        RUN_GRAPH(results, graph);
        Nums x = toNums(tx);
        Shape shape = xShape;
        for (size_t d = 0; d < c.input.size(); ++d) {
          Shape next = shape;
          next[d + 2] = c.output[d];
          Nums values;
          forEach(next, [&](const Shape &y) {
            Real i = y[d + 2];
            Real position =
                corners ? (c.output[d] > 1
                               ? i * (c.input[d] - 1) / (c.output[d] - 1)
                               : 0)
                        : (i + 0.5L) * c.input[d] / c.output[d] - 0.5L;
            if (!isCubic)
              position = std::max(position, Real(0));
            auto before = static_cast<int64_t>(std::floor(position));
            Nums terms;
            for (int64_t tap = isCubic ? -1 : 0; tap < (isCubic ? 3 : 2);
                 ++tap) {
              Real distance = position - Real(before + tap);
              Real weight = isCubic ? cubic(distance) : 1 - std::fabs(distance);
              Shape at = y;
              at[d + 2] = std::clamp<int64_t>(before + tap, 0, c.input[d] - 1);
              // Positions are computed in f64: their error counts four times,
              // in units of f64, with a slope of at most 4.
              Num w = {weight,
                       formatOf(computeType(type)).unit() * std::fabs(weight) +
                           0x1p-49L * (c.input[d] + 1)};
              terms.push_back(r.mul(x[flat(at, shape)], w));
            }
            values.push_back(r.sum(terms));
          });
          x = values;
          shape = next;
        }
        expectNums(results[0], x, graph.text());
      }
}

AMP_INSTANTIATE(ResamplingTest);
