//===- Transfer.cpp - Moves, memory, atomics ------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arithmetic.h"
#include "Execution.h"
#include "Instructions.h"

#include <cstring>
#include <type_traits>

namespace amp::rt::simulator::ptx {

namespace {

template <class T>
void copy(Machine &m, const Instruction &in, const Lanes &lanes) {
  T *d = m.reg<T>(in.operands[0]);
  const T *a = m.reg<T>(in.operands[1]);
  forEach(lanes, [=](uint32_t i) { d[i] = a[i]; });
}

template <class T>
void readClock(Machine &m, const Instruction &in, const Lanes &lanes) {
  T *d = m.reg<T>(in.operands[0]);
  T now = T(m.clock());
  forEach(lanes, [=](uint32_t i) { d[i] = now; });
}

void nothing(Machine &, const Instruction &, const Lanes &) {}

//===----------------------------------------------------------------------===//
// mov with braces
//===----------------------------------------------------------------------===//

/// d = {a, b, ...}: operands d, then the parts; `registerBytes` of each.
void pack(Machine &m, const Instruction &in, const Lanes &lanes) {
  unsigned bytes = in.registerBytes, parts = in.vector;
  for (uint32_t k = 0; k < lanes.count; ++k) {
    uint32_t i = lanes[k];
    uint64_t value = 0;
    for (unsigned part = 0; part < parts; ++part) {
      uint32_t source = in.operands[1 + part];
      uint64_t bits = bytes == 2   ? m.reg<uint16_t>(source)[i]
                      : bytes == 4 ? m.reg<uint32_t>(source)[i]
                                   : m.reg<uint64_t>(source)[i];
      value |= bits << 8 * bytes * part;
    }
    if (bytesOf(in.type) == 4)
      m.reg<uint32_t>(in.operands[0])[i] = uint32_t(value);
    else
      m.reg<uint64_t>(in.operands[0])[i] = value;
  }
}

/// {d, e, ...} = a: operands the parts, then a.
void unpack(Machine &m, const Instruction &in, const Lanes &lanes) {
  unsigned bytes = in.registerBytes, parts = in.vector;
  uint32_t source = in.operands[parts];
  for (uint32_t k = 0; k < lanes.count; ++k) {
    uint32_t i = lanes[k];
    uint64_t value = bytesOf(in.type) == 4 ? m.reg<uint32_t>(source)[i]
                                           : m.reg<uint64_t>(source)[i];
    for (unsigned part = 0; part < parts; ++part) {
      uint64_t bits = value >> 8 * bytes * part;
      if (bytes == 2)
        m.reg<uint16_t>(in.operands[part])[i] = uint16_t(bits);
      else
        m.reg<uint32_t>(in.operands[part])[i] = uint32_t(bits);
    }
  }
}

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

/// Strong accesses may order what others do; each thread's in turn.
void noteStrong(Machine &m, const Instruction &in, const Lanes &lanes,
                unsigned operand, bool reads, bool writes) {
  for (uint32_t k = 0; k < lanes.count; ++k) {
    uint32_t i = lanes[k];
    uint64_t address =
        in.targetBytes == 4
            ? m.reg<uint32_t>(in.operands[operand])[i] + uint32_t(in.immediate)
            : m.reg<uint64_t>(in.operands[operand])[i] + uint64_t(in.immediate);
    m.order().strong(address, i, in.acquires, in.releases, reads, writes);
  }
}

template <class T, class R>
void loadParts(Machine &m, const Instruction &in, const Lanes &lanes) {
  std::byte **pointers = m.pointers();
  for (unsigned part = 0; part < in.vector; ++part) {
    R *d = m.reg<R>(in.operands[part]);
    size_t offset = part * sizeof(T);
    forEach(lanes, [=](uint32_t i) {
      T value;
      std::memcpy(&value, pointers[i] + offset, sizeof(T));
      d[i] = R(value);
    });
  }
}

/// Operands: the targets, then the address. A register that is wider than the
/// type gets the value extended by its sign or by zeros.
template <class T, class R>
void load(Machine &m, const Instruction &in, const Lanes &lanes) {
  if (!m.resolve(in, lanes, in.vector, uint32_t(sizeof(T)) * in.vector,
                 AccessKind::Load))
    return;
  loadParts<T, R>(m, in, lanes);
  if (in.isStrong)
    noteStrong(m, in, lanes, in.vector, /*reads=*/true, /*writes=*/false);
}

/// A parameter at a known place; the offset was checked.
template <class T, class R>
void loadParameter(Machine &m, const Instruction &in, const Lanes &lanes) {
  for (unsigned part = 0; part < in.vector; ++part) {
    R *d = m.reg<R>(in.operands[part]);
    T value;
    std::memcpy(&value,
                m.parameterBytes().data() + in.immediate + part * sizeof(T),
                sizeof(T));
    forEach(lanes, [=](uint32_t i) { d[i] = R(value); });
  }
}

/// Operands: the address, then the sources.
template <class T, class R>
void store(Machine &m, const Instruction &in, const Lanes &lanes) {
  if (!m.resolve(in, lanes, 0, uint32_t(sizeof(T)) * in.vector,
                 AccessKind::Store))
    return;
  std::byte **pointers = m.pointers();
  // In the order of threads, which is visible only after a race was reported.
  for (unsigned part = 0; part < in.vector; ++part) {
    const R *a = m.reg<R>(in.operands[1 + part]);
    size_t offset = part * sizeof(T);
    forEach(lanes, [=](uint32_t i) {
      T value = T(a[i]);
      std::memcpy(pointers[i] + offset, &value, sizeof(T));
    });
  }
  if (in.isStrong)
    noteStrong(m, in, lanes, 0, /*reads=*/false, /*writes=*/true);
}

/// The instance of a template for the width of a type and of its register.
template <template <class, class> class Pick>
Execute pickWidth(Type type, unsigned registerBytes) {
  switch (bytesOf(type)) {
  case 1:
    if (isSigned(type))
      return registerBytes == 2   ? Pick<int8_t, uint16_t>::value
             : registerBytes == 4 ? Pick<int8_t, uint32_t>::value
                                  : Pick<int8_t, uint64_t>::value;
    return registerBytes == 2   ? Pick<uint8_t, uint16_t>::value
           : registerBytes == 4 ? Pick<uint8_t, uint32_t>::value
                                : Pick<uint8_t, uint64_t>::value;
  case 2:
    if (isSigned(type))
      return registerBytes == 2   ? Pick<int16_t, uint16_t>::value
             : registerBytes == 4 ? Pick<int16_t, uint32_t>::value
                                  : Pick<int16_t, uint64_t>::value;
    return registerBytes == 2   ? Pick<uint16_t, uint16_t>::value
           : registerBytes == 4 ? Pick<uint16_t, uint32_t>::value
                                : Pick<uint16_t, uint64_t>::value;
  case 4:
    if (registerBytes == 4)
      return Pick<uint32_t, uint32_t>::value;
    return isSigned(type) ? Pick<int32_t, uint64_t>::value
                          : Pick<uint32_t, uint64_t>::value;
  default:
    return Pick<uint64_t, uint64_t>::value;
  }
}

template <class T, class R>
struct PickLoad {
  static constexpr Execute value = load<T, R>;
};
template <class T, class R>
struct PickParameter {
  static constexpr Execute value = loadParameter<T, R>;
};
template <class T, class R>
struct PickStore {
  static constexpr Execute value = store<std::make_unsigned_t<T>, R>;
};

//===----------------------------------------------------------------------===//
// Atomics
//===----------------------------------------------------------------------===//

enum AtomicOp : uint8_t {
  AtomicAdd,
  AtomicMin,
  AtomicMax,
  AtomicAnd,
  AtomicOr,
  AtomicXor,
  AtomicExchange,
  AtomicCas,
  AtomicInc,
  AtomicDec,
};
constexpr const char *kAtomicOps = "add min max and or xor exch cas inc dec";
#define AMPRT_ATOMIC_OPS "add min max and or xor exch cas inc dec"

template <class T>
T atomicInteger(uint8_t op, T old, T b, T c) {
  using U = std::make_unsigned_t<T>;
  switch (op) {
  case AtomicAdd:
    return T(U(old) + U(b));
  case AtomicMin:
    return std::min(old, b);
  case AtomicMax:
    return std::max(old, b);
  case AtomicAnd:
    return old & b;
  case AtomicOr:
    return old | b;
  case AtomicXor:
    return old ^ b;
  case AtomicExchange:
    return b;
  case AtomicCas:
    return old == b ? c : old;
  case AtomicInc:
    return U(old) >= U(b) ? 0 : T(old + 1);
  default: // AtomicDec
    return old == 0 || U(old) > U(b) ? b : T(old - 1);
  }
}

template <class Format>
typename Format::Bits addBits(typename Format::Bits a,
                              typename Format::Bits b) {
  return Format::round(oddSum(Format::widen(a), Format::widen(b)),
                       Rounding::NearestEven);
}

uint64_t atomicResult(const Instruction &in, uint64_t old, uint64_t b,
                      uint64_t c) {
  switch (in.type) {
  case Type::F32: {
    // On global memory subnormal numbers stay, on shared memory too; .ftz is
    // not there to be asked for.
    float sum = floatOf(uint32_t(old)) + floatOf(uint32_t(b));
    return sum == sum ? bitsOf(sum) : F32::kNaN;
  }
  case Type::F64:
    return bitsOf(doubleOf(old) + doubleOf(b));
  case Type::F16:
    return addBits<F16>(uint16_t(old), uint16_t(b));
  case Type::BF16:
    return addBits<BF16>(uint16_t(old), uint16_t(b));
  case Type::F16x2:
    return uint64_t(addBits<F16>(uint16_t(old), uint16_t(b))) |
           uint64_t(addBits<F16>(uint16_t(old >> 16), uint16_t(b >> 16))) << 16;
  case Type::BF16x2:
    return uint64_t(addBits<BF16>(uint16_t(old), uint16_t(b))) |
           uint64_t(addBits<BF16>(uint16_t(old >> 16), uint16_t(b >> 16)))
               << 16;
  case Type::B16:
    return atomicInteger<uint16_t>(in.mode, uint16_t(old), uint16_t(b),
                                   uint16_t(c));
  case Type::S32:
    return uint32_t(
        atomicInteger<int32_t>(in.mode, int32_t(old), int32_t(b), int32_t(c)));
  case Type::B32:
  case Type::U32:
    return atomicInteger<uint32_t>(in.mode, uint32_t(old), uint32_t(b),
                                   uint32_t(c));
  case Type::S64:
    return uint64_t(
        atomicInteger<int64_t>(in.mode, int64_t(old), int64_t(b), int64_t(c)));
  default:
    return atomicInteger<uint64_t>(in.mode, old, b, c);
  }
}

/// Operands: d (none for red), the address, b, c (of cas alone).
template <class T>
void atomic(Machine &m, const Instruction &in, const Lanes &lanes) {
  if (!m.resolve(in, lanes, 1, sizeof(T), AccessKind::Atomic))
    return;
  std::byte **pointers = m.pointers();
  T *d = in.operands[0] == kNoOperand ? nullptr : m.reg<T>(in.operands[0]);
  const T *b = m.reg<T>(in.operands[2]);
  const T *c =
      in.operands[3] == kNoOperand ? nullptr : m.reg<T>(in.operands[3]);
  for (uint32_t k = 0; k < lanes.count; ++k) {
    uint32_t i = lanes[k];
    T old;
    std::memcpy(&old, pointers[i], sizeof(T));
    T result = T(atomicResult(in, old, b[i], c ? c[i] : 0));
    std::memcpy(pointers[i], &result, sizeof(T));
    if (d)
      d[i] = old;
  }
  noteStrong(m, in, lanes, 1, /*reads=*/true, /*writes=*/true);
}

//===----------------------------------------------------------------------===//
// Addresses and fences
//===----------------------------------------------------------------------===//

uint64_t windowOf(Space space) {
  return space == Space::Shared      ? kSharedWindow
         : space == Space::Local     ? kLocalWindow
         : space == Space::Parameter ? kParameterWindow
                                     : 0;
}

void convertAddress(Machine &m, const Instruction &in, const Lanes &lanes) {
  uint64_t *d = m.reg<uint64_t>(in.operands[0]);
  const uint64_t *a = m.reg<uint64_t>(in.operands[1]);
  uint64_t window = windowOf(in.space);
  uint64_t add = in.flag ? 0 - window : window;
  forEach(lanes, [=](uint32_t i) { d[i] = a[i] + add; });
}

void isInSpace(Machine &m, const Instruction &in, const Lanes &lanes) {
  uint8_t *d = m.reg<uint8_t>(in.operands[0]);
  const uint64_t *a = m.reg<uint64_t>(in.operands[1]);
  uint64_t window = windowOf(in.space);
  forEach(lanes, [=](uint32_t i) {
    bool isWindow =
        a[i] >= kParameterWindow && a[i] < kLocalWindow + kWindowBytes;
    d[i] = window ? a[i] - window < kWindowBytes : !isWindow;
  });
}

void fence(Machine &m, const Instruction &in, const Lanes &lanes) {
  if (in.flag) // of the block alone
    return;
  for (uint32_t k = 0; k < lanes.count; ++k)
    m.order().fence(lanes[k]);
}

void trap(Machine &m, const Instruction &in, const Lanes &lanes) {
  m.fail(in.flag ? cuda::kCUDA_ERROR_LAUNCH_FAILED
                 : cuda::kCUDA_ERROR_ILLEGAL_INSTRUCTION,
         in, lanes.first,
         in.flag ? "a breakpoint without a debugger" : "a trap");
}

//===----------------------------------------------------------------------===//
// cp.async
//===----------------------------------------------------------------------===//

/// Operands: the target, the source, the size (which is `vector`), and how much
/// of the source is read, or none.
void startCopy(Machine &m, const Instruction &in, const Lanes &lanes) {
  m.startCopy(in, lanes, in.vector);
}

void commitCopies(Machine &m, const Instruction &, const Lanes &lanes) {
  m.commitCopies(lanes);
}

/// Operand: how many groups may be under way; for wait_all none.
void waitForCopies(Machine &m, const Instruction &in, const Lanes &lanes) {
  uint32_t pending = in.flag ? 0 : m.reg<uint32_t>(in.operands[0])[lanes.first];
  m.finishCopies(in, lanes, pending, in.flag);
}

//===----------------------------------------------------------------------===//
// Selection
//===----------------------------------------------------------------------===//

bool selectMove(const Form &, Instruction &in, std::string &) {
  unsigned bytes = bytesOf(in.type);
  in.execute = bytes == 1   ? copy<uint8_t>
               : bytes == 2 ? copy<uint16_t>
               : bytes == 4 ? copy<uint32_t>
                            : copy<uint64_t>;
  return true;
}

bool checkVector(const Form &form, Instruction &in, std::string &error) {
  if (unsigned(in.vector) * bytesOf(in.type) > 32 ||
      (in.vector == 8 && bytesOf(in.type) != 4))
    error = "'" + std::string(form.opcode) + "' has no vector of " +
            std::to_string(in.vector) + " '." + nameOf(in.type) + "'";
  return error.empty();
}

bool selectLoad(const Form &form, Instruction &in, std::string &error) {
  // The loop is chosen by `completeLoad`.
  in.execute = nothing;
  return checkVector(form, in, error);
}

bool selectStore(const Form &form, Instruction &in, std::string &error) {
  in.execute = nothing;
  return checkVector(form, in, error);
}

bool selectAtomic(const Form &form, Instruction &in, std::string &error) {
  int op = form.oneOf(kAtomicOps);
  if (op < 0) {
    error = "'" + std::string(form.opcode) + "' lacks an operation";
    return false;
  }
  in.mode = uint8_t(op);
  in.isStrong = true;
  bool isBits =
      in.type == Type::B16 || in.type == Type::B32 || in.type == Type::B64;
  bool fits = false;
  switch (op) {
  case AtomicAdd:
    fits = !isBits;
    break;
  case AtomicMin:
  case AtomicMax:
    fits = !isBits && !isFloat(in.type);
    break;
  case AtomicInc:
  case AtomicDec:
    fits = in.type == Type::U32;
    break;
  case AtomicExchange:
    fits = in.type == Type::B32 || in.type == Type::B64;
    break;
  case AtomicCas:
    fits = isBits;
    break;
  default:
    fits = in.type == Type::B32 || in.type == Type::B64;
    break;
  }
  bool isHalf =
      isFloat(in.type) && in.type != Type::F32 && in.type != Type::F64;
  if (!fits)
    error = "this atomic does not exist for '." + std::string(nameOf(in.type)) +
            "'";
  else if (isHalf != form.has("noftz"))
    error = isHalf ? "an atomic on 16-bit types lacks '.noftz'"
                   : "'.noftz' is for 16-bit types";
  switch (bytesOf(in.type)) {
  case 2:
    in.execute = atomic<uint16_t>;
    break;
  case 4:
    in.execute = atomic<uint32_t>;
    break;
  default:
    in.execute = atomic<uint64_t>;
    break;
  }
  return error.empty();
}

bool selectAddress(const Form &form, Instruction &in, std::string &error) {
  if (in.space == Space::Generic)
    error = "'cvta' lacks a space";
  in.flag = form.has("to");
  in.execute = windowOf(in.space) ? convertAddress : copy<uint64_t>;
  return error.empty();
}

bool selectIsSpace(const Form &, Instruction &in, std::string &error) {
  if (in.space == Space::Generic || in.space == Space::Constant)
    error = "'isspacep' of this space is not known to the simulator";
  in.execute = isInSpace;
  return error.empty();
}

bool selectFence(const Form &form, Instruction &in, std::string &) {
  in.flag = form.has("cta");
  in.execute = fence;
  return true;
}

bool selectNothing(const Form &, Instruction &in, std::string &) {
  in.execute = nothing;
  return true;
}

bool selectCopy(const Form &form, Instruction &in, std::string &error) {
  if (form.has("ca") == form.has("cg") || !form.has("global") ||
      form.has("shared") == form.has("shared::cta"))
    error = "'cp.async' is '.ca' or '.cg', from '.global' to '.shared'";
  in.mode = form.has("cg");
  in.execute = startCopy;
  return error.empty();
}

bool selectCommit(const Form &, Instruction &in, std::string &) {
  in.execute = commitCopies;
  return true;
}

bool selectWait(const Form &form, Instruction &in, std::string &) {
  in.flag = form.has("wait_all");
  in.execute = waitForCopies;
  return true;
}

bool selectTrap(const Form &form, Instruction &in, std::string &) {
  in.flag = form.opcode == "brkpt";
  in.execute = trap;
  return true;
}

#define AMPRT_BITS                                                             \
  "b8 b16 b32 b64 u8 u16 u32 u64 s8 s16 s32 s64 f16 f16x2 bf16 bf16x2 f32 f64"
#define AMPRT_CACHE "ca cg cs lu cv wb wt L1::* L2::*"
#define AMPRT_SCOPE "cta cluster gpu sys"
#define AMPRT_SPACES "global shared shared::cta local"

const Row kRows[] = {
    {"mov", "d a", "",
     "pred b16 b32 b64 u16 u32 u64 s16 s32 s64 f16 f16x2 bf16 bf16x2 f32 f64",
     selectMove},
    {"ld", "dv mem",
     "v2 v4 v8 weak volatile relaxed acquire nc const param "
     "param::entry " AMPRT_SCOPE " " AMPRT_SPACES " " AMPRT_CACHE,
     AMPRT_BITS, selectLoad},
    {"ldu", "dv mem", "v2 v4 global", AMPRT_BITS, selectLoad},
    {"st", "mem av",
     "v2 v4 v8 weak volatile relaxed release param param::func " AMPRT_SCOPE
     " " AMPRT_SPACES " " AMPRT_CACHE,
     AMPRT_BITS, selectStore},
    {"atom", "d mem a a?",
     "relaxed acquire release acq_rel noftz global shared "
     "shared::cta " AMPRT_SCOPE " " AMPRT_ATOMIC_OPS " L2::*",
     "b16 b32 b64 u32 u64 s32 s64 f16 f16x2 bf16 bf16x2 f32 f64", selectAtomic},
    {"red", "none mem a a?",
     "relaxed release noftz global shared shared::cta " AMPRT_SCOPE
     " " AMPRT_ATOMIC_OPS " L2::*",
     "b32 b64 u32 u64 s32 s64 f16 f16x2 bf16 bf16x2 f32 f64", selectAtomic},
    {"cp", "", "!async !commit_group", "", selectCommit},
    {"cp", "a32", "!async !wait_group", "", selectWait},
    {"cp", "", "!async !wait_all", "", selectWait},
    {"cp", "mem mem size a32?",
     "!async ca cg global shared shared::cta L2::64B L2::128B L2::256B", "",
     selectCopy},
    {"cvta", "d a", "to global shared local const param", "u64", selectAddress},
    {"isspacep", "dp a64", "global shared shared::cta local param", "",
     selectIsSpace},
    {"membar", "", "cta gl sys", "", selectFence},
    {"fence", "", "sc acq_rel acquire release " AMPRT_SCOPE, "", selectFence},
    {"prefetch", "mem", "global local L1 L2 L1::* L2::*", "", selectNothing},
    {"prefetchu", "mem", "L1", "", selectNothing},
    {"nanosleep", "a", "", "u32", selectNothing},
    {"trap", "", "", "", selectTrap},
    {"brkpt", "", "", "", selectTrap},
};

} // namespace

Rows transferRows() { return {std::begin(kRows), std::end(kRows)}; }

void completeMemory(Instruction &in, bool isStore, bool isKnownParameter) {
  unsigned bytes = in.registerBytes;
  in.execute = isStore            ? pickWidth<PickStore>(in.type, bytes)
               : isKnownParameter ? pickWidth<PickParameter>(in.type, bytes)
                                  : pickWidth<PickLoad>(in.type, bytes);
}

void selectClock(Instruction &in) {
  in.execute =
      bytesOf(in.type) == 8 ? readClock<uint64_t> : readClock<uint32_t>;
}

void completeMove(Instruction &in, bool isPack) {
  in.execute = isPack ? pack : unpack;
}

} // namespace amp::rt::simulator::ptx
