//===- NetworkTest.cpp - Convolutions, pooling, cells, attention ---------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunningError.h"

#include <algorithm>
#include <cmath>

using namespace amp;
using namespace amp::test;

namespace {
class NetworkTest : public TargetTest {};

/// `kFloats`, and for 16-bit operands an f32 result too.
std::vector<std::pair<ElementType, ElementType>> wideningTypes() {
  std::vector<std::pair<ElementType, ElementType>> types;
  for (ElementType type : kFloats) {
    types.push_back({type, type});
    if (is16Bit(type))
      types.push_back({type, ElementType::F32});
  }
  return types;
}

/// Index tuples of a shape, in row-major order.
void forEach(const Shape &shape, const std::function<void(const Shape &)> &f) {
  Shape index(shape.size(), 0);
  for (int64_t i = 0, e = product(shape); i < e; ++i) {
    f(index);
    for (size_t d = shape.size(); d-- > 0;) {
      if (++index[d] < shape[d])
        break;
      index[d] = 0;
    }
  }
}

int64_t flat(const Shape &index, const Shape &shape) {
  int64_t result = 0;
  for (size_t d = 0; d < shape.size(); ++d)
    result = result * shape[d] + index[d];
  return result;
}

/// [N, C] and spatial sizes.
Shape withSpatial(int64_t n, int64_t c, const Shape &spatial) {
  Shape shape = {n, c};
  shape.insert(shape.end(), spatial.begin(), spatial.end());
  return shape;
}
} // namespace

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

namespace {
struct Convolution {
  Shape input, weight; ///< spatial sizes
  int64_t groups = 1;
  Shape stride, padding, dilation, outputPadding;
  bool bias = true;

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
};
constexpr int64_t kBatch = 2, kChannelsPerGroup = 3, kOutputsPerGroup = 2;
} // namespace

TEST_P(NetworkTest, Convolution) {
  Generator generator(41);
  for (auto [type, resultType] : wideningTypes()) {
    Rounding r(type);
    for (const Convolution &conv : kConvolutions) {
      size_t n = conv.input.size();
      int64_t channels = kChannelsPerGroup * conv.groups;
      int64_t outputs = kOutputsPerGroup * conv.groups;
      Shape xShape = withSpatial(kBatch, channels, conv.input);
      Shape wShape = withSpatial(outputs, kChannelsPerGroup, conv.weight);
      Shape yShape = withSpatial(kBatch, outputs, conv.input);
      for (size_t d = 0; d < n; ++d)
        yShape[d + 2] = (conv.input[d] + 2 * conv.padding[d] -
                         conv.dilation[d] * (conv.weight[d] - 1) - 1) /
                            conv.stride[d] +
                        1;
      Tensor tx = generator.tensor(type, xShape),
             tw = generator.tensor(type, wShape),
             tb = generator.tensor(type, {outputs});
      Graph graph;
      std::vector<Val> operands = {graph.input(tx), graph.input(tw)};
      if (conv.bias)
        operands.push_back(graph.input(tb));
      graph.output(graph.op("conv" + std::to_string(n) + "d", operands,
                            resultType, yShape, conv.attributes(false)));
      RUN_GRAPH(results, graph);
      Reals x = decode(tx), w = decode(tw), b = decode(tb);
      Nums expected;
      forEach(yShape, [&](const Shape &y) {
        Nums left, right;
        int64_t group = y[1] / kOutputsPerGroup;
        Shape taps = conv.weight;
        taps.insert(taps.begin(), kChannelsPerGroup);
        forEach(taps, [&](const Shape &tap) {
          Shape at = {y[0], group * kChannelsPerGroup + tap[0]};
          Shape weightAt = {y[1], tap[0]};
          bool inside = true;
          for (size_t d = 0; d < n; ++d) {
            at.push_back(y[d + 2] * conv.stride[d] +
                         tap[d + 1] * conv.dilation[d] - conv.padding[d]);
            weightAt.push_back(tap[d + 1]);
            inside &= at.back() >= 0 && at.back() < conv.input[d];
          }
          left.push_back(inside ? x[flat(at, xShape)] : 0);
          right.push_back(w[flat(weightAt, wShape)]);
        });
        Num sum = r.dot(left, right);
        expected.push_back(conv.bias ? r.add(sum, b[y[1]]) : sum);
      });
      expectNums(results[0], expected, graph.text());
    }
  }
}

