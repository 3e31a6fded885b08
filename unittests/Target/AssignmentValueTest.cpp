//===- AssignmentValueTest.cpp - Numbers under every assignment -----------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Results and gradients of each op are what they are in f64, whatever precision
// assignment decides, within a bound that follows from where the assigned graph
// rounds (GraphError.h).
//
// The examples are those that PyTorch was recorded to compute in f64 (test/
// gradients, network, losses), and for functions beyond the core, of which
// there is no record, functionCases and compositeCases. Here they are f32
// graphs. An op that can be differentiated and stands in none of them fails the
// test.
//
// Each example meets every preset, assigner, level, low type and entry of a
// policy for its op, and two of the programs run; AMP_ASSIGNMENT_VALUES=all in
// the environment, as the target check-amp-nightly sets it, tries all their
// combinations, and all examples of an op. Combinations that are assigned alike
// run once.
//
//===----------------------------------------------------------------------===//

#include "AssignedGraph.h"
#include "GradientCases.h"
#include "GraphError.h"
#include "Record.h"

#include "amp/Analysis/PrecisionPolicy.h"
#include "amp/Dialect/Amp/IR/Amp.h"
#include "llvm/Support/JSON.h"

#include <cmath>
#include <set>

using namespace amp;
using namespace amp::test;
using mlir::amp::AssignerKind;
using mlir::amp::LowType;
using mlir::amp::OptLevel;
using mlir::amp::PolicyPreset;

