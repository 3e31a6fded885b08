//===- TargetTest.h - Runs small graphs and checks numbers ------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds the text of a module with one function, compiles it for a device, runs
// it and compares what comes back with a reference.
//
// References are computed in `Real`, which has 64 bits of mantissa on x86-64,
// so that f64 results can be judged too. Conversions between `Real` and the
// element types are written here and not taken from the library under test.
//
// Tolerances are computed, never chosen. With u = half an ulp of 1 in the type
// of the result, v the same in the type of the computation (f32 for 16-bit
// floats) and eta the result type's smallest subnormal, an elementwise result
// may be off by (u + k v) |y| + eta / 2 (and k / 2 times the computation's
// smallest subnormal, which matters where it is the result's too), a sum of K
// products whose absolute values sum to S by min(K, 6 sqrt K) v S (1 + u) + u
// |y| + eta / 2 (Higham and Mary, "A new approach to probabilistic rounding
// error analysis", 2019).
//
//===----------------------------------------------------------------------===//

#ifndef AMP_UNITTESTS_TARGET_TARGETTEST_H
#define AMP_UNITTESTS_TARGET_TARGETTEST_H

#include "amp-rt/amp_rt.h"
#include "amp/Support/Tensor.h"
#include "gtest/gtest.h"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace amp::test {

using Real = long double;
using Reals = std::vector<Real>;

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

inline constexpr ElementType kFloats[] = {ElementType::F64, ElementType::F32,
                                          ElementType::F16, ElementType::BF16};

/// Bits of the mantissa without the leading one, least and largest exponent.
struct Format {
  int mantissa, least, largest;
  /// Half an ulp of 1.
  Real unit() const;
  /// The smallest subnormal.
  Real eta() const;
  Real max() const;
  /// What rounds to infinity: halfway from the largest number to the next.
  Real overflow() const;
};
Format formatOf(ElementType type);
/// The type in which `type` is computed: f32 for 16-bit floats.
ElementType computeType(ElementType type);

/// The nearest number of the type, ties to even; too large gives infinity.
Real roundTo(ElementType type, Real value);
bool is16Bit(ElementType type);

/// An element as a number; exact.
Real decode(const Tensor &tensor, int64_t index);
Reals decode(const Tensor &tensor);
/// Rounds each value to `type`; integers must be in range.
Tensor encode(ElementType type, llvm::ArrayRef<int64_t> shape,
              llvm::ArrayRef<Real> values);
/// All 65,536 values of a 16-bit float, by their bits.
Tensor all16Bit(ElementType type);

/// Numbers without a pattern, the same in every run.
class Generator {
public:
  explicit Generator(uint64_t seed) : state(seed * 0x9e3779b97f4a7c15u + 1) {}
  uint64_t bits();
  /// Uniform in [low, high).
  Real uniform(Real low, Real high);
  /// `count` values in [low, high), rounded to `type`.
  Reals uniforms(ElementType type, int64_t count, Real low = -2, Real high = 2);
  Tensor tensor(ElementType type, llvm::ArrayRef<int64_t> shape, Real low = -2,
                Real high = 2);

private:
  uint64_t state;
};

/// NaN, infinities, zeros, subnormals, the largest and the smallest normal
/// number of both signs, and some ordinary numbers, all of the type.
Reals specialValues(ElementType type);

/// Arguments that matter in f32 and f64, where not all can be tried: special
/// ones, a sweep over all exponents, and the range in which functions are not
/// constant.
Tensor wideSample(ElementType type, int64_t count);

int64_t product(llvm::ArrayRef<int64_t> shape);

//===----------------------------------------------------------------------===//
// Bounds and comparison
//===----------------------------------------------------------------------===//

/// Of an elementwise op whose computation is off by at most `k` units.
Real elementwiseBound(ElementType type, Real y, Real k);
/// Of a sum of `count` products; `magnitude` is the sum of absolute values.
Real sumBound(ElementType type, Real y, int64_t count, Real magnitude);

struct Expected {
  Real value;
  Real bound;
  /// A zero must have the reference's sign.
  bool signOfZero = false;
};

/// Compares each element: the same class (NaN, an infinity, a number) as the
/// reference rounded to the type, either one within the bound of the overflow
/// threshold, and numbers within the bound. `describe` tells what went into
/// element i.
void expectNear(const Tensor &actual,
                const std::function<Expected(int64_t)> &expected,
                const std::string &what,
                const std::function<std::string(int64_t)> &describe = {});
/// Compares values bit by bit, but for the payload of a NaN.
void expectExact(const Tensor &actual,
                 const std::function<Real(int64_t)> &expected,
                 const std::string &what,
                 const std::function<std::string(int64_t)> &describe = {});
