//===- Seeds.cpp - Defects that tests plant -------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "seeds/Seeds.h"

#include <atomic>

using namespace amp::rt::simulator;

namespace {
struct SeedInfo {
  Seed seed;
  const char *name;
  const char *text;
};
constexpr SeedInfo kSeeds[] = {
#define AMP_SIMULATOR_SEED(ENUMERATOR, NAME, TEXT)                             \
  {Seed::ENUMERATOR, NAME, TEXT},
    AMP_SIMULATOR_SEEDS(AMP_SIMULATOR_SEED)
#undef AMP_SIMULATOR_SEED
};

// The driver and cuBLASLt ask with different locks held.
std::atomic<Seed> selected{Seed::None};
std::atomic<uint64_t> numPlaces{0}, numApplied{0};
} // namespace

bool amp::rt::simulator::selectSeed(const std::string &name) {
  Seed found = Seed::None;
  for (const SeedInfo &info : kSeeds)
    if (name == info.name)
      found = info.seed;
  if (found == Seed::None && !name.empty())
    return false;
  selected = found;
  numPlaces = numApplied = 0;
  return true;
}

Seed amp::rt::simulator::selectedSeed() { return selected; }

std::string amp::rt::simulator::listSeeds() {
  std::string list;
  for (const SeedInfo &info : kSeeds)
    list += std::string(info.name) + ": " + info.text + "\n";
  return list;
}

bool amp::rt::simulator::applySeed(Seed seed) { return applySeed(seed, 1); }

bool amp::rt::simulator::applySeed(Seed seed, uint64_t period) {
  if (seed != selected || ++numPlaces % period)
    return false;
  ++numApplied;
  return true;
}

uint64_t amp::rt::simulator::countSeedApplications() { return numApplied; }
