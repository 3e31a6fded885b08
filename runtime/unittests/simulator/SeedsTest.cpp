//===- SeedsTest.cpp - Planted defects ------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "seeds/Seeds.h"
#include "DriverTestSupport.h"

#include <cstdlib>
#include <set>
#include <sstream>
#include <vector>

using namespace amp::rt;
using namespace amp::rt::simulator;

namespace {
class SeedsTest : public DriverFixture {
protected:
  void TearDown() override {
    DriverFixture::TearDown();
    // The environment names none.
    EXPECT_EQ(selectedSeed(), Seed::None);
  }
  void select(const char *name) { ASSERT_TRUE(selectSeed(name)) << name; }

  /// The lines of a kernel with the defect, without what surrounds them.
  std::string seed(const char *name, const std::string &lines) {
    EXPECT_TRUE(selectSeed(name)) << name;
    return seedPtx(".visible .entry k()\n{\n" + lines + "}\n");
  }
};

std::string kernel(const std::string &lines) {
  return ".visible .entry k()\n{\n" + lines + "}\n";
}
} // namespace

TEST_F(SeedsTest, EachHasANameAndAText) {
  std::istringstream list(listSeeds());
  std::set<std::string> names;
  for (std::string line; std::getline(list, line);) {
    const size_t colon = line.find(": ");
    ASSERT_NE(colon, std::string::npos) << line;
    EXPECT_TRUE(names.insert(line.substr(0, colon)).second) << line;
    EXPECT_TRUE(selectSeed(line.substr(0, colon))) << line;
    EXPECT_GT(line.size(), colon + 2) << line;
  }
  EXPECT_GE(names.size(), 36u);
}

TEST_F(SeedsTest, OneIsSelected) {
  EXPECT_EQ(selectedSeed(), Seed::None);
  EXPECT_FALSE(applySeed(Seed::SubSwapped));
  select("sub-swapped");
  EXPECT_FALSE(applySeed(Seed::DivSwapped));
  EXPECT_EQ(countSeedApplications(), 0u);
  EXPECT_TRUE(applySeed(Seed::SubSwapped));
  EXPECT_EQ(countSeedApplications(), 1u);
  EXPECT_FALSE(selectSeed("no-such-seed"));
  EXPECT_EQ(selectedSeed(), Seed::SubSwapped);
  EXPECT_EQ(countSeedApplications(), 1u);
  select("");
  EXPECT_EQ(selectedSeed(), Seed::None);
  EXPECT_EQ(countSeedApplications(), 0u);
}

TEST_F(SeedsTest, APeriodLeavesPlacesOut) {
  select("launch-dropped");
  std::vector<bool> applied;
  for (int i = 0; i < 6; ++i)
    applied.push_back(applySeed(Seed::LaunchDropped, 3));
  EXPECT_EQ(applied,
            (std::vector<bool>{false, false, true, false, false, true}));
  EXPECT_EQ(countSeedApplications(), 2u);
}

TEST_F(SeedsTest, TheEnvironmentSelects) {
  setenv("AMP_SIMULATOR_SEED", "grid-long", 1);
  control().reset();
  EXPECT_EQ(selectedSeed(), Seed::GridLong);
  EXPECT_OK(cuInit(0));
  EXPECT_TRUE(contains(control().report(), {"seed applied: 0\n"}));

  setenv("AMP_SIMULATOR_SEED", "nothing", 1);
  control().reset();
  EXPECT_CU(CUDA_ERROR_UNKNOWN, cuInit(0));
  EXPECT_TRUE(contains(lastError(), {"AMP_SIMULATOR_SEED is 'nothing'"}));
  EXPECT_EQ(selectedSeed(), Seed::None);

  setenv("AMP_SIMULATOR_SEED", "list", 1);
  control().reset();
  EXPECT_CU(CUDA_ERROR_UNKNOWN, cuInit(0));
  EXPECT_TRUE(contains(lastError(), {"\nsub-swapped: ", "\nfreed-early: "}));

  unsetenv("AMP_SIMULATOR_SEED");
  control().reset();
  EXPECT_OK(cuInit(0));
  EXPECT_EQ(control().report().find("seed"), std::string::npos);
}

