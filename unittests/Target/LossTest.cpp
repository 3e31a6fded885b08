//===- LossTest.cpp - softmax, losses, one_hot ---------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TargetTest.h"

#include <algorithm>
#include <cmath>

using namespace amp;
using namespace amp::test;

namespace {
class LossTest : public TargetTest {};

/// max + log(sum(exp(x - max))) of a row.
Real logSum(llvm::ArrayRef<Real> row) {
  Real most = -INFINITY, sum = 0;
  for (Real x : row)
    most = std::isnan(x) ? x : std::max(most, x);
  for (Real x : row)
    sum += std::exp(x - most);
  return most + std::log(sum);
}

/// Error of a log-probability, in units of the computation: x - max and the
/// logarithm of the sum are each as large as the spread of the row; K terms are
/// added.
Real logBound(ElementType type, llvm::ArrayRef<Real> row, Real y) {
  auto [least, most] = std::minmax_element(row.begin(), row.end());
  Real v = formatOf(computeType(type)).unit();
  Real k = static_cast<Real>(row.size());
  Real spread = *most - *least + std::log(k) + 1;
  Real sum = std::min(k, 6 * std::sqrt(k)) + 4;
  return elementwiseBound(type, y, 0) + v * (4 * spread + sum + 4);
}
} // namespace

TEST_P(LossTest, Softmax) {
  Generator generator(59);
  for (ElementType type : kFloats) {
    constexpr int64_t kRows = 9;
    Graph graph;
    std::vector<Tensor> tensors;
    const int64_t sizes[] = {1, 7, 33, 1000};
    for (int64_t columns : sizes) {
      Reals x;
      for (int64_t i = 0; i < kRows; ++i) {
        // Also logits whose exponentials overflow, or all underflow.
        Real scale = i < 3 ? 1 : i < 6 ? 20 : 500;
        Real shift = i % 3 == 1 ? 1000 : i % 3 == 2 ? -1000 : 0;
        Reals row =
            generator.uniforms(type, columns, shift - scale, shift + scale);
        x.insert(x.end(), row.begin(), row.end());
      }
      tensors.push_back(encode(type, {kRows, columns}, x));
      Val input = graph.input(tensors.back());
      graph.output(graph.same("softmax", {input}, "dim = 1 : i64"));
      graph.output(graph.same("log_softmax", {input}, "dim = -1 : i64"));
    }
    RUN_GRAPH(results, graph);
    for (size_t c = 0; c < std::size(sizes); ++c) {
      int64_t columns = sizes[c];
      Reals x = decode(tensors[c]);
      auto row = [&](int64_t i) {
        return llvm::ArrayRef<Real>(x).slice(i / columns * columns, columns);
      };
      std::string what = "of " + std::to_string(columns);
      expectNear(
          results[2 * c],
          [&](int64_t i) -> Expected {
            Real most = *std::max_element(row(i).begin(), row(i).end());
            Real y = std::exp(x[i] - logSum(row(i)));
            // The rounding of x - max stands in the exponent.
            Real k = columns + 8 + std::fabs(x[i] - most);
            return {y, elementwiseBound(type, y, k)};
          },
          "softmax " + what);
      expectNear(
          results[2 * c + 1],
          [&](int64_t i) -> Expected {
            Real y = x[i] - logSum(row(i));
            return {y, logBound(type, row(i), y)};
          },
          "log_softmax " + what);
      for (int64_t r = 0; r < kRows; ++r) {
        Real sum = 0;
        for (int64_t j = 0; j < columns; ++j)
          sum += decode(results[2 * c], r * columns + j);
        EXPECT_NEAR(sum, 1, columns * formatOf(type).unit()) << what;
      }
    }
  }
}

