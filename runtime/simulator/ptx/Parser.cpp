//===- Parser.cpp - Reads PTX ---------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions are inlined where they are called, so that the machine knows no
// stack; a parameter of a call is local memory of the thread. While a kernel is
// read, operands are numbers of registers; at its end they become offsets.
//
//===----------------------------------------------------------------------===//

#include "Arithmetic.h"
#include "Code.h"
#include "Instructions.h"
#include "Lexer.h"
#include "Module.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>
#include <unordered_map>

namespace amp::rt::simulator::ptx {

namespace {

/// What a name stands for.
struct Symbol {
  enum Kind { Register, KernelParameter, Local, Shared, DynamicShared, Global };
  Kind kind = Register;
  uint32_t id = 0;     ///< Of a register; of a variable of the module.
  uint64_t offset = 0; ///< In its space.
  uint64_t bytes = 0;
  size_t declaredAt = 0; ///< Of a variable of the module: the word after it.
};

/// A declaration `.reg .b32 %r<10>`: registers that are made when they are met.
struct RegisterRange {
  std::string stem;
  uint32_t count;
  Type type;
};

struct Scope {
  std::unordered_map<std::string, Symbol> symbols;
  std::vector<RegisterRange> ranges;
};

struct RegisterInfo {
  uint32_t bytes = 0;
  uint32_t offset = 0;
  bool isFilled = false;
  std::string name;
};

/// What an instruction reads and writes, as numbers of registers.
struct Uses {
  std::vector<uint32_t> reads, writes;
  /// Operands from 1 that become parts of the result, as they are.
  unsigned parts = 0;
};

/// A function (`.func`) of the module, which is read where it is called.
struct Function {
  std::string name;
  size_t parameters = 0; ///< Its first word after the parenthesis.
  size_t results = 0;    ///< 0 if there are none.
  size_t body = 0;       ///< 0 if it is declared alone.
  size_t declaredAt = 0; ///< The word after its first name.
  bool isExtern = false;
};

/// A body that is being read: of the kernel or of an inlined function.
struct Body {
  std::unordered_map<std::string, uint32_t> labels;
  std::vector<std::pair<uint32_t, const Token *>> branches;
  struct Table {
    std::vector<const Token *> targets;
  };
  std::unordered_map<std::string, Table> tables;
  std::vector<std::pair<uint32_t, const Token *>> indexed;
  std::vector<uint32_t> returns; ///< Branches to the end, of a function.
  bool isKernel = true;
  const Function *function = nullptr;
};

/// A kernel whose body is not read yet.
struct PendingKernel {
  std::unique_ptr<Kernel> owned;
  Scope parameters;
  size_t body = 0; ///< Its first word after the brace.
};

struct TargetInfo {
  unsigned sm;
  unsigned version; ///< The least.
};
const TargetInfo kTargets[] = {
    {30, 30},  {32, 40},  {35, 31},  {37, 41}, {50, 40}, {52, 41},  {53, 42},
    {60, 50},  {61, 50},  {62, 50},  {70, 60}, {72, 61}, {75, 63},  {80, 70},
    {86, 71},  {87, 74},  {88, 90},  {89, 78}, {90, 78}, {100, 86}, {101, 86},
    {103, 88}, {110, 90}, {120, 87}, {121, 88}};
constexpr unsigned kNewestVersion = 90;

} // namespace

class Parser {
public:
  Parser(std::string_view text, ParseError &error)
      : source(std::make_shared<const std::string>(
            text.substr(0, text.find('\0')))),
        tokens(lex(*source)), error(error), module(new Module()) {}

  std::unique_ptr<Module> run() {
    if (!parseHeader())
      return nullptr;
    while (current().kind != Token::End)
      if (!parseTopLevel())
        return nullptr;
    for (PendingKernel &pending : pendingKernels)
      if (!parseKernelBody(pending))
        return nullptr;
    if (!relocationsResolve())
      return nullptr;
    return std::move(module);
  }

private:
  //===--------------------------------------------------------------------===//
  // Words
  //===--------------------------------------------------------------------===//

  const Token &current() const { return tokens[at]; }
  const Token &ahead(size_t n) const {
    return tokens[std::min(at + n, tokens.size() - 1)];
  }
  bool isMark(char c) const {
    return current().kind == Token::Mark && current().text[0] == c;
  }
  bool isDotted(std::string_view text) const {
    return current().kind == Token::Dotted && current().text == text;
  }
  bool takeMark(char c) {
    if (!isMark(c))
      return false;
    ++at;
    return true;
  }
  bool takeDotted(std::string_view text) {
    if (!isDotted(text))
      return false;
    ++at;
    return true;
  }

  bool fail(const Token &token, const std::string &what,
            ParseError::Kind kind = ParseError::Invalid) {
    if (!error.message.empty())
      return false;
    size_t begin = token.offset - (token.column - 1);
    size_t end = std::min(source->find('\n', begin), source->size());
    error.kind = kind;
    error.message = std::to_string(token.line) + ":" +
                    std::to_string(token.column) + ": " + what + "\n" +
                    source->substr(begin, end - begin);
    return false;
  }
  bool expect(char c) {
    if (takeMark(c))
      return true;
    return fail(current(), std::string("expected '") + c + "', found " +
                               describe(current()));
  }
  static std::string describe(const Token &token) {
    if (token.kind == Token::End)
      return "the end of the text";
    return "'" + std::string(token.kind == Token::Dotted ? "." : "") +
           std::string(token.text) + "'";
  }

  /// An integer, perhaps with a sign; gives its bits.
  bool parseInteger(uint64_t &value) {
    bool isNegative = takeMark('-');
    const Token &token = current();
    if (token.kind != Token::Number)
      return fail(token, "expected a number, found " + describe(token));
    std::string digits(token.text);
    if (!digits.empty() && (digits.back() == 'U' || digits.back() == 'u') &&
        digits.compare(0, 2, "0f") != 0)
      digits.pop_back();
    int base = 10;
    const char *begin = digits.c_str();
    if (digits.size() > 1 && digits[0] == '0') {
      char next = digits[1];
      base = next == 'x' || next == 'X'   ? 16
             : next == 'b' || next == 'B' ? 2
                                          : 8;
      begin += base == 8 ? 1 : 2;
    }
    char *end = nullptr;
    errno = 0;
    value = std::strtoull(begin, &end, base);
    if (*end || end == begin || errno)
      return fail(token, "'" + digits + "' is no integer of 64 bits");
    if (isNegative)
      value = 0 - value;
    ++at;
    return true;
  }
  bool parseCount(uint32_t &value) {
    const Token &token = current();
    uint64_t wide = 0;
    if (!parseInteger(wide))
      return false;
    if (wide > UINT32_MAX)
      return fail(token, "number out of range");
    value = uint32_t(wide);
    return true;
  }

  /// 0f..., 0d... or a decimal fraction; the bits as f32 or f64.
  static bool isFloating(std::string_view text) {
    bool isHex =
        text.size() > 2 && text[0] == '0' &&
        (text[1] == 'f' || text[1] == 'F' || text[1] == 'd' || text[1] == 'D');
    return isHex || (text.find('.') != std::string_view::npos);
  }
  bool parseFloating(Type type, uint64_t &bits) {
    bool isNegative = takeMark('-');
    const Token &token = current();
    std::string digits(token.text);
    ++at;
    double value = 0;
    char kind = digits.size() > 1 ? char(digits[1] | 0x20) : 0;
    if (digits[0] == '0' && (kind == 'f' || kind == 'd')) {
      char *end = nullptr;
      uint64_t raw = std::strtoull(digits.c_str() + 2, &end, 16);
      if (*end || digits.size() != (kind == 'f' ? 10 : 18))
        return fail(token, "'" + digits + "' is no floating-point constant");
      unsigned bytes = bytesOf(type);
      if (!isNegative && bytes == (kind == 'f' ? 4 : 8)) {
        bits = raw; // a NaN keeps its bits
        return true;
      }
      value = kind == 'f' ? double(floatOf(uint32_t(raw))) : doubleOf(raw);
    } else {
      value = std::strtod(digits.c_str(), nullptr);
    }
    if (isNegative)
      value = -value;
    if (type == Type::F32)
      bits = bitsOf(float(value));
    else if (type == Type::F64)
      bits = bitsOf(value);
    else
      return fail(token, "a floating-point constant where type '." +
                             std::string(nameOf(type)) + "' has none");
    return true;
  }

  bool parseName(std::string &name) {
    if (current().kind != Token::Word)
      return fail(current(), "expected a name, found " + describe(current()));
    name = std::string(current().text);
    ++at;
    return true;
  }

  bool parseType(Type &type) {
    if (current().kind == Token::Dotted)
      type = typeOf(current().text);
    if (type == Type::None)
      return fail(current(), "type " + describe(current()) +
                                 " is not known to the simulator");
    ++at;
    return true;
  }

  /// Up to and with the brace that closes the one that was taken.
  bool skipBraces() {
    const Token &begin = tokens[at - 1];
    unsigned depth = 1;
    while (current().kind != Token::End) {
      if (isMark('{'))
        ++depth;
      else if (isMark('}') && --depth == 0) {
        ++at;
        return true;
      }
      ++at;
    }
    return fail(begin, "this brace is not closed");
  }

