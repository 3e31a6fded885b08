//===- ConvolutionTest.cpp - Convolutions against an exact reference ------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reference and bound are those of GemmTest.cpp: with y the sum of K products
// (and a bias) in long double of the operands as stored, and S that of their
// magnitudes,
//   |yhat - y| <= min(K, 6 sqrt K) u_acc S (1 + u_out) + u_out |y| + eta / 2.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

#include <cmath>
#include <iterator>
#include <limits>

using namespace amp::rt::test;

namespace {

struct Types {
  amprt_type operands, result;
};
const Types kTypes[] = {{AMPRT_F32, AMPRT_F32},
                        {AMPRT_F16, AMPRT_F16},
                        {AMPRT_F16, AMPRT_F32},
                        {AMPRT_BF16, AMPRT_BF16},
                        {AMPRT_BF16, AMPRT_F32}};
const amprt_direction kDirections[] = {AMPRT_FORWARD, AMPRT_BACKWARD_INPUT,
                                       AMPRT_BACKWARD_WEIGHT};

/// What a test says of a convolution; the outputs follow.
struct Form {
  const char *name;
  int64_t batch, groups, inputChannels, outputChannels;
  std::vector<amprt_window> windows; // with an output of 0
};

const Form kForms[] = {
    {"OneDimension", 3, 1, 5, 4, {{11, 3, 0, 1, 1, 1}}},
    {"OneDimensionDilatedGroups", 2, 2, 6, 4, {{13, 3, 0, 2, 3, 2}}},
    {"Plain", 2, 1, 16, 32, {{9, 3, 0, 1, 1, 1}, {8, 3, 0, 1, 1, 1}}},
    {"OneSample", 1, 1, 3, 5, {{7, 2, 0, 1, 0, 1}, {9, 3, 0, 1, 2, 1}}},
    {"Pointwise", 4, 1, 17, 19, {{5, 1, 0, 1, 0, 1}, {6, 1, 0, 1, 0, 1}}},
    // Rows and columns behind the last window are not read.
    {"PointwiseStride", 2, 1, 16, 16, {{8, 1, 0, 3, 0, 1}, {6, 1, 0, 2, 0, 1}}},
    {"Stride", 2, 1, 8, 16, {{10, 3, 0, 2, 1, 1}, {11, 3, 0, 3, 1, 1}}},
    {"Stem", 1, 1, 3, 16, {{23, 7, 0, 2, 3, 1}, {21, 7, 0, 2, 3, 1}}},
    {"Patches", 2, 1, 3, 8, {{16, 8, 0, 8, 0, 1}, {17, 8, 0, 8, 0, 1}}},
    {"Dilated", 2, 1, 4, 6, {{12, 3, 0, 1, 2, 2}, {15, 3, 0, 2, 4, 5}}},
    {"Groups", 2, 4, 16, 32, {{7, 3, 0, 1, 1, 1}, {7, 3, 0, 1, 1, 1}}},
    {"Depthwise", 2, 32, 32, 32, {{9, 3, 0, 1, 1, 1}, {9, 3, 0, 1, 1, 1}}},
    {"DepthwiseOdd", 1, 7, 7, 14, {{9, 3, 0, 2, 1, 1}, {8, 5, 0, 1, 2, 1}}},
    {"DepthwiseLarge", 5, 24, 24, 24, {{9, 7, 0, 1, 3, 1}, {8, 5, 0, 2, 2, 1}}},
    {"DepthwiseRow", 3, 40, 40, 40, {{33, 4, 0, 1, 3, 1}}},
    {"NarrowGroups", 5, 5, 20, 20, {{7, 3, 0, 1, 1, 1}, {7, 3, 0, 2, 1, 1}}},
    // More padding than the kernel has elements: windows of nothing else.
    {"PaddingOnly", 2, 1, 3, 4, {{4, 2, 0, 1, 3, 1}, {3, 2, 0, 2, 4, 1}}},
    {"ThreeDimensions",
     2,
     1,
     4,
     6,
     {{5, 2, 0, 1, 1, 1}, {6, 3, 0, 2, 0, 1}, {7, 3, 0, 1, 2, 2}}},
    {"ThreeDimensionsGroups",
     1,
     2,
     4,
     2,
     {{4, 2, 0, 2, 0, 1}, {5, 1, 0, 1, 0, 1}, {6, 3, 0, 1, 1, 1}}},
    {"LargeBatch", 70, 1, 3, 4, {{5, 3, 0, 1, 1, 1}, {5, 3, 0, 1, 1, 1}}},
};

amprt_convolution makeConvolution(const Form &form, amprt_direction direction,
                                  Types types) {
  amprt_convolution c = {};
  c.direction = direction;
  c.num_spatial = static_cast<uint32_t>(form.windows.size());
  c.batch = form.batch;
  c.groups = form.groups;
  c.input_channels = form.inputChannels;
  c.output_channels = form.outputChannels;
  for (uint32_t i = 0; i < c.num_spatial; ++i) {
    amprt_window &w = c.windows[i] = form.windows[i];
    w.output =
        (w.input + 2 * w.padding - w.dilation * (w.kernel - 1) - 1) / w.stride +
        1;
  }
  c.type_operands = types.operands;
  c.type_result = c.type_bias = types.result;
  return c;
}

/// A tensor of a convolution: where its elements are.
struct Tensor {
  int64_t outer, channels, spatial[AMPRT_MOST_SPATIAL];
  amprt_layout layout;