namespace {

//===----------------------------------------------------------------------===//
// Examples
//===----------------------------------------------------------------------===//

/// An operand of an example.
struct Argument {
  Shape shape;
  Reals values;
  bool isDifferentiated = true;
};

/// Some ops on operands %x0, %x1, ... in f32, a loss of what they give, and
/// what PyTorch computed in f64 where that was recorded.
struct Example {
  std::string name;
  std::vector<Argument> arguments;
  std::function<std::vector<Val>(Graph &, const std::vector<Val> &)> build;
  /// The weights in the loss of each result; none leaves the result out.
  std::vector<Reals> weights;
  /// Results, and gradients of the operands that have one; empty if unknown.
  std::vector<Reals> expected;
};

bool isFinite(const Reals &values) {
  return llvm::all_of(values, [](Real x) { return std::isfinite(x); });
}

using Object = llvm::json::Object;

Shape readShape(const Object &entry) {
  Shape shape;
  for (const llvm::json::Value &size : *entry.getArray("shape"))
    shape.push_back(*size.getAsInteger());
  return shape;
}

Reals readValues(const Object &entry, llvm::StringRef key = "values") {
  Reals values;
  for (const llvm::json::Value &value : *entry.getArray(key))
    values.push_back(value.getAsNumber().value_or(NAN));
  return values;
}

/// The cases of a record.
llvm::json::Array readCases(const std::string &name) {
  // Python writes what JSON does not have.
  std::string text = readRecordText(name);
  for (const char *special : {"-Infinity", "Infinity", "NaN"})
    for (size_t at = 0; (at = text.find(special, at)) != std::string::npos;)
      text.replace(at, std::strlen(special), "null");
  auto parsed = llvm::json::parse(text);
  if (!parsed) {
    ADD_FAILURE() << name << ": " << llvm::toString(parsed.takeError());
    return {};
  }
  return *parsed->getAsObject()->getArray("cases");
}

/// Lines of an f64 graph as those of an f32 one. Attributes keep their type.
std::string narrowTypes(std::string line) {
  for (size_t at = 0; (at = line.find("f64>", at)) != std::string::npos;)
    line.replace(at, 4, "f32>");
  return line;
}

/// Adds an example unless numbers in it are infinite or NaN, for which there is
/// no bound.
void addFinite(std::vector<Example> &examples, Example example) {
  if (llvm::all_of(example.arguments,
                   [](const Argument &x) { return isFinite(x.values); }) &&
      llvm::all_of(example.expected, isFinite))
    examples.push_back(std::move(example));
}

/// The cases of the records gradients and network: lines that read %x0, ... and
/// give %y, or %y0, ...
void addTextCases(std::vector<Example> &examples, const std::string &record) {
  for (const llvm::json::Value &value : readCases(record)) {
    const Object &entry = *value.getAsObject();
    Example example;
    example.name = entry.getString("name")->str();
    for (const llvm::json::Value &x : *entry.getArray("x"))
      example.arguments.push_back(
          {readShape(*x.getAsObject()), readValues(*x.getAsObject())});
    std::vector<Val> results;
    auto addResult = [&](const std::string &name, const Object &result,
                         const Object *weight) {
      results.push_back({name, ElementType::F32, readShape(result)});
      example.weights.push_back(weight ? readValues(*weight) : Reals());
      example.expected.push_back(readValues(result));
    };
    if (const Object *result = entry.getObject("result")) {
      addResult("%y", *result, entry.getObject("w"));
      for (const llvm::json::Value &gradient : *entry.getArray("first"))
        example.expected.push_back(readValues(*gradient.getAsObject()));
    } else {
      for (auto [i, y] : llvm::enumerate(*entry.getArray("results")))
        addResult("%y" + std::to_string(i), *y.getAsObject(),
                  (*entry.getArray("w"))[i].getAsObject());
      for (auto [i, g] : llvm::enumerate(*entry.getArray("gradients"))) {
        example.arguments[i].isDifferentiated = g.getAsObject();
        if (const Object *gradient = g.getAsObject())
          example.expected.push_back(readValues(*gradient));
      }
    }
    std::vector<std::string> lines;
    for (const llvm::json::Value &line : *entry.getArray("text"))
      lines.push_back(narrowTypes(line.getAsString()->str()));
    example.build = [=](Graph &graph, const std::vector<Val> &) {
      for (const std::string &line : lines)
        graph.line(line);
      return results;
    };
    addFinite(examples, std::move(example));
  }
}

/// The cases of the record losses, some of whose operands are indices.
void addLossCases(std::vector<Example> &examples) {
  struct Operand {
    std::string keyword;
    std::optional<size_t> argument;
    Shape shape;
    Reals indices;
    ElementType type = ElementType::F32;
  };
  for (const llvm::json::Value &value : readCases("losses")) {
    const Object &entry = *value.getAsObject();
    Example example;
    std::string op = entry.getString("op")->str();
    std::string attributes = entry.getString("attributes")->str();
    example.name = op + " " + attributes;
    const Object &result = *entry.getObject("result");
    Shape shape = readShape(result);
    example.weights.emplace_back();
    for (int64_t i = 0; i < product(shape); ++i)
      example.weights[0].push_back(1 + Real(i % 5) / 4);
    example.expected.push_back(readValues(result));
    std::vector<Operand> operands;
    for (const llvm::json::Value &x : *entry.getArray("operands")) {
      const Object &object = *x.getAsObject();
      Operand &operand = operands.emplace_back();
      if (auto keyword = object.getString("keyword"))
        operand.keyword = keyword->str();
      operand.shape = readShape(object);
      if (object.getString("type") != "f64") {
        operand.indices = readValues(object);
        operand.type = ElementType::I64;
        continue;
      }
      operand.argument = example.arguments.size();
      bool hasGradient = object.getArray("gradient");
      example.arguments.push_back(
          {operand.shape, readValues(object), hasGradient});
      if (hasGradient)
        example.expected.push_back(readValues(object, "gradient"));
    }
    example.build = [=](Graph &graph, const std::vector<Val> &x) {
      std::string text, types;
      for (const Operand &operand : operands) {
        Val v{"", operand.type, operand.shape};
        v.name = operand.argument
                     ? x[*operand.argument].name
                     : graph
                           .input(encode(operand.type, operand.shape,
                                         operand.indices))
                           .name;
        text += operand.keyword.empty()
                    ? (text.empty() ? " " : ", ") + v.name
                    : " " + operand.keyword + "(" + v.name + ")";
        types += (types.empty() ? "" : ", ") + v.typeText();
      }
      Val y{graph.fresh(), ElementType::F32, shape};
      graph.line(y.name + " = amp." + op + text +
                 (attributes.empty() ? "" : " {" + attributes + "}") + " : (" +
                 types + ") -> " + y.typeText());
      return std::vector<Val>{y};
    };
    addFinite(examples, std::move(example));
  }
}

/// Cases of gradient tests, without a record.
void addCases(std::vector<Example> &examples, const std::vector<Case> &cases) {
  Table table(ElementType::BF16, cases);
  for (auto [c, item] : llvm::enumerate(table.list)) {
    Example example;
    example.name = item.name;
    for (auto [i, operand] : llvm::enumerate(item.operands))
      example.arguments.push_back({operand.shape, table.inputs[c][i]});
    example.weights.push_back(table.weights[c]);
    example.build = [build = item.build](Graph &graph,
                                         const std::vector<Val> &x) {
      return std::vector<Val>{build(graph, x)};
    };
    examples.push_back(std::move(example));
  }
}

std::vector<Example> makeExamples() {
  std::vector<Example> examples;
  addTextCases(examples, "network");
  addTextCases(examples, "gradients");
  addLossCases(examples);
  addCases(examples, functionCases());
  addCases(examples, compositeCases());
  addCases(examples, cases());
  return examples;
}

/// The graph of an example, which gives results, then gradients. Of its ops the
/// first `numOps` are the example's.
Graph buildGraph(const Example &example, size_t &numOps) {
  Graph graph;
  std::vector<Val> x, wrt;
  for (const Argument &argument : example.arguments) {
    x.push_back(
        graph.input(encode(ElementType::F32, argument.shape, argument.values)));
    if (argument.isDifferentiated)
      wrt.push_back(x.back());
  }
  auto countLines = [&] {
    std::string text = graph.text();
    return std::count(text.begin(), text.end(), '\n');
  };
  auto before = countLines();
  std::vector<Val> results = example.build(graph, x);
  numOps = countLines() - before;
  Val loss;
  for (auto [i, y] : llvm::enumerate(results)) {
    graph.output(y);
    if (example.weights[i].empty())
      continue;
    Reals weights(example.weights[i].begin(),
                  example.weights[i].begin() + product(y.shape));
    Val w = graph.input(encode(ElementType::F32, y.shape, weights));
    Val term = graph.op("sum", {graph.same("mul", {y, w})}, y.type, {});
    loss = loss.name.empty() ? term : graph.same("add", {loss, term});
  }
  if (!wrt.empty())
    for (const Val &gradient : graph.backward(loss, wrt))
      graph.output(gradient);
  return graph;
}

//===----------------------------------------------------------------------===//
// Assignments
//===----------------------------------------------------------------------===//

const AssignerKind kAssigners[] = {AssignerKind::MinCut, AssignerKind::Eager,
                                   AssignerKind::Propagate};
const LowType kTypes[] = {LowType::F16, LowType::BF16};
const PolicyPreset kPresets[] = {PolicyPreset::TorchCuda,
                                 PolicyPreset::TorchCpu, PolicyPreset::Apex,
                                 PolicyPreset::TensorFlow, PolicyPreset::Keras};
const char *const kEntries[] = {"", "allow", "deny"};

/// All combinations, or so many that example `e` meets each value of each
/// factor, and all examples together each pair of values.
std::vector<Precision> makeAssignments(size_t e, bool all) {
  std::vector<Precision> result;
  if (!all) {
    for (size_t row = 0; row < std::size(kPresets); ++row)
      result.push_back({OptLevel::O1, kAssigners[(row + e) % 3], kPresets[row],
                        kTypes[(row + e / 3) % 2],
                        kEntries[(row + e / 6) % 3]});
    for (size_t i = 0; i < 2; ++i)
      result.push_back({i ? OptLevel::O3 : OptLevel::O2, kAssigners[0],
                        kPresets[0], kTypes[(i + e) % 2], ""});
    result.push_back({OptLevel::O0, kAssigners[0], kPresets[0], kTypes[0], ""});
    // The first ones run.
    std::rotate(result.begin(), result.begin() + e % result.size(),
                result.end());
    return result;
  }
  for (LowType type : kTypes)
    for (const char *entry : kEntries) {
      for (OptLevel level : {OptLevel::O0, OptLevel::O2, OptLevel::O3})
        result.push_back({level, kAssigners[0], kPresets[0], type, entry});
      for (AssignerKind assigner : kAssigners)
        for (PolicyPreset preset : kPresets)
          result.push_back({OptLevel::O1, assigner, preset, type, entry});
    }
  return result;
}

/// Programs of an example that run, unless all are asked for.
constexpr size_t kPrograms = 2;

class AssignmentValueTest : public TargetTest {
protected:
  /// Checks the exact numbers and, unless it is one of too many programs, runs.
  void check(const Example &example, Precision precision, size_t mostPrograms);