TEST_P(NetworkTest, TransposedConvolution) {
  Generator generator(43);
  for (auto [type, resultType] : wideningTypes()) {
    Rounding r(type);
    for (const Convolution &conv : kConvolutions) {
      size_t n = conv.input.size();
      int64_t channels = kChannelsPerGroup * conv.groups;
      int64_t outputs = kOutputsPerGroup * conv.groups;
      Shape xShape = withSpatial(kBatch, channels, conv.input);
      Shape wShape = withSpatial(channels, kOutputsPerGroup, conv.weight);
      Shape yShape = withSpatial(kBatch, outputs, conv.input);
      for (size_t d = 0; d < n; ++d)
        yShape[d + 2] =
            (conv.input[d] - 1) * conv.stride[d] - 2 * conv.padding[d] +
            conv.dilation[d] * (conv.weight[d] - 1) + conv.outputPadding[d] + 1;
      Tensor tx = generator.tensor(type, xShape),
             tw = generator.tensor(type, wShape),
             tb = generator.tensor(type, {outputs});
      Graph graph;
      std::vector<Val> operands = {graph.input(tx), graph.input(tw)};
      if (conv.bias)
        operands.push_back(graph.input(tb));
      graph.output(graph.op("conv_transpose" + std::to_string(n) + "d",
                            operands, resultType, yShape,
                            conv.attributes(true)));
      RUN_GRAPH(results, graph);
      Reals x = decode(tx), w = decode(tw), b = decode(tb);
      // Of each product its sum over channels, then those of the places.
      std::vector<Nums> terms(product(yShape));
      forEach(xShape, [&](const Shape &at) {
        if (at[1] % kChannelsPerGroup != 0)
          return;
        Shape taps = conv.weight;
        taps.insert(taps.begin(), kOutputsPerGroup);
        forEach(taps, [&](const Shape &tap) {
          Shape to = {at[0],
                      at[1] / kChannelsPerGroup * kOutputsPerGroup + tap[0]};
          bool inside = true;
          for (size_t d = 0; d < n; ++d) {
            to.push_back(at[d + 2] * conv.stride[d] +
                         tap[d + 1] * conv.dilation[d] - conv.padding[d]);
            inside &= to.back() >= 0 && to.back() < yShape[d + 2];
          }
          if (!inside)
            return;
          Nums left, right;
          for (int64_t c = 0; c < kChannelsPerGroup; ++c) {
            Shape from = at;
            from[1] += c;
            Shape weightAt = tap;
            weightAt.insert(weightAt.begin(), from[1]);
            left.push_back(x[flat(from, xShape)]);
            right.push_back(w[flat(weightAt, wShape)]);
          }
          terms[flat(to, yShape)].push_back(r.dot(left, right));
        });
      });
      Nums expected;
      forEach(yShape, [&](const Shape &y) {
        Num sum = r.sum(terms[flat(y, yShape)]);
        expected.push_back(conv.bias ? r.add(sum, b[y[1]]) : sum);
      });
      expectNums(results[0], expected, graph.text());
    }
  }
}

TEST_P(NetworkTest, ConvTbc) {
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

//===----------------------------------------------------------------------===//
// Pooling
//===----------------------------------------------------------------------===//

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
    {{6, 4}, {2, 2}, {2, 2}, {0, 0}, {1, 1}},
    {{7, 9}, {3, 2}, {2, 1}, {1, 1}, {2, 3}},
    {{7, 6}, {2, 3}, {2, 2}, {1, 0}, {1, 1}, true},
    // A last window that would begin in the padding is left out.
    {{5, 5}, {2, 2}, {3, 2}, {1, 1}, {1, 1}, true},
    {{4, 5, 3}, {2, 3, 2}, {2, 1, 1}, {1, 1, 0}, {1, 1, 2}},
};
} // namespace

