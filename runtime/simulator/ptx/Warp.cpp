//===- Warp.cpp - What the threads of a warp or block do together ---------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arithmetic.h"
#include "Execution.h"
#include "Instructions.h"

namespace amp::rt::simulator::ptx {

namespace {

enum ShuffleMode : uint8_t { Up, Down, Butterfly, Index };

/// Operands: d, p (or none), a, b, c, mask.
void shuffle(Machine &m, const Instruction &in, const Lanes &lanes) {
  uint32_t *d = m.reg<uint32_t>(in.operands[0]);
  uint8_t *p =
      in.operands[1] == kNoOperand ? nullptr : m.reg<uint8_t>(in.operands[1]);
  const uint32_t *a = m.reg<uint32_t>(in.operands[2]);
  const uint32_t *b = m.reg<uint32_t>(in.operands[3]);
  const uint32_t *c = m.reg<uint32_t>(in.operands[4]);
  const uint32_t *masks = m.reg<uint32_t>(in.operands[5]);
  forEachWarp(lanes, [&](uint32_t warp, const Lanes &part, uint32_t) {
    uint32_t result[32];
    bool valid[32];
    for (uint32_t k = 0; k < part.count; ++k) {
      uint32_t i = part[k], lane = i % 32;
      uint32_t source = b[i] & 31, clamp = c[i] & 31;
      uint32_t segment = c[i] >> 8 & 31;
      int32_t last = int32_t((lane & segment) | (clamp & ~segment));
      uint32_t first = lane & segment;
      int32_t j = 0;
      bool isValid = false;
      switch (in.mode) {
      case Up:
        j = int32_t(lane) - int32_t(source);
        isValid = j >= last;
        break;
      case Down:
        j = int32_t(lane + source);
        isValid = j <= last;
        break;
      case Butterfly:
        j = int32_t(lane ^ source);
        isValid = j <= last;
        break;
      default:
        j = int32_t(first | (source & ~segment));
        isValid = j <= last;
        break;
      }
      if (!isValid)
        j = int32_t(lane);
      uint32_t from = warp * 32 + uint32_t(j);
      if (from >= m.numThreads()) {
        m.fail(cuda::kCUDA_ERROR_LAUNCH_FAILED, in, i,
               "reads lane " + std::to_string(j) +
                   " of the warp, which the block does not have");
        return false;
      }
      if (!(masks[i] >> j & 1)) {
        m.fail(cuda::kCUDA_ERROR_LAUNCH_FAILED, in, i,
               "reads lane " + std::to_string(j) +
                   " of the warp, which is not in the mask of threads");
        return false;
      }
      result[k] = a[from];
      valid[k] = isValid;
    }
    for (uint32_t k = 0; k < part.count; ++k) {
      d[part[k]] = result[k];
      if (p)
        p[part[k]] = valid[k];
    }
    m.order().exchange(warp);
    return true;
  });
  m.order().endExchange();
}

/// Calls a function once for each set of threads that name each other: the
/// set's bits and its lanes.
template <class Function>
void forEachMask(Machine &m, const Instruction &in, const Lanes &lanes,
                 Function &&function) {
  const uint32_t *masks = m.reg<uint32_t>(in.operands[in.maskOperand]);
  forEachWarp(lanes, [&](uint32_t warp, const Lanes &, uint32_t here) {
    m.order().exchange(warp);
    while (here) {
      uint32_t first = warp * 32 + uint32_t(__builtin_ctz(here));
      uint32_t mask = masks[first] & m.warpMask(warp) & here;
      function(warp * 32, mask);
      here &= ~mask;
    }
    return true;
  });
  m.order().endExchange();
}

template <class Function>
void forEachBit(uint32_t base, uint32_t mask, Function &&function) {
  for (; mask; mask &= mask - 1)
    function(base + uint32_t(__builtin_ctz(mask)));
}

/// Operands: d, a, mask.
void vote(Machine &m, const Instruction &in, const Lanes &lanes) {
  const uint8_t *a = m.reg<uint8_t>(in.operands[1]);
  uint8_t flip = in.negated >> 1 & 1;
  forEachMask(m, in, lanes, [&](uint32_t base, uint32_t mask) {
    uint32_t ballot = 0;
    forEachBit(base, mask, [&](uint32_t i) {
      ballot |= uint32_t((a[i] ^ flip) & 1) << i % 32;
    });
    forEachBit(base, mask, [&](uint32_t i) {
      if (in.mode == 3)
        m.reg<uint32_t>(in.operands[0])[i] = ballot;
      else
        m.reg<uint8_t>(in.operands[0])[i] = in.mode == 0 ? ballot == mask
                                            : in.mode == 1
                                                ? ballot != 0
                                                : ballot == mask || ballot == 0;
    });
  });
}

/// Operands: d, p (or none), a, mask.
template <class T>
void match(Machine &m, const Instruction &in, const Lanes &lanes) {
  const T *a = m.reg<T>(in.operands[2]);
  uint32_t *d = m.reg<uint32_t>(in.operands[0]);
  uint8_t *p =
      in.operands[1] == kNoOperand ? nullptr : m.reg<uint8_t>(in.operands[1]);
  forEachMask(m, in, lanes, [&](uint32_t base, uint32_t mask) {
    uint32_t result[32];
    forEachBit(base, mask, [&](uint32_t i) {
      uint32_t same = 0;
      forEachBit(base, mask,
                 [&](uint32_t j) { same |= uint32_t(a[i] == a[j]) << j % 32; });
      result[i % 32] = in.flag && same != mask ? 0 : same;
    });
    forEachBit(base, mask, [&](uint32_t i) {
      d[i] = result[i % 32];
      if (p)
        p[i] = result[i % 32] != 0;
    });
  });
}

/// Operands: d, a, mask.
void reduce(Machine &m, const Instruction &in, const Lanes &lanes) {
  const uint32_t *a = m.reg<uint32_t>(in.operands[1]);
  uint32_t *d = m.reg<uint32_t>(in.operands[0]);
  bool isS = isSigned(in.type);
  forEachMask(m, in, lanes, [&](uint32_t base, uint32_t mask) {
    uint32_t result = a[base + uint32_t(__builtin_ctz(mask))];
    forEachBit(base, mask & (mask - 1), [&](uint32_t i) {
      uint32_t value = a[i];
      bool isLess = isS ? int32_t(value) < int32_t(result) : value < result;
      switch (in.mode) {
      case 0:
        result += value;
        break;
      case 1:
        result = isLess ? value : result;
        break;
      case 2:
        result = isLess ? result : value;
        break;
      case 3:
        result &= value;
        break;
      case 4:
        result |= value;
        break;
      default:
        result ^= value;
        break;
      }
    });
    forEachBit(base, mask, [&](uint32_t i) { d[i] = result; });
  });
}

/// Operands: d, p, mask. Any lane of the mask may be chosen; here the first.
void elect(Machine &m, const Instruction &in, const Lanes &lanes) {
  forEachMask(m, in, lanes, [&](uint32_t base, uint32_t mask) {
    uint32_t chosen = uint32_t(__builtin_ctz(mask));
    forEachBit(base, mask, [&](uint32_t i) {
      m.reg<uint32_t>(in.operands[0])[i] = chosen;
      if (in.operands[1] != kNoOperand)
        m.reg<uint8_t>(in.operands[1])[i] = i % 32 == chosen;
    });
  });
}

/// Operand: mask.
void warpBarrier(Machine &m, const Instruction &in, const Lanes &lanes) {
  forEachMask(m, in, lanes, [](uint32_t, uint32_t) {});
}

void activeMask(Machine &m, const Instruction &in, const Lanes &lanes) {
  uint32_t *d = m.reg<uint32_t>(in.operands[0]);
  forEachWarp(lanes, [&](uint32_t, const Lanes &part, uint32_t here) {
    forEach(part, [=](uint32_t i) { d[i] = here; });
    return true;
  });
}

//===----------------------------------------------------------------------===//
// Selection
//===----------------------------------------------------------------------===//

bool together(Instruction &in, Execute execute, unsigned maskOperand) {
  in.execute = execute;
  in.control = Control::WarpSync;
  in.maskOperand = uint8_t(maskOperand);
  return true;
}

bool selectShuffle(const Form &form, Instruction &in, std::string &error) {
  int mode = form.oneOf("up down bfly idx");
  if (mode < 0)
    error = "'shfl' lacks its mode";
  in.mode = uint8_t(mode);
  return together(in, shuffle, 5) && error.empty();
}

bool selectVote(const Form &form, Instruction &in, std::string &error) {
  int mode = form.oneOf("all any uni ballot");
  bool isBits = in.type == Type::B32;
  if (mode < 0 || isBits != (mode == 3))
    error = "'vote' has a mode that does not fit its type";
  in.mode = uint8_t(mode);
  return together(in, vote, 2) && error.empty();
}

bool selectMatch(const Form &form, Instruction &in, std::string &error) {
  if (form.has("any") == form.has("all"))
    error = "'match' is either '.any' or '.all'";
  in.flag = form.has("all");
  return together(in, in.type == Type::B64 ? match<uint64_t> : match<uint32_t>,
                  3) &&
         error.empty();
}

bool selectReduce(const Form &form, Instruction &in, std::string &error) {
  int mode = form.oneOf("add min max and or xor");
  if (mode < 0 || (mode < 3) == (in.type == Type::B32))
    error = "'redux' has an operation that does not fit its type";
  in.mode = uint8_t(mode);
  return together(in, reduce, 2) && error.empty();
}

bool selectElect(const Form &, Instruction &in, std::string &) {
  return together(in, elect, 2);
}

bool selectWarpBarrier(const Form &, Instruction &in, std::string &) {
  return together(in, warpBarrier, 0);
}

bool selectActiveMask(const Form &, Instruction &in, std::string &) {
  in.execute = activeMask;
  return true;
}

bool selectBarrier(const Form &form, Instruction &in, std::string &error) {
  in.control = Control::Barrier;
  in.isAligned = form.opcode == "bar" || form.has("aligned");
  in.mode = form.has("arrive") ? 1 : 0;
  if (form.has("red")) {
    int op = form.oneOf("popc and or");
    if (op < 0 || (op == 0) != (in.type == Type::U32))
      error = "'bar.red' has an operation that does not fit its type";
    in.mode = uint8_t(2 + op);
  }
  return error.empty();
}

const Row kRows[] = {
    {"shfl", "d|p a a32 a32 a32", "!sync up down bfly idx", "b32",
     selectShuffle},
    {"vote", "d ap a32", "!sync all any uni ballot", "pred b32", selectVote},
    {"match", "d32|p a a32", "!sync any all", "b32 b64", selectMatch},
    {"redux", "d a a32", "!sync add min max and or xor", "u32 s32 b32",
     selectReduce},
    {"elect", "d32|p a32", "!sync", "", selectElect},
    {"activemask", "d", "", "b32", selectActiveMask},
    {"bar", "a32", "!warp !sync", "", selectWarpBarrier},
    {"bar", "a32 a32?", "!sync cta", "", selectBarrier},
    {"bar", "a32 a32", "!arrive cta", "", selectBarrier},
    // The optional count comes second, the result first: see the parser.
    {"bar", "red", "!red popc and or cta", "u32 pred", selectBarrier},
    {"barrier", "a32 a32?", "!sync cta aligned", "", selectBarrier},
    {"barrier", "a32 a32", "!arrive cta aligned", "", selectBarrier},
    {"barrier", "red", "!red popc and or cta aligned", "u32 pred",
     selectBarrier},
};

} // namespace

Rows warpRows() { return {std::begin(kRows), std::end(kRows)}; }

} // namespace amp::rt::simulator::ptx