  //===--------------------------------------------------------------------===//
  // The module
  //===--------------------------------------------------------------------===//

  bool parseHeader() {
    if (!takeDotted("version"))
      return fail(current(), "PTX begins with '.version', not with " +
                                 describe(current()));
    const Token &version = current();
    unsigned major = 0, minor = 0;
    if (version.kind != Token::Number ||
        sscanf(std::string(version.text).c_str(), "%u.%u", &major, &minor) != 2)
      return fail(version, "'.version' lacks a number such as 8.0");
    ++at;
    module->ptxVersion = major * 10 + minor;
    if (module->ptxVersion > kNewestVersion)
      return fail(version,
                  "PTX version " + std::string(version.text) +
                      " is newer than 9.0, the newest that is supported",
                  ParseError::UnsupportedVersion);
    if (!takeDotted("target"))
      return fail(current(), "expected '.target' after '.version'");
    const Token &target = current();
    std::string name;
    if (!parseName(name))
      return false;
    char suffix = 0, rest = 0;
    int fields =
        sscanf(name.c_str(), "sm_%u%c%c", &module->smVersion, &suffix, &rest);
    const TargetInfo *info = std::find_if(
        std::begin(kTargets), std::end(kTargets),
        [&](const TargetInfo &t) { return t.sm == module->smVersion; });
    if (fields < 1 || fields > 2 || info == std::end(kTargets) ||
        (fields == 2 && suffix != 'a' && suffix != 'f'))
      return fail(target, "target '" + name + "' is not known",
                  ParseError::NoBinary);
    if (module->ptxVersion < info->version)
      return fail(target, "target '" + name + "' needs PTX version " +
                              std::to_string(info->version / 10) + "." +
                              std::to_string(info->version % 10) +
                              ", the text is of version " +
                              std::string(version.text));
    module->specific = fields == 2;
    while (takeMark(',')) {
      const Token &option = current();
      if (!parseName(name))
        return false;
      if (name != "debug" && name != "texmode_independent" &&
          name != "texmode_unified")
        return fail(option, "target option '" + name + "' is not known");
    }
    if (takeDotted("address_size")) {
      const Token &size = current();
      uint64_t bits = 0;
      if (!parseInteger(bits))
        return false;
      if (bits != 64)
        return fail(size, "addresses of " + std::to_string(bits) +
                              " bits; only 64 are supported");
      return true;
    }
    return fail(current(), "expected '.address_size 64'");
  }

  bool parseTopLevel() {
    bool isExtern = false;
    for (;;) {
      if (takeDotted("extern"))
        isExtern = true;
      else if (!takeDotted("visible") && !takeDotted("weak") &&
               !takeDotted("common"))
        break;
    }
    const Token &token = current();
    if (token.kind != Token::Dotted)
      return fail(token, "expected a directive, found " + describe(token));
    ++at;
    if (token.text == "entry")
      return parseEntry(isExtern);
    if (token.text == "func")
      return parseFunction(isExtern);
    if (token.text == "global" || token.text == "const")
      return parseVariable(token.text == "const", isExtern);
    if (token.text == "shared")
      return parseShared(moduleScope, isExtern, moduleShared);
    if (token.text == "file") {
      while (current().kind == Token::Number ||
             current().kind == Token::String || isMark(','))
        ++at;
      return true;
    }
    if (token.text == "section") {
      while (current().kind != Token::End && !isMark('{'))
        ++at;
      return expect('{') && skipBraces();
    }
    if (token.text == "pragma") {
      ++at;
      return expect(';');
    }
    return fail(token, "directive '." + std::string(token.text) +
                           "' is not known to the simulator");
  }

  /// `.align 4 .b8 name[16]`; a missing count is 0, `[]` gives -1.
  struct Declared {
    std::string name;
    uint32_t alignment = 0;
    Type type = Type::None;
    uint64_t count = 1;
    bool isUnsized = false;
    uint64_t bytes() const { return count * bytesOf(type); }
  };
  bool parseDeclared(Declared &declared) {
    unsigned parts = 1;
    for (;;) {
      if (takeDotted("align")) {
        const Token &token = current();
        if (!parseCount(declared.alignment))
          return false;
        if (!declared.alignment ||
            (declared.alignment & (declared.alignment - 1)))
          return fail(token, "an alignment is a power of two");
      } else if (takeDotted("v2")) {
        parts = 2;
      } else if (takeDotted("v4")) {
        parts = 4;
      } else if (takeDotted("ptr")) {
        // What a pointer points to; of no effect.
        takeDotted("global") || takeDotted("shared") || takeDotted("const") ||
            takeDotted("local");
        uint32_t ignored;
        if (takeDotted("align") && !parseCount(ignored))
          return false;
      } else if (isDotted("attribute")) {
        return fail(current(), "'.attribute' is not known to the simulator");
      } else if (current().kind == Token::Dotted &&
                 declared.type == Type::None) {
        if (!parseType(declared.type))
          return false;
      } else {
        break;
      }
    }
    if (declared.type == Type::None || declared.type == Type::Pred)
      return fail(current(), "a variable lacks a type");
    if (!parseName(declared.name))
      return false;
    declared.count = parts;
    while (takeMark('[')) {
      if (takeMark(']')) {
        declared.isUnsized = true;
        declared.count = 0;
        continue;
      }
      const Token &token = current();
      uint64_t extent = 0;
      if (!parseInteger(extent) || !expect(']'))
        return false;
      if (extent > UINT32_MAX ||
          (declared.count && extent > (UINT64_C(1) << 40) / declared.count))
        return fail(token, "an array of this size");
      declared.count *= extent;
    }
    if (!declared.alignment)
      declared.alignment = bytesOf(declared.type) * parts;
    return true;
  }

  bool parseVariable(bool isConstant, bool isExtern) {
    const Token &begin = current();
    Declared declared;
    if (!parseDeclared(declared))
      return false;
    if (isExtern) {
      externals.insert(declared.name);
      return expect(';');
    }
    Variable variable;
    variable.name = declared.name;
    variable.alignment = declared.alignment;
    variable.isConstant = isConstant;
    if (declared.alignment > 256)
      return fail(begin, "an alignment of more than 256 bytes");
    if (takeMark('=')) {
      if (!parseInitializer(declared, variable))
        return false;
    }
    variable.bytes = declared.bytes();
    Symbol symbol;
    symbol.kind = Symbol::Global;
    symbol.id = uint32_t(module->allVariables.size());
    symbol.bytes = variable.bytes;
    symbol.declaredAt = at;
    if (!moduleScope.symbols.emplace(declared.name, symbol).second)
      return fail(begin, "'" + declared.name + "' is declared twice");
    module->allVariables.push_back(std::move(variable));
    return expect(';');
  }

  bool parseInitializer(Declared &declared, Variable &variable) {
    unsigned bytes = bytesOf(declared.type);
    std::vector<std::byte> &data = variable.initial;
    unsigned depth = 0;
    do {
      while (takeMark('{'))
        ++depth;
      if (!isMark('}')) {
        const Token &token = current();
        uint64_t bits = 0;
        if (token.kind == Token::Word) {
          std::string name(token.text);
          int64_t addend = 0;
          ++at;
          bool isGeneric = name == "generic" && takeMark('(');
          if (isGeneric && (!parseName(name) || !expect(')')))
            return false;
          if (isMark('+') || isMark('-')) {
            takeMark('+');
            uint64_t value;
            if (!parseInteger(value))
              return false;
            addend = int64_t(value);
          }
          if (bytes != 8)
            return fail(token, "an address in a variable of type '." +
                                   std::string(nameOf(declared.type)) + "'");
          relocations.push_back(
              {module->allVariables.size(), data.size(), name, addend, &token});
        } else {
          bool isNumber = ahead(isMark('-')).kind == Token::Number;
          if (isNumber && isFloating(ahead(isMark('-')).text)) {
            if (!parseFloating(declared.type, bits))
              return false;
          } else if (!parseInteger(bits)) {
            return false;
          } else if (declared.type == Type::F32) {
            bits = bitsOf(float(int64_t(bits)));
          } else if (declared.type == Type::F64) {
            bits = bitsOf(double(int64_t(bits)));
          }
        }
        const auto *first = reinterpret_cast<const std::byte *>(&bits);
        data.insert(data.end(), first, first + bytes);
      }
      while (depth && takeMark('}'))
        --depth;
    } while (takeMark(','));
    if (depth)
      return expect('}');
    if (declared.isUnsized)
      declared.count = data.size() / bytes;
    if (data.size() > declared.bytes())
      return fail(current(), "more values than the variable has");
    return true;
  }

  bool relocationsResolve() {
    for (const PendingRelocation &pending : relocations) {
      auto it = moduleScope.symbols.find(pending.name);
      if (it == moduleScope.symbols.end() || it->second.kind != Symbol::Global)
        return fail(*pending.token,
                    "symbol '" + pending.name + "' is not defined");
      module->allVariables[pending.variable].relocations.push_back(
          {pending.offset, it->second.id, pending.addend});
    }
    return true;
  }

