//===- ThreadPoolTest.cpp - Tests of threads and of how they wait ---------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadPool.h"
#include "TestSupport.h"

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <dirent.h>
#include <dlfcn.h>
#include <fstream>
#include <mutex>
#include <set>

using namespace amp::rt::cpu;
using namespace amp::rt::test;
using std::chrono::milliseconds;

namespace {

TEST(WaitPolicyTest, Parse) {
  EXPECT_EQ(parseWaitPolicy(nullptr), WaitPolicy::Adaptive);
  EXPECT_EQ(parseWaitPolicy(""), WaitPolicy::Adaptive);
  EXPECT_EQ(parseWaitPolicy("passiv"), WaitPolicy::Adaptive);
  EXPECT_EQ(parseWaitPolicy("PASSIVE"), WaitPolicy::Passive);
  EXPECT_EQ(parseWaitPolicy("Active"), WaitPolicy::Active);
}

using Duration = SpinLimit::Duration;

TEST(SpinLimitTest, ShrinksToNothingInVain) {
  SpinLimit limit(WaitPolicy::Adaptive);
  Duration expected = kMostSpin;
  while (expected >= kLeastSpin) {
    EXPECT_EQ(limit.choose(), expected);
    limit.learn(expected, false);
    expected /= 2;
  }
  // A trial in vain changes nothing.
  for (int round = 0; round < 3; ++round) {
    for (uint32_t i = 0; i < kWaitsBetweenTrials; ++i)
      ASSERT_EQ(limit.choose(), Duration(0));
    ASSERT_EQ(limit.choose(), kMostSpin);
    limit.learn(kMostSpin, false);
  }
}

TEST(SpinLimitTest, GrowsBackWhileItIsEnough) {
  SpinLimit limit(WaitPolicy::Adaptive);
  for (int i = 0; i < 3; ++i)
    limit.learn(limit.choose(), false);
  EXPECT_EQ(limit.choose(), Duration(kMostSpin) / 8);
  limit.learn(limit.choose(), true);
  EXPECT_EQ(limit.choose(), Duration(kMostSpin) / 4);
  for (int i = 0; i < 5; ++i)
    limit.learn(limit.choose(), true);
  EXPECT_EQ(limit.choose(), kMostSpin);
  // After a trial that was enough it spins again.
  while (limit.choose() != Duration(0))
    limit.learn(kLeastSpin, false);
  while (limit.choose() == Duration(0)) {
  }
  limit.learn(kMostSpin, true);
  EXPECT_EQ(limit.choose(), kMostSpin);
}

TEST(SpinLimitTest, APolicyThatIsGivenStays) {
  SpinLimit passive(WaitPolicy::Passive), active(WaitPolicy::Active);
  for (bool sufficed : {true, false})
    for (uint32_t i = 0; i < 2 * kWaitsBetweenTrials; ++i) {
      ASSERT_EQ(passive.choose(), Duration(0));
      ASSERT_EQ(active.choose(), kActiveSpin);
      passive.learn(Duration(0), sufficed);
      active.learn(kActiveSpin, sufficed);
    }
}

/// Seconds of CPU that the process has used.
double cpuSeconds() {
  timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) +
         1e-9 * static_cast<double>(time.tv_nsec);
}

/// Lets a thread advance `event` after `delay`, and waits for it.
void waitFor(Waiter &waiter, Event &event, milliseconds delay) {
  const uint32_t seen = event.getCount();
  std::thread other([&] {
    std::this_thread::sleep_for(delay);
    event.advance();
  });
  waiter.wait(event, seen);
  EXPECT_EQ(event.getCount(), seen + 1);
  other.join();
}

TEST(WaiterTest, SleepsBySleepingPolicy) {
  Event event;
  Waiter waiter(WaitPolicy::Passive);
  for (uint32_t i = 0; i < 3; ++i)
    waitFor(waiter, event, milliseconds(1));
  const double before = cpuSeconds();
  waitFor(waiter, event, milliseconds(200));
  EXPECT_LT(cpuSeconds() - before, 0.05);
}

/// A region that counts its calls by thread, and passes `barriers` barriers.
struct Counting {
  explicit Counting(ThreadPool &pool, uint32_t barriers = 0)
      : pool(pool), barriers(barriers) {}

