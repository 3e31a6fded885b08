//===- CompileCacheTest.cpp - A folder of executables ---------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Training/CompileCache.h"

#include "CacheFolder.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <functional>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace amp;
using namespace amp::test;
using namespace amp::training;
using mlir::amp::Executable;
using mlir::amp::ExecutableBytes;

/// An executable that says its name, and its file.
static ExecutableBytes makeProgram(const std::string &name, size_t size = 0) {
  Executable executable;
  executable.compiler = name;
  executable.constants.assign(size, 'c');
  auto bytes = writeExecutable(executable);
  if (bytes)
    return *bytes;
  ADD_FAILURE() << llvm::toString(bytes.takeError());
  return nullptr;
}

static std::unique_ptr<CompileCache>
openCache(const std::string &path,
          uint64_t maxBytes = CompileCache::kMaxBytes) {
  auto cache = CompileCache::open(path, maxBytes);
  if (cache)
    return std::move(*cache);
  ADD_FAILURE() << llvm::toString(cache.takeError());
  return nullptr;
}

/// The message of a folder that cannot be opened, without its name.
static std::string refuse(const std::string &path) {
  auto cache = CompileCache::open(path);
  if (cache)
    return "opened";
  auto error = cache.takeError();
  std::string message;
  llvm::handleAllErrors(std::move(error), [&](const llvm::ErrorInfoBase &info) {
    message = info.message();
    EXPECT_EQ(kindOf(info), ErrorKind::IO);
  });
  std::string start = "folder " + quote(path) + ": ";
  EXPECT_EQ(message.substr(0, start.size()), start);
  return message.substr(std::min(start.size(), message.size()));
}

/// What the cache has of `key`: the program's name, or "none".
static std::string find(const CompileCache &cache, const std::string &key) {
  Executable executable;
  ExecutableBytes bytes = cache.find(key, executable);
  return bytes ? executable.compiler : "none";
}

static void setAge(const std::string &path, time_t seconds) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  now.tv_sec -= seconds;
  const struct timespec times[2] = {now, now};
  ASSERT_EQ(utimensat(AT_FDCWD, path.c_str(), times, AT_SYMLINK_NOFOLLOW), 0);
}

static unsigned getMode(const std::string &path) {
  struct stat status;
  EXPECT_EQ(lstat(path.c_str(), &status), 0) << path;
  return status.st_mode & 07777;
}

//===----------------------------------------------------------------------===//
// Keys
//===----------------------------------------------------------------------===//

static std::string keyOf(std::function<void(CacheKey &)> add) {
  CacheKey key;
  add(key);
  return key.get();
}

TEST(CacheKeyTest, KeepsTextsApart) {
  std::string ab = keyOf([](CacheKey &key) {
    key.add("a");
    key.add("b");
  });
  EXPECT_EQ(ab.size(), 64u);
  EXPECT_EQ(ab, keyOf([](CacheKey &key) {
              key.add("a");
              key.add("b");
            }));
  for (auto other : std::initializer_list<std::function<void(CacheKey &)>>{
           [](CacheKey &key) { key.add("ab"); },
           [](CacheKey &key) {
             key.add("b");
             key.add("a");
           },
           [](CacheKey &key) {
             key.add("a");
             key.add("b");
             key.add("");
           },
           [](CacheKey &key) {
             key.add("");
             key.add("ab");
           },
           [](CacheKey &key) {
             key.add("a");
             key.add(uint64_t('b'));
           }})
    EXPECT_NE(ab, keyOf(other));
}

//===----------------------------------------------------------------------===//
// The folder
//===----------------------------------------------------------------------===//

TEST(CompileCacheTest, MakesTheFolder) {
  CacheFolder folder;
  mode_t mask = umask(0);
  std::string path = folder / "a/b/cache";
  EXPECT_NE(openCache(path + "//"), nullptr);
  umask(mask);
  EXPECT_EQ(getMode(path), 0700u);
  EXPECT_EQ(getMode(folder / "a"), 0700u);
  // It is there now.
  EXPECT_NE(openCache(path), nullptr);
}

TEST(CompileCacheTest, RefusesWhatOthersMayUse) {
  CacheFolder folder;
  ASSERT_EQ(mkdir(folder.cache().c_str(), 0700), 0);
  for (mode_t mode : {0701, 0710, 0740, 0750, 0777, 0720, 0702}) {
    ASSERT_EQ(chmod(folder.cache().c_str(), mode), 0);
    EXPECT_EQ(refuse(folder.cache()),
              "others may look into it; programs are run from it, so its mode "
              "must be 0700");
  }
  ASSERT_EQ(chmod(folder.cache().c_str(), 0700), 0);
  EXPECT_EQ(refuse(folder.cache()), "opened");
}

