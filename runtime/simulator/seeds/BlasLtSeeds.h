//===- BlasLtSeeds.h - Defects of calls of cuBLASLt -------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_SIMULATOR_SEEDS_BLASLTSEEDS_H
#define AMP_RUNTIME_SIMULATOR_SEEDS_BLASLTSEEDS_H

#include "Launch.h"

namespace amp::rt::simulator {

/// What describes a product.
struct Operands {
  DescValue desc;
  LayoutValue a, b, c, d;
};

/// As if the program had filled the descriptors in another way. Called for a
/// question for algorithms and for a product alike, so that they agree.
void seedOperands(Operands &operands);

/// As if the program had called cublasLtMatmul with other arguments. `alpha` is
/// the one that it gave.
void seedLaunch(Launch &launch, const void *alpha);

/// As if the program had asked for an algorithm with another preference.
void seedOffer(const Problem &problem, const PreferenceValue &preference,
               uint32_t version, std::vector<Algorithm> &offered);

} // namespace amp::rt::simulator

#endif // AMP_RUNTIME_SIMULATOR_SEEDS_BLASLTSEEDS_H
