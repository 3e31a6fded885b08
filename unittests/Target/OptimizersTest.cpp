//===- OptimizersTest.cpp - Update rules and schedules --------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Against what test/Inputs/optimizers/record_torch.py recorded of PyTorch,
// which also says where parameters and gradients come from.
//
//===----------------------------------------------------------------------===//

#include "Record.h"

using namespace amp;
using namespace amp::test;
namespace json = llvm::json;

namespace {
class OptimizersTest : public TargetTest {};

constexpr int kIterations = 100;

//===----------------------------------------------------------------------===//
// The recorded runs
//===----------------------------------------------------------------------===//

struct Parameter {
  const char *name;
  Shape shape;
};
const Parameter kParameters[] = {{"w", {2, 3}}, {"v", {5}}, {"u", {4}}};

std::vector<Tensor> makeTensors(uint64_t row, ElementType type, bool scaled) {
  std::vector<Tensor> tensors;
  uint64_t k = 0;
  for (const Parameter &parameter : kParameters) {
    Reals values(product(parameter.shape));
    for (Real &value : values) {
      value = hashed(1000 * row + k) *
              (scaled ? std::ldexp(Real(1), -4 * int(k % 4)) : 1);
      ++k;
    }
    tensors.push_back(encode(type, parameter.shape, values));
  }
  return tensors;
}

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

std::string join(const std::vector<std::string> &items) {
  std::string text;
  for (const std::string &item : items)
    text += (text.empty() ? "" : ", ") + item;
  return text;
}

std::string scheduleText(const json::Object &schedule) {
  std::vector<std::string> items;
  for (const auto &[key, value] : schedule)
    if (std::optional<int64_t> count = value.getAsInteger())
      items.push_back(key.str() + " = " + std::to_string(*count) + " : i64");
    else if (std::optional<double> number = value.getAsNumber())
      items.push_back(key.str() + " = " + literal(*number) + " : f64");
    else if (const json::Array *list = value.getAsArray()) {
      std::vector<std::string> counts;
      for (const json::Value &count : *list)
        counts.push_back(std::to_string(*count.getAsInteger()));
      items.push_back(key.str() + " = [" + join(counts) + "]");
    } else if (key != "kind")
      items.push_back(key.str() + " = \"" + value.getAsString()->str() + "\"");
  std::string text = "#amp.schedule<" + schedule.getString("kind")->str();
  return text + (items.empty() ? "" : ", {" + join(items) + "}") + ">";
}

/// The attributes of an optimizer, or of one of its groups.
std::string attributesText(const json::Object &settings) {
  std::vector<std::string> items;
  for (const auto &[key, value] : settings) {
    std::string name = key.str();
    if (std::optional<bool> flag = value.getAsBoolean())
      items.push_back(name + (*flag ? "" : " = false"));
    else if (std::optional<double> number = value.getAsNumber())
      items.push_back(name + " = " + literal(*number) + " : f64");
    else if (const json::Object *object = value.getAsObject())
      items.push_back(name + " = " + scheduleText(*object));
    else if (const json::Array *array = value.getAsArray()) {
      std::vector<std::string> elements;
      for (const json::Value &element : *array)
        elements.push_back(element.getAsObject()
                               ? attributesText(*element.getAsObject())
                               : "@" + element.getAsString()->str());
      items.push_back(name + " = [" + join(elements) + "]");
    }
  }
  return "{" + join(items) + "}";
}

/// One step; the gradients are its inputs, and after them whether it is skipped
/// and, `conditional`, whether it is made at all, and a metric in f64.
Graph stepGraph(const std::string &optimizer, const std::string &attributes,
                ElementType type, bool conditional = false,
                bool hasMetric = false) {
  Graph graph;
  std::string names, gradients, types;
  for (const Parameter &parameter : kParameters) {
    Val gradient = graph.input(
        encode(type, parameter.shape, Reals(product(parameter.shape), 0)));
    graph.prelude += "amp.variable parameter @" + std::string(parameter.name) +
                     " : " + gradient.typeText() + " = #amp.init<zeros>\n";
    std::string comma = names.empty() ? "" : ", ";
    names += comma + "@" + parameter.name;
    gradients += comma + gradient.name;
    types += gradient.typeText() + ", ";
  }
  graph.prelude += "amp.optimizer " + optimizer + " @opt [" + names + "] " +
                   attributes + "\n";
  Val skip = graph.input(encode(ElementType::I1, {}, {0}));
  std::string line =
      "amp.step @opt(" + gradients + ") skip_if(" + skip.name + ")";
  types += "tensor<i1>";
  if (conditional) {
    Val when = graph.input(encode(ElementType::I1, {}, {0}));
    line += " when(" + when.name + ")";
    types += ", tensor<i1>";
  }
  if (hasMetric) {
    Val metric = graph.input(encode(ElementType::F64, {}, {0}));
    line += " metric(" + metric.name + ")";
    types += ", tensor<f64>";
  }
  graph.line(line + " : " + types);
  graph.output(skip);
  return graph;
}

/// The variables that a skipped step leaves alone.
std::vector<std::string> stateOf(const std::string &kind,
                                 const json::Object &settings) {
  std::vector<std::string> names = {"opt.lr"};
  bool isAdam = kind == "adam" || kind == "adamw";
  bool hasTwoAverages = isAdam || kind == "nadam" || kind == "radam";
  bool counts = hasTwoAverages || kind == "adamax" || settings.get("lr_decay");
  if (kind == "nadam")
    names.push_back("opt.mu_product");
  for (const Parameter &parameter : kParameters) {
    // What the parameter's group says, or else the optimizer.
    const json::Object *group = nullptr;
    if (const json::Array *groups = settings.getArray("groups"))
      for (size_t i = 0; i < groups->size(); ++i)
        for (const json::Value &name :
             *(*groups)[i].getAsObject()->getArray("parameters"))
          if (*name.getAsString() == parameter.name) {
            group = (*groups)[i].getAsObject();
            if (group->get("lr"))
              names.push_back("opt.lr." + std::to_string(i));
            if (group->get("momentum_decay"))
              names.push_back("opt.mu_product." + std::to_string(i));
          }
    auto isSet = [&](llvm::StringRef key) {
      const json::Value *value = group ? group->get(key) : nullptr;
      if (!value)
        value = settings.get(key);
      return value && (value->getAsBoolean().value_or(false) ||
                       value->getAsNumber().value_or(0) != 0);
    };
    std::string name = parameter.name;
    names.push_back(name);
    if (hasTwoAverages) {
      names.push_back("opt.exp_avg." + name);
      names.push_back("opt.exp_avg_sq." + name);
    }
    if (isAdam && isSet("amsgrad"))
      names.push_back("opt.max_exp_avg_sq." + name);
    if (kind == "adamax") {
      names.push_back("opt.exp_avg." + name);
      names.push_back("opt.exp_inf." + name);
    }
    if (kind == "adadelta") {
      names.push_back("opt.square_avg." + name);
      names.push_back("opt.acc_delta." + name);
    }
    if (kind == "rmsprop") {
      names.push_back("opt.square_avg." + name);
      if (isSet("centered"))
        names.push_back("opt.grad_avg." + name);
    }
    if (kind == "adagrad")
      names.push_back("opt.sum." + name);
    if (isSet("momentum")) {
      names.push_back("opt.momentum." + name);
      counts |= isSet("dampening");
    }
  }
  if (counts)
    names.push_back("opt.steps");
  return names;
}

Tensor flag(bool value) { return encode(ElementType::I1, {}, {Real(value)}); }

void setParameters(Program &program, const std::vector<Tensor> &values) {
  for (size_t i = 0; i < values.size(); ++i)
    program.setVariable(kParameters[i].name, values[i]);
}

int64_t counter(Program &program, const std::string &name) {
  return program.variable(name).elements<int64_t>()[0];
}

/// f64 parameters to 1e-10; of others the norm of the difference.
void expectParameters(Program &program, ElementType type,
                      const json::Array &expected) {
  Reals actual;
  for (const Parameter &parameter : kParameters)
    for (Real value : decode(program.variable(parameter.name)))
      actual.push_back(value);
  ASSERT_EQ(actual.size(), expected.size());
  Real apart = 0, norm = 0;
  for (size_t i = 0; i < actual.size(); ++i) {
    Real reference = expected[i].getAsNumber().value_or(NAN);
    apart += (actual[i] - reference) * (actual[i] - reference);
    norm += reference * reference;
    if (type == ElementType::F64)
      EXPECT_LE(std::fabs(actual[i] - reference), 1e-10L)
          << "element " << i << ": " << actual[i] << ", PyTorch has "
          << reference;
  }
  EXPECT_LE(std::sqrt(apart), 1e-4L * std::sqrt(norm));
}
} // namespace