TEST(CompileCacheTest, RefusesWhatIsNoFolder) {
  CacheFolder folder;
  ASSERT_EQ(mkdir((folder / "other").c_str(), 0700), 0);
  ASSERT_EQ(symlink("other", folder.cache().c_str()), 0);
  EXPECT_EQ(refuse(folder.cache()), "is a link, or no folder");
  // A slash would make it that of the folder behind it.
  auto cache = CompileCache::open(folder.cache() + "/");
  EXPECT_FALSE(static_cast<bool>(cache));
  llvm::consumeError(cache.takeError());
  CacheFolder::write(folder / "file", "text");
  EXPECT_EQ(refuse(folder / "file"), "is a link, or no folder");
  EXPECT_EQ(refuse(folder / "file/cache"), "cannot make it: Not a directory");
  EXPECT_EQ(refuse(folder / "file/a/b"),
            "cannot make the folder that it is in: Not a directory");
  ASSERT_EQ(symlink("nowhere", (folder / "lost").c_str()), 0);
  EXPECT_EQ(refuse(folder / "lost"), "is a link, or no folder");
  EXPECT_EQ(refuse(""), "cannot make it: No such file or directory");
}

TEST(CompileCacheTest, RefusesThatOfAnotherUser) {
  if (geteuid() != 0)
    GTEST_SKIP() << "only root can give folders away";
  CacheFolder folder;
  ASSERT_EQ(mkdir(folder.cache().c_str(), 0700), 0);
  ASSERT_EQ(chown(folder.cache().c_str(), 65534, 65534), 0);
  EXPECT_EQ(refuse(folder.cache()), "belongs to another user");
}

TEST(CompileCacheTest, DefaultPath) {
  auto get = [](std::initializer_list<std::pair<const char *, const char *>>
                    variables) {
    std::vector<std::pair<const char *, std::optional<std::string>>> before;
    for (const char *name : {"AMP_CACHE_DIR", "XDG_CACHE_HOME", "HOME"}) {
      const char *value = getenv(name);
      before.emplace_back(name, value ? std::optional<std::string>(value)
                                      : std::nullopt);
      unsetenv(name);
    }
    for (auto [name, value] : variables)
      setenv(name, value, 1);
    std::string path = CompileCache::getDefaultPath();
    for (const auto &[name, value] : before)
      value ? setenv(name, value->c_str(), 1) : unsetenv(name);
    return path;
  };
  EXPECT_EQ(get({}), "");
  EXPECT_EQ(get({{"HOME", "/home/me"}}), "/home/me/.cache/amp");
  EXPECT_EQ(get({{"HOME", "me"}}), "");
  EXPECT_EQ(get({{"HOME", "/home/me"}, {"XDG_CACHE_HOME", "/x"}}), "/x/amp");
  EXPECT_EQ(get({{"HOME", "/home/me"}, {"XDG_CACHE_HOME", "x"}}),
            "/home/me/.cache/amp");
  EXPECT_EQ(get({{"HOME", "/home/me"}, {"XDG_CACHE_HOME", ""}}),
            "/home/me/.cache/amp");
  EXPECT_EQ(get({{"HOME", "/home/me"},
                 {"XDG_CACHE_HOME", "/x"},
                 {"AMP_CACHE_DIR", "here"}}),
            "here");
  EXPECT_EQ(get({{"HOME", "/home/me"}, {"AMP_CACHE_DIR", ""}}), "");
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

TEST(CompileCacheTest, FindsWhatWasInserted) {
  CacheFolder folder;
  auto cache = openCache(folder.cache());
  ASSERT_NE(cache, nullptr);
  EXPECT_EQ(find(*cache, "a"), "none");
  cache->insert("a", makeProgram("first"));
  cache->insert("b", makeProgram("second"));
  EXPECT_EQ(find(*cache, "a"), "first");
  EXPECT_EQ(find(*cache, "b"), "second");
  EXPECT_EQ(find(*cache, "c"), "none");
  EXPECT_EQ(folder.names(), (std::set<std::string>{"a.ampx", "b.ampx"}));
  EXPECT_EQ(getMode(folder.file("a")), 0600u);
  // The last of two stays, and another cache of the folder sees it.
  cache->insert("a", makeProgram("third"));
  EXPECT_EQ(find(*openCache(folder.cache()), "a"), "third");
  ExecutableBytes expected = makeProgram("third");
  Executable executable;
  ExecutableBytes found = cache->find("a", executable);
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->getBuffer(), expected->getBuffer());
  // Bytes that were found stay as they are.
  std::filesystem::remove_all(folder.cache());
  EXPECT_EQ(found->getBuffer(), expected->getBuffer());
  EXPECT_EQ(find(*cache, "a"), "none");
  // The folder is gone: nothing is kept, and nothing fails.
  cache->insert("a", makeProgram("first"));
  EXPECT_EQ(find(*cache, "a"), "none");
}

