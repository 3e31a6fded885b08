//===- ContractionTest.cpp - linear and matmul ---------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TargetTest.h"

#include <cmath>

using namespace amp;
using namespace amp::test;

namespace {
class ContractionTest : public TargetTest {};

/// Rows of a left and columns of a right matrix, by functions.
struct Product {
  int64_t m, n, k;
  std::function<Real(int64_t batch, int64_t i, int64_t l)> lhs;
  std::function<Real(int64_t batch, int64_t l, int64_t j)> rhs;
  std::function<Real(int64_t j)> bias;
  bool relu = false;
};

void check(const Tensor &actual, const Product &p, const std::string &what) {
  expectNear(
      actual,
      [&](int64_t index) -> Expected {
        int64_t batch = index / (p.m * p.n), i = index / p.n % p.m,
                j = index % p.n;
        Real y = p.bias ? p.bias(j) : 0, magnitude = std::fabs(y);
        for (int64_t l = 0; l < p.k; ++l) {
          Real term = p.lhs(batch, i, l) * p.rhs(batch, l, j);
          y += term;
          magnitude += std::fabs(term);
        }
        Real bound =
            sumBound(actual.type, y, p.k + (p.bias ? 1 : 0), magnitude);
        // relu moves two numbers no further apart.
        if (p.relu && !std::isnan(y))
          y = std::max(y, Real(0));
        return {y, bound};
      },
      what + " " + std::to_string(p.m) + "x" + std::to_string(p.n) + "x" +
          std::to_string(p.k));
}

std::string transposeAttr(std::initializer_list<int64_t> permutation) {
  return "permutation = " + i64Array(permutation);
}
} // namespace

TEST_P(ContractionTest, MatmulShapes) {
  const int64_t sizes[][3] = {
      {1, 1, 1},   {2, 3, 5},    {7, 8, 9},   {15, 17, 16},    {31, 33, 32},
      {1, 64, 65}, {63, 1, 129}, {65, 64, 1}, {127, 128, 129}, {8, 8, 2048}};
  Generator generator(37);
  for (ElementType type : kFloats) {
    Graph graph;
    std::vector<std::pair<Reals, Reals>> operands;
    for (auto &[m, n, k] : sizes) {
      Tensor a = generator.tensor(type, {m, k}),
             b = generator.tensor(type, {k, n});
      operands.emplace_back(decode(a), decode(b));
      Val lhs = graph.input(a), rhs = graph.input(b);
      graph.output(graph.op("matmul", {lhs, rhs}, type, {m, n}));
      // A 16-bit product may come out in f32, before the rounding.
      if (is16Bit(type))
        graph.output(graph.op("matmul", {lhs, rhs}, ElementType::F32, {m, n}));
    }
    RUN_GRAPH(results, graph);
    size_t next = 0;
    for (size_t c = 0; c < std::size(sizes); ++c) {
      int64_t m = sizes[c][0], n = sizes[c][1], k = sizes[c][2];
      auto &[a, b] = operands[c];
      Product p{
          m,
          n,
          k,
          [&, a = a](int64_t, int64_t i, int64_t l) { return a[i * k + l]; },
          [&, b = b](int64_t, int64_t l, int64_t j) { return b[l * n + j]; },
          {}};
      check(results[next++], p, "matmul");
      if (is16Bit(type))
        check(results[next++], p, "matmul to f32");
    }
  }
}

