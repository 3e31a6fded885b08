//===- ScalingTest.cpp - The loss scale, step by step ------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Against what test/Inputs/scaler/record_torch.py recorded of PyTorch's
// GradScaler, which also says where parameters and coefficients come from; and
// against a model of it, which is held against the same record. All bits must
// agree.
//
// The environment's AMP_SCALER_SEQUENCES and AMP_SCALER_STEPS set the length of
// the comparison with the model; docs/Design/Testing.md says what runs nightly.
//
//===----------------------------------------------------------------------===//

#include "Record.h"

#include <cstring>

using namespace amp;
using namespace amp::test;
namespace json = llvm::json;

namespace {
class ScalingTest : public TargetTest {};

constexpr ElementType f32 = ElementType::F32;
constexpr ElementType i1 = ElementType::I1;
constexpr int kElements = 3;

//===----------------------------------------------------------------------===//
// The model
//===----------------------------------------------------------------------===//

struct Settings {
  double growth = 2, backoff = 0.5;
  int32_t interval = 2000;
  double least = 0, most = 0; ///< 0 is none
  bool fixed = false;
  int64_t limit = 0;
};

/// PyTorch's `_amp_update_scale_`, and the counters and bounds that are ours.
struct Model {
  float scale;
  int32_t tracker = 0;
  int64_t skipped = 0, inARow = 0;