// Along each dimension of a tensor of rank 3, and of rank 1.
TEST_P(LossTest, SoftmaxDimensions) {
  Generator generator(61);
  for (ElementType type : {ElementType::F32, ElementType::BF16}) {
    const Shape shape = {3, 4, 5};
    Tensor tensor = generator.tensor(type, shape, -4, 4);
    Reals x = decode(tensor);
    Graph graph;
    Val input = graph.input(tensor);
    for (int dim = 0; dim < 3; ++dim)
      graph.output(graph.same("softmax", {input},
                              "dim = " + std::to_string(dim - 3) + " : i64"));
    Val flat =
        graph.op("reshape", {input}, type, {60}, "shape = array<i64: 60>");
    graph.output(graph.same("softmax", {flat}, "dim = 0 : i64"));
    RUN_GRAPH(results, graph);
    for (int dim = 0; dim < 4; ++dim) {
      int64_t size = dim == 3 ? 60 : shape[dim];
      int64_t stride = dim == 0 ? 20 : dim == 1 ? 5 : 1;
      expectNear(
          results[dim],
          [&](int64_t i) -> Expected {
            int64_t first = i - i / stride % size * stride;
            Reals row;
            for (int64_t j = 0; j < size; ++j)
              row.push_back(x[first + j * stride]);
            Real y = std::exp(x[i] - logSum(row));
            return {y, elementwiseBound(type, y, size + 16)};
          },
          "softmax along " + std::to_string(dim));
    }
  }
}

TEST_P(LossTest, SoftmaxSpecialValues) {
  for (ElementType type : kFloats) {
    Real inf = INFINITY;
    Reals x = {inf, 0, 1, -inf, 0,    0, -inf, -inf, -inf,
               NAN, 0, 1, inf,  -inf, 0, -inf, 2,    -inf};
    Graph graph;
    Val input = graph.input(encode(type, {6, 3}, x));
    graph.output(graph.same("softmax", {input}, "dim = 1 : i64"));
    graph.output(graph.same("log_softmax", {input}, "dim = 1 : i64"));
    RUN_GRAPH(results, graph);
    Reals softmax = {NAN, 0,   0,   0,   0.5L, 0.5L, NAN, NAN, NAN,
                     NAN, NAN, NAN, NAN, 0,    0,    0,   1,   0};
    // exp(0 - inf) is 0, but inf - inf is not a number, and then neither is the
    // sum.
    softmax[1] = softmax[2] = softmax[13] = softmax[14] = NAN;
    expectNear(
        results[0],
        [&](int64_t i) {
          return Expected{softmax[i], 0};
        },
        "softmax");
    expectNear(
        results[1],
        [&](int64_t i) {
          Real y = std::log(softmax[i]);
          return Expected{y, elementwiseBound(type, y, 8)};
        },
        "log_softmax");
  }
}

TEST_P(LossTest, MseLoss) {
  Generator generator(67);
  for (ElementType type : kFloats) {
    Tensor tx = generator.tensor(type, {13, 11}),
           tt = generator.tensor(type, {13, 11});
    Reals x = decode(tx), t = decode(tt);
    Graph graph;
    Val a = graph.input(tx), b = graph.input(tt);
    graph.output(graph.op("mse_loss", {a, b}, type, {}));
    graph.output(graph.op("mse_loss", {a, b}, type, {},
                          "reduction = #amp.reduction<sum>"));
    graph.output(
        graph.same("mse_loss", {a, b}, "reduction = #amp.reduction<none>"));
    RUN_GRAPH(results, graph);
    Real v = formatOf(computeType(type)).unit(), sum = 0;
    auto n = static_cast<int64_t>(x.size());
    for (int64_t i = 0; i < n; ++i)
      sum += (x[i] - t[i]) * (x[i] - t[i]);
    // A difference, whose error counts twice, and a square.
    expectNear(
        results[0],
        [&](int64_t) {
          return Expected{sum / n, sumBound(type, sum / n, n, sum / n) +
                                       4 * v * sum / n};
        },
        "mean");
    expectNear(
        results[1],
        [&](int64_t) {
          return Expected{sum, sumBound(type, sum, n, sum) + 3 * v * sum};
        },
        "sum");
    expectNear(
        results[2],
        [&](int64_t i) -> Expected {
          Real y = (x[i] - t[i]) * (x[i] - t[i]);
          return {y, elementwiseBound(type, y, 3)};
        },
        "none");
  }
}

