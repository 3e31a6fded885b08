//===- Launch.h - A product on the simulated device -------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What cublasLtMatmul puts on a stream. It owns copies of everything that the
// call was given: descriptors may be changed or destroyed before it runs.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_SIMULATOR_BLASLT_LAUNCH_H
#define AMP_RUNTIME_SIMULATOR_BLASLT_LAUNCH_H

#include "Algorithm.h"
#include "Memory.h"
#include "Work.h"

namespace amp::rt::simulator {

struct Launch {
  Problem problem;
  Algorithm algorithm;
  uint64_t a = 0, b = 0, c = 0, d = 0; ///< On the device.
  uint64_t workspace = 0, workspaceBytes = 0;
  /// Host pointer mode: numbers of the scale type. Device: addresses.
  unsigned char alpha[8] = {}, beta[8] = {};

  bool readsScalesOnDevice() const {
    return problem.desc.pointerMode == int32_t(kCUBLASLT_POINTER_MODE_DEVICE);
  }
};

/// Computes D, the bias gradient and the auxiliary matrix. Memory that the
/// product would touch is checked first, so that one that fails changes
/// nothing:
///
///  - CUDA_ERROR_ILLEGAL_ADDRESS where no allocation is, or what a kernel may
///    not write;
///  - CUDA_ERROR_LAUNCH_FAILED where bytes are read that were never written, or
///    an output overlaps an input or another output. A device would give
///    arbitrary numbers.
///
/// C counts as read only if beta is not 0. What is between the columns of a
/// matrix is not touched. The workspace is garbage afterwards: a NaN in every
/// type where the algorithm uses it, and not written all over.
Fault runLaunch(const Launch &launch, Memory &memory,
                std::vector<Access> &accesses, Counters &counters);

} // namespace amp::rt::simulator

#endif // AMP_RUNTIME_SIMULATOR_BLASLT_LAUNCH_H