  bool hasHalted(const Settings &s) const {
    return s.limit && inARow >= s.limit;
  }
  /// What gradients are multiplied by.
  float inverse() const {
    return static_cast<float>(1 / static_cast<double>(scale));
  }
  void update(bool found, const Settings &s) {
    skipped += found;
    inARow = found ? inARow + 1 : 0;
    // The step that reaches the limit keeps its scale.
    bool halted = hasHalted(s);
    if (s.fixed)
      return;
    if (found) {
      tracker = 0;
      if (halted)
        return;
      scale = static_cast<float>(static_cast<double>(scale) * s.backoff);
      if (s.least && scale < static_cast<float>(s.least))
        scale = static_cast<float>(s.least);
      return;
    }
    if (++tracker != s.interval)
      return;
    tracker = 0;
    auto larger = static_cast<float>(static_cast<double>(scale) * s.growth);
    if (s.most && larger > static_cast<float>(s.most))
      larger = static_cast<float>(s.most);
    if (std::isfinite(larger))
      scale = larger;
  }
};

//===----------------------------------------------------------------------===//
// The record
//===----------------------------------------------------------------------===//

struct Segment {
  int64_t steps;
  Settings settings;
};
struct Sequence {
  float init;
  unsigned optimizers;
  std::vector<Segment> segments;
  std::string bad, stepped, parameters;
  std::map<int64_t, float> scale;
  std::map<int64_t, int32_t> tracker;
  int64_t every = 0;
  std::vector<std::string> tracedParameters, tracedGradients;
};

float parseBits(llvm::StringRef text) {
  auto bits = static_cast<uint32_t>(std::stoul(text.str(), nullptr, 16));
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}
/// "t:text ...".
template <typename T>
std::map<int64_t, T> parseChanges(llvm::StringRef text,
                                  T (*parse)(llvm::StringRef)) {
  std::map<int64_t, T> changes;
  llvm::SmallVector<llvm::StringRef> items;
  text.split(items, ' ', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef item : items) {
    auto [step, value] = item.split(':');
    changes[std::stol(step.str())] = parse(value);
  }
  return changes;
}
/// The bits of f32 numbers, every NaN the same.
std::string bitsOf(const Tensor &tensor) {
  std::string text;
  for (float value : tensor.elements<float>()) {
    uint32_t bits = 0x7fc00000;
    if (!std::isnan(value))
      std::memcpy(&bits, &value, sizeof(bits));
    char buffer[9];
    std::snprintf(buffer, sizeof(buffer), "%08x", bits);
    text += buffer;
  }
  return text;
}

std::vector<Sequence> readSequences() {
  json::Object record = readRecord("scaler");
  std::vector<Sequence> sequences;
  for (const json::Value &value : arrayOf(record, "sequences")) {
    const json::Object &object = *value.getAsObject();
    Sequence sequence;
    sequence.init = static_cast<float>(parseDouble(*object.getString("init")));
    sequence.optimizers = *object.getInteger("optimizers");
    for (const json::Value &item : arrayOf(object, "segments")) {
      const json::Object &segment = *item.getAsObject();
      Settings settings;
      settings.growth = parseDouble(*segment.getString("growth"));
      settings.backoff = parseDouble(*segment.getString("backoff"));
      settings.interval = *segment.getInteger("interval");
      sequence.segments.push_back({*segment.getInteger("steps"), settings});
    }
    sequence.bad = object.getString("bad")->str();
    sequence.stepped = object.getString("stepped")->str();
    sequence.parameters = object.getString("parameters")->str();
    sequence.scale = parseChanges(*object.getString("scale"), parseBits);
    sequence.tracker = parseChanges<int32_t>(
        *object.getString("tracker"),
        [](llvm::StringRef text) { return int32_t(std::stoi(text.str())); });
    if (const json::Object *traced = object.getObject("traced")) {
      sequence.every = *object.getInteger("every");
      for (const json::Value &bits : arrayOf(*traced, "parameters"))
        sequence.tracedParameters.push_back(bits.getAsString()->str());
      for (const json::Value &bits : arrayOf(*traced, "gradients"))
        sequence.tracedGradients.push_back(bits.getAsString()->str());
    }
    sequences.push_back(sequence);
  }
  return sequences;
}

/// Scale and tracker after each step, as recorded.
class Trace {
public:
  explicit Trace(const Sequence &sequence)
      : sequence(sequence), scale(sequence.init) {}
  void advance(int64_t step) {
    auto changed = sequence.scale.find(step);
    if (changed != sequence.scale.end())
      scale = changed->second;
    auto counted = sequence.tracker.find(step);
    tracker = counted != sequence.tracker.end() ? counted->second : tracker + 1;
  }

private:
  const Sequence &sequence;

public:
  float scale;
  int32_t tracker = 0;
};

Tensor coefficients(size_t index, int64_t step, unsigned optimizer,
                    bool isBad) {
  Reals values(kElements);
  for (int i = 0; i < kElements; ++i)
    values[i] = hashed(1000000 * (index + 1) + 100 * step + 10 * optimizer + i);
  if (isBad) {
    const Real kinds[] = {NAN, INFINITY, -INFINITY};
    values[step % kElements] = kinds[step / kElements % 3];
  }
  return encode(f32, {kElements}, values);
}

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

std::string scalerText(const std::string &name, float init, const Settings &s,
                       const std::string &more = "") {
  auto f64 = [](const char *key, double value) {
    return std::string(", ") + key + " = " + literal(value) + " : f64";
  };
  return "amp.grad_scaler @" + name +
         " {growth_interval = " + std::to_string(s.interval) + " : i64" +
         f64("init_scale", init) + f64("growth_factor", s.growth) +
         f64("backoff_factor", s.backoff) +
         (s.least ? f64("min_scale", s.least) : "") +
         (s.most ? f64("max_scale", s.most) : "") + (s.fixed ? ", fixed" : "") +
         (s.limit ? ", skip_limit = " + std::to_string(s.limit) + " : i64"
                  : "") +
         more + "}\n";
}

std::string numbered(const char *name, unsigned number) {
  return name + std::to_string(number);
}

/// One step of optimizers p0, p1, ... whose coefficients are the inputs. With
/// `conditional` a last input says whether the step is made. The results are
/// the scaled seed and, per optimizer, unscaled gradients and flag.
Graph stepGraph(unsigned optimizers, const std::string &scaler,
                const std::string &rule = "sgd",
                const std::string &attributes = "{lr = 0.5 : f64}",
                bool conditional = false) {
  Graph graph;
  graph.prelude = scaler;
  Val loss{};
  std::vector<Val> parameters;
  std::string flags, flagTypes, when, whenType;
  for (unsigned o = 0; o < optimizers; ++o) {
    std::string name = numbered("p", o);
    graph.prelude += "amp.variable parameter @" + name +
                     " : tensor<3xf32> = #amp.init<zeros>\namp.optimizer " +
                     rule + " @" + numbered("opt", o) + " [@" + name + "] " +
                     attributes + "\n";
    Val c = graph.input(encode(f32, {kElements}, Reals(kElements, 0)));
    parameters.push_back(graph.read(name, f32, {kElements}));
    Val term =
        graph.op("sum", {graph.same("mul", {parameters.back(), c})}, f32, {});
    loss = o ? graph.same("add", {loss, term}) : term;
  }
  if (conditional) {
    when = " when(" + graph.input(encode(i1, {}, {0})).name + ")";
    whenType = ", tensor<i1>";
  }
  Val one = graph.scalar(f32, "1.0");
  Val seed{graph.fresh(), f32, {}};
  graph.line(seed.name + " = amp.scale @scaler, " + one.name +
             " : tensor<f32>");
  graph.output(seed);
  std::string results = graph.fresh(), names, types;
  for (const Val &parameter : parameters) {
    names += (names.empty() ? "" : ", ") + parameter.name;
    types += (types.empty() ? "" : ", ") + parameter.typeText();
  }
  graph.line(results + ":" + std::to_string(optimizers) + " = amp.backward " +
             loss.name + " wrt(" + names + ") seed(" + seed.name +
             ") : (tensor<f32>, " + types + ", tensor<f32>) -> (" + types +
             ")");
  for (unsigned o = 0; o < optimizers; ++o) {
    std::string unscaled = graph.fresh();
    graph.line(unscaled + ":2 = amp.unscale @scaler(" + results + "#" +
               std::to_string(o) +
               ") : (tensor<3xf32>) -> (tensor<3xf32>, tensor<i1>)");
    graph.line("amp.step @" + numbered("opt", o) + "(" + unscaled +
               "#0) skip_if(" + unscaled + "#1)" + when +
               " : tensor<3xf32>, tensor<i1>" + whenType);
    graph.output({unscaled + "#0", f32, {kElements}});
    graph.output({unscaled + "#1", i1, {}});
    flags += (o ? ", " : "") + unscaled + "#1";
    flagTypes += o ? ", tensor<i1>" : "tensor<i1>";
  }
  graph.line("amp.update_scale @scaler(" + flags + ")" + when + " : " +
             flagTypes + whenType);
  return graph;
}

float scaleOf(Program &program) {
  return program.variable("scaler.scale").elements<float>()[0];
}
int32_t trackerOf(Program &program) {
  return program.variable("scaler.growth_tracker").elements<int32_t>()[0];
}
int64_t counter(Program &program, const char *name) {
  return program.variable(name).elements<int64_t>()[0];
}

/// A scale is never NaN.
::testing::AssertionResult sameBits(float actual, float expected) {
  if (std::memcmp(&actual, &expected, sizeof(float)) == 0)
    return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure()
         << std::hexfloat << actual << ", expected " << expected;
}

void expectModel(Program &program, const Model &model, const Settings &s,
                 const std::string &where) {
  ASSERT_TRUE(sameBits(scaleOf(program), model.scale)) << where;
  if (!s.fixed)
    ASSERT_EQ(trackerOf(program), model.tracker) << where;
  ASSERT_EQ(counter(program, "scaler.skipped"), model.skipped) << where;
  ASSERT_EQ(counter(program, "scaler.consecutive_skips"), model.inARow)
      << where;
}
} // namespace