  /// Shared memory: of the module (each kernel has all of it) or of a kernel.
  bool parseShared(Scope &scope, bool isExtern, uint64_t &top) {
    const Token &begin = current();
    Declared declared;
    if (!parseDeclared(declared))
      return false;
    Symbol symbol;
    symbol.declaredAt = at;
    if (isExtern || declared.isUnsized) {
      symbol.kind = Symbol::DynamicShared;
      dynamicAlignment = std::max(dynamicAlignment, declared.alignment);
    } else {
      symbol.kind = Symbol::Shared;
      top = (top + declared.alignment - 1) / declared.alignment *
            declared.alignment;
      symbol.offset = top;
      symbol.bytes = declared.bytes();
      top += symbol.bytes;
      if (top > kMaxStaticShared)
        return fail(begin, "more than 48 KiB of static shared memory");
    }
    if (!scope.symbols.emplace(declared.name, symbol).second)
      return fail(begin, "'" + declared.name + "' is declared twice");
    return expect(';');
  }

  //===--------------------------------------------------------------------===//
  // Functions and kernels
  //===--------------------------------------------------------------------===//

  /// Past a list in parentheses; gives its first word.
  bool skipList(size_t &first) {
    if (!expect('('))
      return false;
    first = at;
    unsigned depth = 1;
    while (current().kind != Token::End) {
      if (isMark('('))
        ++depth;
      else if (isMark(')') && --depth == 0) {
        ++at;
        return true;
      }
      ++at;
    }
    return fail(current(), "a list of parameters is not closed");
  }

  bool parseFunction(bool isExtern) {
    Function function;
    function.isExtern = isExtern;
    if (isMark('(') && !skipList(function.results))
      return false;
    if (!parseName(function.name))
      return false;
    function.declaredAt = at;
    if (isMark('(') && !skipList(function.parameters))
      return false;
    while (takeDotted("noreturn")) {
    }
    Function &known = functions[function.name];
    if (takeMark(';')) {
      if (known.name.empty())
        known = function;
      return true;
    }
    if (!expect('{'))
      return false;
    function.body = at;
    if (known.body)
      return fail(current(), "'" + function.name + "' is defined twice");
    if (!known.name.empty()) // calls may follow the declaration
      function.declaredAt = known.declaredAt;
    known = function;
    return skipBraces();
  }

  bool parseTriple(uint32_t *triple) {
    triple[0] = triple[1] = triple[2] = 1;
    for (unsigned i = 0; i < 3; ++i) {
      const Token &token = current();
      if (!parseCount(triple[i]))
        return false;
      if (!triple[i])
        return fail(token, "an extent of a block is not 0");
      if (!takeMark(','))
        break;
    }
    return true;
  }

  bool parseEntry(bool isExtern) {
    const Token &begin = current();
    PendingKernel pending;
    pending.owned = std::make_unique<Kernel>();
    kernel = pending.owned.get();
    if (!parseName(kernel->name))
      return false;
    if (std::any_of(pendingKernels.begin(), pendingKernels.end(),
                    [&](const PendingKernel &other) {
                      return other.owned->name == kernel->name;
                    }))
      return fail(begin, "kernel '" + kernel->name + "' is defined twice");
    scopes.clear();
    scopes.emplace_back();
    if (takeMark('(') && !parseKernelParameters())
      return false;
    if (isExtern && takeMark(';'))
      return true;
    while (!isMark('{')) {
      const Token &token = current();
      if (takeMark(';')) // a declaration ahead of the definition
        return true;
      if (token.kind != Token::Dotted)
        return fail(token, "expected '{', found " + describe(token));
      ++at;
      uint32_t number = 0;
      if (token.text == "maxntid") {
        if (!parseTriple(kernel->maxThreads))
          return false;
      } else if (token.text == "reqntid") {
        if (!parseTriple(kernel->requiredThreads))
          return false;
      } else if (token.text == "minnctapersm") {
        if (!parseCount(kernel->minBlocks))
          return false;
      } else if (token.text == "maxnreg" || token.text == "maxnctapersm") {
        if (!parseCount(number)) // of no effect here
          return false;
      } else if (token.text == "pragma") {
        ++at;
        if (!expect(';'))
          return false;
      } else {
        return fail(token, "directive '." + std::string(token.text) +
                               "' of a kernel is not known to the simulator");
      }
    }
    ++at;
    pending.body = at;
    pending.parameters = std::move(scopes.back());
    pendingKernels.push_back(std::move(pending));
    return skipBraces();
  }

  bool parseKernelParameters() {
    if (takeMark(')'))
      return true;
    uint64_t top = 0;
    do {
      const Token &token = current();
      if (!takeDotted("param"))
        return fail(token, "expected '.param', found " + describe(token));
      Declared declared;
      if (!parseDeclared(declared))
        return false;
      Parameter parameter;
      parameter.name = declared.name;
      parameter.alignment = declared.alignment;
      top = (top + declared.alignment - 1) / declared.alignment *
            declared.alignment;
      parameter.offset = uint32_t(top);
      top += declared.bytes();
      // See the description of `.param` in the PTX ISA.
      bool isLarge = module->smVersion >= 70 && module->ptxVersion >= 81;
      uint32_t most = isLarge ? 32764 : 4352;
      if (top > most)
        return fail(token, "kernel '" + kernel->name + "' has more than " +
                               std::to_string(most) +
                               " bytes of parameters, the most that " +
                               (isLarge ? "there may be"
                                        : "a target below sm_70 or a version "
                                          "below 8.1 allows"));
      parameter.bytes = uint32_t(declared.bytes());
      Symbol symbol;
      symbol.kind = Symbol::KernelParameter;
      symbol.offset = parameter.offset;
      symbol.bytes = parameter.bytes;
      if (!scopes.back().symbols.emplace(declared.name, symbol).second)
        return fail(token, "'" + declared.name + "' is declared twice");
      kernel->parameters.push_back(std::move(parameter));
    } while (takeMark(','));
    kernel->parameterBytes = uint32_t(top);
    return expect(')');
  }

  /// Bodies are read once the whole module is known, as a function may be
  /// defined behind the kernel that calls it.
  bool parseKernelBody(PendingKernel &pending) {
    at = pending.body;
    kernel = pending.owned.get();
    scopes.clear();
    scopes.push_back(std::move(pending.parameters));
    code = kernel->code.get();
    code->text = source;
    registers.clear();
    uses.clear();
    exchanges.clear();
    weakLoads.clear();
    constants.clear();
    carry = kNoOperand;
    sharedTop = moduleShared;
    Body body;
    if (!parseBody(body))
      return false;
    // A body may end without ret.
    Instruction last;
    last.control = Control::Exit;
    locate(last, at - 1, at);
    append(last, {});
    if (!resolveBranches(body))
      return false;
    kernel->sharedBytes = uint32_t(sharedTop);
    code->dynamicSharedOffset = uint32_t((sharedTop + dynamicAlignment - 1) /
                                         dynamicAlignment * dynamicAlignment);
    for (const Filled &filled : code->filled)
      code->usesDynamicShared |= filled.kind == Filled::DynamicShared;
    fillOpenParts();
    strengthenGuesses();
    checkAssignments();
    finishRegisters();
    module->allKernels.push_back(std::move(pending.owned));
    return true;
  }

  /// Statements up to the brace that closes a body.
  bool parseBody(Body &body) {
    size_t depth = scopes.size();
    scopes.emplace_back();
    for (;;) {
      const Token &token = current();
      if (token.kind == Token::End)
        return fail(token, "a body is not closed");
      if (takeMark('}')) {
        scopes.pop_back();
        if (scopes.size() == depth)
          return true;
        continue;
      }
      if (takeMark('{')) {
        scopes.emplace_back();
        continue;
      }
      if (takeMark(';'))
        continue;
      if (token.kind == Token::Dotted) {
        if (!parseBodyDirective())
          return false;
        continue;
      }
      if (token.kind == Token::Word && ahead(1).kind == Token::Mark &&
          ahead(1).text == ":") {
        if (!parseLabel(body))
          return false;
        continue;
      }
      if (!parseStatement(body))
        return false;
    }
  }

  bool parseBodyDirective() {
    const Token &token = current();
    ++at;
    if (token.text == "reg")
      return parseRegisters();
    if (token.text == "shared")
      return parseShared(scopes.back(), false, sharedTop);
    if (token.text == "local" || token.text == "param") {
      Declared declared;
      const Token &begin = current();
      if (!parseDeclared(declared))
        return false;
      if (kernel->localBytes + declared.bytes() + 256 > kMaxLocal ||
          declared.alignment > 256)
        return fail(begin, "more than 512 KiB of local memory, or an alignment "
                           "of more than 256 bytes");
      Symbol symbol = allocateLocal(declared.bytes(), declared.alignment);
      if (!scopes.back().symbols.emplace(declared.name, symbol).second)
        return fail(begin, "'" + declared.name + "' is declared twice");
      return expect(';');
    }
    if (token.text == "loc") {
      while (current().line == token.line && current().kind != Token::End)
        ++at;
      return true;
    }
    if (token.text == "pragma") {
      ++at;
      return expect(';');
    }
    return fail(token, "directive '." + std::string(token.text) +
                           "' is not known to the simulator");
  }

