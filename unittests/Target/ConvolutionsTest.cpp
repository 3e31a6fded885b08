//===- ConvolutionsTest.cpp - Convolutions of 1, 2 and 3 dimensions -------===//
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
class ConvolutionsTest : public TargetTest {};
} // namespace

namespace {
struct Convolution {
  Shape input, weight; ///< spatial sizes
  int64_t groups = 1;
  Shape stride, padding, dilation, outputPadding;
  bool bias = true;
  int64_t channelsPerGroup = 3, outputsPerGroup = 2;

  std::string attributes(bool transposed) const {
    std::string text = "stride = " + i64Array(stride) +
                       ", padding = " + i64Array(padding) +
                       ", dilation = " + i64Array(dilation) +
                       ", groups = " + std::to_string(groups) + " : i64";
    if (transposed)
      text += ", output_padding = " + i64Array(outputPadding);
    return text;
  }
};

const Convolution kConvolutions[] = {
    {{7}, {3}, 1, {1}, {0}, {1}, {0}},
    {{9}, {3}, 2, {2}, {2}, {2}, {1}, false},
    {{6, 5}, {3, 2}, 1, {1, 1}, {1, 0}, {1, 1}, {0, 0}},
    {{7, 8}, {2, 3}, 2, {2, 3}, {1, 2}, {2, 1}, {1, 2}},
    // Rows and columns behind the last window are not read.
    {{8, 6}, {1, 1}, 1, {3, 2}, {0, 0}, {1, 1}, {2, 0}, false},
    {{3, 4, 3}, {2, 1, 2}, 1, {1, 2, 1}, {1, 0, 1}, {1, 1, 2}, {0, 1, 1}},
    // Places enough for a product of each sample.
    {{9, 8}, {2, 2}, 1, {1, 1}, {1, 0}, {1, 1}, {0, 0}},
    {{8, 8}, {1, 1}, 1, {1, 1}, {0, 0}, {1, 1}, {0, 0}},
    // Channels that do not mix, or of which several are made.
    {{5, 6}, {3, 3}, 4, {1, 2}, {1, 1}, {1, 1}, {0, 1}, true, 1, 1},
    {{9}, {4}, 3, {2}, {3}, {2}, {1}, false, 1, 3},
    // Large kernels: side by side, and larger than what they are laid on.
    {{35}, {16}, 1, {16}, {0}, {1}, {3}},
    {{5, 4}, {11, 9}, 2, {1, 1}, {5, 4}, {1, 1}, {0, 0}, true, 1, 1},
};
constexpr int64_t kBatch = 2;

/// A convolution of random operands.
struct Problem {
  Graph graph;
  Shape xShape, wShape, yShape;
  Reals x, w, b;
};

Problem makeProblem(const Convolution &conv, bool transposed, ElementType type,
                    ElementType resultType, Generator &generator) {
  size_t n = conv.input.size();
  int64_t channels = conv.channelsPerGroup * conv.groups;
  int64_t outputs = conv.outputsPerGroup * conv.groups;
  Problem p;
  p.xShape = withSpatial(kBatch, channels, conv.input);
  p.wShape = transposed
                 ? withSpatial(channels, conv.outputsPerGroup, conv.weight)
                 : withSpatial(outputs, conv.channelsPerGroup, conv.weight);
  p.yShape = withSpatial(kBatch, outputs, conv.input);
  for (size_t d = 0; d < n; ++d) {
    int64_t reach = conv.dilation[d] * (conv.weight[d] - 1);
    p.yShape[d + 2] =
        transposed ? (conv.input[d] - 1) * conv.stride[d] -
                         2 * conv.padding[d] + reach + conv.outputPadding[d] + 1
                   : (conv.input[d] + 2 * conv.padding[d] - reach - 1) /
                             conv.stride[d] +
                         1;
  }
  Tensor x = generator.tensor(type, p.xShape),
         w = generator.tensor(type, p.wShape),
         b = generator.tensor(type, {outputs});
  std::vector<Val> operands = {p.graph.input(x), p.graph.input(w)};
  if (conv.bias)
    operands.push_back(p.graph.input(b));
  p.graph.output(p.graph.op(
      (transposed ? "conv_transpose" : "conv") + std::to_string(n) + "d",
      operands, resultType, p.yShape, conv.attributes(transposed)));
  p.x = decode(x);
  p.w = decode(w);
  p.b = decode(b);
  return p;
}
} // namespace