  ThreadPool &pool;
  const uint32_t barriers;
  std::mutex mutex;
  std::multiset<uint32_t> indices;
  std::atomic<uint32_t> inside{0};
  std::atomic<bool> wentWrong{false};

  void run(uint32_t team) {
    indices.clear();
    inside = 0;
    pool.run(
        team,
        [](void *data) {
          auto &self = *static_cast<Counting *>(data);
          const Member member = getMember();
          {
            const std::lock_guard<std::mutex> lock(self.mutex);
            self.indices.insert(member.index);
          }
          for (uint32_t i = 1; i <= self.barriers; ++i) {
            ++self.inside;
            self.pool.wait(member.index);
            if (self.inside != i * member.team)
              self.wentWrong = true;
            self.pool.wait(member.index);
          }
        },
        this);
  }
};

TEST(ThreadPoolTest, EachThreadOnce) {
  for (WaitPolicy policy :
       {WaitPolicy::Adaptive, WaitPolicy::Passive, WaitPolicy::Active}) {
    ThreadPool pool(policy);
    Counting counting(pool);
    for (uint32_t size : {1u, 2u, 5u}) {
      pool.grow(size);
      EXPECT_EQ(pool.getSize(), size);
      // Threads that spin on too few cores take long turns.
      for (int round = 0; round < (policy == WaitPolicy::Active ? 1 : 50);
           ++round)
        for (uint32_t team = 1; team <= size; ++team) {
          counting.run(team);
          std::multiset<uint32_t> expected;
          for (uint32_t i = 0; i < team; ++i)
            expected.insert(i);
          ASSERT_EQ(counting.indices, expected);
        }
    }
    EXPECT_EQ(getMember().pool, nullptr);
  }
}

TEST(ThreadPoolTest, BarriersHoldTheTeamTogether) {
  for (WaitPolicy policy : {WaitPolicy::Adaptive, WaitPolicy::Passive}) {
    ThreadPool pool(policy);
    pool.grow(4);
    Counting counting(pool, 100);
    for (uint32_t team : {1u, 2u, 3u, 4u})
      counting.run(team);
    EXPECT_FALSE(counting.wentWrong);
  }
}

TEST(ThreadPoolTest, IdleThreadsUseNoTime) {
  ThreadPool pool(WaitPolicy::Adaptive);
  pool.grow(4);
  Counting counting(pool);
  counting.run(4);
  const double before = cpuSeconds();
  std::this_thread::sleep_for(milliseconds(300));
  EXPECT_LT(cpuSeconds() - before, 0.02);
}

/// Names of the threads of this process.
std::multiset<std::string> listThreads() {
  std::multiset<std::string> names;
  DIR *folder = opendir("/proc/self/task");
  while (const dirent *entry = readdir(folder)) {
    std::string name;
    std::getline(std::ifstream("/proc/self/task/" + std::string(entry->d_name) +
                               "/comm"),
                 name);
    if (!name.empty())
      names.insert(name);
  }
  closedir(folder);
  return names;
}

/// Runs a product on `device` that is large enough for all of its threads.
void multiply(amprt_device *device) {
  const int64_t n = 256;
  amprt_record record = {};
  record.kind = AMPRT_RECORD_GEMM;
  record.name = "product";
  record.location = "";
  record.num_operands = 3;
  amprt_gemm &gemm = record.as.gemm;
  gemm.m = gemm.n = gemm.k = gemm.lda = gemm.ldb = gemm.ldc = n;
  gemm.batch = 1;
  gemm.type_a = gemm.type_b = gemm.type_c = AMPRT_F32;
  const uint64_t bytes = static_cast<uint64_t>(n * n) * 4;
  const uint64_t sizes[] = {bytes, bytes, bytes};
  const amprt_slice slices[] = {
      {AMPRT_BINDING_FIRST_ARGUMENT, 0, bytes, {}},
      {AMPRT_BINDING_FIRST_ARGUMENT + 1, 0, bytes, {}},
      {AMPRT_BINDING_FIRST_ARGUMENT + 2, 0, bytes, {}}};
  amprt_program_desc desc = {};
  desc.abi_version = AMPRT_ABI_VERSION;
  desc.device_kind = AMPRT_CPU;
  desc.name = "program";
  desc.num_arguments = desc.num_operands = 3;
  desc.argument_bytes = sizes;
  desc.operands = slices;
  desc.num_records = 1;
  desc.records = &record;
  amprt_program *raw = nullptr;
  ASSERT_TRUE(succeeded(amprt_program_create(device, &desc, &raw)));
  ProgramPtr program(raw);
  const std::vector<uint8_t> zeros(bytes);
  BufferPtr a = makeBuffer(device, zeros), b = makeBuffer(device, zeros),
            c = makeBuffer(device, zeros);
  amprt_buffer *arguments[] = {a.get(), b.get(), c.get()};
  for (int i = 0; i < 5; ++i)
    ASSERT_TRUE(
        succeeded(amprt_program_run(program.get(), nullptr, arguments, 3)));
}