  size_t count() const {
    return static_cast<size_t>(outer * channels * spatial[0] * spatial[1] *
                               spatial[2]);
  }
  size_t at(int64_t n, int64_t c, const int64_t *position) const {
    int64_t place = 0;
    for (int i = 0; i < AMPRT_MOST_SPATIAL; ++i)
      place = place * spatial[i] + position[i];
    const int64_t places = spatial[0] * spatial[1] * spatial[2];
    return static_cast<size_t>(layout == AMPRT_CHANNELS_FIRST
                                   ? (n * channels + c) * places + place
                                   : (n * places + place) * channels + c);
  }
};

/// The convolution with three spatial dimensions, the last ones of one element.
struct Problem {
  explicit Problem(const amprt_convolution &convolution);

  amprt_convolution c;
  amprt_window windows[AMPRT_MOST_SPATIAL];
  Tensor input, weight, output;
  Elements x, w, y, bias;

  const Tensor &tensor(uint32_t operand) const;
  Elements &elements(uint32_t operand);
};

const Tensor &Problem::tensor(uint32_t operand) const {
  if (operand == 0)
    return c.direction == AMPRT_BACKWARD_INPUT ? output : input;
  if (operand == 1)
    return c.direction == AMPRT_BACKWARD_WEIGHT ? output : weight;
  return c.direction == AMPRT_FORWARD          ? output
         : c.direction == AMPRT_BACKWARD_INPUT ? input
                                               : weight;
}

Elements &Problem::elements(uint32_t operand) {
  const Tensor *which = &tensor(operand);
  return which == &input ? x : which == &weight ? w : y;
}

Problem::Problem(const amprt_convolution &convolution)
    : c(convolution), x(AMPRT_F32, 0), w(AMPRT_F32, 0), y(AMPRT_F32, 0),
      bias(c.type_bias, static_cast<size_t>(c.output_channels)) {
  input = {c.batch, c.input_channels, {}, c.input_layout};
  weight = {
      c.output_channels, c.input_channels / c.groups, {}, c.weight_layout};
  output = {c.batch, c.output_channels, {}, c.output_layout};
  for (uint32_t i = 0; i < AMPRT_MOST_SPATIAL; ++i) {
    windows[i] =
        i < c.num_spatial ? c.windows[i] : amprt_window{1, 1, 1, 1, 0, 1};
    input.spatial[i] = windows[i].input;
    weight.spatial[i] = windows[i].kernel;
    output.spatial[i] = windows[i].output;
  }
  auto make = [&](const Tensor &tensor_) {
    return Elements(&tensor_ == &tensor(2) ? c.type_result : c.type_operands,
                    tensor_.count());
  };
  x = make(input);
  w = make(weight);
  y = make(output);
}

/// Runs the product and returns what it writes.
Elements run(amprt_device *device, Problem &problem,
             std::vector<std::string> *remarks = nullptr) {
  const uint32_t count = problem.c.epilogue & AMPRT_EPILOGUE_BIAS ? 4 : 3;
  std::vector<uint64_t> bytes;
  std::vector<amprt_slice> slices;
  std::vector<BufferPtr> buffers;
  std::vector<amprt_buffer *> arguments;
  for (uint32_t i = 0; i < count; ++i) {
    const Elements &operand = i < 3 ? problem.elements(i) : problem.bias;
    bytes.push_back(operand.getBytes().size());
    slices.push_back({AMPRT_BINDING_FIRST_ARGUMENT + i, 0, bytes.back(), {}});
    buffers.push_back(makeBuffer(device, operand.getBytes()));
    arguments.push_back(buffers.back().get());
  }
  amprt_record record = {};
  record.kind = AMPRT_RECORD_CONVOLUTION;
  record.name = record.location = "test";
  record.num_operands = count;
  record.as.convolution = problem.c;
  amprt_program_desc desc = {};
  desc.abi_version = AMPRT_ABI_VERSION;
  desc.device_kind = AMPRT_CPU;
  desc.name = "convolution";
  desc.num_arguments = count;
  desc.argument_bytes = bytes.data();
  desc.num_operands = count;
  desc.operands = slices.data();
  desc.num_records = 1;
  desc.records = &record;
  Elements result = problem.elements(2);
  amprt_program *raw = nullptr;
  EXPECT_TRUE(succeeded(amprt_program_create(device, &desc, &raw)));
  ProgramPtr program(raw);
  if (!program)
    return result;
  // Twice: what is left of the first run must not show.
  for (int i = 0; i < 2; ++i)
    EXPECT_TRUE(succeeded(
        amprt_program_run(program.get(), nullptr, arguments.data(), count)));
  result.setBytes(readBuffer(buffers[2].get()));
  if (remarks)
    for (uint32_t i = 0; amprt_program_remark(program.get(), i); ++i)
      remarks->push_back(amprt_program_remark(program.get(), i));
  return result;
}

/// An element of the reference.
struct Sum {
  long double value = 0, magnitude = 0;
  double terms = 0;

