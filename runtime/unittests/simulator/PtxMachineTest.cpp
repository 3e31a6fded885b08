//===- PtxMachineTest.cpp - Scheduling, memory, faults --------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PtxTestSupport.h"

#include <numeric>

namespace amp::rt::simulator::ptx {
namespace {

using namespace cuda;

/// Threads write their results at %p0 + 4 * %i.
const char *const kStore = "\nadd.u64 %a0, %p0, %o4; st.global.b32 [%a0], %r1;";

std::vector<uint32_t> iota(size_t count) {
  std::vector<uint32_t> values(count);
  std::iota(values.begin(), values.end(), 0);
  return values;
}

//===----------------------------------------------------------------------===//
// Control
//===----------------------------------------------------------------------===//

TEST(PtxMachine, ThreadsPartAndMeet) {
  // Collatz steps: each thread loops another number of times.
  auto result = compute<uint32_t>(R"(
    add.u64 %a1, %p1, %o4; ld.global.b32 %r2, [%a1];
    mov.b32 %r1, 0;
  LOOP:
    setp.le.u32 %q1, %r2, 1;
    @%q1 bra DONE;
    add.u32 %r1, %r1, 1;
    and.b32 %r3, %r2, 1;
    setp.eq.b32 %q2, %r3, 0;
    @%q2 bra EVEN;
    mad.lo.u32 %r2, %r2, 3, 1;
    bra.uni LOOP;
  EVEN:
    shr.u32 %r2, %r2, 1;
    bra LOOP;
  DONE:)" + std::string(kStore),
                                  512, iota(512));
  for (uint32_t i = 0; i < 512; ++i) {
    uint32_t steps = 0;
    for (uint64_t n = i; n > 1; ++steps)
      n = n % 2 ? 3 * n + 1 : n / 2;
    EXPECT_EQ(result[i], steps) << i;
  }
}

TEST(PtxMachine, TablesOfBranches) {
  auto result = compute<uint32_t>(R"(
    add.u64 %a1, %p1, %o4; ld.global.b32 %r2, [%a1];
    and.b32 %r3, %r2, 3;
  T: .branchtargets A, B, C, A;
    brx.idx %r3, T;
  A: mov.b32 %r1, 10; bra D;
  B: mov.b32 %r1, 20; bra D;
  C: mov.b32 %r1, 30;
  D:)" + std::string(kStore),
                                  64, iota(64));
  for (uint32_t i = 0; i < 64; ++i)
    EXPECT_EQ(result[i], (i & 3) == 1 ? 20u : (i & 3) == 2 ? 30u : 10u);
}

TEST(PtxMachine, CallsFunctions) {
  Device device(header() + R"(
.func (.param .b32 result) twice(.param .b32 x, .param .b64 y)
{
  .reg .b32 %r<3>; .reg .b64 %rd<2>; .reg .pred %p1;
  ld.param.b32 %r1, [x]; ld.param.b64 %rd1, [y];
  setp.gt.u32 %p1, %r1, 5;
  @%p1 bra BIG;
  add.u32 %r2, %r1, %r1;
  st.param.b32 [result], %r2;
  ret;
BIG:
  st.global.b32 [%rd1], %r1;
  st.param.b32 [result+0], 7;
  ret;
}
.visible .entry k(.param .u64 p0) {
  .reg .b32 %r<4>; .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [p0];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd2, %r1, 4; add.s64 %rd2, %rd1, %rd2; add.s64 %rd3, %rd2, 64;
  {
  .param .b32 param0; st.param.b32 [param0], %r1;
  .param .b64 param1; st.param.b64 [param1], %rd3;
  .param .b32 retval0;
  call.uni (retval0), twice, (param0, param1);
  ld.param.b32 %r2, [retval0];
  }
  st.global.b32 [%rd2], %r2;
  ret;
})");
  uint64_t p = device.allocate(128);
  Fault fault = device.launch({1}, {8}, {p});
  ASSERT_FALSE(fault) << fault.message;
  EXPECT_EQ(device.download<uint32_t>(p, 8),
            (std::vector<uint32_t>{0, 2, 4, 6, 8, 10, 7, 7}));
  EXPECT_EQ(device.download<uint32_t>(p, 24)[22], 6u);
}