//===----------------------------------------------------------------------===//
// Recorded sequences
//===----------------------------------------------------------------------===//

// The model is PyTorch's state machine.
TEST(GradScalerModelTest, TorchSequences) {
  std::vector<Sequence> sequences = readSequences();
  ASSERT_EQ(sequences.size(), 100u);
  // What the sequences must have been to, or they would say little.
  bool reachedZero = false, reachedSubnormal = false, stayedAtCeiling = false;
  bool passedInterval = false, differed = false;
  for (const Sequence &sequence : sequences) {
    SCOPED_TRACE("sequence " + std::to_string(&sequence - sequences.data()));
    Model model{sequence.init};
    Trace trace(sequence);
    int64_t t = 0;
    for (const Segment &segment : sequence.segments)
      for (int64_t i = 0; i < segment.steps; ++i, ++t) {
        float before = model.scale;
        int bad = sequence.bad[t] - '0';
        int all = (1 << sequence.optimizers) - 1;
        ASSERT_EQ(sequence.stepped[t] - '0', all & ~bad) << "step " << t;
        differed |= bad != 0 && bad != all;
        model.update(bad != 0, segment.settings);
        trace.advance(t);
        ASSERT_TRUE(sameBits(trace.scale, model.scale)) << "step " << t;
        ASSERT_EQ(trace.tracker, model.tracker) << "step " << t;
        reachedZero |= model.scale == 0;
        reachedSubnormal |= std::fpclassify(model.scale) == FP_SUBNORMAL;
        stayedAtCeiling |= !bad && model.tracker == 0 && before > 0x1p126f &&
                           before == model.scale;
        passedInterval |= model.tracker > segment.settings.interval;
      }
    ASSERT_EQ(t, static_cast<int64_t>(sequence.bad.size()));
  }
  EXPECT_TRUE(reachedZero && reachedSubnormal && stayedAtCeiling);
  EXPECT_TRUE(passedInterval && differed);
}

