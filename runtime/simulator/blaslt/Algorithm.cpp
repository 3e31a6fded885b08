//===- Algorithm.cpp - Algorithms of the simulated cuBLASLt ---------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Algorithm.h"

#include <algorithm>
#include <cstring>

using namespace amp::rt::cuda;
using namespace amp::rt::simulator;

//===----------------------------------------------------------------------===//
// Keys
//===----------------------------------------------------------------------===//

namespace {
/// FNV-1a, a hash of 64 bits.
class Key {
public:
  template <typename T>
  Key &add(T value) {
    static_assert(std::is_arithmetic_v<T>, "padding would be hashed");
    return addBytes(&value, sizeof(value));
  }
  Key &addBytes(const void *bytes, size_t count) {
    for (size_t i = 0; i < count; ++i)
      hash = (hash ^ static_cast<const unsigned char *>(bytes)[i]) *
             UINT64_C(0x100000001b3);
    return *this;
  }
  uint64_t get() const { return hash; }

private:
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
};
} // namespace

uint64_t amp::rt::simulator::typesKeyOf(const Problem &problem) {
  const DescValue &desc = problem.desc;
  Key key;
  key.add(desc.compute).add(desc.scaleType).add(desc.pointerMode);
  key.add(desc.opA).add(desc.opB).add(desc.epilogue);
  for (const LayoutValue *layout :
       {&problem.a, &problem.b, &problem.c, &problem.d})
    key.add(layout->type).add(layout->order);
  return key.get();
}

uint64_t amp::rt::simulator::layoutsKeyOf(const Problem &problem) {
  Key key;
  for (const LayoutValue *layout :
       {&problem.a, &problem.b, &problem.c, &problem.d})
    key.add(layout->rows)
        .add(layout->cols)
        .add(layout->ld)
        .add(layout->batch)
        .add(layout->stride);
  const DescValue &desc = problem.desc;
  key.add(desc.biasStride).add(desc.auxLd).add(desc.auxStride);
  return key.get();
}

uint64_t amp::rt::simulator::bareKeyOf(const SupportedTypes &types) {
  Key key;
  key.add(types.compute).add(types.scale).add(types.input).add(types.output);
  return key.get();
}

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

static uint32_t checksumOf(Algorithm algorithm) {
  algorithm.checksum = 0;
  const uint64_t hash = Key().addBytes(&algorithm, sizeof(algorithm)).get();
  return static_cast<uint32_t>(hash ^ hash >> 32);
}

cublasLtMatmulAlgo_t amp::rt::simulator::encode(Algorithm algorithm) {
  algorithm.checksum = checksumOf(algorithm);
  cublasLtMatmulAlgo_t bytes;
  std::memcpy(&bytes, &algorithm, sizeof(bytes));
  return bytes;
}

bool amp::rt::simulator::decode(const cublasLtMatmulAlgo_t &bytes,
                                uint32_t version, Algorithm &algorithm) {
  std::memcpy(static_cast<void *>(&algorithm), &bytes, sizeof(bytes));
  return algorithm.version == version &&
         algorithm.checksum == checksumOf(algorithm);
}

/// The largest power of two that divides `value`, as its logarithm.
static uint32_t logOf(uint32_t value) {
  uint32_t log = 0;
  while (log < 15 && value % (UINT32_C(2) << log) == 0)
    ++log;
  return log;
}

uint32_t Algorithm::getAlignment(unsigned matrix) const {
  return UINT32_C(1) << (alignments[matrix / 2] >> matrix % 2 * 4 & 0xf);
}