TEST(CompileCacheTest, FollowsNoLink) {
  CacheFolder folder;
  auto cache = openCache(folder.cache());
  ExecutableBytes program = makeProgram("elsewhere");
  CacheFolder::write(folder / "elsewhere", program->getBuffer().str());
  ASSERT_EQ(symlink("../elsewhere", folder.file("a").c_str()), 0);
  EXPECT_EQ(find(*cache, "a"), "none");
  // The name becomes that of a file.
  cache->insert("a", makeProgram("own"));
  EXPECT_EQ(find(*cache, "a"), "own");
  EXPECT_FALSE(std::filesystem::is_symlink(folder.file("a")));
  EXPECT_EQ(CacheFolder::read(folder / "elsewhere"),
            program->getBuffer().str());
}

TEST(CompileCacheTest, TakesRegularFilesOnly) {
  CacheFolder folder;
  auto cache = openCache(folder.cache());
  ASSERT_EQ(mkfifo(folder.file("pipe").c_str(), 0600), 0);
  EXPECT_EQ(find(*cache, "pipe"), "none");
  ASSERT_EQ(mkdir(folder.file("folder").c_str(), 0700), 0);
  EXPECT_EQ(find(*cache, "folder"), "none");
  cache->insert("folder", makeProgram("program"));
  EXPECT_EQ(find(*cache, "folder"), "none");
  EXPECT_EQ(folder.names(),
            (std::set<std::string>{"pipe.ampx", "folder.ampx"}));
}

TEST(CompileCacheTest, TakesItsUsersFilesOnly) {
  if (geteuid() != 0)
    GTEST_SKIP() << "only root can give files away";
  CacheFolder folder;
  auto cache = openCache(folder.cache());
  cache->insert("a", makeProgram("program"));
  ASSERT_EQ(chown(folder.file("a").c_str(), 65534, 65534), 0);
  EXPECT_EQ(find(*cache, "a"), "none");
}

TEST(CompileCacheTest, RemovesWhatIsDamaged) {
  CacheFolder folder;
  auto cache = openCache(folder.cache());
  const std::string good = makeProgram("program", 100)->getBuffer().str();
  std::string changed = good, version = good;
  changed.back() ^= 1;
  version[8] ^= 1;
  for (const std::string &bad :
       {changed, version, good.substr(0, good.size() - 1), good + "x",
        std::string("text"), std::string(64, '\0')}) {
    CacheFolder::write(folder.file("a"), bad);
    EXPECT_EQ(find(*cache, "a"), "none");
    EXPECT_EQ(folder.names(), std::set<std::string>());
    cache->insert("a", makeProgram("program"));
    EXPECT_EQ(find(*cache, "a"), "program");
  }
  // An empty one is what a full disk left.
  CacheFolder::write(folder.file("a"), "");
  EXPECT_EQ(find(*cache, "a"), "none");
  cache->insert("a", makeProgram("program"));
  EXPECT_EQ(find(*cache, "a"), "program");
}

TEST(CompileCacheTest, FindsKernels) {
  CacheFolder folder;
  auto cache = openCache(folder.cache());
  const std::string binary("a\0b\n", 4);
  EXPECT_EQ(cache->findKernel("a"), "");
  cache->insertKernels({{"a", binary}, {"b", "code"}});
  cache->insert("a", makeProgram("program"));
  EXPECT_EQ(cache->findKernel("a"), binary);
  EXPECT_EQ(openCache(folder.cache())->findKernel("b"), "code");
  EXPECT_EQ(find(*cache, "a"), "program");
  EXPECT_EQ(find(*cache, "b"), "none");
  EXPECT_EQ(folder.names(),
            (std::set<std::string>{"a.ampk", "a.ampx", "b.ampk"}));
  EXPECT_EQ(getMode(folder.kernelFile("a")), 0600u);
}