// A program per segment: scale and tracker after each step, who stepped, the
// parameters. What `state_dict` holds goes from one program to the next.
TEST_P(ScalingTest, TorchSequences) {
  std::vector<Sequence> sequences = readSequences();
  for (size_t index = 0; index < sequences.size(); ++index) {
    const Sequence &sequence = sequences[index];
    SCOPED_TRACE("sequence " + std::to_string(index));
    std::unique_ptr<Program> program;
    Trace trace(sequence);
    int64_t t = 0;
    for (const Segment &segment : sequence.segments) {
      // A new scaler begins with another scale than the one it is given.
      std::unique_ptr<Program> next = compile(stepGraph(
          sequence.optimizers,
          scalerText("scaler", program ? 3 : sequence.init, segment.settings)));
      ASSERT_TRUE(next);
      for (unsigned o = 0; o < sequence.optimizers; ++o) {
        std::string name = numbered("p", o);
        Reals first(kElements);
        for (int i = 0; i < kElements; ++i)
          first[i] = hashed(1000 * index + 10 * o + i);
        next->setVariable(name, program ? program->variable(name)
                                        : encode(f32, {kElements}, first));
      }
      if (program)
        for (const char *name : {"scaler.scale", "scaler.growth_tracker"})
          next->setVariable(name, program->variable(name));
      program = std::move(next);
      for (int64_t i = 0; i < segment.steps; ++i, ++t) {
        int bad = sequence.bad[t] - '0', stepped = 0;
        std::vector<Tensor> inputs;
        for (unsigned o = 0; o < sequence.optimizers; ++o)
          inputs.push_back(coefficients(index, t, o, bad >> o & 1));
        std::vector<Tensor> results = program->run(inputs);
        ASSERT_EQ(results.size(), 1 + 2 * sequence.optimizers);
        ASSERT_TRUE(sameBits(results[0].elements<float>()[0], trace.scale));
        trace.advance(t);
        std::string parameters, gradients;
        for (unsigned o = 0; o < sequence.optimizers; ++o) {
          stepped |= (decode(results[2 + 2 * o], 0) == 0) << o;
          gradients += bitsOf(results[1 + 2 * o]);
          parameters += bitsOf(program->variable(numbered("p", o)));
        }
        ASSERT_EQ(stepped, sequence.stepped[t] - '0') << "step " << t;
        ASSERT_TRUE(sameBits(scaleOf(*program), trace.scale)) << "step " << t;
        ASSERT_EQ(trackerOf(*program), trace.tracker) << "step " << t;
        if (sequence.every && t % sequence.every == 0) {
          size_t row = t / sequence.every;
          ASSERT_LT(row, sequence.tracedGradients.size());
          ASSERT_EQ(gradients, sequence.tracedGradients[row]) << "step " << t;
          ASSERT_EQ(parameters, sequence.tracedParameters[row]) << "step " << t;
        }
        if (t + 1 == static_cast<int64_t>(sequence.bad.size()))
          ASSERT_EQ(parameters, sequence.parameters);
      }
    }
    ASSERT_EQ(t, static_cast<int64_t>(sequence.bad.size()));
  }
}