//===----------------------------------------------------------------------===//
// Text of kernels
//===----------------------------------------------------------------------===//

TEST_F(SeedsTest, WithoutASeedATextStaysAsItIs) {
  const std::string text = "  odd text; // without an end";
  EXPECT_EQ(seedPtx(text), text);
}

TEST_F(SeedsTest, ChangesInstructions) {
  struct Case {
    const char *seed, *line, *seeded;
  };
  const Case cases[] = {
      {"bound-too-large", "setp.gt.u64 %p1, %rd6, 127;",
       "setp.gt.u64 \t%p1, %rd6, 128;"},
      {"bound-too-small", "setp.gt.u64 %p1, %rd6, 127;",
       "setp.gt.u64 \t%p1, %rd6, 126;"},
      {"greater-or-equal", "setp.gt.u64 %p1, %rd6, 127;",
       "setp.ge.u64 \t%p1, %rd6, 127;"},
      {"less-or-equal", "setp.lt.s64 %p1, %rd6, 0;",
       "setp.le.s64 \t%p1, %rd6, 0;"},
      {"less-or-equal", "setp.ge.u64 %p1, %rd6, %rd7;",
       "setp.gt.u64 \t%p1, %rd6, %rd7;"},
      {"predicate-inverted", "@%p1 bra end;", "@!%p1 bra \tend;"},
      {"predicate-inverted", "@!%p1 bra end;", "@%p1 bra \tend;"},
      {"branch-dropped", "@%p1 bra end;", nullptr},
      {"unordered-dropped", "setp.ltu.f32 %p1, %r1, %r2;",
       "setp.lt.f32 \t%p1, %r1, %r2;"},
      {"select-swapped", "selp.f32 %r1, %r2, %r3, %p1;",
       "selp.f32 \t%r1, %r3, %r2, %p1;"},
      {"barrier-dropped", "bar.sync 0;", nullptr},
      {"barrier-dropped", "barrier.sync.aligned 0, 64;", nullptr},
      {"fence-dropped", "membar.gl;", nullptr},
      {"fence-dropped", "fence.acq_rel.gpu;", nullptr},
      {"sqrt-approximate", "sqrt.rn.f32 %r1, %r2;",
       "sqrt.approx.f32 \t%r1, %r2;"},
      {"div-approximate", "div.rn.f32 %r1, %r2, %r3;",
       "div.full.f32 \t%r1, %r2, %r3;"},
      {"flush-to-zero", "add.rn.f32 %r1, %r2, %r3;",
       "add.rn.ftz.f32 \t%r1, %r2, %r3;"},
      {"f16-as-bf16", "cvt.f32.f16 %r1, %rs1;", "cvt.f32.bf16 \t%r1, %rs1;"},
      {"bf16-as-f16", "cvt.f32.bf16 %r1, %rs1;", "cvt.f32.f16 \t%r1, %rs1;"},
      {"rounded-to-zero", "cvt.rn.f16.f32 %rs1, %r1;",
       "cvt.rz.f16.f32 \t%rs1, %r1;"},
      {"sub-swapped", "sub.rn.f32 %r1, %r2, %r3;",
       "sub.rn.f32 \t%r1, %r3, %r2;"},
      {"div-swapped", "div.rn.f32 %r1, %r2, %r3;",
       "div.rn.f32 \t%r1, %r3, %r2;"},
      {"neg-dropped", "neg.f32 %r1, %r2;", "mov.b32 \t%r1, %r2;"},
      {"max-without-nan", "max.NaN.f32 %r1, %r2, %r3;",
       "max.f32 \t%r1, %r2, %r3;"},
      {"constant-ulp", "mul.rn.f32 %r1, %r2, 0f3EAAAAAF;",
       "mul.rn.f32 \t%r1, %r2, 0f3EAAAAB0;"},
      {"shift-too-large", "shl.b64 %rd1, %rd2, 2;", "shl.b64 \t%rd1, %rd2, 3;"},
      {"element-size", "mul.wide.u32 %rd1, %r1, 4;",
       "mul.wide.u32 \t%rd1, %r1, 2;"},
      {"index-dropped", "mov.u32 %r1, %ctaid.x;", "mov.u32 \t%r1, 0;"},
      {"load-neighbour", "ld.global.b32 %r1, [%rd1+8];",
       "ld.global.b32 \t%r1, [%rd1+8+4];"},
      {"load-dropped", "ld.global.b8 %rs1, [%rd1];", nullptr},
      {"store-dropped", "st.global.b8 [%rd1], %rs1;", nullptr},
      {"store-neighbour", "@%p1 st.global.b16 [%rd1], %rs1;",
       "@%p1 st.global.b16 \t[%rd1+2], %rs1;"},
      {"store-half", "st.global.b32 [%rd1], %r1;",
       "st.global.u16 \t[%rd1], %r1;"},
      {"parameter-wrong", "ld.param.b64 %rd1, [k_param_1];",
       "ld.param.b64 \t%rd1, [k_param_0];"},
      {"register-unwritten", "add.s64 %rd1, %rd2, %rd3;", nullptr},
  };
  for (const Case &test : cases) {
    const std::string expected =
        test.seeded ? "\t" + std::string(test.seeded) + "\n" : "\n";
    EXPECT_EQ(seed(test.seed, std::string("\t") + test.line + "\n"),
              kernel(expected))
        << test.seed;
    EXPECT_EQ(countSeedApplications(), 1u) << test.seed;
  }
}

