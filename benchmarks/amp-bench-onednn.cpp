//===- amp-bench-onednn.cpp - What oneDNN and the memory reach alone ------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Times the products of linear layers in every way that oneDNN has, the same
// products by amp's runtime, and loops that only move memory; prints JSON. Each
// measurement is taken warm, and the ways take turns, so that all of them see
// the same machine.
//
//===----------------------------------------------------------------------===//

#include "Bandwidth.h"
#include "Gemm.h"

#include <sys/mman.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <functional>
#include <new>
#include <stdexcept>
#include <string_view>

using namespace amp::bench;

static constexpr const char *kUsage =
    "usage: amp-bench-onednn --threads=N [--repetitions=N] [--milliseconds=N]\n"
    "                        [--layer=BATCH,IN,OUT]... [--footprint=BYTES]...\n"
    "  --threads       threads of oneDNN, the runtime and the memory loops\n"
    "  --repetitions   samples of each measurement (default 5)\n"
    "  --milliseconds  a sample is the mean of runs for so long (default 20)\n"
    "  --layer         times the three products of such a linear layer\n"
    "  --footprint     times the memory loops over so many bytes in all\n";

//===----------------------------------------------------------------------===//
// The products
//===----------------------------------------------------------------------===//

Variant::~Variant() = default;

void *amp::bench::allocatePages(size_t bytes) {
  constexpr size_t kHugePage = size_t(2) << 20, kLine = 256;
  const size_t alignment = bytes >= kHugePage ? kHugePage : kLine;
  const size_t rounded =
      (std::max<size_t>(bytes, 1) + alignment - 1) / alignment * alignment;
  void *memory = std::aligned_alloc(alignment, rounded);
  if (!memory)
    throw std::bad_alloc();
  // Only advice: without huge pages it stays as it is.
  if (alignment == kHugePage)
    madvise(memory, rounded, MADV_HUGEPAGE);
  return memory;
}

/// Fills with multiples of 1/64 in (-2, 2) by a linear congruential generator.
static void fill(const Array<float> &values, uint32_t seed) {
  for (size_t i = 0; i < values.size(); ++i) {
    seed = seed * 1664525u + 1013904223u;
    values[i] = static_cast<float>(static_cast<int>(seed >> 24) - 128) / 64;
  }
}

Gemm::Gemm(const Layer &layer, Role role, Type type)
    : layer(layer), role(role), type(type),
      m(role == Role::WeightGradient ? layer.out : layer.batch),
      n(role == Role::Forward ? layer.out : layer.in),
      k(role == Role::Forward        ? layer.in
        : role == Role::DataGradient ? layer.out
                                     : layer.batch),
      x(layer.batch * layer.in), w(layer.out * layer.in),
      y(layer.batch * layer.out) {
  fill(x, 1);
  fill(w, 2);
  fill(y, 3);
}

//===----------------------------------------------------------------------===//
// Measuring
//===----------------------------------------------------------------------===//

namespace {

struct Options {
  int threads = 0;
  int repetitions = 5;
  int milliseconds = 20;
  std::vector<Layer> layers;
  std::vector<int64_t> footprints;
};

struct Measurement {
  std::string name;
  std::function<void()> run;
  std::vector<double> samples; // Milliseconds of one run.
};

} // namespace

static double toMilliseconds(std::chrono::steady_clock::duration time) {
  return std::chrono::duration<double, std::milli>(time).count();
}

/// Takes the samples of all measurements, which take turns. The first run of
/// each turn brings the operands back into the caches and does not count.
static void measure(std::vector<Measurement> &measurements,
                    const Options &options) {
  using Clock = std::chrono::steady_clock;
  for (int i = 0; i < options.repetitions; ++i)
    for (Measurement &measurement : measurements) {
      measurement.run();
      int runs = 0;
      double elapsed;
      const Clock::time_point start = Clock::now();
      do {
        measurement.run();
        ++runs;
        elapsed = toMilliseconds(Clock::now() - start);
      } while (elapsed < options.milliseconds);
      measurement.samples.push_back(elapsed / runs);
    }
}

static double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const size_t half = values.size() / 2;
  return values.size() % 2 ? values[half]
                           : (values[half - 1] + values[half]) / 2;
}

