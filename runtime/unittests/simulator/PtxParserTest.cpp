//===- PtxParserTest.cpp - What PTX is accepted ---------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PtxTestSupport.h"

namespace amp::rt::simulator::ptx {
namespace {

ParseError errorOf(const std::string &text) {
  ParseError error;
  EXPECT_EQ(Module::parse(text, error), nullptr) << text;
  return error;
}

void expectError(const std::string &text, const std::string &message,
                 ParseError::Kind kind = ParseError::Invalid) {
  ParseError error = errorOf(text);
  EXPECT_NE(error.message.find(message), std::string::npos) << error.message;
  EXPECT_EQ(error.kind, kind) << error.message;
}

/// An error in a body.
void expectBodyError(const std::string &body, const std::string &message,
                     const char *target = "sm_90") {
  expectError(kernelText(1, body, target), message);
}

std::unique_ptr<Module> parse(const std::string &text) {
  ParseError error;
  auto module = Module::parse(text, error);
  EXPECT_TRUE(module) << error.message;
  return module;
}

TEST(PtxParser, VersionsAndTargets) {
  auto module = parse(".version 8.0\n.target sm_90a\n.address_size 64");
  EXPECT_EQ(module->version(), 80u);
  EXPECT_EQ(module->target(), 90u);
  EXPECT_TRUE(module->isTargetSpecific());
  expectError("", "PTX begins with '.version'");
  expectError("\177ELF", "PTX begins with '.version'");
  expectError(".version 9.1\n.target sm_90\n.address_size 64", "newer than 9.0",
              ParseError::UnsupportedVersion);
  expectError(".version 8.0\n.target sm_91\n.address_size 64", "'sm_91'",
              ParseError::NoBinary);
  expectError(".version 8.0\n.target sm_100\n.address_size 64",
              "'sm_100' needs PTX version 8.6");
  expectError(".version 8.0\n.target sm_90\n.address_size 32", "32 bits");
}

TEST(PtxParser, ErrorsNameThePlace) {
  ParseError error = errorOf(header() + ".entry k() {\n  add.q32 %r1;\n}");
  EXPECT_EQ(error.message.substr(0, 5), "5:3: ");
  EXPECT_NE(error.message.find("\n  add.q32 %r1;"), std::string::npos);
}

TEST(PtxParser, ParametersAndDirectives) {
  auto module = parse(header() + R"(
.visible .entry k(.param .u8 a, .param .u64 .ptr .global .align 16 b,
                  .param .align 8 .b8 c[12], .param .f32 d)
.maxntid 128, 2
.minnctapersm 3
{ ret; }
.entry none() { ret; })");
  const Kernel *kernel = module->kernel("k");
  ASSERT_TRUE(kernel);
  ASSERT_EQ(kernel->parameters.size(), 4u);
  EXPECT_EQ(kernel->parameters[1].offset, 8u);
  EXPECT_EQ(kernel->parameters[2].offset, 16u);
  EXPECT_EQ(kernel->parameters[2].bytes, 12u);
  EXPECT_EQ(kernel->parameters[3].offset, 28u);
  EXPECT_EQ(kernel->parameterBytes, 32u);
  EXPECT_EQ(kernel->maxThreadsPerBlock(), 256u);
  EXPECT_EQ(kernel->minBlocks, 3u);
  EXPECT_EQ(module->kernel("none")->maxThreadsPerBlock(), 1024u);
  EXPECT_EQ(module->kernel("k2"), nullptr);
}

TEST(PtxParser, LimitsOfParameters) {
  auto text = [](const char *head, int bytes) {
    return std::string(head) + ".address_size 64\n.entry k(.param .b8 p[" +
           std::to_string(bytes) + "]) { ret; }";
  };
  parse(text(".version 8.0\n.target sm_90\n", 4352));
  expectError(text(".version 8.0\n.target sm_90\n", 4353), "more than 4352");
  expectError(text(".version 8.1\n.target sm_60\n", 4353), "more than 4352");
  parse(text(".version 8.1\n.target sm_70\n", 32764));
  expectError(text(".version 8.1\n.target sm_70\n", 32765), "more than 32764");
}

TEST(PtxParser, SkipsWhatHasNoEffect) {
  parse(header() + R"(
// a comment
/* another
   one */
.file 1 "kernel.cu"
.visible .entry k()
{
  .loc 1 2 3
  .pragma "nounroll";
  ret;
}
.section .debug_abbrev { .b8 1, 2 { 3 } }
)");
  expectError(header() + "/* no end", "'/*'");
}

TEST(PtxParser, ExternalSymbolsAreErrorsOnUse) {
  parse(header() + ".extern .func (.param .b32 r) f(.param .b32 x);\n"
                   ".entry k() { ret; }");
  expectError(header() + R"(
.extern .func (.param .b32 r) __nv_sqrtf(.param .b32 x);
.entry k() {
  .param .b32 a; .param .b32 b;
  call.uni (a), __nv_sqrtf, (b);
  ret;
})",
              "'__nv_sqrtf' is declared '.extern' and not defined");
  expectError(header() + ".extern .global .b32 g;\n.entry k() {"
                         ".reg .b64 %d; mov.u64 %d, g; ret; }",
              "'g' is external");
  expectError(header() + R"(
.func f() { call f; ret; }
.entry k() { call f; ret; })",
              "'f' calls itself");
}

