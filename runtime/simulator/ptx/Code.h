//===- Code.h - What the machine runs ---------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The decoded form of a kernel. A register is an array with an element per
// thread of the block; an operand is the register's offset, in bytes per
// thread, so that its array begins at offset times the number of threads.
// Immediate values, special registers and addresses of variables are registers
// too, which are filled before the kernel runs.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_SIMULATOR_PTX_CODE_H
#define AMP_RUNTIME_SIMULATOR_PTX_CODE_H

#include "Types.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace amp::rt::simulator::ptx {

class Machine;
struct Instruction;

/// The threads that execute an instruction, in order. Dense: all threads from
/// the first to the last.
struct Lanes {
  uint32_t first = 0;
  uint32_t count = 0;
  bool isDense = true;
  const uint16_t *index = nullptr;

  uint32_t operator[](uint32_t i) const {
    return isDense ? first + i : index[i];
  }
};

/// Executes an instruction for some threads.
using Execute = void (*)(Machine &machine, const Instruction &instruction,
                         const Lanes &lanes);

constexpr uint32_t kNoOperand = ~uint32_t(0);
constexpr unsigned kMaxOperands = 16;

/// How the scheduler treats an instruction.
enum class Control : uint8_t {
  None,
  Branch,
  BranchIndexed,
  Exit,
  Barrier,
  WarpSync, ///< Needs all threads of its mask; then as None.
};

struct Instruction {
  Instruction() { operands.fill(kNoOperand); }

  Execute execute = nullptr;
  std::array<uint32_t, kMaxOperands> operands;
  uint8_t numOperands = 0;
  Control control = Control::None;
  bool guardIsNegated = false;
  uint32_t guard = kNoOperand;

  // What a semantic wants to know; see Instructions.cpp.
  Type type = Type::None;
  Type sourceType = Type::None;
  Rounding rounding = Rounding::NearestEven;
  Space space = Space::Generic;
  uint8_t vector = 1;
  uint8_t mode = 0;          ///< Comparison, shuffle, vote, ...
  uint8_t combine = 0;       ///< and, or, xor of setp.
  uint8_t maskOperand = 0;   ///< Of what needs the threads of a mask.
  uint8_t registerBytes = 0; ///< Of the data register of ld, st and cvt.
  uint8_t targetBytes = 0;   ///< Of the destination of cvt.
  bool ftz = false;
  bool sat = false;
  bool relu = false;
  bool isStrong = false; ///< volatile, relaxed, acquire, release, atomic.
  bool acquires = false;
  bool releases = false;
  bool flag = false;      ///< Opcode's own.
  bool isAligned = false; ///< Of barriers.
  uint32_t negated = 0;   ///< Bit i: operand i is a negated predicate.
  int64_t immediate = 0;  ///< Offset of an address, target of a branch.

  /// Of cp.async: the offset and the width of its second address.
  int64_t secondImmediate = 0;
  uint8_t secondBytes = 8;

  /// Registers that are read here and may not have been written: indices into
  /// Code::checked; and those of Code::checked that are written here.
  std::vector<uint32_t> checks;
  std::vector<uint32_t> marks;
  uint32_t guardCheck = kNoOperand; ///< The same for the guard.

  uint32_t line = 0; ///< Of the PTX, from 1.
  uint32_t column = 0;
  uint32_t textBegin = 0; ///< In Code::text.
  uint32_t textEnd = 0;
};

enum class Special : uint8_t {
  TidX,
  TidY,
  TidZ,
  NtidX,
  NtidY,
  NtidZ,
  CtaidX,
  CtaidY,
  CtaidZ,
  NctaidX,
  NctaidY,
  NctaidZ,
  LaneId,
  WarpId,
  NWarpId,
  SmId,
  NSmId,
  GridId,
  LaneMaskEq,
  LaneMaskLt,
  LaneMaskLe,
  LaneMaskGt,
  LaneMaskGe,
  DynamicSharedBytes,
  TotalSharedBytes,
  One,
  Zero,
};

/// A register that is filled before the kernel runs.
struct Filled {
  enum Kind : uint8_t {
    Literal,
    SpecialRegister,
    GlobalAddress,
    DynamicShared
  };
  Kind kind = Literal;
  uint8_t bytes = 8;
  Special special = Special::Zero;
  uint32_t offset = 0;   ///< Of the register.
  uint64_t value = 0;    ///< Or what is added to an address.
  uint32_t variable = 0; ///< Of the module.
};

struct Code {
  std::vector<Instruction> instructions;
  std::vector<Filled> filled;
  /// For brx.idx: where each list begins in `targets`, and how long it is.
  std::vector<uint32_t> targets;
  /// Offsets of registers that need a check while the kernel runs, and their
  /// names.
  std::vector<uint32_t> checked;
  std::vector<std::string> checkedNames;
  uint32_t registerBytes = 0; ///< Of a thread.
  uint32_t dynamicSharedOffset = 0;
  bool usesDynamicShared = false;
  std::shared_ptr<const std::string> text; ///< Of the module.

  /// The text of an instruction, on one line.
  std::string textOf(const Instruction &instruction) const;
};

/// Where the windows of the other spaces lie among generic addresses, apart
/// from those of global memory.
constexpr uint64_t kParameterWindow = UINT64_C(0x7c00'0000'0000);
constexpr uint64_t kSharedWindow = UINT64_C(0x7d00'0000'0000);
constexpr uint64_t kLocalWindow = UINT64_C(0x7e00'0000'0000);
constexpr uint64_t kWindowBytes = UINT64_C(1) << 32;
/// Shared and local memory begin here, as on the hardware, which keeps what
/// lies below; so a null pointer is found out.
constexpr uint64_t kFirstSharedOffset = 1024;
constexpr uint64_t kFirstLocalOffset = 1024;

} // namespace amp::rt::simulator::ptx

#endif // AMP_RUNTIME_SIMULATOR_PTX_CODE_H
