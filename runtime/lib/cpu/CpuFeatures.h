//===- CpuFeatures.h - Instruction sets of the CPU --------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_CPU_CPUFEATURES_H
#define AMP_RUNTIME_CPU_CPUFEATURES_H

#include "Status.h"

#include <string>

namespace amp::rt::cpu {

/// True if the CPU and the system have the instruction set, a name of
/// CpuFeatures.def.
bool hasFeature(const std::string &name);

/// Of how the runtime's own loops are compiled, the widest that the CPU has.
enum class VectorIsa { Portable, Avx2, Avx512, Avx512BF16 };
VectorIsa getVectorIsa();

/// UNAVAILABLE if the CPU lacks one of `features`, names between commas, or if
/// this runtime does not know one; `what` begins the message.
Status requireFeatures(const std::string &features, const std::string &what);

} // namespace amp::rt::cpu

#endif // AMP_RUNTIME_CPU_CPUFEATURES_H