// Transposes of either side become flags of the product; other ones must not.
TEST_P(ContractionTest, MatmulTransposedAndBatched) {
  constexpr int64_t kM = 5, kN = 7, kK = 9, kBatch = 6;
  Generator generator(41);
  for (ElementType type : kFloats) {
    Tensor a = generator.tensor(type, {2, 3, kM, kK});
    Tensor b = generator.tensor(type, {2, 3, kK, kN});
    Reals x = decode(a), y = decode(b);
    auto left = [&](int64_t batch, int64_t i, int64_t l) {
      return x[(batch * kM + i) * kK + l];
    };
    auto right = [&](int64_t batch, int64_t l, int64_t j) {
      return y[(batch * kK + l) * kN + j];
    };
    auto turn = [](const Reals &values, int64_t rows, int64_t columns) {
      Reals result(values.size());
      for (size_t e = 0; e < values.size(); ++e) {
        int64_t batch = e / (rows * columns), i = e / columns % rows,
                j = e % columns;
        result[(batch * columns + j) * rows + i] = values[e];
      }
      return result;
    };
    Reals xt = turn(x, kM, kK), yt = turn(y, kK, kN);
    Graph graph;
    std::vector<Product> products;
    std::vector<std::string> names;
    auto add = [&](const Val &value, const Product &product,
                   const std::string &name) {
      graph.output(value);
      products.push_back(product);
      names.push_back(name);
    };
    Val va = graph.input(a), vb = graph.input(b);
    Product batched{kM, kN, kK, left, right, {}};
    add(graph.op("matmul", {va, vb}, type, {2, 3, kM, kN}), batched, "rank 4");
    Val a3 = graph.input(encode(type, {kBatch, kM, kK}, x));
    Val b3 = graph.input(encode(type, {kBatch, kK, kN}, y));
    add(graph.op("matmul", {a3, b3}, type, {kBatch, kM, kN}), batched,
        "rank 3");
    // Transposed as stored, for each place.
    Val at =
        graph.op("transpose", {graph.input(encode(type, {kBatch, kK, kM}, xt))},
                 type, {kBatch, kM, kK}, transposeAttr({0, 2, 1}));
    Val bt =
        graph.op("transpose", {graph.input(encode(type, {kBatch, kN, kK}, yt))},
                 type, {kBatch, kK, kN}, transposeAttr({0, 2, 1}));
    add(graph.op("matmul", {at, b3}, type, {kBatch, kM, kN}), batched,
        "lhs transposed");
    add(graph.op("matmul", {a3, bt}, type, {kBatch, kM, kN}), batched,
        "rhs transposed");
    add(graph.op("matmul", {at, bt}, type, {kBatch, kM, kN}), batched,
        "both transposed");
    // The batch is the second dimension as stored.
    Reals swapped(x.size());
    for (int64_t e = 0; e < int64_t(x.size()); ++e)
      swapped[(e / kK % kM * kBatch + e / (kM * kK)) * kK + e % kK] = x[e];
    Val as = graph.op("transpose",
                      {graph.input(encode(type, {kM, kBatch, kK}, swapped))},
                      type, {kBatch, kM, kK}, transposeAttr({1, 0, 2}));
    add(graph.op("matmul", {as, b3}, type, {kBatch, kM, kN}), batched,
        "batch moved");
    // A matrix for each of a batch, on either side, transposed or not.
    Val am = graph.op(
        "slice", {a3}, type, {1, kM, kK},
        "offsets = array<i64: 2, 0, 0>, sizes = array<i64: 1, -1, -1>");
    Val a2 = graph.op("reshape", {am}, type, {kM, kK},
                      "shape = " + i64Array({kM, kK}));
    Product one = batched;
    one.lhs = [&](int64_t, int64_t i, int64_t l) { return left(2, i, l); };
    add(graph.op("matmul", {a2, b3}, type, {kBatch, kM, kN}), one,
        "lhs repeated");
    add(graph.op("matmul", {a2, vb}, type, {2, 3, kM, kN}), one,
        "lhs repeated, rank 4");
    Val b2 = graph.input(encode(
        type, {kN, kK}, Reals(yt.begin() + kN * kK, yt.begin() + 2 * kN * kK)));
    Val b2t =
        graph.op("transpose", {b2}, type, {kK, kN}, transposeAttr({1, 0}));
    one = batched;
    one.rhs = [&](int64_t, int64_t l, int64_t j) { return right(1, l, j); };
    add(graph.op("matmul", {va, b2t}, type, {2, 3, kM, kN}), one,
        "rhs repeated and transposed");
    // A transpose with other users stays, and the product's result too.
    graph.output(bt);
    Val product = graph.op("matmul", {a3, bt}, type, {kBatch, kM, kN});
    Val relu = graph.same("relu", {product});
    add(relu, batched, "relu of a product that is used again");
    products.back().relu = true;
    add(graph.same("neg", {product}), batched, "negated");
    products.back().lhs = [&](int64_t batch, int64_t i, int64_t l) {
      return -left(batch, i, l);
    };
    RUN_GRAPH(results, graph);
    size_t next = 0;
    for (size_t i = 0; i < products.size(); ++i) {
      if (names[i] == "relu of a product that is used again") {
        Tensor moved = results[next++];
        expectExact(
            moved, [&](int64_t e) { return y[e]; }, "transpose");
      }
      check(results[next++], products[i], names[i]);
    }
  }
}