/// Two ways of the same product may differ by the rounding of their sums. The
/// elements are below 2 in magnitude, so a sum of k products has magnitudes
/// below 4 k in all, and its f32 error is below 4 k * k 2^-24; a result in bf16
/// is rounded by at most 2^-8 of itself.
static void compare(const Gemm &gemm, const std::string &name,
                    const std::vector<float> &expected,
                    const std::vector<float> &found) {
  const double k = static_cast<double>(gemm.k);
  const double sum = 2 * 4 * k * k * std::ldexp(1, -24);
  const double relative =
      gemm.resultType() == Type::BF16 ? 2 * std::ldexp(1, -8) : 0;
  for (size_t i = 0; i < expected.size(); ++i)
    // A NaN must not pass.
    if (!(std::abs(double(found[i]) - expected[i]) <=
          sum + relative * std::abs(expected[i])))
      throw std::runtime_error(name + " computes " + std::to_string(found[i]) +
                               " for element " + std::to_string(i) +
                               ", the first way computes " +
                               std::to_string(expected[i]));
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

static std::string quote(std::string_view text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      result += '\\';
    result += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return result + '"';
}

static std::string toJson(double value) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.9g", value);
  return text;
}

static std::string toJson(const Measurement &measurement) {
  std::string samples;
  for (double sample : measurement.samples)
    samples += (samples.empty() ? "" : ", ") + toJson(sample);
  return "{\"name\": " + quote(measurement.name) +
         ", \"median_ms\": " + toJson(median(measurement.samples)) +
         ", \"samples_ms\": [" + samples + "]}";
}

/// Separates the elements of a list that is printed as it grows.
static void printElement(bool &isFirst, const std::string &text) {
  std::printf("%s    %s", isFirst ? "\n" : ",\n", text.c_str());
  isFirst = false;
}

static void printGemm(const Layer &layer, Role role, Type type,
                      const Options &options, bool &isFirst) {
  const Gemm gemm(layer, role, type);
  using Create = std::function<std::unique_ptr<Variant>()>;
  const std::pair<const char *, Create> ways[] = {
      {"matmul", [&] { return createMatmul(gemm, AnyLayout::None); }},
      {"matmul B any", [&] { return createMatmul(gemm, AnyLayout::B); }},
      {"matmul any", [&] { return createMatmul(gemm, AnyLayout::All); }},
      {"inner_product", [&] { return createInnerProduct(gemm, false); }},
      {"inner_product any", [&] { return createInnerProduct(gemm, true); }},
      {"sgemm", [&] { return createSgemm(gemm); }},
      {"amp", [&] { return createRuntimeGemm(gemm, options.threads); }},
  };
  std::vector<std::unique_ptr<Variant>> variants;
  std::vector<Measurement> measurements;
  std::vector<float> expected;
  std::string unavailable;
  for (const auto &[name, create] : ways) {
    std::unique_ptr<Variant> variant;
    try {
      variant = create();
    } catch (const std::exception &error) {
      unavailable += (unavailable.empty() ? "" : ", ") + quote(name) + ": " +
                     quote(error.what());
      continue;
    }
    variant->run();
    if (expected.empty())
      expected = variant->getResult();
    else
      compare(gemm, name, expected, variant->getResult());
    measurements.push_back({name, [v = variant.get()] { v->run(); }, {}});
    variants.push_back(std::move(variant));
  }
  measure(measurements, options);

  std::string list;
  for (const Measurement &measurement : measurements)
    list += (list.empty() ? "" : ",\n       ") + toJson(measurement);
  static constexpr const char *kRoles[] = {"forward", "data gradient",
                                           "weight gradient"};
  printElement(
      isFirst,
      "{\"role\": " + quote(kRoles[static_cast<int>(role)]) + ", \"type\": " +
          (type == Type::F32 ? "\"f32\"" : "\"bf16\"") + ", \"layer\": [" +
          std::to_string(layer.batch) + ", " + std::to_string(layer.in) + ", " +
          std::to_string(layer.out) + "], \"m\": " + std::to_string(gemm.m) +
          ", \"n\": " + std::to_string(gemm.n) + ", \"k\": " +
          std::to_string(gemm.k) + ",\n     \"variants\": [\n       " + list +
          "],\n     \"unavailable\": {" + unavailable + "}}");
}

