//===- ElementwiseRulesTest.cpp - Rules against PyTorch and themselves ----===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The rule of each elementwise op in f64: its values and derivatives are those
// that PyTorch was recorded to compute (test/Inputs/elementwise), its
// derivatives are the limits of its values' differences, and its conventions
// are PyTorch's. Rules that are broken on purpose fail each check.

#include "amp/Dialect/Amp/IR/ElementwiseRules.h"
#include "amp/Dialect/Amp/IR/Elementwise.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

#include <cmath>
#include <random>

using namespace mlir;
using namespace mlir::amp;

namespace {
/// A line of the record.
struct Record {
  SmallVector<double, 3> operands;
  double value;
  /// None where PyTorch has no derivative.
  SmallVector<std::optional<double>, 3> slopes;
};

/// An op with its attributes, and what PyTorch computes for it.
struct Case {
  std::string op, attributes;
  SmallVector<Record> records;
  OwningOpRef<ModuleOp> module;
  Operation *operation = nullptr;

  const ElementwiseRule &getRule() const {
    return *getElementwiseRule(operation);
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// The record
//===----------------------------------------------------------------------===//

static double parseNumber(StringRef text) {
  return std::strtod(text.str().c_str(), nullptr);
}

/// A function around the op, on scalars of f64, or i1 for truth values and i64
/// for bits.
static std::string getModuleText(const Case &test) {
  size_t count = test.records.front().operands.size();
  StringRef op = test.op;
  bool isLogic = op.starts_with("logical_");
  bool isTruth = isLogic || op == "compare" || op.starts_with("is");
  std::string number =
      op.starts_with("bitwise_") ? "tensor<i64>" : "tensor<f64>";
  std::string names, types, text = "func.func @f(";
  for (size_t i = 0; i < count; ++i) {
    std::string type =
        isLogic || (op == "where" && i == 0) ? "tensor<i1>" : number;
    std::string comma = i == 0 ? "" : ", ";
    names += comma + "%" + std::to_string(i);
    types += comma + type;
    text += comma + "%" + std::to_string(i) + ": " + type;
  }
  std::string attributes = test.attributes;
  if (op == "compare") // As an integer attribute: the generic form.
    attributes = "predicate = #amp<predicate " +
                 StringRef(attributes).split("= ").second.str() + ">";
  return text + ") {\n  %y = \"amp." + test.op + "\"(" + names + ") {" +
         attributes + "} : (" + types + ") -> " +
         (isTruth ? "tensor<i1>" : number) + "\n  return\n}\n";
}

static std::vector<Case> readCases(MLIRContext &context) {
  std::vector<Case> cases;
  auto file = llvm::MemoryBuffer::getFile(
      AMP_SOURCE_DIR "/test/Inputs/elementwise/torch-cpu.tsv");
  if (!file)
    return cases;
  for (StringRef line : llvm::split((*file)->getBuffer(), '\n')) {
    if (line.empty() || line.starts_with("#"))
      continue;
    auto [op, rest] = line.split('\t');
    auto [attributes, numbers] = rest.split('\t');
    if (cases.empty() || cases.back().op != op ||
        cases.back().attributes != attributes) {
      cases.emplace_back();
      cases.back().op = op.str();
      cases.back().attributes = attributes.str();
    }
    SmallVector<StringRef> fields;
    numbers.split(fields, ' ');
    // n operands, a result, n slopes.
    size_t count = (fields.size() - 1) / 2;
    Record record;
    for (StringRef field : ArrayRef(fields).take_front(count))
      record.operands.push_back(parseNumber(field));
    record.value = parseNumber(fields[count]);
    for (StringRef field : ArrayRef(fields).take_back(count))
      record.slopes.push_back(field == "-" ? std::nullopt
                                           : std::optional(parseNumber(field)));
    cases.back().records.push_back(std::move(record));
  }
  for (Case &test : cases) {
    test.module = parseSourceString<ModuleOp>(getModuleText(test), &context);
    if (test.module)
      test.module->walk([&](Operation *op) {
        if (isa<ElementwiseOpInterface>(op))
          test.operation = op;
      });
  }
  return cases;
}

//===----------------------------------------------------------------------===//
// Checks: each gives what is wrong, or nothing
//===----------------------------------------------------------------------===//

static double getSlope(const ElementwiseRule &rule, Operation *op,
                       const Formula &gradient, ArrayRef<double> operands) {
  double value = evaluate(getValue(rule, op), operands);
  return evaluate(gradient, operands, value, /*gradient=*/1);
}

/// Equal in class, and within the roundings of some f64 operations.
static bool agrees(double a, double b) {
  if (std::isnan(a) || std::isnan(b))
    return std::isnan(a) && std::isnan(b);
  if (std::isinf(a) || std::isinf(b))
    return a == b;
  return std::abs(a - b) <= 1e-11 * std::max(std::abs(a), std::abs(b)) + 1e-300;
}

static std::string describe(Operation *op, ArrayRef<double> operands,
                            const Twine &what, double found, double expected) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << op->getName() << " (";
  llvm::interleaveComma(operands, stream);
  stream << "): " << what << " is " << found << ", expected " << expected
         << "\n";
  return text;
}

/// Slopes that are meant to differ from PyTorch's: where it multiplies an
/// infinity by 0 and the limit is a number, where 1 - (1 - tanh²) cancels,
/// where 1/6 is f32's, and where its trigamma has a series of 9 digits and, at
/// a pole, a sine that is not quite 0.
static bool isBetterSlope(StringRef op, double found, double recorded) {
  double apart = std::abs(found - recorded);
  return (op == "softsign" && std::isnan(recorded) && found == 0) ||
         (op == "tanhshrink" && apart < 3e-16) ||
         (op == "digamma" && (apart < 2e-9 * recorded ||
                              (std::isinf(found) && recorded > 1e30))) ||
         (op == "hardsigmoid" && apart < 1e-8);
}

/// The rule against the record.
static std::string checkRecord(const Case &test, const ElementwiseRule &rule) {
  std::string wrong;
  Operation *op = test.operation;
  Formula value = getValue(rule, op);
  SmallVector<Formula> gradients = getGradients(rule, op);
  for (const Record &record : test.records) {
    double found = evaluate(value, record.operands);
    if (!agrees(found, record.value))
      wrong += describe(op, record.operands, "the value", found, record.value);
    for (auto [i, slope] : llvm::enumerate(record.slopes)) {
      if (!slope)
        continue;
      // What has no derivative here has the derivative 0 in PyTorch.
      double gradient =
          gradients[i] ? getSlope(rule, op, gradients[i], record.operands) : 0;
      if (!agrees(gradient, *slope) &&
          !isBetterSlope(test.op, gradient, *slope))
        wrong += describe(op, record.operands, "slope " + Twine(i), gradient,
                          *slope);
    }
  }
  return wrong;
}

/// The derivatives against central differences, at random points. Points next
/// to a kink are left out: there the one-sided differences disagree.
static std::string checkDifferences(const Case &test,
                                    const ElementwiseRule &rule,
                                    unsigned &numChecked) {
  std::string wrong;
  Operation *op = test.operation;
  Formula value = getValue(rule, op);
  SmallVector<Formula> gradients = getGradients(rule, op);
  std::mt19937 random(1);
  std::uniform_real_distribution<double> number(-3, 3);
  for (int trial = 0; trial < 200; ++trial) {
    SmallVector<double, 3> x;
    for (Value operand : op->getOperands())
      x.push_back(getElementTypeOrSelf(operand).isInteger(1) ? trial % 2
                                                             : number(random));
    for (size_t i = 0; i < gradients.size(); ++i) {
      if (!gradients[i])
        continue;
      auto valueAt = [&](double shift) {
        SmallVector<double, 3> moved(x);
        moved[i] += shift;
        return evaluate(value, moved);
      };
      double step = 1e-3, center = valueAt(0);
      double right = (valueAt(step) - center) / step;
      double left = (center - valueAt(-step)) / step;
      if (!std::isfinite(right) || !std::isfinite(left))
        continue;
      // Second derivatives of what is smooth here are moderate.
      double size = 1 + std::max(std::abs(left), std::abs(right));
      if (std::abs(right - left) > 0.02 * size)
        continue;
      // Richardson: the error is of order step⁴.
      double coarse = (valueAt(step) - valueAt(-step)) / (2 * step);
      double fine = (valueAt(step / 2) - valueAt(-step / 2)) / step;
      double expected = (4 * fine - coarse) / 3;
      double found = getSlope(rule, op, gradients[i], x);
      ++numChecked;
      if (!(std::abs(found - expected) <= 1e-6 * size))
        wrong += describe(op, x, "slope " + Twine(i), found, expected);
    }
  }
  return wrong;
}

/// Conventions against the formulas, and against the record, which has each.
static std::string checkConventions(const Case &test,
                                    const ElementwiseRule &rule) {
  std::string wrong;
  Operation *op = test.operation;
  Formula value = getValue(rule, op);
  SmallVector<Formula> gradients = getGradients(rule, op);
  for (const Convention &point : rule.conventions(op)) {
    double found = evaluate(value, point.operands);
    if (!agrees(found, point.value))
      wrong += describe(op, point.operands, "the value", found, point.value);
    size_t next = 0;
    for (auto [i, gradient] : llvm::enumerate(gradients)) {
      if (!gradient)
        continue;
      if (next == point.slopes.size()) {
        wrong += describe(op, point.operands, "the number of slopes",
                          point.slopes.size(), next + 1);
        break;
      }
      double slope = getSlope(rule, op, gradient, point.operands);
      if (!agrees(slope, point.slopes[next]))
        wrong += describe(op, point.operands, "slope " + Twine(i), slope,
                          point.slopes[next]);
      ++next;
    }
    bool isRecorded = llvm::any_of(test.records, [&](const Record &record) {
      return llvm::all_of(
          llvm::zip_equal(record.operands, point.operands), [](auto pair) {
            auto [a, b] = pair;
            return (a == b && std::signbit(a) == std::signbit(b)) ||
                   (std::isnan(a) && std::isnan(b));
          });
    });
    if (!isRecorded)
      wrong += describe(op, point.operands, "the number of records", 0, 1);
  }
  return wrong;
}

//===----------------------------------------------------------------------===//
// Tests
//===----------------------------------------------------------------------===//

namespace {
class ElementwiseRulesTest : public ::testing::Test {
protected:
  ElementwiseRulesTest() {
    context.loadDialect<AmpDialect, func::FuncDialect>();
    cases = readCases(context);
  }