//===----------------------------------------------------------------------===//
// Tests
//===----------------------------------------------------------------------===//

// Parameters of 100 iterations. Every ninth is skipped: it leaves every bit as
// it was, but for the schedule.
TEST_P(OptimizersTest, TorchSteps) {
  json::Object record = readRecord("optimizers");
  for (const json::Value &value : arrayOf(record, "cases")) {
    const json::Object &recorded = *value.getAsObject();
    const json::Object &settings = *recorded.getObject("settings");
    std::string kind = recorded.getString("kind")->str();
    std::string attributes = attributesText(settings);
    for (ElementType type : {ElementType::F64, ElementType::F32}) {
      std::string element = mlirName(type).str();
      SCOPED_TRACE(kind + " " + attributes + " in " + element);
      std::unique_ptr<Program> program =
          compile(stepGraph(kind, attributes, type));
      ASSERT_TRUE(program);
      setParameters(*program, makeTensors(kIterations, type, false));
      bool isScheduled = settings.get("schedule") != nullptr;
      bool onStep = settings.get("schedule_on_step") != nullptr;
      int64_t iterations = 0;
      for (int t = 0; t < kIterations; ++t) {
        bool skipped = t % 9 == 0;
        std::vector<Tensor> inputs = makeTensors(t, type, true);
        State before;
        if (skipped) {
          Reals bad = decode(inputs[0]);
          bad[t % 6] = t % 2 ? Real(INFINITY) : Real(NAN);
          inputs[0] = encode(type, kParameters[0].shape, bad);
          before = readState(*program, stateOf(kind, settings));
        }
        inputs.push_back(flag(skipped));
        program->run(inputs);
        expectState(*program, before);
        iterations += !skipped || !onStep;
        if (isScheduled)
          ASSERT_EQ(counter(*program, "opt.iterations"), iterations);
        std::string after = std::to_string(t + 1);
        if (const json::Array *expected =
                recorded.getObject(element)->getArray(after)) {
          SCOPED_TRACE("after " + after);
          expectParameters(*program, type, *expected);
        }
      }
      ASSERT_TRUE(
          recorded.getObject(element)->get(std::to_string(kIterations)));
      if (HasFailure())
        return;
    }
  }
}

