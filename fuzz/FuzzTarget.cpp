//===- FuzzTarget.cpp - What the fuzz targets share -----------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FuzzTarget.h"

#include "llvm/Support/Endian.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>
#include <cstring>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

using namespace llvm;

/// A message quotes names of a file, cut where they are long.
static constexpr size_t kMaxMessage = 1 << 14;

void amp::fuzz::expectThat(bool condition, const char *what) {
  if (condition)
    return;
  errs() << "fuzz target: expected " << what << '\n';
  std::abort();
}

void amp::fuzz::expectMessage(Error error) {
  std::string message = toString(std::move(error));
  expectThat(!message.empty(), "a message");
  expectThat(message.size() <= kMaxMessage, "a message of at most 16 KiB");
  for (unsigned char c : message)
    expectThat(c >= 0x20 && c != 0x7f, "a message without control characters");
}

size_t amp::fuzz::mutateHeader(uint8_t *data, size_t size, size_t maxSize) {
  uint64_t header = support::endian::read64le(data);
  if (header > size - 8)
    header = size - 8;
  std::string rest(textOf(data, size).drop_front(8 + header));
  size_t room = maxSize > 8 + rest.size() ? maxSize - 8 - rest.size() : 0;
  if (room < header)
    return size;
  size_t length = LLVMFuzzerMutate(data + 8, header, room);
  support::endian::write64le(data, length);
  std::memcpy(data + 8 + length, rest.data(), rest.size());
  return 8 + length + rest.size();
}

void amp::fuzz::withFile(StringRef bytes,
                         function_ref<void(StringRef path)> read) {
  // A file in memory, one for all inputs.
  static const int descriptor = ::memfd_create("amp-fuzz", MFD_CLOEXEC);
  expectThat(descriptor >= 0 && ::ftruncate(descriptor, 0) == 0 &&
                 ::pwrite(descriptor, bytes.data(), bytes.size(), 0) ==
                     static_cast<ssize_t>(bytes.size()),
             "a file in memory");
  read("/proc/self/fd/" + std::to_string(descriptor));
}