  const Case &getCase(StringRef op) const {
    return *llvm::find_if(cases, [&](const Case &c) { return c.op == op; });
  }

  MLIRContext context;
  std::vector<Case> cases;
};
} // namespace

TEST_F(ElementwiseRulesTest, EveryCaseIsAnOp) {
  ASSERT_FALSE(cases.empty());
  for (const Case &test : cases)
    EXPECT_NE(test.operation, nullptr) << getModuleText(test);
}

TEST_F(ElementwiseRulesTest, EveryElementwiseOpIsRecorded) {
  unsigned count = 0;
  for (RegisteredOperationName name : context.getRegisteredOperations()) {
    if (name.getDialectNamespace() != "amp" ||
        !name.hasInterface<ElementwiseOpInterface>())
      continue;
    StringRef mnemonic = name.stripDialect();
    // Conversions between types are checked to the bit in CastTest.cpp.
    if (mnemonic == "cast")
      continue;
    ++count;
    EXPECT_TRUE(llvm::any_of(
        cases, [&](const Case &test) { return test.op == mnemonic; }))
        << "no record of amp." << mnemonic.str()
        << "; add it to test/Inputs/elementwise/record_torch.py";
  }
  EXPECT_GT(count, 60u);
}

TEST_F(ElementwiseRulesTest, AgreeWithRecord) {
  for (const Case &test : cases)
    EXPECT_EQ(checkRecord(test, test.getRule()), "");
}

TEST_F(ElementwiseRulesTest, DerivativesAreLimitsOfDifferences) {
  for (const Case &test : cases) {
    unsigned numChecked = 0;
    EXPECT_EQ(checkDifferences(test, test.getRule(), numChecked), "");
    bool hasDerivative =
        llvm::any_of(getGradients(test.getRule(), test.operation),
                     [](const Formula &gradient) { return bool(gradient); });
    EXPECT_TRUE(!hasDerivative || numChecked >= 25)
        << test.op << ": only " << numChecked << " points";
  }
}

TEST_F(ElementwiseRulesTest, ConventionsHold) {
  for (const Case &test : cases)
    EXPECT_EQ(checkConventions(test, test.getRule()), "");
}

TEST_F(ElementwiseRulesTest, BrokenRulesAreFound) {
  using F = Formula;
  unsigned numChecked = 0;
  for (StringRef name : {"softsign", "exp", "atan2", "leaky_relu", "pow"}) {
    const Case &test = getCase(name);
    const ElementwiseRule &rule = test.getRule();

    ElementwiseRule value = rule;
    value.value = [&](Operation *op, ArrayRef<F> x) {
      return rule.value(op, x) + 0.001 * x[0];
    };
    EXPECT_NE(checkRecord(test, value), "") << name.str();
    EXPECT_NE(checkDifferences(test, value, numChecked), "") << name.str();

    ElementwiseRule gradient = rule;
    gradient.gradients = [&](Operation *op, const Reverse &r) {
      SmallVector<F> gradients = rule.gradients(op, r);
      gradients.back() = gradients.back() * 1.001;
      return gradients;
    };
    EXPECT_NE(checkRecord(test, gradient), "") << name.str();
    EXPECT_NE(checkDifferences(test, gradient, numChecked), "") << name.str();

    // A derivative that is forgotten.
    ElementwiseRule none = rule;
    none.gradients = [&](Operation *op, const Reverse &r) {
      SmallVector<F> gradients = rule.gradients(op, r);
      gradients.back() = F();
      return gradients;
    };
    EXPECT_NE(checkRecord(test, none), "") << name.str();
  }

  // At kinks, where differences say nothing.
  for (StringRef name : {"abs", "relu", "leaky_relu", "clamp", "hardtanh"}) {
    const Case &test = getCase(name);
    const ElementwiseRule &rule = test.getRule();
    ElementwiseRule convention = rule;
    convention.conventions = [&](Operation *op) {
      SmallVector<Convention> points = rule.conventions(op);
      for (Convention &point : points)
        for (double &slope : point.slopes)
          slope += 0.5;
      return points;
    };
    EXPECT_NE(checkConventions(test, convention), "") << name.str();
    // A point to which PyTorch was not asked.
    convention.conventions = [&](Operation *op) {
      return SmallVector<Convention>{{{0.123}, 0, {0}}};
    };
    EXPECT_NE(checkConventions(test, convention), "") << name.str();
  }
}

TEST_F(ElementwiseRulesTest, WhatIsReadIsKept) {
  // exp's derivative reads the result, log's the operand, mul's the operands.
  auto readsOperand = [&](StringRef op, unsigned index) {
    return cast<PrecisionOpInterface>(getCase(op).operation)
        .isSavedOperand(index);
  };
  auto readsResult = [&](StringRef op) {
    return cast<PrecisionOpInterface>(getCase(op).operation).isSavedResult(0);
  };
  EXPECT_FALSE(readsOperand("exp", 0));
  EXPECT_TRUE(readsResult("exp"));
  EXPECT_TRUE(readsOperand("log", 0));
  EXPECT_FALSE(readsResult("log"));
  EXPECT_TRUE(readsOperand("mul", 0) && readsOperand("mul", 1));
  EXPECT_FALSE(readsOperand("add", 0) || readsResult("add"));
  EXPECT_FALSE(readsOperand("div", 0));
  EXPECT_TRUE(readsOperand("div", 1) && readsResult("div"));
  EXPECT_TRUE(readsOperand("where", 0));
  EXPECT_FALSE(readsOperand("where", 1));
}