// The rate of every iteration, and past the last.
TEST_P(OptimizersTest, TorchSchedules) {
  json::Object record = readRecord("optimizers");
  for (const json::Value &value : arrayOf(record, "schedules")) {
    const json::Object &recorded = *value.getAsObject();
    double base = *recorded.getNumber("lr");
    std::string schedule = scheduleText(*recorded.getObject("schedule"));
    SCOPED_TRACE(schedule);
    std::unique_ptr<Program> program = compile(stepGraph(
        "sgd",
        "{lr = " + literal(base) + " : f64, schedule = " + schedule + "}",
        ElementType::F64));
    ASSERT_TRUE(program);
    std::vector<Tensor> inputs = makeTensors(0, ElementType::F64, true);
    inputs.push_back(flag(false));
    Real last = NAN;
    for (const json::Value &rate : arrayOf(recorded, "rates")) {
      program->run(inputs);
      last = decode(program->variable("opt.rate"), 0);
      ASSERT_LE(std::fabs(last - *rate.getAsNumber()), 1e-12L * base)
          << "iteration " << counter(*program, "opt.iterations") - 1 << ": "
          << last << ", PyTorch has " << *rate.getAsNumber();
    }
    // PyTorch's one cycle ends here; ours stays.
    if (*recorded.getObject("schedule")->getString("kind") == "one_cycle")
      for (int i = 0; i < 5; ++i) {
        program->run(inputs);
        EXPECT_EQ(decode(program->variable("opt.rate"), 0), last);
      }
    EXPECT_EQ(decode(program->variable("opt.lr"), 0), Real(base));
  }
}

namespace {
const std::string kPlateauState[] = {
    "opt.iterations",   "opt.rate",   "opt.metric_sum",
    "opt.metric_count", "opt.best",   "opt.bad_intervals",
    "opt.cooldown",     "opt.factor", "opt.factor.0"};

/// A step of two groups with the schedule.
Graph plateauGraph(const std::string &schedule, const std::string &more = "",
                   bool conditional = false) {
  return stepGraph("sgd",
                   "{lr = 0.1 : f64, groups = [{parameters = [@u], lr = 0.02 : "
                   "f64}], schedule = " +
                       schedule + more + "}",
                   ElementType::F64, conditional, /*hasMetric=*/true);
}

Tensor metric(Real value) { return encode(ElementType::F64, {}, {value}); }
} // namespace