void Algorithm::setAlignment(unsigned matrix, uint32_t bytes) {
  alignments[matrix / 2] |=
      static_cast<uint8_t>(logOf(bytes) << matrix % 2 * 4);
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

SummationOrder amp::rt::simulator::orderOf(const Algorithm &algorithm,
                                           uint64_t k) {
  SummationOrder order;
  order.position.resize(k);
  order.parts.resize(algorithm.splits);
  uint64_t next = 0;
  for (uint64_t part = 0; part < algorithm.splits; ++part) {
    const uint64_t first = k * part / algorithm.splits;
    const uint64_t last = k * (part + 1) / algorithm.splits;
    uint64_t size = algorithm.blockSize;
    while (size * size < last - first)
      size *= 2;
    const uint64_t numBlocks = (last - first + size - 1) / size;
    for (uint64_t parity = 0; parity < 2; ++parity)
      for (uint64_t block = parity; block < numBlocks; block += 2) {
        const uint64_t end = std::min(last, first + (block + 1) * size);
        for (uint64_t index = end; index-- > first + block * size;)
          order.position[index] = next++;
        order.parts[part].blockEnds.push_back(next);
      }
  }
  return order;
}

//===----------------------------------------------------------------------===//
// Choice
//===----------------------------------------------------------------------===//

/// One that does not split k.
static Algorithm makeWhole(int id) {
  Algorithm algorithm;
  algorithm.id = static_cast<uint16_t>(id);
  algorithm.tile =
      id == 0 ? kCUBLASLT_MATMUL_TILE_128x128 : kCUBLASLT_MATMUL_TILE_64x64;
  algorithm.blockSize = id == 0 ? 32 : 8;
  return algorithm;
}

/// What every address of a matrix must be aligned to.
static uint32_t leastAlignment(const SupportedTypes &types,
                               cudaDataType_t matrix) {
  return std::max(bytesOf(matrix),
                  types.accumulator == Accumulator::I32 ? 4u : 1u);
}

Algorithm amp::rt::simulator::makeBare(int id, const SupportedTypes &types,
                                       uint32_t version) {
  Algorithm algorithm = makeWhole(id);
  algorithm.version = version;
  algorithm.isBare = 1;
  algorithm.typesKey = bareKeyOf(types);
  for (unsigned i = 0; i < 4; ++i)
    algorithm.setAlignment(
        i, leastAlignment(types, i < 2 ? types.input : types.output));
  algorithm.biasAlignment = 1; // And what an element asks, as always.
  return algorithm;
}

static Algorithm make(int id, const Problem &problem) {
  Algorithm algorithm = makeWhole(id);
  if (id < 2)
    return algorithm;
  constexpr uint64_t kMostSplits[] = {4, 3, 4};
  algorithm.blockSize = 16;
  algorithm.splits =
      static_cast<uint16_t>(std::min(kMostSplits[id - 2], problem.k));
  const uint64_t elements = problem.m * problem.n * problem.batch;
  const uint64_t tiles = (problem.m + 63) / 64 * ((problem.n + 63) / 64);
  if (id == 2) {
    algorithm.scheme = kCUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE;
    const uint64_t bytes = problem.types->accumulator == Accumulator::F64   ? 8
                           : problem.types->accumulator == Accumulator::F16 ? 2
                                                                            : 4;
    algorithm.workspace = algorithm.splits * elements * bytes;
  } else if (id == 3) {
    algorithm.scheme = kCUBLASLT_REDUCTION_SCHEME_INPLACE;
    algorithm.workspace = tiles * problem.batch * 4; // A counter for each.
  } else {
    algorithm.scheme = kCUBLASLT_REDUCTION_SCHEME_OUTPUT_TYPE;
    algorithm.workspace = algorithm.splits * elements * bytesOf(problem.d.type);
  }
  return algorithm;
}

/// cublasLtNumericalImplFlags_t.
static uint64_t implementationOf(const Problem &problem) {
  enum : uint64_t { Fma = 1, Hmma = 2, Imma = 4, Dmma = 8 };
  uint64_t unit = 0, accumulator = 0, input = 0;
  switch (problem.types->accumulator) {
  case Accumulator::F16:
    accumulator = 1, unit = Hmma;
    break;
  case Accumulator::F32:
    accumulator = 2, unit = Hmma;
    break;
  case Accumulator::F64:
    accumulator = 4, unit = Dmma;
    break;
  case Accumulator::I32:
    accumulator = 8, unit = Imma;
    break;
  }
  switch (problem.types->input) {
  case kCUDA_R_16F:
    input = 1;
    break;
  case kCUDA_R_16BF:
    input = 2;
    break;
  case kCUDA_R_32F:
    switch (problem.rounding) {
    case InputRounding::None:
      input = 8, unit = Fma;
      break;
    case InputRounding::F16:
      input = 1;
      break;
    case InputRounding::BF16:
      input = 2;
      break;
    case InputRounding::TF32:
      input = 4;
      break;
    }
    break;
  case kCUDA_R_64F:
    input = 0x10;
    break;
  default: // kCUDA_R_8I
    input = 0x20;
    unit = problem.types->accumulator == Accumulator::I32 ? Imma : Fma;
    break;
  }
  return unit | accumulator << 8 | input << 16;
}

float amp::rt::simulator::wavesOf(const Algorithm &algorithm,
                                  const Problem &problem) {
  constexpr float kMultiprocessors = 132;
  const uint64_t side =
      algorithm.tile == kCUBLASLT_MATMUL_TILE_128x128 ? 128 : 64;
  const uint64_t tiles = (problem.m + side - 1) / side *
                         ((problem.n + side - 1) / side) * problem.batch *
                         algorithm.splits;
  return static_cast<float>(tiles) / kMultiprocessors;
}

std::vector<Algorithm> amp::rt::simulator::offer(
    const Problem &problem, const PreferenceValue &preference,
    const std::vector<int> &preferred, uint32_t version, std::string &why) {
  const LayoutValue *const layouts[] = {&problem.a, &problem.b, &problem.c,
                                        &problem.d};
  const bool isInteger = problem.types->accumulator == Accumulator::I32;
  for (unsigned i = 0; i < 4; ++i) {
    const uint32_t needed = leastAlignment(*problem.types, layouts[i]->type);
    const uint32_t promised = preference.alignments[i];
    if (promised % needed || promised == 0) {
      why = std::string("no algorithm works with ") + "ABCD"[i] +
            " aligned to " + std::to_string(promised) + " bytes";
      return {};
    }
  }
  const uint64_t implementation = implementationOf(problem);
  if (implementation & ~preference.implementations) {
    why = "the mask of implementations excludes every algorithm";
    return {};
  }

  // A long k under a small result leaves a device without work unless k is
  // split; the library then takes the cheapest scheme that it may.
  std::vector<int> order = preferred;
  if (order.empty()) {
    const bool splits =
        problem.k >= 256 && problem.k >= 8 * std::max(problem.m, problem.n);
    order = splits ? std::vector<int>{4, 3, 2, 0, 1}
                   : std::vector<int>{0, 1, 2, 3, 4};
  }
  std::vector<Algorithm> offered;
  for (int id : order) {
    if (id < 0 || id >= kNumAlgorithms)
      continue;
    Algorithm algorithm = make(id, problem);
    // One part would be no split, an epilogue needs the whole sum before D is
    // written, and integers that were rounded to D's type are no sum.
    const bool fits = (algorithm.scheme & ~preference.schemes) == 0 &&
                      algorithm.workspace <= preference.workspace &&
                      (preference.maxWaves == 0 ||
                       wavesOf(algorithm, problem) <= preference.maxWaves) &&
                      (id < 2 || algorithm.splits > 1) &&
                      (algorithm.scheme != kCUBLASLT_REDUCTION_SCHEME_INPLACE ||
                       problem.desc.epilogue == kCUBLASLT_EPILOGUE_DEFAULT) &&
                      (id < 3 || !isInteger);
    if (!fits)
      continue;
    algorithm.version = version;
    algorithm.index = offered.size();
    algorithm.typesKey = typesKeyOf(problem);
    algorithm.layoutsKey = layoutsKeyOf(problem);
    for (unsigned i = 0; i < 4; ++i)
      algorithm.setAlignment(i, preference.alignments[i]);
    // No address promises everything.
    const uint64_t bias = reinterpret_cast<uintptr_t>(problem.desc.bias);
    algorithm.biasAlignment =
        bias ? std::min(kMostBiasAlignment,
                        UINT32_C(1) << logOf(static_cast<uint32_t>(bias)))
             : kMostBiasAlignment;
    offered.push_back(algorithm);
  }
  if (offered.empty())
    why = "no algorithm fits the preference";
  return offered;
}