  void add(long double term) {
    value += term;
    magnitude += std::fabs(term);
    ++terms;
  }
};

/// Adds every product of the convolution to the element that it belongs to.
std::vector<Sum> computeReference(Problem &problem) {
  const amprt_convolution &c = problem.c;
  std::vector<Sum> sums(problem.tensor(2).count());
  const int64_t outputs = c.output_channels / c.groups;
  const int64_t *sizes = problem.output.spatial;
  const int64_t *kernel = problem.weight.spatial;
  for (int64_t n = 0; n < c.batch; ++n)
    for (int64_t o = 0; o < c.output_channels; ++o)
      for (int64_t i = 0; i < sizes[0] * sizes[1] * sizes[2]; ++i)
        for (int64_t j = 0; j < kernel[0] * kernel[1] * kernel[2]; ++j) {
          const int64_t to[] = {i / (sizes[1] * sizes[2]),
                                i / sizes[2] % sizes[1], i % sizes[2]};
          const int64_t tap[] = {j / (kernel[1] * kernel[2]),
                                 j / kernel[2] % kernel[1], j % kernel[2]};
          int64_t from[AMPRT_MOST_SPATIAL];
          bool inside = true;
          for (int d = 0; d < AMPRT_MOST_SPATIAL; ++d) {
            const amprt_window &window = problem.windows[d];
            from[d] = to[d] * window.stride + tap[d] * window.dilation -
                      window.padding;
            inside &= from[d] >= 0 && from[d] < window.input;
          }
          if (!inside)
            continue;
          for (int64_t k = 0; k < problem.weight.channels; ++k) {
            const size_t x = problem.input.at(
                n, o / outputs * problem.weight.channels + k, from);
            const size_t w = problem.weight.at(o, k, tap);
            const size_t y = problem.output.at(n, o, to);
            if (c.direction == AMPRT_FORWARD)
              sums[y].add(static_cast<long double>(problem.x.get(x)) *
                          problem.w.get(w));
            else if (c.direction == AMPRT_BACKWARD_INPUT)
              sums[x].add(static_cast<long double>(problem.y.get(y)) *
                          problem.w.get(w));
            else
              sums[w].add(static_cast<long double>(problem.x.get(x)) *
                          problem.y.get(y));
          }
        }
  if (c.epilogue & AMPRT_EPILOGUE_BIAS)
    for (int64_t n = 0; n < c.batch; ++n)
      for (int64_t o = 0; o < c.output_channels; ++o)
        for (int64_t i = 0; i < sizes[0] * sizes[1] * sizes[2]; ++i) {
          const int64_t to[] = {i / (sizes[1] * sizes[2]),
                                i / sizes[2] % sizes[1], i % sizes[2]};
          sums[problem.output.at(n, o, to)].add(
              problem.bias.get(static_cast<size_t>(o)));
        }
  return sums;
}

void fill(Problem &problem, Random &random) {
  for (uint32_t operand : {0u, 1u}) {
    Elements &elements = problem.elements(operand);
    for (size_t i = 0; i < elements.size(); ++i)
      elements.set(i, random.uniform());
  }
  for (size_t i = 0; i < problem.bias.size(); ++i)
    problem.bias.set(i, random.uniform());
  // It is not read.
  Elements &result = problem.elements(2);
  for (size_t i = 0; i < result.size(); ++i)
    result.set(i, std::numeric_limits<double>::quiet_NaN());
}

void expectExact(amprt_device *device, Problem &problem,
                 const std::string &what) {
  const Elements result = run(device, problem);
  const std::vector<Sum> sums = computeReference(problem);
  const amprt_type type = problem.c.type_result;
  const double out = type == AMPRT_F32 ? 0 : unitRoundoff(type);
  ASSERT_EQ(result.size(), sums.size()) << what;
  for (size_t i = 0; i < sums.size(); ++i) {
    const bool clips =
        problem.c.epilogue & AMPRT_EPILOGUE_RELU && sums[i].value < 0;
    const double value = clips ? 0 : static_cast<double>(sums[i].value);
    const double terms = sums[i].terms;
    const double error = std::min(terms, 6 * std::sqrt(terms)) *
                         std::ldexp(1, -24) *
                         static_cast<double>(sums[i].magnitude) * (1 + out);
    const double bound =
        error + out * std::fabs(value) + smallestSubnormal(type) / 2;
    ASSERT_LE(std::fabs(result.get(i) - value), bound)
        << what << ": element " << i << " is " << result.get(i) << ", expected "
        << value;
  }
}

class ConvolutionTest : public testing::TestWithParam<Form> {
protected:
  DevicePtr device = openDevice("cpu");
};
INSTANTIATE_TEST_SUITE_P(Forms, ConvolutionTest, testing::ValuesIn(kForms),
                         [](const testing::TestParamInfo<Form> &info) {
                           return std::string(info.param.name);
                         });

TEST_P(ConvolutionTest, IsExact) {
  Random random(1);
  for (const Types &types : kTypes)
    for (amprt_direction direction : kDirections) {
      Problem problem(makeConvolution(GetParam(), direction, types));
      fill(problem, random);
      expectExact(device.get(), problem,
                  std::string(typeName(types.operands)) + " to " +
                      typeName(types.result) + ", direction " +
                      std::to_string(direction));
    }
}

TEST_P(ConvolutionTest, HasAnEpilogue) {
  Random random(2);
  for (const Types &types : kTypes)
    for (uint32_t epilogue : {1u, 2u, 3u}) {
      Problem problem(makeConvolution(GetParam(), AMPRT_FORWARD, types));
      problem.c.epilogue = epilogue;
      fill(problem, random);
      expectExact(device.get(), problem,
                  std::string(typeName(types.operands)) + ", epilogue " +
                      std::to_string(epilogue));
    }
}

TEST_P(ConvolutionTest, TakesEveryLayout) {
  Random random(3);
  for (int layouts = 1; layouts < 8; ++layouts)
    for (amprt_direction direction : kDirections)
      for (const Types &types :
           {Types{AMPRT_F32, AMPRT_F32}, Types{AMPRT_BF16, AMPRT_BF16}}) {
        amprt_convolution convolution =
            makeConvolution(GetParam(), direction, types);
        auto choose = [&](int bit) {
          return layouts >> bit & 1 ? AMPRT_CHANNELS_LAST
                                    : AMPRT_CHANNELS_FIRST;
        };
        convolution.input_layout = choose(0);
        convolution.weight_layout = choose(1);
        convolution.output_layout = choose(2);
        Problem problem(convolution);
        fill(problem, random);
        expectExact(device.get(), problem,
                    "layouts " + std::to_string(layouts) + ", direction " +
                        std::to_string(direction));
      }
}

/// A NaN and an infinity of the input show in every element that reads them,
/// and in no other, with a ReLU, too.
TEST_P(ConvolutionTest, KeepsNaN) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  Random random(4);
  for (const Types &types : kTypes)
    for (amprt_direction direction : kDirections) {
      Problem problem(makeConvolution(GetParam(), direction, types));
      problem.c.epilogue = direction == AMPRT_FORWARD ? AMPRT_EPILOGUE_RELU : 0;
      fill(problem, random);
      Elements &lhs = problem.elements(0);
      lhs.set(lhs.size() / 2, nan);
      const Elements result = run(device.get(), problem);
      const std::vector<Sum> sums = computeReference(problem);
      for (size_t i = 0; i < sums.size(); ++i)
        ASSERT_EQ(std::isnan(result.get(i)), std::isnan(sums[i].value))
            << typeName(types.operands) << ", direction " << direction
            << ": element " << i;
    }
}