  GraphAssigner assigner;
  /// Assigned graphs of the present example.
  std::set<std::string> known;
  /// Ops whose numbers were compared, with those that they became.
  std::set<std::string> covered;
  size_t combinations = 0, programs = 0;
};
} // namespace

void AssignmentValueTest::check(const Example &example, Precision precision,
                                size_t mostPrograms) {
  SCOPED_TRACE(example.name + " (" + precision.describe() + ")");
  Graph graph = buildGraph(example, precision.numOps);
  ++combinations;
  llvm::Expected<Graph> assigned = assigner.assign(graph, precision);
  if (!assigned) {
    // What a policy bans has no numbers.
    std::string reason = llvm::toString(assigned.takeError());
    EXPECT_NE(reason.find("is unsafe under autocast"), std::string::npos)
        << reason;
    return;
  }
  if (!known.insert(assigned->text()).second)
    return;
  auto module = assigner.decompose(*assigned, GetParam() == "cuda"
                                                  ? mlir::amp::TargetKind::Cuda
                                                  : mlir::amp::TargetKind::Cpu);
  ASSERT_TRUE(bool(module)) << llvm::toString(module.takeError());

  std::vector<Nums> inputs;
  for (const Tensor &tensor : graph.inputs())
    inputs.push_back(toNums(tensor));
  auto bounds = evaluateWithErrors(
      *(*module)->getOps<mlir::func::FuncOp>().begin(), inputs);
  if (!bounds) {
    // At a kink the roundings decide, and any side is right.
    std::string reason = llvm::toString(bounds.takeError());
    EXPECT_NE(reason.find("is open"), std::string::npos) << reason << "\n"
                                                         << assigned->text();
    return;
  }
  // The formula is PyTorch's, but for constants that were rounded. And f64 has
  // 2^-53; no case has 1,000 roundings on the way to a number.
  for (size_t i = 0; i < example.expected.size(); ++i) {
    Real largest = 0;
    for (Real value : example.expected[i])
      largest = std::max(largest, std::fabs(value));
    ASSERT_EQ((*bounds)[i].size(), example.expected[i].size());
    for (size_t k = 0; k < example.expected[i].size(); ++k)
      EXPECT_LE(std::fabs((*bounds)[i][k].value - example.expected[i][k]),
                (*bounds)[i][k].error + 1e-12L * largest)
          << "exact result " << i << ", element " << k << "\n"
          << assigned->text();
  }
  if (known.size() > mostPrograms)
    return;
  ++programs;
  std::vector<Tensor> results = run(*assigned);
  ASSERT_EQ(results.size(), graph.numOutputs());
  for (size_t i = 0; i < results.size(); ++i)
    expectNear(
        results[i],
        [&](int64_t k) -> Expected {
          Num number = (*bounds)[i][k];
          EXPECT_TRUE(std::isfinite(number.error));
          return {number.value, number.error};
        },
        "result " + std::to_string(i));
  covered.insert(assigner.getOps().begin(), assigner.getOps().end());
  for (const std::string &op : assigner.getOps(graph, precision.numOps))
    covered.insert(op);
}

