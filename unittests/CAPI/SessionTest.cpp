//===- SessionTest.cpp - Tests of the C interface of trainings ------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp-c/Amp.h"

#include "amp/Support/TensorFile.h"
#include "gtest/gtest.h"

#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <thread>

extern "C" const char *train_digits(const char *folder, const char *text,
                                    const amp_array *images,
                                    const amp_array *labels,
                                    const amp_array *test_images,
                                    const amp_array *test_labels);

namespace {

/// A linear model, whose batch is open, and its predictions.
const std::string kLine = R"(
amp.variable parameter @w : tensor<1x3xf32> = #amp.init<zeros>
amp.optimizer sgd @sgd [@w] {lr = 0.1 : f64}
func.func @train(%x: tensor<?x3xf32> {amp.name = "x"},
                 %y: tensor<?x1xf32> {amp.name = "y"})
    -> (tensor<f32> {amp.name = "loss", amp.reduction = "mean"}) {
  %w = amp.read @w : tensor<1x3xf32>
  %z = amp.linear %x, %w : (tensor<?x3xf32>, tensor<1x3xf32>) -> tensor<?x1xf32>
  %loss = amp.mse_loss %z, %y : (tensor<?x1xf32>, tensor<?x1xf32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%w) : (tensor<f32>, tensor<1x3xf32>) -> (tensor<1x3xf32>)
  amp.step @sgd(%g) : tensor<1x3xf32>
  return %loss : tensor<f32>
}
func.func @predict(%x: tensor<?x3xf32> {amp.name = "x"})
    -> (tensor<?x1xf32> {amp.name = "z"}) {
  %w = amp.read @w : tensor<1x3xf32>
  %z = amp.linear %x, %w : (tensor<?x3xf32>, tensor<1x3xf32>) -> tensor<?x1xf32>
  return %z : tensor<?x1xf32>
}
)";

/// Of how an array is bound, with its data.
struct Floats {
  Floats(std::vector<int64_t> shape, std::vector<float> values)
      : shape(std::move(shape)), values(std::move(values)) {}
  amp_array get() const {
    return {AMP_F32, static_cast<uint32_t>(shape.size()), shape.data(),
            values.data(), values.size() * sizeof(float)};
  }
  std::vector<int64_t> shape;
  std::vector<float> values;
};

Floats makeInputs(int64_t rows) {
  std::vector<float> values;
  for (int64_t i = 0; i < 3 * rows; ++i)
    values.push_back(static_cast<float>((i * 7) % 11 - 5) / 8);
  return {{rows, 3}, values};
}

Floats makeTargets(const Floats &inputs) {
  std::vector<float> values;
  for (size_t i = 0; i < inputs.values.size(); i += 3)
    values.push_back(inputs.values[i] - 2 * inputs.values[i + 1] +
                     inputs.values[i + 2] / 2);
  return {{inputs.shape[0], 1}, values};
}

struct Destroy {
  void operator()(amp_graph *o) const { amp_graph_destroy(o); }
  void operator()(amp_config *o) const { amp_config_destroy(o); }
  void operator()(amp_session *o) const { amp_session_destroy(o); }
  void operator()(amp_executable *o) const { amp_executable_destroy(o); }
  void operator()(amp_checkpoint *o) const { amp_checkpoint_destroy(o); }
};
template <typename T>
using Owner = std::unique_ptr<T, Destroy>;

/// "" for success, else code, place and message of a status, which is released.
std::string take(amp_status *status) {
  if (!status)
    return "";
  std::string text = std::to_string(amp_status_code(status)) + " [" +
                     amp_status_place(status) + "] " +
                     amp_status_message(status);
  amp_status_free(status);
  return text;
}

#define OK(CALL) ASSERT_EQ(take(CALL), "")
#define FAILS(CALL, CODE, PLACE, PART)                                         \
  do {                                                                         \
    std::string status = take(CALL);                                           \
    EXPECT_EQ(status.find(std::to_string(CODE) + " [" PLACE "] "), 0u)         \
        << status;                                                             \
    EXPECT_NE(status.find(PART), std::string::npos) << status;                 \
  } while (0)

using Settings = std::vector<std::pair<const char *, const char *>>;

class SessionCAPI : public testing::Test {
protected:
  void SetUp() override {
    std::string name = testing::TempDir() + "amp-capi-XXXXXX";
    ASSERT_TRUE(mkdtemp(name.data()));
    folder = name;
  }
  void TearDown() override { std::filesystem::remove_all(folder); }

  std::filesystem::path folder;
};

Owner<amp_graph> openGraph(const std::string &text,
                           const amp_graph_options *options = nullptr) {
  amp_graph *graph = nullptr;
  EXPECT_EQ(take(amp_graph_open_text(text.data(), text.size(), "net.mlir",
                                     options, &graph)),
            "");
  return Owner<amp_graph>(graph);
}

Owner<amp_config> makeConfig(const Settings &settings) {
  amp_config *config = nullptr;
  EXPECT_EQ(take(amp_config_create(&config)), "");
  // Where tests run there may be a GPU, too.
  EXPECT_EQ(take(amp_config_set(config, "device", "cpu")), "");
  for (auto [name, value] : settings)
    EXPECT_EQ(take(amp_config_set(config, name, value)), "");
  return Owner<amp_config>(config);
}

Owner<amp_session> makeSession(amp_graph *graph, const Settings &settings = {},
                               const amp_session_options *options = nullptr) {
  amp_session *session = nullptr;
  EXPECT_EQ(take(amp_session_create(graph, makeConfig(settings).get(), options,
                                    &session)),
            "");
  return Owner<amp_session>(session);
}

void bind(amp_session *session, const char *entry, const char *name,
          const Floats &array, amp_bind_mode mode = AMP_COPY) {
  amp_array given = array.get();
  EXPECT_EQ(take(amp_session_bind(session, entry, name, &given, mode)), "");
}

std::vector<float> readWeights(amp_session *session) {
  std::vector<float> weights(3);
  EXPECT_EQ(take(amp_session_read_variable(session, "w", weights.data(), 12)),
            "");
  return weights;
}

double getValue(amp_session *session, const char *entry, const char *name,
                amp_reduce reduce = AMP_TOTAL) {
  double value = NAN;
  EXPECT_EQ(take(amp_session_get_value(session, entry, name, reduce, &value)),
            "");
  return value;
}

size_t countPrograms(amp_session *session) {
  amp_executable *executable = nullptr;
  EXPECT_EQ(take(amp_session_get_executable(session, &executable)), "");
  size_t count = amp_executable_num_programs(executable);
  amp_executable_destroy(executable);
  return count;
}

amp_array toArray(const amp::Tensor &tensor) {
  return {static_cast<int32_t>(tensor.type),
          static_cast<uint32_t>(tensor.shape.size()), tensor.shape.data(),
          tensor.bytes().data(), tensor.bytes().size()};
}

} // namespace

//===----------------------------------------------------------------------===//
// Programs in C
//===----------------------------------------------------------------------===//