TEST(CompileCacheTest, RemovesDamagedKernels) {
  CacheFolder folder;
  auto cache = openCache(folder.cache());
  cache->insertKernels({{"a", "some code"}, {"b", "other code"}});
  const std::string good = CacheFolder::read(folder.kernelFile("a"));
  std::string code = good, digest = good;
  code.back() ^= 1;
  digest[20] ^= 1;
  for (const std::string &bad :
       {code, digest, good.substr(0, good.size() - 1), good + "x",
        good.substr(0, good.find("some")), good.substr(0, 20),
        std::string("text"), CacheFolder::read(folder.kernelFile("b"))}) {
    CacheFolder::write(folder.kernelFile("a"), bad);
    std::string damaged;
    EXPECT_EQ(
        cache->findKernel("a", [&](llvm::StringRef name) { damaged += name; }),
        "");
    EXPECT_EQ(damaged, "a.ampk");
    EXPECT_EQ(folder.names(), std::set<std::string>{"b.ampk"});
    cache->insertKernels({{"a", "some code"}});
    EXPECT_EQ(cache->findKernel("a"), "some code");
  }
}

TEST(CompileCacheTest, KernelsTakeRoom) {
  CacheFolder folder;
  const uint64_t size = makeProgram("a")->getBufferSize();
  auto cache = openCache(folder.cache(), 2 * size);
  cache->insert("a", makeProgram("a"));
  cache->insertKernels({{"b", "code"}});
  setAge(folder.file("a"), 100);
  setAge(folder.kernelFile("b"), 200);
  cache->insertKernels({{"c", std::string(size - 100, 'x')}});
  EXPECT_EQ(folder.names(), (std::set<std::string>{"a.ampx", "c.ampk"}));
  // That is a use.
  EXPECT_EQ(cache->findKernel("c").size(), size - 100);
  cache->insert("d", makeProgram("d"));
  EXPECT_EQ(folder.names(), (std::set<std::string>{"c.ampk", "d.ampx"}));
  // Too large for the folder.
  cache->insertKernels({{"e", std::string(2 * size, 'x')}});
  EXPECT_EQ(folder.names(), (std::set<std::string>{"c.ampk", "d.ampx"}));
}

TEST(CompileCacheTest, RemovesWhatWasNotUsedForTheLongestTime) {
  CacheFolder folder;
  const uint64_t size = makeProgram("a")->getBufferSize();
  auto cache = openCache(folder.cache(), 3 * size);
  for (const char *key : {"a", "b", "c"})
    cache->insert(key, makeProgram(key));
  setAge(folder.file("a"), 300);
  setAge(folder.file("b"), 200);
  setAge(folder.file("c"), 100);
  CacheFolder::write(folder.cache() + "/README", std::string(4 * size, 'x'));
  // That is a use.
  EXPECT_EQ(find(*cache, "a"), "a");
  cache->insert("d", makeProgram("d"));
  EXPECT_EQ(folder.names(),
            (std::set<std::string>{"README", "a.ampx", "c.ampx", "d.ampx"}));
  cache->insert("e", makeProgram("e"));
  EXPECT_EQ(folder.names(),
            (std::set<std::string>{"README", "a.ampx", "d.ampx", "e.ampx"}));
  // The same name again needs no more room.
  cache->insert("e", makeProgram("e"));
  EXPECT_EQ(folder.names(),
            (std::set<std::string>{"README", "a.ampx", "d.ampx", "e.ampx"}));
}

TEST(CompileCacheTest, KeepsNothingThatIsTooLarge) {
  CacheFolder folder;
  const uint64_t size = makeProgram("a")->getBufferSize();
  auto cache = openCache(folder.cache(), size);
  cache->insert("a", makeProgram("a"));
  cache->insert("b", makeProgram("b", /*size=*/64));
  EXPECT_EQ(folder.names(), std::set<std::string>{"a.ampx"});
  // It is full: the other goes.
  cache->insert("c", makeProgram("c"));
  EXPECT_EQ(folder.names(), std::set<std::string>{"c.ampx"});
}