TEST_P(ContractionTest, Linear) {
  Generator generator(43);
  struct Case {
    Shape lead;
    int64_t in, out;
    bool bias, relu;
  };
  const Case cases[] = {
      {{4}, 8, 16, true, false},  {{4}, 8, 16, false, false},
      {{4}, 8, 16, true, true},   {{4}, 8, 16, false, true},
      {{}, 9, 5, true, false},    {{}, 9, 5, true, true},
      {{2, 3}, 7, 5, true, true}, {{2, 3, 2}, 17, 3, true, false},
      {{1}, 1, 1, true, true},    {{65}, 129, 33, true, true},
      {{3}, 0, 4, true, false},   {{3}, 0, 4, false, false},
      {{0}, 4, 3, true, true},    {{3}, 4, 0, true, false},
  };
  for (ElementType type : kFloats) {
    Graph graph;
    std::vector<Reals> xs, ws, bs;
    for (const Case &c : cases) {
      Shape shape = c.lead, result = c.lead;
      shape.push_back(c.in);
      result.push_back(c.out);
      Tensor x = generator.tensor(type, shape);
      Tensor w = generator.tensor(type, {c.out, c.in});
      Tensor b = generator.tensor(type, {c.out});
      xs.push_back(decode(x));
      ws.push_back(decode(w));
      bs.push_back(decode(b));
      std::vector<Val> operands = {graph.input(x), graph.input(w)};
      if (c.bias)
        operands.push_back(graph.input(b));
      Val y = graph.op("linear", operands, type, result);
      graph.output(c.relu ? graph.same("relu", {y}) : y);
    }
    RUN_GRAPH(results, graph);
    for (size_t i = 0; i < std::size(cases); ++i) {
      const Case &c = cases[i];
      Product p{
          std::max<int64_t>(product(c.lead), 1),
          std::max<int64_t>(c.out, 1),
          c.in,
          [&](int64_t, int64_t r, int64_t l) { return xs[i][r * c.in + l]; },
          [&](int64_t, int64_t l, int64_t j) { return ws[i][j * c.in + l]; },
          {},
          c.relu};
      if (c.bias)
        p.bias = [&](int64_t j) { return bs[i][j]; };
      check(results[i], p,
            "linear " + shapeToString(c.lead) + (c.bias ? " bias" : "") +
                (c.relu ? " relu" : ""));
    }
  }
}

// The relu is fused only where it is the one user, and where the value is a
// result as well it must be kept. A transposed weight is a flag; a result in
// f32 is one too.
TEST_P(ContractionTest, LinearUsers) {
  constexpr int64_t kRows = 6, kIn = 10, kOut = 11;
  Generator generator(47);
  for (ElementType type : kFloats) {
    Tensor tx = generator.tensor(type, {kRows, kIn});
    Tensor tw = generator.tensor(type, {kOut, kIn});
    Tensor tb = generator.tensor(type, {kOut});
    Reals x = decode(tx), w = decode(tw), b = decode(tb), turned(w.size());
    for (size_t e = 0; e < w.size(); ++e)
      turned[e % kIn * kOut + e / kIn] = w[e];
    Graph graph;
    Val vx = graph.input(tx), vw = graph.input(tw), vb = graph.input(tb);
    Val vt = graph.input(encode(type, {kIn, kOut}, turned));
    Shape shape = {kRows, kOut};
    // Used by relu and returned.
    Val first = graph.op("linear", {vx, vw, vb}, type, shape);
    graph.output(first);
    graph.output(graph.same("relu", {first}));
    // Used by relu twice, in different places.
    Val second = graph.op("linear", {vx, vw, vb}, type, shape);
    graph.output(graph.same("relu", {second}));
    graph.output(graph.same("abs", {second}));
    Val weight =
        graph.op("transpose", {vt}, type, {kOut, kIn}, transposeAttr({1, 0}));
    graph.output(graph.op("linear", {vx, weight, vb}, type, shape));
    Val wide = graph.op("linear", {vx, vw, vb},
                        is16Bit(type) ? ElementType::F32 : type, shape);
    graph.output(graph.same("relu", {wide}));
    // A NaN in a row makes the row NaN, also behind relu; an infinity of the
    // bias stays.
    Reals special = x;
    special[3] = NAN;
    Reals biases = b;
    biases[2] = INFINITY;
    biases[4] = -INFINITY;
    Val vs = graph.input(encode(type, {kRows, kIn}, special));
    Val vi = graph.input(encode(type, {kOut}, biases));
    Val third = graph.op("linear", {vs, vw, vi}, type, shape);
    graph.output(graph.same("relu", {third}));
    RUN_GRAPH(results, graph);

    Product p{kRows,
              kOut,
              kIn,
              [&](int64_t, int64_t i, int64_t l) { return x[i * kIn + l]; },
              [&](int64_t, int64_t l, int64_t j) { return w[j * kIn + l]; },
              [&](int64_t j) { return b[j]; },
              false};
    Product positive = p;
    positive.relu = true;
    check(results[0], p, "returned");
    check(results[1], positive, "relu of a returned value");
    check(results[2], positive, "relu next to abs");
    expectExact(
        results[3],
        [&, y = decode(results[0])](int64_t i) { return std::fabs(y[i]); },
        "abs next to relu");
    check(results[4], p, "weight transposed");
    check(results[5], positive, "f32 result");
    Product strange = positive;
    strange.lhs = [&](int64_t, int64_t i, int64_t l) {
      return special[i * kIn + l];
    };
    strange.bias = [&](int64_t j) { return biases[j]; };
    check(results[6], strange, "special values");
  }
}