TEST_F(SessionCAPI, ServesACProgram) {
  std::string digits = AMP_SOURCE_DIR "/examples/digits/";
  std::ifstream file(digits + "digits.mlir");
  std::stringstream text;
  text << file.rdbuf();
  // The evaluation, with the logits as its result.
  std::string graph = text.str();
  std::string predict = graph.substr(graph.find("func.func @evaluate"));
  auto replace = [&](const std::string &from, const std::string &to) {
    size_t at = predict.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    predict.replace(at, from.size(), to);
  };
  replace("@evaluate", "@predict");
  size_t begin = predict.find("%labels:");
  size_t end = predict.find(" {\n");
  ASSERT_NE(begin, std::string::npos);
  predict.erase(begin, end - begin);
  predict.erase(predict.rfind(',', begin), begin - predict.rfind(',', begin));
  predict.insert(predict.find(" {\n", predict.find("amp.name")),
                 ") -> (tensor<?x10xf32> {amp.name = \"logits\"})");
  predict.erase(predict.find("  %loss ="));
  predict += "  return %logits : tensor<?x10xf32>\n}\n";
  std::vector<amp::Tensor> tensors;
  std::vector<amp_array> arrays;
  for (const char *name :
       {"train_images", "train_labels", "test_images", "test_labels"}) {
    auto tensor = amp::loadTensor(digits + "digits.npz:" + name, name);
    ASSERT_TRUE(static_cast<bool>(tensor));
    tensors.push_back(std::move(*tensor));
  }
  for (const amp::Tensor &tensor : tensors)
    arrays.push_back(toArray(tensor));
  const char *problem =
      train_digits(folder.c_str(), (graph + predict).c_str(), &arrays[0],
                   &arrays[1], &arrays[2], &arrays[3]);
  EXPECT_EQ(problem, nullptr) << problem;
}

TEST_F(SessionCAPI, TheExampleRuns) {
  std::string command = std::string("env -u LD_LIBRARY_PATH ") + AMP_C_EXAMPLE +
                        " '" + folder.string() + "' > /dev/null";
  EXPECT_EQ(std::system(command.c_str()), 0);
}

TEST_F(SessionCAPI, ShowsItsSymbolsOnly) {
  std::string path = folder / "symbols";
  std::string command = std::string(AMP_NM) + " -D --defined-only " +
                        AMP_C_LIBRARY + " > '" + path + "'";
  ASSERT_EQ(std::system(command.c_str()), 0);
  std::ifstream symbols(path);
  std::string address, kind, name;
  size_t count = 0;
  while (symbols >> address >> kind >> name) {
    if (name == "AMP_1" || name == "AMP_1@@AMP_1")
      continue; // the version itself
    EXPECT_EQ(name.rfind("amp_", 0), 0u) << name;
    EXPECT_NE(name.find("@@AMP_1"), std::string::npos) << name;
    EXPECT_EQ(kind, "T") << name;
    ++count;
  }
  EXPECT_GT(count, 70u);
}

//===----------------------------------------------------------------------===//
// CUDA
//===----------------------------------------------------------------------===//

TEST_F(SessionCAPI, TrainsOnCuda) {
  Owner<amp_graph> graph = openGraph(kLine);
  Floats x = makeInputs(20), y = makeTargets(x);
  std::vector<float> weights[2], predicted[2];
  for (const char *device : {"cpu", "cuda"}) {
    amp_session *made = nullptr;
    std::string status = take(amp_session_create(
        graph.get(),
        makeConfig({{"batch-size", "8"}, {"device", device}}).get(), nullptr,
        &made));
    if (status.find("[] device=cuda") != std::string::npos)
      GTEST_SKIP() << status;
    ASSERT_EQ(status, "");
    Owner<amp_session> session(made);
    bind(made, nullptr, "x", x);
    bind(made, nullptr, "y", y);
    OK(amp_session_run(made, "train", 10));
    bool isCuda = device[1] == 'u';
    weights[isCuda] = readWeights(made);
    std::vector<float> &rows = predicted[isCuda];
    rows.resize(20);
    OK(amp_session_predict(made, "predict", "z", rows.data(), 80));
    // Of other sizes, with the variables that there are.
    OK(amp_session_set_batch_size(made, "predict", 6));
    std::vector<float> again(20);
    OK(amp_session_predict(made, "predict", "z", again.data(), 80));
    EXPECT_EQ(readWeights(made), weights[isCuda]);
    for (size_t i = 0; i < 20; ++i)
      EXPECT_NEAR(again[i], rows[i], 3 * 4 * std::ldexp(1.0, -24));
  }
  // Sums of up to 8 samples and 3 inputs in another order, in ten steps of f32,
  // whose values are below 4.
  const double tolerance = 10 * (8 + 3) * 4 * std::ldexp(1.0, -24);
  for (size_t i = 0; i < 3; ++i)
    EXPECT_NEAR(weights[0][i], weights[1][i], tolerance);
  for (size_t i = 0; i < 20; ++i)
    EXPECT_NEAR(predicted[0][i], predicted[1][i], tolerance);
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

/// The weights after some steps of a session of its own.
static std::vector<float> trainLine(amp_graph *graph, const char *precision) {
  Floats x = makeInputs(40), y = makeTargets(x);
  Owner<amp_session> session = makeSession(
      graph, {{"precision", precision}, {"batch-size", "16"}, {"shuffle", ""}});
  bind(session.get(), nullptr, "x", x, AMP_BORROW);
  bind(session.get(), nullptr, "y", y, AMP_BORROW);
  EXPECT_EQ(take(amp_session_run(session.get(), "train", 50)), "");
  return readWeights(session.get());
}

TEST_F(SessionCAPI, SessionsRunOnSeveralThreads) {
  Owner<amp_graph> shared = openGraph(kLine);
  std::vector<float> expected[] = {trainLine(shared.get(), "f16"),
                                   trainLine(shared.get(), "f32")};
  EXPECT_NE(expected[0], expected[1]);
  std::vector<float> found[4];
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&, i] {
      // Two of one graph, two of their own.
      Owner<amp_graph> own = i < 2 ? nullptr : openGraph(kLine);
      found[i] =
          trainLine(own ? own.get() : shared.get(), i % 2 ? "f32" : "f16");
    });
  for (std::thread &thread : threads)
    thread.join();
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ(found[i], expected[i % 2]) << i;
}