/// A kernel that calls `f` on 5 and stores what it gives.
static std::string callOfF(const char *ahead, const char *behind) {
  return header() + ahead + R"(
.visible .entry k(.param .u64 p) {
  .reg .b64 %p; .reg .b32 %r;
  .param .b32 x; .param .b32 y;
  ld.param.u64 %p, [p];
  st.param.b32 [x], 5;
  call.uni (y), f, (x);
  ld.param.b32 %r, [y];
  st.global.b32 [%p], %r;
  ret;
}
)" + behind;
}
static const char *const kDeclarationOfF = ".func (.param .b32 r) f\n"
                                           "(\n.param .b32 a\n)\n;\n";
static const char *const kDefinitionOfF = R"(
.func (.param .b32 r) f(.param .b32 a) {
  .reg .b32 %r;
  ld.param.b32 %r, [a];
  mul.lo.s32 %r, %r, %r;
  st.param.b32 [r], %r;
  ret;
})";

TEST(PtxParser, FunctionsMayBeDefinedBehindTheirCallers) {
  for (const std::string &text :
       {callOfF(kDeclarationOfF, kDefinitionOfF), callOfF(kDefinitionOfF, ""),
        callOfF((std::string(".extern ") + kDeclarationOfF).c_str(),
                (std::string(".visible ") + kDefinitionOfF).c_str())}) {
    Device device(text);
    uint64_t result = device.allocate(4);
    Fault fault = device.launch({1}, {1}, {result});
    ASSERT_FALSE(fault) << fault.message;
    EXPECT_EQ(device.download<uint32_t>(result, 1)[0], 25u);
  }
  expectError(callOfF(kDeclarationOfF, ""),
              "function 'f' is declared and not defined");
  expectError(callOfF("", kDefinitionOfF),
              "function 'f' is called ahead of its declaration");
  expectError(callOfF(kDefinitionOfF, kDefinitionOfF), "defined twice");
  // Names of the module, too, are known from their declaration on.
  expectError(header() + ".entry k() { .reg .b64 %d; mov.u64 %d, g; ret; }\n"
                         ".global .b32 g;",
              "'g' is not declared");
}