TEST(CompileCacheTest, RemovesWhatAKilledProcessLeft) {
  CacheFolder folder;
  auto cache = openCache(folder.cache());
  CacheFolder::write(folder.cache() + "/old.1.0.tmp", "part");
  setAge(folder.cache() + "/old.1.0.tmp", 3700);
  CacheFolder::write(folder.cache() + "/young.2.0.tmp", "part");
  setAge(folder.cache() + "/young.2.0.tmp", 3000);
  ASSERT_EQ(symlink("/", (folder.cache() + "/link.tmp").c_str()), 0);
  setAge(folder.cache() + "/link.tmp", 3700);
  CacheFolder::write(folder.cache() + "/old", "not ours");
  setAge(folder.cache() + "/old", 3700);
  cache->insert("a", makeProgram("a"));
  EXPECT_EQ(folder.names(), (std::set<std::string>{"a.ampx", "link.tmp", "old",
                                                   "young.2.0.tmp"}));
}

/// Runs `body` in a process of its own; true if it says so.
static bool runInChild(std::function<bool()> body) {
  pid_t child = fork();
  if (child == 0)
    _exit(body() ? 0 : 1);
  int status = -1;
  return child > 0 && waitpid(child, &status, 0) == child &&
         WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST(CompileCacheTest, WhatCannotBeWrittenIsNotKept) {
  CacheFolder folder;
  auto cache = openCache(folder.cache());
  // As on a full disk: a part is written, and no more.
  EXPECT_TRUE(runInChild([&] {
    signal(SIGXFSZ, SIG_IGN);
    struct rlimit limit = {100, 100};
    setrlimit(RLIMIT_FSIZE, &limit);
    cache->insert("a", makeProgram("a", 1000));
    return find(*cache, "a") == "none";
  }));
  EXPECT_EQ(folder.names(), std::set<std::string>());
}

TEST(CompileCacheTest, AFolderThatCannotBeWritten) {
  CacheFolder folder;
  auto cache = openCache(folder.cache());
  cache->insert("a", makeProgram("a"));
  ASSERT_EQ(chmod(folder.cache().c_str(), 0500), 0);
  // Root could write all the same.
  const uid_t user = geteuid() == 0 ? 65534 : geteuid();
  for (const std::string &path : {folder.cache(), folder.file("a")})
    ASSERT_EQ(chown(path.c_str(), user, gid_t(-1)), 0);
  EXPECT_TRUE(runInChild([&] {
    if (seteuid(user) != 0)
      return false;
    cache->insert("b", makeProgram("b"));
    return find(*cache, "a") == "a" && find(*cache, "b") == "none";
  }));
  EXPECT_EQ(folder.names(), std::set<std::string>{"a.ampx"});
  chmod(folder.cache().c_str(), 0700);
}

//===----------------------------------------------------------------------===//
// Several at the same time
//===----------------------------------------------------------------------===//

/// Looks for programs and inserts them; false if one is another than it should
/// be.
static bool use(const std::string &path, uint64_t maxBytes) {
  auto cache = CompileCache::open(path, maxBytes);
  if (!cache) {
    llvm::consumeError(cache.takeError());
    return false;
  }
  bool isOk = true;
  for (int round = 0; round < 100; ++round)
    for (int i = 0; i < 6; ++i) {
      std::string key = "key" + std::to_string(i);
      std::string found = find(**cache, key);
      isOk &= found == "none" || found == key;
      if (found == "none" || round % 10 == i)
        (*cache)->insert(key, makeProgram(key, 5000));
    }
  return isOk;
}

/// Room for four of six.
static constexpr uint64_t kRoom = 4 * 6000;

static void expectWhole(const CacheFolder &folder) {
  auto cache = openCache(folder.cache());
  size_t bytes = 0;
  for (const std::string &name : folder.names()) {
    EXPECT_EQ(name.substr(4), ".ampx") << name;
    EXPECT_EQ(find(*cache, name.substr(0, 4)), name.substr(0, 4));
    bytes += std::filesystem::file_size(folder.cache() + "/" + name);
  }
  EXPECT_GT(bytes, 0u);
  EXPECT_LE(bytes, kRoom);
}

TEST(CompileCacheTest, Threads) {
  CacheFolder folder;
  std::vector<std::thread> threads;
  std::array<bool, 4> isOk = {};
  for (bool &result : isOk)
    threads.emplace_back([&] { result = use(folder.cache(), kRoom); });
  for (std::thread &thread : threads)
    thread.join();
  for (bool result : isOk)
    EXPECT_TRUE(result);
  expectWhole(folder);
}

TEST(CompileCacheTest, Processes) {
  CacheFolder folder;
  std::vector<pid_t> children;
  for (int i = 0; i < 4; ++i) {
    pid_t child = fork();
    if (child == 0)
      _exit(use(folder.cache(), kRoom) ? 0 : 1);
    children.push_back(child);
  }
  for (pid_t child : children) {
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
  }
  expectWhole(folder);
}