TEST_F(SessionCAPI, AnotherThreadCancels) {
  Owner<amp_graph> graph = openGraph(kLine);
  Floats x = makeInputs(4), y = makeTargets(x);
  std::atomic<int64_t> seen{0};
  amp_observer observer = {};
  observer.struct_size = sizeof(observer);
  observer.context = &seen;
  observer.progress = [](void *context, int64_t step, int64_t) {
    *static_cast<std::atomic<int64_t> *>(context) = step;
  };
  amp_session_options options = {sizeof(options), &observer, nullptr};
  Owner<amp_session> session =
      makeSession(graph.get(), {{"steps", "1000000000"}}, &options);
  bind(session.get(), nullptr, "x", x);
  bind(session.get(), nullptr, "y", y);
  using Call = std::function<amp_status *()>;
  for (const Call &call :
       {Call([&] {
          return amp_session_run(session.get(), "train", 1000000000);
        }),
        Call([&] {
          return amp_session_train(session.get(), "train", nullptr);
        })}) {
    seen = 0;
    std::thread other([&] {
      while (seen < 3)
        std::this_thread::yield();
      amp_session_cancel(session.get());
    });
    FAILS(call(), AMP_CANCELLED, "", "amp_session_cancel");
    other.join();
    int64_t step = 0;
    OK(amp_session_get_step(session.get(), "train", &step));
    EXPECT_GE(step, 3);
    for (float weight : readWeights(session.get()))
      EXPECT_TRUE(std::isfinite(weight));
    OK(amp_session_run(session.get(), "train", 1));
    EXPECT_GT(getValue(session.get(), "train", "loss"), -1);
  }
  // Before a call: that one ends, the next one runs.
  amp_session_cancel(session.get());
  std::vector<float> before = readWeights(session.get());
  FAILS(amp_session_evaluate(session.get(), "predict"), AMP_CANCELLED, "",
        "cancel");
  amp_session_cancel(session.get());
  FAILS(amp_session_run(session.get(), "train", 1), AMP_CANCELLED, "",
        "cancel");
  EXPECT_EQ(readWeights(session.get()), before);
  OK(amp_session_run(session.get(), "train", 1));
}

TEST_F(SessionCAPI, ObserversEndCalls) {
  Owner<amp_graph> graph = openGraph(kLine);
  Floats x = makeInputs(20), y = makeTargets(x);
  int asked = 0;
  amp_observer observer = {};
  observer.struct_size = sizeof(observer);
  observer.context = &asked;
  observer.should_stop = [](void *context) -> int32_t {
    return ++*static_cast<int *>(context) == 3;
  };
  amp_session_options options = {sizeof(options), &observer, nullptr};
  auto make = [&](const amp_session_options *options) {
    Owner<amp_session> session = makeSession(
        graph.get(), {{"batch-size", "4"}, {"epochs", "4"}}, options);
    bind(session.get(), nullptr, "x", x);
    bind(session.get(), nullptr, "y", y);
    return session;
  };
  Owner<amp_session> ran = make(&options), trained = make(&options),
                     expected = make(nullptr);
  FAILS(amp_session_run(ran.get(), "train", 100), AMP_CANCELLED, "",
        "after step 3");
  asked = 0;
  FAILS(amp_session_train(trained.get(), "train", nullptr), AMP_CANCELLED, "",
        "after step 3");
  OK(amp_session_run(expected.get(), "train", 3));
  EXPECT_EQ(readWeights(ran.get()), readWeights(expected.get()));
  EXPECT_EQ(readWeights(trained.get()), readWeights(expected.get()));
  asked = 0;
  FAILS(amp_session_predict(ran.get(), "predict", nullptr, nullptr, 0),
        AMP_CANCELLED, "", "after step 3");
  // The next call goes on.
  OK(amp_session_run(ran.get(), "train", 6));
  OK(amp_session_run(expected.get(), "train", 6));
  EXPECT_EQ(readWeights(ran.get()), readWeights(expected.get()));
}

//===----------------------------------------------------------------------===//
// Data and steps
//===----------------------------------------------------------------------===//

TEST_F(SessionCAPI, StepsAreThoseOfATraining) {
  Owner<amp_graph> graph = openGraph(kLine);
  Floats x = makeInputs(21), y = makeTargets(x);
  Settings settings = {{"batch-size", "8"},
                       {"shuffle", ""},
                       {"seed", "5"},
                       {"epochs", "4"},
                       {"lr", "0.05"}};
  for (bool dropsLast : {false, true}) {
    if (dropsLast)
      settings.push_back({"drop-last", ""});
    std::vector<float> weights[2];
    double losses[2];
    for (bool whole : {false, true}) {
      Owner<amp_session> session = makeSession(graph.get(), settings);
      bind(session.get(), nullptr, "x", x);
      bind(session.get(), nullptr, "y", y);
      int64_t steps = dropsLast ? 2 : 3;
      if (whole) {
        OK(amp_session_train(session.get(), "train", nullptr));
      } else {
        // In pieces that do not end with epochs.
        for (int64_t left = 3 * steps; left > 0; --left)
          OK(amp_session_run(session.get(), "train", 1));
        OK(amp_session_run(session.get(), "train", steps));
      }
      int64_t step = 0;
      OK(amp_session_get_step(session.get(), "train", &step));
      EXPECT_EQ(step, 4 * steps);
      weights[whole] = readWeights(session.get());
      losses[whole] = getValue(session.get(), "train", "loss");
    }
    EXPECT_EQ(weights[0], weights[1]);
    EXPECT_EQ(losses[0], losses[1]);
  }
}

TEST_F(SessionCAPI, OtherDataAndSizesKeepTheVariables) {
  Owner<amp_graph> graph = openGraph(kLine);
  Owner<amp_session> session = makeSession(graph.get(), {{"precision", "f16"}});
  Floats x = makeInputs(8), y = makeTargets(x);
  bind(session.get(), "train", "x", x);
  bind(session.get(), "train", "y", y);
  OK(amp_session_set_batch_size(session.get(), "train", 4));
  OK(amp_session_run(session.get(), "train", 5));
  EXPECT_EQ(countPrograms(session.get()), 1u);
  std::vector<float> weights = readWeights(session.get());

  // Other values, in the same sizes.
  Floats zeros({8, 1}, std::vector<float>(8, 0));
  bind(session.get(), "train", "y", zeros);
  OK(amp_session_run(session.get(), "train", 2));
  EXPECT_NE(readWeights(session.get()), weights);
  EXPECT_EQ(countPrograms(session.get()), 1u);
  weights = readWeights(session.get());

  // More rows in steps of the same size, and of others.
  Floats more = makeInputs(12), targets = makeTargets(more);
  bind(session.get(), "train", "x", more);
  FAILS(amp_session_run(session.get(), "train", 1), AMP_INVALID_ARGUMENT, "",
        "has 8 samples, but array 'x' has 12");
  bind(session.get(), "train", "y", targets);
  OK(amp_session_prepare(session.get(), "train"));
  EXPECT_EQ(countPrograms(session.get()), 1u);
  OK(amp_session_set_batch_size(session.get(), "train", 5));
  OK(amp_session_prepare(session.get(), "train"));
  EXPECT_EQ(countPrograms(session.get()), 3u); // 4, 5, and 2
  EXPECT_EQ(readWeights(session.get()), weights);

  // An entry point that comes later.
  bind(session.get(), "predict", "x", more);
  std::vector<float> predicted(12);
  OK(amp_session_predict(session.get(), "predict", "z", predicted.data(), 48));
  EXPECT_EQ(countPrograms(session.get()), 4u);
  EXPECT_EQ(readWeights(session.get()), weights);
  for (size_t i = 0; i < 12; ++i) {
    float expected = 0;
    for (size_t j = 0; j < 3; ++j)
      expected += more.values[3 * i + j] * weights[j];
    // Rounded to f16: two factors, and the result.
    EXPECT_NEAR(predicted[i], expected, 3 * 4 * std::ldexp(1.0, -11));
  }
  amp_array info;
  OK(amp_session_get_result(session.get(), "predict", "z", &info));
  EXPECT_EQ(info.type, AMP_F32);
  ASSERT_EQ(info.rank, 2u);
  EXPECT_EQ(info.shape[0], 12);
  EXPECT_EQ(info.bytes, 48u);
  // Back to the first size: it is still there.
  OK(amp_session_set_batch_size(session.get(), "train", 4));
  OK(amp_session_run(session.get(), "train", 3));
  EXPECT_EQ(countPrograms(session.get()), 4u);
  EXPECT_EQ(take(amp_session_read_result(session.get(), "predict", "z",
                                         predicted.data(), 47)),
            "1 [] result 'z' of entry 'predict' is [12, 1] of f32, which takes "
            "48 bytes, found 47");
}

