//===- NarrowGroupsKernels.h - Gradients of groups of few channels -*- C++
//-*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The gradient of a weight whose groups have few channels, compiled once for
// each kind of CPU (NarrowGroupsKernels.inc).
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_CPU_NARROWGROUPSKERNELS_H
#define AMP_RUNTIME_CPU_NARROWGROUPSKERNELS_H

#include "CpuFeatures.h"

#include "amp-rt/amp_rt.h"

#include <cstdint>

namespace amp::rt::cpu {

/// The largest group that the kernels take; each has a power of two.
constexpr int64_t kMostInGroup = 8;

/// A convolution of images, each of whose groups has as many inputs as outputs.
struct NarrowGroups {
  /// Of the input and of the output alike.
  int64_t channels, group;
  /// By rows and by columns.
  amprt_window windows[2];
  /// Of the input and the output's gradient, [N, H, W, channels]: f32 or 16
  /// bits.
  amprt_type type;
  const void *input, *gradient;
};

struct NarrowGroupsKernels {
  /// Channels that are computed side by side: what a vector has.
  int64_t lanes;
  /// Floats that `addSamples` works with, for each thread.
  int64_t (*getScratch)(const NarrowGroups &groups);
  /// Adds up what samples from `begin` to `end` give for `lanes` channels from
  /// `channel` on: sums[tap][i][lane] is that of the input (lane + i) mod group
  /// of the lane's group.
  void (*addSamples)(const NarrowGroups &groups, int64_t channel, int64_t begin,
                     int64_t end, float *sums, float *scratch);
};

/// Those for CPUs of a kind.
const NarrowGroupsKernels &getNarrowGroupsKernels(VectorIsa isa);

} // namespace amp::rt::cpu

#endif // AMP_RUNTIME_CPU_NARROWGROUPSKERNELS_H