  Symbol allocateLocal(uint64_t bytes, uint32_t alignment) {
    Symbol symbol;
    symbol.kind = Symbol::Local;
    // Aligned to 16 at least: what is stored in parts may be read as a whole.
    alignment = std::max(alignment, 16u);
    kernel->localBytes =
        (kernel->localBytes + alignment - 1) / alignment * alignment;
    symbol.offset = kernel->localBytes;
    symbol.bytes = bytes;
    kernel->localBytes += uint32_t(bytes);
    return symbol;
  }

  bool parseRegisters() {
    Type type = Type::None;
    if (!parseType(type))
      return false;
    if (bytesOf(type) == 1 && type != Type::Pred)
      type = Type::B16; // a register of 8 bits; only ld, st and cvt take it
    do {
      const Token &token = current();
      std::string name;
      if (!parseName(name))
        return false;
      if (takeMark('<')) {
        uint32_t count = 0;
        if (!parseCount(count) || !expect('>'))
          return false;
        scopes.back().ranges.push_back({name, count, type});
        continue;
      }
      Symbol symbol;
      symbol.id = newRegister(bytesOf(type), name);
      if (!scopes.back().symbols.emplace(name, symbol).second)
        return fail(token, "'" + name + "' is declared twice");
    } while (takeMark(','));
    return expect(';');
  }

  bool parseLabel(Body &body) {
    const Token &token = current();
    std::string name(token.text);
    at += 2;
    if (takeDotted("branchtargets")) {
      Body::Table table;
      do {
        if (current().kind != Token::Word)
          return fail(current(), "expected a label");
        table.targets.push_back(&current());
        ++at;
      } while (takeMark(','));
      body.tables[name] = std::move(table);
      return expect(';');
    }
    if (isDotted("callprototype") || isDotted("calltargets"))
      return fail(current(), "indirect calls are not known to the simulator");
    if (!body.labels.emplace(name, uint32_t(code->instructions.size())).second)
      return fail(token, "label '" + name + "' is defined twice");
    return true;
  }

  bool findLabel(const Body &body, const Token &token, uint32_t &target) {
    auto it = body.labels.find(std::string(token.text));
    if (it == body.labels.end())
      return fail(token,
                  "label '" + std::string(token.text) + "' is not defined");
    target = it->second;
    return true;
  }

  bool resolveBranches(const Body &body) {
    for (auto [index, token] : body.branches) {
      uint32_t target = 0;
      if (!findLabel(body, *token, target))
        return false;
      code->instructions[index].immediate = target;
    }
    for (auto [index, token] : body.indexed) {
      auto it = body.tables.find(std::string(token->text));
      if (it == body.tables.end())
        return fail(*token, "'" + std::string(token->text) +
                                "' is no list of '.branchtargets'");
      Instruction &in = code->instructions[index];
      in.immediate = int64_t(code->targets.size());
      in.operands[1] = uint32_t(it->second.targets.size());
      for (const Token *label : it->second.targets) {
        uint32_t target = 0;
        if (!findLabel(body, *label, target))
          return false;
        code->targets.push_back(target);
      }
    }
    for (uint32_t index : body.returns)
      code->instructions[index].immediate = int64_t(code->instructions.size());
    return true;
  }

  //===--------------------------------------------------------------------===//
  // Registers
  //===--------------------------------------------------------------------===//

  uint32_t newRegister(uint32_t bytes, const std::string &name) {
    RegisterInfo info;
    info.bytes = bytes;
    info.name = name;
    registers.push_back(std::move(info));
    return uint32_t(registers.size() - 1);
  }

  /// A register that is filled ahead.
  uint32_t filled(const Filled &wanted) {
    auto key = std::make_tuple(unsigned(wanted.kind), unsigned(wanted.bytes),
                               unsigned(wanted.special), wanted.value,
                               wanted.variable);
    auto it = constants.find(key);
    if (it != constants.end())
      return it->second;
    uint32_t id = newRegister(wanted.bytes, "");
    registers[id].isFilled = true;
    code->filled.push_back(wanted);
    code->filled.back().offset = id;
    constants.emplace(key, id);
    return id;
  }
  uint32_t literal(uint32_t bytes, uint64_t value) {
    Filled wanted;
    wanted.bytes = uint8_t(bytes);
    wanted.value =
        bytes == 8 ? value : value & ((UINT64_C(1) << 8 * bytes) - 1);
    return filled(wanted);
  }

  const Symbol *findSymbol(std::string_view text) {
    std::string name(text);
    for (auto scope = scopes.rbegin(); scope != scopes.rend(); ++scope) {
      auto it = scope->symbols.find(name);
      if (it != scope->symbols.end())
        return &it->second;
      size_t digits = name.find_last_not_of("0123456789") + 1;
      if (digits == name.size())
        continue;
      for (const RegisterRange &range : scope->ranges) {
        // The stem may itself end with digits.
        if (name.compare(0, range.stem.size(), range.stem) != 0 ||
            range.stem.size() < digits || range.stem.size() >= name.size())
          continue;
        uint64_t number =
            std::strtoull(name.c_str() + range.stem.size(), nullptr, 10);
        if (number >= range.count)
          continue;
        Symbol symbol;
        symbol.id = newRegister(bytesOf(range.type), name);
        return &scope->symbols.emplace(name, symbol).first->second;
      }
    }
    auto it = moduleScope.symbols.find(name);
    bool isKnown =
        it != moduleScope.symbols.end() && it->second.declaredAt <= at;
    return isKnown ? &it->second : nullptr;
  }

  /// The carry, which belongs to the thread.
  uint32_t carryRegister() {
    if (carry == kNoOperand)
      carry = newRegister(1, "of the carry");
    return carry;
  }

  bool specialRegister(const Token &token, uint32_t bytes, uint32_t &id) {
    struct Entry {
      const char *name;
      Special special;
      uint8_t bytes; ///< 0: any.
    };
    const Entry entries[] = {
        {"%tid.x", Special::TidX, 0},
        {"%tid.y", Special::TidY, 0},
        {"%tid.z", Special::TidZ, 0},
        {"%ntid.x", Special::NtidX, 0},
        {"%ntid.y", Special::NtidY, 0},
        {"%ntid.z", Special::NtidZ, 0},
        {"%ctaid.x", Special::CtaidX, 0},
        {"%ctaid.y", Special::CtaidY, 0},
        {"%ctaid.z", Special::CtaidZ, 0},
        {"%nctaid.x", Special::NctaidX, 0},
        {"%nctaid.y", Special::NctaidY, 0},
        {"%nctaid.z", Special::NctaidZ, 0},
        {"%laneid", Special::LaneId, 4},
        {"%warpid", Special::WarpId, 4},
        {"%nwarpid", Special::NWarpId, 4},
        {"%smid", Special::SmId, 4},
        {"%nsmid", Special::NSmId, 4},
        // Of 64 bits; of 32 in versions before 3.0, whose form is still taken.
        {"%gridid", Special::GridId, bytes == 4 ? uint8_t(4) : uint8_t(8)},
        // Without clusters each block is one.
        {"%clusterid.x", Special::CtaidX, 4},
        {"%clusterid.y", Special::CtaidY, 4},
        {"%clusterid.z", Special::CtaidZ, 4},
        {"%nclusterid.x", Special::NctaidX, 4},
        {"%nclusterid.y", Special::NctaidY, 4},
        {"%nclusterid.z", Special::NctaidZ, 4},
        {"%cluster_ctaid.x", Special::Zero, 4},
        {"%cluster_ctaid.y", Special::Zero, 4},
        {"%cluster_ctaid.z", Special::Zero, 4},
        {"%cluster_nctaid.x", Special::One, 4},
        {"%cluster_nctaid.y", Special::One, 4},
        {"%cluster_nctaid.z", Special::One, 4},
        {"%cluster_ctarank", Special::Zero, 4},
        {"%cluster_nctarank", Special::One, 4},
        {"%lanemask_eq", Special::LaneMaskEq, 4},
        {"%lanemask_lt", Special::LaneMaskLt, 4},
        {"%lanemask_le", Special::LaneMaskLe, 4},
        {"%lanemask_gt", Special::LaneMaskGt, 4},
        {"%lanemask_ge", Special::LaneMaskGe, 4},
        {"%dynamic_smem_size", Special::DynamicSharedBytes, 4},
        {"%total_smem_size", Special::TotalSharedBytes, 4},
        {"%clock", Special::Zero, 4},
        {"%clock_hi", Special::Zero, 4},
        {"%clock64", Special::Zero, 8},
        {"%globaltimer", Special::Zero, 8},
        {"%globaltimer_lo", Special::Zero, 4},
        {"%globaltimer_hi", Special::Zero, 4},
    };
    std::string name(token.text);
    if (current().kind == Token::Dotted && current().isAttached) {
      name += "." + std::string(current().text);
      ++at;
    }
    for (const Entry &entry : entries)
      if (name == entry.name) {
        if (entry.bytes ? entry.bytes != bytes : bytes != 2 && bytes != 4)
          return fail(token, "'" + name + "' does not have " +
                                 std::to_string(8 * bytes) + " bits");
        Filled wanted;
        wanted.kind = Filled::SpecialRegister;
        wanted.special = entry.special;
        wanted.bytes = uint8_t(bytes);
        id = filled(wanted);
        return true;
      }
    return fail(token, "'" + name + "' is not declared");
  }