TEST_F(SeedsTest, LeavesOtherInstructions) {
  const std::pair<const char *, const char *> cases[] = {
      {"bound-too-large", "setp.gt.u64 %p1, %rd6, %rd7;"},
      {"bound-too-small", "setp.gt.u64 %p1, %rd6, 0;"},
      {"predicate-inverted", "bra.uni end;"},
      {"unordered-dropped", "setp.neu_like.f32 %p1, %r1, %r2;"},
      {"select-swapped", "selp.f32 %r1, %r2, %r2, %p1;"},
      {"sub-swapped", "sub.s32 %r1, %r2, %r3;"},
      {"constant-ulp", "add.rn.f32 %r1, %r2, 0f00000000;"},
      {"constant-ulp", "add.rn.f32 %r1, %r2, 0f80000000;"},
      {"element-size", "mul.wide.u32 %rd1, %r1, 8;"},
      {"store-neighbour", "st.global.b8 [%rd1], %rs1;"},
      {"store-half", "st.global.b32 [%rd1], 1065353216;"},
      {"fused", "add.rn.f32 %r1, %r2, %r3;"},
      {"barrier-dropped", ".reg .b32 %r<2>;"},
      {"barrier-dropped", "$L1:"},
  };
  for (const auto &[name, line] : cases) {
    const std::string lines = std::string("  ") + line + "\n";
    EXPECT_EQ(seed(name, lines), kernel(lines)) << name;
    EXPECT_EQ(countSeedApplications(), 0u) << name;
  }
}

TEST_F(SeedsTest, ASeedIsEverywhereOrAtOnePlaceOfEachKernel) {
  const std::string text = ".entry a()\n\tneg.f32 %r1, %r2;\n\tneg.f32 %r3, "
                           "%r4;\n.entry b()\n\tneg.f32 %r5, %r6;\n";
  select("neg-dropped");
  (void)seedPtx(text);
  EXPECT_EQ(countSeedApplications(), 3u);

  const std::string stores =
      ".entry a()\n\tst.global.b8 [%rd1], %rs1;\n\tst.global.b8 [%rd2], "
      "%rs2;\n.entry b()\n\tst.global.b8 [%rd3], %rs3;\n";
  select("store-dropped");
  EXPECT_EQ(seedPtx(stores),
            ".entry a()\n\tst.global.b8 [%rd1], %rs1;\n\n.entry b()\n\n");
  EXPECT_EQ(countSeedApplications(), 2u);

  const std::string addresses = ".entry a()\n\tadd.s64 %rd1, %rd2, %rd3;\n"
                                "\tadd.s64 %rd4, %rd5, %rd6;\n";
  select("register-unwritten");
  EXPECT_EQ(seedPtx(addresses), ".entry a()\n\n\tadd.s64 %rd4, %rd5, %rd6;\n");
}

