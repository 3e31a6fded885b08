//===- SafetensorsFuzzer.cpp - Files of safetensors -----------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FuzzTarget.h"

#include "amp/Support/Safetensors.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using namespace amp;
using namespace amp::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::shared_ptr<MemoryBuffer> file =
      MemoryBuffer::getMemBufferCopy(textOf(data, size));
  Expected<SafetensorsReader> reader =
      SafetensorsReader::parse(std::move(file), "fuzzed");
  if (!reader) {
    expectMessage(reader.takeError());
    return 0;
  }
  uint64_t sum = 0;
  for (const std::string &name : reader->names()) {
    Expected<Tensor> tensor = reader->load(name);
    if (!tensor)
      expectMessage(tensor.takeError());
    else
      sum += tensor->bytes().size();
  }
  // The arrays lie in the file, none over another.
  expectThat(reader->header().size() + sum <= size, "arrays within the file");
  return 0;
}

/// Half of the mutants have a header of the length that the file says.
extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed) {
  if (size < 8 || seed % 2 == 0)
    return LLVMFuzzerMutate(data, size, maxSize);
  return mutateHeader(data, size, maxSize);
}