TEST_P(LossTest, CrossEntropy) {
  constexpr int64_t kRows = 23, kClasses = 10;
  Generator generator(71);
  for (ElementType type : kFloats)
    for (ElementType index : {ElementType::I64, ElementType::I32,
                              ElementType::I8, ElementType::UI8}) {
      // The type of the indices has nothing to do with that of the logits.
      if (type != ElementType::F32 && index != ElementType::I64)
        continue;
      bool isSigned = index != ElementType::UI8;
      int64_t ignore = isSigned ? -100 : 255;
      Reals x, targets;
      for (int64_t i = 0; i < kRows; ++i) {
        Real scale = i % 3 == 0 ? 50 : 2;
        Reals row = generator.uniforms(type, kClasses, -scale, scale);
        x.insert(x.end(), row.begin(), row.end());
        targets.push_back(i % 5 == 2 ? ignore
                                     : int64_t(generator.bits() % kClasses));
      }
      // A logit of -inf in a class that is not the target's.
      x[0] = -INFINITY;
      targets[0] = 3;
      Graph graph;
      Val logits = graph.input(encode(type, {kRows, kClasses}, x));
      Val target = graph.input(encode(index, {kRows}, targets));
      Val all = graph.input(encode(index, {kRows}, Reals(kRows, ignore)));
      Val finite =
          graph.op("slice", {logits}, type, {kRows - 1, kClasses},
                   "offsets = array<i64: 1, 0>, sizes = array<i64: -1, -1>");
      Val others = graph.op("slice", {target}, index, {kRows - 1},
                            "offsets = array<i64: 1>, sizes = array<i64: -1>");
      std::string common =
          isSigned ? ""
                   : ", ignore_index = " + std::to_string(ignore) + " : i64";
      const std::string reductions[] = {"mean", "sum", "none"};
      const Real smoothings[] = {0, 0.1L, 1};
      for (const std::string &reduction : reductions) {
        std::string attr =
            "reduction = #amp.reduction<" + reduction + ">" + common;
        Shape shape, fewer;
        if (reduction == "none") {
          shape = {kRows};
          fewer = {kRows - 1};
        }
        graph.output(
            graph.op("cross_entropy", {logits, target}, type, shape, attr));
        graph.output(graph.op("cross_entropy", {finite, others}, type, fewer,
                              attr + ", label_smoothing = 0.1 : f64"));
        graph.output(graph.op("cross_entropy", {finite, others}, type, fewer,
                              attr + ", label_smoothing = 1.0 : f64"));
        graph.output(
            graph.op("cross_entropy", {logits, all}, type, shape, attr));
      }
      RUN_GRAPH(results, graph);

      Format format = formatOf(type);
      Real v = formatOf(computeType(type)).unit();
      struct Row {
        Real loss, bound;
        bool counts;
      };
      auto rowOf = [&](int64_t i, Real smoothing) -> Row {
        if (targets[i] == ignore)
          return {0, 0, false};
        llvm::ArrayRef<Real> row =
            llvm::ArrayRef<Real>(x).slice(i * kClasses, kClasses);
        Real loss = 0, bound = 0, magnitude = 0;
        Reals numbers;
        for (Real value : row)
          if (!std::isinf(value))
            numbers.push_back(value);
        for (int64_t j = 0; j < kClasses; ++j) {
          Real weight =
              smoothing / kClasses + (j == targets[i] ? 1 - smoothing : 0);
          if (weight == 0)
            continue;
          Real y = row[j] - logSum(row);
          loss -= weight * y;
          magnitude += weight * std::fabs(y);
          bound += weight *
                   (logBound(type, numbers, y) - elementwiseBound(type, y, 0));
        }
        // Products with weights of three roundings, then a sum.
        return {loss, bound + (3 + kClasses) * v * magnitude, true};
      };
      size_t next = 0;
      for (const std::string &reduction : reductions) {
        for (Real smoothing : smoothings) {
          int64_t first = smoothing == 0 ? 0 : 1;
          std::string what = "cross_entropy " + reduction + " " +
                             std::to_string(double(smoothing)) + " " +
                             mlirName(index).str();
          Tensor result = results[next++];
          if (reduction == "none") {
            expectNear(
                result,
                [&](int64_t i) -> Expected {
                  Row row = rowOf(i + first, smoothing);
                  return {row.loss,
                          row.bound + elementwiseBound(type, row.loss, 0)};
                },
                what);
            continue;
          }
          Real loss = 0, bound = 0, count = 0;
          for (int64_t i = first; i < kRows; ++i) {
            Row row = rowOf(i, smoothing);
            loss += row.loss;
            bound += row.bound;
            count += row.counts;
          }
          bound += kRows * v * loss; // losses are not negative
          if (reduction == "mean") {
            loss /= count;
            bound = bound / count + v * loss;
          }
          expectNear(
              result,
              [&](int64_t) -> Expected {
                return {loss, bound * (1 + format.unit()) +
                                  elementwiseBound(type, loss, 0)};
              },
              what);
        }
        // Nothing counts: the mean of nothing is NaN, the sum 0.
        expectNear(
            results[next++],
            [&](int64_t) {
              return Expected{reduction == "mean" ? Real(NAN) : Real(0), 0};
            },
            "all rows ignored, " + reduction);
      }
    }
}