/// The loops over arrays that take `footprint` bytes together.
static void printBandwidth(int64_t footprint, const Options &options,
                           bool &isFirst) {
  const int64_t half = footprint / 8, third = footprint / 12;
  const Array<float> a(half), b(half), c(third);
  bench_fill(a.data(), 0, half);
  bench_fill(b.data(), 1, half);
  bench_fill(c.data(), 2, third);
  std::vector<Measurement> measurements = {
      {"copy", [&] { bench_copy(a.data(), b.data(), half); }, {}},
      {"triad",
       [&] { bench_triad(a.data(), b.data(), c.data(), 0.5f, third); },
       {}},
      {"update", [&] { bench_update(a.data(), b.data(), 1e-3f, half); }, {}}};
  const int64_t bytes[] = {8 * half, 12 * third, 12 * half};
  measure(measurements, options);
  for (size_t i = 0; i < measurements.size(); ++i) {
    // Bytes per millisecond are 1e-6 GB/s.
    std::string text = toJson(measurements[i]);
    text.insert(
        1,
        "\"footprint\": " + std::to_string(footprint) +
            ", \"bytes\": " + std::to_string(bytes[i]) + ", \"gb_per_s\": " +
            toJson(double(bytes[i]) / median(measurements[i].samples) * 1e-6) +
            ", ");
    printElement(isFirst, text);
  }
}

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

/// Reads `count` whole numbers from 1 to `most`, separated by commas.
static std::vector<int64_t> parseNumbers(std::string_view flag,
                                         std::string_view text, size_t count,
                                         int64_t most) {
  std::vector<int64_t> numbers;
  const char *position = text.data(), *end = text.data() + text.size();
  while (true) {
    int64_t number = 0;
    const auto [next, error] = std::from_chars(position, end, number);
    if (error != std::errc() || number < 1 || number > most)
      break;
    numbers.push_back(number);
    if (next == end && numbers.size() == count)
      return numbers;
    if (next == end || *next != ',' || numbers.size() == count)
      break;
    position = next + 1;
  }
  throw std::invalid_argument(
      std::string(flag) + "=" + std::string(text) + ": expected " +
      (count == 1 ? "a whole number"
                  : std::to_string(count) + " whole numbers") +
      " from 1 to " + std::to_string(most));
}

static Options parseOptions(int argc, char **argv) {
  constexpr int64_t kMostBytes = int64_t(1) << 40;
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    const size_t equals = argument.find('=');
    const std::string_view flag = argument.substr(0, equals);
    const std::string_view value =
        equals == argument.npos ? "" : argument.substr(equals + 1);
    auto number = [&](int64_t most) {
      return parseNumbers(flag, value, 1, most)[0];
    };
    if (flag == "--threads") {
      options.threads = static_cast<int>(number(1024));
    } else if (flag == "--repetitions") {
      options.repetitions = static_cast<int>(number(1000));
    } else if (flag == "--milliseconds") {
      options.milliseconds = static_cast<int>(number(60000));
    } else if (flag == "--layer") {
      const std::vector<int64_t> sizes = parseNumbers(flag, value, 3, 1 << 16);
      options.layers.push_back({sizes[0], sizes[1], sizes[2]});
    } else if (flag == "--footprint") {
      options.footprints.push_back(number(kMostBytes));
      if (options.footprints.back() < 1 << 10)
        throw std::invalid_argument("--footprint=" + std::string(value) +
                                    ": expected at least 1024 bytes");
    } else {
      throw std::invalid_argument("unknown argument '" + std::string(argument) +
                                  "'");
    }
  }
  if (!options.threads)
    throw std::invalid_argument("--threads is missing");
  return options;
}

static void run(const Options &options) {
  bench_set_threads(options.threads);
  std::printf("{\n  \"threads\": %d,\n  \"onednn\": %s,\n  \"gemms\": [",
              options.threads, quote(getOneDnnVersion()).c_str());
  bool isFirst = true;
  for (const Layer &layer : options.layers)
    for (Role role : {Role::Forward, Role::DataGradient, Role::WeightGradient})
      for (Type type : {Type::F32, Type::BF16})
        printGemm(layer, role, type, options, isFirst);
  std::printf("\n  ],\n  \"bandwidth\": [");
  isFirst = true;
  for (int64_t footprint : options.footprints)
    printBandwidth(footprint, options, isFirst);
  std::printf("\n  ]\n}\n");
}

int main(int argc, char **argv) {
  Options options;
  try {
    options = parseOptions(argc, argv);
  } catch (const std::exception &error) {
    std::fprintf(stderr, "amp-bench-onednn: %s\n%s", error.what(), kUsage);
    return 2;
  }
  try {
    run(options);
  } catch (const std::exception &error) {
    std::fprintf(stderr, "amp-bench-onednn: %s\n", error.what());
    return 1;
  }
  if (std::fflush(stdout) != 0) {
    std::perror("amp-bench-onednn: standard output");
    return 5;
  }
  return 0;
}