TEST(PtxParser, WrongBodies) {
  expectBodyError("add.u32 %r1, %r2;", "expected ','");
  expectBodyError("add.u32 %r1, %r2, %r3, %r4;", "expected ';'");
  expectBodyError("add.u32 %r1, %r2, %x3;", "'%x3' is not declared");
  expectBodyError("add.u32 %r1, %r2, %r99;", "'%r99' is not declared");
  expectBodyError("add.u32 %r1, %r2, %h3;", "'%h3' is 16 bits, not 32 bits");
  expectBodyError("add.u32 %r1, %q2, %r3;", "a predicate, not 32 bits");
  expectBodyError("add.b32 %r1, %r2, %r3;", "'add' with type '.b32'");
  expectBodyError("add.rn.u32 %r1, %r2, %r3;", "'add' with");
  expectBodyError("frob.u32 %r1;", "instruction 'frob' is not known");
  expectBodyError("bra NOWHERE;", "label 'NOWHERE' is not defined");
  expectBodyError("A: A: bra A;", "label 'A' is defined twice");
  expectBodyError("mul.u32 %r1, %r2, %r3;", "lacks '.lo', '.hi' or '.wide'");
  expectBodyError("div.f32 %r1, %r2, %r3;", "lacks a rounding");
  expectBodyError("fma.f32 %r1, %r2, %r3, %r3;", "'fma' lacks a rounding");
  expectBodyError("cvt.f16.f32 %h1, %r3;", "'cvt' lacks a rounding");
  expectBodyError("cvt.rn.f32.f16 %r1, %h3;", "loses nothing has a rounding");
  expectBodyError("cvt.s32.f32 %r1, %r3;", "lacks '.rni'");
  expectBodyError("setp.lt.b32 %q1, %r1, %r2;", "comparison does not exist");
  expectBodyError("setp.ltu.s32 %q1, %r1, %r2;", "comparison does not exist");
  expectBodyError("ld.global.v4.b64 {%d1, %d2, %d3}, [%p0];", "expected ','");
  expectBodyError("ld.global.b32 %h1, [%p0];", "16 bits, not 32 bits");
  expectBodyError("ld.global.b32 %r1, [%h1];", "16 bits, not 64 bits");
  expectBodyError("ld.param.b64 %d1, [p0+4];", "past the end");
  expectBodyError("st.param.b64 [p0], %d1;", "may not be written");
  expectBodyError(".shared .b32 s; ld.global.b32 %r1, [s];",
                  "not in the space");
  expectBodyError("atom.global.min.f32 %r1, [%p0], %r2;", "does not exist");
  expectBodyError("atom.global.add.f16 %h1, [%p0], %h2;", "lacks '.noftz'");
  expectBodyError("mov.b32 %r1, 0f3F8;", "no floating-point constant");
  expectBodyError("mov.b32 %r1, 0x1FFFFFFFFFFFFFFFFF;", "no integer");
  expectBodyError("mov.u64 %d1, %clock;", "'%clock' does not have 64 bits");
  expectBodyError("{ ret;", "this brace is not closed");
  expectBodyError(".shared .b8 s[50000];", "48 KiB");
  expectBodyError(".local .b8 s[4000000000];", "512 KiB");
  expectBodyError("wmma.load.a.sync %r1;", "'wmma' is not known");
  expectBodyError("ex2.f32 %r1, %r2;", "lacks '.approx'");
  expectBodyError("cp.async.cg.shared.global [%r1], [%p0], 8;", "16 bytes");
  expectBodyError("cp.async.ca.shared.global [%r1], [%p0], %r2;",
                  "expected a number");
  expectBodyError("cp.async.ca.global [%r1], [%p0], 8;", "to '.shared'");
}

TEST(PtxParser, TargetsOfInstructions) {
  expectBodyError("add.rn.bf16 %h1, %h2, %h3;", "needs sm_90", "sm_80");
  expectBodyError("cvt.rn.bf16.s32 %h1, %r1;", "needs sm_90", "sm_80");
  expectBodyError("fma.rn.bf16 %h1, %h2, %h3, %h3;", "needs sm_80", "sm_75");
  expectBodyError("redux.sync.add.s32 %r1, %r2, -1;", "needs sm_80", "sm_75");
  expectBodyError("ld.acquire.gpu.global.b32 %r1, [%p0];", "needs sm_70",
                  "sm_60");
  expectBodyError("add.u16x2 %r1, %r2, %r3;", "needs sm_90", "sm_80");
  expectBodyError("min.relu.s32 %r1, %r2, %r3;", "needs sm_90", "sm_80");
  expectBodyError("max.f32 %r1, %r2, %r3, %r4;", "needs sm_100");
  expectBodyError("add.rn.f32x2 %d1, %d2, %d3;", "needs sm_100");
  expectBodyError("fma.rn.f32.f16 %r1, %h2, %h3, %r4;", "needs sm_100");
  parse(kernelText(1, "fma.rn.bf16 %h1, 0, 0, 0;", "sm_80"));
}

/// Text cut off anywhere is an error or a module, never worse.
TEST(PtxParser, SurvivesTruncation) {
  std::string text = kernelText(2, R"(
    ld.global.v2.b32 {%r1, %r2}, [%p0+8];
    @!%q1 bra L; shfl.sync.down.b32 %r1|%q1, %r2, 1, 31, -1;
  L: mov.b64 %d1, {%r1, %r2}; setp.lt.and.f32 %q1|%q2, %r1, 0f00000000, !%q2;)");
  for (size_t length = 0; length < text.size(); ++length) {
    ParseError error;
    if (!Module::parse(text.substr(0, length), error)) {
      EXPECT_FALSE(error.message.empty());
    }
    std::string changed = text;
    changed[length] = "%.;,{}[]()x0\1"[length % 13];
    if (!Module::parse(changed, error)) {
      EXPECT_FALSE(error.message.empty());
    }
  }
}

} // namespace
} // namespace amp::rt::simulator::ptx
