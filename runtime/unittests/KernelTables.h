//===- KernelTables.h - Kernels of each kind that this CPU has --*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_UNITTESTS_KERNELTABLES_H
#define AMP_RUNTIME_UNITTESTS_KERNELTABLES_H

#include "CpuFeatures.h"

#include <utility>
#include <vector>

namespace amp::rt::test {

/// What `get` has for each kind of CPU that this one is, with the kind's name.
template <typename Kernels>
std::vector<std::pair<const char *, const Kernels *>>
listKernels(const Kernels &(*get)(cpu::VectorIsa)) {
  constexpr std::pair<const char *, cpu::VectorIsa> kinds[] = {
      {"portable", cpu::VectorIsa::Portable},
      {"avx2", cpu::VectorIsa::Avx2},
      {"avx512", cpu::VectorIsa::Avx512},
      {"avx512bf16", cpu::VectorIsa::Avx512BF16}};
  std::vector<std::pair<const char *, const Kernels *>> kernels;
  for (const auto &[name, isa] : kinds)
    if (isa <= cpu::getVectorIsa())
      kernels.push_back({name, &get(isa)});
  return kernels;
}

} // namespace amp::rt::test

#endif // AMP_RUNTIME_UNITTESTS_KERNELTABLES_H