TEST_F(SeedsTest, FusesAProductAndASumOnEitherSide) {
  const std::string product = "\tmul.rn.f32 %r1, %r2, %r3;\n";
  EXPECT_EQ(seed("fused", product + "\tadd.rn.f32 %r4, %r5, %r1;\n"),
            kernel(product + "\tfma.rn.f32 \t%r4, %r2, %r3, %r5;\n"));
  EXPECT_EQ(seed("fused", product + "\tadd.rn.f32 %r4, %r1, %r5;\n"),
            kernel(product + "\tfma.rn.f32 \t%r4, %r2, %r3, %r5;\n"));
}

//===----------------------------------------------------------------------===//
// What no program of the integration test has a place for
//===----------------------------------------------------------------------===//

/// exchange(u64 data): 64 threads write dynamic shared memory and each stores
/// what another one wrote.
static constexpr char kExchange[] = R"(
.version 8.0
.target sm_80
.address_size 64
.extern .shared .align 4 .b8 tile[];
.visible .entry exchange(.param .u64 data)
{
  .reg .b64 %rd<6>;
  .reg .b32 %r<5>;
  ld.param.u64 %rd1, [data];
  mov.u32 %r1, %tid.x;
  mov.u32 %r2, tile;
  shl.b32 %r3, %r1, 2;
  add.u32 %r4, %r2, %r3;
  st.shared.u32 [%r4], %r1;
  bar.sync 0;
  sub.u32 %r4, %r2, %r3;
  ld.shared.u32 %r3, [%r4+252];
  mul.wide.u32 %rd2, %r1, 4;
  add.s64 %rd3, %rd1, %rd2;
  st.global.u32 [%rd3], %r3;
  ret;
}
)";

namespace {
class SeededKernelTest : public SeedsTest {
protected:
  CUresult runExchange(CUdeviceptr target) {
    control().acceptAnyImage = false;
    CUmodule loaded = nullptr;
    CUfunction function = nullptr;
    EXPECT_OK(cuModuleLoadData(&loaded, kExchange));
    EXPECT_OK(cuModuleGetFunction(&function, loaded, "exchange"));
    void *parameters[] = {&target};
    EXPECT_OK(cuLaunchKernel(function, 1, 1, 1, 64, 1, 1, 256, nullptr,
                             parameters, nullptr));
    return cuCtxSynchronize();
  }
};
} // namespace

TEST_F(SeededKernelTest, RunsWithoutASeed) {
  CUdeviceptr memory = allocate(64);
  EXPECT_OK(runExchange(memory));
  EXPECT_EQ(readInt(memory), 63);
}

TEST_F(SeededKernelTest, AMissingBarrierIsARace) {
  select("barrier-dropped");
  EXPECT_CU(CUDA_ERROR_LAUNCH_FAILED, runExchange(allocate(64)));
  EXPECT_EQ(countSeedApplications(), 1u);
}

TEST_F(SeededKernelTest, MissingSharedMemoryIsOutOfBounds) {
  select("shared-dropped");
  EXPECT_CU(CUDA_ERROR_ILLEGAL_ADDRESS, runExchange(allocate(64)));
  EXPECT_EQ(countSeedApplications(), 1u);
}