TEST_F(SessionCAPI, TrainsAfterPredicting) {
  Owner<amp_graph> graph = openGraph(kLine);
  Floats x = makeInputs(4), y = makeTargets(x);
  const float weights[] = {1, 2, 3};
  const int64_t shape[] = {1, 3};
  amp_array array = {AMP_F32, 2, shape, weights, sizeof(weights)};
  for (const Settings &settings :
       {Settings{}, Settings{{"precision", "f16"}},
        Settings{{"opt-level", "O2"}}, Settings{{"opt-level", "O3"}},
        Settings{{"precision", "bf16"}, {"accumulate", "2"}}}) {
    std::vector<float> found[2];
    for (bool predictsFirst : {false, true}) {
      Owner<amp_session> session = makeSession(graph.get(), settings);
      bind(session.get(), "predict", "x", x);
      if (predictsFirst) {
        OK(amp_session_write_variable(session.get(), "w", &array));
        OK(amp_session_evaluate(session.get(), "predict"));
      }
      bind(session.get(), "train", "x", x);
      bind(session.get(), "train", "y", y);
      if (!predictsFirst)
        OK(amp_session_write_variable(session.get(), "w", &array));
      OK(amp_session_run(session.get(), "train", 4));
      found[predictsFirst].resize(4);
      OK(amp_session_predict(session.get(), "predict", "z",
                             found[predictsFirst].data(), 16));
    }
    EXPECT_EQ(found[0], found[1]);
  }
}

TEST_F(SessionCAPI, ADeclaredBatchSizeHolds) {
  std::string text = kLine;
  size_t begin = text.find("func.func @predict");
  for (size_t at; (at = text.find("tensor<?", begin)) != std::string::npos;)
    text.replace(at, 8, "tensor<4");
  for (const char *name : {"\"x\"}", "\"z\"}"})
    text.insert(text.find(name, begin) + 3, ", amp.batch");
  Owner<amp_graph> graph = openGraph(text);
  Owner<amp_session> session = makeSession(graph.get());
  Floats x = makeInputs(8);
  bind(session.get(), "predict", "x", x);
  std::vector<float> z(8);
  OK(amp_session_predict(session.get(), "predict", "z", z.data(), 32));
  OK(amp_session_set_batch_size(session.get(), "predict", 2));
  FAILS(amp_session_predict(session.get(), "predict", "z", z.data(), 32),
        AMP_INVALID_ARGUMENT, "", "takes exactly 4 samples");
}

TEST_F(SessionCAPI, BorrowedDataAreReadWhereTheyAre) {
  Owner<amp_graph> graph = openGraph(kLine);
  Owner<amp_session> session = makeSession(graph.get());
  Floats x({1, 3}, {1, 1, 1});
  const float weights[] = {1, 2, 3};
  const int64_t shape[] = {1, 3};
  amp_array array = {AMP_F32, 2, shape, weights, sizeof(weights)};
  bind(session.get(), "predict", "x", x, AMP_BORROW);
  OK(amp_session_write_variable(session.get(), "w", &array));
  float z = 0;
  OK(amp_session_predict(session.get(), "predict", "z", &z, 4));
  EXPECT_EQ(z, 6);
  x.values = {0, 0, 2};
  bind(session.get(), "predict", "x", x, AMP_COPY);
  x.values = {0, 0, 0};
  OK(amp_session_predict(session.get(), "predict", "z", &z, 4));
  EXPECT_EQ(z, 6);
}

TEST_F(SessionCAPI, CopiesComeFromTheAllocator) {
  struct Counts {
    size_t allocated = 0, released = 0;
  } counts;
  amp_allocator allocator = {
      &counts,
      [](void *context, size_t bytes, size_t alignment) -> void * {
        static_cast<Counts *>(context)->allocated += bytes;
        return bytes > 1000
                   ? nullptr
                   : std::aligned_alloc(alignment, (bytes + alignment - 1) /
                                                       alignment * alignment);
      },
      [](void *context, void *memory, size_t bytes) {
        static_cast<Counts *>(context)->released += bytes;
        std::free(memory);
      }};
  amp_session_options options = {sizeof(options), nullptr, &allocator};
  Owner<amp_graph> graph = openGraph(kLine);
  Owner<amp_session> session = makeSession(graph.get(), {}, &options);
  Floats x = makeInputs(2);
  bind(session.get(), nullptr, "x", x);
  EXPECT_EQ(counts.allocated, 24u);
  bind(session.get(), nullptr, "x", x);
  EXPECT_EQ(counts.released, 24u);
  bind(session.get(), "predict", "x", x, AMP_BORROW);
  EXPECT_EQ(counts.allocated, 48u);
  amp_array large = makeInputs(100).get();
  Floats many = makeInputs(100);
  large = many.get();
  FAILS(amp_session_bind(session.get(), nullptr, "x", &large, AMP_COPY),
        AMP_RESOURCE_EXHAUSTED, "", "the allocator has no 1200 bytes");
  session.reset();
  EXPECT_EQ(counts.released, 48u);
}

//===----------------------------------------------------------------------===//
// State
//===----------------------------------------------------------------------===//