  static bool isClock(std::string_view name) {
    return name.substr(0, 6) == "%clock" ||
           name.substr(0, 12) == "%globaltimer";
  }

  /// The address of a symbol in its space as a value.
  bool addressOf(const Symbol &symbol, uint32_t bytes, uint64_t addend,
                 uint32_t &id) {
    Filled wanted;
    wanted.bytes = uint8_t(bytes);
    wanted.value = symbol.offset + addend;
    switch (symbol.kind) {
    case Symbol::Local:
      wanted.value += kFirstLocalOffset;
      break;
    case Symbol::Shared:
      wanted.value += kFirstSharedOffset;
      break;
    case Symbol::DynamicShared:
      wanted.kind = Filled::DynamicShared;
      break;
    case Symbol::Global:
      wanted.kind = Filled::GlobalAddress;
      wanted.variable = symbol.id;
      break;
    default:
      break;
    }
    id = filled(wanted);
    return true;
  }

  //===--------------------------------------------------------------------===//
  // Operands
  //===--------------------------------------------------------------------===//

  bool undeclared(const Token &token) {
    std::string name(token.text);
    if (externals.count(name) || functions.count(name))
      return fail(token, "symbol '" + name +
                             "' is external or a function and has no address");
    return fail(token, "'" + name + "' is not declared");
  }

  /// A value of a type; `bytes` is its width, or 0 for any.
  bool parseValue(Type type, uint32_t bytes, Uses &use, uint32_t &id) {
    const Token &token = current();
    if (token.kind == Token::Word) {
      if (token.text == "WARP_SZ") {
        ++at;
        id = literal(bytes ? bytes : 4, 32);
        return true;
      }
      const Symbol *symbol = findSymbol(token.text);
      ++at;
      if (!symbol)
        return token.text[0] == '%'
                   ? specialRegister(token, bytes ? bytes : 4, id)
                   : undeclared(token);
      if (symbol->kind != Symbol::Register) {
        uint64_t addend = 0;
        Symbol copy = *symbol;
        if (isMark('+') || isMark('-')) {
          takeMark('+');
          if (!parseInteger(addend))
            return false;
        }
        if (bytes != 8 && bytes != 4)
          return fail(token, "an address where " + std::to_string(8 * bytes) +
                                 " bits are wanted");
        return addressOf(copy, bytes, addend, id);
      }
      id = symbol->id;
      if (bytes && registers[id].bytes != bytes)
        return wrongWidth(token, id, bytes);
      use.reads.push_back(id);
      return true;
    }
    const Token &digits = ahead(isMark('-'));
    if (digits.kind == Token::Number && isFloating(digits.text)) {
      uint64_t bits = 0;
      Type as = isFloat(type) || bytes == 0 ? type
                : bytes == 4                ? Type::F32
                                            : Type::F64;
      if (!parseFloating(as, bits))
        return false;
      id = literal(bytes ? bytes : bytesOf(as), bits);
      return true;
    }
    if (digits.kind == Token::Number) {
      uint64_t value = 0;
      if (!parseInteger(value))
        return false;
      if (type == Type::Pred)
        value = value != 0;
      id = literal(bytes ? bytes : std::max(2u, bytesOf(type)), value);
      return true;
    }
    return fail(token, "expected an operand, found " + describe(token));
  }

  bool wrongWidth(const Token &token, uint32_t id, uint32_t bytes) {
    auto text = [](uint32_t width) {
      return width == 1 ? std::string("a predicate")
                        : std::to_string(8 * width) + " bits";
    };
    return fail(token, "register '" + registers[id].name + "' is " +
                           text(registers[id].bytes) + ", not " + text(bytes));
  }

  /// A register to write; `_` is one that nobody reads.
  bool parseTarget(uint32_t bytes, Uses &use, uint32_t &id) {
    const Token &token = current();
    if (token.kind != Token::Word)
      return fail(token, "expected a register, found " + describe(token));
    ++at;
    if (token.text == "_") {
      id = newRegister(bytes ? bytes : 4, "_");
      return true;
    }
    const Symbol *symbol = findSymbol(token.text);
    if (!symbol)
      return undeclared(token);
    if (symbol->kind != Symbol::Register)
      return fail(token, "'" + std::string(token.text) + "' is no register");
    id = symbol->id;
    if (bytes && registers[id].bytes != bytes)
      return wrongWidth(token, id, bytes);
    use.writes.push_back(id);
    return true;
  }

  bool parsePredicate(Instruction &in, unsigned index, Uses &use,
                      uint32_t &id) {
    if (takeMark('!'))
      in.negated |= 1u << index;
    return parseValue(Type::Pred, 1, use, id);
  }

  /// [register or symbol, plus an offset].
  bool parseAddress(Instruction &in, Uses &use, uint32_t &id,
                    const Symbol *&named) {
    if (!expect('['))
      return false;
    const Token &token = current();
    named = nullptr;
    if (token.kind == Token::Word) {
      const Symbol *symbol = findSymbol(token.text);
      if (!symbol)
        return undeclared(token);
      ++at;
      if (symbol->kind == Symbol::Register) {
        id = symbol->id;
        if (registers[id].bytes != 8 && registers[id].bytes != 4)
          return wrongWidth(token, id, 8);
        use.reads.push_back(id);
      } else {
        named = symbol;
        if (!addressOf(*symbol, 8, 0, id))
          return false;
      }
    } else {
      uint64_t value = 0;
      if (!parseInteger(value))
        return false;
      id = literal(8, value);
    }
    in.targetBytes = uint8_t(registers[id].bytes);
    if (isMark('+') || isMark('-')) {
      takeMark('+');
      uint64_t value = 0;
      if (!parseInteger(value))
        return false;
      in.immediate = int64_t(value);
    }
    return expect(']');
  }

  //===--------------------------------------------------------------------===//
  // Statements
  //===--------------------------------------------------------------------===//

  void locate(Instruction &in, size_t begin, size_t end) {
    const Token &first = tokens[begin];
    const Token &last = tokens[end > begin ? end - 1 : begin];
    in.line = first.line;
    in.column = first.column;
    in.textBegin = first.offset;
    in.textEnd = uint32_t(last.offset + last.text.size() +
                          (last.kind == Token::Dotted ? 1 : 0));
  }

  void append(Instruction in, Uses use) {
    code->instructions.push_back(std::move(in));
    uses.push_back(std::move(use));
  }

  bool parseStatement(Body &body) {
    size_t begin = at;
    Instruction in;
    Uses use;
    if (takeMark('@')) {
      in.guardIsNegated = takeMark('!');
      if (!parseValue(Type::Pred, 1, use, in.guard))
        return false;
    }
    const Token &opcode = current();
    if (opcode.kind != Token::Word)
      return fail(opcode, "expected an instruction, found " + describe(opcode));
    ++at;
    Form form;
    form.opcode = opcode.text;
    while (current().kind == Token::Dotted && current().isAttached) {
      std::string_view part = current().text;
      Type type = typeOf(part);
      if (type != Type::None)
        form.types.push_back(type);
      else
        form.modifiers.push_back(part);
      ++at;
    }
    if (opcode.text == "call")
      return parseCall(begin, in, form);
    if (opcode.text == "bra" || opcode.text == "brx")
      return parseBranch(begin, in, form, use, body);
    if (opcode.text == "ret" || opcode.text == "exit") {
      locate(in, begin, at);
      if (!expect(';'))
        return false;
      in.control = Control::Exit;
      if (opcode.text == "ret" && !body.isKernel) {
        in.control = Control::Branch;
        body.returns.push_back(uint32_t(code->instructions.size()));
      }
      append(in, use);
      return true;
    }
    std::string reason;
    const Row *row = findRow(form, in, reason);
    if (!row || !row->select(form, in, reason))
      return fail(opcode, reason);
    if (!checkTarget(form, reason))
      return fail(opcode, reason);
    if (opcode.text == "mov" && !parseMoveOperands(in, use))
      return false;
    if (opcode.text != "mov" && !parseOperands(*row, opcode, in, use))
      return false;
    if (!isMark(';'))
      return fail(current(), "expected ';', found " + describe(current()));
    locate(in, begin, at);
    ++at;
    if (opcode.text == "cvt")
      specializeConvert(in);
    if (opcode.text == "prmt")
      use.parts = 2;
    if ((opcode.text == "min" || opcode.text == "max") &&
        in.operands[3] != kNoOperand && module->smVersion < 100)
      return fail(opcode, "'" + std::string(opcode.text) +
                              "' of three values needs sm_100");
    if (opcode.text == "atom" && form.has("cas"))
      exchanges.emplace_back(in.operands[1], in.immediate);
    if (opcode.text == "ld" && !in.isStrong)
      weakLoads.push_back(uint32_t(code->instructions.size()));
    append(in, use);
    return true;
  }

