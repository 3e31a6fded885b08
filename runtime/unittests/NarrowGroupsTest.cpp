//===- NarrowGroupsTest.cpp - Gradients of groups of few channels ---------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernels of every instruction set that this CPU has, on integers, of which
// all sums are exact.
//
//===----------------------------------------------------------------------===//

#include "Convert.h"
#include "KernelTables.h"
#include "NarrowGroupsKernels.h"
#include "TestSupport.h"

#include <cmath>
#include <limits>

using namespace amp::rt;
using namespace amp::rt::cpu;
using namespace amp::rt::test;

namespace {

amprt_window makeWindow(int64_t input, int64_t kernel, int64_t stride,
                        int64_t padding, int64_t dilation) {
  amprt_window w = amprt_window();
  w.input = input;
  w.kernel = kernel;
  w.stride = stride;
  w.padding = padding;
  w.dilation = dilation;
  w.output = (input + 2 * padding - (kernel - 1) * dilation - 1) / stride + 1;
  return w;
}

/// Integers of [-4, 4] as `type`, and the same as they are.
struct Images {
  Images(amprt_type type, int64_t count, uint64_t seed)
      : numbers(static_cast<size_t>(count)),
        bytes(static_cast<size_t>(count * amprt_type_size(type))) {
    Random random(seed);
    for (float &number : numbers)
      number = static_cast<float>(std::floor(random.uniform() * 4.5));
    convertFromF32(type, numbers.data(), bytes.data(), count);
  }

  std::vector<float> numbers;
  std::vector<char> bytes;
};

void check(const NarrowGroupsKernels &kernels, NarrowGroups groups,
           int64_t samples) {
  const amprt_window &rows = groups.windows[0], &columns = groups.windows[1];
  const int64_t channels = groups.channels, group = groups.group;
  Images input(groups.type, samples * rows.input * columns.input * channels, 1);
  Images gradient(groups.type,
                  samples * rows.output * columns.output * channels, 2);
  groups.input = input.bytes.data();
  groups.gradient = gradient.bytes.data();
  const int64_t taps = rows.kernel * columns.kernel;
  // What is there is no number, and has to be written first.
  constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
  std::vector<float> sums(size_t(taps * group * kernels.lanes), kNaN);
  std::vector<float> scratch(size_t(kernels.getScratch(groups)), kNaN);
  // The first sample is somebody else's.
  for (int64_t first = 0; first < channels; first += kernels.lanes) {
    kernels.addSamples(groups, first, 1, samples, sums.data(), scratch.data());
    for (int64_t tap = 0; tap < taps; ++tap)
      for (int64_t i = 0; i < group; ++i)
        for (int64_t lane = 0; lane < std::min(kernels.lanes, channels - first);
             ++lane) {
          const int64_t output = first + lane;
          const int64_t from = output / group * group + (output + i) % group;
          double expected = 0;
          for (int64_t n = 1; n < samples; ++n)
            for (int64_t y = 0; y < rows.output; ++y)
              for (int64_t x = 0; x < columns.output; ++x) {
                const int64_t row = y * rows.stride - rows.padding +
                                    tap / columns.kernel * rows.dilation;
                const int64_t column = x * columns.stride - columns.padding +
                                       tap % columns.kernel * columns.dilation;
                if (row < 0 || row >= rows.input || column < 0 ||
                    column >= columns.input)
                  continue;
                const int64_t at =
                    ((n * rows.input + row) * columns.input + column) *
                        channels +
                    from;
                const int64_t out =
                    ((n * rows.output + y) * columns.output + x) * channels +
                    output;
                expected += double(input.numbers[size_t(at)]) *
                            gradient.numbers[size_t(out)];
              }
          ASSERT_EQ(sums[size_t((tap * group + i) * kernels.lanes + lane)],
                    expected)
              << "tap " << tap << " channel " << output << " input " << from;
        }
  }
}

} // namespace

TEST(NarrowGroupsTest, IsExact) {
  const amprt_window forms[][2] = {
      {makeWindow(6, 3, 1, 1, 1), makeWindow(9, 3, 1, 1, 1)},
      {makeWindow(8, 7, 1, 3, 1), makeWindow(5, 7, 1, 3, 1)},
      {makeWindow(9, 5, 2, 2, 1), makeWindow(10, 5, 2, 2, 1)},
      // Windows that leave rows and columns out, and such that have gaps.
      {makeWindow(11, 2, 3, 0, 1), makeWindow(13, 2, 4, 0, 1)},
      {makeWindow(7, 3, 1, 4, 4), makeWindow(12, 3, 2, 6, 6)},
      // More columns than are added up at a time, of an image of one row.
      {makeWindow(1, 1, 1, 0, 1), makeWindow(40, 13, 1, 6, 1)},
      // Padding alone.
      {makeWindow(1, 4, 1, 3, 1), makeWindow(1, 4, 1, 3, 1)}};
  for (const auto &[name, kernels] : listKernels(getNarrowGroupsKernels))
    for (const auto &form : forms)
      for (int64_t group : {1, 2, 4, 8})
        for (int64_t channels : {8, 16, 24, 40})
          for (amprt_type type : {AMPRT_F32, AMPRT_BF16, AMPRT_F16}) {
            if (group > kernels->lanes)
              continue;
            SCOPED_TRACE(std::string(name) + " kernel " +
                         std::to_string(form[0].kernel) + " x " +
                         std::to_string(form[1].kernel) + " group " +
                         std::to_string(group) + " channels " +
                         std::to_string(channels) + " type " +
                         std::to_string(type));
            NarrowGroups groups = {channels, group,   {form[0], form[1]},
                                   type,     nullptr, nullptr};
            ASSERT_NO_FATAL_FAILURE(check(*kernels, groups, 3));
          }
}
