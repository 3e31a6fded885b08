//===- StandaloneMain.cpp - Runs a fuzz target without libFuzzer ----------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Takes the arguments of libFuzzer that the tests use, so that builds without
// sanitizers try the same seeds, and mutants of them that nothing guides:
//
//   TARGET [-runs=N] [-seed=N] [-max_len=N] [-max_total_time=SECONDS] PATH...
//
// A path is an input, or a folder of inputs. Each is run once; then N mutants.
// An input that ends the process by a signal, or runs for kInputSeconds, is
// left in the file `crash-TARGET` of the folder -artifact_prefix.

#include "FuzzTarget.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <random>
#include <string>
#include <unistd.h>
#include <vector>

using namespace llvm;

constexpr unsigned kInputSeconds = 10;

static std::mt19937_64 generator;
static ArrayRef<uint8_t> running;
static std::string artifact;

/// Keeps the input and ends as the signal does. On a stack of its own: the
/// other may be what is used up.
static void keepInput(int number) {
  int file = ::open(artifact.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (file < 0 || ::write(file, running.data(), running.size()) < 0)
    ::_exit(3);
  struct sigaction action = {};
  action.sa_handler = SIG_DFL;
  ::sigaction(number, &action, nullptr);
  ::raise(number);
}

static void installHandlers() {
  static char stack[1 << 16];
  stack_t other = {};
  other.ss_sp = stack;
  other.ss_size = sizeof(stack);
  ::sigaltstack(&other, nullptr);
  struct sigaction action = {};
  action.sa_handler = keepInput;
  action.sa_flags = SA_ONSTACK;
  for (int number : {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGALRM})
    ::sigaction(number, &action, nullptr);
}

static size_t below(size_t bound) {
  return std::uniform_int_distribution<size_t>(0, bound - 1)(generator);
}

extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t maxSize) {
  static constexpr uint8_t kEdges[] = {0, 1, 0x7f, 0x80, 0xff, '"', '{', '['};
  for (size_t changes = 1 + below(4); changes; --changes) {
    size_t at = size ? below(size) : 0;
    switch (below(6)) {
    case 0: // one bit
      if (size)
        data[at] ^= 1u << below(8);
      break;
    case 1: // one byte
      if (size)
        data[at] = below(2) ? kEdges[below(std::size(kEdges))] : below(256);
      break;
    case 2: // a byte more
      if (size < maxSize) {
        std::copy_backward(data + at, data + size, data + size + 1);
        data[at] = below(256);
        ++size;
      }
      break;
    case 3: { // some bytes less
      size_t count = size ? std::min(size - at, 1 + below(16)) : 0;
      std::copy(data + at + count, data + size, data + at);
      size -= count;
      break;
    }
    case 4: { // some bytes from elsewhere
      size_t from = size ? below(size) : 0;
      size_t count = size ? 1 + below(size - std::max(at, from)) : 0;
      std::vector<uint8_t> copy(data + from, data + from + count);
      std::copy(copy.begin(), copy.end(), data + at);
      break;
    }
    default: // the end cut off
      if (size && below(4) == 0)
        size = at;
    }
  }
  return size;
}

extern "C" LLVM_ATTRIBUTE_WEAK size_t LLVMFuzzerCustomMutator(uint8_t *data,
                                                              size_t size,
                                                              size_t maxSize,
                                                              unsigned) {
  return LLVMFuzzerMutate(data, size, maxSize);
}

static void addInputs(StringRef path, std::vector<std::string> &paths) {
  if (!sys::fs::is_directory(path)) {
    paths.push_back(path.str());
    return;
  }
  std::error_code code;
  for (sys::fs::directory_iterator entry(path, code), end;
       !code && entry != end; entry.increment(code))
    addInputs(entry->path(), paths);
}

int main(int argc, char **argv) {
  uint64_t runs = 0, seed = 1, maxLength = 4096, seconds = 0;
  std::string prefix;
  std::vector<std::string> paths;
  for (StringRef argument : ArrayRef(argv + 1, argc - 1)) {
    StringRef value = argument;
    uint64_t *number = value.consume_front("-runs=")             ? &runs
                       : value.consume_front("-seed=")           ? &seed
                       : value.consume_front("-max_len=")        ? &maxLength
                       : value.consume_front("-max_total_time=") ? &seconds
                                                                 : nullptr;
    if (value.consume_front("-artifact_prefix=")) {
      prefix = value.str();
    } else if (number ? value.getAsInteger(10, *number)
                      : argument.starts_with("-")) {
      errs() << "error: unknown argument '" << argument << "'\n";
      return 2;
    } else if (!number) {
      addInputs(argument, paths);
    }
  }
  llvm::sort(paths);

  std::vector<std::string> inputs;
  for (const std::string &path : paths) {
    ErrorOr<std::unique_ptr<MemoryBuffer>> file =
        MemoryBuffer::getFile(path, /*IsText=*/false,
                              /*RequiresNullTerminator=*/false);
    if (!file) {
      errs() << "error: cannot read '" << path << "'\n";
      return 2;
    }
    inputs.push_back((*file)->getBuffer().str());
  }
  artifact = prefix + "crash-" + sys::path::filename(argv[0]).str();
  installHandlers();
  auto run = [](ArrayRef<uint8_t> bytes) {
    // What is read beyond the end of this copy is not the input's.
    std::vector<uint8_t> copy(bytes.begin(), bytes.end());
    running = copy;
    ::alarm(kInputSeconds);
    LLVMFuzzerTestOneInput(copy.data(), copy.size());
    ::alarm(0);
  };
  for (const std::string &input : inputs)
    run(arrayRefFromStringRef(input));

  generator.seed(seed);
  auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
  uint64_t done = 0;
  for (; (seconds && !runs) || done < runs; ++done) {
    if (seconds && std::chrono::steady_clock::now() > end)
      break;
    std::string input =
        inputs.empty() ? "" : inputs[below(inputs.size())].substr(0, maxLength);
    std::vector<uint8_t> bytes(input.begin(), input.end());
    bytes.resize(maxLength);
    bytes.resize(LLVMFuzzerCustomMutator(bytes.data(), input.size(), maxLength,
                                         generator()));
    run(bytes);
  }
  outs() << "Done " << inputs.size() + done << " runs\n";
  return 0;
}
