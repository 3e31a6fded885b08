//===- ContractionsTest.cpp - linear, matmul,
// products------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bounded.h"
#include "RunningError.h"
#include "Spatial.h"

#include <cmath>
#include <map>
#include <set>

using namespace amp;
using namespace amp::test;

namespace {
class ContractionsTest : public TargetTest {};

/// Rows of a left and columns of a right matrix, by functions.
struct MatrixProduct {
  int64_t m, n, k;
  std::function<Real(int64_t batch, int64_t i, int64_t l)> lhs;
  std::function<Real(int64_t batch, int64_t l, int64_t j)> rhs;
  std::function<Real(int64_t j)> bias;
  bool relu = false;
};

void check(const Tensor &actual, const MatrixProduct &p,
           const std::string &what) {
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

TEST_P(ContractionsTest, MatmulShapes) {
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
      MatrixProduct p{
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
TEST_P(ContractionsTest, MatmulTransposedAndBatched) {
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
    std::vector<MatrixProduct> products;
    std::vector<std::string> names;
    auto add = [&](const Val &value, const MatrixProduct &product,
                   const std::string &name) {
      graph.output(value);
      products.push_back(product);
      names.push_back(name);
    };
    Val va = graph.input(a), vb = graph.input(b);
    MatrixProduct batched{kM, kN, kK, left, right, {}};
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
    MatrixProduct one = batched;
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
        expectExact(moved, [&](int64_t e) { return y[e]; }, "transpose");
      }
      check(results[next++], products[i], names[i]);
    }
  }
}

TEST_P(ContractionsTest, Linear) {
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
      MatrixProduct p{
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
TEST_P(ContractionsTest, LinearUsers) {
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

    MatrixProduct p{
        kRows,
        kOut,
        kIn,
        [&](int64_t, int64_t i, int64_t l) { return x[i * kIn + l]; },
        [&](int64_t, int64_t l, int64_t j) { return w[j * kIn + l]; },
        [&](int64_t j) { return b[j]; },
        false};
    MatrixProduct positive = p;
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
    MatrixProduct strange = positive;
    strange.lhs = [&](int64_t, int64_t i, int64_t l) {
      return special[i * kIn + l];
    };
    strange.bias = [&](int64_t j) { return biases[j]; };
    check(results[6], strange, "special values");
  }
}

// Sums of products that a 16-bit accumulator, or one of f32 that adds up in
// 16-bit pieces, cannot give: the root of the mean squared error tells.
TEST_P(ContractionsTest, AccumulatesInF32) {
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
TEST_P(ContractionsTest, SlicedOperands) {
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

//===----------------------------------------------------------------------===//
// Products of vectors
//===----------------------------------------------------------------------===//

TEST_P(ContractionsTest, VectorProducts) {
  for (ElementType type : kFloats) {
    Generator generator(43);
    const int64_t n = 50;
    Tensor a = generator.tensor(type, {n}), b = generator.tensor(type, {n});
    Tensor c = generator.tensor(type, {4, 3}),
           d = generator.tensor(type, {1, 3});
    Tensor wide = generator.tensor(type, {4, 6});
    Tensor tall = generator.tensor(type, {6, 4});
    Graph graph;
    Val va = graph.input(a), vb = graph.input(b);
    for (const char *name : {"dot", "vdot"})
      graph.output(graph.op(name, {va, vb}, type, {}));
    for (const Tensor &matrix : {wide, tall})
      graph.output(graph.op("trace", {graph.input(matrix)}, type, {}));
    graph.output(
        graph.op("cross", {graph.input(c), graph.input(d)}, type, {4, 3}));
    RUN_GRAPH(results, graph);
    Real dot = 0, magnitude = 0;
    for (int64_t i = 0; i < n; ++i) {
      dot += decode(a, i) * decode(b, i);
      magnitude += std::fabs(decode(a, i) * decode(b, i));
    }
    for (size_t k : {0, 1})
      expectNear(
          results[k],
          [&](int64_t) -> Expected {
            return {dot, sumBound(type, dot, n + 1, magnitude)};
          },
          "dot");
    for (size_t k : {2, 3}) {
      const Tensor &matrix = k == 2 ? wide : tall;
      Real trace = 0, sum = 0;
      for (int64_t i = 0; i < 4; ++i) {
        trace += decode(matrix, i * (matrix.shape[1] + 1));
        sum += std::fabs(decode(matrix, i * (matrix.shape[1] + 1)));
      }
      expectNear(
          results[k],
          [&](int64_t) -> Expected {
            return {trace, sumBound(type, trace, 4, sum)};
          },
          "trace");
    }
    expectNear(
        results[4],
        [&](int64_t i) -> Expected {
          int64_t row = i - i % 3, j = (i + 1) % 3, k = (i + 2) % 3;
          Real first = decode(c, row + j) * decode(d, k);
          Real second = decode(c, row + k) * decode(d, j);
          Real y = first - second;
          return {y,
                  sumBound(type, y, 2, std::fabs(first) + std::fabs(second))};
        },
        "cross");
  }
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

namespace {
struct Product {
  std::string op, attributes;
  /// What it means, a letter per dimension and all of them named.
  std::string equation;
  std::vector<Shape> shapes;
  Shape result;
};

/// Every assignment of the letters, one by one.
struct Contraction {
  std::map<char, int64_t> sizes;
  std::vector<std::string> terms;
  std::string output, summed;

  Contraction(const Product &product) {
    std::string text = product.equation;
    size_t arrow = text.find("->");
    output = text.substr(arrow + 2);
    text = text.substr(0, arrow) + ",";
    for (size_t comma; (comma = text.find(',')) != std::string::npos;
         text = text.substr(comma + 1))
      terms.push_back(text.substr(0, comma));
    std::set<char> letters;
    for (size_t i = 0; i < terms.size(); ++i)
      for (size_t j = 0; j < terms[i].size(); ++j) {
        int64_t &size = sizes.try_emplace(terms[i][j], 1).first->second;
        if (product.shapes[i][j] != 1)
          size = product.shapes[i][j];
        letters.insert(terms[i][j]);
      }
    for (char letter : letters)
      if (output.find(letter) == std::string::npos)
        summed += letter;
  }
  int64_t count(const std::string &letters) const {
    int64_t result = 1;
    for (char letter : letters)
      result *= sizes.at(letter);
    return result;
  }
  /// Value and sum of absolute values of element `index` of the result.
  std::pair<Real, Real> at(int64_t index, const Product &product,
                           const std::vector<Reals> &operands) const {
    std::map<char, int64_t> place;
    auto assign = [&](const std::string &letters, int64_t number) {
      for (size_t i = letters.size(); i-- > 0;) {
        place[letters[i]] = number % sizes.at(letters[i]);
        number /= sizes.at(letters[i]);
      }
    };
    assign(output, index);
    Real value = 0, magnitude = 0;
    for (int64_t k = 0; k < count(summed); ++k) {
      assign(summed, k);
      Real term = 1;
      for (size_t i = 0; i < terms.size(); ++i) {
        int64_t offset = 0;
        for (size_t j = 0; j < terms[i].size(); ++j) {
          int64_t size = product.shapes[i][j];
          offset = offset * size + (size == 1 ? 0 : place[terms[i][j]]);
        }
        term *= operands[i][offset];
      }
      value += term;
      magnitude += std::fabs(term);
    }
    return {value, magnitude};
  }
};

Product einsum(const std::string &equation, std::vector<Shape> shapes,
               Shape result, const std::string &meaning = "") {
  return {"einsum", "equation = \"" + equation + "\"",
          meaning.empty() ? equation : meaning, std::move(shapes),
          std::move(result)};
}

std::vector<Product> products() {
  return {
      {"mm", "", "nk,km->nm", {{5, 67}, {67, 9}}, {5, 9}},
      {"mm", "", "nk,km->nm", {{1, 67}, {67, 1}}, {1, 1}},
      {"mm", "", "nk,km->nm", {{5, 0}, {0, 9}}, {5, 9}},
      {"mm", "", "nk,km->nm", {{0, 4}, {4, 9}}, {0, 9}},
      {"mm", "", "nk,km->nm", {{5, 1}, {1, 9}}, {5, 9}},
      {"mv", "", "nk,k->n", {{5, 67}, {67}}, {5}},
      {"mv", "", "nk,k->n", {{1, 67}, {67}}, {1}},
      {"bmm", "", "bnk,bkm->bnm", {{3, 5, 17}, {3, 17, 4}}, {3, 5, 4}},
      {"bmm", "", "bnk,bkm->bnm", {{1, 5, 17}, {1, 17, 4}}, {1, 5, 4}},
      {"bmm", "", "bnk,bkm->bnm", {{3, 1, 17}, {3, 17, 1}}, {3, 1, 1}},
      {"chain_matmul", "", "ab->ab", {{3, 4}}, {3, 4}},
      {"chain_matmul", "", "ab,bc,cd->ad", {{8, 2}, {2, 9}, {9, 3}}, {8, 3}},
      {"chain_matmul",
       "",
       "ab,bc,cd,de->ae",
       {{3, 9}, {9, 2}, {2, 8}, {8, 4}},
       {3, 4}},
      {"linalg_multi_dot", "", "a,ab,bc,c->", {{5}, {5, 3}, {3, 6}, {6}}, {}},
      {"linalg_multi_dot", "", "a,ab,bc->c", {{5}, {5, 3}, {3, 6}}, {6}},
      {"linalg_multi_dot", "", "a,a->", {{5}, {5}}, {}},
      {"linalg_vecdot", "", "ab,ab->a", {{4, 33}, {4, 33}}, {4}},
      {"linalg_vecdot", "dim = 0 : i64", "ab,ab->b", {{33, 4}, {33, 4}}, {4}},
      {"linalg_vecdot", "", "abc,bc->ab", {{2, 1, 9}, {5, 9}}, {2, 5}},
      {"linalg_vecdot", "", "ab,b->a", {{4, 1}, {7}}, {4}},
      {"tensordot",
       "dims_a = array<i64: 2, 0>, dims_b = array<i64: 0, 2>",
       "abc,cda->bd",
       {{3, 4, 5}, {5, 2, 3}},
       {4, 2}},
      {"tensordot",
       "dims_a = array<i64>, dims_b = array<i64>",
       "ab,c->abc",
       {{3, 4}, {5}},
       {3, 4, 5}},
      einsum("bhqd,bhkd->bhqk", {{2, 3, 4, 5}, {2, 3, 6, 5}}, {2, 3, 4, 6}),
      einsum("bhqk,bhkd->bqhd", {{2, 3, 4, 6}, {2, 3, 6, 5}}, {2, 4, 3, 5}),
      einsum("abc,dca->bd", {{3, 4, 5}, {2, 5, 3}}, {4, 2}),
      einsum("ij,jk", {{3, 4}, {4, 5}}, {3, 5}, "ij,jk->ik"),
      einsum("aB,Bc", {{3, 4}, {4, 5}}, {3, 5}, "aB,Bc->ac"),
      einsum("ba", {{3, 4}}, {4, 3}, "ba->ab"),
      einsum("ij->", {{9, 8}}, {}),
      einsum("ij->j", {{9, 8}}, {8}),
      einsum("ii->i", {{4, 4}}, {4}),
      einsum("ii", {{4, 4}}, {}, "ii->"),
      einsum("ii->i", {{0, 0}}, {0}),
      einsum("iji->j", {{4, 3, 4}}, {3}),
      einsum("jii->ij", {{3, 4, 4}}, {4, 3}),
      einsum("iii->i", {{4, 4, 4}}, {4}),
      einsum("ijij->ji", {{2, 3, 2, 3}}, {3, 2}),
      einsum("iij,jk->ik", {{3, 3, 4}, {4, 5}}, {3, 5}),
      einsum("...ij,...jk->...ik", {{2, 1, 3, 4}, {5, 4, 6}}, {2, 5, 3, 6},
             "xyij,yjk->xyik"),
      einsum("...i,i...", {{3, 4}, {4, 1}}, {3}, "xi,ix->x"),
      einsum("i...->...", {{3, 4}}, {4}, "ix->x"),
      einsum("ij,k->i", {{3, 4}, {5}}, {3}),
      einsum("ij,ij->ij", {{3, 4}, {3, 4}}, {3, 4}),
      einsum("ij,jk->ik", {{3, 1}, {4, 5}}, {3, 5}),
      einsum("bn,anm,bm->ba", {{2, 3}, {5, 3, 4}, {2, 4}}, {2, 5}),
      einsum(" i j , j k -> k i ", {{3, 4}, {4, 0}}, {0, 3}, "ij,jk->ki"),
  };
}
} // namespace

// 16-bit results too are rounded once per product; f32 results of 16-bit
// operands are not rounded to 16 bits at the end.
TEST_P(ContractionsTest, Products) {
  Generator generator(137);
  for (ElementType type : kFloats) {
    Graph graph;
    std::vector<std::vector<Reals>> values;
    std::vector<std::string> what;
    for (const Product &product : products()) {
      std::vector<Val> operands;
      values.emplace_back();
      for (const Shape &shape : product.shapes) {
        Tensor tensor = generator.tensor(type, shape);
        operands.push_back(graph.input(tensor));
        values.back().push_back(decode(tensor));
      }
      graph.output(graph.op(product.op, operands, type, product.result,
                            product.attributes));
      if (is16Bit(type))
        graph.output(graph.op(product.op, operands, ElementType::F32,
                              product.result,
                              join(product.attributes, "compute_type = f32")));
    }
    RUN_GRAPH(results, graph);
    size_t next = 0;
    std::vector<Product> list = products();
    for (size_t c = 0; c < list.size(); ++c) {
      const Product &product = list[c];
      Contraction contraction(product);
      // Each of the products may add up all terms, and each but the last is
      // rounded to the operands' type.
      auto factors = static_cast<int>(product.shapes.size());
      Real v = formatOf(computeType(type)).unit();
      auto terms = static_cast<Real>(contraction.count(contraction.summed));
      Real growth =
          std::pow(1 + (terms + 1) * v, std::max(factors - 1, 1)) *
              std::pow(1 + formatOf(type).unit(), std::max(factors - 2, 0)) -
          1;
      for (int repeat = 0; repeat < (is16Bit(type) ? 2 : 1); ++repeat) {
        Boundeds expected;
        for (int64_t i = 0; i < contraction.count(contraction.output); ++i) {
          auto [value, magnitude] = contraction.at(i, product, values[c]);
          // And the subnormal numbers of the roundings between.
          Real least =
              std::max(factors - 2, 0) * terms * 8 * formatOf(type).eta();
          expected.push_back({value, growth * magnitude + least, v});
        }
        expectBounded(results[next++], expected,
                      product.op + " " + product.attributes + " " +
                          product.equation + " of " + mlirName(type).str());
      }
    }
  }
}

TEST_P(ContractionsTest, AddedProducts) {
  Generator generator(139);
  struct Added {
    Product product;
    Shape input;
  };
  const std::vector<Added> cases = {
      {{"addmm", "", "nk,km->nm", {{4, 23}, {23, 5}}, {4, 5}}, {4, 5}},
      {{"addmm", "", "nk,km->nm", {{4, 23}, {23, 5}}, {4, 5}}, {5}},
      {{"addmm", "", "nk,km->nm", {{4, 23}, {23, 5}}, {4, 5}}, {4, 1}},
      {{"addmm", "", "nk,km->nm", {{4, 0}, {0, 5}}, {4, 5}}, {}},
      {{"addmv", "", "nk,k->n", {{4, 23}, {23}}, {4}}, {1}},
      {{"addr", "", "n,m->nm", {{4}, {5}}, {4, 5}}, {5}},
      {{"addbmm", "", "bnk,bkm->nm", {{3, 4, 7}, {3, 7, 5}}, {4, 5}}, {4, 5}},
      {{"baddbmm", "", "bnk,bkm->bnm", {{3, 4, 7}, {3, 7, 5}}, {3, 4, 5}},
       {4, 5}},
  };
  struct Factors {
    Real beta, alpha;
    const char *text;
  };
  const Factors factors[] = {{1, 1, ""},
                             {0.5L, -3, "beta = 0.5 : f64, alpha = -3.0 : f64"},
                             // A factor of 0 hides even NaN.
                             {0, 2, "beta = 0.0 : f64, alpha = 2.0 : f64"}};
  for (ElementType type : kFloats) {
    Graph graph;
    std::vector<Boundeds> expected;
    std::vector<std::string> what;
    Real v = formatOf(computeType(type)).unit();
    for (const Added &added : cases)
      for (const Factors &factor : factors) {
        Tensor input = generator.tensor(type, added.input);
        if (factor.beta == 0)
          input = encode(type, added.input, Reals(product(added.input), NAN));
        std::vector<Val> operands = {graph.input(input)};
        std::vector<Reals> values;
        for (const Shape &shape : added.product.shapes) {
          Tensor tensor = generator.tensor(type, shape);
          operands.push_back(graph.input(tensor));
          values.push_back(decode(tensor));
        }
        Contraction contraction(added.product);
        auto terms = static_cast<Real>(contraction.count(contraction.summed));
        Boundeds x = numbers(input), y;
        const Shape &result = added.product.result;
        for (int64_t i = 0; i < product(result); ++i) {
          auto [value, magnitude] = contraction.at(i, added.product, values);
          Bounded sum =
              factor.alpha * Bounded{value, (terms + 1) * v * magnitude, v};
          if (factor.beta != 0) {
            // The place in the input, from the last dimension on.
            int64_t rest = i, stride = 1, place = 0;
            for (size_t k = 0; k < result.size(); ++k) {
              int64_t index = rest % result[result.size() - 1 - k];
              rest /= result[result.size() - 1 - k];
              if (k < added.input.size()) {
                int64_t size = added.input[added.input.size() - 1 - k];
                place += size == 1 ? 0 : index * stride;
                stride *= size;
              }
            }
            sum = sum + factor.beta * x[place];
          }
          y.push_back(sum);
        }
        for (ElementType out : {type, ElementType::F32}) {
          if (out != type && !is16Bit(type))
            continue;
          graph.output(
              graph.op(added.product.op, operands, out, result, factor.text));
          expected.push_back(y);
          what.push_back(added.product.op + " " + factor.text);
        }
      }
    RUN_GRAPH(results, graph);
    for (size_t i = 0; i < expected.size(); ++i)
      expectBounded(results[i], expected[i], what[i]);
  }
}

//===----------------------------------------------------------------------===//
// bilinear
//===----------------------------------------------------------------------===//

TEST_P(ContractionsTest, Bilinear) {
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

AMP_INSTANTIATE(ContractionsTest);