// The rates of both groups, with metrics that are not finite in between; the
// state alone says how it goes on.
TEST_P(OptimizersTest, TorchPlateaus) {
  json::Object record = readRecord("optimizers");
  for (const json::Value &value : arrayOf(record, "plateaus")) {
    const json::Object &recorded = *value.getAsObject();
    std::string schedule = scheduleText(*recorded.getObject("schedule"));
    SCOPED_TRACE(schedule);
    std::unique_ptr<Program> first = compile(plateauGraph(schedule));
    std::unique_ptr<Program> second = compile(plateauGraph(schedule));
    ASSERT_TRUE(first && second);
    const json::Array &metrics = arrayOf(recorded, "metrics");
    const json::Array &rates = arrayOf(recorded, "rates");
    int64_t warmup =
        recorded.getObject("schedule")->getInteger("warmup").value_or(0);
    Program *program = first.get();
    for (size_t t = 0; t < rates.size(); ++t) {
      SCOPED_TRACE("iteration " + std::to_string(t));
      if (t == 25) {
        for (const auto &[name, tensor] : readState(*first, kPlateauState))
          second->setVariable(name, tensor);
        program = second.get();
      }
      auto rateOf = [&](int group) {
        return Real(*(*rates[t].getAsArray())[group].getAsNumber());
      };
      if (int64_t(t) >= warmup) {
        Real own = decode(program->variable("opt.lr.0"), 0) *
                   decode(program->variable("opt.factor.0"), 0);
        ASSERT_LE(std::fabs(own - rateOf(1)), 1e-14L);
      }
      std::optional<double> number = metrics[t].getAsNumber();
      std::vector<Tensor> inputs = makeTensors(t, ElementType::F64, true);
      inputs.push_back(flag(!number));
      inputs.push_back(metric(number  ? Real(*number)
                              : t % 2 ? Real(NAN)
                                      : Real(INFINITY)));
      program->run(inputs);
      Real rate = decode(program->variable("opt.rate"), 0);
      ASSERT_LE(std::fabs(rate - rateOf(0)), 1e-13L)
          << rate << ", PyTorch has " << rateOf(0);
    }
  }
}

// Metrics of runs in which no step is made count in the mean; nothing else
// happens there. With `schedule_on_step` those of skipped steps do not.
TEST_P(OptimizersTest, PlateauWhen) {
  const std::string schedule =
      "#amp.schedule<plateau, {interval = 2, patience = 0, factor = 0.5 : f64, "
      "threshold = 0.0 : f64}>";
  auto run = [&](Program &program, int t, bool skipped,
                 std::optional<bool> made, Real value) {
    std::vector<Tensor> inputs = makeTensors(t, ElementType::F64, true);
    inputs.push_back(flag(skipped));
    if (made)
      inputs.push_back(flag(*made));
    inputs.push_back(metric(value));
    program.run(inputs);
  };
  std::unique_ptr<Program> parts =
      compile(plateauGraph(schedule, "", /*conditional=*/true));
  std::unique_ptr<Program> whole = compile(plateauGraph(schedule));
  std::unique_ptr<Program> onStep =
      compile(plateauGraph(schedule, ", schedule_on_step"));
  ASSERT_TRUE(parts && whole && onStep);
  const std::string compared[] = {"opt.iterations", "opt.rate",
                                  "opt.best",       "opt.bad_intervals",
                                  "opt.cooldown",   "opt.factor"};
  for (int t = 0; t < 16; ++t) {
    Real mean = t % 6;
    State before = readState(*parts, compared);
    run(*parts, t, false, false, mean - 1);
    run(*parts, t, false, false, NAN);
    expectState(*parts, before);
    EXPECT_EQ(counter(*parts, "opt.metric_count"), t % 2 * 2 + 1);
    run(*parts, t, false, true, mean + 1);
    run(*whole, t, t % 5 == 1, std::nullopt, mean);
    expectState(*parts, readState(*whole, compared));
    if (t % 3 == 1) {
      before = readState(*onStep, kPlateauState);
      before.erase("opt.rate");
      run(*onStep, t, true, std::nullopt, -100);
      expectState(*onStep, before);
    }
    run(*onStep, t, false, std::nullopt, mean);
    expectState(*onStep, readState(*whole, compared));
  }
  EXPECT_LT(decode(whole->variable("opt.factor"), 0), 1);
}

