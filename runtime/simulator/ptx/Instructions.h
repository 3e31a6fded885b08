//===- Instructions.h - The table of instructions ---------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A row says what a form of an instruction looks like and chooses its
// semantics. An opcode may have several rows; the first one that takes all
// modifiers and types of an instruction is its form.
//
// Operands, in order, separated by blanks; `?` at the end: may be missing.
//
//   d a     a register to write, a value to read, of the first type
//   D A     the same, twice as wide as the first type
//   d1 a1   of the second type (a2: of the third)
//   d32 a32 of 32 bits, whatever the type is; also 16 and 64
//   dp ap   a predicate to write, or to read, which `!` may negate
//   d|p     a register and perhaps a predicate, as `%r1|%p1`; dp|p likewise
//   dv av   as many as the vector has, in braces, or one; a register may be
//           wider than the type
//   dl al   a register that may be wider than the type (al: than the second)
//   mem     an address in brackets; its register is the operand, its offset
//           goes into Instruction::immediate
//   d*4 a*4 so many registers of 32 bits, in braces
//   all     the mask of all threads of a warp, which no text names
//   none    nothing, where a kindred opcode has an operand
//   ccw ccr ccrw  the carry, which no text names
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_SIMULATOR_PTX_INSTRUCTIONS_H
#define AMP_RUNTIME_SIMULATOR_PTX_INSTRUCTIONS_H

#include "Code.h"

#include <string>
#include <string_view>
#include <vector>

namespace amp::rt::simulator::ptx {

/// What stands before the operands: "add.rn.ftz.f32" is `add` with two
/// modifiers and a type.
struct Form {
  std::string_view opcode;
  std::vector<std::string_view> modifiers;
  std::vector<Type> types;

  bool has(std::string_view modifier) const;
  /// The index of the first of some names, separated by blanks, that is a
  /// modifier; -1 if none is.
  int oneOf(std::string_view names) const;
};

/// Completes an instruction. False, with a reason, if the form does not exist.
using Select = bool (*)(const Form &form, Instruction &instruction,
                        std::string &error);

struct Row {
  const char *opcode;
  const char *operands;
  /// Those that may be given; those that must are marked `!`.
  const char *modifiers;
  /// Those allowed at each place, the places separated by `/`.
  const char *types;
  Select select;
};

struct Rows {
  const Row *begin;
  const Row *end;
};
Rows integerRows();
Rows floatRows();
Rows convertRows();
Rows transferRows();
Rows warpRows();
Rows matrixRows();

/// The row of a form, and the parts of the instruction that all rows share
/// (rounding, .ftz, .sat, space, vector, strength). Null, with a reason, if
/// there is none.
const Row *findRow(const Form &form, Instruction &instruction,
                   std::string &error);

/// Replaces the loop of a cvt by a faster one, once the widths of its registers
/// are known.
void specializeConvert(Instruction &instruction);

/// Chooses the loop of ld, ldu and st, once the width of the registers is known
/// (Instruction::registerBytes). A known parameter is one of the kernel at an
/// offset that is in bounds.
void completeMemory(Instruction &instruction, bool isStore,
                    bool isKnownParameter);
/// Makes a mov one that reads a clock: it gives the instructions that threads
/// executed so far.
void selectClock(Instruction &instruction);
/// Makes a mov one that packs the parts in braces into a register, or unpacks
/// a register into them: `vector` parts of `registerBytes` bytes.
void completeMove(Instruction &instruction, bool isPack);

} // namespace amp::rt::simulator::ptx

#endif // AMP_RUNTIME_SIMULATOR_PTX_INSTRUCTIONS_H