//===----------------------------------------------------------------------===//
// Random sequences against the model
//===----------------------------------------------------------------------===//

namespace {
constexpr unsigned kScalersPerProgram = 64;

int64_t countOf(const char *variable, int64_t fallback) {
  const char *text = std::getenv(variable);
  return text ? std::stoll(text) : fallback;
}

struct RandomScaler {
  float init;
  Settings settings;
  Real badness;
};

RandomScaler drawScaler(Generator &generator) {
  auto drawn = [&](Real share) { return generator.uniform(0, 1) < share; };
  RandomScaler scaler;
  int exponent = static_cast<int>(generator.bits() % 141) - 20;
  Real mantissa = drawn(0.5) ? 1 : generator.uniform(1, 2);
  scaler.init = static_cast<float>(std::ldexp(mantissa, exponent));
  Settings &s = scaler.settings;
  s.growth = drawn(0.3) ? 2 : double(generator.uniform(1.001L, 4));
  s.backoff = drawn(0.3) ? 0.5 : double(generator.uniform(0.05L, 0.999L));
  s.interval = drawn(0.3) ? 1 : static_cast<int32_t>(generator.bits() % 20) + 1;
  if (drawn(0.1))
    s.least = scaler.init * double(generator.uniform(0, 1));
  if (drawn(0.1))
    s.most = scaler.init * double(generator.uniform(1, 1000));
  const Real shares[] = {0, 0.02, 0.1, 0.3, 0.5, 0.9, 1};
  scaler.badness = shares[generator.bits() % 7];
  return scaler;
}

/// All scalers' updates, by the elements of one input.
Graph updateGraph(const std::vector<RandomScaler> &scalers) {
  Graph graph;
  auto count = static_cast<int64_t>(scalers.size());
  Val flags = graph.input(encode(i1, {count}, Reals(count, 0)));
  for (int64_t i = 0; i < count; ++i) {
    std::string name = numbered("s", i);
    graph.prelude += scalerText(name, scalers[i].init, scalers[i].settings);
    Val part = graph.op("slice", {flags}, i1, {1},
                        "offsets = array<i64: " + std::to_string(i) +
                            ">, sizes = array<i64: 1>");
    Val flag = graph.op("reshape", {part}, i1, {}, "shape = array<i64>");
    graph.line("amp.update_scale @" + name + "(" + flag.name +
               ") : tensor<i1>");
  }
  return graph;
}
} // namespace

TEST_P(ScalingTest, RandomSequences) {
  int64_t sequences = countOf("AMP_SCALER_SEQUENCES", 64);
  int64_t steps = countOf("AMP_SCALER_STEPS", 200);
  Generator generator(101);
  for (int64_t first = 0; first < sequences; first += kScalersPerProgram) {
    std::vector<RandomScaler> scalers(
        std::min<int64_t>(kScalersPerProgram, sequences - first));
    std::vector<Model> models;
    std::vector<std::string> names;
    for (RandomScaler &scaler : scalers) {
      scaler = drawScaler(generator);
      names.push_back(numbered("s", models.size()));
      models.push_back({scaler.init});
    }
    std::unique_ptr<Program> program = compile(updateGraph(scalers));
    ASSERT_TRUE(program);
    auto count = static_cast<int64_t>(scalers.size());
    Tensor flags = encode(i1, {count}, Reals(count, 0));
    for (int64_t t = 0; t < steps; ++t) {
      for (int64_t i = 0; i < count; ++i) {
        bool bad = generator.uniform(0, 1) < scalers[i].badness;
        flags.mutableElements<uint8_t>()[i] = bad;
        models[i].update(bad, scalers[i].settings);
      }
      program->run({flags});
      for (int64_t i = 0; i < count; ++i) {
        Tensor scale = program->variable(names[i] + ".scale");
        Tensor tracker = program->variable(names[i] + ".growth_tracker");
        ASSERT_TRUE(sameBits(scale.elements<float>()[0], models[i].scale))
            << "sequence " << first + i << ", step " << t;
        ASSERT_EQ(tracker.elements<int32_t>()[0], models[i].tracker)
            << "sequence " << first + i << ", step " << t;
      }
    }
  }
}