TEST_F(SessionCAPI, VariablesAreWrittenWithTheirCopies) {
  Owner<amp_graph> graph = openGraph(kLine);
  Owner<amp_session> session = makeSession(graph.get(), {{"opt-level", "O2"}});
  Floats x = makeInputs(4), y = makeTargets(x);
  bind(session.get(), nullptr, "x", x);
  bind(session.get(), nullptr, "y", y);
  amp_variable variable;
  OK(amp_session_find_variable(session.get(), "w", &variable));
  EXPECT_STREQ(variable.role, "parameter");
  EXPECT_EQ(variable.type, AMP_F32);
  EXPECT_EQ(variable.bytes, 12u);
  size_t count = 0;
  std::string copy;
  OK(amp_session_num_variables(session.get(), &count));
  for (size_t i = 0; i < count; ++i) {
    OK(amp_session_get_variable(session.get(), i, &variable));
    if (*variable.copy_of)
      copy = variable.name;
  }
  ASSERT_FALSE(copy.empty());
  // The target's weights, in f64: nothing is left to learn.
  const double exact[] = {1, -2, 0.5};
  const int64_t shape[] = {1, 3};
  amp_array array = {AMP_F64, 2, shape, exact, sizeof(exact)};
  OK(amp_session_write_variable(session.get(), "w", &array));
  EXPECT_EQ(readWeights(session.get()), (std::vector<float>{1, -2, 0.5}));
  OK(amp_session_run(session.get(), "train", 1));
  EXPECT_LT(getValue(session.get(), "train", "loss"), 1e-6);
  FAILS(amp_session_write_variable(session.get(), copy.c_str(), &array),
        AMP_INVALID_ARGUMENT, "", "is a copy of 'w'");
  FAILS(amp_session_write_variable(session.get(), "v", &array),
        AMP_INVALID_ARGUMENT, "", "no variable 'v'");
  const int64_t other[] = {3};
  array = {AMP_F64, 1, other, exact, sizeof(exact)};
  FAILS(amp_session_write_variable(session.get(), "w", &array),
        AMP_INVALID_ARGUMENT, "", "f64 [3] instead of f32 [1, 3]");
}

TEST_F(SessionCAPI, CheckpointsGoOn) {
  Owner<amp_graph> graph = openGraph(kLine);
  Floats x = makeInputs(20), y = makeTargets(x);
  Settings settings = {
      {"precision", "f16"}, {"batch-size", "8"}, {"shuffle", ""}};
  auto make = [&] {
    Owner<amp_session> session = makeSession(graph.get(), settings);
    bind(session.get(), nullptr, "x", x);
    bind(session.get(), nullptr, "y", y);
    return session;
  };
  Owner<amp_session> first = make();
  OK(amp_session_run(first.get(), "train", 4));
  amp_checkpoint *saved = nullptr;
  OK(amp_session_save_state(first.get(), &saved));
  Owner<amp_checkpoint> checkpoint(saved);
  EXPECT_EQ(amp_checkpoint_step(saved), 4);
  OK(amp_session_run(first.get(), "train", 7));

  Owner<amp_session> second = make();
  OK(amp_session_restore_state(second.get(), saved));
  OK(amp_session_run(second.get(), "train", 7));
  EXPECT_EQ(readWeights(second.get()), readWeights(first.get()));

  amp_checkpoint *empty = nullptr;
  OK(amp_checkpoint_create(3, &empty));
  FAILS(amp_session_restore_state(second.get(), empty), AMP_INVALID_CHECKPOINT,
        "", "it lacks");
  amp_checkpoint_destroy(empty);
  EXPECT_EQ(readWeights(second.get()), readWeights(first.get()));
}

TEST_F(SessionCAPI, AWholeTrainingSavesAndResumes) {
  Owner<amp_graph> graph = openGraph(kLine);
  Floats x = makeInputs(20), y = makeTargets(x);
  std::string checkpoints = folder / "checkpoints";
  struct Seen {
    int64_t epochs = 0;
    std::string values;
  } seen;
  amp_observer observer = {};
  observer.struct_size = sizeof(observer);
  observer.context = &seen;
  observer.epoch = [](void *context, int64_t epoch, const amp_value *values,
                      size_t count, const amp_value *, size_t evaluated) {
    auto *seen = static_cast<Seen *>(context);
    seen->epochs = epoch;
    for (size_t i = 0; i < count; ++i)
      seen->values += values[i].name;
    EXPECT_EQ(evaluated, 0u);
  };
  amp_session_options options = {sizeof(options), &observer, nullptr};
  auto run = [&](Settings settings) {
    Owner<amp_session> session = makeSession(graph.get(), settings, &options);
    bind(session.get(), nullptr, "x", x);
    bind(session.get(), nullptr, "y", y);
    EXPECT_EQ(take(amp_session_train(session.get(), "train", nullptr)), "");
    return readWeights(session.get());
  };
  std::vector<float> whole = run({{"epochs", "4"}, {"batch-size", "8"}});
  EXPECT_EQ(seen.epochs, 4);
  EXPECT_EQ(seen.values, "losslosslossloss");
  Settings settings = {{"epochs", "2"},
                       {"batch-size", "8"},
                       {"checkpoint-dir", checkpoints.c_str()}};
  EXPECT_NE(run(settings), whole);
  settings[0].second = "4";
  settings.push_back({"resume", ""});
  EXPECT_EQ(run(settings), whole);
  // What a training saved is taken by a session, too.
  amp_checkpoint *latest = nullptr;
  OK(amp_checkpoint_find_latest(checkpoints.c_str(), nullptr, nullptr,
                                &latest));
  Owner<amp_session> session = makeSession(graph.get(), {{"batch-size", "8"}});
  bind(session.get(), nullptr, "x", x);
  bind(session.get(), nullptr, "y", y);
  OK(amp_session_restore_state(session.get(), latest));
  amp_checkpoint_destroy(latest);
  EXPECT_EQ(readWeights(session.get()), whole);
  int64_t step = 0;
  OK(amp_session_get_step(session.get(), "train", &step));
  EXPECT_EQ(step, 12);
}

TEST_F(SessionCAPI, TrainingsGoOn) {
  Owner<amp_graph> graph = openGraph(kLine);
  Floats x = makeInputs(20), y = makeTargets(x);
  auto make = [&] {
    Owner<amp_session> session = makeSession(graph.get(), {{"batch-size", "8"},
                                                           {"shuffle", ""},
                                                           {"epochs", "4"},
                                                           {"lr", "0.05"}});
    bind(session.get(), nullptr, "x", x);
    bind(session.get(), nullptr, "y", y);
    return session;
  };
  Owner<amp_session> once = make(), often = make();
  OK(amp_session_train(once.get(), "train", nullptr));
  // The first of them begins where the session does.
  amp_train_options options = {};
  auto train = [&](const Settings &settings) {
    amp_config *config = nullptr;
    EXPECT_EQ(take(amp_config_create(&config)), "");
    Owner<amp_config> owner(config);
    for (auto [name, value] : settings)
      EXPECT_EQ(take(amp_config_set(config, name, value)), "");
    options.config = config;
    return amp_session_train_with(often.get(), "train", nullptr, &options);
  };
  FAILS(train({}), AMP_INVALID_ARGUMENT, "", "struct_size");
  options.struct_size = sizeof(options);
  options.goes_on = 1;
  OK(train({{"epochs", "1"}}));
  OK(amp_session_run(often.get(), "train", 3));
  OK(train({{"epochs", "2"}}));
  EXPECT_EQ(readWeights(often.get()), readWeights(once.get()));
  int64_t step = 0;
  OK(amp_session_get_step(often.get(), "train", &step));
  EXPECT_EQ(step, 12);
  // A rate of its own stays.
  auto readRate = [&] {
    double rate = 0;
    EXPECT_EQ(take(amp_session_read_variable(often.get(), "sgd.lr", &rate, 8)),
              "");
    return rate;
  };
  OK(train({{"epochs", "1"}, {"lr", "0.25"}}));
  OK(train({{"epochs", "1"}}));
  EXPECT_EQ(readRate(), 0.25);
  // Without that option it begins anew, with the session's rate.
  options.goes_on = 0;
  OK(train({}));
  EXPECT_EQ(readWeights(often.get()), readWeights(once.get()));
  EXPECT_EQ(readRate(), 0.05);
  FAILS(train({{"precision", "f16"}}), AMP_INVALID_ARGUMENT, "",
        "precision is for compiling, and the session is compiled already");
  FAILS(train({{"threads", "1"}}), AMP_INVALID_ARGUMENT, "",
        "threads is the session's");
  FAILS(train({{"data", "x=normal:0,1"}}), AMP_INVALID_ARGUMENT, "",
        "data and input are the session's");
}