  bool parseBranch(size_t begin, Instruction &in, const Form &form, Uses &use,
                   Body &body) {
    bool isIndexed = form.opcode == "brx";
    in.control = isIndexed ? Control::BranchIndexed : Control::Branch;
    for (std::string_view modifier : form.modifiers)
      if (modifier != "uni" && !(isIndexed && modifier == "idx"))
        return fail(tokens[begin], "a branch with '." + std::string(modifier) +
                                       "' is not known to the simulator");
    if (isIndexed &&
        (!parseValue(Type::U32, 4, use, in.operands[0]) || !expect(',')))
      return false;
    in.numOperands = isIndexed ? 1 : 0;
    const Token &label = current();
    if (label.kind != Token::Word)
      return fail(label, "expected a label, found " + describe(label));
    ++at;
    locate(in, begin, at);
    if (!expect(';'))
      return false;
    (isIndexed ? body.indexed : body.branches)
        .emplace_back(uint32_t(code->instructions.size()), &label);
    append(in, use);
    return true;
  }

  /// mov, also with braces on one side.
  bool parseMoveOperands(Instruction &in, Uses &use) {
    unsigned bytes = bytesOf(in.type);
    auto parseParts = [&](unsigned first, bool isTarget) {
      unsigned parts = 0;
      const Token &token = current();
      ++at; // the brace
      size_t start = at;
      for (size_t i = at; tokens[i].kind != Token::End; ++i) {
        if (tokens[i].text == "}")
          break;
        parts += tokens[i].text == ",";
      }
      ++parts;
      at = start;
      if ((parts != 2 && parts != 4) || bytes / parts < 2)
        return fail(token, "'mov' of " + std::to_string(parts) +
                               " parts of '." + nameOf(in.type) +
                               "' is not known to the simulator");
      in.vector = uint8_t(parts);
      in.registerBytes = uint8_t(bytes / parts);
      for (unsigned i = 0; i < parts; ++i) {
        if (i && !expect(','))
          return false;
        uint32_t &id = in.operands[first + i];
        if (!(isTarget ? parseTarget(in.registerBytes, use, id)
                       : parseValue(Type::None, in.registerBytes, use, id)))
          return false;
      }
      return expect('}');
    };
    if (isMark('{')) {
      if (!parseParts(0, true) || !expect(','))
        return false;
      completeMove(in, /*isPack=*/false);
      in.numOperands = in.vector + 1;
      return parseValue(in.type, bytes, use, in.operands[in.vector]);
    }
    if (!parseTarget(bytes, use, in.operands[0]) || !expect(','))
      return false;
    if (isMark('{')) {
      if (!parseParts(1, false))
        return false;
      completeMove(in, /*isPack=*/true);
      in.numOperands = in.vector + 1;
      use.parts = in.vector;
      return true;
    }
    in.numOperands = 2;
    if (current().kind == Token::Word && isClock(current().text)) {
      uint32_t ignored = 0;
      const Token &clock = current();
      ++at;
      in.operands[1] = in.operands[0];
      selectClock(in);
      return specialRegister(clock, bytes, ignored); // checks the width
    }
    return parseValue(in.type, bytes, use, in.operands[1]);
  }

  bool parseOperands(const Row &row, const Token &opcode, Instruction &in,
                     Uses &use) {
    std::string_view shape = row.operands;
    if (shape == "red")
      return parseBarrierReduction(in, use);
    const Type types[3] = {in.type, in.sourceType, Type::None};
    unsigned index = 0;
    bool isFirst = true;
    const Symbol *named = nullptr;
    while (!shape.empty()) {
      size_t end = std::min(shape.find(' '), shape.size());
      std::string_view word = shape.substr(0, end);
      shape.remove_prefix(std::min(end + 1, shape.size()));
      bool isOptional = word.back() == '?';
      if (isOptional)
        word.remove_suffix(1);
      if (word == "none") {
        in.operands[index++] = kNoOperand;
        continue;
      }
      if (word.substr(0, 2) == "cc") {
        uint32_t id = carryRegister();
        if (word != "ccw")
          use.reads.push_back(id);
        if (word != "ccr")
          use.writes.push_back(id);
        in.operands[index++] = id;
        continue;
      }
      if (word == "all") {
        in.operands[index++] = literal(4, ~UINT64_C(0));
        continue;
      }
      if (isOptional && isMark(';')) {
        in.operands[index++] = kNoOperand;
        continue;
      }
      if (!isFirst && !expect(','))
        return false;
      isFirst = false;
      uint32_t &id = in.operands[index];
      size_t pipe = word.find('|');
      std::string_view first = word.substr(0, pipe);
      if (first == "mem" && index == 1 && opcode.text == "cp") {
        Instruction second;
        const Symbol *target = named;
        if (!parseAddress(second, use, id, named))
          return false;
        in.secondImmediate = second.immediate;
        in.secondBytes = second.targetBytes;
        if ((target && !fits(*target, Space::Shared)) ||
            (named && !fits(*named, Space::Global)))
          return fail(opcode, "the variable is not in the space of the copy");
        ++index;
      } else if (first == "mem") {
        if (!parseAddress(in, use, id, named))
          return false;
        ++index;
      } else if (first == "size") {
        const Token &token = current();
        uint32_t bytes = 0;
        if (!parseCount(bytes))
          return false;
        if (bytes != 16 && (in.mode || (bytes != 4 && bytes != 8)))
          return fail(token, "'cp.async' copies 16 bytes, with '.ca' also 4 or "
                             "8");
        in.vector = uint8_t(bytes);
        ++index;
      } else if (first == "dv" || first == "av") {
        if (!parseVector(in, use, index, first == "dv"))
          return false;
      } else if (first.size() == 3 && first[1] == '*') {
        if (!parseList(in, use, index, unsigned(first[2] - '0'),
                       first[0] == 'd'))
          return false;
      } else if (first == "dp") {
        if (!parseTarget(1, use, id))
          return false;
        ++index;
      } else if (first == "ap") {
        if (!parsePredicate(in, index, use, id))
          return false;
        ++index;
      } else if (first == "dl") {
        const Token &token = current();
        if (!parseTarget(0, use, id))
          return false;
        in.targetBytes = uint8_t(registers[id].bytes);
        if (in.targetBytes < std::max(2u, bytesOf(in.type)) ||
            (isFloat(in.type) && in.targetBytes != bytesOf(in.type)))
          return wrongWidth(token, id, bytesOf(in.type));
        ++index;
      } else if (first == "al") {
        const Token &token = current();
        if (!parseValue(in.sourceType, 0, use, id))
          return false;
        in.registerBytes = uint8_t(registers[id].bytes);
        if (in.registerBytes < bytesOf(in.sourceType) ||
            in.registerBytes == 1 ||
            (isFloat(in.sourceType) &&
             in.registerBytes != bytesOf(in.sourceType)))
          return wrongWidth(token, id, bytesOf(in.sourceType));
        ++index;
      } else {
        // d or a, then what gives the width.
        bool isTarget = first[0] == 'd' || first[0] == 'D';
        Type type = types[0];
        uint32_t bytes = bytesOf(type);
        if (first[0] == 'D' || first[0] == 'A')
          bytes *= 2;
        std::string_view suffix = first.substr(1);
        if (suffix == "1") {
          type = types[1];
          bytes = bytesOf(type);
        } else if (!suffix.empty()) {
          bytes = uint32_t(std::atoi(std::string(suffix).c_str())) / 8;
          type = Type::None;
        }
        bool isPredicate = type == Type::Pred && bytes == 1;
        if (!(isTarget      ? parseTarget(bytes, use, id)
              : isPredicate ? parseValue(Type::Pred, 1, use, id)
                            : parseValue(type, bytes, use, id)))
          return false;
        ++index;
      }
      if (pipe != std::string_view::npos) {
        if (takeMark('|') && !parseTarget(1, use, in.operands[index]))
          return false;
        ++index;
      }
    }
    in.numOperands = uint8_t(index);
    return finishMemory(opcode, in, named);
  }

  /// So many registers of 32 bits in braces.
  bool parseList(Instruction &in, Uses &use, unsigned &index, unsigned count,
                 bool isTarget) {
    if (!expect('{'))
      return false;
    for (unsigned i = 0; i < count; ++i) {
      if (i && !expect(','))
        return false;
      uint32_t &id = in.operands[index++];
      if (!(isTarget ? parseTarget(4, use, id)
                     : parseValue(Type::F32, 4, use, id)))
        return false;
    }
    return expect('}');
  }