//===----------------------------------------------------------------------===//
// Bounds, limits, guards
//===----------------------------------------------------------------------===//

// Floor, ceiling and `fixed`, with gradients and the parameters.
TEST_P(ScalingTest, Bounds) {
  struct {
    float init;
    Settings settings;
    Real badness;
  } const cases[] = {
      {64, {2, 0.5, 2, 1, 256}, 0.4},
      {100, {3, 0.3, 1, 99.5, 101}, 0.4},
      // Bounds that f32 does not have are rounded as the scale is.
      {1, {2, 0.5, 1, 1.0 / 3, 1.1}, 0.4},
      {0x1p127f, {1.5, 0.75, 2, 0x1p126, 0}, 0.5},
      {128, {2, 0.5, 2, 0, 0, true}, 0.3},
  };
  for (const auto &c : cases) {
    SCOPED_TRACE("case " + std::to_string(&c - cases));
    const Settings &s = c.settings;
    std::unique_ptr<Program> program =
        compile(stepGraph(1, scalerText("scaler", c.init, s)));
    ASSERT_TRUE(program);
    Model model{c.init};
    float w[kElements] = {};
    Generator generator(89);
    for (int64_t t = 0; t < 200; ++t) {
      bool bad = generator.uniform(0, 1) < c.badness;
      Tensor x = coefficients(100, t, 0, bad);
      std::vector<Tensor> results = program->run({x});
      ASSERT_EQ(results.size(), 3u);
      ASSERT_TRUE(sameBits(results[0].elements<float>()[0], model.scale));
      EXPECT_EQ(decode(results[2], 0), bad);
      for (int i = 0; i < kElements; ++i) {
        float scaled = x.elements<float>()[i] * model.scale;
        float unscaled = scaled * model.inverse();
        float actual = results[1].elements<float>()[i];
        EXPECT_TRUE(actual == unscaled ||
                    (std::isnan(actual) && std::isnan(unscaled)));
        if (!bad)
          w[i] = w[i] - 0.5f * unscaled;
      }
      model.update(bad, s);
      expectModel(*program, model, s, "step " + std::to_string(t));
      ASSERT_EQ(
          std::memcmp(program->variable("p0").bytes().data(), w, sizeof(w)), 0);
      if (HasFailure())
        return;
    }
    EXPECT_GT(model.skipped, 0);
  }
}

// After `skip_limit` skipped steps in a row nothing changes any more but the
// counters, whatever the gradients are. A finite step before that starts the
// count anew; either optimizer's overflow counts.
TEST_P(ScalingTest, SkipLimit) {
  Settings s;
  s.limit = 3;
  s.interval = 2;
  std::unique_ptr<Program> program = compile(stepGraph(
      2, scalerText("scaler", 1024, s), "adam", "{lr = 0.1 : f64, amsgrad}"));
  ASSERT_TRUE(program);
  const std::vector<std::string> names = {"scaler.scale",
                                          "p0",
                                          "opt0.exp_avg.p0",
                                          "opt0.exp_avg_sq.p0",
                                          "opt0.steps",
                                          "p1",
                                          "opt0.max_exp_avg_sq.p0",
                                          "opt1.exp_avg.p1",
                                          "opt1.exp_avg_sq.p1",
                                          "opt1.max_exp_avg_sq.p1",
                                          "opt1.steps"};
  Model model{1024};
  // The optimizers with a bad gradient, step by step.
  const int bad[] = {0, 1, 2, 0, 3, 3, 0, 0, 1, 2, 3, 0, 0, 3, 0, 1, 0, 0};
  State last;
  for (int64_t t = 0; t < 18; ++t) {
    bool halted = model.hasHalted(s);
    EXPECT_EQ(halted, t > 10);
    if (halted && last.empty())
      last = readState(*program, names);
    std::vector<Tensor> results =
        program->run({coefficients(101, t, 0, bad[t] & 1),
                      coefficients(101, t, 1, bad[t] & 2)});
    ASSERT_EQ(results.size(), 5u);
    EXPECT_EQ(decode(results[2], 0), halted || (bad[t] & 1)) << t;
    EXPECT_EQ(decode(results[4], 0), halted || (bad[t] & 2)) << t;
    model.update(halted || bad[t], s);
    expectModel(*program, model, s, "step " + std::to_string(t));
    expectState(*program, last);
  }
  ASSERT_FALSE(last.empty());
  // Who lets it go on, having mended the cause, sets the counter to zero.
  program->setVariable("scaler.consecutive_skips",
                       encode(ElementType::I64, {}, {0}));
  std::vector<Tensor> results = program->run(
      {coefficients(101, 20, 0, false), coefficients(101, 20, 1, false)});
  ASSERT_EQ(results.size(), 5u);
  EXPECT_EQ(decode(results[2], 0), 0);
  EXPECT_EQ(trackerOf(*program), 1);
}