TEST(PtxMachine, GridsAndBlocksOfThreeDimensions) {
  Device device(kernelText(1, R"(
    mov.u32 %r2, %tid.z; mov.u32 %r3, %ntid.y; mov.u32 %r4, %tid.y;
    mad.lo.u32 %r2, %r2, %r3, %r4; mov.u32 %r3, %ntid.x; mov.u32 %r4, %tid.x;
    mad.lo.u32 %r2, %r2, %r3, %r4;
    mov.u32 %r5, %ctaid.z; mov.u32 %r6, %nctaid.y; mov.u32 %r7, %ctaid.y;
    mad.lo.u32 %r5, %r5, %r6, %r7; mov.u32 %r6, %nctaid.x; mov.u32 %r7, %ctaid.x;
    mad.lo.u32 %r5, %r5, %r6, %r7;
    mad.lo.u32 %r5, %r5, 24, %r2;
    mul.wide.u32 %a1, %r5, 4; add.u64 %a1, %p0, %a1;
    st.global.b32 [%a1], %r5;)"));
  uint64_t p = device.allocate(24 * 24 * 4);
  Fault fault = device.launch({4, 3, 2}, {2, 3, 4}, {p});
  ASSERT_FALSE(fault) << fault.message;
  EXPECT_EQ(device.download<uint32_t>(p, 576), iota(576));
  EXPECT_EQ(device.counters.threads, 576u);
}

//===----------------------------------------------------------------------===//
// Memory: spaces, widths, counters, accesses
//===----------------------------------------------------------------------===//

TEST(PtxMachine, VectorsAndSignExtension) {
  std::vector<uint32_t> data = {0x80ff7f01, 2, 3, 4};
  Device device(kernelText(2, R"(
    ld.global.v4.b32 {%r1, %r2, _, %r4}, [%p1];
    ld.global.s8 %r5, [%p1+2];
    ld.global.u8 %h1, [%p1+3];
    cvt.u32.u16 %r6, %h1;
    st.global.v4.b32 [%p0], {%r1, %r2, %r4, %r5};
    st.global.b32 [%p0+16], %r6;
    st.global.u8 [%p0+20], %r1;)"));
  uint64_t p = device.allocate(24), q = device.upload(data);
  Fault fault = device.launch({1}, {1}, {p, q});
  ASSERT_FALSE(fault) << fault.message;
  auto got = device.download<uint32_t>(p, 6);
  EXPECT_EQ(got[0], data[0]);
  EXPECT_EQ(got[1], 2u);
  EXPECT_EQ(got[2], 4u);
  EXPECT_EQ(got[3], 0xffffffffu);
  EXPECT_EQ(got[4], 0x80u);
  EXPECT_EQ(got[5] & 0xff, 1u);
  // Exactly what was touched.
  ASSERT_EQ(device.accesses.size(), 2u);
  EXPECT_EQ(device.accesses[0].address, q);
  EXPECT_EQ(device.accesses[0].bytes, 16u);
  EXPECT_FALSE(device.accesses[0].isWrite);
  EXPECT_EQ(device.accesses[1].address, p);
  EXPECT_EQ(device.accesses[1].bytes, 21u);
  EXPECT_TRUE(device.accesses[1].isWrite);
}

TEST(PtxMachine, VariablesOfTheModule) {
  Device device(header() + R"(
.global .align 4 .u32 table[4] = {5, 0x10, -1};
.const .align 8 .f64 half = 0d3FE0000000000000;
.global .align 8 .u64 pointer = table+8;
.global .align 8 .u64 generics[2] = {generic(table), 0};
.visible .entry k(.param .u64 p0) {
  .reg .b64 %d<8>; .reg .b32 %r<4>;
  ld.param.u64 %d0, [p0];
  ld.global.u32 %r1, [table+4]; st.global.u32 [%d0], %r1;
  ld.global.u64 %d1, [pointer]; ld.u32 %r2, [%d1]; st.global.u32 [%d0+4], %r2;
  ld.const.b64 %d2, [half]; st.global.b64 [%d0+8], %d2;
  mov.u64 %d3, table; ld.global.u32 %r3, [%d3+12]; st.global.u32 [%d0+16], %r3;
  ret;
})");
  uint64_t p = device.allocate(24);
  Fault fault = device.launch({1}, {1}, {p});
  ASSERT_FALSE(fault) << fault.message;
  auto got = device.download<uint32_t>(p, 5);
  EXPECT_EQ(got[0], 0x10u);
  EXPECT_EQ(got[1], 0xffffffffu);
  EXPECT_EQ(got[3], 0x3fe00000u);
  EXPECT_EQ(got[4], 0u);
  uint64_t table = device.module->globalAddress("table");
  EXPECT_NE(table, 0u);
  EXPECT_EQ(device.memory.describe(table),
            "byte 0 of global 'table' of 16 bytes");
  size_t count = device.memory.count();
  device.module->unload(device.memory);
  EXPECT_EQ(device.memory.count(), count - 4);
  EXPECT_EQ(device.module->globalAddress("table"), 0u);
}

TEST(PtxMachine, SharedAndLocalMemory) {
  Device device(header() + R"(
.extern .shared .align 16 .b8 dynamic[];
.visible .entry k(.param .u64 p0) {
  .shared .align 4 .b32 fixed[64];
  .local .align 8 .b8 stack[16];
  .reg .b64 %d<8>; .reg .b32 %r<8>; .reg .pred %q;
  ld.param.u64 %d0, [p0];
  mov.u32 %r1, %tid.x; shl.b32 %r2, %r1, 2;
  mov.u32 %r3, fixed; add.u32 %r3, %r3, %r2; st.shared.u32 [%r3], %r1;
  mov.u64 %d1, dynamic; cvt.u64.u32 %d2, %r2; add.u64 %d1, %d1, %d2;
  cvta.shared.u64 %d3, %d1; isspacep.shared %q, %d3;
  @!%q trap;
  add.u32 %r4, %r1, 100; st.u32 [%d3], %r4;
  bar.sync 0;
  xor.b32 %r2, %r2, 252;
  mov.u32 %r3, fixed; add.u32 %r3, %r3, %r2; ld.shared.u32 %r5, [%r3];
  mov.u32 %r3, dynamic; add.u32 %r3, %r3, %r2; ld.shared.u32 %r6, [%r3];
  mov.u64 %d4, stack; st.local.u32 [%d4+4], %r5;
  cvta.local.u64 %d5, %d4; ld.u32 %r7, [%d5+4];
  add.u32 %r7, %r7, %r6;
  mul.wide.u32 %d6, %r1, 4; add.u64 %d6, %d0, %d6; st.global.u32 [%d6], %r7;
  ret;
})");
  EXPECT_EQ(device.module->kernel("k")->sharedBytes, 256u);
  uint64_t p = device.allocate(256);
  Fault fault = device.launch({1}, {64}, {p}, 256);
  ASSERT_FALSE(fault) << fault.message;
  auto got = device.download<uint32_t>(p, 64);
  for (uint32_t i = 0; i < 64; ++i)
    EXPECT_EQ(got[i], (63 - i) * 2 + 100);
  EXPECT_EQ(device.counters.barriers, 1u);
  // Without the dynamic part it is out of bounds.
  expectFault(device.launch({1}, {64}, {p}, 0), kCUDA_ERROR_ILLEGAL_ADDRESS,
              {"st.u32 [%d3], %r4", "shared memory has 256 bytes"});
}

TEST(PtxMachine, CountsSectors) {
  std::string body = "add.u64 %a1, %p1, %o4; ld.global.b32 %r1, [%a1];";
  Device line(kernelText(2, body + kStore));
  uint64_t p = line.allocate(256), q = line.upload(iota(1024));
  ASSERT_FALSE(line.launch({1}, {64}, {p, q}));
  EXPECT_EQ(line.counters.loads, 2u);
  EXPECT_EQ(line.counters.loadSectors, 8u);
  EXPECT_EQ(line.counters.bytesLoaded, 256u);
  EXPECT_EQ(line.counters.stores, 2u);
  EXPECT_EQ(line.counters.storeSectors, 8u);
  EXPECT_EQ(line.counters.bytesStored, 256u);
  EXPECT_EQ(line.counters.threads, 64u);
  // Not at the beginning of a sector: one more per warp.
  ASSERT_FALSE(line.launch({1}, {64}, {p, q + 4}));
  EXPECT_EQ(line.counters.loadSectors, 10u);
  Device apart(kernelText(
      2,
      "shl.b64 %a2, %o4, 4; add.u64 %a1, %p1, %a2; ld.global.b32 %r1, [%a1];" +
          std::string(kStore)));
  p = apart.allocate(256), q = apart.upload(iota(1024));
  ASSERT_FALSE(apart.launch({1}, {64}, {p, q}));
  EXPECT_EQ(apart.counters.loadSectors, 64u);
  Device same(kernelText(2, "ld.global.b32 %r1, [%p1];" + std::string(kStore)));
  p = same.allocate(256), q = same.upload(iota(1));
  ASSERT_FALSE(same.launch({1}, {64}, {p, q}));
  EXPECT_EQ(same.counters.loadSectors, 2u);
  EXPECT_EQ(same.counters.bytesLoaded, 256u);
}

TEST(PtxMachine, CountsInstructionsOfThreads) {
  Device device(header() + ".visible .entry k() { .reg .b32 %r1;"
                           "mov.u32 %r1, 5; ret; }");
  ASSERT_FALSE(device.launch({3}, {40}, {}));
  EXPECT_EQ(device.counters.instructions, 240u);
  EXPECT_EQ(device.counters.mostOfBlock, 80u);
  // The second block does more: a branch that only its threads do not take.
  Device other(header() + ".visible .entry k() { .reg .b32 %r1; .reg .pred %p1;"
                          "mov.u32 %r1, %ctaid.x; setp.ne.u32 %p1, %r1, 1;"
                          "@%p1 bra end; mov.u32 %r1, 5; mov.u32 %r1, 6;"
                          "end: ret; }");
  ASSERT_FALSE(other.launch({3}, {40}, {}));
  EXPECT_EQ(other.counters.instructions, 3u * 40 * 4 + 2 * 40);
  EXPECT_EQ(other.counters.mostOfBlock, 6u * 40);
}

//===----------------------------------------------------------------------===//
// Faults of memory
//===----------------------------------------------------------------------===//

TEST(PtxFault, OutOfBounds) {
  Device device(kernelText(1, "mov.b32 %r1, 1;" + std::string(kStore)));
  uint64_t p = device.allocate(4 * 40);
  ASSERT_FALSE(device.launch({1}, {40}, {p}));
  Fault fault = device.launch({2}, {21}, {p});
  expectFault(fault, kCUDA_ERROR_ILLEGAL_ADDRESS,
              {"kernel 'k', PTX line ", "'st.global.b32 [%a0], %r1'",
               "block (1,0,0), thread (19,0,0)", "writes 4 bytes",
               "at the end of allocation 0 of 160 bytes"});
  expectFault(device.launch({1}, {1}, {p + 158}),
              kCUDA_ERROR_MISALIGNED_ADDRESS, {"no multiple of 4"});
  device.memory.release(p);
  expectFault(device.launch({1}, {1}, {p}), kCUDA_ERROR_ILLEGAL_ADDRESS,
              {"which was freed"});
  expectFault(device.launch({1}, {1}, {0}), kCUDA_ERROR_ILLEGAL_ADDRESS,
              {"near the null address"});
}

TEST(PtxFault, PartlyOutOfBounds) {
  Device device(kernelText(1, "ld.global.b64 %d1, [%p0+4];"));
  uint64_t p = device.upload(std::vector<uint32_t>(2));
  expectFault(device.launch({1}, {1}, {p + 4}), kCUDA_ERROR_ILLEGAL_ADDRESS,
              {"at the end"});
  Device vector(kernelText(1, "ld.global.v2.b32 {%r1, %r2}, [%p0+4];"));
  p = vector.upload(std::vector<uint32_t>(4));
  expectFault(vector.launch({1}, {1}, {p}), kCUDA_ERROR_MISALIGNED_ADDRESS,
              {"no multiple of 8"});
}

TEST(PtxFault, NotWritten) {
  Device device(
      kernelText(2, "add.u64 %a1, %p1, %o4; ld.global.b32 %r1, [%a1];" +
                        std::string(kStore)));
  uint64_t p = device.allocate(128), q = device.allocate(128);
  Allocation *allocation = device.memory.find(q);
  allocation->written[0] = ~uint64_t(0);
  allocation->written[1] = 0xff;
  ASSERT_FALSE(device.launch({1}, {18}, {p, q}));
  expectFault(device.launch({1}, {32}, {p, q}), kCUDA_ERROR_LAUNCH_FAILED,
              {"thread (18,0,0)", "nothing was written", "byte 72 of"});
  // What a kernel wrote, it may read.
  ASSERT_FALSE(device.launch({1}, {18}, {q, p}));
}

TEST(PtxFault, SharedNotWrittenByThisBlock) {
  Device device(kernelText(1, R"(.shared .b32 s[32];
    setp.eq.u32 %q1, %t0, 0;
    mov.b32 %r1, 1;
    @%q1 st.shared.b32 [s], %r1;
    ld.shared.b32 %r1, [s];)"));
  uint64_t p = device.allocate(4);
  expectFault(device.launch({1}, {1}, {p}), kCUDA_SUCCESS, {});
  expectFault(device.launch({2}, {1}, {p}), kCUDA_ERROR_LAUNCH_FAILED,
              {"block (1,0,0)", "shared", "by this block"});
  Device local(kernelText(0, ".local .b32 x; ld.local.b32 %r1, [x];"));
  expectFault(local.launch({1}, {1}, {}), kCUDA_ERROR_LAUNCH_FAILED,
              {"this thread did not write"});
}

TEST(PtxFault, RegisterNotWritten) {
  Device device(kernelText(1, R"(
    setp.lt.u32 %q1, %i, 16;
    @!%q1 bra SKIP;
    mov.b32 %r1, 5;
  SKIP:)" + std::string(kStore)));
  uint64_t p = device.allocate(128);
  ASSERT_FALSE(device.launch({1}, {16}, {p}));
  expectFault(device.launch({1}, {32}, {p}), kCUDA_ERROR_LAUNCH_FAILED,
              {"thread (16,0,0)", "register %r1, which was not written"});
  Device guard(kernelText(1, "@%q3 bra X;\nX:"));
  expectFault(guard.launch({1}, {1}, {p}), kCUDA_ERROR_LAUNCH_FAILED,
              {"register %q3"});
}

TEST(PtxFault, ConstantMemory) {
  Device device(header() + R"(
.const .b32 c = 1;
.visible .entry k() { .reg .b64 %d; .reg .b32 %r;
  mov.u64 %d, c; cvta.const.u64 %d, %d; ld.u32 %r, [%d]; st.u32 [%d], %r; ret; })");
  expectFault(device.launch({1}, {1}, {}), kCUDA_ERROR_ILLEGAL_ADDRESS,
              {"constant memory", "constant 'c'"});
}

TEST(PtxMachine, WhatHasNoEffectAndClocks) {
  auto result = compute<uint32_t>(
      R"(prefetch.global.L2 [%p0]; nanosleep.u32 100; membar.gl;
      fence.sc.sys; mov.u64 %d1, %clock64; mov.u32 %r2, %clock;
      mov.u64 %d2, %globaltimer; mov.u32 %r3, %smid; mov.u64 %d3, %clock64;
      setp.gt.u64 %q1, %d3, %d1; selp.b32 %r1, 1, 0, %q1;
      ld.volatile.global.b32 %r4, [%p1];
      elect.sync %r5|%q2, -1; selp.b32 %r6, 2, 0, %q2; add.u32 %r1, %r1, %r6;)" +
          std::string(kStore),
      32, iota(1));
  for (uint32_t i = 0; i < 32; ++i)
    EXPECT_EQ(result[i], i == 0 ? 3u : 1u);
}

TEST(PtxFault, Traps) {
  Device trap(kernelText(0, "setp.eq.u32 %q1, %i, 3; @%q1 trap;"));
  ASSERT_FALSE(trap.launch({1}, {3}, {}));
  expectFault(trap.launch({1}, {4}, {}), kCUDA_ERROR_ILLEGAL_INSTRUCTION,
              {"thread (3,0,0)", "a trap"});
  Device table(kernelText(0, "T: .branchtargets A; brx.idx %i, T;\nA:"));
  expectFault(table.launch({1}, {2}, {}), kCUDA_ERROR_INVALID_PC,
              {"index 1 of a table of 1"});
  Device loop(kernelText(0, "L: bra L;"));
  loop.limits.instructions = 1000;
  expectFault(loop.launch({1}, {1}, {}), kCUDA_ERROR_LAUNCH_TIMEOUT,
              {"more than 1000 instructions"});
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

TEST(PtxBarrier, DivergentIsAFault) {
  Device device(kernelText(0, R"(
    setp.lt.u32 %q1, %i, 16;
    @%q1 bra A;
    bar.sync 0;
    bra B;
  A: bar.sync 0;
  B:)"));
  ASSERT_FALSE(device.launch({1}, {16}, {}));
  expectFault(device.launch({1}, {32}, {}), kCUDA_ERROR_LAUNCH_FAILED,
              {"divergent barrier", "bar.sync 0"});
}

TEST(PtxBarrier, ExitedThreadsDoNotCount) {
  const char *body = R"(
    setp.lt.u32 %q1, %i, 16;
    @%q1 ret;
    bar.sync 0;)";
  Device device(kernelText(0, body));
  EXPECT_FALSE(device.launch({1}, {64}, {}));
  Device old(kernelText(0, body, "sm_60"));
  expectFault(old.launch({1}, {64}, {}), kCUDA_ERROR_LAUNCH_FAILED,
              {"threads have exited"});
}

TEST(PtxBarrier, CountsAndNames) {
  // The first warp arrives, the second waits for both.
  Device device(kernelText(1, R"(.shared .b32 s;
    setp.ge.u32 %q1, %i, 32;
    @%q1 bra WAIT;
    setp.eq.u32 %q2, %i, 0;
    mov.b32 %r1, 42;
    @%q2 st.shared.b32 [s], %r1;
    bar.arrive 1, 64;
    ret;
  WAIT:
    bar.sync 1, 64;
    ld.shared.b32 %r1, [s];
    setp.eq.u32 %q2, %i, 32;
    @%q2 st.global.b32 [%p0], %r1;)"));
  uint64_t p = device.allocate(4);
  Fault fault = device.launch({1}, {64}, {p});
  ASSERT_FALSE(fault) << fault.message;
  EXPECT_EQ(device.download<uint32_t>(p, 1)[0], 42u);
  Device odd(kernelText(0, "bar.sync 0, 40;"));
  expectFault(odd.launch({1}, {64}, {}), kCUDA_ERROR_LAUNCH_FAILED,
              {"40 threads, which is no multiple"});
  Device many(kernelText(0, "bar.sync 0, 96;"));
  expectFault(many.launch({1}, {64}, {}), kCUDA_ERROR_LAUNCH_FAILED,
              {"waits at a barrier for 96 threads"});
  Device wrong(kernelText(0, "bar.sync 16;"));
  expectFault(wrong.launch({1}, {32}, {}), kCUDA_ERROR_LAUNCH_FAILED,
              {"barrier 16; there are 16"});
}

TEST(PtxBarrier, Reduces) {
  auto result = compute<uint32_t>(R"(
    and.b32 %r2, %i, 3; setp.eq.u32 %q1, %r2, 0;
    bar.red.popc.u32 %r1, 0, %q1;
    bar.red.and.pred %q2, 0, !%q1;
    bar.red.or.pred %q3, 0, %q1;
    selp.b32 %r3, 1000, 0, %q2; selp.b32 %r4, 2000, 0, %q3;
    add.u32 %r1, %r1, %r3; add.u32 %r1, %r1, %r4;)" +
                                      std::string(kStore),
                                  128, iota(1));
  for (uint32_t value : result)
    EXPECT_EQ(value, 2032u);
}

//===----------------------------------------------------------------------===//
// Warps
//===----------------------------------------------------------------------===//

TEST(PtxWarp, Shuffles) {
  struct Case {
    const char *text;
    uint32_t (*source)(uint32_t lane);
  };
  const Case cases[] = {
      {"shfl.sync.down.b32 %r1|%q1, %i, 3, 31, -1;",
       [](uint32_t lane) { return lane + 3 < 32 ? lane + 3 : lane; }},
      {"shfl.sync.up.b32 %r1|%q1, %i, 5, 0, 0xffffffff;",
       [](uint32_t lane) { return lane >= 5 ? lane - 5 : lane; }},
      {"shfl.sync.bfly.b32 %r1|%q1, %i, 16, 31, -1;",
       [](uint32_t lane) { return lane ^ 16; }},
      {"shfl.sync.idx.b32 %r1|%q1, %i, 7, 31, -1;",
       [](uint32_t) { return 7u; }},
      // In parts of 8 lanes.
      {"shfl.sync.down.b32 %r1|%q1, %i, 1, 0x181f, -1;",
       [](uint32_t lane) { return lane % 8 < 7 ? lane + 1 : lane; }},
      {"shfl.sync.idx.b32 %r1|%q1, %i, 2, 0x181f, -1;",
       [](uint32_t lane) { return lane / 8 * 8 + 2; }}};
  for (const Case &one : cases) {
    auto result =
        compute<uint32_t>(one.text + std::string(kStore), 64, iota(1));
    for (uint32_t i = 0; i < 64; ++i)
      EXPECT_EQ(result[i], i / 32 * 32 + one.source(i % 32)) << one.text << i;
  }
  auto valid = compute<uint32_t>(
      "shfl.sync.down.b32 %r2|%q1, %i, 30, 31, -1; selp.b32 %r1, 1, 0, %q1;" +
          std::string(kStore),
      32, iota(1));
  for (uint32_t i = 0; i < 32; ++i)
    EXPECT_EQ(valid[i], i < 2 ? 1u : 0u);
}

TEST(PtxWarp, ShuffleFaults) {
  Device outside(kernelText(0, "setp.lt.u32 %q1, %i, 8;\n"
                               "@%q1 shfl.sync.idx.b32 %r1, %i, 9, 31, 255;"));
  expectFault(outside.launch({1}, {32}, {}), kCUDA_ERROR_LAUNCH_FAILED,
              {"reads lane 9", "not in the mask"});
  Device lacks(kernelText(0, "shfl.sync.idx.b32 %r1, %i, 0, 31, 1;"));
  expectFault(lacks.launch({1}, {32}, {}), kCUDA_ERROR_LAUNCH_FAILED,
              {"lacks the thread itself, lane 1"});
  Device absent(kernelText(1, R"(
    setp.lt.u32 %q1, %i, 7; @!%q1 bra X;
    shfl.sync.bfly.b32 %r1, %i, 1, 31, -1;
    bra Y;
  X: bar.sync 0;
  Y:)"));
  expectFault(
      absent.launch({1}, {32}, {0}), kCUDA_ERROR_LAUNCH_FAILED,
      {"shfl.sync.bfly", "lane 7", "not here: it waits at line", "bar.sync 0"});
  Device exited(kernelText(0, R"(
    setp.ge.u32 %q1, %i, 7; @%q1 ret;
    shfl.sync.bfly.b32 %r1, %i, 1, 31, -1;)"));
  expectFault(exited.launch({1}, {32}, {}), kCUDA_ERROR_LAUNCH_FAILED,
              {"lane 7", "has exited"});
  // The lanes of a half in a mask of their own are fine.
  Device half(kernelText(0, R"(
    setp.lt.u32 %q1, %i, 16; @!%q1 bra X;
    shfl.sync.bfly.b32 %r1, %i, 1, 31, 0xffff;
    X:)"));
  EXPECT_FALSE(half.launch({1}, {32}, {}));
}

TEST(PtxWarp, LateThreadsAreWaitedFor) {
  // The upper half loops once more before it comes to the shuffle.
  auto result = compute<uint32_t>(R"(
    shr.u32 %r2, %i, 4; and.b32 %r2, %r2, 1;
  AGAIN:
    setp.eq.u32 %q1, %r2, 0; @%q1 bra GO;
    sub.u32 %r2, %r2, 1;
    bra AGAIN;
  GO:
    shfl.sync.bfly.b32 %r1, %i, 16, 31, -1;)" +
                                      std::string(kStore),
                                  32, iota(1));
  for (uint32_t i = 0; i < 32; ++i)
    EXPECT_EQ(result[i], i ^ 16);
}

TEST(PtxWarp, ThoseWhoWaitDoNotHoldOtherWarps) {
  // Of each warp another number of threads comes at another time.
  auto result = compute<uint32_t>(R"(
    shr.u32 %r2, %i, 5; and.b32 %r3, %i, 3; mul.lo.u32 %r2, %r2, %r3;
  AGAIN:
    setp.eq.u32 %q1, %r2, 0; @%q1 bra GO;
    sub.u32 %r2, %r2, 1;
    bra AGAIN;
  LATE:
    and.b32 %r4, %i, 1; setp.eq.u32 %q2, %r4, 0; @%q2 bra SHUFFLE;
    bra SHUFFLE;
  GO:
    setp.lt.u32 %q3, %r3, 2; @%q3 bra SHUFFLE;
    setp.gt.u32 %q4, %i, 63; @%q4 bra LATE;
  SHUFFLE:
    shfl.sync.bfly.b32 %r1, %i, 1, 31, -1;)" +
                                      std::string(kStore),
                                  128, iota(1));
  for (uint32_t i = 0; i < 128; ++i)
    EXPECT_EQ(result[i], i ^ 1);
  // Half a warp comes by a jump back, when the others wait already; another
  // warp is complete from the start.
  auto back = compute<uint32_t>(R"(
    and.b32 %r2, %i, 48; setp.eq.u32 %q1, %r2, 16; mov.b32 %r3, 0;
    @%q1 bra AFTER;
  HERE:
    shfl.sync.bfly.b32 %r1, %i, 16, 31, -1;
    bra END;
  AFTER:
    add.u32 %r3, %r3, 1;
    bra HERE;
  END:)" + std::string(kStore),
                                64, iota(1));
  for (uint32_t i = 0; i < 64; ++i)
    EXPECT_EQ(back[i], i ^ 16);
}

TEST(PtxWarp, Votes) {
  auto result = compute<uint32_t>(R"(
    and.b32 %r2, %i, 1; setp.eq.u32 %q1, %r2, 1;
    vote.sync.ballot.b32 %r1, %q1, -1;
    vote.sync.any.pred %q2, %q1, -1;
    vote.sync.all.pred %q3, !%q1, -1;
    vote.sync.uni.pred %q4, %q1, -1;
    selp.b32 %r3, 1, 0, %q2; selp.b32 %r4, 4, 0, %q3; selp.b32 %r5, 16, 0, %q4;
    add.u32 %r1, %r1, %r3; add.u32 %r1, %r1, %r4; add.u32 %r1, %r1, %r5;
    activemask.b32 %r6; not.b32 %r6, %r6; add.u32 %r1, %r1, %r6;)" +
                                      std::string(kStore),
                                  32, iota(1));
  for (uint32_t value : result)
    EXPECT_EQ(value, 0xaaaaaaaau + 1);
}

TEST(PtxWarp, MatchesAndReduces) {
  auto match =
      compute<uint32_t>("shr.u32 %r2, %i, 3; match.any.sync.b32 %r1, %r2, -1;" +
                            std::string(kStore),
                        32, iota(1));
  auto sum = compute<uint32_t>(
      "redux.sync.add.s32 %r1, %i, -1;" + std::string(kStore), 32, iota(1));
  auto least = compute<uint32_t>("sub.u32 %r2, 5, %i; "
                                 "redux.sync.min.s32 %r1, %r2, -1;" +
                                     std::string(kStore),
                                 32, iota(1));
  for (uint32_t i = 0; i < 32; ++i) {
    EXPECT_EQ(match[i], 0xffu << i / 8 * 8);
    EXPECT_EQ(sum[i], 496u);
    EXPECT_EQ(int32_t(least[i]), -26);
  }
}

//===----------------------------------------------------------------------===//
// Atomics
//===----------------------------------------------------------------------===//

TEST(PtxAtomic, Integers) {
  Device device(kernelText(1, R"(
    atom.global.add.u32 %r1, [%p0], 2;
    red.global.max.s32 [%p0+4], %i;
    atom.global.or.b32 %r2, [%p0+8], %i;
    red.relaxed.gpu.global.inc.u32 [%p0+12], 9;
    atom.global.cas.b32 %r3, [%p0+16], 0, %i;
    cvt.u64.u32 %d1, %i;
    atom.add.u64 %d2, [%p0+24], %d1;)"));
  uint64_t p = device.upload(std::vector<uint32_t>(8));
  Fault fault = device.launch({4}, {32}, {p});
  ASSERT_FALSE(fault) << fault.message;
  auto got = device.download<uint32_t>(p, 8);
  EXPECT_EQ(got[0], 256u);
  EXPECT_EQ(got[1], 127u);
  EXPECT_EQ(got[2], 127u);
  EXPECT_EQ(got[3], 8u);
  EXPECT_EQ(got[4], 1u);
  EXPECT_EQ(got[6], 127u * 64);
}

TEST(PtxAtomic, Floats) {
  Device device(kernelText(1, R"(
    cvt.rn.f32.u32 %r1, %i;
    red.global.add.f32 [%p0], %r1;
    cvt.f64.f32 %d1, %r1;
    atom.global.add.f64 %d2, [%p0+8], %d1;
    cvt.rn.f16x2.f32 %r2, %r1, %r1;
    atom.global.add.noftz.f16x2 %r3, [%p0+4], %r2;)"));
  uint64_t p = device.upload(std::vector<uint32_t>(8));
  Fault fault = device.launch({1}, {32}, {p});
  ASSERT_FALSE(fault) << fault.message;
  EXPECT_EQ(device.download<float>(p, 1)[0], 496);
  EXPECT_EQ(device.download<double>(p, 2)[1], 496);
  EXPECT_EQ(device.download<uint32_t>(p, 2)[1], 0x5fc05fc0u);
}

//===----------------------------------------------------------------------===//
// Races
//===----------------------------------------------------------------------===//

const char *const kRace = "race: ";

TEST(PtxRace, ThreadsOfABlock) {
  Device device(kernelText(1, "st.global.b32 [%p0], %i;"));
  uint64_t p = device.allocate(4);
  ASSERT_FALSE(device.launch({1}, {1}, {p}));
  expectFault(device.launch({1}, {2}, {p}), kCUDA_ERROR_LAUNCH_FAILED,
              {kRace, "thread (1,0,0)", "thread (0,0,0) of this block wrote"});
  // In shared memory, across warps; with a barrier it is fine.
  auto exchange = [](const char *order) {
    return kernelText(1,
                      ".shared .b32 s[64]; mov.u32 %r2, s; shl.b32 %r3, %i, 2;"
                      "add.u32 %r4, %r2, %r3; st.shared.b32 [%r4], %i;" +
                          std::string(order) +
                          "xor.b32 %r3, %r3, 128; add.u32 %r4, %r2, %r3;"
                          "ld.shared.b32 %r1, [%r4];");
  };
  Device race(exchange("")), warp(exchange("bar.warp.sync -1;")),
      barrier(exchange("bar.sync 0;"));
  expectFault(race.launch({1}, {64}, {p}), kCUDA_ERROR_LAUNCH_FAILED, {kRace});
  expectFault(warp.launch({1}, {64}, {p}), kCUDA_ERROR_LAUNCH_FAILED, {kRace});
  EXPECT_FALSE(barrier.launch({1}, {64}, {p}));
}

TEST(PtxRace, GuessesOfAnExchangeAreNone) {
  // The loop that LLVM writes for an atomic operation that PTX lacks.
  Device loop(kernelText(1, R"(
    ld.global.b32 %r1, [%p0+4];
  L: add.u32 %r2, %r1, 3;
    atom.relaxed.sys.global.cas.b32 %r3, [%p0+4], %r1, %r2;
    setp.ne.b32 %q1, %r3, %r1; mov.b32 %r1, %r3;
    @%q1 bra L;)"));
  std::vector<uint32_t> zeros(2);
  uint64_t p = loop.upload(zeros);
  Fault fault = loop.launch({4}, {96}, {p});
  EXPECT_FALSE(fault) << fault.message;
  EXPECT_EQ(loop.download<uint32_t>(p, 2)[1], 3u * 4 * 96);
  // Elsewhere a weak load races with what is atomic.
  Device other(kernelText(1, R"(
    ld.global.b32 %r1, [%p0];
    atom.relaxed.sys.global.cas.b32 %r3, [%p0+4], %r1, %r1;
    atom.relaxed.sys.global.add.u32 %r3, [%p0], 1;)"));
  p = other.upload(zeros);
  expectFault(other.launch({1}, {64}, {p}), kCUDA_ERROR_LAUNCH_FAILED, {kRace});
}

TEST(PtxRace, ThreadsOfAWarp) {
  auto exchange = [](const char *order) {
    return kernelText(0,
                      ".shared .b32 s[32]; mov.u32 %r2, s; shl.b32 %r3, %i, 2;"
                      "add.u32 %r4, %r2, %r3; st.shared.b32 [%r4], %i;" +
                          std::string(order) +
                          "xor.b32 %r3, %r3, 4; add.u32 %r4, %r2, %r3;"
                          "ld.shared.b32 %r1, [%r4];" +
                          order + "st.shared.b32 [%r4], %i;");
  };
  Device race(exchange("")), warp(exchange("bar.warp.sync -1;"));
  expectFault(race.launch({1}, {32}, {}), kCUDA_ERROR_LAUNCH_FAILED, {kRace});
  Fault fault = warp.launch({1}, {32}, {});
  EXPECT_FALSE(fault) << fault.message;
}

TEST(PtxRace, ManyReadersThenAWriter) {
  Device device(kernelText(1, R"(
    ld.global.b32 %r1, [%p0];
    setp.eq.u32 %q1, %i, 5;
    @%q1 st.global.b32 [%p0], %i;)"));
  uint64_t p = device.upload(iota(1));
  expectFault(device.launch({1}, {64}, {p}), kCUDA_ERROR_LAUNCH_FAILED,
              {kRace, "other threads of this block read"});
  Device fine(kernelText(1, R"(
    ld.global.b32 %r1, [%p0];
    setp.eq.u32 %q1, %i, 5;
    bar.sync 0;
    @%q1 st.global.b32 [%p0], %i;)"));
  p = fine.upload(iota(1));
  EXPECT_FALSE(fine.launch({1}, {64}, {p}));
}

TEST(PtxRace, Blocks) {
  Device write(kernelText(1, "st.global.b32 [%p0], %i;"));
  uint64_t p = write.allocate(4);
  expectFault(write.launch({2}, {1}, {p}), kCUDA_ERROR_LAUNCH_FAILED,
              {kRace, "of another block wrote"});
  Device read(kernelText(1, R"(
    setp.eq.u32 %q1, %t0, 1;
    ld.global.b32 %r1, [%p0];
    @%q1 st.global.b32 [%p0], %i;)"));
  p = read.upload(iota(1));
  ASSERT_FALSE(read.launch({1}, {1}, {p}));
  expectFault(read.launch({2}, {1}, {p}), kCUDA_ERROR_LAUNCH_FAILED,
              {kRace, "of another block read"});
  Device atomics(kernelText(1, "red.global.add.u32 [%p0], 1;"));
  p = atomics.upload(iota(1));
  EXPECT_FALSE(atomics.launch({4}, {64}, {p}));
  Device mixed(
      kernelText(1, "red.global.add.u32 [%p0], 1; ld.global.b32 %r1, [%p0];"));
  p = mixed.upload(iota(1));
  expectFault(mixed.launch({1}, {2}, {p}), kCUDA_ERROR_LAUNCH_FAILED, {kRace});
  Device strong(kernelText(
      1, "red.global.add.u32 [%p0], 1; ld.relaxed.gpu.global.b32 %r1, [%p0];"));
  p = strong.upload(iota(1));
  EXPECT_FALSE(strong.launch({2}, {2}, {p}));
}

TEST(PtxRace, NeighbouringBytesAreNone) {
  Device device(kernelText(
      1, "cvt.u16.u32 %h1, %i; add.u64 %a0, %p0, %o1; st.global.b8 [%a0], %h1;"
         "st.global.b8 [%a0+64], %h1; bar.sync 0;"
         "setp.eq.u32 %q1, %i, 0; @%q1 ld.global.b32 %r1, [%p0+64];"));
  uint64_t p = device.allocate(128);
  Fault fault = device.launch({1}, {64}, {p});
  EXPECT_FALSE(fault) << fault.message;
}

/// The last block sums what all blocks wrote.
std::string lastBlock(const char *release, const char *acquire) {
  return kernelText(2, std::string(R"(
    .shared .b32 ticket;
    cvt.u64.u32 %d1, %t0; shl.b64 %d1, %d1, 2; add.u64 %d1, %p0, %d1;
    setp.ne.u32 %q1, %i, %i; mov.u32 %r9, %tid.x; setp.eq.u32 %q1, %r9, 0;
    @%q1 st.global.b32 [%d1+4], %t0;)") +
                           release + R"(
    @%q1 atom.global.add.u32 %r2, [%p1], 1;
    @!%q1 mov.b32 %r2, 0;)" +
                           acquire + R"(
    @%q1 st.shared.b32 [ticket], %r2;
    bar.sync 0;
    ld.shared.b32 %r3, [ticket];
    mov.u32 %r4, %nctaid.x; sub.u32 %r4, %r4, 1;
    setp.ne.u32 %q2, %r3, %r4;
    @%q2 ret;
    @!%q1 ret;
    mov.b32 %r5, 0; mov.b32 %r6, 0;
    mov.b64 %d2, %p0;
  L: ld.global.b32 %r7, [%d2+4];
    add.u32 %r5, %r5, %r7; add.u64 %d2, %d2, 4; add.u32 %r6, %r6, 1;
    setp.le.u32 %q3, %r6, %r4; @%q3 bra L;
    st.global.b32 [%p0], %r5;
    st.global.b32 [%p1], 0;)");
}

TEST(PtxRace, LastBlockNeedsFences) {
  auto run = [](const char *release, const char *acquire) {
    Device device(lastBlock(release, acquire));
    uint64_t p = device.allocate(64), q = device.upload(iota(1));
    Fault fault = device.launch({8}, {32}, {p, q});
    if (!fault) {
      EXPECT_EQ(device.download<uint32_t>(p, 1)[0], 28u);
      EXPECT_EQ(device.download<uint32_t>(q, 1)[0], 0u);
    }
    return fault;
  };
  Fault fine = run("membar.gl;", "membar.gl;");
  EXPECT_FALSE(fine) << fine.message;
  Fault acqRel = run("fence.acq_rel.gpu;", "fence.acq_rel.gpu;");
  EXPECT_FALSE(acqRel) << acqRel.message;
  expectFault(run("", "membar.gl;"), kCUDA_ERROR_LAUNCH_FAILED, {kRace});
  expectFault(run("membar.gl;", ""), kCUDA_ERROR_LAUNCH_FAILED, {kRace});
  expectFault(run("membar.cta;", "membar.gl;"), kCUDA_ERROR_LAUNCH_FAILED,
              {kRace});
}

//===----------------------------------------------------------------------===//
// Asynchronous copies
//===----------------------------------------------------------------------===//

std::string copying(const std::string &wait, const std::string &size = "16") {
  return kernelText(2, R"(.shared .align 16 .b8 s[1024];
    mov.u32 %r1, s; shl.b32 %r2, %i, 4; add.u32 %r3, %r1, %r2;
    cvt.u64.u32 %d1, %r2; add.u64 %d2, %p1, %d1;
    and.b32 %r9, %i, 16;
    cp.async.cg.shared.global [%r3], [%d2], )" +
                           size + R"(;
    cp.async.commit_group;
    cp.async.ca.shared.global [%r3+512], [%d2+4], 4;
    cp.async.commit_group;)" +
                           wait +
                           R"(
    xor.b32 %r2, %r2, 16; add.u32 %r3, %r1, %r2;
    ld.shared.v4.b32 {%r4, %r5, %r6, %r7}, [%r3];
    add.u64 %d1, %p0, %d1;
    st.global.v4.b32 [%d1], {%r4, %r5, %r6, %r7};)");
}

TEST(PtxCopy, IsThereAfterWaitAndBarrier) {
  Device device(copying("cp.async.wait_group 1; bar.sync 0;"));
  uint64_t p = device.allocate(512), q = device.upload(iota(256));
  Fault fault = device.launch({1}, {32}, {p, q});
  ASSERT_FALSE(fault) << fault.message;
  auto got = device.download<uint32_t>(p, 128);
  for (uint32_t i = 0; i < 128; ++i)
    EXPECT_EQ(got[i], i ^ 4);
  // The size that is read is 0 for half of the threads.
  Device zeros(copying("cp.async.wait_all; bar.sync 0;", "16, %r9"));
  p = zeros.allocate(512), q = zeros.upload(iota(256));
  fault = zeros.launch({1}, {32}, {p, q});
  ASSERT_FALSE(fault) << fault.message;
  got = zeros.download<uint32_t>(p, 128);
  for (uint32_t i = 0; i < 128; ++i)
    EXPECT_EQ(got[i], i < 64 ? 0 : i ^ 4);
}

TEST(PtxCopy, IsNotThereBefore) {
  for (const char *wait :
       {"bar.sync 0;", "cp.async.wait_group 2; bar.sync 0;"}) {
    Device device(copying(wait));
    uint64_t p = device.allocate(512), q = device.upload(iota(256));
    expectFault(device.launch({1}, {32}, {p, q}), kCUDA_ERROR_LAUNCH_FAILED,
                {"ld.shared", "nothing was written"});
  }
  Device unordered(copying("bar.sync 0; cp.async.wait_all;"));
  uint64_t p = unordered.allocate(512), q = unordered.upload(iota(256));
  expectFault(unordered.launch({1}, {32}, {p, q}), kCUDA_ERROR_LAUNCH_FAILED,
              {"race: "});
  Device small(copying("cp.async.wait_all; bar.sync 0;"));
  p = small.allocate(512), q = small.upload(iota(64));
  expectFault(small.launch({1}, {32}, {p, q}), kCUDA_ERROR_ILLEGAL_ADDRESS,
              {"cp.async.cg", "thread (16,0,0)", "reads 16 bytes at global"});
}

//===----------------------------------------------------------------------===//
// Launches that are refused
//===----------------------------------------------------------------------===//

TEST(PtxLaunch, RefusesWhatTheDriverRefuses) {
  Device device(header() + ".visible .entry k(.param .u32 n) .maxntid 64, 2, 1"
                           "\n{ ret; }\n.entry r() .reqntid 32\n{ ret; }");
  std::vector<std::byte> four(4);
  EXPECT_FALSE(device.launchBytes({1}, {128}, four));
  expectFault(device.launchBytes({1}, {129}, four), kCUDA_ERROR_INVALID_VALUE,
              {"129 threads", ".maxntid allows 128"});
  expectFault(device.launchBytes({0}, {1}, four), kCUDA_ERROR_INVALID_VALUE,
              {"no threads"});
  expectFault(device.launchBytes({1, 65536}, {1}, four),
              kCUDA_ERROR_INVALID_VALUE, {"grid"});
  expectFault(device.launchBytes({1}, {1, 1, 65}, four),
              kCUDA_ERROR_INVALID_VALUE, {"block"});
  expectFault(device.launchBytes({1}, {1}, {}), kCUDA_ERROR_INVALID_VALUE,
              {"0 bytes of parameters instead of 4"});
  expectFault(device.launchBytes({1}, {1}, four, 300 * 1024),
              kCUDA_ERROR_INVALID_VALUE, {"shared memory"});
  expectFault(device.launchBytes({1}, {31}, {}, 0, "r"),
              kCUDA_ERROR_INVALID_VALUE, {".reqntid is (32,1,1)"});
  EXPECT_FALSE(device.launchBytes({1}, {32}, {}, 0, "r"));
}

} // namespace
} // namespace amp::rt::simulator::ptx