  bool parseVector(Instruction &in, Uses &use, unsigned &index, bool isTarget) {
    const Token &token = current();
    bool hasBraces = takeMark('{');
    if (!hasBraces && in.vector > 1)
      return fail(token, "expected '{'");
    for (unsigned i = 0; i < in.vector; ++i) {
      if (i && !expect(','))
        return false;
      const Token &part = current();
      uint32_t &id = in.operands[index++];
      if (!(isTarget ? parseTarget(0, use, id)
                     : parseValue(in.type, 0, use, id)))
        return false;
      uint32_t bytes = registers[id].bytes;
      if (part.text == "_" && isTarget) {
        // As wide as the others, which are not known yet: those of the type.
        registers[id].bytes = bytes =
            i ? in.registerBytes : std::max(2u, bytesOf(in.type));
      }
      if (bytes < std::max(2u, bytesOf(in.type)))
        return wrongWidth(part, id, bytesOf(in.type));
      if (i && bytes != in.registerBytes)
        return fail(part, "the registers of a vector differ in width");
      in.registerBytes = uint8_t(bytes);
    }
    return !hasBraces || expect('}');
  }

  /// bar.red: the result, the barrier, perhaps a count, and a predicate.
  bool parseBarrierReduction(Instruction &in, Uses &use) {
    in.numOperands = 4;
    if (!parseTarget(bytesOf(in.type), use, in.operands[2]) || !expect(',') ||
        !parseValue(Type::U32, 4, use, in.operands[0]) || !expect(','))
      return false;
    bool hasCount = !isMark('!') && ahead(1).text == ",";
    if (hasCount &&
        (!parseValue(Type::U32, 4, use, in.operands[1]) || !expect(',')))
      return false;
    return parsePredicate(in, 3, use, in.operands[3]);
  }

  bool finishMemory(const Token &opcode, Instruction &in, const Symbol *named) {
    bool isLoad = opcode.text == "ld" || opcode.text == "ldu";
    bool isStore = opcode.text == "st";
    if (!isLoad && !isStore)
      return true;
    if (in.space != Space::Parameter) {
      if (named && !fits(*named, in.space))
        return fail(opcode, "the variable is not in the space of the access");
      completeMemory(in, isStore, false);
      return true;
    }
    if (named && named->kind == Symbol::Local) {
      in.space = Space::Local; // a parameter of a function or of a call
    } else if (named && named->kind != Symbol::KernelParameter) {
      return fail(opcode, "the variable is no parameter");
    } else if (isStore) {
      return fail(opcode, "parameters of a kernel may not be written");
    } else if (named) {
      uint64_t bytes = uint64_t(bytesOf(in.type)) * in.vector;
      if (in.immediate < 0 || uint64_t(in.immediate) > named->bytes ||
          bytes > named->bytes - uint64_t(in.immediate))
        return fail(opcode, "reads past the end of the parameter");
      in.immediate += int64_t(named->offset);
      if (uint64_t(in.immediate) % bytes)
        return fail(opcode, "a parameter at byte " +
                                std::to_string(in.immediate) +
                                " is not aligned to the access");
      completeMemory(in, false, true);
      return true;
    }
    completeMemory(in, isStore, false);
    return true;
  }

  static bool fits(const Symbol &symbol, Space space) {
    switch (symbol.kind) {
    case Symbol::Global:
      // Generic addresses of global and constant memory are those of the space.
      return space == Space::Global || space == Space::Constant ||
             space == Space::Generic;
    case Symbol::Shared:
    case Symbol::DynamicShared:
      return space == Space::Shared;
    case Symbol::Local:
      return space == Space::Local;
    default:
      return false;
    }
  }

  /// What needs a newer target than the module's.
  bool checkTarget(const Form &form, std::string &reason) {
    unsigned least = 0;
    std::string_view opcode = form.opcode;
    Type type = form.types.empty() ? Type::None : form.types[0];
    bool isBfloat = type == Type::BF16 || type == Type::BF16x2;
    bool isHalf = type == Type::F16 || type == Type::F16x2;
    if (type == Type::U16x2 || type == Type::S16x2 ||
        (type == Type::S32 && form.has("relu")))
      least = 90;
    else if (type == Type::F32x2 ||
             ((opcode == "add" || opcode == "sub" || opcode == "fma") &&
              form.types.size() == 2))
      least = 100;
    else if (opcode == "add" || opcode == "sub" || opcode == "mul")
      least = isBfloat ? 90 : isHalf ? 53 : 0;
    else if (opcode == "fma")
      least = isBfloat || form.has("relu") ? 80 : isHalf ? 53 : 0;
    else if (opcode == "min" || opcode == "max")
      least = isBfloat || isHalf || form.has("NaN") ? 80
              : form.has("xorsign")                 ? 86
                                                    : 0;
    else if (opcode == "abs" || opcode == "neg")
      least = isBfloat ? 80 : isHalf ? 53 : 0;
    else if (opcode == "ex2")
      least = isBfloat ? 90 : isHalf ? 75 : 0;
    else if (opcode == "tanh")
      least = isBfloat ? 90 : 75;
    else if (opcode == "setp" || opcode == "set")
      least = isBfloat ? 90 : isHalf ? 53 : 0;
    else if (opcode == "redux" || opcode == "mma" || opcode == "cp")
      least = 80;
    else if (opcode == "ldmatrix")
      least = 75;
    else if (opcode == "match")
      least = 70;
    else if (opcode == "elect")
      least = 90;
    else if (opcode == "bmsk" || opcode == "szext")
      least = 70;
    else if (opcode == "dp4a" || opcode == "dp2a")
      least = 61;
    else if (opcode == "lop3")
      least = 50;
    else if (opcode == "fence")
      least = 70;
    else if (opcode == "atom" || opcode == "red")
      least = isBfloat                      ? 90
              : type == Type::F16           ? 70
              : isHalf || type == Type::F64 ? 60
              : type == Type::B16           ? 70
                                            : 0;
    else if (opcode == "cvt" && form.types.size() == 2)
      // To bf16 from anything but f32 came later than from f32.
      least = type == Type::BF16 && form.types[1] != Type::F32        ? 90
              : isBfloat || type == Type::TF32 || type == Type::F16x2 ? 80
              : form.types[1] == Type::BF16 && !isFloat(type)         ? 90
                                                                      : 0;
    if ((opcode == "ld" || opcode == "st") &&
        form.oneOf("relaxed acquire release") >= 0)
      least = 70;
    if (module->smVersion >= least)
      return true;
    reason = "'" + std::string(opcode) + "' of this form needs sm_" +
             std::to_string(least) + ", the target is sm_" +
             std::to_string(module->smVersion);
    return false;
  }

  //===--------------------------------------------------------------------===//
  // Calls
  //===--------------------------------------------------------------------===//

  /// Names in parentheses, perhaps none.
  bool parseArguments(std::vector<const Token *> &names) {
    if (!takeMark('('))
      return true;
    if (takeMark(')'))
      return true;
    do {
      if (current().kind != Token::Word)
        return fail(current(),
                    "an argument that is no parameter is not known to the "
                    "simulator: " +
                        describe(current()));
      names.push_back(&current());
      ++at;
    } while (takeMark(','));
    return expect(')');
  }

  /// Gives the parameters of a function the memory of the arguments.
  bool bind(const Token &call, size_t formals,
            const std::vector<const Token *> &arguments, Scope &scope) {
    size_t back = at;
    at = formals;
    size_t count = 0;
    if (formals && !isMark(')')) {
      do {
        const Token &token = current();
        if (!takeDotted("param"))
          return fail(token, "parameters of functions in registers are not "
                             "known to the simulator");
        Declared declared;
        if (!parseDeclared(declared))
          return false;
        if (count >= arguments.size())
          return fail(call, "a call with too few arguments");
        const Token &name = *arguments[count++];
        const Symbol *symbol = findSymbol(name.text);
        if (!symbol)
          return undeclared(name);
        if (symbol->kind != Symbol::Local || symbol->bytes != declared.bytes())
          return fail(name, "argument '" + std::string(name.text) +
                                "' is no parameter of " +
                                std::to_string(declared.bytes()) + " bytes");
        scope.symbols.emplace(declared.name, *symbol);
      } while (takeMark(','));
    }
    at = back;
    if (count != arguments.size())
      return fail(call, "a call with too many arguments");
    return true;
  }

  bool parseCall(size_t begin, const Instruction &guard, const Form &form) {
    const Token &token = tokens[begin];
    for (std::string_view modifier : form.modifiers)
      if (modifier != "uni")
        return fail(token, "'call' with '." + std::string(modifier) + "'");
    if (guard.guard != kNoOperand)
      return fail(token, "a call with a guard is not known to the simulator");
    std::vector<const Token *> results, arguments;
    if (isMark('(') && (!parseArguments(results) || !expect(',')))
      return false;
    const Token &callee = current();
    std::string name;
    if (!parseName(name))
      return false;
    if (takeMark(',') && !parseArguments(arguments))
      return false;
    if (isMark(','))
      return fail(current(), "indirect calls are not known to the simulator");
    if (!expect(';'))
      return false;
    auto it = functions.find(name);
    if (it == functions.end() || it->second.declaredAt > at)
      return fail(callee, findSymbol(name)
                              ? "indirect calls are not known to the simulator"
                          : it == functions.end()
                              ? "function '" + name + "' is not defined"
                              : "function '" + name +
                                    "' is called ahead of its declaration");
    const Function &function = it->second;
    if (!function.body)
      return fail(callee, "function '" + name + "' is declared " +
                              (function.isExtern ? "'.extern' " : "") +
                              "and not defined");
    if (std::find(callStack.begin(), callStack.end(), name) != callStack.end())
      return fail(callee, "function '" + name +
                              "' calls itself, which is not known to the "
                              "simulator");
    Scope scope;
    if (!bind(token, function.results, results, scope) ||
        !bind(token, function.parameters, arguments, scope))
      return false;
    // The function sees its own names and the module's.
    std::vector<Scope> outer;
    outer.swap(scopes);
    scopes.push_back(std::move(scope));
    callStack.push_back(name);
    size_t back = at;
    at = function.body;
    Body body;
    body.isKernel = false;
    body.function = &function;
    if (!parseBody(body) || !resolveBranches(body))
      return false;
    at = back;
    callStack.pop_back();
    scopes.swap(outer);
    if (code->instructions.size() > 4'000'000)
      return fail(callee, "more than 4 million instructions with all calls");
    return true;
  }

