//===- ExecutableFuzzer.cpp - Executables ---------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Programs are made of an executable, and none is run: its kernels are bytes of
// the input.

#include "FuzzTarget.h"

#include "amp/Executable/LoadedExecutable.h"
#include "amp/Support/Sha256.h"
#include "llvm/ADT/StringExtras.h"

#include <cstring>

using namespace llvm;
using namespace amp;
using namespace amp::fuzz;
using mlir::amp::Executable;
using mlir::amp::ExecutableBytes;
using mlir::amp::LoadedExecutable;
using mlir::amp::ProgramFunction;
using mlir::amp::ProgramVariable;

/// The input with the header that makes a reader look behind it.
static std::string mendHeader(StringRef input) {
  amprt_executable_header header = {};
  std::string file = input.str();
  file.resize(std::max(file.size(), sizeof(header)));
  std::memcpy(&header, file.data(), sizeof(header));
  std::memcpy(header.magic, AMPRT_EXECUTABLE_MAGIC, sizeof(header.magic));
  header.version = AMPRT_EXECUTABLE_VERSION;
  header.abi_version = AMPRT_ABI_VERSION;
  header.file_bytes = file.size();
  header.table_offset -= header.table_offset % AMPRT_SECTION_ALIGNMENT;
  if (header.table_offset < sizeof(header) ||
      header.table_offset >= file.size())
    header.table_offset = sizeof(header);
  std::memcpy(file.data(), &header, sizeof(header));
  constexpr size_t kDigest = offsetof(amprt_executable_header, sha256);
  Sha256 hash;
  hash.update(StringRef(file).take_front(kDigest));
  hash.update(StringRef(file).drop_front(sizeof(header)));
  std::string digest = fromHex(hash.hexDigest());
  std::memcpy(file.data() + kDigest, digest.data(), digest.size());
  return file;
}

static void checkMeaning(const Executable &executable,
                         const ExecutableBytes &bytes) {
  for (const ProgramVariable &variable : executable.variables) {
    const auto *values = std::get_if<Tensor>(&variable.initializer);
    if (values && !values->isWritable())
      expectThat(values->bytes().begin() >= bytes->getBufferStart() &&
                     values->bytes().end() <= bytes->getBufferEnd(),
                 "first values that lie in the file");
  }
  for (const ProgramFunction &function : executable.functions)
    expectThat(function.arguments.size() == function.argumentBytes.size(),
               "the size of each argument");
  // Records are without their fields: copies, as far as the file can say.
  Executable copy = executable;
  for (ProgramFunction &function : copy.functions)
    for (mlir::amp::ProgramRecord &record : function.records)
      record.fields.kind = AMPRT_RECORD_COPY;
  Expected<ExecutableBytes> written = writeExecutable(copy);
  expectThat(static_cast<bool>(written), "what was read to be written");
  Expected<Executable> again = mlir::amp::readExecutable(*written);
  if (!again)
    errs() << toString(again.takeError()) << '\n';
  else
    expectThat(again->variables.size() == executable.variables.size() &&
                   again->functions.size() == executable.functions.size(),
               "the same variables and functions again");
  expectThat(static_cast<bool>(again), "what was written to be read again");
}

static void open(StringRef file) {
  static amprt_device *const device = [] {
    amprt_device_options options = {/*num_threads=*/1,
                                    /*memory_limit=*/kMaxBytes};
    amprt_device *cpu = nullptr;
    amprt_status *status = amprt_device_create("cpu", &options, &cpu);
    expectThat(!status, "a CPU");
    return cpu;
  }();
  ExecutableBytes bytes = MemoryBuffer::getMemBufferCopy(file);
  Expected<Executable> executable = mlir::amp::readExecutable(bytes);
  if (!executable) {
    expectMessage(executable.takeError());
    return;
  }
  checkMeaning(*executable, bytes);
  Expected<std::unique_ptr<LoadedExecutable>> loaded =
      LoadedExecutable::load(bytes, device);
  if (!loaded)
    expectMessage(loaded.takeError());
  else
    expectThat((*loaded)->get().functions.empty() ||
                   (*loaded)->getProgram(0) != nullptr,
               "a program for each function");
  if (loaded)
    loaded->reset();
  expectThat(amprt_device_memory_in_use(device) == 0, "no memory to be held");
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  StringRef input = textOf(data, size);
  open(input);
  open(mendHeader(input));
  return 0;
}