TEST_F(SeedsTest, AWaitThatIsMissingIsARace) {
  CUdeviceptr memory = allocate(4), copied = allocate(4);
  auto run = [&] {
    CUstream first = makeStream(), second = makeStream();
    CUevent event = makeEvent();
    EXPECT_OK(fill(memory, 5, first));
    EXPECT_OK(cuEventRecord(event, first));
    EXPECT_OK(cuStreamWaitEvent(second, event, 0));
    EXPECT_OK(copy(copied, memory, second));
    return cuCtxSynchronize();
  };
  EXPECT_OK(run());
  select("event-wait-dropped");
  EXPECT_CU(CUDA_ERROR_LAUNCH_FAILED, run());
  EXPECT_EQ(countSeedApplications(), 1u);
}

TEST_F(SeedsTest, AWaitForWhatIsDoneIsNoPlace) {
  CUstream stream = makeStream();
  CUevent event = makeEvent();
  ASSERT_OK(cuEventRecord(event, stream));
  ASSERT_OK(cuStreamSynchronize(stream));
  for (const char *name : {"event-wait-dropped", "event-synchronize-dropped",
                           "synchronize-dropped"}) {
    select(name);
    ASSERT_OK(cuStreamWaitEvent(makeStream(), event, 0));
    ASSERT_OK(cuEventSynchronize(event));
    ASSERT_OK(cuStreamSynchronize(stream));
    EXPECT_EQ(countSeedApplications(), 0u) << name;
  }
}

TEST_F(SeedsTest, AMemsetOnAnotherStreamIsARace) {
  CUdeviceptr memory = allocate(4);
  CUstream stream = makeStream();
  ASSERT_OK(cuMemsetD32Async(memory, 1, 4, stream));
  ASSERT_OK(copy(allocate(4), memory, stream));
  ASSERT_OK(cuStreamSynchronize(stream));
  select("memset-elsewhere");
  ASSERT_OK(cuMemsetD32Async(memory, 2, 4, stream));
  ASSERT_OK(copy(allocate(4), memory, stream));
  EXPECT_CU(CUDA_ERROR_LAUNCH_FAILED, cuCtxSynchronize());
  EXPECT_EQ(countSeedApplications(), 1u);
}

TEST_F(SeedsTest, WhatIsCapturedElsewhereIsNotJoined) {
  CUdeviceptr memory = allocate(4);
  CUstream stream = makeStream();
  select("memset-elsewhere");
  ASSERT_OK(cuStreamBeginCapture_v2(stream, kCU_STREAM_CAPTURE_MODE_RELAXED));
  ASSERT_OK(cuMemsetD32Async(memory, 2, 4, stream));
  ASSERT_OK(fill(memory, 3, stream));
  CUgraph graph = nullptr;
  EXPECT_CU(CUDA_ERROR_STREAM_CAPTURE_UNJOINED,
            cuStreamEndCapture(stream, &graph));
  EXPECT_EQ(countSeedApplications(), 1u);
}

TEST_F(SeedsTest, WithoutASynchronizationTheHostReadsTooEarly) {
  CUdeviceptr memory = allocate(4);
  CUstream stream = makeStream();
  int *host = allocateHost(4);
  ASSERT_OK(fill(memory, 5, stream));
  ASSERT_OK(cuMemcpyDtoHAsync_v2(host, memory, 16, stream));
  select("synchronize-dropped");
  ASSERT_OK(cuStreamSynchronize(stream));
  EXPECT_NE(host[0], 5);
  EXPECT_EQ(countSeedApplications(), 1u);
  select("");
  ASSERT_OK(cuStreamSynchronize(stream));
  EXPECT_EQ(host[0], 5);
}

//===----------------------------------------------------------------------===//
// Launches and copies
//===----------------------------------------------------------------------===//