// Where `when` is false nothing changes, the schedule neither; the iterations
// in between make no difference.
TEST_P(OptimizersTest, When) {
  const ElementType type = ElementType::F32;
  const std::string attributes =
      "{lr = 0.01 : f64, amsgrad, groups = [{parameters = [@u], lr = 0.1 : "
      "f64}], schedule = #amp.schedule<linear, {iterations = 20}>}";
  std::vector<std::string> names = {"opt.lr", "opt.lr.0", "opt.rate",
                                    "opt.iterations", "opt.steps"};
  for (const Parameter &parameter : kParameters)
    for (const char *prefix :
         {"", "opt.exp_avg.", "opt.exp_avg_sq.", "opt.max_exp_avg_sq."})
      names.push_back(std::string(prefix) + parameter.name);
  std::unique_ptr<Program> program =
      compile(stepGraph("adamw", attributes, type, /*conditional=*/true));
  std::unique_ptr<Program> plain =
      compile(stepGraph("adamw", attributes, type));
  ASSERT_TRUE(program && plain);
  setParameters(*program, makeTensors(kIterations, type, false));
  setParameters(*plain, makeTensors(kIterations, type, false));
  for (int t = 0; t < 24; ++t) {
    bool skipped = t % 5 == 1, made = t % 3 == 1;
    std::vector<Tensor> inputs = makeTensors(t, type, true);
    inputs.push_back(flag(skipped));
    if (made)
      plain->run(inputs);
    State before = readState(*program, names);
    inputs.push_back(flag(made));
    program->run(inputs);
    expectState(*program, made ? readState(*plain, names) : before);
  }
  EXPECT_EQ(counter(*program, "opt.iterations"), 8);
  EXPECT_EQ(counter(*program, "opt.steps"), 6);
}

// 16-bit parameters: the step is that of f32 parameters of the same values,
// rounded once; state is f32.
TEST_P(OptimizersTest, ShortParameters) {
  const struct {
    const char *kind, *attributes, *state;
  } rules[] = {
      {"sgd",
       "{lr = 0.1 : f64, momentum = 0.9 : f64, nesterov, weight_decay = 0.01 : "
       "f64}",
       "momentum"},
      {"adam", "{lr = 0.01 : f64, amsgrad, weight_decay = 0.01 : f64}",
       "exp_avg_sq"},
      {"adamw", "{lr = 0.01 : f64, weight_decay = 0.1 : f64}", "exp_avg_sq"},
      {"rmsprop", "{lr = 0.01 : f64, centered, momentum = 0.5 : f64}",
       "grad_avg"},
      {"adagrad", "{lr = 0.1 : f64, initial_accumulator = 0.5 : f64}", "sum"},
      {"nadam", "{lr = 0.01 : f64, weight_decay = 0.1 : f64}", "exp_avg_sq"},
      {"radam",
       "{lr = 0.01 : f64, weight_decay = 0.1 : f64, decoupled_weight_decay}",
       "exp_avg_sq"},
      {"adamax", "{lr = 0.01 : f64, weight_decay = 0.1 : f64}", "exp_inf"},
      {"adadelta", "{lr = 1.0 : f64, weight_decay = 0.1 : f64}", "acc_delta"}};
  const ElementType f32 = ElementType::F32;
  for (ElementType type : {ElementType::F16, ElementType::BF16})
    for (const auto &[kind, attributes, stateKind] : rules) {
      SCOPED_TRACE(std::string(kind) + " " + mlirName(type).str());
      std::unique_ptr<Program> program =
          compile(stepGraph(kind, attributes, type));
      std::unique_ptr<Program> wide = compile(stepGraph(kind, attributes, f32));
      ASSERT_TRUE(program && wide);
      setParameters(*program, makeTensors(kIterations, type, false));
      for (int t = 0; t < 10; ++t) {
        std::vector<Tensor> inputs = makeTensors(t, type, true), wideInputs;
        for (size_t i = 0; i < inputs.size(); ++i) {
          const Parameter &parameter = kParameters[i];
          wideInputs.push_back(encode(f32, parameter.shape, decode(inputs[i])));
          wide->setVariable(parameter.name,
                            encode(f32, parameter.shape,
                                   decode(program->variable(parameter.name))));
        }
        inputs.push_back(flag(false));
        wideInputs.push_back(flag(false));
        program->run(inputs);
        wide->run(wideInputs);
        for (const Parameter &parameter : kParameters) {
          Tensor exact = wide->variable(parameter.name);
          expectExact(
              program->variable(parameter.name),
              [&](int64_t i) { return roundTo(type, decode(exact, i)); },
              parameter.name);
          std::string state =
              std::string("opt.") + stateKind + "." + parameter.name;
          EXPECT_EQ(program->variable(state).type, f32);
          expectSameBytes(program->variable(state), wide->variable(state),
                          state);
        }
      }
    }
}

AMP_INSTANTIATE(OptimizersTest);
