//===- PoolingTest.cpp - Pooling ------------------------------------------===//
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
class PoolingTest : public TargetTest {};
} // namespace

namespace {
struct Pool {
  Shape input, kernel, stride, padding, dilation;
  bool ceilMode = false;

  int64_t count(size_t d, bool dilated) const {
    int64_t extent = (dilated ? dilation[d] : 1) * (kernel[d] - 1) + 1;
    int64_t slack = input[d] + 2 * padding[d] - extent;
    int64_t result = (slack + (ceilMode ? stride[d] - 1 : 0)) / stride[d] + 1;
    if (ceilMode && (result - 1) * stride[d] >= input[d] + padding[d])
      --result;
    return result;
  }
  std::string attributes() const {
    return "kernel_size = " + i64Array(kernel) +
           ", stride = " + i64Array(stride) +
           ", padding = " + i64Array(padding) +
           (ceilMode ? ", ceil_mode = true" : "");
  }
};
const Pool kPools[] = {
    {{9}, {3}, {2}, {1}, {2}},
    {{6}, {2}, {3}, {1}, {1}, true},
    {{6, 4}, {2, 2}, {2, 2}, {0, 0}, {1, 1}},
    {{7, 9}, {3, 2}, {2, 1}, {1, 1}, {2, 3}},
    {{7, 6}, {2, 3}, {2, 2}, {1, 0}, {1, 1}, true},
    // A last window that would begin in the padding is left out.
    {{5, 5}, {2, 2}, {3, 2}, {1, 1}, {1, 1}, true},
    {{4, 5, 3}, {2, 3, 2}, {2, 1, 1}, {1, 1, 0}, {1, 1, 2}},
};
} // namespace

TEST_P(PoolingTest, MaxPool) {
  Generator generator(53);
  for (ElementType type : kFloats)
    for (const Pool &pool : kPools) {
      size_t n = pool.input.size();
      Shape xShape = withSpatial(2, 3, pool.input), yShape = xShape;
      for (size_t d = 0; d < n; ++d)
        yShape[d + 2] = pool.count(d, true);
      Reals x = generator.uniforms(type, product(xShape));
      x[3] = NAN;
      x[product(xShape) - 1] = -INFINITY;
      Graph graph;
      Val input = graph.input(encode(type, xShape, x));
      graph.output(graph.op(
          "max_pool" + std::to_string(n) + "d", {input}, type, yShape,
          pool.attributes() + ", dilation = " + i64Array(pool.dilation)));
      RUN_GRAPH(results, graph);
      Reals expected;
      forEach(yShape, [&](const Shape &y) {
        Real most = -INFINITY;
        forEach(pool.kernel, [&](const Shape &tap) {
          Shape at = {y[0], y[1]};
          for (size_t d = 0; d < n; ++d) {
            at.push_back(y[d + 2] * pool.stride[d] + tap[d] * pool.dilation[d] -
                         pool.padding[d]);
            if (at.back() < 0 || at.back() >= pool.input[d])
              return;
          }
          Real value = x[flat(at, xShape)];
          if (value > most || std::isnan(value))
            most = value;
        });
        expected.push_back(most);
      });
      expectExact(
          results[0], [&](int64_t i) { return expected[i]; }, graph.text());
    }
}

TEST_P(PoolingTest, AvgPool) {
  Generator generator(59);
  for (ElementType type : kFloats)
    for (const Pool &pool : kPools) {
      size_t n = pool.input.size();
      Rounding r(type);
      Shape xShape = withSpatial(2, 3, pool.input), yShape = xShape;
      for (size_t d = 0; d < n; ++d)
        yShape[d + 2] = pool.count(d, false);
      Tensor tx = generator.tensor(type, xShape);
      Graph graph;
      Val input = graph.input(tx);
      const std::string variants[] = {"", ", count_include_pad = false",
                                      ", divisor_override = 5 : i64"};
      for (const std::string &variant : variants)
        graph.output(graph.op("avg_pool" + std::to_string(n) + "d", {input},
                              type, yShape, pool.attributes() + variant));
      RUN_GRAPH(results, graph);
      Reals x = decode(tx);
      for (size_t v = 0; v < 3; ++v) {
        Nums expected;
        forEach(yShape, [&](const Shape &y) {
          Nums terms;
          int64_t counted = 0;
          forEach(pool.kernel, [&](const Shape &tap) {
            Shape at = {y[0], y[1]};
            bool inside = true, padded = true;
            for (size_t d = 0; d < n; ++d) {
              int64_t i = y[d + 2] * pool.stride[d] + tap[d] - pool.padding[d];
              inside &= i >= 0 && i < pool.input[d];
              padded &= i < pool.input[d] + pool.padding[d];
              at.push_back(i);
            }
            terms.push_back(inside ? x[flat(at, xShape)] : 0);
            counted += v == 0 ? padded : inside;
          });
          expected.push_back(r.div(r.sum(terms), Real(v == 2 ? 5 : counted)));
        });
        expectNums(results[v], expected, graph.text());
      }
    }
}

TEST_P(PoolingTest, AdaptivePool) {
  Generator generator(61);
  struct Case {
    Shape input, output;
  } cases[] = {{{9}, {3}},
               {{7}, {3}},
               {{3}, {5}},
               {{6, 7}, {3, 1}},
               {{5, 8}, {2, 3}},
               {{4, 4}, {4, 6}},
               {{4, 3, 5}, {2, 2, 1}}};
  for (ElementType type : kFloats)
    for (const Case &c : cases) {
      size_t n = c.input.size();
      Rounding r(type);
      Shape xShape = withSpatial(2, 2, c.input),
            yShape = withSpatial(2, 2, c.output);
      Tensor tx = generator.tensor(type, xShape);
      Graph graph;
      Val input = graph.input(tx);
      std::string rank = std::to_string(n) + "d";
      std::string attributes = "output_size = " + i64Array(c.output);
      graph.output(graph.op("adaptive_avg_pool" + rank, {input}, type, yShape,
                            attributes));
      graph.output(graph.op("adaptive_max_pool" + rank, {input}, type, yShape,
                            attributes));
      RUN_GRAPH(results, graph);
      Reals x = decode(tx), largest;
      Nums means;
      forEach(yShape, [&](const Shape &y) {
        Shape begin, sizes;
        for (size_t d = 0; d < n; ++d) {
          begin.push_back(y[d + 2] * c.input[d] / c.output[d]);
          int64_t end =
              ((y[d + 2] + 1) * c.input[d] + c.output[d] - 1) / c.output[d];
          sizes.push_back(end - begin.back());
        }
        Nums terms;
        Real most = -INFINITY;
        forEach(sizes, [&](const Shape &offset) {
          Shape at = {y[0], y[1]};
          for (size_t d = 0; d < n; ++d)
            at.push_back(begin[d] + offset[d]);
          terms.push_back(x[flat(at, xShape)]);
          most = std::max(most, x[flat(at, xShape)]);
        });
        means.push_back(r.mean(terms));
        largest.push_back(most);
      });
      expectNums(results[0], means, graph.text());
      expectExact(
          results[1], [&](int64_t i) { return largest[i]; }, graph.text());
    }
}

AMP_INSTANTIATE(PoolingTest);
