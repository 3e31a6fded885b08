//===- NarrowGroups.cpp - Gradients of groups of few channels on the CPU --===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NarrowGroupsKernels.h"

#include "Convert.h"
#include "Convolution.h"
#include "Parallel.h"

#include <algorithm>

using namespace amp::rt;
using namespace amp::rt::cpu;

/// Parts that the work is cut into at least, if there are as many samples: more
/// than most CPUs have cores. The number of threads does not matter, so that
/// sums are the same for each.
static constexpr int64_t kLeastParts = 32;
/// Products below which a part is not worth a thread.
static constexpr int64_t kProductGrain = 1 << 16;

namespace {
/// Each part is some channels, which fill a vector, of some samples.
class NarrowGroupsPlan : public ConvolutionPlan {
public:
  NarrowGroupsPlan(const CpuContext &context, const amprt_convolution &c);

  uint64_t getScratchBytes() const override {
    return uint64_t(countParts() * sumCount + countWeight(convolution) +
                    context.numThreads * threadCount) *
           sizeof(float);
  }
  void run(const ConvolutionOperands &operands, void *scratch) override;

private:
  int64_t countParts() const { return chunks * cuts; }
  void store(const float *sums, float *weight, int64_t chunk) const;

  const CpuContext &context;
  const amprt_convolution convolution;
  const NarrowGroupsKernels &kernels;
  NarrowGroups groups;
  /// Elements of a kernel; vectors of channels; cuts of the batch.
  int64_t taps, chunks, cuts;
  /// Floats of a part's sums, and of what a thread works with.
  int64_t sumCount, threadCount;
};
} // namespace

NarrowGroupsPlan::NarrowGroupsPlan(const CpuContext &context,
                                   const amprt_convolution &c)
    : context(context), convolution(c),
      kernels(getNarrowGroupsKernels(getVectorIsa())), groups() {
  groups.channels = c.input_channels;
  groups.group = c.input_channels / c.groups;
  groups.type = c.type_operands;
  // A row is an image of one.
  groups.windows[0] = c.num_spatial == 2 ? c.windows[0] : amprt_window();
  if (c.num_spatial == 1) {
    amprt_window &w = groups.windows[0];
    w.input = w.output = w.kernel = w.stride = w.dilation = 1;
  }
  groups.windows[1] = c.windows[c.num_spatial - 1];
  taps = groups.windows[0].kernel * groups.windows[1].kernel;
  chunks = (c.input_channels + kernels.lanes - 1) / kernels.lanes;
  cuts = std::clamp<int64_t>(c.batch, 1, (kLeastParts + chunks - 1) / chunks);
  sumCount = taps * groups.group * kernels.lanes;
  threadCount = kernels.getScratch(groups);
}

/// The sums of all cuts to where the weight, in f32, has them.
void NarrowGroupsPlan::store(const float *sums, float *weight,
                             int64_t chunk) const {
  const bool isLast = convolution.weight_layout == AMPRT_CHANNELS_LAST;
  const int64_t group = groups.group, first = chunk * kernels.lanes;
  const int64_t there = std::min(kernels.lanes, groups.channels - first);
  for (int64_t tap = 0; tap < taps; ++tap)
    for (int64_t i = 0; i < group; ++i)
      for (int64_t lane = 0; lane < there; ++lane) {
        float sum = 0;
        for (int64_t cut = 0; cut < cuts; ++cut)
          sum +=
              sums[cut * sumCount + (tap * group + i) * kernels.lanes + lane];
        const int64_t output = first + lane, input = (output + i) % group;
        weight[isLast ? (output * taps + tap) * group + input
                      : (output * group + input) * taps + tap] = sum;
      }
}

void NarrowGroupsPlan::run(const ConvolutionOperands &operands, void *scratch) {
  NarrowGroups given = groups;
  given.input = operands.lhs;
  given.gradient = operands.rhs;
  auto *sums = static_cast<float *>(scratch);
  float *weight = sums + countParts() * sumCount;
  float *own = weight + countWeight(convolution);
  // Threads have parts side by side, and what they work with to themselves.
  const int64_t parts = countParts();
  const int64_t products = countOutput(convolution) * taps * groups.group;
  const int64_t threads =
      std::clamp<int64_t>(products / kProductGrain, 1,
                          std::min<int64_t>(context.numThreads, parts));
  parallelFor(context.numThreads, threads, 1, [&](int64_t begin, int64_t end) {
    for (int64_t thread = begin; thread < end; ++thread)
      for (int64_t part = parts * thread / threads;
           part < parts * (thread + 1) / threads; ++part) {
        const int64_t chunk = part / cuts, cut = part % cuts;
        kernels.addSamples(given, chunk * kernels.lanes,
                           convolution.batch * cut / cuts,
                           convolution.batch * (cut + 1) / cuts,
                           sums + part * sumCount, own + thread * threadCount);
      }
  });
  for (int64_t chunk = 0; chunk < chunks; ++chunk)
    store(sums + chunk * cuts * sumCount, weight, chunk);
  convertFromF32(convolution.type_result, weight, operands.out,
                 countWeight(convolution));
}

/// True for what oneDNN 2.6.3 has a kernel for: one channel in a group, and
/// windows of at most 3 x 3 without gaps.
static bool isSmallDepthwise(const amprt_convolution &c) {
  return c.groups == c.input_channels &&
         std::all_of(
             c.windows, c.windows + c.num_spatial, [](const amprt_window &w) {
               return w.kernel <= 3 && (w.dilation == 1 || w.kernel == 1);
             });
}

std::unique_ptr<ConvolutionPlan>
amp::rt::cpu::createNarrowGroupsPlan(const CpuContext &context,
                                     const amprt_convolution &c) {
  const int64_t group = c.input_channels / c.groups;
  const bool isPowerOfTwo = (group & (group - 1)) == 0;
  if (c.direction != AMPRT_BACKWARD_WEIGHT || c.groups == 1 ||
      c.num_spatial > 2 || c.output_channels != c.input_channels ||
      !isPowerOfTwo ||
      group > std::min(kMostInGroup,
                       getNarrowGroupsKernels(getVectorIsa()).lanes) ||
      c.input_layout != AMPRT_CHANNELS_LAST ||
      c.output_layout != AMPRT_CHANNELS_LAST || c.type_operands == AMPRT_F64 ||
      isSmallDepthwise(c))
    return nullptr;
  return std::make_unique<NarrowGroupsPlan>(context, c);
}