/// The library has code of its own for many forms, and for channels that fill
/// no block: forms that nobody chose.
TEST(ConvolutionRandomTest, IsExact) {
  DevicePtr device = openDevice("cpu");
  Random random(6);
  auto pick = [&](int64_t least, int64_t most) {
    return least + static_cast<int64_t>(
                       random.next() % static_cast<uint32_t>(most - least + 1));
  };
  for (int i = 0; i < 300; ++i) {
    // Half of the time of whole blocks.
    const int64_t block = pick(0, 1) ? 16 : 1, most = block == 1 ? 40 : 3;
    Form form = {
        "", pick(1, 3), 1, block * pick(1, most), block * pick(1, most), {}};
    switch (pick(0, 3)) {
    case 0: // Depthwise.
      form.groups = form.inputChannels;
      form.outputChannels = form.groups * pick(1, 2);
      break;
    case 1:
      form.groups = pick(2, 4);
      form.inputChannels = form.groups * block * pick(1, most / 2);
      form.outputChannels = form.groups * block * pick(1, most / 2);
      break;
    }
    const int64_t dimensions = pick(1, 3);
    const bool isPointwise = pick(0, 3) == 0;
    for (int64_t d = 0; d < dimensions; ++d) {
      const int64_t kernel = isPointwise ? 1 : pick(1, 4);
      const int64_t dilation = pick(0, 3) ? 1 : pick(2, 3);
      const int64_t padding = isPointwise ? 0 : pick(0, 3);
      const int64_t extent = (kernel - 1) * dilation + 1;
      const int64_t least = std::max<int64_t>(1, extent - 2 * padding);
      form.windows.push_back({pick(least, least + (dimensions > 2 ? 5 : 12)),
                              kernel, 0, pick(0, 2) ? 1 : pick(2, 4), padding,
                              dilation});
    }
    const amprt_direction direction = kDirections[pick(0, 2)];
    const Types &types = kTypes[pick(0, std::size(kTypes) - 1)];
    amprt_convolution convolution = makeConvolution(form, direction, types);
    // Few places have a way of their own: more of them, if that is not too much
    // for the reference.
    int64_t places = 1, products = form.outputChannels * form.inputChannels;
    for (uint32_t d = 0; d < convolution.num_spatial; ++d) {
      places *= convolution.windows[d].output;
      products *= convolution.windows[d].kernel;
    }
    if (pick(0, 1) && products < 20000)
      convolution.batch = 600 / places + 1;
    if (convolution.direction == AMPRT_FORWARD)
      convolution.epilogue = static_cast<uint32_t>(pick(0, 3));
    for (amprt_layout *layout :
         {&convolution.input_layout, &convolution.weight_layout,
          &convolution.output_layout})
      *layout = pick(0, 1) ? AMPRT_CHANNELS_LAST : AMPRT_CHANNELS_FIRST;
    Problem problem(convolution);
    fill(problem, random);
    std::string what = "form " + std::to_string(i) + ": " +
                       typeName(convolution.type_operands) + " to " +
                       typeName(convolution.type_result) + ", direction " +
                       std::to_string(convolution.direction) + ", channels " +
                       std::to_string(form.inputChannels) + " and " +
                       std::to_string(form.outputChannels) + " in " +
                       std::to_string(form.groups) + " groups, layouts " +
                       std::to_string(convolution.input_layout) +
                       std::to_string(convolution.weight_layout) +
                       std::to_string(convolution.output_layout) + ", windows";
    for (const amprt_window &w : form.windows)
      what += " [" + std::to_string(w.input) + " by " +
              std::to_string(w.kernel) + " s" + std::to_string(w.stride) +
              " p" + std::to_string(w.padding) + " d" +
              std::to_string(w.dilation) + "]";
    expectExact(device.get(), problem, what);
  }
}

