//===- GpuKernels.h - Code of a kernel for a GPU ----------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_LIB_DIALECT_AMPRT_TRANSFORMS_GPUKERNELS_H
#define AMP_LIB_DIALECT_AMPRT_TRANSFORMS_GPUKERNELS_H

#include "GpuSpace.h"

#include <memory>

namespace mlir::amprt {

/// Threads of a block, where nothing asks for others.
inline constexpr int64_t kGpuBlockSize = 256;
/// Threads that fill a large GPU: more of them for one element pay only below.
inline constexpr int64_t kFullGpu = int64_t(1) << 17;
/// Blocks that fill a large GPU, some on each of its processors.
inline constexpr int64_t kFullGpuBlocks = 528;
/// Clones of ops of a body that a thread has at most.
inline constexpr int64_t kMostClones = 4096;

/// How an op is computed on a GPU: what to launch, and how to write it.
class GpuKernel {
public:
  explicit GpuKernel(const GpuSpace &space) : space(space) {}
  virtual ~GpuKernel() = default;

  /// Writes the body, for the first `threads` of a block.
  virtual void emit(GpuWriter &writer) = 0;

  int64_t blocks = 1, threads = kGpuBlockSize;
  /// Of memory that a block shares, at most.
  int64_t sharedBytes = 0;
  /// Buffers that the kernel needs beside those of its op.
  SmallVector<MemRefType> scratch;

protected:
  const GpuSpace &space;
};

/// A thread for each element, if the op reads or writes at places that it is
/// told at run time.
std::unique_ptr<GpuKernel> planPlaces(const GpuSpace &space);
/// A thread for 16 bytes of elements, if nothing is reduced.
std::unique_ptr<GpuKernel> planElements(const GpuSpace &space);
/// Tiles in shared memory, if nothing is reduced and what neighbours write is
/// read from far apart.
std::unique_ptr<GpuKernel> planTiles(const GpuSpace &space);
/// Threads that combine what they have, if all outputs are combined alike.
std::unique_ptr<GpuKernel> planRows(const GpuSpace &space);
/// True if such a kernel would leave most of a GPU alone, because blocks do not
/// go on with what others combine.
bool needsLevels(const GpuSpace &space);
/// A thread for each result; it runs the loops of a reduction. Always possible.
std::unique_ptr<GpuKernel> planThreads(const GpuSpace &space);

/// The first of these that is possible.
std::unique_ptr<GpuKernel> planGpuKernel(const GpuSpace &space);

/// True if the op computes one element of each result, from nothing that it
/// would have to combine.
bool isOnePoint(const GpuSpace &space);
/// Writes what such an op does, for one thread.
void emitOnePoint(GpuWriter &writer);

} // namespace mlir::amprt

#endif // AMP_LIB_DIALECT_AMPRT_TRANSFORMS_GPUKERNELS_H