TEST_P(ConvolutionsTest, Convolution) {
  Generator generator(41);
  for (auto [type, resultType] : wideningTypes()) {
    Rounding r(type);
    for (const Convolution &conv : kConvolutions) {
      size_t n = conv.input.size();
      Problem p = makeProblem(conv, false, type, resultType, generator);
      RUN_GRAPH(results, p.graph);
      Nums expected;
      forEach(p.yShape, [&](const Shape &y) {
        Nums left, right;
        int64_t group = y[1] / conv.outputsPerGroup;
        Shape taps = conv.weight;
        taps.insert(taps.begin(), conv.channelsPerGroup);
        forEach(taps, [&](const Shape &tap) {
          Shape at = {y[0], group * conv.channelsPerGroup + tap[0]};
          Shape weightAt = {y[1], tap[0]};
          bool inside = true;
          for (size_t d = 0; d < n; ++d) {
            at.push_back(y[d + 2] * conv.stride[d] +
                         tap[d + 1] * conv.dilation[d] - conv.padding[d]);
            weightAt.push_back(tap[d + 1]);
            inside &= at.back() >= 0 && at.back() < conv.input[d];
          }
          left.push_back(inside ? p.x[flat(at, p.xShape)] : 0);
          right.push_back(p.w[flat(weightAt, p.wShape)]);
        });
        Num sum = r.dot(left, right);
        expected.push_back(conv.bias ? r.add(sum, p.b[y[1]]) : sum);
      });
      expectNums(results[0], expected, p.graph.text());
    }
  }
}

TEST_P(ConvolutionsTest, TransposedConvolution) {
  Generator generator(43);
  for (auto [type, resultType] : wideningTypes()) {
    Rounding r(type);
    for (const Convolution &conv : kConvolutions) {
      size_t n = conv.input.size();
      Problem p = makeProblem(conv, true, type, resultType, generator);
      RUN_GRAPH(results, p.graph);
      // Of each product its sum over channels, then those of the places.
      std::vector<Nums> terms(product(p.yShape));
      forEach(p.xShape, [&](const Shape &at) {
        if (at[1] % conv.channelsPerGroup != 0)
          return;
        Shape taps = conv.weight;
        taps.insert(taps.begin(), conv.outputsPerGroup);
        forEach(taps, [&](const Shape &tap) {
          Shape to = {at[0],
                      at[1] / conv.channelsPerGroup * conv.outputsPerGroup +
                          tap[0]};
          bool inside = true;
          for (size_t d = 0; d < n; ++d) {
            to.push_back(at[d + 2] * conv.stride[d] +
                         tap[d + 1] * conv.dilation[d] - conv.padding[d]);
            inside &= to.back() >= 0 && to.back() < p.yShape[d + 2];
          }
          if (!inside)
            return;
          Nums left, right;
          for (int64_t c = 0; c < conv.channelsPerGroup; ++c) {
            Shape from = at;
            from[1] += c;
            Shape weightAt = tap;
            weightAt.insert(weightAt.begin(), from[1]);
            left.push_back(p.x[flat(from, p.xShape)]);
            right.push_back(p.w[flat(weightAt, p.wShape)]);
          }
          terms[flat(to, p.yShape)].push_back(r.dot(left, right));
        });
      });
      Nums expected;
      forEach(p.yShape, [&](const Shape &y) {
        Num sum = r.sum(terms[flat(y, p.yShape)]);
        expected.push_back(conv.bias ? r.add(sum, p.b[y[1]]) : sum);
      });
      expectNums(results[0], expected, p.graph.text());
    }
  }
}

TEST_P(ConvolutionsTest, ConvTbc) {
  Generator generator(47);
  for (auto [type, resultType] : wideningTypes()) {
    constexpr int64_t T = 6, N = 2, C = 3, K = 3, O = 4, kPad = 1;
    Rounding r(type);
    Tensor tx = generator.tensor(type, {T, N, C}),
           tw = generator.tensor(type, {K, C, O}),
           tb = generator.tensor(type, {O});
    Graph graph;
    Val x = graph.input(tx), w = graph.input(tw), b = graph.input(tb);
    graph.output(graph.op("conv_tbc", {x, w, b}, resultType, {T, N, O},
                          "pad = 1 : i64"));
    RUN_GRAPH(results, graph);
    Reals xs = decode(tx), ws = decode(tw), bs = decode(tb);
    Nums expected;
    forEach({T, N, O}, [&](const Shape &y) {
      Nums left, right;
      for (int64_t j = 0; j < K; ++j)
        for (int64_t c = 0; c < C; ++c) {
          int64_t t = y[0] + j - kPad;
          left.push_back(t < 0 || t >= T ? 0 : xs[(t * N + y[1]) * C + c]);
          right.push_back(ws[(j * C + c) * O + y[2]]);
        }
      expected.push_back(r.add(r.dot(left, right), bs[y[2]]));
    });
    expectNums(results[0], expected, "conv_tbc");
  }
}

AMP_INSTANTIATE(ConvolutionsTest);