  //===--------------------------------------------------------------------===//
  // The end of a kernel
  //===--------------------------------------------------------------------===//

  /// LLVM begins a loop of compare-and-swap with a weak load of what it will
  /// compare. That load is but a guess, which the exchange checks: it races
  /// with none that an atomic one would not race with.
  void strengthenGuesses() {
    for (uint32_t index : weakLoads) {
      Instruction &in = code->instructions[index];
      auto address = std::make_pair(in.operands[in.vector], in.immediate);
      if (in.vector == 1 && std::find(exchanges.begin(), exchanges.end(),
                                      address) != exchanges.end())
        in.isStrong = true;
    }
  }

  /// A compiler leaves a part of a packed value that does not matter to a
  /// register that nothing writes. Such a part gets all bits set; a value of
  /// nothing but such parts stays one that is read and was not written.
  void fillOpenParts() {
    std::vector<bool> isWritten(registers.size());
    for (const Uses &use : uses)
      for (uint32_t id : use.writes)
        isWritten[id] = true;
    for (uint32_t id = 0; id < registers.size(); ++id)
      isWritten[id] = isWritten[id] || registers[id].isFilled;
    for (size_t i = 0; i < uses.size(); ++i) {
      uint32_t *first = &code->instructions[i].operands[1];
      uint32_t *last = first + uses[i].parts;
      if (std::none_of(first, last, [&](uint32_t id) { return isWritten[id]; }))
        continue;
      for (uint32_t *id = first; id != last; ++id)
        if (!isWritten[*id]) {
          std::vector<uint32_t> &reads = uses[i].reads;
          reads.erase(std::find(reads.begin(), reads.end(), *id));
          *id = literal(registers[*id].bytes, ~UINT64_C(0));
          isWritten.resize(registers.size(), true);
        }
    }
  }

  /// Finds reads of registers that may not have been written, by data flow; the
  /// machine looks at those while it runs.
  void checkAssignments() {
    const auto &instructions = code->instructions;
    const uint32_t count = uint32_t(instructions.size());
    const size_t words = (registers.size() + 63) / 64;
    // Blocks begin at targets and after what ends one.
    std::vector<uint8_t> begins(count + 1);
    begins[0] = 1;
    for (uint32_t target : code->targets)
      begins[target] = 1;
    for (uint32_t i = 0; i < count; ++i) {
      Control control = instructions[i].control;
      if (control == Control::Branch)
        begins[size_t(instructions[i].immediate)] = 1;
      if (control == Control::Branch || control == Control::BranchIndexed ||
          control == Control::Exit)
        begins[i + 1] = 1;
    }
    std::vector<uint32_t> first, blockOf(count + 1);
    for (uint32_t i = 0; i < count; ++i) {
      if (begins[i])
        first.push_back(i);
      blockOf[i] = uint32_t(first.size() - 1);
    }
    first.push_back(count);
    const size_t blocks = first.size() - 1;
    // What is surely written at the start of a block; all bits: not reached.
    std::vector<uint64_t> in(blocks * words, ~UINT64_C(0));
    std::fill(in.begin(), in.begin() + words, 0);
    std::vector<uint64_t> now(words);
    std::vector<uint8_t> isQueued(blocks), isReached(blocks);
    std::vector<uint32_t> queue = {0};
    isQueued[0] = isReached[0] = 1;
    auto apply = [&](uint32_t i) {
      if (instructions[i].guard == kNoOperand)
        for (uint32_t id : uses[i].writes)
          now[id / 64] |= UINT64_C(1) << id % 64;
    };
    auto flow = [&](uint32_t target) {
      if (target >= count)
        return;
      uint32_t block = blockOf[target];
      bool changes = !isReached[block];
      for (size_t w = 0; w < words; ++w) {
        uint64_t met = in[block * words + w] & now[w];
        changes |= met != in[block * words + w];
        in[block * words + w] = met;
      }
      isReached[block] = 1;
      if (changes && !isQueued[block]) {
        isQueued[block] = 1;
        queue.push_back(block);
      }
    };
    while (!queue.empty()) {
      uint32_t block = queue.back();
      queue.pop_back();
      isQueued[block] = 0;
      std::copy_n(in.begin() + block * words, words, now.begin());
      for (uint32_t i = first[block]; i < first[block + 1]; ++i)
        apply(i);
      const Instruction &last = instructions[first[block + 1] - 1];
      if (last.control == Control::Branch)
        flow(uint32_t(last.immediate));
      if (last.control == Control::BranchIndexed)
        for (uint32_t k = 0; k < last.operands[1]; ++k)
          flow(code->targets[size_t(last.immediate) + k]);
      bool falls = (last.control != Control::Branch &&
                    last.control != Control::BranchIndexed &&
                    last.control != Control::Exit) ||
                   last.guard != kNoOperand;
      if (falls)
        flow(first[block + 1]);
    }
    std::map<uint32_t, uint32_t> unsure;
    for (size_t block = 0; block < blocks; ++block) {
      if (!isReached[block])
        continue;
      std::copy_n(in.begin() + block * words, words, now.begin());
      for (uint32_t i = first[block]; i < first[block + 1]; ++i) {
        for (uint32_t id : uses[i].reads) {
          if (registers[id].isFilled || (now[id / 64] >> id % 64 & 1))
            continue;
          auto [it, isNew] =
              unsure.try_emplace(id, uint32_t(code->checked.size()));
          if (isNew) {
            code->checked.push_back(id);
            code->checkedNames.push_back(registers[id].name);
          }
          if (id == instructions[i].guard)
            code->instructions[i].guardCheck = it->second;
          else
            code->instructions[i].checks.push_back(it->second);
        }
        apply(i);
      }
    }
    if (unsure.empty())
      return;
    for (uint32_t i = 0; i < count; ++i)
      for (uint32_t id : uses[i].writes)
        if (auto it = unsure.find(id); it != unsure.end())
          code->instructions[i].marks.push_back(it->second);
  }

  /// Numbers of registers become offsets.
  void finishRegisters() {
    uint32_t top = 0;
    for (uint32_t bytes : {8, 4, 2, 1})
      for (RegisterInfo &info : registers)
        if (info.bytes == bytes) {
          info.offset = top;
          top += bytes;
        }
    code->registerBytes = top;
    for (Instruction &in : code->instructions) {
      unsigned count = in.control == Control::BranchIndexed ? 1 : kMaxOperands;
      for (unsigned i = 0; i < count; ++i)
        if (in.operands[i] != kNoOperand)
          in.operands[i] = registers[in.operands[i]].offset;
      if (in.guard != kNoOperand)
        in.guard = registers[in.guard].offset;
    }
    for (Filled &filled : code->filled)
      filled.offset = registers[filled.offset].offset;
  }

  std::shared_ptr<const std::string> source;
  std::vector<Token> tokens;
  size_t at = 0;
  ParseError &error;
  std::unique_ptr<Module> module;

  Scope moduleScope;
  uint64_t moduleShared = 0;
  uint32_t dynamicAlignment = 16;
  std::set<std::string> externals;
  std::map<std::string, Function> functions;
  std::vector<PendingKernel> pendingKernels;
  struct PendingRelocation {
    size_t variable;
    uint64_t offset;
    std::string name;
    int64_t addend;
    const Token *token;
  };
  std::vector<PendingRelocation> relocations;

  // Of the kernel that is read.
  Kernel *kernel = nullptr;
  Code *code = nullptr;
  std::vector<Scope> scopes;
  std::vector<RegisterInfo> registers;
  std::vector<Uses> uses;
  /// Addresses of atom.cas, as register and offset; indices of weak ld.
  std::vector<std::pair<uint32_t, int64_t>> exchanges;
  std::vector<uint32_t> weakLoads;
  std::map<std::tuple<unsigned, unsigned, unsigned, uint64_t, uint32_t>,
           uint32_t>
      constants;
  uint32_t carry = kNoOperand;
  uint64_t sharedTop = 0;
  std::vector<std::string> callStack;
};

std::unique_ptr<Module> Module::parse(std::string_view text,
                                      ParseError &error) {
  error = ParseError();
  return Parser(text, error).run();
}

} // namespace amp::rt::simulator::ptx