TEST(ThreadsOfADeviceTest, OneDnnRunsOnThePool) {
  const size_t others = listThreads().size();
  {
    DevicePtr device = openDevice("cpu", 3);
    multiply(device.get());
    // Had oneDNN found GNU's library, that would have started threads, too.
    const std::multiset<std::string> names = listThreads();
    EXPECT_EQ(names.size(), others + 2);
    EXPECT_EQ(names.count("amp-worker"), 2u);
    // They are shared, and as many as the largest device has.
    DevicePtr second = openDevice("cpu", 5), third = openDevice("cpu", 2);
    multiply(second.get());
    multiply(third.get());
    EXPECT_EQ(listThreads().count("amp-worker"), 4u);
  }
  EXPECT_EQ(listThreads().size(), others);
}

/// What a program sees that has GNU OpenMP in its global scope.
void useGnuOpenMP() {
  if (!dlopen("libgomp.so.1", RTLD_NOW | RTLD_GLOBAL))
    std::exit(1);
  DevicePtr device = openDevice("cpu", 3);
  multiply(device.get());
  amprt_device_info info;
  amprt_device_get_info(device.get(), &info);
  std::fprintf(stderr, "%s; %zu workers", info.threading,
               listThreads().count("amp-worker"));
  std::exit(testing::Test::HasFailure() ? 2 : 0);
}

TEST(ThreadsOfADeviceDeathTest, AProgramKeepsItsOwnOpenMP) {
  // A process of its own, in which the backend is not loaded yet.
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(useGnuOpenMP(), testing::ExitedWithCode(0),
              "3 threads \\(as asked for\\); they wait as the program's own "
              "OpenMP library does; 0 workers");
}

TEST(ThreadsOfADeviceTest, TakeTurnsOnThePool) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i)
    threads.emplace_back([] {
      DevicePtr device = openDevice("cpu", 2);
      multiply(device.get());
    });
  for (std::thread &thread : threads)
    thread.join();
}

/// Sets a variable of the environment while it lives.
class Variable {
public:
  Variable(const char *name, const char *value) : name(name) {
    setenv(name, value, 1);
  }
  ~Variable() { unsetenv(name); }

private:
  const char *name;
};

std::string describeThreading(uint32_t numThreads = 0) {
  DevicePtr device = openDevice("cpu", numThreads);
  amprt_device_info info;
  amprt_device_get_info(device.get(), &info);
  return info.threading;
}

TEST(ThreadsOfADeviceTest, SaysWhatTheEnvironmentAskedFor) {
  unsetenv("OMP_NUM_THREADS");
  unsetenv("OMP_WAIT_POLICY");
  EXPECT_EQ(describeThreading(3),
            "3 threads (as asked for); waiting threads spin while that is "
            "enough, else sleep");
  const Variable policy("OMP_WAIT_POLICY", "Passive");
  const Variable number("OMP_NUM_THREADS", "2,1");
  EXPECT_EQ(describeThreading(),
            "2 threads (by OMP_NUM_THREADS); waiting threads sleep "
            "(OMP_WAIT_POLICY=passive)");
  EXPECT_EQ(describeThreading(1).substr(0, 24), "1 thread (as asked for);");
}

} // namespace