TEST_F(SessionCAPI, VariablesAreThereBeforeData) {
  Owner<amp_graph> graph = openGraph(kLine);
  Floats x = makeInputs(20), y = makeTargets(x);
  Owner<amp_session> early = makeSession(graph.get()),
                     late = makeSession(graph.get());
  std::vector<float> values = {1, -2, 0.25};
  Floats weights({1, 3}, values);
  amp_array array = weights.get();
  EXPECT_EQ(readWeights(early.get()), (std::vector<float>{0, 0, 0}));
  OK(amp_session_write_variable(early.get(), "w", &array));
  FAILS(amp_session_run(early.get(), "train", 1), AMP_INVALID_ARGUMENT, "",
        "entry 'train' needs 'x'");
  for (amp_session *session : {early.get(), late.get()}) {
    bind(session, nullptr, "x", x);
    bind(session, nullptr, "y", y);
  }
  EXPECT_EQ(readWeights(early.get()), values);
  OK(amp_session_write_variable(late.get(), "w", &array));
  for (amp_session *session : {early.get(), late.get()})
    OK(amp_session_run(session, "train", 5));
  EXPECT_EQ(readWeights(early.get()), readWeights(late.get()));
  // What cannot be compiled for one sample needs its data.
  std::string two = kLine;
  for (size_t at; (at = two.find("tensor<?x1xf32>")) != std::string::npos;)
    two.replace(at, 15, "tensor<2x1xf32>");
  Owner<amp_graph> other = openGraph(two);
  size_t count;
  FAILS(amp_session_num_variables(makeSession(other.get()).get(), &count),
        AMP_INVALID_GRAPH, "net.mlir:9:11",
        "for one sample, as nothing is bound: entry 'train' needs 'x'");
}

TEST_F(SessionCAPI, AWholeTrainingEvaluates) {
  std::string text = kLine, evaluate = kLine.substr(kLine.find("func.func"));
  evaluate.erase(evaluate.find("func.func @predict"));
  auto replace = [&](const std::string &from, const std::string &to) {
    evaluate.replace(evaluate.find(from), from.size(), to);
  };
  replace("@train", "@evaluate");
  replace("\"x\"", "\"test_x\"");
  replace("\"y\"", "\"test_y\"");
  size_t backward = evaluate.find("  %g =");
  evaluate.erase(backward, evaluate.find("  return") - backward);
  Owner<amp_graph> graph = openGraph(text + evaluate);
  std::string seen;
  amp_observer observer = {};
  observer.struct_size = sizeof(observer);
  observer.context = &seen;
  observer.epoch = [](void *context, int64_t epoch, const amp_value *, size_t,
                      const amp_value *evaluation, size_t count) {
    *static_cast<std::string *>(context) +=
        std::to_string(epoch) + (count ? evaluation->name : "") + " ";
  };
  observer.step = [](void *context, int64_t step, const amp_value *values,
                     size_t count) {
    *static_cast<std::string *>(context) +=
        "s" + std::to_string(step) + (count ? values->name : "") + " ";
  };
  amp_session_options options = {sizeof(options), &observer, nullptr};
  Owner<amp_session> session = makeSession(graph.get(),
                                           {{"epochs", "4"},
                                            {"eval-every", "2"},
                                            {"print-every", "3"},
                                            {"entry", "train"},
                                            {"batch-size", "10"}},
                                           &options);
  Floats x = makeInputs(10), y = makeTargets(x);
  bind(session.get(), "train", "x", x);
  bind(session.get(), "train", "y", y);
  bind(session.get(), "evaluate", "test_x", x);
  bind(session.get(), "evaluate", "test_y", y);
  OK(amp_session_train(session.get(), nullptr, "evaluate"));
  EXPECT_EQ(seen, "1 2loss s3loss 3 4loss ");
  double whole = getValue(session.get(), "evaluate", "loss");
  OK(amp_session_evaluate(session.get(), "evaluate"));
  EXPECT_EQ(getValue(session.get(), "evaluate", "loss"), whole);
}

//===----------------------------------------------------------------------===//
// Executables
//===----------------------------------------------------------------------===//

TEST_F(SessionCAPI, ExecutablesTellOfThemselves) {
  std::string text = kLine;
  Owner<amp_graph> graph = openGraph(text);
  Owner<amp_config> config =
      makeConfig({{"precision", "bf16"}, {"explain", ""}});
  OK(amp_config_set_policy_text(config.get(),
                                "ops:\n  linear: deny\n  tanh: deny\n"));
  amp_program_request requests[] = {{"train", 4, nullptr},
                                    {"predict", 0, "7x3"}};
  amp_executable *made = nullptr;
  std::string status = take(amp_graph_compile(
      graph.get(), config.get(), requests, 2, nullptr, nullptr, &made));
  ASSERT_EQ(status, "");
  Owner<amp_executable> executable(made);
  ASSERT_EQ(amp_executable_num_programs(made), 2u);
  amp_program program;
  OK(amp_executable_get_program(made, 0, &program));
  EXPECT_STREQ(program.entry, "train");
  EXPECT_STREQ(program.shapes, "4x3,4x1");
  OK(amp_executable_get_program(made, 1, &program));
  EXPECT_STREQ(program.shapes, "7x3");
  FAILS(amp_executable_get_program(made, 2, &program), AMP_INVALID_ARGUMENT, "",
        "program 2 of 2");
  EXPECT_NE(std::string(amp_executable_explanation(made)).find("\"assigner\""),
            std::string::npos);
  std::string unused;
  amp_message message;
  for (size_t i = 0; i < amp_executable_num_unused(made); ++i) {
    OK(amp_executable_get_unused(made, i, &message));
    unused += std::string(message.place) + " " + message.text;
  }
  EXPECT_NE(
      unused.find(
          "policy 1 of 2 entries for ops are about none of the graph: 'tanh'"),
      std::string::npos)
      << unused;
  EXPECT_EQ(unused.find("/proc"), std::string::npos) << unused;
  bool hasType = false;
  for (size_t i = 0; i < amp_executable_num_options(made); ++i) {
    const char *name, *value;
    OK(amp_executable_get_option(made, i, &name, &value));
    hasType |= std::string(name) == "dtype" && std::string(value) == "bf16";
  }
  EXPECT_TRUE(hasType);

  // From memory, without the graph: sizes that it has, and no others.
  const void *data;
  size_t size;
  OK(amp_executable_get_bytes(made, &data, &size));
  std::string bytes(static_cast<const char *>(data), size);
  amp_executable *loaded = nullptr;
  OK(amp_executable_load_memory(bytes.data(), size, 1, &loaded));
  amp_graph *saved = nullptr;
  OK(amp_graph_of_executable(loaded, &saved));
  amp_executable_destroy(loaded);
  Owner<amp_session> session = makeSession(saved);
  amp_graph_destroy(saved);
  Floats x = makeInputs(8), y = makeTargets(x);
  bind(session.get(), "train", "x", x);
  bind(session.get(), "train", "y", y);
  OK(amp_session_run(session.get(), "train", 2));
  Floats more = makeInputs(9);
  bind(session.get(), "predict", "x", more);
  FAILS(amp_session_evaluate(session.get(), "predict"), AMP_INVALID_ARGUMENT,
        "", "no entry 'predict' of 2x3");
  Floats seven = makeInputs(7);
  bind(session.get(), "predict", "x", seven);
  OK(amp_session_evaluate(session.get(), "predict"));
  bytes[size / 2] ^= 1;
  FAILS(amp_executable_load_memory(bytes.data(), size, 1, &loaded),
        AMP_INVALID_GRAPH, "", "the memory");
}

