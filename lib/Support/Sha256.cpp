//===- Sha256.cpp - SHA-256 -----------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Support/Sha256.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"

#include <algorithm>
#include <cstring>

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

using namespace llvm;
using namespace amp;

#if defined(__x86_64__)

// FIPS 180-4, section 4.2.2.
alignas(16) static constexpr uint32_t kConstants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
    0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
    0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
    0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
    0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
    0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
    0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
    0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static bool hasInstructions() {
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_SSE4_1))
    return false;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_SHA);
}

__attribute__((target("sha,sse4.1"))) static void
hashBlocks(std::array<uint32_t, 8> &state, const char *bytes, size_t count) {
  // The instructions take the state as (f, e, b, a) and (h, g, d, c), the
  // lowest element first.
  auto *place = reinterpret_cast<__m128i *>(state.data());
  __m128i badc = _mm_shuffle_epi32(_mm_loadu_si128(place), 0xb1);
  __m128i hgfe = _mm_shuffle_epi32(_mm_loadu_si128(place + 1), 0x1b);
  __m128i first = _mm_alignr_epi8(badc, hgfe, 8);
  __m128i second = _mm_blend_epi16(hgfe, badc, 0xf0);
  const __m128i bigEndian =
      _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
  for (; count; --count, bytes += 64) {
    __m128i words[16]; // of four rounds each
    for (int i = 0; i < 4; ++i)
      words[i] = _mm_shuffle_epi8(
          _mm_loadu_si128(reinterpret_cast<const __m128i *>(bytes) + i),
          bigEndian);
    for (int i = 4; i < 16; ++i)
      words[i] = _mm_sha256msg2_epu32(
          _mm_add_epi32(_mm_sha256msg1_epu32(words[i - 4], words[i - 3]),
                        _mm_alignr_epi8(words[i - 1], words[i - 2], 4)),
          words[i - 1]);
    __m128i oldFirst = first, oldSecond = second;
    for (int i = 0; i < 16; ++i) {
      __m128i sum = _mm_add_epi32(
          words[i],
          _mm_load_si128(reinterpret_cast<const __m128i *>(kConstants) + i));
      second = _mm_sha256rnds2_epu32(second, first, sum);
      first = _mm_sha256rnds2_epu32(first, second, _mm_shuffle_epi32(sum, 0xe));
    }
    first = _mm_add_epi32(first, oldFirst);
    second = _mm_add_epi32(second, oldSecond);
  }
  __m128i abef = _mm_shuffle_epi32(first, 0x1b);
  __m128i ghcd = _mm_shuffle_epi32(second, 0xb1);
  _mm_storeu_si128(place, _mm_blend_epi16(abef, ghcd, 0xf0));
  _mm_storeu_si128(place + 1, _mm_alignr_epi8(ghcd, abef, 8));
}

#else

static bool hasInstructions() { return false; }
static void hashBlocks(std::array<uint32_t, 8> &, const char *, size_t) {}

#endif

bool Sha256::isAccelerated() {
  static const bool result = hasInstructions();
  return result;
}

Sha256::Sha256()
    : accelerated(isAccelerated()), state{0x6a09e667, 0xbb67ae85, 0x3c6ef372,
                                          0xa54ff53a, 0x510e527f, 0x9b05688c,
                                          0x1f83d9ab, 0x5be0cd19} {}

void Sha256::update(StringRef bytes) {
  if (!accelerated) {
    portable.update(bytes);
    return;
  }
  size_t filled = length % block.size();
  length += bytes.size();
  if (filled) {
    StringRef part = bytes.take_front(block.size() - filled);
    std::copy(part.begin(), part.end(), block.begin() + filled);
    bytes = bytes.drop_front(part.size());
    if (filled + part.size() < block.size())
      return;
    hashBlocks(state, block.data(), 1);
  }
  size_t blocks = bytes.size() / block.size();
  hashBlocks(state, bytes.data(), blocks);
  bytes = bytes.drop_front(blocks * block.size());
  std::copy(bytes.begin(), bytes.end(), block.begin());
}

std::string Sha256::hexDigest() {
  if (!accelerated)
    return toHex(portable.final(), /*LowerCase=*/true);
  // A one, zeros, and the length in bits as the last eight bytes of a block.
  char bits[8];
  support::endian::write64be(bits, length * 8);
  size_t zeros = (2 * block.size() - 9 - length % block.size()) % block.size();
  update("\x80");
  update(std::string(zeros, '\0'));
  update(StringRef(bits, sizeof(bits)));
  std::array<uint8_t, 32> digest;
  for (size_t i = 0; i < state.size(); ++i)
    support::endian::write32be(digest.data() + 4 * i, state[i]);
  return toHex(digest, /*LowerCase=*/true);
}