/// Ops without numbers to compare, and why.
static const std::pair<const char *, const char *> kWithoutValues[] = {
    {"amp.dropout", "random"},
    {"amp.random_bits", "random"},
    {"amp.bitwise_and", "of integers"},
    {"amp.bitwise_not", "of integers"},
    {"amp.bitwise_or", "of integers"},
    {"amp.bitwise_xor", "of integers"},
    {"amp.any", "of truth values"},
    {"amp.argmax", "an index"},
    {"amp.ctc_loss", "what no alignment reaches has no bound"},
    {"amp.nuclear_norm", "no kernel computes singular values"},
    {"amp.isinf", "exact, and without a derivative"},
    {"amp.isnan", "exact, and without a derivative"},
    {"amp.ones_like", "does not depend on its operand"},
    {"amp.zeros_like", "does not depend on its operand"},
    {"amp.attention", "what amp.scaled_dot_product_attention becomes"},
    {"amp.attention_backward", "what amp.scaled_dot_product_attention becomes"},
};

TEST_P(AssignmentValueTest, ResultsAndGradients) {
  const char *asked = std::getenv("AMP_ASSIGNMENT_VALUES");
  bool all = asked && std::string(asked) == "all";
  std::vector<Example> examples = makeExamples();
  for (size_t e = 0; e < examples.size(); ++e) {
    size_t numOps = 0;
    Graph graph = buildGraph(examples[e], numOps);
    const auto &ops = assigner.getOps(graph, numOps);
    if (llvm::any_of(ops, [](const std::string &op) {
          return llvm::any_of(kWithoutValues,
                              [&](auto pair) { return op == pair.first; });
        }))
      continue;
    // One example of each op, unless all are asked for.
    if (!all && llvm::all_of(ops, [&](const std::string &op) {
          return covered.count(op) != 0;
        }))
      continue;
    for (const Precision &precision : makeAssignments(e, all))
      check(examples[e], precision, all ? SIZE_MAX : kPrograms);
    known.clear();
  }
  for (const auto &[name, reason] : kWithoutValues)
    covered.insert(name);
  for (mlir::RegisteredOperationName name :
       assigner.getContext().getRegisteredOperationsByDialect("amp"))
    if (name.hasInterface<mlir::amp::PrecisionOpInterface>())
      EXPECT_TRUE(covered.count(name.getStringRef().str()))
          << name.getStringRef().str()
          << " is in no record of gradients, network or losses, nor in "
             "functionCases or compositeCases";
  std::printf("%zu combinations, %zu programs\n", combinations, programs);
}

AMP_INSTANTIATE(AssignmentValueTest);