TEST_P(NetworkTest, MaxPool) {
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

TEST_P(NetworkTest, AvgPool) {
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

TEST_P(NetworkTest, AdaptivePool) {
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
      if (n > 1)
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
      if (n > 1)
        expectExact(
            results[1], [&](int64_t i) { return largest[i]; }, graph.text());
    }
}

//===----------------------------------------------------------------------===//
// Resampling
//===----------------------------------------------------------------------===//

TEST_P(NetworkTest, UpsampleNearest) {
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

TEST_P(NetworkTest, UpsampleInterpolated) {
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

//===----------------------------------------------------------------------===//
// Recurrent networks
//===----------------------------------------------------------------------===//

namespace {
constexpr int64_t kInputs = 3, kUnits = 4, kRows = 2;

struct Cell {
  std::string name;
  int64_t gates;
  bool hasCell;
};
const Cell kCells[] = {{"lstm", 4, true},
                       {"gru", 3, false},
                       {"rnn_tanh", 1, false},
                       {"rnn_relu", 1, false}};

struct Weights {
  Tensor input, hidden, inputBias, hiddenBias;
  bool hasBias;
};

/// One step on [rows, inputs]; `cell` is changed in place, and not rounded.
Nums step(const Rounding &r, const Cell &kind, const Weights &weights,
          const Nums &x, const Nums &h, Nums &cell) {
  int64_t gates = kind.gates * kUnits;
  auto linear = [&](const Nums &value, const Tensor &weight, const Tensor &bias,
                    int64_t row, int64_t gate, int64_t size) {
    Nums left, right;
    for (int64_t k = 0; k < size; ++k) {
      left.push_back(value[row * size + k]);
      right.push_back(decode(weight, gate * size + k));
    }
    Num sum = r.dot(left, right);
    return weights.hasBias ? r.add(sum, decode(bias, gate)) : sum;
  };
  Nums next(kRows * kUnits);
  for (int64_t row = 0; row < kRows; ++row) {
    Nums a, b;
    for (int64_t gate = 0; gate < gates; ++gate) {
      a.push_back(
          linear(x, weights.input, weights.inputBias, row, gate, kInputs));
      b.push_back(
          linear(h, weights.hidden, weights.hiddenBias, row, gate, kUnits));
    }
    for (int64_t u = 0; u < kUnits; ++u) {
      auto sum = [&](int64_t gate) {
        return r.add(a[gate * kUnits + u], b[gate * kUnits + u]);
      };
      Num &out = next[row * kUnits + u];
      if (kind.name == "lstm") {
        Num &c = cell[row * kUnits + u];
        c = r.add(r.mul(r.sigmoid(sum(1)), c),
                  r.mul(r.sigmoid(sum(0)), r.tanh(sum(2))));
        out = r.mul(r.sigmoid(sum(3)), r.tanh(c));
      } else if (kind.name == "gru") {
        Num reset = r.sigmoid(sum(0)), update = r.sigmoid(sum(1));
        Num n =
            r.tanh(r.add(a[2 * kUnits + u], r.mul(reset, b[2 * kUnits + u])));
        out = r.add(n, r.mul(update, r.sub(h[row * kUnits + u], n)));
      } else if (kind.name == "rnn_tanh") {
        out = r.tanh(sum(0));
      } else {
        out = r.relu(sum(0));
      }
    }
  }
  return next;
}

Weights makeWeights(Generator &generator, ElementType type, const Cell &kind,
                    bool hasBias) {
  int64_t gates = kind.gates * kUnits;
  return {generator.tensor(type, {gates, kInputs}, -1, 1),
          generator.tensor(type, {gates, kUnits}, -1, 1),
          generator.tensor(type, {gates}), generator.tensor(type, {gates}),
          hasBias};
}

std::vector<Val> addWeights(Graph &graph, std::vector<Val> operands,
                            const Weights &weights) {
  operands.push_back(graph.input(weights.input));
  operands.push_back(graph.input(weights.hidden));
  if (weights.hasBias) {
    operands.push_back(graph.input(weights.inputBias));
    operands.push_back(graph.input(weights.hiddenBias));
  }
  return operands;
}

/// An op of several results.
void outputOp(Graph &graph, const std::string &mnemonic,
              const std::vector<Val> &operands, std::vector<Val> results,
              const std::string &attributes) {
  std::string names, given, arguments, types;
  auto add = [](std::string &text, const std::string &more) {
    text += (text.empty() ? "" : ", ") + more;
  };
  for (Val &result : results) {
    result.name = graph.fresh();
    add(names, result.name);
    add(given, result.typeText());
  }
  for (const Val &operand : operands) {
    add(arguments, operand.name);
    add(types, operand.typeText());
  }
  graph.line(names + " = amp." + mnemonic + " " + arguments + " {" +
             attributes + "} : (" + types + ") -> (" + given + ")");
  for (const Val &result : results)
    graph.output(result);
}

Nums stored(const Nums &values, ElementType type) {
  Nums result;
  for (Num value : values)
    result.push_back(Rounding::store(value, type));
  return result;
}
} // namespace

TEST_P(NetworkTest, RecurrentCells) {
  Generator generator(73);
  for (ElementType type : kFloats)
    for (const Cell &kind : kCells)
      for (bool hasBias : {false, true}) {
        Rounding r(type);
        Weights weights = makeWeights(generator, type, kind, hasBias);
        Tensor tx = generator.tensor(type, {kRows, kInputs}),
               th = generator.tensor(type, {kRows, kUnits}),
               tc = generator.tensor(type, {kRows, kUnits});
        Graph graph;
        std::vector<Val> operands = {graph.input(tx), graph.input(th)};
        Val state{"", type, {kRows, kUnits}};
        std::vector<Val> given = {state};
        if (kind.hasCell) {
          operands.push_back(graph.input(tc));
          given.push_back(state);
        }
        outputOp(graph, kind.name + "_cell",
                 addWeights(graph, operands, weights), given, "");
        RUN_GRAPH(results, graph);
        Nums cell = toNums(tc);
        Nums next = step(r, kind, weights, toNums(tx), toNums(th), cell);
        expectNums(results[0], next, kind.name + " h");
        if (kind.hasCell)
          expectNums(results[1], cell, kind.name + " c");
      }
}

TEST_P(NetworkTest, RecurrentLayers) {
  Generator generator(79);
  constexpr int64_t kSteps = 3;
  for (ElementType type : kFloats)
    for (const Cell &kind : kCells)
      for (bool batchFirst : {false, true}) {
        Rounding r(type);
        Weights weights = makeWeights(generator, type, kind, true);
        auto sequence = [&](int64_t size) {
          return batchFirst ? Shape{kRows, kSteps, size}
                            : Shape{kSteps, kRows, size};
        };
        Tensor tx = generator.tensor(type, sequence(kInputs)),
               th = generator.tensor(type, {1, kRows, kUnits}),
               tc = generator.tensor(type, {1, kRows, kUnits});
        Graph graph;
        std::vector<Val> operands = {graph.input(tx), graph.input(th)};
        Val state{"", type, {1, kRows, kUnits}};
        std::vector<Val> given = {{"", type, sequence(kUnits)}, state};
        if (kind.hasCell) {
          operands.push_back(graph.input(tc));
          given.push_back(state);
        }
        outputOp(graph, kind.name, addWeights(graph, operands, weights), given,
                 std::string("batch_first = ") +
                     (batchFirst ? "true" : "false"));
        RUN_GRAPH(results, graph);
        auto place = [&](int64_t t, int64_t row, int64_t size) {
          return (batchFirst ? row * kSteps + t : t * kRows + row) * size;
        };
        Nums x = toNums(tx), h = toNums(th), cell = toNums(tc);
        Nums outputs(kSteps * kRows * kUnits);
        for (int64_t t = 0; t < kSteps; ++t) {
          Nums input;
          for (int64_t row = 0; row < kRows; ++row)
            for (int64_t k = 0; k < kInputs; ++k)
              input.push_back(x[place(t, row, kInputs) + k]);
          Nums next = step(r, kind, weights, input, h, cell);
          for (int64_t row = 0; row < kRows; ++row)
            for (int64_t u = 0; u < kUnits; ++u)
              outputs[place(t, row, kUnits) + u] = next[row * kUnits + u];
          if (t + 1 == kSteps)
            expectNums(results[1], next, kind.name + " h_n");
          h = stored(next, type);
        }
        expectNums(results[0], outputs, kind.name + " output");
        if (kind.hasCell)
          expectNums(results[2], cell, kind.name + " c_n");
      }
}

//===----------------------------------------------------------------------===//
// Attention and what remains
//===----------------------------------------------------------------------===//

TEST_P(NetworkTest, Attention) {
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
                scores.empty() ? Num(NAN) : r.dot(probabilities, values[e]));
        }
      expectNums(results[0], expected, graph.text());
    }
}