TEST_F(SeedsTest, ALaunchHasAnotherGeometry) {
  unsigned grid[2] = {}, block = 0;
  control().kernels["look"] = {[&](KernelCall &call) {
                                 grid[0] = call.grid[0];
                                 grid[1] = call.grid[1];
                                 block = call.block[0];
                               },
                               {},
                               1024};
  CUfunction look = nullptr;
  ASSERT_OK(cuModuleGetFunction(&look, module, "look"));
  auto launch = [&](const char *name) {
    select(name);
    EXPECT_OK(
        cuLaunchKernel(look, 3, 2, 1, 32, 1, 1, 0, nullptr, nullptr, nullptr));
    EXPECT_OK(cuCtxSynchronize());
    return std::vector<unsigned>{grid[0], grid[1], block};
  };
  EXPECT_EQ(launch(""), (std::vector<unsigned>{3, 2, 32}));
  EXPECT_EQ(launch("grid-short"), (std::vector<unsigned>{2, 2, 32}));
  EXPECT_EQ(launch("grid-long"), (std::vector<unsigned>{4, 2, 32}));
  EXPECT_EQ(launch("grid-swapped"), (std::vector<unsigned>{2, 3, 32}));
  EXPECT_EQ(launch("block-half"), (std::vector<unsigned>{3, 2, 16}));
}

TEST_F(SeedsTest, ALaunchHasOtherParameters) {
  std::vector<uint64_t> seen;
  control().kernels["look"] = {[&](KernelCall &call) {
                                 seen = {call.get<uint64_t>(0),
                                         call.get<uint64_t>(1),
                                         call.get<uint64_t>(2)};
                               },
                               {8, 8, 8},
                               1024};
  CUfunction look = nullptr;
  ASSERT_OK(cuModuleGetFunction(&look, module, "look"));
  auto launch = [&](uint64_t last) {
    uint64_t values[] = {1, 2, last};
    void *parameters[] = {&values[0], &values[1], &values[2]};
    EXPECT_OK(cuLaunchKernel(look, 1, 1, 1, 1, 1, 1, 0, nullptr, parameters,
                             nullptr));
    EXPECT_OK(cuCtxSynchronize());
    return seen;
  };
  const uint64_t large = UINT64_C(0x123456789a);
  select("parameters-swapped");
  EXPECT_EQ(launch(large), (std::vector<uint64_t>{2, 1, large}));
  select("parameter-missing");
  EXPECT_EQ(launch(large), (std::vector<uint64_t>{1, 2, 0}));
  select("parameter-truncated");
  EXPECT_EQ(launch(large), (std::vector<uint64_t>{1, 2, 0x3456789a}));
  select("parameter-stale");
  EXPECT_EQ(launch(large), (std::vector<uint64_t>{1, 2, large}));
  EXPECT_EQ(launch(7), (std::vector<uint64_t>{1, 2, large}));
  EXPECT_EQ(launch(8), (std::vector<uint64_t>{1, 2, 7}));
}

TEST_F(SeedsTest, CopiesAreNoticed) {
  // Each breaks its context, so each has a driver of its own.
  for (const char *name : {"upload-short", "upload-elsewhere", "staging-reused",
                           "download-early", "freed-early"}) {
    DriverFixture::TearDown();
    DriverFixture::SetUp();
    select(name);
    CUdeviceptr memory = allocate(4), copied = allocate(4);
    CUstream stream = makeStream();
    int *host = allocateHost(4);
    std::fill_n(host, 4, 3);
    std::vector<CUresult> results = {
        cuMemcpyHtoDAsync_v2(memory, host, 16, stream),
        copy(copied, memory, stream),
        cuMemcpyDtoHAsync_v2(host, copied, 16, stream), cuCtxSynchronize()};
    EXPECT_GE(countSeedApplications(), 1u) << name;
    if (std::string(name) == "upload-short") {
      // A kernel of C++ may read what nobody wrote.
      EXPECT_NE(host[3], 3);
      continue;
    }
    EXPECT_FALSE(control().faults.empty()) << name;
  }
}

TEST_F(SeedsTest, EveryFourthUploadIsDropped) {
  select("upload-dropped");
  CUdeviceptr memory = allocate(4);
  for (int i = 0; i < 4; ++i)
    ASSERT_OK(cuMemcpyHtoD_v2(memory, &i, sizeof(i)));
  EXPECT_EQ(readInt(memory), 2);
  EXPECT_EQ(countSeedApplications(), 1u);
}
