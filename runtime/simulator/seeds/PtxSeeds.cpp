//===- PtxSeeds.cpp - Defects of a kernel's text --------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels are taken as compilers print them: one instruction to a line. What is
// not an instruction stays as it is.
//
//===----------------------------------------------------------------------===//

#include "seeds/Seeds.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace amp::rt::simulator;

namespace {
struct Instruction {
  std::string guard; ///< "@%p1", or empty.
  std::string opcode;
  std::vector<std::string> operands;

  bool is(const std::string &prefix) const {
    return opcode.compare(0, prefix.size(), prefix) == 0;
  }
};

/// Where in a kernel a defect is.
enum class Scope { Everywhere, First, Last };

struct Rule {
  Seed seed;
  Scope scope;
  /// Changes the instruction; one without an opcode is removed. False if the
  /// defect does not concern it.
  bool (*change)(Instruction &instruction);
};
} // namespace

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static std::string trim(const std::string &text) {
  constexpr char kSpace[] = " \t\r";
  const size_t first = text.find_first_not_of(kSpace);
  if (first == std::string::npos)
    return "";
  return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

static std::optional<Instruction> parse(const std::string &line) {
  std::string text = trim(line);
  // Directives begin with a point, labels end with a colon.
  if (text.empty() || text.back() != ';' || text[0] == '.')
    return std::nullopt;
  text.pop_back();
  Instruction instruction;
  if (text[0] == '@') {
    const size_t end = text.find_first_of(" \t");
    if (end == std::string::npos)
      return std::nullopt;
    instruction.guard = text.substr(0, end);
    text = trim(text.substr(end));
  }
  const size_t end = text.find_first_of(" \t");
  instruction.opcode = text.substr(0, end);
  if (end == std::string::npos)
    return instruction;
  text = text.substr(end);
  unsigned depth = 0;
  std::string operand;
  for (char c : text) {
    if (c == ',' && depth == 0) {
      instruction.operands.push_back(trim(operand));
      operand.clear();
      continue;
    }
    depth += c == '{' || c == '(' || c == '[';
    depth -= c == '}' || c == ')' || c == ']';
    operand += c;
  }
  instruction.operands.push_back(trim(operand));
  return instruction;
}

static std::string print(const Instruction &instruction) {
  if (instruction.opcode.empty())
    return "";
  std::string text = "\t" + instruction.guard +
                     (instruction.guard.empty() ? "" : " ") +
                     instruction.opcode;
  const char *separator = " \t";
  for (const std::string &operand : instruction.operands) {
    text += separator + operand;
    separator = ", ";
  }
  return text + ";";
}

static bool replace(std::string &text, const std::string &from,
                    const std::string &to) {
  const size_t at = text.find(from);
  if (at == std::string::npos)
    return false;
  text.replace(at, from.size(), to);
  return true;
}

static bool isNumber(const std::string &text) {
  return !text.empty() && text.size() < 19 &&
         text.find_first_not_of("0123456789") == std::string::npos;
}

//===----------------------------------------------------------------------===//
// Changes
//===----------------------------------------------------------------------===//

static bool remove(Instruction &instruction) {
  instruction.opcode.clear();
  return true;
}

/// An instruction that begins with `from` begins with `to`.
template <const char *From, const char *To>
static bool rename(Instruction &instruction) {
  return instruction.is(From) && replace(instruction.opcode, From, To);
}

/// `Amount` is added to the constant of a comparison.
template <int Amount>
static bool moveBound(Instruction &instruction) {
  if (!instruction.is("setp.gt.") || instruction.operands.size() != 3 ||
      !isNumber(instruction.operands[2]))
    return false;
  const long long bound = std::stoll(instruction.operands[2]) + Amount;
  // The bound of an unsigned index cannot become negative.
  if (bound < 0)
    return false;
  instruction.operands[2] = std::to_string(bound);
  return true;
}

static bool isBranch(const Instruction &instruction) {
  return instruction.is("bra") && !instruction.guard.empty();
}

static bool invertBranch(Instruction &instruction) {
  if (!isBranch(instruction))
    return false;
  if (!replace(instruction.guard, "@!", "@"))
    replace(instruction.guard, "@", "@!");
  return true;
}

static bool dropBranch(Instruction &instruction) {
  return isBranch(instruction) && remove(instruction);
}

static bool dropUnordered(Instruction &instruction) {
  if (!instruction.is("setp."))
    return false;
  for (const char *name : {"ltu", "leu", "gtu", "geu", "equ", "neu"})
    if (replace(instruction.opcode, std::string("setp.") + name + ".",
                std::string("setp.") + std::string(name, 2) + "."))
      return true;
  return false;
}

/// Operands I and I + 1 of instructions that begin with a prefix are swapped.
template <const char *Prefix, unsigned I>
static bool swapOperands(Instruction &instruction) {
  if (!instruction.is(Prefix) || instruction.operands.size() < I + 2 ||
      instruction.operands[I] == instruction.operands[I + 1])
    return false;
  std::swap(instruction.operands[I], instruction.operands[I + 1]);
  return true;
}

static bool dropBarrier(Instruction &instruction) {
  return (instruction.is("bar.sync") || instruction.is("barrier.sync")) &&
         remove(instruction);
}

static bool dropFence(Instruction &instruction) {
  return (instruction.is("membar.") || instruction.is("fence.")) &&
         remove(instruction);
}

static bool flush(Instruction &instruction) {
  return (instruction.is("add.rn.f32") || instruction.is("sub.rn.f32") ||
          instruction.is("mul.rn.f32") || instruction.is("div.rn.f32") ||
          instruction.is("sqrt.rn.f32")) &&
         replace(instruction.opcode, ".rn.f32", ".rn.ftz.f32");
}

static bool roundTwice(Instruction &instruction) {
  if ((instruction.opcode != "cvt.rn.f16.f32" &&
       instruction.opcode != "cvt.rn.bf16.f32") ||
      !instruction.guard.empty() || instruction.operands.size() != 2)
    return false;
  // Printed as several instructions.
  instruction = {"",
                 "{ .reg .b32 %seeded; cvt.rna.tf32.f32 %seeded, " +
                     instruction.operands[1] + "; " + instruction.opcode + " " +
                     instruction.operands[0] + ", %seeded; } //",
                 {}};
  return true;
}

static bool dropNaN(Instruction &instruction) {
  return (instruction.is("max.NaN") || instruction.is("min.NaN")) &&
         replace(instruction.opcode, ".NaN", "");
}

static bool changeConstant(Instruction &instruction) {
  if (!instruction.is("mul.rn.f32") && !instruction.is("add.rn.f32"))
    return false;
  for (std::string &operand : instruction.operands) {
    if (operand.size() != 10 || operand.compare(0, 2, "0f"))
      continue;
    const auto bits =
        static_cast<uint32_t>(std::stoul(operand.substr(2), nullptr, 16));
    // The neighbour of a zero would be lost in any sum.
    if (!(bits & 0x7fffffff))
      continue;
    constexpr char kDigits[] = "0123456789ABCDEF";
    for (unsigned i = 0; i < 8; ++i)
      operand[2 + i] = kDigits[((bits + 1) >> (28 - 4 * i)) & 15];
    return true;
  }
  return false;
}

static bool shiftMore(Instruction &instruction) {
  if (!instruction.is("shl.b64") || !isNumber(instruction.operands.back()))
    return false;
  instruction.operands.back() =
      std::to_string(std::stoll(instruction.operands.back()) + 1);
  return true;
}

static bool shrinkElement(Instruction &instruction) {
  if (!instruction.is("mul.wide.") || instruction.operands.back() != "4")
    return false;
  instruction.operands.back() = "2";
  return true;
}

static bool dropIndex(Instruction &instruction) {
  return instruction.is("mov.") && instruction.operands.size() == 2 &&
         replace(instruction.operands[1], "%ctaid.x", "0");
}

/// Moves the access of a load or store of 2, 4 or 8 bytes by an element.
static bool moveAccess(Instruction &instruction, const std::string &prefix,
                       size_t operand) {
  if (!instruction.is(prefix) || instruction.operands.size() != 2)
    return false;
  for (const auto &[end, bytes] :
       {std::pair("16", "2"), std::pair("32", "4"), std::pair("64", "8")}) {
    const std::string &opcode = instruction.opcode;
    if (opcode.compare(opcode.size() - 2, 2, end) == 0)
      return replace(instruction.operands[operand], "]",
                     std::string("+") + bytes + "]");
  }
  return false;
}

static bool moveLoad(Instruction &instruction) {
  return moveAccess(instruction, "ld.global.", 1);
}

static bool moveStore(Instruction &instruction) {
  return moveAccess(instruction, "st.global.", 0);
}

template <const char *Prefix>
static bool drop(Instruction &instruction) {
  return instruction.is(Prefix) && remove(instruction);
}

static bool storeHalf(Instruction &instruction) {
  return instruction.opcode == "st.global.b32" &&
         instruction.operands[1][0] == '%' &&
         replace(instruction.opcode, "b32", "u16");
}

static bool loadFirstParameter(Instruction &instruction) {
  return instruction.is("ld.param.b64") &&
         replace(instruction.operands[1], "_param_1]", "_param_0]");
}

static bool dropAddress(Instruction &instruction) {
  return instruction.is("add.s64") && remove(instruction);
}

namespace {
constexpr char kGreater[] = "setp.gt.", kNotLess[] = "setp.ge.";
constexpr char kLess[] = "setp.lt.", kNotGreater[] = "setp.le.";
constexpr char kSqrt[] = "sqrt.rn.f32", kSqrtApproximate[] = "sqrt.approx.f32";
constexpr char kDiv[] = "div.rn.f32", kDivApproximate[] = "div.full.f32";
constexpr char kFromF16[] = "cvt.f32.f16", kFromBF16[] = "cvt.f32.bf16";
constexpr char kToF16[] = "cvt.rn.f16.f32", kCutToF16[] = "cvt.rz.f16.f32";
constexpr char kNeg[] = "neg.f32", kMov[] = "mov.b32";
constexpr char kSub[] = "sub.rn.", kAnyDiv[] = "div.rn.", kSelect[] = "selp.";
constexpr char kLoad[] = "ld.global.", kStore[] = "st.global.";

constexpr Rule kRules[] = {
    {Seed::BoundTooLarge, Scope::Everywhere, moveBound<1>},
    {Seed::BoundTooSmall, Scope::Everywhere, moveBound<-1>},
    {Seed::GreaterOrEqual, Scope::Everywhere, rename<kGreater, kNotLess>},
    {Seed::LessOrEqual, Scope::Everywhere, rename<kLess, kNotGreater>},
    {Seed::LessOrEqual, Scope::Everywhere, rename<kNotLess, kGreater>},
    {Seed::PredicateInverted, Scope::First, invertBranch},
    {Seed::BranchDropped, Scope::First, dropBranch},
    {Seed::UnorderedDropped, Scope::Everywhere, dropUnordered},
    {Seed::SelectSwapped, Scope::Everywhere, swapOperands<kSelect, 1>},
    {Seed::BarrierDropped, Scope::Everywhere, dropBarrier},
    {Seed::FenceDropped, Scope::Everywhere, dropFence},
    {Seed::SqrtApproximate, Scope::Everywhere, rename<kSqrt, kSqrtApproximate>},
    {Seed::DivApproximate, Scope::Everywhere, rename<kDiv, kDivApproximate>},
    {Seed::FlushToZero, Scope::Everywhere, flush},
    {Seed::F16AsBF16, Scope::Everywhere, rename<kFromF16, kFromBF16>},
    {Seed::BF16AsF16, Scope::Everywhere, rename<kFromBF16, kFromF16>},
    {Seed::DoubleRounding, Scope::Everywhere, roundTwice},
    {Seed::RoundedToZero, Scope::Everywhere, rename<kToF16, kCutToF16>},
    {Seed::SubSwapped, Scope::Everywhere, swapOperands<kSub, 1>},
    {Seed::DivSwapped, Scope::Everywhere, swapOperands<kAnyDiv, 1>},
    {Seed::NegDropped, Scope::Everywhere, rename<kNeg, kMov>},
    {Seed::MaxWithoutNaN, Scope::Everywhere, dropNaN},
    {Seed::ConstantUlp, Scope::Everywhere, changeConstant},
    {Seed::ShiftTooLarge, Scope::Everywhere, shiftMore},
    {Seed::ElementSize, Scope::Everywhere, shrinkElement},
    {Seed::IndexDropped, Scope::Everywhere, dropIndex},
    {Seed::LoadNeighbour, Scope::Last, moveLoad},
    {Seed::LoadDropped, Scope::Last, drop<kLoad>},
    {Seed::StoreDropped, Scope::Last, drop<kStore>},
    {Seed::StoreNeighbour, Scope::Last, moveStore},
    {Seed::StoreHalf, Scope::Last, storeHalf},
    {Seed::ParameterWrong, Scope::First, loadFirstParameter},
    {Seed::RegisterUnwritten, Scope::First, dropAddress},
};
} // namespace

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

using Lines = std::vector<std::string>;

static void apply(const Rule &rule, Lines &lines, size_t begin, size_t end) {
  std::optional<size_t> last;
  for (size_t i = begin; i < end; ++i) {
    std::optional<Instruction> instruction = parse(lines[i]);
    if (!instruction || !rule.change(*instruction))
      continue;
    last = i;
    if (rule.scope == Scope::Last)
      continue;
    applySeed(rule.seed);
    lines[i] = print(*instruction);
    if (rule.scope == Scope::First)
      return;
  }
  if (rule.scope != Scope::Last || !last)
    return;
  std::optional<Instruction> instruction = parse(lines[*last]);
  rule.change(*instruction);
  applySeed(rule.seed);
  lines[*last] = print(*instruction);
}

/// Registers of compiled kernels are written once, so the factors of a product
/// are still there where it is used.
static void fuse(Lines &lines, size_t begin, size_t end) {
  std::map<std::string, Instruction> products;
  for (size_t i = begin; i < end; ++i) {
    std::optional<Instruction> instruction = parse(lines[i]);
    if (!instruction || !instruction->guard.empty())
      continue;
    std::vector<std::string> &operands = instruction->operands;
    if (instruction->opcode == "mul.rn.f32")
      products[operands[0]] = *instruction;
    if (instruction->opcode != "add.rn.f32")
      continue;
    for (int side : {1, 2})
      if (auto found = products.find(operands[side]); found != products.end()) {
        applySeed(Seed::Fused);
        const std::string other = operands[3 - side];
        lines[i] = print({"",
                          "fma.rn.f32",
                          {operands[0], found->second.operands[1],
                           found->second.operands[2], other}});
        break;
      }
  }
}

std::string amp::rt::simulator::seedPtx(const std::string &text) {
  const Seed seed = selectedSeed();
  if (seed == Seed::None)
    return text;
  Lines lines;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  for (size_t begin = 0; begin < lines.size();) {
    // A kernel ends where the next one begins.
    size_t end = begin + 1;
    while (end < lines.size() && lines[end].find(".entry") == std::string::npos)
      ++end;
    for (const Rule &rule : kRules)
      if (rule.seed == seed)
        apply(rule, lines, begin, end);
    if (seed == Seed::Fused)
      fuse(lines, begin, end);
    begin = end;
  }
  std::string result;
  for (const std::string &line : lines)
    result += line + "\n";
  return result;
}
