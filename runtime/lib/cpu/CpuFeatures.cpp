//===- CpuFeatures.cpp - Instruction sets of the CPU ----------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CpuFeatures.h"

#include <cstdint>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

using namespace amp::rt;

#if defined(__x86_64__)

namespace {
enum Register { EAX, EBX, ECX, EDX };

/// Registers that the system must save, as bits of XCR0: those of SSE and AVX,
/// and with Zmm the masks and the upper halves and registers of AVX-512.
enum State : uint32_t { Basic = 0, Ymm = 0x6, Zmm = 0xe6 };

struct Feature {
  const char *name;
  uint32_t leaf, subleaf;
  Register where;
  uint32_t bit;
  State state;
};

constexpr Feature kFeatures[] = {
#define AMPRT_CPU_FEATURE(NAME, LEAF, SUBLEAF, REGISTER, BIT, STATE)           \
  {NAME, LEAF, SUBLEAF, REGISTER, BIT, STATE},
#include "amp-rt/CpuFeatures.def"
};
} // namespace

/// One register of CPUID; 0 where the CPU has no such leaf.
static uint32_t readCpuid(uint32_t leaf, uint32_t subleaf, Register where) {
  uint32_t registers[4] = {};
  if (!__get_cpuid_count(leaf, subleaf, &registers[EAX], &registers[EBX],
                         &registers[ECX], &registers[EDX]))
    return 0;
  return registers[where];
}

/// XCR0, or 0 where it cannot be read.
static uint32_t readSavedState() {
  constexpr uint32_t kOsUsesXsave = 1u << 27;
  if (!(readCpuid(1, 0, ECX) & kOsUsesXsave))
    return 0;
  uint32_t low, high;
  __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return low;
}

static const Feature *findFeature(const std::string &name) {
  for (const Feature &feature : kFeatures)
    if (name == feature.name)
      return &feature;
  return nullptr;
}

bool cpu::hasFeature(const std::string &name) {
  const Feature *feature = findFeature(name);
  if (!feature)
    return false;
  // Only a CPU that lists subleaf 1 of leaf 7 has it.
  if (feature->leaf == 7 && feature->subleaf > readCpuid(7, 0, EAX))
    return false;
  const uint32_t bits =
      readCpuid(feature->leaf, feature->subleaf, feature->where);
  return (bits >> feature->bit & 1) &&
         (readSavedState() & feature->state) == feature->state;
}

#else

static const char *findFeature(const std::string &) { return nullptr; }
bool cpu::hasFeature(const std::string &) { return false; }

#endif

cpu::VectorIsa cpu::getVectorIsa() {
  if (!hasFeature("avx2") || !hasFeature("fma"))
    return VectorIsa::Portable;
  for (const char *name : {"avx512f", "avx512dq", "avx512vl", "avx512bw"})
    if (!hasFeature(name))
      return VectorIsa::Avx2;
  return hasFeature("avx512bf16") ? VectorIsa::Avx512BF16 : VectorIsa::Avx512;
}

Status cpu::requireFeatures(const std::string &features,
                            const std::string &what) {
  for (size_t begin = 0; begin < features.size();) {
    size_t end = features.find(',', begin);
    if (end == std::string::npos)
      end = features.size();
    const std::string name = features.substr(begin, end - begin);
    begin = end + 1;
    if (!findFeature(name))
      return AMPRT_ERROR(AMPRT_UNAVAILABLE,
                         what + ": its code uses the instruction set '" + name +
                             "', which this runtime does not know; compile it "
                             "again, for this machine");
    if (!hasFeature(name))
      return AMPRT_ERROR(AMPRT_UNAVAILABLE,
                         what + ": its code uses the instruction set '" + name +
                             "', which this CPU lacks; compile it for this "
                             "CPU, or for one that is as old");
  }
  return Status();
}