TEST_F(SessionCAPI, GraphsAreKept) {
  std::string cache = folder / "cache";
  amp_graph_options options = {};
  options.struct_size = sizeof(options);
  options.cache_dir = cache.c_str();
  std::vector<float> weights[2];
  for (std::vector<float> &one : weights)
    one = trainLine(openGraph(kLine, &options).get(), "f16");
  EXPECT_EQ(weights[0], weights[1]);
  EXPECT_FALSE(std::filesystem::is_empty(cache));
}

//===----------------------------------------------------------------------===//
// What goes wrong
//===----------------------------------------------------------------------===//

TEST_F(SessionCAPI, APolicysTextIsFoundInTheCache) {
  std::string cache = folder / "cache";
  amp_graph_options options = {};
  options.struct_size = sizeof(options);
  options.cache_dir = cache.c_str();
  Floats x = makeInputs(4);
  // All are kept, so that each has a descriptor of its own.
  std::vector<Owner<amp_session>> sessions;
  auto countKept = [&](const char *policy) {
    Owner<amp_graph> graph = openGraph(kLine, &options);
    Owner<amp_config> config = makeConfig({{"precision", "f16"}});
    EXPECT_EQ(take(amp_config_set_policy_text(config.get(), policy)), "");
    amp_session *session = nullptr;
    EXPECT_EQ(
        take(amp_session_create(graph.get(), config.get(), nullptr, &session)),
        "");
    sessions.emplace_back(session);
    bind(session, "predict", "x", x);
    EXPECT_EQ(take(amp_session_prepare(session, "predict")), "");
    size_t count = 0;
    for (const auto &file : std::filesystem::directory_iterator(cache))
      count += file.is_regular_file();
    return count;
  };
  size_t once = countKept("ops: {linear: deny}");
  EXPECT_GT(once, 0u);
  EXPECT_EQ(countKept("ops: {linear: deny}"), once);
  EXPECT_GT(countKept("ops: {linear: allow}"), once);
}

TEST_F(SessionCAPI, SaysWhatIsWrongWithAGraph) {
  amp_graph *graph = nullptr;
  auto open = [&](const std::string &text, const amp_graph_options *options) {
    return amp_graph_open_text(text.data(), text.size(), "net.mlir", options,
                               &graph);
  };
  std::string text = kLine;
  text.replace(text.find("amp.mse_loss"), 12, "amp.mse_los");
  std::string said;
  amp_graph_options options = {};
  options.struct_size = sizeof(options);
  options.context = &said;
  options.on_message = [](void *context, const amp_message *message) {
    *static_cast<std::string *>(context) +=
        std::to_string(message->severity) + message->place;
  };
  FAILS(open(text, &options), AMP_INVALID_GRAPH, "net.mlir:9:11",
        "'amp.mse_los' is unknown");
  EXPECT_EQ(said, "2net.mlir:9:11");
  FAILS(open("ML\xefR", &options), AMP_INVALID_ARGUMENT, "", "bytecode");
  options.struct_size = 0;
  FAILS(open(kLine, &options), AMP_INVALID_ARGUMENT, "", "struct_size");
  FAILS(amp_graph_open_text(nullptr, 1, "x", nullptr, &graph),
        AMP_INVALID_ARGUMENT, "", "NULL");
  FAILS(amp_graph_open_file((folder / "none").c_str(), nullptr, &graph),
        AMP_IO_ERROR, "", "cannot open");
  std::ofstream(folder / "x.amp") << "no executable";
  amp_executable *executable = nullptr;
  FAILS(amp_executable_load((folder / "x.amp").c_str(), 1, &executable),
        AMP_INVALID_GRAPH, "", "is no executable");
  EXPECT_EQ(graph, nullptr);
  EXPECT_EQ(executable, nullptr);

  Owner<amp_graph> line = openGraph(kLine);
  amp_entry entry;
  amp_port port;
  FAILS(amp_graph_get_entry(line.get(), 2, &entry), AMP_INVALID_ARGUMENT, "",
        "entry point 2 of 2");
  FAILS(amp_graph_get_argument(line.get(), 0, 2, &port), AMP_INVALID_ARGUMENT,
        "", "argument 2 of 2");
  auto compile = [&](amp_program_request request) {
    return amp_graph_compile(line.get(), nullptr, &request, 1, nullptr, nullptr,
                             &executable);
  };
  FAILS(compile({"trai", 1, nullptr}), AMP_INVALID_ARGUMENT, "",
        "there are: train, predict");
  FAILS(compile({"train", 0, nullptr}), AMP_INVALID_ARGUMENT, "",
        "'x' is tensor<?x3xf32>; give batch_size");
  FAILS(compile({"train", 2, "2x4,*"}), AMP_INVALID_ARGUMENT, "",
        "shapes says '2x4', but 'x' is tensor<?x3xf32>");
  FAILS(compile({"train", 2, "2x3"}), AMP_INVALID_ARGUMENT, "",
        "shapes has 1 of them");
  EXPECT_EQ(executable, nullptr);
}

