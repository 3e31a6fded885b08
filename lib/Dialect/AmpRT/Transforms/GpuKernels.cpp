//===- GpuKernels.cpp -----------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GpuKernels.h"

using namespace mlir;
using namespace mlir::amprt;

std::unique_ptr<GpuKernel> amprt::planGpuKernel(const GpuSpace &space) {
  if (std::unique_ptr<GpuKernel> kernel = planPlaces(space))
    return kernel;
  if (std::unique_ptr<GpuKernel> kernel = planTiles(space))
    return kernel;
  if (std::unique_ptr<GpuKernel> kernel = planElements(space))
    return kernel;
  if (std::unique_ptr<GpuKernel> kernel = planRows(space))
    return kernel;
  return planThreads(space);
}
