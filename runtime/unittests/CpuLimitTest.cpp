//===- CpuLimitTest.cpp - Tests of how many threads are worth having ------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CpuLimit.h"
#include "TestSupport.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

using namespace amp::rt::cpu;
namespace fs = std::filesystem;

namespace {

/// A folder that stands for the root of a system.
class CpuQuotaTest : public testing::Test {
protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "amp-rootXXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    root = name;
  }
  void TearDown() override { fs::remove_all(root); }

  void write(const std::string &path, const std::string &text) {
    fs::create_directories(fs::path(root + path).parent_path());
    std::ofstream(root + path) << text;
  }
  /// Mounts version 2 at /sys/fs/cgroup, with `mounted` as its root; this
  /// process is in `group`.
  void setUnified(const std::string &group, const std::string &mounted = "/") {
    write("/proc/self/cgroup", "0::" + group + "\n");
    write("/proc/self/mountinfo",
          "22 1 0:20 / /proc rw - proc proc rw\n"
          "30 23 0:26 " +
              mounted +
              " /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw\n");
  }

  std::string root;
};

TEST_F(CpuQuotaTest, NoFilesNoQuota) {
  EXPECT_FALSE(readCpuQuota(root));
  setUnified("/");
  EXPECT_FALSE(readCpuQuota(root));
}

TEST_F(CpuQuotaTest, Unified) {
  setUnified("/a");
  write("/sys/fs/cgroup/a/cpu.max", "max 100000\n");
  EXPECT_FALSE(readCpuQuota(root));
  write("/sys/fs/cgroup/a/cpu.max", "150000 100000\n");
  EXPECT_EQ(readCpuQuota(root), 1.5);
}

TEST_F(CpuQuotaTest, TheLeastOfNestedGroupsHolds) {
  setUnified("/a/b/c");
  write("/sys/fs/cgroup/a/cpu.max", "200000 100000\n");
  write("/sys/fs/cgroup/a/b/cpu.max", "max 100000\n");
  write("/sys/fs/cgroup/a/b/c/cpu.max", "800000 100000\n");
  EXPECT_EQ(readCpuQuota(root), 2.0);
  write("/sys/fs/cgroup/cpu.max", "50000 100000\n");
  EXPECT_EQ(readCpuQuota(root), 0.5);
}

TEST_F(CpuQuotaTest, AMountThatShowsAPart) {
  // As in a container without a namespace of groups.
  setUnified("/system/box/inner", "/system/box");
  write("/sys/fs/cgroup/cpu.max", "300000 100000\n");
  write("/sys/fs/cgroup/inner/cpu.max", "100000 100000\n");
  EXPECT_EQ(readCpuQuota(root), 1.0);
  // Not below it, though it begins alike.
  setUnified("/system/boxes/inner", "/system/box");
  EXPECT_EQ(readCpuQuota(root), 3.0);
  // Outside this namespace.
  setUnified("/../../other", "/");
  EXPECT_EQ(readCpuQuota(root), 3.0);
}

TEST_F(CpuQuotaTest, VersionOneBesideVersionTwo) {
  write("/proc/self/cgroup",
        "5:memory:/m\n3:cpu,cpuacct:/a/b\n2:cpuset:/c\n0::/\n");
  write("/proc/self/mountinfo",
        "30 23 0:26 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n"
        "31 23 0:27 / /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset\n"
        "32 23 0:28 / /sys/fs/with\\040space rw shared:4 - cgroup cgroup "
        "rw,cpu,cpuacct\n");
  write("/sys/fs/cgroup/cpuset/c/cpu.cfs_quota_us", "1\n");
  write("/sys/fs/cgroup/cpuset/c/cpu.cfs_period_us", "100000\n");
  const std::string folder = "/sys/fs/with space/a";
  write(folder + "/b/cpu.cfs_quota_us", "-1\n");
  write(folder + "/b/cpu.cfs_period_us", "100000\n");
  EXPECT_FALSE(readCpuQuota(root));
  write(folder + "/cpu.cfs_quota_us", "250000\n");
  write(folder + "/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(readCpuQuota(root), 2.5);
}

TEST_F(CpuQuotaTest, NonsenseIsNoQuota) {
  for (const char *text : {"", "\n", "x 100000", "100000", "-5 100000",
                           "100000 0", "0 0", "nan nan", "1e999 1"}) {
    setUnified("/a");
    write("/sys/fs/cgroup/a/cpu.max", text);
    EXPECT_FALSE(readCpuQuota(root)) << text;
  }
  write("/sys/fs/cgroup/cpu.max", "100000 100000");
  for (const char *group : {"", "a", "//", "/a//", "/a/../../..", "/\\"}) {
    setUnified(group);
    EXPECT_EQ(readCpuQuota(root), 1.0) << group;
  }
  write("/proc/self/mountinfo", "30 23\n - cgroup2\n30 - cgroup2 a b\n");
  (void)readCpuQuota(root);
}

TEST(NumThreadsTest, TheFirstOfTheList) {
  EXPECT_EQ(parseNumThreads("3"), 3u);
  EXPECT_EQ(parseNumThreads(" 4,2 "), 4u);
  EXPECT_EQ(parseNumThreads("99999999999999999999"), UINT32_MAX);
  for (const char *text : {"", "0", "-1", "x", "2x", ",2", "0x2"})
    EXPECT_FALSE(parseNumThreads(text)) << text;
  EXPECT_FALSE(parseNumThreads(nullptr));
}

TEST(NumThreadsTest, WhatHolds) {
  auto threads = [](uint32_t asked, std::optional<uint32_t> environment,
                    std::optional<double> quota) {
    return chooseThreads(asked, environment, 8, quota).threads;
  };
  EXPECT_EQ(threads(0, std::nullopt, std::nullopt), 8u);
  EXPECT_EQ(threads(0, std::nullopt, 2.0), 2u);
  EXPECT_EQ(threads(0, std::nullopt, 1.5), 2u);
  EXPECT_EQ(threads(0, std::nullopt, 0.01), 1u);
  EXPECT_EQ(threads(0, std::nullopt, 7.5), 8u);
  EXPECT_EQ(threads(0, std::nullopt, 1e30), 8u);
  EXPECT_EQ(threads(0, 6, 2.0), 6u);
  EXPECT_EQ(threads(3, 6, 2.0), 3u);
  EXPECT_EQ(threads(0, 1025, 2.0), 1024u);
  EXPECT_EQ(chooseThreads(0, std::nullopt, 8, 1.5).reason,
            "by the control group's quota of 1.5 CPUs, 8 cores");
}

} // namespace