// Sums of products that a 16-bit accumulator, or one of f32 that adds up in
// 16-bit pieces, cannot give: the root of the mean squared error tells.
TEST_P(ContractionTest, AccumulatesInF32) {
  constexpr int64_t kSize = 64, kDepth = 512;
  Generator generator(53);
  for (ElementType type : {ElementType::F16, ElementType::BF16}) {
    Tensor a = generator.tensor(type, {kSize, kDepth});
    Tensor b = generator.tensor(type, {kDepth, kSize});
    Reals x = decode(a), y = decode(b);
    Graph graph;
    graph.output(graph.op("matmul", {graph.input(a), graph.input(b)}, type,
                          {kSize, kSize}));
    RUN_GRAPH(results, graph);
    Format format = formatOf(type);
    Real squares = 0;
    for (int64_t e = 0; e < kSize * kSize; ++e) {
      Real sum = 0, magnitude = 0;
      for (int64_t l = 0; l < kDepth; ++l) {
        Real term = x[e / kSize * kDepth + l] * y[l * kSize + e % kSize];
        sum += term;
        magnitude += std::fabs(term);
      }
      Real scale = format.unit() * std::fabs(sum) +
                   std::sqrt(Real(kDepth)) * std::ldexp(magnitude, -23) +
                   format.eta();
      Real error = (decode(results[0], e) - sum) / scale;
      squares += error * error;
    }
    // One rounding of the result gives about 0.3 to 0.45, a 16-bit accumulator
    // 9 and more, 16-bit partial sums 0.69 and more.
    EXPECT_LE(std::sqrt(squares / (kSize * kSize)), 0.60)
        << mlirName(type).str();
  }
}

// Operands that are slices start anywhere in a buffer, and their rows may be
// strided. The values are small integers, so that every type gives the exact
// product.
TEST_P(ContractionTest, SlicedOperands) {
  constexpr int64_t kRows = 6, kColumns = 16, kInner = 5, kOut = 3;
  for (ElementType type : kFloats) {
    Reals x, w;
    for (int64_t i = 0; i < kRows * kColumns; ++i)
      x.push_back(i * 7 % 5 - 2);
    for (int64_t i = 0; i < kInner * kOut; ++i)
      w.push_back(i * 3 % 7 - 3);
    Graph graph;
    Val input = graph.input(encode(type, {kRows, kColumns}, x));
    Val weight = graph.input(encode(type, {kInner, kOut}, w));
    // Twice the input, so that what is sliced lies in the arena.
    Val twice = graph.same("add", {input, input});
    const int64_t offsets[] = {1, 3}, strides[] = {1, 2};
    for (int i = 0; i < 2; ++i) {
      Val slice = graph.op("slice", {twice}, type, {kRows - 1, kInner},
                           "offsets = " + i64Array({1, offsets[i]}) +
                               ", sizes = " + i64Array({-1, kInner}) +
                               ", strides = " + i64Array({1, strides[i]}));
      graph.output(
          graph.op("matmul", {slice, weight}, type, {kRows - 1, kOut}));
    }
    RUN_GRAPH(results, graph);
    for (int i = 0; i < 2; ++i)
      expectExact(
          results[i],
          [&](int64_t element) {
            int64_t row = element / kOut + 1, column = element % kOut;
            Real sum = 0;
            for (int64_t k = 0; k < kInner; ++k)
              sum += 2 * x[row * kColumns + offsets[i] + k * strides[i]] *
                     w[k * kOut + column];
            return sum;
          },
          "stride " + std::to_string(strides[i]) + " in " +
              mlirName(type).str());
  }
}

AMP_INSTANTIATE(ContractionTest);