TEST_P(LossTest, OneHot) {
  for (ElementType type : kFloats)
    for (ElementType index :
         {ElementType::I64, ElementType::I32, ElementType::I16, ElementType::I8,
          ElementType::UI8}) {
      if (type != ElementType::F32 && index != ElementType::UI8)
        continue;
      Reals values = {0, 4, 3, 5, 100, 1};
      if (index != ElementType::UI8) {
        values.push_back(-1);
        values.push_back(-100);
      } else {
        values.push_back(255);
        values.push_back(252);
      }
      Graph graph;
      Val x = graph.input(encode(index, {2, 4}, values));
      std::string dtype = ", dtype = " + mlirName(type).str();
      graph.output(graph.op("one_hot", {x}, type, {2, 4, 5},
                            "classes = 5 : i64" + dtype));
      graph.output(graph.op("one_hot", {x}, type, {2, 4, 1},
                            "classes = 1 : i64" + dtype));
      RUN_GRAPH(results, graph);
      expectExact(
          results[0], [&](int64_t i) { return values[i / 5] == i % 5; },
          "one_hot 5");
      expectExact(
          results[1], [&](int64_t i) { return values[i] == 0; }, "one_hot 1");
    }
}

// A class that does not exist must not pass for a loss of 0.
TEST_P(LossTest, CrossEntropyOfNoClass) {
  for (ElementType type : kFloats)
    for (Real wrong : {Real(-1), Real(4)}) {
      Graph graph;
      Val x = graph.input(encode(type, {2, 4}, Reals(8, 0)));
      Val target = graph.input(encode(ElementType::I64, {2}, {1, wrong}));
      Val loss = graph.op("cross_entropy", {x, target}, type, {2},
                          "reduction = #amp.reduction<none>");
      graph.output(loss);
      Val mean = graph.op("cross_entropy", {x, target}, type, {});
      graph.output(mean);
      graph.output(graph.backward(mean, {x})[0]);
      RUN_GRAPH(results, graph);
      std::string what = "target " + std::to_string(int(wrong)) + " in " +
                         mlirName(type).str();
      EXPECT_FALSE(std::isnan(decode(results[0])[0])) << what;
      EXPECT_TRUE(std::isnan(decode(results[0])[1])) << what;
      EXPECT_TRUE(std::isnan(decode(results[1])[0])) << what;
      for (int i = 4; i < 8; ++i)
        EXPECT_TRUE(std::isnan(decode(results[2])[i])) << what;
    }
}

AMP_INSTANTIATE(LossTest);