/// Operands that are widened and summed up in groups of samples: more of them
/// than one group has, of sums that are exact in any order.
TEST(ConvolutionGroupsTest, AddsUpGroups) {
  DevicePtr device = openDevice("cpu");
  const Form form = {"", 130, 1,
                     16, 16,  {{64, 3, 0, 1, 1, 1}, {64, 3, 0, 1, 1, 1}}};
  for (amprt_direction direction : kDirections) {
    Problem problem(makeConvolution(form, direction, {AMPRT_F16, AMPRT_F32}));
    Random random(5);
    for (uint32_t operand : {0u, 1u}) {
      Elements &elements = problem.elements(operand);
      // Mostly zeros, so that the reference is quick to see through.
      for (size_t i = 0; i < elements.size(); ++i)
        elements.set(i, static_cast<double>(random.integer(1)));
    }
    const Elements result = run(device.get(), problem);
    Problem wide(makeConvolution(form, direction, {AMPRT_F32, AMPRT_F32}));
    for (uint32_t operand : {0u, 1u})
      for (size_t i = 0; i < wide.elements(operand).size(); ++i)
        wide.elements(operand).set(i, problem.elements(operand).get(i));
    const Elements expected = run(device.get(), wide);
    for (size_t i = 0; i < expected.size(); ++i)
      ASSERT_EQ(result.get(i), expected.get(i)) << direction << ": " << i;
  }
}

TEST(ConvolutionGroupsTest, SaysWhatIsEmulated) {
  DevicePtr device = openDevice("cpu");
  Problem problem(
      makeConvolution(kForms[0], AMPRT_FORWARD, {AMPRT_F16, AMPRT_F16}));
  std::vector<std::string> remarks;
  run(device.get(), problem, &remarks);
  ASSERT_EQ(remarks.size(), 1u);
  EXPECT_EQ(remarks[0], "f16 convolution emulated in f32: there is no f16 "
                        "convolution on the CPU");
}

} // namespace