TEST_F(SessionCAPI, SaysWhatIsWrongWithSettings) {
  Owner<amp_config> config = makeConfig({{"precision", "f16"}});
  FAILS(amp_config_set(config.get(), "precison", "f16"), AMP_INVALID_ARGUMENT,
        "", "did you mean 'precision'?");
  FAILS(amp_config_set(config.get(), "precision", "f17"), AMP_INVALID_ARGUMENT,
        "", "expected none, f32, f16 or bf16");
  FAILS(amp_config_set(config.get(), "precision", nullptr),
        AMP_INVALID_ARGUMENT, "", "found NULL");
  EXPECT_STREQ(amp_config_get(config.get(), "precision"), "f16");
  bool hasShuffle = false;
  for (size_t i = 0; i < amp_num_settings(); ++i) {
    amp_setting setting;
    OK(amp_get_setting(i, &setting));
    hasShuffle |= std::string(setting.name) == "shuffle" && setting.is_switch;
  }
  EXPECT_TRUE(hasShuffle);
  Owner<amp_graph> graph = openGraph(kLine);
  amp_session *session = nullptr;
  auto create = [&](const Settings &settings) {
    return amp_session_create(graph.get(), makeConfig(settings).get(), nullptr,
                              &session);
  };
  FAILS(create({{"precision", "f32"}, {"opt-level", "O2"}}),
        AMP_INVALID_ARGUMENT, "", "contradicts");
  FAILS(create({{"compare", "O0,O1"}}), AMP_INVALID_ARGUMENT, "",
        "several runs");
  FAILS(create({{"validation-split", "0.5"}, {"eval-entry", "predict"}}),
        AMP_INVALID_ARGUMENT, "", "bind the parts");
  FAILS(create({{"data", "q=x.npz"}}), AMP_INVALID_ARGUMENT, "",
        "data 'q': no argument");
  FAILS(create({{"device", "cuda:77"}}), AMP_DEVICE_ERROR, "", "cuda:77");
  EXPECT_EQ(session, nullptr);

  // A policy's place is that in its text.
  OK(amp_config_set_policy_text(config.get(), "ops:\n  linear: dny\n"));
  OK(amp_session_create(graph.get(), config.get(), nullptr, &session));
  Owner<amp_session> owner(session);
  Floats x = makeInputs(2);
  bind(session, "predict", "x", x);
  FAILS(amp_session_prepare(session, "predict"), AMP_INVALID_ARGUMENT,
        "policy:2:11", "dny");
}

TEST_F(SessionCAPI, SaysWhatIsWrongWithData) {
  Owner<amp_graph> graph = openGraph(kLine);
  Owner<amp_session> session = makeSession(graph.get());
  Floats x = makeInputs(4);
  amp_array array = x.get();
  auto bindAs = [&](const char *entry, const char *name) {
    return amp_session_bind(session.get(), entry, name, &array, AMP_COPY);
  };
  FAILS(bindAs("eval", "x"), AMP_INVALID_ARGUMENT, "",
        "no entry point 'eval'; there are: train, predict");
  FAILS(bindAs("predict", "y"), AMP_INVALID_ARGUMENT, "",
        "no argument has this name; there are x (predict)");
  array.bytes = 47;
  FAILS(bindAs(nullptr, "x"), AMP_INVALID_ARGUMENT, "",
        "is [4, 3] of f32, which takes 48 bytes, found 47");
  array = x.get();
  array.type = 12;
  FAILS(bindAs(nullptr, "x"), AMP_INVALID_ARGUMENT, "",
        "unknown element type 12");
  array = x.get();
  array.data = nullptr;
  FAILS(bindAs(nullptr, "x"), AMP_INVALID_ARGUMENT, "", "NULL");
  FAILS(amp_session_run(session.get(), "train", 1), AMP_INVALID_ARGUMENT, "",
        "entry 'train' needs 'x', tensor<?x3xf32>");
  Floats wide({4, 4}, std::vector<float>(16));
  bind(session.get(), "predict", "x", wide);
  FAILS(amp_session_evaluate(session.get(), "predict"), AMP_INVALID_ARGUMENT,
        "", "array 'x': has shape [4, 4], but 'x' is tensor<?x3xf32>");
  bind(session.get(), "predict", "x", x);
  double value;
  FAILS(amp_session_get_value(session.get(), "predict", "z", AMP_LAST, &value),
        AMP_INVALID_ARGUMENT, "", "no step gave scalar results");
  FAILS(amp_session_read_result(session.get(), "predict", "z", nullptr, 0),
        AMP_INVALID_ARGUMENT, "", "no step has run");
  FAILS(amp_session_predict(session.get(), "predict", "y", nullptr, 0),
        AMP_INVALID_ARGUMENT, "", "none with a row for each sample");
  FAILS(amp_session_run(session.get(), "predict", -1), AMP_INVALID_ARGUMENT, "",
        "-1 steps");
  FAILS(amp_session_train(session.get(), "train", "train"),
        AMP_INVALID_ARGUMENT, "", "both");
  Owner<amp_session> small = makeSession(graph.get(), {{"max-memory", "1KiB"}});
  Floats many = makeInputs(400);
  bind(small.get(), nullptr, "x", many);
  OK(amp_session_set_batch_size(small.get(), "predict", 400));
  FAILS(amp_session_evaluate(small.get(), "predict"), AMP_RESOURCE_EXHAUSTED,
        "", "1");
}

TEST_F(SessionCAPI, AFailedTrainingSaysWhy) {
  Owner<amp_graph> graph = openGraph(kLine);
  Floats x = makeInputs(16), y = makeTargets(x);
  y.values[5] = INFINITY;
  Owner<amp_session> session =
      makeSession(graph.get(), {{"batch-size", "4"}, {"epochs", "2"}});
  bind(session.get(), nullptr, "x", x);
  bind(session.get(), nullptr, "y", y);
  FAILS(amp_session_train(session.get(), "train", nullptr), AMP_TRAINING_FAILED,
        "net.mlir:9:11", "sample 5");
  // By hand: the loss says so.
  OK(amp_session_run(session.get(), "train", 2));
  EXPECT_FALSE(
      std::isfinite(getValue(session.get(), "train", "loss", AMP_LAST)));
  Owner<amp_session> scaled = makeSession(
      graph.get(),
      {{"batch-size", "16"}, {"precision", "f16"}, {"skip-limit", "3"}});
  bind(scaled.get(), nullptr, "x", x);
  bind(scaled.get(), nullptr, "y", y);
  FAILS(amp_session_run(scaled.get(), "train", 10), AMP_TRAINING_FAILED, "",
        "step 3: 3 steps in a row were skipped");
}

TEST_F(SessionCAPI, TakesNothing) {
  amp_graph_destroy(nullptr);
  amp_config_destroy(nullptr);
  amp_session_destroy(nullptr);
  amp_executable_destroy(nullptr);
  amp_session_cancel(nullptr);
  EXPECT_STREQ(amp_status_place(nullptr), "");
  EXPECT_STREQ(amp_status_message(nullptr), "");
  EXPECT_EQ(amp_graph_num_entries(nullptr), 0u);
  EXPECT_EQ(amp_element_size(AMP_C128), 16u);
  EXPECT_EQ(amp_element_size(12), 0u);
  FAILS(amp_session_run(nullptr, "train", 1), AMP_INVALID_ARGUMENT, "", "NULL");
}