void expectSameBytes(const Tensor &actual, const Tensor &expected,
                     const std::string &what);

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

/// A value of a graph.
struct Val {
  std::string name;
  ElementType type = ElementType::F32;
  Shape shape;
  std::string typeText() const;
};

/// The text of a function `f`, op by op.
class Graph {
public:
  /// Module-level text before the function: variables, optimizers.
  std::string prelude;

  Val input(const Tensor &tensor);
  /// `%n = amp.<mnemonic> operands {attributes} : (types) -> type`.
  Val op(const std::string &mnemonic, llvm::ArrayRef<Val> operands,
         ElementType type, Shape shape, const std::string &attributes = "");
  /// The same for a result of the first operand's type and shape.
  Val same(const std::string &mnemonic, llvm::ArrayRef<Val> operands,
           const std::string &attributes = "");
  Val cast(const Val &value, ElementType type);
  Val compare(const std::string &predicate, const Val &a, const Val &b);
  /// A rank 0 constant.
  Val scalar(ElementType type, const std::string &literal);
  Val read(const std::string &variable, ElementType type, Shape shape);
  void assign(const std::string &variable, const Val &value);
  /// Gradients of a scalar loss.
  std::vector<Val> backward(const Val &loss, llvm::ArrayRef<Val> wrt);
  /// Any line; `text` names its values itself.
  void line(const std::string &text) { body += "  " + text + "\n"; }
  std::string fresh() { return "%v" + std::to_string(next++); }
  /// Makes the value a result and returns its index.
  size_t output(const Val &value);

  std::string text() const;
  const std::vector<Tensor> &inputs() const { return tensors; }
  size_t numOutputs() const { return outputs.size(); }

private:
  std::string body;
  std::vector<Val> arguments, outputs;
  std::vector<Tensor> tensors;
  unsigned next = 0;
};

/// The shape that shapes broadcast to.
Shape broadcast(llvm::ArrayRef<int64_t> a, llvm::ArrayRef<int64_t> b);
/// Index into a tensor of `shape` of the element that `index` of `result`
/// reads.
int64_t broadcastIndex(int64_t index, llvm::ArrayRef<int64_t> result,
                       llvm::ArrayRef<int64_t> shape);
/// "{dims = array<i64: 0, 2>}" and the like.
std::string i64Array(llvm::ArrayRef<int64_t> values);

/// A compiled function and its variables.
class Program {
public:
  ~Program();
  /// Runs once; tensors in the order of the graph's inputs and outputs.
  std::vector<Tensor> run(const std::vector<Tensor> &inputs);
  Tensor variable(const std::string &name);
  void setVariable(const std::string &name, const Tensor &value);

private:
  friend class TargetTest;
  Program();
  struct Impl;
  std::unique_ptr<Impl> impl;
};

/// Variables by name.
using State = std::map<std::string, Tensor>;
State readState(Program &program, llvm::ArrayRef<std::string> names);
/// All bytes of these variables are as they were.
void expectState(Program &program, const State &state);

/// A test on one device, "cpu" or "cuda"; skipped with the reason if there is
/// none.
class TargetTest : public testing::TestWithParam<std::string> {
public:
  TargetTest();
  ~TargetTest() override;

protected:
  void SetUp() override;
  /// Null, and a failure of the test, if the graph does not compile. `cpu` is
  /// LLVM's name of the CPU for which kernels are made.
  std::unique_ptr<Program> compile(const Graph &graph,
                                   amprt_device *device = nullptr,
                                   const std::string &cpu = "host");
  /// Compiles and runs once. Fewer tensors than outputs after a failure.
  std::vector<Tensor> run(const Graph &graph, amprt_device *device = nullptr);
  /// Another device of the kind under test, with so many threads.
  amprt_device *openDevice(unsigned threads);

private:
  struct Impl;
  std::unique_ptr<Impl> impl;
};

#define AMP_INSTANTIATE(FIXTURE)                                               \
  INSTANTIATE_TEST_SUITE_P(                                                    \
      Devices, FIXTURE, testing::Values("cpu", "cuda"),                        \
      [](const testing::TestParamInfo<std::string> &info) {                    \
        return info.param;                                                     \
      })

/// Runs the graph into `results`; leaves the test if it did not work.
#define RUN_GRAPH(RESULTS, GRAPH)                                              \
  std::vector<::amp::Tensor> RESULTS = run(GRAPH);                             \
  ASSERT_EQ(RESULTS.size(), (GRAPH).numOutputs())

} // namespace amp::test

#endif // AMP_UNITTESTS_TARGET_TARGETTEST_H
