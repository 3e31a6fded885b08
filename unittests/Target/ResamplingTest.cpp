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

namespace {
struct Sampling {
  std::string mode, padding;
  bool hasCorners;
};

/// What is read in the place of a position.
Real bound(Real x, int64_t size, const Sampling &sampling) {
  if (sampling.padding == "zeros")
    return x;
  Real low = sampling.hasCorners ? 0 : -0.5L, high = Real(size - 1) - low;
  if (sampling.padding == "reflection")
    while (low != high && (x < low || x > high))
      x = 2 * (x < low ? low : high) - x;
  return std::clamp(x, Real(0), Real(size - 1));
}

/// The weights of `size` elements for the number `at` of a grid, which gives a
/// position without rounding.
Nums weigh(const Rounding &r, Real at, int64_t size, const Sampling &sampling) {
  Real position = sampling.hasCorners ? (at + 1) / 2 * (size - 1)
                                      : ((at + 1) * size - 1) / 2;
  Nums weights(size, Num(0));
  auto add = [&](Real index, Num weight) {
    if (index >= 0 && index < size) {
      Num &sum = weights[static_cast<size_t>(index)];
      sum = r.add(sum, weight);
    }
  };
  if (sampling.mode == "nearest") {
    add(std::nearbyint(bound(position, size, sampling)), 1);
  } else if (sampling.mode == "bilinear") {
    Real place = bound(position, size, sampling), low = std::floor(place);
    add(low, 1 - (place - low));
    add(low + 1, place - low);
  } else {
    Real low = std::floor(position), a = -0.75L;
    for (int tap = -1; tap <= 2; ++tap) {
      Num x = std::fabs(position - low - tap);
      bool isInner = tap == 0 || tap == 1;
      Nums inner = {a + 2, -(a + 3), 0, 1}, outer = {a, -5 * a, 8 * a, -4 * a};
      Num weight = 0;
      for (Num coefficient : isInner ? inner : outer)
        weight = r.add(r.mul(weight, x), coefficient);
      add(bound(low + tap, size, sampling), weight);
    }
  }
  return weights;
}
} // namespace

TEST_P(ResamplingTest, GridSampler) {
  Generator generator(83);
  for (ElementType type : kFloats)
    for (const Shape &spatial : {Shape{3, 4}, Shape{1, 5}, Shape{2, 3, 2}}) {
      size_t n = spatial.size();
      Rounding r(type);
      Shape xShape = withSpatial(2, 2, spatial),
            yShape = withSpatial(2, 2, n == 2 ? Shape{4, 3} : Shape{2, 1, 4}),
            gridShape = yShape;
      gridShape.erase(gridShape.begin() + 1);
      gridShape.push_back(static_cast<int64_t>(n));
      Tensor tx = generator.tensor(type, xShape);
      // Eighths within and around the input, and one far off.
      Reals grid;
      for (int64_t i = 0; i < product(gridShape); ++i)
        grid.push_back(i == 5 ? Real(9)
                              : std::floor(generator.uniform(-16, 17)) / 8);
      Graph graph;
      Val input = graph.input(tx),
          given = graph.input(encode(type, gridShape, grid));
      std::vector<Sampling> samplings;
      for (const char *mode : {"bilinear", "nearest", "bicubic"})
        for (const char *padding : {"zeros", "border", "reflection"})
          for (bool hasCorners : {false, true})
            if (n == 2 || std::string(mode) != "bicubic")
              samplings.push_back({mode, padding, hasCorners});
      for (const Sampling &sampling : samplings)
        graph.output(graph.op("grid_sampler", {input, given}, type, yShape,
                              "interpolation_mode = \"" + sampling.mode +
                                  "\", padding_mode = \"" + sampling.padding +
                                  "\", align_corners = " +
                                  (sampling.hasCorners ? "true" : "false")));
      RUN_GRAPH(results, graph);
      Reals x = decode(tx);
      for (size_t s = 0; s < samplings.size(); ++s) {
        Nums expected;
        forEach(yShape, [&](const Shape &y) {
          Shape place = y;
          place.erase(place.begin() + 1);
          place.push_back(0);
          std::vector<Nums> weights;
          for (size_t d = 0; d < n; ++d) {
            place.back() = static_cast<int64_t>(n - 1 - d);
            weights.push_back(weigh(r, grid[flat(place, gridShape)], spatial[d],
                                    samplings[s]));
          }
          Nums left, right;
          forEach(spatial, [&](const Shape &at) {
            Shape from = {y[0], y[1]};
            Num weight = weights[0][at[0]];
            for (size_t d = 0; d < n; ++d) {
              from.push_back(at[d]);
              if (d > 0)
                weight = r.mul(weight, weights[d][at[d]]);
            }
            left.push_back(weight);
            right.push_back(x[flat(from, xShape)]);
          });
          expected.push_back(r.dot(left, right));
        });
        expectNums(results[s], expected,
                   samplings[s].mode + " " + samplings[s].padding +
                       (samplings[s].hasCorners ? " with corners" : ""));
      }
    }
}

// A position that is NaN is outside.
TEST_P(ResamplingTest, GridSamplerWithoutPosition) {
  for (ElementType type : kFloats) {
    Graph graph;
    Val x = graph.input(encode(type, {1, 1, 1, 2}, {1, 2}));
    Val grid =
        graph.input(encode(type, {1, 1, 3, 2}, {NAN, 0, INFINITY, 0, 0, 0}));
    graph.output(graph.op("grid_sampler", {x, grid}, type, {1, 1, 1, 3}));
    RUN_GRAPH(results, graph);
    EXPECT_EQ(decode(results[0]), (Reals{0, 0, 1.5L}));
  }
}

AMP_INSTANTIATE(ResamplingTest);