TEST_P(NetworkTest, Prelu) {
  Generator generator(89);
  for (ElementType type : kFloats) {
    Rounding r(type);
    const Shape shape = {2, 3, 4};
    Reals x = generator.uniforms(type, 24);
    x[0] = INFINITY;
    x[1] = -INFINITY;
    x[2] = NAN;
    x[3] = 0;
    Tensor tw = generator.tensor(type, {3}, 0.125, 1);
    Tensor ts = generator.tensor(type, {1}, 0.125, 1);
    Graph graph;
    Val input = graph.input(encode(type, shape, x));
    Val w = graph.input(tw), s = graph.input(ts);
    graph.output(graph.same("prelu", {input, w}));
    graph.output(graph.same("prelu", {input, s}));
    RUN_GRAPH(results, graph);
    for (int shared = 0; shared < 2; ++shared) {
      expectNear(
          results[shared],
          [&](int64_t i) -> Expected {
            Real weight = shared ? decode(ts, 0) : decode(tw, i / 4 % 3);
            if (x[i] > 0)
              return {x[i], 0};
            Real y = weight * x[i];
            return {y, elementwiseBound(type, y, 1)};
          },
          "prelu");
    }
  }
}

TEST_P(NetworkTest, Bilinear) {
  Generator generator(97);
  constexpr int64_t B = 3, I = 4, J = 5, O = 2;
  for (auto [type, resultType] : wideningTypes()) {
    Rounding r(type);
    Tensor t1 = generator.tensor(type, {B, 1, I}),
           t2 = generator.tensor(type, {B, 1, J}),
           tw = generator.tensor(type, {O, I, J}),
           tb = generator.tensor(type, {O});
    Graph graph;
    Val x1 = graph.input(t1), x2 = graph.input(t2), w = graph.input(tw),
        b = graph.input(tb);
    graph.output(graph.op("bilinear", {x1, x2, w, b}, resultType, {B, 1, O}));
    graph.output(graph.op("bilinear", {x1, x2, w}, resultType, {B, 1, O}));
    RUN_GRAPH(results, graph);
    Reals a = decode(t1), c = decode(t2), weight = decode(tw);
    Nums expected, plain;
    for (int64_t row = 0; row < B; ++row)
      for (int64_t o = 0; o < O; ++o) {
        Nums terms;
        for (int64_t j = 0; j < J; ++j) {
          Nums left, right;
          for (int64_t i = 0; i < I; ++i) {
            left.push_back(a[row * I + i]);
            right.push_back(weight[(o * I + i) * J + j]);
          }
          terms.push_back(r.mul(r.dot(left, right), c[row * J + j]));
        }
        plain.push_back(r.sum(terms));
        expected.push_back(r.add(plain.back(), decode(tb, o)));
      }
    expectNums(results[0], expected, "bilinear");
    expectNums(results[1], plain, "bilinear without bias");
  }
}

TEST_P(NetworkTest, Embedding) {
  Generator generator(101);
  constexpr int64_t V = 7, D = 3;
  for (ElementType type : kFloats)
    for (ElementType index : {ElementType::I64, ElementType::I32}) {
      Tensor table = generator.tensor(type, {V, D});
      // Two that do not exist.
      Reals indices = {3, 0, 6, 3, -1, 7};
      Graph graph;
      Val w = graph.input(table),
          i = graph.input(encode(index, {2, 3}, indices));
      graph.output(graph.op("embedding", {w, i}, type, {2, 3, D}));
      graph.output(graph.op("embedding", {w, i}, type, {2, 3, D},
                            "padding_idx = -4 : i64"));
      RUN_GRAPH(results, graph);
      for (const Tensor &result : results)
        expectExact(
            result,
            [&](int64_t at) -> Real {
              auto row = static_cast<int64_t>(indices[at / D]);
              return row < 0 || row >= V ? Real(NAN)
                                         : decode(table, row * D + at % D);
            },
            "embedding");
    }
}

AMP_INSTANTIATE(NetworkTest);