// Without a limit, or with 0, the hundredth step is as the first.
TEST_P(ScalingTest, NoSkipLimit) {
  for (const char *text : {"", ", skip_limit = 0 : i64"}) {
    Settings s;
    s.backoff = 0.9;
    std::unique_ptr<Program> program =
        compile(stepGraph(1, scalerText("scaler", 1024, s, text)));
    ASSERT_TRUE(program);
    Model model{1024};
    for (int64_t t = 0; t < 100; ++t) {
      program->run({coefficients(102, t, 0, true)});
      model.update(true, s);
      expectModel(*program, model, s, "step " + std::to_string(t));
    }
    EXPECT_EQ(decode(program->variable("p0")), Reals(kElements, 0));
    std::vector<Tensor> results =
        program->run({coefficients(102, 100, 0, false)});
    ASSERT_EQ(results.size(), 3u);
    EXPECT_EQ(decode(results[2], 0), 0);
    EXPECT_NE(decode(program->variable("p0"), 0), 0);
    EXPECT_EQ(counter(*program, "scaler.consecutive_skips"), 0);
    EXPECT_EQ(counter(*program, "scaler.skipped"), 100);
  }
}

// Where `when` is false no variable changes, whatever the gradients are; the
// steps in between make no difference to those that are made.
TEST_P(ScalingTest, When) {
  Settings s;
  s.interval = 3;
  s.limit = 4;
  const char *attributes = "{lr = 0.5 : f64, momentum = 0.5 : f64}";
  std::string scaler = scalerText("scaler", 256, s);
  std::unique_ptr<Program> program =
      compile(stepGraph(1, scaler, "sgd", attributes, /*conditional=*/true));
  std::unique_ptr<Program> plain =
      compile(stepGraph(1, scaler, "sgd", attributes));
  ASSERT_TRUE(program && plain);
  const std::vector<std::string> names = {"scaler.scale",
                                          "scaler.growth_tracker",
                                          "scaler.skipped",
                                          "scaler.consecutive_skips",
                                          "p0",
                                          "opt0.momentum.p0"};
  for (int64_t t = 0; t < 60; ++t) {
    bool made = t % 3 == 2;
    Tensor x = coefficients(103, t, 0, t % 11 == 1);
    State before = readState(*program, names);
    program->run({x, encode(i1, {}, {Real(made)})});
    if (made)
      plain->run({x});
    expectState(*program, made ? readState(*plain, names) : before);
  }
  EXPECT_GT(counter(*program, "scaler.skipped"), 0);
  EXPECT_GT(scaleOf(*program), 256);
}

// A scaler that is turned off scales, tests and skips nothing.
TEST_P(ScalingTest, Disabled) {
  std::unique_ptr<Program> program = compile(
      stepGraph(1, scalerText("scaler", 256, Settings(), ", enabled = false")));
  ASSERT_TRUE(program);
  std::vector<Tensor> results =
      program->run({encode(f32, {kElements}, {1, INFINITY, 0.25})});
  ASSERT_EQ(results.size(), 3u);
  EXPECT_EQ(decode(results[0], 0), 1);
  EXPECT_EQ(decode(results[1]), (Reals{1, INFINITY, 0.25}));
  EXPECT_EQ(decode(results[2], 0), 0);
  EXPECT_EQ(decode(program->variable("p0")), (Reals{-0.5, -INFINITY, -0.125}));
}

AMP_INSTANTIATE(ScalingTest);
